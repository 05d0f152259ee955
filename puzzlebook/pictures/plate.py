"""A maze as a picture: its walls, its ends and its solution, ready to be drawn at any scale.

A `Plate` is all that does not depend on paper. It is made once for a maze and drawn as often as needed: the puzzle,
its answer, large and small.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import inf
from typing import NamedTuple

from puzzlebook.mazes.maze import Maze
from puzzlebook.pictures.character import CHARACTERS, HOLLOW_LINE, LEAF, PLAIN, Dress, dress_of
from puzzlebook.pictures.doors import ARROWS, arrow_at, doors_of, margin_of, outside_of, with_arrow
from puzzlebook.pictures.drawing import (
    BLACK,
    THINNEST,
    WHITE,
    Colour,
    Drawing,
    Layer,
    NamedPath,
    Packed,
    Style,
    Subpath,
    placed,
)
from puzzlebook.pictures.extent import Extent
from puzzlebook.pictures.letters import interrupted
from puzzlebook.pictures.rims import rim_lines, rim_weight
from puzzlebook.pictures.strokes import strokes
from puzzlebook.pictures.theme import Mark, Theme, mark_layers, start_towards
from puzzlebook.pictures.way import WAY_SHARE, lane_of, leads_right, mark_radius, shading_of, solution_line, stop_before

# Over walls as black as the puzzle's, a black way would be hard to follow.
PATH_GREY: Colour = (0.5, 0.5, 0.5)

SHADE: Colour = (0.7, 0.7, 0.7)
"""Of the cells of a way that draws a picture, where it is shown."""

# Of a hollow wall's weight, so much is the line around it.
_HOLLOW_RIM = 0.13
_LEAST_RIM = 1.0  # points: thinner ones look grey
_LEAST_LEAF = 1.0  # points: what is narrower within its line is a saw's teeth

_LEAST_WAY = 1.0  # points
_LEAST_MARKED = 30.0  # points: the narrowest cells of a maze with a drawn rim that has marks besides its arrows

# Of the largest circle in a cell, so much is a thing that is to be counted.
_THING = 0.62


class Plate(NamedTuple):
    """The parts of a maze's picture, in cell widths from the top left of its outer walls' centre lines.

    margin: the room that arrows need on every side. letters: those of a word maze, in their cells. shading: around the
    cells of a way that draws a picture. character: of the walls; dress: what lies over them for it.
    ground: around all cells, for paper that is tinted; floors: around those at the ends, for the same. arrows: those at
    the doors, which the marks have too. rim: of a maze whose rim is a drawing, the wide line beneath.
    lane: see `way.lane_of`.
    """

    width: float
    height: float
    margin: float
    walls: Sequence[Subpath]
    solution: Sequence[Subpath]
    start: Sequence[Layer]
    finish: Sequence[Layer]
    letters: Sequence[NamedPath] = ()
    shading: Sequence[Subpath] = ()
    character: str = PLAIN
    dress: Sequence[Dress] = ()
    ground: Sequence[Subpath] = ()
    floors: Sequence[Sequence[Subpath]] = ()
    arrows: Sequence[Subpath] = ()
    rim: Sequence[Subpath] = ()
    lane: float = 1.0

    @property
    def extent(self) -> Extent:
        """How far the picture reaches."""
        return Extent(self.width, self.height, self.margin)


class PackedPlate(NamedTuple):
    """A plate whose paths are packed, so that it takes little room and can be drawn on PDF pages alone.

    marks: the layers of its start and finish. letters: none, or those of a word maze. shading: none, or that of a way
    which draws a picture. arrows: how far those at the doors reach: left, top, right and bottom of each. rim: none, or
    that of a maze that was cut out of a picture.
    """

    width: float
    height: float
    margin: float
    walls: Packed
    solution: Packed
    marks: Sequence[Layer]
    letters: Sequence[Packed] = ()
    shading: Sequence[Packed] = ()
    character: str = PLAIN
    dress: Sequence[Dress] = ()
    ground: Sequence[Packed] = ()
    floors: Sequence[Sequence[Packed]] = ()
    arrows: Sequence[tuple[float, float, float, float]] = ()
    rim: Sequence[Packed] = ()
    lane: float = 1.0

    @property
    def extent(self) -> Extent:
        """How far the picture reaches."""
        return Extent(self.width, self.height, self.margin)


class Ink(NamedTuple):
    """How heavy the lines of a picture are, in points, and what colour they have.

    hollow: the colour of what may be coloured in. ground: of the paper between the walls, where it has one; floors:
    of the cells where the way begins and ends, where that has. is_plain: whether walls are lines on plain paper,
    whatever their character.
    """

    wall: float
    path: float = 0.0
    wall_colour: Colour = BLACK
    path_colour: Colour = BLACK
    hollow: Colour = WHITE
    ground: Colour | None = None
    floors: tuple[Colour, Colour] = (WHITE, WHITE)
    is_plain: bool = False


def plate_of(
    maze: Maze,
    marks: str,
    theme: Theme,
    character: str = PLAIN,
    weight: float = 0.0,
    tinted: bool = False,
    cell_width: float = inf,
) -> Plate:
    """The picture of a maze with these marks at its ends: "icons", "doors", "both", "outside" or "none".

    outside: the marks stand before the doors, in place of arrows; one that has no room there is in its cell.
    character: of its walls; weight: theirs, in cell widths, for those that are not plain. tinted: whether its paper may
    be. cell_width: of the cells on paper (points), where it is known.
    """
    grid = maze.shown
    inner = len(grid.pairs)
    if marks == "both" and _has_specks(maze, cell_width):
        marks = "doors"
    doors = doors_of(maze, marks)
    walls = maze.walls + [side for side in range(inner, len(grid.sides)) if side not in doors]
    ends: list[list[Layer]] = [[], []]
    stops: list[float | None] = [None, None]
    arrows: list[Subpath] = []
    drawn = (("start", start_towards(theme, leads_right(maze))), ("finish", theme.finish))
    for place, (cell, door, (name, mark)) in enumerate(zip((maze.start, maze.end), doors, drawn, strict=True)):
        spot = outside_of(grid, door) if marks == "outside" else None
        if spot is not None:
            ends[place] = mark_layers(mark, name, *spot)
        elif cell is not None and marks != "none" and (door is None or marks != "doors"):
            radius = mark_radius(maze, cell)
            stops[place] = stop_before(maze, cell, mark, radius)
            ends[place] = mark_layers(mark, name, grid.circle(cell).centre, radius)
        if door is not None and marks in ARROWS:
            arrows.append(arrow_at(grid, door, inwards=place == 0))
            ends[place] = with_arrow(ends[place], name, arrows[-1])
    lines = strokes(grid, walls)
    # Where walls are felt the marks outside keep the air that they have.
    rim = rim_lines(grid, doors) if grid.has_drawn_rim and marks != "outside" else []
    return Plate(
        width=grid.width,
        height=grid.height,
        margin=margin_of(marks, grid.has_drawn_rim),
        walls=lines,
        solution=solution_line(maze, doors, stops),
        start=ends[0],
        finish=ends[1],
        shading=shading_of(maze) if maze.design.picture else (),
        character=character,
        dress=dress_of(grid, walls, lines, character, weight),
        ground=strokes(grid, range(inner, len(grid.sides))) if tinted or rim else (),
        floors=_floors(maze) if tinted and marks != "none" else (),
        arrows=arrows,
        rim=rim,
        lane=lane_of(maze),
    )


def _has_specks(maze: Maze, cell_width: float) -> bool:
    """Whether marks are too small to be known on paper in cells that are narrower still along a drawing's rim."""
    return maze.shown.has_drawn_rim and cell_width < _LEAST_MARKED


def _floors(maze: Maze) -> list[list[Subpath]]:
    """Around the cells where the way begins and ends: they are found at a glance, however small the marks are."""
    grid = maze.shown
    beside = [*grid.pairs, *((cell,) for cell in grid.rim_cells)]
    around = ([side for side, cells in enumerate(beside) if cell in cells] for cell in (maze.start, maze.end))
    return [strokes(grid, sides) for sides in around]


def with_things(plate: Plate, maze: Maze, things: Sequence[int], thing: Mark) -> Plate:
    """A plate with a thing in each of these cells; the way stops short of those on it."""
    grid = maze.shown
    circles = [grid.circle(cell) for cell in things]
    layers = [
        Layer(
            "things",
            patch.style,
            [placed(part, spot.centre, _THING * spot.radius) for spot in circles for part in patch.subpaths],
        )
        for patch in thing
    ]
    return plate._replace(
        finish=[*plate.finish, *layers], solution=interrupted(plate.solution, [circle.centre for circle in circles])
    )


def packed_plate(plate: Plate, pack: Callable[[Sequence[Subpath], Style], Packed]) -> PackedPlate:
    """The plate with its paths packed. pack: packs a path that is painted in a style."""
    line, area = Style(width=1), Style(fill=BLACK)
    return PackedPlate(
        plate.width,
        plate.height,
        plate.margin,
        walls=pack(plate.walls, line),
        solution=pack(plate.solution, line),
        marks=tuple(
            Layer(mark.name, mark.style, (), packed=pack(mark.subpaths, mark.style))
            for mark in (*plate.start, *plate.finish)
        ),
        letters=[pack(_letter_outlines(plate), area)] if plate.letters else (),
        shading=[pack(plate.shading, area)] if plate.shading else (),
        character=plate.character,
        dress=tuple(_packed_dress(plate, pack)),
        ground=[pack(plate.ground, area)] if plate.ground else (),
        floors=[[pack(floor, area)] if floor else [] for floor in plate.floors],
        arrows=tuple(map(_reach, plate.arrows)),
        rim=[pack(plate.rim, line)] if plate.rim else (),
        lane=plate.lane,
    )


def _reach(arrow: Subpath) -> tuple[float, float, float, float]:
    xs, ys = zip(*arrow.points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _packed_dress(plate: Plate, pack: Callable[[Sequence[Subpath], Style], Packed]) -> Iterator[Dress]:
    """What lies over the walls, packed: a path that is drawn twice is packed once."""
    before: Sequence[Subpath] | None = None
    for dress in plate.dress:
        if dress.subpaths is not before:
            area = None if dress.line else BLACK
            style = Style(width=1 if dress.line or dress.is_hollow else 0, fill=area, even_odd=False)
            path, before = pack(dress.subpaths, style), dress.subpaths
        yield dress._replace(subpaths=(), packed=path)


def puzzle(plate: Plate | PackedPlate, scale: float, ink: Ink) -> Drawing:
    """The puzzle at this scale (points per cell width)."""
    return _drawing(plate, scale, ink, is_solved=False)


def answer(plate: Plate | PackedPlate, scale: float, ink: Ink) -> Drawing:
    """The puzzle with its solution."""
    return _drawing(plate, scale, ink, is_solved=True)


def _drawing(plate: Plate | PackedPlate, scale: float, ink: Ink, is_solved: bool) -> Drawing:
    around = plate.margin + ink.wall / scale
    widest = max(_LEAST_WAY, WAY_SHARE * plate.lane * scale)
    walls, solution = _lines(ink._replace(path=widest) if widest < ink.path else ink, plate.character)
    dress = [] if _is_bare(ink, plate.character) else list(_dress_layers(plate.dress, ink))
    if isinstance(plate, PackedPlate):
        layers = _packed_layers(plate, walls, dress, solution, is_solved)
    else:
        layers = _layers(plate, walls, dress, solution, is_solved)
    width, height = plate.width + 2 * around, plate.height + 2 * around
    return Drawing(-around, -around, width, height, scale, (*_beneath(plate, scale, ink), *layers))


@lru_cache(maxsize=64)  # so that the pages of a book have one value for all that are alike
def _lines(ink: Ink, character: str) -> tuple[Style, Style]:
    """How walls and solution are drawn."""
    line = 1.0 if _is_bare(ink, character) else CHARACTERS[character].line
    walls = Style(max(line * ink.wall, min(ink.wall, THINNEST)), ink.wall_colour)
    return walls, Style(ink.path, ink.path_colour)


def _beneath(plate: Plate | PackedPlate, scale: float, ink: Ink) -> Iterator[Layer]:
    """The wide line of a rim; the paper between the walls, where that covers it or has a colour; and that of the cells
    at the ends."""
    tint = None if ink.is_plain else ink.ground
    looks = [("outline", Style(rim_weight(ink.wall, scale), ink.wall_colour))]
    looks += [("paper", Style(fill=tint or WHITE))] if tint or plate.rim else []
    looks += [("paper", Style(fill=floor)) for floor in ink.floors] if tint else []
    if isinstance(plate, PackedPlate):
        for (name, style), packed in zip(looks, (plate.rim, plate.ground, *plate.floors), strict=False):
            yield from (Layer(name, style, (), packed=path) for path in packed)
        return
    for (name, style), paths in zip(looks, (plate.rim, plate.ground, *plate.floors), strict=False):
        if paths:
            yield Layer(name, style, paths)


def _is_bare(ink: Ink, character: str) -> bool:
    """Whether walls are plain lines: they are to be, or too thin for what lies over them to be hollow."""
    if character == "stones":
        return ink.is_plain or _area_rim(ink) < THINNEST
    return ink.is_plain or (character == "hedge" and _leaf(ink, LEAF) < _LEAST_LEAF)


def _dress_layers(dressing: Sequence[Dress], ink: Ink) -> Iterator[Layer]:
    """What lies over the walls."""
    for dress in dressing:
        style = Style(fill=ink.wall_colour, even_odd=False)
        if dress.is_hollow and not dress.line:
            style = Style(_area_rim(ink), ink.wall_colour, ink.hollow, even_odd=False)
        elif dress.line:
            width = _leaf(ink, dress.line) if dress.is_hollow else dress.line * ink.wall
            style = Style(width, ink.hollow if dress.is_hollow else ink.wall_colour)
        yield Layer("character", style, dress.subpaths, packed=dress.packed)


def _leaf(ink: Ink, line: float) -> float:
    """How wide the hollow middle of a line is that is so many weights of the wall (points)."""
    return line * ink.wall - 2 * max(_LEAST_RIM, _HOLLOW_RIM * ink.wall)


def _area_rim(ink: Ink) -> float:
    """The line around a hollow area, within the weight of the wall (points)."""
    return min(max(_LEAST_RIM, _HOLLOW_RIM * ink.wall), HOLLOW_LINE * ink.wall)


def _layers(plate: Plate, walls: Style, dress: Sequence[Layer], solution: Style, is_solved: bool) -> Iterator[Layer]:
    """The layers of a plate, from the lowest up."""
    if is_solved and plate.shading:
        yield Layer("shading", Style(fill=SHADE), plate.shading)
    yield Layer("walls", walls, plate.walls)
    yield from dress
    if is_solved:
        yield Layer("solution", solution, plate.solution)
    yield from (*plate.start, *plate.finish)
    if plate.letters:
        yield Layer("letters", Style(fill=BLACK), _letter_outlines(plate), plate.letters)


def _packed_layers(
    plate: PackedPlate, walls: Style, dress: Sequence[Layer], solution: Style, is_solved: bool
) -> Iterator[Layer]:
    for shading in plate.shading if is_solved else ():
        yield Layer("shading", Style(fill=SHADE), (), packed=shading)
    yield Layer("walls", walls, (), packed=plate.walls)
    yield from dress
    if is_solved:
        yield Layer("solution", solution, (), packed=plate.solution)
    yield from plate.marks
    for letters in plate.letters:
        # A value of their own each time: pages do not share them, as they never did, so that files stay what they were.
        yield Layer("letters", Style(fill=BLACK), (), packed=Packed(*letters))


def _letter_outlines(plate: Plate) -> list[Subpath]:
    return [subpath for part in plate.letters for subpath in part.subpaths]
