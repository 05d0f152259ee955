"""What `check` measures on our books is what an independent reader of the same files measures."""

from __future__ import annotations

from collections import deque
from random import Random

import pikepdf
import pytest
from independent import DPI, opinions
from reportlab.pdfgen.canvas import Canvas
from spoiled import SPOILED

from puzzlebook import make_book
from puzzlebook.checks.content import _OPERATORS, _parse
from puzzlebook.checks.facts import read_document
from puzzlebook.checks.ink import TOLERANCE, PageRequest, render_pages
from puzzlebook.checks.whole_book import check_interior
from puzzlebook.printers.profiles import load_printer
from puzzlebook.shelf.manifest import open_book

PIXEL = 72 / DPI  # one of the other reader's
BOOKS = [
    # book, printer, page, mazes: small, middle and large ones, on several trims
    ("ages-5-6", "kdp-paperback", "6x9", 24),
    ("ages-7-8", "kdp-paperback", "8.5x11", 40),
    pytest.param("adult", "kdp-paperback", "8x10", 140, marks=pytest.mark.exhaustive),
    ("large-print", "kdp-hardcover", "7x10", 80),
    ("ages-9-11", "ingram", "6x9", 24),
    ("ages-7-8", "home", "a4", 12),
]


def compared(path):
    """Our facts of each page beside the other opinion."""
    document = read_document(path, path.name)
    asked = [PageRequest(page.number) for page in document.pages]
    return list(zip(document.pages, render_pages(path, asked), opinions(path), strict=True))


def test_ink_is_found_wherever_it_is(tmp_path):
    """Specks near the edges and far from them, in black and in colour, on pages that are turned or
    not."""
    chance, sheets, file = Random("specks"), [], tmp_path / "specks.pdf"
    canvas = Canvas(str(file))
    for number in range(60):
        width, height, turned = (
            chance.uniform(150, 500),
            chance.uniform(150, 500),
            number * 90 % 360,
        )
        canvas.setPageSize((width, height))
        canvas.setFillColorRGB(
            *((1, 1, 1) if number % 10 == 9 else (0, 0, 0) if number % 2 else (0.9, 0.2, 0))
        )
        reach = chance.choice((0.1, 0.5, 1))  # how much of the page, from a corner or its middle
        near = chance.choice((0, 1, 1 - reach, (1 - reach) / 2)) if reach < 1 else 0
        near = min(near, 1 - reach)
        spots = [
            tuple((near + reach * chance.random()) * side for side in (width - 4, height - 4))
            for _ in range(3)
        ]
        for x, y in spots:
            canvas.rect(x, y, 4, 4, stroke=0, fill=1)
        canvas.showPage()
        (low, bottom), (high, top) = (
            tuple(map(pick, zip(*spots, strict=True))) for pick in (min, max)
        )
        edges = deque((low, height - top - 4, width - high - 4, bottom))  # left, top, right, bottom
        edges.rotate(turned // 90)
        sheets.append(None if number % 10 == 9 else [*edges])
    canvas.save()
    with pikepdf.open(file, allow_overwriting_input=True) as pdf:
        for number, page in enumerate(pdf.pages):
            page.Rotate = number * 90 % 360
        pdf.save(file)
    for grey in (True, False):
        found = render_pages(file, [PageRequest(number, grey=grey) for number in range(1, 61)])
        for shown, edges in zip(found, sheets, strict=True):
            assert shown.ink == (edges and pytest.approx(edges, abs=TOLERANCE + PIXEL)), (
                shown,
                edges,
            )


@pytest.mark.parametrize(("book", "printer", "page", "mazes"), BOOKS)
def test_two_readers_agree(book, printer, page, mazes, tmp_path):
    overrides = {
        "printer": printer,
        "page": page,
        "mazes": mazes,
        "svg": False,
        "section.*.size": "6x8",
    }
    made = make_book(book, seed="agree", output=tmp_path, overrides=overrides)
    for facts, shown, other in compared(made.pdf):
        assert (facts.width, facts.height) == pytest.approx(other.size, abs=0.01)
        assert (shown.ink is None) == (other.ink is None)
        if shown.ink:
            assert shown.ink == pytest.approx(other.ink, abs=TOLERANCE + PIXEL)
        for ours, theirs in (
            (facts.painted.type_size, other.type_size),
            (facts.painted.line, other.line),
        ):
            assert ours == (theirs if theirs is None else pytest.approx(theirs, rel=0.01))
        assert not facts.font_faults
        assert not other.loose
    report = check_interior(open_book(made.folder))
    least = load_printer(printer).limit(1, 1, "black", "white").minimum or 1
    grave = [
        finding for finding in report.findings if finding.grave and finding.rule != "page count"
    ]
    # Layout by the printer's own gutter is settled elsewhere; what is measured is what we laid out.
    assert [finding for finding in grave if finding.rule != "gutter"] == []
    assert report.pages >= min(least, report.pages)


@pytest.mark.parametrize(
    "name", ["a thin line in a form", "type that is turned", "a font that is not embedded"]
)
def test_the_other_reader_notices_too(name, tmp_path):
    path = tmp_path / "a.pdf"
    path.write_bytes(SPOILED[name][0]())
    facts, _, other = compared(path)[2]
    spoiled = (other.line or 9) < 0.75 or (other.type_size or 9) < 7 or bool(other.loose)
    assert spoiled
    assert facts.painted.line == pytest.approx(other.line, rel=0.01)


@pytest.mark.parametrize(
    "content",
    [
        "1 2 m 3 4 l S", "0 0 1 1 re f*\n", "1 2 m 3 4 l h B*", "1 2 m 3 4 l b", "0 0 m\t9 0 l F",
        "1 2 m n", "1 2 m 3 4 l S 1 2 m 3 4 l S", "q 1 2 m 3 4 l S", "1 2 m 3 4 l\x0bS", "S", "f ",
        "0 0 m 1 1 lS", "0 0 m 9 9 l 1 w S", "1 0 0 rg 0 0 9 9 re f", "0 0 m %S\n9 9 l s", "(S) S",
    ],
)  # fmt: skip
def test_a_form_that_is_one_path_is_read_as_any_other(content):
    with pikepdf.new() as file:
        form = file.make_stream(content.encode())
        every = pikepdf.parse_content_stream(form)
        painted = [str(row.operator) for row in every if str(row.operator) in _OPERATORS.split()]
        assert [name for _, name in _parse(form)] == painted
