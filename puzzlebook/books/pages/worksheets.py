"""A worksheet: title, lines for name, date and optionally a score, instruction, and large maze.

On children's sheets the theme's props fill spare space. Everything is black, for any copier. Sheets
that share a page are cut apart, so each sheet is complete.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import fsum, inf
from typing import NamedTuple

from puzzlebook.books.pages.wall import WallPosition, draw_plan
from puzzlebook.books.planning.alt_text import describe_maze_figure, mark_language
from puzzlebook.books.planning.setting import Entry, Placement, Setting, center_puzzle
from puzzlebook.books.planning.spelt_words import SpeltWord
from puzzlebook.books.scenes import scenery
from puzzlebook.drawing.drawing import BLACK, Drawing, Layer, Style, Subpath
from puzzlebook.maze_art.inked import draw_puzzle
from puzzlebook.typesetting import text
from puzzlebook.typesetting.flow import Flow
from puzzlebook.typesetting.layout import THINNEST, TypeScale, cut_into_cells, set_left, set_right
from puzzlebook.typesetting.page import (
    ARTIFACT,
    Box,
    Item,
    Picture,
    Rule,
    Tag,
    Text,
    mirror_items,
    mirror_picture,
    tag_items,
)

ARRANGEMENTS = {1: (1, 1), 2: (1, 2), 4: (2, 2)}
"""Columns and rows on a portrait page, by the number of worksheets that share the page."""

TYPE = {1: 1.0, 2: 0.95, 4: 0.85}
"""Type size of worksheets, as a share of the book's, by the number of worksheets on a page."""

_GAP = 27.0  # points between sheets that share a page
_DASH = 4.0  # points: length of a dash of a cutting line, and of the gap after it
# A slot with a larger ratio of width to height has its words beside the maze.
_LANDSCAPE_ASPECT = 1.2
_WORDS_WIDTH = 0.36  # width of words beside a maze, as a share of the slot's width
_ROW = 2.0  # height of a row with a line to write on, in ems
_CODE_TYPE = 7.0  # points: the type size of a maze's code
_CODE_ROW = 1.7 * _CODE_TYPE  # height of the row of a maze's code
# Points between the last line of text and a tactile maze: 1/4 inch, and room for the descenders of
# that line.
_TACTILE_GAP = 20.0
_DOTS = 7.0  # points: the size of the dots that show a level
_ANSWER = 7.0  # length of the line for the answer to a question, in ems
_SPACED_MEASURE = 34.0  # largest width of lines in spaced type, in ems: about 55 characters
_LONG_LINE = 1.6  # length of a line for several letters, as a multiple of a line for one letter


_Blank = tuple[str, str, tuple[str, ...]]
"""A line to write on: its label, its value if known, and the units after its parts."""
_BEFORE_TIME = (0.43, 0.66, 1.0)
"""The right ends of the lines for name, date and time, as shares of the width."""


class Worksheet(NamedTuple):
    """One pupil's sheet.

    setting: type and wall thickness. title: text at the upper right, the pupil's group or, without
    a name, the sheet's number. word: the word hidden in the maze. per_page: the number of sheets on
    its page. copies: how many times it is printed. surname: the pupil's surname. wall_position: the
    sheet's position on a wall, if any. question: the question below the task, or "". dots: the dots
    that show the sheet's level or load, or "".
    """

    entry: Entry
    setting: Setting
    title: str
    word: SpeltWord | None
    per_page: int
    copies: int = 1
    surname: str = ""
    wall_position: WallPosition | None = None
    question: str = ""
    dots: str = ""


def list_places(live: Box, per_page: int) -> list[Box]:
    """Return the slots of the worksheets on a page."""
    columns, rows = _columns_and_rows(live, per_page)
    width = live.inset(left=-_GAP / 2, top=-_GAP / 2, right=-_GAP / 2, bottom=-_GAP / 2)
    return [box.inset(*[_GAP / 2] * 4) for box in cut_into_cells(columns, rows, width)]


def cut_lines(live: Box, per_page: int) -> list[Item]:
    """Draw dashed cutting lines from edge to edge of the live area, as one picture."""
    columns, rows = _columns_and_rows(live, per_page)
    dashes = [
        *(
            _draw_dashes(live.width * column / columns, live.height, True)
            for column in range(1, columns)
        ),
        *(_draw_dashes(live.height * row / rows, live.width, False) for row in range(1, rows)),
    ]
    subpaths = [dash for line in dashes for dash in line]
    layer = Layer("cut", Style(THINNEST), subpaths)
    return (
        [Picture(live.x, live.y, Drawing(0, 0, live.width, live.height, 1, (layer,)))]
        if subpaths
        else []
    )


def maze_box(
    setting: Setting,
    slot: Box,
    instruction: str,
    has_word: bool,
    head_height: float = 0.0,
    question: str = "",
) -> Box:
    """Return the part of a slot that the maze may fill, which does not depend on the sheet's name
    or word. head_height: the height of everything above the maze, if a wall's sheets share it; else
    0."""
    foot = _CODE_ROW if setting.recipe.codes == "all" else 0
    if _is_landscape(slot):
        words_width = slot.width * _WORDS_WIDTH + _GAP
        slot = slot.inset(bottom=foot)
        return (
            slot.inset(right=words_width)
            if setting.is_left_handed
            else slot.inset(left=words_width)
        )
    head = _set_head(setting, slot, "", "", instruction, question=question)
    height = head_height or head.y - slot.y
    foot += setting.sizes.body * _ROW * 1.4 if has_word else 0
    air = _TACTILE_GAP if setting.is_tactile else setting.sizes.body * 0.8
    return slot.inset(top=height + air, bottom=foot)


def measure_head(setting: Setting, slot: Box, wall_position: WallPosition) -> float:
    """Return the height, in points, of everything above the maze on a sheet of a wall."""
    head = _set_head(setting, slot, "", "", wall_position.instruction, wall_position)
    return head.y - slot.y


def lay_out_worksheet(sheet: Worksheet, slot: Box, instruction: str) -> list[Item]:
    """Lay out a worksheet in its slot."""
    setting, room = sheet.setting, slot
    picture = place_worksheet_maze(sheet, slot, instruction)
    code: list[Item] = []
    if setting.recipe.codes == "all":
        # The code of a hidden picture would give it away.
        code = [] if sheet.entry.picture else _set_code(sheet.entry.maze.code, slot)
        room = slot.inset(bottom=_CODE_ROW)
    side = _words_box(setting, room) if _is_landscape(room) else room
    name = sheet.entry.name or ""
    head = _set_head(
        setting, side, name, sheet.title, instruction, sheet.wall_position, sheet.question
    )
    items: list[Item] = head.items
    # The dots are too small for tactile sheets and for large print.
    if sheet.dots and not (setting.is_tactile or setting.is_large_print):
        items.append(_set_dots(sheet, side))
    if sheet.word:
        below = (
            Box(side.x, head.y + setting.sizes.body, side.width, 0) if _is_landscape(room) else room
        )
        items += draw_letter_lines(
            setting, sheet.word, below, room.bottom if not _is_landscape(room) else None
        )
    items = [*items, *code]
    around = _draw_scenes(sheet, slot, instruction, picture, head.y)
    picture = picture._replace(tag=describe_maze_figure(setting, sheet.entry))
    return [
        *(mirror_items(items, slot) if _has_other_direction(sheet) else items),
        *around,
        picture,
    ]


def _draw_scenes(
    sheet: Worksheet, slot: Box, instruction: str, picture: Picture, y: float
) -> Sequence[Picture]:
    """Draw the hero below the words that are beside a child's maze, or props at the foot of the
    maze.

    y: the bottom of the words.
    """
    setting, is_landscape = sheet.setting, _is_landscape(slot)
    if sheet.wall_position:
        return ()
    box = maze_box(setting, slot, instruction, sheet.word is not None, question=sheet.question)
    has_legend = sheet.entry.questions is not None and sheet.entry.questions.letters
    if setting.scenes is None or sheet.entry.view or (has_legend and not is_landscape):
        return ()
    words_box = _words_box(setting, slot)
    beside = Box(words_box.x, y, words_box.width, box.bottom - y).inset(
        top=setting.sizes.body * (4 if sheet.word else 1)
    )
    if _has_other_direction(sheet):
        box, beside = (area._replace(x=slot.x + slot.right - area.right) for area in (box, beside))
    hero = (
        scenery.draw_hero_on_floor(setting, setting.scenes, sheet.entry.number, beside, box)
        if is_landscape
        else ()
    )
    return hero or scenery.draw_props(
        setting, setting.scenes, sheet.entry, Placement(0, box, picture)
    )


def _set_dots(sheet: Worksheet, box: Box) -> Text:
    """Set the dots that show a level: large enough for a teacher who looks for them, but so small
    that pupils hardly notice them."""
    dots = set_right(sheet.dots, box, box.y + _DOTS, sheet.setting.sizes.regular, _DOTS)
    return dots._replace(tag=ARTIFACT)


def _words_box(setting: Setting, slot: Box) -> Box:
    """Return the part of a landscape slot for the words, on the side away from the writing hand."""
    other = slot.width * (1 - _WORDS_WIDTH)
    return slot.inset(left=other) if setting.is_left_handed else slot.inset(right=other)


def place_worksheet_maze(sheet: Worksheet, slot: Box, instruction: str) -> Picture:
    """Draw the maze of a worksheet in its slot."""
    head = sheet.wall_position.head if sheet.wall_position else 0.0
    box = maze_box(sheet.setting, slot, instruction, sheet.word is not None, head, sheet.question)
    drawing = draw_puzzle(sheet.entry.maze.plate, sheet.entry.scale, sheet.entry.ink)
    if sheet.entry.view:
        from puzzlebook.maze_art.stage_view import set_in_stage

        doors = sheet.entry.maze.plate.doorways
        drawing = set_in_stage(drawing, sheet.entry.view, doors, sheet.setting.signs)
    picture = center_puzzle(
        drawing,
        sheet.entry,
        box,
        0 if not _is_landscape(slot) else 0.5,
    )
    return mirror_picture(picture, slot.x + slot.right) if _has_other_direction(sheet) else picture


def _has_other_direction(sheet: Worksheet) -> bool:
    """Return whether a pupil's writing direction differs from that of the class, whose pages are
    mirrored as a whole."""
    return sheet.setting.words.right_to_left != sheet.setting.sheet.right


def _set_code(code: str, slot: Box) -> list[Item]:
    """Set the maze's code at the foot. A code that is too wide is only in the manifest."""
    if text.measure_width(code, text.REGULAR, _CODE_TYPE) > slot.width:
        return []
    return [set_right(code, slot, slot.bottom - 1, text.REGULAR, _CODE_TYPE)]


def scale_type(sizes: TypeScale, per_page: int) -> TypeScale:
    """Return the type sizes of worksheets, `per_page` of which share a page."""
    return TypeScale(sizes.body * TYPE[per_page], sizes.face)


def _columns_and_rows(live: Box, per_page: int) -> tuple[int, int]:
    columns, rows = ARRANGEMENTS[per_page]
    return (columns, rows) if live.height >= live.width else (rows, columns)


def _is_landscape(slot: Box) -> bool:
    return slot.width > _LANDSCAPE_ASPECT * slot.height


def _draw_dashes(across: float, length: float, upright: bool) -> list[Subpath]:
    ends = [step * 2 * _DASH for step in range(int(length / (2 * _DASH)))]
    lines = [((across, end), (across, end + _DASH)) for end in ends]
    return [Subpath(line if upright else tuple((y, x) for x, y in line)) for line in lines]


def _set_head(
    setting: Setting,
    box: Box,
    name: str,
    side_text: str,
    instruction: str,
    wall_position: WallPosition | None = None,
    question: str = "",
) -> Flow:
    """Set everything above or beside the maze. Its height does not depend on the name."""
    sizes, words = setting.sizes, setting.words
    flow = Flow(box)
    flow.items += _set_title(setting, box, side_text)
    flow.gap(sizes.heading * 1.25)
    options = setting.recipe.worksheet

    def label_in_all(key: str) -> str:
        return " / ".join(dict.fromkeys(filter(None, (words(key) for words in setting.languages))))

    blanks: list[_Blank] = [
        (label_in_all("worksheet_name"), name, ()),
        (label_in_all("worksheet_date"), "", ()),
    ]
    if options and options.time:
        units: tuple[str, ...] = words("worksheet_minutes"), words("worksheet_seconds")
        blanks.append((label_in_all("worksheet_time"), "", units))
    if options and options.score:  # only if the teacher asks for a score
        blanks.append((label_in_all("worksheet_score"), "", (options.score,)))
    # A line without any text would puzzle pupils, except the first line, where everybody expects
    # the name. Tactile sheets have no lines, since nobody writes on them.
    unused = [
        not (value if setting.is_tactile else label or value or any(ends))
        for label, value, ends in blanks
    ]
    unused[0] = setting.is_tactile and not name
    remaining = enumerate(blanks)
    for row in _divide_rows(setting, box, blanks):
        flow.gap(sizes.body * _ROW)
        shares = [0.0, *row]
        for (left, right), (index, (label, value, units)) in zip(
            pairwise(shares), remaining, strict=False
        ):
            field = box.inset(
                left=box.width * left + (sizes.body if left else 0), right=box.width * (1 - right)
            )
            flow.items += (
                []
                if unused[index]
                else _set_label_line(setting, field, flow.y, label, value, units)
            )
    flow.gap(sizes.body * 0.9)
    if wall_position is None:
        _set_lines(setting, flow, instruction.split("\n"))
        _set_question(setting, flow, question)
        return flow
    plan = draw_plan(wall_position, sizes.body)
    flow.items.append(Picture(box.right - plan.width, flow.y, plan))
    beside = Flow(box.inset(right=plan.width + sizes.body), flow.y)
    beside.set(instruction, sizes.face, sizes.body, leading=1.3)
    flow.items += beside.items
    flow.y = max(flow.y + plan.height, beside.y)
    return flow


def _set_lines(setting: Setting, flow: Flow, lines: Sequence[str]) -> None:
    """Set lines, each in its own language. The second line is in the sheet's second language, if
    any, and starts on the other side if it runs in the other direction."""
    face, body = setting.sizes.face, setting.sizes.body
    leading, box = 1.5 if setting.is_spaced else 1.3, flow.box
    if setting.is_spaced:
        flow.box = box._replace(width=min(box.width, _SPACED_MEASURE * body))
    for index, line in enumerate(lines):
        before = len(flow.items)
        flow.at_right = _is_turned(setting, line)
        flow.set(line, face, body, leading=leading)
        flow.at_right = False
        if index and setting.second:
            flow.items[before:] = mark_language(flow.items[before:], setting.second.language)
    flow.box = box


def _is_turned(setting: Setting, line: str) -> bool:
    """Return whether a line of a sheet in two languages runs in the other direction."""
    face = setting.sizes.face
    turned = text.face_for_paragraph(line, face).right_to_left != face.right_to_left
    return setting.second is not None and turned


def _set_question(setting: Setting, flow: Flow, question: str) -> None:
    """Set a question with a line for its answer, after the question or, if too wide, below it."""
    body, face, box = setting.sizes.body, setting.sizes.face, flow.box
    if not question:
        return
    *others, question = question.split("\n")
    width = text.measure_width(question, face, body) + _ANSWER * body
    is_turned = _is_turned(setting, question)
    if width > box.width or is_turned:
        others, width = [*others, question], inf
    _set_lines(setting, flow, others)
    flow.gap(body * _ROW)
    label, line = (question, width) if width <= box.width else ("", _ANSWER * body)
    flow.items += _set_label_line(setting, box._replace(width=line), flow.y, label, "", ())
    flow.gap(body * 0.5)


def _divide_rows(setting: Setting, box: Box, blanks: Sequence[_Blank]) -> list[tuple[float, ...]]:
    """Return the right ends of the lines in each row, as shares of the width, name first."""
    ems, has_time = box.width / setting.sizes.body, any(len(units) > 1 for _, _, units in blanks)
    if ems > 34:
        if len(blanks) > 3:
            return [(0.68, 1.0), (0.4, 1.0)]
        third = _BEFORE_TIME if has_time else (0.52, 0.79, 1.0)
        return [third if len(blanks) > 2 else (0.68, 1.0)]
    if ems > 14 and not has_time:
        return [(1.0,), (0.55, 1.0)]
    return [(1.0,)] * len(blanks)


def _set_title(setting: Setting, box: Box, side_text: str) -> list[Item]:
    sizes = setting.sizes
    title = setting.recipe.book.title
    side_size = (
        text.fit_size(side_text, sizes.face, sizes.body, box.width * 0.35) if side_text else 0
    )
    side_text = text.shorten(side_text, sizes.face, side_size, box.width * 0.35)
    taken = text.measure_width(side_text, sizes.face, side_size) + sizes.body if side_text else 0
    size = text.fit_size(title, setting.sizes.titles, sizes.heading, box.width - taken)
    title = text.shorten(title, setting.sizes.titles, size, box.width - taken)
    heading = set_left(title, box, box.y + sizes.heading, setting.sizes.titles, size)
    items: list[Item] = [heading._replace(tag=Tag("H1"))]
    if side_text:
        items.append(set_right(side_text, box, box.y + sizes.heading, sizes.face, side_size))
    return items


def _set_label_line(
    setting: Setting, box: Box, baseline: float, label: str, value: str, units: Sequence[str]
) -> list[Item]:
    """Draw a labelled line to write on, with its value on it if known. Several units divide the
    line, with one part for each."""
    sizes = setting.sizes
    gap = sizes.body * 0.4
    items: list[Item] = [set_left(label, box, baseline, sizes.face, sizes.body)]
    box = box.inset(left=text.measure_width(label, sizes.face, sizes.body) + gap)
    if len(units) > 1:
        half = box.inset(right=box.width * (1 - 1 / len(units)) + gap)
        items += _set_label_line(setting, half, baseline, "", "", units[:1])
        rest = box._replace(x=half.right + gap, width=box.right - half.right - gap)
        return [*items, *_set_label_line(setting, rest, baseline, "", "", units[1:])]
    for unit in filter(None, units):
        items.append(set_right(unit, box, baseline, sizes.face, sizes.body))
        box = box.inset(right=text.measure_width(unit, sizes.face, sizes.body) + gap)
    if value:
        size = text.fit_size(value, setting.sizes.bold, sizes.body * 1.15, box.width - gap)
        value = text.shorten(value, setting.sizes.bold, size, box.width - gap)
        items.append(set_left(value, box.inset(left=gap / 2), baseline, setting.sizes.bold, size))
    # A name is the heading of its sheet, one level below the title.
    role = ("H2" if setting.recipe.book.title.strip() else "H1") if value else "P"
    y = baseline + sizes.body * 0.3
    rule = [] if setting.is_tactile else [Rule(box.x, y, box.right, y, THINNEST, BLACK)]
    return [*tag_items(items, Tag(role)), *rule]


def draw_letter_lines(
    setting: Setting, word: SpeltWord, box: Box, bottom: float | None
) -> list[Item]:
    """Draw a short line for each cell of a word, and a longer line if the cell has several letters.

    bottom: of the row in which the lines follow the label; None to draw them below the label.
    """
    sizes = setting.sizes
    label = setting.words("worksheet_word")
    label_width = text.measure_width(label, sizes.face, sizes.body) + sizes.body * 0.6
    own_row = bottom is None
    room = box.width if own_row else box.width - label_width
    widths = [1.0 if len(piece) < 2 else _LONG_LINE for piece in word.pieces]
    step = min(sizes.body * 2.2, room / fsum(widths))
    baseline = box.y + sizes.body if bottom is None else bottom - sizes.body * 0.5
    items: list[Item] = [set_left(label, box, baseline, sizes.face, sizes.body)]
    x, y = (box.x, baseline + sizes.body * 2.4) if own_row else (box.x + label_width, baseline)
    y += sizes.body * 0.3
    for width in widths:
        items.append(Rule(x, y, x + step * (width - 0.2), y, THINNEST, BLACK))
        x += step * width
    return items
