"""Which keys of a recipe are printed as text, and where: all that must have glyphs in the book's
fonts.

A key says so by its type in `recipe.Recipe`, with one of the marks below, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Flag, auto

from pydantic import BaseModel


class PrintedMark(Flag):
    """The mark of a key whose text is printed: within a book, on its cover, on worksheets."""

    BOOK = auto()
    COVER = auto()
    SHEETS = auto()


IN_BOOK, ON_COVER, ON_SHEETS = PrintedMark.BOOK, PrintedMark.COVER, PrintedMark.SHEETS
IN_BOOK_AND_COVER = IN_BOOK | ON_COVER
EVERYWHERE = IN_BOOK | ON_COVER | ON_SHEETS


def list_printed_texts(
    table: BaseModel, place: str, where: PrintedMark
) -> Iterator[tuple[str, str]]:
    """The texts of a table of a recipe that are printed there, each with its place in the recipe's
    words."""
    for key, field in type(table).model_fields.items():
        mark = next((mark for mark in field.metadata if isinstance(mark, PrintedMark)), None)
        if mark is not None and mark & where and (found := getattr(table, key)):
            yield from (
                (f"{place}.{key}", text) for text in ((found,) if isinstance(found, str) else found)
            )
