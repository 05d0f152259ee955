"""The spanning tree of a maze's cells, rooted at one of them, and the paths in the tree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import compress, pairwise
from operator import itemgetter
from typing import NamedTuple, Protocol

Meeting = tuple[int, int, list[int], list[int]]
"""A cell at which two bundles of arms meet (see `find_longest_where`).

Its items are: the length of the longest path that bends at the cell; twice the depth of the cell,
which was subtracted to obtain that length; and the two bundles, each with its longest arm first.
Lengths are encoded in the same way as arms. A plain tuple, because nearly every cell of a maze
yields one.
"""


class CellPairs(Protocol):
    """Cells, and the pairs of cells that a passage can join: a grid, or several grids joined by
    doors."""

    @property
    def cells(self) -> int: ...

    @property
    def pairs(self) -> Sequence[tuple[int, int]]: ...


class Tree(NamedTuple):
    """A rooted spanning tree of the cells.

    parents: the parent of each cell; the root is its own parent. upwards: every cell except the
    root, each before its parent. dead_ends: the number of cells with only one passage.
    """

    parents: Sequence[int]
    upwards: Sequence[int]
    dead_ends: int

    def path(self, start: int, end: int) -> tuple[int, ...]:
        """Return the cells from start to end, both included."""
        up = self._path_to_root(start)
        index = {cell: number for number, cell in enumerate(up)}
        down = [end]
        while down[-1] not in index:
            down.append(self.parents[down[-1]])
        return (*up[: index[down[-1]]], *reversed(down))

    def reroot(self, root: int) -> Tree:
        """Return this tree rooted at another cell. Only the path between the two roots is
        reversed."""
        parents, between = list(self.parents), self._path_to_root(root)
        for lower, upper in pairwise(between):
            parents[upper] = lower
        parents[root] = root
        reversed_cells = set(between)
        upwards = [cell for cell in self.upwards if cell not in reversed_cells]
        return Tree(parents, upwards + between[:0:-1], self.dead_ends)

    def _path_to_root(self, cell: int) -> list[int]:
        path = [cell]
        while self.parents[cell] != cell:
            cell = self.parents[cell]
            path.append(cell)
        return path


def is_spanning_tree(grid: CellPairs, open_sides: bytes) -> bool:
    """Return whether the passages join any two cells by exactly one path."""
    leader = list(range(grid.cells))
    for pair in compress(grid.pairs, open_sides):
        one, other = (_find(leader, cell) for cell in pair)
        if one == other:
            return False
        leader[max(one, other)] = min(one, other)
    return open_sides.count(1) == grid.cells - 1


def _find(leader: list[int], cell: int) -> int:
    """Return the lowest-numbered cell to which this cell is joined, with path halving."""
    while leader[cell] != cell:
        leader[cell] = cell = leader[leader[cell]]
    return cell


def root_tree(grid: CellPairs, open_sides: bytes) -> Tree:
    """Return the tree of the passages, rooted at the last cell, by removing leaf after leaf.

    The neighbours of a cell are packed into one int: the number of neighbours times the number of
    all cells, plus the sum of the neighbours. When only one neighbour remains, this sum is the
    neighbour itself. Removing a leaf often turns its neighbour into a leaf.
    """
    count = grid.cells
    links = [0] * count
    for a, b in compress(grid.pairs, open_sides):
        links[a] += count + b
        links[b] += count + a
    leaf, root = 2 * count, count - 1
    leaves = [cell for cell, link in enumerate(links) if link < leaf]
    links[root] += leaf  # so that it never becomes a leaf
    upwards = []
    for cell in leaves:
        link = links[cell]
        while link < leaf:
            upwards.append(cell)
            links[cell] = parent = link - count
            links[parent] = link = links[parent] - count - cell
            cell = parent
    links[root] = root
    return Tree(links, upwards, len(leaves))


def find_longest(
    tree: Tree,
    starts: Iterable[int],
    ends: Iterable[int],
    extra_steps: Mapping[int, int] | None = None,
) -> tuple[int, int] | None:
    """Return the two different cells, a start and an end, that are farthest apart in the tree, as
    (lower, higher). Return None if there is no pair.

    In a tie, the pair that sorts first wins.

    One pass from the leaves up suffices: the longest path that bends at a cell consists of two arms
    that reach down from the cell. An arm is one int: `length * cell_count + (cell_count - end)`,
    where `end` is the cell where it ends. So a longer arm is a greater int; of two arms of equal
    length, the arm to the lower cell is greater. 0 means no arm.

    extra_steps: for some cells, how much longer than 1 the step to the parent is.
    """
    parents = tree.parents
    cell_count = len(parents)
    starts, ends = list(starts), list(ends)
    to_starts = _make_arms(starts, cell_count)
    # If starts and ends are the same cells, one list of arms serves for both.
    to_ends = to_starts if starts == ends else _make_arms(ends, cell_count)
    both = (
        [(to_starts, to_ends)] if starts == ends else [(to_starts, to_ends), (to_ends, to_starts)]
    )
    best: tuple[int, int, int] | None = None
    bound = 0
    for cell in tree.upwards:
        if not (to_starts[cell] or to_ends[cell]):
            continue
        parent = parents[cell]
        step = cell_count * (1 + extra_steps.get(cell, 0)) if extra_steps else cell_count
        for arms, others in both:
            if arms[cell] and others[parent] and arms[cell] + step + others[parent] > bound:
                path = _path(arms[cell] + step, others[parent], cell_count)
                if best is None or path < best:
                    best, bound = path, -path[0] * cell_count
        for arms, _ in both:
            if arms[cell] and arms[cell] + step > arms[parent]:
                arms[parent] = arms[cell] + step
    return best and best[1:]


def find_longest_where(
    tree: Tree, cells: Iterable[int], allowed: Callable[[int, int], bool]
) -> tuple[int, int] | None:
    """Return the allowed pair of these cells that is farthest apart in the tree, as (lower,
    higher). Return None if there is no pair.

    In a tie, the pair that sorts first wins.

    From the leaves up, each cell collects the arms that reach down from it. Where two bundles of
    arms meet, their pairs are candidates. Meetings are examined in order of their longest pair,
    longest first.
    """
    best: tuple[int, int, int] = (0, 0, 0)
    cell_count = len(tree.parents)
    for maximum, bend, arms, others in sorted(
        _find_meetings(tree, cells), key=itemgetter(0), reverse=True
    ):
        if maximum <= -best[0] * cell_count:
            break
        best = _find_longest_allowed(arms, others, bend, best, allowed, cell_count)
    return best[1:] if best[0] else None


def _find_meetings(tree: Tree, cells: Iterable[int]) -> Iterator[Meeting]:
    """Yield the meetings of the arms to these cells; each pair of arms meets exactly once. An arm
    is an int as in `find_longest`, but its length is measured from the root."""
    parents = tree.parents
    cell_count = len(parents)
    depths = [0] * cell_count
    for cell in reversed(tree.upwards):
        depths[cell] = depths[parents[cell]] + 1
    bundles: list[list[int]] = [
        []
    ] * cell_count  # all share one empty list, which is never modified
    for cell in cells:
        bundles[cell] = [depths[cell] * cell_count + cell_count - cell]
    for cell in tree.upwards:
        if arms := bundles[cell]:
            parent = parents[cell]
            if others := bundles[parent]:
                bend = 2 * depths[parent] * cell_count
                yield arms[0] + others[0] - bend, bend, arms, others
                arms = arms + others if arms[0] > others[0] else others + arms
            bundles[parent] = arms


def _find_longest_allowed(
    arms: Sequence[int],
    others: Sequence[int],
    bend: int,
    best: tuple[int, int, int],
    allowed: Callable[[int, int], bool],
    cell_count: int,
) -> tuple[int, int, int]:
    """Return the longest allowed path made of one arm from each bundle, in the form of `_path`, or
    `best` if no allowed path is longer."""
    others = sorted(others, reverse=True)
    for arm in sorted(arms, reverse=True):
        arm -= bend
        if arm + others[0] <= -best[0] * cell_count:
            break
        for other in others:
            if arm + other <= -best[0] * cell_count:
                break
            path = _path(arm, other, cell_count)
            if path < best and allowed(*path[1:]):
                best = path
    return best


def _make_arms(cells: Iterable[int], cell_count: int) -> list[int]:
    """Return an arm of length 0 for each of these cells, and 0 for all other cells."""
    arms = [0] * cell_count
    for cell in cells:
        arms[cell] = cell_count - cell
    return arms


def _path(arm: int, other: int, cell_count: int) -> tuple[int, int, int]:
    """Return the path of two arms as (−length, lower cell, higher cell), so that better paths sort
    first."""
    length, cell = divmod(arm - 1, cell_count)
    other_length, end = divmod(other - 1, cell_count)
    lower, higher = sorted((cell_count - 1 - cell, cell_count - 1 - end))
    return -length - other_length, lower, higher
