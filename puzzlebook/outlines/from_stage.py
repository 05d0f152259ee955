"""Reading the place for the maze from a stage: a drawing with a maze in it.

The named parts of a stage are: `back`, painted before the maze; `front`, painted after it; `maze`,
the outline of the maze; `start` and `finish`, the doors; and `words`, the space for the heading.
Only `maze` is required.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain, pairwise
from math import hypot, isfinite
from typing import Any, NamedTuple

from puzzlebook.drawing.svg_shapes import NamedParts, NamedShape, PaintedShape, read_svg_parts
from puzzlebook.geometry.arcs import IntPoint, Point, distance
from puzzlebook.ground import templates
from puzzlebook.ground.faults import refuse
from puzzlebook.ground.images import MAX_BYTES, is_picture
from puzzlebook.outlines.outline import FilledShape, Outline, make_scaled_outline

BACK, FRONT, MAZE, START, FINISH, WORDS = "back", "front", "maze", "start", "finish", "words"
_NAMES = f"{BACK}, {MAZE}, {START}, {FINISH}, {FRONT}, {WORDS}"
# As shares of the longer side of the outline: the greatest distance of the middle of a door from
# the outline, and the greatest distance between the ends of a closed line.
_DOOR_REACH, _CLOSED = 1 / 20, 1 / 1000
_BEYOND = 1 / 200  # how far a part may extend beyond the page, as a share of its longer side

Bounds = tuple[float, float, float, float]
"""Left, top, right and bottom, in the drawing's units."""


class Door(NamedTuple):
    """A door of a stage: a circle on the outline, in the drawing's units."""

    centre: Point
    radius: float


class DoorChoices(NamedTuple):
    """The doors that a stage offers for its start or for its finish.

    doors: their centres, on the outline, in the drawing's units. points: the same in outline units.
    figure: the box around the hero or the goal in the drawing, if the row has it.
    """

    doors: tuple[Point, ...]
    points: tuple[IntPoint, ...]
    figure: Bounds | None = None


class StageOutline(NamedTuple):
    """The place for the maze in a stage.

    left, top: the top left corner of the outline's box in the drawing. unit: the number of outline
    units in one drawing unit. doors: the doors where the solution enters and leaves, in drawing
    units; empty if the stage has none. points: the centres of the doors, in outline units. words:
    the space for the heading, if any. parts: the parts of the drawing. choices: the doors that a
    built-in stage offers for its start and for its finish, if there are several.
    """

    outline: Outline
    left: float
    top: float
    unit: float
    doors: tuple[Door, ...]
    points: tuple[IntPoint, ...]
    words: Bounds | None
    parts: NamedParts
    choices: tuple[DoorChoices, ...] = ()

    @property
    def title(self) -> str:
        """The drawing's title."""
        return self.parts.title

    @property
    def back(self) -> Sequence[PaintedShape]:
        """The areas that are painted before the maze."""
        return self.parts.painted[BACK]

    @property
    def front(self) -> Sequence[PaintedShape]:
        """The areas that are painted after the maze."""
        return self.parts.painted[FRONT]

    def to_outline(self, point: Point) -> IntPoint:
        """Return a point of the drawing, converted to outline units."""
        return _to_outline(point, self.left, self.top, self.unit)

    @property
    def fill(self) -> str:
        """The colour of the maze's background, in SVG notation."""
        return self.parts.shapes[MAZE][0].colour

    @classmethod
    def read(cls, data: bytes, where: str) -> StageOutline:
        """Read the place for the maze in a stage. Refuse a drawing that has no valid one, and say
        what is wrong."""
        return _read_stage_outline(data, where)

    @classmethod
    def built_in(cls, name: str) -> StageOutline:
        """Return the place for the maze in a built-in stage, which must exist, and the doors that
        the stage offers."""
        return _read_built_in(name)


@cache
def _read_built_in(name: str) -> StageOutline:
    place = StageOutline.read(templates.read("stages", name, ".svg"), f"stage {name}")
    row = _load_choices().get(name)
    return place._replace(choices=tuple(_read_choices(row, place))) if row else place


def _load_choices() -> Mapping[str, Any]:
    return templates.table("stage_doors.toml")


def _read_choices(row: Mapping[str, Any], place: StageOutline) -> Iterator[DoorChoices]:
    """Yield the doors that a row of `templates/stage_doors.toml` offers for the start and for the
    finish."""
    for end, figure in ((START, "hero"), (FINISH, "goal")):
        doors = tuple([(x, y) for x, y, *_ in row[end]])
        points = tuple(map(place.to_outline, doors))
        yield DoorChoices(doors, points, tuple(row[figure]) if figure in row else None)


@lru_cache(maxsize=64)
def _read_stage_outline(data: bytes, where: str) -> StageOutline:
    """Read the place for the maze in a stage. Refuse a drawing that has no valid one, and say what
    is wrong."""
    if len(data) > MAX_BYTES:
        raise refuse(
            where, f"the file is {len(data) / 1e6:.0f} MB", f"at most {MAX_BYTES / 1e6:.0f} MB"
        )
    if not data or is_picture(data):
        raise refuse(where, "is not an SVG drawing", 'give an SVG drawing with the id "maze" in it')
    parts = read_svg_parts(data, where, (BACK, FRONT), MAZE, (START, FINISH, WORDS))
    if not any(shape.lines for shape in parts.shapes.get(MAZE, ())):
        raise refuse(where, f"nothing in it has the id {MAZE}", f"ids: {_NAMES}")
    box = _box(parts.shapes[MAZE], MAZE, where)
    span = max(box[2] - box[0], box[3] - box[1])
    _refuse_open(parts.shapes[MAZE], span, where)
    areas = [
        FilledShape([contour for contour, _ in shape.lines], shape.even_odd)
        for shape in parts.shapes[MAZE]
    ]
    outline, left, top, unit = make_scaled_outline(areas, where)
    _refuse_outside(box, MAZE, parts, where)
    doors = tuple(_read_doors(parts, where))
    points = tuple(_to_outline(centre, left, top, unit) for centre, _ in doors)
    for name, door, point in zip((START, FINISH), doors, points, strict=False):
        if not _is_near(outline, point, unit * max(door.radius, span * _DOOR_REACH)):
            what = f"{name} is far from the outline of {MAZE}"
            raise refuse(where, what, "put the circle on the outline, where the door is to be")
    words = parts.shapes.get(WORDS, ())
    words_box = _box(words, WORDS, where) if any(shape.lines for shape in words) else None
    if words_box:
        _refuse_outside(words_box, WORDS, parts, where)
    return StageOutline(outline, left, top, unit, doors, points, words_box, parts)


def _to_outline(point: Point, left: float, top: float, unit: float) -> IntPoint:
    return round((point[0] - left) * unit), round((point[1] - top) * unit)


def _read_doors(parts: NamedParts, where: str) -> list[Door]:
    door_names = [
        name for name in (START, FINISH) if any(s.lines for s in parts.shapes.get(name, ()))
    ]
    if len(door_names) == 1:
        other = FINISH if door_names == [START] else START
        raise refuse(where, f"it has {door_names[0]} and no {other}", "give both, or neither")
    doors = []
    for name in door_names:
        left, top, right, bottom = _box(parts.shapes[name], name, where)
        radius = max(right - left, bottom - top) / 2
        doors.append(Door(((left + right) / 2, (top + bottom) / 2), radius))
    return doors


def _refuse_open(shapes: Sequence[NamedShape], span: float, where: str) -> None:
    """Refuse an outline that contains an open line; a fill would silently join its ends."""
    for contour, closed in chain.from_iterable(shape.lines for shape in shapes):
        if not contour or closed:
            continue
        (ax, ay), (bx, by) = contour[0][0], contour[-1][-1]
        if hypot(ax - bx, ay - by) > span * _CLOSED:
            raise refuse(where, f"the line of {MAZE} is not closed", "close the outline")


def _box(shapes: Sequence[NamedShape], name: str, where: str) -> Bounds:
    """Return the bounding box of the control points of shapes. For a circle it equals the circle's
    own bounding box."""
    points = [
        point
        for shape in shapes
        for contour, _ in shape.lines
        for curve in contour
        for point in curve
    ]
    if not points or not all(isfinite(number) for point in points for number in point):
        raise refuse(where, f"{name} has no size", "give it a width and a height")
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _refuse_outside(box: Bounds, name: str, parts: NamedParts, where: str) -> None:
    """Refuse a part that extends beyond the drawing's page by more than one can see."""
    left, top, width, height = parts.page
    tolerance = max(width, height) * _BEYOND
    if not (width > 0 and height > 0) or (
        box[0] < left - tolerance
        or box[1] < top - tolerance
        or box[2] > left + width + tolerance
        or box[3] > top + height + tolerance
    ):
        raise refuse(where, f"{name} extends beyond the page", "keep all of it within the viewBox")


def _is_near(outline: Outline, point: IntPoint, reach: float) -> bool:
    """Return whether any edge of an outline is within `reach` of a point."""
    x, y = point
    left, top, right, bottom = x - reach, y - reach, x + reach, y + reach
    polygons = chain.from_iterable(area.polygons for area in outline.areas)
    return any(
        distance(point, (ax, ay), (bx, by), 0.0) <= reach
        for polygon in polygons
        for (ax, ay), (bx, by) in pairwise((*polygon, polygon[0]))
        if (ax >= left or bx >= left)
        and (ay >= top or by >= top)
        and (ax <= right or bx <= right)
        and (ay <= bottom or by <= bottom)
        and (ax, ay) != (bx, by)
    )
