"""The colours of mazes in books in colour, and how well colours can be told apart."""

from __future__ import annotations

from math import fsum

from puzzlebook.drawing.drawing import BLACK, WHITE, Colour
from puzzlebook.maze_art.character import CHARACTERS
from puzzlebook.maze_art.inked import SHADE, Ink
from puzzlebook.maze_art.theme import PLAIN, ThemeColours

READABLE = 4.5
"""The contrast that type needs with what is behind it (WCAG 2, 1.4.3)."""
_WALLS, _WAY = 7.0, 3.0
"""The least contrast of walls, and of a way, with the paper between them."""
_FLOOR = 0.3
"""Of the accent, in the white of the cell where the way ends; and of another colour, where it
begins."""
_BEGINS: tuple[Colour, ...] = ((0.16, 0.65, 0.32), (0.2, 0.5, 0.85))
"""Green; and blue, beside an accent that is green itself."""
_SHADES, _SEEN = (0.4, 0.7, 1.0), 1.4
"""Of the accent, in the cells of a way that draws a picture: the least share that has this contrast
with the paper."""
_TOLD_APART = 0.2
"""The least by which red, green and blue of two floors differ together."""


def tint_ink(colours: ThemeColours, character: str) -> Ink:
    """The colours of a puzzle's walls of this character, of its paper, and of the way through it;
    no weights."""
    if colours == PLAIN:
        return Ink(0.0)
    return Ink(
        wall=0.0,
        wall_colour=choose_readable(colours.paper, colours.wall, least=_WALLS),
        path_colour=choose_readable(colours.paper, colours.accent, colours.wall, least=_WAY),
        hollow=CHARACTERS[character].hollow,
        ground=colours.paper,
        floors=end_cell_tints(colours),
        shade=_choose_shade(colours.accent),
    )


def end_cell_tints(colours: ThemeColours) -> tuple[Colour, Colour]:
    """White with some colour in it, where the way begins and where it ends: they stand out, are
    told apart, and what stands upon them does too."""
    end = mix(WHITE, colours.accent, _FLOOR)
    green, blue = (mix(WHITE, colour, _FLOOR) for colour in _BEGINS)
    is_apart = fsum(abs(a - b) for a, b in zip(green, end, strict=True)) >= _TOLD_APART
    return green if is_apart else blue, end


def _choose_shade(accent: Colour) -> Colour:
    """The paper of the cells of a way that draws a picture; grey where the accent is too pale to
    show it."""
    tints = (mix(WHITE, accent, share) for share in _SHADES)
    return next((tint for tint in tints if contrast(tint, WHITE) >= _SEEN), SHADE)


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """A colour with so large a share of another."""
    red, green, blue = (round(a + (b - a) * share, 4) for a, b in zip(one, other, strict=True))
    return red, green, blue


def choose_readable(ground: Colour, *choices: Colour, least: float = READABLE) -> Colour:
    """The first of some colours, and of black and white, that has enough contrast to be read on a
    ground."""
    tried = (*choices, BLACK, WHITE)
    return next((shade for shade in tried if contrast(shade, ground) >= least), BLACK)


def contrast(one: Colour, other: Colour) -> float:
    """How well two colours can be told apart, from 1 to 21 (WCAG 2, contrast ratio)."""
    low, high = sorted((_relative_luminance(one), _relative_luminance(other)))
    return round((high + 0.05) / (low + 0.05), 4)


def _relative_luminance(shade: Colour) -> float:
    """How light a colour looks, from 0 to 1 (relative luminance)."""
    parts = [
        part / 12.92 if part <= 0.04045 else _expand_component((part + 0.055) / 1.055)
        for part in shade
    ]
    return fsum(part * weight for part, weight in zip(parts, (0.2126, 0.7152, 0.0722), strict=True))


def _expand_component(part: float) -> float:
    """A part of a colour, 0.09 to 1, to the power of 2.4: the twelfth power of its fifth root,
    found by Newton."""
    root = 1.0
    for _ in range(12):
        root = (4 * root + part / (root * root * root * root)) / 5
    cube = root * root * root
    return cube * cube * cube * cube
