"""The objects of a PDF file: put aside as they come, and numbered so that all that names them finds
them."""

import tracemalloc
from io import BytesIO
from random import Random
from zlib import compress

import pikepdf
from reading_aloud import heard

from puzzlebook.drawing.drawing import Drawing, Layer, Packed, Style, Subpath
from puzzlebook.typesetting.page import Box, Link, Page, Picture, Tag, Text
from puzzlebook.typesetting.pdf import objects
from puzzlebook.typesetting.pdf.document import Bookmark, Document, Screen
from puzzlebook.typesetting.pdf.operators import write_path
from puzzlebook.typesetting.pdf.writer import write_pdf, write_pdf_pieces
from puzzlebook.typesetting.text import Face

SAYS = "100 % sure \x00 of (page) 3 \\ å"


def pages(count):
    """Pages, each with a picture of its own, and with a link to the page at the other end."""
    for number in range(1, count + 1):
        packed = Packed(
            compress(b"".join(b"%d %d m " % (number, place) for place in range(150))), is_form=True
        )
        picture = Drawing(0, 0, 9, 9, 10, (Layer("walls", Style(1.0), (), packed=packed),))
        tag = Tag("Figure", f"number {number}")
        link = Link(Box(10, 20, 30, 40), count + 1 - number, SAYS, tag)
        yield Page(200, 300, (Picture(10, 10, picture, tag),), (link,))


def test_links_and_bookmarks_lead_to_pages_that_come_later():
    about = Document(screen=Screen((Bookmark("last", 25),)))
    with pikepdf.open(BytesIO(write_pdf(pages(25), about))) as pdf:
        assert not pdf.check_pdf_syntax()
        assert len(pdf.pages) == 25
        for page, other in zip(pdf.pages, reversed(pdf.pages), strict=True):
            assert page.Annots[0].Dest[0].objgen == other.objgen
            assert str(page.Annots[0].Contents) == SAYS
        with pdf.open_outline() as outline:
            assert outline.root[0].destination[0].objgen == pdf.pages[-1].objgen


def test_what_goes_to_the_disk_comes_back_as_it_was(monkeypatch):
    about = Document(screen=Screen())
    at_once = write_pdf(pages(25), about)
    monkeypatch.setattr(objects, "_SPOOL_MEMORY", 1)
    assert b"".join(write_pdf_pieces(pages(25), about)) == at_once


def test_a_page_leaves_memory_as_it_comes(monkeypatch):
    monkeypatch.setattr(objects, "_SPOOL_MEMORY", 1)

    def peak(count):
        tracemalloc.reset_peak()
        for _ in write_pdf_pieces(pages(count), Document(screen=Screen())):
            pass
        return tracemalloc.get_traced_memory()[1]

    tracemalloc.start()
    try:
        peak(1)  # what is loaded only once
        few, many = peak(20), peak(170)
    finally:
        tracemalloc.stop()
    # Bytes, of which 400 are the drawing that it has to know again, and 1,200 its tags. All of a
    # page takes 11,400.
    assert (many - few) / 150 < 5000


def test_what_has_a_place_is_read_in_its_place(tmp_path):
    """Of equal places what is painted first."""
    items = [
        Text(10, 20 * n, said, Face(), 12.0, tag=Tag("P", place=place))
        for n, (said, place) in enumerate(
            (("third", 1), ("first", -1), ("second", 0), ("fourth", 1)), 1
        )
    ]
    (tmp_path / "a.pdf").write_bytes(
        write_pdf([Page(200, 200, tuple(items))], Document(screen=Screen()))
    )
    assert heard(tmp_path / "a.pdf").lines == ["P: first", "P: second", "P: third", "P: fourth"]


def test_lines_of_a_texture_are_written_like_all_others():
    chance = Random("dashes")
    numbers = [0.0, -0.0, -0.0001, 0.9996, -0.9996, 0.05, 1.0, 5, 100, -3, 1e6, 0.0005]
    numbers += [chance.uniform(-60, 60) for _ in range(500)]
    numbers += [round(chance.uniform(-60, 60), 1) for _ in range(500)]
    chance.shuffle(numbers)
    points = list(zip(numbers[::2], numbers[1::2], strict=True))
    lines = [Subpath(ends) for ends in zip(points[::2], points[1::2], strict=True)]
    # A line of three points is written point by point, and so are those beside it.
    bent = Subpath(((0.0, 0.0), (1.0, 0.0), (1.0, 1.0)))
    text = " ".join(write_path(lines))
    assert " ".join(write_path([*lines, bent])) == f"{text} 0 0 m 1 0 l 1 1 l"
