"""Plain mazes in frames, in books for adults: their quotations, and the words beside their arrows."""

from __future__ import annotations

from itertools import pairwise, product

import pytest
from stated import load_stated

import puzzlebook
from puzzlebook.books.pages import framed, staged
from puzzlebook.books.pages.answers import place_answer
from puzzlebook.books.pages.borders import draw_border
from puzzlebook.books.pages.openers import Chapter, lay_out_opener
from puzzlebook.books.planning.book_plan import plan_book
from puzzlebook.books.planning.setting import HEAVY
from puzzlebook.drawing.drawing import THINNEST
from puzzlebook.geometry.arcs import find_extremes, midpoint
from puzzlebook.maze_art.arrow_words import (
    _measure_stack,
    draw_arrow_words,
    place_arrow_words,
)
from puzzlebook.maze_art.inked import find_inked_box
from puzzlebook.maze_art.marks import ARROWS
from puzzlebook.maze_art.plate import make_plate
from puzzlebook.maze_art.recalled import measure_recalled, recall_pictures, recall_plate
from puzzlebook.maze_art.scenes import find_corners, find_motif, find_vignette
from puzzlebook.maze_art.stage import load_look
from puzzlebook.maze_art.stage_signs import Sign
from puzzlebook.maze_art.stage_things import join_boxes
from puzzlebook.maze_art.theme import load_theme
from puzzlebook.mazes import Design, draw_maze, make_grid
from puzzlebook.recipes.files import decide_seed, load
from puzzlebook.recipes.order import settle
from puzzlebook.running.process_pool import ALONE
from puzzlebook.typesetting import text
from puzzlebook.typesetting.page import Box, Picture, Text

SIZES = {
    "square": (20, 26), "hexagonal": (18, 22), "triangular": (30, 18), "polar": (10,)
}  # fmt: skip
SIGNS = tuple(
    Sign(word, text.font_content("S", text.REGULAR), 8.25) for word in ("START", "FINISH")
)


def planned(book, **overrides):
    loaded = load(book, {"seed": "owl", **overrides})
    order = settle(decide_seed(loaded), loaded.folder)
    return plan_book(order, lambda: None, ALONE)(None)


@pytest.fixture(scope="module")
def adult():
    return planned("adult", mazes=14)


@pytest.fixture(scope="module")
def plain():
    """A book without pictures, and with its own readers in all sections."""
    overrides = {"section.*.stage": "", "section.*.audience": "adult"}
    return planned("adult", mazes=14, **overrides)


def test_each_plain_maze_has_a_quotation_of_its_own(plain):
    quotations = {quotation.split(" — ")[0] for quotation in plain.setting.quotations}
    seen = set()
    for entry in plain.entries.values():
        rows = plain.stories[plain.puzzles[entry.number].page]
        said = {row.split(" — ")[0] for row in (*rows, " ".join(rows))} & quotations
        assert len(said) == 1, rows
        seen |= said
        assert entry.maze.plate.arrow_words
    assert len(seen) == len(plain.entries) >= 10


def test_words_and_mazes_are_clear_of_the_border(plain):
    patterns = []
    for entry in plain.entries.values():
        placement = plain.puzzles[entry.number]
        frame = framed.find_page_frame(plain.setting, placement.page)
        room = framed.find_framed_words_box(plain.setting, entry.part, placement.page)
        border, cartouche, _ = framed.draw_frame_and_words(
            plain.setting, entry, placement, placement.page
        )
        _, inner, *pattern = border.drawing.layers
        width = inner.subpaths[0].points[0][0]
        assert frame.y + width < room.y < room.bottom <= placement.box.y + 0.01
        drawn = placement.picture.drawing
        right = placement.picture.x + drawn.width * drawn.scale
        bottom = placement.picture.y + drawn.height * drawn.scale
        assert frame.x + width < cartouche.x < room.x
        assert frame.y + width < cartouche.y < room.y
        assert cartouche.y + cartouche.drawing.height <= placement.box.y + 0.01
        assert frame.x + width <= placement.picture.x < right <= frame.right - width
        assert bottom <= frame.bottom - width
        patterns.append(sum(len(layer.subpaths) for layer in pattern))
    assert len(set(patterns)) >= 4
    assert all(one != other for one, other in pairwise(patterns))


def test_no_line_around_a_maze_is_thinner_than_printers_take(plain):
    for entry in plain.entries.values():
        placement = plain.puzzles[entry.number]
        for picture in framed.draw_frame_and_words(plain.setting, entry, placement, placement.page):
            widths = [layer.style.width for layer in picture.drawing.layers]
            assert all(width >= THINNEST for width in widths if width)


def test_a_border_stays_within_its_width():
    """Whatever its design, which differs from page to page; no half of a figure is at a corner."""
    seen = set()
    for turn in range(14):
        _, inner, *pattern = draw_border(400, 500, 20.0, turn)
        assert inner.subpaths[0].points[0] == (20.0, 20.0)
        points = [point for layer in pattern for path in layer.subpaths for point in path.points]
        for x, y in points:
            assert -0.01 <= min(x, y, 400 - x, 500 - y) <= 20.01
        seen.add(len(points))
    assert len(seen) == 14


def test_a_narrow_border_is_two_lines():
    assert [len(layer.subpaths) for layer in draw_border(400, 500, 3.0, 7)] == [1, 1]
    assert len(draw_border(400, 500, 9.0, 7)) > 2


def test_each_hidden_picture_of_ours_has_a_clue_and_a_border_of_its_world():
    """Beside the words, which are above or below the maze; the clue touches neither these nor it."""
    plan = planned("hidden-pictures-adult", printer="kdp-paperback", page="8.5x11")
    shown, sides = [], set()
    for entry in plan.entries.values():
        placement = plan.puzzles[entry.number]
        page, picture = placement.page, placement.picture
        around, _, rings, clue, *_ = framed.draw_frame_and_words(
            plan.setting, entry, placement, page
        )
        room = framed.find_framed_words_box(plan.setting, entry.part, page)
        top, bottom = picture.y, picture.y + picture.drawing.height * picture.drawing.scale
        assert rings.y + rings.drawing.height <= top or rings.y >= bottom
        side = rings.drawing.width
        assert rings.x < clue.x < clue.x + clue.drawing.width * clue.drawing.scale < rings.x + side
        rows = framed._find_rows_box(entry.part, room, page)
        assert rows.right <= rings.x or rows.x >= rings.x + side
        assert (
            picture.drawing.width * picture.drawing.scale
            > 0.75 * plan.setting.sheet.live(page).width
        )
        shown.append((clue.drawing.layers, around.drawing.layers))
        sides.add((room.y < top, rings.x < room.x + room.width / 2))
    assert len(sides) == 4
    clues, borders = zip(*shown, strict=True)
    assert all(clues.count(clue) == 1 for clue in clues)
    assert sum(border not in borders[:index] for index, border in enumerate(borders)) >= 10
    assert all(one != other for one, other in pairwise(borders))


def test_arrows_of_the_finest_hidden_pictures_are_whole():
    """None is pressed flat between the maze and the border."""
    plan = planned("hidden-pictures-adult", mazes=2, **{"section.*.size": "50x60"})
    for entry in plan.entries.values():
        for left, top, right, bottom in entry.maze.plate.arrows:
            sides = (right - left) * entry.scale, (bottom - top) * entry.scale
            assert min(sides) >= 0.8 * max(sides)


def test_other_languages_have_frames_and_no_english_in_them():
    plan = planned("adult", mazes=14, language="de")
    assert plan.setting.quotations == ()
    assert all(entry.maze.plate.arrow_words for entry in plan.entries.values() if not entry.view)


def test_the_words_are_whole_in_their_pictures(plain):
    """A picture that many pages share is clipped to its box."""
    for entry in plain.entries.values():
        placement = plain.puzzles[entry.number]
        *_, words = framed.draw_frame_and_words(plain.setting, entry, placement, placement.page)
        left, right = words.drawing.left, words.drawing.left + words.drawing.width
        xs = [
            x for layer in words.drawing.layers for path in layer.subpaths for x, _ in path.points
        ]
        assert left <= min(xs) < max(xs) <= right


def test_words_are_upright_where_there_is_room():
    grid, upright = make_grid("square", SIZES["square"]), 0
    for key in range(12):
        maze = draw_maze(Design("square", SIZES["square"], f"{key:016x}", "apart"), grid)
        plate = make_plate(maze, ARROWS, load_theme("ink"))
        words = place_arrow_words(plate, grid, SIGNS, 15.0, 2.0)
        assert all(word.along == (1.0, 0.0) for word in words)
        upright += len(words)
    assert upright >= 20


def test_words_at_the_sides_of_a_maze_are_letters_one_below_another():
    """They are upright, and of the same size as letters in a row."""
    grid, found = make_grid("square", SIZES["square"]), set()
    for key in range(12):
        maze = draw_maze(Design("square", SIZES["square"], f"{key:016x}", "apart"), grid)
        plate = make_plate(maze, ARROWS, load_theme("ink"))
        words = place_arrow_words(plate, grid, SIGNS, 15.0, 0.6)
        for sign, word, posts in zip(SIGNS, words, plate.doorways, strict=True):
            is_at_side = posts[0][0] == posts[1][0]
            assert bool(word.stacked) == is_at_side
            (layer,) = draw_arrow_words([word], [sign], 15.0)
            xs, ys = zip(*(point for path in layer.subpaths for point in path.points), strict=True)
            assert (max(ys) - min(ys) > 3 * (max(xs) - min(xs))) == is_at_side
            found.add(is_at_side)
    assert found == {True, False}


def test_letters_that_may_be_joined_are_not_stacked():
    assert _measure_stack(SIGNS[0], 1.0)
    assert _measure_stack(Sign("শুরু", SIGNS[0].font), 1.0) is None


def test_an_opener_is_a_picture_in_a_border_of_maze(adult):
    """The picture fills at least half of the page's height."""
    for part in adult.setting.parts:
        page = lay_out_opener(adult.setting, 5, Chapter(part, (1, 2), None, (1, 2), (1.0, 2.0)))
        border, motif = [item for item in page.items if isinstance(item, Picture)]
        height = motif.drawing.height * motif.drawing.scale
        assert height >= 0.5 * border.drawing.height * border.drawing.scale


@pytest.mark.parametrize("shape", SIZES)
def test_words_beside_arrows_are_clear_of_the_maze(shape):
    """In a frame, which leaves some room at the sides of a maze."""
    grid, found = make_grid(shape, SIZES[shape]), 0
    for key in range(12):
        ends = "apart" if shape != "polar" else "centre"
        maze = draw_maze(Design(shape, SIZES[shape], f"{key:016x}", ends), grid)
        plate = make_plate(maze, ARROWS, load_theme("ink"))
        words = place_arrow_words(plate, grid, SIGNS, 15.0, 0.6)
        found += bool(words)
        assert len({word.height for word in words}) <= 1
        for word in words:
            x, y = word.centre
            nearest = min(
                ((x - a) ** 2 + (y - b) ** 2) ** 0.5
                for side in range(len(grid.pairs), len(grid.sides))
                for arc in grid.arcs(side)
                for a, b in (arc[0], ((arc[0][0] + arc[1][0]) / 2, (arc[0][1] + arc[1][1]) / 2))
            )
            assert nearest > word.height / 2
    assert found >= 10


def test_what_is_painted_over_a_maze_is_still_found(tmp_path):
    """The words lie beside the maze; a word in it would be a fault."""
    made = puzzlebook.make_book("expert", seed="owl", output=tmp_path, overrides={"mazes": 8})
    assert not puzzlebook.verify(made.folder).faults
    rows = [row for row in made.manifest["mazes"] if row["shape"] != "polar"]
    assert {row.get("rim") for row in rows} == {"heavy"}
    assert all('id="outline"' in (made.folder / row["svg"]).read_text("utf-8") for row in rows)


def test_every_opener_of_our_books_for_adults_has_its_motif(adult):
    for book in ("adult", "adult-easy", "hidden-pictures-adult", "expert"):
        for section in load_stated(book).recipe.sections:
            assert find_motif(section.key) is not None, section.key
    assert find_motif("a-section-of-mine") is None


def test_each_hidden_picture_for_adults_has_a_riddle_that_does_not_name_it():
    plan = planned("hidden-pictures-adult")
    asked = set()
    for entry in plan.entries.values():
        line = " ".join(plan.stories[plan.puzzles[entry.number].page])
        title = plan.setting.picture_title(entry.picture)
        assert line == " ".join(plan.setting.find_riddle(entry.part, entry.picture))
        assert line.endswith("What am I? ____________")
        names = {*entry.picture.code.split("."), *title.lower().split()} - {"a", "an", "with", "of"}
        assert not names & set(line.lower().replace(".", " ").split())
        assert find_vignette(entry.part.section.key) is not None
        asked.add(line)
    assert len(asked) == len(plan.entries) == 22
    assert find_vignette("a-section-of-mine") is None


def test_no_riddle_touches_the_clue_beside_it():
    for page in ("6x9", "letter"):
        plan = planned("hidden-pictures-adult", page=page)
        for entry in plan.entries.values():
            placement = plan.puzzles[entry.number]
            number, story = placement.page, plan.stories[placement.page]
            words = framed.find_framed_words_box(plan.setting, entry.part, number)
            room = framed._find_rows_box(entry.part, words, number)
            texts = framed.set_framed_words(plan.setting, entry, story, number)
            rows = [item for item in texts if isinstance(item, Text)]
            assert len(rows) >= 3
            for item in rows:
                right = item.x + text.measure_width(item.text, item.face, item.size)
                assert room.x - 0.01 <= item.x < right <= room.right + 0.01


def test_other_questions_above_hidden_pictures_stay():
    """That of a section's own, and that of another language."""
    own = planned("hidden-pictures-adult", mazes=3, **{"section.*.story": "Look closely."})
    german = planned("hidden-pictures-adult", mazes=3, language="de")
    assert {rows for rows in own.stories.values() if rows} == {("Look closely.",)}
    assert all(german.setting.words("picture_question") in rows for rows in german.stories.values())


def test_answers_of_mazes_in_stages_show_what_is_in_their_holes(adult):
    staged = [entry for entry in adult.entries.values() if entry.view and entry.view.stage.pictures]
    assert staged
    for entry in staged:
        answer = place_answer(adult.setting, entry, Box(0, 0, 250, 300))
        assert answer.drawing.layers[0].name == "stage"


def test_answers_of_mazes_in_stages_point_at_their_doors(adult):
    staged = [entry for entry in adult.entries.values() if entry.view]
    assert staged
    for entry in staged:
        assert len(entry.maze.solved.arrows) == 2
        assert not entry.maze.plate.arrows


def test_a_row_in_a_drawing_is_split_before_it_is_small(plain):
    """Where it is too long for its board, in the type in which two rows would fit less well."""
    setting, room = plain.setting, Box(0, 0, 260, 46)
    row = "The Sainte-Chapelle in Paris has fifteen windows, each fifteen meters high."
    rows, share = staged._enlarge_words(setting, [row], room, room.width, load_look()["max_type"])
    assert " ".join(rows) == row
    assert len(rows) == 2
    whole = text.measure_width(row, setting.sizes.face, setting.sizes.body)
    assert share > room.width / whole


@pytest.mark.parametrize(
    ("book", "page", "volume"),
    [
        *(("large-print", page, volume) for page in ("8.5x11", "6x9") for volume in (1, 2)),
        *(("adult-easy", page, volume) for page in ("letter", "6x9") for volume in (1, 2)),
    ],
)
def test_no_line_above_a_maze_is_small_in_large_print(book, page, volume):
    """Neither a quotation in a frame nor what a drawing says; what would be small is left out."""
    plan = planned(book, page=page, volume=volume)
    setting, share = plan.setting, load_look()["large_line"]
    told = 0
    for entry in plan.entries.values():
        placement = plan.puzzles[entry.number]
        number, story = placement.page, plan.stories[placement.page]
        if setting.is_framed(entry.part):
            items = framed.set_framed_words(setting, entry, story, number)
        else:
            words = staged.find_words_box(entry.view, placement.picture)
            items = staged.set_words(setting, entry, story, words, words)
        lines = [item for item in items if isinstance(item, Text)]
        assert min(line.size for line in lines) >= share * setting.sizes.body - 0.01
        told += len(lines) > 1
    assert told >= len(plan.entries) / 2


def test_answers_fill_the_width_of_their_boxes(adult):
    """Nothing is kept free around the maze, such as for an arrow; each is in the middle of its box,
    below a caption that is at one height on all pages."""
    setting, box = adult.setting, Box(0, 0, 250, 420)
    entries = [entry for entry in adult.entries.values() if entry.view][:2]
    for entry in entries:
        picture = place_answer(setting, entry, box)
        scale = picture.drawing.scale
        assert picture.drawing.width * scale == pytest.approx(250 - 14)
        recalled = recall_plate(entry.view.stage, entry.view.crop)
        inked = find_inked_box(entry.maze.solved)
        left, _, right, _ = join_boxes([inked, measure_recalled(entry.view, recalled)])
        assert picture.drawing.width == pytest.approx(right - left + 2 * HEAVY / scale)
        above = picture.y
        below = box.height - picture.y - picture.drawing.height * scale
        assert above > 15
        assert below > 14
        alone = place_answer(setting, entry, Box(0, 0, 250, 5000))
        assert alone.y > above


def test_an_answer_shows_the_object_of_its_plate_in_pale_lines():
    """Such as the basket below a balloon, and the pictures on its maze as ever."""
    from puzzlebook.maze_art.stage_source import StageSource

    stage = StageSource("balloon").load(False)
    recalled, pictures = recall_plate(stage, stage.crop_to(504, 702)), recall_pictures(stage)
    around = [layer for layer in recalled.below if layer not in pictures.below]
    assert recalled.box[3] > stage.outline_box[3] + 100
    assert around
    assert all(min(layer.style.line) >= 0.7 for layer in around if layer.style.width)
    assert all(layer in recalled.below for layer in pictures.below)


def test_ornaments_beside_an_outlined_maze_are_clear_of_it_and_whole():
    """They are in the corners, alike at the left and at the right, and none where it would be
    small; those of each section of ours are others."""
    from math import cos, dist, sin

    from puzzlebook.books.pages.spandrels import draw_spandrels

    keys = [part.key for part in load_stated("hidden-pictures-adult").recipe.sections]
    designs = [find_corners(key) for key in keys]
    assert len({*designs}) == len(designs)
    room, step = Box(50, 40, 500, 560), 2 * 3.14159265 / 90
    for design, (radius, count) in product(designs, ((230, 2), (345, 0))):
        rim = [(300 + radius * cos(k * step), 320 + radius * sin(k * step)) for k in range(91)]
        fans = list(draw_spandrels(room, [rim], design))
        assert len(fans) == count
        for fan in fans:
            assert room.x - 1 < fan.x < fan.x + fan.drawing.width < room.right + 1
            for layer in fan.drawing.layers:
                for path in layer.subpaths:
                    bends = path.bends or [0.0] * len(path.segment_ends)
                    points = list(path.points)
                    for start, end, bend in zip(
                        path.points, path.segment_ends, bends, strict=False
                    ):
                        if isinstance(bend, float) and bend:
                            points += find_extremes(start, end, bend)
                            points.append(midpoint(start, end, bend))
                    xs, ys = zip(*points, strict=True)
                    assert min(dist(point, other) for point in points for other in rim) > 5
                    assert room.x - 0.01 <= min(xs) <= max(xs) <= room.right + 0.01
                    assert room.y - 0.01 <= min(ys) <= max(ys) <= room.bottom + 0.01
