"""`check` on covers with one fault each, and on clean ones."""

from __future__ import annotations

import pytest
from spoiled_covers import CLEAN_COVERS, HARD, HEIGHT, INCH, INGRAM, SPOILED_COVERS, WIDTH, cover

from puzzlebook.checks.full_wrap import check_cover
from puzzlebook.printers.profiles import load_printer
from puzzlebook.printers.wrap import make_wrap

# What one fault cannot help bringing with it.
ALONG = {
    "RGB for a printer of CMYK": set(),
    "the barcode's field inked": set(),
    "a bare font": {"type size"},
}


def report(tmp_path, case, content):
    """The check of a cover whose spine the printer has told, else by what the cover leaves for
    it."""
    path = tmp_path / "a-cover.pdf"
    path.write_bytes(content)
    printer = load_printer(case.printer)
    wrap = make_wrap(printer, (WIDTH, HEIGHT), case.pages, "white")
    if printer.spine.is_estimated:
        wrap = None
    return check_cover(path, printer, wrap, case.pages, (WIDTH, HEIGHT))


@pytest.mark.parametrize("name", SPOILED_COVERS)
def test_each_fault_of_a_cover_is_found(name, tmp_path):
    case, make, rule = SPOILED_COVERS[name]
    found = report(tmp_path, case, make())
    graves = {finding.rule for finding in found.findings if finding.grave}
    assert rule in graves
    assert graves - {rule} <= ALONG.get(name, set())
    assert not found.passed


@pytest.mark.parametrize("name", CLEAN_COVERS)
def test_clean_covers_raise_nothing_false(name, tmp_path):
    case, make = CLEAN_COVERS[name]
    found = report(tmp_path, case, make()).findings
    said = [
        (finding.rule, finding.grave)
        for finding in found
        if finding.rule not in ("metadata", "standard")
    ]
    assert said == []


@pytest.mark.parametrize(
    ("spine", "stated", "paper", "found"),
    [
        (0.41, False, "white", []),
        (0.3976, False, "white", ["0.398 in, not confirmed by the printer"]),
        (0.5, False, "white", ["0.5 in, where our figures give 0.398 in"]),
        (0.5, True, "white", ["0.5 in, where our figures give 0.398 in"]),
        (0.72, False, "white", ["0.72 in, where our figures give 0.398 in"]),
        (0.4, True, "blue", ["0.4 in, for which we have no figure"]),
    ],
)
def test_a_spine_that_only_others_told_is_one_to_compare(spine, stated, paper, found, tmp_path):
    case = INGRAM._replace(spine=spine * INCH)
    path, printer = tmp_path / "a-cover.pdf", load_printer("ingram")
    path.write_bytes(cover(case, cmyk=True))
    trim = (WIDTH, HEIGHT)
    wrap = make_wrap(printer, trim, 200, paper, spine * INCH) if stated else None
    findings = check_cover(path, printer, wrap, 200, trim, paper).findings
    doubts = [row for row in findings if row.rule == "spine"]
    assert [row.found for row in doubts] == found
    assert all(printer.spine.calculator in row.allowed for row in doubts)
    # No paper is so thick that 200 pages are 0.72 in.
    assert any(row.grave for row in doubts) is (spine == 0.72)


def test_a_hinge_is_kept_clear_as_far_as_the_profile_says(tmp_path):
    """A letter that is just right of hinge and safe area is taken, one a little nearer is not."""
    keep = (0.4 + 0.125) * 72
    for more, passed in ((2.0, True), (-4.0, False)):

        def draw(canvas, more=more):
            canvas.setFillGray(1)
            canvas.drawString(HARD.front + keep + more, 300, "l")

        assert report(tmp_path, HARD, cover(HARD, draw)).passed is passed


@pytest.mark.parametrize(
    ("name", "pages", "least"),
    [("spine text in too thin a book", 78, 79), ("spine text below 48 pages", 46, 48),
     ("spine text below 80 pages", 78, 80), ("spine text below 79 pages on boards", 76, 79)],
)  # fmt: skip
def test_a_thin_book_may_have_no_text_on_its_spine_however_small(name, pages, least, tmp_path):
    case, make, rule = SPOILED_COVERS[name]
    (found,) = (
        finding for finding in report(tmp_path, case, make()).findings if finding.rule == rule
    )
    assert (found.found, found.allowed) == (
        f"text on the spine of a book of {pages} pages",
        f"none below {least} pages",
    )
