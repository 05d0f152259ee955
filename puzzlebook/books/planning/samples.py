"""Remaking a few pages of a finished book for its cover, without drawing all of its mazes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from puzzlebook.books.pages import puzzles
from puzzlebook.books.planning.boards import Board, choose_arrangement, make_boards, make_setting
from puzzlebook.books.planning.book_pages import BookPages
from puzzlebook.books.planning.entries import make_entry, make_job, make_style
from puzzlebook.books.planning.finishing import MazeRequest, draw_and_measure, finish_maze
from puzzlebook.books.planning.pagination import PlannedPage
from puzzlebook.books.planning.ramp import SectionMaze
from puzzlebook.books.planning.setting import Entry, Placements, Setting
from puzzlebook.drawing.drawing import Drawing
from puzzlebook.geometry.arcs import Point
from puzzlebook.mazes import Design, read_code
from puzzlebook.recipes.order import BookSection, Order
from puzzlebook.recipes.order_paper import choose_sheet
from puzzlebook.shelf.manifest import Damaged, FinishedBook
from puzzlebook.typesetting.page import Box, Page, Picture


class _MazeRow(NamedTuple):
    """A maze in the manifest.

    section: the key of the section for which it was drawn. chapter: that of the section that prints
    it. page, answer: the pages of puzzle and answer. story: the rows of the
    story on its page; empty if the manifest is older than that key.
    """

    code: str
    section: str
    chapter: str
    number: int
    draw: int
    stars: int
    page: int | None
    answer: int | None
    story: tuple[str, ...]


class SamplePage(NamedTuple):
    """A page of a book. way: the centres of the cells on the way through its first maze, in points
    on the page; empty if unknown. cell: the width of a cell, in points."""

    page: Page
    way: Sequence[Point] = ()
    cell: float = 0.0


def sample_pages(order: Order, book: FinishedBook, many: int) -> list[SamplePage]:
    """Return up to `many` puzzle pages of a book: mostly mazes inside stages, which attract the
    eye, and other pages spread evenly.

    Pages with hidden pictures are left out, and the lesser drawings of the theme.
    Raise Damaged if the manifest's mazes do not match the recipe.
    """
    setting = make_setting(order, choose_sheet(order, book.pages, order.theme.bleeds))
    parts = {part.section.key: index for index, part in enumerate(setting.parts)}
    rows = _list_rows(book)
    if not parts.keys() >= {key for row in rows for key in (row.section, row.chapter)}:
        raise Damaged("section")
    rows_by_page: dict[int, list[_MazeRow]] = {}
    for row in rows:
        if row.page is not None and not setting.parts[parts[row.section]].pictures:
            rows_by_page.setdefault(row.page, []).append(row)
    staged: dict[str, int] = {}
    plain: list[int] = []
    for page, (row, *_) in sorted(rows_by_page.items()):
        drawing = read_code(row.code).silhouette or ""
        if setting.parts[parts[row.section]].section.stage is None:
            plain.append(page)
        elif drawing.partition(".")[0] not in setting.lesser_drawings:
            staged.setdefault(drawing, page)  # each drawing once
    chosen = _choose_pages(plain, list(staged.values()), many)
    entries: dict[int, Entry] = {}
    ways: dict[int, Sequence[Point]] = {}
    places: list[tuple[int, int, Box]] = []
    for page in chosen:
        page_rows = rows_by_page[page]
        part = setting.parts[parts[page_rows[0].section]]
        arrangement = choose_arrangement(setting, _narrow_part(part, page_rows[0]))
        boxes = puzzles.puzzle_boxes(setting, part, arrangement, page)
        if len(page_rows) > len(boxes):
            raise Damaged("page")
        for row, box in zip(page_rows, boxes, strict=False):
            printed_in = setting.parts[parts[row.chapter]]
            entries[row.number], ways[row.number] = _redraw_entry(setting, part, row, printed_in)
            places.append((row.number, page, box))
    placements = Placements(
        places, lambda number, box: puzzles.place_puzzle(setting, entries[number], box)
    )
    stories = {page: rows_by_page[page][0].story for page in chosen}
    maker = BookPages(setting, (), (), entries, placements, _list_answers(rows), stories)
    samples = []
    for page in chosen:
        numbers = tuple(row.number for row in rows_by_page[page])
        planned = PlannedPage("puzzles", parts[rows_by_page[page][0].section], numbers)
        made = maker.make_page(planned, page)
        picture = setting.sheet.place_picture(placements[numbers[0]].picture)
        samples.append(SamplePage(made, *_place_way(picture, ways[numbers[0]])))
    return samples


def _place_way(picture: Picture, way: Sequence[Point]) -> tuple[Sequence[Point], float]:
    """Return the points of a way on the page of its picture, and the width of a cell there."""
    drawing = picture.drawing
    scale = drawing.scale
    left, top = picture.x - drawing.left * scale, picture.y - drawing.top * scale
    return [(left + scale * x, top + scale * y) for x, y in way], scale


def _choose_pages(others: Sequence[int], staged: Sequence[int], many: int) -> list[int]:
    """Choose pages, in order: all but one from `staged`, if there are enough of these."""
    pictures = _choose_evenly(staged, many - 1 if others else many)
    plain = _choose_evenly(others, many - len(pictures))
    if pictures and len(plain) == 1:
        plain = [*others[-1:]]  # the hardest page, as a contrast to the drawings
    return sorted([*pictures, *plain])


def _choose_evenly(pages: Sequence[int], many: int) -> list[int]:
    """Return up to `many` pages, evenly spread from the first to the last."""
    if not pages:
        return []
    places = (round(index * (len(pages) - 1) / max(1, many - 1)) for index in range(many))
    return [pages[place] for place in dict.fromkeys(places)]


def _list_rows(book: FinishedBook) -> list[_MazeRow]:
    texts = [*(book.values_by_maze(key) for key in ("code", "section")), book.chapters_by_maze]
    numbers = [book.numbers_by_maze(key) for key in ("number", "draw")]
    pages = [book.pages_by_maze(kind) for kind in ("puzzle", "answer")]
    columns = (*texts, *numbers, book.stars_by_maze, *pages, book.stories_by_maze)
    return [_MazeRow(*values) for values in zip(*columns, strict=True)]


def _list_answers(rows: Sequence[_MazeRow]) -> Placements:
    """Return placements with the pages of the answers; positions on these pages are never
    needed."""
    nowhere = Box(0, 0, 0, 0)
    places = ((row.number, row.answer, nowhere) for row in rows if row.answer is not None)
    return Placements(places, lambda number, box: Picture(0, 0, Drawing(0, 0, 0, 0, 1, ())))


def _narrow_part(part: BookSection, row: _MazeRow) -> BookSection:
    """Return a section without the outlines of other mazes, which take long to fit, provided that
    each maze has its own page."""
    if part.per_page > 1 or not part.silhouettes:
        return part
    code = read_code(row.code).silhouette
    return replace(part, silhouettes=tuple(cut for cut in part.silhouettes if cut.code == code))


def _is_board_of(board: Board, design: Design) -> bool:
    cut = board.silhouette.code if board.silhouette else None
    return (board.shape, board.size, cut) == (design.shape, design.size, design.silhouette)


def _redraw_entry(
    setting: Setting, part: BookSection, row: _MazeRow, printed_in: BookSection
) -> tuple[Entry, Sequence[Point]]:
    """Draw a maze of the book again, from its code; return its entry and the centres of the cells
    on its way, which are unknown beneath bridges."""
    design = read_code(row.code)
    boards = make_boards(setting, _narrow_part(part, row))
    board = next((board for board in boards if _is_board_of(board, design)), None)
    if board is None:
        raise Damaged("code")
    request = MazeRequest(design, board.silhouette, part.section.edge)
    maze = SectionMaze(part, row.draw, board, request, draw_and_measure(request), printed_in)
    # A cover has no alt text for single mazes.
    style = make_style(setting, svg=False)._replace(has_alt_text=False)
    finished, _ = finish_maze(style, make_job(setting, maze, row.number))
    entry = make_entry(setting, maze, row.number, finished, 0.0, setting.order.mazes)
    drawn = maze.maze
    way = [] if drawn.grid.bridges else [drawn.shown.centres[cell] for cell in drawn.solution]
    return entry._replace(stars=row.stars), way  # those in the book, whichever version rated it
