"""What a front with a stage shows, by geometry: nothing of ours covers any of its drawing's maze."""

from __future__ import annotations

from itertools import product
from math import dist, hypot
from types import SimpleNamespace

import pytest
from test_cover_design import SCENES, TRIMS, Designed

from puzzlebook.books.covers import front
from puzzlebook.books.covers.look import CoverLook, contrast, design_for
from puzzlebook.books.covers.panel import find_panel
from puzzlebook.books.covers.stages import StageFront, tint_ground
from puzzlebook.drawing.drawing import BLACK, Layer, parse_colour
from puzzlebook.geometry.curves import point_at
from puzzlebook.ground import templates
from puzzlebook.maze_art import stage_view
from puzzlebook.maze_art.stage import find_layer_box, load_look
from puzzlebook.maze_art.stage_source import StageSource
from puzzlebook.maze_art.stage_things import join_boxes
from puzzlebook.maze_art.theme import load_theme
from puzzlebook.recipes.order_stages import load_stages_of_pages
from puzzlebook.typesetting import text
from puzzlebook.typesetting.page import Box

AGES = ("ages-3-4", "ages-5-6", "ages-7-8", "ages-9-11")
SETS = templates.table("stage_sets.toml")
GALLERY = SETS["gallery"]
CALM = [name for key, names in SETS.items() if key.startswith("calm-") for name in names]
DRAWINGS = dict(zip(AGES, ("animals", "animals", "animals", "lost-things"), strict=True))
"""The section of each book whose mazes are in the outlines of a theme."""


def find_bare_pages(book):
    """What makes a child's book of few drawings, which take longest: those of one section, without
    which its front had none; with narrow passages, so that they are on pages of each size."""
    key = DRAWINGS[book]
    return {
        "section.*.stage": "",
        "section.*.outlines": "",
        f"section.{key}.stage": "theme-outlines",
        f"section.{key}.audience": "adult",
    }


CHORDS = 64


class Front:
    """A cover whose front is a stage: also the stage as it lies there."""

    def __init__(self, monkeypatch, book, **given):
        fill, clear, fronts = front.fill_box, StageFront.clear, []

        def keep(*given):
            fronts.append(fill(*given))
            return fronts[-1]

        def keep_cleared(shown, boxes, is_cut=None):
            fronts[-1] = clear(shown, boxes, is_cut)
            return fronts[-1]

        dress, self.dressed = stage_view.dress_doors, []

        def keep_dressed(*given):
            self.dressed.append(dress(*given).stage)
            return dress(*given)

        monkeypatch.setattr(stage_view, "dress_doors", keep_dressed)
        monkeypatch.setattr(front, "fill_box", keep)
        monkeypatch.setattr(StageFront, "clear", keep_cleared)
        self.cover = Designed(book, **{**(find_bare_pages(book) if book in AGES else {}), **given})
        (self.shown,) = fronts

    def place(self, bounds):
        """A box of the stage on the page: left, top, right, bottom."""
        view, shown = self.shown.view, self.shown
        left, top, right, bottom = bounds
        x, y = shown.x - view.crop.left * view.unit, shown.y - view.crop.top * view.unit
        return (
            x + left * view.unit,
            y + top * view.unit,
            x + right * view.unit,
            y + bottom * view.unit,
        )

    def list_parts(self):
        """The boxes of the maze, its doors, hero and goal on the page."""
        stage, moves = self.shown.view.stage, self.dressed[-1].moves
        doors = [(x - r / 2, y - r / 2, x + r / 2, y + r / 2) for (x, y), r in stage.place.doors]
        figures = [follow(box, moves) for box in stage.find_figures()]
        return [*map(self.place, [stage.outline_box, *figures, *doors])]

    def list_title(self):
        """The boxes of the title's lines."""
        for line in self.cover.title():
            low, high = text.measure_ink(line.text, line.face)
            wide = text.measure_width(line.text, line.face, line.size)
            yield line.x, line.y - high * line.size, line.x + wide, line.y + low * line.size

    def list_badges(self):
        """The middles and radii of the badges."""
        for item in self.cover.pictures():
            if {layer.name for layer in item.drawing.layers} & {"badge", "burst"}:
                radius = item.drawing.width * item.drawing.scale / 2
                yield item.x + radius, item.y + radius, radius


def list_edge(cover):
    """Points along the upper edge of the front's panel, also where the spine lies over it."""
    board = cover.wrap.front
    (panel,) = (
        item
        for item in cover.pictures()
        if [layer.name for layer in item.drawing.layers] == ["ground", "ground"]
        and item.x + item.drawing.width / 2 > board.x - cover.wrap.spine
    )
    (path,) = panel.drawing.layers[0].subpaths
    curve = path.points[0], *path.bends[0], path.points[1]
    return [point_at(curve, step / CHORDS) for step in range(CHORDS + 1)]


def follow(box, moves):
    """The box of a part of hero or goal after their moves to their doors."""
    for move in moves:
        if join_boxes([move.box, box]) == move.box:
            (x, y), scale = move.origin, move.scale
            left, top, right, bottom = (scale * side for side in box)
            return left + x, top + y, right + x, bottom + y
    return box


def touch(one, other):
    """Whether two boxes overlap by more than a point."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    return across > 1 and min(one[3], other[3]) - max(one[1], other[1]) > 1


def list_cases():
    """Each theme at each age on each page; in every run each theme once, on one page after
    another."""
    for place, (theme, book, page) in enumerate(product(SCENES, AGES, TRIMS)):
        often = place % 20 == 7 * SCENES.index(theme) % 20
        yield pytest.param(book, theme, page, marks=() if often else pytest.mark.exhaustive)


@pytest.mark.parametrize(("book", "theme", "page"), [*list_cases()])
def test_nothing_of_ours_covers_maze_doors_hero_or_goal(book, theme, page, monkeypatch):
    """They are between the title and the panel, which holds the badges and the words between
    them."""
    shown = Front(monkeypatch, book, theme=theme, page=page)
    cover, edge = shown.cover, list_edge(shown.cover)
    badges = sorted(shown.list_badges())
    assert len(badges) == 2
    for x, y, radius in badges:
        assert all(((x - px) ** 2 + (y - py) ** 2) ** 0.5 > radius for px, py in edge)
        assert y + radius < cover.wrap.front_safe.bottom
    words = [line for line in cover.texts(cover.wrap.front) if line.y > max(y for _, y in edge)]
    (left, _, near), (right, _, far) = badges
    for line in words:
        wide = text.measure_width(line.text, line.face, line.size)
        is_between = left + near <= line.x and line.x + wide <= right - far
        assert is_between or any(abs(line.x + wide / 2 - x) < 1 for x, _, _ in badges)
    title = [*shown.list_title()]
    for part in shown.list_parts():
        assert not any(part[0] <= x <= part[2] and y < part[3] - 1 for x, y in edge)
        assert not any(touch(part, line) for line in title)
    # No cloud is behind the title, unless it is scenery.
    things = shown.shown.view.stage._things
    boxes = [shown.place(join_boxes(thing.values())) for part in things for thing in part]
    assert page == "8.25x6" or not any(
        touch(box, line) and not any(touch(box, part) for part in shown.list_parts())
        for box in boxes
        for line in title
    )
    # Nor does the spine cut any in two, apart from those where hero or goal were drawn.
    fold = cover.wrap.front.x
    seam = fold - cover.wrap.spine / 2, 0, fold, cover.wrap.sheet[1]
    drawn = [*shown.list_parts(), *map(shown.place, shown.shown.view.stage.find_figures())]
    assert not any(
        touch(box, seam) and not any(touch(box, part) for part in drawn) for box in boxes
    )
    # It is the picture: its maze is large, and it goes out to the edges.
    maze, board = shown.list_parts()[0], cover.wrap.front
    assert (maze[2] - maze[0]) * (maze[3] - maze[1]) > 0.08 * board.width * board.height
    for line in title:
        assert (line[3] - line[1]) * 160 / board.width >= 9


def list_stages():
    themes = [load_theme(name) for name in SCENES]
    return [*GALLERY, *(name for theme in themes for name in (*theme.outlines, *theme.stages))]


@pytest.mark.parametrize("name", list_stages())
def test_without_its_board_a_stage_has_nothing_left_of_it(name):
    """No post and no rope, and nothing that only the board held: and the rest is as it was, with
    hero and goal, and with what is longer than any post, such as the joints of a wall."""
    stage = StageSource(name).load(True)
    (left, top, right, bottom), page_height = stage.board, stage.place.parts.page[3]
    rest = stage.without_board
    for part in ("back", "front"):
        kept, every = getattr(rest, part), getattr(stage, part)
        assert [layer for layer in every if layer in kept] == [*kept]

    def is_left_over(layer: Layer) -> bool:
        a, b, c, d = box = find_layer_box(layer)
        if any(figure and join_boxes([figure, box]) == figure for figure in stage.figures):
            return False
        narrow, longest = (right - left) / 10, load_look()["longest_holder"] * page_height
        is_beside = left - narrow < a and c < right + narrow and b < bottom and d > top
        return is_beside and c - a < narrow and d - b <= longest

    assert not any(map(is_left_over, (*rest.back, *rest.front)))


def test_volumes_and_seeds_have_different_stages_on_their_fronts(monkeypatch):
    shown = [
        Front(monkeypatch, "ages-5-6", theme="dinosaur", **given).shown.view.stage.title
        for given in (
            {"volume": 1},
            {"volume": 2},
            {"volume": 3},
            *({"seed": x} for x in "abcdefgh"),
        )
    ]
    assert len(set(shown[:3])) == 3
    # Seeds choose among every second of the theme's drawings: the others are for the next volume.
    assert len(set(shown[3:])) >= 2
    assert shown[1] not in shown[3:]


def test_stages_that_suit_pages_only_are_on_no_front(monkeypatch):
    theirs = {StageSource(name).load(True).title for name in load_stages_of_pages()}
    children = ("digger", "dinosaur", "pirate")
    books = [("ages-5-6", {"theme": theme, "seed": x}) for theme in children for x in "abcd"]
    for book, given in [*books, ("adult", {"seed": "owl", "mazes": 20})]:
        shown = Front(monkeypatch, book, **given).shown
        assert shown.view.stage.title not in theirs


def test_a_front_for_children_is_a_stage_of_their_age(monkeypatch):
    """For small children one with a face, for older ones a place. A tour of shapes has one in a
    section: without any, it has none on its front either."""
    one = {"section.squares.stage": "theme"}
    for book, stages, given in (
        ("ages-3-4", "outlines", {}), ("ages-9-11", "stages", {}), ("shapes", "stages", one),
    ):  # fmt: skip
        shown = Front(monkeypatch, book, theme="farm", **given).shown
        names = getattr(load_theme("farm"), stages)
        assert shown.view.stage.title in {StageSource(name).load(True).title for name in names}


def test_no_drawing_is_on_the_covers_for_adults_and_for_large_print():
    adult, large = (set(design_for(one)["stages"].split(",")) for one in ("adult", "large-print"))
    assert adult | large <= {*GALLERY, *CALM}
    assert not adult & large


@pytest.mark.parametrize("page", TRIMS)
@pytest.mark.parametrize("book", ["adult", "large-print", "adult-easy"])
def test_a_calm_front_is_a_drawing_in_the_covers_colours_from_edge_to_edge(book, page, monkeypatch):
    # Large print has no drawings, and thus none on its front.
    key = "section.over-the-hills"
    given = {f"{key}.stage": design_for(book)["stages"], f"{key}.audience": "adult"}
    shown = Front(monkeypatch, book, page=page, **(given if book == "large-print" else {}))
    cover = shown.cover
    ground, title, accent, _, _ = cover.look.colours
    picture = next(
        item for item in cover.pictures() if "back" in {layer.name for layer in item.drawing.layers}
    )
    (walls,) = {layer.style.line for layer in picture.drawing.layers if layer.name == "walls"}
    assert walls == title
    stage = shown.shown.view.stage
    inks = {style.fill for layer in (*stage.back, *stage.front) for style in [layer.style]}
    assert inks <= {None, ground, title, accent}
    assert picture.x + picture.drawing.width * picture.drawing.scale >= cover.wrap.sheet[0] - 0.01
    live = cover.wrap.front_face
    for left, top, right, bottom in shown.list_parts()[:1]:
        assert Box(left, top, right - left, bottom - top).is_within(live)
        assert not any(touch((left, top, right, bottom), line) for line in shown.list_title())
    assert {line.face.display_font for line in cover.title()} == {"DM Serif Display"}


def test_the_burst_stands_out_from_the_panel_of_each_volume():
    """A red burst on a red panel would leave its rim alone."""
    for name in SCENES:
        theme = load_theme(name)
        for turn in range(4):
            scenes = theme.scenes._replace(turn=turn)
            look = CoverLook(
                theme.colours, scenes, False, True, None, "polar", (3,), False, "", "", 0.0
            )
            assert dist(look.burst, look.panel[0]) > 0.25, (name, turn)


@pytest.mark.parametrize(
    ("name", "body"),
    [
        *(("honeybear", "#d99a5a"), ("parrot", "#d9433c"), ("redtractor", "#d6453d")),
        *(("trafficcone", "#e8901a"), ("wheelbarrow", "#e5533d"), ("cosyslipper", "#d9595f")),
        *(("pufferfish", "#f2a23c"), ("bigdigger", "#fbb92c"), ("jollypenguin", "#ffffff")),
    ],
)
def test_the_ground_of_a_front_has_the_colour_of_what_is_drawn(name, body):
    """A brown bear has no pink head, and a white belly stays white."""
    ground, body = tint_ground(StageSource(name).load(in_colour=True)), parse_colour(body)
    assert contrast(ground, BLACK) >= 7.5
    span = max(ground) - min(ground)
    if max(body) == min(body):
        assert span < 0.15
        return
    assert span > 0.25
    mean = sum(body) / 3
    wanted = [part - mean for part in body]
    found = [part - sum(ground) / 3 for part in ground]
    alike = sum(a * b for a, b in zip(wanted, found, strict=True))
    assert alike / (hypot(*wanted) * hypot(*found)) > 0.97, "another hue"


def test_what_shows_a_tip_above_the_panel_or_ends_at_the_trim_is_left_out():
    face = Box(100, 0, 600, 800)
    live = face.inset(30, 30, 30, 30)
    panel = find_panel(face, live, face, 9.0)
    shown = SimpleNamespace(face=face, safe=9.0, is_bound_right=False)

    def is_cut(x, y, width, height):
        return front._is_cut(shown, panel, Box(x, y, width, height))

    middle, end = panel.find_edge(400), panel.find_edge(690)
    assert middle == pytest.approx(panel.lowest_edge)
    assert panel.box.y < end < middle
    assert is_cut(390, middle - 10, 20, 60), "a tip"
    assert not is_cut(390, middle - 50, 20, 60)
    assert not is_cut(390, middle - 70, 20, 60), "it stands above"
    assert is_cut(640, 300, 55, 40), "it ends 5 points from the trim"
    assert not is_cut(640, 300, 70, 40), "it goes through"
    assert not is_cut(640, 300, 45, 40)
    assert not is_cut(102, 300, 45, 40), "the spine is at this side"
    assert is_cut(300, 4, 45, 40)
