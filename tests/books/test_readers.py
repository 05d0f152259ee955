"""What follows from a book's readers: the grid, the promise on paper, the stars; and how a recipe
says it."""

from __future__ import annotations

import math
import tomllib
from itertools import pairwise
from operator import ge
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from stated import load_stated

from puzzlebook import make_book
from puzzlebook.books.pages.puzzles import maze_room
from puzzlebook.books.planning.stars import (
    MOST,
    find_speed,
    load_bounds,
    load_speeds,
    rate_minutes,
)
from puzzlebook.ground.faults import Refused
from puzzlebook.ground.lengths import MM
from puzzlebook.ground.templates import find_folder
from puzzlebook.mazes.difficulty import Measures
from puzzlebook.mazes.grids import make_grid
from puzzlebook.mazes.silhouettes import Silhouette
from puzzlebook.mazes.tilings import SHAPES
from puzzlebook.printers.trims import trim
from puzzlebook.recipes.audiences import LEVELS, find_audience, load_audiences
from puzzlebook.recipes.files import decide_seed, load
from puzzlebook.recipes.order import settle
from puzzlebook.recipes.overrides import share_mazes
from puzzlebook.recipes.page_grids import choose_size, room_for_maze
from puzzlebook.recipes.readers import choose_sizes
from puzzlebook.recipes.writing import write_recipe
from puzzlebook.typesetting.layout import TypeScale
from puzzlebook.typesetting.page import Box
from puzzlebook.typesetting.text import BOLD, REGULAR
from puzzlebook.verbs.rebuilding import find_order

NAMES = list(load_audiences())
NORMAL = load_audiences("normal")
PAGES = ("letter", "a4", "8x10", "6x9")
SCALE = 4


def sizes(recipe):
    return list(choose_sizes(recipe))


# -- The promise, measured on paper ------------------------------------------------------------------------


def runs(line):
    """The lengths of the white stretches between black ones, in pixels."""
    black = np.flatnonzero(line < 128)
    gaps = np.diff(black)
    return gaps[gaps > 1] - 1


def narrowest(pixels, place, columns, rows):
    """The narrowest passage inside the box of a maze of squares: white between two walls, along
    each row and column."""
    x, y, cell = place["box"][0] * SCALE, place["box"][1] * SCALE, place["cell"] * SCALE
    pixels = pixels.copy()
    for right, down in (place["start"], place["end"]):  # arrows stand in the doors
        for wide, high in ((0.4, 0.75), (0.75, 0.4)):
            rows_there = slice(int(down * SCALE - high * cell), int(down * SCALE + high * cell))
            columns_there = slice(
                int(right * SCALE - wide * cell), int(right * SCALE + wide * cell)
            )
            pixels[rows_there, columns_there] = 255
    # Lines just inside each cell pass beside pictures and arrows. The heaviest walls, which may be
    # hollow, take a sixth of a cell, half of it on this side.
    across = [
        pixels[int(y + (row + 1 / 12) * cell) + 2, int(x) - 2 : int(x + columns * cell) + 3]
        for row in range(rows)
    ]
    down = [
        pixels[int(y) - 2 : int(y + rows * cell) + 3, int(x + (column + 1 / 12) * cell) + 2]
        for column in range(columns)
    ]
    found = np.concatenate([runs(line) for line in [*across, *down]])
    return found[found > 0.3 * cell].min() / SCALE


@pytest.mark.parametrize(
    ("page", "level"),
    [
        *((page, "normal") for page in PAGES),
        ("letter", "easy"),
        ("letter", "hard"),
        ("6x9", "hard"),
    ],
)
@pytest.mark.parametrize("name", NAMES)
def test_the_narrowest_passage_on_paper_keeps_the_promise(tmp_path, name, page, level):
    """Printed with a gutter of 0.875 in, the widest that any printer asks for."""
    reader = find_audience(name, level=level)
    overrides = {"page": page, "level": level, "mazes": 4, "margins.inside": "0.875in"}
    book = make_book(reader.book, seed="owl", output=tmp_path, overrides=overrides)
    document = pypdfium2.PdfDocument(book.pdf.read_bytes())
    older = [other.passage for other in load_audiences(level).values() if other.ladder]
    sections = {row["key"]: row for row in book.manifest["recipe"]["section"]}
    for maze in book.manifest["mazes"]:
        passage, row = maze["puzzle"]["cell"] - reader.wall, sections[maze["section"]]
        if maze["silhouette"]:  # at the edge of an outline, what the next older readers have
            own = find_audience(row.get("audience", name), level=level).passage
            share = 0.9 if row.get("stage") else 1
            assert passage >= share * max(each for each in older if each < own) - 0.01
            continue
        assert passage >= reader.passage - 0.01
        if maze["shape"] != "square":
            continue
        picture = (
            document[maze["puzzle"]["page"] - 1].render(scale=SCALE, grayscale=True).to_numpy()
        )
        columns, rows = map(int, maze["size"].split("x"))
        least = narrowest(picture.reshape(picture.shape[:2]), maze["puzzle"], columns, rows)
        # A pixel at either side may be grey.
        assert least >= reader.passage - 2 / SCALE


def test_the_reserve_is_never_less_than_what_pages_take():
    for audience in load_audiences().values():
        type_ = TypeScale(audience.type_size, BOLD if audience.bold else REGULAR)
        live = Box(0, 0, 500, 720)
        left = maze_room(live, type_, line=True)
        assert room_for_maze(audience, trim("letter")).height <= left.height


def test_wider_margins_than_reserved_are_told():
    with pytest.raises(
        Refused, match=r"section.the-wall.audience: the margins leave passages of .* mm"
    ):
        make_book("expert", seed="owl", overrides={"margins": "1.5in"})


def test_a_page_that_is_too_small_names_those_that_do():
    with pytest.raises(
        Refused, match=r'no room for passages of 25 mm for readers of "3-4"; pages that do: letter'
    ):
        choose_size(load_audiences()["3-4"], trim("5x5in"), "square")


def test_squares_in_the_place_of_rings_have_their_ends_apart():
    """The goal of rings is the middle; in that of fifteen squares it was beside the start."""
    for ends, kept in (("centre", "apart"), ("far", "far"), (None, "opposite")):
        given = {"section.warm-up.shape": "polar", "section.warm-up.outlines": ""}
        if ends:  # else those of the book
            given["section.warm-up.ends"] = ends
        recipe = load_stated("ages-7-8", {"page": "e-ink-6", "level": "easy", **given})
        part = settle(decide_seed(recipe), Path()).parts[0].section
        assert (part.key, part.shape, part.ends) == ("warm-up", "square", kept)


# -- The grid ----------------------------------------------------------------------------------------------


@settings(deadline=None)
@given(
    st.sampled_from(NAMES),
    st.sampled_from(PAGES),
    st.sampled_from(sorted(set(SHAPES) - {"penrose"})),
)
def test_a_larger_share_never_has_fewer_cells(name, page, shape):
    audience, count = load_audiences()[name], SHAPES[shape].cells
    try:
        cells = [
            count(*choose_size(audience, trim(page), shape, share / 10)) for share in range(1, 11)
        ]
    except Refused as refused:
        assert "has no room" in str(refused)  # noqa: PT017
        return
    assert cells == sorted(cells)


@pytest.mark.parametrize("name", NAMES)
def test_neither_printer_nor_margins_nor_marks_change_the_grid(name):
    book = load_audiences()[name].book
    plain = sizes(load_stated(book).recipe)
    for overrides in ({"margins": "0.3in"}, {"marks": "none"}, {"theme": "bee"}):
        assert sizes(load_stated(book, overrides).recipe) == plain
    assert sizes(share_mazes(load_stated(book).recipe, 200)) == plain
    # Arrows need room that pictures do not, so where the readers' own marks have none the cells are
    # fewer.
    arrows = sizes(load_stated(book, {"marks": "both"}).recipe)
    assert (arrows == plain) == (load_audiences()[name].marks != "icons")
    assert all(
        math.prod(size) <= math.prod(before) for size, before in zip(arrows, plain, strict=True)
    )
    assert sizes(load_stated(book, {"page": "6x9"}).recipe) != plain


def cut(tmp_path, silhouette, **given):
    overrides = {"section.*.silhouette": silhouette, "mazes": 4, "svg": False, **given}
    return make_book(
        "ages-5-6", seed="owl", output=tmp_path, name=f"cut-{len(given)}", overrides=overrides
    )


def test_a_silhouette_of_few_cells_names_what_would_do(tmp_path):
    lines = [line for line in cut(tmp_path, "castle").remarks if "castle" in line]
    assert lines
    for line in lines:
        assert "; 80 or more make it easier to recognise: with --" in line
        assert "with --audience 7-8" in line
        assert "adult" not in line
        assert "with another outline, such as --silhouette " in line
    # With steps it takes far more cells.
    lines = cut(tmp_path, "castle", **{"section.*.edge": "steps"}).remarks
    assert any("200 or more" in line for line in lines)


@pytest.mark.parametrize("marks", ["icons", "both"])
def test_the_narrowest_cell_as_drawn_has_what_the_next_older_readers_are_promised(tmp_path, marks):
    book = cut(tmp_path, "heart,dinosaur,cat", marks=marks)
    assert not any("easier to recognise" in line for line in book.remarks)
    check_promises(book, "5-6", "7-8")


@pytest.mark.exhaustive
@pytest.mark.parametrize("page", ["letter", "a4", "8x10"])
@pytest.mark.parametrize(
    ("name", "older"), list(pairwise(["5-6", "7-8", "9-11", "adult", "expert"]))
)
def test_every_silhouette_keeps_the_promises(tmp_path, name, older, page):
    overrides = {
        "audience": name,
        "page": page,
        "marks": load_audiences()[name].marks,
        "svg": False,
    }
    overrides |= {
        "mazes": 2 * len(Silhouette.titles()),
        "section.*.silhouette": ",".join(Silhouette.titles()),
    }
    check_promises(
        make_book("sheets", seed="owl", output=tmp_path, overrides=overrides), name, older
    )


def check_promises(book, name, older):
    """By the manifest, and on paper: each cell has room for the circle of the next older readers,
    or for a whole one of these readers where no corner of it moved."""
    wall, document = NORMAL[name].wall, pypdfium2.PdfDocument(book.pdf.read_bytes())
    for maze in book.manifest["mazes"]:
        shape, edge = SHAPES[maze["shape"]], maze["edge"]
        silhouette = Silhouette.built_in(maze["silhouette"].partition(".")[0])
        silhouette = silhouette.as_rim(shape.name, edge)
        grid = make_grid(shape.name, shape.read_size(maze["size"]), silhouette, "drawn")
        cell = maze["puzzle"]["cell"]
        whole = cell / grid.narrowest
        assert grid.narrowest < 0.9
        assert whole - max(wall, whole / 18) >= NORMAL[name].passage - 0.01
        assert cell - max(wall, whole / 18) >= NORMAL[older].passage - 0.01
        picture = document[maze["puzzle"]["page"] - 1].render(scale=2, grayscale=True).to_numpy()
        y, x = np.nonzero(picture.reshape(picture.shape[:2]) < 128)
        left, top, *_ = maze["puzzle"]["box"]
        for number in set(range(grid.cells)) - {maze["start"], maze["end"]}:
            across, down = grid.circle(number).centre
            near = np.hypot(x - 2 * (left + across * whole), y - 2 * (top + down * whole)).min() / 2
            # A pixel at either side may be grey.
            assert 2 * near >= NORMAL[older].passage - 1


@pytest.mark.parametrize("shape", ["square", "hexagonal"])
def test_ten_dinosaurs_for_a_five_year_old_on_a4(tmp_path, shape):
    overrides = {
        "mazes": 10,
        "section.*.silhouette": "dinosaur",
        "page": "a4",
        "audience": "5-6",
        "svg": False,
    }
    book = make_book(
        "sheets", seed="owl", output=tmp_path, overrides={**overrides, "section.*.shape": shape}
    )
    assert len(book.manifest["mazes"]) == 10
    assert {maze["edge"] for maze in book.manifest["mazes"]} == {"drawn"}
    assert min(maze["cells"] for maze in book.manifest["mazes"]) >= 20


# -- The recipe --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_readers_page_and_number_make_a_book(tmp_path, name):
    file = tmp_path / "mine.toml"
    file.write_text(f'audience = "{name}"\npage = "8x10"\nmazes = 6\n')
    book = make_book(str(file), seed="owl", output=tmp_path)
    recipe = book.manifest["recipe"]
    assert (len(book.manifest["mazes"]), recipe["audience"], recipe["theme"]) == (
        6,
        name,
        load_audiences()[name].theme,
    )
    again = make_book(str(book.folder / "recipe.toml"), name="again", output=tmp_path)
    assert [maze["code"] for maze in again.manifest["mazes"]] == [
        maze["code"] for maze in book.manifest["mazes"]
    ]


def test_size_and_readers_exclude_each_other(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(
        'audience = "7-8"\n[book]\ntitle = "x"\n[[section]]\nkey = "a"\nmazes = 1\nsize = "4x5"\n'
    )
    with pytest.raises(Refused, match=r'section.a.size: the grid follows audience = "7-8" already'):
        load(str(file))


def test_what_is_said_last_takes_the_others_place():
    sized = load_stated("ages-7-8", {"section.warm-up.size": "4x5"}).recipe
    assert (sized.audience, sized.look) == (None, "7-8")
    assert [section.audience for section in sized.sections] == [None, *["7-8"] * 6]
    assert sized.sections[0].size == (4, 5)
    older = load_stated("shapes", {"audience": "adult"}).recipe
    assert (older.audience, older.look, {section.size for section in older.sections}) == (
        "adult",
        None,
        {None},
    )
    assert older.marks == "both"  # the book says so itself


@pytest.mark.parametrize("name", NAMES)
def test_marks_codes_and_theme_follow_the_readers(name):
    recipe = load_stated(load_audiences()[name].book).recipe
    row = load_audiences()[name]
    assert (recipe.marks, recipe.codes, recipe.theme) == (row.marks, row.codes, row.theme)


# -- Stars -------------------------------------------------------------------------------------------------


def test_every_audience_has_a_hand():
    assert [*load_speeds()] == NAMES


@pytest.mark.parametrize("audience", [None, *NAMES])
def test_stars_rise_with_minutes(audience):
    """From one to five, at the minutes that docs/difficulty.md states."""
    bounds = load_bounds()[audience]
    assert list(bounds) == sorted(set(bounds))
    assert [rate_minutes(minutes, audience) for minutes in (0.01, *bounds, 100.0)] == [
        1, 2, 3, 4, 5, MOST,
    ]  # fmt: skip
    assert rate_minutes(0, audience) == 0
    row = f"| {audience or 'none named'} | {' | '.join(f'{bound:g}' for bound in bounds)} |"
    assert (
        row
        in (Path(__file__).parents[2] / "docs/difficulty.md")
        .read_text(encoding="utf-8")
        .splitlines()
    )


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("book", "level", "first", "last"),
    [
        ("ages-3-4", "normal", 1, 4),
        ("ages-5-6", "normal", 1, 4),
        ("ages-7-8", "normal", 1, 4),
        ("ages-9-11", "normal", 1, 5),
        ("adult", "normal", 1, 4),
        *((book, "hard", 2, 5) for book in ("ages-3-4", "ages-5-6", "ages-7-8", "adult")),
    ],
)
def test_a_book_uses_the_stars_of_its_readers(tmp_path, book, level, first, last):
    """On a large page a normal book begins with one star, and a hard one has mazes of five."""
    made = make_book(book, seed="owl", output=tmp_path, overrides={"level": level, "svg": False},
                     dry_run=True)  # fmt: skip
    stars = [maze["stars"] for maze in made.manifest["mazes"]]
    assert min(stars) <= first
    assert max(stars) >= last


def test_the_formula_of_minutes():
    """As templates/stars.toml states it, for a five-year-old on squares of 15 mm."""
    way = Measures(20, 6, 4, 9, (8, 0, 12))
    row = tomllib.loads((find_folder() / "stars.toml").read_text(encoding="utf-8"))["hands"]["5-6"]
    effort = 20 + 6 / 2 + 2 * 4 + 20 / 4
    seconds = effort * (row["look"] + 15 / row["pen"])
    assert find_speed("5-6", 0).estimate_minutes(way, 15 * MM) == round(seconds / 60, 2)
    assert find_speed("5-6", 0).estimate_minutes(Measures(0, 0, 0, 4, ()), 15 * MM) == 0


def test_older_hands_are_faster():
    way = Measures(20, 6, 4, 9, (8, 0, 12))
    minutes = [
        find_speed(name, 0).estimate_minutes(way, 6 * MM)
        for name in ("3-4", "5-6", "7-8", "9-11", "adult")
    ]
    assert minutes == sorted(minutes, reverse=True)


@pytest.mark.parametrize(("width", "name"), [(28, "3-4"), (9.5, "9-11"), (2, "expert")])
def test_without_readers_the_squares_choose_the_hand(width, name):
    assert find_speed(None, width * MM) == load_speeds()[name]


def test_a_maze_has_the_same_stars_on_any_printers_paper(tmp_path):
    def stars(printer):
        overrides = {"printer": printer, "page": "8x10", "svg": False}
        book = make_book("ages-9-11", seed="owl", output=tmp_path, name=printer,
                         overrides=overrides, dry_run=True)  # fmt: skip
        return [(maze["code"], maze["minutes"], maze["stars"]) for maze in book.manifest["mazes"]]

    assert stars("home") == stars("kdp-paperback")


# -- Levels ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_passages_get_narrower_from_level_to_level(name):
    before = find_audience(name).passage
    passages = [find_audience(name, level=level).passage for level in LEVELS]
    assert passages[0] == before
    if name == "tactile":
        assert set(passages) == {before}
    else:
        assert before > passages[1] > passages[2]


def test_at_every_level_older_readers_have_narrower_passages():
    for level in LEVELS:
        ladder = [row.passage for row in load_audiences(level).values() if row.ladder]
        assert ladder == sorted(set(ladder), reverse=True)


def test_a_manifest_names_the_level_of_what_follows_readers(tmp_path):
    def levels(book, **given):
        overrides = {"mazes": 3, "svg": False, **given}
        made = make_book(book, seed="owl", output=tmp_path, overrides=overrides, dry_run=True)
        return {maze["level"] for maze in made.manifest["mazes"]}

    assert levels("ages-7-8", level="hard") == {"hard"}
    assert levels("sheets") == {"normal"}
    assert levels("shapes", level="hard") == {None}


@pytest.mark.parametrize(
    ("book", "level", "is_told"),
    [
        ("shapes", "hard", False),
        ("shapes", "normal", False),
        ("silhouettes", "easy", False),
        ("hidden-pictures", "hard", False),
        ("hidden-pictures", "easy", True),
        ("tactile", "hard", True),
        ("sheets", "hard", False),
        ("sheets", "easy", False),
    ],
)
def test_a_level_that_changes_nothing_is_told(tmp_path, book, level, is_told):
    overrides = {"level": level, "mazes": 3, "svg": False}
    made = make_book(book, seed="owl", output=tmp_path, overrides=overrides, dry_run=True)
    assert any("changes nothing here" in line for line in made.remarks) == is_told


@pytest.mark.parametrize("book", ["shapes", "silhouettes", "hidden-pictures-adult"])
def test_books_with_sizes_have_one_for_each_level(book):
    """The level chooses the size of each section, as far as the page has room for it; books from
    before levels have the normal one, whatever the page."""
    easy, normal, hard = (
        choose_sizes(load_stated(book, {"level": level}).recipe) for level in LEVELS
    )
    for sizes in zip(easy, normal, hard, strict=True):
        assert sizes == tuple(sorted(set(sizes)))
    before = choose_sizes(load_stated(book, level=None).recipe)
    assert all(map(ge, before, normal))
    first = load_stated(book).recipe.sections[0].key
    asked = load_stated(book, {"level": "hard", f"section.{first}.size": "43x51"}).recipe
    assert choose_sizes(asked)[0] == (43, 51)


def test_a_recipe_of_the_users_may_have_sizes_by_level(tmp_path):
    recipe = tmp_path / "mine.toml"
    text = '[book]\ntitle = "T"\n[[section]]\nkey = "a"\nmazes = 1\nsize = %s\n'
    recipe.write_text(text % '{ normal = "9x9", hard = "12x12" }')
    for level, size in (("easy", (9, 9)), ("normal", (9, 9)), ("hard", (12, 12))):
        assert choose_sizes(load(str(recipe), {"level": level}).recipe) == (size,)
    made = make_book(str(recipe), output=tmp_path, overrides={"level": "hard", "svg": False})
    again = make_book(str(made.folder / "recipe.toml"), name="again", output=tmp_path)
    assert again.manifest["mazes"] == made.manifest["mazes"]
    assert again.remarks == ()
    for wrong in ('{ hard = "9x9" }', '{ normal = "9x9", harder = "12x12" }', "{ }"):
        recipe.write_text(text % wrong)
        with pytest.raises(Refused, match=r"^section.a.size: is not a table of sizes by level"):
            load(str(recipe))


def test_experts_get_sixty_by_eighty_on_letter():
    recipe = load_stated("expert", {"level": "hard"}).recipe
    columns, rows = choose_sizes(recipe)[-1]
    assert columns >= 60
    assert rows >= 80


def test_a_book_without_a_level_is_normal_and_one_from_before_has_its_boards(tmp_path):
    assert load_stated("ages-7-8").recipe.level == "normal"
    own = tmp_path / "own.toml"
    own.write_text('base = "ages-7-8"\n')
    assert load(str(own)).recipe.level == "normal"
    easy = choose_sizes(load_stated("ages-7-8", {"level": "easy"}).recipe)
    old = tmp_path / "old.toml"
    text = write_recipe(decide_seed(load_stated("ages-7-8", {"seed": "owl"}, level=None)))
    assert "level" not in text
    old.write_text(f"# book-1:ages-7-8:owl:0000000000-0\n{text}")
    recipe = load(str(old)).recipe
    assert recipe.level is None
    assert choose_sizes(recipe) == easy != choose_sizes(load_stated("ages-7-8").recipe)
    amended = tmp_path / "amended.toml"
    amended.write_text('base = "old.toml"\nname = "amended"\n')
    assert load(str(amended)).recipe.level is None
    assert load(str(amended), {"level": "hard"}).recipe.level == "hard"


def test_a_code_from_before_there_were_levels_makes_its_book(tmp_path):
    """It says nothing of a level, as codes did before there were levels."""
    code = "book-1:large-print:owl:svg=false:name=old1:5jwpa22br2-a"
    found = find_order(code)
    assert found.order.recipe.level is None
    assert str(found.order.code) == code
    today = make_book("large-print", seed="owl", output=tmp_path, dry_run=True).manifest["code"]
    assert find_order(today).order.recipe.level == "normal"


# -- Paper and printers ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("per_page", "name"), [(2, "adult"), (4, "9-11"), (6, "expert"), (2, "5-6")]
)
def test_mazes_that_share_a_page_keep_the_promise_too(tmp_path, per_page, name):
    overrides = {"mazes_a_page": per_page, "mazes": 12, "svg": False}
    book = make_book(load_audiences()[name].book, seed="owl", output=tmp_path, overrides=overrides)
    # At the rim of a drawing another promise holds.
    for maze in (maze for maze in book.manifest["mazes"] if not maze["silhouette"]):
        assert maze["puzzle"]["cell"] - NORMAL[name].wall >= NORMAL[name].passage - 0.01
    with pytest.raises(
        Refused,
        match=r"has no room for passages of 25 mm .* 6 mazes per page; use fewer mazes per page",
    ):
        choose_size(load_audiences()["3-4"], trim("letter"), "square", per_page=6)


@pytest.mark.parametrize(
    ("printer", "mazes"),
    [
        ("ingram", 20),
        ("lulu", 40),
        ("lulu-coil", 40),
        pytest.param("kdp-paperback", 640, marks=pytest.mark.exhaustive),
    ],
)
def test_no_printers_margins_break_the_promise(tmp_path, printer, mazes):
    """With 640 mazes the printer asks for its widest gutter."""
    overrides = {"printer": printer, "page": "6x9", "mazes": mazes, "svg": False}
    book = make_book("ages-9-11", seed="owl", output=tmp_path, overrides=overrides)
    reader = NORMAL["9-11"]
    assert (
        min(maze["puzzle"]["cell"] for maze in book.manifest["mazes"] if not maze["silhouette"])
        - reader.wall
        >= reader.passage - 0.01
    )
    home = make_book(
        "ages-9-11",
        seed="owl",
        output=tmp_path,
        name="home",
        overrides={**overrides, "printer": "home"},
    )
    assert [maze["code"] for maze in home.manifest["mazes"]] == [
        maze["code"] for maze in book.manifest["mazes"]
    ]


@pytest.mark.parametrize(
    ("book", "page"),
    [("ages-5-6", "6x9"), ("ages-5-6", "a5"), ("ages-7-8", "letter"), ("adult", "6x9")],
)
def test_the_ink_of_the_last_star_ends_within_the_margin(book, page, tmp_path):
    """What is measured is ink, at 1200 dots to an inch, not the square in which a star is drawn."""
    made = make_book(
        book, seed="owl", output=tmp_path, overrides={"page": page, "mazes": 2, "svg": False}
    )
    document = pypdfium2.PdfDocument(made.pdf)
    scale = 1200 / 72
    for maze in made.manifest["mazes"]:
        sheet = document[maze["puzzle"]["page"] - 1]
        # The strip at the right: so much of the margin must be empty.
        strip = sheet.render(
            scale=scale, grayscale=True, crop=(sheet.get_width() - 60, 0, 0, 0)
        ).to_pil()
        box = strip.point([255 if value < 250 else 0 for value in range(256)]).getbbox()
        assert (strip.width - box[2]) / scale >= 36 - 0.06
