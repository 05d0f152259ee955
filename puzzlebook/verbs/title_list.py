"""Lists of titles, with a book in each row and a recipe key in each column."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pydantic.fields import FieldInfo

from puzzlebook.class_lists.list_files import ALLOWED, Row, read_rows
from puzzlebook.class_lists.row_faults import join_rows
from puzzlebook.ground.faults import (
    Fault,
    Refused,
    format_choices,
    refuse,
    refuse_any,
    suggest_nearest,
)
from puzzlebook.language.words import WORDLESS
from puzzlebook.recipes.audiences import load_audiences
from puzzlebook.recipes.book_codes import OVERRIDE_ORDER
from puzzlebook.recipes.files import DEFAULT_BOOK
from puzzlebook.recipes.other_names import guess_audience
from puzzlebook.recipes.reading import list_fields
from puzzlebook.recipes.user_files import file_mark

_COLUMN_ALIASES = {"age": "audience", "ages": "audience", "trim": "page", "template": "book"}
_EXCLUDED_KEYS = frozenset(
    (
        *("seed", "avoid", "base", "without", "headings", "about", "section", "pupil", "worksheet"),
        *("margins", "book", "cover", "names", "fonts", "stories", "matter", "doors"),
    )
)
"""Keys that cannot be columns: keys with many values, and keys common to all titles."""
_BOOK, _SPINE = "book", "spine"
_YES, _NO = ("true", "yes", "x"), ("false", "no")
_MAX_TITLES = 200  # most titles in one list
_ALLOWED = 'give a CSV file with a title in each row and a column called "title"'


class TitleLine(NamedTuple):
    """A row of a list. name: the name of its folder. book: the recipe it starts from. given:
    mapping from recipe keys to values. spine: the stated spine width, if any."""

    row: int
    name: str
    book: str
    given: Mapping[str, object]
    spine: str | None


def read_title_list(path: Path) -> tuple[list[TitleLine], list[str]]:
    """Return a file's rows, and notes about how it was read. Raise `Refused` with the faults of all
    rows, if there are any."""
    where = str(path)
    try:
        (first, *rows), remarks = read_rows(path, where)
    except Refused as refused:
        # The original advice describes a list of pupils.
        raise Refused(
            fault._replace(allowed=_ALLOWED) if fault.allowed == ALLOWED else fault
            for fault in refused.faults
        ) from None
    columns = _find_columns(first.cells, where)
    if not rows:
        raise refuse(where, "holds no titles", _ALLOWED)
    if len(rows) > _MAX_TITLES:
        raise refuse(where, f"holds {len(rows)} titles", f"at most {_MAX_TITLES} in a list")
    lines: list[TitleLine] = []
    faults: list[tuple[int, Fault]] = []
    for row in rows:
        try:
            lines.append(_read_line(row, columns, path.parent))
        except Refused as refused:
            faults += [(row.number, fault) for fault in refused.faults]
    refuse_any(join_rows(faults, where))
    return lines, remarks


def list_columns() -> Mapping[str, str]:
    """Return a mapping from a list's columns to the recipe keys that they set."""
    columns = {key: key for key in list_fields("")}
    columns |= {key: f"cover.{key}" for key in list_fields("cover")}
    columns |= {key: f"book.{key}" for key in list_fields("book")}
    columns |= {
        path.rpartition(".")[2]: path
        for path in OVERRIDE_ORDER
        if not path.startswith("worksheet.")
    }
    plain = {key: path for key, path in columns.items() if key not in _EXCLUDED_KEYS}
    return {**plain, _BOOK: _BOOK, _SPINE: _SPINE}


def _find_columns(titles: Sequence[str], where: str) -> list[str]:
    """Return the recipe key of each column; refused if a column is unknown or duplicated."""
    known = list_columns()
    names = [title.strip().lower().replace(" ", "_") for title in titles]
    names = [_COLUMN_ALIASES.get(name, name) for name in names]
    unknown = [name for name in names if name and name not in known]
    if unknown:
        near = suggest_nearest(unknown[0], known)
        raise refuse(where, f'there is no column called "{unknown[0]}"', near)
    if "title" not in names:
        raise refuse(where, "has no column called title", _ALLOWED)
    twice = [name for name in dict.fromkeys(names) if name and names.count(name) > 1]
    if twice:
        raise refuse(where, f'the column "{twice[0]}" occurs twice', "keep only one")
    return [known[name] if name else "" for name in names]


def _read_line(row: Row, columns: Sequence[str], folder: Path) -> TitleLine:
    cells = {
        column: cell for column, cell in zip(columns, row.cells, strict=False) if column and cell
    }
    book, spine = cells.pop(_BOOK, None), cells.pop(_SPINE, None)
    title = cells.get("book.title", "")
    if not title and cells.get("language") != WORDLESS:
        raise refuse("title", "is empty", 'write a title, or set the column "language" to none')
    name = cells.pop("name", "") or "-".join(title.lower().split())
    if not name:
        raise refuse("name", "is missing", "give a name for the folder of a book without a title")
    audience = cells.pop("audience", None)
    if audience is not None and (found := guess_audience(audience)) is None:
        what = f'there is no age group for "{audience}"'
        raise refuse("audience", what, format_choices(load_audiences()))
    if audience is not None and book is not None:
        cells["audience"] = str(found)
    elif audience is not None:
        book = load_audiences()[str(found)].book
    given = dict(_read_cells(cells, folder))
    if book and ("/" in book or book.endswith(".toml")):
        book = os.path.realpath(folder / book)
    return TitleLine(row.number, name, book or DEFAULT_BOOK, given, spine)


def _read_cells(cells: Mapping[str, str], folder: Path) -> Iterator[tuple[str, object]]:
    """Yield each key with its value; file paths are relative to the list's folder."""

    def find_file(name: str) -> str:
        return os.path.realpath(folder / name)

    for path, cell in cells.items():
        table, _, key = path.rpartition(".")
        field = list_fields(table.removesuffix(".*")).get(key)
        mark = file_mark(field) if field else None
        yield path, mark.rename_files(cell, find_file) if mark else _read_value(field, cell)


def _read_value(field: FieldInfo | None, cell: str) -> Any:
    """Return a cell converted to the type of its key: a number, a boolean, or text."""
    kind = "int" if field is None else str(field.annotation)  # `mazes`, the total, has no field
    if "int" in kind and cell.isdecimal():
        return int(cell)
    if "bool" in kind and cell.lower() in _YES + _NO:
        return cell.lower() in _YES
    return cell
