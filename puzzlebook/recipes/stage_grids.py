"""The grids of mazes in stages: what fits the place for a maze in a drawing that fills a page.

As with other grids, the page's size decides, with fixed reserves, and neither the printer nor the
number of pages (see `page_grids`).
"""

from __future__ import annotations

from puzzlebook.ground.faults import refuse
from puzzlebook.ground.lengths import format_millimetres
from puzzlebook.ground.portable_math import ratio
from puzzlebook.maze_art.stage import Stage, load_look
from puzzlebook.mazes import SHAPES, Size
from puzzlebook.printers.trims import Trim
from puzzlebook.recipes.audiences import Audience
from puzzlebook.recipes.page_grids import (
    FEWEST,
    Room,
    choose_size,
    list_sizes_in_room,
    room_for_frame,
)
from puzzlebook.typesetting.layout import MAZES_ARRANGED, TypeScale
from puzzlebook.typesetting.page import Box


def choose_stage_size(
    stage: Stage, readers: Audience, page: Trim, shape: str, share: float, a_page: int
) -> Size:
    """Choose the grid of a stage's maze for these readers, whose passages it keeps: that with this
    share of the cells of the finest one."""
    count = SHAPES[shape].cells
    arranged = MAZES_ARRANGED[a_page][0]
    frame = room_for_frame(readers, page, arranged)
    if a_page == 1 and not has_room_for_heading(stage, frame, TypeScale(readers.type_size)):
        frame = frame._replace(height=frame.height - heading_height(TypeScale(readers.type_size)))
    crop = stage.crop_to(*frame)
    unit = min(frame.width / crop.width, frame.height / crop.height)
    left, top, right, bottom = stage.outline_box
    room = Room((right - left) * unit, (bottom - top) * unit)
    # No arrow takes room from the maze: the drawing around it has enough.
    sizes = list_sizes_in_room(readers._replace(marks="icons"), room, SHAPES[shape])
    enough = [size for size in sizes if count(*size) >= FEWEST]
    if not enough:
        width = format_millimetres(readers.passage)
        what = f"{stage.title!r} has no room for passages of {width} on {page.name}"
        raise refuse("stage", what, "a larger page, older readers, or a stage with a larger maze")
    wanted = max(FEWEST, share * max(count(*size) for size in enough))
    return min(enough, key=lambda size: (ratio(count(*size), wanted), count(*size)))


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
    crop, look = stage.crop_to(frame.width, frame.height), load_look()
    unit = min(frame.width / crop.width, frame.height / crop.height)
    left, top, right, bottom = stage.place.words
    least = look["least_type"]
    return (bottom - top) * unit >= look["heading"] * least * sizes.heading + look[
        "line"
    ] * least * sizes.body and (right - left) * unit >= look["measure"] * least * sizes.body
