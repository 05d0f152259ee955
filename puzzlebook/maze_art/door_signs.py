"""Signs at the doors of a maze on a plain page: a word on a board, with or without a post."""

from __future__ import annotations

from functools import lru_cache

from puzzlebook.drawing.drawing import BLACK, THINNEST, Colour, Drawing, Layer, Style, Subpath
from puzzlebook.maze_art.figures import load_figure_look
from puzzlebook.maze_art.stage_signs import Sign, place_letters
from puzzlebook.outlines import Outline, outline_letters


@lru_cache(maxsize=8)  # two words, on all pages of a book
def _outline(text: str, font: bytes) -> Outline:
    return outline_letters(text, font, "sign")


def _choose_scale(letters: Outline, height: float) -> float:
    """Return the scale of letters of this height, in points. A word that is hardly wider than high,
    as in Arabic script with dots above and strokes below, has small letters, so it is larger."""
    return float(
        max(height / letters.height, load_figure_look()["min_wide"] * height / letters.width)
    )


def _measure_sign(sign: Sign, height: float, has_post: bool) -> tuple[float, float]:
    """Return the width and the height of a sign in points. height: the height of its letters."""
    look = load_figure_look()
    letters = _outline(sign.text, sign.font)
    scale = _choose_scale(letters, height)
    air = 2 * look["board_air"] * height + look["line"] * height
    post = look["post"] * height if has_post else 0.0
    return scale * letters.width + air, scale * letters.height + air + post


@lru_cache(maxsize=64)
def draw_door_sign(sign: Sign, high: float, has_post: bool, fill: Colour) -> Drawing:
    """Draw a sign of this colour with letters of this height, in points."""
    look = load_figure_look()
    letters = _outline(sign.text, sign.font)
    line = max(THINNEST, look["line"] * high)
    width, height = _measure_sign(sign, high, has_post)
    board, air = height - (look["post"] * high if has_post else 0.0), look["board_air"] * high
    half = look["line"] * high / 2
    style = Style(line, BLACK, fill)
    layers = []
    if has_post:
        left, right = (width / 2 + side * look["post_wide"] * high / 2 for side in (-1, 1))
        points = (left, board - line), (right, board - line), (right, height), (left, height)
        layers.append(Layer("signs", style, (Subpath(points, closed=True),)))
    outline = _saw(half, half, width - half, board - half, look["sawn"] * high)
    layers.append(Layer("signs", style, (outline,)))
    scale = _choose_scale(letters, high)
    words = place_letters(letters, half + air, half + air, scale)
    layers.append(Layer("signs", Style(fill=BLACK, even_odd=False), words))
    return Drawing(0, 0, width, height, 1, tuple(layers), is_whole=True)


def _saw(left: float, top: float, right: float, bottom: float, ins: float) -> Subpath:
    """Return a board sawn by hand: no end is quite upright, and a notch is in one."""
    middle = (top + bottom) / 2
    points = (
        (left, top),
        (right - ins / 2, top),
        (right, bottom),
        (left + ins, bottom),
        (left + ins / 2, middle),
    )
    return Subpath(points, closed=True)
