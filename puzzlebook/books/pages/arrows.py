"""The room that a puzzle page leaves free around its maze: bold arrows use it."""

from __future__ import annotations

from puzzlebook.books.pages.puzzles import (
    FOOT,
    find_story_baseline,
    has_letter_lines,
    maze_room,
)
from puzzlebook.books.planning.setting import Setting
from puzzlebook.books.planning.stories import has_line
from puzzlebook.maze_art.extent import Extent
from puzzlebook.recipes.order import BookSection
from puzzlebook.typesetting.layout import SLACK
from puzzlebook.typesetting.page import Box

# Points: of the slack at the edges of a page, what arrows leave; and the air between them and
# words.
_HAIR, _AIR = 0.5, 2.0
# The depth of letters below a line above the maze, in sizes of its type; the height of the foot's
# line, in sizes of small type.
_BELOW_LINE, _FOOT_LINE = 0.25, 1.1


def find_free_room(
    setting: Setting, part: BookSection, extent: Extent, scale: float, wall: float, box: Box
) -> tuple[float, float]:
    """Return what a page leaves free beside a maze of this scale in its box, and above and below
    it, besides its margin: up to the margins of the page, and up to the words."""
    section = part.section
    if part.a_page > 1 or setting.scenes_of(part) or not setting.recipe.marks_of(section).arrows:
        return 0.0, 0.0
    beside = (box.width - (extent.width + 2 * extent.margin) * scale) / 2 - wall
    if section.spread:  # the gutter needs none
        beside *= 2
    return max(0.0, beside) + SLACK - _HAIR, _find_free_ends(setting, part)


def _find_free_ends(setting: Setting, part: BookSection) -> float:
    """Return the height that the words above and below a single maze leave free, of what they are
    given."""
    sizes, live = setting.sizes, setting.sheet.live(1)
    if has_letter_lines(part) or part.questions or setting.is_felt or setting.recipe.codes == "all":
        return 0.0
    has_story = has_line(setting, part)
    words = sizes.heading * (1 + _BELOW_LINE)
    if has_story:
        words = find_story_baseline(setting, True, 1) + _BELOW_LINE * sizes.body
    head = maze_room(live, sizes, has_story).y - live.y - words
    foot = (FOOT - _FOOT_LINE) * sizes.small
    return max(0.0, min(head, foot) - _AIR)
