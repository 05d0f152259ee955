"""Books and class sets whose ways draw pictures: the puzzle does not say which, the answer shows
and names it."""

import json
import re
import shutil
from math import hypot

import pypdfium2
import pytest
from stated import load_stated

from puzzlebook import make_book
from puzzlebook.books.pages.how_to import _draw_example, _list_advice
from puzzlebook.books.planning.pagination import paginate
from puzzlebook.checks.verify import verify
from puzzlebook.class_lists.class_list import read_class_list
from puzzlebook.ground.faults import Refused
from puzzlebook.ground.printed_codes import decode_letters
from puzzlebook.language.words import load_words
from puzzlebook.mazes.codes import read_code
from puzzlebook.mazes.hidden import HiddenPicture, find_smallest_size
from puzzlebook.mazes.silhouettes import Silhouette
from puzzlebook.recipes.assets import read_letters_font
from puzzlebook.recipes.files import decide_seed, load
from puzzlebook.recipes.order import settle
from puzzlebook.shelf.manifest import write_manifest
from puzzlebook.typesetting.layout import THINNEST
from puzzlebook.typesetting.page import Box, Picture

RECIPE = """\
codes = "all"
marks = "icons"
grade = "none"
answers = 2
[book]
title = "Look"
matter = ["openers", "contents", "key", "colophon"]
[[section]]
key = "one"
mazes = 3
size = "24x26"
way = "heart, text:A,line:my.svg"
[[section]]
key = "two"
mazes = 1
size = "6x8"
"""
LINE = '<svg viewBox="0 0 12 13"><path d="M0 6H10V11H2V12.5H11"/></svg>'
QUESTION = "Find the way and shade it. What is it?"


def text_of(folder, page):
    (file,) = folder.glob("*.pdf")
    return pypdfium2.PdfDocument(file)[page - 1].get_textpage().get_text_range()


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pictures")
    (folder / "look.toml").write_text(RECIPE)
    (folder / "my.svg").write_text(LINE)
    return make_book(folder / "look.toml", seed="owl", output=folder / "out").folder


def mazes(folder):
    return json.loads((folder / "manifest.json").read_text())["mazes"]


def test_the_manifest_says_what_the_way_draws(book):
    heart, letter, line, plain = mazes(book)
    assert heart["way"] == "heart"
    assert letter["way"].startswith("text.")
    assert line["way"].startswith("line.")
    assert "way" not in plain
    assert [read_code(maze["code"]).picture for maze in mazes(book)] == [
        maze.get("way") for maze in mazes(book)
    ]


def test_the_ends_of_filled_pictures_lie_apart(book):
    """As those of a book's other mazes, 0.6 of the diagonal."""
    for maze in mazes(book):
        (x, y), (to_x, to_y), (_, _, width, height) = (
            maze["puzzle"][key] for key in ("start", "end", "box")
        )
        assert hypot(x - to_x, y - to_y) / hypot(width, height) > 0.59
    assert [".apart-" in maze["code"] for maze in mazes(book)[:3]] == [
        True,
        True,
        False,
    ]  # a line has ends of its own


def test_the_puzzle_asks_and_does_not_tell(book):
    for maze in mazes(book)[:3]:
        said = text_of(book, maze["puzzle"]["page"])
        assert QUESTION in said
        assert maze["code"] not in said
        drawn = (book / maze["svg"]).read_text()
        for told in (said, drawn):
            assert not re.search("heart|way\\.|my\\b", told.lower())
    plain = mazes(book)[3]
    assert QUESTION not in text_of(book, plain["puzzle"]["page"])
    assert plain["code"] in text_of(book, plain["puzzle"]["page"])


def test_the_answer_names_it(book):
    heart, letter, line, _ = mazes(book)
    assert "A heart" in text_of(book, heart["answer"]["page"])
    assert "my" in text_of(book, line["answer"]["page"])
    assert heart["code"] in (book / heart["solution_svg"]).read_text()
    assert 'id="shading"' in (book / letter["solution_svg"]).read_text()


def test_a_book_that_nobody_touched_is_as_it_was(book):
    assert verify(book).faults == ()


def test_a_kept_recipe_makes_the_same_book_again(book, tmp_path):
    again = make_book(book / "recipe.toml", output=tmp_path).folder
    for name in ("look.pdf", "svg/001.svg", "svg/003-solution.svg", "recipe.toml"):
        assert (again / name).read_bytes() == (book / name).read_bytes()


def spoiled(book, tmp_path, name, change):
    shutil.copytree(book, tmp_path / "look")
    path = tmp_path / "look" / name
    path.write_text(change(path.read_text()))
    return [str(fault) for fault in verify(tmp_path / "look").faults]


def test_other_cells_are_shaded(book, tmp_path):
    def elsewhere(text):
        return re.sub(
            r'(id="shading"[^>]*><path d="M)([\d.]+)', lambda m: f"{m[1]}{float(m[2]) + 2:g}", text
        )

    found = spoiled(book, tmp_path, "svg/001-solution.svg", elsewhere)
    assert any("cells are shaded but not on the path" in line for line in found)


def test_the_puzzle_is_shaded(book, tmp_path):
    solved = (book / "svg/001-solution.svg").read_text()
    layer = re.search(r'<g [^>]*id="shading".*?</g>', solved)[0]
    found = spoiled(
        book, tmp_path, "svg/001.svg", lambda text: text.replace("</svg>", f"{layer}</svg>")
    )
    assert any("contains something that is not part of its maze" in line for line in found)


def test_another_picture_in_the_manifest(book, tmp_path):
    def said(text):
        told = json.loads(text)
        del told["self"]
        told["mazes"][0]["way"] = "owl"
        return write_manifest(told)

    found = spoiled(book, tmp_path, "manifest.json", said)
    assert "maze 1: way is owl in the manifest, but heart in the maze" in found


# -- Class sets ---------------------------------------------------------------------------------------------

CLASS = "name,level,print\nMia Berg,,\nÖz Ak,easier,\nZoë Šimková,,large\n"


def class_set(tmp_path, **overrides):
    (tmp_path / "3b.csv").write_text(CLASS, encoding="utf-8")
    given = {
        "pupil": read_class_list(tmp_path / "3b.csv").pupils,
        "section.maze.size": "24x30",
        **overrides,
    }
    return make_book("worksheet", seed="owl", output=tmp_path, name="3b", overrides=given).folder


def test_each_pupil_has_an_initial(tmp_path):
    made = class_set(tmp_path, **{"section.maze.way": "initial"})
    assert [decode_letters(maze["way"].split(".")[1]) for maze in mazes(made)] == ["M", "Ö", "Z"]
    assert {maze["size"] for maze in mazes(made)} == {"24x30"}
    assert verify(made).faults == ()
    document = pypdfium2.PdfDocument(made / "3b.pdf")
    texts = [page.get_textpage().get_text_range() for page in document]
    assert [QUESTION in text for text in texts] == [True, True, True, False]


def test_all_pupils_have_the_same_picture(tmp_path):
    made = class_set(tmp_path, **{"section.maze.way": "dog"})
    assert [maze["way"] for maze in mazes(made)] == ["dog"] * 3
    assert len({maze["digest"] for maze in mazes(made)}) == 3
    assert "A dog" in pypdfium2.PdfDocument(made / "3b.pdf")[3].get_textpage().get_text_range()


# -- What is refused ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("overrides", "said"),
    [
        ({"way": "hart"}, "section.warm-up.way: there is no picture called 'hart'; did you mean"),
        ({"way": "heart"}, "section.warm-up.way: A heart does not fit into 6x8 cells, in blocks of two by two; 20x20"),
        ({"way": "initial"}, "section.warm-up.way: nobody has an initial; make worksheets with a class list"),
        ({"way": "heart", "shape": "polar", "size": "12"}, "only square mazes can draw a picture with their path"),
        ({"way": "heart", "ends": "none", "size": "30x30"}, 'cannot be combined with ends = "none"'),
        ({"way": "line:none.svg"}, "there is no such file"),
    ],
)  # fmt: skip
def test_what_is_refused(tmp_path, overrides, said):
    given = {f"section.*.{key}": value for key, value in {"size": "6x8", **overrides}.items()}
    with pytest.raises(Refused) as caught:
        make_book("ages-7-8", seed="owl", output=tmp_path, overrides=given)
    assert said in str(caught.value)
    assert list(tmp_path.iterdir()) == []


# -- A section of one of our books --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "overrides",
    [{"page": "6x9"}, {"audience": "5-6"}, {"section.*.shape": "hexagonal"}, {"section.*.size": "9x12"}],
)  # fmt: skip
def test_a_section_whose_pictures_find_no_room_is_left_out_with_a_remark(overrides):
    whole, without = (
        load_stated("ages-9-11", {"seed": "owl"}),
        load_stated("ages-9-11", {"seed": "owl", **overrides}),
    )
    kept, every = (
        [section.key for section in book.recipe.sections if section.key != "lost-things"]
        for book in (without, whole)
    )
    assert kept == every[:-1]
    said = '"The Grand Finale" is left out: there is no room for its pictures'
    (remark,) = (text for text in without.remarks if text.startswith(said))
    if overrides == {"page": "6x9"}:
        assert remark == f"{said}; --level hard or --page letter has room"
    assert whole.remarks == ()


def test_what_the_user_says_of_ways_is_refused_and_never_left_out(tmp_path):
    (tmp_path / "mine.toml").write_text(
        'base = "ages-9-11"\nlevel = "easy"\npage = "6x9"\n[[section]]\nkey = "warm-up"\nway = "owl"\n'
    )
    with pytest.raises(Refused, match="An owl does not fit"):
        make_book(tmp_path / "mine.toml", seed="owl", output=tmp_path)
    (tmp_path / "mine.toml").write_text('audience = "9-11"\npage = "6x9"\nmazes = 4\n')
    assert len(mazes(make_book(tmp_path / "mine.toml", seed="owl", output=tmp_path).folder)) == 4


def test_letters_that_our_books_hide_have_the_room_that_was_measured():
    for letter in "AEKMRSU":
        picture = HiddenPicture.from_silhouette(
            Silhouette.from_letters(letter, read_letters_font("text"))
        )
        assert HiddenPicture.smallest_size(f"text:{letter}") == find_smallest_size(picture)


def test_a_book_with_pictures_does_not_say_that_every_maze_is_equally_likely(book):
    """Although a section of it has none."""
    pages = range(1, 1 + len(pypdfium2.PdfDocument(next(book.glob("*.pdf")))))
    text = " ".join(" ".join(text_of(book, page) for page in pages).split())
    assert "puzzlebook" in text
    how = load_words("en")("colophon_how")
    assert how[:30] not in text


@pytest.mark.parametrize("name", ["hidden-pictures", "hidden-pictures-adult"])
def test_the_small_example_has_walls_that_leave_its_passages_free(name):
    loaded = load(name, {"seed": "owl"})
    setting = paginate(settle(decide_seed(loaded), loaded.folder)).setting
    items, _ = _draw_example(setting, Box(50, 100, 500, 300))
    drawing = next(item.drawing for item in items if isinstance(item, Picture))
    walls = next(layer.style.width for layer in drawing.layers if layer.name == "walls")
    assert THINNEST <= walls < setting.ink.wall
    assert walls < 0.15 * drawing.scale


@pytest.mark.parametrize("language", ["en", "de", "fa"])
def test_a_book_with_some_hidden_pictures_says_once_that_their_ways_are_shaded(language):
    """A small page has no room for it beside a riddle. In mixed sections they are anywhere."""
    overrides = {"language": language, "seed": "owl"}
    apart = {"section.hidden-pictures.mixed": False}
    words = load_words(language)
    task = words("picture_question").rstrip(" _")
    title = words.book("ages-9-11")["sections"]["hidden-pictures"]
    for name, more, count in (("ages-9-11", apart, 1), ("ages-9-11", {}, 0), ("ages-7-8", {}, 0)):
        loaded = load(name, overrides | more)
        of = paginate(settle(decide_seed(loaded), loaded.folder))[0]
        said = [advice.text for advice in _list_advice(of, None) if task in advice.text]
        assert len(said) == count
        assert all(title in line for line in said)


def test_outlines_take_turns_with_hidden_pictures_and_none_is_a_whole_maze(tmp_path):
    """An outline without room for a picture gives way to the next that has some."""
    (tmp_path / "book.toml").write_text(
        'audience = "9-11"\nseed = "outlines"\n[book]\ntitle = "Riddles"\n[[section]]\nkey = "riddles"\nmazes = 4\n'
        'audience = "adult"\nway = "heart,key,apple,owl"\nsilhouette = "circle,none,triangle,hexagon"\n'
    )
    book = make_book(tmp_path / "book.toml", output=tmp_path)
    by_way = {maze["way"]: maze for maze in book.manifest["mazes"]}
    outlines = {way: maze["silhouette"] for way, maze in by_way.items()}
    assert outlines == {"heart": "circle", "key": None, "apple": "hexagon", "owl": "hexagon"}
    assert by_way["heart"]["cells"] < by_way["key"]["cells"]
    assert (
        'silhouette = "circle,none,triangle,hexagon"' in (book.folder / "recipe.toml").read_text()
    )
    assert verify(book.folder).faults == ()
