"""Signs at the doors of a stage: boards that hide as little of the drawing as possible, each with a
pointer to its door."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import chain
from math import dist, inf
from typing import NamedTuple

from puzzlebook.drawing.drawing import (
    BLACK,
    THINNEST,
    WHITE,
    Drawing,
    Layer,
    Style,
    Subpath,
)
from puzzlebook.geometry.arcs import Point
from puzzlebook.geometry.curves import point_at
from puzzlebook.ground.faults import Refused
from puzzlebook.ground.lengths import MM
from puzzlebook.ground.portable_math import cos, sin
from puzzlebook.language.words import Words
from puzzlebook.maze_art.choosing import choose_best
from puzzlebook.maze_art.stage import Crop, Stage, load_look
from puzzlebook.maze_art.stage_doors import (
    ShownDoors,
    count_hidden_by_front,
    count_in_maze,
    count_line_points,
    count_within_rim,
)
from puzzlebook.maze_art.stage_things import (
    Bounds,
    count_in_box,
    is_in_middle,
    join_boxes,
    measure_distance,
    measure_gap,
    touches,
)
from puzzlebook.outlines import (
    Outline,
    outline_letters,
)

_FULL_TURN = 6.283185307179586
_DIRECTIONS = tuple(
    (cos(angle), sin(angle)) for angle in (_FULL_TURN * turn / 24 for turn in range(24))
)
"""Directions from a pointer's tip to try for its sign."""
_DISTANCES = (0.3, 0.6, 1.0, 1.5, 2.1, 2.8, 3.6, 5.0, 7.0, 9.0, 12.0)
"""Distances from a pointer's tip to try, in heights of letters."""
_LONGEST = 34.0  # points: the longest pointer, 12 mm
_AIR = 2.0  # points between a sign, or its pointer, and an arrow
_WORDS_AIR = 1.0  # between a sign and the space for words, as a multiple of the letters' height
_SAMPLE_COLUMNS, _SAMPLE_ROWS = 6, 3  # columns and rows of sampled points on a sign's board
_FRONT_PENALTY = 4.0  # penalty of a sign whose whole board hides the front
_DISTANCE_PENALTY = 1.0  # penalty of the longest pointer
_NO_POINTER_PENALTY = 2.5  # penalty of a sign without a pointer, which would cross something,
_BESIDE_PENALTY = 0.3  # and that of one so near to its figure that it needs none
_BESIDE_FIGURE = 8.0  # points by which a sign beside a figure seems farther from the arrow
_BESIDE = 10.0  # the distance of such a sign, so counted
_BETWEEN_PENALTY = 1.0  # penalty of a sign between a door and its figure
_POINTER_SAMPLES = 9  # number of sampled points on a pointer
_DETAIL_PENALTY = 0.05  # penalty per corner of the drawing's lines that a sign hides
_MAX_DETAIL_PENALTY = 0.8  # for all corners together
_LINE_PENALTY = 0.05  # penalty per point of the back's lines that a sign hides
_MAX_LINE_PENALTY = 2.0  # for all points together
_POINTER_WIDTH = 0.9  # width of a pointer at the board, as a multiple of the letters' height
_CORNER_RADIUS = 0.3  # radius of a board's corners, as a share of its shorter side

_MAX_TITLE = 0.85  # largest title, as a share of the space for words


class Sign(NamedTuple):
    """A word at a door of a stage, and the font that has its letters. largest: the greatest height
    of the letters, in points; in a stage of a book, their height if there is space. arrow: the
    length of the arrow at its door, in points, if there is space; 0 for one that suits the
    cells of the maze."""

    text: str
    font: bytes
    largest: float = inf
    arrow: float = 0.0


def name_doors(
    words: Words, font: bytes, largest: float = inf, arrow: float = 0.0
) -> tuple[Sign, ...]:
    """Return the signs at the doors of a stage in a language; none if it has no words."""
    names = (words(name).upper() for name in ("how_to_start", "how_to_finish"))
    return tuple(Sign(name, font, largest, arrow) for name in names if name)


@lru_cache(maxsize=512)
def place_signs(doors: ShownDoors, signs: tuple[Sign, ...], share: float) -> tuple[PlacedSign, ...]:
    """Return the signs at the doors of a stage for which there is space, each on a board that hides
    as little as possible. share: their size, as a share of the full size."""
    look, unit = load_look(), doors.unit
    placed = list[PlacedSign]()
    for index, sign in enumerate(signs[: len(doors.doorways)]):
        letters = outline_letters(sign.text, sign.font, "sign")
        most = look["sign" if sign.largest == inf else "largest_sign"] * doors.stage.size
        full_height = min(most, sign.largest / unit)
        height = max(full_height * share, min(look["min_sign"], sign.largest) / unit)
        # A word that is hardly wider than it is tall, as in Arabic script, has small letters.
        height = max(height, look["min_wide"] * height * letters.height / letters.width)
        padding = look["board"] * height
        board = height * letters.width / letters.height + 2 * padding, height + 2 * padding
        boards = [one.box for one in placed]
        if spot := _find_spot(_Room(doors, boards), index, board, height):
            placed.append(PlacedSign(letters, height, board, spot))
    return tuple(placed)


def draw_signs(crop: Crop, unit: float, placed: Sequence[PlacedSign]) -> Drawing:
    """Draw the signs at the doors of a stage."""
    return Drawing(*crop, 1, tuple(_draw_layers(placed, unit)), is_reused=True)


class Spot(NamedTuple):
    """The centre of a board, the share of it that hides the front, the tip of its pointer, if it
    has one, and how far the board is from its arrow, in points."""

    middle: Point
    hides: float
    tip: Point | None
    away: float


class PlacedSign(NamedTuple):
    """A sign with its letters, their height, the size of its board, and its place."""

    letters: Outline
    height: float
    board: tuple[float, float]
    spot: Spot

    @property
    def box(self) -> Bounds:
        """The box of its board."""
        return _find_board_box(self.spot.middle, self.board)

    @property
    def reach(self) -> Bounds:
        """The box of its board and its pointer."""
        tip = self.spot.tip
        return join_boxes([self.box, (*tip, *tip)]) if tip else self.box

    @property
    def is_good(self) -> bool:
        """Whether it is near its arrow and hides little."""
        look, (_, hides, _, away) = load_look(), self.spot
        return bool(hides <= look["hides"] and away <= look["near_sign"] * MM)


def _draw_layers(placed: Sequence[PlacedSign], unit: float) -> Iterator[Layer]:
    """Yield the layers of signs. unit: the size of a stage unit, in points."""
    for letters, height, (board_width, board_height), (middle, _, tip, _) in placed:
        padding = load_look()["board"] * height
        left, top = middle[0] - board_width / 2, middle[1] - board_height / 2
        line = max(THINNEST / unit, height / 8)
        shape = [round_box(left, top, board_width, board_height)]
        shape += [_draw_pointer(tip, middle, height)] if tip else []
        yield Layer("signs", Style(2 * line, BLACK), shape)
        yield Layer("signs", Style(fill=WHITE, even_odd=False), shape)
        yield Layer(
            "signs",
            Style(fill=BLACK, even_odd=False),
            place_letters(letters, left + padding, top + padding, height / letters.height),
        )


def draw_stage_name(stage: Stage, crop: Crop, unit: float, font: bytes) -> Drawing:
    """Return a stage's title in its space for words; empty if the title or the space is missing, or
    if the title would be too small."""
    look, name = load_look(), stage.title
    layers: list[Layer] = []
    if name and stage.place.words:
        left, top, right, bottom = stage.place.words
        try:
            letters = outline_letters(name, font, "title")
        except Refused:  # a user's title with letters that the font lacks
            return Drawing(*crop, 1, (), is_reused=True)
        width, height = (right - left) * _MAX_TITLE, (bottom - top) * _MAX_TITLE
        scale = min(width / letters.width, height / letters.height, look["title"] * stage.size)
        if scale * letters.height * unit >= look["min_sign"]:
            x = (left + right - scale * letters.width) / 2
            y = (top + bottom - scale * letters.height) / 2
            paths = place_letters(letters, x, y, scale)
            layers.append(Layer("title", Style(fill=BLACK, even_odd=False), paths))
    return Drawing(*crop, 1, tuple(layers), is_reused=True)


def _draw_pointer(tip: Point, middle: Point, height: float) -> Subpath:
    """Return a pointer from a board's centre to its tip. height: letter height."""
    length = dist(tip, middle)
    width = _POINTER_WIDTH * height / 2 / length
    x, y = (tip[1] - middle[1]) * width, (middle[0] - tip[0]) * width
    base = (middle[0] + x, middle[1] + y), (middle[0] - x, middle[1] - y)
    return Subpath((base[0], tip, base[1]), closed=True)


def place_letters(letters: Outline, x: float, y: float, scale: float) -> tuple[Subpath, ...]:
    """Return letters as paths at this position and scale."""
    return tuple(
        Subpath(tuple((x + a * scale, y + b * scale) for a, b in polygon), closed=True)
        for area in letters.areas
        for polygon in area.polygons
    )


def round_box(left: float, top: float, width: float, height: float) -> Subpath:
    """Return a box with rounded corners."""
    right, bottom, round_by = left + width, top + height, _CORNER_RADIUS * min(width, height)
    bulge = 0.41421356237309503
    points = (
        (left + round_by, top), (right - round_by, top),
        (right, top + round_by), (right, bottom - round_by),
        (right - round_by, bottom), (left + round_by, bottom),
        (left, bottom - round_by), (left, top + round_by),
    )  # fmt: skip
    return Subpath(points, (0.0, bulge) * 4, closed=True)


class _Room(NamedTuple):
    """What a sign is placed in. boards: those of other signs."""

    doors: ShownDoors
    boards: Sequence[Bounds]


def _find_spot(room: _Room, index: int, board: tuple[float, float], height: float) -> Spot | None:
    """Return the best position for the board of the sign at a door: outside the maze and its holes,
    within the frame, off hero, goal, eyes and arrows, with a short pointer to the arrow, and hiding
    as little as possible of the front and of small details. index: of the door. height: of the
    letters."""
    doors, stage, air = room.doors, room.doors.stage, _AIR / room.doors.unit
    frame = doors.crop.shrink(load_look()["edge"] * MM / doors.unit)
    taken, figures = [*room.boards, *stage.kept_free], [*filter(None, stage.standing)]
    if stage.place.words:
        # A board that hangs there has air around its words.
        taken.append(_surround(stage.place.words, air if stage.hung_in else _WORDS_AIR * height))
    points = sorted(
        [
            *chain.from_iterable(doors.arrows),
            *(
                doorway.at(along, doorway.depth * away)
                for doorway in doors.doorways
                for along in (0.0, 0.5, 1.0)
                for away in (0.0, 0.5, 1.0)
            ),
        ]
    )

    def is_free(place: tuple[Point, Point]) -> bool:
        spot, _ = place
        box = _find_board_box(spot, board)
        return (
            _is_free(spot, board, frame, taken)
            and not count_in_box(points, _surround(box, air))
            and not any(
                is_in_middle(figure, point)
                for figure in figures
                if touches(figure, box)
                for point in _spread_points(spot, board)
            )
        )

    spots = _list_spots(room, index, board, height)
    return choose_best(
        dict(_find_least_penalties(room, index, board, spots)),
        is_free,
        partial(_rate_spots, room, index, board, taken),
    )


def _find_least_penalties(
    room: _Room,
    index: int,
    board: tuple[float, float],
    spots: Iterable[tuple[Point, Point]],
) -> Iterator[tuple[tuple[Point, Point], float]]:
    """Yield each spot with its tip, and the penalty of a sign there that hides nothing."""
    unit, standing = room.doors.unit, room.doors.stage.standing
    around = [(join_boxes((x, y, x, y) for x, y in room.doors.arrows[index]), 0.0)]
    around += [(figure, _BESIDE_FIGURE) for figure in standing[index : index + 1] if figure]
    for spot, tip in spots:
        box = _find_board_box(spot, board)
        away = min(more + measure_gap(box, other) * unit for other, more in around)
        length = measure_distance(box, tip) * unit
        without = _BESIDE_PENALTY if away <= _BESIDE else _NO_POINTER_PENALTY
        yield (spot, tip), _rate_length(length, away) + without * (length > _LONGEST)


def _rate_length(length: float, away: float) -> float:
    """Return the penalty for the length of a sign's pointer, or for its distance from the figure
    that it is beside, in points."""
    return _DISTANCE_PENALTY * min(length, away) / _LONGEST


def _rate_spots(
    room: _Room,
    index: int,
    board: tuple[float, float],
    taken: Sequence[Bounds],
    spots: Sequence[tuple[Point, Point]],
) -> Iterator[tuple[tuple[Point, Point], float, Spot]]:
    """Yield each spot outside the maze and its holes, its penalty, and the sign there. spots: each
    with its tip."""
    stage = room.doors.stage
    in_rim = count_within_rim(stage, [_spread_points(spot, board) for spot, _ in spots])
    spots = [spot for spot, hidden in zip(spots, in_rim, strict=True) if not hidden]
    on_front = count_hidden_by_front(stage, [_spread_points(spot, board) for spot, _ in spots])
    pointers = [_list_pointer_points(stage, tip, spot, board) for spot, tip in spots]
    crossed, covered = count_in_maze(stage, pointers), count_hidden_by_front(stage, pointers)
    line = _list_line_points(room, index)
    for (spot, tip), hidden, pointer, in_maze, on_figures in zip(
        spots, on_front, pointers, crossed, covered, strict=True
    ):
        box = _find_board_box(spot, board)
        is_on_sign = _is_on_any(pointer, taken)
        hides = hidden / (_SAMPLE_COLUMNS * _SAMPLE_ROWS)
        length = measure_distance(box, tip) * room.doors.unit
        is_long = length > _LONGEST
        away = _measure_away(room, index, box)
        is_beside = away <= _BESIDE
        has_pointer = not (in_maze or on_figures or is_on_sign or is_long)
        penalty = (
            _rate_length(length, away)
            + _FRONT_PENALTY * hides
            + _rate_details(stage, box)
            + min(_MAX_LINE_PENALTY, _LINE_PENALTY * count_line_points(stage, box))
            + (0.0 if has_pointer else _BESIDE_PENALTY if is_beside else _NO_POINTER_PENALTY)
        )
        if _is_on_any(line, [box]):
            penalty += _BETWEEN_PENALTY
        if has_pointer:
            around = board[1] / 2
            penalty += max(
                (
                    _rate_details(stage, (x - around, y - around, x + around, y + around))
                    for x, y in pointer[::3]
                ),
                default=0.0,
            )
        rated = Spot(spot, hides, tip if has_pointer else None, away)
        yield (spot, tip), penalty, rated


def _list_spots(
    room: _Room, index: int, board: tuple[float, float], height: float
) -> Iterator[tuple[Point, Point]]:
    """Yield possible centres of a board, each with the tip of its pointer: beside the arrow, before
    its outer end, and around the figure."""
    doors, stage = room.doors, room.doors.stage
    doorway, outer, air = doors.doorways[index], doors.find_end(index), _AIR / doors.unit
    places = [doorway.locate(point) for point in doors.arrows[index]]
    half = max(abs(aside) for aside, _ in places) + air
    inner = min(away for _, away in places)
    beside = max((inner + outer) / 2, (doorway.depth + outer) / 2)
    for aside, away in ((half, beside), (-half, beside), (0.0, outer + air)):
        tip = doorway.at(0.5 + aside / doorway.width, away)
        for share in _DISTANCES:
            gap = share * height
            for across, down in _DIRECTIONS:
                x = tip[0] + across * (gap + board[0] / 2)
                y = tip[1] + down * (gap + board[1] / 2)
                yield (x, stage.snap(y)), tip
    standing = stage.standing
    if index < len(standing) and (figure := standing[index]):  # a sign beside the figure
        left, top, right, bottom = figure
        for across, down in _DIRECTIONS:
            x = (left + right) / 2 + across * (air + (right - left + board[0]) / 2)
            y = (top + bottom) / 2 + down * (air + (bottom - top + board[1]) / 2)
            yield (x, stage.snap(y)), doorway.at(0.5, outer + air)


def _measure_away(room: _Room, index: int, box: Bounds) -> float:
    """Return how far a board is from the arrow at its door, or from the figure there if it is by
    that, in points."""
    doors, standing = room.doors, room.doors.stage.standing
    away = min(measure_distance(box, point) for point in doors.arrows[index]) * doors.unit
    if index < len(standing) and (figure := standing[index]):
        away = min(away, _BESIDE_FIGURE + measure_gap(box, figure) * doors.unit)
    return away


def _list_pointer_points(
    stage: Stage, tip: Point, spot: Point, board: tuple[float, float]
) -> list[Point]:
    """Return sampled points along the visible part of a pointer."""
    points = (
        (tip[0] + (spot[0] - tip[0]) * share, stage.snap(tip[1] + (spot[1] - tip[1]) * share))
        for share in (step / _POINTER_SAMPLES for step in range(1, _POINTER_SAMPLES))
    )
    box = _find_board_box(spot, board)
    return [tip, *(point for point in points if measure_distance(box, point))]


def _rate_details(stage: Stage, box: Bounds) -> float:
    """Return the penalty for the small details that a box hides."""
    return min(_MAX_DETAIL_PENALTY, _DETAIL_PENALTY * count_in_box(_list_details(stage), box))


@lru_cache(maxsize=64)
def _list_details(stage: Stage) -> list[Point]:
    """Return the corners of a drawing's lines and the middles of its curves, from left to right;
    they are dense where things are small."""
    subpaths = [subpath for layer in (*stage.back, *stage.front) for subpath in layer.subpaths]
    middles = [
        point_at((start, *bend, end), 0.5)
        for subpath in subpaths
        for start, end, bend in zip(
            subpath.points, (*subpath.points[1:], subpath.points[0]), subpath.bends, strict=False
        )
        if isinstance(bend, tuple)
    ]
    return sorted([*chain.from_iterable(subpath.points for subpath in subpaths), *middles])


def _list_line_points(room: _Room, index: int) -> list[Point]:
    """Return points from the arrow at a door to its figure or, where there is none, straight on."""
    doors = room.doors
    doorway, outer, standing = doors.doorways[index], doors.find_end(index), doors.stage.standing
    x, y = doorway.at(0.5, outer)
    to_x, to_y = doorway.at(0.5, outer + _LONGEST / doors.unit)
    if index < len(standing) and (figure := standing[index]):
        to_x, to_y = (figure[0] + figure[2]) / 2, (figure[1] + figure[3]) / 2
    shares = [step / _POINTER_SAMPLES for step in range(_POINTER_SAMPLES)]
    return [(x + (to_x - x) * share, y + (to_y - y) * share) for share in shares]


def _is_on_any(points: Iterable[Point], boxes: Sequence[Bounds]) -> bool:
    return any(a < x < c and b < y < d for x, y in points for a, b, c, d in boxes)


def _find_board_box(middle: Point, board: tuple[float, float]) -> Bounds:
    (x, y), (width, height) = middle, board
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


def _surround(box: Bounds, air: float) -> Bounds:
    """Return a box with air on all sides."""
    return box[0] - air, box[1] - air, box[2] + air, box[3] + air


def _is_free(spot: Point, board: tuple[float, float], crop: Crop, taken: Sequence[Bounds]) -> bool:
    """Return whether a board is within the frame and does not overlap the boxes in `taken`."""
    left, top = spot[0] - board[0] / 2, spot[1] - board[1] / 2
    right, bottom = left + board[0], top + board[1]
    return (
        left > crop.left
        and top > crop.top
        and right < crop.left + crop.width
        and bottom < crop.top + crop.height
        and all(right < a or left > c or bottom < b or top > d for a, b, c, d in taken)
    )


def _spread_points(spot: Point, board: tuple[float, float]) -> list[Point]:
    """Return points all over a board at this position."""
    x, y = spot
    return [
        (
            x + board[0] * (i / (_SAMPLE_COLUMNS - 1) - 0.5),
            y + board[1] * (j / (_SAMPLE_ROWS - 1) - 0.5),
        )
        for i in range(_SAMPLE_COLUMNS)
        for j in range(_SAMPLE_ROWS)
    ]
