"""Reading the file of a list as rows of cells: CSV in any encoding, or an Excel workbook.

Encodings: UTF-8, with or without a byte order mark; UTF-16; otherwise a code page (`code_pages`).
Delimiters: comma, semicolon, tab or vertical bar. Rows are numbered from 1, as in a spreadsheet.
"""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from puzzlebook.class_lists.code_pages import decode, is_binary
from puzzlebook.class_lists.header_words import header_score
from puzzlebook.class_lists.other_files import check_is_list
from puzzlebook.class_lists.size_limits import MAX_COLUMNS, expect_bounded, trim_empty_end
from puzzlebook.ground.faults import refuse
from puzzlebook.ground.regular_files import read_regular_file

MAX_BYTES = 5_000_000

ALLOWED = "give a CSV file with one pupil per line"
DELIMITERS = ",;\t|"
_TOO_LARGE = "is too large for a list of names"
_NO_DELIMITER = "\x1f"
"""A character that no name contains; it serves as the delimiter if each line is a name."""

_ZIP = b"PK\x03\x04"
_AS_CSV = "export it as CSV (Save as, type CSV)"
_OPEN = "open it in a spreadsheet program, and save it as CSV or .xlsx"
_AS_UTF8 = "save it as CSV UTF-8 (Excel: Save as, type CSV UTF-8)"
_COPY = "copy the names into a spreadsheet or a text file, one pupil per line, and save that as CSV"
_SIGNATURES = (
    (b"\xd0\xcf\x11\xe0", "is a spreadsheet's own file, of the old kind or with a password (.xls)",
     "save it as .xlsx without a password, or export it as CSV"),
    (b"%PDF", "is a PDF, from which no list can be read", _COPY),
    (b"{\\rtf", "is a text document (RTF)", _COPY),
    (b"\x89PNG", "is a picture", _COPY),
    (b"\xff\xd8\xff", "is a picture", _COPY),
    (b"GIF8", "is a picture", _COPY),
    (b"SQLite format 3", "is a database", _AS_CSV),
)  # fmt: skip
"""The first bytes of files that are not lists, what these files are, and what to do."""

_WEB_PAGE = re.compile(r"\s*<(!doctype\s+html|html|head|meta|table|style|body)\b", re.IGNORECASE)
_XML = re.compile(r"\s*<\?xml\b")


class Row(NamedTuple):
    """A line of a list, and its number in the file."""

    number: int
    cells: Sequence[str]


def _guess_path(path: Path) -> str:
    """Suggest a file of the same name but with an extension; otherwise say which files are
    accepted."""
    siblings = sorted(path.parent.glob("*")) if path.parent.is_dir() and not path.suffix else []
    for sibling in siblings:
        if sibling.is_file() and sibling.stem.lower() == path.name.lower():
            return f"did you mean {sibling.name}?"
    return ALLOWED


def read_rows(path: Path, where: str) -> tuple[list[Row], list[str]]:
    """Return the rows of a file that are not empty, and remarks on how they were read."""
    content = read_regular_file(path, where, MAX_BYTES, _guess_path(path), too_large=_TOO_LARGE)
    check_is_list(path, content, where)
    if content.startswith(_ZIP):
        from puzzlebook.class_lists.workbooks import read_sheet

        numbered, remarks = read_sheet(content, where)
        rows = [Row(number, [tidy(cell) for cell in cells]) for number, cells in numbered]
    else:
        text, remarks = decode_text(content, where)
        rows = parse_rows(text, where)
    rows = [row for row in rows if any(row.cells)]
    if not rows:
        raise refuse(where, "is empty", ALLOWED)
    return rows, remarks


def decode_text(content: bytes, where: str) -> tuple[str, list[str]]:
    """Decode the text of a file; return it with a remark if the encoding had to be guessed."""
    for signature, what, allowed in _SIGNATURES:
        if content.startswith(signature):
            raise refuse(where, what, allowed)
    if not content.strip():
        raise refuse(where, "is empty", ALLOWED)
    decoded = decode(content)
    if decoded is None or is_binary(decoded.text):
        if decoded or is_binary(content.decode("ascii", "ignore")):
            raise refuse(where, "is not text", ALLOWED)
        raise refuse(where, "is in an unknown code page", _AS_UTF8)
    text = decoded.text
    if not text.strip():
        raise refuse(where, "is empty", ALLOWED)
    if _WEB_PAGE.match(text):
        raise refuse(where, "is a web page, whatever its name", _OPEN)
    if _XML.match(text):
        raise refuse(where, "is a spreadsheet as XML", _OPEN)
    return text, list(_report_guess(text, decoded.code_page))


def _report_guess(text: str, code_page: str) -> Iterator[str]:
    """Yield a remark on a guessed code page, with an example of letters that may be wrong, if
    possible from below the titles."""
    lines = [line.strip() for line in text.splitlines()]
    examples = [line for line in lines if not line.isascii()]
    if code_page and examples:
        example = next((line for line in examples if line != lines[0]), examples[0])[:60]
        yield f'read as {code_page}: "{example}"; if a letter is wrong, save the list as CSV UTF-8'


def parse_rows(text: str, where: str) -> list[Row]:
    """Split the lines of a text into cells."""
    first, *rest = text.split("\n", 1)
    directive = first.strip().lower()
    if directive.startswith("sep=") and len(directive) == 5:  # Excel's own directive
        text = "".join(rest)
        skipped, delimiter = 1, directive[-1]
    else:
        skipped, delimiter = 0, ""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    try:
        delimiter = delimiter or _guess_delimiter(text) or _NO_DELIMITER
        reader = csv.reader(
            (f"{line}\n" for line in lines), delimiter=delimiter, skipinitialspace=True
        )
        return [*_number_rows(reader, skipped, where)]
    except csv.Error as error:
        raise refuse(where, f"cannot be read as CSV: {error}", ALLOWED) from None


def tidy(cell: str) -> str:
    """Normalize a cell to Unicode's form C, and strip white space from its ends."""
    return unicodedata.normalize("NFC", cell).strip(" \t\u00a0\ufeff")


def _number_rows(reader: Any, skipped: int, where: str) -> Iterator[Row]:
    """Yield the rows of a CSV reader that are not empty, each with the number of its first line."""
    last_line, count = skipped, 0
    for cells in reader:
        row = Row(last_line + 1, [tidy(cell) for cell in trim_empty_end(cells)])
        if row.cells:
            count += 1
            expect_bounded(count, len(row.cells), where)
            yield row
        last_line = reader.line_num + skipped


def _guess_delimiter(text: str) -> str | None:
    """Guess the delimiter of cells; return None if each line is a name.

    The best header among the first lines decides. Without a header, the delimiter is the character
    that splits the most lines, and more than half of them, into an equal number of cells.
    """
    lines = [line for line in text.splitlines() if line.strip()][:200]
    if delimiter := _find_header_delimiter(lines[:MAX_ABOVE]):
        return delimiter
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


def _find_header_delimiter(lines: Sequence[str]) -> str | None:
    """Return the delimiter of the line with the most known titles; None if no line has any."""
    scores = {
        (line, character): header_score(
            [tidy(cell.strip('" ')) for cell in line.split(character, MAX_COLUMNS)]
        )
        for line in lines
        for character in DELIMITERS
        if character in line
    }
    best = max(scores, key=lambda split: scores[split], default=None)
    return best[1] if best and scores[best] else None


MAX_ABOVE = 10
"""The number of rows at the top of a file that are searched for the header."""
