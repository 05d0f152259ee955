"""`puzzlebook check`: would the printer take it?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from puzzlebook.cli.messages import print_remark, print_result, show_progress
from puzzlebook.cli.options import Jobs

if TYPE_CHECKING:
    from puzzlebook.checks.findings import Report

EXAMPLES = """
Examples:

\b
  puzzlebook check output/my-book
  puzzlebook check output/my-book/my-book.pdf --printer kdp
"""


def check(
    file: Annotated[
        Path, typer.Argument(metavar="FILE.pdf|DIR", help="A PDF file, or the folder of a book.")
    ],
    printer: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Who is to print it. [default: the book's own printer]"),
    ] = None,
    paper: Annotated[
        str | None,
        typer.Option(metavar="WHICH", help="white or cream. [default: the book's, or white]"),
    ] = None,
    ink: Annotated[
        str | None,
        typer.Option(
            metavar="WHICH",
            help="black, standard-color or premium-color. [default: the book's, or black]",
        ),
    ] = None,
    binding: Annotated[
        str | None,
        typer.Option(
            metavar="SIDE", help="Bound at the left or right. [default: as the book is, or left]"
        ),
    ] = None,
    verbose: Annotated[
        bool,
        typer.Option(
            "--verbose", help="Also what a check cannot see, and what is not known of the printer."
        ),
    ] = False,
    jobs: Jobs = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Check a PDF against what a printer asks for: page sizes, margins, fonts, lines, colours and
    more.

    The exit code is 0 if nothing was found for which the printer would refuse it, and 1 if
    something was.
    """
    from puzzlebook.checks.whole_book import CheckOptions, check_path

    with show_progress(as_json) as told:
        checked = check_path(file, CheckOptions(printer, paper, ink, binding, told, jobs))
    if as_json:
        print_result(json.dumps(checked.make_json()))
    else:
        for report in checked.reports:
            show(report)
        _print_form(checked.form)
        _print_notes(checked.reports[0], verbose)
    if not checked.passed:
        raise typer.Exit(1)


def show(report: Report) -> None:
    """One report as a table; nothing found is one line."""
    if not report.findings:
        print_result(f"{report.name}: {_pages(report.pages)}, {report.trim}: nothing found")
        return
    verdict = "would be refused" if not report.passed else "would be taken"
    print_result(
        f"{report.name}: {_pages(report.pages)}, {report.trim}: {verdict} by {report.printer.name}"
    )
    for row in format_table(report):
        print_result(row)


def format_table(report: Report) -> list[str]:
    """The rows of a report's table: rule, found, allowed, pages and, for a book of ours, the key to
    change."""
    from puzzlebook.checks.findings import format_pages
    from puzzlebook.ground.faults import escape_unprintable

    rows = [("", "rule", "found", "allowed", "pages", "recipe key")]
    rows += [
        (
            "x" if finding.grave else "-",
            finding.rule,
            finding.found,
            finding.allowed,
            format_pages(finding.pages, report.pages),
            finding.key if report.ours else "",
        )
        for finding in report.findings
    ]
    widths = [min(44, max(map(len, column))) for column in zip(*rows, strict=True)]
    return [
        escape_unprintable(
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        )
        for row in rows
    ]


def _print_form(form: dict[str, Any]) -> None:
    """What to type at the printer's form, exactly as it stands in the book."""
    if form:
        wide = max(map(len, form))
        print_result("To type at the printer's form:")
        for key, value in form.items():
            print_result(f"  {key:<{wide}}  {value}")


def _print_notes(report: Report, verbose: bool) -> None:
    """What to know of a check's findings. Of a book of ours what no check can see is said in full
    where it is asked for; a file from elsewhere may be anything, so there it is always said."""
    from puzzlebook.checks.ink import TOLERANCE
    from puzzlebook.checks.rules import NOT_SEEN

    printer = report.printer
    print_remark(
        f"rules of {printer.name}, read on {printer.checked_on}; the printer's own page has the last word"
    )
    print_remark(f"ink is measured to {TOLERANCE:g} pt; - is advice, x a reason to be refused")
    if report.ours and not verbose:
        count = len(NOT_SEEN) + len(printer.unknown)
        print_remark(
            f"{count} things no check can see or nobody told us of {printer.name}: --verbose lists them"
        )
        return
    print_remark(f"not seen: {'; '.join(NOT_SEEN)}")
    if printer.unknown:
        print_remark(f"not known of {printer.name}: {'; '.join(printer.unknown)}")


def _pages(count: int) -> str:
    return f"{count} page" if count == 1 else f"{count:,} pages"
