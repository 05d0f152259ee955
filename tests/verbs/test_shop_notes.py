"""What `make` says of a book for sale while it can still be changed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from puzzlebook.books.covers.sheet import choose_spine_type
from puzzlebook.books.planning.pagination import (
    count_pages,
    find_mazes_that_fill,
    find_page_faults,
    suggest_options_without_repeats,
)
from puzzlebook.printers.wrap import make_wrap
from puzzlebook.recipes.files import decide_seed, load
from puzzlebook.recipes.order import settle
from puzzlebook.recipes.order_stages import find_most_without_repeats
from puzzlebook.verbs.cover import find_spine_pages
from puzzlebook.verbs.cover_pages import make_setting
from puzzlebook.verbs.shop_notes import list_shop_notes

ROOT = Path(__file__).parents[2]


def settle_book(folder, name="ages-5-6", **values):
    values = {"printer": "kdp-paperback", "page": "8.5x11", **values}
    return settle(decide_seed(load(name, values)), folder)


def list_notes(folder, pages=200, **values):
    return list(list_shop_notes(settle_book(folder, **values), pages, is_length_chosen=False))


def test_a_book_that_lacks_nothing_gets_no_note(tmp_path):
    assert list_notes(tmp_path) == []


def test_a_subtitle_is_suggested_before_the_listing_asks_for_it(tmp_path):
    (note,) = list_notes(tmp_path, language="none", theme="farm")
    assert "--subtitle '24 farm mazes for ages 5–6'" in note
    assert list_notes(tmp_path, language="none", **{"book.subtitle": "Mazes"}) == []


def test_a_suggested_subtitle_has_no_invisible_marks(tmp_path):
    """They would be pasted into the shell, the book and the shop's form."""
    given = {"language": "fa", "printer": "ingram", "book.subtitle": ""}
    notes = "".join(list_notes(tmp_path, **given))
    assert "--subtitle" in notes
    assert not {"\u2068", "\u2069"} & {*notes}


def test_our_subtitle_below_a_title_of_ones_own_is_noted(tmp_path):
    """If it is the same in every theme and volume, another is suggested."""
    own = {"name": "hidden-pictures", "book.title": "Mine", "book.series": "Mine"}
    for theme, language, said in (
        ("farm", "en", " farm mazes for ages "),
        ("pirate", "es", " laberintos de piratas"),
    ):
        note, *_ = list_notes(tmp_path, theme=theme, language=language, **own)
        assert note.startswith("the subtitle is ours, ")
        assert said in note
    note, *_ = list_notes(tmp_path, theme="farm", volume=2, **own)
    assert "the same in every theme and volume" in note
    named = {**own, "name": "ages-5-6"}
    assert list_notes(tmp_path, theme="farm", **named) == [], "it names the theme"
    assert list_notes(tmp_path, theme="farm", **own, **{"book.subtitle": "Mud"}) == []


def test_an_isbn_of_the_docs_is_known(tmp_path):
    """With hyphens or without, of ten digits or of thirteen."""
    publisher = {"book.publisher": "Example Press"}
    for isbn in ("978-0-306-40615-7", "9780306406157", "0-306-40615-2"):
        (note,) = list_notes(tmp_path, **{"book.isbn": isbn, **publisher})
        assert note.startswith(f"ISBN {isbn} is a well-known example")
    assert list_notes(tmp_path, **{"book.isbn": "978-1-56619-909-4", **publisher}) == []


def test_a_later_volume_has_a_series_and_the_same_drawings(tmp_path):
    series, drawings = list_notes(tmp_path, theme="dinosaur", volume=2)
    assert "--series" in series
    assert re.match(r"all \d+ drawings of the theme itself come again from earlier", drawings)
    named = {"theme": "dinosaur", "book.series": "Dino Days"}
    assert list_notes(tmp_path, volume=2, **named) == [drawings]
    assert list_notes(tmp_path, name="expert", volume=2, **{"book.series": "Quiet"}) == []
    # At volume 2, volume 1 is already in the shop.
    (early,) = list_notes(tmp_path, volume=1, **named)
    assert early.startswith("later volumes show the same drawings, with other mazes")
    assert list_notes(tmp_path, volume=1, **named | {"theme": "farm"}) == []


def test_what_keeps_a_book_from_being_uploaded_is_said_before_the_listing(tmp_path):
    """What IngramSpark may refuse and what it wants, and an ISBN for other shops than Lulu's."""
    isbn = {"book.isbn": "978-1-56619-909-4", "book.publisher": "Example Press"}
    for values, said in (
        ({"printer": "ingram"}, ["IngramSpark may", "IngramSpark wants an ISBN of your own"]),
        ({"printer": "ingram", **isbn}, ["IngramSpark may"]),
        (
            {"printer": "ingram", "language": "es", **isbn},
            ["IngramSpark may", "IngramSpark's form"],
        ),
        ({"printer": "lulu", "page": "a4"}, ["without an ISBN the book is for Lulu's own shop"]),
        ({"printer": "lulu", "page": "a4", **isbn}, []),
        ({"language": "es"}, []),
    ):
        notes = list_notes(tmp_path, **values)
        assert all(map(str.startswith, notes, said))
        assert len(notes) == len(said)


def test_a_hard_book_of_easy_mazes_is_not_called_tricky(tmp_path):
    for level, stars, is_noted in (("hard", [1, 2, 3], True), ("hard", [2, 3, 3], False),
                                   ("normal", [1, 2, 3], False)):  # fmt: skip
        order = settle_book(tmp_path, "ages-9-11", level=level)
        notes = [*list_shop_notes(order, 200, True, stars)]
        assert [note.startswith("mazes with 3 stars or more: 1 of 3, so") for note in notes] == [
            True
        ] * is_noted
    for page, remedy in (("6x9", ": --page 7x10, for example"), ("8.5x11", "")):
        order = settle_book(tmp_path, "ages-9-11", level="hard", page=page)
        (note,) = (each for each in list_shop_notes(order, 200, True, [1, 1]) if "tricky" in each)
        assert note.remedy == remedy


def test_a_thin_book_may_grow(tmp_path):
    """Up to 108 pages cost the same, if the book is black; and from some on the spine has words."""
    order = settle_book(tmp_path, **{"book.author": "Ada Example"})
    setting = make_setting(order)
    enough = find_spine_pages(setting, "white", 40)
    (note,) = list_shop_notes(order, 40, is_length_chosen=False)
    assert note.what == (
        "the book has 40 pages; up to 108 cost the same to print, and from "
        f"{enough} on the spine has room for words"
    )
    # As many mazes as the theme has drawings, if so many pages would show one twice.
    once = find_most_without_repeats(order.recipe, order.theme)
    assert find_mazes_that_fill(order, enough) > once
    assert note.remedy == f" (--mazes {once}: {count_pages(order, once)} pages, no drawing twice)"
    plain = settle_book(tmp_path, "large-print", **{"book.author": "Ada Example"})
    (plain_note,) = (note for note in list_shop_notes(plain, 58, False) if "cost the same" in note)
    assert re.search(r" \(--pages \d+: \d+ mazes\)$", plain_note.remedy)
    page = order.recipe.page.width, order.recipe.page.height
    sizes = [
        choose_spine_type(setting, make_wrap(order.printer, page, pages, "white"))
        for pages in (enough - 2, enough)
    ]
    assert sizes[0] == 0 < sizes[1]
    assert [*list_shop_notes(order, 40, is_length_chosen=True)] == [note]
    author = {"book.author": "Ada Example"}
    lulu = settle_book(tmp_path, "large-print", printer="lulu", page="a4", **author)
    # Where each page costs money, a much longer book is not suggested.
    for pages, is_near in ((58, False), (120, True)):
        note = [*list_shop_notes(lulu, pages, is_length_chosen=False)][-1]
        assert note.startswith(f"the book has {pages} pages; from ")
        assert ("--pages" in note) == is_near
    color = settle_book(tmp_path, ink="premium-color", **{"book.author": "Ada Example"})
    assert "cost the same" not in " ".join(list_shop_notes(color, 60, is_length_chosen=False))
    dear = settle_book(tmp_path, printer="ingram", ink="premium-color")
    note = next(note for note in list_shop_notes(dear, 64, True) if "a copy costs" in note)
    assert note == (  # no lowest price follows from an estimate
        "a copy costs about 5.33 USD to print; in standard-color 3.41 (--set ink=standard-color)"
    )


def test_a_hardcover_need_not_show_a_drawing_twice():
    """Fewer answers on a page fill as many pages as the printer binds at least."""
    given = {"printer": "kdp-hardcover", "page": "8.25x11", "theme": "rocket", "mazes": 40}
    order = settle(decide_seed(load("ages-7-8", given)), Path())
    options = suggest_options_without_repeats(order)
    once = find_most_without_repeats(order.recipe, order.theme)
    assert options == f"--mazes {once} --set answers=2"
    (fault,) = find_page_faults(order, 62)
    assert fault.remedy == f"; with no drawing twice: {options}"
    larger = settle(decide_seed(load("ages-7-8", {**given, "answers": 2})), Path())
    assert count_pages(larger, once) >= 75 > count_pages(order, once)


def test_outlines_that_come_again_and_again_are_counted(tmp_path):
    order = settle_book(tmp_path)
    outlines = ["shield"] * 7 + ["octagon"] * 4 + ["ring"]
    (note,) = list_shop_notes(order, 200, True, (), outlines)
    assert "shield 7 times" in note
    assert "octagon" not in note
    assert list(list_shop_notes(order, 200, True, (), outlines[3:])) == []


@pytest.mark.parametrize("pages", [40, 79, 80])
def test_one_reason_for_a_blank_spine_is_true_at_every_count(pages, tmp_path):
    setting = make_setting(settle_book(tmp_path, page="6x9", **{"book.title": "The Crooked Keep"}))
    assert find_spine_pages(setting, "white", pages) == find_spine_pages(setting, "white", 24) > 80


def test_the_page_on_printing_says_from_how_many_pages_a_spine_has_words(tmp_path):
    """For books in Latin letters, whose tallest letters differ from title to title."""
    page = (ROOT / "docs/printing.md").read_text("utf-8")
    titles = ("HUM", "Gym Pajamas", "The Lost Lamb")
    for printer, size, said in (
        ("kdp-paperback", "6x9", "92 to 98 pages"),
        ("lulu", "a4", "122 to 126"),
    ):
        counts = [
            find_spine_pages(
                make_setting(
                    settle_book(
                        tmp_path, name, printer=printer, page=size,
                        **{"book.title": title, "book.author": "Ada Example"},
                    )
                ), "white", 24,
            )
            for name in ("ages-5-6", "ages-9-11", "adult") for title in titles
        ]  # fmt: skip
        assert said.startswith(f"{min(counts)} to {max(counts)}")
        assert said in " ".join(page.split())
