"""Maze codes: a maze's printed name, from which it is made again without recipe, seed or template.

    1-square-9x12-far-7q4k2m9x0c3t5v8w-p
    │ │      │    │   │                └ check character (see `ground.printed_codes`)
    │ │      │    │   └ maze key: 16 digits of base 32 (see `ground.seeds`)
    │ │      │    └ ends: far, apart, opposite, corners, centre, random, stage or none
    │ │      └ size: columns x rows, or rings
    │ └ shape, by its plain name
    └ edition

Two optional fields come between size and ends, in this order:

silhouette
    `heart` is built in. `file.FINGERPRINT` is the user's own picture. `name.LETTERS.FINGERPRINT` is
    a name in the names font, its line breaks as U+000A. `text.LETTERS.FINGERPRINT` is letters in
    one line of another font, as in early codes. `volcano` may also be a stage, which cuts the maze
    with its place for one, and `stage.FINGERPRINT` is the user's own. LETTERS is the text's UTF-8,
    FINGERPRINT a fingerprint of the picture's or font's bytes, both in base 32. `.drawn` after a
    silhouette means that rings or triangles were cut for a rim that follows the drawing
    (`Shape.drawn_cut`). `.largest` at the end means that only the largest piece was kept.
method
    `passages`; the wall adder, `walls`, is the default and never written. `bridges.12` is a maze
    with that many bridges (see `bridges`), which the passage carver draws. `rooms.24.4.7` is room 7
    of a maze over 24 boards with 4 doors each (see `rooms`), which the carver also draws, and
    `spread.5` a maze over two facing pages that 5 passages join (see `spread`).

`wall.6x5.17` in the place of a silhouette is sheet 17 of a wall of 6 x 5 sheets (see `wall`), and
`wall.6x5` all of it. The size is a sheet's, and the ends are `gates`.

In an answer maze `ask.6.9.times.7` comes after the ends: how many questions are on the solution,
how many in all (if others stand elsewhere), and their source. `times.2.3`, `add.20`, `subtract.20`,
`halves.20` and `doubles.20` are rules; `list.FINGERPRINT` is the user's own file (see `asking`).

If the solution draws a picture, `way.PICTURE` takes the place of the ends. PICTURE is written like
a silhouette, or is `line.FINGERPRINT`, the user's own line. `.apart` after a filled picture means
that the ends were drawn far apart; otherwise they lie beside each other.

A *descriptive* code contains the walls themselves, so it needs no generator:

    1-square-9x12-7.102-walls.DIGITS-c

START.END, two cells, take the place of the ends and are omitted if the maze has none. There is no
method and no key. Before the ends, `bridges.17a.40b` lists the bridges, each with a letter for how
it lies, and `spread.3.17` the rows of the passages between two pages. DIGITS has one bit for each
inner side in order, 1 for a wall and 0 for a passage, padded with zeros to whole digits of base 32.
"""

from __future__ import annotations

import re
from operator import mul
from typing import TYPE_CHECKING, NamedTuple, TypedDict, TypeVar

from puzzlebook.ground.faults import Refused, refuse
from puzzlebook.ground.printed_codes import (
    DIGITS,
    LOOKALIKES,
    check_character,
    clean_typed_code,
    suggest_code_correction,
)
from puzzlebook.ground.questions import is_asked
from puzzlebook.ground.seeds import EDITION, KEY_DIGITS
from puzzlebook.mazes.tilings import Shape, Size, find_shape, format_size

if TYPE_CHECKING:
    from puzzlebook.ground.questions import QuestionList
    from puzzlebook.mazes.grid import Grid
    from puzzlebook.mazes.rooms import MazeRoom
    from puzzlebook.mazes.wall import Wall

Drawn = TypeVar("Drawn", "Grid", "Grid | None")
"""A grid as it will be drawn, if there is one."""

METHODS = ("walls", "passages")
ENDS = ("far", "apart", "opposite", "corners", "centre", "random", "none")
STAGE = "stage"
"""Ends at the doors of the stage that cuts the maze; only codes name them."""
GATES = "gates"
"""Ends of a wall and of its pieces; only codes name them."""
EDGES = ("drawn", "steps")
"""What the rim of a cut maze follows: the drawing (the default), or its cells. Not in the code."""
WAY = "way."
"""Prefix of the ends of a maze whose solution draws a picture."""
WAY_APART = ".apart"
"""Suffix of such ends if they lie far apart."""
ASK = "ask."
"""Prefix of the questions of an answer maze."""
WALLS = "walls."
"""Prefix of the walls in a descriptive code."""
WALL_SHAPE = "square"
BRIDGES = "bridges."
"""Prefix of the number of bridges or, in a descriptive code, of the bridges themselves."""
WALL = "wall."
"""Prefix of the size of a wall, and of the number of its sheet."""
ROOMS = "rooms."
"""Prefix of three numbers: of rooms, of the doors of each, and of the room that a code names."""
SPREAD = "spread."
"""Prefix of the number of joints between two facing pages or, in a descriptive code, of their
rows."""

_FEWEST_FIELDS = 5  # of a descriptive code for a whole board without ends
_DIGITS = frozenset(DIGITS)
_EXAMPLE = "a maze code looks like 1-square-9x12-far-7q4k2m9x0c3t5v8w-p"
_FINGERPRINT = f"[{DIGITS}]{{10}}"
_FILE = rf"file\.{_FINGERPRINT}(\.inside)?|{STAGE}\.{_FINGERPRINT}"
_SOURCE = rf"([a-z]+|{_FILE}|(name|text)\.[{DIGITS}]+\.{_FINGERPRINT})"
_SILHOUETTE = rf"{_SOURCE}(?P<drawn>\.drawn)?(\.largest)?"
_CELLS = r"(0|[1-9][0-9]{0,7})\.(0|[1-9][0-9]{0,7})"
_WAY = rf"{re.escape(WAY)}({_SOURCE}(\.largest)?({re.escape(WAY_APART)})?|line\.{_FINGERPRINT})"


_COUNT = rf"{re.escape(BRIDGES)}[1-9][0-9]{{0,5}}"
_HUNG = rf"{re.escape(WALL)}([1-9][0-9]?)x([1-9][0-9]?)(?:\.([1-9][0-9]{{0,2}}))?"
_ROOM = rf"{re.escape(ROOMS)}[1-9][0-9]{{0,3}}\.[1-9]\.[1-9][0-9]{{0,3}}"
_JOINTS = rf"{re.escape(SPREAD)}[1-9]"
_JOINT_LIST = rf"{re.escape(SPREAD)}[1-9][0-9]{{0,5}}(?:\.[1-9][0-9]{{0,5}})*"
_BRIDGE = r"(?:0|[1-9][0-9]{0,7})[a-f]"
_BRIDGE_LIST = rf"{re.escape(BRIDGES)}{_BRIDGE}(?:\.{_BRIDGE})*"


class _Rest(TypedDict):
    """The fields of a code other than edition, shape and size."""

    key: str
    ends: str
    method: str
    silhouette: str | None
    walls: str | None
    questions: str | None
    bridges: str
    wall: str
    rooms: str
    spread: str


class Design(NamedTuple):
    """Everything that determines a maze; its code contains all of it.

    silhouette: in the form of the code, see above; None for the whole tiling. key: as printed.
    ends: one of `ENDS`, `STAGE`, or `way.` and the picture that the solution draws. walls: the
    digits of a descriptive code, which has no key, and whose ends are two cells, `7.102`, or
    "none". questions: for an answer maze, such as `6.times.7`. bridges: their number or, in a
    descriptive code, the list of them; empty for none. wall: for a piece, its wall's columns and
    rows and its own number, `6x5.17`; for a whole wall, `6x5`; `size` is that of a sheet. rooms:
    `24.4.7`; empty for a maze on one board. spread: the number of its joints or, in a descriptive
    code, their rows, `3.17`; empty for a maze on one page.
    """

    shape: str
    size: Size
    key: str
    ends: str = "far"
    method: str = "walls"
    silhouette: str | None = None
    edition: int = EDITION
    walls: str | None = None
    questions: str | None = None
    bridges: str = ""
    wall: str = ""
    rooms: str = ""
    spread: str = ""

    @classmethod
    def of_wall(cls, shape: str, size: Size, key: str, method: str, wall: str) -> Design:
        """The design of a wall (`6x5`) or of a piece of it (`6x5.17`). size: a piece's."""
        return cls(shape, size, key, GATES, method, wall=wall)

    @staticmethod
    def read_wall(text: str, where: str) -> tuple[int, int]:
        """The columns and rows of a wall, from a text such as `6x5`."""
        from puzzlebook.mazes.wall import read_wall

        return read_wall(text, where)

    @staticmethod
    def refuse_small_pieces(size: Size, where: str) -> None:
        """Refuse pieces of a wall that have no room for gates."""
        from puzzlebook.mazes.wall import refuse_small_pieces

        refuse_small_pieces(size, where)

    def find_wall(self) -> Wall:
        """The wall that it belongs to."""
        from puzzlebook.mazes.wall import SheetGrid, plan_wall

        width, height = self.size
        return plan_wall(self.key, SheetGrid(*self.wall_size, width, height), self.edition)

    @property
    def wall_size(self) -> tuple[int, int]:
        """The columns and rows of its wall."""
        columns, rows = self.wall.partition(".")[0].split("x")
        return int(columns), int(rows)

    @property
    def piece(self) -> int:
        """The number of its sheet on a wall, row by row from 1; 0 for a whole wall or no wall."""
        return int(self.wall.partition(".")[2] or 0)

    @property
    def board_size(self) -> Size:
        """The size of its board: a sheet's, except for a whole wall."""
        if not self.wall or self.piece:
            return self.size
        return tuple(map(mul, self.size, self.wall_size))

    @property
    def bridge_count(self) -> int:
        """The number of its bridges."""
        if self.walls is not None:
            return len(self.bridges.split(".")) if self.bridges else 0
        return int(self.bridges or 0)

    @property
    def joint_count(self) -> int:
        """The number of its joints."""
        return len(self.spread.split(".")) if self.walls is not None else int(self.spread)

    @property
    def picture(self) -> str | None:
        """The picture that the solution draws, in the form of the code."""
        if not self.ends.startswith(WAY):
            return None
        return self.ends.removeprefix(WAY).removesuffix(WAY_APART)

    @property
    def is_staged(self) -> bool:
        """Whether its ends are at the doors of a stage."""
        return self.ends == STAGE

    @property
    def code(self) -> str:
        """The maze code."""
        fields = [str(self.edition), self.shape, format_size(self.size)]
        fields += [self.silhouette] if self.silhouette else []
        fields += [WALL + self.wall] if self.wall else []
        bridges = [BRIDGES + self.bridges] if self.bridges else []
        joints = [SPREAD + self.spread] if self.spread else []
        if self.walls is not None:
            fields += bridges or joints
            fields += [self.ends] if self.ends != "none" else []
            fields.append(WALLS + self.walls)
        elif self.rooms:
            fields += [ROOMS + self.rooms, self.ends, self.key]
        else:
            fields += bridges or joints or ([self.method] if self.method != METHODS[0] else [])
            fields.append(self.ends)
            fields += [ASK + self.questions] if self.questions else []
            fields.append(self.key)
        body = "-".join(fields)
        return f"{body}-{check_character(body)}"

    @staticmethod
    def read_bridge_count(asked: str | int, where: str) -> str:
        """A number of bridges, or their share of all cells, as it is written: `12`, `5%`."""
        from puzzlebook.mazes.bridges import read_bridge_count

        return read_bridge_count(asked, where)

    def with_rooms(self, rooms: int, doors: int, room: int) -> Design:
        """The design of a room, by its number, of a maze over this many rooms with this many doors
        each."""
        return self._replace(method=METHODS[1], ends=ENDS[0], rooms=f"{rooms}.{doors}.{room}")

    @staticmethod
    def find_room_fault(rooms: int, doors: int, size: Size) -> tuple[str, str] | None:
        """What is wrong with this many rooms of a size, with this many doors each, and what is
        allowed."""
        from puzzlebook.mazes.rooms import RoomPlan, find_room_fault

        return find_room_fault(RoomPlan(rooms, doors), size)

    def find_room(self, grid: Grid) -> MazeRoom:
        """The room that it names, on this grid."""
        from puzzlebook.mazes.rooms import find_room

        return find_room(self.rooms, self.size, grid, self.key, self.edition)

    def with_questions(
        self, asked: QuestionList, grid: Grid, most: int | None = None, different: int = 0
    ) -> Design:
        """The design with as many of the questions as its mazes usually have room for, or `most` if
        less. different: how many different built-in ones there are, if the way has fewer."""
        at_rim = len({*grid.rim_cells}) if self.silhouette else 0
        count = asked.count_asked(grid.cells, at_rim)
        count = min(count, most or count)
        dealt = f"{different}." if asked.is_ours and count < different else ""
        return self._replace(questions=f"{count}.{dealt}{asked.source}")

    def with_bridges(self, asked: str | int, grid: Grid, where: str) -> Design:
        """The design with this many bridges, or with a share of its grid's cells. Refused if
        its shape has none, or the grid has no room for that many."""
        from puzzlebook.mazes.bridges import count_bridges  # few mazes have any

        find_shape(self.shape).refuse_bridges(where)
        count = count_bridges(asked, grid, self.size, where)
        return self._replace(method=METHODS[1], bridges=str(count))

    def with_joints(self) -> Design:
        """The design as a maze over two facing pages."""
        from puzzlebook.mazes.spread import count_joints

        joints = str(count_joints(self.size))
        return self._replace(method=METHODS[1], ends=ENDS[0], spread=joints)

    @staticmethod
    def find_spread_fault(size: Size) -> tuple[str, str] | None:
        """What is wrong with a size for two facing pages, and what is allowed."""
        from puzzlebook.mazes.spread import find_spread_fault

        return find_spread_fault(size)

    def adapt_grids(self, grid: Grid, fitted: Drawn) -> tuple[Grid, Drawn]:
        """The grid, and the grid as it will be drawn, with the design's bridges or over two pages;
        both unchanged if the design has neither."""
        if self.spread:
            from puzzlebook.mazes.spread import find_spread_grid

            is_list = self.walls is not None
            both = find_spread_grid(self.spread, is_list, self.size, self.key, self.edition)
            return both, fitted and both
        if not self.bridges:
            return grid, fitted
        from puzzlebook.mazes.bridges import add_bridges, draw_bridges, is_possible, read_bridges

        if self.walls is None:
            bridges = draw_bridges(grid, self.bridge_count, self.key, self.edition)
        else:
            bridges = read_bridges(self.bridges)
            if not is_possible(grid, bridges):
                allowed = "cells in order, with neighbours at all sides and no bridge beside them"
                raise refuse("maze code", "its bridges fit no maze on this board", allowed)
        bridged = add_bridges(grid, bridges)
        if fitted is None or fitted is grid:
            return bridged, fitted and bridged
        return bridged, add_bridges(fitted, bridges)

    def facts(
        self, cells: int, start: int | None, end: int | None, solution_length: int
    ) -> dict[str, object]:
        """The part of a maze's manifest entry that does not depend on how it is drawn."""
        return {
            "shape": self.shape,
            "size": format_size(self.size),
            "silhouette": self.silhouette,
            **({"way": self.picture} if self.picture else {}),
            **({"bridges": self.bridge_count} if self.bridges else {}),
            **({"wall": self.wall} if self.wall else {}),
            **({"rooms": int(self.rooms.split(".")[0])} if self.rooms else {}),
            **({"spread": self.joint_count} if self.spread else {}),
            "cells": cells,
            "start": start,
            "end": end,
            "solution_length": solution_length,
        }


def read_code(text: str, where: str = "maze code") -> Design:
    """Parse a code; refused, with the part that is wrong, if it is not valid."""
    fields = clean_typed_code(text).split("-")
    is_descriptive = len(fields) >= _FEWEST_FIELDS and fields[-2].startswith(WALLS)
    if not _FEWEST_FIELDS + (not is_descriptive) <= len(fields) <= _FEWEST_FIELDS + 4:
        raise refuse(where, f"{text!r} is not a maze code", _EXAMPLE)
    *middle, last, check = fields[3:]
    prefix = WALLS if is_descriptive else ""
    last = prefix + last[len(prefix) :].translate(LOOKALIKES)
    body = "-".join([*fields[:3], *middle, last])
    if check_character(body) != check:
        raise refuse(
            where,
            f"{text!r} has a slip: its check character does not fit",
            suggest_code_correction(body, check),
        )
    if fields[0] != str(EDITION):
        raise refuse(
            where, f"edition {fields[0]!r} is unknown", f"this puzzlebook knows edition {EDITION}"
        )
    shape = find_shape(fields[1], where)
    rest = (_parse_description if is_descriptive else _parse_rest)(middle, last)
    is_known = rest is not None and _is_silhouette(rest["silhouette"], shape)
    if (
        rest is None
        or not is_known
        or (rest["bridges"] and not shape.has_bridges)
        or ((rest["rooms"] or rest["wall"] or rest["spread"]) and shape.name != WALL_SHAPE)
    ):
        raise refuse(where, f"{text!r} is not a maze code", _EXAMPLE)
    if (
        shape.name != fields[1]
        or format_size(size := _read_size_field(fields[2], fields[1], where)) != fields[2]
    ):
        raise refuse(where, f"{text!r} is not a maze code", _EXAMPLE)
    if rest["wall"]:
        Design.refuse_small_pieces(size, where)
    return Design(shape.name, size, **rest)


def _parse_rest(fields: list[str], key: str) -> _Rest | None:
    """The fields after the size; None if they are not well formed."""
    *fields, ends = fields
    questions = None
    if ends.startswith(ASK) and fields:
        questions = ends.removeprefix(ASK)
        *fields, ends = fields
    method, bridges, rooms, spread = METHODS[0], "", "", ""
    if fields and re.fullmatch(_ROOM, fields[-1]):
        method, rooms = METHODS[1], fields.pop().removeprefix(ROOMS)
        if fields or questions or ends != ENDS[0]:
            return None
    elif fields and re.fullmatch(_JOINTS, fields[-1]):
        method, spread = METHODS[1], fields.pop().removeprefix(SPREAD)
        if fields or questions or ends != ENDS[0]:
            return None
    elif fields and re.fullmatch(_COUNT, fields[-1]):
        method, bridges = METHODS[1], fields.pop().removeprefix(BRIDGES)
    elif fields and fields[-1] in METHODS[1:]:
        method = fields.pop()
    wall = _read_wall_field(fields[-1]) if fields else ""
    silhouette = fields.pop() if fields else None
    silhouette = None if wall else silhouette
    is_key = len(key) == KEY_DIGITS and _DIGITS.issuperset(key)
    is_known = ends in ENDS or re.fullmatch(_WAY, ends) or (ends == STAGE and silhouette) or wall
    may_ask = questions is None or (is_asked(questions) and ends != "none" and WAY not in ends)
    if fields or not is_known or not is_key or not may_ask:
        return None
    if bridges and (questions or ends.startswith(WAY)):
        return None
    if (ends == GATES) != bool(wall) or (wall and (bridges or questions)):
        return None
    return {
        "key": key,
        "ends": ends,
        "method": method,
        "silhouette": silhouette,
        "walls": None,
        "questions": questions,
        "bridges": bridges,
        "wall": wall,
        "rooms": rooms,
        "spread": spread,
    }


def _parse_description(fields: list[str], walls: str) -> _Rest | None:
    """The fields of a descriptive code after the size; None if they are not well formed."""
    fields = fields.copy()
    ends = fields.pop() if fields and re.fullmatch(_CELLS, fields[-1]) else "none"
    bridges = fields.pop() if fields and re.fullmatch(_BRIDGE_LIST, fields[-1]) else ""
    spread = fields.pop() if fields and re.fullmatch(_JOINT_LIST, fields[-1]) else ""
    silhouette = fields.pop() if fields else None
    digits = walls.removeprefix(WALLS)
    if fields or not digits or not _DIGITS.issuperset(digits):
        return None
    if spread and (silhouette or bridges):
        return None
    return {
        "key": "",
        "ends": ends,
        "method": METHODS[bool(bridges or spread)],
        "silhouette": silhouette,
        "walls": digits,
        "questions": None,
        "bridges": bridges.removeprefix(BRIDGES),
        "wall": "",
        "rooms": "",
        "spread": spread.removeprefix(SPREAD),
    }


def _read_wall_field(text: str) -> str:
    """The wall that a field names, without its prefix; empty if it names none."""
    match = re.fullmatch(_HUNG, text)
    if match is None:
        return ""
    from puzzlebook.mazes.wall import is_wall

    columns, rows, number = (int(digits or 0) for digits in match.groups())
    is_there = is_wall(columns, rows) and number <= columns * rows
    return text.removeprefix(WALL) if is_there else ""


def _read_size_field(text: str, shape: str, where: str) -> Size:
    try:
        return find_shape(shape).read_size(text, where)
    except Refused as refused:
        raise refuse(
            where, f"{text!r} is not a valid size for a {shape} maze", _EXAMPLE
        ) from refused


def _is_silhouette(text: str | None, shape: Shape) -> bool:
    """Whether a silhouette field is valid for a shape. `.drawn` is valid only for shapes with a
    `drawn_cut`."""
    if text is None or text in METHODS:
        return text is None
    match = re.fullmatch(_SILHOUETTE, text)
    return match is not None and not (match["drawn"] and shape.drawn_cut is None)
