"""Difficulty, the ramp, and no maze twice."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from itertools import pairwise, product
from pathlib import Path
from statistics import median
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from samples import one_in
from stated import load_stated

from puzzlebook import make_book
from puzzlebook.books.planning.boards import Board
from puzzlebook.books.planning.minutes import estimate_minutes
from puzzlebook.books.planning.pagination import paginate
from puzzlebook.books.planning.ramp import (
    CANDIDATES,
    DEEP_CANDIDATES,
    UNNOTICED,
    draw_section,
    find_falls,
    put_in_rising_order,
    separate_drawings,
)
from puzzlebook.books.planning.remarks import _report_other_boards
from puzzlebook.ground.faults import Refused
from puzzlebook.ground.seeds import derive_maze_key
from puzzlebook.ground.templates import list_names
from puzzlebook.mazes.codes import Design
from puzzlebook.mazes.difficulty import Measures
from puzzlebook.mazes.generator import draw_maze
from puzzlebook.mazes.grids import make_grid
from puzzlebook.mazes.maze import Maze
from puzzlebook.printers.trims import list_trims, trim
from puzzlebook.recipes.audiences import LEVELS, load_audiences
from puzzlebook.recipes.files import decide_seed, load
from puzzlebook.recipes.order import settle
from puzzlebook.recipes.page_grids import MOST
from puzzlebook.recipes.rising import Rung, count_mazes, has_mazes
from puzzlebook.recipes.user_files import PLACES_OF_THEME
from puzzlebook.recipes.values import read_likenesses, write_likenesses
from puzzlebook.recipes.writing import write_recipe

# Class sets are in the order of their list, all equally hard.
BOOKS = [
    name
    for name in list_names("books")
    if name != "worksheet" and not name.startswith("one-maze")  # whose rooms have no stars
]
COUNTS = st.integers(0, 4000)
MEASURES = st.builds(
    Measures, COUNTS, COUNTS, COUNTS, COUNTS, st.lists(st.integers(0, 500)).map(tuple)
)


# -- Difficulty --------------------------------------------------------------------------------------------


@given(MEASURES, st.integers(1, 500))
def test_difficulty_rises_with_each_measure(measures, more):
    base = measures.difficulty
    for key in ("solution_length", "turns", "decisions"):
        assert measures._replace(**{key: getattr(measures, key) + more}).difficulty >= base
        assert measures._replace(**{key: getattr(measures, key) + 10_000}).difficulty > base
    assert measures._replace(wrong_turns=(*measures.wrong_turns, more)).difficulty >= base
    assert measures._replace(wrong_turns=(*measures.wrong_turns, 20_000)).difficulty > base


def mean_difficulty(shape, size, ends="far"):
    grid = make_grid(shape, size)
    drawn = [
        draw_maze(Design(shape, size, derive_maze_key("d", 1, shape, n), ends), grid)
        for n in range(60)
    ]
    return sum(maze.measures.difficulty for maze in drawn) / 60


@pytest.mark.parametrize(
    ("shape", "size"), [("hexagonal", (20, 20)), ("triangular", (28, 14)), ("cairo", (14, 14))]
)
def test_difficulty_is_comparable_across_shapes(shape, size):
    """About as many cells, drawn by the same law, are about as hard: within half of what doubling
    the cells adds."""
    square = mean_difficulty("square", (20, 20))
    doubled = mean_difficulty("square", (28, 29)) - square
    assert abs(mean_difficulty(shape, size) - square) < doubled / 2


def corridor(shape, size, cells):
    """A maze whose solution is this way; the other cells hang from it somehow."""
    grid, reached = make_grid(shape, size), set(cells)
    joined = {(min(pair), max(pair)) for pair in pairwise(cells)}
    while len(reached) < grid.cells:
        joined.add(next(pair for pair in grid.pairs if len(reached.intersection(pair)) == 1))
        reached.update(*joined)
    open_sides = bytes(pair in joined for pair in grid.pairs)
    return Maze(Design(shape, size, "0" * 16), grid, open_sides, cells[0], cells[-1], tuple(cells))


@pytest.mark.parametrize(
    ("shape", "size", "cells", "turns"),
    [
        ("square", (4, 4), [0, 1, 2, 3], 0),
        ("square", (4, 4), [0, 1, 5, 6], 2),
        ("square", (4, 4), [0, 1, 2, 6, 10, 9], 2),
        ("triangular", (7, 3), [0, 1, 2, 3, 4, 5], 0),
        ("hexagonal", (5, 3), [0, 1, 2, 3], 0),
        ("hexagonal", (5, 3), [0, 1, 6, 7], 2),
        ("polar", (3,), [19, 20, 21, 22, 23], 0),
        ("polar", (3,), [0, 1, 2], 1),
    ],
)
def test_a_turn_is_what_one_turns_for(shape, size, cells, turns):
    assert corridor(shape, size, cells).measures.turns == turns


def test_round_a_corner_of_triangles_is_a_turn():
    """The six triangles about a point: going round is turning, which going along a row is not."""
    grid = make_grid("triangular", (7, 4))
    corner = next(
        corner for corner in range(len(grid.corners)) if list(grid.ring_corners).count(corner) == 6
    )
    around = [cell for cell in range(grid.cells) if corner in ring(grid, cell)]
    way = [around[0]]
    while len(way) < 4:
        way.append(
            next(
                c
                for c in around
                if c not in way and (min(c, way[-1]), max(c, way[-1])) in grid.pairs
            )
        )
    # Of the two cells between, the first has no before.
    assert corridor("triangular", (7, 4), way).measures.turns == 1


def ring(grid, cell):
    return grid.ring_corners[grid.ring_start[cell] : grid.ring_start[cell + 1]]


# -- The ramp ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("grade", "book"), one_in(2, product(["sorted", "even"], BOOKS)))
def test_the_ramp_never_falls(tmp_path, book, grade):
    made = make_book(book, seed="owl", output=tmp_path, overrides={"grade": grade, "svg": False})
    chapters: dict[str, list[dict]] = {}
    for maze in made.manifest["mazes"]:
        chapters.setdefault(maze.get("chapter", maze["section"]), []).append(maze)
    mixed = [row["key"] for row in made.manifest["recipe"]["section"] if row.get("mixed")]
    for key, mazes in chapters.items():
        measure = "stars" if key in mixed else "minutes"
        measures = [maze[measure] for maze in mazes]
        assert measures == sorted(measures)
    stars = [median(maze["stars"] for maze in mazes) for mazes in chapters.values()]
    assert stars == sorted(stars)
    unmixed = [mazes for key, mazes in chapters.items() if key not in mixed]
    medians = [median(maze["minutes"] for maze in mazes) for mazes in unmixed]
    assert medians == sorted(medians)


FOLLOWING = [audience.book for audience in load_audiences().values()] + ["sheets"]
"""Books whose boards follow their readers and the page; the page only limits those of the others."""
LIMITED = ("shapes", "silhouettes", "hidden-pictures-adult")
"""Books whose sections have sizes of their own, which a page may limit."""
EVERY_PAGE = [
    (book, page.name)
    for book in BOOKS
    for page in (list_trims() if book in FOLLOWING else [trim("letter"), trim("6x9")])
]
SOME_PAGES = [
    *((book, page) for book in FOLLOWING[:-1] for page in ("letter", "8.25x6")),
    *[("sheets", "e-ink-7"), ("ages-3-4", "5x8"), ("ages-5-6", "5.5x8.5"), ("ages-7-8", "7x10")],
    *[("large-print", "e-ink-7"), ("shapes", "letter")],
]


SOME_LEVELS = [
    *((book, page, "normal") for book, page in SOME_PAGES),
    *((book, "letter", "normal") for book in BOOKS if book not in FOLLOWING and book != "shapes"),
    *((book, "letter", level) for book in ("shapes", "silhouettes") for level in ("easy", "hard")),
    ("hidden-pictures", "letter", "hard"),
    *((book, "letter", level) for book in ("ages-3-4", "ages-9-11") for level in ("easy", "hard")),
    *(("expert", "6x9", level) for level in ("easy", "hard")),
    *(("shapes", "6x9", level) for level in LEVELS),
]


@pytest.mark.parametrize(("book", "page", "level"), SOME_LEVELS)
def test_sections_of_our_books_rise(book, page, level):
    check_rise(book, page, level, seeds=5)


def test_chapters_change_places_only_if_it_can_be_felt():
    """The titles of a book tell a story, in which nobody comes home before setting out."""
    parts = settle(decide_seed(load("shapes")), Path()).parts[:5]
    medians = dict(zip(parts, (1, 2.1, 2, 3, 2.5), strict=True))
    rows = [(part, part) for part in parts]

    def sort(unnoticed):
        risen = put_in_rising_order(rows, lambda part: [medians[part]], unnoticed)
        return [medians[part] for part, _ in risen]

    assert sort(0.0) == [1, 2, 2.1, 2.5, 3]
    assert sort(0.1) == [1, 2.1, 2, 2.5, 3]
    falls = find_falls([(part, [medians[part]]) for part in parts], 0.1)
    assert [[medians[part] for part in pair] for pair in falls] == [[3, 2.5]]


@pytest.mark.exhaustive
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("book", "page"), EVERY_PAGE)
def test_sections_of_our_books_rise_on_every_page_from_any_seed(book, page, level):
    if (book, level) == ("hidden-pictures", "easy"):
        pytest.skip("its boards are those of the level normal")
    check_rise(book, page, level, seeds=100)


def check_rise(book, page, level, seeds):
    """Once a book's sections are in their order, the medians of their minutes rise, and no remark
    says they do not; and over all seeds together they rise as they are written."""
    try:
        order = settle(decide_seed(load(book, {"page": page, "level": level})), Path())
    except Refused as refused:
        pytest.skip(str(refused))  # the page is too small for these readers
    kept = [list(kept_boards(part)) for part in order.parts]
    medians = []
    for seed in range(seeds):
        rows = [
            (part, draw_section(replace(order, seed=str(seed)), part, boards, set()))
            for part, boards in zip(order.parts, kept, strict=True)
        ]
        estimate = partial(estimate_minutes, order)
        medians.append([round(median(estimate(mazes)), 6) for _, mazes in rows])
        risen = [
            (part, estimate(mazes))
            for part, mazes in put_in_rising_order(rows, estimate, UNNOTICED)
            if not is_in_place(order, part)
        ]
        in_place = [round(median(each), 6) for _, each in risen]
        assert all(low <= high * (1 + UNNOTICED) for low, high in pairwise(in_place))
        assert not list(find_falls(risen, UNNOTICED))
    usual = [median(each) for each in zip(*medians, strict=True)]
    chosen = [
        (usual, part)
        for usual, part in zip(usual, order.parts, strict=True)
        if book not in FOLLOWING or not (part.silhouettes or part.pictures)
        if part.section.stage != PLACES_OF_THEME  # their outlines are simple: they follow as well
    ]
    if book in LIMITED:  # limits differ from tiling to tiling: sections change places or are equal
        assert len({usual for usual, _ in chosen}) >= len(chosen) - 1
        return
    for are_staged in (False, True):  # mazes in drawings rise by themselves
        rising = [usual for usual, part in chosen if bool(part.stages) == are_staged]
        assert rising == sorted(set(rising))


def is_in_place(order, part):
    """Whether a section of hidden pictures, or in drawings, keeps its place among others, or is
    mixed with others."""
    keeps_place = part.keeps_place and not all(other.keeps_place for other in order.parts)
    return keeps_place or part.is_mixed


def kept_boards(part):
    for cut in part.cuts:
        grid = make_grid(part.section.shape, part.size, cut)
        yield from (
            Board(part.section.shape, cut, part.size, grid, grid, 1, 0, picture)
            for picture in part.pictures or (None,)
        )


@pytest.mark.parametrize(
    ("book", "page"), [("ages-7-8", "letter"), ("shapes", "letter"), ("large-print", "8.25x6")]
)
def test_our_books_do_not_complain_of_themselves(tmp_path, book, page):
    made = make_book(
        book, seed="remark", output=tmp_path, overrides={"page": page, "svg": False}, dry_run=True
    )
    assert not [line for line in made.remarks if "easier" in line]
    if (book, page) == ("ages-7-8", "letter"):
        assert made.remarks == ()


def test_a_recipe_of_the_users_stands_as_it_is_written(tmp_path):
    """Boards of the user's are not put in another order: that they fall is said."""
    sizes = {"section.off-we-go.size": "20x24", "svg": False, "mazes": 20}
    made = make_book("ages-7-8", seed="owl", output=tmp_path, overrides=sizes, dry_run=True)
    keys = list(dict.fromkeys(maze["section"] for maze in made.manifest["mazes"]))
    assert keys == [section.key for section in load_stated("ages-7-8").recipe.sections]
    assert any("but is easier;" in line for line in made.remarks)
    recipe = tmp_path / "mine.toml"
    recipe.write_text(
        'base = "ages-7-8"\nseed = "owl"\n[[section]]\nkey = "end"\nmazes = 2\nshare = 0.3\n'
    )
    more = make_book(str(recipe), output=tmp_path, overrides={"svg": False}, dry_run=True)
    assert more.manifest["mazes"][-1]["section"] == "end"
    assert any("but is easier;" in line for line in more.remarks)


def test_sections_of_the_same_boards_are_told_nothing(tmp_path):
    """With one size for all, which section is harder is chance."""
    sizes = {"section.*.size": "20x20", "mazes": 4}
    for seed in ("h43nqab5", "owl"):
        made = make_book("sheets", seed=seed, output=tmp_path, overrides=sizes, dry_run=True)
        assert not made.remarks


def test_order_is_no_choice_of_mazes(tmp_path):
    """The same mazes, and as many pages, whether the sections rise or not; and again from the
    book's own recipe."""
    # There the outlines of pirates and the warm-up are about as hard.
    keys = {"page": "letter", "level": "normal", "theme": "pirate", "svg": False}
    orders = set()
    for seed in range(4):
        made = [
            make_book(
                "ages-7-8",
                seed=seed,
                output=tmp_path,
                overrides={**keys, "rising": rising},
                dry_run=True,
            )
            for rising in (True, False)
        ]
        risen, written = (book.manifest for book in made)
        found = [
            {maze["code"] for maze in each["mazes"] if maze["section"] == "animals"}
            for each in (risen, written)
        ]
        assert found[0] == found[1]
        assert risen["pages"] == written["pages"]
        orders.add(tuple(dict.fromkeys(maze["section"] for maze in risen["mazes"])))
    assert len(orders) == 2
    book = make_book("ages-7-8", seed=0, output=tmp_path, overrides=keys)
    again = make_book(str(book.folder / "recipe.toml"), name="again", output=tmp_path)
    codes = [[maze["code"] for maze in each.manifest["mazes"]] for each in (book, again)]
    assert codes[0] == codes[1]


@pytest.mark.parametrize(
    ("book", "page", "mazes", "is_told"),
    [
        ("tactile", "6x9", 150, True),
        ("ages-5-6", "8.25x6", 234, False),  # the boards of a book of any length have enough
        ("ages-5-6", "e-ink-7.8", 150, False),
        ("ages-5-6", "5x8", 100, False),
        ("tactile", "8.25x6", 60, False),
    ],
)
def test_a_board_with_too_few_mazes_gives_way(tmp_path, book, page, mazes, is_told):
    made = make_book(book, seed="owl", output=tmp_path, dry_run=True,
                     overrides={"page": page, "level": "easy", "mazes": mazes, "svg": False})  # fmt: skip
    assert len({maze["likeness"] for maze in made.manifest["mazes"]}) == mazes
    assert sum("no maze repeats" in line for line in made.remarks) == is_told


@pytest.mark.parametrize(
    ("book", "page", "is_told"), [("tactile", "6x9", True), ("ages-5-6", "5x8", False)]
)
def test_boards_that_give_way_are_told_before_anything_is_drawn(book, page, is_told):
    loaded = load(book, {"seed": "owl", "page": page, "level": "easy", "mazes": 150})
    setting = paginate(settle(decide_seed(loaded), loaded.folder)).setting
    remarks = [*_report_other_boards(SimpleNamespace(setting=setting))]
    assert ["no maze repeats" in line for line in remarks] == [True] * is_told


@pytest.mark.parametrize(
    ("shape", "size"), [("square", (3, 4)), ("triangular", (6, 2)), ("polar", (2,))]
)
def test_mazes_of_a_small_board_are_counted(shape, size):
    grid = make_grid(shape, size)
    seen = {
        draw_maze(Design(shape, size, derive_maze_key("count", 1, "", draw)), grid).digest
        for draw in range(3000)
    }
    assert count_mazes(grid) >= len(seen)
    if shape != "polar":
        assert len(seen) > 0.6 * count_mazes(grid)
    assert not has_mazes(Rung("triangular", (6, 2)), 10)


def test_a_page_as_large_as_a_wall_has_boards_of_a_most_of_cells(tmp_path):
    """It took minutes and gigabytes."""
    overrides = {"page": "100x100in", "mazes": 8, "svg": False}
    made = make_book("expert", seed="owl", output=tmp_path, overrides=overrides, dry_run=True)
    assert 9000 < max(maze["cells"] for maze in made.manifest["mazes"]) <= MOST
    assert sum("no maze has above 10,000 cells" in line for line in made.remarks) == 1


def section(grade="sorted", mazes=20, size="6x8", **changes):
    sets = {"section.warm-up.size": size, "section.warm-up.mazes": mazes, "grade": grade}
    sets |= {"section.warm-up.stage": "", **changes}
    order = settle(decide_seed(load("ages-7-8", {"seed": "owl", **sets})), Path())
    first = next(part for part in order.parts if part.section.key == "warm-up")
    return (
        order,
        first,
        [Board("square", None, first.size, *[make_grid("square", first.size)] * 2, 1, 0)],
    )


def test_none_leaves_mazes_as_drawn():
    order, first, boards = section("none")
    assert [maze.draw for maze in draw_section(order, first, boards, set())] == list(range(1, 21))


def test_what_sorting_leaves_is_what_the_keys_gave():
    """Before selection: the multiset of mazes is exactly that of the first attempts."""
    order, first, boards = section()
    found = draw_section(order, first, boards, set())
    keys = [derive_maze_key("owl", 1, "warm-up", draw) for draw in range(1, 21)]
    drawn = [draw_maze(Design("square", (6, 8), key), boards[0].grid).digest for key in keys]
    assert Counter(maze.maze.digest for maze in found) == Counter(drawn)


def test_even_steps_are_more_even():
    def unevenness(grade):
        order, first, boards = section(grade, mazes=30)
        steps = [maze.difficulty for maze in draw_section(order, first, boards, set())]
        low, high = steps[0], steps[-1]
        return sum(
            abs(step - low - (high - low) * place / 29) for place, step in enumerate(steps)
        ) / (high - low)

    assert unevenness("even") < unevenness("sorted")


def test_twenty_draws_make_a_smooth_ramp():
    """The widest step of a section, of an even one: with so few draws as before it was hardly
    smaller than in a section that is only sorted."""

    def widest(**changes):
        found = []
        for seed in range(8):
            order, first, boards = section(mazes=12, size="5x6", **changes)
            mazes = draw_section(replace(order, seed=str(seed)), first, boards, set())
            steps = [maze.difficulty for maze in mazes]
            even = (steps[-1] - steps[0]) / 11
            found.append(max(b - a for a, b in pairwise(steps)) / even)
        return sum(found) / 8

    smooth = widest(grade="even")
    assert smooth < 2.4
    assert smooth < 0.85 * widest(grade="even", draws=5)


def test_books_of_before_keep_their_draws(tmp_path):
    recipe = load_stated("ages-7-8", {"grade": "even"}).recipe
    assert recipe.draws == 20
    assert load_stated("ages-7-8", {"grade": "even"}, level=None).recipe.draws is None
    assert load_stated("ages-7-8").recipe.draws is None
    text = write_recipe(decide_seed(load_stated("ages-7-8", {"grade": "even"})))
    file = tmp_path / "recipe.toml"
    file.write_text("# book-1:of-before\n" + text.replace("draws = 20\n", ""))
    assert "draws = 20" in text
    assert load(str(file)).recipe.draws is None
    assert CANDIDATES == 5


def test_draws_go_with_even_steps_only():
    with pytest.raises(
        Refused, match=r'draws: a book with grade = "sorted" draws one; set grade = "even"'
    ):
        load("ages-7-8", {"draws": 8})


def cost_of(design, grid):
    return sum(draw_maze(design, grid).measures.wrong_turns)


def test_deep_mazes_are_those_of_twenty_whose_wrong_turns_cost_most():
    order, first, boards = section(mazes=6, texture="deep")
    for maze in draw_section(order, first, boards, set()):
        keys = (
            derive_maze_key("owl", 1, "warm-up", maze.draw, attempt)
            for attempt in range(1, DEEP_CANDIDATES + 1)
        )
        design = maze.request.design
        costs = [cost_of(design._replace(key=key), boards[0].grid) for key in keys]
        assert sum(maze.drawn.measures.wrong_turns) == max(costs)
    assert DEEP_CANDIDATES == 20


def test_deep_mazes_of_equal_cost_are_equally_likely():
    """Of the dearest of 20 draws of 3×3, those whose wrong turns cost the same (chi-square)."""
    grid = make_grid("square", (3, 3))
    drawn = {}
    for draw, attempt in product(range(600), range(1, 5)):
        key = derive_maze_key("deep", 1, "", draw, attempt)
        maze = draw_maze(Design("square", (3, 3), key), grid)
        drawn[draw, attempt] = maze.digest, sum(maze.measures.wrong_turns)
    # The dearest of four: with 20, hardly any but the very dearest would be seen.
    chosen = Counter(
        max((drawn[draw, attempt] for attempt in range(1, 5)), key=lambda row: row[1])
        for draw in range(600)
    )
    mazes_by_cost = {}
    for digest, cost in drawn.values():
        mazes_by_cost.setdefault(cost, set()).add(digest)
    for cost, digests in mazes_by_cost.items():
        counts = [chosen[digest, cost] for digest in digests]
        mean = sum(counts) / len(counts)
        if mean >= 2 and len(counts) > 4:
            chi = sum((count - mean) ** 2 / mean for count in counts)
            degrees = len(counts) - 1
            assert abs(chi - degrees) < 5 * (2 * degrees) ** 0.5


@pytest.mark.parametrize(
    ("book", "given", "said"),
    [
        ("worksheet", {}, "texture: worksheets are all equally hard"),
        ("sheets", {"grade": "even"}, "texture: deep mazes are chosen already"),
        ("sheets", {"texture": "shallow"}, "texture: "),
    ],
)
def test_where_no_deep_mazes_are(tmp_path, book, given, said):
    with pytest.raises(Refused, match=f"^{said}"):
        make_book(book, seed="owl", output=tmp_path, overrides={"texture": "deep", **given})


def test_the_books_road_is_uniform():
    """All 192 mazes of 3×3 come equally often among what the keys of a book give (chi-square, 191
    degrees)."""
    grid = make_grid("square", (3, 3))
    counts = Counter(
        draw_maze(
            Design("square", (3, 3), derive_maze_key("uniform", 1, "warm-up", draw, attempt)), grid
        ).digest
        for draw, attempt in product(range(1, 4801), range(1, 5))
    )
    assert len(counts) == 192
    chi = sum((count - 100) ** 2 / 100 for count in counts.values())
    assert 191 - 5 * 19.6 < chi < 191 + 5 * 19.6


# -- No maze twice -----------------------------------------------------------------------------------------


def square_classes(columns, rows):
    """The likenesses of very many mazes, against their classes under mirrors and turns found by
    coordinates alone."""
    grid = make_grid("square", (columns, rows))
    turns = [lambda x, y: (x, y), lambda x, y: (columns - 1 - x, y), lambda x, y: (x, rows - 1 - y)]
    turns += [lambda x, y: (columns - 1 - x, rows - 1 - y)]
    if columns == rows:
        turns += [lambda x, y, turn=turn: turn(y, x) for turn in turns]
    names: dict[str, str] = {}
    for draw in range(3000):
        maze = draw_maze(
            Design("square", (columns, rows), derive_maze_key("classes", 1, "c", draw)), grid
        )
        images = []
        for turn in turns:
            moved = [
                [turn(*divmod(cell, columns)[::-1]) for cell in pair] for pair in maze.passages
            ]
            images.append(sorted(tuple(sorted(pair)) for pair in moved))
        canonical = repr(min(images))
        assert names.setdefault(maze.likeness, canonical) == canonical
    return len(names), len(set(names.values()))


@pytest.mark.parametrize(
    ("columns", "rows", "classes"), [(3, 3, 28), (2, 3, None), (3, 4, None), (5, 5, None)]
)
def test_likenesses_are_the_classes_under_mirrors_and_turns(columns, rows, classes):
    found, real = square_classes(columns, rows)
    assert found == real
    assert classes in (None, found)


def test_a_maze_on_its_side_is_the_same():
    tall, wide = make_grid("square", (2, 3)), make_grid("square", (3, 2))
    kinds = [
        {
            draw_maze(Design("square", size, derive_maze_key("side", 1, "s", draw)), grid).likeness
            for draw in range(300)
        }
        for size, grid in (((2, 3), tall), ((3, 2), wide))
    ]
    assert kinds[0] == kinds[1]


@pytest.mark.parametrize(
    ("shape", "size", "ways"),
    [
        ("square", (5, 5), 8),
        ("square", (5, 6), 4),
        ("hexagonal", (5, 5), 2),
        ("triangular", (5, 4), 4),
        ("polar", (3,), 12),
        ("octagonal", (4, 4), 8),
        ("rhombille", (4, 3), 1),
        ("penrose", (14, 14), 2),
    ],
)
def test_the_symmetries_of_grids(shape, size, ways):
    assert len(make_grid(shape, size).frames.orders) == ways


@settings(deadline=None)
@given(st.sets(st.text("0123456789abcdefghjkmnpqrstvwxyz", min_size=10, max_size=10)))
def test_a_list_of_likenesses_reads_back(kept):
    assert read_likenesses(write_likenesses(kept)) == kept


@pytest.mark.parametrize("many", [120, pytest.param(1000, marks=pytest.mark.exhaustive)])
def test_no_two_of_a_thousand_mazes_are_alike(tmp_path, many):
    sizes = {f"section.{n}.size": size for n, size in enumerate(("4x4", "4x5", "5x4", "5x5"), 2)}
    # Without drawings, which would be most of the work.
    overrides = {**sizes, "section.*.stage": "", "mazes": many, "svg": False, "marks": "icons"}
    book = make_book("ages-7-8", seed="owl", output=tmp_path, overrides=overrides)
    kinds = Counter(maze["likeness"] for maze in book.manifest["mazes"])
    assert len(kinds) == many
    codes = {maze["code"] for maze in book.manifest["mazes"]}
    first = {
        Design("square", (4, 4), derive_maze_key("owl", 1, "warm-up", draw)).code
        for draw in range(
            1, 1 + sum(maze["section"] == "warm-up" for maze in book.manifest["mazes"])
        )
    }
    assert first - codes  # some place was drawn again, or this test shows nothing


def test_a_series_of_three_volumes_without_a_repeat(tmp_path):
    def volume(number, avoid, name=None):
        overrides = {
            "section.*.size": "4x3",
            "mazes": 100,
            "volume": number,
            "avoid": avoid,
            "svg": False,
        }
        return make_book(
            "ages-7-8", seed="owl", output=tmp_path, name=name or f"v{number}", overrides=overrides
        )

    one = volume(1, [])
    two = volume(2, [str(one.folder)])
    three = volume(3, [str(one.folder), str(two.folder)])
    kinds = [maze["likeness"] for book in (one, two, three) for maze in book.manifest["mazes"]]
    assert len(set(kinds)) == 300
    alone = [maze["likeness"] for maze in volume(2, [], "alone").manifest["mazes"]]
    assert set(alone) & set(
        kinds[:100]
    )  # without avoid there is a repeat, or this test shows nothing
    one.folder.rename(tmp_path / "gone")
    again = make_book(str(three.folder / "recipe.toml"), name="again", output=tmp_path)
    assert [maze["code"] for maze in again.manifest["mazes"]] == [
        maze["code"] for maze in three.manifest["mazes"]
    ]


def test_used_up_says_how_many_there_were():
    order, first, boards = section(mazes=40, size="3x3")
    with pytest.raises(Refused, match=r"1,000 attempts at 3x3 gave only 28 different mazes"):
        draw_section(order, first, boards, set())


@pytest.mark.parametrize("content", [None, b"{}", b"[]", b"\xff"])
def test_a_folder_to_avoid_that_holds_no_book(tmp_path, content):
    folder = tmp_path / "old"
    folder.mkdir()
    if content is not None:
        (folder / "manifest.json").write_bytes(content)
    with pytest.raises(Refused, match=r"^avoid: "):
        make_book("sheets", seed="owl", output=tmp_path, overrides={"avoid": [str(folder)]})


def test_of_large_mazes_only_the_same_is_the_same():
    grid = make_grid("square", (80, 80))
    one, other = (
        draw_maze(Design("square", (80, 80), derive_maze_key("large", 1, "", n), "far"), grid)
        for n in (1, 2)
    )
    elsewhere = draw_maze(one.design._replace(ends="corners"), grid)
    assert one.likeness == elsewhere.likeness != other.likeness


def test_of_several_outlines_the_one_with_too_few_mazes_is_named(tmp_path):
    shapes = {
        "house": "M50 5L95 40L80 95L20 95L5 40Z",
        "ring": "M0 0H100V100H0Z M7 7V93H93V7Z",  # one corridor, all round
    }
    for name, path in shapes.items():
        drawing = f'<svg xmlns="http://www.w3.org/2000/svg"><path d="{path}"/></svg>'
        (tmp_path / f"{name}.svg").write_text(drawing, encoding="utf-8")
    files = ",".join(str(tmp_path / f"{name}.svg") for name in shapes)
    given = {"mazes": 40, "section.*.size": "13x13", "section.*.silhouette": files, "svg": False}
    with pytest.raises(Refused, match=r'of 13x13 cut to "ring" only'):
        make_book("sheets", seed="owl", output=tmp_path, overrides=given)


@pytest.mark.parametrize(
    ("drawn", "printed"),
    [("aabbc", "abcab"), ("aaab", "abaa"), ("abc", "abc"), ("aaa", "aaa"), ("abccbaa", "abcabca")],
)
def test_a_drawing_comes_again_as_late_as_possible(drawn, printed):
    """Mazes in the same drawing keep their order, from easy to hard."""
    mazes = [
        SimpleNamespace(board=SimpleNamespace(silhouette=letter), number=number)
        for number, letter in enumerate(drawn)
    ]
    separate_drawings(mazes)
    assert "".join(maze.board.silhouette for maze in mazes) == printed
    for letter in drawn:
        numbers = [maze.number for maze in mazes if maze.board.silhouette == letter]
        assert numbers == sorted(numbers)
