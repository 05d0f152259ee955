"""The page in Firefox: from the pictures at the entrance to sheets that are saved and printed, a
class, a link, and the next visit without a network."""

from __future__ import annotations

import openpyxl
import pypdfium2
import pytest
from page_visits import SETTLED, FirefoxVisit, served, site  # noqa: F401
from test_web import DOORS, check_accessible, check_keeps_nothing, check_same

pytestmark = pytest.mark.exhaustive
READY = SETTLED + " && !document.getElementById('files').hidden"
AWAKE = "document.documentElement.classList.contains('awake')"
A4 = (595.3, 841.9)


@pytest.fixture
def visit(served, tmp_path):  # noqa: F811
    page = FirefoxVisit(tmp_path / "browser")
    yield page
    page.close()


def test_from_the_pictures_to_sheets_that_are_saved_and_printed(visit, served, tmp_path, site):  # noqa: F811
    visit.open(f"{served.address}#lang=en")
    visit.until(AWAKE)
    ready = "document.querySelector('#cards li[data-key=dinosaurs] a[download]')"
    name = visit.run(f"{ready}.getAttribute('href')")
    visit.run(f"{ready}.click()")
    visit._until(visit.saved)
    assert visit.downloaded(visit.saved()[0].name) == (site / name).read_bytes()
    visit.run("document.querySelector('#cards li[data-key=dinosaurs] a.maker').click()")
    visit.until(READY)
    assert visit.run("document.querySelector('[name=theme]').value") == "dinosaur"
    check_accessible(visit)
    visit.fill(mazes="3", page="a4", seed="owl")
    check_same(visit, tmp_path, "sheets")
    visit.run("document.getElementById('print').click()")
    visit._until(
        lambda: visit.printed.is_file() and visit.printed.read_bytes()[-6:].strip() == b"%%EOF"
    )
    printed = pypdfium2.PdfDocument(visit.printed)
    assert len(printed) == 4
    for page in printed:
        assert page.get_size() == pytest.approx(A4, abs=1)


def test_a_class_from_a_workbook_a_link_and_the_next_visit(visit, served, tmp_path):  # noqa: F811
    visit.open(f"{served.address}#door=class&lang=de&seed=owl&page=a4")
    visit.until(READY)
    workbook = openpyxl.Workbook()
    for row in (["Name", "Stufe"], ["Mia Berg", 2], ["Nguyễn Thị Lan", 3]):
        workbook.active.append(row)
    workbook.save(tmp_path / "3b.xlsx")
    visit.choose("#file", tmp_path / "3b.xlsx")
    visit.until("document.getElementById('command').textContent.includes('3b.xlsx') && " + READY)
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "3b.xlsx").write_bytes((tmp_path / "3b.xlsx").read_bytes())
    check_same(visit, tmp_path / "class", "3b", ("pdf", "key"))
    link = visit.run("location.href")
    assert "Mia" not in link
    assert "Lan" not in link
    check_keeps_nothing(visit, served.address, "Mia", "Berg", "Nguy")
    # From now on there is nobody to ask.
    visit.until("document.getElementById('offline').textContent")
    served.stop()
    visit.reload()
    visit.until(READY)
    assert visit.run("location.href") == link
    assert visit.run("document.getElementById('names').value") == ""


@pytest.mark.parametrize("language", ["en", "de", "fa"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_door_is_for_everyone(language, scheme, served, tmp_path):  # noqa: F811
    """On each width, and with little motion, as somebody may ask for it."""
    preferences = {
        "layout.css.prefers-color-scheme.content-override": ("dark", "light").index(scheme),
        "ui.prefersReducedMotion": 1,
    }
    page = FirefoxVisit(tmp_path / "browser", preferences=preferences)
    page.open(f"{served.address}#lang={language}&seed=owl")
    page.until(AWAKE)
    for question in (f"prefers-color-scheme: {scheme}", "prefers-reduced-motion: reduce"):
        assert page.run(f"matchMedia('({question})').matches")
    for door in DOORS:
        page.enter(door)
        for width in (320, 360, 1366):
            page.resize(width, 768)
            assert page.run("document.documentElement.scrollWidth") <= width
            check_accessible(page)
    page.close()
