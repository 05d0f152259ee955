"""What follows from a book's readers: the grid of each section whose recipe names an audience in place of a size.

The grid comes from the page's size alone and from how many mazes share a page, with fixed reserves: 0.875 in at the
binding, 0.5 in at the other sides, a hair beyond both, and a head and a foot. Neither the printer nor the number of
pages has a part in it, so that a printer's gutter never makes other mazes; marks have one only where they need more
room than the readers' own. Margins up to these reserves, which no printer of ours passes, leave every passage at least
as wide as its readers were promised.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from math import floor
from operator import ge
from typing import NamedTuple

from puzzlebook.elementary import times_apart
from puzzlebook.faults import Fault, Refused, refuse
from puzzlebook.lengths import millimetres
from puzzlebook.mazes.grids import grid_of
from puzzlebook.mazes.hidden import fewest_of
from puzzlebook.mazes.silhouettes import fewest_cells
from puzzlebook.mazes.tilings import SHAPES, Shape, Size
from puzzlebook.paper.layout import ABOVE_MAZE, ABOVE_MAZES, BETWEEN_MAZES, MAZES_ARRANGED, SLACK
from puzzlebook.pictures.doors import margin_of
from puzzlebook.pictures.extent import WALL_SHARE, Extent, scale_and_wall
from puzzlebook.printers.trims import Trim, listed, trim
from puzzlebook.recipes.assets import Cut
from puzzlebook.recipes.audiences import Audience, audience_named, audiences
from puzzlebook.recipes.names import FEWEST_A_LETTER, has_room, scant_fault
from puzzlebook.recipes.own_files import LETTERS, SILHOUETTES, WAYS, letters_of
from puzzlebook.recipes.recipe import Recipe, Section

BINDING, SIDES = 0.875 * 72 + SLACK, 0.5 * 72 + SLACK
_HEAD_AND_FOOT = 6.7
"""In sizes of the readers' type."""
FEWEST = 12
"""A grid of fewer cells makes no book: there are too few mazes on it, and all are short."""

_NARROWEST = 0.55
"""Of a cell of the tiling, what the narrowest cell has where a rim is drawn."""
_STEPS = 2
_BOX = 2
"""A silhouette covers about half of the cells of its box."""
_OTHER_PAGES = ("letter", "a4", "8.5x8.5", "8x10", "7.5x9.25", "7x10", "6x9", "a5", "legal")


class Room(NamedTuple):
    """What a page leaves for a maze, in points, once for all printers."""

    width: float
    height: float


class Sized(NamedTuple):
    """A section as its page can hold it, its size, and the readers whose promise this keeps, None where a section has
    a size of its own: in names passages may be narrower than others of the same readers."""

    section: Section
    size: Size
    readers: Audience | None


def sizes_of(recipe: Recipe) -> tuple[Size, ...]:
    """The size of each section; refused where a page is too small for the readers."""
    return tuple(sized.size for sized in sized_sections(recipe))


def sized_sections(recipe: Recipe) -> tuple[Sized, ...]:
    """The sections as their page can hold them; refused where it is too small for the readers.

    Of some tilings, rings above all, a small page has no room for enough cells where it has of squares: these take
    their place, half of what their share would be, as rings have.
    """
    found: list[Sized] = []
    faults = []
    for section in recipe.sections:
        readers = readers_of(recipe, section)
        if readers is None:
            found.append(Sized(section, section.size or (), None))
            continue
        try:
            a_page = section.mazes_a_page or recipe.mazes_a_page
            # Alone on a page the cells of a cut maze are wide enough to leave room for any marks, see `as_cut`.
            is_roomy = section.silhouette and a_page == 1
            roomy = readers if is_roomy else _with_room(readers, recipe.marks)
            sized = _sized_or_squares(roomy, recipe.page, section, a_page)
            found.append(sized._replace(readers=(sized.readers or readers)._replace(marks=readers.marks)))
        except Refused as refused:
            faults += [Fault(f"section.{section.key}.audience", *fault[1:]) for fault in refused.faults]
    if faults:
        raise Refused(faults)
    return tuple(found)


def _with_room(readers: Audience, marks: str) -> Audience:
    """The readers with these marks, where they take more room than their own: a grid keeps the promise beside them."""
    return readers._replace(marks=max(readers.marks, marks, key=margin_of))


def _sized_or_squares(readers: Audience, page: Trim, section: Section, a_page: int) -> Sized:
    try:
        return _sized(readers, page, section, a_page)
    except Refused:
        squares = section.model_copy(update={"shape": "square", "share": section.share / 2})
        return _sized(readers, page, squares, a_page)


def readers_of(recipe: Recipe, section: Section) -> Audience | None:
    """The readers whom a section's grid follows; None where it has a size of its own."""
    name = section.audience or recipe.audience
    return audience_named(name) if name else None


def as_cut(audience: Audience, edge: str) -> Audience:
    """The readers as the grid of a cut maze keeps their promise.

    With a drawn rim cells give way to the drawing: whole ones have so much more room that the narrowest, as it is
    drawn, still has what the next older readers are promised.
    """
    narrower = [each.passage for each in audiences().values() if each.ladder and each.passage < audience.passage]
    if edge == "steps" or not narrower:
        return audience
    least = max(narrower)
    cell = max((least + audience.wall) / _NARROWEST, least / (_NARROWEST - WALL_SHARE))
    passage = cell - max(audience.wall, WALL_SHARE * cell)
    return audience._replace(passage=max(audience.passage, passage))


def _sized(readers: Audience, page: Trim, section: Section, a_page: int) -> Sized:
    """The grid of a section. A share of it never leaves so few cells that nobody would know the silhouette.

    Of a name each letter needs cells enough: where wide passages leave too few, they are as wide as leaves enough, down
    to those of the readers after the next.
    """
    if section.way:
        return Sized(section, _size_for_pictures(readers, page, section, a_page), readers)
    if not section.silhouette:
        return Sized(section, size_for(readers, page, section.shape, section.share, a_page), readers)
    wide = as_cut(readers, section.edge)
    if not any(map(letters_of, SILHOUETTES.names(section.silhouette))):
        finest = SHAPES[section.shape].cells(*size_for(wide, page, section.shape, 1, a_page))
        known = fewest_cells() if section.edge == "drawn" else {}
        fewest = max((known.get(name.lower(), 0) for name in SILHOUETTES.names(section.silhouette)), default=0)
        share = min(1.0, max(section.share, _BOX * fewest / finest))
        return Sized(section, size_for(wide, page, section.shape, share, a_page), readers)
    return _sized_for_names(readers, page, section, a_page)


def _sized_for_names(readers: Audience, page: Trim, section: Section, a_page: int) -> Sized:
    names = ",".join(name for name in SILHOUETTES.names(section.silhouette or "") if letters_of(name))
    first = Sized(section, size_for(as_cut(readers, section.edge), page, section.shape, 1, a_page), readers)
    if has_room(names, section.shape, first.size, section.pieces, section.edge):
        return first
    shape, older = SHAPES[section.shape], _older(readers)[:_STEPS]
    least = readers._replace(passage=older[-1].passage) if older else readers
    fewest = FEWEST_A_LETTER * max(map(len, map(letters_of, SILHOUETTES.names(names))))
    sizes = [size for size in sizes_for(least, page, shape, a_page) if shape.cells(*size) > fewest]
    sizes.sort(key=lambda size: (shape.cells(*size), size))
    roomy = (size for size in sizes if has_room(names, section.shape, size, section.pieces, section.edge))
    return next((Sized(section, size, least) for size in roomy), first)


def _older(readers: Audience) -> list[Audience]:
    """The readers after these, those next to them first."""
    return [each for each in audiences().values() if each.ladder and each.passage < readers.passage]


def name_fault(where: str, recipe: Recipe, section: Section, size: Size, cut: Cut) -> Fault | None:
    """A fault if a letter of a name has too few cells, with what would do."""
    readers = readers_of(recipe, section)
    if readers is None:
        return scant_fault(where, section.shape, size, cut)
    return scant_fault(where, section.shape, size, cut, _ways(recipe, section, readers))


def _ways(recipe: Recipe, section: Section, readers: Audience) -> Iterator[str]:
    """What gives the letters of a section's names cells enough: one maze a page, another page, older readers."""
    a_page = section.mazes_a_page or recipe.mazes_a_page
    choices = [("--set mazes_a_page=1", readers, recipe.page, 1)] if a_page > 1 else []
    choices += [(f"--page {name}", readers, trim(name), a_page) for name in _others(recipe.page)]
    choices += [(f"--audience {each.name}", each, recipe.page, a_page) for each in _older(readers)]
    told: set[str] = set()
    for way, whose, page, many in choices:
        if way.split()[0] not in told and _does(section, whose, page, many):
            told.add(way.split()[0])
            yield way


def _does(section: Section, readers: Audience, page: Trim, a_page: int) -> bool:
    """Whether the names of a section have room with these readers, on this page."""
    with suppress(Refused):
        size = _sized(readers, page, section, a_page).size
        return has_room(section.silhouette or "", section.shape, size, section.pieces, section.edge)
    return False


def _size_for_pictures(readers: Audience, page: Trim, section: Section, a_page: int) -> Size:
    """The grid of a section whose ways draw pictures: its share of the finest, but so many cells that each of ours
    finds room where the page has it."""
    needs = needs_of(section)
    sizes = sizes_for(readers, page, SHAPES[section.shape], a_page)
    roomy = [size for size in sizes if all(map(ge, size, [max(along) for along in zip(*needs, strict=True)]))]
    size = size_for(readers, page, section.shape, section.share, a_page)
    if size in roomy or not roomy:
        return size
    return min(roomy, key=lambda size: (SHAPES[section.shape].cells(*size), size))


def needs_of(section: Section) -> list[Size]:
    """The smallest size that each of the pictures of a section's ways needs."""
    return [fewest_of(name if name.startswith(LETTERS) else name.lower()) for name in WAYS.names(section.way or "")]


def _others(page: Trim) -> Sequence[str]:
    """The pages that may do where one does not: screens for a screen."""
    return [each.name for each in listed() if each.clear] if page.clear else _OTHER_PAGES


def size_for(audience: Audience, page: Trim, shape: str, share: float = 1, a_page: int = 1) -> Size:
    """The grid of a shape for these readers on this page.

    Of all grids that fill the page and keep the promised passage, the one whose number of cells is nearest to a share
    of the finest's, and that has enough of them for a book.
    """
    sizes = sizes_for(audience, page, SHAPES[shape], a_page)
    count = SHAPES[shape].cells
    finest = max((count(*size) for size in sizes), default=0)
    if finest < FEWEST:
        pages = [name for name in _others(page) if _finest(audience, name, shape) >= FEWEST]
        wide = millimetres(audience.passage)
        what = f'{page.name} has no room for passages of {wide} for readers of "{audience.name}"'
        what += f", {a_page} mazes a page" if a_page > 1 else ""
        allowed = "pages that do: " + ", ".join(pages) if pages else "older readers, or square cells"
        raise refuse("audience", what, "fewer mazes a page, or older readers" if a_page > 1 else allowed)
    wanted = max(share * finest, FEWEST)
    return min(sizes, key=lambda size: (times_apart(count(*size), wanted), count(*size)))


def promise_fault(where: str, audience: Audience, passage: float) -> Fault | None:
    """A fault if a passage of this clear width (points) is narrower than the readers were promised."""
    if passage >= audience.passage - 0.01:
        return None
    wide, least = millimetres(passage), millimetres(audience.passage)
    what = f"the margins leave passages of {wide}, and {audience.name} has at least {least}"
    return Fault(where, what, f'margins of at most 0.875 in inside and 0.5 in elsewhere, marks = "{audience.marks}"')


def room_of(audience: Audience, page: Trim, arranged: tuple[int, int] = (1, 1)) -> Room:
    """What the fixed reserves leave of a page for each of the mazes that stand on it in so many columns and rows."""
    taken, ends = BINDING + SIDES, SIDES
    if clear := page.clear:
        taken, ends = 2 * (clear.sides + SLACK), clear.ends + SLACK
    width = page.width - taken
    height = page.height - 2 * ends - _HEAD_AND_FOOT * audience.type_size
    if arranged == (1, 1):
        return Room(width, height)
    columns, rows = arranged
    each = (height - ABOVE_MAZES * audience.type_size + BETWEEN_MAZES / 2) / rows - BETWEEN_MAZES / 2
    return Room((width + BETWEEN_MAZES) / columns - BETWEEN_MAZES, each - ABOVE_MAZE * audience.type_size)


def least_cell(audience: Audience) -> float:
    """The narrowest cell, from the middle of one wall to the middle of the next, that keeps the promise (points)."""
    return max(audience.passage + audience.wall, audience.passage / (1 - WALL_SHARE))


def _finest(audience: Audience, page: str, shape: str) -> int:
    return max((SHAPES[shape].cells(*size) for size in sizes_for(audience, trim(page), SHAPES[shape])), default=0)


@lru_cache(maxsize=256)
def sizes_for(audience: Audience, page: Trim, shape: Shape, a_page: int = 1) -> tuple[Size, ...]:
    """The sizes that fill their room in one direction at least and keep the promise.

    Mazes that share a page are arranged so that the room of each is as near to a square as lets them be of any size.
    """
    rooms = [room_of(audience, page, arranged) for arranged in MAZES_ARRANGED[a_page]]
    rooms.sort(key=lambda room: round(max(room) / max(min(room), 1), 6))
    for room in rooms:
        if sizes := tuple(_sizes_in(audience, room, shape)):
            return sizes
    return ()


def _sizes_in(audience: Audience, room: Room, shape: Shape) -> Iterator[Size]:
    cell = least_cell(audience)
    around = 2 * (margin_of(audience.marks) + max(audience.wall / cell, WALL_SHARE))
    reach = [room.width / cell - around, room.height / cell - around]
    spans = [_Span(*span) for span in _spans(shape)]
    if len(spans) == 1:
        most = [spans[0].count(min(reach))]
        choices = [range(shape.least[0], most[0] + 1)]
    else:
        most = [span.count(length) for span, length in zip(spans, reach, strict=True)]
        choices = [range(least, count + 1) for least, count in zip(shape.least, most, strict=True)]
    if any(count < least for count, least in zip(most, shape.least, strict=True)):
        return
    seen = set()
    for axis, numbers in enumerate(choices):
        for number in numbers:
            size = _filled(spans, reach, axis, number, shape)
            if size not in seen and shape.cells(*size) > 1 and _fits(audience, room, shape, size):
                seen.add(size)
                yield size


class _Span(NamedTuple):
    """How far so many columns, rows or rings reach, in cell widths: a start and a step for each."""

    start: float
    step: float

    def length(self, number: int) -> float:
        return self.start + self.step * number

    def count(self, length: float) -> int:
        return floor(round((length - self.start) / self.step, 6))


@lru_cache(maxsize=32)
def _spans(shape: Shape) -> list[tuple[float, float]]:
    """Start and step along each axis of a size, from grids of 12 and of 30."""
    spans = []
    for axis in range(len(shape.axes)):
        small, large = ([12] * len(shape.axes) for _ in range(2))
        large[axis] = 30
        grids = [grid_of(shape.name, tuple(size)) for size in (small, large)]
        reach = [grid.height if axis else grid.width for grid in grids]
        step = (reach[1] - reach[0]) / 18
        spans.append((reach[0] - 12 * step, step))
    return spans


def _filled(spans: list[_Span], reach: list[float], axis: int, number: int, shape: Shape) -> Size:
    """The size with this number along one axis whose other axis fills the page at the same scale."""
    if len(spans) == 1:
        return (number,)
    other = 1 - axis
    # The width of the arrows' margin is small beside the page: it scales with the cell as the maze does.
    scale = reach[axis] / max(spans[axis].length(number), 1e-9)
    size = [0, 0]
    size[axis] = number
    size[other] = max(shape.least[other], spans[other].count(reach[other] / max(scale, 1)))
    return size[0], size[1]


def _fits(audience: Audience, room: Room, shape: Shape, size: Size) -> bool:
    """Whether the passages of a size are as wide as promised, by the grid's real extent."""
    grid = grid_of(shape.name, size)
    scale, wall = scale_and_wall(Extent(grid.width, grid.height, margin_of(audience.marks)), audience.wall, *room)
    return round(scale - wall - audience.passage, 6) >= 0


def better(audience: Audience, page: Trim, shape: str, enough: int) -> Iterator[tuple[str, str]]:
    """Pages for these readers, then the next older readers for this page, whose finest grid has so many cells: (key,
    name)."""
    for name in _others(page):
        if _finest(audience, name, shape) >= enough:
            yield "page", name
    own = audiences()[audience.name]
    older = _older(own)
    if older and _finest(older[0], page.name, shape) >= enough:
        yield "audience", older[0].name
