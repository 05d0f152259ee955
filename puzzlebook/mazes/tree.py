"""The spanning tree of a maze's cells, rooted at one of them, and the paths in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import compress, pairwise
from operator import itemgetter
from typing import NamedTuple, Protocol

Meeting = tuple[int, int, list[int], list[int]]
"""A cell at which two bundles of arms meet (see `find_longest`).

The length of the longest path that bends there, in the unit of arms; twice the depth of the cell,
which was subtracted from it; and the bundles, each with its longest arm first. A plain tuple, as
nearly every cell of a maze gives one."""


class Joined(Protocol):
    """Cells and the pairs of them that a passage may join: a grid, or several that doors join."""

    @property
    def cells(self) -> int: ...

    @property
    def pairs(self) -> Sequence[tuple[int, int]]: ...


class Tree(NamedTuple):
    """A rooted spanning tree of the cells.

    parents: the parent of each cell; the root is its own. upwards: every cell except the root, each
    before its parent. dead_ends: the number of cells with one passage.
    """

    parents: Sequence[int]
    upwards: Sequence[int]
    dead_ends: int

    def path(self, start: int, end: int) -> tuple[int, ...]:
        """The cells from start to end, both included."""
        up = self._path_to_root(start)
        index = {cell: number for number, cell in enumerate(up)}
        down = [end]
        while down[-1] not in index:
            down.append(self.parents[down[-1]])
        return (*up[: index[down[-1]]], *reversed(down))

    def reroot(self, root: int) -> Tree:
        """This tree rooted at another cell; only the path between the two roots is reversed."""
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


def is_spanning_tree(grid: Joined, open_sides: bytes) -> bool:
    """Whether the passages join any two cells by exactly one path."""
    leader = list(range(grid.cells))
    for pair in compress(grid.pairs, open_sides):
        one, other = (_find(leader, cell) for cell in pair)
        if one == other:
            return False
        leader[max(one, other)] = min(one, other)
    return open_sides.count(1) == grid.cells - 1


def _find(leader: list[int], cell: int) -> int:
    """The lowest cell to which this one is joined, with path halving."""
    while leader[cell] != cell:
        leader[cell] = cell = leader[leader[cell]]
    return cell


def root_tree(grid: Joined, open_sides: bytes) -> Tree:
    """The tree of the passages, rooted at the last cell, by removing leaf after leaf.

    The neighbours of a cell are stored in one int: their number times the number of all cells, plus
    the sum of the neighbours. When only one remains, the sum *is* that cell. Removing a leaf often
    leaves another leaf.
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
    tree: Tree, starts: Iterable[int], ends: Iterable[int], longer: Mapping[int, int] | None = None
) -> tuple[int, int] | None:
    """The two different cells, a start and an end, that lie farthest apart in the tree: (lower,
    higher).

    In a tie the pair with the lowest lower cell wins, then the one with the lowest higher cell.
    None if there is no pair. One pass from the leaves up: the longest path that bends at a cell
    consists of two arms that reach down from it. An arm is one int: its length times `many`, plus
    `many` minus the cell where it ends. So the longer arm is greater, then the one to the lower
    cell; 0 means no arm.

    longer: what is added to the length of the step from a cell to its parent, for some cells.
    """
    parents = tree.parents
    many = len(parents)  # cells
    starts, ends = list(starts), list(ends)
    to_starts = _make_arms(starts, many)
    # If starts and ends are the same cells, so are the arms to them.
    to_ends = to_starts if starts == ends else _make_arms(ends, many)
    both = (
        [(to_starts, to_ends)] if starts == ends else [(to_starts, to_ends), (to_ends, to_starts)]
    )
    best: tuple[int, int, int] | None = None
    bound = 0
    for cell in tree.upwards:
        if not (to_starts[cell] or to_ends[cell]):
            continue
        parent = parents[cell]
        step = many * (1 + longer.get(cell, 0)) if longer else many
        for arms, others in both:
            if arms[cell] and others[parent] and arms[cell] + step + others[parent] > bound:
                path = _path(arms[cell] + step, others[parent], many)
                if best is None or path < best:
                    best, bound = path, -path[0] * many
        for arms, _ in both:
            if arms[cell] and arms[cell] + step > arms[parent]:
                arms[parent] = arms[cell] + step
    return best and best[1:]


def find_longest_where(
    tree: Tree, cells: Iterable[int], allowed: Callable[[int, int], bool]
) -> tuple[int, int] | None:
    """The allowed pair of these cells that lies farthest apart in the tree, as (lower, higher).

    In a tie the pair with the lowest lower cell wins, then the one with the lowest higher cell.
    None if there is no pair. From the leaves up each cell collects the arms that reach down from
    it. Where two bundles of arms meet, their pairs are candidates. The meeting with the longest
    pair is tried first.
    """
    best: tuple[int, int, int] = (0, 0, 0)
    many = len(tree.parents)
    for most, bend, arms, others in sorted(
        _find_meetings(tree, cells), key=itemgetter(0), reverse=True
    ):
        if most <= -best[0] * many:
            break
        best = _find_longest_allowed(arms, others, bend, best, allowed, many)
    return best[1:] if best[0] else None


def _find_meetings(tree: Tree, cells: Iterable[int]) -> Iterator[Meeting]:
    """The cells at which the arms to these cells meet; each pair meets exactly once. An arm is an
    int as in `find_longest`, but measured from the root."""
    parents = tree.parents
    many = len(parents)
    depths = [0] * many
    for cell in reversed(tree.upwards):
        depths[cell] = depths[parents[cell]] + 1
    bundles: list[list[int]] = [[]] * many  # one list, which is never appended to
    for cell in cells:
        bundles[cell] = [depths[cell] * many + many - cell]
    for cell in tree.upwards:
        if arms := bundles[cell]:
            parent = parents[cell]
            if others := bundles[parent]:
                bend = 2 * depths[parent] * many
                yield arms[0] + others[0] - bend, bend, arms, others
                arms = arms + others if arms[0] > others[0] else others + arms
            bundles[parent] = arms


def _find_longest_allowed(
    arms: Sequence[int],
    others: Sequence[int],
    bend: int,
    best: tuple[int, int, int],
    allowed: Callable[[int, int], bool],
    many: int,
) -> tuple[int, int, int]:
    """The longest allowed path of an arm and another, in the form of `_path`, or `best`."""
    others = sorted(others, reverse=True)
    for arm in sorted(arms, reverse=True):
        arm -= bend
        if arm + others[0] <= -best[0] * many:
            break
        for other in others:
            if arm + other <= -best[0] * many:
                break
            path = _path(arm, other, many)
            if path < best and allowed(*path[1:]):
                best = path
    return best


def _make_arms(cells: Iterable[int], many: int) -> list[int]:
    """The arm of length 0 to each of these cells; 0 for all other cells."""
    arms = [0] * many
    for cell in cells:
        arms[cell] = many - cell
    return arms


def _path(arm: int, other: int, many: int) -> tuple[int, int, int]:
    """Two arms as a path that sorts before worse ones: (−length, lower cell, higher cell)."""
    length, cell = divmod(arm - 1, many)
    more, end = divmod(other - 1, many)
    lower, higher = sorted((many - 1 - cell, many - 1 - end))
    return -length - more, lower, higher
