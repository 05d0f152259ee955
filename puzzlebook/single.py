"""One maze by itself: drawn from a seed or from its code. It shows itself, as `showing` says."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from puzzlebook.arguments import PATH, by_parameter, expect, is_text, offered, path_text
from puzzlebook.faults import Refused, refuse
from puzzlebook.mazes.codes import ENDS, METHODS, Design, printed_maze_code, read_code
from puzzlebook.mazes.difficulty import measure
from puzzlebook.mazes.grids import EDGE, EDGES, Silhouette, grid_of, shown_grid, silhouette_of_code
from puzzlebook.mazes.hidden import LINE, Hidden, check_fits, ends_of, hidden_of_code, way_of
from puzzlebook.mazes.maze import Maze, draw_maze
from puzzlebook.mazes.seeds import fresh_seed, maze_key, tidy_seed
from puzzlebook.mazes.tilings import SHAPES, Shape, Size, read_size, shape_named
from puzzlebook.shown_maze import ShownMaze

DEFAULT_SIZE = "20x28"


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
    edge: str = EDGE,
    way: str | os.PathLike[str] | None = None,
) -> ShownMaze:
    """The maze that a seed gives: the same for the same arguments, for ever.

    size: columns and rows, or what a shape's size counts (`puzzlebook list shapes`), as text or as ints; 20x28 or the
    like if it is left out. number: the draw within the section, 0 or more. section: the key of a book's section, to
    make its mazes. silhouette: a built-in one's name, a file, or `text:MIA`; pieces: what becomes of its separate
    pieces, "joined" or "largest". ends: None for the shape's own. edge: what the rim of a maze that a silhouette cuts
    follows where it is drawn, the outline ("drawn") or the cells ("steps"): the maze is the same. way: what the way
    through draws, a picture by its name, a file, `text:MIA` or `line:FILE.svg`; its ends are the maze's, beside each
    other, or "apart" where it fills a picture. Raises `Refused` for what is not offered.
    """
    expect(shape=(shape, str), size=(size, str | int | list | tuple | None), seed=(seed, str | int),
           number=(number, int), section=(section, str), silhouette=(silhouette, PATH | None), pieces=(pieces, str),
           method=(method, str), ends=(ends, str | None), edge=(edge, str), way=(way, PATH | None))  # fmt: skip
    with by_parameter():
        return _make(shape, size, seed, number, section, silhouette, pieces, method, ends, edge, way)


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
    edge: str = EDGE,
    way: str | os.PathLike[str] | None = None,
) -> ShownMaze:
    """The maze of `make_maze`; faults name options of the command line."""
    tiled = shape_named(shape if shape in SHAPES else _meant("shape", shape))
    if number < 0:
        raise refuse("number", f"{number} is negative", "0 or more")
    if not is_text(section):
        raise refuse("section", "holds a character that is not text", "the key of a section")
    tiles = _size(size, tiled)
    rim = offered("edge", edge, EDGES)
    cut = _silhouette(path_text(silhouette or "", "silhouette"), pieces, tiled, tiles, rim)
    picture = _picture(path_text(way or "", "way"), pieces)
    if picture and (cut or ends not in (None, "apart") or (ends and picture.line)):
        allowed = "no ends" if picture.line else 'no ends, or "apart",'
        raise refuse("way", "has its own ends, in a maze that is not cut", f"{allowed} and no silhouette, beside it")
    design = Design(
        shape=tiled.name,
        size=tiles,
        key=maze_key(tidy_seed(str(seed)), 1, section, number),
        ends=ends_of(offered("ends", ends or tiled.ends, ENDS), picture),
        method=offered("method", method, METHODS),
        silhouette=cut.code if cut else None,
    )
    maze = _maze_on(design, cut, rim, picture)
    if cut and cut.letters:
        _refuse_straight(maze, cut)
    return maze


def _refuse_straight(maze: Maze, name: Silhouette) -> None:
    """A way through a name without wrong turns is refused."""
    from puzzlebook.recipes.names import FEWEST_DECISIONS

    if maze.solution and measure(maze).decisions < FEWEST_DECISIONS:
        what = f"the way through {name.title!r} has fewer than {FEWEST_DECISIONS} wrong turns"
        raise refuse("silhouette", what, "another seed or number, or a larger size")


def _size(size: str | int | Sequence[int] | None, shape: Shape) -> Size:
    if size is None:
        size = DEFAULT_SIZE if len(shape.axes) == 2 else DEFAULT_SIZE.partition("x")[0]
    numbers = (size,) if isinstance(size, str | int) else size
    for number in numbers:
        expect(size=(number, str | int))
    return read_size("x".join(map(str, numbers)), shape)


def maze_from_options(seed: str | None, shape: str | None, **others: str | None) -> ShownMaze:
    """The maze that a command line asks for; what it leaves open takes its default, the seed a fresh one."""
    given: dict[str, Any] = {name: value for name, value in others.items() if value is not None}
    return _make(shape or "square", seed=fresh_seed() if seed is None else seed, **given)


def maze_from_code(
    code: str,
    *,
    silhouette: str | os.PathLike[str] | None = None,
    edge: str | None = None,
    way: str | os.PathLike[str] | None = None,
) -> ShownMaze:
    """The maze of a printed code, or of a descriptive one: always the same.

    silhouette, way: the file of your own that the maze was cut by, or that its way draws. edge: see `make_maze`. Raises
    `Refused` where the text is no code, or a file is missing that the code names.
    """
    expect(code=(code, str), silhouette=(silhouette, PATH | None), edge=(edge, str | None), way=(way, PATH | None))
    files = [
        None if file is None else path_text(file, name) for name, file in (("silhouette", silhouette), ("way", way))
    ]
    with by_parameter():
        return remake(code, files[0], edge, files[1])


def remake(code: str, silhouette: str | None = None, edge: str | None = None, way: str | None = None) -> ShownMaze:
    """The maze of `maze_from_code`; faults name options of the command line."""
    from puzzlebook.recipes.assets import letters_font
    from puzzlebook.recipes.own_files import read_asset

    design = read_code(printed_maze_code(code) or code)
    if silhouette is not None and not (design.silhouette or "").startswith("file."):
        raise refuse("--silhouette", "goes without this code, which says it already", "--cell scales a maze")
    drawn = design.picture or ""
    if way is not None and not drawn.startswith(("file.", "line.")):
        raise refuse("--way", "goes without this code, which says it already", "--cell scales a maze")
    if drawn:
        content = None if way is None else read_asset(Path(way.removeprefix(LINE)), way)
        picture = hidden_of_code(drawn, letters_font("text"), content)
        return _maze_on(design, None, picture=picture)
    if design.silhouette is None:
        return _maze_on(design, None)
    shown = EDGE if edge is None else offered("edge", edge, EDGES)
    file = None if silhouette is None else read_asset(Path(silhouette), silhouette)
    return _maze_on(design, silhouette_of_code(design.silhouette, letters_font, file), shown)


def _silhouette(name: str | None, pieces: str, shape: Shape, size: Size, edge: str) -> Silhouette | None:
    from puzzlebook.recipes.assets import read_cuts
    from puzzlebook.recipes.names import scant_fault

    if not name:
        return None
    found = read_cuts(_meant("silhouette", name), pieces, Path(), "silhouette", (shape.name, size, edge))
    if len(found) != 1:
        raise refuse("silhouette", f"{name!r} names {len(found)} silhouettes", "one for a single maze")
    if fault := scant_fault("silhouette", shape.name, size, found[0]):
        raise Refused([fault])
    return found[0].silhouette


def _meant(key: str, value: str) -> str:
    """What people type for a name of ours, as we call it."""
    from puzzlebook.recipes.other_names import meant

    return str(meant(key, value))


def _picture(name: str, pieces: str) -> Hidden | None:
    from puzzlebook.recipes.assets import read_ways

    if not name:
        return None
    found = [way.hidden for way in read_ways(name, pieces, Path(), "way")]
    if len(found) != 1 or found[0] is None:
        raise refuse("way", f"{name!r} names {len(found) if all(found) else 'no'} pictures", "one for a single maze")
    return found[0]


def _maze_on(
    design: Design, silhouette: Silhouette | None, edge: str = EDGE, picture: Hidden | None = None
) -> ShownMaze:
    check_fits(picture, design.shape, design.size)
    asked = design.shape, design.size, silhouette
    maze = draw_maze(design, grid_of(*asked), shown_grid(*asked, edge), way_of(design, picture))
    return ShownMaze(**{field.name: getattr(maze, field.name) for field in fields(maze)})
