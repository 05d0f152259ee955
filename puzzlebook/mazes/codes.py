"""Maze codes: printed names from which mazes are made again without recipe, seed or template.

    1-square-9x12-far-7q4k2m9x0c3t5v8w-p
    │ │      │    │   │                └ check character (see `ground.printed_codes`)
    │ │      │    │   └ maze key: 16 digits of base 32 (see `ground.seeds`)
    │ │      │    └ ends: far, apart, opposite, corners, centre, random, stage, stage.far or none
    │ │      └ size: columns x rows, or rings
    │ └ shape, by its plain name
    └ edition

Two optional fields come between size and ends, in this order:

silhouette
    `heart` is a built-in drawing, and `file.FINGERPRINT` is the user's own; `.inside` after the
    fingerprint means the area that a line drawing encloses. `name.LETTERS.FINGERPRINT` is a name in
    the names font, with U+000A for line breaks. `text.LETTERS.FINGERPRINT` is one line of letters
    in another font, as in early codes. `volcano` is a built-in stage, whose place for a maze is the
    outline, and `stage.FINGERPRINT` is the user's own stage. LETTERS is the text in UTF-8;
    FINGERPRINT identifies the bytes of the drawing or the font; both are in base 32. The suffix
    `.drawn` means that rings or triangles were cut so that the rim can follow the drawing
    (`Shape.drawn_cut`). The suffix `.largest` means that only the largest piece was kept.
method
    `passages` is the passage carver. The wall adder, `walls`, is the default and never written. The
    carver also draws mazes with one of these fields: `bridges.12`, a maze with 12 bridges (see
    `bridges`); `rooms.24.4.7`, room 7 of a maze over 24 boards with 4 doors each (see `rooms`);
    `spread.5`, a maze over two facing pages that are joined by 5 passages (see `spread`).

`wall.6x5.17` in place of a silhouette is sheet 17 of a wall of 6 x 5 sheets (see `wall`), and
`wall.6x5` is the whole wall. The size is that of one sheet, and the ends are `gates`.

In an answer maze `ask.6.9.times.7` comes after the ends: the number of questions on the solution;
the number of different questions in the whole maze, if that is greater; and the source of the
questions. `times.2.3`, `add.20`, `subtract.20`, `halves.20` and `doubles.20` are built-in rules;
`list.FINGERPRINT` is the user's own file (see `asking`).

If the solution draws a picture, `way.PICTURE` takes the place of the ends. PICTURE is written like
a silhouette, or is `line.FINGERPRINT` for the user's own line. The suffix `.apart` after a filled
picture means that the ends were drawn far apart; `.short`, that they are far apart and that the
path leads into the picture and out of it by the shortest lines; otherwise they lie side by side.

A *descriptive* code contains the walls themselves, so it needs no generator:

    1-square-9x12-7.102-walls.DIGITS-c

Two cells, START.END, take the place of the ends; a maze without ends has no such field. There is no
method and no key. Before the ends, `bridges.17a.40b` lists the bridges, each with a letter for its
orientation, and `spread.3.17` lists the rows of the passages between two pages. DIGITS has one bit
for each inner side, in the order of the sides: 1 for a wall, 0 for a passage. The bits are padded
with zeros to whole digits of base 32.
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
"""The type of the grid that is drawn; None if that is the maze's own grid."""

METHODS = ("walls", "passages")
ENDS = ("far", "apart", "opposite", "corners", "centre", "random", "none")
STAGE = "stage"
"""The ends of a maze that is cut along a stage: the doors of the stage. Recipes cannot ask for
them."""
STAGE_FAR = "stage.far"
"""The ends of a maze in a stage that offers several doors: the two with the longest way between
them. Recipes cannot ask for them."""
GATES = "gates"
"""The ends of a wall, and of the sheets of a wall. Recipes cannot ask for them."""
EDGES = ("drawn", "steps")
"""What the rim of a cut maze follows: the drawing (the default), or the edges of the cells. Not
part of the code."""
WAY = "way."
"""The prefix that marks the ends of a maze whose solution draws a picture."""
WAY_APART = ".apart"
"""The suffix of these ends if they lie far apart."""
SHORT = "short"
"""The ends that recipes ask for, beside `ENDS`, where the solution draws a picture: far apart, with
the shortest lines into the picture and out of it."""
WAY_SHORT = ".short"
"""The suffix of the ends of such a maze."""
ASK = "ask."
"""The prefix of the questions field of an answer maze."""
WALLS = "walls."
"""The prefix of the walls field of a descriptive code."""
WALL_SHAPE = "square"  # the only shape of mazes on walls, over rooms and over two pages
BRIDGES = "bridges."
"""The prefix of the number of bridges or, in a descriptive code, of the list of bridges."""
WALL = "wall."
"""The prefix of the wall field: the size of a wall and, for a piece, the number of its sheet."""
ROOMS = "rooms."
"""The prefix of the rooms field: the number of rooms, the doors of each, and the number of the
room."""
SPREAD = "spread."
"""The prefix of the number of joints between two facing pages or, in a descriptive code, of the
list of their rows."""

_MIN_FIELDS = 5  # in the shortest code, a descriptive one without ends
_DIGITS = frozenset(DIGITS)
_EXAMPLE = "a maze code looks like 1-square-9x12-far-7q4k2m9x0c3t5v8w-p"
_FINGERPRINT = f"[{DIGITS}]{{10}}"
_FILE = rf"file\.{_FINGERPRINT}(\.inside)?|{STAGE}\.{_FINGERPRINT}"
_SOURCE = rf"([a-z]+|{_FILE}|(name|text)\.[{DIGITS}]+\.{_FINGERPRINT})"
_SILHOUETTE = rf"{_SOURCE}(?P<drawn>\.drawn)?(\.largest)?"
_END_CELLS = r"(0|[1-9][0-9]{0,7})\.(0|[1-9][0-9]{0,7})"
_WAY_ENDS = rf"({re.escape(WAY_APART)}|{re.escape(WAY_SHORT)})"
_WAY = rf"{re.escape(WAY)}({_SOURCE}(\.largest)?{_WAY_ENDS}?|line\.{_FINGERPRINT})"


_BRIDGE_COUNT = rf"{re.escape(BRIDGES)}[1-9][0-9]{{0,5}}"
_WALL_FIELD = rf"{re.escape(WALL)}([1-9][0-9]?)x([1-9][0-9]?)(?:\.([1-9][0-9]{{0,2}}))?"
_ROOMS_FIELD = rf"{re.escape(ROOMS)}[1-9][0-9]{{0,3}}\.[1-9]\.[1-9][0-9]{{0,3}}"
_JOINT_COUNT = rf"{re.escape(SPREAD)}[1-9]"
_JOINT_LIST = rf"{re.escape(SPREAD)}[1-9][0-9]{{0,5}}(?:\.[1-9][0-9]{{0,5}})*"
_BRIDGE = r"(?:0|[1-9][0-9]{0,7})[a-f]"
_BRIDGE_LIST = rf"{re.escape(BRIDGES)}{_BRIDGE}(?:\.{_BRIDGE})*"


class _OtherFields(TypedDict):
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

    silhouette: in the form of the code (see above); None for the whole tiling. key: as printed;
    empty in a descriptive code. ends: one of `ENDS`, `STAGE`, `GATES`, or `way.` followed by the
    picture that the solution draws; in a descriptive code two cells, such as `7.102`, or "none".
    walls: the digits of a descriptive code; None for any other code. questions: for an answer maze,
    such as `6.times.7`. bridges: the number of bridges or, in a descriptive code, the list of
    bridges; empty for none. wall: for a piece, the columns and rows of its wall and the number of
    its sheet, `6x5.17`; for a whole wall, `6x5`; `size` is the size of one sheet. rooms: such as
    `24.4.7`; empty for a maze on one board. spread: the number of joints or, in a descriptive code,
    their rows, `3.17`; empty for a maze on one page.
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
        """Return the design of a wall (`6x5`) or of one of its pieces (`6x5.17`). size: the size of
        a piece."""
        return cls(shape, size, key, GATES, method, wall=wall)

    @staticmethod
    def read_wall(text: str, where: str) -> tuple[int, int]:
        """Parse the columns and rows of a wall, such as `6x5`."""
        from puzzlebook.mazes.wall import read_wall

        return read_wall(text, where)

    @staticmethod
    def refuse_small_pieces(size: Size, where: str) -> None:
        """Refuse pieces of a wall that are too small to have gates."""
        from puzzlebook.mazes.wall import refuse_small_pieces

        refuse_small_pieces(size, where)

    def find_wall(self) -> Wall:
        """Return the wall to which the maze belongs."""
        from puzzlebook.mazes.wall import SheetGrid, plan_wall

        width, height = self.size
        return plan_wall(self.key, SheetGrid(*self.wall_size, width, height), self.edition)

    @property
    def wall_size(self) -> tuple[int, int]:
        """The columns and rows of the wall, counted in sheets."""
        columns, rows = self.wall.partition(".")[0].split("x")
        return int(columns), int(rows)

    @property
    def piece(self) -> int:
        """The number of the sheet on its wall, counted row by row from 1; 0 for a whole wall or no
        wall."""
        return int(self.wall.partition(".")[2] or 0)

    @property
    def board_size(self) -> Size:
        """The size of the board: for a whole wall all of its cells, otherwise `size`."""
        if not self.wall or self.piece:
            return self.size
        return tuple(map(mul, self.size, self.wall_size))

    @property
    def bridge_count(self) -> int:
        """The number of bridges."""
        if self.walls is not None:
            return len(self.bridges.split(".")) if self.bridges else 0
        return int(self.bridges or 0)

    @property
    def joint_count(self) -> int:
        """The number of joints between two facing pages."""
        return len(self.spread.split(".")) if self.walls is not None else int(self.spread)

    @property
    def picture(self) -> str | None:
        """The picture that the solution draws, in the form of the code."""
        if not self.ends.startswith(WAY):
            return None
        return self.ends.removeprefix(WAY).removesuffix(WAY_APART).removesuffix(WAY_SHORT)

    @property
    def is_staged(self) -> bool:
        """Whether the ends are at the doors of a stage."""
        return self.ends in (STAGE, STAGE_FAR)

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
    def read_bridge_count(requested: str | int, where: str) -> str:
        """Return a number of bridges, or a percentage of all cells, as normalised text: `12`, `5%`.
        Refuse any other text."""
        from puzzlebook.mazes.bridges import read_bridge_count

        return read_bridge_count(requested, where)

    def with_rooms(self, rooms: int, doors: int, room: int) -> Design:
        """Return the design of one room, given by its number, of a maze over this many rooms with
        this many doors each."""
        return self._replace(method=METHODS[1], ends=ENDS[0], rooms=f"{rooms}.{doors}.{room}")

    @staticmethod
    def find_room_fault(rooms: int, doors: int, size: Size) -> tuple[str, str] | None:
        """Return what is wrong with this many rooms of this size, with this many doors each, and
        what is allowed; None if nothing is wrong."""
        from puzzlebook.mazes.rooms import RoomPlan, find_room_fault

        return find_room_fault(RoomPlan(rooms, doors), size)

    def find_room(self, grid: Grid) -> MazeRoom:
        """Return the room that the design names, on this grid."""
        from puzzlebook.mazes.rooms import find_room

        return find_room(self.rooms, self.size, grid, self.key, self.edition)

    def with_questions(
        self,
        question_list: QuestionList,
        grid: Grid,
        maximum: int | None = None,
        different: int = 0,
    ) -> Design:
        """Return the design with as many questions as its mazes usually have room for, but at most
        `maximum`.

        different: the number of different questions in the whole maze, for built-in questions, if
        it is greater than the number of questions on the solution.
        """
        at_rim = len({*grid.rim_cells}) if self.silhouette else 0
        count = question_list.count_asked(grid.cells, at_rim)
        count = min(count, maximum or count)
        dealt = f"{different}." if question_list.is_built_in and count < different else ""
        return self._replace(questions=f"{count}.{dealt}{question_list.source}")

    def with_bridges(
        self, requested: str | int, grid: Grid, where: str, gives_way: bool = False
    ) -> Design:
        """Return the design with this many bridges, or with this percentage of its grid's cells as
        bridges.

        Refuse bridges if the shape has none, or if the grid cannot take that many. gives_way:
        whether a percentage means no more bridges than the grid can take, possibly none, instead.
        """
        from puzzlebook.mazes.bridges import count_bridges  # few mazes have any

        find_shape(self.shape).refuse_bridges(where)
        count = count_bridges(requested, grid, self.size, where, gives_way)
        return self if not count else self._replace(method=METHODS[1], bridges=str(count))

    def with_joints(self) -> Design:
        """Return the design as a maze over two facing pages."""
        from puzzlebook.mazes.spread import count_joints

        joints = str(count_joints(self.size))
        return self._replace(method=METHODS[1], ends=ENDS[0], spread=joints)

    @staticmethod
    def find_spread_fault(size: Size) -> tuple[str, str] | None:
        """Return what is wrong with a size for two facing pages, and what is allowed; None if
        nothing is wrong."""
        from puzzlebook.mazes.spread import find_spread_fault

        return find_spread_fault(size)

    def adapt_grids(self, grid: Grid, fitted: Drawn) -> tuple[Grid, Drawn]:
        """Return the grid, and the grid that is drawn, both with the design's bridges or over two
        facing pages. If the design has neither, return both unchanged."""
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
        """Return the part of the maze's manifest entry that does not depend on how the maze is
        drawn."""
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
    """Parse a maze code. If it is not valid, refuse it and say which part is wrong."""
    fields = clean_typed_code(text).split("-")
    is_descriptive = len(fields) >= _MIN_FIELDS and fields[-2].startswith(WALLS)
    if not _MIN_FIELDS + (not is_descriptive) <= len(fields) <= _MIN_FIELDS + 4:
        raise refuse(where, f"{text!r} is not a maze code", _EXAMPLE)
    *middle, last, check = fields[3:]
    prefix = WALLS if is_descriptive else ""
    last = prefix + last[len(prefix) :].translate(LOOKALIKES)
    body = "-".join([*fields[:3], *middle, last])
    if check_character(body) != check:
        raise refuse(
            where,
            f"{text!r} has a typo: its check character does not match",
            suggest_code_correction(body, check),
        )
    if fields[0] != str(EDITION):
        raise refuse(
            where, f"edition {fields[0]!r} is unknown", f"this puzzlebook knows edition {EDITION}"
        )
    shape = find_shape(fields[1], where)
    other_fields = (_parse_description if is_descriptive else _parse_rest)(middle, last)
    is_known = other_fields is not None and _is_silhouette(other_fields["silhouette"], shape)
    if (
        other_fields is None
        or not is_known
        or (other_fields["bridges"] and not shape.has_bridges)
        or (
            (other_fields["rooms"] or other_fields["wall"] or other_fields["spread"])
            and shape.name != WALL_SHAPE
        )
    ):
        raise refuse(where, f"{text!r} is not a maze code", _EXAMPLE)
    if (
        shape.name != fields[1]
        or format_size(size := _read_size_field(fields[2], fields[1], where)) != fields[2]
    ):
        raise refuse(where, f"{text!r} is not a maze code", _EXAMPLE)
    if other_fields["wall"]:
        Design.refuse_small_pieces(size, where)
    return Design(shape.name, size, **other_fields)


def _parse_rest(fields: list[str], key: str) -> _OtherFields | None:
    """Parse the fields after the size; return None if they are not well formed."""
    *fields, ends = fields
    questions = None
    if ends.startswith(ASK) and fields:
        questions = ends.removeprefix(ASK)
        *fields, ends = fields
    method, bridges, rooms, spread = METHODS[0], "", "", ""
    if fields and re.fullmatch(_ROOMS_FIELD, fields[-1]):
        method, rooms = METHODS[1], fields.pop().removeprefix(ROOMS)
        if fields or questions or ends != ENDS[0]:
            return None
    elif fields and re.fullmatch(_JOINT_COUNT, fields[-1]):
        method, spread = METHODS[1], fields.pop().removeprefix(SPREAD)
        if fields or questions or ends != ENDS[0]:
            return None
    elif fields and re.fullmatch(_BRIDGE_COUNT, fields[-1]):
        method, bridges = METHODS[1], fields.pop().removeprefix(BRIDGES)
    elif fields and fields[-1] in METHODS[1:]:
        method = fields.pop()
    wall = _read_wall_field(fields[-1]) if fields else ""
    silhouette = fields.pop() if fields else None
    silhouette = None if wall else silhouette
    is_key = len(key) == KEY_DIGITS and _DIGITS.issuperset(key)
    is_staged = ends in (STAGE, STAGE_FAR) and silhouette
    is_known = ends in ENDS or re.fullmatch(_WAY, ends) or is_staged or wall
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


def _parse_description(fields: list[str], walls: str) -> _OtherFields | None:
    """Parse the fields of a descriptive code after the size; return None if they are not well
    formed."""
    fields = fields.copy()
    ends = fields.pop() if fields and re.fullmatch(_END_CELLS, fields[-1]) else "none"
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
    """Return a wall field without its prefix, or an empty string if the field names no possible
    wall."""
    match = re.fullmatch(_WALL_FIELD, text)
    if match is None:
        return ""
    from puzzlebook.mazes.wall import is_wall

    columns, rows, number = (int(digits or 0) for digits in match.groups())
    is_valid = is_wall(columns, rows) and number <= columns * rows
    return text.removeprefix(WALL) if is_valid else ""


def _read_size_field(text: str, shape: str, where: str) -> Size:
    try:
        return find_shape(shape).read_size(text, where)
    except Refused as refused:
        raise refuse(
            where, f"{text!r} is not a valid size for a {shape} maze", _EXAMPLE
        ) from refused


def _is_silhouette(text: str | None, shape: Shape) -> bool:
    """Return whether a silhouette field is valid for a shape. None is valid. `.drawn` is valid only
    for shapes with a `drawn_cut`."""
    if text is None or text in METHODS:
        return text is None
    match = re.fullmatch(_SILHOUETTE, text)
    return match is not None and not (match["drawn"] and shape.drawn_cut is None)
