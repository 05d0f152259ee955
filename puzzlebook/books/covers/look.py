"""The look shared by all parts of a cover: colours, scenes and lengths."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from puzzlebook.books.planning.setting import Setting
from puzzlebook.drawing.drawing import BLACK, Colour, parse_colour
from puzzlebook.drawing.drawing import mix as mix
from puzzlebook.ground import templates
from puzzlebook.language.words import Words
from puzzlebook.maze_art.scenes import Scenes
from puzzlebook.maze_art.theme import ThemeColours
from puzzlebook.maze_art.tints import READABLE as READABLE
from puzzlebook.maze_art.tints import choose_readable as choose_readable
from puzzlebook.maze_art.tints import contrast as contrast
from puzzlebook.mazes import Size
from puzzlebook.typesetting.page import Box

LARGE = 3.0
"""The minimum contrast for letters as large as a badge's."""
_MIN_BADGE_CONTRAST = 1.6  # minimum contrast of a badge with the ground
_MIN_NIGHT_CONTRAST = 7.0  # minimum contrast of letters on a night cover
_NIGHT = (0.08, 0.13, 0.4)
# Share of black in a band of the accent's colour, so that small type is readable.
_BAND_BLACK = 0.35
# Ratio of width to height; a wider front has its picture beside the words.
_MAX_UPRIGHT_ASPECT = 1.2
_EVERYBODY = "all"


class CoverLook(NamedTuple):
    """The look of a cover.

    scenes: the source of the cover's pictures, if any. calm: whether the cover is for adults. ages:
    the lowest and highest age of the readers, if the book is for an age group. shape, size: the
    shape and the size of the maze on a cover without scenes. field: whether that maze fills the
    foot of the front instead of a disc. is_night: whether it is night in the landscape, for readers
    too old for small children's books.
    """

    colours: ThemeColours
    scenes: Scenes | None
    calm: bool
    ages: tuple[int, int] | None
    shape: str
    size: Size
    field: bool
    is_night: bool

    @property
    def spine(self) -> tuple[Colour, Colour]:
        """The background and type colours of the spine, and of the foot of a front with a scene.
        With scenes, they change from volume to volume of a series."""
        ground, title, accent, paper, wall = self.colours
        if self.scenes is None:
            return ground, title
        band = (wall, mix(accent, BLACK, _BAND_BLACK), ground)[self.scenes.turn % 3]
        return band, choose_readable(band, paper, wall)

    def age(self, words: Words) -> str:
        """Return the readers' age in words; empty if the book is not for an age group."""
        return words("cover_ages", first=self.ages[0], last=self.ages[1]) if self.ages else ""


class Front(NamedTuple):
    """What the parts of a front share.

    face: the front without the hinge. across: the front from fold to edge. live: the box inside the
    margins. has_own_picture: whether the picture is the user's. safe: the printer's safe distance
    from the edges.
    """

    setting: Setting
    look: CoverLook
    face: Box
    across: Box
    live: Box
    has_own_picture: bool
    safe: float

    @property
    def is_wide(self) -> bool:
        """Whether the picture is beside the words."""
        return self.face.width > _MAX_UPRIGHT_ASPECT * self.face.height

    @property
    def has_badge(self) -> bool:
        """Whether a badge shows the age.

        A badge would cover the hero beside a silhouette, or shrink a maze with a hidden picture;
        the foot then shows the age instead.
        """
        all_cut = all(part_.silhouettes for part_ in self.setting.parts)
        return self.look.ages is not None and not (self.setting.is_hiding or all_cut)

    @property
    def is_right(self) -> bool:
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
    is_night = row.get("deep", False) and scenes is not None
    if is_night:
        colours = _darken_colours(colours)
    if recipe.cover.color:
        colours = adapt_to_ground(colours, colour(recipe.cover.color))
    elif scenes is None and recipe.volume > 1:  # the volumes of a series differ at a glance
        grounds = colours.ground, colours.accent, colours.title
        colours = adapt_to_ground(colours, grounds[(recipe.volume - 1) % len(grounds)])
    ages = recipe.cover.ages or (
        design_for(recipe.audience).get("ages") if recipe.audience else None
    )
    return CoverLook(
        colours=colours,
        scenes=scenes,
        calm=calm,
        ages=(ages[0], ages[1]) if ages else None,
        shape=row["maze"]["shape"],
        size=tuple(map(int, row["maze"]["size"].split("x"))),
        field=row.get("frame") == "field",
        is_night=is_night,
    )


def _darken_colours(colours: ThemeColours) -> ThemeColours:
    """Return a theme's colours at night: the darkest for the ground, the lightest for letters."""
    red, _, blue = colours.wall
    # Dark brown would look like mud, so it becomes blue, as in moonlight.
    dark = colours.wall if blue >= red else mix(colours.wall, _NIGHT, 0.9)
    ground, wall = mix(dark, BLACK, 0.1), mix(dark, BLACK, 0.45)
    title = choose_readable(ground, colours.title, colours.paper, least=_MIN_NIGHT_CONTRAST)
    return colours._replace(ground=ground, title=title, wall=wall)


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


def part(board: Box, share: float) -> float:
    """Return a share of a board's mean side, but at least 8 points, to keep type readable."""
    return max(8.0, share * (board.width + board.height) / 2)
