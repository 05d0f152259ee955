"""What a shop's listing says of a book in its language: the description, keywords and captions."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any, NamedTuple

from puzzlebook.books.covers.back import find_promised_width
from puzzlebook.books.covers.look import design_for
from puzzlebook.books.planning.setting import Setting
from puzzlebook.ground import templates
from puzzlebook.language.words import ENGLISH, Words, load_words
from puzzlebook.recipes.recipe import Section

_ADULT = 12  # years: to a shop, a book for older readers is not for children
_KEYWORDS = 7
_KINDS = ("polar", "square", "hexagonal", "triangular", "bridges", "pictures")
_VARIETY = 3  # kinds of mazes; fewer are not worth mentioning


class ListingWords(NamedTuple):
    """The words of a listing of one book.

    language: the words' language. call: the first line of the theme's story; empty if the book has
    no built-in one. opening: what the book is, and for whom. lead: what it is good for. proof: what
    a proof says.
    """

    language: str
    call: str
    opening: str
    lead: str
    benefits: tuple[str, ...]
    keywords: tuple[str, ...]
    captions: tuple[str, str, str]
    proof: str


def find_ages(setting: Setting) -> tuple[int, int] | None:
    """Return the readers' age, or the age that the book is made to look for; None for neither."""
    recipe = setting.recipe
    readers = recipe.audience or recipe.look
    ages = recipe.cover.ages or (design_for(readers).get("ages") if readers else None)
    return (ages[0], ages[1]) if ages else None


def is_for_children(setting: Setting) -> bool:
    """Whether the book is for children, by the age of its readers."""
    ages = find_ages(setting)
    return ages is not None and ages[0] < _ADULT


def find_words(setting: Setting) -> ListingWords:
    """Return the words of a book in its language; in English if we have none in it."""
    language = setting.recipe.language
    name = language if language in templates.list_names("listings") else ENGLISH
    rows = tomllib.loads(templates.read("listings", name).decode())
    words, theme, children = load_words(name), setting.theme, is_for_children(setting)
    kind = rows["children" if children else "adults"]
    blanks: dict[str, object] = {"count": setting.recipe.mazes}
    if ages := find_ages(setting):
        first, last = ages
        span = rows["span"] if first < last else "{first}"
        blanks |= {
            "first": first,
            "last": last,
            "ages": words.fill_blanks(span, first=first, last=last),
        }
    subject = rows["subjects"].get(theme.stories_name) if children and not theme.own else None
    blanks["subject"] = subject
    stories = words.stories(theme.stories_name) if subject else ()
    has_count = setting.recipe.mazes > 1 and not setting.is_of_rooms
    call = _make_call(stories[0], rows["call"]) if stories else ""
    form = kind["themed" if subject else "plain"]
    opening = words.fill_blanks(form, **blanks) if has_count else ""
    # The caption under the front.
    caption = kind["caption"] if has_count and not children else ""
    keywords = (*(kind["themed_keywords"] if subject else ()), *kind["keywords"])[:_KEYWORDS]
    return ListingWords(
        name,
        call,
        opening,
        kind["lead"],
        tuple(_list_benefits(setting, rows, words)),
        tuple(line.format(**blanks) for line in keywords),
        (
            call or words.fill_blanks(caption, **blanks) or kind["ramp"],
            kind["ramp"],
            rows["captions"]["answers"],
        ),
        rows["proof"],
    )


def _make_call(line: str, form: str) -> str:
    """Return the first line of a story as a call, unless it is one."""
    return line if "!" in line else form.format(line=line.rstrip(".।"))


def _list_benefits(setting: Setting, rows: Mapping[str, Any], words: Words) -> Iterator[str]:
    """Yield what the reader gets."""
    recipe, lines = setting.recipe, rows["benefits"]
    sections = [part.section for part in setting.parts]
    if setting.is_of_rooms:
        yield words("cover_rooms", count=recipe.mazes)
    elif recipe.mazes_a_page == 1 and not any(section.spread for section in sections):
        yield lines["page"]
    if width := find_promised_width(setting):
        yield words.fill_blanks(lines["width"], width=width)
    kinds = [
        rows["kinds"][kind]
        for kind in _KINDS
        if any(_is_of_kind(section, kind) for section in sections)
    ]
    if len(kinds) >= _VARIETY:
        yield words.fill_blanks(lines["kinds"], kinds=rows["comma"].join(kinds))
    if is_for_children(setting) and recipe.ink == "black" and any(map(_has_stage, sections)):
        yield lines["color"]
    if "certificate" in recipe.book.pages:
        yield lines["certificate"]
    if not setting.is_of_rooms:
        yield lines["path"]
    if "key" in recipe.book.matter:
        yield lines["answers"]


def _is_of_kind(section: Section, kind: str) -> bool:
    """Whether a section has mazes of a kind that a listing mentions."""
    if kind == "pictures":
        return _has_stage(section)
    return bool(section.bridges) if kind == "bridges" else section.shape == kind


def _has_stage(section: Section) -> bool:
    return section.stage is not None


def write_description(setting: Setting, words: ListingWords) -> tuple[str, str]:
    """Return the description as plain text and as HTML that shops take: what the book is, and what
    the reader gets; or the recipe's own blurb."""
    if blurb := setting.recipe.cover.blurb:
        return f"{blurb}\n", f"<p>{escape(blurb, quote=False)}</p>\n"
    about = " ".join(filter(None, (words.opening, words.lead)))
    heads = [line for line in (words.call, about) if line]
    plain = "\n\n".join([*heads, "\n".join(f"• {line}" for line in words.benefits)])
    first, *others = (escape(line, quote=False) for line in heads)
    rows = "".join(f"<li>{escape(line, quote=False)}</li>" for line in words.benefits)
    paragraphs = "".join(f"<p>{line}</p>" for line in others)
    return f"{plain}\n", f"<p><b>{first}</b></p>{paragraphs}<ul>{rows}</ul>\n"
