"""The wall of a class: sheets in columns and rows, each of which is a piece of one large maze.

A piece is a board of squares, and a maze by itself. It has *gates* in its rim, and each leads to
the sheet beside it. Hung together, the pieces are one maze, with one path from its start to its
finish.

- The gates are drawn first, with the purpose "doors": a uniform spanning tree of the graph whose
  nodes are the sheets and whose edges are all sides between two sheets, except those of cells in
  corners (`draw_doors`). So two sheets are joined at one side at most, a sheet has at most
  one gate at each of its edges, and no cell has two.
- The wall starts and finishes on two sheets at its edge: those farthest apart in the tree.
- Each piece is drawn with a purpose of its own, so that it can be made again without the others. It
  is drawn anew until its own path has a certain length; else a pupil might have nothing to do. If
  each sheet is connected by itself, a wall is one tree per sheet plus one tree of sheets, and every
  combination is a valid wall. So given the gates, all walls whose pieces have such paths are
  equally likely.
- The two sides of a gate have the same letter, and no sheet has a letter twice: the sheets are the
  nodes of a tree, and none has more than four gates.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import compress, pairwise
from math import isqrt
from typing import NamedTuple

from puzzlebook.ground.faults import refuse
from puzzlebook.ground.seeds import EDITION, draw_below, stream_draws
from puzzlebook.mazes.tilings import Size, format_size
from puzzlebook.mazes.tree import Tree
from puzzlebook.mazes.wilson import draw_spanning_tree, make_graph

MOST_ACROSS = 20
"""The most columns, or rows, of a wall."""
LEAST_SIDE = 3
"""The fewest columns, or rows, of cells in a piece: corners have no gates."""

_LETTERS = "ABCD"
_FORM = re.compile(r"([1-9][0-9]?)x([1-9][0-9]?)")


Pair = tuple[int, int]
"""Two cells beside each other, the lower first."""


class SheetGrid(NamedTuple):
    """Sheets in columns and rows, each a board of width x height cells. Cells are numbered row by
    row from the top left of the whole wall."""

    columns: int
    rows: int
    width: int
    height: int

    @property
    def across(self) -> int:
        """The number of cells in a row of the whole wall."""
        return self.columns * self.width

    def find_sheet(self, cell: int) -> int:
        """The sheet of a cell, numbered row by row."""
        y, x = divmod(cell, self.across)
        return y // self.height * self.columns + x // self.width

    def list_borders(self) -> list[Pair]:
        """The sides between cells of different sheets, sorted."""
        across, down = self.across, self.rows * self.height
        found = []
        for cell in range(across * down):
            y, x = divmod(cell, across)
            if (x + 1) % self.width == 0 and x + 1 < across:
                found.append((cell, cell + 1))
            if (y + 1) % self.height == 0 and y + 1 < down:
                found.append((cell, cell + across))
        return found


class Gate(NamedTuple):
    """An opening in the rim of a piece.

    letter: the same on both sheets. cell, side: in the piece's grid; the side is on its rim. sheet:
    the sheet it leads to, counted from 0.
    """

    letter: str
    cell: int
    side: int
    sheet: int


class Wall(NamedTuple):
    """A wall before its pieces are drawn.

    sheets: the columns and rows of the wall and of each sheet. gates: of each sheet, clockwise from
    the top. way: the sheets from the start to the finish. onward: for each sheet the one to which
    it leads: on the way the next one (the last leads nowhere), elsewhere the one nearer to the way.
    """

    sheets: SheetGrid
    gates: Sequence[Sequence[Gate]]
    way: Sequence[int]
    onward: Mapping[int, int]


def read_wall(text: str, where: str) -> tuple[int, int]:
    """The columns and rows of a wall, from a text such as `6x5`."""
    match = _FORM.fullmatch(text.strip().lower().replace("×", "x"))
    columns, rows = map(int, match.groups()) if match else (0, 0)
    if match and is_wall(columns, rows):
        return columns, rows
    sheets = int(text) if re.fullmatch(r"\s*\d{1,4}\s*", text) else 0
    such = _suggest_wall(sheets) or "6x5"
    allowed = f"columns x rows of sheets, such as {such}: 2 sheets or more"
    limit = f"at most {MOST_ACROSS} in a column or a row"
    raise refuse(where, f"{text!r} is not the size of a wall", f"{allowed}, {limit}")


def _suggest_wall(sheets: int) -> str:
    """Return columns and rows of a wall for this many sheets, at most twice as wide as high, with
    the fewest places left over; empty if there is none."""
    walls = [(-(-sheets // rows), rows) for rows in range(1, isqrt(sheets) + 1)]
    fitting = [
        (columns, rows)
        for columns, rows in walls
        if is_wall(columns, rows) and (columns <= 2 * rows or rows == len(walls))
    ]
    best = min(fitting, key=lambda wall: (wall[0] * wall[1], -wall[1]), default=None)
    return f"{best[0]}x{best[1]} for {sheets}" if best else ""


def is_wall(columns: int, rows: int) -> bool:
    """Whether a wall may have this many columns and rows of sheets."""
    return columns * rows >= 2 and max(columns, rows) <= MOST_ACROSS


def refuse_small_pieces(size: Size, where: str) -> None:
    """Refuse pieces that have no room for gates."""
    if min(size) < LEAST_SIDE:
        what = f"{format_size(size)} leaves the gates between two sheets no room"
        raise refuse(where, what, f"at least {LEAST_SIDE}x{LEAST_SIDE}")


def measure_least_way(size: Size) -> int:
    """The minimum number of cells of a piece's own path."""
    width, height = size
    return (width + height) // 2


def draw_doors(
    key: str, sheets: SheetGrid, edition: int = EDITION, borders: Sequence[Pair] = ()
) -> list[Pair]:
    """Draw which pairs of facing cells join the sheets: a uniform spanning tree of the sheets.

    borders: the pairs allowed; all, if empty.
    """
    borders = borders or sheets.list_borders()
    edges = [(sheets.find_sheet(a), sheets.find_sheet(b)) for a, b in borders]
    nodes = sheets.columns * sheets.rows
    graph = make_graph(edges, nodes, nodes)
    draws = stream_draws(key, "doors", graph.bits, edition)
    root = draw_below(nodes, draws, graph.bits)
    return list(compress(borders, draw_spanning_tree(graph, root, draws, len(edges))))


@lru_cache(maxsize=8)  # the pieces of a wall are drawn one after another
def plan_wall(key: str, sheets: SheetGrid, edition: int) -> Wall:
    borders = [pair for pair in sheets.list_borders() if not _is_at_corner(sheets, pair)]
    doors = draw_doors(key, sheets, edition, borders)
    beside: list[dict[int, int]] = [{} for _ in range(sheets.columns * sheets.rows)]
    for a, b in doors:
        here, there = sheets.find_sheet(a), sheets.find_sheet(b)
        beside[here][there], beside[there][here] = a, b
    way = _find_way(sheets, beside)
    onward = dict(pairwise(way))
    letters = _choose_letters(sheets, beside, way[0])
    for here, there in _walk(beside, way):
        onward.setdefault(here, there)
    gates = [
        tuple(
            _make_gate(sheets, here, there, beside[here][there], letters[here, there])
            for there in _sort_clockwise(sheets, here, beside[here])
        )
        for here in range(len(beside))
    ]
    return Wall(sheets, gates, way, onward)


def _is_at_corner(sheets: SheetGrid, pair: tuple[int, int]) -> bool:
    """Whether two facing cells are at a corner of their sheets."""
    (y, x), (low, _) = (divmod(cell, sheets.across) for cell in pair)
    along, length = (x % sheets.width, sheets.width) if low > y else (y, sheets.height)
    return along % length in (0, length - 1)


def _find_way(sheets: SheetGrid, beside: Sequence[Mapping[int, int]]) -> list[int]:
    """The sheets between the two at the wall's edge that lie farthest apart; in a tie, those with
    the lowest numbers."""
    edge = [sheet for sheet in range(len(beside)) if _is_at_edge(sheets, sheet)]
    best: list[int] = []
    for start in edge:
        before = {start: start} | dict(_walk(beside, [start]))
        for end in edge:
            way = [end]
            while way[-1] != start:
                way.append(before[way[-1]])
            if start < end and len(way) > len(best):
                best = way[::-1]
    return best


def _is_at_edge(sheets: SheetGrid, sheet: int) -> bool:
    y, x = divmod(sheet, sheets.columns)
    return x in (0, sheets.columns - 1) or y in (0, sheets.rows - 1)


def _walk(beside: Sequence[Mapping[int, int]], origins: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield (sheet, the sheet it is reached from), nearest first, without the origins."""
    reached, seen = list(origins), {*origins}
    for here in reached:  # grows as we go
        for there in sorted(beside[here]):
            if there not in seen:
                seen.add(there)
                reached.append(there)
                yield there, here


def _sort_clockwise(sheets: SheetGrid, here: int, others: Mapping[int, int]) -> list[int]:
    """The sheets beside one: above it, at its right, below it, at its left."""
    around = (here - sheets.columns, here + 1, here + sheets.columns, here - 1)
    # In a single column the sheet below is also the next one; it comes once.
    return [sheet for sheet in dict.fromkeys(around) if sheet in others]


def _choose_letters(
    sheets: SheetGrid, beside: Sequence[Mapping[int, int]], start: int
) -> dict[tuple[int, int], str]:
    """The letter of each gate, keyed by its two sheets, outward from the start: clockwise, each the
    first letter that the sheet does not have yet."""
    letters: dict[tuple[int, int], str] = {}
    for here in [start, *(there for there, _ in _walk(beside, [start]))]:
        taken = {letters[here, there] for there in beside[here] if (here, there) in letters}
        free = iter([letter for letter in _LETTERS if letter not in taken])
        for there in _sort_clockwise(sheets, here, beside[here]):
            if (here, there) not in letters:
                letters[here, there] = letters[there, here] = next(free)
    return letters


def _make_gate(sheets: SheetGrid, here: int, there: int, cell: int, letter: str) -> Gate:
    y, x = (
        place % length
        for place, length in zip(
            divmod(cell, sheets.across), (sheets.height, sheets.width), strict=True
        )
    )
    own = y * sheets.width + x
    return Gate(letter, own, _find_rim_side(sheets.width, sheets.height, x, y), there)


def _find_rim_side(width: int, height: int, x: int, y: int) -> int:
    """The side on the rim of a non-corner cell. Rim sides come after the inner ones, by cells;
    each of the four corner cells has two."""
    inner = 2 * width * height - width - height
    if y == 0:
        return inner + x + 1
    if y == height - 1:
        return inner + width + 2 * height - 1 + x
    return inner + width + 2 * y + (x > 0)


def list_piece_cells(sheets: SheetGrid, sheet: int) -> list[int]:
    """For each cell of a sheet, its number in the whole wall."""
    row, column = divmod(sheet, sheets.columns)
    first = row * sheets.height * sheets.across + column * sheets.width
    return [
        first + y * sheets.across + x for y in range(sheets.height) for x in range(sheets.width)
    ]


def find_ends(wall: Wall, sheet: int, tree: Tree) -> tuple[int, int]:
    """The cells between which a piece's own path leads, given its passages.

    It ends at the gate to the next sheet. On the wall's path it starts at the gate from the
    previous sheet; elsewhere at the gate farthest from the exit or, on a sheet without a second
    gate, at the cell of the rim farthest from it. The wall's path starts, and ends, at the cell on
    the edge of the wall that is farthest from the only gate that it uses there.
    """
    gates = {gate.sheet: gate.cell for gate in wall.gates[sheet]}
    if sheet == wall.way[-1]:
        start = gates[wall.way[-2]]
        return start, _find_farthest(tree, start, _list_edge(wall.sheets, sheet))
    end = gates.pop(wall.onward[sheet])
    if sheet == wall.way[0]:
        return _find_farthest(tree, end, _list_edge(wall.sheets, sheet)), end
    if sheet in wall.way:
        return gates[wall.way[wall.way.index(sheet) - 1]], end
    return _find_farthest(tree, end, [*gates.values()] or _list_rim(wall.sheets)), end


def _find_farthest(tree: Tree, origin: int, cells: Sequence[int]) -> int:
    """The one of these cells farthest from `origin` in the tree; in a tie, the lowest."""
    rooted = tree.reroot(origin)
    depths = [0] * len(rooted.parents)
    for cell in reversed(rooted.upwards):
        depths[cell] = depths[rooted.parents[cell]] + 1
    return min(cells, key=lambda cell: (-depths[cell], cell))


def _list_rim(sheets: SheetGrid) -> list[int]:
    return [
        y * sheets.width + x
        for y in range(sheets.height)
        for x in range(sheets.width)
        if x in (0, sheets.width - 1) or y in (0, sheets.height - 1)
    ]


def _list_edge(sheets: SheetGrid, sheet: int) -> list[int]:
    """The cells of a sheet on the edge of the wall."""
    row, column = divmod(sheet, sheets.columns)
    return [
        cell
        for cell in _list_rim(sheets)
        for y, x in [divmod(cell, sheets.width)]
        if (row == 0 and y == 0)
        or (row == sheets.rows - 1 and y == sheets.height - 1)
        or (column == 0 and x == 0)
        or (column == sheets.columns - 1 and x == sheets.width - 1)
    ]
