"""A maze as a picture that can be drawn at any scale: its walls, ends and solution.

A `Plate` contains everything that does not depend on the paper. It is made once per maze, and drawn
as often as needed: as a puzzle, as an answer, large and small.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from puzzlebook.drawing.drawing import (
    BLACK,
    Layer,
    NamedPath,
    Packed,
    Style,
    Subpath,
    place_subpath,
)
from puzzlebook.geometry.arcs import Point
from puzzlebook.maze_art.character import PLAIN, Decoration, decorate_walls
from puzzlebook.maze_art.doors import (
    ANY_PAPER,
    ArrowRoom,
    MarkSpot,
    add_arrow,
    choose_doors,
    draw_arrow,
    draw_arrow_in_door,
    find_posts,
    find_spot_before,
    find_spot_outside,
    is_plain_to_see,
    marks_margin,
)
from puzzlebook.maze_art.extent import Extent
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
from puzzlebook.mazes import Grid, Maze

if TYPE_CHECKING:
    from puzzlebook.maze_art.scenes import Scenes

# In points (4.6 mm): if a maze has arrows, marks with a smaller diameter are left out.
_MIN_MARK = 13.0

# Half the side of the square around a picture outside a door, as a multiple of the picture's
# radius.
_HALF_SQUARE = 1.25

# The size of an object to count, as a share of the largest circle in its cell.
_THING_SIZE = 0.62


class PlacedFigure(NamedTuple):
    """A theme's figure and its circle in the picture of a maze, in cell widths.

    layer: `hero`, `goal` or `finds`.
    """

    layer: str
    scenes: Scenes
    piece: str
    centre: Point
    radius: float


class ArrowWord(NamedTuple):
    """A word outside a door: its centre, the direction in which it is read, and the height of its
    letters, in cell widths. stacked: the greatest width of letters that stand one below another,
    along the side of a maze; 0 for letters in a row."""

    centre: Point
    along: Point
    height: float
    stacked: float = 0.0


class Kerb(NamedTuple):
    """The kerb around a maze: the wide lines or dots that form it, the lines on its top, and the
    lines on its front. courts: the rims of the holes in the maze."""

    line: Sequence[Subpath]
    joints: Sequence[Subpath]
    front: Sequence[Subpath]
    courts: Sequence[Subpath] = ()


class PackedKerb(NamedTuple):
    """A kerb with packed paths. joints, front: at most one path each. courts: not packed."""

    line: Packed
    joints: Sequence[Packed]
    front: Sequence[Packed]
    courts: Sequence[Subpath] = ()


class Plate(NamedTuple):
    """The parts of a maze's picture, in cell widths from the top left corner of its outer walls'
    centre lines.

    margin: the space that arrows need on each side. letters: the letters of a word maze. shading:
    the outline of the cells on a path that draws a picture. character, decoration: those of the
    walls.
    ground: the outline of all cells, for tinted paper. end_cells: the outlines of the end cells,
    for tints. arrows: the outlines of the arrows or pictures outside the doors, which are also in
    the layers of start and finish. rim: the wide line beneath a drawn rim. corridor_width: of the
    narrowest passage on the solution path. figures: drawings from a theme outside the doors and in
    dead ends. headroom: the height for figures above and below the maze, in addition to the margin.
    planks: the outlines of those of bridges. overhang: how far arrows extend beyond the margin,
    into free space on the page. doorways: the two ends of each door. floor: shadows, tinted areas
    and lines between the walls. kerb: the kerb in a theme's world. arrow_words: the words beside
    the arrows.
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
    decoration: Sequence[Decoration] = ()
    ground: Sequence[Subpath] = ()
    end_cells: Sequence[Sequence[Subpath]] = ()
    arrows: Sequence[Subpath] = ()
    rim: Sequence[Subpath] = ()
    corridor_width: float = 1.0
    figures: Sequence[PlacedFigure] = ()
    headroom: float = 0.0
    planks: Sequence[Subpath] = ()
    overhang: float = 0.0
    doorways: Sequence[tuple[Point, Point]] = ()
    floor: Sequence[Sequence[Subpath]] = ()
    kerb: Kerb | None = None
    arrow_words: Sequence[ArrowWord] = ()

    @property
    def extent(self) -> Extent:
        """The size of the picture."""
        return Extent(self.width, self.height + 2 * self.headroom, self.margin)

    @property
    def letter_outlines(self) -> list[Subpath]:
        """The outlines of all letters."""
        return [subpath for part in self.letters for subpath in part.subpaths]


class PackedPlate(NamedTuple):
    """A plate with packed paths. It takes little memory, but can only be drawn on PDF pages.

    marks: the layers of start and finish. letters, shading, ground, rim, planks: at most one path
    each. arrows: the bounding box (left, top, right, bottom) of each arrow. The other fields are
    those of `Plate`.
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
    decoration: Sequence[Decoration] = ()
    ground: Sequence[Packed] = ()
    end_cells: Sequence[Sequence[Packed]] = ()
    arrows: Sequence[tuple[float, float, float, float]] = ()
    rim: Sequence[Packed] = ()
    corridor_width: float = 1.0
    figures: Sequence[PlacedFigure] = ()
    headroom: float = 0.0
    planks: Sequence[Packed] = ()
    overhang: float = 0.0
    doorways: Sequence[tuple[Point, Point]] = ()
    floor: Sequence[Sequence[Packed]] = ()
    kerb: PackedKerb | None = None
    arrow_words: Sequence[ArrowWord] = ()

    @property
    def extent(self) -> Extent:
        """The size of the picture."""
        return Extent(self.width, self.height + 2 * self.headroom, self.margin)


def make_plate(
    maze: Maze,
    marks: Marks,
    theme: Theme,
    character: str = PLAIN,
    weight: float = 0.0,
    tinted: bool = False,
    room: ArrowRoom = ANY_PAPER,
    keeps_icons: bool = False,
    framed: bool = False,
) -> Plate:
    """Return the picture of a maze with marks at its ends.

    A sheet of a class wall always has gates. If there is no space outside the doors, pictures go in
    the cells. For icons with arrows see `_choose_marks`. character: the character of the walls.
    weight: their line width, in cell widths, if known. tinted: whether paper may be tinted. room:
    the space for arrows on paper, if known. keeps_icons: whether icons beside arrows are kept even
    if tiny. framed: whether the rim is heavier than the walls, as drawn rims always are.
    """
    if maze.gates:
        from puzzlebook.maze_art.gates import GATES, choose_piece_theme

        marks, theme = GATES, choose_piece_theme(theme, maze)
    grid = maze.shown
    inner = len(grid.pairs)
    chosen_marks, doors, spots = _choose_marks(
        maze, marks, weight, inf if keeps_icons else room.cell
    )
    open_sides = {*doors, *maze.openings}
    walls = maze.shown_walls + [
        side for side in range(inner, len(grid.sides)) if side not in open_sides
    ]
    if maze.room:  # signs are beside the arrows
        room = ANY_PAPER
    if any(spots):
        room = ArrowRoom(room.cell)
    ends, stops, arrows = _draw_ends(maze, chosen_marks, theme, doors, spots, weight, room)
    rails, planks = list[Subpath](), list[Subpath]()
    if grid.bridges:
        from puzzlebook.maze_art.bridges import draw_planks, draw_rails

        rails, planks = draw_rails(grid), list(chain.from_iterable(draw_planks(grid)))
    if maze.room:
        from puzzlebook.maze_art.room_signs import draw_visits

        marks, way = marks._replace(signs=True), draw_visits(maze, doors, stops)
    else:
        way = draw_solution(maze, doors, stops)
    lines = join_strokes(grid, walls)
    lines = lines + rails if rails else lines
    # Only tactile books have pictures outside, which must keep clear of the rim.
    has_rim = (grid.has_drawn_rim or framed) and not marks.outside
    rim = trace_rim(grid, doors) if has_rim else []
    plate = Plate(
        width=grid.width,
        height=grid.height,
        margin=marks_margin(marks, grid.has_drawn_rim),
        walls=lines,
        solution=way,
        start=ends[0],
        finish=ends[1],
        shading=shade_solution(maze) if maze.design.picture else (),
        character=character,
        decoration=decorate_walls(grid, walls, lines, character, weight, rails),
        ground=join_strokes(grid, range(inner, len(grid.sides))) if tinted or rim else (),
        end_cells=_tint_end_cells(maze) if tinted and marks != NO_MARKS else (),
        arrows=arrows,
        rim=rim,
        corridor_width=narrowest_passage(maze),
        planks=planks,
        overhang=_find_overhang(grid, marks, arrows)
        if room.side_space or room.vertical_space
        else 0.0,
        doorways=tuple([find_posts(grid, door) for door in doors if door is not None]),
    )
    if maze.joints:
        from puzzlebook.maze_art.gates import draw_joint_letters

        return plate._replace(letters=draw_joint_letters(maze))
    if maze.gates:
        from puzzlebook.maze_art.gates import draw_gate_letters, gate_margin

        return plate._replace(margin=gate_margin(grid), letters=draw_gate_letters(maze))
    return plate


def _choose_marks(
    maze: Maze, marks: Marks, weight: float, cell_width: float
) -> tuple[Marks, Sequence[int | None], Sequence[MarkSpot | None]]:
    """Return the marks that a maze actually gets, its doors, and the circles of the pictures
    outside them.

    Icons would be small in the narrow cells along a drawn rim, so they move outside if there is
    space. Elsewhere, if icons would be too small to recognize and all arrows are clearly visible,
    only arrows are kept.
    """
    grid = maze.shown
    pictures_and_arrows = marks.are_in_cells and marks.arrows
    if pictures_and_arrows and grid.has_drawn_rim:
        start, end = choose_doors(maze, marks._replace(outside=True))
        spots = [door if door is None else find_spot_before(grid, door) for door in (start, end)]
        # The end has a door only if its picture is outside.
        return marks, (start, end if spots[1] else None), spots
    if pictures_and_arrows and _has_tiny_mark(maze, weight, cell_width):
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
    room: ArrowRoom,
) -> tuple[list[list[Layer]], list[float | None], list[Subpath]]:
    """Return the layers of both ends, the distance that the solution keeps from the centre of each
    end cell, and the outlines of the arrows or pictures outside."""
    grid = maze.shown
    layers: list[list[Layer]] = [[], []]
    stops: list[float | None] = [None, None]
    arrows: list[Subpath] = []
    pictures = (("start", start_towards(theme, leads_right(maze))), ("finish", theme.finish))
    ends_to_draw = zip((maze.start, maze.end), doors, spots, pictures, strict=True)
    for index, (cell, door, spot, (name, mark)) in enumerate(ends_to_draw):
        if spot is not None:
            layers[index] = mark_layers(mark, name, *spot)
            arrows.append(_square_around(spot))
        elif cell is not None and (marks.icons or (marks.doors and door is None)):
            radius = mark_radius(maze, cell, weight)
            stops[index] = stop_before(maze, cell, mark, radius)
            layers[index] = mark_layers(mark, name, grid.circle(cell).centre, radius)
        if door is not None and marks.figures:
            arrow = draw_arrow_in_door(grid, door, index == 0, room.cell)
            layers[index] = add_arrow(layers[index], name, arrow)
        elif door is not None and spot is None and marks.arrows:
            arrows.append(draw_arrow(grid, door, index == 0, room))
            layers[index] = add_arrow(layers[index], name, arrows[-1])
    if room.cell < inf and len(arrows) == 2 and _do_touch(*map(find_arrow_bounds, arrows)):
        return _draw_ends(maze, marks, theme, doors, spots, weight, ANY_PAPER)
    return layers, stops, arrows


def _square_around(spot: MarkSpot) -> Subpath:
    """Return a square around a picture outside a door, with a gap."""
    (x, y), reach = spot.centre, _HALF_SQUARE * spot.radius
    return Subpath(
        [(x + a * reach, y + b * reach) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))],
        closed=True,
    )


def _has_tiny_mark(maze: Maze, weight: float, cell_width: float) -> bool:
    """Return whether a mark would be too small on paper to be recognized."""
    ends = (cell for cell in (maze.start, maze.end) if cell is not None)
    return any(2 * mark_radius(maze, cell, weight) * cell_width < _MIN_MARK for cell in ends)


def _tint_end_cells(maze: Maze) -> list[list[Subpath]]:
    """Return the outlines of the start and end cells, whose tints show the ends at a glance even if
    marks are small."""
    grid = maze.shown
    beside = [*grid.pairs, *((cell,) for cell in grid.rim_cells)]
    around = (
        [side for side, cells in enumerate(beside) if cell in cells]
        for cell in (maze.start, maze.end)
    )
    return [join_strokes(grid, sides) for sides in around]


def add_arrows(plate: Plate, maze: Maze) -> Plate:
    """Return the plate of a maze in a stage with arrows at its doors, for an answer, which does not
    show the arrows of the stage."""
    start, end = choose_doors(maze, ARROWS)
    if start is None or end is None:
        return plate
    arrows = [draw_arrow(maze.shown, start, True), draw_arrow(maze.shown, end, False)]
    return plate._replace(
        margin=marks_margin(ARROWS, maze.shown.has_drawn_rim),
        start=add_arrow(plate.start, "start", arrows[0]),
        finish=add_arrow(plate.finish, "finish", arrows[1]),
        arrows=arrows,
    )


def add_things(plate: Plate, maze: Maze, things: Sequence[int], thing: Mark) -> Plate:
    """Return a plate with an object in each of these cells, and gaps in the path there."""
    from puzzlebook.maze_art.letters import interrupt_path

    grid = maze.shown
    circles = [grid.circle(cell) for cell in things]
    layers = [
        Layer(
            "things",
            patch.style,
            [
                place_subpath(part, spot.centre, _THING_SIZE * spot.radius)
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
    """Return the plate with packed paths. pack: packs a path that is painted in a style."""
    line, area = Style(width=1), Style(fill=BLACK)
    walls = pack(plate.walls, line)
    return PackedPlate(
        plate.width,
        plate.height,
        plate.margin,
        walls=walls,
        solution=pack(plate.solution, line),
        marks=tuple(
            Layer(mark.name, mark.style, (), packed=pack(mark.subpaths, mark.style))
            for mark in (*plate.start, *plate.finish)
        ),
        letters=[pack(plate.letter_outlines, area)] if plate.letters else (),
        shading=[pack(plate.shading, area)] if plate.shading else (),
        character=plate.character,
        decoration=tuple(_pack_decoration(plate, walls, pack)),
        ground=[pack(plate.ground, area)] if plate.ground else (),
        end_cells=[[pack(outline, area)] if outline else [] for outline in plate.end_cells],
        arrows=tuple(map(find_arrow_bounds, plate.arrows)),
        rim=[pack(plate.rim, line)] if plate.rim else (),
        corridor_width=plate.corridor_width,
        figures=plate.figures,
        headroom=plate.headroom,
        planks=[pack(plate.planks, area)] if plate.planks else (),
        overhang=plate.overhang,
        doorways=plate.doorways,
        floor=[
            [pack(path, style)] if path else []
            for path, style in zip(plate.floor, (line, area, line), strict=True)
        ]
        if plate.floor
        else (),
        kerb=plate.kerb and _pack_kerb(plate.kerb, pack),
        arrow_words=plate.arrow_words,
    )


def _pack_kerb(kerb: Kerb, pack: Callable[[Sequence[Subpath], Style], Packed]) -> PackedKerb:
    line = Style(width=1)
    joints, front = ([pack(lines, line)] if lines else [] for lines in (kerb.joints, kerb.front))
    return PackedKerb(pack(kerb.line, line), joints, front, kerb.courts)


def _find_overhang(grid: Grid, marks: Marks, arrows: Sequence[Subpath]) -> float:
    """Return how far arrows extend beyond the margin of a maze, in cell widths."""
    margin = marks_margin(marks, grid.has_drawn_rim)
    beyond = (
        max(-left, -top, right - grid.width, bottom - grid.height) - margin
        for left, top, right, bottom in map(find_arrow_bounds, arrows)
    )
    return max((0.0, *beyond))


def find_arrow_bounds(arrow: Subpath) -> tuple[float, float, float, float]:
    """Return the bounding box (left, top, right, bottom) of an arrow."""
    xs, ys = zip(*arrow.points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _do_touch(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    """Return whether two bounding boxes touch."""
    return all(one[i] <= other[i + 2] and other[i] <= one[i + 2] for i in (0, 1))


def _pack_decoration(
    plate: Plate, walls: Packed, pack: Callable[[Sequence[Subpath], Style], Packed]
) -> Iterator[Decoration]:
    """Yield the packed decoration of walls. A path that is drawn twice is packed once."""
    path, last_subpaths = walls, plate.walls
    for part in plate.decoration:
        if part.subpaths is not last_subpaths:
            area = None if part.line else BLACK
            style = Style(width=1 if part.line or part.is_hollow else 0, fill=area, even_odd=False)
            path, last_subpaths = pack(part.subpaths, style), part.subpaths
        yield part._replace(subpaths=(), packed=path)
