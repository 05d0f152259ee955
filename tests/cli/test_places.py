"""Where commands put what they make: nothing of the user's is replaced unasked, and nothing is
taken for another."""

from __future__ import annotations

import os

import pytest

from puzzlebook import make_book
from puzzlebook.ground.printed_codes import check_character

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h7v7h-7z"/></svg>'
FEW = ("--no-svg", "--no-check", "--quiet")


@pytest.fixture
def book(tmp_path):
    made = make_book(
        "sheets",
        seed="owl",
        output=tmp_path / "output",
        name="bk",
        overrides={"mazes": 1, "svg": False},
    )
    return made.folder


@pytest.mark.parametrize("name", ["m.svg", "m.pdf", "m.png"])
def test_a_maze_replaces_no_other_file_unasked(puzzlebook_here, tmp_path, name):
    """Neither the picture nor the solution; what it would write anew is no obstacle."""
    command = ("maze", "--size", "5x5", "--seed", "owl", "--both", "-o", name)
    solution = tmp_path / name.replace("m.", "m-solution.")
    solution.write_text("mine")
    done = puzzlebook_here(*command)
    assert done.code == 2
    assert (
        f"{solution.name}: is there already; choose another name, or add --force to replace it (try: "
        in done.err
    )
    assert not (tmp_path / name).exists()
    assert solution.read_text() == "mine"
    assert puzzlebook_here(*command, "--force").code == 0
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in tmp_path.iterdir()}
    again = puzzlebook_here(*command)
    assert (again.code, again.err) == (0, "")
    assert {
        path: (path.read_bytes(), path.stat().st_mtime_ns) for path in tmp_path.iterdir()
    } == before
    assert puzzlebook_here(*command, "--line", "0.5mm").code == 2


@pytest.mark.parametrize(
    "asked", [("--silhouette", "logo.svg"), ("--way", "line:logo.svg"), ("--theme", "logo.svg")]
)
@pytest.mark.parametrize("output", ["logo.svg", "./logo.svg", "link.svg", "same.svg"])
def test_nothing_replaces_what_it_is_made_from(puzzlebook_here, tmp_path, asked, output):
    (tmp_path / "logo.svg").write_text(SVG)
    (tmp_path / "link.svg").symlink_to("logo.svg")
    os.link(tmp_path / "logo.svg", tmp_path / "same.svg")
    done = puzzlebook_here("maze", *asked, "-o", output, "--force")
    assert done.code == 2
    assert "is an input of this command, and is never replaced" in done.err
    assert {(tmp_path / name).read_text() for name in ("logo.svg", "link.svg", "same.svg")} == {SVG}


def test_other_commands_replace_no_other_file_unasked(puzzlebook_here, tmp_path, book):
    (tmp_path / "dangling.png").symlink_to("nowhere")
    for command, name in (
        ("preview output/bk -o mine.png", "mine.png"),
        ("preview output/bk -o dangling.png", "dangling.png"),
        ("preview output/bk -o output/bk/mine.png", "output/bk/mine.png"),
        ("schema -o mine.json", "mine.json"),
        ("rebuild output/bk --only 1 -o .", "bk-1.pdf"),
    ):
        if "dangling" not in name:
            (tmp_path / name).write_text("mine")
        done = puzzlebook_here(*command.split())
        assert done.code == 2, command
        assert "is there already" in done.err
        assert "(try: puzzlebook " in done.err
        if "dangling" not in name:
            assert (tmp_path / name).read_text() == "mine"
        assert puzzlebook_here(*command.split(), "--force").code == 0, command
        content = (tmp_path / name).read_bytes()
        assert puzzlebook_here(*command.split()).code == 0, command
        assert (tmp_path / name).read_bytes() == content


def test_a_preview_replaces_nothing_that_its_book_consists_of(puzzlebook_here, tmp_path):
    (tmp_path / "logo.png").write_bytes(_png())
    overrides = {"mazes": 8, "svg": False, "book.logo": str(tmp_path / "logo.png")}
    made = make_book(
        "ages-5-6", seed="owl", output=tmp_path / "output", name="bk", overrides=overrides
    )
    logo = made.folder / "assets" / "logo.png"
    done = puzzlebook_here("preview", "output/bk", "-o", "output/bk/assets/logo.png", "--force")
    assert done.code == 2
    assert "is never replaced" in done.err
    assert logo.read_bytes() == _png()


def _png():
    from io import BytesIO

    from PIL import Image

    file = BytesIO()
    Image.new("L", (400, 400), 90).save(file, "PNG")
    return file.getvalue()


@pytest.mark.parametrize("command", ["make sheets --mazes 1", "rebuild output/bk"])
def test_a_shelf_is_no_file(puzzlebook_here, tmp_path, book, command):
    done = puzzlebook_here(*command.split(), "-o", "class.pdf")
    assert done.code == 2
    assert "class.pdf: is a file name, but -o takes the folder" in done.err
    assert not (tmp_path / "class.pdf").exists()
    (tmp_path / "class.pdf").mkdir()
    assert puzzlebook_here(*command.split(), "-o", "class.pdf").code == 0


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("make worksheet --order name --order level", "--order"),
        ("make --seed=a --names a.csv --seed b", "--seed"),
        ("make --page a4 --trim letter", "--page"),
        ("maze --seed a --seed b", "--seed"),
        ("rebuild x -o a -ob", "--output"),
        ("verify x --jobs 1 --jobs 2", "--jobs"),
        ("cover x --paper white --paper cream", "--paper"),
        ("check x --printer kdp --printer lulu", "--printer"),
        ("preview x -o a.png --output b.png", "--output"),
        ("new x.toml --from a --from b", "--from"),
        ("schema -o a -o b", "--output"),
    ],
)
def test_an_option_with_one_value_is_given_once(puzzlebook_here, command, name):
    done = puzzlebook_here(*command.split())
    assert (done.code, done.err) == (
        2,
        f"error: {name}: is given twice, but takes one value; give it once\n",
    )


def test_flags_that_say_the_same_twice_and_lists_are_no_fault(puzzlebook_here):
    twice = (
        "make",
        "sheets",
        "--mazes",
        "1",
        "--set",
        "title=A",
        "--set",
        "author=B",
        "--no-check",
        "--no-check",
    )
    assert puzzlebook_here(*twice, "--dry-run").code == 0
    done = puzzlebook_here(*twice, "--svg", "--no-svg")
    assert done.err == "error: --svg: cannot be combined with --no-svg; give only one of them\n"
    again = puzzlebook_here("make", "sheets", "--set", "title=A", "--set", "title = B")
    assert again.err == "error: --set: sets title twice; give it once\n"


def test_what_is_no_list_is_said(puzzlebook_here, tmp_path, book):
    (tmp_path / "notes.txt").write_text('{"name": "Mia"}')
    (tmp_path / "cat.csv").write_text(f'<?xml version="1.0"?>\n{SVG}')
    (tmp_path / "mine.csv").write_text('# mine\nbase = "sheets"\n\n[book]\ntitle = "A"\n')
    (tmp_path / "cat.svg").write_text(SVG)
    for name, what, command in (
        ("output/bk/recipe.toml", "is a recipe", "make output/bk/recipe.toml --name bk-2"),
        (
            "output/bk/manifest.json",
            "is the manifest of a book",
            "rebuild output/bk/manifest.json -o again",
        ),
        ("output/bk/bk.pdf", "is a PDF", ""),
        ("cat.svg", "is a drawing", ""),
        ("cat.csv", "is a drawing", ""),
        ("notes.txt", "is JSON", ""),
        ("mine.csv", "is TOML", ""),
    ):
        done = puzzlebook_here("make", "worksheet", "--names", name)
        end = f" (try: puzzlebook {command})" if command else ""
        said = f"error: --names: {name}: {what}; give a list of names, as CSV or .xlsx{end}\n"
        assert (done.code, done.err) == (2, said)


def test_the_shelf_is_looked_at_when_nothing_else_is_wrong(puzzlebook_here, book, monkeypatch):
    taken = ("make", "--name", "bk", *FEW)
    for wrong, where in (
        (("--silhouette", "hart"), "--silhouette: there is no silhouette called 'hart'"),
        (("--pages", "3"), "--pages: no number of mazes makes a book of 3 pages"),
        (("--font", "x.otf"), "--font: "),
        (("--title", "中"), "--title: no font has a glyph"),
        (("--size", "150x150"), "--size: 150x150 leaves passages"),
    ):
        assert puzzlebook_here(*taken, *wrong).err.startswith(f"error: {where}")
    monkeypatch.setattr(
        "puzzlebook.books.planning.book_plan.draw_section", None
    )  # no maze is drawn for nothing
    done = puzzlebook_here(*taken)
    assert done.err == (
        "error: output/bk: there is a book already, output/bk/bk.pdf; choose another name, or --force to replace a book "
        "(try: puzzlebook make --no-svg --no-check --quiet --name bk-2)\n"
    )


@pytest.mark.parametrize("template", ["/etc/hostname", "mine", "./mine.toml", "..", "no-such-book"])
def test_a_code_names_no_file(puzzlebook_here, tmp_path, template):
    (tmp_path / "mine").write_text("SECRET = 1")
    (tmp_path / "mine.toml").write_text("SECRET = 1")
    body = f"book-1:{template}:owl:7q4k2m9x0c"
    done = puzzlebook_here("rebuild", f"{body}-{check_character(body)}")
    assert done.code == 2
    assert (
        "is not the name of a template" in done.err
        or "is not a book of this puzzlebook" in done.err
    )
    assert "SECRET" not in done.err


def test_a_message_does_not_repeat_a_long_list(puzzlebook_here, tmp_path):
    titles = [f"col{number}" for number in range(150)]
    (tmp_path / "wide.csv").write_text(f"Name,{','.join(titles)}\nMia{',x' * 150}\n")
    done = puzzlebook_here("make", "ages-5-6", "--names", "wide.csv", "--title", "{foo}")
    assert done.code == 2
    assert done.err.endswith(
        "{name}, " + ", ".join(f"{{col{number}}}" for number in range(11)) + " and 139 more\n"
    )
    sections = "".join(
        f'[[section]]\nkey = "s{number}"\ntitle = "S"\nsize = "9x9"\nmazes = 1\n'
        for number in range(300)
    )
    (tmp_path / "many.toml").write_text(sections)
    done = puzzlebook_here("make", "many.toml", "--set", "section.nowhere.size=9x9")
    assert done.code == 2
    assert len(done.err) < 1500


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (
            ("maze", "-o", ""),
            "error: .: cannot write a file without an ending; allowed: .svg, .pdf, .png",
        ),
        (("make", "--name", ""), "error: --name: is empty; give a plain name such as my-mazes"),
        (("make", "--names"), "error: --names: needs a value; see puzzlebook make --help"),
        (
            ("preview", "x", "--force=1"),
            "error: --force: takes no value; see puzzlebook preview --help",
        ),
        (
            ("rebuild", "e.pdf"),
            "error: e.pdf: is empty; give a book code, a manifest.json or a book's PDF",
        ),
    ],
)
def test_what_is_empty_is_said(puzzlebook_here, tmp_path, command, said):
    (tmp_path / "e.pdf").touch()
    done = puzzlebook_here(*command)
    assert (done.code, done.err) == (2, f"{said}\n")


def test_a_command_without_names_asks_for_a_folder(puzzlebook_here):
    done = puzzlebook_here("rebuild", "book-1:ages-7-8:owl:7q4k2m9x0c-k", "-o", "again.pdf")
    assert done.code == 2
    assert "give the name of a folder" in done.err
    assert "--name" not in done.err


def test_a_check_of_a_cover_knows_its_spine(puzzlebook_here, monkeypatch):
    from puzzlebook.checks import whole_book
    from puzzlebook.ground.faults import refuse
    from puzzlebook.ground.lengths import MM

    asked = []

    def check_path(file, options):
        asked.append(options)
        raise refuse(str(file), "is not there", "a PDF")

    monkeypatch.setattr(whole_book, "check_path", check_path)
    cover = ("check", "cover.pdf", "--printer", "ingram", "--cover", "--pages", 100)
    puzzlebook_here(*cover)
    puzzlebook_here(*cover, "--spine", "12mm")
    assert [options.cover_pages for options in asked] == [100, 100]
    assert [options.spine for options in asked] == [None, 12 * MM]
