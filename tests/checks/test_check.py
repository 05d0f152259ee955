"""`check` on files with one fault each, on clean files from several makers, and on bad input."""

from __future__ import annotations

import json
import os
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from command import check_errors, run, snapshot
from spoiled import ADVICE, CLEAN, SPOILED, book, changed, exchange, on_page

from puzzlebook.checks.findings import Finding, format_pages
from puzzlebook.checks.preflight import check_pdf_file
from puzzlebook.checks.whole_book import _find_isbn_faults
from puzzlebook.printers.profiles import load_printer
from puzzlebook.shelf.manifest import FinishedBook
from puzzlebook.typesetting.page import Page, Text
from puzzlebook.typesetting.pdf.document import Document
from puzzlebook.typesetting.pdf.writer import write_pdf
from puzzlebook.typesetting.text import REGULAR

# What one fault cannot help bringing with it.
ALONG = {
    "no blank page at the end": {"standard"},
    "a pastel ground that does not bleed": {"outside margin", "top margin", "bottom margin"},
    "a shading whose ink cannot be measured": {"standard", "last page", "colours"},
    "a trim that is not offered": {"outside margin"},
    "a page with a wrong box": {"damage", "bottom margin", "top margin"},
    "a file that breaks off": {"page"},
    "too many pages": {"gutter"},
    "crop box": {"page size", "gutter", "outside margin", "top margin", "bottom margin"},
}


def report(tmp_path, content, printer):
    path = tmp_path / "a.pdf"
    path.write_bytes(content)
    return check_pdf_file(path, load_printer(printer))


def test_there_are_as_many_files_as_are_promised():
    assert len(SPOILED) >= 90
    assert len(CLEAN) >= 20


@pytest.mark.parametrize("name", SPOILED)
def test_each_fault_is_found(name, tmp_path):
    make, printer, rule, pages = SPOILED[name]
    found = report(tmp_path, make(), printer)
    (finding,) = [finding for finding in found.findings if finding.rule == rule][:1] or [None]
    assert finding is not None, found.findings
    assert finding.grave
    assert not found.passed
    assert finding.pages == tuple(pages)
    others = {finding.rule for finding in found.findings if finding.grave} - {rule}
    assert others <= ALONG.get(name, set())


@pytest.mark.parametrize("name", ADVICE)
def test_advice_is_no_reason_to_be_refused(name, tmp_path):
    make, printer, rule, pages = ADVICE[name]
    found = report(tmp_path, make(), printer)
    along = ALONG.get(name, set())
    told = [
        (finding.rule, finding.pages) for finding in found.findings if finding.rule not in along
    ]
    assert told == [(rule, tuple(pages))]
    assert found.passed


def test_a_file_that_is_what_it_says_raises_nothing(tmp_path):
    assert report(tmp_path, exchange(), "ingram").findings == ()


@pytest.mark.parametrize("name", CLEAN)
def test_clean_files_raise_nothing_false(name, tmp_path):
    found = report(tmp_path, CLEAN[name](), "kdp-paperback")
    assert [finding for finding in found.findings if finding.rule != "metadata"] == []
    assert found.trim == ("6x9 with bleed" if name == "with bleed" else "6x9")


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_a_page_that_is_turned_is_measured_as_it_is_seen(rotation, tmp_path):
    def turn(pdf):
        for page in pdf.pages:
            page.obj.Rotate = rotation

    size = (648, 432) if rotation % 180 else (432, 648)
    found = report(tmp_path, changed(turn, book(size=size)), "kdp-paperback")
    assert found.trim == "6x9"
    assert not [finding for finding in found.findings if finding.rule in ("page size", "same size")]


def test_a_user_unit_scales_all(tmp_path):
    def half(pdf):
        for page in pdf.pages:
            page.obj.UserUnit = 0.5

    found = report(tmp_path, changed(half, book(size=(864, 1296))), "kdp-paperback")
    assert found.trim == "6x9"
    assert {finding.rule for finding in found.findings} >= {"type size", "line weight"}


def test_thousands_of_pages(tmp_path):
    with pikepdf.new() as pdf:
        for _ in range(3_000):
            pdf.add_blank_page(page_size=(432, 648))
        pdf.save(tmp_path / "a.pdf")
    found = check_pdf_file(tmp_path / "a.pdf", load_printer("kdp-paperback"))
    rules = {finding.rule: finding.found for finding in found.findings}
    assert rules["page count"] == "3000 pages"
    assert "blank pages" in rules


BAD = {
    "empty": b"",
    "not a PDF": b"hello, this is no PDF",
    "breaks off": None,
    "a password": None,
    "no pages": None,
}


def bad(name):
    if name == "breaks off":
        return book()[:900]
    if name == "a password":
        return changed(lambda pdf: None, encryption=pikepdf.Encryption(owner="o", user="secret"))
    if name == "no pages":
        return changed(lambda pdf: pdf.pages.__delitem__(slice(None)))
    return BAD[name]


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_checked_is_refused(name, tmp_path):
    (tmp_path / "a.pdf").write_bytes(bad(name))
    before = snapshot(tmp_path)
    done = run("check", "a.pdf", "--printer", "kdp-paperback", cwd=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert len(check_errors(done.err)) == 1
    assert snapshot(tmp_path) == before


@pytest.mark.parametrize(
    "arguments",
    [
        ("nothing.pdf", "--printer", "home"),
        (".",),
        ("a.pdf",),
        ("a.pdf", "--printer", "kdp-paperbak"),
        ("a.pdf", "--printer", "home", "--paper", "blue"),
        ("a.pdf", "--printer", "home", "--ink", "red"),
    ],
)
def test_bad_requests(arguments, tmp_path):
    (tmp_path / "a.pdf").write_bytes(book())
    done = run("check", *arguments, cwd=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert len(check_errors(done.err)) == 1


def test_the_table(tmp_path):
    make, printer, *_ = SPOILED["ink in the gutter of a recto"]
    (tmp_path / "a.pdf").write_bytes(make())
    done = run("check", "a.pdf", "--printer", printer, cwd=tmp_path)
    assert done.code == 1
    first, head, row = done.out.splitlines()
    assert "would be refused by kdp-paperback" in first
    assert head.split() == ["rule", "found", "allowed", "pages", "recipe", "key"]
    assert row.split("  ")[:3] == ["x", "gutter", "ink 0.28 in from the trim"]
    assert "2026-11-21" in done.err
    assert "not checked:" in done.err
    told = json.loads(run("check", "a.pdf", "--printer", printer, "--json", cwd=tmp_path).out)
    assert not told["passed"]
    assert told["files"][0]["findings"][0]["pages"] == [3]
    assert told["rules_read_on"] == "2026-11-21"
    assert told["not_seen"]


def test_a_page_that_cannot_be_read_does_not_hide_the_others(tmp_path):
    make, printer, *_ = SPOILED["a page that is broken"]
    content = changed(
        lambda pdf: pdf.pages[2].contents_add(pikepdf.Stream(pdf, b"0.1 w 99 300 m 200 300 l S")),
        make(),
    )
    rules = {finding.rule: finding.pages for finding in report(tmp_path, content, printer).findings}
    assert rules["page"] == (7,)
    assert rules["line weight"] == (3,)


def test_a_page_that_breaks_off_in_an_operator_is_no_reason_to_warn(tmp_path, recwarn):
    report(tmp_path, on_page(b"q 1 0 0 (a"), "kdp-paperback")
    assert [str(warned.message) for warned in recwarn] == []


def test_pages_as_people_write_them():
    assert format_pages((3, 5, 6, 7, 12), 24) == "3, 5-7, 12"
    assert format_pages(tuple(range(1, 25)), 24) == "all"
    assert format_pages((), 24) == ""


# -- Our own books -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def shelf(tmp_path_factory):
    """A book with a cover."""
    place = tmp_path_factory.mktemp("shelf")
    options = (
        "--printer",
        "kdp-paperback",
        "--title",
        "Mazes for Mia",
        "--author",
        "Ada Example",
        "--no-svg",
        "--mazes",
        "12",
    )
    done = run("make", "ages-7-8", "--seed", "owl", "--name", "mia", *options, "--set", "book.isbn=978-3-16-148410-0",
               cwd=place)  # fmt: skip
    assert done.code == 0, done.err
    done = run("cover", "output/mia", cwd=place)
    assert done.code == 0, done.err
    return place


def test_a_book_of_ours_and_its_cover_pass_together(shelf):
    done = run("check", "output/mia", "--json", cwd=shelf)
    told = json.loads(done.out)
    assert done.code == 0
    assert [file["file"] for file in told["files"]] == ["mia.pdf", "mia-cover.pdf"]
    form = told["form"]
    assert (form["Title"], form["Author"], form["ISBN"]) == (
        "Mazes for Mia",
        "Ada Example",
        "978-3-16-148410-0",
    )
    assert form["Trim"] == "8.5 x 11 in"


def test_a_cover_for_another_page_count_is_found(shelf, tmp_path):
    content = (shelf / "output" / "mia" / "mia-cover.pdf").read_bytes()
    folder = tmp_path / "mia"
    folder.mkdir()
    for path in (shelf / "output" / "mia").glob("*.*"):
        (folder / path.name).write_bytes(path.read_bytes())
    with pikepdf.open(folder / "mia-cover.pdf", allow_overwriting_input=True) as pdf:
        pdf.pages[0].obj.MediaBox[2] = float(pdf.pages[0].obj.MediaBox[2]) + 5
        pdf.save()
    assert content != (folder / "mia-cover.pdf").read_bytes()
    done = run("check", folder, cwd=tmp_path)
    assert done.code == 1
    assert "cover size" in done.out


def test_something_in_the_field_of_the_barcode_is_found(shelf, tmp_path):
    folder = tmp_path / "mia"
    folder.mkdir()
    for path in (shelf / "output" / "mia").glob("*.*"):
        (folder / path.name).write_bytes(path.read_bytes())
    with pikepdf.open(folder / "mia-cover.pdf", allow_overwriting_input=True) as pdf:
        # The field is 2 x 1.2 in, a quarter of an inch from the edges of a back cover 8.5 in wide,
        # after the bleed. Over the bars, so that no scanner reads them.
        pdf.pages[0].contents_add(pikepdf.Stream(pdf, b"0 g 500 30 60 80 re f"))
        pdf.save()
    done = run("check", folder, cwd=tmp_path)
    assert done.code == 1
    assert "barcode" in done.out


def test_what_no_check_can_see_is_listed_where_it_is_asked_for(shelf, tmp_path):
    """Of a book of ours one line says so, `--verbose` lists it; of a file from elsewhere it is
    always told."""
    short = run("check", "output/mia", cwd=shelf)
    assert "not checked:" not in short.err
    assert "unknown about" not in short.err
    (line,) = [line for line in short.err.splitlines() if "--verbose" in line]
    assert "kdp-paperback" in line
    full = run("check", "output/mia", "--verbose", cwd=shelf)
    assert "not checked: " in full.err
    assert "unknown about kdp-paperback: " in full.err
    assert full.out == short.out
    (tmp_path / "a.pdf").write_bytes(book())
    foreign = run("check", "a.pdf", "--printer", "kdp-paperback", cwd=tmp_path)
    assert "not checked: " in foreign.err
    assert "unknown about kdp-paperback: " in foreign.err
    assert "--verbose" not in foreign.err


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("ISBN 978-3-16-148410-0", False),
        ("ISBN-13: 9783161484100", False),
        ("ISBN 978-0-306-40615-7", True),
    ],
)
def test_the_isbn_on_the_cover_is_the_one_inside(said, found, shelf, tmp_path):
    folder = tmp_path / "mia"
    folder.mkdir()
    for path in (shelf / "output" / "mia").glob("*.*"):
        (folder / path.name).write_bytes(path.read_bytes())
    with (
        pikepdf.open(folder / "mia-cover.pdf", allow_overwriting_input=True) as pdf,
        pikepdf.open(
            BytesIO(book(lambda canvas: canvas.drawString(100, 300, said), pages=1, on=1))
        ) as other,
    ):
        other.pages[0].contents_coalesce()
        form = pdf.copy_foreign(other.pages[0].as_form_xobject())
        name = pdf.pages[0].add_resource(form, pikepdf.Name.XObject)
        pdf.pages[0].contents_add(
            pikepdf.Stream(pdf, b"q 1 0 0 1 60 100 cm " + str(name).encode() + b" Do Q")
        )
        pdf.save()
    done = run("check", folder, "--json", cwd=tmp_path)
    rules = {finding["rule"] for finding in json.loads(done.out)["files"][1]["findings"]}
    assert ("ISBN" in rules) is found


def write_saying(path, said):
    """Write a PDF file that says something on some of its pages, by their numbers."""
    lines = (
        [Text(60, 300, said[number], REGULAR, 12)] if number in said else []
        for number in range(1, max(said) + 1)
    )
    path.write_bytes(write_pdf([Page(432, 648, tuple(items)) for items in lines], Document()))


@pytest.mark.parametrize(
    ("recipe", "inside", "cover", "found", "allowed"),
    [
        ("978-3-16-148410-0", {}, "978-0-306-40615-7", "9780306406157", "ISBN 9783161484100, as inside"),
        ("978-3-16-148410-0", {2: "978-0-306-40615-7"}, "978-0-306-40615-7", "9780306406157",
         "ISBN 9783161484100, as inside"),
        (None, {}, "978-0-306-40615-7", "9780306406157", "none, as inside"),
        (None, {2: "978-3-16-148410-0"}, "978-0-306-40615-7", "9780306406157", "ISBN 9783161484100, as inside"),
        (None, {8: "9783161484100", 1: "0-306-40615-2"}, "043942089X", "043942089X",
         "ISBN 0306406152 or 9783161484100, as inside"),
        (None, {9: "978-0-306-40615-7"}, "978-0-306-40615-7", "9780306406157", "none, as inside"),
    ],
)  # fmt: skip
def test_what_is_said_of_another_isbn_on_the_cover(recipe, inside, cover, found, allowed, tmp_path):
    write_saying(
        tmp_path / "mia.pdf",
        {1: "Mazes", **{page: f"ISBN {isbn}" for page, isbn in inside.items()}},
    )
    write_saying(tmp_path / "mia-cover.pdf", {1: f"ISBN {cover}"})
    finished = FinishedBook(tmp_path, {"recipe": {"name": "mia"}}, True)
    expected = Finding("ISBN", f"ISBN {found} on the cover", allowed, (1,), "book.isbn")
    assert list(_find_isbn_faults(recipe, finished, tmp_path / "mia-cover.pdf")) == [expected]


@pytest.mark.parametrize("recipe", ["978-3-16-148410-0", None])
def test_nothing_is_said_of_the_books_own_isbn(recipe, tmp_path):
    write_saying(tmp_path / "mia.pdf", {2: "ISBN 978-3-16-148410-0"})
    write_saying(tmp_path / "mia-cover.pdf", {1: "ISBN 9783161484100"})
    finished = FinishedBook(tmp_path, {"recipe": {"name": "mia"}}, True)
    assert list(_find_isbn_faults(recipe, finished, tmp_path / "mia-cover.pdf")) == []


def test_another_title_is_found(shelf, tmp_path):
    folder = tmp_path / "mia"
    folder.mkdir()
    for path in (shelf / "output" / "mia").glob("*.*"):
        (folder / path.name).write_bytes(path.read_bytes())
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["recipe"]["book"]["title"] = "Mazes for Tom"
    manifest["recipe"]["book"]["isbn"] = "978-0-306-40615-7"
    (folder / "manifest.json").write_text(json.dumps(manifest))
    done = run("check", folder, cwd=tmp_path)
    assert done.code == 1
    found = [line for line in done.out.splitlines() if line.startswith("x")]
    assert [line.split("  ")[1].strip() for line in found] == [
        *("title", "ISBN"),  # inside
        *("title", "ISBN", "barcode"),  # on the cover
    ]


def test_make_refuses_what_the_check_would(tmp_path):
    """A book of too few pages is not made at all; one that can be bound is made and passes."""
    options = ("sheets", "--seed", "owl", "--no-svg", "--printer", "kdp-paperback")
    done = run("make", *options, "--mazes", 3, cwd=tmp_path)
    assert done.code == 2
    assert "kdp-paperback binds 24 to 590: at least 21 mazes" in done.err
    assert list(tmp_path.iterdir()) == []
    assert run("make", *options, "--mazes", 21, cwd=tmp_path).code == 0
    assert run("check", "output/sheets", cwd=tmp_path).code == 0


def test_the_check_of_fifty_pages_is_cheap(shelf):
    from time import process_time

    path = Path(shelf) / "output" / "mia" / "mia.pdf"
    check_pdf_file(path, load_printer("home"))
    began = process_time()
    check_pdf_file(path, load_printer("home"))
    assert process_time() - began < 2 * float(os.environ.get("SLOWNESS", "1"))
