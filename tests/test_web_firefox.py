"""The page in Firefox: from the pictures at the entrance to sheets that are saved and printed, a
class, a link, and the next visit without a network."""

from __future__ import annotations

import openpyxl
import pypdfium2
import pytest
from page_visits import SETTLED, FirefoxVisit, Served, build, served, site  # noqa: F401
from test_web import DOORS, check_accessible, check_same

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
    # From now on there is nobody to ask.
    visit.until("document.getElementById('offline').textContent")
    served.stop()
    visit.reload()
    visit.until(READY)
    assert visit.run("location.href") == link
    assert visit.run("document.getElementById('names').value") == ""


def test_stop_is_heard_at_once(visit, served, tmp_path):  # noqa: F811
    """What was there is there again, and its thread makes what comes next."""
    visit.open(f"{served.address}#door=tonight&lang=en&seed=owl&page=a4&mazes=2")
    visit.until(READY)
    before = visit.save("pdf")
    visit.run("""{const field = document.getElementById("mazes"); field.value = "2000";
        field.dispatchEvent(new Event("input", {bubbles: true}));}""")
    visit.until("/^Drawing/.test(document.getElementById('step').textContent)")
    visit.run("document.getElementById('stop').click()")
    assert visit.run(READY)
    assert visit.save("pdf") == before
    visit.fill(mazes="3")
    check_same(visit, tmp_path, "sheets")


def test_two_tabs_do_not_disturb_each_other(visit, served, tmp_path):  # noqa: F811
    tabs = {"owl": visit.page, "fox": visit.add_tab()}
    for seed, visit.page in tabs.items():
        visit.open(f"{served.address}#door=tonight&lang=en&seed={seed}&page=a4&mazes=2")
    for seed, visit.page in tabs.items():
        visit.until(READY)
        (tmp_path / seed).mkdir()
        check_same(visit, tmp_path / seed, "sheets")


def test_a_page_within_another_says_so(visit, served):  # noqa: F811
    visit.open(f"data:text/html,<iframe sandbox='allow-scripts' src='{served.address}'></iframe>")
    visit._until(visit.frames)
    (visit.page,) = visit.frames()
    visit.until("document.readyState === 'complete' && !document.getElementById('unable').hidden")
    said = visit.run("document.getElementById('unable').innerText")
    assert build.words()["en"]["framed"] in said


@pytest.mark.parametrize("lost", ["first.pack", "pyodide.asm.wasm.pack"])
def test_a_lost_file_is_named(lost, site, tmp_path):  # noqa: F811
    server, page = Served(site, gone=lost), FirefoxVisit(tmp_path / "browser")
    page.open(f"{server.address}#door=tonight&lang=de")
    page.until("!document.getElementById('faults').hidden")
    said = page.run("document.getElementById('help').textContent")
    assert said == build.words()["de"]["lost"].format(file=lost)
    page.close()
    server.stop()


def test_every_door_on_every_width(visit, served):  # noqa: F811
    visit.open(f"{served.address}#lang=fa&seed=owl")
    visit.until(AWAKE)
    for door in DOORS:
        visit.enter(door)
        for width in (320, 360, 1366):
            visit.resize(width, 768)
            assert visit.run("document.documentElement.scrollWidth") <= width
            check_accessible(visit)
