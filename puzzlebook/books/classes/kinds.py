"""What sheets of a class set have in common: size, grid and scale, for all pupils of one level and
one print."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from puzzlebook.books.classes.requested_sheets import SheetRequest, level
from puzzlebook.books.pages import worksheets
from puzzlebook.books.planning.boards import Board, make_board, make_narrow_fault
from puzzlebook.books.planning.setting import Setting
from puzzlebook.ground.faults import Fault
from puzzlebook.language.words import load_words
from puzzlebook.maze_art.extent import Extent, scale_and_wall
from puzzlebook.mazes.grids import Silhouette, make_drawn_grid
from puzzlebook.mazes.hidden import check_fits
from puzzlebook.mazes.levels import scale_size
from puzzlebook.mazes.tilings import SHAPES, Size, format_size
from puzzlebook.recipes.audiences import Audience, find_audience
from puzzlebook.recipes.order import Order
from puzzlebook.recipes.recipe import Section
from puzzlebook.typesetting.layout import LEAST_PASSAGE
from puzzlebook.typesetting.text import make_face

_LARGE = "large-print"
# Passages of a sheet in large print are at least so much wider than those of the others.
_WIDER = 1.25
_SMALLER = 0.8
_ROOM, _LARGE_ROOM = (520.0, 637.0), (520.0, 540.0)
"""The room of a sheet's maze, and of one in large print, by which the grid is chosen (points): what
letter and A4 leave below an instruction of a line or two. The sheet's own layout has no part in
it."""


class SheetKind(NamedTuple):
    """What sheets have in common that differ only in their mazes: what is drawn on, how it is set,
    how many sheets share a page, and of which letters words are made."""

    setting: Setting
    board: Board
    a_page: int
    alphabet: str


class SheetKinds:
    """The kinds of a set's sheets, each worked out once."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._known: dict[object, SheetKind] = {}

    def of(self, sheet: SheetRequest) -> SheetKind:
        """The kind of a sheet."""
        # What is felt is as large as fingers need it for every pupil.
        is_large = (
            sheet.pupil is not None and sheet.pupil.print == "large" and not self._setting.is_felt
        )
        how_hard = level(self._setting.recipe, sheet.pupil)
        language = sheet.pupil.language if sheet.pupil else None
        asked = (
            sheet.part.section.key,
            sheet.silhouette,
            sheet.picture,
            how_hard,
            is_large,
            language,
        )
        if asked not in self._known:
            find = _make_large_kind if is_large else _make_normal_kind
            setting = translate_setting(self._setting, language) if language else self._setting
            kind = find(setting, sheet, how_hard)
            self._known[asked] = kind._replace(alphabet=self._setting.words("alphabet"))
        return self._known[asked]


def translate_setting(setting: Setting, language: str) -> Setting:
    """The setting of a sheet in another of our languages: its words, its face, and the title of our
    own worksheets."""
    order, book = setting.order, setting.order.recipe.book
    words = load_words(language, order.recipe.digits)
    face = make_face(words.language, words.direction, order.face.fonts)
    title = book.title
    if words.wordless or title == setting.words.book("worksheet").get("title"):
        title = words.book("worksheet").get("title", "")
    recipe = order.recipe.model_copy(update={"book": book.model_copy(update={"title": title})})
    sizes = setting.sizes._replace(face=face.bold if setting.sizes.face.is_bold else face)
    return setting._replace(
        order=replace(order, recipe=recipe, words=words, face=face), sizes=sizes
    )


def _make_normal_kind(setting: Setting, sheet: SheetRequest, level: int) -> SheetKind:
    a_page = sheet.part.a_page
    sized = setting._replace(sizes=worksheets.scale_type(setting.sizes, a_page))
    return _make_kind(sized, sheet, _size(sheet, level), a_page)


def _size(sheet: SheetRequest, level: int) -> Size:
    """The size of a sheet's maze at a level: a way that draws a picture is as hard as its picture,
    and keeps it."""
    size = sheet.part.size
    return size if sheet.picture else scale_size(sheet.part.section.shape, size, level)


def _make_large_kind(setting: Setting, sheet: SheetRequest, level: int) -> SheetKind:
    """A page of its own, large type, and as many cells as let the passages be wider than on the
    other sheets; a picture keeps the cells that it needs."""
    reader = find_audience(_LARGE)
    sizes = setting.sizes._replace(body=reader.type_size, face=setting.sizes.bold)
    large = setting._replace(sizes=sizes, wall=reader.wall)
    section = sheet.part.section
    size = _size(sheet, level)
    if not sheet.picture:
        size = _choose_large_size(section, size, sheet.silhouette, reader)
    return _make_kind(large, sheet, size, 1, reader.passage)


def _choose_large_size(
    section: Section, size: Size, silhouette: Silhouette | None, reader: Audience
) -> Size:
    """The size of a maze in large print, from that of the others alone."""

    def passage(size: Size, room: tuple[float, float]) -> float:
        grid = make_drawn_grid(section.shape, size, silhouette, section.edge)
        scale, wall = scale_and_wall(Extent(grid.width, grid.height, 0), reader.wall, *room)
        return round(scale - wall, 6)

    wanted = max(reader.passage, _WIDER * passage(size, _ROOM))
    least = SHAPES[section.shape].least
    while passage(size, _LARGE_ROOM) < wanted:
        smaller = tuple(max(low, round(n * _SMALLER)) for n, low in zip(size, least, strict=True))
        if smaller == size:
            break
        size = smaller
    return size


def _make_kind(
    setting: Setting, sheet: SheetRequest, size: Size, a_page: int, passage: float = LEAST_PASSAGE
) -> SheetKind:
    section = sheet.part.section
    check_fits(sheet.picture, section.shape, size, f"section.{section.key}.way")
    place = worksheets.list_places(setting.sheet.live(1), a_page)[0]
    box = worksheets.maze_box(
        setting, place, section_instruction(setting, section), bool(section.word)
    )
    found = make_board(setting.order, section, size, sheet.silhouette, setting.wall, box, passage)
    return SheetKind(
        setting, found._replace(picture=sheet.picture), a_page, setting.words("alphabet")
    )


def section_instruction(setting: Setting, section: Section) -> str:
    """The one line above each maze of a section."""
    words, theme, recipe = setting.words, setting.theme, setting.recipe
    if recipe.worksheet and recipe.worksheet.instruction:
        return recipe.worksheet.instruction
    if section.way:
        return f"{words('picture_question')} {words('worksheet_letters') if section.word else ''}".strip()
    phrase = "none" if section.ends == "none" else setting.marks_said
    start, finish = words.end("start", theme.start_name), words.end("finish", theme.finish_name)
    said = words(f"worksheet_{phrase}", start=start, finish=finish)
    return f"{said} {words('worksheet_letters')}".strip() if section.word else said


def find_arrangement_faults(order: Order) -> Iterator[Fault]:
    """A fault where so many worksheets cannot share a page, or have what only books have."""
    for part in order.parts:
        if part.section.collect:
            where = f"section.{part.section.key}.collect"
            yield Fault(
                where,
                "worksheets have nothing to be counted",
                "a book, or word mazes: section.KEY.word",
            )
    allowed = "allowed: " + ", ".join(map(str, worksheets.ARRANGEMENTS))
    asked = {
        (f"section.{part.section.key}." if part.section.mazes_a_page else "", part.a_page)
        for part in order.parts
    }
    for place, a_page in sorted(asked):
        if a_page not in worksheets.ARRANGEMENTS:
            yield Fault(f"{place}mazes_a_page", f"{a_page} worksheets do not share a page", allowed)


def find_passage_fault(sheet: SheetRequest, kind: SheetKind) -> Fault | None:
    """A fault where the passages would be too narrow to follow."""
    found = kind.board
    if found.passage >= LEAST_PASSAGE:
        return None
    share = max(found.passage, 1) / LEAST_PASSAGE
    largest = format_size(tuple(max(1, int(number * share * 0.95)) for number in found.size))
    return make_narrow_fault(
        sheet.part.section.key, found, f"on a worksheet, {kind.a_page} a page", f"about {largest}"
    )
