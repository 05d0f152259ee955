"""The grids of sections whose recipe names an audience instead of a size.

`page_grids` lists the grids that fit a page, and explains what an audience is promised.
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
from puzzlebook.mazes import SHAPES, Design, Grid, Size
from puzzlebook.printers.trims import Trim, trim
from puzzlebook.recipes.assets import SilhouetteSource
from puzzlebook.recipes.audiences import Audience, find_audience, load_audiences
from puzzlebook.recipes.page_grids import (
    FEWEST,
    choose_size,
    finest_number,
    list_sizes,
    smallest_cell,
    suggest_pages,
)
from puzzlebook.recipes.recipe import Recipe, Section
from puzzlebook.recipes.rising import Ladder, Rung, choose_rising
from puzzlebook.recipes.user_files import SILHOUETTES, WAYS, list_name_letters
from puzzlebook.recipes.values import default_ends

_NARROWEST_CELL = 0.55
"""The width of the narrowest cell at a drawn rim, as a share of a whole cell."""
_FITTED_CELL = 0.6
"""The width that fitting aims at for the narrowest cell (`mazes.fitting`), as a share of a whole
cell; grids of more than about 60 cells reach it."""
_STEPS_OLDER = 2
"""Passages of names may be as narrow as those for the audience this many steps older."""
_BOX_RATIO = 2
"""A silhouette covers about one in this many cells of its bounding box."""
_LARGER_SHARES = (0.3, 0.4, 0.5, 0.7, 1.0)
"""Shares of the finest grid to try for a two-page maze if its own share leaves no room for a
gutter."""
_LEGEND = 6.0  # height of the legend of questions, as a multiple of the type size
_WORD_LINES = 2.6  # height of the lines for a word, as a multiple of the type size


class SizedSection(NamedTuple):
    """A section as adapted to its page, and the size of its mazes.

    readers: the audience that is promised its passage width; None if the section has its own size.
    Passages of names may be narrower than those of other mazes for the same audience.
    """

    section: Section
    size: Size
    readers: Audience | None


def choose_sizes(recipe: Recipe) -> tuple[Size, ...]:
    """Return the size of each section; refuse a page that is too small for the readers."""
    return tuple(sized.size for sized in size_sections(recipe))


def size_sections(recipe: Recipe) -> tuple[SizedSection, ...]:
    """Choose the grid of each section; refuse a page that is too small for the readers.

    If a small page has too little room for a tiling, as happens above all with rings, squares
    replace it, with half the share. In a rising book, grids get harder from section to section.
    """
    sections: list[SizedSection] = []
    faults = []
    for section in recipe.sections:
        readers = section_readers(recipe, section)
        if readers is None:
            sections.append(SizedSection(section, section.size or (), None))
            continue
        try:
            sized = _size_or_use_squares(
                _adapt_to_section(readers, recipe, section),
                _leave_room(readers, recipe, section),
                section,
                _count_on_page(recipe, section),
            )
        except Refused as refused:
            where = f"section.{section.key}.audience"
            faults += [fault._replace(where=where) for fault in refused.faults]
        else:
            promised = (sized.readers or readers)._replace(marks=readers.marks, has_signs=False)
            if section.bridges:  # whole cells are wider, so that bridges keep the promise
                promised = promised._replace(passage=min(promised.passage, readers.passage))
            sections.append(sized._replace(readers=promised))
    if faults:
        raise Refused(faults)
    return tuple(_raise_grids(recipe, sections) if recipe.rising else sections)


def _count_on_page(recipe: Recipe, section: Section) -> int:
    """Return the number of mazes on each page of a section."""
    return section.mazes_a_page or recipe.mazes_a_page


def _adapt_to_section(readers: Audience, recipe: Recipe, section: Section) -> Audience:
    """Return the readers with the marks, and with the passage of whole cells, that a section
    needs."""
    if section.bridges:
        readers = adapt_to_bridges(readers)
    return _add_marks_room(readers, recipe, section)


def adapt_to_bridges(audience: Audience) -> Audience:
    """Return the audience with passages so wide that the decks of bridges, which are narrower, keep
    the promise too."""
    return audience._replace(passage=_find_passage(audience, audience.passage, Grid.DECK))


def _add_marks_room(readers: Audience, recipe: Recipe, section: Section) -> Audience:
    """Return the readers with the recipe's marks, if these need more space than the readers' own
    marks.

    The grid then keeps the promise in the space that the marks leave.
    """
    # The cells of a cut maze alone on its page are wide enough for any marks: see `adapt_to_cuts`.
    if section.silhouette and _count_on_page(recipe, section) == 1:
        return readers
    marks = max(readers.marks, recipe.marks, key=lambda word: marks_margin(Marks.from_word(word)))
    return readers._replace(marks=marks, has_signs=bool(section.doors))


def _leave_room(readers: Audience, recipe: Recipe, section: Section) -> Trim:
    """Return the page reduced by the space for the legend of a section's questions, for the lines
    of its words, for the passages that lead into the gutter, or for the hero and the goal."""
    page = recipe.page
    if height := _LEGEND if section.questions else _WORD_LINES if section.word else 0.0:
        page = page._replace(height=page.height - height * readers.type_size)
    if section.spread:
        marks = max(
            readers.marks, recipe.marks, key=lambda word: marks_margin(Marks.from_word(word))
        )
        inward = Grid.GUTTER / 2 - marks_margin(Marks.from_word(marks))  # no marks at the gutter
        return page._replace(width=page.width - max(0.0, inward) * smallest_cell(readers))
    is_alone = _count_on_page(recipe, section) == 1 and not section.stage
    # Reserve this space whatever the marks are, so that marks do not change the grid.
    if not height and readers.scenes and is_alone and leads_down(section):
        from puzzlebook.maze_art.figures import find_kept_room, find_kept_strips

        strips = find_kept_strips() if section.silhouette else 0.0
        height = page.height - find_kept_room(page.height, readers.passage)
        return page._replace(width=page.width - strips, height=height)
    return page


def has_figures(recipe: Recipe, section: Section) -> bool:
    """Return whether the hero and the goal stand outside the doors of a section's mazes, above and
    below them, provided that the book has scenes and its pages have room."""
    return leads_down(section) and recipe.end_marks.are_in_cells


def leads_down(section: Section) -> bool:
    """Return whether a section has plain mazes whose solution paths lead from top to bottom of one
    page."""
    is_plain = not (section.way or section.questions or section.doors)
    return is_plain and not section.spread and section.ends == "opposite"


def _raise_grids(recipe: Recipe, sections: Sequence[SizedSection]) -> list[SizedSection]:
    """Give each section a grid that is harder than the one before and has enough mazes.

    Sections with silhouettes or hidden pictures keep the grids that they need. If too few grids
    have enough mazes, the numbers of mazes are ignored here, and a fault is reported when mazes run
    out.
    """
    rising = _list_rising(recipe)
    rungs = choose_rising([_make_ladder(recipe, sections[i]) for i in rising]) or choose_rising(
        [_make_ladder(recipe, sections[i], is_counted=False) for i in rising]
    )
    raised = list(sections)
    for i, rung in zip(rising, rungs or (), strict=bool(rungs)):
        section = raised[i].section
        if rung.shape != section.shape:
            section = _use_squares(section)
        raised[i] = raised[i]._replace(section=section, size=rung.size)
    return raised


def _list_rising(recipe: Recipe) -> list[int]:
    """List the indices of the sections whose grids follow from the book's audience alone."""
    return [
        i
        for i, section in enumerate(recipe.sections)
        if recipe.audience and not (section.audience or section.silhouette or section.way)
    ]


def _make_ladder(recipe: Recipe, sized: SizedSection, is_counted: bool = True) -> Ladder:
    """Return the grids that a section may have: those of its own tiling, and square ones.

    is_counted: whether the grids must have enough mazes for the section.
    """
    section, wanted = sized.section, Rung(sized.section.shape, sized.size)
    readers = section_readers(recipe, section)
    assert readers is not None
    readers = _adapt_to_section(readers, recipe, section)
    page = _leave_room(readers, recipe, section)
    rungs = {
        Rung(shape, _double_for_spread(section, size)): None
        for shape in dict.fromkeys((section.shape, "square"))
        for size in list_sizes(readers, page, SHAPES[shape], _count_on_page(recipe, section))
        if SHAPES[shape].cells(*size) >= FEWEST
        and _has_room_across(section, _double_for_spread(section, size))
    }
    return Ladder(wanted, tuple(rungs | {wanted: None}), section.mazes if is_counted else 0)


def _use_squares(section: Section) -> Section:
    """Return the section with squares instead of its tiling."""
    ends = default_ends("square") if section.ends == default_ends(section.shape) else section.ends
    return section.model_copy(update={"shape": "square", "share": section.share / 2, "ends": ends})


def merge_crowded(recipe: Recipe) -> tuple[Recipe, list[str]]:
    """Merge the easiest sections of a rising book until its page has enough grids for all sections.

    Also return a remark that names the merged sections.
    """
    merged: list[str] = []
    with suppress(Refused):  # refused later, when all sections are sized
        while recipe.rising and len(rising := _list_rising(recipe)) > 1:
            sized = size_sections(recipe.model_copy(update={"rising": None}))
            if choose_rising([_make_ladder(recipe, sized[i], is_counted=False) for i in rising]):
                break
            first, second = (recipe.sections[i] for i in rising[:2])
            both = first.model_copy(update={"mazes": first.mazes + second.mazes})
            sections = list(recipe.sections)
            sections[rising[0]] = both
            del sections[rising[1]]
            recipe = recipe.model_copy(update={"sections": tuple(sections)})
            merged = [*(merged or [f'"{first.heading}"']), f'"{second.heading}"']
    if not merged:
        return recipe, []
    names = f"{', '.join(merged[:-1])} and {merged[-1]}"
    what = f"{recipe.page.name} has no room for mazes one step harder"
    return recipe, [f"{names} are one section: {what}"]


def _size_or_use_squares(
    readers: Audience, page: Trim, section: Section, per_page: int
) -> SizedSection:
    try:
        return _size_section(readers, page, section, per_page)
    except Refused:
        return _size_section(readers, page, _use_squares(section), per_page)


def section_readers(recipe: Recipe, section: Section) -> Audience | None:
    """Return the audience that a section's grid follows; None if the section has its own size."""
    name = section.audience or recipe.audience
    return find_audience(name, level=recipe.level) if name else None


def adapt_to_cuts(audience: Audience, edge: str) -> Audience:
    """Return the audience with the passage that its promise requires in a cut maze.

    A drawn rim narrows the cells along it. Whole cells are therefore widened until the narrowest
    cell at the rim keeps the promise to the next older audience.
    """
    if edge == "steps":
        return audience
    narrower = [older.passage for older in _list_older_readers(audience)]
    if not narrower:
        return audience._replace(is_cut=True)
    passage = _find_passage(audience, max(narrower), _NARROWEST_CELL)
    return audience._replace(passage=max(audience.passage, passage), is_cut=True)


def _find_passage(audience: Audience, minimum: float, share: float) -> float:
    """Return the passage of whole cells at which the narrowest cell, whose width is `share` times
    that of a whole cell, has the passage `minimum`."""
    cell = max((minimum + audience.wall) / share, minimum / (share - WALL_SHARE))
    return cell - max(audience.wall, WALL_SHARE * cell)


def narrowest_promise(audience: Audience) -> float:
    """Return the narrowest passage allowed at a drawn rim, in points: the width promised to the
    next audience with narrower passages, however wide bridges make this audience's; 0 if there is
    none. A cover has narrower passages than its readers' pages."""
    own = find_audience(audience.name, level=audience.level)
    narrower = min(audience, own, key=lambda readers: readers.passage)
    return max((older.passage for older in _list_older_readers(narrower)), default=0.0)


def adapt_to_pictures(readers: Audience, recipe: Recipe, section: Section) -> Audience:
    """Return the readers with the passage, and the marks, for a section with its own sizes.

    Passages at a drawn rim, and in hidden pictures, may be as narrow as for readers two steps
    older, because pictures need many cells; so may passages of names.
    """
    readers = _add_marks_room(readers, recipe, section)
    minimum = find_picture_passage(readers)
    if section.way:
        return readers._replace(passage=minimum)
    if section.silhouette and section.edge == "drawn":
        passage = max(readers.passage, _find_passage(readers, minimum, _FITTED_CELL))
        return readers._replace(passage=passage, is_cut=True)
    return _adapt_to_section(readers, recipe, section)


def find_picture_passage(readers: Audience) -> float:
    """Return the narrowest passage allowed in a picture if a section has its own sizes, in points:
    the width promised to readers two steps older."""
    older = _list_older_readers(readers)[:_STEPS_OLDER]
    return older[-1].passage if older else readers.passage


def _size_section(readers: Audience, page: Trim, section: Section, per_page: int) -> SizedSection:
    """Choose the grid of a section.

    A section's share is raised if a silhouette would have too few cells to be recognized.
    """
    if section.way:
        return SizedSection(section, _size_for_pictures(readers, page, section, per_page), readers)
    shape = section.shape
    if not section.silhouette:
        shares = (section.share, *(share for share in _LARGER_SHARES if share > section.share))
        sizes = [
            _double_for_spread(section, choose_size(readers, page, shape, share, per_page))
            for share in (shares if section.spread else shares[:1])
        ]
        fitting = (size for size in sizes if _has_room_across(section, size))
        return SizedSection(section, next(fitting, sizes[-1]), readers)
    from puzzlebook.mazes import Silhouette

    finest = choose_size(adapt_to_cuts(readers, section.edge), page, shape, 1, per_page)
    silhouettes = SILHOUETTES.names(section.silhouette)
    if names := [name for name in silhouettes if list_name_letters(name)]:
        return _size_for_names(
            SizedSection(section, finest, readers), names, readers, page, per_page
        )
    needed = Silhouette.fewest_cells() if section.edge == "drawn" else {}
    fewest = max((needed.get(name.lower(), 0) for name in silhouettes), default=0)
    share = min(1.0, max(section.share, _BOX_RATIO * fewest / SHAPES[shape].cells(*finest)))
    size = choose_size(adapt_to_cuts(readers, section.edge), page, shape, share, per_page)
    return SizedSection(section, size, readers)


def _double_for_spread(section: Section, size: Size) -> Size:
    """Return the size of a section's mazes, given the size that fits one page: twice as wide for
    mazes over two pages."""
    return (2 * size[0], *size[1:]) if section.spread else size


def _has_room_across(section: Section, size: Size) -> bool:
    """Return whether there is room for the passages across the gutter; always true for mazes on one
    page, and for shapes that are refused for two."""
    is_across = section.spread and section.shape == "square"
    return not is_across or Design.find_spread_fault(size) is None


_LARGEST = 3
"""How many of the finest grids are tried before it is believed that no grid has room for a name."""


def _size_for_names(
    finest: SizedSection, names: list[str], readers: Audience, page: Trim, per_page: int
) -> SizedSection:
    """Choose a grid in which each letter of these names has enough cells.

    If the finest grid has too few cells, passages are narrowed, at most to the width for the
    audience two steps older. If that does not suffice either, the finest grid is returned.
    """
    from puzzlebook.recipes.names import FEWEST_A_LETTER

    section, shape = finest.section, SHAPES[finest.section.shape]

    if _has_room_for_letters(finest, names):
        return finest
    minimum = readers._replace(passage=find_picture_passage(readers))
    fewest = FEWEST_A_LETTER * max(len(list_name_letters(name)) for name in names)
    sizes = [
        size for size in list_sizes(minimum, page, shape, per_page) if shape.cells(*size) > fewest
    ]
    sizes.sort(key=lambda size: (shape.cells(*size), size))
    narrower = [SizedSection(section, size, minimum) for size in sizes]
    # A long name would try all of them, and those of each remedy.
    if not any(_has_room_for_letters(sized, names) for sized in narrower[-_LARGEST:]):
        return finest
    return next((sized for sized in narrower if _has_room_for_letters(sized, names)), finest)


def _has_room_for_letters(sized: SizedSection, names: list[str]) -> bool:
    from puzzlebook.recipes.names import has_room

    section = sized.section
    return has_room(",".join(names), section.shape, sized.size, section.pieces, section.edge)


def _list_older_readers(readers: Audience) -> list[Audience]:
    """List the audiences that are older than these readers, nearest first."""
    return [
        older
        for older in load_audiences(readers.level).values()
        if older.ladder and older.passage < readers.passage
    ]


def name_fault(
    where: str, recipe: Recipe, section: Section, size: Size, cut: SilhouetteSource
) -> Fault | None:
    """Return a fault, with remedies, if a letter of a name has too few cells."""
    from puzzlebook.recipes.names import find_scant_fault

    readers = section_readers(recipe, section)
    remedies = _suggest_remedies(recipe, section, readers) if readers else None
    return find_scant_fault(where, section.shape, size, cut, remedies)


def _suggest_remedies(recipe: Recipe, section: Section, readers: Audience) -> Iterator[str]:
    """Yield options that would give the letters of a section's names enough cells: one maze per
    page, another page, an older audience; at most one of each."""
    per_page = _count_on_page(recipe, section)
    options = [("--set", "mazes_a_page=1", readers, recipe.page, 1)] if per_page > 1 else []
    options += [
        ("--page", name, readers, trim(name), per_page) for name in suggest_pages(recipe.page)
    ]
    options += [
        ("--audience", older.name, older, recipe.page, per_page)
        for older in _list_older_readers(readers)
    ]
    suggested: set[str] = set()
    for option, value, audience, page, count in options:
        if option not in suggested and _has_room_for_names(section, audience, page, count):
            suggested.add(option)
            yield f"{option} {value}"


def _has_room_for_names(section: Section, readers: Audience, page: Trim, per_page: int) -> bool:
    with suppress(Refused):
        sized = _size_section(readers, page, section, per_page)
        silhouettes = SILHOUETTES.names(section.silhouette or "")
        return _has_room_for_letters(sized, list(filter(list_name_letters, silhouettes)))
    return False


def _size_for_pictures(readers: Audience, page: Trim, section: Section, per_page: int) -> Size:
    """Choose the grid of a section whose solution paths trace pictures.

    The grid has the section's share of the cells of the finest grid, or more if the built-in
    pictures need more and the page has room for them.
    """
    minimum = [max(numbers) for numbers in zip(*list_needed_sizes(section), strict=True)]
    sizes = list_sizes(readers, page, SHAPES[section.shape], per_page)
    roomy = [size for size in sizes if all(map(ge, size, minimum))]
    size = choose_size(readers, page, section.shape, section.share, per_page)
    if size in roomy or not roomy:
        return size
    return min(roomy, key=lambda size: (SHAPES[section.shape].cells(*size), size))


def list_needed_sizes(section: Section) -> list[Size]:
    """List the smallest size for each picture that a section's solution paths trace."""
    from puzzlebook.mazes import HiddenPicture

    return [
        HiddenPicture.smallest_size(name if list_name_letters(name) else name.lower())
        for name in WAYS.names(section.way or "")
    ]


def find_promise_fault(where: str, audience: Audience, passage: float) -> Fault | None:
    """Return a fault if a passage of this clear width (in points) is narrower than promised."""
    if passage >= audience.passage - 0.01:
        return None
    width, minimum = format_millimetres(passage), format_millimetres(audience.passage)
    what = (
        f"the margins leave passages of {width}, "
        f'but the age group "{audience.name}" needs at least {minimum}'
    )
    allowed = "set margins of at most 0.875 in inside and 0.5 in elsewhere"
    return Fault(where, what, f'{allowed}, marks = "{audience.marks}"')


def suggest_better(
    audience: Audience, page: Trim, shape: str, enough: int
) -> Iterator[tuple[str, str]]:
    """Yield (key, name) pairs whose finest grid has at least `enough` cells: pages for this
    audience, then the next older audience for this page."""
    for name in suggest_pages(page):
        if finest_number(audience, name, shape) >= enough:
            yield "page", name
    own = load_audiences(audience.level)[audience.name]
    older = _list_older_readers(own)
    if older and finest_number(older[0], page.name, shape) >= enough:
        yield "audience", older[0].name
