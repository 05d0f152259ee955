"""What pages are to those who have them read to them: which headings there are, and what is said of
pictures.

Only files for screens say it; what is said when is told in `docs/accessible.md`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from puzzlebook.books.planning.setting import Entry, Setting
from puzzlebook.ground.faults import Fault
from puzzlebook.language.words import Words, strip_isolates
from puzzlebook.mazes.descriptions import Place
from puzzlebook.recipes.order import Order
from puzzlebook.typesetting.page import ARTIFACT, Item, Rule, Tag

LONGEST = 100
"""The most runs of a way that are told one by one."""

_IN_COLUMNS = ("square", "hexagonal", "triangular")
_IN_RINGS = "polar"


def is_told(setting: Setting) -> bool:
    """Whether there is a file for screens, which says all this."""
    return setting.order.recipe.pdf != "print"


def find_missing_phrases(order: Order) -> Iterator[Fault]:
    """A fault where a file for screens is wanted, and a language of the user's lacks what it says
    of pictures."""
    lacking = order.words.list_missing_phrases() if order.recipe.pdf != "print" else []
    if lacking:
        what = f"says nothing in place of pictures: it lacks {', '.join(lacking[:5])}" + " …" * (
            len(lacking) > 5
        )
        yield Fault(
            "language",
            what,
            '[spoken] with every key of templates/spoken/en.toml, or pdf = "print"',
        )


# Headings


def make_part_tag(setting: Setting, below: int = 0) -> Tag:
    """A heading of a part of the book: below its title, where that has a page; or so many steps
    below that."""
    return Tag(f"H{_depth(setting) + below}")


def make_maze_tag(setting: Setting, place: int = 0) -> Tag:
    """A heading of a maze: below that of its section, where the sections have pages of their
    own."""
    return Tag(f"H{_depth(setting) + setting.has_openers}", place=place)


def make_answer_tag(setting: Setting) -> Tag:
    """A heading of an answer: below that of all answers, where the book has one."""
    return Tag(f"H{_depth(setting) + bool(setting.words('answers_title') and not setting.is_felt)}")


def opens_section(setting: Setting, entry: Entry) -> bool:
    """Whether a maze is the first of its section, and no page of its own has opened that."""
    if setting.has_openers:
        return False
    first = 1
    for part in setting.parts:
        if part.section.key == entry.part.section.key:
            break
        first += part.mazes
    return entry.number == first


def _depth(setting: Setting) -> int:
    return 2 if "title" in setting.recipe.book.matter and setting.recipe.book.title.strip() else 1


# Pictures


def describe_figure(alt: str, within: Tag | None = None, place: int = 0) -> Tag:
    """A picture of which this is said; one of which nothing is said is not read."""
    return (
        Tag("Figure", strip_isolates(alt.strip()), within, place=place) if alt.strip() else ARTIFACT
    )


def describe_stars(
    setting: Setting, count: int | str, within: Tag | None = None, place: int = 0
) -> Tag:
    """So many stars, or `1–3` of them."""
    return describe_figure(setting.words.say_spoken("stars", count=count), within, place)


def describe_maze_figure(
    setting: Setting, entry: Entry, answer_page: int | None = None, place: int = 0
) -> Tag:
    """A maze that is to be solved: its shape and size, where its ends are, how hard it is, and
    where its answer is."""
    if not is_told(setting):
        return ARTIFACT
    words = setting.words
    said = [_describe_size(setting, entry)]
    if entry.silhouette:
        said.append(words.say_spoken("picture", picture=setting.subject(entry)))
    said += _describe_ends(setting, entry)
    if setting.has_stars and entry.stars:
        said.append(words.say_spoken("stars", count=entry.stars))
    if answer_page is not None:
        said.append(words("answer_on", page=answer_page))
    return describe_figure(" ".join(filter(None, said)), place=place)


def describe_way(setting: Setting, entry: Entry) -> Tag:
    """An answer: where the maze's ends are, and its way in words, unless that is very long."""
    told = entry.maze.told
    if told is None:
        return ARTIFACT
    words, runs = setting.words, told.way
    if len(runs) > LONGEST:
        way = words.say_spoken("way_long", count=entry.measures.solution_length)
    else:
        way = words.say_spoken("then").join(_run(words, name, steps) for name, steps in runs)
        way = words.say_spoken("way", way=way)
    letter = setting.order.secret.get(entry.number)
    said = [
        *_describe_ends(setting, entry),
        way,
        words.say_spoken("letter", letter=letter) if letter else "",
    ]
    return describe_figure(" ".join(filter(None, said)))


def end_name(setting: Setting, is_start: bool) -> str:
    """What a start or a finish is called, with the theme's picture there, where pictures are
    shown."""
    words, theme = setting.words, setting.theme
    word = words("how_to_start" if is_start else "how_to_finish")
    if not setting.recipe.end_marks.icons:
        return word
    name = (
        words.end("start", theme.start_name) if is_start else words.end("finish", theme.finish_name)
    )
    return f"{word} ({name})" if name else word


@lru_cache(maxsize=1 << 10)
def _run(words: Words, direction: str, steps: int) -> str:
    """So many steps in a direction: a book says the same ones again and again."""
    return words.say_spoken(f"go_{direction}", count=steps)


def _describe_size(setting: Setting, entry: Entry) -> str:
    words, kind, size = setting.words, entry.maze.design.shape, entry.maze.design.size
    shape = words.named("shapes", kind, f"{kind.capitalize()} maze")
    if entry.silhouette or kind not in (*_IN_COLUMNS, _IN_RINGS):
        return words.say_spoken("cells", shape=shape, count=entry.maze.cells)
    if kind == _IN_RINGS:
        return words.say_spoken("rings", shape=shape, rings=size[0])
    return words.say_spoken("grid", shape=shape, columns=size[0], rows=size[1])


def _describe_ends(setting: Setting, entry: Entry) -> list[str]:
    """Where a maze starts and where it finishes."""
    told = entry.maze.told
    if told is None:
        return []
    return [
        _end(setting, end_name(setting, True), told.start),
        _end(setting, end_name(setting, False), told.end),
    ]


def _end(setting: Setting, end: str, place: Place) -> str:
    words = setting.words
    if isinstance(place, str):
        return words.say_spoken("place_at", end=end, area=words.say_spoken(f"at_{place}")).strip()
    return words.say_spoken("place_in", end=end, row=place[0], column=place[1]).strip()


def mark_language(items: Iterable[Item], language: str) -> list[Item]:
    """Items that are read in a language which is not that of their document."""
    known = {ARTIFACT: ARTIFACT}
    said: list[Item] = []
    for item in items:
        if isinstance(item, Rule):
            said.append(item)
            continue
        tag = item.tag or Tag("P")
        said.append(item._replace(tag=known.setdefault(tag, replace(tag, language=language))))
    return said
