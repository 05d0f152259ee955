"""Inked plates: a puzzle or its answer at a scale, with line weights and colours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

from puzzlebook.drawing.drawing import BLACK, THINNEST, WHITE, Colour, Drawing, Layer, Packed, Style
from puzzlebook.maze_art.character import CHARACTERS, HOLLOW_LINE, LEAF, PLAIN, Decoration
from puzzlebook.maze_art.extent import WALL_SHARE
from puzzlebook.maze_art.plate import PackedPlate, Plate, find_arrow_bounds
from puzzlebook.maze_art.rims import rim_weight
from puzzlebook.maze_art.way import WAY_SHARE

# A black path would be hard to follow beside black walls.
PATH_GREY: Colour = (0.5, 0.5, 0.5)

PLANK: Colour = (0.74, 0.74, 0.74)
"""The tint of the planks of bridges, on which the solution path is clearly visible."""

SHADE: Colour = (0.7, 0.7, 0.7)
"""The tint, in answers, of cells on a path that draws a picture."""

# The weight of the line around hollow areas, as a share of the wall's weight.
_HOLLOW_RIM = 0.13
_CASING = 0.17  # weight of the lines on both sides of a cased wall, as a share of its weight
_MIN_RIM = 1.0  # points: thinner lines look grey
# Points: the least width of a cased wall's hollow. A narrower hollow would fill up on a copier.
# With lines across it the wall would look like a chain, and without them like a pipe.
_MIN_HOLLOW = 2.4
_MIN_LEAF = 1.8  # points: leaves with a narrower hollow would look like a chain
# Points: the greatest weight of walls that are drawn bare because their decoration would be too
# small, unless their cells are wide. Decorated walls are heavy, to make room for the decoration; a
# page full of bare lines of that weight would dazzle.
_HEAVIEST_BARE = 2.0

_MIN_WAY = 1.0  # points: the least weight of the solution path


class Ink(NamedTuple):
    """The line weights (points) and colours of a picture.

    hollow: the colour of areas to be coloured in. ground: the colour of the paper between walls;
    None for no tint. end_cells: the colours of start and end cells, if the ground has a colour.
    shade: the colour, in answers, of cells on a path that draws a picture. plank: the colour of the
    planks of bridges. is_plain: whether all
    walls are plain lines on untinted paper.
    """

    wall: float
    path: float = 0.0
    wall_colour: Colour = BLACK
    path_colour: Colour = BLACK
    hollow: Colour = WHITE
    ground: Colour | None = None
    end_cells: tuple[Colour, Colour] = (WHITE, WHITE)
    shade: Colour = SHADE
    plank: Colour = PLANK
    is_plain: bool = False


def draw_puzzle(plate: Plate | PackedPlate, scale: float, ink: Ink) -> Drawing:
    """Return the puzzle at this scale (points per cell)."""
    return _draw(plate, scale, ink, is_solved=False)


def draw_answer(plate: Plate | PackedPlate, scale: float, ink: Ink) -> Drawing:
    """Return the puzzle with its solution at this scale (points per cell)."""
    return _draw(plate, scale, ink, is_solved=True)


def find_inked_box(
    plate: Plate | PackedPlate, has_signs: bool = False
) -> tuple[float, float, float, float]:
    """Return the box (left, top, right, bottom) around a maze with its arrows and figures, in cell
    widths. It has a margin only around mazes with signs or letters, which stand there."""
    margin, headroom = plate.margin, plate.margin + plate.headroom
    if has_signs or plate.letters or not (plate.arrows or plate.figures):
        return -margin, -headroom, plate.width + margin, plate.height + headroom
    if isinstance(plate, PackedPlate):
        arrows = plate.arrows
    else:
        arrows = [find_arrow_bounds(arrow) for arrow in plate.arrows]
    figures = [
        (x - radius, y - radius, x + radius, y + radius)
        for _, _, _, (x, y), radius in plate.figures
    ]
    lefts, tops, rights, bottoms = zip(
        (0.0, 0.0, plate.width, plate.height), *arrows, *figures, strict=True
    )
    return min(lefts), min(tops), max(rights), max(bottoms)


def _draw(plate: Plate | PackedPlate, scale: float, ink: Ink, is_solved: bool) -> Drawing:
    border = plate.margin + plate.overhang + ink.wall / scale
    widest = max(_MIN_WAY, WAY_SHARE * plate.corridor_width * scale)
    styles = _styles(
        ink._replace(path=widest) if widest < ink.path else ink, plate.character, scale
    )
    decoration = (
        [] if _is_bare(ink, plate.character) else list(_decoration_layers(plate.decoration, ink))
    )
    if isinstance(plate, PackedPlate):
        layers = _packed_layers(plate, styles, decoration, is_solved)
    else:
        layers = _layers(plate, styles, decoration, is_solved)
    width, height = plate.width + 2 * border, plate.height + 2 * (border + plate.headroom)
    drawn = list(_layers_beneath_walls(plate, scale, ink))
    if any(plate.floor) and not ink.is_plain:
        from puzzlebook.maze_art.floor import draw_floor

        drawn += draw_floor(plate, scale, ink.wall, ink.wall_colour, ink.ground)
    if plate.figures:
        from puzzlebook.maze_art.figures import FINDS, draw_figures, draw_ringed_finds

        figures = plate.figures
        if is_solved:  # the solution path is over the rings
            layers = _insert_before_way(layers, draw_ringed_finds(figures, scale))
            figures = [figure for figure in figures if figure.layer != FINDS]
        layers = chain(layers, draw_figures(figures, scale))
    drawn += layers
    return Drawing(-border, -border - plate.headroom, width, height, scale, tuple(drawn))


def _insert_before_way(layers: Iterator[Layer], found: Iterator[Layer]) -> Iterator[Layer]:
    for layer in layers:
        if layer.name == "solution":
            yield from found
        yield layer


@lru_cache(maxsize=64)  # so that equal styles are the same object on all pages of a book
def _styles(ink: Ink, character: str, scale: float) -> tuple[Style, Style, Style]:
    """Return the styles of walls, of the solution, and of cells on a path that draws a picture."""
    weight = max(CHARACTERS[character].line * ink.wall, min(ink.wall, THINNEST))
    if _is_bare(ink, character):
        heaviest = ink.wall if ink.is_plain else max(_HEAVIEST_BARE, WALL_SHARE * scale)
        weight = min(ink.wall, heaviest)
    walls = Style(weight, ink.wall_colour)
    return walls, Style(ink.path, ink.path_colour), Style(fill=ink.shade)


def _layers_beneath_walls(plate: Plate | PackedPlate, scale: float, ink: Ink) -> Iterator[Layer]:
    """Yield the wide line of a rim; the paper between walls, if it is tinted or lies over a rim or
    a world; the tints of end cells; and the planks of bridges."""
    tint = None if ink.is_plain else ink.ground
    looks = [("outline", Style(rim_weight(ink.wall, scale), ink.wall_colour))]
    has_paper = tint or plate.rim or (plate.ground and not ink.is_plain)
    looks += [("paper", Style(fill=tint or WHITE))] if has_paper else []
    looks += [("paper", Style(fill=tint_of_cell)) for tint_of_cell in ink.end_cells] if tint else []
    areas = (plate.rim, plate.ground, *plate.end_cells)
    for (name, style), paths in zip(looks, areas, strict=False):
        yield from _paint(plate, name, style, paths)
    yield from _paint(plate, "planks", Style(fill=ink.plank), plate.planks)


def _paint(
    plate: Plate | PackedPlate, name: str, style: Style, paths: Sequence[Any]
) -> Iterator[Layer]:
    if isinstance(plate, PackedPlate):
        yield from (Layer(name, style, (), packed=path) for path in paths)
    elif paths:
        yield Layer(name, style, paths)


def _is_bare(ink: Ink, character: str) -> bool:
    """Return whether walls are plain lines, by request or since hollows would be too thin."""
    if character == "stones":
        return ink.is_plain or _measure_area_rim(ink) < THINNEST
    if CHARACTERS[character].is_cased:
        return ink.is_plain or _measure_hollow(ink) < _MIN_HOLLOW
    return ink.is_plain or (character == "hedge" and _measure_leaf_hollow(ink, LEAF) < _MIN_LEAF)


def has_line_walls(ink: Ink, character: str) -> bool:
    """Return whether walls are lines only, whose width stays the same where the rim is heavier."""
    return character in (PLAIN, "round") or _is_bare(ink, character)


def _decoration_layers(decoration: Sequence[Decoration], ink: Ink) -> Iterator[Layer]:
    """Yield the layers of the wall decoration."""
    for part in decoration:
        style = Style(fill=ink.wall_colour, even_odd=False)
        if part.is_hollow and not part.line:
            style = Style(_measure_area_rim(ink), ink.wall_colour, ink.hollow, even_odd=False)
        elif part.line:
            width = max(part.line * ink.wall, THINNEST)
            if part.is_hollow:
                width = (
                    _measure_hollow(ink) if part.line == 1 else _measure_leaf_hollow(ink, part.line)
                )
            style = Style(width, ink.hollow if part.is_hollow else ink.wall_colour)
        yield Layer("character", style, part.subpaths, packed=part.packed)


def _measure_leaf_hollow(ink: Ink, line: float) -> float:
    """Return the width (points) of the hollow inside a leaf. line: the leaf's weight, as a share of
    the wall's weight."""
    return line * ink.wall - 2 * max(_MIN_RIM, _HOLLOW_RIM * ink.wall)


def _measure_hollow(ink: Ink) -> float:
    """Return the width (points) of the hollow middle of a cased wall."""
    return ink.wall - 2 * max(_MIN_RIM, _CASING * ink.wall)


def _measure_area_rim(ink: Ink) -> float:
    """Return the weight (points) of the line around a hollow area, as heavy as the wall allows."""
    return min(max(_MIN_RIM, _HOLLOW_RIM * ink.wall), HOLLOW_LINE * ink.wall)


def _layers(
    plate: Plate, styles: tuple[Style, Style, Style], decoration: Sequence[Layer], is_solved: bool
) -> Iterator[Layer]:
    """Yield the layers of a plate, from the bottom up."""
    walls, solution, shade = styles
    if is_solved and plate.shading:
        yield Layer("shading", shade, plate.shading)
    yield Layer("walls", walls, plate.walls)
    yield from decoration
    if is_solved:
        yield Layer("solution", solution, plate.solution)
    yield from (*plate.start, *plate.finish)
    if plate.letters:
        yield Layer("letters", Style(fill=BLACK), plate.letter_outlines, plate.letters)


def _packed_layers(
    plate: PackedPlate,
    styles: tuple[Style, Style, Style],
    decoration: Sequence[Layer],
    is_solved: bool,
) -> Iterator[Layer]:
    walls, solution, shade = styles
    for shading in plate.shading if is_solved else ():
        yield Layer("shading", shade, (), packed=shading)
    yield Layer("walls", walls, (), packed=plate.walls)
    yield from decoration
    if is_solved:
        yield Layer("solution", solution, (), packed=plate.solution)
    yield from plate.marks
    for letters in plate.letters:
        # Make a new object each time: pages never shared letters, and sharing them would change
        # the bytes of files.
        yield Layer("letters", Style(fill=BLACK), (), packed=Packed(*letters))
