"""The results of a check as values: one finding for each broken rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from puzzlebook.printers.printer import Printer


class Finding(NamedTuple):
    """A broken rule: what was found, what is allowed, and the pages (empty if it is the whole
    file).

    key: the recipe key to change, if the book is ours. grave: whether the printer would refuse the
    file.
    """

    rule: str
    found: str
    allowed: str
    pages: tuple[int, ...] = ()
    key: str = ""
    grave: bool = True


@dataclass(frozen=True)
class Report:
    """The findings on one file. trim: the page size, such as "6x9" or "6x9 with bleed"."""

    name: str
    printer: Printer
    pages: int
    trim: str
    findings: tuple[Finding, ...]
    ours: bool = False

    @property
    def passed(self) -> bool:
        """Whether no finding would make the printer refuse the file."""
        return not any(finding.grave for finding in self.findings)


class Violation(NamedTuple):
    """One violation of a rule. measure: how bad it is; smaller is worse."""

    page: int
    measure: float
    found: str


def report_worst(
    rule: str, violations: Iterable[Violation], allowed: str, key: str = "", grave: bool = True
) -> Iterator[Finding]:
    """Yield one finding for all violations, with the worst one's text; none without violations."""
    if rows := list(violations):
        pages = tuple(dict.fromkeys(row.page for row in rows))
        worst = min(rows, key=attrgetter("measure"))
        yield Finding(rule, worst.found, allowed, pages, key, grave)


def report_alike(
    rule: str, violations: Iterable[Violation], allowed: str, key: str = "", grave: bool = True
) -> Iterator[Finding]:
    """Yield one finding for each distinct text, with all its pages."""
    ordered = sorted(violations, key=attrgetter("found"))
    for text, group in groupby(ordered, key=attrgetter("found")):
        pages = tuple(sorted({row.page for row in group}))
        yield Finding(rule, text, allowed, pages, key, grave)


def format_pages(pages: Sequence[int], count: int) -> str:
    """Return page numbers as a person writes them, like `3, 5-9`, or "all" if there are several."""
    if len(pages) == count and count > 1:
        return "all"
    runs: list[tuple[int, int]] = []
    for page in pages:
        if runs and page == runs[-1][1] + 1:
            runs[-1] = runs[-1][0], page
        else:
            runs.append((page, page))
    return ", ".join(f"{first}" if first == last else f"{first}-{last}" for first, last in runs)


def make_json(report: Report) -> dict[str, Any]:
    """Return a report as JSON values."""
    return {
        "file": report.name,
        "printer": report.printer.name,
        "passed": report.passed,
        "pages": report.pages,
        "trim": report.trim,
        "findings": [
            {**finding._asdict(), "pages": list(finding.pages), "key": finding.key or None}
            for finding in report.findings
        ],
    }
