"""What is told above the mazes: the lines of the theme in turn, and now and then one that says the
child's name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from typing import NamedTuple

from puzzlebook.books.planning.setting import Setting
from puzzlebook.language.catalogues import CHILD, OWN, SHAPE
from puzzlebook.recipes.order import BookSection
from puzzlebook.typesetting import text

_PAUSED = 0.75  # of its width a row counts for, at whose end the text pauses


class StorySlot(NamedTuple):
    """Where a line is told: above the first maze of a page, in rows no wider than the measure
    (points).

    rows: how many of them find room. shape: what the outline of its maze shows, where there are
    figures beside it: the line is of that then, not of a journey of theirs that the outline has no
    part in.
    """

    page: int
    part: BookSection
    first: int
    measure: float
    rows: int
    shape: str = ""


def list_story_lines(setting: Setting) -> tuple[str, ...]:
    """The lines that a book tells in turn: the recipe's own, or the theme's with those that say the
    child's name."""
    book = setting.recipe.book
    lines = book.stories or _theme_lines(setting)
    if not (lines and book.child) or book.stories:
        return lines
    return tuple(_mix_lines(lines, _fill_lines(setting, CHILD)))


def has_line(setting: Setting, part: BookSection) -> bool:
    """Whether a line stands below the heading of a section's pages: a story, or the stars of a
    page's one maze."""
    if (setting.has_stars and part.a_page == 1) or setting.order.secret or setting.line(part, 1):
        return True
    return setting.tells(part) and bool(list_story_lines(setting))


def tell_stories(
    setting: Setting, places: Iterable[StorySlot]
) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The rows that stand above the mazes of each page, by the page's number; none where it tells
    nothing.

    Each line comes again as late as may be: of those that find room on a page, the one not told for
    longest is next.
    """
    lines, of_shapes = list(list_story_lines(setting)), list(_shape_lines(setting))
    width = cache(partial(text.measure_width, face=setting.sizes.face, size=setting.sizes.body))
    halves = cache(partial(_split_in_halves, width))

    def break_into_rows(line: str, place: StorySlot) -> tuple[str, ...]:
        """The line in one row or two; in none, where it finds no room."""
        if width(line) <= place.measure:
            return (line,)
        fitting = (pair for pair in halves(line) if max(map(width, pair)) <= place.measure)
        return next(fitting, ()) if place.rows > 1 else ()

    def next_story(place: StorySlot) -> tuple[str, ...]:
        tried = of_shapes if place.shape and lines and of_shapes else lines
        for line in tried:
            said = line if tried is lines else setting.words.filled(line, shape=place.shape)
            if broken := break_into_rows(said, place):
                tried.remove(line)
                tried.append(line)
                return broken
        return ()

    for place in places:
        if fixed := setting.line(place.part, place.first):
            # What must be told is set smaller where there is no room: a little in two rows rather
            # than much in one.
            yield (
                place.page,
                break_into_rows(fixed, place) or (halves(fixed)[0] if place.rows > 1 else (fixed,)),
            )
        else:
            yield place.page, next_story(place) if setting.tells(place.part) else ()


def _shape_lines(setting: Setting) -> tuple[str, ...]:
    """The lines that name what an outline shows, where the theme's own are told; a recipe's own
    stay as they are."""
    return (
        setting.words.stories(SHAPE) if setting.scenes and not setting.recipe.book.stories else ()
    )


def _split_in_halves(width: Callable[[str], float], line: str) -> Sequence[tuple[str, ...]]:
    """A line in two rows, first those that are most alike, but rather as the text pauses; a single
    word stays whole."""
    words = text.split_words(line)
    pairs: list[tuple[str, ...]] = [
        (" ".join(words[:place]), " ".join(words[place:])) for place in range(1, len(words))
    ]
    pairs.sort(key=lambda pair: max(map(width, pair)) * (_PAUSED if text.has_pause(pair[0]) else 1))
    return pairs or [(line,)]


def _theme_lines(setting: Setting) -> tuple[str, ...]:
    """The theme's lines in the book's language; none where its pictures are not shown."""
    theme, words = setting.theme, setting.words
    if not setting.recipe.end_marks.are_in_cells:
        return ()
    ours = words.stories(theme.stories_name) if theme.stories_name else ()
    # A theme of ours that tells nothing is silent about the user's pictures too.
    of_any = _fill_lines(setting, OWN) if ours or not theme.stories_name else ()
    return theme.lines(words.language) or (of_any if theme.own or not theme.stories_name else ours)


def _fill_lines(setting: Setting, kind: str) -> tuple[str, ...]:
    """The lines of any theme, with what is at the ends of these mazes; a start that has no name has
    no part in them."""
    theme, words = setting.theme, setting.words
    lines = [
        line for line in words.stories(kind) if theme.start_name != "start" or "{start}" not in line
    ]
    blanks = {
        "start": words.end("start", theme.start_name),
        "finish": words.end("finish", theme.finish_name),
        "child": setting.recipe.book.child or "",
    }
    return tuple(words.filled(line, **blanks) for line in lines)


def _mix_lines(lines: Sequence[str], more: Sequence[str]) -> Iterator[str]:
    """The lines with others spread evenly among them."""
    for place, line in enumerate(lines, 1):
        yield line
        yield from more[(place - 1) * len(more) // len(lines) : place * len(more) // len(lines)]
