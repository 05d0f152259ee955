"""What lies and stands on the land beside a maze: marks of the ground, props and plants, smaller
the farther away they are, and their shadows on the ground."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import cycle

from puzzlebook.books.scenes.foot_row import AT_ONCE, PROPS
from puzzlebook.books.scenes.frames import FRAME
from puzzlebook.books.scenes.surroundings import Surroundings, picture_box
from puzzlebook.books.scenes.worlds import Land, draw_thing
from puzzlebook.drawing.drawing import THINNEST, Drawing, Layer, Style, Subpath
from puzzlebook.maze_art.character import hash_position
from puzzlebook.maze_art.floor import load_floor, place_motif
from puzzlebook.maze_art.kerb import choose_look, load_kerb
from puzzlebook.maze_art.panorama import load_world_look, take_apart
from puzzlebook.maze_art.scenes import Scenes, make_ellipse
from puzzlebook.typesetting.page import Box, Picture

_FEW = 6  # points: rounding of the part of the land that a maze covers
_STEP = 0.09  # from scale to scale, in points for a unit of a piece


def strew_land(
    scenes: Scenes, land: Land, around: Surroundings, floor: str, number: int
) -> Picture:
    """Draw marks of the ground on the land around a maze: what lies on its floor, too. number: the
    maze's, so that neighbouring pages differ."""
    frame, corner = land.frame, max(around.corners)
    hidden = around.walls.inset(*[corner] * 4)._replace(y=around.walls.y + corner - frame.y)
    size = frame.width, round(frame.height, 2), round(land.horizon - frame.y)
    inner = Box(*(_FEW * round(side / _FEW) for side in hidden._replace(x=hidden.x - frame.x)))
    return Picture(frame.x, frame.y, _strew(scenes, *size, inner, floor, number % 2))


@lru_cache(maxsize=16)
def _strew(
    scenes: Scenes, width: float, height: float, horizon: float, hidden: Box, floor: str, salt: int
) -> Drawing:
    """Draw marks in a frame of this size. hidden: what the maze will cover."""
    look = load_world_look()["wayside"]
    land, motifs = Land(Box(0, 0, width, height), horizon, 0.0, 1.0), load_floor(floor).motifs
    lines, y = list[Subpath](), horizon + look["first"]
    while y < height:
        radius = _grow(look["mark"], land, y)
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
    return Drawing(0, 0, width, height, 1, (layer,), is_whole=True)


def _grow(sizes: Sequence[float], land: Land, y: float) -> float:
    """Return a size between that at the horizon and that at the foot."""
    far, near = sizes
    return far + (near - far) * land.measure_depth(y)


def list_props(number: int) -> Iterator[str]:
    """Yield the props beside the maze of this number, first those that are not in the row at its
    foot."""
    first = AT_ONCE * (number + 1)
    return (f"prop-{(first + index) % PROPS + 1}" for index in range(PROPS))


def stand_beside(
    scenes: Scenes,
    land: Land,
    around: Surroundings,
    taken: Iterable[Box],
    props: Iterator[str],
    number: int,
) -> list[Picture]:
    """Draw props and what grows on the land in the strips beside a maze, before its kerb. What is
    nearer hides what is farther away, and the frame cuts off what does not fit. taken: what none
    may touch. number: the maze's: every second page is the other way round."""
    look, walls, frame = load_world_look()["wayside"], around.walls, land.frame
    full, pictures, plants = [*taken], list[Picture](), cycle(list_plants(scenes, number))
    for share, is_left, is_prop in look["stands"]:
        is_left = is_left != bool(number % 2)
        room = (walls.x - frame.x if is_left else frame.right - walls.right) - look["before"]
        if room < look["least"]:
            continue
        name, plant = (next(props), 0) if is_prop else ("", next(plants))
        wide, tall = measure_piece(scenes, name, plant)
        floor = walls.y + share * walls.height
        high = _grow(look["prop" if is_prop else "plant"], land, floor)
        scale = _round_scale(min(high / tall, look["cut"] * room / wide))
        x = walls.x - look["before"] - wide * scale if is_left else walls.right + look["before"]
        box = Box(x, floor - tall * scale, wide * scale, tall * scale)
        if any(map(box.overlaps, full)):
            continue
        if not (is_prop and scenes.is_aloft(name)):
            pictures += cast_shadow(scenes, box, frame)
        pictures.append(
            Picture(x, box.y, draw_wayside_piece(scenes, name, plant, scale), window=frame)
        )
    return pictures


def measure_piece(scenes: Scenes, name: str, plant: int) -> tuple[float, float]:
    """Return the width and the height of a prop or, if it has no name, of a plant, in units."""
    drawing = draw_wayside_piece(scenes, name, plant, 1.0)
    return drawing.width, drawing.height


def draw_wayside_piece(scenes: Scenes, name: str, plant: int, scale: float) -> Drawing:
    """Draw a prop or, if it has no name, a plant."""
    return scenes.enlarged(name, scale, THINNEST) if name else draw_thing(scenes, plant, scale)


def _round_scale(scale: float) -> float:
    """Return a scale rounded down to one of few, so that a file holds few drawings."""
    return max(1, int(scale / _STEP)) * _STEP


def list_plants(scenes: Scenes, number: int) -> Sequence[int]:
    """List the things of a theme's backdrop that grow on its land; with the maze of each number
    another one is the first."""
    things, named = take_apart(scenes).things, load_kerb(scenes.theme).get("plants")
    plants = named or [index for index, thing in enumerate(things) if not thing.is_aloft]
    first = number % len(plants)
    return [*plants[first:], *plants[:first]]


def stand_behind(
    scenes: Scenes, land: Land, around: Surroundings, taken: Iterable[Box], props: Iterator[str]
) -> list[Picture]:
    """Draw props that stand behind the kerb of a maze, above it on the page. taken: what none may
    touch."""
    look, frame, walls = load_world_look()["wayside"], land.frame, around.walls
    full, pictures = [box.widen(look["air"]) for box in taken], list[Picture]()
    high = min(look["prop"][1], look["behind_high"] * (walls.y - land.horizon))
    for name in props:
        if scenes.is_aloft(name):
            continue
        piece = scenes.piece(name)
        scale = _round_scale(high / piece.height)
        drawing = scenes.enlarged(name, scale, THINNEST)
        wide = drawing.width * scale
        x = max(walls.x, frame.x + FRAME)
        while x + wide < min(walls.right, frame.right - FRAME):
            box = Box(x, walls.y - piece.height * scale, wide, piece.height * scale)
            if not any(map(box.overlaps, full)):
                full.append(box.widen(look["between"] * wide))
                pictures.append(Picture(box.x, box.y, drawing, window=frame))
                break
            x += look["step"]
    return pictures


def cast_figure_shadows(
    scenes: Scenes, figures: Iterable[Picture], floor: float, frame: Box
) -> Iterator[Picture]:
    """Yield the shadows of the figures and props that stand on a floor. Signs have none."""
    for figure in figures:
        box = picture_box(figure)
        if abs(box.bottom - floor) < 1 and figure.drawing.layers[0].name != "signs":
            yield from cast_shadow(scenes, box, frame)


def cast_shadow(scenes: Scenes, box: Box, frame: Box) -> list[Picture]:
    """Draw the shadow on the ground of what stands in a box; under water there is none."""
    look = load_world_look()["wayside"]
    if not load_kerb(scenes.theme)["has_shadows"]:
        return []
    wide = look["shadow"] * box.width
    drawing = _draw_shadow(scenes, round(wide), round(look["flat"] * wide, 1))
    x, y = box.x + box.width / 2 - drawing.width / 2, box.bottom - drawing.height * look["behind"]
    return [Picture(x, y, drawing, window=frame)]


@lru_cache(maxsize=64)
def _draw_shadow(scenes: Scenes, wide: float, high: float) -> Drawing:
    dark = choose_look(scenes.theme, scenes.in_colour).dark
    ellipse = make_ellipse((wide / 2, high / 2), wide / 2, high / 2)
    return Drawing(0, 0, wide, high, 1, (Layer("shadow", Style(fill=dark), (ellipse,)),))
