"""Each page as an SVG file: all that is on the page, where it is, and nothing that needs a font."""

import re
from xml.etree import ElementTree

import pytest

from puzzlebook import make_book
from puzzlebook.checks.verify import verify
from puzzlebook.drawing.drawing import Drawing, Inset, Layer, Style, Subpath
from puzzlebook.typesetting.page import Box, Page, Photo, Picture, Rule, Text
from puzzlebook.typesetting.pdf.operators import pack_path
from puzzlebook.typesetting.text import REGULAR
from puzzlebook.verbs.page_svgs import write_page

SVG = "{http://www.w3.org/2000/svg}"
LINE = (Subpath(((0, 0), (3, 0), (3, 4))),)
STYLE = Style(2.0)


def _read(page):
    return ElementTree.fromstring(write_page(page, "A & B, 1", "en").encode())


def test_a_page_has_its_size_and_its_title_and_begins_where_it_is_cut():
    root = _read(Page(200, 300, trim=Box(9, 9, 182, 282)))
    assert root.get("viewBox") == "9 9 182 282"
    assert (root.get("width"), root.get("height")) == ("182pt", "282pt")
    assert root.find(f"{SVG}title").text == "A & B, 1"


def test_a_line_of_text_is_an_outline_at_its_place():
    page = Page(
        200, 300, (Text(20, 50, "I", REGULAR, 100), Text(20, 50, "I", REGULAR, 100, turned=True))
    )
    root = _read(page)
    first, second = root.find(f"{SVG}path"), root.find(f"{SVG}g")
    assert re.match(r"M2\d(\.\d+)? -?\d+", first.get("d"))
    assert second.get("transform") == "rotate(90 20 50)"
    assert not [element for element in root.iter() if element.tag.endswith("text")]


def test_rules_pictures_and_photos_are_where_the_page_has_them():
    plain = Layer("walls", STYLE, LINE)
    packed = Layer("walls", STYLE, (), packed=pack_path(LINE, STYLE))
    inner = Drawing(0, 0, 10, 10, 1, (plain,))
    inset = Layer("scene", STYLE, (), inset=Inset(inner, 5, 6, 0.5))
    items = (
        Rule(10, 20, 110, 20, 0.5),
        Picture(30, 40, Drawing(-1, -1, 5, 6, 10, (plain,))),
        Picture(30, 40, Drawing(-1, -1, 5, 6, 10, (packed,)), window=Box(0, 0, 60, 60)),
        Picture(0, 0, Drawing(0, 0, 20, 20, 2, (inset,))),
        Photo(Box(1, 2, 3, 4), b"\xff\xd8 and so on"),
    )
    rule, picture, window, whole, photo = list(_read(Page(200, 300, items)))[1:]
    assert rule.get("d") == "M10 20L110 20"
    assert picture.get("transform") == "translate(40 50) scale(10)"
    (path,) = picture
    assert path.get("d") == "M0 0h3v4"
    assert path.get("stroke-width") == ".2"
    assert window.get("viewBox") == "0 0 60 60"
    assert window[0][0].get("d").replace(" ", "") == "M00L30L34"
    assert whole[0].get("transform") == "translate(5 6) scale(0.5)"
    assert whole[0][0].get("viewBox") == "0 0 10 10", "an inset is clipped"
    assert photo.get("{http://www.w3.org/1999/xlink}href").startswith("data:image/jpeg;base64,")
    assert [photo.get(side) for side in ("x", "y", "width", "height")] == ["1", "2", "3", "4"]


@pytest.mark.parametrize("pdf", ["print", "screen", "both"])
def test_a_set_has_a_file_of_each_page_and_of_its_key(tmp_path, puzzlebook_here, pdf):
    (tmp_path / "3b.csv").write_text("Mia Berg\nNoah Ek\n", encoding="utf-8")
    made = ("make", "worksheet", "--names", "3b.csv", "--seed", "owl", "--key", "separate", "--no-svg",
            "--times", "7", "--pdf", pdf)  # fmt: skip
    done = puzzlebook_here(*made, "--svg-pages")
    assert done.code == 0
    assert "Drawings:   svg-pages/" in done.out
    folder = tmp_path / "output" / "3b"
    stem = "3b-screen" if pdf == "screen" else "3b"
    names = sorted(path.name for path in (folder / "svg-pages").iterdir())
    assert names == sorted([f"{stem}-001.svg", f"{stem}-002.svg", "3b-key-001.svg"])
    assert not verify(folder).faults
    for name in names:
        root = ElementTree.parse(folder / "svg-pages" / name).getroot()
        assert root.get("viewBox") == "0 0 612 792"
    if pdf == "print":
        again = puzzlebook_here(*made, "--svg-pages", "--only", "Noah Ek")
        assert again.code == 0
        assert not verify(folder).faults


def test_the_maze_of_a_page_is_at_the_place_that_the_manifest_says(tmp_path):
    made = make_book("sheets", seed="owl", output=tmp_path, mazes=1,
                     overrides={"svg_pages": True, "svg": False})  # fmt: skip
    (row,) = made.manifest["mazes"]
    root = ElementTree.parse(made.folder / "svg-pages" / "sheets-001.svg").getroot()
    moves = [re.match(r"translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)\)", group.get("transform"))
             for group in root.findall(f"{SVG}g")]  # fmt: skip
    cell = row["puzzle"]["cell"]
    assert any(float(move[3]) == pytest.approx(cell, abs=0.001) for move in moves)


def test_a_label_of_a_picture_moves_with_it():
    line = Text(35, 100, "12", REGULAR, 10)
    inner = Drawing(0, 0, 10, 10, 1, (Layer("walls", STYLE, LINE),))
    picture = Picture(30, 40, inner, labels=(line._replace(x=5, y=60),))
    moved, alone = (
        _read(Page(200, 300, (item,))).findall(f"{SVG}path") for item in (picture, line)
    )
    assert [path.get("d") for path in moved] == [path.get("d") for path in alone] != []
