"""Guessing the columns of names in a list without titles from their cells."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from puzzlebook.class_lists.header_words import is_status, read_choice
from puzzlebook.class_lists.list_files import Row
from puzzlebook.class_lists.name_columns import NameColumns, cell_at, holds_no_names
from puzzlebook.ground.faults import Note, refuse

_NAME = re.compile(r"[^\W\d_][^\d@_:/]*")
# The fewest columns of a seating plan; the most columns of a list without titles; and the number of
# cells that a message quotes.
_MIN_SEATS, _MAX_COLUMNS, _MAX_SHOWN = 3, 3, 12
_MIN_ROWS = 4
"""With fewer rows, repeated values do not count against a column."""


def guess_columns(rows: Sequence[Row], where: str) -> tuple[NameColumns, list[str]]:
    """Guess the columns of names; return them with remarks. A list is refused if it has too many
    columns to choose from, or no column that looks like names."""
    count = max(len(row.cells) for row in rows)
    columns = [_list_cells(rows, index) for index in range(count)]
    if count == 1:
        cells = columns[0]
        if holds_no_names(cells) or 2 * sum(map(is_status, cells)) > len(cells):
            raise refuse(
                where, f'holds no names: "{cells[0]}"', "give a list of names, one per line"
            )
        remark = Note(f'Names from the only column, from "{cells[0]}" on', topic="columns")
        return NameColumns([("full", [0])], cells[0]), [remark]
    if count >= _MIN_SEATS and _is_seating_plan(columns):
        what = f"looks like a seating plan: {count} columns of names, and no titles above them"
        allowed = (
            "write one name per line, or add a first line of titles, such as Last name,First name"
        )
        raise refuse(where, what, allowed)
    if count > _MAX_COLUMNS:
        quoted = ", ".join(f'"{cell[:30]}"' for cell in rows[0].cells[:_MAX_SHOWN])
        more = f" and {count - _MAX_SHOWN} more" if count > _MAX_SHOWN else ""
        what = f"no title in its first row is known: {quoted}{more}"
        allowed = 'add a first line of titles, one of them "name", or use --name-column "TITLE"'
        raise refuse(where, what, allowed)
    candidates = [index for index in range(count) if _look_like_names(columns[index])]
    varied = [index for index in candidates if _is_varied(columns[index])]
    if not candidates:
        what = "has no column that looks like names"
        raise refuse(where, what, 'add a first line of titles, one of them "name"')
    first = (varied or candidates)[0]
    second = first + 1 if first + 1 in candidates else None
    if second is None or _are_whole_names(columns[first]) or not _is_varied(columns[second]):
        ignored = [index for index in range(count) if index != first]
        names = NameColumns([("full", [first])], columns[first][0])
        remarks = [f'Names from the column that begins with "{columns[first][0]}"']
    else:
        ignored = [index for index in range(count) if index not in (first, second)]
        names, remarks = _join_two_columns(rows, first, second)
    remarks += [*_report_unknown_header(rows), *_report_ignored_columns(rows, ignored)]
    return names, remarks


def _join_two_columns(
    rows: Sequence[Row], first: int, second: int
) -> tuple[NameColumns, list[str]]:
    """Join two neighbouring columns of given and family names, whose order is guessed. Family names
    are in the column by which the list is sorted or, if it is sorted by neither or by both, in the
    first."""
    is_second_family = (
        len(rows) >= _MIN_ROWS
        and _is_sorted(_list_cells(rows, second))
        and not _is_sorted(_list_cells(rows, first))
    )
    given, family = (first, second) if is_second_family else (second, first)
    examples = [_list_cells(rows, index)[0] for index in (first, second)]
    row = rows[0]
    written = ", ".join(row.cells[first : second + 1])
    source = f'Names from the columns that begin with "{examples[0]}" + "{examples[1]}"'
    remark = (
        f'without a header "{written}" is read as "{cell_at(row, given)} {cell_at(row, family)}": '
        "if that is wrong, write a first line such as Last name,First name"
    )
    return NameColumns([("first", [given]), ("last", [family])], written), [source, remark]


def _is_seating_plan(columns: Sequence[Sequence[str]]) -> bool:
    """Return whether columns are seats in a room: single names, without repeats in a column."""
    filled = [cells for cells in columns if cells]
    names = [cell for cells in filled for cell in cells]
    single_words = sum(" " not in name and "," not in name for name in names)
    return (
        len(filled) >= _MIN_SEATS
        and all(_look_like_names(cells) and len(set(cells)) == len(cells) for cells in filled)
        and 2 * single_words > len(names)
    )


def _list_cells(rows: Sequence[Row], index: int) -> list[str]:
    """List the cells of a column that are not empty."""
    return [cell for row in rows if (cell := cell_at(row, index))]


def _look_like_names(cells: Sequence[str]) -> bool:
    """Return whether nearly all cells look like names or parts of names, that is, are capitalized
    in scripts with capitals."""
    likely = [
        cell for cell in cells if _NAME.fullmatch(cell) and len(cell) > 1 and not cell[0].islower()
    ]
    choices = [
        cell
        for cell in cells
        if read_choice("level", cell) or read_choice("print", cell) or is_status(cell)
    ]
    are_likely = 5 * len(likely) >= 4 * len(cells) and 2 * len(choices) < len(cells)
    return bool(cells) and are_likely and not holds_no_names(cells)


def _are_whole_names(cells: Sequence[str]) -> bool:
    """Return whether at least half of the cells have several words or a comma."""
    return 2 * sum(" " in cell or "," in cell for cell in cells) >= len(cells)


def _is_varied(cells: Sequence[str]) -> bool:
    """Return whether few cells are repeated, as in columns of names but not of groups."""
    return len(cells) < _MIN_ROWS or 2 * len(set(cells)) > len(cells)


def _is_sorted(cells: Sequence[str]) -> bool:
    folded = [cell.casefold() for cell in cells]
    return folded == sorted(folded)


def _report_unknown_header(rows: Sequence[Row]) -> Iterator[str]:
    """Yield a remark if the first row has a word in a column of numbers, so that it may be a
    header."""
    first, *below = rows
    if len(below) < 2:
        return
    for index, title in enumerate(first.cells):
        cells = _list_cells(below, index)
        if cells and title.isalpha() and all(any(map(str.isdigit, cell)) for cell in cells):
            text = f'row {first.number}: "{" ".join(first.cells)}"'
            yield f"{text} may be a header that is not known; a sheet is made anyway"
            return


def _report_ignored_columns(rows: Sequence[Row], indices: Sequence[int]) -> Iterator[str]:
    """Yield a remark on the columns that are not read."""
    quoted = [f'"{cells[0]}"' for index in indices if (cells := _list_cells(rows, index))]
    if quoted:
        of = "the column that begins with" if len(quoted) == 1 else "the columns that begin with"
        yield f"{of} {', '.join(quoted)} {'is' if len(quoted) == 1 else 'are'} ignored"
