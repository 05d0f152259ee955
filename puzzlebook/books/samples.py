"""Pages of a finished book made again for its cover: those of a few mazes, without drawing the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from puzzlebook.books.boards import boards, columns_and_rows
from puzzlebook.books.book_plan import BookPages
from puzzlebook.books.finishing import AskedMaze, Commission, Manner, drawn_maze, finished
from puzzlebook.books.pages import puzzles
from puzzlebook.books.pagination import Leaf, paginated
from puzzlebook.books.setting import Entry, Setting, Standing
from puzzlebook.books.stories import told
from puzzlebook.mazes.codes import Design, read_code
from puzzlebook.paper import text
from puzzlebook.paper.page import Box, Page, Picture
from puzzlebook.pictures.drawing import Drawing
from puzzlebook.pictures.plate import Ink
from puzzlebook.recipes.order import Order, Part


class Known(NamedTuple):
    """What the manifest says of a maze: its code, its printed number, which draw it is, and its stars."""

    code: str
    number: int
    draw: int
    stars: int


def sample_pages(order: Order, known: Sequence[Known], many: int) -> Iterator[Page]:
    """Pages with mazes, from the beginning of the book to its end: so many, if there are. None that shows what a way
    draws."""
    setting, leaves, _ = paginated(order)
    by_number = {maze.number: maze for maze in known}
    pages = [number for number, leaf in enumerate(leaves, 1) if leaf.kind == "puzzles" and _may_be_shown(setting, leaf)]
    wanted = [pages[round(place * (len(pages) - 1) / max(1, many - 1))] for place in range(many)] if pages else []
    for number in dict.fromkeys(wanted):
        leaf = leaves[number - 1]
        if all(maze in by_number for maze in leaf.mazes):
            entries = {maze: _entry(setting, setting.parts[leaf.part], by_number[maze]) for maze in leaf.mazes}
            yield _page(setting, leaves, number, entries)


def _may_be_shown(setting: Setting, leaf: Leaf) -> bool:
    return not setting.parts[leaf.part].pictures


def _page(setting: Setting, leaves: Sequence[Leaf], number: int, entries: Mapping[int, Entry]) -> Page:
    leaf = leaves[number - 1]
    part = setting.parts[leaf.part]
    boxes = puzzles.boxes(setting, part, columns_and_rows(setting, part), number)
    standings = {
        maze: Standing(number, box, puzzles.puzzle_picture(setting, entries[maze], box))
        for maze, box in zip(leaf.mazes, boxes, strict=False)
    }
    nowhere = Picture(0, 0, Drawing(0, 0, 0, 0, 1, ()))
    answers = {
        maze: Standing(page, Box(0, 0, 0, 0), nowhere)
        for page, other in enumerate(leaves, 1)
        if other.kind == "key"
        for maze in other.mazes
        if maze in entries
    }
    first = leaf.mazes[0]
    place = puzzles.story_place(setting, part, number, first, standings[first])
    return BookPages(setting, leaves, entries, standings, answers, told(setting, [place])).of(leaf, number)


def _entry(setting: Setting, part: Part, known: Known) -> Entry:
    """A maze of the book, drawn again from its code."""
    design = read_code(known.code)
    board = next(board for board in boards(setting, part) if _is_of(design, board.silhouette))
    drawn = drawn_maze(AskedMaze(design, board.silhouette, part.section.edge))
    letter = setting.order.secret.get(known.number, "")
    alphabet = setting.words("alphabet") + setting.words("alphabet").lower() if letter else ""
    fonts = {each: text.content_for(each, setting.sizes.bold) for each in {*alphabet, *letter}}
    manner = Manner(setting.recipe.marks, setting.theme, setting.words, False, fonts)
    ink = Ink(board.wall)
    maze, _ = finished(manner, Commission(drawn, "", board.scale, board.wall, ink, letter, part.section.collect))
    return Entry(
        number=known.number, part=part, draw=known.draw, maze=maze, measures=drawn.measures, stars=known.stars,
        likeness=drawn.likeness, silhouette=board.silhouette, scale=board.scale, wall=board.wall, svg=(),
    )  # fmt: skip


def _is_of(design: Design, silhouette: Any) -> bool:
    return design.silhouette == (silhouette.code if silhouette is not None else None)
