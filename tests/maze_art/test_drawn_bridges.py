"""Bridges as they are printed: solved from pixels by a solver that knows over from under."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from math import cos, pi, sin
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

from puzzlebook import make_maze
from puzzlebook.checks.drawn import Stroke, StrokePiece
from puzzlebook.checks.walls import find_path_faults, find_wall_faults
from puzzlebook.geometry.arcs import midpoint
from puzzlebook.maze_art.bridges import draw_planks, draw_rails
from puzzlebook.maze_art.character import CHARACTERS, split_stroke
from puzzlebook.maze_art.marks import Marks
from puzzlebook.maze_art.plate import make_plate
from puzzlebook.maze_art.theme import load_theme
from puzzlebook.mazes import Grid, Maze
from puzzlebook.mazes.bridges import add_bridges
from puzzlebook.mazes.grid import Bridge

CELL = 80  # pixels
DARK = 170
ANGLES = {"square": (0, 90, 180, 270), "hexagonal": (0, 60, 120, 180, 240, 300)}


def photograph(maze, path: Path, **shown: object) -> Image.Image:  # type: ignore[no-untyped-def]
    """A maze without marks as grey pixels, `CELL` of them to a cell."""
    maze.save(path, cell="10mm", marks="none", **shown)
    page = pypdfium2.PdfDocument(path)[0]
    return page.render(scale=CELL / (10 / 25.4 * 72)).to_pil().convert("L")


class Seen:
    """What a reader sees in the pixels: at which sides of a cell there is ink, and how deep."""

    def __init__(self, image: Image.Image, maze: Maze) -> None:
        box = image.point(lambda grey: 255 * (grey < DARK)).getbbox()
        assert box is not None
        across, down = maze.shown.width * CELL, maze.shown.height * CELL
        self.image = image
        # Half a wall beside the middle of the outer walls, on all sides.
        self.left, self.top = (box[0] + box[2] - across) / 2, (box[1] + box[3] - down) / 2
        self.angles = ANGLES[maze.design.shape]

    def is_dark(self, x: float, y: float) -> bool:
        at = round(self.left + x * CELL), round(self.top + y * CELL)
        return self.image.getpixel(at) < DARK

    def find_ink(self, centre: tuple[float, float], angle: int) -> float | None:
        """How far from the middle of a cell the first ink lies in a direction, up to its side:
        just behind that is the arch of a bridge beside it."""
        for step in range(2 * CELL):
            far = step / CELL / 2
            if far > 0.51:
                return None
            if self.is_dark(
                centre[0] + far * cos(angle * pi / 180), centre[1] + far * sin(angle * pi / 180)
            ):
                return far
        return None

    def read_cell(self, centre: tuple[float, float]) -> dict[int, str]:
        """What there is in each direction: open, a wall at the side, or a rail before it."""
        kinds = {}
        for angle in self.angles:
            ink = self.find_ink(centre, angle)
            kinds[angle] = "open" if ink is None else "rail" if ink < 0.41 else "wall"
        return kinds


def solve(image: Image.Image, maze: Maze) -> list[tuple[int, bool]]:
    """The way from start to end, from pixels alone: cells, each with whether one is under it.

    Of the maze only the places of its cells and its two ends are used.
    """
    plain, seen = maze.shown.plain, Seen(image, maze)
    around = {cell: seen.read_cell(plain.centres[cell]) for cell in range(plain.cells)}

    def list_ways(cell: int, under: bool, towards: int | None) -> Iterator[tuple[int, bool, int]]:
        for angle, kind in around[cell].items():
            # Who goes under a bridge goes straight on, and who crosses it sees two rails.
            is_way = kind == "rail" and angle == towards if under else kind == "open"
            if is_way:
                x, y = plain.centres[cell]
                x, y = x + cos(angle * pi / 180), y + sin(angle * pi / 180)
                other = next(
                    (
                        number
                        for number, (cx, cy) in enumerate(plain.centres)
                        if abs(cx - x) + abs(cy - y) < 0.01
                    ),
                    None,
                )
                if other is not None:
                    back = (angle + 180) % 360
                    yield other, around[other][back] == "rail", angle

    first = (maze.start, False)
    came: dict[tuple[int, bool], tuple[int, bool] | None] = {first: None}
    line: list[tuple[tuple[int, bool], int | None]] = [(first, None)]
    for here, towards in line:
        for cell, under, angle in list_ways(*here, towards):
            if (cell, under) not in came:
                came[cell, under] = here
                line.append(((cell, under), angle))
    way: list[tuple[int, bool]] = []
    step: tuple[int, bool] | None = (maze.end, False)
    while step:
        way.append(step)
        step = came[step]
    return way[::-1]


def tell(maze: Maze) -> list[tuple[int, bool]]:
    return [(maze.grid.place(cell), cell >= maze.grid.plain.cells) for cell in maze.solution]


@pytest.mark.parametrize("walls", CHARACTERS)
@pytest.mark.parametrize(
    "asked",
    [
        {"size": "12x14", "bridges": 22},
        {"shape": "hexagonal", "size": "9x10", "bridges": 7},
    ],
    ids=["square", "hexagonal"],
)
def test_solved_from_pixels(asked: dict[str, object], walls: str, tmp_path: Path) -> None:
    for number in (1, 2, 3):
        maze = make_maze(seed="owl", number=number, **asked)  # type: ignore[arg-type]
        image = photograph(maze, tmp_path / f"{number}.pdf", walls=walls, line="0.6mm")
        assert solve(image, maze) == tell(maze)


def test_a_solver_that_confuses_over_and_under_does_not_arrive(tmp_path: Path) -> None:
    """The test above can fail: with the rails of another lie the ways differ."""
    maze = make_maze(size="12x14", bridges=22, seed="owl", number=1)
    turned = maze_with_turned_bridges(maze)
    image = photograph(turned, tmp_path / "turned.pdf", line="0.6mm")
    with pytest.raises((AssertionError, KeyError)):
        assert solve(image, maze) == tell(maze)


def maze_with_turned_bridges(maze):  # type: ignore[no-untyped-def]
    other = {"a": "b", "b": "a"}
    bridges = [
        bridge._replace(orientation=other[bridge.orientation]) for bridge in maze.grid.bridges
    ]
    grid = add_bridges(maze.grid.plain, bridges)
    return replace(maze, grid=grid, fitted=grid, solution=(), start=None, end=None)


@pytest.mark.parametrize("shape", ["square", "hexagonal"])
def test_the_passage_over_a_bridge_is_as_wide_as_said(shape: str, tmp_path: Path) -> None:
    """No ink lies within the deck, and the rails are at its edges."""
    maze = make_maze(shape, "9x10", seed="owl", bridges=6)
    seen = Seen(photograph(maze, tmp_path / "maze.pdf", line="0.6mm"), maze)
    assert maze.shown.narrowest == pytest.approx(Grid.DECK)
    for bridge in maze.grid.bridges:
        inks = [seen.find_ink(maze.shown.centres[bridge.cell], angle) for angle in seen.angles]
        assert sum(ink is None for ink in inks) == 2
        near = sorted(ink for ink in inks if ink is not None)[:2]
        assert all(
            2 * ink >= Grid.DECK - 0.06 - 4 / CELL for ink in near
        )  # half a wall at either side


@pytest.mark.parametrize("asked", [{}, {"silhouette": "heart"}, {"shape": "hexagonal"}])
def test_the_answer_is_not_drawn_on_a_bridge_that_it_passes_under(asked: dict[str, str]) -> None:
    hidden = 0
    for number in range(1, 9):
        maze = make_maze(**asked, size="20x20", seed="owl", number=number, bridges=25)  # type: ignore[arg-type]
        plate = make_plate(maze, Marks(icons=True), load_theme("ink"))
        unders = [cell for cell in maze.solution if cell >= maze.grid.plain.cells]
        assert len(plate.solution) == len(unders) + 1
        hidden += len(unders)
        strokes = [list(map(to_piece, split_stroke(line))) for line in plate.solution]
        assert find_path_faults(maze, strokes) == []
        walls = [list(map(to_piece, split_stroke(line))) for line in plate.walls]
        assert find_wall_faults(maze, walls, doors=False) == []
        rail = to_piece(next(split_stroke(draw_rails(maze.shown)[0])))
        without: list[Stroke] = [[piece for piece in wall if piece != rail] for wall in walls]
        assert any("a rail" in fault for fault in find_wall_faults(maze, without, doors=False))
    assert hidden


@pytest.mark.parametrize("shear", [-1.6, -1.0, 0.0, 1.0, 1.6])
def test_the_planks_of_a_leaning_cell_do_not_cross_over(shear: float) -> None:
    """A plank twisted like a bow is a line in its middle, too thin to print."""
    plain = make_maze(size="3x3", seed="owl", bridges=1).grid.plain
    corners = [(x + shear * y, y) for x, y in plain.corners]
    for orientation in "ab":
        grid = add_bridges(replace(plain, corners=corners), [Bridge(4, orientation)])
        for plank in draw_planks(grid)[0]:
            points = list(plank.points)
            turns = [
                (bx - ax) * (cy - by) - (by - ay) * (cx - bx)
                for (ax, ay), (bx, by), (cx, cy) in zip(
                    points, points[1:] + points[:1], points[2:] + points[:2], strict=True
                )
            ]
            assert min(turns) * max(turns) > 0


def test_a_way_drawn_over_the_bridge_is_found_out() -> None:
    maze = next(
        maze
        for number in range(1, 40)
        for maze in [make_maze(size="9x9", seed="owl", number=number, bridges=8)]
        if any(cell >= 81 for cell in maze.solution)
    )
    centres = [maze.shown.centres[cell] for cell in maze.solution]
    through = [StrokePiece(a, b, midpoint(a, b, 0.0)) for a, b in pairwise(centres)]
    assert "over the bridge" in find_path_faults(maze, [through])[0]


def to_piece(piece: tuple[tuple[float, float], tuple[float, float], float]) -> StrokePiece:
    return StrokePiece(piece[0], piece[1], midpoint(*piece))
