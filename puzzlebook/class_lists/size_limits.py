"""Upper bounds on the size of a list, checked while it is read."""

from __future__ import annotations

from collections.abc import Sequence

from puzzlebook.ground.faults import refuse

MAX_ROWS = 12_000
"""The maximum number of rows of a file. It exceeds the maximum number of names, because there may
be other rows above and below the names."""
MAX_COLUMNS = 200


def trim_empty_end(cells: Sequence[str]) -> Sequence[str]:
    """Return the cells of a row without the empty cells at its end."""
    end = len(cells)
    while end and not cells[end - 1].strip():
        end -= 1
    return cells[:end]


def expect_bounded(rows: int, columns: int, where: str) -> None:
    """Refuse more rows or columns than a list of names has."""
    if rows > MAX_ROWS:
        raise refuse(
            where, f"has more than {MAX_ROWS:,} rows", "give a list of names, one per line"
        )
    if columns > MAX_COLUMNS:
        raise refuse(
            where, f"has more than {MAX_COLUMNS} columns", "keep only the columns about names"
        )
