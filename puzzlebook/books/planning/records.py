"""What a planned book says of itself in its manifest: what it holds, where each maze stands, what
it was made with.

Lengths are points; positions are from the top left corner of a PDF page, y down.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from itertools import chain
from typing import Any

from puzzlebook import __version__
from puzzlebook.books.planning.plan import Plan
from puzzlebook.books.planning.restoring import libraries, make_restore
from puzzlebook.books.planning.setting import Entry, Placement
from puzzlebook.language.words import strip_isolates
from puzzlebook.mazes.facts import maze_facts
from puzzlebook.recipes.writing import recipe_tables
from puzzlebook.shelf.manifest import FORMAT
from puzzlebook.typesetting import text
from puzzlebook.typesetting.page import Picture


def make_manifest(
    plan: Plan, files: Mapping[str, str], contents: Mapping[str, str]
) -> dict[str, Any]:
    """The manifest of a book whose files have these SHA-256 sums and content digests, but for its
    last line, `self`. Its mazes come one by one: all at once they would take more room than the
    book."""
    order = plan.setting.order
    restore = make_restore(order)
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
        "mazes": (_maze_record(plan, entry) for entry in plan.entries.values()),
    }


def list_versions(plan: Plan) -> dict[str, str]:
    """All that a book's bytes depend on, besides its recipe and seed."""
    texts = chain((line for _, line in plan.texts), *plan.stories.values())
    sizes = plan.setting.sizes
    fonts = text.find_used_fonts(
        [*plan.setting.words.texts(), *texts], sizes.face, sizes.has_display
    )
    return {
        "puzzlebook": __version__,
        **libraries(),
        "deflate": "zlib-ng" if "ng" in zlib.ZLIB_RUNTIME_VERSION else "zlib",
        **{name: font.sha256 for name, font in fonts.items()},
    }


def _maze_record(plan: Plan, entry: Entry) -> dict[str, Any]:
    maze, measures = entry.maze, entry.measures
    svg, solution_svg, *_ = [*entry.svg, None, None]
    answer = plan.answers.get(entry.number)
    return {
        "number": entry.number,
        "code": maze.code,
        "section": entry.part.section.key,
        "draw": entry.draw,
        "name": entry.name and strip_isolates(entry.name),
        **maze_facts(maze.design, maze.cells, maze.start, maze.end, measures.solution_length),
        **({} if maze.things is None else {"collect": maze.things}),
        "edge": entry.part.section.edge if entry.silhouette else None,
        "turns": measures.turns,
        "decisions": measures.decisions,
        "dead_ends": measures.dead_ends,
        "difficulty": measures.difficulty,
        "stars": entry.stars or None,
        "digest": maze.digest.hex(),
        "likeness": entry.likeness,
        "svg": svg,
        "solution_svg": solution_svg,
        "puzzle": _standing_record(plan, entry, plan.puzzles[entry.number]),
        "answer": _standing_record(plan, entry, answer) if answer else None,
    }


def _standing_record(plan: Plan, entry: Entry, standing: Placement) -> dict[str, Any]:
    """Where a picture of an entry's maze stands, and in which file, where that is not the book's
    own."""
    file = {"file": f"{plan.setting.order.name}{standing.file}.pdf"} if standing.file else {}
    return {"page": standing.page, **_place(entry, standing.picture), **file}


def _place(entry: Entry, picture: Picture) -> dict[str, Any]:
    """The bounds of a maze, the width of its narrowest cell, and its ends, on its page."""
    drawing, maze = picture.drawing, entry.maze
    scale = drawing.scale
    left, top = picture.x - drawing.left * scale, picture.y - drawing.top * scale
    ends = [[_round(left + x * scale), _round(top + y * scale)] for x, y in maze.ends or ()]
    start, end = ends or (None, None)
    return {
        "box": [
            _round(left),
            _round(top),
            _round(maze.plate.width * scale),
            _round(maze.plate.height * scale),
        ],
        "cell": _round(maze.narrowest * scale),
        "start": start,
        "end": end,
    }


def _round(points: float) -> float:
    return round(points, 3)
