"""`puzzlebook check`: check a PDF for a printer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from puzzlebook.cli.messages import print_result, print_stderr, show_progress
from puzzlebook.cli.options import Jobs

if TYPE_CHECKING:
    from puzzlebook.checks.findings import Report

EXAMPLES = """
Examples:

\b
  puzzlebook check output/my-book
  puzzlebook check output/my-book/my-book.pdf --printer kdp
  puzzlebook check interior.pdf --printer kdp --trim 5.75x8.75in
  puzzlebook check --cover c.pdf --pages 120 --trim 6x9 --printer kdp
"""


def check(
    file: Annotated[
        Path, typer.Argument(metavar="FILE.pdf|DIR", help="A PDF file, or the folder of a book.")
    ],
    printer: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Printer profile; see `list printers`. [default: the book's]"
        ),
    ] = None,
    paper: Annotated[
        str | None,
        typer.Option(
            metavar="WHICH", help="Paper: white or cream. [default: the book's, or white]"
        ),
    ] = None,
    ink: Annotated[
        str | None,
        typer.Option(
            metavar="WHICH",
            help="Ink: black, standard-color or premium-color. [default: the book's, or black]",
        ),
    ] = None,
    binding: Annotated[
        str | None,
        typer.Option(
            metavar="SIDE", help="Binding edge: left or right. [default: the book's, or left]"
        ),
    ] = None,
    trim: Annotated[
        str | None,
        typer.Option(
            metavar="SIZE",
            help="Page size of a file from elsewhere, such as 6x9. [default: guessed]",
        ),
    ] = None,
    cover: Annotated[
        bool,
        typer.Option(
            "--cover", help="The file is a cover; give the page count of its book with --pages."
        ),
    ] = False,
    pages: Annotated[
        int | None,
        typer.Option(metavar="N", help="With --cover: the number of pages in the book."),
    ] = None,
    spine: Annotated[
        str | None,
        typer.Option(
            metavar="11.4mm",
            help="With --cover: width of the spine. [default: by the printer's formula]",
        ),
    ] = None,
    verbose: Annotated[
        bool,
        typer.Option("--verbose", help="Also list what could not be checked."),
    ] = False,
    jobs: Jobs = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Check a PDF against a printer's rules: page sizes, margins, fonts, lines, colours and more.

    The exit code is 0 if the printer would accept the PDF, and 1 if it would refuse it.
    """
    from puzzlebook.checks.whole_book import CheckOptions, check_path
    from puzzlebook.ground.faults import refuse
    from puzzlebook.ground.lengths import parse_points
    from puzzlebook.printers.trims import trim as read_trim

    if cover and pages is None:
        raise refuse("--pages", "is missing", "give the number of pages in the book of this cover")
    if not cover and (pages, spine) != (None, None):
        option = "--pages" if pages is not None else "--spine"
        raise refuse(option, "applies only to a cover", "add --cover")
    options = CheckOptions(
        printer=printer,
        paper=paper,
        ink=ink,
        binding=binding,
        trim=read_trim(trim, "--trim") if trim is not None else None,
        cover_pages=pages,
        spine=parse_points(spine, "--spine") if spine is not None else None,
        jobs=jobs,
    )
    with show_progress(as_json) as progress:
        checked = check_path(file, options._replace(progress=progress))
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
    """Print a report as a table, or as one line if it has no findings."""
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
    """Return the rows of a report's table. For our own books, rows name recipe keys to change."""
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
    """Print the values for the printer's upload form, exactly as in the book."""
    if form:
        width = max(map(len, form))
        print_result("To enter in the printer's upload form:")
        for key, value in form.items():
            print_result(f"  {key:<{width}}  {value}")


def _print_notes(report: Report, verbose: bool) -> None:
    """Print the limits of the check.

    Items that could not be checked are listed on request and, for files from elsewhere, always.
    """
    from puzzlebook.checks.ink import TOLERANCE
    from puzzlebook.checks.rules import NOT_SEEN

    printer = report.printer
    print_stderr(
        f"rules of {printer.name}, as read on {printer.checked_on}; "
        "the printer's own page has the last word"
    )
    print_stderr(
        f"ink is measured to {TOLERANCE:g} pt; "
        '"-" marks advice, "x" something that the printer will refuse'
    )
    if report.ours and printer.advice:
        print_stderr(printer.advice)
    if report.ours and not verbose:
        count = len(NOT_SEEN) + len(printer.unknown)
        print_stderr(f"{count} items could not be checked for {printer.name}: --verbose lists them")
        return
    print_stderr(f"not checked: {'; '.join(NOT_SEEN)}")
    if printer.unknown:
        print_stderr(f"unknown about {printer.name}: {'; '.join(printer.unknown)}")


def _pages(count: int) -> str:
    return f"{count} page" if count == 1 else f"{count:,} pages"
