"""Themes: the pictures of start and finish, and the stories about them. The data is in
`templates/themes/`.

A theme's file has the texts `about`, `start_name` and `finish_name` and the pictures `start`,
`finish`, `ornament` and `thing` (an object to count along the path). A picture is SVG path data in
a circle of radius 1 around (0, 0), filled black by the even-odd rule. It can also be a list of such
areas from the bottom up, each `{ path = "…" }`, with `fill = "white"` for paper and `color =
"#f5b301"` for another ink in colour books.

`[stories]` has the lines above the mazes, by language; for built-in themes they are in the
catalogues of words. `faces = "left"` is the side to which the start looks; the picture is mirrored
if the path leads the other way. `bleeds = true`: the theme prints up to the edge of the page.
`walls` is the wall character. `floor` is a name in `templates/floors.toml`. `stages` and `outlines`
name drawings in `templates/stages/`: pictures with space for a maze, and figures that are a maze.
`neighbours` names built-in themes, whose drawings later volumes of a series show in turn.
`colors` are the colours of covers, walls and tinted areas; each is optional. Built-in themes also
have scenes, see the module `scenes`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from math import hypot
from typing import TYPE_CHECKING, Any, NamedTuple

from puzzlebook.drawing.drawing import BLACK, WHITE, Colour, Style, make_subpath, parse_colour
from puzzlebook.geometry.curves import Contour, parse_path, point_at
from puzzlebook.ground import templates
from puzzlebook.ground.faults import refuse, suggest_nearest
from puzzlebook.ground.toml_text import parse_toml
from puzzlebook.maze_art.character import CHARACTERS
from puzzlebook.maze_art.character import PLAIN as PLAIN_WALLS
from puzzlebook.maze_art.marks import Mark, Patch, make_mark, mirror_mark
from puzzlebook.maze_art.scenes import Scenes, load_scenes

if TYPE_CHECKING:
    from puzzlebook.outlines import Outline

_KEYS = {"about", "start_name", "finish_name", "start", "finish", "ornament", "thing"}
_KEYS |= {"stories", "bleeds", "colors", "walls", "floor", "faces", "stages", "outlines"}
_KEYS |= {"minor", "neighbours"}
_SIDES = ("left", "right")
_TURN = 0.382  # how far on drawings begin that come again, as a share: a golden one, to differ most
_MAX_RADIUS = 1.001  # of pictures: 1, with some tolerance
_FILLS = {"black": BLACK, "white": WHITE}


class ThemeColours(NamedTuple):
    """The colours of a theme.

    ground: the background of a cover. title: the letters on a cover. accent: eye-catchers on a
    cover. paper: tinted areas. wall: the walls of a maze.
    """

    ground: Colour = WHITE
    title: Colour = BLACK
    accent: Colour = BLACK
    paper: Colour = WHITE
    wall: Colour = BLACK


PLAIN = ThemeColours()


class Theme(NamedTuple):
    """The pictures of a theme, their names, and its stories by language.

    faces: the side to which the start looks; empty for neither. stories_name: the name of a
    built-in theme's stories in the catalogues of words. own: whether the ends are the user's own
    pictures, which these stories do not mention. bleeds: whether it prints up to the edge of the
    page. walls: the character of its walls. floor: the name of the floor between walls; empty for
    none. scenes: the scenes of a built-in theme, if any. stages: the names of drawings with space
    for a maze. outlines: the names of drawings that are one large figure. minor: those of them that
    do not show at a glance what the theme is. neighbours: the names of built-in themes, whose
    drawings later volumes of a series show. in_volume: the drawings of a later volume, by the names
    of the fields `stages` and `outlines`, those of the other volumes last. shown_before: the
    drawings of earlier volumes. borrowed: the neighbours' drawings, which are not about this
    theme's start and finish.
    """

    name: str
    about: str
    start_name: str
    finish_name: str
    start: Mark
    finish: Mark
    ornament: Mark = ()
    thing: Mark = ()
    faces: str = ""
    stories: Mapping[str, tuple[str, ...]] = {}
    stories_name: str = ""
    own: bool = False
    bleeds: bool = False
    colours: ThemeColours = PLAIN
    walls: str = PLAIN_WALLS
    floor: str = ""
    scenes: Scenes | None = None
    stages: tuple[str, ...] = ()
    outlines: tuple[str, ...] = ()
    minor: tuple[str, ...] = ()
    neighbours: tuple[str, ...] = ()
    in_volume: Mapping[str, tuple[str, ...]] = {}
    shown_before: frozenset[str] = frozenset()
    borrowed: frozenset[str] = frozenset()

    def is_borrowed(self, silhouette: str | None) -> bool:
        """Whether the stage with a silhouette of this code is one of the neighbours'."""
        return (silhouette or "").partition(".")[0] in self.borrowed

    def lines(self, language: str) -> tuple[str, ...]:
        """Return a user theme's story lines for a language tag; `pt-BR` falls back on `pt`."""
        return self.stories.get(language) or self.stories.get(language.partition("-")[0]) or ()


@templates.cache_by_release
def load_theme(name: str, in_colour: bool = False) -> Theme:
    """Return a theme from `templates/themes/`, which must contain it."""
    theme = parse_theme(templates.read("themes", name), name, f"theme {name}", in_colour)
    return theme._replace(stories_name=name, scenes=load_scenes(name, in_colour))


def parse_theme(content: bytes, name: str, where: str, in_colour: bool = False) -> Theme:
    """Return the theme that a file's bytes describe. Refuse bytes that do not describe a theme."""
    try:
        rows = parse_toml(content.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise refuse(
            where, "is not a theme in TOML", "copy one of templates/themes and edit it"
        ) from None
    if unknown := sorted(rows.keys() - _KEYS):
        raise refuse(
            where, f'there is no key "{unknown[0]}"', "allowed: " + ", ".join(sorted(_KEYS))
        )
    return Theme(
        name=name,
        about=_parse_line(rows, "about", where),
        start_name=_parse_line(rows, "start_name", where),
        finish_name=_parse_line(rows, "finish_name", where),
        start=parse_picture(rows.get("start"), f"{where}: start", in_colour),
        finish=parse_picture(rows.get("finish"), f"{where}: finish", in_colour),
        ornament=parse_picture(rows["ornament"], f"{where}: ornament", in_colour)
        if "ornament" in rows
        else (),
        thing=parse_picture(rows["thing"], f"{where}: thing", in_colour) if "thing" in rows else (),
        faces=_parse_side(rows.get("faces", ""), f"{where}: faces"),
        stories=_parse_stories(rows.get("stories", {}), where),
        bleeds=_parse_flag(rows.get("bleeds", False), f"{where}: bleeds"),
        colours=_parse_colours(rows.get("colors", {}), f"{where}: colors"),
        walls=_parse_walls(rows.get("walls", PLAIN_WALLS), f"{where}: walls"),
        floor=_parse_floor(rows.get("floor", ""), f"{where}: floor"),
        stages=_parse_stages(rows.get("stages", []), f"{where}: stages"),
        outlines=_parse_stages(rows.get("outlines", []), f"{where}: outlines"),
        minor=_parse_stages(rows.get("minor", []), f"{where}: minor"),
        neighbours=_parse_neighbours(rows.get("neighbours", []), f"{where}: neighbours"),
    )


def _parse_side(value: object, where: str) -> str:
    if value not in ("", *_SIDES):
        raise refuse(where, f"{value!r} is not a side", "allowed: " + ", ".join(_SIDES))
    return str(value)


def _parse_walls(value: object, where: str) -> str:
    if not isinstance(value, str) or value not in CHARACTERS:
        raise refuse(
            where, f"{value!r} is not a style of walls", suggest_nearest(str(value), CHARACTERS)
        )
    return value


def _parse_floor(value: object, where: str) -> str:
    if value:
        known = templates.table("floors.toml")["floors"]  # does not import the code for floors
        if value not in known:
            raise refuse(where, f"{value!r} is not a floor", suggest_nearest(str(value), known))
    return str(value)


def _parse_stages(names: object, where: str) -> tuple[str, ...]:
    if not isinstance(names, list):
        raise refuse(where, "is not a list of stages", "see `puzzlebook list stages`")
    if not names:
        return ()
    known = templates.list_names("stages", ".svg")  # does not import the code for outlines
    for name in names:
        if name not in known:
            near = suggest_nearest(str(name), known, "puzzlebook list stages")
            raise refuse(where, f"there is no stage called {name!r}", near)
    return tuple(names)


def _parse_neighbours(names: object, where: str) -> tuple[str, ...]:
    known = templates.list_names("themes")
    if not isinstance(names, list) or not all(name in known for name in names):
        raise refuse(where, "is not a list of built-in themes", "see `puzzlebook list themes`")
    return tuple(names)


def choose_volume(theme: Theme, volume: int) -> Theme:
    """Return the theme with the stages and outlines that a volume of a series shows: the theme's
    own and those of its neighbours, in turn. Each time that a series shows them again, it begins
    farther on."""
    if volume == 1:
        return theme
    rows = [theme, *map(load_theme, theme.neighbours)]
    again, turn = divmod(volume - 1, len(rows))
    shown, *others = (*rows[turn:], *rows[:turn])
    in_volume = {}
    for field in ("stages", "outlines"):
        names = getattr(shown, field)
        first = again * round(_TURN * len(names)) % max(1, len(names))
        reserve = chain.from_iterable(getattr(row, field) for row in others)
        in_volume[field] = (*names[first:], *names[:first], *reserve)
    return theme._replace(
        in_volume=in_volume,
        minor=tuple(chain.from_iterable(row.minor for row in rows)),
        shown_before=_join_drawings(rows[: volume - 1]),
        borrowed=_join_drawings(rows[1:]),
    )


def _join_drawings(themes: Iterable[Theme]) -> frozenset[str]:
    return frozenset(chain.from_iterable((*row.stages, *row.outlines) for row in themes))


def replace_pictures(
    theme: Theme,
    start: Outline | None,
    finish: Outline | None,
    captions: tuple[str, str] = ("", ""),
) -> Theme:
    """Return the theme with the user's own drawings at the ends, without its stories and scenes,
    which are about other pictures. captions: the names of the drawings."""
    changes: dict[str, Any] = {}
    for name, outline, own_name in zip(("start", "finish"), (start, finish), captions, strict=True):
        if outline:
            changes |= {name: make_mark(outline), f"{name}_name": own_name or name}
    return (
        theme._replace(**changes, faces="", stories={}, own=True, scenes=None) if changes else theme
    )


def name_no_ends(theme: Theme) -> Theme:
    """Return the theme for mazes in whose drawings the ends are visible: its ends are named start
    and finish, and it has no stories."""
    return theme._replace(start_name="start", finish_name="finish", stories={}, own=True)


def start_towards(theme: Theme, right: float) -> Mark:
    """Return the picture of the start, mirrored if needed so that it looks along the path. right:
    how far the path leads to the right; negative for the left."""
    looks_away = {"left": right > 0, "right": right < 0}.get(theme.faces, False)
    return mirror_mark(theme.start) if looks_away else theme.start


def _parse_line(rows: Mapping[str, Any], key: str, where: str) -> str:
    text = rows.get(key)
    if not isinstance(text, str) or not text.strip() or not text.isprintable():
        raise refuse(
            f"{where}: {key}",
            "is missing" if text is None else "is not a line of text",
            "write some words",
        )
    return text


def _parse_flag(value: Any, where: str) -> bool:
    if not isinstance(value, bool):
        raise refuse(where, "is not true or false", "write true or false, without quotes")
    return value


def _parse_colours(rows: Any, where: str) -> ThemeColours:
    names = ", ".join(ThemeColours._fields)
    if not isinstance(rows, dict):
        raise refuse(
            where, "is not a table of colors", f'such as {{ ground = "#bfe3f2" }}, of {names}'
        )
    if unknown := sorted(rows.keys() - set(ThemeColours._fields)):
        raise refuse(where, f'there is no key "{unknown[0]}"', f"allowed: {names}")
    return ThemeColours(
        **{name: _parse_theme_colour(value, f"{where}: {name}") for name, value in rows.items()}
    )


def _parse_theme_colour(value: Any, where: str) -> Colour:
    try:
        return parse_colour(value)
    except (TypeError, ValueError):
        raise refuse(where, f'"{value}" is not a color', "write one such as #f5b301") from None


def _parse_stories(rows: Any, where: str) -> Mapping[str, tuple[str, ...]]:
    if not isinstance(rows, dict) or not all(isinstance(lines, list) for lines in rows.values()):
        raise refuse(
            f"{where}: stories",
            "is not a table of lists",
            'write one such as en = ["Help the bee to its flower."]',
        )
    return {
        language: tuple(
            _parse_line({"line": line}, "line", f"{where}: stories.{language}") for line in lines
        )
        for language, lines in rows.items()
    }


def parse_picture(value: Any, where: str, in_colour: bool = False) -> Mark:
    """Return the mark that a picture in a file describes. Refuse a value that is not a picture."""
    rows = [{"path": value}] if isinstance(value, str) else value
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        raise refuse(
            where,
            "is not a picture",
            'path data, or a list such as [{ path = "M0 0…", fill = "white" }]',
        )
    return tuple(_parse_patch(row, where, in_colour) for row in rows)


def _parse_patch(row: Mapping[str, Any], where: str, in_colour: bool) -> Patch:
    fill, colour = row.get("fill", "black"), row.get("color", "#000000")
    if row.keys() - {"path", "fill", "color"} or fill not in tuple(_FILLS):
        raise refuse(
            where,
            "an area has a path, a fill and a color, but this one has other keys",
            "fill: black or white",
        )
    parsed_colour = _parse_theme_colour(colour, where)
    try:
        contours = [*filter(None, parse_path(row["path"]))]
    except (KeyError, ValueError, IndexError, TypeError, OverflowError):
        raise refuse(where, "its path cannot be read", "write SVG path data") from None
    if not contours or not all(map(_is_within, contours)):
        raise refuse(
            where,
            "it is empty, or extends beyond the circle of radius 1 around 0 0",
            "use a smaller drawing",
        )
    ink = parsed_colour if in_colour and "color" in row else _FILLS[fill]
    return Patch(tuple(map(make_subpath, contours)), Style(fill=ink))


def _is_within(contour: Contour) -> bool:
    """Return whether points of all curves are within the circle. NaN is outside."""
    return all(
        hypot(*point_at(curve, step / 8)) <= _MAX_RADIUS for curve in contour for step in range(9)
    )
