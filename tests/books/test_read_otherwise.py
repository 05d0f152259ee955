"""Sheets for pupils with other reading needs, in the pile of their class: large, spaced, tactile, for
a left hand; and the dots that say their level."""

import itertools
import json
import re

import pypdfium2
import pytest

from puzzlebook import make_book
from puzzlebook.checks.verify import verify
from puzzlebook.class_lists.class_list import read_class_list
from puzzlebook.recipes.audiences import find_audience
from puzzlebook.typesetting.text import REGULAR, Spacing, measure_width, shape

LIST = """name,print,hand
Mia Berg,,
Ben Ott,dyslexia,
Tom Ek,blind,
Eva Holm,,left
"""
PLAIN = re.sub(",[a-z]*,[a-z]*\n", ",,\n", LIST.partition("\n")[2])


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The set of this list, with sums, as files for print and for screens."""
    folder = tmp_path_factory.mktemp("otherwise")
    (folder / "2c.csv").write_text(LIST, encoding="utf-8")
    return make_book("worksheet", names=folder / "2c.csv", seed="owl", output=folder,
                     overrides={"section.maze.questions": "times 7", "pdf": "both", "page": "a4"})  # fmt: skip


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    """The same, where the list says nothing of them."""
    folder = tmp_path_factory.mktemp("plain")
    (folder / "2c.csv").write_text(f"name,print,hand\n{PLAIN}", encoding="utf-8")
    return make_book("worksheet", names=folder / "2c.csv", seed="owl", output=folder,
                     overrides={"section.maze.questions": "times 7", "page": "a4", "svg": False})  # fmt: skip


def _rows(book):
    return {row["name"]: row for row in book.manifest["mazes"]}


def _text(book, name):
    page = _rows(book)[name]["puzzle"]["page"]
    return pypdfium2.PdfDocument(book.folder / "2c.pdf")[page - 1].get_textpage().get_text_range()


def test_the_whole_set_is_intact_and_is_drawn_again(made):
    assert not verify(made.folder).faults


def test_a_sheet_to_be_felt_is_in_the_pile_with_all_that_fingers_need(made, plain):
    row, reader = _rows(made)["Tom Ek"], find_audience("tactile")
    assert row["puzzle"]["cell"] >= reader.passage + reader.wall
    assert "questions" not in row
    assert "disc" in _text(made, "Tom Ek")
    assert "×" not in _text(made, "Tom Ek")
    assert "×" in _text(plain, "Tom Ek")
    (remark,) = [line for line in made.remarks if "tactile:" in line]
    assert remark.startswith("tactile: Tom Ek; copy these sheets onto swell paper")
    assert "no questions" in remark
    assert not any("tactile:" in line for line in plain.remarks)


def test_nobody_elses_maze_moves_for_that(made, plain):
    for name in ("Mia Berg", "Ben Ott"):
        assert _rows(made)[name]["code"] == _rows(plain)[name]["code"]


def test_spaced_type_is_larger_and_wider_and_its_lines_are_short(made, plain):
    def heading_of(book):
        page = pypdfium2.PdfDocument(book.folder / "2c.pdf")[1]
        return [item for item in page.get_objects() if item.type == 1]

    assert len(_text(made, "Ben Ott").splitlines()) > len(_text(plain, "Ben Ott").splitlines())
    widest = {
        book: max(item.get_bounds()[2] - item.get_bounds()[0] for item in heading_of(book))
        for book in (made, plain)
    }
    assert widest[made] < widest[plain], "the instruction is broken into shorter lines"
    sums = [line for line in _text(made, "Ben Ott").splitlines() if "×" in line]
    assert sums, "sums stay at their forks"


def test_letters_that_do_not_join_have_space_between_them_and_words_more():
    spaced = REGULAR._replace(spacing=Spacing(120, 160))
    text = "to the end"
    letters, words = sum(map(str.isalpha, text)), text.count(" ")
    wider = measure_width(text, spaced, 1000) - measure_width(text, REGULAR, 1000)
    assert wider == pytest.approx(letters * 120 + words * 160)
    joined = REGULAR._replace(language="fa", right_to_left=True)
    script = "کتاب"
    assert measure_width(script, joined._replace(spacing=Spacing(120, 160)), 10) == measure_width(
        script, joined, 10
    )
    marked = shape("q\u0301", spaced)[0]
    assert sum(advance > 0 for advance in marked.advances) == 1, "marks stay on their letter"


def test_only_that_pupils_page_is_warm_and_only_on_a_screen(made):
    def corner(file, number):
        page = pypdfium2.PdfDocument(made.folder / file)[number]
        return tuple(page.render(scale=0.2).to_numpy()[2, 2])

    screen = [corner("2c-screen.pdf", number) for number in range(4)]
    assert [colour == (255, 255, 255) for colour in screen] == [True, False, True, True]
    assert {corner("2c.pdf", number) for number in range(4)} == {(255, 255, 255)}


def test_a_left_hand_is_led_away_from_itself(puzzlebook_here, tmp_path):
    names = "\n".join(f"Pupil {number},left" for number in range(1, 25))
    (tmp_path / "3b.csv").write_text(f"name,hand\n{names}\n", encoding="utf-8")
    draft = ("make", "worksheet", "--names", "3b.csv", "--seed", "owl", "--dry-run", "--json", "-q")

    def leads_away(row):
        place = row["puzzle"]
        return (place["end"][0] - place["start"][0]) / place["cell"] > 0.3 * 9  # columns

    lefts = json.loads(puzzlebook_here(*draft).out)["manifest"]["mazes"]
    assert all(map(leads_away, lefts))
    (tmp_path / "3b.csv").write_text(f"name\n{names.replace(',left', '')}\n", encoding="utf-8")
    others = json.loads(puzzlebook_here(*draft).out)["manifest"]["mazes"]
    kept = [leads_away(row) for row in others]
    assert any(kept)
    assert not all(kept)
    for left, other, is_kept in zip(lefts, others, kept, strict=True):
        assert (left["code"] == other["code"]) == is_kept, "only mazes that lead elsewhere"


def test_words_beside_a_maze_are_where_the_left_hand_is_not(puzzlebook_here, tmp_path):
    (tmp_path / "3b.csv").write_text("name,hand\nMia,left\nBen,right\n", encoding="utf-8")
    done = puzzlebook_here("make", "worksheet", "--names", "3b.csv", "--seed", "owl", "--no-svg",
                           "--page", "a4-landscape", "--json", "-q")  # fmt: skip
    left, right = json.loads(done.out)["manifest"]["mazes"]
    middle = 842 / 2
    assert left["puzzle"]["box"][0] + left["puzzle"]["box"][2] / 2 < middle
    assert right["puzzle"]["box"][0] + right["puzzle"]["box"][2] / 2 > middle
    document = pypdfium2.PdfDocument(tmp_path / "output" / "3b" / "3b.pdf")
    for number, is_left in enumerate((True, False)):
        texts = [item for item in document[number].get_objects() if item.type == 1]
        assert {item.get_bounds()[0] > middle for item in texts} == {is_left}


def test_a_whole_set_may_be_spaced_or_felt(puzzlebook_here):
    draft = ("make", "worksheet", "--mazes", "2", "--seed", "owl", "--dry-run", "--json")
    done = puzzlebook_here(*draft, "--set", "worksheet.print=tactile", "--times", "7")
    assert "tactile: 1, 2; copy these sheets onto swell paper" in done.err
    assert all("questions" not in row for row in json.loads(done.out)["manifest"]["mazes"])
    done = puzzlebook_here(*draft, "--set", "worksheet.hand=left")
    assert all(
        row["puzzle"]["start"][0] <= row["puzzle"]["end"][0]
        for row in json.loads(done.out)["manifest"]["mazes"]
    )


def test_a_maze_that_all_share_is_not_felt(puzzlebook_here, tmp_path):
    (tmp_path / "3b.csv").write_text(
        "name,load,print\nMia,core,tactile\nBen,support,\n", encoding="utf-8"
    )
    done = puzzlebook_here("make", "worksheet", "--names", "3b.csv", "--loads", "3")
    assert done.code == 2
    assert (
        "the maze that all share is too fine for fingers; leave out the tactile sheets or the loads"
        in done.err
    )


@pytest.mark.parametrize(
    ("titles", "cells"),
    [
        ("name,print,hand", "dyslexic,left"),
        ("Name,Druck,Schreibhand", "Legasthenie,Linkshänder"),
        ("nom,impression,latéralité", "dyslexie,gaucher"),
        ("nombre,letra,mano", "disléxico,zurdo"),
        ("nome,impressão,mão", "dislexia,canhoto"),
        ("imię,druk,ręka", "dysleksja,leworęczny"),
        ("نام,چاپ,دست", "نارساخوان,چپ‌دست"),
        ("নাম,ছাপা,হাত", "ডিসলেক্সিয়া,বাঁহাতি"),
        ("ਨਾਂ,ਛਪਾਈ,ਹੱਥ", "ਡਿਸਲੈਕਸੀਆ,ਖੱਬਾ"),
    ],
)
def test_a_list_says_so_in_any_of_our_languages(tmp_path, titles, cells):
    path = tmp_path / "list.csv"
    path.write_text(f"{titles}\nMia,{cells}\nBen,,\n", encoding="utf-8")
    mia, ben = read_class_list(path).pupils
    assert (mia["print"], mia["hand"]) == ("dyslexic", "left")
    assert not {"print", "hand"} & ben.keys()


def test_dots_say_the_level_of_every_sheet_or_of_none(puzzlebook_here, tmp_path):
    (tmp_path / "3b.csv").write_text("name,level\nMia,easier\nBen,\nZoë,5\n", encoding="utf-8")
    made = ("make", "worksheet", "--names", "3b.csv", "--no-svg", "-q", "--force")
    assert puzzlebook_here(*made).code == 0
    document = pypdfium2.PdfDocument(tmp_path / "output" / "3b" / "3b.pdf")
    dots = [
        page.get_textpage().get_text_range().count("•") for page in itertools.islice(document, 3)
    ]
    assert dots == [2, 3, 5]
    (tmp_path / "3b.csv").write_text("name,level\nMia,\nBen,same\n", encoding="utf-8")
    assert puzzlebook_here(*made).code == 0
    document = pypdfium2.PdfDocument(tmp_path / "output" / "3b" / "3b.pdf")
    assert not any("•" in page.get_textpage().get_text_range() for page in document)


@pytest.mark.parametrize(("level", "class_level"), [("easy", 2), ("hard", 4)])
def test_the_level_of_books_counts_for_a_class_too(puzzlebook_here, level, class_level):
    made = ("make", "worksheet", "--mazes", "1", "--seed", "owl", "--dry-run", "--json", "-q")
    asked = json.loads(puzzlebook_here(*made, "--level", level).out)["manifest"]
    same = json.loads(puzzlebook_here(*made, "--set", f"worksheet.level={class_level}").out)
    assert asked["mazes"] == same["manifest"]["mazes"]
    assert asked["recipe"]["worksheet"]["level"] == class_level
    grids = (*made, "--audience", "7-8", "--level", level)
    recipe = json.loads(puzzlebook_here(*grids).out)["manifest"]["recipe"]
    assert (recipe["level"], recipe["worksheet"]["level"]) == (level, 3)


def test_a_childs_name_without_a_list_is_not_lost_unsaid(puzzlebook_here):
    done = puzzlebook_here("make", "worksheet", "--mazes", "1", "--child", "Jonas", "--dry-run")
    assert "note: child: worksheets have no title page" in done.err
