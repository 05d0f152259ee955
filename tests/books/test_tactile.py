"""Books that are felt: measured on the rendered page, in millimetres, and held to the figures of
published guides."""

from __future__ import annotations

from functools import cached_property
from itertools import product
from math import dist

import numpy as np
import pytest
from rendering import Picture, Printed
from scipy import ndimage

from puzzlebook import make_book, make_maze
from puzzlebook.books.pages.touch import lay_out_touch_page
from puzzlebook.books.planning.pagination import paginate
from puzzlebook.ground import templates
from puzzlebook.language.words import load_words
from puzzlebook.maze_art.marks import Marks
from puzzlebook.maze_art.plate import make_plate
from puzzlebook.maze_art.theme import load_theme
from puzzlebook.recipes.files import decide_seed, load
from puzzlebook.recipes.order import settle

MM = 72 / 25.4
SCALE = 2  # pixels a point
NEAR = 60  # pixels: farther is far enough
APART, SHAPE, PASSAGE = 6.4, 12.7, 13.0
ROUNDING = 0.3  # mm: a pixel and a half
# The first in every run, all in the full one.
PAGES = (
    "letter",
    *(pytest.param(page, marks=pytest.mark.exhaustive) for page in ("a4", "297x420mm", "6x9")),
)
LANGUAGES = [name for name in templates.list_names("languages") if name != "none"]


class Felt:
    """A page as the fingers find it: what on it is raised, and which part of that is print."""

    def __init__(self, book, number):
        leaf = book.pdfium[number - 1]
        # Without smoothing nothing is grey that is not printed grey.
        found = leaf.render(
            scale=SCALE, grayscale=True, no_smoothtext=True, no_smoothpath=True, no_smoothimage=True
        )
        self.shades = found.to_numpy().squeeze()
        self.raised = self.shades < 255
        self.print = np.zeros_like(self.raised)
        for line in book.lines(number):
            left, top, right, bottom = (
                round(SCALE * at) for at in (line.left, line.top, line.right, line.bottom)
            )
            self.print[top - 2 : bottom + 3, left - 2 : right + 3] = True

    @cached_property
    def shapes(self):
        """The parts of what is raised and no print, each by its number."""
        return ndimage.label(self.raised & ~self.print, np.ones((3, 3)))[0]

    def box(self, place):
        x, y, width, height = (round(SCALE * at) for at in place["box"])
        return slice(y, y + height), slice(x, x + width)

    def marks(self, place):
        """The shapes that lie outside the box of the maze."""
        inside = set(np.unique(self.shapes[self.box(place)]))
        return [name for name in range(1, self.shapes.max() + 1) if name not in inside]

    def size(self, name):
        rows, columns = ndimage.find_objects(self.shapes)[name - 1]
        return (rows.stop - rows.start) / SCALE / MM, (columns.stop - columns.start) / SCALE / MM

    def air(self, rows, columns, mask):
        """How far it is from a part of the page, in these rows and columns, to all else that is
        raised near it."""
        near = tuple(slice(max(0, at.start - NEAR), at.stop + NEAR) for at in (rows, columns))
        away = ndimage.distance_transform_edt(~mask[near])
        return away[self.raised[near] & ~mask[near]].min(initial=NEAR) / SCALE / MM

    def around_mark(self, name):
        """How far a shape is from all else."""
        return self.air(*ndimage.find_objects(self.shapes)[name - 1], self.shapes == name)

    def around_print(self):
        """How far the print is from what is no print."""
        lines, _ = ndimage.label(self.print)
        return min(self.air(*where, self.print) for where in ndimage.find_objects(lines))

    def gap(self, place):
        """The least white between two lines of a maze, along every row and column of pixels in its
        box."""
        inside = self.raised[self.box(place)]
        steps = np.concatenate([np.diff(np.flatnonzero(line)) - 1 for line in (*inside, *inside.T)])
        return steps[steps > 0].min() / SCALE / MM


@pytest.fixture(scope="module", params=PAGES)
def felt(request, tmp_path_factory):
    shelf = tmp_path_factory.mktemp("felt")
    asked = {
        "page": request.param,
        "mazes": 3,
        "margins.inside": "0.875in",
    }  # the widest gutter of any printer
    return Printed(make_book("tactile", seed="owl", output=shelf, overrides=asked).folder)


def test_nothing_is_grey(felt):
    for number in range(1, len(felt.pdfium) + 1):
        assert set(np.unique(Felt(felt, number).shades)) <= {0, 255}


@pytest.mark.parametrize("kind", ["puzzle", "answer"])
def test_lines_and_shapes_are_as_large_and_as_far_apart_as_the_guides_ask(felt, kind):
    for maze in felt.mazes:
        place = maze[kind]
        page = Felt(felt, place["page"])
        assert page.gap(place) >= (PASSAGE if kind == "puzzle" else APART) - ROUNDING
        marks = page.marks(place)
        assert len(marks) == 2
        for name in marks:
            assert min(page.size(name)) >= SHAPE
            assert page.around_mark(name) >= APART - ROUNDING
        assert page.around_print() >= APART - ROUNDING


def test_an_answer_has_the_walls_of_its_puzzle(felt):
    """Seen beside the middle of each side, where the way leads through."""
    for maze in felt.mazes:
        answer = Picture(felt, maze, "answer", scale=4)
        walls = {
            pair for pair in answer.geometry.sides if answer.pixels[answer.near_end(*pair)] < 128
        }
        assert (
            sorted(answer.geometry.sides.keys() - walls) == Picture(felt, maze, "puzzle").passages()
        )


def test_the_start_is_solid_and_the_finish_a_ring(felt):
    maze = felt.mazes[0]
    page = Felt(felt, maze["puzzle"]["page"])
    full = {}
    for name in page.marks(maze["puzzle"]):
        rows, columns = ndimage.find_objects(page.shapes)[name - 1]
        x, y = (columns.start + columns.stop) / 2 / SCALE, (rows.start + rows.stop) / 2 / SCALE
        near = min(
            ("start", "end"), key=lambda end: np.hypot(*np.subtract(maze["puzzle"][end], (x, y)))
        )
        full[near] = bool(page.raised[round(y * SCALE), round(x * SCALE)])
    assert full == {"start": True, "end": False}


def test_no_page_has_anything_for_the_eye_alone(felt):
    """Title, copyright, instructions and colophon are words; a maze's page has its walls and two
    shapes, no more."""
    drawn = {
        place["page"]: place for maze in felt.mazes for place in (maze["puzzle"], maze["answer"])
    }
    for number in range(1, len(felt.pdfium) + 1):
        page = Felt(felt, number)
        if number in drawn:
            place = drawn[number]
            walls = [name for name in np.unique(page.shapes[page.box(place)]) if name]
            assert page.shapes.max() == len(walls) + 2
        else:
            assert page.shapes.max() == 0


SHEETS = [("worksheet", "letter", "en"), ("sheets", "letter", "en")]
SHEETS += [pytest.param(book, page, language, marks=pytest.mark.exhaustive)
           for book in ("worksheet", "sheets") for page in ("letter", "a4") for language in LANGUAGES
           if (book, page, language) not in SHEETS]  # fmt: skip


@pytest.mark.parametrize(("book", "page", "language"), SHEETS)
def test_sheets_for_the_fingers_are_made_to_be_felt(book, page, language, tmp_path):
    """The walls, two shapes and print, as far apart as in the book: no pictures, no lines to write
    on, nothing grey."""
    (tmp_path / "list.csv").write_text("name;group;print\nMia Berg;3b;large\nJoão;3b;\n")
    asked = {"audience": "tactile", "page": page, "language": language, "svg": False}
    asked |= {"names": tmp_path / "list.csv"} if book == "worksheet" else {"mazes": 3}
    made = make_book(
        book, seed="owl", output=tmp_path, names=asked.pop("names", None), overrides=asked
    )
    printed = Printed(made.folder)
    for maze in printed.mazes:
        place = maze["puzzle"]
        felt = Felt(printed, place["page"])
        assert set(np.unique(felt.shades)) <= {0, 255}
        assert felt.gap(place) >= PASSAGE - ROUNDING
        marks = felt.marks(place)
        assert len(marks) == 2
        for name in marks:
            assert min(felt.size(name)) >= SHAPE
            assert felt.around_mark(name) >= APART - ROUNDING
        assert felt.around_print() >= APART - ROUNDING


def test_what_is_asked_for_beside_these_readers_stays():
    asked = {"theme": "bee", "audience": "tactile", "marks": "icons", "seed": "owl"}
    recipe = load("worksheet", asked).recipe
    assert (recipe.theme, recipe.marks) == ("bee", "icons")


@pytest.mark.parametrize("page", ["letter", pytest.param("6x9", marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_instructions_are_for_both_and_say_that_no_blind_reader_has_tried_it(language, page):
    words = load_words(language)
    loaded = load("tactile", {"seed": "owl", "page": page, "name": "owl", "language": language})
    setting = paginate(settle(decide_seed(loaded), loaded.folder)).setting
    lines = lay_out_touch_page(setting, 3).items
    said = [words("how_to_title"), words("touch_reader_title"), *words.lines("touch_reader")]
    said += [words("touch_helper_title"), *words.lines("touch_helper")]
    said += [words("cover_passage", width=14), words("touch_untried")]
    assert " ".join(line.text for line in lines).split() == " ".join(said).split()
    assert max(line.y for line in lines) <= setting.sheet.live(3).bottom
    assert min(line.size for line in lines) >= (12 if page == "letter" else 8)


def test_a_book_without_words_has_no_instructions(tmp_path):
    asked = {"mazes": 1, "language": "none", "svg": False}
    book = Printed(make_book("tactile", seed="owl", output=tmp_path, overrides=asked).folder)
    assert book.mazes[0]["puzzle"]["page"] == 2


# -- Marks outside, in any book ----------------------------------------------------------------------------


@pytest.mark.parametrize("shape", ["square", "hexagonal", "polar"])
def test_a_picture_outside_keeps_off_the_walls(shape):
    """Where it finds no room outside, it stands in its cell, behind the open door."""
    outside = 0
    for seed, silhouette in product(range(3), ("star", None)):
        maze = make_maze(
            shape,
            "12" if shape == "polar" else "12x12",
            seed=seed,
            silhouette=silhouette,
            ends="apart",
        )
        plate = make_plate(maze, Marks.from_word("outside"), load_theme("touch"))
        walls = np.array([point for line in plate.walls for point in line.points])
        for end, cell in ((plate.start, maze.start), (plate.finish, maze.end)):
            (middle, reach), within = whole(end[0].subpaths[0]), maze.shown.circle(cell)
            outside += (is_out := dist(middle, within.centre) > within.radius)
            assert np.hypot(*(walls - middle).T).min() > (1.9 if is_out else 1.05) * reach
    assert outside >= 6


def whole(circle):
    """Its middle and its radius."""
    (left, top), (right, bottom) = np.min(circle.points, axis=0), np.max(circle.points, axis=0)
    return ((left + right) / 2, (top + bottom) / 2), (right - left) / 2
