"""The kinds of pages that a book may have beside its mazes and answers: one row each, in the order
of the book.

What else a new one takes, its name in recipes and its words, is told in `docs/adding.md`. Class
sets have pages of their own (`classes.class_pages`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from puzzlebook.books.pages import back, contents, front, touch
from puzzlebook.books.planning.setting import Setting
from puzzlebook.typesetting.page import Page

FRONT, BACK, ELSEWHERE = "front", "back", "elsewhere"


class PageKind(NamedTuple):
    """A kind of page, by the name that a recipe's `book.matter` has for it.

    place: before the mazes, behind the answers, or where `pagination` has a rule of its own for it.
    page: makes the page of a number from the setting alone; None where it takes more (see
    `book_pages.PAGE_MAKERS`). phrase: what the outline calls it. speaks: whether it has something
    to say. count: how many pages. cut_out: whether it may be cut out, so that it is a right-hand
    page and its back stays blank. unasked: whether it needs no place in `book.matter`.
    """

    name: str
    place: str
    page: Callable[[Setting, int], Page] | None
    phrase: str = ""
    speaks: Callable[[Setting], bool] = lambda setting: True
    count: Callable[[Setting], int] = lambda setting: 1
    cut_out: bool = False
    unasked: bool = False


def _has_dedication(setting: Setting) -> bool:
    return bool(setting.recipe.book.dedication)


def _has_words(setting: Setting) -> bool:
    return not setting.words.wordless


def _has_rights(setting: Setting) -> bool:
    book = setting.recipe.book
    said = (book.title, book.author, book.copyright, book.publisher, book.website, book.isbn)
    return _has_words(setting) or any(said)


def _has_secret(setting: Setting) -> bool:
    return bool(setting.order.secret)


def _has_how_to(setting: Setting) -> bool:
    return _has_words(setting) or not setting.is_felt


def _how_to_page(setting: Setting, number: int) -> Page:
    return (touch.lay_out_touch_page if setting.is_felt else front.lay_out_how_to_page)(
        setting, number
    )


def _has_code(setting: Setting) -> bool:
    return _has_words(setting) or setting.recipe.codes != "none"


KINDS = {
    kind.name: kind
    for kind in (
        PageKind("title", FRONT, front.lay_out_title_page),
        PageKind("copyright", FRONT, front.lay_out_copyright_page, speaks=_has_rights),
        PageKind("dedication", FRONT, front.lay_out_dedication, speaks=_has_dedication),
        PageKind("how-to", FRONT, _how_to_page, "how_to_title", speaks=_has_how_to),
        PageKind("contents", FRONT, None, "contents_title", count=contents.count_contents_pages),
        PageKind("key", ELSEWHERE, None, "answers_title"),
        PageKind(
            "secret",
            BACK,
            back.lay_out_secret_page,
            "secret_title",
            speaks=_has_secret,
            unasked=True,
        ),
        PageKind(
            "certificate",
            BACK,
            back.lay_out_certificate,
            "certificate_title",
            speaks=_has_words,
            cut_out=True,
        ),
        PageKind("notes", ELSEWHERE, None, "notes_title"),
        PageKind("colophon", ELSEWHERE, back.lay_out_colophon, "colophon_title", speaks=_has_code),
    )
}


def list_page_kinds(setting: Setting) -> list[PageKind]:
    """The kinds of pages that a recipe asks for and that have something to say, in the order of the
    book."""
    matter = setting.recipe.book.matter
    return [
        kind
        for kind in KINDS.values()
        if (kind.unasked or kind.name in matter) and kind.speaks(setting)
    ]
