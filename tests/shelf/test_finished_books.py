"""A finished book is read in one way: whoever reads its folder refuses the same, in the same
words."""

from __future__ import annotations

import copy
import json
import shutil
from functools import reduce
from pathlib import Path
from random import Random

import pytest
from command import check_errors, snapshot

from puzzlebook import make_book
from puzzlebook.shelf.manifest import (
    LARGEST_MANIFEST,
    Damaged,
    FinishedBook,
    find_book,
    open_book,
    parse_manifest,
    write_manifest,
)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return make_book(
        "sheets", seed="owl", output=tmp_path_factory.mktemp("made"), overrides={"mazes": 2}
    ).folder


@pytest.fixture
def told(made):
    """What a manifest says."""
    said = json.loads((made / "manifest.json").read_bytes())
    del said["self"]
    return said


@pytest.fixture
def spoiled(made, tmp_path):
    """A copy of the book with another manifest."""

    def copy(content):
        shutil.copytree(made, tmp_path / "sheets")
        (tmp_path / "sheets" / "manifest.json").write_bytes(content)
        return tmp_path / "sheets"

    return copy


def test_the_hardest_way_is_that_of_the_longest_minutes():
    """The first maze has no minutes, as in an old book; the longest way is not the hardest."""
    rows = [
        {
            "shape": "polar",
            "solution_length": minutes * 10,
            **({"minutes": minutes} if told else {}),
        }
        for minutes, told in ((99, False), (2, True), (9, True), (3, True))
    ]
    assert FinishedBook(Path(), {"mazes": rows}, True).hardest_way == (90, "polar")
    assert FinishedBook(Path(), {"mazes": rows[:1]}, True).hardest_way == (0, "")


def test_the_facts_of_a_book(made, told):
    book = open_book(made)
    assert (book.folder, book.seed, book.code, book.pages) == (
        made,
        "owl",
        told["code"],
        told["pages"],
    )
    assert (book.recipe, book.files, book.versions, list(book.mazes), book.cover) == (
        told["recipe"], told["files"], told["versions"], told["mazes"], {})  # fmt: skip
    assert book.values_by_maze("code") == tuple(maze["code"] for maze in told["mazes"])
    assert book.is_intact


WRONG = {
    "code": 7, "seed": None, "pages": "11", "recipe": [], "versions": {"reportlab": 4}, "mazes": [7], "files": [],
    "cover": 1,
}  # fmt: skip


@pytest.mark.parametrize("fact", WRONG)
def test_each_fact_is_checked_by_itself(fact, made, told):
    book = parse_manifest(write_manifest({**told, fact: WRONG[fact]}).encode(), made)
    with pytest.raises(Damaged):
        getattr(book, fact)
    for other in WRONG.keys() - {fact}:
        getattr(book, other)
    with pytest.raises(Damaged):
        book.check()


@pytest.mark.parametrize("command", ["cover", "preview", "check"])
@pytest.mark.parametrize("fact", [fact for fact in WRONG if fact != "files"])
def test_a_damaged_manifest_is_refused_by_all_alike(command, fact, spoiled, told, puzzlebook_here):
    spoiled(write_manifest({**told, fact: WRONG[fact]}).encode())
    done = puzzlebook_here(command, "sheets")
    said = "error: sheets: its manifest.json is incomplete; make the book again"
    assert (done.code, check_errors(done.err)) == (2, [said])


@pytest.mark.parametrize("command", ["cover", "preview", "check"])
@pytest.mark.parametrize(
    "content", [b"{", b"[1]", b"{}", b"[" * 100_000, b'{"format": 1, "files": {}, "name": "app"}']
)
def test_what_is_no_book_is_refused_by_all_alike(command, content, spoiled, puzzlebook_here):
    spoiled(content)
    done = puzzlebook_here(command, "sheets")
    said = "error: sheets: is not the folder of a book; give a folder with a manifest.json that puzzlebook wrote"
    assert (done.code, check_errors(done.err)) == (2, [said])


def test_what_is_far_too_large_is_no_manifest(spoiled, told):
    content = write_manifest(told).encode()
    folder = spoiled(content + b" " * (LARGEST_MANIFEST - len(content)))
    assert find_book(folder) is not None
    with (folder / "manifest.json").open("ab") as file:
        file.write(b" ")
    assert find_book(folder) is None


def test_a_folder_may_be_renamed(made, tmp_path, puzzlebook_here):
    """A book's files are called as the book is, wherever it stands."""
    shutil.copytree(made, tmp_path / "for-mia")
    for command in ("verify", "check", "preview", "verify"):
        assert puzzlebook_here(command, "for-mia").code == 0
    assert (tmp_path / "for-mia" / "sheets-preview.png").is_file()


def test_a_book_is_not_called_as_a_path(made, told):
    recipe = {**told["recipe"], "name": "../elsewhere"}
    with pytest.raises(Damaged):
        parse_manifest(write_manifest({**told, "recipe": recipe}).encode(), made).check()


# -- Every value of a manifest, as each wrong type -------------------------------------------------------

DEEP = reduce(lambda inner, _: [inner], range(600), 0)
TYPES = (None, True, -1, 10**30, 1.5, float("nan"), "", "x", "../x", [], [[]], {}, {"a": 1}, DEEP)
READERS = (("check",), ("cover", "--force"), ("preview",), ("verify",), ("rebuild", "-o", "new"))


def places(said, above=()):
    """Where each value in a manifest stands: the keys that lead to it."""
    for key in list(said) if isinstance(said, dict) else range(len(said)):
        yield (*above, key)
        if isinstance(said[key], dict | list):
            yield from places(said[key], (*above, key))


def with_another(said, place, value):
    """The manifest with another value in a place; its own sum is right."""
    said = copy.deepcopy(said)
    inner = reduce(lambda inner, key: inner[key], place[:-1], said)
    inner[place[-1]] = value
    return write_manifest(said).encode()


def may_be(place, value):
    """Whether it might be true: other versions make the same, or it is not said."""
    if place[0] == "versions":
        return isinstance(value, str) or (place == ("versions",) and value == {})
    if place == ("recipe", "cover"):  # an empty table says as much as none
        return value == {}
    return (place[-1] in ("code", "stars") and not value) or (place[0] == "recipe" and value == "")


@pytest.fixture
def tried(made, told, tmp_path, puzzlebook_here):
    """Reads a book whose manifest has another value somewhere; the line says what is wrong, and
    nothing is changed."""

    def read(place, value, command):
        content = with_another(told, place, value)
        folder = shutil.copytree(made, tmp_path / "tried" / "sheets")
        (folder / "manifest.json").write_bytes(content)
        before = snapshot(tmp_path)
        done = puzzlebook_here(*command[:1], folder, *command[1:])
        assert done.code in (0, 1, 2)
        assert "mistake" not in done.err + done.out
        if done.code == 2:
            check_errors(done.err)
        if (
            done.code and command[0] != "rebuild"
        ):  # which makes a book, and then finds that it differs
            assert snapshot(tmp_path) == before
        assert (
            done.code == 1
            or command[0] != "verify"
            or content == write_manifest(told).encode()
            or may_be(place, value)
        )
        shutil.rmtree(tmp_path / "tried")
        shutil.rmtree(tmp_path / "new", ignore_errors=True)

    return read


def wrong(told):
    return [
        (place, value, command) for place in places(told) for value in TYPES for command in READERS
    ]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("section", "nowhere"),
        ("code", "1-square-30x30-far-dnb5rr30gxnkbw4q-n"),
        ("number", 0),
        ("stars", 10**30),
        ("puzzle", {"page": 10**30}),
        ("answer", "page 7"),
    ],
)
def test_no_cover_shows_what_is_not_the_books(key, value, told, tried, tmp_path):
    tried(("mazes", 0, key), value, ("cover",))


def test_no_page_is_half_a_page(told, tried):
    tried(("mazes", 0, "puzzle", "page"), 1.5, ("verify",))


def test_mazes_without_stars_are_on_a_cover(tmp_path, puzzlebook_here):
    recipe = tmp_path / "open.toml"
    recipe.write_text(
        '[book]\ntitle = "Open"\n[[section]]\nkey = "open"\nmazes = 2\nsize = "12x12"\nends = "none"\n'
    )
    book = make_book(recipe, seed="owl", output=tmp_path)
    assert puzzlebook_here("cover", book.folder).code == 0


def test_some_values_of_a_manifest_as_other_types(told, tried):
    asked = wrong(told)
    for case in Random(1).sample(asked, 40):
        tried(*case)


@pytest.mark.exhaustive
@pytest.mark.parametrize("part", range(8))
def test_each_value_of_a_manifest_as_each_other_type(part, told, tried):
    for case in wrong(told)[part::8]:
        tried(*case)


@pytest.mark.parametrize("story", ["a line", ["a line", 7], {"a": "line"}, None])
def test_a_story_that_is_no_list_of_lines_is_damaged(story):
    book = FinishedBook(Path(), {"mazes": [{"story": ["one", "two"]}, {}]}, True)
    assert book.stories_by_maze == (("one", "two"), ())
    with pytest.raises(Damaged):
        _ = FinishedBook(Path(), {"mazes": [{"story": story}]}, True).stories_by_maze
