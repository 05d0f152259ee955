"""What stops the page: a lost file, a strict host, a full disk, a file that is opened, another page
around it. Each is said, and there is always something to print."""

# ruff: noqa: F811 (fixtures of another module are named as they are used)

from __future__ import annotations

import shutil

import pypdfium2
import pytest
from page_visits import SETTLED, Served, Visit, build, served, site, visit  # noqa: F401
from test_web import check_same

pytestmark = pytest.mark.exhaustive
FAULTY = "!document.getElementById('faults').hidden"
UNABLE = "!document.getElementById('unable').hidden"
WORDS = build.words()
READY = SETTLED + " && !document.getElementById('files').hidden"


@pytest.fixture
def browse(tmp_path):
    page = Visit(tmp_path / "browser")
    yield page
    page.close()


@pytest.mark.parametrize(
    "lost", ["pyodide.asm.wasm.pack", "fzstd.js", "first.pack", "worker.js", "arrivals.py"]
)
def test_a_lost_file_is_named(lost, site, browse):
    server = Served(site, gone=lost)
    browse.open(f"{server.address}#door=tonight&lang=de")
    browse.until(FAULTY)
    said = browse.run("document.getElementById('help').textContent")
    assert said == WORDS["de"]["lost"].format(file=lost)
    assert browse.run("!document.getElementById('reload').hidden")
    server.stop()


def test_the_first_sheets_need_the_first_pack_alone(site, browse):
    """Those of each age group as they come, and of each picture at the entrance; they cannot be
    looked at without the rest, and be saved."""
    server = Served(site, gone="later.pack")
    for readers in build.choices()["readers"]:
        browse.open("about:blank")
        browse.open(f"{server.address}#door=tonight&lang=en&readers={readers}&seed=owl&page=a4")
        browse.until(READY)
        assert browse.faults() == []
        assert len(pypdfium2.PdfDocument(browse.save("pdf"))) > 10
    server.stop()


@pytest.mark.parametrize("lost", ["state.js", "words.json", "page.js"])
def test_without_its_own_scripts_there_are_ready_sheets(lost, site, browse):
    server = Served(site, gone=lost)
    browse.open(server.address)
    browse.until(UNABLE)
    assert WORDS["en"]["lost_page"] in browse.run("document.getElementById('unable').innerText")
    assert browse.run("document.querySelectorAll('#cards a[download]').length") > 5
    server.stop()


def test_a_strict_host_is_told_what_it_must_allow(site, browse):
    server = Served(site, policy="default-src 'self'")
    browse.open(f"{server.address}#door=tonight&lang=fr")
    browse.until(FAULTY)
    assert "wasm-unsafe-eval" in browse.run("document.getElementById('help').textContent")
    server.stop()


def test_a_page_that_is_opened_as_a_file_says_so(site, browse):
    browse.open((site / "index.html").as_uri())
    browse.until(UNABLE)
    assert WORDS["en"]["opened_file"] in browse.run("document.getElementById('unable').innerText")
    assert browse.run("document.querySelector('#cards b').textContent") == "Ages 3 to 4 · Rabbit"


def test_a_full_disk_keeps_nothing_and_stops_nothing(site, browse):
    server = Served(site)
    origin = server.address.rstrip("/")
    browse("Storage.overrideQuotaForOrigin", origin=origin, quotaSize=2_000_000)
    for _ in range(2):
        browse.open("about:blank")
        browse.open(f"{server.address}#door=tonight&lang=en")
        browse.until(READY)
    browse.until("document.getElementById('offline').textContent")
    said = browse.run("document.getElementById('offline').textContent")
    assert said == WORDS["en"]["no_room"]
    server.stop()


def test_a_new_version_is_announced(site, browse, tmp_path):
    """Whoever keeps an old one hears of it, and has the new one after loading the page again."""
    folder = shutil.copytree(site, tmp_path / "dist")
    server = Served(folder)
    browse.open(f"{server.address}#lang=en")
    browse.until("document.getElementById('offline').textContent")
    sheet = folder / "page.css"
    sheet.write_text(f"{sheet.read_text('utf-8')}\n:root {{ --edition: 2; }}\n", "utf-8")
    shutil.copyfile(build.HERE / "page" / "service.js", folder / "service.js")
    build._list_files(folder, None)
    browse("Page.reload")
    browse.until("document.readyState === 'complete' && !document.getElementById('update').hidden")
    assert WORDS["en"]["update"] in browse.run("document.getElementById('update').innerText")
    edition = "getComputedStyle(document.documentElement).getPropertyValue('--edition').trim()"
    assert browse.run(edition) == ""
    browse.run("document.querySelector('#update [data-reload]').click()")
    browse.until(f"document.readyState === 'complete' && {edition} === '2'")
    server.stop()


def test_sheets_are_shared_where_the_system_can(visit):
    assert visit.run("document.getElementById('share').hidden")
    visit.run("""navigator.canShare = ({ files }) => files.length === 1;
        navigator.share = async ({ files: [file] }) => { window.shared = [file.name, file.type, file.size]; };""")
    visit.fill(mazes="2")
    visit.run("document.getElementById('share').click()")
    visit.until("window.shared")
    name, kind, size = visit.run("shared")
    assert name.startswith("Mazes, ")
    assert (kind, size) == ("application/pdf", len(visit.save("pdf")))


def test_save_waits_and_undo_and_stop_bring_back(visit):
    """Save during a change saves what is asked for; a link in an open tab is whole; nothing is
    announced for each maze."""
    visit.fill(mazes="4")
    visit.run("location.hash = '#door=tonight&lang=en&seed=fox&page=a4'")
    visit.until("document.getElementById('command').textContent.includes('fox') && " + READY)
    assert "--mazes 10" in " ".join(visit.command())
    visit.run("""window.said = []; const line = document.getElementById("status");
        new MutationObserver(() => said.push(line.textContent)).observe(line, {childList: true});
        const field = document.getElementById("mazes"); field.value = "3";
        field.dispatchEvent(new Event("input", {bubbles: true}));""")
    assert len(pypdfium2.PdfDocument(visit.save("pdf"))) == 4
    visit.until(READY)
    visit.run("document.getElementById('undo').click()")
    visit.until(READY)
    assert "--mazes 10" in " ".join(visit.command())
    visit.run("said.length = 0")
    visit.fill(mazes="120")
    assert visit.run("said.length") <= 3
    assert visit.run("said[0]") == ""  # what was there before is no more said to be ready
    visit.run("""{const field = document.getElementById("mazes"); field.value = "2000";
        field.dispatchEvent(new Event("input", {bubbles: true}));}""")
    visit.until("!document.getElementById('stop').hidden")
    visit.run("document.getElementById('stop').click()")
    visit.until(READY)
    assert "--mazes 120" in " ".join(visit.command())


def test_what_is_stopped_at_first_stays_at_its_task(served, browse):
    browse.open(f"{served.address}#door=tonight&lang=en&mazes=300&seed=owl&page=a4")
    stop = "document.getElementById('stop')"
    browse.until(f"!{stop}.hidden")
    browse.fill(mazes="many")  # what nobody asks for any more is not shown to be made
    assert browse.run(f"{stop}.hidden")
    browse.run("""{const field = document.getElementById("mazes"); field.value = "299";
        field.dispatchEvent(new Event("input", {bubbles: true}));}""")
    browse.until(f"!{stop}.hidden && document.getElementById('status').textContent")
    browse.run(f"{stop}.click()")
    said = WORDS["en"]["stopped_first"]
    browse.until(f"document.getElementById('status').textContent === {said!r}")
    assert browse.run("document.body.dataset.at") == "tonight"
    browse.run("document.getElementById('go-on').click()")  # what was stopped begins anew
    browse.until(f"!{stop}.hidden && document.getElementById('go-on').hidden")
    browse.fill(mazes="1")
    assert browse.faults() == []
    browse.until(READY)


HEAR = """const Thread = self.Worker; self.tasks = [];
self.Worker = class extends Thread {
    postMessage(task, ...more) { self.tasks.push(task.do); super.postMessage(task, ...more); }
};"""


def test_sheets_are_rehearsed_while_somebody_looks_at_the_pictures(served, browse, tmp_path):
    """They are not shown until somebody asks for just these, and then they are there. Others are as
    without them. A link to sheets has none."""
    browse("Page.addScriptToEvaluateOnNewDocument", source=HEAR)
    browse.open(f"{served.address}#lang=en&seed=owl&page=a4")
    browse.until("tasks.includes('make')")
    assert browse.run("document.getElementById('result').hidden")
    browse.run("document.querySelector('#cards li[data-key=dinosaurs] a.maker').click()")
    browse.until(READY)
    check_same(browse, tmp_path, "sheets")
    assert browse.run("tasks.slice(0, 2).join()") == "make,make"
    browse.open("about:blank")
    browse.open(f"{served.address}#lang=en&seed=owl&page=a4")
    browse.until("tasks.includes('make')")
    browse.enter("tonight")
    browse.until(READY)
    (tmp_path / "own").mkdir()
    check_same(browse, tmp_path / "own", "sheets")
    assert browse.run("tasks.filter((each) => each === 'make').length") == 1
    browse.open("about:blank")
    browse.open(f"{served.address}#door=tonight&lang=en&seed=owl&page=a4")
    browse.until(READY)
    assert browse.run("tasks[0]") == "make"


STILL = """self.Worker = class { postMessage() {} terminate() {} };"""
KEPT = "caches.match('ahead.json').then((found) => Boolean(found))"


def test_the_next_visit_has_sheets_before_python(served, browse, tmp_path):
    """They are kept once nobody asks for anything, are there once, and are the command's."""
    browse.open(f"{served.address}#lang=en")
    browse._until(lambda: browse.run(KEPT))
    still = browse("Page.addScriptToEvaluateOnNewDocument", source=STILL)["identifier"]
    browse.open("about:blank")
    browse.open(f"{served.address}#lang=en")
    browse.until("document.documentElement.classList.contains('awake')")
    browse.run("document.querySelector('a[data-door=tonight]').click()")
    browse.until("!document.getElementById('files').hidden")
    assert not browse.run(KEPT)
    seed = browse.run("document.getElementById('seed').value")
    check_same(browse, tmp_path, "sheets")
    assert browse.run("document.getElementById('status').textContent").startswith("Ready.")
    browse("Page.removeScriptToEvaluateOnNewDocument", identifier=still)
    browse.open("about:blank")
    browse.open(f"{served.address}#door=tonight&lang=en")
    browse.until(READY)
    assert browse.run("document.getElementById('seed').value") != seed
    browse.until("document.querySelector('#sheets li[data-drawn]')")
    browse._until(lambda: browse.run(KEPT))
    made = browse.save("pdf")
    browse.run("document.getElementById('shuffle').click()")
    browse.until(READY)
    browse.run("document.getElementById('undo').click()")
    browse.until(READY)
    assert browse.save("pdf") == made
    # A visit that begins with them shows them as soon as Python has them, too.
    browse.open("about:blank")
    browse.open(f"{served.address}#door=tonight&lang=en")
    browse.until("!document.getElementById('files').hidden")
    before = browse.save("pdf")
    browse.until(READY + " && document.querySelector('#sheets li[data-drawn]')")
    assert browse.save("pdf") == before
    (tmp_path / "third").mkdir()
    check_same(browse, tmp_path / "third", "sheets")


HEIGHT_WHEN_READY = """(() => {
    document.getElementById("saved").hidden = true;
    return document.getElementById("bar").getBoundingClientRect().height;
})()"""
"""How high the buttons at the thumb are with what is said beside them before anything is saved."""


def test_a_phone_shows_sheets_at_once(visit):
    visit.resize(360, 800, mobile=True)
    bar, sheets = visit.run("""["files", "sheets"].map((id) =>
        document.getElementById(id).getBoundingClientRect().top)""")
    assert sheets < bar - 80
    assert bar < 800
    assert visit.run("document.querySelector('[data-door=check]').checkVisibility()")
    # What was saved takes no more room than what was said before.
    visit.run("document.querySelector('[data-file=pdf]').click()")
    visit.until("!document.getElementById('saved').hidden")
    after = visit.run("document.getElementById('bar').getBoundingClientRect().height")
    assert after <= visit.run(HEIGHT_WHEN_READY)
    # What is being made, and what is wrong, is said there too.
    place = "getComputedStyle(document.getElementById('{}')).position"
    assert visit.run("document.getElementById('bar').contains(document.getElementById('status'))")
    assert [visit.run(place.format(each)) for each in ("bar", "progress")] == ["fixed", "fixed"]
    visit.fill(mazes="many")
    assert visit.run(place.format("faults")) == "fixed"
    visit.fill(mazes="10")
    # Where a page is enlarged to 400 %, what is at the thumb would cover what is read.
    visit.resize(320, 192, scale=4)
    assert visit.run(place.format("bar")) == "static"
