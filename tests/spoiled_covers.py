"""Covers with one fault each, and clean ones, to try the check on. Made with reportlab, pikepdf and
pillow.

A clean cover is that of a book of 200 pages of 6 x 9 inches with a spine of 0.45 in: a ground that
bleeds, a title on the front, a line on the back, one on the spine. The figures are worked out by
hand, apart from `printers/wrap.py`.
"""

from __future__ import annotations

from io import BytesIO
from typing import NamedTuple

import pikepdf
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from spoiled import FONT

from puzzlebook.typesetting.text import REGULAR, font_file

INCH = 72
MM = INCH / 25.4
WIDTH, HEIGHT = 6 * INCH, 9 * INCH


class Case(NamedTuple):
    """The printer, what goes beyond the trim, the spine, the pages of the book, and how much larger
    than these its boards are (points)."""

    printer: str
    edge: float
    spine: float
    pages: int = 200
    more: tuple[float, float] = (0.0, 0.0)

    @property
    def board(self) -> float:
        """How wide a board is."""
        return WIDTH + self.more[0]

    @property
    def sheet(self) -> tuple[float, float]:
        return 2 * (self.board + self.edge) + self.spine, HEIGHT + self.more[1] + 2 * self.edge

    @property
    def front(self) -> float:
        """Where the front begins."""
        return self.edge + self.board + self.spine


KDP = Case("kdp-paperback", 0.125 * INCH, 200 * 0.002252 * INCH)
THIN = Case("kdp-paperback", 0.125 * INCH, 78 * 0.002252 * INCH, 78)
INGRAM = Case("ingram", 0.125 * INCH, 0.405 * INCH)
HARD = Case("kdp-hardcover", 15 * MM, 0.639 * INCH, more=(5 * MM, 6 * MM))
INGRAM_HARD = Case("ingram-hardcover", 0.625 * INCH, 0.51 * INCH, more=(0.3155 * INCH, 0.25 * INCH))
LULU = Case("lulu", 0.125 * INCH, (200 / 444 + 0.06) * INCH)
LULU_HARD = Case("lulu-hardcover", 0.75 * INCH, 0.75 * INCH, more=(0.125 * INCH, 0.25 * INCH))
THIN_INGRAM = Case("ingram", 0.125 * INCH, 0.1 * INCH, 46)
THIN_LULU = Case("lulu", 0.125 * INCH, (78 / 444 + 0.06) * INCH, 78)
THIN_HARD = Case("kdp-hardcover", 15 * MM, 0.36 * INCH, 76, more=HARD.more)
COIL = Case("lulu-coil", 0.125 * INCH, 0.0)


def cover(case, draw=None, cmyk=False, size=None, pages=1):
    """A clean cover; `draw` adds something to it."""
    pdfmetrics.registerFont(TTFont(FONT, str(font_file(REGULAR))))
    file = BytesIO()
    canvas = Canvas(file, pagesize=size or case.sheet, invariant=1, initialFontName=FONT)
    for _ in range(pages):
        (canvas.setFillColorCMYK if cmyk else canvas.setFillColorRGB)(
            *((0.4, 0, 0.3, 0.7) if cmyk else (0.1, 0.3, 0.2))
        )
        canvas.rect(0, 0, *case.sheet, stroke=0, fill=1)
        canvas.setFillGray(1)
        canvas.setFont(FONT, 30)
        canvas.drawString(case.front + 80, 500, "Mazes for Mia")
        canvas.setFont(FONT, 12)
        canvas.drawString(case.edge + 60, 500, "Forty mazes")
        if case.spine > 30 and case.pages > 78:
            turned(canvas, case.edge + case.board + case.spine / 2 - 4, 400, "Mazes for Mia", 12)
        if draw:
            draw(canvas)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def turned(canvas, x, y, text, size):
    """Text from top to bottom, as on a spine."""
    canvas.saveState()
    canvas.translate(x, y)
    canvas.rotate(-90)
    canvas.setFont(FONT, size)
    canvas.drawString(0, 0, text)
    canvas.restoreState()


def said(x, y, text="here", size=12):
    """Something that writes these words there."""

    def draw(canvas):
        canvas.setFillGray(1)
        canvas.setFont(FONT, size)
        canvas.drawString(x, y, text)

    return draw


def picture(mode, colour, across=900, inches=3):
    """Something that puts a picture of one colour on the front."""

    def draw(canvas):
        image = ImageReader(Image.new(mode, (across, across), colour))
        canvas.drawImage(image, WIDTH + 120, 150, inches * INCH, inches * INCH)

    return draw


def cmyk_box(*inks):
    def draw(canvas):
        canvas.setFillColorCMYK(*inks)
        canvas.rect(WIDTH + 120, 150, 60, 60, stroke=0, fill=1)

    return draw


def line(canvas):
    canvas.setStrokeGray(1)
    canvas.setLineWidth(0.3)
    canvas.line(600, 300, 700, 300)


def see_through(canvas):
    canvas.setFillAlpha(0.5)
    canvas.rect(600, 300, 60, 60, stroke=0, fill=1)


def link(canvas):
    canvas.linkURL("https://example.org", (600, 300, 660, 320))


def bare_font(content):
    with pikepdf.open(BytesIO(content)) as pdf:
        font = pikepdf.Dictionary(
            Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica
        )
        pdf.pages[0].resources["/Font"]["/Bare"] = font
        pdf.pages[0].contents_add(pikepdf.Stream(pdf, b"BT /Bare 12 Tf 600 300 Td (bare) Tj ET"))
        file = BytesIO()
        pdf.save(file)
    return file.getvalue()


def barcode_inked(canvas):
    # 2 x 1.2 in, a quarter of an inch from the edges of the back, at its right.
    canvas.setFillGray(1)
    canvas.rect(KDP.edge + WIDTH - 100, KDP.edge + 40, 30, 30, stroke=0, fill=1)


def framed(case, sides, deep=9.0):
    """A cover that is white along these sides of its sheet."""

    def draw(canvas):
        wide, high = case.sheet
        canvas.setFillGray(1)
        for side, box in {
            "left": (0, 0, deep, high), "right": (wide - deep, 0, deep, high),
            "foot": (0, 0, wide, deep), "head": (0, high - deep, wide, deep),
        }.items():  # fmt: skip
            if side in sides:
                canvas.rect(*box, stroke=0, fill=1)

    return cover(case, draw, cmyk=case.printer == "ingram")


def beside_the_trim(canvas):
    """A picture that ends a little beyond the trim, on a cover that is white there."""
    canvas.setFillGray(1)
    canvas.rect(KDP.front + 100, 0, WIDTH, 200, stroke=0, fill=1)
    canvas.setFillGray(0.5)
    canvas.rect(KDP.front + 200, 20, 232 + 4, 100, stroke=0, fill=1)


DIGITS = ("0001101", "0011001", "0010011", "0111101", "0100011", "0110001", "0101111", "0111011",
          "0110111", "0001011")  # fmt: skip
PARITY = {"9": "LGGLGL"}


def ean(case, number="9783161484100", right=0.0, red=0.0):
    """Something that draws an EAN-13 barcode in its field, bar by bar, without digits below.

    right: how much of the back beside the spine bends, and keeps the field away. red: of the bars.
    """
    left = [DIGITS[int(digit)] for digit in number[1:7]]
    mirrored = ["".join("10"[int(bit)] for bit in code)[::-1] for code in left]
    first = (mirrored[i] if kind == "G" else left[i] for i, kind in enumerate(PARITY[number[0]]))
    last = ("".join("10"[int(bit)] for bit in DIGITS[int(digit)]) for digit in number[7:])
    bits = f"101{''.join(first)}01010{''.join(last)}101"

    def draw(canvas):
        x, y = case.edge + case.board - right - 18 - 144, case.edge + 18
        canvas.setFillGray(1)
        canvas.rect(x, y, 144, 86.4, stroke=0, fill=1)
        canvas.setFillColorRGB(red, 0, 0) if red else canvas.setFillGray(0)
        for place, bit in enumerate(bits):
            if bit == "1":
                canvas.rect(x + 25 + place, y + 12, 1, 62, stroke=0, fill=1)

    return draw


SPOILED_COVERS = {
    # name: (the case, its content, the rule that finds it)
    "RGB for a printer of CMYK": (INGRAM, lambda: cover(INGRAM), "colours"),
    "an RGB picture for a printer of CMYK": (
        INGRAM, lambda: cover(INGRAM, picture("RGB", (200, 30, 60)), cmyk=True), "colours"),
    "too much ink": (INGRAM, lambda: cover(INGRAM, cmyk_box(1, 0.9, 0.6, 0), cmyk=True), "ink coverage"),
    "too much ink in a picture": (
        INGRAM, lambda: cover(INGRAM, picture("CMYK", (255, 230, 155, 0)), cmyk=True), "ink coverage"),
    "spine text in too thin a book": (
        THIN, lambda: cover(THIN, lambda c: turned(c, THIN.edge + WIDTH + 3, 400, "Mia", 7)), "spine text"),
    "spine text too wide": (
        KDP, lambda: cover(KDP, lambda c: turned(c, KDP.edge + WIDTH + 4, 300, "Author", 34)), "spine text"),
    "the barcode's field inked": (KDP, lambda: cover(KDP, barcode_inked), "barcode"),
    "a title in the hinge": (HARD, lambda: cover(HARD, said(HARD.front + 4, 300)), "safe area"),
    "a line across the hinge of the back": (
        HARD, lambda: cover(HARD, said(HARD.edge + HARD.board - 60, 300, "quite long")), "safe area"),
    "text in what is folded in": (HARD, lambda: cover(HARD, said(500, 20)), "safe area"),
    "text where the coil goes": (COIL, lambda: cover(COIL, said(COIL.front + 8, 300)), "safe area"),
    "text near the trim": (KDP, lambda: cover(KDP, said(KDP.front + 200, KDP.edge + 2)), "safe area"),
    "text near the fold": (KDP, lambda: cover(KDP, said(KDP.front + 2, 300)), "safe area"),
    "a cover for fewer pages": (KDP, lambda: cover(KDP, size=(KDP.sheet[0] - 5, KDP.sheet[1])), "cover size"),
    "a cover without bleed": (KDP, lambda: cover(KDP, size=(2 * WIDTH + KDP.spine, HEIGHT)), "cover size"),
    "a coil's cover with a spine": (COIL, lambda: cover(COIL, size=(COIL.sheet[0] + 30, COIL.sheet[1])), "cover size"),
    "a hard cover without its boards": (
        HARD, lambda: cover(HARD, size=(2 * (WIDTH + HARD.edge) + HARD.spine, HEIGHT + 2 * HARD.edge)), "cover size"),
    "boards larger than any": (
        INGRAM_HARD, lambda: cover(INGRAM_HARD, cmyk=True, size=(INGRAM_HARD.sheet[0], HEIGHT + 140)), "cover size"),
    "Lulu's spine without its constant": (
        LULU, lambda: cover(LULU, size=(LULU.sheet[0] - 0.06 * INCH, LULU.sheet[1])), "cover size"),
    "the spine of Lulu's next step": (
        LULU_HARD, lambda: cover(LULU_HARD, size=(LULU_HARD.sheet[0] + 0.0625 * INCH, LULU_HARD.sheet[1])),
        "cover size"),
    "spine text below 48 pages": (
        THIN_INGRAM, lambda: cover(THIN_INGRAM, lambda c: turned(c, THIN_INGRAM.edge + WIDTH + 2, 400, "Mia", 7),
                                   cmyk=True), "spine text"),
    "spine text below 80 pages": (
        THIN_LULU, lambda: cover(THIN_LULU, lambda c: turned(c, THIN_LULU.edge + WIDTH + 6, 400, "Mia", 7)),
        "spine text"),
    "spine text below 79 pages on boards": (
        THIN_HARD, lambda: cover(THIN_HARD, lambda c: turned(c, THIN_HARD.edge + THIN_HARD.board + 9, 400, "Mia", 7)),
        "spine text"),
    "a spine too thick for any paper": (
        INGRAM, lambda: cover(INGRAM, size=(INGRAM.sheet[0] + 60, INGRAM.sheet[1]), cmyk=True), "cover size"),
    "white in the bleed at the left": (KDP, lambda: framed(KDP, ["left"]), "bleed"),
    "white in the bleed all round": (INGRAM, lambda: framed(INGRAM, ["left", "right", "foot", "head"]), "bleed"),
    "white in what is folded in": (HARD, lambda: framed(HARD, ["head"]), "bleed"),
    "a picture that ends in the bleed": (KDP, lambda: cover(KDP, beside_the_trim), "bleed"),
    "two pages": (KDP, lambda: cover(KDP, pages=2), "page count"),
    "a bare font": (KDP, lambda: bare_font(cover(KDP)), "fonts"),
    "small type": (KDP, lambda: cover(KDP, said(KDP.front + 90, 300, size=5)), "type size"),
    "a thin line": (KDP, lambda: cover(KDP, line), "line weight"),
    "opacity": (KDP, lambda: cover(KDP, see_through), "transparency"),
    "a link": (KDP, lambda: cover(KDP, link), "annotations"),
    "a coarse picture": (KDP, lambda: cover(KDP, picture("L", 90, 300)), "pictures"),
    "a red barcode": (KDP, lambda: cover(KDP, ean(KDP, red=0.8)), "barcode"),
}  # fmt: skip


def bleeding(canvas):
    """A picture from the fold to the edges, as on many covers."""
    image = ImageReader(Image.new("RGB", (1900, 2800), (90, 40, 40)))
    canvas.drawImage(image, KDP.front, 0, WIDTH + KDP.edge, KDP.sheet[1])


def loose_field(canvas):
    """The barcode's field, a little smaller than it is, as a raster of pixels makes it."""
    canvas.setFillGray(1)
    x, y = KDP.edge + KDP.board - 18 - 144, KDP.edge + 18
    canvas.rect(x + 0.3, y + 0.3, 144 - 0.6, 86.4 - 0.6, stroke=0, fill=1)


def lay_on_side(content):
    """The same sheet, stored on its side, and shown upright."""
    file = BytesIO()
    with pikepdf.open(BytesIO(content)) as pdf:
        page = pdf.pages[0]
        wide, high = map(float, page.mediabox[2:])
        page.contents_add(pikepdf.Stream(pdf, f"q 0 1 -1 0 {high} 0 cm".encode()), prepend=True)
        page.contents_add(pikepdf.Stream(pdf, b"Q"))
        page.obj.MediaBox, page.obj.Rotate = [0, 0, high, wide], 90
        pdf.save(file)
    return file.getvalue()


def inherit_box(content):
    """The same sheet, whose size is that of all pages of its file."""
    file = BytesIO()
    with pikepdf.open(BytesIO(content)) as pdf:
        pdf.Root.Pages.MediaBox = pdf.pages[0].obj.MediaBox
        del pdf.pages[0].obj.MediaBox
        pdf.save(file)
    return file.getvalue()


CLEAN_COVERS = {
    "paperback": (KDP, lambda: cover(KDP)),
    "thin": (THIN, lambda: cover(THIN)),
    "a picture that bleeds": (KDP, lambda: cover(KDP, bleeding)),
    "hard cover": (HARD, lambda: cover(HARD)),
    "coil": (COIL, lambda: cover(COIL)),
    "Lulu": (LULU, lambda: cover(LULU)),
    "Lulu's hard cover": (LULU_HARD, lambda: cover(LULU_HARD)),
    "Ingram's hard cover": (INGRAM_HARD, lambda: cover(INGRAM_HARD, cmyk=True)),
    "a barcode": (KDP, lambda: cover(KDP, ean(KDP))),
    "a barcode on CMYK": (INGRAM, lambda: cover(INGRAM, ean(INGRAM), cmyk=True)),
    "a barcode on a hard cover": (HARD, lambda: cover(HARD, ean(HARD, right=0.4 * INCH))),
    "white without a ground": (KDP, lambda: framed(KDP, ["left", "right", "foot", "head"], 14)),
    "a barcode's field in pixels": (KDP, lambda: cover(KDP, loose_field)),
    "a sheet on its side": (KDP, lambda: lay_on_side(cover(KDP))),
    "a size of all pages": (
        KDP,
        lambda: inherit_box(cover(KDP, said(KDP.front + 200, KDP.edge + 20))),
    ),
    "CMYK": (INGRAM, lambda: cover(INGRAM, cmyk=True)),
    "as much ink as may be": (INGRAM, lambda: cover(INGRAM, cmyk_box(1, 0.9, 0.5, 0), cmyk=True)),
}
