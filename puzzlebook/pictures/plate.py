"""A maze as a picture: its walls, its ends and its solution, ready to be drawn at any scale.

A `Plate` is all that does not depend on paper. It is made once for a maze and drawn as often as needed: the puzzle,
its answer, large and small.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise, product
from math import dist, fsum, hypot, inf
from typing import NamedTuple

from puzzlebook.mazes.grid import Grid
from puzzlebook.mazes.maze import Maze
from puzzlebook.outlines.arcs import Point, middle
from puzzlebook.pictures.character import CHARACTERS, PLAIN, Dress, dress_of
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
from puzzlebook.pictures.letters import interrupted
from puzzlebook.pictures.strokes import strokes
from puzzlebook.pictures.theme import Mark, Theme, mark_layers

# Over walls as black as the puzzle's, a black way would be hard to follow.
PATH_GREY: Colour = (0.5, 0.5, 0.5)

SHADE: Colour = (0.7, 0.7, 0.7)
"""Of the cells of a way that draws a picture, where it is shown."""

MARKS = ("icons", "doors", "both", "none")

# A mark takes so much of the largest circle in its cell, so that it never touches a wall (on a square tiling it stays
# within 0.35 passage widths of the centre).
MARK_SHARE = 0.7
# In cell widths: so far from a mark the solution stops. Half the width of its line takes 0.15, the rest is air.
_PATH_STOPS = 0.25
# In cell widths: no farther than this beyond the first side that it crosses, so that it is seen to cross it.
_PATH_BEYOND = 0.1
# In cell widths: an arrow at a door stands outside the walls and needs this much room.
DOOR_ROOM = 0.95
_ROUNDING = 1e-6
WALL_SHARE = 1 / 18
"""Where cells are wide, a wall's weight follows the cell, or it would look thin."""

# Of a hollow wall's weight, so much is the line around it.
_HOLLOW_RIM = 0.13
_LEAST_RIM = 1.0  # points: thinner ones look grey

_ARROW = ((0.2, 0.0), (0.52, 0.26), (0.52, 0.085), (0.86, 0.085), (0.86, -0.085), (0.52, -0.085), (0.52, -0.26))


# Of the largest circle in a cell, so much is a thing that is to be counted.
_THING = 0.62


class Extent(NamedTuple):
    """How far a maze's picture reaches, in cell widths; margin is what the arrows at its doors need at every side."""

    width: float
    height: float
    margin: float


class Plate(NamedTuple):
    """The parts of a maze's picture, in cell widths from the top left of its outer walls' centre lines.

    margin: the room that arrows need on every side. letters: those of a word maze, in their cells. shading: around the
    cells of a way that draws a picture. character: of the walls; dress: what lies over them for it.
    ground: around all cells, for paper that is tinted. arrows: those at the doors, which the marks have too.
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
    arrows: Sequence[Subpath] = ()

    @property
    def extent(self) -> Extent:
        """How far the picture reaches."""
        return Extent(self.width, self.height, self.margin)


class PackedPlate(NamedTuple):
    """A plate whose paths are packed, so that it takes little room and can be drawn on PDF pages alone.

    marks: the layers of its start and finish. letters: none, or those of a word maze. shading: none, or that of a way
    which draws a picture. arrows: those at the doors, as they are.
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
    arrows: Sequence[Subpath] = ()

    @property
    def extent(self) -> Extent:
        """How far the picture reaches."""
        return Extent(self.width, self.height, self.margin)


class Ink(NamedTuple):
    """How heavy the lines of a picture are, in points, and what colour they have.

    hollow: the colour of what may be coloured in. ground: of the paper between the walls, where it has one. is_plain:
    whether walls are lines, whatever their character, on plain paper.
    """

    wall: float
    path: float = 0.0
    wall_colour: Colour = BLACK
    path_colour: Colour = BLACK
    hollow: Colour = WHITE
    ground: Colour | None = None
    is_plain: bool = False


def plate_of(
    maze: Maze, marks: str, theme: Theme, character: str = PLAIN, weight: float = 0.0, tinted: bool = False
) -> Plate:
    """The picture of a maze with these marks at its ends: "icons", "doors", "both" or "none".

    character: of its walls; weight: theirs, in cell widths, for those that are not plain. tinted: whether its paper may
    be.
    """
    grid = maze.shown
    inner = len(grid.pairs)
    doors = _doors(maze) if marks in ("doors", "both") else (None, None)
    walls = [side for side, is_open in enumerate(maze.open_sides) if not is_open]
    walls += [side for side in range(inner, len(grid.sides)) if side not in doors]
    ends: list[list[Layer]] = [[], []]
    icons: list[float | None] = [None, None]
    arrows: list[Subpath] = []
    drawn = (("start", theme.start), ("finish", theme.finish))
    for place, (cell, door, (name, mark)) in enumerate(zip((maze.start, maze.end), doors, drawn, strict=True)):
        if cell is not None and marks != "none" and (door is None or marks == "both"):
            radius = icons[place] = _mark_radius(maze, cell)
            ends[place] = mark_layers(mark, name, grid.circle(cell).centre, radius)
        if door is not None:
            arrows.append(_arrow(grid, door, inwards=place == 0))
            ends[place] = _with_arrow(ends[place], name, arrows[-1])
    lines = strokes(grid, walls)
    return Plate(
        width=grid.width,
        height=grid.height,
        margin=margin_of(marks),
        walls=lines,
        solution=_solution(maze, doors, icons),
        start=ends[0],
        finish=ends[1],
        shading=_shading(maze) if maze.design.picture else (),
        character=character,
        dress=dress_of(grid, walls, lines, character, weight),
        ground=strokes(grid, range(inner, len(grid.sides))) if tinted else (),
        arrows=arrows,
    )


def with_things(plate: Plate, maze: Maze, things: Sequence[int], thing: Mark) -> Plate:
    """A plate with a thing in each of these cells; the way stops short of those on it."""
    grid = maze.shown
    circles = [grid.circle(cell) for cell in things]
    layers = [
        Layer(
            "things",
            Style(fill=patch.fill, even_odd=patch.even_odd),
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
        marks=[
            Layer(mark.name, mark.style, (), packed=pack(mark.subpaths, mark.style))
            for mark in (*plate.start, *plate.finish)
        ],
        letters=[pack(_letter_outlines(plate), area)] if plate.letters else (),
        shading=[pack(plate.shading, area)] if plate.shading else (),
        character=plate.character,
        dress=list(_packed_dress(plate, pack)),
        ground=[pack(plate.ground, area)] if plate.ground else (),
        arrows=plate.arrows,
    )


def _packed_dress(plate: Plate, pack: Callable[[Sequence[Subpath], Style], Packed]) -> Iterator[Dress]:
    """What lies over the walls, packed: a path that is drawn twice is packed once."""
    before: Sequence[Subpath] | None = None
    for dress in plate.dress:
        if dress.subpaths is not before:
            style = Style(width=1) if dress.line else Style(fill=BLACK, even_odd=False)
            path, before = pack(dress.subpaths, style), dress.subpaths
        yield dress._replace(subpaths=(), packed=path)


def puzzle(plate: Plate | PackedPlate, scale: float, ink: Ink) -> Drawing:
    """The puzzle at this scale (points per cell width)."""
    return _drawing(plate, scale, ink, is_solved=False)


def answer(plate: Plate | PackedPlate, scale: float, ink: Ink) -> Drawing:
    """The puzzle with its solution."""
    return _drawing(plate, scale, ink, is_solved=True)


def scale_to_fit(extent: Extent, wall: float, width: float, height: float) -> float:
    """The largest scale (points a cell) at which a picture, with a wall's width (points) left free at every side, fits
    a box of this width and height (points)."""
    across, down = extent.width + 2 * extent.margin, extent.height + 2 * extent.margin
    return min((width - 2 * wall) / across, (height - 2 * wall) / down)


def scale_and_wall(
    extent: Extent, wall: float, width: float, height: float, character: str = PLAIN, kept: tuple[float, float] = (0, 1)
) -> tuple[float, float]:
    """The largest scale at which a maze fits a box, and the weight of its walls there (points).

    wall: that of the readers. Where cells are wide it would look thin: it is never below a share of the cell. Walls of
    a character are heavier, as far as the passages that are kept allow: their clear width (points), and the width of
    the narrowest cell.
    """
    wall = max(wall, WALL_SHARE * scale_to_fit(extent, wall, width, height))
    if character != PLAIN:
        wanted = CHARACTERS[character].heaviest * scale_to_fit(extent, wall, width, height)
        wall = max(wall, min(wanted, _heaviest(extent, width, height, *kept)))
    return scale_to_fit(extent, wall, width, height), wall


def _heaviest(extent: Extent, width: float, height: float, passage: float, cell: float) -> float:
    """The weight of walls that leave passages of just this clear width in the narrowest cell of a maze that fills a
    box."""
    across, down = extent.width + 2 * extent.margin, extent.height + 2 * extent.margin
    sides = (width, across), (height, down)
    return min((cell * room / cells - passage) / (1 + 2 * cell / cells) for room, cells in sides) - _ROUNDING


def margin_of(marks: str) -> float:
    """The room that marks need around a maze, in cell widths."""
    return DOOR_ROOM if marks in ("doors", "both") else 0


def _drawing(plate: Plate | PackedPlate, scale: float, ink: Ink, is_solved: bool) -> Drawing:
    around = plate.margin + ink.wall / scale
    line = 1.0 if ink.is_plain else CHARACTERS[plate.character].line
    walls, solution = (
        Style(max(line * ink.wall, min(ink.wall, THINNEST)), ink.wall_colour),
        Style(ink.path, ink.path_colour),
    )
    dress = [] if ink.is_plain else list(_dress_layers(plate.dress, ink))
    if isinstance(plate, PackedPlate):
        layers = _packed_layers(plate, walls, dress, solution, is_solved)
    else:
        layers = _layers(plate, walls, dress, solution, is_solved)
    return Drawing(
        -around, -around, plate.width + 2 * around, plate.height + 2 * around, scale, (*_ground(plate, ink), *layers)
    )


def _ground(plate: Plate | PackedPlate, ink: Ink) -> Iterator[Layer]:
    """The paper between the walls, where it has a colour."""
    if ink.ground is None or ink.is_plain or not plate.ground:
        return
    style = Style(fill=ink.ground)
    if isinstance(plate, PackedPlate):
        yield from (Layer("paper", style, (), packed=path) for path in plate.ground)
    else:
        yield Layer("paper", style, plate.ground)


def _dress_layers(dressing: Sequence[Dress], ink: Ink) -> Iterator[Layer]:
    """What lies over the walls. Where a wall is too thin to be hollow, it is not."""
    for dress in dressing:
        style = Style(fill=ink.wall_colour, even_odd=False)
        if dress.line:
            rims = 2 * max(_LEAST_RIM, _HOLLOW_RIM * ink.wall) if dress.is_hollow else 0.0
            style = Style(dress.line * ink.wall - rims, ink.hollow if dress.is_hollow else ink.wall_colour)
            if style.width < THINNEST:
                continue
        yield Layer("character", style, dress.subpaths, packed=dress.packed)


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


def _shading(maze: Maze) -> list[Subpath]:
    """Lines around all cells of the solution."""
    grid, on_way = maze.shown, set(maze.solution)
    inner = [side for side, (a, b) in enumerate(grid.pairs) if (a in on_way) != (b in on_way)]
    rim = [side for side, cell in enumerate(grid.rim_cells, len(grid.pairs)) if cell in on_way]
    return strokes(grid, [*inner, *rim])


def _with_arrow(layers: Sequence[Layer], name: str, arrow: Subpath) -> list[Layer]:
    """The layers of a mark with its arrow, which is black, in the first of them that is."""
    for place, layer in enumerate(layers):
        if layer.style.fill == BLACK and layer.style.even_odd:
            return [*layers[:place], layer._replace(subpaths=[*layer.subpaths, arrow]), *layers[place + 1 :]]
    return [*layers, Layer(name, Style(fill=BLACK), [arrow])]


def _doors(maze: Maze) -> tuple[int | None, int | None]:
    """The rim sides that are left open at the start and at the end; None for an end that is not on the outer rim.

    Where a cell has several, those that lie farthest apart, and then the first.
    """
    choices = product(_outer_sides(maze.shown, maze.start), _outer_sides(maze.shown, maze.end))
    return max(choices, key=lambda pair: _apart(maze.shown, *pair))


def _outer_sides(grid: Grid, cell: int | None) -> list[int | None]:
    """The sides of a cell on the outer rim; a single None where it has none."""
    return [*grid.outer_sides(cell)] or [None]


def _apart(grid: Grid, door: int | None, other: int | None) -> float:
    """How far two doors are from each other; the farther, the less their arrows are in each other's way."""
    if door is None or other is None:
        return 0.0
    return round(dist(_side_middle(grid, door), _side_middle(grid, other)), 6)


def _side_middle(grid: Grid, side: int) -> Point:
    return middle(*grid.middle_arc(side))


def _arrow(grid: Grid, door: int, inwards: bool) -> Subpath:
    """An arrow outside a rim side, into the maze or out of it."""
    (ax, ay), (bx, by), _ = grid.middle_arc(door)
    length = hypot(bx - ax, by - ay)
    # The void lies to the left of a rim side.
    out_x, out_y = (by - ay) / length, (ax - bx) / length
    x, y = _side_middle(grid, door)
    reach = _ARROW[0][0] + _ARROW[3][0]
    outline = _ARROW if inwards else [(reach - out, along) for out, along in _ARROW]
    points = [(x + out * out_x - along * out_y, y + out * out_y + along * out_x) for out, along in outline]
    return Subpath(points, closed=True)


def _mark_radius(maze: Maze, cell: int) -> float:
    """How large the mark in the first or the last cell is: in a narrow one so small that the way leaves it some air."""
    radius = MARK_SHARE * maze.shown.circle(cell).radius
    room = _to_first_side(maze, cell) + _PATH_BEYOND - _PATH_STOPS
    return room if room < radius - _ROUNDING else radius


def _to_first_side(maze: Maze, cell: int) -> float:
    """How far it is from the mark in the first or the last cell to the side by which the way leaves it."""
    grid, way = maze.shown, maze.solution
    if len(way) < 2:
        return inf
    side, _ = _step(grid, cell, way[1] if cell == way[0] else way[-2])
    return dist(grid.circle(cell).centre, side)


def _solution(maze: Maze, doors: Sequence[int | None], icons: Sequence[float | None]) -> list[Subpath]:
    """The solution from centre to centre through the middle of each side: from door to door, or from mark to mark.

    icons: how large the marks at its two ends are; None for one that has none.
    """
    grid, cells = maze.shown, maze.solution
    if not cells:
        return []
    ends = [grid.circle(cell) for cell in (cells[0], cells[-1])]
    points = [ends[0].centre]
    for here, onward in pairwise(cells):
        points += _step(grid, here, onward)
    points[-1] = ends[1].centre
    most = 0.4 * fsum(dist(*step) for step in pairwise(points))
    if icons[0] is not None:
        points = _without_beginning(points, min(most, icons[0] + _PATH_STOPS))
    if icons[1] is not None:
        points = _without_beginning(points[::-1], min(most, icons[1] + _PATH_STOPS))[::-1]
    if doors[0] is not None and icons[0] is None:
        points.insert(0, _side_middle(grid, doors[0]))
    if doors[1] is not None and icons[1] is None:
        points.append(_side_middle(grid, doors[1]))
    return [Subpath(_without_midpoints(points))]


@lru_cache(maxsize=1 << 14)
def _step(grid: Grid, here: int, onward: int) -> tuple[Point, Point]:
    """From one cell to the next: the middle of the side between them, and the next one's own."""
    side = bisect_left(grid.pairs, (here, onward) if here < onward else (onward, here))
    return _side_middle(grid, side), grid.centres[onward]


def _without_beginning(points: Sequence[Point], length: float) -> list[Point]:
    """The line through these points without so much of its beginning; the line is longer than that."""
    for place, (here, onward) in enumerate(pairwise(points)):
        step = dist(here, onward)
        if length < step:
            share = length / step
            begin = here[0] + share * (onward[0] - here[0]), here[1] + share * (onward[1] - here[1])
            return [begin, *points[place + 1 :]]
        length -= step
    return list(points)


def _without_midpoints(points: Sequence[Point]) -> list[Point]:
    """The line through these points, without those on a straight stretch."""
    kept = [points[0]]
    ax, ay = points[0]
    for here, (cx, cy) in pairwise(points[1:]):
        bx, by = here
        if round((bx - ax) * (cy - by) - (by - ay) * (cx - bx), 6):
            kept.append(here)
            ax, ay = here
    return [*kept, points[-1]] if len(points) > 1 else kept
