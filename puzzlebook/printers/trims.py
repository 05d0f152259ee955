"""Trim sizes: the pages a book may have, by name (`letter`, `6x9`) or by measure (`210x297mm`)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from puzzlebook.ground import templates
from puzzlebook.ground.faults import refuse, suggest_nearest
from puzzlebook.ground.lengths import UNITS, format_inches, parse_length

LEAST, MOST = 2 * 72.0, 100 * 72.0
"""The shortest and the longest side of a page, in points. (PDF itself ends at 200 inches.)"""

SAME = 0.72
"""A hundredth of an inch, in points, by which sizes that are meant to be the same may differ."""

HALVES = {"letter": "5.5x8.5", "a4": "a5"}
"""Papers, and the page that each makes when it is folded once."""

_MANY_INCHES, _MANY_CENTIMETRES = 20, 100
_MEASURE = r"(?a)(\d{1,5}(?:\.\d{1,4})?)x(\d{1,5}(?:\.\d{1,4})?)(mm|cm|in|pt)"
_TYPED = r"(?a)(\d[\d.]*)([a-z\"″”']*)x(\d[\d.]*)([a-z\"″”']*)"
_INCHES = dict.fromkeys(("inch", "inches", '"', "″", "”", "''"), "in")
_BARE = r"(?a)[\d.]+x[\d.]+"


class Clear(NamedTuple):
    """What of a screen stays free, in points: at its head and foot, for bars and taps, and at its
    sides."""

    ends: float
    sides: float


class Trim(NamedTuple):
    """The size of a page: as it is named, its width and height in points."""

    name: str
    width: float
    height: float

    def measures(self, width: float, height: float) -> bool:
        """Whether this is the size of a page of these measures (points)."""
        return abs(self.width - width) <= SAME and abs(self.height - height) <= SAME

    @property
    def clear(self) -> Clear | None:
        """What stays free of a page that is named for a screen; None for paper."""
        clear = _named_trims().get(self.name, {}).get("clear")
        return clear and Clear(*(parse_length(text).points for text in clear))


def trim(text: str, where: str = "page") -> Trim:
    """The page that a text names; refused, with the nearest, if there is none."""
    name = re.sub(r"\s+", "", text.lower().replace("×", "x"))
    if (
        name not in _named_trims()
        and re.fullmatch(_MEASURE, name) is None
        and re.fullmatch(_BARE, name) is None
    ):
        name = _normalize_name(name)
    named = _named_trims().get(name)
    if named is not None:
        return Trim(name, *_parse_size(named["size"]))
    if re.fullmatch(_MEASURE, name) is None:
        if re.fullmatch(_BARE, name):
            raise refuse(
                where,
                f'no listed page is "{text}" inches',
                f'add its unit, such as "{name}{_guess_unit(name)}"',
            )
        raise refuse(
            where,
            f'there is no page called "{text}"',
            f"{suggest_nearest(name, _named_trims())} (or write a size such as 210x297mm)",
        )
    width, height = _parse_size(name)
    if min(width, height) < LEAST or max(width, height) > MOST:
        raise refuse(
            where,
            f'"{text}" is no size to print on',
            f"each side from {format_inches(LEAST)} to {format_inches(MOST)}",
        )
    return Trim(name, width, height)


def _guess_unit(name: str) -> str:
    """The unit that a size of two bare numbers most likely has."""
    largest = max(map(float, name.split("x")))
    return "in" if largest < _MANY_INCHES else "cm" if largest < _MANY_CENTIMETRES else "mm"


def fold_paper(paper: Trim) -> Trim:
    """The page that a paper makes which is folded once; where we know none, the paper itself."""
    return next(
        (trim(half) for whole, half in HALVES.items() if trim(whole).measures(*paper[1:])), paper
    )


def unfold_page(page: Trim) -> Trim:
    """The paper, upright, that makes a page when it is folded once."""
    known = (trim(whole) for whole, half in HALVES.items() if trim(half).measures(*page[1:]))
    return next(known, Trim("two pages side by side", page.height, 2 * page.width))


def _normalize_name(name: str) -> str:
    """The listed page that people mean by `8,5x11`, `8.5"x11"`, `8.5in by 11in`, `us-letter`; else
    the name itself."""
    name = re.sub(r"(\d),(\d)", r"\1.\2", name.replace("by", "x"))
    size = re.fullmatch(_TYPED, name)
    if size is None:
        bare = re.sub("[-_]", "", name)
        return next(
            (
                known
                for known, row in _named_trims().items()
                if bare in (known, *row.get("also", ()))
            ),
            name,
        )
    width, unit, height, last = size.groups()
    if last and _INCHES.get(last, last) not in UNITS:
        return name
    if unit and _INCHES.get(unit, unit) != _INCHES.get(last, last):
        return name
    inches_ = f"{width}x{height}"
    return (
        f"{inches_}{last}"
        if last in UNITS and last != "in"
        else inches_
        if inches_ in _named_trims()
        else f"{inches_}in"
    )


def describe_trims() -> dict[str, str]:
    """One line for each page that has a name: its size and what it is."""
    return {name: f"{row['size']}, {row['about']}" for name, row in _named_trims().items()}


def list_trims() -> list[Trim]:
    """Every page that has a name."""
    return [Trim(name, *_parse_size(row["size"])) for name, row in _named_trims().items()]


def _parse_size(size: str) -> tuple[float, float]:
    match = re.fullmatch(_MEASURE, size)
    assert match is not None
    width, height, unit = match.groups()
    return float(width) * UNITS[unit], float(height) * UNITS[unit]


@templates.cache_by_release
def _named_trims() -> Mapping[str, Mapping[str, Any]]:
    return templates.table("pages.toml")
