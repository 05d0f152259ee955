"""A cover, compared with the wrap that its book needs: one page with back, spine and front."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from puzzlebook.checks import ink, press_rules, rules
from puzzlebook.checks.facts import DocumentFacts, read_document
from puzzlebook.checks.findings import Finding, Report
from puzzlebook.checks.rules import MEGABYTE, Job
from puzzlebook.checks.wrap_areas import check_areas
from puzzlebook.ground.lengths import format_inches
from puzzlebook.printers.printer import CoverRules, Overhang, Printer
from puzzlebook.printers.trims import SAME
from puzzlebook.printers.wrap import (
    INCH,
    MAX_OVERHANG,
    Wrap,
    estimate_likely_spine,
    estimate_spine_range,
)
from puzzlebook.typesetting.layout import Edges

_RULES = (
    rules.check_readable,
    rules.check_fonts,
    rules.check_type_sizes,
    rules.check_lines,
    rules.check_colours,
    rules.check_pictures,
    rules.check_extras,
    rules.check_standard,
    press_rules.check_overprint,
    press_rules.check_four_ink_type,
    press_rules.check_resources,
    press_rules.check_exchange_keys,
    press_rules.check_placeholders,
)
_ASK = "what the printer's own calculator or template says"
_KEYS = {"pictures": "cover.picture", "colours": "cover"}
"""Mapping from rules to the recipe keys to change."""
_SPINE_TOLERANCE = 0.02 * INCH
"""How much a spine may differ from the width that we calculate, in points."""
_BOARD_TOLERANCE = 2.25
"""How much boards may differ from the size that we calculate, in points: 1/32 inch."""


def check_cover(
    path: Path,
    printer: Printer,
    wrap: Wrap | None,
    pages: int,
    trim: tuple[float, float],
    paper: str = "white",
    ours: bool = True,
) -> Report:
    """Check the cover of a book with this many pages of this trim (in points) and paper.

    wrap: the wrap that the cover must have; None if the printer has not stated the spine width,
    which is then derived from the cover's size. ours: whether the book is ours, and so has a recipe
    to change.
    """
    document = read_document(path, path.name)
    requests = [ink.PageRequest(page.number, bool(page.broken)) for page in document.pages]
    rendered = list(ink.render_pages(path, requests))
    page = document.pages[0]
    # The printer's rules, with the colours that the printer accepts on covers.
    cover_rules = printer._replace(spaces=printer.cover.spaces, max_ink=printer.cover.max_ink)
    job = Job(
        cover_rules,
        document,
        rendered,
        page.width,
        page.height,
        "cover",
        Edges(0, 0, 0, 0),
        path=path,
    )
    findings = [
        finding._replace(key=_KEYS.get(finding.rule, ""))
        for rule in _RULES
        for finding in rule(job)
    ]
    # Front and back are separate pages if they are printed at home.
    if printer.cover.separate_pages and len(document.pages) == 2:
        findings += _check_sizes(document, trim)
    else:
        findings += _check_shape(document, printer, wrap, pages, trim, paper)
        basic_rules = ("cover size", "page", "page count")
        if not any(finding.grave and finding.rule in basic_rules for finding in findings):
            wrap = wrap or _derive_wrap(document, printer, trim)
            findings += _check_spine_width(printer, wrap, pages, paper)
            findings += _check_barcode(path, printer, wrap)
            findings += _check_bleed(path, wrap)
            findings += check_areas(path, printer, wrap, pages)
    maximum = printer.cover.max_megabytes
    if maximum is not None and document.size > maximum * MEGABYTE:
        size = f"{document.size / MEGABYTE:.0f} MB"
        allowed = f"ideally no more than {maximum:g} MB"
        findings.append(Finding("file size", size, allowed, grave=False))
    return Report(path.name, printer, len(document.pages), "cover", tuple(findings), ours)


def _check_spine_width(printer: Printer, wrap: Wrap, pages: int, paper: str) -> Iterator[Finding]:
    """Yield a finding if the printer has not confirmed the spine width.

    A width stated by the user is assumed to come from the printer's calculator, unless it is far
    from ours. If it matches no likely paper, the cover belongs to another book.
    """
    known = printer.spine
    if known is None or not known.calculator:
        return
    ours = known.width(pages, paper)
    width, address = format_inches(wrap.spine), f"compare it with {known.calculator}"
    if ours is None:
        yield Finding("spine", f"{width}, for which we have no figure", address, grave=False)
    elif known.is_estimated and abs(wrap.spine - ours) < SAME / 2:
        yield Finding("spine", f"{width}, not confirmed by the printer", address, grave=False)
    elif abs(wrap.spine - ours) > _SPINE_TOLERANCE:
        minimum, maximum = estimate_likely_spine(printer, pages)
        what = f"{width}, where our figures give {format_inches(ours)}"
        is_unlikely = not min(minimum, ours) <= wrap.spine <= max(maximum, ours)
        yield Finding("spine", what, address, (1,) if is_unlikely else (), grave=is_unlikely)


def _check_barcode(path: Path, printer: Printer, wrap: Wrap) -> Iterator[Finding]:
    field = None if printer.cover.is_barcode_optional else wrap.barcode(printer)
    if field is None or ink.is_plain(path, field.inset(*(ink.TOLERANCE,) * 4)):
        return
    if ink.read_book_barcodes(path, field):
        return
    size = format_inches(field.width, field.height)
    found, allowed = "the barcode area contains something else", "an EAN-13, or nothing"
    if ink.read_book_barcodes(path, field, in_red=False):
        found, allowed = "scanners use red light, and cannot see these bars", "black bars on white"
    yield Finding(
        "barcode", found, f"{allowed}, within {size} at the bottom right of the back", (1,)
    )


def _check_bleed(path: Path, wrap: Wrap) -> Iterator[Finding]:
    """Check that everything that reaches the trim extends to the edge of the sheet."""
    short = ink.find_short_bleeds(path, wrap.edge)
    if short:
        length = format_inches(max(short.values()))
        found = f"white beyond the trim at the {', '.join(short)}, along {length}"
        yield Finding(
            "bleed",
            found,
            "everything that reaches the trim must extend to the edge of the sheet",
            (1,),
            "cover",
        )


def _check_sizes(document: DocumentFacts, trim: tuple[float, float]) -> Iterator[Finding]:
    """Check that front and back are each as large as a page."""
    for number, page in enumerate(document.pages, 1):
        if abs(page.width - trim[0]) > SAME or abs(page.height - trim[1]) > SAME:
            size = format_inches(page.width, page.height)
            yield Finding("cover size", size, format_inches(*trim), (number,))


def _check_shape(
    document: DocumentFacts,
    printer: Printer,
    wrap: Wrap | None,
    pages: int,
    trim: tuple[float, float],
    paper: str,
) -> Iterator[Finding]:
    """Check that the cover is one page, large enough for back, spine, front and bleed."""
    if len(document.pages) != 1:
        allowed = "one page with back, spine and front"
        yield Finding("page count", f"{len(document.pages)} pages", allowed)
    page = document.pages[0]
    size = format_inches(page.width, page.height)
    if wrap is not None:
        width, height = wrap.sheet
        if abs(page.width - width) > SAME or abs(page.height - height) > SAME:
            sheet = f"{format_inches(width, height)}, with a spine of {format_inches(wrap.spine)}"
            yield Finding("cover size", size, f"{sheet}: make the cover again")
        elif printer.cover.overhang is not None:
            yield from _check_boards(printer.cover, wrap, trim, size)
        return
    min_sheet, max_sheet = _find_sheet_range(printer, pages, trim)
    sides = zip((page.width, page.height), min_sheet, max_sheet, strict=True)
    if any(not low - SAME <= side <= high + SAME for side, low, high in sides):
        sheets = f"{format_inches(*min_sheet)} to {format_inches(*max_sheet)}"
        yield Finding("cover size", size, f"{sheets}: make the cover again, with --spine")
    elif printer.spine is None or printer.spine.width(pages, paper) is None:
        yield Finding("cover size", f"{size}, which may be right", _ASK, grave=False)


def _check_boards(
    cover: CoverRules, wrap: Wrap, trim: tuple[float, float], size: str
) -> Iterator[Finding]:
    """Check that a sheet of the stated size leaves boards of the right size beside the spine."""
    assert cover.overhang is not None
    expected = trim[0] + cover.overhang.width, trim[1] + cover.overhang.height
    boards = wrap.width, wrap.height
    if any(
        abs(side - board) > _BOARD_TOLERANCE for side, board in zip(expected, boards, strict=True)
    ):
        width, height = 2 * (expected[0] + cover.edge) + wrap.spine, expected[1] + 2 * cover.edge
        found = f"{size}, with a spine of {format_inches(wrap.spine)}"
        allowed = f"{format_inches(width, height)} with such a spine"
        yield Finding("cover size", found, allowed, (), "cover")


def _find_sheet_range(
    printer: Printer, pages: int, trim: tuple[float, float]
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the smallest and largest sheet sizes possible for this cover, in points."""
    spines, cover = estimate_spine_range(printer, pages), printer.cover
    minimum = cover.overhang or Overhang(0.0, 0.0)
    maximum = cover.overhang or Overhang(MAX_OVERHANG, MAX_OVERHANG) if cover.boards else minimum
    min_sheet, max_sheet = (
        (2 * (trim[0] + over.width + cover.edge) + spine, trim[1] + over.height + 2 * cover.edge)
        for over, spine in zip((minimum, maximum), spines, strict=True)
    )
    return min_sheet, max_sheet


def _derive_wrap(document: DocumentFacts, printer: Printer, trim: tuple[float, float]) -> Wrap:
    """Return the wrap of this cover; its spine is as wide as the boards leave room for.

    Boards of unknown width are assumed to be as wide as the pages.
    """
    cover, page = printer.cover, document.pages[0]
    width = trim[0] + (cover.overhang.width if cover.overhang else 0.0)
    spine = max(0.0, page.width - 2 * (width + cover.edge))
    clear = printer.spine.text_clearance(spine) if printer.spine else cover.safe / 2
    return Wrap(
        width,
        page.height - 2 * cover.edge,
        spine,
        cover.edge,
        cover.safe,
        clear,
        hinge=cover.hinge,
    )
