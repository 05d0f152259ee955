"""Marks at a start and a finish: which kinds a maze has, and the small pictures among them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import zip_longest
from math import ceil, dist, fsum, hypot, sqrt
from typing import TYPE_CHECKING, NamedTuple

from puzzlebook.drawing.drawing import (
    BLACK,
    WHITE,
    Layer,
    Style,
    Subpath,
    mirror_subpath,
    place_subpath,
)
from puzzlebook.geometry.arcs import Point
from puzzlebook.geometry.curves import Curve, point_at

if TYPE_CHECKING:
    from puzzlebook.outlines import Outline

# In radii: points of a user's drawing nearer than this are merged. On the largest mark it is a
# tenth of a millimetre.
_NEAR = 0.008
# In radii: the approximate distance of the points that measure a mark.
_APART = 0.07


class Marks(NamedTuple):
    """What marks the start and the finish of a maze.

    icons: a picture at each end. doors: an opening in the rim at each end. arrows: an arrow outside
    each door. outside: the pictures are outside the doors, not in the cells; with arrows, only if
    there is room for them. signs: there are doors to other rooms, too, with a sign outside each.
    figures: the page has drawings of the theme outside the doors.
    """

    icons: bool = False
    doors: bool = False
    arrows: bool = False
    outside: bool = False
    signs: bool = False
    figures: bool = False

    @classmethod
    def from_word(cls, word: str) -> Marks:
        """Return the marks that a recipe or a command names by one of `MARKS`."""
        return MARKS[word]

    @property
    def at_doors(self) -> Marks:
        """The marks of a maze whose figures stand outside its doors, on the page."""
        return Marks(doors=True, arrows=self.arrows, figures=True)

    @property
    def are_in_cells(self) -> bool:
        """Whether the cells at both ends hold pictures."""
        return self.icons and not self.outside


NO_MARKS = Marks()
ARROWS = Marks(doors=True, arrows=True)
ICONS_AND_ARROWS = Marks(icons=True, doors=True, arrows=True)
MARKS = {
    "icons": Marks(icons=True),
    "doors": ARROWS,
    "both": ICONS_AND_ARROWS,
    "outside": Marks(icons=True, doors=True, outside=True),
    "none": NO_MARKS,
}
"""The marks by their words in recipes and commands."""


class Patch(NamedTuple):
    """One area of a mark, drawn in the circle of radius 1 around (0, 0), and its ink."""

    subpaths: tuple[Subpath, ...]
    style: Style


Mark = tuple[Patch, ...]
"""The picture of a start, a finish, an ornament, or an object to count: its areas, the lowest
first."""


@lru_cache(maxsize=32)
def mirror_mark(mark: Mark) -> Mark:
    """Return a mark mirrored left to right."""
    return tuple(
        patch._replace(subpaths=tuple(map(mirror_subpath, patch.subpaths))) for patch in mark
    )


@lru_cache(maxsize=1 << 10)
def find_clearance(mark: Mark, onward: Point, air: float) -> float:
    """Return how far a line from the middle of a mark must run until it keeps this much air from
    the mark from there on (radii). onward: the line's direction, a unit vector."""
    ahead, aside = onward
    farthest = air
    for x, y in _sample_mark(mark):
        off = x * aside - y * ahead
        if abs(off) < air:
            farthest = max(farthest, x * ahead + y * aside + sqrt(air * air - off * off))
    return farthest


@lru_cache(maxsize=32)
def _sample_mark(mark: Mark) -> tuple[Point, ...]:
    """Return closely spaced points along the lines of a mark."""
    return tuple(
        point_at(curve, step / parts)
        for patch in mark
        for subpath in patch.subpaths
        for curve in _curves(subpath)
        for parts in (ceil(round(fsum(map(dist, curve, curve[1:])) / _APART, 3)),)
        for step in range(parts)
    )


def _curves(closed: Subpath) -> Iterator[Curve]:
    """Yield the curves and lines of a closed subpath without arcs."""
    points = closed.points
    for here, onward, bend in zip_longest(
        points, [*points[1:], points[0]], closed.bends[: len(points)]
    ):
        yield (here, *bend, onward) if isinstance(bend, tuple) else (here, onward)


def mark_layers(mark: Mark, name: str, centre: Point, radius: float) -> list[Layer]:
    """Return a mark as layers, in a circle of this radius around this centre."""
    return [
        Layer(
            name,
            patch.style,
            [place_subpath(subpath, centre, radius) for subpath in patch.subpaths],
        )
        for patch in mark
    ]


def make_mark(outline: Outline) -> Mark:
    """Return an outline as a mark: the corners of its box lie on the mark's circle."""
    reach = hypot(outline.width, outline.height) / 2

    def scale_point(point: tuple[int, int]) -> Point:
        return round((point[0] - outline.width / 2) / reach, 4), round(
            (point[1] - outline.height / 2) / reach, 4
        )

    return tuple(
        Patch(
            tuple(
                Subpath(tuple(_drop_repeated_points(map(scale_point, polygon))), closed=True)
                for polygon in area.polygons
            ),
            Style(fill=WHITE if area.paper else BLACK, even_odd=area.even_odd),
        )
        for area in outline.areas
        if area.polygons
    )


def _drop_repeated_points(points: Iterator[Point]) -> Iterator[Point]:
    """Yield the points without any that repeat the previous one."""
    last: Point | None = None
    for point in points:
        if last is None or abs(point[0] - last[0]) + abs(point[1] - last[1]) > _NEAR:
            yield point
            last = point
