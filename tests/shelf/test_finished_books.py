"""A finished book is read in one way: whoever reads its folder refuses the same, in the same words."""

from __future__ import annotations

import json
import shutil

import pytest
from command import check_errors

from puzzlebook import make_book
from puzzlebook.shelf.manifest import MOST_BYTES, Damaged, book_in, found_in, manifest_in, manifest_text


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return make_book("sheets", seed="owl", output=tmp_path_factory.mktemp("made"), overrides={"mazes": 2}).folder


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


def test_the_facts_of_a_book(made, told):
    book = book_in(made)
    assert (book.folder, book.seed, book.code, book.pages) == (made, "owl", told["code"], told["pages"])
    assert (book.recipe, book.files, book.versions, list(book.mazes), book.cover) == (
        told["recipe"], told["files"], told["versions"], told["mazes"], {})  # fmt: skip
    assert book.of_each("code") == tuple(maze["code"] for maze in told["mazes"])
    assert book.is_intact


WRONG = {
    "code": 7, "seed": None, "pages": "11", "recipe": [], "versions": {"reportlab": 4}, "mazes": [7], "files": [],
    "cover": 1,
}  # fmt: skip


@pytest.mark.parametrize("fact", WRONG)
def test_each_fact_is_checked_by_itself(fact, made, told):
    book = manifest_in(manifest_text({**told, fact: WRONG[fact]}).encode(), made)
    with pytest.raises(Damaged):
        getattr(book, fact)
    for other in WRONG.keys() - {fact}:
        getattr(book, other)
    with pytest.raises(Damaged):
        book.check()


@pytest.mark.parametrize("command", ["cover", "preview", "check"])
@pytest.mark.parametrize("fact", [fact for fact in WRONG if fact != "files"])
def test_a_damaged_manifest_is_refused_by_all_alike(command, fact, spoiled, told, puzzlebook_here):
    spoiled(manifest_text({**told, fact: WRONG[fact]}).encode())
    done = puzzlebook_here(command, "sheets")
    said = "error: sheets: its manifest.json is incomplete; make the book again"
    assert (done.code, check_errors(done.err)) == (2, [said])


@pytest.mark.parametrize("command", ["cover", "preview", "check"])
@pytest.mark.parametrize("content", [b"{", b"[1]", b"{}", b"[" * 100_000, b'{"format": 1, "files": {}, "name": "app"}'])
def test_what_is_no_book_is_refused_by_all_alike(command, content, spoiled, puzzlebook_here):
    spoiled(content)
    done = puzzlebook_here(command, "sheets")
    said = "error: sheets: is not the folder of a book; a folder with a manifest.json of ours"
    assert (done.code, check_errors(done.err)) == (2, [said])


def test_what_is_far_too_large_is_no_manifest(spoiled, told):
    content = manifest_text(told).encode()
    folder = spoiled(content + b" " * (MOST_BYTES - len(content)))
    assert found_in(folder) is not None
    with (folder / "manifest.json").open("ab") as file:
        file.write(b" ")
    assert found_in(folder) is None


def test_a_folder_may_be_renamed(made, tmp_path, puzzlebook_here):
    """A book's files are called as the book is, wherever it stands."""
    shutil.copytree(made, tmp_path / "for-mia")
    for command in ("verify", "check", "preview", "verify"):
        assert puzzlebook_here(command, "for-mia").code == 0
    assert (tmp_path / "for-mia" / "sheets-preview.png").is_file()


def test_a_book_is_not_called_as_a_path(made, told):
    recipe = {**told["recipe"], "name": "../elsewhere"}
    with pytest.raises(Damaged):
        manifest_in(manifest_text({**told, "recipe": recipe}).encode(), made).check()
