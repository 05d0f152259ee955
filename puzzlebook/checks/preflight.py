"""Checks of one PDF file, ours or not, against a printer's rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from puzzlebook.checks import ink
from puzzlebook.checks.facts import DocumentFacts, PageFacts, open_reading
from puzzlebook.checks.findings import Report
from puzzlebook.checks.press_rules import PRESS_RULES
from puzzlebook.checks.rules import RULES, Job
from puzzlebook.ground.arguments import Progress, ignore_progress
from puzzlebook.ground.lengths import format_inches
from puzzlebook.printers.printer import Printer, Stock
from puzzlebook.printers.trims import SAME, list_trims
from puzzlebook.running.process_pool import choose_jobs, open_pool
from puzzlebook.typesetting.layout import Edges


def check_pdf_file(
    path: Path,
    printer: Printer,
    *,
    stock: Stock | None = None,
    binding: str = "left",
    language: str = "",
    trim: tuple[float, float] | None = None,
    ours: bool = False,
    progress: Progress = ignore_progress,
    jobs: int | None = None,
) -> Report:
    """Check the PDF file of an interior.

    trim: the page size in points; by default it is guessed from the pages. language: that of the
    book; by default the one that the file states. jobs: the number of processes; None chooses as
    many as are worthwhile.
    """
    document, rendered = _read_and_render(path, progress, jobs)
    width, height, bleed = _guess_trim(document, printer, trim)
    if trim is not None and not ours:
        width, height = trim  # so that pages of another size are reported
    name = (
        printer.trims.find_name(width, height)
        or _find_listed_name(width, height, printer.is_for_sale)
        or format_inches(width, height)
    )
    job = Job(
        printer,
        document,
        rendered,
        width,
        height,
        name,
        bleed,
        stock or Stock(),
        binding,
        language or document.language,
        is_trim_known=trim is not None,
        path=path,
    )
    findings = tuple(finding for rule in (*RULES, *PRESS_RULES) for finding in rule(job))
    trim_name = name + (" with bleed" if bleed else "")
    return Report(path.name, printer, len(document.pages), trim_name, findings, ours)


def _read_and_render(
    path: Path, progress: Progress, jobs: int | None
) -> tuple[DocumentFacts, list[ink.Rendered]]:
    """Read a file and render its pages; other processes render while this one reads the next
    pages."""
    pages: list[PageFacts] = []
    with (
        open_reading(path, path.name) as file,
        open_pool(choose_jobs(jobs, file.page_count)) as workers,
    ):

        def list_requests() -> Iterator[ink.PageRequest]:
            for page in file.pages():
                pages.append(page)
                grey = page.painted.spaces <= {"gray"} and not page.annotations
                yield ink.PageRequest(page.number, bool(page.broken), grey)

        rendered = []
        for page_image in ink.render_pages(path, list_requests(), workers):
            rendered.append(page_image)
            progress("measuring ink", len(rendered), file.page_count)
        return file.document(pages), rendered


def _guess_trim(
    document: DocumentFacts, printer: Printer, trim: tuple[float, float] | None
) -> tuple[float, float, Edges | None]:
    """Return the trim of most pages, in points, and their bleed, which is None if they have none.

    Pages have a bleed if they exceed `trim` by exactly the printer's bleed. Without `trim`, they
    have a bleed if their size is not a named page size but would be one without the bleed.
    """
    sizes = Counter(
        (round(page.width, 1), round(page.height, 1)) for page in document.pages if page.width
    )
    (width, height), _ = sizes.most_common(1)[0] if sizes else ((0.0, 0.0), 0)
    bleed = printer.bleed
    if bleed is None:
        return width, height, None
    inner = width - bleed.inside - bleed.outside, height - bleed.top - bleed.bottom
    if trim is not None:
        bleeds = abs(inner[0] - trim[0]) <= SAME and abs(inner[1] - trim[1]) <= SAME
    else:
        bleeds = not _has_name(printer, width, height) and _has_name(printer, *inner)
    return (*inner, bleed) if bleeds else (width, height, None)


def _has_name(printer: Printer, width: float, height: float) -> bool:
    if printer.trims.names:
        return printer.trims.find_name(width, height) is not None
    return _find_listed_name(width, height) is not None


def _find_listed_name(width: float, height: float, is_for_sale: bool = False) -> str | None:
    """Return our own name for a page size, or None. For books for sale, prefer inches (8.5x11, not
    letter), as printers' forms do."""
    names = [size.name for size in list_trims() if size.measures(width, height)]
    in_inches = [name for name in names if is_for_sale and name[0].isdigit()]
    return next(iter((*in_inches, *names)), None)
