"""The manifest of a planned book: its files, its mazes with their positions, and versions.

Lengths are in points. Positions are measured from the top left corner of a PDF page, with y
pointing down.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from puzzlebook.books.planning.plan import Plan
from puzzlebook.books.planning.restoring import libraries, make_restore
from puzzlebook.books.planning.setting import Entry, PicturePlace
from puzzlebook.ground import __version__
from puzzlebook.language.words import strip_isolates
from puzzlebook.recipes.writing import recipe_tables
from puzzlebook.shelf.manifest import BEYOND_ARROWS, FORMAT, HEAVY_RIM, OUTSIDE
from puzzlebook.typesetting import text


def make_manifest(
    plan: Plan, files: Mapping[str, str], contents: Mapping[str, str]
) -> dict[str, Any]:
    """Return the manifest of a book without its last line, `self`.

    files, contents: mappings from each file to its SHA-256 sum and to its content digest. The mazes
    are a generator, because all of their records together would take more memory than the book
    itself.
    """
    order = plan.setting.order
    restore = make_restore()
    return {
        "format": FORMAT,
        "edition": order.recipe.edition,
        "code": str(order.code),
        "seed": order.seed,
        "recipe": recipe_tables(order.recipe),
        "pages": plan.pages,
        "versions": list_versions(plan),
        "restore": {"released": restore.is_released, "command": restore.command},
        "files": {name: files[name] for name in sorted(files)},
        "content": {name: contents[name] for name in sorted(contents)},
        **({"wall": _wall_record(plan)} if plan.whole else {}),
        "mazes": (_maze_record(plan, entry) for entry in plan.entries.values()),
    }


def _wall_record(plan: Plan) -> dict[str, Any] | None:
    whole = plan.whole
    return whole and {
        "code": whole.design.code,
        "digest": whole.digest,
        "solution_length": whole.solution_length,
    }


def list_versions(plan: Plan) -> dict[str, str]:
    """Return the versions on which a book's bytes depend, in addition to its recipe and seed."""
    texts = chain((line for _, line in plan.texts), *plan.stories.values())
    sizes = plan.setting.sizes
    fonts = text.find_used_fonts([*plan.setting.words.texts(), *texts], sizes.face, sizes.display)
    return {
        "puzzlebook": __version__,
        **libraries(),
        "deflate": "zlib-ng" if "ng" in zlib.ZLIB_RUNTIME_VERSION else "zlib",
        **{name: font.sha256 for name, font in fonts.items()},
    }


def _count_finds_in_drawing(entry: Entry) -> int:
    if not entry.view:
        return 0
    from puzzlebook.maze_art.figures import FINDS  # few books have any

    return len([figure for figure in entry.maze.plate.figures if figure.layer == FINDS])


def _say_where_figures_are(plan: Plan, entry: Entry) -> str:
    if entry.at_doors:
        return OUTSIDE
    return BEYOND_ARROWS if entry.in_world and plan.setting.recipe.end_marks.arrows else ""


def _maze_record(plan: Plan, entry: Entry) -> dict[str, Any]:
    maze, measures = entry.maze, entry.measures
    svg, solution_svg, *_ = [*entry.svg, None, None]
    number = entry.number
    facing, answer = (
        placements.find_place(number) if number in placements else None
        for placements in (plan.facing, plan.answers)
    )
    return {
        "number": number,
        "code": maze.code,
        "section": (key := entry.part.section.key),
        **({"chapter": chapter} if (chapter := entry.printed_in.section.key) != key else {}),
        "draw": entry.draw,
        "name": entry.name and strip_isolates(entry.name),
        **({"load": entry.load} if entry.load else {}),
        **maze.design.facts(maze.cells, maze.start, maze.end, measures.solution_length),
        **({} if maze.room is None else maze.room.facts),
        **({} if maze.things is None else {"collect": maze.things}),
        **({"questions": [list(pair) for pair in maze.asked.way_in_list]} if maze.asked else {}),
        **({"stage": entry.silhouette.stage_name} if entry.view and entry.silhouette else {}),
        **({"figures": figures} if (figures := _say_where_figures_are(plan, entry)) else {}),
        **({"finds": finds} if (finds := _count_finds_in_drawing(entry)) else {}),
        **({"floor": maze.floor} if maze.floor else {}),
        **({"rim": HEAVY_RIM} if maze.has_frame else {}),
        "edge": entry.part.section.edge if entry.silhouette else None,
        "turns": measures.turns,
        "decisions": measures.decisions,
        "dead_ends": measures.dead_ends,
        "difficulty": measures.difficulty,
        "minutes": entry.minutes or None,
        "stars": entry.stars or None,
        "level": entry.part.readers.level if entry.part.readers else None,
        **({"story": list(story)} if (story := _find_story(plan, entry)) else {}),
        "digest": maze.digest.hex(),
        "likeness": entry.likeness,
        "svg": svg,
        "solution_svg": solution_svg,
        "puzzle": _place_record(plan, entry, plan.puzzles.find_place(number)),
        **({"facing": _place_record(plan, entry, facing)} if facing else {}),
        "answer": _place_record(plan, entry, answer) if answer else None,
    }


def _find_story(plan: Plan, entry: Entry) -> Sequence[str]:
    """The rows of the story above the mazes on a maze's page."""
    return plan.stories.get(plan.puzzles.pages[entry.number], ())


def _place_record(plan: Plan, entry: Entry, place: PicturePlace) -> dict[str, Any]:
    """Return the page of a maze and, in its coordinates, the maze's box, the width of its narrowest
    cell, and its ends."""
    maze, (page, left, top, scale, file) = entry.maze, place
    start, end = (
        point and [_round(left + point[0] * scale), _round(top + point[1] * scale)]
        for point in maze.ends or (None, None)
    )
    return {
        "page": page,
        "box": [
            _round(left),
            _round(top),
            _round(maze.plate.width * scale),
            _round(maze.plate.height * scale),
        ],
        "cell": _round(maze.narrowest * scale),
        "start": start,
        "end": end,
        **({"file": f"{plan.setting.order.name}{file}.pdf"} if file else {}),
    }


def _round(points: float) -> float:
    return round(points, 3)
