"""The grids of mazes in stages: grids that fit the maze area of a drawing that fills a page.

As with other grids, the size follows from the page size, with fixed reserves, and not from the
printer or the number of pages (see `page_grids`).
"""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache

from puzzlebook.ground.faults import Refused, refuse
from puzzlebook.ground.lengths import format_millimetres
from puzzlebook.ground.portable_math import ratio
from puzzlebook.maze_art.character import PLAIN
from puzzlebook.maze_art.extent import wall_at_scale
from puzzlebook.maze_art.marks import Marks
from puzzlebook.maze_art.stage import Stage, load_look
from puzzlebook.maze_art.stage_view import view_stage
from puzzlebook.mazes import SHAPES, Size, make_grid
from puzzlebook.printers.trims import Trim
from puzzlebook.recipes.audiences import Audience
from puzzlebook.recipes.page_grids import (
    FEWEST,
    Room,
    choose_size,
    list_sizes_in_room,
    measure_grid,
    room_for_frame,
)
from puzzlebook.recipes.readers import narrowest_promise
from puzzlebook.typesetting.layout import MAZES_ARRANGED, TypeScale
from puzzlebook.typesetting.page import Box

Tiling = tuple[str, str]
"""The shape of a section's cells, and what its rims follow: the outline (`drawn`) or whole cells
(`steps`)."""

_MAX_TRIES = 3
"""The number of the finest grids that are tried in search of one that shows the outline well."""
_RIM_PASSAGE = 0.9
"""The narrowest passage allowed at a rim, as a share of the width promised to the next older
audience."""
_FEWEST_LOOPS = 3
"""The fewest independent loops of a grid: with fewer, as around a spiral of single cells, it has
hardly more than one maze."""
_NARROWEST_CELL = 0.63
"""The width of the narrowest cell at the rim in a stage, as a share of a whole cell's."""
_ROUNDING = 0.001  # points
_GOOD = 2
"""The best rating of `Grid.drawing_rating`."""


@lru_cache(maxsize=256)
def choose_stage_size(
    stage: Stage, readers: Audience, page: Trim, tiling: Tiling, share: float, per_page: int
) -> Size:
    """Choose the grid of a stage's maze for these readers: a grid with about `share` times the
    cells of the finest grid, and with a rim that shows the outline.

    Passages are as wide as promised to these readers; those at the rim are nearly as wide as
    promised to the next older readers.
    """
    shape = SHAPES[tiling[0]]
    frames = [room_for_frame(readers, page, arranged) for arranged in MAZES_ARRANGED[per_page]]
    frame = max(frames, key=lambda frame: stage.unit_in(*frame))
    sizes = TypeScale(readers.type_size)
    if per_page == 1 and not has_room_for_heading(stage, frame, sizes):
        frame = frame._replace(height=frame.height - heading_height(sizes))
    unit = stage.unit_in(*frame)
    fitted = stage.silhouette.as_rim(*tiling).fit_outlines(tiling[0])[0]
    room = Room(*(extent / stage.place.unit * unit for extent in (fitted.width, fitted.height)))
    # Arrows need no space from the maze: the drawing around it has enough.
    choices = list(list_sizes_in_room(readers._replace(marks="icons"), room, shape))
    large_enough = [size for size in choices if shape.cells(*size) >= FEWEST]
    large_enough.sort(key=lambda size: (-shape.cells(*size), size))
    wide_enough = [size for size in large_enough if _is_wide_enough(tiling, room, readers, size)]
    wide_enough.sort(key=lambda size: (-shape.cells(*size), size))
    if share < 1 and wide_enough:
        wanted = max(FEWEST, share * shape.cells(*wide_enough[0]))
        size = min(wide_enough, key=lambda size: (ratio(shape.cells(*size), wanted), size))
        if _rate_size(stage, readers, tiling, frame, size) == _GOOD:
            return size
        # Too few cells to show the outline.
        return choose_stage_size(stage, readers, page, tiling, 1.0, per_page)
    second_best = None
    for size in wide_enough[:_MAX_TRIES]:
        rating = _rate_size(stage, readers, tiling, frame, size)
        if rating == _GOOD:
            return size
        second_best = second_best or (size if rating else None)
    if second_best is None:
        width = format_millimetres(readers.passage)
        what = f"{stage.title!r} has no room for its outline and passages of {width} on {page.name}"
        raise refuse(
            "stage", what, "use a larger page, older readers, or a stage with a larger maze"
        )
    return second_best


def _is_wide_enough(tiling: Tiling, room: Room, readers: Audience, size: Size) -> bool:
    """Return whether the narrowest cell at the rim is certainly wide enough. Fitting and measuring
    the grid to find out would take too long."""
    if tiling[1] == "steps":
        return True
    width, height = measure_grid(SHAPES[tiling[0]], size)
    cell = max(room.width / width, room.height / height)
    return _NARROWEST_CELL * cell - readers.wall >= _RIM_PASSAGE * narrowest_promise(readers)


def _rate_size(stage: Stage, readers: Audience, tiling: Tiling, frame: Room, size: Size) -> int:
    """Rate how well a grid shows the outline (see `Grid.drawing_rating`); 0 if its passages are
    narrower than promised, or if the outline leaves too few cells, or too few loops of them."""
    if tiling[1] == "steps":
        return _GOOD
    silhouette = stage.silhouette.as_rim(tiling[0], tiling[1])
    with suppress(Refused):
        steps = make_grid(tiling[0], size, silhouette)
        if steps.cells < FEWEST or len(steps.pairs) - steps.cells + 1 < _FEWEST_LOOPS:
            return 0
        # With fewer rims than the drawing has, the rating is 0: no need for a slow fit.
        if len(steps.rim_walks) != len(silhouette.trace_on(tiling[0], size, steps.origin)):
            return 0
        grid = make_grid(tiling[0], size, silhouette, tiling[1])
        marks = Marks.from_word(readers.marks)
        view = view_stage(stage, tiling[0], size, grid, (frame.width, frame.height), marks)
        wall = wall_at_scale(view.cell, readers.wall, PLAIN, (0, 1))
        at_rim = grid.narrowest * view.cell - wall
        keeps_promise = (
            round(at_rim - _RIM_PASSAGE * narrowest_promise(readers), 3) >= 0
            and round(view.cell - wall - readers.passage, 3) >= 0
        )
        return grid.drawing_rating if keeps_promise else 0
    return 0


def find_heaviest_wall(readers: Audience, cell: float, narrowest: float) -> float:
    """Return the heaviest wall weight, in points, at which a stage keeps the promise to these
    readers.

    cell, narrowest: the widths of whole cells and of the narrowest cell, in points.
    """
    promised = _RIM_PASSAGE * narrowest_promise(readers)
    return min(cell - readers.passage, narrowest - promised) - _ROUNDING


def share_of_finest(readers: Audience, page: Trim, shape: str, size: Size, per_page: int) -> float:
    """Return the number of cells of a size as a share of the finest grid's, for these readers."""
    count = SHAPES[shape].cells
    return min(1.0, count(*size) / count(*choose_size(readers, page, shape, 1, per_page)))


def heading_height(sizes: TypeScale) -> float:
    """Return the height of a heading and a line above a picture, in points."""
    return sizes.heading * 1.9 + sizes.leading


def has_room_for_heading(stage: Stage, frame: Room | Box, sizes: TypeScale) -> bool:
    """Return whether the drawing has room for the words of a page at their smallest type size, in a
    frame of this size. The language does not matter."""
    unit = stage.unit_in(frame.width, frame.height)
    return fits_heading(stage, unit, sizes, load_look()["min_type"])


def has_place_for_words(stage: Stage, readers: Audience, page: Trim) -> bool:
    """Return whether a drawing alone on a page has room for the words of the page."""
    frame = room_for_frame(readers, page, MAZES_ARRANGED[1][0])
    return has_room_for_heading(stage, frame, TypeScale(readers.type_size))


def fits_heading(stage: Stage, unit: float, sizes: TypeScale, minimum: float) -> bool:
    """Return whether the drawing has room for the words of a page at this share of their usual type
    size. unit: the size of a stage unit, in points."""
    if stage.place.words is None:
        return False
    look = load_look()
    left, top, right, bottom = stage.place.words
    return (bottom - top) * unit >= look["heading"] * minimum * sizes.heading + look[
        "line"
    ] * minimum * sizes.body and (right - left) * unit >= look["measure"] * minimum * sizes.body
