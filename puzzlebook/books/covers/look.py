"""The look shared by all parts of a cover: colours, scenes and lengths."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from math import dist
from typing import Any, NamedTuple

from puzzlebook.books.planning.setting import Setting
from puzzlebook.drawing.drawing import BLACK, Colour, parse_colour
from puzzlebook.drawing.drawing import mix as mix
from puzzlebook.ground import templates
from puzzlebook.ground.lengths import MM
from puzzlebook.language.words import Words
from puzzlebook.maze_art.scenes import Scenes
from puzzlebook.maze_art.theme import ThemeColours
from puzzlebook.maze_art.tints import READABLE as READABLE
from puzzlebook.maze_art.tints import choose_readable as choose_readable
from puzzlebook.maze_art.tints import contrast as contrast
from puzzlebook.mazes import Size
from puzzlebook.typesetting.page import Box
from puzzlebook.typesetting.text import Face

LARGE = 3.0
"""The minimum contrast ratio for letters as large as those on a badge."""
_MIN_BADGE_CONTRAST = 1.6  # minimum contrast ratio of a badge and the ground
_MIN_DIFFERENCE = 0.25  # between the panels of two volumes: distance of their colours in RGB
_FULL = 0.9  # how far from white the farthest part of a full colour is
_BRIGHTER = 0.05  # how much brighter or darker one step makes a colour, as a share
# Ratio of width to height; a wider front has its picture beside the words.
_MAX_UPRIGHT_ASPECT = 1.2
_EVERYBODY = "all"


class CoverLook(NamedTuple):
    """The look of a cover.

    scenes: the source of the cover's pictures, if any. calm: whether the cover has the plainer
    style of books for adults. has_panel: whether front and back have a panel at the foot, as in
    books for children, unless the picture is the user's. ages: the lowest and highest age of the
    readers, if the book is for an age group. shape, size: the shape and the size of the maze on a
    cover without scenes. field: whether that maze fills the foot of the front instead of a disc.
    stages: the drawings from which a front without one of the book's own is chosen, as names and
    words for several, with commas between; empty for none. lettering: the display font of the
    title; empty for that of the book's headings. passage: the width (points) of the passages in
    such a drawing on a page; 0 for that of the book.
    """

    colours: ThemeColours
    scenes: Scenes | None
    calm: bool
    has_panel: bool
    ages: tuple[int, int] | None
    shape: str
    size: Size
    field: bool
    stages: str
    lettering: str
    passage: float

    @property
    def spine(self) -> tuple[Colour, Colour]:
        """The background and type colours of the spine."""
        return self.panel if self.has_panel else (self.colours.ground, self.colours.title)

    @property
    def panel(self) -> tuple[Colour, Colour]:
        """The background and type colours of the panel at the foot of a front for children. With
        scenes, they change from volume to volume of a series."""
        ground, title, accent, paper, wall = self.colours
        dark = title if contrast(title, paper) >= READABLE else wall
        turn = self.scenes.turn if self.scenes else 0
        bands: list[Colour] = []
        for shade in (dark, accent, _saturate(ground), ground):
            band = _brighten(shade, paper)
            if all(dist(band, other) > _MIN_DIFFERENCE for other in (ground, *bands)):
                bands.append(band)
        band = bands[turn % len(bands)] if bands else _brighten(dark, paper)
        return band, choose_readable(band, paper, wall)

    @property
    def burst(self) -> Colour:
        """The colour of the burst on that panel, which stands out from it: the accent or, failing
        that, another of the cover's colours."""
        band, paper = self.panel[0], self.colours.paper
        shades = (self.colours.accent, self.colours.title, self.colours.wall)
        return next((shade for shade in shades if dist(shade, band) > _MIN_DIFFERENCE), paper)

    def age(self, words: Words) -> str:
        """Return the readers' age in words; empty if the book is not for an age group."""
        return words("cover_ages", first=self.ages[0], last=self.ages[1]) if self.ages else ""


class Front(NamedTuple):
    """What the parts of a front share.

    face: the front without the hinge. outer_box: the front with its bleed, from the fold to the
    edges of the sheet. live: the box inside the margins. has_own_picture: whether the picture is
    the user's. safe: the printer's safe distance from the edges. seam: how far the picture goes on
    beneath the spine.
    """

    setting: Setting
    look: CoverLook
    face: Box
    outer_box: Box
    live: Box
    has_own_picture: bool
    safe: float
    seam: float = 0.0

    @property
    def is_wide(self) -> bool:
        """Whether the picture is beside the words."""
        return self.face.width > _MAX_UPRIGHT_ASPECT * self.face.height

    @property
    def has_panel(self) -> bool:
        """Whether the foot is a panel with badges, as in books for children."""
        return self.look.has_panel

    @property
    def boxes(self) -> tuple[Box, Box, Box, float]:
        """The boxes and the safe distance from which the panel is laid out."""
        return self.face, self.live, self.outer_box, self.safe

    @property
    def is_bound_right(self) -> bool:
        """Whether the book is bound at the right."""
        return self.setting.words.right_to_left


def make_look(setting: Setting) -> CoverLook:
    """Return the look for the readers, in the theme's colours, if any, and on the recipe's ground
    colour, if any."""
    recipe, theme = setting.recipe, setting.theme
    row = design_for(setting.order.readers.name if setting.order.readers else _EVERYBODY)
    calm = row.get("calm", False)
    row_colours = ThemeColours(*(colour(row[name]) for name in ThemeColours._fields))
    colours = row_colours if calm or theme.colours == ThemeColours() else theme.colours
    scenes = None if calm or setting.order.picture is not None else theme.scenes
    if scenes is not None:  # a cover is in colour regardless of the book's ink
        scenes = scenes._replace(in_colour=True)
    if recipe.cover.color:
        colours = adapt_to_ground(colours, colour(recipe.cover.color))
    elif calm and "grounds" in row:
        grounds = [colours.ground, *map(colour, row["grounds"])]
        colours = adapt_to_ground(colours, grounds[choose_turn(setting) % len(grounds)])
    elif scenes is None and recipe.volume > 1:  # the volumes of a series differ at a glance
        own = colours.ground, colours.accent, colours.title
        colours = adapt_to_ground(colours, own[(recipe.volume - 1) % len(own)])
    ages = recipe.cover.ages or (
        design_for(recipe.audience).get("ages") if recipe.audience else None
    )
    return CoverLook(
        colours=colours,
        scenes=scenes,
        calm=calm,
        has_panel=not calm and setting.order.picture is None,
        ages=(ages[0], ages[1]) if ages else None,
        shape=row["maze"]["shape"],
        size=tuple(map(int, row["maze"]["size"].split("x"))),
        field=row.get("frame") == "field",
        stages=row.get("stages", ""),
        lettering=row.get("lettering", ""),
        passage=row.get("passage", 0.0) * MM,
    )


def choose_title_face(setting: Setting) -> Face:
    """Return the typeface of titles: that of the readers' covers, or of the book's headings."""
    lettering = make_look(setting).lettering
    return setting.sizes.bold.display(lettering) if lettering else setting.sizes.titles


def _saturate(shade: Colour) -> Colour:
    """Return a colour with its own hue that is no paler than it must be: a deep blue for a sky."""
    farthest = max(1 - part for part in shade)
    red, green, blue = (round(1 - _FULL / farthest * (1 - part), 4) for part in shade)
    return red, green, blue


def _brighten(shade: Colour, ink: Colour) -> Colour:
    """Return a colour as bright as it can be under readable type of a pale colour, in its own
    hue."""
    while contrast(shade, ink) < READABLE <= contrast(BLACK, ink):
        shade = mix(shade, BLACK, _BRIGHTER)
    brighter = shade
    while max(brighter) < 1 and contrast(brighter, ink) >= READABLE:
        shade = brighter
        red, green, blue = (min(1.0, round(part * (1 + _BRIGHTER), 4)) for part in shade)
        brighter = red, green, blue
    return shade


def choose_turn(setting: Setting) -> int:
    """Return a number that chooses among the looks of covers. It follows from the seed, and is one
    higher for each volume of a series."""
    digest = sha256(setting.seed.encode()).digest()
    return setting.recipe.volume - 1 + int.from_bytes(digest[:2])


def design_for(readers: str) -> Mapping[str, Any]:
    """Return the row of `templates/covers.toml` for these readers."""
    rows = _read_designs()
    return rows.get(readers, rows[_EVERYBODY])


@cache
def _read_designs() -> Mapping[str, Mapping[str, Any]]:
    return tomllib.loads((templates.find_folder() / "covers.toml").read_text(encoding="utf-8"))


def adapt_to_ground(colours: ThemeColours, ground: Colour) -> ThemeColours:
    """Return colours for another ground colour, replacing those with too little contrast."""
    title = choose_readable(ground, colours.title, colours.wall, colours.paper)
    accent = colours.accent if contrast(colours.accent, ground) >= _MIN_BADGE_CONTRAST else title
    return colours._replace(ground=ground, title=title, accent=accent)


def colour(text_: str) -> Colour:
    """Parse a colour such as `#2b6cb0`."""
    red, green, blue = (round(part, 4) for part in parse_colour(text_))
    return red, green, blue


def share_of(board: Box, share: float) -> float:
    """Return a share of the mean side of a front or back, in points: at least 8, to keep type
    readable."""
    return max(8.0, share * (board.width + board.height) / 2)
