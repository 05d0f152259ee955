"""Notes on what a shop will want of a book, given while it can still be changed."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from puzzlebook.books.covers.claims import say_what_it_is
from puzzlebook.books.planning.setting import Setting
from puzzlebook.ground import templates
from puzzlebook.ground.isbn import list_isbn_digits
from puzzlebook.language.words import WORDLESS
from puzzlebook.printers.printer import Stock
from puzzlebook.recipes.order import Order
from puzzlebook.recipes.user_files import STAGES_OF_THEME
from puzzlebook.verbs.cover import find_spine_pages
from puzzlebook.verbs.cover_pages import make_setting
from puzzlebook.verbs.listing_costs import find_equal_cost
from puzzlebook.verbs.listing_words import STOPS

_MIN_SPARE = 10  # pages that cost nothing are worth mentioning from this number on


def list_shop_notes(order: Order, pages: int, is_length_chosen: bool) -> Iterator[str]:
    """Yield notes on a book for sale: its subtitle, its ISBN, its volume and its thickness.

    pages: the page count. is_length_chosen: whether the user chose the number of mazes or pages.
    """
    setting, recipe = make_setting(order), order.recipe
    if not recipe.book.subtitle and (opening := say_what_it_is(setting, False).rstrip(STOPS)):
        who = "a shop's form and its buyers ask" if recipe.language == WORDLESS else "a form asks"
        option = f"--subtitle {shlex.quote(opening)}"
        yield f"the book has no subtitle, and {who} for one: {option}, for example"
    examples = templates.table("listings.toml")["examples"]["isbn"]
    if recipe.book.isbn and list_isbn_digits(recipe.book.isbn) in examples:
        yield f"ISBN {recipe.book.isbn} is a well-known example, not yours: --isbn takes your own"
    if recipe.volume > 1:
        yield from _list_volume_notes(order)
    if not is_length_chosen:
        yield from _list_length_notes(setting, pages)


def _list_volume_notes(order: Order) -> Iterator[str]:
    """Yield notes on a later volume: its series, and the drawings that come again."""
    recipe = order.recipe
    if not recipe.book.series:
        yield "the volume has no series: --series names it on the cover and in the form"
    if any(section.stage in STAGES_OF_THEME for section in recipe.sections):
        yield (
            "each volume has the same drawings of its theme, with other mazes in another order; "
            "--theme chooses others"
        )


def _list_length_notes(setting: Setting, pages: int) -> Iterator[str]:
    """Yield a note on a thin book: to how many pages it can grow at the same cost, and from how
    many on its spine has words."""
    stock = Stock(setting.recipe.ink, setting.recipe.paper)
    equal = find_equal_cost(setting, pages)
    enough = find_spine_pages(setting, stock.sheet, pages - 2)
    reasons = [f"up to {equal} cost the same to print"] if equal - pages >= _MIN_SPARE else []
    # Where each page costs, a much longer book is another book.
    is_near = pages < enough <= max(equal, pages * 3 // 2)
    if is_near:
        reasons.append(f"from {enough} on the spine has room for words")
    if reasons:
        most = enough if is_near else equal
        yield f"the book has {pages} pages; {', and '.join(reasons)} (--pages {most})"
