"""Options that more than one command takes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

Seed = Annotated[str | None, typer.Option(metavar="TEXT", help="What everything random grows from.")]
Name = Annotated[str | None, typer.Option(metavar="NAME", help="What the book's folder is called.")]
Mazes = Annotated[int | None, typer.Option(metavar="N", help="How many mazes the whole book has.")]
Pages = Annotated[int | None, typer.Option(metavar="N", help="As many mazes as fill so many pages.")]
Title = Annotated[str | None, typer.Option(metavar="TEXT", help="The book's title.")]
Author = Annotated[str | None, typer.Option(metavar="TEXT", help="The book's author.")]
Language = Annotated[
    str | None, typer.Option(metavar="CODE|FILE", help="The language of the book, or a catalogue of your own.")
]
Font = Annotated[
    list[Path] | None, typer.Option("--font", metavar="FILE", help="A font that comes before ours. May be repeated.")
]
Volume = Annotated[int | None, typer.Option(metavar="N", help="The volume of a series: other mazes.")]
Page = Annotated[
    str | None,
    typer.Option("--page", "--trim", metavar="NAME|WxH", help="The paper: letter, a4, 6x9, 210x297mm …"),
]
Printer = Annotated[str | None, typer.Option(metavar="NAME", help="Who prints it.")]
Pdf = Annotated[str | None, typer.Option(metavar="WHICH", help="Which PDF: print, screen or both.")]
Theme = Annotated[
    str | None, typer.Option(metavar="NAME|FILE", help="The pictures and stories: a name, or a theme's own file.")
]
Audience = Annotated[
    str | None, typer.Option(metavar="NAME", help="The readers: 3-4, 5-6, 7-8, 9-11, adult, expert, large-print.")
]
Start = Annotated[str | None, typer.Option(metavar="FILE.svg", help="A drawing of your own for the start.")]
Finish = Annotated[str | None, typer.Option(metavar="FILE.svg", help="A drawing of your own for the finish.")]
Marks = Annotated[str | None, typer.Option(metavar="WHICH", help="Start and finish: icons, doors, both or none.")]
Shape = Annotated[str | None, typer.Option(metavar="NAME", help="The shape of the cells.")]
Size = Annotated[str | None, typer.Option(metavar="20x28", help="Columns x rows of each maze.")]
Silhouette = Annotated[
    str | None,
    typer.Option(
        metavar="NAME|FILE|text:MIA", help="The outlines that mazes are cut by, in turn; commas between them."
    ),
]

Names = Annotated[
    Path | None, typer.Option(metavar="FILE.csv", help="A class list: a worksheet for each pupil, with the name on it.")
]
Order = Annotated[str | None, typer.Option(metavar="WHICH", help="Worksheets in the order of: file, name or group.")]
Key = Annotated[str | None, typer.Option(metavar="WHERE", help="The key to worksheets: inside or separate.")]
Split = Annotated[bool | None, typer.Option("--split", help="Also a PDF file for each pupil.")]
Only = Annotated[str | None, typer.Option(metavar="NAME|N", help="Only this pupil's sheet, one that was lost.")]


def overrides(
    *,
    seed: str | None,
    name: str | None,
    mazes: int | None,
    title: str | None,
    author: str | None,
    language: str | None,
    volume: int | None,
    page: str | None,
    printer: str | None,
    theme: str | None,
    audience: str | None,
    start: str | None,
    finish: str | None,
    marks: str | None,
    shape: str | None,
    size: str | None,
    silhouette: str | None,
    font: list[Path] | None,
) -> Mapping[str, object]:
    """The options as values by recipe key; what was not given is None."""
    return {
        "seed": seed,
        "name": name,
        "mazes": mazes,
        "book.title": title,
        "book.author": author,
        "language": language and _from_here(language),
        "volume": volume,
        "page": page,
        "printer": printer,
        "audience": audience,
        "theme": theme and _from_here(theme),
        "start": start and str(Path(start).resolve()),
        "finish": finish and str(Path(finish).resolve()),
        "marks": marks,
        "section.*.shape": shape,
        "section.*.size": size,
        "fonts": [str(path.resolve()) for path in font] if font else None,
        "section.*.silhouette": silhouette and ",".join(map(_from_here, silhouette.split(","))),
    }


def _from_here(name: str) -> str:
    """A silhouette's name; a file on the command line is relative to where we are, not to the recipe."""
    is_file = not name.startswith("text:") and any(mark in name for mark in "./\\")
    return str(Path(name).resolve()) if is_file else name


def of_a_class(order: str | None, key: str | None, split: bool | None, only: str | None) -> Mapping[str, object]:
    """The options of a class set as values by recipe key."""
    return {"worksheet.order": order, "worksheet.key": key, "worksheet.split": split, "worksheet.only": only}
