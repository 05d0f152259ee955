"""A maze: a spanning tree of a grid's cells, with a start, an end and the one path between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from itertools import compress
from typing import TYPE_CHECKING

from puzzlebook.ground.printed_codes import fingerprint, write_bits
from puzzlebook.ground.seeds import KEY_DIGITS
from puzzlebook.mazes.codes import METHODS, Design
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
"""Translates bytes for passages to bytes for walls, and back."""

_MOST_COMPARED = 5_000
"""In larger mazes only identical passages count as alike: two mirror images will never turn up."""


@dataclass(frozen=True, eq=False)
class Maze:
    """A perfect maze: there is exactly one path between any two cells.

    open_sides: for each inner side of the grid, 1 if it is a passage and 0 if it is a wall. start,
    end: the cells that the solution joins; None if the design asks for no ends. solution: the cells
    from start to end, both included; empty without ends. fitted: the grid as it is drawn, if
    different. closed: the cells of each wrong turn that is closed, see `closing`; none in most
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
        """The grid as it is drawn: the same cells and sides, with corners that may have moved."""
        return self.fitted or self.grid

    @property
    def code(self) -> str:
        """The maze code, from which alone this maze can be made again."""
        return self.design.code

    @property
    def name(self) -> str:
        """The name of its files: its key or, if it has none, the first digits of its digest."""
        return self.design.key or self.digest[:KEY_DIGITS]

    @property
    def descriptive_code(self) -> str | None:
        """A code that contains the walls and the ends, so it needs no generator; None for a room,
        whose walls alone are not a maze."""
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
        """Whether this is the piece of a wall (many sheets that form one maze) with its start."""
        return self.design.piece - 1 == self.design.find_wall().way[0]

    @cached_property
    def gates(self) -> Sequence[Gate]:
        """The openings in its rim that lead to other sheets, if it is a piece of a wall."""
        piece = self.design.piece
        return self.design.find_wall().gates[piece - 1] if piece else ()

    @property
    def joints(self) -> Sequence[GutterJoint]:
        """The passages across the gutter, from the top, if it spans two pages."""
        if not self.design.spread:
            return ()
        from puzzlebook.mazes.spread import list_joints

        return list_joints(self.grid)

    @property
    def openings(self) -> Mapping[int, int]:
        """The sides of its rim that lead to other sheets or rooms, with their cells."""
        joints = self.room.doors if self.room else self.gates
        return {joint.side: joint.cell for joint in joints}

    def find_gate(self, cell: int | None) -> Gate | None:
        """The gate at a cell, if it has one."""
        return next((gate for gate in self.gates if gate.cell == cell), None)

    @property
    def passages(self) -> tuple[tuple[int, int], ...]:
        """The pairs of cells (lower, higher) that are joined, sorted."""
        passages = compress(self.grid.pairs, self.open_sides)
        return tuple(sorted(passages) if self.grid.bridges else passages)

    @property
    def walls(self) -> list[int]:
        """The inner sides that are walls, in order."""
        return list(compress(range(len(self.open_sides)), self.open_sides.translate(INVERT)))

    @cached_property
    def shown_sides(self) -> bytes:
        """Like `open_sides`, but as drawn: other walls where wrong turns are closed."""
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
        """The same maze with the longer half of its wrong turns closed, except at forks of the
        solution that have one of these questions."""
        from puzzlebook.mazes.closing import close_wrong_turns

        forks = (self.ask(questions) or ()) if questions else ()
        asking = {fork.cell for fork in forks if fork.on_way}
        return replace(self, closed=close_wrong_turns(self.neighbours, self.solution, asking))

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the passages as ASCII text: `0-1 0-12 1-2 …`."""
        if self.grid.bridges:  # their lower strands are not sorted
            text = " ".join(f"{a}-{b}" for a, b in self.passages)
        else:
            text = " ".join(compress(self.grid.pair_names, self.open_sides))
        return sha256(text.encode()).hexdigest()

    def with_fitted(self, fitted: Grid) -> Maze:
        """The maze as it is drawn on a board that was fitted to a drawing."""
        if self.grid.bridges:
            from puzzlebook.mazes.bridges import add_bridges

            fitted = add_bridges(fitted, self.grid.bridges)
        return replace(self, fitted=fitted)

    @cached_property
    def room(self) -> MazeRoom | None:
        """The room that it forms in a maze over many boards: its doors, and the way in it."""
        return self.design.find_room(self.grid) if self.design.rooms else None

    @property
    def neighbours(self) -> list[list[int]]:
        """The cells to which each cell is joined. Not cached, as a book of mazes has no memory to
        spare."""
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
        """What makes it hard: the length of its solution, turns, decisions, dead ends and the cost
        of wrong turns."""
        if self.room:
            return self.room.measures
        from puzzlebook.mazes.difficulty import measure

        return measure(self.grid, self.open_sides, self.solution)

    @property
    def likeness(self) -> str:
        """Ten base-32 digits that only its mirror images and rotations share."""
        if self.grid.cells > _MOST_COMPARED:
            return fingerprint(f"{self.design.shape} {self.digest}".encode())
        from puzzlebook.mazes.likeness import compute_likeness

        return compute_likeness(self.design.shape, self.grid.frames, self.open_sides)

    def describe(self) -> MazeDescription | None:
        """The maze in words, for readers who cannot see it; None without ends."""
        from puzzlebook.mazes.descriptions import describe_path, describe_room

        if self.room:
            return describe_room(self.design, self.grid, self.room)
        return describe_path(self.design, self.grid, self.solution) if self.solution else None

    @property
    def letter_capacity(self) -> int:
        """The number of letters that fit on the solution: one per cell, none at start and end."""
        return max(0, len(self.solution) - 2)

    def spell_word(self, word: Sequence[str], alphabet: Sequence[str]) -> Mapping[int, str]:
        """The letters of a word maze by cell: the word on the solution, decoys in dead ends."""
        from puzzlebook.mazes.spelling import spell_word

        return spell_word(self.design, self.solution, self.neighbours, word, alphabet)

    def ask(self, questions: QuestionList) -> tuple[AskedFork, ...] | None:
        """The forks that have questions, as many on the solution as the design says; None if there
        are too few. Forks in closed wrong turns have none."""
        from puzzlebook.mazes.asking import ask_questions

        forks = ask_questions(self, questions)
        if not forks or not self.closed:
            return forks
        closed = {cell for turn in self.closed for cell in turn}
        return tuple(fork for fork in forks if fork.cell not in closed)

    def count_forks(self, most_wrong: int) -> int:
        """How many forks on the solution can have questions with this many wrong answers."""
        from puzzlebook.mazes.asking import count_forks

        return count_forks(self, most_wrong)

    def place_things(self, least: int, most: int) -> Things:
        """The cells of things to count, `least` to `most` of them on the solution."""
        from puzzlebook.mazes.collecting import place_things

        return place_things(self.design, self.solution, self.neighbours, least, most)

    def choose_finds(self, least: int, most: int) -> tuple[int, ...]:
        """The cells of the things that lie about in dead ends, `least` to `most` of them."""
        from puzzlebook.mazes.collecting import choose_finds

        return choose_finds(self.design, self.solution, self.neighbours, least, most)
