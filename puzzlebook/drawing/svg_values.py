"""The values of SVG attributes: numbers, lengths, opacities, transforms."""

from __future__ import annotations

import re
from functools import lru_cache
from math import isfinite
from typing import TYPE_CHECKING

from puzzlebook.ground.faults import refuse
from puzzlebook.ground.portable_math import unit_vector

if TYPE_CHECKING:
    from fontTools.misc.transform import Transform

# Possessive quantifiers (`++`, `*+`, `?+`) prevent backtracking, which would take quadratic time on
# long texts.
NUMBER = re.compile(r"[-+]?(?:\d++\.?\d*+|\.\d++)(?:[eE][-+]?\d++)?+")
LENGTH = re.compile(rf"\s*+({NUMBER.pattern})\s*+(px|pt|pc|mm|cm|in|q|%)?+\s*+", re.IGNORECASE)
PIXELS = {
    "px": 1,
    "pt": 4 / 3,
    "pc": 16,
    "mm": 96 / 25.4,
    "cm": 96 / 2.54,
    "in": 96,
    "q": 24 / 25.4,
}
_TRANSFORM = re.compile(
    r"\s*+,?\s*+(matrix|translate|scale|rotate|skewX|skewY)\s*+\(([^()]*+)\)\s*+"
)


def parse_pixels(text: str) -> float | None:
    """Parse a length, and return it in user units; None for a percentage or an invalid text."""
    match = LENGTH.fullmatch(text)
    if not match or match[2] == "%":
        return None
    return float(match[1]) * PIXELS[(match[2] or "px").lower()]


@lru_cache(maxsize=256)
def parse_opacity(text: str) -> float:
    """Parse an opacity from 0 (invisible) to 1 (opaque). An invalid text counts as opaque."""
    match = LENGTH.fullmatch(text)
    return (float(match[1]) / (100 if match[2] == "%" else 1)) if match else 1.0


def parse_transform(text: str, where: str) -> Transform:
    """Parse a transform attribute; its first step is the outermost. Raise OverflowError if its
    numbers are too large."""
    from fontTools.misc.transform import Identity

    if not text:
        return Identity
    transform, position = Identity, 0
    while step := _TRANSFORM.match(text, position):
        transform = transform.transform(
            _parse_transform_step(
                step[1], [float(number) for number in NUMBER.findall(step[2])], where
            )
        )
        position = step.end()
    if text[position:].strip():
        raise refuse(
            where,
            f"the transform {text[:40]!r} cannot be read",
            "use matrix, translate, scale, rotate, skewX or skewY",
        )
    return transform


def _parse_transform_step(name: str, numbers: list[float], where: str) -> Transform:
    from fontTools.misc.transform import Identity, Transform

    if not all(map(isfinite, numbers)):
        raise OverflowError
    match name, numbers:
        case "matrix", [a, b, c, d, e, f]:
            return Transform(a, b, c, d, e, f)
        case "translate", [x]:
            return Identity.translate(x, 0)
        case "translate", [x, y]:
            return Identity.translate(x, y)
        case "scale", [x]:
            return Identity.scale(x, x)
        case "scale", [x, y]:
            return Identity.scale(x, y)
        case "rotate", [angle]:
            return _rotate(angle)
        case "rotate", [angle, x, y]:
            return Identity.translate(x, y).transform(_rotate(angle)).translate(-x, -y)
        case "skewX", [angle]:
            return Transform(1, 0, _slope(angle), 1, 0, 0)
        case "skewY", [angle]:
            return Transform(1, _slope(angle), 0, 1, 0, 0)
    raise refuse(
        where,
        f"the transform {name}({', '.join(map(str, numbers[:7]))}) cannot be read",
        "write as many numbers as SVG expects",
    )


def _rotate(degrees: float) -> Transform:
    from fontTools.misc.transform import Transform

    c, s = unit_vector(degrees)
    return Transform(c, s, -s, c, 0, 0)


def _slope(degrees: float) -> float:
    """Return the tangent of an angle. Raise OverflowError if it is infinite."""
    c, s = unit_vector(degrees)
    if not c:
        raise OverflowError
    return s / c
