"""What is drawn around mazes: never on walls, marks, type or one another, never twice alike, and
only for children."""

from __future__ import annotations

from itertools import chain, combinations, pairwise, product

import numpy as np
import pypdfium2
import pytest

from puzzlebook.books.classes.class_plan import plan_class_set
from puzzlebook.books.pages.front import lay_out_title_page
from puzzlebook.books.planning.book_plan import plan_book
from puzzlebook.books.planning.pagination import paginate
from puzzlebook.books.scenes import tableaux
from puzzlebook.books.scenes.foot_row import draw_prop_row
from puzzlebook.books.scenes.frames import _list_star_points
from puzzlebook.books.scenes.landscapes import OpenerPage
from puzzlebook.books.scenes.placing import draw_strip, read_compositions
from puzzlebook.books.scenes.skies import read_skies
from puzzlebook.books.scenes.surroundings import Figure, Surroundings, load_figure, picture_box
from puzzlebook.books.scenes.tiny_mazes import make_tiny_maze
from puzzlebook.drawing.drawing import BLACK, WHITE
from puzzlebook.ground import templates
from puzzlebook.maze_art.scenes import MORE_PIECES, PIECES, Scenes
from puzzlebook.maze_art.things import (
    do_overlap,
    list_detached_parts,
    measure_bounds,
    split_things,
)
from puzzlebook.recipes.files import decide_seed, load
from puzzlebook.recipes.order import settle
from puzzlebook.running.process_pool import ALONE
from puzzlebook.typesetting import text
from puzzlebook.typesetting.page import Box, Picture, Text, mirror_items, mirror_picture
from puzzlebook.typesetting.pdf.document import Document
from puzzlebook.typesetting.pdf.writer import write_pdf

THEMES = sorted(path.name for path in (templates.find_folder() / "scenes").glob("*"))
BOOKS = (
    "ages-3-4",
    "ages-5-6",
    "ages-7-8",
    "ages-9-11",
    "hidden-pictures",
    "shapes",
    "silhouettes",
)
PAGES = ("letter", "a4", "8x10", "6x9")
CLEARANCE = 2  # points, and pixels
LAND = ("sky", "board", "posts", "frame", "wayside", "shadow", "kerb", "garland")


def order_of(book, page="letter", **overrides):
    loaded = load(book, {"seed": "owl", "page": page, "name": "owl", **overrides})
    return settle(decide_seed(loaded), loaded.folder)


def planned(*args, **overrides):
    return plan_book(order_of(*args, **overrides), lambda: None, ALONE)(None)


def is_scene(item):
    return isinstance(item, Picture) and item.drawing.is_reused and not is_land(item)


def is_land(item):
    """What is behind everything else on a page, its frame, and the board of its words: what none
    of it may hide is painted over it."""
    if not isinstance(item, Picture):
        return False
    return item.drawing.layers[0].name in LAND or item.window is not None


def box_of(picture):
    drawing = picture.drawing
    return picture.x, picture.y, drawing.width * drawing.scale, drawing.height * drawing.scale


def is_band(picture):
    """A strip, which an edge may cut off."""
    return picture.drawing.height == 48


def ink(page, items):
    """Where these items of a page have ink, a pixel to the point."""
    content = write_pdf([page._replace(items=tuple(items), links=())], Document())
    return pypdfium2.PdfDocument(content)[0].render(grayscale=True).to_numpy().squeeze() < 250


def near(mask):
    """A mask and all that is near to it."""
    grown = mask.copy()
    for axis, step in product((0, 1), (-CLEARANCE, CLEARANCE)):
        grown |= np.roll(mask, step, axis)
    return grown


def faults(plan, page, number):
    """What is wrong with the drawings of a page."""
    scenes = [item for item in page.items if is_scene(item)]
    rest = [item for item in page.items if not is_scene(item) and not is_land(item)]
    if (near(ink(page, scenes)) & ink(page, rest)).any():
        yield f"page {number}: a drawing is on walls or on type"
    live = plan.setting.sheet.live(number)
    if plan.setting.sheet.right:
        live = live._replace(x=page.width - live.right)
    for x, y, wide, high in map(box_of, scenes):
        if (
            x < live.x - 0.01
            or y < live.y - 0.01
            or x + wide > live.right + 0.01
            or y + high > live.bottom + 0.01
        ):
            yield f"page {number}: a drawing leaves the live area"
    figures = [box_of(item) for item in scenes if not is_band(item)]
    for place, (x, y, wide, high) in enumerate(figures):
        for other_x, other_y, other_wide, other_high in figures[:place]:
            if (
                x < other_x + other_wide
                and other_x < x + wide
                and y < other_y + other_high
                and other_y < y + high
            ):
                yield f"page {number}: two drawings overlap"


def puzzle_pages(plan):
    """The finished pages of the mazes that are in no drawing, with their numbers."""
    numbers = {
        standing.page for maze, standing in plan.puzzles.items() if not plan.entries[maze].view
    }
    return [
        (number, page)
        for number, page in enumerate(plan.printouts[0].pages(), 1)
        if number in numbers
    ]


def check(plan):
    pages = puzzle_pages(plan)
    assert [*chain.from_iterable(faults(plan, page, number) for number, page in pages)] == []
    drawn = [[item for item in page.items if is_scene(item)] for _, page in pages]
    assert all(drawn), "a page without any"
    shown = [
        {(round(item.x), id(item.drawing.layers[0].subpaths)) for item in page} for page in drawn
    ]
    numbers = [number for number, _ in pages]
    neighbours = zip(pairwise(numbers), pairwise(shown), strict=True)
    assert all(one != other for (first, second), (one, other) in neighbours if second == first + 1)
    return drawn


SAMPLE = (
    ("ages-3-4", "letter", {"theme": "rabbit", "mazes": 8, "section.*.stage": ""}),
    ("ages-7-8", "6x9", {"theme": "bee", "mazes": 8, "ink": "premium-color"}),
    ("silhouettes", "a4", {"theme": "knight", "section.*.mazes": 2}),
    ("ages-3-4", "8x10", {"theme": "bee", "mazes": 4, "language": "fa", "marks": "both"}),
    ("ages-7-8", "letter", {"theme": "knight", "mazes": 8, "mazes_a_page": 2, "walls": "hedge"}),
    (
        "ages-5-6",
        "letter",
        {"theme": "rabbit", "mazes": 8, "ink": "premium-color", "walls": "hedge"},
    ),
)


@pytest.mark.parametrize(("book", "page", "overrides"), SAMPLE, ids=lambda value: str(value))
def test_drawings_keep_off_walls_and_type(book, page, overrides):
    drawn = check(planned(book, page, **overrides))
    figures = [max(item.drawing.height * item.drawing.scale for item in each) for each in drawn]
    assert max(figures) > (50 if "mazes_a_page" in overrides else 70), "somebody stands large"


@pytest.mark.parametrize("theme", THEMES)
def test_an_arrow_points_at_no_little_thing(theme):
    """What lies below one that stands under a maze is left to what is looked for."""
    live = Box(40, 40, 500, 700)
    for x in range(60, 480, 40):
        arrow = Box(x, 600, 14, 20)
        around = Surroundings(live, live.inset(top=60), Box(60, 120, 460, 478), arrows=(arrow,))
        placed = [
            box
            for number in range(4)
            for box in map(box_of, draw_prop_row(Scenes(theme, True), around, number, (), ()))
        ]
        assert placed
        assert all(left + wide < arrow.x or left > arrow.right for left, _, wide, _ in placed)


def test_what_flies_is_above_the_ground():
    scenes, flying, standing = Scenes("rocket", False), set(), set()
    given = {"section.*.ends": "far"}  # with hero and goal at the doors nothing flies below
    for _, page in puzzle_pages(planned("ages-9-11", theme="rocket", mazes=8, **given)):
        items = [item for item in page.items if is_scene(item)]
        floor = max(y + high for _, y, _, high in map(box_of, items))
        for number in range(1, 9):
            layers = scenes.piece(f"prop-{number}").layers
            shown = [
                item for item in items if item.drawing.layers[0].subpaths == layers[0].subpaths
            ]
            (flying if scenes.is_aloft(f"prop-{number}") else standing).update(
                floor - y - high for _, y, _, high in map(box_of, shown)
            )
    assert min(flying) > 10
    assert max(standing) < 0.01


def test_what_is_looked_for_stands_on_something():
    """Beside a round maze it has a little ground of its own; on a straight wall or on land none."""
    scenes = Scenes("digger", False)
    live, walls, beside = Box(0, 0, 500, 700), Box(50, 100, 400, 596), Box(0, 300, 40, 40)
    indoors = Surroundings(live, live, walls)
    goal = load_figure(scenes, "goal-1")
    layers = {
        where: goal.picture(around, box).drawing.layers
        for where, around, box in (
            ("aside", indoors, beside),
            ("on the wall", indoors, beside._replace(y=60)),
            ("outdoors", indoors._replace(is_outdoors=True), beside),
        )
    }
    assert layers["on the wall"][0].subpaths == layers["outdoors"][0].subpaths
    ground, first, *_ = layers["aside"]
    assert first.subpaths == layers["outdoors"][0].subpaths
    assert ground.style.fill is None  # a line: in black all ground is white
    ground, *_ = Scenes("digger", True).piece_on_ground("goal-1", 1.0, 0.0).layers
    assert ground.style.fill not in (None, WHITE)
    assert not ground.style.width


def test_beside_a_maze_that_has_its_goal_within_there_is_no_second_one():
    """Readers took the large goal outside for the end of the path."""
    scenes, plan = Scenes("rocket", False), planned("ages-9-11", theme="rocket", mazes=6)
    goals = {scenes.piece(f"goal-{number}").layers[0].subpaths for number in (1, 2, 3)}
    shown = dict[bool, set[bool]]()
    for number, page in puzzle_pages(plan):
        (entry,) = (
            entry for entry in plan.entries.values() if plan.puzzles[entry.number].page == number
        )
        layers = [layer for item in filter(is_scene, page.items) for layer in item.drawing.layers]
        has_goal = any(layer.subpaths in goals for layer in layers)
        is_led_to = entry.at_doors or len(entry.maze.plate.arrows) == 2
        shown.setdefault(is_led_to, set()).add(has_goal)
    assert shown == {True: {True}, False: {False}}


def test_a_hero_is_not_lost_on_a_small_title_page():
    of = paginate(order_of("ages-3-4", "6x9", theme="farm"))[0]
    shown = [box_of(item) for item in lay_out_title_page(of, 1).items if is_scene(item)]
    assert max(high for *_, high in shown) > 0.3 * of.sheet.live(1).height
    # Nothing that stands there overlaps another.
    figures = sorted((x, x + wide) for x, _, wide, high in shown if high > 40)
    assert len(figures) == 3
    assert all(one[1] < other[0] for one, other in pairwise(figures))


@pytest.mark.parametrize("given", [("ages-7-8", "letter", "en"), ("ages-5-6", "6x9", "de")])
def test_a_story_has_the_line_below_its_heading_to_itself(given):
    """The stars stand behind the maze's number, and children read no grey type."""
    plan = planned(*given[:2], language=given[2], mazes=10)
    for number, page in puzzle_pages(plan):
        texts = [item for item in page.items if isinstance(item, Text)]
        (title,) = [item for item in texts if item.text.startswith(("Maze ", "Labyrinth "))]
        assert {item.colour for item in texts} == {BLACK}
        rows = [item for item in page.items if isinstance(item, Picture)
                if {layer.name for layer in item.drawing.layers} <= {"stars", "no-stars"}]  # fmt: skip
        ((x, y, wide, high),) = map(box_of, rows)
        assert x + wide <= plan.setting.sheet.live(number).right + 0.01
        assert title.y - high < y < title.y
        assert title.x + text.measure_width(title.text, title.face, title.size) < x
        below = [item for item in texts if title.y < item.y < title.y + 2 * title.size]
        assert 1 <= len({item.y for item in below}) <= 2


def test_children_read_no_grey_type_on_any_page():
    plan = planned("ages-7-8", mazes=6, codes="all", **{"book.series": "Rainy Days"})
    (printout,) = plan.printouts
    texts = [item for page in printout.pages() for item in page.items if isinstance(item, Text)]
    assert {"Contents", "Answers", "Rainy Days, Volume 1"} <= {item.text for item in texts}
    assert {item.colour for item in texts} == {BLACK}


@pytest.mark.exhaustive
@pytest.mark.parametrize(("book", "theme"), [*product(BOOKS, THEMES)])
def test_drawings_keep_off_walls_and_type_everywhere(book, theme):
    for page in PAGES:
        check(planned(book, page, theme=theme))


PUPILS = [{"name": name} for name in ("Mia", "Ben", "Zoë", "Noah")]
SHEETS = (
    {"theme": "pirate", "marks": "both"},
    {"theme": "bee", "page": "a4", "mazes_a_page": 2, "language": "fa"},
    {"theme": "rocket", "section.maze.word": "PLANET", "mazes_a_page": 2},
    {
        "theme": "unicorn",
        "page": "11x8.5in",
        "pupil": [*PUPILS, {"name": "Roya", "language": "fa"}],
    },
)


def planned_class(**overrides):
    return plan_class_set(
        order_of("worksheet", **{"pupil": PUPILS, **overrides}), lambda: None, ALONE
    )(None)


@pytest.mark.parametrize("asked", SHEETS, ids=lambda asked: asked["theme"])
def test_drawings_on_worksheets_keep_off_walls_type_and_lines(asked):
    check(planned_class(**asked))


@pytest.mark.exhaustive
@pytest.mark.parametrize(("theme", "per_page"), [*product(THEMES, (1, 2))])
def test_drawings_on_worksheets_keep_off_walls_type_and_lines_everywhere(theme, per_page):
    for page, marks in product((*PAGES, "11x8.5in"), ("icons", "both")):
        plan = planned_class(theme=theme, page=page, marks=marks, mazes_a_page=per_page)
        pages = puzzle_pages(plan)
        assert [*chain.from_iterable(faults(plan, sheet, number) for number, sheet in pages)] == []


def test_no_sheet_has_another_maze_for_its_theme():
    """Nor another width of its passages; and sheets for grown-ups have no drawings."""
    plain, dressed, grown = (
        planned_class(**asked, walls="plain")  # those of the theme may be heavier
        for asked in ({}, SHEETS[0], {**SHEETS[0], "look": "adult"})
    )
    same = planned_class(marks="both", walls="plain")
    codes = [[entry.maze.code for entry in plan.entries.values()] for plan in (plain, dressed)]
    assert codes[0] == codes[1]
    scales = [
        [(entry.scale, entry.wall) for entry in plan.entries.values()] for plan in (same, dressed)
    ]
    assert scales[0] == scales[1]
    for plan, has in ((plain, False), (dressed, True), (grown, False)):
        assert any(is_scene(item) for _, page in puzzle_pages(plan) for item in page.items) == has


def test_what_is_on_walls_is_noticed():
    plan = planned("ages-3-4", theme="rabbit", mazes=4, **{"section.*.stage": ""})
    number, page = puzzle_pages(plan)[0]
    maze = next(
        item
        for item in page.items
        if isinstance(item, Picture) and not is_scene(item) and not is_land(item)
    )
    scene = next(item for item in page.items if is_scene(item) and not is_band(item))
    items = [
        item if item is not scene else scene._replace(x=maze.x, y=maze.y + 40)
        for item in page.items
    ]
    assert "walls" in " ".join(faults(plan, page._replace(items=tuple(items)), number))


def test_rows_name_pieces_that_every_theme_has():
    for composition in read_compositions().values():
        for row in composition.rows:
            names = (
                {row.piece} if row.piece == "band" else {f"{row.piece}-{n}" for n in row.numbers}
            )
            assert names & {"band", *PIECES}, "a theme may lack the others"
            assert names <= {*PIECES, *MORE_PIECES}
            assert row.beside in ("", "left", "right")


def shows(scenes, name, pictures):
    """Whether one of the pictures is this piece."""
    lines = scenes.piece(name).layers[0].subpaths
    return any(item.drawing.layers[0].subpaths == lines for item in pictures)


def test_the_hero_sleeps_at_home_only_and_has_a_party_at_the_end(monkeypatch):
    """A theme without these poses shows the hero's arrival instead."""
    scenes, box = Scenes("bee", True), Box(36, 36, 540, 720)
    asleep, party = "hero-7", "hero-10"
    home = "all-the-way-home"
    for turn in range(12):
        assert shows(scenes, asleep, tableaux.draw_opener(scenes, box, turn, home).pictures)
        assert not shows(scenes, asleep, tableaux.draw_opener(scenes, box, turn).pictures)
    assert shows(scenes, party, tableaux.draw_farewell(scenes, box))
    assert shows(scenes, party, tableaux.draw_party(scenes, box, OpenerPage()).pictures)
    monkeypatch.setattr(Scenes, "has", lambda scenes, name: name in PIECES)
    for pictures in (
        tableaux.draw_opener(scenes, box, 3, home).pictures,
        tableaux.draw_farewell(scenes, box),
        tableaux.draw_party(scenes, box, OpenerPage()).pictures,
    ):
        assert shows(scenes, "hero-3", pictures)


@pytest.mark.parametrize("name", ["hero-2", "hero-4", "hero-5"])
def test_a_hero_on_its_way_walks_towards_the_middle(name):
    scenes, live = Scenes("bee", True), Box(36, 36, 540, 720)
    around = Surroundings(live, live, live.inset(40, 120, 40, 80))
    figure = load_figure(scenes, name)
    for x, is_turned in ((60, False), (560, name != "hero-5")):
        picture = figure.picture(around, figure.box(around, 100, x, 150))
        assert (
            picture.drawing.layers[0].subpaths == scenes.piece(name, is_turned).layers[0].subpaths
        )


def test_an_unknown_field_of_a_row_is_refused(monkeypatch):
    rows = [{"piece": "hero", "width": 0.5}]
    monkeypatch.setattr(templates, "table", lambda name: {"parade": {"rows": rows}})
    with pytest.raises(TypeError, match="width"):
        read_compositions.__wrapped__()


def apart(one, other):
    return (
        one.x >= other.right - 0.01
        or other.x >= one.right - 0.01
        or one.y >= other.bottom - 0.01
        or other.y >= one.bottom - 0.01
    )


@pytest.mark.parametrize("theme", THEMES)
def test_tableaux_stay_in_their_box_and_leave_their_words_alone(theme):
    for box in (Box(40, 40, 540, 700), Box(36, 50, 360, 540), Box(9, 9, 700, 400)):
        scenes = Scenes(theme, True)
        shown = [tableaux.draw_opener(scenes, box, turn) for turn in range(7)]
        shown.append(tableaux.draw_opener(scenes, box, 7, "all-the-way-home"))
        shown += [
            tableaux.draw_certificate(scenes, box, WHITE),
            tableaux.Tableau(tableaux.draw_title(scenes, box), box),
        ]
        shown.append(tableaux.Tableau(tableaux.draw_farewell(scenes, box), box))
        if party := tableaux.draw_party(scenes, box, OpenerPage()):
            shown.append(party)
        for place, (pictures, words, _) in enumerate(shown):
            for picture in pictures:
                visible = picture.window or Box(*box_of(picture))
                assert visible.x >= box.x - 0.01, (place, box)
                assert visible.y >= box.y - 0.01, (place, box)
                assert visible.right <= box.right + 0.01, (place, box)
                assert visible.bottom <= box.bottom + 0.01, (place, box)
            figures = [
                Box(*box_of(item))
                for item in pictures
                if is_scene(item) and item.drawing.width < 480
            ]
            assert place in (9, 10) or all(apart(figure, words) for figure in figures), (place, box)


@pytest.mark.parametrize(
    ("theme", "corners"),
    [("halloween", (2, 0)), ("christmas", (2, 0)), ("unicorn", (0, 2)), ("dinosaur", (2, 2))],
)
def test_what_hangs_or_stands_in_a_corner_is_never_upside_down(theme, corners):
    box = Box(40, 40, 540, 700)
    pictures = tableaux.draw_certificate(Scenes(theme, True), box, WHITE).pictures
    pieces = [item for item in pictures if (item.drawing.width, item.drawing.height) == (120, 120)]
    upper = sum(item.y < box.y + box.height / 2 for item in pieces)
    assert (upper, len(pieces) - upper) == corners


@pytest.mark.parametrize("theme", THEMES)
def test_each_opener_of_a_book_is_a_scene_in_another_place_or_with_other_figures(theme):
    scenes, box = Scenes(theme, True), Box(36, 36, 540, 720)
    shown = [tableaux.draw_opener(scenes, box, turn) for turn in range(12)]
    for turn, (pictures, words, _) in enumerate(shown):
        landscape = picture_box(pictures[0])
        assert landscape.width > 0.99 * box.width, turn
        assert landscape.height > 0.99 * box.height, turn
        board = picture_box(pictures[-1])
        assert words.is_within(board)
    assert len({repr(pictures) for pictures, *_ in shown}) == len(shown)


def bound_small_things(drawing):
    """The bounds of the things in a backdrop that are no land, neither near nor far."""
    bounds = [
        measure_bounds(thing.subpaths)
        for layer in drawing.layers
        if layer.name != "skyline"
        for thing in split_things(layer)
    ]
    return [each for each in bounds if each[2] - each[0] < 0.3 * drawing.width]


def take_opener_apart(pictures):
    """The land of an opener, the spots on its ground, and its figures, with what is in its sky."""
    beside = {"trail", "shadows", "frame", "ropes", "wayside", "garland", "tiny-floor"}
    landscape, *others = pictures[:-1]  # without the board
    names = [{layer.name for layer in item.drawing.layers} for item in others]
    spots = [item for item, each in zip(others, names, strict=True) if each & {"trail", "shadows"}]
    return landscape, spots, [i for i, each in zip(others, names, strict=True) if not each & beside]


WITH_TRAILS = 0, 3, 5  # the openers whose hero stands on the ground, with room for a trail


@pytest.mark.parametrize("theme", THEMES)
def test_nothing_of_an_opener_is_over_or_under_what_floats_or_stands_beside_the_hero(theme):
    """Neither a moon on a barn nor a pig in the straw."""
    scenes, box = Scenes(theme, True), Box(36, 36, 540, 720)
    for turn in range(8):
        landscape, _, figures = take_opener_apart(tableaux.draw_opener(scenes, box, turn).pictures)
        boxes = list(map(picture_box, figures))
        assert all(apart(*pair) for pair in combinations(boxes, 2)), turn
        largest = max(boxes, key=lambda figure: figure.width * figure.height)
        least = 0.4 if turn in WITH_TRAILS else 0.2
        assert largest.width > least * box.width or largest.height > least * box.height, turn
        drawing, scale = landscape.drawing, landscape.drawing.scale
        small = bound_small_things(drawing)
        for figure in figures:
            hero = figure.drawing
            for left, top, right, bottom in list_detached_parts(hero):
                x = figure.x - landscape.x - hero.left * hero.scale
                y = figure.y - landscape.y - hero.top * hero.scale
                place = (
                    (x + left * hero.scale) / scale + drawing.left,
                    (y + top * hero.scale) / scale + drawing.top,
                    (x + right * hero.scale) / scale + drawing.left,
                    (y + bottom * hero.scale) / scale + drawing.top,
                )
                assert not any(do_overlap(place, bounds, 0.0) for bounds in small), turn


@pytest.mark.parametrize("theme", THEMES)
def test_an_opener_has_its_goal_things_and_a_trail_that_leads_there(theme):
    """Nothing of the land peeps out from behind the hero's middle."""
    scenes, box = Scenes(theme, False), Box(36, 36, 540, 720)
    for turn in WITH_TRAILS:
        landscape, (trail,), figures = take_opener_apart(
            tableaux.draw_opener(scenes, box, turn).pictures
        )
        assert len(figures) >= 3
        if trail.drawing.layers[0].name == "trail":  # there may be a maze, and no room for steps
            steps = trail.drawing.layers[0].subpaths
            widths = [path.points[2][0] - path.points[0][0] for path in steps]
            assert widths == sorted(widths, reverse=True), "smaller and smaller"
        hero = max(map(picture_box, figures), key=lambda figure: figure.width * figure.height)
        x, y, scale = landscape.x, landscape.y, landscape.drawing.scale
        place = ((hero.x - x) / scale, (hero.y - y) / scale,
                 (hero.right - x) / scale, (hero.bottom - y) / scale)  # fmt: skip
        left, top = landscape.drawing.left, landscape.drawing.top
        middle = (left + 0.6 * place[0] + 0.4 * place[2], top + 0.6 * place[1] + 0.4 * place[3],
                  left + 0.4 * place[0] + 0.6 * place[2], top + 0.4 * place[1] + 0.6 * place[3])  # fmt: skip
        small = bound_small_things(landscape.drawing)
        assert not any(do_overlap(middle, bounds, 0.0) for bounds in small), turn


@pytest.mark.parametrize("theme", THEMES)
def test_the_goal_and_everybody_of_a_theme_are_at_its_party(theme):
    scenes = Scenes(theme, True)
    pictures = tableaux.draw_party(scenes, Box(36, 36, 540, 690), OpenerPage()).pictures
    everybody = {f"prop-{number}" for number in range(1, 9)}
    assert all(shows(scenes, name, pictures) for name in everybody)
    assert any(shows(scenes, f"goal-{number}", pictures) for number in (1, 2, 3))
    *_, figures = take_opener_apart(pictures)
    assert all(apart(*pair) for pair in combinations(map(picture_box, figures), 2))


@pytest.mark.parametrize("theme", THEMES)
def test_a_tiny_maze_lies_on_the_ground_of_an_opener_and_touches_no_figure(theme):
    scenes, box, with_maze = Scenes(theme, False), Box(36, 36, 540, 720), 0
    for turn in range(7):
        pictures = tableaux.draw_opener(scenes, box, turn).pictures
        _, _, figures = take_opener_apart(pictures)
        mazes = [item for item in pictures if item.drawing.layers[0].name == "tiny-floor"]
        boxes = list(map(picture_box, mazes))
        assert all(apart(*pair) for pair in product(boxes, map(picture_box, figures))), turn
        assert all(each.is_within(box) for each in boxes), turn
        with_maze += len(mazes)
    assert with_maze >= 5


@pytest.mark.parametrize(("columns", "rows", "start", "finish"), [(3, 2, 2, 0), (9, 6, 0, 4)])
def test_a_tiny_maze_has_one_way_between_its_two_openings(columns, rows, start, finish):
    maze = make_tiny_maze("owl", "opener far", columns, rows, start, finish)
    assert (maze.path[0], maze.path[-1]) == ((start, rows - 1), (finish, 0))
    assert ((start, rows), (start + 1, rows)) not in maze.walls
    assert ((finish, 0), (finish + 1, 0)) not in maze.walls
    walls = set(maze.walls)
    assert len(walls) == 2 * (columns + rows) - 2 + (columns - 1) * (rows - 1), "a tree"
    for (x, y), (next_x, next_y) in pairwise(maze.path):
        assert abs(x - next_x) + abs(y - next_y) == 1
        right, lower = max(x, next_x), max(y, next_y)
        end = (right, lower + 1) if y == next_y else (right + 1, lower)
        assert ((right, lower), end) not in walls


def test_every_sky_has_its_drawings_and_every_drawing_its_sky():
    skies = read_skies()
    names = {
        name for sky in skies.values() for name in (*sky.things, *sky.hung, *sky.rare, sky.strung)
    }
    for row in read_compositions().values():
        names |= {*row.sky, row.strung}
    assert names - {""} == set(templates.list_names("skies", ".svg"))
    assert {name.partition("/")[0] for name in skies} == set(THEMES)
    for name in names - {""}:
        piece = Scenes("bee", True).sky_piece(name)
        bounds = [measure_bounds(layer.subpaths) for layer in piece.layers]
        assert min(side for box in bounds for side in box[:2]) >= 1, name
        assert max(box[2] for box in bounds) <= piece.width, name
        assert max(box[3] for box in bounds) <= piece.height, name


@pytest.mark.parametrize("is_right_to_left", [False, True])
def test_a_shadow_is_under_the_hero_of_an_opener_on_a_mirrored_page_too(is_right_to_left):
    scenes, box = Scenes("pirate", False), Box(36, 36, 540, 720)
    for turn in WITH_TRAILS:
        pictures = tableaux.draw_opener(scenes, box, turn).pictures
        if is_right_to_left:
            pictures = mirror_items(pictures, box)
        _, (ground,), figures = take_opener_apart(pictures)
        hero = max(map(picture_box, figures), key=lambda figure: figure.width * figure.height)
        (shadows,) = (layer.subpaths for layer in ground.drawing.layers if layer.name == "shadows")
        left = ground.x - ground.drawing.left
        under = [
            (left + path.points[0][0], left + path.points[1][0])
            for path in shadows
            if abs(ground.y + path.points[0][1] - hero.bottom) < 0.1 * hero.height
        ]
        assert any(min(each) < hero.x + 0.4 * hero.width for each in under)
        assert any(max(each) > hero.x + 0.6 * hero.width for each in under)


@pytest.mark.parametrize("is_right_to_left", [False, True])
def test_a_near_hero_is_cut_by_the_frame_and_the_board_under_a_hero_has_no_ropes(is_right_to_left):
    scenes, box = Scenes("pirate", False), Box(36, 36, 540, 720)
    on_board, near = (tableaux.draw_opener(scenes, box, turn).pictures for turn in (1, 2))
    if is_right_to_left:
        on_board, near = mirror_items(on_board, box), mirror_items(near, box)
    *_, figures = take_opener_apart(near)
    (cut,) = (figure for figure in figures if not picture_box(figure).is_within(box))
    assert cut.window.is_within(box)
    assert not any(layer.name == "ropes" for item in on_board for layer in item.drawing.layers)
    *_, figures = take_opener_apart(on_board)
    board = picture_box(on_board[-1])
    assert any(abs(picture_box(figure).bottom - board.y) < 0.02 * box.height for figure in figures)


def things(shown):
    """From where to where the things on a strip reach, in points."""
    for picture in shown:
        left, scale = picture.drawing.left, picture.drawing.scale
        for layer in picture.drawing.layers:
            for part in layer.subpaths:
                xs = [picture.x + (x - left) * scale for x, _ in part.points]
                if max(xs) - min(xs) < 120 * scale:
                    yield min(xs), max(xs)


@pytest.mark.parametrize("theme", THEMES)
def test_where_figures_stand_nothing_else_of_a_strip_does(theme):
    shown = (
        draw_strip(Scenes(theme, True), Box(0, 0, 480, 200), 200, 48, is_bare) for is_bare in (0, 1)
    )
    alone, bare = (len([*things(each)]) for each in shown)
    assert bare < alone
    assert bare == 0 or theme in ("rocket", "robot")


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("is_right", [False, True])
def test_a_strip_fills_its_width_and_no_edge_cuts_what_stands_on_it(theme, is_right):
    box = Box(36, 0, 540, 700)
    for high in (45, 30, 20):
        shown = [*draw_strip(Scenes(theme, True), box, 700, high, False)]
        shown = [mirror_picture(item, 612) if is_right else item for item in shown]
        shown.sort(key=lambda item: item.x)
        reach = [(item.x, item.x + item.drawing.width * item.drawing.scale) for item in shown]
        assert (reach[0][0], reach[-1][1]) == (pytest.approx(36), pytest.approx(576))
        assert all(one[1] == pytest.approx(other[0]) for one, other in pairwise(reach))
        ends = [(item.drawing.left, item.drawing.left + item.drawing.width) for item in shown]
        assert all((one[1], other[0]) == (480, 0) for one, other in pairwise(ends)), (
            "one goes on where another ends"
        )
        assert [
            spot for spot in things(shown) if any(spot[0] < edge < spot[1] for edge in (36, 576))
        ] == []


@pytest.mark.parametrize(
    ("book", "overrides"),
    [
        ("adult", {"theme": "knight", "marks": "icons"}),
        ("large-print", {"theme": "knight"}),
        ("ages-5-6", {"theme": "ink"}),
        ("ages-7-8", {"theme": "knight", "marks": "doors"}),
    ],
)
def test_only_childrens_books_with_pictures_have_scenes(book, overrides):
    assert paginate(order_of(book, **overrides)).setting.scenes is None
    assert paginate(order_of("ages-5-6", theme="knight")).setting.scenes


@pytest.mark.parametrize("book", ["ages-5-6", "ages-7-8", "ages-9-11"])
def test_boards_keep_their_cells_and_most_of_their_size(book):
    with_scenes, without = (
        paginate(order_of(book, theme=theme, walls="plain")).setting for theme in ("rabbit", "ink")
    )
    from puzzlebook.books.planning.boards import make_boards

    for part, plain in zip(with_scenes.parts, without.parts, strict=True):
        if part.stages:  # a stage decides the grid
            continue
        for one, other in zip(
            make_boards(with_scenes, part), make_boards(without, plain), strict=True
        ):
            assert one.size == other.size
            share = 0.68 if one.at_doors else 0.9
            assert one.passage >= max(share * other.passage, part.readers.passage) - 1e-9


@pytest.mark.parametrize("theme", ["knight", "rocket", "rabbit"])
def test_no_two_drawings_around_a_maze_show_the_same(theme):
    plan = planned("ages-7-8", theme=theme, mazes=24)
    scenes = plan.setting.scenes
    names = [
        f"{kind}-{number}"
        for kind, last in (("hero", 3), ("goal", 3), ("prop", 8))
        for number in range(1, last + 1)
    ]
    known = {
        id(scenes.piece(name, across).layers[0].subpaths): name
        for name in names
        for across in (False, True)
    }
    staged = {plan.puzzles[entry.number].page for entry in plan.entries.values() if entry.view}
    for number, page in puzzle_pages(plan):
        ids = (id(item.drawing.layers[0].subpaths) for item in page.items if is_scene(item))
        shown = [known[each] for each in ids if each in known]
        assert shown or number in staged, number
        for place, name in enumerate(shown):
            assert not scenes.is_like(name, shown[:place]), (number, shown)


def test_a_figure_is_as_high_as_its_room_or_as_wide():
    figure = Figure(Scenes("farm", True), "hero-1", 2.0)
    assert (figure.height(10, 100), figure.height(100, 10)) == (5, 10)


def test_a_star_stands_on_two_of_its_points():
    (x, y), *others = _list_star_points(5, 1.0, 0.5)
    assert (x, y) == (1, 0)
    assert min(below for _, below in others) > 0
