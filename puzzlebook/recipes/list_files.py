"""The file of a list, whatever program saved it: CSV in any encoding, or an Excel workbook, as rows of cells.

Encoding: UTF-8, with or without a byte order mark; UTF-16; else Windows-1252. Delimiter: comma, semicolon, tab or
upright bar. What is neither text nor a workbook is refused as what it is. Rows are counted as a spreadsheet counts
them, from 1.
"""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from puzzlebook.faults import refuse
from puzzlebook.recipes.other_files import check_is_list
from puzzlebook.regular_files import content_of

MOST_BYTES = 5_000_000

ALLOWED = "a list of names as CSV, one pupil a line"
DELIMITERS = ",;\t|"
_TOO_LARGE = "is too large for a list of names"
_NO_DELIMITER = "\x1f"
"""Where lines are names, a character that stands in none parts them."""

_ZIP = b"PK\x03\x04"
_AS_CSV = "export it as CSV (Save as, type CSV)"
_OPEN = "open it in a spreadsheet program, and save it as CSV or .xlsx"
_COPY = "copy the names into a spreadsheet or a text file, one pupil a line, and save that as CSV"
_STRANGERS = (
    (b"\xd0\xcf\x11\xe0", "is a spreadsheet's own file, of the old kind or with a password (.xls)",
     "save it as .xlsx without a password, or export it as CSV"),
    (b"%PDF", "is a PDF, from which no list can be read", _COPY),
    (b"{\\rtf", "is a text document (RTF)", _COPY),
    (b"\x89PNG", "is a picture", _COPY),
    (b"\xff\xd8\xff", "is a picture", _COPY),
    (b"GIF8", "is a picture", _COPY),
    (b"SQLite format 3", "is a database", _AS_CSV),
)  # fmt: skip
"""How files begin that are no lists, what each is, and what to do."""

_WEB_PAGE = re.compile(r"\s*<(!doctype\s+html|html|head|meta|table|style|body)\b", re.IGNORECASE)
_XML = re.compile(r"\s*<\?xml\b")


class Row(NamedTuple):
    """A line of a list, and its number in the file."""

    number: int
    cells: Sequence[str]


IsHeader = Callable[[Sequence[str]], bool]
"""Whether cells are the titles of columns."""


def _meant(path: Path) -> str:
    """The list beside a path that is called so but for its ending; else what is allowed."""
    beside = sorted(path.parent.glob("*")) if path.parent.is_dir() and not path.suffix else []
    found = [each.name for each in beside if each.is_file() and each.stem.lower() == path.name.lower()]
    return f"did you mean {found[0]}?" if found else ALLOWED


def rows_in(path: Path, where: str, is_header: IsHeader) -> tuple[list[Row], list[str]]:
    """The rows of a file that are not empty, and what is good to know of how they were read."""
    content = content_of(path, where, MOST_BYTES, _meant(path), too_large=_TOO_LARGE)
    check_is_list(path, content, where)
    if content.startswith(_ZIP):
        from puzzlebook.recipes.workbooks import sheet_in

        numbered, remarks = sheet_in(content, where)
        rows = [Row(number, [tidy(cell) for cell in cells]) for number, cells in numbered]
    else:
        rows, remarks = rows_of(text_of(content, where), where, is_header), []
    rows = [row for row in rows if any(row.cells)]
    if not rows:
        raise refuse(where, "is empty", ALLOWED)
    return rows, remarks


def text_of(content: bytes, where: str) -> str:
    """The text of a file in whichever encoding it was saved."""
    for begins, what, allowed in _STRANGERS:
        if content.startswith(begins):
            raise refuse(where, what, allowed)
    if not content.strip():
        raise refuse(where, "is empty", ALLOWED)
    for encoding in _encodings(content):
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if not text.strip():
            raise refuse(where, "is empty", ALLOWED)
        if _WEB_PAGE.match(text):
            what = "is a web page, whatever its name"
            raise refuse(where, what, _OPEN)
        if _XML.match(text):
            raise refuse(where, "is a spreadsheet as XML", _OPEN)
        if not _is_binary(text):
            return text
    raise refuse(where, "is not text", ALLOWED)


def rows_of(text: str, where: str, is_header: IsHeader) -> list[Row]:
    """The lines of a text, cut into cells."""
    first, *rest = text.split("\n", 1)
    said = first.strip().lower()
    if said.startswith("sep=") and len(said) == 5:  # a line that Excel writes for itself
        text = "".join(rest)
        skipped, delimiter = 1, said[-1]
    else:
        skipped, delimiter = 0, ""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    try:
        delimiter = delimiter or _delimiter(text, is_header) or _NO_DELIMITER
        reader = csv.reader((f"{line}\n" for line in lines), delimiter=delimiter, skipinitialspace=True)
        return [*_numbered(reader, skipped)]
    except csv.Error as error:
        raise refuse(where, f"cannot be read as CSV: {error}", ALLOWED) from None


def tidy(cell: str) -> str:
    """A cell in Unicode's normal form C, without white space at its ends."""
    return unicodedata.normalize("NFC", cell).strip(" \t\u00a0\ufeff")


def _encodings(content: bytes) -> tuple[str, ...]:
    """Those that a file may be in, the likeliest first."""
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return ("utf-16",)
    odd, even = content[1:400:2].count(0), content[:400:2].count(0)
    if abs(odd - even) * 8 > min(len(content), 400):  # every other byte of Latin letters is null
        return ("utf-16-le" if odd > even else "utf-16-be",)
    return ("utf-8-sig", "cp1252")


def _numbered(reader: Any, skipped: int) -> Iterator[Row]:
    """The rows of a reader, each with the number of its first line."""
    last = skipped
    for cells in reader:
        yield Row(last + 1, [tidy(cell) for cell in cells])
        last = reader.line_num + skipped


def _is_binary(text: str) -> bool:
    """Whether a text holds what no list holds. (Other control characters are a name's own fault.)"""
    strange = sum(unicodedata.category(character) == "Cc" and character not in "\t\n\r\x0b\x0c" for character in text)
    return "\0" in text or strange * 50 > len(text) + 100


def _delimiter(text: str, is_header: IsHeader) -> str | None:
    """What parts the cells; None where lines are names.

    A header among the first lines decides. Without one it is the character that stands equally often in the most
    lines, and in most of them.
    """
    lines = [line for line in text.splitlines() if line.strip()][:200]
    for line in lines[:MOST_ABOVE]:
        for character in DELIMITERS:
            if character in line and is_header([tidy(cell.strip('" ')) for cell in line.split(character)]):
                return character
    counts = {}
    for character in DELIMITERS:
        cells = [len(row) for row in csv.reader(lines, delimiter=character)]
        usual = max(set(cells), key=lambda count: (cells.count(count), count))
        counts[character] = cells.count(usual) if usual > 1 else 0
    best = max(DELIMITERS, key=lambda character: counts[character])
    if 2 * counts[best] <= len(lines):
        return "," if any('"' in line for line in lines) else None
    commas = sum(line.count(",") for line in lines)
    is_prose = best == "," and not any('"' in line for line in lines)
    return None if is_prose and commas == sum(line.count(", ") for line in lines) else best


MOST_ABOVE = 10
"""Among so many rows the header is looked for."""
