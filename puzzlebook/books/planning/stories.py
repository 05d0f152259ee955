"""The story lines above the mazes: the theme's lines in turn, some with the child's name. None of
our lines comes twice in a book."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import islice
from typing import NamedTuple

from puzzlebook.books.planning.setting import Setting
from puzzlebook.language.catalogues import ANY, CHILD, OWN, SHAPE
from puzzlebook.recipes.order import BookSection
from puzzlebook.typesetting import text

_SOURCE_SEPARATOR = " — "  # between a quotation and its source, which is set on a second row
_BETWEEN_NAMES = 4  # lines between two that name the child
_PAUSE_BONUS = 0.75  # weight of the width of a row that ends at a pause in the text


class StorySlot(NamedTuple):
    """The space for a story line above the first maze of a page.

    first: the number of the page's first maze. measure: the largest width of a row, in points.
    rows: the number of rows that fit. shape: what the maze's outline shows, if scenes surround the
    maze; the line is then about the outline, and not about the figures' journey. says: the lines of
    the drawing around the maze; used in turn, they replace the story. sign: the room and the letter
    on the first sign of a room, which the line explains. riddle: what is asked about a hidden
    picture, in place of the usual question.
    """

    page: int
    part: BookSection
    first: int
    measure: float
    rows: int
    shape: str = ""
    says: tuple[str, ...] = ()
    sign: tuple[int, str] | None = None
    riddle: tuple[str, ...] = ()


def list_story_lines(setting: Setting) -> tuple[str, ...]:
    """Return the lines that a book tells in turn: the recipe's, or the theme's, from where the
    volume before stopped, mixed with lines that name the child. Lines that suit any theme follow
    ours, for long books and later volumes."""
    recipe, in_theme = setting.recipe, _list_user_lines(setting)
    lines = [*(in_theme or _list_theme_lines(setting))]
    if not lines and any(map(setting.is_framed, setting.parts)):
        lines = [*setting.quotations]
        _rotate(lines, (recipe.volume - 1) * _count_slots(setting))
        return tuple(lines)
    if not lines or recipe.book.stories:
        return tuple(lines)
    if not in_theme:
        lines += setting.words.stories(ANY)
    told_before = (recipe.volume - 1) * _count_slots(setting)
    _rotate(lines, told_before)
    if recipe.book.child:
        with_name = [*_fill_lines(setting, CHILD)]
        _rotate(with_name, told_before // (_BETWEEN_NAMES + 1))
        lines = [*_mix_lines(lines, with_name)]
    return tuple(lines)


def has_line(setting: Setting, part: BookSection) -> bool:
    """Return whether a section's pages have a line below the heading: a story, or the stars of a
    page's only maze."""
    if (
        (setting.has_stars and part.per_page == 1)
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

    Of the lines that fit a slot, the one that has been unused for longest is next. Only lines of
    the user's come again; when ours are all told, a page has none.
    """
    recipe, is_users = setting.recipe, bool(_list_user_lines(setting))
    lines, shape_lines = list(list_story_lines(setting)), list[str]()
    if lines and setting.scenes and not recipe.book.stories:
        shape_lines += setting.words.stories(SHAPE)
        _rotate(shape_lines, recipe.volume - 1)
    width = cache(partial(text.measure_width, face=setting.sizes.face, size=setting.sizes.body))
    halves = cache(partial(_split_in_halves, width))

    def narrowest(line: str) -> tuple[str, ...]:
        return min(halves(line), key=lambda pair: max(map(width, pair)))

    def break_into_rows(line: str, slot: StorySlot) -> tuple[str, ...]:
        """Break a line into one row or two; return no rows if it does not fit."""
        if slot.rows > 1 and _SOURCE_SEPARATOR in line:
            parts = tuple(line.split(_SOURCE_SEPARATOR, 1))
            return parts if max(map(width, parts)) <= slot.measure else ()
        if width(line) <= slot.measure:
            return (line,)
        fitting = (pair for pair in halves(line) if max(map(width, pair)) <= slot.measure)
        return next(fitting, ()) if slot.rows > 1 else ()

    shapes_told = set[str]()

    def next_shape_story(slot: StorySlot) -> tuple[str, ...]:
        shape = slot.shape[:1].upper() + slot.shape[1:]
        for line in shape_lines:
            story = setting.words.fill_blanks(line, shape=shape)
            if story not in shapes_told and (rows := break_into_rows(story, slot)):
                shapes_told.add(story)
                shape_lines.remove(line)
                shape_lines.append(line)
                return rows
        return ()

    def next_story(slot: StorySlot) -> tuple[str, ...]:
        if slot.shape and (rows := next_shape_story(slot)):
            return rows
        for line in lines:
            if rows := break_into_rows(line, slot):
                lines.remove(line)
                if is_users:
                    lines.append(line)
                return rows
        return ()

    def fit_riddle(slot: StorySlot) -> tuple[str, ...]:
        """Return the lines of a riddle, the last of them in two rows where there is room for that
        only; no rows if they do not fit."""
        if not slot.riddle:
            return ()
        choices = slot.riddle, (*slot.riddle[:-1], *narrowest(slot.riddle[-1]))
        return next(
            (
                rows
                for rows in choices
                if len(rows) <= slot.rows and max(map(width, rows)) <= slot.measure
            ),
            (),
        )

    told: dict[tuple[str, ...], int] = {}
    for slot in slots:
        if riddle := fit_riddle(slot):
            yield slot.page, riddle
            continue
        required_line = " ".join(slot.riddle) or setting.find_required_line(
            slot.part, slot.first, slot.sign
        )
        turn = told.get(slot.says, 0)
        if turn < len(slot.says) and not required_line and not recipe.book.stories:
            told[slot.says] = turn + 1
            required_line = slot.says[(turn + recipe.volume - 1) % len(slot.says)]
            if slot.rows > 1 and _SOURCE_SEPARATOR in required_line:
                yield slot.page, tuple(required_line.split(_SOURCE_SEPARATOR, 1))
                continue
        if required_line:
            # A required line that does not fit is set smaller later. Two rows that are a little
            # smaller are better than one that is much smaller.
            rows = break_into_rows(required_line, slot)
            yield (
                slot.page,
                rows or (narrowest(required_line) if slot.rows > 1 else (required_line,)),
            )
        else:
            yield slot.page, next_story(slot) if setting.has_stories(slot.part) else ()


def _count_slots(setting: Setting) -> int:
    """Return the number of pages of a volume that tell a story."""
    return sum(
        -(-part.mazes // part.per_page)
        for part in setting.parts
        if setting.has_stories(part) and not setting.find_required_line(part, part.mazes)
    )


def _rotate(lines: list[str], places: int) -> None:
    """Move so many lines from the beginning of a list to its end."""
    if lines:
        places %= len(lines)
        lines[:] = lines[places:] + lines[:places]


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


def _list_user_lines(setting: Setting) -> tuple[str, ...]:
    """Return the lines of the recipe or, if the theme's pictures are shown, of the user's theme."""
    in_cells = setting.recipe.end_marks.are_in_cells
    themed = setting.theme.lines(setting.words.language) if in_cells else ()
    return setting.recipe.book.stories or themed


def _list_theme_lines(setting: Setting) -> tuple[str, ...]:
    """Return our lines about the theme in the book's language, or about the user's pictures; none
    if no pictures are shown."""
    theme, words = setting.theme, setting.words
    if not setting.recipe.end_marks.are_in_cells:
        return ()
    ours = words.stories(theme.stories_name) if theme.stories_name else ()
    if theme.own or not theme.stories_name:
        # A built-in theme without stories has none for the user's pictures either.
        return _fill_lines(setting, OWN) if ours or not theme.stories_name else ()
    return ours


def _fill_lines(setting: Setting, kind: str) -> tuple[str, ...]:
    """Return the lines of a kind, filled in with the names of start and finish. Lines about the
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


def _mix_lines(lines: Sequence[str], with_name: Iterable[str]) -> Iterator[str]:
    """Yield the lines, with one of those that name the child after the first and then after every
    few, as long as there are any."""
    names = iter(with_name)
    for index, line in enumerate(lines, 1):
        yield line
        if index % _BETWEEN_NAMES == 1:
            yield from islice(names, 1)
