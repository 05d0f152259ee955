"""What teachers ask of a class set: orders, lines for the time, names in texts, outlines that look
like themselves."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import numpy as np
import pypdfium2
import pytest

from puzzlebook import make_book
from puzzlebook.books.classes.requested_sheets import split_selection
from puzzlebook.checks.verify import verify
from puzzlebook.mazes import Silhouette
from puzzlebook.mazes.grids import make_grid


def test_surnames_as_the_list_has_them_or_else_the_last_word(tmp_path):
    def order(lines):
        (tmp_path / "4c.csv").write_text(lines, encoding="utf-8")
        book = make_book("worksheet", names=tmp_path / "4c.csv", output=tmp_path, force=True,
                         overrides={"worksheet.order": "surname", "svg": False}, seed="owl")  # fmt: skip
        sheets = sorted(book.manifest["mazes"], key=lambda maze: maze["puzzle"]["page"])
        return [maze["name"] for maze in sheets], tomllib.loads(
            (book.folder / "recipe.toml").read_text("utf-8")
        )

    names, recipe = order("Apellidos,Nombre\nGarcía López,Ana\nÁvila,Zoe\nGarcía Abad,Luz\n")
    assert names == ["Zoe Ávila", "Luz García Abad", "Ana García López"]
    assert [pupil["surname"] for pupil in recipe["pupil"]] == [
        "García López",
        "Ávila",
        "García Abad",
    ]
    names, _ = order('name\n"van Dam, Mia"\n"Berg, Noah"\n')
    assert names == ["Noah Berg", "Mia van Dam"]
    names, recipe = order("name\nMia van Dam\nNoah Berg\n")
    assert names == ["Noah Berg", "Mia van Dam"]
    assert not any("surname" in pupil for pupil in recipe["pupil"])


def test_a_line_for_the_time_and_the_name_in_texts(tmp_path):
    (tmp_path / "4c.csv").write_text("Mia Berg\nNoah Okafor\n", encoding="utf-8")
    texts = {"book.title": "A Maze for {name}", "worksheet.instruction": "{name}, find your way.",
             "worksheet.time": True, "worksheet.split": True, "pdf": "both"}  # fmt: skip
    book = make_book(
        "worksheet", names=tmp_path / "4c.csv", output=tmp_path, overrides=texts, seed="owl"
    )
    pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(book.pdf)]
    for name, page in zip(("Mia Berg", "Noah Okafor"), pages, strict=False):
        assert f"A Maze for {name}" in page
        assert f"{name}, find your way." in page
        assert re.search(r"Time\s+min\s+s\b", page)
    assert "Key: A Maze for …" in pages[2]
    assert not any("{name}" in page for page in pages)
    assert not any("literally" in remark for remark in book.remarks)
    title = pypdfium2.PdfDocument(book.folder / "sheets" / "Mia Berg.pdf").get_metadata_dict()[
        "Title"
    ]
    assert title == "A Maze for Mia Berg"
    assert (
        pypdfium2.PdfDocument(book.folder / "4c-screen.pdf").get_metadata_dict()["Title"]
        == "A Maze for …"
    )
    assert not verify(book.folder).faults
    again = make_book(str(book.folder / "recipe.toml"), output=tmp_path / "again")
    assert again.pdf.read_bytes() == book.pdf.read_bytes()


def test_a_drawn_silhouette_has_enough_cells_at_every_level(tmp_path):
    levels = "name;level\n" + "".join(f"Pupil {n};{n}\n" for n in range(1, 6))
    (tmp_path / "4c.csv").write_text(levels, encoding="utf-8")
    overrides = {"section.maze.silhouette": "snail", "svg": False}
    book = make_book("worksheet", names=tmp_path / "4c.csv", output=tmp_path, overrides=overrides)
    sizes = [tuple(map(int, maze["size"].split("x"))) for maze in book.manifest["mazes"]]
    snail = Silhouette.built_in("snail")
    cells = [make_grid("square", size, snail).cells for size in sizes]
    assert cells == sorted(cells)
    assert min(cells) >= Silhouette.fewest_cells()["snail"]
    assert not any("recognise" in remark for remark in book.remarks)


def test_two_lists_in_one_run_make_two_sets_or_none(puzzlebook_here, tmp_path):
    (tmp_path / "3a.csv").write_text("Mia Berg\nNoah Ek\n", encoding="utf-8")
    (tmp_path / "3b.csv").write_text("name,level\nZoe Ek,easier\n", encoding="utf-8")
    (tmp_path / "3c.csv").write_text("name,level\nZoe Ek,impossible\n", encoding="utf-8")
    both = ("make", "worksheet", "--names", "3a.csv", "--names")
    for last, told in (
        ("3c.csv", "error: --names: 3c.csv: row 2: level:"),
        ("3a.csv", "error: --names: two lists are called"),
    ):
        done = puzzlebook_here(*both, last, "--no-svg")
        assert (done.code, done.err[: len(told)]) == (2, told)
    assert not (tmp_path / "output").exists()
    done = puzzlebook_here(*both, "3b.csv", "--no-svg", "--seed", "owl", "--json", "-q")
    made = [json.loads(line)["manifest"] for line in done.out.splitlines()]
    assert [[maze["name"] for maze in one["mazes"]] for one in made] == [
        ["Mia Berg", "Noah Ek"],
        ["Zoe Ek"],
    ]
    assert not any(verify(tmp_path / "output" / name).faults for name in ("3a", "3b"))
    for option in ("--name", "--only"):
        done = puzzlebook_here(*both, "3b.csv", option, "x")
        assert done.err.startswith(f"error: {option}: is for a single set;")


def test_three_levels_in_one_run_have_one_seed_and_a_key_each(puzzlebook_here, tmp_path):
    (tmp_path / "3a.csv").write_text("name,level\nMia Berg,\nNoah Ek,harder\n", encoding="utf-8")
    levels = ("make", "worksheet", "--levels", "--no-svg", "--json", "-q")
    done = puzzlebook_here(*levels, "--names", "3a.csv")
    made = [json.loads(line) for line in done.out.splitlines()]
    assert [one["folder"].rpartition("3a-")[2] for one in made] == ["easy", "normal", "hard"]
    assert len({one["manifest"]["seed"] for one in made}) == 1
    assert all(maze["answer"] for one in made for maze in one["manifest"]["mazes"])
    cells = [[maze["cells"] for maze in one["manifest"]["mazes"]] for one in made]
    assert cells == sorted(cells)
    assert all(mia < noah for mia, noah in cells)
    assert not any(verify(Path(one["folder"])).faults for one in made)
    done = puzzlebook_here(
        "make", "sheets", "--levels", "--mazes", "2", "--dry-run", "--json", "-q", "--name", "b"
    )
    recipes = [json.loads(line)["manifest"]["recipe"] for line in done.out.splitlines()]
    assert [(one["level"], one["name"]) for one in recipes] == [
        ("easy", "b-easy"),
        ("normal", "b-normal"),
        ("hard", "b-hard"),
    ]
    for options, line in (
        (("--level", "hard"), "error: --levels: cannot be combined with --level"),
        (
            ("--set", "worksheet.level=5"),
            "error: --levels: needs a level below and above that of the class, which is 5",
        ),
        (("--only", "1"), "error: --only: is for a single set"),
        (("--names", "3a.csv"), "error: "),  # it is there already
    ):
        done = puzzlebook_here(*levels, *options)
        assert (done.code, done.err[: len(line)]) == (2, line)


def test_one_way_is_explained_in_two_readings(tmp_path):
    overrides = {
        "section.maze.ends": "none",
        "svg": False,
        "worksheet.why": "both",
        "book.title": "One Way",
    }
    book = make_book(
        "worksheet", mazes=2, output=tmp_path, seed="owl", name="why", overrides=overrides
    )
    document = pypdfium2.PdfDocument(book.pdf)
    assert len(document) == 5
    said = [" ".join(page.get_textpage().get_text_range().split()) for page in document]
    assert all("Why there is exactly one way" in page for page in said[2:])
    assert "Color the outer wall" in said[2]
    assert "Such a graph is called a tree" in said[3]
    for cells, page in ((7, document[2]), (10, document[3])):
        image = np.asarray(page.render(scale=4).to_pil().convert("L")) < 128
        # Both sides of the frame are full columns of ink; lines of text are none.
        left, right = (image.sum(0) > 0.4 * image.shape[1]).nonzero()[0][[0, -1]]
        bottom = image[:, (left + right) // 2 - 9 : (left + right) // 2 + 9].all(1).nonzero()[0][-1]
        step = (right - left) / cells
        top = bottom - cells * step
        middles = [round(top + (index + 0.5) * step) for index in range(cells)]
        across = [round(left + (index + 0.5) * step) for index in range(cells)]
        openings = 0
        for row in range(cells):
            for column in range(cells):
                beside, below = round(left + (column + 1) * step), round(top + (row + 1) * step)
                openings += (
                    column < cells - 1 and not image[middles[row], beside - 6 : beside + 7].any()
                )
                openings += (
                    row < cells - 1 and not image[below - 6 : below + 7, across[column]].any()
                )
        assert openings == cells * cells - 1
    for which, pages in (("younger", 4), ("older", 4), (None, 3)):
        made = make_book("worksheet", mazes=2, output=tmp_path, seed="owl", force=True, dry_run=True,
                         overrides={**overrides, "worksheet.why": which})  # fmt: skip
        assert made.manifest["pages"] == pages
    assert not verify(book.folder).faults


@pytest.mark.parametrize(
    ("typed", "where"),
    [
        (("--certificate",), "--certificate"),
        (("--set", "certificate=true"), "book.certificate"),
        (("--names", "3a.csv", "--certificate"), "--certificate"),
    ],
)
def test_worksheets_have_no_certificate_and_say_so(puzzlebook_here, tmp_path, typed, where):
    (tmp_path / "3a.csv").write_text("Mia Berg\n", encoding="utf-8")
    done = puzzlebook_here("make", "worksheet", *typed)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert done.err.startswith(f"error: {where}: worksheets have no certificate; ")
    assert "make ages-7-8 --child NAME --certificate" in done.err
    assert not (tmp_path / "output").exists()


def test_a_recipe_of_worksheets_with_a_certificate_is_noted(puzzlebook_here):
    assert puzzlebook_here("new", "w.toml", "--from", "worksheet", "--certificate").code == 0
    done = puzzlebook_here("make", "w.toml", "--mazes", "1", "--dry-run")
    assert done.code == 0
    assert "note: worksheets have no certificate, though the recipe asks for one\n" in done.err


def test_only_takes_several_pupils_and_groups(puzzlebook_here, tmp_path):
    rows = "name,group\nMia Berg,red\nNoah Ek,blue\nZoe Ek,red\nIda Ray,\n"
    (tmp_path / "3a.csv").write_text(rows, encoding="utf-8")

    def draft(*typed):
        options = [word for name in typed for word in ("--only", name)]
        done = puzzlebook_here("make", "worksheet", "--names", "3a.csv", *options,
                               "--seed", "owl", "--dry-run", "--json", "-q")  # fmt: skip
        if done.code:
            return done.err
        mazes = json.loads(done.out)["manifest"]["mazes"]
        return [(maze["number"], maze["name"]) for maze in mazes]

    assert draft("Noah Ek", "Mia Berg") == [(1, "Mia Berg"), (2, "Noah Ek")]
    assert draft("mia berg, 4") == [(1, "Mia Berg"), (4, "Ida Ray")]
    assert draft("Red") == [(1, "Mia Berg"), (3, "Zoe Ek")]
    assert draft("red", "blue") == [(1, "Mia Berg"), (2, "Noah Ek"), (3, "Zoe Ek")]
    said = 'error: --only: nobody on the list is called "Ben"; give a name as the list has it'
    assert draft("red, Ben").startswith(said)


def test_only_knows_a_name_with_a_comma():
    rows = ["Berg, Mia", "Mia"]
    known = rows.__contains__
    assert split_selection("Berg, Mia", known) == ["Berg, Mia"]
    assert split_selection("Berg, Ben,", known) == ["Berg", "Ben"]
    assert split_selection(",", known) == [","]


def test_a_sheet_by_itself_without_its_seed_is_noted(puzzlebook_here, tmp_path):
    (tmp_path / "3a.csv").write_text("Mia Berg\nNoah Ek\n", encoding="utf-8")

    def say(*typed):
        done = puzzlebook_here("make", "worksheet", "--names", "3a.csv", "--dry-run", *typed)
        assert done.code == 0, done.err
        return done.err

    note = "note: without its set's seed this is a new maze"
    assert note in say("--only", "Mia Berg")
    assert note not in say("--only", "Mia Berg", "--seed", "owl")
    assert note not in say()


def test_a_wall_of_a_number_of_sheets_is_suggested(puzzlebook_here):
    for typed, meant in (("28", "7x4 for 28"), ("29", "6x5 for 29"), ("1", "6x5"), ("999", "6x5")):
        done = puzzlebook_here("make", "worksheet", "--wall", typed)
        assert done.code == 2
        assert f"is not the size of a wall; columns x rows of sheets, such as {meant}:" in done.err


def test_words_that_are_no_file_belong_to_another_option(puzzlebook_here):
    done = puzzlebook_here("make", "worksheet", "--words", "planet,ship,moon")
    assert done.code == 2
    assert done.err.startswith("error: --words: planet,ship,moon: there is no such file; ")
    assert "--word planet,ship,moon" in done.err


def test_a_book_of_one_page_and_one_maze_is_counted_in_words(puzzlebook_here):
    done = puzzlebook_here("make", "--pages", "1")
    assert done.err == (
        "error: --pages: no number of mazes makes a book of 1 page; the nearest: 8 pages (1 maze); "
        "only mazes and answers: --short\n"
    )
    assert "short" not in puzzlebook_here("make", "--pages", "1", "--short").err


def test_what_to_do_in_another_language_is_said_by_oneself(puzzlebook_here):
    said = puzzlebook_here("make", "worksheet", "--language", "en,tlh").err
    assert said.startswith('error: --language: there is no language called "tlh"; allowed: bn')
    assert (
        "; for another language, write the instruction yourself: --set worksheet.instruction=TEXT"
        in said
    )


def test_a_print_or_a_hand_that_is_not_known_is_refused_with_those_that_are(
    puzzlebook_here, tmp_path
):
    (tmp_path / "3a.csv").write_text("name,print,hand\nMia Berg,bold,\nNoah Ek,,both\n", "utf-8")
    bold, both = puzzlebook_here("make", "worksheet", "--names", "3a.csv").err.splitlines()
    assert bold.endswith("allowed: normal, large, dyslexic, tactile")
    assert both.endswith("allowed: right, left")


def test_letters_without_an_accent_of_their_own_are_sorted_as_plain_ones(puzzlebook_here, tmp_path):
    names = ["Tobi Adeyemi", "Ida Østergård", "Per Zorn", "Ola Łukasz", "Ben Okafor", "Zoe Šimková",
             "Eva Đorđević", "Leo Straße", "Lea Strasser"]  # fmt: skip
    (tmp_path / "3a.csv").write_text("\n".join(names), encoding="utf-8")
    draft = ("make", "worksheet", "--names", "3a.csv", "--order", "surname", "--dry-run")
    done = puzzlebook_here(*draft, "--json", "-q")
    mazes = json.loads(done.out)["manifest"]["mazes"]
    pile = sorted(mazes, key=lambda maze: maze["puzzle"]["page"])
    assert [maze["name"].split()[1] for maze in pile] == [
        "Adeyemi", "Đorđević", "Łukasz", "Okafor", "Østergård", "Šimková", "Straße", "Strasser",
        "Zorn",
    ]  # fmt: skip
    assert "Pupils:     9, from Tobi Adeyemi to Per Zorn" in puzzlebook_here(*draft).out
    by_file = puzzlebook_here(*draft[:4], "--dry-run").out
    assert "Pupils:     9, from Tobi Adeyemi to Lea Strasser" in by_file
