"""`puzzlebook maze`: one maze, by seed or by its code."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from puzzlebook.cli.messages import (
    blame_arguments,
    keep_what_is_made,
    print_remark,
    print_result,
    show_progress,
)
from puzzlebook.cli.places import ForceFile, other_file

if TYPE_CHECKING:
    from puzzlebook.shelf.placing import Place

EXAMPLES = """
Examples:

\b
  puzzlebook maze --size 30x40 --seed owl --both -o owl.svg
  puzzlebook maze 1-square-9x12-far-7q4k2m9x0c3t5v8w-p
  puzzlebook maze --shape polar --size 12 -o round.svg
  puzzlebook maze --silhouette heart -o heart.pdf
  puzzlebook maze --seed owl --json
"""

_SIZES = ("passage", "width", "height")


_MANY = 100_000
"""A maze of so many cells takes a second."""


def _is_large(text: str) -> bool:
    """Whether a size, or that in a code, is one of many cells."""
    found = re.search(r"(\d{1,6})x(\d{1,6})", text.lower())
    return found is not None and int(found[1]) * int(found[2]) >= _MANY


def _own_files(silhouette: str | None, way: str | None, theme: str | None) -> list[Path]:
    """The files of the user's that a maze is made from."""
    from puzzlebook.recipes.user_files import NAME_OR_FILE, SILHOUETTES, WAYS

    named = ((SILHOUETTES, silhouette), (WAYS, way), (NAME_OR_FILE, theme))
    return [path for mark, text in named if text for path in mark.paths(text)]


def _place(path: Path, both: bool, force: bool, inputs: list[Path]) -> Place:
    """What the picture at this path, and its solution beside it, may replace."""
    from puzzlebook.shelf.placing import Place
    from puzzlebook.verbs.rendering import SOLUTION

    return Place(force, inputs, command=other_file(path, *([SOLUTION] if both else [])))


def _check_place(path: Path, both: bool, place: Place, is_fresh: bool) -> None:
    """Refuse, before a maze is drawn, files that cannot be at this path.

    is_fresh: whether it is a new maze, which no file can hold already, and one that takes its time.
    """
    from puzzlebook.shelf.placing import check_place, refuse_occupied
    from puzzlebook.verbs.rendering import picture_files

    files = picture_files(path, both)
    check_place(files, place)
    if is_fresh and not place.force:
        refuse_occupied(files, place)


def maze(
    code: Annotated[
        str | None, typer.Argument(metavar="CODE", help="The code of a maze to make again.")
    ] = None,
    shape: Annotated[
        str | None, typer.Option(metavar="NAME", help="The shape of the cells. [default: square]")
    ] = None,
    size: Annotated[
        str | None, typer.Option(metavar="20x28", help="Columns x rows. [default: 20x28]")
    ] = None,
    silhouette: Annotated[
        str | None,
        typer.Option(metavar="NAME|FILE|text:MIA", help="The outline that the maze is cut by."),
    ] = None,
    edge: Annotated[
        str | None,
        typer.Option(
            metavar="WHICH", help="The rim follows the outline, drawn, or the cells, steps."
        ),
    ] = None,
    way: Annotated[
        str | None,
        typer.Option(
            metavar="NAME|FILE|text:MIA|line:FILE", help="The picture that the way through draws."
        ),
    ] = None,
    ends: Annotated[
        str | None,
        typer.Option(
            metavar="WHICH",
            help="far, apart, opposite, corners, centre, random or none. [default: the shape's]",
        ),
    ] = None,
    method: Annotated[
        str | None, typer.Option(metavar="WHICH", help="walls or passages. [default: walls]")
    ] = None,
    seed: Annotated[
        str | None, typer.Option(metavar="TEXT", help="What the maze grows from. [default: fresh]")
    ] = None,
    marks: Annotated[
        str, typer.Option(metavar="WHICH", help="icons, doors, both, outside or none.")
    ] = "icons",
    walls: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="plain, round, brush, hedge or stones. [default: the theme's]"
        ),
    ] = None,
    theme: Annotated[
        str | None,
        typer.Option(metavar="NAME|FILE", help="The pictures at start and finish. [default: ink]"),
    ] = None,
    cell: Annotated[
        str | None, typer.Option(metavar="12mm", help="The width of a cell. [default: 6mm]")
    ] = None,
    passage: Annotated[
        str | None, typer.Option(metavar="8mm", help="In place of --cell: between two walls.")
    ] = None,
    width: Annotated[
        str | None, typer.Option(metavar="180mm", help="In place of --cell: of it all.")
    ] = None,
    height: Annotated[
        str | None, typer.Option(metavar="240mm", help="The same, or beside --width.")
    ] = None,
    line: Annotated[
        str | None, typer.Option(metavar="1mm", help="Of a wall. [default: 1/9 of a cell]")
    ] = None,
    solution: Annotated[bool, typer.Option("--solution", help="Draw the solution.")] = False,
    both: Annotated[
        bool, typer.Option("--both", help="Write the puzzle and, beside it, the solution.")
    ] = False,
    output: Annotated[
        str | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="A .svg, .pdf or .png file; - for stdout."
        ),
    ] = None,
    as_json: Annotated[
        bool,
        typer.Option(
            "--json",
            help="Print the maze as JSON, with its descriptive code; a picture only with -o.",
        ),
    ] = False,
    force: ForceFile = False,
) -> None:
    """Draw one maze as SVG, PDF or PNG.

    Without -o the SVG goes to stdout if that is a pipe or a file, else into maze-KEY.svg.
    """
    from puzzlebook.ground.faults import refuse
    from puzzlebook.verbs import one_maze as single
    from puzzlebook.verbs import rendering as showing

    wanted = {"shape": shape, "size": size, "ends": ends, "method": method, "seed": seed}
    if code is not None:
        for option, value in wanted.items():
            if value is not None:
                raise refuse(
                    f"--{option}",
                    "does not go with a code, which says it already",
                    "--cell scales a maze",
                )
    if as_json and output == "-":
        raise refuse(
            "--json",
            "goes to stdout, as does the picture with -o -",
            "name a file with -o, or leave it out",
        )
    to_stdout = output == "-" or (output is None and not (sys.stdout and sys.stdout.isatty()))
    if (to_stdout or (as_json and output is None)) and both:
        raise refuse(
            "--both", "two pictures do not go to stdout", "name a file with -o, such as -o maze.svg"
        )
    named = (
        *wanted,
        "silhouette",
        "marks",
        "walls",
        "theme",
        "cell",
        "line",
        "solution",
        "edge",
        "way",
        *_SIZES,
    )
    inputs = _own_files(silhouette, way, theme)
    with show_progress(quiet=not _is_large(size or code or "")) as told, blame_arguments(named):
        if output is not None and not to_stdout:
            is_fresh = seed is None and code is None and _is_large(size or "")
            _check_place(Path(output), both, _place(Path(output), both, force, inputs), is_fresh)
        told("drawing the maze", 0, 2)
        if code is None:
            made = single.maze_from_options(**wanted, silhouette=silhouette, edge=edge, way=way)
        else:
            made = single.remake(code, silhouette, edge, way)
        sizes = {"passage": passage, "width": width, "height": height}
        told("writing the picture", 1, 2)
        shown = showing.choose_appearance(
            made, marks=marks, cell=cell, line=line, theme=theme, walls=walls, **sizes
        )
        files: list[Path] = []
        if as_json and output is None:
            pass
        elif to_stdout:
            picture = showing.draw_ascii_svg(made, shown, solution)
        else:
            path = Path(f"maze-{made.name}.svg" if output is None else output)
            place = _place(path, both, force, inputs)
            files = showing.write(made, shown, path, solution=solution, both=both, place=place)
    if as_json:
        with keep_what_is_made(*files):
            print_result(
                json.dumps({**made.to_dict(), "files": [str(file.resolve()) for file in files]})
            )
        return
    if to_stdout:
        print_result(picture.rstrip("\n"))
        print_remark(f"Maze code: {made.code}")
        return
    with keep_what_is_made(*files):
        for written in files:
            print_result(f"Wrote:      {written.resolve()}")
        print_result(f"Size:       {showing.describe_sizes(made, shown)}")
        print_result(f"Maze code:  {made.code}")
        if shown.walls != "plain" and path.suffix.lower() == ".svg":
            layers = "the SVG has its strokes and fillings in the layer character, and plain lines in walls"
            print_remark(
                f"remark: {shown.walls}: {layers}; for a pen or a laser take walls alone, or --walls plain"
            )
