"""Mazes written a second time from `docs/codes.md` alone, in `second_mazes`, are those of the first
implementation.

Nothing of ours is imported here but what the page itself is about: the pinned digests, the test
vectors, and, from a process of its own, mazes that were made today.
"""

import json
import os
import re
import subprocess
import sys
import tomllib
from functools import cache
from hashlib import sha256
from itertools import islice
from pathlib import Path

import pytest
import second_mazes as second

ROOT = Path(__file__).parents[2]
PINNED = [
    line.split()
    for line in (ROOT / "tests" / "digests.txt").read_text(encoding="ascii").splitlines()
]
ROWS = [
    (code, digest)
    for code, digest in PINNED
    if not any(field in code for field in ("-way.", "-rooms.", "-spread."))
]  # how a way is laid is not on the page
SPREADS = [row for row in PINNED if "-spread." in row[0]]
ROOMS = [row for row in PINNED if "-rooms." in row[0]]
VECTORS = json.loads((ROOT / "docs" / "vectors-1.json").read_text(encoding="utf-8"))
BRIDGED = json.loads((ROOT / "docs" / "vectors-bridges-1.json").read_text(encoding="utf-8"))
WALLS = json.loads((ROOT / "docs" / "vectors-walls-1.json").read_text(encoding="utf-8"))
PAGES = json.loads((ROOT / "docs" / "vectors-pages-1.json").read_text(encoding="utf-8"))
PAGE = (ROOT / "docs" / "codes.md").read_text(encoding="utf-8")

ASK = """
import sys
from itertools import product
from puzzlebook import make_maze
from puzzlebook.mazes.codes import ENDS, METHODS
from puzzlebook.mazes.tilings import SHAPES
small = {"square": ["1x2", "5x1", "2x2", "1x9"], "hexagonal": ["1x2", "2x2"], "triangular": ["2x1", "3x2"],
         "polar": [1, 2], "octagonal": ["1x2", "2x2"], "rhombille": ["1x1", "2x1"], "cairo": ["1x1", "2x2"],
         "penrose": ["9x8"]}
usual = {"polar": [6], "penrose": ["13x12"], "rhombille": ["5x6"], "octagonal": ["6x7"], "cairo": ["5x6"]}
number = 0
for shape, ends, method in product(SHAPES, ENDS, METHODS):
    for size in [*small[shape], *usual.get(shape, ["9x8"])]:
        number += 1
        maze = make_maze(shape, size, seed="second", number=number, ends=ends, method=method)
        print(maze.code, maze.descriptive_code, maze.design.key, number)
for shape, ends in product(("square", "hexagonal"), ENDS):
    for size, bridges in (("3x3", 1), ("9x8", 5), ("20x17", 32)):
        number += 1
        maze = make_maze(shape, size, seed="second", number=number, ends=ends, bridges=bridges)
        print(maze.code, maze.descriptive_code, maze.design.key, number)
"""


ASK_DESCRIPTIVE = """
import sys
from puzzlebook import maze_from_code
print(maze_from_code(sys.argv[1]).descriptive_code)
"""

ASK_ROOMS = """
import json, sys
from puzzlebook import maze_from_code
print(json.dumps({code: maze_from_code(code).facts for code in sys.argv[1:]}))
"""


def run(script, *arguments):
    return subprocess.run(
        [sys.executable, "-c", script, *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=True,
        capture_output=True,
        text=True,
    ).stdout


@cache
def made_today():
    """Codes of each shape, method and kind of ends, the smallest boards among them."""
    return [line.split() for line in run(ASK).splitlines()]


@cache
def rooms_today():
    """The facts of the rooms on record."""
    return json.loads(run(ASK_ROOMS, *(code for code, _ in ROOMS)))


def is_quick(code):
    """Whether a maze is made in less than a second or two."""
    if "-wall." in code and code.split("-")[2] == "20x28":
        return False
    return "100x100" not in code and not ("-triangular-" in code and ".drawn" in code)


def test_every_whole_or_cut_maze_on_record_is_compared():
    assert len(ROWS) >= 227
    assert {second.read(code)["shape"] for code, _ in ROWS} == {*second.SHAPES}


@pytest.mark.parametrize(
    ("code", "digest"),
    [pytest.param(*row, marks=() if is_quick(row[0]) else pytest.mark.exhaustive) for row in ROWS],
)
def test_the_second_implementation_yields_the_pinned_digest(code, digest):
    read = second.read(code)
    grid = second.grid_of(read)
    passages = second.passages_of(read, grid)
    assert second.digest_of(passages) == digest
    described = second.read(second.describe(read, grid, passages, None, None))
    assert second.passages_of(described, grid) == passages


@pytest.mark.parametrize(("code", "digest"), ROOMS)
def test_the_second_implementation_yields_the_rooms(code, digest):
    """Their doors and the way, too, of which the digest says nothing."""
    read = second.read(code)
    room = second.rooms_of(read)[read["rooms"][2] - 1]
    assert second.digest_of(room["passages"]) == digest
    facts = rooms_today()[code]
    assert (facts["doors"], facts["visits"]) == (room["doors"], room["visits"])


@pytest.mark.parametrize(
    ("code", "digest"),
    [
        pytest.param(*row, marks=() if row[0].split("-")[2] < "20" else pytest.mark.exhaustive)
        for row in SPREADS
    ],
)
def test_the_second_implementation_yields_mazes_over_two_pages(code, digest):
    """Start and end, too, of which the digest says nothing: the descriptive code has them."""
    passages, start, end = second.spread_of(second.read(code))
    assert second.digest_of(passages) == digest
    descriptive = run(ASK_DESCRIPTIVE, code).strip()
    described = second.read(descriptive)
    assert second.spread_of(described) == passages
    assert described["ends"] == f"{start}.{end}"
    assert described["spread"] == second.joints_of(second.read(code))


def test_codes_and_descriptive_codes_of_today():
    """Ends among them: a descriptive code says the cells that a rule found."""
    rows = made_today()
    assert len(rows) >= 300
    for code, descriptive, key, number in rows:
        read = second.read(code)
        assert read["key"] == key == second.maze_key("second", draw=number)
        grid = second.grid_of(read)
        passages = second.passages_of(read, grid)
        start, end = second.ends_of(grid, read["ends"], key, second.joined_of(grid, passages))
        assert second.describe(read, grid, passages, start, end) == descriptive, code


# -- The test vectors ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", VECTORS["keys"], ids=lambda row: "-".join(row["fields"][1:]))
def test_a_key_of_the_vectors(row):
    assert second.key_of(*row["fields"], digits=len(row["key"])) == row["key"]


@pytest.mark.parametrize(
    "row",
    [
        *VECTORS["mazes"],
        *BRIDGED["mazes"],
        *(
            pytest.param(row, marks=() if is_quick(row["code"]) else pytest.mark.exhaustive)
            for row in WALLS["mazes"]
        ),
    ],
    ids=lambda row: row["code"],
)
def test_a_maze_of_the_vectors(row):
    key = row["key"]
    assert second.maze_key(row["seed"], draw=row["draw"]) == key
    for purpose, told in row["streams"].items():
        assert bytes(islice(second.stream(key, purpose), 32)).hex() == told
    assert (
        list(islice(second.draws(key, row.get("purpose", "tree"), row["bits"]), 32)) == row["draws"]
    )
    described = second.read(row["descriptive_code"])
    if described["silhouette"] and described["silhouette"].startswith("name."):
        pytest.skip("how a name is set is not on the page")
    grid = second.grid_of(described)
    assert (len(grid.rings), len(grid.pairs)) == (row["cells"], row["sides"])
    passages = second.passages_of(described, grid)
    assert second.digest_of(passages) == row["digest"]
    joined, start, end = second.joined_of(grid, passages), row["start"], row["end"]
    assert described["ends"] == ("none" if start is None else f"{start}.{end}")
    assert row["solution_length"] == (
        0 if start is None else 1 + second.distances(joined, start)[end]
    )
    if "-way." not in row["code"]:
        read = second.read(row["code"])
        if "wall" in read:
            assert second.hung(read) == (passages, start, end)
            return
        assert second.passages_of(read, grid) == passages
        assert second.ends_of(grid, read["ends"], key, joined) == (start, end)


@pytest.mark.parametrize("row", PAGES["rooms"], ids=lambda row: row["code"])
def test_a_room_of_the_vectors(row):
    key, read = row["key"], second.read(row["code"])
    assert second.maze_key(row["seed"], draw=row["draw"]) == key == read["key"]
    for purpose, told in row["streams"].items():
        assert bytes(islice(second.stream(key, purpose), 32)).hex() == told
    room = second.rooms_of(read)[read["rooms"][2] - 1]
    assert second.digest_of(room["passages"]) == row["digest"]
    assert (room["doors"], room["visits"]) == (row["doors"], row["visits"])


@pytest.mark.parametrize("row", PAGES["spreads"], ids=lambda row: row["code"])
def test_a_maze_over_two_pages_of_the_vectors(row):
    key, read = row["key"], second.read(row["code"])
    assert second.maze_key(row["seed"], draw=row["draw"]) == key == read["key"]
    for purpose, told in row["streams"].items():
        assert bytes(islice(second.stream(key, purpose), 32)).hex() == told
    assert list(islice(second.draws(key, row["purpose"], row["bits"]), 32)) == row["draws"]
    passages, start, end = second.spread_of(read)
    assert second.digest_of(passages) == row["digest"]
    assert (start, end) == (row["start"], row["end"])
    described = second.read(row["descriptive_code"])
    assert described["ends"] == f"{start}.{end}"
    assert second.spread_of(described) == passages


# -- What stands on the page --------------------------------------------------------------------------------


def test_the_page_has_the_sum_of_each_drawing():
    drawings = {
        path.stem: sha256(path.read_bytes()).hexdigest() for path in second.DRAWINGS.glob("*.svg")
    }
    pictures = tomllib.loads(
        (second.DRAWINGS.parent / "pictures.toml").read_text(encoding="utf-8")
    )["drawings"]
    blocks = {name: "\n".join(row["blocks"].split()) for name, row in pictures.items()}
    sums = {name: sha256(rows.encode("ascii")).hexdigest() for name, rows in blocks.items()}
    told = [
        dict(re.findall(r"^(\w+) ([0-9a-f]{64})$", text, re.M))
        for text in re.findall(r"```text\n(.*?)```", PAGE, re.S)
    ]
    for kind, there, said in zip(("files", "blocks"), (drawings, sums), told, strict=True):
        lacking = [f"{name} {there[name]}" for name in there if said.get(name) != there[name]]
        assert not lacking, f"docs/codes.md: the sums of {kind} lack {lacking}"
        assert not set(said) - set(there), f"docs/codes.md: the sums of {kind} have too many"


@pytest.mark.parametrize(
    "said",
    [
        "vectors-1.json", "An implementation conforms", "Each purpose begins at byte 0", "look alike at the top",
        "Loops (edges from a node to itself) leave the graph first", "*parallel*",
        "where there is no ordinary node, k is 1", "A lazy entry is no", "A cell's *middle* is the mean of its corners",
    ],
)  # fmt: skip
def test_what_an_implementation_of_the_page_alone_had_missed(said):
    assert " ".join(said.split()) in " ".join(PAGE.split())


def test_a_seed_in_another_size_looks_alike_at_the_top():
    """As the page says: shape and size are not hashed."""
    grids = [second.Grid(second.square(9, rows), False) for rows in (12, 20)]
    key = second.maze_key("owl")
    short, tall = (
        {grid.pairs[side] for side in second.open_sides(grid, "walls", key)} for grid in grids
    )
    top = {pair for pair in short if max(pair) < 9}
    assert top == {pair for pair in tall if max(pair) < 9}
