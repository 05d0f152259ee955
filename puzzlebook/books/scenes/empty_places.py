"""What stands, grows, lies and flies where a drawing with a maze in it leaves its page empty."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest
from math import hypot, inf

from puzzlebook.books.scenes.foot_row import PROPS, find_prop_share
from puzzlebook.books.scenes.skies import choose_sky
from puzzlebook.books.scenes.wayside import (
    draw_wayside_piece,
    list_large_props,
    list_plants,
    round_scale,
)
from puzzlebook.drawing.drawing import Drawing, Layer, Style, Subpath
from puzzlebook.maze_art.character import hash_position
from puzzlebook.maze_art.floor import load_floor, place_motif
from puzzlebook.maze_art.kerb import choose_look, load_kerb
from puzzlebook.maze_art.painted_cells import (
    LAND,
    SKY,
    THING,
    PaintedCells,
    find_stage_name,
    map_cells,
)
from puzzlebook.maze_art.panorama import load_world_look
from puzzlebook.maze_art.scenes import Scenes, enlarge, recede
from puzzlebook.maze_art.skylines import set_before_skyline
from puzzlebook.maze_art.stage_things import Bounds
from puzzlebook.maze_art.stage_view import StageView
from puzzlebook.maze_art.theme import load_theme
from puzzlebook.typesetting.layout import THINNEST
from puzzlebook.typesetting.page import Box, Picture

_PROPS_PER_MAZE = 3  # the first prop in a drawing is this many props after the previous maze's
_PAGES_PER_RARE = 10
_NAMES = {LAND: "land", SKY: "sky"}
_Piece = str | int


def stand_far_land(scenes: Scenes, view: StageView, puzzle: Picture, number: int) -> Picture:
    """Return the picture of a drawing with a maze, with the far land of a theme's world behind it.
    number: the maze's number."""
    world = _find_world(scenes, find_stage_name(view), SKY)
    return puzzle._replace(drawing=set_before_skyline(world, view, puzzle.drawing, number))


def fill_empty_places(
    scenes: Scenes, view: StageView, puzzle: Picture, number: int, covered: Iterable[Box] = ()
) -> list[Picture]:
    """Draw a theme's plants and props on the empty land of a drawing with a maze in it, marks on
    the ground between them, and what its world has in the sky. They hide only land and sky.

    view, puzzle: the drawing, and its picture on the page. number: the maze's number, which decides
    what comes first. covered: the boxes of what lies over the drawing.
    """
    drawing, look = puzzle.drawing, load_world_look()["empty"]
    scale = drawing.scale
    frame = Box(puzzle.x, puzzle.y, drawing.width * scale, drawing.height * scale)
    hidden = [_find_edges(box._replace(x=box.x - frame.x, y=box.y - frame.y)) for box in covered]
    cells = map_cells(view, drawing, look["cell"], hidden)
    name = find_stage_name(view)
    land, sky = (_find_world(scenes, name, kind) for kind in (LAND, SKY))

    def draw_far(piece: _Piece, scale: float) -> Drawing:
        drawn = sky.sky_piece(str(piece), across=number % 2 == 1)
        return recede(enlarge(drawn, scale, THINNEST), look["air_between"])

    def draw_near(piece: _Piece, scale: float) -> Drawing:
        return draw_wayside_piece(land, piece, scale)

    on_land = _spread(
        land, cells, frame, LAND, draw_near, _list_on_land(land, number, cells.is_room)
    )
    in_sky = _spread(sky, cells, frame, SKY, draw_far, list_in_sky(sky, number), number)
    off = [Box(left, top, right - left, bottom - top) for left, top, right, bottom in hidden]
    marks = [] if cells.is_room else _strew(land, cells, frame, on_land, off)
    return [*marks, *in_sky, *on_land]


def _find_world(scenes: Scenes, stage: str, kind: int) -> Scenes:
    """Return the pieces for the land or the sky of a stage: those of another theme where it shows
    another world, such as the bottom of the sea."""
    worlds = load_world_look()["empty"][_NAMES[kind]]["worlds"]
    themes = (theme for theme, stages in worlds.items() if stage in stages)
    return scenes._replace(theme=next(themes, scenes.theme))


def _list_on_land(scenes: Scenes, number: int, is_room: bool) -> Iterator[_Piece]:
    """Yield plants and props in turn, in another order on each page; in a room, or on a deck, only
    props that may be there."""
    left_out = {*list_large_props(scenes.theme)}
    if is_room:
        left_out.update(load_kerb(scenes.theme).get("wild", ()))
    props = [f"prop-{(_PROPS_PER_MAZE * number + index) % PROPS + 1}" for index in range(PROPS)]
    standing = [prop for prop in props if not (prop in left_out or scenes.is_aloft(prop))]
    plants = [] if is_room else list_plants(scenes.theme, number)
    growing = [*plants, *(plant for plant in plants if isinstance(plant, int))]
    pairs = zip_longest(growing, (prop for prop in standing if prop not in plants))
    yield from (piece for pair in pairs for piece in pair if piece is not None)


def list_in_sky(scenes: Scenes, number: int) -> Iterator[_Piece]:
    """Yield what flies in the sky of a theme's world: one thing, or two on every second page, in
    turn. One page in ten has a rare one."""
    sky = choose_sky(scenes)
    if sky.rare and number % _PAGES_PER_RARE == _PAGES_PER_RARE // 2:
        yield sky.rare[number // _PAGES_PER_RARE % len(sky.rare)]
    first = number + number // 2  # as many things have been in the skies of the pages before
    for place in range(1 + number % 2):
        yield sky.things[(first + place) % len(sky.things)]


def _spread(
    scenes: Scenes,
    cells: PaintedCells,
    frame: Box,
    kind: int,
    draw: Callable[[_Piece, float], Drawing],
    pieces: Iterator[_Piece],
    turn: int = 0,
) -> list[Picture]:
    """Return pictures of these pieces in empty places of one kind, each as large as it has room
    for, and a few at most. turn: what decides how large and how high things in the sky are."""
    look = load_world_look()["empty"]
    sizes, taken, pictures = look[_NAMES[kind]], list[Box](), list[Picture]()
    for piece in pieces:
        if len(taken) >= sizes["most"]:
            break
        aside, down, large = (
            hash_position(turn + 0.37, len(taken) + step) for step in (0.1, 0.2, 0.3)
        )
        wanted = (
            (frame.width * aside, frame.height * sizes["lowest"] * down) if kind == SKY else None
        )
        whole = draw(piece, 1.0)
        share = find_prop_share(scenes.theme, piece) if isinstance(piece, str) else 1.0
        if kind == SKY:
            share = 1 - sizes["smaller"] * large
        highest = share * sizes["height"] * frame.height / whole.height
        widest = (share if kind == SKY else 1.0) * sizes["width"] * frame.width / whole.width
        for part in look["parts"]:
            scale = round_scale(part * min(highest, widest))
            size = whole.width * scale, whole.height * scale
            if size[1] < share * sizes["least"]:
                break
            if box := _find_place(cells, kind, size, frame, taken, wanted):
                pictures.append(Picture(box.x, box.y, draw(piece, scale)))
                taken.append(box)
                break
    return pictures


def _find_place(
    cells: PaintedCells,
    kind: int,
    size: tuple[float, float],
    frame: Box,
    taken: Sequence[Box],
    wanted: tuple[float, float] | None = None,
) -> Box | None:
    """Return the empty place for a piece that is farthest from other pieces. Of equally good ones
    it is the one nearest to a wanted point of the frame, or the first, from the foot up on land.
    None if there is none."""
    look, (width, height) = load_world_look()["empty"], size
    inner, air = frame.inset(*[look["edge"]] * 4), look["air"]
    enough, least = look["apart"] * frame.width, look["least_apart"] * frame.width
    best, best_rank = None, (least, -inf)
    for left, top in cells.list_rooms(kind, width + 2 * air, height + 2 * air):
        box = Box(frame.x + left + air, frame.y + top + air, width, height)
        distance = min((_measure_distance(box, other) for other in taken), default=enough)
        nearness = -hypot(left - wanted[0], top - wanted[1]) if wanted else -inf
        rank = min(distance, enough), nearness
        if rank <= best_rank or not box.is_within(inner):
            continue
        foot_top = top + air + height - cells.side
        foot = left + air, foot_top, left + air + width, foot_top + cells.side + air
        if kind == LAND and cells.number(SKY, foot):
            continue
        best, best_rank = box, rank
        if distance >= enough and not wanted:
            break
    return best


def _find_edges(box: Box) -> Bounds:
    return box.x, box.y, box.right, box.bottom


def _measure_distance(one: Box, other: Box) -> float:
    """Return the distance between the middles of two boxes."""
    across = one.x + one.width / 2 - other.x - other.width / 2
    return hypot(across, one.y + one.height / 2 - other.y - other.height / 2)


def _strew(
    scenes: Scenes, cells: PaintedCells, frame: Box, pieces: Sequence[Picture], off: Sequence[Box]
) -> Iterator[Picture]:
    """Draw marks on the empty ground, and at both sides of the foot of each piece, but not in the
    boxes `off`."""
    look = load_world_look()["empty"]
    floor = load_kerb(scenes.theme).get("strewn") or load_theme(scenes.theme).floor
    motifs, lines, radius = load_floor(floor).motifs, list[Subpath](), look["mark"]
    boxes = [
        Box(
            piece.x - frame.x,
            piece.y - frame.y,
            piece.drawing.width * piece.drawing.scale,
            piece.drawing.height * piece.drawing.scale,
        )
        for piece in pieces
    ]
    spots = [(x, box.bottom - radius / 2) for box in boxes for x in (box.x, box.right)]
    step = look["marks"] * radius
    for row in range(int(frame.height / step)):
        for column in range(int(frame.width / step)):
            x = step * (column + hash_position(column, row + 0.31))
            y = step * (row + hash_position(row, column + 0.71))
            mark = Box(x, y, 0.0, 0.0).widen(radius)
            is_free = not any(map(mark.overlaps, boxes))
            if is_free and hash_position(x, y) < look["share"] and _is_bare(cells, mark):
                spots.append((x, y))
    spots = [
        (x, y) for x, y in spots if not any(map(Box(x, y, 0.0, 0.0).widen(radius).overlaps, off))
    ]
    for spot in spots:
        lines += place_motif(motifs, spot, radius).lines
    if lines:
        style = Style(THINNEST, choose_look(scenes.theme, scenes.in_colour).dark)
        layers = (Layer("wayside", style, lines),)
        yield Picture(
            frame.x, frame.y, Drawing(0, 0, frame.width, frame.height, 1, layers), window=frame
        )


def _is_bare(cells: PaintedCells, box: Box) -> bool:
    """Return whether there is only land in a box."""
    edges = _find_edges(box)
    return not (cells.number(THING, edges) or cells.number(SKY, edges))
