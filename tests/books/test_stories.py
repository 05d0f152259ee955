"""Stories: a line above every maze, none twice, in two rows where one is too short, with the child's
name."""

from __future__ import annotations

import tomllib
from io import BytesIO
from itertools import chain, pairwise

import pypdfium2
import pytest
from PIL import Image

from puzzlebook import make_book
from puzzlebook.books.pages.staged import MEASURE
from puzzlebook.books.planning import stories
from puzzlebook.books.planning.pagination import paginate
from puzzlebook.books.planning.stories import StorySlot, has_line, list_story_lines
from puzzlebook.ground import templates
from puzzlebook.ground.faults import Refused
from puzzlebook.ground.templates import list_names
from puzzlebook.language.catalogues import ANY, CHILD, DRAWINGS, OWN, SHAPE
from puzzlebook.language.words import load_words, read_drawing_stories, read_stories
from puzzlebook.maze_art.stage_source import StageSource
from puzzlebook.maze_art.theme import load_theme
from puzzlebook.mazes import Silhouette
from puzzlebook.printers.trims import trim
from puzzlebook.recipes.audiences import find_audience
from puzzlebook.recipes.files import decide_seed, load
from puzzlebook.recipes.order import settle
from puzzlebook.recipes.page_grids import room_for_frame
from puzzlebook.recipes.stage_grids import has_room_for_heading
from puzzlebook.recipes.user_files import load_places
from puzzlebook.typesetting import text
from puzzlebook.typesetting.layout import TypeScale

CAT = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>'
)


def setting(book="ages-7-8", **overrides):
    loaded = load(
        book,
        {"seed": "owl", "name": "x", **{key.replace("__", "."): v for key, v in overrides.items()}},
    )
    return paginate(settle(decide_seed(loaded), loaded.folder))[0]


def places(of, measures, rows=1):
    """Places on so many pages, through the sections one after the other."""
    parts = of.parts
    return [
        StorySlot(page, parts[page * len(parts) // len(measures)], page + 1, measure, rows)
        for page, measure in enumerate(measures)
    ]


def told(of, at):
    """The rows of each page that tells something."""
    return {page: rows for page, rows in stories.tell_stories(of, at) if rows}


def tell(book, **overrides):
    """The lines of a book on pages with room for all, and how many pages tell a story."""
    of = setting(book, **overrides)
    parts = [part for part in of.parts if of.has_stories(part) for _ in range(part.mazes)]
    slots = [StorySlot(page, part, page, 2000.0, 1) for page, part in enumerate(parts)]
    return list(chain(*told(of, slots).values())), len(parts)


CHILDRENS = ("ages-3-4", "ages-5-6", "ages-7-8", "ages-9-11")
STORY_THEMES = sorted(read_stories("en").keys() - {OWN, ANY, CHILD, SHAPE, DRAWINGS})


@pytest.mark.parametrize("language", [name for name in list_names("languages") if name != "none"])
def test_no_line_comes_twice_in_a_book_and_its_second_volume(language):
    """Whatever the theme: each has as many lines of its own as the first volume of any of our
    books tells, and with the lines for any theme as many as both volumes tell."""
    words = load_words(language)
    for book in CHILDRENS:
        both = []
        for volume in (1, 2):
            lines, pages = tell(book, language=language, volume=volume)
            assert len(lines) == pages, book
            both += lines
        assert len(set(both)) == len(both), book
        for theme in STORY_THEMES:
            own = len(words.stories(theme))
            assert own >= pages, theme
            assert own + len(words.stories(ANY)) >= len(both), theme


def test_a_book_of_eighty_has_as_many_lines_of_its_theme():
    for theme in STORY_THEMES:
        assert len(load_words("en").stories(theme)) >= 80, theme
    lines, pages = tell("ages-7-8", theme="pirate", mazes=80)
    assert len({*lines}) == pages == 80
    assert set(lines) <= set(load_words("en").stories("pirate"))


def test_when_all_lines_are_told_pages_have_none():
    of = setting("ages-5-6", theme="pirate", language="de")
    lines = list_story_lines(of)
    rows = told(of, places(of, [2000.0] * (len(lines) + 9)))
    assert [*rows.values()] == [(line,) for line in lines]


def test_after_the_themes_own_lines_come_those_for_any_theme():
    of = setting("ages-5-6", theme="pirate")
    assert list_story_lines(of) == load_words("en").stories("pirate") + load_words("en").stories(
        ANY
    )


def test_a_second_volume_goes_on_where_the_first_stopped():
    one, two = (tell("ages-9-11", volume=volume)[0] for volume in (1, 2))
    lines = list_story_lines(setting("ages-9-11"))
    assert len(one) == 46, "the eight hidden pictures ask what they are"
    assert [*one, *two] == list(lines[:92])


def test_above_a_shape_stands_what_it_shows():
    """A rabbit is no part of a rocket's journey. What a recipe tells, and what a user's catalogue
    lacks, stays."""
    of, shapes = setting("silhouettes"), ["A rabbit", "", "A cat", "the fish"]
    at = [
        StorySlot(page, of.parts[0], page, 400.0, 2, shape) for page, shape in enumerate(shapes, 1)
    ]
    rows = {page: " ".join(row) for page, row in told(of, at).items()}
    shapes[-1] = "The fish"  # a user's name for a drawing may begin small
    assert [shape in rows[page] for page, shape in enumerate(shapes, 1)] == [True] * 4
    assert rows[2] == list_story_lines(of)[0]
    assert len({rows[page].replace(shapes[page - 1], "") for page in (1, 3, 4)}) == 3
    own = setting("silhouettes", book__stories=["Go {on}!"])
    assert set(told(own, at).values()) == {("Go {on}!",)}


def test_above_many_equal_shapes_stand_lines_of_the_theme_too():
    of = setting("silhouettes", theme="pirate")
    at = [StorySlot(page, of.parts[0], page, 2000.0, 1, "A heart") for page in range(20)]
    lines = list(chain(*told(of, at).values()))
    assert len({*lines}) == 20
    assert sum("A heart" in line for line in lines) == len(load_words("en").stories(SHAPE))
    assert lines[6:] == list(list_story_lines(of)[:14])


def test_lines_that_do_not_fit_are_left_out():
    of = setting()
    short = sorted(
        text.measure_width(line, of.sizes.face, of.sizes.body) for line in list_story_lines(of)
    )
    assert len(told(of, places(of, [short[4]] * 40))) == 5
    assert told(of, places(of, [short[0] / 2] * 4)) == {}


def test_a_line_that_is_too_long_takes_two_rows_where_there_is_room():
    of = setting(
        book__stories=[
            "Once upon a time there was a maze that nobody had ever found the way through."
        ]
    )
    whole = list_story_lines(of)[0]
    rows = told(of, places(of, [300.0] * 4, rows=2))
    assert [" ".join(each) for each in rows.values()] == [whole] * 4
    assert {len(each) for each in rows.values()} == {2}
    assert told(of, places(of, [300.0] * 4, rows=1)) == {}


def test_a_sections_own_line_comes_first_and_takes_two_rows_too():
    line = "Once upon a time there was a maze that nobody had ever found the way through."
    of = setting(**{"section.warm-up.story": line})
    assert " ".join(told(of, places(of, [300.0], rows=2))[0]) == line
    assert told(of, places(of, [300.0], rows=1))[0] == (line,)


def test_two_rows_stand_clear_of_the_maze_and_leave_it_as_it_was(tmp_path):
    """In print: each page tells a line, and mazes and grids are those of a book that tells none."""
    made = {
        theme: make_book("ages-7-8", seed="owl", output=tmp_path, name=theme,
                         overrides={"svg": False, "theme": theme, "page": "6x9", "mazes": 12})
        for theme in ("knight", "ink")
    }  # fmt: skip
    document = pypdfium2.PdfDocument(made["knight"].pdf.read_bytes())
    lines = load_words("en").stories("knight")
    two = 0
    for maze, plain in zip(
        made["knight"].manifest["mazes"], made["ink"].manifest["mazes"], strict=True
    ):
        if maze["silhouette"]:  # an outline of the theme's, with a line of its own
            continue
        printed = document[maze["puzzle"]["page"] - 1].get_textpage().get_text_bounded()
        assert any(line in " ".join(printed.split()) for line in lines)
        two += not any(line in printed for line in lines)
        assert maze["code"] == plain["code"]
        least = 0.79 if maze.get("figures") else 0.89
        assert maze["puzzle"]["cell"] > least * plain["puzzle"]["cell"], (
            "the room is for the figures, not for the rows"
        )
    assert two


@pytest.mark.parametrize("language", ["en", "de", "fa"])
def test_pictures_of_ones_own_keep_stories(tmp_path, language):
    (tmp_path / "cat.svg").write_bytes(CAT)
    of = setting("ages-5-6", language=language, start=str(tmp_path / "cat.svg"))
    lines = list_story_lines(of)
    assert len(lines) == sum(len(load_words(language).stories(kind)) for kind in (OWN, ANY))
    finish = load_words(language).end("finish", "carrot")
    assert sum(finish in line for line in lines) > 5
    assert any(
        f"({name})" in line or f"the {name}" in line
        for line in lines
        for name in ("cat", "\u2068cat\u2069")
    )
    assert not any("{" in line for line in lines)
    (tmp_path / "IMG 2031.svg").write_bytes(CAT)
    nameless = list_story_lines(
        setting("ages-5-6", language=language, start=str(tmp_path / "IMG 2031.svg"))
    )
    assert 5 < len(nameless) < len(lines)
    assert set(nameless) < set(lines)


def test_what_tells_nothing_stays_silent(tmp_path):
    (tmp_path / "cat.svg").write_bytes(CAT)
    assert list_story_lines(setting("large-print", start=str(tmp_path / "cat.svg"))) == ()
    assert list_story_lines(setting("ages-5-6", marks="doors")) == ()
    assert list_story_lines(setting("ages-5-6", language="none")) == ()
    of = setting("adult", mazes_a_page=2)
    assert not has_line(of, of.parts[0])


def test_some_lines_say_the_childs_name():
    of = setting("ages-5-6", book__child="Mia")
    own, named = load_words("en").stories("rabbit"), len(load_words("en").stories(CHILD))
    lines = list_story_lines(of)
    unnamed = [line for line in lines if "Mia" not in line]
    assert unnamed[: len(own)] == list(own)
    spots = [place for place, line in enumerate(lines) if "Mia" in line]
    assert len(spots) == named
    assert max(after - before for before, after in pairwise(spots)) <= 5
    assert any("the carrot" in lines[place] for place in spots)


def test_ones_own_list_is_told_as_it_is(tmp_path):
    mine = ["Find the sock.", "Find the other sock."]
    book = make_book("adult", seed="owl", output=tmp_path, name="socks",
                     overrides={"svg": False, "mazes": 8, "book.stories": mine, "book.child": "Mia"})  # fmt: skip
    document = pypdfium2.PdfDocument(book.pdf.read_bytes())
    for maze in book.manifest["mazes"]:
        printed = document[maze["puzzle"]["page"] - 1].get_textpage().get_text_bounded()
        assert mine[(maze["number"] - 1) % 2] in printed
    assert book.manifest["recipe"]["book"]["stories"] == mine
    again = make_book(str(book.folder / "recipe.toml"), output=tmp_path / "again", name="socks")
    assert again.pdf.read_bytes() == book.pdf.read_bytes()
    with pytest.raises(Refused, match=r"book\.stories: no font has a glyph"):
        make_book(
            "adult", seed="owl", output=tmp_path, overrides={"mazes": 4, "book.stories": ["דנה"]}
        )


def test_no_page_prints_the_name_of_a_drawings_file(tmp_path):
    """What it shows is said if its maker gave it a title that the book's type can set."""
    body = '<path d="M50 5L95 40L80 95L20 95L5 40Z" fill="none" stroke="black"/>'
    for title, shown in (("", False), ("Little house", True), ("小さな家", False)):
        named = f"<title>{title}</title>" if title else ""
        drawing = f'<svg xmlns="http://www.w3.org/2000/svg">{named}{body}</svg>'
        (tmp_path / "clipart-final.svg").write_text(drawing, encoding="utf-8")
        given = {
            "mazes": 6,
            "section.*.silhouette": str(tmp_path / "clipart-final.svg"),
            "svg": False,
        }
        book = make_book("ages-7-8", seed="owl", output=tmp_path, force=True, overrides=given)
        document = pypdfium2.PdfDocument(book.pdf.read_bytes())
        pages = " ".join(page.get_textpage().get_text_bounded() for page in document)
        assert "clipart" not in pages
        assert ("Little house!" in pages) is shown
        assert any("taken as an outline" in remark for remark in book.remarks)


def test_a_recipe_names_the_drawings_of_the_user(tmp_path):
    drawing = (
        '<svg xmlns="http://www.w3.org/2000/svg"><title>X</title><path d="M5 5H95V95H5Z"/></svg>'
    )
    (tmp_path / "clip_1 (2).svg").write_text(drawing, encoding="utf-8")
    recipe = tmp_path / "mine.toml"
    recipe.write_text(
        """base = "ages-7-8"
seed = "owl"
pdf = "screen"
start = "clip_1 (2).svg"
mazes = 6
[names]
"clip_1 (2).svg" = "A house of mine"
"nope.svg" = "Nothing"
""",
        encoding="utf-8",
    )
    given = {"section.*.silhouette": str(tmp_path / "clip_1 (2).svg"), "svg": False}
    book = make_book(recipe, output=tmp_path / "out", overrides=given)
    document = pypdfium2.PdfDocument((book.folder / "mine-screen.pdf").read_bytes())
    pages = " ".join(page.get_textpage().get_text_bounded() for page in document)
    assert "A house of mine" in pages
    assert "clip" not in pages
    unused = [remark for remark in book.remarks if remark.startswith("names:")]
    assert unused == ["names: the book has no drawing of yours called 'nope.svg'"]
    # The recipe in the book's folder says the same of the file beside it.
    kept = tomllib.loads((book.folder / "recipe.toml").read_text(encoding="utf-8"))
    assert kept["names"]["clip_1 (2).svg"] == "A house of mine"
    assert kept["start"] == "assets/clip_1 (2).svg"


@pytest.mark.parametrize(("ground", "is_refused"), [((90, 80, 70), True), ((250, 250, 240), False)])
def test_a_photo_is_refused_if_nothing_tells_its_figure_from_its_ground(ground, is_refused):
    photo, content = Image.new("RGB", (120, 90), ground), BytesIO()
    photo.paste((110, 20, 20), (30, 20, 90, 80))
    photo.save(content, "PNG")
    if is_refused:
        with pytest.raises(
            Refused, match=r"IMG\.png: the subject of this photo does not stand out"
        ):
            Silhouette.from_file(content.getvalue(), "IMG", where="IMG.png")
    else:
        assert Silhouette.from_file(content.getvalue(), "IMG").outline.width


# -- What a drawing has to say ---------------------------------------------------------------------------

SAYS = ("A fact.", "“A quotation.” — Somebody, A Work")


def said(of, *, rows=2, says=SAYS):
    at = [StorySlot(page, of.parts[0], page, 400.0, rows, says=says) for page in (1, 2, 3)]
    return [row for _, row in stories.tell_stories(of, at)]


def test_a_drawing_says_its_lines_in_turn_and_a_source_has_a_row_of_its_own():
    fact, quotation = ("A fact.",), ("“A quotation.”", "Somebody, A Work")
    for volume, own in ((1, [fact, quotation]), (2, [quotation, fact])):
        assert said(setting("adult", volume=volume)) == [*own, ()]
    assert said(setting("adult"), rows=1)[1] == (SAYS[1],)


def test_lines_of_the_recipe_come_before_those_of_a_drawing():
    assert said(setting("adult", book__stories=["Mine."]))[:2] == [("Mine.",)] * 2


DRAWN = {
    theme: (*rows.stages, *rows.outlines) for theme in STORY_THEMES if (rows := load_theme(theme))
} | {"places": tuple(load_places())}
LANGUAGES = [name for name in list_names("languages") if name != "none"]


def drawing(name):
    return StageSource(name).load(False)


def test_each_drawing_of_a_theme_has_a_line():
    assert sorted(read_drawing_stories("en")) == sorted(chain(*DRAWN.values()))


@pytest.mark.parametrize("theme", DRAWN)
def test_the_line_of_a_drawing_fits_its_board(theme):
    """On the smallest pages, in two rows of 9 points or more."""
    faces = {language: setting(language=language).sizes.face for language in LANGUAGES}
    for name in DRAWN[theme]:
        stage = drawing(name)
        left, _, right, _ = stage.place.words
        width = {
            language: min(
                max(
                    text.measure_width(" ".join(row), face, 9.0) for row in (words[:at], words[at:])
                )
                for at in range(1, len(words))
            )
            for language, face in faces.items()
            if (words := read_drawing_stories(language)[name].split(" "))
        }
        for readers in map(find_audience, ("3-4", "5-6", "7-8", "9-11")):
            for frame in (room_for_frame(readers, trim(page)) for page in ("5x8", "8.5x8.5")):
                if has_room_for_heading(stage, frame, TypeScale(readers.type_size)):
                    room = MEASURE * (right - left) * stage.unit_in(*frame)
                    assert max(width.values()) <= room, (name, width, room)


def test_above_a_drawing_stands_its_own_line_in_the_first_volume_that_shows_it(tmp_path):
    volcano = drawing("volcano")
    for language in ("en", "fa"):
        line = load_words(language).find_drawing_story("volcano")
        assert setting(theme="dinosaur", language=language).stage_lines(volcano) == (line,)
    assert setting(theme="dinosaur", volume=2).stage_lines(volcano) == ()
    reef = drawing("coralreef")
    assert setting(theme="pirate", volume=2).stage_lines(reef) == (
        load_words("en").find_drawing_story("coralreef"),
    )
    assert setting(theme="dinosaur", language="none").stage_lines(volcano) == ()
    (tmp_path / "nl.toml").write_bytes(
        templates.read("languages", "en").replace(b'tag = "en"', b'tag = "nl"')
    )
    assert setting(theme="dinosaur", language=str(tmp_path / "nl.toml")).stage_lines(volcano) == ()


def test_drawings_speak_english_and_those_of_the_user_say_nothing(tmp_path):
    ours = StageSource("moth").load(False)
    mine = StageSource("mine.svg", templates.read("stages", "moth", ".svg")).load(False)
    assert len(setting("adult").stage_lines(ours)) == 2
    assert setting("adult", language="de").stage_lines(ours) == ()
    assert setting("adult").stage_lines(mine) == ()


def test_what_our_drawings_say_is_said_once_and_fits_two_rows():
    of, names = setting("adult"), templates.list_names("stages", ".svg")
    lines = [line for name in names for line in of.stage_lines(StageSource(name).load(False))]
    assert len(lines) >= 36
    assert len(set(lines)) == len(lines)
    assert all(len(line) <= 100 for line in lines)


def test_signs_are_captions_on_the_pages_of_adults():
    for book, stage, is_quiet in (("adult", "guitar", True), ("ages-7-8", "volcano", False), ("large-print", "guitar", False)):  # fmt: skip
        (sign, _) = setting(book, stage=stage).signs
        assert (sign.largest <= 9) == is_quiet, book


def test_pages_without_a_line_are_reported(tmp_path):
    said = "have no line, because no line is repeated"
    for mazes, is_told in ((160, True), (80, False)):
        overrides = {"mazes": mazes, "language": "fa", "grade": "none", "theme": "pirate"}
        book = make_book("ages-3-4", overrides=overrides, output=tmp_path, dry_run=True)
        assert any(said in remark for remark in book.remarks) is is_told, book.remarks


def test_a_quotation_has_its_source_in_a_row_of_its_own_however_short_it_is():
    """Without a dash, and never broken elsewhere: one way in the whole book."""
    of = setting("large-print")
    rows = told(of, places(of, [2000.0] * 30, rows=2)).values()
    assert any(len(pair) == 2 for pair in rows)
    assert not [row for pair in rows for row in pair if "—" in row]
