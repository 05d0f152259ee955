"""Equally hard mazes: the window of difficulty for each level, fixed by the kind of maze and by
nothing else.

A window is what lies between two quantiles of the difficulty of a fixed sample of mazes of that
kind. Those of the kinds that are asked for most are kept in `templates/levels.toml`, with the
command that measured them; any other is measured in the same way when it is first needed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from puzzlebook.ground import templates
from puzzlebook.mazes.codes import Design
from puzzlebook.mazes.difficulty import Measures, draw_measured
from puzzlebook.mazes.grid import Grid
from puzzlebook.mazes.hidden import HiddenPicture, plan_path
from puzzlebook.mazes.maze import Maze
from puzzlebook.mazes.seeds import derive_maze_key
from puzzlebook.mazes.tilings import SHAPES, Size

MOST_ATTEMPTS = 100
SAMPLE = 200
_SEED = "puzzlebook levels"
_QUANTILES = 0.3, 0.7


class Window(NamedTuple):
    """The least and the greatest difficulty of mazes that count as equally hard."""

    least: float
    greatest: float

    def distance_outside(self, difficulty: float) -> float:
        """How far a difficulty lies outside."""
        return round(max(self.least - difficulty, difficulty - self.greatest, 0.0), 4)


class MeasuredMaze(NamedTuple):
    """A maze that was drawn, at which attempt, and what was measured on it."""

    maze: Maze
    attempt: int
    measures: Measures


def scale_size(shape: str, size: Size, level: int) -> Size:
    """The size at a level: 3 has the size itself, every other its share of columns and rows."""
    share = _table()["sizes"][str(level)]
    least = SHAPES[shape].least
    return tuple(
        max(lowest, round(number * share)) for number, lowest in zip(size, least, strict=True)
    )


def find_window(design: Design, grid: Grid) -> Window:
    """The window of a design's kind; its key does not count."""
    kept = _table()["windows"].get(kind_of_design(design))
    return Window(*kept) if kept else measure_window(design._replace(key=""), grid)


def kind_of_design(design: Design) -> str:
    """What a design's code says beside edition, key and check character: `square-9x12-far`."""
    return "-".join(design.code.split("-")[1:-2])


@lru_cache(maxsize=64)
def measure_window(design: Design, grid: Grid) -> Window:
    """The window of a kind of maze, measured on the fixed sample."""
    keys = (derive_maze_key(_SEED, 1, "level", draw) for draw in range(1, SAMPLE + 1))
    found = sorted(draw_measured(design._replace(key=key), grid)[1].difficulty for key in keys)
    least, greatest = (found[round(share * (SAMPLE - 1))] for share in _QUANTILES)
    return Window(least, greatest)


def draw_equally_hard(
    design: Design,
    grid: Grid,
    key: Callable[[int], str],
    suits: Callable[[Maze], bool],
    hidden: HiddenPicture | None = None,
) -> MeasuredMaze:
    """The first attempt, counted from 1, whose difficulty lies in the window and which suits.

    key: of each attempt. hidden: what the way draws. Where none of the attempts does, the one that
    suits and lies nearest; where none suits, the last. A maze without ends has no difficulty, and
    one whose way is given that of its way: the first will do.
    """
    asked = (
        Window(0.0, 1.0) if design.ends == "none" or design.picture else find_window(design, grid)
    )
    best: MeasuredMaze | None = None
    for attempt in range(1, MOST_ATTEMPTS + 1):
        keyed = design._replace(key=key(attempt))
        maze, measures = draw_measured(keyed, grid, plan_path(keyed, hidden))
        drawn = MeasuredMaze(maze, attempt, measures)
        if not suits(maze):
            continue
        miss = asked.distance_outside(drawn.measures.difficulty)
        if not miss:
            return drawn
        if best is None or miss < asked.distance_outside(best.measures.difficulty):
            best = drawn
    return best or drawn


@templates.cache_by_release
def _table() -> Mapping[str, Any]:
    return templates.table("levels.toml")
