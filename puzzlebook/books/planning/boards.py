"""What the mazes of a section are drawn on, and how large they can be on their page."""

from __future__ import annotations

from collections.abc import Iterator
from math import floor
from typing import NamedTuple

from puzzlebook.books.pages import puzzles
from puzzlebook.books.planning.setting import Setting
from puzzlebook.books.scenes import scenery
from puzzlebook.ground.faults import Fault
from puzzlebook.ground.lengths import format_millimetres
from puzzlebook.maze_art.doors import marks_margin
from puzzlebook.maze_art.extent import Extent, scale_and_wall, scale_to_fit
from puzzlebook.maze_art.marks import Marks
from puzzlebook.mazes.free_corners import measure_free_corners
from puzzlebook.mazes.grid import Grid
from puzzlebook.mazes.grids import Silhouette, make_drawn_grid, make_grid
from puzzlebook.mazes.hidden import HiddenPicture
from puzzlebook.mazes.tilings import SHAPES, Size, format_size
from puzzlebook.recipes.audiences import Audience, audience_for_passage, find_audience
from puzzlebook.recipes.order import BookSection, Order
from puzzlebook.recipes.readers import adapt_to_cuts, find_promise_fault
from puzzlebook.recipes.recipe import Section
from puzzlebook.typesetting.layout import LEAST_PASSAGE, Sheet, TypeScale
from puzzlebook.typesetting.page import Box

# So much of its size a board keeps where scenes stand around it.
_SMALLEST = 0.9
_ROUNDING = (
    1e-6  # points: a board that was drawn as small as it may be has passages of just that width
)
# Used where a recipe says nothing of its readers and the page is not yet set.
_NOMINAL = TypeScale(12)


class Board(NamedTuple):
    """What mazes are drawn on, the scale at which it fits its page (points a cell), and its walls'
    weight (points).

    shown: the grid as it is drawn. picture: what the way draws. nooks: the sides (in cells) of the
    squares that it leaves free in the corners of its box, where pages draw something there: the
    upper left one, the upper right one, the lower left one, the lower right one.
    """

    silhouette: Silhouette | None
    size: Size
    grid: Grid
    shown: Grid
    scale: float
    wall: float
    picture: HiddenPicture | None = None
    nooks: tuple[float, ...] = (0, 0, 0, 0)

    @property
    def passage(self) -> float:
        """The clear width between two walls, in points."""
        return self.scale - self.wall

    @property
    def opening(self) -> float:
        """The clear width of the narrowest opening between two cells, in points."""
        return self.shown.narrowest_opening * self.scale - self.wall


def make_setting(order: Order, sheet: Sheet) -> Setting:
    """What the pages of an order's book have in common on this paper."""
    readers = order.readers or _guess_readers(order, sheet)
    return Setting(
        order=order,
        sheet=sheet,
        sizes=TypeScale(
            readers.type_size, order.face.bold if readers.bold else order.face, readers.display
        ),
        wall=readers.wall,
        answers=order.recipe.answers or readers.answers_a_page,
        scenes=order.theme.scenes
        if readers.scenes and order.recipe.end_marks.are_in_cells
        else None,
    )


def make_boards(setting: Setting, part: BookSection) -> Iterator[Board]:
    """What a section's mazes are drawn on: the whole tiling, or one silhouette after the other in
    turn; or with one picture after the other."""
    box = section_maze_box(setting, part)
    wall = part.readers.wall if part.readers and part.section.audience else setting.wall
    for silhouette in part.cuts:
        passage = part.readers.passage if part.readers else LEAST_PASSAGE
        found = make_board(setting.order, part.section, part.size, silhouette, wall, box, passage)
        if setting.scenes and part.a_page == 1:
            whole = passage if silhouette is None else _whole_cell_passage(part)
            found = _make_room(setting, found, box, wall, whole)
        yield from (found._replace(picture=picture) for picture in part.pictures or (None,))


def _whole_cell_passage(part: BookSection) -> float:
    """The passage of whole cells that keeps the promise of cut ones; a name, whose passages may be
    narrower, has none to spare."""
    return (
        adapt_to_cuts(find_audience(part.readers.name), part.section.edge).passage
        if part.readers
        else LEAST_PASSAGE
    )


def make_board(
    order: Order,
    section: Section,
    size: Size,
    silhouette: Silhouette | None,
    wall: float,
    box: Box,
    passage: float,
) -> Board:
    """A grid of a section's shape, as large as it fits a box. wall: the weight of the readers'
    walls. passage: the clear width that walls with character leave in any case."""
    grid = make_grid(section.shape, size, silhouette)
    shown = make_drawn_grid(section.shape, size, silhouette, section.edge)
    extent = _extent(shown, order.recipe.end_marks)
    fitted = scale_and_wall(
        extent, wall, box.width, box.height, order.walls, (passage, shown.narrowest)
    )
    return Board(silhouette, size, grid, shown, *fitted)


def _make_room(setting: Setting, found: Board, box: Box, wall: float, passage: float) -> Board:
    """A board drawn a little smaller, where that makes room for what is drawn around it and keeps
    the passage."""
    extent = _extent(found.shown, setting.recipe.end_marks)
    largest, line = scale_and_wall(extent, wall, box.width, box.height)
    least = max(_SMALLEST * (largest - line), passage, LEAST_PASSAGE) + line
    wanted = scale_to_fit(extent, line, box.width, box.height - scenery.scenery_room(setting))
    high = (extent.height + 2 * extent.margin) * min(largest, max(least, wanted)) + 2 * line
    kept = passage, found.shown.narrowest
    scale, wall = scale_and_wall(
        extent, wall, box.width, min(high, box.height), setting.order.walls, kept
    )
    return found._replace(scale=scale, wall=wall, nooks=measure_free_corners(found.shown))


def choose_arrangement(setting: Setting, part: BookSection) -> tuple[int, int]:
    """How a section's mazes are arranged on their pages: as lets the one that is drawn smallest be
    largest."""
    found = list_extents(setting.order, part)

    def smallest_scale(arranged: tuple[int, int]) -> float:
        box = _picture_box(setting, part, arranged)
        return min(scale_to_fit(extent, 0, box.width, box.height) for extent in found)

    return max(puzzles.list_arrangements(part), key=smallest_scale)


def section_maze_box(setting: Setting, part: BookSection) -> Box:
    """The room of one maze of a section."""
    return _picture_box(setting, part, choose_arrangement(setting, part))


def list_extents(order: Order, part: BookSection) -> list[Extent]:
    """How far the pictures of a section's mazes reach."""
    asked, edge = (part.section.shape, part.size), part.section.edge
    return [
        _extent(make_drawn_grid(*asked, cut, edge), order.recipe.end_marks) for cut in part.cuts
    ]


def find_size_faults(setting: Setting) -> list[Fault]:
    """A fault for each section whose passages would be too narrow to follow, or narrower than was
    promised."""
    faults = []
    for part in setting.parts:
        key = part.section.key
        board = min(make_boards(setting, part), key=lambda board: board.passage)
        if board.passage < LEAST_PASSAGE - _ROUNDING:
            faults.append(
                make_narrow_fault(
                    key,
                    board,
                    "on this page",
                    f"at most {_find_largest_size(setting, part, board.grid)}",
                )
            )
        elif part.readers and (
            fault := find_promise_fault(f"section.{key}.audience", part.readers, board.passage)
        ):
            faults.append(fault)
    return faults


def make_narrow_fault(section: str, board: Board, where: str, allowed: str) -> Fault:
    """The fault of passages that are too narrow to follow. where: on what; allowed: a size that
    would do."""
    what = f"{format_size(board.size)} leaves passages of {format_millimetres(max(board.passage, 0), '.1f')} {where}"
    return Fault(f"section.{section}.size", what, f"passages are at least 1.2 mm, so {allowed}")


def _extent(grid: Grid, marks: Marks) -> Extent:
    return Extent(grid.width, grid.height, marks_margin(marks, grid.has_drawn_rim))


def _guess_readers(order: Order, sheet: Sheet) -> Audience:
    """Whose type and line weights a book has whose recipe names no readers: those of its narrowest
    passage."""
    box = puzzles.maze_room(sheet.live(1), _NOMINAL, line=False)
    found = [extent for part in order.parts for extent in list_extents(order, part)]
    return audience_for_passage(
        min(scale_to_fit(extent, 1, box.width, box.height) for extent in found) - 2
    )


def _picture_box(setting: Setting, part: BookSection, arranged: tuple[int, int]) -> Box:
    return puzzles.maze_picture_box(
        setting, part, puzzles.puzzle_boxes(setting, part, arranged, 1)[0]
    )


def _find_largest_size(setting: Setting, part: BookSection, grid: Grid) -> str:
    """The largest size that fits, found from how a grid's extent grows with its size."""
    box, need = section_maze_box(setting, part), LEAST_PASSAGE + setting.wall
    margin = 2 * marks_margin(
        setting.recipe.end_marks, any(part.cuts) and part.section.edge != "steps"
    )
    across = ((box.width - 2 * setting.wall) / need - margin) / grid.width
    down = ((box.height - 2 * setting.wall) / need - margin) / grid.height
    shares = (across, down) if len(part.size) == 2 else (min(across, down),)
    least = SHAPES[part.section.shape].least
    return format_size(
        tuple(
            max(lowest, floor(round(number * min(share, 1), 6)))
            for number, share, lowest in zip(part.size, shares, least, strict=True)
        )
    )
