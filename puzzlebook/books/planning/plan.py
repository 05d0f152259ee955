"""The plan of a book, a class set or loose sheets: everything that is to be written.

`book_plan` plans books and loose sheets; `classes.class_plan` plans class sets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from puzzlebook.books.planning.setting import NO_PLACEMENTS, Entry, Placements, Setting
from puzzlebook.recipes.order import Order
from puzzlebook.typesetting.page import Page
from puzzlebook.typesetting.pdf.document import Document

if TYPE_CHECKING:
    from puzzlebook.books.pages.wall import WholeWall

Texts = Sequence[tuple[str, str]]
"""The user's texts that are printed, each preceded by its key in the recipe."""


class Printout(NamedTuple):
    """One PDF file of a plan. about: the description of the file, with its metadata."""

    name: str
    pages: Callable[[], Iterable[Page]]
    about: Document


class Plan(NamedTuple):
    """Everything that is to be written. All mazes are drawn; those of a book are finished on demand
    (`book_plan.LazyValues`).

    entries: the mazes by number, in order. puzzles, answers: their placements, as printed. pages:
    the number of pages in the book's file. stories: mapping from page number to the rows above its
    mazes. printouts: the PDF files. alone: makes the pages of one maze and of its answer, given its
    number. whole: the wall that the sheets of a class form. facing: the placements of the right
    halves of mazes over two pages.
    """

    setting: Setting
    entries: Mapping[int, Entry]
    puzzles: Placements
    answers: Placements
    pages: int
    texts: Texts
    stories: Mapping[int, Sequence[str]]
    printouts: Sequence[Printout]
    alone: Callable[[int], Iterable[Page]]
    whole: WholeWall | None = None
    facing: Placements = NO_PLACEMENTS


def mirror_placements(setting: Setting, placements: Placements) -> Placements:
    """Return placements as on the finished pages, which are mirrored in right-to-left books."""
    if not setting.sheet.right:
        return placements
    return placements.move(setting.sheet.place_picture)


def make_document(order: Order) -> Document:
    """Return the metadata of a file: title, author, language."""
    book, words = order.recipe.book, order.words
    return Document(
        book.title, book.author or "", words.language, right_to_left=words.right_to_left
    )
