"""Books to look at: each template's, made once for all test processes; and commands to run."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from pathlib import Path
from tempfile import gettempdir

import pytest
from command import Done
from hypothesis import HealthCheck, settings
from hypothesis.configuration import set_hypothesis_home_dir
from rendering import Printed

from puzzlebook import make_book
from puzzlebook.cli import main

if threading.current_thread() is threading.main_thread():
    # What is started in the background of a shell is born deaf to Ctrl-C, and so would be all that
    # the tests start.
    signal.signal(signal.SIGINT, signal.default_int_handler)


# Margins of four different widths: what stands in the wrong one is found out.
UNEQUAL_MARGINS = {"top": "0.5in", "bottom": "0.45in", "inside": "0.85in", "outside": "0.4in"}


IN_THE_FULL_RUN = (
    "test_docs.py::test_gallery_command_makes_its_pictures",
    "test_cover.py::test_the_limits_of_the_covers_paper_are_those_of_the_interior",
    "test_pages.py::test_lines_type_and_colours_suit_the_press[silhouettes]",
    "test_pages.py::test_the_recipe_beside_a_book_makes_the_same_book[silhouettes]",
    "test_pixels.py::test_an_answer_has_the_walls_of_its_puzzle[expert]",
    "test_pixels.py::test_an_answer_has_the_walls_of_its_puzzle[hidden-pictures-adult]",
    "test_readers.py::test_each_number_of_stars_is_a_fifth_of_its_readers_mazes[expert]",
    "test_readers.py::test_each_number_of_stars_is_a_fifth_of_its_readers_mazes[adult]",
    "test_check_agrees.py::test_two_readers_agree[ages-7-8-kdp-paperback-8.5x11-40]",
    "test_cover.py::test_covers_of_thin_and_thick_books[200]",
    "test_readers.py::test_each_number_of_stars_is_a_fifth_of_its_readers_mazes[large-print]",
    "test_pages.py::test_every_font_is_embedded[silhouettes]",
    "test_process_pool.py::test_a_book_is_the_same_whatever_the_number_of_processes[silhouettes]",
    "test_ramp.py::test_the_ramp_never_falls[even-hidden-pictures-adult]",
    "test_ramp.py::test_the_ramp_never_falls[sorted-hidden-pictures-adult]",
    "test_ramp.py::test_the_ramp_never_falls[sorted-silhouettes]",
    "test_rebuilding.py::test_a_book_is_made_again_from_what_is_printed_in_it[hidden-pictures-adult-mazes]",
    "test_pdf_files.py::test_a_trap_catches_nobody[a table packed twice]",
    "test_printers_books.py::test_a_sample_of_printers_and_trims_builds[ingram-6x9-middle]",
    "test_printers_books.py::test_a_sample_of_printers_and_trims_builds[kdp-paperback-5x8-middle]",
    "test_pages.py::test_pdfium_sees_no_thinner_line_and_no_smaller_type[silhouettes]",
    "test_pages.py::test_lines_type_and_colours_suit_the_press[hidden-pictures-adult]",
    "test_pages.py::test_every_font_is_embedded[hidden-pictures-adult]",
    "test_pixels.py::test_a_wall_across_the_way_stops_the_flood[expert]",
)
"""What takes longest, where another case of the same test stays in every run; the full one has
all."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    for item in items:
        if item.nodeid.endswith(IN_THE_FULL_RUN):
            item.add_marker(pytest.mark.exhaustive)


CHECKOUT = Path(__file__).parents[1]
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


@pytest.fixture(scope="session")
def printed(tmp_path_factory):
    """The finished book of a template from the seed "owl"; "unequal" is one with four different
    margins."""
    base = tmp_path_factory.getbasetemp()
    shelf = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "printed"
    shelf.mkdir(exist_ok=True)
    made: dict[str, Printed] = {}

    def book(name: str) -> Printed:
        if name not in made:
            template, overrides = name, {}
            if name == "unequal":
                template = "ages-7-8"
                overrides = {f"margins.{side}": width for side, width in UNEQUAL_MARGINS.items()}
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
