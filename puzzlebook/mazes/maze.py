"""A maze: a spanning tree of the cells of a grid, with a start, an end and the one path between
them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from itertools import compress
from typing import TYPE_CHECKING

from puzzlebook.geometry.arcs import Point
from puzzlebook.ground.printed_codes import fingerprint, write_bits
from puzzlebook.ground.seeds import KEY_DIGITS
from puzzlebook.mazes.codes import METHODS, STAGE_FAR, Design
from puzzlebook.mazes.grid import Grid

if TYPE_CHECKING:
    from puzzlebook.ground.questions import AskedFork, QuestionList
    from puzzlebook.mazes.collecting import Things
    from puzzlebook.mazes.descriptions import MazeDescription
    from puzzlebook.mazes.difficulty import Measures
    from puzzlebook.mazes.rooms import MazeRoom
    from puzzlebook.mazes.spread import GutterJoint
    from puzzlebook.mazes.wall import Gate

INVERT = bytes([1, 0]).ljust(256)
"""A translation table that turns bytes for passages into bytes for walls, and vice versa."""

_MAX_COMPARED = 5_000
"""Mazes with more cells count as alike only if their passages are identical, because two mirror
images will never turn up."""


@dataclass(frozen=True, eq=False)
class Maze:
    """A perfect maze: there is exactly one path between any two cells.

    open_sides: for each inner side of the grid, 1 if it is a passage and 0 if it is a wall. start,
    end: the cells that the solution joins; None if the design asks for no ends. solution: the cells
    from start to end, both included; empty without ends. fitted: the grid that is drawn, if it
    differs from `grid`. closed: the cells of each closed wrong turn (see `closing`); empty for most
    mazes.
    """

    design: Design
    grid: Grid
    open_sides: bytes
    start: int | None
    end: int | None
    solution: tuple[int, ...]
    fitted: Grid | None = None
    closed: tuple[tuple[int, ...], ...] = ()

    def __repr__(self) -> str:
        return f"<Maze {self.code}: {self.grid.cells} cells>"

    @property
    def shown(self) -> Grid:
        """The grid that is drawn: the same cells and sides as `grid`, but its corners may have
        moved."""
        return self.fitted or self.grid

    @property
    def code(self) -> str:
        """The maze code, which is enough to make this maze again."""
        return self.design.code

    @property
    def name(self) -> str:
        """The name used for the maze's files: the key or, without a key, the first digits of the
        digest."""
        return self.design.key or self.digest[:KEY_DIGITS]

    @property
    def descriptive_code(self) -> str | None:
        """A code that contains the walls and the ends, so it needs no generator. None for a room,
        because the walls of one room are not a whole maze."""
        if self.design.rooms:
            return None
        ends = "none" if self.start is None else f"{self.start}.{self.end}"
        walls = write_bits(self.open_sides.translate(INVERT))
        bridges = ".".join(bridge.name for bridge in self.grid.bridges)
        joints = ".".join(str(joint.row) for joint in self.joints)
        return self.design._replace(
            size=self.design.board_size,
            key="",
            ends=ends,
            method=METHODS[0],
            walls=walls,
            questions=None,
            bridges=bridges,
            wall="",
            spread=joints,
        ).code

    @property
    def is_wall_start(self) -> bool:
        """Whether this is the piece of a wall (many sheets that form one maze) that contains the
        wall's start."""
        return self.design.piece - 1 == self.design.find_wall().way[0]

    @cached_property
    def gates(self) -> Sequence[Gate]:
        """For a piece of a wall, the openings in its rim that lead to other sheets; otherwise
        empty."""
        piece = self.design.piece
        return self.design.find_wall().gates[piece - 1] if piece else ()

    @property
    def joints(self) -> Sequence[GutterJoint]:
        """For a maze over two pages, the passages across the gutter, from the top; otherwise
        empty."""
        if not self.design.spread:
            return ()
        from puzzlebook.mazes.spread import list_joints

        return list_joints(self.grid)

    @property
    def openings(self) -> Mapping[int, int]:
        """A mapping from the sides of the rim that lead to other sheets or rooms to their cells."""
        joints = self.room.doors if self.room else self.gates
        return {joint.side: joint.cell for joint in joints}

    @property
    def stage_doors(self) -> Sequence[Sequence[Point]]:
        """The doors of a stage from which the start, and from which the end, was chosen, on the
        grid that is drawn."""
        if self.design.ends == STAGE_FAR:
            return self.shown.door_choices
        return [[door] for door in self.shown.doors]

    def find_gate(self, cell: int | None) -> Gate | None:
        """Return the gate at a cell; None if there is none."""
        return next((gate for gate in self.gates if gate.cell == cell), None)

    @property
    def passages(self) -> tuple[tuple[int, int], ...]:
        """The pairs of cells (lower, higher) that passages join, sorted."""
        passages = compress(self.grid.pairs, self.open_sides)
        return tuple(sorted(passages) if self.grid.bridges else passages)

    @property
    def walls(self) -> list[int]:
        """The inner sides that are walls, in order."""
        return list(compress(range(len(self.open_sides)), self.open_sides.translate(INVERT)))

    @cached_property
    def shown_sides(self) -> bytes:
        """`open_sides` as drawn: the sides in and around closed wrong turns differ."""
        if not self.closed:
            return self.open_sides
        from puzzlebook.mazes.closing import draw_closed_sides

        return draw_closed_sides(self.grid.pairs, self.open_sides, self.closed)

    @property
    def shown_walls(self) -> list[int]:
        """The inner sides that are drawn as walls, in order."""
        sides = self.shown_sides
        return list(compress(range(len(sides)), sides.translate(INVERT)))

    def close_wrong_turns(self, questions: QuestionList | None = None) -> Maze:
        """Return this maze with the longer half of its wrong turns closed. Wrong turns at forks of
        the solution that have one of these questions stay open."""
        from puzzlebook.mazes.closing import close_wrong_turns

        forks = (self.place_questions(questions) or ()) if questions else ()
        question_cells = {fork.cell for fork in forks if fork.on_way}
        return replace(
            self, closed=close_wrong_turns(self.neighbours, self.solution, question_cells)
        )

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of the passages as ASCII text, such as `0-1 0-12 1-2 …`."""
        if self.grid.bridges:  # the pairs of lower strands are not in order
            text = " ".join(f"{a}-{b}" for a, b in self.passages)
        else:
            text = " ".join(compress(self.grid.pair_names, self.open_sides))
        return sha256(text.encode()).hexdigest()

    def with_fitted(self, fitted: Grid) -> Maze:
        """Return this maze with a grid for drawing that was fitted to a drawing."""
        if self.grid.bridges:
            from puzzlebook.mazes.bridges import add_bridges

            fitted = add_bridges(fitted, self.grid.bridges)
        return replace(self, fitted=fitted)

    @cached_property
    def room(self) -> MazeRoom | None:
        """For a room of a maze over many boards: its doors and its pieces of the solution.
        Otherwise None."""
        return self.design.find_room(self.grid) if self.design.rooms else None

    @property
    def neighbours(self) -> list[list[int]]:
        """For each cell, the cells to which passages join it. Not cached, because a book of mazes
        would need too much memory."""
        neighbours: list[list[int]] = [[] for _ in range(self.grid.cells)]
        for a, b in self.passages:
            neighbours[a].append(b)
            neighbours[b].append(a)
        return neighbours

    @property
    def facts(self) -> dict[str, object]:
        """The part of a manifest entry that does not depend on how the maze is drawn."""
        facts = self.design.facts(self.grid.cells, self.start, self.end, len(self.solution))
        return facts | (self.room.facts if self.room else {})

    @cached_property
    def measures(self) -> Measures:
        """The measures of how hard the maze is: the length of its solution, turns, decisions, dead
        ends and the cost of wrong turns."""
        if self.room:
            return self.room.measures
        from puzzlebook.mazes.difficulty import measure

        return measure(self.grid, self.open_sides, self.solution)

    @property
    def likeness(self) -> str:
        """A text of ten base-32 digits that only mirror images and rotations of this maze share."""
        if self.grid.cells > _MAX_COMPARED:
            return fingerprint(f"{self.design.shape} {self.digest}".encode())
        from puzzlebook.mazes.likeness import compute_likeness

        return compute_likeness(self.design.shape, self.grid.frames, self.open_sides)

    def describe(self) -> MazeDescription | None:
        """Describe the maze in words, for readers who cannot see it. Return None for a maze without
        ends."""
        from puzzlebook.mazes.descriptions import describe_path, describe_room

        if self.room:
            return describe_room(self.design, self.grid, self.room)
        return describe_path(self.design, self.grid, self.solution) if self.solution else None

    @property
    def letter_capacity(self) -> int:
        """The number of letters that fit on the solution: one per cell, none at the start or the
        end."""
        return max(0, len(self.solution) - 2)

    def spell_word(self, word: Sequence[str], alphabet: Sequence[str]) -> Mapping[int, str]:
        """Return the letters of a word maze by cell: the word on the solution, and decoys in dead
        ends."""
        from puzzlebook.mazes.spelling import spell_word

        return spell_word(self.design, self.solution, self.neighbours, word, alphabet)

    def place_questions(self, questions: QuestionList) -> tuple[AskedFork, ...] | None:
        """Return the forks that have questions, with as many of them on the solution as the design
        says; None if there are too few forks. Forks in closed wrong turns are left out."""
        from puzzlebook.mazes.asking import ask_questions

        forks = ask_questions(self, questions)
        if not forks or not self.closed:
            return forks
        closed = {cell for turn in self.closed for cell in turn}
        return tuple(fork for fork in forks if fork.cell not in closed)

    def count_forks(self, max_wrong: int) -> int:
        """Return the number of forks on the solution that could have a question with this many
        wrong answers."""
        from puzzlebook.mazes.asking import count_forks

        return count_forks(self, max_wrong)

    def place_things(self, minimum: int, maximum: int) -> Things:
        """Choose the cells of things to count, `minimum` to `maximum` of them on the solution."""
        from puzzlebook.mazes.collecting import place_things

        return place_things(self.design, self.solution, self.neighbours, minimum, maximum)

    def choose_finds(self, minimum: int, maximum: int) -> tuple[int, ...]:
        """Choose the cells of `minimum` to `maximum` things to find, which lie in roomy dead
        ends."""
        from puzzlebook.mazes.collecting import choose_finds

        def measure_room(cell: int) -> float:
            return self.shown.circle(cell).radius

        return choose_finds(
            self.design, self.solution, self.neighbours, measure_room, minimum, maximum
        )
