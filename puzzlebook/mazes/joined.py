"""Boards of squares on several sheets, joined by a few passages across the gaps between them.

`tile_sheets` is the graph of such a maze as a tiling: cells of one sheet are joined as always, and
cells of two sheets only at the joints, which run through the gap. Joints are drawn first, from
purposes of their own. Given them, every spanning tree is equally likely, by both methods: the gaps
between joints are holes, so the graph is planar.

- A *spread* has two sheets. `draw_joints` chooses its joints: of all sets of so many sides across
  the gap, no two of them neighbours, each is equally likely.
- On a *wall* each sheet hangs together by itself, so that it is a maze alone, too. `draw_doors`
  chooses one side for each edge of a tree of sheets. If the maze of each sheet is drawn by itself,
  then of all mazes of the whole board whose sheets hang together by themselves, each is equally
  likely. For such a maze is a tree of each sheet, and a tree of the graph whose nodes are the
  sheets and whose edges are all sides between them; and any of these go together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import compress
from typing import NamedTuple

from puzzlebook.geometry.arcs import Point
from puzzlebook.ground.seeds import EDITION, draw_below, stream_draws
from puzzlebook.mazes.tilings import Corner, Ring, Tiling
from puzzlebook.mazes.wilson import draw_spanning_tree, make_graph

Pair = tuple[int, int]
"""Two cells beside each other, the lower first."""

GAP = 1.0
"""The width of the gap between two sheets, in cells."""
_NAMES = 2
"""In names of corners a gap is so many wide: joints are divided in its middle."""


class SheetGrid(NamedTuple):
    """Sheets in columns and rows, each a board of width x height cells. Cells are numbered row by
    row from the top left of the whole."""

    columns: int
    rows: int
    width: int
    height: int

    @property
    def across(self) -> int:
        """The number of cells in a row of the whole."""
        return self.columns * self.width

    def sheet_of(self, cell: int) -> int:
        """The sheet of a cell, numbered row by row."""
        y, x = divmod(cell, self.across)
        return y // self.height * self.columns + x // self.width

    def list_borders(self) -> list[Pair]:
        """The sides between cells of two sheets, sorted."""
        across, down = self.across, self.rows * self.height
        found = []
        for cell in range(across * down):
            y, x = divmod(cell, across)
            if (x + 1) % self.width == 0 and x + 1 < across:
                found.append((cell, cell + 1))
            if (y + 1) % self.height == 0 and y + 1 < down:
                found.append((cell, cell + across))
        return found


def tile_sheets(sheets: SheetGrid, joints: Sequence[Pair]) -> Tiling:
    """The tiling of sheets with gaps, joined at these sides alone.

    Of two neighbouring sides across a gap only one may be a joint. A cell's ring begins at its top
    left; a cell at a joint reaches to the middle of the gap. A corner is (x, y), where a gap is two
    wide.
    """
    beyond = {side for joint in joints for side in (joint, joint[::-1])}
    across = sheets.across
    rings: list[Ring] = []
    for cell in range(across * sheets.rows * sheets.height):
        y, x = divmod(cell, across)
        left, top = x + _NAMES * (x // sheets.width), y + _NAMES * (y // sheets.height)
        right, low = left + 1, top + 1
        ring: list[Corner] = [(left, top)]
        if (cell, cell - across) in beyond:
            ring += [(left, top - 1), (right, top - 1)]
        ring.append((right, top))
        if (cell, cell + 1) in beyond:
            ring += [(right + 1, top), (right + 1, low)]
        ring.append((right, low))
        if (cell, cell + across) in beyond:
            ring += [(right, low + 1), (left, low + 1)]
        ring.append((left, low))
        if (cell, cell - 1) in beyond:
            ring += [(left - 1, low), (left - 1, top)]
        rings.append(tuple(ring))

    def place(corner: Corner) -> Point:
        return _place_along(corner[0], sheets.width), _place_along(corner[1], sheets.height)

    def find_centre(ring: Ring) -> Point:
        inner = [place(corner) for corner in ring if _is_on_sheet(corner, sheets)]
        xs, ys = zip(*inner, strict=True)
        return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2

    return Tiling(rings, place, centre=find_centre)


def _place_along(name: int, length: int) -> float:
    sheet, rest = divmod(name, length + _NAMES)
    return sheet * (length + GAP) + (rest if rest <= length else length + GAP / 2)


def _is_on_sheet(corner: Corner, sheets: SheetGrid) -> bool:
    return (
        corner[0] % (sheets.width + _NAMES) <= sheets.width
        and corner[1] % (sheets.height + _NAMES) <= sheets.height
    )


def draw_joints(key: str, places: int, count: int, edition: int = EDITION) -> list[int]:
    """Choose `count` of so many places in a row, no two of them neighbours; every choice is equally
    likely. It must be possible: 2 · count − 1 ≤ places."""
    draws = stream_draws(key, "joints", 1, edition)
    # Without the place that has to stay free behind each but the last, any choice will do.
    return [place + index for index, place in enumerate(_choose(places - count + 1, count, draws))]


def _choose(places: int, count: int, draws: Iterator[int]) -> Iterator[int]:
    """Yield so many of these places, ascending; every choice is equally likely."""
    for place in range(places):
        if count and draw_below(places - place, draws, 1) < count:
            count -= 1
            yield place


def draw_doors(
    key: str, sheets: SheetGrid, edition: int = EDITION, borders: Sequence[Pair] = ()
) -> list[Pair]:
    """Draw the sides at which the sheets of a wall are joined, one for each edge of a tree of
    sheets: a uniform spanning tree of the graph whose edges are these sides between two sheets, or
    all such sides."""
    borders = borders or sheets.list_borders()
    edges = [(sheets.sheet_of(a), sheets.sheet_of(b)) for a, b in borders]
    nodes = sheets.columns * sheets.rows
    graph = make_graph(edges, nodes, nodes)
    draws = stream_draws(key, "doors", graph.bits, edition)
    root = draw_below(nodes, draws, graph.bits)
    return list(compress(borders, draw_spanning_tree(graph, root, draws, len(edges))))
