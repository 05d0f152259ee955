"""The world around a maze on a children's page: sky, land, what stands far away on the land, and
the kerb around the maze.

The drawings of a theme's backdrop are placed anew. The maze, the hero and the goal are on the land.
Things that the maze, the words or a figure would hide in part are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from puzzlebook.books.planning.setting import Entry, Placement
from puzzlebook.books.scenes.frames import FRAME, box_path, draw_frame
from puzzlebook.books.scenes.surroundings import Surroundings, do_touch, picture_box
from puzzlebook.drawing.drawing import Bend, Colour, Drawing, Layer
from puzzlebook.geometry.arcs import Point
from puzzlebook.maze_art.kerb import choose_look, draw_kerb, load_kerb
from puzzlebook.maze_art.panorama import Panorama, Thing, load_world_look, take_apart
from puzzlebook.maze_art.scenes import Scenes, enlarge
from puzzlebook.maze_art.things import LAND, Bounds
from puzzlebook.typesetting.layout import find_letters_box
from puzzlebook.typesetting.page import Box, Item, Picture, Text

_EDGE = 1.0  # units of a backdrop: land that is this near to its lower edge extends beyond it


def find_min_strip_width() -> float:
    """Return the width that a frame and a kerb need beside a maze."""
    return find_frame_inset() + float(load_world_look()["kerb"]["out"])


def find_frame_inset() -> float:
    """Return the distance of boards and figures from the outer edge of a page's frame."""
    return float(FRAME + load_world_look()["inside"])


def find_room_for_board() -> float:
    """Return the height that the board with the words needs in addition to the words."""
    return find_frame_inset() + float(2 * load_world_look()["air"])


def find_room_for_figure(height: float) -> float:
    """Return the room below a maze that a figure this high needs."""
    return height / float(1 - load_world_look()["floor"])


def find_frame(around: Surroundings) -> Box:
    """Return the box of the world around a maze, up to its frame."""
    live = around.live
    return Box(live.x, live.y, live.width, around.body.bottom - live.y)


def move_inside(around: Surroundings) -> Surroundings:
    """Return what is left of a page's room within its frame, and above the near land's lower
    part."""
    look = load_world_look()
    below = around.body.bottom - around.walls.bottom
    live = find_frame(around).inset(*[find_frame_inset()] * 4)
    lower = look["floor"] * below
    body = around.body._replace(x=live.x, width=live.width)
    body = body.inset(top=find_room_for_board(), bottom=lower)
    return around._replace(live=live, body=body, is_outdoors=True)


def move_before_kerb(around: Surroundings) -> Surroundings:
    """Return a page's room below the front of a maze's kerb."""
    kerb = load_world_look()["kerb"]
    return around._replace(walls=around.walls.inset(bottom=-kerb["out"] - kerb["high"]))


def move_words_inside(head: Box) -> Box:
    """Return the box of the words on their board, given the room for it."""
    return head.inset(*_find_padding())


def find_words_board_size(height: float, size: float) -> tuple[float, float]:
    """Return the width and height of the largest board above a drawing, in points. height: of its
    words. size: of their type."""
    look = load_world_look()
    return look["measure"] * size + 2 * look["aside"], height + 2 * look["air"]


def surround_words(items: Iterable[Item]) -> Box:
    """Return the box of a board behind words."""
    boxes = [
        find_letters_box(item) if isinstance(item, Text) else picture_box(item)
        for item in items
        if isinstance(item, Text | Picture)
    ]
    beside, above = (-padding for padding in _find_padding()[:2])
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    right, bottom = max(box.right for box in boxes), max(box.bottom for box in boxes)
    return Box(left, top, right - left, bottom - top).inset(beside, above, beside, above)


def _find_padding() -> Sequence[float]:
    """Return the room around the words on their board: left, above, right, below."""
    look = load_world_look()
    return [look["aside"], look["air"]] * 2


def surround_maze(scenes: Scenes, entry: Entry, placement: Placement, frame: Box) -> list[Picture]:
    """Draw the kerb around a maze, within a frame."""
    plate, picture = entry.maze.plate, placement.picture
    is_frame = entry.picture is not None and entry.silhouette is not None
    scale, look = entry.scale, choose_look(scenes.theme, scenes.in_colour, is_frame)
    pictures = []
    for down, drawing in draw_kerb(plate, scale, look):
        right = (drawing.left - picture.drawing.left) * scale
        above = (drawing.top - picture.drawing.top) * scale
        x, y = picture.x + right, picture.y + above + down
        pictures.append(Picture(x, y, drawing, window=frame))
    return pictures


class Land(NamedTuple):
    """The land of a page. frame: the box of sky and land. horizon: the y at which the land begins.
    below: the height of the room below the maze. scale: points per unit of the backdrop."""

    frame: Box
    horizon: float
    below: float
    scale: float

    def measure_depth(self, y: float) -> float:
        """Return how near to the reader the land is at this y: 0 at the horizon, 1 at the foot."""
        share = (y - self.horizon) / (self.frame.bottom - self.horizon)
        return max(0.0, min(1.0, share))


def find_land(scenes: Scenes, frame: Box, walls: Box) -> Land:
    """Return the land of a page whose maze has its walls in this box."""
    rise = (1 - load_world_look()["sky"]) * (walls.y - frame.y)
    horizon = frame.y + round(walls.y - rise, 0) - frame.y
    scale = frame.width / take_apart(scenes).width
    return Land(frame, horizon, frame.bottom - walls.bottom, scale)


def find_ground_colour(scenes: Scenes) -> Colour:
    """Return the colour of the land nearest to the reader."""
    panorama = take_apart(scenes)
    near = load_world_look()["near"] * panorama.height
    fills = [
        layer.style.fill
        for box, layer in panorama.land
        if layer.style.fill and not _is_road(panorama, box, near)
    ]
    return fills[-1]


def make_world_quiet(scenes: Scenes) -> Scenes:
    """Return a theme's pieces as the world around a maze shows them: paler than hero and goal."""
    return scenes._replace(
        pale=load_world_look()["pale"] if scenes.in_colour else 0.0,
        heaviest=load_world_look()["heaviest"],
    )


def draw_world(
    scenes: Scenes, land: Land, walls: Box, board: Box, taken: Iterable[Box]
) -> list[Picture]:
    """Draw sky and land around a maze, and what stands or flies there. board: the box behind the
    words. taken: other boxes that nothing may touch."""
    panorama, frame = take_apart(scenes), land.frame
    drawing = _draw_land(
        scenes, frame.width, round(frame.height, 2), land.horizon - frame.y, round(land.below)
    )
    occupied = [*taken, walls, board]
    pictures = [Picture(frame.x, frame.y, drawing)]
    for index, thing in enumerate(panorama.things):
        picture = _place_thing(scenes, index, land)
        for x in _list_places(frame, picture, thing):
            box = picture_box(picture)._replace(x=x)
            if box.is_within(frame) and not any(do_touch(box, other) for other in occupied):
                pictures.append(picture._replace(x=x))
                occupied.append(box)
                break
    return pictures


def draw_world_frame(frame: Box, walls: Box) -> list[Picture]:
    """Draw the frame of a world, if there is room for it beside the maze."""
    has_room = walls.x - frame.x >= FRAME and frame.right - walls.right >= FRAME
    return [draw_frame(frame)] if has_room else []


def _list_places(frame: Box, picture: Picture, thing: Thing) -> Iterator[float]:
    """Yield the possible left edges of a thing: where it is in the backdrop, then at growing
    distances from there, unless it stands far away on a hill."""
    yield picture.x
    look = load_world_look()
    moves = look["far_moves"] * thing.is_aloft + look["near_moves"] * thing.is_near
    for move in range(1, moves + 1):
        yield from (picture.x + turn * move * look["move"] * frame.width for turn in (1, -1))


def _place_thing(scenes: Scenes, index: int, land: Land) -> Picture:
    look, panorama = load_world_look(), take_apart(scenes)
    frame, scale, thing = land.frame, land.scale, panorama.things[index]
    left, top, right, bottom = thing.bounds
    size = look["far"] * scale
    if thing.is_near:
        height = look["high"] * land.below / (bottom - top) / scale
        size = scale * min(1.0, max(look["least"], height))
        near_scale = _find_near_scale(panorama, land.below, scale)
        foot = frame.bottom - (panorama.height - bottom) * near_scale
    elif thing.is_aloft:
        foot = frame.y + (land.horizon - frame.y) * bottom / panorama.horizon
    else:
        foot = land.horizon + (bottom - panorama.horizon) * look["low"] * scale
    drawing = draw_thing(scenes, index, size)
    x = frame.x + (left + right) / 2 * scale - drawing.width * size / 2
    x = max(frame.x + 2, min(frame.right - 2 - drawing.width * size, x))
    return Picture(x, foot - drawing.height * size, drawing)


@lru_cache(maxsize=256)
def draw_thing(scenes: Scenes, index: int, size: float) -> Drawing:
    """Draw a thing of a theme's backdrop at this size, in points per unit."""
    thing = take_apart(scenes).things[index]
    left, top, right, bottom = thing.bounds
    half = max(layer.style.width for layer in thing.layers) / 2
    piece = Drawing(
        left - half,
        top - half,
        right - left + 2 * half,
        bottom - top + 2 * half,
        1,
        thing.layers,
        is_reused=True,
    )
    look = load_world_look()
    return enlarge(piece, size, look["thinnest"], look["heaviest"])


def _find_near_scale(panorama: Panorama, below: float, scale: float) -> float:
    """Return the vertical scale of the near land, in points per unit: so small that the land stays
    within the room below the maze."""
    look = load_world_look()
    return float(min(scale, look["high"] * below / ((1 - look["near"]) * panorama.height)))


def _is_road(panorama: Panorama, box: Bounds, near: float) -> bool:
    """Whether a piece of land is a road from far away to the reader. A maze would hide all of it
    except its ends."""
    is_narrow = box[2] - box[0] < LAND * panorama.width
    return is_narrow and box[1] < near and box[3] >= panorama.height - _EDGE


@lru_cache(maxsize=64)
def _draw_land(
    scenes: Scenes, width: float, height: float, horizon: float, below: float
) -> Drawing:
    """Draw sky and land in a frame of this size. horizon: the distance of the land from the frame's
    top."""
    look, panorama = load_world_look(), take_apart(scenes)
    scale = width / panorama.width
    near = look["near"] * panorama.height
    near_scale = _find_near_scale(panorama, below, scale)
    if load_kerb(scenes.theme)["is_shore"]:
        top = min(box[1] for box, _ in panorama.land if box[1] >= near)
        # The top of the maze is at horizon / sky.
        shore = horizon * (1 + look["shore"] * (1 / look["sky"] - 1))
        near_scale = (height - shore) / (panorama.height - top)

    def move(point: Point, is_near: bool) -> Point:
        x, y = point
        if y >= panorama.height - _EDGE:
            return x * scale, height + 1
        if is_near:
            return x * scale, height - (panorama.height - y) * near_scale
        return x * scale, horizon + (y - panorama.horizon) * look["low"] * scale

    sky = panorama.sky._replace(name="sky", subpaths=(box_path(Box(0, 0, width, height)),))
    sky = sky._replace(style=sky.style._replace(width=0.0))
    layers, is_near = [sky], False
    for box, layer in panorama.land:
        if _is_road(panorama, box, near):
            continue
        if layer.style.fill:  # a line belongs to the land below it
            is_near = box[1] >= near

        def move_bend(bend: Bend, is_near: bool = is_near) -> Bend:
            if isinstance(bend, tuple):
                return move(bend[0], is_near), move(bend[1], is_near)
            return bend

        paths = tuple(
            path._replace(
                points=tuple(move(point, is_near) for point in path.points),
                bends=tuple(map(move_bend, path.bends)),
            )
            for path in layer.subpaths
        )
        line = max(look["thinnest"], min(look["heaviest"], layer.style.width * scale))
        style = layer.style._replace(width=line if layer.style.width else 0.0)
        layers.append(Layer("scene", style, paths))
    return Drawing(0, 0, width, height, 1, tuple(layers), is_reused=True)
