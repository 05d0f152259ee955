"""Pages with long titles, on small paper and on large: no line of type lies on another, none leaves
the page."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise

import pypdfium2
import pytest

from puzzlebook import make_book
from puzzlebook.books.pages.back import lay_out_colophon
from puzzlebook.books.pages.how_to import lay_out_how_to_page
from puzzlebook.books.pages.ornaments import draw_stars
from puzzlebook.books.planning.pagination import paginate
from puzzlebook.books.planning.setting import HEAVY
from puzzlebook.drawing.drawing import BLACK
from puzzlebook.recipes.files import decide_seed, load
from puzzlebook.recipes.order import settle
from puzzlebook.typesetting import text
from puzzlebook.typesetting.layout import QUIET, THINNEST
from puzzlebook.typesetting.page import Picture, Text
from puzzlebook.verbs import make

MATTER = [
    "title",
    "copyright",
    "dedication",
    "how-to",
    "contents",
    "openers",
    "key",
    "certificate",
    "notes",
    "colophon",
]
LONG = "A Very Long Section Title That Tells of Rabbits, Rivers and Rather Remarkable Roundabouts"
MARGIN = 36.0  # our own at home, in points


@pytest.fixture
def pages(monkeypatch, tmp_path):
    """A maker of the pages of a book as values, before they become a file."""
    caught = []
    write = make.write_pdf_pieces

    def written(found, document):
        caught[:] = list(found)
        return write(caught, document)

    monkeypatch.setattr(make, "write_pdf_pieces", written)

    def of(page, **overrides):
        given = {
            "page": page, "section.*.size": "6x5", "svg": False, "book.matter": MATTER, "mazes": 24,
            "book.dedication": "For Mia, who never gives up, and for Tom, who always does", "section.*.title": LONG,
            "book.author": "Ada Example-Longname", "book.publisher": "Example Press", "book.series": "Rainy Days",
        }  # fmt: skip
        make_book(
            "ages-7-8", seed="owl", output=tmp_path, force=True, overrides={**given, **overrides}
        )
        return list(caught)

    return of


def box(line):
    """Where the ink of a line of type is, about: letters without their descenders."""
    return (
        line.x,
        line.y - 0.7 * line.size,
        line.x + text.measure_width(line.text, line.face, line.size),
        line.y,
    )


def overlap(one, other):
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize(
    "page", ["4x6in", "6x4in", "5x8", "8.25x6", "8.5x8.5", "letter", "17x11in"]
)
@pytest.mark.parametrize(("per_page", "answers"), [(1, 6), (2, 1), (4, 12)])
def test_no_line_lies_on_another(pages, page, per_page, answers):
    found = pages(page, mazes_a_page=per_page, answers=answers)
    for number, each in enumerate(found, 1):
        lines = [item for item in each.items if isinstance(item, Text)]
        for one, other in combinations(lines, 2):
            assert not overlap(box(one), box(other)), (number, one.text, other.text)
        for line in lines:
            left, top, right, bottom = box(line)
            assert left >= MARGIN - 0.1, (number, line.text)
            assert right <= each.width - MARGIN + 0.1, (number, line.text)
            assert top >= MARGIN - 2, (number, line.text)
            assert bottom <= each.height - MARGIN + 2, (number, line.text)
            assert line.size >= 7


def test_long_titles_stand_whole_in_the_contents(pages):
    found = pages("5x8")
    contents = next(
        page
        for page in found
        if any(getattr(item, "text", "") == "Contents" for item in page.items)
    )
    lines = [item.text for item in contents.items if isinstance(item, Text)]
    assert " ".join(lines).count("A Very Long Section Title") >= 2
    assert " ".join(lines).count("Remarkable Roundabouts") >= 2
    tops = [link.box.y for link in contents.links]
    assert tops == sorted(tops)
    assert not any(overlap((a.box.x, a.box.y, a.box.right, a.box.bottom), (b.box.x, b.box.y, b.box.right, b.box.bottom))
                   for a, b in combinations(contents.links, 2))  # fmt: skip


def test_many_long_titles_take_several_pages_of_contents(pages):
    found = pages("4x6in")
    marks = [[item.text for item in page.items if isinstance(item, Text)] for page in found]
    assert sum(sum("Roundabouts" in line for line in lines) >= 1 and any(line.isdigit() for line in lines)
               for lines in marks[4:9]) >= 2  # fmt: skip
    assert sum("Answers" in lines for lines in marks[4:10]) == 1


def test_the_last_word_of_a_paragraph_does_not_stand_alone(pages):
    for page in ("4x6in", "5x8", "5.5x8.5"):
        note = [
            [item for item in each.items if isinstance(item, Text) and item.y < each.height * 0.3]
            for each in pages(page)
            if any(getattr(item, "text", "") == "Answers" and item.size > 16 for item in each.items)
        ]
        lines = [line.text for line in note[-1]]
        start = next(place for place, line in enumerate(lines) if line.startswith("Each answer"))
        end = next(place for place, line in enumerate(lines) if line.endswith("the way."))
        assert end == start or " " in lines[end].removesuffix(".")


@pytest.mark.parametrize(("page", "size"), [("6x9", 16.8), ("letter", 19.6)])
def test_a_few_rows_of_contents_fill_their_page(pages, page, size):
    """From the first to the last they reach over half of it, in type that is larger than a long
    list's 14 pt (as far as notes stay beside their titles), and apart."""
    found = pages(page, **{"section.*.title": "Rings"})
    contents = next(
        page
        for page in found
        if any(getattr(item, "text", "") == "Contents" for item in page.items)
    )
    rows = [
        item
        for item in contents.items
        if isinstance(item, Text) and item.text in ("Rings", "Answers")
    ]
    assert rows[-1].y - rows[0].y > 0.45 * contents.height
    assert {round(row.size, 6) for row in rows} == {size}
    assert rows[-1].y < contents.height - MARGIN - 14


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("audience", ["large-print", "7-8"])
def test_no_paragraph_is_set_at_half_the_measure(pages, language, audience):
    page = "6x9" if audience == "large-print" else "letter"
    found = pages(page, language=language, audience=audience, **{"section.*.size": "6x5"})
    title = "So findest du" if language == "de" else "How to solve"
    page = next(
        each
        for each in found
        if any(getattr(item, "text", "").startswith(title) for item in each.items)
    )
    size = max(
        Counter(item.size for item in page.items if isinstance(item, Text)).items(),
        key=lambda s: s[1],
    )[0]
    lines = [item for item in page.items if isinstance(item, Text) and item.size == size]
    broken = [one for one, other in pairwise(lines) if abs(other.y - one.y - 1.5 * size) < 0.1]
    assert broken or audience != "large-print", "short sentences to the young ones have a row each"
    for line in broken:
        assert box(line)[2] - box(line)[0] >= 0.6 * (page.width - 2 * MARGIN), line.text


@pytest.mark.parametrize("theme", ["halloween", "unicorn", "digger", "football", "ink"])
@pytest.mark.parametrize("language", ["en", "de", "es"])
@pytest.mark.parametrize(
    ("book", "page"), [("ages-5-6", "letter"), ("ages-7-8", "6x9"), ("large-print", "6x9")]
)
def test_no_sentence_that_says_how_ends_in_words_left_over(theme, language, book, page):
    """Not in one word, and not in two that take less than a third of the measure."""
    loaded = load(
        book, {"seed": "owl", "name": "x", "page": page, "language": language, "theme": theme}
    )
    setting = paginate(settle(decide_seed(loaded), loaded.folder))[0]
    lines = [item for item in lay_out_how_to_page(setting, 3).items if isinstance(item, Text)]
    for one, other in pairwise(lines):
        if (
            one.x == other.x
            and one.size == other.size
            and abs(other.y - one.y - 1.5 * one.size) < 0.1
        ):
            words, wide = other.text.split(), box(other)[2] - other.x
            assert len(words) > 2 or (
                len(words) == 2 and wide > 0.33 * setting.sheet.live(3).width
            ), other.text


@pytest.mark.parametrize("page", ["5x8", "6x9", "letter", "17x11in"])
def test_the_title_page_shows_the_hero_and_what_it_looks_for(pages, page):
    """On one ground with a little thing of their world, within the margins, and clear of the
    type."""
    title, *_ = pages(page)
    figures = [item for item in title.items if isinstance(item, Picture)]
    assert len(figures) >= 4
    assert all(figure.drawing.is_reused for figure in figures)
    boxes = [
        (
            f.x,
            f.y,
            f.x + f.drawing.width * f.drawing.scale,
            f.y + f.drawing.height * f.drawing.scale,
        )
        for f in figures
    ]
    lines = [box(item) for item in title.items if isinstance(item, Text)]
    assert not any(overlap(one, other) for one in boxes for other in lines)
    assert not any(overlap(one, other) for one, other in combinations(lines, 2))
    for left, top, right, bottom in boxes:
        assert MARGIN - 0.01 <= left < right <= title.width - MARGIN + 0.01
        assert MARGIN <= top < bottom <= title.height - MARGIN
    assert (
        min(layer.style.width for f in figures for layer in f.drawing.layers if layer.style.width)
        >= 0.75
    )


def test_a_title_page_without_scenes_has_a_maze_with_a_way_in_and_out(pages):
    title, *_ = pages("letter", theme="ink", audience="adult")
    names = [
        layer.name
        for item in title.items
        if isinstance(item, Picture)
        for layer in item.drawing.layers
    ]
    assert names[-3:] == ["walls", "start", "finish"]


@pytest.mark.parametrize(("page", "language"), [("5x8", "de"), ("8.25x6", "de"), ("letter", "fr")])
def test_the_words_of_a_certificate_keep_off_what_stands_around_them(pages, page, language):
    """And those below its lines are no larger than its sentences."""
    found = pages(page, language=language, **{"book.matter": ["certificate", "colophon"]})
    certificate = next(
        each
        for each in found
        if any(getattr(item, "text", "") in ("Datum", "Date") for item in each.items)
    )
    lines = [item for item in certificate.items if isinstance(item, Text)]
    figures = [
        item
        for item in certificate.items
        if isinstance(item, Picture) and item.drawing.layers[0].name != "frame"
    ]
    boxes = [
        (
            f.x,
            f.y,
            f.x + f.drawing.width * f.drawing.scale,
            f.y + f.drawing.height * f.drawing.scale,
        )
        for f in figures
    ]
    assert len(boxes) == 6
    assert not any(overlap(one, box(line)) for one in boxes for line in lines)
    date = next(line for line in lines if line.text in ("Datum", "Date"))
    assert date.size == min(line.size for line in lines)
    # At the end is a party, with the word of praise on a board in it, clear of the code.
    farewell = [each for each in found if each.items][-1]
    last = [item for item in farewell.items if isinstance(item, Picture)]
    said = [item for item in farewell.items if isinstance(item, Text)]
    scene = [item for item in last if item.drawing.layers[0].name == "scene"]
    assert scene
    boxes = [
        (
            f.x,
            f.y,
            f.x + f.drawing.width * f.drawing.scale,
            f.y + f.drawing.height * f.drawing.scale,
        )
        for f in scene
    ]
    assert said[0].text in ("Geschafft!", "Bravo\N{NO-BREAK SPACE}!")
    assert not any(overlap(one, box(line)) for one in boxes for line in said[1:])


def test_large_print_prints_nothing_in_grey(pages):
    """Codes of single mazes and of several on a page, a series, lines for notes, the trail to the
    finish."""
    given = {"audience": "large-print", "mazes": 5, "section.*.title": "Rings", "codes": "all"}
    for per_page in (1, 2):
        found = pages("letter", mazes_a_page=per_page, **given)
        items = [item for page in found for item in page.items]
        assert (
            sum(isinstance(item, Text) and item.text.startswith("1-square-") for item in items) == 5
        )
        assert not [
            item for item in items if not isinstance(item, Picture) and item.colour != BLACK
        ]
        layers = [
            layer for item in items if isinstance(item, Picture) for layer in item.drawing.layers
        ]
        assert not [layer.name for layer in layers if QUIET in (layer.style.line, layer.style.fill)]


@pytest.mark.parametrize(
    ("theme", "book"), [("ink", "ages-7-8"), ("ink", "hidden-pictures"), ("rocket", "ages-7-8")]
)
def test_the_last_page_for_children_is_short_and_shows_who_has_arrived(theme, book):
    loaded = load(book, {"seed": "owl", "name": "x", "theme": theme})
    setting = paginate(settle(decide_seed(loaded), loaded.folder))[0]
    items = lay_out_colophon(setting, 35).items
    lines = " ".join(item.text for item in items if isinstance(item, Text))
    assert "Wilson" not in lines
    assert "code" in lines
    assert [
        layer.name
        for item in items
        if isinstance(item, Picture)
        for layer in item.drawing.layers[:1]
    ][-1] == "qr"
    assert len([item for item in items if isinstance(item, Picture)]) >= 3


@pytest.mark.parametrize(
    ("book", "page"), [("ages-5-6", "letter"), ("ages-7-8", "5x8"), ("ages-3-4", "8.5x8.5")]
)
def test_finish_and_answer_stand_in_one_column(book, page):
    loaded = load(book, {"seed": "owl", "name": "x", "page": page})
    items = lay_out_how_to_page(paginate(settle(decide_seed(loaded), loaded.folder))[0], 3).items
    pictures = [item.x for item in items if isinstance(item, Picture)][:2]
    answer = [
        item.x
        for item in items
        if isinstance(item, Text) and item.text in ("The puzzle", "Its answer")
    ]
    assert pictures == pytest.approx(answer)


@pytest.mark.parametrize(("page", "language"), [("6x9", "en"), ("6x9", "de"), ("letter", "fr")])
def test_large_print_shows_how_in_large_black_lines(page, language):
    """A worked maze on a small page too; the walls of its answer, and the stars, neither thin nor
    grey."""
    loaded = load("large-print", {"seed": "owl", "name": "x", "page": page, "language": language})
    setting = paginate(settle(decide_seed(loaded), loaded.folder))[0]
    items = lay_out_how_to_page(setting, 3).items
    worked = [
        item.drawing
        for item in items
        if isinstance(item, Picture) and item.drawing.layers[0].name == "walls"
    ]
    assert len(worked) == 2
    assert min(item.size for item in items if isinstance(item, Text)) >= 18
    lines = [layer.style for drawing in worked for layer in drawing.layers if layer.name == "walls"]
    lines += [layer.style for layer in draw_stars(setting, 2, 300, 100, 20).drawing.layers]
    assert all(style.line == BLACK and style.width >= HEAVY > THINNEST for style in lines)
    assert setting.secondary_colour == BLACK
    other = load("adult", {"seed": "owl", "name": "x"})
    row = draw_stars(paginate(settle(decide_seed(other), other.folder))[0], 2, 300, 100, 20)
    assert {(layer.style.line, layer.style.width) for layer in row.drawing.layers} == {
        (QUIET, THINNEST)
    }


def test_a_name_in_the_key_is_nearer_to_its_picture_than_to_the_next(monkeypatch, tmp_path):
    caught, write = [], make.write_pdf_pieces

    def written(found, document):
        caught[:] = list(found)
        return write(caught, document)

    monkeypatch.setattr(make, "write_pdf_pieces", written)
    book = make_book(
        "hidden-pictures", seed="owl", output=tmp_path, overrides={"svg": False, "mazes": 8}
    )
    key = caught[book.manifest["mazes"][0]["answer"]["page"] - 1]
    pictures = [item for item in key.items if isinstance(item, Picture)]
    lowest = {round(item.y + item.drawing.height * item.drawing.scale, 1) for item in pictures}
    lines = [item for item in key.items if isinstance(item, Text)]
    for foot in sorted(lowest)[:-1]:
        name, below = sorted({(line.y, line.size) for line in lines if line.y > foot})[:2]
        assert below[0] - below[1] - name[0] > name[0] - name[1] - foot + name[1]


def test_a_key_to_sheets_without_a_list_speaks_of_none(tmp_path):
    (tmp_path / "class.csv").write_text("Ada\nBo\n")
    said = []
    for name, more in (("alone", {}), ("listed", {"names": str(tmp_path / "class.csv")})):
        overrides = {"svg": False, **({"mazes": 2} if not more else {})}
        book = make_book(
            "worksheet", seed="owl", output=tmp_path, name=name, overrides=overrides, **more
        )
        last = pypdfium2.PdfDocument(book.pdf.read_bytes())[book.manifest["pages"] - 1]
        said.append("same list" in last.get_textpage().get_text_bounded())
    assert said == [False, True]
