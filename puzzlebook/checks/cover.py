"""Would the printer take this cover? One page with back, spine and front, against the wrap that the book must have."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from puzzlebook.books.layout import Edges
from puzzlebook.books.printers import Printer
from puzzlebook.books.wrap import Wrap
from puzzlebook.checks import ink, rules
from puzzlebook.checks.document import Document, read_document
from puzzlebook.checks.findings import Finding, Report
from puzzlebook.checks.rules import MEGABYTE, SAME, Job
from puzzlebook.lengths import inches

_RULES = (rules.readable, rules.fonts, rules.type_sizes, rules.lines, rules.pictures, rules.not_in_the_file)


def check_cover(path: Path, printer: Printer, wrap: Wrap | None) -> Report:
    """The report on a cover. wrap: what it must be; None where nobody knows how wide the spine is."""
    document = read_document(path, path.name)
    broken = {page.number for page in document.pages if page.broken}
    rendered = ink.rendered_pages(path, broken, lambda done, total: None)[: len(document.pages)]
    page = document.pages[0]
    job = Job(printer, document, rendered, page.width, page.height, "cover", Edges(0, 0, 0, 0))
    findings = [finding for rule in _RULES for finding in rule(job)]
    findings += _shape(document, wrap)
    field = wrap.barcode(printer) if wrap and not any(f.rule in ("cover size", "page") for f in findings) else None
    if field is not None and not ink.is_plain(path, field):
        allowed = f"{inches(field.width).removesuffix(' in')} x {inches(field.height)} at the bottom right of the back"
        findings.append(Finding("barcode", "something stands in its field", f"nothing within {allowed}", (1,)))
    most = printer.cover.most_megabytes
    if most is not None and document.size > most * MEGABYTE:
        found = f"{document.size / MEGABYTE:.0f} MB"
        findings.append(Finding("file size", found, f"better at most {most:g} MB", grave=False))
    return Report(path.name, printer, len(document.pages), "cover", tuple(findings), ours=True)


def _shape(document: Document, wrap: Wrap | None) -> Iterator[Finding]:
    """One page, as large as back, spine, front and what is cut off."""
    if len(document.pages) != 1:
        yield Finding("page count", f"{len(document.pages)} pages", "one page with back, spine and front")
    page = document.pages[0]
    if wrap is not None:
        width, height = wrap.sheet
        if abs(page.width - width) > SAME or abs(page.height - height) > SAME:
            found, allowed = (f"{inches(a).removesuffix(' in')} x {inches(b)}"
                              for a, b in ((page.width, page.height), (width, height)))  # fmt: skip
            yield Finding("cover size", found, f"{allowed}, with a spine of {inches(wrap.spine)}: make the cover again")
