"""Book codes of releases: each makes the mazes, order and texts that it made, whatever the
templates are today."""

from __future__ import annotations

import shutil

import pypdfium2
import pytest
from command import check_errors

from puzzlebook import __version__, make_book
from puzzlebook.checks.verify import verify
from puzzlebook.ground import templates
from puzzlebook.ground.faults import Refused
from puzzlebook.verbs.rebuilding import rebuild, rebuild_one
from puzzlebook.verbs.releases import keep_release, kept_records, remake, sample_order

SMALL = {"mazes": 6, "svg": False}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A copy of the templates without any release, to be changed."""
    copy = tmp_path / "templates"
    shutil.copytree(templates.find_folder(), copy)
    shutil.rmtree(copy / templates.RELEASES, ignore_errors=True)
    monkeypatch.setattr(templates, "find_folder", lambda: copy)
    return copy


def change(file, old, new):
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def change_all(folder, monkeypatch):
    """Another number, title, passage, story, phrase and theme: a new folder, as in another version
    of the program."""
    later = folder.with_name(f"{folder.name}-later")
    shutil.copytree(folder, later)
    change(later / "books" / "ages-7-8.toml", "mazes = 9\n", "mazes = 7\n")
    change(later / "books" / "ages-7-8.toml", "The Great Big", "The Small")
    change(later / "audiences.toml", 'normal = "8mm"', 'normal = "9mm"')
    change(later / "stories" / "en.toml", "pirate", "captain")
    change(later / "languages" / "en.toml", 'maze = "Maze {number}"', 'maze = "Puzzle {number}"')
    change(later / "themes" / "pirate.toml", 'finish_name = "treasure"', 'finish_name = "gold"')
    monkeypatch.setattr(templates, "find_folder", lambda: later)
    return later


def files(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def words(pdf):
    with pypdfium2.PdfDocument(pdf) as document:
        return [page.get_textpage().get_text_range() for page in document]


def test_a_code_of_a_release_outlives_every_template(
    folder, monkeypatch, tmp_path, puzzlebook_here
):
    old = make_book(
        "ages-7-8", seed="owl", output=tmp_path / "old", overrides={**SMALL, "pdf": "both"}
    )
    keep_release("0.0.1", [])
    change_all(folder, monkeypatch)
    other = make_book(
        "ages-7-8", seed="owl", output=tmp_path / "other", overrides={**SMALL, "pdf": "both"}
    )
    assert other.manifest["code"] != old.manifest["code"]
    assert [maze["digest"] for maze in other.manifest["mazes"]] != [
        maze["digest"] for maze in old.manifest["mazes"]
    ]
    assert words(other.pdf) != words(old.pdf)

    again = rebuild(old.manifest["code"], output=tmp_path / "again")
    assert again.release == "0.0.1"
    assert (
        "the code is of release 0.0.1: the book is made from the templates of that release"
        in again.remarks
    )
    assert [maze["digest"] for maze in again.book.manifest["mazes"]] == [
        maze["digest"] for maze in old.manifest["mazes"]
    ]
    assert words(again.book.pdf) == words(old.pdf)
    # Nothing but the templates is another: so the bytes are the same, too.
    assert files(again.book.folder).keys() == files(old.folder).keys()
    assert (again.book.folder / "ages-7-8.pdf").read_bytes() == (
        old.folder / "ages-7-8.pdf"
    ).read_bytes()
    done = puzzlebook_here("rebuild", old.manifest["code"], "-o", "more")
    assert (done.code, "note: the code is of release 0.0.1: " in done.err) == (0, True)
    sheet = rebuild_one(old.manifest["code"], "5", output=tmp_path)
    assert sheet.codes == {5: old.manifest["mazes"][4]["code"]}
    assert rebuild(other.manifest["code"], output=tmp_path / "new").release is None


@pytest.mark.parametrize(
    "source", ["", "manifest.json", "recipe.toml", "ages-7-8.pdf", "ages-7-8-screen.pdf"]
)
def test_whatever_is_left_of_a_book_of_a_release(source, folder, monkeypatch, tmp_path):
    """Its recipe names the readers, whose figures are others today: then a release's are taken."""
    old = make_book(
        "ages-7-8", seed="owl", output=tmp_path / "old", overrides={**SMALL, "pdf": "both"}
    )
    keep_release("0.0.1", [])
    change_all(folder, monkeypatch)
    assert verify(old.folder).faults == ()
    how = {"recipe": str(old.folder / source)} if source == "recipe.toml" else {}
    named = old.manifest["code"] if source == "recipe.toml" else str(old.folder / source)
    again = rebuild(named, **how, output=tmp_path / "again")
    assert again.release == "0.0.1"
    assert again.book.manifest["mazes"] == old.manifest["mazes"]
    assert words(again.book.pdf) == words(old.pdf)


def test_what_is_of_no_release_is_refused(folder, monkeypatch, tmp_path, puzzlebook_here):
    keep_release("0.0.1", [])
    change(folder / "books" / "ages-7-8.toml", "mazes = 5\n", "mazes = 3\n")
    code = make_book("ages-7-8", seed="owl", output=tmp_path, overrides=SMALL).manifest["code"]
    change_all(folder, monkeypatch)
    done = puzzlebook_here("rebuild", code, "-o", "again")
    (line,) = check_errors(done.err)
    assert done.code == 2
    assert "has changed since the code was printed" in line


def test_texts_alone_make_another_code_and_each_release_has_its_own(folder, monkeypatch, tmp_path):
    first = make_book("ages-7-8", seed="owl", output=tmp_path / "1", overrides=SMALL)
    assert keep_release("0.0.1", []).name == "0.0.1.toml"
    later = folder.with_name("later")
    shutil.copytree(folder, later)
    change(later / "stories" / "en.toml", "pirate", "captain")
    monkeypatch.setattr(templates, "find_folder", lambda: later)
    second = make_book("ages-7-8", seed="owl", output=tmp_path / "2", overrides=SMALL)
    keep_release("0.0.2", [])
    assert first.manifest["code"] != second.manifest["code"]
    assert first.manifest["recipe"] == second.manifest["recipe"]
    kept = later / "releases"
    assert [path.relative_to(kept).as_posix() for path in (kept / "0.0.2").rglob("*.toml")] == [
        "0.0.2/stories/en.toml"
    ]
    assert (templates.releases(), verify(first.folder).faults) == (["0.0.2", "0.0.1"], ())
    change_all(later, monkeypatch)
    for book, release in ((first, "0.0.1"), (second, "0.0.2")):
        again = rebuild(book.manifest["code"], output=tmp_path / f"again {release}")
        assert again.release == release
        assert words(again.book.pdf) == words(book.pdf)


def test_a_phrase_that_has_come_since_is_said_in_todays_words(folder, monkeypatch):
    from puzzlebook.language.words import load_words

    keep_release("0.0.1", [])
    catalogue = folder / "languages" / "en.toml"
    catalogue.write_text(f'joke = "Why?"\n{catalogue.read_text("utf-8")}', encoding="utf-8")
    change(catalogue, 'maze = "Maze {number}"', 'maze = "Puzzle {number}"')
    with templates.use_release("0.0.1"):
        assert (load_words("en")("joke"), load_words("en")("maze", number=1)) == ("Why?", "Maze 1")
    assert load_words("en")("maze", number=1) == "Puzzle 1"


def test_what_was_released_stays(folder):
    keep_release("0.0.1", [])
    before = files(folder / "releases")
    with pytest.raises(
        Refused, match="is kept already, and what was released stays; raise the version"
    ):
        keep_release("0.0.1", [])
    assert files(folder / "releases") == before


def test_a_book_of_a_release_is_compared_with_its_record(folder, monkeypatch):
    """The next test, with a release that there was never."""
    keep_release(
        "0.0.1",
        [
            sample_order("ages-5-6"),
            sample_order("worksheet"),
            sample_order("ages-7-8", language="de"),
        ],
    )
    later = change_all(folder, monkeypatch)
    change(later / "levels.toml", "[", "# others\n[")
    records = kept_records("0.0.1")
    assert [remake(record.code) for record in records] == [(record, "0.0.1") for record in records]
    # The comparison can fail.
    spoiled = later.with_name("spoiled")
    shutil.copytree(later, spoiled)
    change(
        spoiled / "releases" / "0.0.1" / "stories" / "de.toml",
        "\npirate = [\n",
        '\npirate = [\n    "Ahoi!",\n',
    )
    monkeypatch.setattr(templates, "find_folder", lambda: spoiled)
    again, _ = remake(records[2].code)
    assert (again.mazes, again.texts != records[2].texts) == (records[2].mazes, True)


def assert_release_holds(release, records):
    assert records
    for record in records:
        again, by = remake(record.code)
        assert again == record, (
            f"release {release} made another book of {record.code} (templates of {by or 'today'})"
        )


@pytest.mark.parametrize("release", templates.releases() or [None])
def test_a_book_of_each_release(release):
    """In every run some of those on record, in each the same; all of them in full runs."""
    if release is not None:
        records = kept_records(release)
        assert_release_holds(release, records[:: max(1, len(records) // 4)])


@pytest.mark.exhaustive
@pytest.mark.parametrize("release", templates.releases() or [None])
def test_every_book_of_each_release(release):
    if release is not None:
        assert_release_holds(release, kept_records(release))


def test_a_version_that_is_kept_has_the_templates_that_it_keeps():
    """Else it would claim to be the release: raise the version before anything is changed."""
    if __version__ in templates.releases():
        now = {name: templates.read_content(name) for name in templates.list_files(__version__)}
        with templates.use_release(__version__):
            assert {name: templates.read_content(name) for name in now} == now
