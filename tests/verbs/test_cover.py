"""Covers: their arithmetic against the printer's formula, what is on them, and where nothing may
be."""

from __future__ import annotations

import json
from contextlib import closing
from hashlib import sha256
from io import BytesIO

import numpy
import pikepdf
import pypdfium2
import pytest
from command import check_errors, run, snapshot
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from puzzlebook import make_book
from puzzlebook.books.covers.look import colour
from puzzlebook.books.covers.sheet import MIN_SPINE_TYPE, choose_spine_type
from puzzlebook.books.covers.thumbnails import draw_thumbnail
from puzzlebook.books.planning.samples import _choose_pages
from puzzlebook.checks.drawn_pages import find_close_bounds
from puzzlebook.checks.whole_book import CheckOptions, check_book
from puzzlebook.drawing.drawing import Drawing, Inset, Layer, Style, Subpath
from puzzlebook.ground.faults import Refused
from puzzlebook.printers.profiles import load_printer
from puzzlebook.printers.wrap import estimate_likely_spine, make_wrap, may_print_spine
from puzzlebook.recipes.files import decide_seed, load
from puzzlebook.recipes.order import settle
from puzzlebook.shelf.manifest import is_intact
from puzzlebook.typesetting.page import Box, Page, Picture
from puzzlebook.typesetting.photos import check_photo, fill_with_photo
from puzzlebook.verbs.cover import make_cover
from puzzlebook.verbs.cover_pages import make_setting

KDP = load_printer("kdp-paperback")
# pages, paper: the spine in inches, as the printer's formula gives it, worked out by hand
SPINES = [(24, "white", 0.054), (78, "white", 0.1757), (80, "cream", 0.2), (200, "white", 0.4504),
          (200, "color", 0.4694), (590, "white", 1.3287), (828, "white", 1.8647)]  # fmt: skip
SCALE = 150 / 72


@pytest.mark.parametrize(("pages", "paper", "spine"), SPINES)
@pytest.mark.parametrize("trim", [(6, 9), (8.5, 11), (8.25, 6)])
def test_arithmetic(pages, paper, spine, trim):
    wrap = make_wrap(KDP, (trim[0] * 72, trim[1] * 72), pages, paper)
    assert wrap.spine / 72 == pytest.approx(spine, abs=0.001)
    assert wrap.sheet[0] / 72 == pytest.approx(2 * trim[0] + spine + 0.25, abs=0.001)
    assert wrap.sheet[1] / 72 == pytest.approx(trim[1] + 0.25, abs=0.001)
    barcode = wrap.barcode(KDP)
    assert (barcode.width / 72, barcode.height / 72) == pytest.approx((2, 1.2))
    assert wrap.back.right - barcode.right == wrap.back.bottom - barcode.bottom == 18


def test_a_book_that_binds_at_the_right_has_its_front_at_the_left():
    wrap = make_wrap(KDP, (432, 648), 100, "white", right=True)
    assert wrap.front.x == wrap.edge
    assert wrap.back.x == wrap.middle.right


def test_the_field_for_the_spines_text_is_never_wider_than_the_spine():
    for pages, paper, _ in SPINES:
        wrap = make_wrap(KDP, (432, 648), pages, paper)
        field = wrap.spine_safe
        assert wrap.middle.x < field.x <= field.right < wrap.middle.right
        assert field.x + field.right == pytest.approx(wrap.middle.x + wrap.middle.right)
        assert field.width == pytest.approx(max(wrap.spine - 2 * wrap.clear, 0))


def test_spine_text_from_the_printers_count():
    assert [may_print_spine(KDP, pages) for pages in (24, 78, 79, 80)] == [False, False, True, True]


@pytest.mark.parametrize(("pages", "paper"), [(72, "white"), (502, "cream"), (100, "color")])
def test_a_spine_that_nobody_told_us_is_asked_for(pages, paper):
    """The message has the printer's calculator and a likely range."""
    printer = load_printer("ingram-hardcover")
    with pytest.raises(Refused, match="--spine") as refused:
        make_wrap(printer, (432, 648), pages, paper)
    assert printer.spine.calculator in str(refused.value)
    least, most = estimate_likely_spine(printer, pages)
    assert make_wrap(printer, (432, 648), pages, paper, spine=(least + most) / 2).spine


# Pages, paper, trim, the spine and the sheet (inches) of templates and calculators of the printers, as
# the sources in the profiles have them.
TEMPLATES = [
    ("kdp-hardcover", 76, "cream", (6, 9), 0.379, (13.954, 10.417)),
    ("kdp-hardcover", 156, "white", (6, 9), None, (14.115, 10.417)),
    ("kdp-hardcover", 186, "white", (6, 9), None, (14.183, 10.417)),
    ("kdp-hardcover", 426, "white", (6, 9), None, (14.723, 10.417)),
    ("ingram", 62, "white", (7, 10), 0.128, (14.378, 10.25)),
    ("ingram", 144, "cream", (5.5, 8.5), 0.335, (11.585, 8.75)),
    ("ingram", 190, "cream", (5.5, 8.5), 0.436, (11.686, 8.75)),
    ("ingram", 272, "cream", (5.5, 8.5), 0.614, (11.864, 8.75)),
    ("ingram-hardcover", 74, "cream", (6, 9), 0.313, (14.194, 10.5)),
    ("ingram-hardcover", 122, "cream", (6, 9), 0.438, (14.319, 10.5)),
    ("ingram-hardcover", 164, "cream", (6.14, 9.21), 0.5, (14.661, 10.71)),
    ("ingram-hardcover", 178, "cream", (6.14, 9.21), 0.563, (14.724, 10.71)),
    ("ingram-hardcover", 400, "white", (6, 9), 0.875, (14.756, 10.5)),
    ("ingram-hardcover", 500, "white", (6, 9), 1.063, (14.944, 10.5)),
]


@pytest.mark.parametrize(("printer", "pages", "paper", "trim", "spine", "sheet"), TEMPLATES)
def test_spines_and_sheets_are_those_of_the_printers_templates(
    printer, pages, paper, trim, spine, sheet
):
    size = trim[0] * 72, trim[1] * 72
    made_wrap = make_wrap(load_printer(printer), size, pages, paper)
    assert spine is None or made_wrap.spine / 72 == pytest.approx(spine, abs=0.001)
    assert [side / 72 for side in made_wrap.sheet] == pytest.approx(sheet, abs=0.001)


def test_between_two_templates_a_spine_is_a_sixteenth_of_an_inch_or_several():
    widths = [wrap("ingram-hardcover", pages).spine / 4.5 for pages in range(74, 501, 2)]
    assert widths == pytest.approx([round(width) for width in widths])
    assert widths == sorted(widths)


@pytest.mark.parametrize("printer", ["ingram", "ingram-hardcover"])
def test_type_on_a_thin_spine_keeps_half_the_distance(printer):
    """Ingram asks for 1/16 in from both folds, and for half of that below 0.35 in."""
    for spine, clear in ((0.34, 1 / 32), (0.35, 1 / 16), (0.6, 1 / 16)):
        sheet = None if printer == "ingram" else (2 * (6.1 + 0.625) * 72 + spine * 72, 740)
        wrap = make_wrap(load_printer(printer), (432, 648), 150, "white", spine * 72, sheet=sheet)
        assert wrap.clear == pytest.approx(clear * 72)


def test_the_back_shows_mazes_in_pictures_first_and_the_hardest_last():
    assert _choose_pages([*range(21, 45)], [12, 13, 14, 20], 3) == [12, 20, 44]
    assert _choose_pages([*range(5, 45)], [], 3) == [5, 25, 44]
    assert _choose_pages([], [5, 6, 7], 3) == [5, 6, 7]
    assert _choose_pages([6], [5], 3) == [5, 6]
    assert _choose_pages([], [], 3) == []


def test_the_bounds_of_a_rim_with_round_corners_have_no_mitres(tmp_path):
    """A thick line with a sharp, round corner is no wider than it is painted."""
    canvas = Canvas(str(tmp_path / "a.pdf"), pagesize=(300, 300))
    canvas.setLineWidth(20)
    for join in (0, 1):
        canvas.setLineJoin(join)
        path = canvas.beginPath()
        path.moveTo(100, 100)
        path.lineTo(150, 200)
        path.lineTo(160, 100)
        canvas.drawPath(path)
    canvas.save()
    page = pypdfium2.PdfDocument(tmp_path / "a.pdf")[0]
    mitred, rounded = (
        find_close_bounds(pypdfium2.raw.FPDFPage_GetObject(page, index)) for index in (0, 1)
    )
    assert rounded == pytest.approx((90, 90, 170, 210), abs=0.01)
    assert mitred[3] > 211


def test_the_bounds_of_a_form_end_where_it_is_clipped(tmp_path):
    """A picture in a form that shows a part of it, and one of which nothing is seen."""
    canvas = Canvas(str(tmp_path / "clipped.pdf"), pagesize=(300, 300))
    for name, corner in (("seen", 100), ("unseen", 500)):
        canvas.beginForm(name)
        window = canvas.beginPath()
        window.rect(100, 100, 50, 60)
        canvas.clipPath(window, stroke=0)
        canvas.rect(corner, 20, 400, 400, fill=1)
        canvas.endForm()
        canvas.doForm(name)
    canvas.save()
    with closing(pypdfium2.PdfDocument(tmp_path / "clipped.pdf")) as document:
        page = document[0]
        seen, unseen = (
            find_close_bounds(pypdfium2.raw.FPDFPage_GetObject(page, index)) for index in (0, 1)
        )
    assert seen == pytest.approx((100, 100, 150, 160), abs=1)
    assert unseen is None


def test_a_spine_of_a_third_of_an_inch_speaks(tmp_path):
    """Between distances of 1/8 in there was no room for type of 7 pt."""
    recipe = {"book.title": "Mazes for Mia", "book.author": "Ada Example", "printer": "ingram"}
    setting = make_setting(settle(decide_seed(load("ages-7-8", recipe)), tmp_path))
    wrap = make_wrap(setting.order.printer, (432, 648), 150, "white", 0.34 * 72)
    assert choose_spine_type(setting, wrap) >= MIN_SPINE_TYPE
    assert not choose_spine_type(setting, wrap._replace(clear=9.0))


def test_the_ground_of_a_spine_goes_over_both_folds(tmp_path):
    """A spine that is bound a little aside shows no edge of the front's picture."""
    cover = make_cover(made(tmp_path, 24, theme="dinosaur"))
    wrap, (_, pixels) = cover.wrap, rendered(cover.files[0])
    over = wrap.middle.inset(-wrap.clear + 1, 0, -wrap.clear + 1, 0)
    assert is_plain(part(pixels, over))
    assert not is_plain(part(pixels, over.inset(-9, 0, -9, 0)))


def test_lines_of_a_stage_on_the_back_are_not_too_thin():
    """A drawing within a drawing scales its lines: on a page a third as large they are thicker."""
    path = Subpath(((0.0, 0.0), (9.0, 9.0)))
    for width, drawn in ((2.0, 0.75), (4.0, 1.2)):
        scenery = Drawing(0, 0, 10, 10, 1, (Layer("ground", Style(width), [path]),), is_reused=True)
        stage = Layer("stage", Style(), (), inset=Inset(scenery, 0.0, 0.0, 0.05))
        page = Page(100, 100, (Picture(0, 0, Drawing(0, 0, 5, 5, 20, (stage,))),))
        items = list(draw_thumbnail(page, Box(0, 0, 30, 30), (0, 0, 0)))
        (layer,) = items[1].drawing.layers
        (inner,) = layer.inset.drawing.layers
        assert inner.style.width * layer.inset.scale * items[1].drawing.scale == pytest.approx(
            drawn
        )


def made(tmp_path, pages, **overrides):
    """A book of about so many pages."""
    given = {
        "page": "6x9",
        "printer": "kdp-paperback",
        "section.*.size": "6x8",
        "svg": False,
        "book.author": "Ada Example",
        "book.matter": ["title", "copyright", "colophon"],
        "mazes": pages - 3,
    }
    book = make_book("ages-7-8", seed="cover", output=tmp_path, overrides={**given, **overrides})
    assert book.manifest["pages"] == pages
    return book.folder


def rendered(path):
    page = pypdfium2.PdfDocument(path)[0]
    return page, page.render(scale=SCALE).to_numpy()[..., ::-1].astype(int)


def part(pixels, box):
    return pixels[
        round(box.y * SCALE) : round(box.bottom * SCALE),
        round(box.x * SCALE) : round(box.right * SCALE),
    ]


def is_plain(pixels):
    return bool((pixels == pixels.reshape(-1, 3)[0]).all())


@pytest.mark.parametrize(
    "pages", [24, 78, 80, 200, pytest.param(590, marks=pytest.mark.exhaustive)]
)
def test_covers_of_thin_and_thick_books(pages, tmp_path):
    folder = made(tmp_path, pages)
    cover = make_cover(folder, guides=True)
    page, pixels = rendered(cover.files[0])
    wrap = cover.wrap
    assert page.get_size() == pytest.approx(wrap.sheet, abs=0.01)
    assert is_plain(part(pixels, wrap.barcode(KDP)))
    # Nothing of the paper is left at the edges of the sheet, and nothing that matters comes near
    # trim and folds.
    assert all((edge.min(axis=2) < 255).all() for edge in (pixels[:3], pixels[-3:]))
    assert not check_book(folder).reports[1].findings
    # The spine speaks where it may and where seven points fit.
    spine = part(pixels, wrap.middle.inset(1, 0, 1, 0))
    speaks = pages >= 200
    assert is_plain(spine) != speaks
    assert speaks == (not any("spine" in line for line in cover.remarks))
    if speaks:
        clear = wrap.middle._replace(x=wrap.middle.x + 0.5, width=wrap.clear - 1)
        assert is_plain(part(pixels, clear))
        assert is_plain(part(pixels, clear._replace(x=wrap.middle.right - wrap.clear + 0.5)))
    text = " ".join(page.get_textpage().get_text_bounded().split())
    assert text.count("Ada Example") == (2 if speaks else 1)
    assert all(report.passed for report in check_book(folder).reports[1:])
    manifest = (folder / "manifest.json").read_bytes()
    assert is_intact(manifest)
    listed = json.loads(manifest)["files"]
    assert listed[cover.files[0].name] == sha256(cover.files[0].read_bytes()).hexdigest()
    assert cover.files[1].name in listed


def test_the_same_book_has_the_same_cover_and_another_seed_another(tmp_path):
    first, second = (
        make_cover(made(tmp_path / name, 24)).files[0].read_bytes() for name in ("a", "b")
    )
    assert first == second
    folder = make_book(
        "ages-7-8", seed="other", output=tmp_path / "c", overrides={"mazes": 4, "svg": False}
    ).folder
    assert make_cover(folder).files[0].read_bytes() != first


def test_keys_of_the_recipe(tmp_path):
    Image.effect_noise((2800, 2800), 60).save(tmp_path / "p.png")
    folder = made(tmp_path, 24, **{"cover.picture": str(tmp_path / "p.png"), "cover.color": "#2b6cb0",
                                   "cover.blurb": "A blurb of mine."})  # fmt: skip
    assert (folder / "assets" / "p.png").exists()
    cover = make_cover(folder)
    page, pixels = rendered(cover.files[0])
    assert tuple(pixels[3, 3]) == tuple(round(255 * part) for part in colour("#2b6cb0"))
    assert "A blurb of mine." in page.get_textpage().get_text_bounded()
    assert len(numpy.unique(part(pixels, cover.wrap.front))) > 100
    with pikepdf.open(cover.files[0]) as pdf:
        drawn = [thing.Subtype for thing in dict(pdf.pages[0].resources.XObject).values()]
        assert drawn.count("/Image") == 1


def test_bad_input(tmp_path):
    (tmp_path / "empty").mkdir()
    Image.new("L", (300, 300)).save(tmp_path / "small.png")
    (tmp_path / "text.png").write_text("no picture")
    small = made(tmp_path / "small", 24, **{"cover.picture": str(tmp_path / "small.png")})
    ingram = made(tmp_path / "ingram", 34, printer="ingram-hardcover", mazes=29)
    there = made(tmp_path / "there", 24)
    make_cover(there)
    before = snapshot(tmp_path)
    for arguments in (
        ("cover", tmp_path / "empty"),
        ("cover", tmp_path / "nowhere"),
        ("cover", small),
        ("cover", ingram),
        ("cover", ingram, "--spine", "3in"),
        ("cover", ingram, "--spine", "0.01in"),
        ("cover", there),
        ("cover", there, "--force", "--paper", "blue"),
        ("cover", there, "--force", "--spine", "wide"),
        ("cover", there, "--force", "--sheet", "5x5in"),
        ("cover", there, "--force", "--sheet", "large"),
        ("preview", tmp_path / "empty"),
        ("preview", there, "-o", there / "ages-7-8.pdf"),
        ("make", "sheets", "--set", "cover.color=blue"),
        ("make", "sheets", "--set", "cover.picture=nowhere.png"),
        ("make", "sheets", "--set", f"cover.picture={tmp_path / 'text.png'}"),
    ):
        done = run(*arguments, cwd=tmp_path)
        assert (done.code, done.out) == (2, ""), arguments
        assert len(check_errors(done.err)) == 1
    assert snapshot(tmp_path) == before


def test_make_says_what_became_of_a_cover(tmp_path):
    options = ("make", "sheets", "--seed", "a", "--no-svg", "--force")
    assert run(*options, "--mazes", 3, cwd=tmp_path).code == 0
    assert run("cover", "output/sheets", cwd=tmp_path).code == 0
    done = run(*options, "--mazes", 5, cwd=tmp_path)
    assert "the old cover is gone: it was made for 4 pages, and the book has 6" in done.err
    assert done.code == 0


def test_a_picture_of_far_too_many_pixels_is_refused_by_its_size(tmp_path):
    """Before it is decoded, and without a warning of the library's."""
    file = BytesIO()
    Image.new("1", (12_000, 6_000)).save(file, "PNG")
    with pytest.raises(Refused, match="12000 × 6000 pixels; at most 64 million"):
        check_photo(file.getvalue(), "cover.picture")


def thick(tmp_path, pages, **overrides):
    """The folder of a book of so many pages, as far as its cover asks: the PDF says nothing of
    it."""
    folder = made(tmp_path, 24, **overrides)
    manifest = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps({**manifest, "pages": pages}))
    return folder


@pytest.mark.parametrize(("page", "most"), [("6x9", 776), ("8.5x11", 550)])
def test_a_paper_on_which_the_printer_binds_fewer_pages_is_refused(page, most, tmp_path):
    make_cover(thick(tmp_path / "most", most, page=page), paper="cream")
    folder = thick(tmp_path / "more", most + 2, page=page)
    with pytest.raises(
        Refused, match=f"kdp-paperback binds 24 to {most} with black ink on cream paper"
    ):
        make_cover(folder, paper="cream")
    make_cover(folder)


def test_a_paper_that_is_not_for_this_ink_is_refused(tmp_path):
    with pytest.raises(Refused, match="premium-color"):
        make_cover(made(tmp_path / "black", 24), paper="color")
    colour = made(tmp_path / "colour", 24, ink="premium-color")
    with pytest.raises(Refused, match="does not print premium-color ink on cream paper"):
        make_cover(colour, paper="cream")
    assert make_cover(colour, paper="white").wrap.spine == pytest.approx(24 * 0.002347 * 72)
    with pytest.raises(Refused, match="does not print premium-color ink on cream paper"):
        made(tmp_path / "cream", 24, ink="premium-color", paper="cream")


def test_interior_cover_and_form_are_of_one_paper(tmp_path):
    """The one that the cover was made for: it says how thick the book is, how many pages it may
    have, what to type."""
    folder = made(tmp_path, 48)
    make_cover(folder, paper="cream")
    checked = check_book(folder)
    assert checked.passed
    assert (checked.form["Paper"], checked.form["Spine"]) == ("cream", "0.12 in")
    other = check_book(folder, CheckOptions(paper="white"))
    assert other.form["Paper"] == "white"
    assert [finding.rule for finding in other.reports[1].findings] == ["cover size"]


def test_the_limits_of_the_covers_paper_are_those_of_the_interior(tmp_path):
    """A cover of cream paper in the folder of a book that only white paper can bind."""
    folder = made(tmp_path, 552, page="8.5x11")
    make_cover(folder)
    assert check_book(folder).passed
    text = (
        (folder / "manifest.json")
        .read_text()
        .replace('"paper": "white", "spine"', '"paper": "cream", "spine"')
    )
    (folder / "manifest.json").write_text(text)
    rules = {finding.rule: finding.allowed for finding in check_book(folder).reports[0].findings}
    assert rules["page count"] == "24 to 550 for black ink on cream paper"


# -- Spines and boards by each printer's rules -----------------------------------------------------------


def wrap(printer, pages, paper="white", **options):
    return make_wrap(load_printer(printer), (432, 648), pages, paper, **options)


@pytest.mark.parametrize(
    ("printer", "pages", "spine"),
    [
        ("lulu", 32, 0.1321), ("lulu", 200, 0.5105), ("lulu", 740, 1.7267),
        ("lulu-hardcover", 24, 0.25), ("lulu-hardcover", 84, 0.25), ("lulu-hardcover", 86, 0.5),
        ("lulu-hardcover", 140, 0.5), ("lulu-hardcover", 142, 0.625), ("lulu-hardcover", 610, 1.625),
        ("lulu-hardcover", 612, 1.6875), ("lulu-hardcover", 800, 2.125), ("lulu-coil", 100, 0),
    ],
)  # fmt: skip
@pytest.mark.parametrize("paper", ["white", "cream"])
def test_spines_of_lulu(printer, pages, spine, paper):
    """Pages / 444 + 0.06 in, and a table for boards, as help.api.lulu.com has them; whatever the
    paper."""
    assert wrap(printer, pages, paper).spine / 72 == pytest.approx(spine, abs=0.0002)


def test_sheets_of_hard_covers_as_people_had_them_from_the_printers():
    six_by_nine = [side * 25.4 / 72 for side in wrap("lulu-hardcover", 620).sheet]
    assert six_by_nine == pytest.approx((392.112, 273.05), abs=0.05)
    a4 = make_wrap(load_printer("lulu-hardcover"), (210 / 25.4 * 72, 297 / 25.4 * 72), 40, "white")
    assert [side * 25.4 / 72 for side in a4.sheet] == pytest.approx((470.80, 341.45), abs=0.05)


def test_boards_that_nobody_told_us_are_asked_for():
    printer = load_printer("ingram-hardcover")
    unknown = printer._replace(cover=printer.cover._replace(overhang=None))
    with pytest.raises(Refused, match="--sheet with the size"):
        make_wrap(unknown, (432, 648), 100, "white", spine=40)
    sheet = (2 * 441 + 2 * 45 + 40, 648 + 2 * 45 + 18)
    assert wrap("ingram-hardcover", 100, spine=40, sheet=sheet).sheet == pytest.approx(sheet)


@pytest.mark.parametrize(
    ("printer", "pages", "spine"),
    [("ingram", 24, 3.0), ("ingram", 24, 0.2), ("ingram", 200, 0.25), ("kdp-hardcover", 80, 0.95),
     ("lulu-coil", 100, 0.2), ("kdp-paperback", 24, 3.0)],
)  # fmt: skip
def test_a_spine_that_no_paper_makes_is_refused(printer, pages, spine):
    with pytest.raises(Refused, match=f"no book of {pages} pages has a spine of"):
        wrap(printer, pages, spine=spine * 72)


@pytest.mark.parametrize(
    ("printer", "least"),
    [("kdp-paperback", 79), ("kdp-hardcover", 79), ("ingram", 48), ("ingram-hardcover", 48), ("lulu", 80),
     ("lulu-hardcover", 80)],
)  # fmt: skip
def test_spines_speak_from_each_printers_count(printer, least):
    assert [may_print_spine(load_printer(printer), pages) for pages in (least - 1, least)] == [
        False,
        True,
    ]


@pytest.mark.parametrize(("size", "left", "top"), [((100, 300), 0, 100), ((300, 100), 100, 0)])
def test_of_a_picture_of_another_shape_the_middle_is_taken(size, left, top):
    down = Image.linear_gradient("L")
    image = Image.merge("RGB", [down, down.transpose(Image.Transpose.ROTATE_90), down]).resize(size)
    file = BytesIO()
    image.save(file, "PNG")
    photo = fill_with_photo(file.getvalue(), Box(0, 0, 24, 24), (1, 1, 1), "cover.picture")
    middle = image.crop((left, top, left + 100, top + 100))
    assert Image.open(BytesIO(photo.content)).tobytes() == middle.tobytes()
