"""What a stage with its maze shows where: land, sky, or a thing.

The drawing is divided into square cells. A layer of the back that is as wide as the frame is sky or
land, and replaces what it covers. Water counts as a thing, since nothing can stand on it. Lines
from side to side, such as those of planks, hide nothing. All other layers are things, as are the
maze, arrows and signs. The wall of a room is a thing, too, and no sky.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, zip_longest
from math import ceil
from typing import NamedTuple

from puzzlebook.drawing.drawing import Drawing, Layer, Subpath
from puzzlebook.geometry.arcs import Point
from puzzlebook.geometry.curves import point_at
from puzzlebook.maze_art.panorama import load_world_look
from puzzlebook.maze_art.stage_things import Bounds, find_layer_box
from puzzlebook.maze_art.stage_view import StageView
from puzzlebook.typesetting.artwork import read_colour

SKY, LAND, THING = range(3)
BEHIND = ("sky", "back")
"""The parts of a drawing behind its maze, the farther first. Between them is what stands on its
horizon."""
_CHORDS = 3  # straight lines for each curve
_ROWS_APART = 2  # rows from one place that is tried to the next
_THIN = 4  # cells: the lines of an area that is no thinner count as parts of it
_WATER = 0.16  # how much bluer than red water is, as a share of full blue
_Polygon = Sequence[Point]


class PaintedCells(NamedTuple):
    """What is painted in each cell of a drawing.

    side: the side of a cell, in points on paper. sums: for each kind, and each corner of a cell,
    the number of such cells above it and to its left. free: for sky and for land, and each cell,
    how many cells up from it, and with it, hide neither a thing nor, for the sky, land. is_room:
    whether the drawing shows a room, or the deck of a ship, where nothing grows.
    """

    side: float
    sums: Sequence[Sequence[Sequence[int]]]
    free: Sequence[Sequence[Sequence[int]]]
    is_room: bool

    @property
    def size(self) -> tuple[int, int]:
        """The numbers of columns and of rows."""
        return len(self.sums[SKY][0]) - 1, len(self.sums[SKY]) - 1

    def number(self, kind: int, box: Bounds) -> int:
        """Return how many cells of a kind a box touches, which is measured in points from the left
        and the top of the drawing."""
        left, top, right, bottom = box
        columns, rows = self.size
        first, upper = self._limit(left, columns), self._limit(top, rows)
        last, lower = self._limit(right, columns) + 1, self._limit(bottom, rows) + 1
        sums = self.sums[kind]
        return sums[lower][last] - sums[upper][last] - sums[lower][first] + sums[upper][first]

    def _limit(self, length: float, cells: int) -> int:
        return max(0, min(cells - 1, int(length / self.side)))

    def list_rooms(self, kind: int, width: float, height: float) -> Iterator[tuple[float, float]]:
        """Yield the left and the top of each box of this size that touches no thing and, in the
        sky, no land, from the foot up on land, and from the top down in the sky."""
        across, down = ceil(width / self.side) + 1, ceil(height / self.side) + 1
        free = self.free[kind]
        rows = range(down - 1, len(free), _ROWS_APART)
        for row in rows if kind == SKY else reversed(rows):
            if max(free[row]) < down:
                continue
            run = 0
            for column, above in enumerate(free[row]):
                run = run + 1 if above >= down else 0
                if run >= across:
                    yield (column + 1 - across) * self.side, (row + 1 - down) * self.side


def map_cells(
    view: StageView, drawing: Drawing, side: float, covered: Iterable[Bounds] = ()
) -> PaintedCells:
    """Return what is painted in each cell of a stage with its maze, as `set_in_stage` draws it.

    side: of a cell, in points. covered: boxes of what lies over the drawing, in points from its
    left and top.
    """
    scale = drawing.scale / side
    columns, rows = ceil(drawing.width * scale), ceil(drawing.height * scale)
    kinds = [[SKY] * columns for _ in range(rows)]
    grounds = iter(list_grounds(view))
    for part in drawing.layers:
        if part.inset is None or part.name == "frame":
            continue
        x, y = (part.inset.x - drawing.left) * scale, (part.inset.y - drawing.top) * scale
        placing = x, y, part.inset.scale * scale
        for layer in part.inset.drawing.layers:
            kind = THING
            if part.name in BEHIND and is_wide(layer, view):
                if layer.style.fill is None:
                    continue
                ground = next(grounds, None)
                kind = ground.kind if ground else THING
            _paint(kinds, layer, kind, placing)
        if part.name == BEHIND[-1]:
            _paint_maze(kinds, view, placing)
    if view.stage.place.words:
        left, top, right, bottom = view.stage.board or view.stage.place.words
        x, y = (view.x - drawing.left) * scale, (view.y - drawing.top) * scale
        corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
        _fill(kinds, [_place(corners, (x, y, view.scale * scale))], THING)
    for left, top, right, bottom in covered:
        corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
        _fill(kinds, [_place(corners, (0.0, 0.0, 1 / side))], THING)
    if not has_open_sky(view):
        kinds = [[THING if cell == SKY else cell for cell in row] for row in kinds]
    sums = [_add_up(kinds, kind) for kind in (SKY, LAND, THING)]
    look, name = load_world_look()["empty"], find_stage_name(view)
    is_bare_floor = name in look["rooms"] or name in look["decks"]
    free = [_count_free(kinds, kind) for kind in (SKY, LAND)]
    return PaintedCells(side, sums, free, is_bare_floor)


def find_stage_name(view: StageView) -> str:
    """Return the name of a stage."""
    return view.stage.silhouette.code.partition(".")[0]


def is_wide(layer: Layer, view: StageView) -> bool:
    """Return whether a layer reaches from side to side of the frame."""
    left, _, right, _ = find_layer_box(layer)
    return left <= view.crop.left and view.crop.left + view.crop.width <= right


def has_open_sky(view: StageView) -> bool:
    """Return whether what looks like a sky is one, and not a wall, a cave or a net."""
    look, name = load_world_look()["empty"], find_stage_name(view)
    return name not in look["rooms"] and name not in look["closed"]


class GroundArea(NamedTuple):
    """What a wide area of the back is. is_water: whether it has the colour of water."""

    kind: int
    is_water: bool


@lru_cache(maxsize=8)
def list_grounds(view: StageView) -> Sequence[GroundArea]:
    """List what each wide area of the back is. One that does not reach the foot of the frame is a
    part of the sky, or water. One that fills the frame is sky, too, if no other is at its top, and
    water otherwise. One at the foot is land or water."""
    areas, grounds = [*_list_wide_areas(view)], list[GroundArea]()
    has_sky = any(is_at_top and not is_at_foot for is_at_top, is_at_foot, _ in areas)
    for index, (is_at_top, is_at_foot, colour) in enumerate(areas):
        is_water = _is_water(colour)
        if not is_at_foot:
            kind = SKY if is_at_top or not is_water else THING
        elif is_at_top and index == 0 and len(areas) > 1:
            kind = THING if has_sky else SKY
        else:
            kind = THING if is_water else LAND
        grounds.append(GroundArea(kind, is_water))
    return grounds


def _list_wide_areas(view: StageView) -> Iterator[tuple[bool, bool, str]]:
    """Yield whether each wide area of the back is at the top of the frame, whether it is at the
    foot, and its colour."""
    crop = view.crop
    for shape in view.stage.place.back:
        points = [point for contour in shape.contours for curve in contour for point in curve]
        if shape.kind != "fill" or not points:
            continue
        xs, ys = zip(*points, strict=True)
        if min(xs) <= crop.left and crop.left + crop.width <= max(xs):
            is_at_foot = crop.top + crop.height <= max(ys)
            yield min(ys) <= crop.top, is_at_foot, shape.colour


def _is_water(colour: str) -> bool:
    red, _, blue = read_colour(colour, "", "")
    return blue - red > _WATER


def _paint_maze(
    kinds: list[list[int]], view: StageView, placing: tuple[float, float, float]
) -> None:
    """Mark the maze and its holes as things."""
    place = view.stage.place
    rings = [
        [(place.left + x / place.unit, place.top + y / place.unit) for x, y in ring]
        for area in place.outline.fill_holes().areas
        for ring in area.polygons
    ]
    for ring in rings:
        _fill(kinds, [_place(ring, placing)], THING)


def _paint(
    kinds: list[list[int]], layer: Layer, kind: int, placing: tuple[float, float, float]
) -> None:
    """Mark the cells of a layer's area, and those of its lines where an area is thin or has no
    inside."""
    paths = [_place(straighten(subpath), placing) for subpath in layer.subpaths]
    if layer.style.fill is not None:
        _fill(kinds, paths, kind)
        left, top, right, bottom = find_layer_box(layer)
        if kind != THING or min(right - left, bottom - top) * placing[2] > _THIN:
            return
    for path, subpath in zip(paths, layer.subpaths, strict=True):
        ends = [*path[1:], *(path[:1] if subpath.closed else ())]
        for (x, y), (to_x, to_y) in zip(path, ends, strict=False):
            steps = max(1, ceil(max(abs(to_x - x), abs(to_y - y))))
            for step in range(steps + 1):
                column = int(x + (to_x - x) * step / steps)
                row = int(y + (to_y - y) * step / steps)
                if 0 <= row < len(kinds) and 0 <= column < len(kinds[0]):
                    kinds[row][column] = THING


def _fill(kinds: list[list[int]], polygons: Iterable[_Polygon], kind: int) -> None:
    """Mark the cells whose centres are in an odd number of polygons."""
    crossings: dict[int, list[float]] = {}
    for polygon in polygons:
        for (x, y), (to_x, to_y) in zip(polygon, [*polygon[1:], *polygon[:1]], strict=True):
            if y == to_y:
                continue
            (upper_x, upper), (lower_x, lower) = sorted(((x, y), (to_x, to_y)), key=_find_y)
            first, last = ceil(upper - 0.5), ceil(lower - 0.5)
            for row in range(max(0, first), min(len(kinds), last)):
                share = (row + 0.5 - upper) / (lower - upper)
                crossings.setdefault(row, []).append(upper_x + share * (lower_x - upper_x))
    for row, found in crossings.items():
        found.sort()
        for left, right in zip(found[::2], found[1::2], strict=False):
            first = max(0, ceil(left - 0.5))
            width = min(len(kinds[0]), ceil(right - 0.5)) - first
            if width > 0:
                kinds[row][first : first + width] = [kind] * width


def _find_y(point: Point) -> float:
    return point[1]


def straighten(subpath: Subpath) -> _Polygon:
    """Return the points of a subpath, with a few straight lines for each curve."""
    points = list[Point]()
    ends = [*subpath.points[1:], *subpath.points[:1]]
    for start, end, bend in zip_longest(subpath.points, ends, subpath.bends):
        if start is None:
            break
        points.append(start)
        if isinstance(bend, tuple):
            curve = (start, *bend, end)
            points += [point_at(curve, step / _CHORDS) for step in range(1, _CHORDS)]
    return points


def _place(points: Iterable[Point], placing: tuple[float, float, float]) -> _Polygon:
    left, top, scale = placing
    return [(left + x * scale, top + y * scale) for x, y in points]


def _add_up(kinds: Sequence[Sequence[int]], kind: int) -> Sequence[Sequence[int]]:
    sums = [[0] * (len(kinds[0]) + 1)]
    for row in kinds:
        line = accumulate((cell == kind for cell in row), initial=0)
        sums.append([above + count for above, count in zip(sums[-1], line, strict=True)])
    return sums


def _count_free(kinds: Sequence[Sequence[int]], most: int) -> Sequence[Sequence[int]]:
    """Return, for each cell, the length of the run of cells of this kind or a lower one that ends
    there, coming from above."""
    lines, above = [], [0] * len(kinds[0])
    for row in kinds:
        above = [count + 1 if cell <= most else 0 for cell, count in zip(row, above, strict=True)]
        lines.append(above)
    return lines
