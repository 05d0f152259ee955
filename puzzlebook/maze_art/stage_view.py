"""A stage on a page: the part that a frame shows, and the mazes in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import dist
from typing import NamedTuple

from puzzlebook.drawing.drawing import (
    THINNEST,
    Drawing,
    Inset,
    Layer,
    Style,
    Subpath,
)
from puzzlebook.ground.faults import refuse
from puzzlebook.maze_art.doors import marks_margin
from puzzlebook.maze_art.marks import NO_MARKS, Marks
from puzzlebook.maze_art.stage import Crop, Stage, load_look
from puzzlebook.maze_art.stage_doors import (
    Posts,
    ShownDoors,
    count_hidden_by_front,
    draw_arrows,
    draw_doorsteps,
    find_doorways,
    place_arrows,
)
from puzzlebook.maze_art.stage_figures import dress_doors
from puzzlebook.maze_art.stage_signs import Sign, draw_signs, draw_stage_name
from puzzlebook.maze_art.stage_source import StageSource
from puzzlebook.maze_art.stage_things import Bounds
from puzzlebook.mazes import EDGES, Grid, Size

_UNCOVER = "move what lies over it to back, or cut a hole for it out of maze"


_RIM = 0.14
"""How far a rim of thick walls reaches beyond the outline of its maze, in cell widths."""


class StageView(NamedTuple):
    """A stage as a frame shows it around the mazes on one grid.

    crop: the part that is shown. scale: cell widths per stage unit. x, y: the position of the
    stage's origin on the grid. unit: the size of a stage unit on paper, in points.
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
    *,
    spare: float = 0.0,
) -> StageView:
    """Return a stage in a frame of this width and height (points), around a grid as drawn.

    marks: at the ends of its mazes; they may need space around the maze. spare: see
    `Stage.crop_to`.
    """
    edge = EDGES[not grid.has_drawn_rim]
    placing = stage.silhouette.as_rim(shape, edge).place(shape, size, grid.origin)
    scale = placing.scale * stage.place.unit
    beyond = max(_RIM, marks_margin(stage.marks(marks), grid.has_drawn_rim)) / scale
    shown = *frame, beyond, spare
    crop, unit = stage.crop_to(*shown), stage.unit_in(*shown)
    x, y = placing.x - stage.place.left * scale, placing.y - stage.place.top * scale
    return StageView(stage, crop, scale, x, y, unit)


def _count_hidden(view: StageView, grid: Grid, source: StageSource) -> int:
    """Return how many cells of a grid as drawn have their centres beneath the front of a user's
    stage. Those at the doors do not count: hero and goal may step over the rim there."""
    if source.content is None:
        return 0
    doors = [(centre, max(radius, 1 / view.scale)) for centre, radius in view.stage.place.doors]
    centres = [((x - view.x) / view.scale, (y - view.y) / view.scale) for x, y in grid.centres]
    away = [
        point for point in centres if all(dist(point, centre) > reach for centre, reach in doors)
    ]
    return count_hidden_by_front(view.stage, [away])[0]


def refuse_hidden_maze(view: StageView, grid: Grid, source: StageSource) -> None:
    """Refuse a stage of the user's whose front hides so much of its maze that the paths cannot be
    followed."""
    hidden, cells = _count_hidden(view, grid, source), len(grid.centres)
    if hidden > load_look()["hidden"] * cells:
        raise refuse(source.where, f"front hides {hidden} of the maze's {cells} cells", _UNCOVER)


def note_hidden_cells(view: StageView, grid: Grid, source: StageSource) -> str:
    """Return a note on the cells that the front of a user's stage hides; "" if it hides none."""
    hidden = _count_hidden(view, grid, source)
    cells = "one cell" if hidden == 1 else f"{hidden} cells"
    return f"{source.where}: front hides {cells} of the maze; {_UNCOVER}" if hidden else ""


def set_in_stage(
    drawing: Drawing,
    view: StageView,
    doors: Sequence[Posts],
    signs: Sequence[Sign] = (),
    title_font: bytes | None = None,
    free: Bounds | None = None,
) -> Drawing:
    """Return a maze in its stage: the back, the doorsteps, the maze, the front, the arrows and
    signs at its doors, and the frame around all of them.

    doors: the posts of the openings in the maze's rim. title_font: for the stage's title in the
    space for words, if that is otherwise empty. free: the box for hero, goal and arrows on a page
    that is filled from edge to edge, without a frame.
    """
    crop, scale, unit = view.crop, view.scale, view.unit
    jambs = tuple(_list_jamb_styles(drawing, unit))
    room = _cut_to(crop, free) if free else crop
    shown = _show_doors(drawing, view, doors, signs, room)
    stage, doorways, at_doors = view.stage, shown.doorways, list[tuple[str, Drawing]]()
    if stage.place.doors:
        stage, _, placed, _ = dress_doors(shown, tuple(signs))
        at_doors = [
            ("arrows", draw_arrows(shown._replace(crop=crop))),
            ("signs", draw_signs(crop, unit, placed)),
        ]
    thinnest = THINNEST / unit
    pieces = [("front", stage.cut_out("front", crop, thinnest)), *at_doors]
    if free is None:
        pieces.append(("frame", _draw_frame(crop, load_look()["frame"] / unit)))
    steps = draw_doorsteps(stage, crop, doorways, jambs)
    if title_font is not None:
        pieces[1:1] = [("title", draw_stage_name(stage, crop, unit, title_font))]
    beneath = [("back", stage.cut_out("back", crop, thinnest)), ("doorways", steps)]
    below, above = (
        [
            Layer(name, Style(), (), inset=Inset(piece, view.x, view.y, scale))
            for name, piece in part
            if piece.layers
        ]
        for part in (beneath, pieces)
    )
    return Drawing(
        view.x + crop.left * scale,
        view.y + crop.top * scale,
        crop.width * scale,
        crop.height * scale,
        drawing.scale,
        (*below, *drawing.layers, *above),
    )


def _show_doors(
    drawing: Drawing, view: StageView, doors: Sequence[Posts], signs: Sequence[Sign], room: Crop
) -> ShownDoors:
    """Return the doors of a maze in its stage, with their arrows if the stage has doors. room: for
    what is at the doors."""
    placed_doors = tuple([_convert_posts(view, posts) for posts in doors])
    doorways, stage = find_doorways(view.stage, view.crop, placed_doors), view.stage
    if not stage.place.doors:
        return ShownDoors(stage, room, view.unit, doorways, ())
    weight = next(_list_jamb_styles(drawing, view.unit)).width
    bare, width = stage.without_figures, (1 / view.scale, weight)
    wanted = max((sign.arrow for sign in signs), default=0.0)
    arrows = place_arrows(bare, room, view.unit, doorways, *width, wanted)
    return ShownDoors(stage, room, view.unit, doorways, arrows)


def list_boxes_at_doors(
    drawing: Drawing, view: StageView, doors: Sequence[Posts], signs: Sequence[Sign]
) -> list[Bounds]:
    """Return the boxes of hero, goal, signs and arrows in a picture from `set_in_stage`, in points
    from its left and top."""
    shown, crop = _show_doors(drawing, view, doors, signs, view.crop), view.crop
    if not view.stage.place.doors:
        return []
    stage, _, placed, _ = dress_doors(shown, tuple(signs))
    points = [zip(*arrow, strict=True) for arrow in shown.arrows]
    arrows = [(min(xs), min(ys), max(xs), max(ys)) for xs, ys in points]
    boxes = [*filter(None, stage.standing), *(sign.box for sign in placed), *arrows]
    return [
        (
            view.unit * (left - crop.left),
            view.unit * (top - crop.top),
            view.unit * (right - crop.left),
            view.unit * (bottom - crop.top),
        )
        for left, top, right, bottom in boxes
    ]


def list_boxes_of_things(view: StageView) -> list[Bounds]:
    """Return the boxes of the things in a stage that a frame shows, without scenery, in points from
    the left and top of the frame."""
    crop, unit = view.crop, view.unit
    return [
        (
            unit * (left - crop.left),
            unit * (top - crop.top),
            unit * (right - crop.left),
            unit * (bottom - crop.top),
        )
        for left, top, right, bottom in view.stage.list_things_shown(crop)
    ]


def _cut_to(crop: Crop, box: Bounds) -> Crop:
    """Return the part of a crop that is in a box."""
    left, top = max(crop.left, box[0]), max(crop.top, box[1])
    right, bottom = min(crop.left + crop.width, box[2]), min(crop.top + crop.height, box[3])
    return Crop(left, top, right - left, bottom - top)


def _list_jamb_styles(drawing: Drawing, unit: float) -> Iterator[Style]:
    """Yield the styles of the lines of a jamb, from the bottom up: those of a cased wall, or a line
    as heavy as a maze's rim where it can be seen. unit: the size of a stage unit, in points."""
    lines = [layer.style for layer in drawing.layers if layer.name in ("outline", "walls")]
    casings = [
        layer.style
        for layer in drawing.layers
        if layer.name == "character" and layer.style.width and layer.style.line != lines[-1].line
    ]
    # Half of the rim is beneath the paper.
    weight = lines[-1].width if casings else (lines[0].width + lines[-1].width) / 2
    yield Style(weight / unit, lines[0].line)
    yield from (Style(casing.width / unit, casing.line) for casing in casings[:1])


def _convert_posts(view: StageView, posts: Posts) -> Posts:
    """Return the posts of a door, converted from the grid to the stage's units."""
    (ax, ay), (bx, by) = posts
    x, y, scale = view.x, view.y, view.scale
    return ((ax - x) / scale, (ay - y) / scale), ((bx - x) / scale, (by - y) / scale)


@lru_cache(maxsize=256)
def _draw_frame(crop: Crop, weight: float) -> Drawing:
    left, top = crop.left + weight / 2, crop.top + weight / 2
    right, bottom = crop.left + crop.width - weight / 2, crop.top + crop.height - weight / 2
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    layer = Layer("frame", Style(weight), (Subpath(corners, closed=True),))
    return Drawing(*crop, 1, (layer,), is_reused=True)
