"""A list of titles: a folder of each, with interior, cover and listing, and a manifest above."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

from puzzlebook import Refused, make_series
from puzzlebook.shelf.manifest import open_book
from puzzlebook.verbs import series
from puzzlebook.verbs.title_list import _MAX_TITLES, list_columns, read_title_list

LIST = """title,book,audience,size,language,mazes,author,year
Red Mazes,sheets,,3x3,en,3,Ada Example,2026
Rojos,sheets,,3x3,es,3,José Ñandú,2026
"""


def write_no_listing(folder):
    """Stand in for a listing, whose pictures take long."""
    (folder / "listing").mkdir()
    (folder / "listing" / "form.txt").write_text("")
    return SimpleNamespace(remarks=("a note", "a note"))


@pytest.fixture(scope="module")
def listed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("series")
    (folder / "titles.csv").write_text(LIST, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(series, "write_listing", write_no_listing)
        made = make_series(folder / "titles.csv", output=folder / "out", seed="owl")
    return folder, made


def list_bytes(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_each_title_has_a_folder_that_is_ready(listed):
    folder, made = listed
    assert made.is_ready
    assert [title.folder.name for title in made.titles] == ["red-mazes", "rojos"]
    for title in made.titles:
        names = {path.name for path in title.folder.iterdir()}
        assert {*title.upload, "listing"} <= names
        assert title.upload == (f"{title.folder.name}.pdf", f"{title.folder.name}-cover.pdf")
        assert title.remarks.count("a note") == 1, "what a command notes is not lost"
        assert open_book(title.folder).pages == title.pages
    above = json.loads((folder / "out" / "titles" / "manifest.json").read_text(encoding="utf-8"))
    assert above["seed"] == "owl"
    assert [row["ready"] for row in above["books"]] == [True, True]


def test_no_maze_is_in_two_titles(listed):
    """Of the 192 mazes of nine cells few differ, so chance alone would repeat one sooner or
    later."""
    books = [set(open_book(title.folder).values_by_maze("likeness")) for title in listed[1].titles]
    assert not books[0] & books[1]
    assert open_book(listed[1].titles[1].folder).recipe["avoid"]


def test_titles_that_are_there_are_kept_and_what_they_lack_is_added(listed, monkeypatch):
    folder, made = listed
    monkeypatch.setattr(series, "write_listing", write_no_listing)
    before = list_bytes(folder)
    form = made.titles[1].folder / "listing" / "form.txt"
    form.unlink()
    form.parent.rmdir()
    again = make_series(folder / "titles.csv", output=folder / "out")
    assert [title.has_been_there for title in again.titles] == [True, True]
    assert list_bytes(folder) == before


@pytest.mark.parametrize(
    ("old", "new", "seed", "message"),
    [
        ("Ada Example,2026", "Someone Else,2026", None, "row 2: .*red-mazes: was made with another book"),
        ("Ada", "Ada", "fox", "seed: the titles in .* have the seed owl"),
        ("author", "authr", None, 'there is no column called "authr"; did you mean author'),
        ("Red Mazes,", ",", None, "row 2: title: is empty"),
        ("es,3", "es,many", None, 'row 3: mazes: "many"'),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_before_anything_is_made(listed, old, new, seed, message):
    folder, before = listed[0], list_bytes(listed[0])
    try:
        (folder / "titles.csv").write_text(LIST.replace(old, new), encoding="utf-8")
        with pytest.raises(Refused, match=message):
            make_series(folder / "titles.csv", output=folder / "out", seed=seed)
    finally:
        (folder / "titles.csv").write_text(LIST, encoding="utf-8")
    assert list_bytes(folder) == before


def test_a_folder_of_the_user_is_left_alone(tmp_path):
    (tmp_path / "titles.csv").write_text(LIST, encoding="utf-8")
    (tmp_path / "out" / "titles").mkdir(parents=True)
    (tmp_path / "out" / "titles" / "mine.txt").write_text("mine")
    with pytest.raises(Refused, match="exists, but does not contain the titles of a list"):
        make_series(tmp_path / "titles.csv", output=tmp_path / "out")
    assert [path.name for path in (tmp_path / "out" / "titles").iterdir()] == ["mine.txt"]


def test_an_audience_chooses_the_book_and_files_are_found_from_the_list(tmp_path):
    (tmp_path / "titles.csv").write_text("title;ages;silhouette\nA;5 to 6;cat.svg\n", "utf-8")
    ((line,), _) = read_title_list(tmp_path / "titles.csv")
    assert (line.row, line.name, line.book) == (2, "a", "ages-5-6")
    assert line.given["section.*.silhouette"] == str(tmp_path / "cat.svg")
    assert {"theme", "series", "price", "picture", "level"} <= list_columns().keys()
    assert not {"seed", "avoid", "section"} & list_columns().keys()


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (None, "there is no such file"),
        ("", "is empty"),
        ("name\nMia\n", "has no column called title"),
    ],
)
def test_what_is_no_list_of_titles_is_told_what_would_be(tmp_path, content, what):
    path = tmp_path / "t.csv"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    with pytest.raises(Refused) as refused:
        read_title_list(path)
    (fault,) = refused.value.faults
    assert (fault.what, "a title in each row" in fault.allowed) == (what, True)


def test_as_many_titles_as_are_allowed_are_read(tmp_path):
    rows = [f"Book {number}" for number in range(1, _MAX_TITLES + 2)]
    (tmp_path / "titles.csv").write_text("\n".join(["title", *rows[:-1]]), encoding="utf-8")
    assert len(read_title_list(tmp_path / "titles.csv")[0]) == _MAX_TITLES
    (tmp_path / "titles.csv").write_text("\n".join(["title", *rows]), encoding="utf-8")
    with pytest.raises(Refused, match=f"holds {_MAX_TITLES + 1} titles"):
        read_title_list(tmp_path / "titles.csv")
