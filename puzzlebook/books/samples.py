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
from puzzlebook.books.stories import Place, told
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
    draws. Above its mazes each has one of the book's lines, if not always its own."""
    setting, leaves, _ = paginated(order)
    by_number = {maze.number: maze for maze in known}
    shown = [number for number, leaf in enumerate(leaves, 1) if _may_be_shown(setting, leaf)]
    places = [round(place * (len(shown) - 1) / max(1, many - 1)) for place in range(many)] if shown else []
    entries: dict[int, Entry] = {}
    standings: dict[int, Standing] = {}
    for number in dict.fromkeys(shown[place] for place in places):
        leaf = leaves[number - 1]
        part = setting.parts[leaf.part]
        boxes = puzzles.boxes(setting, part, columns_and_rows(setting, part), number)
        for maze, box in zip(leaf.mazes, boxes, strict=False):
            entry = entries[maze] = _entry(setting, part, by_number[maze])
            standings[maze] = Standing(number, box, puzzles.puzzle_picture(setting, entry, box))
    answers = dict(_answers(leaves, entries))
    pages = BookPages(setting, leaves, entries, standings, answers, told(setting, _places(setting, leaves, standings)))
    for number in dict.fromkeys(standing.page for standing in standings.values()):
        yield pages.of(leaves[number - 1], number)


def _may_be_shown(setting: Setting, leaf: Leaf) -> bool:
    return leaf.kind == "puzzles" and not setting.parts[leaf.part].pictures


def _answers(leaves: Sequence[Leaf], entries: Mapping[int, Entry]) -> Iterator[tuple[int, Standing]]:
    """The pages of the answers; where on them they stand is not asked."""
    nowhere = Box(0, 0, 0, 0), Picture(0, 0, Drawing(0, 0, 0, 0, 1, ()))
    for page, leaf in enumerate(leaves, 1):
        if leaf.kind == "key":
            yield from ((maze, Standing(page, *nowhere)) for maze in leaf.mazes if maze in entries)


def _places(setting: Setting, leaves: Sequence[Leaf], standings: Mapping[int, Standing]) -> Iterator[Place]:
    for number in dict.fromkeys(standing.page for standing in standings.values()):
        leaf = leaves[number - 1]
        first = leaf.mazes[0]
        yield puzzles.story_place(setting, setting.parts[leaf.part], number, first, standings[first])


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
