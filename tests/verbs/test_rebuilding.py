"""The same book again, byte for byte: from the code on its last page, from its manifest, from its
PDF."""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import shutil
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2
import pytest
import zxingcpp
from command import check_errors, snapshot
from rendering import TEMPLATES, Printed

from puzzlebook import __version__, make_book
from puzzlebook.checks.verify import Verification, verify
from puzzlebook.class_lists.class_list import read_class_list
from puzzlebook.ground import templates
from puzzlebook.ground.faults import Refused
from puzzlebook.ground.printed_codes import check_character
from puzzlebook.ground.seeds import tidy_seed
from puzzlebook.mazes.codes import read_code
from puzzlebook.recipes.book_codes import LONGEST, make_book_code, read_book_code
from puzzlebook.recipes.files import decide_seed, load
from puzzlebook.shelf.manifest import write_manifest
from puzzlebook.verbs.rebuilding import _find_free_name, rebuild, rebuild_one

QR = zxingcpp.BarcodeFormat.QRCode


def files(folder):
    """Every file below a folder with its bytes."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def scanned(page, dpi=200):
    """What a telephone reads on a page."""
    pixels = page.render(scale=dpi / 72, grayscale=True).to_numpy()
    return [
        found.text for found in zxingcpp.read_barcodes(pixels.reshape(pixels.shape[:2]), formats=QR)
    ]


def read_off(page):
    """The code that a reader finds in the words of a page: it stands last, perhaps in several
    lines."""
    words = "".join(page.get_textpage().get_text_range().split())
    return re.search("book-1:[!-~]*?[0-9a-z]{10}-[0-9a-z](?=$|[^0-9a-z])", words)[0]


def codes_in(pdf):
    """The book code of a PDF: by a telephone and by eye."""
    with pypdfium2.PdfDocument(pdf) as document:
        coded = [
            page
            for page in document
            if "book-1:" in page.get_textpage().get_text_range().replace("\n", "")
        ]
        assert len(coded) == 1
        return [*scanned(coded[0]), read_off(coded[0])]


# -- Every template, whatever was asked for --------------------------------------------------------------------

ASKED = {
    "nothing": {},
    "title": {"book.title": "Mazes for Mia"},
    "title of any script": {"book.title": "Żółw & Größe – ½"},
    "author and dedication": {"book.author": "Ada Example", "book.dedication": "For Mia", "book.year": 2031},
    "a4": {"page": "a4"},
    "210x297mm": {"page": "210x297mm"},
    "a printer": {"printer": "kdp-paperback", "page": "8.5x11", "mazes": 50, "codes": "book"},
    "another printer": {"printer": "lulu", "page": "8.5x11", "mazes": 60, "codes": "book"},
    "volume": {"volume": 3},
    "margins": {"margins": "0.4in"},
    "one margin": {"margins.inside": "25mm"},
    "mazes": {"mazes": 13},
    "a name": {"name": "Owls & co"},
    "a name without glyphs": {"name": "🦉"},
    "all codes": {"codes": "all"},
    "German": {"language": "de"},
    "from right to left": {"language": "fa"},
    "a theme": {"theme": "pirate"},
    "marks": {"marks": "doors"},
    "no pictures": {"svg": False},
    "two PDF files": {"pdf": "both"},
    "two mazes a page": {"mazes_a_page": 2},
    "one side": {"sides": "one"},
    "a section by its place": {"section.1.title": "First of All", "section.1.mazes": 3},
    "size": {"section.*.shape": "square", "section.*.size": "7x8"},
    "hexagons": {"section.*.shape": "hexagonal", "section.*.size": "9x9", "section.*.ends": "opposite"},
    "rings": {"section.*.shape": "polar", "section.*.size": "7", "section.*.ends": "centre"},
    "silhouettes": {"section.*.shape": "square", "section.*.size": "18x18", "section.*.silhouette": "cat,heart"},
    "letters": {"section.*.shape": "square", "section.*.size": "24x12", "section.*.silhouette": "text:Zoë"},
    "passages": {"section.*.method": "passages"},
    "seed in capitals": {"seed": "OWL Iloo01"},
    "seed with spaces": {"seed": "  week  12 "},
    "seed of other scripts": {"seed": "梟 & Eule, مريم"},
    "seed with an emoji": {"seed": "🦉🦉"},
    "seed that is decomposed": {"seed": "Cafe\N{COMBINING ACUTE ACCENT}"},
    "seed like a field": {"seed": "page=a4:mazes=3"},
}  # fmt: skip
"""What is asked for beyond the template; with "seed", another one."""

ALL_TEMPLATES = [*TEMPLATES, "worksheet"]


def asked_of(template, what):
    """The seed, and the overrides; a code is printed even where the template keeps it to itself."""
    given = dict(ASKED[what])
    seed = given.pop("seed", "owl")
    silent = template in ("sheets", "worksheet")
    return seed, {
        **({"codes": "book", "book.matter": ["key", "colophon"]} if silent else {}),
        **given,
    }


def assert_again_from_what_is_printed(template, what, tmp_path):
    seed, given = asked_of(template, what)
    book = make_book(template, seed=seed, output=tmp_path / "first", overrides=given)
    codes = codes_in(book.pdf)
    # In a book to be felt no picture of it is raised.
    assert codes == [book.manifest["code"]] * (1 if template == "tactile" else 2)
    code = codes[0]
    assert code.isascii()
    assert len(code) <= LONGEST
    recipe = None
    if read_book_code(code).template is None:  # the whole code would have been too long
        with pytest.raises(Refused, match="--recipe"):
            rebuild(code, output=tmp_path / "second")
        recipe = str(book.folder / "recipe.toml")
    else:
        assert read_book_code(code).template == template
    again = rebuild(code, recipe=recipe, output=tmp_path / "second")
    assert again.book.folder.name == book.folder.name
    assert files(tmp_path / "second") == files(tmp_path / "first")
    assert verify(book.folder) == Verification(
        len(book.manifest["files"]), len(book.manifest["mazes"]), (), ()
    )


PAIRS = [(template, what) for template in ALL_TEMPLATES for what in ASKED]
LARGE = (
    "adult",
    "ages-7-8",
    "ages-9-11",
    "expert",
    "hidden-pictures",
    "hidden-pictures-adult",
    "shapes",
    "silhouettes",
)
SMALL = [template for template in ALL_TEMPLATES if template not in LARGE]
SAMPLE = [(SMALL[place % len(SMALL)], what) for place, what in enumerate(ASKED)]
SAMPLE += [(template, "mazes") for template in LARGE]
"""In every run: each template, and each thing that may be asked for."""


@pytest.mark.parametrize(("template", "what"), SAMPLE)
def test_a_book_is_made_again_from_what_is_printed_in_it(template, what, tmp_path):
    assert_again_from_what_is_printed(template, what, tmp_path)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("template", "what"), PAIRS)
def test_every_book_is_made_again_from_what_is_printed_in_it(template, what, tmp_path):
    assert_again_from_what_is_printed(template, what, tmp_path)


def test_most_codes_need_no_recipe():
    """What is asked for in one go nearly always fits into the code."""
    for what in ASKED:
        seed, given = asked_of("ages-7-8", what)
        loaded = load("ages-7-8", {"seed": tidy_seed(seed), **given})
        assert make_book_code(decide_seed(loaded), {}, loaded, given).template, what


@pytest.mark.parametrize("width", ["105x148mm", "4x4in", "8.5x11"])
def test_the_code_fits_pages_of_any_size(width, tmp_path):
    given = {
        "page": width,
        "mazes": 2,
        "svg": False,
        "section.*.size": "5x5",
        "book.title": "Mazes for Mia " * 3,
    }
    book = make_book(seed="Łódź 7", output=tmp_path, overrides=given)
    assert codes_in(book.pdf) == [book.manifest["code"]] * 2


def test_codes_are_printed_as_the_recipe_says(tmp_path):
    """All: the book's at the end, and each maze's at the foot of its page, at 7 pt or more; book:
    only the book's."""
    for codes in ("all", "book", "none"):
        made = make_book(
            seed="sieben", output=tmp_path, name=codes, overrides={"codes": codes, "mazes": 6}
        )
        book = Printed(made.folder)
        pages = [book.lines(number) for number in range(1, book.manifest["pages"] + 1)]
        text = "".join(line.text for lines in pages for line in lines)
        assert (book.manifest["code"] in text) == (codes != "none")
        assert ("sieben" in text) == (codes != "none")
        assert bool([code for page in book.pdfium for code in scanned(page)]) == (codes != "none")
        for maze in book.mazes:
            lines = pages[maze["puzzle"]["page"] - 1]
            found = [line for line in lines if maze["code"] in line.text]
            assert len(found) == (codes == "all")
            assert all(
                line.size >= 7 and line.top > maze["puzzle"]["box"][1] + maze["puzzle"]["box"][3]
                for line in found
            )
        assert any(maze["code"] in text for maze in book.mazes) == (codes == "all")


@pytest.mark.parametrize("per_page", [1, 2, 4])
def test_worksheets_carry_codes_where_they_are_asked_for(per_page, tmp_path):
    given = {"mazes": 5, "codes": "all", "mazes_a_page": per_page, "svg": False}
    book = Printed(make_book("worksheet", seed="owl", output=tmp_path, overrides=given).folder)
    for maze in book.mazes:
        lines = book.lines(maze["puzzle"]["page"])
        assert sum(line.text == maze["code"] and line.size >= 7 for line in lines) == 1
    (line,) = [line.text for line in book.lines(book.manifest["pages"]) if "book-1:" in line.text]
    assert line.split()[-1] == book.manifest["code"]
    rebuild(str(book.pdf), output=tmp_path / "again")
    assert files(tmp_path / "again" / "worksheet") == files(book.folder)


def test_a_folder_for_another_book_is_one_that_is_free(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for taken in ("again", "again-2", "again-3"):
        assert _find_free_name("output") == taken
        assert _find_free_name(taken) != taken
        Path(taken).mkdir()


def test_a_book_without_codes_keeps_them_to_itself(tmp_path):
    made = make_book("sheets", seed="owl", output=tmp_path)
    with pytest.raises(Refused, match="there is no book code in this PDF"):
        rebuild(str(made.pdf), output=tmp_path / "again")


# -- From a manifest, and from a PDF ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A book with a file of the user's own, and both PDF files; and another that its code alone
    makes again."""
    shelf = tmp_path_factory.mktemp("shelf")
    (shelf / "my.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9h-9z"/></svg>'
    )
    own = {
        "mazes": 6,
        "pdf": "both",
        "section.1.silhouette": str(shelf / "my.svg"),
        "section.1.size": "16x16",
    }
    return {
        "own": make_book(seed="owl", output=shelf, name="own", overrides=own).folder,
        "plain": make_book(
            seed="owl", output=shelf, name="plain", overrides={"pdf": "both", "mazes": 8}
        ).folder,
    }


@pytest.mark.parametrize(
    ("book", "source"),
    [
        ("own", ""),
        ("own", "manifest.json"),
        ("own", "own-screen.pdf"),
        ("plain", "manifest.json"),
        ("plain", "plain.pdf"),
        ("plain", "plain-screen.pdf"),
    ],
)
def test_sources_on_an_old_disk(book, source, made, tmp_path):
    """A whole folder, its manifest, or a PDF by its text or by the recipe that it carries."""
    again = rebuild(str(made[book] / source), output=tmp_path)
    assert files(tmp_path / book) == files(made[book])
    assert again.comparison.identical
    assert again.comparison.other_files == ()
    if not source.endswith(".pdf"):
        assert (again.comparison.mazes, again.comparison.files) == (
            (6, 16) if book == "own" else (8, 19)
        )


def test_a_pdf_alone_is_enough_where_no_file_is_missing(made, tmp_path):
    (tmp_path / "lonely.pdf").write_bytes((made["plain"] / "plain-screen.pdf").read_bytes())
    (tmp_path / "printed.pdf").write_bytes((made["plain"] / "plain.pdf").read_bytes())
    for name in ("lonely.pdf", "printed.pdf"):
        rebuild(str(tmp_path / name), output=tmp_path / name[:-4])
        assert files(tmp_path / name[:-4] / "plain") == files(made["plain"])
    (tmp_path / "own.pdf").write_bytes((made["own"] / "own.pdf").read_bytes())
    with pytest.raises(Refused, match=r"its code needs the book's recipe; add --recipe"):
        rebuild(str(tmp_path / "own.pdf"), output=tmp_path / "again")
    rebuild(
        str(tmp_path / "own.pdf"),
        recipe=str(made["own"] / "recipe.toml"),
        output=tmp_path / "again",
    )
    assert files(tmp_path / "again" / "own") == files(made["own"])


def test_two_files_of_one_name(tmp_path):
    # What a silhouette's file is called stands on its pages.
    square = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V{}H0Z"/></svg>'
    )
    names = ("a/kite.svg", "b/kite.svg", "c/Kite.svg", "d/kite.svg")
    for name, height in zip(names, (9, 8, 7, 9), strict=True):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(square.format(height))
    recipe = tmp_path / "two.toml"
    outlines = {"silhouette": ",".join(names), "size": "18x18", "mazes": 4}
    recipe.write_text(f'base = "sheets"\n[[section]]\nkey = "kites"\n{_rows(outlines)}')
    old = make_book(str(recipe), seed="a", output=tmp_path / "old", overrides={"svg": False}).folder
    kept = sorted(name for name in files(old) if name.startswith("assets/"))
    assert [name.casefold() for name in kept] == [
        "assets/2/kite.svg",
        "assets/3/kite.svg",
        "assets/kite.svg",
    ]
    assert not verify(old).faults
    rebuild(str(old), output=tmp_path / "new")
    assert files(tmp_path / "new" / old.name) == files(old)


def _rows(values):
    return "".join(f"{key} = {json.dumps(value)}\n" for key, value in values.items())


def test_a_changed_file_of_the_users_is_refused(made, tmp_path):
    shutil.copytree(made["own"], tmp_path / "own")
    picture = tmp_path / "own" / "assets" / "my.svg"
    picture.write_text(picture.read_text().replace("9v9", "9v8"))
    with pytest.raises(
        Refused, match="its recipe, or a file that it names, was changed: its fingerprint is"
    ):
        rebuild(str(tmp_path / "own"), output=tmp_path / "again")
    assert not (tmp_path / "again").exists()


def changed_manifest(folder, target, change):
    """A manifest with something changed in it, and its own sum put right."""
    told = json.loads((folder / "manifest.json").read_bytes())
    told.pop("self")
    change(told)
    target.write_text(write_manifest(told), encoding="utf-8")
    return str(target)


def test_a_changed_recipe_in_a_manifest_is_refused(made, tmp_path):
    changed = changed_manifest(
        made["plain"],
        tmp_path / "m.json",
        lambda told: told["recipe"]["book"].__setitem__("title", "Other"),
    )
    with pytest.raises(Refused, match="was changed"):
        rebuild(changed, output=tmp_path / "again")


def test_other_versions_are_named_and_the_mazes_compared(made, tmp_path, puzzlebook_here):
    def older(told):
        told["versions"] |= {"reportlab": "4.2.0", "deflate": "zlib-ng"}
        told["files"]["plain.pdf"] = "0" * 64

    changed = changed_manifest(made["plain"], tmp_path / "m.json", older)
    done = puzzlebook_here("rebuild", changed, "-o", "again")
    assert done.code == 0  # all that can be asked for, with other libraries
    said = done.out.splitlines()
    assert "Mazes:      8 of 8 the same" in said
    assert "Files:      18 of 19 the same; not: plain.pdf" in said
    assert any(re.fullmatch(r"Version:    reportlab was 4\.2\.0, is \d.*", line) for line in said)
    assert any(re.fullmatch(r"Version:    deflate was zlib-ng, is .*", line) for line in said)
    assert sum(line.startswith("Version:") for line in said) == 2
    told = json.loads(puzzlebook_here("rebuild", changed, "-o", "more", "--json").out)
    assert set(told["versions"]) == {"reportlab", "deflate"}
    assert (told["identical"], told["other_mazes"], told["other_files"]) == (
        False,
        [],
        ["plain.pdf"],
    )


def restore_of(folder):
    """The command that brings the program back, as the manifest and the recipe have it."""
    restore = json.loads((folder / "manifest.json").read_bytes())["restore"]
    code, said, command, *_ = (folder / "recipe.toml").read_text("utf-8").splitlines()
    assert code.startswith("# book-1:")
    assert command == f"# {restore['command']}"
    return said, restore


def test_the_program_that_made_a_book_is_named_beside_it(made, monkeypatch, puzzlebook_here):
    """Its version and its libraries, in a line that makes the book again where that version is to
    be had."""
    said, restore = restore_of(made["plain"])
    versions = json.loads((made["plain"] / "manifest.json").read_bytes())["versions"]
    uvx, source, program, *pins, command, verb, place, option, output = shlex.split(
        restore["command"]
    )
    assert (uvx, source, program) == ("uvx", "--from", f"puzzlebook=={__version__}")
    assert (command, verb, place, option, output) == (
        "puzzlebook",
        "rebuild",
        ".",
        "-o",
        "../again",
    )
    libraries = ("fonttools", "reportlab", "segno", "svgwrite", "uharfbuzz")
    assert pins == [word for name in libraries for word in ("--with", f"{name}=={versions[name]}")]
    assert restore["released"] == (__version__ in templates.releases())
    if not restore["released"]:
        waits = f"Once puzzlebook {__version__} is released, typed in this folder"
        assert said == f"# {waits} (bytes may differ: this book is older):"
    monkeypatch.chdir(made["plain"])
    assert puzzlebook_here(verb, place, option, output).code == 0
    assert files(made["plain"].parent / "again" / "plain") == files(made["plain"])
    shutil.rmtree(made["plain"].parent / "again")


def test_a_book_of_a_release_says_so(monkeypatch, tmp_path):
    monkeypatch.setattr(templates, "releases", lambda: [__version__])
    monkeypatch.setattr(
        "puzzlebook.recipes.book_codes._hash_changed_templates", lambda recipe: None
    )
    said, restore = restore_of(make_book("sheets", seed="owl", output=tmp_path).folder)
    assert (said, restore["released"]) == ("# The same bytes again, typed in this folder:", True)


def test_the_command_that_makes_the_very_bytes_is_said_where_others_come(
    made, tmp_path, puzzlebook_here
):
    def older(told):
        told["versions"] |= {"puzzlebook": "0.0.9", "reportlab": "4.2.0"}
        told["files"]["plain.pdf"] = "0" * 64

    changed = changed_manifest(made["plain"], tmp_path / "an old book.json", older)
    done = puzzlebook_here("rebuild", changed, "-o", "again")
    assert done.code == 0
    (line,) = [line for line in done.out.splitlines() if line.startswith("Same bytes:")]
    waits, _, command = line.removeprefix("Same bytes: ").partition("uvx ")
    assert waits == "if that version was released: "
    words = shlex.split(command)
    assert words[:2] == ["--from", "puzzlebook==0.0.9"]
    assert "reportlab==4.2.0" in words
    assert words[-4:-1] == ["rebuild", changed, "-o"]
    told = json.loads(puzzlebook_here("rebuild", changed, "-o", "more", "--json").out)
    assert shlex.split(told["restore"])[-3] == changed


def test_a_version_that_is_a_command_is_not_repeated(made, tmp_path, puzzlebook_here):
    """What is to be pasted into a shell holds nothing of a stranger's but versions."""

    def hostile(told):
        told["versions"] |= {
            "reportlab": '1" && touch X; "',
            "segno": "$(touch X)",
            "svgwrite": "0.1",
        }
        told["files"]["plain.pdf"] = "0" * 64

    changed = changed_manifest(made["plain"], tmp_path / "$(touch X).json", hostile)
    line = next(
        line
        for line in puzzlebook_here("rebuild", changed, "-o", "again").out.splitlines()
        if "uvx" in line
    )
    assert shlex.split(line)[-3] == changed
    assert not any(name in line for name in ("reportlab", "segno", "&&"))
    assert "svgwrite==0.1" in line
    changed = changed_manifest(
        made["plain"], tmp_path / "m.json", lambda told: told["versions"].update(puzzlebook="`")
    )
    assert "uvx" not in puzzlebook_here("rebuild", changed, "-o", "more").out


def test_other_bytes_from_equal_versions_are_a_failure(made, tmp_path, puzzlebook_here):
    changed = changed_manifest(
        made["plain"],
        tmp_path / "m.json",
        lambda told: told["mazes"][2].__setitem__("digest", "0" * 64),
    )
    done = puzzlebook_here("rebuild", changed, "-o", "again")
    assert done.code == 1
    assert "Mazes:      7 of 8 the same; not: 3" in done.out


def test_an_edited_manifest_is_said(made, tmp_path, puzzlebook_here):
    text = (made["plain"] / "manifest.json").read_text().replace('"pages": ', '"pages":  ')
    (tmp_path / "m.json").write_text(text)
    done = puzzlebook_here("rebuild", "m.json", "-o", "again")
    assert (done.code, done.err) == (0, "note: m.json: was changed since it was written\n")


@pytest.mark.parametrize(("key", "value"), [("edition", 2), ("format", 2)])
def test_a_later_edition_is_refused_with_the_version_that_knows_it(
    key, value, made, tmp_path, puzzlebook_here
):
    def later(told):
        told[key] = value
        told["versions"]["puzzlebook"] = "3.1.0"

    changed_manifest(made["plain"], tmp_path / "m.json", later)
    done = puzzlebook_here("rebuild", "m.json", "-o", "again")
    (line,) = check_errors(done.err)
    assert done.code == 2
    assert line.startswith(
        f"error: m.json: {key} 2 is unknown; puzzlebook 3.1.0, which made it, knows it; "
    )
    assert f"puzzlebook {__version__}, which knows {key} 1" in line


# -- A template that has changed since ---------------------------------------------------------------------------


@pytest.fixture
def later_template(tmp_path, monkeypatch):
    """Templates in which ages-7-8 has changed since: more mazes in a section, and another title."""
    folder = tmp_path / "later"
    shutil.copytree(templates.find_folder(), folder)
    book = folder / "books" / "ages-7-8.toml"
    text = book.read_text(encoding="utf-8").replace("The Great Big", "The Small")
    book.write_text(text.replace("mazes = 7\n", "mazes = 8\n", 1), encoding="utf-8")
    monkeypatch.setattr(templates, "find_folder", lambda: folder)


@pytest.mark.usefixtures("later_template")
def test_a_changed_template_makes_nothing_silently_different(made, tmp_path, puzzlebook_here):
    code = json.loads((made["plain"] / "manifest.json").read_bytes())["code"]
    done = puzzlebook_here("rebuild", code, "-o", "again")
    (line,) = check_errors(done.err)
    assert done.code == 2
    assert "the template 'ages-7-8' has changed since the code was printed" in line
    assert "--recipe with the recipe.toml of the book" in line
    assert not (tmp_path / "again").exists()


@pytest.mark.usefixtures("later_template")
def test_a_folder_is_made_again_as_it_was_and_says_what_its_template_gives_today(
    made, puzzlebook_here
):
    done = puzzlebook_here("rebuild", made["plain"], "-o", "again")
    assert done.code == 0
    assert (
        "the template ages-7-8 has changed: book.title was The Great Big Maze Book, is " in done.err
    )


@pytest.fixture(scope="module")
def unasked(tmp_path_factory):
    """A book with as many mazes as its template says."""
    given = {"pdf": "both", "svg": False}
    shelf = tmp_path_factory.mktemp("unasked")
    return make_book(seed="owl", output=shelf, name="plain", overrides=given).folder


@pytest.mark.usefixtures("later_template")
@pytest.mark.parametrize("source", ["manifest.json", "plain-screen.pdf", "--recipe"])
def test_what_a_changed_template_gives_otherwise_is_said(
    source, unasked, tmp_path, puzzlebook_here
):
    if source == "--recipe":
        code = json.loads((unasked / "manifest.json").read_bytes())["code"]
        arguments = [code, "--recipe", unasked / "recipe.toml"]
    else:
        arguments = [unasked / source]
    done = puzzlebook_here("rebuild", *arguments, "-o", "again")
    assert done.code == 0
    said = (
        "book.title was The Great Big Maze Book, is The Small Maze Book",
        "section.warm-up.mazes was 7, is 8",
    )
    lines = [
        f"note: the template ages-7-8 has changed: {line}; the book is made as it was"
        for line in said
    ]
    assert done.err.splitlines() == lines
    assert files(tmp_path / "again" / "plain") == files(unasked)


# -- Class sets, and one sheet --------------------------------------------------------------------------------

NAMES = ("Mia Berg", "Ben Østergård", "Zoë Šimková")
CLASS = "name,level\nMia Berg,\nBen Østergård,easier\nZoë Šimková,harder\n"


@pytest.fixture(scope="module")
def class_set(tmp_path_factory):
    shelf = tmp_path_factory.mktemp("class")
    (shelf / "3b.csv").write_text(CLASS, encoding="utf-8")
    pupils = read_class_list(shelf / "3b.csv").pupils
    given = {"pupil": pupils, "worksheet.key": "separate", "pdf": "both", "codes": "all",
             "book.matter": ["key", "colophon"], "worksheet.split": True}  # fmt: skip
    return make_book("worksheet", seed="week 12", output=shelf, name="3b", overrides=given).folder


def test_no_name_is_in_a_code(class_set):
    """A code is short, and reads the same whoever reads it: from its fingerprint no name can be
    had."""
    code = read_book_code(json.loads((class_set / "manifest.json").read_bytes())["code"])
    assert (code.template, code.seed, code.overrides) == (None, "", ())
    assert codes_in(class_set / "3b-key.pdf") == [str(code)] * 2
    with pikepdf.open(class_set / "3b-screen.pdf") as pdf:
        attached = pdf.attachments["recipe.toml"].get_file().read_bytes().decode()
    assert not any(part in attached for name in NAMES for part in name.split())


def test_a_class_set_again(class_set, tmp_path):
    """From its folder; from a code with its recipe; from what a PDF for screens carries, with the
    list."""
    code = json.loads((class_set / "manifest.json").read_bytes())["code"]
    names = class_set.parent / "3b.csv"
    for number, (source, how) in enumerate([
        (class_set, {}),
        (code, {"recipe": str(class_set / "recipe.toml")}),
        (class_set / "3b-screen.pdf", {"names": names}),
        (class_set / "3b-key.pdf", {"recipe": str(class_set / "recipe.toml")}),
    ]):  # fmt: skip
        rebuild(str(source), **how, output=tmp_path / str(number))
        assert files(tmp_path / str(number) / "3b") == files(class_set), source


def test_a_class_set_needs_its_list(class_set, tmp_path):
    with pytest.raises(Refused, match="--names with the class list"):
        rebuild(str(class_set / "3b-screen.pdf"), output=tmp_path)
    (tmp_path / "3c.csv").write_text(CLASS.replace("Mia", "Pia"), encoding="utf-8")
    with pytest.raises(Refused, match="fingerprint"):
        rebuild(str(class_set / "3b-screen.pdf"), names=tmp_path / "3c.csv", output=tmp_path)


def test_a_list_under_another_name(class_set, tmp_path):
    """The list lies on another disk under another name; the set keeps its own."""
    shutil.copy(class_set.parent / "3b.csv", tmp_path / "copy of 3b.csv")
    rebuild(str(class_set / "3b-screen.pdf"), names=tmp_path / "copy of 3b.csv", output=tmp_path)
    assert files(tmp_path / "3b") == files(class_set)


def test_a_list_whose_column_of_names_is_told(class_set, tmp_path):
    """Of two columns the one that made the set, not the likelier one."""
    rows = CLASS.replace("name,", "Child,Dane,").replace("Mia Berg,", "Pia Roth,Mia Berg,")
    rows = rows.replace("Ben Ø", "Al Ott,Ben Ø").replace("Zoë", "Jo Li,Zoë")
    (tmp_path / "two.csv").write_text(rows, encoding="utf-8")
    with pytest.raises(Refused, match="fingerprint"):
        rebuild(str(class_set / "3b-screen.pdf"), names=tmp_path / "two.csv", output=tmp_path)
    rebuild(
        str(class_set / "3b-screen.pdf"),
        names=tmp_path / "two.csv",
        name_column="Dane",
        output=tmp_path,
    )
    assert files(tmp_path / "3b") == files(class_set)


def pictures(pdf):
    """What the pages of a PDF look like."""
    with pypdfium2.PdfDocument(pdf) as document:
        return [page.render(scale=1, grayscale=True).to_numpy().copy() for page in document]


@pytest.mark.parametrize("source", ["manifest.json", "plain.pdf", "plain-screen.pdf"])
def test_only_one_maze_and_its_answer(source, made, tmp_path):
    sheet = rebuild_one(str(made["plain"] / source), "5", output=tmp_path)
    assert sheet.path == tmp_path / "plain-5.pdf"
    told = json.loads((made["plain"] / "manifest.json").read_bytes())["mazes"][4]
    assert sheet.codes == {5: told["code"]}
    assert sheet.compared == (source == "manifest.json")
    puzzle, answer = pictures(sheet.path)
    whole = pictures(made["plain"] / "plain.pdf")
    x, y, width, height = (round(value) for value in told["puzzle"]["box"])
    page = whole[told["puzzle"]["page"] - 1]
    # Its left half: in the book, who sets out stands in a corner at the right of the cat.
    where = np.s_[y : y + height, x : x + width // 2]
    assert (puzzle[where] == page[where]).all()
    assert (answer < 128).any()
    assert [path.name for path in tmp_path.iterdir()] == ["plain-5.pdf"]


def test_only_one_pupil(class_set, tmp_path):
    sheet = rebuild_one(str(class_set), "Zoë Šimková", output=tmp_path)
    told = json.loads((class_set / "manifest.json").read_bytes())["mazes"]
    assert sheet.codes == {3: told[2]["code"]}
    with pypdfium2.PdfDocument(sheet.path) as document:
        text = [page.get_textpage().get_text_range() for page in document]
    assert "Zoë Šimková" in text[0]
    assert not any(name in page for page in text for name in NAMES[:2])


@pytest.mark.parametrize(
    ("book", "which", "said"),
    [
        ("plain", "9", "--only: there is no maze '9' in this book; allowed: 1 to 8"),
        ("plain", "0", "--only: there is no maze '0' in this book; allowed: 1 to 8"),
        ("plain", "Mia", "--only: there is no maze 'Mia' in this book; allowed: 1 to 8"),
        (
            "class",
            "Mia Borg",
            '--only: nobody on the list is called "Mia Borg"; did you mean "Mia Berg"?',
        ),
        ("class", "", '--only: nobody on the list is called "";'),
        (
            "class",
            "9",
            '--only: nobody on the list is called "9"; give a name as the list has it, or a place in it',
        ),
    ],
)
def test_only_what_there_is(book, which, said, made, class_set, puzzlebook_here):
    done = puzzlebook_here("rebuild", class_set if book == "class" else made[book], "--only", which)
    (line,) = check_errors(done.err)
    assert done.code == 2
    assert line.startswith(f"error: {said}")


def test_only_refuses_another_maze(made, tmp_path, puzzlebook_here):
    changed_manifest(
        made["plain"],
        tmp_path / "m.json",
        lambda told: told["mazes"][2].__setitem__("digest", "0" * 64),
    )
    done = puzzlebook_here("rebuild", "m.json", "--only", "3", "-o", "one")
    assert done.code == 1
    check_errors(done.err)
    assert not (tmp_path / "one").exists()


# -- What is no source ----------------------------------------------------------------------------------------

CODE = "book-1:ages-7-8:owl:3fkmp4f8mt-4"
WRONG = {
    "nothing": ("", "book code: is empty"),
    "no file": ("lost.pdf", "lost.pdf: there is no such file, and it is not a book code"),
    "a maze's code": (
        "1-square-9x12-far-7q4k2m9x0c3t5v8w-p",
        "1-square-9x12-far-7q4k2m9x0c3t5v8w-p: is the code of a",
    ),
    "a slip": (CODE.replace("owl", "owk"), f"book code: '{CODE.replace('owl', 'owk')}' has a typo"),
    "half a code": (CODE[:20], "book code: "),
    "an empty file": ("empty.pdf", "empty.pdf: is empty; give a book code"),
    "a PDF that is cut short": ("cut.pdf", "cut.pdf: is not a readable PDF"),
    "a PDF of somebody else's": ("other.pdf", "other.pdf: there is no book code in this PDF"),
    "no JSON": ("no.json", "no.json: is not the manifest of a book"),
    "another JSON": ("other.json", "other.json: is not the manifest of a book"),
    "a manifest without its mazes": ("half.json", "half.json: is damaged"),
    "deep JSON": ("deep.json", "deep.json: is not the manifest of a book"),
    "a recipe": ("recipe.toml", "recipe.toml: is a recipe; "),
    "a folder": ("folder", "folder: is a folder without manifest.json, so not a book's"),
    "a device": (os.devnull, f"{os.devnull}: is not a file"),
    "a long text": ("x" * 5000, "x"),
    "a null character": ("a\0b", "a"),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_no_source(what, made, tmp_path, puzzlebook_here):
    told = json.loads((made["plain"] / "manifest.json").read_bytes())
    whole = (made["plain"] / "plain.pdf").read_bytes()
    blank = io.BytesIO()
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        pdf.save(blank)
    for name, content in {
        "empty.pdf": b"",
        "cut.pdf": whole[:2000],
        "other.pdf": blank.getvalue(),
        "no.json": b"{",
        "other.json": b'{"name": "app", "start_url": "/"}',
        "half.json": json.dumps({key: told[key] for key in told if key != "mazes"}).encode(),
        "deep.json": b"[" * 100_000,
        "recipe.toml": b"seed = 1\n",
    }.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "folder").mkdir()
    text, said = WRONG[what]
    before = snapshot(tmp_path)
    done = puzzlebook_here("rebuild", text)
    (line,) = check_errors(done.err)
    assert done.code == 2
    assert line.startswith(f"error: {said}")
    assert snapshot(tmp_path) == before


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes on this system")
def test_a_pipe_does_not_hang_it(tmp_path, puzzlebook_here):
    os.mkfifo(tmp_path / "pipe")
    done = puzzlebook_here("rebuild", "pipe")
    assert (done.code, check_errors(done.err)[0][:27]) == (2, "error: pipe: is not a file;")


def test_an_existing_book_is_not_written_over(made, tmp_path, puzzlebook_here):
    assert puzzlebook_here("rebuild", made["plain"], "-o", "again").code == 0
    before = snapshot(tmp_path)
    done = puzzlebook_here("rebuild", made["plain"], "-o", "again")
    (line,) = check_errors(done.err)
    assert done.code == 2
    assert snapshot(tmp_path) == before
    command = shlex.split(re.search(r"\(try: (.*)\)$", line)[1])
    assert puzzlebook_here(*command[1:]).code == 0
    assert puzzlebook_here("rebuild", made["plain"], "-o", "again", "--force").code == 0


def test_a_code_in_capitals_and_in_several_lines(tmp_path, puzzlebook_here):
    made = make_book(seed="Owl 7", output=tmp_path / "first", overrides={"mazes": 4, "page": "a4"})
    code = made.manifest["code"]
    typed = (
        "\n ".join(code.upper().replace("0", "O").split(":")).replace("\n ", ":\n ")
        if "0" in code[-12:-2]
        else None
    )
    for text in filter(None, (code.upper(), code.replace(":", ": "), typed)):
        assert puzzlebook_here("rebuild", text, "-o", "again", "--force").code == 0
        assert files(tmp_path / "again") == files(tmp_path / "first")


# -- A page that was found -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    return make_book(
        "ages-7-8", seed="owl", mazes=6, name="owl", output=tmp_path_factory.mktemp("found")
    ).folder


def test_a_page_is_found_by_its_number_and_a_maze_by_its_own(found, puzzlebook_here, tmp_path):
    mazes = json.loads((found / "manifest.json").read_bytes())["mazes"]
    page = mazes[3]["puzzle"]["page"]
    done = puzzlebook_here("rebuild", found, "--page-number", page, "-o", "p")
    assert done.code == 0, done.err
    assert f"Maze:       4, on page {page} of the book" in done.out
    assert puzzlebook_here("rebuild", found, "--only", 4, "-o", "m").code == 0
    assert (tmp_path / "p" / "owl-4.pdf").read_bytes() == (
        tmp_path / "m" / "owl-4.pdf"
    ).read_bytes()
    first, last, answers = (
        mazes[0]["puzzle"]["page"],
        mazes[-1]["puzzle"]["page"],
        mazes[0]["answer"]["page"],
    )
    for options, said in (
        (
            ("--page-number", 1),
            f"page 1 has no maze; the first maze is on page {first}, the last on page {last}; to choose by maze number, use --only",
        ),
        (("--page-number", answers), f"page {answers} has no maze but the answers to 1, "),
        (
            ("--only", 99),
            "there is no maze '99' in this book; allowed: 1 to 6; to choose by page number, use --page-number",
        ),
        (("--only", 4, "--page-number", 4), "--page-number: cannot be combined with --only"),
    ):
        done = puzzlebook_here("rebuild", found, *options)
        assert done.code == 2
        assert said in done.err


def test_a_folder_without_its_manifest(found, puzzlebook_here, tmp_path):
    whole = (found / "owl.pdf").read_bytes()
    shutil.copytree(found, tmp_path / "owl")
    (tmp_path / "owl" / "manifest.json").unlink()
    done = puzzlebook_here("rebuild", "owl", "-o", "by-recipe")
    assert done.code == 0, done.err
    assert "there is no manifest.json, so the book is made from its recipe" in done.err
    (tmp_path / "owl" / "recipe.toml").unlink()
    assert puzzlebook_here("rebuild", "owl", "-o", "by-pdf").code == 0
    assert {(tmp_path / by / "owl" / "owl.pdf").read_bytes() for by in ("by-recipe",)} == {whole}
    (book,) = (tmp_path / "by-pdf").iterdir()
    assert (book / f"{book.name}.pdf").stat().st_size > 0.9 * len(whole)
    (tmp_path / "owl" / "owl.pdf").unlink()
    assert "is a folder without manifest.json" in puzzlebook_here("rebuild", "owl").err


def test_whatever_holds_a_code_leads_to_the_command_that_works(found, puzzlebook_here):
    maze = json.loads((found / "manifest.json").read_bytes())["mazes"][0]
    alone = f"(try: puzzlebook maze {maze['code']})"
    assert puzzlebook_here("maze", maze["code"], "-o", "one.svg").code == 0
    book = (
        "make",
        "worksheet",
        "--mazes",
        1,
        "--seed",
        "owl",
        "--set",
        "codes=all",
        "--set",
        "matter=[]",
        "--no-svg",
    )
    assert puzzlebook_here(*book, "--name", "page").code == 0
    code = json.loads(puzzlebook_here(*book, "--dry-run", "--json", "--name", "x").out)["manifest"][
        "mazes"
    ][0]["code"]
    for source, said in (
        ("one.svg", f"one.svg: is the picture of a single maze; a book code begins with book- {alone}"),
        (f"Maze code {maze['code']}.", f"is the code of a single maze; a book code begins with book- {alone}"),
        (maze["code"].replace("-", "\u2013").replace("far", "far \n"), alone),
        ("output/page/page.pdf", f"not a book's; a book code begins with book- (try: puzzlebook maze {code})"),
    ):  # fmt: skip
        done = puzzlebook_here("rebuild", source)
        assert done.code == 2
        assert said in done.err, done.err
    typed = maze["code"].replace("-", " \u2011 ")
    assert (
        puzzlebook_here("maze", typed, "-o", "-").out
        == puzzlebook_here("maze", maze["code"], "-o", "-").out
    )
    text = json.loads((found / "manifest.json").read_bytes())["code"]
    done = puzzlebook_here("rebuild", f"QR: {text.replace('-', chr(0x2212))}", "-o", "qr")
    assert done.code == 0, done.err


def test_a_check_character_that_looks_like_another_is_told_and_never_taken():
    body = next(
        body
        for n in range(99)
        if check_character(body := f"1-square-9x{n + 2}-far-7q4k2m9x0c3t5v8w") == "l"
    )
    with pytest.raises(
        Refused, match="compare it with the page; if all else is right, its last character is l"
    ):
        read_code(f"{body}-1")
    with pytest.raises(Refused, match=r"compare it with the page$"):
        read_code(f"{body}-7")
