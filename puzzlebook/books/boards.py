"""What mazes are drawn on, and how large they stand on their pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import floor
from typing import NamedTuple

from puzzlebook.books.audiences import Audience, audience_named, audience_of
from puzzlebook.books.layout import LEAST_PASSAGE, Sheet, TypeScale
from puzzlebook.books.pages import puzzles
from puzzlebook.books.readers import WALL_SHARE, audience_of_section, margin_of, promise_fault
from puzzlebook.books.recipe import Recipe, Section
from puzzlebook.books.setting import Setting
from puzzlebook.faults import Fault
from puzzlebook.mazes.grid import Grid
from puzzlebook.mazes.grids import Silhouette, grid_of
from puzzlebook.mazes.tilings import SHAPES, size_text
from puzzlebook.pictures.plate import scale_to_fit

# Used where a recipe says nothing of its readers and the page is not yet set.
_NOMINAL = TypeScale(12)

Cuts = Mapping[str, Sequence[Silhouette]]
"""The silhouettes of a book's sections, by the section's key."""


class Board(NamedTuple):
    """What mazes are drawn on, the scale at which it fits its page (points a cell), and its walls' weight (points)."""

    silhouette: Silhouette | None
    grid: Grid
    scale: float
    wall: float

    @property
    def passage(self) -> float:
        """The clear width between two walls, in points."""
        return self.scale - self.wall


def boards(setting: Setting, section: Section, cuts: Cuts) -> Iterator[Board]:
    """What a section's mazes are drawn on: the whole tiling, or one silhouette after the other in turn."""
    for silhouette, grid in _grids(section, cuts):
        yield Board(silhouette, grid, *_fit(setting, section, grid))


def audience_of_book(recipe: Recipe, sheet: Sheet, cuts: Cuts) -> Audience:
    """Whose type and line weights the book has: the recipe's choice, or that of the narrowest passage."""
    if name := recipe.look or recipe.audience:
        return audience_named(name)
    box = puzzles.room(sheet.live(1), _NOMINAL, line=False)
    margin = margin_of(recipe.marks)
    widths = []
    for section in recipe.sections:
        for _, grid in _grids(section, cuts):
            widths.append(scale_to_fit(grid.width, grid.height, margin, 2, (box.width, box.height)))
    return audience_of(min(widths) - 2)


def size_faults(setting: Setting, cuts: Cuts) -> list[Fault]:
    """A fault for each section whose passages would be too narrow to follow, or narrower than was promised."""
    faults = []
    for section in setting.recipe.sections:
        board = min(boards(setting, section, cuts), key=lambda board: board.passage)
        audience = audience_of_section(setting.recipe, section)
        if board.passage < LEAST_PASSAGE:
            wide = max(board.passage, 0) * 25.4 / 72
            what = f"{size_text(section.settled_size)} leaves passages of {wide:.1f} mm on this page"
            faults.append(Fault(f"section.{section.key}.size", what, _largest(setting, section, board.grid)))
        elif audience and (fault := promise_fault(f"section.{section.key}.audience", audience, board.passage)):
            faults.append(fault)
    return faults


def _grids(section: Section, cuts: Cuts) -> Iterator[tuple[Silhouette | None, Grid]]:
    silhouettes: Sequence[Silhouette | None] = cuts.get(section.key) or [None]
    for silhouette in silhouettes:
        yield silhouette, grid_of(section.shape, section.settled_size, silhouette)


def _fit(setting: Setting, section: Section, grid: Grid) -> tuple[float, float]:
    """The scale of mazes on a grid, the largest at which they fit, and the weight of their walls.

    Where cells are wide, the readers' wall would look thin: it is never below a share of the cell.
    """
    live = puzzles.room(setting.sheet.live(1), setting.type, setting.has_line(section))
    margin, box = margin_of(setting.recipe.marks), (live.width, live.height)
    wall = audience_named(section.audience).wall if section.audience else setting.wall
    wall = max(wall, WALL_SHARE * scale_to_fit(grid.width, grid.height, margin, 2 * wall, box))
    return scale_to_fit(grid.width, grid.height, margin, 2 * wall, box), wall


def _largest(setting: Setting, section: Section, grid: Grid) -> str:
    """The largest size that fits, found from how a grid's extent grows with its size."""
    box = puzzles.room(setting.sheet.live(1), setting.type, setting.has_line(section))
    need = LEAST_PASSAGE + setting.wall
    margin = 2 * margin_of(setting.recipe.marks)
    across = ((box.width - 2 * setting.wall) / need - margin) / grid.width
    down = ((box.height - 2 * setting.wall) / need - margin) / grid.height
    size = section.settled_size
    shares = (across, down) if len(size) == 2 else (min(across, down),)
    least = SHAPES[section.shape].least
    fitting = tuple(
        max(lowest, floor(round(number * min(share, 1), 6)))
        for number, share, lowest in zip(size, shares, least, strict=True)
    )
    return f"passages are at least 1.2 mm, so at most {size_text(fitting)}"
