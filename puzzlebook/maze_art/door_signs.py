"""Signs at the doors of a maze on a plain page: a word on a board, with or without posts."""

from __future__ import annotations

from functools import lru_cache

from puzzlebook.drawing.drawing import BLACK, THINNEST, WHITE, Drawing, Layer, Style, Subpath
from puzzlebook.maze_art.figures import load_figure_look
from puzzlebook.maze_art.stage_signs import Sign, place_letters, round_box
from puzzlebook.outlines import Outline, outline_letters


@lru_cache(maxsize=8)  # two words, on all pages of a book
def _outline(text: str, font: bytes) -> Outline:
    return outline_letters(text, font, "sign")


def measure_door_sign(sign: Sign, high: float, has_post: bool) -> tuple[float, float]:
    """Return the width and height of a sign. high: of its letters. All are in points."""
    look = load_figure_look()
    letters = _outline(sign.text, sign.font)
    air = 2 * look["board_air"] * high + look["line"] * high
    post = look["post"] * high if has_post else 0.0
    return high * letters.width / letters.height + air, high + air + post


@lru_cache(maxsize=64)
def draw_door_sign(sign: Sign, high: float, has_post: bool) -> Drawing:
    """Draw a sign with letters of this height, in points."""
    look = load_figure_look()
    letters = _outline(sign.text, sign.font)
    line = max(THINNEST, look["line"] * high)
    width, height = measure_door_sign(sign, high, has_post)
    board, air = height - (look["post"] * high if has_post else 0.0), look["board_air"] * high
    half = look["line"] * high / 2
    style = Style(line, BLACK, BLACK)
    layers = []
    if has_post:
        posts = [Subpath(((x * width, board - half), (x * width, height))) for x in (0.3, 0.7)]
        layers.append(Layer("signs", Style(line, BLACK), tuple(posts)))
    outline = round_box(half, half, width - 2 * half, board - 2 * half)
    layers.append(Layer("signs", style, (outline,)))
    scale = high / letters.height
    words = place_letters(letters, half + air, half + air, scale)
    layers.append(Layer("signs", Style(fill=WHITE, even_odd=False), words))
    return Drawing(0, 0, width, height, 1, tuple(layers), is_whole=True)
