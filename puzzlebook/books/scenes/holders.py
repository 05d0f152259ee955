"""Holders of hidden pictures: the thing that a riddle's maze is on, such as a tapestry on a castle
wall. A holder fills the page of its maze. Its drawing is stretched so that its board is behind the
maze; what is beside the board keeps its shape.

A drawing in `templates/holders/` has one group for each thing that a page may leave out; all else
is always shown. `templates/holders.toml` says where the board is, and which holders suit a theme.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from puzzlebook.books.planning.setting import Entry, Setting
from puzzlebook.books.scenes.frames import box_path
from puzzlebook.books.scenes.surroundings import do_touch
from puzzlebook.drawing.drawing import THINNEST, WHITE, Colour, Drawing, Layer, Style, Subpath
from puzzlebook.geometry.arcs import Point
from puzzlebook.ground import templates
from puzzlebook.maze_art.scenes import Scenes, enlarge, map_points
from puzzlebook.maze_art.things import Bounds, measure_bounds
from puzzlebook.typesetting.page import Box, Picture


class Holder(NamedTuple):
    """A holder, and how figures stand beside its board. rim: how far its edge reaches beyond the
    board, in the drawing's units. has_ledges: whether it is upright, so that a figure at its side
    needs a ledge to stand on."""

    name: str
    rim: float
    has_ledges: bool

    def measure_rim(self, walls: Box) -> float:
        """Return how far the edge of the board reaches beyond the walls of a maze, in points."""
        return self.rim * _find_scale(walls)


def load_holders() -> Mapping[str, Any]:
    """Return the settings of holders, see `templates/holders.toml`."""
    return templates.table("holders.toml")


def choose_holder(setting: Setting, entry: Entry) -> Holder | None:
    """Return the holder of an entry's maze; None if its way draws no picture, if its page shows no
    world, or if no holder of the theme suits its outline. Of the holders that suit, each comes
    again only after all others."""
    if not (setting.scenes and entry.in_world and entry.picture):
        return None
    table = load_holders()
    outline = entry.silhouette.code if entry.silhouette else None
    names = [
        name
        for name in table["themes"][setting.scenes.theme]
        for outlines in [table["holders"][name].get("outlines", [None])]
        if outline in outlines
    ]
    if not names:
        return None
    pictures = [picture for part in setting.parts for picture in part.pictures]
    name = names[(pictures.index(entry.picture) + setting.scenes.turn) % len(names)]
    row = table["holders"][name]
    return Holder(name, row["rim"], row["upright"])


def draw_holder(
    scenes: Scenes, holder: Holder, frame: Box, walls: Box, taken: Iterable[Box]
) -> list[Picture]:
    """Draw a holder in a frame, its board behind the walls of a maze. taken: the boxes that none of
    its things may touch."""
    size = round(frame.width, 2), round(frame.height, 2)
    board = walls._replace(x=walls.x - frame.x, y=walls.y - frame.y)
    board = Box(*(round(value, 2) for value in board))
    mirrored = board._replace(x=round(size[0] - board.right, 2))
    drawing, in_mirror = (_draw_back(scenes, holder.name, *size, box) for box in (board, mirrored))
    pictures = [Picture(frame.x, frame.y, drawing, in_mirror=in_mirror)]
    occupied, look = [*taken], load_holders()
    inner = frame.inset(*[look["inside"]] * 4)
    edge = walls.widen(holder.measure_rim(walls))
    scale, move = _find_scale(walls), _make_move(walls)
    for thing in scenes.holder(holder.name)[1]:
        left, top, right, bottom = _measure_layers(thing)
        x, y = move(((left + right) / 2, (top + bottom) / 2))
        start, end = (inner.x, edge.x) if x < walls.x else (edge.right, inner.right)
        unit = min(scale, (end - start) / (right - left))
        if unit < look["least"] * scale:
            continue
        width, height = (right - left) * unit, (bottom - top) * unit
        x = max(start, min(end - width, x - width / 2))
        box = Box(x, y - height / 2, width, height)
        if box.is_within(inner) and not any(do_touch(box, other) for other in occupied):
            piece = Drawing(left, top, right - left, bottom - top, 1, tuple(thing))
            pictures.append(Picture(box.x, box.y, enlarge(piece, unit, THINNEST)))
            occupied.append(box)
    return pictures


def draw_thresholds(
    entry: Entry, walls: Box, rim: float, paper: Colour | None, is_mirrored: bool
) -> Iterator[Picture]:
    """Yield the openings through the edge of a holder, in which the arrows at the doors lie. rim:
    how far the edge reaches beyond the walls, in points. is_mirrored: whether the page will be
    mirrored, but not its maze."""
    plate, scale = entry.maze.plate, entry.scale
    reach = rim + load_holders()["threshold"]["beyond"]
    left, top = walls.x + entry.wall, walls.y + entry.wall
    for (ax, ay), (bx, by) in plate.doorways:
        if is_mirrored:
            ax, bx = plate.width - ax, plate.width - bx
        x, y = left + min(ax, bx) * scale, top + min(ay, by) * scale
        door = Box(x, y, abs(bx - ax) * scale, abs(by - ay) * scale)
        yield _draw_threshold(door, walls, reach, paper or WHITE)


def _draw_threshold(door: Box, walls: Box, reach: float, paper: Colour) -> Picture:
    look = load_holders()["threshold"]
    line, into = look["line"], look["into"]
    if door.height > door.width:
        is_left = door.x < walls.x + walls.width / 2
        x = walls.x - reach if is_left else walls.right - into
        box = Box(x, door.y, reach + into, door.height)
        sides = [((0.0, y), (box.width, y)) for y in (0.0, box.height)]
    else:
        is_above = door.y < walls.y + walls.height / 2
        y = walls.y - reach if is_above else walls.bottom - into
        box = Box(door.x, y, door.width, reach + into)
        sides = [((x, 0.0), (x, box.height)) for x in (0.0, box.width)]
    area = Layer("threshold", Style(fill=paper), (box_path(Box(0, 0, box.width, box.height)),))
    jambs = Layer("threshold", Style(line), tuple(Subpath(side) for side in sides))
    return Picture(box.x, box.y, Drawing(0, 0, box.width, box.height, 1, (area, jambs)))


def draw_ledge(scenes: Scenes, figure: Box) -> Picture:
    """Draw the ledge on which a figure stands at the side of an upright holder."""
    look = load_holders()["ledge"]
    width = figure.width + 2 * look["beyond"]
    scale = width / scenes.ledge.width
    drawing = enlarge(scenes.ledge, scale, THINNEST)
    return Picture(figure.x - look["beyond"], figure.bottom - look["above"], drawing)


def _find_scale(walls: Box) -> float:
    """Return the points per unit of what is beside the board of a holder."""
    left, top, right, bottom = load_holders()["board"]
    return float(min(walls.width / (right - left), walls.height / (bottom - top)))


def _make_move(walls: Box) -> Callable[[Point], Point]:
    """Return what maps the points of a holder to the page: its board to the walls of a maze, what
    is beside it without stretching."""
    left, top, right, bottom = load_holders()["board"]
    scale = _find_scale(walls)

    def place(value: float, first: float, last: float, start: float, length: float) -> float:
        if value < first:
            return start - (first - value) * scale
        if value > last:
            return start + length + (value - last) * scale
        return start + (value - first) / (last - first) * length

    def move(point: Point) -> Point:
        x, y = point
        return (
            place(x, left, right, walls.x, walls.width),
            place(y, top, bottom, walls.y, walls.height),
        )

    return move


@lru_cache(maxsize=32)
def _draw_back(scenes: Scenes, name: str, width: float, height: float, board: Box) -> Drawing:
    """Draw a holder without its things in a frame of this size."""
    scale, move = _find_scale(board), _make_move(board)
    layers = []
    for layer in scenes.holder(name)[0]:
        style = layer.style
        if style.width:
            style = style._replace(width=max(THINNEST, style.width * scale))
        layers.append(map_points(layer, move)._replace(style=style))
    return Drawing(0, 0, width, height, 1, tuple(layers), is_reused=True)


def _measure_layers(layers: Sequence[Layer]) -> Bounds:
    """Return the box of layers with their lines."""
    boxes = [
        (left - half, top - half, right + half, bottom + half)
        for layer in layers
        for half in [layer.style.width / 2]
        for left, top, right, bottom in [measure_bounds(layer.subpaths)]
    ]
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)
