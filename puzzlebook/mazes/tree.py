"""The spanning tree of a maze's cells, hung from one of them, and the paths in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import compress, pairwise
from operator import itemgetter
from typing import NamedTuple

from puzzlebook.mazes.grid import Grid

Meeting = tuple[int, int, list[int], list[int]]
"""Where two bundles of arms meet at a cell (see `find_longest`): the length of the longest path
that bends there, times `many` as an arm's, plus its two ends'; what two of the arms have in common,
twice, which is no part of it; and the bundles, each with its longest arm first. A plain tuple, as
one is made for nearly every cell of a maze."""


class Tree(NamedTuple):
    """A spanning tree of the cells hung from one of them.

    parents: of each cell the next one towards the root, which is its own parent.
    upwards: every cell but the root, each before its parent.
    dead_ends: how many cells have one passage.
    """

    parents: Sequence[int]
    upwards: Sequence[int]
    dead_ends: int

    def path(self, start: int, end: int) -> tuple[int, ...]:
        """The cells from start to end, both included."""
        up = self._path_to_root(start)
        place = {cell: index for index, cell in enumerate(up)}
        down = [end]
        while down[-1] not in place:
            down.append(self.parents[down[-1]])
        return (*up[: place[down[-1]]], *reversed(down))

    def reroot(self, root: int) -> Tree:
        """The same tree hung from another cell: what lay between the two roots is turned round."""
        parents, between = list(self.parents), self._path_to_root(root)
        for lower, upper in pairwise(between):
            parents[upper] = lower
        parents[root] = root
        turned = set(between)
        upwards = [cell for cell in self.upwards if cell not in turned]
        return Tree(parents, upwards + between[:0:-1], self.dead_ends)

    def _path_to_root(self, cell: int) -> list[int]:
        path = [cell]
        while self.parents[cell] != cell:
            cell = self.parents[cell]
            path.append(cell)
        return path


def is_spanning_tree(grid: Grid, open_sides: bytes) -> bool:
    """Whether passages join any two cells in exactly one way."""
    leader = list(range(grid.cells))
    for pair in compress(grid.pairs, open_sides):
        one, other = (_find(leader, cell) for cell in pair)
        if one == other:
            return False
        leader[max(one, other)] = min(one, other)
    return open_sides.count(1) == grid.cells - 1


def _find(leader: list[int], cell: int) -> int:
    """The lowest of the cells that this one is joined to; the way there is halved."""
    while leader[cell] != cell:
        leader[cell] = cell = leader[leader[cell]]
    return cell


def root_tree(grid: Grid, open_sides: bytes) -> Tree:
    """The tree of the passages, by stripping leaf after leaf until the last cell is left.

    What a cell is joined to is one int: how many cells these are, times the number of all, plus
    their sum. When only one is left, that sum *is* the cell; and a leaf that is stripped often
    leaves a leaf behind.
    """
    many = grid.cells
    links = [0] * many
    for a, b in compress(grid.pairs, open_sides):
        links[a] += many + b
        links[b] += many + a
    leaf, root = 2 * many, many - 1
    leaves = [cell for cell, link in enumerate(links) if link < leaf]
    links[root] += leaf  # so that it is no leaf, whatever is stripped
    upwards = []
    for cell in leaves:
        link = links[cell]
        while link < leaf:
            upwards.append(cell)
            links[cell] = parent = link - many
            links[parent] = link = links[parent] - many - cell
            cell = parent
    links[root] = root
    return Tree(links, upwards, len(leaves))


def find_longest(tree: Tree, starts: Iterable[int], ends: Iterable[int]) -> tuple[int, int] | None:
    """The two different cells, one of each kind, that lie farthest apart in the tree, as (lower,
    higher).

    Of pairs that lie equally far, the one with the lowest lower cell, and then the lowest higher
    one. None if there is no such pair. One pass from the leaves up: the longest path that bends at
    a cell is made of two arms that reach down from it. An arm is one int, its length times `many`,
    plus `many` less the cell where it ends, so that of two arms the longer, and then the one to the
    lower cell, is the greater; 0 is no arm.
    """
    parents = tree.parents
    many = len(parents)
    starts, ends = list(starts), list(ends)
    to_starts = _make_arms(starts, many)
    # Where every start may be an end, arms to one are arms to the other.
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
        for arms, others in both:
            if arms[cell] and others[parent] and arms[cell] + many + others[parent] > bound:
                found = _path(arms[cell] + many, others[parent], many)
                if best is None or found < best:
                    best, bound = found, -found[0] * many
        for arms, _ in both:
            if arms[cell] and arms[cell] + many > arms[parent]:
                arms[parent] = arms[cell] + many
    return best and best[1:]


def find_longest_where(
    tree: Tree, cells: Iterable[int], allowed: Callable[[int, int], bool]
) -> tuple[int, int] | None:
    """Of the pairs of these cells that are allowed, the one that lies farthest apart in the tree,
    as (lower, higher).

    Of pairs that lie equally far, the one with the lowest lower cell, and then the lowest higher
    one. None if there is no such pair. From the leaves up each cell gathers the arms that reach
    down from it. Where two bundles of arms meet their pairs are candidates, and the meeting with
    the longest of them is tried first.
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
    """Where the arms to these cells meet, each pair in exactly one place. An arm is one int, as in
    `find_longest`, but counted from the root."""
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
    """The longest allowed path of an arm and another, as `_path` writes it, or the best of
    before."""
    others = sorted(others, reverse=True)
    for arm in sorted(arms, reverse=True):
        arm -= bend
        if arm + others[0] <= -best[0] * many:
            break
        for other in others:
            if arm + other <= -best[0] * many:
                break
            found = _path(arm, other, many)
            if found < best and allowed(*found[1:]):
                best = found
    return best


def _make_arms(cells: Iterable[int], many: int) -> list[int]:
    """The arm to each cell from itself, of no length; 0 for the cells that are not wanted."""
    arms = [0] * many
    for cell in cells:
        arms[cell] = many - cell
    return arms


def _path(arm: int, other: int, many: int) -> tuple[int, int, int]:
    """Two arms as a path that sorts before all worse ones: (minus its length, lower cell, higher
    cell)."""
    length, cell = divmod(arm - 1, many)
    more, end = divmod(other - 1, many)
    lower, higher = sorted((many - 1 - cell, many - 1 - end))
    return -length - more, lower, higher
