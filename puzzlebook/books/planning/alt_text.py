"""Headings and alt text of pages, for screen readers.

Only PDF files for screens have headings and alt text; `docs/accessible.md` describes these.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from puzzlebook.books.planning.setting import Entry, Setting
from puzzlebook.ground.faults import Fault
from puzzlebook.language.words import Words, strip_isolates
from puzzlebook.recipes.order import Order
from puzzlebook.typesetting.page import ARTIFACT, Item, Rule, Tag

MAX_RUNS = 100
"""The largest number of straight runs of a solution path that are described one by one."""

_COLUMN_SHAPES = ("square", "hexagonal", "triangular")
_RING_SHAPE = "polar"


def has_alt_text(setting: Setting) -> bool:
    """Return whether a PDF file for screens is made. No other kind of file has alt text."""
    return setting.order.recipe.pdf != "print"


def find_missing_phrases(order: Order) -> Iterator[Fault]:
    """Yield a fault if a file for screens is made and the user's own language lacks phrases for alt
    text."""
    missing = order.words.list_missing_phrases() if order.recipe.pdf != "print" else []
    if missing:
        what = f"has no alt text for pictures; it lacks {', '.join(missing[:5])}"
        allowed = (
            'add a table [spoken] with every key of templates/spoken/en.toml, or set pdf = "print"'
        )
        yield Fault("language", what + " …" * (len(missing) > 5), allowed)


# Headings


def make_part_tag(setting: Setting, below: int = 0) -> Tag:
    """Return the tag of the heading of a part of the book: one level below the title, if the title
    has a page, plus `below` more levels."""
    return Tag(f"H{_depth(setting) + below}")


def make_maze_tag(setting: Setting, place: int = 0) -> Tag:
    """Return the tag of a maze's heading: one level below its section's heading, if sections have
    opener pages."""
    return Tag(f"H{_depth(setting) + setting.has_openers}", place=place)


def make_answer_tag(setting: Setting) -> Tag:
    """Return the tag of an answer's heading: one level below the heading of the answer key, if it
    has one."""
    return Tag(
        f"H{_depth(setting) + bool(setting.words('answers_title') and not setting.is_tactile)}"
    )


def opens_section(setting: Setting, entry: Entry) -> bool:
    """Return whether a maze is the first of a section that has no opener page."""
    if setting.has_openers:
        return False
    first = 1
    for part in setting.parts:
        if part.section.key == entry.printed_in.section.key:
            break
        first += part.mazes
    return entry.number == first


def _depth(setting: Setting) -> int:
    return 2 if "title" in setting.recipe.book.matter and setting.recipe.book.title.strip() else 1


# Pictures


def describe_figure(alt: str, within: Tag | None = None, place: int = 0) -> Tag:
    """Return the tag of a picture with this alt text. Without alt text, screen readers skip the
    picture."""
    text = alt.strip()
    return Tag("Figure", strip_isolates(text), within, place=place) if text else ARTIFACT


def describe_stars(
    setting: Setting, count: int | str, within: Tag | None = None, place: int = 0
) -> Tag:
    """Return the tag of a number of stars, such as 2 or `1–3`."""
    return describe_figure(setting.words.say_spoken("stars", count=count), within, place)


def describe_maze_figure(
    setting: Setting, entry: Entry, answer_page: int | None = None, place: int = 0
) -> Tag:
    """Return the tag of a puzzle, which describes its shape, size, ends and stars, and gives the
    page of its answer."""
    if not has_alt_text(setting):
        return ARTIFACT
    words = setting.words
    sentences = [_describe_size(setting, entry)]
    shown = setting.stage_title(entry) if entry.view else ""
    if entry.silhouette and not entry.view:
        shown = setting.outline_title(entry.silhouette)
    if shown:
        sentences.append(words.say_spoken("picture", picture=shown))
    sentences += _describe_ends(setting, entry)
    if setting.has_stars and entry.stars:
        sentences.append(words.say_spoken("stars", count=entry.stars))
    if answer_page is not None:
        sentences.append(words("answer_on", page=answer_page))
    return describe_figure(" ".join(filter(None, sentences)), place=place)


def describe_solution_path(setting: Setting, entry: Entry) -> Tag:
    """Return the tag of an answer, which describes the maze's ends and its solution path; very long
    paths are described by their length only."""
    description = entry.maze.description
    if description is None:
        return ARTIFACT
    words = setting.words
    paths = [_describe_runs(words, runs, entry) for runs in description.ways]
    letter = setting.order.secret.get(entry.number)
    sentences = [
        *_describe_ends(setting, entry),
        *paths,
        words.say_spoken("letter", letter=letter) if letter else "",
    ]
    return describe_figure(" ".join(filter(None, sentences)))


def end_name(setting: Setting, is_start: bool) -> str:
    """Return the name of the start or the finish, with the name of its picture if pictures are
    shown."""
    words, theme = setting.words, setting.theme
    word = words("how_to_start" if is_start else "how_to_finish")
    if not setting.recipe.end_marks.icons:
        return word
    name = (
        words.end("start", theme.start_name) if is_start else words.end("finish", theme.finish_name)
    )
    return f"{word} ({name})" if name else word


def _describe_runs(words: Words, runs: Sequence[tuple[str, int]], entry: Entry) -> str:
    """Describe a solution path, or the piece of it in a room; "" for a single cell."""
    if len(runs) > MAX_RUNS:
        return words.say_spoken("way_long", count=entry.measures.solution_length)
    way = words.say_spoken("then").join(_describe_run(words, *run) for run in runs)
    return words.say_spoken("way", way=way) if way else ""


@lru_cache(maxsize=1 << 10)
def _describe_run(words: Words, direction: str, steps: int) -> str:
    # Cached, because a book repeats the same runs many times.
    return words.say_spoken(f"go_{direction}", count=steps)


def _describe_size(setting: Setting, entry: Entry) -> str:
    words, kind, size = setting.words, entry.maze.design.shape, entry.maze.design.size
    shape = words.named("shapes", kind, f"{kind.capitalize()} maze")
    if entry.silhouette or kind not in (*_COLUMN_SHAPES, _RING_SHAPE):
        return words.say_spoken("cells", shape=shape, count=entry.maze.cells)
    if kind == _RING_SHAPE:
        return words.say_spoken("rings", shape=shape, rings=size[0])
    return words.say_spoken("grid", shape=shape, columns=size[0], rows=size[1])


def _describe_ends(setting: Setting, entry: Entry) -> list[str]:
    description = entry.maze.description
    if description is None:
        return []
    return [
        _describe_end(setting, end_name(setting, True), description.start),
        _describe_end(setting, end_name(setting, False), description.end),
    ]


def _describe_end(setting: Setting, end: str, place: tuple[int, int] | str | None) -> str:
    words = setting.words
    if place is None:
        return ""
    if isinstance(place, str):
        return words.say_spoken("place_at", end=end, area=words.say_spoken(f"at_{place}")).strip()
    return words.say_spoken("place_in", end=end, row=place[0], column=place[1]).strip()


def mark_language(items: Iterable[Item], language: str) -> list[Item]:
    """Tag items with their language, which differs from the document's."""
    tags = {ARTIFACT: ARTIFACT}
    marked: list[Item] = []
    for item in items:
        if isinstance(item, Rule):
            marked.append(item)
            continue
        tag = item.tag or Tag("P")
        marked.append(item._replace(tag=tags.setdefault(tag, replace(tag, language=language))))
    return marked
