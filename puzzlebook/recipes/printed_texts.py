"""The keys of a recipe whose texts are printed, so that the book's fonts need glyphs for them.

These keys are marked in their types in `recipe.Recipe`, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Flag, auto

from pydantic import BaseModel


class PrintedMark(Flag):
    """The places where a key's text is printed: inside a book, on its cover, on worksheets."""

    BOOK = auto()
    COVER = auto()
    SHEETS = auto()


IN_BOOK, ON_COVER, ON_SHEETS = PrintedMark.BOOK, PrintedMark.COVER, PrintedMark.SHEETS
IN_BOOK_AND_COVER = IN_BOOK | ON_COVER
EVERYWHERE = IN_BOOK | ON_COVER | ON_SHEETS


def list_printed_texts(
    table: BaseModel, place: str, where: PrintedMark
) -> Iterator[tuple[str, str]]:
    """Yield the key and the text of everything in a recipe's table that is printed at these places.

    place: the table's name in the recipe. where: the places.
    """
    for key, field in type(table).model_fields.items():
        mark = next((mark for mark in field.metadata if isinstance(mark, PrintedMark)), None)
        if mark is not None and mark & where and (value := getattr(table, key)):
            texts = (value,) if isinstance(value, str) else value
            yield from ((f"{place}.{key}", text) for text in texts)
