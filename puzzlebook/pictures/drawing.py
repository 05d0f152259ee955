"""The value in the middle: what a picture *is*, before any file format.

Everything left of a `Drawing` is about mazes, everything right of it about paper. Coordinates are cell widths, y down;
line widths are points; colours are numbers. There is no text in it: marks and letters are paths. Segments keep their
richest form, and a writer lowers only what its format lacks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from puzzlebook.outlines.arcs import Point

Colour = tuple[float, float, float]
Cubic = tuple[Point, Point]
Bend = float | Cubic

BLACK: Colour = (0.0, 0.0, 0.0)
WHITE: Colour = (1.0, 1.0, 1.0)


class Subpath(NamedTuple):
    """A line through points, closed or not.

    bends: how each segment leaves the straight line: 0 not at all, another number an arc with that bulge (see
        `mazes.arcs`), two points a cubic curve with these control points. Empty where every segment is straight. The
        segment that closes a subpath is straight, or has the bend after the last point's.
    """

    points: Sequence[Point]
    bends: Sequence[Bend] = ()
    closed: bool = False


@dataclass(frozen=True)
class Style:
    """How a layer's paths are painted: lines have round caps and joins.

    width: of the line, in points; 0 for none. even_odd: the rule by which areas are filled, else the non-zero one.
    """

    width: float = 0.0
    line: Colour = BLACK
    fill: Colour | None = None
    even_odd: bool = True


class Part(NamedTuple):
    """A path of its own within a layer: what it is called in the file, and what it says to those who cannot see it."""

    name: str
    title: str
    subpaths: Sequence[Subpath]


@dataclass(frozen=True)
class Layer:
    """Paths of one style under one name, such as `walls`, `solution`, `start` or `finish`.

    parts: where the paths have names of their own, each of them; together they are the subpaths.
    """

    name: str
    style: Style
    subpaths: Sequence[Subpath]
    parts: Sequence[Part] = ()


@dataclass(frozen=True)
class Drawing:
    """A picture of known size.

    left, top, width, height: the visible part of the plane, in cell widths.
    scale: points per cell width.
    layers: from the lowest to the topmost.
    """

    left: float
    top: float
    width: float
    height: float
    scale: float
    layers: tuple[Layer, ...]
