"""The pages of a book or of loose sheets, and the PDF files that contain them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from puzzlebook.books.pages import answers, back, openers, puzzles
from puzzlebook.books.planning.page_kinds import KINDS
from puzzlebook.books.planning.pagination import FACING, PlannedPage
from puzzlebook.books.planning.plan import Printout, make_document
from puzzlebook.books.planning.setting import NO_PLACEMENTS, Entry, Placements, Setting
from puzzlebook.printers.trims import unfold_page
from puzzlebook.recipes.order import Order, takes_colour, write_book_recipe
from puzzlebook.typesetting.page import Page
from puzzlebook.typesetting.pdf.document import ALL_SPACES, Attachment, Bookmark, Document, Screen


@dataclass(frozen=True, eq=False)
class BookPages:
    """Everything that a book's pages are made from; iterating makes the pages in order.

    chapters: the sections. entries: the mazes, finished on demand. puzzles, answers: the placements
    of mazes and answers. stories: mapping from page number to the rows of story above its mazes.
    facing: the placements of the right halves of mazes over two pages.
    """

    setting: Setting
    planned_pages: Sequence[PlannedPage]
    chapters: Sequence[openers.Chapter]
    entries: Mapping[int, Entry]
    puzzles: Placements
    answers: Placements
    stories: Mapping[int, Sequence[str]]
    facing: Placements = field(default_factory=lambda: NO_PLACEMENTS)

    def make_page(self, planned: PlannedPage, number: int) -> Page:
        """Make a planned page."""
        kind = KINDS.get(planned.kind)
        if kind and kind.page:
            return kind.page(self.setting, number)
        return PAGE_MAKERS[planned.kind](self, planned, number)

    def __iter__(self) -> Iterator[Page]:
        for number, planned in enumerate(self.planned_pages, 1):
            yield self.make_page(planned, number)

    def alone(self, number: int) -> Iterator[Page]:
        """Yield the pages of one maze and of its answer, without other mazes on them."""
        placements = self.puzzles, self.facing, self.answers
        for page in (kind.pages.get(number) for kind in placements):
            if page is not None:
                yield self.make_page(self.planned_pages[page - 1]._replace(mazes=(number,)), page)


# Makers of pages that need more than the setting


def _how_to_page(pages: BookPages, planned: PlannedPage, number: int) -> Page:
    if pages.setting.is_tactile:
        from puzzlebook.books.pages.touch import lay_out_touch_page

        return lay_out_touch_page(pages.setting, number)
    from puzzlebook.books.pages.how_to import RoomsShown, lay_out_how_to_page

    shown = None
    for chapter in pages.chapters:
        if chapter.whole:
            room = pages.entries[chapter.numbers[0]].maze.room
            shown = room and RoomsShown(room, chapter.whole)
            break
    return lay_out_how_to_page(pages.setting, number, shown)


def _plan_page(pages: BookPages, planned: PlannedPage, number: int) -> Page:
    from puzzlebook.books.pages.rooms import lay_out_plan

    chapter = next(chapter for chapter in pages.chapters if chapter.whole)
    rooms = [pages.entries[number].maze for number in chapter.numbers]
    return lay_out_plan(pages.setting, number, rooms, planned.part)


def _contents_page(pages: BookPages, planned: PlannedPage, number: int) -> Page:
    from puzzlebook.books.pages import contents

    setting, rows = pages.setting, []
    for chapter, page in _list_section_starts(pages):
        heading = setting.heading(chapter.part)
        mazes = openers.describe_mazes(setting, chapter.numbers)
        stars = chapter.stars if setting.has_stars else None
        # Those who are not rated still see how long a maze takes, unless they are small children.
        is_timed = chapter.stars and (setting.has_stars or setting.is_large_print)
        minutes = contents.describe_minutes(setting, chapter.minutes) if is_timed else ""
        note = contents.join_notes(mazes if heading else "", minutes)
        rows.append(contents.ContentsRow(heading or mazes, note, page, stars))
    key = next(
        (page for page, planned in enumerate(pages.planned_pages, 1) if planned.kind == "key"), None
    )
    if key:
        rows.append(contents.ContentsRow(setting.words("contents_answers"), "", key))
    quest = _find_quest(pages) if setting.has_quest else None
    return contents.lay_out_contents(setting, number, rows, planned.part, quest)


def _find_quest(pages: BookPages) -> tuple[str, int] | None:
    """Return the piece that lies in the most mazes of a book, and their number; None if none lies
    in two."""
    from puzzlebook.maze_art.figures import FINDS

    counts = Counter(
        figure.piece
        for entry in pages.entries.values()
        for figure in entry.maze.plate.figures
        if figure.layer == FINDS
    )
    piece, count = max(counts.items(), key=lambda pair: (pair[1], pair[0]), default=("", 0))
    return (piece, count) if count > 1 else None


def _list_section_starts(pages: BookPages) -> Iterator[tuple[openers.Chapter, int]]:
    """Yield each section with the number of its first page."""
    first_pages: dict[int, int] = {}
    for number, planned in enumerate(pages.planned_pages, 1):
        if planned.kind in ("opener", "puzzles"):
            first_pages.setdefault(planned.part, number)
    for index, chapter in enumerate(pages.chapters):
        yield chapter, first_pages[index]


def _puzzle_page(pages: BookPages, planned: PlannedPage, number: int) -> Page:
    placed = [(pages.entries[maze], pages.puzzles[maze]) for maze in planned.mazes]
    answer_pages = [pages.answers.pages.get(maze) for maze in planned.mazes]
    return puzzles.lay_out_puzzle_page(
        pages.setting,
        placed,
        number,
        answer_pages,
        pages.stories[number],
        _find_room_pages(pages, planned),
    )


def _facing_page(pages: BookPages, planned: PlannedPage, number: int) -> Page:
    from puzzlebook.books.pages.spread import lay_out_facing_page

    (maze,) = planned.mazes
    return lay_out_facing_page(pages.setting, pages.entries[maze], pages.facing[maze], number)


def _find_room_pages(pages: BookPages, planned: PlannedPage) -> Mapping[int, int]:
    """Return a mapping from the rooms of a section, by the numbers on their signs, to their
    pages."""
    chapter = pages.chapters[planned.part] if pages.chapters else None
    if chapter is None or not chapter.part.section.doors:
        return {}
    return {room: pages.puzzles.pages[maze] for room, maze in enumerate(chapter.numbers, 1)}


def _answer_page(pages: BookPages, planned: PlannedPage, number: int) -> Page:
    placed = [(pages.entries[maze], pages.answers[maze]) for maze in planned.mazes]
    puzzle_pages = [pages.puzzles.pages[maze] for maze in planned.mazes]
    first = planned.part == 0
    paths = list(_list_room_paths(pages)) if first else ()
    return answers.lay_out_answer_page(pages.setting, placed, number, puzzle_pages, first, paths)


def _list_room_paths(pages: BookPages) -> Iterator[str]:
    """Yield the solution path through the rooms of each section that has rooms, one line per
    section."""
    for chapter in pages.chapters:
        if chapter.whole:
            from puzzlebook.books.pages.rooms import list_path_signs

            rooms = [pages.entries[number].maze.room for number in chapter.numbers]
            yield list_path_signs(pages.setting, [room for room in rooms if room])


PAGE_MAKERS: Mapping[str, Callable[[BookPages, PlannedPage, int], Page]] = {
    "blank": lambda pages, planned, number: pages.setting.sheet.page(number),
    "how-to": _how_to_page,
    "plan": _plan_page,
    "contents": _contents_page,
    "opener": lambda pages, planned, number: openers.lay_out_opener(
        pages.setting, number, pages.chapters[planned.part]
    ),
    "puzzles": _puzzle_page,
    FACING: _facing_page,
    "key": _answer_page,
    "notes": lambda pages, planned, number: back.lay_out_notes(
        pages.setting, number, planned.part == 0
    ),
}
"""Mapping from the kind of a page to its maker, for pages that need more than the setting."""


# The files


def list_printouts(pages: BookPages) -> Iterator[Printout]:
    """Yield the PDF files of a book."""
    order = pages.setting.order
    if order.recipe.pdf != "screen":
        yield Printout(f"{order.name}.pdf", partial(iter, pages), _print_document(order))
    if order.recipe.pdf != "print":
        yield Printout(
            f"{order.name}-screen.pdf",
            partial(iter, pages),
            _screen_document(order, _make_outline(pages)),
        )
    if order.recipe.booklet:
        yield Printout(
            f"{order.name}-booklet.pdf", partial(_impose_booklet, pages), make_document(order)
        )


def _impose_booklet(pages: BookPages) -> Iterator[Page]:
    """Yield the sides of a booklet's sheets, each with two pages side by side."""
    from puzzlebook.typesetting.imposition import impose

    recipe = pages.setting.recipe
    paper = unfold_page(recipe.page)
    return impose(list(pages), paper.height, paper.width, pages.setting.words.right_to_left)


def _print_document(order: Order) -> Document:
    """Return the description of the file for the printer, with no more metadata than the printer
    accepts."""
    printer = order.printer
    spaces = printer.spaces or ALL_SPACES
    if "metadata" in printer.refused | printer.unwanted:
        return Document(spaces=spaces)
    return make_document(order)._replace(
        spaces=spaces,
        condition=printer.condition,
        max_ink=printer.max_ink,
        overprints=takes_colour(order.recipe, printer),
    )


def _screen_document(order: Order, outline: tuple[Bookmark, ...]) -> Document:
    """Return the description of the file for screens, with bookmarks, and with the recipe
    attached."""
    attached = Attachment(
        "recipe.toml",
        write_book_recipe(order),
        "The recipe that makes this book again",
        "application/toml",
    )
    return make_document(order)._replace(
        screen=Screen(outline, (attached,), order.recipe.page.clear is not None)
    )


def _make_outline(pages: BookPages) -> tuple[Bookmark, ...]:
    """Return the bookmarks: the parts of the book and, below each section, its mazes."""
    setting = pages.setting
    words = setting.words
    parts = [
        Bookmark(words(KINDS[planned.kind].phrase), number)
        for number, planned in enumerate(pages.planned_pages, 1)
        if planned.kind in KINDS and not planned.part and words(KINDS[planned.kind].phrase)
    ]
    for chapter, page in _list_section_starts(pages):
        mazes = (
            Bookmark(setting.name_maze(chapter.part, maze), pages.puzzles.pages[maze])
            for maze in chapter.numbers
        )
        title = setting.heading(chapter.part) or openers.describe_mazes(setting, chapter.numbers)
        parts.append(Bookmark(title, page, tuple(mazes)))
    return tuple(sorted(parts, key=lambda part: part.page))
