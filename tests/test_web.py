"""The page: what its doors make is what the command makes, to the byte; and it asks nobody and
keeps nothing.

A browser is driven. Where there is none, or where the page cannot be built (no npm, no node, no
package index), these tests are skipped by name.
"""

# ruff: noqa: F811 (fixtures of another module are named as they are used)

from __future__ import annotations

import functools
import http.server
import json
import re
import shlex
import shutil
import subprocess
import sys
import threading
import tomllib
from hashlib import sha256
from importlib import import_module
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import axe_core_python
import pypdfium2
import pytest
from command import HOME, run, run_anew
from command import served as serving
from page_visits import SETTLED, Quiet, Served, Visit, build, served, site, visit  # noqa: F401
from PIL import Image, ImageDraw

from puzzlebook import make_book
from puzzlebook.ground import templates
from puzzlebook.language.words import load_words

sys.path[:0] = [str(HOME / "web"), str(HOME / "web" / "python")]
doors = import_module("doors")
AXE = Path(axe_core_python.__file__).parent / "axe.min.js"
DOORS = ("", "tonight", "class", "book", "again", "check")
"""The entrance, and each task."""
NAMES = "Mia Berg\nBen Østergård\nZoë Šimková\nNguyễn Thị Lan\nИван Петров\nΕλένη\nआरव"


# -- Without a browser ------------------------------------------------------------------------------------------------


def test_the_page_speaks_the_languages_of_the_books():
    assert {*build.words()} == {*templates.list_names("languages")} - {"none"}
    for language, rows in build.words().items():
        own = tomllib.loads(templates.read("languages", language).decode())
        assert rows["direction"] == own["direction"]
        assert all(rows.values())


def test_each_word_is_said_and_each_that_is_said_is_there():
    files = [
        *(HOME / "web/page").glob("*.js"),
        HOME / "web/page/index.html",
        HOME / "web/gallery.py",
    ]
    page = "".join(file.read_text("utf-8") for file in files)
    page += (HOME / "web/python/doors.py").read_text("utf-8")
    said = {
        *re.findall(r'data-word="(\w+)"', page),
        *re.findall(r'(?:say|tell)\((?:\w+ === "\w+" \? )?"(\w+)"', page),
    }
    words = {*build.words()["en"]}
    assert said <= words
    for key in words - said - {"itself", "direction"}:
        assert key.startswith(
            ("for_", "theme_", "level_", "key_", "questions_", "binding_", "column_")
        ) or re.search(rf'"{key}"', page), key


def test_a_catalogue_that_lacks_a_word_or_a_blank_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(build, "HERE", tmp_path)
    (tmp_path / "words").mkdir()
    (tmp_path / "words/en.toml").write_text('a = "A"\nb = "{count} B"\n')
    (tmp_path / "words/de.toml").write_text('a = "A"\nb = "B"\n')
    with pytest.raises(SystemExit, match=r"de.toml.*'b \[\]'"):
        build.words()


WRONG = {
    "no mazes": {"door": "tonight", "readers": "7-8", "mazes": "0", "seed": "owl", "page": "a4"},
    "too many": {
        "door": "tonight",
        "readers": "7-8",
        "mazes": "10001",
        "seed": "owl",
        "page": "a4",
    },
    "theme": {
        "door": "tonight",
        "readers": "7-8",
        "mazes": "1",
        "theme": "zebra",
        "seed": "owl",
        "page": "a4",
    },
    "names": {"door": "class", "names": "Mia\n\x07", "level": "3", "seed": "owl", "page": "a4"},
    "code": {"door": "again", "code": "book-1:ages-7-8:owl:7q4k2m9x0c-k"},
    "maze code": {"door": "again", "code": "1-square-9x12-far-7q4k2m9x0c3t5v8w-k"},
    "nothing": {"door": "again", "code": "hello!"},
}
COMMANDS = {
    "no mazes": "make sheets --mazes 0 --audience 7-8 --seed owl --page a4",
    "too many": "make sheets --mazes 10001 --audience 7-8 --seed owl --page a4",
    "theme": "make sheets --mazes 1 --audience 7-8 --theme zebra --seed owl --page a4",
    "names": "make worksheet --names dropped/class.csv --set worksheet.level=3 --seed owl --page a4",
    "code": "rebuild book-1:ages-7-8:owl:7q4k2m9x0c-k",
    "maze code": "maze 1-square-9x12-far-7q4k2m9x0c3t5v8w-k",
    "nothing": "rebuild hello!",
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_wrong_is_said_in_the_commands_words(wrong, tmp_path, monkeypatch, puzzlebook_here):
    monkeypatch.chdir(tmp_path)
    faults = json.loads(doors.answer(json.dumps(WRONG[wrong]), lambda *told: None))["faults"]
    done = puzzlebook_here(*shlex.split(COMMANDS[wrong]))
    assert done.code == 2
    assert [f"error: {fault}" for fault in faults] == [
        line.replace("error: --", "error: ", 1) for line in done.err.splitlines()
    ]


def test_a_number_that_is_none_is_said_without_the_command(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    asked = {"door": "tonight", "readers": "7-8", "mazes": "ten", "seed": "owl", "page": "a4"}
    found = json.loads(doors.answer(json.dumps(asked), lambda *told: None))
    assert found == {"faults": ["mazes: is not a whole number; such as 12"], "fields": ["mazes"]}


ASKED = {
    "colour, for a child": {
        **{"door": "tonight", "readers": "5-6", "mazes": "1", "language": "en"},
        **{"ink": "premium-color", "child": "Zoë"},
    },
    "printer": {
        **{"door": "book", "book": "ages-7-8", "pages": "24", "language": "en", "page": "8.5x11"},
        **{"printer": "kdp-paperback", "stock": "cream", "child": "Mona"},
    },
    "printer, from the right": {
        **{"door": "book", "book": "ages-7-8", "pages": "32", "language": "fa", "page": "6x9"},
        **{"printer": "ingram", "dedication": "برای مونا", "child": "مونا"},
    },
    "booklet": {
        **{"door": "book", "book": "ages-5-6", "pages": "18", "page": "a5", "booklet": "yes"},
        **{"language": "en"},
    },
    "a name": {
        **{"door": "tonight", "readers": "5-6", "theme": "bee", "mazes": "2", "language": "en"},
        "word": "Łucja",
    },
    "tonight": {
        "readers": "5-6",
        "difficulty": "easy",
        "theme": "bee",
        "mazes": "2",
        "language": "de",
    },
    "book": {"book": "silhouettes", "difficulty": "hard", "pages": "16", "year": "2026"},
    "class": {
        "names": "Mia\nBen",
        "title": "Week 12",
        "level": "2",
        "key": "separate",
        "language": "es",
    },
}


def test_a_level_is_asked_for_where_it_is_not_the_usual_one(tmp_path, monkeypatch):
    """The page leaves the usual level out: links and codes from before it had levels stay."""
    monkeypatch.chdir(tmp_path)
    commands, cells = [], []
    for level in ("easy", "", "hard"):
        asked = {"door": "tonight", "seed": "owl", "page": "a4", "mazes": "1", "readers": "7-8"}
        request = json.dumps({**asked, "difficulty": level})
        made = json.loads(doors.answer(request, lambda *told: None))
        commands.append(made["command"])
        manifest = Path(made["files"]["pdf"]).parent / "manifest.json"
        cells.append(json.loads(manifest.read_text("utf-8"))["mazes"][0]["cells"])
    assert ["--level easy" in commands[0], "--level" in commands[1]] == [True, False]
    assert "--level hard" in commands[2]
    assert cells == sorted({*cells})


@pytest.mark.parametrize("door", ASKED)
def test_each_file_of_a_door_is_the_commands(door, tmp_path, monkeypatch, puzzlebook_here):
    monkeypatch.chdir(tmp_path)
    asked = {"door": door, "seed": "owl", "page": "a4", **ASKED[door]}
    made = json.loads(doors.answer(json.dumps(asked), lambda *told: None))
    Path("class.csv").write_text("Mia\nBen\n")
    assert puzzlebook_here(*shlex.split(made["command"])[1:]).code == 0
    folder = Path(made["files"]["pdf"]).parent
    for path in folder.rglob("*.*"):
        assert path.read_bytes() == ("output" / path.relative_to("made")).read_bytes(), path


@pytest.mark.parametrize("more", [{}, {"word": "Maximilian", "language": "fa"}])
def test_a_poster_and_its_answer_are_the_commands(more, tmp_path, monkeypatch, puzzlebook_here):
    monkeypatch.chdir(tmp_path)
    asked = {"door": "tonight", "readers": "7-8", "theme": "pirate", "poster": "2x1", **more}
    asked = {"language": "none", **asked, "seed": "owl", "page": "a4", "mazes": "10"}
    made = json.loads(doors.answer(json.dumps(asked), lambda *told: None))
    assert (made["mazes"], made["pages"]) == (1, 2)
    assert puzzlebook_here(*shlex.split(made["command"])[1:]).code == 0
    for kind, name in {"pdf": "poster.pdf", "key": "poster-solution.pdf"}.items():
        assert Path(made["files"][kind]).read_bytes() == Path(name).read_bytes()


@pytest.mark.parametrize("word", ["مونا", "🐸", "Bartholomew-Maximilian"])
def test_a_name_that_is_no_outline_is_said_at_its_field(word, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    asked = {"door": "tonight", "readers": "5-6", "mazes": "1", "seed": "owl", "page": "a4"}
    found = json.loads(doors.answer(json.dumps({**asked, "word": word}), lambda *told: None))
    assert found["fields"] == ["word"]
    assert all(fault.startswith("word: ") for fault in found["faults"])


# -- In a browser ---------------------------------------------------------------------------------------------------


def made_by(command, cwd, make=run, **files):
    """The folder that a command makes, in which these files lie. make: what runs it."""
    for name, text in files.items():
        (cwd / name.replace("_", ".")).write_text(text + "\n", "utf-8")
    done = make(*command[1:], cwd=cwd)
    assert done.code == 0, done.err
    return cwd


def check_same(visit, tmp_path, name, kinds=("pdf",), make=run, **files):
    """What is saved is what the command that the page names makes."""
    folder = made_by(visit.command(), tmp_path, make, **files) / "output" / name
    for kind in kinds:
        file = f"{name}{'-key' if kind == 'key' else ''}.pdf"
        assert sha256(visit.save(kind)).digest() == sha256((folder / file).read_bytes()).digest()
    return folder


KEPT = """(async () => {
    const found = [document.cookie, location.href, localStorage, sessionStorage, await indexedDB.databases()];
    for (const name of await caches.keys()) {
        for (const request of await (await caches.open(name)).keys()) found.push(request.url);
    }
    return found.map((each) => typeof each === "string" ? each : JSON.stringify(each));
})()"""


def check_keeps_nothing(visit, address, *secrets):
    """No request left the origin, and none of these is in a request, in the address, or in anything
    that is kept."""
    requests = visit.requests()
    assert len(requests) > 10
    elsewhere = [
        request["url"]
        for request in requests
        if not request["url"].startswith((address, "blob:", "data:"))
    ]
    assert elsewhere == []
    assert {request["method"] for request in requests} == {"GET"}
    kept = visit.run(KEPT)
    assert kept[0] == ""
    assert kept[2:5] == ["{}", "{}", "[]"]
    assert kept[5:]
    for secret in secrets:
        assert secret not in json.dumps([requests, kept], ensure_ascii=False)


def check_accessible(visit):
    """axe-core finds nothing that is serious."""
    if not visit.run("Boolean(window.axe)"):
        visit.run(f"{AXE.read_text()}; true")
    rules = '{runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]}'
    found = visit.run(f"axe.run(document, {rules}).then((found) => found.violations)")
    assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []


@pytest.mark.exhaustive
def test_sheets_and_a_class_without_a_network(visit, served, tmp_path):
    check_accessible(visit)
    check_same(visit, tmp_path, "sheets")
    # From now on there is nobody to ask.
    visit.until("document.getElementById('offline').textContent")
    served.stop()
    visit.reload()
    visit.until("document.querySelector('#sheets li[data-drawn]')")
    visit.enter("class", names=NAMES, seed="week 12")
    check_same(visit, tmp_path, "class", ("pdf", "key"), class_csv=NAMES)
    visit.enter("again", code="1-square-9x12-far-7q4k2m9x0c3t5v8w-p")
    assert visit.run("document.querySelectorAll('#sheets canvas').length") == 1
    check_keeps_nothing(visit, served.address, "Mia", "Berg", "Ben", "Zo", "Nguy")


@pytest.mark.exhaustive
def test_each_book_is_the_commands(visit, served, tmp_path):
    for number, book in enumerate(build.choices()["books"]):
        page = "6x9" if number == 1 else "a4"
        visit.enter("book", book=book, title="Für Zoë", author="Ada Example", seed="owl", page=page)
        visit.fill(pages="40" if number == 2 else "", language="bn" if number == 3 else "en")
        (tmp_path / book).mkdir()
        folder = check_same(visit, tmp_path / book, book)
        assert visit.save("recipe") == (folder / "recipe.toml").read_bytes()
        with ZipFile(BytesIO(visit.save("svg"))) as archive:
            pictures = {name: archive.read(name) for name in archive.namelist()}
        assert pictures == {path.name: path.read_bytes() for path in (folder / "svg").iterdir()}
    check_keeps_nothing(visit, served.address, "Zoë", "Ada", "F%C3%BCr")


@pytest.mark.exhaustive
@pytest.mark.parametrize("language", ["fa", "pa"])
def test_sheets_and_books_of_each_script_are_the_commands(language, visit, served, tmp_path):
    if language not in build.choices()["languages"]:
        pytest.skip("no font for Gurmukhi is installed (Debian: fonts-noto-core)")
    for door, name, pages in (("tonight", "sheets", {}), ("book", "ages-7-8", {"pages": "24"})):
        visit.enter(door, language=language, **pages)
        (tmp_path / name).mkdir()
        check_same(visit, tmp_path / name, name)
    check_keeps_nothing(visit, served.address)


OTHER_NAMES = {
    "hebrew": "דנה כהן",
    "thai": "สมชาย",
    "tamil": "அருண்",
    "japanese": "さくら",
    "korean": "김민준",
}


@pytest.mark.exhaustive
def test_names_in_other_scripts_are_set_with_the_fonts_of_the_machine(
    visit, served, site, tmp_path
):
    packs = {path.stem for path in site.glob("font_*.pack")}
    able = [name for script, name in OTHER_NAMES.items() if f"font_{script}" in packs]
    if not able:
        pytest.skip("the page was built without fonts of other scripts (Debian: fonts-noto-core)")
    names = "\n".join(["Mia", *able])
    visit.enter("class", names=names, seed="owl")
    assert visit.run("document.getElementById('left-out').textContent") == ""
    # A process that begins with Python itself sees the fonts of the machine.
    check_same(visit, tmp_path, "class", ("pdf", "key"), run_anew, class_csv=names)
    check_keeps_nothing(visit, served.address, *able)


@pytest.mark.exhaustive
def test_a_book_for_a_printer_its_cover_and_how_it_opens(visit, tmp_path):
    visit.enter("book", page="a4", pages="24", seed="owl", language="en")
    visit.fill(printer="lulu", page="6x9")
    visit.fill(printer="kdp-hardcover")
    assert "at least 75 pages" in visit.run("document.getElementById('help').textContent")
    visit.fill(printer="kdp-paperback", stock="cream", child="Zoë", dedication="For Zoë")
    visit.fill(pages="26")
    papers = visit.run("[...document.querySelectorAll('#page option')].map((each) => each.value)")
    assert papers == build.choices()["printers"]["kdp-paperback"]["pages"]
    folder = check_same(visit, tmp_path, "ages-7-8")
    cover = visit.save("cover")
    done = run("cover", "output/ages-7-8", cwd=tmp_path)
    assert done.code == 0
    assert cover == (folder / "ages-7-8-cover.pdf").read_bytes()
    remark = visit.run("document.querySelector('#remarks li:last-child').textContent")
    assert remark.endswith(".")
    assert f"note: {remark[:-1]}" in done.err
    seen = "[...document.querySelectorAll('#sheets li:not([hidden])')].map((li) => li.dataset.page).join()"
    visit.run("document.getElementById('view').click()")
    assert visit.run(seen) == "1"
    for _ in range(2):
        visit.run("document.getElementById('on').click()")
    assert visit.run(seen) == "4,5"
    assert visit.run("document.getElementById('leaf').textContent") == "Pages 4–5 of 26"
    assert visit.run("document.getElementById('sheets').dir") == "ltr"
    check_accessible(visit)


@pytest.mark.exhaustive
def test_a_photo_of_a_drawing_is_the_outline_of_mazes(visit, served, tmp_path):
    photo = tmp_path / "drawing.jpg"
    sheet = Image.new("RGB", (1600, 1200), (210, 208, 200))
    ImageDraw.Draw(sheet).ellipse((300, 150, 1300, 1050), outline=(60, 60, 90), width=20)
    sheet.save(photo)
    visit.enter("tonight", mazes="1", seed="owl", ink="premium-color")
    visit.choose("#picture", photo)
    visit.until("!document.getElementById('no-picture').hidden && " + SETTLED)
    (tmp_path / "picture.svg").write_bytes(visit.save("picture"))
    check_same(visit, tmp_path, "sheets")
    check_keeps_nothing(visit, served.address, "drawing.jpg")
    Image.new("RGB", (100, 100), "white").save(photo)
    visit.choose("#picture", photo)
    visit.until("document.getElementById('picture-hint').textContent.includes('No figure')")


@pytest.mark.exhaustive
def test_a_book_again_from_its_code_its_files_and_a_picture_of_its_code(visit, tmp_path):
    book = make_book(
        "ages-5-6", seed="owl", mazes=6, output=tmp_path / "here", overrides={"page": "a5"}
    )
    printed = book.pdf.read_bytes()
    pages = [*pypdfium2.PdfDocument(printed)]
    [coded] = [page for page in pages if "book-1:" in page.get_textpage().get_text_range()]
    photo = tmp_path / "photo.png"
    coded.render(scale=3).to_pil().rotate(4, fillcolor="white").save(photo)
    visit.enter("again", code=book.manifest["code"])
    assert visit.save("pdf") == printed
    for file in (book.pdf, book.folder / "recipe.toml", photo):
        visit.fill(code="")
        visit.choose("#file", file)
        visit.until("!document.getElementById('files').hidden && " + SETTLED)
        assert visit.faults() == [], file
        assert visit.save("pdf") == printed, file
    blank = tmp_path / "blank.png"
    pages[1].render(scale=1).to_pil().save(blank)
    visit.choose("#file", blank)
    visit.until(
        "document.getElementById('file-name').textContent === 'No QR code can be seen in this picture.'"
    )


@pytest.mark.exhaustive
def test_a_list_that_is_chosen_and_what_is_wrong_in_it(visit, tmp_path):
    office = tmp_path / "3b.csv"
    office.write_text("Nachname;Vorname;Niveau\nBerg;Mia;1\nØstergård;Ben;5\n", "utf-8")
    visit.enter("class", seed="owl", key="inside")
    visit.choose("#file", office)
    visit.until(
        "document.getElementById('command').textContent.includes(' --names 3b.csv ') && " + SETTLED
    )
    check_same(visit, tmp_path, "3b")
    office.write_text("name,level\nMia,9\n", "utf-8")
    visit.choose("#file", office)
    visit.until("document.querySelector('#faults:not([hidden]) li')")
    done = run("make", "worksheet", "--names", "dropped/3b.csv", cwd=_dropped(office))
    assert [f"error: --{fault}" for fault in visit.faults()] == done.err.splitlines()


PRINTED = """(async () => {
    const make = URL.createObjectURL;
    const printed = new Promise((found) => { URL.createObjectURL = (blob) => { found(blob); return make(blob); }; });
    document.querySelector("[data-print=key]").click();
    const content = new Uint8Array(await (await printed).arrayBuffer());
    URL.createObjectURL = make;
    return [...content];
})()"""


@pytest.mark.exhaustive
def test_pupils_are_corrected_on_the_page_and_the_answers_are_printed(visit, tmp_path):
    """The names of a list that was chosen can be read, and corrected; then they are what is
    asked for."""
    (tmp_path / "3b.csv").write_text("Nachname;Vorname\nBerg;Mia\nOtt;Ben\n", "utf-8")
    visit.enter("class", seed="owl", key="separate")
    visit.choose("#file", tmp_path / "3b.csv")
    visit.until("document.getElementById('names').value && " + SETTLED)
    assert visit.run("document.getElementById('names').value") == "Mia Berg\nBen Ott\n"
    assert "3b.csv" in visit.run("document.getElementById('file-name').textContent")
    assert visit.run("document.getElementById('file').files[0].name") == "3b.csv"
    assert visit.run("document.getElementById('names-from').textContent") == (
        "Names taken from 3b.csv: Vorname + Nachname."
    )
    assert "3b.csv" in visit.command()
    visit.fill(names="Mia Bérg\nBen Ott\n")
    assert "class.csv" in visit.command()
    assert visit.run("document.getElementById('file-name').textContent") == (
        "These are the names from 3b.csv, with your corrections."
    )
    assert visit.run("document.getElementById('file').files[0].name") == "3b.csv"
    buttons = (
        "['.main', '#print'].map((each) => document.querySelector(`#files ${each}`).textContent)"
    )
    assert visit.run(buttons) == ["Save the sheets", "Print the sheets"]
    assert bytes(visit.run(PRINTED)) == visit.save("key")
    said = visit.run("document.querySelector('#files #saved').textContent")
    assert said == "Saved as “3b, A4, Answers.pdf”."
    again = visit.run("document.getElementById('again-hint').textContent")
    assert again.endswith("type “owl” in the field “Seed”.")
    assert visit.run("document.getElementById('remarks').textContent") == ""
    assert "Pupils: 2" in visit.run("document.getElementById('status').textContent")
    captions = visit.run(
        "[...document.querySelectorAll('#sheets span')].map((each) => each.textContent)"
    )
    assert captions == ["1 · Mia Bérg", "2 · Ben Ott"]
    visit.run("document.getElementById('undo').click()")
    visit.until(SETTLED)
    assert visit.run("document.getElementById('names').value") == "Mia Berg\nBen Ott\n"
    visit.enter("again")
    visit.enter("class")  # the list is still there, as its names
    assert visit.run("document.getElementById('names').value") == "Mia Berg\nBen Ott\n"
    visit.fill(key="inside")
    assert visit.run("document.querySelector('[data-print=key]').hidden")
    assert visit.run(buttons) == ["Save the PDF", "Print"]


@pytest.mark.exhaustive
def test_a_books_title_and_length_are_in_front_and_a_seed_alone_is_understood(visit):
    visit.run("location.hash = '#door=book&lang=en&seed=owl&page=a4&pages=12'")  # a short one
    visit.until("document.body.dataset.at === 'book' && " + SETTLED)
    folded = "document.getElementById('folded').contains(document.getElementById('{}'))"
    assert not visit.run("document.getElementById('folded').open")
    front = ["heading", "author", "mazes", "pages"]
    order = "[...document.querySelectorAll('.few')[0].querySelectorAll('[data-front] input')].map((each) => each.id)"
    assert visit.run(order) == front
    seen = "['title', 'subtitle'].map((name) => document.getElementById('form').elements[name].placeholder)"
    words = load_words("en").book("ages-7-8")
    title, subtitle = visit.run(seen)
    assert title == words["title"]
    assert "Pirate" in subtitle  # it is that of the theme
    themes = "[...document.querySelectorAll('#theme option')].map((each) => each.textContent)"
    assert visit.run(themes)[0] == "Usual: Pirate"
    assert len(visit.run(themes)) == len(build.choices()["themes"])  # none twice
    made = "document.getElementById('status').textContent"
    assert visit.run(made).startswith("Ready. Ages 7 to 8, Pirate. Mazes: ")
    visit.fill(book="silhouettes")
    assert visit.run(themes)[0] == "Usual: Bee"
    visit.fill(theme="pirate")
    visit.fill(book="ages-7-8")
    assert visit.run("document.getElementById('theme').value") == "pirate"
    assert [name for name in visit.run(themes) if "Pirate" in name] == ["Pirate"]
    visit.fill(theme="bee")
    visit.fill(theme="")
    visit.fill(title="Ours", pages="12")
    assert visit.run("document.getElementById('few-mazes').textContent").startswith("3 of these 12")
    assert visit.run("document.getElementById('mazes').placeholder") == "3"
    lacks = "[...document.querySelectorAll('#lacks button')].map((each) => each.textContent)"
    visit.fill(printer="kdp-paperback")
    assert "at least 24 pages" in visit.run("document.getElementById('help').textContent")
    assert "at least 24 pages" in visit.run("document.getElementById('pages-wrong').textContent")
    assert visit.run("document.querySelector('#fitting button').textContent") == "Pages: 24"
    visit.run("document.querySelector('#fitting button').click()")
    visit.until(SETTLED)
    assert visit.run("document.getElementById('pages').value") == "24"
    assert visit.run(lacks) == ["Look at the field “Author”."]
    visit.fill(author="Ada Lee", subtitle="Zoo")
    assert visit.run(lacks) == ["Look at the field “Year (copyright)”."]
    assert visit.run("document.getElementById('remarks-title').checkVisibility()")
    visit.run("document.querySelector('#lacks button').click()")
    assert visit.run("document.activeElement.id") == "year"
    visit.fill(year="2026")
    assert "--year 2026" in " ".join(visit.command())
    assert visit.run(lacks) == []
    visit.fill(year="")
    visit.fill(printer="", pages="12")
    assert visit.run(lacks) == []
    visit.fill(mazes="many")
    assert visit.run("document.getElementById('help').textContent") == (
        "Type a whole number in the field “Mazes”, such as 12."
    )
    assert visit.run("document.querySelector('[aria-invalid]').id") == "mazes"
    below = "document.getElementById('mazes-wrong')?.textContent"
    assert visit.run(below) == visit.run("document.getElementById('help').textContent")
    assert visit.run("document.getElementById('mazes').getAttribute('aria-describedby')") == (
        "mazes-wrong"
    )
    check_accessible(visit)
    visit.fill(printer="kdp-paperback", mazes="6")
    assert visit.run(below) == visit.run("document.getElementById('help').textContent")
    assert visit.run(below).startswith("Amazon KDP, paperback binds books of at least 24 pages.")
    visit.fill(printer="")
    visit.fill(mazes="30")
    assert visit.run("document.getElementById('faults').hidden")
    assert visit.run(below) is None
    assert not visit.run("document.querySelector('[aria-invalid]')")
    assert visit.run("document.getElementById('pages').value") == ""
    assert visit.run("document.getElementById('few-mazes').hidden")
    check_accessible(visit)
    visit.enter("again", code="Seed: ts5r8z9v")
    assert "ts5r8z9v" in visit.run("document.getElementById('help').textContent")
    visit.enter("tonight")
    assert "ts5r8z9v" in visit.command()
    assert visit.run(folded.format("mazes"))
    visit.fill(readers="5-6")
    assert visit.run(themes)[0] == "Usual: Rabbit"
    visit.run("document.querySelector('[data-file=pdf]').click()")
    visit.until("!document.getElementById('saved').hidden")
    said = "document.getElementById('saved').textContent"
    assert visit.run(said) == "Saved as “Mazes, Ages 5 to 6, Rabbit, A4.pdf”."
    visit.enter("book")
    assert visit.run("document.getElementById('book').value") == "ages-5-6"
    assert visit.run(order) == front


def _dropped(file):
    (file.parent / "dropped").mkdir()
    shutil.copy(file, file.parent / "dropped")
    return file.parent


@pytest.mark.exhaustive
@pytest.mark.parametrize("language", ["en", "de", "fa"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_door_is_for_everyone(language, scheme, visit, served):
    wanted = {"prefers-color-scheme": scheme, "prefers-reduced-motion": "reduce"}
    features = [{"name": name, "value": value} for name, value in wanted.items()]
    visit("Emulation.setEmulatedMedia", features=features)
    visit.open("about:blank")
    visit.open(f"{served.address}#lang={language}&seed=owl")
    visit.until("document.documentElement.classList.contains('awake')")
    assert visit.run("document.documentElement.lang") == language
    for door in DOORS:
        visit.enter(door)
        for width in (320, 360, 768, 1280):  # the first is that of 1280 at 400 %
            visit.resize(width, 800)
            assert visit.run("document.documentElement.scrollWidth") <= width
            check_accessible(visit)


FOCUSED = """(({ id, dataset, className }) => id || dataset.door || dataset.file || className)(document.activeElement)"""
COVERED = """(() => {
    const each = document.activeElement, { left, right, top, bottom } = each.getBoundingClientRect();
    const [high, low] = [Math.max(top, 0), Math.min(bottom, innerHeight)];
    const seen = high < low && document.elementFromPoint((left + right) / 2, (high + low) / 2);
    return !seen || !(each.contains(seen) || seen.contains(each));
})()"""
"""Whether somebody who uses the keyboard does not see where they are."""


def press_tab(visit):
    """Go to what comes next."""
    for kind in ("keyDown", "keyUp"):
        visit("Input.dispatchKeyEvent", type=kind, key="Tab", code="Tab", windowsVirtualKeyCode=9)


@pytest.mark.exhaustive
def test_all_of_it_is_reached_by_keys_and_a_link_is_the_sheets(visit, served):
    visit.run("document.getElementById('folded').open = true")
    seen = []
    for _ in range(40):
        press_tab(visit)
        seen.append(visit.run(FOCUSED))
    assert seen[0] == "skip"
    assert {"tongue", "tonight", "class", "book", "again"} < {*seen}
    assert {
        "readers",
        "difficulty",
        "theme",
        "mazes",
        "page",
        "language",
        "shuffle",
        "questions",
        "pdf",
        "print",
    } < {*seen}
    visit.fill(readers="5-6", difficulty="hard", theme="bee", mazes="4")
    link, made = visit.run("location.href"), visit.save("pdf")
    visit.open("about:blank")
    visit.open(link)
    visit.until(SETTLED + " && !document.getElementById('files').hidden")
    assert visit.save("pdf") == made


@pytest.mark.exhaustive
@pytest.mark.parametrize(("width", "height"), [(360, 800), (320, 192), (1366, 768)])
def test_what_has_the_focus_is_in_view(width, height, visit):
    """On a phone, on a screen that is enlarged to 400 %, and on a laptop; buttons that stay in view
    cover no field, with all settings open."""
    visit.resize(width, height)
    visit("Emulation.setFocusEmulationEnabled", enabled=True)
    for door in ("tonight", "class", "book"):
        visit.enter(door)
        visit.until("!document.getElementById('files').hidden")
        visit.run("for (const id of ['folded', 'same']) document.getElementById(id).open = true")
        visit.run("document.querySelector('.skip').focus()")
        seen = []
        while (focused := visit.run(FOCUSED)) != "skip" or not seen:
            assert not focused or not visit.run(COVERED), (door, focused)
            seen.append(focused)
            press_tab(visit)
        assert {"page", "language", "seed", "print"} < {*seen}


@pytest.mark.exhaustive
def test_what_has_the_focus_keeps_it_when_it_is_used(visit):
    """To print takes the focus for a moment; what is used and disappears leaves it at the form or
    at the sheets."""
    visit.run("{const it = document.getElementById('print'); it.focus(); it.click();}")
    visit.until("document.querySelector('iframe.print')")
    visit.until("document.activeElement.id === 'print'")
    visit.run("document.activeElement.blur(); document.getElementById('print').click()")
    visit.until(
        "document.querySelector('iframe.print')?.contentDocument?.readyState === 'complete'"
    )
    assert visit.run("document.activeElement.tagName") == "BODY"
    visit.fill(mazes="3")
    visit.run("{const it = document.getElementById('undo'); it.focus(); it.click();}")
    visit.until("document.getElementById('undo').hidden && " + SETTLED)
    assert visit.run("document.activeElement.id") == "form"
    visit.run("""{const field = document.getElementById("mazes"); field.value = "2000";
        field.dispatchEvent(new Event("input", {bubbles: true}));}""")
    visit.until("!document.getElementById('stop').hidden")
    visit.run("{const it = document.getElementById('stop'); it.focus(); it.click();}")
    visit.until("document.getElementById('stop').hidden && " + SETTLED)
    assert visit.run(FOCUSED) == "pdf"


@pytest.mark.exhaustive
def test_the_command_serves_the_page(site, tmp_path):
    """What a release has, an archive of the page, makes sheets at an address of this machine."""
    archive = shutil.make_archive(str(tmp_path / "web"), "zip", site.parent, site.name)
    page = Visit(tmp_path / "browser")
    with serving(archive, cwd=tmp_path) as (_, port):
        address = f"http://127.0.0.1:{port}/"
        page.open(f"{address}#door=tonight&lang=en&seed=owl&page=a4")
        page.until(SETTLED)
        check_same(page, tmp_path, "sheets")
        page.until("document.getElementById('offline').textContent")
        check_keeps_nothing(page, address)
    page.close()


UNPACK = """const [tool, packed] = process.argv.slice(1);
const { readFileSync, writeFileSync } = require("fs");
writeFileSync(packed.replace(".pack", ""), require(tool).decompress(readFileSync(packed)));"""


@pytest.mark.exhaustive
def test_pyodide_may_lie_elsewhere(site, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    shutil.copytree(site / "pyodide", elsewhere)
    for packed in elsewhere.glob("*.pack"):  # its publisher packs nothing
        subprocess.run(["node", "-e", UNPACK, site / "fzstd.js", packed], check=True)

    class Open(Quiet):
        def end_headers(self):
            self.send_header("Access-Control-Allow-Origin", "*")
            super().end_headers()

    there = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Open, directory=str(elsewhere))
    )
    threading.Thread(target=there.serve_forever, daemon=True).start()
    folder = tmp_path / "dist"
    shutil.copytree(site, folder, ignore=shutil.ignore_patterns("pyodide"))
    address = f"http://localhost:{there.server_port}/"
    build.lay_out(folder, address)
    page, server = Visit(tmp_path / "browser"), Served(folder)
    try:
        page.open(f"{server.address}#door=tonight&lang=en")
        page.until(SETTLED + " && !document.getElementById('files').hidden")
        origins = {
            request["url"].split("/")[2]
            for request in page.requests()
            if request["url"].startswith("http")
        }
        assert origins == {server.address.split("/")[2], address.split("/")[2]}
    finally:
        page.close()
        server.stop()
        there.shutdown()
        there.server_close()
