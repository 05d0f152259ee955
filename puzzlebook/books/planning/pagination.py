"""Which page is which: the pages of a book in their order, settled with the gutter that their
number asks for."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple

from puzzlebook.books.pages import answers
from puzzlebook.books.planning.boards import list_extents, make_setting
from puzzlebook.books.planning.page_kinds import BACK, FRONT, list_page_kinds
from puzzlebook.books.planning.setting import Setting
from puzzlebook.ground.faults import Fault, refuse
from puzzlebook.recipes.order import Order, set_totals
from puzzlebook.recipes.order_paper import choose_sheet
from puzzlebook.recipes.overrides import share
from puzzlebook.recipes.recipe import MOST_MAZES, Recipe

NOTES = 2
"""How many pages for notes there are; those that fill the book up to an even number come on top."""


class Leaf(NamedTuple):
    """One page before it is set.

    kind: what it is, as `page_kinds` has it. part: which of several pages of its kind, from 0; of a
    section's pages: which section. mazes: the numbers of the mazes or answers that stand on it.
    """

    kind: str
    part: int = 0
    mazes: range | tuple[int, ...] = ()


class Pagination(NamedTuple):
    """A book's paper and all its pages, in order: the first is page 1. a_page: how many answers
    share a page."""

    setting: Setting
    leaves: tuple[Leaf, ...]
    a_page: int


def paginate(order: Order) -> Pagination:
    """The pages of an order's book, with the smallest gutter that their number allows.

    The number of pages may itself depend on the gutter, for less room may mean fewer answers on a
    page: so the rows of the printer's table are tried from the smallest up. Where no row is enough,
    the last one's pages are the answer.
    """
    for most in [row.pages for row in order.printer.gutters] or [0]:
        setting = make_setting(order, choose_sheet(order, most, order.theme.bleeds))
        a_page = _answers_a_page(setting)
        found = Pagination(setting, tuple(list_leaves(setting, a_page)), a_page)
        if len(found.leaves) <= most:
            break
    return found


def list_leaves(setting: Setting, a_page: int) -> list[Leaf]:
    """Every page of a book with so many answers a page, in order."""
    recipe, printer = setting.recipe, setting.order.printer
    wanted = list_page_kinds(setting)
    pages = [
        Leaf(kind.name, number)
        for kind in wanted
        if kind.place == FRONT
        for number in range(kind.count(setting))
    ]
    pages += _list_puzzle_leaves(setting, len(pages))
    numbers = list_answered(setting)
    if numbers:
        _pad_to_recto(pages, recipe.sides == "one")
        pages += [
            Leaf("key", part, shown) for part, shown in enumerate(_group_answers(numbers, a_page))
        ]
    for kind in wanted:
        if kind.place == BACK:
            _pad_to_recto(pages, kind.cut_out)
            pages += [Leaf(kind.name, number) for number in range(kind.count(setting))]
            pages += [Leaf("blank")] * kind.cut_out
    names = [kind.name for kind in wanted]
    notes = NOTES if "notes" in names else 0
    last = ["colophon"] * ("colophon" in names) + ["blank"] * printer.blanks.last
    multiple = max(printer.multiple, 2 if is_bound(recipe) else 1)
    filling = -(len(pages) + notes + len(last)) % multiple
    if notes:
        pages += [Leaf("notes", part) for part in range(notes + filling)]
    else:  # before the last page that says something, a blank one looks like a fault
        last += ["blank"] * filling
    return pages + [Leaf(name) for name in last]


def _group_answers(numbers: tuple[int, ...], a_page: int) -> list[tuple[int, ...]]:
    """The answers page by page; where less than half a page is left for the last, it shares with
    the one before."""
    starts = list(range(0, len(numbers), a_page))
    left = len(numbers) - starts[-1]
    if len(starts) > 1 and 2 * left < a_page:
        starts[-1] -= (a_page - left) // 2
    return [numbers[at:end] for at, end in pairwise([*starts, len(numbers)])]


def list_answered(setting: Setting) -> tuple[int, ...]:
    """The numbers of the mazes that have an answer in the key."""
    numbers: list[int] = []
    done = 0
    for part in setting.parts:
        numbers += range(done + 1, done + part.mazes + 1) if part.section.ends != "none" else ()
        done += part.mazes
    return tuple(numbers) if "key" in setting.recipe.book.matter else ()


def is_bound(recipe: Recipe) -> bool:
    """Whether the pages are to be bound: loose sheets need no even number."""
    return recipe.book.matter != ("key",) and bool(recipe.book.matter)


def find_page_faults(order: Order, pages: int) -> Iterator[Fault]:
    """A fault if the printer does not bind a book of so many pages, with how many mazes would
    do."""
    recipe, printer = order.recipe, order.printer
    limit = printer.limit(recipe.page.width, recipe.page.height, recipe.ink, recipe.paper)
    count = _make_counter(order)
    takes = f"{printer.name} binds " + " to ".join(
        str(number) for number in (limit.least, limit.most) if number
    )
    what = f"the book would have {pages} pages"
    if limit.least and pages < limit.least:
        wanted = 1 + bisect_left(_TOTALS, limit.least, key=count)
        takes += "" if limit.most else " and more"
        yield Fault("mazes", what, f"{takes}: at least {wanted} mazes ({count(wanted)} pages)")
    elif limit.most and pages > limit.most:
        wanted = bisect_right(_TOTALS, limit.most, key=count)
        yield Fault("mazes", what, f"{takes}: at most {wanted} mazes ({count(wanted)} pages)")


def find_mazes_that_fill(order: Order, pages: int) -> int:
    """How many mazes make a book of so many pages; refused, with the nearest numbers, where none
    do."""
    count = _make_counter(order)
    most = bisect_right(_TOTALS, pages, key=count)
    if most and count(most) == pages:
        return most
    near = [total for total in (most, most + 1) if 1 <= total <= MOST_MAZES]
    said = " or ".join(f"{count(total)} pages ({total} mazes)" for total in near)
    raise refuse(
        "pages", f"no number of mazes makes a book of {pages:,} pages", f"the nearest: {said}"
    )


_TOTALS = range(1, MOST_MAZES + 1)


def _make_counter(order: Order) -> Callable[[int], int]:
    """How many pages the book has with so many mazes in all."""
    asked = [part.mazes for part in order.parts]
    return lambda total: len(paginate(set_totals(order, tuple(share(total, asked)))).leaves)


def _answers_a_page(setting: Setting) -> int:
    """As many answers a page as are wanted and can be followed."""
    found = [extent for part in setting.parts if part.section.ends != "none"
             for extent in dict.fromkeys(list_extents(setting.order, part))]  # fmt: skip
    return answers.count_fitting_answers(setting, found, setting.answers)


def _list_puzzle_leaves(setting: Setting, before: int) -> list[Leaf]:
    """The sections, each with its opener and its mazes. before: how many pages stand before them.

    Printed on one side, each has a blank back, so that no pencil shows through to another maze.
    """
    recipe = setting.recipe
    single = recipe.sides == "one"
    pages = [Leaf("blank")] * (single and before % 2)
    done = 0
    for place, part in enumerate(setting.parts):
        numbers = range(done + 1, done + part.mazes + 1)
        done = numbers[-1]
        found = [Leaf("opener", place, numbers)] * setting.has_openers
        found += [
            Leaf("puzzles", place, numbers[at : at + part.a_page])
            for at in range(0, len(numbers), part.a_page)
        ]
        for leaf in found:
            pages += [leaf, Leaf("blank")] if single else [leaf]
    return pages


def _pad_to_recto(pages: list[Leaf], wanted: bool) -> None:
    """Add a blank page where the next one is to be on the right."""
    if wanted and len(pages) % 2:
        pages.append(Leaf("blank"))
