"""Class sets from outside: each pupil's own sheet, whoever else is in the class, and the teacher's
key to it."""

from __future__ import annotations

import json
import re
from itertools import pairwise, permutations
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pypdfium2
import pytest
from rendering import Picture, Printed, acts, flood, way

from puzzlebook import make_book
from puzzlebook.books.classes.class_plan import plan_class_set
from puzzlebook.books.classes.file_names import choose_file_stem
from puzzlebook.checks.verify import verify
from puzzlebook.class_lists.class_list import read_class_list
from puzzlebook.ground.faults import Refused
from puzzlebook.ground.seeds import derive_pupil_key, stream_draws
from puzzlebook.mazes import levels
from puzzlebook.mazes.codes import Design, read_code
from puzzlebook.mazes.generator import draw_maze
from puzzlebook.mazes.grids import make_grid
from puzzlebook.mazes.tilings import SHAPES
from puzzlebook.mazes.tracing import trace_walks
from puzzlebook.mazes.wilson import draw_spanning_tree
from puzzlebook.recipes.files import decide_seed, load
from puzzlebook.recipes.order import settle
from puzzlebook.running.process_pool import ALONE
from puzzlebook.typesetting import page as paper
from puzzlebook.verbs.one_maze import maze_from_code

SVG = "{http://www.w3.org/2000/svg}"
CLASS = """\
name;level;group;copies;print
Mia Berg;;red;;
Ben Østergård;easier;blue;;
Zoë Šimková;harder;red;2;
Anna-Lena Müller;5;;;large
Mia Berg;1;blue;;
Öz Ak;;;;
"""
WORDS = ("PLANET", "comet")


@pytest.fixture
def made(tmp_path):
    """Makes a class set of some lines of a list, in a folder of its own."""

    def make(lines: str = CLASS, **overrides) -> Printed:
        folder = tmp_path / f"{len(list(tmp_path.iterdir()))}"
        folder.mkdir()
        (folder / "3b.csv").write_text(lines, encoding="utf-8")
        pupils = read_class_list(folder / "3b.csv").pupils
        given = {
            "pupil": pupils,
            **{key.replace("__", "."): value for key, value in overrides.items()},
        }
        return Printed(
            make_book("worksheet", seed="owl", name="3b", output=folder, overrides=given).folder
        )

    return make


def sheets(book):
    """What is each pupil's own, by name: code, the SVG files, and where start and end lie within
    the box."""
    found = {}
    for maze in book.mazes:
        box = maze["puzzle"]["box"]
        inside = [[round(at - corner) for at, corner in zip(maze["puzzle"][end], box, strict=False)]
                  for end in ("start", "end")]  # fmt: skip
        files = [(book.folder / maze[kind]).read_bytes() for kind in ("svg", "solution_svg")]
        found[maze["name"]] = (maze["code"], *files, inside, [round(side) for side in box[2:]])
    return found


# -- One pupil, whoever else is in the class ---------------------------------------------------------------


@pytest.mark.parametrize("per_page", [1, 2, 4])
def test_a_sheet_depends_on_nobody_else(made, per_page):
    header, *rows = CLASS.splitlines()
    whole = sheets(made(mazes_a_page=per_page))
    others = {
        "one less": [*rows[:1], *rows[2:]],
        "one more": [rows[0], "Noah;;;;", *rows[1:]],
        "sorted anew": [rows[0], *rows[5:3:-1], *rows[1:4]],
        "alone": rows[:1],
    }
    for change, kept in others.items():
        for name, sheet in sheets(made("\n".join([header, *kept]), mazes_a_page=per_page)).items():
            if name in whole:
                assert sheet == whole[name], (change, name)


LAYOUTS = {"page": "a4", "mazes_a_page": 4, "language": "de", "marks": "both", "codes": "all", "sides": "one",
           "worksheet__instruction": "Find your way, and " * 20, "look": "3-4", "digits": "latin"}  # fmt: skip


def test_a_maze_depends_on_seed_and_name_whatever_the_layout(made):
    """In large print too: the grid follows from the size that was asked for, not from what a sheet
    has room for."""
    lines = "name;level;print\nMia;;large\nBen;5;large\nZoë;;\n"
    plain = [maze["code"] for maze in made(lines, svg=False).mazes]
    for key, value in LAYOUTS.items():
        assert [maze["code"] for maze in made(lines, svg=False, **{key: value}).mazes] == plain, key
    assert [maze["code"] for maze in made(lines.replace("print", "print;language").replace("large", "large;fa"),
                                          svg=False).mazes] == plain  # fmt: skip


def test_large_print_that_is_not_wide_enough_is_said(puzzlebook_here, tmp_path):
    (tmp_path / "3b.csv").write_text("name;level;print\nMia;5;large\n")
    command = ("make", "worksheet", "--names", "3b.csv", "--seed", "owl", "--no-svg", "--page")
    assert (
        "note: large print: passages are 9.0 mm wide, less than 12 mm; a larger page"
        in puzzlebook_here(*command, "a5").err
    )
    assert "large print" not in puzzlebook_here(*command, "a4", "--name", "a4").err


LANGUAGES = "name;language\nMia;\nNoah;english\nZoé;Français\nسارا;fa\nÖz;none\nKim;de_DE\n"


@pytest.mark.parametrize("per_page", [1, 4])
def test_each_pupil_in_a_language(made, per_page):
    book = made(LANGUAGES, language="de", mazes_a_page=per_page, worksheet__split=True)
    pages = {
        path.stem: pypdfium2.PdfDocument(path)[0].get_textpage()
        for path in book.folder.glob("sheets/*.pdf")
    }
    for name, title in {"Mia": "Finde deinen Weg", "Noah": "Find Your Way", "Zoé": "Trouve ton chemin",
                        "Kim": "Finde deinen Weg"}.items():  # fmt: skip
        assert title in pages[name].get_text_range()
    assert not re.search(r"\bName|Finde|Find", pages["Öz"].get_text_range())
    named = {maze["name"]: maze for maze in book.mazes}
    assert sum(Picture(book, maze, "puzzle").flows() for maze in named.values()) == 6
    at_right = pages["سارا"].search("راهت").get_next()
    assert at_right, "the title of a Persian sheet"
    left = pages["سارا"].get_charbox(at_right[0])[0]
    whole = book.pike.pages[0].MediaBox[2]
    assert left > float(whole) * (0.8 if per_page == 1 else 0.3)
    assert not verify(book.folder).faults
    fonts = book.manifest["versions"].keys()
    assert any("Arabic" in font for font in fonts)


def test_a_language_that_is_none_of_ours(puzzlebook_here, tmp_path):
    (tmp_path / "3b.csv").write_text("name;language\nMia;klingon\n")
    done = puzzlebook_here("make", "worksheet", "--names", "3b.csv")
    assert 'row 2: language: there is no language called "klingon"; allowed: bn, de' in done.err
    (tmp_path / "r.toml").write_text(
        'base = "worksheet"\n[[pupil]]\nname = "Mia"\nlanguage = "dee"\n'
    )
    done = puzzlebook_here("make", "r.toml")
    assert 'pupil.1.language: there is no language called "dee"; did you mean de?' in done.err


def test_two_pupils_of_one_name_have_different_mazes_and_are_told_apart(made):
    book = made()
    assert [maze["name"] for maze in book.mazes][::4] == ["Mia Berg", "Mia Berg (2)"]
    assert len({maze["digest"] for maze in book.mazes}) == len(book.mazes)


def test_keys_are_those_of_the_edition(made):
    for maze in made("name\nMia\nMia\n").mazes:
        keys = {
            derive_pupil_key("owl", "Mia", maze["draw"], attempt)
            for attempt in range(1, levels.MAX_ATTEMPTS + 1)
        }
        assert read_code(maze["code"]).key in keys
        assert maze_from_code(maze["code"]).digest == maze["digest"]


# -- Equally hard ------------------------------------------------------------------------------------------


def test_every_maze_lies_in_the_window_of_its_level(made):
    lines = "name,level\n" + "".join(f"Pupil {n},{n % 5 + 1}\n" for n in range(25))
    for maze in made(lines, svg=False).mazes:
        design = read_code(maze["code"])
        window = levels.find_window(design, make_grid(design.shape, design.size))
        assert window.minimum <= maze["difficulty"] <= window.maximum


def test_levels_that_nobody_sees_differ_in_difficulty_alone(made):
    lines = "name,level\n" + "".join(f"Pupil {n},{n % 5 + 1}\n" for n in range(15))
    mazes = made(lines, svg=False, worksheet__same_size=True).mazes
    assert len({maze["size"] for maze in mazes}) == 1
    by_level = [[maze["difficulty"] for maze in mazes[level::5]] for level in range(5)]
    for band, difficulties in enumerate(by_level, -2):
        design = read_code(mazes[0]["code"])
        window = levels.find_window(design, make_grid(design.shape, design.size), band)
        assert all(window.minimum <= one <= window.maximum for one in difficulties)
    assert max(by_level[0] + by_level[1]) < min(by_level[2])
    assert max(by_level[2]) < min(by_level[3] + by_level[4])


def test_kept_windows_are_what_is_measured():
    for level in range(1, 6):
        design = Design("square", SHAPES["square"].scale_size((9, 12), level), "", "apart")
        grid = make_grid("square", design.size)
        assert levels.kind_of_design(design) in levels._read_windows()
        assert levels.find_window(design, grid) == levels.measure_window(design, grid)


def test_harder_is_harder_and_any_shape_has_a_window():
    designs = [
        Design("hexagonal", SHAPES["hexagonal"].scale_size((8, 9), level), "", "opposite")
        for level in range(1, 6)
    ]
    windows = [
        levels.find_window(design, make_grid("hexagonal", design.size)) for design in designs
    ]
    assert all(easier.maximum < harder.minimum for easier, harder in pairwise(windows))


# -- On paper ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", ["a4", "letter"])
@pytest.mark.parametrize("per_page", [1, 2, 4])
def test_each_sheet_is_solved_from_pixels_and_its_answer_is_its_own(made, page, per_page):
    book = made(page=page, mazes_a_page=per_page)
    for maze in book.mazes:
        assert Picture(book, maze, "puzzle").flows(), maze["name"]
        spoiled = Picture(book, maze, "puzzle")
        spoiled.ring("start")
        assert not spoiled.flows()
        passages = Picture(book, maze, "puzzle").passages()
        assert len(passages) == maze["cells"] - 1
        assert len(flood(passages, 0)) == maze["cells"]
        solution = way(passages, maze["start"], maze["end"])
        answer = Picture(book, maze, "answer", scale=4)
        black = answer.pixels < 90
        for cell in range(maze["cells"]):
            passed = cell in solution[1:-1]
            assert black[answer.centre(cell)] == passed or cell in (solution[0], solution[-1]), (
                maze["name"]
            )


@pytest.mark.parametrize("key", ["inside", "separate"])
def test_names_stand_over_their_mazes_and_answers(made, key):
    book = made(worksheet__key=key)
    answers = (
        pypdfium2.PdfDocument(book.folder / "3b-key.pdf") if key == "separate" else book.pdfium
    )
    for maze in book.mazes:
        assert (
            maze["name"] in book.pdfium[maze["puzzle"]["page"] - 1].get_textpage().get_text_range()
        )
        assert maze["answer"].get("file") == ("3b-key.pdf" if key == "separate" else None)
        leaf = answers[maze["answer"]["page"] - 1]
        x, y, width, _ = maze["answer"]["box"]
        above = leaf.get_textpage().get_text_bounded(
            x - 60, leaf.get_height() - y, x + width, leaf.get_height() - y + 25
        )
        assert maze["name"] in above
    assert len(book.pdfium) == book.manifest["pages"]
    assert ("3b-key.pdf" in book.manifest["files"]) == (key == "separate")


def test_copies_and_large_print(made):
    book = made()
    assert len(book.pdfium) == 8  # six pupils, one of them twice, and the key
    sizes = {
        maze["name"]: max(line.size for line in book.lines(maze["puzzle"]["page"]))
        for maze in book.mazes
    }
    assert min(line.size for line in book.lines(4)) < 20 <= min(line.size for line in book.lines(5))
    assert sizes["Anna-Lena Müller"] > sizes["Mia Berg"]
    plain = made(CLASS.replace("large", "normal"))
    cells = [next(maze["puzzle"]["cell"] for maze in which.mazes if maze["name"].startswith("Anna"))
             for which in (plain, book)]  # fmt: skip
    assert cells[1] > 1.2 * cells[0]
    assert cells[1] > 12 * 72 / 25.4


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"worksheet__made": True},
        {"section__*__ends": "none"},
        {"section__*__word": list(WORDS), "mazes_a_page": 4},
    ],
)
def test_black_is_the_only_ink(made, changes):
    book = made(**changes)
    for page in range(1, len(book.pdfium) + 1):
        content = book.pike.pages[page - 1].Contents.read_bytes().decode("latin-1")
        assert not re.search(r"[\d.]+ [\d.]+ [\d.]+ (rg|RG)\b", content)
        # White is the paper, in the pictures at the ends.
        assert {float(grey) for grey in re.findall(r"([\d.]+) [gG]\b", content)} <= {0.0, 1.0}
        strokes = [act.value for act in acts(book.pike.pages[page - 1]) if act.kind == "stroke"]
        assert min(strokes, default=1) >= 0.75 - 1e-3
        pixels = book.pixels(page)
        assert pixels[:40].min() == pixels[-30:].min() == pixels[:, :30].min() == 255, (
            "ink in the margin"
        )


def test_nothing_that_is_for_books_stands_on_a_sheet(made):
    book = made()
    for page in range(1, 8):
        said = book.pdfium[page - 1].get_textpage().get_text_range()
        assert not re.search("answer|★|level|page|puzzlebook", said, re.IGNORECASE)
        assert all(word in said for word in ("Find Your Way", "Name", "Date"))
        assert "Score" not in said


def test_a_line_for_a_score_where_it_is_asked_for(made):
    said = made(worksheet__score="/ 10").pdfium[0].get_textpage().get_text_range()
    assert "Score" in said
    assert "/ 10" in said


def test_blank_backs(made):
    book = made(sides="one", worksheet__made=True)
    assert len(book.pdfium) == book.manifest["pages"] == 2 * 9 + 1
    assert [maze["puzzle"]["page"] for maze in book.mazes] == [1, 3, 5, 9, 11, 13]
    assert all(book.pixels(page).min() == 255 for page in range(2, 19, 2))
    assert all(Picture(book, maze, "puzzle").flows() for maze in book.mazes)
    assert {maze["answer"]["page"] for maze in book.mazes} == {19}


def test_two_of_one_name_in_a_book_from_right_to_left(made):
    book = made("name\nMia Berg\nMia Berg\n", language="fa", worksheet__split=True)
    assert [maze["name"] for maze in book.mazes] == ["Mia Berg", "Mia Berg (۲)"]
    assert sorted(path.name for path in book.folder.glob("sheets/*")) == [
        "Mia Berg (۲).pdf",
        "Mia Berg.pdf",
    ]
    assert not verify(book.folder).faults


def test_a_page_without_words_to_say_is_left_out(made):
    spoken, wordless = made(worksheet__made=True), made(worksheet__made=True, language="none")
    assert wordless.manifest["pages"] == len(wordless.pdfium) == spoken.manifest["pages"] - 2
    assert all(wordless.pixels(page).min() == 0 for page in range(1, len(wordless.pdfium) + 1))


def test_a_pupil_has_an_outline_of_the_list_whoever_else_is_there(made):
    def outlines(lines):
        drawn = {"section__*__silhouette": "heart,star", "section__*__size": "14x18", "svg": False}
        return {maze["name"]: maze["silhouette"] for maze in made(lines, **drawn).mazes}

    whole = outlines("name\n" + "".join(f"Pupil {n}\n" for n in range(12)))
    assert set(whole.values()) == {"heart", "star"}
    assert outlines("name\nPupil 7\nPupil 3\n") == {
        name: whole[name] for name in ("Pupil 7", "Pupil 3")
    }


def test_orders(made):
    def order(which):
        book = made(worksheet__order=which)
        return [
            maze["number"] for maze in sorted(book.mazes, key=lambda maze: maze["puzzle"]["page"])
        ]

    assert order("file") == [1, 2, 3, 4, 5, 6]
    assert order("name") == [4, 2, 1, 5, 6, 3]
    assert order("group") == [1, 3, 2, 5, 4, 6]
    assert order("level") == [5, 2, 1, 6, 3, 4]
    mazes = made(worksheet__order="name").mazes
    keyed = sorted(mazes, key=lambda maze: maze["answer"]["box"][:2][::-1])
    assert [maze["number"] for maze in keyed] == order("name"), "the key is in the pile's order"


def test_a_finder_behind_a_long_key(made):
    book = made("name\n" + "".join(f"Pupil {n:03}\n" for n in range(200, 160, -1)), svg=False)
    last = len(book.pdfium)
    said = book.pdfium[last - 1].get_textpage().get_text_range()
    names = re.findall(r"Pupil \d+", said)
    assert names == sorted(names)
    assert len(names) == 40
    for maze in book.mazes:
        assert re.search(rf"{maze['name']}\s+page {maze['answer']['page']}\b", said)


def test_one_lost_sheet_again(made, tmp_path):
    whole = made()
    again = Printed(make_book(str(whole.folder / "recipe.toml"), name="lost", output=tmp_path,
                              overrides={"worksheet.only": "mia berg"}).folder)  # fmt: skip
    assert sheets(again) == {
        name: sheet for name, sheet in sheets(whole).items() if name.startswith("Mia")
    }
    by_place = make_book(str(whole.folder / "recipe.toml"), name="third", output=tmp_path,
                         overrides={"worksheet.only": "3"})  # fmt: skip
    assert [maze["name"] for maze in by_place.manifest["mazes"]] == ["Zoë Šimková"]
    with pytest.raises(Refused, match="nobody on the list is called"):
        make_book(
            str(whole.folder / "recipe.toml"),
            name="x",
            output=tmp_path,
            overrides={"worksheet.only": "Noah"},
        )


def test_a_file_for_each_pupil(made):
    book = made(worksheet__split=True)
    files = {Path(name).stem: name for name in book.manifest["files"] if name.startswith("sheets/")}
    assert set(files) == {maze["name"] for maze in book.mazes}
    for name, file in files.items():
        pages = pypdfium2.PdfDocument(book.folder / file)
        assert len(pages) == (2 if name.startswith("Zoë") else 1)
        said = pages[0].get_textpage().get_text_range()
        assert {other for other in files if other in said} in ({name}, {"Mia Berg", name})


def test_file_names_are_safe_and_no_two_alike():
    taken = set()
    names = [
        "Mia",
        "mia",
        "MIA",
        "../x",
        "con",
        "a/b",
        "a:b",
        "...",
        "x" * 500,
        "é",
        "e\u0301",
        "Ana\u202e",
        "nul.txt",
    ]
    stems = [choose_file_stem(name, taken) for name in names]
    assert stems[:3] == ["Mia", "mia (2)", "MIA (3)"]
    for a, b in permutations([stem.casefold() for stem in stems], 2):
        assert a != b
    for stem in stems:
        assert not re.search(r'[<>:"/\\|?*\x00-\x1f\u202e]', stem)
        assert not stem.startswith(".")
        assert stem.split(".")[0].lower() not in ("con", "nul")
        assert len(stem.encode()) <= 110


def test_the_recipe_keeps_the_list_and_what_is_attached_does_not(made):
    book = made(pdf="both")
    recipe = (book.folder / "recipe.toml").read_text(encoding="utf-8")
    assert recipe.count("[[pupil]]") == 6
    import pikepdf

    screen = pikepdf.open(book.folder / "3b-screen.pdf")
    (attached,) = [bytes(file.get_file().read_bytes()) for file in screen.attachments.values()]
    assert b"[worksheet]" in attached
    assert b"Mia" not in attached
    again = make_book(
        str(book.folder / "recipe.toml"), name="3b", output=book.folder.parent / "again"
    )
    assert {**again.manifest, "self": book.manifest["self"]} == book.manifest


# -- Words -------------------------------------------------------------------------------------------------


def letters_of(path):
    """The letters of an SVG file by their cells."""
    tree = ElementTree.parse(path)
    (layer,) = [group for group in tree.iter(f"{SVG}g") if group.get("id") == "letters"]
    return {
        int(item.get("id").removeprefix("letter-")): item.find(f"{SVG}title").text for item in layer
    }


def test_the_way_spells_the_word_and_no_other_does(made):
    book = made(
        "name\n" + "".join(f"Pupil {n}\n" for n in range(20)), **{"section__*__word": list(WORDS)}
    )
    met = set()
    for maze in book.mazes:
        letters = letters_of(book.folder / maze["svg"])
        passages = maze_from_code(maze["code"]).passages
        solution = way(passages, maze["start"], maze["end"])
        word = "".join(letters.get(cell, "") for cell in solution)
        assert word in WORDS
        met.add(word)
        assert {maze["start"], maze["end"]}.isdisjoint(letters)
        degree = {cell: sum(cell in pair for pair in passages) for cell in range(maze["cells"])}
        for dead_end in (
            cell for cell, number in degree.items() if number == 1 and cell != maze["end"]
        ):
            read = "".join(letters.get(cell, "") for cell in way(passages, maze["start"], dead_end))
            assert read != word
        assert set(letters_of(book.folder / maze["solution_svg"])) < set(solution)
        assert word in book.pdfium[maze["answer"]["page"] - 1].get_textpage().get_text_range()
    assert met == set(WORDS)


def test_letters_are_outlines_within_their_cells(made):
    book = made("name\nMia\n", **{"section__*__word": "PLANET"})
    maze = book.mazes[0]
    picture = Picture(book, maze, "puzzle", scale=4)
    for cell in letters_of(book.folder / maze["svg"]):
        y, x = picture.centre(cell)
        reach = round(0.42 * picture.cell)
        window = picture.pixels[y - reach : y + reach, x - reach : x + reach]
        rows, columns = np.indices(window.shape)
        ring = np.hypot(rows - reach, columns - reach) > 0.39 * picture.cell
        assert (window < 128).any()
        assert not (
            window[ring & (np.hypot(rows - reach, columns - reach) < 0.42 * picture.cell)] < 128
        ).any()


@pytest.mark.parametrize(
    ("word", "line"),
    [
        (
            "A" * 30,
            r"has 30 letters, more than the way through a maze of 6x8 holds; at most \d+ letters",
        ),
        ("A" * 31, "has 31 letters; at most 30"),
        ("TWO WORDS", "is not a word of letters"),
        ("X", "is not a word of letters"),
        ("ПЛАНЕ\u16a0", "no font has a glyph"),
    ],
)
def test_words_that_do_not_fit(tmp_path, word, line):
    with pytest.raises(Refused, match=line):
        make_book(
            "worksheet",
            seed="owl",
            output=tmp_path,
            overrides={"section.*.word": word, "worksheet.level": 1},
        )
    assert not list(tmp_path.iterdir())


# -- Any two points, and how it is made --------------------------------------------------------------------


def test_any_two_points(made):
    book = made(**{"section__*__ends": "none"})
    assert all(maze["answer"] is None and maze["solution_svg"] is None for maze in book.mazes)
    assert "Mark a start and a finish" in book.pdfium[0].get_textpage().get_text_range()
    assert "exactly one way" in book.pdfium[len(book.pdfium) - 1].get_textpage().get_text_range()


@pytest.mark.parametrize(
    ("shape", "size"), [("square", (6, 6)), ("hexagonal", (5, 6)), ("polar", (5,))]
)
@pytest.mark.parametrize("graph", ["cell_graph", "wall_graph"])
def test_the_slow_walk_gives_the_kernels_tree_from_the_kernels_draws(shape, size, graph):
    grid = make_grid(shape, size)
    walked = getattr(grid, graph)
    for number in range(30):
        key = derive_pupil_key("owl", "trace", number)
        root = walked.nodes - 1
        quick, slow = stream_draws(key, "tree", walked.bits), stream_draws(key, "tree", walked.bits)
        tree = draw_spanning_tree(walked, root, quick, len(grid.pairs))
        edges = sorted(edge for step in trace_walks(walked, root, slow) for edge in step.edges)
        assert edges == [edge for edge, kept in enumerate(tree) if kept]
        assert next(quick) == next(slow), "both took the same draws"


def test_the_four_steps_are_a_real_run(made):
    from puzzlebook.books.pages.how_made import PURPOSE, trace_run
    from puzzlebook.ground.seeds import derive_maze_key

    run = trace_run("owl", 1)
    passages = {edge for step in run.steps for edge in step.edges}
    mazes = (
        draw_maze(
            Design(
                "square", (6, 6), derive_maze_key("owl", 1, PURPOSE, 1, attempt), "none", "passages"
            ),
            run.grid,
        )
        for attempt in range(1, 100)
    )
    assert any(
        {side for side, is_open in enumerate(maze.open_sides) if is_open} == passages
        for maze in mazes
    )
    run = trace_run("owl", 1, "walls")
    mazes = (
        draw_maze(
            Design("square", (6, 6), derive_maze_key("owl", 1, PURPOSE, 1, attempt), "none"),
            run.grid,
        )
        for attempt in range(1, 1000)
    )
    built = {edge for step in run.steps for edge in step.edges}
    assert any(
        {side for side, is_open in enumerate(maze.open_sides) if not is_open} == built
        for maze in mazes
    )
    book = made(worksheet__made=True)
    assert "How these mazes are made" in book.pdfium[7].get_textpage().get_text_range()
    assert "From a post" in book.pdfium[7].get_textpage().get_text_range(), (
        "the method of these sheets"
    )
    carved = made(worksheet__made=True, section__1__method="passages")
    assert "From a cell" in carved.pdfium[7].get_textpage().get_text_range()


def test_what_is_counted_is_what_was_foretold(made):
    """The shares of cells by their ways out, as the formulas have them, and of corridors, as mazes
    have them."""
    from math import pi

    from puzzlebook.books.pages.how_made import CORRIDORS, DEGREES

    one = 8 / pi**2 * (1 - 2 / pi)
    two = 4 / pi * (2 - 9 / pi + 12 / pi**2)
    three = 2 * (1 - 2 / pi) * (1 - 6 / pi + 12 / pi**2)
    four = (4 / pi - 1) * (1 - 2 / pi) ** 2
    assert tuple(round(1000 * share) for share in (one, two, three, four)) == DEGREES
    assert (sum(DEGREES), sum(CORRIDORS)) == (1000, 1000)
    found = [0] * len(CORRIDORS)
    for number in range(2):
        grid = make_grid("square", (80, 80))
        passages = set(
            draw_maze(
                Design("square", (80, 80), derive_pupil_key("owl", "corridors", number), "none"),
                grid,
            ).passages
        )
        for step in (1, 80):
            for cell in range(6400):
                length = 0
                while (cell + length * step, cell + (length + 1) * step) in passages:
                    length += 1
                if length and (cell - step, cell) not in passages:
                    found[min(length, len(found)) - 1] += 1
    shares = [1000 * count / sum(found) for count in found]
    assert all(abs(share - told) < 15 for share, told in zip(shares, CORRIDORS, strict=True)), (
        shares
    )
    text = " ".join(made(worksheet__made=True).pdfium[8].get_textpage().get_text_range().split())
    assert "Count for yourself" in text
    assert all(str(share) in text for share in (*DEGREES, *CORRIDORS))
    hexagons = made(worksheet__made=True, section__1__shape="hexagonal", section__1__size="6x6")
    assert not any("Count" in page.get_textpage().get_text_range() for page in hexagons.pdfium)


# -- Bad input ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "options", "line"),
    [
        (
            None,
            (),
            "error: --names: 3b.csv: there is no such file; give a CSV file with one pupil per line",
        ),
        (b"", (), "is empty"),
        (b"\0\1\2\3" * 30, (), "is not text"),
        (b"PK\x03\x04x", (), "export it as CSV"),
        (b"Mia\n" * 10_001, (), "holds 10,001 names"),
        (b"Mia\n" + b"x" * 500, (), "row 2: the name has 500 characters"),
        (b"Mia\nB\x07n", (), "row 2: holds the control character"),
        (b"name\n=1+1", (), "row 2"),
        (b"name\n+1", (), "row 2"),
        (b"name\n../x", (), "row 2"),
        (
            "name\nדנה".encode(),
            (),
            "row 2: name: no font has a glyph for 'ד' (U+05D3 HEBREW LETTER DALET) in \"דנה\"",
        ),
        (
            "name\nMia\nm\u0363a\n".encode(),
            (),
            "3b.csv: row 3: name: no font has a glyph for '\u0363' (U+0363",
        ),
        (b"name,level\nMia,odd", (), "row 2: level"),
        (b"Mia", ("--mazes", "3"), "error: --names: already sets the number of mazes"),
        (b"Mia", ("--pages", "3"), "error: --names: already sets the number of mazes"),
        (b"Mia", ("--only", "Ben"), 'nobody on the list is called "Ben"'),
        (b"Mia", ("--order", "age"), '--order: "age" is not known'),
        (b"Mia", ("--key", "hidden"), '--key: "hidden" is not known'),
        (
            b"Mia",
            ("--set", "mazes_a_page=6"),
            "mazes_a_page: 6 worksheets do not share a page; allowed: 1, 2, 4",
        ),
        (b"Mia", ("--set", "section.1.size=200x300"), "leaves passages of"),
        (b"Mia", ("--set", "worksheet.level=6"), "worksheet.level: 6 is too large"),
    ],
)
def test_bad_input_is_one_line_and_changes_nothing(
    puzzlebook_here, tmp_path, content, options, line
):
    if content is not None:
        (tmp_path / "3b.csv").write_bytes(content)
    before = sorted(tmp_path.rglob("*"))
    done = puzzlebook_here("make", "worksheet", "--names", "3b.csv", "--seed", "owl", *options)
    assert done.code == 2
    assert line in done.err
    assert len(done.err.splitlines()) == 1
    assert done.out == ""
    assert sorted(tmp_path.rglob("*")) == before


def test_class_options_are_for_worksheets(puzzlebook_here, tmp_path):
    (tmp_path / "3b.csv").write_text("Mia\n")
    for options in (("--names", "3b.csv"), ("--key", "separate"), ("--split",), ("--only", "Mia")):
        done = puzzlebook_here("make", "ages-7-8", *options)
        assert done.code == 2
        assert "this book has no worksheets" in done.err


def test_the_set_is_called_as_its_list_and_says_whose_names_it_keeps(puzzlebook_here, tmp_path):
    (tmp_path / "3b.csv").write_text("Mia\nBen\n")
    done = puzzlebook_here(
        "make", "worksheet", "--names", "3b.csv", "--seed", "owl", "--key", "separate"
    )
    assert done.code == 0, done.err
    assert {path.name for path in (tmp_path / "output" / "3b").glob("*.pdf")} == {
        "3b.pdf",
        "3b-key.pdf",
    }
    assert done.err.count("names of the list") == 1
    assert (
        "recipe.toml, manifest.json and the titles in svg/ hold the 2 names of the list" in done.err
    )
    assert (
        json.loads((tmp_path / "output" / "3b" / "manifest.json").read_text())["mazes"][0]["name"]
        == "Mia"
    )


def test_a_set_is_said_back_with_its_key_its_sheets_and_its_sides(puzzlebook_here, tmp_path):
    (tmp_path / "3b.csv").write_text(
        "Nr;Nachname;Vorname;Niveau\n1;Berg;Mia;leicht\n2;Okafor;Noah;\n"
    )
    options = ("--names", "3b.csv", "--seed", "owl", "--no-svg")
    done = puzzlebook_here("make", "worksheet", *options, "--key", "separate", "--split")
    said = dict(line.split(":", 1) for line in done.out.splitlines())
    assert said["Pupils"].strip() == "2, from Mia Berg to Noah Okafor (list: name, level)"
    assert said["Key"].strip() == "3b-key.pdf, for you"
    assert said["Sheets"].strip() == "sheets/, a PDF for each pupil"
    assert "--set sides=one" in said["Sides"]
    assert 'note: 3b.csv: row 1: the column "Nr" is ignored' in done.err
    assert "recipe.toml, manifest.json and the files in sheets/ hold the 2 names" in done.err
    done = puzzlebook_here("make", "worksheet", *options, "--name", "in", "--set", "sides=one")
    said = dict(line.split(":", 1) for line in done.out.splitlines())
    assert said["Key"].strip() == "for you, from page 5 on; --key separate gives it its own file"
    assert not {"Sheets", "Sides"} & said.keys()


def test_a_dry_run_shows_every_sheet_and_writes_nothing(puzzlebook_here, tmp_path):
    (tmp_path / "3b.csv").write_text("name,level\nMia Berg,\nBen,hard\n")
    command = ("make", "worksheet", "--names", "3b.csv", "--seed", "owl")
    done = puzzlebook_here(*command, "--dry-run")
    assert done.code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["3b.csv"]
    as_json = json.loads(puzzlebook_here(*command, "--dry-run", "--json").out)["manifest"]["mazes"]
    assert puzzlebook_here(*command, "--quiet").code == 0
    made = json.loads((tmp_path / "output" / "3b" / "manifest.json").read_text())["mazes"]
    assert as_json == made
    assert [line.split() for line in done.out.splitlines()[:2]] == [
        ["1", "Mia", "Berg", "same", made[0]["code"]], ["2", "Ben", "harder", made[1]["code"]]
    ]  # fmt: skip
    book = puzzlebook_here("make", "ages-7-8", "--mazes", "4", "--seed", "owl", "--dry-run")
    assert len(re.findall(r"★.* 1-\w+-", book.out)) == 4
    assert "Nothing written" in book.out


def test_a_name_without_glyphs_is_one_of_its_row(puzzlebook_here, tmp_path):
    (tmp_path / "3b.csv").write_text(
        "Class list 3b\n\nname\nMia\n\nBen \U00013000\n", encoding="utf-8"
    )
    done = puzzlebook_here("make", "worksheet", "--names", "3b.csv", "--seed", "owl")
    assert done.code == 2
    assert "--names: 3b.csv: row 6: name: no font has a glyph" in done.err


def test_a_section_has_its_own_number_of_sheets_a_page(tmp_path):
    """As in a book, what a section says of its pages goes before what the whole says."""
    asked = {"section.*.mazes_a_page": 4}
    made = make_book("worksheet", seed="owl", output=tmp_path, mazes=8, overrides=asked)
    assert [maze["puzzle"]["page"] for maze in made.manifest["mazes"]] == [1] * 4 + [2] * 4
    with pytest.raises(
        Refused, match=r"mazes_a_page: 6 worksheets do not share a page; allowed: 1, 2, 4"
    ):
        make_book(
            "worksheet",
            seed="owl",
            name="six",
            output=tmp_path,
            overrides={"section.*.mazes_a_page": 6},
        )


def test_how_mazes_are_made_says_the_method_and_what_can_be_counted(puzzlebook_here, tmp_path):
    said = {}
    for method in ("walls", "passages"):
        few = ("make", "worksheet", "--mazes", "2", "--no-svg", "--no-check", "--name", method)
        assert (
            puzzlebook_here(*few, "--set", "made=true", "--set", f"section.*.method={method}").code
            == 0
        )
        document = pypdfium2.PdfDocument(tmp_path / "output" / method / f"{method}.pdf")
        said[method] = " ".join(
            " ".join(page.get_textpage().get_text_range().split()) for page in document
        )
        for known in (
            "1996",
            "192 perfect mazes",
            "One: a dead end 295",
            "1 step 524",
            "2 steps 259",
            "3 steps 121",
        ):
            assert known in said[method], known
    assert ("The frame is there from the beginning" in said["walls"]) > (
        "The frame" in said["passages"]
    )


@pytest.mark.parametrize("page", ["letter", "a5", "5x8", "8.25x6"])
@pytest.mark.parametrize("language", ["en", "fr", "de", "fa", "bn"])
@pytest.mark.parametrize("method", ["walls", "passages"])
def test_words_and_pictures_of_how_mazes_are_made_stand_apart(language, page, method):
    given = {
        "seed": "owl",
        "mazes": 1,
        "worksheet.made": True,
        "section.maze.ends": "none",
        "language": language,
    }
    loaded = load("worksheet", {**given, "page": page, "section.maze.method": method})
    plan = plan_class_set(settle(decide_seed(loaded), loaded.folder), lambda: None, ALONE)(None)
    (made,) = (each for each in plan.printouts[0].pages() if sum(map(is_of_a_run, each.items)) == 4)
    boxes = [box_of(item) for item in made.items]
    for one, other in permutations(boxes, 2):
        assert (
            one.right <= other.x
            or other.right <= one.x
            or one.bottom <= other.y
            or other.bottom <= one.y
        )
    assert all(
        box.x >= 0 and box.y >= 0 and box.right <= made.width and box.bottom <= made.height
        for box in boxes
    )


def is_of_a_run(item):
    """Whether an item is a picture of a run of the generator."""
    return isinstance(item, paper.Picture) and item.drawing.layers[0].name == "walls"


def box_of(item):
    """The box of a picture, or of a line of text by its letters without their descenders."""
    if isinstance(item, paper.Text):
        width = paper.text.measure_width(item.text, item.face, item.size)
        return paper.Box(item.x, item.y - item.size * 0.7, width, item.size * 0.7)
    return paper.Box(
        item.x,
        item.y,
        item.drawing.width * item.drawing.scale,
        item.drawing.height * item.drawing.scale,
    )
