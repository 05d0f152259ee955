"""Pages of a finished book made again for its cover: those of a few mazes, without drawing the
others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from puzzlebook.books.pages import puzzles
from puzzlebook.books.planning.boards import Board, choose_arrangement, make_boards, make_setting
from puzzlebook.books.planning.book_pages import BookPages
from puzzlebook.books.planning.finishing import (
    MazeRequest,
    RenderJob,
    RenderStyle,
    draw_and_measure,
    finish_maze,
)
from puzzlebook.books.planning.pagination import Leaf
from puzzlebook.books.planning.setting import Entry, Placements, Setting
from puzzlebook.drawing.drawing import Drawing
from puzzlebook.maze_art.inked import Ink
from puzzlebook.mazes.codes import Design, read_code
from puzzlebook.recipes.order import BookSection, Order
from puzzlebook.recipes.order_paper import choose_sheet
from puzzlebook.shelf.manifest import Damaged, FinishedBook
from puzzlebook.typesetting import text
from puzzlebook.typesetting.page import Box, Page, Picture


class SampleMaze(NamedTuple):
    """What the manifest says of a maze: its code and its section's key, its printed number, which
    draw it is and its stars, and the pages of its puzzle and of its answer."""

    code: str
    section: str
    number: int
    draw: int
    stars: int
    page: int | None
    answer: int | None


def sample_pages(order: Order, book: FinishedBook, many: int) -> list[Page]:
    """Pages with mazes, from the beginning of a book to its end: `many`, if there are. None that
    shows what a way draws, and none with its line: which that is hangs on all pages before.
    `Damaged` if what the manifest says of the mazes is not the recipe's book."""
    setting = make_setting(order, choose_sheet(order, book.pages, order.theme.bleeds))
    parts = {part.section.key: place for place, part in enumerate(setting.parts)}
    known = _list_mazes(book)
    if any(maze.section not in parts for maze in known):
        raise Damaged("section")
    leaves: dict[int, list[SampleMaze]] = {}
    for maze in known:
        if maze.page is not None and not setting.parts[parts[maze.section]].pictures:
            leaves.setdefault(maze.page, []).append(maze)
    found = sorted(leaves)
    wanted = dict.fromkeys(
        found[round(place * (len(found) - 1) / max(1, many - 1))] for place in range(many) if found
    )
    entries: dict[int, Entry] = {}
    places: list[tuple[int, int, Box]] = []
    for number in wanted:
        part = setting.parts[parts[leaves[number][0].section]]
        boxes = puzzles.puzzle_boxes(
            setting,
            part,
            choose_arrangement(setting, _narrow_part(part, leaves[number][0])),
            number,
        )
        if len(leaves[number]) > len(boxes):
            raise Damaged("page")
        for maze, box in zip(leaves[number], boxes, strict=False):
            entries[maze.number] = _redraw_entry(setting, part, maze)
            places.append((maze.number, number, box))
    standings = Placements(
        places, lambda number, box: puzzles.place_puzzle(setting, entries[number], box)
    )
    made = BookPages(
        setting, (), (), entries, standings, _list_answers(known), dict.fromkeys(wanted, ())
    )
    return [
        made.of(
            Leaf(
                "puzzles",
                parts[leaves[number][0].section],
                tuple(maze.number for maze in leaves[number]),
            ),
            number,
        )
        for number in wanted
    ]


def _list_mazes(book: FinishedBook) -> list[SampleMaze]:
    said = [book.values_by_maze(key) for key in ("code", "section")]
    numbers = [book.numbers_by_maze(key) for key in ("number", "draw")]
    pages = [book.pages_by_maze(place) for place in ("puzzle", "answer")]
    return [
        SampleMaze(*each) for each in zip(*said, *numbers, book.stars_by_maze, *pages, strict=True)
    ]


def _list_answers(known: Sequence[SampleMaze]) -> Placements:
    """The pages of the answers; where on them they stand is not asked."""
    nowhere = Box(0, 0, 0, 0)
    places = ((maze.number, maze.answer, nowhere) for maze in known if maze.answer is not None)
    return Placements(places, lambda number, box: Picture(0, 0, Drawing(0, 0, 0, 0, 1, ())))


def _narrow_part(part: BookSection, known: SampleMaze) -> BookSection:
    """A section with no outline but a maze's own, where it has a page for itself: to fit the others
    takes long."""
    if part.a_page > 1 or not part.silhouettes:
        return part
    code = read_code(known.code).silhouette
    return replace(part, silhouettes=tuple(cut for cut in part.silhouettes if cut.code == code))


def _is_of(board: Board, part: BookSection, design: Design) -> bool:
    """Whether a section's board is that of a design."""
    cut = board.silhouette.code if board.silhouette else None
    return (part.section.shape, board.size, cut) == (design.shape, design.size, design.silhouette)


def _redraw_entry(setting: Setting, part: BookSection, known: SampleMaze) -> Entry:
    """A maze of the book, drawn again from its code."""
    design = read_code(known.code)
    found = make_boards(setting, _narrow_part(part, known))
    board = next((board for board in found if _is_of(board, part, design)), None)
    if board is None:
        raise Damaged("code")
    drawn = draw_and_measure(MazeRequest(design, board.silhouette, part.section.edge))
    letter = setting.order.secret.get(known.number, "")
    alphabet = setting.words("alphabet") + setting.words("alphabet").lower() if letter else ""
    fonts = {each: text.font_content(each, setting.sizes.bold) for each in {*alphabet, *letter}}
    order = setting.order
    manner = RenderStyle(
        setting.recipe.end_marks,
        setting.theme,
        setting.words,
        False,
        fonts,
        order.walls,
        order.tint,
    )
    ink = Ink(board.wall)
    maze, _ = finish_maze(
        manner, RenderJob(drawn, "", board.scale, board.wall, ink, letter, part.section.collect)
    )
    return Entry(
        number=known.number, part=part, draw=known.draw, maze=maze, measures=drawn.measures, stars=known.stars,
        likeness=drawn.likeness, silhouette=board.silhouette, scale=board.scale, wall=board.wall, svg=(),
        tint=setting.order.tint, nooks=board.nooks,
    )  # fmt: skip
