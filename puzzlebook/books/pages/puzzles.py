"""A puzzle page: number, section or silhouette, a line of story, the maze as large as can be, where its answer is."""

from __future__ import annotations

from puzzlebook.books import text
from puzzlebook.books.layout import QUIET, TypeScale, at_left, at_right, centred
from puzzlebook.books.page import Box, Page, Picture, Text
from puzzlebook.books.setting import Entry, Setting, in_middle
from puzzlebook.pictures.plate import puzzle

# The eye takes a picture for centred that stands a little above the middle.
_OPTICAL_MIDDLE = 0.45
# A code is smaller than the other small type: it is for those who look for it.
_CODE = 0.85


def room(live: Box, type_: TypeScale, story: bool) -> Box:
    """What a puzzle page's live area leaves for the maze."""
    head = type_.heading * 1.9 + (type_.leading if story else 0)
    return live.inset(top=head, bottom=type_.small * 2.2)


def puzzle_page(setting: Setting, entry: Entry, number: int, answer_page: int | None) -> Page:
    """The page of this number."""
    type_, words = setting.type, setting.words
    live = setting.sheet.live(number)
    story = entry.section.story
    title = words("maze", number=entry.number)
    head = live.y + type_.heading
    section = entry.silhouette.title if entry.silhouette else entry.section.heading
    measure = live.width - text.width(title, text.BOLD, type_.heading) - type_.body
    section_size = text.size_to_fit(section, type_.face, type_.body, measure)
    items = [
        at_left(title, live, head, text.BOLD, type_.heading),
        at_right(section, live, head, type_.face, section_size, QUIET),
    ]
    if story:
        size = text.size_to_fit(story, type_.face, type_.body, live.width)
        items.append(at_left(story, live, head + type_.leading * 1.1, type_.face, size))
    foot = live.bottom - type_.small * 0.3
    outer, inner = (at_right, at_left) if number % 2 else (at_left, at_right)
    items.append(outer(str(number), live, foot, type_.face, type_.small))
    answer = "" if answer_page is None else words("answer_on", page=answer_page)
    if answer:
        items.append(inner(answer, live, foot, type_.face, type_.small, QUIET))
    if setting.recipe.codes == "all":
        items += _code(setting, entry.maze.code, live, foot, *((answer, str(number))[:: 1 if number % 2 else -1]))
    return setting.sheet.page(*items, puzzle_picture(setting, entry, number))


def _code(setting: Setting, code: str, live: Box, foot: float, left: str, right: str) -> list[Text]:
    """The maze's code in the middle between the two texts of the foot or, where it finds no room, just above them.

    A code that is wider than the page even so, as long letters make one, stands only in the manifest.
    """
    type_ = setting.type
    gap = type_.small
    taken = [text.width(side, type_.face, type_.small) + gap if side else 0 for side in (left, right)]
    between, baseline = live.inset(left=taken[0], right=taken[1]), foot
    size = text.size_to_fit(code, text.REGULAR, _CODE * type_.small, between.width)
    if text.width(code, text.REGULAR, size) > between.width:
        between, baseline = live, foot - type_.small * 1.15
        size = text.size_to_fit(code, text.REGULAR, _CODE * type_.small, live.width)
    fits = text.width(code, text.REGULAR, size) <= live.width
    return [centred(code, between, baseline, text.REGULAR, size, QUIET)] if fits else []


def puzzle_picture(setting: Setting, entry: Entry, number: int) -> Picture:
    """The maze, where it stands on the page of this number."""
    box = room(setting.sheet.live(number), setting.type, bool(entry.section.story))
    return in_middle(puzzle(entry.plate, entry.scale, entry.ink), box, _OPTICAL_MIDDLE)
