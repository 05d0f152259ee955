"""A plan: all that is to be written of a book, a class set or loose sheets, whichever it is. They
differ in its rows.

`book_plan` plans books and loose sheets, `classes.class_plan` class sets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from puzzlebook.books.planning.setting import Entry, Placements, Setting
from puzzlebook.recipes.order import Order
from puzzlebook.typesetting.page import Page
from puzzlebook.typesetting.pdf.document import Document

Texts = Sequence[tuple[str, str]]
"""Texts of the user's that are printed, each with its place in the recipe."""


class Printout(NamedTuple):
    """One PDF file of a plan: its name, what makes its pages, and what the file says of itself."""

    name: str
    pages: Callable[[], Iterable[Page]]
    about: Document


class Plan(NamedTuple):
    """What is to be written, every maze drawn; those of a book are finished as they are asked for
    (`book_plan.Coming`).

    entries: the mazes by their numbers, in order. puzzles, answers: where each and its answer
    stand, as printed. pages: how many the book's own file has. texts: those of the user's; stories:
    the rows above mazes, by page. printouts: the PDF files. alone: the pages of one maze and of its
    answer, by its number.
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


def mirror_standings(setting: Setting, standings: Placements) -> Placements:
    """Where things stand on the finished pages, which may be mirrored."""
    if not setting.sheet.right:
        return standings
    return standings.moved(setting.sheet.placed)


def make_document(order: Order) -> Document:
    """What a file says of itself: title, author, language."""
    book, words = order.recipe.book, order.words
    return Document(
        book.title, book.author or "", words.language, right_to_left=words.right_to_left
    )
