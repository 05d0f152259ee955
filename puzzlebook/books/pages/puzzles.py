"""A puzzle page: number, section or silhouette, a line of story, the maze as large as can be, where its answer is."""

from __future__ import annotations

from puzzlebook.books import text
from puzzlebook.books.layout import QUIET, Item, TypeScale, at_left, at_right
from puzzlebook.books.page import Box, Page, Picture
from puzzlebook.books.pages.ornaments import stars, stars_width
from puzzlebook.books.setting import Entry, Setting, in_middle
from puzzlebook.pictures.plate import puzzle

# The eye takes a picture for centred that stands a little above the middle.
_OPTICAL_MIDDLE = 0.45


def room(live: Box, type_: TypeScale, line: bool) -> Box:
    """What a puzzle page's live area leaves for the maze; `line`: whether one stands below the heading."""
    head = type_.heading * 1.9 + (type_.leading if line else 0)
    return live.inset(top=head, bottom=type_.small * 2.2)


def puzzle_page(setting: Setting, entry: Entry, number: int, answer_page: int | None) -> Page:
    """The page of this number."""
    type_, words = setting.type, setting.words
    live = setting.sheet.live(number)
    title = words("maze", number=entry.number)
    head = live.y + type_.heading
    section = entry.silhouette.title if entry.silhouette else entry.section.heading
    measure = live.width - text.width(title, text.BOLD, type_.heading) - type_.body
    section_size = text.size_to_fit(section, type_.face, type_.body, measure)
    items: list[Item] = [
        at_left(title, live, head, text.BOLD, type_.heading),
        at_right(section, live, head, type_.face, section_size, QUIET),
    ]
    below = head + type_.leading * 1.1
    taken = stars_width(type_.small) if setting.has_stars else 0
    line = live.inset(right=taken + type_.body if taken else 0)
    story = setting.story(entry.section, entry.number, line.width)
    if taken:
        items.append(stars(entry.stars, live.right, below, type_.small))
    if story:
        size = text.size_to_fit(story, type_.face, type_.body, line.width)
        items.append(at_left(story, line, below, type_.face, size))
    foot = live.bottom - type_.small * 0.3
    outer, inner = (at_right, at_left) if number % 2 else (at_left, at_right)
    items.append(outer(str(number), live, foot, type_.face, type_.small))
    if answer_page is not None:
        answer = words("answer_on", page=answer_page)
        items.append(inner(answer, live, foot, type_.face, type_.small, QUIET))
    return setting.sheet.page(puzzle_picture(setting, entry, number), *items)


def puzzle_picture(setting: Setting, entry: Entry, number: int) -> Picture:
    """The maze, where it stands on the page of this number."""
    box = room(setting.sheet.live(number), setting.type, setting.has_line(entry.section))
    return in_middle(puzzle(entry.plate, entry.scale, entry.ink), box, _OPTICAL_MIDDLE)
