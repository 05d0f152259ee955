"""The grids of mazes in stages: what fits the place for a maze in a drawing that fills a page.

As with other grids, the page's size decides, with fixed reserves, and neither the printer nor the
number of pages (see `page_grids`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from math import inf

from puzzlebook.ground.faults import Refused, refuse
from puzzlebook.ground.lengths import format_millimetres
from puzzlebook.ground.portable_math import ratio
from puzzlebook.maze_art.character import PLAIN
from puzzlebook.maze_art.extent import wall_at_scale
from puzzlebook.maze_art.marks import Marks
from puzzlebook.maze_art.stage import Stage, load_look, view_stage
from puzzlebook.mazes import SHAPES, Size, make_grid, rate_drawing
from puzzlebook.printers.trims import Trim
from puzzlebook.recipes.audiences import Audience
from puzzlebook.recipes.page_grids import (
    FEWEST,
    Room,
    choose_size,
    list_sizes_in_room,
    room_for_frame,
)
from puzzlebook.recipes.readers import narrowest_promise
from puzzlebook.recipes.recipe import Section
from puzzlebook.typesetting.layout import MAZES_ARRANGED, TypeScale
from puzzlebook.typesetting.page import Box

_FEWER = 0.94
"""Of the cells of a grid that was too fine, those of the next one that is tried."""
_TRIES = 6
"""Grids that are tried; the picture would only get worse with larger cells."""
_AT_RIM = 0.9
"""The width of the narrowest cell at the rim, of the promise to the next older readers."""
_WIDEST = 0.75
"""A narrowest cell is hardly ever wider than this share of a whole one."""
_GOOD = 2
"""The best rating of `rate_drawing`."""


@lru_cache(maxsize=256)
def choose_stage_size(
    stage: Stage, readers: Audience, page: Trim, section: Section, share: float, a_page: int
) -> Size:
    """Choose the grid of a stage's maze for these readers: that with this share of the cells of the
    finest one.

    Whole cells keep the promise to the readers, and the narrowest at the rim that to the next older
    ones. How narrow that is follows from the drawing, and is measured.
    """
    shape = SHAPES[section.shape]
    frames = [room_for_frame(readers, page, arranged) for arranged in MAZES_ARRANGED[a_page]]
    frame = max(frames, key=lambda frame: stage.unit_in(*frame))
    sizes = TypeScale(readers.type_size)
    if a_page == 1 and not has_room_for_heading(stage, frame, sizes):
        frame = frame._replace(height=frame.height - heading_height(sizes))
    unit = stage.unit_in(*frame)
    left, top, right, bottom = stage.outline_box
    room = Room((right - left) * unit, (bottom - top) * unit)
    # No arrow takes room from the maze: the drawing around it has enough.
    choices = list(list_sizes_in_room(readers._replace(marks="icons"), room, shape))
    enough = [size for size in choices if shape.cells(*size) >= FEWEST]
    enough.sort(key=lambda size: (-shape.cells(*size), size))
    rate = partial(_rate_size, stage, readers, section, frame)
    finest = _find_finest(section.shape, room, readers, enough, rate)
    if finest is None:
        width = format_millimetres(readers.passage)
        what = f"{stage.title!r} has no room for its outline and passages of {width} on {page.name}"
        raise refuse("stage", what, "a larger page, older readers, or a stage with a larger maze")
    most = shape.cells(*finest)
    wanted = max(FEWEST, share * most)
    coarser = [size for size in enough if shape.cells(*size) < most]
    # A coarser grid has wider cells, but it may be too coarse for the outline.
    ranked = sorted([finest, *coarser], key=lambda size: (ratio(shape.cells(*size), wanted), size))
    least = rate(finest)
    return next(size for size in ranked if size == finest or rate(size) >= least)


def _find_finest(
    shape: str, room: Room, readers: Audience, sizes: Sequence[Size], rate: Callable[[Size], int]
) -> Size | None:
    """Return the finest size that keeps the promise and shows the outline; without one, the finest
    that keeps the promise and shows it fairly well.

    Fitting takes time. Sizes whose cells are surely too small are not tried, and of those after one
    that does not do, only some, each with a little fewer cells.
    """
    last, fair, tried = inf, None, 0
    least = (_AT_RIM * narrowest_promise(readers) + readers.wall) / _WIDEST
    for size in sizes:
        cells, whole = SHAPES[shape].cells(*size), make_grid(shape, size)
        cell = max(room.width / whole.width, room.height / whole.height)
        if cells > last * _FEWER or cell < least:
            continue
        rating, last, tried = rate(size), cells, tried + 1
        if rating == _GOOD or tried == _TRIES:
            return size if rating == _GOOD else fair
        fair = fair or (size if rating else None)
    return fair


def _rate_size(stage: Stage, readers: Audience, section: Section, frame: Room, size: Size) -> int:
    """Rate how well a grid shows the outline (see `rate_drawing`); 0 if its passages are not as
    wide as promised."""
    if section.edge == "steps":
        return _GOOD
    silhouette = stage.silhouette.as_rim(section.shape, section.edge)
    with suppress(Refused):
        grid = make_grid(section.shape, size, silhouette, section.edge)
        marks = Marks.from_word(readers.marks)
        view = view_stage(stage, section.shape, size, grid, (frame.width, frame.height), marks)
        wall = wall_at_scale(view.cell, readers.wall, PLAIN, (0, 1))
        at_rim = grid.narrowest * view.cell - wall
        keeps_promise = (
            round(at_rim - _AT_RIM * narrowest_promise(readers), 3) >= 0
            and round(view.cell - wall - readers.passage, 3) >= 0
        )
        return rate_drawing(grid) if keeps_promise else 0
    return 0


def share_of_finest(readers: Audience, page: Trim, shape: str, size: Size, a_page: int) -> float:
    """Return the share of the cells of the finest grid that a grid has, for these readers."""
    count = SHAPES[shape].cells
    return min(1.0, count(*size) / count(*choose_size(readers, page, shape, 1, a_page)))


def heading_height(sizes: TypeScale) -> float:
    """Return the height of a heading and a line above a picture, in points."""
    return sizes.heading * 1.9 + sizes.leading


def has_room_for_heading(stage: Stage, frame: Room | Box, sizes: TypeScale) -> bool:
    """Return whether the words of a page find room within the drawing, in a frame of this size, at
    the smallest size that they may have. The language does not matter."""
    if stage.place.words is None:
        return False
    unit, look = stage.unit_in(frame.width, frame.height), load_look()
    left, top, right, bottom = stage.place.words
    least = look["least_type"]
    return (bottom - top) * unit >= look["heading"] * least * sizes.heading + look[
        "line"
    ] * least * sizes.body and (right - left) * unit >= look["measure"] * least * sizes.body
