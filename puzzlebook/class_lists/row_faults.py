"""Faults of the rows of a list: the same fault of many rows is one line that names them all."""

from __future__ import annotations

import re
from collections.abc import Iterable

from puzzlebook.ground.faults import Fault

_NO_GLYPH = re.compile(r'(no font has a glyph for )(.*)( in ".*")', re.DOTALL)
_MOST_ROWS, _MOST_CHARACTERS = 12, 6


def join_rows(faults: Iterable[tuple[int, Fault]], where: str) -> list[Fault]:
    """The faults of rows, each given with the number of its row; those that differ in nothing but
    the row as one.

    All characters without a glyph are one fault, in whichever texts of a row they stand.
    """
    alike: dict[tuple[str, str, str], list[tuple[int, Fault]]] = {}
    for row, fault in faults:
        glyph = _NO_GLYPH.fullmatch(fault.what)
        kind = ("", glyph[1], "") if glyph else (fault.where, fault.what, fault.allowed)
        alike.setdefault(kind, []).append((row, fault))
    return [_join(rows, where) for rows in alike.values()]


def _join(found: list[tuple[int, Fault]], where: str) -> Fault:
    """One fault for all rows that have it, in the words of the first."""
    rows = list(dict.fromkeys(row for row, _ in found))
    shown = ", ".join(map(str, rows[:_MOST_ROWS]))
    more = f" and {len(rows) - _MOST_ROWS:,} more" if len(rows) > _MOST_ROWS else ""
    _, first = found[0]
    place = f"{where}: row{'s' if len(rows) > 1 else ''} {shown}{more}"
    what = _collect_characters([fault.what for _, fault in found])
    return first._replace(where=": ".join(filter(None, (place, first.where))), what=what)


def _collect_characters(whats: list[str]) -> str:
    """What is wrong, with the characters of all where it is that some have no glyph."""
    glyphs = [glyph for what in whats if (glyph := _NO_GLYPH.fullmatch(what))]
    characters = list(dict.fromkeys(glyph[2] for glyph in glyphs))
    if len(characters) < 2:
        return whats[0]
    more = (
        f" and {len(characters) - _MOST_CHARACTERS} more"
        if len(characters) > _MOST_CHARACTERS
        else ""
    )
    return f"{glyphs[0][1]}{', '.join(characters[:_MOST_CHARACTERS])}{more}{glyphs[0][3]}"
