"""Ornaments of pages: stars, a theme's pictures, trails and small mazes. All are drawn as paths,
never set as glyphs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import chain
from math import ceil, floor, pi, sqrt

from puzzlebook.books.planning.setting import HEAVY, Setting, answer_ink, center_drawing
from puzzlebook.books.planning.stars import MOST
from puzzlebook.drawing.drawing import BLACK, Drawing, Layer, Style, Subpath, make_circle
from puzzlebook.ground.portable_math import cos, sin
from puzzlebook.ground.seeds import derive_maze_key
from puzzlebook.maze_art.extent import scale_to_fit
from puzzlebook.maze_art.inked import Ink, draw_puzzle
from puzzlebook.maze_art.marks import NO_MARKS, Mark, Marks, mark_layers
from puzzlebook.maze_art.plate import Plate, make_plate
from puzzlebook.maze_art.way import shade_solution
from puzzlebook.mazes import SHORT, Design, Maze, draw_maze, make_grid, read_code
from puzzlebook.typesetting.layout import QUIET, THINNEST
from puzzlebook.typesetting.page import Box, Picture

_STAR_STEP = 1.18  # distance between the centres of two stars, in star heights
_STAR_REACH, _STAR_WAIST = 0.5, 0.22  # outer and inner radius, in star heights
_SIN_72 = sqrt((5 + sqrt(5)) / 8)
_TRAIL_STEP = 0.42  # distance from dot to dot, in heights of the trail
_HEART = (8, 8)  # columns and rows
# Pictures for the worked example of books with hidden pictures.
_EXAMPLES = ("star", "smile", "mushroom")
# The code of a maze whose path crosses a bridge and then leads beneath it.
_BRIDGE = "1-square-3x3-bridges.1-far-hzs0xraev61bkkbc-f"
_BESIDE_BRIDGE = 0.45  # the room beside a bridge that is drawn alone, in cells


def stars_width(size: float, row: int = MOST) -> float:
    """Return the width of a row of stars, in points."""
    return size * (1 + _STAR_STEP * (row - 1))


def draw_stars(
    setting: Setting, count: int, right: float, baseline: float, size: float, row: int = MOST
) -> Picture:
    """Draw a row of stars, `count` of them filled, on a baseline that ends at `right`."""
    width = stars_width(size, row)
    line = HEAVY if setting.is_large_print else THINNEST
    layers = _star_layers(count, setting.words.right_to_left, setting.is_large_print, row)
    # Align the inked tip of the last star with `right`, not its square: the outline of a small star
    # extends beyond the square.
    over = max(0.0, line / 2 - (0.5 - _STAR_REACH * _SIN_72) * size)
    return Picture(
        right - width - over, baseline - size * 0.94, Drawing(0, 0, width / size, 1, size, layers)
    )


@cache
def _star_layers(
    count: int, from_right: bool, is_large_print: bool = False, row: int = MOST
) -> tuple[Layer, ...]:
    """Return the layers of a row of stars, cached so that a file contains them once."""
    outlines = [_star(0.5 + index * _STAR_STEP) for index in range(row)]
    outlines = outlines[::-1] if from_right else outlines
    # Filled stars have an outline too, so that all stars have the same size.
    width, shade = (HEAVY, BLACK) if is_large_print else (THINNEST, QUIET)
    filled = Layer("stars", Style(width=width, line=shade, fill=shade), outlines[:count])
    drawn = Layer("no-stars", Style(width=width, line=shade), outlines[count:])
    return (filled, drawn) if count < row else (filled,)


def _star(x: float) -> Subpath:
    """Return a five-pointed star of height 1, centred at x."""
    points = []
    for corner in range(10):
        reach, angle = (_STAR_WAIST, _STAR_REACH)[corner % 2 == 0], corner * pi / 5
        points.append((x + reach * sin(angle), 0.5 - reach * cos(angle)))
    return Subpath(points, closed=True)


def mark(picture: Mark, x: float, y: float, size: float) -> Picture:
    """Draw a theme's picture in a square with its top left corner at (x, y)."""
    return Picture(
        x, y, Drawing(0, 0, 1, 1, size, tuple(mark_layers(picture, "mark", (0.5, 0.5), 0.5)))
    )


def fit_in_box(picture: Mark, box: Box) -> Picture:
    """Draw a theme's picture in the centre of a box, as large as fits."""
    side = min(box.width, box.height)
    return mark(picture, box.x + (box.width - side) / 2, box.y + (box.height - side) / 2, side)


def draw_trail(setting: Setting, box: Box) -> list[Picture]:
    """Draw the start picture at the left of a box, the finish picture at its right, and a winding
    trail of dots between them."""
    side = box.height
    steps = int((box.width / side - 2) / _TRAIL_STEP)
    if steps < 2:
        return []
    room = box.width / side - 2
    dots = [
        make_circle(
            (1 + room * (step + 0.5) / steps, 0.5 + 0.16 * sin(2 * pi * (step + 0.5) / steps)),
            0.045,
        )
        for step in range(steps)
    ]
    drawing = Drawing(
        0,
        0,
        box.width / side,
        1,
        side,
        (Layer("trail", Style(fill=setting.secondary_colour), dots),),
    )
    theme = setting.theme
    return [
        mark(theme.start, box.x, box.y, side),
        Picture(box.x, box.y, drawing),
        mark(theme.finish, box.right - side, box.y, side),
    ]


def make_ornament(setting: Setting, purpose: str, columns: int, rows: int, marks: Marks) -> Plate:
    """Make the plate of an ornamental maze, which is not one of the book's puzzles.

    purpose: a text with a space, which no section's key has; the maze depends on it.
    """
    key = derive_maze_key(setting.seed, setting.recipe.volume, purpose, 1)
    ends = "none" if marks == NO_MARKS else "corners"
    maze = draw_maze(
        Design("square", (columns, rows), key, ends), make_grid("square", (columns, rows))
    )
    plate = make_plate(maze, marks, setting.theme)
    if marks.figures and setting.scenes:
        from puzzlebook.books.scenes.placing import choose_poses
        from puzzlebook.maze_art.figures import stand_outside

        return stand_outside(plate, maze, choose_poses(setting.scenes, 1))
    return plate


def make_heart_maze(setting: Setting, purpose: str, marks: Marks) -> Plate:
    """Make the plate of a small heart-shaped maze, which is not one of the book's puzzles."""
    from puzzlebook.mazes import Silhouette

    key = derive_maze_key(setting.seed, setting.recipe.volume, purpose, 1)
    heart = Silhouette.built_in("heart")
    design = Design(
        "square", _HEART, key, "none" if marks == NO_MARKS else "far", silhouette=heart.code
    )
    cut = design.shape, design.size, heart
    return make_plate(
        draw_maze(design, make_grid(*cut), make_grid(*cut, "drawn")), marks, setting.theme
    )


def make_hidden_picture_maze(
    setting: Setting,
    purpose: str,
    marks: Marks,
    names: Sequence[str] = _EXAMPLES,
    cells: int = 0,
) -> Plate:
    """Make the plate of a maze whose path draws one of these pictures, preferably one new to the
    book. cells: the columns of the maze; 0 for the smallest possible."""
    from puzzlebook.mazes import HiddenPicture

    pictures = {picture for part in setting.parts for picture in part.pictures if picture}
    hidden = {picture.code.partition(".")[0] for picture in pictures}
    name = next((name for name in names if name not in hidden), names[0])
    picture = HiddenPicture.built_in(name)
    columns, rows = HiddenPicture.smallest_size(name)
    size = (cells, ceil(cells * rows / columns)) if cells else (columns, rows)
    key = derive_maze_key(setting.seed, setting.recipe.volume, purpose, 1)
    design = Design("square", size, key, picture.encode_ends(SHORT))
    maze = draw_maze(design, make_grid("square", size), picture=picture)
    return make_plate(maze, marks, setting.theme)._replace(shading=shade_solution(maze))


def make_bridge_example(setting: Setting) -> Plate:
    """Make the plate of a small maze whose path crosses a bridge and then leads beneath it."""
    return make_plate(_make_bridge_maze(), NO_MARKS, setting.theme)


def _make_bridge_maze() -> Maze:
    design = read_code(_BRIDGE)
    return draw_maze(design, make_grid(design.shape, design.size))


def draw_tiny_bridge(setting: Setting, side: float) -> Drawing:
    """Draw a bridge alone in a square of this side (points), with the ends of the walls around it,
    a way over it and one beneath it."""
    from puzzlebook.maze_art.bridges import draw_planks, draw_rails

    grid = _make_bridge_maze().shown
    (x, y), reach = grid.centres[grid.bridges[0].cell], 0.5 + _BESIDE_BRIDGE
    around = [(a, b) for a in (-1, 1) for b in (-1, 1)]
    walls = [
        Subpath([(x + a * p, y + b * q) for p, q in ((reach, 0.5), (0.5, 0.5), (0.5, reach))])
        for a, b in around
    ]
    beneath = [Subpath([(x + a * reach, y), (x + a * 0.5, y)]) for a in (-1, 1)]
    over = Subpath([(x, y - reach), (x, y + reach)])
    ink = answer_ink(side / (2 * reach), setting.order.tint)
    layers = (
        Layer("bridge", Style(fill=ink.plank), [*chain.from_iterable(draw_planks(grid))]),
        Layer("bridge", Style(THINNEST), [*draw_rails(grid), *walls]),
        Layer("bridge", Style(ink.path, ink.path_colour), [over, *beneath]),
    )
    return Drawing(x - reach, y - reach, 2 * reach, 2 * reach, side / (2 * reach), layers)


def draw_maze_border(
    setting: Setting, purpose: str, box: Box, cell: float, thickness: int, wall: float
) -> Picture:
    """Draw a maze as a border inside a box. purpose: as in `make_ornament`. cell, wall: the widths
    of a cell and of a wall, in points. thickness: the width of the border, in cells."""
    across, down = floor(box.width / cell), floor(box.height / cell)
    plate = _make_maze_frame(setting, purpose, across, down, thickness)
    scale = scale_to_fit(plate.extent, wall, box.width, box.height)
    return center_drawing(draw_puzzle(plate, scale, Ink(wall)), box)


def _make_maze_frame(
    setting: Setting, purpose: str, columns: int, rows: int, thickness: int
) -> Plate:
    """Make the plate of a maze in a rectangular frame, `thickness` cells thick."""
    from puzzlebook.mazes import Silhouette

    key = derive_maze_key(setting.seed, setting.recipe.volume, purpose, 1)
    opening = Silhouette.frame(columns, rows, thickness)
    design = Design("square", (columns, rows), key, "none", silhouette=opening.code)
    return make_plate(
        draw_maze(design, make_grid("square", (columns, rows), opening)), NO_MARKS, setting.theme
    )
