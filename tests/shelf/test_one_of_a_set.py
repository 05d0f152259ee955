"""`--only` on a set that is there: that sheet or book is replaced within it, and nothing else
changes."""

import json
import os
import re
import shutil
from pathlib import Path

import pytest
from command import check_errors, snapshot

from puzzlebook.checks.verify import verify
from puzzlebook.ground.faults import Unfinished
from puzzlebook.shelf import replacing
from puzzlebook.shelf.folder import create_folder
from puzzlebook.shelf.partials import LOCK
from puzzlebook.verbs.make import make_book

CLASS = "name,level\nMia,3\nBen,3\nZoe,3\n"
GIFTS = "name,from\nMia,Ann\nBen,Bob\nZoe,Cem\n"
KINDS = {
    "inside": ("worksheet", "--names", "list.csv"),
    "separate": ("worksheet", "--names", "list.csv", "--key", "separate", "--split", "--svg"),
    "gifts": ("sheets", "--names", "list.csv", "--title", "For {name}", "--mazes", 2, "--no-svg"),
}
SPOILT = {"inside": "list.pdf", "separate": "sheets/Ben.pdf", "gifts": "Ben/Ben.pdf"}
OWN = {
    "inside": {"list.pdf", "recipe.toml", "manifest.json", "svg/002.svg", "svg/002-solution.svg"},
    "separate": {
        "list.pdf", "list-key.pdf", "recipe.toml", "manifest.json",
        "sheets/Ben.pdf", "svg/002.svg", "svg/002-solution.svg",
    },
    "gifts": {
        "manifest.json", "Ben/Ben.pdf", "Ben/Ben-cover.pdf", "Ben/recipe.toml", "Ben/manifest.json",
    },
}  # fmt: skip
"""The files that belong to the sheet or book of Ben, or to all."""


def contents(folder):
    return {name: total for name, (total, *_) in snapshot(folder).items()}


@pytest.fixture(params=KINDS)
def kind(request):
    return request.param


@pytest.fixture
def make(kind, tmp_path, puzzlebook_here):
    (tmp_path / "list.csv").write_text(GIFTS if kind == "gifts" else CLASS, encoding="utf-8")
    return lambda *options: puzzlebook_here("make", *KINDS[kind], "--no-check", *options)


@pytest.fixture
def home(kind, make, tmp_path):
    """A whole set that was made from a seed of its own."""
    assert make().code == 0
    return tmp_path / "output" / "list"


@pytest.mark.parametrize("which", ["Ben", "number"])
@pytest.mark.parametrize("force", [(), ("--force",)], ids=["", "force"])
def test_a_spoilt_sheet_or_book_is_mended_in_its_set(kind, make, home, which, force):
    """Without its seed, with --force as without."""
    before, whole = snapshot(home), contents(home)
    (home / SPOILT[kind]).write_bytes(b"spoilt")
    (home / "note.txt").write_text("mine")
    number = "3" if kind == "gifts" else "2"  # a row of the file, a place in the list
    done = make("--only", which if which == "Ben" else number, *force)
    assert done.code == 0, done.err
    assert "are unchanged" in done.err
    assert (home / "note.txt").read_text() == "mine"
    (home / "note.txt").unlink()
    assert contents(home) == whole
    others = {name: found for name, found in snapshot(home).items() if name not in OWN[kind]}
    assert others == {name: found for name, found in before.items() if name not in OWN[kind]}
    books = [home / name for name in ("Mia", "Ben", "Zoe")] if kind == "gifts" else [home]
    assert not any(verify(book).faults for book in books)
    assert [path.name for path in home.parent.iterdir()] == ["list"]


def test_what_is_missing_comes_again(kind, make, home):
    whole = contents(home)
    if kind == "gifts":
        shutil.rmtree(home / "Ben")
    else:
        (home / SPOILT[kind]).unlink()
    assert make("--only", "Ben").code == 0
    assert contents(home) == whole


def test_a_line_that_was_mended_in_the_list(kind, make, home, tmp_path):
    """The set is what it would be if all of it were made again."""
    text = (tmp_path / "list.csv").read_text()
    (tmp_path / "list.csv").write_text(text.replace("Ben", "Bengt"))
    assert make("--only", "Bengt").code == 0
    seed = json.loads((home / "manifest.json").read_text("utf-8"))["seed"]
    assert make("--seed", seed, "--name", "again", "-o", "other").code == 0
    again = contents(tmp_path / "other" / "again")
    if kind == "gifts":  # nothing in a book names the whole
        assert contents(home) == again
    else:
        shutil.rmtree(home.parent.parent / "other")
        assert make("--seed", seed, "-o", "other").code == 0
        assert contents(home) == contents(tmp_path / "other" / "list")


OTHERWISE = {
    "another seed": ("--seed", "another"),
    "another theme": ("--theme", "ocean"),
}


@pytest.mark.parametrize(
    "options", [*OTHERWISE.values(), "another list", "a changed manifest"], ids=str
)
@pytest.mark.parametrize("force", [(), ("--force",)], ids=["", "force"])
def test_a_set_that_was_made_otherwise_is_left_alone(make, home, tmp_path, options, force):
    if options == "another list":
        path = tmp_path / "list.csv"
        path.write_text(path.read_text().replace("Zoe", "Ada"))
    if options == "a changed manifest":
        path = home / "manifest.json"
        path.write_bytes(path.read_bytes().replace(b"Zoe", b"Ada"))
    before = snapshot(home.parent)
    done = make("--only", "Ben", *force, *(() if isinstance(options, str) else options))
    assert done.code == 2
    (line,) = check_errors(done.err)
    assert re.search("made (otherwise|differently): ", line) or "was changed since" in line
    assert snapshot(home.parent) == before


def test_into_an_empty_place_it_is_made_alone(kind, make, home, tmp_path):
    assert make("--only", "Ben", "--name", "alone").code == 0
    alone = tmp_path / "output" / "alone"
    said = json.loads((alone / "manifest.json").read_text("utf-8"))
    assert [row["name"] for row in said["books" if kind == "gifts" else "mazes"]] == ["Ben"]
    assert make("--only", "Ben", "--name", "alone").code == 2, "as any book that is there"
    assert make("--only", "Ben", "--name", "alone", "--force").code == 0
    done = make("--only", "Zoe", "--name", "alone", "--force")
    assert done.code == (0 if kind == "gifts" else 2), (
        "a book stands beside the other; a sheet is none of that set"
    )
    found = json.loads((alone / "manifest.json").read_text("utf-8"))
    names = [row["name"] for row in found["books" if kind == "gifts" else "mazes"]]
    assert names == (["Ben", "Zoe"] if kind == "gifts" else ["Ben"])


def test_a_dry_run_says_what_would_be_made_and_changes_nothing(kind, make, home):
    """What a dead run left stays too: a run that makes something removes it."""
    dead = home.parent / ".other.0123abcd.partial"
    dead.mkdir()
    (dead / LOCK).write_bytes(b"")
    before = snapshot(home.parent)
    seed = json.loads((home / "manifest.json").read_text("utf-8"))["seed"]
    done = make("--only", "Ben", "--dry-run")
    assert done.code == 0
    assert f"--seed {seed} without" in done.out
    assert "Ben" in done.out
    assert "Zoe" not in done.out
    assert snapshot(home.parent) == before


def test_a_set_of_another_kind_is_left_alone(tmp_path, puzzlebook_here):
    (tmp_path / "list.csv").write_text(GIFTS)
    for first, second in (("gifts", "inside"), ("inside", "gifts")):
        assert puzzlebook_here("make", *KINDS[first], "--no-check", "-o", first).code == 0
        before = snapshot(tmp_path)
        done = puzzlebook_here("make", *KINDS[second], "--only", "Ben", "--force", "-o", first)
        assert done.code == 2
        assert "--only removes none" in done.err
        assert snapshot(tmp_path) == before


def test_a_preview_of_the_set_stays(tmp_path, puzzlebook_here):
    (tmp_path / "list.csv").write_text(CLASS)
    assert puzzlebook_here("make", *KINDS["inside"], "--no-check").code == 0
    assert puzzlebook_here("preview", "output/list").code == 0
    before = contents(tmp_path / "output")
    assert puzzlebook_here("make", *KINDS["inside"], "--no-check", "--only", "Ben").code == 0
    assert contents(tmp_path / "output") == before


# -- The folder itself --------------------------------------------------------------------------------------


@pytest.mark.parametrize("links", [True, False], ids=["second names", "copies"])
def test_files_that_stay(tmp_path, monkeypatch, links):
    place = tmp_path / "set"
    (place / "inner").mkdir(parents=True)
    for name in ("going", "inner/stays", ".DS_Store"):
        (place / name).write_text(name)
    (place / "inner" / "link").symlink_to("nowhere")
    before = snapshot(place)
    if not links:
        monkeypatch.delattr(os, "link")
        monkeypatch.setattr(
            os, "link", lambda *_, **__: (_ for _ in ()).throw(OSError(95, "not supported")), False
        )
    with create_folder(place) as new:
        seen = replacing.list_files(place)
        new.write("going", b"new")
        new.write("inner/stays", b"made again")
        new.keep_rest(seen, {"going"})
        (place / ".DS_Store").unlink()
    after = snapshot(place)
    assert (place / "going").read_text() == "new"
    assert {**after, "going": None} == {**before, "going": None}
    assert os.readlink(place / "inner" / "link") == "nowhere"
    assert [path.name for path in tmp_path.iterdir()] == ["set"]


MEANWHILE = {
    "a new file": lambda place: (place / "later").write_text("mine"),
    "another file in its place": lambda place: [
        (place / "stays").unlink(),
        (place / "stays").write_text("mine"),
    ],
    "no file": lambda place: (place / "going").unlink(),
}


@pytest.mark.parametrize("change", MEANWHILE.values(), ids=MEANWHILE)
def test_what_changes_meanwhile_is_not_lost(tmp_path, change):
    place = tmp_path / "set"
    place.mkdir()
    for name in ("going", "stays"):
        (place / name).write_text(name)

    def replace():
        with create_folder(place) as new:
            new.write("going", b"new")
            new.keep_rest(replacing.list_files(place), {"going"})
            change(place)
            changed.update(snapshot(place))

    changed = {}
    with pytest.raises(
        Unfinished,
        match=r"another program has changed \w+ since this was begun; nothing was changed",
    ):
        replace()
    assert snapshot(place) == changed
    assert [path.name for path in tmp_path.iterdir()] == ["set"]


def test_force_trusts_no_manifest_that_was_changed(tmp_path):
    """It may list what is not ours."""
    book = make_book(
        "sheets", seed="owl", output=tmp_path, overrides={"mazes": 1, "svg": False}
    ).folder
    (book / "thesis.odt").write_text("mine")
    path = book / "manifest.json"
    path.write_bytes(
        path.read_bytes().replace(b'"files": {', b'"files": {\n    "thesis.odt": "0",', 1)
    )
    before = snapshot(tmp_path)
    with pytest.raises(
        ValueError, match=r"its manifest\.json was changed after it was written, so force=True"
    ):
        make_book("sheets", seed="owl", output=tmp_path, overrides={"mazes": 1}, force=True)
    assert snapshot(tmp_path) == before


def test_a_folder_that_may_not_be_looked_into(tmp_path, puzzlebook_here, monkeypatch):
    """It is no other program's for that; and the way out is a permission."""
    assert puzzlebook_here("make", "sheets", "--mazes", 1, "-q").code == 0
    real = os.stat

    def stat(path, **options):
        if str(path).endswith("manifest.json"):
            raise PermissionError(13, "Permission denied", str(path))
        return real(path, **options)

    with monkeypatch.context() as without:
        without.setattr(os, "stat", stat)
        done = puzzlebook_here("make", "sheets", "--mazes", 1, "--name", "sheets", "--force")
    assert done.code == 1
    assert done.err.startswith(
        f"error: {Path('output/sheets')}: cannot be opened: permission denied; nothing"
    )


@pytest.mark.skipif(os.name != "posix", reason="only there a folder goes while somebody is in it")
def test_a_working_directory_that_was_removed(tmp_path, puzzlebook_here, monkeypatch):
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    done = puzzlebook_here("make", "sheets", "--mazes", 1, "--no-svg")
    assert done.code == 1
    assert done.err.startswith("error: working directory: the folder that you are in was removed; ")


def test_a_link_is_itself_and_not_what_it_leads_to(tmp_path):
    """Another file may change while a set is made; and a link may lead nowhere."""
    aim, folder = tmp_path / "aim", tmp_path / "set"
    folder.mkdir()
    aim.write_text("1", "utf-8")
    for name, to in (("link", aim), ("lost", tmp_path / "gone")):
        (folder / name).symlink_to(to)
    before = replacing.list_files(folder)
    aim.write_text("more", "utf-8")
    assert replacing.list_files(folder) == before
    replacing.check_unchanged(before, folder, folder)
    (folder / "lost").unlink()
    with pytest.raises(Unfinished, match="changed lost"):
        replacing.check_unchanged(before, folder, folder)
