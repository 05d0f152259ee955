"""Pages and covers stand as they are on record, item by item; `python tests/display_lists.py
--renew` records anew."""

from __future__ import annotations

from difflib import unified_diff

import display_lists
import pytest
from display_lists import COVERS, FOLDER, PAGES, BookPage, file_of, made_cover, made_page, page_text

from puzzlebook.typesetting.page import Picture, Rule, Text


def compare_with_record(name: str, shown: str) -> None:
    """Fail, with the lines that differ, where a display list is not the one on record."""
    recorded = file_of(name).read_text(encoding="utf-8")
    differing = unified_diff(
        recorded.splitlines(), shown.splitlines(), "on record", "now", lineterm="", n=1
    )
    if lines := list(differing):
        pytest.fail(
            "\n".join([f"{name} (python tests/display_lists.py --renew records it anew)", *lines])
        )


@pytest.mark.parametrize("name", PAGES)
def test_a_page_stands_as_it_is_on_record(name):
    compare_with_record(name, page_text(made_page(PAGES[name])))


@pytest.mark.parametrize("name", COVERS)
def test_a_cover_stands_as_it_is_on_record(name):
    compare_with_record(name, page_text(made_cover(COVERS[name])))


def test_each_record_is_of_a_page_that_is_shown():
    assert {file.stem for file in FOLDER.iterdir()} == {*PAGES, *COVERS}


def test_renewing_writes_what_is_on_record(tmp_path, monkeypatch):
    monkeypatch.setattr(display_lists, "FOLDER", tmp_path)
    monkeypatch.setattr(display_lists, "PAGES", {"plain-title": PAGES["plain-title"]})
    monkeypatch.setattr(display_lists, "COVERS", {})
    (tmp_path / "gone.txt").write_text("a page that is no longer shown")
    display_lists.renew()
    assert [file.name for file in tmp_path.iterdir()] == ["plain-title.txt"]
    assert (tmp_path / "plain-title.txt").read_bytes() == (FOLDER / "plain-title.txt").read_bytes()


def _picture_with_heavier_walls(picture):
    first, *others = picture.drawing.layers
    heavier = first._replace(style=replace_width(first.style, 0.02))
    return picture._replace(drawing=picture.drawing._replace(layers=(heavier, *others)))


def replace_width(style, by):
    return style._replace(width=style.width + by)


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        (Text, lambda text: text._replace(x=text.x + 0.1)),
        (Text, lambda text: text._replace(size=text.size - 0.1)),
        (Text, lambda text: text._replace(text=text.text + ".")),
        (Text, lambda text: text._replace(colour=(0.0, 0.0, 0.5))),
        (Rule, lambda rule: rule._replace(y2=rule.y2 + 0.1)),
        (Picture, lambda picture: picture._replace(y=picture.y - 0.1)),
        (Picture, _picture_with_heavier_walls),
    ],
)
def test_a_small_change_of_an_item_is_seen(kind, change):
    page = made_page(BookPage(display_lists.PLAIN_BOOK, "how-to" if kind is not Rule else "notes"))
    place = next(place for place, item in enumerate(page.items) if isinstance(item, kind))
    changed = page._replace(
        items=(*page.items[:place], change(page.items[place]), *page.items[place + 1 :])
    )
    assert page_text(changed) != page_text(page)
