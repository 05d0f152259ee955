"""The pages of a book, or of loose sheets, what makes each of them, and the files into which they
go."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from puzzlebook.books.pages import answers, back, contents, openers, puzzles
from puzzlebook.books.planning.page_kinds import KINDS
from puzzlebook.books.planning.pagination import Leaf
from puzzlebook.books.planning.plan import Printout, make_document
from puzzlebook.books.planning.setting import Entry, Placements, Setting
from puzzlebook.printers.trims import unfold_page
from puzzlebook.recipes.order import Order, write_book_recipe
from puzzlebook.typesetting.imposition import impose
from puzzlebook.typesetting.page import Page
from puzzlebook.typesetting.pdf.document import ALL_SPACES, Attachment, Bookmark, Document, Screen


@dataclass(frozen=True, eq=False)
class BookPages:
    """What a book's pages are made of: its leaves, its sections, its mazes, where these and their
    answers stand, and what is told. entries: the mazes, finished when a page first asks for them.
    stories: the rows above the mazes, by the numbers of the pages.
    """

    setting: Setting
    leaves: Sequence[Leaf]
    chapters: Sequence[openers.Chapter]
    entries: Mapping[int, Entry]
    puzzles: Placements
    answers: Placements
    stories: Mapping[int, Sequence[str]]

    def of(self, leaf: Leaf, number: int) -> Page:
        """The page of a leaf."""
        kind = KINDS.get(leaf.kind)
        return (
            kind.page(self.setting, number)
            if kind and kind.page
            else PAGE_MAKERS[leaf.kind](self, leaf, number)
        )

    def __iter__(self) -> Iterator[Page]:
        """Every page, in order."""
        for number, leaf in enumerate(self.leaves, 1):
            yield self.of(leaf, number)

    def alone(self, number: int) -> Iterator[Page]:
        """The page of one maze, and that of its answer where it has one, as in the book but for
        other mazes."""
        for page in (self.puzzles.pages[number], self.answers.pages.get(number)):
            if page is not None:
                yield self.of(self.leaves[page - 1]._replace(mazes=(number,)), page)


# The pages that take more than the setting


def _contents(pages: BookPages, leaf: Leaf, number: int) -> Page:
    rows = [*_section_rows(pages)]
    if key := next(
        (number for number, leaf in enumerate(pages.leaves, 1) if leaf.kind == "key"), None
    ):
        rows.append(contents.ContentsRow(pages.setting.words("contents_answers"), "", key))
    return contents.lay_out_contents(pages.setting, number, rows, leaf.part)


def _section_rows(pages: BookPages) -> Iterator[contents.ContentsRow]:
    """The sections in the contents."""
    setting = pages.setting
    for chapter, page in _list_section_starts(pages):
        heading, mazes = (
            setting.heading(chapter.part),
            openers.describe_mazes(setting, chapter.numbers),
        )
        stars = chapter.stars if setting.has_stars else None
        yield contents.ContentsRow(heading or mazes, mazes if heading else "", page, stars)


def _list_section_starts(pages: BookPages) -> Iterator[tuple[openers.Chapter, int]]:
    """Each section with the page on which it begins."""
    begins: dict[int, int] = {}
    for number, leaf in enumerate(pages.leaves, 1):
        if leaf.kind in ("opener", "puzzles"):
            begins.setdefault(leaf.part, number)
    for place, chapter in enumerate(pages.chapters):
        yield chapter, begins[place]


def _puzzles(pages: BookPages, leaf: Leaf, number: int) -> Page:
    placed = [(pages.entries[maze], pages.puzzles[maze]) for maze in leaf.mazes]
    answer_pages = [pages.answers.pages.get(maze) for maze in leaf.mazes]
    return puzzles.lay_out_puzzle_page(
        pages.setting, placed, number, answer_pages, pages.stories[number]
    )


def _key(pages: BookPages, leaf: Leaf, number: int) -> Page:
    placed = [(pages.entries[maze], pages.answers[maze]) for maze in leaf.mazes]
    puzzle_pages = [pages.puzzles.pages[maze] for maze in leaf.mazes]
    return answers.lay_out_answer_page(pages.setting, placed, number, puzzle_pages, leaf.part == 0)


PAGE_MAKERS: Mapping[str, Callable[[BookPages, Leaf, int], Page]] = {
    "blank": lambda pages, leaf, number: pages.setting.sheet.page(number),
    "contents": _contents,
    "opener": lambda pages, leaf, number: openers.lay_out_opener(
        pages.setting, number, pages.chapters[leaf.part]
    ),
    "puzzles": _puzzles,
    "key": _key,
    "notes": lambda pages, leaf, number: back.lay_out_notes(pages.setting, number, leaf.part == 0),
}
"""What makes the pages that show more than the setting."""


# The files


def list_printouts(pages: BookPages) -> Iterator[Printout]:
    """The PDF files of a book."""
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
    """The sides of the sheets of a booklet, on the paper that two of its pages make."""
    recipe = pages.setting.recipe
    paper = unfold_page(recipe.page)
    return impose(list(pages), paper.height, paper.width, pages.setting.words.right_to_left)


def _print_document(order: Order) -> Document:
    """The book as the printer takes it: nothing but pages, and no more said of them than is
    allowed."""
    printer = order.printer
    spaces = printer.spaces or ALL_SPACES
    if "metadata" in printer.refused | printer.unwanted:
        return Document(spaces=spaces)
    about = make_document(order)
    return about._replace(spaces=spaces, condition=printer.condition, most_ink=printer.most_ink)


def _screen_document(order: Order, outline: tuple[Bookmark, ...]) -> Document:
    """The book for reading on a screen, with the recipe that makes it again."""
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
    """The bookmarks of the book: its parts and, below each section, its mazes."""
    setting = pages.setting
    words = setting.words
    parts = [
        Bookmark(words(KINDS[leaf.kind].phrase), number)
        for number, leaf in enumerate(pages.leaves, 1)
        if leaf.kind in KINDS and not leaf.part and words(KINDS[leaf.kind].phrase)
    ]
    for chapter, page in _list_section_starts(pages):
        mazes = (
            Bookmark(words("maze", number=maze), pages.puzzles.pages[maze])
            for maze in chapter.numbers
        )
        title = setting.heading(chapter.part) or openers.describe_mazes(setting, chapter.numbers)
        parts.append(Bookmark(title, page, tuple(mazes)))
    return tuple(sorted(parts, key=lambda part: part.page))
