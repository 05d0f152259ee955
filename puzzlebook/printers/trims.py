"""Trim sizes: page sizes by name (`letter`, `6x9`) or by measurements (`210x297mm`)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from puzzlebook.ground import templates
from puzzlebook.ground.faults import refuse, suggest_nearest
from puzzlebook.ground.lengths import UNITS, format_inches, parse_length

MIN_SIDE, MAX_SIDE = 2 * 72.0, 100 * 72.0
"""The shortest and the longest side of a page, in points. (PDF allows up to 200 inches.)"""

SAME = 0.72
"""The tolerance within which two sizes count as the same: 1/100 inch, in points."""

HALVES = {"letter": "5.5x8.5", "a4": "a5"}
"""Mapping from a paper to the page that it makes when folded once."""

# A bare number below the first is likely in inches, one below the second in centimetres.
_MANY_INCHES, _MANY_CENTIMETRES = 20, 100
_SIZE_PATTERN = r"(?a)(\d{1,5}(?:\.\d{1,4})?)x(\d{1,5}(?:\.\d{1,4})?)(mm|cm|in|pt)"
_LOOSE_SIZE_PATTERN = r"(?a)(\d[\d.]*)([a-z\"″”']*)x(\d[\d.]*)([a-z\"″”']*)"
_INCHES = dict.fromkeys(("inch", "inches", '"', "″", "”", "''"), "in")
_BARE_SIZE_PATTERN = r"(?a)[\d.]+x[\d.]+"


class Clear(NamedTuple):
    """The margins of a screen to leave empty, in points: `ends` at top and bottom, for toolbars and
    taps, and `sides` at left and right."""

    ends: float
    sides: float


class Trim(NamedTuple):
    """A page size: its name, and its width and height in points."""

    name: str
    width: float
    height: float

    def measures(self, width: float, height: float) -> bool:
        """Whether a page of these dimensions (points) has this size."""
        return abs(self.width - width) <= SAME and abs(self.height - height) <= SAME

    @property
    def clear(self) -> Clear | None:
        """The margins to keep free if the page is named for a screen; None for paper."""
        clear = _named_trims().get(self.name, {}).get("clear")
        return clear and Clear(*(parse_length(text).points for text in clear))


def trim(text: str, where: str = "page") -> Trim:
    """Return the page size that a text names. If there is none, the error suggests the nearest
    name."""
    name = re.sub(r"\s+", "", text.lower().replace("×", "x"))
    is_size, is_bare = re.fullmatch(_SIZE_PATTERN, name), re.fullmatch(_BARE_SIZE_PATTERN, name)
    if name not in _named_trims() and not is_size and not is_bare:
        name = _normalize_name(name)
    row = _named_trims().get(name)
    if row is not None:
        return Trim(name, *_parse_size(row["size"]))
    if not re.fullmatch(_SIZE_PATTERN, name):
        if re.fullmatch(_BARE_SIZE_PATTERN, name):
            unit = f'add its unit, such as "{name}{_guess_unit(name)}"'
            raise refuse(where, f'no listed page is "{text}" inches', unit)
        nearest = f"{suggest_nearest(name, _named_trims())} (or write a size such as 210x297mm)"
        raise refuse(where, f'there is no page called "{text}"', nearest)
    width, height = _parse_size(name)
    if min(width, height) < MIN_SIDE or max(width, height) > MAX_SIDE:
        allowed = f"each side from {format_inches(MIN_SIDE)} to {format_inches(MAX_SIDE)}"
        raise refuse(where, f'"{text}" is not a size that can be printed on', allowed)
    return Trim(name, width, height)


def _guess_unit(name: str) -> str:
    """Return the most likely unit of a size given as two bare numbers."""
    largest = max(map(float, name.split("x")))
    return "in" if largest < _MANY_INCHES else "cm" if largest < _MANY_CENTIMETRES else "mm"


def fold_paper(paper: Trim) -> Trim:
    """Return the page that a paper makes when folded once; the paper itself if unknown."""
    pages = (trim(half) for full, half in HALVES.items() if trim(full).measures(*paper[1:]))
    return next(pages, paper)


def unfold_page(page: Trim) -> Trim:
    """Return the upright paper that makes a page when folded once."""
    papers = (trim(full) for full, half in HALVES.items() if trim(half).measures(*page[1:]))
    return next(papers, Trim("two pages side by side", page.height, 2 * page.width))


def _normalize_name(name: str) -> str:
    """Return the name of the page meant by a text like `8,5x11`, `8.5"x11"`, `8.5in by 11in` or
    `us-letter`; otherwise the text."""
    name = re.sub(r"(\d),(\d)", r"\1.\2", name.replace("by", "x"))
    size = re.fullmatch(_LOOSE_SIZE_PATTERN, name)
    if size is None:
        bare = re.sub("[-_]", "", name)
        rows = _named_trims().items()
        known = ((key, (key, key.replace("-", ""), *row.get("also", ()))) for key, row in rows)
        return next((key for key, names in known if bare in names), name)
    width, unit, height, last_unit = size.groups()
    if last_unit and _INCHES.get(last_unit, last_unit) not in UNITS:
        return name
    if unit and _INCHES.get(unit, unit) != _INCHES.get(last_unit, last_unit):
        return name
    bare_size = f"{width}x{height}"
    if last_unit in UNITS and last_unit != "in":
        return f"{bare_size}{last_unit}"
    return bare_size if bare_size in _named_trims() else f"{bare_size}in"


def describe_trims() -> dict[str, str]:
    """Return one line for each named page: its size and description."""
    return {name: f"{row['size']}, {row['about']}" for name, row in _named_trims().items()}


def list_trims() -> list[Trim]:
    """Return all named pages."""
    return [Trim(name, *_parse_size(row["size"])) for name, row in _named_trims().items()]


def _parse_size(size: str) -> tuple[float, float]:
    match = re.fullmatch(_SIZE_PATTERN, size)
    assert match is not None
    width, height, unit = match.groups()
    return float(width) * UNITS[unit], float(height) * UNITS[unit]


def _named_trims() -> Mapping[str, Mapping[str, Any]]:
    return templates.table("pages.toml")
