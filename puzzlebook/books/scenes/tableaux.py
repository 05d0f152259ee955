"""The pages that a theme's scenes fill: four openers in turn, the title page, the certificate.

Each gives its drawings, and the box in which its words stand: where it is calm.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import ceil, fsum, inf, pi
from typing import NamedTuple

from puzzlebook.drawing.drawing import (
    BLACK,
    WHITE,
    Colour,
    Drawing,
    Layer,
    Style,
    Subpath,
    make_circle,
)
from puzzlebook.ground.portable_math import cos, sin
from puzzlebook.maze_art.scenes import Scenes, drop_covered_things
from puzzlebook.typesetting.layout import THINNEST
from puzzlebook.typesetting.page import Box, Picture

_QUARTER = 0.41421356  # the bulge of a quarter of a circle: tan 22.5°
_FRAME, _THIN_FRAME = 2.5, 1.0
# The most that is cut off a backdrop at its top, or off the page by more sky; one of another form
# has another tableau.
_MOST_CUT = 0.3
_PROPS = 8
# Of the height of the title page's picture: what each takes, and the air between them.
_TITLE = {"prop-1": 0.34, "hero-1": 1.0, "goal-1": 0.56}
_AIR = 0.03
_ALOFT = 0.3  # of what flies: how far it is above the ground
_AT_HEAD, _BELOW_WORDS = 2, 4  # little things of a parade
_LITTLE = 0.34  # of who stands large, that little things beside are high
_FAREWELL = 0.7  # of the width that who has arrived takes with what is beside: the height, at most
_LOWEST = 60.0
# How high a strip is on which things stand, in points; and as a share of the figures of a title
# page, and of little things, which its own are not to be taken for.
_LEAST_BAND, _BAND = 18.0, 45.0
_LOW, _LOW_BELOW = 0.11, 0.3
_CUT = 1.5  # units of a strip: half a line, that an edge would cut off


class Tableau(NamedTuple):
    """The drawings of a page, the lowest first, and the box of its words."""

    pictures: list[Picture]
    words: Box


def draw_opener(scenes: Scenes, box: Box, turn: int) -> Tableau:
    """What fills the page that opens a section: of the sections of a book each the next in turn,
    from 0."""
    if turn % 4 == 0 and _cut(scenes, _inner_box(box)) is not None:
        return _draw_landscape(scenes, box, turn)
    if turn % 4 == 2:
        return _draw_goal(scenes, box, turn)
    return (_draw_parade if turn % 4 == 1 else _draw_arrival)(scenes, box, turn)


def draw_title(scenes: Scenes, box: Box) -> list[Picture]:
    """Who sets out, large, between a little thing and what is looked for, in a box of the title
    page."""
    if box.height < _LOWEST:
        return []
    names = ("prop-1", "hero-1", "goal-1")
    wide = [
        _TITLE[name] * piece.width / piece.height
        for name in names
        for piece in (scenes.piece(name),)
    ]
    whole = fsum(wide) + 2 * _AIR
    high = min(box.height, box.width / whole)
    x = box.x + (box.width - high * whole) / 2
    pictures = []
    for name, width in zip(names, wide, strict=True):
        pictures.append(
            _place_on_floor(
                scenes, name, x + high * width / 2, box.bottom, high * _TITLE[name], box.width
            )
        )
        x += high * (width + _AIR)
    thing, hero, goal = pictures
    return [*draw_ground(scenes, box, box.bottom, high * _LOW), thing, goal, hero]


def draw_farewell(scenes: Scenes, box: Box) -> list[Picture]:
    """Who has arrived, among little things, at the end of a book."""
    wide = min(box.width, box.height / _FAREWELL)
    if wide * _FAREWELL < _LOWEST:
        return []
    middle = Box(box.x, box.y + (box.height - wide * _FAREWELL) / 2, box.width, wide * _FAREWELL)
    return _draw_among_props(scenes, "hero-3", middle, middle.height, _LITTLE, 0)


def draw_certificate(scenes: Scenes, box: Box, accent: Colour) -> Tableau:
    """A frame with its corner pieces; at its foot a seal and who has arrived."""
    side = min(box.width, box.height) * 0.17
    foot = box.inset(side * 0.3, 0, side * 0.3, side * 0.3)
    high = box.height * 0.24
    low = foot.bottom - side * 0.5  # clear of what stands in the lower corners
    pictures = [
        *_draw_framed_corners(scenes, box, side),
        _place_on_floor(scenes, "hero-3", foot.right - high * 0.53, low, high, high * 0.9),
        draw_seal(foot.x + high * 0.3, low - high * 0.94, high * 0.72, accent),
    ]
    if box.width > box.height * 0.9:  # the words stand between the two
        aside = side * 0.3 + high * 1.04
        return Tableau(pictures, box.inset(aside, side * 0.5, aside, side * 0.5))
    return Tableau(pictures, box.inset(side * 0.4, side, side * 0.4, side * 0.8 + high))


def draw_ground(scenes: Scenes, box: Box, floor: float, high: float) -> Iterator[Picture]:
    """The ground that figures stand on all along a floor: of a strip of about this height (points),
    but no higher or lower than is good to look at."""
    return draw_strip(scenes, box, floor, max(_LEAST_BAND, min(_BAND, high)), True)


def draw_strip(
    scenes: Scenes, box: Box, floor: float, high: float, is_bare: bool
) -> Iterator[Picture]:
    """Draw a theme's strip along a floor: one tile in the middle, more up to both edges.

    Things that an edge would cut are left out. is_bare: without all things, for figures to stand
    on.
    """
    piece = scenes.piece("band")
    scale = high / piece.height
    wide, half = piece.width * scale, box.width / 2
    most = max(0, ceil(half / wide - 0.5))

    def crop(left: float, right: float, is_last: bool) -> Drawing:
        taken = ((-inf, left + _CUT), (right - _CUT, inf)) if is_last else ()
        drawing = scenes.ground(scale, THINNEST, ((-inf, inf),) if is_bare else taken)
        return drawing._replace(left=left, width=right - left)

    for tile in range(-most, most + 1):
        start = tile * piece.width - piece.width / 2
        # The visible part, in units of the piece.
        left, right = max(0.0, -half / scale - start), min(piece.width, half / scale - start)
        yield Picture(
            box.x + half + (start + left) * scale,
            floor - high,
            crop(left, right, abs(tile) == most),
            in_mirror=crop(piece.width - right, piece.width - left, abs(tile) == most),
        )


def draw_seal(x: float, y: float, side: float, accent: Colour) -> Picture:
    """A rosette with two ribbons, so wide; half as high again."""
    layers = tuple(layer._replace(style=layer.style._replace(fill=accent)) if layer.name == "accent" else layer
                   for layer in _rosette())  # fmt: skip
    return Picture(x, y, Drawing(0, 0, 2, 2.7, side / 2, layers))


@cache
def _rosette() -> tuple[Layer, ...]:
    """The layers of a rosette in a circle of radius 1 around (1, 1)."""
    points = []
    for corner in range(48):
        reach, angle = (0.97, 0.86)[corner % 2], corner * pi / 24
        points.append((1 + reach * sin(angle), 1 - reach * cos(angle)))
    star = []
    for corner in range(10):
        reach, angle = (0.46, 0.2)[corner % 2], corner * pi / 5
        star.append((1 + reach * sin(angle), 1 - reach * cos(angle)))
    left = Subpath(((0.55, 1.4), (0.2, 2.6), (0.62, 2.42), (0.86, 2.66), (1.05, 1.6)), closed=True)
    right = Subpath(tuple((2 - x, y) for x, y in left.points), closed=True)
    return (
        Layer("accent", Style(2.6, BLACK, WHITE), [left]),
        Layer("accent", Style(2.6, BLACK, WHITE), [right]),
        Layer("accent", Style(2.6, BLACK, WHITE), [Subpath(points, closed=True)]),
        Layer("ring", Style(2.0, BLACK, WHITE), [make_circle((1, 1), 0.66)]),
        Layer("accent", Style(2.0, BLACK, WHITE), [Subpath(star, closed=True)]),
    )


def _draw_landscape(scenes: Scenes, box: Box, turn: int) -> Tableau:
    """The theme's landscape from edge to edge, the hero in it, and a board for the words in the
    sky: beside and behind that there is nothing small, nor where the page would cut it."""
    inner = _inner_box(box)
    cut = _cut(scenes, inner)
    assert cut
    scale = inner.width / cut.width
    hero, high = f"hero-{(1, 3, 2)[turn // 4 % 3]}", box.height * 0.4
    air = box.width * 0.03
    board = box.inset(
        box.width * 0.11, box.height * 0.07 - air, box.width * 0.11, box.height * 0.74 - air
    )
    words, calm = board.inset(2.5 * air, air, 2.5 * air, air), board.inset(-air, -air, -air, -air)
    left, right = ((x - inner.x) / scale + cut.x for x in (calm.x, calm.right))
    top, bottom = ((y - inner.y) / scale + cut.y for y in (calm.y, calm.bottom))
    seen = cut.x, bottom, cut.right, cut.bottom
    backdrop = drop_covered_things(
        scenes.enlarged("backdrop", scale, THINNEST), [(left, top, right, bottom)], seen
    )
    sky = backdrop.layers[0]._replace(subpaths=[_box_path(cut)])
    backdrop = backdrop._replace(
        left=cut.x,
        top=cut.y,
        width=cut.width,
        height=cut.height,
        layers=(sky, *backdrop.layers[1:]),
    )
    return Tableau(
        [
            Picture(inner.x, inner.y, backdrop),
            _draw_frame(box),
            _place_on_floor(
                scenes,
                hero,
                box.x + box.width / 2,
                box.bottom - box.height * 0.07,
                high,
                box.width * 0.6,
            ),
            _draw_board(board),
        ],
        words,
    )


def _cut(scenes: Scenes, box: Box) -> Box | None:
    """The part of a backdrop that fills a box: all its width, so that nothing that stands is cut,
    less of its sky or more; None where that would be too much of either."""
    piece = scenes.piece("backdrop")
    high = piece.width * box.height / box.width
    if not 1 - _MOST_CUT <= high / piece.height <= 1 / (1 - _MOST_CUT):
        return None
    return Box(0.0, piece.height - high, piece.width, high)


def _draw_parade(scenes: Scenes, box: Box, turn: int) -> Tableau:
    """Little things in rows above and below the words, who is under way at their head."""
    upper, lower = box.y + box.height * 0.37, box.bottom
    high = box.height * 0.18
    props = [
        f"prop-{(number + turn // 4 * 3) % _PROPS + 1}" for number in range(_AT_HEAD + _BELOW_WORDS)
    ]
    ground = min(high, box.width / _BELOW_WORDS) * _LOW_BELOW
    large = box.width * 0.48
    hero = _place_on_floor(scenes, "hero-2", box.right - large / 2, upper, box.height * 0.34, large)
    above = [
        *_draw_row(scenes, props[:_AT_HEAD], Box(box.x, 0, hero.x - box.x, 0), upper, high),
        hero,
    ]
    below = [*_draw_row(scenes, props[_AT_HEAD:], box, lower, high)]
    pictures = [
        *draw_ground(scenes, box, upper, ground),
        *above,
        *draw_ground(scenes, box, lower, ground),
        *below,
    ]
    return Tableau(
        pictures, box.inset(box.width * 0.06, box.height * 0.4, box.width * 0.06, box.height * 0.25)
    )


def _draw_goal(scenes: Scenes, box: Box, turn: int) -> Tableau:
    """What is looked for, in a frame; where nothing stands in its lower corners, who looks for it
    at its foot."""
    is_free = scenes.corner == "hanging" and box.height > box.width
    middle, floor = box.x + box.width / 2, box.y + box.height * (0.49 if is_free else 0.54)
    goal = f"goal-{turn // 4 % 3 + 1}"
    side = min(box.width, box.height) * 0.26
    pictures = [
        *_draw_framed_corners(scenes, box, side),
        _place_on_floor(
            scenes, goal, middle, floor, box.height * 0.34, box.width * 0.6, is_alone=True
        ),
    ]
    if box.width > box.height:
        return Tableau(pictures, box.inset(side, box.height * 0.57, side, box.height * 0.06))
    if is_free:
        foot = box.inset(*[3 * _FRAME] * 4)
        pictures += _draw_among_props(scenes, "hero-1", foot, box.height * 0.23, 0.5, turn)
        return Tableau(
            pictures, box.inset(side * 0.3, box.height * 0.51, side * 0.3, box.height * 0.27)
        )
    return Tableau(pictures, box.inset(side * 0.3, box.height * 0.57, side * 0.3, side))


def _draw_arrival(scenes: Scenes, box: Box, turn: int) -> Tableau:
    """Who has arrived, very large, among little things below the words."""
    pictures = _draw_among_props(scenes, "hero-3", box, box.height * 0.56, _LITTLE, turn)
    return Tableau(
        pictures,
        box.inset(box.width * 0.06, box.height * 0.08, box.width * 0.06, box.height * 0.58),
    )


def _draw_among_props(
    scenes: Scenes, who: str, box: Box, high: float, little: float, turn: int
) -> list[Picture]:
    """Who stands so high on a strip of ground at the foot of a box between two little things.
    little: how high these are at most, as a share of that."""
    floor = box.bottom
    props = [f"prop-{(turn + number) % _PROPS + 1}" for number in range(2)]
    hero = _place_on_floor(scenes, who, box.x + box.width / 2, floor, high, box.width * 0.72)
    aside = (box.width - hero.drawing.width * hero.drawing.scale) / 2
    small = min(high * little, aside * 0.9)
    sides = (box.x + aside / 2, box.right - aside / 2)
    stood = [
        hero,
        *(
            _place_on_floor(scenes, name, x, floor, small, aside)
            for name, x in zip(props, sides, strict=True)
        ),
    ]
    return [*draw_ground(scenes, box, floor, small * _LOW_BELOW), *stood]


def _draw_row(
    scenes: Scenes, names: list[str], box: Box, floor: float, high: float
) -> Iterator[Picture]:
    """Pieces side by side on a floor."""
    step = box.width / len(names)
    for place, name in enumerate(names):
        yield _place_on_floor(scenes, name, box.x + step * (place + 0.5), floor, high, step * 0.88)


def _place_on_floor(
    scenes: Scenes,
    name: str,
    x: float,
    floor: float,
    high: float,
    wide: float,
    is_alone: bool = False,
) -> Picture:
    """A piece on a floor, or above it if it flies, its middle at x, so high or as high as it can be
    where it may be so wide. is_alone: whether there is no floor but its own."""
    aloft = scenes.is_aloft(name)
    drawn = scenes.piece_on_ground if is_alone and not aloft else scenes.enlarged
    whole = drawn(name, 1.0, 0.0)
    scale = min(high / whole.height, wide / whole.width)
    left, top = x - whole.width * scale / 2, floor - (1 + _ALOFT * aloft) * whole.height * scale
    return Picture(left, top, drawn(name, scale, THINNEST))


def _draw_corners(scenes: Scenes, box: Box, side: float) -> Iterator[Picture]:
    """The corner piece in each corner of a box; one that hangs, in the upper two, one that stands,
    in the lower two."""
    scale = side / scenes.piece(scenes.corner).width
    for across in (False, True):
        for down in {"hanging": (False,), "standing": (True,)}.get(scenes.corner, (False, True)):
            drawing = scenes.enlarged(scenes.corner, scale, THINNEST, across, down)
            yield Picture(
                box.right - side if across else box.x, box.bottom - side if down else box.y, drawing
            )


def _draw_framed_corners(scenes: Scenes, box: Box, side: float) -> list[Picture]:
    """A double line around a box, a corner piece in each corner: it lies on the inner line, and
    runs off under the outer one."""
    half = _FRAME / 2
    inner = _round_box(box.inset(*[5 * half] * 4), 0.0, Style(_THIN_FRAME))
    return [inner, *_draw_corners(scenes, box.inset(*[half] * 4), side - half), _draw_frame(box)]


def _inner_box(box: Box) -> Box:
    """Up to the middle of the line around a box: beneath it end the lines of what is within."""
    return box.inset(*[_FRAME / 2] * 4)


def _draw_frame(box: Box) -> Picture:
    """A line around a box, within it."""
    return _round_box(_inner_box(box), 0.0, Style(_FRAME))


def _draw_board(box: Box) -> Picture:
    """A white board with round corners, on which words can be read whatever is behind it."""
    return _round_box(box, min(18.0, box.height / 4), Style(_FRAME, BLACK, WHITE))


def _box_path(box: Box) -> Subpath:
    return Subpath(
        ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)),
        closed=True,
    )


def _round_box(box: Box, radius: float, style: Style) -> Picture:
    """The outline of a box, its corners round by this radius."""
    wide, high = box.width, box.height
    points = [(radius, 0.0), (wide - radius, 0.0), (wide, radius), (wide, high - radius),
              (wide - radius, high), (radius, high), (0.0, high - radius), (0.0, radius)]  # fmt: skip
    path = Subpath(points, (0.0, _QUARTER) * 4 if radius else (), closed=True)
    return Picture(box.x, box.y, Drawing(0, 0, wide, high, 1, (Layer("frame", style, [path]),)))
