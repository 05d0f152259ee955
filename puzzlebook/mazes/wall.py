"""The wall of a class: sheets in columns and rows, each of which is a piece of one large maze.

A piece is a board of squares, and a maze by itself. It has *gates* in its rim, and each gate leads
to an adjacent sheet. When the pieces hang side by side, they form one maze, with one path from its
start to its finish.

- The gates are drawn first (stream "doors"): a uniform spanning tree of the graph whose nodes are
  the sheets and whose edges are all sides between two sheets, except the sides of cells in the
  corners of sheets (`draw_doors`). So two sheets are joined at one side at most, a sheet has at
  most one gate at each of its edges, and no cell has two gates.
- The start and the finish of the wall are on two sheets at its edge: those that are farthest apart
  in the tree.
- Each piece is drawn from a random stream of its own, so that it can be made again without the
  others. It is drawn again until its own solution has a certain length; otherwise a pupil might
  have nothing to do. A wall consists of one tree per sheet and one tree of sheets, and every
  combination of these is a valid wall. So given the gates, all walls whose pieces have long enough
  solutions are equally likely.
- The two sides of a gate have the same letter, and no sheet has the same letter at two gates. Four
  letters suffice, because the sheets form a tree and none has more than four gates.
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

MAX_ACROSS = 20
"""The greatest number of columns, and of rows, of a wall."""
MIN_SIDE = 3
"""The smallest number of columns, and of rows, of cells in a piece. Corner cells have no gates."""

_LETTERS = "ABCD"
_SIZE_PATTERN = re.compile(r"([1-9][0-9]?)x([1-9][0-9]?)")


Pair = tuple[int, int]
"""Two adjacent cells, the lower number first."""


class SheetGrid(NamedTuple):
    """Sheets in columns and rows; each sheet is a board of width x height cells. Cells are numbered
    row by row from the top left of the whole wall."""

    columns: int
    rows: int
    width: int
    height: int

    @property
    def across(self) -> int:
        """The number of cells in a row of the whole wall."""
        return self.columns * self.width

    def find_sheet(self, cell: int) -> int:
        """Return the sheet that contains a cell. Sheets are numbered row by row, from 0."""
        y, x = divmod(cell, self.across)
        return y // self.height * self.columns + x // self.width

    def list_borders(self) -> list[Pair]:
        """Return the pairs of adjacent cells that lie on different sheets, sorted."""
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

    letter: the letter that is printed on both sheets. cell, side: its position in the grid of the
    piece; the side is on the rim. sheet: the sheet to which it leads, counted from 0.
    """

    letter: str
    cell: int
    side: int
    sheet: int


class Wall(NamedTuple):
    """The plan of a wall before its pieces are drawn.

    sheets: the columns and rows of the wall and of each sheet. gates: the gates of each sheet,
    clockwise from the top. way: the sheets on the solution, from start to finish. onward: a mapping
    from each sheet to the one to which its own solution leads: on the wall's solution the next
    sheet, elsewhere the neighbour nearer to it. The last sheet of `way` is not in the mapping.
    """

    sheets: SheetGrid
    gates: Sequence[Sequence[Gate]]
    way: Sequence[int]
    onward: Mapping[int, int]


def read_wall(text: str, where: str) -> tuple[int, int]:
    """Parse the columns and rows of a wall, such as `6x5`."""
    match = _SIZE_PATTERN.fullmatch(text.strip().lower().replace("×", "x"))
    columns, rows = map(int, match.groups()) if match else (0, 0)
    if match and is_wall(columns, rows):
        return columns, rows
    sheets = int(text) if re.fullmatch(r"\s*\d{1,4}\s*", text) else 0
    example = _suggest_wall(sheets) or "6x5"
    allowed = f"columns x rows of sheets, such as {example}: 2 sheets or more"
    limit = f"at most {MAX_ACROSS} in a column or a row"
    raise refuse(where, f"{text!r} is not the size of a wall", f"{allowed}, {limit}")


def _suggest_wall(sheets: int) -> str:
    """Return the columns and rows of the wall with the fewest surplus sheets that has at least this
    many sheets and is at most twice as wide as it is high, as text. Return an empty string if there
    is no such wall."""
    walls = [(-(-sheets // rows), rows) for rows in range(1, isqrt(sheets) + 1)]
    fitting = [
        (columns, rows)
        for columns, rows in walls
        if is_wall(columns, rows) and (columns <= 2 * rows or rows == len(walls))
    ]
    best = min(fitting, key=lambda wall: (wall[0] * wall[1], -wall[1]), default=None)
    return f"{best[0]}x{best[1]} for {sheets}" if best else ""


def is_wall(columns: int, rows: int) -> bool:
    """Return whether a wall can have this many columns and rows of sheets."""
    return columns * rows >= 2 and max(columns, rows) <= MAX_ACROSS


def refuse_small_pieces(size: Size, where: str) -> None:
    """Refuse pieces that are too small to have gates."""
    if min(size) < MIN_SIDE:
        what = f"{format_size(size)} leaves the gates between two sheets no room"
        raise refuse(where, what, f"at least {MIN_SIDE}x{MIN_SIDE}")


def compute_min_solution_length(size: Size) -> int:
    """Return the minimum number of cells of a piece's own solution."""
    width, height = size
    return (width + height) // 2


def draw_doors(
    key: str, sheets: SheetGrid, edition: int = EDITION, borders: Sequence[Pair] = ()
) -> list[Pair]:
    """Draw the pairs of adjacent cells that join the sheets: a uniform spanning tree of the sheets.

    borders: the pairs that may be used; if empty, all pairs on different sheets.
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
    gate_cells: list[dict[int, int]] = [{} for _ in range(sheets.columns * sheets.rows)]
    for a, b in doors:
        here, there = sheets.find_sheet(a), sheets.find_sheet(b)
        gate_cells[here][there], gate_cells[there][here] = a, b
    path = _find_sheet_path(sheets, gate_cells)
    next_sheet = dict(pairwise(path))
    letters = _choose_letters(sheets, gate_cells, path[0])
    for here, there in _walk(gate_cells, path):
        next_sheet.setdefault(here, there)
    gates = [
        tuple(
            _make_gate(sheets, here, there, gate_cells[here][there], letters[here, there])
            for there in _sort_clockwise(sheets, here, gate_cells[here])
        )
        for here in range(len(gate_cells))
    ]
    return Wall(sheets, gates, path, next_sheet)


def _is_at_corner(sheets: SheetGrid, pair: tuple[int, int]) -> bool:
    """Return whether two adjacent cells on different sheets are at a corner of their sheets."""
    (y, x), (low, _) = (divmod(cell, sheets.across) for cell in pair)
    along, length = (x % sheets.width, sheets.width) if low > y else (y, sheets.height)
    return along % length in (0, length - 1)


def _find_sheet_path(sheets: SheetGrid, gate_cells: Sequence[Mapping[int, int]]) -> list[int]:
    """Return the sheets on the path between the two sheets at the wall's edge that are farthest
    apart; in a tie, those with the lowest numbers."""
    edge = [sheet for sheet in range(len(gate_cells)) if _is_at_edge(sheets, sheet)]
    best: list[int] = []
    for start in edge:
        previous = {start: start} | dict(_walk(gate_cells, [start]))
        for end in edge:
            path = [end]
            while path[-1] != start:
                path.append(previous[path[-1]])
            if start < end and len(path) > len(best):
                best = path[::-1]
    return best


def _is_at_edge(sheets: SheetGrid, sheet: int) -> bool:
    y, x = divmod(sheet, sheets.columns)
    return x in (0, sheets.columns - 1) or y in (0, sheets.rows - 1)


def _walk(
    gate_cells: Sequence[Mapping[int, int]], origins: Sequence[int]
) -> Iterator[tuple[int, int]]:
    """Yield each sheet except the origins, nearest first, with the sheet from which it is
    reached."""
    reached, seen = list(origins), {*origins}
    for here in reached:  # grows as we go
        for there in sorted(gate_cells[here]):
            if there not in seen:
                seen.add(there)
                reached.append(there)
                yield there, here


def _sort_clockwise(sheets: SheetGrid, here: int, others: Mapping[int, int]) -> list[int]:
    """Return those of the four sheets around `here` that are in `others`: above, right, below,
    left."""
    around = (here - sheets.columns, here + 1, here + sheets.columns, here - 1)
    # In a single column, `here + 1` is also the sheet below; it must be listed only once.
    return [sheet for sheet in dict.fromkeys(around) if sheet in others]


def _choose_letters(
    sheets: SheetGrid, gate_cells: Sequence[Mapping[int, int]], start: int
) -> dict[tuple[int, int], str]:
    """Return the letters of the gates, as a mapping from pairs of sheets.

    Sheets are visited outward from the start. The gates of a sheet are visited clockwise, and each
    gets the first letter that the sheet does not have yet.
    """
    letters: dict[tuple[int, int], str] = {}
    for here in [start, *(there for there, _ in _walk(gate_cells, [start]))]:
        used = {letters[here, there] for there in gate_cells[here] if (here, there) in letters}
        free = iter([letter for letter in _LETTERS if letter not in used])
        for there in _sort_clockwise(sheets, here, gate_cells[here]):
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
    """Return the rim side of a rim cell that is not at a corner. Rim sides are numbered after all
    inner sides, cell by cell; each of the four corner cells has two."""
    inner = 2 * width * height - width - height
    if y == 0:
        return inner + x + 1
    if y == height - 1:
        return inner + width + 2 * height - 1 + x
    return inner + width + 2 * y + (x > 0)


def list_piece_cells(sheets: SheetGrid, sheet: int) -> list[int]:
    """Return, for each cell of a sheet, its number on the whole wall."""
    row, column = divmod(sheet, sheets.columns)
    first = row * sheets.height * sheets.across + column * sheets.width
    return [
        first + y * sheets.across + x for y in range(sheets.height) for x in range(sheets.width)
    ]


def find_ends(wall: Wall, sheet: int, tree: Tree) -> tuple[int, int]:
    """Return the cells between which a piece's own solution leads, given the tree of its passages.

    It ends at the gate to the next sheet (`Wall.onward`). On the wall's solution, it starts at the
    gate from the previous sheet. On any other sheet, it starts at the gate farthest from its end
    or, if there is only one gate, at the rim cell farthest from it. On the first and the last
    sheet, the start or the finish of the wall is the cell on the wall's edge that is farthest from
    the sheet's only gate on the wall's solution.
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
    """Return the one of these cells that is farthest from `origin` in the tree; in a tie, the cell
    with the lowest number."""
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
    """Return the cells of a sheet on the edge of the wall."""
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
