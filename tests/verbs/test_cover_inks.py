"""Covers in the inks of their printers, hinges and coils, drawings on the front, and PDF/X."""

from __future__ import annotations

import io
import json
import re
from itertools import pairwise
from pathlib import Path
from runpy import run_path

import numpy as np
import pikepdf
import pypdfium2
import pytest
from command import check_errors, run
from PIL import Image
from test_cover import SCALE, made, part, rendered

from puzzlebook import make_book
from puzzlebook.checks.whole_book import check_book
from puzzlebook.ground.faults import Refused
from puzzlebook.ground.lengths import MM
from puzzlebook.printers.profiles import load_printer
from puzzlebook.printers.wrap import make_wrap
from puzzlebook.typesetting.pdf.inks import convert_pixels, convert_to_grey, convert_to_inks
from puzzlebook.verbs.cover import make_cover

INCH = 72
DOCS = Path(__file__).parents[2] / "docs"
TEMPLATES = DOCS.parent / "templates"
SPACES = {"g": "gray", "G": "gray", "rg": "rgb", "RG": "rgb", "k": "cmyk", "K": "cmyk"}


def painted(path):
    """The colour spaces and the largest sum of inks on the first page and in its forms and
    pictures."""
    spaces, ink = set(), 0.0
    with pikepdf.open(path) as pdf:
        page = pdf.pages[0]
        things = list(dict(page.resources.get("/XObject", {})).values())
        for stream in [page, *(thing for thing in things if thing.Subtype == "/Form")]:
            for operands, operator in pikepdf.parse_content_stream(stream):
                space = SPACES.get(str(operator))
                spaces |= {space} if space else set()
                if space == "cmyk":
                    ink = max(ink, sum(map(float, operands)))
        for thing in things:
            if thing.Subtype == "/Image":
                spaces.add(
                    {"/DeviceRGB": "rgb", "/DeviceCMYK": "cmyk", "/DeviceGray": "gray"}[
                        str(thing.ColorSpace)
                    ]
                )
                if thing.ColorSpace == "/DeviceCMYK":
                    data = thing.read_bytes()
                    ink = max(
                        ink,
                        max(sum(data[place : place + 4]) for place in range(0, len(data), 4)) / 255,
                    )
    return spaces, ink


@pytest.fixture
def photo(tmp_path):
    """A picture with every strong colour, large enough for a front."""
    strong = Image.new("RGB", (4, 4))
    strong.putdata(
        [(r, g, b) for r in (0, 255) for g in (0, 90, 255) for b in (0, 255)] + [(20, 0, 4)] * 4
    )
    strong.resize((2800, 2800), 0).save(tmp_path / "p.png")
    return str(tmp_path / "p.png")


# -- Colour spaces ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("printer", "spaces"),
    [("kdp-paperback", {"gray", "rgb"}), ("lulu", {"gray", "rgb"}), ("ingram", {"gray", "cmyk"})],
)
def test_a_cover_is_written_in_the_inks_of_its_printer(printer, spaces, photo, tmp_path):
    folder = made(tmp_path, 40, printer=printer, mazes=36, **{"cover.picture": photo})
    cover = make_cover(folder, spine=9 if printer == "ingram" else None)
    found, ink = painted(cover.files[0])
    assert found == spaces
    assert ink <= 2.4
    assert check_book(folder).reports[1].passed


def every_colour_of_the_themes():
    """The colours of the themes' drawings; print has no violet as strong as a screen's."""
    written = " ".join(path.read_text("utf-8") for path in (TEMPLATES / "themes").rglob("*.toml"))
    colours = sorted(set(re.findall("#([0-9a-f]{6})", written)))
    return [
        tuple(int(colour[place : place + 2], 16) / 255 for place in (0, 2, 4)) for colour in colours
    ]


def is_violet(colour):
    red, green, blue = colour
    return blue > red > green and blue - green > 0.25


def test_printed_colours_look_like_those_of_the_screen():
    """As the mixtures that were measured for SWOP look, and between them by interpolation."""
    made_by = run_path(str(DOCS / "inks.py"))
    colours = [colour for colour in every_colour_of_the_themes() if len(set(colour)) > 1]
    screen = made_by["find_screen_colours"](np.array(colours))
    press = made_by["Press"]()

    def differences(convert):
        inks = np.array([convert(colour) for colour in colours])
        return np.linalg.norm(press.find_colours(inks) - screen, axis=1)

    off = differences(lambda colour: convert_to_inks(colour, 2.4))
    assert len(colours) > 150
    assert np.mean(off) < 3
    assert (
        max(value for value, colour in zip(off, colours, strict=True) if not is_violet(colour)) < 12
    )
    assert max(off) < 24
    plain = differences(
        lambda colour: [*(1 - part / max(colour) for part in colour), 1 - max(colour)]
    )
    assert np.mean(plain) > 10, "arithmetic alone is seen to be far off"


def test_greys_are_black_alone():
    for step in range(256):
        cyan, magenta, yellow, black = convert_to_inks((step / 255,) * 3)
        assert (cyan, magenta, yellow, black) == (0, 0, 0, pytest.approx(1 - step / 255, abs=0.001))
    ramp = Image.new("RGB", (256, 1))
    ramp.putdata([(step,) * 3 for step in range(256)])
    inks = convert_pixels(ramp, ("gray", "cmyk"), 2.4)
    assert inks.mode == "CMYK"
    assert inks.tobytes() == bytes(part for step in range(256) for part in (0, 0, 0, 255 - step))


def test_a_little_more_of_a_colour_is_a_little_more_ink():
    """Without a jump between the nodes of the table, which would be seen in a sky."""
    for before, after in pairwise((1 - step / 400, 0.9, step / 400) for step in range(401)):
        pairs = zip(convert_to_inks(before), convert_to_inks(after), strict=True)
        assert max(abs(one - other) for one, other in pairs) < 0.02


@pytest.mark.parametrize("most", [1.2, 2.0, 2.4])
def test_no_sum_of_inks_is_over_the_limit(most):
    steps = [step / 10 for step in range(11)]
    colours = [(red, green, blue) for red in steps for green in steps for blue in steps]
    assert max(sum(convert_to_inks(colour, most)) for colour in colours) <= most + 1e-9
    picture = Image.new("RGB", (11 * 11, 11))
    picture.putdata([tuple(round(255 * part) for part in colour) for colour in colours])
    inks = convert_pixels(picture, ("gray", "cmyk"), most).tobytes()
    assert max(sum(inks[place : place + 4]) for place in range(0, len(inks), 4)) <= most * 255
    for place, colour in enumerate(colours):
        wanted = convert_to_inks(tuple(round(255 * part) / 255 for part in colour), most)
        assert [ink / 255 for ink in inks[4 * place : 4 * place + 4]] == pytest.approx(
            wanted, abs=0.008
        )


def test_grey_is_light_as_people_see_it():
    assert (
        convert_to_grey((0.0, 1.0, 0.0))
        > convert_to_grey((1.0, 0.0, 0.0))
        > convert_to_grey((0.0, 0.0, 1.0))
    )
    assert convert_to_grey((1.0, 1.0, 1.0)) == pytest.approx(1.0)


# -- PDF/X and what stands in a page ---------------------------------------------------------------------


def test_ingram_gets_pdf_x(tmp_path):
    """ISO 15930-1: the keys that make a file PDF/X-1a:2001, and nothing that it forbids."""
    folder = made(tmp_path, 40, printer="ingram", mazes=36)
    cover = make_cover(folder, spine=9).files[0]
    for path in (folder / f"{folder.name}.pdf", cover):
        with pikepdf.open(path) as pdf:
            info, (intent,) = pdf.trailer.Info, pdf.Root.OutputIntents
            assert (info.GTS_PDFXVersion, info.GTS_PDFXConformance) == (
                "PDF/X-1:2001",
                "PDF/X-1a:2001",
            )
            assert info.Trapped == "/False"
            assert str(info.Title)
            assert {"/CreationDate", "/ModDate"} <= info.keys()
            assert (intent.S, intent.OutputConditionIdentifier) == ("/GTS_PDFX", "CGATS TR 001")
            assert intent.RegistryName == "http://www.color.org"
            assert len(pdf.trailer.ID) == 2
            assert pdf.pdf_version == "1.3"
            assert not pdf.is_encrypted
            for page in pdf.pages:
                assert "/TrimBox" in page.obj
                assert "/ArtBox" not in page.obj
                assert not {"/Annots", "/Trans", "/AA"} & page.obj.keys()
                for state in dict(page.resources.get("/ExtGState", {})).values():
                    assert state.keys() <= {"/Type", "/OP", "/op", "/OPM"}
    findings = [finding for report in check_book(folder).reports for finding in report.findings]
    # That the width of the spine is a user's own is said, and no reason to be refused.
    assert [(finding.rule, finding.grave) for finding in findings] == [("spine", False)]
    with pikepdf.open(made(tmp_path / "kdp", 24) / "ages-7-8.pdf") as pdf:
        assert "/OutputIntents" not in pdf.Root
        assert all("/Trans" not in page.obj for page in pdf.pages)


def test_what_is_cut_off_is_outside_the_trim_box(tmp_path):
    cover = make_cover(made(tmp_path, 24))
    with pikepdf.open(cover.files[0]) as pdf:
        width, height = cover.wrap.sheet
        assert [float(side) for side in pdf.pages[0].trimbox] == pytest.approx(
            [9, 9, width - 9, height - 9], abs=0.01
        )


# -- Hard covers and coils -------------------------------------------------------------------------------


def test_a_coil_has_no_spine():
    wrap = make_wrap(load_printer("lulu-coil"), (432, 648), 100, "white")
    assert wrap.sheet == pytest.approx((2 * 432 + 18, 648 + 18))
    assert wrap.front.x == wrap.back.right
    assert wrap.front_face.x - wrap.front.x == pytest.approx(0.312 * INCH)


def test_boards_follow_from_the_sheet():
    printer, trim = load_printer("kdp-hardcover"), (432, 648)
    sheet = (2 * 432 + 2 * 15 * MM + 50 + 18, 648 + 2 * 15 * MM + 17)
    wrap = make_wrap(printer, trim, 100, "white", 50, sheet=sheet)
    assert wrap.sheet == pytest.approx(sheet)
    assert (wrap.width, wrap.height) == pytest.approx((441, 665))
    for wrong in ((sheet[0] - 30, sheet[1]), (sheet[0], sheet[1] + 40), (700, 700)):
        with pytest.raises(Refused, match="--sheet"):
            make_wrap(printer, trim, 100, "white", 50, sheet=wrong)


@pytest.mark.parametrize(
    ("printer", "options"),
    [("kdp-hardcover", {"spine": 40.0, "sheet": (1031.9, 767.1)}), ("lulu-coil", {})],
)
def test_hinge_and_coil_are_kept_clear(printer, options, tmp_path):
    folder = made(tmp_path, 80, printer=printer, mazes=77, theme="ink")
    cover = make_cover(folder, **options)
    wrap, (_, pixels) = cover.wrap, rendered(cover.files[0])
    if "sheet" in options:
        assert wrap.sheet == pytest.approx(options["sheet"])
    for place in (wrap.middle.right, wrap.middle.x - wrap.hinge - wrap.safe):
        strip = wrap.front._replace(x=place + 1, width=wrap.hinge + wrap.safe - 1)
        ground = pixels[3, 3]
        assert bool((part(pixels, strip) == ground).all())
    assert check_book(folder).reports[1].passed
    assert json.loads((folder / "manifest.json").read_text())["cover"]["spine"] == pytest.approx(
        wrap.spine, abs=0.001
    )
    again = make_cover(folder, **options, force=True)
    assert again.wrap == wrap


def test_a_hard_cover_of_another_spine_is_found(tmp_path):
    folder = made(tmp_path, 80, printer="kdp-hardcover", mazes=77)
    content = make_cover(folder, spine=40.0).files[0].read_bytes()
    make_cover(folder, spine=60.0, force=True).files[0].write_bytes(content)
    assert "cover size" in {finding.rule for finding in check_book(folder).reports[1].findings}


def test_a_landscape_front_has_its_maze_beside_the_words(tmp_path):
    cover = make_cover(made(tmp_path, 24, page="8.25x6", theme="ink"))
    page = pypdfium2.PdfDocument(cover.files[0])[0]
    front, words = cover.wrap.front, page.get_textpage()
    begins = words.get_text_range().index("The Great")
    title = [
        words.get_charbox(place) for place in range(begins, begins + len("The Great Big Maze Book"))
    ]
    assert max(right for _, _, right, _ in title) < front.x + front.width / 2
    _, pixels = rendered(cover.files[0])
    accent = (abs(pixels.astype(int) - pixels[3, 3]).sum(axis=2) > 60) & (
        pixels.max(axis=2) - pixels.min(axis=2) > 60
    )
    columns = accent[:, round((front.x + front.width * 0.45) * SCALE) :].any(axis=0).nonzero()[0]
    assert columns.size > 0.35 * front.width * SCALE


# -- The user's own drawing ------------------------------------------------------------------------------

DRAWING = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 60">
<rect width="100" height="60" fill="#ffffff"/><circle cx="30" cy="30" r="20" fill="rgb(200,30,60)"/>
<g fill="none" stroke="#2b6cb0" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"
   transform="translate(60 10)"><path d="M0 0h30v40H0z"/></g></svg>"""


def svg_cover(tmp_path, drawing, **options):
    (tmp_path / "d.svg").write_text(drawing)
    return made(
        tmp_path / "book",
        24,
        **{"cover.picture": str(tmp_path / "d.svg"), "cover.color": "#204020", **options},
    )


def near(pixels, colour):
    return int((abs(pixels - list(colour)).max(axis=2) <= 2).sum())


def test_a_drawing_fills_the_front_in_its_colours(tmp_path):
    cover = make_cover(svg_cover(tmp_path, DRAWING, **{"cover.text": "none"}))
    page, pixels = rendered(cover.files[0])
    wrap = cover.wrap
    front = part(
        pixels, wrap.front._replace(y=0, width=wrap.width + wrap.edge, height=wrap.sheet[1])
    )
    # From fold to edge, cut off at its sides: its height alone is whole. No word stands upon it.
    unit = wrap.sheet[1] / 60 * SCALE
    left = (100 * unit - front.shape[1]) / 2
    assert (front[[0, -1]] == 255).all()
    assert not page.get_textpage().get_text_bounded(left=wrap.front.x).strip()
    row = front[round(30 * unit)]
    red = (abs(row - [200, 30, 60]).max(axis=1) <= 2).nonzero()[0]
    assert (red.min(), red.max()) == pytest.approx((0, 50 * unit - left), abs=3)
    assert near(part(pixels, cover.wrap.back), (200, 30, 60)) == 0
    assert check_book(cover.files[0].parent).reports[1].passed


def test_a_maze_of_ours_may_be_the_picture(tmp_path):
    done = run(
        "maze", "--shape", "polar", "--size", 8, "--seed", "owl", "-o", "m.svg", cwd=tmp_path
    )
    assert done.code == 0, done.err
    cover = make_cover(svg_cover(tmp_path, (tmp_path / "m.svg").read_text()))
    _, pixels = rendered(cover.files[0])
    assert near(part(pixels, cover.wrap.front), (0, 0, 0)) > 5000


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (('fill="#ffffff"', 'fill="url(#g)"'), "gradient"),
        (('fill="#ffffff"', 'fill="#ffffff" opacity="0.5"'), "transparent"),
        (('fill="#ffffff"', 'fill="#ffffff80"'), "transparent"),
        (('fill="#ffffff"', 'fill="#ffffff" fill-opacity=".3"'), "transparent"),
        (('fill="#ffffff"', 'fill="bluish"'), "is not a colour"),
        (('stroke-linecap="round"', 'stroke-linecap="pointed"'), "'pointed'"),
        (('stroke-width="4"', 'stroke-width="4" stroke-dasharray="2 2"'), "dashed"),
        (('stroke-width="4"', 'stroke-width="4" marker-mid="url(#m)"'), "markers"),
        (("<rect ", '<image href="a.png"/><rect '), "<image>"),
        (("<rect ", '<script>1</script><rect '), "script"),
    ],
)  # fmt: skip
def test_what_would_look_otherwise_is_refused(change, line, tmp_path):
    (tmp_path / "d.svg").write_text(DRAWING.replace(*change))
    done = run(
        "make",
        "sheets",
        "--seed",
        "a",
        "--set",
        f"cover.picture={tmp_path / 'd.svg'}",
        cwd=tmp_path,
    )
    assert (done.code, done.out) == (2, "")
    (error,) = check_errors(done.err)
    assert line in error
    assert not (tmp_path / "output").exists()


# -- Logos -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["logo.svg", "logo.png"])
@pytest.mark.parametrize(("printer", "ink", "spaces"), [
    ("kdp-paperback", "black", {"gray"}), ("kdp-paperback", "premium-color", {"gray", "rgb"}),
    ("ingram", "standard-color", {"gray", "cmyk"}),
])  # fmt: skip
def test_a_logo_has_its_colours_where_the_ink_has(name, printer, ink, spaces, tmp_path):
    (tmp_path / "logo.svg").write_text(DRAWING)
    Image.new("RGB", (600, 200), (200, 30, 60)).save(tmp_path / "logo.png")
    folder = make_book("ages-7-8", seed="a", output=tmp_path, overrides={
        "printer": printer, "page": "6x9", "ink": ink, "svg": False, "section.*.size": "6x8", "mazes": 90,
        "book.logo": str(tmp_path / name)}).folder  # fmt: skip
    assert painted(folder / "ages-7-8.pdf")[0] == spaces
    page = pypdfium2.PdfDocument(folder / "ages-7-8.pdf")[0]
    pixels = page.render(scale=2).to_numpy().astype(int)
    coloured = (pixels.max(axis=2) - pixels.min(axis=2) > 60).sum()
    assert bool(coloured > 500) is (ink != "black")


def test_a_turned_photo_is_set_upright(tmp_path):
    """A camera says in its file how the picture is to be turned."""
    picture = Image.new("RGB", (2800, 2800), (10, 200, 10))
    picture.paste((200, 10, 10), (0, 0, 2800, 1400))
    exif = Image.Exif()
    exif[0x0112] = 3
    file = io.BytesIO()
    picture.save(file, "JPEG", exif=exif)
    (tmp_path / "p.jpg").write_bytes(file.getvalue())
    cover = make_cover(made(tmp_path / "book", 24, **{"cover.picture": str(tmp_path / "p.jpg")}))
    _, pixels = rendered(cover.files[0])
    red = [
        int(row)
        for row in (abs(part(pixels, cover.wrap.front) - [200, 10, 10]).max(axis=2) < 12).sum(
            axis=1
        )
    ]
    green = [
        int(row)
        for row in (abs(part(pixels, cover.wrap.front) - [10, 200, 10]).max(axis=2) < 12).sum(
            axis=1
        )
    ]
    assert green.index(max(green)) < red.index(max(red))
