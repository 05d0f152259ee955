"""A maze over many rooms: door signs, the solution path in words for each room and in one line for
all rooms, and a plan with a box for each room, which readers connect."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from typing import TYPE_CHECKING

from puzzlebook.books.planning.alt_text import make_part_tag
from puzzlebook.books.planning.setting import Setting
from puzzlebook.maze_art.room_signs import DoorSign, PrintedRoom, letter_doors, set_door_signs
from puzzlebook.typesetting import text
from puzzlebook.typesetting.flow import Flow, first_fitting
from puzzlebook.typesetting.layout import MIN_TYPE, center, line_box, set_left, set_right
from puzzlebook.typesetting.page import ARTIFACT, Box, Item, Link, Page, Picture, Rule, Tag, Text

if TYPE_CHECKING:
    from puzzlebook.books.planning.finishing import FinishedMaze

_BOX = 0.7  # width of a box on the plan, as a share of the distance between box centres
_LINE = 1.0  # points
_TYPE_SHARE = 0.14  # type size on the plan, as a share of that distance
_DIGIT = 0.7  # height of a digit, in ems
# In ems: the height of the line of a number; the distance of a letter's centre from its edge and,
# on vertical edges, from an adjacent edge with letters; and the smallest distance between letters.
_NUMBER_LINE, _EDGE_GAP, _CORNER_GAP, _MIN_LETTER_GAP = 1.4, 0.8, 1.9, 1.15
# Smallest width and height of a box with its margins, in ems of the smallest type. For the plan's
# head: its share of the page, and the type sizes to try, as shares of the book's.
_MIN_BOX_WIDTH, _MIN_BOX_HEIGHT = 6, 7
_HEAD_SHARE, _SHARES = 0.25, (1, 0.9, 0.8, 0.7, 0.6)
_NO_BREAK_SPACE = "\u00a0"  # between the number and the letter of a sign
_SIGN_SEPARATOR = " – "  # between signs, in books without words
_LONGEST_PATH = 24  # signs; the longest of a hundred paths through 10 to 60 rooms had 23


def sign_doors(setting: Setting, room: PrintedRoom, picture: Picture, place: int) -> list[Text]:
    """Set the signs outside the doors of a room on its page. place: their place in the reading
    order."""
    drawing, placed = picture.drawing, []
    for line in set_door_signs(drawing, room.signs, setting.sizes.face):
        x = line.x
        if setting.sheet.right:  # the finished page is mirrored but its pictures are not,
            width = text.measure_width(line.text, line.face, line.size)  # so lines change sides
            x = drawing.width * drawing.scale - x - width
        tag = Tag("Link", within=Tag("P", place=place), place=place)
        placed.append(line._replace(x=picture.x + x, y=picture.y + line.y, tag=tag))
    return placed


def link_doors(
    room: PrintedRoom, lines: Sequence[Text], pages: Mapping[int, int]
) -> Iterator[Link]:
    """Yield a link from each sign to the page of its room. pages: mapping from room number to page
    number."""
    for sign, line in zip(room.signs, lines, strict=True):
        if sign.room in pages:
            tag = line.tag or ARTIFACT
            yield Link(line_box(line), pages[sign.room], f"{sign.letter}: {sign.beyond}", tag)


def list_visits(setting: Setting, room: PrintedRoom) -> list[str]:
    """Return the parts of the solution path in a room, in words."""
    words = setting.words
    if not room.visits:
        return [words("room_unvisited")] if words("room_unvisited") else []
    lines = []
    for number, enter, leave, beyond in room.visits:
        phrase = "room_visit" if enter and leave else "room_first" if leave else "room_last"
        blanks = {"number": number, "enter": enter, "leave": leave, "beyond": beyond}
        if words.wordless:
            lines.append(f"{words.number(number)}: {enter} – {leave}, {beyond}".strip(" ,–"))
        else:
            lines.append(words(phrase, **blanks))
    return lines


def list_path_signs(setting: Setting, rooms: Sequence[PrintedRoom]) -> str:
    """Return a line with the signs along the solution path, from first room to finish."""
    words = setting.words
    visits = sorted(visit for room in rooms for visit in room.visits)
    finish = words.end("finish", setting.theme.finish_name)
    signs = [visit.beyond.replace(" ", _NO_BREAK_SPACE) for visit in visits[:-1]]
    path_line = (words("way_step") or _SIGN_SEPARATOR).join(
        filter(None, [words.number(1), *signs, finish])
    )
    return words("way_signs", way=path_line) or path_line


def find_longest_path_line(setting: Setting, rooms: int) -> str:
    """Return a line almost never shorter than the line for a path through `rooms` rooms."""
    letter = letter_doors(setting.words)[-1]
    step = f"{setting.words.number(rooms)} {letter}"
    signs = (setting.words("way_step") or _SIGN_SEPARATOR).join([step] * min(rooms, _LONGEST_PATH))
    return setting.words("way_signs", way=signs) or signs


def count_plan_pages(setting: Setting) -> int:
    """Return the number of pages of the plan, which keeps the letters at doors legible."""
    rooms = next((part.mazes for part in setting.parts if part.section.doors), 0)
    return ceil(rooms / _count_boxes(setting))


def lay_out_plan(setting: Setting, number: int, rooms: Sequence[FinishedMaze], page: int) -> Page:
    """Lay out a page of the plan of a book's rooms, in order, row by row. page: the index of this
    page within the plan."""
    sizes, live = setting.sizes, setting.sheet.live(number)
    head, space = _set_plan_head(setting, number)
    rooms_per_page = ceil(len(rooms) / ceil(len(rooms) / _count_boxes(setting)))
    first = page * rooms_per_page
    items = [
        *head.items,
        *_draw_boxes(setting, space, rooms[first : first + rooms_per_page], first),
    ]
    outer = set_right if number % 2 else set_left
    foot = live.bottom - 0.3 * sizes.small
    folio = outer(setting.words.number(number), live, foot, sizes.face, sizes.small)
    return setting.sheet.page(number, *items, folio._replace(tag=ARTIFACT))


def _set_plan_head(setting: Setting, number: int) -> tuple[Flow, Box]:
    """Set the head of the plan, and return it with the space below. Large type shrinks, so that
    most of the page stays free."""
    sizes, live = setting.sizes, setting.sheet.live(number)
    tag, title = make_part_tag(setting), setting.words("plan_title")

    def set_head(share: float) -> Flow:
        flow = Flow(live)
        flow.set(title, sizes.titles, sizes.heading, leading=1.3, heading=True, tag=tag)
        flow.set(setting.words("plan_note"), sizes.face, share * sizes.body)
        return flow

    maximum = live.y + _HEAD_SHARE * live.height
    flow = first_fitting(map(set_head, _SHARES), lambda flow: flow.y <= maximum)
    return flow, live.inset(top=flow.y - live.y + sizes.small, bottom=2.2 * sizes.small)


def _count_boxes(setting: Setting) -> int:
    """Return the number of boxes that fit on a page."""
    _, space = _set_plan_head(setting, 1)
    columns, rows = (
        space.width // (_MIN_BOX_WIDTH * MIN_TYPE),
        space.height // (_MIN_BOX_HEIGHT * MIN_TYPE),
    )
    return max(1, int(columns * rows))


def _draw_boxes(
    setting: Setting, space: Box, rooms: Sequence[FinishedMaze], first: int
) -> Iterator[Item]:
    """Yield a box for each room, with its number above and the letters of its doors inside. first:
    the number of rooms on earlier pages."""
    count, plate = len(rooms), rooms[0].plate
    columns = max(
        range(1, count + 1),
        key=lambda columns: min(
            space.width / columns / plate.width,
            space.height / ceil(count / columns) / plate.height,
        ),
    )
    across, down = space.width / columns, space.height / ceil(count / columns)
    size = max(MIN_TYPE, min(setting.sizes.small, _TYPE_SHARE * across))
    head = _NUMBER_LINE * size
    scale = min(_BOX * across / plate.width, (_BOX * down - head) / plate.height)
    width, height = scale * plate.width, scale * plate.height
    for index, room in enumerate(rooms):
        row, column = divmod(index, columns)
        left = space.x + column * across + (across - width) / 2
        top = space.y + row * down + head + (down - head - height) / 2
        box = Box(left, top, width, height)
        line = setting.words.number(first + index + 1)
        yield set_left(line, box, top - (_NUMBER_LINE - 1) * size, setting.sizes.bold, size)
        if room.room:
            yield from _draw_box(setting, box, room.room.signs, scale, size)


def _draw_box(
    setting: Setting, box: Box, signs: Sequence[DoorSign], scale: float, size: float
) -> Iterator[Item]:
    """Yield the rim of a room, with a gap and a letter at each door."""
    right = setting.sheet.right  # mirroring the page does not mirror the rooms
    taken: list[tuple[float, int]] = []  # positions of the letters at the top and bottom edges
    for is_upright, far in ((False, 0), (False, 1), (True, 1), (True, 0)):
        length = box.height if is_upright else box.width
        at_edge = [
            (sign.door[is_upright] * scale, sign.letter)
            for sign in signs
            if (sign.out[1 - is_upright] > 0, abs(sign.out[1 - is_upright])) == (far, 1)
        ]
        if right and not is_upright:
            at_edge = [(length - place, letter) for place, letter in at_edge]
        first, last = _EDGE_GAP * size, length - _EDGE_GAP * size
        if is_upright:
            near = [
                height for x, height in taken if abs(x - far * box.width) < 2 * _EDGE_GAP * size
            ]
            first = _CORNER_GAP * size if 0 in near else first
            last = length - _CORNER_GAP * size if 1 in near else last
        doors = _space_letters(sorted(at_edge), first, last, _MIN_LETTER_GAP * size)
        if not is_upright:
            taken += [(length - place if right else place, far) for place, _ in doors]
        edge = (1 - far if right and is_upright else far) * (
            box.width if is_upright else box.height
        )
        stops = [
            0.0,
            *(place + half for place, _ in doors for half in (-size / 2, size / 2)),
            length,
        ]
        for start, end in zip(stops[::2], stops[1::2], strict=True):
            corners = ((edge, start), (edge, end)) if is_upright else ((start, edge), (end, edge))
            (x1, y1), (x2, y2) = corners
            yield Rule(box.x + x1, box.y + y1, box.x + x2, box.y + y2, _LINE)
        inwards = _EDGE_GAP * size * (1 if edge == 0 else -1)
        for place, letter in doors:
            x, y = (edge + inwards, place) if is_upright else (place, edge + inwards)
            around = Box(box.x + x - size, box.y, 2 * size, size)
            baseline = box.y + y + _DIGIT * size / 2
            yield center(letter, around, baseline, setting.sizes.face, size)


def _space_letters(
    doors: Sequence[tuple[float, str]], first: float, last: float, distance: float
) -> list[tuple[float, str]]:
    """Return positions for the letters along an edge, between `first` and `last`, at least
    `distance` from each other if there is room."""
    distance = min(distance, (last - first) / max(1, len(doors) - 1))
    placed: list[tuple[float, str]] = []
    for index, (place, letter) in enumerate(doors):
        minimum = placed[-1][0] + distance if placed else first
        maximum = last - (len(doors) - 1 - index) * distance
        placed.append((min(max(place, minimum), maximum), letter))
    return placed
