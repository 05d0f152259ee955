"""A book for each line of a list: its name in the texts, other mazes in each, its cover, one
manifest above them."""

from __future__ import annotations

import gc
import json
import re

import pypdfium2
import pytest

from puzzlebook import __version__
from puzzlebook.checks.verify import verify
from puzzlebook.class_lists.fill_in import GiftLine, fill_blanks
from puzzlebook.ground.faults import refuse
from puzzlebook.verbs.gifts import make_gifts
from puzzlebook.verbs.request import MakeRequest

LIST = "Vorname;Nachname;From;Language\nMia;Berg;Grandma;\nNoah;Okafor;Uncle Jo;de\nMia;Berg;;\n"
MATTER = 'book.matter=["title","dedication","openers","key","certificate","colophon"]'
TEXTS = (
    "--title",
    "Mazes for {Vorname}",
    "--dedication",
    "For {name}, from {from}",
    "--set",
    MATTER,
    "--set",
    'section.off-we-go.stage=""',  # a second page with a story: drawings have their own
)


@pytest.fixture
def gifts(tmp_path, puzzlebook_here):
    (tmp_path / "gifts.csv").write_text(LIST, encoding="utf-8")

    def make(*options: str, texts=TEXTS):
        few = ("--mazes", 4, "--seed", "owl", "--no-svg", "--names", "gifts.csv")
        return puzzlebook_here("make", "ages-7-8", *few, *texts, *options)

    return make


def said(path):
    document = pypdfium2.PdfDocument(path)
    return "\n".join(
        document[page].get_textpage().get_text_range() for page in range(len(document))
    )


def test_each_line_is_a_book_with_its_cover(gifts, tmp_path):
    done = gifts()
    assert done.code == 0, done.err
    home = tmp_path / "output" / "gifts"
    above = json.loads((home / "manifest.json").read_text("utf-8"))
    assert [(book["row"], book["name"], book["folder"]) for book in above["books"]] == [
        (2, "Mia Berg", "Mia Berg"), (3, "Noah Okafor", "Noah Okafor"), (4, "Mia Berg", "Mia Berg (2)"),
    ]  # fmt: skip
    assert "Books:      3, from Mia Berg to Mia Berg" in done.out
    texts = {path.stem: said(path) for path in home.glob("*/*.pdf")}
    assert set(texts) == {
        f"{name}{end}"
        for name in ("Mia Berg", "Noah Okafor", "Mia Berg (2)")
        for end in ("", "-cover")
    }
    assert "Mazes for Noah" in " ".join(texts["Noah Okafor-cover"].split())
    assert "For Mia Berg, from Grandma" in texts["Mia Berg"]
    assert texts["Noah Okafor"].count("Noah Okafor") == 4, (
        "the dedication, a story, where the book says well done, the certificate"
    )
    assert "For Mia Berg" in texts["Mia Berg (2)"]
    assert "from" not in texts["Mia Berg (2)"].partition("For Mia Berg")[2].partition("\n")[0]
    assert (
        'gifts.csv: row 4: the column "from" is empty, so the dedication says "For Mia Berg"'
        in done.err
    )
    assert all(re.fullmatch("[0-9a-z]{8}", book["seed"]) for book in above["books"]), (
        "no seed tells a name"
    )
    assert "Urkunde" in texts["Noah Okafor"]
    assert "Sieh mal an!" in texts["Noah Okafor"]
    mazes = set()
    for book in above["books"]:
        assert not verify(home / book["folder"]).faults
        manifest = json.loads((home / book["folder"] / "manifest.json").read_text("utf-8"))
        assert manifest["code"] == book["code"]
        assert book["name"].split()[0] not in book["code"]
        mazes |= {maze["digest"] for maze in manifest["mazes"]}
    assert len(mazes) == 12


def test_a_list_may_change_and_all_others_keep_their_books(gifts, tmp_path, puzzlebook_here):
    assert gifts().code == 0
    (tmp_path / "gifts.csv").write_text(
        "Vorname,Nachname,From\nZoë,Ott,Dad\nMia,Berg,Grandma\n", encoding="utf-8"
    )
    assert gifts("--name", "later").code == 0
    first, again = (
        tmp_path / "output" / place / "Mia Berg" / "Mia Berg.pdf" for place in ("gifts", "later")
    )
    assert first.read_bytes() == again.read_bytes()
    folder = tmp_path / "output" / "later" / "Mia Berg"
    assert puzzlebook_here("rebuild", folder, "-o", "rebuilt").code == 0
    assert (tmp_path / "rebuilt" / "Mia Berg" / "Mia Berg.pdf").read_bytes() == first.read_bytes()


def test_a_dry_run_and_a_place_that_is_taken(gifts, tmp_path):
    done = gifts("--dry-run")
    assert done.out.splitlines()[1] == "    3  Noah Okafor  Mazes for Noah  4 mazes  16 pages"
    assert not (tmp_path / "output").exists()
    (tmp_path / "output" / "gifts").mkdir(parents=True)
    done = gifts()
    assert done.code == 2
    assert "--name gifts-2)" in done.err


@pytest.mark.parametrize(
    ("texts", "list_", "line"),
    [
        (
            (),
            LIST,
            'and {name} appears in none of its texts; add it, for example with --title "Mazes for {name}"',
        ),
        (
            ("--title", "For {nmae}"),
            LIST,
            "--names: the list has no column for {nmae}; it has {name}, {Vorname}, {Nachname}",
        ),
        (
            ("--title", "For {name}"),
            LIST + "\U00013000;;;\n",
            "--names: row 5: --title: no font has a glyph",
        ),
        (
            ("--title", "For {name}"),
            LIST + "Bo;;;klingon\n",
            'row 5: language: there is no language called "klingon"',
        ),
        (("--title", "For {name}"), "name\n", "holds no names"),
        (
            ("--title", "For {name}"),
            LIST + f"{'x' * 80};y;;\n",
            "row 5: the name has 82 characters",
        ),
    ],
)
def test_what_cannot_be_made_is_one_line_and_nothing_is_written(
    gifts, tmp_path, texts, list_, line
):
    (tmp_path / "gifts.csv").write_text(list_, encoding="utf-8")
    done = gifts(texts=texts)
    assert done.code == 2
    assert line in done.err
    assert len(done.err.splitlines()) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["gifts.csv"]


def test_what_is_asked_for_one_book_holds_for_each(gifts, tmp_path):
    """--pages, --force, --jobs, and the printer's check."""
    home = tmp_path / "output" / "gifts"
    assert gifts("--jobs", 2).code == 0
    before = {path: path.read_bytes() for path in home.rglob("*.*")}
    assert gifts().code == 2
    assert "there is a book already" in gifts().err
    again = gifts("--force")
    assert again.code == 0, again.err
    assert {path: path.read_bytes() for path in home.rglob("*.*")} == before, (
        "one process makes the same"
    )
    assert "Check:      passed: the interiors meet the rules of home" in again.out
    assert "Check:" not in gifts("--force", "--no-check").out


def test_a_book_without_a_cover_is_named_and_the_others_have_theirs(gifts, monkeypatch):
    made = []

    def make_or_refuse(folder):
        if folder.name == "Noah Okafor":
            raise refuse("book.title", "is too long")
        made.append(folder.name)

    monkeypatch.setattr("puzzlebook.verbs.gifts.make_cover", make_or_refuse)
    done = gifts("--jobs", 1, "--no-check")
    assert made == ["Mia Berg", "Mia Berg (2)"]
    assert "there is no cover for Noah Okafor: book.title: is too long" in done.err


def test_pages_of_each_book(tmp_path, puzzlebook_here):
    (tmp_path / "gifts.csv").write_text(LIST, encoding="utf-8")
    done = puzzlebook_here(
        "make", "ages-7-8", "--names", "gifts.csv", "--pages", 20, "--no-svg", *TEXTS
    )
    assert done.code == 0, done.err
    books = json.loads((tmp_path / "output" / "gifts" / "manifest.json").read_text("utf-8"))[
        "books"
    ]
    assert [book["pages"] for book in books] == [20, 20, 20]


def test_force_replaces_nothing_of_somebody_elses(gifts, tmp_path):
    home = tmp_path / "output" / "gifts"
    assert gifts().code == 0
    (home / "Mia Berg" / "letter.txt").write_text("Dear Mia", encoding="utf-8")
    refused = gifts("--force")
    assert refused.code == 2
    assert "holds files that its manifest does not list: Mia Berg/letter.txt" in refused.err
    assert (home / "Mia Berg" / "letter.txt").read_text("utf-8") == "Dear Mia"
    (home / "Mia Berg" / "letter.txt").unlink()
    (home / "Noah Okafor" / "manifest.json").unlink()
    assert "is not a puzzlebook book" in gifts("--force").err, "one of them is not known any more"


def test_the_folder_of_a_list_is_said_to_hold_books(gifts, puzzlebook_here):
    assert gifts().code == 0
    for command in ("verify", "rebuild", "check", "cover", "preview"):
        done = puzzlebook_here(command, "output/gifts")
        assert done.code == (1 if command == "verify" else 2)
        assert "the books of a list; " in done.err, command
        assert "one of them" in done.err


def test_a_draft_says_the_seed_that_makes_it(puzzlebook_here):
    drawn = puzzlebook_here("make", "sheets", "--mazes", 2, "--dry-run").out.splitlines()
    seed = drawn[-1].partition("--seed ")[2].split()[0]
    again = puzzlebook_here(
        "make", "sheets", "--mazes", 2, "--dry-run", "--seed", seed
    ).out.splitlines()
    assert drawn == again


@pytest.mark.parametrize(
    ("text", "said", "remark"),
    [
        ("From {giver}", None, 'row 2: the column "giver" is empty, so the dedication is left out'),
        (
            "For {name}, from {giver}",
            "For Mia",
            'row 2: the column "giver" is empty, so the dedication says "For Mia"',
        ),
        ("For {name}", "For Mia", None),
        ("For all, and more", "For all, and more", None),
    ],
)
def test_what_has_an_empty_cell_is_left_out(text, said, remark):
    line = GiftLine(2, "Mia", {"name": "Mia", "giver": ""}, None)
    rows, told = fill_blanks({"book": {"title": "Mazes for {name}", "dedication": text}}, line)
    assert rows == {"book": {"title": "Mazes for Mia", **({"dedication": said} if said else {})}}
    assert told == ([remark] if remark else [])


def test_a_title_with_an_empty_cell_is_refused(gifts):
    done = gifts("--dry-run", texts=("--title", "From {from}"))
    assert done.code == 2
    assert done.err == (
        'error: --names: row 4: --title: the column "from" is empty, and the title needs it; fill it in\n'
    )


def test_one_of_the_books(gifts, tmp_path):
    assert gifts("--only", "noah okafor").code == 0
    assert [path.name for path in (tmp_path / "output" / "gifts").glob("*/")] == ["Noah Okafor"]
    assert (
        '--only: nobody on the list is called "Noah"; did you mean "Noah Okafor"?'
        in gifts("--only", "Noah").err
    )


def test_several_of_the_books(gifts):
    done = gifts("--only", "noah okafor, 2", "--dry-run", "--json")
    books = json.loads(done.out)["manifest"]["books"]
    assert [(book["row"], book["name"]) for book in books] == [(2, "Mia Berg"), (3, "Noah Okafor")]
    said_of_ben = gifts("--only", "2", "--only", "Ben", "--dry-run").err
    assert '--only: nobody on the list is called "Ben"' in said_of_ben


ORDERS = "Bestellnummer;Kunde;Name des Kindes;Menge\n1001;Eva Berg;Mia;2\n1002;Tom Ott;TBC;1\n;;Summe;3\n"


def test_two_columns_that_could_be_the_name_are_a_question(gifts, tmp_path):
    """--name-column or the title decides; then folder and manifest have it too."""
    (tmp_path / "gifts.csv").write_text(ORDERS, encoding="utf-8")
    asked = gifts(texts=("--title", "Mazes for {name}"))
    assert asked.code == 2
    assert asked.err == (
        'error: --names: gifts.csv: 2 columns could be the name: "Name des Kindes" ("Mia"), "Kunde" ("Eva Berg"); '
        '--name-column "Name des Kindes" or --name-column "Kunde"\n'
    )
    for options, texts in (
        (("--name-column", "Name des Kindes"), ("--title", "Mazes for {name}")),
        ((), ("--title", "Mazes for {Name des Kindes}")),
    ):
        done = gifts("--force", "--no-check", *options, texts=texts)
        assert done.code == 0, done.err
        assert 'gifts.csv: Names from the column "Name des Kindes"' in done.err
        assert "Books:      2, from Mia to TBC (3 copies in all)" in done.out
        assert {path.name for path in (tmp_path / "output" / "gifts").glob("*/")} == {"Mia", "TBC"}
        above = json.loads((tmp_path / "output" / "gifts" / "manifest.json").read_text("utf-8"))
        assert [book.get("copies") for book in above["books"]] == [2, None]
        recipe = (tmp_path / "output" / "gifts" / "Mia" / "recipe.toml").read_text("utf-8")
        assert 'child = "Mia"' in recipe, "certificate and stories take it too"
    kunde = gifts("--dry-run", "--name-column", "Kunde", texts=("--title", "Mazes for {name}"))
    assert kunde.code == 0
    assert 'Names from the column "Kunde"' in kunde.err


def test_a_dry_run_says_what_making_says(gifts, tmp_path):
    """Doubtful names, copies, one title for all, a column that is empty: before anything is made,
    and then again."""
    text = "name,from,quantity\nMia,,1\nTBC,,2\nsame as above,,1\n"
    (tmp_path / "gifts.csv").write_text(text, encoding="utf-8")
    texts = ("--title", "Mazes", "--dedication", "For {name}, from {from}")
    dry, done = (gifts(*how, "--no-check", texts=texts) for how in (("--dry-run",), ()))
    for said in (
        'Names from the column "name"',
        'row 3: "TBC" does not look like a name; a book is made anyway',
        'row 4: "same as above" does not look like a name',
        "row 3: 2 copies of the book for TBC are wanted",
        'all 3 books have the title "Mazes"',
        'the column "from" is empty in every row: nothing fills {from}',
    ):
        assert said in dry.err
        assert said in done.err
    assert "row 2: the column" not in dry.err
    assert re.fullmatch(
        r"( {4}\d  .*  4 mazes  \d+ pages(  2 copies)?\n){3}Nothing written.*\n", dry.out
    )


@pytest.mark.parametrize("how", [("--dry-run",), ()])
def test_characters_without_a_glyph_are_one_line_for_all_rows(gifts, tmp_path, how):
    (tmp_path / "gifts.csv").write_text(
        "name\nMi\u16a0a\nBen\nJo\u16a0\nB\u4e2d\n", encoding="utf-8"
    )
    done = gifts(*how, texts=("--title", "For {name}"))
    assert done.code == 2
    (line,) = done.err.splitlines()
    assert line.startswith(
        "error: --names: rows 2, 4, 5: --title: no font has a glyph for '\u16a0'"
    )
    assert "'\u4e2d'" in line
    assert not (tmp_path / "output").exists()


def test_characters_without_a_glyph_on_worksheets_are_one_line(tmp_path, puzzlebook_here):
    (tmp_path / "3b.csv").write_text("name\nMi\u16a0a\nBen\nJo\u16a0\n", encoding="utf-8")
    (line,) = puzzlebook_here(
        "make", "worksheet", "--names", "3b.csv", "--dry-run"
    ).err.splitlines()
    assert line.startswith("error: --names: 3b.csv: rows 2, 4: name: no font has a glyph for")


def test_braces_that_nothing_fills_are_said(tmp_path, puzzlebook_here):
    (tmp_path / "3b.csv").write_text("name\nMia\n", encoding="utf-8")
    for how in (("--dry-run",), ("--no-svg", "--no-check")):
        done = puzzlebook_here(
            "make", "worksheet", "--names", "3b.csv", "--title", "For {wish}", *how
        )
        assert done.code == 0, done.err
        assert "{wish} in book.title is printed literally" in done.err


def things_alive():
    """How many objects of ours and of the PDF library there are, however they hang together."""
    return sum(
        str(type(thing).__module__).partition(".")[0] in ("puzzlebook", "reportlab")
        for thing in gc.get_objects()
    )


def test_no_book_of_many_stays_in_memory(tmp_path):
    """As a command makes them, without a look at what is garbage but their own."""
    names = ["Ada", "Bea", "Cem", "Dora", "Eli", "Finn"]
    (tmp_path / "gifts.csv").write_text("\n".join(["name", *names]), encoding="utf-8")
    alive = {}

    def count(what, number, _):
        alive[what, number] = things_alive()

    given = {"mazes": 2, "title": "For {name}", "svg": False}
    wish = MakeRequest(
        "sheets", given=given, output=tmp_path, names=tmp_path / "gifts.csv", progress=count
    )
    gc.disable()
    try:
        gc.collect()
        make_gifts(wish)
    finally:
        gc.enable()
    for what in ("making books", "making covers"):
        assert alive[what, 5] - alive[what, 3] < 75, alive


def test_the_books_beside_one_are_of_the_same_version(tmp_path, puzzlebook_here, monkeypatch):
    (tmp_path / "gifts.csv").write_text("name\nMia\nBen\n", encoding="utf-8")
    sheets = "make", "sheets", "--names", "gifts.csv", "--title", "For {name}", "--mazes", 1

    def make(*options):
        return puzzlebook_here(*sheets, "--no-svg", "--no-check", "--only", *options)

    assert make("Mia").code == 0
    above = json.loads((tmp_path / "output" / "gifts" / "manifest.json").read_text("utf-8"))
    assert "copies" not in above["books"][0], "one is no number worth a word"
    monkeypatch.setattr("puzzlebook.verbs.gifts.__version__", "99.0.0")
    done = make("Ben", "--force")
    assert done.code == 2
    assert f"puzzlebook was {__version__}, is 99.0.0" in done.err
    assert make("Mia", "--force").code == 0, "nothing is beside it"
