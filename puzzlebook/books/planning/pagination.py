"""The pages of a book, in order, and the gutter width that the page count requires."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from puzzlebook.books.pages import answers
from puzzlebook.books.planning.boards import list_answer_extents, make_setting
from puzzlebook.books.planning.page_kinds import BACK, FRONT, list_page_kinds
from puzzlebook.books.planning.setting import Setting
from puzzlebook.ground.faults import Fault, PageCounts, Refused
from puzzlebook.maze_art.extent import Extent
from puzzlebook.recipes.order import BookSection, Order, set_totals
from puzzlebook.recipes.order_paper import choose_sheet, has_empty_first_leaf
from puzzlebook.recipes.order_stages import find_max_mazes, find_most_without_repeats
from puzzlebook.recipes.overrides import share
from puzzlebook.recipes.readers import has_figures
from puzzlebook.recipes.recipe import ANSWERS, MAX_MAZES

FACING = "facing"
"""The kind of page that shows the right half of a maze over two pages."""
NOTES = 2
"""The minimum number of pages for notes; more are added until the page count is a multiple that the
printer accepts."""


class PlannedPage(NamedTuple):
    """One page, before it is laid out.

    kind: a name in `page_kinds` or `book_pages`. part: its index among the pages of its kind, from
    0; for pages of mazes, the index of their section. mazes: the numbers of the mazes or answers on
    it.
    """

    kind: str
    part: int = 0
    mazes: range | tuple[int, ...] = ()


class Pagination(NamedTuple):
    """A book's paper and all its pages, starting with page 1."""

    setting: Setting
    planned_pages: tuple[PlannedPage, ...]
    answers_per_page: int


def paginate(order: Order) -> Pagination:
    """Return the pages of an order's book, with the smallest gutter that their number allows.

    The number of pages depends on the gutter in turn, because in less space fewer answers may fit a
    page. The rows of the printer's table are therefore tried from the narrowest gutter up. If no
    row allows enough pages, the last row is used.
    """
    for max_pages in [row.pages for row in order.printer.gutters] or [0]:
        setting = make_setting(order, choose_sheet(order, max_pages, order.theme.bleeds))
        per_page = _count_answers_per_page(setting)
        pagination = Pagination(setting, tuple(list_planned_pages(setting, per_page)), per_page)
        if len(pagination.planned_pages) <= max_pages:
            break
    return pagination


def list_planned_pages(setting: Setting, answers_per_page: int) -> list[PlannedPage]:
    """List all pages of a book, in order."""
    recipe, printer = setting.recipe, setting.order.printer
    kinds = list_page_kinds(setting)
    begins_empty = has_empty_first_leaf(setting.order)
    pages = [PlannedPage("blank")] * (2 if begins_empty else 0)
    pages += [
        PlannedPage(kind.name, index)
        for kind in kinds
        if kind.place == FRONT
        for index in range(kind.count(setting))
    ]
    pages += _list_puzzle_pages(setting, len(pages))
    numbers = list_answered(setting)
    if numbers:
        _pad_to_recto(pages, recipe.sides == "one")
        groups = _group_answers(numbers, answers_per_page)
        pages += [PlannedPage("key", part, mazes) for part, mazes in enumerate(groups)]
    names = [kind.name for kind in kinds]
    for kind in kinds:
        if kind.place == BACK:
            _pad_to_recto(pages, kind.is_cut_out and recipe.is_bound)
            pages += [PlannedPage(kind.name, index) for index in range(kind.count(setting))]
            pages += [PlannedPage("blank")] * (
                kind.is_cut_out and _needs_blank_back(setting, names)
            )
    notes = NOTES if "notes" in names else 0
    last = ["colophon"] * ("colophon" in names) + ["blank"] * (
        printer.blank_pages.last and not begins_empty
    )
    multiple = max(printer.multiple, 2 if recipe.is_bound else 1)
    filling = -(len(pages) + notes + len(last)) % multiple
    if notes:
        pages += [PlannedPage("notes", part) for part in range(notes + filling)]
    else:  # a blank page before the last printed page would look like a mistake
        last += ["blank"] * filling
    return pages + [PlannedPage(name) for name in last]


def _needs_blank_back(setting: Setting, names: Sequence[str]) -> bool:
    """Return whether a page that readers may cut out needs a blank back. It does not if the pages
    after it may be lost, such as notes, or a colophon without a code."""
    if not setting.recipe.is_bound:
        return False
    following = {"notes", "colophon"} & {*names}
    has_code = "notes" not in names and setting.recipe.codes != "none"
    return setting.recipe.sides == "one" or not following or has_code


def _group_answers(numbers: tuple[int, ...], per_page: int) -> list[tuple[int, ...]]:
    """Group answers by page. If the last page would be less than half full, the answers on the last
    two pages are distributed evenly over both."""
    starts = list(range(0, len(numbers), per_page))
    on_last = len(numbers) - starts[-1]
    if len(starts) > 1 and 2 * on_last < per_page:
        starts[-1] -= (per_page - on_last) // 2
    return [numbers[start:end] for start, end in pairwise([*starts, len(numbers)])]


def list_answered(setting: Setting) -> tuple[int, ...]:
    """Return the numbers of the mazes that have an answer in the key."""
    if "key" not in setting.recipe.book.matter:
        return ()
    numbers: list[int] = []
    last = 0
    for part in setting.parts:
        first, last = last + 1, last + part.mazes
        numbers += range(first, last + 1) if part.section.ends != "none" else ()
    return tuple(numbers)


def find_page_faults(order: Order, pages: int) -> Iterator[Fault]:
    """Yield a fault if the printer cannot bind this many pages, suggesting a number of mazes that
    fits."""
    recipe, printer = order.recipe, order.printer
    limit = printer.limit(recipe.page.width, recipe.page.height, recipe.ink, recipe.paper)
    least, most = limit.minimum or 0, limit.maximum or pages
    if least <= pages <= most:
        return
    count = _make_counter(order)
    numbers = " to ".join(str(number) for number in (limit.minimum, limit.maximum) if number)
    allowed = f"{printer.name} binds {numbers}"
    what = f"the book would have {pages} pages"
    if pages < least:
        mazes = 1 + bisect_left(_TOTALS, least, key=count)
        allowed += "" if limit.maximum else " and more"
        allowed += f": at least {mazes} mazes ({count(mazes)} pages)"
        figures = PageCounts(pages, least, (count(mazes),))
        once = find_most_without_repeats(recipe, order.theme)
        options = suggest_options_without_repeats(order) if 0 < once < mazes else ""
        remedy = f"; with no drawing twice: {options}" if options else ""
        yield Fault("mazes", what, allowed, need="more_pages", remedy=remedy, figures=figures)
    else:
        mazes = bisect_right(_TOTALS, most, key=count)
        allowed += f": at most {mazes} mazes ({count(mazes)} pages)"
        figures = PageCounts(pages, most, (count(mazes),))
        yield Fault("mazes", what, allowed, need="fewer_pages", figures=figures)


def suggest_options_without_repeats(order: Order) -> str:
    """Return the options for the longest book in which no drawing comes twice, with fewer answers
    on a page if the printer would not bind so few pages otherwise; empty if there is none."""
    recipe, page = order.recipe, order.recipe.page
    most = find_most_without_repeats(recipe, order.theme)
    if not most:
        return ""
    least = order.printer.limit(page.width, page.height, recipe.ink, recipe.paper).minimum or 0
    if count_pages(order, most) >= least:
        return f"--mazes {most}"
    usual = paginate(order).answers_per_page
    others = (
        (answers, replace(order, recipe=recipe.model_copy(update={"answers": answers})))
        for answers in sorted(ANSWERS, reverse=True)
        if answers < usual
    )
    fitting = (answers for answers, other in others if count_pages(other, most) >= least)
    answers = next(fitting, 0)
    return f"--mazes {most} --set answers={answers}" if answers else ""


def find_mazes_that_fill(order: Order, pages: int) -> int:
    """Return the number of mazes that gives a book exactly this many pages. If there is none,
    refuse with the nearest page counts."""
    count = _make_counter(order)
    maximum = bisect_right(_TOTALS, pages, key=count)
    if maximum and count(maximum) == pages:
        return maximum
    near = [total for total in (maximum, maximum + 1) if 1 <= total <= MAX_MAZES]
    nearest = " or ".join(
        f"{_count_things(count(total), 'page')} ({_count_things(total, 'maze')})" for total in near
    )
    what = f"no number of mazes makes a book of {_count_things(pages, 'page')}"
    is_short = set(order.recipe.book.pages) <= {"key"}
    remedy = "" if maximum or is_short else "; only mazes and answers: --short"
    figures = PageCounts(pages, 0, tuple(count(total) for total in near))
    allowed = f"the nearest: {nearest}"
    raise Refused(Fault("pages", what, allowed, need="other_pages", remedy=remedy, figures=figures))


def count_pages(order: Order, mazes: int) -> int:
    """Return how many pages an order's book has with this many mazes."""
    return _make_counter(order)(mazes)


def _count_things(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'s' * (number != 1)}"


_TOTALS = range(1, MAX_MAZES + 1)


def _make_counter(order: Order) -> Callable[[int], int]:
    """Return a function from a number of mazes to the number of pages. To make it fits all drawings
    of the book, which is slow."""
    shares = [part.mazes for part in order.parts]
    maximum = find_max_mazes(order.recipe, order.theme)

    def count(total: int) -> int:
        return len(paginate(set_totals(order, tuple(share(total, shares, maximum)))).planned_pages)

    return count


def _count_answers_per_page(setting: Setting) -> int:
    """Return the number of answers per page: as many as requested, or fewer if those would be too
    small to follow."""
    extents = [
        extent._replace(height=extent.height + 2 * _find_headroom(setting, part, extent))
        for part in setting.parts
        if part.section.ends != "none"
        for extent in dict.fromkeys(list_answer_extents(setting.order, part))
    ]
    return answers.count_fitting_answers(setting, extents, setting.answers)


def _find_headroom(setting: Setting, part: BookSection, extent: Extent) -> float:
    """Return the space above and below an answer for the hero and the goal, in cell widths."""
    if not setting.scenes or part.stages or not has_figures(setting.recipe, part.section):
        return 0.0
    from puzzlebook.maze_art.figures import find_headroom

    return find_headroom(extent.width)


def _list_puzzle_pages(setting: Setting, before: int) -> list[PlannedPage]:
    """List the pages of the sections: openers and mazes. before: the number of pages before them.

    In a one-sided book each page has a blank back, so that pencil marks do not show through onto
    another maze.
    """
    is_one_sided = setting.recipe.sides == "one"
    pages = [PlannedPage("blank")] * (is_one_sided and before % 2)
    first = 1
    for index, part in enumerate(setting.parts):
        numbers = range(first, first + part.mazes)
        first += part.mazes
        if not is_one_sided:
            _pad_for_facing_pages(pages, part, before + setting.has_openers)
        planned_pages = [PlannedPage("opener", index, numbers)] * setting.has_openers
        planned_pages += [
            PlannedPage("puzzles", index, numbers[start : start + part.per_page])
            for start in range(0, len(numbers), part.per_page)
        ]
        if part.section.spread:
            planned_pages = [*_add_facing(planned_pages)]
        for planned in planned_pages:
            pages += [planned, PlannedPage("blank")] if is_one_sided else [planned]
    return pages


def _add_facing(planned_pages: Iterable[PlannedPage]) -> Iterator[PlannedPage]:
    """Yield the pages of a section, with the page of a maze's right half after that of its left
    half."""
    for planned in planned_pages:
        yield planned
        if planned.kind == "puzzles":
            yield planned._replace(kind=FACING)


def _pad_for_facing_pages(pages: list[PlannedPage], part: BookSection, before: int) -> None:
    """Add a blank page if the first room would not be on a right-hand page, or if a maze over two
    pages would not begin on a left-hand page.

    Rooms are assigned to leaves from the first room on, and no door connects the two sides of a
    leaf.
    """
    is_left = (before + len(pages)) % 2 == 1
    if (part.section.doors and is_left) or (part.section.spread and not is_left):
        pages.append(PlannedPage("blank"))


def _pad_to_recto(pages: list[PlannedPage], is_needed: bool) -> None:
    """Add a blank page if it is required to make the next page a right-hand page."""
    if is_needed and len(pages) % 2:
        pages.append(PlannedPage("blank"))
