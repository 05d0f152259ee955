"""The contact sheet: which pages lie side by side, and that they are the pages of the PDF."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest
from PIL import Image

from puzzlebook import make_book
from puzzlebook.shelf.manifest import is_intact
from puzzlebook.verbs.contact_sheet import list_openings, make_preview


@pytest.mark.parametrize(
    ("pages", "right_to_left", "expected"),
    [
        (1, False, [(None, 1)]),
        (4, False, [(None, 1), (2, 3), (4, None)]),
        (5, False, [(None, 1), (2, 3), (4, 5)]),
        (4, True, [(1, None), (3, 2), (None, 4)]),
    ],
)
def test_openings(pages, right_to_left, expected):
    assert list_openings(pages, right_to_left) == expected


def test_sheet_of_a_book(tmp_path):
    folder = make_book(
        "sheets", seed="a", output=tmp_path, overrides={"mazes": 5, "svg": False}
    ).folder
    path = make_preview(folder)
    assert path.name == "sheets-preview.png"
    manifest = (folder / "manifest.json").read_bytes()
    assert is_intact(manifest)
    assert json.loads(manifest)["files"][path.name] == sha256(path.read_bytes()).hexdigest()
    first = path.read_bytes()
    assert make_preview(folder).read_bytes() == first
    sheet = Image.open(path)
    # The first page stands alone at the right: its left neighbour is the desk.
    gap, high = 43, 360
    wide = round(high * 612 / 792)
    assert sheet.getpixel((gap + wide // 2, gap + high // 2)) == 205
    assert sheet.getpixel((gap + wide + 5, gap + 5)) == 255
    assert sheet.mode == "L"
    other = make_preview(folder, tmp_path / "sheet.png")
    assert other.read_bytes() == first
    assert "sheet.png" not in json.loads((folder / "manifest.json").read_bytes())["files"]


def test_a_book_in_colour_is_seen_in_colour(tmp_path):
    changes = {"mazes": 2, "svg": False, "theme": "rabbit", "ink": "premium-color"}
    sheet = Image.open(
        make_preview(make_book("sheets", seed="a", output=tmp_path, overrides=changes).folder)
    )
    assert sheet.getpixel((2, 2)) == (205, 205, 205)
    # The carrot is orange.
    assert any(
        red > 200 and green < 130 and blue < 80
        for _, (red, green, blue) in sheet.getcolors(1 << 24)
    )
