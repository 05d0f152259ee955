"""A maze over many rooms: the signs at its doors, the way through each room in words, and a plan
with a square for each, to be joined by whoever walks through the doors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil

from puzzlebook.books.planning.alt_text import make_part_tag
from puzzlebook.books.planning.setting import Setting
from puzzlebook.maze_art.room_signs import PrintedRoom, set_door_signs
from puzzlebook.typesetting import text
from puzzlebook.typesetting.flow import Flow
from puzzlebook.typesetting.layout import center, line_box, set_left, set_right
from puzzlebook.typesetting.page import ARTIFACT, Box, Item, Link, Page, Picture, Rule, Tag, Text

_SQUARE = 0.42  # side of a square, as a share of the distance between two
_LINE = 1.0  # points
_NUMBER = 0.5  # type of a number, as a share of its square
_DIGIT = 0.7  # height of a digit, in sizes of the type


def sign_doors(setting: Setting, room: PrintedRoom, picture: Picture, place: int) -> list[Text]:
    """Set what stands outside the doors of a room on its page. place: in the order of reading."""
    drawing, placed = picture.drawing, []
    for line in set_door_signs(drawing, room.signs, setting.sizes.face):
        x = line.x
        if setting.sheet.right:  # on the finished page the line changes sides, but the picture
            wide = text.measure_width(line.text, line.face, line.size)  # is not mirrored itself
            x = drawing.width * drawing.scale - x - wide
        tag = Tag("Link", within=Tag("P", place=place), place=place)
        placed.append(line._replace(x=picture.x + x, y=picture.y + line.y, tag=tag))
    return placed


def link_doors(
    room: PrintedRoom, lines: Sequence[Text], pages: Mapping[int, int]
) -> Iterator[Link]:
    """Yield a link from each sign to the page of its room. pages: of the rooms, by number."""
    for sign, line in zip(room.signs, lines, strict=True):
        if sign.room in pages:
            tag = line.tag or ARTIFACT
            yield Link(line_box(line), pages[sign.room], f"{sign.letter}: {sign.beyond}", tag)


def list_visits(setting: Setting, room: PrintedRoom) -> list[str]:
    """List the pieces of the way in a room, in words."""
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


def lay_out_plan(setting: Setting, number: int) -> Page:
    """Lay out the plan of a book's rooms, in their order, row by row."""
    sizes, live = setting.sizes, setting.sheet.live(number)
    part = next(part for part in setting.parts if part.section.doors)
    flow = Flow(live)
    title = setting.words("plan_title")
    tag = make_part_tag(setting)
    flow.set(title, sizes.titles, sizes.heading, leading=1.3, heading=True, tag=tag)
    flow.set(setting.words("plan_note"), sizes.face, sizes.body)
    room = live.inset(top=flow.y - live.y + sizes.body, bottom=2.2 * sizes.small)
    items: list[Item] = [*flow.items, *_draw_squares(setting, room, part.mazes)]
    outer = set_right if number % 2 else set_left
    foot = live.bottom - 0.3 * sizes.small
    folio = outer(setting.words.number(number), live, foot, sizes.face, sizes.small)
    return setting.sheet.page(number, *items, folio._replace(tag=ARTIFACT))


def _draw_squares(setting: Setting, room: Box, count: int) -> list[Item]:
    columns = max(
        range(1, count + 1),
        key=lambda columns: min(room.width / columns, room.height / ceil(count / columns)),
    )
    across, down = room.width / columns, room.height / ceil(count / columns)
    side = _SQUARE * min(across, down)
    size = _NUMBER * side
    items: list[Item] = []
    for index in range(count):
        row, column = divmod(index, columns)
        left = room.x + (column + 0.5) * across - side / 2
        top = room.y + (row + 0.5) * down - side / 2
        box = Box(left, top, side, side)
        corners = [(left, top), (box.right, top), (box.right, box.bottom), (left, box.bottom)]
        ends = zip(corners, [*corners[1:], corners[0]], strict=True)
        items += [Rule(*start, *end, _LINE) for start, end in ends]
        line = setting.words.number(index + 1)
        baseline = top + side / 2 + _DIGIT * size / 2
        items.append(center(line, box, baseline, setting.sizes.bold, size))
    return items
