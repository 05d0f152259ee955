"""Themes: what their pictures keep to, their stories, the user's own; and stars that are drawn, not
set."""

from __future__ import annotations

import re
from itertools import product, zip_longest
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw
from samples import one_in
from stated import load_stated

from puzzlebook import make_book
from puzzlebook.books.pages.ornaments import mark
from puzzlebook.geometry.arcs import distance
from puzzlebook.geometry.curves import point_at
from puzzlebook.ground.faults import Refused, Unfinished
from puzzlebook.ground.seeds import derive_maze_key
from puzzlebook.ground.templates import list_names, read
from puzzlebook.language.words import load_words
from puzzlebook.maze_art.marks import Marks, find_clearance
from puzzlebook.maze_art.plate import make_plate
from puzzlebook.maze_art.theme import PLAIN, load_theme, parse_theme
from puzzlebook.mazes.codes import Design
from puzzlebook.mazes.generator import draw_maze
from puzzlebook.mazes.grids import make_grid
from puzzlebook.mazes.tilings import SHAPES
from puzzlebook.recipes.audiences import load_audiences
from puzzlebook.recipes.recipe import Recipe
from puzzlebook.typesetting.page import Page, Picture
from puzzlebook.typesetting.pdf.document import Document
from puzzlebook.typesetting.pdf.writer import write_pdf

THEMES = list_names("themes")
SHADE = re.compile(r"#([0-9a-f]{6})\b")
CAT = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>'
)
FISH = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v3h-9z"/></svg>'
SMALL = (
    b'about = "x"\nstart_name = "a"\nfinish_name = "b"\nstart = "M0 0L1 0Z"\nfinish = "M0 0L0 1Z"\n'
)
COLOURED = SMALL + b"colors = %s"


def test_there_are_eight():
    assert len(THEMES) >= 8
    assert {"ink", *(row.theme for row in load_audiences().values())} <= set(THEMES)


@pytest.mark.parametrize("name", THEMES)
def test_a_theme_is_whole(name):
    theme = load_theme(name)
    assert all((theme.start, theme.finish, theme.ornament or name == "touch"))
    lines = load_words("en").stories(theme.stories_name)
    assert theme.stories == {}, "those of our own themes stand in files of their own"
    assert name in ("ink", "touch") or len(lines) >= 80
    assert all(len(line) < 75 for line in lines)


def test_stories_are_the_themes_own():
    lines = [line for name in THEMES for line in load_words("en").stories(name)]
    assert len(lines) == len(set(lines))


DRAWN = {
    "bee": "bee flower",
    "christmas": "present reindeer",
    "digger": "digger sand",
    "dinosaur": "dinosaur egg",
    "diver": "diver oyster pearl",
    "farm": "barn lamb",
    "football": "ball goal",
    "halloween": "ghost lantern pumpkin",
    "knight": "castle knight",
    "monster": "ice monster",
    "mouse": "cheese mouse mice",
    "ocean": "island turtle",
    "pirate": "chest gold ship treasure",
    "rabbit": "carrot rabbit",
    "robot": "battery robot",
    "rocket": "moon rocket",
    "unicorn": "rainbow unicorn",
}
"""Who and what stands at the two ends of each theme's mazes, and so on every page."""
LIVING = re.compile(
    r"\b("
    r"anchor|anglerfish|astronaut|bat|bear|bee|butterfly|captain|cat|caterpillar|cow|coach|crab|crane|dog|dolphin|"
    r"dragon|dragonfly|duck|elf|farmer|fish|foreman|frog|gardener|ghost|goalkeeper|goose|hedgehog|hen|hive|horse|"
    r"jellyfish|knight|ladybird|lamb|lighthouse|lizard|magnet|minstrel|mole|monkey|monster|mouse|octopus|owl|oyster|"
    r"parrot|pig|pufferfish|queen|rabbit|referee|reindeer|robin|satellite|scarecrow|seagull|shark|"
    r"sheepdog|skeleton|sleigh|snail|snowman|spade|spider|squid|starfish|submarine|sunflower|toaster|tractor|truck|"
    r"turtle|unicorn|urchin|whale|wheelbarrow|witch|cook"
    r")(?:s|es)?\b"
)
"""Whom a story may not name beside them, as if the reader saw it: those that once were not drawn
are among them."""


@pytest.mark.parametrize("name", sorted(DRAWN))
def test_whom_a_story_names_stands_at_its_ends(name):
    said = " ".join(load_words("en").stories(name)).lower()
    named = {*LIVING.findall(said)}
    assert named <= {*DRAWN[name].split()}


# -- What the eye sees -------------------------------------------------------------------------------------


def shown(picture, millimetres, dpi=600):
    """A picture in print, as ink from 0 to 1."""
    import pypdfium2

    points = millimetres * 72 / 25.4
    item: Picture = mark(picture, 0, 0, points)
    page = pypdfium2.PdfDocument(write_pdf([Page(points, points, (item,))], Document()))[0]
    return 1 - page.render(scale=dpi / 72, grayscale=True).to_numpy().squeeze() / 255


@pytest.mark.parametrize("name", THEMES)
def test_start_and_finish_differ_in_black_and_white_at_four_millimetres(name):
    """As blurred as at arm's length, a third of a millimetre, the two are still far apart."""
    theme = load_theme(name)
    start, finish = (
        np.asarray(
            Image.fromarray((shown(picture, 4) * 255).astype(np.uint8)).resize(
                (12, 12), Image.Resampling.BOX
            )
        )
        / 255
        for picture in (theme.start, theme.finish)
    )
    assert np.abs(start - finish).mean() > 0.12


@pytest.mark.parametrize("name", THEMES)
def test_pictures_have_enough_ink_and_fill_their_circle(name):
    theme = load_theme(name)
    for picture in (theme.start, theme.finish):
        ink = shown(picture, 20, 100)
        assert 0.12 < ink.mean() < (0.8 if name == "touch" else 0.7)  # a solid disc has 0.785
        rows, columns = np.nonzero(ink > 0.5)
        assert max(np.ptp(rows), np.ptp(columns)) > 0.7 * ink.shape[0]


@pytest.mark.parametrize("name", ["bee", "mouse", "pirate"])
def test_the_start_looks_where_its_way_leads(name):
    """To the other side than as it is drawn, where the way leads there; who looks straight ahead
    always does."""
    theme, seen = load_theme(name), set()
    for place in range(12):
        maze = draw_maze(
            Design("square", (5, 6), derive_maze_key("looks", 1, "m", place), "apart"),
            make_grid("square", (5, 6)),
        )
        across = [maze.grid.centres[cell][0] for cell in maze.solution]
        leads = next((x > across[0] for x in across if x != across[0]), None)
        outline = [x - across[0] for layer in make_plate(maze, Marks.from_word("icons"), theme).start
                   for path in layer.subpaths for x, _ in path.points]  # fmt: skip
        seen.add((leads, round(sum(outline), 6)))
    lean = {leads: {sum_ for other, sum_ in seen if other == leads} for leads in (True, False)}
    assert all(len(each) == 1 for each in lean.values())
    (right,), (left,) = lean[True], lean[False]
    assert (
        (right == pytest.approx(left))
        if name == "pirate"
        else (right == pytest.approx(-left, abs=1e-4))
    )
    assert theme.faces == {"bee": "left", "mouse": "right", "pirate": ""}[name]


@pytest.mark.parametrize("name", THEMES)
def test_a_way_stops_just_short_of_what_a_mark_shows(name):
    """By the filled pixels of the mark: where it stops the way keeps its air, and a little nearer
    it does not."""
    side, reach, air = 200, 1.3, 0.5
    for figure in (load_theme(name).start, load_theme(name).finish):
        inked = np.argwhere(shown_whole(figure, side, reach))[:, ::-1] * 2 * reach / side - reach
        for onward in ((1.0, 0.0), (0.0, 1.0), (-0.6, 0.8)):
            stop = find_clearance(figure, onward, air)
            near = {
                step: np.hypot(*(inked - (stop + step) * np.array(onward)).T).min()
                for step in (-0.06, 0, 0.3)
            }
            assert near[0] > air - 0.03
            assert near[0.3] > air
            assert stop == air or near[-0.06] < air + 0.03


def shown_whole(figure, side, reach):
    """The pixels that a mark covers, in paper white too, of a square that reaches so far around its
    middle."""
    picture = Image.new("1", (side, side))
    for patch in figure:
        for path in patch.subpaths:
            ring = [point_at(curve, step / 12) for curve in curves_of(path) for step in range(12)]
            ImageDraw.Draw(picture).polygon(
                [tuple((at + reach) * side / 2 / reach for at in spot) for spot in ring], 1
            )
    return np.asarray(picture)


def curves_of(path):
    """The curves and lines of a closed path."""
    ends = [*path.points[1:], path.points[0]]
    for here, onward, bend in zip_longest(path.points, ends, path.bends[: len(ends)]):
        yield (here, *bend, onward) if bend else (here, onward)


@pytest.mark.parametrize("name", THEMES)
def test_colour_changes_no_outline(name):
    theme, coloured = load_theme(name), load_theme(name, in_colour=True)
    for plain, dyed in ((theme.start, coloured.start), (theme.finish, coloured.finish)):
        assert [patch.subpaths for patch in plain] == [patch.subpaths for patch in dyed]


# -- Marks and walls ---------------------------------------------------------------------------------------


def points_of(subpath):
    """Points along a picture's outline: its curves at eight places each."""
    onward = [*subpath.points[1:], subpath.points[0]]
    for here, to, bend in zip(
        subpath.points, onward, subpath.bends or [0.0] * len(onward), strict=False
    ):
        yield here
        if isinstance(bend, tuple):
            for t in (step / 8 for step in range(1, 8)):
                shares = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
                yield tuple(
                    sum(s * p[axis] for s, p in zip(shares, (here, *bend, to), strict=True))
                    for axis in (0, 1)
                )


def clearance(grid, cell, point):
    first, end = grid.ring_start[cell], grid.ring_start[cell + 1]
    corners = grid.ring_corners[first:end]
    return min(
        distance(point, grid.corners[a], grid.corners[b], grid._bulge_from(a, b))
        for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)
    )


@pytest.mark.parametrize(("name", "shape"), one_in(8, product(THEMES, SHAPES)))
def test_marks_never_touch_a_wall(name, shape):
    """Every point of a picture is at least 0.099 of a cell's width from the middle of its walls:
    half the thickest is less than 0.05."""
    size = (12, 12)[: len(SHAPES[shape].axes)]
    grid = make_grid(shape, size)
    for draw in range(3):
        maze = draw_maze(Design(shape, size, derive_maze_key("marks", 1, "m", draw), "far"), grid)
        plate = make_plate(maze, Marks.from_word("icons"), load_theme(name))
        for cell, layers in ((maze.start, plate.start), (maze.end, plate.finish)):
            for layer in layers:
                for subpath in layer.subpaths:
                    assert all(clearance(grid, cell, point) > 0.099 for point in points_of(subpath))


# -- The user's own ----------------------------------------------------------------------------------------


def test_a_theme_of_ones_own_travels_with_the_book(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "cats.toml").write_bytes(
        read("themes", "bee").replace(b"Help the bee", b"Help the cat")
    )
    (tmp_path / "mine" / "book.toml").write_text('base = "sheets"\ntheme = "cats.toml"\n')
    book = make_book(str(tmp_path / "mine" / "book.toml"), seed="owl", output=tmp_path)
    assert book.manifest["recipe"]["theme"] == "assets/cats.toml"
    again = make_book(str(book.folder / "recipe.toml"), name="again", output=tmp_path)
    assert (again.folder / "again.pdf").read_bytes() == book.pdf.read_bytes()


def test_pictures_of_ones_own(tmp_path):
    (tmp_path / "cat.svg").write_bytes(CAT)
    (tmp_path / "fish.svg").write_bytes(FISH)
    overrides = {
        "start": str(tmp_path / "cat.svg"),
        "finish": str(tmp_path / "fish.svg"),
        "theme": "bee",
    }
    book = make_book("sheets", seed="owl", output=tmp_path, overrides=overrides)
    recipe = book.manifest["recipe"]
    assert (recipe["start"], recipe["finish"]) == ("assets/cat.svg", "assets/fish.svg")
    assert (book.folder / "assets" / "cat.svg").read_bytes() == CAT
    again = make_book(str(book.folder / "recipe.toml"), name="again", output=tmp_path)
    assert (again.folder / "again.pdf").read_bytes() == book.pdf.read_bytes()


def test_the_theme_of_the_guide_is_one():
    guide = (Path(__file__).parents[2] / "docs" / "adding.md").read_text(encoding="utf-8")
    content = guide.partition('```toml\nabout = "a ball')[2].partition("```")[0]
    theme = parse_theme(f'about = "a ball{content}'.encode(), "goal", "theme")
    assert (theme.start_name, len(theme.start), theme.ornament) == ("ball", 2, ())


def test_a_theme_has_colours_that_are_plain_where_it_names_none():
    colours = parse_theme(COLOURED % b'{ wall = "#003366" }', "mine", "theme").colours
    assert (colours.wall, colours.paper) == ((0, 0.2, 0.4), (1, 1, 1))
    assert parse_theme(SMALL, "mine", "theme").colours == PLAIN


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\xff", "is not a theme in TOML"),
        (b'about = "x"\nwings = 2', 'there is no key "wings"'),
        (b'about = "x"', "start_name: is missing"),
        (b'about = "x"\nstart_name = "a"\nfinish_name = "b"', "start: is not a picture"),
        (
            b'about = "x"\nstart_name = "a"\nfinish_name = "b"\nstart = "M0 0L2 0L0 1Z"\nfinish = ""',
            "circle of radius 1",
        ),
        (
            b'about = "x"\nstart_name = "a"\nfinish_name = "b"\nstart = "M0 0L%s 1L0 1Z"\nfinish = ""'
            % (b"9" * 999),
            "circle of radius 1",
        ),
        (b'about = "x"\nstart_name = "a"\nfinish_name = "b"\nstart = "M0 0Q"\nfinish = ""', "path"),
        (COLOURED % b'"red"', "colors: is not a table of colors"),
        (
            COLOURED % b'{ sky = "#ffffff" }',
            'colors: there is no key "sky"; allowed: ground, title, accent, paper, wall',
        ),
        (COLOURED % b'{ paper = "white" }', 'colors: paper: "white" is not a color'),
        (
            COLOURED % b'{}\nwalls = "hedges"',
            "walls: .hedges. is not a style of walls; did you mean hedge",
        ),
        (
            b'about = "x"\nstart_name = "a"\nfinish_name = "b"\nstart = [{path = "M0 0", fill = "red"}]',
            "black or white",
        ),
        (
            b'about = "x"\nstart_name = "a"\nfinish_name = "b"\nstart = [{path = "M0 0", color = "red"}]',
            "not a color",
        ),
        (
            b'about = "x"\nstart_name = "a"\nfinish_name = "b"\nstart = [{path = "M0 0L1 0L0 1Z", fill = ["red"]}]',
            "start: an area has a path, a fill and a color, but this one has other keys; fill: black or white",
        ),
    ],
)
def test_what_is_no_theme(content, said):
    with pytest.raises(Refused, match=said):
        parse_theme(content, "mine", "theme")


@pytest.mark.parametrize(
    ("file", "content", "said"),
    [
        ("x.svg", None, "there is no such file"),
        ("x.svg", b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>", "script"),
        (
            "x.svg",
            b"<svg xmlns='http://www.w3.org/2000/svg'><image href='http://a/b.png'/></svg>",
            "image",
        ),
        ("x.svg", b"nothing", "not an SVG"),
    ],
)
def test_what_is_no_drawing(tmp_path, file, content, said):
    if content is not None:
        (tmp_path / file).write_bytes(content)
    with pytest.raises((Refused, Unfinished), match=said):
        make_book(
            "sheets", seed="owl", output=tmp_path / "out", overrides={"start": str(tmp_path / file)}
        )
    assert not (tmp_path / "out").exists()


# -- Pages -------------------------------------------------------------------------------------------------


def test_a_sections_own_story_comes_first():
    recipe: Recipe = load_stated("ages-7-8", {"section.warm-up.story": "Once upon a time"}).recipe
    assert recipe.sections[0].story == "Once upon a time"


@pytest.mark.exhaustive
@pytest.mark.parametrize(("theme", "audience"), list(product(THEMES, load_audiences())))
def test_every_theme_for_every_reader_is_solved_from_its_pixels(tmp_path, theme, audience):
    from rendering import Picture as Pixels
    from rendering import Printed

    overrides = {"theme": theme, "svg": False, "mazes": 8}
    made = make_book(
        load_audiences()[audience].book, seed="owl", output=tmp_path, overrides=overrides
    )
    book = Printed(made.folder)
    for maze in book.mazes:
        assert Pixels(book, maze, "puzzle").flows()


# -- Colour ------------------------------------------------------------------------------------------------


def inks(book):
    """The operators that set a colour, and the colours that are no grey, over all pages of a book's
    PDF."""
    import pikepdf

    found = set()
    with pikepdf.open(book.pdf) as document:
        for page in document.pages:
            for _, operator in pikepdf.parse_content_stream(page):
                if str(operator) in ("rg", "RG", "k", "K", "g", "G"):
                    found.add(str(operator).lower())
    return found


@pytest.mark.parametrize(
    ("printer", "ink", "spaces"),
    [
        ("home", "black", {"g"}),
        ("home", "standard-color", {"g", "rg"}),
        ("kdp-paperback", "premium-color", {"g", "rg"}),
        ("ingram", "premium-color", {"g", "k"}),
        ("ingram", "black", {"g"}),
    ],
)
def test_colours_are_those_that_ink_and_printer_allow(tmp_path, printer, ink, spaces):
    from puzzlebook.checks.whole_book import check_interior
    from puzzlebook.shelf.manifest import open_book

    overrides = {
        "printer": printer,
        "ink": ink,
        "page": "8x10",
        "mazes": 6 if printer == "home" else 24,
        "theme": "bee",
    }
    book = make_book("ages-5-6", seed="owl", output=tmp_path, overrides=overrides)
    assert inks(book) == spaces
    assert not check_interior(open_book(book.folder)).findings
    drawings = {file.read_text(encoding="utf-8") for file in (book.folder / "svg").iterdir()}
    coloured = {
        shade
        for drawing in drawings
        for shade in SHADE.findall(drawing)
        if len(set(shade[0::2])) > 1
    }
    assert bool(coloured) == (ink != "black")


@pytest.mark.parametrize("theme", THEMES)
def test_a_book_of_any_theme_passes_its_check(tmp_path, theme):
    """No line of a picture is too thin where it is drawn small, as on the page that says how."""
    from puzzlebook.checks.whole_book import check_interior
    from puzzlebook.shelf.manifest import open_book

    overrides = {"page": "6x9", "mazes": 5, "theme": theme, "svg": False}
    book = make_book("ages-7-8", seed="owl", output=tmp_path, overrides=overrides)
    assert not check_interior(open_book(book.folder)).findings


# -- With what came before ---------------------------------------------------------------------------------


def test_a_book_with_files_of_ones_own_is_made_again_from_its_recipe_alone(tmp_path):
    from puzzlebook.checks.verify import verify
    from puzzlebook.verbs.rebuilding import rebuild

    (tmp_path / "cats.toml").write_bytes(
        read("themes", "bee").replace(b"Help the bee", b"Help the cat")
    )
    (tmp_path / "cat.svg").write_bytes(CAT)
    overrides = {
        "theme": str(tmp_path / "cats.toml"),
        "start": str(tmp_path / "cat.svg"),
        "mazes": 6,
    }
    book = make_book("ages-5-6", seed="owl", output=tmp_path / "one", overrides=overrides)
    code = book.manifest["code"]
    assert code.count(":") == 1  # its fingerprint and nothing else
    with pytest.raises(Refused, match="--recipe"):
        rebuild(code, output=tmp_path / "two")
    again = rebuild(code, recipe=str(book.folder / "recipe.toml"), output=tmp_path / "two").book
    assert again.manifest == book.manifest
    assert not verify(again.folder).faults
    (book.folder / "assets" / "cat.svg").write_bytes(FISH)
    with pytest.raises(Refused, match="changed"):
        rebuild(str(book.folder), output=tmp_path / "three")


@pytest.mark.parametrize("marks", ["none", "doors"])
def test_stories_tell_of_pictures_that_are_there(tmp_path, marks):
    import pypdfium2

    overrides = {
        "marks": marks,
        "mazes": 4,
        "theme": "bee",
        "page": "a4",
        "audience": "adult",
        "codes": "none",
        "section.*.stage": "",
        "svg": False,
    }
    book = make_book("ages-5-6", seed="owl", output=tmp_path, overrides=overrides)
    text = "".join(
        page.get_textpage().get_text_bounded()
        for page in pypdfium2.PdfDocument(book.pdf.read_bytes())
    )
    assert "bee" not in text


def test_mazes_without_ends_have_no_stars(tmp_path):
    overrides = {"section.*.ends": "none", "mazes": 4}
    book = make_book("ages-7-8", seed="owl", output=tmp_path, overrides=overrides)
    assert {maze["stars"] for maze in book.manifest["mazes"]} == {None}


def test_a_theme_without_ornament_opens_its_sections_in_a_border_of_maze(tmp_path):
    lines = read("themes", "bee").decode().splitlines(keepends=True)
    start = next(place for place, line in enumerate(lines) if line.startswith("ornament"))
    later = (
        place
        for place, line in enumerate(lines)
        if place > start and line.startswith(("[", "start", "finish"))
    )
    end = next(later, len(lines))
    (tmp_path / "plain.toml").write_text("".join(lines[:start] + lines[end:]), encoding="utf-8")
    overrides = {"theme": str(tmp_path / "plain.toml"), "mazes": 4}
    book = make_book("ages-5-6", seed="owl", output=tmp_path, overrides=overrides)
    from rendering import Printed

    staged = next(maze for maze in book.manifest["mazes"] if "stage" in maze)
    opener = staged["puzzle"]["page"] - 1
    pixels = Printed(book.folder).pixels(opener)
    high = pixels.shape[0]
    # Ink from margin to margin, above the heading and below it; beside it, at both sides alone.
    assert (pixels[: int(high * 0.2)] < 128).any(axis=0).mean() > 0.7
    assert (pixels[int(high * 0.8) :] < 128).any(axis=0).mean() > 0.7
    beside = (pixels[int(high * 0.6) : int(high * 0.75)] < 128).any(axis=0)
    third = len(beside) // 4
    assert beside[:third].any()
    assert beside[-third:].any()
    assert not beside[third:-third].any()
