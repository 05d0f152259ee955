"""The edition's promise: what a maze code makes today it makes in ten years.

`digests.txt` holds a line `CODE DIGEST` for each maze, and is only ever appended to. When lines are
added, `FROZEN` gets one more row, with `python tests/test_digests.py`; no row of it is ever
changed.
"""

import os
import shutil
import subprocess
import sys
from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest

import puzzlebook
from puzzlebook.ground import templates
from puzzlebook.ground.seeds import derive_pupil_key
from puzzlebook.mazes.codes import ENDS, METHODS, STAGE, STAGE_FAR, WAY_APART, WAY_SHORT, read_code
from puzzlebook.mazes.hidden import HiddenPicture
from puzzlebook.mazes.tilings import SHAPES
from puzzlebook.verbs.one_maze import maze_from_code

full = pytest.mark.exhaustive

FILE = Path(__file__).parents[1] / "digests.txt"
LINES = FILE.read_text(encoding="ascii").splitlines()
ROWS = [line.split(" ") for line in LINES]
CODES = [row[0] for row in ROWS]

FROZEN = (
    (62, "6d2d72b091433a5f3f42a0a5109b9b716c025ae5692a923ff01c1ef703755cca"),
    (200, "fa9720b1d1c0a2cf7b6612ddc49cf03966eca2b02eee0b648e79762d8fbca7dd"),
    (233, "c4ceef631971c64f17721303ce19d84de72712714fc02037aacb30f274fe70d4"),
    (252, "e202efac2b55321e4f754dd7ac14f38d8d3fbb175c36aa434ad4b902b5c1f9a8"),
    (260, "6bef109fdcbf07c90ea2e58bd7088e4fc11ed9eddc7e0ed291b8c368a23f0527"),
    (264, "b2f51724c8849b5b2852313afbb9412a2e2f92d9fede27ed909807eba6d7e713"),
    (300, "1210bc360b573db8e7395fc25fa4d3bb1c0434dd283a8683ff30005833a9d00d"),
    (313, "934e710355531d9703c8287049fb9d37de8a91bc95c09d3a32c8737b7a84d879"),
    (349, "9461dd5299f44afb7b6609906d537143a1b1f1c2cad719539c2253da5105bbae"),
    (421, "3ed90d14af72f3571c8b2c86ee2e9a2b69396dcd06c24fdc32db60b77253e770"),
    (450, "24b0da158a8deb2784548e05663ae62ffacd1de3154fc2c64403fc2965195091"),
    (457, "e2186150f710514c2c609e6ea26844c416c740dea555cd59159e873158d0f86b"),
    (493, "2a6bb5e4b1c8af4c8d2c068c90ca2e717b280087281c8848ea9d80ff2dbf9123"),
    (529, "02a305e5d41db2e8a63b3341381c0ec93d5bc6f45167dfad0b36b7dc12636bbe"),
    (565, "fbcbea741fca565e0f61ffcc7fd6bc37fca650e2fdd9859999bc58b37db774c5"),
    (573, "048267d876cea785eb46247790037c3aa5d6fc416d9fe4d382c3d2f8ee193181"),
    (609, "26add641b93a0f70b1d13f2a976dc68c8d0cda3842461cb644162befc5747de8"),
    (645, "4ddba189ea80f8fc7af4980914c0c6b9eb435759442f6846b3d303a3f71dcc0a"),
    (681, "43f95786bddb8d7a386f7f6472a8b32997a8d1d317ecd43e5dbbe51bd3f85ed5"),
    (717, "22f1c6e646915af2a291f9aae6e850eb8123d4de22bf9e762d94655e07b5d9ca"),
    (753, "c2c919f65205222bac7104e16f6e378758a7ae376fd025becee07fe428b3387b"),
    (765, "7304c42dd23057ade244162df48de07bbf471f6d5206dc2e24a19ba99c4a867d"),
    (801, "984d193b2f790d1cdd9d4cea3f96c1005100a2903524d8d7f2134d4c748a5559"),
    (837, "089ab2bcdeaed098ed3a9fdeaa0d300b9720b571ad9c52bdff165705eff6a60d"),
    (873, "52b3f0bcb75e0c970ad62ebabb56f40fcce43826f0b094eb5af58aaee8d07fd0"),
    (909, "17736b7aa0a8fc5601d0a09ea16581c4640ad1d19598bbcf1af9a4e672aa5dfc"),
    (945, "f5c34d786370d7ebdf9341e618cf63b2bcfb2f463efb4eb55376c5df4df0686d"),
    (981, "9dddd21ca46f70e1c5911b1d76af8c509bba2f6a11de0360444c2658eec7e9c3"),
    (1017, "acacc6301d943d13fa97e9ce2e74d84a061a3ca4ecd534c248d6b23476a877d9"),
    (1061, "eb815fdd00efea510ec6a713c792e073c129e0d05dbe4361c048577c182a2d1c"),
    (1092, "545cbc0f4fa25f6b7bc605c3ea2b35514cab9644d604ee5fa4b8f648c97cbd92"),
    (1148, "a8c941fb414095969653842e69abfe4aae35a09918092e2dac7c8eba7acf0ec9"),
    (1473, "f349a575a9f4cd160b60e79bf3e7dcb1e3298291bda10078e854b3eb54369fae"),
    (1511, "c79051baa89f98a3dcd17fb892e0a6690c36d280a4b37284ff7f23ce1a94c578"),
    (1724, "d2e7f6a74b8f9579588c7a11b56dd24774567b3e245f5d06910ff92dee98abfb"),
    (1770, "c2097e7fdac557ccd4e2a759f7688c255c711a2e676142c095808094bb76c058"),
    (1779, "65a5f43e9710dfedbf24673fd9ac374c66942a3722ac16ebe30b117ecf239b7d"),
    (1824, "5e4475c42c7897e0494a650e0e053c92d721b448b1451d34aafde862ad72ecb3"),
    (2429, "30a85054a3e7bbb46fbf42052ff6f6c828e00f59a55f1196f7110596a9945e91"),
    (2432, "68bc0f968162bfdd396e7c02c037ef28bd17f49cf6dffba14dc96dcea65e7c28"),
    (2637, "8d64b049d09f3a6c15b16b687968ebfa0a30dbfa254e830ddd805ba06ec65c24"),
    (2892, "34261906dcd663f98a9309e6282bfe6354c202b1279340208a1b2cbc4bd1618b"),
)
"""How many lines there were, and the SHA-256 of them with their line ends; only ever added to."""

STAGE_ENDS = "db6df4b72b3eb13e93136fab5f09254986703e5ae690bee51c9e210a465dda9d"
"""SHA-256 of the codes of mazes in stages, each with its start and its end, a line each."""

STAGE_ENDS_OF_SOME = "23b50a06a99aaecffc31807b29be2db6cca6be8986c93fbec4df7b5bb943b6ea"
"""The same of those on every twenty-fifth line, which are made again in every run."""

STAGE_FAR_ENDS = "508392869f93801ba6a30d736897e901a29307fb286e5c837f6b76cf5d68abe6"
"""The same of mazes in stages that offer several doors."""

OFFERED_DOORS = (
    (27170, "8384aa3025f4777108ffd940f59bd5806d4e35e103e48852a4309b1cb7a4ec45"),
    (38856, "75d57c6a4020a95c510052acc4b0a37a6ccc18522e429af4ba77b4a74005f143"),
    (40259, "ab84706d2faebb8713c9ac9c967ee95425c2642b59dc7b1a74d2ba6a1663c7a2"),
    (48577, "1683ad23525008ada7057b7b94f415233a93ae2c5041b3b31fcff9e1e9f86ffc"),
    (50519, "d87ae359a7c3677d9990990878b3422a12f5716ff26b8ffb8d63f1da4ca5b080"),
    (50865, "732bdc921a4cfe165884b9c2965684f51c8a00e5535f978174a037a46faaba0f"),
    (52530, "eaeb4ccd6594f0f5c8ab2442b155239d1af998db350ab85d70190b18a3f0276a"),
    (65130, "36f888cf89b9bc275dde3b00345e9f8736d3cd5663a7e0bf34e7a2c484dbd2db"),
    (69437, "c96dde2e1a7971760e653254a3629f8b97aceeae273ccb77297637ee2f052129"),
    (74141, "d36298c3dd6a24ac4034049e045c83de44ee092ef93dc4ece8cdea8403554a54"),
)
"""How many bytes of `templates/stage_doors.toml` there were, and their SHA-256; only ever added to."""

WALL_ENDS = "7f8190e4efe890a9ab315a465917019af0e9bee677cf76d5f71c1f4e33e8f87b"
"""The same of walls and their pieces."""

AGAIN = """
import sys
from puzzlebook.mazes.codes import read_code
from puzzlebook.mazes.grids import make_grid
from puzzlebook.mazes.generator import draw_maze
for line in sys.stdin:
    design = read_code(line)
    print(line.strip(), draw_maze(design, make_grid(design.shape, design.board_size)).digest)
"""


make_again = cache(maze_from_code)


def sum_of(lines):
    return sha256("".join(f"{line}\n" for line in lines).encode("ascii")).hexdigest()


@pytest.mark.parametrize(("code", "digest"), ROWS, ids=CODES)
def test_a_code_makes_its_maze_again(code, digest):
    maze = make_again(code)
    assert maze.digest == digest
    assert maze.code == code


@pytest.mark.parametrize(("lines", "total"), FROZEN)
def test_lines_are_only_ever_added(lines, total):
    assert sum_of(LINES[:lines]) == total


def test_every_line_is_frozen():
    assert FROZEN[-1][0] == len(LINES), "freeze the new lines: python tests/test_digests.py"
    assert [lines for lines, _ in FROZEN] == sorted({lines for lines, _ in FROZEN})


def test_lines_are_of_one_form():
    assert FILE.read_bytes() == "".join(f"{line}\n" for line in LINES).encode("ascii")
    assert len(set(CODES)) == len(CODES)
    assert all(len(digest) == 64 for _, digest in ROWS)


def test_the_promise_covers_both_methods_and_all_ends():
    designs = [read_code(code) for code in CODES]
    square = {
        (design.method, design.ends)
        for design in designs
        if design.shape == "square"
        and not design.picture
        and not design.is_staged
        and not design.bridges
        and not design.wall
        and not design.spread
    }
    assert square == {(method, ends) for method in METHODS for ends in ENDS}
    assert {(2, 1), (1, 2), (9, 12), (20, 28), (100, 100)} <= {design.size for design in designs}


@pytest.mark.parametrize("shape", SHAPES)
def test_the_promise_covers_every_shape(shape):
    designs = [
        design
        for design in map(read_code, CODES)
        if design.shape == shape
        and not design.picture
        and not design.is_staged
        and not design.bridges
        and not design.wall
        and not design.spread
    ]
    whole = {(design.method, design.ends) for design in designs if not design.silhouette}
    assert whole == {(method, ends) for method in METHODS for ends in ENDS}
    cut = {design.silhouette for design in designs if design.silhouette}
    names = ["heart", "cat", "snail", "umbrella.largest"]
    drawn = (
        ["heart.drawn", "cat.drawn", "snail.drawn", "umbrella.drawn.largest"]
        if SHAPES[shape].drawn_cut
        else []
    )
    assert cut == {*names, *drawn}
    assert {design.method for design in designs if design.silhouette} == set(METHODS)


def test_the_promise_covers_ways_that_draw_pictures():
    ways = {(design.method, design.picture) for design in map(read_code, CODES) if design.picture}
    assert {method for method, _ in ways} == set(METHODS)
    assert {picture for _, picture in ways} == {
        *HiddenPicture.drawings(),
        "castle",
        "cat",
        "owl",
        "owl.largest",
        "dinosaur.largest",
        "moon",
    }
    apart = {
        (design.method, design.picture)
        for design in map(read_code, CODES)
        if design.ends.endswith(WAY_APART)
    }
    assert apart == {
        ("walls", "heart"),
        ("passages", "apple"),
        ("walls", "owl.largest"),
        ("passages", "cat"),
    }
    short = {
        (design.method, design.picture)
        for design in map(read_code, CODES)
        if design.ends.endswith(WAY_SHORT)
    }
    assert short == {("walls", "whale"), ("passages", "castle"), ("walls", "owl")}


def test_the_promise_covers_stages():
    staged = [
        design for design in map(read_code, CODES) if design.ends == STAGE and not design.bridges
    ]
    names = {(design.silhouette or "").removesuffix(".drawn") for design in staged}
    assert names == set(templates.list_names("stages", ".svg"))
    assert {design.method for design in staged} == set(METHODS)
    assert {design.shape for design in staged} == {"square", "hexagonal", "triangular"}


@pytest.mark.parametrize(
    ("one_in", "total"), [(25, STAGE_ENDS_OF_SOME), pytest.param(1, STAGE_ENDS, marks=full)]
)
def test_ends_in_stages_are_part_of_the_promise(one_in, total):
    """Start and end of each, since a digest says nothing of them."""
    staged = [
        code
        for code in CODES[::one_in]
        if read_code(code).ends == STAGE and not read_code(code).bridges
    ]
    told = (f"{maze.code} {maze.start} {maze.end}" for maze in map(make_again, staged))
    assert sum_of(told) == total


def test_ends_at_the_doors_that_stages_offer_are_part_of_the_promise():
    codes = [code for code in CODES if read_code(code).ends == STAGE_FAR]
    told = (f"{maze.code} {maze.start} {maze.end}" for maze in map(make_again, codes))
    assert sum_of(told) == STAGE_FAR_ENDS
    assert {read_code(code).shape for code in codes} == {
        "square", "hexagonal", "triangular", "polar",
    }  # fmt: skip


@pytest.mark.parametrize(("size", "total"), OFFERED_DOORS)
def test_doors_that_stages_offer_are_only_ever_added(size, total):
    rows = (templates.find_folder() / "stage_doors.toml").read_bytes()
    assert sha256(rows[:size]).hexdigest() == total
    assert OFFERED_DOORS[-1][0] == len(rows), "freeze the new rows"


def test_the_promise_covers_bridges():
    bridged = [design for design in map(read_code, CODES) if design.bridges]
    assert {design.shape for design in bridged} == {
        shape for shape, row in SHAPES.items() if row.has_bridges
    }
    assert {design.silhouette for design in bridged} == {None, "heart", "cat", "volcano"}
    assert {"far", "apart", "centre", STAGE} <= {design.ends for design in bridged}


def test_the_promise_covers_walls_and_their_pieces():
    hung = [design for design in map(read_code, CODES) if design.wall]
    assert {design.method for design in hung} == set(METHODS)
    assert {bool(design.piece) for design in hung} == {True, False}
    # Start and end of each, since a digest says nothing of them.
    mazes = [maze_from_code(design.code) for design in hung]
    told = "".join(f"{maze.code} {maze.start} {maze.end}\n" for maze in mazes)
    assert sha256(told.encode("ascii")).hexdigest() == WALL_ENDS


def test_the_promise_covers_class_sets():
    keys = {read_code(code).key for code in CODES}
    assert {
        derive_pupil_key("owl", name, time)
        for name, time in (("Mia", 1), ("Mia", 2), ("Łukasz", 1), ("مريم", 1))
    } <= keys


@pytest.mark.parametrize("ends", ENDS)
def test_ends_are_part_of_the_promise(ends):
    """Start and end of one maze of each kind, since a digest says nothing of them."""
    maze = maze_from_code(next(code for code in CODES if f"-9x12-{ends}-" in code))
    assert (maze.start, maze.end) == {
        "far": (7, 102),
        "apart": (27, 80),
        "opposite": (1, 102),
        "corners": (0, 107),
        "centre": (44, 49),
        "random": (6, 99),
        "none": (None, None),
    }[ends]


def test_a_changed_line_is_noticed():
    assert sum_of([*LINES[:-1], LINES[-1].replace("a", "b")]) != FROZEN[-1][1]
    assert sum_of([*LINES[1:], LINES[0]]) != FROZEN[-1][1]


# -- Other Pythons ------------------------------------------------------------------------------------------

PYTHONS = ["3.11", "3.12", "3.13", "3.14"]
# A digest does not depend on the silhouettes' libraries, which another Python may lack.
PLAIN = [
    line
    for line, design in zip(LINES, map(read_code, CODES), strict=True)
    if not (design.silhouette or design.picture)
]


@cache
def interpreter(version):
    """A Python of this version: on the path, or one of pyenv's."""
    found = [shutil.which(f"python{version}")]
    found += sorted(map(str, Path.home().glob(f".pyenv/versions/{version}.*/bin/python")))
    ask = "import sys; print('%d.%d' % sys.version_info[:2])"
    for path in filter(None, found):
        told = subprocess.run([path, "-c", ask], capture_output=True, text=True)
        if (
            told.stdout.strip() == version
        ):  # pyenv's shims are there for versions that are not chosen
            return path
    return None


@pytest.mark.parametrize("one_in", [5, pytest.param(1, marks=full)])
@pytest.mark.parametrize("version", PYTHONS)
def test_the_same_under_another_python(version, one_in):
    """With the standard library alone, and another hash seed."""
    if version == f"{sys.version_info[0]}.{sys.version_info[1]}":
        pytest.skip("this is the Python that runs the tests")
    python = interpreter(version)
    if python is None:
        pytest.skip(f"no Python {version} here")
    lines = PLAIN[::one_in]
    done = subprocess.run(
        [python, "-S", "-c", AGAIN],
        input="\n".join(line.split(" ")[0] for line in lines),
        env={
            **os.environ,
            "PYTHONPATH": str(Path(puzzlebook.__file__).parent.parent),
            "PYTHONHASHSEED": "42",
        },
        capture_output=True,
        text=True,
    )
    assert done.stdout.splitlines() == lines, done.stderr


@pytest.mark.parametrize("seed", ["0", "7"])
def test_the_same_under_another_hash_seed(seed):
    done = subprocess.run(
        [sys.executable, "-c", AGAIN],
        input="\n".join(line.split(" ")[0] for line in PLAIN[:20]),
        env={
            **os.environ,
            "PYTHONPATH": str(Path(puzzlebook.__file__).parent.parent),
            "PYTHONHASHSEED": seed,
        },
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == PLAIN[:20]


if __name__ == "__main__":
    print(f'    ({len(LINES)}, "{sum_of(LINES)}"),')
