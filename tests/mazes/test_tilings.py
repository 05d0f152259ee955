"""Every row of the table of shapes is sound: topology on random sizes and cuts, geometry on whole
tilings."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from itertools import chain, combinations, pairwise
from math import cos, dist, hypot, pi, sqrt, tan
from random import Random

import pytest
from cuts import (
    OUTSIDE,
    bits,
    cells_of_sides,
    components,
    cut,
    fans,
    joined,
    random_cut,
    tiling_of,
    voids,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlebook.drawing.drawing import Subpath
from puzzlebook.geometry.arcs import make_arc
from puzzlebook.ground.faults import Refused
from puzzlebook.ground.seeds import derive_maze_key, draw_below
from puzzlebook.maze_art.strokes import join_strokes
from puzzlebook.mazes import flat
from puzzlebook.mazes.codes import Design
from puzzlebook.mazes.generator import draw_maze
from puzzlebook.mazes.grid import Grid, derive
from puzzlebook.mazes.maze import Maze
from puzzlebook.mazes.tilings import SHAPES, Shape, Tiling, find_shape
from puzzlebook.mazes.wilson import Graph, draw_spanning_tree

SIZES = {"polar": (9,), "penrose": (17, 15)}
every_shape = pytest.mark.parametrize("shape", SHAPES)


@st.composite
def sizes(draw: st.DrawFn, shape: str) -> tuple[int, ...]:
    row = SHAPES[shape]
    size = tuple(
        draw(st.integers(least, least + (9 if len(row.axes) == 1 else 5))) for least in row.least
    )
    return size if row.cells(*size) > 1 else (*size[:-1], 2)


def middle_size(shape: str) -> tuple[int, ...]:
    return SIZES.get(shape, (5, 4))


# Topology: for any size, whole or cut


@every_shape
@given(data=st.data())
@settings(max_examples=25, deadline=None)
def test_whole_tilings_hang_together(shape: str, data: st.DataObject) -> None:
    size = data.draw(sizes(shape))
    tiling = tiling_of(shape, size)
    count = SHAPES[shape].cells(*size)
    assert (
        len(tiling.rings) == count
        if shape != "penrose"
        else 0.5 * count <= len(tiling.rings) <= count
    )
    assert len(components(range(len(tiling.rings)), joined(tiling))) == 1
    check_topology(tiling)
    assert len(derive(tiling).rim_loops) == 1


@every_shape
@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_cut_tilings(shape: str, data: st.DataObject) -> None:
    whole = tiling_of(shape, data.draw(sizes(shape)))
    kept = random_cut(whole, Random(data.draw(st.integers(0, 10**9))))
    check_topology(cut(whole, kept))
    check_rim(whole, kept)


def check_topology(tiling: Tiling) -> None:
    """All that holds for every grid, whatever its shape and however it was cut."""
    owners = cells_of_sides(tiling)
    assert all(len(cells) in (1, 2) for cells in owners.values())
    assert not [pair for pair, times in Counter(joined(tiling)).items() if times > 1], (
        "two cells share two sides"
    )

    grid = derive(tiling)
    names = list(dict.fromkeys(chain.from_iterable(tiling.rings)))
    named = {frozenset((names[a], names[b])): side for side, (a, b) in enumerate(grid.sides)}
    assert grid.pairs == joined(tiling)
    assert named.keys() == owners.keys()
    assert all(
        owners[side]
        == list(
            grid.pairs[number] if number < len(grid.pairs) else (grid.rim_cells[number - inner],)
        )
        for inner in (len(grid.pairs),)
        for side, number in named.items()
    )
    on_rim = set(chain.from_iterable(grid.rim_components))
    assert on_rim == set(chain.from_iterable(grid.sides[len(grid.pairs) :]))
    inner_corners = len(grid.corners) - len(on_rim)
    assert grid.cells - len(grid.pairs) + inner_corners + len(grid.rim_components) == 2  # Euler

    check_graph(grid.cell_graph)
    check_graph(grid.wall_graph)
    assert grid.wall_graph.nodes == inner_corners + len(grid.rim_components)
    check_trees(grid)


def check_graph(graph: Graph) -> None:
    """Neighbours are mutual: each edge leads there and back, and all other entries of a row lead
    nowhere."""
    width = 1 << graph.bits
    ends: dict[int, list] = {}
    for node in range(0, graph.nodes * width, width):
        first, length = graph.wide.get(node, (node, width))
        assert node not in graph.wide or length > width
        for entry in range(first, first + length):
            if graph.side[entry] >= 0:
                ends.setdefault(graph.side[entry], []).append((node, graph.to[entry]))
            else:
                assert graph.to[entry] == node
    assert all(
        len(both) == 2 and both[0] == both[1][::-1] and both[0][0] != both[0][1]
        for both in ends.values()
    )


def check_trees(grid: Grid) -> None:
    """The tree of the dual is the complement of a spanning tree of the cells; so is the other way
    about."""
    walls, cells, sides = grid.wall_graph, grid.cell_graph, len(grid.pairs)
    added = draw_spanning_tree(walls, walls.nodes - 1, bits(Random(1), walls.bits), sides)
    carved = draw_spanning_tree(
        cells, draw_below(cells.nodes, bits(Random(2), 2), 2), bits(Random(3), cells.bits), sides
    )
    assert sum(added) == walls.nodes - 1
    for passages in (carved, bytes(1 - wall for wall in added)):
        assert sum(passages) == grid.cells - 1
        open_pairs = [pair for pair, is_open in zip(grid.pairs, passages, strict=True) if is_open]
        assert len(components(range(grid.cells), open_pairs)) == 1


def check_rim(whole: Tiling, kept: list[int]) -> None:
    """One loop around each void, the outside's first; voids that meet at a corner are one
    component."""
    grid = derive(cut(whole, kept))
    sides = cells_of_sides(whole)
    inside = set(kept)
    pieces = voids(whole, kept)
    number = {cell: piece for piece, cells in enumerate(pieces) for cell in cells}
    borders: dict[int, set] = {}
    for side, cells in sides.items():
        beyond = [cell for cell in (*cells, OUTSIDE)[:2] if cell not in inside]
        if len(beyond) == 1:
            borders.setdefault(number[beyond[0]], set()).add(side)

    names = list(dict.fromkeys(chain.from_iterable(whole.rings[cell] for cell in kept)))
    loops = [
        {frozenset(names[corner] for corner in grid.sides[side]) for side in loop}
        for loop in grid.rim_loops
    ]
    assert loops[0] == borders[number[OUTSIDE]]
    assert sorted(map(sorted, (map(sorted, loop) for loop in loops))) == sorted(
        map(sorted, (map(sorted, border) for border in borders.values()))
    )
    outer = {cell for side in loops[0] for cell in sides[side] if cell in inside}
    assert [kept[cell] for cell in grid.rim] == sorted(outer)

    corners = {piece: set(chain.from_iterable(border)) for piece, border in borders.items()}
    touching = [(a, b) for a, b in combinations(corners, 2) if corners[a] & corners[b]]
    together = components(corners, touching)
    expected = {
        frozenset(chain.from_iterable(corners[piece] for piece in pieces)) for pieces in together
    }
    found = [frozenset(names[corner] for corner in component) for component in grid.rim_components]
    assert set(found) == expected
    assert len(found) == len(expected)
    assert corners[number[OUTSIDE]] <= found[0]


def test_a_corner_where_three_fans_meet() -> None:
    """Three holes in one: every other one of the six triangles around a corner is struck out."""
    whole = tiling_of("triangular", (11, 6))
    around = [cell for cell, ring in enumerate(whole.rings) if (6, 3) in ring]
    pairs = set(joined(whole))
    struck = next(
        three for three in combinations(around, 3) if not pairs & set(combinations(three, 2))
    )
    kept = [cell for cell in range(len(whole.rings)) if cell not in struck]
    assert fans(whole, kept) == 3
    check_topology(cut(whole, kept))
    check_rim(whole, kept)
    grid = derive(cut(whole, kept))
    assert [len(loop) for loop in grid.rim_loops[1:]] == [3, 3, 3]
    assert len(grid.rim_components) == 2


def test_a_large_hole_is_a_wide_node() -> None:
    whole = tiling_of("square", (8, 8))
    kept = [cell for cell in range(64) if not (2 <= cell % 8 <= 5 and 2 <= cell // 8 <= 5)]
    walls = derive(cut(whole, kept)).wall_graph
    assert [length for _, length in walls.wide.values()] == [20, 28]
    check_topology(cut(whole, kept))


def test_bridges_are_never_walls() -> None:
    """Two blocks joined by a chain of cells: the sides along the chain have the outer rim at both
    ends."""
    whole = tiling_of("square", (7, 3))
    kept = [cell for cell in range(21) if cell % 7 in (0, 1, 5, 6) or cell // 7 == 1]
    grid = derive(cut(whole, kept))
    walls = grid.wall_graph
    bridges = [
        side for side, (a, b) in enumerate(grid.pairs) if {kept[a], kept[b]} <= {8, 9, 10, 11, 12}
    ]
    assert len(bridges) == 4
    assert not set(bridges) & set(walls.side)


# Geometry


@every_shape
def test_the_largest_circle_that_fits_every_cell_is_one_wide(shape: str) -> None:
    grid = derive(tiling_of(shape, middle_size(shape)))
    side_of = {frozenset(side): number for number, side in enumerate(grid.sides)}
    tight = []
    for cell in range(grid.cells):
        gaps = []
        for a, b in edges(grid, cell):
            side = side_of[frozenset((a, b))]
            bulge = grid.bulges[side] if grid.bulges else 0.0
            gaps.append(
                gap(
                    grid.centres[cell],
                    *(grid.corners[corner] for corner in grid.sides[side]),
                    bulge,
                )
            )
        assert min(gaps) > 0.5 - 1e-9
        # The circle cannot grow where it touches all sides of a convex cell, or both arcs of a cell
        # in a ring.
        touched = [distance for distance in gaps if distance < 0.5 + 1e-9]
        tight.append(len(touched) == len(gaps) or (shape == "polar" and len(touched) >= 2))
        if shape != "polar":
            assert max(gaps) - min(gaps) < 1e-9, (
                "the centre is that of the cell's own largest circle"
            )
    assert any(tight)


def edges(grid: Grid, cell: int) -> list[tuple[int, int]]:
    ring = grid.ring_corners[grid.ring_start[cell] : grid.ring_start[cell + 1]]
    return list(pairwise([*ring, ring[0]]))


def gap(
    centre: tuple[float, float], p: tuple[float, float], q: tuple[float, float], bulge: float
) -> float:
    """How far a side (as a whole line, as a whole circle) is from a point."""
    if bulge:
        arc = make_arc(p, q, bulge)
        return abs(dist(centre, arc.centre) - arc.radius)
    (px, py), (qx, qy) = p, q
    return abs((qx - px) * (centre[1] - py) - (qy - py) * (centre[0] - px)) / dist(p, q)


def area(grid: Grid, cell: int) -> float:
    """The area that a ring runs around: positive if it does so clockwise as drawn."""
    directed = {side: number for number, side in enumerate(grid.sides)}
    total = 0.0
    for a, b in edges(grid, cell):
        (px, py), (qx, qy) = grid.corners[a], grid.corners[b]
        total += (px * qy - qx * py) / 2
        if grid.bulges:
            bulge = (
                grid.bulges[directed[a, b]] if (a, b) in directed else -grid.bulges[directed[b, a]]
            )
            total += segment(dist((px, py), (qx, qy)), bulge)
    return total


def segment(chord: float, bulge: float) -> float:
    """The area between a chord and its arc."""
    if not bulge:
        return 0.0
    arc = make_arc((0.0, 0.0), (chord, 0.0), bulge)
    return arc.radius**2 / 2 * (arc.sweep - 2 * tan(arc.sweep / 2) / (1 + tan(arc.sweep / 2) ** 2))


AREAS = {
    "square": {1.0},
    "hexagonal": {sqrt(3) / 2},
    "triangular": {sqrt(27) / 4},
    "octagonal": {1.0, 2 + sqrt(8)},
    "rhombille": {2 / sqrt(3)},
    "cairo": {(1 + sqrt(3)) ** 2 / 8},
    "penrose": {sqrt(2 + 2 / sqrt(5)), sqrt(2 + 2 / sqrt(5)) * (1 + sqrt(5)) / 2},
    "polar": {pi}
    | {
        pi * ((r + 1) ** 2 - r**2) / n
        for r, n in enumerate((6, 12, 12, 24, 24, 24, 24, 48, 48), start=1)
    },
}


@every_shape
def test_rings_are_clockwise_and_tile_the_outline(shape: str) -> None:
    grid = derive(tiling_of(shape, middle_size(shape)))
    areas = [area(grid, cell) for cell in range(grid.cells)]
    assert min(areas) > 0
    assert {round(each, 6) for each in areas} == {round(each, 6) for each in AREAS[shape]}
    outline = sum(
        (grid.corners[a][0] * grid.corners[b][1] - grid.corners[b][0] * grid.corners[a][1]) / 2
        + segment(dist(grid.corners[a], grid.corners[b]), grid.bulges[side] if grid.bulges else 0)
        for side in grid.rim_loops[0]
        for a, b in [grid.sides[side]]
    )
    assert sum(areas) == pytest.approx(outline)
    # Equal areas could still overlap: no two circles do, and no point lies in two cells.
    assert min(dist(p, q) for p, q in combinations(grid.centres, 2)) > 1 - 1e-9
    draw = Random(shape)
    for _ in range(60):
        point = draw.uniform(0, grid.width), draw.uniform(0, grid.height)
        assert sum(contains(grid, cell, point) for cell in range(grid.cells)) <= 1


def contains(grid: Grid, cell: int, point: tuple[float, float]) -> bool:
    """Whether a cell holds a point; a cell with arcs only as far as its chords do."""
    x, y = point
    ring = grid.ring(cell)
    crossings = 0
    for (px, py), (qx, qy) in zip(ring, (*ring[1:], ring[0]), strict=True):
        if (py > y) != (qy > y):
            crossings += x < px + (y - py) * (qx - px) / (qy - py)
    return crossings % 2 == 1


@every_shape
def test_corners_have_places_of_their_own(shape: str) -> None:
    tiling = tiling_of(shape, middle_size(shape))
    corners = set(chain.from_iterable(tiling.rings))
    assert all(isinstance(number, int) for corner in corners for number in corner)
    assert len(
        {tuple(round(x, 6) + 0.0 for x in tiling.place(corner)) for corner in corners}
    ) == len(corners)


EXTENTS = {
    ("square", (5, 4)): (5, 4),
    ("hexagonal", (5, 4)): (5.5, (3 * 4 + 1) / sqrt(12)),
    ("triangular", (5, 4)): (6 * sqrt(0.75), 6),
    ("octagonal", (5, 4)): (5 * (1 + sqrt(2)), 4 * (1 + sqrt(2))),
    ("rhombille", (5, 4)): (11, (3 * 4 + 1) / sqrt(3)),
    ("polar", (9,)): (20, 20),
}


@pytest.mark.parametrize(("shape", "size"), EXTENTS)
def test_extents(shape: str, size: tuple[int, ...]) -> None:
    grid = derive(tiling_of(shape, size))
    assert (grid.width, grid.height) == pytest.approx(EXTENTS[shape, size])
    xs, ys = zip(*grid.corners, strict=True)
    assert min(*xs, *ys) > -1e-9
    assert max(xs) < grid.width + 1e-9
    assert max(ys) < grid.height + 1e-9


@pytest.mark.parametrize("shape", [shape for shape in SHAPES.values() if shape.box])
def test_the_box_of_a_shape_is_exactly_the_size_of_its_grid(shape: Shape) -> None:
    """To the last bit: from it follows which grids a book has."""
    for more in ((0, 0), (1, 0), (0, 1), (1, 1), (4, 7), (7, 4), (11, 16)):
        size = tuple(map(sum, zip(shape.least, more, strict=True)))
        if shape.box and shape.cells(*size) > 1:
            grid = derive(shape.tile(*size))
            assert shape.box(*size) == (grid.width, grid.height)


def test_polar_cells_keep_their_width() -> None:
    tiling = tiling_of("polar", (20,))
    inner_circles = Counter(ring[-1][0] for ring in tiling.rings[1:])
    assert list(inner_circles.values()) == [6] + [12] * 2 + [24] * 4 + [48] * 8 + [96] * 5
    assert all(
        pi / 3 - 1e-9 <= 2 * pi * r / cells < 2 * pi / 3 for r, cells in inner_circles.items()
    )


# Penrose


def test_penrose_is_penrose() -> None:
    tiling = tiling_of("penrose", (60, 60))
    turns: dict[tuple, list] = {}
    kinds = Counter()
    for ring in tiling.rings:
        spots = [tiling.place(corner) for corner in ring]
        kinds[round(dist(spots[0], spots[2]), 6)] += 1
        for i, corner in enumerate(ring):
            turns.setdefault(corner, []).append(
                (corner_tenths(spots[i - 1], spots[i], spots[(i + 1) % 4]), ring, i)
            )
    thick = sum(
        1
        for ring in tiling.rings
        if 3 in {turn for c in ring for turn, r, _ in turns[c] if r == ring}
    )
    assert thick / (len(tiling.rings) - thick) == pytest.approx((1 + sqrt(5)) / 2, rel=0.03)
    # The angles around a corner, in tenths of a turn, in order and from any one: the seven known
    # neighbourhoods.
    stars = set()
    for corner, parts in turns.items():
        if sum(turn for turn, *_ in parts) == 10:
            onward = {ring[(i + 1) % 4]: (turn, ring[i - 1]) for turn, ring, i in parts}
            start = min(onward)
            cycle, at = [], start
            while not cycle or at != start:
                turn, at = onward[at]
                cycle.append(turn)
            assert corner not in onward
            stars.add(min(tuple(cycle[i:] + cycle[:i]) for i in range(len(cycle))))
    assert stars == {
        (2, 2, 2, 2, 2),
        (1, 1, 2, 2, 2, 2),
        (1, 1, 2, 1, 1, 2, 2),
        (1, 2, 1, 3, 3),
        (2, 2, 2, 4),
        (2, 4, 4),
        (3, 3, 4),
    }


def corner_tenths(before: tuple, at: tuple, after: tuple) -> int:
    """The angle at a corner, in tenths of a turn."""
    (ax, ay), (bx, by) = [(p[0] - at[0], p[1] - at[1]) for p in (before, after)]
    cosine = (ax * bx + ay * by) / hypot(ax, ay) / hypot(bx, by)
    return min(range(1, 5), key=lambda tenths: abs(cos(tenths * pi / 5) - cosine))


@given(st.integers(8, 30), st.integers(8, 30))
@settings(max_examples=30, deadline=None)
def test_penrose_fits_its_rectangle_and_mirrors(columns: int, rows: int) -> None:
    tiling = tiling_of("penrose", (columns, rows))
    grid = derive(tiling)
    assert columns - 4 < grid.width < columns + 1e-9
    assert rows - 4 < grid.height < rows + 1e-9
    assert all(
        min(abs(grid.width - x - p) + abs(y - q) for p, q in grid.centres) < 1e-9
        for x, y in grid.centres[:: 1 + grid.cells // 20]
    )
    assert list(grid.centres) == sorted(
        grid.centres, key=lambda p: (round(p[1], 6), round(p[0], 6))
    )


@pytest.mark.parametrize("size", [(8, 3000), (3000, 8)])
def test_narrow_penrose_strips_hang_together(size: tuple[int, int]) -> None:
    tiling = tiling_of("penrose", size)
    assert len(components(range(len(tiling.rings)), joined(tiling))) == 1


# The edition's promise

PROMISE = {
    "square": "7ab5fb0e05f26c76",
    "hexagonal": "e40a6de5499147df",
    "triangular": "1ceb781133fcc55e",
    "polar": "7209c09be90e9171",
    "octagonal": "57d92ffec86763fa",
    "rhombille": "0a03a036c72ead7d",
    "cairo": "5e2f0e71f1cff492",
    "penrose": "01f88d84bf91ca54",
}


@every_shape
def test_order_never_changes(shape: str) -> None:
    rings = tiling_of(shape, middle_size(shape)).rings
    assert sha256(repr([tuple(ring) for ring in rings]).encode()).hexdigest()[:16] == PROMISE[shape]


# The table


@every_shape
def test_other_names(shape: str) -> None:
    for name in (shape, *SHAPES[shape].other_names):
        assert find_shape(name.upper()) is SHAPES[shape]


def test_every_name_is_told_once() -> None:
    names = [name for shape in SHAPES.values() for name in (shape.name, *shape.other_names)]
    assert len(names) == len(set(names))
    with pytest.raises(Refused, match="did you mean hexagonal"):
        find_shape("hexagonel")


@pytest.mark.parametrize(
    ("shape", "size", "what"),
    [
        ("triangular", "1x5", "takes at least 2x1"),
        ("polar", "0", "takes at least 1"),
        ("polar", "12x12", "not a size"),
        ("polar", "2000", "cells"),
        ("polar", "99999999", "cells"),
        ("penrose", "7x40", "takes at least 8x8"),
        ("penrose", "99999999x99999999", "cells"),
        ("octagonal", "1x1", "single cell"),
        ("hexagonal", "1x1", "single cell"),
        ("rhombille", "2000x2000", "12,000,000 cells"),
    ],
)
def test_sizes_that_are_refused(shape: str, size: str, what: str) -> None:
    with pytest.raises(Refused, match=what):
        SHAPES[shape].read_size(size)


def test_a_new_shape_is_a_function_and_a_row() -> None:
    """As the module says: here are bricks."""

    def bricks(columns: int, rows: int) -> Tiling:
        rings = [
            ((x, y), (x + 1, y), (x + 2, y), (x + 2, y + 1), (x + 1, y + 1), (x, y + 1))
            for y in range(rows)
            for x in range(y % 2, 2 * columns + y % 2, 2)
        ]
        return Tiling(rings, place=lambda corner: (float(corner[0]), float(corner[1])))

    row = Shape(
        "bricks", "bricks", "bricks", ("columns", "rows"), (1, 1), lambda c, r: c * r, bricks
    )
    assert row.cells(*row.read_size("4x5")) == len(bricks(4, 5).rings)
    check_topology(bricks(4, 5))
    check_rim(bricks(4, 5), [cell for cell in range(20) if cell != 9])
    assert row._replace(aliases=("wall",)).other_names == ("wall",)


@every_shape
def test_a_grid_that_is_kept_flat_is_the_same(shape: str, monkeypatch: pytest.MonkeyPatch) -> None:
    size = middle_size(shape)
    grids = []
    for many in (10**6, 0):
        monkeypatch.setattr(flat, "_MAX_LIST_LENGTH", many)
        grids.append(derive(SHAPES[shape].tile(*size)))
    listed, kept = grids
    assert isinstance(kept.pairs, flat.FlatPairs)
    assert not isinstance(listed.pairs, flat.FlatPairs)
    for relation in ("pairs", "sides", "ring_start", "ring_corners", "end_corners", "across"):
        assert list(getattr(listed, relation)) == list(getattr(kept, relation))
    assert kept.pairs[1] == listed.pairs[1]
    assert list(kept.pairs[1:3]) == listed.pairs[1:3]
    mazes = [
        draw_maze(Design(shape, size, derive_maze_key("owl", 1, "", 1), ends="far"), grid)
        for grid in grids
    ]
    assert len({(maze.digest, maze.solution, str(strokes_of(maze))) for maze in mazes}) == 1


def strokes_of(maze: Maze) -> list[Subpath]:
    return join_strokes(
        maze.grid, [side for side, is_open in enumerate(maze.open_sides) if not is_open]
    )
