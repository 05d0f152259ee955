"""Keys of a recipe that have a meaning and do not work yet. When one does, its row goes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from puzzlebook.faults import Fault

_ANY = None

NOT_YET: Mapping[str, frozenset[str] | None] = {}
"""For each such key the values that do not work yet, or `_ANY` for all but empty ones."""


def faults(tables: Mapping[str, Any], places: Mapping[int, str]) -> Iterator[Fault]:
    """A fault for each value that does not work yet. `places` names the sections, as errors do."""
    for key, values in NOT_YET.items():
        table, _, last = key.rpartition(".")
        for place, row in _rows(tables, table, places):
            value = row.get(last)
            if value and (values is _ANY or (isinstance(value, str) and value in values)):
                shown = "" if values is _ANY else f'"{value}" '
                yield Fault(f"{place}{last}", f"{shown}does not work yet", "leave it out")


def _rows(tables: Mapping[str, Any], table: str, places: Mapping[int, str]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The tables of this name, each with how a place in it begins."""
    if table == "section":
        yield from ((f"section.{place}.", tables["section"][index]) for index, place in places.items())
    else:
        row = tables.get(table, {}) if table else tables
        if isinstance(row, Mapping):
            yield (f"{table}." if table else "", row)
