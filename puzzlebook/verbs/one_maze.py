"""A single maze, drawn from a seed or remade from its code, as a `ShownMaze`."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puzzlebook.ground.arguments import (
    PATH,
    blame_parameters,
    check_offered,
    expect_types,
    is_text,
    read_path,
)
from puzzlebook.ground.faults import Refused, refuse
from puzzlebook.ground.seeds import derive_maze_key, make_seed, tidy_seed
from puzzlebook.mazes import (
    EDGES,
    ENDS,
    METHODS,
    SHAPES,
    SHORT,
    Design,
    HiddenPicture,
    Maze,
    Shape,
    Silhouette,
    Size,
    draw_maze,
    find_maze_code,
    find_shape,
    format_size,
    make_grid,
    read_code,
)
from puzzlebook.verbs.shown_maze import ShownMaze

if TYPE_CHECKING:
    from puzzlebook.maze_art.stage_source import StageSource

DEFAULT_SIZE = "20x28"
_MAX_ATTEMPTS = 100  # to draw a maze with enough forks


def make_maze(
    shape: str = "square",
    size: str | int | Sequence[int] | None = None,
    *,
    seed: str | int,
    number: int = 1,
    section: str = "",
    silhouette: str | os.PathLike[str] | None = None,
    pieces: str = "joined",
    method: str = "walls",
    ends: str | None = None,
    edge: str = EDGES[0],
    way: str | os.PathLike[str] | None = None,
    stage: str | os.PathLike[str] | None = None,
    questions: str | os.PathLike[str] | None = None,
    bridges: int | str | None = None,
) -> ShownMaze:
    """Return the maze of a seed: the same arguments always give the same maze.

    size: columns and rows, or a shape's own measures (see `puzzlebook list shapes`), as text or
    ints; about 20x28 by default. number: the draw within the section, 0 or more. section: the key
    of a book's section, to make its mazes. silhouette: the name of a built-in one, a file, or
    `text:MIA`. pieces: how to treat its separate pieces, "joined" or "largest". ends: by default
    the shape's own. edge: whether the drawn rim of a maze cut by a silhouette follows the outline
    ("drawn") or the cells ("steps"); the maze is the same. way: the picture that the solution
    draws: a name, a file, `text:MIA` or `line:FILE.svg`. The maze has the picture's ends, which in
    a filled picture are side by side unless `ends` is "apart" or "short". stage: a drawing around
    the maze, which sets its position and ends: a name or a file. questions: for the forks, `times
    7` or a file; the maze is the seed's first with enough forks. bridges: the number of cells in
    which one passage crosses over another, or a share of all cells such as "5%". Raises `Refused`
    for invalid values.
    """
    expect_types(
        shape=(shape, str),
        size=(size, str | int | list | tuple | None),
        seed=(seed, str | int),
        number=(number, int),
        section=(section, str),
        silhouette=(silhouette, PATH | None),
        pieces=(pieces, str),
        method=(method, str),
        ends=(ends, str | None),
        edge=(edge, str),
        way=(way, PATH | None),
        stage=(stage, PATH | None),
        questions=(questions, PATH | None),
        bridges=(bridges, int | str | None),
    )
    options = section, silhouette, pieces, method, ends, edge, way, stage, questions, bridges
    with blame_parameters():
        return _make(shape, size, seed, number, *options)


def _make(
    shape: str = "square",
    size: str | int | Sequence[int] | None = None,
    seed: str | int = "",
    number: int = 1,
    section: str = "",
    silhouette: str | os.PathLike[str] | None = None,
    pieces: str = "joined",
    method: str = "walls",
    ends: str | None = None,
    edge: str = EDGES[0],
    way: str | os.PathLike[str] | None = None,
    stage: str | os.PathLike[str] | None = None,
    questions: str | os.PathLike[str] | None = None,
    bridges: int | str | None = None,
) -> ShownMaze:
    """Return the maze of `make_maze`; faults name command-line options."""
    maze_shape = find_shape(shape if shape in SHAPES else _resolve_name("shape", shape))
    if number < 0:
        raise refuse("number", f"{number} is negative", "give 0 or more")
    if not is_text(section):
        raise refuse("section", "holds a character that is not text", "give the key of a section")
    tiles = _parse_size(size, maze_shape)
    rim = check_offered("edge", edge, EDGES)
    cut = _load_silhouette(
        read_path(silhouette or "", "silhouette"), pieces, maze_shape, tiles, rim
    )
    picture = _load_picture(read_path(way or "", "way"), pieces)
    if picture and (ends not in (None, "apart", SHORT) or (ends and picture.line)):
        allowed = "no ends" if picture.line else 'no ends, "apart" or "short"'
        raise refuse("way", "has its own ends", f"{allowed} beside it")
    source = _load_stage(read_path(stage or "", "stage"))
    if source:
        if cut or picture:
            raise refuse(
                "stage", "has its own area for the maze", "leave out the silhouette and the way"
            )
        place = source.load(False)
        cut = place.silhouette.as_rim(maze_shape.name, rim)
        if place.place.doors and ends not in (None, "none"):
            raise refuse(
                "ends",
                "the stage has its own start and finish",
                'give the ends "none", or leave them out',
            )
    asked_ends = check_offered("ends", ends or maze_shape.ends, (*ENDS, SHORT) if picture else ENDS)
    if cut:
        asked_ends = cut.choose_ends(asked_ends)
    design = Design(
        shape=maze_shape.name,
        size=tiles,
        key=derive_maze_key(tidy_seed(str(seed)), 1, section, number),
        ends=picture.encode_ends(asked_ends) if picture else asked_ends,
        method=check_offered("method", method, METHODS),
        silhouette=cut.code if cut else None,
    )
    if text := read_path(questions or "", "questions"):
        if picture or source or bridges is not None or design.ends == "none":
            others = {"a way that draws a picture": bool(picture), "a stage": bool(source)}
            others |= {"bridges": bridges is not None, 'ends = "none"': True}
            what = next(what for what, is_there in others.items() if is_there)
            raise refuse(
                "questions", f"questions cannot be combined with {what}", "give only one of them"
            )
        key = partial(derive_maze_key, tidy_seed(str(seed)), 1, section, number)
        return _ask(design, cut, rim, text, key)
    if bridges is not None:
        if picture:
            raise refuse("bridges", "a way that draws a picture has none", "give only one of them")
        design = design.with_bridges(bridges, make_grid(maze_shape.name, tiles, cut), "bridges")
    maze = _make_maze(design, cut, rim, picture, source)
    if cut and cut.letters:
        _refuse_straight(maze, cut)
    return maze


def _ask(
    design: Design,
    cut: Silhouette | None,
    rim: str,
    text: str,
    key: Callable[[int], str],
) -> ShownMaze:
    """Return the first maze with enough forks for its questions. key: a function from attempt
    numbers to maze keys."""
    from puzzlebook.ground.questions import count_in_code
    from puzzlebook.recipes.question_files import read_questions

    question_list = read_questions(text, Path(), "questions").question_list
    grid = make_grid(design.shape, design.size, cut)
    design = design.with_questions(question_list, grid, different=question_list.different)
    for attempt in range(1, _MAX_ATTEMPTS + 1):
        attempted = design._replace(key=key(attempt))
        if draw_maze(attempted, grid).place_questions(question_list) is not None:
            return replace(_make_maze(attempted, cut, rim), asked=question_list)
    what = f"{count_in_code(design.questions)} questions, but mazes of this size have fewer forks"
    raise refuse("questions", what, "use fewer questions, or a larger size")


def _refuse_straight(maze: Maze, silhouette: Silhouette) -> None:
    """Refuse a maze cut to a name whose solution path passes too few wrong turns."""
    from puzzlebook.recipes.names import FEWEST_DECISIONS

    if maze.solution and maze.measures.decisions < FEWEST_DECISIONS:
        what = f"the way through {silhouette.title!r} has fewer than {FEWEST_DECISIONS} wrong turns"
        raise refuse("silhouette", what, "use another seed or number, or a larger size")


def _parse_size(size: str | int | Sequence[int] | None, shape: Shape) -> Size:
    if size is None:
        size = DEFAULT_SIZE if len(shape.axes) == 2 else DEFAULT_SIZE.partition("x")[0]
    numbers = (size,) if isinstance(size, str | int) else size
    for number in numbers:
        expect_types(size=(number, str | int))
    return shape.read_size("x".join(map(str, numbers)))


def choose_page_size(age: str, page: str, shape: str, is_cut: bool = False) -> str:
    """Return the size of a maze that fills a page, with passages for readers of this age.

    is_cut: whether the maze is cut along an outline, which narrows the cells at its rim.
    """
    from puzzlebook.printers.trims import trim
    from puzzlebook.recipes.audiences import load_audiences
    from puzzlebook.recipes.other_names import guess_audience
    from puzzlebook.recipes.page_grids import choose_size
    from puzzlebook.recipes.readers import adapt_to_cuts

    name = guess_audience(age)
    if name is None:
        allowed = f"such as {', '.join(load_audiences())}"
        raise refuse("age", f'there is no age group for "{age}"', allowed)
    readers = load_audiences("normal")[name]
    readers = adapt_to_cuts(readers, EDGES[0]) if is_cut else readers
    return format_size(choose_size(readers, trim(page), str(_resolve_name("shape", shape)), 1, 1))


def maze_from_options(seed: str | None, shape: str | None, **others: str | None) -> ShownMaze:
    """Return the maze of command-line options, with defaults for those left out: without a seed, a
    new one is chosen, and without a size and a shape, the cells suit the stage."""
    given: dict[str, Any] = {name: value for name, value in others.items() if value is not None}
    if shape is None and "stage" in given and not {"size", "bridges", "questions"} & given.keys():
        from puzzlebook.recipes.user_files import load_stage_shapes

        shape = load_stage_shapes().get(_resolve_name("stage", given["stage"]))
    return _make(shape or "square", seed=make_seed() if seed is None else seed, **given)


def maze_from_code(
    code: str,
    *,
    silhouette: str | os.PathLike[str] | None = None,
    edge: str | None = None,
    way: str | os.PathLike[str] | None = None,
    stage: str | os.PathLike[str] | None = None,
    questions: str | os.PathLike[str] | None = None,
) -> ShownMaze:
    """Return the maze of a printed or descriptive code; it is always the same maze.

    silhouette, stage, way, questions: your own file, if the code needs one: the outline that cuts
    the maze, its stage, the picture that its solution draws, or its questions. edge: see
    `make_maze`. Raises `Refused` if the text is not a code, or if a file that it needs is missing.
    """
    expect_types(
        code=(code, str),
        silhouette=(silhouette, PATH | None),
        edge=(edge, str | None),
        way=(way, PATH | None),
        stage=(stage, PATH | None),
        questions=(questions, PATH | None),
    )
    files = [
        None if file is None else read_path(file, name)
        for name, file in (
            ("silhouette", silhouette),
            ("way", way),
            ("stage", stage),
            ("questions", questions),
        )
    ]
    with blame_parameters():
        return remake(code, files[0], edge, *files[1:])


def remake(
    code: str,
    silhouette: str | None = None,
    edge: str | None = None,
    way: str | None = None,
    stage: str | None = None,
    questions: str | None = None,
) -> ShownMaze:
    """Return the maze of `maze_from_code`; faults name command-line options."""
    from puzzlebook.recipes.assets import read_letters_font
    from puzzlebook.recipes.user_files import LINE, read_asset

    design = read_code(find_maze_code(code) or code)
    if design.questions is not None or questions is not None:
        return _ask_again(design, silhouette, edge, questions)
    file_options = {"file.": ("--silhouette", silhouette), "stage.": ("--stage", stage)}
    for kind, (option, name) in file_options.items():
        if name is not None and not (design.silhouette or "").startswith(kind):
            raise refuse(
                option,
                "cannot be combined with this code, which sets it already",
                "to scale a maze, use --cell",
            )
    picture_code = design.picture or ""
    if way is not None and not picture_code.startswith(("file.", "line.")):
        raise refuse(
            "--way",
            "cannot be combined with this code, which sets it already",
            "to scale a maze, use --cell",
        )
    picture: HiddenPicture | None = None
    if picture_code:
        content = None if way is None else read_asset(Path(way.removeprefix(LINE)), way)
        picture = HiddenPicture.from_code(picture_code, read_letters_font("text"), content)
    if design.silhouette is None:
        return _make_maze(design, None, picture=picture)
    shown = EDGES[0] if edge is None else check_offered("edge", edge, EDGES)
    file_name = silhouette or stage
    file = None if file_name is None else read_asset(Path(file_name), file_name)
    cut = Silhouette.from_code(design.silhouette, read_letters_font, file)
    source = None
    if cut.is_stage:
        from puzzlebook.maze_art.stage_source import StageSource

        source = StageSource(file_name or cut.code.partition(".")[0], file)
    return _make_maze(design, cut, shown, picture, source)


def _ask_again(
    design: Design, silhouette: str | None, edge: str | None, questions: str | None
) -> ShownMaze:
    """Return the maze of a code with questions."""
    from puzzlebook.ground.questions import LIST, source_in_code
    from puzzlebook.recipes.question_files import find_questions
    from puzzlebook.recipes.user_files import read_asset

    source = source_in_code(design.questions or "")
    if questions is not None and not source.startswith(LIST):
        what = "cannot be combined with this code, which sets it already"
        raise refuse("--questions", what, "to scale a maze, use --cell")
    content = None if questions is None else read_asset(Path(questions), "--questions")
    question_list = find_questions(source, content, "--questions")
    maze = remake(design._replace(questions=None).code, silhouette, edge)
    with_questions = replace(maze, design=design, asked=question_list)
    if with_questions.place_questions(question_list) is None:
        what = f"its maze has too few forks for {design.questions!r}"
        raise refuse("maze code", what, "give the code as it was printed")
    return with_questions


def _load_stage(name: str | None) -> StageSource | None:
    from puzzlebook.recipes.assets import read_stages

    found = read_stages(_resolve_name("stage", name), Path(), "stage") if name else []
    if len(found) > 1:
        raise refuse("stage", f"{name!r} names {len(found)} stages", "give one for a single maze")
    return found[0] if found else None


def _load_silhouette(
    name: str | None, pieces: str, shape: Shape, size: Size, edge: str
) -> Silhouette | None:
    from puzzlebook.recipes.assets import read_cuts
    from puzzlebook.recipes.names import find_scant_fault

    if not name:
        return None
    found = read_cuts(
        _resolve_name("silhouette", name), pieces, Path(), "silhouette", (shape.name, size, edge)
    )
    if len(found) != 1:
        raise refuse(
            "silhouette", f"{name!r} names {len(found)} silhouettes", "give one for a single maze"
        )
    if fault := find_scant_fault("silhouette", shape.name, size, found[0]):
        raise Refused([fault])
    return found[0].silhouette


def _resolve_name(key: str, value: str) -> str:
    """Return the built-in name for what a user typed."""
    from puzzlebook.recipes.other_names import resolve_name

    return str(resolve_name(key, value))


def _load_picture(name: str, pieces: str) -> HiddenPicture | None:
    from puzzlebook.recipes.assets import read_ways

    if not name:
        return None
    found = [way.hidden for way in read_ways(name, pieces, Path(), "way")]
    if len(found) != 1 or found[0] is None:
        raise refuse(
            "way",
            f"{name!r} names {len(found) if all(found) else 'no'} pictures",
            "give one for a single maze",
        )
    return found[0]


def _make_maze(
    design: Design,
    silhouette: Silhouette | None,
    edge: str = EDGES[0],
    picture: HiddenPicture | None = None,
    stage: StageSource | None = None,
) -> ShownMaze:
    if picture:
        picture.check_fits(design.shape, design.size, silhouette=silhouette)
    grid_arguments = design.shape, design.board_size, silhouette
    maze = draw_maze(design, make_grid(*grid_arguments), make_grid(*grid_arguments, edge), picture)
    return ShownMaze(
        **{field.name: getattr(maze, field.name) for field in fields(maze)}, stage=stage
    )
