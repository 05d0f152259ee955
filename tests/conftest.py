"""Books to look at: each template's, made once for all test processes; and commands to run."""

from __future__ import annotations

import gc
import os
import pickle
import re
import signal
import sys
import threading
import time
import tomllib
from collections import Counter
from contextlib import suppress
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from tempfile import gettempdir

import pytest
from coarse import draw_coarsely
from command import Done
from comparing import Comparing
from functions import choose_tests, find_changes, read_record
from hypothesis import HealthCheck, settings
from hypothesis.configuration import set_hypothesis_home_dir
from rendering import Printed

from puzzlebook import make_book
from puzzlebook.cli import main
from puzzlebook.ground import templates
from puzzlebook.maze_art import stage_source
from puzzlebook.mazes import fitted_grid, grids
from puzzlebook.recipes import stage_grids

if threading.current_thread() is threading.main_thread():
    # What is started in the background of a shell is born deaf to Ctrl-C, and so would be all that
    # the tests start.
    signal.signal(signal.SIGINT, signal.default_int_handler)


# Margins of four different widths: what stands in the wrong one is found out.
UNEQUAL_MARGINS = {"top": "0.5in", "bottom": "0.45in", "inside": "0.85in", "outside": "0.4in"}


@pytest.hookimpl(trylast=True)
def pytest_collection_finish():
    """The tests themselves stay to the end: no search for garbage need look at them again."""
    gc.collect()
    gc.freeze()
    # The program itself looks for none, and what a test leaves behind is little.
    gc.set_threshold(200_000, 20, 1000)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_teardown(item, nextitem):
    """What a file of tests left behind is given back, and what is kept is not looked at again."""
    yield
    if nextitem is None or nextitem.path != item.path:
        gc.collect()
        gc.freeze()


TESTS = Path(__file__).parent
_FULL = tomllib.loads((TESTS / "full.toml").read_text("utf-8"))
IN_THE_FULL_RUN = tuple(_FULL["in_the_full_run"])
SAMPLED, A_FEW = (
    {f"{file}.py::{test}": n for file, rows in _FULL[kind].items() for test, n in rows.items()}
    for kind in ("sampled", "a_few")
)
"""What the default run leaves to the full one: single tests or cases, and all but every so-manieth
case of a test, or all but so many of them."""
FIRST = {name: len(_FULL["first"]) - place for place, name in enumerate(_FULL["first"])}
_QUICK = tomllib.loads((TESTS / "quick.toml").read_text("utf-8"))
ALWAYS_QUICK = tuple(f"{file}.py" for file in _QUICK.pop("whatever_was_changed"))
QUICK = {
    f"{folder}/{name}".removeprefix("./"): one_in
    for folder, rows in _QUICK.items()
    for test, value in rows.items()
    for name, one_in in (
        ((test, value),) if isinstance(value, int) else ((f"{test}::{each}", 1) for each in value)
    )
}
"""What `-m quick` runs if nothing was changed since the last commit: of a file, of one test, or of
one case, every so-manieth case."""


@cache
def _find_asked():
    """The tests that run what the working tree has changed; none where nothing was."""
    changes = find_changes()
    return frozenset(choose_tests(changes, read_record()) if changes else ())


def pytest_configure(config):
    """Keep our order of files; in quick runs, compare what was changed with the last commit."""
    config.option.loadscopereorder = False
    changes = find_changes() if config.option.markexpr == "quick" else []
    if changes:
        config.pluginmanager.register(Comparing(changes))


def _is_quick_file(file):
    """Whether a file has quick tests: those that the changes ask for, and a few files beside."""
    if not _find_asked():
        return any(name.partition("::")[0] == file.removesuffix(".py") for name in QUICK)
    return file in ALWAYS_QUICK or any(test.startswith(f"tests/{file}::") for test in _find_asked())


def pytest_ignore_collect(collection_path, config):
    """Where only the quick tests are asked for, files without any need not be read."""
    if config.option.markexpr == "quick" and collection_path.suffix == ".py":
        return not _is_quick_file(collection_path.relative_to(TESTS).as_posix()) or None
    return None


def pytest_report_header(config):
    """Say what the quick tests are this time."""
    if config.option.markexpr != "quick":
        return None
    if not _find_asked():
        return "quick: no function was changed since the last commit; some tests of everything"
    return f"quick: {len(_find_asked())} tests of what was changed since the last commit, and a few beside"


def _reads_another_book(item):
    """Whether a test reads the pages of a book of which others have the like."""
    given = getattr(item, "callspec", None)
    return (
        given is not None
        and "printed" in item.fixturenames
        and any(given.params.get(key) in _FULL["books"] for key in ("name", "template"))
    )


def is_of_a_few(place, cases, number):
    """Whether the case at this place is one of so many, evenly spread from the first on; each is
    without a number."""
    return number is None or place * number % cases < number


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark what is in the full run alone, and what is quick: the first case of each test, and every
    so-manieth after it, or so many in all. The files that take longest begin, so that no core waits
    for one at the end."""
    items.sort(key=lambda item: -FIRST.get(item.path.stem, 0))
    sampled, quick, asked = Counter(), Counter(), []
    for item in items:
        names = item.nodeid, item.nodeid.partition("[")[0]
        if any(name.endswith(IN_THE_FULL_RUN) for name in names) or _reads_another_book(item):
            item.add_marker(pytest.mark.exhaustive)
        if not item.get_closest_marker("exhaustive"):
            asked.append((item, item.nodeid.partition("[")[0].rpartition("/")[2]))
    cases = Counter(test for _, test in asked)
    for item, test in asked:
        place = sampled[test]
        sampled[test] += 1
        if place % SAMPLED.get(test, 1) or not is_of_a_few(place, cases[test], A_FEW.get(test)):
            item.add_marker(pytest.mark.exhaustive)
            continue
        file = item.path.relative_to(TESTS).with_suffix("").as_posix()
        name = f"{file}::{test.partition('::')[2]}"
        one_in = QUICK.get(f"{file}::{item.name}", QUICK.get(name, QUICK.get(file, 0)))
        is_quick = one_in and quick[name] % one_in == 0
        if _find_asked():
            is_asked = not _find_asked().isdisjoint((item.nodeid, item.nodeid.partition("[")[0]))
            is_quick = is_asked or (is_quick and f"{file}.py" in ALWAYS_QUICK)
        if is_quick:
            item.add_marker(pytest.mark.quick)
        quick[name] += 1


PROVIDERS = {
    "Chromium": "Debian: chromium",
    "Firefox": "Debian: firefox-esr",
    "Gurmukhi": "Debian: fonts-noto-core",
    "pdftotext": "Debian: poppler-utils",
    "npm": "Debian: npm",
    "no Python 3": "another Python, named in PUZZLEBOOK_PYTHONS",
    "mypy": "pip install mypy",
    "mkdocs": "pip install mkdocs-material",
    "dask": "pip install 'dask[distributed]'",
}
"""What would let a test run that was skipped for this reason."""


def pytest_addoption(parser):
    """Where everything is to be tried, what is missing must not pass unnoticed."""
    parser.addoption("--nothing-skipped", action="store_true", help="fail if anything was skipped")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session):
    """Fail where nothing may be skipped, and something was."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter and reporter.stats.get("skipped") and session.config.option.nothing_skipped:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter):
    """Say what was not tried, and what would let it: nothing is skipped silently."""
    reasons = Counter(
        report.longrepr[2].removeprefix("Skipped: ")
        for report in terminalreporter.stats.get("skipped", ())
        if isinstance(report.longrepr, tuple)
    )
    if reasons:
        terminalreporter.section("not tried here")
    for reason, count in reasons.most_common():
        needs = next((needs for word, needs in PROVIDERS.items() if word in reason), "")
        terminalreporter.line(f"{count:5} {reason}" + (f" ({needs})" * (needs not in reason)))


CHECKOUT = TESTS.parent
# Not in the folder that the tests are started from; and a checkout may be read-only.
set_hypothesis_home_dir(
    (CHECKOUT if os.access(CHECKOUT, os.W_OK) else Path(gettempdir())) / ".hypothesis"
)
# The same examples each time, and no clock: what passed here passes elsewhere.
# `--hypothesis-profile random` looks for others.
settings.register_profile("random", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("repeatable", settings.get_profile("random"), derandomize=True)
settings.load_profile("repeatable")


@pytest.fixture(scope="session", autouse=True)
def nowhere(tmp_path_factory):
    """No test sees the folder that the tests were started from, with the books in its `output`; and
    none leaves anything where it is."""
    started, here = Path.cwd(), tmp_path_factory.mktemp("nowhere")
    os.chdir(here)
    yield here
    os.chdir(started)
    assert list(here.iterdir()) == []


@pytest.fixture(scope="session", autouse=True)
def no_system_fonts():
    """No test depends on the fonts that this system has for other scripts than ours."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("puzzlebook.typesetting.text.script_fonts._list_font_files", tuple)
        yield


@pytest.fixture(scope="session", autouse=True)
def alone():
    """No book of a test is shared by processes unless it asks for them: the other cores have tests
    of their own. Commands that begin with Python itself choose as they do elsewhere."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("puzzlebook.running.process_pool.estimate_jobs", lambda tasks: 1)
        yield


@pytest.fixture(scope="session", autouse=True)
def fitted_once(tmp_path_factory):
    """Each grid is fitted to its drawing once for all tests, the slowest step of a book, and those
    of each stage are chosen once: another process, or a command of its own, reads what the first
    one found. Whatever a test does to the disk, it is only done again. A process keeps the stages
    of all themes, where one that makes a book needs to keep those of a theme."""
    shelf, fit = common_folder(tmp_path_factory, "fitted"), grids._fit_grid
    choose = stage_grids.choose_stage_size.__wrapped__
    replace, known = os.replace, fitted_grid.fit_grid  # which some tests spoil
    sources = {}

    def find(key, make):
        if fitted_grid.fit_grid is not known:
            return make()
        kept = shelf / sha256(repr(key).encode()).hexdigest()
        with suppress(OSError):
            return pickle.loads(kept.read_bytes())
        found = make()
        with suppress(OSError):
            begun = kept.with_suffix(f".{os.getpid()}")
            begun.write_bytes(pickle.dumps(found))
            replace(begun, kept)
        return found

    def fit_once(*cut):
        fitted = find((cut, cut[2].outline, cut[2].doors), lambda: fit(*cut))
        grids._grids.keep(cut, fitted.steps)
        return fitted

    @lru_cache(maxsize=1024)
    def load_once(source, in_colour):
        found = load_stage(source, in_colour)
        sources[found] = (source, in_colour, templates.find_folder())
        return found

    @lru_cache(maxsize=4096)
    def choose_once(of, *asked):
        if of not in sources:
            return choose(of, *asked)
        return find((sources[of], asked), lambda: choose(of, *asked))

    load_stage = stage_source._load_stage.__wrapped__
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(grids, "_fit_grid", fit_once)
        patch.setattr(stage_source, "_load_stage", load_once)
        patch.setattr(stage_grids, "choose_stage_size", choose_once)
        yield


def common_folder(tmp_path_factory, name):
    """A folder that all test processes have."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / name
    folder.mkdir(exist_ok=True)
    return folder


def once(place, make):
    """A folder in which one of the test processes makes something; the others wait for it."""
    done = place / "done"
    try:
        place.mkdir()
    except FileExistsError:
        while not done.exists():
            time.sleep(0.05)
    else:
        try:
            make(place)
        finally:
            done.touch()


@pytest.fixture(scope="session", params=["few", pytest.param("all", marks=pytest.mark.exhaustive)])
def printed(request, tmp_path_factory):
    """The finished book of a template from the seed "owl", in every run with one maze of each
    section; "unequal" is one with four different margins."""
    shelf = common_folder(tmp_path_factory, f"printed-{request.param}")
    made: dict[str, Printed] = {}

    def book(name: str) -> Printed:
        if name not in made:
            template, overrides = name, {}
            if request.param == "few" and name != "sheets":
                overrides = {"section.*.mazes": 1}
            if name in ("adult", "adult-easy", "ages-7-8", "unequal"):
                # Plain boards: mazes in drawings are read in test_staged_books.
                overrides["section.*.stage"] = ""
            if name in ("adult", "ages-9-11"):
                # Passages on one level: those over and under bridges are read in test_bridged_books.
                overrides["section.over-and-under.bridges"] = ""
            if name == "unequal":
                template = "ages-7-8"
                overrides |= {f"margins.{side}": width for side, width in UNEQUAL_MARGINS.items()}
                overrides |= {
                    "mazes": 9,
                    "book.dedication": "For Mia",
                    "book.author": "Ada Example",
                    "volume": 2,
                }
            once(
                shelf / name,
                lambda place: make_book(template, seed="owl", output=place, overrides=overrides),
            )
            made[name] = Printed(shelf / name / template)
        return made[name]

    return book


@pytest.fixture(scope="session")
def templates_of_few_mazes(tmp_path_factory):
    """Our templates, whose books have at most four mazes a section."""
    shipped, folder = templates.find_folder(), tmp_path_factory.mktemp("templates")
    for path in shipped.iterdir():
        if path.name != "books":
            (folder / path.name).symlink_to(path)
    (folder / "books").mkdir()
    for path in (shipped / "books").iterdir():
        text = path.read_text("utf-8")
        if not path.stem.startswith("one-maze"):  # whose mazes are rooms of one
            text = re.sub(r"(?m)^mazes = ([5-9]|\d\d+)$", "mazes = 4", text)
        (folder / "books" / path.name).write_text(text, "utf-8")
    return folder


@pytest.fixture(params=["few", pytest.param("all", marks=pytest.mark.exhaustive)])
def mazes_of_books(request, templates_of_few_mazes, monkeypatch):
    """How many mazes books have whose number is not asked for: in every run at most four a section;
    for commands that are the same whatever the number."""
    if request.param == "few":
        monkeypatch.setattr(templates, "find_folder", lambda: templates_of_few_mazes)
    return request.param


@pytest.fixture(scope="module")
def coarse():
    """Pictures for a shop a quarter as fine, where a test asks no more than that they are there."""
    with draw_coarsely():
        yield


@pytest.fixture
def puzzlebook_here(tmp_path, monkeypatch, capsys):
    """Runs a command in this process, in an empty folder: as good as one of its own, and far
    quicker."""
    monkeypatch.chdir(tmp_path)

    def run_here(*arguments):
        asked = [
            getattr(signal, name)
            for name in ("SIGINT", "SIGTERM", "SIGHUP")
            if hasattr(signal, name)
        ]
        handlers = {number: signal.getsignal(number) for number in asked}
        monkeypatch.setattr(sys, "argv", ["puzzlebook", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
        for number, handler in handlers.items():
            signal.signal(number, handler)
        return Done(ended.value.code, *capsys.readouterr())

    return run_here
