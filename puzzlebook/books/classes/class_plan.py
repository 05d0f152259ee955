"""Planning a class set: a worksheet for each pupil of a list, all equally hard, and the teacher's key.

A pupil's maze comes from the seed, the pupil's name and, where several have one name, which of them it is. Nothing else
of the class has a part in it, so a list may grow, shrink and be sorted anew, and every other sheet stays as it is.
Without a list the sheets have no names, and come from the recipe's sections as a book's mazes do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain

from puzzlebook import templates
from puzzlebook.books.boards import setting_of
from puzzlebook.books.classes.asked import Asked, asked_sheets, only
from puzzlebook.books.classes.file_names import file_stem
from puzzlebook.books.classes.kinds import SheetKinds, a_page_faults, in_language, instruction_of, passage_fault
from puzzlebook.books.classes.sheets import drawn_sheet, word_faults
from puzzlebook.books.pages import back, how_made, worksheet_keys, worksheets
from puzzlebook.books.pages.worksheets import Worksheet
from puzzlebook.books.plan import Plan, Printout, Texts, as_printed, plain_document
from puzzlebook.books.setting import Keep, Setting, Standings
from puzzlebook.books.spoken import in_language as told_in
from puzzlebook.books.spoken import untold_faults
from puzzlebook.faults import Fault, nearest, refuse_any
from puzzlebook.paper import text
from puzzlebook.paper.page import Box, Page, Picture
from puzzlebook.paper.pdf.document import Attachment, Bookmark, Document, Screen
from puzzlebook.recipes.order import Order, kept_recipe
from puzzlebook.recipes.order_paper import binding_faults, paper_faults, sheet_of
from puzzlebook.recipes.printed import ON_SHEETS, printed_texts
from puzzlebook.recipes.recipe import Recipe, WorksheetTable
from puzzlebook.recipes.secret import secret_faults
from puzzlebook.sharing import Crew
from puzzlebook.words import without_isolates

KEY = "-key"
"""The ending of the key's file, where it has one of its own."""


@dataclass(frozen=True, eq=False)
class SheetPages:
    """The sheets in their printed order, and where each stands. fronts: the sheets of each page, with their boxes.

    keyed: those that have an answer, in the order of the list, as the key has them. wanted: what the recipe says.
    """

    setting: Setting
    wanted: WorksheetTable
    sheets: Sequence[Worksheet]
    keyed: Sequence[Worksheet]
    fronts: Sequence[Sequence[tuple[Worksheet, Box]]]
    puzzles: Standings
    answers: Standings

    @property
    def is_separate(self) -> bool:
        """Whether the key is in a file of its own."""
        return self.wanted.key == "separate"

    @property
    def class_count(self) -> int:
        """How many pages the class's part has."""
        return _class_count(self.setting, self.wanted, len(self.fronts))

    @property
    def key_count(self) -> int:
        """How many pages the teacher's part has: the key, its finder, and the colophon where one is asked for."""
        return self._answer_count + ("colophon" in self.setting.recipe.book.matter)

    @property
    def _answer_count(self) -> int:
        """How many pages the key has, finder included."""
        if "key" not in self.setting.recipe.book.matter:
            return 0
        if not self.keyed:
            return 1
        pages = self.answers.pages.values()
        return max(pages) - min(pages) + 1 + worksheet_keys.finder_count(self.setting, self.keyed)

    def for_class(self) -> Iterator[Page]:
        """The pages for the class; with one side printed, each has a blank back."""
        for number, page in enumerate(self._fronts(), 1):
            yield page
            if sides(self.setting.recipe) == 2:
                yield self.setting.sheet.page(2 * number)

    def _fronts(self) -> Iterator[Page]:
        setting = self.setting
        for placed in self.fronts:
            items = worksheets.cut_lines(setting.sheet.live(1), placed[0][0].a_page)
            for sheet, box in placed:
                said = worksheets.worksheet(sheet, box, _instruction(sheet))
                language = sheet.setting.words.language
                items += said if language == setting.words.language else told_in(said, language)
            yield setting.sheet.page(1, *items)
        for page in _told_pages(setting, self.wanted):
            yield page(setting, 1)

    def for_teacher(self) -> Iterator[Page]:
        """The key, its finder, and the colophon."""
        setting, first = self.setting, 1 if self.is_separate else self.class_count + 1
        matter, last = setting.recipe.book.matter, first + self.key_count - 1
        if not self.keyed and "key" in matter:
            yield worksheet_keys.unique_page(setting, first, last)
        yield from worksheet_keys.key_pages(setting, self.keyed, self.answers, last)
        has_colophon = "colophon" in matter
        finder = last + 1 - worksheet_keys.finder_count(setting, self.keyed) - has_colophon
        yield from worksheet_keys.finder_pages(setting, self.keyed, self.answers, finder, last)
        if has_colophon:
            yield back.colophon_page(setting, last)

    def __iter__(self) -> Iterator[Page]:
        """The pages of the book's own file."""
        return chain(self.for_class(), () if self.is_separate and self.key_count else self.for_teacher())


def class_plan(order: Order, drawn: Callable[[], None], crew: Crew) -> Callable[[Keep | None], Plan]:
    """What becomes the plan of an order's class set when it is told who keeps the SVG files. drawn: called after each
    maze.

    Refused, before any maze is drawn, where a maze does not fit the page or a character has no glyph.
    """
    recipe = order.recipe
    refuse_any([*paper_faults(order), *binding_faults(order), *a_page_faults(order), *secret_faults(order.recipe),
                *untold_faults(order)])  # fmt: skip
    setting = setting_of(order, sheet_of(order))
    refuse_any(_language_faults(recipe))
    others = {pupil.language: in_language(setting, pupil.language) for pupil in recipe.pupils if pupil.language}
    texts = [*_texts(setting), *(("language", line) for other in others.values() for line in other.words.texts())]
    for other in others.values():
        refuse_any(text.glyph_faults((), other.sizes.face, other.words.texts()))
    refuse_any([*text.glyph_faults(texts, setting.sizes.face, setting.words.texts()), *word_faults(setting)])
    asked = only(recipe, list(asked_sheets(order)))
    kinds = SheetKinds(setting)
    found = (passage_fault(sheet, kinds.of(sheet)) for sheet in asked)
    refuse_any(list(dict.fromkeys(fault for fault in found if fault)))
    return lambda keep: _plan(setting, texts, list(_sheets(asked, kinds, drawn, keep)))


def _language_faults(recipe: Recipe) -> Iterator[Fault]:
    """A fault for each pupil whose language is none of ours."""
    known = templates.names("languages")
    for number, pupil in enumerate(recipe.pupils, 1):
        if pupil.language and pupil.language not in known:
            what = f'no language is called "{pupil.language}"'
            yield Fault(f"pupil.{number}.language", what, nearest(pupil.language, known))


def _sheets(
    asked: Sequence[Asked], kinds: SheetKinds, drawn: Callable[[], None], keep: Keep | None
) -> Iterator[Worksheet]:
    """The sheets, each drawn and finished."""
    for sheet in asked:
        made, files = drawn_sheet(sheet, kinds.of(sheet), len(asked), keep is not None)
        drawn()
        if keep:
            keep(made.entry, files)
        yield made


def _plan(setting: Setting, texts: Texts, sheets: Sequence[Worksheet]) -> Plan:
    """The plan of a class set, every maze finished."""
    recipe = setting.recipe
    pages = _arranged(setting, recipe.worksheet or WorksheetTable(), sheets)
    return Plan(
        setting=setting,
        entries={sheet.entry.number: sheet.entry for sheet in sorted(sheets, key=lambda sheet: sheet.entry.number)},
        puzzles=as_printed(setting, pages.puzzles),
        answers=as_printed(setting, pages.answers),
        pages=pages.class_count + (0 if pages.is_separate else pages.key_count),
        texts=texts,
        stories={},
        printouts=list(_printouts(pages)),
        alone=lambda number: pages,
    )


def sides(recipe: Recipe) -> int:
    """How many pages a sheet takes: two where its back stays blank, so that no pupil's maze is behind another's."""
    return 2 if recipe.sides == "one" else 1


def _texts(setting: Setting) -> Iterator[tuple[str, str]]:
    """Every text of the user's that is printed, with its place in the recipe."""
    recipe = setting.recipe
    yield from printed_texts(recipe.book, "book", ON_SHEETS)
    if recipe.worksheet:
        yield from printed_texts(recipe.worksheet, "worksheet", ON_SHEETS)
    for name in (setting.theme.start_name, setting.theme.finish_name):
        yield f"theme: {recipe.theme}", name
    for number, pupil in enumerate(recipe.pupils, 1):
        yield from printed_texts(pupil, f"pupil.{number}", ON_SHEETS)


# Where sheets and answers stand


def _arranged(setting: Setting, wanted: WorksheetTable, sheets: Sequence[Worksheet]) -> SheetPages:
    """The sheets on their pages, and their answers in the key."""
    recipe = setting.recipe
    ordered = sorted(sheets, key=_ORDERS[wanted.order](recipe))
    fronts = list(_filled(ordered))
    keyed = [sheet for sheet in sheets if sheet.entry.maze.ends] if "key" in recipe.book.matter else []
    is_separate = wanted.key == "separate"
    begins = 1 if is_separate else _class_count(setting, wanted, len(fronts)) + 1
    by_number = {sheet.entry.number: sheet for sheet in sheets}

    def shown(number: int, box: Box) -> Picture:
        return worksheets.puzzle_picture(by_number[number], box, _instruction(by_number[number]))

    pages = ((1 + place * sides(recipe), placed) for place, placed in enumerate(fronts))
    puzzles = Standings(((sheet.entry.number, page, box) for page, placed in pages for sheet, box in placed), shown)
    answers = worksheet_keys.key_standings(setting, keyed, begins, KEY if is_separate else "")
    return SheetPages(setting, wanted, ordered, keyed, fronts, puzzles, answers)


def _class_count(setting: Setting, wanted: WorksheetTable, fronts: int) -> int:
    return (fronts + len(_told_pages(setting, wanted))) * sides(setting.recipe)


def _told_pages(setting: Setting, wanted: WorksheetTable) -> list[Callable[[Setting, int], Page]]:
    """What makes the pages on how mazes are made, where they are asked for and, in the book's language, have something
    to say. What is counted is foretold for squares alone."""
    if not (wanted.made and setting.words("made_title")):
        return []
    is_square = setting.parts[0].section.shape == "square"
    return [how_made.how_made_page, *([how_made.count_page] if is_square else [])]


def _instruction(sheet: Worksheet) -> str:
    """What a pupil is asked to do."""
    return instruction_of(sheet.setting, sheet.entry.part.section)


def _filled(sheets: Sequence[Worksheet]) -> Iterator[list[tuple[Worksheet, Box]]]:
    """The sheets of each page. One that has a page for itself goes before the page that is being filled."""
    open_: list[Worksheet] = []
    for sheet in sheets:
        for _ in range(sheet.copies):
            if sheet.a_page == 1:
                yield _placed([sheet])
                continue
            open_.append(sheet)
            if len(open_) == sheet.a_page:
                yield _placed(open_)
                open_ = []
    if open_:
        yield _placed(open_)


def _placed(sheets: Sequence[Worksheet]) -> list[tuple[Worksheet, Box]]:
    boxes = worksheets.places(sheets[0].setting.sheet.live(1), sheets[0].a_page)
    return list(zip(sheets, boxes, strict=False))


def _by_group(recipe: Recipe) -> Callable[[Worksheet], tuple[object, ...]]:
    """Groups in the order in which the list first names them, and each in the order of the list."""
    groups = list(dict.fromkeys(pupil.group or "" for pupil in recipe.pupils))
    places = {number: groups.index(pupil.group or "") for number, pupil in enumerate(recipe.pupils, 1)}
    return lambda sheet: (places.get(sheet.entry.number, 0), sheet.entry.number)


_ORDERS: Mapping[str, Callable[[Recipe], Callable[[Worksheet], tuple[object, ...]]]] = {
    "file": lambda recipe: lambda sheet: (sheet.entry.number,),
    "name": lambda recipe: worksheet_keys.alphabetically,
    "group": _by_group,
}
"""What the printed order goes by."""


# The files


def _printouts(pages: SheetPages) -> Iterator[Printout]:
    """The sheets, the key behind them or in a file of its own, and a file for each pupil where that is asked for."""
    order = pages.setting.order
    plain = plain_document(order)
    for ending, document in (("", plain), ("-screen", _screen_document(pages))):
        if order.recipe.pdf in ("both", "screen" if ending else "print"):
            yield Printout(f"{order.name}{ending}.pdf", partial(iter, pages), document)
    if pages.is_separate and pages.key_count:
        yield Printout(f"{order.name}{KEY}.pdf", pages.for_teacher, plain)
    if pages.wanted.split:
        yield from _split(pages)


def _split(pages: SheetPages) -> Iterator[Printout]:
    """A file for each sheet, with as many copies as its pupil has, and nothing of anybody else."""
    alone = pages.wanted.model_copy(update={"made": False, "order": "file"})
    by_number = sorted(pages.sheets, key=lambda sheet: sheet.entry.number)
    digits = len(str(by_number[-1].entry.number))
    taken: set[str] = set()
    for sheet in by_number:
        stem = file_stem(without_isolates(sheet.entry.name or f"{sheet.entry.number:0{digits}}"), taken)
        one = _arranged(pages.setting, alone, [sheet])
        yield Printout(f"sheets/{stem}.pdf", one.for_class, plain_document(pages.setting.order))


def _screen_document(pages: SheetPages) -> Document:
    """For reading on a screen. The attached recipe goes without the list: no name leaves the folder in it."""
    order, words = pages.setting.order, pages.setting.words
    nameless = replace(order, recipe=order.recipe.model_copy(update={"pupils": ()}))
    attached = Attachment("recipe.toml", kept_recipe(nameless), "The recipe, without names", "application/toml")
    marks = tuple(
        Bookmark(sheet.entry.name or words("worksheet_number", number=sheet.entry.number),
                 pages.puzzles.pages[sheet.entry.number])
        for sheet in pages.sheets
    )  # fmt: skip
    return plain_document(order)._replace(screen=Screen(marks, (attached,), order.recipe.page.clear is not None))
