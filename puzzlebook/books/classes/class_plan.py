"""Planning a class set: a worksheet for each pupil of a list, all equally hard, and the teacher's
key.

A pupil's maze comes from the seed, the pupil's name and, where several have one name, which of them
it is. Nothing else of the class has a part in it, so a list may grow, shrink and be sorted anew,
and every other sheet stays as it is. Without a list the sheets have no names, and come from the
recipe's sections as a book's mazes do.

What makes the pages on which they stand, and which files these fill: `class_pages`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from puzzlebook.books.classes.class_pages import arrange_sheets, list_class_printouts
from puzzlebook.books.classes.kinds import (
    SheetKinds,
    find_arrangement_faults,
    find_passage_fault,
    translate_setting,
)
from puzzlebook.books.classes.requested_sheets import SheetRequest, list_sheets, select_sheets
from puzzlebook.books.classes.sheets import draw_sheet, find_word_faults
from puzzlebook.books.pages.worksheets import Worksheet
from puzzlebook.books.planning.alt_text import find_missing_phrases
from puzzlebook.books.planning.boards import make_setting
from puzzlebook.books.planning.plan import Plan, Texts, mirror_standings
from puzzlebook.books.planning.setting import Keep, Setting
from puzzlebook.ground import templates
from puzzlebook.ground.faults import Fault, refuse_any, suggest_nearest
from puzzlebook.recipes.order import Order
from puzzlebook.recipes.order_paper import choose_sheet, find_binding_faults, find_paper_faults
from puzzlebook.recipes.printed_texts import ON_SHEETS, list_printed_texts
from puzzlebook.recipes.recipe import Recipe, WorksheetTable
from puzzlebook.recipes.secret import find_secret_faults
from puzzlebook.running.process_pool import WorkerPool
from puzzlebook.typesetting import text


def plan_class_set(
    order: Order,
    drawn: Callable[[], None],
    crew: WorkerPool,
    before_drawing: Callable[[], None] = lambda: None,
) -> Callable[[Keep | None], Plan]:
    """What becomes the plan of an order's class set when it is told who keeps the SVG files. drawn:
    called after each maze; before_drawing: before the first.

    Refused, before any maze is drawn, where a maze does not fit the page or a character has no
    glyph.
    """
    recipe = order.recipe
    refuse_any([*find_paper_faults(order), *find_binding_faults(order), *find_arrangement_faults(order),
                *find_secret_faults(order.recipe), *find_missing_phrases(order)])  # fmt: skip
    setting = make_setting(order, choose_sheet(order))
    refuse_any(_find_language_faults(recipe))
    others = {
        pupil.language: translate_setting(setting, pupil.language)
        for pupil in recipe.pupils
        if pupil.language
    }
    texts = [
        *_list_texts(setting),
        *(("language", line) for other in others.values() for line in other.words.texts()),
    ]
    for other in others.values():
        refuse_any(text.find_glyph_faults((), other.sizes.face, other.words.texts()))
    refuse_any(
        [
            *text.find_glyph_faults(texts, setting.sizes.face, setting.words.texts()),
            *find_word_faults(setting),
        ]
    )
    asked = select_sheets(recipe, list(list_sheets(order)))
    kinds = SheetKinds(setting)
    found = (find_passage_fault(sheet, kinds.of(sheet)) for sheet in asked)
    refuse_any(list(dict.fromkeys(fault for fault in found if fault)))
    before_drawing()
    return lambda keep: _plan(setting, texts, list(_draw_sheets(asked, kinds, drawn, keep)))


def _find_language_faults(recipe: Recipe) -> Iterator[Fault]:
    """A fault for each pupil whose language is none of ours."""
    known = templates.list_names("languages")
    for number, pupil in enumerate(recipe.pupils, 1):
        if pupil.language and pupil.language not in known:
            what = f'no language is called "{pupil.language}"'
            yield Fault(f"pupil.{number}.language", what, suggest_nearest(pupil.language, known))


def _draw_sheets(
    asked: Sequence[SheetRequest], kinds: SheetKinds, drawn: Callable[[], None], keep: Keep | None
) -> Iterator[Worksheet]:
    """The sheets, each drawn and finished."""
    for sheet in asked:
        made, files = draw_sheet(sheet, kinds.of(sheet), len(asked), keep is not None)
        drawn()
        if keep:
            keep(made.entry, files)
        yield made


def _plan(setting: Setting, texts: Texts, sheets: Sequence[Worksheet]) -> Plan:
    """The plan of a class set, every maze finished."""
    recipe = setting.recipe
    pages = arrange_sheets(setting, recipe.worksheet or WorksheetTable(), sheets)
    return Plan(
        setting=setting,
        entries={
            sheet.entry.number: sheet.entry
            for sheet in sorted(sheets, key=lambda sheet: sheet.entry.number)
        },
        puzzles=mirror_standings(setting, pages.puzzles),
        answers=mirror_standings(setting, pages.answers),
        pages=pages.class_count + (0 if pages.is_separate else pages.key_count),
        texts=texts,
        stories={},
        printouts=list(list_class_printouts(pages)),
        alone=lambda number: pages,
    )


def _list_texts(setting: Setting) -> Iterator[tuple[str, str]]:
    """Every text of the user's that is printed, with its place in the recipe."""
    recipe = setting.recipe
    yield from list_printed_texts(recipe.book, "book", ON_SHEETS)
    if recipe.worksheet:
        yield from list_printed_texts(recipe.worksheet, "worksheet", ON_SHEETS)
    for name in (setting.theme.start_name, setting.theme.finish_name):
        yield f"theme: {recipe.theme}", name
    for number, pupil in enumerate(recipe.pupils, 1):
        yield from list_printed_texts(pupil, f"pupil.{number}", ON_SHEETS)
