"""Type: glyph runs, a browser's picture, what is copied out of a PDF, and the fonts in it."""

import re
import shutil
import subprocess
from functools import cache
from io import BytesIO
from pathlib import Path

import browser
import numpy as np
import pikepdf
import pypdfium2
import pytest
from fontTools.ttLib import TTFont
from type_lines import SAMPLES, name_of

from puzzlebook.books import text
from puzzlebook.books.document import Document
from puzzlebook.books.layout import at_left, at_right
from puzzlebook.books.page import Box, Page
from puzzlebook.books.pdf import pdf_bytes
from puzzlebook.books.text import bidi, face_of
from puzzlebook.books.text.fonts import packaged
from puzzlebook.books.text.system_fonts import gurmukhi

NO_GURMUKHI = "no font for Gurmukhi is installed (Debian: fonts-noto-core)"
BY_NAME = {name_of(sample): sample for sample in SAMPLES}


def needs_gurmukhi(sample):
    if sample.language == "pa" and gurmukhi(False) is None:
        pytest.skip(NO_GURMUKHI)


def can_be_set():
    """The samples for which there are fonts."""
    return [sample for sample in SAMPLES if sample.language != "pa" or gurmukhi(False) is not None]


def page_of(samples, is_bold=False):
    """A page with a line of each sample, as `browser.printed` has it."""
    box = Box(browser.MARGIN, 0, browser.WIDTH - 2 * browser.MARGIN, browser.height_of(samples))
    lines = []
    for place, sample in enumerate(samples, 1):
        face = face_of(sample.language, sample.direction)
        face = face.bold if is_bold else face
        place_at = at_right if face.right_to_left else at_left
        lines.append(place_at(sample.text, box, place * browser.STEP, face, browser.SIZE))
    return Page(browser.WIDTH, browser.height_of(samples), tuple(lines))


def pdf_of(samples, is_bold=False):
    return pdf_bytes([page_of(samples, is_bold)], Document())


# -- Agreement with a browser -------------------------------------------------------------------------------

SCALE = 4
LEAST_OVERLAP = 0.98


def ink_of(content):
    """How black each pixel of a PDF's first page is, from 0 to 1, at 288 dpi."""
    page = pypdfium2.PdfDocument(content)[0].render(scale=SCALE, grayscale=True)
    return 1 - np.asarray(page.to_pil()).astype(float) / 255


def overlap(one, other):
    """The ink that two pictures share, as a share of all ink in either."""
    return np.minimum(one, other).sum() / np.maximum(one, other).sum()


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
    fonts = [("Latin letters", packaged("Latn", is_bold).content, browser.LATIN_LETTERS)]
    fonts += [(script, packaged(script, is_bold).content, "") for script in ("Latn", "Beng", "Arab")]
    if (own := gurmukhi(is_bold)) is not None:
        fonts.append(("Guru", own.content, ""))
    theirs = browser.printed(samples, fonts, tmp_path_factory.mktemp("browser"))
    return samples, ink_of(theirs), ink_of(pdf_of(samples, is_bold))


@pytest.mark.parametrize("name", BY_NAME)
def test_a_line_is_the_browsers(pictures, name):
    samples, theirs, ours = pictures
    if BY_NAME[name] not in samples:
        pytest.skip(NO_GURMUKHI)
    place = samples.index(BY_NAME[name])
    assert line_of(theirs, place).sum() > 200
    assert overlap(line_of(theirs, place), line_of(ours, place)) >= LEAST_OVERLAP


def test_the_comparison_sees_one_wrong_glyph(pictures):
    samples, theirs, _ = pictures
    wrong = [sample._replace(text=sample.text[:3] + sample.text[4:]) for sample in samples]
    ours = ink_of(pdf_of(wrong))
    assert all(overlap(line_of(theirs, n), line_of(ours, n)) < LEAST_OVERLAP for n in range(len(samples)))
