"""Boards of squares on several sheets, joined by a few passages from sheet to sheet.

On a wall each sheet hangs together by itself, so that it is a maze alone, too. `draw_doors` chooses
one side for each edge of a tree of sheets. If the maze of each sheet is drawn by itself, then of
all mazes of the whole board whose sheets hang together by themselves, each is equally likely. For
such a maze is a tree of each sheet, and a tree of the graph whose nodes are the sheets and whose
edges are all sides between them; and any of these go together.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import NamedTuple

from puzzlebook.ground.seeds import EDITION, draw_below, stream_draws
from puzzlebook.mazes.wilson import draw_spanning_tree, make_graph

Pair = tuple[int, int]
"""Two cells beside each other, the lower first."""


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
