"""What a planned book says of itself in its manifest: what it holds, where each maze stands, what it was made with.

Lengths are points; positions are from the top left corner of a PDF page, y down.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from itertools import chain
from typing import Any

from puzzlebook import __version__
from puzzlebook.books.plan import Plan
from puzzlebook.books.setting import Entry, Standing
from puzzlebook.late import unloaded
from puzzlebook.mazes.facts import maze_facts
from puzzlebook.paper import text
from puzzlebook.paper.page import Picture
from puzzlebook.recipes.writing import tables
from puzzlebook.shelf.manifest import FORMAT
from puzzlebook.words import without_isolates

_LIBRARIES = {
    "fonttools": ("fontTools", "__version__"),
    "python-bidi": ("bidi", "VERSION"),
    "reportlab": ("reportlab", "__version__"),
    "segno": ("segno", "__version__"),
    "svgwrite": ("svgwrite", "__version__"),
    "uharfbuzz": ("uharfbuzz", "__version__"),
}
"""Where each library says its version: to read what is known of all that is installed takes longer."""

_NOT_EVERYWHERE = ("bidi",)
"""What may be missing, as in a browser: a book that would need it is refused."""


def manifest_of(plan: Plan, files: Mapping[str, str]) -> dict[str, Any]:
    """The manifest of a book whose files have these SHA-256 sums, but for its last line, `self`. Its mazes come one by
    one: all at once they would take more room than the book."""
    order = plan.setting.order
    return {
        "format": FORMAT,
        "edition": order.recipe.edition,
        "code": str(order.code),
        "seed": order.seed,
        "recipe": tables(order.recipe),
        "pages": plan.pages,
        "versions": versions(plan),
        "files": {name: files[name] for name in sorted(files)},
        "mazes": (_maze(plan, entry) for entry in plan.entries.values()),
    }


def versions(plan: Plan) -> dict[str, str]:
    """All that a book's bytes depend on, besides its recipe and seed."""
    texts = chain((line for _, line in plan.texts), *plan.stories.values())
    sizes = plan.setting.sizes
    fonts = text.used_fonts([*plan.setting.words.texts(), *texts], sizes.face, sizes.has_display)
    return {
        "puzzlebook": __version__,
        **_libraries(),
        "deflate": "zlib-ng" if "ng" in zlib.ZLIB_RUNTIME_VERSION else "zlib",
        **{name: font.sha256 for name, font in fonts.items()},
    }


@cache
def _libraries() -> dict[str, str]:
    with unloaded("segno.encoder", "segno.utils", "segno.writers", "svgwrite.drawing"):  # nothing but their versions
        found = {library: _version(module, name) for library, (module, name) in _LIBRARIES.items()}
    return {library: version for library, version in found.items() if version is not None}


def _version(module: str, name: str) -> str | None:
    try:
        return str(getattr(import_module(module), name))
    except ModuleNotFoundError:
        if module not in _NOT_EVERYWHERE:
            raise
        return None


def _maze(plan: Plan, entry: Entry) -> dict[str, Any]:
    maze, measures = entry.maze, entry.measures
    svg, solution_svg, *_ = [*entry.svg, None, None]
    answer = plan.answers.get(entry.number)
    return {
        "number": entry.number,
        "code": maze.code,
        "section": entry.part.section.key,
        "draw": entry.draw,
        "name": entry.name and without_isolates(entry.name),
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
        "puzzle": _standing(plan, entry, plan.puzzles[entry.number]),
        "answer": _standing(plan, entry, answer) if answer else None,
    }


def _standing(plan: Plan, entry: Entry, standing: Standing) -> dict[str, Any]:
    """Where a picture of an entry's maze stands, and in which file, where that is not the book's own."""
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
        "box": [_round(left), _round(top), _round(maze.plate.width * scale), _round(maze.plate.height * scale)],
        "cell": _round(maze.narrowest * scale),
        "start": start,
        "end": end,
    }


def _round(points: float) -> float:
    return round(points, 3)
