"""A list without titles: which of its columns hold the names, told from what stands in them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from puzzlebook.recipes.list_files import Row
from puzzlebook.recipes.list_words import choice

_NAME = re.compile(r"[^\W\d_][^\d@_:/]*")
_FEW = 4
"""In a list of fewer rows nothing can be said of how often a value comes."""


def columns_without_titles(rows: Sequence[Row]) -> tuple[dict[str, int], list[str], list[str]]:
    """The places of the columns with names, how they are joined, and what is said of it."""
    wide = max(len(row.cells) for row in rows)
    if wide == 1:
        return {"name": 0}, ["name"], []
    candidates = [place for place in range(wide) if _is_names(_column(rows, place))]
    first = candidates[0] if candidates else 0
    second = next((place for place in candidates[1:] if place == first + 1), None)
    if second is None or _is_whole(_column(rows, first)) or not _varies(_column(rows, second)):
        left = [place for place in range(wide) if place != first]
        return {"name": first}, ["name"], [*_unknown_header(rows), *_left_alone(rows, left)]
    family = _family(rows, first, second)
    given = second if family == first else first
    left = [place for place in range(wide) if place not in (first, second)]
    written = ", ".join(rows[0].cells[first : second + 1])
    said = f'without a header "{written}" is read as "{_cell(rows[0], given)} {_cell(rows[0], family)}"'
    remarks = [f"{said}: if that is wrong, write a first line such as Last name,First name"]
    remarks += [*_unknown_header(rows), *_left_alone(rows, left)]
    return {"first": given, "last": family}, ["first", "last"], remarks


def _cell(row: Row, place: int) -> str:
    return row.cells[place] if place < len(row.cells) else ""


def _column(rows: Sequence[Row], place: int) -> list[str]:
    """What stands in a column, where anything does."""
    return [cell for row in rows if (cell := _cell(row, place))]


def _is_names(cells: Sequence[str]) -> bool:
    """Whether nearly all look like names, or a part of one: with a capital, in scripts that have some."""
    likely = [cell for cell in cells if _NAME.fullmatch(cell) and len(cell) > 1 and not cell[0].islower()]
    known = [cell for cell in cells if choice("level", cell) or choice("print", cell)]
    return bool(cells) and 5 * len(likely) >= 4 * len(cells) and 2 * len(known) < len(cells)


def _is_whole(cells: Sequence[str]) -> bool:
    """Whether these are whole names: of more than one word, or with a comma, in most rows."""
    return 2 * sum(" " in cell or "," in cell for cell in cells) >= len(cells)


def _varies(cells: Sequence[str]) -> bool:
    """Whether a column is of names rather than of groups: few come twice."""
    return len(cells) < _FEW or 2 * len(set(cells)) > len(cells)


def _family(rows: Sequence[Row], first: int, second: int) -> int:
    """Which of two columns has the family names: the one by which the list is sorted; else the first."""
    if len(rows) >= _FEW and _is_sorted(_column(rows, second)) and not _is_sorted(_column(rows, first)):
        return second
    return first


def _is_sorted(cells: Sequence[str]) -> bool:
    folded = [cell.casefold() for cell in cells]
    return folded == sorted(folded)


def _unknown_header(rows: Sequence[Row]) -> Iterator[str]:
    """A remark where the first row has words in a column that else has numbers only."""
    wide = len(rows[0].cells)
    numbers = [_column(rows[1:], place) for place in range(wide)]
    if len(rows) > 2 and any(
        cells and all(any(c.isdigit() for c in cell) for cell in cells) and _cell(rows[0], place).isalpha()
        for place, cells in enumerate(numbers)
    ):
        said = f'row {rows[0].number}: "{" ".join(rows[0].cells)}"'
        yield f"{said} may be a header that is not known; it has a sheet all the same"


def _left_alone(rows: Sequence[Row], places: Sequence[int]) -> Iterator[str]:
    """A remark on the columns that are not read."""
    shown = [f'"{cells[0]}"' for place in places if (cells := _column(rows, place))]
    if shown:
        of = "the column that begins with" if len(shown) == 1 else "the columns that begin with"
        yield f"{of} {', '.join(shown)} {'is' if len(shown) == 1 else 'are'} left alone"
