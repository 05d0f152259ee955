"""`puzzlebook rebuild`: make a book again."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from puzzlebook.cli.messages import keep_what_is_made, print_note, print_result, show_progress
from puzzlebook.cli.places import ForceBook, Shelf, check_shelf

if TYPE_CHECKING:
    from puzzlebook.books.planning.restoring import Restore
    from puzzlebook.verbs.rebuilding import Comparison, Rebuilt, Remade

EXAMPLES = """
Examples:

\b
  puzzlebook rebuild output/ages-7-8 -o again
  puzzlebook rebuild output/ages-7-8/ages-7-8.pdf --force
  puzzlebook rebuild output/ages-7-8 --page-number 17
"""


def rebuild(
    source: Annotated[
        str,
        typer.Argument(
            metavar="CODE|MANIFEST|BOOK.pdf",
            help="The book's code, folder, manifest or PDF.",
            show_default=False,
        ),
    ],
    recipe: Annotated[
        str | None,
        typer.Option(
            "--recipe", metavar="FILE", help="The book's recipe.toml, if the code requires it."
        ),
    ] = None,
    names: Annotated[
        Path | None,
        typer.Option("--names", metavar="FILE.csv", help="Class list, if the recipe has none."),
    ] = None,
    name_column: Annotated[
        str | None,
        typer.Option(
            "--name-column", metavar="TITLE", help="Column of the list that holds the names."
        ),
    ] = None,
    only: Annotated[
        str | None,
        typer.Option(
            "--only",
            metavar="N|NAME",
            help="Only this maze or pupil, with the answer, as DIR/NAME-N.pdf.",
        ),
    ] = None,
    page: Annotated[
        int | None,
        typer.Option("--page-number", metavar="N", help="Only the maze on this page of the book."),
    ] = None,
    output: Shelf = Path("output"),
    force: ForceBook = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Make a book again, and compare it with the old one.

    CODE is on the last page of a book and begins with book-. For the code of a single maze use
    `puzzlebook maze`.
    """
    from puzzlebook.ground.faults import refuse
    from puzzlebook.verbs.rebuilding import rebuild as rebuild_book
    from puzzlebook.verbs.rebuilding import rebuild_one

    check_shelf(output, takes_name=False)
    with show_progress(as_json) as progress:
        arguments: Any = {
            "recipe": recipe,
            "names": names,
            "name_column": name_column,
            "output": output,
            "force": force,
        }
        arguments |= {"progress": progress, "typed": sys.argv[1:]}
        if only is not None and page is not None:
            raise refuse("--page-number", "cannot be combined with --only", "give only one of them")
        if only is not None or page is not None:
            sheet = rebuild_one(source, only, page=page, **arguments)
            with keep_what_is_made(sheet.path):
                _print_sheet(sheet, as_json)
            return
        made = rebuild_book(source, **arguments)
    with keep_what_is_made(made.book.folder):
        for line in made.remarks:
            print_note(line)
        if as_json:
            print_result(_make_json(made))
        else:
            _print_summary(made)
    comparison = made.comparison
    if comparison and not comparison.has_same_content and not comparison.versions:
        raise typer.Exit(1)


def _print_sheet(sheet: Remade, as_json: bool) -> None:
    path = str(sheet.path.resolve())
    for line in sheet.remarks:
        print_note(line)
    if as_json:
        print_result(
            json.dumps(
                {
                    "pdf": path,
                    "mazes": sheet.codes,
                    "compared": sheet.compared,
                    "remarks": sheet.remarks,
                }
            )
        )
        return
    print_result(f"Wrote:      {path}")
    for number, page in sheet.pages.items():
        print_result(f"Maze:       {number}, on page {page} of the book")
    for code in sheet.codes.values():
        print_result(
            f"Maze code:  {code}" + (", the same as in the manifest" if sheet.compared else "")
        )


def _print_summary(made: Rebuilt) -> None:
    manifest = made.book.manifest
    print_result(f"Open first: {made.book.pdf.resolve()}")
    print_result(f"Book code:  {manifest['code']}")
    if made.comparison is None:
        print_result("Recipe:     matches the code; there is no old book to compare with")
        return
    for label, line in _describe_comparison(made.comparison):
        print_result(f"{label + ':':<11} {line}")


def _describe_comparison(comparison: Comparison) -> list[tuple[str, str]]:
    """Return a label and a line for each item of the comparison."""
    lines = []
    for label, total, others in (
        ("Mazes", comparison.mazes, comparison.other_mazes),
        ("Files", comparison.files, comparison.other_files),
    ):
        if total:
            differing = f"; not: {_list_first(others)}" if others else ""
            lines.append((label, f"{total - len(others)} of {total} the same{differing}"))
    if comparison.recompressed:
        same = f"the same content, compressed differently: {_list_first(comparison.recompressed)}"
        lines.append(("Content", same))
    for name, (then, now) in comparison.versions.items():
        lines.append(
            ("Version", f"{name} was {_shorten_version(then)}, is {_shorten_version(now)}")
        )
    if comparison.restore:
        lines.append(("Same bytes", _format_restore(comparison.restore)))
    return lines


def _format_restore(restore: Restore) -> str:
    """Return the command that restores the same bytes, which works only with released versions."""
    return ("" if restore.is_released else "if that version was released: ") + restore.command


def _list_first(names: Sequence[object]) -> str:
    """Return the first five names, comma-separated."""
    return ", ".join(map(str, names[:5])) + (" …" if len(names) > 5 else "")


def _shorten_version(version: str | None) -> str:
    """Return a version, or the first characters of a font's checksum."""
    return "missing" if version is None else version[:12]


def _make_json(made: Rebuilt) -> str:
    comparison = made.comparison
    return json.dumps(
        {
            "folder": str(made.book.folder.resolve()),
            "pdf": str(made.book.pdf.resolve()),
            "code": made.book.manifest["code"],
            "identical": comparison and comparison.identical,
            "versions": dict(comparison.versions) if comparison else {},
            "other_mazes": comparison.other_mazes if comparison else [],
            "other_files": comparison.other_files if comparison else [],
            "recompressed": comparison.recompressed if comparison else [],
            "release": made.release,
            "restore": comparison.restore.command if comparison and comparison.restore else None,
            "remarks": made.remarks,
            "manifest": made.book.manifest,
        }
    )
