"""Stages: what is read from a drawing, what is refused, and what a page shows of it."""

import random
import re
from functools import cache
from io import BytesIO
from itertools import pairwise
from math import hypot
from types import SimpleNamespace

import cairosvg
import numpy as np
import pytest
from PIL import Image
from staging import BEETLE, FINISH, FOLDER, HEAD, OUTLINE, POND, START, built_in, drawing

from puzzlebook.drawing.drawing import BLACK, WHITE, Drawing, Inset, Layer, Style, Subpath
from puzzlebook.ground import templates
from puzzlebook.ground.faults import Refused
from puzzlebook.ground.lengths import MM
from puzzlebook.maze_art.doors import choose_doors, find_posts
from puzzlebook.maze_art.marks import MARKS, Marks
from puzzlebook.maze_art.recalled import (
    add_recalled,
    recall_character,
    recall_pictures,
    show_own_figures,
)
from puzzlebook.maze_art.stage import Crop, _cut_out, _reaches_into, find_layer_box, load_look
from puzzlebook.maze_art.stage_doors import (
    ShownDoors,
    _measure_lines_across,
    count_hidden_by_front,
    count_in_maze,
    count_within_rim,
    draw_doorsteps,
    find_doorways,
    place_arrows,
)
from puzzlebook.maze_art.stage_figures import dress_doors
from puzzlebook.maze_art.stage_signs import Sign, draw_signs, place_letters, place_signs
from puzzlebook.maze_art.stage_source import StageSource
from puzzlebook.maze_art.stage_things import (
    choose_frame,
    find_hanging,
    find_slivers,
    group_things,
    is_in_middle,
    join_boxes,
    measure_distance,
    touches,
)
from puzzlebook.maze_art.stage_view import (
    _convert_posts,
    _list_jamb_styles,
    note_hidden_cells,
    refuse_hidden_maze,
    set_in_stage,
    view_stage,
)
from puzzlebook.mazes import make_grid
from puzzlebook.outlines import StageOutline
from puzzlebook.outlines.outline import Area, Outline
from puzzlebook.recipes.assets import read_letters_font
from puzzlebook.verbs.one_maze import make_maze

PAGES = [(5, 8), (6, 9), (8, 10), (8.5, 11), (8.5, 8.5), (11, 8.5)]
STAGES = [POND, BEETLE, *built_in()]
every_stage = pytest.mark.parametrize("path", STAGES, ids=lambda path: path.stem)
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: "x".join(map(str, page)))


def load(path, in_colour=False):
    return StageSource(path.name, path.read_bytes()).load(in_colour)


@cache
def make_small(path):
    return make_maze(size="11x12", seed="owl", stage=path)


@cache
def list_doorways(path, page=(8, 11)):
    """The doors of a stage on a page."""
    stage, maze = load(path), make_small(path)
    if not stage.place.doors:
        return ()
    grid, frame = maze.shown, (72 * page[0] - 72, 72 * page[1] - 90)
    view = view_stage(stage, "square", maze.design.size, grid, frame)
    posts = [find_posts(grid, door) for door in choose_doors(maze, Marks(doors=True))]
    return find_doorways(stage, view.crop, tuple([_convert_posts(view, ends) for ends in posts]))


def list_cells(path, page):
    """The width of a cell in a stage on a page, in the stage's units."""
    maze, frame = make_small(path), (72 * page[0] - 72, 72 * page[1] - 90)
    return 1 / view_stage(load(path), "square", maze.design.size, maze.shown, frame).scale


def read(*parts, head=HEAD):
    return StageOutline.read(drawing(*parts, head=head), "stage mine.svg")


# -- Reading ---------------------------------------------------------------------------------------------


def test_a_drawing_of_the_five_names_is_read():
    place = read(
        "<title>A  box</title>",
        OUTLINE,
        START,
        FINISH,
        '<rect id="words" x="10" y="5" width="80" height="20"/>',
    )
    assert (place.outline.width, place.outline.height) == (8_000_000, 10_000_000)
    assert (place.left, place.top, place.unit) == (10, 30, 100_000)
    assert place.points == ((0, 3_000_000), (8_000_000, 7_000_000))
    assert [door.radius for door in place.doors] == [5, 5]
    assert place.words == (10, 5, 90, 25)
    assert place.parts.title == "A box"
    assert place.parts.says == ()


def test_a_description_is_read_line_by_line():
    place = read("<desc>One  thing.\n\n Another.</desc>", OUTLINE)
    assert place.parts.says == ("One thing.", "Another.")


def test_only_the_place_for_the_maze_is_required():
    place = read(OUTLINE)
    assert place.doors == place.points == ()
    assert place.words is None


def test_the_place_may_reach_to_the_edges_of_the_page():
    place = read('<path id="maze" d="M0 0H100V140H0Z"/>')
    assert place.parts.page == (0, 0, 100, 140)
    for beyond in ("M-2 0H100V140H-2Z", "M0 -2H100V140H0Z", "M0 0H102V140H0Z", "M0 0H100V142H0Z"):
        with pytest.raises(Refused, match="extends beyond the page"):
            read(f'<path id="maze" d="{beyond}"/>')


def test_a_place_may_extend_beyond_the_page_by_less_than_one_sees():
    half_a_percent = 0.005 * 140
    assert read(f'<path id="maze" d="M0 0H{100 + half_a_percent - 0.01}V140H0Z"/>')
    with pytest.raises(Refused, match="extends beyond the page"):
        read(f'<path id="maze" d="M0 0H{100 + half_a_percent + 0.01}V140H0Z"/>')


def test_a_page_need_not_begin_at_the_origin():
    head = HEAD.replace("0 0 100 140", "-50 30 100 140")
    assert read('<path id="maze" d="M-50 30H50V170H-50Z"/>', head=head)
    for beyond in ("M-52 30H50V170H-52Z", "M-50 28H50V170H-50Z", "M-50 30H52V170H-50Z"):
        with pytest.raises(Refused, match="extends beyond the page"):
            read(f'<path id="maze" d="{beyond}"/>', head=head)


def test_what_a_frame_shows_is_drawn_and_nothing_else():
    """A square of 2 around each place, in a frame from 10 to 30 across and from 40 to 80 down."""
    crop = Crop(10, 40, 20, 40)

    def has(x, y):
        corners = [(x - 1, y - 1), (x + 1, y - 1), (x + 1, y + 1), (x - 1, y + 1)]
        return _reaches_into(Layer("back", Style(0), [Subpath(corners, closed=True)]), crop)

    assert all(has(x, y) for x in (9.5, 20, 30.5) for y in (39.5, 60, 80.5))
    assert not any(has(x, 60) for x in (8, 32))
    assert not any(has(20, y) for y in (38, 82))


@pytest.mark.parametrize(
    "parts",
    [
        pytest.param(['<g transform="translate(5 10)"><g transform="scale(.5)">', '<path id="maze" d="M10 40L170 40L170 240L10 240Z"/>',
                      '<circle id="start" cx="10" cy="100" r="10"/><circle id="finish" cx="170" cy="180" r="10"/></g></g>'], id="groups and transforms"),
        pytest.param(['<defs><path id="shape" d="M0 0h80v100h-80z"/></defs><g id="maze"><use href="#shape" x="10" y="30"/></g>', START, FINISH], id="use"),
        pytest.param([OUTLINE.replace("id=", 'xmlns:i="http://www.inkscape.org/namespaces/inkscape" id="path12" i:label='), START, FINISH], id="Inkscape's labels"),
        pytest.param(['<rect id="maze" style="fill:none;stroke:#f00" x="10" y="30" width="80" height="100"/>', START, FINISH], id="a rectangle without fill"),
        pytest.param(['<g style="display:none">', START, "</g>", OUTLINE, FINISH], id="a hidden layer of doors"),
        pytest.param(['<path id="maze" d="M10 30L90 30L90 130L10 130L10.01 30"/>', START, FINISH], id="ends that meet"),
    ],
)  # fmt: skip
def test_what_inkscape_writes_is_read_alike(parts):
    plain, other = read(OUTLINE, START, FINISH), read(*parts)
    assert (other.outline.width, other.outline.height) == (8_000_000, 10_000_000)
    for (x, y), (p, q) in zip(plain.points, other.points, strict=True):
        assert hypot(x - p, y - q) <= 30_000


def test_what_has_no_name_is_behind_the_maze_or_before_it():
    stage = StageSource(
        "mine.svg",
        drawing(
            '<rect width="100" height="140" fill="#aabbcc"/>',
            OUTLINE,
            '<circle cx="50" cy="80" r="4"/>',
        ),
    ).load(True)
    assert [len(stage.back), len(stage.front)] == [1, 1]
    assert stage.back[0].style.fill != BLACK
    assert stage.front[0].style.fill == BLACK


@pytest.mark.parametrize(
    ("parts", "what"),
    [
        ([], "nothing in it has the id maze"),
        (['<g id="maze"/>'], "nothing in it has the id maze"),
        (['<path id="maze" d="M10 30L90 30L90 130L10 130"/>'], "the line of maze is not closed"),
        (['<path id="maze" d="M10 30L90 30Z"/>'], "nothing in the drawing is filled"),
        (['<path id="maze" d="M10 30L90 30L90 150L10 150Z"/>'], "maze extends beyond the page"),
        ([OUTLINE, START], "it has start and no finish"),
        ([OUTLINE, FINISH], "it has finish and no start"),
        ([OUTLINE, START.replace("10", "50"), FINISH], "start is far from the outline of maze"),
        ([OUTLINE, START, '<circle id="finish" cx="50" cy="80" r="9"/>'], "finish is far from the outline of maze"),
        ([OUTLINE, '<rect id="words" x="10" y="-50" width="80" height="20"/>'], "words extends beyond the page"),
        ([OUTLINE, '<text id="words">Here</text>'], "the drawing holds <text>"),
        ([OUTLINE, '<image id="back" href="x.png"/>'], "the drawing holds <image>"),
        (['<path id="maze" d="M10 30Lxyz"/>'], "cannot be read"),
        (['<path id="maze" d="M1e13 30L90 30L90 130Z"/>'], "too large"),
        ([OUTLINE, '<g id="back"><rect width="9" height="9" fill="url(#a)"/></g>'], "is a gradient or a pattern"),
        ([OUTLINE, '<g id="front"><rect width="9" height="9" opacity=".5"/></g>'], "is transparent or filtered"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_stage_is_said_in_one_line(parts, what):
    with pytest.raises(Refused) as refused:
        StageSource("mine.svg", drawing(*parts)).load(True)
    (fault,) = refused.value.faults
    assert what in f"{fault.what}"
    assert fault.where == "stage mine.svg"


@pytest.mark.parametrize(
    "content", [b"", b"\x89PNG\r\n\x1a\n", b"<svg", b"plain", b"<html/>", b"\xff" * 99]
)
def test_what_is_no_drawing_is_refused(content):
    with pytest.raises(Refused) as refused:
        StageSource("mine.svg", content).load(False)
    assert len(refused.value.faults) == 1


# -- Colours ---------------------------------------------------------------------------------------------


@every_stage
def test_in_black_every_line_is_black_and_every_area_is_paper(path):
    stage = load(path)
    layers = [*stage.back, *stage.front]
    assert {layer.style.line for layer in layers if layer.style.width} <= {BLACK}
    assert {layer.style.fill for layer in layers} <= {None, BLACK, WHITE}
    assert stage.paper == WHITE


def test_in_colour_a_stage_has_its_own_colours():
    stage = load(POND, in_colour=True)
    assert len({layer.style.fill for layer in stage.back}) >= 3
    assert stage.paper == pytest.approx((1, 250 / 255, 240 / 255), abs=1e-3)


# -- Our own ---------------------------------------------------------------------------------------------

STRICT = re.compile(
    r'<path (?:id="maze" )?d="[MLCZ\d. -]+" fill="(?:none|#[0-9a-f]{6})"(?: stroke="#[0-9a-f]{6}" stroke-width="[\d.]+")?/>'
    r'|<circle id="(?:start|finish)" cx="[\d.]+" cy="[\d.]+" r="[\d.]+"/>'
    r'|<rect id="words" x="[\d.]+" y="[\d.]+" width="[\d.]+" height="[\d.]+"(?: fill="none")?/>'
    r'|<title>[^<]+</title>|<desc>[^<]+</desc>|</?g(?: id="(?:back|front)")?>|</?svg[^>]*>|<!--.*?-->'
)  # fmt: skip


@every_stage
def test_our_stages_are_of_one_form(path):
    text = path.read_text(encoding="utf-8")
    assert not re.sub(r"\s+", "", STRICT.sub("", text)), path.stem
    assert re.fullmatch("[a-z]+", path.stem)
    silhouettes = {
        silhouette.stem
        for silhouette in (FOLDER.parents[1] / "templates" / "silhouettes").glob("*.svg")
    }
    assert path.stem not in silhouettes | {
        "theme",
        "file",
        "name",
        "text",
        "stage",
        "walls",
        "passages",
    }


# -- On a page -------------------------------------------------------------------------------------------


def is_too_small(stage, box, ratio, air=0.0):
    """Whether a drawing has no part of this ratio that contains a box with some air around it."""
    width, height = box[2] - box[0], box[3] - box[1]
    width, height = (side + 2 * air * max(width, height) for side in (width, height))
    _, _, page_width, page_height = stage.place.parts.page
    return max(width, height * ratio) > page_width or max(height, width / ratio) > page_height


@every_stage
@every_page
def test_a_page_of_any_size_shows_the_whole_heart(path, page):
    stage, frame = load(path), (72 * page[0] - 72, 72 * page[1] - 90)
    crop = stage.crop_to(*frame)
    ratio = frame[0] / frame[1]
    # The drawing may be too narrow or too low for all but the maze, its doors and its words; then
    # the picture may be a little narrower than the page, too.
    has_core_only = is_too_small(stage, stage.heart, ratio)
    left, top, right, bottom = stage.core if has_core_only else stage.heart
    x, y, width, height = stage.place.parts.page
    assert crop.left <= left + 1e-6
    assert crop.top <= top + 1e-6
    assert crop.left + crop.width >= right - 1e-6
    assert crop.top + crop.height >= bottom - 1e-6
    assert crop.left >= x - 1e-6
    assert crop.left + crop.width <= x + width + 1e-6
    assert crop.top >= y - 1e-6
    assert crop.top + crop.height <= y + height + 1e-6
    if not is_too_small(stage, stage.core, ratio, load_look()["air"]):
        assert crop.width / crop.height == pytest.approx(ratio, rel=1e-6)
    assert crop.width / crop.height == pytest.approx(ratio, rel=0.07)
    # As large as it can be: it could be no smaller and hold the heart.
    assert (
        has_core_only
        or crop.width == pytest.approx(right - left)
        or crop.height == pytest.approx(bottom - top)
    )
    for one in (*stage.place.doors, *([] if has_core_only or not stage.board else [stage.board])):
        a, b, c, d = one if len(one) == 4 else box_of_door(one)
        assert crop.left <= a + 1e-6
        assert crop.top <= b + 1e-6
        assert c <= crop.left + crop.width + 1e-6
        assert d <= crop.top + crop.height + 1e-6


def test_a_frame_may_keep_space_before_every_door():
    for name in ("asteroidbelt", "spacestation", "bonefield"):
        stage = StageSource(name).load(False)
        crop, reach = stage.crop_to(468, 606, spare=0.5), 0.5 * load_look()["before_door"]
        reach *= stage.size
        offered = [point for choice in stage.place.choices for point in choice.doors]
        for x, y in offered or [door.centre for door in stage.place.doors]:
            assert crop.left <= x - reach + 1e-6
            assert x + reach <= crop.left + crop.width + 1e-6
            assert crop.top <= y - reach + 1e-6
            assert y + reach <= crop.top + crop.height + 1e-6
        assert stage.unit_in(468, 606) >= stage.unit_in(468, 606, spare=0.5)


def test_a_frame_may_keep_space_around_what_hangs_on_the_maze():
    """The claws of the crab are beyond its maze, and beyond its heart."""
    stage = StageSource("crabby").load(False)
    left, _, right, _ = stage.body
    maze_left, _, maze_right, _ = stage.outline_box
    assert left < maze_left < maze_right < right
    for spare, is_inside in ((0.0, False), (1.0, True)):
        crop = stage.crop_to(468, 606, spare=spare)
        assert (crop.left < left and right < crop.left + crop.width) == is_inside


def box_of_door(door):
    (x, y), radius = door
    return x - radius, y - radius, x + radius, y + radius


FRAME = (0.0, 0.0, 100.0, 100.0)
THINGS = [
    ({0: (-60.0, 40.0, 20.0, 60.0)}, True),  # a sliver: a quarter
    ({1: (-20.0, 70.0, 30.0, 90.0)}, False),  # large, and cut at the side: in front
    ({2: (40.0, -10.0, 60.0, 10.0)}, True),  # cut at the top
    ({3: (97.0, 50.0, 105.0, 56.0)}, True),  # small, and cut
    ({4: (50.0, 50.0, 56.0, 56.0)}, False),  # small, and whole
    ({5: (10.0, 45.0, 16.0, 51.0)}, True),  # whole, but on the sliver
    ({6: (200.0, 50.0, 205.0, 56.0)}, False),  # out of the frame: not drawn anyway
    ({7: (5.0, 85.0, 25.0, 110.0)}, True),  # cut at the foot
    ({8: (72.0, 78.0, 95.0, 101.0)}, False),  # nearly whole at the foot
]


def test_a_sliver_of_a_thing_at_the_edge_is_left_out():
    things = sorted((thing for thing, _ in THINGS), key=lambda thing: -area(*thing.values()))
    gone = find_slivers(things, FRAME, [(30.0, 30.0, 70.0, 70.0)], load_look())
    assert set(gone) == {index for index, (_, is_gone) in enumerate(THINGS) if is_gone}
    # What a page must show whole is never left out, whatever lies beside it.
    near = [{0: (30.0, -70.0, 60.0, 20.0)}, {1: (32.0, 10.0, 50.0, 24.0)}]
    heart, figure = (25.0, 5.0, 70.0, 70.0), (30.0, -70.0, 60.0, 20.0)
    assert set(find_slivers(near, FRAME, [heart], load_look())) == {0}
    assert not find_slivers(near, FRAME, [heart, figure], load_look())


def test_what_hangs_on_a_part_that_is_left_out_goes_too():
    """But a part with the figure or at the maze stays, and so does what carries a hero that cannot
    be told from it."""
    things = [
        {0: (-60.0, 40.0, 30.0, 60.0), 1: (20.0, 42.0, 24.0, 46.0), 2: (27.0, 45.0, 29.0, 58.0)}
    ]
    heart, figure = (15.0, 20.0, 80.0, 80.0), (26.0, 44.0, 30.0, 59.0)
    for held, doors, gone in (
        ((), (), {0, 1, 2}),
        ((figure,), (), {0, 1}),
        ((), (((34.0, 50.0), 5.0),), set()),
    ):
        found = find_slivers(things, FRAME, [heart], load_look(), held, doors)
        assert set(found) == gone
    pole, flag, rope = (50.0, 5.0, 51.0, 40.0), (51.0, 5.0, 60.0, 10.0), (40.0, 30.0, 50.0, 31.0)
    maze = (10.0, 41.0, 90.0, 90.0)
    assert find_hanging([{0: pole, 1: flag}], {0}, maze) == {1}
    assert find_hanging([{0: pole, 1: rope, 2: (35.0, 20.0, 40.0, 35.0)}], {0}, maze) == set()
    assert find_hanging([{0: pole, 1: flag}], {0}, (55.0, 0.0, 90.0, 90.0)) == set()


@pytest.mark.parametrize(
    ("name", "box", "is_shown"),
    [
        ("galleon", (787, 250, 813, 840), True),  # the main mast, which carries a sail
        ("sunflower", (763, 883, 817, 1657), True),  # its stem
        ("merrygoround", (800, 320, 900, 372), False),  # the flag on the pole beside the board
        ("merrygoround", (800, 330, 800, 440), False),
    ],
)
def test_a_stage_without_its_board_has_masts_and_no_flag_without_a_pole(name, box, is_shown):
    stage = StageSource(name).load(True).without_board
    boxes = [tuple(map(round, find_layer_box(layer))) for layer in (*stage.back, *stage.front)]
    assert (box in boxes) is is_shown


def area(box):
    return (box[2] - box[0]) * (box[3] - box[1])


def test_parts_that_lie_on_each_other_are_one_thing_and_scenery_is_none():
    fish, eye, other = (10.0, 10.0, 30.0, 20.0), (12.0, 12.0, 14.0, 14.0), (29.0, 10.0, 49.0, 20.0)
    sea = (0.0, 5.0, 100.0, 100.0)
    things = group_things([sea, fish, eye, other], FRAME, load_look())
    assert sorted(map(sorted, things)) == [[1, 2], [3]]


def test_parts_that_stand_on_each_other_are_one_thing():
    lower, upper, beside = (
        (10.0, 20.0, 30.0, 30.0),
        (20.0, 10.0, 40.0, 20.0),
        (30.0, 25.0, 34.0, 30.0),
    )
    things = group_things([lower, upper, beside], FRAME, load_look())
    assert sorted(map(sorted, things)) == [[0, 1], [2]]


def test_a_small_thing_that_the_frame_cuts_is_left_out_even_beside_the_maze():
    things = [{0: (96.0, 50.0, 104.0, 56.0)}, {1: (60.0, 80.0, 110.0, 95.0)}]
    gone = find_slivers(things, FRAME, [(4.0, 4.0, 100.0, 100.0)], load_look())
    assert set(gone) == {0}


def test_a_tall_page_shows_what_it_can_show_whole_below_the_maze():
    middle, lower = (0.0, 0.0, 100.0, 150.0), (0.0, 20.0, 100.0, 170.0)
    ducks = 40.0, 145.0, 60.0, 160.0
    assert choose_frame([ducks], [middle, lower], load_look()) == lower
    # One that the lower frame cuts instead; then the first is as good.
    kite = 40.0, 10.0, 60.0, 25.0
    assert choose_frame([ducks, kite], [middle, lower], load_look()) == middle


@every_stage
def test_a_tall_page_shows_as_much_below_the_heart_as_above_or_more(path):
    stage = load(path)
    crop = stage.crop_to(290, 460)
    _, top, _, bottom = stage.heart
    above, below = top - crop.top, crop.top + crop.height - bottom
    _, y, _, height = stage.place.parts.page
    assert above <= below + 1e-6 or crop.top + crop.height == pytest.approx(y + height)


@every_stage
def test_words_stand_in_the_middle_of_their_board(path):
    stage = load(path)
    if not stage.place.words:
        return
    (left, top, right, bottom), board = stage.place.words, stage.board
    assert board != stage.place.words, "it has no board"
    assert board[0] <= left < right <= board[2]
    assert board[1] <= top < bottom <= board[3]
    assert abs((top - board[1]) - (board[3] - bottom)) <= 0.3 * (board[3] - board[1])


@every_stage
def test_the_front_covers_no_passage(path):
    """Beyond a few units from the rim, hero and goal apart where they stand in their doors."""
    stage = load(path)
    outline, left, top, unit = (
        stage.place.outline,
        stage.place.left,
        stage.place.top,
        stage.place.unit,
    )
    polygons = [polygon for area in outline.areas for polygon in area.polygons]
    deep = []
    for layer in stage.front:
        for subpath in layer.subpaths:
            points = [
                (round((x - left) * unit), round((y - top) * unit)) for x, y in subpath.points
            ]
            for point, (x, y), inside in zip(
                points, subpath.points, outline.find_inside(points), strict=True
            ):
                at_door = any(hypot(x - a, y - b) <= r + 60 for (a, b), r in stage.place.doors)
                if inside and _depth(point, polygons) / unit > (45 if at_door else 10):
                    deep.append((x, y))
    assert not deep, deep[:5]


def _depth(point, polygons):
    from puzzlebook.geometry.arcs import distance

    return min(
        distance(point, a, b, 0.0)
        for polygon in polygons
        for a, b in pairwise((*polygon, polygon[0]))
        if a != b
    )


def test_an_arrow_at_a_narrow_door_is_as_large_as_at_a_wide_one():
    """Where ornament runs across the door, the way through it widens."""
    stage, page, cell = StageSource("quatrefoil").load(False), (7.5 * 72, 9.75 * 72), 16.0
    crop, unit = stage.crop_to(*page), stage.unit_in(*page)
    ((x, y), _), _ = stage.place.doors
    (doorway,) = find_doorways(stage, crop, (((x + 8, y), (x - 8, y)),))
    assert doorway.cut > 2 * cell
    (arrow,) = place_arrows(stage, crop, unit, (doorway,), cell, 1.5)
    asides, aways = zip(*map(doorway.locate, arrow), strict=True)
    look, length = load_look(), max(aways) - min(aways)
    assert length == pytest.approx(look["longest_arrow"] * cell)
    assert max(asides) - min(asides) == pytest.approx(look["arrow_width"] * length)


def test_letters_are_closed():
    """Filled, they look the same without their last line; a pen would leave it out."""
    letter = Outline((Area((((0, 0), (600, 0), (600, 1000), (0, 1000)),)),), 600, 1000)
    (path,) = place_letters(letter, 10, 20, 0.1)
    assert path.closed
    assert path.points == ((10, 20), (70, 20), (70, 120), (10, 120))


def dress(path, page=(8, 11), largest=10.0, size="11x12"):
    """The doors of a stage on a page: doorways, arrows, and the stage dressed with its signs."""
    stage, doorways = load_ours(path), list_doorways(path, page)
    crop, unit = view_on(path, page)
    cell = list_cells(path, page)
    arrows = place_arrows(stage.without_figures, crop, unit, doorways, cell, 2.0 / unit)
    font = read_letters_font("text")
    signs = Sign("START", font, largest), Sign("FINISH", font, largest)
    return doorways, arrows, dress_doors(ShownDoors(stage, crop, unit, doorways, arrows), signs)


def view_on(path, page):
    stage, frame = load(path), (72 * page[0] - 72, 72 * page[1] - 90)
    return stage.crop_to(*frame), stage.unit_in(*frame)


def load_ours(path):
    """A stage of ours by its name, so that its hero and its goal move."""
    return StageSource(path.stem).load(False) if path in built_in() else load(path)


@every_stage
@every_page
def test_signs_stand_in_the_frame_and_outside_the_maze(path, page):
    """Off hero, goal, eyes, words and arrows; their pointers are short and end at an arrow."""
    stage = load_ours(path)
    if not stage.place.doors:
        return
    crop, unit = view_on(path, page)
    _, arrows, dressed = dress(path, page)
    layers = draw_signs(crop, unit, dressed.signs).layers
    points = [point for layer in layers for subpath in layer.subpaths for point in subpath.points]
    assert all(crop.left <= x <= crop.left + crop.width for x, _ in points)
    assert all(crop.top <= y <= crop.top + crop.height for _, y in points)
    assert count_within_rim(stage, [points]) == [0], "nor in a hole of it"
    assert len({sign.height for sign in dressed.signs}) <= 1, "of one size"
    for sign in dressed.signs:
        assert not any(touches(sign.box, other) for other in dressed.stage.kept_free)
        left, top, right, bottom = sign.box
        for x, y in (point for arrow in arrows for point in arrow):
            assert not (left < x < right and top < y < bottom)
        if sign.spot.tip:
            assert measure_distance(sign.box, sign.spot.tip) * unit <= 34.01, "12 mm"
    if path in (POND,):
        assert len(dressed.signs) == 2


@pytest.mark.parametrize("one_in", [19, pytest.param(1, marks=pytest.mark.exhaustive)])
def test_signs_stand_near_their_arrows(one_in):
    """Of ours, nine of ten within 10 mm."""
    away = [sign.spot.away / MM for path in built_in()[::one_in] for sign in dress(path)[2].signs]
    assert len([distance for distance in away if distance <= 10]) >= 0.9 * len(away)


@pytest.mark.parametrize(
    ("name", "page"),
    [("reindeerface", (8.5, 11)), ("bigseahorse", (8, 10)), ("threehorns", (6, 9))],
)
def test_hero_and_goal_are_whole_and_before_all_else(name, page):
    """Where they moved, the frame leaves out no part of them, and nothing lies over them."""
    path = next(path for path in built_in() if path.stem == name)
    stage, crop = dress(path, page)[2].stage, view_on(path, page)[0]

    def list_parts(layers):
        boxes = [find_layer_box(layer) for layer in layers]
        moved = [move.new_box for move in stage.moves]
        return [
            any(join_boxes([box, figure]) == pytest.approx(figure, abs=1e-3) for figure in moved)
            for box in boxes
        ]

    parts = list_parts(stage.front)
    assert stage.moves
    assert list_parts(stage.cut_out("front", crop, 0.01).layers).count(True) == parts.count(True)
    assert all(parts[-len(stage.moves) :])


def test_a_sign_has_letters_no_larger_than_it_asks_for():
    small, large = (dress(POND, largest=largest)[2].signs[0].height for largest in (8.0, 100.0))
    assert small * view_on(POND, (8, 11))[1] <= 8.001
    assert small < large


def test_signs_of_a_book_have_letters_of_one_size():
    """Both of a drawing have; they are smaller only in the few drawings with too little space for
    them at their doors."""
    paths, full = built_in()[::23], 0
    for path in paths:
        unit, dressed = view_on(path, (8, 11))[1], dress(path, largest=11.0)[2]
        heights = [round(sign.height * unit, 3) for sign in dressed.signs]
        assert heights in ([round(11.0 * dressed.sign_size, 3)] * 2, [])
        full += heights in ([11.0] * 2, [])
    assert full >= 0.85 * len(paths)


def test_lines_are_never_thinner_than_a_printer_takes():
    stage = load(POND)
    thin = _cut_out(stage.back, stage.crop_to(100, 140), 5.0)
    assert min(layer.style.width for layer in thin.layers if layer.style.width) == 5.0


def view_box(over):
    """A stage of 8 x 10 cells with this in its front."""
    source = StageSource("mine.svg", drawing(OUTLINE, START, FINISH, f'<g id="front">{over}</g>'))
    stage = source.load(False)
    grid = make_grid("square", (8, 10), stage.silhouette, "drawn")
    return view_stage(stage, "square", (8, 10), grid, stage.heart_size), grid, source


@pytest.mark.parametrize(
    ("over", "note"),
    [
        ('<circle cx="50" cy="80" r="30" fill="none" stroke="#000000"/>', ""),
        ('<circle cx="12" cy="60" r="4"/>', ""),  # a hero in the door
        (
            '<circle cx="55" cy="85" r="4"/>',
            "stage mine.svg: front hides one cell of the maze; move what lies over it to back",
        ),
    ],
)
def test_a_front_may_hide_a_little_of_the_maze(over, note):
    refuse_hidden_maze(*view_box(over))
    said, _, alternative = note_hidden_cells(*view_box(over)).partition(", or ")
    assert said == note
    assert alternative == ("cut a hole for it out of maze" if note else "")


def test_a_front_that_hides_passages_is_refused():
    with pytest.raises(Refused) as refused:
        refuse_hidden_maze(*view_box('<rect x="30" y="60" width="40" height="40"/>'))
    (fault,) = refused.value.faults
    assert (fault.where, fault.what) == (
        "stage mine.svg",
        "front hides 16 of the maze's 80 cells",
    )


@every_stage
def test_the_maze_lies_where_the_drawing_has_its_place(path):
    """The drawing's rim is that of the grid, on paper, wherever the frame is."""
    stage, size = load(path), (14, 16)
    grid = make_grid("square", size, stage.silhouette, "drawn")
    view = view_stage(stage, "square", size, grid, (500, 700))
    left, top, right, bottom = stage.outline_box
    box = [
        view.x + left * view.scale,
        view.y + top * view.scale,
        view.x + right * view.scale,
        view.y + bottom * view.scale,
    ]
    assert box == pytest.approx([0, 0, grid.width, grid.height], abs=0.35)
    assert view.cell == pytest.approx(view.unit / view.scale)


@pytest.mark.parametrize(
    ("shape", "size"),
    [
        ("square", "12x14"),
        ("hexagonal", "12x12"),
        ("triangular", "16x12"),
        ("polar", "8"),
        ("cairo", "8x8"),
    ],
)
@pytest.mark.parametrize("edge", ["drawn", "steps"])
def test_doors_are_open_where_the_stage_has_them(shape, size, edge):
    maze = make_maze(shape, size, seed="owl", stage=POND, edge=edge)
    assert maze.design.ends == "stage"
    svg = maze.svg(marks="icons")
    names = re.findall(r'<g[^>]* id="(\w+)"', svg)
    assert names[0] == "back"
    assert "doorways" not in names, "no line of this drawing runs across its doors"
    assert "front" in names
    assert "start" not in names
    assert "finish" not in names
    above = names[names.index("walls") + 1 :]
    assert [name for name in above if name != "signs"] == ["front", "title", "arrows", "frame"]


def test_the_way_is_above_the_back_and_below_the_front():
    svg = make_maze(size="12x14", seed="owl", stage=POND).svg(solution=True)
    names = re.findall(r'<g[^>]* id="(\w+)"', svg)
    assert (
        names.index("back") < names.index("paper") < names.index("solution") < names.index("front")
    )


def test_without_doors_the_marks_are_drawn_as_ever():
    maze = make_maze(size="12x14", seed="owl", stage=BEETLE)
    assert maze.design.ends == "far"
    names = re.findall(r'<g[^>]* id="(\w+)"', maze.svg())
    assert {"start", "finish"} <= set(names)
    assert "signs" not in names
    assert load(BEETLE).marks(MARKS["both"]) == MARKS["both"]


def test_a_view_holds_room_for_arrows_outside():
    stage, size = load(BEETLE), (12, 14)
    grid = make_grid("square", size, stage.silhouette, "drawn")
    plain, arrows = (
        view_stage(stage, "square", size, grid, (400, 500), MARKS[marks])
        for marks in ("icons", "both")
    )
    assert arrows.unit < plain.unit
    assert set_in_stage(_empty(), arrows, ()).width > grid.width + 2


def test_the_picture_of_a_stage_is_what_its_frame_shows():
    """Where its inset begins too: on a wide page above the stage's middle."""
    stage, size = load(POND), (12, 14)
    grid = make_grid("square", size, stage.silhouette, "drawn")
    for width, height in ((700, 400), (400, 700)):
        view = view_stage(stage, "square", size, grid, (width, height))
        drawing = set_in_stage(_empty(), view, ())
        frame = drawing.layers[-1].inset
        inner = frame.drawing
        corner = frame.x + inner.left * frame.scale, frame.y + inner.top * frame.scale
        assert (drawing.left, drawing.top) == pytest.approx(corner)
        assert (drawing.width, drawing.height) == pytest.approx(
            (inner.width * frame.scale, inner.height * frame.scale)
        )


def _empty():
    from puzzlebook.drawing.drawing import Drawing, Layer, Style

    return Drawing(0, 0, 1, 1, 1, (Layer("walls", Style(1.0), ()),))


# -- The page about them ---------------------------------------------------------------------------------


def test_the_stage_on_the_page_works_as_it_stands(tmp_path):
    from command import HOME, run

    page = (HOME / "docs" / "stages.md").read_text(encoding="utf-8")
    (svg,) = re.findall(r"```svg\n(.*?)```", page, re.S)
    (tmp_path / "mine.svg").write_text(svg)
    (console,) = re.findall(r"```console\n(.*?)```", page, re.S)
    for command in console.splitlines():
        done = run(*command.split()[1:], "--seed", "owl", cwd=tmp_path)
        assert done.code == 0, done.err
    assert (tmp_path / "mine.pdf").exists()


# -- Doors and spoiled drawings --------------------------------------------------------------------------


@every_stage
@pytest.mark.parametrize("size", ["8x9", "11x12", "16x18"])
def test_the_front_leaves_the_gates_to_be_seen(path, size):
    stage, maze = load(path), make_maze(size="11x12", seed="owl", stage=path)
    if not stage.place.doors or stage.front_outline is None:
        return
    grid = maze.shown
    view = view_stage(stage, "square", maze.design.size, grid, (500, 700))
    outline, left, top, unit = stage.front_outline
    for door in choose_doors(maze, Marks(doors=True)):
        (ax, ay), (bx, by) = (grid.corners[corner] for corner in grid.sides[door])
        gate = [
            (ax + (bx - ax) * share, ay + (by - ay) * share)
            for share in (0.2, 0.35, 0.5, 0.65, 0.8)
        ]
        points = [((x - view.x) / view.scale, (y - view.y) / view.scale) for x, y in gate]
        units = [(round((x - left) * unit), round((y - top) * unit)) for x, y in points]
        assert outline.find_inside(units).count(1) <= 3, "the hero may stand in a part of it"


@every_stage
def test_no_line_of_the_back_is_left_across_a_door(path):
    """But where the doorstep is shorter, so as to end before the frame or the rest of the maze."""
    stage = load(path)
    crop, reach = stage.crop_to(504, 702), load_look()["deepest"] * stage.size
    for doorway in list_doorways(path):
        beyond = [doorway.at(share, 1.4 * doorway.depth) for share in (-0.2, 1.2)]
        if any(count_in_maze(stage, [beyond])) or not all(
            crop.left < x < crop.left + crop.width and crop.top < y < crop.top + crop.height
            for x, y in beyond
        ):
            continue
        lines = _measure_lines_across(stage, doorway, reach)
        assert all(away <= doorway.depth + 1e-6 for away in lines)


@every_stage
@every_page
def test_an_arrow_stands_in_each_door_and_its_tip_in_the_way(path, page):
    """In the middle of the opening, in the frame, clear of the rim and of the rest of the maze."""
    stage, cell = load_ours(path), list_cells(path, page)
    crop, unit = view_on(path, page)
    doorways = list_doorways(path, page)
    wall = 2.0 / unit
    arrows = place_arrows(stage.without_figures, crop, unit, doorways, cell, wall)
    assert len(arrows) == len(stage.place.doors)
    for index, (doorway, arrow) in enumerate(zip(doorways, arrows, strict=True)):
        places = [doorway.locate(point) for point in arrow]
        away = [away for _, away in places]
        assert away[3] == pytest.approx((max, min)[index == 0](away)), "in, then out"
        assert places[3][0] == pytest.approx(0.0, abs=1e-6), "its tip is in the middle"
        assert min(away) >= -0.81 * cell
        assert all(abs(aside) < doorway.width / 2 for aside, away in places if away < wall)
        if has_space_before(stage, doorway):
            beyond = [point for point, away in zip(arrow, away, strict=True) if away > wall]
            assert count_in_maze(stage, [beyond]) == [0]
        assert all(crop.left < x < crop.left + crop.width for x, _ in arrow)
        assert all(crop.top < y < crop.top + crop.height for _, y in arrow)


def has_space_before(stage, doorway):
    """Whether a door is not in a bay of the rim that is narrower than the door."""
    points = [
        doorway.at(along, doorway.width * away) for along in (0.1, 0.5, 0.9) for away in (0.1, 0.4)
    ]
    return count_in_maze(stage, [points]) == [0]


def test_an_arrow_is_large_even_before_a_narrow_door():
    """It stands before the door, and is as long as a child can see."""
    path = next(path for path in built_in() if path.stem == "crabby")
    for size in ("8x9", "22x24"):
        maze = make_maze(size=size, seed="owl", stage=path)
        frame = 500, 640
        view = view_stage(load_ours(path), "square", maze.design.size, maze.shown, frame)
        posts = [find_posts(maze.shown, door) for door in choose_doors(maze, Marks(doors=True))]
        doorways = find_doorways(
            view.stage, view.crop, tuple([_convert_posts(view, ends) for ends in posts])
        )
        arrows = place_arrows(
            view.stage.without_figures,
            view.crop,
            view.unit,
            doorways,
            1 / view.scale,
            2 / view.unit,
        )
        for arrow in arrows:
            assert hypot(*_measure(arrow)) * view.unit >= 7 * MM


def _measure(arrow):
    """The way from an arrow's blunt end to its tip."""
    (x, y), (ax, ay), (bx, by) = arrow[3], arrow[0], arrow[-1]
    return x - (ax + bx) / 2, y - (ay + by) / 2


def test_a_doorstep_ends_before_another_part_of_the_maze():
    """In a narrow bay."""
    bay = '<path id="maze" d="M10 30L48 30L48 100L52 100L52 30L90 30L90 130L10 130Z"/>'
    ends = '<circle id="start" cx="48" cy="60" r="2"/><circle id="finish" cx="90" cy="100" r="5"/>'
    stage = StageSource("mine.svg", drawing(bay, ends)).load(False)
    crop = stage.crop_to(100, 140)
    start, finish = find_doorways(stage, crop, (((48, 55), (48, 65)), ((90, 95), (90, 105))))
    assert start.depth < 4 < finish.depth
    assert start.out == finish.out == (1, 0)


def test_a_doorstep_lies_beneath_the_maze_with_a_jamb_on_either_side():
    """Where lines of the drawing run across the door: elsewhere the rim is simply open."""
    stage, doorways = load(POND, in_colour=True), list_doorways(POND)
    crop = stage.crop_to(360, 560)
    cut, free = (tuple(way._replace(cut=depth) for way in doorways) for depth in (5.0, 0.0))
    styles = Style(7.0, BLACK), Style(3.0, WHITE)
    step, jambs, hollows, *others = draw_doorsteps(stage, crop, cut, styles).layers
    assert step.style.fill == stage.paper
    assert (jambs.style.width, len(jambs.subpaths), len(others)) == (7.0, 2, 3)
    assert (hollows.style, hollows.subpaths) == (styles[1], jambs.subpaths)
    assert not draw_doorsteps(stage, crop, free, styles).layers


def test_jambs_are_built_as_walls_are():
    outline, walls = Layer("outline", Style(8.0, BLACK), ()), Layer("walls", Style(5.0, BLACK), ())
    hollow, joints = (Layer("character", Style(*each), ()) for each in ((3.0, WHITE), (1.0, BLACK)))
    plain = Drawing(0, 0, 1, 1, 1, (outline, walls))
    cased = plain._replace(layers=(*plain.layers, hollow, joints))
    assert [*_list_jamb_styles(plain, 2.0)] == [Style(3.25, BLACK)]
    assert [*_list_jamb_styles(cased, 2.0)] == [Style(2.5, BLACK), Style(1.5, WHITE)]


@pytest.mark.parametrize("one_in", [19, pytest.param(1, marks=pytest.mark.exhaustive)])
def test_hero_and_goal_stand_before_the_doors(one_in):
    """In the frame, off the maze, the words, the arrows and each other; most within 10 mm of an
    arrow, and hardly any behind it."""
    distances = []
    for path in built_in()[::one_in]:
        stage = load_ours(path)
        if not any(stage.figures):
            continue
        crop, unit = view_on(path, (8, 11))
        doorways, arrows, dressed = dress(path)
        moved = {move.box: move for move in dressed.stage.moves}
        standing = dressed.stage.standing
        for before, box in zip(stage.figures, standing, strict=True):
            if before not in moved:
                continue
            left, top, right, bottom = box
            assert crop.left <= left < right <= crop.left + crop.width, path.stem
            assert crop.top <= top < bottom <= crop.top + crop.height, path.stem
            assert not (stage.board and touches(box, stage.board)), path.stem
            assert not any(touches(box, eye) for eye in stage.without_figures.eyes), path.stem
            corners = [
                point
                for layer in dressed.stage.front
                if join_boxes([box, find_layer_box(layer)]) == box
                for subpath in layer.subpaths
                for point in subpath.points
            ]
            assert corners
            assert count_in_maze(stage, [corners])[0] <= len(corners) / 25, path.stem
        assert len(standing) < 2 or None in standing or not touches(*standing), path.stem
        for doorway, arrow, box in zip(doorways, arrows, standing, strict=False):
            end = doorway.at(0.5, max(doorway.locate(point)[1] for point in arrow))
            distances += [measure_distance(box, end) * unit / MM] if box else []
    assert len(distances) > 10
    assert len([distance for distance in distances if distance <= 10]) >= 0.9 * len(distances)
    assert max(distances) < 30


def test_a_figure_is_larger_or_smaller_than_in_the_drawing():
    """Large where there is space, and no smaller than a child can see; and all of it."""
    scales = []
    for path in built_in()[::13]:
        crop, _ = view_on(path, (8, 11))
        _, _, dressed = dress(path)
        for move in dressed.stage.moves:
            left, top, right, bottom = move.new_box
            share = max(right - left, bottom - top) / crop.width
            assert move.scale == 1 or share >= load_look()["least_figure"]
            assert move.scale <= 1 or share <= load_look()["figure_size"] + 1e-6
            parts = [find_layer_box(layer) for layer in dressed.stage.front]
            whole = join_boxes(
                [
                    move.new_box,
                    *(
                        part
                        for part in parts
                        if touches(part, move.new_box)
                        and join_boxes([part, move.new_box]) == move.new_box
                    ),
                ]
            )
            assert whole == move.new_box
            scales.append(move.scale)
    assert min(scales) < 1 < max(scales)


def test_the_figures_of_a_drawing_are_found():
    """Those that a row names, and others by their places at the doors."""
    for name, ends in templates.table("stage_doors.toml").items():
        stage = StageSource(name).load(False)
        hero, goal = stage.figures
        assert hero == tuple(ends["hero"]) if "hero" in ends else True
        assert goal == tuple(ends["goal"]) if "goal" in ends else True
    hero, goal = StageSource("volcano").load(False).figures
    assert hero == pytest.approx((1071, 1170, 1193, 1308), abs=3)
    assert goal == pytest.approx((429, 558, 646, 699), abs=3)


def test_what_a_user_has_drawn_stays_where_it_is():
    _, _, dressed = dress(POND)
    assert dressed.stage is load(POND)


def test_figures_go_to_the_doors_of_a_stage_that_offers_no_others_too():
    path = next(path for path in built_in() if path.stem == "bonefield")
    assert not load_ours(path).place.choices
    _, arrows, dressed = dress(path)
    assert dressed.stage.moves
    for box, arrow in zip(dressed.stage.standing, arrows, strict=True):
        assert not any(is_in_middle(box, point) for point in arrow)


@pytest.mark.parametrize("path", [POND, *built_in()[::17]], ids=lambda path: path.stem)
def test_a_door_is_open_in_pixels(path):
    """From the rim to the mouth of its doorstep no ink lies, but for the arrow and what stands in
    front."""
    maze, stage = make_small(path), load(path)
    svg = maze.svg(marks="icons", line="0.2mm")
    svg = re.sub(r'<g[^>]*id="(signs|arrows)".*?</g></g>', "", svg)
    pixels = np.asarray(
        Image.open(
            BytesIO(cairosvg.svg2png(bytestring=svg, output_width=1600, background_color="white"))
        ).convert("L")
    )
    left, top, width, _ = map(float, re.search(r'viewBox="([^"]*)"', svg)[1].split())
    place = re.search(
        r'id="back".*?translate\((-?[\d.]+) (-?[\d.]+)\) scale\(([\d.]+)\)', svg, re.S
    )
    x, y, scale = map(float, place.groups())
    for doorway in list_doorways(path):
        for share in (0.2, 0.5, 0.8):
            for away in range(5, 18):
                p, q = doorway.at(share, doorway.depth * away / 20)
                around = [(p + a, q + b) for a in (-14, 0, 14) for b in (-14, 0, 14)]
                if not any(count_hidden_by_front(stage, [around])):
                    column, row = (
                        ((v * scale + w) - u) / width * 1600
                        for v, w, u in ((p, x, left), (q, y, top))
                    )
                    assert pixels[round(row), round(column)] > 127, (share, away)


def spoiled(number):
    """A stage with a few numbers and signs changed."""
    chance = random.Random(number)
    text = chance.choice([POND, BEETLE]).read_text(encoding="utf-8")
    for _ in range(chance.randint(1, 3)):
        match = chance.choice(list(re.finditer(r"\d+(\.\d+)?", text)))
        value = chance.choice(["0", "1e9", "1e300", "-5", "1e-9", "99999999", "nan", "inf"])
        text = text[: match.start()] + value + text[match.end() :]
    if chance.random() < 0.5:
        place = chance.randrange(len(text))
        sign = chance.choice(
            ['"', "<g>", "</g>", "Z", "M", 'id="maze"', '<use href="#front"/>', "\0"]
        )
        text = text[:place] + sign + text[place:]
    return text.encode()


def test_a_spoiled_stage_is_a_picture_or_one_line(tmp_path):
    path, refused = tmp_path / "mine.svg", 0
    for number in range(60):
        path.write_bytes(spoiled(number))
        try:
            svg = make_maze(size="6x7", seed="owl", stage=path).svg(color=True)
        except Refused as found:
            refused, svg = refused + 1, f"<svg {len(found.faults)}"
        assert svg.startswith(("<?xml", "<svg 1")), number
    assert 5 < refused < 60


def test_a_single_maze_has_the_name_of_its_stage_where_a_book_has_words(tmp_path):
    path = next(path for path in built_in() if path.stem == "guitar")
    assert 'id="title"' in make_small(path).svg()
    # A name in letters that the font lacks is left out.
    own = tmp_path / "own.svg"
    own.write_text(re.sub("<title>.*?</title>", "<title>গিটার</title>", path.read_text("utf-8")))
    assert 'id="title"' not in make_maze(size="11x12", seed="owl", stage=own).svg()


def test_an_answer_recalls_the_face_but_neither_hero_nor_goal_nor_hills():
    """The eye of the long-neck is in its head, outside the maze."""
    stage = StageSource("longneck").load(in_colour=True)
    recalled = recall_character(stage)
    shown = [find_layer_box(layer) for layer in (*recalled.below, *recalled.above)]
    head = [eye for eye in stage.eyes if eye[3] < stage.outline_box[1]]
    assert head
    assert all(any(join_boxes([eye, box]) == eye for box in shown) for eye in head)
    assert not any(figure in shown for figure in stage.figures)
    assert max(right - left for left, _, right, _ in shown) < 1000
    assert recall_pictures(stage).box == stage.outline_box


def test_an_answer_recalls_no_waves_that_lie_behind_the_maze():
    """The captain's face is filled, the sea behind his beard is lines."""
    stage = StageSource("captainsbeard").load(in_colour=True)
    behind = {tuple(layer.subpaths) for layer in stage.back if not layer.style.fill}
    assert behind
    recalled = recall_character(stage)
    shown = [layer for layer in recalled.below if tuple(layer.subpaths) in behind]
    bodies = [find_layer_box(layer) for layer in stage.back if layer.style.fill]
    for layer in shown:
        box = find_layer_box(layer)
        assert any(touches(box, body) for body in bodies)
    waves = [box for box in map(find_layer_box, stage.back) if box[0] > stage.outline_box[2]]
    left, _, right, _ = recalled.box
    assert waves
    assert not any(left <= box[0] and box[2] <= right for box in waves)


def test_pictures_lie_wholly_on_the_maze():
    """Such as the eyes of the owl, and nothing that hangs over the rim."""
    for name in ("nightowl", "peacock"):
        stage = StageSource(name).load(in_colour=True)
        recalled = recall_pictures(stage)
        outline = stage.place.outline.fill_holes()
        for layer in recalled.above:
            points = [stage.place.to_outline(point)
                      for path in layer.subpaths for point in path.points]  # fmt: skip
            assert all(outline.find_inside(points)), name
        assert recalled.above or recalled.below, name


def test_an_answer_recalls_nothing_that_its_page_does_not_show():
    """Not the clouds that the frame cuts, nor the unicorn on them, which no one can tell from them;
    it is there as the figure at the door."""
    stage = StageSource("magicstar").load(in_colour=True)
    crop = Crop(*stage.heart[:2], *stage.heart_size)
    recalled = recall_character(stage, crop)
    left, top, right, bottom = recalled.box
    assert crop.left <= left
    assert crop.top <= top
    assert right <= crop.left + crop.width
    assert bottom <= crop.top + crop.height
    shapes = {tuple(layer.subpaths) for layer in (*recalled.below, *recalled.above)}
    assert shapes
    assert not shapes & {tuple(layer.subpaths) for layer in stage.list_at_unknown()}
    # What reaches over the frame of the page is cut off, so that it stays within the answer's room.
    view = SimpleNamespace(scale=0.05, x=0.0, y=0.0)
    drawn = add_recalled(Drawing(0, 0, 1, 1, 10.0, ()), view, recalled, 0.75)
    assert drawn.layers
    for layer in drawn.layers:
        cut = layer.inset.drawing
        assert left - 1 <= cut.left < cut.left + cut.width <= right + 1


def test_an_answer_shows_hero_and_goal_as_its_page_does():
    stage = StageSource("whiteswan").load(in_colour=True)
    piece = Drawing(0, 0, 10, 20, 1, ())
    theirs = [Layer(name, Style(), (), inset=Inset(piece, 5.0, 5.0, 0.1))
              for name in ("hero", "goal", "walls")]  # fmt: skip
    hero, goal, walls = show_own_figures(Drawing(0, 0, 9, 9, 10, theirs), stage).layers
    assert walls is theirs[2]
    for layer, box in zip((hero, goal), stage.figures, strict=True):
        inset, size = layer.inset, max(box[2] - box[0], box[3] - box[1])
        assert inset.scale * size == pytest.approx(2.0)  # as large, in the same place
        assert inset.x + inset.scale * (box[0] + box[2]) / 2 == pytest.approx(5.5)
        assert inset.y + inset.scale * (box[1] + box[3]) / 2 == pytest.approx(6.0)
        drawn = [part.subpaths for part in inset.drawing.layers]
        assert drawn == [part.subpaths for part in stage.front
                         if join_boxes([box, find_layer_box(part)]) == box]  # fmt: skip
        assert drawn


def test_a_stage_without_its_board_has_all_else():
    """The board of the egg is a cloud above it."""
    stage = StageSource("dinoegg").load(in_colour=True)
    bare = stage.without_board
    assert bare is stage.without_board
    gone = [layer for layer in stage.back if layer not in bare.back]
    left, top, right, bottom = stage.board
    air = 0.06 * stage.size
    assert gone
    boxes = [find_layer_box(layer) for layer in gone]
    assert all(left - air <= a and top - air <= b and c <= right + air and d <= bottom + air
               for a, b, c, d in boxes)  # fmt: skip
    stub = StageSource("stripybee").load(in_colour=True)
    assert len(stub.without_board.back) < len(stub.back)
    in_front = StageSource("robothead").load(in_colour=True)
    assert len(in_front.without_board.front) < len(in_front.front)


def test_a_word_that_is_hardly_wider_than_it_is_tall_has_larger_letters():
    """As in Arabic script, whose dots count as height."""
    doors = dress(POND)[2]
    font = read_letters_font("text")
    least = load_look()["min_wide"]
    shown = ShownDoors(doors.stage, *view_on(POND, (8, 11)), *dress(POND)[:2])
    for word, is_larger in (("START", False), ("ÄJ", True)):
        placed = place_signs(shown, (Sign(word, font, 10.0),), 1.0)
        for sign in placed:
            wide = sign.letters.width / sign.letters.height
            height = sign.height * shown.unit
            assert height == pytest.approx(10.0 * max(1.0, least / wide), rel=0.01)
            assert (height > 10.5) == is_larger
