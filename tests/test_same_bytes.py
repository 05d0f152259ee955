"""The same command gives the same bytes: whatever the process, its surroundings, and the Python
that runs it."""

import json
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import puzzlebook
from puzzlebook import make_book

# Where the package was imported from, so that a process of its own finds it without its being
# installed.
HOME = Path(puzzlebook.__file__).resolve().parents[1]
MAKE = ("make", "ages-7-8", "--mazes", "6", "--seed", "owl")
CLASS = "name;level;print\nMia Berg;;\nBen Østergård;easier;\nZoë Šimková;harder;large\nŁukasz;;\n"
MORE = (
    # Both PDF files with QR code, and codes below the mazes; silhouettes and letters; a class set
    # with its key.
    ("make", "adult", "--seed", "Owl & co", "--mazes", "3", "--pdf", "both", "--set", "codes=all",
     "--set", r'book.title="\u017b\u00f3\u0142w & Gr\u00f6\u00dfe"'),
    ("make", "silhouettes", "--seed", "owl", "--mazes", "3", "--silhouette", "text:MAX,heart,owl", "--no-svg"),
    ("make", "worksheet", "--seed", "owl", "--names", "3b.csv", "--key", "separate", "--pdf", "both",
     "--set", "codes=all", "--set", 'book.matter=["key","colophon"]'),
    # Every tiling, rings among them, also as a PDF for screens; and the cover of a book.
    ("make", "shapes", "--seed", "owl", "--mazes", "9", "--pdf", "both"),
    ("cover", "adult"),
)  # fmt: skip

# In every run, fewer mazes of the same kinds, made one after the other in one process.
FEW_MAKE = ("make", "ages-7-8", "--mazes", "2", "--seed", "owl", "--no-check")
FEW = (
    FEW_MAKE,
    ("make", "adult", "--seed", "Owl & co", "--mazes", "1", "--pdf", "both", "--set", "codes=all", "--no-check",
     "--set", r'book.title="\u017b\u00f3\u0142w & Gr\u00f6\u00dfe"'),
    ("make", "silhouettes", "--seed", "owl", "--mazes", "2", "--silhouette", "text:M,heart", "--no-svg",
     "--no-check", "--audience", "5-6"),
    (*MORE[2], "--no-check"),
    ("make", "shapes", "--seed", "owl", "--mazes", "9", "--no-check"),
    MORE[-1],
)  # fmt: skip

# Several differences at a time: what any one of them changed would be seen.
SURROUNDINGS = {
    **{
        "PYTHONHASHSEED": "1",
        "TZ": "Pacific/Kiritimati",
        "COLUMNS": "20",
        "NO_COLOR": "1",
        "TERM": "dumb",
    },
    **{"LC_ALL": "C", "LANG": "tr_TR.UTF-8", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "SOURCE_DATE_EPOCH": "1",
}


def run(
    arguments,
    python=sys.executable,
    program=("-m", "puzzlebook"),
    umask=0o022,
    cwd=None,
    **variables,
):
    """What a process of its own prints; it must succeed."""
    kept = {
        key: os.environ[key]
        for key in ("PATH", "HOME", "SYSTEMROOT", "TEMP", "TMP")
        if key in os.environ
    }
    return subprocess.run(
        [python, *program, *map(str, arguments)],
        env={**kept, "PYTHONPATH": str(HOME), **variables},
        umask=umask if os.name == "posix" else -1,
        cwd=cwd,
        check=True,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
    ).stdout


IN_TURN = """
import json, sys
from puzzlebook.cli import main
for arguments in json.loads(sys.argv[1]):
    sys.argv = ["puzzlebook", *arguments]
    try:
        main()
    except SystemExit as done:
        assert not done.code, arguments
"""


def make_all(shelf, many="all", program=("-m", "puzzlebook"), **how):
    """All our books on a shelf, each by a process of its own; or a few, by one."""
    shelf.mkdir(parents=True, exist_ok=True)
    names = shelf.parent / f"{shelf.name} names" / "3b.csv"
    names.parent.mkdir()
    names.write_text(CLASS, encoding="utf-8")
    known = {"3b.csv": names.resolve(), "adult": shelf.resolve() / "adult"}
    lines = []
    for command, *words in FEW if many == "few" else (MAKE, *MORE):
        if command == "make":
            names = (known["3b.csv"] if word == "3b.csv" else word for word in words)
            lines.append([command, *map(str, names), "-o", str(shelf)])
        else:
            lines.append([command, *(str(known[word]) for word in words)])
    if many == "few":
        before = program[1].removesuffix(ITSELF) if program[0] == "-c" else ""
        run((json.dumps(lines),), program=("-c", before + IN_TURN), **how)
    else:
        for line in lines:
            run(line, program=program, **how)


def files(folder):
    """Every file below a folder with its bytes."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def differing(one, other):
    """The names of the files that are not the same in both."""
    return sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name))


def the_first(made):
    """The files of the first of our books alone."""
    return {name: content for name, content in made.items() if name.startswith("ages-7-8/")}


@pytest.fixture(scope="session", params=["few", pytest.param("all", marks=pytest.mark.exhaustive)])
def many(request):
    """Whether some of our books are made, or all."""
    return request.param


@pytest.fixture
def make(many):
    """The command of the first book."""
    return FEW_MAKE if many == "few" else MAKE


@pytest.fixture(scope="session")
def first(many, tmp_path_factory):
    """The files of the books as a process in plain surroundings makes them."""
    shelf = tmp_path_factory.mktemp("first")
    make_all(shelf, many)
    made = files(shelf)
    assert len([name for name in made if name.startswith("ages-7-8/")]) == 3 + 2 * (
        2 if many == "few" else 6
    )
    assert {
        "adult/adult-screen.pdf",
        "adult/adult-cover.pdf",
        "3b/3b-key.pdf",
        "3b/3b-screen.pdf",
    } <= made.keys()
    assert "shapes/shapes.pdf" in made
    assert "shapes/shapes-screen.pdf" in made or many == "few"
    assert json.loads(made["ages-7-8/manifest.json"])["seed"] == "owl"
    return made


def make_all_elsewhere(tmp_path, many, **more):
    """All our books in other surroundings, from another working folder and under another umask."""
    (tmp_path / "deep" / "er").mkdir(parents=True)
    how = {"umask": 0o077, **SURROUNDINGS, **more}
    make_all(tmp_path / "shelf", many, cwd=tmp_path / "deep" / "er", **how)
    return files(tmp_path / "shelf")


@pytest.mark.exhaustive
def test_the_same_bytes_without_docstrings_and_assertions(first, many, tmp_path):
    """Python compiles everything anew for it, and keeps that for these books alone."""
    compiled = str(tmp_path / "compiled")
    made = make_all_elsewhere(tmp_path, many, PYTHONOPTIMIZE="2", PYTHONPYCACHEPREFIX=compiled)
    assert differing(made, first) == []


ANOTHER_LIBRARY_ALONE = """
import builtins, math

def one_off(function):
    def wrong(*arguments):
        found = function(*arguments)
        return math.nextafter(found, math.inf) if isinstance(found, float) else found
    return wrong

for name in ("sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh exp expm1 exp2 log log2 log10 log1p "
             "pow cbrt erf gamma").split():
    if hasattr(math, name):
        setattr(math, name, one_off(getattr(math, name)))
builtins.sum = one_off(sum)
assert math.sin(1.0) > 0.8414709848078965 and sum([0.5, 0.5]) > 1 and sum([1, 1]) == 2
"""
ITSELF = """
from puzzlebook.cli import main
main()
"""
ANOTHER_LIBRARY = ANOTHER_LIBRARY_ALONE + ITSELF
"""The command where everything that a C library or a version of Python rounds its own way is off in
the last place."""


def test_the_same_bytes_in_other_surroundings(first, many, tmp_path):
    """With another C library at once; in the full run each alone, too."""
    made = make_all_elsewhere(tmp_path, many, program=("-c", ANOTHER_LIBRARY))
    assert differing(made, first) == []


def test_the_same_bytes_with_another_c_library(first, many, tmp_path):
    make_all(tmp_path / "shelf", many, program=("-c", ANOTHER_LIBRARY))
    assert differing(files(tmp_path / "shelf"), first) == []


TURNED = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 60"><g transform="rotate(17) skewX(9)">
<path d="M10 30a31 17 23 0 1 60 5 9 9 0 1 0 -20 10Z"/>
<circle cx="40" cy="30" r="7.3" fill="white" stroke="black" stroke-width="2.2"/>
<path d="M5 50q9 -13 20 2t12 -9" fill="none" stroke="black" stroke-width="3.1" stroke-linejoin="round"/></g></svg>"""


def test_a_drawing_of_arcs_with_another_c_library(tmp_path):
    (tmp_path / "turned.svg").write_text(TURNED, encoding="utf-8")
    asked = (
        "--seed",
        "owl",
        "--mazes",
        "2",
        "--silhouette",
        tmp_path / "turned.svg",
        "--edge",
        "drawn",
        "--set",
    )
    for place, program in enumerate((("-m", "puzzlebook"), ("-c", ANOTHER_LIBRARY))):
        start = f'start="{(tmp_path / "turned.svg").as_posix()}"'
        run(("make", "silhouettes", *asked, start, "-o", tmp_path / str(place)), program=program)
    assert differing(files(tmp_path / "0"), files(tmp_path / "1")) == []


@pytest.mark.skipif(os.name != "posix", reason="only POSIX has such locales")
def test_a_name_that_the_locale_cannot_write_is_said(tmp_path):
    (tmp_path / "3b.csv").write_text(CLASS, encoding="utf-8")
    names = (
        "make",
        "worksheet",
        "--names",
        tmp_path / "3b.csv",
        "--split",
        "-o",
        tmp_path / "shelf",
    )
    with pytest.raises(subprocess.CalledProcessError) as failed:
        run(names, **SURROUNDINGS)
    assert failed.value.returncode == 1
    assert failed.value.stderr.count("\n") == 1
    assert "set PYTHONUTF8=1; nothing was changed" in failed.value.stderr
    assert not (tmp_path / "shelf").exists()


def test_the_same_bytes_on_a_shelf_that_is_named_from_another_working_folder(first, make, tmp_path):
    (tmp_path / "deep" / "er").mkdir(parents=True)
    run((*make, "-o", Path("..") / "shelf"), cwd=tmp_path / "deep" / "er", PYTHONHASHSEED="2")
    assert differing(files(tmp_path / "deep" / "shelf"), the_first(first)) == []


def test_the_same_bytes_in_place_of_an_older_book(first, make, tmp_path):
    run((*make, "--seed", "another seed", "-o", tmp_path))
    assert "ages-7-8/ages-7-8.pdf" in differing(files(tmp_path), first)
    run((*make, "-o", tmp_path, "--force"))
    assert differing(files(tmp_path), the_first(first)) == []


def test_books_made_one_after_the_other_in_one_process(first, make, tmp_path):
    """Nothing of one book stays behind in the next."""
    mazes = int(make[3])
    for shelf, book in (("1", "ages-7-8"), ("2", "adult"), ("3", "ages-7-8")):
        make_book(book, seed="owl", mazes=mazes, output=tmp_path / shelf)
    assert differing(files(tmp_path / "1"), the_first(first)) == []
    assert differing(files(tmp_path / "3"), the_first(first)) == []


def test_the_same_bytes_in_other_scripts(tmp_path):
    """Bidirectional lines, fallback fonts, and glyphs that are no character's own."""
    title = "هزارتو (Mia) ক্ষুদ্র ১২"
    for place, variables in enumerate(
        ({"PYTHONHASHSEED": "1"}, {"PYTHONHASHSEED": "2", "LC_ALL": "C", "LANG": "tr_TR"})
    ):
        few = ("make", "sheets", "--mazes", "1", "--seed", "owl", "--no-check")
        run((*few, "--language", "fa", "--title", title, "-o", tmp_path / str(place)), **variables)
    assert differing(files(tmp_path / "0"), files(tmp_path / "1")) == []


def test_another_seed_volume_or_title_is_another_book(first, make, tmp_path):
    """The comparison can fail: each of these changes what it should, and the title changes no
    maze."""
    makes = {"seed": {"seed": "owls"}, "volume": {"seed": "owl", "overrides": {"volume": 2}},
             "title": {"seed": "owl", "overrides": {"book.title": "Other"}}}  # fmt: skip
    changed = {}
    for what, how in makes.items():
        make_book(mazes=int(make[3]), output=tmp_path / what, **how)
        changed[what] = differing(files(tmp_path / what), the_first(first))
    assert changed["title"] == [
        "ages-7-8/ages-7-8.pdf",
        "ages-7-8/manifest.json",
        "ages-7-8/recipe.toml",
    ]
    assert changed["seed"] == changed["volume"] == sorted(the_first(first))


@pytest.mark.parametrize("ending", ["svg", "pdf"])
def test_a_single_maze_is_the_same_bytes(tmp_path, ending):
    for place, variables in enumerate(
        ({}, {"PYTHONHASHSEED": "1", "SOURCE_DATE_EPOCH": "1", "TZ": "Asia/Kathmandu"})
    ):
        run(
            (
                "maze",
                "--seed",
                "owl",
                "--size",
                "9x9",
                "--both",
                "-o",
                tmp_path / f"{place}.{ending}",
            ),
            **variables,
        )
    one, other = ((tmp_path / f"{place}.{ending}").read_bytes() for place in (0, 1))
    assert one == other
    assert (
        (tmp_path / f"0-solution.{ending}").read_bytes()
        == (tmp_path / f"1-solution.{ending}").read_bytes()
        != one
    )


def other_pythons():
    """Pythons of other versions: those named in PUZZLEBOOK_PYTHONS, those on the path, and
    pyenv's."""
    named = os.environ.get("PUZZLEBOOK_PYTHONS", "").split(os.pathsep)
    on_path = [shutil.which(f"python3.{minor}") for minor in range(11, 16)]
    pyenv = (Path.home() / ".pyenv" / "versions").glob("3.*/bin/python")
    return [str(python) for python in (*named, *on_path, *pyenv) if python]


NEEDS = (
    "reportlab, svgwrite, segno, uharfbuzz, pydantic, typer, fontTools, fontpkg_atkinson_hyperlegible,"
    " fontpkg_nunito, fontpkg_titan_one"
)


@cache
def able_pythons():
    """The Pythons that have what we need, by their versions."""
    ask = f"import sys, {NEEDS}; print('%d.%d' % sys.version_info[:2])"
    found = {}
    for python in other_pythons():
        answer = subprocess.run([python, "-c", ask], capture_output=True, text=True, check=False)
        found.setdefault(answer.stdout.strip(), python)
    return found


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13"])
def test_the_same_bytes_from_other_pythons(first, many, tmp_path, version):
    if version == "{}.{}".format(*sys.version_info):
        pytest.skip("this is the Python that runs the tests")
    python = able_pythons().get(version)
    if python is None:
        pytest.skip(f"no Python {version} with our dependencies (PUZZLEBOOK_PYTHONS may name some)")
    make_all(tmp_path / "shelf", many, python=python)
    made = files(tmp_path / "shelf")
    theirs, ours = (
        json.loads(book["ages-7-8/manifest.json"])["versions"] for book in (made, first)
    )
    if theirs != ours:
        pytest.skip(f"its libraries are others: {theirs}")
    assert differing(made, first) == []
