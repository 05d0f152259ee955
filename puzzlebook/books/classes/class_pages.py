"""The pages of a class set (the sheets and the teacher's key), and the files that contain them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain

from puzzlebook.books.classes.file_names import choose_file_stem
from puzzlebook.books.classes.kinds import ANYBODY, fill_name, section_instruction
from puzzlebook.books.classes.requested_sheets import choose_level
from puzzlebook.books.pages import back, how_made, worksheet_keys, worksheets
from puzzlebook.books.pages.wall import WholeWall
from puzzlebook.books.pages.worksheets import Worksheet
from puzzlebook.books.planning.alt_text import mark_language
from puzzlebook.books.planning.plan import Printout, make_document
from puzzlebook.books.planning.setting import Placements, Setting
from puzzlebook.drawing.drawing import Colour
from puzzlebook.language.words import strip_isolates
from puzzlebook.recipes.order import write_book_recipe
from puzzlebook.recipes.recipe import Recipe, WorksheetTable
from puzzlebook.typesetting.page import Box, Page, Picture
from puzzlebook.typesetting.pdf.document import Attachment, Bookmark, Document, Screen

_KEY_ENDING = "-key"
"""The ending of the key's file name, if the key is in a separate file."""


_CREAM: Colour = (1.0, 0.973, 0.906)
"""The background of pages for readers with dyslexia in files for screens: cream instead of white,
as the British Dyslexia Association advises."""


@dataclass(frozen=True, eq=False)
class SheetPages:
    """The sheets of a class set on their pages; iterating makes the pages of the set's main file.

    options: the recipe's worksheet options. sheets: in their printed order. key_sheets: the sheets
    with an answer, in the order of the key. fronts: for each page, its sheets with their boxes.
    puzzles, answers: the placements of mazes and answers. whole: the wall that the sheets form, if
    any; a page before the answers shows it.
    """

    setting: Setting
    options: WorksheetTable
    sheets: Sequence[Worksheet]
    key_sheets: Sequence[Worksheet]
    fronts: Sequence[Sequence[tuple[Worksheet, Box]]]
    puzzles: Placements
    answers: Placements
    whole: WholeWall | None = None

    @property
    def is_separate(self) -> bool:
        """Whether the key is in a separate file."""
        return self.options.key == "separate"

    @property
    def class_count(self) -> int:
        """The number of pages for the class."""
        return _count_class_pages(self.setting, self.options, len(self.fronts))

    @property
    def key_count(self) -> int:
        """The number of pages for the teacher: the key, the index of names, and a colophon if
        requested."""
        return self._answer_count + ("colophon" in self.setting.recipe.book.matter)

    @property
    def _answer_count(self) -> int:
        """The number of pages of the key, including the wall and the index of names."""
        if "key" not in self.setting.recipe.book.matter:
            return 0
        if not self.key_sheets:
            return 1
        pages = self.answers.pages.values()
        finder = worksheet_keys.count_finder_pages(self.setting, self.key_sheets)
        return max(pages) - min(pages) + 1 + finder + bool(self.whole)

    def class_pages(self) -> Iterator[Page]:
        """Yield the pages for the class. If these are printed on one side only, each has a blank
        back."""
        for number, page in enumerate(self._fronts(), 1):
            yield page
            if _pages_per_sheet(self.setting.recipe) == 2:
                yield self.setting.sheet.page(2 * number)

    def _fronts(self) -> Iterator[Page]:
        setting = self.setting
        for page_sheets in self.fronts:
            items = worksheets.cut_lines(setting.sheet.live(1), page_sheets[0][0].per_page)
            for sheet, box in page_sheets:
                worksheet = worksheets.lay_out_worksheet(sheet, box, _instruction(sheet))
                language = sheet.setting.words.language
                is_translated = language != setting.words.language
                items += mark_language(worksheet, language) if is_translated else worksheet
            page = setting.sheet.page(1, *items)
            is_tinted = all(sheet.setting.is_spaced for sheet, _ in page_sheets)
            yield page._replace(tint=_CREAM) if is_tinted else page
        for make_page in _explanation_pages(setting, self.options):
            yield make_page(setting, 1)

    def teacher_pages(self) -> Iterator[Page]:
        """Yield the key, its index of names, and the colophon."""
        setting, first = (
            fill_name(self.setting, ANYBODY),
            1 if self.is_separate else self.class_count + 1,
        )
        matter, last = setting.recipe.book.matter, first + self.key_count - 1
        if not self.key_sheets and "key" in matter:
            yield worksheet_keys.lay_out_unique_page(setting, first, last)
        if self.whole and self.key_sheets:
            yield worksheet_keys.lay_out_wall(setting, self.whole, first, last)
        yield from worksheet_keys.lay_out_key(setting, self.key_sheets, self.answers, last)
        has_colophon = "colophon" in matter
        finder = (
            last + 1 - worksheet_keys.count_finder_pages(setting, self.key_sheets) - has_colophon
        )
        yield from worksheet_keys.lay_out_finder(
            setting, self.key_sheets, self.answers, finder, last
        )
        if has_colophon:
            yield back.lay_out_colophon(setting, last)

    def __iter__(self) -> Iterator[Page]:
        has_key_file = self.is_separate and self.key_count
        return chain(self.class_pages(), () if has_key_file else self.teacher_pages())


# The placements of sheets and answers


def arrange_sheets(
    setting: Setting,
    options: WorksheetTable,
    sheets: Sequence[Worksheet],
    whole: WholeWall | None = None,
) -> SheetPages:
    """Arrange sheets on their pages, and their answers in the key.

    whole: the wall that the sheets form, if any.
    """
    recipe = setting.recipe
    ordered = sorted(sheets, key=_ORDERS[options.order](recipe))
    fronts = list(_fill_pages(ordered))
    has_key = "key" in recipe.book.matter
    key_sheets = [sheet for sheet in ordered if sheet.entry.maze.ends] if has_key else []
    is_separate = options.key == "separate"
    first = 1 if is_separate else _count_class_pages(setting, options, len(fronts)) + 1
    first += bool(whole)
    by_number = {sheet.entry.number: sheet for sheet in sheets}

    def place_maze(number: int, box: Box) -> Picture:
        sheet = by_number[number]
        return worksheets.place_worksheet_maze(sheet, box, _instruction(sheet))

    pages = ((1 + index * _pages_per_sheet(recipe), front) for index, front in enumerate(fronts))
    boxes = ((sheet.entry.number, page, box) for page, front in pages for sheet, box in front)
    puzzles = Placements(boxes, place_maze)
    answers = worksheet_keys.place_key_answers(
        setting, key_sheets, first, _KEY_ENDING if is_separate else ""
    )
    return SheetPages(setting, options, ordered, key_sheets, fronts, puzzles, answers, whole)


def _pages_per_sheet(recipe: Recipe) -> int:
    """Return 2 if the backs of sheets stay blank, so that no pupil's maze is on the back of
    another's; otherwise 1."""
    return 2 if recipe.sides == "one" else 1


def _count_class_pages(setting: Setting, options: WorksheetTable, fronts: int) -> int:
    return (fronts + len(_explanation_pages(setting, options))) * _pages_per_sheet(setting.recipe)


def _explanation_pages(
    setting: Setting, options: WorksheetTable
) -> list[Callable[[Setting, int], Page]]:
    """Return the makers of the requested pages that explain how mazes are made; none if the
    language lacks the words. The page with counts is made only for square mazes, because other
    counts are unknown."""
    if not setting.words("made_title"):
        return []
    makers: list[Callable[[Setting, int], Page]] = []
    if options.why:
        from puzzlebook.books.pages.why_one_way import READINGS, lay_out_why_page

        makers += [partial(lay_out_why_page, reading=one) for one in READINGS[options.why]]
    if options.made:
        is_square = setting.parts[0].section.shape == "square"
        makers += [
            how_made.lay_out_how_made_page,
            *([how_made.lay_out_count_page] if is_square else []),
        ]
    return makers


def _instruction(sheet: Worksheet) -> str:
    """Return the sentence that tells a pupil what to do."""
    if sheet.wall_position:
        return sheet.wall_position.instruction
    return section_instruction(sheet.setting, sheet.entry.part.section)


def _fill_pages(sheets: Sequence[Worksheet]) -> Iterator[list[tuple[Worksheet, Box]]]:
    """Yield the sheets on each page. A sheet that has a page to itself comes before the page that
    is being filled."""
    waiting: list[Worksheet] = []
    for sheet in sheets:
        for _ in range(sheet.copies):
            if sheet.per_page == 1:
                yield _place_sheets([sheet])
                continue
            waiting.append(sheet)
            if len(waiting) == sheet.per_page:
                yield _place_sheets(waiting)
                waiting = []
    if waiting:
        yield _place_sheets(waiting)


def _place_sheets(sheets: Sequence[Worksheet]) -> list[tuple[Worksheet, Box]]:
    boxes = worksheets.list_places(sheets[0].setting.sheet.live(1), sheets[0].per_page)
    return list(zip(sheets, boxes, strict=False))


def _sort_key_by_group(recipe: Recipe) -> Callable[[Worksheet], tuple[object, ...]]:
    """Return a sort key for groups in the order of their first pupils, and pupils in the order of
    the list."""
    groups = list(dict.fromkeys(pupil.group or "" for pupil in recipe.pupils))
    ranks = {
        number: groups.index(pupil.group or "") for number, pupil in enumerate(recipe.pupils, 1)
    }
    return lambda sheet: (ranks.get(sheet.entry.number, 0), sheet.entry.number)


def _sort_key_by_level(recipe: Recipe) -> Callable[[Worksheet], tuple[object, ...]]:
    """Return a sort key for levels from easy to hard, and pupils in the order of the list."""
    levels = {number: choose_level(recipe, pupil) for number, pupil in enumerate(recipe.pupils, 1)}
    return lambda sheet: (levels.get(sheet.entry.number, 0), sheet.entry.number)


_ORDERS: Mapping[str, Callable[[Recipe], Callable[[Worksheet], tuple[object, ...]]]] = {
    "file": lambda recipe: lambda sheet: (sheet.entry.number,),
    "name": lambda recipe: worksheet_keys.alphabetical_key,
    "surname": lambda recipe: worksheet_keys.surname_key,
    "level": _sort_key_by_level,
    "group": _sort_key_by_group,
}
"""Mapping from a printed order to a function that returns its sort key for a recipe."""


# The files


def list_class_printouts(pages: SheetPages) -> Iterator[Printout]:
    """Yield the PDF files: sheets and key, together or separate, and a file for each pupil if the
    recipe requests that."""
    order = pages.setting.order
    plain = make_document(fill_name(pages.setting, ANYBODY).order)
    for ending, document in (("", plain), ("-screen", _screen_document(pages))):
        if order.recipe.pdf in ("both", "screen" if ending else "print"):
            yield Printout(f"{order.name}{ending}.pdf", partial(iter, pages), document)
    if pages.is_separate and pages.key_count:
        yield Printout(f"{order.name}{_KEY_ENDING}.pdf", pages.teacher_pages, plain)
    if pages.options.split:
        yield from _split_by_pupil(pages)


def _split_by_pupil(pages: SheetPages) -> Iterator[Printout]:
    """Yield a file for each sheet, with its number of copies and with nothing about other
    pupils."""
    options = pages.options.model_copy(update={"made": False, "why": None, "order": "file"})
    by_number = sorted(pages.sheets, key=lambda sheet: sheet.entry.number)
    digits = len(str(by_number[-1].entry.number))
    taken: set[str] = set()
    for sheet in by_number:
        name = sheet.entry.name or f"{sheet.entry.number:0{digits}}"
        stem = choose_file_stem(strip_isolates(name), taken)
        own_pages = arrange_sheets(pages.setting, options, [sheet])
        document = make_document(fill_name(pages.setting, sheet.entry.name or ANYBODY).order)
        yield Printout(f"sheets/{stem}.pdf", own_pages.class_pages, document)


def _screen_document(pages: SheetPages) -> Document:
    """Return the description of the file for screens. The recipe attached to it omits the class
    list, so that names do not leave the folder with the recipe."""
    order, words = pages.setting.order, pages.setting.words
    nameless = replace(order, recipe=order.recipe.model_copy(update={"pupils": ()}))
    attached = Attachment(
        "recipe.toml", write_book_recipe(nameless), "The recipe, without names", "application/toml"
    )
    bookmarks = []
    for entry in (sheet.entry for sheet in pages.sheets):
        title = entry.name or words("worksheet_number", number=entry.number)
        bookmarks.append(Bookmark(title, pages.puzzles.pages[entry.number]))
    return make_document(fill_name(pages.setting, ANYBODY).order)._replace(
        screen=Screen(tuple(bookmarks), (attached,), order.recipe.page.clear is not None)
    )
