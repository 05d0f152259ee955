"""The contents: a row for each section and one for the answers; long titles take several lines.

A few rows are set larger and wider apart, so that they are a page and not its top.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from typing import NamedTuple

from puzzlebook.books.pages import ornaments
from puzzlebook.books.planning.alt_text import describe_stars, make_part_tag
from puzzlebook.books.planning.setting import Setting
from puzzlebook.books.planning.stars import MOST
from puzzlebook.typesetting import text
from puzzlebook.typesetting.flow import Flow
from puzzlebook.typesetting.layout import set_left, set_right
from puzzlebook.typesetting.page import ARTIFACT, Box, Item, Link, Page, Tag, tag_items

_WIDEST_PAGE = "0000"
_WIDEST_MAZE = 888
_ROW_LEADING = 1.35
_AIR = 0.7  # ems, at both sides of the stars
_STAR = 1.3  # sizes of its type: a star and the air before it
_WIDEST = 46  # ems
_LARGER = (1.4, 1.3, 1.2, 1.1, 1)
"""How much larger than the book's type a few rows may be."""
_FILLED = 0.85
"""How much of its page a short list takes, where that does not pull its rows apart."""
_FARTHEST = 2.6
"""The most air between two rows, in sizes of the type."""


class ContentsRow(NamedTuple):
    """A line of the contents: what, which mazes, on which page it begins, and the stars of the
    easiest and the hardest of them, where they are told."""

    title: str
    mazes: str
    page: int
    stars: tuple[int, int] | None = None


def lay_out_contents(setting: Setting, number: int, rows: Sequence[ContentsRow], part: int) -> Page:
    """One of the pages that the contents take: which of them, from 0."""
    first, last = _split_contents(setting)[part]
    setting, air = _spread(setting)
    return _contents_page(setting, number, rows[first:last], part == 0, air)


def count_contents_pages(setting: Setting) -> int:
    """How many pages the contents take: a line for each section, and one for the answers."""
    return len(_split_contents(setting))


def _split_contents(setting: Setting) -> list[tuple[int, int]]:
    """The rows (the first, and the one after the last) of each page of contents."""
    highs, room = _row_heights(setting), _room(setting)
    parts, left = [(0, 0)], room
    for row, high in enumerate(highs):
        first, last = parts[-1]
        if high > left and last > first:
            parts.append((row, row))
            left = room
        parts[-1] = parts[-1][0], row + 1
        left -= high
    return parts


def _room(setting: Setting) -> float:
    """How high the rows of a page may be together."""
    return _live(setting, 1).height - setting.sizes.heading * 1.7 - setting.sizes.body * 1.4


def _row_heights(setting: Setting) -> list[float]:
    """How high the rows may be, from the first section to the answers."""
    titles = [setting.heading(part) or _widest_note(setting).strip() for part in setting.parts]
    return [_row_height(setting, title) for title in (*titles, setting.words("contents_answers"))]


def _spread(setting: Setting) -> tuple[Setting, float]:
    """The setting of the contents, in larger type where they are short, and the air (points) below
    each of their rows.

    Larger type must break no title.
    """
    plain = _row_heights(setting)
    if fsum(plain) > _room(setting):
        return setting, 0.0
    for share in _LARGER:
        larger = setting._replace(sizes=setting.sizes._replace(body=setting.sizes.body * share))
        highs, room = _row_heights(larger), _FILLED * _room(larger)
        if fsum(highs) <= min(room, share * fsum(plain) + 0.01):
            return larger, min(_FARTHEST * larger.sizes.body, (room - fsum(highs)) / len(highs))
    return setting, 0.0


def _live(setting: Setting, number: int) -> Box:
    """The room for the contents: on a wide page no wider than an eye finds its way from a title to
    its page."""
    live = setting.sheet.live(number)
    return live.inset(right=max(0.0, live.width - _WIDEST * setting.sizes.body))


def _title_lines(setting: Setting, title: str) -> list[str]:
    """The lines of a title in the contents, left of the page numbers."""
    sizes = setting.sizes
    return text.wrap(title, sizes.bold, sizes.body, _live(setting, 1).width - _aside(setting))


def _aside(setting: Setting) -> float:
    """How much of the measure the stars and the page numbers take."""
    sizes = setting.sizes
    taken = text.measure_width(_WIDEST_PAGE, sizes.face, sizes.body)
    return taken + _stars_width(setting) + 2 * _AIR * sizes.body if setting.has_stars else taken


def _stars_width(setting: Setting) -> float:
    """How wide a section's stars may be."""
    sizes = setting.sizes
    return (
        text.measure_width(_describe_stars(setting, (MOST, MOST - 1)), sizes.regular, sizes.small)
        + _STAR * sizes.small
    )


def _describe_stars(setting: Setting, stars: tuple[int, int]) -> str:
    """How many stars a section's mazes have."""
    return "–".join(setting.words.number(count) for count in dict.fromkeys(stars))


def _widest_note(setting: Setting) -> str:
    """As much as a row may say of its mazes."""
    return f"  {setting.words('contents_mazes', first=_WIDEST_MAZE, last=_WIDEST_MAZE)}"


def _row_height(setting: Setting, title: str, note: str | None = None) -> float:
    """How high a row of the contents is: what it says of its mazes may need a line of its own. No
    note: at most."""
    sizes, lines = setting.sizes, _title_lines(setting, title)
    note = _widest_note(setting) if note is None else note
    wide = _live(setting, 1).width - _aside(setting)
    alone = (
        text.measure_width(lines[-1], sizes.bold, sizes.body)
        + text.measure_width(note, sizes.regular, sizes.small)
        > wide
    )
    return sizes.body * (2.4 + _ROW_LEADING * (len(lines) - 1 + alone))


def _contents_page(
    setting: Setting, number: int, rows: Sequence[ContentsRow], first: bool, air: float
) -> Page:
    sizes = setting.sizes
    live = _live(setting, number)
    flow = Flow(live)
    if first:
        title = setting.words("contents_title")
        flow.set(
            title,
            sizes.titles,
            sizes.heading * 1.25,
            leading=1.3,
            heading=True,
            tag=make_part_tag(setting),
        )
    flow.gap(sizes.body * 1.4 + air / 2)
    links = []
    table = Tag("TOC")
    for row in rows:
        top = flow.y
        tag = Tag("Link", within=Tag("Reference", within=Tag("TOCI", within=table)))
        flow.items += _set_row(setting, row, live, top + sizes.body, tag)
        flow.gap(_row_height(setting, row.title, row.mazes and f"  {row.mazes}") + air)
        links.append(
            Link(
                Box(live.x, top - sizes.body * 0.6, live.width, flow.y - top),
                row.page,
                row.title,
                tag,
            )
        )
    return setting.sheet.page(number, *flow.items, links=links)


def _set_row(
    setting: Setting, row: ContentsRow, live: Box, baseline: float, tag: Tag
) -> list[Item]:
    """A row of the contents, from its first baseline down: the title in its lines, what it holds,
    and its page.

    tag: what the row is; its stars are read last.
    """
    sizes = setting.sizes
    measure = live.inset(right=_aside(setting))
    page = set_right(setting.words.number(row.page), live, baseline, sizes.face, sizes.body)
    items: list[Item] = []
    shown: list[Item] = []
    if row.stars:
        shown += _draw_stars(setting, row.stars, measure.right + _AIR * sizes.body, baseline, tag)
    for place, line in enumerate(lines := _title_lines(setting, row.title)):
        size = text.fit_size(line, sizes.bold, sizes.body, measure.width)
        items.append(
            set_left(line, measure, baseline + place * _ROW_LEADING * sizes.body, sizes.bold, size)
        )
    baseline += (len(lines) - 1) * _ROW_LEADING * sizes.body
    note = row.mazes and f"  {row.mazes}"
    used = text.measure_width(lines[-1], sizes.bold, sizes.body)
    if used + text.measure_width(note, sizes.regular, sizes.small) > measure.width:
        used, baseline, note = 0.0, baseline + _ROW_LEADING * sizes.body, note.strip()
    if note:
        items.append(
            set_left(
                note, measure.inset(left=used), baseline, sizes.regular, sizes.small, setting.aside
            )
        )
    return [*shown, *tag_items([*items, page], tag)]


def _draw_stars(
    setting: Setting, stars: tuple[int, int], x: float, baseline: float, tag: Tag
) -> list[Item]:
    """The stars of a section's mazes, from x on: figures before a star, as its mazes differ."""
    sizes, said = setting.sizes, _describe_stars(setting, stars)
    right = x + _stars_width(setting)
    star = ornaments.draw_stars(setting, 1, right, baseline, sizes.small, row=1)
    before = Box(x, baseline, right - _STAR * sizes.small - x, 0.0)
    figures = set_right(said, before, baseline, sizes.regular, sizes.small, setting.aside)
    return [
        figures._replace(tag=ARTIFACT),
        star._replace(tag=describe_stars(setting, said, tag, place=1)),
    ]
