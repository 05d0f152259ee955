"""The page without a browser: what is asked for as one value (by node, where there is one), the
lists of a class, and the entrance."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import openpyxl
import pypdfium2
import pytest
from command import HOME

from puzzlebook.class_lists.header_words import COLUMNS, NAMES, read_title

sys.path[:0] = [str(HOME / "web"), str(HOME / "web" / "python")]
build, doors, gallery = map(import_module, ("build", "doors", "gallery"))


# -- What is asked for --------------------------------------------------------------------------

SCRIPT = """
import * as asked from "./state.mjs";
import * as pupils from "./pupils.mjs";
import { fit, trace } from "./trace.mjs";
const usual = (lang) => ({ lang: lang ?? "en", language: lang ?? "en", page: "a4", seed: "fresh" });
const from = (hash) => asked.fromAddress(hash, usual);
const found = {};
let state = from("#door=tonight&theme=bee&mazes=4&seed=owl&lang=de");
found.link = asked.toAddress(state);
found.again = asked.toAddress(from(asked.toAddress(state))) === asked.toAddress(state);
found.whole = asked.request(from("#door=tonight&seed=fox"), { "7-8": "pirate" });
state = asked.enter(state, "class");
state = asked.change(asked.change(state, "names", "Mia Berg"), "title", "Week 12");
found.secret = asked.toAddress(state);
found.title = asked.get(asked.enter(state, "book"), "title");
found.kept = asked.get(asked.enter(asked.enter(state, "book"), "class"), "title");
const dropped = asked.drop(state, { name: "3b.csv", content: new ArrayBuffer(1) });
const corrected = asked.change(dropped, "names", "Mia");
found.corrected = [corrected.list, "file" in corrected, asked.toAddress(corrected), asked.change(corrected, "names", "Ben").list, asked.change(asked.enter(corrected, "tonight"), "word", "Zoë").list, asked.change(corrected, "names", " ").list ?? null, asked.drop(corrected, { name: "4a.csv", content: new ArrayBuffer(1) }).list ?? null];
found.list = [asked.request(dropped, {}).list, asked.get(dropped, "names")];
const book = asked.change(from("#door=book&pages=12"), "mazes", "8");
found.length = [book, asked.change(book, "mazes", ""), asked.change(book, "pages", "20"), asked.change(from("#door=tonight"), "mazes", "4")].map((each) => [asked.get(each, "mazes"), asked.get(each, "pages")]);
const forSix = asked.enter(asked.change(from("#door=tonight"), "readers", "5-6"), "book");
const chosen = asked.enter(asked.change(from("#door=book"), "book", "shapes"), "tonight");
found.readers = [forSix, asked.enter(asked.change(from("#door=tonight"), "readers", "adult"), "book"), asked.enter(asked.change(chosen, "readers", "5-6"), "book"), asked.enter(from("#door=tonight"), "book")].map((each) => asked.get(each, "book"));
found.numbers = ["8", " ۱۲ ", "", "many", "1.5", "-3"].map((text) => asked.findNoNumbers(asked.change(from("#door=book"), "mazes", text)));
found.typed = "file" in asked.change(dropped, "names", "Ben");
found.languages = [asked.speak(state, "fr", (lang) => lang), asked.speak(asked.change(state, "language", "es"), "fr", (lang) => lang)].map((each) => each.shared.language);
const sized = asked.change(from("#door=book&page=6x9"), "trim", " 5.75x8.75in ");
found.size = [asked.request(sized, {}).page, asked.request(from(asked.toAddress(sized)), {}).page, asked.request(from("#door=book&page=6x9"), {}).page];
const checked = asked.drop(from("#door=check&printer=lulu"), { name: "a.pdf", content: new ArrayBuffer(1) });
const counted = asked.change(from("#door=check"), "cover_pages", "26");
const first = asked.drop(counted, { name: "cover.pdf", content: new ArrayBuffer(1) });
found.counts = [first, asked.drop(first, { name: "b.pdf", content: new ArrayBuffer(1) })].map((each) => asked.get(each, "cover_pages"));
found.checked = [asked.isEmpty(from("#door=check")), asked.isEmpty(checked), asked.request(checked, {}), asked.toAddress(checked)];
const past = new asked.Past();
past.keep(1, "names"); past.keep(2, "names"); past.keep(3, ""); past.pause(); past.keep(4, "names");
found.past = [past.undo(), past.undo(), past.undo(), past.undo() ?? null];
found.links = ["https://a.example/p/#door=book&book=shapes", " #lang=de&door=class&seed=x ", "book-1:ages-7-8:owl:7q4k2m9x0c-k"].map(asked.linkIn);
found.file = asked.fileName(["Mazes: a/b", "", "A4"], "pdf");
found.usual = ["#door=tonight&readers=5-6", "#door=book&book=shapes", "#door=tonight&readers=no"].map((link) => asked.usualTheme(from(link), { "5-6": "rabbit", shapes: "bee" }));
found.entrance = [from("").door, from("#door=no").door, from("#code=x").door, asked.toAddress(from(""))];
state = asked.enter(from("#door=book&page=a4"), "book");
found.printer = ["kdp", "lulu", "none"].map((name) => asked.get(asked.printWith(state, name, { kdp: ["5x8", "8.5x11"], lulu: ["a4"] }), "page"));
state = asked.drop(from("#door=tonight"), { name: "picture.svg", content: new ArrayBuffer(1) });
found.picture = [asked.request(state, {}).picture, "picture" in asked.request(asked.takeAway(state), {}), asked.request(asked.change(state, "mazes", "2"), {}).picture];
const named = asked.change(state, "word", "Mia");
found.word = [asked.toAddress(named), "picture" in asked.request(named, {}), asked.request(asked.drop(named, { name: "picture.svg", content: new ArrayBuffer(1) }), {}).word, asked.get(from("#door=tonight&word=Mia&poster=2x2"), "word"), asked.toAddress(from("#door=tonight&word=Mia&poster=2x2"))];
found.codes = ["book-1:sheets:owl:..silhouette=++ehjqgx1t9nmp2:xk64y4027y-5", "1-square-25x18-name.9nmp2.qdatbjjw41-apart-80rr-4", "1-square-9x12-far-7q4k2m9x0c3t5v8w-p"].map((code) => asked.toAddress(asked.change(from("#door=again"), "code", code)));
found.child = asked.toAddress(asked.change(asked.change(from("#door=book&printer=kdp"), "child", "Mia"), "dedication", "For Mia"));
const ring = { width: 120, height: 90, data: new Uint8ClampedArray(4 * 120 * 90).fill(255) };
for (let y = 0; y < 90; y++) for (let x = 0; x < 120; x++) {
  const isLine = Math.abs(Math.hypot(x - 60, y - 45) - 30) < 2 || (x < 8 && y < 8);
  if (isLine) ring.data.fill(40, 4 * (y * 120 + x), 4 * (y * 120 + x) + 3);
}
const blank = { width: 9, height: 9, data: new Uint8ClampedArray(4 * 81).fill(255) };
found.traced = [trace(ring), trace(blank), fit(4000, 3000), fit(40, 30)];
const title = (column) => column.toUpperCase();
const listed = pupils.widen({ columns: ["name", "hand"], rows: [["Mia", "left"], ["Berg, Ben", ""], ["", ""]] });
found.table = [listed, pupils.writeNames(listed, title), pupils.writeNames(pupils.widen({ columns: ["name"], rows: [["Mia"], [""], ["Zoë"]] }), title), pupils.isBlank(pupils.makeBlank())];
found.pasted = pupils.putIn(listed, 1, 0, pupils.cellsIn("Li Ng\\t2\\r\\nZoë\\t5\\r\\nAda\\t1\\textra\\tmore\\tand more\\r\\n")).rows;
found.removed = pupils.removeLine(listed, 0).rows.map((cells) => cells[0]);
console.log(JSON.stringify(found));
"""


NO_PAGE = "export const [$, all, button, hide] = [];"
"""In place of the elements of a page."""


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    if not (node := shutil.which("node")):
        pytest.skip("no node")
    folder = tmp_path_factory.mktemp("state")
    for name in ("state", "trace", "pupils"):
        script = (HOME / f"web/page/{name}.js").read_text("utf-8")
        (folder / f"{name}.mjs").write_text(script.replace("./elements.js", "./elements.mjs"))
    (folder / "elements.mjs").write_text(NO_PAGE)
    (folder / "test.mjs").write_text(SCRIPT, "utf-8")
    done = subprocess.run(
        [node, "test.mjs"], cwd=folder, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_link_is_whole(found):
    """What it leaves out is as usual, and not what was asked for before."""
    assert "theme=bee" in found["link"]
    assert "seed=owl" in found["link"]
    assert found["again"]
    whole = {"theme": "pirate", "mazes": "10", "seed": "fox", "readers": "7-8", "page": "a4"}
    assert whole.items() <= found["whole"].items()
    assert found["links"] == ["door=book&book=shapes", "lang=de&door=class&seed=x", None]
    assert found["entrance"] == ["", "", "again", "#lang=en"]


def test_no_link_has_a_name_and_a_title_stays_at_its_door(found):
    assert "Mia" not in found["secret"]
    assert "Week" not in found["secret"]
    assert [found["title"], found["kept"]] == ["", "Week 12"]


def test_names_and_a_list_stand_for_each_other(found):
    assert found["list"] == ["3b.csv", ""]
    assert not found["typed"]


def test_names_that_were_corrected_are_still_those_of_their_list(found):
    """Until others take their place; no link says so."""
    name, has_file, address, *later = found["corrected"]
    assert (name, has_file) == ("3b.csv", False)
    assert "3b" not in address
    assert later == ["3b.csv", "3b.csv", None, None]


def test_a_table_is_the_text_of_a_list(found):
    """Lines without a name are not in it, nor columns without anything."""
    listed, written, names, is_blank = found["table"]
    assert listed == {
        "columns": ["name", "level", "group", "hand"],
        "rows": [["Mia", "", "", "left"], ["Berg, Ben", "", "", ""], [""] * 4],
    }
    assert written == {"names": 'NAME,HAND\nMia,left\n"Berg, Ben",\n', "lines": [0, 1]}
    assert names == {"names": "Mia\nZoë\n", "lines": [0, 2]}
    assert is_blank
    assert found["removed"] == ["Berg, Ben", ""]


def test_lines_are_pasted_into_a_table(found):
    assert found["pasted"] == [
        ["Mia", "", "", "left"],
        ["Li Ng", "2", "", ""],
        ["Zoë", "5", "", ""],
        ["Ada", "1", "extra", "more"],
    ]


def test_a_book_has_a_number_of_mazes_or_of_pages(found):
    assert found["length"] == [["8", ""], ["", ""], ["", "20"], ["4", ""]]


def test_a_book_is_for_those_whom_sheets_were_made_for(found):
    assert found["readers"] == ["ages-5-6", "adult", "shapes", "ages-7-8"]


def test_sheets_and_books_have_a_usual_theme(found):
    assert found["usual"] == ["rabbit", "bee", ""]
    choices = build.choices()
    assert {*choices["readers"], *choices["books"]} <= {*choices["suits"]}
    assert {*choices["suits"].values()} <= {*choices["themes"]}


def test_what_is_no_whole_number_is_noticed_before_anything_is_made(found):
    assert found["numbers"] == [[], [], [], ["mazes"], ["mazes"], ["mazes"]]


def test_no_paper_is_offered_twice():
    """Under another name, for oneself and for each printer."""
    choices = build.choices()
    assert build.list_papers(["a4", "8.27x11.69", "6x9"]) == ["a4", "6x9"]
    for papers in (choices["papers"], *(row["pages"] for row in choices["printers"].values())):
        assert build.list_papers(papers) == papers
    assert {"a4", "letter"} < {*choices["papers"]}


def test_a_printer_brings_paper_that_it_has(found):
    assert found["printer"] == ["8.5x11", "a4", "a4"]


def test_a_page_size_that_is_typed_is_that_of_the_book(found):
    assert found["size"] == ["5.75x8.75in", "5.75x8.75in", "6x9"]


def test_the_next_file_is_no_cover_of_the_same_book(found):
    assert found["counts"] == ["26", ""]


def test_a_file_to_be_checked_is_in_no_link(found):
    is_empty_without, is_empty_with, request, address = found["checked"]
    assert (is_empty_without, is_empty_with) == (True, False)
    assert {"door": "check", "printer": "lulu", "file": "a.pdf"}.items() <= request.items()
    assert "a.pdf" not in address


def test_no_link_has_a_child_or_a_dedication(found):
    assert "printer=kdp" in found["child"]
    assert "Mia" not in found["child"]


def test_a_name_as_the_outline_is_in_no_link_and_stands_for_a_picture(found):
    """The entrance has one that it shows; the address of its sheets has it no more."""
    link, has_picture, word, shown, after = found["word"]
    assert "Mia" not in link + after
    assert "poster=2x2" in after
    assert (has_picture, word, shown) == (False, "", "Mia")
    assert found["codes"] == [
        *["#door=again&lang=en"] * 2,
        "#door=again&lang=en&code=1-square-9x12-far-7q4k2m9x0c3t5v8w-p",
    ]


def test_a_picture_stays_until_it_is_taken_away(found):
    assert found["picture"] == ["picture.svg", False, "picture.svg"]


def test_the_outline_of_a_photo_is_that_of_its_largest_figure_filled(found):
    ring, blank, large, small = found["traced"]
    assert blank is None
    assert [large, small] == [[300, 225], [40, 30]]
    corners = [tuple(map(int, pair.split())) for pair in re.findall(r"\d+ \d+(?=[Lz])", ring)]
    assert 12 < len(corners) < 80
    # The circle's middle lies in the frame that is two pixels wide; its radius is that of the line.
    away = [((x - 62) ** 2 + (y - 47) ** 2) ** 0.5 for x, y in corners]
    assert 30 < min(away) < max(away) < 36


def test_sheets_follow_the_language_of_the_page_until_theirs_is_chosen(found):
    assert found["languages"] == ["fr", "es"]


def test_a_run_of_keystrokes_is_one_change(found):
    assert found["past"] == [4, 3, 1, None]


def test_a_file_has_a_name_that_any_system_takes(found):
    assert found["file"] == "Mazes a b, A4.pdf"


# -- Without Pillow -----------------------------------------------------------------------------

MAKE = """
import json, sys
sys.path[:0] = sys.argv[1:]
import doors
asked = {"door": "book", "book": "ages-7-8", "pages": "18", "seed": "owl", "page": "a4"}
print(doors.answer(json.dumps(asked), lambda *told: None))
"""


def test_a_book_needs_no_more_of_pillow_than_the_page_has(tmp_path):
    """Its full-page drawings have colours, which the page reads without the rest of Pillow."""
    build.stand_in(tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", MAKE, tmp_path, HOME / "web/python"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["pages"] == 18


def test_all_that_is_offered_has_a_name_in_each_language():
    choices = build.choices()
    who = [name for name in {*choices["readers"], *choices["books"]} if not re.search(r"\d", name)]
    keys = {f"for_{name}" for name in who} | {f"theme_{name}" for name in choices["themes"]}
    for language, rows in build.words().items():
        assert {key.replace("-", "_") for key in keys} <= {*rows}, language


# -- Lists of a class ---------------------------------------------------------------------------


def make(tmp_path, monkeypatch, **asked):
    monkeypatch.chdir(tmp_path)
    request = {"seed": "owl", "page": "a4", "level": "3", "key": "inside", **asked}
    return json.loads(doors.answer(json.dumps(request), lambda *told: None))


@pytest.mark.parametrize(
    "text", ["Mia, Ben, Zoë", "Mia;Ben; Zoë;", "Mia\tBen\tZoë", "Mia، Ben، Zoë", "Mia\nBen\nZoë\n"]
)
def test_names_on_one_line_are_names(text):
    assert doors.split_names(text) == "Mia\nBen\nZoë"


def test_lines_with_commas_stay_as_they_are():
    table = "name,level\nMia,1\nBen,2"
    assert doors.split_names(table) == table


def test_a_name_that_cannot_be_set_does_not_stop_the_others(tmp_path, monkeypatch):
    made = make(tmp_path, monkeypatch, door="class", names="Mia\n😀 Zoë\nBen")
    assert made["left_out"] == ["😀 Zoë"]
    manifest = Path(made["files"]["pdf"]).with_name("manifest.json").read_text("utf-8")
    assert "Mia" in manifest
    assert "Ben" in manifest
    assert "Zoë" not in manifest


def test_a_list_of_which_no_name_can_be_set_is_refused_without_a_font_to_name(
    tmp_path, monkeypatch
):
    (fault,) = make(tmp_path, monkeypatch, door="class", names="明")["faults"]
    assert "no font has a glyph" in fault
    assert "--font" not in fault
    assert "font FILE" not in fault


def test_a_workbook_is_a_list_and_one_name_in_it_does_not_stop_the_others(tmp_path, monkeypatch):
    book = openpyxl.Workbook()
    for row in (["Nachname", "Vorname", "Niveau"], ["Berg", "Mia", 1], ["😀", "Ben", 2]):
        book.active.append(row)
    (tmp_path / "dropped").mkdir()
    book.save(tmp_path / "dropped/3b.xlsx")
    made = make(tmp_path, monkeypatch, door="class", list="3b.xlsx")
    assert made["left_out"] == ["😀 Ben 2"]
    assert "--names 3b.csv" in made["command"]
    assert (made["mazes"], made["pages"]) == (1, 2)
    assert not [line for line in made["remarks"] if "folder" in line]


def list_sheets(made):
    """The name and the maze of each sheet of a class."""
    manifest = json.loads(Path(made["files"]["pdf"]).with_name("manifest.json").read_text("utf-8"))
    return [(maze["name"], maze["code"]) for maze in manifest["mazes"]]


def test_the_pupils_of_a_list_are_shown_to_be_corrected(tmp_path, monkeypatch):
    """What is shown makes the same sheets, and so does the part of it that was not corrected."""
    rows = ["Nachname;Vorname;Stufe;Hand;Kopien", "Berg;Mia;2;links;1", "Ng;Li;leichter;;2"]
    (tmp_path / "dropped").mkdir()
    (tmp_path / "dropped/3b.csv").write_text("\n".join(rows), "utf-8")
    made = make(tmp_path, monkeypatch, door="class", list="3b.csv")
    table = made["pupils"]
    assert table == {
        "columns": ["name", "level", "hand", "copies"],
        "rows": [["Mia Berg", "2", "left", "1"], ["Li Ng", "easier", "", "2"]],
    }
    assert made["columns"] == '"Vorname + Nachname"'
    assert not any("Vorname" in line for line in made["remarks"])  # it is said in any language
    sheets = list_sheets(made)
    assert [name for name, _ in sheets] == ["Mia Berg", "Li Ng"]
    for lang, titles in TITLES.items():
        rows = [[titles[column] for column in table["columns"]], *table["rows"]]
        shown = "\n".join(map(",".join, rows)) + "\n"
        again = make(tmp_path, monkeypatch, door="class", names=shown)
        assert again["pupils"] == table, lang
        assert list_sheets(again) == sheets, lang
    again = make(tmp_path, monkeypatch, door="class", names=shown.replace("Berg", "Bérg"))
    assert list_sheets(again)[1:] == sheets[1:]


def test_a_list_of_names_alone_is_shown_without_titles(tmp_path, monkeypatch):
    (tmp_path / "dropped").mkdir()
    (tmp_path / "dropped/3b.csv").write_text("Name\n😀 Zoë\nBerg, Mia\n", "utf-8")
    made = make(tmp_path, monkeypatch, door="class", list="3b.csv")
    assert made["left_out"] == ["😀 Zoë"]
    assert made["pupils"] == {"columns": ["name"], "rows": [["😀 Zoë"], ["Mia Berg"]]}


def test_what_is_wrong_in_a_list_is_in_the_table_to_be_corrected(tmp_path, monkeypatch):
    """The cells as they were written, and which of them are wrong."""
    text = "name,level,copies\nMia,9,\n\nBen,2,many\n"
    made = make(tmp_path, monkeypatch, door="class", names=text)
    assert len(made["faults"]) == 2
    rows = [["Mia", "9", ""], ["Ben", "2", "many"]]
    assert made["pupils"] == {"columns": ["name", "level", "copies"], "rows": rows}
    assert made["wrong"] == [[0, "level"], [1, "copies"]]
    (tmp_path / "dropped/3b.csv").write_bytes(b"%PDF-1.7")
    made = make(tmp_path, monkeypatch, door="class", list="3b.csv")
    assert made["faults"]
    assert (made["pupils"], made["wrong"]) == (None, [])


TITLES = {
    lang: {
        column: rows.get(f"column_{column}") or build.choices()["columns"][lang][column]
        for column in COLUMNS
    }
    for lang, rows in build.words().items()
    if lang in build.choices()["columns"]
}
"""What the page has above the columns of a table, in each of its languages."""


def test_titles_of_the_table_are_understood_in_a_list():
    for lang, titles in TITLES.items():
        for column, title in titles.items():
            found = read_title(title)
            assert found, (lang, title)
            assert found.column == column or {found.column, column} <= {*NAMES}, (lang, title)


def test_the_hint_has_titles_that_lists_may_have():
    """What each language says of a list is what a list in it may have above its columns."""
    for language, rows in build.words().items():
        *_, told = re.split("[:：]", rows["names_hint"])
        titles = re.split("[,،、]", told.strip(" .।۔"))
        columns = [found.column for title in titles if (found := read_title(title.strip()))]
        assert columns[1:] == ["level", "group"], language
        assert columns[0] in ("name", "full", "first"), language


def test_own_sheets_are_made_again_and_a_class_says_what_it_needs(tmp_path, monkeypatch):
    sheets = {"door": "tonight", "readers": "5-6", "mazes": "1"}
    made = make(tmp_path, monkeypatch, **sheets, questions="add 10")
    assert "--add 10" in made["command"]
    content = Path(made["files"]["pdf"]).read_bytes()
    (tmp_path / "dropped").mkdir()
    (tmp_path / "dropped/own.pdf").write_bytes(content)
    again = make(tmp_path, monkeypatch, door="again", file="own.pdf")
    assert Path(again["files"]["pdf"]).read_bytes() == content
    made = make(tmp_path, monkeypatch, door="class", names="Mia\nBen", key="inside")
    assert made["captions"] == ["Mia", "Ben"]
    shutil.copy(made["files"]["pdf"], tmp_path / "dropped/own.pdf")
    assert make(tmp_path, monkeypatch, door="again", file="own.pdf") == {
        "faults": [],
        "hint": "again_files",
    }


def test_a_poster_gives_its_maze_again(tmp_path, monkeypatch):
    made = make(tmp_path, monkeypatch, door="tonight", readers="5-6", poster="2x1", word="Mia")
    (tmp_path / "dropped").mkdir(exist_ok=True)
    shutil.copyfile(made["files"]["pdf"], tmp_path / "dropped" / "Poster, A4.pdf")
    again = make(tmp_path, monkeypatch, door="again", file="Poster, A4.pdf")
    assert again["code"] == made["code"]
    assert "name." in made["code"]


@pytest.mark.parametrize("typed", ["ts5r8z9v", "Seed: ts5r8z9v", " Startwert:ts5r8z9v "])
def test_a_seed_alone_is_understood(typed, tmp_path, monkeypatch):
    found = make(tmp_path, monkeypatch, door="again", code=typed)
    assert found == {"faults": [], "hint": "again_seed", "seed": "ts5r8z9v"}


def test_a_book_has_as_many_mazes_as_are_asked_for(tmp_path, monkeypatch):
    made = make(tmp_path, monkeypatch, door="book", book="ages-7-8", mazes="2", title="Ours")
    assert made["mazes"] == 2
    assert "--mazes 2" in made["command"]


def test_no_fault_names_a_setting_that_the_page_does_not_have(tmp_path, monkeypatch):
    asked = {"door": "class", "names": "Mia", "title": "明"}
    (fault,) = make(tmp_path, monkeypatch, **asked)["faults"]
    assert "--" not in fault


def test_a_book_that_cannot_be_so_long_is_offered_lengths_that_it_can_have(tmp_path, monkeypatch):
    """What is wrong, the printer's limit and the nearest counts of pages, for words of the page's
    own; the field is the one that was filled in."""
    book = {"door": "book", "book": "ages-7-8", "page": "8.5x11", "theme": "ink"}
    made = make(tmp_path, monkeypatch, **book, pages="6")
    assert (made["faults"], made["hint"], made["fields"]) == ([], "other_pages", ["pages"])
    assert (made["pages"], made["nearest"]) == (6, [8])
    made = make(tmp_path, monkeypatch, **book, pages="12", printer="kdp-paperback")
    assert (made["hint"], made["fields"]) == ("more_pages", ["pages"])
    assert (made["pages"], made["limit"], made["nearest"]) == (12, 24, [24])
    made = make(tmp_path, monkeypatch, **book, mazes="700", printer="kdp-paperback")
    assert (made["hint"], made["fields"], made["limit"]) == ("fewer_pages", ["mazes"], 590)


def test_printers_that_bind_at_the_right_are_named(tmp_path, monkeypatch):
    found = make(
        tmp_path, monkeypatch, door="book", book="ages-7-8", language="fa",
        printer="kdp-paperback", pages="24", page="8.5x11",
    )  # fmt: skip
    assert (found["hint"], found["fields"], found["faults"]) == ("binding_side", ["printer"], [])
    assert {"ingram", "lulu"} < {*found["printers"]} & {*build.choices()["printers"]}


def test_a_length_that_is_offered_can_be_made(tmp_path, monkeypatch):
    book = {"door": "book", "book": "ages-7-8", "page": "8.5x11", "printer": "kdp-paperback"}
    made = make(tmp_path, monkeypatch, **book, mazes="700")
    assert make(tmp_path, monkeypatch, **book, pages=str(made["nearest"][0]))["pages"] <= 590


def test_no_remark_names_an_option(tmp_path, monkeypatch):
    """What a remark says is said; how the command would change it is not."""
    asked = {"door": "book", "book": "shapes", "pages": "24", "page": "8.5x11"}
    made = make(tmp_path, monkeypatch, **asked, printer="kdp-paperback", title="Momo")
    lacks = dict(made["lacks"])
    assert [*lacks] == ["subtitle", "author"]
    assert lacks["subtitle"]
    assert not [line for line in made["remarks"] if "--" in line]
    own = make(
        tmp_path, monkeypatch, **asked, printer="kdp-paperback", title="Momo", subtitle="Zoo"
    )
    assert "--subtitle Zoo" in own["command"]
    assert (own["title"], own["subtitle"]) == ("Momo", "Zoo")
    assert own["lacks"] == [["author", ""]]


def test_a_pdf_for_a_printer_says_that_its_recipe_makes_it_again(tmp_path, monkeypatch):
    book = {"door": "book", "book": "ages-7-8", "pages": "24", "page": "8.5x11"}
    made = make(tmp_path, monkeypatch, **book, printer="kdp-paperback")
    content = Path(made["files"]["pdf"]).read_bytes()
    (tmp_path / "dropped").mkdir()
    shutil.copy(made["files"]["pdf"], tmp_path / "dropped/own.pdf")
    shutil.copy(made["files"]["recipe"], tmp_path / "dropped/recipe.toml")
    again = make(tmp_path, monkeypatch, door="again", file="own.pdf")
    assert again == {"faults": [], "hint": "again_printer"}
    again = make(tmp_path, monkeypatch, door="again", file="recipe.toml")
    assert Path(again["files"]["pdf"]).read_bytes() == content


def test_what_was_made_before_is_there_until_something_takes_its_place(tmp_path, monkeypatch):
    made = make(tmp_path, monkeypatch, door="tonight", readers="7-8", mazes="1")
    pdf = Path(made["files"]["pdf"])
    content = pdf.read_bytes()
    told = []

    def stop(*step):
        told.append(step)
        if step[0] == "drawing mazes":
            raise KeyboardInterrupt

    doors.set_aside()
    asked = {"door": "tonight", "readers": "7-8", "mazes": "2", "seed": "fox", "page": "a4"}
    with pytest.raises(KeyboardInterrupt):
        doors.answer(json.dumps(asked), stop)
    assert told == [("planning", 0, 0), ("drawing mazes", 1, 2)]
    doors.bring_back()
    assert pdf.read_bytes() == content
    doors.set_aside()
    doors.answer(json.dumps(asked), lambda *told: None)
    doors.drop_earlier()
    assert pdf.read_bytes() != content
    assert not doors.EARLIER.exists()


def test_sheets_of_the_next_visit_leave_those_of_this_one(tmp_path, monkeypatch):
    made = make(tmp_path, monkeypatch, door="tonight", readers="7-8", mazes="1")
    pdf = Path(made["files"]["pdf"])
    content = pdf.read_bytes()
    asked = {"door": "tonight", "readers": "7-8", "mazes": "2", "seed": "fox", "page": "a4"}
    found = json.loads(doors.prepare(json.dumps(asked), "ahead.pdf"))
    assert pdf.read_bytes() == content
    assert make(tmp_path, monkeypatch, **asked)["command"] == found["command"]
    assert pdf.read_bytes() == Path("ahead.pdf").read_bytes() != content


# -- The entrance -------------------------------------------------------------------------------


def test_each_picture_of_the_entrance_has_sheets_that_are_ready(tmp_path):
    cards = gallery.read_cards()
    some = {key: cards[key] for key in ("class", "little", "names", "poster")}
    gallery.make_ready(tmp_path, some)
    for key in some:
        sizes = [
            pypdfium2.PdfDocument(tmp_path / "ready" / f"{key}-{page}.pdf").get_page_size(0)
            for page in gallery.PAPERS
        ]
        assert [round(wide) for wide, _ in sizes] == [595, 612]
    page = gallery.write_cards(some, build.words(), tmp_path)
    assert "A class" in page
    for path in re.findall(r'(?:src|href)="(ready/[^"]+)"', page):
        assert (tmp_path / path).is_file()
    sheets = len(pypdfium2.PdfDocument(tmp_path / "ready" / "little-letter.pdf"))
    assert f'data-letter="{sheets}"' in page
    assert f"<small>Pages: {sheets} · A4</small>" in page
    # The maker begins with the mazes of a picture, but each class has mazes of its own.
    assert page.count("seed=gallery") == 2 * (len(some) - 1)
    assert "Names as mazes" in page
    assert "Poster" in page


def test_the_cards_ask_for_what_there_is():
    choices = build.choices()
    for card in gallery.read_cards().values():
        assert card.get("readers", "7-8") in choices["readers"]
        assert card.get("theme", "ink") in choices["themes"]
        assert card.get("book", "shapes") in choices["books"]
        assert gallery.name_card(card, build.words()["en"])


def test_why_nothing_is_made_is_said_in_each_language():
    page = gallery.write_reasons(build.words())
    for why in ("file", "framed", "lost"):
        assert page.count(f'data-why="{why}"') == len(build.words())
    assert gallery.write_no_script(build.words()).count("<p ") == len(build.words())


def test_the_page_may_be_installed():
    manifest = json.loads((HOME / "web/page/manifest.webmanifest").read_text("utf-8"))
    assert manifest["start_url"] == "./"
    assert [icon["sizes"] for icon in manifest["icons"]] == ["any", "192x192", "512x512"]
    assert 'rel="manifest"' in (HOME / "web/page/index.html").read_text("utf-8")


def test_words_of_both_portugueses_differ_where_the_languages_do():
    rows = {name: tomllib.loads((HOME / f"web/words/{name}.toml").read_text("utf-8"))
            for name in ("pt", "pt-PT")}  # fmt: skip
    assert "link" in rows["pt"]["copy"]
    assert "ligação" in rows["pt-PT"]["copy"]
