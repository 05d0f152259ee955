"""What stops the page: a lost file, a strict host, a full disk, a file that is opened, another page
around it. Each is said, and there is always something to print. All of it in both browsers."""

# ruff: noqa: F811 (fixtures of another module are named as they are used)

from __future__ import annotations

import shutil

import pypdfium2
import pytest
from page_visits import SETTLED, VISITS, Served, build, served, site  # noqa: F401
from test_web import check_same

pytestmark = pytest.mark.exhaustive
FAULTY = "!document.getElementById('faults').hidden"
UNABLE = "!document.getElementById('unable').hidden"
WORDS = build.words()
READY = SETTLED + " && !document.getElementById('files').hidden"


@pytest.fixture(params=VISITS)
def browse(request, tmp_path):
    page = VISITS[request.param](tmp_path / "browser")
    yield page
    page.close()


@pytest.fixture
def visit(browse, served):
    """The page as somebody has it who came by a link to sheets."""
    browse.open(f"{served.address}#door=tonight&lang=en&seed=owl&page=a4")
    browse.until(SETTLED)
    return browse


@pytest.fixture(params=VISITS)
def private(request, tmp_path):
    """A private window."""
    page = VISITS[request.param](tmp_path / "browser", is_private=True)
    yield page
    page.close()


HEAR = """const Thread = self.Worker; self.tasks = []; self.told = []; self.threads = 0;
self.Worker = class extends Thread {
    constructor(...what) {
        super(...what);
        self.threads += 1;
        this.addEventListener("message", ({ data: { progress } }) => {
            if (progress) self.told.push(`${progress.what} ${progress.done}`);
        });
    }
    postMessage(task, ...more) { if (task.do) self.tasks.push(task.do); super.postMessage(task, ...more); }
};"""
"""Keeps what the page asks of its threads, and how far they say they are."""

SMALL = 2_000_000
"""Bytes that a page may keep, so that ours has no room."""


@pytest.fixture(params=VISITS)
def cramped(request, tmp_path, served):
    """A browser with hardly any room left."""
    limit = {"dom.quotaManager.temporaryStorage.fixedLimit": SMALL // 1000}
    how = {"preferences": limit} if request.param == "firefox" else {}
    page = VISITS[request.param](tmp_path / "browser", **how)
    if request.param == "chromium":
        origin = served.address.rstrip("/")
        page("Storage.overrideQuotaForOrigin", origin=origin, quotaSize=SMALL)
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
    """And the drawings of their theme: those of each age group as they come, and those of each
    theme. They cannot be looked at without the rest, and be saved."""
    server = Served(site, gone="later.pack")
    choices = build.choices()
    asked = [{"readers": readers, "mazes": "10"} for readers in choices["readers"]]
    asked += [{"readers": "5-6", "theme": theme, "mazes": "3"} for theme in choices["themes"]]
    browse.open(f"{server.address}#door=tonight&lang=en&seed=fox&page=a4")
    browse.until(READY)
    for settings in asked:
        link = "&".join(f"{key}={value}" for key, value in settings.items())
        browse.run(f"location.hash = '#door=tonight&lang=en&seed=owl&page=a4&{link}'")
        browse.until(
            "document.getElementById('seed').value === 'owl' && (" + READY + " || " + FAULTY + ")"
        )
        assert browse.run("document.getElementById('help').textContent") == "", settings
        assert browse.faults() == [], settings
        assert len(pypdfium2.PdfDocument(browse.save("pdf"))) > int(settings["mazes"]), settings
        browse.run("location.hash = '#door=again&lang=en'")
        browse.until("document.getElementById('files').hidden")
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


def test_a_page_within_another_says_so(served, browse, tmp_path):
    frame = f"<iframe sandbox='allow-scripts' src='{served.address}'></iframe>"
    (tmp_path / "around.html").write_text(f"<!doctype html>{frame}", "utf-8")
    around = Served(tmp_path)
    browse.open(f"{around.address.replace('localhost', '127.0.0.1')}around.html")
    browse._until(browse.frames)
    (browse.page,) = browse.frames()
    browse.until("document.getElementById('unable')?.hidden === false")
    assert WORDS["en"]["framed"] in browse.run("document.getElementById('unable').innerText")
    around.stop()


def test_two_tabs_do_not_disturb_each_other(served, browse, tmp_path):
    tabs = {"owl": browse.page, "fox": browse.add_tab()}
    for seed, browse.page in tabs.items():
        browse.open(f"{served.address}#door=tonight&lang=en&seed={seed}&page=a4&mazes=2")
    for seed, browse.page in tabs.items():
        browse.until(READY)
        (tmp_path / seed).mkdir()
        check_same(browse, tmp_path / seed, "sheets")


def test_whoever_comes_back_has_the_names_and_the_sheets(served, browse, tmp_path):
    """A page that was left keeps no Python, whether the browser keeps the page or not."""
    browse.before(HEAR)
    browse.open(f"{served.address}#door=class&lang=en&seed=owl&page=a4")
    browse.until(READY)
    browse.fill(names="Mia\nZoë")
    browse.until(READY)
    browse.open(f"{served.address}licences.txt")
    browse.run("history.back()")
    browse.until("document.getElementById('files')?.hidden === false && " + SETTLED)
    is_kept = browse.run("threads") == 2
    assert browse.run("document.getElementById('names').value") == ("Mia\nZoë" if is_kept else "")
    browse.fill(names="Mia\nZoë")
    check_same(browse, tmp_path, "class", ("pdf", "key"), class_csv="Mia\nZoë")


def test_a_private_window_has_all_of_it(served, private, tmp_path):
    private.open(f"{served.address}#door=class&lang=en&seed=owl&page=a4")
    private.until(READY)
    private.fill(names="Mia\nZoë")
    private.until(READY)
    check_same(private, tmp_path, "class", ("pdf", "key"), class_csv="Mia\nZoë")
    private.reload()
    private.until(READY)
    assert private.faults() == []


def test_a_full_disk_keeps_nothing_and_stops_nothing(served, cramped):
    for _ in range(2):
        cramped.open("about:blank")
        cramped.open(f"{served.address}#door=tonight&lang=en")
        cramped.until(READY)
    cramped.until("document.getElementById('offline').textContent")
    said = cramped.run("document.getElementById('offline').textContent")
    assert said == WORDS["en"]["no_room"]


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
    browse.reload()
    browse.until("!document.getElementById('update').hidden")
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


def test_sheets_are_rehearsed_while_somebody_looks_at_the_pictures(served, browse, tmp_path):
    """They are not shown until somebody asks for just these, and then they are there. Others are as
    without them. A link to sheets has none."""
    browse.before(HEAR)
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
    still = browse.before(STILL)
    browse.open("about:blank")
    browse.open(f"{served.address}#lang=en")
    browse.until("document.documentElement.classList.contains('awake')")
    browse.run("document.querySelector('a[data-door=tonight]').click()")
    browse.until("!document.getElementById('files').hidden")
    assert not browse.run(KEPT)
    seed = browse.run("document.getElementById('seed').value")
    check_same(browse, tmp_path, "sheets")
    assert browse.run("document.getElementById('status').textContent").startswith("Ready.")
    browse.forget(still)
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


SOLD = "door=book&book=ages-7-8&printer=kdp-paperback&pages=24&page=8.5x11&year=2026&language=en"
HOME = "door=book&book=ages-5-6&pages=12&page=a4&language=en"
TYPE = """{{const field = document.getElementById("form").elements["{}"]; field.value = "{}";
    field.dispatchEvent(new Event("input", {{bubbles: true}}));}}"""
MAKES = "tasks.filter((each) => each === 'make').length"
DRAWING = "/^Drawing/.test(document.getElementById('step').textContent)"
SAID = """self.said = []; for (const id of ["step", "saved"]) {
    const place = document.getElementById(id);
    new MutationObserver(() => said.push(place.textContent)).observe(place, {childList: true});
}"""


@pytest.mark.parametrize("book", [SOLD, HOME], ids=["sold", "home"])
def test_no_book_is_made_twice(book, served, browse):
    """A change stops what is being made at once, and its thread goes on with what is asked for now.
    All that a book needs has come before its first maze is drawn."""
    browse.before(HEAR)
    browse.open(f"{served.address}#lang=en&seed=owl&{book}")
    browse.until("told.length")
    browse.run(TYPE.format("title", "Owl"))
    browse.until(f"{MAKES} === 2")
    browse.run("told.length = 0")
    browse.until(READY)
    assert "--title Owl" in " ".join(browse.command())
    assert browse.run(MAKES) == 2
    assert browse.run("told.filter((each) => each === 'drawing mazes 1').length") == 1
    assert browse.run("threads") == 1


def test_each_step_is_said_and_goes(served, browse):
    """Of a book, of its cover and of the check; each says how far it is. One that is stopped leaves
    what was there."""
    browse.before(HEAR)
    browse.open(f"{served.address}#lang=en&seed=owl&{SOLD}")
    browse.until("document.documentElement.classList.contains('awake')")
    browse.run(SAID)
    browse.until(READY)
    said = [line for line in browse.run("said") if line]
    assert [*dict.fromkeys(line.partition(" ")[0] for line in said)] == [
        *("Planning", "Drawing", "Laying", "Writing")
    ]
    assert said[-1] == "Writing page 24 of 24 …"
    quiet = "document.getElementById('step').textContent === '' && document.getElementById('stop').hidden"
    assert browse.run(quiet)
    check = "document.getElementById('check-now').click()"
    browse.run(f"said.length = 0; {check}")
    assert browse.run("said[0]") == "Checking the file …"
    disabled = "document.querySelector('[data-file=cover]').getAttribute('aria-disabled')"
    assert browse.run(disabled) == "true"
    browse.until("said.some((line) => line.startsWith('Checking page'))")
    browse.run("document.getElementById('stop').click()")
    browse.until(f"{quiet} && {SETTLED}")
    assert (
        browse.run("document.getElementById('saved').textContent") == (WORDS["en"]["stopped_first"])
    )
    assert browse.run("document.getElementById('checked').hidden")
    assert browse.run(disabled) == "false"
    assert len(pypdfium2.PdfDocument(browse.save("pdf"))) == 24
    browse.run(check)
    browse.until("!document.getElementById('checked').hidden")
    # Once there is a cover, both are checked; while it is made, nothing else is begun.
    browse.run("said.length = 0")
    browse.run(f"document.querySelector('[data-file=cover]').click(); {check}")
    browse.until("document.querySelectorAll('#checked > .taken').length === 2")
    said = browse.run("said")
    assert said.index("Making the cover …") < said.index("Checking the file …")
    assert said.count("Checking the file …") == 1
    assert browse.run(quiet)
    assert browse.run("document.getElementById('saved').textContent").startswith("Saved as")
    assert browse.run(MAKES) == 1


STRICT = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-src blob:"
)


@pytest.mark.parametrize("policy", ["", STRICT], ids=["usual", "strict"])
def test_stop_has_the_sheets_there_again(policy, site, browse):
    """At once, and nothing is made for it. A host may forbid what stops Python; then it takes a
    while, and they are made again in another thread."""
    browse.before(HEAR)
    server = Served(site, policy=policy)
    browse.open(f"{server.address}#door=tonight&lang=en&seed=owl&page=a4&mazes=2")
    browse.until(READY + " && document.querySelector('#sheets li[data-drawn]')")
    before = browse.save("pdf")
    browse.run(TYPE.format("mazes", "2000"))
    browse.until(DRAWING)
    browse.run("document.getElementById('stop').click()")
    if policy:
        browse.until("threads === 2")
    browse.until(READY)
    assert browse.save("pdf") == before
    assert browse.run("document.getElementById('mazes').value") == "2"
    assert browse.run(MAKES) == (3 if policy else 2)
    if not policy:
        assert browse.run("document.getElementById('status').textContent") == WORDS["en"]["stopped"]
    browse.fill(mazes="3")
    browse.until(READY)
    assert len(pypdfium2.PdfDocument(browse.save("pdf"))) == 4
    server.stop()


def test_what_is_on_the_page_is_not_made_again(visit):
    """Whoever takes back what they typed has the sheets at once."""
    visit.run("document.querySelector('#sheets').dataset.mine = 'kept'")
    before, path = visit.save("pdf"), "document.querySelector('#sheets li').dataset.round"
    round_before = visit.run(path)
    visit.run(TYPE.format("mazes", "900"))
    visit.until(DRAWING)
    visit.run("document.getElementById('undo').click()")
    assert visit.run(READY)
    assert visit.run("document.getElementById('status').textContent").startswith("Ready.")
    assert visit.run(path) == round_before
    assert visit.save("pdf") == before


SILENT = """self.threads = []; self.Worker = class {
    constructor() { self.threads.push(this); }
    postMessage() {}
    terminate() {}
};"""


def test_the_word_of_loading_goes_when_python_is_there(served, browse):
    """On a screen that is enlarged to 400 %, what is at work is said above the settings, with a way
    to the sheets."""
    browse.before(SILENT)
    browse.resize(320, 192, scale=4)
    browse.open(f"{served.address}#door=tonight&lang=en&seed=owl&page=a4")
    status = "document.getElementById('status').textContent === {!r}"
    browse.until(status.format(WORDS["en"]["loading"]))
    browse.run("threads[0].onmessage({ data: { loaded: 2 } })")
    browse.until(status.format(WORDS["en"]["working"]))
    near = "document.getElementById('near')"
    assert browse.run(f"{near}.checkVisibility()")
    assert browse.run(f"{near}.textContent") == WORDS["en"]["working"]
    browse.run("document.getElementById('to-sheets').click()")
    assert browse.run("document.activeElement.id") == "result"
    browse.resize(1280, 800)
    assert not browse.run(f"{near}.checkVisibility()")
