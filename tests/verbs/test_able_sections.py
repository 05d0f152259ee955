"""What is asked of a whole book goes to the sections that can have it."""

import secrets

import pytest
from command import run

from puzzlebook import make_book
from puzzlebook.ground import templates
from puzzlebook.ground.faults import Refused
from puzzlebook.recipes.files import load

OPTIONS = {
    "section.*.questions": "times 2-9",
    "section.*.word": ["CAT", "sh-i-p"],
    "section.*.bridges": "6",
    "section.*.way": "heart",
    "section.*.stage": "volcano",
    "section.*.spread": True,
    "section.*.silhouette": "heart",
    "section.*.edge": "steps",
}


def try_book(book, given, overrides):
    """The remarks on a book, or the faults for which it is refused."""
    try:
        return make_book(book, dry_run=True, overrides=overrides, **given).remarks, ()
    except Refused as refused:
        return (), refused.faults


@pytest.fixture(scope="module")
def bridged():
    """A book with bridges, two kinds of cells that are too small, and pictures along paths."""
    overrides = {"section.*.questions": "times 2-9"}
    return make_book("ages-9-11", seed="a", mazes=14, overrides=overrides, dry_run=True)


def test_questions_are_asked_where_they_can_be(bridged):
    asking = {maze["section"] for maze in bridged.manifest["mazes"] if maze.get("questions")}
    assert asking == {"lost-things"}
    rows = {row["key"]: row for row in bridged.manifest["recipe"]["section"]}
    assert {key for key, row in rows.items() if row.get("questions")} == asking
    assert rows["over-and-under"]["bridges"] == "4%"
    assert rows["hidden-pictures"]["way"]


def test_one_remark_names_the_other_sections_and_says_why(bridged):
    (remark,) = (text for text in bridged.remarks if "without questions" in text)
    assert "Round the Next Bend (questions cannot be combined with bridges)" in remark
    assert (
        "The Grand Finale (questions cannot be combined with a way that draws a picture)" in remark
    )
    assert "Into the Unknown" not in remark
    assert remark.count("(") == remark.count(" (") == 6


def test_the_folder_makes_the_same_book_again(tmp_path):
    done = run("make", "ages-9-11", "--times", "7", "--mazes", "7", "--seed", "a", "--no-svg", "-o", tmp_path, "--name", "b", cwd=tmp_path)  # fmt: skip
    assert done.code == 0, done.err
    assert sum("sections without questions: " in line for line in done.err.splitlines()) == 1
    assert run("verify", tmp_path / "b", cwd=tmp_path).code == 0
    again = run("rebuild", tmp_path / "b", "-o", tmp_path / "again", "--json", cwd=tmp_path)
    assert again.code == 0, again.err
    assert (tmp_path / "again/b/b.pdf").read_bytes() == (tmp_path / "b/b.pdf").read_bytes()


@pytest.mark.parametrize(
    ("book", "words"),
    [
        ("tactile", ["--times", "7"]),
        ("hidden-pictures", ["--times", "7"]),
        ("ages-9-11", ["--set", "section.over-and-under.questions=times 7"]),
        ("ages-9-11", ["--times", "7", "--set", "section.lost-things.bridges=3"]),
        ("ages-9-11", ["--times", "x"]),
    ],
)
def test_refused_where_no_section_can_or_one_asks_for_it_by_itself(tmp_path, book, words):
    done = run("make", book, *words, "--mazes", "7", "--dry-run", cwd=tmp_path)
    assert done.code == 2
    assert all(line.startswith("error: ") for line in done.err.strip().splitlines())


def test_a_section_of_a_recipe_keeps_its_own_questions(tmp_path):
    recipe = tmp_path / "mine.toml"
    recipe.write_text(
        'base = "ages-9-11"\n[[section]]\nkey = "over-and-under"\nquestions = "times 7"\n', "utf-8"
    )
    with pytest.raises(Refused, match="questions cannot be combined with bridges"):
        make_book(recipe, seed="a", dry_run=True)


def test_a_new_recipe_names_the_sections_that_can(tmp_path):
    done = run("new", "my.toml", "--from", "ages-9-11", "--times", "7", cwd=tmp_path)
    assert done.code == 0, done.err
    assert "sections without questions: " in done.err
    rows = {row.key: row for row in load(str(tmp_path / "my.toml")).recipe.sections}
    assert [key for key, row in rows.items() if row.questions] == ["lost-things"]


@pytest.mark.exhaustive
@pytest.mark.parametrize("key", OPTIONS)
@pytest.mark.parametrize("book", templates.list_names("books"))
def test_every_book_takes_every_option_or_says_why_no_section_can(book, key):
    given = {"seed": secrets.token_hex(4), "mazes": 20}
    keys = {section.key for section in load(book, given).recipe.sections}
    remarks, faults = try_book(book, given, {key: OPTIONS[key]})
    blamed = {fault.where.split(".")[1] for fault in faults}
    assert not faults or blamed == keys or blamed == {"*"}, (given, faults)
    assert sum(text.startswith("sections without ") for text in remarks) <= 1
