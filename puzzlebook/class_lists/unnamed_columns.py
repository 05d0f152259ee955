"""A list without titles: which of its columns hold the names, told from what stands in them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from puzzlebook.class_lists.header_words import is_status, read_choice
from puzzlebook.class_lists.list_files import Row
from puzzlebook.class_lists.name_columns import NameColumns, holds_no_names
from puzzlebook.ground.faults import refuse

_NAME = re.compile(r"[^\W\d_][^\d@_:/]*")
_SEATS, _MOST_GUESSED, _MOST_SHOWN = 3, 3, 12
_FEW = 4
"""In a list of fewer rows nothing can be said of how often a value comes."""


def guess_columns(rows: Sequence[Row], where: str) -> tuple[NameColumns, list[str]]:
    """The columns with names, and what is said of it. Refused where there are too many columns to
    guess among them, or none that looks like names."""
    wide = max(len(row.cells) for row in rows)
    columns = [_column_cells(rows, place) for place in range(wide)]
    if wide == 1:
        return _only_column(rows, columns[0], where)
    if wide >= _SEATS and _is_seating_plan(columns):
        what = f"looks like a seating plan: {wide} columns of names, and no titles above them"
        raise refuse(
            where, what, "one name a line, or a first line of titles, such as Last name,First name"
        )
    if wide > _MOST_GUESSED:
        cells = ", ".join(f'"{cell[:30]}"' for cell in rows[0].cells[:_MOST_SHOWN])
        more = f" and {wide - _MOST_SHOWN} more" if wide > _MOST_SHOWN else ""
        what = f"no title in its first row is known: {cells}{more}"
        raise refuse(
            where, what, 'a first line of titles, one of them name; or --name-column "TITLE"'
        )
    candidates = [place for place in range(wide) if _is_names(columns[place])]
    varied = [place for place in candidates if _is_varied(columns[place])]
    first = next(iter(varied or candidates), None)
    if first is None:
        raise refuse(
            where, "has no column that looks like names", "a first line of titles, one of them name"
        )
    second = next((place for place in candidates if place == first + 1), None)
    if second is None or _is_whole(columns[first]) or not _is_varied(columns[second]):
        left = [place for place in range(wide) if place != first]
        names = NameColumns([("full", [first])], columns[first][0])
        said = f'Names from the column that begins with "{columns[first][0]}"'
        return names, [said, *_report_unknown_header(rows), *_report_ignored_columns(rows, left)]
    family = _guess_family_column(rows, first, second)
    given = second if family == first else first
    left = [place for place in range(wide) if place not in (first, second)]
    written = ", ".join(rows[0].cells[first : second + 1])
    said = f'without a header "{written}" is read as "{_cell(rows[0], given)} {_cell(rows[0], family)}"'
    remarks = [
        f"Names from the columns that begin with {_begin(columns[first])} + {_begin(columns[second])}"
    ]
    remarks += [f"{said}: if that is wrong, write a first line such as Last name,First name"]
    remarks += [*_report_unknown_header(rows), *_report_ignored_columns(rows, left)]
    return NameColumns([("first", [given]), ("last", [family])], written), remarks


def _only_column(
    rows: Sequence[Row], cells: Sequence[str], where: str
) -> tuple[NameColumns, list[str]]:
    """The column of a list that has just one and no title above it."""
    if holds_no_names(cells) or 2 * sum(map(is_status, cells)) > len(cells):
        raise refuse(where, f'holds no names: "{cells[0]}"', "a list of names, one a line")
    return NameColumns([("full", [0])], cells[0]), [
        f'Names from the only column, from "{cells[0]}" on'
    ]


def _begin(cells: Sequence[str]) -> str:
    return f'"{cells[0]}"' if cells else '""'


def _is_seating_plan(columns: Sequence[Sequence[str]]) -> bool:
    """Whether columns are seats in a room: single names everywhere, none of them twice in the same
    column."""
    filled = [cells for cells in columns if cells]
    every = [cell for cells in filled for cell in cells]
    single = sum(" " not in cell and "," not in cell for cell in every)
    return (
        len(filled) >= _SEATS
        and all(_is_names(cells) and len(set(cells)) == len(cells) for cells in filled)
        and 2 * single > len(every)
    )


def _cell(row: Row, place: int) -> str:
    return row.cells[place] if place < len(row.cells) else ""


def _column_cells(rows: Sequence[Row], place: int) -> list[str]:
    """What stands in a column, where anything does."""
    return [cell for row in rows if (cell := _cell(row, place))]


def _is_names(cells: Sequence[str]) -> bool:
    """Whether nearly all look like names, or a part of one: with a capital, in scripts that have
    some."""
    likely = [
        cell for cell in cells if _NAME.fullmatch(cell) and len(cell) > 1 and not cell[0].islower()
    ]
    known = [
        cell
        for cell in cells
        if read_choice("level", cell) or read_choice("print", cell) or is_status(cell)
    ]
    most = 5 * len(likely) >= 4 * len(cells) and 2 * len(known) < len(cells)
    return bool(cells) and most and not holds_no_names(cells)


def _is_whole(cells: Sequence[str]) -> bool:
    """Whether these are whole names: of more than one word, or with a comma, in most rows."""
    return 2 * sum(" " in cell or "," in cell for cell in cells) >= len(cells)


def _is_varied(cells: Sequence[str]) -> bool:
    """Whether a column is of names rather than of groups: few come twice."""
    return len(cells) < _FEW or 2 * len(set(cells)) > len(cells)


def _guess_family_column(rows: Sequence[Row], first: int, second: int) -> int:
    """Which of two columns has the family names: the one by which the list is sorted; else the
    first."""
    if (
        len(rows) >= _FEW
        and _is_sorted(_column_cells(rows, second))
        and not _is_sorted(_column_cells(rows, first))
    ):
        return second
    return first


def _is_sorted(cells: Sequence[str]) -> bool:
    folded = [cell.casefold() for cell in cells]
    return folded == sorted(folded)


def _report_unknown_header(rows: Sequence[Row]) -> Iterator[str]:
    """A remark where the first row has words in a column that else has numbers only."""
    wide = len(rows[0].cells)
    numbers = [_column_cells(rows[1:], place) for place in range(wide)]
    if len(rows) > 2 and any(
        cells
        and all(any(c.isdigit() for c in cell) for cell in cells)
        and _cell(rows[0], place).isalpha()
        for place, cells in enumerate(numbers)
    ):
        said = f'row {rows[0].number}: "{" ".join(rows[0].cells)}"'
        yield f"{said} may be a header that is not known; it has a sheet all the same"


def _report_ignored_columns(rows: Sequence[Row], places: Sequence[int]) -> Iterator[str]:
    """A remark on the columns that are not read."""
    shown = [f'"{cells[0]}"' for place in places if (cells := _column_cells(rows, place))]
    if shown:
        of = "the column that begins with" if len(shown) == 1 else "the columns that begin with"
        yield f"{of} {', '.join(shown)} {'is' if len(shown) == 1 else 'are'} left alone"
