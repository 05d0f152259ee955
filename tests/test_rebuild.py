"""The same book again, byte for byte: from the code on its last page, from its manifest, from its PDF."""

from __future__ import annotations

import re

import pypdfium2
import pytest
import zxingcpp
from rendering import TEMPLATES

from puzzlebook import make_book
from puzzlebook.books.book_codes import LONGEST, read_book_code
from puzzlebook.books.rebuild import rebuild
from puzzlebook.faults import Refused

QR = zxingcpp.BarcodeFormat.QRCode


def files(folder):
    """Every file below a folder with its bytes."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def scanned(page, dpi=200):
    """What a telephone reads on a page."""
    pixels = page.render(scale=dpi / 72, grayscale=True).to_numpy()
    return [found.text for found in zxingcpp.read_barcodes(pixels.reshape(pixels.shape[:2]), formats=QR)]


def read_off(page):
    """The code that a reader finds in the words of a page: it stands last, perhaps in several lines."""
    words = "".join(page.get_textpage().get_text_range().split())
    return re.search("book-1:[!-~]*?[0-9a-z]{10}-[0-9a-z](?=$|[^0-9a-z])", words)[0]


def codes_in(pdf):
    """The book code of a PDF: by a telephone and by eye."""
    with pypdfium2.PdfDocument(pdf) as document:
        coded = [page for page in document if "book-1:" in page.get_textpage().get_text_range().replace("\n", "")]
        assert len(coded) == 1
        return [*scanned(coded[0]), read_off(coded[0])]


# -- Every template, whatever was asked for --------------------------------------------------------------------

ASKED = {
    "nothing": {},
    "title": {"book.title": "Mazes for Mia"},
    "title of any script": {"book.title": "Żółw & Größe – ½"},
    "author and dedication": {"book.author": "Ada Example", "book.dedication": "For Mia", "book.year": 2031},
    "a4": {"page": "a4"},
    "210x297mm": {"page": "210x297mm"},
    "a printer": {"printer": "kdp-paperback", "page": "8.5x11", "mazes": 50},
    "another printer": {"printer": "lulu", "page": "8.5x11", "mazes": 60},
    "volume": {"volume": 3},
    "margins": {"margins": "0.8in"},
    "one margin": {"margins.inside": "25mm"},
    "mazes": {"mazes": 13},
    "a name": {"name": "Owls & co"},
    "a name without glyphs": {"name": "🦉"},
    "all codes": {"codes": "all"},
    "language": {"language": "en"},
    "marks": {"marks": "doors"},
    "no pictures": {"svg": False},
    "two PDF files": {"pdf": "both"},
    "two mazes a page": {"mazes_a_page": 2},
    "one side": {"sides": "one"},
    "a section by its place": {"section.1.title": "First of All", "section.1.mazes": 3},
    "size": {"section.*.shape": "square", "section.*.size": "7x8"},
    "hexagons": {"section.*.shape": "hexagonal", "section.*.size": "9x9", "section.*.ends": "opposite"},
    "rings": {"section.*.shape": "polar", "section.*.size": "7", "section.*.ends": "centre"},
    "silhouettes": {"section.*.shape": "square", "section.*.size": "18x18", "section.*.silhouette": "cat,heart"},
    "letters": {"section.*.shape": "square", "section.*.size": "24x12", "section.*.silhouette": "text:Zoë"},
    "passages": {"section.*.method": "passages"},
    "seed in capitals": {"seed": "OWL Iloo01"},
    "seed with spaces": {"seed": "  week  12 "},
    "seed of other scripts": {"seed": "梟 & Eule, مريم"},
    "seed with an emoji": {"seed": "🦉🦉"},
    "seed that is decomposed": {"seed": "Cafe\N{COMBINING ACUTE ACCENT}"},
    "seed like a field": {"seed": "page=a4:mazes=3"},
}  # fmt: skip
"""What is asked for beyond the template; with "seed", another one."""

ALL_TEMPLATES = [*TEMPLATES, "worksheet"]


def asked_of(template, what):
    """The seed, and the overrides; a code is printed even where the template keeps it to itself."""
    given = dict(ASKED[what])
    seed = given.pop("seed", "owl")
    silent = template in ("sheets", "worksheet")
    return seed, {**({"codes": "book", "book.matter": ["key", "colophon"]} if silent else {}), **given}


def assert_again_from_what_is_printed(template, what, tmp_path):
    seed, given = asked_of(template, what)
    book = make_book(template, seed=seed, output=tmp_path / "first", overrides=given)
    codes = codes_in(book.pdf)
    assert codes == [book.manifest["code"]] * 2
    (code, _) = codes
    assert code.isascii()
    assert len(code) <= LONGEST
    recipe = None
    if read_book_code(code).template is None:  # the whole code would have been too long
        with pytest.raises(Refused, match="--recipe"):
            rebuild(code, output=tmp_path / "second")
        recipe = str(book.folder / "recipe.toml")
    else:
        assert read_book_code(code).template == template
    again = rebuild(code, recipe=recipe, output=tmp_path / "second")
    assert again.book.folder.name == book.folder.name
    assert files(tmp_path / "second") == files(tmp_path / "first")


PAIRS = [(template, what) for template in ALL_TEMPLATES for what in ASKED]
SAMPLE = [(ALL_TEMPLATES[place % len(ALL_TEMPLATES)], what) for place, what in enumerate(ASKED)]


@pytest.mark.parametrize(("template", "what"), SAMPLE)
def test_a_book_is_made_again_from_what_is_printed_in_it(template, what, tmp_path):
    assert_again_from_what_is_printed(template, what, tmp_path)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("template", "what"), PAIRS)
def test_every_book_is_made_again_from_what_is_printed_in_it(template, what, tmp_path):
    assert_again_from_what_is_printed(template, what, tmp_path)
