"""Lists of gifts, each line of which becomes a book: its cells fill the blanks, such as `{name}`,
in a recipe's texts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from puzzlebook.class_lists.class_list import (
    limit_remarks,
    read_copies,
    read_names,
    select_pupil_rows,
)
from puzzlebook.class_lists.columns import NO_BLANKS, Blanks, Columns, find_columns
from puzzlebook.class_lists.list_files import Row, read_rows
from puzzlebook.class_lists.name_checks import find_doubtful_names
from puzzlebook.ground.faults import Fault, Refused, refuse
from puzzlebook.recipes.other_names import find_language, normalize
from puzzlebook.recipes.values import check_pupil_name

NAME = "name"
_BLANK = re.compile(r"\{([^{}]{1,60})\}")
_MAX_BOOKS = 1_000


class GiftLine(NamedTuple):
    """A line of a list.

    row: its number in the file. cells: mapping from the normalized titles of columns to cells.
    language: the language of the book; None for the recipe's. copies: how many copies of the book
    are wanted.
    """

    row: int
    name: str
    cells: Mapping[str, str]
    language: str | None
    copies: int = 1


class GiftList(NamedTuple):
    """The lines of a list, the titles of its columns, and remarks on how it was read."""

    lines: Sequence[GiftLine]
    titles: Sequence[str]
    remarks: Sequence[str]


def read_gift_list(
    path: Path, where: str = "--names", name_column: str | None = None, blanks: Blanks = NO_BLANKS
) -> GiftList:
    """Read the lines of a file. A file is refused if it has no names or too many, or if several
    columns could be the names.

    name_column: the title of the column of names. blanks: the blanks in the texts of the book.
    """
    where = f"{where}: {path}"
    rows, file_remarks = read_rows(path, where)
    columns, rows, column_remarks = find_columns(rows, where, name_column, blanks)
    rows, row_remarks = select_pupil_rows(rows, columns)
    if not rows:
        raise refuse(where, "holds no names", "give a CSV file with one book per line")
    if len(rows) > _MAX_BOOKS:
        raise refuse(where, f"holds {len(rows):,} names", f"at most {_MAX_BOOKS:,} books at once")
    names, name_remarks = read_names(rows, columns)
    header = columns.header.cells if columns.header else ()
    titles = [NAME, *(cell for cell in header if cell and normalize(cell) != NAME)]
    lines = [
        _read_line(row, name, columns, f"{where}: row {row.number}")
        for row, name in zip(rows, names, strict=True)
    ]
    copies = [
        f"row {line.row}: {line.copies} copies of the book for {line.name} are wanted"
        for line in lines
        if line.copies > 1
    ]
    remarks = [
        *column_remarks[:1],
        *file_remarks,
        *column_remarks[1:],
        *row_remarks,
        *name_remarks,
        *find_doubtful_names(rows, names, "a book"),
        *copies,
    ]
    remarks = [remark for remark in remarks if "ignored" not in remark]
    return GiftList(lines, titles, limit_remarks(remarks, path.name))


def _read_line(row: Row, name: str, columns: Columns, where: str) -> GiftLine:
    if not name:
        raise refuse(where, "has no name", "write a name in every row that is not empty")
    try:
        check_pupil_name(name)
        cell = columns.cell(row, "language")
        language = find_language(cell) if cell else None
    except ValueError as error:
        what = str(error).removeprefix(": ")
        raise refuse(where, what, "give a name and a built-in language") from None
    copies = read_copies(columns.cell(row, "copies"), where)
    if isinstance(copies, Fault):
        raise Refused(copies)
    titled = zip(columns.header.cells, row.cells, strict=False) if columns.header else ()
    cells = {**{normalize(title): cell for title, cell in titled}, NAME: name}
    return GiftLine(row.number, name, cells, language, copies or 1)


def find_blanks(tables: Any) -> list[str]:
    """List the blanks in the texts of a recipe's tables, in order, without repeats."""
    if isinstance(tables, str):
        return _BLANK.findall(tables)
    values = tables.values() if isinstance(tables, Mapping) else tables
    if not isinstance(tables, Mapping | list | tuple):
        return []
    return list(dict.fromkeys(blank for value in values for blank in find_blanks(value)))


def fill_blanks(tables: Mapping[str, Any], line: GiftLine) -> tuple[dict[str, Any], list[str]]:
    """Fill the blanks in the texts of a recipe's tables from a line. Return the tables, and remarks
    on empty cells.

    If the cell for a blank is empty, the clause with this blank is left out, as in "For {name},
    from {giver}"; clauses end at commas. A text of which no clause remains is left out. A title
    with an empty blank is refused.
    """
    remarks: dict[str, None] = {}
    return _fill_value(tables, line, (), remarks), [*remarks]


def _fill_value(value: Any, line: GiftLine, keys: tuple[str, ...], remarks: dict[str, None]) -> Any:
    """Fill the blanks in the value at these keys; return None for a text that is left out."""
    if isinstance(value, str):
        return _fill_text(value, line, keys, remarks) if _BLANK.search(value) else value
    if isinstance(value, Mapping):
        filled = {
            key: _fill_value(item, line, (*keys, key), remarks) for key, item in value.items()
        }
        return {key: item for key, item in filled.items() if item is not None}
    if isinstance(value, list | tuple):
        items = (_fill_value(item, line, keys, remarks) for item in value)
        return [item for item in items if item is not None]
    return value


def _fill_text(
    text: str, line: GiftLine, keys: tuple[str, ...], remarks: dict[str, None]
) -> str | None:
    """Fill the blanks in a text; return None if it is left out."""
    empty = [blank for blank in _BLANK.findall(text) if not line.cells.get(normalize(blank))]
    if empty and keys == ("book", "title"):
        what = f'the column "{empty[0]}" is empty, and the title needs it'
        raise refuse("book.title", what, "fill it in")
    clauses = text.split(",") if empty else [text]
    clauses = [clause for clause in clauses if not set(empty) & set(_BLANK.findall(clause))]
    filled = _BLANK.sub(lambda blank: line.cells[normalize(blank[1])], ",".join(clauses))
    filled = " ".join(filled.split())
    if empty:
        result = f'says "{filled}"' if filled else "is left out"
        remark = f'row {line.row}: the column "{empty[0]}" is empty, so the {keys[-1]} {result}'
        remarks[remark] = None
    return filled or None
