"""Which page is which: the pages of a book in their order, settled with the gutter that their number asks for."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from typing import NamedTuple

from puzzlebook.books.boards import extents, setting_of
from puzzlebook.books.pages import answers, contents
from puzzlebook.books.setting import Setting
from puzzlebook.faults import Fault, refuse
from puzzlebook.printers.printer import Printer
from puzzlebook.printers.profiles import printer_named
from puzzlebook.recipes.ingredients import Cuts, Ingredients
from puzzlebook.recipes.overrides import shared
from puzzlebook.recipes.printable import sheet_of
from puzzlebook.recipes.readers import for_readers
from puzzlebook.recipes.recipe import MOST_MAZES, Recipe

NOTES = 2
"""How many pages for notes there are; those that fill the book up to an even number come on top."""

FRONT = ("title", "copyright", "dedication", "how-to", "contents")


class Leaf(NamedTuple):
    """One page before it is set.

    kind: what it is; `blank` for an empty one. part: which of several pages of its kind, from 0; of a section's pages:
    which section. mazes: the numbers of the mazes or answers that stand on it.
    """

    kind: str
    part: int = 0
    mazes: range | tuple[int, ...] = ()


class Pagination(NamedTuple):
    """A book's paper and all its pages, in order: the first is page 1. a_page: how many answers share a page."""

    setting: Setting
    leaves: tuple[Leaf, ...]
    a_page: int


def paginated(recipe: Recipe, ingredients: Ingredients) -> Pagination:
    """The pages of a recipe's book, with the smallest gutter that their number allows.

    The number of pages may itself depend on the gutter, for less room may mean fewer answers on a page: so the rows of
    the printer's table are tried from the smallest up. Where no row is enough, the last one's pages are the answer.
    """
    recipe, printer = for_readers(recipe), printer_named(recipe.printer)
    bleeds = ingredients.supplies.theme.bleeds
    for most in [row.pages for row in printer.gutters] or [0]:
        setting = setting_of(recipe, sheet_of(recipe, most, bleeds), ingredients)
        a_page = _answers_a_page(setting, ingredients.cuts)
        found = Pagination(setting, tuple(leaves(setting, a_page, printer)), a_page)
        if len(found.leaves) <= most:
            break
    return found


def leaves(setting: Setting, a_page: int, printer: Printer) -> list[Leaf]:
    """Every page of a book with so many answers a page, in order."""
    recipe = setting.recipe
    matter = _said(setting)
    pages = list(_front(setting, matter))
    pages += _puzzles(setting, len(pages))
    numbers = answered(recipe)
    if numbers:
        _to_recto(pages, recipe.sides == "one")
        starts = range(0, len(numbers), a_page)
        pages += [Leaf("key", part, numbers[at : at + a_page]) for part, at in enumerate(starts)]
    if "certificate" in matter:
        _to_recto(pages, True)
        # It may be cut out: nothing stands on its back.
        pages += [Leaf("certificate"), Leaf("blank")]
    notes = NOTES if "notes" in matter else 0
    last = ["colophon"] * ("colophon" in matter) + ["blank"] * printer.blanks.last
    multiple = max(printer.multiple, 2 if is_bound(recipe) else 1)
    filling = -(len(pages) + notes + len(last)) % multiple
    pages += [Leaf("notes", part) for part in range(notes + filling)] if notes else [Leaf("blank")] * filling
    return pages + [Leaf(kind) for kind in last]


def answered(recipe: Recipe) -> tuple[int, ...]:
    """The numbers of the mazes that have an answer in the key."""
    numbers: list[int] = []
    done = 0
    for section in recipe.sections:
        numbers += range(done + 1, done + section.mazes + 1) if section.ends != "none" else ()
        done += section.mazes
    return tuple(numbers) if "key" in recipe.book.matter else ()


def is_bound(recipe: Recipe) -> bool:
    """Whether the pages are to be bound: loose sheets need no even number."""
    return recipe.book.matter != ("key",) and bool(recipe.book.matter)


def page_faults(recipe: Recipe, ingredients: Ingredients, pages: int) -> Iterator[Fault]:
    """A fault if the printer does not bind a book of so many pages, with how many mazes would do."""
    limit = printer_named(recipe.printer).limit(recipe.page.width, recipe.page.height, recipe.ink, recipe.paper)
    count = _counter(recipe, ingredients)
    takes = f"{recipe.printer} binds " + " to ".join(str(number) for number in (limit.least, limit.most) if number)
    what = f"the book would have {pages} pages"
    if limit.least and pages < limit.least:
        wanted = 1 + bisect_left(_TOTALS, limit.least, key=count)
        takes += "" if limit.most else " and more"
        yield Fault("mazes", what, f"{takes}: at least {wanted} mazes ({count(wanted)} pages)")
    elif limit.most and pages > limit.most:
        wanted = bisect_right(_TOTALS, limit.most, key=count)
        yield Fault("mazes", what, f"{takes}: at most {wanted} mazes ({count(wanted)} pages)")


def filled(recipe: Recipe, ingredients: Ingredients, pages: int) -> Recipe:
    """The recipe with as many mazes as fill so many pages; refused, with the nearest numbers, where none do."""
    count = _counter(recipe, ingredients)
    most = bisect_right(_TOTALS, pages, key=count)
    if most and count(most) == pages:
        return shared(recipe, most)
    near = [total for total in (most, most + 1) if 1 <= total <= MOST_MAZES]
    said = " or ".join(f"{count(total)} pages ({total} mazes)" for total in near)
    raise refuse("pages", f"no number of mazes makes a book of {pages:,} pages", f"the nearest: {said}")


_TOTALS = range(1, MOST_MAZES + 1)


def _counter(recipe: Recipe, ingredients: Ingredients) -> Callable[[int], int]:
    """How many pages the book has with so many mazes in all."""
    return lambda total: len(paginated(shared(recipe, total), ingredients).leaves)


def _answers_a_page(setting: Setting, cuts: Cuts) -> int:
    """As many answers a page as are wanted and can be followed."""
    recipe = setting.recipe
    found = [extent for section in recipe.sections if section.ends != "none"
             for extent in dict.fromkeys(extents(recipe, section, cuts))]  # fmt: skip
    return answers.answers_that_fit(setting, found, setting.answers)


def _said(setting: Setting) -> set[str]:
    """The kinds of pages that the recipe asks for and that have something to say: without words some have not."""
    recipe = setting.recipe
    book = recipe.book
    kinds = {str(kind) for kind in book.matter}
    if not setting.words.wordless:
        return kinds
    mute = {"certificate"}
    if not (book.title or book.author or book.copyright or book.publisher or book.website or book.isbn):
        mute.add("copyright")
    if recipe.codes == "none":
        mute.add("colophon")
    return kinds - mute


def _front(setting: Setting, matter: set[str]) -> Iterator[Leaf]:
    book = setting.recipe.book
    for kind in FRONT:
        if kind in matter and (kind != "dedication" or book.dedication):
            count = contents.contents_count(setting) if kind == "contents" else 1
            yield from (Leaf(kind, part) for part in range(count))


def _puzzles(setting: Setting, before: int) -> list[Leaf]:
    """The sections, each with its opener and its mazes. before: how many pages stand before them.

    Printed on one side, each has a blank back, so that no pencil shows through to another maze.
    """
    recipe = setting.recipe
    single = recipe.sides == "one"
    pages = [Leaf("blank")] * (single and before % 2)
    done = 0
    for place, section in enumerate(recipe.sections):
        a_page = setting.mazes_a_page(section)
        numbers = range(done + 1, done + section.mazes + 1)
        done = numbers[-1]
        found = [Leaf("opener", place, numbers)] * ("openers" in recipe.book.matter)
        found += [Leaf("puzzles", place, numbers[at : at + a_page]) for at in range(0, len(numbers), a_page)]
        for leaf in found:
            pages += [leaf, Leaf("blank")] if single else [leaf]
    return pages


def _to_recto(pages: list[Leaf], wanted: bool) -> None:
    """Add a blank page where the next one is to be on the right."""
    if wanted and len(pages) % 2:
        pages.append(Leaf("blank"))
