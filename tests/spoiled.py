"""PDF files with one fault each, and clean ones from several makers, to try the check on.

A clean file is a book of 24 pages of 6 x 9 inches, each with a line of type, a frame and a grey box; `spoiled` makes
one with one thing wrong. Made with reportlab, pikepdf, pillow and cairo.
"""

from __future__ import annotations

from io import BytesIO

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream, String
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from puzzlebook.paper.text import REGULAR, font_file

PAGES = 24
SIZE = (432.0, 648.0)
FONT = "Spoiled"


def page_of(canvas, number, size=SIZE):
    """What stands on a page of the clean book."""
    canvas.setFillGray(0)
    canvas.setFont(FONT, 12)
    canvas.drawString(60, size[1] - 90, f"Page {number}")
    canvas.setLineWidth(1)
    canvas.rect(60, 80, size[0] - 120, size[1] - 200)


def book(draw=None, pages=PAGES, size=SIZE, on=3, blank=(), **options):
    """A clean book; `draw` adds something to the page `on`."""
    pdfmetrics.registerFont(TTFont(FONT, str(font_file(REGULAR))))
    file = BytesIO()
    canvas = Canvas(file, pagesize=size, invariant=1, initialFontName=FONT, **options)
    canvas.setTitle("")
    canvas.setAuthor("")
    canvas.setSubject("")
    for number in range(1, pages + 1):
        if number not in blank:
            page_of(canvas, number, size)
        if draw and number == on:
            draw(canvas)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def changed(change, content=None, **save):
    """A clean book, changed by hand."""
    with pikepdf.open(BytesIO(content or book())) as pdf:
        change(pdf)
        file = BytesIO()
        pdf.save(file, **save)
    return file.getvalue()


def on_page(operators, resources=None, page=2):
    """A clean book with operators added to a page."""

    def change(pdf):
        target = pdf.pages[page]
        for kind, entries in (resources(pdf) if resources else {}).items():
            # A table of its own: pages share theirs.
            target.resources[kind] = Dictionary({**dict(target.resources.get(kind, {})), **entries})
        target.contents_add(Stream(pdf, operators))

    return changed(change)


def picture(width, height, mode="L"):
    """A picture of noise-free stripes."""
    image = Image.linear_gradient("L").resize((width, height)).convert(mode)
    file = BytesIO()
    image.save(file, "PNG")
    return ImageReader(BytesIO(file.getvalue()))


def box(**boxes):
    """A change that gives every page these boxes."""

    def change(pdf):
        for page in pdf.pages:
            for name, value in boxes.items():
                page.obj[f"/{name}"] = Array(value)

    return change


def at(canvas, x, y, width=20, height=20):
    canvas.setFillGray(0)
    canvas.rect(x, y, width, height, stroke=0, fill=1)


def _form(content, **more):
    def resources(pdf):
        form = Stream(pdf, content)
        form.Type, form.Subtype, form.BBox = Name.XObject, Name.Form, Array([0, 0, 1000, 1000])
        for key, value in more.items():
            form[f"/{key}"] = value
        return {"/XObject": {"/Fm": form}}

    return resources


def _helvetica(pdf):
    font = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)
    return {"/Font": {"/Bare": font}}


def _helvetica_in_a_form(pdf):
    found = _form(b"BT /Bare 12 Tf 100 300 Td (in a form) Tj ET")(pdf)
    found["/XObject"]["/Fm"].Resources = Dictionary(_helvetica(pdf))
    return found


def _gs(**settings):
    return lambda pdf: {"/ExtGState": {"/Gx": Dictionary(**settings)}}


def _space(array):
    return lambda pdf: {"/ColorSpace": {"/Sx": array(pdf)}}


def _separation(pdf):
    function = Dictionary(FunctionType=2, Domain=Array([0, 1]), N=1, C0=Array([0, 0, 0, 0]), C1=Array([0, 1, 1, 0]))
    return Array([Name.Separation, Name("/Spot"), Name.DeviceCMYK, function])


def _icc(pdf):
    from PIL import ImageCms

    profile = Stream(pdf, ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    profile.N = 3
    return Array([Name.ICCBased, pdf.make_indirect(profile)])


def _soft_masked(canvas):
    image = Image.new("RGBA", (600, 600), (0, 0, 0, 128))
    file = BytesIO()
    image.save(file, "PNG")
    canvas.drawImage(ImageReader(BytesIO(file.getvalue())), 150, 300, 60, 60, mask="auto")


def _annotate(pdf):
    note = Dictionary(Type=Name.Annot, Subtype=Name.Text, Rect=Array([100, 100, 120, 120]), Contents=String("look"))
    pdf.pages[4].obj.Annots = Array([pdf.make_indirect(note)])


def _outline(pdf):
    with pdf.open_outline() as outline:
        outline.root.append(pikepdf.OutlineItem("Start", 0))


def _attach(pdf):
    pdf.attachments["recipe.toml"] = b"seed"


def _script(pdf):
    pdf.Root.OpenAction = Dictionary(S=Name.JavaScript, JS=String("app.alert(1)"))


def _named_script(pdf):
    action = Dictionary(S=Name.JavaScript, JS=String("1"))
    pdf.Root.Names = Dictionary(JavaScript=Dictionary(Names=Array([String("a"), action])))


def _layers(pdf):
    layer = pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String("Walls")))
    pdf.Root.OCProperties = Dictionary(OCGs=Array([layer]), D=Dictionary(ON=Array([layer])))


def _break_page(pdf):
    broken = Stream(pdf, b"")
    broken.write(b"this is no deflated stream", filter=Name.FlateDecode)
    pdf.pages[6].obj.Contents = pdf.make_indirect(broken)


def _lie_about_a_page(pdf):
    pdf.pages[6].obj.MediaBox = String("wrong")


def _crop(pdf):
    for page in pdf.pages:
        page.obj.CropBox = Array([10, 10, 420, 640])


def _endless(pdf):
    form = pdf.make_indirect(Stream(pdf, b"/Fm Do /Fm Do"))
    form.Type, form.Subtype, form.BBox = Name.XObject, Name.Form, Array([0, 0, 10, 10])
    form.Resources = Dictionary(XObject=Dictionary({"/Fm": form}))
    pdf.pages[2].resources["/XObject"] = Dictionary({"/Fm": form})
    pdf.pages[2].contents_add(Stream(pdf, b"/Fm Do"))


def _stamp(pdf):
    pdf.pages[9].obj.Annots = Array([pdf.make_indirect(Dictionary(
        Type=Name.Annot, Subtype=Name.Link, Rect=Array([100, 100, 120, 120]), Border=Array([0, 0, 0])
    ))])  # fmt: skip


def _encrypted():
    return changed(lambda pdf: None, encryption=pikepdf.Encryption(owner="owner", user=""))


def _mixed_sizes(pdf):
    pdf.pages[11].obj.MediaBox = Array([0, 0, 432, 612])


def _no_size(pdf):
    pdf.pages[11].obj.MediaBox = Array([0, 0, 0, 0])


def _title(pdf):
    pdf.docinfo["/Title"] = "Mazes for Mia"


def _small_type(canvas):
    canvas.setFont(FONT, 6)
    canvas.drawString(100, 300, "small")


def _scaled_type(canvas):
    canvas.scale(0.5, 0.5)
    canvas.setFont(FONT, 12)
    canvas.drawString(200, 600, "scaled")


def _turned_type(canvas):
    canvas.translate(200, 300)
    canvas.rotate(90)
    canvas.setFont(FONT, 5)
    canvas.drawString(0, 0, "turned")


def _thin_line(canvas):
    canvas.setLineWidth(0.5)
    canvas.line(100, 300, 200, 300)


def _scaled_line(canvas):
    canvas.scale(0.25, 0.25)
    canvas.setLineWidth(2)
    canvas.line(400, 1200, 800, 1200)


def _hairline(canvas):
    canvas.setLineWidth(0)
    canvas.line(100, 300, 200, 300)


INK = "kdp-paperback"
CMYK_ONLY = "ingram"
ODD, EVEN = 3, 4

SPOILED = {
    # name: (content, printer, the rule that finds it, its pages)
    "a trim that is not offered": (lambda: book(size=(250, 700)), INK, "page size", ()),
    "two pages on one": (lambda: book(size=(864, 648)), INK, "page size", ()),
    "landscape": (lambda: book(size=(792, 612), pages=32), "lulu", "page size", ()),
    "a page of another size": (lambda: changed(_mixed_sizes), INK, "same size", (12,)),
    "a page without size": (lambda: changed(_no_size), INK, "page", (12,)),
    "crop box": (lambda: changed(_crop), INK, "page boxes", range(1, 25)),
    "trim box at another place": (lambda: changed(box(TrimBox=[9, 9, 423, 639])), INK, "page boxes", range(1, 25)),
    "bleed box outside": (lambda: changed(box(BleedBox=[-9, -9, 441, 657])), INK, "page boxes", range(1, 25)),
    "too few pages": (lambda: book(pages=22), INK, "page count", ()),
    "too many pages": (lambda: book(pages=830), INK, "page count", ()),
    "odd count": (lambda: book(pages=25), INK, "even pages", ()),
    "ink in the top margin": (lambda: book(lambda c: at(c, 200, 615)), INK, "top margin", (3,)),
    "ink in the bottom margin": (lambda: book(lambda c: at(c, 200, 12)), INK, "bottom margin", (3,)),
    "ink in the gutter of a recto": (lambda: book(lambda c: at(c, 20, 300), on=ODD), INK, "gutter", (3,)),
    "ink in the gutter of a verso": (lambda: book(lambda c: at(c, 392, 300), on=EVEN), INK, "gutter", (4,)),
    "ink at the outside of a recto": (lambda: book(lambda c: at(c, 399, 300), on=ODD), INK, "outside margin", (3,)),
    "ink at the outside of a verso": (lambda: book(lambda c: at(c, 13, 300), on=EVEN), INK, "outside margin", (4,)),
    "ink in a wider gutter": (lambda: book(lambda c: at(c, 30, 300), pages=152), INK, "gutter", (3,)),
    "a bleed that stops short": (lambda: book(lambda c: at(c, 420, 300, 16), size=(441, 666)), INK, "bleed", (3,)),
    "ink in the margin of a page with bleed": (
        lambda: book(lambda c: at(c, 395, 300), size=(441, 666)), INK, "outside margin", (3,)),
    "a font that is not embedded": (
        lambda: on_page(b"BT /Bare 12 Tf 100 300 Td (bare) Tj ET", _helvetica), INK, "fonts", (3,)),
    "a font that is only named": (lambda: on_page(b"", _helvetica), INK, "fonts", (3,)),
    "a bare font in a form": (lambda: on_page(b"/Fm Do", _helvetica_in_a_form), INK, "fonts", (3,)),
    "reportlab's Helvetica": (lambda: book(lambda c: c.setFont("Helvetica", 9)), INK, "fonts", range(1, 25)),
    "small type": (lambda: book(_small_type), INK, "type size", (3,)),
    "type that is scaled down": (lambda: book(_scaled_type), INK, "type size", (3,)),
    "type that is turned": (lambda: book(_turned_type), INK, "type size", (3,)),
    "a thin line": (lambda: book(_thin_line), INK, "line weight", (3,)),
    "a line that is scaled down": (lambda: book(_scaled_line), INK, "line weight", (3,)),
    "a line without width": (lambda: book(_hairline), INK, "line weight", (3,)),
    "a thin line in a form": (
        lambda: on_page(b"q .1 0 0 .1 100 300 cm /Fm Do Q", _form(b"4 w 0 0 m 900 0 l S")), INK, "line weight", (3,)),
    "a thin line by its graphics state": (
        lambda: on_page(b"q /Gx gs 100 300 m 200 300 l S Q", _gs(LW=0.2)), INK, "line weight", (3,)),
    "RGB": (lambda: book(lambda c: (c.setFillColorRGB(1, 0, 0), c.rect(99, 99, 9, 9, 0, 1))), CMYK_ONLY, "colours",
            (3,)),
    "a spot colour": (
        lambda: on_page(b"/Sx cs 1 scn 100 300 20 20 re f", _space(_separation)), CMYK_ONLY, "colours", (3,)),
    "an ICC profile": (
        lambda: on_page(b"/Sx cs 1 0 0 scn 100 300 20 20 re f", _space(_icc)), CMYK_ONLY, "colours", (3,)),
    "too much ink": (lambda: on_page(b"1 1 1 0 k 100 300 20 20 re f"), CMYK_ONLY, "ink coverage", (3,)),
    "opacity": (lambda: on_page(b"/Gx gs 100 300 20 20 re f", _gs(ca=0.5)), INK, "transparency", (3,)),
    "a blend mode": (
        lambda: on_page(b"/Gx gs 100 300 20 20 re f", _gs(BM=Name.Multiply)), INK, "transparency", (3,)),
    "a soft mask": (lambda: book(_soft_masked), INK, "transparency", (3,)),
    "a coarse picture": (
        lambda: book(lambda c: c.drawImage(picture(100, 100), 100, 300, 100, 100)), INK, "pictures", (3,)),
    "a picture that is coarse one way": (
        lambda: book(lambda c: c.drawImage(picture(900, 100), 100, 300, 100, 100)), INK, "pictures", (3,)),
    "three blank pages": (lambda: book(blank=(8, 9, 10)), INK, "blank pages", (8, 9, 10)),
    "blank pages at the end": (lambda: book(blank=range(14, 25)), INK, "blank pages", range(14, 25)),
    "encryption": (_encrypted, INK, "encryption", ()),
    "bookmarks": (lambda: changed(_outline), INK, "bookmarks", ()),
    "a comment": (lambda: changed(_annotate), INK, "annotations", (5,)),
    "a link": (lambda: changed(_stamp), INK, "annotations", (10,)),
    "an attachment": (lambda: changed(_attach), INK, "attachments", ()),
    "a script on opening": (lambda: changed(_script), INK, "scripts", ()),
    "a named script": (lambda: changed(_named_script), INK, "scripts", ()),
    "layers": (lambda: changed(_layers), INK, "layers", ()),
    "a page that is broken": (lambda: changed(_break_page), INK, "page", (7,)),
    "a page with a wrong box": (lambda: changed(_lie_about_a_page), INK, "same size", (7,)),
    "forms without end": (lambda: changed(_endless), INK, "page", (3,)),
    "a file that breaks off": (lambda: book()[:-400], INK, "damage", ()),
}  # fmt: skip

ADVICE = {
    "metadata": (lambda: changed(_title), INK, "metadata", ()),
    "a light grey": (lambda: on_page(b"0.95 g 100 300 20 20 re f"), INK, "light grey", (3,)),
    "invisible text": (lambda: book(lambda c: c.drawString(99, 300, "hidden", mode=3)), INK, "invisible objects", (3,)),
    "no blank page at the end": (book, CMYK_ONLY, "last page", (24,)),
    "PDF/X without a printing condition": (lambda: exchange(intent=False), CMYK_ONLY, "standard", ()),
    "PDF/X without trim boxes": (lambda: exchange(trim=False), CMYK_ONLY, "standard", ()),
}


def exchange(intent=True, trim=True):
    """A clean book with a blank end that says it is PDF/X-1a:2001, all of it or not."""

    def change(pdf):
        pdf.docinfo["/GTS_PDFXVersion"], pdf.docinfo["/GTS_PDFXConformance"] = "PDF/X-1:2001", "PDF/X-1a:2001"
        if intent:
            condition = Dictionary(S=Name.GTS_PDFX, OutputConditionIdentifier=String("CGATS TR 001"))
            pdf.Root.OutputIntents = Array([condition])
        if trim:
            box(TrimBox=[0, 0, 432, 648])(pdf)

    return changed(change, book(blank=(24,)))


def cairo_book():
    """The clean book as cairo writes it: with a transparency group on each page that means nothing."""
    import cairocffi

    file = BytesIO()
    surface = cairocffi.PDFSurface(file, *SIZE)
    context = cairocffi.Context(surface)
    context.select_font_face("DejaVu Sans")
    for number in range(1, PAGES + 1):
        context.set_source_rgb(0, 0, 0)
        context.set_font_size(12)
        context.move_to(60, 90)
        context.show_text(f"Page {number}")
        context.set_line_width(1)
        context.rectangle(60, 120, 300, 400)
        context.stroke()
        context.show_page()
    surface.finish()
    return file.getvalue()


def pillow_book():
    """A book of scanned pages."""
    pages = [Image.new("L", (1800, 2700), 255) for _ in range(PAGES)]
    for page in pages:
        page.paste(0, (300, 300, 1500, 2400))
    file = BytesIO()
    pages[0].save(file, "PDF", save_all=True, append_images=pages[1:], resolution=300, title="", producer="")
    return file.getvalue()


def cairosvg_book():
    """A book of pictures that were drawn as SVG."""
    import cairosvg

    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="432pt" height="648pt" viewBox="0 0 432 648">'
        '<rect x="60" y="80" width="300" height="400" fill="none" stroke="#000" stroke-width="2"/></svg>'
    )
    with pikepdf.new() as pdf:
        for _ in range(PAGES):
            with pikepdf.open(BytesIO(cairosvg.svg2pdf(svg.encode()))) as one:
                pdf.pages.extend(one.pages)
        file = BytesIO()
        pdf.save(file)
    return file.getvalue()


def bleeding_book():
    """The clean book with a black band that bleeds at the outside, the boxes of its pages said."""

    def boxes(pdf):
        for number, page in enumerate(pdf.pages, 1):
            left = 0 if number % 2 else 9
            page.obj.TrimBox = Array([left, 9, left + 432, 657])
            page.obj.BleedBox = Array([0, 0, 441, 666])

    return changed(boxes, book(lambda canvas: at(canvas, 380, 0, 61, 666), size=(441, 666)))


CLEAN = {
    "reportlab": book,
    "pikepdf": lambda: changed(lambda pdf: None, object_stream_mode=pikepdf.ObjectStreamMode.generate),
    "linearized": lambda: changed(lambda pdf: None, linearize=True),
    "cairo": cairo_book,
    "pillow": pillow_book,
    "cairosvg": cairosvg_book,
    "with bleed": bleeding_book,
    "two blank pages": lambda: book(blank=(2, 3)),
    "blank end": lambda: book(blank=range(15, 25)),
}
