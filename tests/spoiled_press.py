"""What a press refuses and a screen does not show: files with one such fault each, and clean ones
that look alike. Written byte by byte, or with fpdf2, apart from the other files that the check is
tried on.

The book has 24 pages of 6 x 9 inches. The covers are of a book of 200 pages.
"""

from __future__ import annotations

from io import BytesIO
from typing import NamedTuple

import pikepdf

from puzzlebook.typesetting.text import REGULAR, font_file

SIZE = (432.0, 648.0)
PAGES = 24
ALL = range(1, PAGES + 1)
INCH = 72


class Extra(NamedTuple):
    """What stands on one page besides a grey box: operators, and the tables of its resources."""

    operators: str
    resources: str = ""
    page: int = 3


def write_bytes(pages, size=SIZE, extra=None, information="", root=""):
    """A file of pages with a grey box each: its objects, one after the other, and where they are."""
    objects = [f"<< /Type /Catalog /Pages 2 0 R {root} >>"]
    kids = " ".join(f"{3 + 2 * number} 0 R" for number in range(pages))
    objects.append(f"<< /Type /Pages /Kids [{kids}] /Count {pages} >>")
    for number in range(1, pages + 1):
        more = extra if extra and extra.page == number else Extra("")
        content = f"0.5 g 100 {100 + number} 200 300 re f\n{more.operators}\n"
        boxes = f"/MediaBox [0 0 {size[0]:g} {size[1]:g}] /TrimBox [0 0 {size[0]:g} {size[1]:g}]"
        objects.append(
            f"<< /Type /Page /Parent 2 0 R {boxes} /Resources << {more.resources} >> "
            f"/Contents {4 + 2 * (number - 1)} 0 R >>"
        )
        objects.append(f"<< /Length {len(content)} >>\nstream\n{content}endstream")
    if information:
        objects.append(f"<< {information} >>")
    return join_objects(objects, f"/Info {len(objects)} 0 R" if information else "")


def join_objects(objects, trailer=""):
    """A PDF file of these objects, of which the first is its root."""
    file, places = bytearray(b"%PDF-1.4\n"), []
    for number, content in enumerate(objects, 1):
        places.append(len(file))
        file += f"{number} 0 obj\n{content}\nendobj\n".encode("latin-1")
    start = len(file)
    file += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    file += "".join(f"{place:010} 00000 n \n" for place in places).encode()
    file += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R {trailer} >>\n".encode()
    return bytes(file + f"startxref\n{start}\n%%EOF\n".encode())


def on_a_page(operators, resources="", **more):
    return write_bytes(PAGES, extra=Extra(operators, resources), **more)


def typed(texts, colour=None, points=12.0, feet=()):
    """A book with a line of type on each page, as fpdf2 writes it. colour: of the type on page 3,
    as an operator. feet: what is at the foot of each page."""
    import fpdf

    document = fpdf.FPDF(unit="pt", format=SIZE)
    document.set_auto_page_break(False)
    document.add_font("Plain", "", str(font_file(REGULAR)))
    for number, text in enumerate(texts, 1):
        document.add_page()
        is_marked = colour is not None and number == 3
        document.set_font("Plain", size=points if is_marked else 12)
        if is_marked:
            document._out(colour)
        document.text(80, 200, text)
        for foot in feet[number - 1 : number]:
            document.text(200, 600, foot)
    return bytes(document.output())


def with_feet(numbers):
    """A book whose pages bear these numbers at their feet."""
    return typed(["Which way leads out?"] * len(numbers), feet=[str(number) for number in numbers])


def unknown_letters():
    """A book with three letters on page 3 that its font lacks."""
    return typed(["Which way?"] * PAGES, "BT /F1 12 Tf 80 300 Td <000000000000> Tj ET")


def operated(content, change):
    """The file after an operation on its objects."""
    file = BytesIO()
    with pikepdf.open(BytesIO(content)) as pdf:
        compressed = change(pdf)
        mode = pikepdf.ObjectStreamMode
        pdf.save(file, object_stream_mode=mode.generate if compressed else mode.preserve)
    return file.getvalue()


def break_fonts_off(pdf):
    for item in pdf.objects:
        if isinstance(item, pikepdf.Dictionary) and "/FontFile2" in item:
            item.FontFile2.write(item.FontFile2.read_bytes()[:-200])


def numbered(numbers, words="Which way leads out?"):
    return typed([f"{words} {number}" for number in numbers])


OVERPRINT = "/ExtGState << /Over << /OP true /op true /OPM 1 >> >>"
EXCHANGE = {
    "information": "/GTS_PDFXVersion (PDF/X-1:2001) /GTS_PDFXConformance (PDF/X-1a:2001) "
    "/Trapped /False",
    "root": "/OutputIntents [<< /S /GTS_PDFX /OutputConditionIdentifier (CGATS TR 001) >>]",
}

SPOILED_PRESS = {
    # name: (content, printer, the rule that finds it, its pages)
    "2 pt too wide": (
        lambda: write_bytes(PAGES, (434, 648)), "kdp-paperback", "page size", ALL),
    "2 pt too wide for Ingram": (
        lambda: write_bytes(PAGES, (434, 648)), "ingram", "page size", ALL),
    "half a bleed": (
        lambda: write_bytes(PAGES, (436.5, 657)), "kdp-paperback", "page size", ALL),
    "a bleed at the side only": (
        lambda: write_bytes(PAGES, (441, 648)), "kdp-paperback", "page size", ALL),
    "a bleed at head and foot only": (
        lambda: write_bytes(PAGES, (432, 666)), "ingram", "page size", ALL),
    "400 % by overprinting": (
        lambda: on_a_page("1 1 0 0 k 150 200 90 90 re f /Over gs 0 0 1 1 k 170 220 90 90 re f", OVERPRINT),
        "ingram", "ink coverage", (3,)),
    "white that overprints": (
        lambda: on_a_page("1 0 0 0 k 150 200 90 90 re f /Over gs 0 0 0 0 k 170 220 30 30 re f", OVERPRINT),
        "ingram", "overprint", (3,)),
    "a white line that overprints": (
        lambda: on_a_page("/Over gs 2 w 0 0 0 0 K 150 200 m 190 240 l S", OVERPRINT),
        "ingram", "overprint", (3,)),
    "small type in four inks": (
        lambda: typed(["Which way?"] * PAGES, "0.5 0.4 0.4 0.9 k", 8), "ingram", "small type", (3,)),
    "no transfer, but said, in PDF/X-1a": (
        lambda: on_a_page("/Tr gs", "/ExtGState << /Tr << /TR /Identity >> >>", **EXCHANGE),
        "ingram", "transfer functions", (3,)),
    "a halftone of its own": (
        lambda: on_a_page("/Ht gs", "/ExtGState << /Ht << /HT << /Type /Halftone /HalftoneType 1 "
                          "/Frequency 60 /Angle 45 /SpotFunction /Round /HalftoneName (Mine) >> >> >>",
                          **EXCHANGE),
        "ingram", "halftones", (3,)),
    "a font that is nowhere": (
        lambda: on_a_page("BT /None 12 Tf 100 500 Td (gone) Tj ET"), "kdp-paperback", "resources", (3,)),
    "a form and a state that are nowhere": (
        lambda: on_a_page("/NoState gs /NoForm Do"), "kdp-paperback", "resources", (3,)),
    "a colour space that is nowhere": (
        lambda: on_a_page("/NoSpace cs .5 scn 100 300 9 9 re f"), "kdp-paperback", "resources", (3,)),
    "a chapter without its title": (
        lambda: typed(["Chapter Title Here" if number == 3 else f"Maze {number}"
                       for number in range(1, PAGES + 1)]), "kdp-paperback", "placeholder", (3,)),
    "a name to be filled in": (
        lambda: typed(["© 2026 Your Name" if number == 3 else f"Maze {number}"
                       for number in range(1, PAGES + 1)]), "kdp-paperback", "placeholder", (3,)),
    "placeholder text": (
        lambda: typed(["Lorem ipsum dolor sit amet" if number == 3 else f"Maze {number}"
                       for number in range(1, PAGES + 1)]), "kdp-paperback", "placeholder", (3,)),
    "a field of a template": (
        lambda: typed(["by [Author Name]" if number == 3 else f"Maze {number}"
                       for number in range(1, PAGES + 1)]), "kdp-paperback", "placeholder", (3,)),
    "a template's words": (
        lambda: typed(["INSERT AUTHOR NAME" if number == 3 else f"Maze {number}"
                       for number in range(1, PAGES + 1)]), "kdp-paperback", "placeholder", (3,)),
    "a page twice, and one missing": (
        lambda: numbered([*range(1, 12), 11, *range(13, PAGES + 1)]), "kdp-paperback", "page numbers", (12,)),
    "two leaves exchanged": (
        lambda: with_feet([*range(1, 7), 9, 10, 7, 8, *range(11, PAGES + 1)]), "kdp-paperback", "page numbers",
        (7, 8, 9, 10)),
    "two pages missing": (
        lambda: with_feet([*range(1, 13), *range(15, PAGES + 3)]), "kdp-paperback", "page numbers", (13,)),
    "a dedication to be written": (
        lambda: typed(["[Insert dedication here]" if number == 3 else f"Maze {number}"
                       for number in range(1, PAGES + 1)]), "kdp-paperback", "placeholder", (3,)),
    "boxes for letters": (unknown_letters, "kdp-paperback", "fonts", (3,)),
    "a font that breaks off": (
        lambda: operated(typed(["Which way?"] * PAGES), break_fonts_off), "kdp-paperback", "fonts", ALL),
    "PDF/X-1a in compressed objects": (
        lambda: operated(write_bytes(PAGES, **EXCHANGE), lambda pdf: True), "ingram", "standard", ()),
}  # fmt: skip

CLEAN_PRESS = {
    # name: (content, printer)
    "black that overprints": (
        lambda: on_a_page("1 0.4 0 0 k 150 200 90 90 re f /Over gs 0 0 0 1 k 170 220 30 30 re f", OVERPRINT), "ingram"),
    "colours that overprint apart": (
        lambda: on_a_page("1 1 0 0 k 150 200 90 90 re f /Over gs 0 0 1 1 k 270 220 90 90 re f", OVERPRINT), "ingram"),
    "white that is knocked out": (
        lambda: on_a_page("1 0 0 0 k 150 200 90 90 re f 0 0 0 0 k 170 220 30 30 re f"), "ingram"),
    "a line for the reader's name": (
        lambda: typed(["Your name: ________"] * PAGES), "kdp-paperback"),
    "small type in black": (
        lambda: typed(["Which way?"] * PAGES, "0 0 0 1 k", 8), "ingram"),
    "large type in four inks": (
        lambda: typed(["Which way?"] * PAGES, "0.5 0.4 0.4 0.9 k", 30), "ingram"),
    "a rare trim": (lambda: write_bytes(PAGES, (400, 600)), "kdp-paperback"),
    "the same page again and again": (lambda: typed(["Notes"] * PAGES), "kdp-paperback"),
    "numbers that begin late": (
        lambda: typed(["Title", "Copyright", *(f"Maze {number}" for number in range(1, PAGES - 1))]), "kdp-paperback"),
    "a default halftone": (
        lambda: on_a_page("/Ht gs", "/ExtGState << /Ht << /HT /Default /TR2 /Default >> >>", **EXCHANGE), "ingram"),
    "words that only sound so": (
        lambda: typed([f"Your name: ____ Draw here: {number}" for number in range(1, PAGES + 1)]), "kdp-paperback"),
    "Cicero": (
        lambda: typed(["Nemo dolorem ipsum quia dolor sit amat"] * PAGES), "kdp-paperback"),
    "black as a separation": (
        lambda: on_a_page("/Black cs 0.8 scn 100 400 90 90 re f", "/ColorSpace << /Black [/Separation /Black "
                          "/DeviceCMYK << /FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [0 0 0 1] /N 1 >>] >>"),
        "ingram"),
    "numbers of puzzles out of order": (
        lambda: typed([str(number) for number in (*range(1, 7), 9, 10, 7, 8, *range(11, PAGES + 1))]), "kdp-paperback"),
}  # fmt: skip
