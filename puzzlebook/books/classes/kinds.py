"""What sheets of a class set have in common: size, grid and scale, for all pupils of one level and one print."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from puzzlebook.books.boards import Board, board, narrow_fault
from puzzlebook.books.classes.asked import Asked, level
from puzzlebook.books.pages import worksheets
from puzzlebook.books.setting import Setting
from puzzlebook.faults import Fault
from puzzlebook.mazes.levels import size_at
from puzzlebook.mazes.tilings import SHAPES, Size, size_text
from puzzlebook.paper.layout import LEAST_PASSAGE
from puzzlebook.recipes.audiences import audience_named
from puzzlebook.recipes.order import Order
from puzzlebook.recipes.recipe import Section

_LARGE = "large-print"
# Passages of a sheet in large print are at least so much wider than those of the others.
_WIDER = 1.25
_SMALLER = 0.8


class SheetKind(NamedTuple):
    """What sheets have in common that differ only in their mazes: what is drawn on, how it is set, and how many sheets
    share a page."""

    setting: Setting
    board: Board
    a_page: int


class SheetKinds:
    """The kinds of a set's sheets, each worked out once."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._known: dict[object, SheetKind] = {}

    def of(self, sheet: Asked) -> SheetKind:
        """The kind of a sheet."""
        is_large = sheet.pupil is not None and sheet.pupil.print == "large"
        how_hard = level(self._setting.recipe, sheet.pupil)
        asked = (sheet.part.section.key, sheet.silhouette, how_hard, is_large)
        if asked not in self._known:
            find = _large_kind if is_large else _normal_kind
            self._known[asked] = find(self._setting, sheet, how_hard)
        return self._known[asked]


def _normal_kind(setting: Setting, sheet: Asked, level: int) -> SheetKind:
    a_page = sheet.part.a_page
    sized = setting._replace(sizes=worksheets.sized(setting.sizes, a_page))
    return _kind(sized, sheet, size_at(sheet.part.section.shape, sheet.part.size, level), a_page)


def _large_kind(setting: Setting, sheet: Asked, level: int) -> SheetKind:
    """A page of its own, large type, and as many cells as let the passages be wider than on the other sheets."""
    reader = audience_named(_LARGE)
    normal = _normal_kind(setting, sheet, level).board
    sizes = setting.sizes._replace(body=reader.type_size, face=setting.sizes.bold)
    large = setting._replace(sizes=sizes, wall=reader.wall)
    least = SHAPES[sheet.part.section.shape].least
    size = normal.size
    while True:
        kind = _kind(large, sheet, size, 1)
        is_wide = kind.board.passage >= max(reader.passage, _WIDER * normal.passage)
        smaller = tuple(max(low, round(n * _SMALLER)) for n, low in zip(size, least, strict=True))
        if is_wide or smaller == size:
            return kind
        size = smaller


def _kind(setting: Setting, sheet: Asked, size: Size, a_page: int) -> SheetKind:
    section = sheet.part.section
    place = worksheets.places(setting.sheet.live(1), a_page)[0]
    box = worksheets.maze_box(setting, place, instruction_of(setting, section), bool(section.word))
    found = board(section, size, sheet.silhouette, setting.recipe.marks, setting.wall, box)
    return SheetKind(setting, found, a_page)


def instruction_of(setting: Setting, section: Section) -> str:
    """The one line above each maze of a section."""
    words, theme, recipe = setting.words, setting.theme, setting.recipe
    if recipe.worksheet and recipe.worksheet.instruction:
        return recipe.worksheet.instruction
    phrase = "none" if section.ends == "none" else recipe.marks
    start, finish = words.end("start", theme.start_name), words.end("finish", theme.finish_name)
    said = words(f"worksheet_{phrase}", start=start, finish=finish)
    return f"{said} {words('worksheet_letters')}".strip() if section.word else said


def a_page_faults(order: Order) -> Iterator[Fault]:
    """A fault where so many worksheets cannot share a page."""
    allowed = "allowed: " + ", ".join(map(str, worksheets.ARRANGEMENTS))
    asked = {(f"section.{part.section.key}." if part.section.mazes_a_page else "", part.a_page) for part in order.parts}
    for place, a_page in sorted(asked):
        if a_page not in worksheets.ARRANGEMENTS:
            yield Fault(f"{place}mazes_a_page", f"{a_page} worksheets do not share a page", allowed)


def passage_fault(sheet: Asked, kind: SheetKind) -> Fault | None:
    """A fault where the passages would be too narrow to follow."""
    found = kind.board
    if found.passage >= LEAST_PASSAGE:
        return None
    share = max(found.passage, 1) / LEAST_PASSAGE
    largest = size_text(tuple(max(1, int(number * share * 0.95)) for number in found.size))
    return narrow_fault(sheet.part.section.key, found, f"on a worksheet, {kind.a_page} a page", f"about {largest}")
