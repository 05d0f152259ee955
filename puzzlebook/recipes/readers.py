"""The grids of sections that name an audience instead of a size.

`page_grids` works out which grids fit a page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from operator import ge
from typing import NamedTuple

from puzzlebook.ground.faults import Fault, Refused
from puzzlebook.ground.lengths import format_millimetres
from puzzlebook.maze_art.doors import marks_margin
from puzzlebook.maze_art.extent import WALL_SHARE
from puzzlebook.maze_art.marks import Marks
from puzzlebook.mazes import SHAPES, HiddenPicture, Silhouette, Size
from puzzlebook.printers.trims import Trim, trim
from puzzlebook.recipes.assets import SilhouetteSource
from puzzlebook.recipes.audiences import Audience, find_audience, load_audiences
from puzzlebook.recipes.names import FEWEST_A_LETTER, find_scant_fault, has_room
from puzzlebook.recipes.page_grids import (
    FEWEST,
    choose_size,
    finest_number,
    list_sizes,
    suggest_pages,
)
from puzzlebook.recipes.recipe import Recipe, Section
from puzzlebook.recipes.rising import Ladder, Rung, choose_rising
from puzzlebook.recipes.user_files import LETTERS, SILHOUETTES, WAYS, list_name_letters
from puzzlebook.recipes.values import default_ends

_NARROWEST = 0.55
"""The width of the narrowest cell at a drawn rim, as a share of a cell of the tiling."""
_STEPS = 2
_BOX = 2
"""A silhouette covers about half of the cells of its box."""


class SizedSection(NamedTuple):
    """A section adapted to its page, its size, and the audience whose minimum passage this keeps.

    readers: None for a section with its own size. Mazes of names may have narrower passages.
    """

    section: Section
    size: Size
    readers: Audience | None


def choose_sizes(recipe: Recipe) -> tuple[Size, ...]:
    """The size of each section; refused if the page is too small for the audience."""
    return tuple(sized.size for sized in size_sections(recipe))


def size_sections(recipe: Recipe) -> tuple[SizedSection, ...]:
    """The sections as their page can hold them; refused where it is too small for the readers.

    Of some tilings, rings above all, a small page has no room for enough cells where it has of
    squares: these take their place, half of what their share would be, as rings have. In a book
    that rises the boards do.
    """
    found: list[SizedSection] = []
    faults = []
    for section in recipe.sections:
        readers = section_readers(recipe, section)
        if readers is None:
            found.append(SizedSection(section, section.size or (), None))
            continue
        try:
            a_page = section.mazes_a_page or recipe.mazes_a_page
            sized = _size_or_use_squares(
                _roomy(readers, recipe, section), recipe.page, section, a_page
            )
            found.append(
                sized._replace(readers=(sized.readers or readers)._replace(marks=readers.marks))
            )
        except Refused as refused:
            faults += [
                Fault(f"section.{section.key}.audience", *fault[1:]) for fault in refused.faults
            ]
    if faults:
        raise Refused(faults)
    return tuple(_raise_boards(recipe, found) if recipe.rising else found)


def _roomy(readers: Audience, recipe: Recipe, section: Section) -> Audience:
    """The readers with the marks that a section's grid leaves room for."""
    # Alone on a page the cells of a cut maze are wide enough to leave room for any marks, see
    # `adapt_to_cuts`.
    is_roomy = section.silhouette and (section.mazes_a_page or recipe.mazes_a_page) == 1
    return readers if is_roomy else _add_marks_room(readers, recipe.marks)


def _raise_boards(recipe: Recipe, found: Sequence[SizedSection]) -> list[SizedSection]:
    """The sections, each on a board with room for its mazes that is harder than the one before.

    Sections whose mazes are cut, or whose ways draw pictures, have the boards that these need.
    Where too few boards have room for so many mazes, that is said when they run out.
    """
    places = _places_that_rise(recipe)
    chosen = choose_rising([_ladder(recipe, found[place]) for place in places]) or choose_rising(
        [_ladder(recipe, found[place], is_counted=False) for place in places]
    )
    raised = list(found)
    for place, rung in zip(places, chosen or (), strict=bool(chosen)):
        section = raised[place].section
        if rung.shape != section.shape:
            section = _use_squares(section)
        raised[place] = raised[place]._replace(section=section, size=rung.size)
    return raised


def _places_that_rise(recipe: Recipe) -> list[int]:
    """The indices of the sections whose grids follow from the book's audience."""
    return [
        place
        for place, section in enumerate(recipe.sections)
        if recipe.audience and not (section.audience or section.silhouette or section.way)
    ]


def _ladder(recipe: Recipe, sized: SizedSection, is_counted: bool = True) -> Ladder:
    """The boards that a section may have: those of its tiling, and squares. is_counted: whether
    they need to have room for its mazes."""
    section, wanted = sized.section, Rung(sized.section.shape, sized.size)
    readers = section_readers(recipe, section)
    assert readers is not None
    a_page = section.mazes_a_page or recipe.mazes_a_page
    roomy = _roomy(readers, recipe, section)
    rungs = {
        Rung(shape, size): None
        for shape in dict.fromkeys((section.shape, "square"))
        for size in list_sizes(roomy, recipe.page, SHAPES[shape], a_page)
        if SHAPES[shape].cells(*size) >= FEWEST
    }
    return Ladder(wanted, tuple(rungs | {wanted: None}), section.mazes if is_counted else 0)


def _use_squares(section: Section) -> Section:
    """A section with squares in place of its tiling."""
    ends = default_ends("square") if section.ends == default_ends(section.shape) else section.ends
    return section.model_copy(update={"shape": "square", "share": section.share / 2, "ends": ends})


def merge_crowded(recipe: Recipe) -> tuple[Recipe, list[str]]:
    """The recipe of a book that rises with fewer sections, where its page has too few boards for
    all: the easiest become one. And a remark that says which."""
    merged: list[str] = []
    with suppress(Refused):  # that is told when the sizes of all sections are asked for
        while recipe.rising and len(places := _places_that_rise(recipe)) > 1:
            sized = size_sections(recipe.model_copy(update={"rising": None}))
            if choose_rising([_ladder(recipe, sized[place], is_counted=False) for place in places]):
                break
            first, second = (recipe.sections[place] for place in places[:2])
            both = first.model_copy(update={"mazes": first.mazes + second.mazes})
            kept = (
                both if section is first else section
                for section in recipe.sections
                if section is not second
            )
            recipe = recipe.model_copy(update={"sections": tuple(kept)})
            merged = [*(merged or [f'"{first.heading}"']), f'"{second.heading}"']
    if not merged:
        return recipe, []
    one = f"{', '.join(merged[:-1])} and {merged[-1]}"
    return recipe, [
        f"{one} are one section: {recipe.page.name} has no room for mazes that are harder by a step"
    ]


def _add_marks_room(readers: Audience, marks: str) -> Audience:
    """The readers with these marks, where they take more room than their own: a grid keeps the
    promise beside them."""
    return readers._replace(
        marks=max(readers.marks, marks, key=lambda word: marks_margin(Marks.from_word(word)))
    )


def _size_or_use_squares(
    readers: Audience, page: Trim, section: Section, a_page: int
) -> SizedSection:
    try:
        return _size_section(readers, page, section, a_page)
    except Refused:
        return _size_section(readers, page, _use_squares(section), a_page)


def section_readers(recipe: Recipe, section: Section) -> Audience | None:
    """The readers whom a section's grid follows; None where it has a size of its own."""
    name = section.audience or recipe.audience
    return find_audience(name) if name else None


def adapt_to_cuts(audience: Audience, edge: str) -> Audience:
    """The readers as the grid of a cut maze keeps their promise.

    With a drawn rim cells give way to the drawing: whole ones have so much more room that the
    narrowest, as it is drawn, still has what the next older readers are promised.
    """
    narrower = [
        each.passage
        for each in load_audiences().values()
        if each.ladder and each.passage < audience.passage
    ]
    if edge == "steps":
        return audience
    if not narrower:
        return audience._replace(is_cut=True)
    least = max(narrower)
    cell = max((least + audience.wall) / _NARROWEST, least / (_NARROWEST - WALL_SHARE))
    passage = cell - max(audience.wall, WALL_SHARE * cell)
    return audience._replace(passage=max(audience.passage, passage), is_cut=True)


def _size_section(readers: Audience, page: Trim, section: Section, a_page: int) -> SizedSection:
    """The grid of a section. A share of it never leaves so few cells that nobody would know the
    silhouette.

    Of a name each letter needs cells enough: where wide passages leave too few, they are as wide as
    leaves enough, down to those of the readers after the next.
    """
    if section.way:
        return SizedSection(section, _size_for_pictures(readers, page, section, a_page), readers)
    if not section.silhouette:
        return SizedSection(
            section, choose_size(readers, page, section.shape, section.share, a_page), readers
        )
    wide = adapt_to_cuts(readers, section.edge)
    if not any(map(list_name_letters, SILHOUETTES.names(section.silhouette))):
        finest = SHAPES[section.shape].cells(*choose_size(wide, page, section.shape, 1, a_page))
        known = Silhouette.fewest_cells() if section.edge == "drawn" else {}
        fewest = max(
            (known.get(name.lower(), 0) for name in SILHOUETTES.names(section.silhouette)),
            default=0,
        )
        share = min(1.0, max(section.share, _BOX * fewest / finest))
        return SizedSection(section, choose_size(wide, page, section.shape, share, a_page), readers)
    return _size_for_names(readers, page, section, a_page)


def _size_for_names(readers: Audience, page: Trim, section: Section, a_page: int) -> SizedSection:
    names = ",".join(
        name for name in SILHOUETTES.names(section.silhouette or "") if list_name_letters(name)
    )
    first = SizedSection(
        section,
        choose_size(adapt_to_cuts(readers, section.edge), page, section.shape, 1, a_page),
        readers,
    )
    if has_room(names, section.shape, first.size, section.pieces, section.edge):
        return first
    shape, older = SHAPES[section.shape], _list_older_readers(readers)[:_STEPS]
    least = readers._replace(passage=older[-1].passage) if older else readers
    fewest = FEWEST_A_LETTER * max(map(len, map(list_name_letters, SILHOUETTES.names(names))))
    sizes = [size for size in list_sizes(least, page, shape, a_page) if shape.cells(*size) > fewest]
    sizes.sort(key=lambda size: (shape.cells(*size), size))
    roomy = (
        size for size in sizes if has_room(names, section.shape, size, section.pieces, section.edge)
    )
    return next((SizedSection(section, size, least) for size in roomy), first)


def _list_older_readers(readers: Audience) -> list[Audience]:
    """The audiences that are older than this one, the next first."""
    return [
        older
        for older in load_audiences().values()
        if older.ladder and older.passage < readers.passage
    ]


def name_fault(
    where: str, recipe: Recipe, section: Section, size: Size, cut: SilhouetteSource
) -> Fault | None:
    """A fault if a letter of a name has too few cells, with what would do."""
    readers = section_readers(recipe, section)
    if readers is None:
        return find_scant_fault(where, section.shape, size, cut)
    return find_scant_fault(
        where, section.shape, size, cut, _suggest_remedies(recipe, section, readers)
    )


def _suggest_remedies(recipe: Recipe, section: Section, readers: Audience) -> Iterator[str]:
    """What gives the letters of a section's names cells enough: one maze a page, another page,
    older readers."""
    a_page = section.mazes_a_page or recipe.mazes_a_page
    choices = [("--set mazes_a_page=1", readers, recipe.page, 1)] if a_page > 1 else []
    choices += [
        (f"--page {name}", readers, trim(name), a_page) for name in suggest_pages(recipe.page)
    ]
    choices += [
        (f"--audience {each.name}", each, recipe.page, a_page)
        for each in _list_older_readers(readers)
    ]
    told: set[str] = set()
    for way, whose, page, many in choices:
        if way.split()[0] not in told and _has_room_for_names(section, whose, page, many):
            told.add(way.split()[0])
            yield way


def _has_room_for_names(section: Section, readers: Audience, page: Trim, a_page: int) -> bool:
    """Whether the names of a section have room with these readers, on this page."""
    with suppress(Refused):
        size = _size_section(readers, page, section, a_page).size
        return has_room(section.silhouette or "", section.shape, size, section.pieces, section.edge)
    return False


def _size_for_pictures(readers: Audience, page: Trim, section: Section, a_page: int) -> Size:
    """The grid of a section whose ways draw pictures: its share of the finest, but so many cells
    that each of ours finds room where the page has it."""
    needs = list_needed_sizes(section)
    sizes = list_sizes(readers, page, SHAPES[section.shape], a_page)
    roomy = [
        size
        for size in sizes
        if all(map(ge, size, [max(along) for along in zip(*needs, strict=True)]))
    ]
    size = choose_size(readers, page, section.shape, section.share, a_page)
    if size in roomy or not roomy:
        return size
    return min(roomy, key=lambda size: (SHAPES[section.shape].cells(*size), size))


def list_needed_sizes(section: Section) -> list[Size]:
    """The smallest size that each of the pictures of a section's ways needs."""
    return [
        HiddenPicture.smallest_size(name if name.startswith(LETTERS) else name.lower())
        for name in WAYS.names(section.way or "")
    ]


def find_promise_fault(where: str, audience: Audience, passage: float) -> Fault | None:
    """A fault if a passage of this clear width (points) is narrower than the readers were
    promised."""
    if passage >= audience.passage - 0.01:
        return None
    wide, least = format_millimetres(passage), format_millimetres(audience.passage)
    what = f"the margins leave passages of {wide}, and {audience.name} has at least {least}"
    return Fault(
        where,
        what,
        f'margins of at most 0.875 in inside and 0.5 in elsewhere, marks = "{audience.marks}"',
    )


def suggest_better(
    audience: Audience, page: Trim, shape: str, enough: int
) -> Iterator[tuple[str, str]]:
    """Pages for these readers, then the next older readers for this page, whose finest grid has so
    many cells: (key, name)."""
    for name in suggest_pages(page):
        if finest_number(audience, name, shape) >= enough:
            yield "page", name
    own = load_audiences()[audience.name]
    older = _list_older_readers(own)
    if older and finest_number(older[0], page.name, shape) >= enough:
        yield "audience", older[0].name
