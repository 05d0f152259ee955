"""Would the printer take it? One PDF file, ours or not, against a printer's profile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator
from pathlib import Path

from puzzlebook.checks import ink
from puzzlebook.checks.facts import DocumentFacts, PageFacts, open_reading
from puzzlebook.checks.findings import Report
from puzzlebook.checks.rules import RULES, Job
from puzzlebook.ground.arguments import Progress, ignore_progress
from puzzlebook.ground.lengths import format_inches
from puzzlebook.printers.printer import Printer, Stock
from puzzlebook.printers.trims import SAME, list_trims
from puzzlebook.running.process_pool import choose_jobs, start_crew
from puzzlebook.typesetting.layout import Edges

_IMPRINT = (8, 4)  # first and last pages, among which those about the book itself are


def check_file(
    path: Path,
    printer: Printer,
    *,
    ink_: str = "black",
    paper: str = "white",
    binding: str = "left",
    trim: tuple[float, float] | None = None,
    ours: bool = False,
    progress: Progress = ignore_progress,
    jobs: int | None = None,
) -> Report:
    """The report on an interior. trim: its size, where it is known; else it is taken from the
    pages. jobs: how many processes share the work; None for as many as pays."""
    document, rendered = _read_and_rendered(path, progress, jobs)
    broken = {page.number for page in document.pages if page.broken}
    width, height, bleed = guess_trim(document, printer, trim)
    name = (
        printer.trims.named(width, height)
        or _listed_name(width, height)
        or format_inches(width, height)
    )
    stock, texts = Stock(ink_, paper), _read_said_texts(path, printer, broken)
    job = Job(printer, document, rendered, width, height, name, bleed, stock, binding, texts)
    findings = tuple(finding for rule in RULES for finding in rule(job))
    return Report(
        path.name,
        printer,
        len(document.pages),
        name + (" with bleed" if bleed else ""),
        findings,
        ours,
    )


def _read_and_rendered(
    path: Path, progress: Progress, jobs: int | None
) -> tuple[DocumentFacts, list[ink.Rendered]]:
    """A file, and its pages as they look. While other processes render pages, the next ones are
    read."""
    pages: list[PageFacts] = []
    with (
        open_reading(path, path.name) as file,
        start_crew(choose_jobs(jobs, file.page_count)) as shared,
    ):

        def list_asked_pages() -> Iterator[ink.AskedPage]:
            for page in file.pages():
                pages.append(page)
                grey = page.painted.spaces <= {"gray"} and not page.annotations
                yield ink.AskedPage(page.number, bool(page.broken), grey)

        rendered = []
        for shown in ink.render_pages(path, list_asked_pages(), shared):
            rendered.append(shown)
            progress("measuring ink", len(rendered), file.page_count)
        return file.document(pages), rendered


def _read_said_texts(path: Path, printer: Printer, broken: Container[int]) -> dict[int, str]:
    """The texts of the pages on which it is said who made a book and where, for a printer who
    asks."""
    return ink.read_texts(path, broken, *_IMPRINT) if "manufacture" in printer.refused else {}


def guess_trim(
    document: DocumentFacts, printer: Printer, trim: tuple[float, float] | None
) -> tuple[float, float, Edges | None]:
    """The trim that most pages have (points), and their bleed: a page that is larger than a size
    with a name by just the printer's bleed is taken to bleed."""
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
        return printer.trims.named(width, height) is not None
    return _listed_name(width, height) is not None


def _listed_name(width: float, height: float) -> str | None:
    """The name that a page of these measures has among ours."""
    return next((size.name for size in list_trims() if size.measures(width, height)), None)
