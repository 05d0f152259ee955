"""`puzzlebook make`: a book from a recipe and a seed."""

from __future__ import annotations

import json
import shlex
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from puzzlebook.cli import options
from puzzlebook.cli.hints import answer_misplaced_names, note_paper_size
from puzzlebook.cli.messages import (
    fail,
    find_program_command,
    keep_what_is_made,
    print_note,
    print_result,
    print_stderr,
    show_progress,
)
from puzzlebook.cli.options import option
from puzzlebook.cli.parsing import ADVANCED, FILES, PRINTING
from puzzlebook.cli.places import ForceBook, Shelf, check_shelf
from puzzlebook.ground.faults import Fault, refuse
from puzzlebook.ground.shell_commands import PROGRAM, shell_line

if TYPE_CHECKING:
    from puzzlebook.checks.findings import Report
    from puzzlebook.ground.arguments import Progress
    from puzzlebook.verbs.gifts import Gifts
    from puzzlebook.verbs.make import Book
    from puzzlebook.verbs.request import MakeRequest

EXAMPLES = """
Examples:

\b
  puzzlebook make sheets --theme dinosaur --open
  puzzlebook make --age 7 --seed owl --title "For Mia"
  puzzlebook make worksheet --names 3b.csv --page a4
  puzzlebook make my-book.toml --set section.warm-up.mazes=9
"""


def make(
    context: typer.Context,
    book: Annotated[
        str | None,
        typer.Argument(metavar="BOOK", help="Name of a book (see `list books`) or a recipe file."),
    ] = None,
    *,
    age: options.Age = None,
    audience: options.Audience = None,
    level: options.Level = None,
    levels: options.Levels = False,
    child: options.Child = None,
    certificate: options.Certificate = None,
    language: options.Language = None,
    dedication: options.Dedication = None,
    mazes: options.Mazes = None,
    pages: options.Pages = None,
    short: options.Short = False,
    title: options.Title = None,
    subtitle: options.Subtitle = None,
    author: options.Author = None,
    seed: options.Seed = None,
    size: options.Size = None,
    shape: options.Shape = None,
    bridges: options.Bridges = None,
    spread: options.Spread = None,
    texture: options.Texture = None,
    word: options.Word = None,
    words: options.Words = None,
    questions: options.Questions = None,
    times: options.Times = None,
    add: options.Add = None,
    subtract: options.Subtract = None,
    halves: options.Halves = None,
    doubles: options.Doubles = None,
    series: options.Series = None,
    volume: options.Volume = None,
    theme: options.Theme = None,
    walls: options.Walls = None,
    silhouette: options.Silhouette = None,
    stage: options.Stage = None,
    way: options.Way = None,
    marks: options.Marks = None,
    start: options.Start = None,
    finish: options.Finish = None,
    edge: options.Edge = None,
    font: options.Font = None,
    color: options.Color = False,
    names: options.Names = None,
    name_column: options.NameColumn = None,
    time: options.Time = None,
    order: options.Order = None,
    key: options.Key = None,
    split: options.Split = None,
    only: options.Only = None,
    wall: options.Wall = None,
    why: options.Why = None,
    loads: options.Loads = None,
    page: options.Page = None,
    printer: options.Printer = None,
    pdf: Annotated[
        str | None, option(PRINTING, "WHICH", "PDF to write: print, screen or both.")
    ] = None,
    png: Annotated[
        bool, option(PRINTING, None, "Also a PNG of each page at 200 dpi, in png/.", "--png")
    ] = False,
    booklet: options.Booklet = None,
    check: Annotated[
        bool,
        option(PRINTING, None, "Check the PDF against the printer's rules.", "--check/--no-check"),
    ] = True,
    isbn: options.Isbn = None,
    publisher: options.Publisher = None,
    year: options.Year = None,
    output: Shelf = Path("output"),
    name: options.Name = None,
    open_: Annotated[bool, option(FILES, None, "Open the PDF when it is done.", "--open")] = False,
    force: ForceBook = False,
    svg: Annotated[
        bool | None, option(FILES, None, "Also write each maze as an SVG file.", "--svg/--no-svg")
    ] = None,
    svg_pages: Annotated[
        bool, option(FILES, None, "Also write each page as SVG, in svg-pages/.", "--svg-pages")
    ] = False,
    dry_run: Annotated[
        bool, option(FILES, None, "List the mazes without writing files.", "--dry-run")
    ] = False,
    sets: options.Sets = None,
    jobs: options.Jobs = None,
    as_json: Annotated[bool, option(ADVANCED, None, "Print the result as JSON.", "--json")] = False,
    quiet: Annotated[bool, option(ADVANCED, None, "Only print errors.", "--quiet", "-q")] = False,
) -> None:
    """Make a book: a print-ready PDF with an answer key, and an SVG file of each maze.

    Without BOOK, the book is ages-7-8. The seed decides every maze. If neither you nor the recipe
    gives a seed, a new one is chosen and printed.
    """
    from puzzlebook.verbs.make import fulfil_request
    from puzzlebook.verbs.request import MakeRequest

    check_shelf(output, takes_name=True)
    typed, given = context.params, dict(context.params)
    sets = [*options.list_set_words(color, short), *(sets or ())]
    run_options = RunOptions(check, as_json, quiet, open_, png)
    faults: list[Fault] = []
    with answer_misplaced_names(), options.blame_options(typed, sets):
        options.collect_questions(given)
        options.collect_words(given)
        options.collect_selection(given)
        options.collect_languages(given, sets)
        request = MakeRequest(
            book=options.choose_book(book, given),
            given={
                **options.collect_overrides(given),
                "pdf": pdf,
                "svg": svg,
                "svg_pages": svg_pages or None,
            },
            sets=sets,
            pages=pages,
            output=output,
            force=force,
            jobs=jobs,
            dry_run=dry_run,
            typed=sys.argv[1:],
        )
        requests = _list_requests(request, names or [], name_column, levels)
    if size and page is None and not quiet and (note := note_paper_size(size)):
        print_note(note)
    for request in requests:
        began, made = perf_counter(), None
        with (
            show_progress(quiet) as progress,
            answer_misplaced_names(),
            options.blame_options(typed, sets),
        ):
            request = replace(request, progress=progress)
            if (gifts := _make_gifts(request)) is not None:
                faults += _finish_gifts(gifts, request, run_options)
            else:
                made = fulfil_request(request)
        if made:
            faults += _finish_book(made, request, run_options, began)
    if faults:
        raise typer.Exit(fail(faults, 1))


class RunOptions(NamedTuple):
    """How a run reports its results, and whether it checks, opens and draws them."""

    check: bool
    as_json: bool
    quiet: bool
    open: bool
    png: bool


def _list_requests(
    request: MakeRequest, lists: Sequence[Path], name_column: str | None, levels: bool
) -> list[MakeRequest]:
    """Return a request for each list of names, or the request itself; with levels, three requests
    for each. If there are several requests, all are tried before any book is made, so that no run
    stops halfway."""
    if name_column is not None and not lists:
        raise refuse("--name-column", "needs a list", "give the list with --names")
    requests = [replace(request, names=names, name_column=name_column) for names in lists]
    requests = requests or [request]
    if len(requests) == 1 and not levels:
        return requests
    from puzzlebook.verbs.level_sets import make_level_requests
    from puzzlebook.verbs.make import try_request

    for flag, key in (("--name", "name"), ("--only", "worksheet.only")):
        if request.given.get(key) is not None and not (flag == "--name" and len(requests) == 1):
            raise refuse(flag, "is for a single set", "make only one set, or leave it out")
    stems = [names.stem for names in lists]
    if twice := next((stem for stem in stems if stems.count(stem) > 1), None):
        raise refuse(
            "--names", f'two lists are called "{twice}"', "give lists with different names"
        )
    if levels:
        requests = [one for request in requests for one in make_level_requests(request)]
    for one in requests:
        try_request(one)
    return requests


def _finish_gifts(gifts: Gifts, request: MakeRequest, run_options: RunOptions) -> list[Fault]:
    """Check and print the books of a list; return the reasons why a printer would refuse them."""
    books, progress = gifts.books, request.progress
    if run_options.png and not request.dry_run:
        _draw_pages(books)
    reports = [*_check_books(gifts, request.jobs, progress)] if run_options.check else []
    _print_gifts(gifts, reports, request.dry_run, run_options.as_json, run_options.quiet)
    _open(books, run_options.open)
    pairs = zip(reports, books, strict=False)
    refused = [(report, made) for report, made in pairs if not report.passed]
    return [fault for report, made in refused for fault in _list_faults(report, made)]


def _finish_book(
    made: Book, request: MakeRequest, run_options: RunOptions, began: float
) -> list[Fault]:
    """Check and print a book, and return the reasons why a printer would refuse it."""
    if request.dry_run:
        _print_draft(made, run_options.as_json, run_options.quiet)
        return []
    with keep_what_is_made(made.folder):
        report = _check_book(made, request.jobs) if run_options.check else None
        if run_options.png:
            _draw_pages([made])
        seconds = perf_counter() - began
        for line in () if run_options.quiet else made.remarks:
            print_note(line)
        if run_options.as_json:
            print_result(_make_json(made, seconds))
        elif not run_options.quiet:
            _print_summary(made, request.given.get("theme"), seconds, report)
        _open([made], run_options.open)
    return [] if report is None or report.passed else _list_faults(report, made)


def _draw_pages(books: Sequence[Book]) -> None:
    """Draw the pages of books as PNG files."""
    from puzzlebook.verbs.page_pictures import make_page_pictures

    for book in books:
        make_page_pictures(book.folder)


def _open(books: Sequence[Book], is_requested: bool) -> None:
    """Open the first of the books, if requested."""
    if is_requested and books and typer.launch(str(books[0].pdf.resolve())) != 0:
        print_stderr("no program was found to open the PDF")


def _make_gifts(request: MakeRequest) -> Gifts | None:
    """Make a book for each name of a list; return None without a list or for worksheets."""
    if request.names is None:
        return None
    from puzzlebook.verbs.gifts import is_for_gifts, make_gifts

    return make_gifts(request) if is_for_gifts(request) else None


def _print_gifts(
    made: Gifts, reports: Sequence[Report], dry_run: bool, as_json: bool, quiet: bool
) -> None:
    for line in () if quiet else made.remarks:
        print_note(line)
    if as_json:
        print_result(json.dumps({"folder": str(made.folder.resolve()), "manifest": made.manifest}))
        return
    books = made.manifest["books"]
    if dry_run:
        for book in books:
            copies = f"  {book['copies']} copies" if "copies" in book else ""
            row = f"{book['row']:>5}  {book['name']}  {book['title']}"
            print_result(f"{row}  {book['mazes']} mazes  {book['pages']} pages{copies}")
        print_result(
            f"Nothing written. To make them: --seed {shlex.quote(made.manifest['seed'])} "
            "without --dry-run"
        )
    elif not quiet:
        total = sum(book.get("copies", 1) for book in books)
        copies = f" ({total} copies in all)" if total > len(books) else ""
        print_result(
            f"Books:      {len(books)}, from {books[0]['name']} to {books[-1]['name']}{copies}"
        )
        print_result(
            f"Folder:     {made.folder.resolve()}, with a folder for each and manifest.json"
        )
        print_result(f"Open first: {made.books[0].pdf.resolve()}")
        if reports and all(report.passed for report in reports):
            print_result(
                f"Check:      passed: the interiors meet the rules of {reports[0].printer.name}"
            )
        print_result(f"Seed:       {made.manifest['seed']}")


def _print_draft(made: Book, as_json: bool, quiet: bool) -> None:
    """Print a line for each maze of a dry run."""
    for line in () if quiet else made.remarks:
        print_note(line)
    if as_json:
        print_result(json.dumps({"folder": str(made.folder.resolve()), "manifest": made.manifest}))
        return
    mazes, pupils = made.manifest["mazes"], made.manifest["recipe"].get("pupil", ())
    mazes = sorted(mazes, key=lambda maze: maze["puzzle"]["page"])  # in the order of printing
    names = [maze["name"] or maze["section"] for maze in mazes]
    levels = [
        _describe_pupil(pupils[maze["number"] - 1])
        if maze["number"] <= len(pupils)
        else "★" * ((not pupils and maze["stars"]) or 0)
        for maze in mazes
    ]
    width, level_width = max(map(len, names)), max(map(len, levels))
    for maze, name, level in zip(mazes, names, levels, strict=True):
        row = f"{maze['number']:>5}  {name:<{width}}  {level:<{level_width}}"
        print_result(f"{row}  {maze['code']}")
    _print_pupils(made)
    seed = shlex.quote(made.manifest["seed"])
    print_result(f"Nothing written. To make it: --seed {seed} without --dry-run")


def _describe_pupil(pupil: Mapping[str, Any]) -> str:
    """Return the special features of a pupil's sheet: level, print, language, copies."""
    features = [f"{pupil['print']} print"] if pupil["print"] != "normal" else []
    features += [pupil["language"]] if pupil.get("language") else []
    features += [f"{pupil['copies']} copies"] if pupil["copies"] > 1 else []
    return ", ".join([pupil["level"], *features])


def _check_books(made: Gifts, jobs: int | None, progress: Progress) -> Iterator[Report]:
    """Yield a report for each book of a list that is for print."""
    from puzzlebook.verbs.gifts import drop_garbage

    for number, book in enumerate(made.books, 1):
        progress("checking books", number, len(made.books))
        if report := _check_book(book, jobs):
            yield report
        drop_garbage()


def _check_book(made: Book, jobs: int | None) -> Report | None:
    """Check a book; return None if it is not for print."""
    from puzzlebook.checks.whole_book import CheckOptions, check_interior
    from puzzlebook.shelf.manifest import open_book

    if made.manifest["recipe"]["pdf"] == "screen":
        return None
    return check_interior(open_book(made.folder), CheckOptions(jobs=jobs))


def _list_faults(report: Report, made: Book) -> list[Fault]:
    """Return the reasons why the printer would refuse the book."""
    from puzzlebook.checks.findings import format_pages

    faults = []
    for finding in report.findings:
        if finding.grave:
            pages = format_pages(finding.pages, report.pages)
            what = f"{finding.rule}: {finding.found}" + (f" (pages: {pages})" if pages else "")
            faults.append(Fault(finding.key or "check", what, finding.allowed))
    what = f"the book is made, but {report.printer.name} would refuse it"
    check = shell_line("check", made.folder)
    return [*faults, Fault(str(made.folder), what, "try another --seed or --page", check)]


def _print_summary(made: Book, typed_theme: object, seconds: float, report: Report | None) -> None:
    from puzzlebook.ground.lengths import format_inches
    from puzzlebook.printers.trims import trim, unfold_page

    manifest = made.manifest
    page, pages = trim(manifest["recipe"]["page"]), manifest["pages"]
    is_booklet = bool(manifest["recipe"].get("booklet"))
    paper = unfold_page(page) if is_booklet else page
    how = ", double-sided, flipped on the short edge; then fold it" if is_booklet else ""
    if "tactile" in map(manifest["recipe"].get, ("audience", "look")):
        how += ", on swell paper: on ordinary paper nothing can be felt"
    print_result(f"Open first: {made.pdf.resolve()}")
    if page.clear and manifest["recipe"]["pdf"] == "screen":
        print_result(
            f"Screen:     {page.name} ({format_inches(page.width, page.height)}), a page at a time"
        )
    else:
        size = format_inches(paper.width, paper.height)
        print_result(f"Paper:      {paper.name} ({size}), print at 100%{how}")
    print_result(
        f"Pages:      {pages}"
        + (f" of {page.name}, on {-(-pages // 4)} sheets" if is_booklet else "")
    )
    print_result(f"Mazes:      {len(manifest['mazes'])}")
    theme = manifest["recipe"]["theme"]
    typed = f" ({typed_theme})" if typed_theme not in (None, theme) else ""
    print_result(f"Theme:      {theme}{typed}")
    if (level := manifest["recipe"].get("level")) not in (None, "normal"):
        print_result(f"Level:      {level}")
    if stars := _describe_stars(manifest):
        print_result(f"Stars:      {stars}")
    if hardest := _describe_hardest(manifest["mazes"]):
        print_result(f"Hardest:    {hardest}")
    _print_pupils(made)
    if is_booklet:
        ending = "-screen" if manifest["recipe"]["pdf"] == "screen" else ""
        print_result(f"Unfolded:   {made.folder.name}{ending}.pdf, page by page")
    for line in _describe_class_files(made):
        print_result(line)
    if (made.folder / "png").is_dir():
        print_result("Pictures:   png/, a PNG of each page at 200 dpi")
    if manifest["recipe"].get("svg_pages"):
        print_result("Drawings:   svg-pages/, each page as an SVG file")
    if report is not None and report.passed:
        print_result(f"Check:      passed: the interior meets the rules of {report.printer.name}")
        if report.printer.is_for_sale:
            listing = shell_line("listing", made.folder).replace(PROGRAM, find_program_command(), 1)
            print_result(f"Next:       {listing}")
    print_result(f"Seed:       {manifest['seed']}")
    print_result(f"Time:       {seconds:.1f} s")


def _describe_stars(manifest: Mapping[str, Any]) -> str:
    """Return how many mazes of a book have how many stars, from the fewest stars to the most; empty
    for worksheets."""
    counts = Counter(maze["stars"] for maze in manifest["mazes"] if maze["stars"])
    if "worksheet" in manifest["recipe"] or not counts:
        return ""
    fewest = min(counts)
    first, *others = (
        f"{counts[stars] or 'no'} maze{'' if counts[stars] < 2 else 's'} with {stars}"
        for stars in range(fewest, max(counts) + 1)
    )
    return ", ".join([f"{first} star{'' if fewest == 1 else 's'}", *others])


def _describe_hardest(mazes: Sequence[Mapping[str, Any]]) -> str:
    """Return a description of the maze that takes longest; empty if no maze has ends."""
    hardest = max(mazes, key=lambda maze: maze["minutes"] or 0)
    if not hardest["minutes"]:
        return ""
    minutes = max(1, round(hardest["minutes"]))
    squares = "squares" if hardest["shape"] == "square" else "cells"
    length = f"{hardest['solution_length']} {squares}"
    about = "1 minute" if minutes == 1 else f"{minutes} minutes"
    return f"maze {hardest['number']}, a path of {length}, about {about}"


def _print_pupils(made: Book) -> None:
    """Print the pupils, and the columns of the list that were read."""
    mazes = made.manifest["mazes"]
    if made.manifest["recipe"].get("worksheet", {}).get("order", "file") != "file":
        mazes = sorted(mazes, key=_find_place_in_pile)
    names = [maze["name"] for maze in mazes if maze["name"]]
    if not names:
        return
    listed = f" (list: {', '.join(made.columns)})" if made.columns else ""
    pupils = names[0] if len(names) == 1 else f"{len(names)}, from {names[0]} to {names[-1]}"
    print_result(f"Pupils:     {pupils}{listed}")


def _find_place_in_pile(maze: Mapping[str, Any]) -> tuple[float, ...]:
    """Return a sort key for printed mazes: by page, then from the top left."""
    left, top, *_ = maze["puzzle"]["box"]
    return maze["puzzle"]["page"], round(top), left


def _describe_class_files(made: Book) -> Iterator[str]:
    """Yield lines about the other files of a class set, and about double-sided printing."""
    manifest, name = made.manifest, made.folder.name
    if "worksheet" not in manifest["recipe"]:
        return
    answers = [maze["answer"]["page"] for maze in manifest["mazes"] if maze["answer"]]
    if f"{name}-key.pdf" in manifest["files"]:
        yield f"Key:        {name}-key.pdf, for you"
    elif answers:
        # The page with the whole wall comes before the answers of its sheets.
        first = min(answers) - bool(manifest["recipe"]["worksheet"].get("wall"))
        yield f"Key:        for you, from page {first} on; --key separate gives it its own file"
    if any(file.startswith("sheets/") for file in manifest["files"]):
        yield "Sheets:     sheets/, a PDF for each pupil"
    if manifest["recipe"].get("sides") != "one" and len(manifest["mazes"]) > 1:
        yield (
            "Sides:      print on one side; for a copier that always prints both, "
            "--set sides=one (blank backs)"
        )


def _make_json(made: Book, seconds: float) -> str:
    return json.dumps(
        {
            "folder": str(made.folder.resolve()),
            "pdf": str(made.pdf.resolve()),
            "seconds": round(seconds, 2),
            "manifest": made.manifest,
        }
    )
