"""What a planned book says of itself in its manifest: what it holds, where each maze stands, what it was made with.

Lengths are points; positions are from the top left corner of a PDF page, y down.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.metadata import version
from typing import Any

from puzzlebook import __version__
from puzzlebook.books.classes.sets import ClassSet
from puzzlebook.books.classes.sets import texts_of as class_texts
from puzzlebook.books.plan import Plan, texts_of
from puzzlebook.books.setting import Entry, Setting
from puzzlebook.mazes.maze import Maze
from puzzlebook.mazes.tilings import size_text
from puzzlebook.paper import text
from puzzlebook.paper.page import Picture
from puzzlebook.recipes.writing import tables
from puzzlebook.shelf.manifest import FORMAT
from puzzlebook.words import without_isolates

_LIBRARIES = ("fonttools", "python-bidi", "reportlab", "segno", "svgwrite", "uharfbuzz")


def manifest_of(
    plan: Plan | ClassSet, files: Mapping[str, str], svg_names: Mapping[int, tuple[str, str | None]]
) -> dict[str, Any]:
    """The manifest of a book whose files have these SHA-256 sums, but for its last line, `self`."""
    recipe = plan.setting.recipe
    texts = (line for _, line in (class_texts if isinstance(plan, ClassSet) else texts_of)(plan.setting))
    return {
        "format": FORMAT,
        "edition": recipe.edition,
        "code": str(plan.setting.code),
        "seed": plan.setting.seed,
        "recipe": tables(recipe),
        "pages": plan.pages,
        "versions": versions(plan.setting, texts),
        "files": dict(sorted(files.items())),
        "mazes": [_maze(plan, entry, *svg_names.get(entry.number, (None, None))) for entry in plan.entries],
    }


def versions(setting: Setting, texts: Iterable[str]) -> dict[str, str]:
    """All that a book's bytes depend on, besides its recipe and seed. texts: of the user's."""
    fonts = text.used_fonts([*setting.words.texts(), *texts], setting.type.face)
    return {
        "puzzlebook": __version__,
        **_libraries(),
        "deflate": "zlib-ng" if "ng" in zlib.ZLIB_RUNTIME_VERSION else "zlib",
        **{name: font.sha256 for name, font in fonts.items()},
    }


@cache
def _libraries() -> dict[str, str]:
    return {library: version(library) for library in _LIBRARIES}


def facts(maze: Maze) -> dict[str, object]:
    """What is so of a maze however it is drawn, as its entry says it."""
    return {
        "shape": maze.design.shape,
        "size": size_text(maze.design.size),
        "silhouette": maze.design.silhouette,
        "cells": maze.grid.cells,
        "start": maze.start,
        "end": maze.end,
        "solution_length": len(maze.solution),
    }


def _maze(plan: Plan | ClassSet, entry: Entry, svg: str | None, solution_svg: str | None) -> dict[str, Any]:
    maze, measures = entry.maze, entry.measures
    slot, answer_slot = plan.puzzle_slots[entry.number], plan.answer_slots.get(entry.number)
    picture = answer_slot and plan.answer_picture(entry)
    return {
        "number": entry.number,
        "code": maze.code,
        "section": entry.section.key,
        "draw": entry.draw,
        "name": entry.name and without_isolates(entry.name),
        **facts(maze),
        "turns": measures.turns,
        "decisions": measures.decisions,
        "dead_ends": measures.dead_ends,
        "difficulty": measures.difficulty,
        "stars": entry.stars or None,
        "digest": maze.digest,
        "likeness": entry.likeness,
        "svg": svg,
        "solution_svg": solution_svg,
        "puzzle": _place(entry, slot.page, plan.puzzle_picture(entry)),
        "answer": {**_place(entry, answer_slot.page, picture), **_file(plan)} if answer_slot and picture else None,
    }


def _file(plan: Plan | ClassSet) -> dict[str, str]:
    """Which file the answers are in, where that is not the book's own."""
    is_apart = isinstance(plan, ClassSet) and plan.wanted.key == "separate"
    return {"file": f"{plan.setting.recipe.name}-key.pdf"} if is_apart else {}


def _place(entry: Entry, page: int, picture: Picture) -> dict[str, Any]:
    """Where a picture of an entry's maze stands."""
    drawing, grid = picture.drawing, entry.maze.grid
    scale = drawing.scale
    left, top = picture.x - drawing.left * scale, picture.y - drawing.top * scale

    def at(cell: int | None) -> list[float] | None:
        if cell is None:
            return None
        x, y = grid.centres[cell]
        return [_round(left + x * scale), _round(top + y * scale)]

    return {
        "page": page,
        "box": [_round(left), _round(top), _round(grid.width * scale), _round(grid.height * scale)],
        "cell": _round(scale),
        "start": at(entry.maze.start),
        "end": at(entry.maze.end),
    }


def _round(points: float) -> float:
    return round(points, 3)
