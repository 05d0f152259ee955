"""The check on the page finds what the command finds: what stands in there for pikepdf, Pillow and
zxing-cpp reads the same files here, in a Python of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from command import HOME
from page_visits import (  # noqa: F401
    SETTLED,
    served,
    site,
    visit,
)
from spoiled import ADVICE, CLEAN, SPOILED
from spoiled_covers import CLEAN_COVERS, SPOILED_COVERS
from spoiled_press import CLEAN_PRESS, SPOILED_PRESS

from puzzlebook.checks.whole_book import CheckOptions, check_path
from puzzlebook.ground.faults import Refused
from puzzlebook.printers.trims import trim

sys.path[:0] = [str(HOME / "web"), str(HOME / "web" / "python")]
build, doors = map(import_module, ("build", "doors"))

UNSEEN = {
    "encryption": "strong encryption",
    "a file that breaks off": "a damaged file is refused, and not mended",
    "too much ink in a picture": "the ink of CMYK pictures",
}
"""Files of which the page says less, and why."""
SAMPLE = (
    *("a soft mask", "a thin line in a form", "a page with a wrong box", "400 % by overprinting"),
    *(
        "an attachment",
        "too much ink in a sampled shading",
        "placeholder text",
        "with bleed",
        "linearized",
        "fpdf2",
        "a barcode",
        "paperback",
    ),
    *("a spine too thick for any paper", "encryption", "the barcode's field inked"),
)
"""Some of the files, of each kind."""
SCRIPT = """
import json, sys
sys.path.insert(0, sys.argv[1])
sys.path.insert(1, sys.argv[2])
from test_web_checks import check
print(json.dumps([check(*row) for row in json.loads(sys.stdin.read())]))
"""
BOOK = {"door": "book", "book": "ages-7-8", "pages": "24", "page": "8.5x11", "seed": "owl"}


def list_files():
    """Each file with the printer, and the page count of the book if it is a cover."""
    for files in (SPOILED, SPOILED_PRESS, ADVICE, CLEAN_PRESS):
        for name, (make, printer, *_) in files.items():
            yield name, make, printer, None
    for name, make in CLEAN.items():
        yield name, make, "kdp-paperback", None
    for files in (SPOILED_COVERS, CLEAN_COVERS):
        for name, (case, make, *_) in files.items():
            yield name, make, case.printer, case.pages


def check(path, printer, pages):
    """What a check says of a file."""
    options = CheckOptions(printer, trim=trim("6x9", "--trim"), cover_pages=pages, jobs=1)
    try:
        return check_path(Path(path), options).make_json()["files"][0]
    except Refused as refused:
        return str(refused)


def check_on_the_page(rows, folder):
    """The same by what the page has."""
    build.stand_in(folder)
    script = [sys.executable, "-c", SCRIPT, str(folder), str(HOME / "tests")]
    asked = json.dumps([[str(path), *rest] for path, *rest in rows])
    done = subprocess.run(script, input=asked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def compare(files, folder):
    """Make the files, and check them twice."""
    rows = []
    for number, (_, make, printer, pages) in enumerate(files):
        path = folder / f"{number}.pdf"
        path.write_bytes(make())
        rows.append((path, printer, pages))
    stand_ins = folder / "stand_ins"
    stand_ins.mkdir()
    theirs = check_on_the_page(rows, stand_ins)
    for (name, *_), ours, found in zip(files, (check(*row) for row in rows), theirs, strict=True):
        if name not in UNSEEN:
            assert found == ours, name
        elif isinstance(found, dict):  # it says nothing else
            assert [row for row in found["findings"] if row not in ours["findings"]] == [], name
        else:
            assert not ours["passed"], name


def test_the_page_finds_what_the_command_finds(tmp_path):
    named = {name: (name, *rest) for name, *rest in list_files()}
    compare([named[name] for name in SAMPLE], tmp_path)


@pytest.mark.exhaustive
def test_the_page_finds_what_the_command_finds_in_each_file(tmp_path):
    files = [*list_files()]
    assert len(files) > 200
    assert {name for name, *_ in files} >= {*UNSEEN, *SAMPLE}
    compare(files, tmp_path)


def test_no_damage_is_missed(tmp_path):
    content = CLEAN["reportlab"]()
    end = content.rindex(b"startxref")
    damaged = {
        "wrong start": content[:end] + b"startxref\n17\n%%EOF",
        "no end": content[:end],
        "half": content[: len(content) // 2],
        "after": content + b"\n" * 3000,
        "text": b"hello",
        "empty": b"",
    }
    rows = []
    for name, spoiled in damaged.items():
        path = tmp_path / f"{name}.pdf"
        path.write_bytes(spoiled)
        rows.append((path, "kdp-paperback", None))
    (tmp_path / "stand_ins").mkdir()
    for name, found in zip(damaged, check_on_the_page(rows, tmp_path / "stand_ins"), strict=True):
        assert isinstance(found, str) or "damage" in [row["rule"] for row in found["findings"]], (
            name
        )


def answer(tmp_path, monkeypatch, **asked):
    monkeypatch.chdir(tmp_path)
    return json.loads(doors.answer(json.dumps(asked), lambda *told: None))


def drop(tmp_path, name, content):
    (tmp_path / "dropped").mkdir(exist_ok=True)
    (tmp_path / "dropped" / name).write_bytes(content)


def test_a_file_is_checked_at_its_door(tmp_path, monkeypatch):
    drop(tmp_path, "mine.pdf", SPOILED["opacity"][0]())
    asked = {"door": "check", "file": "mine.pdf", "printer": "kdp-paperback", "trim": "6x9"}
    found = answer(tmp_path, monkeypatch, **asked)
    (report,) = found["reports"]
    assert (report["file"], report["pages"], report["passed"]) == ("mine.pdf", 24, False)
    assert {"rule": "transparency", "pages": "3", "grave": True}.items() <= report["findings"][
        0
    ].items()
    assert found["limits"]


def test_no_finding_names_an_option(tmp_path, monkeypatch):
    drop(tmp_path, "wide.pdf", SPOILED_PRESS["2 pt too wide"][0]())
    asked = {"door": "check", "file": "wide.pdf", "printer": "kdp-paperback"}
    (report,) = answer(tmp_path, monkeypatch, **asked)["reports"]
    allowed = {row["rule"]: row["allowed"] for row in report["findings"]}
    assert allowed["page size"] == "6x9, or the size that is meant"


def test_a_cover_needs_the_number_of_pages(tmp_path, monkeypatch):
    case, make = CLEAN_COVERS["paperback"]
    drop(tmp_path, "my cover.pdf", make())
    asked = {"door": "check", "file": "my cover.pdf", "printer": case.printer, "trim": "6x9"}
    refused = answer(tmp_path, monkeypatch, **asked)
    (fault,) = refused["faults"]
    assert fault.startswith("my cover.pdf: ")
    assert "--" not in fault
    assert refused["fields"] == ["cover_pages"]
    unsized = asked | {"trim": "", "cover_pages": "7"}
    drop(tmp_path, "my cover.pdf", SPOILED_PRESS["2 pt too wide"][0]())
    assert answer(tmp_path, monkeypatch, **unsized)["fields"] == ["trim"]
    drop(tmp_path, "my cover.pdf", make())
    found = answer(tmp_path, monkeypatch, **asked, cover_pages=str(case.pages))
    assert found["reports"][0]["passed"]


def test_a_book_that_was_made_is_checked_for_its_printer(tmp_path, monkeypatch):
    made = answer(tmp_path, monkeypatch, **BOOK, printer="kdp-paperback")
    found = json.loads(doors.check_made(made["files"]["pdf"], lambda *told: None))
    assert found["printer"] == "kdp-paperback"
    (report,) = found["reports"]
    assert report["passed"]
    assert report["findings"] == []
    assert found["lacks_cover"]
    json.loads(doors.cover(made["files"]["pdf"]))
    both = json.loads(doors.check_made(made["files"]["pdf"], lambda *told: None))
    assert len(both["reports"]) == 2
    assert not both["lacks_cover"]


def test_faults_stand_before_advice(tmp_path, monkeypatch):
    drop(tmp_path, "wide.pdf", SPOILED_PRESS["2 pt too wide"][0]())
    asked = {"door": "check", "file": "wide.pdf", "printer": "kdp-paperback"}
    (report,) = answer(tmp_path, monkeypatch, **asked)["reports"]
    grave = [row["grave"] for row in report["findings"]]
    assert True in grave
    assert grave == sorted(grave, reverse=True)


STOP_AT_ONCE = """{const [bar, stop] = ["progress", "stop"].map((id) => document.getElementById(id));
new MutationObserver((_, watch) => {
    if (!bar.hidden) { watch.disconnect(); stop.click(); }
}).observe(bar, {attributes: true});}"""
"""Stops what is begun, however soon it would be done."""


@pytest.mark.exhaustive
def test_a_file_is_checked_on_the_page(visit, served, tmp_path):  # noqa: F811
    """Two files, and a book that is made there; no request carries anything."""
    visit.enter("check", printer="kdp-paperback", trim="6x9")
    files = {"opacity": False, "metadata": True, "reportlab": True}
    for name, passes in files.items():
        path = tmp_path / f"{name}.pdf"
        path.write_bytes(({**SPOILED, **ADVICE}[name][0] if name != "reportlab" else CLEAN[name])())
        visit.choose("#file", path)
        visit.until(f"document.querySelector('#checked h3')?.textContent === '{path.name}'")
        visit.until(SETTLED)
        here = check(path, "kdp-paperback", None)
        shown = visit.run(
            "[...document.querySelectorAll('#checked > ul > li')].map((row) => row.querySelector('b').textContent)"
        )
        rows = sorted(here["findings"], key=lambda row: not row["grave"])
        assert shown == [row["rule"] for row in rows]
        assert visit.run(
            f"Boolean(document.querySelector('#checked .{'taken' if passes else 'refused'}'))"
        )
    assert not [sent for sent in visit.requests() if sent.get("hasPostData")]
    visit.enter("book", pages="24", printer="kdp-paperback")
    words = build.words()["en"]
    beside = "document.querySelector('#files #saved').textContent"
    step = "document.getElementById('step').textContent"
    said = visit.run(f"document.getElementById('check-now').click(); {step}")
    assert said == words["check_running"]
    visit.until("document.querySelector('#checked:not([hidden]) .taken')")
    verdict = visit.run("document.querySelector('#checked .taken').textContent")
    assert visit.run("document.getElementById('heard').textContent") == verdict
    assert "puzzlebook cover" not in visit.run("document.getElementById('checked').textContent")
    assert words["cover"] in visit.run("document.getElementById('checked').textContent")
    assert verdict.endswith(": A4.")
    visit.save("cover")
    visit.until("document.querySelectorAll('#checked h3').length === 2")
    assert visit.run("document.getElementById('remarks-title').checkVisibility()")
    verdicts = "[...document.querySelectorAll('#checked .taken')].map((each) => each.textContent)"
    assert visit.run(verdicts)[1] == "Amazon KDP, paperback: this cover would pass."
    assert not visit.run("document.querySelector('#checked ul:empty')")
    assert visit.run(beside).startswith("Saved as")
    visit.enter("check", printer="kdp-paperback", trim="6x9")
    visit.run(STOP_AT_ONCE)
    visit.choose("#file", path)
    visit.until(f"document.getElementById('status').textContent === {words['check_empty']!r}")
    assert visit.run("document.body.dataset.at") == "check"
    assert visit.run("document.getElementById('form').hidden") is False
