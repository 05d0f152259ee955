"""The page that opens a section: a large picture, the section's heading, and its mazes' numbers.

In a book with scenes, a scene fills the page. Otherwise the picture is the silhouette of the first
maze or, alternately, the theme's ornament and two strips of maze around the heading.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from puzzlebook.books.planning.alt_text import make_part_tag
from puzzlebook.books.planning.setting import Setting
from puzzlebook.maze_art.extent import scale_to_fit
from puzzlebook.maze_art.inked import Ink, draw_puzzle
from puzzlebook.maze_art.marks import NO_MARKS, make_mark
from puzzlebook.maze_art.scenes import Scenes
from puzzlebook.recipes.order import BookSection
from puzzlebook.typesetting.flow import Flow, first_fitting, measure_height
from puzzlebook.typesetting.layout import set_left, set_right
from puzzlebook.typesetting.page import ARTIFACT, Box, Item, Page, Picture

if TYPE_CHECKING:
    from puzzlebook.mazes import Silhouette

_ORNAMENT = 0.42  # side of the picture, as a share of the live area's smaller side
_SHARES = (1.0, 0.8, 0.6, 0.4, 0.2)  # shares of that side to try
_STRIP = (30, 3)  # columns and rows of a strip of maze
_STRIP_WALL = 1.5  # points
_LARGEST = 2.4  # largest heading on a page with scenes, in title sizes
_LARGE = 1.5  # a heading smaller than this, in title sizes, may take one more row
_STEP = 1.05  # growth factor of a heading from try to try
_BELOW = 2.0  # height of the line below the heading, as a multiple of the line's type size
_MAZES = 0.32  # type size of that line on a page with scenes, as a share of the heading's


class Chapter(NamedTuple):
    """A section as its opener and the contents show it. silhouette: of its first maze. stars,
    minutes: the least and the most of its mazes; None if a maze has no ends. whole: if the mazes
    are rooms, the minutes for all of them, by our scale and for a reader who goes through every
    room."""

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
        else _draw_plain(setting, live, chapter)
    )
    outer = set_right if number % 2 else set_left
    foot = live.bottom - sizes.small * 0.3
    folio = outer(setting.words.number(number), live, foot, sizes.face, sizes.small)
    return setting.sheet.page(number, *items, folio._replace(tag=ARTIFACT))


def _draw_with_scenes(setting: Setting, scenes: Scenes, live: Box, chapter: Chapter) -> list[Item]:
    """Draw a scene that fills the page, with the words in the box that it leaves free."""
    from puzzlebook.books.scenes import tableaux

    sizes, heading = setting.sizes, _heading(setting, chapter)
    turn = [part.section.key for part in setting.parts].index(chapter.part.section.key)
    box = live.inset(bottom=sizes.small * 1.7)
    pictures, box = tableaux.draw_opener(scenes, box, turn)
    size = _enlarge_heading(
        setting, heading, box, _fit_heading(setting, heading, box.width, box.height)
    )
    high, line = (
        measure_height(heading, sizes.titles, size, box.width, 1.2),
        max(sizes.body, _MAZES * size),
    )
    flow = Flow(box, box.y + max(0.0, (box.height - high - _BELOW * line) / 2))
    _set_heading(setting, flow, chapter, size, line)
    return [*pictures, *flow.items]


def _draw_plain(setting: Setting, live: Box, chapter: Chapter) -> list[Item]:
    """Draw the section's first silhouette, unless it is a stage's, or the theme's ornament; in
    every second section without a silhouette, draw two strips of maze."""
    from puzzlebook.books.pages.ornaments import fit_in_box

    sizes, heading, part = setting.sizes, _heading(setting, chapter), chapter.part
    silhouette = chapter.silhouette
    if silhouette and silhouette.is_stage:  # a stage's outline means little without its drawing
        silhouette = None
    ornament = () if setting.parts.index(part) % 2 else setting.theme.ornament
    picture = make_mark(silhouette.outline) if silhouette else ornament
    measure = live.inset(left=live.width * 0.08, right=live.width * 0.08)
    if picture:
        box, size = _fit_picture(setting, heading, live, measure.width)
        items: list[Item] = [fit_in_box(picture, box)]
        flow = Flow(measure, box.bottom + sizes.title * 0.6)
        _set_heading(setting, flow, chapter, size)
    else:
        strip = live.width * _STRIP[1] / _STRIP[0]
        size = _fit_heading(setting, heading, measure.width, (live.height - 2 * strip) * 0.7)
        high = measure_height(heading, sizes.titles, size, measure.width, 1.2)
        flow = Flow(measure, live.y + live.height * 0.42 - high / 2)
        purpose = f"opener {part.section.key}"
        items = [_strip(setting, f"{purpose} 1", live, flow.y - strip - size * 0.9)]
        _set_heading(setting, flow, chapter, size)
        items.append(_strip(setting, f"{purpose} 2", live, flow.y + size * 0.7))
    return [*items, *flow.items]


def _fit_picture(setting: Setting, heading: str, live: Box, measure: float) -> tuple[Box, float]:
    """Return the picture's box, smaller for a long heading, and the heading's type size."""
    sizes = setting.sizes

    def fit(share: float) -> tuple[Box, float, float]:
        side = share * _ORNAMENT * min(live.width, live.height)
        box = Box(live.x, live.y + share * 0.2 * live.height, live.width, side)
        room = live.bottom - box.bottom - sizes.title * 0.6 - sizes.small * 2
        return box, _fit_heading(setting, heading, measure, room), room

    box, size, _ = first_fitting(
        map(fit, _SHARES), lambda attempt: _does_fit(setting, heading, measure, *attempt[1:])
    )
    return box, size


def _fit_heading(setting: Setting, heading: str, measure: float, room: float) -> float:
    """Return the type size (points) at which a heading and the line below it fit in `room`."""
    size = setting.sizes.title
    while size > setting.sizes.body and not _does_fit(setting, heading, measure, size, room):
        size *= 0.95
    return size


def _does_fit(setting: Setting, heading: str, measure: float, size: float, room: float) -> bool:
    """Return whether a heading of this size and the line below it fit in `room` (points)."""
    high = measure_height(heading, setting.sizes.titles, size, measure, 1.2)
    return high + _BELOW * setting.sizes.body <= room


def _enlarge_heading(setting: Setting, heading: str, box: Box, size: float) -> float:
    """Return the enlarged type size of a heading that is alone in a box.

    It grows until it would break into more rows; a small heading may take one more row.
    """
    sizes = setting.sizes

    def high(size: float) -> float:
        return measure_height(heading, sizes.titles, size, box.width, 1.2)

    rows = round(high(size) / size / 1.2)
    for most, largest in ((rows, _LARGEST), (rows + 1, _LARGE)):
        while size < largest * sizes.title:
            larger = size * _STEP
            below = _BELOW * max(sizes.body, _MAZES * larger)
            if high(larger) > (most + 0.5) * 1.2 * larger or high(larger) + below > box.height:
                break
            size = larger
    return size


def _heading(setting: Setting, chapter: Chapter) -> str:
    """Return a section's heading or, if it has none, the phrase for its mazes' numbers."""
    return setting.heading(chapter.part) or describe_mazes(setting, chapter.numbers)


def _set_heading(
    setting: Setting, flow: Flow, chapter: Chapter, size: float, line: float = 0.0
) -> None:
    """Set the heading in this size and, below it, the mazes' numbers (by default, in body size)."""
    sizes = setting.sizes
    heading, mazes = _heading(setting, chapter), describe_mazes(setting, chapter.numbers)
    flow.set(
        heading,
        sizes.titles,
        size,
        setting.display,
        middle=True,
        leading=1.2,
        tag=make_part_tag(setting),
    )
    if mazes != heading:
        line = line or sizes.body
        flow.gap(line * 0.3)
        flow.set(mazes, sizes.face, line, setting.aside, middle=True)


def _strip(setting: Setting, purpose: str, live: Box, y: float) -> Picture:
    """Draw a strip of maze across the live area, from y down."""
    from puzzlebook.books.pages.ornaments import make_ornament

    plate = make_ornament(setting, purpose, *_STRIP, NO_MARKS)
    scale = scale_to_fit(plate.extent, _STRIP_WALL, live.width, live.height)
    return Picture(live.x, y, draw_puzzle(plate, scale, Ink(_STRIP_WALL)))
