"""Slips and hostile files that others than drawings and PDFs hold: one clear line, exit 2 or 1, and
soon."""

import os
import sys
import time
import tomllib

import pytest
from command import check_errors
from forked import forked
from PIL import Image

from puzzlebook.ground.toml_text import parse_toml

RECIPE = 'base = "sheets"\n'


STEPS = ".".join("a" * 50_000)
"""A key of which tomllib makes 10 GB."""

ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="needs limits on memory")


@pytest.fixture
def refused(puzzlebook_here):
    """The lines that a command says of what is wrong; it ends with 2, or with another code if it is
    told."""

    def lines(*arguments, code=2):
        begun = time.process_time()  # whatever else the machine is at
        done = puzzlebook_here(*arguments)
        assert (done.code, done.out) == (code, "")
        assert time.process_time() - begun < 5
        *said, last = done.err.splitlines()
        check_errors(done.err if not said else "\n".join(said))
        return [*said, last]

    return lines


def one(lines):
    (line,) = lines
    return line


def recipe(tmp_path, text, name="r.toml"):
    (tmp_path / name).write_text(text, encoding="utf-8")
    return name


@ON_LINUX
def test_a_way_through_a_picture_of_stripes(tmp_path):
    stripes = Image.new("L", (1000, 1000), 255)
    stripes.paste(0, mask=Image.frombytes("1", (1000, 1000), b"\x55" * 125_000))
    stripes.save(tmp_path / "s.png")
    done = forked(tmp_path, "maze", "--way", "s.png", "--size", "20x20", "-o", "m.svg", seconds=6)
    assert done.code == 2
    assert "s.png: the subject of this photo does not stand out from its background" in done.err


# -- Recipes ---------------------------------------------------------------------------------------------


def test_an_empty_size_is_no_size(refused, tmp_path):
    name = recipe(
        tmp_path, '[book]\ntitle = "A"\n[[section]]\nkey = "a"\ntitle = "A"\nmazes = 1\nsize = ""\n'
    )
    assert one(refused("make", name)).startswith("error: section.a.size: is missing;")


def test_a_chain_of_bases_has_an_end(refused, tmp_path):
    for place in range(1200):
        recipe(tmp_path, f'base = "r{place + 1}.toml"\n', f"r{place}.toml")
    assert "more than 50 bases away" in one(refused("make", "r0.toml"))


@pytest.mark.parametrize("digits", [300, 5000])
def test_a_number_of_thousands_of_digits(refused, tmp_path, digits):
    number = "9" * digits
    line = one(refused("make", recipe(tmp_path, f"{RECIPE}volume = {number}\n")))
    assert "too large" in line or "thousands of digits" in line
    refused("make", "sheets", "--mazes", number)
    refused("make", "sheets", "--set", f"volume={number}")
    refused("make", "sheets", "--set", f"section.*.size={number}x{number}")
    refused("maze", "--size", f"{number}x3")


@ON_LINUX
@pytest.mark.parametrize(
    "bomb", [f"{STEPS} = 1", f"[{STEPS}]", f'x = {{y = """z"""", {STEPS} = 1}}']
)
@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("r.toml", "make r.toml"),
        ("r.toml", "new other.toml --from r.toml"),
        ("t.toml", "make sheets --theme t.toml"),
        ("t.toml", "maze --theme t.toml"),
        ("l.toml", "make sheets --language l.toml"),
    ],
)
def test_a_key_of_fifty_thousand_steps(tmp_path, bomb, name, asked):
    recipe(tmp_path, bomb, name)
    done = forked(tmp_path, *asked.split(), seconds=5, memory=300 << 20)
    assert done.code == 2
    check_errors(done.err)
    assert (
        name != "r.toml"
        or "r.toml: has a key of more than 8 parts; write keys such as section" in done.err
    )


@ON_LINUX
def test_a_value_with_a_key_of_as_many_steps(tmp_path):
    done = forked(
        tmp_path, "make", "sheets", "--set", f"title=1\n{STEPS} = 1", seconds=5, memory=300 << 20
    )
    assert done.code == 2
    check_errors(done.err)


@pytest.mark.parametrize(
    "text", ["a.b.c.d.e.f.g.h.i.j.k", "# x", "'", '\\"', "M0 0l.1.2.3.4.5.6.7.8.9.1.2.3.4.5"]
)
def test_points_in_texts_are_no_steps(text):
    spelled = f'a = "{text}" # {STEPS}\nb = """{text}"""\n'
    spelled += "" if "'" in text else f"c = '{text}'\nd = {{ e = '''{text}''' }}\n"
    assert parse_toml(spelled) == tomllib.loads(spelled)


def test_a_hundred_thousand_unknown_keys(refused, tmp_path):
    name = recipe(tmp_path, RECIPE + "".join(f"k{number} = 1\n" for number in range(100_000)))
    lines = refused("make", name)
    assert lines[0] == "error: k0: there is no such key; " + lines[0].partition("; ")[2]
    assert lines[-1] == "error: and 99980 more"


@pytest.mark.parametrize(
    "asked",
    [
        ("make", "x" * 5000), ("make", "x" * 5000 + ".toml"), ("make", "sheets", "--seed", "\x01" + "s" * 5000),
        ("make", "sheets", "--theme", "t" * 5000), ("make", "sheets", "--page", "p" * 5000),
        ("make", "sheets", "--printer", "p" * 5000), ("make", "sheets", "--language", "l" * 5000),
        ("make", "sheets", "--set", "k" * 5000 + "=1"), ("make", "sheets", "--set", "k" * 5000),
        ("make", "sheets", "--set", f"book.title={'t' * 5000}"), ("make", "sheets", "--mazes", "m" * 5000),
        ("make", "sheets", "--set", f"section.{'s' * 5000}.size=3x3"), ("make", "sheets", f"--{'o' * 5000}"),
        ("maze", "--shape", "s" * 5000), ("maze", "--size", "9 " * 3000), ("maze", "--code", "c" * 5000),
        ("maze", "--silhouette", "text:" + "a" * 5000), ("maze", "--silhouette", "s" * 5000), ("c" * 5000,),
        ("rebuild", "b" * 5000), ("verify", "v" * 5000), ("check", "c" * 5000), ("list", "l" * 5000),
        ("cover", "c" * 5000), ("preview", "p" * 5000), ("new", "n" * 5000), ("make", "sheets", "-o", "o" * 5000),
    ],
    ids=lambda asked: " ".join(word[:12] for word in asked),
)  # fmt: skip
def test_a_message_repeats_little_of_a_value(puzzlebook_here, asked):
    done = puzzlebook_here(*asked)
    assert done.code in (1, 2)
    line = one(check_errors(done.err))
    assert not any(letter * 201 in line for letter in "abcklmnopstvx")
    assert line.count("9 9 9") < 70
    assert len(line) < 1500


# -- Class lists -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\xef\xbb\xbf", "is empty"), (b"\xff\xfe", "is empty"), (b"\xfe\xff", "is empty"),
        (b"\xef\xbb\xbf \n\n", "is empty"), ("\u00a0\n".encode(), "is empty"),
        (b"name;level\nMia;" + b"x" * 200_000, "cannot be read as CSV"), (b"x" * 200_000, "cannot be read as CSV"),
        (b'"' + b"x,\n" * 100_000, "cannot be read as CSV"),
    ],
    ids=["utf-8", "utf-16 le", "utf-16 be", "blank", "hard space", "long cell", "long line", "open quote"],
)  # fmt: skip
def test_lists_of_nothing_and_cells_without_end(refused, tmp_path, content, said):
    (tmp_path / "3b.csv").write_bytes(content)
    assert said in one(refused("make", "worksheet", "--names", "3b.csv"))


# -- Links that lead to themselves -----------------------------------------------------------------------


@pytest.fixture
def loop(tmp_path):
    for name in ("l.toml", "l.svg", "l.csv", "l.ttf", "l"):
        try:
            os.symlink(name, tmp_path / name)
        except OSError:
            pytest.skip("this system makes no links")
    return tmp_path


@pytest.mark.parametrize(
    "asked",
    [
        ("make", "l.toml"), ("make", "sheets", "--theme", "l.toml"), ("make", "sheets", "--language", "l.toml"),
        ("make", "silhouettes", "--silhouette", "l.svg"), ("make", "sheets", "--font", "l.ttf"),
        ("make", "sheets", "--set", "logo=l.svg"), ("make", "worksheet", "--names", "l.csv"),
        ("maze", "--silhouette", "l.svg"), ("verify", "l"), ("check", "l"), ("cover", "l"), ("preview", "l"),
        ("rebuild", "l"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_links_that_loop(puzzlebook_here, loop, asked):
    done = puzzlebook_here(*asked)
    assert done.code in (1, 2)
    assert "internal error" not in one(check_errors(done.err))


def test_a_base_in_another_folder_that_names_a_loop(puzzlebook_here, loop):
    (loop / "a").mkdir()
    os.symlink("l.svg", loop / "a" / "l.svg")
    recipe(
        loop / "a",
        'base = "silhouettes"\n[[section]]\nkey = "animals"\nsilhouette = "l.svg"\n',
        "under.toml",
    )
    done = puzzlebook_here("make", recipe(loop, 'base = "a/under.toml"\n'))
    assert done.code in (1, 2)
    assert "internal error" not in "".join(check_errors(done.err))


def test_a_manifest_that_leads_nowhere_is_called_that(refused, loop):
    (loop / "book").mkdir()
    os.symlink("manifest.json", loop / "book" / "manifest.json")
    assert one(refused("verify", "book", code=1)) == "error: manifest.json: is not a file"
    for command in ("check", "cover", "preview"):
        assert "its manifest.json is a link that leads nowhere" in one(refused(command, "book"))


# -- What is empty is not what is not given --------------------------------------------------------------


@pytest.mark.parametrize(("option", "said"), [("--spine", "--spine"), ("--sheet", "--sheet")])
def test_an_empty_measure_is_refused(refused, printed, option, said):
    folder = printed("ages-7-8").folder
    assert one(refused("cover", folder, option, "")).startswith(f"error: {said}: ")
