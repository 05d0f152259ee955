"""An Excel workbook (.xlsx) as rows of text: its first sheet that holds anything.

openpyxl reads it, which comes with `puzzlebook[excel]`. Other files that are archives, as workbooks are, are refused as
what they are.
"""

from __future__ import annotations

import io
import shlex
import sys
import warnings
import zipfile
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time
from typing import Any

from puzzlebook.faults import refuse

_MOST_UNPACKED = 100_000_000
_MOST_ROWS, _MOST_COLUMNS = 12_000, 200
_OWN = "is a spreadsheet's own file, whatever its name"
_AS_CSV = "export it as CSV (Save as, type CSV)"
_AS_WORKBOOK = "save it as .xlsx, or export it as CSV"
_COPY = "copy the names into a spreadsheet, one pupil a line"
_ARCHIVES = (
    ("xl/workbook.bin", "is a binary Excel workbook (.xlsb)", _AS_WORKBOOK),
    ("Index/Document.iwa", "is a Numbers spreadsheet", "in Numbers: File, Export To, CSV or Excel"),
    ("Index.zip", "is a Numbers spreadsheet", "in Numbers: File, Export To, CSV or Excel"),
    ("word/document.xml", "is a Word document", _COPY),
    ("ppt/presentation.xml", "is a presentation", _COPY),
)
"""A member by which an archive is known, what it is, and what to do."""
_OPEN_DOCUMENTS = (
    ("spreadsheet", "is an OpenDocument spreadsheet (.ods)", _AS_WORKBOOK),
    ("text", "is an OpenDocument text (.odt)", _COPY),
)


def sheet_in(content: bytes, where: str) -> tuple[list[tuple[int, list[str]]], list[str]]:
    """The rows of a workbook's first sheet that holds anything, each with its number, and what is left out."""
    _expect_workbook(content, where)
    try:
        from openpyxl import load_workbook
    except ImportError:
        command = f"{shlex.quote(sys.executable)} -m pip install openpyxl"
        what = "is an Excel workbook, and what reads those is not installed"
        raise refuse(where, what, f"{_AS_CSV}, or install puzzlebook[excel]", command) from None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of looks that it does not know
            book = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
            filled = [(sheet.title, rows) for sheet in _sheets(book) if (rows := list(_rows(sheet)))]
    except Exception as error:  # a damaged workbook ends in whatever it likes
        raise refuse(where, f"cannot be read as an Excel workbook ({type(error).__name__})", _AS_CSV) from None
    if not filled:
        return [], []
    (title, rows), *others = filled
    left = ", ".join(f'"{name}"' for name, _ in others)
    return rows, [f'the names are those of the sheet "{title}"; left alone: {left}'] if others else []


def _expect_workbook(content: bytes, where: str) -> None:
    """Refused unless an archive is a workbook of bounded size."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = {member.filename: member.file_size for member in archive.infolist()}
            kind = archive.read("mimetype")[:200].decode("latin-1") if "mimetype" in members else ""
    except Exception:  # what an archive's reader says of a damaged one is of many kinds
        raise refuse(where, _OWN, _AS_CSV) from None
    for member, what, allowed in _ARCHIVES:
        if member in members:
            raise refuse(where, what, allowed)
    for name, what, allowed in _OPEN_DOCUMENTS:
        if kind.endswith(name):
            raise refuse(where, what, allowed)
    if "xl/workbook.xml" not in members:
        raise refuse(where, "is an archive (.zip), and no workbook", "unpack it, and name the list in it")
    if sum(members.values()) > _MOST_UNPACKED:
        raise refuse(where, "is too large for a list of names", _AS_CSV)


def _sheets(book: Any) -> Iterator[Any]:
    """The sheets with cells, but for those that are hidden."""
    return (sheet for sheet in book.worksheets if sheet.sheet_state == "visible")


def _rows(sheet: Any) -> Iterator[tuple[int, list[str]]]:
    sheet.reset_dimensions()  # what a workbook says of its own size need not be true
    rows: Iterator[Sequence[Any]] = sheet.iter_rows(max_row=_MOST_ROWS, max_col=_MOST_COLUMNS, values_only=True)
    for number, values in enumerate(rows, 1):
        cells = [_text(value) for value in values]
        if any(cell.strip() for cell in cells):
            yield number, cells


def _text(value: object) -> str:
    """A cell as it is read on the screen, near enough."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime) and value.time() == time():
        value = value.date()
    return value.isoformat() if isinstance(value, date) else str(value)
