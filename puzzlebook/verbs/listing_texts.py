"""What the form of a shop asks for, and what a copy of a book costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import ROUND_CEILING, ROUND_HALF_UP, Decimal
from typing import Any

from puzzlebook.books.planning.setting import Setting
from puzzlebook.ground import templates
from puzzlebook.ground.lengths import parse_points
from puzzlebook.language.words import ENGLISH
from puzzlebook.printers.printer import Stock
from puzzlebook.printers.trims import SAME
from puzzlebook.verbs.listing_words import ListingWords, find_ages, is_for_children

_CENT = Decimal("0.01")
_EXAMPLES = ("6.99", "9.99", "12.99")  # prices for which the royalty is stated


def write_form(
    setting: Setting, form: Mapping[str, Any], words: ListingWords, pages: int, stock: Stock
) -> str:
    """Return what to enter in the shop's form, line by line, ready to paste."""
    facts = templates.table("listings.toml")
    kind = facts["categories"]["children" if is_for_children(setting) else "adults"]
    ages = find_ages(setting) if is_for_children(setting) else None
    generated = facts["generated"]
    translated = generated["original" if setting.recipe.language == ENGLISH else "translated"]
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


def list_overlong(setting: Setting, html: str) -> Iterator[str]:
    """Yield what is longer than the shop's form takes. html: the description."""
    limits, book = templates.table("listings.toml")["limits"], setting.recipe.book
    title = " ".join(filter(None, (book.title, book.subtitle)))
    for what, text, key in (
        ("title and subtitle have", title, "title"),
        ("the description has", html.strip(), "description"),
    ):
        if len(text) > limits[key]:
            yield f"{what} {len(text)} characters: the form on Amazon takes {limits[key]}"


def _list_costs(setting: Setting, pages: int, stock: Stock) -> Iterator[str]:
    """Yield what a copy costs, the lowest price, and the royalty; or that these are not known."""
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
    """Return the lowest price whose share pays for the printing."""
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
    """Return what is left of a price: its share, less the printing."""
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
