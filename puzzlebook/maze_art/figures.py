"""Drawings of a theme's scenes in the picture of a maze: hero and goal at its ends, and finds in
its dead ends.

They are lines and areas, not silhouettes, so their lines depend on the scale of the picture: a
plate holds where they are, and `draw_figures` draws them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import hypot
from typing import Any, NamedTuple

from puzzlebook.drawing.drawing import THINNEST, Inset, Layer, Style
from puzzlebook.geometry.arcs import Point
from puzzlebook.ground import templates
from puzzlebook.maze_art.scenes import Scenes

MILLIMETRE = 72 / 25.4
"""A millimetre in points."""


class Door(NamedTuple):
    """The middle of an opening in the rim, in cell widths, and the unit vector straight out of
    it."""

    middle: Point
    out: Point


class Poses(NamedTuple):
    """The pieces of a theme that show hero and goal of one maze."""

    scenes: Scenes
    hero: str
    goal: str


class PlacedFigure(NamedTuple):
    """A piece of a theme in a circle of a maze's picture, in cell widths.

    layer: `start`, `finish` or `finds`.
    """

    layer: str
    scenes: Scenes
    piece: str
    centre: Point
    radius: float


@templates.cache_by_release
def load_look() -> Mapping[str, Any]:
    """Return how figures stand at doors, see `templates/doors.toml`."""
    return templates.table("doors.toml")


def find_least_figure(cell: float, wall: float) -> float:
    """Return the longer side of the smallest figure on a page (points), for cells and walls so
    wide."""
    look = load_look()
    is_young = cell - wall >= look["young"] * MILLIMETRE
    return float(look["least_young" if is_young else "least"]) * MILLIMETRE


def draw_figures(figures: Sequence[PlacedFigure], scale: float) -> Iterator[Layer]:
    """Yield a layer for each figure at this scale (points per cell), no line too thin to print."""
    for layer, scenes, name, (x, y), radius in figures:
        piece = scenes.piece(name)
        unit = 2 * radius / hypot(piece.width, piece.height)
        drawing = scenes.enlarged(name, 1.0, round(THINNEST / (unit * scale), 3))
        left, top = x - piece.width * unit / 2, y - piece.height * unit / 2
        yield Layer(layer, Style(), (), inset=Inset(drawing, left, top, unit))
