"""PDF files with one fault each, and clean ones from several makers, to try the check on.

A clean file is a book of 24 pages of 6 x 9 inches, each with a line of type, a frame and a grey
box; `spoiled` makes one with one thing wrong. Made with reportlab, pikepdf, pillow and cairo.
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

from puzzlebook.typesetting.text import REGULAR, font_file

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


def _stand_in(pdf):
    form = _form(b"100 300 9 9 re f", OPI=Dictionary())(pdf)["/XObject"]["/Fm"]
    pdf.pages[2].resources["/XObject"] = Dictionary(Fm=form)
    pdf.pages[2].contents_add(Stream(pdf, b"/Fm Do"))


def _empty_fonts(pdf):
    for item in pdf.objects:
        if isinstance(item, Dictionary) and "/FontFile2" in item:
            item.FontFile2 = pdf.make_stream(b"no font")


def _helvetica_in_a_form(pdf):
    found = _form(b"BT /Bare 12 Tf 100 300 Td (in a form) Tj ET")(pdf)
    found["/XObject"]["/Fm"].Resources = Dictionary(_helvetica(pdf))
    return found


def _gs(**settings):
    return lambda pdf: {"/ExtGState": {"/Gx": Dictionary(**settings)}}


def _space(array):
    return lambda pdf: {"/ColorSpace": {"/Sx": array(pdf)}}


def _separation(pdf):
    function = Dictionary(
        FunctionType=2, Domain=Array([0, 1]), N=1, C0=Array([0, 0, 0, 0]), C1=Array([0, 1, 1, 0])
    )
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
    note = Dictionary(
        Type=Name.Annot,
        Subtype=Name.Text,
        Rect=Array([100, 100, 120, 120]),
        Contents=String("look"),
    )
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


def _tinted(red, green, blue, x=0, y=0, width=SIZE[0], height=SIZE[1]):
    """Something that fills a box with a colour."""

    def draw(canvas):
        canvas.setFillColorRGB(red, green, blue)
        canvas.rect(x, y, width, height, stroke=0, fill=1)

    return draw


def _pale_text(canvas):
    canvas.setFillGray(0.97)
    canvas.setFont(FONT, 12)
    canvas.drawString(12, 300, "pale")


def type3(glyph, resources=None):
    """Resources with a font of Type 3 whose one glyph, `a`, is this content; 1000 units to an
    em."""

    def make(pdf):
        font = Dictionary(
            Type=Name.Font, Subtype=Name.Type3, FontBBox=Array([0, 0, 1000, 1000]), FirstChar=97, LastChar=97,
            FontMatrix=Array([0.001, 0, 0, 0.001, 0, 0]), Widths=Array([1000]),
            Encoding=Dictionary(Type=Name.Encoding, Differences=Array([97, Name("/a")])),
            CharProcs=Dictionary({"/a": Stream(pdf, glyph)}), Resources=Dictionary(resources(pdf) if resources else {}),
        )  # fmt: skip
        return {"/Font": {"/T3": pdf.make_indirect(font)}}

    return make


SET = b"BT /T3 12 Tf 1 0 0 1 100 300 Tm (aa) Tj ET"


def _font_by_state(pdf):
    return {"/ExtGState": {"/Gx": Dictionary(Font=Array([_helvetica(pdf)["/Font"]["/Bare"], 12]))}}


def _shading(function, kind=2):
    """Resources with a shading in CMYK along this function."""

    def resources(pdf):
        coords = Array([100, 300, 120, 300]) if kind == 2 else Array([110, 310, 0, 110, 310, 9])
        shading = Dictionary(
            ShadingType=kind, ColorSpace=Name.DeviceCMYK, Coords=coords, Function=function(pdf)
        )
        return {"/Shading": {"/Sh": pdf.make_indirect(shading)}}

    return resources


def _fade(*inks, start=(0, 0, 0, 0)):
    """A function from paper to these inks."""
    return lambda pdf: Dictionary(
        FunctionType=2, Domain=Array([0, 1]), N=1, C0=Array(start), C1=Array(inks)
    )


def _rainbow(pdf):
    parts = Array([_fade(1, 1, 1, 1)(pdf), _fade(0, 0, 0, 0, start=(1, 1, 1, 1))(pdf)])
    return Dictionary(
        FunctionType=3,
        Domain=Array([0, 1]),
        Functions=parts,
        Bounds=Array([0.5]),
        Encode=Array([0, 1, 0, 1]),
    )


def _samples(pdf):
    function = Stream(pdf, bytes([0, 0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 0]))
    function.FunctionType, function.Domain, function.Range = 0, Array([0, 1]), Array([0, 1] * 4)
    function.Size, function.BitsPerSample = Array([3]), 8
    return function


def _calculated(pdf):
    function = Stream(pdf, b"{ dup dup dup }")
    function.FunctionType, function.Domain, function.Range = 4, Array([0, 1]), Array([0, 1] * 4)
    return function


CLIPPED = b"q 100 300 20 20 re W n /Sh sh Q"


def _shading_pattern(pdf):
    shading = _shading(_fade(1, 1, 1, 1))(pdf)["/Shading"]["/Sh"]
    return {"/Pattern": {"/Px": pdf.make_indirect(Dictionary(PatternType=2, Shading=shading))}}


def _page_script(pdf):
    pdf.pages[3].obj.AA = Dictionary(O=Dictionary(S=Name.JavaScript, JS=String("1")))


def _launch(pdf):
    pdf.Root.OpenAction = Dictionary(S=Name.Launch, F=String("calc.exe"))


def _then_launch(pdf):
    place = Dictionary(S=Name.GoTo, D=Array([pdf.pages[0].obj, Name.Fit]))
    place.Next = Dictionary(S=Name.Launch, F=String("calc.exe"))
    pdf.Root.OpenAction = place


def _form_to_fill(pdf):
    field = pdf.make_indirect(Dictionary(FT=Name.Tx, T=String("name")))
    pdf.Root.AcroForm = Dictionary(Fields=Array([field]))


def _xfa(pdf):
    pdf.Root.AcroForm = Dictionary(Fields=Array([]), XFA=Stream(pdf, b"<xdp/>"))


def _postscript(key):
    def resources(pdf):
        code = Stream(pdf, b"100 300 moveto 200 300 lineto stroke")
        code.Type = Name.XObject
        for name, value in key.items():
            code[name] = value
        return {"/XObject": {"/Ps": code}}

    return resources


def _group(pdf):
    for page in pdf.pages:
        page.obj.Group = Dictionary(S=Name.Transparency, CS=Name.DeviceCMYK)


def _unit(pdf):
    for page in pdf.pages:
        page.obj.UserUnit = 1.0001


def _jpeg_2000(canvas):
    file = BytesIO()
    Image.linear_gradient("L").resize((300, 300)).save(file, "JPEG2000")
    return file.getvalue()


def _with_jpeg_2000(pdf):
    image = Stream(pdf, b"")
    image.write(_jpeg_2000(None), filter=Name.JPXDecode)
    image.Type, image.Subtype, image.Width, image.Height = Name.XObject, Name.Image, 300, 300
    image.ColorSpace, image.BitsPerComponent = Name.DeviceGray, 8
    return {"/XObject": {"/Jx": image}}


def _on_its_head(pdf):
    pdf.pages[8].obj.Rotate = 180


def _headlong(canvas):
    canvas.translate(SIZE[0], SIZE[1])
    canvas.rotate(180)
    canvas.setFont(FONT, 12)
    canvas.drawString(100, 300, "A page whose words stand on their heads")


def _blank_on_its_head(pdf):
    del pdf.pages[8].obj.Contents
    pdf.pages[8].contents_add(Stream(pdf, b"100 300 20 20 re f"))
    pdf.pages[8].obj.Rotate = 180


def _said(text):
    def draw(canvas):
        canvas.setFillGray(0)
        canvas.setFont(FONT, 9)
        canvas.drawString(100, 300, text)

    return draw


INK = "kdp-paperback"
CMYK_ONLY = "ingram"
ODD, EVEN = 3, 4

SPOILED = {
    # name: (content, printer, the rule that finds it, its pages)
    "a trim that is not offered": (lambda: book(size=(250, 700)), INK, "page size", range(1, PAGES + 1)),
    "two pages on one": (lambda: book(size=(864, 648)), INK, "page size", range(1, PAGES + 1)),
    "landscape": (lambda: book(size=(792, 612), pages=32), "lulu", "page size", range(1, 33)),
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
    "an opacity of lines": (lambda: on_page(b"2 w /Gx gs 100 300 m 200 300 l S", _gs(CA=0.5)), INK, "transparency", (3,)),
    "a blend mode": (
        lambda: on_page(b"/Gx gs 100 300 20 20 re f", _gs(BM=Name.Multiply)), INK, "transparency", (3,)),
    "a see-through group with an opacity of 1 within": (
        lambda: on_page(b"/Gx gs /Fm Do", lambda pdf: {
            **_gs(ca=0.5)(pdf),
            **_form(b"/In gs 100 300 9 9 re f", Group=Dictionary(S=Name.Transparency),
                    Resources=Dictionary(ExtGState=Dictionary(In=Dictionary(ca=1))))(pdf),
        }), INK, "transparency", (3,)),
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
    "a pastel ground that does not bleed": (
        lambda: book(_tinted(1, 1, 0.8)), INK, "gutter", (3,)),
    "the palest yellow in the gutter": (lambda: book(_tinted(1, 1, 0.985, 9, 300, 15, 15)), INK, "gutter", (3,)),
    "the palest cyan in the gutter": (lambda: on_page(b".015 0 0 0 k 9 300 15 15 re f"), INK, "gutter", (3,)),
    "pale text in the gutter": (lambda: book(_pale_text), INK, "gutter", (3,)),
    "8 % of grey in the top margin": (lambda: on_page(b".92 g 200 635 40 9 re f"), INK, "top margin", (3,)),
    "1 % of grey at the outside": (lambda: on_page(b".99 g 420 300 9 9 re f"), INK, "outside margin", (3,)),
    "a coloured glyph of Type 3": (
        lambda: on_page(SET, type3(b"1000 0 d0 1 0 0 rg 0 0 700 700 re f")), CMYK_ONLY, "colours", (3,)),
    "a see-through glyph of Type 3": (
        lambda: on_page(SET, type3(b"1000 0 d0 /Gx gs 0 0 700 700 re f", _gs(ca=0.5))), INK, "transparency", (3,)),
    "a hairline in a glyph of Type 3": (
        lambda: on_page(SET, type3(b"1000 0 0 0 1000 1000 d1 5 w 0 0 m 900 900 l S")), INK, "line weight", (3,)),
    "a bare font in a glyph of Type 3": (
        lambda: on_page(SET, type3(b"1000 0 d0 BT /Bare 900 Tf (a) Tj ET", _helvetica)), INK, "fonts", (3,)),
    "too much ink in a glyph of Type 3": (
        lambda: on_page(SET, type3(b"1000 0 d0 1 1 1 1 k 0 0 700 700 re f")), CMYK_ONLY, "ink coverage", (3,)),
    "a bare font set by a graphics state": (
        lambda: on_page(b"BT /Gx gs 100 300 Td (bare) Tj ET", _font_by_state), INK, "fonts", (3,)),
    "drawn text of a hairline": (
        lambda: on_page(b"BT /F1+0 12 Tf 1 Tr .1 w 100 300 Td (drawn) Tj ET"), INK, "line weight", (3,)),
    "text with an outline of a hairline in another colour": (
        lambda: on_page(b"BT /F1+0 12 Tf 2 Tr .1 w 1 g 0 G 100 300 Td (drawn) Tj ET"), INK, "line weight", (3,)),
    "too much ink in a shading": (
        lambda: on_page(CLIPPED, _shading(_fade(1, 1, 1, 1))), CMYK_ONLY, "ink coverage", (3,)),
    "too much ink in a round shading": (
        lambda: on_page(CLIPPED, _shading(_fade(1, 1, 0.9, 0), 3)), CMYK_ONLY, "ink coverage", (3,)),
    "too much ink in the middle of a shading": (
        lambda: on_page(CLIPPED, _shading(_rainbow)), CMYK_ONLY, "ink coverage", (3,)),
    "too much ink in a sampled shading": (
        lambda: on_page(CLIPPED, _shading(_samples)), CMYK_ONLY, "ink coverage", (3,)),
    "too much ink in a pattern": (
        lambda: on_page(b"/Pattern cs /Px scn 100 300 20 20 re f", _shading_pattern), CMYK_ONLY, "ink coverage", (3,)),
    "a script of a page": (lambda: changed(_page_script), INK, "scripts", ()),
    "a program started on opening": (lambda: changed(_launch), INK, "scripts", ()),
    "a program started after that": (lambda: changed(_then_launch), INK, "scripts", ()),
    "a form to fill in": (lambda: changed(_form_to_fill), INK, "forms", ()),
    "a form of XFA": (lambda: changed(_xfa), CMYK_ONLY, "forms", ()),
    "PostScript": (
        lambda: on_page(b"/Ps Do", _postscript({"/Subtype": Name.PS})), INK, "PostScript", (3,)),
    "PostScript that says it is a form": (
        lambda: on_page(b"/Ps Do", _postscript({"/Subtype": Name.Form, "/Subtype2": Name.PS,
                                                "/BBox": Array([0, 0, 9, 9])})), CMYK_ONLY, "PostScript", (3,)),
    "a transparency group of each page": (lambda: changed(_group), CMYK_ONLY, "transparency groups", range(1, 25)),
    "a transparency group of a form": (
        lambda: on_page(b"/Fm Do", _form(b"100 300 9 9 re f", Group=Dictionary(S=Name.Transparency))), CMYK_ONLY,
        "transparency groups", (3,)),
    "a transfer function": (
        lambda: on_page(b"/Gx gs 100 300 9 9 re f", _gs(TR=_fade(0, start=(1,))(None))), CMYK_ONLY,
        "transfer functions", (3,)),
    "JPEG 2000": (
        lambda: on_page(b"q 60 0 0 60 100 300 cm /Jx Do Q", _with_jpeg_2000), CMYK_ONLY, "JPEG 2000", (3,)),
    "layers for a printer of PDF/X": (lambda: changed(_layers), CMYK_ONLY, "layers", ()),
    "user units": (lambda: changed(_unit), CMYK_ONLY, "user units", range(1, 25)),
    "a page on its head": (lambda: changed(_on_its_head), INK, "upright", (9,)),
    "a page whose words are on their heads": (lambda: book(_headlong), INK, "upright", (3,)),
    "a page without words on its head": (lambda: changed(_blank_on_its_head), INK, "upright", (9,)),
    "a line drawn as an area": (lambda: on_page(b"100 300 90 .2 re f"), INK, "line weight", (3,)),
    "a slanted line drawn as an area": (
        lambda: on_page(b"100 300 m 190 390 l 190.2 389.8 l 100.2 299.8 l f"), INK, "line weight", (3,)),
    "a line drawn as an area in a form": (
        lambda: on_page(b"q .1 0 0 .1 100 300 cm /Fm Do Q", _form(b"0 0 900 3 re f")), INK, "line weight", (3,)),
    "where it was printed": (lambda: book(_said("Printed in the United States of America")), CMYK_ONLY, "manufacture",
                             (3,)),
    "where it was made, at the end": (
        lambda: book(_said("Made in Great Britain"), on=23), CMYK_ONLY, "manufacture", (23,)),
    "a file that breaks off": (lambda: book()[:-400], INK, "damage", ()),
    "PDF/X without a printing condition": (
        lambda: exchange(intent=False), CMYK_ONLY, "standard", (),
    ),
    "PDF/X without trim boxes": (lambda: exchange(trim=False), CMYK_ONLY, "standard", ()),
    "PDF/X that does not say if it is trapped": (lambda: exchange(trapped=False), CMYK_ONLY, "standard", ()),
    "PDF/X-1a for a device with RGB": (lambda: exchange(profile=b"RGB"), CMYK_ONLY, "standard", ()),
    "a picture in another file, in PDF/X-1a": (
        lambda: changed(_stand_in, exchange()), CMYK_ONLY, "OPI", (3,)),
    "a font whose file is none": (lambda: changed(_empty_fonts), INK, "fonts", range(1, 25)),
    "PostScript beside a form": (
        lambda: on_page(b"/Fm Do", _form(b"100 300 9 9 re f", PS=String("showpage"))), INK, "PostScript", (3,)),
}  # fmt: skip

ADVICE = {
    "metadata": (lambda: changed(_title), INK, "metadata", ()),
    "a light grey": (lambda: on_page(b"0.95 g 100 300 20 20 re f"), INK, "light grey", (3,)),
    "invisible text": (
        lambda: book(lambda c: c.drawString(99, 300, "hidden", mode=3)),
        INK,
        "invisible objects",
        (3,),
    ),
    "colours in a book in black ink": (
        lambda: on_page(b".9 .2 .1 rg 100 300 20 20 re f"),
        INK,
        "colours",
        (3,),
    ),
    "a picture in RGB in a book in black ink": (
        lambda: book(lambda c: c.drawImage(picture(600, 600, "RGB"), 100, 300, 100, 100)),
        INK,
        "colours",
        (3,),
    ),
    "a thin line of a pale grey": (
        lambda: on_page(b".8 w .8 G 100 300 m 200 300 l S"),
        INK,
        "pale line",
        (3,),
    ),
    "a shading whose ink cannot be measured": (
        lambda: on_page(CLIPPED, _shading(_calculated)),
        CMYK_ONLY,
        "ink coverage",
        (3,),
    ),
    "no blank page at the end": (book, CMYK_ONLY, "last page", (24,)),
}


def exchange(intent=True, trim=True, trapped=True, profile=None):
    """A clean book with a blank end that says it is PDF/X-1a:2001, all of it or not."""

    def change(pdf):
        pdf.docinfo["/GTS_PDFXVersion"], pdf.docinfo["/GTS_PDFXConformance"] = (
            "PDF/X-1:2001",
            "PDF/X-1a:2001",
        )
        if not trapped:
            del pdf.docinfo["/Trapped"]
        if intent:
            condition = Dictionary(
                S=Name.GTS_PDFX, OutputConditionIdentifier=String("CGATS TR 001")
            )
            if profile:
                condition.DestOutputProfile = pdf.make_stream(profile, N=3)
            pdf.Root.OutputIntents = Array([condition])
        if trim:
            box(TrimBox=[0, 0, 432, 648])(pdf)

    return changed(change, book(blank=(24,)))


def cairo_book():
    """The clean book as cairo writes it: with a transparency group on each page that means
    nothing."""
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
    pages[0].save(
        file, "PDF", save_all=True, append_images=pages[1:], resolution=300, title="", producer=""
    )
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


def fpdf_book():
    """The clean book as fpdf2 writes it."""
    import fpdf

    document = fpdf.FPDF(unit="pt", format=SIZE)
    document.set_auto_page_break(False)
    document.add_font("Spoiled", "", str(font_file(REGULAR)))
    for number in range(1, PAGES + 1):
        document.add_page()
        document.set_font("Spoiled", size=12)
        document.text(60, 90, f"Page {number}")
        document.set_line_width(1)
        document.rect(60, 120, 300, 400)
    return bytes(document.output())


def pypdf_book():
    """The clean book, its pages put together anew by pypdf."""
    import pypdf

    writer = pypdf.PdfWriter()
    for page in pypdf.PdfReader(BytesIO(book())).pages:
        writer.add_page(page).compress_content_streams()
    file = BytesIO()
    writer.write(file)
    return file.getvalue()


def img2pdf_book():
    """A book of scanned pages of one bit, as img2pdf packs them."""
    import img2pdf

    page = Image.new("1", (1800, 2700), 1)
    page.paste(0, (300, 300, 1500, 2400))
    file = BytesIO()
    page.save(file, "PNG")
    layout = img2pdf.get_layout_fun(SIZE)
    return img2pdf.convert([file.getvalue()] * PAGES, layout_fun=layout, nodate=True)


def segno_book():
    """A book of QR codes, which segno writes as PDF itself."""
    import segno

    with pikepdf.new() as pdf:
        for number in range(PAGES):
            file = BytesIO()
            segno.make(f"page {number}").save(file, kind="pdf", scale=8, border=8)
            with pikepdf.open(file) as one:
                page = one.pages[0]
                page.obj.MediaBox = Array([-100, -200, SIZE[0] - 100, SIZE[1] - 200])
                pdf.pages.append(page)
        whole = BytesIO()
        pdf.save(whole)
    return whole.getvalue()


def pdfium_book():
    """The clean book, written by pdfium."""
    import pypdfium2

    document = pypdfium2.PdfDocument.new()
    document.import_pages(pypdfium2.PdfDocument(book()))
    file = BytesIO()
    document.save(file)
    return file.getvalue()


def turned_book():
    """The clean book on pages that lie on their sides, and are turned to be shown upright."""

    def turn(pdf):
        for page in pdf.pages:
            content = page.contents_coalesce() or page.obj.Contents.read_bytes()
            page.obj.Contents = Stream(pdf, b"q 0 1 -1 0 648 0 cm " + content + b" Q")
            page.obj.MediaBox, page.obj.Rotate = Array([0, 0, 648, 432]), 90

    return changed(turn)


def bleeding_book():
    """The clean book with a black band that bleeds at the outside, the boxes of its pages said."""

    def boxes(pdf):
        for number, page in enumerate(pdf.pages, 1):
            left = 0 if number % 2 else 9
            page.obj.TrimBox = Array([left, 9, left + 432, 657])
            page.obj.BleedBox = Array([0, 0, 441, 666])

    return changed(boxes, book(lambda canvas: at(canvas, 380, 0, 61, 666), size=(441, 666)))


CLEAN = {
    "an opacity that no line has": lambda: on_page(b"/Gx gs 100 300 20 20 re f", _gs(CA=0, ca=1)),
    "reportlab": book,
    "pikepdf": lambda: changed(
        lambda pdf: None, object_stream_mode=pikepdf.ObjectStreamMode.generate
    ),
    "linearized": lambda: changed(lambda pdf: None, linearize=True),
    "cairo": cairo_book,
    "pillow": pillow_book,
    "cairosvg": cairosvg_book,
    "fpdf2": fpdf_book,
    "pypdf": pypdf_book,
    "img2pdf": img2pdf_book,
    "segno": segno_book,
    "pdfium": pdfium_book,
    "turned pages": turned_book,
    "white in the margins": lambda: on_page(b"1 g 0 0 40 648 re f 0 0 0 0 k 400 0 32 648 re f"),
    "bold by an outline": lambda: on_page(b"BT /F1+0 12 Tf 2 Tr .3 w 100 300 Td (bold) Tj ET"),
    "glyphs of Type 3": lambda: on_page(
        SET, type3(b"1000 0 0 0 1000 1000 d1 1 0 0 rg 0 0 700 700 re f")
    ),
    "black in RGB": lambda: on_page(b"0 0 0 rg 100 300 20 20 re f"),
    "a place to open at": lambda: changed(
        lambda pdf: pdf.Root.__setattr__("OpenAction", Array([pdf.pages[0].obj, Name.Fit]))
    ),
    "an answer upside down": lambda: on_page(b"BT /F1+0 12 Tf -1 0 0 -1 300 300 Tm (7) Tj ET"),
    "stems of drawn letters": lambda: on_page(b"100 300 .6 5 re 103 300 .6 5 re 106 300 2 .5 re f"),
    "with bleed": bleeding_book,
    "two blank pages": lambda: book(blank=(2, 3)),
    "blank end": lambda: book(blank=range(15, 25)),
}
