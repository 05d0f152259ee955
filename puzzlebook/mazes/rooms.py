"""One maze over many boards, its *rooms*, which are joined by doors in their rims.

The doors are drawn first, from a separate random stream. All rooms have the same number of doors,
and all pairings of doors that `_can_join` allows are equally likely. Given the doors, the maze is a
uniform spanning tree of one graph: its nodes are the cells of all rooms, and its edges are all
sides between two cells of a room and all pairs of doors. That graph is not planar, so the passage
carver draws the tree. A door that the tree does not use is drawn as an ordinary piece of the rim.
The cells of one room may be connected only through other rooms.

The solution leads from the first room to the last. The maze is drawn again until its solution needs
enough page turns (`RoomPlan.min_turns`), so all mazes with such a solution are equally likely.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, NamedTuple

from puzzlebook.ground.faults import refuse
from puzzlebook.ground.seeds import draw_below, stream_draws
from puzzlebook.mazes.difficulty import Measures, count_turns, find_branches, sum_up
from puzzlebook.mazes.tilings import Size, format_size
from puzzlebook.mazes.tree import Tree, find_longest, root_tree
from puzzlebook.mazes.wilson import Graph, draw_spanning_tree, make_graph

if TYPE_CHECKING:
    from puzzlebook.mazes.grid import Grid

PURPOSE = "doors"
"""The random stream from which doors are drawn; the spanning tree has another."""
MIN_DOORS, MAX_DOORS = 3, 5
"""The smallest and the greatest number of doors of a room."""
_MAX_CELLS = 250_000  # of all rooms together
_MIN_TURNS = 10  # of pages, on the solution of a maze with at least twice as many rooms
_MIN_SIDES_PER_DOOR = 5  # the fewest rim sides per door
_MAX_ROUNDS = 100_000  # attempts at pairing the doors, and at drawing the maze

Joint = tuple[int, int]
"""Two doors that are joined, each given by its number: the index of its room, from 0, times the
number of doors per room, plus its clockwise index in the room."""


class RoomPlan(NamedTuple):
    """The number of rooms, and the number of doors of each room."""

    rooms: int
    doors: int

    @classmethod
    def from_code(cls, text: str) -> tuple[RoomPlan, int]:
        """Parse a field of a code such as `24.4.7`. Return the plan, and the number of the room,
        from 1."""
        rooms, doors, room = map(int, text.split("."))
        return cls(rooms, doors), room

    @property
    def fewest_rooms(self) -> int:
        """The smallest number of rooms that can have this many doors each."""
        return 2 * self.doors + 2

    @property
    def min_turns(self) -> int:
        """The minimum number of page turns on the solution."""
        return min(_MIN_TURNS, self.rooms // 2)


class RoomDoor(NamedTuple):
    """An open door of a room. The open doors of a room are numbered clockwise from the top left,
    from 0.

    side, cell: its position in the grid of the room. room: the number of the room beyond, from 1.
    there: the number of the corresponding door in that room.
    """

    side: int
    cell: int
    room: int
    there: int


class Visit(NamedTuple):
    """A piece of the solution that lies in one room.

    number: its position among all pieces of the solution, counted from 1. enter, leave: the doors
    at its ends; None where the solution starts or finishes.
    """

    number: int
    cells: tuple[int, ...]
    enter: int | None
    leave: int | None


class MazeRoom(NamedTuple):
    """A room of a maze.

    number: the number of the room, from 1. open_sides: 1 for each of its inner sides that is a
    passage, otherwise 0. doors: its open doors. visits: the pieces of the solution in it.
    start, end: the cell in which the solution starts or finishes, if that is in this room.
    """

    number: int
    open_sides: bytes
    doors: tuple[RoomDoor, ...]
    visits: tuple[Visit, ...]
    start: int | None
    end: int | None
    measures: Measures

    @property
    def facts(self) -> dict[str, object]:
        """The manifest entries of the room: its number; for each of its doors, the room and the
        door to which it leads; and for each piece of the solution, its position among all pieces
        and the doors at its ends. Doors are numbered from 1."""
        return {
            "room": self.number,
            "doors": [[door.room, door.there + 1] for door in self.doors],
            "visits": [
                [visit.number, _number_door(visit.enter), _number_door(visit.leave)]
                for visit in self.visits
            ],
        }


def _number_door(door: int | None) -> int | None:
    return None if door is None else door + 1


class JoinedRooms(NamedTuple):
    """The graph of all rooms: the number of its cells, and its sides. The cells and inner sides are
    numbered room by room; the doors follow after all inner sides."""

    cells: int
    pairs: Sequence[tuple[int, int]]

    @property
    def graph(self) -> Graph:
        """The graph for the passage carver. A cell may have a door in addition to its sides."""
        return make_graph(self.pairs, nodes=self.cells, ordinary=self.cells)


def find_room_fault(plan: RoomPlan, size: Size) -> tuple[str, str] | None:
    """Return what is wrong with this many rooms of this size, and what is allowed; None if nothing
    is wrong."""
    rooms, doors = plan
    if not MIN_DOORS <= doors <= MAX_DOORS:
        return f"{doors} doors in each room", f"{MIN_DOORS} to {MAX_DOORS}"
    if rooms < plan.fewest_rooms:
        return (
            f"{rooms} rooms are too few for {doors} doors each",
            f"use at least {plan.fewest_rooms}",
        )
    if rooms * doors % 2:
        return (
            f"{rooms} rooms cannot have {doors} doors each",
            "use an even number of rooms, or of doors",
        )
    if min(size) < 3 or 2 * sum(size) < _MIN_SIDES_PER_DOOR * doors:
        return (
            f"rooms of {format_size(size)} are too small for {doors} doors each",
            "use larger rooms (size)",
        )
    if rooms * size[0] * size[1] > _MAX_CELLS:
        cells = rooms * size[0] * size[1]
        return f"{rooms} rooms of {format_size(size)}, {cells:,} cells", f"at most {_MAX_CELLS:,}"
    return None


def pair_doors(plan: RoomPlan, draws: Iterator[int]) -> list[Joint]:
    """Pair the doors of all rooms. The first free door is paired with a random free door until none
    is left.

    Everything starts again if two doors must not be joined, if two rooms are joined twice, or if
    the rooms are not connected.
    """
    for _ in range(_MAX_ROUNDS):
        free, joints = list(range(plan.rooms * plan.doors)), list[Joint]()
        joined = set[tuple[int, int]]()
        while free:
            one = free.pop(0)
            other = free.pop(draw_below(len(free), draws, 1))
            rooms = one // plan.doors, other // plan.doors
            if rooms in joined or not _can_join(*rooms):
                break
            joined.add(rooms)
            joints.append((one, other))
        else:
            if _are_connected(plan.rooms, joined):
                return joints
    raise refuse("rooms", f"no doors were found for {plan.rooms} rooms", "use more rooms")


def _can_join(one: int, other: int) -> bool:
    """Return whether a door may lead from one room to another: not if the two rooms are on the two
    sides of one leaf."""
    return one // 2 != other // 2


def _are_connected(rooms: int, joined: Iterable[tuple[int, int]]) -> bool:
    neighbours: list[list[int]] = [[] for _ in range(rooms)]
    for one, other in joined:
        neighbours[one].append(other)
        neighbours[other].append(one)
    reached, waiting = {0}, [0]
    while waiting:
        newly_reached = [room for room in neighbours[waiting.pop()] if room not in reached]
        reached.update(newly_reached)
        waiting += newly_reached
    return len(reached) == rooms


def draw_places(plan: RoomPlan, grid: Grid, draws: Iterator[int]) -> list[int]:
    """Draw the side of each door.

    The rim of each room is divided into as many arcs as the room has doors, clockwise from the top
    left. A door lies anywhere in its arc except at the first and the last side of the arc.
    """
    rim, doors = grid.rim_walks[0], plan.doors
    cuts = [len(rim) * arc // doors for arc in range(doors + 1)]
    return [
        rim[first + 1 + draw_below(last - first - 2, draws, 1)]
        for _ in range(plan.rooms)
        for first, last in pairwise(cuts)
    ]


def join_rooms(
    plan: RoomPlan, grid: Grid, joints: Sequence[Joint], places: Sequence[int]
) -> JoinedRooms:
    """Return the graph of the rooms, joined by these doors."""
    pairs = [
        (a + first, b + first)
        for first in range(0, plan.rooms * grid.cells, grid.cells)
        for a, b in grid.pairs
    ]
    inner = len(grid.pairs)
    door_cells = [
        door // plan.doors * grid.cells + grid.rim_cells[side - inner]
        for door, side in enumerate(places)
    ]
    pairs += [(door_cells[one], door_cells[other]) for one, other in joints]
    return JoinedRooms(plan.rooms * grid.cells, pairs)


def find_room(text: str, size: Size, grid: Grid, key: str, edition: int) -> MazeRoom:
    """Return the room that a code names, such as `24.4.7`, for this size and the maze's key."""
    plan, number = RoomPlan.from_code(text)
    fault = find_room_fault(plan, size)
    if fault or not 1 <= number <= plan.rooms:
        what, allowed = fault or (f"room {number} of {plan.rooms}", f"1 to {plan.rooms}")
        raise refuse("maze code", what, allowed)
    return draw_rooms(plan, grid, key, edition)[number - 1]


@lru_cache(maxsize=2)  # every room of a book needs all rooms
def draw_rooms(plan: RoomPlan, grid: Grid, key: str, edition: int) -> tuple[MazeRoom, ...]:
    """Draw all rooms of a maze."""
    draws = stream_draws(key, PURPOSE, 1, edition)
    joints = pair_doors(plan, draws)
    places = draw_places(plan, grid, draws)
    whole = join_rooms(plan, grid, joints, places)
    graph = whole.graph
    starts, ends = (
        list(_list_free_cells(plan, grid, places, room)) for room in (0, plan.rooms - 1)
    )
    draws = stream_draws(key, "tree", graph.bits, edition)
    for _ in range(_MAX_ROUNDS):
        root = draw_below(graph.nodes, draws, graph.bits)
        open_sides = bytes(draw_spanning_tree(graph, root, draws, len(whole.pairs)))
        tree = root_tree(whole, open_sides)
        found = find_longest(tree, starts, ends)
        solution = tree.path(*found) if found else ()
        if count_page_turns(cell // grid.cells for cell in solution) >= plan.min_turns:
            return tuple(_list_rooms(plan, grid, joints, places, tree, open_sides, solution))
    raise refuse("rooms", "no path turns enough pages", "use more rooms")


def count_page_turns(rooms: Iterable[int]) -> int:
    """Return the number of page turns on a path, given the rooms of its cells. The first room is on
    a right-hand page, so the second and the third room face each other."""
    return sum((one + 1) // 2 != (other + 1) // 2 for one, other in pairwise(rooms))


def _list_free_cells(plan: RoomPlan, grid: Grid, places: Sequence[int], room: int) -> Iterator[int]:
    """Yield the cells of a room at which the solution may start or finish: rim cells that are
    neither at a door nor beside one."""
    rim, inner = grid.rim_walks[0], len(grid.pairs)
    doors = {rim.index(side) for side in places[room * plan.doors : (room + 1) * plan.doors]}
    door_cells = {
        grid.rim_cells[rim[(place + beside) % len(rim)] - inner]
        for place in doors
        for beside in (-1, 0, 1)
    }
    yield from (room * grid.cells + cell for cell in grid.rim if cell not in door_cells)


def _list_rooms(
    plan: RoomPlan,
    grid: Grid,
    joints: Sequence[Joint],
    places: Sequence[int],
    tree: Tree,
    open_sides: bytes,
    solution: Sequence[int],
) -> Iterator[MazeRoom]:
    inner, cells = len(grid.pairs), grid.cells
    beyond: dict[int, int] = {}
    for (one, other), is_open in zip(joints, open_sides[plan.rooms * inner :], strict=True):
        if is_open:
            beyond |= {one: other, other: one}
    # Renumber the open doors of each room; sorted door numbers already run clockwise.
    numbers: dict[int, int] = {}
    for _, doors in groupby(sorted(beyond), key=lambda door: door // plan.doors):
        numbers |= {door: number for number, door in enumerate(doors)}
    by_cell = {
        door // plan.doors * cells + grid.rim_cells[places[door] - inner]: door for door in beyond
    }
    visits = _list_visits(solution, cells, {cell: numbers[door] for cell, door in by_cell.items()})
    branches = find_branches(tree, solution)
    degrees = [0] * len(tree.parents)
    for cell, parent in enumerate(tree.parents):
        if cell != parent:
            degrees[cell] += 1
            degrees[parent] += 1
    for room in range(plan.rooms):
        first = room * cells
        room_visits = [visit for index, visit in visits if index == room]
        measures = sum_up(
            sum(len(visit.cells) for visit in room_visits),
            sum(count_turns(grid, visit.cells) for visit in room_visits),
            [branch for branch in branches if branch[0] // cells == room],
            degrees[first : first + cells].count(1),
            solution[-1],
        )
        yield MazeRoom(
            number=room + 1,
            open_sides=open_sides[room * inner : (room + 1) * inner],
            doors=tuple(
                RoomDoor(
                    places[door],
                    grid.rim_cells[places[door] - inner],
                    beyond[door] // plan.doors + 1,
                    numbers[beyond[door]],
                )
                for door in sorted(beyond)
                if door // plan.doors == room
            ),
            visits=tuple(room_visits),
            start=solution[0] - first if solution[0] // cells == room else None,
            end=solution[-1] - first if solution[-1] // cells == room else None,
            measures=measures,
        )


def _list_visits(
    solution: Sequence[int], cells: int, doors: dict[int, int]
) -> list[tuple[int, Visit]]:
    """Return the pieces of the solution, each with the index of its room. doors: the number of the
    door at each cell that has one."""
    pieces = [list(piece) for _, piece in groupby(solution, key=lambda cell: cell // cells)]
    visits = []
    for number, piece in enumerate(pieces, 1):
        room = piece[0] // cells
        enter = doors[piece[0]] if number > 1 else None
        leave = doors[piece[-1]] if number < len(pieces) else None
        room_cells = tuple(cell - room * cells for cell in piece)
        visits.append((room, Visit(number, room_cells, enter, leave)))
    return visits
