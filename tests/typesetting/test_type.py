"""Type: glyph runs, a browser's picture, what is copied out of a PDF, and the glyphs in it."""

import re
import shutil
import subprocess
import unicodedata
from io import BytesIO

import browser
import glyph_runs
import numpy as np
import pikepdf
import pypdfium2
import pytest
from bidi import get_display
from fontTools.ttLib import TTFont
from type_lines import SAMPLES, name_of

from puzzlebook.typesetting import text
from puzzlebook.typesetting.layout import set_left, set_right
from puzzlebook.typesetting.page import Box, Page
from puzzlebook.typesetting.pdf.document import Document
from puzzlebook.typesetting.pdf.writer import write_pdf
from puzzlebook.typesetting.text import bidi, make_face
from puzzlebook.typesetting.text.fonts import font_file, load_packaged_font
from puzzlebook.typesetting.text.system_fonts import find_gurmukhi_font

NO_GURMUKHI = "no font for Gurmukhi is installed (Debian: fonts-noto-core)"
BY_NAME = {name_of(sample): sample for sample in SAMPLES}


def needs_gurmukhi(sample):
    if sample.language == "pa" and find_gurmukhi_font(False) is None:
        pytest.skip(NO_GURMUKHI)


def can_be_set():
    """The samples for which there are fonts."""
    return [
        sample
        for sample in SAMPLES
        if sample.language != "pa" or find_gurmukhi_font(False) is not None
    ]


def page_of(samples, is_bold=False):
    """A page with a line of each sample, as `browser.printed` has it."""
    box = Box(browser.MARGIN, 0, browser.WIDTH - 2 * browser.MARGIN, browser.height_of(samples))
    lines = []
    for place, sample in enumerate(samples, 1):
        face = make_face(sample.language, sample.direction)
        face = face.bold if is_bold else face
        place_at = set_right if face.right_to_left else set_left
        lines.append(place_at(sample.text, box, place * browser.STEP, face, browser.SIZE))
    return Page(browser.WIDTH, browser.height_of(samples), tuple(lines))


def pdf_of(samples, is_bold=False):
    return write_pdf([page_of(samples, is_bold)], Document())


# -- Agreement with a browser -------------------------------------------------------------------------------

SCALE = 4
MIN_OVERLAP = 0.98


def ink_of(content):
    """How black each pixel of a PDF's first page is, from 0 to 255, at 288 dpi."""
    page = pypdfium2.PdfDocument(content)[0].render(scale=SCALE, grayscale=True)
    return 255 - np.asarray(page.to_pil())


def overlap(one, other):
    """The ink that two pictures share, as a share of all ink in either."""
    return np.minimum(one, other).sum(dtype=int) / np.maximum(one, other).sum(dtype=int)


def line_of(ink, place):
    middle = browser.STEP * (place + 1) - browser.SIZE * 0.3
    return ink[int(SCALE * (middle - browser.STEP / 2)) : int(SCALE * (middle + browser.STEP / 2))]


@pytest.fixture(scope="module", params=["regular", "bold"])
def pictures(request, tmp_path_factory):
    """The lines as the browser prints them and as we do, and which they are."""
    if browser.browser() is None:
        pytest.skip("no Chromium is installed")
    is_bold = request.param == "bold"
    samples = can_be_set()
    fonts = [("Latin letters", load_packaged_font("Latn", is_bold).content, browser.LATIN_LETTERS)]
    fonts += [
        (script, load_packaged_font(script, is_bold).content, "")
        for script in ("Latn", "Beng", "Arab")
    ]
    if (own := find_gurmukhi_font(is_bold)) is not None:
        fonts.append(("Guru", own.content, ""))
    theirs = browser.printed(samples, fonts, tmp_path_factory.mktemp("browser"))
    return samples, ink_of(theirs), ink_of(pdf_of(samples, is_bold))


@pytest.mark.parametrize("name", BY_NAME)
def test_a_line_is_the_browsers(pictures, name):
    samples, theirs, ours = pictures
    if BY_NAME[name] not in samples:
        pytest.skip(NO_GURMUKHI)
    place = samples.index(BY_NAME[name])
    assert line_of(theirs, place).sum(dtype=int) > 200 * 255
    assert overlap(line_of(theirs, place), line_of(ours, place)) >= MIN_OVERLAP


def without_a_letter(line):
    place = next(place for place, character in enumerate(line) if place > 0 and character.isalpha())
    return line[:place] + line[place + 1 :]


def test_the_comparison_sees_one_wrong_glyph(pictures):
    samples, theirs, _ = pictures
    wrong = [sample._replace(text=without_a_letter(sample.text)) for sample in samples]
    ours = ink_of(pdf_of(wrong))
    assert [
        n
        for n in range(len(samples))
        if overlap(line_of(theirs, n), line_of(ours, n)) >= MIN_OVERLAP
    ] == []


# -- Glyph runs ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BY_NAME)
def test_glyph_runs_are_those_that_were_stored(name):
    """Glyphs, advances and offsets, run by run; looked at in a browser's picture when they were
    stored."""
    sample = BY_NAME[name]
    needs_gurmukhi(sample)
    stored = glyph_runs.stored()[name]
    if sample.language == "pa" and find_gurmukhi_font(False).sha256[:8] not in " ".join(stored):
        pytest.skip("the runs for Gurmukhi are those of another font")
    assert glyph_runs.told(sample) == stored


def test_every_sample_is_stored():
    assert list(glyph_runs.stored()) == list(BY_NAME)


# -- The order of characters --------------------------------------------------------------------------------

ORDERED = [sample.text for sample in SAMPLES] + [
    "نام Mia (Berg) است",
    "abc (سلام ۱۲) x",
    "۱۲–۱۵ (a) [ب]",
    "الف 12-15 ب",
    "a \u2067ب 12\u2069 c",
    "🐝 ب 1",
]


@pytest.mark.parametrize("right_to_left", [False, True])
@pytest.mark.parametrize("line", ORDERED)
def test_the_order_is_that_of_the_bidirectional_algorithm(line, right_to_left):
    """The pieces, turned by their levels, spell what python-bidi displays."""
    levels = bidi.find_levels(line, right_to_left)
    assert len(levels) == len(line)
    displayed = "".join(bidi.reorder_visually(line, levels))
    assert displayed == get_display(line, base_dir="R" if right_to_left else "L")


def test_a_text_that_looks_like_a_trace_of_the_library_is_only_text():
    assert bidi.find_levels("levels: [1] שלום", False) == [0] * 12 + [1] * 4


def test_brackets_stay_with_what_they_enclose():
    """Rule N0: both brackets around Latin letters that follow Latin letters stand with them."""
    levels = bidi.find_levels("نام Mia (Berg) است", True)
    assert levels[8] == levels[13] == 2


@pytest.mark.parametrize(
    ("line", "language", "direction", "right_to_left"),
    [
        ("Mazes for Mia!", "fa", "rtl", False),
        ("Mia و ماز", "fa", "rtl", True),
        ("12 (3)", "fa", "rtl", True),
        ("ماز!", "en", "ltr", True),
        ("the ماز", "en", "ltr", False),
        ("12", "en", "ltr", False),
    ],
)
def test_how_a_paragraph_runs(line, language, direction, right_to_left):
    assert bidi.runs_right_to_left(line, make_face(language, direction)) is right_to_left


# -- Which font ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_bold", [False, True])
def test_letters_and_their_marks_share_a_font(is_bold):
    face = make_face("en", "ltr")._replace(is_bold=is_bold)
    (run,) = text.shape("Zoe\u0308", face)
    assert [run.font.shaper.glyph_to_string(glyph) for glyph in run.ids] == ["Z", "o", "edieresis"]
    fonts = {run.font.family for run in text.shape("ক a ب", face)}
    assert fonts == {"Hind Siliguri", "Atkinson Hyperlegible", "IBM Plex Sans Arabic"}


def test_a_missing_glyph_is_named():
    (fault,) = text.find_glyph_faults([("book.title", "Bees 🐝")])
    assert str(fault).startswith(
        "book.title: no font has a glyph for '🐝' (U+1F41D HONEYBEE) in \"Bees 🐝\"; "
    )
    assert text.find_missing_character("x\u0363") == "\u0363"
    assert text.find_missing_character("می\u200cخواهم «ক্ষ» e\u0301") is None


def test_gurmukhi_without_a_font_is_one_line(monkeypatch):
    from puzzlebook.typesetting.text import fonts, system_fonts

    monkeypatch.setattr(system_fonts, "find_gurmukhi_font", lambda is_bold: None)
    for cached in (fonts.choose_font, text.shape):
        cached.cache_clear()
    try:
        faults = text.find_glyph_faults(
            [("book.title", "ਭੁਲ"), ("book.author", "ਭੁਲ")], make_face("pa", "ltr"), ["ਰਾਹ"]
        )
    finally:
        for cached in (fonts.choose_font, text.shape):
            cached.cache_clear()
    assert [fault.where for fault in faults] == ["language"]
    for said in ("U+0A30 GURMUKHI LETTER RA", "Debian", "macOS", "Windows", "--font"):
        assert said in str(faults[0])


# -- Paragraphs ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BY_NAME)
@pytest.mark.parametrize("measure", [120.0, 200.0])
def test_paragraphs_break_at_spaces_and_fit(name, measure):
    sample = BY_NAME[name]
    needs_gurmukhi(sample)
    face = make_face(sample.language, sample.direction)
    paragraph = " ".join([sample.text] * 3)
    for lines in (
        text.wrap(paragraph, face, 14, measure),
        text.balance_lines(paragraph, face, 14, measure),
    ):
        assert " ".join(lines).split() == paragraph.split()
        assert all(
            text.measure_width(line, face, 14) <= measure or " " not in line for line in lines
        )


def test_what_is_shortened_loses_whole_letters():
    face = make_face("bn", "ltr")
    short = text.shorten("ক্ষুদ্র স্ত্রী পথ", face, 20, text.measure_width("ক্ষুদ্র", face, 20) + 22)
    assert short.endswith("…")
    assert not unicodedata.category(short[-2]).startswith("Z")
    assert text.measure_width(short, face, 20) <= text.measure_width("ক্ষুদ্র", face, 20) + 22


# -- What is copied -----------------------------------------------------------------------------------------

_CONTROLS = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")
LEFT_TO_RIGHT = [name for name, sample in BY_NAME.items() if not bidi.may_turn(sample.text)]
MIXED = ["fa 21", "fa 22", "en 25", "en 28", "fa 29"]
"""Lines that mix letters of both directions: readers give back the parts in an order of their
own."""
COPIED = [name for name in BY_NAME if name not in MIXED]
POPPLER = [*LEFT_TO_RIGHT, "fa 18", "fa 23", "en 27"]


def copied_by_pdfium(content):
    return pypdfium2.PdfDocument(content)[0].get_textpage().get_text_range().strip()


def alike(line):
    """The line with marks in one order: which stands first above a letter is not to be seen."""
    return unicodedata.normalize("NFC", line)


def copied_by_poppler(content, folder):
    program = shutil.which("pdftotext")
    if program is None:
        pytest.skip("poppler's pdftotext is not installed")
    (folder / "lines.pdf").write_bytes(content)
    done = subprocess.run(
        [program, "-layout", "-enc", "UTF-8", folder / "lines.pdf", "-"],
        capture_output=True,
        check=True,
    )
    return _CONTROLS.sub("", done.stdout.decode()).strip()


@pytest.mark.parametrize("name", COPIED)
def test_what_is_copied_in_pdfium_is_what_was_written(name):
    needs_gurmukhi(BY_NAME[name])
    assert alike(copied_by_pdfium(pdf_of([BY_NAME[name]]))) == alike(BY_NAME[name].text)


@pytest.mark.parametrize("name", MIXED)
def test_of_a_mixed_line_every_part_is_copied(name):
    """Not in the order of reading; see docs/type.md. Once a reader gives it back, this line should
    say so."""
    copied = copied_by_pdfium(pdf_of([BY_NAME[name]]))
    assert copied != BY_NAME[name].text
    assert sorted(re.findall(r"\w+", copied)) == sorted(re.findall(r"\w+", BY_NAME[name].text))


@pytest.mark.parametrize("name", POPPLER)
def test_what_is_copied_in_poppler_is_what_was_written(name, tmp_path):
    needs_gurmukhi(BY_NAME[name])
    assert alike(copied_by_poppler(pdf_of([BY_NAME[name]]), tmp_path)) == alike(BY_NAME[name].text)


# -- What is in the PDF -------------------------------------------------------------------------------------


def drawn_glyphs(pdf):
    """Of each code that the page of a PDF shows: the glyph of the embedded font that it draws."""
    font, found = None, []
    resources = pdf.pages[0].Resources.Font
    fonts = {
        name: TTFont(BytesIO(item.FontDescriptor.FontFile2.read_bytes()))
        for name, item in resources.items()
    }
    for operands, operator in pikepdf.parse_content_stream(pdf.pages[0]):
        if str(operator) == "Tf":
            font = str(operands[0])
        elif str(operator) in ("Tj", "TJ"):
            pieces = operands[0] if str(operator) == "TJ" else [operands[0]]
            codes = b"".join(bytes(piece) for piece in pieces if isinstance(piece, pikepdf.String))
            cmap = fonts[font]["cmap"].getcmap(1, 0).cmap
            found += [(fonts[font], cmap.get(code, ".notdef")) for code in codes]
    return found


@pytest.mark.parametrize("is_bold", [False, True])
def test_every_glyph_drawn_is_one_of_an_embedded_font(is_bold):
    samples = can_be_set()
    found = drawn_glyphs(pikepdf.open(BytesIO(pdf_of(samples, is_bold))))
    shaped = sum(len(run.ids) for sample in samples
                 for run in text.shape(sample.text, make_face(sample.language, sample.direction)))  # fmt: skip
    assert len(found) >= shaped * 0.95
    for font, glyph in found:
        assert font.getGlyphID(glyph) != 0


def test_a_glyph_that_is_missing_would_be_seen():
    page = page_of([SAMPLES[0]._replace(text="\u0363")])
    assert [
        glyph for _, glyph in drawn_glyphs(pikepdf.open(BytesIO(write_pdf([page], Document()))))
    ] == [".notdef"]


def test_fonts_are_subsets_with_names_of_their_own():
    with pikepdf.open(BytesIO(pdf_of(can_be_set()))) as pdf:
        fonts = [item for _, item in pdf.pages[0].Resources.Font.items()]
        names = [str(font.BaseFont) for font in fonts]
        assert len(set(names)) == len(names)
        assert all(re.match("/[A-Z]{6}\\+", name) for name in names)
        assert all(len(font.FontDescriptor.FontFile2.read_bytes()) < 60_000 for font in fonts)


def test_the_same_lines_give_the_same_bytes():
    assert pdf_of(can_be_set()) == pdf_of(can_be_set())


# -- The faces ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_bold", [False, True])
def test_the_zero_has_no_slash(is_bold):
    """It has one counter, the font's own outer contour and advance; no other glyph differs, and the
    sums are true."""
    ours = TTFont(BytesIO(load_packaged_font("Latn", is_bold).content), checkChecksums=2)
    theirs = TTFont(font_file(text.BOLD if is_bold else text.REGULAR))
    assert all(ours.reader[tag] is not None for tag in ours.reader.tables)
    zero, slashed = ours["glyf"]["zero"], theirs["glyf"]["zero"]
    points, ends, _ = zero.getCoordinates(ours["glyf"])
    assert (zero.numberOfContours, slashed.numberOfContours) == (2, 3)
    outer = slashed.getCoordinates(theirs["glyf"])[0][: ends[0] + 1]
    assert points[: ends[0] + 1] == outer
    # The counter is the two half ones, joined: from where they end at the left to where they end at
    # the right.
    halves = slashed.getCoordinates(theirs["glyf"])[0][ends[0] + 1 :]
    inner = points[ends[0] + 1 :]
    for axis in (0, 1):
        assert {min(p[axis] for p in inner), max(p[axis] for p in inner)} == {
            min(p[axis] for p in halves),
            max(p[axis] for p in halves),
        }
    assert ours["hmtx"].metrics == theirs["hmtx"].metrics
    others = [name for name in theirs.getGlyphOrder() if name != "zero"]
    assert all(ours["glyf"][name] == theirs["glyf"][name] for name in others)


@pytest.mark.parametrize(
    ("line", "language", "fonts"),
    [
        ("Lena’s Mazes 60 – « Où ? »", "en", ["Titan One"]),
        ("„Große“ Irrgärten für Ağça", "de", ["Titan One"]),
        ("12", "en", ["Titan One"]),
        ("Maze", "fa", ["Titan One"]),
        ("12", "fa", ["IBM Plex Sans Arabic"]),
        ("Știință", "en", ["Atkinson Hyperlegible"]),
        ("Maze ১২", "bn", ["Atkinson Hyperlegible", "Hind Siliguri"]),
    ],
)
def test_the_display_face_sets_a_whole_text_or_none_of_it(line, language, fonts):
    face = make_face(language, "rtl" if language == "fa" else "ltr").display(text.TITAN)
    assert list(dict.fromkeys(run.font.family for run in text.shape(line, face))) == fonts
    if fonts != ["Titan One"]:
        assert text.shape(line, face) == text.shape(line, face.bold)
    assert ("Titan One regular" in text.find_used_fonts([line], face, display_font=text.TITAN)) == (
        fonts == ["Titan One"]
    )
    assert "Titan One regular" not in text.find_used_fonts([line], face)
