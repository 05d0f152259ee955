"""One maze over many rooms: every maze with the same doors is equally likely, and so are the doors.

The mazes are counted by Kirchhoff's theorem on the graph of all rooms, which is built here a second
time.
"""

from __future__ import annotations

import sys
from collections import Counter
from itertools import count, pairwise
from pathlib import Path
from random import Random

import pytest
from chances import chisquare

sys.path.insert(0, str(Path(__file__).parent))
from test_uniform import first_entries, kirchhoff

from puzzlebook import Refused, maze_from_code
from puzzlebook.ground.seeds import stream_draws
from puzzlebook.mazes.codes import Design, read_code
from puzzlebook.mazes.grids import make_grid
from puzzlebook.mazes.rooms import (
    MazeRoom,
    RoomPlan,
    count_page_turns,
    draw_places,
    draw_rooms,
    find_room_fault,
    join_rooms,
    pair_doors,
)
from puzzlebook.mazes.tree import is_spanning_tree
from puzzlebook.mazes.wilson import draw_spanning_tree

A_MAZE = 30
KEY = "7q4k2m9x0c3t5v8w"
PLAN, SIZE = RoomPlan(24, 4), (9, 11)

# Rooms, their size, their doors as pairs of (room, cell), and how many mazes there are.
CASES = {
    "three rooms in a ring": (
        3,
        (2, 2),
        [((0, 1), (1, 0)), ((1, 3), (2, 2)), ((2, 0), (0, 2))],
        368,
    ),
    "three rooms, two doors between two": (
        3,
        (2, 2),
        [((0, 0), (1, 0)), ((0, 3), (1, 3)), ((1, 1), (2, 2))],
        256,
    ),
    "four narrow rooms, all joined": (
        4,
        (3, 1),
        [((a, b - (b > a)), (b, a - (a > b))) for a in range(4) for b in range(a)],
        190,
    ),
}


def build(name):
    """The joined rooms of a case, and their edges, counted out here."""
    rooms, size, doors, _ = CASES[name]
    grid = make_grid("square", size)
    columns, rows = size
    # A joint names each door by its place among all doors, and a door by its rim side.
    sides = [next(s for s, c in enumerate(grid.rim_cells, len(grid.pairs)) if c == cell)
             for pair in doors for _, cell in pair]  # fmt: skip
    per_room = Counter(room for pair in doors for room, _ in pair)
    most = max(per_room.values())
    places, slots, seen = [sides[0]] * (rooms * most), [], Counter()
    for side, (room, _) in zip(sides, (end for pair in doors for end in pair), strict=True):
        slot = room * most + seen[room]
        seen[room] += 1
        places[slot] = side
        slots.append(slot)
    joints = list(zip(slots[::2], slots[1::2], strict=True))
    edges = [
        (room * columns * rows + a, room * columns * rows + b)
        for room in range(rooms)
        for a in range(columns * rows)
        for b in (a + 1, a + columns)
        if (b % columns or b == a + columns) and b < columns * rows
    ]
    edges += [tuple(room * columns * rows + cell for room, cell in pair) for pair in doors]
    return join_rooms(RoomPlan(rooms, most), grid, joints, places), edges


@pytest.mark.parametrize("name", CASES)
def test_the_graph_has_as_many_mazes_as_kirchhoff_says(name):
    joined, edges = build(name)
    assert Counter(map(frozenset, joined.pairs)) == Counter(map(frozenset, edges))
    assert kirchhoff(joined.cells, edges) == CASES[name][3]


def draw_many(joined, seed, kernel=draw_spanning_tree):
    graph, draw = joined.graph, Random(seed)
    draws = (draw.randrange(1 << graph.bits) for _ in count())
    found = Counter()
    for _ in range(A_MAZE * kirchhoff(joined.cells, joined.pairs)):
        root = draw.randrange(graph.nodes)
        found[bytes(kernel(graph, root, draws, len(joined.pairs)))] += 1
    return found


def p_value(joined, found):
    mazes = kirchhoff(joined.cells, joined.pairs)
    assert all(is_spanning_tree(joined, sides) for sides in found)
    return chisquare([*found.values(), *[0] * (mazes - len(found))]).pvalue


@pytest.mark.parametrize("name", CASES)
def test_every_maze_with_these_doors_is_equally_likely(name):
    joined, _ = build(name)
    assert p_value(joined, draw_many(joined, name)) > 0.001


def test_a_lopsided_kernel_is_noticed():
    joined, _ = build("three rooms in a ring")

    def first_of_all(graph, root, draws, edges):
        return first_entries(graph, root, draws, edges)

    assert p_value(joined, draw_many(joined, "lopsided", first_of_all)) < 0.001


def all_pairings(stubs):
    if not stubs:
        yield ()
        return
    one, *others = stubs
    for other in others:
        rest = [stub for stub in others if stub != other]
        yield from (((one, other), *more) for more in all_pairings(rest))


def hang_together(plan, joints):
    reached = {0}
    for _ in range(plan.rooms):
        for joint in joints:
            rooms = {stub // plan.doors for stub in joint}
            reached |= rooms if rooms & reached else set()
    return len(reached) == plan.rooms


def test_every_way_to_pair_the_doors_is_equally_likely():
    plan = RoomPlan(5, 2)
    allowed = set()
    for joints in all_pairings(list(range(10))):
        rooms = [tuple(stub // 2 for stub in joint) for joint in joints]
        is_regular = len(set(rooms)) == len(rooms) and all(a != b for a, b in rooms)
        on_a_leaf = {(0, 1), (2, 3)} & {*rooms}
        if is_regular and not on_a_leaf and hang_together(plan, joints):
            allowed.add(joints)
    assert len(allowed) > 100
    draws = stream_draws(KEY, "doors", 1)
    found = Counter(tuple(pair_doors(plan, draws)) for _ in range(A_MAZE * len(allowed)))
    assert {*found} == allowed
    assert chisquare([*found.values()]).pvalue > 0.001


def test_doors_lie_anywhere_in_their_arc_and_never_beside_each_other():
    grid, plan = make_grid("square", (5, 6)), RoomPlan(400, 4)
    rim = grid.rim_walks[0]
    places = [rim.index(side) for side in draw_places(plan, grid, stream_draws(KEY, "doors", 1))]
    for first in range(0, len(places), 4):
        own = places[first : first + 4]
        steps = [(b - a) % len(rim) for a, b in pairwise([*own, own[0]])]
        assert min(steps) >= 3
    # 22 sides in arcs of 5, 6, 5 and 6, less two each.
    assert sorted(map(len, (set(places[arc::4]) for arc in range(4)))) == [3, 3, 4, 4]
    assert chisquare([*Counter(places[1::4]).values()]).pvalue > 0.001


@pytest.fixture(scope="module", params=["7q4k2m9x0c3t5v8w", "0123456789abcdef", "zyxwvtsrqpnmkjhg"])
def rooms(request) -> tuple[MazeRoom, ...]:
    return draw_rooms(PLAN, make_grid("square", SIZE), request.param, 1)


def test_doors_lead_to_doors_that_lead_back(rooms):
    for room in rooms:
        for number, door in enumerate(room.doors):
            beyond = rooms[door.room - 1].doors[door.there]
            assert (beyond.room, beyond.there) == (room.number, number)
            assert (room.number - 1) // 2 != (door.room - 1) // 2  # not on the same leaf
        assert len({door.room for door in room.doors}) == len(room.doors)
        rim = make_grid("square", SIZE).rim_walks[0]
        assert [*room.doors] == sorted(room.doors, key=lambda door: rim.index(door.side))


def test_it_is_one_maze_whose_way_is_found_by_walking(rooms):
    """Walked here from room to room, by open sides and doors alone."""
    grid = make_grid("square", SIZE)
    beside = {(room.number, cell): [] for room in rooms for cell in range(grid.cells)}
    for room in rooms:
        for (a, b), is_open in zip(grid.pairs, room.open_sides, strict=True):
            if is_open:
                beside[room.number, a].append((room.number, b))
                beside[room.number, b].append((room.number, a))
        for door in room.doors:
            there = rooms[door.room - 1].doors[door.there]
            beside[room.number, door.cell].append((door.room, there.cell))
    assert sum(map(len, beside.values())) == 2 * (len(beside) - 1)
    start, end = (1, rooms[0].start), (PLAN.rooms, rooms[-1].end)
    before, waiting = {start: None}, [start]
    while waiting:
        here = waiting.pop()
        new = [there for there in beside[here] if there not in before]
        before |= dict.fromkeys(new, here)
        waiting += new
    assert len(before) == len(beside)
    way = [end]
    while before[way[-1]] is not None:
        way.append(before[way[-1]])
    visits = sorted((v.number, room.number, v) for room in rooms for v in room.visits)
    assert way[::-1] == [(number, cell) for _, number, visit in visits for cell in visit.cells]
    assert count_page_turns(number - 1 for number, _ in way) >= 10
    for (_, here, one), (_, there, other) in pairwise(visits):
        door = rooms[here - 1].doors[one.leave]
        assert (door.room, door.there) == (there, other.enter)
    assert visits[0][2].enter is None
    assert visits[-1][2].leave is None
    assert sum(room.measures.solution_length for room in rooms) == len(way)
    dead_ends = sum(len(row) == 1 for row in beside.values())
    assert sum(room.measures.dead_ends for room in rooms) == dead_ends


def test_page_turns_are_those_of_a_book():
    """Pages 2 and 3 face each other, and so do 4 and 5."""
    assert count_page_turns([0, 0, 1, 2, 2, 4, 3, 4]) == 2


def test_a_room_of_a_book_is_made_again_from_its_code():
    code = Design("square", SIZE, KEY, "far", "passages", rooms="24.4.7").code
    assert code.startswith("1-square-9x11-rooms.24.4.7-far-7q4k2m9x0c3t5v8w-")
    assert read_code(code).code == code
    maze = maze_from_code(code)
    assert maze.room == draw_rooms(PLAN, make_grid("square", SIZE), KEY, 1)[6]
    assert maze.facts["rooms"] == 24
    assert maze.descriptive_code is None


@pytest.mark.parametrize(
    ("rooms", "size", "wrong"),
    [
        ("24.4.25", SIZE, "room 25 of 24"),
        ("8.4.1", SIZE, "8 rooms are too few for 4 doors each"),
        ("24.7.1", SIZE, "7 doors in each room"),
        ("25.3.1", SIZE, "25 rooms cannot have 3 doors each"),
        ("24.4.1", (4, 4), "rooms of 4x4 are too small for 4 doors each"),
        ("9999.4.1", (30, 30), "8,999,100 cells"),
    ],
)
def test_codes_of_impossible_rooms_are_refused(rooms, size, wrong):
    code = Design("square", size, KEY, "far", "passages", rooms=rooms).code
    with pytest.raises(Refused, match=wrong):
        maze_from_code(code)


@pytest.mark.parametrize(
    "design",
    [
        Design("hexagonal", SIZE, KEY, "far", "passages", rooms="24.4.7"),
        Design("square", SIZE, KEY, "apart", "passages", rooms="24.4.7"),
        Design("square", SIZE, KEY, "far", "passages", "heart", rooms="24.4.7"),
    ],
)
def test_codes_that_rooms_do_not_have_are_refused(design):
    with pytest.raises(Refused, match="is not a maze code"):
        read_code(design.code)


def test_the_smallest_book_has_doors():
    for doors in (3, 4, 5):
        plan = RoomPlan(2 * doors + 2, doors)
        assert find_room_fault(plan, (8, 8)) is None
        assert len(draw_rooms(plan, make_grid("square", (8, 8)), KEY, 1)) == plan.rooms


def test_each_piece_of_the_way_in_a_room_is_described_in_words():
    maze = next(
        maze
        for number in range(1, 25)
        for maze in [maze_from_code(code_of(number))]
        if maze.room.visits and maze.start is None and maze.end is None
    )
    found, visits = maze.describe(), maze.room.visits
    assert [sum(steps for _, steps in runs) for runs in found.ways] == [
        len(visit.cells) - 1 for visit in visits
    ]
    moves = {"right": 1, "left": -1, "down": 9, "up": -9}
    for runs, visit in zip(found.ways, visits, strict=True):
        here = visit.cells[0]
        for name, steps in runs:
            here += moves[name] * steps
        assert here == visit.cells[-1]
    assert (found.start, found.end) == (None, None)
    first = maze_from_code(code_of(1))
    assert first.describe().start == (first.start // 9 + 1, first.start % 9 + 1)


def code_of(number):
    design = Design("square", SIZE, KEY)
    return design.with_rooms(PLAN.rooms, PLAN.doors, number).code
