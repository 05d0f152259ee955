"""Marks at the start and the finish of a maze: their kinds, and the small pictures."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import zip_longest
from math import ceil, dist, fsum, hypot, sqrt
from typing import TYPE_CHECKING, NamedTuple

from puzzlebook.drawing.drawing import (
    BLACK,
    WHITE,
    CompositePath,
    Layer,
    PathPart,
    Style,
    Subpath,
    mirror_subpath,
    place_subpath,
)
from puzzlebook.geometry.arcs import Point
from puzzlebook.geometry.curves import Curve, point_at

if TYPE_CHECKING:
    from puzzlebook.outlines import Outline

# In radii: points of a user's drawing that are nearer to each other are merged. On the largest mark
# this is a tenth of a millimetre.
_MERGE_DISTANCE = 0.008
# In radii: the approximate spacing of the points that sample a mark.
_SAMPLE_SPACING = 0.07


class Marks(NamedTuple):
    """The kinds of marks at the start and the finish of a maze.

    icons: a picture at each end. doors: an opening in the rim at each end. arrows: an arrow outside
    each door. outside: pictures are outside the doors instead of in the cells; with arrows, only if
    there is space. signs: doors to other rooms have signs outside. figures: the page has drawings
    from the theme outside the doors.
    """

    icons: bool = False
    doors: bool = False
    arrows: bool = False
    outside: bool = False
    signs: bool = False
    figures: bool = False

    @classmethod
    def from_word(cls, word: str) -> Marks:
        """Return the marks for a word of `MARKS` in a recipe or a command."""
        return MARKS[word]

    @property
    def at_doors(self) -> Marks:
        """The marks of a maze with figures outside its doors, and arrows in them."""
        return Marks(doors=True, figures=True)

    @property
    def beyond_arrows(self) -> Marks:
        """The marks of a maze with figures beyond the arrows outside its doors, if it has arrows;
        otherwise these marks."""
        return ARROWS if self.arrows else self

    @property
    def are_in_cells(self) -> bool:
        """Whether both end cells contain pictures."""
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
"""A mapping from words in recipes and commands to marks."""


class Patch(NamedTuple):
    """An area of a mark, in the circle of radius 1 around (0, 0), and its ink."""

    subpaths: tuple[Subpath, ...]
    style: Style


Mark = tuple[Patch, ...]
"""The picture of a start, a finish, an ornament, or a thing to count: areas from the bottom up."""


@lru_cache(maxsize=32)
def mirror_mark(mark: Mark) -> Mark:
    """Return a mark mirrored left to right."""
    return tuple(
        patch._replace(subpaths=tuple(map(mirror_subpath, patch.subpaths))) for patch in mark
    )


@lru_cache(maxsize=1 << 10)
def find_clearance(mark: Mark, direction: Point, clearance: float) -> float:
    """Return the distance from the centre of a mark along a ray beyond which the ray stays
    `clearance` away from the mark, in radii. direction: the direction of the ray, a unit vector."""
    direction_x, direction_y = direction
    farthest = clearance
    for x, y in _sample_mark(mark):
        off = x * direction_y - y * direction_x
        if abs(off) < clearance:
            farthest = max(
                farthest,
                x * direction_x + y * direction_y + sqrt(clearance * clearance - off * off),
            )
    return farthest


@lru_cache(maxsize=32)
def _sample_mark(mark: Mark) -> tuple[Point, ...]:
    """Return closely spaced points along the lines of a mark."""
    return tuple(
        point_at(curve, step / parts)
        for patch in mark
        for subpath in patch.subpaths
        for curve in _curves(subpath)
        for parts in (ceil(round(fsum(map(dist, curve, curve[1:])) / _SAMPLE_SPACING, 3)),)
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
    """Return a mark as layers, in a circle with this radius and centre."""
    return [
        Layer(name, patch.style, _place_patch(patch.subpaths, centre, radius)) for patch in mark
    ]


@lru_cache(maxsize=1 << 10)  # many mazes on one grid begin or end in the same cell
def _place_patch(subpaths: tuple[Subpath, ...], centre: Point, radius: float) -> CompositePath:
    """Return an area of a mark in a circle with this radius and centre."""
    return CompositePath([PathPart([place_subpath(part, centre, radius) for part in subpaths])])


def make_mark(outline: Outline) -> Mark:
    """Return an outline as a mark. The corners of the outline's box are on the mark's circle."""
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
    """Yield the points, without those that are very near to the previous one."""
    last: Point | None = None
    for point in points:
        if last is None or abs(point[0] - last[0]) + abs(point[1] - last[1]) > _MERGE_DISTANCE:
            yield point
            last = point
