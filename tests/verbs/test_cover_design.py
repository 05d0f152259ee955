"""What a cover shows, by geometry: its page as a value, before any file."""

from __future__ import annotations

import io
import json
import tomllib
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image
from test_cover import made, part, rendered

from puzzlebook import make_book
from puzzlebook.books.covers.back import list_benefits
from puzzlebook.books.covers.badges import _draw_shapes
from puzzlebook.books.covers.claims import MazeFacts
from puzzlebook.books.covers.landscape import is_within, sample_outline
from puzzlebook.books.covers.letters import Letters, set_letters
from puzzlebook.books.covers.look import READABLE, colour, contrast, make_look
from puzzlebook.books.covers.sheet import cover_page
from puzzlebook.books.covers.thumbnails import draw_thumbnail
from puzzlebook.books.pages.ornaments import make_hidden_picture_maze
from puzzlebook.checks.whole_book import check_book
from puzzlebook.drawing.drawing import BLACK, Drawing, Layer, Style, make_circle
from puzzlebook.ground import templates
from puzzlebook.ground.faults import Refused
from puzzlebook.maze_art.marks import ARROWS
from puzzlebook.maze_art.theme import ThemeColours
from puzzlebook.printers.wrap import make_wrap
from puzzlebook.recipes.files import decide_seed, load
from puzzlebook.recipes.order import settle
from puzzlebook.shelf.manifest import open_book
from puzzlebook.typesetting import text
from puzzlebook.typesetting.page import Box, Page, Photo, Picture, Text
from puzzlebook.verbs import cover_pages
from puzzlebook.verbs.cover import make_cover
from puzzlebook.verbs.cover_pages import (
    _HIDDEN,
    _HIDDEN_CELLS,
    _draw_samples,
    _make_front,
    make_setting,
)

TRIMS = ("5x8", "6x9", "8.5x11", "8.5x8.5", "8.25x6")
DESIGNS = tomllib.loads((templates.find_folder() / "covers.toml").read_text("utf-8"))
SCENES = sorted(path.name for path in (templates.find_folder() / "scenes").iterdir())
BOOKS = ("ages-3-4", "ages-7-8", "adult", "expert", "large-print", "shapes", "silhouettes")


class Designed:
    """The cover of a book of 200 pages, as a page."""

    def __init__(self, book="ages-7-8", seed="owl", spine_text=False, **given):
        given = {"printer": "kdp-paperback", "page": "6x9", "seed": seed, **given}
        order = settle(decide_seed(load(book, given)), Path())
        self.setting, page = make_setting(order), order.recipe.page
        known = (
            order.printer.spine is not None and order.printer.spine.width(200, "white") is not None
        )
        trim = page.width, page.height
        overhang = order.printer.cover.boards and order.printer.cover.overhang is None
        edge = order.printer.cover.edge
        sheet = (2 * (trim[0] + 9 + edge) + 40, trim[1] + 18 + 2 * edge) if overhang else None
        right = order.words.right_to_left
        self.wrap = make_wrap(
            order.printer, trim, 200, "white", None if known else 40.0, right, sheet
        )
        self.look = make_look(self.setting)
        back = (), self.wrap.barcode(order.printer), None, MazeFacts()
        self.page = cover_page(
            self.setting,
            self.wrap,
            self.look,
            _make_front(self.setting, self.look),
            back,
            spine_text,
        )

    def texts(self, board=None):
        """The lines on a board, or everywhere."""
        return [item for item in self.page.items
                if isinstance(item, Text) and (board is None or board.x <= item.x <= board.right)]  # fmt: skip

    def said(self):
        return " ".join(line.text for line in self.texts(self.wrap.front))

    def title(self):
        words, lines = self.setting.recipe.book.title.split(), []
        for line in self.texts(self.wrap.front):
            if words[: len(line.text.split())] == line.text.split():
                lines.append(line)
                words = words[len(line.text.split()) :]
        assert not words
        return lines

    def pictures(self):
        return [item for item in self.page.items if isinstance(item, Picture)]


@pytest.mark.parametrize(
    ("book", "page"),
    [
        *((book, "5x8") for book in BOOKS),
        *(("ages-7-8", page) for page in TRIMS[1:]),
        ("adult", "8.25x6"),
    ],
)
def test_the_title_can_be_read_at_160_pixels(book, page):
    """Where a shop shows a cover 160 pixels wide, the ink of each line of its title is nine of them
    high."""
    cover = Designed(book, page=page)
    for line in cover.title():
        high = text.measure_ink(line.text, line.face)[1] * line.size
        assert high * 160 / cover.wrap.front.width >= 9


@pytest.mark.parametrize("page", TRIMS[:-1])
def test_a_long_title_of_long_words(page):
    cover = Designed(
        language="de", page=page, **{"book.title": "Das große Labyrinthbuch für Weltraumabenteurer"}
    )
    assert min(text.measure_ink(line.text, line.face)[1] * line.size * 160 / cover.wrap.front.width
               for line in cover.title()) >= 6  # fmt: skip


@pytest.mark.parametrize(
    "given",
    [
        *({"printer": printer} for printer in templates.list_names("printers") if printer != "home"),
        *({"page": page} for page in TRIMS), {"language": "fa"}, {"language": "bn", "page": "8.5x8.5"},
        {"book": "adult"}, {"book": "expert"}, {"book": "silhouettes"}, {"theme": "ink", "page": "8.25x6"},
        {"language": "fa", "page": "8.25x6"}, {"book.series": "A Series with a Long Name", "volume": 12},
        {"book.title": "Labyrinthabenteuer"}, {"book.title": "Maze"},
    ],
    ids=str,
)  # fmt: skip
def test_all_words_and_their_rims_stand_in_the_safe_areas(given):
    given = {"book.author": "Ada Example", "book.publisher": "Example Press", **given}
    if "hardcover" in given.get("printer", ""):
        given["page"] = "6x9"
    cover = Designed(**given)
    wrap = cover.wrap
    for line in cover.texts():
        low, high = text.measure_ink(line.text, line.face)
        box = (
            line.x,
            line.y - high * line.size,
            text.measure_width(line.text, line.face, line.size),
            (low + high) * line.size,
        )
        assert any(
            safe.x <= box[0]
            and box[0] + box[2] <= safe.right
            and safe.y <= box[1]
            and box[1] + box[3] <= safe.bottom
            for safe in (wrap.front_safe, wrap.back_safe)
        ), line
    for line in cover.title():
        rim = max((layer.style.width / 2 for picture in cover.pictures() for layer in picture.drawing.layers
                   if layer.name == "rim"), default=0.0)  # fmt: skip
        assert line.x - rim >= wrap.front_safe.x
        assert (
            line.x + text.measure_width(line.text, line.face, line.size) + rim
            <= wrap.front_safe.right
        )
    drawn = [picture.drawing for picture in cover.pictures()]
    for drawing, layer in (
        (each, layer) for each in drawn for layer in each.layers if layer.name == "rim"
    ):
        xs, ys = zip(*(point for path in layer.subpaths for point in path.points), strict=True)
        half = layer.style.width / 2
        assert drawing.left <= min(xs) - half <= max(xs) + half <= drawing.left + drawing.width
        assert drawing.top <= min(ys) - half <= max(ys) + half <= drawing.top + drawing.height


@pytest.mark.parametrize(
    ("printer", "page"), [*(("kdp-paperback", page) for page in TRIMS), ("lulu-coil", "6x9")]
)
def test_the_landscape_covers_the_whole_sheet(printer, page):
    cover = Designed(page=page, printer=printer)
    tiles = sorted((item.x, item.y, item.drawing.width * item.drawing.scale, item.drawing.height * item.drawing.scale)
                   for item in cover.pictures() if item.drawing.is_reused and len(item.drawing.layers) > 1
                   and item.drawing.height * item.drawing.scale > 0.9 * cover.wrap.sheet[1])  # fmt: skip
    width, height = cover.wrap.sheet
    reached = 0.0
    for x, y, wide, high in tiles:
        assert x <= reached + 0.001
        assert (y, y + high) == pytest.approx((0, height), abs=0.001)
        reached = max(reached, x + wide)
    assert reached == pytest.approx(width, abs=0.001)


@pytest.mark.parametrize("book", BOOKS)
def test_no_way_is_drawn_through_the_maze(book):
    names = {
        layer.name for picture in Designed(book).pictures() for layer in picture.drawing.layers
    }
    assert "walls" in names
    assert not names & {"solution", "shading"}
    # One sees where to go in, and to what; from edge to edge it is an ornament.
    in_cells = {"start", "finish"}
    ends = {"expert": set(), "silhouettes": in_cells, "large-print": in_cells}
    ends = ends.get(book, {"arrows"})
    assert names & {"start", "finish", "arrows"} == ends


@pytest.mark.parametrize(
    ("book", "shown"), [("hidden-pictures", "castle"), ("hidden-pictures-adult", "cat")]
)
def test_a_book_of_hidden_pictures_shows_one_that_it_does_not_hide(book, shown):
    cover = Designed(book)
    (sheet,) = [
        item.drawing
        for item in cover.pictures()
        if "sheet" in {layer.name for layer in item.drawing.layers}
    ]
    layers = {layer.name: layer for layer in sheet.layers}
    assert shown not in {picture.code for part in cover.setting.parts for picture in part.pictures}
    assert "solution" not in layers
    plate = make_hidden_picture_maze(cover.setting, "front cover", ARROWS, _HIDDEN, _HIDDEN_CELLS)
    assert (layers["shading"].subpaths, layers["walls"].subpaths) == (plate.shading, plate.walls)
    colours = cover.look.colours
    assert layers["shading"].style.fill == min(colours.ground, colours.wall, key=sum)


def test_the_back_of_hidden_pictures_shows_one_before_and_after(tmp_path):
    folder = make_book(
        "hidden-pictures", seed="owl", output=tmp_path, overrides={"svg": False, "mazes": 2}
    ).folder
    order = settle(decide_seed(load(str(folder / "recipe.toml"))), folder)
    before, after = ([layer for item in each.page.items for layer in item.drawing.layers]
                     for each in _draw_samples(make_setting(order), open_book(folder)))  # fmt: skip
    assert [bool({"shading"} & {layer.name for layer in layers}) for layers in (before, after)] == [
        False,
        True,
    ]
    assert [layer.subpaths for layer in before if layer.name == "walls"] == [
        layer.subpaths for layer in after if layer.name == "walls"]  # fmt: skip


@pytest.mark.parametrize("theme", SCENES)
def test_a_childrens_cover_is_in_the_colours_of_its_theme(theme, monkeypatch):
    monkeypatch.setattr(cover_pages, "choose_turn", lambda setting: 0)  # the same drawing
    one, other = (Designed(theme=theme, seed=seed) for seed in ("owl", "other"))
    colours = one.setting.theme.colours
    assert colours != ThemeColours()
    assert one.page.items[0].drawing.layers[0].style.fill == colours.ground
    assert {line.colour for line in one.title()} == {colours.title}
    assert fills(one) == fills(other)
    assert one.look.scenes.theme == theme


def fills(cover):
    return [
        layer.style.fill
        for picture in cover.pictures()
        for layer in picture.drawing.layers
        if layer.style.fill
    ]


@pytest.mark.parametrize("book", ["adult", "expert", "large-print"])
def test_a_cover_for_grown_readers_is_calm_whatever_the_theme_and_the_seed(book):
    row = DESIGNS[book]
    grounds = [tuple(colour(each)) for each in (row["ground"], *row.get("grounds", ()))]
    for given in ({}, {"seed": "other"}, {"theme": "pirate"}):
        cover = Designed(book, **given)
        assert cover.look.scenes is None
        assert cover.page.items[0].drawing.layers[0].style.fill in grounds
        assert "burst" not in {
            layer.name for picture in cover.pictures() for layer in picture.drawing.layers
        }


@pytest.mark.parametrize("readers", DESIGNS)
def test_designs_can_be_read(readers):
    ground, title, accent, paper, wall = (
        colour(DESIGNS[readers][name]) for name in ThemeColours._fields
    )
    assert contrast(ground, title) >= READABLE
    assert contrast(paper, wall) >= 7
    assert contrast(accent, ground) >= 1.5


@pytest.mark.parametrize("ages", ["9", "9-6", "6-6", "0-9", "6-100", "six to nine"])
def test_ages_that_are_none(ages):
    with pytest.raises(
        Refused,
        match=r'cover\.ages: .* is not a range of ages; write the first and the last, such as "7-10"',
    ):
        load("ages-7-8", {"cover.ages": ages})


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"book": "ages-3-4"}, "ages 3–4"), ({"book": "ages-5-6", "language": "de"}, "5–6 Jahre"),
        ({"language": "fa"}, "۷\u00a0تا\u00a0۸ سال"), ({"language": "bn"}, "৭–৮ বছর"),
        ({"audience": "9-11"}, "ages 9–11"), ({"cover.ages": "6-9"}, "ages 6–9"),
        ({"book": "shapes"}, None), ({"book": "adult"}, None),
        ({"book": "shapes", "cover.ages": "8 – 12"}, "ages 8–12"),
        ({"book": "silhouettes"}, "ages 7–11"), ({"book": "hidden-pictures"}, "ages 7–11"),
    ],
    ids=str,
)  # fmt: skip
def test_the_badge_says_the_age_of_the_audience(given, says):
    said = Designed(**given).said()
    if says is None:
        assert "ages" not in said
    else:
        assert says in said


@pytest.mark.parametrize("page", TRIMS)
def test_nothing_stands_before_a_maze_in_the_shape_of_a_thing(page):
    cover = Designed("silhouettes", page=page)
    drawn = cover.pictures()
    (at,) = [place for place, item in enumerate(drawn) if "walls" in {layer.name for layer in item.drawing.layers}
             and item.x > cover.wrap.front.x]  # fmt: skip
    *_, hero = [item for item in drawn[at + 1 :] if item.drawing.layers[0].name == "scene" and item.x > drawn[at].x / 2
               and item.x > cover.wrap.front.x]  # fmt: skip
    assert hero.drawing.height * hero.drawing.scale > 0.1 * cover.wrap.front.height
    assert not any(is_within(point, drawn[at]) for point in sample_outline(hero, 2.0))


@pytest.mark.parametrize(
    ("book", "page"), [("adult", "8.5x11"), ("large-print", "6x9"), ("expert", "8.25x6")]
)
def test_no_quiet_back_is_empty(book, page):
    """A maze of the front is its foot, out to the edges; a disc keeps clear of the barcode's field,
    which is clean."""
    cover = Designed(book, page=page)
    back, field = cover.wrap.back, cover.wrap.barcode(cover.setting.order.printer)
    at_back = [item for item in cover.pictures() if item.x < back.right]
    (foot,) = [item for item in at_back if "walls" in {layer.name for layer in item.drawing.layers}]
    drawing = foot.drawing
    right = foot.x + drawing.width * drawing.scale
    assert foot.x == pytest.approx(0)
    assert right == pytest.approx(back.right if cover.look.field else field.x, abs=36)
    assert cover.look.field or right < field.x
    assert foot.y + drawing.height * drawing.scale == pytest.approx(cover.wrap.sheet[1])
    assert max(line.y for line in cover.texts(back) if line.y < field.y) < foot.y
    clean = at_back[at_back.index(foot) + 1]
    assert (clean.x, clean.y) <= (field.x, field.y)


def test_the_front_says_what_is_in_the_book():
    assert "60 mazes" in Designed(mazes=60).said()
    assert "1 maze" in Designed(mazes=1).said()
    plain = {"book.subtitle": "Mazes to get lost in"}
    assert "answers included" in Designed(**plain).said()
    assert "answers included" not in Designed().said()  # the subtitle says so
    assert "answers included" not in Designed(**plain, **{"book.matter": ["title"]}).said()
    assert "৬০টি" in Designed(mazes=60, language="bn").said()


def test_series_and_volume_stand_on_front_and_spine():
    words = {"book.series": "Rainy Days", "book.subtitle": "Mazes to get lost in"}
    cover = Designed(volume=3, spine_text=True, **words)
    assert "Rainy Days · answers included" in cover.said()
    assert "Volume\N{NO-BREAK SPACE}3" in cover.said()
    assert [line.text for line in cover.texts() if line.turned] == [
        "The Great Big Maze Book",
        "Rainy Days, Volume 3",
    ]
    assert "Volume\N{NO-BREAK SPACE}2" in Designed(volume=2).said()
    assert "olume" not in Designed().said()


def test_the_back_says_what_the_reader_gets():
    easy = MazeFacts(stars=(1, 1, 2))
    lines = list_benefits(Designed("ages-5-6", level="easy").setting, easy)
    # Readers are promised 18 mm, but a pencil goes from hexagon to hexagon over one of their sides,
    # and through the narrowest drawing.
    assert any(line.startswith("Every path is at least 3/8 inch") for line in lines)
    assert any(
        "at least 5/8 inch wide" in line for line in list_benefits(Designed("ages-3-4").setting)
    )
    young = list_benefits(Designed("ages-3-4").setting, MazeFacts(29, "square"))
    assert not any("hardest" in line for line in young)
    setting = Designed("adult").setting
    assert "The path through the hardest maze is 429 squares long." in list_benefits(
        setting, MazeFacts(429, "square")
    )
    assert "The path through the hardest maze is 429 cells long." in list_benefits(
        setting, MazeFacts(429, "polar")
    )
    hours = "More than 5 hours of quiet solving."
    assert hours in list_benefits(setting, MazeFacts(minutes=326.4))
    assert hours not in list_benefits(setting, MazeFacts(minutes=299.9))
    assert not any(
        "hours" in line
        for line in list_benefits(Designed("ages-3-4").setting, MazeFacts(minutes=326.4))
    )
    # Places and honeycombs are two kinds of mazes, too few for a sentence on them.
    assert len(lines) == 5
    # What a chapter is called tells nobody anything who does not have the book.
    assert "First Steps" not in " ".join(lines)
    without_answers = Designed("ages-5-6", level="easy", **{"book.matter": ["title"]}).setting
    assert len(list_benefits(without_answers, easy)) == len(lines) - 1
    # What has a size of its own has no promise.
    assert not any(
        "mm" in line
        for line in list_benefits(Designed("ages-5-6", **{"section.*.size": "3x4"}).setting)
    )
    assert list_benefits(Designed(**{"cover.blurb": "My own."}).setting) == ["My own."]


def test_the_back_of_a_childrens_book_says_about_whom_and_for_whom_it_is():
    """Once: where the sentence gives the age, it is not beside the subtitle, too."""
    english = Designed("ages-5-6", theme="dinosaur")
    assert list_benefits(english.setting)[0] == "24 dinosaur mazes for ages 5–6."
    said = [line.text for line in english.texts(english.wrap.back)]
    assert sum("5–6" in line for line in said) == 1
    german = list_benefits(Designed("ages-5-6", theme="ink", language="de").setting)
    assert german[0] == "24 Labyrinthe für Kinder von 5 bis 6 Jahren."
    own = Designed("ages-5-6", **{"cover.blurb": "Mine."})
    assert any("ages 5–6" in line.text for line in own.texts(own.wrap.back))
    said = {
        "book.subtitle": "24 Dinosaur Mazes for Ages 5-6",
        "language": "none",
        "theme": "dinosaur",
    }
    titled = Designed("ages-5-6", **said)
    lines = [line.text for line in titled.texts(titled.wrap.back)]
    assert sum("5" in line for line in lines) == 1


@pytest.mark.parametrize("book", ["ages-5-6", "adult", "hidden-pictures"])
def test_of_two_lines_on_the_back_the_first_ends_where_the_text_pauses(book):
    cover = Designed(book, page="8.5x11")
    lines = [line.text for line in cover.texts(cover.wrap.back)]
    assert "Stuck? All the answers are in the back." in lines
    # A pause after two words is no place to break.
    assert [line.split()[-1] for line in lines if "exactly one" in line] == ["path."]
    small = Designed(book, page="5x8")
    lines = [line.text for line in small.texts(small.wrap.back)]
    assert book != "hidden-pictures" or lines[1:3] == [
        "ages 7–11 · Find the way,",
        "shade it, and see what it is",
    ]


def test_specks_are_left_out_of_small_pages():
    """Stars and signs are high enough to be made out; the maze's own marks go with it."""
    dot = Drawing(0, 0, 30, 20, 1, (Layer("scene", Style(1.0), (make_circle((10, 10), 8),)),))
    pictures = (Picture(10, 10, dot._replace(scale=scale)) for scale in (0.25, 0.5, 6.0))
    items = [*draw_thumbnail(Page(400, 600, (*pictures,)), Box(0, 0, 100, 150), (0.0, 0.0, 0.0))]
    assert [item.drawing.height * item.drawing.scale for item in items[1:]] == [2.5, 30.0]


def test_a_long_text_on_the_back_keeps_off_the_field_of_the_barcode():
    cover = Designed(
        "adult", page="8.25x6", **{"cover.blurb": "Here is a sentence that says very little. " * 23}
    )
    field = cover.wrap.barcode(cover.setting.order.printer)
    lines = cover.texts(cover.wrap.back)
    assert len(lines) > 8
    assert max(line.y for line in lines) < field.y
    assert min(line.size for line in lines) >= 7


def test_no_line_of_a_small_figure_is_too_thin():
    for picture in Designed("silhouettes", page="8.25x6", printer="lulu-coil").pictures():
        assert all(
            not layer.style.width or layer.style.width >= 0.75 for layer in picture.drawing.layers
        )


@pytest.mark.parametrize("size", [(2000, 3200), (3600, 2800)])
def test_a_picture_fills_the_front_and_its_bleed(size, tmp_path):
    Image.new("RGB", size, (10, 200, 30)).save(tmp_path / "p.png")
    cover = Designed(
        **{
            "cover.picture": str(tmp_path / "p.png"),
            "cover.text": "none",
            "book.series": "A Series",
        }
    )
    wrap = cover.wrap
    (photo,) = [item for item in cover.page.items if isinstance(item, Photo)]
    assert photo.box == pytest.approx((wrap.front.x, 0, wrap.width + wrap.edge, wrap.sheet[1]))
    pixels = Image.open(io.BytesIO(photo.content))
    assert pixels.width / pixels.height == pytest.approx(
        photo.box.width / photo.box.height, rel=0.002
    )
    assert cover.said() == ""
    assert cover.texts(wrap.back)


def test_a_picture_has_title_and_author_over_it_and_nothing_else(tmp_path):
    Image.new("L", (1900, 2800)).save(tmp_path / "p.png")
    cover = Designed(
        **{
            "cover.picture": str(tmp_path / "p.png"),
            "book.author": "Ada Example",
            "book.subtitle": "Fun",
        }
    )
    assert cover.said() == "The Great Big Maze Book Fun Ada Example"
    assert {line.colour for line in cover.title()} == {(1.0, 1.0, 1.0)}


def test_three_real_pages_stand_on_the_back_as_they_are(tmp_path):
    """Each maze's walls, at the scale of its page."""
    cover = make_cover(made(tmp_path, 40))
    _, pixels = rendered(cover.files[0])
    back = cover.wrap.back
    white = (part(pixels, back) == 255).all(axis=2)
    # Columns of the back in which a sheet of paper stands, and the gaps between the three sheets,
    # two of which are smaller than the one in use.
    columns = white.sum(axis=0) > 0.08 * white.shape[0]
    assert int((columns[1:] & ~columns[:-1]).sum()) >= 3


def test_sample_pages_say_what_the_books_own_pages_say(tmp_path):
    """Every word, also the story's: the manifest has its rows."""
    folder = make_book("ages-7-8", seed="owl", output=tmp_path, overrides={
        "svg": False, "mazes": 16, "printer": "kdp-paperback", "page": "6x9", "language": "fr"}).folder  # fmt: skip
    order = settle(decide_seed(load(str(folder / "recipe.toml"))), folder)
    samples = _draw_samples(make_setting(order), open_book(folder))
    document = pypdfium2.PdfDocument(folder / "ages-7-8.pdf")
    said = [" ".join(page.get_textpage().get_text_bounded().split()) for page in document]
    assert len(samples) == 3
    for sample in samples:
        title, *others, folio, answer = [
            item.text for item in sample.page.items if isinstance(item, Text)
        ]
        page = said[int(folio) - 1]
        assert title.startswith("Labyrinthe ")
        assert answer.startswith("Solution page ")
        assert sorted(" ".join((title, *others, folio, answer)).split()) == sorted(page.split())
        assert len(others) >= 1


def test_for_home_front_and_back_are_pages_within_its_margins(tmp_path):
    folder = made(tmp_path, 24, page="letter", printer="home")
    cover = make_cover(folder, guides=True)
    assert cover.apart == (612, 792)
    document = pypdfium2.PdfDocument(cover.files[0])
    assert [page.get_size() for page in document] == [(612, 792)] * 2
    for page in document:
        pixels = page.render(scale=2).to_numpy()
        assert (pixels[[0, 34, -35, -1]] == 255).all()
        assert (pixels[:, [0, 34, -35, -1]] == 255).all()
        assert (pixels[37, 37] != 255).any()
    assert not check_book(folder).reports[1].findings
    assert "spine" not in json.loads((folder / "manifest.json").read_text())["cover"]
    assert len(pypdfium2.PdfDocument(cover.files[1])) == 2
    # Who has the sheet for it may have it in one piece.
    assert len(pypdfium2.PdfDocument(make_cover(folder, spine=4, force=True).files[0])) == 1
    assert check_book(folder).reports[1].passed


def test_a_logo_stands_on_the_back_in_its_colours(tmp_path):
    (tmp_path / "logo.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 40">'
                                       '<rect width="100" height="40" fill="#c81e3c"/></svg>')  # fmt: skip
    cover = make_cover(
        made(tmp_path / "book", 24, theme="ink", **{"book.logo": str(tmp_path / "logo.svg")})
    )
    _, pixels = rendered(cover.files[0])
    assert int((abs(part(pixels, cover.wrap.back) - [200, 30, 60]).max(axis=2) <= 2).sum()) > 10_000


def test_the_shapes_of_a_badge_are_around_its_middle():
    picture = _draw_shapes((50, 60), 10, ())
    around = picture.drawing
    assert (picture.x - around.left, picture.y - around.top) == (50, 60)


def test_lines_of_letters_share_their_spare_width_as_asked():
    letters, box = Letters((("Owl", 20.0),), text.make_face("en", "ltr")), Box(10, 20, 300, 40)
    left, middle, right = (
        next(set_letters(letters, box, BLACK, at=at)).x for at in (0.0, 0.5, 1.0)
    )
    assert left == 10
    assert right > middle > left
    assert middle == pytest.approx((left + right) / 2)


def list_pictures_named(page, *names):
    """The pictures of a page with a layer of one of these names."""
    pictures = [item for item in page.items if isinstance(item, Picture)]
    return [one for one in pictures if {*names} & {layer.name for layer in one.drawing.layers}]


@pytest.mark.parametrize("book", ["ages-5-6", "large-print"])
def test_a_large_page_on_the_back_is_half_solved(tmp_path, book):
    """And nothing is a sliver at the trim, as the top of a maze at the foot would be; and the field
    of the barcode is white."""
    given = {"svg": False, "mazes": 4, "page": "6x9"}
    folder = make_book(book, seed="owl", output=tmp_path, overrides=given).folder
    order = settle(decide_seed(load(str(folder / "recipe.toml"))), folder)
    samples = _draw_samples(make_setting(order), open_book(folder))
    assert all(len(sample.way) > 5 for sample in samples)
    cover = Designed(book)
    setting, barcode = cover.setting, cover.wrap.barcode(cover.setting.order.printer)
    back, shown = (samples, barcode, None, MazeFacts()), _make_front(setting, cover.look)
    page = cover_page(setting, cover.wrap, cover.look, shown, back, False)
    (drawn,) = list_pictures_named(page, "crayon")
    line, scale = drawn.drawing.layers[0].subpaths[0], drawn.drawing.scale
    xs = [drawn.x + scale * (x - drawn.drawing.left) for x, _ in line.points]
    face = cover.wrap.back_face
    assert face.x < min(xs) < max(xs) < face.right
    assert not [one for one in list_pictures_named(page, "walls") if one.y > face.bottom - 36]
    (area,) = (
        one
        for one in list_pictures_named(page, "ground")
        if one.x < barcode.x < one.x + 8 and one.y < barcode.y < one.y + 8
    )
    assert area.drawing.layers[0].style.fill == (1.0, 1.0, 1.0)
