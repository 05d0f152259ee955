"""A puzzle in a stage: the drawing fills the page, and contains the words if it has space for them.

Whether the words are inside the drawing must not depend on the language, since the grid depends on
it. In a wordy language the type is smaller.
"""

from __future__ import annotations

from collections.abc import Sequence

from puzzlebook.books.pages.ornaments import draw_stars, stars_width
from puzzlebook.books.planning.alt_text import make_maze_tag
from puzzlebook.books.planning.setting import Entry, Setting
from puzzlebook.maze_art.stage import load_look
from puzzlebook.maze_art.stage_view import StageView
from puzzlebook.recipes.order import BookSection
from puzzlebook.recipes.stage_grids import has_room_for_heading
from puzzlebook.typesetting import text
from puzzlebook.typesetting.layout import MIN_TYPE, center, set_left
from puzzlebook.typesetting.page import Box, Item, Picture, Tag, mirror_items

_STEP = 0.05  # how much a heading shrinks from try to try, as a share of the usual heading size
MEASURE = 0.94  # largest width of a line, as a share of the width for words
# How far capitals reach above a baseline, and letters below it, in ems.
_CAPITAL, _DESCENT = 0.72, 0.22
_ABOVE_ROW = 0.3  # how much nearer the first row is to the heading than to the next row, in ems
_STARS = 0.55  # size of the stars, as a share of the heading's


def has_words_inside(setting: Setting, part: BookSection, frame: Box) -> bool:
    """Return whether the words of a section's pages are inside all of its drawings."""
    return part.per_page == 1 and all(
        has_room_for_heading(sized.stage, frame, setting.sizes) for sized in part.stages
    )


def find_words_box(view: StageView, picture: Picture) -> Box | None:
    """Return the box for words in a stage, if it has one. picture: the stage with its maze."""
    if view.stage.place.words is None:
        return None
    left, top, right, bottom = view.stage.place.words
    x, y = picture.x - view.crop.left * view.unit, picture.y - view.crop.top * view.unit
    unit = view.unit
    return Box(x + left * unit, y + top * unit, (right - left) * unit, (bottom - top) * unit)


def choose_type(setting: Setting, room: Box, rows: int) -> float:
    """Return the share of usual type size at which a heading and `rows` rows fit in a box."""
    sizes, look = setting.sizes, load_look()
    height = look["heading"] * sizes.heading + rows * look["line"] * sizes.body
    return min(1.0, room.height / height)


def find_measure(setting: Setting, room: Box, rows: int) -> float:
    """Return how wide a row of a story may be if it is measured in type of the usual size. (Many
    rows are set in smaller type, so that a wider row fits; but none is small in large print.)"""
    share = choose_type(setting, room, rows)
    if setting.is_large_print:
        share = max(share, load_look()["large_line"])
    return room.width * MEASURE / share


def count_rows(setting: Setting, room: Box, maximum: int) -> int:
    """Return how many rows, at most `maximum`, fit below the heading in the smallest type."""
    minimum = load_look()["min_type"]
    return next(
        (rows for rows in range(maximum, 0, -1) if choose_type(setting, room, rows) >= minimum), 1
    )


def _enlarge_words(
    setting: Setting, story: Sequence[str], room: Box, widest: float, largest: float
) -> tuple[Sequence[str], float]:
    """Return the rows of a story, one of them split in two if they are then in larger type, and the
    share of the usual type size at which they and a heading fill a box. largest: the greatest
    share."""
    sizes, look = setting.sizes, load_look()

    def find_share(rows: Sequence[str]) -> float:
        heading, line = look["heading"] * sizes.heading, look["line"] * sizes.body
        tallest = look["filled"] * room.height / (heading + len(rows) * line)
        width = max((text.measure_width(row, sizes.face, sizes.body) for row in rows), default=0.0)
        return min(largest, tallest, widest / max(width, 1.0))

    # Words that fill a board from edge to edge would touch its outline.
    inner = room._replace(height=look["filled"] * room.height)
    smallest = min(look["min_type"], choose_type(setting, room, len(story)))
    usual = max(smallest, min(largest, choose_type(setting, inner, len(story))))
    choices = [story, *([_split_longest(setting, story)] if story else [])]
    best = max(choices, key=find_share)
    # A row that is too long for the usual type is set in smaller type.
    readable = min(usual, find_share(story))
    return (best, find_share(best)) if find_share(best) > readable else (story, usual)


def _split_longest(setting: Setting, story: Sequence[str]) -> Sequence[str]:
    """Return the rows of a story with the widest of them split where its halves are most equal."""
    face = setting.sizes.face
    widths = [text.measure_width(row, face, 1.0) for row in story]
    index = widths.index(max(widths))
    words = story[index].split(" ")
    splits = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    if not splits:
        return story
    halves = min(splits, key=lambda rows: max(text.measure_width(row, face, 1.0) for row in rows))
    return [*story[:index], *halves, *story[index + 1 :]]


def _can_be_read(setting: Setting, story: Sequence[str], widest: float) -> bool:
    """Whether all rows fit a width, one of them split in two if it is alone, in the smallest type
    that the readers can read."""
    sizes, least = setting.sizes, MIN_TYPE
    if setting.is_large_print:
        least = load_look()["large_line"] * sizes.body
        story = _split_longest(setting, story) if len(story) == 1 else story
    return all(text.measure_width(row, sizes.face, least) <= widest for row in story)


def set_words(
    setting: Setting, entry: Entry, story: Sequence[str], room: Box, frame: Box
) -> list[Item]:
    """Set a maze's heading, stars and, if it fits, story in the drawing around the maze. A heading
    without a story is larger, so that its board does not look empty."""
    sizes, look = setting.sizes, load_look()
    widest = room.width * MEASURE
    if not _can_be_read(setting, story, widest):
        story = ()
    largest = look["framed_type" if entry.view and setting.frames_pages else "max_type"]
    story, share = _enlarge_words(setting, story, room, widest, largest)
    title = setting.words("maze", number=entry.number)
    size = sizes.heading * share
    has_stars = setting.has_stars and bool(entry.stars)

    def beside(size: float) -> float:
        return (stars_width(size * _STARS) + size * _STARS) if has_stars else 0.0

    if not story:
        widest_alone = look["alone"] * room.width
        width = text.measure_width(title, sizes.titles, 1.0) + beside(1.0)
        size = max(size, min(widest_alone / width, look["filled"] * room.height / _CAPITAL))
    while (
        size > MIN_TYPE
        and text.measure_width(title, sizes.titles, size) + beside(size) > room.width
    ):
        size -= _STEP * sizes.heading
    body = sizes.body * share
    least = look["large_line" if setting.is_large_print else "min_type"] * sizes.body
    if story and setting.is_large_print:  # of one size on all pages, where it fits
        body = least
        if len(story) == 1 and text.measure_width(story[0], sizes.face, body) > widest:
            story = _split_longest(setting, story)
        rows = (look["line"] * len(story) - _ABOVE_ROW + _DESCENT) * body
        fitting = (room.height - rows) / (look["heading"] - 1 + _CAPITAL)
        size = max(least, min(look["large_heading"] * sizes.body, fitting))
    elif story and body < least:  # the heading gives way
        least = min(least, room.height / (look["heading"] + len(story) * look["line"]))
        body = max(body, least)
        if len(story) == 1 and text.measure_width(story[0], sizes.face, body) > widest:
            story, body = _split_longest(setting, story), least
        rest = room.height - len(story) * look["line"] * body
        size = min(size, max(body, rest / look["heading"]))
    below = (look["heading"] - 1) * size + (look["line"] - _ABOVE_ROW) * body
    last = below + (len(story) - 1) * look["line"] * body if story else 0.0
    height = _CAPITAL * size + last + _DESCENT * (body if story else 0.0)
    baseline = room.y + (room.height - height) / 2 + _CAPITAL * size
    used = text.measure_width(title, sizes.titles, size) + beside(size)
    line = room.inset(left=(room.width - used) / 2)
    items: list[Item] = [
        set_left(title, line, baseline, sizes.titles, size)._replace(tag=make_maze_tag(setting))
    ]
    if has_stars:
        items.append(draw_stars(setting, entry.stars, line.x + used, baseline, size * _STARS))
    tag = Tag("P")
    baseline += below
    fitted = min((text.fit_size(row, sizes.face, body, widest) for row in story), default=body)
    for index, row in enumerate(story):
        y = baseline + index * look["line"] * body
        items.append(center(row, room, y, sizes.face, fitted)._replace(tag=tag))
    # Mirroring the page does not mirror its drawings.
    return mirror_items(items, frame) if setting.sheet.right else items
