"""What is good to know of a planned book, and no reason not to make it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from puzzlebook.books.planning.plan import Plan
from puzzlebook.books.planning.ramp import find_falls
from puzzlebook.books.planning.setting import Entry
from puzzlebook.ground.lengths import format_millimetres
from puzzlebook.mazes.collecting import capacity
from puzzlebook.mazes.silhouettes import fewest_cells
from puzzlebook.mazes.tilings import SHAPES
from puzzlebook.recipes.audiences import find_audience
from puzzlebook.recipes.names import FEWEST_A_LETTER
from puzzlebook.recipes.order_paper import list_binding_remarks
from puzzlebook.recipes.page_grids import MOST, choose_size, has_room_to_spare
from puzzlebook.recipes.printed_texts import EVERYWHERE, list_printed_texts
from puzzlebook.recipes.readers import SizedSection, adapt_to_cuts, size_sections, suggest_better
from puzzlebook.recipes.recipe import Recipe
from puzzlebook.recipes.user_files import LETTERS, TEXT

FEWEST_IN_STEPS = 200
"""A silhouette of fewer cells is hard to recognise where its rim is steps."""
FEWEST_OF_A_FILE = 80
FEW_MAZES = 6
"""Of so many mazes a section of a small book has at most."""


def list_remarks(plan: Plan) -> Iterator[str]:
    """Each as one line."""
    recipe = plan.setting.recipe
    if names := len(recipe.pupils):
        whose = "the name" if names == 1 else f"the {names} names"
        files = [
            "recipe.toml",
            "manifest.json",
            *(["the titles in svg/"] if recipe.svg else ()),
            *(["the files in sheets/"] if recipe.worksheet and recipe.worksheet.split else ()),
        ]
        where = f"{', '.join(files[:-1])} and {files[-1]}"
        yield f"{where} hold {whose} of the list: keep the folder as you keep the list"
    yield from _report_unfilled(plan)
    yield from _report_narrow_large_print(plan)
    yield from list_binding_remarks(plan.setting.order)
    yield from _report_squares(plan)
    yield from _other_boards(plan)
    yield from _larger_pages(plan)
    yield from _report_narrow_names(plan)
    yield from _report_coarse_outlines(plan)
    if recipe.worksheet is None:
        yield from _report_fewer_things(plan)
    if recipe.worksheet is None and recipe.grade != "none":
        yield from _report_falls(plan)


def _report_unfilled(plan: Plan) -> Iterator[str]:
    """Texts with a place for what only a list of books fills in."""
    recipe = plan.setting.recipe
    tables = [
        ("book", recipe.book),
        *([("worksheet", recipe.worksheet)] if recipe.worksheet else []),
    ]
    for place, table in tables:
        for where, text in list_printed_texts(table, place, EVERYWHERE):
            if blank := re.search(r"\{[^\W\d][^{}]*\}", text):
                yield f"{blank[0]} in {where} is printed as it stands: only a list of books (--names) fills it in"


def _report_narrow_large_print(plan: Plan) -> Iterator[str]:
    """Sheets in large print whose passages are narrower than its readers are promised."""
    recipe, promised = plan.setting.recipe, find_audience("large-print").passage
    pupils = dict(enumerate(recipe.pupils, 1))
    large = [
        entry
        for number, entry in plan.entries.items()
        if pupils and pupils[number].print == "large"
    ]
    narrowest = min((entry.scale - entry.wall for entry in large), default=promised)
    if round(narrowest, 2) < promised:
        wide = (
            f"{format_millimetres(narrowest, '.1f')} wide, less than {format_millimetres(promised)}"
        )
        yield f"large print: passages are {wide}; a larger page, fewer cells (--size) or a shorter instruction helps"


def _report_squares(plan: Plan) -> Iterator[str]:
    """Sections whose tiling the page has no room for."""
    recipe = plan.setting.recipe
    parts = {part.section.key: part for part in plan.setting.parts}
    # Where boards rise, squares may also be what fits between two sections: that is nothing to be
    # told.
    for asked, (section, _, readers) in zip(
        recipe.sections, _boards_as_wished(recipe), strict=True
    ):
        if readers and section.shape != asked.shape and (part := parts.get(asked.key)):
            passage = format_millimetres(readers.passage)
            yield (
                f'the mazes of "{part.section.heading}" are of squares: {recipe.page.name} has too little room for '
                f"{asked.shape} ones with passages {passage} wide"
            )


def _boards_as_wished(recipe: Recipe) -> Sequence[SizedSection]:
    """The boards that the sections would have, if none had to be harder than the one before."""
    return size_sections(recipe.model_copy(update={"rising": None}))


def _other_boards(plan: Plan) -> Iterator[str]:
    """Sections that have other boards than in a book of fewer mazes, as those have too few
    different ones."""
    recipe = plan.setting.recipe
    if not recipe.rising:
        return
    fewer = [
        section.model_copy(update={"mazes": min(section.mazes, FEW_MAZES)})
        for section in recipe.sections
    ]
    usual = size_sections(recipe.model_copy(update={"sections": tuple(fewer)}))
    boards = {part.section.key: (part.section.shape, part.size) for part in plan.setting.parts}
    moved = [
        f'"{section.heading}"'
        for section, size, _ in usual
        if boards.get(section.key, (section.shape, size)) != (section.shape, size)
    ]
    if moved:
        names = " and ".join(filter(None, (", ".join(moved[:-1]), moved[-1])))
        yield f"so that no maze comes twice, boards are other ones than in a book of fewer mazes: those of {names}"


def _larger_pages(plan: Plan) -> Iterator[str]:
    """A page with room for more cells than a maze has that nobody gave a size."""
    page = plan.setting.recipe.page
    for part in plan.setting.parts:
        if part.readers and has_room_to_spare(
            part.readers, page, SHAPES[part.section.shape], part.a_page
        ):
            yield f"{page.name} has room for more, but no maze has above {MOST:,} cells unless --size asks for them"
            return


def _report_narrow_names(plan: Plan) -> Iterator[str]:
    """Names whose letters have cells enough only as the passages are narrower than the readers'
    others."""
    told = set()
    for entry in plan.entries.values():
        readers, silhouette = entry.part.readers, entry.silhouette
        if (
            readers is None
            or silhouette is None
            or not silhouette.letters
            or silhouette.code in told
        ):
            continue
        wide, usual = entry.scale - entry.wall, find_audience(readers.name).passage
        if wide < usual - 0.01:
            told.add(silhouette.code)
            alone = (
                f"; {LETTERS} in place of {TEXT} gives each a page"
                if len(silhouette.letters) > 1
                else ""
            )
            yield (
                f'"{entry.part.section.heading}": so that each letter of {silhouette.title} has {FEWEST_A_LETTER} '
                f"cells, passages are {format_millimetres(wide)} wide, not {format_millimetres(usual)}{alone}"
            )


def _report_coarse_outlines(plan: Plan) -> Iterator[str]:
    """Outlines of so few cells that nobody will see what they show: those of a section in one
    line."""
    for part in plan.setting.parts:
        short = {
            entry.silhouette.title: entry
            for entry in plan.entries.values()
            if entry.part is part and entry.silhouette and entry.maze.cells < _fewest(entry)
        }
        if short:
            (title, first), *others = short.items()
            fewest = _fewest(first)
            line = f'"{part.section.heading}": {title} has {first.maze.cells} cells; from {fewest} on it is easier to '
            line += f"recognise: {_suggest_remedy(plan, first, fewest)}"
            yield line + (
                f"; too few have also: {', '.join(title for title, _ in others)}" if others else ""
            )


def _fewest(entry: Entry) -> int:
    """The fewest cells of which an entry's silhouette can be known."""
    if entry.silhouette is None or entry.part.section.edge == "steps":
        return FEWEST_IN_STEPS
    kind, *_ = entry.silhouette.code.split(".")
    if kind == "name":
        return FEWEST_A_LETTER * len(entry.silhouette.title)
    return fewest_cells().get(kind, FEWEST_OF_A_FILE)


def _suggest_remedy(plan: Plan, entry: Entry, fewest: int) -> str:
    """How a silhouette gets more cells, or which has enough."""
    part, page = entry.part, plan.setting.recipe.page
    if part.readers is None:
        return "with more columns and rows (--size)"
    count, shape = SHAPES[part.section.shape].cells, part.section.shape
    readers = adapt_to_cuts(part.readers, part.section.edge)
    covered = entry.maze.cells / count(*part.size)
    if covered * count(*choose_size(readers, page, shape)) >= fewest:
        return "in a later section, whose mazes have more"
    # The first page and the next readers: what changes least.
    found = dict(reversed(list(suggest_better(readers, page, shape, round(fewest / covered)))))
    ways = [f"with --{key} {name}" for key, name in found.items()]
    others = [name for name, cells in fewest_cells().items() if cells <= entry.maze.cells]
    if others and part.section.edge != "steps":
        ways.append(f"with another outline, such as --silhouette {others[0]}")
    return " or ".join(ways) or "on a larger page"


def _report_fewer_things(plan: Plan) -> Iterator[str]:
    """Sections of which some ways are too short for the most things that are to be counted on
    them."""
    for part in plan.setting.parts:
        ways = [
            entry.measures.solution_length for entry in plan.entries.values() if entry.part is part
        ]
        if (
            ways
            and part.section.collect
            and (room := capacity(min(ways))) < (most := part.section.collect[1])
        ):
            yield f'"{part.section.heading}": not every way has room for {most} things; the shortest has for {room}'


def _report_falls(plan: Plan) -> Iterator[str]:
    """Sections whose mazes are easier in the median than those of the section before."""
    parts = plan.setting.parts
    rows = [
        (part, [entry.measures.difficulty for entry in plan.entries.values() if entry.part is part])
        for part in parts
    ]
    for before, part in find_falls([row for row in rows if not row[0].pictures]):
        easier, harder = part.section.heading, before.section.heading
        how = (
            "larger mazes there help"
            if part.readers is None
            else "more mazes, or another --seed, help"
        )
        yield f'the mazes of "{easier}" are easier than those of "{harder}" before it; {how}'
