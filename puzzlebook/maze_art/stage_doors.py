"""The doors of a stage: an opening with an arrow in it. Where lines of the drawing run across it, a
doorstep cuts through them, with a jamb on either side.

All of this is only painted over the doorway; the walls of the maze stay where they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, chain, pairwise, product, zip_longest
from math import ceil, dist, fsum
from typing import NamedTuple

from puzzlebook.drawing.drawing import BLACK, WHITE, Drawing, Layer, Style, Subpath, make_circle
from puzzlebook.geometry.arcs import Point
from puzzlebook.geometry.curves import point_at
from puzzlebook.ground.lengths import MM
from puzzlebook.maze_art.stage import Crop, Stage, load_look
from puzzlebook.maze_art.stage_things import Bounds, count_in_box
from puzzlebook.outlines import PointTest

Arrow = tuple[Point, ...]
"""The corners of an arrow."""
Posts = tuple[Point, Point]
"""The two ends of a door, in the order that has the outside of the maze on the left."""

# Positions of rays that detect lines across a door, as shares of its width.
_RAY_POSITIONS = (0.3, 0.5, 0.7)
_DARK = 0.35  # the lightest part of the colour of an area that a doorstep cuts through
_LINE_POINTS = 120  # number of points on a line as long as the stage
_CHORDS = 6  # straight lines that replace a curve of the drawing
_LEAST_CUT = 3.0  # depth of a doorstep whose jambs end in posts, in radii of these
_INNER_DEPTH = 0.3  # depth of a doorstep beneath the maze's paper, as a share of the door's width
_MAX_INSIDE = 0.8  # how far an arrow reaches into the maze, in cell widths
_ARROW_SIZES = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4)  # shares of an arrow's full size to try
_ARROW_STEPS = 6  # positions to try for an arrow, per half of its length
# Lengths of a doorstep to try, longest first, as shares of the full length.
_LENGTHS = (1.0, 0.8, 0.6, 0.45, 0.3, 0.15)
_ARROW = ((0.0, 0.17), (0.45, 0.17), (0.45, 0.5), (1.0, 0.0), (0.45, -0.5), (0.45, -0.17),
          (0.0, -0.17))  # fmt: skip
"""The corners of an arrow: lengthwise as shares of its length, crosswise as shares of its width."""


class Doorway(NamedTuple):
    """A door of a stage with its doorstep, in the stage's units.

    posts: see `Posts`. out: the unit vector straight out. depth: how far the way out is free. cut:
    the depth of the doorstep, which cuts through lines of the drawing; 0 if there are none. jambs:
    the outer ends of the free way out.
    """

    posts: Posts
    out: Point
    depth: float
    jambs: Posts
    cut: float = 0.0

    @property
    def width(self) -> float:
        """The distance between its posts."""
        return dist(*self.posts)

    @property
    def mouth(self) -> Point:
        """The middle of the doorstep's outer end."""
        (ax, ay), (bx, by) = self.jambs
        return (ax + bx) / 2, (ay + by) / 2

    def measure_width(self, away: float) -> float:
        """Return the distance between the jambs, this far outside."""
        share = min(1.0, max(0.0, away / self.depth)) if self.depth else 0.0
        return self.width + share * (dist(*self.jambs) - self.width)

    def at(self, along: float, away: float) -> Point:
        """Return a point of the doorstep. along: from one post to the other, as a share. away: the
        distance outwards, in the stage's units."""
        (ax, ay), (bx, by) = self.posts
        x, y = ax + (bx - ax) * along, ay + (by - ay) * along
        return x + self.out[0] * away, y + self.out[1] * away

    def locate(self, point: Point) -> tuple[float, float]:
        """Return how far a point is from the middle line of the door, in the direction from one
        post to the other, and how far outside."""
        (ax, ay), (bx, by) = self.posts
        x, y = point[0] - (ax + bx) / 2, point[1] - (ay + by) / 2
        return y * self.out[0] - x * self.out[1], x * self.out[0] + y * self.out[1]


class ShownDoors(NamedTuple):
    """The doors of a stage in a frame. unit: the size of a stage unit, in points. arrows: one at
    each door."""

    stage: Stage
    crop: Crop
    unit: float
    doorways: tuple[Doorway, ...]
    arrows: tuple[Arrow, ...]

    def find_end(self, index: int) -> float:
        """Return how far from the rim the outer end of the arrow at a door is."""
        return max(self.doorways[index].locate(point)[1] for point in self.arrows[index])


@lru_cache(maxsize=256)
def find_doorways(stage: Stage, crop: Crop, doors: tuple[Posts, ...]) -> tuple[Doorway, ...]:
    """Return the doorways of a stage in a frame. doors: their posts, in the stage's units."""
    return tuple([_find_doorway(stage, crop, posts) for posts in doors])


def _find_doorway(stage: Stage, crop: Crop, posts: Posts) -> Doorway:
    """Return a door with a doorstep through all lines along the rim there. The doorstep is clear of
    the rest of the maze and within the frame."""
    look = load_look()
    (ax, ay), (bx, by) = posts
    width = dist(*posts)
    doorway = Doorway(posts, ((by - ay) / width, (ax - bx) / width), 0.0, posts)
    deepest = look["deepest"] * stage.size
    lines = [*_measure_lines_across(stage, doorway, deepest)]
    full = max(look["doorstep"] * width, *lines, 0.0)
    # A narrow door opens towards the page, so that its arrow is as large as others.
    gate = max(width, look["gate"] * stage.size) if any(lines) else width
    for share, mouth in product(_LENGTHS, (gate, width)):
        doorway = _lengthen(doorway, full * share, mouth)
        samples = [doorway.at(x, doorway.depth * y) for x in (0.1, 0.5, 0.9) for y in (0.5, 1.0)]
        is_shown = all(
            crop.left < x < crop.left + crop.width and crop.top < y < crop.top + crop.height
            for x, y in doorway.jambs
        )
        if is_shown and not any(count_in_maze(stage, [[*doorway.jambs, *samples]])):
            break
    return doorway._replace(cut=min(doorway.depth, max(lines, default=0.0)))


def _lengthen(doorway: Doorway, depth: float, mouth: float) -> Doorway:
    """Return a door whose way out is free this far, where its jambs are at least `mouth` apart."""
    flare = max(load_look()["flare"] * depth, (mouth - doorway.width) / 2) / doorway.width
    jambs = doorway.at(-flare, depth), doorway.at(1 + flare, depth)
    return doorway._replace(depth=depth, jambs=jambs)


def _measure_lines_across(stage: Stage, doorway: Doorway, deepest: float) -> Iterator[float]:
    """Yield how far from the rim the outer edge of each line across the door lies."""
    rays = [(doorway.at(share, 0.0), doorway.at(share, deepest)) for share in _RAY_POSITIONS]
    box = _box([point for ray in rays for point in ray])
    for subpath, reach, width in _box_back(stage):
        if not _overlap(reach, box):
            continue
        lines = [*_list_lines(subpath, box)]
        found = [
            [away for line in lines if (away := _measure_crossing(ray, line)) is not None]
            for ray in rays
        ]
        if all(found):
            yield max(map(min, found)) * deepest + width


@lru_cache(maxsize=64)
def _box_back(stage: Stage) -> list[tuple[Subpath, Bounds, float]]:
    """Return each line and each dark area of the back of a stage with its bounding box and its line
    weight."""
    return [
        (
            subpath,
            _box([*subpath.points, *chain(*(b for b in subpath.bends if isinstance(b, tuple)))]),
            layer.style.width,
        )
        for layer in stage.back
        if layer.style.width or max(layer.style.fill or WHITE) < _DARK  # not a pale shadow
        for subpath in layer.subpaths
    ]


def _overlap(one: Bounds, other: Bounds) -> bool:
    return not (one[0] > other[2] or one[2] < other[0] or one[1] > other[3] or one[3] < other[1])


def _list_lines(subpath: Subpath, box: Bounds) -> Iterator[tuple[Point, Point]]:
    """Yield the lines of a subpath that may reach into a box. A curve becomes several lines."""
    points = [*subpath.points, subpath.points[0]] if subpath.closed else [*subpath.points]
    bends = [*subpath.bends, *[0.0] * (len(points) - 1 - len(subpath.bends))]
    for (a, b), bend in zip(pairwise(points), bends, strict=True):
        corners = (a, *bend, b) if isinstance(bend, tuple) else (a, b)
        if not _overlap(_box(corners), box):
            continue
        if isinstance(bend, tuple):
            points_on = [point_at((a, *bend, b), step / _CHORDS) for step in range(_CHORDS + 1)]
            yield from pairwise(points_on)
        else:
            yield a, b


def _measure_crossing(ray: tuple[Point, Point], line: tuple[Point, Point]) -> float | None:
    """Return the point where a line crosses a ray, as a share of the ray; None if it does not."""
    (px, py), (qx, qy) = ray
    (ax, ay), (bx, by) = line
    dx, dy, ex, ey = qx - px, qy - py, bx - ax, by - ay
    determinant = dx * ey - dy * ex
    if determinant == 0:
        return None
    along = ((ax - px) * ey - (ay - py) * ex) / determinant
    on_line = ((ax - px) * dy - (ay - py) * dx) / determinant
    return along if 0 <= along <= 1 and 0 <= on_line <= 1 else None


def _box(points: Sequence[Point]) -> Bounds:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


@lru_cache(maxsize=256)
def draw_doorsteps(
    stage: Stage, crop: Crop, doorways: tuple[Doorway, ...], jamb_styles: tuple[Style, ...]
) -> Drawing:
    """Return the doorsteps of a stage with their jambs, to be painted beneath the maze, where they
    cut through lines of the drawing. The jambs of a deep doorstep end in round posts. jamb_styles:
    of the lines of a jamb, from the bottom up, in the stage's units."""
    layers: list[Layer] = []
    for doorway in doorways:
        if not doorway.cut:
            continue
        aside = (doorway.measure_width(doorway.cut) / doorway.width - 1) / 2
        (ax, ay), (bx, by) = (doorway.at(x, doorway.cut) for x in (-aside, 1 + aside))
        inner_end = -_INNER_DEPTH * doorway.width
        step = doorway.at(0.0, inner_end), (ax, ay), (bx, by), doorway.at(1.0, inner_end)
        layers.append(Layer("doorways", Style(fill=stage.paper), (Subpath(step, closed=True),)))
        jambs = [Subpath(ends) for ends in zip(doorway.posts, ((ax, ay), (bx, by)), strict=True)]
        layers += [Layer("doorways", style, jambs) for style in jamb_styles]
        radius = load_look()["post"] * doorway.width
        if doorway.cut > _LEAST_CUT * radius:
            beside = aside + load_look()["post"]
            places = [doorway.at(x, doorway.cut) for x in (-beside, 1 + beside)]
            knobs = [make_circle(place, radius) for place in places]
            styles = (style._replace(fill=stage.paper) for style in jamb_styles)
            layers += [Layer("doorways", style, knobs) for style in styles]
    return Drawing(*crop, 1, tuple(layers), is_reused=True)


@lru_cache(maxsize=256)
def place_arrows(
    stage: Stage,
    crop: Crop,
    unit: float,
    doorways: tuple[Doorway, ...],
    cell: float,
    wall: float,
    wanted: float = 0.0,
) -> tuple[Arrow, ...]:
    """Return an arrow at each door of a stage, into the maze at the first door and out of it at the
    second, each as large as there is space for it. unit: the size of a stage unit, in points.
    cell, wall: the width of a cell and of a wall, in the stage's units. wanted: the length of an
    arrow, in points, if larger ones than usual are wanted."""
    look = load_look()
    least = min(max(look["min_arrow"] * MM, wanted) / unit, look["longest_arrow"] * cell)
    full = max(look["arrow"] * cell, least)
    lengths = [share * full for share in _ARROW_SIZES]
    arrows = list[Arrow]()
    for index, doorway in enumerate(doorways):
        is_inwards = index == 0
        tries = (
            _place_arrow(stage, crop, doorway, (length, share * length, cell, wall), is_inwards)
            for length in lengths
            for share in (look["arrow_width"], look["slim_arrow"])
        )
        in_door = min(look["arrow"] * cell, look["arrow_in_door"] * doorway.width)
        width = look["arrow_width"] * in_door
        length = min(width / look["slim_arrow"], doorway.depth + _MAX_INSIDE * cell)
        last = _draw_arrow(doorway, doorway.depth, (length, width), is_inwards)
        arrows.append(next((arrow for arrow in tries if arrow), last))
    return tuple(arrows)


def draw_arrows(doors: ShownDoors) -> Drawing:
    """Draw the arrows at the doors of a stage."""
    styles = Style(load_look()["arrow_line"] / doors.unit, WHITE), Style(fill=BLACK)
    shapes = [(Subpath(arrow, closed=True),) for arrow in doors.arrows]
    layers = [Layer("arrows", style, shape) for shape in shapes for style in styles]
    return Drawing(*doors.crop, 1, tuple(layers), is_reused=True)


def _place_arrow(
    stage: Stage,
    crop: Crop,
    doorway: Doorway,
    sizes: tuple[float, float, float, float],
    is_inwards: bool,
) -> Arrow | None:
    """Return the arrow at a door where the front hides least of it, as near to the middle of the
    opening as possible, off the words; None if there is no space for it. sizes: the arrow's length,
    and the widths of it, of a cell and of a wall."""
    length, width, cell, wall = sizes
    margin, words = wall / 2, stage.place.words
    rim = max(doorway.cut, margin) + margin
    arrows, outside = list[Arrow](), list[list[Point]]()
    steps = sorted(range(-_ARROW_STEPS, 2 * _ARROW_STEPS), key=lambda step: abs(step + 2))
    for step in steps:
        inner = step * length / (2 * _ARROW_STEPS)
        arrow = _draw_arrow(doorway, inner + length, (length, width), is_inwards)
        points = spread_arrow(arrow)
        places = [doorway.locate(point) for point in points]
        if (
            inner >= -_MAX_INSIDE * cell
            and not any(
                away < rim and abs(aside) > max(0.0, doorway.measure_width(away) / 2 - wall)
                for aside, away in places
            )
            and all(_is_shown(point, crop, 2 * margin) for point in points)
            and not (words and any(_is_in(words, point) for point in points))
        ):
            arrows.append(arrow)
            outside.append(
                [point for point, (_, away) in zip(points, places, strict=True) if away > margin]
            )
    in_maze = count_in_maze(stage, outside)
    free = [arrow for arrow, count in zip(arrows, in_maze, strict=True) if not count]
    hidden = count_hidden_by_front(stage, [*map(spread_arrow, free)])
    return free[hidden.index(min(hidden))] if free else None


def _is_in(box: Bounds, point: Point) -> bool:
    left, top, right, bottom = box
    return left < point[0] < right and top < point[1] < bottom


def spread_arrow(arrow: Arrow) -> list[Point]:
    """Return points all over an arrow: its corners and the midpoints of all pairs of corners."""
    return [((ax + bx) / 2, (ay + by) / 2) for ax, ay in arrow for bx, by in arrow]


def _is_shown(point: Point, crop: Crop, margin: float) -> bool:
    """Return whether a point is in a frame, this far from its edge."""
    x, y = point[0] - crop.left, point[1] - crop.top
    return margin < x < crop.width - margin and margin < y < crop.height - margin


def _draw_arrow(doorway: Doorway, outer: float, size: tuple[float, float], inwards: bool) -> Arrow:
    """Return the corners of an arrow. outer: the distance of its outer end from the rim. size: its
    length and its width."""
    length, width = size
    return tuple(
        doorway.at(
            0.5 + aside * width / doorway.width,
            outer - length * (along if inwards else 1 - along),
        )
        for along, aside in _ARROW
    )


def count_hidden_by_front(stage: Stage, groups: Sequence[Sequence[Point]]) -> list[int]:
    """Return, for each group, how many points the front of a stage covers."""
    found = _make_front_test(stage)
    return _count_inside(*found, groups) if found else [0] * len(groups)


@lru_cache(maxsize=64)
def _make_front_test(stage: Stage) -> tuple[PointTest, Units] | None:
    if stage.front_outline is None:
        return None
    outline, *units = stage.front_outline
    return PointTest(outline), Units(*units)


@lru_cache(maxsize=64)
def _list_line_points(stage: Stage) -> list[Point]:
    """Return points on the lines of the back, about as far from each other everywhere, from left to
    right."""
    spacing, points = stage.size / _LINE_POINTS, list[Point]()
    for subpath in chain.from_iterable(layer.subpaths for layer in stage.back):
        ends = (*subpath.points[1:], *(subpath.points[:1] if subpath.closed else ()))
        for start, end, bend in zip_longest(subpath.points[: len(ends)], ends, subpath.bends):
            curve = (start, *bend, end) if isinstance(bend, tuple) else (start, end)
            steps = ceil(round(fsum(dist(*pair) for pair in pairwise(curve)) / spacing, 6))
            points += [point_at(curve, step / steps) for step in range(steps)]
    return sorted(points)


def count_line_points(stage: Stage, box: Bounds) -> int:
    """Return how many points of the lines of the back are in a box."""
    return count_in_box(_list_line_points(stage.variant_of or stage), box)


def count_in_maze(stage: Stage, groups: Sequence[Sequence[Point]]) -> list[int]:
    """Return, for each group, how many points are inside the outline of a stage's maze."""
    place = stage.place
    return _count_inside(_make_tests(stage)[0], Units(place.left, place.top, place.unit), groups)


def count_within_rim(stage: Stage, groups: Sequence[Sequence[Point]]) -> list[int]:
    """Return, for each group, how many points are inside the outline of a stage's maze or one of
    its holes."""
    place = stage.place
    return _count_inside(_make_tests(stage)[1], Units(place.left, place.top, place.unit), groups)


@lru_cache(maxsize=64)
def _make_tests(stage: Stage) -> tuple[PointTest, PointTest]:
    """Return the tests for points in the outline of a stage's maze, and in this without holes."""
    if same := stage.variant_of or stage.hung_in:
        return _make_tests(same)
    outline = stage.place.outline
    return PointTest(outline), PointTest(outline.fill_holes())


def _count_inside(test: PointTest, units: Units, groups: Sequence[Sequence[Point]]) -> list[int]:
    # Testing all points at once is much faster than testing each group.
    inside = test.find_inside(units.convert(chain.from_iterable(groups)))
    ends = accumulate(map(len, groups))
    return [
        inside[end - len(group) : end].count(1) for group, end in zip(groups, ends, strict=True)
    ]


class Units(NamedTuple):
    """The units of an outline in a stage."""

    left: float
    top: float
    unit: float

    def convert(self, points: Iterable[Point]) -> list[tuple[int, int]]:
        """Return points of the stage, converted to these units."""
        left, top, unit = self
        return [(round((x - left) * unit), round((y - top) * unit)) for x, y in points]
