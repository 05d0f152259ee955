"""Remarks on a planned book: facts that users should know, but for which no book is refused."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from puzzlebook.books.planning.pagination import suggest_options_without_repeats
from puzzlebook.books.planning.plan import Plan
from puzzlebook.books.planning.ramp import UNNOTICED, find_falls
from puzzlebook.books.planning.setting import Entry
from puzzlebook.books.planning.stories import list_story_lines
from puzzlebook.ground.faults import Note
from puzzlebook.ground.lengths import format_millimetres
from puzzlebook.mazes import SHAPES, make_grid
from puzzlebook.recipes.audiences import find_audience
from puzzlebook.recipes.missing_pictures import FEWEST_IN_STEPS
from puzzlebook.recipes.order_paper import list_binding_remarks
from puzzlebook.recipes.page_grids import choose_size, has_room_to_spare, max_cells
from puzzlebook.recipes.printed_texts import EVERYWHERE, list_printed_texts
from puzzlebook.recipes.readers import adapt_to_cuts, size_sections, suggest_better
from puzzlebook.recipes.user_files import LETTERS, TEXT, is_stage_set, load_stage_sets

if TYPE_CHECKING:
    from puzzlebook.mazes import Silhouette

_MAX_NAMED = 4  # pupils named in a remark

FEWEST_FROM_FILE = 80  # the same, in cells, if the rim follows an outline from a user's file
FEW_MAZES = 6
"""The largest number of mazes in a section of a short book."""


def list_remarks(plan: Plan) -> Iterator[str]:
    """Yield the remarks on a plan, one line each."""
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
        what = f"{where} hold {whose} of the list: store this folder as carefully as the list"
        yield Note(what, topic="folder")
    if recipe.wall:
        yield from _report_equal_pieces(plan)
    yield from _report_imprint(plan)
    yield from _report_unfilled(plan)
    yield from _report_unused_names(plan)
    yield from _report_narrow_large_print(plan)
    yield from _report_single_sheets(plan)
    yield from _report_fewer_questions(plan)
    yield from list_binding_remarks(plan.setting.order)
    yield from _report_squares(plan)
    yield from _report_other_boards(plan)
    yield from _report_spare_room(plan)
    yield from _report_narrow_names(plan)
    yield from _report_line_art(plan)
    yield from _report_coarse_outlines(plan)
    yield from _report_lost_stages(plan)
    yield from _report_repeated_drawings(plan)
    yield from _report_hidden_cells(plan)
    yield from _report_pages_without_line(plan)
    if recipe.worksheet is None:
        yield from _report_fewer_things(plan)
    if recipe.worksheet is None and recipe.grade != "none":
        yield from _report_falls(plan)


def _report_pages_without_line(plan: Plan) -> Iterator[str]:
    """Report pages without a story line because all lines that fit them are told."""
    setting = plan.setting
    if not list_story_lines(setting):
        return
    entries = plan.entries.values()
    pages = {plan.puzzles.pages[each.number] for each in entries if setting.has_stories(each.part)}
    rows = [each for page, each in plan.stories.items() if page in pages]
    if silent := rows.count(()):
        yield (
            f"{silent} of the {len(rows)} pages with a story have no line, because no line is "
            "repeated and no other fits; to add lines of your own, set book.stories in the recipe"
        )


def _report_equal_pieces(plan: Plan) -> Iterator[str]:
    """Report pupils whose level or print is ignored because all pieces of a wall have the same
    size."""
    pupils = plan.setting.recipe.pupils
    if any(pupil.level != "same" or pupil.print != "normal" for pupil in pupils):
        yield (
            "the sheets of a wall all have the same size, so the columns level and print of the "
            "list are ignored"
        )


def _report_single_sheets(plan: Plan) -> Iterator[str]:
    """Report a child's name that worksheets do not print, sheets for left-handed pupils, and
    tactile sheets."""
    recipe = plan.setting.recipe
    if recipe.worksheet is None or plan.setting.is_tactile:
        return
    from puzzlebook.recipes.prints import TACTILE, choose_print

    if recipe.book.child and not recipe.pupils:
        what = "child: worksheets have no title page; to print names on sheets, add a list"
        yield Note(what, ": --names")
    pupils = dict(enumerate(recipe.pupils, 1))
    tactile_names = [
        entry.name or str(number)
        for number, entry in sorted(plan.entries.items())
        if choose_print(recipe, pupils.get(number)) == TACTILE
    ]
    left_handed = [pupil.name for pupil in recipe.pupils if pupil.hand == "left"]
    if left_handed and not (recipe.wall or recipe.has_loads):
        yield (
            f"left-handed: {_list_names(left_handed)}; the maze begins at the left and leads away "
            "from the hand; on landscape pages the words are on the right"
        )
    if not tactile_names:
        return
    asked = [part.section for part in plan.setting.parts if part.section.questions]
    spelt = [part.section for part in plan.setting.parts if part.section.word]
    missing = "questions" if asked else "letters" if spelt else ""
    yield (
        f"tactile: {_list_names(tactile_names)}; copy these sheets onto swell paper: on ordinary "
        "paper nothing can be felt" + (f" (these sheets have no {missing})" if missing else "")
    )


def _report_fewer_questions(plan: Plan) -> Iterator[str]:
    """Report sheets that ask only part of a list of questions because their mazes are smaller."""
    shorter: dict[tuple[int, int], list[str]] = {}
    for number, entry in sorted(plan.entries.items()):
        asked, listed = entry.maze.asked, entry.part.questions
        if asked and listed and not listed.is_built_in and len(asked.way) < len(listed.questions):
            counts = len(asked.way), len(listed.questions)
            shorter.setdefault(counts, []).append(entry.name or str(number))
    for (count, maximum), names in sorted(shorter.items()):
        names_of_some = _list_names(names)
        yield f"only {count} of the {maximum} questions fit the smaller mazes of {names_of_some}"


def _list_names(names: Sequence[str]) -> str:
    """List the first few of these names, and say how many more there are."""
    more = f" and {len(names) - _MAX_NAMED} more" if len(names) > _MAX_NAMED else ""
    return ", ".join(names[:_MAX_NAMED]) + more


def _report_imprint(plan: Plan) -> Iterator[str]:
    """Report what a book for sale lacks on its copyright page: an author, a year, or the publisher
    of its ISBN."""
    book = plan.setting.recipe.book
    if not plan.setting.order.printer.is_for_sale or "copyright" not in book.matter:
        return
    if not (book.copyright or book.author):
        what = "the book has no author, so it has no copyright line"
        yield Note(what, ": --author adds both", "author")
    elif not book.year:
        yield Note("the copyright line has no year", ": --year 2026, for example, adds it", "year")
    if book.isbn and not book.publisher:
        remedy = ": --publisher adds the name under which it is registered"
        yield Note("the ISBN has no publisher", remedy)


def _report_unfilled(plan: Plan) -> Iterator[str]:
    """Report texts with blanks that only a list of names (--names) would fill in."""
    recipe = plan.setting.recipe
    tables = [
        ("book", recipe.book),
        *([("worksheet", recipe.worksheet)] if recipe.worksheet else []),
    ]
    for name, table in tables:
        for where, text in list_printed_texts(table, name, EVERYWHERE):
            blanks = re.findall(r"\{[^\W\d][^{}]*\}", text)
            if recipe.pupils and where in ("book.title", "worksheet.instruction"):
                blanks = [blank for blank in blanks if blank != "{name}"]
            if blanks:
                what = f"{blanks[0]} in {where} is printed literally"
                yield Note(what, ": only a list of books (--names) fills it in")


def _report_unused_names(plan: Plan) -> Iterator[str]:
    """Report titles for drawings that the book does not have."""
    order = plan.setting.order
    if not order.recipe.names:
        return
    from puzzlebook.recipes.drawing_names import list_unused_names

    for file in list_unused_names(order.recipe.names, [*order.assets]):
        yield f"names: the book has no drawing of yours called {file!r}"


def _report_narrow_large_print(plan: Plan) -> Iterator[str]:
    """Report sheets in large print whose passages are narrower than promised."""
    recipe, promised = plan.setting.recipe, find_audience("large-print").passage
    pupils = dict(enumerate(recipe.pupils, 1))
    large = [
        entry
        for number, entry in plan.entries.items()
        if number in pupils and pupils[number].print == "large" and not recipe.wall
    ]
    narrowest = min((entry.scale - entry.wall for entry in large), default=promised)
    if round(narrowest, 2) < promised:
        yield Note(
            f"large print: passages are {format_millimetres(narrowest, '.1f')} wide, less than "
            f"{format_millimetres(promised)}",
            "; a larger page, fewer cells (--size) or a shorter instruction helps",
        )


def _report_squares(plan: Plan) -> Iterator[str]:
    """Report sections that use squares because the page has no room for the requested tiling."""
    recipe = plan.setting.recipe
    parts = {part.section.key: part for part in plan.setting.parts}
    # Ignore squares that rising boards use to fit between two sections: these need no remark.
    sized = size_sections(recipe.model_copy(update={"rising": None}))
    for requested, (section, _, readers) in zip(recipe.sections, sized, strict=True):
        if readers and section.shape != requested.shape and (part := parts.get(requested.key)):
            passage = format_millimetres(readers.passage)
            yield (
                f'the mazes of "{part.section.heading}" have square cells: {recipe.page.name} has '
                f"too little room for {requested.shape} mazes with passages {passage} wide"
            )


def _report_other_boards(plan: Plan) -> Iterator[str]:
    """Report sections whose boards differ from those in a shorter book, because the usual boards
    allow too few different mazes."""
    recipe = plan.setting.recipe
    if not recipe.rising:
        return
    fewer = [
        section.model_copy(update={"mazes": min(section.mazes, FEW_MAZES)})
        for section in recipe.sections
    ]
    usual = size_sections(recipe.model_copy(update={"sections": tuple(fewer)}))
    boards = {
        part.section.key: (part.section.shape, part.size)
        for part in plan.setting.parts
        if not part.stages
    }
    changed = [
        f'"{section.heading}"'
        for section, size, _ in usual
        if boards.get(section.key, (section.shape, size)) != (section.shape, size)
    ]
    if changed:
        names = " and ".join(filter(None, (", ".join(changed[:-1]), changed[-1])))
        yield (
            "so that no maze repeats, mazes have other sizes or shapes than in a book with fewer "
            f"mazes: those of {names}"
        )


def _report_spare_room(plan: Plan) -> Iterator[str]:
    """Report a page with room for more cells than its mazes have, unless the user set their
    size."""
    page = plan.setting.recipe.page
    for part in plan.setting.parts:
        if part.readers and has_room_to_spare(
            part.readers, page, SHAPES[part.section.shape], part.per_page
        ):
            yield Note(
                f"{page.name} has room for more cells, but no maze has more than "
                f"{max_cells(part.readers):,}",
                " unless --size asks for them",
            )
            return


def _report_narrow_names(plan: Plan) -> Iterator[str]:
    """Report names whose passages are narrower than usual, so that each letter has enough cells."""
    from puzzlebook.recipes.names import FEWEST_A_LETTER

    reported = set()
    for entry in plan.entries.values():
        readers, silhouette = entry.part.readers, entry.silhouette
        if readers is None or silhouette is None or not silhouette.letters:
            continue
        usual = find_audience(readers.name, level=readers.level).passage
        passage = entry.scale - entry.wall
        if silhouette.code not in reported and passage < usual - 0.01:
            reported.add(silhouette.code)
            remedy = f"; {LETTERS} instead of {TEXT} gives each letter a page"
            yield (
                f'"{entry.part.section.heading}": so that each letter of {silhouette.title} has '
                f"{FEWEST_A_LETTER} cells, passages are {format_millimetres(passage)} wide, not "
                f"{format_millimetres(usual)}{remedy if len(silhouette.letters) > 1 else ''}"
            )


def _report_coarse_outlines(plan: Plan) -> Iterator[str]:
    """Report outlines with too few cells to be recognised, in one line for each section."""
    for part in plan.setting.parts:
        short = {
            entry.silhouette.title: entry
            for entry in plan.entries.values()
            if entry.part is part
            and entry.silhouette
            and not entry.view
            and entry.maze.cells < find_fewest_cells(entry.silhouette, part.section.edge)
        }
        if short:
            (title, entry), *more = short.items()
            fewest = find_fewest_cells(entry.silhouette, part.section.edge)
            also = f"; too few also in: {', '.join(title for title, _ in more)}" if more else ""
            yield Note(
                f'"{part.section.heading}": {title} has {entry.maze.cells} cells; {fewest} or '
                "more make it easier to recognise",
                f": {_suggest_remedy(plan, entry, fewest)}{also}",
            )


def _report_lost_stages(plan: Plan) -> Iterator[str]:
    """Report sections with a set of drawings of which none fit."""
    recipe, theme = plan.setting.recipe, plan.setting.order.theme
    for part in plan.setting.parts:
        word, readers = recipe.stage_of(part.section), part.readers
        if readers is None or not is_stage_set(word):
            continue
        from puzzlebook.recipes.order_stages import list_set_in_turn, shows_set

        if not shows_set(part.section, readers):
            if word in load_stage_sets():
                why = "tactile mazes have none" if readers.touch else "questions need the room"
                yield f'"{part.section.heading}" shows no drawings: {why}'
            continue
        if part.stages or not list_set_in_turn(word, theme, recipe, part.section):
            continue
        yield (
            f'"{part.section.heading}" shows none of its drawings: on {recipe.page.name} with '
            f"passages of {format_millimetres(readers.passage)} they have no room"
        )


def _report_repeated_drawings(plan: Plan) -> Iterator[str]:
    """Report how many mazes of the whole book are in a drawing of ours that came before, and with
    how many mazes each drawing comes once."""
    recipe, order = plan.setting.recipe, plan.setting.order
    drawings = Counter(
        entry.silhouette.code
        for entry in plan.entries.values()
        if entry.view and entry.silhouette and is_stage_set(recipe.stage_of(entry.part.section))
    )
    again = drawings.total() - len(drawings)
    if not again or recipe.worksheet is not None:
        return
    options = suggest_options_without_repeats(order)
    what = (
        f"{again} of {len(plan.entries)} mazes are in a drawing that came before, with another maze"
    )
    yield Note(what, f": with {options} none is" if options else "")


def _report_hidden_cells(plan: Plan) -> Iterator[str]:
    """Report stages of the user's whose front hides part of a maze, in one line for each."""
    notes = {}
    for entry in plan.entries.values():
        sized = entry.silhouette and entry.part.find_stage(entry.silhouette)
        if entry.view and sized and sized.source.content is not None:
            from puzzlebook.maze_art.stage_view import note_hidden_cells

            design, edge = entry.maze.design, entry.part.section.edge
            shown = make_grid(design.shape, design.size, entry.silhouette, edge)
            notes[sized.source] = note_hidden_cells(entry.view, shown, sized.source)
    yield from filter(None, notes.values())


def _report_line_art(plan: Plan) -> Iterator[str]:
    """Report the user's drawings that consist of lines only."""
    silhouettes = [entry.silhouette for entry in plan.entries.values() if entry.silhouette]
    titles = dict.fromkeys(one.title for one in silhouettes if one.is_of_lines)
    if titles:
        yield f"{', '.join(titles)}: drawn in lines, so taken as an outline around the maze"


def find_fewest_cells(silhouette: Silhouette | None, edge: str) -> int:
    """Return the fewest cells with which a silhouette can be recognised."""
    from puzzlebook.recipes.names import FEWEST_A_LETTER

    if silhouette is None or edge == "steps":
        return FEWEST_IN_STEPS
    kind, *_ = silhouette.code.split(".")
    if kind == "name":
        return FEWEST_A_LETTER * len(silhouette.title)
    return silhouette.fewest_cells().get(kind, FEWEST_FROM_FILE)


def _suggest_remedy(plan: Plan, entry: Entry, fewest: int) -> str:
    """Suggest how a silhouette can get more cells, or another silhouette."""
    from puzzlebook.mazes import Silhouette

    part, page = entry.part, plan.setting.recipe.page
    if part.readers is None:
        return "with more columns and rows (--size)"
    count, shape = SHAPES[part.section.shape].cells, part.section.shape
    readers = adapt_to_cuts(part.readers, part.section.edge)
    covered = entry.maze.cells / count(*part.size)
    if covered * count(*choose_size(readers, page, shape)) >= fewest:
        return "in a later section, whose mazes have more"
    # Keep the first suggestion for each option, which changes least.
    better = dict(reversed(list(suggest_better(readers, page, shape, round(fewest / covered)))))
    remedies = [f"with --{key} {name}" for key, name in better.items()]
    outlines = [
        name for name, cells in Silhouette.fewest_cells().items() if cells <= entry.maze.cells
    ]
    if outlines and part.section.edge != "steps":
        remedies.append(f"with another outline, such as --silhouette {outlines[0]}")
    return " or ".join(remedies) or "on a larger page"


def _report_fewer_things(plan: Plan) -> Iterator[str]:
    """Report sections with solution paths too short for the largest number of things to count."""
    for part in plan.setting.parts:
        capacities = [
            entry.measures.thing_capacity for entry in plan.entries.values() if entry.part is part
        ]
        if not capacities or not part.section.collect:
            continue
        capacity, maximum = min(capacities), part.section.collect[1]
        if capacity < maximum:
            yield (
                f'"{part.section.heading}": not every path has room for {maximum} things; the '
                f"shortest has room for {capacity}"
            )


def _report_falls(plan: Plan) -> Iterator[str]:
    """Report sections with a lower median of minutes or difficulty than the section before, unless
    both have the same boards: the cause is then chance, and another size does not help. Sections
    that keep their places are not compared, nor are mixed sections with each other."""
    parts, by_minutes = plan.setting.parts, plan.setting.recipe.level is not None
    rows = [
        (
            part,
            [
                entry.minutes if by_minutes else entry.measures.difficulty
                for entry in plan.entries.values()
                if entry.printed_in is part
            ],
        )
        for part in parts
    ]
    unnoticed = UNNOTICED if by_minutes else 0.0
    for before, part in find_falls([row for row in rows if not row[0].keeps_place], unnoticed):
        if plan.setting.recipe.rising and part.is_mixed and before.is_mixed:
            continue
        if part.section.shape == before.section.shape and part.boards == before.boards:
            continue
        easier, harder = part.section.heading, before.section.heading
        how = (
            f'try larger mazes in "{easier}"'
            if part.readers is None
            else "try more mazes or another --seed"
        )
        yield Note(f'"{easier}" comes after "{harder}" but is easier', f"; {how}")
