"""The stages of an order's sections, each with a grid that suits its maze area."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from puzzlebook.ground import templates
from puzzlebook.ground.faults import Fault, Refused, refuse
from puzzlebook.maze_art.doors import marks_margin
from puzzlebook.maze_art.marks import Marks
from puzzlebook.maze_art.theme import Theme
from puzzlebook.mazes import SHAPES, Size
from puzzlebook.recipes.assets import read_stages
from puzzlebook.recipes.audiences import Audience, find_audience
from puzzlebook.recipes.readers import SizedSection, adapt_to_bridges, adapt_to_cuts, size_sections
from puzzlebook.recipes.recipe import Recipe, Section
from puzzlebook.recipes.user_files import (
    PLACES_OF_THEME,
    STAGES,
    STAGES_OF_THEME,
    is_stage_set,
    load_places,
    load_stage_sets,
    load_stage_shapes,
)
from puzzlebook.recipes.values import default_ends

if TYPE_CHECKING:
    from puzzlebook.maze_art.stage import Stage
    from puzzlebook.maze_art.stage_source import StageSource
    from puzzlebook.mazes import Silhouette
    from puzzlebook.printers.trims import Trim

SectionStages: TypeAlias = "Mapping[str, list[StageSource]]"
"""Mapping from section key to the section's stage sources."""


class SizedStage(NamedTuple):
    """A stage, and the shape and size of its mazes. silhouette: the outline of its maze area."""

    source: StageSource
    stage: Stage
    silhouette: Silhouette
    shape: str
    size: Size


def read_section_stages(
    recipe: Recipe, theme: Theme, sized: Sequence[SizedSection], folder: Path
) -> SectionStages:
    """Return a mapping from section key to stages. A section without stages keeps its own
    outline."""
    by_section = {}
    name = recipe.look or recipe.audience
    readers = find_audience(name) if name else None
    for section in recipe.sections:
        names, where = recipe.stage_of(section), f"section.{section.key}.stage"
        if is_stage_set(names):
            row = list_set_in_turn(names, theme, recipe, section)
            row = row if shows_set(section, readers) else ()
            by_section[section.key] = _read_set(row, folder, where, theme, readers)
            continue
        if names and readers is not None and readers.touch:
            raise refuse(
                where, "a tactile book cannot have a stage", "make a book for sighted readers"
            )
        if names and (section.silhouette or section.way):
            what = "an outline" if section.silhouette else "a way that draws a picture"
            raise refuse(where, f"a stage cannot be combined with {what}", "give only one of them")
        by_section[section.key] = _read_visited(names, folder, where, theme)
    return by_section


def _read_set(
    names: Sequence[str], folder: Path, where: str, theme: Theme, readers: Audience | None
) -> list[StageSource]:
    """Read the stages of a set, with lines and greys that suit the book's readers."""
    return [
        source._replace(shade=readers.shade, weight=readers.fine) if readers else source
        for source in _read_visited(",".join(names), folder, where, theme)
    ]


def _read_visited(names: str, folder: Path, where: str, theme: Theme) -> list[StageSource]:
    """Read the stages in a comma-separated text, with the theme's hero and goal in the places that
    have none."""
    sources = read_stages(names, folder, where)
    return [invite_visitors(source, theme, number) for number, source in enumerate(sources)]


def invite_visitors(source: StageSource, theme: Theme, number: int = 0) -> StageSource:
    """Return a stage with the theme's hero and goal in it, if it is a place that has none. number:
    decides about their poses."""
    if theme.scenes is None or source.content is not None or source.name not in load_places():
        return source
    from puzzlebook.maze_art.visitors import choose_visitors

    return source._replace(visitors=choose_visitors(theme.scenes, number))


def list_set_in_turn(word: str, theme: Theme, recipe: Recipe, section: Section) -> Sequence[str]:
    """Return the names of the stages that a word stands for, in the order in which a section of a
    volume shows them."""
    row = list_stage_set(word, theme)
    if word == PLACES_OF_THEME:
        from puzzlebook.recipes.shared_places import list_places_in_turn

        return list_places_in_turn(row, recipe, section)
    if recipe.worksheet is not None or not row:
        return row
    if word in STAGES_OF_THEME:
        return theme.in_volume.get(STAGES_OF_THEME[word], row)
    first = (recipe.volume - 1) % len(row)  # each volume begins one stage later
    return *row[first:], *row[:first]


def shows_set(section: Section, readers: Audience | None) -> bool:
    """Return whether a section shows the stages of a set. It shows none to readers by touch, and
    none with questions, which need the space."""
    return not (section.questions or (readers is not None and readers.touch))


def find_max_mazes(recipe: Recipe, theme: Theme, needed: Sequence[int] | None = None) -> list[int]:
    """Return the most mazes that each section may have when a book's mazes are shared among its
    sections; 0 for no maximum. A section that shows a set of drawings may have one maze for each
    drawing with room for the readers' passages, so that none occurs twice; sections with places of
    the theme share them. needed: the mazes of each section, if it is enough to know whether they
    are too many: no more drawings are fitted than that, which is faster."""
    name = recipe.look or recipe.audience
    readers = find_audience(name) if name else None
    words = [
        word
        if is_stage_set(word := recipe.stage_of(section)) and shows_set(section, readers)
        else ""
        for section in recipe.sections
    ]
    fitting = _count_fitting_stages(recipe, theme, words, needed, readers)
    return [
        fitting.get(section.key, len(list_stage_set(word, theme)) if word else 0)
        for section, word in zip(recipe.sections, words, strict=True)
    ]


def find_most_without_repeats(recipe: Recipe, theme: Theme) -> int:
    """Return the most mazes with which no drawing of the theme comes twice in a book; 0 for no
    maximum, or if that is unknown because the book shows other drawings."""
    sets = {*STAGES_OF_THEME, PLACES_OF_THEME}
    if not all(recipe.stage_of(section) in sets for section in recipe.sections):
        return 0
    limits = find_max_mazes(recipe, theme)
    return sum(limits) if all(limits) else 0


def _count_fitting_stages(
    recipe: Recipe,
    theme: Theme,
    words: Sequence[str],
    needed: Sequence[int] | None,
    book_readers: Audience | None,
) -> dict[str, int]:
    """Return how many of the theme's drawings fit the mazes of each section that shows them, by
    section key; empty if the page is too small for the readers, which is refused later. words: for
    each section, the word in the recipe that stands for its set of drawings, or "". needed: for
    each section, how far to count; None to count all."""
    sets_of_theme = {*STAGES_OF_THEME, PLACES_OF_THEME}
    if not recipe.audience or sets_of_theme.isdisjoint(words):
        return {}
    counts: Sequence[int | None] = needed or [None] * len(words)
    with suppress(Refused):
        fitting = {}
        for word, sized, enough in zip(words, size_sections(recipe), counts, strict=True):
            if word not in sets_of_theme:
                continue
            section, size, readers = sized
            names = list_stage_set(word, theme)
            if word == PLACES_OF_THEME and names:
                from puzzlebook.recipes.shared_places import count_share

                names = list_set_in_turn(word, theme, recipe, section)
                share = count_share(recipe, section, len(names)) if names else 0
                enough = min(enough or share, share)
            sources = _read_set(names, Path(), word, theme, book_readers)
            in_colour = recipe.ink != "black"
            _, shown = _size_stages(recipe, section, size, readers, sources, in_colour, enough)
            fitting[section.key] = len(shown)
        return fitting
    return {}


def list_stage_set(word: str, theme: Theme) -> Sequence[str]:
    """Return the names of the stages in the set that a word stands for."""
    if word in STAGES_OF_THEME:
        row: Sequence[str] = getattr(theme, STAGES_OF_THEME[word])
        return row
    if word == PLACES_OF_THEME:
        return [name for name, themes in load_places().items() if theme.stories_name in themes]
    return load_stage_sets()[word]


@templates.cache_by_release
def load_stages_of_pages() -> frozenset[str]:
    """Return the names of the stages that are for pages only, and not for the front of a cover."""
    return frozenset(templates.table("stages.toml")["of_pages"])


def list_stage_files(stages: SectionStages) -> dict[str, bytes]:
    sources = chain.from_iterable(stages.values())
    return {source.name: source.content for source in sources if source.content is not None}


def has_stage_of_others(recipe: Recipe, theme: Theme) -> bool:
    """Return whether a section has a stage that is not the theme's own, and thus a hero other than
    the theme's."""
    values = set(map(recipe.stage_of, recipe.sections)) - {"", *STAGES_OF_THEME, PLACES_OF_THEME}
    named = chain.from_iterable(map(STAGES.names, values))
    return not {*theme.stages, *theme.outlines, *load_places()}.issuperset(named)


def assign_stages(
    recipe: Recipe,
    section: Section,
    size: Size,
    readers: Audience | None,
    sources: Sequence[StageSource],
    in_colour: bool,
    earlier_mazes: int,
) -> tuple[Section, tuple[SizedStage, ...]]:
    """Return a section, and its stages in the order in which its mazes use them (see
    `_size_stages`).

    earlier_mazes: the number of mazes in earlier sections that used the same stages.
    """
    names, is_book = recipe.stage_of(section), recipe.worksheet is None
    is_set_of_book = is_stage_set(names) and is_book
    # Fit no more stages of a set than the section will use.
    needed = earlier_mazes + section.mazes if is_set_of_book else None
    section, sized_stages = _size_stages(recipe, section, size, readers, sources, in_colour, needed)
    if not sized_stages:
        return section, ()
    first = earlier_mazes % len(sized_stages)
    sized_stages = (*sized_stages[first:], *sized_stages[:first])
    return section, sized_stages[: section.mazes] if is_set_of_book else sized_stages


def _size_stages(
    recipe: Recipe,
    section: Section,
    size: Size,
    readers: Audience | None,
    sources: Sequence[StageSource],
    in_colour: bool,
    needed: int | None = None,
) -> tuple[Section, tuple[SizedStage, ...]]:
    """Return a section with the cell shape that its stages require, and the stages with their
    grids.

    Squares replace rings, and any other cells that are too large for one of the stages. Stages of a
    set that have no room for squares either are left out, and so are places without room for words
    where others have it: the words of a section are in all of its drawings or above all of them.
    needed: how many stages suffice; None for all of them.
    """
    if not sources:
        return section, ()
    share, audience = _find_cells(recipe, section, size, readers)
    tries = _list_shapes(section, readers)
    is_set = is_stage_set(recipe.stage_of(section))
    for tried in tries:
        is_last = tried is tries[-1]
        with_words, without_words, faults = list[SizedStage](), list[SizedStage](), list[Fault]()
        for source in sources:
            # Fitting is slow, so stop once there are enough stages, or once a tiling has failed.
            if (len(with_words) == needed and is_last) or (faults and not is_last):
                break
            try:
                sized = size_stage(recipe, tried, size, audience, source, in_colour, share)
            except Refused as refused:
                faults += refused.faults
                continue
            has_words = _has_place_for_words(recipe, section, sized, audience)
            (with_words if has_words else without_words).append(sized)
        sized_stages = with_words or without_words[:needed]
        if not faults or (is_set and is_last):
            return tried if sized_stages else section, tuple(sized_stages)
    raise Refused(faults)


def _find_cells(
    recipe: Recipe, section: Section, size: Size, readers: Audience | None
) -> tuple[float, Audience | None]:
    """Return how many cells the mazes of a section have, as a share of the finest grid's, and the
    readers for whom drawings are fitted: with the widest marks of the page; None to keep `size`."""
    if readers is None:
        return 1.0, None
    from puzzlebook.recipes.stage_grids import share_of_finest

    audience = find_audience(readers.name, level=readers.level)
    if section.bridges:
        audience = adapt_to_bridges(audience)
    plain = adapt_to_cuts(audience, section.edge) if section.silhouette else audience
    per_page = section.mazes_a_page or recipe.mazes_a_page
    share = share_of_finest(plain, recipe.page, section.shape, size, per_page)
    words = readers.marks, recipe.marks
    widest_marks = max(words, key=lambda word: marks_margin(Marks.from_word(word)))
    return share, audience._replace(marks=widest_marks)


def _list_shapes(section: Section, readers: Audience | None) -> Sequence[Section]:
    """Return a section with each shape of cells that is tried for its stages: its own, and then
    squares; instead of rings only squares, as their centre would not be that of the maze area."""
    if section.shape == "square" or readers is None:
        return [section]
    squares = section.model_copy(update={"shape": "square", "ends": default_ends("square")})
    return [squares] if SHAPES[section.shape].drawn_cut == "encircled" else [section, squares]


def _has_place_for_words(
    recipe: Recipe, section: Section, sized: SizedStage, audience: Audience | None
) -> bool:
    """Return whether a stage has room for the words of its page. That is asked of shared places
    alone."""
    if audience is None or recipe.stage_of(section) != PLACES_OF_THEME:
        return True
    from puzzlebook.recipes.stage_grids import has_place_for_words

    return has_place_for_words(sized.stage, audience, recipe.page)


def size_stage(
    recipe: Recipe,
    section: Section,
    size: Size,
    readers: Audience | None,
    source: StageSource,
    in_colour: bool,
    share: float,
) -> SizedStage:
    """Return a stage with the grid that suits its maze area.

    readers: None to keep `size`. share: the number of cells, as a share of the finest grid's.
    """
    shape = section.shape
    if readers is not None:
        shape, size = _choose_grid(recipe, section, readers, source, in_colour, share)
    stage = source.load(in_colour)
    silhouette = stage.silhouette.as_rim(shape, section.edge)
    return SizedStage(source, stage, silhouette, shape, size)


def _choose_grid(
    recipe: Recipe,
    section: Section,
    readers: Audience,
    source: StageSource,
    in_colour: bool,
    share: float,
) -> tuple[str, Size]:
    """Choose the shape and the size of the grid in a stage: of the cells that suit the stage or, if
    it has no room for these, of the section's."""
    per_page, shape = section.mazes_a_page or recipe.mazes_a_page, section.shape
    own = load_stage_shapes().get(source.name, shape)
    if own != shape and _may_choose_shape(recipe, section, own):
        tiling = own, section.edge
        size = _fit_stage(source, in_colour, readers, recipe.page, tiling, share, per_page)
        if not isinstance(size, Refused):
            return own, size
    tiling = shape, section.edge
    size = _fit_stage(source, in_colour, readers, recipe.page, tiling, share, per_page)
    if isinstance(size, Refused):
        where = f"section.{section.key}.stage"
        raise Refused(fault._replace(where=where) for fault in size.faults)
    return shape, size


@templates.cache_by_release
def _fit_stage(
    source: StageSource,
    in_colour: bool,
    readers: Audience,
    page: Trim,
    tiling: tuple[str, str],
    share: float,
    per_page: int,
) -> Size | Refused:
    """Return the size of the grid in a stage, or the refusal of a stage that has no room for one:
    that is remembered, too, because it takes long to find out."""
    from puzzlebook.recipes.stage_grids import choose_stage_size

    stage = source.load(in_colour)
    try:
        return choose_stage_size(stage, readers, page, tiling, share, per_page)
    except Refused as refused:
        return refused.with_traceback(None)


def _may_choose_shape(recipe: Recipe, section: Section, shape: str) -> bool:
    """Return whether the mazes of a section may have this shape of cells, which suits their stage:
    those of a book, if the section asks for nothing that only squares have."""
    needs_squares = section.questions or section.collect or section.doors
    needs_squares = needs_squares or (section.bridges and not SHAPES[shape].has_bridges)
    is_plain = section.shape == "square" and section.edge == "drawn" and not needs_squares
    return recipe.worksheet is None and is_plain
