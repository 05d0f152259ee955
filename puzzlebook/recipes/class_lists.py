"""A class list: the CSV file that a school office or a spreadsheet exports, read as pupils.

Encoding: UTF-8, with or without a byte order mark; UTF-16 with one; else Windows-1252. Delimiter: comma, semicolon or
tab. A header is known by the names of its columns (`templates/class_lists.toml`); columns that we do not know are left
alone. Without a header the first column is the name and nothing else is read, and where every comma is followed by a
space the lines themselves are names ("Berg, Mia").

A name is kept as it is written, in Unicode's normal form C, without white space at its ends: it is what the pupil's
maze is drawn from. Rows are counted as a spreadsheet counts them, from 1.
"""

from __future__ import annotations

import csv
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from puzzlebook import templates
from puzzlebook.faults import Fault, Refused, refuse
from puzzlebook.recipes.values import LEVELS, MOST_COPIES, PRINTS, check_pupil_name
from puzzlebook.regular_files import content_of

MOST_NAMES = 10_000
MOST_BYTES = 5_000_000

_DELIMITERS = ",;\t"
_NO_DELIMITER = "\x1f"
"""Where lines are names, a character that stands in none parts them."""

_ALLOWED = "a list of names as CSV, one pupil a line"
_TOO_LARGE = "is too large for a list of names"
_SPREADSHEETS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""How the files of spreadsheet programs begin: .xlsx and .ods are zip archives, .xls is a compound file."""


class Row(NamedTuple):
    """A line of a list, and its number in the file."""

    number: int
    cells: Sequence[str]


def read_class_list(path: Path, where: str = "--names") -> list[dict[str, object]]:
    """The pupils of a file, as the tables that a recipe has for them; refused with every fault, each with its row."""
    where = f"{where}: {path}"
    rows = rows_of(text_of(content_of(path, where, MOST_BYTES, _ALLOWED, too_large=_TOO_LARGE), where), where)
    columns = _columns(rows[0])
    if columns and not columns.keys() & {"name", "first", "last"}:
        raise refuse(where, "has no column of names", f"a column called name, beside {', '.join(columns)}")
    pupils = rows[1:] if columns else rows
    if not pupils:
        raise refuse(where, "holds no names", _ALLOWED)
    if len(pupils) > MOST_NAMES:
        raise refuse(where, f"holds {len(pupils):,} names", f"at most {MOST_NAMES:,}")
    read = [_pupil(row, columns or {"name": 0}, f"{where}: row {row.number}") for row in pupils]
    if faults := [fault for _, found in read for fault in found]:
        raise Refused(faults)
    return [pupil for pupil, _ in read]


def text_of(content: bytes, where: str) -> str:
    """The text of a file in whichever encoding it was saved."""
    if content.startswith(_SPREADSHEETS):
        raise refuse(where, "is a spreadsheet's own file, whatever its name", "export it as CSV (Save as, type CSV)")
    if not content.strip():
        raise refuse(where, "is empty", _ALLOWED)
    encodings = ("utf-16",) if content[:2] in (b"\xff\xfe", b"\xfe\xff") else ("utf-8-sig", "cp1252")
    for encoding in encodings:
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if not text.strip():
            raise refuse(where, "is empty", _ALLOWED)
        if not _is_binary(text):
            return text
    raise refuse(where, "is not text", _ALLOWED)


def rows_of(text: str, where: str) -> list[Row]:
    """The lines of a list that are not empty, cut into cells."""
    first, *rest = text.split("\n", 1)
    said = first.strip().lower()
    if said.startswith("sep=") and len(said) == 5:  # a line that Excel writes for itself
        text = "".join(rest)
        skipped, delimiter = 1, said[-1]
    else:
        skipped, delimiter = 0, ""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    try:
        delimiter = delimiter or _delimiter(text) or _NO_DELIMITER
        reader = csv.reader((f"{line}\n" for line in lines), delimiter=delimiter, skipinitialspace=True)
        rows = [*_numbered(reader, skipped)]
    except csv.Error as error:
        raise refuse(where, f"cannot be read as CSV: {error}", _ALLOWED) from None
    rows = [row for row in rows if any(row.cells)]
    if not rows:
        raise refuse(where, "is empty", _ALLOWED)
    return rows


def _numbered(reader: Any, skipped: int) -> Iterator[Row]:
    """The rows of a reader, each with the number of its first line."""
    last = skipped
    for cells in reader:
        yield Row(last + 1, [_tidy(cell) for cell in cells])
        last = reader.line_num + skipped


def _is_binary(text: str) -> bool:
    """Whether a text holds what no list holds. (Other control characters are a name's own fault.)"""
    strange = sum(unicodedata.category(character) == "Cc" and character not in "\t\n\r\x0b\x0c" for character in text)
    return "\0" in text or strange * 50 > len(text) + 100


def _delimiter(text: str) -> str | None:
    """What parts the cells; None where lines are names.

    A first line with known columns decides. Without one it is the character that stands equally often in the most
    lines, and in most of them.
    """
    lines = [line for line in text.splitlines() if line.strip()][:200]
    for character in _DELIMITERS:
        if character in lines[0] and _columns(Row(1, [_tidy(cell.strip('" ')) for cell in lines[0].split(character)])):
            return character
    counts = {}
    for character in _DELIMITERS:
        cells = [len(row) for row in csv.reader(lines, delimiter=character)]
        usual = max(set(cells), key=lambda count: (cells.count(count), count))
        counts[character] = cells.count(usual) if usual > 1 else 0
    best = max(_DELIMITERS, key=lambda character: counts[character])
    if 2 * counts[best] <= len(lines):
        return "," if any('"' in line for line in lines) else None
    commas = sum(line.count(",") for line in lines)
    is_prose = best == "," and not any('"' in line for line in lines)
    return None if is_prose and commas == sum(line.count(", ") for line in lines) else best


def _columns(row: Row) -> dict[str, int]:
    """The columns that a header names, each with its place; none where the row is no header."""
    found: dict[str, int] = {}
    for place, cell in enumerate(row.cells):
        column = _titles().get(cell.casefold().replace("_", " "))
        if column is not None:
            found.setdefault(column, place)
    return found


@cache
def _titles() -> Mapping[str, str]:
    """What each title of a column means."""
    rows = tomllib.loads((templates.folder() / "class_lists.toml").read_text(encoding="utf-8"))
    return {title: column for column, titles in rows.items() for title in titles}


def _pupil(row: Row, columns: Mapping[str, int], where: str) -> tuple[dict[str, object], list[Fault]]:
    """The pupil in a row as a recipe's table, and what is wrong with it."""
    cells = {column: row.cells[place] for column, place in columns.items() if place < len(row.cells)}
    name = cells.get("name") or " ".join(filter(None, (cells.get("first"), cells.get("last"))))
    faults = list(_name_faults(name, where))
    pupil: dict[str, object] = {"name": name}
    for column, allowed in (("level", LEVELS), ("print", PRINTS)):
        value = _number(cells.get(column, "").casefold())
        if value in allowed:
            pupil[column] = value
        elif value:
            what = f'"{cells[column]}" is not known'
            faults.append(Fault(f"{where}: {column}", what, f"allowed: {_listed(allowed)}"))
    if cells.get("group"):
        pupil["group"] = cells["group"]
        faults += _text_faults(cells["group"], f"{where}: group")
    copies = _number(cells.get("copies", ""))
    if copies.isdecimal() and 1 <= int(copies[:6]) <= MOST_COPIES:
        pupil["copies"] = int(copies)
    elif copies:
        faults.append(Fault(f"{where}: copies", f'"{copies}" is no number of copies', f"1 to {MOST_COPIES}"))
    return pupil, faults


def _name_faults(name: str, where: str) -> Iterator[Fault]:
    if not name:
        yield Fault(where, "has no name", "a name in every row that is not empty")
        return
    yield from _text_faults(name, where)


def _text_faults(text: str, where: str) -> Iterator[Fault]:
    try:
        check_pupil_name(text)
    except Refused as refused:
        yield from (fault._replace(where=where) for fault in refused.faults)


def _number(text: str) -> str:
    """A whole number as a spreadsheet may write it (`2.0`, `2,0`), or the text as it is."""
    whole = text.removesuffix(".0").removesuffix(",0")
    return whole if whole.isdecimal() else text


def _listed(allowed: Sequence[str]) -> str:
    """The choices; numbers in a row as a range."""
    words = [value for value in allowed if not value.isdecimal()]
    digits = [value for value in allowed if value.isdecimal()]
    return ", ".join(words) + (f", or {digits[0]} to {digits[-1]}" if digits else "")


def _tidy(cell: str) -> str:
    return unicodedata.normalize("NFC", cell).strip(" \t\u00a0\ufeff")
