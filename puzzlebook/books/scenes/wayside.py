"""What lies and stands on the land beside a maze: marks of the ground, props and plants, smaller
the farther away they are, and their shadows on the ground."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from math import inf
from typing import NamedTuple

from puzzlebook.books.scenes.foot_row import PROPS, find_prop_share, list_row
from puzzlebook.books.scenes.frames import FRAME
from puzzlebook.books.scenes.surroundings import Surroundings, picture_box
from puzzlebook.books.scenes.worlds import Land, draw_thing
from puzzlebook.drawing.drawing import THINNEST, Drawing, Layer, Style, Subpath
from puzzlebook.maze_art.character import hash_position
from puzzlebook.maze_art.floor import load_floor, place_motif
from puzzlebook.maze_art.kerb import choose_look, load_kerb
from puzzlebook.maze_art.panorama import load_world_look
from puzzlebook.maze_art.scenes import Scenes, make_ellipse
from puzzlebook.maze_art.theme import load_theme
from puzzlebook.typesetting.page import Box, Picture

_ROUNDING = 6  # points: the part of the land that a maze covers is rounded to this
_PROPS_PER_MAZE = 3  # the first prop beside a maze is this many props after the previous maze's
_SCALE_STEP = 0.09  # points per unit of a piece: scales are multiples of this


def strew_land(
    scenes: Scenes, land: Land, around: Surroundings, floor: str, number: int
) -> Picture:
    """Draw marks on the ground around a maze: those of the maze's floor, unless the theme has
    others for its land. number: the maze's number; the marks of neighbouring pages differ."""
    frame, corner = land.frame, max(around.corners)
    floor = load_kerb(scenes.theme).get("strewn", floor)
    hidden = around.walls.inset(*[corner] * 4)._replace(y=around.walls.y + corner - frame.y)
    size = frame.width, round(frame.height, 2), round(land.horizon - frame.y)
    inner = Box(
        *(_ROUNDING * round(side / _ROUNDING) for side in hidden._replace(x=hidden.x - frame.x))
    )
    return Picture(frame.x, frame.y, _strew(scenes, *size, inner, floor, number % 2))


def strew(scenes: Scenes, frame: Box, horizon: float) -> Picture:
    """Draw marks on the ground of a landscape without a maze, from this y down."""
    floor = load_kerb(scenes.theme).get("strewn") or load_theme(scenes.theme).floor
    size = frame.width, round(frame.height, 2), round(horizon - frame.y)
    return Picture(frame.x, frame.y, _strew(scenes, *size, Box(0, size[2], 0, 0), floor, 0))


@lru_cache(maxsize=16)
def _strew(
    scenes: Scenes, width: float, height: float, horizon: float, hidden: Box, floor: str, salt: int
) -> Drawing:
    """Draw marks in a frame of this size. hidden: the part that the maze will cover."""
    look = load_world_look()["wayside"]
    land, motifs = Land(Box(0, 0, width, height), horizon, 0.0, 1.0), load_floor(floor).motifs
    is_shore = load_kerb(scenes.theme)["is_shore"] and hidden.width > 0
    shore = hidden.y + look["shore"] if is_shore else horizon
    lines, y = list[Subpath](), shore + look["first"]
    while y < height:
        radius = _find_size(look["mark"], land, y)
        across = look["apart"] * radius
        for step in range(int(width / across)):
            x = across * (step + 0.15 + 0.7 * hash_position(step + 0.13 * salt, y))
            spot = x, y + radius * (hash_position(y, step + 0.31 * salt) - 0.5)
            dot = Box(*spot, 0.0, 0.0)
            if hash_position(x, y + salt) < look["share"] and not dot.is_within(hidden):
                lines += place_motif(motifs, spot, radius).lines
        y += look["below"] * radius
    style = Style(THINNEST, choose_look(scenes.theme, scenes.in_colour).dark)
    layer = Layer("wayside", style, tuple(lines))
    return Drawing(0, 0, width, height, 1, (layer,), is_reused=True)


def _find_size(sizes: Sequence[float], land: Land, y: float) -> float:
    """Return the size at a y, given the sizes at the horizon and at the foot."""
    far, near = sizes
    return far + (near - far) * land.measure_depth(y)


def list_props(theme: str, number: int) -> Iterator[str]:
    """Yield the props beside the maze with this number: those that are not in the row at the foot
    of its page. The first prop differs from page to page."""
    large = list_large_props(theme)
    left_out = *large, *list_row(number, large)
    props = (f"prop-{(_PROPS_PER_MAZE * number + index) % PROPS + 1}" for index in range(PROPS))
    return (prop for prop in props if prop not in left_out)


def list_large_props(theme: str) -> Sequence[str]:
    """List the props of a theme that are larger than its hero, and would be smaller beside a
    maze."""
    large: Sequence[str] = load_kerb(theme).get("large", ())
    return large


class _Stand(NamedTuple):
    """A place on the land beside a maze. is_prop: whether a prop may stand there, and not only a
    plant. floor: the y of the ground. edge: the x of the side next to the maze. room, highest: the
    greatest width and height of what stands there."""

    is_left: bool
    is_prop: bool
    floor: float
    edge: float
    room: float
    highest: float

    def place(self, width: float, height: float) -> Box:
        """Return the box of what stands there."""
        x = self.edge - width if self.is_left else self.edge
        return Box(x, self.floor - height, width, height)


def stand_beside(
    scenes: Scenes,
    land: Land,
    around: Surroundings,
    taken: Iterable[Box],
    props: Iterator[str],
    number: int,
    telling: Container[str | int] = (),
) -> list[Picture]:
    """Draw props and what grows on the land in the strips beside a maze, in front of its kerb. No
    piece hides another, none is cut off, and no plant comes twice. Where a prop would be too small,
    there is a plant instead. In the free corners of a maze there is more room. taken: boxes that no
    piece may touch. number: the maze's number; left and right are swapped on every second page.
    telling: the plants that would give away what the maze hides."""
    look, frame = load_world_look()["wayside"], land.frame
    occupied, pictures = [*taken], list[Picture]()
    plants = (plant for plant in list_plants(scenes.theme, number) if plant not in telling)
    for stand in _list_stands(land, around, is_swapped=bool(number % 2)):
        pieces: list[tuple[str, str | int]] = [("plant", plant) for plant in islice(plants, 1)]
        if stand.is_prop:
            pieces = [*(("prop", prop) for prop in islice(props, 1)), *pieces]
        for role, piece in pieces:
            whole = draw_wayside_piece(scenes, piece, 1.0)
            tallest = _find_size(look[role], land, stand.floor) / whole.height
            if isinstance(piece, str):
                tallest *= find_prop_share(scenes.theme, piece)
            highest, widest = stand.highest / whole.height, stand.room / whole.width
            scale = round_scale(min(tallest, highest, widest))
            box = stand.place(whole.width * scale, whole.height * scale)
            if box.height < look[f"min_{role}"] or any(map(box.overlaps, occupied)):
                continue
            if not (isinstance(piece, str) and scenes.is_aloft(piece)):
                pictures += cast_shadow(scenes, box, frame)
            drawing = draw_wayside_piece(scenes, piece, scale)
            pictures.append(Picture(box.x, box.y, drawing, window=frame))
            occupied.append(box.widen(look["air"]))
            break
    return pictures


def _list_stands(land: Land, around: Surroundings, is_swapped: bool) -> Iterator[_Stand]:
    """Yield the places beside a maze that have room for something, the farthest first."""
    look, walls, frame = load_world_look()["wayside"], around.walls, land.frame
    for share, is_left, is_prop, corner_name in look["stands"]:
        is_left = is_left != is_swapped
        side = around.left if is_left else around.right
        corner = {"upper": side.upper, "lower": side.lower, "": 0.0}[corner_name]
        inner = corner - look["before"]
        room = walls.x - frame.x if is_left else frame.right - walls.right
        room += inner - FRAME
        if room < look["least"]:
            continue
        is_in_upper = corner and corner_name == "upper"
        floor = walls.y + (corner if is_in_upper else share * walls.height)
        edge = walls.x + inner if is_left else walls.right - inner
        yield _Stand(is_left, is_prop, floor, edge, room, inner if corner else inf)


def draw_wayside_piece(scenes: Scenes, piece: str | int, scale: float) -> Drawing:
    """Draw a piece of a theme, by its name, or a thing of its backdrop, by its index."""
    if isinstance(piece, str):
        return scenes.enlarged(piece, scale, THINNEST)
    return draw_thing(scenes, piece, scale)


def round_scale(scale: float) -> float:
    """Return a scale rounded down to a multiple of _SCALE_STEP, so that a file contains few
    drawings."""
    return max(1, int(scale / _SCALE_STEP)) * _SCALE_STEP


def list_plants(theme: str, number: int) -> Sequence[str | int]:
    """List the plants on the land of a theme: names of pieces, and indices of things of its
    backdrop. The first plant differs from maze to maze."""
    plants = load_kerb(theme)["plants"]
    first = number % len(plants)
    return [*plants[first:], *plants[:first]]


def stand_behind(
    scenes: Scenes, land: Land, around: Surroundings, taken: Iterable[Box], props: Iterator[str]
) -> list[Picture]:
    """Draw props that stand behind the kerb of a maze, above it on the page. taken: boxes that no
    prop may touch. On a shore there are none, as there is water behind the kerb."""
    look, frame, walls = load_world_look()["wayside"], land.frame, around.walls
    occupied, pictures = [box.widen(look["air"]) for box in taken], list[Picture]()
    if load_kerb(scenes.theme)["is_shore"]:
        return []
    height = min(look["behind_most"], look["behind_high"] * (walls.y - land.horizon))
    for name in props:
        if scenes.is_aloft(name):
            continue
        piece = scenes.piece(name)
        scale = round_scale(find_prop_share(scenes.theme, name) * height / piece.height)
        drawing = scenes.enlarged(name, scale, THINNEST)
        width = drawing.width * scale
        x = max(walls.x, frame.x + FRAME)
        while x + width < min(walls.right, frame.right - FRAME):
            box = Box(x, walls.y - piece.height * scale, width, piece.height * scale)
            if not any(map(box.overlaps, occupied)):
                occupied.append(box.widen(look["between"] * width))
                pictures += cast_shadow(scenes, box, frame)
                pictures.append(Picture(box.x, box.y, drawing, window=frame))
                break
            x += look["step"]
    return pictures


def cast_figure_shadows(
    scenes: Scenes, figures: Iterable[Picture], floor: float, frame: Box
) -> Iterator[Picture]:
    """Yield the shadows of the figures and props that stand on a floor. Signs have no shadow."""
    for figure in figures:
        box = picture_box(figure)
        if abs(box.bottom - floor) < 1 and figure.drawing.layers[0].name != "signs":
            yield from cast_shadow(scenes, box, frame)


def cast_shadow(scenes: Scenes, box: Box, frame: Box) -> list[Picture]:
    """Draw the shadow on the ground of a figure in a box; themes under water have no shadows."""
    look = load_world_look()["wayside"]
    if not load_kerb(scenes.theme)["has_shadows"]:
        return []
    width = look["shadow"] * box.width
    drawing = _draw_shadow(scenes, round(width), round(look["flat"] * width, 1))
    x, y = box.x + box.width / 2 - drawing.width / 2, box.bottom - drawing.height * look["behind"]
    return [Picture(x, y, drawing, window=frame)]


@lru_cache(maxsize=64)
def _draw_shadow(scenes: Scenes, width: float, height: float) -> Drawing:
    dark = choose_look(scenes.theme, scenes.in_colour).dark
    ellipse = make_ellipse((width / 2, height / 2), width / 2, height / 2)
    return Drawing(0, 0, width, height, 1, (Layer("shadow", Style(fill=dark), (ellipse,)),))
