"""What checks measure, on values worked out by hand."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pikepdf
import pytest

from puzzlebook import make_maze
from puzzlebook.checks import full_wrap
from puzzlebook.checks.colours import measure_strength
from puzzlebook.checks.content import IDLE_TRANSFER
from puzzlebook.checks.drawn import _is_plain
from puzzlebook.checks.facts import Rectangle
from puzzlebook.checks.findings import Finding, Report, make_json
from puzzlebook.checks.preflight import check_pdf_file
from puzzlebook.checks.press_rules import check_exchange_keys
from puzzlebook.checks.rules import check_page_boxes
from puzzlebook.checks.shadings import _evaluate
from puzzlebook.checks.shown import _lies_in
from puzzlebook.checks.walls import _find_rim_faults
from puzzlebook.printers.profiles import load_printer


@pytest.mark.parametrize(
    ("space", "numbers", "strength"),
    [
        ("gray", (0.3,), 0.7),
        ("rgb", (0.2, 0.5, 0.9), 0.8),
        ("cmyk", (0.1, 0.4, 0.0, 0.2), 0.4),
        ("spot", (0.25,), 0.25),
        ("lab", (50, 0, 0), 1.0),
        ("gray", (), 1.0),
    ],
)
def test_a_colour_is_as_strong_as_its_strongest_ink(space, numbers, strength):
    assert measure_strength(space, numbers) == pytest.approx(strength)


def test_a_glyph_may_reach_out_of_its_line_by_a_tenth_of_its_height():
    room = (10.0, 10.0, 50.0, 30.0)
    assert _lies_in((8, 8, 52, 32), room)
    for box in ((7, 8, 52, 32), (8, 7, 52, 32), (8, 8, 53, 32), (8, 8, 52, 33)):
        assert not _lies_in(box, room)


@pytest.mark.parametrize("size", [(0.5, 300), (300, 0.5)])
def test_a_page_without_a_width_or_a_height_is_not_rendered(size, tmp_path):
    pdf = pikepdf.new()
    pdf.add_blank_page(page_size=(300, 300))
    pdf.pages[0].mediabox = [0, 0, *size]
    pdf.save(tmp_path / "thin.pdf")
    report = check_pdf_file(tmp_path / "thin.pdf", load_printer("home"))
    assert any("it has no size" in str(finding) for finding in report.findings)


@pytest.mark.parametrize(
    ("standard", "pages"), [("PDF/X-1a:2001", [(3,)]), ("PDF/X-4", []), ("", [])]
)
def test_a_transfer_function_without_effect_is_a_fault_of_x1a_alone(standard, pages):
    read = [(2, set()), (3, {IDLE_TRANSFER})]
    job = SimpleNamespace(
        document=SimpleNamespace(standard=standard),
        pages=[SimpleNamespace(number=n, painted=SimpleNamespace(constructs=c)) for n, c in read],
    )
    assert [finding.pages for finding in check_exchange_keys(job)] == pages


def test_a_function_of_a_shading_has_a_domain_of_its_own():
    function = {"/FunctionType": 2, "/N": 1, "/Domain": [2, 10], "/C0": [0.0], "/C1": [1.0]}
    assert [_evaluate(function, x, 0) for x in (0, 5, 20)] == [[2.0], [5.0], [10.0]]


def test_a_report_as_json_has_what_a_printer_only_advises_against_too():
    found = Finding("a", "1", "0"), Finding("b", "2", "1", (3,), grave=False)
    report = Report("a.pdf", load_printer("home"), 3, "6x9", found)
    assert [row["rule"] for row in make_json(report)["findings"]] == ["a", "b"]


def test_a_page_without_a_trim_box_has_the_media_box_for_a_crop_box():
    def found(right):
        page = SimpleNamespace(number=3, media=Rectangle(0, 0, 100, 90), crop=Rectangle(0, 0, right, 90),
                               trim=None, bleed=None, rotation=False)  # fmt: skip
        job = SimpleNamespace(pages=[page], bleed=None, sides=lambda number: ["top"] * 4)
        return [(finding.found, finding.pages) for finding in check_page_boxes(job)]

    assert found(90) == [("the crop box is not the media box", (3,))]
    assert found(100) == []


def test_a_second_gap_in_the_rim_of_a_corner_is_a_fault():
    maze = make_maze("square", "4x4", seed="owl", ends="corners")
    inner, sides = len(maze.shown.pairs), range(len(maze.shown.pairs), len(maze.shown.sides))
    at_start, at_end = (
        [side for side in sides if maze.shown.rim_cells[side - inner] == cell]
        for cell in (maze.start, maze.end)
    )

    def faults(*gaps):
        return [*_find_rim_faults(maze, {*sides} - {*gaps}, True, False)]

    assert len(at_start) == len(at_end) == 2
    assert faults(at_start[0], at_end[0]) == []
    assert faults(*at_start, at_end[0]) == [f"the rim at cell {maze.start} is missing"]
    assert faults(at_start[0]) == [f"the door at cell {maze.end} is closed"]


@pytest.mark.parametrize(
    ("written", "is_plain"),
    [
        ('<path d="M0 0"/>', True),
        ('<path d="M0 0"><title>A</title></path>', True),
        ('<path d="M0 0"><animate/></path>', False),
        ('<path d="M0 0"><title>A</title><animate/></path>', False),
        ('<path d="M0 0" onclick="a()"/>', False),
        ('<path fill="none"/>', False),
        ('<circle d="M0 0"/>', False),
    ],
)
def test_a_plain_path_is_drawn_and_nothing_else(written, is_plain):
    svg = f'<svg xmlns="http://www.w3.org/2000/svg">{written}</svg>'
    assert _is_plain(ElementTree.fromstring(svg)[0]) is is_plain


def test_the_longest_stretch_of_white_beyond_the_trim_is_told(monkeypatch):
    short = {"top": 36.0, "left": 144.0, "right": 72.0}
    monkeypatch.setattr(full_wrap.ink, "find_short_bleeds", lambda path, edge: short)
    (finding,) = full_wrap._check_bleed(Path(), SimpleNamespace(edge=9))
    assert finding.found == "white beyond the trim at the top, left, right, along 2 in"
