"""The story lines above the mazes: the theme's lines in turn, some with the child's name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from typing import NamedTuple

from puzzlebook.books.planning.setting import Setting
from puzzlebook.language.catalogues import CHILD, OWN, SHAPE
from puzzlebook.recipes.order import BookSection
from puzzlebook.typesetting import text

_SOURCE_SEPARATOR = " — "  # between a quotation and its source, which is set on a second row
_PAUSE_BONUS = 0.75  # weight of the width of a row that ends at a pause in the text


class StorySlot(NamedTuple):
    """The space for a story line above the first maze of a page.

    first: the number of the page's first maze. measure: the largest width of a row, in points.
    rows: the number of rows that fit. shape: what the maze's outline shows, if scenes surround the
    maze; the line is then about the outline, and not about the figures' journey. says: the lines of
    the drawing around the maze; used in turn, they replace the story. sign: the room and the letter
    on the first sign of a room, which the line explains.
    """

    page: int
    part: BookSection
    first: int
    measure: float
    rows: int
    shape: str = ""
    says: tuple[str, ...] = ()
    sign: tuple[int, str] | None = None


def list_story_lines(setting: Setting) -> tuple[str, ...]:
    """Return the lines that a book tells in turn: the recipe's own lines, or the theme's lines
    mixed with lines that name the child. Lines for any theme follow, so that a long book takes
    longer to repeat itself."""
    book = setting.recipe.book
    if book.stories:
        return book.stories
    lines = _list_theme_lines(setting)
    if not lines:
        return setting.quotations if any(map(setting.is_framed, setting.parts)) else ()
    general = [line for line in _fill_lines(setting, OWN) if line not in lines]
    if book.child:
        lines = tuple(_mix_lines(lines, _fill_lines(setting, CHILD)))
    return (*lines, *(general if setting.theme.stories_name else ()))


def has_line(setting: Setting, part: BookSection) -> bool:
    """Return whether a section's pages have a line below the heading: a story, or the stars of a
    page's only maze."""
    if (
        (setting.has_stars and part.a_page == 1)
        or setting.order.secret
        or setting.find_required_line(part, 1)
    ):
        return True
    return setting.has_stories(part) and bool(list_story_lines(setting))


def tell_stories(
    setting: Setting, slots: Iterable[StorySlot]
) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the number of each page with the rows above its mazes; no rows if the page has no
    story.

    Lines are repeated as late as possible: of the lines that fit a slot, the one that has been
    unused for longest is next.
    """
    lines, shape_lines = list(list_story_lines(setting)), list[str]()
    if lines and not setting.recipe.book.stories:
        # A volume goes on where the volume before it stopped.
        told_before = (setting.recipe.volume - 1) * setting.recipe.mazes % len(lines)
        lines = lines[told_before:] + lines[:told_before]
    if setting.scenes and not setting.recipe.book.stories:
        shape_lines += setting.words.stories(SHAPE)
    width = cache(partial(text.measure_width, face=setting.sizes.face, size=setting.sizes.body))
    halves = cache(partial(_split_in_halves, width))

    def break_into_rows(line: str, slot: StorySlot) -> tuple[str, ...]:
        """Break a line into one row or two; return no rows if it does not fit."""
        if width(line) <= slot.measure:
            return (line,)
        if slot.rows > 1 and _SOURCE_SEPARATOR in line:
            parts = tuple(line.split(_SOURCE_SEPARATOR, 1))
            return parts if max(map(width, parts)) <= slot.measure else ()
        fitting = (pair for pair in halves(line) if max(map(width, pair)) <= slot.measure)
        return next(fitting, ()) if slot.rows > 1 else ()

    def next_story(slot: StorySlot) -> tuple[str, ...]:
        queue = shape_lines if slot.shape and lines and shape_lines else lines
        for line in queue:
            shape = slot.shape[:1].upper() + slot.shape[1:]
            story = line if queue is lines else setting.words.fill_blanks(line, shape=shape)
            if rows := break_into_rows(story, slot):
                queue.remove(line)
                queue.append(line)
                return rows
        return ()

    told: dict[tuple[str, ...], int] = {}
    for slot in slots:
        required_line = setting.find_required_line(slot.part, slot.first, slot.sign)
        if slot.says and not required_line and not setting.recipe.book.stories:
            turn = told[slot.says] = told.get(slot.says, -1) + 1
            required_line = slot.says[turn % len(slot.says)]
            if slot.rows > 1 and _SOURCE_SEPARATOR in required_line:
                yield slot.page, tuple(required_line.split(_SOURCE_SEPARATOR, 1))
                continue
        if required_line:
            # A required line that does not fit is set smaller later. Two rows that are a little
            # smaller are better than one that is much smaller.
            rows = break_into_rows(required_line, slot)
            yield (
                slot.page,
                rows or (halves(required_line)[0] if slot.rows > 1 else (required_line,)),
            )
        else:
            yield slot.page, next_story(slot) if setting.has_stories(slot.part) else ()


def _split_in_halves(width: Callable[[str], float], line: str) -> Sequence[tuple[str, ...]]:
    """List the ways to break a line into two rows, the most even first, preferring breaks at pauses
    in the text. A single word is not broken."""
    words = text.split_words(line)
    pairs: list[tuple[str, ...]] = [
        (" ".join(words[:index]), " ".join(words[index:])) for index in range(1, len(words))
    ]

    def rate(pair: tuple[str, ...]) -> float:
        return max(map(width, pair)) * (_PAUSE_BONUS if text.has_pause(pair[0]) else 1)

    pairs.sort(key=rate)
    return pairs or [(line,)]


def _list_theme_lines(setting: Setting) -> tuple[str, ...]:
    """Return the theme's lines in the book's language; none if its pictures are not shown."""
    theme, words = setting.theme, setting.words
    if not setting.recipe.end_marks.are_in_cells:
        return ()
    ours = words.stories(theme.stories_name) if theme.stories_name else ()
    # A built-in theme without stories has none for the user's pictures either.
    general = _fill_lines(setting, OWN) if ours or not theme.stories_name else ()
    return theme.lines(words.language) or (general if theme.own or not theme.stories_name else ours)


def _fill_lines(setting: Setting, kind: str) -> tuple[str, ...]:
    """Return the lines for any theme, filled in with the names of start and finish. Lines about the
    start are left out if it has no name."""
    theme, words = setting.theme, setting.words
    lines = [
        line for line in words.stories(kind) if theme.start_name != "start" or "{start}" not in line
    ]
    blanks = {
        "start": words.end("start", theme.start_name),
        "finish": words.end("finish", theme.finish_name),
        "child": setting.recipe.book.child or "",
    }
    return tuple(words.fill_blanks(line, **blanks) for line in lines)


def _mix_lines(lines: Sequence[str], more: Sequence[str]) -> Iterator[str]:
    """Yield the lines, with `more` spread evenly among them."""
    for index, line in enumerate(lines, 1):
        yield line
        yield from more[(index - 1) * len(more) // len(lines) : index * len(more) // len(lines)]
