"""The sheets of a class that are put up on a wall as one large maze: the text on each sheet, and
the large maze."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from puzzlebook.books.pages import worksheets
from puzzlebook.books.pages.wall import WallPosition, WholeWall
from puzzlebook.books.planning.setting import Setting
from puzzlebook.maze_art.gates import list_sheet_edges
from puzzlebook.maze_art.marks import Marks
from puzzlebook.maze_art.plate import make_plate, pack_plate
from puzzlebook.mazes import Design, Maze, draw_maze, make_grid
from puzzlebook.typesetting.page import Box
from puzzlebook.typesetting.pdf.operators import pack_path
from puzzlebook.typesetting.text import measure_width

_LETTERS = "ABCD"  # with which gates between sheets are marked


def locate_on_wall(setting: Setting, maze: Maze, head: float) -> WallPosition:
    """Return where on the wall a sheet hangs, and the sheet's instruction. maze: the piece of the
    wall's maze on the sheet. head: see `measure_wall_head`."""
    words, theme = setting.words, setting.theme
    start, finish = maze.find_gate(maze.start), maze.find_gate(maze.end)
    begin = words("wall_dot")
    if start:
        begin = words("wall_gate_start", letter=start.letter)
    elif maze.is_wall_start:
        begin = words.end("start", theme.start_name)
    goal = words.end("finish", theme.finish_name)
    if finish:
        goal = words("wall_gate_finish", letter=finish.letter)
    return _locate_piece(setting, maze.design, begin, goal)._replace(head=head)


def _locate_piece(setting: Setting, design: Design, begin: str, goal: str) -> WallPosition:
    columns, rows = design.wall_size
    row, column = (index + 1 for index in divmod(design.piece - 1, columns))
    words, options = setting.words, setting.recipe.worksheet
    task = words("worksheet_icons", start=begin, finish=goal)
    if options and options.instruction:
        task = options.instruction
    place = words("wall_place", row=row, column=column)
    return WallPosition(columns, rows, row, column, f"{task} {place}".strip())


def measure_wall_head(settings: Iterable[Setting], slot: Box, designs: Sequence[Design]) -> float:
    """Return the height of everything printed above a maze on any sheet of a wall, whatever its
    gates, in points.

    settings: one for each language. designs: those of all pieces, row by row. All mazes of a wall
    have the same size, and the same height on their sheets.
    """
    return max(
        worksheets.measure_head(setting, slot, wall_position)
        for setting in settings
        for wall_position in _list_widest(setting, designs)
    )


def _list_widest(setting: Setting, designs: Sequence[Design]) -> Iterator[WallPosition]:
    """Yield, for each pair of ends that a path may have, the sheet with the widest sentence about
    these ends. Letter, row and column are each the widest, so that no word on another sheet is
    wider, and no other sentence takes more lines."""

    def measure(design: Design, ends: tuple[str, str]) -> float:
        text = _locate_piece(setting, design, *ends).instruction
        return measure_width(text, setting.sizes.face, setting.sizes.body)

    columns, _ = designs[0].wall_size
    for by_letter in zip(*(_list_ends(setting, letter) for letter in _LETTERS), strict=True):
        ends = max(by_letter, key=partial(measure, designs[0]))
        row = max(range(0, len(designs), columns), key=lambda first: measure(designs[first], ends))
        column = max(range(columns), key=lambda index: measure(designs[index], ends))
        yield _locate_piece(setting, designs[row + column], *ends)


def _list_ends(setting: Setting, letter: str) -> Iterator[tuple[str, str]]:
    """Yield the pairs of ends that the path in a piece may have. letter: the letter of its
    gates."""
    words, theme = setting.words, setting.theme
    gate = words("wall_gate_start", letter=letter)
    onward = words("wall_gate_finish", letter=letter)
    yield gate, onward
    yield words("wall_dot"), onward
    yield words.end("start", theme.start_name), onward
    yield gate, words.end("finish", theme.finish_name)


def make_whole_wall(setting: Setting, design: Design) -> WholeWall:
    """Return the whole wall to which a piece belongs."""
    columns, rows = design.wall_size
    whole = design._replace(wall=f"{columns}x{rows}")
    maze = draw_maze(whole, make_grid(whole.shape, whole.board_size))
    plate = make_plate(maze, Marks.from_word("icons"), setting.theme)
    return WholeWall(
        maze.design,
        maze.digest,
        len(maze.solution),
        pack_plate(plate, pack_path),
        list_sheet_edges(maze),
    )
