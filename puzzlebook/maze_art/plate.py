"""A maze as a picture: its walls, its ends and its solution, ready to be drawn at any scale.

A `Plate` is all that does not depend on paper. It is made once for a maze and drawn as often as
needed: the puzzle, its answer, large and small.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import inf
from typing import NamedTuple

from puzzlebook.drawing.drawing import (
    BLACK,
    Layer,
    NamedPath,
    Packed,
    Style,
    Subpath,
    place_subpath,
)
from puzzlebook.maze_art.character import PLAIN, Decoration, decorate_walls
from puzzlebook.maze_art.doors import (
    MarkSpot,
    add_arrow,
    choose_doors,
    draw_arrow,
    find_spot_before,
    find_spot_outside,
    is_plain_to_see,
    marks_margin,
)
from puzzlebook.maze_art.extent import Extent
from puzzlebook.maze_art.letters import interrupt_path
from puzzlebook.maze_art.marks import ARROWS, NO_MARKS, Mark, Marks, mark_layers
from puzzlebook.maze_art.rims import trace_rim
from puzzlebook.maze_art.strokes import join_strokes
from puzzlebook.maze_art.theme import Theme, start_towards
from puzzlebook.maze_art.way import (
    draw_solution,
    leads_right,
    mark_radius,
    narrowest_passage,
    shade_solution,
    stop_before,
)
from puzzlebook.mazes.maze import Maze

# In points: marks that are smaller across than this (4.6 mm) are left to the arrows where a maze
# has them.
_LEAST_MARK = 13.0

_AIRED = 1.25

# Of the largest circle in a cell, so much is a thing that is to be counted.
_THING = 0.62


class Plate(NamedTuple):
    """The parts of a maze's picture, in cell widths from the top left of its outer walls' centre
    lines.

    margin: the room that arrows need on every side. letters: those of a word maze, in their cells.
    shading: around the cells of a way that draws a picture. character: of the walls; dress: what
    lies over them for it. ground: around all cells, for paper that is tinted; floors: around those
    at the ends, for the same. arrows: around what stands before the doors, arrows or marks; the
    marks have them too. rim: of a maze whose rim is a drawing, the wide line beneath. lane: see
    `way.lane_of`.
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
    dress: Sequence[Decoration] = ()
    ground: Sequence[Subpath] = ()
    floors: Sequence[Sequence[Subpath]] = ()
    arrows: Sequence[Subpath] = ()
    rim: Sequence[Subpath] = ()
    lane: float = 1.0

    @property
    def extent(self) -> Extent:
        """How far the picture reaches."""
        return Extent(self.width, self.height, self.margin)

    @property
    def letter_outlines(self) -> list[Subpath]:
        """The outlines of all its letters."""
        return [subpath for part in self.letters for subpath in part.subpaths]


class PackedPlate(NamedTuple):
    """A plate whose paths are packed, so that it takes little room and can be drawn on PDF pages
    alone.

    marks: the layers of its start and finish. letters: none, or those of a word maze. shading:
    none, or that of a way which draws a picture. arrows: how far those at the doors reach: left,
    top, right and bottom of each. rim: none, or that of a maze that was cut out of a picture.
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
    dress: Sequence[Decoration] = ()
    ground: Sequence[Packed] = ()
    floors: Sequence[Sequence[Packed]] = ()
    arrows: Sequence[tuple[float, float, float, float]] = ()
    rim: Sequence[Packed] = ()
    lane: float = 1.0

    @property
    def extent(self) -> Extent:
        """How far the picture reaches."""
        return Extent(self.width, self.height, self.margin)


def make_plate(
    maze: Maze,
    marks: Marks,
    theme: Theme,
    character: str = PLAIN,
    weight: float = 0.0,
    tinted: bool = False,
    cell_width: float = inf,
) -> Plate:
    """The picture of a maze with these marks at its ends: "icons", "doors", "both", "outside" or
    "none".

    outside: the marks stand before the doors, in place of arrows; one that has no room there is in
    its cell. both: in their cells, with an arrow where the way begins; along the rim of a drawing,
    see `_stood`. character: of its walls; weight: theirs, in cell widths, where it is known.
    tinted: whether its paper may be. cell_width: of the cells on paper (points), where it is known.
    """
    grid = maze.shown
    inner = len(grid.pairs)
    stood, doors, spots = _choose_marks(maze, marks, weight, cell_width)
    walls = maze.walls + [side for side in range(inner, len(grid.sides)) if side not in doors]
    ends, stops, arrows = _draw_ends(maze, stood, theme, doors, spots, weight)
    lines = join_strokes(grid, walls)
    # Where walls are felt the marks outside keep the air that they have.
    rim = trace_rim(grid, doors) if grid.has_drawn_rim and not marks.outside else []
    return Plate(
        width=grid.width,
        height=grid.height,
        margin=marks_margin(marks, grid.has_drawn_rim),
        walls=lines,
        solution=draw_solution(maze, doors, stops),
        start=ends[0],
        finish=ends[1],
        shading=shade_solution(maze) if maze.design.picture else (),
        character=character,
        dress=decorate_walls(grid, walls, lines, character, weight),
        ground=join_strokes(grid, range(inner, len(grid.sides))) if tinted or rim else (),
        floors=_tint_end_cells(maze) if tinted and marks != NO_MARKS else (),
        arrows=arrows,
        rim=rim,
        lane=narrowest_passage(maze),
    )


def _choose_marks(
    maze: Maze, marks: Marks, weight: float, cell_width: float
) -> tuple[Marks, Sequence[int | None], Sequence[MarkSpot | None]]:
    """Which marks a maze has in the end, its doors, and where marks stand before these. In the
    narrow cells along the rim of a drawing they would be small, and stand outside, where there is
    room; elsewhere, where they would be specks, arrows stand alone, unless these would be, too."""
    grid = maze.shown
    pictures_and_arrows = marks.are_in_cells and marks.arrows
    if pictures_and_arrows and grid.has_drawn_rim:
        start, end = choose_doors(maze, marks._replace(outside=True))
        spots = [door if door is None else find_spot_before(grid, door) for door in (start, end)]
        # What is looked for in its cell is the end.
        return marks, (start, end if spots[1] else None), spots
    if pictures_and_arrows and _has_specks(maze, weight, cell_width):
        doors = choose_doors(maze, ARROWS)
        if all(door is None or is_plain_to_see(grid, door) for door in doors):
            return ARROWS, doors, (None, None)
    doors = choose_doors(maze, marks)
    return (
        marks,
        doors,
        [find_spot_outside(grid, door) if marks.outside else None for door in doors],
    )


def _draw_ends(
    maze: Maze,
    marks: Marks,
    theme: Theme,
    doors: Sequence[int | None],
    spots: Sequence[MarkSpot | None],
    weight: float,
) -> tuple[list[list[Layer]], list[float | None], list[Subpath]]:
    """What stands where a maze begins and ends: the layers of either, where the way stops before
    it, and what stands outside."""
    grid = maze.shown
    ends: list[list[Layer]] = [[], []]
    stops: list[float | None] = [None, None]
    arrows: list[Subpath] = []
    drawn = (("start", start_towards(theme, leads_right(maze))), ("finish", theme.finish))
    placed = zip((maze.start, maze.end), doors, spots, drawn, strict=True)
    for place, (cell, door, spot, (name, mark)) in enumerate(placed):
        if spot is not None:
            ends[place] = mark_layers(mark, name, *spot)
            arrows.append(_square_around(spot))
        elif cell is not None and (marks.icons or (marks.doors and door is None)):
            radius = mark_radius(maze, cell, weight)
            stops[place] = stop_before(maze, cell, mark, radius)
            ends[place] = mark_layers(mark, name, grid.circle(cell).centre, radius)
        if door is not None and spot is None and marks.arrows:
            arrows.append(draw_arrow(grid, door, inwards=place == 0))
            ends[place] = add_arrow(ends[place], name, arrows[-1])
    return ends, stops, arrows


def _square_around(spot: MarkSpot) -> Subpath:
    """A square around a mark outside, with some air."""
    (x, y), reach = spot.centre, _AIRED * spot.radius
    return Subpath(
        [(x + a * reach, y + b * reach) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))],
        closed=True,
    )


def _has_specks(maze: Maze, weight: float, cell_width: float) -> bool:
    """Whether a mark would be too small on paper to be known."""
    ends = (cell for cell in (maze.start, maze.end) if cell is not None)
    return any(2 * mark_radius(maze, cell, weight) * cell_width < _LEAST_MARK for cell in ends)


def _tint_end_cells(maze: Maze) -> list[list[Subpath]]:
    """Around the cells where the way begins and ends: they are found at a glance, however small the
    marks are."""
    grid = maze.shown
    beside = [*grid.pairs, *((cell,) for cell in grid.rim_cells)]
    around = (
        [side for side, cells in enumerate(beside) if cell in cells]
        for cell in (maze.start, maze.end)
    )
    return [join_strokes(grid, sides) for sides in around]


def add_things(plate: Plate, maze: Maze, things: Sequence[int], thing: Mark) -> Plate:
    """A plate with a thing in each of these cells; the way stops short of those on it."""
    grid = maze.shown
    circles = [grid.circle(cell) for cell in things]
    layers = [
        Layer(
            "things",
            patch.style,
            [
                place_subpath(part, spot.centre, _THING * spot.radius)
                for spot in circles
                for part in patch.subpaths
            ],
        )
        for patch in thing
    ]
    return plate._replace(
        finish=[*plate.finish, *layers],
        solution=interrupt_path(plate.solution, [circle.centre for circle in circles]),
    )


def pack_plate(plate: Plate, pack: Callable[[Sequence[Subpath], Style], Packed]) -> PackedPlate:
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
        letters=[pack(plate.letter_outlines, area)] if plate.letters else (),
        shading=[pack(plate.shading, area)] if plate.shading else (),
        character=plate.character,
        dress=tuple(_pack_dress(plate, pack)),
        ground=[pack(plate.ground, area)] if plate.ground else (),
        floors=[[pack(floor, area)] if floor else [] for floor in plate.floors],
        arrows=tuple(map(_reach, plate.arrows)),
        rim=[pack(plate.rim, line)] if plate.rim else (),
        lane=plate.lane,
    )


def _reach(arrow: Subpath) -> tuple[float, float, float, float]:
    xs, ys = zip(*arrow.points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _pack_dress(
    plate: Plate, pack: Callable[[Sequence[Subpath], Style], Packed]
) -> Iterator[Decoration]:
    """What lies over the walls, packed: a path that is drawn twice is packed once."""
    before: Sequence[Subpath] | None = None
    for dress in plate.dress:
        if dress.subpaths is not before:
            area = None if dress.line else BLACK
            style = Style(
                width=1 if dress.line or dress.is_hollow else 0, fill=area, even_odd=False
            )
            path, before = pack(dress.subpaths, style), dress.subpaths
        yield dress._replace(subpaths=(), packed=path)
