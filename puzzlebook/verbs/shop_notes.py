"""Notes on what a shop will want of a book, given while it can still be changed."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress

from puzzlebook.books.covers.claims import MIN_HARD, list_level, say_what_it_is
from puzzlebook.books.planning.pagination import count_pages, find_mazes_that_fill
from puzzlebook.books.planning.setting import Setting
from puzzlebook.ground import templates
from puzzlebook.ground.faults import Note, Refused
from puzzlebook.ground.isbn import list_isbn_digits
from puzzlebook.language.words import ENGLISH, WORDLESS, strip_isolates
from puzzlebook.printers.printer import Stock
from puzzlebook.recipes.order import Order
from puzzlebook.recipes.order_stages import find_most_without_repeats
from puzzlebook.recipes.translation import find_later_texts
from puzzlebook.verbs.cover import find_spine_pages
from puzzlebook.verbs.cover_pages import make_setting
from puzzlebook.verbs.listing_costs import find_cheaper_ink, find_costs, find_equal_cost
from puzzlebook.verbs.listing_texts import find_form
from puzzlebook.verbs.listing_words import STOPS

_LARGER = 1.1  # the least width and height of a larger page, as shares of the page's own
_MAX_ALIKE = 4  # the most mazes with one outline that are not worth mentioning
_MIN_SPARE = 10  # the fewest additional pages at no cost that are worth mentioning


def list_shop_notes(
    order: Order,
    pages: int,
    is_length_chosen: bool,
    stars: Sequence[int] = (),
    outlines: Sequence[str] = (),
) -> Iterator[str]:
    """Yield notes on a book for sale: its subtitle, its ISBN, its level, its volume, its outlines
    and its thickness.

    pages: the page count. is_length_chosen: whether the user chose the number of mazes or pages.
    stars: those of the mazes. outlines: those of the mazes outside drawings.
    """
    setting, recipe = make_setting(order), order.recipe
    yield from _list_subtitle_notes(setting)
    yield from _list_upload_notes(order)
    form = find_form(order.printer.name)
    if not recipe.book.isbn and (note := form.get("no_isbn")):
        yield note
    if recipe.language not in (ENGLISH, WORDLESS) and (note := form.get("foreign")):
        yield note
    is_hard = recipe.level == "hard" and order.readers is not None
    if is_hard and stars and not list(list_level(setting, stars)):
        count = sum(number >= MIN_HARD for number in stars)
        larger = _find_larger_page(order)
        yield Note(
            f"mazes with {MIN_HARD} stars or more: {count} of {len(stars)}, so neither back nor "
            "description calls the book tricky; on a larger page, mazes are harder",
            f": --page {larger}, for example" if larger else "",
        )
    if cheaper := find_cheaper_ink(setting, pages):
        costs = find_costs(setting)
        own, other = (
            ("", "")
            if costs.get("is_estimate")
            else (
                f", and its lowest price is {cheaper.own_least_price} {costs['currency']}",
                f" and {cheaper.least_price}",
            )
        )
        yield Note(
            f"a copy costs about {cheaper.own_cost} {costs['currency']} to print{own}; in "
            f"{cheaper.ink} {cheaper.cost}{other}",
            f" (--set ink={cheaper.ink})",
        )
    if recipe.volume > 1:
        yield from _list_volume_notes(order, setting)
    elif recipe.book.series and setting.theme_drawings and not order.theme.neighbours:
        what = "later volumes show the same drawings, with other mazes: the theme has no neighbour"
        yield Note(f"{what} whose drawings they could show", ": --theme chooses another")
    yield from _list_outline_notes(order, outlines)
    yield from _list_length_notes(order, setting, pages, is_length_chosen)


def _list_outline_notes(order: Order, outlines: Sequence[str]) -> Iterator[str]:
    """Yield a note on outlines that come again and again, as in a long book."""
    counts = Counter(outlines)
    again = {name: count for name, count in counts.items() if count > _MAX_ALIKE}
    if again:
        names = ", ".join(f"{name} {count} times" for name, count in sorted(again.items()))
        what = f"outlines of mazes outside drawings come again: {names}"
        yield Note(what, ": fewer --mazes, or --silhouette with more outlines, mixes them better")


def _list_subtitle_notes(setting: Setting) -> Iterator[str]:
    """Yield a note on a book without a subtitle, or with ours below a title that is not its own, if
    it is the same in every theme."""
    recipe = setting.recipe
    # To be pasted: without the invisible marks that printed words of two directions have.
    opening = strip_isolates(say_what_it_is(setting, is_volume_named=False).rstrip(STOPS))
    example = f"--subtitle {shlex.quote(opening)}" if opening else ""
    if (subtitle := recipe.book.subtitle) and _is_ours(setting, subtitle):
        volumes = " and volume" if recipe.volume > 1 else ""
        what = f'the subtitle is ours, "{subtitle}", the same in every theme{volumes}'
        others = f"{example}, for example, sets another" if example else "--subtitle sets another"
        yield Note(what, f': {others}, --subtitle "" none', "subtitle", subtitle)
    elif opening and not subtitle:
        who = "a shop's form and its buyers ask" if recipe.language == WORDLESS else "a form asks"
        yield Note(f"the book has no subtitle, and {who} for one", f": {example}, for example")


def _is_ours(setting: Setting, subtitle: str) -> bool:
    """Whether a subtitle is that of a built-in book, in any theme, and the title is not."""
    books = [setting.words.book(name) for name in templates.list_names("books")]
    title = setting.recipe.book.title
    return any(
        row.get("subtitle") == subtitle and row.get("title") != title
        for book in books
        for row in (book, find_later_texts(book))
    )


def _find_larger_page(order: Order) -> str:
    """Return the name of the smallest of the printer's pages on which the mazes are clearly larger;
    empty if there is none."""
    page = order.recipe.page
    sizes = sorted(order.printer.trims.sizes, key=lambda size: size.width * size.height)
    return next(
        (
            size.name
            for size in sizes
            if size.width >= _LARGER * page.width and size.height >= _LARGER * page.height
        ),
        "",
    )


def _list_upload_notes(order: Order) -> Iterator[str]:
    """Yield notes on what keeps a finished book from being uploaded: an example as its ISBN, and
    what its printer may refuse."""
    isbn, examples = order.recipe.book.isbn, templates.table("listings.toml")["examples"]["isbn"]
    if isbn and list_isbn_digits(isbn) in examples:
        yield Note(f"ISBN {isbn} is a well-known example, not yours", ": --isbn takes your own")
    if note := find_form(order.printer.name).get("note"):
        yield note


def _list_volume_notes(order: Order, setting: Setting) -> Iterator[str]:
    """Yield notes on a later volume: its series, and the drawings that come again."""
    recipe = order.recipe
    if not recipe.book.series:
        remedy = ": --series names it on the cover and in the form"
        yield Note("the volume has no series", remedy)
    drawings = setting.theme_drawings
    if others := len(drawings & order.theme.borrowed):
        neighbours = ", ".join(setting.shown_neighbours)
        yield (
            f"{others} of {recipe.mazes} mazes are in drawings of a neighbouring theme "
            f"({neighbours}), with its hero: their pages and the page on how to solve a maze name "
            "no hero, their answers have arrows, the cover shows one of them, and back and "
            "description name that theme, too"
        )
    if again := len(drawings & order.theme.shown_before):
        which = f"all {again}" if again == len(drawings) else f"{again} of {len(drawings)}"
        verb = "comes" if again == 1 else "come"
        yield Note(
            f"{which} drawings of the theme itself {verb} again from earlier volumes, with other "
            "mazes and in another order, and so may drawings that themes share",
            ": --theme chooses others",
        )


def _list_length_notes(
    order: Order, setting: Setting, pages: int, is_length_chosen: bool
) -> Iterator[str]:
    """Yield a note on a thin book: how many pages cost no more to print, and from how many pages on
    the spine has room for words. A longer book is suggested if it costs no more and shows no
    drawing twice, or if it is a little longer and the user did not choose the length."""
    stock = Stock(setting.recipe.ink, setting.recipe.paper)
    same_cost_pages = find_equal_cost(setting, pages)
    spine_pages = find_spine_pages(setting, stock.sheet, pages - 2)
    is_cheap = same_cost_pages - pages >= _MIN_SPARE
    reasons = [f"up to {same_cost_pages} cost the same to print"] if is_cheap else []
    if pages < spine_pages:
        reasons.append(f"from {spine_pages} on the spine has room for words")
    if not reasons:
        return
    is_near = pages < spine_pages <= max(same_cost_pages, pages * 3 // 2)
    most, remedy = spine_pages if is_near else same_cost_pages, ""
    with suppress(Refused):  # not every number of pages can be reached
        if is_cheap or (is_near and not is_length_chosen):
            remedy = _suggest_longer_book(order, pages, most)
    yield Note(f"the book has {pages} pages; {', and '.join(reasons)}", remedy)


def _suggest_longer_book(order: Order, pages: int, most: int) -> str:
    """Return the option for a book of `most` pages or, if drawings would then come twice, for the
    longest book in which none does; empty if that is not longer."""
    mazes = find_mazes_that_fill(order, most)
    once = find_most_without_repeats(order.recipe, order.theme)
    if not once or mazes <= once:
        return f" (--pages {most}: {mazes} mazes)"
    longer = count_pages(order, once)
    if longer <= pages:
        return ""
    return f" (--mazes {once}: {longer} pages, no drawing twice)"
