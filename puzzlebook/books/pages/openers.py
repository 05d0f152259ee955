"""A section's opening page: a large picture, its heading, its mazes.

In a book with scenes these fill the page. Else the picture is the silhouette of its first maze or,
in turn, the theme's ornament and two strips of maze above and below the heading.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from puzzlebook.books.pages.ornaments import fit_in_box, make_ornament
from puzzlebook.books.planning.alt_text import make_part_tag
from puzzlebook.books.planning.setting import Setting
from puzzlebook.books.scenes import tableaux
from puzzlebook.maze_art.extent import scale_to_fit
from puzzlebook.maze_art.inked import Ink, draw_puzzle
from puzzlebook.maze_art.marks import NO_MARKS, make_mark
from puzzlebook.maze_art.scenes import Scenes
from puzzlebook.mazes.grids import Silhouette
from puzzlebook.recipes.order import BookSection
from puzzlebook.typesetting.flow import Flow, measure_height
from puzzlebook.typesetting.layout import set_left, set_right
from puzzlebook.typesetting.page import ARTIFACT, Box, Item, Page, Picture

_ORNAMENT = 0.42  # of the live area's width or height, whichever is less
_SHARES = (1.0, 0.8, 0.6, 0.4, 0.2)
_STRIP = (30, 3)
_STRIP_WALL = 1.5
_LARGEST, _STEP = (
    2.4,
    1.05,
)  # sizes of titles: of a heading that has a page with scenes; and how it grows up to that
_LARGE = 1.5  # sizes of titles: a heading that is smaller may break
_BELOW = 2.0  # sizes of the type: the room for which mazes it has, below the heading
_MAZES = 0.32  # of a heading that has a page with scenes: the type that says which mazes it has


class Chapter(NamedTuple):
    """A section, as what stands before its mazes tells of it. silhouette: that of its first maze.
    stars: the least and the most that one of its mazes has; none where they have no ends."""

    part: BookSection
    numbers: Sequence[int]
    silhouette: Silhouette | None
    stars: tuple[int, int] | None


def range_of_stars(stars: Sequence[int]) -> tuple[int, int] | None:
    """The least and the most stars of a section's mazes; none where they have no ends."""
    return (min(stars), max(stars)) if all(stars) else None


def describe_mazes(setting: Setting, numbers: Sequence[int]) -> str:
    """Which mazes a section has, as the contents say it."""
    phrase = "contents_mazes" if len(numbers) > 1 else "contents_maze"
    return setting.words(phrase, first=numbers[0], last=numbers[-1])


def lay_out_opener(setting: Setting, number: int, chapter: Chapter) -> Page:
    """The page of this number that opens a section."""
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
    """A page that a theme's scenes fill, with the words where they leave room for them."""
    sizes, heading = setting.sizes, _heading(setting, chapter)
    turn = [part.section.key for part in setting.parts].index(chapter.part.section.key)
    box = live.inset(bottom=sizes.small * 1.7)
    pictures, box = tableaux.draw_opener(scenes, box, turn, setting.sheet.right)
    size = _enlarge_heading(
        setting, heading, box, _fit_heading(setting, heading, box.width, box.height)
    )
    high, line = (
        measure_height(heading, sizes.titles, size, box.width, 1.2),
        max(sizes.body, _MAZES * size),
    )
    flow = Flow(box, box.y + max(0.0, (box.height - high - _BELOW * line) / 2))
    _say(setting, flow, chapter, size, line)
    return [*pictures, *flow.items]


def _draw_plain(setting: Setting, live: Box, chapter: Chapter) -> list[Item]:
    """A page with the section's first silhouette, the theme's ornament or, of every second section,
    strips of maze."""
    sizes, heading, part = setting.sizes, _heading(setting, chapter), chapter.part
    silhouette = chapter.silhouette
    quiet = () if setting.parts.index(part) % 2 else setting.theme.ornament
    picture = make_mark(silhouette.outline) if silhouette else quiet
    measure = live.inset(left=live.width * 0.08, right=live.width * 0.08)
    if picture:
        box, size = _fit_picture(setting, heading, live, measure.width)
        items: list[Item] = [fit_in_box(picture, box)]
        flow = Flow(measure, box.bottom + sizes.title * 0.6)
        _say(setting, flow, chapter, size)
    else:
        strip = live.width * _STRIP[1] / _STRIP[0]
        size = _fit_heading(setting, heading, measure.width, (live.height - 2 * strip) * 0.7)
        high = measure_height(heading, sizes.titles, size, measure.width, 1.2)
        flow = Flow(measure, live.y + live.height * 0.42 - high / 2)
        purpose = f"opener {part.section.key}"
        items = [_strip(setting, f"{purpose} 1", live, flow.y - strip - size * 0.9)]
        _say(setting, flow, chapter, size)
        items.append(_strip(setting, f"{purpose} 2", live, flow.y + size * 0.7))
    return [*items, *flow.items]


def _fit_picture(setting: Setting, heading: str, live: Box, measure: float) -> tuple[Box, float]:
    """The box of the picture, and the size of the heading below it; for a long heading the picture
    is smaller."""
    sizes = setting.sizes
    box, size = live, sizes.body
    for share in _SHARES:
        side = share * _ORNAMENT * min(live.width, live.height)
        box = Box(live.x, live.y + share * 0.2 * live.height, live.width, side)
        room = live.bottom - box.bottom - sizes.title * 0.6 - sizes.small * 2
        size = _fit_heading(setting, heading, measure, room)
        if measure_height(heading, sizes.titles, size, measure, 1.2) + _BELOW * sizes.body <= room:
            break
    return box, size


def _fit_heading(setting: Setting, heading: str, measure: float, room: float) -> float:
    """The size of a section's heading (points), so that it and the lines below it find room."""
    sizes = setting.sizes
    size = sizes.title
    while (
        size > sizes.body
        and measure_height(heading, sizes.titles, size, measure, 1.2) + _BELOW * sizes.body > room
    ):
        size *= 0.95
    return size


def _enlarge_heading(setting: Setting, heading: str, box: Box, size: float) -> float:
    """The size of a heading that has a box for itself: larger than its type as long as it breaks
    into no more rows, or into one more where it would stay small."""
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
    """A section's heading; where it has none, its mazes."""
    return setting.heading(chapter.part) or describe_mazes(setting, chapter.numbers)


def _say(setting: Setting, flow: Flow, chapter: Chapter, size: float, line: float = 0.0) -> None:
    """The section's heading in type of this size; its mazes in type of that of its line, or in that
    of the body."""
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
    """A band of maze across the measure, from y down."""
    plate = make_ornament(setting, purpose, *_STRIP, NO_MARKS)
    scale = scale_to_fit(plate.extent, _STRIP_WALL, live.width, live.height)
    return Picture(live.x, y, draw_puzzle(plate, scale, Ink(_STRIP_WALL)))
