"""The maze on a cover, in the cover's colours: a puzzle with start and finish, or an ornament.

The solution path is never drawn.
"""

from __future__ import annotations

from collections.abc import Iterator

from puzzlebook.books.covers.landscape import crop_piece
from puzzlebook.books.covers.look import CoverLook, mix
from puzzlebook.books.planning.setting import center_drawing
from puzzlebook.drawing.drawing import Drawing, Layer, Style, make_circle
from puzzlebook.maze_art.extent import scale_to_fit
from puzzlebook.maze_art.plate import Plate
from puzzlebook.maze_art.rims import rim_weight
from puzzlebook.maze_art.tints import end_cell_tints
from puzzlebook.typesetting.layout import THINNEST, round_box_path
from puzzlebook.typesetting.page import Box, Picture

# Lengths in cells.
_WALL = 0.16
_RIM = 0.35  # paper around the walls of a maze on a disc
_RING = 0.3  # width of the ring around paper
# Margin, corner radius and walls of a maze on a sheet; thin walls, so that its picture shows.
_SHEET_MARGIN, _CORNER_RADIUS, _SHEET_WALL = 0.5, 1.0, 0.11
_FOOT_DISC = 1.04  # diameter of the disc at the foot, as a multiple of its board's width
_ORNAMENT_SHADE = 0.3  # share of the title's colour in the walls of an ornament


def draw_maze_on_disc(
    plate: Plate, box: Box, look: CoverLook, upper: float = 0.5
) -> Iterator[Picture]:
    """Draw a maze on paper with the outline of the maze, as large as fits; round mazes get a ring.
    upper: the share of the spare height that is above the maze."""
    colours, is_round = look.colours, not plate.shading
    scale = scale_to_fit(plate.extent, 0, box.width, box.height)
    rim = max(_RIM, plate.margin)
    if is_round:
        scale = min(box.width, box.height) / (plate.width + 2 * (rim + _RING) + _WALL)
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
        around = _WALL / 2 + rim + _RING
        middle, radius = (plate.width / 2, plate.height / 2), plate.width / 2
        layers += [
            Layer("disc", Style(fill=colours.accent), (make_circle(middle, radius + around),)),
            Layer(
                "disc", Style(fill=colours.paper), (make_circle(middle, radius + around - _RING),)
            ),
        ]
    end_cells = zip(end_cell_tints(colours), plate.end_cells, strict=False)
    layers += [Layer("paper", Style(fill=colour), paths) for colour, paths in end_cells if paths]
    marks = [*plate.start, *plate.finish]
    if not is_round:  # its arrows are on the cover's ground
        marks = [layer._replace(style=layer.style._replace(fill=colours.title)) for layer in marks]
    layers += [Layer("walls", Style(wall, colours.wall), plate.walls), *marks]
    drawing = Drawing(
        -around, -around, plate.width + 2 * around, plate.height + 2 * around, scale, tuple(layers)
    )
    yield center_drawing(drawing, box, upper)


def draw_maze_on_sheet(plate: Plate, box: Box, look: CoverLook) -> Picture:
    """Draw a maze with its hidden picture shaded, on a sheet of paper, as large as fits."""
    colours, around = look.colours, max(_RIM, plate.margin) + _SHEET_MARGIN + _RING
    width, height = plate.width + 2 * around, plate.height + 2 * around
    scale = min(box.width / width, box.height / height)
    sheet = Box(-around, -around, width, height)
    darkest = min(colours.ground, colours.wall, key=sum)
    layers = (
        Layer("sheet", Style(fill=colours.accent), (round_box_path(sheet, _CORNER_RADIUS),)),
        Layer(
            "paper",
            Style(fill=colours.paper),
            (round_box_path(sheet.inset(*[_RING] * 4), _CORNER_RADIUS - _RING),),
        ),
        Layer("shading", Style(fill=darkest), plate.shading),
        Layer("walls", Style(max(THINNEST, _SHEET_WALL * scale), colours.accent), plate.walls),
        *plate.start,
        *plate.finish,
    )
    return center_drawing(Drawing(-around, -around, width, height, scale, layers), box)


def draw_maze_on_field(plate: Plate, box: Box, look: CoverLook) -> Picture:
    """Fill a box with a maze, cropped at the box's edges."""
    scale = max(box.width / (plate.width - 2), box.height / (plate.height - 2))
    wall = max(THINNEST, 0.12 * scale)
    width, height = box.width / scale, box.height / scale
    left, top = (plate.width - width) / 2, (plate.height - height) / 2
    layer = Layer("walls", Style(wall, look.colours.title), plate.walls)
    return Picture(box.x, box.y, Drawing(left, top, width, height, scale, (layer,), is_reused=True))


def draw_maze_at_foot(plate: Plate, board: Box, y: float, look: CoverLook) -> Picture:
    """Draw a maze as a quiet ornament at the foot of a board, from y down: a field, or a large disc
    cut off at the left."""
    scale = board.width * (_FOOT_DISC if look.shape == "polar" else 1) / plate.width
    shade = mix(look.colours.ground, look.colours.title, _ORNAMENT_SHADE)
    layer = Layer("walls", Style(max(_WALL, THINNEST / scale), shade), plate.walls)
    # Outer walls extend beyond the extent by half their width.
    around = _WALL / 2
    piece = Drawing(-around, -around, plate.width + _WALL, plate.height + _WALL, 1, (layer,))
    width, height = piece.width * scale, piece.height * scale
    if height < board.bottom - y:
        y = board.bottom - height
    box = Box(board.right - width, y, width, height)
    return crop_piece(piece, box, board._replace(y=y, height=board.bottom - y))
