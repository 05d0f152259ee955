"""The letters at openings: signs at doors of rooms, letters at gates and across gutters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, pairwise
from math import dist
from typing import TYPE_CHECKING, Any, NamedTuple

from puzzlebook.checks.drawn import Footprint, Stroke
from puzzlebook.drawing.drawing import Drawing, NamedPath
from puzzlebook.geometry.arcs import Point
from puzzlebook.maze_art.room_signs import PrintedRoom, draw_door_signs
from puzzlebook.mazes import Maze
from puzzlebook.typesetting.text import Face

if TYPE_CHECKING:
    from pypdfium2 import PdfPage

_NEAR = 0.02  # cell widths: allowed error of a letter's point
_SQUARES_PER_CELL = 10  # squares of the index per cell width
_MAX_SIGN_DISTANCE = 1.5  # cell widths: largest distance between a door and its sign
_SLACK = 8.0  # points: signs in the answer key are larger than their cells


class _PageText(NamedTuple):
    """A piece of text on a page, and its bounding box in points, y down."""

    text: str
    box: Footprint

    @property
    def middle(self) -> Point:
        left, top, right, bottom = self.box
        return (left + right) / 2, (top + bottom) / 2

    def join(self, other: _PageText) -> _PageText:
        """Return both pieces joined: a line of mixed directions is set in several pieces."""
        lefts, tops, rights, bottoms = zip(self.box, other.box, strict=True)
        box = min(lefts), min(tops), max(rights), max(bottoms)
        return _PageText(self.text + other.text, box)


def find_letter_faults(maze: Maze, areas: Sequence[Stroke], is_answer: bool) -> Iterator[str]:
    """Yield a fault for each letter at a gate or across a gutter whose shape is wrong. areas: in
    cell widths. Missing letters are not reported."""
    drawn = _Points(areas)
    for letter in _list_letters(maze, is_answer):
        points = _list_points(letter)
        is_whole, count = all(map(drawn.has, points)), drawn.count_within(points)
        if count and (not is_whole or count > len(points)):
            yield f"the letter {letter.title} at one of its openings has another shape"


def _list_letters(maze: Maze, is_answer: bool) -> Sequence[NamedPath]:
    if maze.gates:
        from puzzlebook.maze_art.gates import draw_gate_letters

        return draw_gate_letters(maze)
    if maze.joints and not is_answer:
        from puzzlebook.maze_art.gates import draw_joint_letters

        return draw_joint_letters(maze)
    return ()


def find_drawn_sign_faults(
    room: PrintedRoom, face: Face, strokes: Sequence[Stroke]
) -> Iterator[str]:
    """Yield a fault for each sign of a room that an SVG file lacks or has in excess. face: the
    book's typeface; either weight is accepted."""
    drawn = _Points(strokes)
    blank = Drawing(0, 0, 1, 1, 1, ())
    weights = [
        draw_door_signs(blank, room.signs, weight).layers[-1].parts for weight in (face, face.bold)
    ]
    missing = [
        one.title
        for one, other in zip(*weights, strict=True)
        if not any(all(map(drawn.has, _list_points(sign))) for sign in (one, other))
    ]
    yield from (f"the sign {title} is not at its door" for title in missing)
    maximum = max(len([*chain.from_iterable(map(_list_points, signs))]) for signs in weights)
    if drawn.count > maximum and not missing:
        yield "it has one sign too many"


def find_set_sign_faults(
    room: PrintedRoom, place: Mapping[str, Any], page: PdfPage, is_answer: bool
) -> Iterator[str]:
    """Yield a fault for each sign of a room that is not at its door on a page. place: the room's
    place in the manifest. An answer shows only each door's own letter."""
    left, top, *_ = place["box"]
    cell, texts = place["cell"], list(_read_texts(page))
    texts += [one.join(other) for one, other in pairwise(texts)]
    for sign in room.signs:
        wanted = (
            [(sign.door, sign.letter)]
            if is_answer
            else [
                (sign.cell, sign.letter),
                (sign.door, sign.beyond),
            ]
        )
        for (x, y), text in wanted:
            at = left + x * cell, top + y * cell
            near = [
                line
                for line in texts
                if dist(line.middle, at) <= _MAX_SIGN_DISTANCE * cell + _SLACK
            ]
            if not any(_sort_characters(line.text) == _sort_characters(text) for line in near):
                yield f"{text} does not stand at its door {sign.letter}"


def _read_texts(page: PdfPage) -> Iterator[_PageText]:
    import pypdfium2

    words, box = page.get_textpage(), page.get_mediabox()
    for item in page.get_objects(textpage=words):
        if isinstance(item, pypdfium2.PdfTextObj):
            left, bottom, right, top = item.get_bounds()
            around = left - box[0], box[3] - top, right - box[0], box[3] - bottom
            yield _PageText(item.extract(), around)


def _sort_characters(text: str) -> list[str]:
    """Return a sign's letters and digits, sorted: a right-to-left line may have either order."""
    return sorted(character for character in text if character.isalnum())


def _list_points(part: NamedPath) -> list[Point]:
    return [point for subpath in part.subpaths for point in subpath.points]


class _Points:
    """The points of strokes, indexed by position."""

    def __init__(self, strokes: Sequence[Stroke]) -> None:
        self._squares: dict[tuple[int, int], list[Point]] = {}
        points = {piece.start for piece in chain.from_iterable(strokes)}
        points |= {piece.end for piece in chain.from_iterable(strokes)}
        self.count = len(points)
        for point in points:
            self._squares.setdefault(_find_square(point), []).append(point)

    def has(self, point: Point) -> bool:
        """Whether any of the indexed points is near this point."""
        column, row = _find_square(point)
        around = ((column + a, row + b) for a in (-1, 0, 1) for b in (-1, 0, 1))
        near = chain.from_iterable(self._squares.get(square, ()) for square in around)
        return any(dist(point, other) <= _NEAR for other in near)

    def count_within(self, points: Sequence[Point]) -> int:
        """Count the indexed points in the bounding box of these points."""
        xs, ys = zip(*points, strict=True)
        box = min(xs) - _NEAR, min(ys) - _NEAR, max(xs) + _NEAR, max(ys) + _NEAR
        inside = (
            point
            for square_points in self._squares.values()
            for point in square_points
            if box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]
        )
        return len(list(inside))


def _find_square(point: Point) -> tuple[int, int]:
    return round(point[0] * _SQUARES_PER_CELL), round(point[1] * _SQUARES_PER_CELL)
