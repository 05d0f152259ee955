"""Hero and goal outside the doors of a maze that is alone on its page."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import hypot
from types import SimpleNamespace

import pytest

from puzzlebook.books.pages.puzzles import lay_out_puzzle_page
from puzzlebook.books.planning.book_plan import plan_book
from puzzlebook.books.scenes import at_doors
from puzzlebook.books.scenes.at_doors import find_side_of_figures, place_at_doors
from puzzlebook.books.scenes.scenery import draw_scenery
from puzzlebook.books.scenes.surroundings import find_surroundings, picture_box
from puzzlebook.drawing.drawing import WHITE
from puzzlebook.ground import templates
from puzzlebook.ground.lengths import MM
from puzzlebook.maze_art.figures import load_figure_look
from puzzlebook.maze_art.inked import Ink, draw_answer, draw_puzzle
from puzzlebook.maze_art.scenes import Scenes
from puzzlebook.maze_art.stage_signs import Sign
from puzzlebook.recipes.files import decide_seed, load
from puzzlebook.recipes.order import settle
from puzzlebook.running.process_pool import ALONE
from puzzlebook.typesetting import text
from puzzlebook.typesetting.page import Box, Picture

THEMES = sorted(path.name for path in (templates.find_folder() / "scenes").glob("*"))
BOOKS = {"ages-3-4": 12, "ages-5-6": 12, "ages-7-8": 9, "ages-9-11": 9}
"""The books, and the least longer side of a figure in each, in millimetres."""


def planned(book, theme, page, **overrides):
    loaded = load(book, {"seed": "owl", "page": page, "name": "owl", "theme": theme, **overrides})
    order = settle(decide_seed(loaded), loaded.folder)
    return plan_book(order, lambda: None, ALONE)(None)


def plain(book, theme, page, **overrides):
    """The plan of a book without drawings that its mazes are in."""
    return planned(book, theme, page, **{"section.*.stage": "", **overrides})


def figures_of(plan):
    """The surroundings of each maze, the boxes of its figures, and those of its signs."""
    for entry in plan.entries.values():
        if not entry.at_doors:
            continue
        setting, placement = plan.setting, plan.puzzles[entry.number]
        page = placement.page
        around = find_surroundings(setting, entry, placement, setting.sheet.live(page))
        ends = place_at_doors(setting, setting.scenes, entry, placement, page)
        boxes = [picture_box(picture) for picture in ends.pictures]
        is_sign = [picture.drawing.layers[0].name == "signs" for picture in ends.pictures]
        yield (
            entry,
            around,
            [box for box, sign in zip(boxes, is_sign, strict=True) if not sign],
            [box for box, sign in zip(boxes, is_sign, strict=True) if sign],
        )


def overlap(one, other):
    return (
        one.x < other.right
        and other.x < one.right
        and one.y < other.bottom
        and other.y < one.bottom
    )


def find_doors(plan, entry, around):
    """The middles of the doors of hero and goal on the page, and the directions out of them."""
    walls, plate = around.walls, entry.maze.plate
    for (ax, ay), (bx, by) in plate.doorways:
        share, length = (ax + bx) / 2 / plate.width, hypot(bx - ax, by - ay)
        out = (by - ay) / length, (ax - bx) / length
        if plan.setting.sheet.right:
            share, out = 1 - share, (-out[0], out[1])
        down = (ay + by) / 2 / plate.height
        yield walls.x + walls.width * share, walls.y + walls.height * down, out


def find_distance(box, x, y):
    return hypot(max(box.x - x, 0, x - box.right), max(box.y - y, 0, y - box.bottom))


def check_figures(book, theme, page):
    plan = plain(book, theme, page, mazes=9)
    seen = 0
    for entry, around, figures, signs in figures_of(plan):
        live, walls = around.live, around.walls
        assert len(figures) == len(signs) == 2
        for figure in figures:
            assert max(figure.width, figure.height) >= BOOKS[book] * MM - 0.01
        for figure, (x, y, out) in zip(figures, find_doors(plan, entry, around), strict=True):
            if abs(out[1]) < 0.5 and figure.y < y < figure.bottom:  # beside the maze
                assert (figure.right < x) if out[0] < 0 else (figure.x > x)
                assert find_distance(figure, x, y) <= 10 * MM
                continue
            assert figure.x - 0.12 * live.width <= x <= figure.right + 0.12 * live.width
            assert figure.bottom <= walls.y or figure.y >= walls.bottom
        for box in (*figures, *signs):
            assert box.x >= live.x - 0.01
            assert box.right <= live.right + 0.01
            assert box.y >= live.y - 0.01
            assert not any(overlap(box, arrow) for arrow in around.arrows)
        assert not any(overlap(*pair) for pair in combinations((*figures, *signs), 2))
        assert len(around.arrows) in (0, 2)  # on every page or on none
        marks = [layer.name for layer in entry.maze.plate.marks]
        assert sorted(marks) == ["finish", "start"]  # their arrows
        seen += 1
    return plan, seen


@pytest.mark.parametrize(
    ("book", "theme", "page"),
    [
        ("ages-3-4", "mouse", "letter"),
        ("ages-5-6", "rocket", "6x9"),
        ("ages-7-8", "dinosaur", "5x8"),
    ],
)
def test_figures_are_large_and_clear_of_all_else(book, theme, page):
    plan, seen = check_figures(book, theme, page)
    plain = [entry for entry in plan.entries.values() if entry.part.section.ends == "opposite"]
    assert len([entry for entry in plain if not entry.view]) == seen >= 2


@pytest.mark.exhaustive
@pytest.mark.parametrize("page", ["letter", "a4", "8x10", "6x9", "5x8", "8.5x8.5"])
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("book", BOOKS)
def test_figures_of_all_themes_are_large_and_clear_of_all_else(book, theme, page):
    assert check_figures(book, theme, page)[1]


@pytest.fixture(scope="module")
def small():
    return plain("ages-3-4", "dinosaur", "letter", mazes=4)


@pytest.mark.parametrize(
    ("book", "theme", "page", "language"),
    [
        ("ages-9-11", "knight", "6x9", "en"),
        ("ages-7-8", "ocean", "8.5x8.5", "en"),
        ("ages-7-8", "pirate", "a4", "fa"),
        ("ages-5-6", "bee", "5x8", "es"),
    ],
)
def test_every_page_has_both_signs_in_letters_that_children_read(book, theme, page, language):
    plan = plain(book, theme, page, mazes=16, language=language)
    look, seen = load_figure_look(), 0
    outdoors = {
        plan.puzzles[entry.number].page for entry in plan.entries.values() if entry.at_doors
    }
    for number, laid in enumerate(plan.printouts[0].pages(), 1):
        if number not in outdoors:
            continue
        pictures = [item for item in laid.items if isinstance(item, Picture)]
        signs = [one for one in pictures if one.drawing.layers[0].name == "signs"]
        # A board at the foot may list things to find.
        board = min(
            (one for one in pictures if one.drawing.layers[0].name == "board"),
            key=lambda one: one.y,
        )
        assert len(signs) == 2
        for sign in signs:
            assert not overlap(picture_box(sign), picture_box(board))
            letters = sign.drawing.layers[-1].subpaths
            ys = [y for path in letters for _, y in path.points]
            assert max(ys) - min(ys) >= look["min_sign"] * MM - 0.01
        seen += 1
    assert seen >= 4  # others are in drawings


def test_hidden_pictures_have_the_world_of_other_pages_and_a_riddle():
    """The hero is outside the door of the start with its sign, wherever that is, and so is the
    goal."""
    plan = planned("hidden-pictures", "rocket", "letter", mazes=14)
    setting, sides = plan.setting, set()
    for entry in plan.entries.values():
        assert (entry.in_world, entry.at_doors) == (True, False)
        assert entry.maze.plate.kerb
        placement = plan.puzzles[entry.number]
        live = setting.sheet.live(placement.page)
        around = find_surroundings(setting, entry, placement, live)
        ends = place_at_doors(setting, setting.scenes, entry, placement, placement.page)
        boxes = [*map(picture_box, ends.pictures)]
        assert len(boxes) == 2 * len(entry.maze.plate.doorways) == 4
        for one, other in combinations([*boxes, *around.arrows, around.walls], 2):
            assert not overlap(one, other) or {one, other} <= {*around.arrows, around.walls}
        assert all(box.is_within(live) for box in boxes)
        sides.add(find_side_of_figures(entry))
        story = " ".join(plan.stories[placement.page])
        riddle = " ".join(setting.find_riddle(entry.part, entry.picture))
        assert story == (riddle or setting.words("picture_question"))
    assert len(sides) > 1


def test_a_goal_in_a_maze_without_doors_has_its_sign():
    plan = planned("hidden-pictures", "rocket", "letter", mazes=14, marks="icons")
    signs = Counter()
    for entry in plan.entries.values():
        assert not entry.maze.plate.doorways
        placement = plan.puzzles[entry.number]
        ends = place_at_doors(plan.setting, plan.setting.scenes, entry, placement, placement.page)
        signs[sum(one.drawing.layers[0].name == "signs" for one in ends.pictures)] += 1
    assert signs[2]


def test_hero_and_goal_of_a_hidden_picture_are_large_and_have_both_signs():
    """In books whose mazes have arrows, at every door, and also below a maze without room there."""
    plan = plain("ages-9-11", "knight", "letter", mazes=18)
    setting, minimum, shown = plan.setting, load_figure_look()["min_young"] * MM, 0
    for entry in plan.entries.values():
        if entry.picture is None:
            continue
        placement = plan.puzzles[entry.number]
        ends = place_at_doors(setting, setting.scenes, entry, placement, placement.page)
        boxes = [picture_box(picture) for picture in ends.pictures]
        assert len(ends.names) == len(entry.maze.plate.doorways) == 2
        assert all(max(box.width, box.height) >= minimum - 0.01 for box in boxes[:2])
        assert len(boxes) == 4
        shown += 1
    assert shown


def test_no_prop_gives_a_hidden_picture_away():
    plan = plain("ages-9-11", "knight", "letter", mazes=18)
    setting = plan.setting
    for entry in plan.entries.values():
        if entry.picture is None:
            continue
        telling = setting.list_telling_pieces(entry.picture)
        placement = plan.puzzles[entry.number]
        page = lay_out_puzzle_page(setting, [(entry, placement)], placement.page, [9], ("A?",))
        art = {
            (*subpath.points,)
            for item in page.items
            if isinstance(item, Picture)
            for layer in item.drawing.layers
            for subpath in layer.subpaths
            if len(subpath.points) > 4
        }
        for name in filter(lambda one: isinstance(one, str), telling):
            piece = max(
                setting.scenes.piece(name).layers, key=lambda layer: len(layer.subpaths[0].points)
            )
            assert (*piece.subpaths[0].points,) not in art, name


def test_no_figure_beside_a_hidden_picture_is_so_small_that_its_lines_do_not_print():
    plan = planned("ages-9-11", "knight", "6x9", mazes=9, level="hard", seed="a6")
    shown = 0
    for entry in plan.entries.values():
        if entry.picture is None:
            continue
        placement = plan.puzzles[entry.number]
        setting = plan.setting
        ends = place_at_doors(setting, setting.scenes, entry, placement, placement.page)
        for picture in ends.pictures[: len(ends.names)]:
            box = picture_box(picture)
            assert max(box.width, box.height) > 0.9 * load_figure_look()["least"] * MM
            shown += 1
    assert shown


def test_answers_have_the_figures_of_their_puzzles(small):
    for entry, *_ in figures_of(small):
        puzzle, solved = entry.maze.plate, entry.maze.solved
        assert [figure.layer for figure in solved.figures][-2:] == ["hero", "goal"]
        assert solved.figures[:-2] == puzzle.figures, "and its finds"
        assert {figure.layer for figure in puzzle.figures} <= {"finds"}
        assert min(figure.centre[1] for figure in solved.figures) < 0
        assert max(figure.centre[1] for figure in solved.figures) > solved.height
        assert not puzzle.headroom


def test_finds_lie_in_wide_mazes_of_themes_that_have_some(small, monkeypatch):
    found = [entry.maze.plate.figures for entry, *_ in figures_of(small)]
    assert any(found)
    assert all(len(figures) <= 4 for figures in found)
    monkeypatch.setattr(Scenes, "finds", ())
    rocket = plain("ages-3-4", "rocket", "letter", mazes=2)
    assert not any(entry.maze.plate.figures for entry in rocket.entries.values())


def test_a_find_fills_its_dead_end_in_heavy_lines_and_has_a_ring_in_the_answer(small):
    (entry,) = [entry for entry, *_ in figures_of(small) if entry.maze.plate.figures][:1]
    scale = 8 * MM
    puzzle, answer = (
        [layer for layer in draw(plate, scale, Ink(2.0)).layers if layer.name == "finds"]
        for draw, plate in ((draw_puzzle, entry.maze.plate), (draw_answer, entry.maze.solved))
    )
    assert len(puzzle) == len(answer) > 0
    for find, ringed, figure in zip(puzzle, answer, entry.maze.plate.figures, strict=True):
        ring = ringed.inset.drawing.layers[0]
        assert ring.name == "ring"
        (left, _), (right, _) = ring.subpaths[0].points
        width = right - left + ring.style.width
        assert width * ringed.inset.scale == pytest.approx(2 * figure.radius)
        assert 0.4 < figure.radius < 0.5, "of a cell"
        lines = [layer.style.width for layer in find.inset.drawing.layers if layer.style.width]
        assert min(lines) * find.inset.scale * scale >= 1.1


def test_other_books_and_other_ends_have_none():
    for book, theme, overrides in (
        ("ages-3-4", "rocket", {"section.*.ends": "far"}),
        ("ages-3-4", "rocket", {"marks": "doors"}),
        ("ages-3-4", "ink", {}),
    ):
        plan = plain(book, theme, "letter", mazes=3, **overrides)
        assert not any(entry.at_doors for entry in plan.entries.values())
        undrawn = [entry for entry in plan.entries.values() if not entry.view]
        assert undrawn
        assert not any(entry.maze.solved.figures for entry in undrawn)


def test_signs_are_in_the_language_of_the_book():
    pieces = {}
    for language in ("en", "fr", "fa"):
        plan = plain("ages-3-4", "bee", "letter", mazes=3, language=language)
        _, _, _, signs = next(figures_of(plan))
        pieces[language] = [round(sign.width, 1) for sign in signs]
        assert len(signs) == 2
    assert len(set(map(tuple, pieces.values()))) == 3


def test_a_figure_stands_beside_the_maze_where_its_door_is_at_the_side():
    """In the free corner before the opening, with its sign off the maze."""
    cross = {"silhouette": "plus", "shape": "square", "size": "9x10", "edge": "drawn"}
    given = {f"section.*.{key}": value for key, value in cross.items()}
    plan, seen = planned("ages-7-8", "pirate", "8.5x11", mazes=12, **given), 0
    for entry, around, figures, signs in figures_of(plan):
        doors = [*find_doors(plan, entry, around)]
        for figure, sign, (x, y, out) in zip(figures, signs, doors, strict=True):
            if abs(out[0]) < 0.9:
                continue
            is_below = y > around.walls.y + around.walls.height / 2
            corner = around.corners[2 * is_below + (out[0] > 0)]
            assert figure.y < y < figure.bottom
            assert find_distance(figure, x, y) < 10 * MM
            assert not overlap(figure, sign)
            if is_below:
                assert sign.y > around.walls.bottom - corner - 1
            else:
                assert sign.bottom < around.walls.y + corner + 1
            seen += 1
    assert seen > 3


@pytest.mark.parametrize("in_colour", [False, True])
def test_nothing_on_the_page_is_as_strong_as_hero_and_goal(in_colour):
    """Props and strip are paler and smaller and have thin lines; hero and goal have a contour."""
    given = {"printer": "kdp-paperback", "ink": "premium-color"} if in_colour else {}
    plan = plain("ages-7-8", "bee", "8.5x11", mazes=24, **given)
    setting, seen = plan.setting, 0
    for entry, _, figures, _ in figures_of(plan):
        placement = plan.puzzles[entry.number]
        asked = setting, setting.scenes, entry, placement, placement.page
        at_doors = place_at_doors(*asked).pictures
        strong = [picture for picture in at_doors if picture.drawing.layers[0].name != "signs"]
        others = [picture for picture in draw_scenery(*asked).pictures if picture not in at_doors]
        lines = [layer.style for picture in others for layer in picture.drawing.layers]
        assert min(map(find_heaviest, strong)) > 2.5 * max(map(find_heaviest, others))
        assert all(min(style.line) > 0.4 and min(style.fill or (1,)) > 0.4 for style in lines)
        lower = max(figures, key=lambda box: box.y)
        props = [picture for picture in others if not picture.in_mirror]  # the strip has tiles
        for box in map(picture_box, props):
            assert max(box.width, box.height) < 0.63 * max(lower.width, lower.height)
        seen += len(props)
    assert seen > 4


def find_heaviest(picture):
    return max(layer.style.width for layer in picture.drawing.layers)


def test_an_exit_without_a_goal_has_its_sign_where_there_is_room():
    """On a small page no goal stands at the door of a hidden picture; its arrow has the sign."""
    look, frame = load_figure_look(), Box(0, 0, 300, 500)
    font = text.font_content("S", text.REGULAR)
    signs = Sign("START", font), Sign("FINISH", font)
    setting = SimpleNamespace(signs=signs, sizes=SimpleNamespace(body=12.0))
    for strip, count in ((60.0, 1), (20.0, 0)):
        walls = Box(strip, 60, 300 - 2 * strip, 380)
        arrow = Box(walls.right + 1, 200, 8, 10)
        around = SimpleNamespace(live=frame, walls=walls, arrows=[arrow])
        door = at_doors._Door(walls.right, 205.0, (1.0, 0.0), True, 5.0, True, 4.0)
        found = at_doors._find_lone_signs(setting, around, [door], WHITE, [arrow])
        assert len(found) == count
        for sign in found:
            box = Box(sign.x, sign.y, sign.drawing.width, sign.drawing.height)
            assert not box.overlaps(arrow)
            assert box.x > walls.right
            assert abs(box.y - arrow.y) < 30
            assert box.height > look["min_sign"] * MM
    assert at_doors._find_lone_signs(setting, around, [], WHITE, []) == []
