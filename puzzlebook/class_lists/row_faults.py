"""Faults in the rows of a list, joined into one line for each fault, with all rows that have it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from puzzlebook.ground.faults import Fault, Refused

_NO_GLYPH = re.compile(r'(no font has a glyph for )(.*)( in ".*")', re.DOTALL)
_OR_FONT = ", or name a font"
"""The beginning of the part of the advice on missing glyphs that is the same for every script."""
_MAX_ROWS, _MAX_CHARACTERS = 12, 6


def join_rows(faults: Iterable[tuple[int, Fault]], where: str) -> list[Fault]:
    """Join faults that differ only in their rows. faults: (row number, fault) pairs.

    All characters without a glyph become one fault, whatever the texts that contain them.
    """
    by_kind: dict[tuple[str, str, str], list[tuple[int, Fault]]] = {}
    for row, fault in faults:
        is_glyph = fault.need == "font"
        kind = ("", fault.need, "") if is_glyph else (fault.where, fault.what, fault.allowed)
        by_kind.setdefault(kind, []).append((row, fault))
    return [_join(pairs, where) for pairs in by_kind.values()]


@contextmanager
def blame_rows(rows: Sequence[int], where: str) -> Iterator[None]:
    """Within this context, turn faults of pupils into faults of rows of the list."""
    try:
        yield
    except Refused as refused:
        by_row, rest = list[tuple[int, Fault]](), list[Fault]()
        for fault in refused.faults:
            if (row := _find_row(fault, rows)) is None:
                rest.append(fault)
            else:
                by_row.append((row, fault._replace(where=fault.where.split(".", 2)[2])))
        raise Refused([*join_rows(by_row, where), *rest]) from None


def _find_row(fault: Fault, rows: Sequence[int]) -> int | None:
    """Return the row of the pupil that a fault names; None if it names no pupil."""
    table, number, *key = [*fault.where.split("."), ""]
    if table != "pupil" or not number.isdecimal() or int(number) > len(rows) or not key[0]:
        return None
    return rows[int(number) - 1]


def _join(pairs: list[tuple[int, Fault]], where: str) -> Fault:
    """Join faults of rows into one, in the words of the first."""
    rows = list(dict.fromkeys(row for row, _ in pairs))
    numbers = ", ".join(map(str, rows[:_MAX_ROWS]))
    more = f" and {len(rows) - _MAX_ROWS:,} more" if len(rows) > _MAX_ROWS else ""
    _, first = pairs[0]
    row_where = f"{where}: row{'s' if len(rows) > 1 else ''} {numbers}{more}"
    faults = [fault for _, fault in pairs]
    what = _collect_characters([fault.what for fault in faults])
    where = ": ".join(filter(None, (row_where, first.where)))
    advice = _collect_advice([fault.allowed for fault in faults])
    characters = "".join(dict.fromkeys("".join(fault.characters for fault in faults)))
    return Fault(where, what, advice, need=first.need, characters=characters)


def _collect_advice(advice: list[str]) -> str:
    """Return the advice against all faults: what to install for each script, then the advice common
    to all scripts."""
    distinct = list(dict.fromkeys(advice))
    if len(distinct) < 2 or not all(_OR_FONT in text for text in distinct):
        return distinct[0]
    parts = [text.partition(_OR_FONT) for text in distinct]
    return ", ".join(text for text, *_ in parts) + "".join(parts[0][1:])


def _collect_characters(descriptions: list[str]) -> str:
    """Return the first text or, if the texts report missing glyphs, a text with all these
    characters."""
    glyphs = [glyph for what in descriptions if (glyph := _NO_GLYPH.fullmatch(what))]
    characters = list(dict.fromkeys(glyph[2] for glyph in glyphs))
    if len(characters) < 2:
        return descriptions[0]
    listed, more = ", ".join(characters[:_MAX_CHARACTERS]), len(characters) - _MAX_CHARACTERS
    return f"{glyphs[0][1]}{listed}{f' and {more} more' if more > 0 else ''}{glyphs[0][3]}"
