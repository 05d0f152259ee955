"""Signs at the doors of a maze on a plain page: a word on a board, with or without a post."""

from __future__ import annotations

from functools import lru_cache

from puzzlebook.drawing.drawing import BLACK, THINNEST, Colour, Drawing, Layer, Style, Subpath
from puzzlebook.maze_art.figures import load_figure_look
from puzzlebook.maze_art.stage_signs import Sign, place_letters
from puzzlebook.outlines import Outline, outline_letters


@lru_cache(maxsize=8)  # the same two words are on every page of a book
def _outline(text: str, font: bytes) -> Outline:
    return outline_letters(text, font, "sign")


def _choose_scale(letters: Outline, height: float) -> float:
    """Return the scale of letters of this height, in points. A word that is hardly wider than it is
    tall, as in Arabic script with dots above and strokes below, has small letters, so it is
    enlarged."""
    return float(
        max(height / letters.height, load_figure_look()["min_wide"] * height / letters.width)
    )


def _measure_sign(sign: Sign, letter_height: float, has_post: bool) -> tuple[float, float]:
    """Return the size of a sign. letter_height: of its letters. All are in points."""
    look = load_figure_look()
    letters = _outline(sign.text, sign.font)
    scale = _choose_scale(letters, letter_height)
    padding = 2 * look["board_air"] * letter_height + look["line"] * letter_height
    post = look["post"] * letter_height if has_post else 0.0
    return scale * letters.width + padding, scale * letters.height + padding + post


@lru_cache(maxsize=64)
def draw_door_sign(sign: Sign, letter_height: float, has_post: bool, fill: Colour) -> Drawing:
    """Draw a sign of this colour with letters of this height, in points."""
    look = load_figure_look()
    letters = _outline(sign.text, sign.font)
    line = max(THINNEST, look["line"] * letter_height)
    width, height = _measure_sign(sign, letter_height, has_post)
    board, padding = (
        height - (look["post"] * letter_height if has_post else 0.0),
        look["board_air"] * letter_height,
    )
    half = look["line"] * letter_height / 2
    style = Style(line, BLACK, fill)
    layers = []
    if has_post:
        left, right = (width / 2 + side * look["post_wide"] * letter_height / 2 for side in (-1, 1))
        points = (left, board - line), (right, board - line), (right, height), (left, height)
        layers.append(Layer("signs", style, (Subpath(points, closed=True),)))
    outline = _saw(half, half, width - half, board - half, look["sawn"] * letter_height)
    layers.append(Layer("signs", style, (outline,)))
    scale = _choose_scale(letters, letter_height)
    words = place_letters(letters, half + padding, half + padding, scale)
    layers.append(Layer("signs", Style(fill=BLACK, even_odd=False), words))
    return Drawing(0, 0, width, height, 1, tuple(layers), is_reused=True)


def _saw(left: float, top: float, right: float, bottom: float, inset: float) -> Subpath:
    """Return a board sawn by hand: neither end is quite vertical."""
    middle = (top + bottom) / 2
    points = (
        (left, top),
        (right - inset / 2, top),
        (right, bottom),
        (left + inset, bottom),
        (left + inset / 2, middle),
    )
    return Subpath(points, closed=True)
