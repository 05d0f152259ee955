"""Text at the doors of a room: a letter in the cell, and a sign outside with the room and the door
behind it, such as `17 C`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from puzzlebook.drawing.drawing import Drawing, Layer, Style, Subpath
from puzzlebook.geometry.arcs import Point
from puzzlebook.language.words import Words
from puzzlebook.maze_art.doors import find_way_out
from puzzlebook.maze_art.questions import choose_letters, outline_lines
from puzzlebook.maze_art.way import draw_solution
from puzzlebook.mazes import Maze
from puzzlebook.typesetting.page import Text
from puzzlebook.typesetting.text import Face, measure_width

# In cell widths: type size of letters and of signs, width of the widest sign, and space between a
# door and its sign.
_LETTER_SIZE, _SIGN_SIZE, _MAX_SIGN_WIDTH, _SIGN_GAP = 0.66, 0.62, 1.4, 0.25
_MAX_DOORS = 5  # the most doors of a room
_CAPITAL = 0.7  # height of a capital letter or a digit, as a multiple of the type size
# An example of a door, in cell widths: its walls as points (along the rim, outwards), half its
# length, its depth inwards, and its extent outwards: first above or below a room, then beside it.
_EXAMPLE_WALLS = (
    ((-1.6, 0), (-0.5, 0), (-0.5, -1)),
    ((0.5, 0), (1.6, 0)),
    ((0.5, -1), (1.5, -1)),
)
_HALF_LENGTH, _DEPTH, _REACH = 1.7, 1.1, (0.8, 1.8)


class DoorSign(NamedTuple):
    """The sign of a door. cell: the centre of its cell. door: the middle of the opening. out: the
    direction out of the room. room, there: the room behind the door, and the door's letter in that
    room. letter, beyond: the text inside the room, and on the sign outside."""

    cell: Point
    door: Point
    out: Point
    room: int
    letter: str
    there: str
    beyond: str


class PrintedVisit(NamedTuple):
    """A section of the solution path in a room. number: its position in the path. enter, leave: the
    letters of the doors at its ends; empty where the path starts and finishes. beyond: the second
    door's sign."""

    number: int
    enter: str
    leave: str
    beyond: str


class PrintedRoom(NamedTuple):
    """The printed text of a room: its number, the signs at its doors, and the sections of the
    solution path in it. facts: the room's entry in the manifest."""

    number: int
    signs: tuple[DoorSign, ...]
    visits: tuple[PrintedVisit, ...]
    facts: Mapping[str, object]


def letter_doors(words: Words) -> str:
    """Return the letters of a room's doors in a language."""
    letters = words("door_letters")
    return letters if len(letters) >= _MAX_DOORS else choose_letters(words("alphabet"))


def print_room(maze: Maze, words: Words) -> PrintedRoom | None:
    """Return the printed text of a room in a language; None if the maze is not a room."""
    room = maze.room
    if room is None:
        return None
    letters, grid = letter_doors(words), maze.shown
    signs = []
    for door, letter in zip(room.doors, letters, strict=False):
        middle, out = find_way_out(grid, door.side)
        there = letters[door.there]
        beyond = f"{words.number(door.room)} {there}"
        cell = grid.centres[door.cell]
        signs.append(DoorSign(cell, middle, out, door.room, letter, there, beyond))
    visits = tuple(
        PrintedVisit(
            visit.number,
            "" if visit.enter is None else signs[visit.enter].letter,
            "" if visit.leave is None else signs[visit.leave].letter,
            "" if visit.leave is None else signs[visit.leave].beyond,
        )
        for visit in room.visits
    )
    return PrintedRoom(room.number, tuple(signs), visits, room.facts)


def set_door_letters(drawing: Drawing, signs: Sequence[DoorSign], face: Face) -> tuple[Text, ...]:
    """Return the letters in the cells of doors as text, positioned relative to the drawing."""
    size = _LETTER_SIZE * drawing.scale
    return tuple(_center_line(drawing, sign.letter, sign.cell, face, size) for sign in signs)


def set_door_signs(
    drawing: Drawing,
    signs: Sequence[DoorSign],
    face: Face,
    minimum: float = 0.0,
    short: bool = False,
) -> tuple[Text, ...]:
    """Return the signs outside the doors as text, positioned relative to the drawing. minimum: the
    smallest type size, in points. short: whether a sign shows only the door's own letter."""
    scale, lines = drawing.scale, []
    for sign in signs:
        text = sign.letter if short else sign.beyond
        size = max(_SIGN_SIZE * scale, minimum)
        width = measure_width(text, face, size) / scale
        if width > _MAX_SIGN_WIDTH and size > minimum:
            size *= _MAX_SIGN_WIDTH / width
            width = _MAX_SIGN_WIDTH
        reach = [_SIGN_GAP + half for half in (width / 2, _CAPITAL * size / scale / 2)]
        (x, y), (out_x, out_y) = sign.door, sign.out
        centre = x + out_x * reach[0], y + out_y * reach[1]
        lines.append(_center_line(drawing, text, centre, face, size))
    return tuple(lines)


def draw_door_signs(drawing: Drawing, signs: Sequence[DoorSign], face: Face) -> Drawing:
    """Return a room's drawing with its letters and signs as outlines, for files without text."""
    lines = [*set_door_letters(drawing, signs, face.bold), *set_door_signs(drawing, signs, face)]
    return outline_lines(drawing, lines, "doors")


def draw_example_door(
    sign: DoorSign, scale: float, line: Style, face: Face
) -> tuple[Drawing, tuple[Text, ...]]:
    """Return a section of rim with a door, and the door's letter and sign as lines of text. The
    door has the same orientation as in its room. line: the style of the walls."""
    out_x, out_y = sign.out

    def find_point(along: float, outwards: float) -> Point:
        return outwards * out_x - along * out_y, outwards * out_y + along * out_x

    walls = [Subpath([find_point(*point) for point in piece]) for piece in _EXAMPLE_WALLS]
    shown = sign._replace(cell=find_point(0, -0.5), door=(0.0, 0.0))
    reach = _REACH[bool(out_x)]
    corners = [find_point(a, b) for a in (-_HALF_LENGTH, _HALF_LENGTH) for b in (-_DEPTH, reach)]
    left, top = (min(values) for values in zip(*corners, strict=True))
    right, bottom = (max(values) for values in zip(*corners, strict=True))
    drawing = Drawing(left, top, right - left, bottom - top, scale, (Layer("walls", line, walls),))
    letters = set_door_letters(drawing, [shown], face.bold)
    return drawing, (*letters, *set_door_signs(drawing, [shown], face))


def _center_line(drawing: Drawing, text: str, centre: Point, face: Face, size: float) -> Text:
    width = measure_width(text, face, size)
    x = (centre[0] - drawing.left) * drawing.scale - width / 2
    y = (centre[1] - drawing.top) * drawing.scale + _CAPITAL * size / 2
    return Text(x, y, text, face, size)


def draw_visits(
    maze: Maze, doors: Sequence[int | None], stops: Sequence[float | None]
) -> list[Subpath]:
    """Return the sections of the solution path in a room, in order, from door to door.

    doors, stops: those at the ends of the whole path, see `draw_solution`.
    """
    room, pieces = maze.room, list[Subpath]()
    for visit in room.visits if room else ():
        ends, distances = list(doors), list(stops)
        for index, door in enumerate((visit.enter, visit.leave)):
            if door is not None and room:
                ends[index], distances[index] = room.doors[door].side, None
        pieces += draw_solution(replace(maze, solution=visit.cells), ends, distances)
    return pieces
