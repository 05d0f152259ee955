"""`puzzlebook make`: a book from a recipe and a seed."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from puzzlebook.cli import options
from puzzlebook.cli.hints import answer_misplaced_names
from puzzlebook.cli.messages import (
    fail,
    keep_what_is_made,
    print_remark,
    print_result,
    show_progress,
)
from puzzlebook.cli.places import Shelf, check_shelf
from puzzlebook.ground.faults import Fault
from puzzlebook.ground.shell_commands import shell_line

if TYPE_CHECKING:
    from puzzlebook.checks.findings import Report
    from puzzlebook.ground.arguments import Progress
    from puzzlebook.verbs.gifts import Gifts
    from puzzlebook.verbs.make import Book
    from puzzlebook.verbs.request import MakeRequest

EXAMPLES = """
Examples:

\b
  puzzlebook make sheets --mazes 10 --open
  puzzlebook make --age 7 --seed owl --title "For Mia"
  puzzlebook make worksheet --names 3b.csv --page a4
  puzzlebook make my-book.toml --set section.warm-up.mazes=9
"""


@options.add_amendments()
def make(
    book: Annotated[
        str | None,
        typer.Argument(metavar="BOOK", help="A book's name (see `list books`) or a recipe's file."),
    ] = None,
    *,
    mazes: int | None,
    pages: int | None,
    names: Path | None,
    name_column: str | None,
    sets: options.Sets = None,
    pdf: Annotated[
        str | None, typer.Option(metavar="WHICH", help="Which PDF: print, screen or both.")
    ] = None,
    svg: Annotated[
        bool | None, typer.Option("--svg/--no-svg", help="Also each maze as an SVG file.")
    ] = None,
    check: Annotated[
        bool,
        typer.Option("--check/--no-check", help="Check the PDF against what the printer asks for."),
    ] = True,
    output: Shelf = Path("output"),
    force: Annotated[bool, typer.Option("--force", help="Replace a book that is there.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show every maze and write nothing.")
    ] = False,
    open_: Annotated[bool, typer.Option("--open", help="Open the PDF when it is done.")] = False,
    jobs: options.Jobs = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing but errors.")] = False,
    **given: Any,
) -> None:
    """Make a book: a print-ready PDF with an answer key, and an SVG file of each maze.

    BOOK is ages-7-8 unless you name another. The seed decides every maze: with none given, and none
    in the recipe, a fresh one is taken and printed.
    """
    began = perf_counter()
    from puzzlebook.verbs.make import fulfil_request
    from puzzlebook.verbs.request import MakeRequest

    check_shelf(output, takes_name=True)
    typed = {**given, "mazes": mazes, "pages": pages}
    with show_progress(quiet) as told, answer_misplaced_names(), options.blame_options(typed, sets):
        begun = options.choose_book(book, given)
        amended = {**options.collect_overrides({**given, "mazes": mazes}), "pdf": pdf, "svg": svg}
        wish = MakeRequest(begun, amended, sets or (), names, pages, output, force, told, jobs, dry_run,
                    sys.argv[1:], name_column)  # fmt: skip
        if (gifts := _make_gifts(wish)) is not None:
            reports = [*_check_books(gifts, jobs, told)] if check else []
            _say_gifts(gifts, reports, dry_run, as_json, quiet)
            _open(gifts.books, open_)
            refused = zip(reports, gifts.books, strict=False)
            if faults := [
                fault
                for report, made in refused
                if not report.passed
                for fault in _list_faults(report, made)
            ]:
                raise typer.Exit(fail(faults, 1))
            return
        made = fulfil_request(wish)
    if dry_run:
        _print_draft(made, as_json, quiet)
        return
    with keep_what_is_made(made.folder):
        report = _check_book(made, jobs) if check else None
        seconds = perf_counter() - began
        for line in () if quiet else made.remarks:
            print_remark(f"remark: {line}")
        if as_json:
            print_result(_make_json(made, seconds))
        elif not quiet:
            _print_summary(made, seconds, report)
        _open([made], open_)
    if report is not None and not report.passed:
        raise typer.Exit(fail(_list_faults(report, made), 1))


def _open(books: Sequence[Book], is_asked: bool) -> None:
    """Show the first of the books."""
    if is_asked and books and typer.launch(str(books[0].pdf.resolve())) != 0:
        print_remark("no program was found to open it")


def _make_gifts(wish: MakeRequest) -> Gifts | None:
    """The books of a list; None where no list is given, or one for worksheets."""
    if wish.names is None:
        return None
    from puzzlebook.verbs.gifts import is_for_gifts, make_gifts

    return make_gifts(wish) if is_for_gifts(wish) else None


def _say_gifts(
    made: Gifts, reports: Sequence[Report], dry_run: bool, as_json: bool, quiet: bool
) -> None:
    """The books of a list."""
    for line in () if quiet else made.remarks:
        print_remark(f"remark: {line}")
    if as_json:
        print_result(json.dumps({"folder": str(made.folder.resolve()), "manifest": made.manifest}))
        return
    books = made.manifest["books"]
    if dry_run:
        for book in books:
            copies = f"  {book['copies']} copies" if "copies" in book else ""
            said = f"{book['name']}  {book['title']}  {book['mazes']} mazes  {book['pages']} pages"
            print_result(f"{book['row']:>5}  {said}{copies}")
        print_result(
            f"Nothing is written: --seed {shlex.quote(made.manifest['seed'])} without --dry-run makes them."
        )
    elif not quiet:
        total = sum(book.get("copies", 1) for book in books)
        copies = f" ({total} copies in all)" if total > len(books) else ""
        print_result(
            f"Books:      {len(books)}, from {books[0]['name']} to {books[-1]['name']}{copies}"
        )
        print_result(
            f"Folder:     {made.folder.resolve()}, a folder for each, and manifest.json above them"
        )
        print_result(f"Open first: {made.books[0].pdf.resolve()}")
        if reports and all(report.passed for report in reports):
            print_result(f"Check:      passed: {reports[0].printer.name} would take them")
        print_result(f"Seed:       {made.manifest['seed']}")


def _print_draft(made: Book, as_json: bool, quiet: bool) -> None:
    """What there would be, a line a maze, and nothing of it written."""
    for line in () if quiet else made.remarks:
        print_remark(f"remark: {line}")
    if as_json:
        print_result(json.dumps({"folder": str(made.folder.resolve()), "manifest": made.manifest}))
        return
    mazes, pupils = made.manifest["mazes"], made.manifest["recipe"].get("pupil", ())
    rows = [
        (str(maze["number"]), maze["name"] or maze["section"],
         _describe_pupil(pupils[maze["number"] - 1]) if pupils else "★" * (maze["stars"] or 0), maze["code"])
        for maze in mazes
    ]  # fmt: skip
    name, level = (max(len(row[column]) for row in rows) for column in (1, 2))
    for row in rows:
        print_result(f"{row[0]:>5}  {row[1]:<{name}}  {row[2]:<{level}}  {row[3]}")
    _say_pupils(made)
    print_result(
        f"Nothing is written: --seed {shlex.quote(made.manifest['seed'])} without --dry-run makes it."
    )


def _describe_pupil(pupil: Mapping[str, Any]) -> str:
    """What a list says of a pupil's sheet beside the name."""
    own = [f"{pupil['print']} print"] if pupil["print"] != "normal" else []
    own += [pupil["language"]] if pupil.get("language") else []
    own += [f"{pupil['copies']} copies"] if pupil["copies"] > 1 else []
    return ", ".join([pupil["level"], *own])


def _check_books(made: Gifts, jobs: int | None, progress: Progress) -> Iterator[Report]:
    """What the printer would say to each of the books of a list; nothing where none is to be
    printed."""
    from puzzlebook.verbs.gifts import drop_garbage

    for number, book in enumerate(made.books, 1):
        progress("checking books", number, len(made.books))
        if report := _check_book(book, jobs):
            yield report
        drop_garbage()


def _check_book(made: Book, jobs: int | None) -> Report | None:
    """What the printer would say to the book; None where nothing is to be printed."""
    from puzzlebook.checks.whole_book import CheckOptions, check_interior
    from puzzlebook.shelf.manifest import open_book

    if made.manifest["recipe"]["pdf"] == "screen":
        return None
    return check_interior(open_book(made.folder), CheckOptions(jobs=jobs))


def _list_faults(report: Report, made: Book) -> list[Fault]:
    """What the printer would refuse the book for; the book is kept all the same."""
    from puzzlebook.checks.findings import format_pages

    faults = []
    for finding in report.findings:
        if finding.grave:
            pages = format_pages(finding.pages, report.pages)
            what = f"{finding.rule}: {finding.found}" + (f" (pages: {pages})" if pages else "")
            faults.append(Fault(finding.key or "check", what, finding.allowed))
    what = f"the book is made, but {report.printer.name} would refuse it"
    return [*faults, Fault(str(made.folder), what, "", shell_line("check", made.folder))]


def _print_summary(made: Book, seconds: float, report: Report | None) -> None:
    from puzzlebook.ground.lengths import format_inches
    from puzzlebook.printers.trims import trim, unfold_page

    manifest = made.manifest
    page, pages = trim(manifest["recipe"]["page"]), manifest["pages"]
    is_booklet = bool(manifest["recipe"].get("booklet"))
    paper = unfold_page(page) if is_booklet else page
    how = ", on both sides, turned on the short edge; then fold it" if is_booklet else ""
    print_result(f"Open first: {made.pdf.resolve()}")
    if page.clear and manifest["recipe"]["pdf"] == "screen":
        print_result(
            f"Screen:     {page.name} ({format_inches(page.width, page.height)}), a page at a time"
        )
    else:
        print_result(
            f"Paper:      {paper.name} ({format_inches(paper.width, paper.height)}), print at 100 %{how}"
        )
    print_result(
        f"Pages:      {pages}"
        + (f" of {page.name}, on {-(-pages // 4)} sheets" if is_booklet else "")
    )
    print_result(f"Mazes:      {len(manifest['mazes'])}")
    _say_pupils(made)
    if is_booklet:
        ending = "-screen" if manifest["recipe"]["pdf"] == "screen" else ""
        print_result(f"Unfolded:   {made.folder.name}{ending}.pdf, a page after the other")
    for line in _describe_class_files(made):
        print_result(line)
    if report is not None and report.passed:
        print_result(f"Check:      passed: {report.printer.name} would take it")
    print_result(f"Seed:       {manifest['seed']}")
    print_result(f"Time:       {seconds:.1f} s")


def _say_pupils(made: Book) -> None:
    """Whose sheets there are, as the list was understood."""
    names = [maze["name"] for maze in made.manifest["mazes"] if maze["name"]]
    if not names:
        return
    listed = f" (list: {', '.join(made.columns)})" if made.columns else ""
    spread = names[0] if len(names) == 1 else f"{len(names)}, from {names[0]} to {names[-1]}"
    print_result(f"Pupils:     {spread}{listed}")


def _describe_class_files(made: Book) -> Iterator[str]:
    """What a class set has beside its first file, and what becomes of the backs of its sheets."""
    manifest, name = made.manifest, made.folder.name
    if "worksheet" not in manifest["recipe"]:
        return
    answers = [maze["answer"]["page"] for maze in manifest["mazes"] if maze["answer"]]
    if f"{name}-key.pdf" in manifest["files"]:
        yield f"Key:        {name}-key.pdf, for you"
    elif answers:
        yield f"Key:        for you, from page {min(answers)} on"
    if any(file.startswith("sheets/") for file in manifest["files"]):
        yield "Sheets:     sheets/, a PDF for each pupil"
    if manifest["recipe"].get("sides") != "one" and len(manifest["mazes"]) > 1:
        yield "Sides:      print on one side; for a copier that always prints both, --set sides=one (blank backs)"


def _make_json(made: Book, seconds: float) -> str:
    return json.dumps(
        {
            "folder": str(made.folder.resolve()),
            "pdf": str(made.pdf.resolve()),
            "seconds": round(seconds, 2),
            "manifest": made.manifest,
        }
    )
