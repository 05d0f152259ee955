"""Lengths as people write them, such as `12mm` or `0.5in`. They are parsed once, on input;
everywhere else in the program a length is in points."""

from __future__ import annotations

import re
from typing import NamedTuple

from puzzlebook.ground.faults import refuse

MM = 72 / 25.4
"""A millimetre, in points."""

UNITS = {"mm": MM, "cm": 72 / 2.54, "in": 72.0, "pt": 1.0}
"""The number of points (1/72 inch) in one of each unit."""

_LENGTH = re.compile(r"(\d{1,6}(?:\.\d{0,6})?|\.\d{1,6})\s*([a-z]*)", re.ASCII)
_ALLOWED = "give a number and its unit (mm, cm, in or pt), such as 12mm or 0.5in"


class Length(NamedTuple):
    """A length as written, and in points."""

    text: str
    points: float


def parse_length(text: str, where: str = "length") -> Length:
    """Parse a length. Refuse a negative number, and a missing or unknown unit."""
    tidy = re.sub(r"^(\d+),(\d{1,2})(?!\d)", r"\1.\2", text.strip().lower())
    match = _LENGTH.fullmatch(tidy)
    if match is None:
        raise refuse(where, f'"{text}" is not a length', _ALLOWED)
    number, unit = match.groups()
    if unit not in UNITS:
        raise refuse(
            where, f'"{text}" has an unknown unit' if unit else f'"{text}" has no unit', _ALLOWED
        )
    return Length(f"{number}{unit}", float(number) * UNITS[unit])


def parse_points(text: str, where: str = "length") -> float:
    """Parse a length such as `12mm`, and return it in points."""
    return parse_length(text, where).points


def format_in_unit(points: float, typed: str | None) -> str:
    """Format a length, given in points, in the unit of a typed length, such as `6 mm`. If there is
    no typed length, use inches."""
    unit = next((unit for unit in UNITS if typed and typed.strip().lower().endswith(unit)), "in")
    number = points / UNITS[unit]
    return f"{number:{'.0f' if number >= 100 else '.3g'}} {unit}"


def format_inches(*sides: float) -> str:
    """Format lengths, given in points, in inches: `0.5 in`, or `8.5 x 11 in` for the sides of a
    page."""
    return " x ".join(f"{round(side / 72, 3):g}" for side in sides) + " in"


def format_millimetres(points: float, form: str = ".3g") -> str:
    """Format a length, given in points, in millimetres: `4.25 mm`. form: a format specification."""
    return f"{points / MM:{form}} mm"
