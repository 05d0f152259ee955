"""The board with the words on a page with scenes, which hangs from its frame: of wood, a scroll, or
a plate with rivets; data in `templates/worlds.toml`."""

from __future__ import annotations

from collections.abc import Iterator

from puzzlebook.drawing.drawing import (
    BLACK,
    THINNEST,
    WHITE,
    Colour,
    Drawing,
    Layer,
    Style,
    Subpath,
    make_circle,
    parse_colour,
)
from puzzlebook.maze_art.character import hash_position
from puzzlebook.maze_art.kerb import load_kerb
from puzzlebook.maze_art.panorama import load_world_look
from puzzlebook.maze_art.scenes import Scenes
from puzzlebook.typesetting.layout import round_box_path
from puzzlebook.typesetting.page import Box, Picture

_ROPE_LINE = 4.0  # points: how broad a rope is
_ROPE = 0.12  # how far a rope is from a board's side, as a share of its width


def draw_words_board(scenes: Scenes, box: Box) -> Picture:
    """Draw the board behind words."""
    row, look = load_kerb(scenes.theme), load_world_look()["board"]
    fill = choose_board_colour(scenes)
    draw = {"wood": _draw_planks, "scroll": _draw_scroll, "plate": _draw_plate}[row["board"]]
    line = look["line"]
    board = Box(0, 0, box.width, box.height).inset(*[line / 2] * 4)
    layers = tuple(draw(board, line, fill))
    return Picture(box.x, box.y, Drawing(0, 0, box.width, box.height, 1, layers))


def choose_board_colour(scenes: Scenes) -> Colour:
    """Return the colour of the boards and signs of a theme."""
    kind = load_world_look()["board"]["kinds"][load_kerb(scenes.theme)["board"]]
    return parse_colour(kind["colour"]) if scenes.in_colour else WHITE


def draw_ropes(top: float, board: Box) -> Picture:
    """Draw the two ropes on which a board hangs. top: the y of the edge of the frame above it."""
    height = board.y - top
    ends = _ROPE * board.width, (1 - _ROPE) * board.width
    ropes = [Subpath(((x, _ROPE_LINE / 2), (x, height))) for x in ends]
    layers = (
        Layer("ropes", Style(_ROPE_LINE, BLACK), ropes),
        Layer("ropes", Style(0.4 * _ROPE_LINE, WHITE), ropes),
    )
    return Picture(board.x, top, Drawing(0, 0, board.width, height, 1, layers))


def _draw_planks(board: Box, line: float, fill: Colour) -> Iterator[Layer]:
    """Draw sawn planks: rough ends, grain along the edges, and a nail in each corner."""
    left, right = list[tuple[float, float]](), list[tuple[float, float]]()
    rows = max(2, round(board.height / 16))
    for row in range(rows):
        top, bottom = (board.y + board.height * (row + share) / rows for share in (0, 1))
        insets = [2.0 * hash_position(row + side, board.width) for side in (0.3, 0.7)]
        left += [(board.x + insets[0], top), (board.x + insets[0], bottom)]
        right += [(board.right - insets[1], top), (board.right - insets[1], bottom)]
    yield Layer("board", Style(line, BLACK, fill), (Subpath((*right, *left[::-1]), closed=True),))
    grain = []
    for y in (board.y + 3.0, board.bottom - 3.0):
        x = board.x + 14.0
        while x < board.right - 24.0:
            length = 14.0 + 26.0 * hash_position(x, y)
            grain.append(Subpath(((x, y), (min(x + length, board.right - 12.0), y))))
            x += length + 10.0
    yield Layer("board", Style(THINNEST), grain)
    yield _draw_nails(board, 5.5, 1.0)


def _draw_nails(board: Box, distance: float, radius: float) -> Layer:
    corners = board.inset(*[distance] * 4)
    nails = [
        make_circle((x, y), radius)
        for x in (corners.x, corners.right)
        for y in (corners.y, corners.bottom)
    ]
    return Layer("board", Style(fill=BLACK), nails)


def _draw_scroll(board: Box, line: float, fill: Colour) -> Iterator[Layer]:
    """Draw a sheet between two rolls."""
    roll = 6.0
    sheet = board.inset(roll / 2, 2.5, roll / 2, 2.5)
    yield Layer("board", Style(line, BLACK, fill), (round_box_path(sheet, 0.0),))
    ends = [Box(x, board.y, roll, board.height) for x in (board.x, board.right - roll)]
    rolls = [round_box_path(end, roll / 2) for end in ends]
    yield Layer("board", Style(line, BLACK, fill), rolls)
    turns = [
        Subpath(((end.x + roll / 2, end.y + 5.0), (end.x + roll / 2, end.bottom - 5.0)))
        for end in ends
    ]
    yield Layer("board", Style(THINNEST), turns)


def _draw_plate(board: Box, line: float, fill: Colour) -> Iterator[Layer]:
    """Draw a plate with a rivet in each corner."""
    yield Layer("board", Style(line, BLACK, fill), (round_box_path(board, 6.0),))
    yield Layer("board", Style(THINNEST), (round_box_path(board.inset(*[2.6] * 4), 4.5),))
    yield _draw_nails(board, 6.5, 1.3)
