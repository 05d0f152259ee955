"""The kinds of pages other than mazes and answers that a book may have, in the order of the book.

`docs/adding.md` lists what a new kind requires in addition to its row here. Class sets have page
kinds of their own (`classes.class_pages`).
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from puzzlebook.books.planning.setting import Setting

if TYPE_CHECKING:
    from puzzlebook.typesetting.page import Page

FRONT, BACK, ELSEWHERE = "front", "back", "elsewhere"


class PageKind(NamedTuple):
    """A kind of page, under its name in a recipe's `book.matter`.

    place: before the mazes, after the answers, or where a rule in `pagination` puts it. page: the
    function that makes the page from the setting and its number; None if it needs more
    (`book_pages.PAGE_MAKERS`). phrase: the phrase for its bookmark. has_content: returns whether it
    would show anything. count: returns its number of pages. is_cut_out: whether readers may cut it
    out; it is then a right-hand page, and its back has nothing that would be missed. is_implied:
    whether a book has it without naming it in `book.matter`.
    """

    name: str
    place: str
    page: Callable[[Setting, int], Page] | None
    phrase: str = ""
    has_content: Callable[[Setting], bool] = lambda setting: True
    count: Callable[[Setting], int] = lambda setting: 1
    is_cut_out: bool = False
    is_implied: bool = False


def _lay_out_with(module: str, function: str) -> Callable[[Setting, int], Page]:
    """Return a function from `books.pages` whose module is imported when the first page is made."""

    def lay_out(setting: Setting, number: int) -> Page:
        pages = import_module(f"puzzlebook.books.pages.{module}")
        page: Page = getattr(pages, function)(setting, number)
        return page

    return lay_out


def _has_words(setting: Setting) -> bool:
    return not setting.words.wordless


def _has_rights(setting: Setting) -> bool:
    book = setting.recipe.book
    texts = (book.title, book.author, book.copyright, book.publisher, book.website, book.isbn)
    return _has_words(setting) or any(texts)


def _has_how_to(setting: Setting) -> bool:
    return _has_words(setting) or not setting.is_tactile


def _count_contents_pages(setting: Setting) -> int:
    from puzzlebook.books.pages.contents import count_contents_pages

    return count_contents_pages(setting)


def _count_plan_pages(setting: Setting) -> int:
    from puzzlebook.books.pages.rooms import count_plan_pages

    return count_plan_pages(setting)


def _has_code(setting: Setting) -> bool:
    return setting.recipe.codes != "none" or (_has_words(setting) and setting.is_for_children)


KINDS = {
    kind.name: kind
    for kind in (
        PageKind("title", FRONT, _lay_out_with("front", "lay_out_title_page")),
        PageKind(
            "copyright",
            FRONT,
            _lay_out_with("front", "lay_out_copyright_page"),
            has_content=_has_rights,
        ),
        PageKind(
            "dedication",
            FRONT,
            _lay_out_with("front", "lay_out_dedication"),
            has_content=lambda setting: bool(setting.recipe.book.dedication),
        ),
        PageKind("how-to", FRONT, None, "how_to_title", has_content=_has_how_to),
        PageKind(
            "plan",
            FRONT,
            None,
            "plan_title",
            has_content=lambda setting: any(part.section.doors for part in setting.parts),
            count=_count_plan_pages,
        ),
        PageKind("contents", FRONT, None, "contents_title", count=_count_contents_pages),
        PageKind("key", ELSEWHERE, None, "answers_title"),
        PageKind(
            "secret",
            BACK,
            _lay_out_with("back", "lay_out_secret_page"),
            "secret_title",
            has_content=lambda setting: bool(setting.order.secret),
            is_implied=True,
        ),
        PageKind(
            "certificate",
            BACK,
            _lay_out_with("back", "lay_out_certificate"),
            "certificate_title",
            has_content=_has_words,
            is_cut_out=True,
        ),
        PageKind("notes", ELSEWHERE, None, "notes_title"),
        PageKind(
            "colophon",
            ELSEWHERE,
            _lay_out_with("back", "lay_out_colophon"),
            "colophon_title",
            has_content=_has_code,
        ),
    )
}


def list_page_kinds(setting: Setting) -> list[PageKind]:
    """List the kinds of pages that a book has and that have content, in the order of the book."""
    names = setting.recipe.book.pages
    return [
        kind
        for kind in KINDS.values()
        if (kind.is_implied or kind.name in names) and kind.has_content(setting)
    ]
