"""A class as a table that somebody corrects: with the keyboard, by pasting, and by ear."""

# ruff: noqa: F811 (fixtures of another module are named as they are used)

from __future__ import annotations

import json

import openpyxl
import pytest
from page_visits import SETTLED, VISITS, build, served, site  # noqa: F401
from test_web import check_accessible, check_keeps_nothing, check_same

pytestmark = pytest.mark.exhaustive
READY = SETTLED + " && !document.getElementById('files').hidden"
ROWS = """[...document.querySelectorAll("#pupils tbody tr")].map((row) =>
    [...row.querySelectorAll("input")].map((cell) => cell.value).join("|"))"""
FOCUSED = "document.activeElement.getAttribute('aria-label')"
NAMES = "document.getElementById('names').value"


@pytest.fixture(params=VISITS)
def visit(request, served, tmp_path):
    page = VISITS[request.param](tmp_path / "browser")
    page.open(f"{served.address}#door=class&lang=en&seed=owl&page=a4")
    page.until(READY)
    yield page
    page.close()


def press(page, key):
    """Use a key in the cell that has the focus."""
    event = f"new KeyboardEvent('keydown', {{key: {key!r}, bubbles: true, cancelable: true}})"
    page.run(f"document.activeElement.dispatchEvent({event})")


def type_in(page, text):
    page.run(f"""{{const cell = document.activeElement; cell.value = {json.dumps(text)};
        cell.dispatchEvent(new Event("input", {{bubbles: true}}));}}""")


def paste(page, text):
    page.run(f"""{{const data = new DataTransfer(); data.setData("text/plain", {json.dumps(text)});
        document.activeElement.dispatchEvent(new ClipboardEvent("paste",
            {{clipboardData: data, dataType: "text/plain", data: {json.dumps(text)}, bubbles: true, cancelable: true}}));}}""")


def go(page, line, column):
    cell = f"#pupils tbody tr:nth-child({line}) td:nth-child({column})"
    page.run(f"document.querySelector('{cell}').firstElementChild.focus()")


def test_a_list_is_corrected_in_a_table(visit, served, tmp_path):
    """What is wrong in it is marked; each change makes the sheets of what is in the table."""
    book = openpyxl.Workbook()
    for row in (["Nachname", "Vorname", "Niveau"], ["Berg", "Mia", 2], ["Lan", "Nguyễn", 9]):
        book.active.append(row)
    book.save(tmp_path / "3b.xlsx")
    visit.choose("#file", tmp_path / "3b.xlsx")
    visit.until("!document.getElementById('list').hidden")
    assert not visit.run("document.getElementById('names').checkVisibility()")
    assert "level" in visit.faults()[0]
    titles = "[...document.querySelectorAll('#pupils th')].map((each) => each.textContent)"
    assert visit.run(titles) == ["Name", "Level", "Group"]
    assert visit.run(ROWS) == ["Mia Berg|2|", "Nguyễn Lan|9|"]
    wrong = "[...document.querySelectorAll('#pupils [aria-invalid]')].map((each) => each.ariaLabel)"
    assert visit.run(wrong) == ["Level, line 2"]
    check_accessible(visit)
    go(visit, 2, 2)
    type_in(visit, "3")
    visit.until(READY)
    assert visit.run(wrong) == []
    assert visit.run(FOCUSED) == "Level, line 2"
    text = "Name,Level\nMia Berg,2\nNguyễn Lan,3\n"
    assert visit.run(NAMES) == text
    (tmp_path / "made").mkdir()
    check_same(visit, tmp_path / "made", "class", ("pdf", "key"), class_csv=text)
    assert "3b.xlsx" in visit.run("document.getElementById('file-name').textContent")
    assert visit.run("document.getElementById('names-from').hidden")
    # As text, it is the same; and what the school's list had is there again after *Undo*.
    visit.run("document.getElementById('as-table').click()")
    assert visit.run("document.getElementById('names').checkVisibility()")
    visit.run("document.getElementById('as-table').click()")
    assert visit.run(ROWS) == ["Mia Berg|2|", "Nguyễn Lan|3|"]
    visit.run("document.getElementById('undo').click()")
    visit.until("document.querySelector('#pupils [aria-invalid]')")
    assert visit.run(ROWS)[1] == "Nguyễn Lan|9|"
    check_keeps_nothing(visit, served.address, "Mia", "Berg", "Nguy")


def test_lines_are_written_and_pasted_with_the_keyboard(visit):
    visit.run("document.getElementById('as-table').click()")
    assert visit.run(ROWS) == ["||"] * 3
    check_accessible(visit)
    go(visit, 1, 1)
    # A whole list is read with its titles, as if it were pasted into the box.
    paste(visit, "Klasse\tSchüler\n4a\tMia Berg\n4b\tBen Ott\n")
    visit.until(f"{ROWS}.length === 2 && " + READY)
    assert visit.run(ROWS) == ["Mia Berg||4a", "Ben Ott||4b"]
    assert visit.run("document.getElementById('names-from').textContent") == (
        "Names taken from: Schüler."
    )
    go(visit, 1, 1)
    press(visit, "ArrowDown")
    assert visit.run(FOCUSED) == "Name, line 2"
    press(visit, "Enter")
    assert visit.run(FOCUSED) == "Name, line 3"
    type_in(visit, "Zoë")
    paste(visit, "Zoë Lee\t1\nAda Ng\t5\n")
    visit.until(f"{ROWS}.length === 4 && " + READY)
    assert visit.run(ROWS)[2:] == ["Zoë Lee|1|", "Ada Ng|5|"]
    assert "Pupils: 4" in visit.run("document.getElementById('status').textContent")
    go(visit, 2, 4)
    assert visit.run(FOCUSED) == "Remove line 2: Ben Ott"
    visit.run("document.activeElement.click()")
    assert visit.run(FOCUSED) == "Remove line 2: Zoë Lee"
    visit.until(READY)
    assert "Pupils: 3" in visit.run("document.getElementById('status').textContent")
    visit.run("document.getElementById('add-line').click()")
    assert visit.run(FOCUSED) == "Name, line 4"
    assert visit.run(READY)  # a line without a name is nothing to make
    visit.run("document.getElementById('undo').click()")
    visit.until(READY)
    assert visit.run(f"{ROWS}.length") == 4
    for language in ("de", "fa"):
        visit.run(f"""{{const field = document.getElementById("tongue"); field.value = "{language}";
            field.dispatchEvent(new Event("change", {{bubbles: true}}));}}""")
        visit.until(READY)
        words = build.words()[language]
        head = visit.run("document.querySelector('#pupils th').textContent")
        assert head == words["column_name"]
        for width in (320, 1280):
            visit.resize(width, 800)
            assert visit.run("document.documentElement.scrollWidth") <= width
            check_accessible(visit)
