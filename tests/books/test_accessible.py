"""The file for screens is tagged (PDF/UA-1): by an independent validator's rules, and as a second
reader hears it."""

import re
from itertools import pairwise

import page as page_validation
import pikepdf
import pytest
from reading_aloud import heard
from rendering import TEMPLATES

from puzzlebook import make_book, make_maze, maze_from_code
from puzzlebook.ground import templates
from puzzlebook.ground.faults import Refused
from puzzlebook.language.words import load_words, read_words
from puzzlebook.mazes.descriptions import _name_step, locate_cell
from puzzlebook.mazes.tilings import SHAPES
from puzzlebook.typesetting.text.system_fonts import find_gurmukhi_font

LANGUAGES = ("bn", "de", "en", "es", "fa", "fr", "none", "pa", "pt", "pt-PT")
MATTER = [
    "title",
    "copyright",
    "how-to",
    "contents",
    "openers",
    "key",
    "certificate",
    "notes",
    "colophon",
]
PUPILS = ({"name": "Mia"}, {"name": "دریا", "language": "fa"}, {"name": "Jürgen", "language": "de"})
STEPS = {"right": (1, 0), "left": (-1, 0), "up": (0, -1), "down": (0, 1)}


def made(folder, template, mazes=None, **overrides):
    """The file for screens of a book."""
    asked = {
        "pdf": "screen",
        "svg": False,
        **{key.replace("__", "."): value for key, value in overrides.items()},
    }
    found = make_book(template, seed="owl", output=folder, mazes=mazes, overrides=asked)
    return found, found.folder / f"{found.folder.name}-screen.pdf"


def sound(path):
    """What is wrong with a file, by the validator and by the second reader."""
    report = page_validation.validate_pdf(path, profile="ua1")
    assert report.rules.total > 90
    said = heard(path)
    wrong = [f"{failure.rule_id}: {failure.message}" for failure in report.failures]
    wrong += [f"page {page}: {sorted(tree)} of {sorted(marks)}"
              for page, (marks, tree) in enumerate(zip(said.marks, said.in_tree, strict=True), 1)
              if sorted(tree) != sorted(marks)]  # fmt: skip
    wrong += ["the parent tree leads elsewhere"] * (not all(said.parents))
    linked = [link for each in said.elements for link in each.links if each.role == "Link"]
    wrong += ["links are not in the tree"] * (sorted(linked) != sorted(said.annotations))
    wrong += [f"a figure on page {each.page} says nothing" for each in said.elements
              if each.role == "Figure" and not each.alt.strip()]  # fmt: skip
    levels = [int(each.role[1]) for each in said.elements if re.fullmatch("H[1-6]", each.role)]
    wrong += [f"headings begin with H{levels[0]}"] * (levels[:1] != [1])
    wrong += [f"H{b} below H{a}" for a, b in pairwise(levels) if b > a + 1]
    pages = [each.page for each in said.whole.inner]
    wrong += ["pages are not in their order"] * (pages != sorted(pages))
    return wrong


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    return made(
        tmp_path_factory.mktemp("told"), "ages-5-6", 4, book__matter=MATTER, codes="all", pdf="both"
    )


def test_a_book_is_read_in_its_order(book):
    """Every line of the book as it is heard. The mazes' own facts are those of the manifest."""
    found, path = book
    assert sound(path) == []
    lines = heard(path).lines
    assert lines[:3] == [
        "H1: My First Maze Book",
        "P: Rabbit Mazes with Wide Paths and Wiggly Turns",
        "P: This book belongs to",
    ]
    begins = lines.index("H2: How to solve a maze")
    assert lines[begins + 1] == "P: Set out from the rabbit and find a way to the carrot."
    assert lines[begins + 5 : begins + 9] == [
        "P: The puzzle",
        "Figure: A little maze, as an example.",
        "P: Its answer",
        "Figure: The same maze, with its way drawn.",
    ]
    first = next(maze for maze in found.manifest["mazes"] if maze["shape"] == "hexagonal")
    number, minutes = first["number"], max(1, round(first["minutes"]))
    opener = first["puzzle"]["page"] - 1
    titles = {row["key"]: row["title"] for row in found.manifest["recipe"]["section"]}
    title = titles[first.get("chapter", first["section"])]
    each = f"about {minutes} minute{'s' * (minutes > 1)} each"
    begins = lines.index(f"Link: {title}   Maze {number} · {each} {opener}")
    assert lines.index("H2: Contents") < begins
    assert lines[begins + 1] == f"Figure: Difficulty: {first['stars']} of 5 stars."
    begins = lines.index(f"H3: Maze {number}")
    assert lines[begins - 2 : begins] == [f"H2: {title}", f"P: Maze {number}"]
    answer = f"Answer on page {first['answer']['page']}"
    assert re.fullmatch(
        rf"Figure: Hexagonal maze, {first['cells']} cells\. .*"
        r"Start \(the rabbit\): \w+( \w+)?\. Finish \(the carrot\): "
        rf"\w+( \w+)?\. Difficulty: {first['stars']} of 5 stars\. {answer}",
        lines[begins + 2],
    )
    assert lines[begins + 3 : begins + 5] == [f"Link: {answer}", f"P: {first['code']}"]
    begins = lines.index(f"H3: {number}") - 2
    assert lines.index("H2: Answers") <= begins
    assert lines[begins + 3] == f"Link: Puzzle on page {first['puzzle']['page']}"
    assert re.fullmatch(
        r"Figure: Start \(.*\. Finish \(.*\. The way: (\d+ (right|left|up|down)( right| left)?(, )?)+\.",
        lines[begins + 4],
    )
    begins = lines.index("H2: Certificate")
    assert lines[begins + 1 : begins + 6] == [
        "P: This is to certify that",
        "P: Name",
        "P: has found a way through 4 mazes in My First Maze Book",
        "P: Date",
        "H2: Notes",
    ]
    # No page number, ornament or running head is heard.
    assert not [line for line in lines if re.fullmatch(r"P: \d+", line)]


def test_ends_are_heard_by_row_and_column(tmp_path):
    plain = {"section.off-we-go.outlines": "", "section.off-we-go.stage": ""}
    found, path = made(tmp_path, "ages-7-8", 4, **plain)
    lines = [line for line in heard(path).lines if line.startswith("Figure: Square maze")]
    mazes = [maze for maze in found.manifest["mazes"] if maze["shape"] == "square"]
    assert len(lines) == len(mazes)
    assert {bool(maze["silhouette"]) for maze in mazes} == {False, True}
    for line, maze in zip(lines, mazes, strict=True):
        columns = int(maze["size"].partition("x")[0])
        places = [tuple(map(int, place)) for place in re.findall(r"row (\d+), column (\d+)", line)]
        cells = [(row - 1) * columns + column - 1 for row, column in places]
        if maze["silhouette"]:  # its cells are those that are left of the whole grid
            middles = maze_from_code(maze["code"]).grid.centres
            cells = [middles.index((column - 0.5, row - 0.5)) for row, column in places]
        assert cells == [maze["start"], maze["end"]]


def test_the_print_is_as_bare_as_ever(book):
    found, _ = book
    with pikepdf.open(found.pdf) as pdf:
        assert not {"/StructTreeRoot", "/MarkInfo", "/Metadata"} & set(pdf.Root.keys())
        for page in pdf.pages:
            assert not {"/Tabs", "/StructParents"} & set(page.obj.keys())
            assert b"MCID" not in page.Contents.read_bytes()
            assert b"Artifact" not in page.Contents.read_bytes()


def test_the_file_says_what_it_is(book):
    _, path = book
    with pikepdf.open(path) as pdf:
        assert pdf.Root.MarkInfo.Marked == True  # noqa: E712 - a boolean of PDF's
        with pdf.open_metadata(set_pikepdf_as_editor=False) as said:
            assert said["pdfuaid:part"] == "1"
            assert said["dc:title"] == "My First Maze Book"
        fonts = {
            font.objgen: font for page in pdf.pages for font in page.obj.Resources.Font.values()
        }
        assert fonts
        for font in fonts.values():
            assert b"<0000>" not in font.ToUnicode.read_bytes()
            assert "/FontFile2" in font.FontDescriptor


def test_right_to_left_and_several_to_a_page(tmp_path):
    _, path = made(
        tmp_path, "ages-7-8", 2, language="fa", book__matter=["title", "contents", "key"]
    )
    assert sound(path) == []
    said = heard(path)
    words = load_words("fa")
    assert f"H2: {words('maze', number=1)}" in said.lines
    ways = [line for line in said.lines if "راه:" in line]
    assert len(ways) == 2
    assert not re.search("[0-9]", "".join(line for line in said.lines if line.startswith("Figure")))


def test_a_class_set_speaks_each_pupils_language(tmp_path):
    _, path = made(tmp_path, "worksheet", pupil=PUPILS, name="class")
    assert sound(path) == []
    said = heard(path)
    figures = [each for each in said.elements if each.role == "Figure" and each.page < 4]
    assert [each.language for each in figures] == ["", "fa", "de"]
    assert figures[2].alt.startswith("Quadratisches Labyrinth, ")
    headings = [" ".join(each.texts) for each in said.elements if each.role == "H2"]
    assert headings == ["Name Mia", "نام دریا", "Name Jürgen", "Mia", "دریا", "Jürgen"]


def test_a_hidden_picture_is_named_only_in_its_answer(tmp_path):
    _, path = made(tmp_path, "hidden-pictures", 1)
    assert sound(path) == []
    said = heard(path)
    puzzles, answers = (
        [
            line
            for each in said.elements
            if (each.role == "Figure" and each.alt)
            for line in [each.alt]
            if word in line
        ]
        for word in ("Answer on page", "The way")
    )
    assert len(puzzles) == len(answers) == 1
    key = said.lines[said.lines.index("H2: Answers") :]
    assert "P: Find the way and shade it. What is it? …" in said.lines
    named = [line.removeprefix("P: ") for line in key if line.startswith("P: A")]
    assert len(named) == 1
    assert not any(name in puzzle for name in named for puzzle in puzzles)


@pytest.mark.parametrize("shape", sorted(SHAPES))
def test_who_goes_as_told_arrives(shape):
    """At every step one open neighbour, and no other, lies in the direction that is told."""
    size = "9" if len(SHAPES[shape].axes) == 1 else "9x9"
    maze = make_maze(shape, size, seed="owl", number=1)
    runs = maze.describe().way
    assert sum(count for _, count in runs) == len(maze.solution) - 1
    assert all(a != b for (a, _), (b, _) in pairwise(runs))
    directions = [name for name, count in runs for _ in range(count)]
    for here, there, name in zip(maze.solution, maze.solution[1:], directions, strict=False):
        x, y = (
            b - a for a, b in zip(maze.grid.centres[here], maze.grid.centres[there], strict=True)
        )
        if shape != "polar":
            lies = {"right": x > 0.414214 * abs(y), "left": -x > 0.414214 * abs(y),
                    "down": y > 0.414214 * abs(x), "up": -y > 0.414214 * abs(x)}  # fmt: skip
            assert [word for word, is_so in lies.items() if is_so] == sorted(
                name.split("_"), key=[*lies].index
            )


def test_rows_and_columns_lead_from_start_to_finish():
    maze = make_maze("square", "12x9", seed="owl", number=2)
    found = maze.describe()
    row, column = found.start
    for name, count in found.way:
        column, row = column + STEPS[name][0] * count, row + STEPS[name][1] * count
    assert (row, column) == found.end == locate_cell(maze.design, maze.grid, maze.end)
    assert maze.end == (row - 1) * 12 + column - 1


def test_rings_turn_as_a_clock_does():
    """Cells of a ring are numbered clockwise from the top; ring 1 has the cells 1 to 6, ring 2
    those up to 18."""
    maze = make_maze("polar", "4", seed="owl", number=1)
    grid, ring = (
        maze.grid,
        lambda cell: (
            0 if cell == 0 else 1 if cell < 7 else 2 if cell < 19 else 3 if cell < 31 else 4
        ),
    )
    for a, b in grid.pairs:
        name = _name_step(maze.design, grid, a, b)
        if a == 0:
            assert name in {"up_right", "right", "down_right", "down_left", "left", "up_left"}
        elif ring(a) < ring(b):
            assert name.startswith("out")
            assert _name_step(maze.design, grid, b, a) == "in"
        elif b == a + 1:
            assert (name, _name_step(maze.design, grid, b, a)) == ("clockwise", "anticlockwise")
        else:  # where the ring closes
            assert (name, _name_step(maze.design, grid, b, a)) == ("anticlockwise", "clockwise")


def test_a_language_of_ones_own_says_it_or_is_refused(tmp_path):
    own = tmp_path / "own.toml"
    content = templates.read("languages", "en").decode()
    own.write_text(content, "utf-8")
    with pytest.raises(
        Refused, match=r"language: has no alt text for pictures; it lacks at_bottom"
    ):
        made(tmp_path, "ages-5-6", 2, language=str(own))
    spoken = templates.read("spoken", "en").decode().replace("Its outline", "It looks like")
    words = read_words(f"{content}\n[spoken]\n{spoken}".encode(), "own.toml")
    assert words.list_missing_phrases() == []
    assert words.say_spoken("picture", picture="A cat") == "It looks like: A cat."
    with pytest.raises(Refused, match=r"own.toml: spoken.way: has no blanks; has to have {way}"):
        read_words(f'{content}\n[spoken]\nway = "on"'.encode(), "own.toml")


@pytest.mark.exhaustive
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("template", [*TEMPLATES, "worksheet"])
def test_every_book_in_every_language(tmp_path, template, language):
    asked = {"pupil": PUPILS, "name": "class"} if template == "worksheet" else {}
    if language == "pa" and find_gurmukhi_font(False) is None:
        pytest.skip("no font for Gurmukhi is installed (Debian: fonts-noto-core)")
    _, path = made(tmp_path, template, language=language, **asked)
    assert sound(path) == []
