"""`check` on what a press shows and a screen does not, and on covers without their books."""

from __future__ import annotations

import pikepdf
import pytest
from command import check_errors, run
from spoiled_covers import HARD, HEIGHT, INCH, INGRAM, KDP, WIDTH, cover
from spoiled_press import CLEAN_PRESS, SPOILED_PRESS, on_a_page, typed, with_feet, write_bytes

import puzzlebook
from puzzlebook.checks.full_wrap import check_cover
from puzzlebook.checks.preflight import check_pdf_file
from puzzlebook.checks.separations import measure_overprinted_inks
from puzzlebook.printers.profiles import load_printer
from puzzlebook.printers.wrap import make_wrap


def report(tmp_path, content, printer):
    path = tmp_path / "a.pdf"
    path.write_bytes(content)
    return check_pdf_file(path, load_printer(printer))


@pytest.mark.parametrize("name", SPOILED_PRESS)
def test_each_fault_is_found(name, tmp_path):
    make, printer, rule, pages = SPOILED_PRESS[name]
    graves = [finding for finding in report(tmp_path, make(), printer).findings if finding.grave]
    assert {finding.rule for finding in graves} == {rule}
    assert {finding.pages for finding in graves} == {tuple(pages)}


@pytest.mark.parametrize("name", CLEAN_PRESS)
def test_what_only_looks_like_a_fault_passes(name, tmp_path):
    make, printer = CLEAN_PRESS[name]
    found = report(tmp_path, make(), printer)
    assert found.passed, found.findings


def test_inks_add_up_only_where_they_meet(tmp_path):
    """Yellow and black over cyan and magenta are 400 %; the same beside them are 200 %."""
    for name, ink in (("400 % by overprinting", 4.0), ("colours that overprint apart", 2.0)):
        make = {**SPOILED_PRESS, **CLEAN_PRESS}[name][0]
        (tmp_path / "a.pdf").write_bytes(make())
        assert next(measure_overprinted_inks(tmp_path / "a.pdf", [3])) == pytest.approx(
            ink, abs=0.02
        )


def test_a_form_on_two_pages_is_measured_as_each_page_prints_it(tmp_path):
    """It overprints where the page sets it to, and only there."""
    with pikepdf.new() as pdf:
        form = pdf.make_stream(b"0 0 1 0 k 0 0 50 50 re f")
        form.Type, form.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
        form.BBox, form.Resources = [0, 0, 50, 50], pikepdf.Dictionary()
        over = pikepdf.Dictionary(op=True, OPM=1)
        for begin in (b"/Over gs", b"", b"/Over gs"):
            page = pdf.add_blank_page(page_size=(50, 50))
            page.obj.Resources = pikepdf.Dictionary(
                XObject=pikepdf.Dictionary(X=form), ExtGState=pikepdf.Dictionary(Over=over)
            )
            page.Contents = pdf.make_stream(b"1 1 0 0 k 0 0 50 50 re f " + begin + b" /X Do")
        pdf.save(tmp_path / "a.pdf")
    inks = list(measure_overprinted_inks(tmp_path / "a.pdf", [1, 2, 3]))
    assert inks == pytest.approx([3, 1, 3], abs=0.02)


def test_odd_numbers_belong_on_the_right(tmp_path):
    """Numbers of puzzles, which are not at the foot, may be on either side."""

    def said(content):
        return [row.found for row in report(tmp_path, content, "kdp-paperback").findings]

    numbers = range(1, 23)
    assert said(with_feet(["", *numbers, ""])) == ["odd numbers on left-hand pages"]
    assert said(with_feet(["", "", *numbers])) == []
    assert said(typed(["Title", *map(str, numbers), "End"])) == []


def test_a_light_grey_is_one_in_every_colour_space(tmp_path):
    profile = "/ColorSpace << /Space [/CalGray << /WhitePoint [0.95 1 1.09] >>] >>"
    for colour in ("0.95 g", "0.95 0.95 0.95 rg", "0 0 0 0.05 k", "/Space cs 0.95 sc"):
        content = on_a_page(f"{colour} 100 200 90 90 re f", profile)
        (finding,) = report(tmp_path, content, "kdp-paperback").findings
        assert (finding.found, finding.grave) == ("a grey of 5%", False), colour


@pytest.mark.parametrize(("language", "grave"), [("fa", True), ("", False), ("he-IL", None)])
def test_the_file_says_in_which_language_it_is(language, grave, tmp_path):
    (tmp_path / "a.pdf").write_bytes(write_bytes(24, root=language and f"/Lang ({language})"))
    found = check_pdf_file(tmp_path / "a.pdf", load_printer("kdp-paperback"), binding="right")
    assert [row.grave for row in found.findings] == ([] if grave is None else [grave])


def test_a_size_that_is_meant_is_said(tmp_path):
    """A page 2 pt too wide is near 6 x 9; with `--trim` it is right, and 6 x 9 is wrong."""
    (tmp_path / "a.pdf").write_bytes(write_bytes(24, (434, 648)))

    def found(**options):
        checked = puzzlebook.check(tmp_path / "a.pdf", printer="kdp", **options)
        return [finding.found for finding in checked.reports[0].findings]

    assert found() == ["6.028 x 9 in, near 6x9"]
    assert found(trim="434x648pt") == []
    assert found(trim="6x9") == ["6.028 x 9 in"]


@pytest.mark.parametrize(
    ("spine", "sheet", "passed"),
    [(0.75, (14.2, 10.42), False), (0.45, (14.2, 10.42), False), (0.45, (14.025, 10.417), True),
     (0.75, (14.325, 10.417), True), (0.45, (14.05, 10.4), True)],
)  # fmt: skip
def test_the_sheet_of_a_hard_cover_goes_with_its_spine(spine, sheet, passed, tmp_path):
    size = sheet[0] * INCH, sheet[1] * INCH
    printer = load_printer("kdp-hardcover")
    wrap = make_wrap(printer, (WIDTH, HEIGHT), 120, "white", spine * INCH, sheet=size)
    (tmp_path / "a-cover.pdf").write_bytes(cover(HARD, size=size))
    found = check_cover(tmp_path / "a-cover.pdf", printer, wrap, 120, (WIDTH, HEIGHT)).findings
    assert ("cover size" in {finding.rule for finding in found}) is not passed


def test_a_cover_without_its_book(tmp_path):
    """The size tells the trim; another number of pages, or a cover for another trim, is found."""
    kdp, ingram = tmp_path / "front-cover.pdf", tmp_path / "ingram.pdf"
    kdp.write_bytes(cover(KDP))
    ingram.write_bytes(cover(INGRAM, cmyk=True))

    def passes(path, printer, pages=200, **options):
        return puzzlebook.check(path, printer=printer, pages=pages, **options).passed

    assert passes(kdp, "kdp")
    assert passes(kdp, "kdp", trim="6x9")
    assert not passes(kdp, "kdp", 210, trim="6x9")
    assert not passes(kdp, "kdp", paper="cream", trim="6x9")
    assert passes(ingram, "ingram", trim="6x9", spine="0.405in")
    assert not passes(ingram, "ingram", trim="6x9", spine="0.6in")
    done = run("check", "--cover", kdp.name, "--pages", 200, "--paper", "white", "--printer", "kdp",
               cwd=tmp_path)  # fmt: skip
    assert done.code == 0, done.err
    assert done.out.startswith("front-cover.pdf: 1 page, cover: ")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"pages": 200}, "printer: is missing"),
        ({"pages": 0, "printer": "kdp"}, "pages: 0 is not a number"),
        ({"pages": 120, "printer": "kdp"}, "trim: is missing"),
        ({"pages": 120, "printer": "ingram"}, "trim: is missing"),
        ({"pages": 120, "printer": "kdp", "trim": "6x9", "spine": "9in"}, "spine: no book of 120"),
        ({"printer": "kdp", "spine": "9mm"}, "spine: applies only to a cover"),
        ({"printer": "kdp", "trim": "6by"}, "trim: there is no page called"),
    ],
)
def test_what_cannot_be_asked(options, said, tmp_path):
    (tmp_path / "a.pdf").write_bytes(cover(KDP))
    with pytest.raises(puzzlebook.Refused, match=f"^{said}"):
        puzzlebook.check(tmp_path / "a.pdf", **options)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--cover", "a.pdf", "--printer", "kdp"), "--pages: is missing"),
        (("a.pdf", "--printer", "kdp", "--pages", 120), "--pages: applies only to a cover"),
        (("--cover", ".", "--pages", 120, "--printer", "kdp"), "--cover: . is a folder"),
    ],
)
def test_what_cannot_be_typed(options, said, tmp_path):
    (tmp_path / "a.pdf").write_bytes(cover(KDP))
    done = run("check", *options, cwd=tmp_path)
    assert (done.code, done.out) == (2, "")
    (line,) = check_errors(done.err)
    assert said in line
