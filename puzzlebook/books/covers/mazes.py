"""The maze on a cover, in its colours: a puzzle with its ends or, from edge to edge, an ornament of
walls alone. No way is drawn through it."""

from __future__ import annotations

from collections.abc import Iterator

from puzzlebook.books.covers.landscape import crop_piece
from puzzlebook.books.covers.look import CoverLook, mix, round_box
from puzzlebook.books.planning.setting import center_drawing
from puzzlebook.drawing.drawing import Drawing, Layer, Style, make_circle
from puzzlebook.maze_art.extent import scale_to_fit
from puzzlebook.maze_art.plate import Plate
from puzzlebook.maze_art.rims import rim_weight
from puzzlebook.maze_art.tints import end_cell_tints
from puzzlebook.typesetting.layout import THINNEST
from puzzlebook.typesetting.page import Box, Picture

_WALL = 0.16  # of a cell
_RIM = 0.35  # of a cell, beyond the walls of a maze on a disc
_AROUND = 0.3
_SHEET, _ROUND, _THIN = (
    0.5,
    1.0,
    0.11,
)  # of a sheet: its margin, its corners, its walls, between which a picture is seen
_RISING, _QUIET = (
    1.04,
    0.3,
)  # how much wider than its board a disc is that rises there; how far its walls stand out


def draw_maze_on_disc(
    plate: Plate, box: Box, look: CoverLook, upper: float = 0.5
) -> Iterator[Picture]:
    """A maze on a piece of paper of its own outline, as large as the box allows; a round one has a
    ring around it."""
    colours, is_round = look.colours, not plate.shading
    scale = scale_to_fit(plate.extent, 0, box.width, box.height)
    rim = max(_RIM, plate.margin)
    if is_round:
        scale = min(box.width, box.height) / (plate.width + 2 * (rim + _AROUND) + _WALL)
    else:
        scale /= 1 + _WALL / plate.width
    wall = max(THINNEST, _WALL * scale)
    layers = (
        [Layer("outline", Style(rim_weight(wall, scale), colours.wall), plate.rim)]
        if plate.rim
        else []
    )
    layers += [Layer("paper", Style(fill=colours.paper), plate.shading)] if plate.shading else []
    around = wall / scale + plate.margin
    if is_round:
        around = _WALL / 2 + rim + _AROUND
        middle, radius = (plate.width / 2, plate.height / 2), plate.width / 2
        layers += [
            Layer("disc", Style(fill=colours.accent), (make_circle(middle, radius + around),)),
            Layer(
                "disc", Style(fill=colours.paper), (make_circle(middle, radius + around - _AROUND),)
            ),
        ]
    end_cells = zip(end_cell_tints(colours), plate.end_cells, strict=False)
    layers += [Layer("paper", Style(fill=colour), paths) for colour, paths in end_cells if paths]
    marks = [*plate.start, *plate.finish]
    if not is_round:  # its arrows lie on the ground of the cover
        marks = [layer._replace(style=layer.style._replace(fill=colours.title)) for layer in marks]
    layers += [Layer("walls", Style(wall, colours.wall), plate.walls), *marks]
    drawing = Drawing(
        -around, -around, plate.width + 2 * around, plate.height + 2 * around, scale, tuple(layers)
    )
    yield center_drawing(drawing, box, upper)


def draw_maze_on_sheet(plate: Plate, box: Box, look: CoverLook) -> Picture:
    """A maze whose way draws a picture, shaded, on a sheet of paper as large as the box allows."""
    colours, around = look.colours, max(_RIM, plate.margin) + _SHEET + _AROUND
    wide, high = plate.width + 2 * around, plate.height + 2 * around
    scale = min(box.width / wide, box.height / high)
    whole = Box(-around, -around, wide, high)
    layers = (
        Layer("sheet", Style(fill=colours.accent), (round_box(whole, _ROUND),)),
        Layer(
            "paper",
            Style(fill=colours.paper),
            (round_box(whole.inset(*[_AROUND] * 4), _ROUND - _AROUND),),
        ),
        Layer("shading", Style(fill=colours.accent), plate.shading),
        Layer("walls", Style(max(THINNEST, _THIN * scale), colours.wall), plate.walls),
        *plate.start,
        *plate.finish,
    )
    return center_drawing(Drawing(-around, -around, wide, high, scale, layers), box)


def draw_maze_on_field(plate: Plate, box: Box, look: CoverLook) -> Picture:
    """A maze that fills a box from edge to edge, cut off where it reaches over it."""
    scale = max(box.width / (plate.width - 2), box.height / (plate.height - 2))
    wall = max(THINNEST, 0.12 * scale)
    width, height = box.width / scale, box.height / scale
    left, top = (plate.width - width) / 2, (plate.height - height) / 2
    layer = Layer("walls", Style(wall, look.colours.title), plate.walls)
    return Picture(box.x, box.y, Drawing(left, top, width, height, scale, (layer,), is_whole=True))


def draw_maze_at_foot(plate: Plate, board: Box, y: float, look: CoverLook) -> Picture:
    """A maze as a quiet ornament over the foot of a board, from y down: a field of it, or a large
    disc that rises at its right and runs off at its left."""
    scale = board.width * (_RISING if look.shape == "polar" else 1) / plate.width
    shade = mix(look.colours.ground, look.colours.title, _QUIET)
    layer = Layer("walls", Style(max(_WALL, THINNEST / scale), shade), plate.walls)
    # Half of the outer walls' line is beyond the extent.
    around = _WALL / 2
    piece = Drawing(-around, -around, plate.width + _WALL, plate.height + _WALL, 1, (layer,))
    wide, high = piece.width * scale, piece.height * scale
    if high < board.bottom - y:
        y = board.bottom - high
    box = Box(board.right - wide, y, wide, high)
    return crop_piece(piece, box, board._replace(y=y, height=board.bottom - y))
