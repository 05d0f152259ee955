"""Word mazes in class sets and books: each path spells its word, whatever shares a cell."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from xml.etree import ElementTree

import pypdfium2
import pytest

from puzzlebook import make_book
from puzzlebook.books.planning.spelt_words import WordDealer, list_words
from puzzlebook.checks.verify import verify
from puzzlebook.ground.faults import Refused
from puzzlebook.recipes.recipe import Section
from puzzlebook.verbs.one_maze import maze_from_code

SVG = "{http://www.w3.org/2000/svg}"
WORDS = ["planet", "sh-i-p", "ch-ur-ch", "comet"]


def section(*words, **more):
    return Section(key="maze", mazes=1, size="9x12", word=list(words), **more)


def read_pieces(picture):
    """What the cells of an SVG file hold, by cell."""
    paths = ElementTree.parse(picture).getroot().iter(f"{SVG}path")
    found = ((re.fullmatch(r"letter-(\d+)", path.get("id") or ""), path) for path in paths)
    return {int(name[1]): path.find(f"{SVG}title").text for name, path in found if name}


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    return make_book("sheets", seed="owl", mazes=8, output=tmp_path_factory.mktemp("words"),
                     overrides={"section.*.word": WORDS, "section.*.size": "12x15"})  # fmt: skip


def test_words_are_dealt_evenly_and_neighbours_have_others():
    for count in range(1, 7):
        dealer = WordDealer()
        words = section(*["one", "two", "three", "four", "five", "six"][:count])
        dealt = [str(dealer.deal(words, f"key{number}")) for number in range(60)]
        counts = Counter(dealt)
        assert len(counts) == count
        assert max(counts.values()) - min(counts.values()) <= 1
        assert count == 1 or all(one != other for one, other in pairwise(dealt))


def test_a_maze_too_short_for_one_word_has_another():
    dealer, words = WordDealer(), section("planets", "sun")
    assert [str(dealer.deal(words, f"k{n}", room)) for n, room in enumerate([3, 4, 7, 3])] == [
        "sun",
        "sun",
        "planets",
        "sun",
    ]
    with pytest.raises(
        Refused, match='"sun" has 3 letters, more than the way through a maze of 9x12 holds'
    ):
        dealer.deal(words, "k", 2, (9, 12))


def test_a_word_is_in_one_case_and_what_shares_a_cell_is_among_the_decoys():
    ship, church, planet = list_words(section("sh-i-p", "Ch-ur-ch", "Planet"))
    assert ship.pieces == ("sh", "i", "p")
    assert (str(church), church.pieces) == ("CHURCH", ("CH", "UR", "CH"))
    assert planet.mix_decoys("ABC") == "ABC"
    decoys = ship.mix_decoys("ABCD")
    assert Counter(decoys) == {"a": 1, "b": 1, "c": 1, "d": 1, "sh": 2}, "a third, as in the word"


def test_every_maze_of_a_book_spells_its_word(book):
    pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(book.pdf)]
    assert sum("What word do they spell?" in page for page in pages) == 8
    assert sum("The word is" in page for page in pages) == 8
    assert not verify(book.folder).faults
    spelt = []
    for maze in book.manifest["mazes"]:
        pieces = read_pieces(book.folder / maze["svg"])
        way = [pieces[cell] for cell in maze_from_code(maze["code"]).solution if cell in pieces]
        spelt.append("-".join(way) if max(map(len, way)) > 1 else "".join(way))
        shared = {piece for piece in way if len(piece) > 1}
        elsewhere = {
            pieces[cell] for cell in pieces.keys() - {*maze_from_code(maze["code"]).solution}
        }
        assert shared <= elsewhere, "what shares a cell would point at the way"
    assert {*spelt} == {*WORDS}
    assert max(Counter(spelt).values()) == 2
    assert all(one != other for one, other in pairwise(spelt))


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["A1"], '"A1" is not a word of letters'),
        (["sh--ip"], '"SH--IP" is not a word of letters'),
        (["wellk-nown"], '"wellk" has 5 letters for one cell; at most 4 between hyphens: sh-i-p'),
        (["x" * 31], "has 31 letters; at most 30"),
    ],
)
def test_what_is_no_word_is_refused(tmp_path, words, fault):
    for name in ("sheets", "worksheet"):
        with pytest.raises(Refused) as refused:
            make_book(name, mazes=2, output=tmp_path, overrides={"section.*.word": words})
        assert any(fault.lower() in str(one).lower() for one in refused.value.faults)


@pytest.mark.parametrize("length", range(6, 14))
def test_a_word_may_fill_the_whole_way(tmp_path, length):
    """The longest that a board of 4×4 takes for this seed has thirteen letters: for several of
    these words the maze that was drawn has room for no letter more."""
    overrides = {"section.*.word": ["ABCDEFGHIJKLM"[:length]], "section.*.size": "4x4"}
    make_book("worksheet", mazes=1, seed="owl", output=tmp_path, overrides=overrides, dry_run=True)


def test_lists_of_words(puzzlebook_here, tmp_path):
    (tmp_path / "list.txt").write_text("# week 3\nsun,la lune\n\nmoon\n", encoding="utf-8")
    few = ("make", "sheets", "--mazes", "2", "--no-svg", "--no-check", "-q")
    assert puzzlebook_here(*few, "--words", "list.txt", "--name", "one").code == 0
    recipe = (tmp_path / "output" / "one" / "recipe.toml").read_text("utf-8")
    assert recipe.count('word = ["sun", "moon"]') == 2
    assert puzzlebook_here(*few, "--word", "sun, moon", "--name", "two").code == 0
    assert 'word = ["sun", "moon"]' in (tmp_path / "output" / "two" / "recipe.toml").read_text(
        "utf-8"
    )
    (tmp_path / "none.txt").write_text("\n# nothing\n")
    (tmp_path / "bad.txt").write_text("sun\nA1\n")
    for options, line in (
        (("--words", "no.txt"), "error: --words: no.txt: there is no such file"),
        (
            ("--words", "none.txt"),
            "error: --words: none.txt: has no words; give a text file with one word per line",
        ),
        (("--words", "bad.txt"), 'error: --words: "A1" is not a word of letters'),
        (
            ("--words", "list.txt", "--word", "sun"),
            "error: --words: cannot be combined with --word",
        ),
        (
            ("--word", "sun", "--times", "7"),
            "error: --times: questions cannot be combined with a word",
        ),
    ):
        done = puzzlebook_here(*few, *options, "--name", "none")
        assert (done.code, done.err[: len(line)]) == (2, line)
    assert not (tmp_path / "output" / "none").exists()
