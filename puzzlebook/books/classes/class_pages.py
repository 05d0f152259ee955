"""The pages of a class set: the sheets in their printed order, the teacher's key, and the files
into which they go."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain

from puzzlebook.books.classes.file_names import choose_file_stem
from puzzlebook.books.classes.kinds import section_instruction
from puzzlebook.books.pages import back, how_made, worksheet_keys, worksheets
from puzzlebook.books.pages.worksheets import Worksheet
from puzzlebook.books.planning.alt_text import mark_language as told_in
from puzzlebook.books.planning.plan import Printout, make_document
from puzzlebook.books.planning.setting import Placements, Setting
from puzzlebook.language.words import strip_isolates
from puzzlebook.recipes.order import write_book_recipe
from puzzlebook.recipes.recipe import Recipe, WorksheetTable
from puzzlebook.typesetting.page import Box, Page, Picture
from puzzlebook.typesetting.pdf.document import Attachment, Bookmark, Document, Screen

_KEY = "-key"
"""The ending of the key's file, where it has one of its own."""


@dataclass(frozen=True, eq=False)
class SheetPages:
    """The sheets in their printed order, and where each stands. fronts: the sheets of each page,
    with their boxes.

    keyed: those that have an answer, in the order of the list, as the key has them. wanted: what
    the recipe says.
    """

    setting: Setting
    wanted: WorksheetTable
    sheets: Sequence[Worksheet]
    keyed: Sequence[Worksheet]
    fronts: Sequence[Sequence[tuple[Worksheet, Box]]]
    puzzles: Placements
    answers: Placements

    @property
    def is_separate(self) -> bool:
        """Whether the key is in a file of its own."""
        return self.wanted.key == "separate"

    @property
    def class_count(self) -> int:
        """How many pages the class's part has."""
        return _count_class_pages(self.setting, self.wanted, len(self.fronts))

    @property
    def key_count(self) -> int:
        """How many pages the teacher's part has: the key, its finder, and the colophon where one is
        asked for."""
        return self._answer_count + ("colophon" in self.setting.recipe.book.matter)

    @property
    def _answer_count(self) -> int:
        """How many pages the key has, finder included."""
        if "key" not in self.setting.recipe.book.matter:
            return 0
        if not self.keyed:
            return 1
        pages = self.answers.pages.values()
        return (
            max(pages)
            - min(pages)
            + 1
            + worksheet_keys.count_finder_pages(self.setting, self.keyed)
        )

    def class_pages(self) -> Iterator[Page]:
        """The pages for the class; with one side printed, each has a blank back."""
        for number, page in enumerate(self._fronts(), 1):
            yield page
            if _pages_per_sheet(self.setting.recipe) == 2:
                yield self.setting.sheet.page(2 * number)

    def _fronts(self) -> Iterator[Page]:
        setting = self.setting
        for placed in self.fronts:
            items = worksheets.cut_lines(setting.sheet.live(1), placed[0][0].a_page)
            for sheet, box in placed:
                said = worksheets.lay_out_worksheet(sheet, box, _instruction(sheet))
                language = sheet.setting.words.language
                items += said if language == setting.words.language else told_in(said, language)
            yield setting.sheet.page(1, *items)
        for page in _explanation_pages(setting, self.wanted):
            yield page(setting, 1)

    def teacher_pages(self) -> Iterator[Page]:
        """The key, its finder, and the colophon."""
        setting, first = self.setting, 1 if self.is_separate else self.class_count + 1
        matter, last = setting.recipe.book.matter, first + self.key_count - 1
        if not self.keyed and "key" in matter:
            yield worksheet_keys.lay_out_unique_page(setting, first, last)
        yield from worksheet_keys.lay_out_key(setting, self.keyed, self.answers, last)
        has_colophon = "colophon" in matter
        finder = last + 1 - worksheet_keys.count_finder_pages(setting, self.keyed) - has_colophon
        yield from worksheet_keys.lay_out_finder(setting, self.keyed, self.answers, finder, last)
        if has_colophon:
            yield back.lay_out_colophon(setting, last)

    def __iter__(self) -> Iterator[Page]:
        """The pages of the book's own file."""
        return chain(
            self.class_pages(), () if self.is_separate and self.key_count else self.teacher_pages()
        )


# Where sheets and answers stand


def arrange_sheets(
    setting: Setting, wanted: WorksheetTable, sheets: Sequence[Worksheet]
) -> SheetPages:
    """The sheets on their pages, and their answers in the key."""
    recipe = setting.recipe
    ordered = sorted(sheets, key=_ORDERS[wanted.order](recipe))
    fronts = list(_fill_pages(ordered))
    keyed = (
        [sheet for sheet in sheets if sheet.entry.maze.ends] if "key" in recipe.book.matter else []
    )
    is_separate = wanted.key == "separate"
    begins = 1 if is_separate else _count_class_pages(setting, wanted, len(fronts)) + 1
    by_number = {sheet.entry.number: sheet for sheet in sheets}

    def show_answer(number: int, box: Box) -> Picture:
        return worksheets.place_worksheet_maze(
            by_number[number], box, _instruction(by_number[number])
        )

    pages = ((1 + place * _pages_per_sheet(recipe), placed) for place, placed in enumerate(fronts))
    puzzles = Placements(
        ((sheet.entry.number, page, box) for page, placed in pages for sheet, box in placed),
        show_answer,
    )
    answers = worksheet_keys.place_key_answers(setting, keyed, begins, _KEY if is_separate else "")
    return SheetPages(setting, wanted, ordered, keyed, fronts, puzzles, answers)


def _pages_per_sheet(recipe: Recipe) -> int:
    """How many pages a sheet takes: two where its back stays blank, so that no pupil's maze is
    behind another's."""
    return 2 if recipe.sides == "one" else 1


def _count_class_pages(setting: Setting, wanted: WorksheetTable, fronts: int) -> int:
    return (fronts + len(_explanation_pages(setting, wanted))) * _pages_per_sheet(setting.recipe)


def _explanation_pages(
    setting: Setting, wanted: WorksheetTable
) -> list[Callable[[Setting, int], Page]]:
    """What makes the pages on how mazes are made, where they are asked for and, in the book's
    language, have something to say. What is counted is foretold for squares alone."""
    if not (wanted.made and setting.words("made_title")):
        return []
    is_square = setting.parts[0].section.shape == "square"
    return [how_made.lay_out_how_made_page, *([how_made.count_page] if is_square else [])]


def _instruction(sheet: Worksheet) -> str:
    """What a pupil is asked to do."""
    return section_instruction(sheet.setting, sheet.entry.part.section)


def _fill_pages(sheets: Sequence[Worksheet]) -> Iterator[list[tuple[Worksheet, Box]]]:
    """The sheets of each page. One that has a page for itself goes before the page that is being
    filled."""
    open_: list[Worksheet] = []
    for sheet in sheets:
        for _ in range(sheet.copies):
            if sheet.a_page == 1:
                yield _place_sheets([sheet])
                continue
            open_.append(sheet)
            if len(open_) == sheet.a_page:
                yield _place_sheets(open_)
                open_ = []
    if open_:
        yield _place_sheets(open_)


def _place_sheets(sheets: Sequence[Worksheet]) -> list[tuple[Worksheet, Box]]:
    boxes = worksheets.list_places(sheets[0].setting.sheet.live(1), sheets[0].a_page)
    return list(zip(sheets, boxes, strict=False))


def _sort_key_by_group(recipe: Recipe) -> Callable[[Worksheet], tuple[object, ...]]:
    """Groups in the order in which the list first names them, and each in the order of the list."""
    groups = list(dict.fromkeys(pupil.group or "" for pupil in recipe.pupils))
    places = {
        number: groups.index(pupil.group or "") for number, pupil in enumerate(recipe.pupils, 1)
    }
    return lambda sheet: (places.get(sheet.entry.number, 0), sheet.entry.number)


_ORDERS: Mapping[str, Callable[[Recipe], Callable[[Worksheet], tuple[object, ...]]]] = {
    "file": lambda recipe: lambda sheet: (sheet.entry.number,),
    "name": lambda recipe: worksheet_keys.alphabetical_key,
    "group": _sort_key_by_group,
}
"""What the printed order goes by."""


# The files


def list_class_printouts(pages: SheetPages) -> Iterator[Printout]:
    """The sheets, the key behind them or in a file of its own, and a file for each pupil where that
    is asked for."""
    order = pages.setting.order
    plain = make_document(order)
    for ending, document in (("", plain), ("-screen", _screen_document(pages))):
        if order.recipe.pdf in ("both", "screen" if ending else "print"):
            yield Printout(f"{order.name}{ending}.pdf", partial(iter, pages), document)
    if pages.is_separate and pages.key_count:
        yield Printout(f"{order.name}{_KEY}.pdf", pages.teacher_pages, plain)
    if pages.wanted.split:
        yield from _split(pages)


def _split(pages: SheetPages) -> Iterator[Printout]:
    """A file for each sheet, with as many copies as its pupil has, and nothing of anybody else."""
    alone = pages.wanted.model_copy(update={"made": False, "order": "file"})
    by_number = sorted(pages.sheets, key=lambda sheet: sheet.entry.number)
    digits = len(str(by_number[-1].entry.number))
    taken: set[str] = set()
    for sheet in by_number:
        stem = choose_file_stem(
            strip_isolates(sheet.entry.name or f"{sheet.entry.number:0{digits}}"), taken
        )
        one = arrange_sheets(pages.setting, alone, [sheet])
        yield Printout(f"sheets/{stem}.pdf", one.class_pages, make_document(pages.setting.order))


def _screen_document(pages: SheetPages) -> Document:
    """For reading on a screen. The attached recipe goes without the list: no name leaves the folder
    in it."""
    order, words = pages.setting.order, pages.setting.words
    nameless = replace(order, recipe=order.recipe.model_copy(update={"pupils": ()}))
    attached = Attachment(
        "recipe.toml", write_book_recipe(nameless), "The recipe, without names", "application/toml"
    )
    marks = tuple(
        Bookmark(sheet.entry.name or words("worksheet_number", number=sheet.entry.number),
                 pages.puzzles.pages[sheet.entry.number])
        for sheet in pages.sheets
    )  # fmt: skip
    return make_document(order)._replace(
        screen=Screen(marks, (attached,), order.recipe.page.clear is not None)
    )
