"""The printers' profiles: each figure where it should be, against the published tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzlebook.ground import templates
from puzzlebook.printers.printer import list_offered_sizes
from puzzlebook.printers.profiles import describe_printer, load_printer
from puzzlebook.recipes.files import decide_seed, load
from puzzlebook.recipes.order import settle
from puzzlebook.recipes.order_paper import choose_sheet

PRINTERS = templates.list_names("printers")
# Up to so many pages, inches: kdp.amazon.com's table as five sources give it.
KDP_GUTTERS = [(24, 0.375), (150, 0.375), (151, 0.5), (300, 0.5), (301, 0.625), (500, 0.625), (501, 0.75), (700, 0.75),
               (701, 0.875), (828, 0.875)]  # fmt: skip
KDP_MOST = [("6x9", "black", "white", 828), ("8.5x11", "black", "white", 590), ("8.25x6", "black", "cream", 750),
            ("8.27x11.69", "black", "cream", 730), ("8.5x8.5", "premium-color", "white", 590),
            ("8x10", "standard-color", "white", 600), ("8x10", "premium-color", "white", 828)]  # fmt: skip


@pytest.mark.parametrize(("pages", "inside"), KDP_GUTTERS)
def test_kdp_gutter(pages: int, inside: float) -> None:
    assert load_printer("kdp-paperback").min_margins(pages).inside == pytest.approx(inside * 72)


@pytest.mark.parametrize(("page", "ink", "paper", "most"), KDP_MOST)
def test_kdp_most_pages(page: str, ink: str, paper: str, most: int) -> None:
    width, height = (float(side) * 72 for side in page.split("x"))
    assert load_printer("kdp-paperback").limit(width, height, ink, paper).maximum == most


def test_a4_is_the_trim_that_kdp_names_in_inches() -> None:
    trims = load_printer("kdp-paperback").trims
    a4 = 210 / 25.4 * 72, 297 / 25.4 * 72
    assert trims.accepts(*a4)
    assert trims.find_name(*a4) == "8.27x11.69"


@pytest.mark.parametrize(
    ("printer", "page", "taken"),
    [
        ("home", (1000, 200), True),
        ("kdp-paperback", (612, 792), True),
        ("kdp-paperback", (500, 700), True),
        ("kdp-paperback", (612, 1008), False),
        ("kdp-paperback", (200, 300), False),
        ("kdp-hardcover", (612, 792), False),
        ("kdp-hardcover", (594, 792), True),
        ("lulu", (612, 792), True),
        ("lulu", (792, 612), False),
    ],
)
def test_trims(printer: str, page: tuple[float, float], taken: bool) -> None:
    assert load_printer(printer).trims.accepts(*page) is taken


def test_nearest_trim() -> None:
    assert load_printer("kdp-hardcover").trims.find_nearest(612, 792) == "8.25x11"
    assert load_printer("home").trims.find_nearest(612, 792) is None


@pytest.mark.parametrize("name", PRINTERS)
def test_every_profile_says_when_and_where_from(name: str) -> None:
    printer = load_printer(name)
    assert printer.checked_on.year >= 2026
    assert printer.sources
    said = {source.partition(":")[0] for source in printer.sources}
    assert set(printer.marks.values()) <= said | {"P"}
    assert all(line for line in describe_printer(name).values())
    assert list_offered_sizes(printer).startswith("allowed: ")


@pytest.mark.parametrize("name", PRINTERS)
def test_our_margins_are_within_the_printers(name: str) -> None:
    order = settle(decide_seed(load("ages-7-8", {"printer": name})), Path())
    for pages in (24, 151, 302, 550):
        sheet, least = choose_sheet(order, pages), load_printer(name).min_margins(pages)
        assert all(getattr(sheet, side) > needed for side, needed in least._asdict().items())


def test_rows_of_a_figure_are_numbered_from_one() -> None:
    told = describe_printer("kdp-paperback")
    numbers = [key.rpartition(" ")[2] for key in told if key[-1:].isdigit()]
    assert numbers
    assert [*map(int, numbers)] == [
        1 if number == "1" else int(before) + 1
        for before, number in zip(["0", *numbers], numbers, strict=False)
    ]


def test_spine() -> None:
    spine = load_printer("kdp-paperback").spine
    assert spine is not None
    assert spine.width(200, "white") / 72 == pytest.approx(0.4504, abs=5e-4)
    assert spine.width(200, "cream") / 72 == pytest.approx(0.5, abs=5e-4)
    assert spine.width(200, "color") / 72 == pytest.approx(0.4694, abs=5e-4)
