"""Reading an Excel workbook (.xlsx) as rows of text: its first visible sheet that is not empty.

Workbooks are read by openpyxl, which comes with `puzzlebook[excel]`. Other archives are refused
with a message that says what they are.
"""

from __future__ import annotations

import io
import re
import shlex
import sys
import warnings
import zipfile
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time
from typing import IO, Any

from puzzlebook.class_lists.size_limits import expect_bounded, trim_empty_end
from puzzlebook.ground.faults import Refused, refuse

_MAX_UNPACKED = 20_000_000
_MAX_CELLS, _MAX_IN_ROW = 400_000, 20_000
"""The maximum number of cells in a sheet, and in one of its rows. If a whole column is coloured,
all of its cells are stored in the file and count."""
_LAST_ROW, _LAST_COLUMN = 20_000, 256
"""The last row and the last column that are read, beyond the bounds of a list, so that lists that
are too large are noticed."""
_CHUNK = 1 << 16
_CELL = re.compile(rb"<(?:\w+:)?(c|row)(?=[\s/>])")
_LONGEST_TAG = 64  # bytes, of the beginning of a tag
_UNREADABLE = "is a spreadsheet's own file, whatever its name"
_AS_CSV = "export it as CSV (Save as, type CSV)"
_AS_WORKBOOK = "save it as .xlsx, or export it as CSV"
_COPY = "copy the names into a spreadsheet, one pupil per line"
_ARCHIVES = (
    ("xl/workbook.bin", "is a binary Excel workbook (.xlsb)", _AS_WORKBOOK),
    ("Index/Document.iwa", "is a Numbers spreadsheet", "in Numbers: File, Export To, CSV or Excel"),
    ("Index.zip", "is a Numbers spreadsheet", "in Numbers: File, Export To, CSV or Excel"),
    ("word/document.xml", "is a Word document", _COPY),
    ("ppt/presentation.xml", "is a presentation", _COPY),
)
"""A member that identifies a kind of archive, what this kind is, and what to do."""
_OPEN_DOCUMENTS = (
    ("spreadsheet", "is an OpenDocument spreadsheet (.ods)", _AS_WORKBOOK),
    ("text", "is an OpenDocument text (.odt)", _COPY),
)


def read_sheet(content: bytes, where: str) -> tuple[list[tuple[int, Sequence[str]]], list[str]]:
    """Return the numbered rows of a workbook's first visible sheet that is not empty, and a remark
    on the other sheets."""
    _expect_workbook(content, where)
    try:
        from openpyxl import load_workbook
    except ImportError:
        command = f"{shlex.quote(sys.executable)} -m pip install openpyxl"
        what = "is an Excel workbook, but openpyxl, which reads workbooks, is not installed"
        raise refuse(where, what, f"{_AS_CSV}, or install puzzlebook[excel]", command) from None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about formats that openpyxl does not support
            book = load_workbook(
                io.BytesIO(content), read_only=True, data_only=True, keep_links=False
            )
            filled = [
                (sheet.title, rows)
                for sheet in book.worksheets
                if sheet.sheet_state == "visible" and (rows := list(_read_rows(sheet, where)))
            ]
    except Refused:
        raise
    except Exception as error:  # openpyxl raises all kinds of errors on damaged workbooks
        what = f"cannot be read as an Excel workbook ({type(error).__name__})"
        raise refuse(where, what, _AS_CSV) from None
    if not filled:
        return [], []
    (title, rows), *ignored = filled
    names = ", ".join(f'"{name}"' for name, _ in ignored)
    remark = f'the names are those of the sheet "{title}"; ignored: {names}'
    return rows, [remark] if ignored else []


def _expect_workbook(content: bytes, where: str) -> None:
    """Refuse an archive that is not a workbook, or that is too large."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = {member.filename: member.file_size for member in archive.infolist()}
            kind = archive.read("mimetype")[:200].decode("latin-1") if "mimetype" in members else ""
    except Exception:  # zipfile raises all kinds of errors on damaged archives
        raise refuse(where, _UNREADABLE, _AS_CSV) from None
    for member, what, allowed in _ARCHIVES:
        if member in members:
            raise refuse(where, what, allowed)
    for name, what, allowed in _OPEN_DOCUMENTS:
        if kind.endswith(name):
            raise refuse(where, what, allowed)
    if "xl/workbook.xml" not in members:
        what = "is an archive (.zip), not a workbook"
        raise refuse(where, what, "unpack it, and give the list inside")
    if sum(members.values()) > _MAX_UNPACKED:
        raise refuse(where, "is too large for a list of names", _AS_CSV)
    _expect_few_cells(content, where)


def _expect_few_cells(content: bytes, where: str) -> None:
    """Refuse a workbook with more cells in a sheet than a list has. Cells are counted first,
    because reading them takes 500 times as much memory as they take in the file."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        for member in archive.namelist():
            if member.startswith("xl/worksheets/") and member.endswith(".xml"):
                try:
                    with archive.open(member) as sheet:
                        cells, in_row = _count_cells(sheet)
                except Exception:  # a damaged archive, as above
                    raise refuse(where, _UNREADABLE, _AS_CSV) from None
                if cells > _MAX_CELLS or in_row > _MAX_IN_ROW:
                    raise refuse(where, f"has a sheet of more than {_MAX_CELLS:,} cells", _AS_CSV)


def _count_cells(sheet: IO[bytes]) -> tuple[int, int]:
    """Count the cells of a sheet and of its longest row, stopping once there are too many."""
    cells = in_row = longest = 0
    rest = b""
    while chunk := sheet.read(_CHUNK):
        text = rest + chunk
        end = max(len(text) - _LONGEST_TAG, 0) if len(chunk) == _CHUNK else len(text)
        for tag in _CELL.finditer(text):
            if tag.start() >= end:
                break
            in_row = in_row + 1 if tag[1] == b"c" else 0
            cells += tag[1] == b"c"
            longest = max(longest, in_row)
        if cells > _MAX_CELLS or longest > _MAX_IN_ROW:
            break
        rest = text[end:]
    return cells, longest


def _read_rows(sheet: Any, where: str) -> Iterator[tuple[int, Sequence[str]]]:
    sheet.reset_dimensions()  # the size that a workbook declares may be wrong
    rows: Iterator[Sequence[Any]] = sheet.iter_rows(
        max_row=_LAST_ROW, max_col=_LAST_COLUMN, values_only=True
    )
    for number, values in enumerate(rows, 1):
        if any(values) and (cells := trim_empty_end([_read_cell(value) for value in values])):
            expect_bounded(number, len(cells), where)
            yield number, cells


def _read_cell(value: object) -> str:
    """Return the text of a cell, roughly as a spreadsheet shows it."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime) and value.time() == time():
        value = value.date()
    return value.isoformat() if isinstance(value, date) else str(value)
