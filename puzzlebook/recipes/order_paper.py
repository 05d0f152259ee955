"""The page size and margins (gutter included) of an order, and whether its printer accepts them."""

from __future__ import annotations

from puzzlebook.ground import templates
from puzzlebook.ground.faults import Fault, format_choices
from puzzlebook.ground.lengths import format_inches
from puzzlebook.language.words import LEFT
from puzzlebook.printers.printer import Printer, Stock, list_offered_sizes
from puzzlebook.printers.profiles import load_printer
from puzzlebook.recipes.order import Order
from puzzlebook.recipes.recipe import MIN_LIVE, Recipe
from puzzlebook.typesetting.layout import NO_BLEED, SLACK, Edges, Sheet

COMFORTABLE = 36.0
"""The default margin in points, unless the printer requires more or the page is a screen."""

_ROUNDING = 0.01  # points; a tolerance for converted lengths


def find_paper_faults(order: Order, pages: int = 0, bleeds: bool = False) -> list[Fault]:
    """Return faults for a page size, a paper or margins that the printer does not accept.

    pages: the number of pages; 0 checks against the printer's smallest page count. bleeds: see
    `choose_sheet`.
    """
    recipe, printer = order.recipe, order.printer
    if not printer.trims.accepts(recipe.page.width, recipe.page.height):
        return [_make_page_fault(recipe, printer)]
    stock, minimum = Stock(recipe.ink, recipe.paper), printer.min_margins(pages, bleeds)
    if not printer.prints(stock):
        return [
            Fault(
                "paper",
                f"{printer.name} does not print {stock.description}",
                format_choices(printer.papers[stock.ink]),
            )
        ]
    return [
        *_find_margin_faults(recipe, minimum, pages),
        *_find_room_faults(recipe, choose_sheet(order, pages, bleeds)),
    ]


def find_binding_faults(order: Order) -> list[Fault]:
    """Return a fault if the printer is known not to bind on the side that the language requires."""
    printer, side, language = order.printer, order.words.binding, order.recipe.language
    if printer.binds_at(side, language):
        return []
    what = f"{printer.name} binds at the {' or '.join(printer.sides or ())}, and "
    what += f"{language} asks for the {side}"
    allowed = f"one of {', '.join(_list_printers(side, language))}"
    return [Fault("printer", what, allowed, need="binding")]


def list_binding_remarks(order: Order) -> list[str]:
    """Return a remark on what is known of the printer's books that are bound on the right."""
    if known := describe_right_binding(order):
        who = ", and `puzzlebook listing` writes it" if is_reversed(order) else ""
        return [f"this book is bound at the right: {known}{who}"]
    return []


def is_reversed(order: Order) -> bool:
    """Return whether the printer takes the book's pages from the last to the first."""
    return order.words.right_to_left and order.printer.reverses


def has_empty_first_leaf(order: Order) -> bool:
    """Return whether the book begins with an empty leaf, for the printer's barcode on the last page
    of the file that it takes."""
    return order.printer.blank_pages.last and is_reversed(order)


def describe_right_binding(order: Order) -> str:
    """Return what is known of the printer's books that are bound on the right; empty if this book
    is bound on the left, or the printer binds on either side."""
    printer = order.printer
    if is_reversed(order):
        return f"{printer.name} takes a file whose pages go from the last to the first"
    if order.words.binding == LEFT or printer.sides is not None:
        return ""
    unknown = f"whether {printer.name} does that is not known, so ask first"
    return f"{printer.name} {printer.bound_right}" if printer.bound_right else unknown


def _list_printers(side: str, language: str) -> list[str]:
    """List the printers that bind books in this language on this side, as far as known."""
    return [
        name
        for name in templates.list_names("printers")
        if load_printer(name).binds_at(side, language)
    ]


def _make_page_fault(recipe: Recipe, printer: Printer) -> Fault:
    page = recipe.page
    nearest = printer.trims.find_nearest(page.width, page.height)
    allowed = f"the nearest is {nearest}" if nearest else list_offered_sizes(printer)
    return Fault("page", f"{printer.name} does not print on {page.name}", allowed)


def _find_margin_faults(recipe: Recipe, minimum: Edges, pages: int) -> list[Fault]:
    """Return a fault for each margin in the recipe that is below the printer's minimum."""
    faults = []
    for side, needed in minimum._asdict().items():
        given = getattr(recipe.margins, side)
        if given and given.points < needed - _ROUNDING:
            what = f"{given.text} is less than {recipe.printer} requires"
            what += f" with {pages} pages" if pages and side == "inside" else ""
            faults.append(Fault(f"margins.{side}", what, f"at least {format_inches(needed)}"))
    return faults


def _find_room_faults(recipe: Recipe, sheet: Sheet) -> list[Fault]:
    """Return a fault for each dimension in which the margins leave too little live area."""
    live = sheet.live(1)
    sides = (("width", sheet.width, live.width), ("height", sheet.height, live.height))
    return [
        Fault(
            "margins",
            f"with {recipe.printer}'s they leave {format_inches(max(live_length, 0))} "
            f"of the page's {side} of {format_inches(page_length)}",
            f"at least {format_inches(MIN_LIVE)} must be left",
        )
        for side, page_length, live_length in sides
        if live_length < MIN_LIVE
    ]


def choose_sheet(order: Order, pages: int = 0, bleeds: bool = False) -> Sheet:
    """Return the sheet for the pages of a book with this many pages.

    Margins that the recipe leaves out have a comfortable width or, on a screen, the screen's clear
    space, but never less than the printer's minimum. bleeds: whether to print to the edge of the
    paper, if the printer can.
    """
    recipe, printer = order.recipe, order.printer
    bleed = printer.bleed if bleeds and printer.bleed else NO_BLEED
    sides, clear = {}, recipe.page.clear
    defaults = (
        Edges(clear.ends, clear.ends, clear.sides, clear.sides)
        if clear
        else Edges(*[COMFORTABLE] * 4)
    )
    for side, needed in printer.min_margins(pages, bleeds)._asdict().items():
        given = getattr(recipe.margins, side)
        sides[side] = given.points if given else max(getattr(defaults, side), needed + SLACK)
    black = order.readers is not None and order.readers.touch
    return Sheet(
        recipe.page.width,
        recipe.page.height,
        **sides,
        bleed=bleed,
        right=order.words.right_to_left,
        black=black,
    )
