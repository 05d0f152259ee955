"""Books as printers ask for them: boxes, gutters that settle, numbers of pages, blank pages,
colours, several layouts.

The figures here are written apart from `templates/printers/`, from the printers' own tables.
"""

import io
import os
import subprocess
import sys
from bisect import bisect_right
from itertools import product
from pathlib import Path

import numpy as np
import pikepdf
import pytest
from PIL import Image, ImageDraw
from rendering import Printed, acts
from stated import load_stated
from test_pages import ink, is_within

import puzzlebook
from puzzlebook import make_book
from puzzlebook.books.planning.pagination import list_planned_pages, paginate
from puzzlebook.checks.whole_book import check_interior
from puzzlebook.ground import templates
from puzzlebook.ground.faults import Refused
from puzzlebook.maze_art import theme
from puzzlebook.mazes.grids import make_grid
from puzzlebook.printers.profiles import load_printer
from puzzlebook.recipes import assets
from puzzlebook.recipes.files import decide_seed, load
from puzzlebook.recipes.order import settle
from puzzlebook.shelf.manifest import open_book
from puzzlebook.typesetting.page import Page, Rule
from puzzlebook.typesetting.pdf.document import Document
from puzzlebook.typesetting.pdf.writer import write_pdf

INCH = 72
SCALE = 3
ALL_MATTER = [
    *("title", "copyright", "dedication", "how-to", "contents", "openers"),
    *("key", "certificate", "notes", "colophon"),
]
SMALL = {"svg": False, "look": "9-11", "section.*.size": "6x8"}


def made(folder, book="ages-7-8", pages=None, **overrides):
    """A finished book with these overrides; two underscores stand for a point."""
    given = {**SMALL, **{key.replace("__", "."): value for key, value in overrides.items()}}
    return Printed(make_book(book, seed="owl", output=folder, pages=pages, overrides=given).folder)


def pages_of(mazes, printer="kdp-paperback", page="6x9", **overrides):
    """The pagination of a book of so many mazes; nothing is drawn."""
    given = {**SMALL, "seed": "owl", "printer": printer, "page": page, "mazes": mazes, **overrides}
    return paginate(settle(decide_seed(load("ages-7-8", given)), Path()))


# -- The gutter and the number of pages ------------------------------------------------------------------

KDP_GUTTERS = ((150, 0.375), (300, 0.5), (500, 0.625), (700, 0.75), (828, 0.875))


@pytest.mark.parametrize("most", [150, 300, 500, 700])
def test_the_gutter_settles_at_the_edges_of_the_table(most):
    """The largest book of a row and the smallest of the next have the inside margins of their
    rows."""
    rows = dict(KDP_GUTTERS)
    wider = next(pages for pages in rows if pages > most)
    total = bisect_right(
        range(most), most, lo=most // 2, key=lambda mazes: len(pages_of(mazes).planned_pages)
    )
    below, above = pages_of(total - 1), pages_of(total)
    assert (len(below.planned_pages), len(above.planned_pages)) == (most, most + 2)
    for found, row in ((below, most), (above, wider)):
        assert found.setting.sheet.inside >= rows[row] * INCH
    assert below.setting.sheet.inside <= above.setting.sheet.inside


@pytest.mark.parametrize("mazes", [30, 110, 250, 420])
def test_no_smaller_gutter_would_do(mazes):
    found = pages_of(mazes)
    least = next(inside for pages, inside in KDP_GUTTERS if len(found.planned_pages) <= pages)
    assert found.setting.sheet.inside == max(36, least * INCH + 3)


def test_a_wider_gutter_may_need_more_pages_and_still_settles():
    """Answers that just fit a narrow page no longer do beside a wide gutter: there are more pages
    of them."""
    fine = {"page": "5x8", "answers": 12, "section.*.size": "25x30"}
    counts = [len(pages_of(total, **fine).planned_pages) for total in range(100, 140)]
    assert counts == sorted(counts)
    assert all(count % 2 == 0 for count in counts)


def test_pages_make_as_many_mazes_as_fill_them(tmp_path):
    book = made(tmp_path, pages=150, printer="kdp-paperback", page="6x9")
    assert book.manifest["pages"] == len(book.pike.pages) == 150
    full, over = pages_of(len(book.mazes)), pages_of(len(book.mazes) + 1)
    assert len(over.planned_pages) > 150 == len(full.planned_pages)
    # The last page that a row of the table allows needs no wider gutter.
    assert full.setting.sheet.inside < over.setting.sheet.inside


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ({"pages": 151}, "pages: no number of mazes makes a book of 151 pages; the nearest: 150 pages ("),
        ({"pages": 1}, "pages: no number of mazes makes a book of 1 page; the nearest: "),
        ({"mazes": 3}, "mazes: the book would have 12 pages; kdp-paperback binds 24 to 828: at least 12 mazes"),
        ({"mazes": 900}, "mazes: the book would have "),
        ({"page": "3x5in"}, "page: kdp-paperback does not print on 3x5in; the nearest is 5.06x7.81"),
        ({"page": "letter", "printer": "kdp-hardcover"}, "page: kdp-hardcover does not print on letter; "),
        ({"page": "8.25x6", "printer": "lulu"}, "page: lulu does not print on 8.25x6; allowed: "),
        ({"margins.inside": "0.2in"}, "margins.inside: 0.2in is less than kdp-paperback requires; at least 0.375 in"),
        ({"margins.inside": "0.4in", "mazes": 200}, "margins.inside: 0.4in is less than kdp-paperback requires with "),
        ({"margins.inside": "5in"}, "margins: with kdp-paperback's they leave 0.5 in of the page's width"),
        ({"page": "2x3in", "printer": "lulu-coil"}, "margins: with lulu-coil's they leave "),
        ({"book.isbn": "978-3-16-148410-1"}, 'book.isbn: "978-3-16-148410-1" has a typo'),
        ({"book.logo": "nowhere.png"}, "book.logo: nowhere.png: there is no such file"),
    ],
)  # fmt: skip
def test_what_a_printer_does_not_take_is_one_line(tmp_path, options, line):
    given = {**SMALL, "printer": "kdp-paperback", "page": "6x9", "mazes": 40, **options}
    pages = given.pop("pages", None)
    with pytest.raises(Refused) as refused:
        make_book("ages-7-8", seed="owl", output=tmp_path / "shelf", pages=pages, overrides=given)
    assert [str(fault)[: len(line)] for fault in refused.value.faults] == [line]
    assert not (tmp_path / "shelf").exists()


def test_the_offered_number_of_mazes_is_right():
    with pytest.raises(Refused) as refused:
        make_book(
            "ages-7-8",
            seed="owl",
            overrides={**SMALL, "printer": "kdp-paperback", "page": "6x9", "mazes": 900},
        )
    said = str(refused.value)
    most = int(said.split("at most ")[1].split()[0])
    assert len(pages_of(most).planned_pages) <= 828 < len(pages_of(most + 1).planned_pages)


def test_the_command_says_it_in_one_line_and_changes_nothing(tmp_path):
    command = [
        sys.executable,
        "-m",
        "puzzlebook",
        "make",
        "--printer",
        "kdp-paperback",
        "--page",
        "6x9",
        "--pages",
        "151",
    ]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=_environment())
    assert (done.returncode, done.stdout, list(tmp_path.iterdir())) == (2, "", [])
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith(
        "error: --pages: no number of mazes makes a book of 151 pages; the nearest: "
    )


def _environment():
    return {**os.environ, "PYTHONPATH": str(Path(puzzlebook.__file__).parent.parent)}


# -- Any printer, the same mazes -------------------------------------------------------------------------


def test_the_same_recipe_goes_to_any_printer_with_the_same_mazes(tmp_path):
    chosen = (
        ("home", "letter"),
        ("kdp-paperback", "6x9"),
        ("ingram", "210x297mm"),
        ("lulu", "a5"),
        ("lulu-coil", "a4"),
    )
    found = [made(tmp_path / printer, printer=printer, page=page) for printer, page in chosen]
    for book in found:
        assert [maze["digest"] for maze in book.mazes] == [
            maze["digest"] for maze in found[0].mazes
        ]
        assert [maze["number"] for maze in book.mazes] == [
            maze["number"] for maze in found[0].mazes
        ]


def test_a_size_that_no_longer_fits_names_the_largest():
    with pytest.raises(Refused) as refused:
        make_book("sheets", seed="owl", overrides={"section.*.size": "80x120", "page": "5x8"})
    (first, *_) = refused.value.faults
    assert "leaves passages of" in first.what
    assert "at most" in first.allowed


# -- Every printer and every trim ------------------------------------------------------------------------

OTHER_TRIMS = ("6x9", "8.5x11", "a4", "a5", "8.5x8.5")
PRODUCT = [
    (name, page, size)
    for name in templates.list_names("printers")
    for page, size in product(
        load_printer(name).trims.names or OTHER_TRIMS, ("small", "middle", "large")
    )
]
# A few of each printer, with every size of book and the smallest and the widest pages among them.
SAMPLE = [
    ("home", "a5", "small"), ("home", "8.5x8.5", "middle"), ("kdp-paperback", "5x8", "middle"),
    ("kdp-paperback", "8.25x6", "small"), ("kdp-hardcover", "6x9", "small"), ("ingram", "6x9", "middle"),
    ("ingram", "a4", "small"), ("lulu", "8.5x11", "small"), ("lulu-coil", "a5", "middle"),
    ("ingram-hardcover", "8.5x11", "small"), ("lulu-hardcover", "6x9", "small"),
]  # fmt: skip
LARGEST = 400  # where a printer names no limit


def pages_wanted(printer, page, size):
    recipe = load_stated("ages-7-8", {"printer": printer, "page": page}).recipe
    limit = load_printer(printer).limit(recipe.page.width, recipe.page.height, "black", "white")
    return {
        "small": max(limit.minimum or 0, 30) + (limit.minimum or 0) % 2,
        "middle": 152,
        "large": limit.maximum or LARGEST,
    }[size]


def builds(folder, printer, page, size):
    wanted = pages_wanted(printer, page, size)
    book = made(
        folder,
        pages=wanted,
        printer=printer,
        page=page,
        book__matter=ALL_MATTER,
        book__dedication="For Mia",
    )
    recipe = load_stated("ages-7-8", {"printer": printer, "page": page}).recipe
    count = len(book.pike.pages)
    assert count == book.manifest["pages"] == wanted
    assert count % 2 == 0
    inside = (
        next((width for pages, width in KDP_GUTTERS if count <= pages), 0)
        if printer.startswith("kdp")
        else 0.25
    )
    least = {"ingram": 0.5, "lulu": 0.5}.get(printer.partition("-")[0], 0.25)
    blank = []
    for number in range(1, count + 1):
        box = book.pike.pages[number - 1].trimbox
        assert [float(value) for value in box] == pytest.approx(
            [0, 0, recipe.page.width, recipe.page.height], abs=0.01
        )
        bounds = ink(book.pixels(number, SCALE))
        blank.append(bounds is None)
        left, right = (max(inside, least), least) if number % 2 else (least, max(inside, least))
        area = (
            left * INCH,
            least * INCH,
            recipe.page.width - right * INCH,
            recipe.page.height - least * INCH,
        )
        assert bounds is None or is_within(bounds, area), number
    running = "".join("b" if is_blank else "-" for is_blank in blank)
    assert "bbb" not in running
    assert blank[-1] == printer.startswith("ingram")
    done = [act for page_ in book.pike.pages for act in acts(page_)]
    assert min(act.value for act in done if act.kind == "stroke") >= 0.75
    assert min(act.value for act in done if act.kind == "text") >= 7.0
    assert not any(act.kind == "operator" for act in done)
    fonts = [
        font for page_ in book.pike.pages for font in page_.resources.get("/Font", {}).values()
    ]
    assert fonts
    assert all("/FontFile2" in font.FontDescriptor for font in fonts)
    report = check_interior(open_book(book.folder))
    assert report.passed, [(finding.rule, finding.found) for finding in report.findings]


@pytest.mark.parametrize(("printer", "page", "size"), SAMPLE)
def test_a_sample_of_printers_and_trims_builds(tmp_path, printer, page, size):
    builds(tmp_path, printer, page, size)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("printer", "page", "size"), PRODUCT)
def test_every_printer_and_trim_builds(tmp_path, printer, page, size):
    builds(tmp_path, printer, page, size)


# -- Bleed and colours -----------------------------------------------------------------------------------


@pytest.fixture
def bleeding(monkeypatch):
    """The theme `ink` as if it printed up to the edge."""
    plain = theme.load_theme("ink")
    bled = plain._replace(bleeds=True)
    monkeypatch.setattr(assets, "load_theme", lambda name, in_colour=False: bled)


@pytest.mark.usefixtures("bleeding")
def test_a_theme_that_bleeds_has_its_trim_within_a_larger_page(tmp_path):
    book = made(tmp_path, printer="kdp-paperback", page="6x9")
    for number, page in enumerate(book.pike.pages, 1):
        left = 0 if number % 2 else 9
        assert [float(value) for value in page.mediabox] == [0, 0, 441, 666]
        assert [float(value) for value in page.bleedbox] == [0, 0, 441, 666]
        assert [float(value) for value in page.trimbox] == [left, 9, left + 432, 657]
        bounds = ink(book.pixels(number, SCALE))
        inner, outer = 0.375 * INCH, 0.375 * INCH
        area = (left + inner, 9 + 27, left + 432 - outer, 657 - 27)
        assert bounds is None or is_within(bounds, area)
    for maze in book.mazes:
        assert maze_is_where_the_manifest_says(book, maze["puzzle"])


@pytest.mark.usefixtures("bleeding")
def test_at_home_nothing_bleeds(tmp_path):
    book = made(tmp_path, page="6x9")
    assert [float(value) for value in book.pike.pages[0].mediabox] == [0, 0, 432, 648]


def maze_is_where_the_manifest_says(book, place):
    """The walls' top left corner or, where a door is, one of its two neighbours is black."""
    x, y, width, height = place["box"]
    pixels = book.pixels(place["page"], SCALE)
    corners = [(x, y), (x + width, y), (x, y + height), (x + width, y + height)]
    dark = [pixels[round(b * SCALE) - 1 : round(b * SCALE) + 2, round(a * SCALE) - 1 : round(a * SCALE) + 2].min() < 128
            for a, b in corners]  # fmt: skip
    return sum(dark) >= 3


def test_colours_are_written_in_the_spaces_that_are_taken():
    page = Page(
        100, 100, (Rule(0, 0, 9, 9, 1, (1.0, 0.5, 0.0)), Rule(0, 0, 9, 9, 1, (0.5, 0.5, 0.5)))
    )

    def operators(**about):
        pdf = pikepdf.open(io.BytesIO(write_pdf([page], Document(**about))))
        found = {str(operator) for _, operator in pikepdf.parse_content_stream(pdf.pages[0])}
        return found & {"RG", "K", "G", "rg", "k"}

    assert operators() == {"RG", "G"}
    assert operators(spaces=("gray", "cmyk")) == {"K", "G"}


# -- Layouts ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("per_page", "sides", "answers"), [(2, "two", 1), (4, "one", 9), (6, "two", 12), (1, "one", 2)]
)
def test_several_mazes_a_page(tmp_path, per_page, sides, answers):
    # Solid walls, so that corners are black.
    layout = {"mazes_a_page": per_page, "sides": sides, "answers": answers, "page": "6x9"}
    book = made(tmp_path, **layout, walls="plain")
    by_page = {}
    for maze in book.mazes:
        by_page.setdefault(maze["puzzle"]["page"], []).append(maze)
        if "stage" not in maze:  # in a drawing, a maze has no corners
            assert maze_is_where_the_manifest_says(book, maze["puzzle"])
        lines = [line.text for line in book.lines(maze["puzzle"]["page"])]
        assert f"Maze {maze['number']}" in lines
        assert f"Answer on page {maze['answer']['page']}" in lines
    assert max(map(len, by_page.values())) == per_page
    assert all(len({maze["section"] for maze in mazes}) == 1 for mazes in by_page.values())
    for mazes in by_page.values():
        assert not any(overlap(one["puzzle"]["box"], other["puzzle"]["box"])
                       for one, other in product(mazes, mazes) if one is not other)  # fmt: skip
    if sides == "one":
        for page in by_page:
            assert page % 2 == 1
            assert ink(book.pixels(page + 1, SCALE)) is None


def overlap(one, other):
    return (one[0] < other[0] + other[2] and other[0] < one[0] + one[2]
            and one[1] < other[1] + other[3] and other[1] < one[1] + one[3])  # fmt: skip


def test_a_section_may_differ_from_the_book(tmp_path):
    book = made(tmp_path, mazes_a_page=4, **{"section.warm-up.mazes_a_page": 1})
    first = [maze["puzzle"]["page"] for maze in book.mazes if maze["section"] == "warm-up"]
    assert len(set(first)) == len(first)
    rest = [maze["puzzle"]["page"] for maze in book.mazes if maze["section"] != "warm-up"]
    assert len(set(rest)) < len(rest)


def test_the_same_mazes_in_every_layout():
    order = settle(decide_seed(load("ages-7-8", {**SMALL, "seed": "owl"})), Path())
    one = paginate(order)
    assert list_planned_pages(one.setting, one.answers_per_page) == list(one.planned_pages)
    mazes = [
        maze for planned in one.planned_pages if planned.kind == "puzzles" for maze in planned.mazes
    ]
    assert mazes == list(range(1, order.mazes + 1))


@pytest.mark.parametrize("printer", ["home", "kdp-paperback", "ingram"])
@pytest.mark.parametrize("mazes", range(36, 44))
def test_no_blank_page_stands_before_the_last_that_speaks(printer, mazes):
    kinds = [planned.kind for planned in pages_of(mazes, printer=printer).planned_pages]
    assert len(kinds) % 2 == 0
    assert [*dict.fromkeys(kinds[-4:])] in (["key", "colophon"], ["key", "colophon", "blank"])


# -- Front and back matter -------------------------------------------------------------------------------


def test_every_part_can_be_switched_off():
    for part in ALL_MATTER:
        rest = [kind for kind in ALL_MATTER if kind != part]
        found = pages_of(40, **{"book.matter": rest, "book.dedication": "For Mia"})
        kinds = {planned.kind for planned in found.planned_pages}
        assert part.replace("openers", "opener") not in kinds
        assert {kind.replace("openers", "opener") for kind in rest} <= kinds


def test_title_and_author_are_the_same_everywhere(tmp_path):
    book = made(
        tmp_path,
        book__matter=ALL_MATTER,
        book__author="Ada Example",
        book__isbn="978-3-16-148410-0",
        book__year=2026,
    )
    first, imprint = (" ".join(line.text for line in book.lines(page)) for page in (1, 2))
    title = "The Great Big Maze Book"
    assert title in first
    assert title in imprint
    assert "© 2026 Ada Example" in imprint
    assert "ISBN 978-3-16-148410-0" in imprint
    assert book.pdfium.get_metadata_dict()["Title"] == title
    assert book.pdfium.get_metadata_dict()["Author"] == "Ada Example"
    texts = {
        page: [line.text for line in book.lines(page)] for page in range(3, len(book.pdfium) + 1)
    }
    certificate = next(page for page, lines in texts.items() if "Certificate" in lines)
    assert certificate % 2 == 1
    assert title in " ".join(texts[certificate])
    assert "rights" not in imprint  # at home
    assert "edition" not in imprint


@pytest.mark.parametrize(("language", "rights", "edition", "which"), [
    ("en", "All rights reserved.", "English edition", "Edition 3"),
    ("de", "Alle Rechte vorbehalten.", "Deutsche Ausgabe", "3. Auflage"),
    ("pt-PT", "Todos os direitos reservados.", "Edição em português", "3.ª edição"),
])  # fmt: skip
def test_a_book_for_sale_says_whose_rights_are_reserved(tmp_path, language, rights, edition, which):
    book = made(tmp_path, printer="kdp-paperback", page="6x9", mazes=20, language=language,
                book__author="Ada Example", book__year=2026, book__edition=3,
                book__publisher="Example Press", book__country="Ireland")  # fmt: skip
    lines = [line.text for line in book.lines(2)]
    first = lines.index("© 2026 Ada Example")
    assert lines[first + 1 : first + 5] == [rights, which, edition, "Example Press, Ireland"]


@pytest.mark.parametrize(("rights", "printed"), [("CC BY 4.0", True), ("none", False)])
def test_the_line_on_rights_is_yours_to_write(tmp_path, rights, printed):
    book = made(tmp_path, mazes=20, book__author="Ada Example", book__rights=rights)
    lines = [line.text for line in book.lines(2)]
    assert (rights in lines) is printed
    assert "All rights reserved." not in lines


def test_a_book_for_sale_has_a_note_on_what_its_publisher_left_open(tmp_path):
    """A year beside a holder of the rights, a publisher of the ISBN, a subtitle of one's own."""

    def list_notes(**overrides):
        given = {**SMALL, "printer": "kdp-paperback", "page": "6x9", "mazes": 20, **overrides}
        book = make_book("silhouettes", seed="owl", output=tmp_path, force=True, overrides=given)
        return {
            word
            for word in ("no year", "no publisher", "subtitle is ours")
            if any(word in remark for remark in book.remarks)
        }

    named = {"book.author": "Ada Example", "book.isbn": "978-0-306-40615-7", "book.title": "Mine"}
    assert list_notes(**named) == {"no year", "no publisher", "subtitle is ours"}
    settled = {"book.year": 2026, "book.publisher": "Example Press", "book.subtitle": ""}
    assert list_notes(**named, **settled) == list_notes() == set()
    assert list_notes(**named, printer="home") == set()
    assert list_notes(**named, language="es") == {"no year", "no publisher", "subtitle is ours"}


@pytest.mark.parametrize("mazes", range(36, 44))
@pytest.mark.parametrize("matter", [["certificate"], ["certificate", "notes"]])
def test_no_blank_page_is_between_the_certificate_and_the_end(mazes, matter):
    book = {"book.matter": ["title", "key", *matter, "colophon"]}
    planned = pages_of(mazes, **book).planned_pages
    kinds = [page.kind for page in planned]
    certificate = kinds.index("certificate")
    assert certificate % 2 == 0  # a right-hand page
    last = next(at for at in reversed(range(len(kinds))) if kinds[at] != "blank")
    assert "blank" not in kinds[certificate:last]
    # Who cuts it out keeps the book's code.
    kinds = [page.kind for page in pages_of(mazes, **book, codes="book").planned_pages]
    after = kinds[kinds.index("certificate") + 1]
    assert after == ("notes" if "notes" in matter else "blank")


def test_a_book_for_kdp_says_nothing_of_itself(tmp_path):
    book = made(tmp_path, printer="kdp-paperback", page="6x9", book__author="Ada Example")
    said = book.pdfium.get_metadata_dict()
    assert (said["Title"], said["Author"], said["Subject"], said["Keywords"]) == ("", "", "", "")


@pytest.fixture
def logo(tmp_path):
    """A maker of logos: a disc, in a file of this name, so many pixels wide."""

    def make(name, width=600):
        picture = Image.new("RGBA" if name.endswith("png") else "RGB", (width, width // 2))
        ImageDraw.Draw(picture).ellipse((0, 0, width // 2, width // 2), fill=(200, 30, 60))
        picture.save(tmp_path / name)
        return str(tmp_path / name)

    return make


@pytest.mark.parametrize("name", ["logo.png", "logo.jpg", "logo.svg"])
@pytest.mark.parametrize("printer", ["home", "ingram"])
def test_a_logo_stands_on_the_title_page_and_travels(tmp_path, logo, name, printer):
    if name == "logo.svg":
        file = tmp_path / name
        file.write_text(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 5"><rect width="9" height="5"/></svg>'
        )
    else:
        file = logo(name)
    plain = made(tmp_path / "plain", printer=printer)
    book = made(tmp_path / "with", printer=printer, book__logo=str(file))
    assert not np.array_equal(book.pixels(1, SCALE), plain.pixels(1, SCALE))
    assert np.array_equal(book.pixels(2, SCALE), plain.pixels(2, SCALE))
    assert book.manifest["recipe"]["book"]["logo"] == f"assets/{name}"
    again = Printed(make_book(str(book.folder / "recipe.toml"), output=tmp_path / "again").folder)
    assert again.pdf.read_bytes() == book.pdf.read_bytes()
    for image in book.pike.pages[0].obj.Resources.XObject.values():
        if image.Subtype != "/Image":
            continue
        assert image.ColorSpace == "/DeviceGray"
        assert "/SMask" not in image


def test_a_coarse_logo_is_refused(logo, tmp_path):
    with pytest.raises(
        Refused, match=r"133 dpi at its size on the page; at least 300 dpi, 4\d+ x 22\d pixels"
    ):
        make_book(
            "ages-7-8",
            seed="owl",
            output=tmp_path / "x",
            overrides={**SMALL, "book.logo": logo("low.png", 200)},
        )
    assert not (tmp_path / "x").exists()


def test_grids_are_not_built_anew_for_every_count():
    """`--pages` asks for many page counts: the grid of a size is the same object each time."""
    assert make_grid("square", (6, 8), None) is make_grid("square", (6, 8), None)
