"""What a check found, as values: one row for each rule that is broken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from puzzlebook.printers.printer import Printer


class Finding(NamedTuple):
    """A rule that is broken: what was found, what is allowed, on which pages; empty for the file as
    a whole.

    key: the key of the recipe to change, in a book of ours. grave: whether the printer would refuse
    the file for it.
    """

    rule: str
    found: str
    allowed: str
    pages: tuple[int, ...] = ()
    key: str = ""
    grave: bool = True


@dataclass(frozen=True)
class Report:
    """What the check of one file found. trim: the page as it was understood, such as "6x9" or "6x9
    with bleed"."""

    name: str
    printer: Printer
    pages: int
    trim: str
    findings: tuple[Finding, ...]
    ours: bool = False

    @property
    def passed(self) -> bool:
        """Whether nothing was found for which the printer would refuse the file."""
        return not any(finding.grave for finding in self.findings)


class Violation(NamedTuple):
    """One place where a rule is broken: the page, how bad it is (the less, the worse), and what was
    found there."""

    page: int
    measure: float
    found: str


def report_worst(
    rule: str, spots: Iterable[Violation], allowed: str, key: str = "", grave: bool = True
) -> Iterator[Finding]:
    """One finding for all the places where a rule is broken: it tells of the worst. None where
    there is no place."""
    found = list(spots)
    if found:
        pages = tuple(dict.fromkeys(spot.page for spot in found))
        yield Finding(rule, min(found, key=attrgetter("measure")).found, allowed, pages, key, grave)


def report_alike(
    rule: str, spots: Iterable[Violation], allowed: str, key: str = "", grave: bool = True
) -> Iterator[Finding]:
    """One finding for each thing that was found, with all the pages where it was."""
    ordered = sorted(spots, key=attrgetter("found"))
    for found, same in groupby(ordered, key=attrgetter("found")):
        yield Finding(rule, found, allowed, tuple(sorted({spot.page for spot in same})), key, grave)


def format_pages(pages: Sequence[int], count: int) -> str:
    """Page numbers as a person writes them: `3, 5-9`; nothing for the file as a whole."""
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
    """A report as JSON writes it."""
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
