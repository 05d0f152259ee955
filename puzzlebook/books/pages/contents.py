"""The table of contents, with a row for each section and a row for the answers.

Long titles are broken into lines. A short table has larger type and more space between its rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, fsum, inf
from typing import NamedTuple

from puzzlebook.books.pages.front import lay_out_framed, set_page_title
from puzzlebook.books.planning.alt_text import describe_stars
from puzzlebook.books.planning.setting import HEAVY, Setting, center_drawing
from puzzlebook.books.planning.stars import MOST
from puzzlebook.drawing.drawing import BLACK, Colour
from puzzlebook.maze_art.scenes import enlarge, find_vignette
from puzzlebook.typesetting import text
from puzzlebook.typesetting.flow import Flow
from puzzlebook.typesetting.layout import THINNEST, set_left, set_right
from puzzlebook.typesetting.page import ARTIFACT, Box, Item, Link, Page, Picture, Tag, tag_items

# The widest page number, maze number and minutes for which space is reserved.
_WIDEST_PAGE = "0000"
_WIDEST_MAZE = 888
_WIDEST_MINUTES = 88.0
_ROW_LEADING = 1.35
_ROW_MIDDLE = 0.75  # of a row beside its vignette, below its top, in ems
_STAR_GAP = 0.7  # space on either side of the stars, in ems
_STAR = 1.3  # width of a star and the space before it, as a multiple of its type size
_MAX_WIDTH = 46  # ems: largest width of the table
# Type sizes to try in a short table, as multiples of the book's.
_LARGER_TYPE = (1.4, 1.3, 1.2, 1.1, 1)
# Height that a short table fills if _MAX_ROW_GAP allows it, as a share of the page.
_MAX_HEIGHT = 0.85
_HEIGHT_ABOVE_QUEST = 0.72  # the same above the thing to look for in the whole book
_QUEST, _QUEST_AIR = 5.0, 0.7  # ems: the height of its board, and the room above and below it
_FRAMED_NOTE = 11.0  # points: the least type of notes in books for adults
_MAX_ROW_GAP = 2.6  # largest extra space between rows, in ems
# Vignettes: their greatest height, and how far rows are from their left edge, in ems; their
# greatest height, as a share of the distance from row to row.
_VIGNETTE, _BESIDE_VIGNETTE, _VIGNETTE_SHARE = 5.6, 6.8, 0.9


class ContentsRow(NamedTuple):
    """A row of the contents. note: the numbers of the section's mazes, and how long they take.
    page: the section's first page. stars: those of the easiest and of the hardest maze, if
    printed."""

    title: str
    note: str
    page: int
    stars: tuple[int, int] | None = None


def lay_out_contents(
    setting: Setting,
    number: int,
    rows: Sequence[ContentsRow],
    part: int,
    quest: tuple[str, int] | None = None,
) -> Page:
    """Lay out one page of the contents. part: the index of the page within the contents. quest: the
    piece to look for in the whole book, and the number of mazes in which it lies."""
    first, last = _split_contents(setting)[part]
    setting, row_gap = _choose_spacing(setting, rows)
    return _contents_page(setting, number, rows[first:last], first, row_gap, quest)


def count_contents_pages(setting: Setting) -> int:
    """Return the number of pages that the contents fill."""
    return len(_split_contents(setting))


def _split_contents(setting: Setting) -> list[tuple[int, int]]:
    """Return the rows on each page of the contents, as half-open ranges."""
    heights, room = _row_heights(setting), _room(setting)
    ranges, remaining = [(0, 0)], room
    for row, height in enumerate(heights):
        first, last = ranges[-1]
        if height > remaining and last > first:
            ranges.append((row, row))
            remaining = room
        ranges[-1] = ranges[-1][0], row + 1
        remaining -= height
    return ranges


def _room(setting: Setting) -> float:
    """Return the height, in points, that the rows of a page may fill."""
    return _live(setting, 1).height - setting.sizes.heading * 1.7 - setting.sizes.body * 1.4


def _row_heights(setting: Setting) -> list[float]:
    """Return the largest possible height of each row, from the first section to the answers."""
    titles = [setting.heading(part) or _widest_note(setting).strip() for part in setting.parts]
    return [_row_height(setting, title) for title in (*titles, setting.words("contents_answers"))]


def _choose_spacing(setting: Setting, rows: Sequence[ContentsRow]) -> tuple[Setting, float]:
    """Return the setting of the contents and the extra points below each row.

    A short table has larger type, unless a title or a note would then need more lines.
    """

    def row_heights(setting: Setting) -> list[float]:
        return [_row_height(setting, row.title, row.note and f"  {row.note}") for row in rows]

    if fsum(_row_heights(setting)) > _room(setting):
        return setting, 0.0
    plain = row_heights(setting)
    for share in _LARGER_TYPE:
        larger = setting._replace(sizes=setting.sizes._replace(body=setting.sizes.body * share))
        heights = row_heights(larger)
        filled = _HEIGHT_ABOVE_QUEST if setting.has_quest else _MAX_HEIGHT
        room = (1.0 if setting.frames_pages else filled) * _room(larger)
        if fsum(heights) <= min(room, share * fsum(plain) + 0.01):
            spare = (room - fsum(heights)) / len(heights)
            widest = inf if setting.frames_pages else _MAX_ROW_GAP * larger.sizes.body
            return larger, min(widest, spare)
    return setting, 0.0


def _live(setting: Setting, number: int) -> Box:
    """Return the box of the contents, narrow enough for the eye to follow each row, and beside the
    vignettes, if there are any."""
    live = lay_out_framed(setting, number)[1]
    live = live.inset(right=max(0.0, live.width - _MAX_WIDTH * setting.sizes.body))
    return live.inset(left=_BESIDE_VIGNETTE * setting.sizes.body if _has_vignettes(setting) else 0)


def _has_vignettes(setting: Setting) -> bool:
    """Return whether each section has a vignette."""
    return setting.frames_pages and all(
        find_vignette(part.section.key) is not None for part in setting.parts
    )


def _draw_vignettes(
    setting: Setting, live: Box, first_row: int, middles: Sequence[float], pitch: float
) -> Iterator[Item]:
    """Draw the vignettes of sections beside their rows. first_row: the index of the first section.
    middles: the heights of the rows' middles. pitch: from one to the next."""
    if not _has_vignettes(setting):
        return
    left, side = _BESIDE_VIGNETTE * setting.sizes.body, _VIGNETTE * setting.sizes.body
    side = min(side, _VIGNETTE_SHARE * pitch)
    thinnest = HEAVY if setting.is_large_print else THINNEST
    for part, middle in zip(setting.parts[first_row:], middles, strict=False):
        vignette = find_vignette(part.section.key)
        assert vignette
        scale = min(side / vignette.height, side / vignette.width)
        box = Box(live.x - left, middle - side / 2, side, side)
        yield center_drawing(enlarge(vignette, scale, thinnest), box)


def _break_title(setting: Setting, title: str) -> list[str]:
    """Break a title into lines that end before the stars and page numbers."""
    sizes = setting.sizes
    return text.wrap(
        title, sizes.bold, sizes.body, _live(setting, 1).width - _measure_right_part(setting)
    )


def _measure_right_part(setting: Setting) -> float:
    """Return the width, in points, of the stars and page numbers."""
    sizes = setting.sizes
    numbers_width = text.measure_width(_WIDEST_PAGE, sizes.face, sizes.body)
    return (
        numbers_width + _stars_width(setting) + 2 * _STAR_GAP * sizes.body
        if setting.has_stars
        else numbers_width
    )


def _choose_note_size(setting: Setting) -> float:
    """Return the type size of notes and stars: in books for adults, one that is easily read."""
    least = min(_FRAMED_NOTE, setting.sizes.body) if setting.frames_pages else 0.0
    return max(setting.sizes.small, least)


def _choose_note_colour(setting: Setting) -> Colour:
    return BLACK if setting.frames_pages else setting.secondary_colour


def _stars_width(setting: Setting) -> float:
    """Return the largest possible width of a section's stars, in points."""
    sizes = setting.sizes
    return text.measure_width(
        _describe_stars(setting, (MOST, MOST - 1)), sizes.regular, _choose_note_size(setting)
    ) + _STAR * _choose_note_size(setting)


def _describe_stars(setting: Setting, stars: tuple[int, int]) -> str:
    """Return a section's stars as numbers, such as `2–4`."""
    return "–".join(setting.words.number(count) for count in dict.fromkeys(stars))


def describe_minutes(setting: Setting, minutes: tuple[float, float] | None) -> str:
    """Return the phrase for the time that each maze takes: a range of minutes; if some take less
    than one, how many all take at most."""
    if minutes is None:
        return ""
    upper = setting.words("contents_up_to", count=ceil(minutes[1]))
    if upper and round(minutes[0]) < 1:
        return upper
    minimum, maximum = (max(1, round(number)) for number in minutes)
    if minimum == maximum:
        return setting.words("contents_minute", count=minimum)
    return setting.words("contents_minutes", least=minimum, most=maximum)


def join_notes(*notes: str) -> str:
    """Join the notes of a row that are not empty."""
    return " · ".join(filter(None, notes))


def _widest_note(setting: Setting) -> str:
    """Return the widest possible note on the mazes of a section."""
    mazes = setting.words("contents_mazes", first=_WIDEST_MAZE, last=_WIDEST_MAZE)
    minutes = (_WIDEST_MINUTES - 1, _WIDEST_MINUTES) if setting.has_stars else None
    return f"  {join_notes(mazes, describe_minutes(setting, minutes))}"


def _row_height(setting: Setting, title: str, note: str | None = None) -> float:
    """Return the height of a row, in points. The note may need a line of its own; if `note` is
    None, the widest possible note is assumed."""
    sizes, lines = setting.sizes, _break_title(setting, title)
    note = _widest_note(setting) if note is None else note
    width = _live(setting, 1).width - _measure_right_part(setting)
    needs_own_line = (
        text.measure_width(lines[-1], sizes.bold, sizes.body)
        + text.measure_width(note, sizes.regular, _choose_note_size(setting))
        > width
    )
    return sizes.body * (2.4 + _ROW_LEADING * (len(lines) - 1 + needs_own_line))


def _contents_page(
    setting: Setting,
    number: int,
    rows: Sequence[ContentsRow],
    first: int,
    row_gap: float,
    quest: tuple[str, int] | None,
) -> Page:
    sizes = setting.sizes
    live = _live(setting, number)
    framed, room = lay_out_framed(setting, number)
    head = Flow(room)
    if not first:
        set_page_title(setting, head, setting.words("contents_title"))
    flow, middles = Flow(live, head.y), list[float]()
    flow.gap(sizes.body * 1.4 + row_gap / 2)
    fitted = (
        text.fit_size(
            row.note,
            sizes.regular,
            _choose_note_size(setting),
            live.width - _measure_right_part(setting),
        )
        for row in rows
        if row.note
    )
    small = min(fitted, default=_choose_note_size(setting))
    links = []
    table = Tag("TOC")
    for row in rows:
        top = flow.y
        tag = Tag("Link", within=Tag("Reference", within=Tag("TOCI", within=table)))
        flow.items += _set_row(setting, row, live, top + sizes.body, small, tag)
        flow.gap(_row_height(setting, row.title, row.note and f"  {row.note}") + row_gap)
        middles.append(top + _ROW_MIDDLE * sizes.body)
        links.append(
            Link(
                Box(live.x, top - sizes.body * 0.6, live.width, flow.y - top),
                row.page,
                row.title,
                tag,
            )
        )
    below = _draw_quest(setting, live.inset(top=flow.y - live.y), *quest) if quest else []
    pitch = (flow.y - middles[0]) / len(middles) if middles else 0.0
    drawn = _draw_vignettes(setting, live, first, middles, pitch)
    return setting.sheet.page(
        number, *framed, *head.items, *flow.items, *drawn, *below, links=links
    )


def _draw_quest(setting: Setting, room: Box, piece: str, count: int) -> list[Item]:
    """Draw the thing to look for in the whole book, and say so, on a board at the foot of this
    room; nothing if the room is too low."""
    from puzzlebook.books.scenes.word_boards import draw_words_board

    words, face, size = setting.words("quest", count=count), setting.sizes.bold, setting.sizes.body
    height = _QUEST * size
    if not words or setting.scenes is None or room.height < height + size:
        return []
    side, gap, leading = height - 2 * _QUEST_AIR * size, size, _ROW_LEADING * size
    lines = text.break_at_pauses(words, face, size, room.width - side - 4 * gap)
    widest = max(text.measure_width(line, face, size) for line in lines)
    width = side + widest + 3.5 * gap
    if width > room.width or len(lines) * leading > height - size:
        return []
    board = Box(room.x + (room.width - width) / 2, room.bottom - height, width, height)
    whole = setting.scenes.piece(piece)
    scale = side / max(whole.width, whole.height)
    drawing = setting.scenes.enlarged(piece, scale, THINNEST)
    left, top = (
        board.x + gap + (side - whole.width * scale) / 2,
        board.y + (height - whole.height * scale) / 2,
    )
    first, tag = board.y + height / 2 - (len(lines) / 2 - 0.75) * leading, Tag("P")
    beside = board.inset(left=side + 2 * gap)
    said = [
        set_left(line, beside, first + row * leading, face, size)._replace(tag=tag)
        for row, line in enumerate(lines)
    ]
    return [draw_words_board(setting.scenes, board), Picture(left, top, drawing), *said]


def _set_row(
    setting: Setting, row: ContentsRow, live: Box, baseline: float, small: float, tag: Tag
) -> list[Item]:
    """Set a row from its first baseline down: title, note and page number.

    small: type size of the notes, equal in all rows. tag: the row's tag. Screen readers read the
    stars last.
    """
    sizes = setting.sizes
    measure = live.inset(right=_measure_right_part(setting))
    page = set_right(setting.words.number(row.page), live, baseline, sizes.face, sizes.body)
    items: list[Item] = []
    stars: list[Item] = []
    if row.stars:
        stars += _draw_stars(
            setting, row.stars, measure.right + _STAR_GAP * sizes.body, baseline, tag
        )
    for index, line in enumerate(lines := _break_title(setting, row.title)):
        size = text.fit_size(line, sizes.bold, sizes.body, measure.width)
        items.append(
            set_left(line, measure, baseline + index * _ROW_LEADING * sizes.body, sizes.bold, size)
        )
    baseline += (len(lines) - 1) * _ROW_LEADING * sizes.body
    note = row.note and f"  {row.note}"
    used = text.measure_width(lines[-1], sizes.bold, sizes.body)
    if used + text.measure_width(note, sizes.regular, _choose_note_size(setting)) > measure.width:
        used, baseline, note = 0.0, baseline + _ROW_LEADING * sizes.body, note.strip()
    if note:
        box = measure.inset(left=used)
        items.append(
            set_left(note, box, baseline, sizes.regular, small, _choose_note_colour(setting))
        )
    return [*stars, *tag_items([*items, page], tag)]


def _draw_stars(
    setting: Setting, stars: tuple[int, int], x: float, baseline: float, tag: Tag
) -> list[Item]:
    """Draw a section's stars from x rightwards: the range as numbers, then one star."""
    from puzzlebook.books.pages import ornaments

    sizes, label = setting.sizes, _describe_stars(setting, stars)
    right = x + _stars_width(setting)
    star = ornaments.draw_stars(setting, 1, right, baseline, _choose_note_size(setting), row=1)
    before = Box(x, baseline, right - _STAR * _choose_note_size(setting) - x, 0.0)
    figures = set_right(
        label,
        before,
        baseline,
        sizes.regular,
        _choose_note_size(setting),
        _choose_note_colour(setting),
    )
    return [
        figures._replace(tag=ARTIFACT),
        star._replace(tag=describe_stars(setting, label, tag, place=1)),
    ]
