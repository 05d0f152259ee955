"""The words of a shop's listing: what its form asks for, the description, and what a copy costs."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from decimal import ROUND_CEILING, ROUND_HALF_UP, Decimal
from html import escape
from typing import Any, NamedTuple

from puzzlebook.books.covers.back import list_benefits
from puzzlebook.books.covers.look import design_for
from puzzlebook.books.planning.setting import Setting
from puzzlebook.ground import templates
from puzzlebook.ground.lengths import parse_points
from puzzlebook.printers.printer import Stock
from puzzlebook.printers.trims import SAME
from puzzlebook.shelf.manifest import FinishedBook

_ENGLISH = "en"
_ADULT = 12  # years: who is older is no child to a shop
_CENT = Decimal("0.01")
_EXAMPLES = ("6.99", "9.99", "12.99")  # prices for which the royalty is told


class ListingWords(NamedTuple):
    """The words of a listing in one language: a lead, seven keywords, and what a proof says."""

    language: str
    lead: str
    keywords: tuple[str, ...]
    proof: str


def find_words(language: str, is_for_children: bool) -> ListingWords:
    """Return the words in a book's language; in English if we have none in it."""
    known = templates.list_names("listings")
    name = language if language in known else _ENGLISH
    rows = tomllib.loads(templates.read("listings", name).decode())
    kind = rows["children" if is_for_children else "adults"]
    return ListingWords(name, kind["lead"], tuple(kind["keywords"]), rows["proof"])


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


def write_description(setting: Setting, book: FinishedBook, words: ListingWords) -> tuple[str, str]:
    """Return the description as plain text and as HTML that shops take: a lead, and what the reader
    gets; or the recipe's own blurb."""
    if blurb := setting.recipe.cover.blurb:
        return f"{blurb}\n", f"<p>{escape(blurb, quote=False)}</p>\n"
    hardest = (0, "") if setting.recipe.worksheet else book.hardest_way
    benefits = [line for line in list_benefits(setting, hardest) if line]
    plain = "\n".join([words.lead, "", *(f"• {line}" for line in benefits)])
    rows = "".join(f"<li>{escape(line, quote=False)}</li>" for line in benefits)
    listed = f"<ul>{rows}</ul>" if rows else ""
    return f"{plain}\n", f"<p><b>{escape(words.lead, quote=False)}</b></p>{listed}\n"


def write_form(
    setting: Setting, form: Mapping[str, Any], words: ListingWords, pages: int, stock: Stock
) -> str:
    """Return what to enter in the shop's form, line by line, ready to paste."""
    facts = templates.table("listings.toml")
    kind = facts["categories"]["children" if is_for_children(setting) else "adults"]
    ages = find_ages(setting) if is_for_children(setting) else None
    generated = facts["generated"]
    translated = generated["original" if setting.recipe.language == _ENGLISH else "translated"]
    rows = {
        **form,
        "Bleed": "no",
        "Reading age": f"{ages[0]}-{ages[1]}" if ages else "leave it empty: for adults",
        **{f"Keyword {number}": word for number, word in enumerate(words.keywords, 1)},
        **{f"BISAC {number}": line for number, line in enumerate(kind["bisac"], 1)},
        **{f"Thema {number}": line for number, line in enumerate(kind["thema"], 1)},
        **{
            f"Generated: {name.lower()}": line.format(translated=translated)
            for name, line in generated.items()
            if name[0].isupper()
        },
    }
    wide = max(map(len, rows))
    lines = [f"{name:<{wide}}  {value}" for name, value in rows.items()]
    return "\n".join([*lines, "", *_list_costs(setting, pages, stock), ""])


def _list_costs(setting: Setting, pages: int, stock: Stock) -> Iterator[str]:
    """Yield what a copy costs, the least price, and the royalty; or that it is not known."""
    printer = setting.order.printer.name
    costs = templates.table("listings.toml")["costs"].get(printer)
    cost = costs and compute_cost(costs, _trim(setting), pages, stock.ink)
    if not costs or cost is None:
        yield f"Print cost: not known for {printer}; its own calculator tells it"
        return
    currency, rates = costs["currency"], costs["rates"]
    yield f"Print cost, {costs['market']}: {cost} {currency} ({costs['source']})"
    least = compute_least_price(cost, rates)
    yield f"Least price: {least} {currency}; royalty ({costs['rates_source']}):"
    for price in (least, *map(Decimal, _EXAMPLES)):
        if price >= least:
            yield f"  at {price} {currency}: {compute_royalty(price, cost, rates)} {currency}"
    there = costs["elsewhere"]
    if stock.ink == there["ink"] and pages <= there["pages"]:
        size = "large" if _is_large(costs, _trim(setting)) else "regular"
        yield f"Print cost elsewhere ({there['source']}):"
        for row in there["markets"]:
            yield f"  {row['market']}: {row[size]} {row['currency']}"
    yield "The shop's own page has the last word on all of this."


def compute_cost(
    costs: Mapping[str, Any], trim: tuple[float, float], pages: int, ink: str
) -> Decimal | None:
    """Return what printing a copy costs; None if the table has no row for it."""
    size = "large" if _is_large(costs, trim) else "regular"
    for row in costs.get(ink, ()):
        if pages <= row["pages"]:
            fixed, each = (Decimal(str(number)) for number in row[size])
            return (fixed + each * pages).quantize(_CENT, ROUND_HALF_UP)
    return None


def compute_least_price(cost: Decimal, rates: Sequence[Mapping[str, float]]) -> Decimal:
    """Return the least price whose share pays for the printing."""
    floor = Decimal(0)
    for rate in rates:
        below = Decimal(str(rate["below"])) if "below" in rate else None
        price = (cost / Decimal(str(rate["share"]))).quantize(_CENT, ROUND_CEILING)
        price = max(price, floor)
        if below is None or price < below:
            return price
        floor = below
    return floor


def compute_royalty(price: Decimal, cost: Decimal, rates: Sequence[Mapping[str, float]]) -> Decimal:
    """Return what is left of a price: its share, without the printing."""
    share = next(
        Decimal(str(rate["share"]))
        for rate in rates
        if "below" not in rate or price < Decimal(str(rate["below"]))
    )
    return (price * share - cost).quantize(_CENT, ROUND_HALF_UP)


def _is_large(costs: Mapping[str, Any], trim: tuple[float, float]) -> bool:
    most = (parse_points(costs["large"][side]) for side in ("width", "height"))
    return any(side > limit + SAME / 10 for side, limit in zip(trim, most, strict=True))


def _trim(setting: Setting) -> tuple[float, float]:
    page = setting.recipe.page
    return page.width, page.height
