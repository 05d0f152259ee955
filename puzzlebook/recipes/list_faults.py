"""Faults of the rows of a list: the same fault of many rows is one line that names them all."""

from __future__ import annotations

import re
from collections.abc import Iterable

from puzzlebook.faults import Fault

_IN_TEXT = re.compile(r' in "[^"]*"$')
_MOST_ROWS = 12


def join_rows(faults: Iterable[tuple[int, Fault]], where: str) -> list[Fault]:
    """The faults of rows, each given with the number of its row; those that differ in nothing but the row as one.

    A character without a glyph is one fault, in whichever of a row's texts it stands.
    """
    alike: dict[tuple[str, str, str], list[tuple[int, Fault]]] = {}
    for row, fault in faults:
        what = _IN_TEXT.sub("", fault.what)
        place = fault.where if what == fault.what else ""
        alike.setdefault((place, what, fault.allowed), []).append((row, fault))
    return [_joined(rows, where) for rows in alike.values()]


def _joined(found: list[tuple[int, Fault]], where: str) -> Fault:
    """One fault for all rows that have it, in the words of the first."""
    rows = list(dict.fromkeys(row for row, _ in found))
    shown = ", ".join(map(str, rows[:_MOST_ROWS]))
    more = f" and {len(rows) - _MOST_ROWS:,} more" if len(rows) > _MOST_ROWS else ""
    _, first = found[0]
    place = f"{where}: row{'s' if len(rows) > 1 else ''} {shown}{more}"
    return first._replace(where=": ".join(filter(None, (place, first.where))))
