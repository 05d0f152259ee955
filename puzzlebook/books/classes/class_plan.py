"""The plan of a class set: equally hard worksheets for the pupils in a list, and the teacher's key.

A pupil's maze depends on the seed, on the pupil's name and, if several pupils have the same name,
on the pupil's position among them. If a list changes or is sorted, the sheets of all other pupils
therefore stay the same. Without a list, sheets have no names, and come from the recipe's sections
like the mazes of a book.

`class_pages` makes the pages and decides which files they go into.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from puzzlebook.books.classes.class_pages import arrange_sheets, list_class_printouts
from puzzlebook.books.classes.kinds import (
    SheetKinds,
    add_second_language,
    find_arrangement_faults,
    find_passage_fault,
    translate_setting,
)
from puzzlebook.books.classes.requested_sheets import SheetRequest, list_sheets, select_sheets
from puzzlebook.books.classes.sheets import draw_sheet
from puzzlebook.books.pages.worksheets import Worksheet
from puzzlebook.books.planning.alt_text import find_missing_phrases
from puzzlebook.books.planning.boards import list_question_texts, make_setting
from puzzlebook.books.planning.plan import Plan, Texts, mirror_placements
from puzzlebook.books.planning.setting import SaveFiles, Setting
from puzzlebook.books.planning.spelt_words import find_word_faults
from puzzlebook.ground import templates
from puzzlebook.ground.faults import Fault, refuse_any, suggest_nearest
from puzzlebook.recipes.loads import find_load_faults
from puzzlebook.recipes.order import Order
from puzzlebook.recipes.order_paper import choose_sheet, find_binding_faults, find_paper_faults
from puzzlebook.recipes.printed_texts import ON_SHEETS, list_printed_texts
from puzzlebook.recipes.recipe import Recipe, WorksheetTable
from puzzlebook.recipes.secret import find_secret_faults
from puzzlebook.recipes.values import SEPARATOR
from puzzlebook.recipes.wall_faults import find_hanging_faults
from puzzlebook.running.process_pool import WorkerPool
from puzzlebook.typesetting import text

_MAX_LANGUAGES = 2


def plan_class_set(
    order: Order,
    report_maze: Callable[[], None],
    pool: WorkerPool,
    before_drawing: Callable[[], None] = lambda: None,
) -> Callable[[SaveFiles | None], Plan]:
    """Check an order's class set, and return a function that takes an SVG saver and returns the
    plan.

    report_maze: called after each maze. before_drawing: called before the first maze. A set is
    refused, before any maze is drawn, if a maze would not fit its page or if a character has no
    glyph.
    """
    recipe = order.recipe
    refuse_any(
        [
            *find_paper_faults(order),
            *find_binding_faults(order),
            *find_arrangement_faults(order),
            *find_hanging_faults(recipe),
            *find_load_faults(recipe),
            *find_secret_faults(order.recipe),
            *find_missing_phrases(order),
        ]
    )
    refuse_any(_find_language_faults(recipe))
    setting = add_second_language(make_setting(order, choose_sheet(order)))
    languages = dict.fromkeys(pupil.language for pupil in recipe.pupils if pupil.language)
    translated = [translate_setting(setting, language) for language in languages]
    texts = [
        *_list_texts(setting),
        *(
            ("language", line)
            for other in (setting, *translated)
            for words in other.languages
            if words is not setting.words
            for line in words.texts()
        ),
    ]
    for other in (setting, *translated):
        for words in other.languages:
            refuse_any(text.find_glyph_faults((), other.sizes.face, words.texts()))
    refuse_any(
        [
            *text.find_glyph_faults(texts, setting.sizes.face, setting.words.texts()),
            *find_word_faults(recipe, setting.sizes.bold),
        ]
    )
    sheets = select_sheets(recipe, list(list_sheets(order)))
    kinds = SheetKinds(setting)
    faults = (find_passage_fault(sheet, kinds.get(sheet)) for sheet in sheets)
    refuse_any(list(dict.fromkeys(fault for fault in faults if fault)))
    before_drawing()
    return lambda save: _plan(setting, texts, list(_draw_sheets(sheets, kinds, report_maze, save)))


def _find_language_faults(recipe: Recipe) -> Iterator[Fault]:
    """Yield a fault for each language of sheets that is not built in, and for a second language
    where none is allowed."""
    requested = [(f"pupil.{number}.language", pupil.language or "")
             for number, pupil in enumerate(recipe.pupils, 1)]  # fmt: skip
    second = recipe.worksheet.second_language if recipe.worksheet else None
    requested += [("worksheet.second_language", second or "")]
    first_names, second_names = map(templates.list_names, ("languages", "second_languages"))
    for where, selection in requested:
        names = selection.split(SEPARATOR)
        second_index = 0 if where.startswith("worksheet") else 1
        for index, name in enumerate(names):
            languages = [*first_names, *second_names] if index >= second_index else first_names
            if name and name not in languages:
                what = f'there is no language called "{name}"'
                yield Fault(where, what, suggest_nearest(name, languages))
        if len(names) > _MAX_LANGUAGES:
            yield Fault(where, f"has {len(names)} languages", f"at most {_MAX_LANGUAGES}")
        if (len(names) > 1 or where.startswith("worksheet")) and selection and recipe.wall:
            yield Fault(
                where,
                "the sheets of a wall have one language",
                "give one language, or leave out the wall",
            )


def _draw_sheets(
    sheets: Sequence[SheetRequest],
    kinds: SheetKinds,
    report_maze: Callable[[], None],
    save: SaveFiles | None,
) -> Iterator[Worksheet]:
    for sheet in sheets:
        worksheet, files = draw_sheet(sheet, kinds.get(sheet), len(sheets), save is not None)
        report_maze()
        if save:
            save(worksheet.entry, files)
        yield worksheet


def _plan(setting: Setting, texts: Texts, sheets: Sequence[Worksheet]) -> Plan:
    """Plan a class set whose mazes are finished."""
    options, whole = setting.recipe.worksheet or WorksheetTable(), None
    if setting.recipe.wall and "key" in setting.recipe.book.matter and not options.only:
        from puzzlebook.books.classes.wall_sheets import make_whole_wall

        whole = make_whole_wall(setting, sheets[0].entry.maze.design)
    pages = arrange_sheets(setting, options, sheets, whole)
    entries = sorted((sheet.entry for sheet in sheets), key=lambda entry: entry.number)
    return Plan(
        setting=setting,
        entries={entry.number: entry for entry in entries},
        puzzles=mirror_placements(setting, pages.puzzles),
        answers=mirror_placements(setting, pages.answers),
        pages=pages.class_count + (0 if pages.is_separate else pages.key_count),
        texts=texts,
        stories={},
        printouts=list(list_class_printouts(pages)),
        alone=lambda number: pages,
        whole=whole,
    )


def _list_texts(setting: Setting) -> Iterator[tuple[str, str]]:
    """Yield the recipe key and the text of everything printed that comes from the user."""
    recipe = setting.recipe
    yield from list_printed_texts(recipe.book, "book", ON_SHEETS)
    if recipe.worksheet:
        yield from list_printed_texts(recipe.worksheet, "worksheet", ON_SHEETS)
    yield from list_question_texts(setting)
    for name in (setting.theme.start_name, setting.theme.finish_name):
        yield f"theme: {recipe.theme}", name
    for number, pupil in enumerate(recipe.pupils, 1):
        yield from list_printed_texts(pupil, f"pupil.{number}", ON_SHEETS)
