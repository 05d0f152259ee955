"""The colours of mazes in colour books, chosen for contrast."""

from __future__ import annotations

from math import fsum

from puzzlebook.drawing.drawing import BLACK, WHITE, Colour, mix
from puzzlebook.maze_art.character import CHARACTERS
from puzzlebook.maze_art.inked import SHADE, Ink
from puzzlebook.maze_art.theme import PLAIN, ThemeColours

READABLE = 4.5
"""The least contrast between type and its background (WCAG 2, 1.4.3)."""
_WALL_CONTRAST, _PATH_CONTRAST = 7.0, 3.0
"""The least contrast of walls, and of the solution path, with the paper."""
_TINT_SHARE = 0.3
"""The share of colour in the tint of an end cell, which is otherwise white."""
_START_COLOURS: tuple[Colour, ...] = ((0.16, 0.65, 0.32), (0.2, 0.5, 0.85))
"""The colours of start cells: green, or blue if the accent is similar to green."""
_SHADE_SHARES, _MIN_SHADE_CONTRAST = (0.4, 0.7, 1.0), 1.4
"""Shares of accent in the cells of a path that draws a picture. The smallest share whose contrast
with white is at least `_MIN_SHADE_CONTRAST` is used."""
_WOOD: Colour = (0.87, 0.72, 0.52)
"""The planks of bridges."""
_MIN_DIFFERENCE = 0.2
"""The least total difference in red, green and blue between the tints of start and end cell."""


def tint_ink(colours: ThemeColours, character: str) -> Ink:
    """Return the colours of a puzzle's walls, paper and path, with line weights of 0."""
    if colours == PLAIN:
        return Ink(0.0)
    return Ink(
        wall=0.0,
        wall_colour=choose_readable(colours.paper, colours.wall, min_contrast=_WALL_CONTRAST),
        path_colour=choose_readable(
            colours.paper, colours.accent, colours.wall, min_contrast=_PATH_CONTRAST
        ),
        hollow=CHARACTERS[character].hollow,
        ground=colours.paper,
        end_cells=end_cell_tints(colours),
        shade=_choose_shade(colours.accent),
        plank=_WOOD,
    )


def end_cell_tints(colours: ThemeColours) -> tuple[Colour, Colour]:
    """Return the tints of start and end cell, which are white with some colour. The tints differ
    visibly from the paper and each other, and are light enough for marks on them."""
    end = mix(WHITE, colours.accent, _TINT_SHARE)
    green, blue = (mix(WHITE, colour, _TINT_SHARE) for colour in _START_COLOURS)
    is_apart = fsum(abs(a - b) for a, b in zip(green, end, strict=True)) >= _MIN_DIFFERENCE
    return green if is_apart else blue, end


def _choose_shade(accent: Colour) -> Colour:
    """Return the tint of cells on a path that draws a picture; grey if the accent is too pale."""
    tints = (mix(WHITE, accent, share) for share in _SHADE_SHARES)
    return next((tint for tint in tints if contrast(tint, WHITE) >= _MIN_SHADE_CONTRAST), SHADE)


def choose_readable(ground: Colour, *choices: Colour, min_contrast: float = READABLE) -> Colour:
    """Return the first of `choices`, black and white whose contrast with a ground is enough."""
    candidates = (*choices, BLACK, WHITE)
    return next((shade for shade in candidates if contrast(shade, ground) >= min_contrast), BLACK)


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast ratio of two colours, 1 to 21 (WCAG 2)."""
    darker, lighter = sorted((_relative_luminance(one), _relative_luminance(other)))
    return round((lighter + 0.05) / (darker + 0.05), 4)


def _relative_luminance(shade: Colour) -> float:
    """Return the relative luminance of a colour, 0 to 1 (WCAG 2)."""
    parts = [
        part / 12.92 if part <= 0.04045 else _expand_component((part + 0.055) / 1.055)
        for part in shade
    ]
    return fsum(part * weight for part, weight in zip(parts, (0.2126, 0.7152, 0.0722), strict=True))


def _expand_component(part: float) -> float:
    """Return a colour component (0.09 to 1) to the power of 2.4, as the twelfth power of its fifth
    root, which is found by Newton's method."""
    root = 1.0
    for _ in range(12):
        root = (4 * root + part / (root * root * root * root)) / 5
    cube = root * root * root
    return cube * cube * cube * cube
