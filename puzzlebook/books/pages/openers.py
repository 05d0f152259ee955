"""The page that opens a section: a large picture, the section's heading, and its mazes' numbers.

In a book with scenes, a scene fills the page. Otherwise a border of maze does, around the section's
own motif; or a frame, around the silhouette of the first maze or the theme's ornament.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from puzzlebook.books.planning.alt_text import make_part_tag
from puzzlebook.books.planning.setting import HEAVY, Setting, center_drawing
from puzzlebook.maze_art.marks import make_mark
from puzzlebook.maze_art.scenes import Scenes, enlarge, find_motif
from puzzlebook.recipes.order import BookSection
from puzzlebook.typesetting import text
from puzzlebook.typesetting.flow import Flow, first_fitting, measure_height
from puzzlebook.typesetting.layout import THINNEST, set_left, set_right
from puzzlebook.typesetting.page import ARTIFACT, Box, Item, Page, Picture

if TYPE_CHECKING:
    from puzzlebook.books.scenes.hidden_things import Search
    from puzzlebook.mazes import Silhouette

# On a page without scenes: the height of a motif above the heading, as a share of the height of the
# room; the side of a silhouette and of an ornament, each as a share of the smaller side of the room
# inside the frame; the gap below, in title sizes; and the share of the room's spare height above.
_MOTIF, _PICTURE, _ORNAMENT, _GAP, _MIDDLE = 0.86, 0.6, 0.16, 0.6, 0.42
# The border of maze around a motif: cells across the page and across the border, and the smallest
# width of a cell and the weight of a wall, in points.
_CELLS, _THICK, _MIN_CELL, _BORDER_WALL = 45, 3, 9.0, 1.3
_WITHIN = 0.06  # space between the frame and its contents, as a share of the live area's width
# By which that height or side is multiplied in turn, until all fits.
_SHARES = (1.0, 0.9, 0.8, 0.7, 0.6, 0.4, 0.2)
_MAX_HEADING = 2.4  # largest heading on a page with scenes, in title sizes
_LARGE_HEADING = 1.5  # a heading smaller than this, in title sizes, may take one more row
# The least width of a cell of the tiny maze in a scene, as a share of that of the readers' mazes.
_CELL = 0.55
# With fewer hidden things nothing is asked; and the height of the row that asks for them, as a
# multiple of their size.
_FEWEST, _SEARCH = 2, 1.35
_GROWTH = 1.05  # growth factor of a heading from try to try
_LINE_HEIGHT = 2.0  # height of the line below the heading, as a multiple of the line's type size
# Type size of that line on a page with scenes and on others, as a share of the heading's.
_LINE_TYPE, _PLAIN_LINE_TYPE = 0.42, 0.6


class Chapter(NamedTuple):
    """A section as its opener and the contents show it. silhouette: the outline of its first maze,
    if any. stars, minutes: the smallest and the largest number of its mazes; None if a maze has no
    ends. whole: if the mazes are rooms, the minutes for all of them: by our estimate, and for a
    reader who goes through every room."""

    part: BookSection
    numbers: Sequence[int]
    silhouette: Silhouette | None
    stars: tuple[int, int] | None
    minutes: tuple[float, float] | None
    whole: tuple[float, float] | None = None


Number = TypeVar("Number", int, float)


def find_range(numbers: Sequence[Number]) -> tuple[Number, Number] | None:
    """Return the smallest and the largest of a section's numbers; None if a number is 0, as for
    mazes without ends."""
    return (min(numbers), max(numbers)) if all(numbers) else None


def describe_mazes(setting: Setting, numbers: Sequence[int]) -> str:
    """Return the phrase for the numbers of a section's mazes, as in the contents."""
    phrase = "contents_mazes" if len(numbers) > 1 else "contents_maze"
    return setting.words(phrase, first=numbers[0], last=numbers[-1])


def lay_out_opener(setting: Setting, number: int, chapter: Chapter) -> Page:
    """Lay out the page that opens a section."""
    sizes, live = setting.sizes, setting.sheet.live(number)
    items = (
        _draw_with_scenes(setting, setting.scenes, live, chapter)
        if setting.scenes
        else _draw_plain(setting, live, chapter, number)
    )
    outer = set_right if number % 2 else set_left
    foot = live.bottom - sizes.small * 0.3
    folio = outer(setting.words.number(number), live, foot, sizes.face, sizes.small)
    return setting.sheet.page(number, *items, folio._replace(tag=ARTIFACT))


def _draw_with_scenes(setting: Setting, scenes: Scenes, live: Box, chapter: Chapter) -> list[Item]:
    """Draw a scene that fills the page, with the words in the box that it leaves free, and things
    to look for if there is room for them."""
    turn = [part.section.key for part in setting.parts].index(chapter.part.section.key)
    search = _choose_search(setting, scenes, turn)
    items = _draw_scene(setting, scenes, live, chapter, turn, search) if search else []
    return items or _draw_scene(setting, scenes, live, chapter, turn, None)


def _draw_scene(
    setting: Setting, scenes: Scenes, live: Box, chapter: Chapter, turn: int, search: Search | None
) -> list[Item]:
    """Draw a scene and its words; return an empty list if there is too little room to look for
    things. turn: the index of the section in its book."""
    from puzzlebook.books.pages.at_foot import draw_search
    from puzzlebook.books.scenes import tableaux
    from puzzlebook.books.scenes.landscapes import OpenerPage

    sizes, heading = setting.sizes, _heading(setting, chapter)
    box = live.inset(bottom=sizes.small * 1.7)
    is_alone = heading == describe_mazes(setting, chapter.numbers)
    asked_in = _SEARCH * search.size if search else 0.0
    size = 0.0

    def measure(room: Box) -> tuple[float, float]:
        nonlocal size
        size = _fit_all_headings(setting, heading, room.inset(bottom=asked_in))
        lines = text.balance_lines(heading, sizes.titles, size, room.width)
        width = max(text.measure_width(line, sizes.titles, size) for line in lines)
        below = 0.0 if is_alone else _LINE_HEIGHT * max(sizes.body, _LINE_TYPE * size)
        height = measure_height(heading, sizes.titles, size, room.width, 1.2)
        return width, height + below + asked_in

    readers = setting.order.readers
    cell = _CELL * readers.cell if readers else _CELL * setting.sizes.title
    page = OpenerPage(setting.seed, cell, measure, search=search)
    tableau = tableaux.draw_opener(scenes, box, turn, chapter.part.section.key, page)
    box = tableau.words
    if not size:
        measure(box)
    height, line = (
        measure_height(heading, sizes.titles, size, box.width, 1.2),
        max(sizes.body, _LINE_TYPE * size),
    )
    below = asked_in + (0.0 if is_alone else _LINE_HEIGHT * line)
    is_too_high = round(height + below - box.height, 3) > 0
    if search and (tableau.hidden < _FEWEST or is_too_high):
        return []
    flow = Flow(box, box.y + max(0.0, (box.height - height - below) / 2))
    _set_heading(setting, flow, chapter, size, line)
    asked = []
    if search:
        spot = box.x + box.width / 2, flow.y + asked_in / 2
        asked = draw_search(setting, scenes, search.piece, tableau.hidden, spot, search.size)
    return [*tableau.pictures, *flow.items, *asked]


def _choose_search(setting: Setting, scenes: Scenes, turn: int) -> Search | None:
    """Return what children look for on an opener: one of the theme's finds, another in each
    section; None for readers without things to find."""
    from puzzlebook.books.scenes.hidden_things import Search

    if not (setting.listed and scenes.finds):
        return None
    piece = scenes.finds[(turn + scenes.turn) % len(scenes.finds)]
    return Search(piece, setting.finds[1], setting.listed)


def _draw_plain(setting: Setting, live: Box, chapter: Chapter, number: int) -> list[Item]:
    """Draw a border or a frame around the heading. Above the heading is the section's own motif,
    its first silhouette or, small, the theme's ornament."""
    sizes, heading = setting.sizes, _heading(setting, chapter)
    silhouette, motif = chapter.silhouette, find_motif(chapter.part.section.key)
    if silhouette and silhouette.is_stage:  # a stage's outline means little without its drawing
        silhouette = None
    picture = make_mark(silhouette.outline) if silhouette else setting.theme.ornament
    around, room = _draw_around(setting, live, chapter, number, bool(motif))
    if motif:
        highest = min(_MOTIF * room.height, room.width * motif.height / motif.width)
    else:
        highest = (_PICTURE if silhouette else _ORNAMENT) * min(room.width, room.height)

    def fit(share: float) -> tuple[float, float]:
        side = share * highest if picture or motif else 0.0
        rest = room._replace(height=room.height - side - _GAP * sizes.title)
        return side, _fit_heading(setting, heading, rest.width, rest.height, _PLAIN_LINE_TYPE)

    side, size = first_fitting(
        map(fit, _SHARES),
        lambda attempt: _does_fit(
            setting,
            heading,
            room.width,
            attempt[1],
            room.height - attempt[0] - _GAP * sizes.title,
            _PLAIN_LINE_TYPE,
        ),
    )
    line = max(sizes.body, _PLAIN_LINE_TYPE * size)
    height = measure_height(heading, sizes.titles, size, room.width, 1.2) + _LINE_HEIGHT * line
    gap = _GAP * size if side else 0.0
    top = room.y + _MIDDLE * (room.height - side - gap - height)
    items: list[Item] = [around]
    box = Box(room.x, top, room.width, side)
    if side and motif:
        thinnest = HEAVY if setting.is_large_print else THINNEST
        items.append(center_drawing(enlarge(motif, side / motif.height, thinnest), box))
    elif side:
        from puzzlebook.books.pages.ornaments import fit_in_box

        items.append(fit_in_box(picture, box))
    flow = Flow(room, top + side + gap)
    _set_heading(setting, flow, chapter, size, line)
    return [*items, *flow.items]


def _draw_around(
    setting: Setting, live: Box, chapter: Chapter, number: int, has_motif: bool
) -> tuple[Picture, Box]:
    """Draw the border of maze or the frame of a page, and return the room within it, too."""
    from puzzlebook.books.pages.framed import draw_page_frame, find_page_frame

    frame = find_page_frame(setting, number)
    if not has_motif:
        return draw_page_frame(setting, number), frame.inset(*[_WITHIN * live.width] * 4)
    from puzzlebook.books.pages.ornaments import draw_maze_border

    cell = max(_MIN_CELL, frame.width / _CELLS)
    wall = HEAVY if setting.is_large_print else _BORDER_WALL
    purpose = f"opener {chapter.part.section.key}"
    border = draw_maze_border(setting, purpose, frame, cell, _THICK, wall)
    return border, frame.inset(*[(_THICK + 1.5) * cell] * 4)


def _fit_heading(
    setting: Setting, heading: str, measure: float, room: float, line: float = _LINE_TYPE
) -> float:
    """Return the type size (points) at which a heading and the line below it fit in `room`. line:
    see `_does_fit`."""
    size = setting.sizes.title
    while size > setting.sizes.body and not _does_fit(setting, heading, measure, size, room, line):
        size *= 0.95
    return size


def _does_fit(
    setting: Setting, heading: str, measure: float, size: float, room: float, line: float
) -> bool:
    """Return whether a heading of this size and the line below it fit in `room` (points). line: the
    type size of that line, as a share of the heading's."""
    height = measure_height(heading, setting.sizes.titles, size, measure, 1.2)
    return height + _LINE_HEIGHT * max(setting.sizes.body, line * size) <= room


def _fit_all_headings(setting: Setting, heading: str, box: Box) -> float:
    """Return the type size at which this heading and those of all sections fit in a box, so that
    all openers of a book look alike."""
    headings = {heading, *filter(None, map(setting.heading, setting.parts))}
    return min(
        _enlarge_heading(setting, one, box, _fit_heading(setting, one, box.width, box.height))
        for one in headings
    )


def _enlarge_heading(setting: Setting, heading: str, box: Box, size: float) -> float:
    """Return the enlarged type size of a heading that is alone in a box.

    It grows until it would break into more rows; a small heading may take one more row.
    """
    sizes = setting.sizes

    def find_height(size: float) -> float:
        return measure_height(heading, sizes.titles, size, box.width, 1.2)

    rows = round(find_height(size) / size / 1.2)
    for maximum, largest in ((rows, _MAX_HEADING), (rows + 1, _LARGE_HEADING)):
        while size < largest * sizes.title:
            larger = size * _GROWTH
            below = _LINE_HEIGHT * max(sizes.body, _LINE_TYPE * larger)
            if (
                find_height(larger) > (maximum + 0.5) * 1.2 * larger
                or find_height(larger) + below > box.height
            ):
                break
            size = larger
    return size


def _heading(setting: Setting, chapter: Chapter) -> str:
    """Return a section's heading or, if it has none, the phrase for its mazes' numbers."""
    return setting.heading(chapter.part) or describe_mazes(setting, chapter.numbers)


def _set_heading(setting: Setting, flow: Flow, chapter: Chapter, size: float, line: float) -> None:
    """Set the heading in this size and, below it, the mazes' numbers in the size `line`."""
    sizes = setting.sizes
    heading, mazes = _heading(setting, chapter), describe_mazes(setting, chapter.numbers)
    flow.set(
        heading,
        sizes.titles,
        size,
        setting.heading_colour,
        middle=True,
        leading=1.2,
        tag=make_part_tag(setting),
    )
    if mazes != heading:
        flow.gap(line * 0.3)
        flow.set(mazes, sizes.face, line, setting.secondary_colour, middle=True)
