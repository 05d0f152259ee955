"""Kinds of sheets in a class set: the grid, scale and type shared by pupils of one level and
print."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from puzzlebook.books.classes.requested_sheets import SheetRequest, choose_size_level
from puzzlebook.books.classes.wall_sheets import measure_wall_head
from puzzlebook.books.pages import worksheets
from puzzlebook.books.planning.boards import (
    Board,
    fit_with_questions,
    make_board,
    make_narrow_fault,
    make_staged_board,
)
from puzzlebook.books.planning.remarks import find_fewest_cells
from puzzlebook.books.planning.setting import Setting
from puzzlebook.ground.faults import Fault
from puzzlebook.language.words import Words, load_words
from puzzlebook.maze_art.extent import Extent, scale_and_wall
from puzzlebook.maze_art.gates import gate_margin
from puzzlebook.maze_art.theme import load_theme
from puzzlebook.mazes import SHAPES, Design, Silhouette, Size, format_size, make_grid
from puzzlebook.recipes.audiences import Audience, find_audience
from puzzlebook.recipes.loads import EXTENSION
from puzzlebook.recipes.order import Order
from puzzlebook.recipes.prints import adapt_to_touch, find_tactile_readers
from puzzlebook.recipes.recipe import Section
from puzzlebook.recipes.values import SEPARATOR
from puzzlebook.typesetting.layout import MIN_PASSAGE, TypeScale
from puzzlebook.typesetting.page import Box
from puzzlebook.typesetting.text import Spacing, make_face

NAME, ANYBODY = "{name}", "…"
"""The blank for a pupil's name in the texts of a sheet, and the text that replaces it on pages for
the whole class."""
_LARGE_PRINT = "large-print"
# For pupils with dyslexia: spacing as in the Web Content Accessibility Guidelines (2.1, 1.4.12),
# 0.12 em between letters and another 0.16 em between words, and the type size in points that the
# British Dyslexia Association recommends.
_SPACED, _SPACED_TYPE = Spacing(120, 160), 14.0
_LARGE_PASSAGE = 1.25
"""The least width of passages in large print, as a multiple of their width on the other sheets."""
_SHRINK_STEP, _GROW_STEP = 0.8, 1.1  # factors for the numbers of a size
_ROOM, _LARGE_ROOM = (520.0, 637.0), (520.0, 540.0)
"""The nominal width and height of a maze, in points, normally and in large print: the space that
both Letter and A4 leave below an instruction of a line or two. They decide the grid; the sheet's
real layout does not matter."""


class SheetKind(NamedTuple):
    """Everything that sheets share if they differ only in their mazes.

    per_page: the number of sheets on a page. alphabet: the letters from which decoys around a word
    are taken. head: the height of everything printed above the mazes of a wall, in points.
    """

    setting: Setting
    board: Board
    per_page: int
    alphabet: str
    head: float = 0.0


class SheetKinds:
    """The kinds of a set's sheets, each computed only once."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._kinds: dict[object, SheetKind] = {}
        self._heads: dict[int, float] = {}

    def get(self, sheet: SheetRequest) -> SheetKind:
        """Return the kind of a sheet."""
        pupil, base = sheet.pupil, self._setting
        # In a tactile set, all sheets already have the size that fingers need.
        style = "normal" if base.is_tactile else sheet.print
        is_left = sheet.hand == "left"
        level = choose_size_level(base.recipe, None if sheet.wall or sheet.load else pupil)
        language = pupil.language if pupil else None
        section, name = sheet.part.section.key, find_printed_name(base, sheet)
        task = choose_question(base, sheet.load)
        key = (
            section,
            sheet.silhouette,
            sheet.picture,
            level,
            style,
            is_left,
            language,
            name,
            bool(task),
        )
        if key not in self._kinds:
            make_kind = _MAKERS[style]
            setting = translate_setting(base, language) if language else base
            setting = fill_name(setting, name) if name else setting
            setting = setting._replace(is_left_handed=is_left)
            if sheet.wall:
                kind = _make_piece_kind(setting, sheet, level, self._measure_head(sheet, level))
            else:
                kind = make_kind(setting, sheet, level)
            self._kinds[key] = kind._replace(alphabet=base.words("alphabet"))
        return self._kinds[key]

    def _measure_head(self, sheet: SheetRequest, level: int) -> float:
        """Return the height of everything printed above a wall's mazes, measured once over all
        languages."""
        if level not in self._heads:
            base, per_page = self._setting, sheet.part.per_page
            languages = dict.fromkeys(pupil.language for pupil in base.recipe.pupils)
            settings = [
                _scale_type(translate_setting(base, language) if language else base, per_page)
                for language in {None: None} | languages
            ]
            slot = worksheets.list_places(base.sheet.live(1), per_page)[0]
            section, size = sheet.part.section, _size(sheet, level)
            wall = sheet.wall.partition(".")[0]
            columns, rows = base.recipe.wall or (1, 1)
            designs = [
                Design.of_wall(section.shape, size, "", section.method, f"{wall}.{number}")
                for number in range(1, columns * rows + 1)
            ]
            self._heads[level] = measure_wall_head(settings, slot, designs)
        return self._heads[level]


def add_second_language(setting: Setting) -> Setting:
    """Return the setting for sheets in two languages, if the recipe requests a second language."""
    worksheet, digits = setting.recipe.worksheet, setting.recipe.digits
    if worksheet is None or worksheet.second_language is None:
        return setting
    return setting._replace(second=load_words(worksheet.second_language, digits))


def translate_setting(setting: Setting, language: str) -> Setting:
    """Return the setting of a sheet in another language, or in two languages (`en,fa`): with its
    words, its typeface and, if the title is the default one, the translated title."""
    order, book = setting.order, setting.order.recipe.book
    language, _, second = language.partition(SEPARATOR)
    words = load_words(language, order.recipe.digits)
    setting = setting._replace(second=load_words(second, order.recipe.digits) if second else None)
    face = make_face(words.language, words.direction, order.face.fonts)
    title = book.title
    if words.wordless or title == setting.words.book("worksheet").get("title"):
        title = words.book("worksheet").get("title", "")
    recipe = order.recipe.model_copy(update={"book": book.model_copy(update={"title": title})})
    sizes = setting.sizes._replace(face=face.bold if setting.sizes.face.is_bold else face)
    return setting._replace(
        order=replace(order, recipe=recipe, words=words, face=face), sizes=sizes
    )


def find_printed_name(setting: Setting, sheet: SheetRequest) -> str | None:
    """Return the name that fills the blanks in the texts of a sheet; None if there are no
    blanks."""
    worksheet = setting.recipe.worksheet
    texts = setting.recipe.book.title, worksheet and worksheet.instruction
    return sheet.pupil.name if sheet.pupil and any(NAME in (text or "") for text in texts) else None


def fill_name(setting: Setting, name: str) -> Setting:
    """Return the setting with `{name}` in its texts replaced by a name."""
    order, recipe = setting.order, setting.order.recipe
    filled: dict[str, object] = {}
    if NAME in (title := recipe.book.title):
        filled["book"] = recipe.book.model_copy(update={"title": title.replace(NAME, name)})
    if (worksheet := recipe.worksheet) and NAME in (line := worksheet.instruction or ""):
        update = {"instruction": line.replace(NAME, name)}
        filled["worksheet"] = worksheet.model_copy(update=update)
    recipe = recipe.model_copy(update=filled)
    return setting._replace(order=replace(order, recipe=recipe)) if filled else setting


def _make_normal_kind(setting: Setting, sheet: SheetRequest, level: int) -> SheetKind:
    per_page = sheet.part.per_page
    return _make_kind(_scale_type(setting, per_page), sheet, _size(sheet, level), per_page)


def _scale_type(setting: Setting, per_page: int) -> Setting:
    return setting._replace(sizes=worksheets.scale_type(setting.sizes, per_page))


def _make_piece_kind(setting: Setting, sheet: SheetRequest, level: int, head: float) -> SheetKind:
    """Return the kind of a sheet that hangs on a wall. Such sheets differ only in language."""
    setting, size = _scale_type(setting, sheet.part.per_page), _size(sheet, level)
    slot = worksheets.list_places(setting.sheet.live(1), sheet.part.per_page)[0]
    box = worksheets.maze_box(setting, slot, "", False, head)
    grid = make_grid(sheet.part.section.shape, size)
    extent = Extent(grid.width, grid.height, gate_margin(grid))
    fitted = scale_and_wall(extent, setting.wall, box.width, box.height, setting.order.walls)
    board = Board(sheet.part.section.shape, None, size, grid, grid, *fitted)
    return SheetKind(setting, board, sheet.part.per_page, "", head)


def _size(sheet: SheetRequest, level: int) -> Size:
    """Return the size of a sheet's maze at a level. A maze with a hidden picture keeps the size
    that the picture needs."""
    staged = sheet.part.find_stage(sheet.silhouette)
    size = staged.size if staged else sheet.part.size
    if sheet.picture:
        return size
    section, silhouette = sheet.part.section, sheet.silhouette
    shape = SHAPES[section.shape]
    if silhouette is None or staged or section.edge == "steps":
        return shape.scale_size(size, level)
    # Because of rounding, the size of a higher level may have fewer cells than that of a lower one.
    sizes = [
        _add_cells(section, shape.scale_size(size, low), silhouette) for low in range(1, level + 1)
    ]
    return max(reversed(sizes), key=lambda size: make_grid(section.shape, size, silhouette).cells)


def _add_cells(section: Section, size: Size, silhouette: Silhouette) -> Size:
    """Return the size, enlarged until a drawn silhouette has enough cells to be recognised."""
    fewest = find_fewest_cells(silhouette, section.edge)
    while make_grid(section.shape, size, silhouette).cells < fewest:
        size = tuple(max(number + 1, round(number * _GROW_STEP)) for number in size)
    return size


def _make_large_kind(setting: Setting, sheet: SheetRequest, level: int) -> SheetKind:
    """Return the kind of a sheet in large print: one sheet per page, large type, and fewer cells,
    so that passages are wider than on other sheets. Hidden pictures keep the cells that they
    need."""
    reader = find_audience(_LARGE_PRINT)
    sizes = TypeScale(reader.type_size, setting.sizes.bold)  # no display face, as on other sheets
    # Drawings that the other sheets lack could be mistaken for part of the task.
    large = setting._replace(sizes=sizes, wall=reader.wall, scenes=None)
    section = sheet.part.section
    size = _size(sheet, level)
    if not (sheet.picture or sheet.load):
        size = _choose_large_size(section, size, sheet.silhouette, reader)
    return _make_kind(large, sheet, size, 1, reader.passage)


def _make_tactile_kind(setting: Setting, sheet: SheetRequest, level: int) -> SheetKind:
    """Return the kind of a tactile sheet in a set of ordinary sheets: as in a tactile book, with
    one sheet per page."""
    reader, order = find_tactile_readers(), setting.order
    recipe = adapt_to_touch(order.recipe)
    order = replace(order, recipe=recipe, readers=reader, theme=load_theme(reader.theme))
    sizes = TypeScale(reader.type_size, setting.sizes.face)
    tactile_setting = setting._replace(order=order, sizes=sizes, wall=reader.wall, scenes=None)
    section = sheet.part.section
    size = _choose_large_size(section, _size(sheet, level), None, reader, reader.passage)
    return _make_kind(tactile_setting, sheet, size, 1, reader.passage)


def _make_spaced_kind(setting: Setting, sheet: SheetRequest, level: int) -> SheetKind:
    """Return the kind of a sheet for a pupil with dyslexia: larger type, with extra space between
    letters, words and lines. The maze is the same as on other sheets."""
    per_page = sheet.part.per_page
    setting = _scale_type(setting, per_page)
    face = setting.sizes.face._replace(spacing=_SPACED)
    sizes = TypeScale(max(setting.sizes.body, _SPACED_TYPE), face)
    return _make_kind(setting._replace(sizes=sizes), sheet, _size(sheet, level), per_page)


_MAKERS = {
    "normal": _make_normal_kind,
    "large": _make_large_kind,
    "dyslexic": _make_spaced_kind,
    "tactile": _make_tactile_kind,
}
"""Mapping from a sheet's print to the function that makes the sheet's kind."""


def _choose_large_size(
    section: Section,
    size: Size,
    silhouette: Silhouette | None,
    reader: Audience,
    wanted: float = 0.0,
) -> Size:
    """Return the size of the other sheets' mazes, shrunk until passages are wide enough.

    wanted: the width of passages, in points; 0 for a width greater than on the other sheets.
    """

    def measure_passage(size: Size, room: tuple[float, float]) -> float:
        grid = make_grid(section.shape, size, silhouette, section.edge)
        scale, wall = scale_and_wall(Extent(grid.width, grid.height, 0), reader.wall, *room)
        return round(scale - wall, 6)

    wanted = wanted or max(reader.passage, _LARGE_PASSAGE * measure_passage(size, _ROOM))
    minimum = SHAPES[section.shape].least
    while measure_passage(size, _LARGE_ROOM) < wanted:
        smaller = tuple(
            max(lowest, round(number * _SHRINK_STEP))
            for number, lowest in zip(size, minimum, strict=True)
        )
        if smaller == size:
            break
        size = smaller
    return size


def _make_kind(
    setting: Setting, sheet: SheetRequest, size: Size, per_page: int, passage: float = MIN_PASSAGE
) -> SheetKind:
    section = sheet.part.section
    if sheet.picture:
        sheet.picture.check_fits(section.shape, size, f"section.{section.key}.way")
    place = worksheets.list_places(setting.sheet.live(1), per_page)[0]
    instruction = section_instruction(setting, section)
    question = choose_question(setting, sheet.load)
    box = worksheets.maze_box(setting, place, instruction, bool(section.word), question=question)
    if staged := sheet.part.find_stage(sheet.silhouette):
        sized, frame = staged._replace(size=size), (box.width, box.height)
        board = make_staged_board(setting.order, sheet.part, sized, setting.wall, frame)
        return SheetKind(setting, board, per_page, setting.words("alphabet"))

    def fit_board(room: Box) -> Board:
        return make_board(
            setting.order, section, size, sheet.silhouette, setting.wall, room, passage
        )

    recipe, pupil = setting.recipe, sheet.pupil
    is_easier = choose_size_level(recipe, pupil) < choose_size_level(recipe, None)
    # Such mazes have fewer cells, and so fewer forks, than the class's. With loads, all pupils
    # have the same maze.
    may_ask_fewer = not sheet.load and (sheet.print == "large" or is_easier)
    board = fit_with_questions(setting, sheet.part, box, fit_board, may_ask_fewer)
    board = board._replace(picture=sheet.picture)
    return SheetKind(setting, board, per_page, setting.words("alphabet"))


def section_instruction(setting: Setting, section: Section) -> str:
    """Return the instruction above each maze of a section, with a line for each language of the
    sheet."""
    recipe = setting.recipe
    if recipe.worksheet and recipe.worksheet.instruction:
        return recipe.worksheet.instruction
    lines = (_write_instruction(setting, section, words) for words in setting.languages)
    return "\n".join(filter(None, lines))


def _write_instruction(setting: Setting, section: Section, words: Words) -> str:
    theme = setting.theme
    if section.way:
        task = words("picture_question")
    else:
        phrase = "none" if section.ends == "none" else setting.marks_phrase
        start = words.end("start", theme.start_name)
        finish = words.end("finish", theme.finish_name)
        task = words(f"worksheet_{phrase}", start=start, finish=finish)
    if section.word:
        return f"{task} {words('worksheet_letters')}".strip()
    if section.questions:
        return f"{task} {words('questions_task')}".strip()
    return task.strip() if section.way else task


def choose_question(setting: Setting, load: str) -> str:
    """Return the question below the task on a sheet with the extension load, with a line for each
    language; "" for other sheets."""
    lines = (words("load_question") for words in setting.languages)
    return "\n".join(filter(None, lines)) if load == EXTENSION else ""


def find_arrangement_faults(order: Order) -> Iterator[Fault]:
    """Yield a fault for each number of sheets per page that is not allowed, and for each feature
    that only books have."""
    for part in order.parts:
        if part.section.collect:
            where = f"section.{part.section.key}.collect"
            what = "worksheets have nothing to count"
            yield Fault(where, what, "make a book, or word mazes (section.KEY.word)")
    allowed = "allowed: " + ", ".join(map(str, worksheets.ARRANGEMENTS))
    per_page = {
        (f"section.{part.section.key}." if part.section.mazes_a_page else "", part.per_page)
        for part in order.parts
    }
    for where, count in sorted(per_page):
        if count not in worksheets.ARRANGEMENTS:
            yield Fault(f"{where}mazes_a_page", f"{count} worksheets do not share a page", allowed)


def find_passage_fault(sheet: SheetRequest, kind: SheetKind) -> Fault | None:
    """Return a fault if passages would be too narrow to follow."""
    board = kind.board
    if board.passage >= MIN_PASSAGE:
        return None
    share = max(board.passage, 1) / MIN_PASSAGE
    largest = format_size(tuple(max(1, int(number * share * 0.95)) for number in board.size))
    where = f"on a worksheet, {kind.per_page} a page"
    return make_narrow_fault(sheet.part.section.key, board, where, f"about {largest}")
