"""The packs of the page: what has not come is waited for, and what comes first is small."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
from importlib import import_module

import pytest
from command import HOME
from page_visits import site  # noqa: F401

sys.path[:0] = [str(HOME / "web"), str(HOME / "web" / "python")]
packing = import_module("packing")
build = import_module("build")
gallery = import_module("gallery")

ARRIVE = """
import json, sys, types
from pathlib import Path
zstd = types.ModuleType("compression.zstd")
zstd.decompress = bytes
sys.modules |= {"compression": types.ModuleType("compression"), "compression.zstd": zstd}
sys.modules["compression"].zstd = zstd
import arrivals
arrivals.ROOT = Path(sys.argv[1])
sys.path.append(sys.argv[1])

def send(files, coming):
    sizes = [(name, len(text)) for name, text in files.items()]
    head = json.dumps({"files": sizes, "coming": coming}).encode()
    arrivals.unpack(len(head).to_bytes(4, "big") + head + "".join(files.values()).encode())

def ask(read):
    try:
        return read()
    except Exception as error:
        return repr(error)
    except arrivals.Absent as absent:
        return [str(absent)]

bee, hive = (arrivals.ROOT / "themes" / f"{name}.toml" for name in ("bee", "hive"))
send({"themes/bee.toml": "bees", "early.py": "x = 1"}, {"later": ["themes/hive.toml", "late.py"]})
found = [ask(bee.read_text), ask(hive.read_text), ask(lambda: open(str(hive), "rb").read())]
found.append(sorted(path.name for path in bee.parent.iterdir()))
found += [ask(lambda: __import__("early").x), ask(lambda: __import__("late").x)]
send({"themes/hive.toml": "honey", "late.py": "x = 2"}, {})
found += [ask(hive.read_text), ask(lambda: __import__("late").x)]
print(json.dumps(found))
"""


def test_what_is_on_its_way_is_waited_for_and_listed_all_the_same(tmp_path):
    """Whoever reads it is stopped, whatever errors it handles; a folder lists what will be in it."""
    done = subprocess.run(
        [sys.executable, "-c", ARRIVE, str(tmp_path)],
        cwd=HOME / "web" / "python",
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == [
        *("bees", ["later"], ["later"], ["bee.toml", "hive.toml"]),
        *(1, ["later"], "honey", 2),
    ]


def test_the_first_requests_are_of_all_readers_and_of_the_pictures_at_the_entrance():
    choices = build.choices()
    asked = [*packing.list_first_requests(choices, gallery.read_cards().values())]
    assert {each["readers"] for each in asked if "readers" in each} >= {*choices["readers"]}
    # Of drawings, those of the page's own suggestion alone come first: all would be over the budget.
    themes = {each.get("theme") for each in asked} - {None}
    assert themes == {choices["suits"][packing.SUGGESTED_READERS], "touch", packing.PLAIN}
    assert {each["door"] for each in asked} == {"tonight", "class"}
    # As many mazes as the page makes by itself: each may need another drawing.
    own = re.search(r'tonight: .*mazes: "(\d+)"', (HOME / "web/page/state.js").read_text("utf-8"))
    for readers in choices["readers"]:
        assert any((each.get("readers"), each["mazes"]) == (readers, own[1]) for each in asked)
    assert {"de", "pt-PT"} <= {each.get("language") for each in asked}
    assert "bn" not in {each.get("language") for each in asked}


FACES = ("fontpkg_nunito/files/A.ttf", "fontpkg_nunito/files/B.ttf")


def test_each_file_is_in_one_pack(tmp_path):
    """What was read comes first, whatever it belongs to."""
    files = ("typing.pyc", "re/_parser.pyc", "csv.pyc")
    own = ("doors.pyc", "stdnum/isbn.pyc", "openpyxl/cell.pyc", "fontpkg_hind/A.ttf", *FACES)
    own += ("fontTools/ttLib/ttFont.pyc", "fontTools/unicode.pyc")
    own += ("pypdf/filters.pyc", "pypdfium2/raw.pyc", "puzzlebook/pdf_reading/weights.pyc")
    for folder, names in {"library": files, "site": own}.items():
        for name in names:
            path = tmp_path / folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
    needed = {
        "boot": ["re/_parser.py"],
        "library": ["csv.py"],
        "site": ["doors.pyc", FACES[0]],
    }
    assert {name: [*pack] for name, pack in packing._sort(tmp_path, needed).items()} == {
        "first": ["csv.pyc", "site-packages/doors.pyc", f"site-packages/{FACES[0]}"],
        "fonts": [f"site-packages/{FACES[1]}"],
        "letters": ["site-packages/fontpkg_hind/A.ttf"],
        "later": [
            "typing.pyc",
            "site-packages/fontTools/unicode.pyc",
            "site-packages/pypdfium2/raw.pyc",
            "site-packages/stdnum/isbn.pyc",
        ],
        "workbooks": ["site-packages/openpyxl/cell.pyc"],
        "checks": [
            "site-packages/puzzlebook/pdf_reading/weights.pyc",
            "site-packages/pypdf/filters.pyc",
        ],
        "font_reader": ["site-packages/fontTools/ttLib/ttFont.pyc"],
    }


def test_the_drawings_of_each_theme_have_a_pack(tmp_path):
    """So sheets of any age wait for their own drawings, and not for all of them. What is small and
    for all themes comes first."""
    drawings = packing.list_drawings()
    choices = build.choices()
    named = {*choices["themes"], "places"} - {"ink", "touch"}
    assert {*drawings} == {f"drawings_{name}" for name in named}
    places = ("stages/hanginghive.svg", "stages/stripybee.svg", "themes/bee.toml")
    own = [f"site/puzzlebook/templates/{place}" for place in places]
    place = "site/puzzlebook/templates/stages/frogpond.svg"
    comet, nautilus = (
        f"site/puzzlebook/templates/{name}.svg" for name in ("skies/comet", "stages/nautilus")
    )
    for name in (*own, place, comet, nautilus):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / "library").mkdir()
    needed = {"boot": [], "library": [], "site": []}
    packs = packing._sort(tmp_path, needed, packing.LATER | drawings)
    assert {*packs["drawings_bee"].values()} == {*own}
    assert [*packs["drawings_places"].values()] == [place]
    assert [*packs["first"].values()] == [comet]
    assert [*packs["later"].values()] == [nautilus]


def test_each_script_has_a_pack_where_python_looks_for_fonts(tmp_path):
    """Scripts that share a font share its pack."""
    both = [tmp_path / "A.ttf", tmp_path / "B.ttf"]
    for path in both:
        path.touch()
    packs = packing._sort_fonts(tmp_path, {"Thai": both, "Lao": both[:1]})
    assert {name: [*pack] for name, pack in packs.items()} == {
        "font_thai": ["/usr/share/fonts/A.ttf", "/usr/share/fonts/B.ttf"]
    }
    assert [path.name for path in sorted((tmp_path / "fonts").iterdir())] == ["A.ttf", "B.ttf"]


def test_a_font_is_passed_on_only_if_it_says_that_it_may_be(tmp_path, monkeypatch):
    says = {"a": "This Font Software is licensed under the SIL Open Font License, Version 1.1."}
    monkeypatch.setattr(build, "_read_rights", lambda path: says.get(path, "All rights reserved"))
    assert build._may_pass_on(["a"])
    assert not build._may_pass_on(["a", "b"])
    assert not build._may_pass_on([])


BUDGET = 8_500_000
"""It was 14.1 MB. It may only fall."""


def test_what_comes_before_the_first_sheets_is_within_its_budget(site):  # noqa: F811
    """As a host sends it that compresses text with gzip."""
    page = ("index.html", "page.css", "words.json", "choices.json", "arrivals.py", "first.pack")
    files = [*page, *(path.name for path in site.glob("*.js") if path.name != "jsqr.js")]
    sizes = {}
    starts = [*build.SCRIPTS, *(f"{name}.pack" for name in packing.STARTS)]
    for name in (*files, *(f"pyodide/{name}" for name in starts)):
        content = (site / name).read_bytes()
        is_packed = name.endswith(".pack")
        sizes[name] = len(content if is_packed else gzip.compress(content, 6))
    assert sum(sizes.values()) <= BUDGET, sizes


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((sys.executable, "-m", "no_such_module"), "pip: .*No module named no_such_module"),
        ((sys.executable, "-c", "raise SystemExit(1)"), "pip: failed and says nothing"),
        (("no-such-program",), "pip: is not installed"),
    ],
)
def test_what_a_build_lacks_is_said_in_one_line(words, said):
    with pytest.raises(SystemExit, match=f"^error: {said}; the page needs pip, npm and node"):
        build.packing.run_tool("pip", *words)
