"""Books in the readers' languages: what is printed, also from right to left, without words, with
one's own catalogue.

Everything is read back from finished files.
"""

from __future__ import annotations

import json
import re
import shutil
import tomllib
from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest
from rendering import TEMPLATES, Printed, crop
from stated import load_stated

from puzzlebook import make_book
from puzzlebook.books.pages.ornaments import _star_layers
from puzzlebook.books.planning.pagination import paginate
from puzzlebook.checks.rules import check_binding, check_blanks
from puzzlebook.checks.verify import verify
from puzzlebook.checks.whole_book import CheckOptions, check_book
from puzzlebook.ground import templates
from puzzlebook.ground.faults import Refused
from puzzlebook.language.words import WORDLESS, load_words
from puzzlebook.printers.profiles import load_printer
from puzzlebook.recipes.files import decide_seed, load
from puzzlebook.recipes.order import settle
from puzzlebook.typesetting.text import find_missing_character
from puzzlebook.typesetting.text.face import make_face
from puzzlebook.verbs.contact_sheet import list_openings
from puzzlebook.verbs.cover import make_cover

LANGUAGES = templates.list_names("languages")
SMALL = {"mazes": 9, "svg": False}
EVERYTHING = ["title", "copyright", "dedication", "how-to", "contents", "openers", "key", "certificate", "notes",
              "colophon"]  # fmt: skip


def needs_font(language):
    """Skip where no font of the system has the language's letters."""
    words = load_words(language)
    if find_missing_character(words("how_to_title"), make_face(words.language, words.direction)):
        pytest.skip(f"no font for {language} on this system: {', '.join(words.fonts)}")


def made(tmp_path, language, template="ages-7-8", **overrides):
    needs_font(language)
    folder = make_book(template, seed="owl", output=tmp_path, name=language,
                       overrides={**SMALL, "language": language, **overrides}).folder  # fmt: skip
    return Printed(folder)


def text_of(book, page):
    return book.pdfium[page - 1].get_textpage().get_text_bounded()


def ink_span(pixels):
    """The first and the last column with ink, in points; there are two pixels to a point."""
    columns = np.flatnonzero((pixels < 128).any(axis=0))
    return columns[0] / 2, columns[-1] / 2


# -- Every language ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "language",
    # That of Portugal is set as that of Brazil is.
    [
        pytest.param(name, marks=pytest.mark.exhaustive) if name == "pt-PT" else name
        for name in LANGUAGES
    ],
)
def test_the_default_book_in_every_language(tmp_path, language):
    book = made(
        tmp_path,
        language,
        **{"book.matter": EVERYTHING, "book.author": "Mia", "book.dedication": "Mia"},
    )
    assert check_book(book.folder).passed
    assert verify(book.folder).faults == ()
    rows = book.manifest["recipe"]["section"]
    titles = [row.get("title") for row in rows]
    said = load_words(language).book("ages-7-8")
    assert titles == (
        [None] * 5 if language == WORDLESS else [said["sections"][row["key"]] for row in rows]
    )
    if language not in ("en", WORDLESS):
        english = tomllib.loads(templates.read("books", "ages-7-8").decode())
        assert not {row["title"] for row in english["section"]} & set(titles)


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("template", "language"), list(product([*TEMPLATES, "worksheet"], LANGUAGES))
)
def test_every_template_in_every_language(tmp_path, template, language):
    needs_font(language)
    book = make_book(template, seed="owl", output=tmp_path, overrides={"language": language})
    assert check_book(book.folder).passed
    assert verify(book.folder).faults == ()


@pytest.mark.parametrize(("language", "page"), [("fa", "۱۹"), ("bn", "১৯"), ("pa", "੧੯")])
def test_page_numbers_are_in_the_digits_of_the_language(tmp_path, language, page):
    own = made(tmp_path / "own", language)
    latin = made(tmp_path / "latin", language, digits="latin")
    assert page in text_of(own, 19)
    assert not re.search("[0-9]", text_of(own, 19).replace("\r\n", " "))
    assert "19" in text_of(latin, 19)
    assert page not in text_of(latin, 19)


def test_codes_keep_their_digits(tmp_path):
    book = made(tmp_path, "fa", codes="all")
    first = book.mazes[0]
    assert first["code"] in text_of(book, first["puzzle"]["page"])
    last = max(page for page in range(1, book.manifest["pages"] + 1) if text_of(book, page))
    assert book.manifest["code"] in text_of(book, last).replace("\r\n", "")


def test_one_maze_is_one_maze_in_the_certificate(tmp_path):
    for language, said in (
        ("de", "für den Weg durch 1 Labyrinth im Buch"),
        ("en", "through 1 maze in"),
    ):
        book = made(tmp_path, language, **{"mazes": 1, "book.matter": ["certificate"]})
        pages = [
            " ".join(text_of(book, page).split()) for page in range(1, book.manifest["pages"] + 1)
        ]
        assert any(said in page for page in pages)


def test_files_say_their_language(tmp_path):
    book = made(tmp_path, "pt", svg=True, pdf="both", mazes=4)
    svg, *others = (
        path.read_text(encoding="utf-8") for path in sorted((book.folder / "svg").glob("???.svg"))
    )
    assert 'xml:lang="pt-BR"' in svg
    assert "<title>Labirinto 1</title>" in svg
    assert any("Labirinto quadrado" in other for other in others)
    assert book.pike.Root.Lang == "pt-BR"
    screen = Printed(book.folder)
    screen.pdf = book.folder / "pt-screen.pdf"
    assert screen.pike.Root.Lang == "pt-BR"
    assert (
        next(line.get_title() for line in screen.pdfium.get_toc()) == "Como resolver um labirinto"
    )


# -- From right to left ------------------------------------------------------------------------------------

UNEQUAL = {
    "margins.inside": "0.85in",
    "margins.outside": "0.4in",
    "margins.top": "0.5in",
    "margins.bottom": "0.45in",
}


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    """One book in English and in Persian, with a wide gutter."""
    folder = tmp_path_factory.mktemp("both")
    return made(folder, "en", pdf="both", svg=True, **UNEQUAL), made(
        folder, "fa", pdf="both", svg=True, **UNEQUAL
    )


def test_the_gutter_changes_sides(both):
    """By the ink: where the contents and the foot of the pages begin and end."""
    for book, inside_left_on_odd in zip(both, (True, False), strict=True):
        for page in (book.mazes[0]["puzzle"]["page"], book.mazes[1]["puzzle"]["page"]):
            left, right = ink_span(book.pixels(page))
            at_left = (page % 2 == 1) == inside_left_on_odd
            gutter = left if at_left else 612 - right
            other = 612 - right if at_left else left
            assert gutter == pytest.approx(61.2, abs=3)
            assert other == pytest.approx(28.8, abs=3)


def test_mazes_are_not_mirrored(both):
    english, persian = both
    for one, other in zip(english.mazes, persian.mazes, strict=True):
        assert one["digest"] == other["digest"]
        for kind in ("puzzle", "answer"):
            assert one[kind]["page"] == other[kind]["page"]
            assert one[kind]["box"][2:] == pytest.approx(other[kind]["box"][2:], rel=0.02)
        # Where each lies is said of the page as it is: the maze there is the one of the SVG.
        walls = [
            re.search('id="walls".*?d="(.*?)"', (book.folder / maze["svg"]).read_text())[1]
            for book, maze in ((english, one), (persian, other))
        ]
        assert walls[0] == walls[1]


def test_the_manifest_says_where_mazes_stand(both):
    """Around each box there is paper, and its rim is ink."""
    for maze in (
        maze for maze in both[1].mazes if maze["shape"] == "square" and not maze["silhouette"]
    ):
        x, y, width, height = maze["answer"]["box"]
        pixels = crop(
            both[1].pixels(maze["answer"]["page"], 4), (x - 1, y - 1, width + 2, height + 2), 4
        )
        rim = [pixels[:, 4], pixels[:, -5], pixels[4, :], pixels[-5, :]]
        assert np.mean([(line < 220).mean() for line in rim]) > 0.6


def test_an_isbn_in_a_persian_line_keeps_its_order(tmp_path):
    """Its groups would change places as those of a number do behind Arabic letters."""
    book = made(tmp_path, "fa", mazes=2, **{"book.isbn": "978-3-16-148410-0"})
    assert "978-3-16-148410-0" in text_of(book, 2)


def test_stars_are_filled_from_the_right():
    plain, turned = (_star_layers(2, from_right)[0].subpaths for from_right in (False, True))
    assert max(x for star in plain for x, _ in star.points) < min(
        x for star in turned for x, _ in star.points
    )


def test_answers_stand_in_reading_order(both):
    english, persian = ([maze["answer"]["box"] for maze in book.mazes[:2]] for book in both)
    assert english[0][0] < english[1][0]
    assert persian[0][0] > persian[1][0]


def test_the_screen_turns_its_pages_the_other_way(both):
    for book, direction in zip(both, (None, "/R2L"), strict=True):
        screen = Printed(book.folder)
        screen.pdf = book.folder / f"{book.folder.name}-screen.pdf"
        assert screen.pike.Root.ViewerPreferences.get("/Direction") == direction
        for number, page in enumerate(screen.pike.pages, 1):
            for link in page.obj.get("/Annots", []):
                left, _, right, _ = (float(value) for value in link.Rect)
                assert 0 <= left < right <= 612, number


def test_a_link_lies_on_its_words(both):
    """The link to the answer is where "جواب در صفحهٔ" stands: at the inner side of the foot."""
    screen = Printed(both[1].folder)
    screen.pdf = both[1].folder / "fa-screen.pdf"
    page = both[1].mazes[0]["puzzle"]["page"]
    (link,) = screen.pike.pages[page - 1].obj.Annots
    left, low, right, high = (float(value) for value in link.Rect)
    pixels = crop(screen.pixels(page), (left, 792 - high, right - left, high - low), 2)
    assert (pixels < 128).any()


def test_the_front_of_a_cover_lies_at_the_left(tmp_path):
    book = made(tmp_path, "fa", **{"book.author": "Mia"})
    wrap = make_cover(book.folder).wrap
    assert wrap.right
    assert wrap.front.x < wrap.back.x
    assert check_book(book.folder).passed
    assert list_openings(4, right_to_left=True)[0] == (1, None)


def test_a_printer_that_binds_at_the_left_alone_is_no_printer_for_persian(tmp_path):
    overrides = {"language": "fa", "printer": "kdp-hardcover", "page": "8.25x11", "mazes": 80}
    with pytest.raises(Refused) as refused:
        make_book("ages-7-8", seed="owl", output=tmp_path, overrides=overrides)
    said = str(refused.value.faults[0])
    assert said.startswith(
        "printer: kdp-hardcover binds at the left, and fa asks for the right; one of home, ingram"
    )
    overrides |= {"printer": "kdp-paperback", "page": "8.5x11"}
    with pytest.raises(Refused, match="kdp-paperback binds at the left, and fa asks for the right"):
        make_book("ages-7-8", seed="owl", output=tmp_path, overrides=overrides)


def test_a_printer_may_bind_at_the_right_in_some_languages_alone():
    """Of a file in a language that we do not know, the check gives advice."""
    kdp, lulu = map(load_printer, ("kdp-paperback", "lulu"))
    tried = [("right", "he"), ("right", "fa"), ("right", ""), ("left", "fa"), ("left", "en")]
    assert [kdp.binds_at(*each) for each in tried] == [True, False, False, True, True]
    assert all(lulu.binds_at(*each) for each in tried)
    findings = [
        [finding.grave for finding in check_binding(SimpleNamespace(
            printer=kdp, binding="right", language=language))]
        for language in ("he", "fa", "")
    ]  # fmt: skip
    assert findings == [[], [True], [False]]


def test_ingramspark_gets_its_empty_leaf_at_the_end_of_its_file(tmp_path):
    """There its barcode goes: in a file from the last page to the first, before the title page."""
    kinds = {}
    for language in ("en", "fa"):
        recipe = {"language": language, "printer": "ingram", "page": "8.5x11", "seed": "owl"}
        order = settle(decide_seed(load("ages-7-8", recipe)), tmp_path)
        kinds[language] = [page.kind for page in paginate(order).planned_pages]
    assert kinds["fa"][:3] == ["blank", "blank", "title"]
    assert kinds["fa"][-1] == "colophon"
    assert (kinds["en"][0], kinds["en"][-1]) == ("title", "blank")
    assert len(kinds["fa"]) % 2 == 0


@pytest.mark.parametrize(("binding", "pages", "told"), [
    ("right", "_1", []), ("right", "1_", ["first page"]), ("left", "1_", []),
    ("left", "_1", ["last page"]),
])  # fmt: skip
def test_the_check_looks_for_the_empty_page_where_the_barcode_goes(binding, pages, told):
    rendered = [SimpleNamespace(ink=None if page == "_" else 1, broken=False) for page in pages]
    job = SimpleNamespace(printer=load_printer("ingram"), binding=binding, rendered=rendered)
    assert [finding.rule for finding in check_blanks(job)] == told


def test_the_check_knows_the_side_of_the_binding(both):
    """Bound at the other side, the narrow margins would lie in the gutter."""
    folder = both[1].folder
    assert (
        check_book(folder, CheckOptions("kdp-paperback")).passed
        is check_book(folder, CheckOptions("kdp-paperback", binding="right")).passed
    )
    found = [
        finding.rule
        for report in check_book(folder, CheckOptions("kdp-hardcover")).reports
        for finding in report.findings
    ]
    assert "binding" in found


# -- Without words -----------------------------------------------------------------------------------------


def test_a_book_without_words_has_none(tmp_path):
    book = made(tmp_path, WORDLESS, codes="none", **{"book.matter": EVERYTHING})
    for page in range(1, book.manifest["pages"] + 1):
        assert re.sub(r"[\d\s»«–\x02-]", "", text_of(book, page)) == "", page
    assert book.manifest["recipe"]["book"]["title"] == ""
    assert any("»" in text_of(book, page) for page in range(1, 20))


def test_a_book_without_words_has_the_users_own(tmp_path):
    book = made(tmp_path, WORDLESS, **{"book.title": "Mia", "section.warm-up.title": "1, 2, 3"})
    assert text_of(book, 1).strip() == "Mia"
    assert any("1, 2, 3" in text_of(book, page) for page in range(1, 8))
    make_cover(book.folder)


def test_an_opener_without_words_has_its_mazes_in_the_type_of_a_heading(tmp_path):
    book = made(tmp_path, WORDLESS)
    lines = book.lines(book.mazes[0]["puzzle"]["page"] - 1)
    mazes, folio = sorted(lines, key=lambda line: -line.size)
    assert mazes.text.partition("–")[0] == "1"
    assert mazes.size > 2 * folio.size


def test_no_page_of_a_book_without_words_is_empty_for_want_of_them(tmp_path):
    book = made(tmp_path, WORDLESS)
    blank = [
        page for page in range(1, book.manifest["pages"] + 1) if not (book.pixels(page) < 128).any()
    ]
    assert len(blank) <= 1, "only what makes the number of pages even"


def test_worksheets_without_words(tmp_path):
    book = make_book(
        "worksheet", seed="owl", output=tmp_path, overrides={"language": WORDLESS, "mazes": 3}
    )
    words = "".join(text_of(Printed(book.folder), page) for page in range(1, 5))
    assert re.sub(r"[\d\s/]", "", words) == ""


def test_a_title_may_be_empty_only_without_words():
    with pytest.raises(Refused, match=r"book\.title: is empty"):
        load("ages-7-8", {"book.title": "", "language": "fr"})


# -- Which language ----------------------------------------------------------------------------------------


def test_a_language_that_there_is_not_is_refused_with_the_list(puzzlebook_here):
    done = puzzlebook_here("make", "sheets", "--language", "klingon")
    assert (done.code, done.out) == (2, "")
    line = 'error: --language: there is no language called "klingon"; allowed: bn, de, en, es, fa, fr, none, pa, pt'
    assert done.err.startswith(line)


def test_languages_are_listed(puzzlebook_here):
    listed = puzzlebook_here("list", "languages").out
    assert "فارسی (Persian); ۱۲۳; right to left" in listed
    full = json.loads(puzzlebook_here("list", "languages", "fa", "--json").out)
    assert (full["direction"], full["bound at"], full["digits"]) == (
        "right to left",
        "the right",
        "۰۱۲۳۴۵۶۷۸۹",
    )


def test_inherited_texts_are_remarked(tmp_path):
    (tmp_path / "a.toml").write_text(
        'base = "ages-7-8"\n[book]\ntitle = "Mazes for Mia"\ndedication = "For Mia"\n',
        encoding="utf-8",
    )
    (tmp_path / "b.toml").write_text(
        'base = "a.toml"\nlanguage = "fr"\n[book]\ndedication = "Pour Mia"\n', encoding="utf-8"
    )
    loaded = load(str(tmp_path / "b.toml"))
    assert loaded.remarks == (
        f'the title "Mazes for Mia" comes from {tmp_path / "a.toml"}, whose language is en, not fr',
    )
    assert loaded.recipe.book.title == "Mazes for Mia"
    assert loaded.recipe.sections[0].title == "Échauffement", "our own texts are translated"
    assert load(str(tmp_path / "b.toml"), {"book.title": "Pour toi"}).remarks == ()


def test_a_book_code_says_the_language(tmp_path):
    book = made(tmp_path, "fr", mazes=4)
    assert ":language=fr:" in book.manifest["code"]


@pytest.fixture
def dutch(tmp_path):
    """A catalogue of one's own: the English one but for a few words."""
    text = templates.read("languages", "en").decode()
    text = text.replace('tag = "en"', 'tag = "nl"').replace(
        'maze = "Maze {number}"', 'maze = "Doolhof {number}"'
    )
    text = text.replace('title = "The Great Big Maze Book"', 'title = "Het grote doolhofboek"')
    text += f"\n[spoken]\n{templates.read('spoken', 'en').decode()}"
    path = tmp_path / "nl.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_catalogue_of_ones_own_travels_with_the_book(tmp_path, dutch, puzzlebook_here):
    done = puzzlebook_here(
        "make",
        "ages-7-8",
        "--seed",
        "owl",
        "--mazes",
        "5",
        "--language",
        dutch.name,
        "--pdf",
        "both",
    )
    assert done.code == 0, done.err
    book = Printed(tmp_path / "output" / "ages-7-8")
    recipe = book.manifest["recipe"]
    assert (recipe["language"], recipe["book"]["title"]) == (
        "assets/nl.toml",
        "Het grote doolhofboek",
    )
    assert "Doolhof 1" in text_of(book, book.mazes[0]["puzzle"]["page"])
    assert book.pike.Root.Lang == "nl"
    assert re.fullmatch("book-1:[0-9a-z]{10}-[0-9a-z]", book.manifest["code"]), (
        "it asks for the recipe"
    )
    dutch.unlink()
    shutil.move(book.folder, tmp_path / "elsewhere")
    again = puzzlebook_here("rebuild", "elsewhere", "-o", "again")
    assert again.code == 0, again.err
    assert "Files:      14 of 14 the same" in again.out
    for command in ("cover", "preview", "check", "verify"):
        assert puzzlebook_here(command, "again/ages-7-8").code == 0


def test_what_a_catalogue_does_not_name_keeps_its_english_name(tmp_path, dutch):
    text = dutch.read_text(encoding="utf-8").replace(
        'warm-up = "Warm-up", off-we-go = "Off We Go", ', 'warm-up = "Eerst", '
    )
    dutch.write_text(
        text.partition("[silhouettes]")[0] + "[starts]" + text.partition("[starts]")[2],
        encoding="utf-8",
    )
    recipe = load_stated("ages-7-8", {"language": str(dutch)}).recipe
    assert [section.title for section in recipe.sections][::2][:2] == ["Eerst", "Off We Go"]
    heart = {"section.*.silhouette": "heart", "mazes": 1, "svg": False}
    overrides = {"language": str(dutch), **heart}
    book = Printed(
        make_book("silhouettes", seed="owl", output=tmp_path, overrides=overrides).folder
    )
    assert "A heart" in "".join(
        text_of(book, page) for page in range(1, book.manifest["pages"] + 1)
    )


def test_a_catalogue_is_relative_to_its_recipe(tmp_path, dutch):
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "my.toml").write_text(
        'base = "sheets"\nlanguage = "../nl.toml"\n', encoding="utf-8"
    )
    book = make_book(str(tmp_path / "deep" / "my.toml"), output=tmp_path / "out")
    assert "Doolhof 1" in text_of(Printed(book.folder), 1)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (('maze = "Maze {number}"\n', ""), "error: language: nl.toml: lacks maze;"),
        (
            ('\nmaze = "Maze {number}"', '\nmaze = "Doolhof"'),
            "error: language: nl.toml: maze: has no blanks; has to have {number}",
        ),
        (
            ('direction = "ltr"', 'direction = "left"'),
            "error: language: nl.toml: direction: 'left' is not known;",
        ),
        (('tag = "en"', 'tag = "nl'), "error: language: nl.toml: is not a language file in TOML;"),
        (
            ('tag = "en"', 'tag = "nl"\nhello = "hallo"'),
            'error: language: nl.toml: there is no key "hello";',
        ),
    ],
)
def test_a_bad_catalogue_is_one_line(tmp_path, puzzlebook_here, change, said):
    text = templates.read("languages", "en").decode()
    (tmp_path / "nl.toml").write_text(text.replace(*change), encoding="utf-8")
    done = puzzlebook_here("make", "sheets", "--set", "language=nl.toml")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(said)
    assert len(done.err.splitlines()) == 1
    assert not (tmp_path / "output").exists()
    done = puzzlebook_here("make", "sheets", "--language", "no.toml")
    assert "there is no such file" in done.err
