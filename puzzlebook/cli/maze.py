"""`puzzlebook maze`: one maze, by seed or by its code."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from puzzlebook.cli import options
from puzzlebook.cli.messages import (
    blame_arguments,
    keep_what_is_made,
    print_note,
    print_result,
    print_stderr,
    show_progress,
)
from puzzlebook.cli.options import MARKS_HELP, option
from puzzlebook.cli.papers import choose_page
from puzzlebook.cli.parsing import ADVANCED, DIMENSIONS, FILES, LOOK, POSTER, WHAT
from puzzlebook.cli.places import ForceFile, other_file

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from puzzlebook.shelf.placing import Place
    from puzzlebook.verbs.rendering import Appearance
    from puzzlebook.verbs.shown_maze import ShownMaze

EXAMPLES = """
Examples:

\b
  puzzlebook maze --size 30x40 --seed owl --both -o owl.svg
  puzzlebook maze 1-square-9x12-far-7q4k2m9x0c3t5v8w-p
  puzzlebook maze --shape polar --size 12 -o round.svg
  puzzlebook maze --silhouette heart -o heart.pdf
  puzzlebook maze --stage volcano --page letter -o volcano.pdf
  puzzlebook maze --age 5 --page a4 -o fridge.pdf
  puzzlebook maze --sheets 3x2 --page a4 --both -o poster.pdf
  puzzlebook maze --seed owl --json
"""

_SIZES = ("passage", "width", "height", "page")

_MANY_CELLS = 100_000
"""The number of cells in a maze that takes about a second to draw."""


def _is_large(text: str) -> bool:
    """Return whether a size, or the size in a code, has many cells."""
    match = re.search(r"(\d{1,6})x(\d{1,6})", text.lower())
    return match is not None and int(match[1]) * int(match[2]) >= _MANY_CELLS


def _list_own_files(
    silhouette: str | None,
    way: str | None,
    theme: str | None,
    stage: str | None,
    questions: str | None,
) -> list[Path]:
    """Return the user's files from which a maze is made."""
    from puzzlebook.recipes.user_files import NAME_OR_FILE, QUESTIONS, SILHOUETTES, STAGES, WAYS

    named = (
        (SILHOUETTES, silhouette),
        (WAYS, way),
        (NAME_OR_FILE, theme),
        (STAGES, stage),
        (QUESTIONS, questions),
    )
    return [path for mark, text in named if text for path in mark.paths(text)]


def _make_place(path: Path, both: bool, force: bool, inputs: list[Path]) -> Place:
    """Return the rules for replacing files with the picture at this path and its solution."""
    from puzzlebook.shelf.placing import Place
    from puzzlebook.verbs.rendering import SOLUTION

    return Place(force, inputs, command=other_file(path, *([SOLUTION] if both else [])))


def _check_place(path: Path, both: bool, place: Place, is_fresh: bool) -> None:
    """Refuse a path that cannot be written, before the maze is drawn.

    is_fresh: whether the maze is new and slow to draw. No existing file can contain it, so any
    existing file is refused.
    """
    from puzzlebook.shelf.placing import check_place, refuse_occupied
    from puzzlebook.verbs.rendering import picture_files

    files = picture_files(path, both)
    check_place(files, place)
    if is_fresh and not place.force:
        refuse_occupied(files, place)


def _check_poster(
    poster_options: Mapping[str, str | None],
    sizes: Mapping[str, str | None],
    size: str | None,
    page: str | None,
    output: str | None,
) -> bool:
    """Return whether a poster is requested. Refuse options that are invalid with a poster, or
    without.

    poster_options: options for posters. sizes: options for single pictures. size: of the maze, or
    its code. page: the paper.
    """
    from puzzlebook.ground.faults import refuse

    given = [name for name, value in poster_options.items() if value is not None]
    if not poster_options["sheets"] and not poster_options["board"]:
        if given == ["age"] and page is not None and size is None:
            return False
        if given == ["age"]:
            allowed = "give --page a4 without a size, or make a poster with --sheets 3x2"
            raise refuse("--age", "chooses the cells of a page", allowed)
        if given:
            raise refuse(f"--{given[0]}", "is for a poster", "add --sheets 3x2, or --board 800mm")
        return False
    for name, value in sizes.items():
        if value is not None:
            what = f"cannot be combined with --{given[0]}, which already sets it"
            raise refuse(f"--{name}", what, "give the length of a poster with --board")
    if poster_options["age"] is not None and size is not None:
        raise refuse("--age", "is for a poster without a size", "give only --size or --age")
    if output is None or output == "-" or Path(output).suffix.lower() != ".pdf":
        what = "works only with a PDF"
        allowed = "use -o poster.pdf, or --width 800mm for a single large drawing"
        raise refuse(f"--{given[0]}", what, allowed)
    return True


def _print_poster(
    made: ShownMaze, files: Sequence[Path], sheets: str, shown: Appearance, as_json: bool
) -> None:
    """Print the files of a poster and how to print them."""
    from puzzlebook.verbs import rendering

    with keep_what_is_made(*files):
        if as_json:
            named = [str(file.resolve()) for file in files]
            print_result(json.dumps({**made.to_dict(), "files": named}))
            return
        for written in files:
            print_result(f"Wrote:      {written.resolve()}")
        print_result(f"Sheets:     {sheets}")
        print_result(f"Size:       {rendering.describe_sizes(made, shown)}")
        print_result(f"Maze code:  {made.code}")


def maze(
    code: Annotated[
        str | None, typer.Argument(metavar="CODE", help="Code of a maze to draw again.")
    ] = None,
    size: Annotated[str | None, option(WHAT, "20x28", "Columns x rows. [default: 20x28]")] = None,
    shape: Annotated[
        str | None, option(WHAT, "NAME", "Shape of the cells; see `list shapes`. [default: square]")
    ] = None,
    seed: Annotated[
        str | None,
        option(WHAT, "TEXT", "Random seed (same seed, same maze). [default: a new one]"),
    ] = None,
    ends: Annotated[
        str | None,
        option(
            WHAT,
            "WHICH",
            "Start and finish: far (the longest path), apart (the longest path between distant "
            "cells), opposite (top and bottom), corners, centre, random or none. "
            "[default: depends on the shape]",
        ),
    ] = None,
    method: Annotated[
        str | None, option(WHAT, "WHICH", "Grow walls or passages. [default: walls]")
    ] = None,
    bridges: options.Bridges = None,
    solution: Annotated[bool, option(WHAT, None, "Draw the solution path.", "--solution")] = False,
    both: Annotated[
        bool, option(WHAT, None, "Write the puzzle and the solution, as two files.", "--both")
    ] = False,
    theme: Annotated[
        str | None, option(LOOK, "NAME|FILE", "Pictures at start and finish. [default: ink]")
    ] = None,
    walls: Annotated[
        str | None,
        option(
            LOOK,
            "NAME",
            "Style of the walls, such as hedge: see `list walls`. [default: the theme's]",
        ),
    ] = None,
    silhouette: Annotated[
        str | None, option(LOOK, "NAME|FILE|text:MIA", "Outline to cut the maze to.")
    ] = None,
    way: Annotated[
        str | None,
        option(LOOK, "NAME|FILE|text:MIA|line:FILE", "Picture that the solution path draws."),
    ] = None,
    stage: Annotated[
        str | None,
        option(
            LOOK, "NAME|FILE", "Scene around the maze, with a blank area for it; see `list stages`."
        ),
    ] = None,
    questions: options.Questions = None,
    times: options.Times = None,
    add: options.Add = None,
    subtract: options.Subtract = None,
    halves: options.Halves = None,
    doubles: options.Doubles = None,
    color: Annotated[
        bool, option(LOOK, None, "Draw a stage in its own colours, not in black.", "--color")
    ] = False,
    marks: Annotated[
        str,
        option(LOOK, "WHICH", MARKS_HELP),
    ] = "icons",
    edge: options.Edge = None,
    cell: Annotated[
        str | None, option(DIMENSIONS, "12mm", "Width of a cell. [default: 6mm]")
    ] = None,
    passage: Annotated[
        str | None, option(DIMENSIONS, "8mm", "Passage width, instead of --cell.")
    ] = None,
    width: Annotated[
        str | None, option(DIMENSIONS, "180mm", "Total width, instead of --cell.")
    ] = None,
    height: Annotated[
        str | None, option(DIMENSIONS, "240mm", "Total height, instead of --cell or with --width.")
    ] = None,
    page: Annotated[
        str | None,
        option(DIMENSIONS, "NAME|WxH", "Paper to fill, instead of --cell; auto: your country's."),
    ] = None,
    line: Annotated[
        str | None, option(DIMENSIONS, "1mm", "Wall thickness. [default: 1/9 of a cell]")
    ] = None,
    sheets: Annotated[
        str | None,
        option(POSTER, "3x2", "Columns x rows of --page sheets, to be glued into a poster."),
    ] = None,
    board: Annotated[
        str | None,
        option(
            POSTER, "800mm", "Length of the longer side of the whole poster, instead of --sheets."
        ),
    ] = None,
    age: Annotated[
        str | None,
        option(
            WHAT,
            "N",
            "Reader's age, which sets the cell size (leave out --size); the maze then fills --page "
            "or the poster. [default for posters: 7-8]",
        ),
    ] = None,
    language: Annotated[
        str | None, option(POSTER, "CODE", "Language of its sheets. [default: en]")
    ] = None,
    output: Annotated[
        str | None,
        option(FILES, "FILE", "A .svg, .pdf or .png file; - for stdout.", "-o", "--output"),
    ] = None,
    force: ForceFile = False,
    as_json: Annotated[
        bool,
        option(
            ADVANCED,
            None,
            "Print the maze as JSON, with its code. Nothing is drawn without -o.",
            "--json",
        ),
    ] = False,
) -> None:
    """Draw one maze as SVG, PDF or PNG.

    Without -o, the SVG goes to stdout if that is redirected, and otherwise to maze-KEY.svg, where
    KEY is a part of the maze's code.
    """
    from puzzlebook.ground.faults import refuse
    from puzzlebook.verbs import one_maze, rendering

    page = choose_page(page)
    wanted = {
        "shape": shape,
        "size": size,
        "ends": ends,
        "method": method,
        "seed": seed,
        "bridges": bridges,
    }
    if code is not None:
        for option, value in wanted.items():
            if value is not None:
                raise refuse(
                    f"--{option}",
                    "cannot be combined with a code, which sets it already",
                    "to scale a maze, use --cell",
                )
    if as_json and output == "-":
        raise refuse(
            "--json",
            "goes to stdout, and so does the picture with -o -",
            "name a file with -o, or leave -o out",
        )
    to_stdout = output == "-" or (output is None and not (sys.stdout and sys.stdout.isatty()))
    if (to_stdout or (as_json and output is None)) and both:
        raise refuse(
            "--both",
            "cannot write two pictures to stdout",
            "name a file with -o, such as -o maze.svg",
        )
    option_names = (
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
        "stage",
        "questions",
        "color",
        "sheets",
        "board",
        "age",
        "language",
        *_SIZES,
    )
    poster_options = {"sheets": sheets, "board": board, "age": age, "language": language}
    sizes = {"cell": cell, "passage": passage, "width": width, "height": height}
    is_poster = _check_poster(poster_options, sizes, size or code, page, output)
    inputs = _list_own_files(silhouette, way, theme, stage, questions)
    with (
        show_progress(quiet=not _is_large(size or code or "")) as progress,
        blame_arguments(option_names),
    ):
        if output is not None and not to_stdout:
            is_fresh = seed is None and code is None and _is_large(size or "")
            _check_place(
                Path(output), both, _make_place(Path(output), both, force, inputs), is_fresh
            )
        progress("drawing the maze", 0, 2)
        planned, files = None, list[Path]()
        if is_poster:
            from puzzlebook.verbs import poster

            planned = poster.plan_poster(sheets, board, page)
            poster.load_poster_words(language or "en")
            if code is None and size is None:
                wanted["size"] = poster.choose_poster_size(planned, shape or "square", age)
            if code is None and ends is None and way is None and stage is None:
                wanted["ends"] = poster.choose_poster_ends(shape or "square")
        elif age is not None:
            is_cut = bool(silhouette or stage)
            wanted["size"] = one_maze.choose_page_size(age, str(page), shape or "square", is_cut)
        question_options = {"questions": questions, "times": times, "add": add}
        question_options |= {"subtract": subtract, "halves": halves, "doubles": doubles}
        rule = options.collect_questions(question_options)
        with options.blame_questions(rule):
            if code is None:
                made = one_maze.maze_from_options(
                    **wanted,
                    silhouette=silhouette,
                    edge=edge,
                    way=way,
                    stage=stage,
                    **question_options,
                )
            else:
                made = one_maze.remake(
                    code, silhouette, edge, way, stage, question_options["questions"]
                )
        progress("writing the picture", 1, 2)
        if planned is not None:
            path = Path(str(output))
            files, glued, shown = poster.write_poster(
                made,
                planned,
                path,
                marks=marks,
                line=line,
                theme=theme,
                walls=walls,
                color=color,
                stage=made.stage,
                questions=made.asked,
                language=language or "en",
                solution=solution,
                both=both,
                place=_make_place(path, both, force, inputs),
            )
            _print_poster(made, files, poster.describe_sheets(glued), shown, as_json)
            return
        shown = rendering.choose_appearance(
            made,
            marks=marks,
            line=line,
            theme=theme,
            walls=walls,
            color=color,
            page=page,
            stage=made.stage,
            questions=made.asked,
            **sizes,
        )
        files = []
        if as_json and output is None:
            pass
        elif to_stdout:
            picture = rendering.draw_ascii_svg(made, shown, solution)
        else:
            path = Path(f"maze-{made.name}.svg" if output is None else output)
            place = _make_place(path, both, force, inputs)
            files = rendering.write(made, shown, path, solution=solution, both=both, place=place)
    if as_json:
        with keep_what_is_made(*files):
            print_result(
                json.dumps({**made.to_dict(), "files": [str(file.resolve()) for file in files]})
            )
        return
    if to_stdout:
        print_result(picture.rstrip("\n"))
        print_stderr(f"Maze code: {made.code}")
        return
    with keep_what_is_made(*files):
        for written in files:
            print_result(f"Wrote:      {written.resolve()}")
        print_result(f"Size:       {rendering.describe_sizes(made, shown)}")
        print_result(f"Maze code:  {made.code}")
        if hidden := shown.note_hidden_cells(made, made.stage):
            print_note(hidden)
        if shown.walls != "plain" and path.suffix.lower() == ".svg":
            print_note(
                f'{shown.walls}: the SVG has a layer "character" (the decorated walls) and a layer '
                '"walls" (plain lines); for a pen or a laser, use only "walls", or --walls plain'
            )
