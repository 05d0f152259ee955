"""What the parts of a cover have in common: its colours, and lengths and paragraphs that suit its size."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from math import fsum

from puzzlebook import templates
from puzzlebook.books.setting import Setting
from puzzlebook.mazes.seeds import draws, maze_key
from puzzlebook.paper import text
from puzzlebook.paper.flow import Flow
from puzzlebook.paper.page import Box, Picture
from puzzlebook.pictures.drawing import BLACK, WHITE, Colour, Drawing, Layer, Style, Subpath, colour_of


@dataclass(frozen=True)
class CoverColours:
    """The colours of a cover: what is behind everything, the lines and the type on it, and the way through the maze."""

    ground: Colour
    ink: Colour
    accent: Colour


def look_of(setting: Setting) -> CoverColours:
    """The recipe's colour, or one that the seed picks."""
    palettes = tomllib.loads((templates.folder() / "covers.toml").read_text(encoding="utf-8"))["palettes"]
    key = maze_key(setting.seed, setting.recipe.volume, "cover colours", 1)
    row = palettes[next(draws(key, "palette", 3)) % len(palettes)]
    own = setting.recipe.cover.color
    ground = colour(own or row["ground"])
    ink = BLACK if _light(ground) > 0.4 else WHITE
    if not own:
        return CoverColours(ground, ink, colour(row["accent"]))
    # On a colour of the user's the accent is the one that is farthest from it.
    accents = [colour(row["accent"]) for row in palettes]
    return CoverColours(ground, ink, max(accents, key=lambda accent: round(abs(_light(accent) - _light(ground)), 4)))


def colour(text_: str) -> Colour:
    """The colour that `#2b6cb0` names."""
    red, green, blue = (round(part, 4) for part in colour_of(text_))
    return red, green, blue


def _light(shade: Colour) -> float:
    """How light a colour looks, from 0 to 1 (relative luminance)."""
    parts = [part / 12.92 if part <= 0.04045 else _expanded((part + 0.055) / 1.055) for part in shade]
    return fsum(part * weight for part, weight in zip(parts, (0.2126, 0.7152, 0.0722), strict=True))


def _expanded(part: float) -> float:
    """A part of a colour, 0.09 to 1, to the power of 2.4: the twelfth power of its fifth root, found by Newton."""
    root = 1.0
    for _ in range(12):
        root = (4 * root + part / (root * root * root * root)) / 5
    cube = root * root * root
    return cube * cube * cube * cube


def set_balanced(
    flow: Flow, content: str, face: text.Face, size: float, ink: Colour, leading: float, middle: bool = False
) -> None:
    """Set a paragraph in lines about as long as each other: no word stands alone on the last one."""
    whole = flow.box
    lines, measure = len(text.wrap(content, face, size, whole.width)), whole.width
    while measure > size and len(text.wrap(content, face, size, measure * 0.98)) == lines:
        measure *= 0.98
        if any(text.width(line, face, size) > measure for line in text.wrap(content, face, size, measure)):
            break
    spare = whole.width - measure
    aside = spare / 2 if middle else spare if face.right_to_left else 0.0
    flow.box = whole.inset(left=aside, right=spare - aside)
    flow.set(content, face, size, ink, middle=middle, leading=leading)
    flow.box = whole


def area(box: Box, shade: Colour) -> Picture:
    """A box full of one colour."""
    corners = ((0.0, 0.0), (box.width, 0.0), (box.width, box.height), (0.0, box.height))
    layer = Layer("ground", Style(fill=shade), (Subpath(corners, closed=True),))
    return Picture(box.x, box.y, Drawing(0, 0, box.width, box.height, 1, (layer,)))


def part(board: Box, share: float) -> float:
    """A length that grows with the board; type set in it never gets too small to print."""
    return max(8.0, share * (board.width + board.height) / 2)
