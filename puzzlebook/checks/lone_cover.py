"""Checks of a cover without its book's folder, as a designer makes it.

The request states the facts that the folder would.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from puzzlebook.checks.facts import read_document
from puzzlebook.checks.findings import Report
from puzzlebook.checks.full_wrap import check_cover
from puzzlebook.ground.faults import Refused, refuse
from puzzlebook.ground.lengths import format_inches
from puzzlebook.printers.printer import Printer, Stock
from puzzlebook.printers.trims import SAME, Trim, list_trims
from puzzlebook.printers.wrap import Wrap, make_wrap


class CoverRequest(NamedTuple):
    """A cover and its book's page count, trim and spine.

    The spine is in points, from the printer's calculator. If trim or spine is None, it is derived.
    """

    path: Path
    pages: int
    trim: Trim | None = None
    spine: float | None = None


def check_lone_cover(
    request: CoverRequest, printer: Printer, stock: Stock, is_bound_right: bool
) -> Report:
    """Check a cover for a book with this many pages on this stock."""
    if request.pages < 1:
        raise refuse("--pages", f"{request.pages} is not a number of pages", "1 or more")

    def wrap_of(trim: Trim) -> Wrap:
        size = trim.width, trim.height
        return make_wrap(printer, size, request.pages, stock.sheet, request.spine, is_bound_right)

    trim = request.trim or _find_trim(request, printer, wrap_of)
    try:
        wrap = wrap_of(trim)
    except Refused:
        if request.spine is not None:
            raise
        wrap = None
    size = trim.width, trim.height
    if request.spine is None and printer.spine and printer.spine.is_estimated:
        wrap = None
    return check_cover(request.path, printer, wrap, request.pages, size, stock.sheet, ours=False)


def _find_trim(request: CoverRequest, printer: Printer, wrap_of: Callable[[Trim], Wrap]) -> Trim:
    """Return the known trim whose wrap is as large as the cover; refused unless there is one."""
    page = read_document(request.path, request.path.name).pages[0]
    known = printer.trims.sizes or [size for size in list_trims() if size.clear is None]
    try:
        sheets = [(size, wrap_of(size).sheet) for size in known]
    except Refused:
        sheets = []
    fitting = [
        size
        for size, (width, height) in sheets
        if abs(width - page.width) <= SAME and abs(height - page.height) <= SAME
    ]
    if len(fitting) != 1:
        size = format_inches(page.width, page.height)
        what = f"is missing, and no known trim gives a cover of {size}"
        raise refuse("--trim", what, "give the size of the pages, such as 6x9 or 210x297mm")
    return fitting[0]
