"""Books in colour: tinted paper, coloured walls and ways, told apart by everybody; books in black
have none of it."""

from __future__ import annotations

import pytest
from rendering import Picture, Printed

from puzzlebook import make_book
from puzzlebook.checks.verify import verify
from puzzlebook.drawing.drawing import BLACK, WHITE, parse_colour
from puzzlebook.ground import templates
from puzzlebook.ground.seeds import derive_maze_key
from puzzlebook.maze_art.character import CHARACTERS, PLAIN
from puzzlebook.maze_art.inked import SHADE, Ink
from puzzlebook.maze_art.marks import Marks
from puzzlebook.maze_art.plate import make_plate
from puzzlebook.maze_art.theme import ThemeColours, load_theme
from puzzlebook.maze_art.tints import READABLE, contrast, tint_ink
from puzzlebook.mazes.codes import Design
from puzzlebook.mazes.generator import draw_maze
from puzzlebook.mazes.grids import make_grid


def test_contrast_is_that_of_the_web():
    """By the examples of WCAG 2: black on white 21, #767676 on white 4.54, #949494 3.03."""
    assert contrast(BLACK, WHITE) == 21
    assert contrast(WHITE, parse_colour("#767676")) == pytest.approx(4.54, abs=0.005)
    assert contrast(WHITE, parse_colour("#949494")) == pytest.approx(3.03, abs=0.005)


@pytest.mark.parametrize("theme", templates.list_names("themes"))
def test_every_themes_walls_and_ways_stand_out(theme):
    for walls in CHARACTERS:
        ink = tint_ink(load_theme(theme).colours, walls)
        ground = ink.ground or WHITE
        assert contrast(ink.wall_colour, ground) >= 7
        assert min(contrast(ink.wall_colour, floor) for floor in ink.end_cells) >= READABLE
        assert contrast(ink.path_colour, ground) >= 3
        assert contrast(ink.path_colour, WHITE) >= 3


def test_where_a_way_begins_is_told_apart_from_where_it_ends():
    """Green, as a light that says go; beside an accent that is green itself, blue."""
    for accent, leads in (("#d6402b", 1), ("#2e9e4f", 2)):
        start, end = tint_ink(
            ThemeColours(paper=WHITE, accent=parse_colour(accent)), PLAIN
        ).end_cells
        assert max(range(3), key=start.__getitem__) == leads
        assert sum(abs(one - other) for one, other in zip(start, end, strict=True)) > 0.2


@pytest.mark.parametrize("theme", templates.list_names("themes"))
def test_a_hidden_picture_is_seen_on_paper_and_its_way_upon_it(theme):
    colours = load_theme(theme).colours
    ink = tint_ink(colours, PLAIN)
    assert contrast(ink.shade, WHITE) >= 1.4
    assert contrast(ink.path_colour, ink.shade) >= 2.3
    assert (len(set(ink.shade)) == 1) == (colours == ThemeColours())


def test_colours_that_cannot_be_told_apart_give_way():
    pale = parse_colour("#f4e0a0")
    ink = tint_ink(ThemeColours(paper=parse_colour("#fff8dc"), wall=pale, accent=pale), PLAIN)
    assert (ink.wall_colour, ink.path_colour, ink.shade) == (BLACK, BLACK, SHADE)
    assert tint_ink(ThemeColours(), PLAIN) == Ink(0.0)


@pytest.mark.parametrize("shape", ["square", "polar", "hexagonal"])
def test_the_cells_at_the_ends_have_a_floor_of_their_own(shape):
    """Their rings and nothing else, and none where no end is marked."""
    grid = make_grid(shape, (5, 5) if shape != "polar" else (4,))
    maze = draw_maze(
        Design(
            shape, (5, 5) if shape != "polar" else (4,), derive_maze_key("owl", 1, "", 1), "apart"
        ),
        grid,
    )
    theme = load_theme("mouse")
    end_cells = make_plate(maze, Marks.from_word("both"), theme, tinted=True).end_cells
    assert len(end_cells) == 2
    for (stroke,), cell in zip(end_cells, (maze.start, maze.end), strict=True):
        assert stroke.closed
        assert {*stroke.points} <= {*grid.ring(cell)}
        assert len({*stroke.points}) >= 3
    assert not make_plate(maze, Marks.from_word("both"), theme).end_cells
    assert not make_plate(maze, Marks.from_word("none"), theme, tinted=True).end_cells


def made(tmp_path, **overrides):
    given = {
        "theme": "mouse",
        "mazes": 4,
        "pdf": "print",
        "section.*.stage": "",
        **overrides,
    }
    return Printed(
        make_book("ages-3-4", seed="owl", output=tmp_path, force=True, overrides=given).folder
    )


def colours_of(book, page):
    """The colours on a page that are no grey, by the pixels at some distance from every edge of a
    shape."""
    pixels = book.pdfium[page - 1].render(scale=1).to_pil().convert("RGB")
    return {
        shade for count, shade in pixels.getcolors(1 << 24) if count > 40 and len(set(shade)) > 1
    }


@pytest.mark.parametrize("walls", [PLAIN, "hedge"])
def test_a_book_in_colour_is_tinted_and_solved(tmp_path, walls):
    book = made(tmp_path, ink="premium-color", walls=walls)
    assert not verify(book.folder).faults
    colours = load_theme("mouse").colours
    paper, wall, accent = (
        tuple(round(255 * part) for part in shade) for shade in colours[3:] + colours[2:3]
    )
    for maze in book.mazes:
        assert Picture(book, maze, "puzzle").flows()
        assert paper in colours_of(book, maze["puzzle"]["page"])
        answers = colours_of(book, maze["answer"]["page"])
        assert accent in answers
        assert paper not in answers
        svg = (book.folder / maze["svg"]).read_text("utf-8")
        assert svg.index('id="paper"') < svg.index('id="walls"')
        assert f'stroke="#{wall[0]:02x}{wall[1]:02x}{wall[2]:02x}"' in svg


def test_a_book_in_black_has_no_tint(tmp_path):
    book = made(tmp_path)
    for maze in book.mazes:
        assert not colours_of(book, maze["puzzle"]["page"])
        if not (maze["silhouette"] or maze.get("floor")):  # a heavy rim lies beneath white paper
            assert 'id="paper"' not in (book.folder / maze["svg"]).read_text("utf-8")
