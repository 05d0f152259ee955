"""Would the printer take this cover? One page with back, spine and front, against the wrap that the
book must have."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from puzzlebook.checks import ink, rules
from puzzlebook.checks.facts import DocumentFacts, read_document
from puzzlebook.checks.findings import Finding, Report
from puzzlebook.checks.rules import MEGABYTE, Job
from puzzlebook.checks.wrap_areas import check_areas
from puzzlebook.ground.lengths import format_inches
from puzzlebook.printers.printer import Overhang, Printer
from puzzlebook.printers.trims import SAME
from puzzlebook.printers.wrap import MOST_OVERHANG, Wrap, estimate_spine_range
from puzzlebook.typesetting.layout import Edges

_RULES = (rules.check_readable, rules.check_fonts, rules.check_type_sizes, rules.check_lines, rules.check_colours,
          rules.check_pictures, rules.check_extras, rules.check_standard)  # fmt: skip
_ASK = "what the printer's own calculator or template says"
_KEYS = {
    "pictures": "cover.picture",
    "colours": "cover",
}  # of the recipe, by the rule that is broken


def check_cover(
    path: Path, printer: Printer, wrap: Wrap | None, pages: int, trim: tuple[float, float]
) -> Report:
    """The report on a cover of a book of so many pages of this trim. wrap: what it must be; None
    where nobody knows how wide the spine is: then it is what the cover leaves for it."""
    document = read_document(path, path.name)
    asked = [ink.AskedPage(page.number, left_out=bool(page.broken)) for page in document.pages]
    rendered = list(ink.render_pages(path, asked))
    page = document.pages[0]
    # The printer's rules, with the colours that it takes on a cover.
    its_rules = printer._replace(spaces=printer.cover.spaces, most_ink=printer.cover.most_ink)
    job = Job(its_rules, document, rendered, page.width, page.height, "cover", Edges(0, 0, 0, 0))
    findings = [
        finding._replace(key=_KEYS.get(finding.rule, ""))
        for rule in _RULES
        for finding in rule(job)
    ]
    # A printer at home prints front and back as pages of their own.
    apart = printer.cover.apart and len(document.pages) == 2
    findings += (
        _check_sizes(document, trim) if apart else _shape(document, printer, wrap, pages, trim)
    )
    if not apart and not any(
        finding.grave and finding.rule in ("cover size", "page", "page count")
        for finding in findings
    ):
        wrap = wrap or _derive_wrap(document, printer, trim)
        findings += [*_check_barcode(path, printer, wrap), *check_areas(path, printer, wrap, pages)]
    most = printer.cover.most_megabytes
    if most is not None and document.size > most * MEGABYTE:
        found = f"{document.size / MEGABYTE:.0f} MB"
        findings.append(Finding("file size", found, f"better at most {most:g} MB", grave=False))
    return Report(path.name, printer, len(document.pages), "cover", tuple(findings), ours=True)


def _check_barcode(path: Path, printer: Printer, wrap: Wrap) -> Iterator[Finding]:
    field = wrap.barcode(printer)
    if field is not None and not ink.is_plain(path, field):
        allowed = f"{format_inches(field.width, field.height)} at the bottom right of the back"
        yield Finding("barcode", "something stands in its field", f"nothing within {allowed}", (1,))


def _check_sizes(document: DocumentFacts, trim: tuple[float, float]) -> Iterator[Finding]:
    """Front and back, each as large as a page."""
    for number, page in enumerate(document.pages, 1):
        if abs(page.width - trim[0]) > SAME or abs(page.height - trim[1]) > SAME:
            yield Finding(
                "cover size",
                format_inches(page.width, page.height),
                format_inches(*trim),
                (number,),
            )


def _shape(
    document: DocumentFacts,
    printer: Printer,
    wrap: Wrap | None,
    pages: int,
    trim: tuple[float, float],
) -> Iterator[Finding]:
    """One page, as large as back, spine, front and what is cut off."""
    if len(document.pages) != 1:
        yield Finding(
            "page count", f"{len(document.pages)} pages", "one page with back, spine and front"
        )
    page = document.pages[0]
    if wrap is not None:
        width, height = wrap.sheet
        if abs(page.width - width) > SAME or abs(page.height - height) > SAME:
            allowed = f"{format_inches(width, height)}, with a spine of {format_inches(wrap.spine)}: make the cover again"
            yield Finding("cover size", format_inches(page.width, page.height), allowed)
        return
    least, most = _range_of_sheets(printer, pages, trim)
    if any(not low - SAME <= side <= high + SAME
           for side, low, high in zip((page.width, page.height), least, most, strict=True)):  # fmt: skip
        allowed = (
            f"{format_inches(*least)} to {format_inches(*most)}: make the cover again, with --spine"
        )
        yield Finding("cover size", format_inches(page.width, page.height), allowed)
    else:
        yield Finding(
            "cover size",
            f"{format_inches(page.width, page.height)}, which may be right",
            _ASK,
            grave=False,
        )


def _range_of_sheets(
    printer: Printer, pages: int, trim: tuple[float, float]
) -> tuple[tuple[float, float], tuple[float, float]]:
    """The smallest and the largest sheet that the cover of such a book can have."""
    spines, rules_ = estimate_spine_range(printer, pages), printer.cover
    known = rules_.overhang or Overhang(0.0, 0.0)
    most = rules_.overhang or Overhang(MOST_OVERHANG, MOST_OVERHANG) if rules_.boards else known
    least_sheet, most_sheet = (
        (2 * (trim[0] + over.width + rules_.edge) + spine, trim[1] + over.height + 2 * rules_.edge)
        for over, spine in zip((known, most), spines, strict=True)
    )
    return least_sheet, most_sheet


def _derive_wrap(document: DocumentFacts, printer: Printer, trim: tuple[float, float]) -> Wrap:
    """The wrap that a sheet leaves when front and back are taken off; boards that nobody knows are
    taken to be as wide as the pages."""
    rules_, page = printer.cover, document.pages[0]
    wide = trim[0] + (rules_.overhang.width if rules_.overhang else 0.0)
    clear = printer.spine.clear if printer.spine else rules_.safe / 2
    spine = max(0.0, page.width - 2 * (wide + rules_.edge))
    return Wrap(
        wide,
        page.height - 2 * rules_.edge,
        spine,
        rules_.edge,
        rules_.safe,
        clear,
        hinge=rules_.hinge,
    )
