"""A stage on a page: the part of it that a frame shows, and mazes set in it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from puzzlebook.drawing.drawing import (
    THINNEST,
    Drawing,
    Inset,
    Layer,
    Style,
    Subpath,
)
from puzzlebook.maze_art.doors import marks_margin
from puzzlebook.maze_art.marks import NO_MARKS, Marks
from puzzlebook.maze_art.stage import Crop, Stage, load_look
from puzzlebook.maze_art.stage_signs import Sign, draw_signs
from puzzlebook.mazes import EDGES, Grid, Size


class StageView(NamedTuple):
    """A stage as a frame shows it around the mazes on one grid.

    crop: the part that is shown. scale, x, y: cell widths in one of the stage's units, and where
    its origin lies on the grid. unit: one of the stage's units on paper, in points.
    """

    stage: Stage
    crop: Crop
    scale: float
    x: float
    y: float
    unit: float

    @property
    def cell(self) -> float:
        """The width of a cell on paper, in points."""
        return self.unit / self.scale


def view_stage(
    stage: Stage,
    shape: str,
    size: Size,
    grid: Grid,
    frame: tuple[float, float],
    marks: Marks = NO_MARKS,
) -> StageView:
    """Return a stage in a frame of this width and height (points), around a grid as it is drawn.

    marks: at the ends of its mazes, which may need room around them.
    """
    edge = EDGES[not grid.has_drawn_rim]
    placing = stage.silhouette.as_rim(shape, edge).place(shape, size, grid.origin)
    scale = placing.scale * stage.place.unit
    beyond = marks_margin(stage.marks(marks), grid.has_drawn_rim) / scale
    crop, unit = stage.crop_to(*frame, beyond), stage.unit_in(*frame, beyond)
    x, y = placing.x - stage.place.left * scale, placing.y - stage.place.top * scale
    return StageView(stage, crop, scale, x, y, unit)


def set_in_stage(drawing: Drawing, view: StageView, signs: Sequence[Sign] = ()) -> Drawing:
    """Return a maze in its stage: the back, the maze, the front, the signs at its doors and the
    frame around all."""
    crop, scale = view.crop, view.scale
    edge = load_look()["frame"] / view.unit
    pieces = [
        ("front", view.stage.cut_out("front", crop, THINNEST / view.unit)),
        ("signs", draw_signs(view.stage, crop, view.unit, tuple(signs))),
        ("frame", _draw_frame(crop, edge)),
    ]
    back = ("back", view.stage.cut_out("back", crop, THINNEST / view.unit))
    layers = [
        Layer(name, Style(), (), inset=Inset(piece, view.x, view.y, scale))
        for name, piece in (back, *pieces)
        if piece.layers
    ]
    behind = 1 if view.stage.back else 0
    return Drawing(
        view.x + crop.left * scale,
        view.y + crop.top * scale,
        crop.width * scale,
        crop.height * scale,
        drawing.scale,
        (*layers[:behind], *drawing.layers, *layers[behind:]),
    )


@lru_cache(maxsize=256)
def _draw_frame(crop: Crop, weight: float) -> Drawing:
    left, top = crop.left + weight / 2, crop.top + weight / 2
    right, bottom = crop.left + crop.width - weight / 2, crop.top + crop.height - weight / 2
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    layer = Layer("frame", Style(weight), (Subpath(corners, closed=True),))
    return Drawing(*crop, 1, (layer,), is_whole=True)
