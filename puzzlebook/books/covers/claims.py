"""Statements of a cover and a shop's listing about a book's contents: sentences from
`templates/listings/`, used only where they are true."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from math import floor
from typing import Any, NamedTuple

from puzzlebook.books.covers.look import design_for
from puzzlebook.books.planning.setting import Setting
from puzzlebook.ground import templates
from puzzlebook.ground.lengths import MM, format_inches, parse_points
from puzzlebook.language.words import ENGLISH, WORDLESS, load_words
from puzzlebook.recipes.order import BookSection

MIN_HARD = 3
"""Fewest stars of the middle maze of a book that may be called tricky."""
_MAX_EASY = 2  # most stars of the middle maze of one that may be called easy
_MIN_ADULT_AGE = 12  # years; younger readers count as children in shops
_CELLS = ("polar", "square", "hexagonal", "triangular")
_EXTRAS = ("bridges", "pictures")  # which some of the mazes have
_WORD = re.compile(r"\w+")
_MIN_RISE = 2  # stars; a smaller rise is not worth mentioning
_MIN_DRAWINGS = 2  # fewer drawings with cells of a kind are not worth mentioning
_MIN_KINDS = 3  # fewer kinds of mazes are not worth mentioning
_MIN_HOURS = 5  # of solving; fewer would sell a book short
_EIGHTHS = ("1/8", "1/4", "3/8", "1/2", "5/8", "3/4", "7/8", "1")
_ROUNDING_ERROR = 0.05  # hundredths of an inch, in a side that was specified in inches


class MazeFacts(NamedTuple):
    """What is known of a finished book's mazes. longest, shape: the length of the hardest maze's
    solution path, in cells, and their shape; 0 if unknown. stars: those of each maze; 0 for none.
    minutes: how long all of them take to solve; 0 if unknown.
    """

    longest: int = 0
    shape: str = ""
    stars: Sequence[int] = ()
    minutes: float = 0.0


def read_listing_words(language: str) -> tuple[str, Mapping[str, Any]]:
    """Return the listing words of a language, or the English ones if there are none, preceded by
    the language that they are in."""
    name = language if language in templates.list_names("listings") else ENGLISH
    return name, tomllib.loads(templates.read("listings", name).decode())


def find_ages(setting: Setting) -> tuple[int, int] | None:
    """Return the readers' ages or, failing that, those the look is designed for, or None."""
    recipe = setting.recipe
    readers = recipe.audience or recipe.look
    ages = recipe.cover.ages or (design_for(readers).get("ages") if readers else None)
    return (ages[0], ages[1]) if ages else None


def is_for_children(setting: Setting) -> bool:
    """Whether the book is for children, judged by its readers' ages."""
    ages = find_ages(setting)
    return ages is not None and ages[0] < _MIN_ADULT_AGE


def list_blanks(setting: Setting) -> dict[str, object]:
    """Return the values for a listing's sentences: the number of mazes, the readers' ages, and the
    subject of a children's book's theme, or None."""
    name, rows = read_listing_words(setting.recipe.language)
    blanks: dict[str, object] = {"count": setting.recipe.mazes, "subject": None}
    if ages := find_ages(setting):
        first, last = ages
        span = rows["span"] if first < last else "{first}"
        words = load_words(name)
        blanks |= {
            "first": first,
            "last": last,
            "ages": words.fill_blanks(span, first=first, last=last),
        }
    if is_for_children(setting) and not setting.theme.own:
        blanks["subject"] = rows["subjects"].get(setting.theme.stories_name)
    return blanks


def read_words_for_readers(setting: Setting) -> Mapping[str, Any]:
    """Return the listing words for a book's readers: children, adults, or those of large print."""
    rows = read_listing_words(setting.recipe.language)[1]
    if is_for_children(setting):
        return dict(rows["children"])
    adults, large = rows["adults"], rows["large"]
    if not is_in_large_print(setting):
        return dict(adults)
    return {**adults, **large, "keywords": [*large["keywords"], *adults["keywords"]]}


def is_in_large_print(setting: Setting) -> bool:
    """Whether the book is for readers of large print."""
    readers = setting.order.readers
    return readers is not None and readers.bold


def name_large_print(setting: Setting) -> str:
    """Return the words on the front that say that the book is in large print; empty for others and
    in languages without listing words."""
    language = setting.recipe.language
    if not is_in_large_print(setting) or language not in templates.list_names("listings"):
        return ""
    label: str = read_listing_words(language)[1]["large"]["label"]
    return label


def say_what_it_is(setting: Setting, is_volume_named: bool = True) -> str:
    """Return a sentence on the book's number of mazes, subject and readers, and which volume it is
    from the second on; empty for one maze."""
    if setting.recipe.mazes <= 1 or setting.is_of_rooms:
        return ""
    name, rows = read_listing_words(setting.recipe.language)
    kind, blanks, words = read_words_for_readers(setting), list_blanks(setting), load_words(name)
    if blanks["subject"]:
        blanks["subject"] = _name_subjects(setting, rows)
    said = words.fill_blanks(kind["themed" if blanks["subject"] else "plain"], **blanks)
    volume = setting.series_line if is_volume_named and setting.recipe.volume > 1 else ""
    return words.fill_blanks(rows["volume"], volume=volume, line=said) if volume else said


def _name_subjects(setting: Setting, rows: Mapping[str, Any]) -> str:
    """Return the subject of a children's book's theme and those of the neighbouring themes whose
    drawings it shows."""
    between = rows["between_subjects"]
    themes = setting.theme.stories_name, *setting.shown_neighbours
    names: list[str] = [rows["subjects"][name] for name in themes]
    *subjects, last = names
    if not subjects:
        return last
    return f"{between['comma'].join(subjects)}{between['last']}{last}{between['after']}"


def list_variety(setting: Setting) -> Iterator[str]:
    """Yield a sentence on the kinds of mazes in the book, if there are several."""
    name, rows = read_listing_words(setting.recipe.language)
    cells, extras = (
        [
            rows["kinds"][_say_how_many(setting, kind)]
            for kind in kinds
            if any(_is_of_kind(part, kind) for part in setting.parts)
            or _count_drawings(setting, kind) >= _MIN_DRAWINGS
        ]
        for kinds in (_CELLS, _EXTRAS)
    )
    if len(cells) + len(extras) >= _MIN_KINDS:
        line = rows["benefits"]["kinds_and_some" if extras else "kinds"]
        kinds, some = _join(cells, rows), _join(extras, rows)
        yield load_words(name).fill_blanks(line, kinds=kinds, some=some)


def _say_how_many(setting: Setting, kind: str) -> str:
    """Return the key of the words for a kind of mazes: for those inside pictures, whether they are
    some, most or all of the book's mazes."""
    if kind != "pictures":
        return kind
    drawn = sum(part.mazes for part in setting.parts if has_stages(part))
    if drawn == setting.recipe.mazes:
        return f"all_{kind}"
    return f"most_{kind}" if 2 * drawn > setting.recipe.mazes else kind


def _join(names: Sequence[str], rows: Mapping[str, Any]) -> str:
    """Return the names of some kinds of mazes as they are listed in a sentence."""
    *others, last = names or [""]
    between = rows["pair" if len(others) == 1 else "last"] if others else ""
    return f"{rows['comma'].join(others)}{between}{last}"


def list_level(setting: Setting, stars: Sequence[int]) -> Iterator[str]:
    """Yield a sentence on the book's level, if it is not the usual one, and if the stars of at
    least half of its mazes say the same."""
    level = setting.recipe.level if any(part.readers for part in setting.parts) else None
    given = sorted(filter(None, stars))
    middle = given[len(given) // 2] if given else 0
    is_true = {"easy": 0 < middle <= _MAX_EASY, "hard": middle >= MIN_HARD}.get(level or "", False)
    if is_true:
        yield read_listing_words(setting.recipe.language)[1]["levels"][level]


def list_hidden(setting: Setting) -> Iterator[str]:
    """Yield a sentence on the number of mazes that hide a picture, if there are several."""
    count = sum(part.mazes for part in setting.parts if part.pictures)
    if count > 1:
        name, rows = read_listing_words(setting.recipe.language)
        yield load_words(name).fill_blanks(rows["benefits"]["hidden"], count=count)


def list_hours(setting: Setting, minutes: float) -> Iterator[str]:
    """Yield a sentence on the hours that the book takes to solve, if there are several."""
    hours = floor(minutes / 60)
    if hours >= _MIN_HOURS:
        name, rows = read_listing_words(setting.recipe.language)
        yield load_words(name).fill_blanks(rows["benefits"]["hours"], count=hours)


def list_color(setting: Setting) -> Iterator[str]:
    """Yield a sentence saying that the book is in colour, if it is."""
    if is_in_color(setting):
        yield read_listing_words(setting.recipe.language)[1]["color"]["benefit"]


def say_benefit(setting: Setting, key: str) -> str:
    """Return a listing's sentence on a benefit for the reader."""
    line: str = read_listing_words(setting.recipe.language)[1]["benefits"][key]
    return line


def say_answers(setting: Setting) -> str:
    """Return the words on the front that say that the book has answers; empty if it has none, or if
    its subtitle says so."""
    book = setting.recipe.book
    line = setting.words("cover_with_answers") if "key" in book.matter else ""
    return "" if is_said(line, book.subtitle or "") else line


def is_said(line: str, other: str) -> bool:
    """Return whether another line has one of a line's long words, and so says the same."""
    words = [{word for word in text.casefold().split() if len(word) > 4} for text in (line, other)]
    return not words[0].isdisjoint(words[1])


def is_in_subtitle(setting: Setting, line: str) -> bool:
    """Return whether a book's subtitle has all words and numbers of a line."""
    has, needs = (
        set(_WORD.findall(text.casefold())) for text in (setting.recipe.book.subtitle or "", line)
    )
    return needs <= has


def is_in_color(setting: Setting) -> bool:
    """Whether the book's pages are printed in colour."""
    return setting.recipe.ink != "black"


def say_pages(setting: Setting, pages: int) -> str:
    """Return a sentence on the page count and the size of the book, in inches or
    centimetres."""
    page, (name, rows) = setting.recipe.page, read_listing_words(setting.recipe.language)
    words, lines = load_words(name), rows["benefits"]
    if _is_in_inches(setting):
        sides = format_inches(page.width, page.height).removesuffix(" in").replace(" x ", " × ")
        size = templates.table("listings.toml")["inches"]["trim"].format(trim=sides)
    else:
        width, height = (
            words.number(f"{side / (10 * MM):.1f}".removesuffix(".0")).replace(
                ".", lines["decimal_mark"]
            )
            for side in (page.width, page.height)
        )
        size = words.fill_blanks(lines["centimetres"], width=width, height=height)
    line = lines["hardcover" if setting.order.printer.cover.boards else "pages"]
    return words.fill_blanks(line, pages=pages, size=size)


def say_inches(setting: Setting, where: str, width: int) -> str:
    """Return a phrase with the narrowest corridor's width in inches; empty unless the book is in
    English and its paper is measured in inches.

    where: `listing` or `back`. width: the corridor's width in millimetres.
    """
    if not _is_in_inches(setting):
        return ""
    eighths = floor(width * MM / parse_points("1in") * 8 + 1e-6)
    line: str = templates.table("listings.toml")["inches"][where]
    return line.format(width=_EIGHTHS[min(max(eighths, 1), 8) - 1])


def _is_in_inches(setting: Setting) -> bool:
    """Whether the book is in English or wordless, and its paper is measured in inches."""
    page, inch = setting.recipe.page, parse_points("1in")
    hundredths = [side * 100 / inch for side in (page.width, page.height)]
    is_even = all(abs(side - round(side)) < _ROUNDING_ERROR for side in hundredths)
    return setting.recipe.language in (ENGLISH, WORDLESS) and is_even


def rises(stars: Sequence[int]) -> bool:
    """Whether a book's stars never decrease from maze to maze, and the last maze has at least two
    more than the first."""
    given = [count for count in stars if count]
    return bool(given) and given == sorted(given) and given[-1] - given[0] >= _MIN_RISE


def has_pages_to_color(setting: Setting) -> bool:
    """Whether the book has drawings with white areas, and is for children."""
    readers = setting.order.readers
    is_white = not is_in_color(setting) and (readers is None or not readers.shade)
    is_drawn = any(map(has_stages, setting.parts))
    return is_for_children(setting) and is_white and is_drawn


def has_stages(part: BookSection) -> bool:
    """Whether a section's mazes really are in drawings: a recipe may name some that do not fit."""
    return bool(part.stages)


def _count_drawings(setting: Setting, kind: str) -> int:
    """Return the number of drawings whose mazes have cells of a kind. Children's books mention none
    of these: their covers show the drawings."""
    if is_for_children(setting):
        return 0
    return sum(stage.shape == kind for part in setting.parts for stage in part.stages)


def _is_of_kind(part: BookSection, kind: str) -> bool:
    """Whether a section has mazes of a kind that a listing mentions, apart from the cells in its
    drawings."""
    if kind == "bridges":
        return bool(part.section.bridges)
    return kind == "pictures" if has_stages(part) else part.section.shape == kind
