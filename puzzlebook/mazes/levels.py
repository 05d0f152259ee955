"""Equally hard mazes: each kind of maze has its own window of difficulty.

A window lies between two quantiles of the difficulty of a fixed sample of mazes of one kind, so it
depends on the kind alone. The windows of the most common kinds are stored in
`templates/levels.toml`, together with the command that measured them. All other windows are
measured in the same way when they are first needed. If easier and harder levels use mazes of the
same size, each of these levels has its own window, below or above the usual one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from puzzlebook.ground import templates
from puzzlebook.ground.seeds import derive_maze_key
from puzzlebook.mazes.codes import Design
from puzzlebook.mazes.difficulty import Measures
from puzzlebook.mazes.generator import draw_measured
from puzzlebook.mazes.grid import Grid
from puzzlebook.mazes.hidden import HiddenPicture
from puzzlebook.mazes.maze import Maze

MAX_ATTEMPTS = 100
SAMPLE_SIZE = 200
_SEED = "puzzlebook levels"
_QUANTILES = {-2: (0.0, 0.1), -1: (0.0, 0.25), 0: (0.3, 0.7), 1: (0.75, 1.0), 2: (0.9, 1.0)}
"""The quantiles that bound the window, by band. The band is the number of levels by which a maze is
harder than usual for its size."""


class Window(NamedTuple):
    """The minimum and the maximum difficulty of mazes that count as equally hard."""

    minimum: float
    maximum: float

    def distance_outside(self, difficulty: float) -> float:
        """Return the distance of a difficulty from the window; 0 if it lies inside."""
        return round(max(self.minimum - difficulty, difficulty - self.maximum, 0.0), 4)


class MeasuredMaze(NamedTuple):
    """A maze, the number of the attempt that drew it (counted from 1), and its measures."""

    maze: Maze
    attempt: int
    measures: Measures


def find_window(design: Design, grid: Grid, band: int = 0) -> Window:
    """Return the window of a design's kind, regardless of its key."""
    if band:
        band = min(max(band, min(_QUANTILES)), max(_QUANTILES))
        return measure_window(design._replace(key="", questions=None), grid, band)
    if window := _read_windows().get(kind_of_design(design)):
        return Window(*window)
    return measure_window(design._replace(key="", questions=None), grid)


def kind_of_design(design: Design) -> str:
    """Return a design's code without edition, key and check character, such as
    `square-9x12-far`."""
    return "-".join(design._replace(questions=None).code.split("-")[1:-2])


@lru_cache(maxsize=64)
def measure_window(design: Design, grid: Grid, band: int = 0) -> Window:
    """Measure the window of a kind of maze on the fixed sample."""
    keys = (derive_maze_key(_SEED, 1, "level", draw) for draw in range(1, SAMPLE_SIZE + 1))
    difficulties = sorted(
        draw_measured(design._replace(key=key), grid)[1].difficulty for key in keys
    )
    minimum, maximum = (
        difficulties[round(share * (SAMPLE_SIZE - 1))] for share in _QUANTILES[band]
    )
    return Window(minimum, maximum)


def draw_equally_hard(
    design: Design,
    grid: Grid,
    key: Callable[[int], str],
    suits: Callable[[Maze], bool],
    hidden: HiddenPicture | None = None,
    band: int = 0,
) -> MeasuredMaze:
    """Draw mazes until one is suitable and its difficulty lies in the window. Return it as a
    `MeasuredMaze`.

    key: returns the key of each attempt. suits: whether a maze is suitable. hidden: the picture
    that the solution draws. band: the number of levels by which the maze is harder than usual for
    its size. If no attempt qualifies, the result is the suitable maze nearest to the window or, if
    none is suitable, the maze of the last attempt. The window is ignored for mazes without ends,
    which have no difficulty; for prescribed solutions, which fix the difficulty; and for the pieces
    of a wall, which all come from one key.
    """
    is_free = design.ends == "none" or design.picture or design.wall
    window = Window(0.0, 1.0) if is_free else find_window(design, grid, band)
    misses: list[tuple[float, MeasuredMaze]] = []
    for attempt in range(1, MAX_ATTEMPTS + 1):
        maze, measures = draw_measured(design._replace(key=key(attempt)), grid, hidden)
        drawn = MeasuredMaze(maze, attempt, measures)
        miss = window.distance_outside(measures.difficulty)
        if miss:
            misses.append((miss, drawn))
        elif suits(maze):
            return drawn
    misses.sort(key=itemgetter(0))
    return next((other for _, other in misses if suits(other.maze)), drawn)


@templates.cache_by_release
def _read_windows() -> Mapping[str, tuple[float, float]]:
    windows: Mapping[str, tuple[float, float]] = templates.table("levels.toml")["windows"]
    return windows
