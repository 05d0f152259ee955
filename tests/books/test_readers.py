"""What follows from a book's readers: the grid, the promise on paper, the stars; and how a recipe
says it."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlebook import make_book
from puzzlebook.books.pages.puzzles import maze_room
from puzzlebook.books.planning.stars import load_scales, rank_in_book, rate_difficulty
from puzzlebook.ground.faults import Refused
from puzzlebook.mazes.difficulty import Measures
from puzzlebook.mazes.grids import make_grid
from puzzlebook.mazes.silhouettes import Silhouette
from puzzlebook.mazes.tilings import SHAPES
from puzzlebook.printers.trims import trim
from puzzlebook.recipes.audiences import load_audiences
from puzzlebook.recipes.files import decide_seed, load
from puzzlebook.recipes.order import settle
from puzzlebook.recipes.page_grids import choose_size, room_for_maze
from puzzlebook.recipes.readers import choose_sizes
from puzzlebook.typesetting.layout import TypeScale
from puzzlebook.typesetting.page import Box
from puzzlebook.typesetting.text import BOLD, REGULAR

NAMES = list(load_audiences())
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
    # Lines a quarter into each cell pass beside pictures and arrows.
    across = [
        pixels[int(y + (row + 0.06) * cell) + 3, int(x) - 2 : int(x + columns * cell) + 3]
        for row in range(rows)
    ]
    down = [
        pixels[int(y) - 2 : int(y + rows * cell) + 3, int(x + (column + 0.06) * cell) + 3]
        for column in range(columns)
    ]
    found = np.concatenate([runs(line) for line in [*across, *down]])
    return found[found > 0.3 * cell].min() / SCALE


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("name", NAMES)
def test_the_narrowest_passage_on_paper_keeps_the_promise(tmp_path, name, page):
    """Printed with a gutter of 0.875 in, the widest that any printer asks for."""
    overrides = {"page": page, "mazes": 4, "margins.inside": "0.875in"}
    book = make_book(load_audiences()[name].book, seed="owl", output=tmp_path, overrides=overrides)
    document = pypdfium2.PdfDocument(book.pdf.read_bytes())
    for maze in book.manifest["mazes"]:
        assert (
            maze["puzzle"]["cell"] - load_audiences()[name].wall
            >= load_audiences()[name].passage - 0.01
        )
        if maze["shape"] != "square":
            continue
        picture = (
            document[maze["puzzle"]["page"] - 1].render(scale=SCALE, grayscale=True).to_numpy()
        )
        columns, rows = map(int, maze["size"].split("x"))
        least = narrowest(picture.reshape(picture.shape[:2]), maze["puzzle"], columns, rows)
        # A pixel at either side may be grey.
        assert least >= load_audiences()[name].passage - 2 / SCALE


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
    part = settle(decide_seed(load("ages-7-8", {"page": "e-ink-6"})), Path()).parts[0].section
    assert (part.key, part.shape, part.ends) == ("warm-up", "square", "apart")
    named = (
        settle(
            decide_seed(load("ages-7-8", {"page": "e-ink-6", "section.warm-up.ends": "far"})),
            Path(),
        )
        .parts[0]
        .section
    )
    assert (named.shape, named.ends) == ("square", "far")


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
    plain = sizes(load(book).recipe)
    for overrides in ({"margins": "0.3in"}, {"marks": "none"}, {"mazes": 200}, {"theme": "bee"}):
        assert sizes(load(book, overrides).recipe) == plain
    # Arrows need room that pictures do not, so where the readers' own marks have none the cells are
    # fewer.
    arrows = sizes(load(book, {"marks": "both"}).recipe)
    assert (arrows == plain) == (load_audiences()[name].marks != "icons")
    assert all(
        math.prod(size) <= math.prod(before) for size, before in zip(arrows, plain, strict=True)
    )
    assert sizes(load(book, {"page": "6x9"}).recipe) != plain


def cut(tmp_path, silhouette, **given):
    overrides = {"section.*.silhouette": silhouette, "mazes": 4, "svg": False, **given}
    return make_book(
        "ages-5-6", seed="owl", output=tmp_path, name=f"cut-{len(given)}", overrides=overrides
    )


def test_a_silhouette_of_few_cells_names_what_would_do(tmp_path):
    (line,) = {
        line.partition("; ")[2] for line in cut(tmp_path, "castle").remarks if "castle" in line
    }
    assert line.startswith("from 80 on it is easier to recognise: with --")
    assert "with --audience 7-8" in line
    assert "adult" not in line
    assert "with another outline, such as --silhouette " in line
    # With steps it takes far more cells.
    lines = cut(tmp_path, "castle", **{"section.*.edge": "steps"}).remarks
    assert any("from 200 on" in line for line in lines)


@pytest.mark.parametrize("marks", ["icons", "both"])
def test_the_narrowest_cell_as_drawn_has_what_the_next_older_readers_are_promised(tmp_path, marks):
    book = cut(tmp_path, "heart,dinosaur,cat", marks=marks)
    assert not any("cells; from" in line for line in book.remarks)
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
    wall, document = load_audiences()[name].wall, pypdfium2.PdfDocument(book.pdf.read_bytes())
    for maze in book.manifest["mazes"]:
        shape, edge = SHAPES[maze["shape"]], maze["edge"]
        silhouette = Silhouette.built_in(maze["silhouette"].partition(".")[0])
        silhouette = silhouette.as_rim(shape.name, edge)
        grid = make_grid(shape.name, shape.read_size(maze["size"]), silhouette, "drawn")
        cell = maze["puzzle"]["cell"]
        whole = cell / grid.narrowest
        assert grid.narrowest < 0.9
        assert whole - max(wall, whole / 18) >= load_audiences()[name].passage - 0.01
        assert cell - max(wall, whole / 18) >= load_audiences()[older].passage - 0.01
        picture = document[maze["puzzle"]["page"] - 1].render(scale=2, grayscale=True).to_numpy()
        y, x = np.nonzero(picture.reshape(picture.shape[:2]) < 128)
        left, top, *_ = maze["puzzle"]["box"]
        for number in set(range(grid.cells)) - {maze["start"], maze["end"]}:
            across, down = grid.circle(number).centre
            near = np.hypot(x - 2 * (left + across * whole), y - 2 * (top + down * whole)).min() / 2
            # A pixel at either side may be grey.
            assert 2 * near >= load_audiences()[older].passage - 1


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
    sized = load("ages-7-8", {"section.warm-up.size": "4x5"}).recipe
    assert (sized.audience, sized.look) == (None, "7-8")
    assert [section.audience for section in sized.sections] == [None, "7-8", "7-8", "7-8", "7-8"]
    assert sized.sections[0].size == (4, 5)
    older = load("shapes", {"audience": "adult"}).recipe
    assert (older.audience, older.look, {section.size for section in older.sections}) == (
        "adult",
        None,
        {None},
    )
    assert older.marks == "both"  # the book says so itself


@pytest.mark.parametrize("name", NAMES)
def test_marks_codes_and_theme_follow_the_readers(name):
    recipe = load(load_audiences()[name].book).recipe
    row = load_audiences()[name]
    assert (recipe.marks, recipe.codes, recipe.theme) == (row.marks, row.codes, row.theme)


# -- Stars -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_each_number_of_stars_is_a_fifth_of_its_readers_mazes(tmp_path, name):
    total = 400 if name != "3-4" else 80  # of the smallest mazes there are no more
    book = make_book(
        load_audiences()[name].book,
        seed="stars",
        output=tmp_path,
        overrides={"mazes": total, "svg": False},
    )
    counts = Counter(
        rate_difficulty(maze["difficulty"], name, maze["cells"]) for maze in book.manifest["mazes"]
    )
    assert sorted(counts) == [1, 2, 3, 4, 5]
    assert all(0.08 < count / total < 0.36 for count in counts.values()), counts


@pytest.mark.parametrize("name", ["ages-7-8", "hidden-pictures"])
def test_a_books_stars_say_where_a_maze_stands_in_it(tmp_path, name):
    """On a small page too, where every maze would be easy among those of Letter: a fifth has each
    number."""
    book = make_book(
        name, seed="owl", output=tmp_path, overrides={"page": "6x9", "mazes": 20, "svg": False}
    )
    mazes = sorted(book.manifest["mazes"], key=lambda maze: maze["difficulty"])
    assert [maze["stars"] for maze in mazes] == sorted(maze["stars"] for maze in mazes)
    assert all(3 <= count <= 5 for count in Counter(maze["stars"] for maze in mazes).values())
    assert {maze["stars"] for maze in mazes} == {1, 2, 3, 4, 5}


def test_equally_hard_mazes_have_equally_many_stars():
    way = Measures(9, 2, 2, 4, ())
    assert rank_in_book(way, [way.difficulty]) == rank_in_book(way, [way.difficulty] * 7) == 3
    assert [rank_in_book(way, [0.0] * easier + [way.difficulty]) for easier in (0, 1, 2, 9)] == [
        3,
        4,
        5,
        5,
    ]
    assert rank_in_book(Measures(0, 0, 0, 4, ()), []) == 0


@given(st.floats(0, 1), st.floats(0, 1), st.sampled_from([*NAMES, None]), st.integers(2, 10_000))
def test_stars_rise_with_difficulty(one, other, name, cells):
    low, high = sorted((one, other))
    assert 1 <= rate_difficulty(low, name, cells) <= rate_difficulty(high, name, cells) <= 5


def test_without_readers_the_stars_are_those_of_the_nearest_number_of_cells():
    for name in ("3-4", "7-8", "expert"):
        assert rate_difficulty(0.3, None, load_scales()[name].cells) == rate_difficulty(
            0.3, name, 2
        )


# -- Paper and printers ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("a_page", "name"), [(2, "adult"), (4, "9-11"), (6, "expert"), (2, "5-6")])
def test_mazes_that_share_a_page_keep_the_promise_too(tmp_path, a_page, name):
    overrides = {"mazes_a_page": a_page, "mazes": 12, "svg": False}
    book = make_book(load_audiences()[name].book, seed="owl", output=tmp_path, overrides=overrides)
    for maze in book.manifest["mazes"]:
        assert (
            maze["puzzle"]["cell"] - load_audiences()[name].wall
            >= load_audiences()[name].passage - 0.01
        )
    with pytest.raises(
        Refused, match=r"has no room for passages of 25 mm .* 6 mazes a page; fewer mazes a page"
    ):
        choose_size(load_audiences()["3-4"], trim("letter"), "square", a_page=6)


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
    reader = load_audiences()["9-11"]
    assert (
        min(maze["puzzle"]["cell"] for maze in book.manifest["mazes"]) - reader.wall
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
