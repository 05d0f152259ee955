"""The keys of a recipe that are printed as text, for which the book's fonts need glyphs.

These keys are marked in their types in `recipe.Recipe`, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Flag, auto

from pydantic import BaseModel


class PrintedMark(Flag):
    """Where the text of a key is printed: inside a book, on its cover, on worksheets."""

    BOOK = auto()
    COVER = auto()
    SHEETS = auto()


IN_BOOK, ON_COVER, ON_SHEETS = PrintedMark.BOOK, PrintedMark.COVER, PrintedMark.SHEETS
IN_BOOK_AND_COVER = IN_BOOK | ON_COVER
EVERYWHERE = IN_BOOK | ON_COVER | ON_SHEETS


def list_printed_texts(
    table: BaseModel, place: str, where: PrintedMark
) -> Iterator[tuple[str, str]]:
    """Yield the key and the text of whatever a recipe's table prints there.

    place: the table's name in the recipe.
    """
    for key, field in type(table).model_fields.items():
        mark = next((mark for mark in field.metadata if isinstance(mark, PrintedMark)), None)
        if mark is not None and mark & where and (value := getattr(table, key)):
            texts = (value,) if isinstance(value, str) else value
            yield from ((f"{place}.{key}", text) for text in texts)
