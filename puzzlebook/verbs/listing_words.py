"""What a shop's listing says of a book in its language: the description, keywords and captions."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from html import escape
from typing import NamedTuple

from puzzlebook.books.covers.back import find_promised_width
from puzzlebook.books.covers.look import design_for
from puzzlebook.books.planning.setting import Setting
from puzzlebook.ground import templates
from puzzlebook.language.words import ENGLISH, Words, load_words

_ADULT = 12  # years: who is older is no child to a shop
_KEYWORDS = 7
_WIDE = 12  # mm: a corridor that is worth telling of


class ListingWords(NamedTuple):
    """The words of a listing of one book.

    language: of the words. call: the first line of the theme's story; empty if the book has none of
    ours. opening: what the book is, and for whom. lead: what it is good for. proof: what a proof
    says.
    """

    language: str
    call: str
    opening: str
    lead: str
    benefits: tuple[str, ...]
    keywords: tuple[str, ...]
    captions: Mapping[str, str]
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
    stories = words.stories(theme.stories_name) if subject else ()
    themed = [
        words.fill_blanks(line, subject=subject, **blanks)
        for line in (kind["themed_keywords"] if subject else ())
    ]
    opening = ""
    if setting.recipe.mazes > 1 and not setting.is_of_rooms:
        opening = kind["themed" if subject else "plain"]
        opening = words.fill_blanks(opening, subject=subject, **blanks)
    return ListingWords(
        name,
        _make_call(stories[0], rows["call"]) if stories else "",
        opening,
        kind["lead"],
        tuple(_list_benefits(setting, rows["benefits"], words)),
        (*themed, *kind["keywords"])[:_KEYWORDS],
        rows["captions"],
        rows["proof"],
    )


def _make_call(line: str, form: str) -> str:
    """Return the first line of a story as a call, unless it is one."""
    return line if "!" in line else form.format(line=line.rstrip(".।"))


def _list_benefits(setting: Setting, lines: Mapping[str, str], words: Words) -> Iterator[str]:
    """Yield what the reader gets."""
    recipe = setting.recipe
    if setting.is_of_rooms:
        yield words("cover_rooms", count=recipe.mazes)
    else:
        yield lines["path"]
        if recipe.mazes_a_page == 1 and not any(part.section.spread for part in setting.parts):
            yield lines["page"]
    if (width := find_promised_width(setting)) >= _WIDE:
        yield words.fill_blanks(lines["width"], width=width)
    if (
        is_for_children(setting)
        and recipe.ink == "black"
        and any(part.section.stage for part in setting.parts)
    ):
        yield lines["color"]
    if "certificate" in recipe.book.pages:
        yield lines["certificate"]
    if "key" in recipe.book.matter:
        yield lines["answers"]


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
