"""The pages of the finished books: type, lines, margins, numbers that lead somewhere, and the
manifest beside them."""

import json
import re
from collections import Counter
from hashlib import sha256
from itertools import chain
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2
import pytest
from conftest import UNEQUAL_MARGINS
from rendering import TEMPLATES, Printed, acts

from puzzlebook import make_book
from puzzlebook.language.words import load_words
from puzzlebook.shelf.manifest import is_intact

BOOKS = (*TEMPLATES, "unequal")
every_book = pytest.mark.parametrize("name", BOOKS)
LETTER = (612, 792)
INCH = 72

THINNEST_LINE = 0.75
SMALLEST_TYPE = 7.0


def margins(name):
    """The margins of a book in points: half an inch, which every printer at home can print, or the
    recipe's."""
    home = dict.fromkeys(("top", "bottom", "inside", "outside"), "0.5in")
    return {
        side: float(width.removesuffix("in")) * INCH
        for side, width in {**home, **(UNEQUAL_MARGINS if name == "unequal" else {})}.items()
    }


def live_area(name, page):
    """Left, top, right and bottom of the area within the margins; the inside margin is left on odd
    pages."""
    sides = margins(name)
    left, right = (
        (sides["inside"], sides["outside"]) if page % 2 else (sides["outside"], sides["inside"])
    )
    return left, sides["top"], LETTER[0] - right, LETTER[1] - sides["bottom"]


def numbers(book):
    return range(1, len(book.pdfium) + 1)


# -- What the PDF consists of ----------------------------------------------------------------------------


def fonts(owner, seen):
    """Every font of a page or a form, and of the forms within."""
    resources = owner.get("/Resources", {})
    yield from resources.get("/Font", {}).values()
    for thing in resources.get("/XObject", {}).values():
        if thing.objgen not in seen:
            seen.add(thing.objgen)
            yield from fonts(thing, seen)


def is_embedded(font):
    described = [
        one.get("/FontDescriptor", {}) for one in (font, *font.get("/DescendantFonts", []))
    ]
    return any(key in one for one in described for key in ("/FontFile", "/FontFile2", "/FontFile3"))


@every_book
def test_every_font_is_embedded(printed, name):
    book = printed(name)
    found = [font for page in book.pike.pages for font in fonts(page.obj, set())]
    assert found
    assert all(map(is_embedded, found))
    # No font that no page names, either.
    assert all(is_embedded(thing) for thing in book.pike.objects
               if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/Font")  # fmt: skip
    assert all(line.embedded for page in numbers(book) for line in book.lines(page))


def test_a_font_that_is_not_embedded_is_noticed():
    pdf = pikepdf.new()
    page = pdf.add_blank_page()
    page.Resources = pikepdf.Dictionary(
        Font=pikepdf.Dictionary(
            F1=pikepdf.Dictionary(Type=pikepdf.Name.Font, BaseFont=pikepdf.Name.Helvetica)
        )
    )
    assert [is_embedded(font) for font in fonts(page.obj, set())] == [False]


@every_book
def test_lines_type_and_colours_suit_the_press(printed, name):
    """Lines of 0.75 pt and more, type of 7 pt and more, and nothing but paths, text and forms in
    shades of grey."""
    book = printed(name)
    done = [act for page in book.pike.pages for act in acts(page)]
    assert min(act.value for act in done if act.kind == "stroke") >= THINNEST_LINE
    assert min(act.value for act in done if act.kind == "text") >= SMALLEST_TYPE
    assert [act.value for act in done if act.kind == "operator"] == []


def test_thin_lines_small_type_and_colours_are_noticed():
    pdf = pikepdf.new()
    form = pdf.make_stream(b"0 0 m 1 1 l S", Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Form,
                           BBox=[0, 0, 1, 1], Matrix=[0.5, 0, 0, 1, 0, 0])  # fmt: skip
    page = pdf.add_blank_page()
    page.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(M1=form))
    page.Contents = pdf.make_stream(
        b"1 w 0 0 m 9 9 l S q 3 0 0 2 0 0 cm 0.7 w /M1 Do BT /F1 6 Tf (a) Tj ET Q 1 0 0 rg 1 1 2 2 re f 0 0 m 1 1 l S"
    )
    done = [(act.kind, act.value) for act in acts(page)]
    assert done == [
        ("stroke", 1.0), ("form", form.objgen), ("stroke", pytest.approx(0.7 * 1.5)), ("text", pytest.approx(12)),
        ("operator", "rg"), ("stroke", 1.0),
    ]  # fmt: skip


@every_book
def test_pdfium_sees_no_thinner_line_and_no_smaller_type(printed, name):
    """The same, asked of another library, which applies every matrix by itself."""
    book = printed(name)
    widths = [width for page in numbers(book) for width in book.strokes(page)]
    assert len(widths) >= 2 * len(book.mazes)
    assert min(widths) >= THINNEST_LINE - 1e-4
    assert all(line.size >= SMALLEST_TYPE for page in numbers(book) for line in book.lines(page))


@every_book
def test_the_print_pdf_is_plain(printed, name):
    """Nothing in it that a printer refuses: no links, outline, attachments, scripts, layers or
    transparency."""
    pdf = printed(name).pike
    assert set(pdf.Root.keys()) <= {"/Type", "/Pages", "/PageMode", "/Lang", "/ViewerPreferences"}
    assert not pdf.is_encrypted
    for page in pdf.pages:
        assert not {"/Annots", "/AA", "/Group", "/Thumb", "/B"} & set(page.obj.keys())
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
            assert not {
                "/ca",
                "/CA",
                "/SMask",
                "/BM",
                "/Group",
                "/OC",
                "/JS",
                "/EF",
                "/ColorSpace",
            } & set(thing.keys())


@every_book
def test_page_boxes_are_the_trim_size_and_bound_books_have_an_even_number_of_pages(printed, name):
    book = printed(name)
    for page in book.pike.pages:
        for box in (page.mediabox, page.cropbox, page.trimbox, page.bleedbox):
            assert [float(value) for value in box] == [0, 0, *LETTER]
        assert page.obj.get("/Rotate", 0) == 0
    assert len(book.pike.pages) == book.manifest["pages"]
    assert len(book.pike.pages) % 2 == 0 or name == "sheets"


@every_book
def test_a_puzzle_and_its_answer_use_the_very_same_walls(printed, name):
    book = printed(name)
    forms = [{act.value for act in acts(page) if act.kind == "form"} for page in book.pike.pages]
    uses = Counter(chain.from_iterable(forms))
    for maze in book.mazes:
        puzzle, answer = (forms[maze[kind]["page"] - 1] for kind in ("puzzle", "answer"))
        assert any(uses[form] == 2 for form in puzzle & answer)


# -- Ink and margins -------------------------------------------------------------------------------------

SCALE = 3
# A pixel that ink touches with its rim only is nearly white.
PAPER = 250


def ink(pixels):
    """The bounds of all ink on a page in points: left, top, right, bottom; None on an empty
    page."""
    rows, columns = (np.flatnonzero((pixels < PAPER).any(axis=axis)) for axis in (1, 0))
    if not len(rows):
        return None
    return tuple(value / SCALE for value in (columns[0], rows[0], columns[-1] + 1, rows[-1] + 1))


def is_within(bounds, area):
    """Whether bounds lie within an area, but for one pixel that both share."""
    slack = 1 / SCALE
    left, top, right, bottom = bounds
    return (
        left >= area[0] - slack
        and top >= area[1] - slack
        and right <= area[2] + slack
        and bottom <= area[3] + slack
    )  # fmt: skip


@every_book
def test_all_ink_is_within_the_margins(printed, name):
    book = printed(name)
    for page in numbers(book):
        bounds = ink(book.pixels(page, SCALE))
        assert bounds is None or is_within(bounds, live_area(name, page)), page


def test_margins_are_mirrored(printed):
    """On the wrong side of a spread, a page of a book with unequal margins would not do."""
    book = printed("unequal")
    for maze in book.mazes:
        page = maze["puzzle"]["page"]
        assert not is_within(ink(book.pixels(page, SCALE)), live_area("unequal", page + 1))


def test_ink_in_a_margin_is_noticed(printed):
    pixels = printed("sheets").pixels(1, SCALE).copy()
    left, *_ = live_area("sheets", 1)
    pixels[900, round(left * SCALE) - 3] = 0
    assert not is_within(ink(pixels), live_area("sheets", 1))


# -- Numbers that lead somewhere -------------------------------------------------------------------------


def folio(book, name, page):
    """The line with the page's own number at the foot of a page, or None."""
    foot = live_area(name, page)[3] - 2 * INCH / 3
    found = [line for line in book.lines(page) if line.text == str(page) and line.top > foot]
    return found[-1] if found else None


@every_book
def test_folios_stand_on_the_outer_side(printed, name):
    book = printed(name)
    numbered = {maze[kind]["page"] for maze in book.mazes for kind in ("puzzle", "answer")}
    for page in numbered:
        left, _, right, _ = live_area(name, page)
        line = folio(book, name, page)
        if page % 2:
            assert line.right == pytest.approx(right, abs=2.5)
        else:
            assert line.left == pytest.approx(left, abs=2.5)


def number_after(phrase, lines):
    """The numbers that follow these words on a page, each with its line."""
    found = [(re.fullmatch(rf"{phrase} (\d+)", line.text), line) for line in lines]
    return [(int(match[1]), line) for match, line in found if match]


@every_book
def test_answer_on_page_leads_to_the_answer_and_back(printed, name):
    book = printed(name)
    for maze in book.mazes:
        puzzle, answer = maze["puzzle"], maze["answer"]
        lines = book.lines(puzzle["page"])
        assert [number for number, _ in number_after("Maze", lines)] == [maze["number"]]
        assert [number for number, _ in number_after("Answer on page", lines)] == [answer["page"]]
        assert caption(book.lines(answer["page"]), answer["box"]) == (
            maze["number"],
            puzzle["page"],
        )


def caption(lines, box):
    """The maze's number and the page of its puzzle, from the caption next above an answer."""
    x, y, width, _ = box
    over = [(y - line.bottom, page, line) for page, line in number_after("Puzzle on page", lines)
            if line.left < x + width and line.right > x and line.bottom < y]  # fmt: skip
    _, page, note = min(over)
    number = [
        line
        for line in lines
        if line.text.isdigit() and line.right <= note.left and line.bottom > note.top
    ]
    nearest = max((line for line in number if line.top < note.bottom), key=lambda line: line.right)
    return int(nearest.text), page


@pytest.mark.parametrize(
    "name", [name for name in BOOKS if name not in ("sheets", "tactile")]
)  # which have none
def test_the_contents_lead_to_the_sections_and_the_answers(printed, name):
    book = printed(name)
    page = next(
        page for page in numbers(book) if any(line.text == "Contents" for line in book.lines(page))
    )
    expected = []
    sections = {section["key"]: section for section in book.manifest["recipe"]["section"]}
    for key in dict.fromkeys(
        maze.get("chapter", maze["section"]) for maze in book.mazes
    ):  # in the order in which they are printed
        section = sections[key]
        mazes = [maze for maze in book.mazes if maze.get("chapter", maze["section"]) == key]
        first, last = mazes[0], mazes[-1]
        begins = page_of(book, section)
        title = load_words("en").set_typographically(section["title"])
        said = (
            f"Mazes {first['number']}–{last['number']}"
            if len(mazes) > 1
            else f"Maze {first['number']}"
        )
        stars = [maze["stars"] for maze in mazes]
        if "large-print" not in name:  # a calm book does not rate its readers
            expected.append(f"{min(stars)}–{max(stars)}" if len({*stars}) > 1 else str(stars[0]))
        expected += [
            title,
            f"{said} · {minutes_of(mazes)}",
            str(begins),
        ]
        assert title in " ".join(line.text for line in book.lines(begins))
        assert f"Maze {first['number']}" in [
            line.text for line in book.lines(first["puzzle"]["page"])
        ]
    answers = min(maze["answer"]["page"] for maze in book.mazes)
    rows = [line.text for line in book.lines(page)][1:]
    listed = [*expected, "Answers", str(answers)]
    assert rows[: len(listed)] == listed
    quest = " ".join(rows[len(listed) :])  # what to look for in the whole book
    assert not quest or quest.startswith("Lost! It is in ")
    assert "Answers" in [line.text for line in book.lines(answers)]


def minutes_of(mazes):
    """How long each maze of a section takes, in whole minutes, at least one."""
    least, most = (max(1, round(end(maze["minutes"] for maze in mazes))) for end in (min, max))
    if least < most:
        return f"about {least} to {most} minutes each"
    return f"about {least} minute{'s' if least > 1 else ''} each"


def page_of(book, section):
    """Where a section begins: on the page that opens it or, where there is none, with its first
    maze."""
    first = min(
        maze["puzzle"]["page"]
        for maze in book.mazes
        if maze.get("chapter", maze["section"]) == section["key"]
    )
    return first - ("openers" in book.manifest["recipe"]["book"]["matter"])


def test_front_matter_says_what_the_recipe_says(printed):
    book = printed("unequal")
    title, imprint, dedication = (
        " ".join(line.text for line in book.lines(page)) for page in (1, 2, 3)
    )
    assert "The Great Big Maze Book" in title
    assert "by Ada Example" in title
    assert "Volume 2" in title
    assert "The Great Big Maze Book" in imprint
    assert dedication == "For Mia"
    pages = range(1, book.manifest["pages"] + 1)
    last = next(filter(None, (book.lines(page) for page in reversed(pages))))
    assert "Seed: owl" in [line.text for line in last]


# -- manifest.json and recipe.toml -----------------------------------------------------------------------

MANIFEST = [
    "format",
    "edition",
    "code",
    "seed",
    "recipe",
    "pages",
    "versions",
    "restore",
    "files",
    "content",
    "mazes",
    "self",
]
MAZE = (
    *(
        "number",
        "code",
        "section",
        "draw",
        "name",
        "shape",
        "size",
        "silhouette",
        "cells",
        "start",
        "end",
    ),
    *(
        "solution_length",
        "edge",
        "turns",
        "decisions",
        "dead_ends",
        "difficulty",
        "minutes",
        "stars",
        "level",
        "digest",
        "likeness",
        "svg",
    ),
    *("solution_svg", "puzzle", "answer"),
)
OF_SOME = ("chapter", "way", "figures", "floor", "bridges", "story", "rim")
PLACE = ["page", "box", "cell", "start", "end"]


@every_book
def test_the_manifest_has_exactly_its_keys(printed, name):
    book = printed(name)
    manifest = book.manifest
    assert list(manifest) == MANIFEST
    assert (manifest["format"], manifest["edition"], manifest["seed"]) == (1, 1, "owl")
    assert manifest["code"].startswith("book-1:")
    assert [maze["number"] for maze in manifest["mazes"]] == list(
        range(1, len(manifest["mazes"]) + 1)
    )
    drawn = Counter((maze["section"], maze["draw"]) for maze in manifest["mazes"])
    sections = manifest["recipe"]["section"]
    assert set(drawn) == {
        (row["key"], draw) for row in sections for draw in range(1, row["mazes"] + 1)
    }
    for maze in manifest["mazes"]:
        assert tuple(key for key in maze if key not in OF_SOME) == MAZE
        assert maze.get("figures", "outside") == "outside"
        assert ("way" in maze) == any(
            "way" in row for row in sections if row["key"] == maze["section"]
        )
        for kind in ("puzzle", "answer"):
            assert list(maze[kind]) == PLACE


@every_book
def test_the_manifest_lists_every_file_with_its_sum(printed, name):
    book = printed(name)
    files = {
        path.relative_to(book.folder).as_posix(): path
        for path in book.folder.rglob("*")
        if path.is_file()
    }
    del files["manifest.json"]
    assert book.manifest["files"] == {
        file: sha256(path.read_bytes()).hexdigest() for file, path in files.items()
    }
    named = {maze[key] for maze in book.mazes for key in ("svg", "solution_svg")}
    assert set(files) == {book.pdf.name, "recipe.toml"} | named
    assert book.mazes[0]["svg"] == "svg/001.svg"
    assert book.mazes[0]["solution_svg"] == "svg/001-solution.svg"


def own_sum(content):
    """The sum of a manifest's bytes without the line that says it, and what that line says."""
    line = re.search(rb'^  "self": "([0-9a-f]{64})"\n', content, re.MULTILINE)
    return sha256(content.replace(line[0], b"")).hexdigest(), line[1].decode()


@every_book
def test_the_manifest_vouches_for_itself(printed, name):
    content = (printed(name).folder / "manifest.json").read_bytes()
    computed, said = own_sum(content)
    assert computed == said
    assert is_intact(content)
    spoiled = content.replace(b'"draw": 1,', b'"draw": 2,', 1)
    assert spoiled != content
    assert not is_intact(spoiled)
    assert own_sum(spoiled)[0] != said


@every_book
def test_the_recipe_beside_a_book_makes_the_same_book(printed, name, tmp_path):
    book = printed(name)
    again = Printed(make_book(str(book.folder / "recipe.toml"), output=tmp_path).folder)
    assert again.manifest == book.manifest
    for file in book.manifest["files"]:
        assert (again.folder / file).read_bytes() == (book.folder / file).read_bytes(), file


def test_the_manifest_is_the_one_that_make_book_returns(tmp_path):
    made = make_book("sheets", seed="owl", output=tmp_path, overrides={"mazes": 2})
    read = json.loads((made.folder / "manifest.json").read_bytes())
    assert {key: value for key, value in read.items() if key != "self"} == json.loads(
        json.dumps(made.manifest)
    )
    assert made.pdf == Path(tmp_path / "sheets" / "sheets.pdf")
    said = pypdfium2.PdfDocument(made.pdf).get_metadata_dict(skip_empty=True)
    assert {key: said[key] for key in said if not key.endswith("Date")} == {
        "Title": "Mazes to Go", "Creator": "puzzlebook", "Producer": "puzzlebook",
    }  # fmt: skip
