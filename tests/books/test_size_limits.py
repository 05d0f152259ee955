"""Books that state a size for each level: on every page their mazes are no finer than their readers
are promised, measured on paper."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from stated import load_stated

from puzzlebook import make_book
from puzzlebook.books.planning.boards import make_boards, make_setting
from puzzlebook.ground.lengths import MM
from puzzlebook.mazes.grids import make_grid
from puzzlebook.mazes.silhouettes import Silhouette
from puzzlebook.mazes.tilings import SHAPES
from puzzlebook.recipes.audiences import LEVELS
from puzzlebook.recipes.files import decide_seed, load
from puzzlebook.recipes.order import settle
from puzzlebook.recipes.order_paper import choose_sheet
from puzzlebook.recipes.writing import write_recipe

# Clear widths in mm: of whole cells, and of the narrowest cell (at a drawn rim).
PROMISED = {
    "shapes": {"easy": (9, 9), "normal": (5.5, 5.5), "hard": (4.5, 4.5)},
    "silhouettes": {"easy": (9, 4.5), "normal": (5.5, 3.5), "hard": (4.5, 2.4)},
    # Those of readers two steps older; pictures need so many cells that easy is as normal.
    "hidden-pictures": {"easy": (3.5, 3.5), "normal": (3.5, 3.5), "hard": (2.4, 2.4)},
    "hidden-pictures-adult": {"easy": (4.5, 4.5), "normal": (3.5, 3.5), "hard": (2.4, 2.4)},
}
PAGES = ("6x9", "letter")
SCALE = 4


def promise(book, level, page):
    """On 6x9 the pictures of the adults' easy book need the passages of the next level."""
    if (book, level, page) == ("hidden-pictures-adult", "easy", "6x9"):
        return PROMISED[book]["normal"]
    return PROMISED[book][level]


CASES = list(product(PROMISED, LEVELS, PAGES))
SAMPLE = [
    ("silhouettes", "normal", "6x9"),
    ("hidden-pictures-adult", "easy", "6x9"),
    ("hidden-pictures", "hard", "6x9"),
    ("shapes", "hard", "6x9"),
]


@pytest.mark.parametrize(
    ("book", "level", "page"),
    [
        case if case in SAMPLE else pytest.param(*case, marks=pytest.mark.exhaustive)
        for case in CASES
    ],
)
def test_no_passage_on_paper_is_narrower_than_promised(tmp_path, book, level, page):
    """The clear width of each cell, that of the largest disc in it, with the widest gutter that any
    printer asks for."""
    overrides = {"page": page, "level": level, "margins.inside": "0.875in", "svg": False}
    made = make_book(
        book, seed="owl", output=tmp_path, overrides={**overrides, "mazes": 5, "grade": "none"}
    )
    whole, least = (MM * width for width in promise(book, level, page))
    document = pypdfium2.PdfDocument(made.pdf.read_bytes())
    for maze in made.manifest["mazes"]:
        shape = SHAPES[maze["shape"]]
        silhouette = None
        if name := maze["silhouette"]:
            silhouette = Silhouette.built_in(name.partition(".")[0]).as_rim(shape.name, "drawn")
        grid = make_grid(shape.name, shape.read_size(maze["size"]), silhouette, "drawn")
        narrowest = maze["puzzle"]["cell"]
        cell = narrowest / grid.narrowest
        wall = max(1.5 if "adult" not in book else 1.25, cell / 18)
        assert cell - wall >= whole - 0.01
        assert narrowest - wall >= least - 0.01
        page_bits = document[maze["puzzle"]["page"] - 1].render(scale=SCALE, grayscale=True)
        pixels = page_bits.to_numpy()
        dark = pixels.reshape(pixels.shape[:2]) < 128
        left, top, *_ = maze["puzzle"]["box"]
        reach = int(SCALE * least / 2) + 2
        for number in set(range(grid.cells)) - {maze["start"], maze["end"]}:
            across, down = grid.circle(number).centre
            x, y = SCALE * (left + across * cell), SCALE * (top + down * cell)
            x0, y0 = int(x) - reach, int(y) - reach
            rows, columns = np.nonzero(dark[y0 : y0 + 2 * reach, x0 : x0 + 2 * reach])
            near = np.hypot(columns + x0 + 0.5 - x, rows + y0 + 0.5 - y)
            # A pixel at either side may be grey.
            assert 2 * min(near, default=reach) >= SCALE * least - 2


BOARDS = [("shapes", level, page, "hedge") for level, page in product(LEVELS, PAGES)]
BOARDS += [("shapes", level, "letter", "plain") for level in LEVELS]


@pytest.mark.parametrize(
    ("book", "level", "page", "walls"),
    [
        case if case in BOARDS else pytest.param(*case, marks=pytest.mark.exhaustive)
        for case in product(PROMISED, LEVELS, PAGES, ("plain", "hedge"))
    ],
)
def test_neither_scenes_nor_heavy_walls_break_the_promise(book, level, page, walls):
    """Beside drawings a board is a little smaller, and walls of hedges are heavier."""
    whole, least = (MM * width for width in promise(book, level, page))
    order = settle(decide_seed(load(book, {"page": page, "level": level, "walls": walls})), Path())
    setting = make_setting(order, choose_sheet(order))
    shrunk = 0
    for part in order.parts:
        for board in make_boards(setting, part):
            assert board.scale - board.wall >= whole - 0.01
            assert board.scale * board.shown.narrowest - board.wall >= least - 0.01
            shrunk += board.free_corners != (0, 0, 0, 0)
    assert shrunk or book.startswith("hidden")


def sizes(book, **keys):
    return [section.size for section in load_stated(book, keys).recipe.sections]


def test_a_size_that_has_room_is_that_of_the_template():
    assert sizes("silhouettes", page="letter")[:4] == [(12, 16), (17, 22), (20, 24), (20, 26)]
    assert sizes("hidden-pictures", page="6x9") == [(20, 24), (24, 26), (24, 26), (26, 28)]


def test_sizes_of_the_users_have_no_limit(tmp_path):
    """A single size; a table of sizes without readers; and the recipe of a finished book."""
    given = {"page": "6x9", "section.*.size": "30x35"}
    assert sizes("silhouettes", **given) == [(30, 35)] * 5
    file = tmp_path / "mine.toml"
    table = 'size = { easy = "20x20", normal = "30x30" }'
    file.write_text(
        f'page = "6x9"\n[book]\ntitle = "x"\n[[section]]\nkey = "a"\nmazes = 1\n{table}\n'
    )
    assert sizes(str(file)) == [(30, 30)]
    file.write_text('look = "9-11"\n' + file.read_text())
    assert sizes(str(file)) < [(20, 20)]


def test_a_finished_book_has_its_sizes_for_ever(tmp_path):
    """Those that its recipe states, whatever a later release would choose."""
    recipe = write_recipe(decide_seed(load("silhouettes", {"page": "6x9"})))
    file = tmp_path / "recipe.toml"
    file.write_text(recipe.replace('size = "', 'size = "1'))
    assert recipe.count('size = "') == 5
    assert all(size[0] > 100 for size in sizes(str(file)))


@pytest.mark.parametrize("book", PROMISED)
def test_harder_levels_and_larger_pages_have_more_cells(book):
    count = {
        (level, page): sum(
            SHAPES[section.shape].cells(*section.size)
            for section in load_stated(book, {"level": level, "page": page}).recipe.sections
        )
        for level, page in product(LEVELS, ("6x9", "8x10", "letter"))
    }
    for page in ("6x9", "8x10", "letter"):
        easy, normal, hard = (count[level, page] for level in LEVELS)
        assert easy < normal < hard or (book == "hidden-pictures" and easy == normal < hard)
    for level in LEVELS:
        assert count[level, "6x9"] <= count[level, "8x10"] <= count[level, "letter"]


def test_pictures_without_room_are_left_out():
    loaded = load_stated("ages-9-11", {"page": "e-ink-7.8"})
    keys = {section.key for section in loaded.recipe.sections}
    whole = {section.key for section in load_stated("ages-9-11").recipe.sections}
    assert whole - keys == {"hidden-pictures"}
    said = '"The Grand Finale" is left out: there is no room for its pictures'
    assert any(remark.startswith(said) for remark in loaded.remarks)
