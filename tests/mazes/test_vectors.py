"""`docs/vectors-1.json`, by which another implementation knows that it conforms: made again, it is
the same.

python tests/mazes/test_vectors.py    writes it; of what it holds nothing is ever changed
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from itertools import islice
from pathlib import Path

from puzzlebook.ground.seeds import (
    derive_gift_seed,
    derive_maze_key,
    derive_pupil_key,
    stream_draws,
)
from puzzlebook.mazes.codes import ENDS, METHODS, Design, read_code
from puzzlebook.mazes.grid import Grid
from puzzlebook.mazes.grids import make_grid
from puzzlebook.mazes.tilings import SHAPES
from puzzlebook.verbs.one_maze import make_maze, maze_from_code
from puzzlebook.verbs.shown_maze import ShownMaze

FILE = Path(__file__).parents[2] / "docs" / "vectors-1.json"
WALLS_FILE = FILE.with_name("vectors-walls-1.json")
PAGES_FILE = FILE.with_name("vectors-pages-1.json")
BRIDGED_FILE = FILE.with_name("vectors-bridges-1.json")
FIRST = 32
"""So many bytes of a stream, and so many draws, are told."""
PAGES_SUM = "5d4408633d97ff64ab36fcf8867437803a6c648bd29ee4d4751b2d25ac242b7f"
WALLS_SUM = "d2873e569340049577ec175c5be57ca1b2e66f7b8ee681f69c6c736413e31a79"
BRIDGED_SUM = "1cd3fd9635e836fa36b9b3abba66f2bbf9aa514961302c870801476db7d937f7"
SUM = "25f014a06803045a71ca4e99d101930de983e2f5c03427b2425fc26c87e8d10b"

KEYS = (
    *(("maze", seed, 1, "", 1, 1) for seed in ("owl", "Owl", "Eule & Maus, 梟", "7")),
    *(
        ("maze", "owl", volume, "warm-up", draw, attempt)
        for volume, draw, attempt in ((1, 3, 1), (2, 3, 1), (1, 10, 2))
    ),
    *(
        ("pupil", "owl", name, time, 1)
        for name, time in (("Mia", 1), ("Mia", 2), ("Łukasz", 1), ("مريم", 1))
    ),
    *(("gift", "owl", name) for name in ("Mia", "Zoë")),
)
"""What a key is of: its kind, and the fields behind the edition."""
_MAKERS = {"maze": derive_maze_key, "pupil": derive_pupil_key, "gift": derive_gift_seed}

CUTS = ("heart", "snail", "umbrella", "text:Mia")
SIZES = {"polar": 7, "penrose": "14x14", "rhombille": "6x8", "octagonal": "8x9", "cairo": "7x8"}
MAZES = (
    *({"size": size, "method": method} for size in ("1x2", "2x1", "2x2", "1x9", "3x2", "9x12") for method in METHODS),
    *({"size": "20x28", "ends": ends} for ends in ENDS),
    *({"size": "9x12", "ends": ends, "method": "passages"} for ends in ("random", "apart", "corners")),
    *({"shape": shape, "size": SIZES.get(shape, "9x12"), "method": method}
      for shape in SHAPES if shape != "square" for method in METHODS),
    *({"shape": shape, "size": SIZES.get(shape, "9x12"), "ends": ENDS[number % len(ENDS)]}
      for number, shape in enumerate(SHAPES) if shape != "square"),
    *({"shape": shape, "size": 8 if shape == "polar" else "16x16", "silhouette": "heart", "edge": "steps"}
      for shape in SHAPES),
    *({"shape": "polar", "size": 9, "silhouette": name} for name in ("heart", "snail")),
    *({"shape": "triangular", "size": "24x20", "silhouette": name} for name in ("heart", "cat")),
    {"size": "24x24", "silhouette": "snail", "method": "passages"},
    {"size": "24x24", "silhouette": "snail", "ends": "opposite"},
    {"size": "20x24", "silhouette": "umbrella", "pieces": "largest"},
    {"size": "20x24", "silhouette": "umbrella"},
    {"size": "24x30", "silhouette": "text:Mia"},
    {"shape": "hexagonal", "size": "24x30", "silhouette": "text:Jo"},
    {"size": "24x26", "way": "smile"},
    {"size": "24x26", "way": "smile", "method": "passages"},
    {"size": "24x26", "way": "heart", "ends": "apart"},
    {"size": "26x28", "way": "cat", "ends": "apart", "method": "passages"},
    {"size": "24x26", "way": "text:S"},
)  # fmt: skip
"""What is asked for, as of `make_maze`: each shape, method, cut, way and kind of ends."""

BRIDGED = (
    *({"shape": shape, "size": size, "bridges": bridges}
      for shape in ("square", "hexagonal") for size, bridges in (("3x3", 1), ("9x12", 6), ("20x28", "5%"))),
    *({"size": "12x14", "bridges": 8, "ends": ends} for ends in ENDS),
    *({"shape": shape, "size": "20x22", "silhouette": "heart", "bridges": 9} for shape in ("square", "hexagonal")),
    {"size": "18x20", "stage": "volcano", "bridges": 5},
)  # fmt: skip
"""Mazes with bridges, in a file of their own, as the first never changes."""


WALLS = (
    *((size, wall, "walls") for size, wall in (("3x3", "2x1"), ("3x4", "1x2"), ("4x3", "2x2"), ("9x12", "6x5"))),
    ("5x7", "3x3", "passages"),
    *(("9x12", f"6x5.{number}", "walls") for number in range(1, 31)),
    *(("5x7", f"3x3.{number}", "passages") for number in range(1, 10)),
    *(("20x28", f"6x6.{number}", "walls") for number in (1, 2, 7, 36)),
)  # fmt: skip
"""Size, wall and method of walls and their pieces, in a file of their own."""


def stream(key: str, purpose: str) -> str:
    """The first bytes of a stream, in hexadecimal: 8 draws of 1 bit are a byte."""
    bits = list(islice(stream_draws(key, purpose, 1), 8 * FIRST))
    return bytes(
        int("".join(map(str, bits[at : at + 8])), 2) for at in range(0, len(bits), 8)
    ).hex()


def purposes(maze: ShownMaze) -> Iterator[str]:
    yield "tree"
    if maze.design.bridges:
        yield "bridges"
    if maze.design.ends == "random":
        yield "ends"
    if maze.design.picture:
        yield from ("way blocks", "way place", "way legs")
        if maze.design.ends.endswith(".apart"):
            yield "way bites"


ROOMS = (
    *(("4x4", f"8.3.{number}") for number in range(1, 9)),
    *(("9x11", f"24.4.{number}") for number in (1, 7, 24)),
    *(("6x7", f"12.5.{number}") for number in (1, 2, 12)),
)
"""Size and rooms of mazes over many boards."""
SPREADS = ("6x7", "8x7", "10x9", "12x13", "20x14", "24x18")
"""Sizes of mazes over two pages; both in a file of their own."""


def vector_of_room(draw: int, asked: tuple[str, str]) -> dict[str, object]:
    """A room of a maze whose key is draw so and so of no section, of the seed owl."""
    size, (rooms, doors, number) = asked[0].split("x"), map(int, asked[1].split("."))
    key = derive_maze_key("owl", 1, "", draw)
    design = Design("square", (int(size[0]), int(size[1])), key).with_rooms(rooms, doors, number)
    maze = maze_from_code(design.code)
    facts = maze.facts
    return {
        "code": maze.code,
        "seed": "owl",
        "draw": draw,
        "key": key,
        "streams": {purpose: stream(key, purpose) for purpose in ("doors", "tree")},
        "cells": maze.grid.cells,
        "sides": len(maze.grid.pairs),
        "digest": maze.digest,
        "start": maze.start,
        "end": maze.end,
        "doors": facts["doors"],
        "visits": facts["visits"],
    }


def vector_of_spread(draw: int, size: str) -> dict[str, object]:
    """A maze over two pages whose key is draw so and so of no section, of the seed owl."""
    columns, rows = map(int, size.split("x"))
    key = derive_maze_key("owl", 1, "", draw)
    maze = maze_from_code(Design("square", (columns, rows), key).with_joints().code)
    purpose = "tree 1"
    return _describe(maze, draw, maze.grid, ("joints", purpose), purpose) | {"purpose": purpose}


def vector_of_wall(draw: int, asked: tuple[str, str, str]) -> dict[str, object]:
    """A piece of a wall, or the whole, whose key is draw so and so of no section, of the seed owl."""
    size, wall, method = asked
    width, height = map(int, size.split("x"))
    key = derive_maze_key("owl", 1, "", draw)
    maze = maze_from_code(Design.of_wall("square", (width, height), key, method, wall).code)
    purpose = f"tree {maze.design.piece or 1} 1"
    grid = maze.grid if maze.design.piece else make_grid("square", (width, height))
    return _describe(maze, draw, grid, ("doors", purpose), purpose) | {"purpose": purpose}


def vector(draw: int, asked: dict[str, object]) -> dict[str, object]:
    """One maze: draw so and so of no section, of the seed owl."""
    maze = make_maze(**asked, seed="owl", number=draw)
    return _describe(maze, draw, maze.grid, purposes(maze), "tree")


def _describe(
    maze: ShownMaze, draw: int, drawn: Grid, purposes: Iterable[str], purpose: str
) -> dict[str, object]:
    """A maze. drawn: the grid on which its tree is drawn for this purpose."""
    design, grid = maze.design, maze.grid
    graph = drawn.cell_graph if design.method == "passages" else drawn.wall_graph
    return {
        "code": maze.code,
        "seed": "owl",
        "draw": draw,
        "key": design.key,
        "streams": {purpose: stream(design.key, purpose) for purpose in purposes},
        "bits": graph.bits,
        "draws": list(islice(stream_draws(design.key, purpose, graph.bits), FIRST)),
        "cells": grid.cells,
        "sides": len(grid.pairs),
        "digest": maze.digest,
        "start": maze.start,
        "end": maze.end,
        "solution_length": len(maze.solution),
        "descriptive_code": maze.descriptive_code,
    }


def key_of(kind: str, *fields: str | int) -> dict[str, object]:
    return {"fields": ["puzzlebook", kind, "1", *map(str, fields)], "key": _MAKERS[kind](*fields)}


@cache
def written() -> str:
    return write(
        {
            "keys": [key_of(*fields) for fields in KEYS],
            "mazes": [vector(*row) for row in enumerate(MAZES, 1)],
        }
    )


@cache
def written_with_bridges() -> str:
    return write({"mazes": [vector(*row) for row in enumerate(BRIDGED, 1)]})


@cache
def written_with_walls() -> str:
    return write({"mazes": [vector_of_wall(*row) for row in enumerate(WALLS, 1)]})


@cache
def written_with_pages() -> str:
    return write(
        {
            "rooms": [vector_of_room(*row) for row in enumerate(ROOMS, 1)],
            "spreads": [vector_of_spread(*row) for row in enumerate(SPREADS, 1)],
        }
    )


def write(rows: dict[str, list[dict[str, object]]]) -> str:
    """The whole file: a line for each vector, so that it can be read, and compared line by line."""
    lists = [
        f'"{name}": [\n' + ",\n".join(json.dumps(row, ensure_ascii=False) for row in each) + "\n]"
        for name, each in rows.items()
    ]
    return '{\n"format": 1,\n"edition": 1,\n' + ",\n".join(lists) + "\n}\n"


def test_the_file_is_what_is_made_today():
    assert FILE.read_text(encoding="utf-8") == written()
    assert BRIDGED_FILE.read_text(encoding="utf-8") == written_with_bridges()
    assert WALLS_FILE.read_text(encoding="utf-8") == written_with_walls()
    assert PAGES_FILE.read_text(encoding="utf-8") == written_with_pages()


def test_of_the_file_nothing_is_ever_changed():
    """Another implementation was tried by it. What is to be added goes into a file of the next
    format."""
    assert sha256(FILE.read_bytes()).hexdigest() == SUM
    assert sha256(BRIDGED_FILE.read_bytes()).hexdigest() == BRIDGED_SUM
    assert sha256(WALLS_FILE.read_bytes()).hexdigest() == WALLS_SUM
    assert sha256(PAGES_FILE.read_bytes()).hexdigest() == PAGES_SUM


def test_the_file_covers_each_shape_cut_way_and_kind_of_ends():
    told = json.loads(FILE.read_text(encoding="utf-8"))
    designs = [read_code(row["code"]) for row in told["mazes"]]
    fields = [row["code"].split("-") for row in told["mazes"]]
    assert {design.shape for design in designs} == {*SHAPES}
    assert {field for row in fields for field in row} >= {*ENDS, "passages"}
    whole = " ".join(row["code"] for row in told["mazes"])
    for part in (
        "-heart-",
        "-heart.drawn-",
        "-snail-",
        ".largest-",
        "-name.",
        "-way.smile-",
        "-way.text.",
        ".apart-",
    ):
        assert part in whole
    assert {design.shape for design in designs if design.silhouette} == {*SHAPES}


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
    BRIDGED_FILE.write_text(written_with_bridges(), encoding="utf-8")
    WALLS_FILE.write_text(written_with_walls(), encoding="utf-8")
    PAGES_FILE.write_text(written_with_pages(), encoding="utf-8")
    for file in (FILE, BRIDGED_FILE, WALLS_FILE, PAGES_FILE):
        print(sha256(file.read_bytes()).hexdigest())
