"""What the mazes of a section are drawn on, and how large they can be on their page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import floor
from typing import NamedTuple

from puzzlebook.books.pages import puzzles
from puzzlebook.books.setting import Setting
from puzzlebook.faults import Fault
from puzzlebook.lengths import millimetres
from puzzlebook.mazes.grid import Grid
from puzzlebook.mazes.grids import Silhouette, grid_of
from puzzlebook.mazes.tilings import SHAPES, size_text
from puzzlebook.paper.layout import LEAST_PASSAGE, Extent, Sheet, TypeScale
from puzzlebook.paper.page import Box
from puzzlebook.pictures.plate import scale_to_fit
from puzzlebook.recipes.audiences import Audience, audience_named, audience_of
from puzzlebook.recipes.ingredients import Cuts, Ingredients
from puzzlebook.recipes.readers import WALL_SHARE, audience_of_section, margin_of, promise_fault
from puzzlebook.recipes.recipe import Recipe, Section

# Used where a recipe says nothing of its readers and the page is not yet set.
_NOMINAL = TypeScale(12)


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


def setting_of(recipe: Recipe, sheet: Sheet, ingredients: Ingredients) -> Setting:
    """What the pages of a recipe's book have in common on this paper. The recipe has a seed."""
    words, theme, _ = ingredients.supplies
    face = ingredients.supplies.face
    audience = _audience(recipe, sheet, ingredients.cuts)
    assert recipe.seed is not None
    return Setting(
        recipe=recipe,
        seed=recipe.seed,
        sheet=replace(sheet, right=words.right_to_left),
        type=TypeScale(audience.type_size, face.bold if audience.bold else face),
        words=words,
        theme=theme,
        wall=audience.wall,
        answers=recipe.answers or audience.answers_a_page,
    )


def boards(setting: Setting, section: Section, cuts: Cuts) -> Iterator[Board]:
    """What a section's mazes are drawn on: the whole tiling, or one silhouette after the other in turn."""
    box = maze_box(setting, section, cuts)
    for silhouette, grid in _grids(section, cuts):
        yield Board(silhouette, grid, *_fit(setting, section, grid, box))


def columns_and_rows(setting: Setting, section: Section, cuts: Cuts) -> tuple[int, int]:
    """How a section's mazes are arranged on their pages: as lets the one that is drawn smallest be largest."""
    found = extents(setting.recipe, section, cuts)
    return max(
        puzzles.arrangements(setting, section),
        key=lambda arranged: min(_scale(extent, _picture_box(setting, section, arranged)) for extent in found),
    )


def maze_box(setting: Setting, section: Section, cuts: Cuts) -> Box:
    """The room of one maze of a section."""
    return _picture_box(setting, section, columns_and_rows(setting, section, cuts))


def extents(recipe: Recipe, section: Section, cuts: Cuts) -> list[Extent]:
    """How far the pictures of a section's mazes reach."""
    margin = margin_of(recipe.marks)
    return [Extent(grid.width, grid.height, margin) for _, grid in _grids(section, cuts)]


def size_faults(setting: Setting, cuts: Cuts) -> list[Fault]:
    """A fault for each section whose passages would be too narrow to follow, or narrower than was promised."""
    faults = []
    for section in setting.recipe.sections:
        board = min(boards(setting, section, cuts), key=lambda board: board.passage)
        audience = audience_of_section(setting.recipe, section)
        if board.passage < LEAST_PASSAGE:
            wide = millimetres(max(board.passage, 0), ".1f")
            what = f"{size_text(section.settled_size)} leaves passages of {wide} on this page"
            largest = _largest(setting, section, board.grid, maze_box(setting, section, cuts))
            faults.append(Fault(f"section.{section.key}.size", what, largest))
        elif audience and (fault := promise_fault(f"section.{section.key}.audience", audience, board.passage)):
            faults.append(fault)
    return faults


def _grids(section: Section, cuts: Cuts) -> Iterator[tuple[Silhouette | None, Grid]]:
    silhouettes: Sequence[Silhouette | None] = cuts.get(section.key) or [None]
    for silhouette in silhouettes:
        yield silhouette, grid_of(section.shape, section.settled_size, silhouette)


def _audience(recipe: Recipe, sheet: Sheet, cuts: Cuts) -> Audience:
    """Whose type and line weights the book has: the recipe's choice, or that of the narrowest passage."""
    if name := recipe.look or recipe.audience:
        return audience_named(name)
    box = puzzles.room(sheet.live(1), _NOMINAL, line=False)
    found = [extent for section in recipe.sections for extent in extents(recipe, section, cuts)]
    return audience_of(min(scale_to_fit(*extent, 2, (box.width, box.height)) for extent in found) - 2)


def _picture_box(setting: Setting, section: Section, arranged: tuple[int, int]) -> Box:
    return puzzles.picture_box(setting, section, puzzles.boxes(setting, section, arranged, 1)[0])


def _scale(extent: Extent, box: Box) -> float:
    return scale_to_fit(*extent, 0, (box.width, box.height))


def _fit(setting: Setting, section: Section, grid: Grid, room: Box) -> tuple[float, float]:
    """The scale of mazes on a grid, the largest at which they fit, and the weight of their walls.

    Where cells are wide, the readers' wall would look thin: it is never below a share of the cell.
    """
    margin, box = margin_of(setting.recipe.marks), (room.width, room.height)
    wall = audience_named(section.audience).wall if section.audience else setting.wall
    wall = max(wall, WALL_SHARE * scale_to_fit(grid.width, grid.height, margin, 2 * wall, box))
    return scale_to_fit(grid.width, grid.height, margin, 2 * wall, box), wall


def _largest(setting: Setting, section: Section, grid: Grid, box: Box) -> str:
    """The largest size that fits, found from how a grid's extent grows with its size."""
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
