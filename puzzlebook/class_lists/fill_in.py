"""A list whose lines each become a book: what its columns say is filled into a recipe's texts, such
as `{name}`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from puzzlebook.class_lists.class_list import limit_remarks, pupils_rows, read_copies, read_names
from puzzlebook.class_lists.columns import NO_BLANKS, Blanks, Columns, columns_and_rows
from puzzlebook.class_lists.list_files import Row, read_rows
from puzzlebook.class_lists.name_checks import find_doubtful_names
from puzzlebook.ground.faults import Fault, Refused, refuse
from puzzlebook.recipes.other_names import find_language, normalize
from puzzlebook.recipes.values import check_pupil_name

NAME = "name"
_BLANK = re.compile(r"\{([^{}]{1,60})\}")
_ENOUGH = 1_000


class GiftLine(NamedTuple):
    """A line of a list: its row in the file, the name in it, and what it says, by the plain titles
    of its columns.

    copies: how many of its book are wanted.
    """

    row: int
    name: str
    cells: Mapping[str, str]
    language: str | None
    copies: int = 1


class GiftList(NamedTuple):
    """The lines of a list, what its columns are called, and what is good to know of how it was
    read."""

    lines: Sequence[GiftLine]
    titles: Sequence[str]
    remarks: Sequence[str]


def read_gift_list(
    path: Path, where: str = "--names", name_column: str | None = None, blanks: Blanks = NO_BLANKS
) -> GiftList:
    """The lines of a file; refused where it holds no names, or too many, or where it is a question
    which column they are. name_column: the title of that column. blanks: what the texts of the book
    want filled in."""
    where = f"{where}: {path}"
    every, remarks = read_rows(path, where)
    columns, rows, said = columns_and_rows(every, where, name_column, blanks)
    rows, others = pupils_rows(rows, columns)
    if not rows:
        raise refuse(where, "holds no names", "a list of names as CSV, one book a line")
    if len(rows) > _ENOUGH:
        raise refuse(where, f"holds {len(rows):,} names", f"at most {_ENOUGH:,} books at once")
    names, more = read_names(rows, columns)
    titles = columns.header.cells if columns.header else ()
    titles = [NAME, *(cell for cell in titles if cell and normalize(cell) != NAME)]
    lines = [
        _read_line(row, name, columns, f"{where}: row {row.number}")
        for row, name in zip(rows, names, strict=True)
    ]
    copies = [
        f"row {line.row}: {line.copies} copies of the book for {line.name} are wanted"
        for line in lines
        if line.copies > 1
    ]
    told = [
        *said[:1],
        *remarks,
        *said[1:],
        *others,
        *more,
        *find_doubtful_names(rows, names, "a book"),
        *copies,
    ]
    return GiftList(
        lines,
        titles,
        limit_remarks([remark for remark in told if "left alone" not in remark], path.name),
    )


def _read_line(row: Row, name: str, columns: Columns, where: str) -> GiftLine:
    if not name:
        raise refuse(where, "has no name", "a name in every row that is not empty")
    try:
        check_pupil_name(name)
        language = columns.cell(row, "language")
        known = find_language(language) if language else None
    except ValueError as error:
        raise refuse(
            where, str(error).removeprefix(": "), "a name, and a language of ours"
        ) from None
    copies = read_copies(columns.cell(row, "copies"), where)
    if isinstance(copies, Fault):
        raise Refused(copies)
    titled = zip(columns.header.cells, row.cells, strict=False) if columns.header else ()
    cells = {**{normalize(title): cell for title, cell in titled}, NAME: name}
    return GiftLine(row.number, name, cells, known, copies or 1)


def find_blanks(tables: Any) -> list[str]:
    """What the texts of a recipe's tables want filled in, in their order."""
    if isinstance(tables, str):
        return _BLANK.findall(tables)
    values = (
        tables.values()
        if isinstance(tables, Mapping)
        else tables
        if isinstance(tables, list | tuple)
        else ()
    )
    return list(dict.fromkeys(blank for value in values for blank in find_blanks(value)))


def fill_blanks(tables: Mapping[str, Any], line: GiftLine) -> tuple[dict[str, Any], list[str]]:
    """A recipe's tables with what a line says in place of the blanks in their texts; and what empty
    cells leave out.

    Of a text such as "For {name}, from {giver}" only what is between commas and has an empty blank
    is left out; where nothing stays, the text is. A title cannot be.
    """
    told: dict[str, None] = {}
    found = {key: _fill_value(value, line, (key,), told) for key, value in tables.items()}
    return {key: value for key, value in found.items() if value is not None}, [*told]


def _fill_value(value: Any, line: GiftLine, keys: tuple[str, ...], told: dict[str, None]) -> Any:
    """A value at these keys with its blanks filled in; None for a text that is left out."""
    if isinstance(value, str):
        return _fill_text(value, line, keys, told) if _BLANK.search(value) else value
    if isinstance(value, Mapping):
        rows = {key: _fill_value(inner, line, (*keys, key), told) for key, inner in value.items()}
        return {key: inner for key, inner in rows.items() if inner is not None}
    if isinstance(value, list | tuple):
        return [
            inner for each in value if (inner := _fill_value(each, line, keys, told)) is not None
        ]
    return value


def _fill_text(
    text: str, line: GiftLine, keys: tuple[str, ...], told: dict[str, None]
) -> str | None:
    """A text with its blanks filled in, without what has an empty one."""
    empty = [blank for blank in _BLANK.findall(text) if not line.cells.get(normalize(blank))]
    if empty and keys == ("book", "title"):
        raise refuse(
            "book.title", f'the column "{empty[0]}" is empty, and the title needs it', "fill it in"
        )
    clauses = text.split(",") if empty else [text]
    kept = ",".join(clause for clause in clauses if not set(empty) & set(_BLANK.findall(clause)))
    said = " ".join(_BLANK.sub(lambda blank: line.cells[normalize(blank[1])], kept).split())
    if empty:
        rest = f'says "{said}"' if said else "is left out"
        told[f'row {line.row}: the column "{empty[0]}" is empty, so the {keys[-1]} {rest}'] = None
    return said or None
