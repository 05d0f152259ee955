"""Books, sheets and class sets with stages: their pages, their pixels, and the ways back to them."""

import json
import re
from io import BytesIO
from itertools import product
from pathlib import Path

import cairosvg
import numpy as np
import pypdfium2
import pytest
from command import run
from PIL import Image
from staging import BEETLE, FINISH, OUTLINE, POND, START, drawing, with_stages

import puzzlebook
from puzzlebook.books.covers.look import make_look
from puzzlebook.books.scenes.placing import choose_hero
from puzzlebook.books.scenes.tableaux import draw_opener, draw_title
from puzzlebook.ground.faults import Refused
from puzzlebook.maze_art.doors import find_posts, side_middle
from puzzlebook.mazes import SHAPES, Silhouette, make_grid
from puzzlebook.recipes.files import decide_seed, load
from puzzlebook.recipes.order import settle
from puzzlebook.typesetting.page import Box
from puzzlebook.verbs.cover_pages import make_setting
from puzzlebook.verbs.one_maze import maze_from_code

RECIPE = """
audience = "{audience}"
theme = "{theme}"
{more}
[book]
title = "Stages"
matter = ["title", "key", "colophon"]
[[section]]
key = "a"
mazes = {mazes}
{section}
"""


def make(folder, section, mazes=2, audience="7-8", theme="dinosaur", more="", **arguments):
    recipe = folder / "staged.toml"
    recipe.write_text(
        RECIPE.format(audience=audience, theme=theme, more=more, mazes=mazes, section=section)
    )
    return puzzlebook.make_book(recipe, seed="owl", output=folder / "out", jobs=1, **arguments)


@pytest.fixture
def stages(monkeypatch, tmp_path):
    (tmp_path / "templates").mkdir()

    def use(**rows):
        with_stages(monkeypatch, tmp_path / "templates", **rows)

    return use


def test_rings_become_squares_around_a_stage(tmp_path):
    recipe = tmp_path / "staged.toml"
    section = 'shape = "polar"\nstage = "volcano"'
    recipe.write_text(
        RECIPE.format(audience="7-8", theme="dinosaur", more="", mazes=2, section=section)
    )
    loaded = load(str(recipe), {"seed": "owl"})
    (part,) = settle(decide_seed(loaded), loaded.folder).parts
    assert part.stages
    assert (part.section.shape, len(part.stages[0].size)) == ("square", 2)


def mazes_of(book):
    return json.loads((book.folder / "manifest.json").read_text())["mazes"]


@pytest.fixture(scope="module")
def black(tmp_path_factory):
    return make(tmp_path_factory.mktemp("black"), f"stage = '{POND},{BEETLE}'", mazes=3)


# -- From pixels -----------------------------------------------------------------------------------------


def greys(png):
    return np.asarray(Image.open(BytesIO(png)).convert("L"))


def read_passages(maze, pixels, left, top, scale):
    """The passages that a picture shows: what is light in the middle of a side and near it, since
    walls may be hollow."""
    found, near = [], round(0.08 * scale)
    for side, pair in enumerate(maze.grid.pairs):
        x, y = side_middle(maze.shown, side)
        row, column = round(top + y * scale), round(left + x * scale)
        if pixels[row - near : row + near + 1, column - near : column + near + 1].min() > 128:
            found.append(pair)
    return tuple(found)


def is_open(maze, pixels, left, top, scale, cell):
    """Whether some side of a cell at the rim is light beside the arrow in its middle."""
    inner = len(maze.grid.pairs)
    sides = [
        side
        for side in range(inner, len(maze.grid.sides))
        if maze.grid.rim_cells[side - inner] == cell
    ]
    return any(
        all(
            pixels[round(top + y * scale), round(left + x * scale)] > 128
            for x, y in list_beside_middle(maze.shown, side)
        )
        for side in sides
    )


def list_beside_middle(grid, side):
    """Points of a side, as it is drawn, on both sides of its middle."""
    (ax, ay), (bx, by) = find_posts(grid, side)
    x, y = side_middle(grid, side)
    return [(x + (bx - ax) * share, y + (by - ay) * share) for share in (-0.3, 0.3)]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_every_maze_is_read_from_the_pixels_of_its_page(black, number):
    row = mazes_of(black)[number - 1]
    path = POND if row["stage"] in maze_code_of(POND) else BEETLE
    maze, place, dots = maze_from_code(row["code"], stage=path), row["puzzle"], 4
    page = pypdfium2.PdfDocument(black.folder / "staged.pdf")[place["page"] - 1]
    pixels = np.asarray(page.render(scale=dots).to_pil().convert("L"))
    left, top, width, _ = place["box"]
    cell = width / maze.shown.width * dots
    at = pixels, left * dots, top * dots, cell
    assert read_passages(maze, *at) == maze.passages
    if path == POND:
        assert is_open(maze, *at, maze.start)
        assert is_open(maze, *at, maze.end)


def maze_code_of(path):
    return puzzlebook.make_maze(size="9x9", seed="owl", stage=path).code


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("kind", ["svg", "solution_svg"])
def test_the_svg_file_shows_the_same_maze(black, number, kind):
    row = mazes_of(black)[number - 1]
    path = POND if row["stage"] in maze_code_of(POND) else BEETLE
    maze = maze_from_code(row["code"], stage=path)
    text = (black.folder / row["svg"]).read_text()
    left, top, width, _ = map(float, re.search(r'viewBox="([^"]+)"', text)[1].split())
    pixels = greys(
        cairosvg.svg2png(bytestring=text.encode(), output_width=1600, background_color="white")
    )
    scale = 1600 / width
    assert read_passages(maze, pixels, -left * scale, -top * scale, scale) == maze.passages


def test_svg_and_pdf_are_one_picture(black):
    for row in mazes_of(black):
        place, dots = row["puzzle"], 2
        text = (black.folder / row["svg"]).read_text()
        left, top, width, height = map(float, re.search(r'viewBox="([^"]+)"', text)[1].split())
        path = POND if row["stage"] in maze_code_of(POND) else BEETLE
        cell = place["box"][2] / maze_from_code(row["code"], stage=path).shown.width
        page = pypdfium2.PdfDocument(black.folder / "staged.pdf")[place["page"] - 1]
        pixels = np.asarray(page.render(scale=dots).to_pil().convert("L")).astype(float)
        x, y = (round((place["box"][i] + edge * cell) * dots) for i, edge in enumerate((left, top)))
        wide, high = round(width * cell * dots), round(height * cell * dots)
        png = cairosvg.svg2png(
            bytestring=text.encode(),
            output_width=wide,
            output_height=high,
            background_color="white",
        )
        svg = greys(png).astype(float)
        printed = pixels[y : y + high, x : x + wide]
        # Words stand on the page alone; and renderers differ along edges.
        off = (
            np.abs(
                svg[: printed.shape[0], : printed.shape[1]]
                - printed[: svg.shape[0], : svg.shape[1]]
            )
            > 140
        )
        assert off.mean() < 0.012


# -- The ways back ---------------------------------------------------------------------------------------


def test_a_book_is_verified_and_made_again(black, tmp_path):
    assert not puzzlebook.verify(black.folder).faults
    again = puzzlebook.rebuild(black.folder, output=tmp_path)
    assert (again.book.folder / "staged.pdf").read_bytes() == (
        black.folder / "staged.pdf"
    ).read_bytes()
    assert {row["stage"] for row in mazes_of(black)} == {
        code.split("-")[3] for code in map(maze_code_of, (POND, BEETLE))
    }


def test_verify_notices_another_maze(black, tmp_path):
    import shutil

    copy = tmp_path / "staged"
    shutil.copytree(black.folder, copy)
    svg = copy / "svg" / "001.svg"
    svg.write_text(re.sub(r'(id="walls"[^>]*><path d=")M[^M]*', r"\1", svg.read_text()))
    assert any("001.svg" in str(fault) for fault in puzzlebook.verify(copy).faults)


@pytest.mark.parametrize("kind", ["all", "key"])
def test_a_book_of_ours_is_made_again_from_its_code(stages, tmp_path, kind):
    stages(stages=["pond", "beetle"])
    book = puzzlebook.make_book("ages-7-8", seed="owl", output=tmp_path / "out", overrides={"section.*.stage": "theme", "theme": "dinosaur", "mazes": 2}, jobs=1)  # fmt: skip
    code = json.loads((book.folder / "manifest.json").read_text())["code"]
    assert "stage" in code
    again = puzzlebook.rebuild(code, output=tmp_path / "again")
    name = book.folder.name
    assert (again.book.folder / f"{name}.pdf").read_bytes() == (
        book.folder / f"{name}.pdf"
    ).read_bytes()
    assert not puzzlebook.verify(book.folder).faults


# -- What a recipe asks for ------------------------------------------------------------------------------


def stages_of(book):
    return [
        row.get("stage", "").partition(".")[0]
        for row in sorted(mazes_of(book), key=lambda row: row["draw"])
    ]


def test_stages_are_dealt_in_turn(stages, tmp_path):
    stages()
    assert stages_of(make(tmp_path, 'stage = "pond,beetle"', mazes=4)) == ["pond", "beetle"] * 2


def test_sections_with_the_same_stages_go_on(stages, tmp_path):
    stages()
    section = 'stage = "pond,beetle"\n[[section]]\nkey = "b"\nmazes = 1\nstage = "pond,beetle"'
    book = make(tmp_path, section, mazes=1)
    assert {row["section"]: row["stage"] for row in mazes_of(book)} == {"a": "pond", "b": "beetle"}


def test_those_of_the_theme_go_on_over_the_book(stages, tmp_path):
    stages(stages=["pond", "beetle"])
    section = 'stage = "theme"\n[[section]]\nkey = "b"\nmazes = 2\nstage = "theme"'
    book = make(tmp_path, section, mazes=1)
    rows = [
        [row["section"], row["stage"]]
        for row in sorted(mazes_of(book), key=lambda row: (row["section"], row["draw"]))
    ]
    assert rows == [["a", "pond"], ["b", "beetle"], ["b", "pond"]]


def test_a_later_volume_begins_with_another_drawing(tmp_path):
    """Stages, openers, title page, heroes and the cover's stage and band: each volume begins one
    later. The mazes of a section have the same stars, so their drawings come in that order."""
    firsts = []
    for volume in (1, 2):
        values = {"theme": "dinosaur", "volume": volume, "seed": "owl", "book.series": "Dino Days"}
        order = settle(decide_seed(load("ages-5-6", values)), tmp_path)
        setting = make_setting(order)
        scenes = order.theme.scenes
        names = [sized.source.name for part in order.parts for sized in part.stages]
        box = Box(0, 0, 400, 600)
        pages = [*(draw_opener(scenes, box, turn).pictures for turn in range(4)),
                 draw_title(scenes, box)]  # fmt: skip
        firsts.append((names, *pages, choose_hero(scenes, 1), make_look(setting).spine))
        assert names[0] == order.theme.in_volume.get("stages", order.theme.stages)[0]
    one, two = firsts
    assert one[0][0] != two[0][0]
    assert all(ours != theirs for ours, theirs in zip(one, two, strict=True))


def test_drawings_of_a_later_volume_come_in_another_order(stages, tmp_path):
    """With equal stars, in the order in which they were dealt; the stars never fall."""
    stages(stages=["pond", "beetle"])
    for volume in (1, 2):
        given = {"overrides": {"volume": volume}, "name": f"v{volume}"}
        book = make(tmp_path, 'stage = "theme"', **given)
        rows = sorted(mazes_of(book), key=lambda row: row["number"])
        assert stages_of(book)[0] == ("pond", "beetle")[volume - 1]
        order = [(row["stars"], row["draw"] if volume > 1 else row["difficulty"]) for row in rows]
        assert order == sorted(order)


def test_a_theme_without_any_leaves_the_section_as_it_is(stages, tmp_path):
    stages(stages=["pond"])
    book = make(tmp_path, 'stage = "theme-outlines"\nsilhouette = "heart"', mazes=1)
    assert mazes_of(book)[0]["silhouette"] == "heart"
    assert stages_of(book) == [""]


def test_the_top_level_names_the_stage_of_every_plain_section(stages, tmp_path):
    stages()
    section = '[[section]]\nkey = "b"\nmazes = 1\nsilhouette = "heart"'
    book = make(tmp_path, section, mazes=1, more='stage = "pond"')
    assert {row["section"]: row["silhouette"] for row in mazes_of(book)} == {
        "a": "pond",
        "b": "heart",
    }


@pytest.mark.parametrize(
    ("section", "what"),
    [
        ('stage = "pnod"', "did you mean"),
        ('stage = "missing.svg"', "missing.svg"),
        ('stage = "pond"\nsilhouette = "heart"', "cannot be combined with an outline"),
        ('stage = "pond"\nway = "heart"', "cannot be combined with a way"),
        ('ends = "stage"', "ends"),
    ],
)
def test_what_does_not_go_is_refused(stages, tmp_path, section, what):
    stages()
    with pytest.raises(Refused) as refused:
        make(tmp_path, section)
    assert what in str(refused.value)
    assert not (tmp_path / "out").exists()


def test_a_page_too_small_for_a_stage(stages, tmp_path):
    """One that was asked for is refused; a theme's gives way."""
    stages(stages=["pond"])
    with pytest.raises(Refused, match="no room"):
        make(tmp_path, 'stage = "pond"', audience="3-4", more='page = "5x8"')
    book = make(tmp_path, 'stage = "theme"', audience="3-4", more='page = "5x8"')
    assert stages_of(book) == ["", ""]


@pytest.mark.parametrize(("radius", "said"), [(8, "note: stage "), (20, "error: stage ")])
@pytest.mark.parametrize(
    "asked", [("make", "ages-7-8", "--mazes", "1", "--dry-run"), ("maze", "-o", "mine.svg.pdf")]
)
def test_a_front_over_the_maze_is_noted_and_one_over_much_of_it_refused(
    radius, said, asked, tmp_path
):
    front = f'<g id="front"><circle cx="50" cy="81" r="{radius}"/></g>'
    (tmp_path / "mine.svg").write_bytes(drawing(OUTLINE, START, FINISH, front))
    done = run(*asked, "--stage", "mine.svg", "--seed", "owl", cwd=tmp_path)
    (line,) = [line for line in done.err.splitlines() if "front hides" in line]
    assert line.startswith(said)
    assert line.endswith("; move what lies over it to back, or cut a hole for it out of maze")
    assert done.code == (2 if "error" in said else 0)


# -- Sets of stages --------------------------------------------------------------------------------------


def test_a_set_is_dealt_like_the_stages_of_a_theme(stages, tmp_path):
    stages(sets={"zoo": ["pond", "beetle"]})
    section = 'stage = "zoo"\n[[section]]\nkey = "b"\nmazes = 2\nstage = "zoo"'
    book = make(tmp_path, section, mazes=1)
    rows = [
        [row["section"], row["stage"]]
        for row in sorted(mazes_of(book), key=lambda row: (row["section"], row["draw"]))
    ]
    assert rows == [["a", "pond"], ["b", "beetle"], ["b", "pond"]]
    assert not book.remarks
    assert not puzzlebook.verify(book.folder).faults
    recipe = (book.folder / "recipe.toml").read_text()
    assert 'stage = "zoo"' in recipe


def test_a_stage_of_a_set_that_has_no_room_is_left_out(stages, tmp_path):
    """The beetle has narrow places; the pond has none."""
    stages(sets={"zoo": ["beetle", "pond"], "bugs": ["beetle"]})
    book = make(tmp_path, 'stage = "zoo"', audience="large-print", more='page = "6x9"')
    assert stages_of(book) == ["pond", "pond"]
    (remark,) = book.remarks
    assert remark == "1 of 2 mazes are in a drawing that came before, with another maze"
    single = make(
        tmp_path, 'stage = "zoo"', audience="large-print", more='page = "6x9"', mazes=1, name="one"
    )
    assert stages_of(single) == ["pond"]
    assert not single.remarks
    plain = make(
        tmp_path, 'stage = "bugs"', audience="large-print", more='page = "6x9"', name="plain"
    )
    assert stages_of(plain) == ["", ""]
    assert '"A" shows none of its drawings: on 6x9 with passages of 9 mm' in plain.remarks[0]


@pytest.mark.parametrize("page", ["6x9", "8.5x8.5"])
def test_a_drawing_of_which_a_page_has_room_for_one_maze_only_is_left_out(page):
    """There the spiral of the ammonite is one cell wide, so its grid has no loop."""
    given = {"seed": "owl", "theme": "dinosaur", "page": page}
    order = settle(decide_seed(load("ages-3-4", given)), Path())
    sized = [stage for part in order.parts for stage in part.stages]
    assert "ammonite" not in {stage.source.name for stage in sized}
    for stage in sized:
        grid = make_grid(stage.shape, stage.size, stage.silhouette)
        assert len(grid.pairs) >= grid.cells + 2


def test_only_as_many_stages_of_a_set_are_fitted_as_there_are_mazes(stages, tmp_path, monkeypatch):
    from puzzlebook.recipes import stage_grids

    stages(sets={"zoo": ["pond", "beetle"]})
    fitted = []
    choose = stage_grids.choose_stage_size

    def note(stage, *arguments):
        fitted.append(stage.title)
        return choose(stage, *arguments)

    monkeypatch.setattr(stage_grids, "choose_stage_size", note)
    make(tmp_path, 'stage = "zoo"', mazes=1)
    assert len(fitted) == 1


def test_a_grid_that_lacks_a_rim_of_the_outline_is_not_fitted(monkeypatch):
    """A fit could not show the missing loop, and would have the lowest rating."""
    from puzzlebook.mazes import fitted_grid, grids
    from puzzlebook.recipes import order_stages, stage_grids

    rims, fit = set(), fitted_grid.fit_grid

    def note(grid, drawing):
        loops = list(drawing)
        rims.add(len(grid.rim_walks) == len(loops))
        return fit(grid, loops)

    monkeypatch.setattr(fitted_grid, "fit_grid", note)
    monkeypatch.setattr(order_stages, "_fit_stage", order_stages._fit_stage.__wrapped__)
    stage_grids.choose_stage_size.cache_clear()
    grids.clear_grids()
    load("ages-3-4")
    assert rims == {True}


def test_a_set_in_a_book_for_fingers(stages, tmp_path):
    stages(sets={"zoo": ["pond"]})
    book = make(tmp_path, 'stage = "zoo"', audience="tactile", mazes=1)
    assert stages_of(book) == [""]
    assert '"A" shows no drawings: tactile mazes have none' in book.remarks


def test_a_set_gives_way_to_questions(stages, tmp_path):
    stages(sets={"zoo": ["pond"]})
    section = 'stage = "zoo"\nquestions = "times 7"'
    book = make(tmp_path, section, audience="7-8", mazes=1)
    assert stages_of(book) == [""]
    assert '"A" shows no drawings: questions need the room' in book.remarks
    with pytest.raises(Refused, match="questions cannot be combined with a stage"):
        make(tmp_path, section.replace("zoo", "pond"), audience="7-8", mazes=1, name="named")


SMALL_PAGES = [*product(("adult", "adult-easy"), ("5x8", "8.5x8.5"), ("easy", "hard"))]


@pytest.mark.parametrize(
    ("book", "page", "level"),
    [
        case if case[1:] == ("5x8", "easy") else pytest.param(*case, marks=pytest.mark.exhaustive)
        for case in SMALL_PAGES
    ],
)
def test_books_for_adults_show_pictures_on_every_page(book, page, level):
    """Each with enough cells, in passages as wide as its readers are promised."""
    loaded = load(book, {"page": page, "level": level, "seed": "owl", "mazes": 12})
    order = settle(decide_seed(loaded), Path())
    parts = [part for part in order.parts if part.section.stage]
    assert len(parts) == (7 if book == "adult" else 4)
    for part in parts:
        shown = len({sized.source.name for sized in part.stages})
        assert shown == part.mazes or (page == "5x8" and shown >= 2)
        for sized in part.stages:
            assert make_grid(sized.shape, sized.size, sized.silhouette).cells >= 12


@pytest.mark.parametrize("book", ["adult", "adult-easy"])
def test_a_book_for_adults_with_its_pictures_is_read_back(book, tmp_path):
    made = puzzlebook.make_book(book, seed="owl", output=tmp_path, overrides={"mazes": 6}, jobs=1)
    assert {"guitar"} < set(stages_of(made)) if book == "adult" else "ginkgo" in stages_of(made)
    assert not puzzlebook.verify(made.folder).faults
    assert puzzlebook.check(made.folder, printer="home").passed
    assert not made.remarks


@pytest.mark.parametrize("stage", ["zoo,pond", "pond,zoo"])
def test_the_word_for_a_set_stands_alone(stages, tmp_path, stage):
    stages(sets={"zoo": ["pond", "beetle"]})
    with pytest.raises(Refused, match="stands for several stages"):
        make(tmp_path, f'stage = "{stage}"')


def test_a_single_maze_has_one_stage(tmp_path):
    done = run("maze", "--stage", "gallery", cwd=tmp_path)
    assert done.code == 2
    assert done.err.startswith(
        "error: --stage: 'gallery' stands for several stages; give names of stages, "
    )


def test_a_set_changes_the_code_only_of_books_that_have_it(stages, tmp_path, monkeypatch):
    """Once there is a release, a book code includes what its recipe does not say."""
    from puzzlebook.ground import templates
    from puzzlebook.recipes import user_files
    from puzzlebook.recipes.book_codes import fingerprint_recipe

    stages(sets={"zoo": ["pond"]})
    monkeypatch.setattr(templates, "releases", lambda: ["1"])
    listed = {"files": {}}
    monkeypatch.setattr(templates, "read_listing", lambda release: listed)
    plain = load("ages-7-8").recipe
    staged = load("ages-7-8", {"section.*.stage": "zoo"}).recipe
    assert user_files.is_stage_set("zoo")
    before = [fingerprint_recipe(recipe, {}) for recipe in (plain, staged)]
    path = templates.find_folder() / "stage_sets.toml"
    path.write_text('zoo = ["beetle"]')
    after = [fingerprint_recipe(recipe, {}) for recipe in (plain, staged)]
    assert (before[0] == after[0], before[1] == after[1]) == (True, False)


def test_our_sets_are_listed_and_their_words_are_names_of_their_own(tmp_path):
    from puzzlebook.mazes import Silhouette
    from puzzlebook.recipes.user_files import STAGES_OF_THEME, load_stage_sets

    sets = load_stage_sets()
    known = Silhouette.stages()
    for word, names in sets.items():
        assert set(names) <= set(known)
        assert len(set(names)) == len(names)
        assert word not in {*known, *Silhouette.titles(), *STAGES_OF_THEME}
    assert Silhouette.stage_titles().keys() == set(known)
    parts = "roundels", "patterns", "keepsakes", "panels", "crossings", "vistas"
    assert sets["gallery"] == tuple(stage for part in parts for stage in sets[part])
    done = run("list", "stages", "Gallery", cwd=tmp_path)
    assert done.code == 0
    assert " ".join(done.out.split()) == f"gallery in turn: {', '.join(sets['gallery'])}"


# -- The cells that suit a stage ----------------------------------------------------------------------------


def test_our_stages_that_squares_do_not_suit_are_known():
    from puzzlebook.recipes.user_files import load_stage_shapes

    shapes = load_stage_shapes()
    assert shapes.keys() <= set(Silhouette.stages())
    assert set(shapes.values()) <= SHAPES.keys() - {"square"}


def test_rings_follow_a_rose_window_and_squares_a_circuit(tmp_path):
    made = make(tmp_path, 'stage = "rosewindow,circuit"', audience="adult")
    codes = [maze["code"].split("-") for maze in made.manifest["mazes"]]
    assert {(shape, stage) for _, shape, _, stage, *_ in codes} == {
        ("polar", "rosewindow.drawn"),
        ("square", "circuit"),
    }
    assert not puzzlebook.verify(made.folder).faults


@pytest.mark.parametrize("key", ["bridges", "edge", "size"])
def test_a_section_that_asks_for_something_keeps_its_squares(key):
    values = {"bridges": "4%", "edge": "steps", "size": "20x24"}
    overrides = {f"section.in-the-gallery.{key}": values[key]}
    order = settle(decide_seed(load("adult", {"seed": "owl", "mazes": 12, **overrides})), Path())
    (part,) = [part for part in order.parts if part.section.key == "in-the-gallery"]
    assert {sized.shape for sized in part.stages} == {"square"}


def test_bridges_leave_hexagons_to_a_stage_that_they_suit():
    """And no rings. Passages at a drawn rim are not wider for the bridges."""
    overrides = {"stage": "koipond,sunflames,viaduct", "section.over-and-under.stage": ""}
    order = settle(decide_seed(load("adult", {"seed": "owl", "mazes": 52, **overrides})), Path())
    (part,) = [part for part in order.parts if part.section.bridges]
    shapes = {sized.source.name: (sized.shape, sized.size) for sized in part.stages}
    assert [shape for shape, _ in shapes.values()] == ["hexagonal", "square", "square"]
    assert shapes["viaduct"][1] == (27, 23)


def test_a_single_maze_has_the_cells_that_suit_its_stage(tmp_path):
    maze = "maze", "--stage", "rosewindow", "--seed", "owl", "-o", "rose.svg"
    for options, shape in (
        ((), "polar"),
        (("--shape", "square"), "square"),
        (("--size", "20x20"), "square"),
    ):
        done = run(*maze, "--force", *options, cwd=tmp_path)
        assert f"Maze code:  1-{shape}-" in done.out, options


# -- Pages -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", ["5x8", "6x9", "8x10", "8.5x8.5", "11x8.5in"])
@pytest.mark.parametrize("ink", ["black", "premium-color"])
def test_pages_of_every_size_pass_the_check(tmp_path, page, ink):
    book = make(
        tmp_path, f"stage = '{POND}'", audience="9-11", more=f'page = "{page}"\nink = "{ink}"'
    )
    assert puzzlebook.check(book.folder, printer="home").passed
    assert not puzzlebook.verify(book.folder).faults


@pytest.mark.parametrize("language", ["en", "de", "fa", "bn"])
def test_the_words_stand_in_the_drawing(tmp_path, language):
    book = make(tmp_path, f"stage = '{POND}'", more=f'language = "{language}"', audience="9-11")
    place = mazes_of(book)[0]["puzzle"]
    page = pypdfium2.PdfDocument(book.folder / "staged.pdf")[place["page"] - 1]
    texts = page.get_textpage()
    words = texts.get_text_bounded(
        top=page.get_height() - 40, bottom=page.get_height() - place["box"][1] - 30
    )
    assert words.strip()


def test_a_number_without_a_story_fills_its_board(tmp_path):
    """With its stars: they and the number are larger than in a book with words."""
    heights = {}
    for language in ("en", "none"):
        book = make(
            tmp_path, f"stage = '{POND}'", 1, more=f'language = "{language}"', audience="9-11", name=language
        )  # fmt: skip
        page = mazes_of(book)[0]["puzzle"]["page"]
        texts = pypdfium2.PdfDocument(book.folder / f"{language}.pdf")[page - 1].get_textpage()
        _, bottom, _, top = texts.get_charbox(texts.get_text_range().index("1"))
        heights[language] = top - bottom
    assert heights["none"] > 1.5 * heights["en"]


def test_a_stage_is_in_the_file_once(tmp_path):
    small, large = (
        make(tmp_path, f"stage = '{POND}'", mazes=mazes, name=f"n{mazes}", overrides={"svg": False})
        for mazes in (4, 12)
    )
    counts = [_count_forms(book.folder / f"{book.folder.name}.pdf") for book in (small, large)]
    assert counts[0] == counts[1]


def _count_forms(path):
    """The number of forms of each box, of those that show more than a maze."""
    import pikepdf

    with pikepdf.open(path) as pdf:
        boxes = [
            tuple(map(float, item.BBox))
            for item in pdf.objects
            if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Form"
        ]
    counts = {box: boxes.count(box) for box in boxes if box[2] - box[0] > 300}
    assert counts
    return counts


def test_alt_text_says_what_the_stage_shows(tmp_path):
    book = make(tmp_path, f"stage = '{POND}'", more='pdf = "screen"')
    assert b"pond in the woods" in _text_of(book.folder / "staged-screen.pdf")


def _text_of(path):
    import pikepdf

    with pikepdf.open(path) as pdf:
        return b" ".join(
            str(item.get("/Alt", "")).encode()
            for item in pdf.objects
            if isinstance(item, pikepdf.Dictionary)
        )


# -- From the command line -------------------------------------------------------------------------------


def test_the_commands_of_a_stage(tmp_path):
    mine = tmp_path / "mine.svg"
    mine.write_bytes(POND.read_bytes())
    done = run(
        "maze",
        "--stage",
        "mine.svg",
        "--size",
        "12x14",
        "--seed",
        "owl",
        "-o",
        "m.svg",
        "--both",
        "--color",
        cwd=tmp_path,
    )
    assert done.code == 0, done.err
    code = re.search(r"1-square-\S+", done.out)[0]
    assert {path.name for path in tmp_path.glob("m*.svg")} == {
        "m.svg",
        "m-solution.svg",
        "mine.svg",
    }
    done = run("maze", code, cwd=tmp_path)
    assert (done.code, "--stage with that file" in done.err) == (2, True)
    done = run("maze", code, "--stage", "mine.svg", "--page", "letter", "-o", "m.pdf", cwd=tmp_path)
    assert done.code == 0, done.err
    page = pypdfium2.PdfDocument(tmp_path / "m.pdf")[0]
    assert page.get_size() == (612, 792)
    done = run(
        "make",
        "ages-7-8",
        "--stage",
        "mine.svg",
        "--mazes",
        "4",
        "--seed",
        "owl",
        "--dry-run",
        cwd=tmp_path,
    )
    assert (done.code, done.out.count("-stage.")) == (0, 4), done.err
    assert not (tmp_path / "output").exists()
    (tmp_path / "names.csv").write_text("Name\nMia\nTom\n")
    done = run(
        "make",
        "worksheet",
        "--stage",
        "mine.svg",
        "--names",
        "names.csv",
        "--seed",
        "owl",
        "-o",
        "out",
        cwd=tmp_path,
    )
    assert done.code == 0, done.err
    done = run("verify", "out/names", cwd=tmp_path)
    assert done.code == 0, done.err
    done = run("list", "stages", cwd=tmp_path)
    assert done.code == 0, done.err
    done = run("maze", "--color", cwd=tmp_path)
    assert (done.code, done.err.startswith("error: --color:")) == (2, True)


def test_steps_are_kept_in_the_recipe(tmp_path):
    book = make(tmp_path, f"stage = '{POND}'\nedge = \"steps\"", mazes=1)
    assert mazes_of(book)[0]["edge"] == "steps"
    assert not puzzlebook.verify(book.folder).faults
    again = puzzlebook.rebuild(book.folder, output=tmp_path / "again")
    assert mazes_of(again.book) == mazes_of(book)


def test_a_drawing_is_not_for_fingers(stages, tmp_path):
    stages(stages=["pond"])
    with pytest.raises(Refused, match="tactile book cannot have a stage"):
        make(tmp_path, 'stage = "pond"', audience="tactile")
    assert stages_of(make(tmp_path, 'stage = "theme"', audience="tactile", mazes=1)) == [""]


def test_any_number_of_processes_makes_the_same_book(tmp_path):
    section = f"stage = '{POND},{BEETLE}'"
    books = []
    for jobs in (1, 2):
        (tmp_path / str(jobs)).mkdir()
        recipe = tmp_path / str(jobs) / "staged.toml"
        recipe.write_text(
            RECIPE.format(audience="7-8", theme="dinosaur", more="", mazes=6, section=section)
        )
        books.append(
            puzzlebook.make_book(recipe, seed="owl", output=tmp_path / str(jobs) / "out", jobs=jobs)
        )
    files = [json.loads((book.folder / "manifest.json").read_text())["files"] for book in books]
    assert files[0] == files[1]


@pytest.mark.parametrize(("theme", "named"), [("rabbit", False), ("dinosaur", True)])
def test_words_name_the_hero_only_where_the_stage_is_the_themes_own(theme, named, tmp_path):
    book = puzzlebook.make_book(
        "worksheet",
        seed="owl",
        output=tmp_path,
        overrides={"stage": "swamp", "theme": theme, "mazes": 1, "svg": False},
    )
    document = pypdfium2.PdfDocument(book.folder / "worksheet.pdf")
    text = document[0].get_textpage().get_text_bounded()
    assert ("dinosaur" in text) == named
    assert "rabbit" not in text


def find_titles(path):
    """Return the size and the baseline of the number of each maze, from the pages of a PDF file."""
    with pypdfium2.PdfDocument(path) as document:
        for page in document:
            words = page.get_textpage()
            start = words.get_text_range().find("Maze ")
            if start >= 0 and "Answer on" in words.get_text_range():
                size = pypdfium2.raw.FPDFText_GetFontSize(words, start)
                yield round(size, 1), round(words.get_charbox(start)[1])


def test_drawn_and_plain_pages_have_one_kind_of_board(tmp_path):
    book = puzzlebook.make_book(
        "ages-9-11",
        seed="owl",
        output=tmp_path,
        overrides={"theme": "dinosaur", "mazes": 10},
        jobs=1,
    )
    mazes = mazes_of(book)
    assert {"stage" in maze["code"] for maze in mazes} == {True, False}
    titles = [*find_titles(next(book.folder.glob("*.pdf")))]
    assert len(titles) == len(mazes)
    assert len(set(titles)) == 1
