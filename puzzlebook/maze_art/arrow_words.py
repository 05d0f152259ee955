"""The words START and FINISH beside the arrows outside a maze's doors, along its rim."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, product
from math import dist

from puzzlebook.drawing.drawing import BLACK, Layer, Style, Subpath
from puzzlebook.geometry.arcs import Point, distance
from puzzlebook.maze_art.plate import ArrowWord, Plate
from puzzlebook.maze_art.stage_signs import Sign, place_letters
from puzzlebook.mazes import Grid
from puzzlebook.outlines import Outline, outline_letters

# _HEIGHT: the height of letters, as a share of the type size. _MAX_HEIGHT: the greatest height of
# letters, in cell widths; in finer mazes letters are of this height, in points: as in type of 9.
_HEIGHT, _MAX_HEIGHT, _READABLE = 0.88, 0.65, 6.4
# The gap between an arrow and its word, and a word's minimum distance from the rim, both as
# multiples of the letters' height.
_GAP, _CLEARANCE = 0.7, 0.4
# What to try in turn: whether words may run along the sides of the maze, and their size as a share
# of the full size. Words in a level row may be a little smaller.
_TRIES = ((False, 1.0), (False, 0.85), (True, 1.0), (True, 0.85), (True, 0.7), (True, 0.5))
# The distances to try by which a word is farther out than its arrow, as multiples of the letters'
# height.
_DEPTHS = (0.0, 0.35, 0.8, 1.2, 1.6)
_STEP = 1.3  # from one stacked letter to the next, as a multiple of their height
_LAST_LATIN = "\u024f"  # letters after it may be joined, so they are not stacked
_SAMPLES = 24  # the number of points on each side of a word at which the clearance is measured
_ROUNDING = 1e-6


def place_arrow_words(
    plate: Plate, grid: Grid, signs: Sequence[Sign], scale: float, side_room: float
) -> tuple[ArrowWord, ...]:
    """Return the words beside a maze's arrows, all of one size; an empty tuple if there is no room
    for one of them. If there is only one arrow, it is that of the start.

    scale: points per cell. side_room: the free space on the left and on the right of the maze, in
    addition to its margin, in cell widths.
    """
    if not plate.arrows or not len(plate.arrows) == len(plate.doorways) <= len(signs):
        return ()
    signs = signs[: len(plate.arrows)]
    letters = [outline_letters(sign.text, sign.font, "word") for sign in signs]
    for turns, share in _TRIES:
        words: list[tuple[ArrowWord, float]] = []
        for index, (sign, outline) in enumerate(zip(signs, letters, strict=True)):
            largest = max(_MAX_HEIGHT * scale, _READABLE)
            height = share * min(_HEIGHT * sign.largest, largest) / scale
            row = height * outline.width / outline.height, height
            sizes = row, (_measure_stack(sign, height) if turns else None)
            others = [*plate.arrows, *(_outline_word(*word) for word in words)]
            word = _place_word(plate, grid, index, sizes, others, side_room, turns)
            if word is None:
                break
            words.append(word)
        if len(words) == len(signs):
            return tuple(word for word, _ in words)
    return ()


def _place_word(
    plate: Plate,
    grid: Grid,
    index: int,
    sizes: tuple[tuple[float, float], tuple[float, float] | None],
    others: Sequence[Subpath],
    side_room: float,
    turns: bool,
) -> tuple[ArrowWord, float] | None:
    """Return the word beside the arrow of this index, and its length; None if there is no room for
    it. sizes: its length and thickness with its letters in a row and, if they may, one below
    another. others: the outlines that it must not touch. turns: whether the word may run along the
    side of the maze, or along the door, if that is not horizontal."""
    row, stack = sizes
    (ax, ay), (bx, by) = plate.doorways[index]
    length, door_centre = dist((ax, ay), (bx, by)), ((ax + bx) / 2, (ay + by) / 2)
    along = (bx - ax) / length, (by - ay) / length
    horizontal, vertical = (
        (1.0 if along[0] > 0 else -1.0, 0.0),
        (0.0, 1.0 if along[1] > 0 else -1.0),
    )
    is_level = abs(along[0]) > abs(along[1])
    ways = [(row, horizontal, False)] if is_level else [(row, vertical, True)]
    ways += [(stack or row, vertical, False)] * (turns and not is_level)
    ways += [(row, along, False)] * turns
    for size, direction, is_across in ways:
        word = _place_along(
            plate, grid, index, size, others, side_room, door_centre, direction, is_across
        )
        if word is not None:
            if size is stack:
                word = word._replace(height=row[1], stacked=size[1])
            return word, size[0]
    return None


def _measure_stack(sign: Sign, height: float) -> tuple[float, float] | None:
    """Return the length and the thickness of a word whose letters of this height stand one below
    another; None if they may be joined."""
    if max(sign.text) > _LAST_LATIN:
        return None
    letters = _outline_stack(sign)
    length = (1 + _STEP * (len(letters) - 1)) * height
    return length, height * max(letter.width / letter.height for letter in letters)


def _outline_stack(sign: Sign) -> list[Outline]:
    return [outline_letters(letter, sign.font, "letter") for letter in sign.text]


def _place_along(
    plate: Plate,
    grid: Grid,
    index: int,
    size: tuple[float, float],
    others: Sequence[Subpath],
    side_room: float,
    door_centre: Point,
    along: Point,
    is_across: bool,
) -> ArrowWord | None:
    """Return the word beside an arrow, parallel to `along`, or across it, pointing out of the maze;
    None if there is no room for it.

    Of all places with room, prefer those that are least farther out than the arrow, then the one
    nearer to the middle of the maze. door_centre: the midpoint of the door.
    """
    out = along[1], -along[0]
    depths, offsets = zip(
        *(
            (_project(point, door_centre, out), _project(point, door_centre, along))
            for point in plate.arrows[index].points
        ),
        strict=True,
    )
    width, height = size
    (extent, thickness), reading = (size[::-1], out) if is_across else (size, along)
    arrow_depth = (min(depths) + max(depths)) / 2
    if is_across:  # the word begins as near to the rim as it may
        arrow_depth = _CLEARANCE * height + _ROUNDING + thickness / 2
    found = []
    for side, extra_depth in product((-1, 1), _DEPTHS):
        edge = max(offsets) if side > 0 else min(offsets)
        offset = edge + side * (_GAP * height + extent / 2)
        word_depth = arrow_depth + extra_depth * height
        centre = (
            door_centre[0] + offset * along[0] + word_depth * out[0],
            door_centre[1] + offset * along[1] + word_depth * out[1],
        )
        word = ArrowWord(centre, _find_reading_direction(reading), height)
        if _has_room(plate, grid, word, width, others, side_room):
            middle = dist(centre, (grid.width / 2, grid.height / 2))
            found.append(((extra_depth, round(middle, 6), side), word))
    return min(found)[1] if found else None


def _project(point: Point, origin: Point, direction: Point) -> float:
    return (point[0] - origin[0]) * direction[0] + (point[1] - origin[1]) * direction[1]


def _find_reading_direction(along: Point) -> Point:
    """Return `along` or its opposite, whichever reads from left to right or, if it is vertical,
    upwards."""
    x, y = along
    reads_forwards = x > _ROUNDING or (abs(x) <= _ROUNDING and y < 0)
    return (x, y) if reads_forwards else (-x, -y)


def _has_room(
    plate: Plate,
    grid: Grid,
    word: ArrowWord,
    width: float,
    others: Sequence[Subpath],
    side_room: float,
) -> bool:
    """Return whether a word is within the space around the maze, and clear of the rim and of other
    outlines."""
    points = list(_outline_word(word, width).points)
    max_outside = plate.margin + plate.overhang
    xs, ys = zip(*points, strict=True)
    if (
        min(xs) < -plate.margin - side_room
        or max(xs) > grid.width + plate.margin + side_room
        or min(ys) < -max_outside
        or max(ys) > grid.height + max_outside
    ):
        return False
    if any(_do_boxes_touch(points, other.points) for other in others):
        return False
    reach = dist(points[0], points[2]) + 1
    near_arcs = [
        arc
        for side in range(len(grid.pairs), len(grid.sides))
        if min(dist(grid.corners[corner], word.centre) for corner in grid.sides[side]) < reach
        for arc in grid.arcs(side)
        if arc[0] != arc[1]
    ]
    clearance = _CLEARANCE * word.height
    return all(distance(point, *arc) >= clearance for point in _sample(points) for arc in near_arcs)


def _outline_word(word: ArrowWord, width: float) -> Subpath:
    """Return the rectangle around a word."""
    (x, y), (right, down), height = word.centre, word.along, word.stacked or word.height
    corners = [(a * width / 2, b * height / 2) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    points = [(x + a * right - b * down, y + a * down + b * right) for a, b in corners]
    return Subpath(points, closed=True)


def _do_boxes_touch(points: Sequence[Point], others: Sequence[Point]) -> bool:
    (left, top, right, bottom), (a, b, c, d) = (
        (min(xs), min(ys), max(xs), max(ys))
        for xs, ys in (zip(*outline, strict=True) for outline in (points, others))
    )
    return bool(left < c and a < right and top < d and b < bottom)


def _sample(corners: Sequence[Point]) -> Iterator[Point]:
    """Yield points along the sides of a rectangle."""
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
        for step in range(_SAMPLES):
            share = step / _SAMPLES
            yield ax + (bx - ax) * share, ay + (by - ay) * share


def draw_arrow_words(
    words: Sequence[ArrowWord], signs: Sequence[Sign], scale: float
) -> list[Layer]:
    """Return a list with one layer, the letters of the words, in points; an empty list if there are
    no words. scale: points per cell."""
    paths = chain.from_iterable(
        (_stack_letters if word.stacked else _turn_letters)(word, sign, scale)
        for word, sign in zip(words, signs, strict=False)
    )
    subpaths = tuple(paths)
    return [Layer("words", Style(fill=BLACK, even_odd=False), subpaths)] if subpaths else []


def _stack_letters(word: ArrowWord, sign: Sign, scale: float) -> Iterator[Subpath]:
    """Yield the outlines of a word's letters, upright and one below another, in points."""
    letters, height = _outline_stack(sign), word.height * scale
    x, y = word.centre[0] * scale, word.centre[1] * scale
    top = y - (_STEP * (len(letters) - 1) + 1) / 2 * height
    for index, letter in enumerate(letters):
        size = height / letter.height
        left = x - letter.width * size / 2
        yield from place_letters(letter, left, top + index * _STEP * height, size)


def _turn_letters(word: ArrowWord, sign: Sign, scale: float) -> Iterator[Subpath]:
    """Yield the outlines of a word's letters, turned in its direction, in points."""
    letters = outline_letters(sign.text, sign.font, "word")
    height, (right, down) = word.height * scale, word.along
    (x, y), size = word.centre, height / letters.height
    for path in place_letters(letters, -letters.width * size / 2, -height / 2, size):
        points = [
            (x * scale + a * right - b * down, y * scale + a * down + b * right)
            for a, b in path.points
        ]
        yield Subpath(points, closed=True)
