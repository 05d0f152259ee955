"""What a copy costs to print, the lowest price, and what the book earns at some prices.

`templates/listings.toml` has the figures, each with its source.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import ROUND_CEILING, ROUND_HALF_UP, Decimal
from typing import Any, NamedTuple

from puzzlebook.books.planning.setting import Setting
from puzzlebook.ground import templates
from puzzlebook.ground.lengths import parse_points
from puzzlebook.printers.printer import PREMIUM, STANDARD, Stock
from puzzlebook.printers.trims import SAME

_CENT = Decimal("0.01")
_MAX_EXAMPLES = 5  # most prices for which the earnings are stated


def list_costs(setting: Setting, pages: int, stock: Stock) -> Iterator[str]:
    """Yield lines on a copy's cost, the lowest price and the earnings, if they are known."""
    costs = find_costs(setting)
    cost = compute_cost(costs, _trim(setting), pages, stock.ink)
    if cost is None:
        yield f"Print cost: no figures are public for {setting.order.printer.name}"
        if "calculator" in costs:
            yield f"The printer's own calculator has them: {costs['calculator']}"
        return
    currency, is_estimate = costs["currency"], costs.get("is_estimate", False)
    about, doubt = ("about ", f"; {costs['doubt']}") if is_estimate else ("", "")
    yield f"Print cost, {costs['market']}: {about}{cost} {currency} ({costs['source']}{doubt})"
    first, *others = costs["sold"]
    minimum = compute_least_price(cost, first["rates"])
    if not is_estimate:
        yield f"Lowest price: {minimum} {currency}"
    if cheaper := find_cheaper_ink(setting, pages):
        lowest = "" if is_estimate else f", lowest price {cheaper.least_price} {currency}"
        yield (
            f"In {cheaper.ink}: {about}{cheaper.cost} {currency} to print{lowest} (make the book "
            f"again with --set ink={cheaper.ink})"
        )
    if not is_estimate:
        for way in others:
            least = compute_least_price(cost, way["rates"])
            yield f"Lowest price {way['how']}: {least} {currency}"
    yield f"What a copy earns {first['how']} ({first['source']}):"
    ladder = map(Decimal, templates.table("listings.toml")["prices"])
    lowest_prices = [] if is_estimate else [minimum]
    prices = (*lowest_prices, *(step for step in ladder if step > minimum))
    for price in prices[:_MAX_EXAMPLES]:
        lines = [f"{about}{compute_royalty(price, cost, first['rates'])} {currency}"]
        for way in others:
            earned = compute_royalty(price, cost, way["rates"])
            lines += [f"{about}{earned} {currency} {way['how']}"] if earned >= 0 else []
        yield f"  at {price} {currency}: {'; '.join(lines)}"
    elsewhere = costs.get("elsewhere")
    if elsewhere and stock.ink == elsewhere["ink"] and pages <= elsewhere["pages"]:
        size = "large" if _is_large(costs, _trim(setting)) else "regular"
        yield f"Print cost elsewhere ({elsewhere['source']}), without what a copy earns there:"
        for row in elsewhere["markets"]:
            yield f"  {row['market']}: {row[size]} {row['currency']}"
    else:
        yield "Print cost elsewhere: no figures are known for such a book"
    yield f"The shop's own page has the last word on all of this: {costs['calculator']}"


def find_costs(setting: Setting) -> Mapping[str, Any]:
    """Return the figures for a book's printer; empty if there are none."""
    costs: Mapping[str, Any] = templates.table("listings.toml")["costs"]
    return dict(costs.get(setting.order.printer.name, {}))


class CheaperInk(NamedTuple):
    """Another ink for a book in premium colour: its name, what a copy costs to print, the lowest
    price, and these two numbers in premium colour."""

    ink: str
    cost: Decimal
    least_price: Decimal
    own_cost: Decimal
    own_least_price: Decimal


def find_cheaper_ink(setting: Setting, pages: int) -> CheaperInk | None:
    """Return the ink that prints a book in premium colour for less; None if there is none."""
    recipe, printer, costs = setting.recipe, setting.order.printer, find_costs(setting)
    if recipe.ink != PREMIUM or STANDARD not in printer.papers or "sold" not in costs:
        return None
    if not printer.limit(*_trim(setting), STANDARD, recipe.paper).binds(pages):
        return None
    cost, own_cost = (
        compute_cost(costs, _trim(setting), pages, ink) for ink in (STANDARD, PREMIUM)
    )
    if cost is None or own_cost is None or cost >= own_cost:
        return None
    rates = costs["sold"][0]["rates"]
    prices = compute_least_price(cost, rates), compute_least_price(own_cost, rates)
    return CheaperInk(STANDARD, cost, prices[0], own_cost, prices[1])


def find_equal_cost(setting: Setting, pages: int) -> int:
    """Return the largest page count at which a copy costs no more to print; 0 if every page adds to
    the cost."""
    costs = find_costs(setting)
    size = "large" if _is_large(costs, _trim(setting)) else "regular"
    row = _find_row(costs, pages, setting.recipe.ink)
    return int(row["pages"]) if row and not row[size][1] else 0


def compute_cost(
    costs: Mapping[str, Any], trim: tuple[float, float], pages: int, ink: str
) -> Decimal | None:
    """Return the print cost of a copy; None if the table has no row for it."""
    row = _find_row(costs, pages, ink)
    if row is None:
        return None
    size = "large" if _is_large(costs, trim) else "regular"
    fixed, per_page = (Decimal(str(number)) for number in row[size])
    return (fixed + per_page * pages).quantize(_CENT, ROUND_HALF_UP)


def _find_row(costs: Mapping[str, Any], pages: int, ink: str) -> Mapping[str, Any] | None:
    """Return the first row of an ink for books of up to at least this many pages; None if there is
    none."""
    return next((row for row in costs.get(ink, ()) if pages <= row["pages"]), None)


def compute_least_price(cost: Decimal, rates: Sequence[Mapping[str, float]]) -> Decimal:
    """Return the lowest price whose royalty share covers the print cost."""
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
    """Return the royalty on a price: its share less the print cost."""
    share = next(
        Decimal(str(rate["share"]))
        for rate in rates
        if "below" not in rate or price < Decimal(str(rate["below"]))
    )
    return (price * share - cost).quantize(_CENT, ROUND_HALF_UP)


def _is_large(costs: Mapping[str, Any], trim: tuple[float, float]) -> bool:
    """Whether a trim counts as large, so that printing costs more, if the printer has such a
    rule."""
    if "large" not in costs:
        return False
    maximum = (parse_points(costs["large"][side]) for side in ("width", "height"))
    return any(side > limit + SAME / 10 for side, limit in zip(trim, maximum, strict=True))


def _trim(setting: Setting) -> tuple[float, float]:
    page = setting.recipe.page
    return page.width, page.height
