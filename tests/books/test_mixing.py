"""Mixed sections share their mazes: stars never fall, and drawings and plain mazes alternate."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby
from math import ceil
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlebook import make_book
from puzzlebook.books.planning import matching
from puzzlebook.books.planning.matching import _assign
from puzzlebook.books.planning.mixing import mix_sections
from puzzlebook.mazes import make_grid
from puzzlebook.recipes.files import decide_seed, load
from puzzlebook.recipes.order import settle
from puzzlebook.recipes.user_files import load_feasts, load_places
from puzzlebook.shelf.manifest import open_book


@dataclass(eq=False)
class Part:
    key: str
    mazes: int
    stages: tuple[str, ...] = ()
    is_mixed: bool = True
    section: SimpleNamespace = field(default_factory=lambda: SimpleNamespace(stage="theme"))

    @property
    def has_own_drawings(self):
        return bool(self.stages) and self.section.stage != "theme-places"


class DrawnMaze(NamedTuple):
    part: Part
    draw: int
    stars: int
    board: SimpleNamespace
    printed_in: Part | None = None
    is_feast: bool = False

    @property
    def difficulty(self):
        return self.draw


def fill_section(part, stars, outlines=()):
    """Return a section and its mazes, from easy to hard."""
    mazes = [
        DrawnMaze(
            part=part,
            draw=draw,
            stars=number,
            board=SimpleNamespace(
                silhouette=outlines[draw] if outlines else (id(part), draw),
                picture=None,
            ),
        )
        for draw, number in enumerate(sorted(stars))
    ]
    return part, mazes


def rate(mazes):
    return [maze.stars for maze in mazes]


SECTIONS = st.lists(
    st.tuples(st.lists(st.integers(1, 5), min_size=1, max_size=9), st.booleans(), st.booleans()),
    min_size=1,
    max_size=6,
)


@given(SECTIONS)
@settings(deadline=None)
def test_mixed_sections_rise_and_alternate(sections):
    rows = [
        fill_section(
            Part(str(key), len(stars), ("scene",) * is_drawn, is_mixed),
            stars,
        )
        for key, (stars, is_drawn, is_mixed) in enumerate(sections)
    ]
    mixed = mix_sections(rows, rate)
    assert [part for part, _ in mixed] == [part for part, _ in rows]
    assert [len(mazes) for _, mazes in mixed] == [len(mazes) for _, mazes in rows]
    for (part, before), (_, after) in zip(rows, mixed, strict=True):
        assert part.is_mixed or before is after
        assert not part.is_mixed or all(maze.printed_in is part for maze in after)
    pool = [maze for part, mazes in rows if part.is_mixed for maze in mazes]
    dealt = [maze for part, mazes in mixed if part.is_mixed for maze in mazes]
    names = sorted((maze.part.key, maze.draw) for maze in dealt)
    assert names == sorted((maze.part.key, maze.draw) for maze in pool)
    assert rate(dealt) == sorted(rate(dealt))
    last = [maze for maze in dealt if maze.stars == dealt[-1].stars] if dealt else []
    drawn = sum(bool(maze.part.stages) for maze in last)
    shown = "".join("D" if maze.part.stages else "." for maze in dealt)
    before = shown[: len(shown) - len(last)]
    plain = len(last) - drawn + len(before) - len(before.rstrip("."))
    for place, maze in enumerate(dealt):
        left = [other for other in dealt[place:-1] if other.stars == maze.stars]
        # Those that are too few for all plain mazes with the most stars part them evenly.
        most = max(2, ceil(plain / max(1, drawn)) if maze in last else 0)
        if place >= most and any(other.part.stages for other in left):
            assert any(other.part.stages for other in dealt[place - most : place + 1])
    if drawn > (len(last) == len(dealt)):
        assert dealt[-1].part.stages
    if any(maze.part.stages for maze in dealt if maze.stars == dealt[0].stars):
        assert dealt[0].part.stages


def test_an_outline_that_was_shown_waits_for_others():
    first = fill_section(Part("first", 4), [1, 1, 1, 1], "abca")
    second = fill_section(Part("second", 3), [1, 1, 2], "abd")
    mixed = mix_sections([first, second], rate)
    printed = "".join(maze.board.silhouette for _, mazes in mixed for maze in mazes)
    assert printed == "abcabad"


@pytest.mark.parametrize(
    ("drawn", "plain", "shown"),
    [
        ([1, 1], [1] * 7 + [2], "D..D......"),
        ([1, 1], [1] * 7, "D.......D"),
        ([1, 2, 2], [1] * 3 + [2] * 7, "D.....D.....D"),
        ([1, 2], [1] * 2 + [2] * 4, "D......D"),
        ([1], [1] * 3, "D..."),
    ],
)
def test_a_few_drawings_come_early_and_the_last_one_at_the_end(drawn, plain, shown):
    rows = [
        fill_section(Part("plain", len(plain)), plain),
        fill_section(Part("drawn", len(drawn), ("scene",)), drawn),
    ]
    dealt = [maze for _, mazes in mix_sections(rows, rate) for maze in mazes]
    assert "".join("D" if maze.part.stages else "." for maze in dealt) == shown


def test_the_last_maze_is_the_hardest_drawing():
    drawn = fill_section(Part("drawn", 3, ("scene",)), [1, 2, 2])
    plain = fill_section(Part("plain", 4), [1, 1, 2, 2])
    mixed = mix_sections([plain, drawn], rate)
    dealt = [maze for _, mazes in mixed for maze in mazes]
    assert "".join("D" if maze.part.stages else "." for maze in dealt) == "D..D..D"
    assert dealt[-1].draw == 2


@pytest.mark.parametrize(
    "change",
    [
        {"mazes_a_page": 2},
        {"section.off-we-go.word": "SEA"},
        {"section.off-we-go.questions": "times 7"},
        {"section.off-we-go.mixed": False},
    ],
)
def test_sections_with_a_task_or_a_shared_page_stay_together(change):
    order = settle(decide_seed(load("ages-7-8", change)), Path())
    assert not next(part for part in order.parts if part.section.key == "off-we-go").is_mixed


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    folder = tmp_path_factory.mktemp("mixed")
    return make_book("ages-5-6", seed="owl", output=folder, overrides={"svg": False})


def test_a_book_prints_each_maze_once_and_its_stars_never_fall(book):
    mazes, sections = book.manifest["mazes"], book.manifest["recipe"]["section"]
    for section in sections:
        draws = sorted(maze["draw"] for maze in mazes if maze["section"] == section["key"])
        assert draws == list(range(1, section["mazes"] + 1))
    chapters = open_book(book.folder).chapters_by_maze
    assert [(key, len([*group])) for key, group in groupby(chapters)] == [
        (section["key"], section["mazes"]) for section in sections
    ]
    *others, feast = mazes
    assert feast["stage"] in load_feasts()
    assert not any(maze.get("stage") in load_feasts() for maze in others)
    stars = [maze["stars"] for maze in others]
    assert stars == sorted(stars)
    plain = "".join("D" if "stage" in maze else "." for maze in mazes)
    assert plain[0] == "D"
    assert "..." not in plain
    assert any("stage" in maze for maze in mazes if maze["stars"] == stars[-1])
    drawn = [maze for maze in mazes if "stage" in maze and maze["stage"] not in load_places()]
    short = [
        maze
        for maze in drawn
        if 10 * maze["solution_length"] < 3 * maze["cells"]
        and maze["solution_length"] ** 2 < 9 * maze["cells"]
    ]
    assert len(short) * 4 <= len(drawn)


def test_as_many_places_as_possible_get_the_stars_that_they_offer():
    assert _assign([[{1, 2}, {1}, {2, 3}]], [1, 2, 3]) == [1, 0, 2]
    assert _assign([[{1}, {1}, set()], [{1}, {1, 2}, {3}]], [1, 2, 3]) == [0, 1, 2]
    assert sorted(_assign([[set(), {2}]], [2, 5])) == [0, 1]


def make_candidate(part, likeness, way, areas=16):
    """A maze of 12 x 12 cells. way: how many cells its way visits. areas: in how many of 16."""
    cells = [36 * (area // 4) + 3 * (area % 4) for area in range(areas)]
    cells += [cell for cell in range(3) for _ in range(way - areas)]
    measures, grid = SimpleNamespace(solution_length=way), make_grid("square", (12, 12))
    return SimpleNamespace(
        part=part,
        draw=0,
        likeness=likeness,
        is_feast=False,
        drawn=SimpleNamespace(measures=measures, solution=cells),
        board=SimpleNamespace(grid=grid),
    )


@pytest.mark.parametrize("kind", ["theme", "theme-places"])
@pytest.mark.parametrize(
    ("own", "chosen"), [((40, 10), "own"), ((20, 10), "long"), ((40, 9), "long"), ((60, 4), "long")]
)
def test_a_drawing_keeps_its_own_maze_if_that_meets_all_rules(monkeypatch, kind, own, chosen):
    """Although its likeness is among those that are taken: by itself."""
    drawing, boards = Part("drawing", 1, stages=("farm",)), Part("boards", 1)
    drawing.section.stage = kind
    others = [
        make_candidate(drawing, "edge", 60, areas=9),
        make_candidate(drawing, "long", 50),
        make_candidate(drawing, "longer", 60),
    ]
    monkeypatch.setattr(matching, "rate_mazes", lambda order, mazes: [2 for _ in mazes])
    monkeypatch.setattr(matching, "draw_candidates", lambda *given: [others])
    order = SimpleNamespace(recipe=SimpleNamespace(grade="sorted", texture="plain"))
    mine, plain = make_candidate(drawing, "own", *own), make_candidate(boards, "plain", 40)
    rows = [(drawing, [mine]), (boards, [plain])]
    (_, (maze,)), _ = matching.match_drawings(order, rows, {"own", "plain"}, None)
    assert maze.likeness == chosen


def test_of_mazes_that_meet_no_rule_the_way_that_visits_most_is_chosen(monkeypatch):
    drawing, boards = Part("drawing", 1, stages=("farm",)), Part("boards", 1)
    others = [make_candidate(drawing, str(areas), 40, areas) for areas in (5, 8, 7)]
    monkeypatch.setattr(matching, "rate_mazes", lambda order, mazes: [2 for _ in mazes])
    monkeypatch.setattr(matching, "draw_candidates", lambda *given: [others])
    order = SimpleNamespace(recipe=SimpleNamespace(grade="sorted", texture="plain"))
    mine, plain = make_candidate(drawing, "own", 40, 4), make_candidate(boards, "plain", 40)
    rows = [(drawing, [mine]), (boards, [plain])]
    (_, (maze,)), _ = matching.match_drawings(order, rows, set(), None)
    assert maze.likeness == "8"
