"""A theme's scenes: large drawings for covers, openers and pages, from
`templates/scenes/THEME/PIECE.svg`.

A piece is a file of flat paths: absolute M, L, C and Z, a fill, and a stroke whose width is in the
piece's own units. Pieces are read on demand and cached, so that each is one object. In black books
all lines are black, and all fills except black become white, to be coloured in. The class `aloft`
marks pieces that fly or hang; other classes name pieces with the same motif.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from math import inf, sqrt
from typing import Any, NamedTuple

from puzzlebook.drawing.drawing import (
    BLACK,
    THINNEST,
    WHITE,
    Bend,
    Colour,
    Drawing,
    Layer,
    Style,
    Subpath,
    mix,
    parse_colour,
)
from puzzlebook.geometry.arcs import Point
from puzzlebook.ground import templates

PIECES = (
    *(f"{who}-{pose}" for who in ("hero", "goal") for pose in (1, 2, 3)),
    *(f"prop-{number}" for number in range(1, 9)),
    "band",
    "backdrop",
)
"""The pieces of each theme: its hero setting out, underway and arrived; its goal in three states;
props of its world; a strip that repeats sideways; a landscape that fills a page."""
MORE_PIECES = (
    *(f"hero-{pose}" for pose in range(4, 11)),
    *(f"find-{number}" for number in range(1, 7)),
    *(f"backdrop-{number}" for number in (2, 3)),
)
"""Optional pieces of a theme: more poses of its hero, things to find in dead ends, and landscapes
of other places of its world."""
GOALS = 3
"""The number of goals that each theme has."""
CORNERS = ("corner", "hanging", "standing")
"""Each theme also has one corner piece of a frame. `corner`: the upper left corner, mirrored for
all four. `hanging`: for the upper two corners only, since it would be upside down below.
`standing`: for the lower two corners only, mirrored."""

_BOX = re.compile(r'<svg [^>]*viewBox="0 0 ([\d.]+) ([\d.]+)"')
_CLASS = re.compile(r'<svg [^>]*class="([^"]*)">')
_PATH = re.compile(
    r'<path d="([MLCZ\d. -]+)" fill="(none|#[0-9a-f]{6})"'
    r'(?: stroke="(#[0-9a-f]{6})" stroke-width="([\d.]+)")?/>'
)
_TOKEN = re.compile(r"[MLCZ]|-?[\d.]+")
_MOUND_HEIGHT = 0.17  # height of a mound, as a share of its width
# Distance of the control points of a quarter circle, as a share of its radius.
_CONTROL_DISTANCE = 0.5523
# How much thinner and paler the lines of far things are, as shares.
_THINNER, _PALER = 0.5, 0.5
_LIGHTEST_GREY = 0.88  # printers want 10 % of black or more


class Scenes(NamedTuple):
    """The pieces of a theme, in colour or in black.

    pale: the share of white mixed into the colours. heaviest: the greatest line weight in enlarged
    pieces, in points. turn: the offset at which a volume enters lists of drawings that are used in
    rotation, so that the volumes of a series differ. backdrop: the name of its landscape. shade:
    how dark the greys are that replace colours in black books; 0 for white areas, to be coloured
    in.
    """

    theme: str
    in_colour: bool
    pale: float = 0.0
    heaviest: float = inf
    turn: int = 0
    backdrop: str = "backdrop"
    shade: float = 0.0

    def move_to_place(self, number: int) -> Scenes:
        """Return the pieces with the landscape for the page of this maze. Successive pages cycle
        through the places of the theme's world."""
        names = ["backdrop", *(name for name in MORE_PIECES if name.startswith("backdrop-"))]
        places = [name for name in names if self.has(name)]
        return self._replace(backdrop=places[(number - 1 + self.turn) % len(places)])

    @property
    def corner(self) -> str:
        """The name of the theme's corner piece."""
        return _find_corner_piece(self.theme)

    @property
    def is_turned(self) -> bool:
        """Whether the volume's landscapes are mirrored, as in every second volume of a series."""
        return self.turn % 2 == 1

    def piece(self, name: str, across: bool = False, down: bool = False) -> Drawing:
        """Return a piece at one point per unit, mirrored left to right (across) or up to down
        (down)."""
        folder = f"scenes/{self.theme}"
        return _load_piece(folder, name, self.in_colour, self.shade, self.pale, across, down)

    def sky_piece(self, name: str, across: bool = False) -> Drawing:
        """Return a drawing of `templates/skies` at one point per unit, perhaps mirrored."""
        return _load_piece("skies", name, self.in_colour, self.shade, self.pale, across, down=False)

    def far_piece(self, name: str, across: bool = False) -> Drawing:
        """Return a drawing of `templates/skylines` at one point per unit, perhaps mirrored."""
        shade, pale = self.shade, self.pale
        return _load_piece("skylines", name, self.in_colour, shade, pale, across, down=False)

    def holder(self, name: str) -> tuple[Sequence[Layer], Sequence[Sequence[Layer]]]:
        """Return a drawing of `templates/holders` at one point per unit: the layers that every page
        shows, and those of each thing that a page may leave out."""
        whole = _load_piece(
            "holders", name, self.in_colour, self.shade, self.pale, across=False, down=False
        )
        counts = _count_group_layers("holders", name)
        groups, first = [], 0
        for count in counts:
            groups.append(whole.layers[first : first + count])
            first += count
        return groups[0], groups[1:]

    @property
    def ledge(self) -> Drawing:
        """The ledge beside an upright holder, at one point per unit."""
        return _load_piece(
            "holders", "ledge", self.in_colour, self.shade, self.pale, across=False, down=False
        )

    def has(self, name: str) -> bool:
        """Return whether the theme has a piece of this name."""
        return name in _list_pieces(self.theme)

    @property
    def finds(self) -> tuple[str, ...]:
        """The pieces for dead ends, if the theme has any."""
        return tuple(name for name in MORE_PIECES if name.startswith("find-") and self.has(name))

    def is_aloft(self, name: str) -> bool:
        """Return whether a piece shows something in the sky, which never goes on the ground."""
        return "aloft" in _list_classes(self.theme, name)

    def is_like(self, name: str, others: Iterable[str]) -> bool:
        """Return whether a piece shows the same motif as one of the others; side by side they would
        look like a mistake."""
        return any(
            name == other
            or name in _list_classes(self.theme, other)
            or other in _list_classes(self.theme, name)
            for other in others
        )

    def enlarged(
        self, name: str, scale: float, thinnest: float, across: bool = False, down: bool = False
    ) -> Drawing:
        """Return a piece at this scale, with lines at least `thinnest` points wide. Equal requests
        return the same object."""
        return _enlarge_piece(self, name, scale, thinnest, across, down)

    def bold(
        self,
        name: str,
        scale: float,
        contour: float,
        across: bool = False,
        on_ground: bool = False,
    ) -> Drawing:
        """Return an enlarged piece with a black contour of this weight (points) around it. Equal
        requests return the same object."""
        return _embolden_piece(self, name, scale, contour, across, on_ground)

    def ground(
        self, scale: float, thinnest: float, taken: tuple[tuple[float, float], ...]
    ) -> Drawing:
        """Return the strip along the foot of a page, enlarged, without the objects that overlap one
        of the horizontal ranges in `taken`, which are in the strip's units. Equal requests return
        the same object."""
        return _draw_ground(self, scale, thinnest, taken)

    def piece_on_ground(self, name: str, scale: float, thinnest: float) -> Drawing:
        """Return an enlarged piece on a patch of ground, for use outside the strip. The lower half
        of the patch extends below the piece. On white ground, the patch is a line."""
        return _put_on_ground(self, name, scale, thinnest)


def recede(piece: Drawing, distance: float) -> Drawing:
    """Return a piece with the thinner and paler lines of what is far away. distance: 0 for a piece
    beside the reader, 1 for one at the horizon."""
    return piece._replace(
        layers=tuple(recede_layer(layer, distance) for layer in piece.layers),
    )


def recede_layer(layer: Layer, distance: float) -> Layer:
    """Return a layer of a piece with thinner and paler lines, see `recede`."""
    style = layer.style
    if not style.width:
        return layer
    width = max(THINNEST, style.width * (1 - _THINNER * distance))
    return layer._replace(
        style=style._replace(width=width, line=mix(style.line, WHITE, _PALER * distance))
    )


def load_scenes(theme: str, in_colour: bool) -> Scenes | None:
    """Return the scenes of a built-in theme; None if it has no scenes."""
    return (
        Scenes(theme, in_colour) if (templates.find_folder() / "scenes" / theme).is_dir() else None
    )


def enlarge(piece: Drawing, scale: float, thinnest: float = 0.0, heaviest: float = inf) -> Drawing:
    """Return a piece at this scale (points per unit). Its lines grow with the piece, but are at
    least `thinnest` and at most `heaviest` points wide."""

    def widen(style: Style) -> Style:
        width = max(thinnest, min(heaviest, style.width * scale))
        return style._replace(width=width) if style.width else style

    layers = (layer._replace(style=widen(layer.style)) for layer in piece.layers)
    return piece._replace(scale=scale, layers=tuple(layers))


@lru_cache(maxsize=64)
def _draw_ground(
    scenes: Scenes, scale: float, thinnest: float, taken: tuple[tuple[float, float], ...]
) -> Drawing:
    layers = (layer for (left, right), layer in _list_strip_layers(scenes)
            if not any(left < last and first < right for first, last in taken))  # fmt: skip
    strip = scenes.piece("band")._replace(layers=tuple(layers))
    return enlarge(strip, scale, thinnest, scenes.heaviest)


@lru_cache(maxsize=64)
def _put_on_ground(scenes: Scenes, name: str, scale: float, thinnest: float) -> Drawing:
    from puzzlebook.maze_art.things import measure_bounds

    piece, strip = scenes.piece(name), scenes.piece("band")
    width, height = piece.width, piece.height
    filled = (
        (measure_bounds(layer.subpaths), layer.style) for layer in strip.layers if layer.style.fill
    )
    *_, nearest = (
        style.fill for (left, _, right, _), style in filled if left <= 0 and right >= strip.width
    )
    if nearest == WHITE:
        line = max(layer.style.width for layer in piece.layers)
        floor = Subpath(((line / 2, height - line / 2), (width - line / 2, height - line / 2)))
        ground = Layer("scene", Style(line), (floor,))
    else:
        ground = Layer(
            "scene",
            Style(fill=nearest),
            (make_ellipse((width / 2, height), width / 2, _MOUND_HEIGHT / 2 * width),),
        )
        height += _MOUND_HEIGHT / 2 * width
    return enlarge(piece._replace(height=height, layers=(ground, *piece.layers)), scale, thinnest)


def make_ellipse(centre: Point, x_radius: float, y_radius: float) -> Subpath:
    """Return an ellipse with this centre and these semi-axes."""
    x, y = centre
    aside, along = _CONTROL_DISTANCE * x_radius, _CONTROL_DISTANCE * y_radius
    points = ((x - x_radius, y), (x, y - y_radius), (x + x_radius, y), (x, y + y_radius))
    bends = (
        ((x - x_radius, y - along), (x - aside, y - y_radius)),
        ((x + aside, y - y_radius), (x + x_radius, y - along)),
        ((x + x_radius, y + along), (x + aside, y + y_radius)),
        ((x - aside, y + y_radius), (x - x_radius, y + along)),
    )
    return Subpath(points, bends, closed=True)


@lru_cache(maxsize=32)
def _list_strip_layers(scenes: Scenes) -> Sequence[tuple[tuple[float, float], Layer]]:
    """Return a strip's layers from the bottom up, each with the horizontal range of its object and
    all objects that overlap it. The ground has an empty range, since it is everywhere."""
    from puzzlebook.maze_art.things import LAND, group_overlapping, measure_bounds, split_things

    strip = scenes.piece("band")
    layers = [part for layer in strip.layers for part in split_things(layer)]
    bounds = [measure_bounds(layer.subpaths) for layer in layers]
    groups = group_overlapping(box for box in bounds if box[2] - box[0] < LAND * strip.width)
    reach = {
        box: (min(member[0] for member in group), max(member[2] for member in group))
        for group in groups
        for box in group
    }
    return [(reach.get(box, (inf, -inf)), layer) for box, layer in zip(bounds, layers, strict=True)]


@lru_cache(maxsize=512)
def _enlarge_piece(
    scenes: Scenes, name: str, scale: float, thinnest: float, across: bool, down: bool
) -> Drawing:
    return enlarge(scenes.piece(name, across, down), scale, thinnest, scenes.heaviest)


@lru_cache(maxsize=128)
def _embolden_piece(
    scenes: Scenes, name: str, scale: float, contour: float, across: bool, on_ground: bool
) -> Drawing:
    piece = scenes.enlarged(name, scale, THINNEST, across=across)
    ground: Sequence[Layer] = ()
    if on_ground:
        piece = scenes.piece_on_ground(name, scale, THINNEST)
        ground, piece = piece.layers[:1], piece._replace(layers=piece.layers[1:])
    around = (
        layer._replace(style=Style(2 * contour + layer.style.width))
        for layer in piece.layers
        if layer.style.fill  # lone lines, such as whiskers, stay thin
    )
    width = contour / scale
    return piece._replace(
        left=piece.left - width,
        top=piece.top - width,
        width=piece.width + 2 * width,
        height=piece.height + 2 * width,
        layers=(*ground, *around, *piece.layers),
    )


@lru_cache(maxsize=256)  # hashing a whole drawing would take longer than making it
def _load_piece(
    folder: str, name: str, in_colour: bool, shade: float, pale: float, across: bool, down: bool
) -> Drawing:
    piece = _read_piece(folder, name, in_colour or shade > 0, across, down)
    if not in_colour and shade:
        return _make_grey(piece, shade)
    return _make_pale(piece, pale) if pale else piece


def _make_pale(piece: Drawing, pale: float) -> Drawing:
    def fade(colour: Colour) -> Colour:
        red, green, blue = (round(1 - (1 - part) * (1 - pale), 4) for part in colour)
        return red, green, blue

    def fade_style(style: Style) -> Style:
        return style._replace(line=fade(style.line), fill=style.fill and fade(style.fill))

    layers = (layer._replace(style=fade_style(layer.style)) for layer in piece.layers)
    return piece._replace(layers=tuple(layers))


def _make_grey(piece: Drawing, shade: float) -> Drawing:
    """Return a piece with black lines, and with greys in place of its colours."""

    def dye(style: Style) -> Style:
        return style._replace(line=BLACK, fill=style.fill and find_grey(style.fill, shade))

    layers = (layer._replace(style=dye(layer.style)) for layer in piece.layers)
    return piece._replace(layers=tuple(layers))


def find_grey(colour: Colour, shade: float) -> Colour:
    """Return the grey that replaces a colour in a black book, or white if the grey would be too
    light to print; black stays black. shade: how dark greys are."""
    if colour == BLACK:
        return BLACK
    red, green, blue = colour
    darkness = max(0.0, 1 - (0.3 * red + 0.59 * green + 0.11 * blue))
    grey = round(1 - shade * sqrt(darkness), 3)  # light colours would all be white otherwise
    return (grey, grey, grey) if grey <= _LIGHTEST_GREY else WHITE


@cache
def _list_pieces(theme: str) -> frozenset[str]:
    return frozenset(templates.list_names(f"scenes/{theme}", ".svg"))


@cache
def _count_group_layers(folder: str, name: str) -> Sequence[int]:
    """Return how many paths of a drawing are in none of its groups, which come last, and how many
    are in each of these."""
    text = templates.read(folder, name, ".svg").decode()
    return [len(_PATH.findall(group)) for group in text.split("<g>")]


@cache
def _find_corner_piece(theme: str) -> str:
    return next(name for name in CORNERS if name in _list_pieces(theme))


@cache
def _list_classes(theme: str, name: str) -> frozenset[str]:
    match = _CLASS.match(templates.read(f"scenes/{theme}", name, ".svg").decode())
    return frozenset(match[1].split() if match else ())


@cache
def _read_piece(folder: str, name: str, in_colour: bool, across: bool, down: bool) -> Drawing:
    if across or down:
        return _mirror(_read_piece(folder, name, in_colour, False, False), across, down)
    return _read_drawing(folder, name, in_colour)


def find_motif(section: str) -> Drawing | None:
    """Return the drawing on the opener of a section of ours, by the section's key; None if there is
    none. It is black and white."""
    return _find_drawing(templates.table("motifs.toml"), section)


def find_title_motif(sections: Iterable[str]) -> Drawing | None:
    """Return the drawing on the title page of a book of ours with these sections, by their keys;
    None if there is none. It is black and white."""
    titles = templates.table("motifs.toml")["titles"]
    return next(filter(None, (_find_drawing(titles, section) for section in sections)), None)


def find_vignette(section: str) -> Drawing | None:
    """Return the small drawing in the contents beside a section of ours, by the section's key; None
    if there is none. It is black and white."""
    return _find_drawing(templates.table("vignettes.toml"), section)


class Clue(NamedTuple):
    """What hints at a hidden picture on a framed page. drawing: of the world of its riddle; it does
    not show the picture. border: the name of the border's design."""

    drawing: Drawing
    border: str


@cache
def find_clue(picture: str) -> Clue | None:
    """Return the clue to a hidden picture of ours, by the picture's name; None if it has none."""
    row = templates.table("clues.toml")["clues"].get(picture)
    return Clue(_read_drawing("motifs", row["drawing"], True), row["border"]) if row else None


def are_words_below(section: str) -> bool:
    """Return whether the words of framed pages with hidden pictures are below the mazes, by the key
    of the section."""
    return section in templates.table("clues.toml")["words_below"]


def find_corners(section: str) -> str:
    """Return the name of what is in the corners around a maze that is cut to an outline, by the key
    of the section."""
    corners: Mapping[str, str] = templates.table("clues.toml")["corners"]
    return corners.get(section, corners["others"])


def _find_drawing(names: Mapping[str, Any], section: str) -> Drawing | None:
    name = names.get(section)
    return _read_drawing("motifs", name, in_colour=True) if isinstance(name, str) else None


@cache
def _read_drawing(folder: str, name: str, in_colour: bool) -> Drawing:
    text = templates.read(folder, name, ".svg").decode()
    box = _BOX.match(text)
    assert box
    layers = (
        _parse_layer(path, fill, line, width, in_colour)
        for path, fill, line, width in _PATH.findall(text)
    )
    return Drawing(0, 0, float(box[1]), float(box[2]), 1, tuple(layers), is_reused=True)


def _parse_layer(path: str, fill: str, line: str, width: str, in_colour: bool) -> Layer:
    ink = _choose_colour(line, in_colour) if line else BLACK
    area = None if fill == "none" else _choose_colour(fill, in_colour, WHITE)
    return Layer("scene", Style(float(width or 0), ink, area), _parse_path(path))


def _choose_colour(colour: str, in_colour: bool, replacement: Colour = BLACK) -> Colour:
    """Return a colour as printed. replacement: the colour that replaces all colours but black in
    black books."""
    parsed = parse_colour(colour)
    return parsed if in_colour or parsed == BLACK else replacement


def _parse_path(path: str) -> tuple[Subpath, ...]:
    """Return path data as subpaths. Commands are absolute M, L, C, Z, each with its letter."""
    tokens = iter(_TOKEN.findall(path))
    subpaths: list[Subpath] = []
    points: list[Point] = []
    bends: list[Bend] = []
    for command in tokens:
        if command == "Z":
            subpaths.append(_subpath(points, bends, True))
            points, bends = [], []
        elif command == "M":
            subpaths += [_subpath(points, bends, False)] if points else []
            points, bends = [_point(tokens)], []
        else:
            bends.append((_point(tokens), _point(tokens)) if command == "C" else 0.0)
            points.append(_point(tokens))
    return tuple([*subpaths, _subpath(points, bends, False)] if points else subpaths)


def _point(tokens: Iterator[str]) -> Point:
    return float(next(tokens)), float(next(tokens))


def _subpath(points: Sequence[Point], bends: Sequence[Bend], closed: bool) -> Subpath:
    return Subpath(tuple(points), tuple(bends) if any(bends) else (), closed)


def _mirror(piece: Drawing, across: bool, down: bool) -> Drawing:
    """Return a piece mirrored within its own box."""

    def mirror_point(point: Point) -> Point:
        x, y = point
        return piece.width - x if across else x, piece.height - y if down else y

    return piece._replace(layers=tuple(map_points(layer, mirror_point) for layer in piece.layers))


def map_points(layer: Layer, map_point: Callable[[Point], Point]) -> Layer:
    """Return a layer with each point and control point mapped, since pieces have no arcs."""

    def move_bend(bend: Bend) -> Bend:
        return (map_point(bend[0]), map_point(bend[1])) if isinstance(bend, tuple) else bend

    return layer._replace(
        subpaths=tuple(
            path._replace(
                points=tuple(map(map_point, path.points)), bends=tuple(map(move_bend, path.bends))
            )
            for path in layer.subpaths
        )
    )
