"""Why there is exactly one path between two cells: a page for pupils aged about 8, with a maze to
try it on, and a page for pupils aged about 14, with a maze to count in."""

from __future__ import annotations

from itertools import compress

from puzzlebook.books.pages.how_made import TYPE
from puzzlebook.books.planning.setting import Setting, center_drawing
from puzzlebook.drawing.drawing import Drawing, Layer, Style
from puzzlebook.ground.seeds import derive_maze_key
from puzzlebook.maze_art.strokes import join_strokes
from puzzlebook.mazes import Design, draw_maze, make_grid
from puzzlebook.typesetting.flow import Flow, first_fitting
from puzzlebook.typesetting.page import Box, Page, Tag

YOUNGER, OLDER = "younger", "older"
READINGS = {"younger": (YOUNGER,), "older": (OLDER,), "both": (YOUNGER, OLDER)}
"""The readings for each choice in a recipe."""
_SIDES = {YOUNGER: 7, OLDER: 10}
"""The number of cells in a row or column of each reading's maze."""
_SIZES = {YOUNGER: (17.0, 15.0, 13.0, 11.0, 9.0, 8.0), OLDER: (12.0, 11.0, 10.0, 9.0, 8.0, 7.0)}
"""Type sizes to try, in points."""
_PURPOSE = "why one way"
_WALL = 1.75
_MIN_HEIGHT, _MAX_HEIGHT = 0.28, 0.62  # height of the maze, as shares of the page height


def lay_out_why_page(setting: Setting, number: int, reading: str) -> Page:
    """Lay out a reading above its maze, in smaller type if the maze would be too small."""
    live = setting.sheet.live(1)
    minimum = _MIN_HEIGHT * live.height
    flows = (_set_reading(setting, live, size, reading) for size in _SIZES[reading])
    flow = first_fitting(flows, lambda flow: live.bottom - flow.y >= minimum)
    room = Box(live.x, flow.y, live.width, max(1.0, live.bottom - flow.y))
    side = max(1.0, min(room.height, room.width, _MAX_HEIGHT * live.height))
    maze = center_drawing(_draw_maze(setting, reading, side), room, 0.5)
    return setting.sheet.page(number, *flow.items, maze)


def _set_reading(setting: Setting, live: Box, size: float, reading: str) -> Flow:
    words, face = setting.words, setting.sizes.regular
    heading = size / TYPE.body * TYPE.heading
    flow = Flow(live)
    title, tag = words("unique_title"), Tag("H1")
    flow.set(title, setting.sizes.bold, heading, leading=1.4, heading=True, tag=tag)
    flow.gap(size * 0.4)
    for line in words.lines(f"why_{reading}"):
        flow.set(line, face, size)
        flow.gap(size * 0.6)
    flow.gap(size * 0.4)
    return flow


def _draw_maze(setting: Setting, reading: str, side: float) -> Drawing:
    """Draw a maze of this width, in points, without start and finish."""
    cells = _SIDES[reading]
    grid = make_grid("square", (cells, cells))
    key = derive_maze_key(setting.seed, setting.recipe.volume, _PURPOSE, cells)
    maze = draw_maze(Design("square", (cells, cells), key, "none"), grid)
    opened = {*compress(range(len(grid.pairs)), maze.open_sides)}
    walls = [side for side in range(len(grid.sides)) if side not in opened]
    scale = (side - _WALL) / cells
    around = _WALL / scale
    layer = Layer("walls", Style(_WALL), join_strokes(grid, walls))
    return Drawing(
        -around / 2, -around / 2, grid.width + around, grid.height + around, scale, (layer,)
    )
