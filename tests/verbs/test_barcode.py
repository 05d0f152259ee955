"""The barcode of a book with an ISBN: read back by a decoder that is not ours, where the printer
wants it, large enough, in black only; and what `check` says of another one."""

from __future__ import annotations

import pypdfium2
import pytest
import zxingcpp
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw
from stdnum import ean as standard_ean

from puzzlebook import make_book
from puzzlebook.checks.whole_book import check_book
from puzzlebook.drawing.ean import MODULE, WIDTH, draw_ean
from puzzlebook.ground.faults import Refused
from puzzlebook.ground.isbn import encode_price, hyphenate_isbn
from puzzlebook.ground.lengths import MM
from puzzlebook.printers.profiles import load_printer
from puzzlebook.printers.wrap import make_wrap
from puzzlebook.recipes.files import decide_seed, load
from puzzlebook.recipes.order import settle
from puzzlebook.verbs.cover import make_cover
from puzzlebook.verbs.cover_pages import find_barcode_area

ISBN = "978-3-16-148410-0"
DIGITS = "9783161484100"
DOTS = 300 / 72  # a point
SPINES = {"kdp-hardcover": 30}  # points


def read(image, add_on=zxingcpp.EanAddOnSymbol.Ignore):
    return [code.text for code in zxingcpp.read_barcodes(image, ean_add_on_symbol=add_on)]


def bars(digits, add_on=""):
    """Three pixels a module, with the clear space that scanners need."""
    drawing = draw_ean(digits, add_on, 3)
    image = Image.new("L", (int(drawing.width + 40) * 3, 300), 255)
    for path in drawing.layers[0].subpaths:
        (left, top), (right, bottom) = path.points[0], path.points[2]
        ImageDraw.Draw(image).rectangle(
            ((left + 20) * 3, top * 3 + 20, (right + 20) * 3 - 1, bottom * 3 + 20), 0
        )
    return image


@settings(max_examples=60, deadline=None)
@given(st.text("0123456789", min_size=12, max_size=12))
def test_any_number_is_read_back(twelve):
    digits = twelve + standard_ean.calc_check_digit(twelve)
    assert read(bars(digits)) == [digits]


@settings(max_examples=40, deadline=None)
@given(st.text("0123456789", min_size=5, max_size=5))
def test_any_add_on_is_read_back(add_on):
    (text,) = read(bars(DIGITS, add_on), zxingcpp.EanAddOnSymbol.Require)
    assert text.replace(" ", "") == DIGITS + add_on


@pytest.mark.parametrize(
    ("price", "add_on"),
    [("9.99 USD", "50999"), ("12.50 gbp", "01250"), ("none", "90000"), ("", ""), ("7.00CAD", "60700")],
)  # fmt: skip
def test_what_a_price_is_in_bars(price, add_on):
    assert encode_price(price) == add_on


@pytest.mark.parametrize("price", ["9.99", "$9.99", "99.99 USD", "9,99 USD", "9.99 EUR", "x"])
def test_a_price_that_has_no_bars_is_refused(price, tmp_path):
    with pytest.raises(Refused, match="is not a price that a barcode can encode"):
        made(tmp_path, "kdp-paperback", **{"cover.price": price})
    assert not any(tmp_path.iterdir())


def test_hyphens_are_those_of_the_publisher():
    assert hyphenate_isbn("9783161484100") == ISBN
    assert hyphenate_isbn("9780306406157") == "978-0-306-40615-7"
    assert hyphenate_isbn("978-316148410-0") == "978-316148410-0"  # as it was typed


@pytest.fixture(scope="module", params=["kdp-paperback", "kdp-hardcover", "ingram", "lulu"])
def covered(request, tmp_path_factory):
    """A finished book, and the field of the barcode on its cover."""
    shelf = tmp_path_factory.mktemp("shelf")
    folder = made(shelf, request.param, **{"cover.price": "9.99 USD"})
    return folder, covered_field(folder, request.param)


def test_it_is_read_from_the_printed_cover(covered):
    folder, field = covered
    image = printed(folder, field)
    (barcode,) = zxingcpp.read_barcodes(image, ean_add_on_symbol=zxingcpp.EanAddOnSymbol.Require)
    assert barcode.text.replace(" ", "") == DIGITS + "50999"
    # Printers want at least 80 % of full size.
    length = barcode.position.top_right.x - barcode.position.top_left.x
    assert length / DOTS >= 0.8 * WIDTH * MODULE * MM - 1
    # Clear paper before the first bar and around the field's rim.
    rim = image.crop((0, 0, image.width, 4)).getextrema()
    assert rim == image.crop((0, 0, 4, image.height)).getextrema() == (255, 255)


def test_check_takes_it(covered):
    folder, _ = covered
    assert not [finding for finding in check_book(folder).reports[1].findings if finding.grave]


def test_another_number_is_found(tmp_path):
    folder = made(tmp_path, "kdp-paperback", **{"book.isbn": "9780306406157"})
    covered_field(folder, "kdp-paperback")
    for name in ("recipe.toml", "manifest.json"):
        content = (folder / name).read_text()
        assert "9780306406157" in content
        (folder / name).write_text(content.replace("9780306406157", DIGITS))
    said = [finding.found for finding in check_book(folder).reports[1].findings]
    assert "it says 9780306406157" in said


def test_its_place_can_stay_blank(tmp_path):
    folder = made(tmp_path, "kdp-paperback", **{"cover.barcode": "none"})
    low, high = printed(folder, covered_field(folder, "kdp-paperback")).getextrema()
    assert low == high


@pytest.mark.parametrize(("printer", "has_field"), [("kdp-paperback", True), ("lulu", False)])
def test_no_field_is_blank_for_ever(printer, has_field, tmp_path):
    """Without an ISBN, only the printer that prints a barcode of its own gets a field."""
    for isbn, has_area in (("", has_field), (DIGITS, True)):
        given = {"printer": printer, "page": "8.5x11", "book.isbn": isbn or None}
        given = {key: value for key, value in given.items() if value}
        order = settle(decide_seed(load("ages-5-6", given)), tmp_path)
        wrap = make_wrap(order.printer, (612.0, 792.0), 100, "white")
        assert (find_barcode_area(order, wrap) is not None) == has_area


def made(shelf, printer, **overrides):
    """The folder of a small book with an ISBN."""
    given = {
        "page": "6x9",
        "printer": printer,
        "section.*.size": "6x8",
        "svg": False,
        "mazes": 76 if printer in ("kdp-hardcover", "lulu") else 30,  # which take no thinner spine
        "book.isbn": DIGITS,
        "book.matter": ["title", "copyright", "colophon"],
    }
    return make_book("adult", seed="owl", output=shelf, overrides={**given, **overrides}).folder


def covered_field(folder, printer):
    """Make the cover and return the field of its barcode, in points."""
    return make_cover(folder, spine=SPINES.get(printer)).wrap.barcode(load_printer(printer))


def printed(folder, field):
    """The field of the barcode as it is printed, at 300 dpi."""
    (cover,) = folder.glob("*-cover.pdf")
    image = pypdfium2.PdfDocument(cover)[0].render(scale=DOTS).to_pil().convert("L")
    box = (field.x + 1, field.y + 1, field.right - 1, field.bottom - 1)
    return image.crop([round(edge * DOTS) for edge in box])


@pytest.mark.parametrize("book", ["adult", "hidden-pictures"])
def test_a_book_that_is_sold_gives_no_code_away(book, tmp_path):
    """Neither code, seed nor the program's name is in print, and no page is empty for it."""
    given = {"printer": "kdp-paperback", "page": "6x9", "svg": False, "mazes": 12}
    folder = make_book(book, seed="a-long-seed", output=tmp_path, overrides=given).folder
    document = pypdfium2.PdfDocument(folder / f"{book}.pdf")
    pages = [page.get_textpage().get_text_bounded().lower() for page in document]
    words = ("a-long-seed", "book-1", "puzzlebook")
    assert not [word for page in pages for word in words if word in page]
    assert not any(read(page.render(scale=3).to_pil()) for page in list(document)[-3:])
    assert pages[-2].strip()
