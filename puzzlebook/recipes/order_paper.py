"""The paper of an order: its size and its four margins, the gutter among them; and whether its printer takes it."""

from __future__ import annotations

from puzzlebook import templates
from puzzlebook.faults import Fault, one_of
from puzzlebook.lengths import inches
from puzzlebook.paper.layout import NO_BLEED, SLACK, Edges, Sheet
from puzzlebook.printers.printer import Printer, Stock, offered
from puzzlebook.printers.profiles import printer_named
from puzzlebook.recipes.order import Order
from puzzlebook.recipes.recipe import LEAST_LIVE, Recipe
from puzzlebook.words import LEFT

COMFORTABLE = 36.0
"""The margin (points) that our own pages have where a printer would take less and the page is no screen."""

_ROUNDING = 0.01  # points: lengths come out of conversions


def paper_faults(order: Order, pages: int = 0, bleeds: bool = False) -> list[Fault]:
    """A fault for what the printer does not take of a book of so many pages (as few as can be, where that is open).

    bleeds: as `sheet_of` has it.
    """
    recipe, printer = order.recipe, order.printer
    if not printer.trims.take(recipe.page.width, recipe.page.height):
        return [_page_fault(recipe, printer)]
    stock, least = Stock(recipe.ink, recipe.paper), printer.least_margins(pages, bleeds)
    if not printer.prints(stock):
        return [Fault("paper", f"{printer.name} does not print {stock.named}", one_of(printer.papers[stock.ink]))]
    return [*_margin_faults(recipe, least, pages), *_room_faults(recipe, sheet_of(order, pages, bleeds))]


def binding_faults(order: Order) -> list[Fault]:
    """A fault if the printer is known not to bind on the side that a language asks for."""
    sides, side = order.printer.sides, order.words.binding
    if sides is None or side in sides:
        return []
    what = f"{order.printer.name} binds at the {' or '.join(sides)}, and {order.recipe.language} asks for the {side}"
    return [Fault("printer", what, f"one of {', '.join(_printers_for(side))}")]


def binding_remarks(order: Order) -> list[str]:
    """What is to be asked of a printer of whom nobody told us whether books are bound at the right."""
    side, printer = order.words.binding, order.printer
    if side == LEFT or printer.sides is not None:
        return []
    return [f"this book is bound at the {side}: whether {printer.name} does that is not known, so ask first"]


def _printers_for(side: str) -> list[str]:
    """The printers that bind on a side, or may."""
    return [name for name in templates.names("printers") if side in (printer_named(name).sides or (side,))]


def _page_fault(recipe: Recipe, printer: Printer) -> Fault:
    page = recipe.page
    nearest = printer.trims.nearest(page.width, page.height)
    allowed = f"the nearest is {nearest}" if nearest else offered(printer)
    return Fault("page", f"{printer.name} does not print on {page.name}", allowed)


def _margin_faults(recipe: Recipe, least: Edges, pages: int) -> list[Fault]:
    """The recipe's own margins that are less than the printer's least."""
    faults = []
    for side, needed in least._asdict().items():
        given = getattr(recipe.margins, side)
        if given and given.points < needed - _ROUNDING:
            what = f"{given.text} is less than {recipe.printer} asks for"
            what += f" with {pages} pages" if pages and side == "inside" else ""
            faults.append(Fault(f"margins.{side}", what, f"at least {inches(needed)}"))
    return faults


def _room_faults(recipe: Recipe, sheet: Sheet) -> list[Fault]:
    """Margins, the printer's and the recipe's own together, that leave no room on the page."""
    live = sheet.live(1)
    sides = (("width", sheet.width, live.width), ("height", sheet.height, live.height))
    return [
        Fault("margins", f"with {recipe.printer}'s they leave {inches(max(left, 0))} of the page's {side} "
              f"of {inches(whole)}", f"at least {inches(LEAST_LIVE)} must be left")
        for side, whole, left in sides if left < LEAST_LIVE
    ]  # fmt: skip


def sheet_of(order: Order, pages: int = 0, bleeds: bool = False) -> Sheet:
    """The paper of a book of so many pages: its own margins where it has some, else comfortable ones, or what a screen
    leaves free, that are never below the printer's. bleeds: whether anything is to be printed up to the edge, if the
    printer takes that."""
    recipe, printer = order.recipe, order.printer
    bleed = printer.bleed if bleeds and printer.bleed else NO_BLEED
    sides, clear = {}, recipe.page.clear
    air = Edges(clear.ends, clear.ends, clear.sides, clear.sides) if clear else Edges(*[COMFORTABLE] * 4)
    for side, needed in printer.least_margins(pages, bleeds)._asdict().items():
        given = getattr(recipe.margins, side)
        sides[side] = given.points if given else max(getattr(air, side), needed + SLACK)
    black = order.readers is not None and order.readers.touch
    return Sheet(
        recipe.page.width, recipe.page.height, **sides, bleed=bleed, right=order.words.right_to_left, black=black
    )
