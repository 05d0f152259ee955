"""The listing of a book: what a shop's form asks for, its words in nine languages, its pictures."""

from __future__ import annotations

import json
import re
import tomllib
from decimal import Decimal
from io import BytesIO
from pathlib import Path
from shutil import copytree
from types import SimpleNamespace

import pikepdf
import pypdfium2
import pytest
from coarse import draw_coarsely
from command import check_errors, run, snapshot
from PIL import Image, ImageChops, ImageStat

import puzzlebook
from puzzlebook import make_book
from puzzlebook.books.covers import claims
from puzzlebook.books.covers.back import _order_samples, list_benefits
from puzzlebook.books.covers.claims import MazeFacts, name_large_print
from puzzlebook.ground import templates
from puzzlebook.language.words import load_words, read_stories, strip_isolates
from puzzlebook.printers.printer import Stock
from puzzlebook.recipes.files import decide_seed, load
from puzzlebook.recipes.order import settle
from puzzlebook.recipes.translation import find_later_texts
from puzzlebook.typesetting.page import Box, Page, Text
from puzzlebook.verbs.cover import make_cover
from puzzlebook.verbs.cover_pages import make_setting
from puzzlebook.verbs.listing_costs import (
    compute_cost,
    compute_least_price,
    compute_royalty,
    find_cheaper_ink,
    find_equal_cost,
    list_costs,
)
from puzzlebook.verbs.listing_pages import choose_pages
from puzzlebook.verbs.listing_pictures import (
    _find_perspective,
    compose_wide,
    cut_at_blank,
    encode_jpeg,
    make_proof,
    reverse_pages,
)
from puzzlebook.verbs.listing_texts import list_overlong, write_form
from puzzlebook.verbs.listing_words import find_words, name_maze, write_description

ROOT = Path(__file__).parents[2]
LANGUAGES = [name for name in templates.list_names("languages") if name != "none"]
EN = tomllib.loads(templates.read("listings", "en").decode())
PLAIN = ("proof", "span", "call", "neutral_call", "volume", "comma", "pair", "last", "lowered")
LIMITS = templates.table("listings.toml")["limits"]
COSTS = templates.table("listings.toml")["costs"]["kdp-paperback"]
RATES = COSTS["sold"][0]["rates"]


def read_picture(path):
    return Image.open(BytesIO(path.read_bytes()))


@pytest.fixture(scope="module")
def listed(tmp_path_factory):
    """A book with its cover and its listing."""
    overrides = {
        "page": "6x9", "printer": "kdp-paperback", "section.*.size": "6x8", "svg": False,
        "book.title": "Mazes & More", "book.author": "Ada Example", "book.series": "Quiet Days",
    }  # fmt: skip
    book = make_book("ages-7-8", seed="owl", mazes=24, name="mia",
                     output=tmp_path_factory.mktemp("shelf"), overrides=overrides)  # fmt: skip
    puzzlebook.make_cover(book.folder)
    puzzlebook.make_listing(book.folder)
    return book.folder


@pytest.fixture(scope="module")
def sheet(tmp_path_factory):
    """The same of a book of one maze that is printed at home."""
    folder = make_book("sheets", seed="owl", mazes=1, output=tmp_path_factory.mktemp("home"),
                       overrides={"svg": False}).folder  # fmt: skip
    puzzlebook.make_cover(folder)
    puzzlebook.make_listing(folder)
    return folder


def test_all_is_there_and_in_the_manifest(listed):
    files = {path.name for path in (listed / "listing").iterdir()}
    assert files == {
        "form.txt", "description.txt", "description.html", "front.jpg", "standing.jpg", "proof.pdf",
        *(f"look-{number}.jpg" for number in range(1, 7)), *(f"wide-{number}.jpg" for number in range(1, 4)),
    }  # fmt: skip
    manifest = json.loads((listed / "manifest.json").read_text())
    assert {f"listing/{name}" for name in files} <= manifest["files"].keys()
    assert puzzlebook.verify(listed).faults == ()


def test_the_pictures_have_the_sizes_that_shops_ask_for(listed):
    sizes = {path.stem: read_picture(path).size for path in (listed / "listing").glob("*.jpg")}
    wide, high = sizes["front"]
    assert high == 2560
    assert 1660 < wide <= 1707, "that of a page of 6 x 9 in, less what the spine's ground covers"
    assert {sizes[f"wide-{number}"] for number in (1, 2, 3)} == {(970, 600)}
    assert {sizes[f"look-{number}"] for number in range(1, 7)} == {(1067, 1600)}


def test_an_answer_is_cut_from_its_page_without_its_number():
    """Whole, with the figures at its doors, and without the answer beside it."""
    page = Image.new("RGB", (300, 300), "white")
    page.paste("black", (20, 0, 180, 12))  # the number, cut
    page.paste("black", (60, 15, 80, 38))  # a figure as near to the number as to the maze
    page.paste("black", (20, 40, 180, 250))
    page.paste("black", (90, 258, 110, 270))  # another below a strip of blank paper
    page.paste("black", (230, 40, 300, 250))  # another answer
    page.paste("white", (30, 150, 170, 153))  # between two walls
    cut = cut_at_blank(page, Box(20, 20, 160, 245))
    blank = 2  # pixels
    assert cut.size == (160 + 2 * blank, 270 - 15 + 2 * blank)
    assert cut.getpixel((5, 200)) == cut.getpixel((50, 6)) == (0, 0, 0)
    assert cut.getpixel((80, 250)) == (0, 0, 0)
    assert {cut.getpixel((x, y)) for x, y in [(100, 4), (1, 100), (162, 100)]} == {(255,) * 3}
    black = Image.new("RGB", (9, 9), "black")
    assert cut_at_blank(black, Box(2, 2, 5, 5)).size == (9, 9)


def test_the_front_is_that_of_the_printed_book(listed):
    """Its words and pictures are where the cover has them, and nothing is cut off."""
    front = read_picture(listed / "listing" / "front.jpg")
    page = pypdfium2.PdfDocument(listed / "mia-cover.pdf")[0]
    scale, wide = front.height / (page.get_height() - 18), page.get_width()
    crop = (wide - 9 - front.width / scale, 9, 9, 9)
    theirs = page.render(scale=scale, crop=crop).to_pil().convert("RGB").resize(front.size)
    difference = ImageChops.difference(front, theirs).convert("L")
    assert ImageStat.Stat(difference).mean[0] < 4


def test_the_standing_book_stands_on_white(listed):
    book = read_picture(listed / "listing" / "standing.jpg")
    assert min(book.getpixel((3, 3))) > 250
    middle = book.crop((700, 700, 900, 900))
    assert max(high - low for low, high in middle.getextrema()) > 60


def test_a_perspective_takes_corners_to_corners():
    corners = ((100, 50), (500, 80), (500, 520), (100, 560))
    a, b, c, d, e, f, g, h = _find_perspective(corners, (400, 600))
    for (x, y), target in zip(corners, ((0, 0), (400, 0), (400, 600), (0, 600)), strict=True):
        below = g * x + h * y + 1
        found = (a * x + b * y + c) / below, (d * x + e * y + f) / below
        assert found == pytest.approx(target, abs=1e-6)


def test_each_page_of_the_proof_says_that_it_is_one(listed):
    proof, book = (
        pypdfium2.PdfDocument(path)
        for path in (listed / "listing" / "proof.pdf", listed / "mia.pdf")
    )
    assert len(proof) == len(book)
    for theirs, ours in zip(book, proof, strict=True):
        said = ours.get_textpage().get_text_bounded()
        assert said.count("PROOF") == 3
        assert theirs.get_textpage().get_text_bounded().split() == [
            word for word in said.split() if word != "PROOF"
        ]
        assert ours.get_size() == theirs.get_size()
    # The watermark hides nothing: what is black in the book is black in the proof.
    before, after = (pdf[7].render(scale=1).to_pil().convert("L") for pdf in (book, proof))
    dark = before.point(lambda grey: 255 * (grey < 40))
    assert ImageStat.Stat(after, dark).extrema[0][1] < 60


def test_a_proof_is_the_same_each_time(listed, tmp_path):
    book, setting = (listed / "mia.pdf").read_bytes(), settle_book("ages-7-8", tmp_path)
    assert make_proof(book, "PROOF", setting) == make_proof(book, "PROOF", setting)


def test_a_proof_gives_no_attachment_away(sheet):
    """A book printed at home has its recipe in its PDF; its proof has not."""
    with pikepdf.open(BytesIO((sheet / "listing" / "proof.pdf").read_bytes())) as pdf:
        assert not pdf.attachments
    assert len(list((sheet / "listing").glob("look-*.jpg"))) == 2


def test_the_form_and_the_description(listed):
    rows = dict(
        line.split("  ", 1) for line in (listed / "listing" / "form.txt").read_text().splitlines()
        if "  " in line.strip()
    )  # fmt: skip
    form = {name: value.strip() for name, value in rows.items()}
    assert (form["Title"], form["Author"], form["Series"]) == (
        "Mazes & More",
        "Ada Example",
        "Quiet Days",
    )
    assert (form["Trim"], form["Bleed"], form["Reading age"]) == ("6 x 9 in", "no", "7-8")
    assert form["Language"] == "English"
    assert form["AI: translations"] == "None"
    assert form["AI: images"].startswith("Many AI-generated images")
    assert form["Low-content book"].startswith("no")
    assert form["Cover finish"].startswith("FILL IN: ")
    assert form["Category 1"].startswith("Children's Books > Activities")
    assert form["Cover has a barcode"].startswith("no")
    assert form["Alt text, wide-1"].startswith("Mazes & More: ")
    assert [form[f"BISAC {number}"][:9] for number in (1, 2)] == ["JNF021040", "JNF001000"]
    assert form["BISAC 3"].startswith("FILL IN: ")
    assert form["Primary marketplace"].endswith("such as Amazon.com")
    text = (listed / "listing" / "description.txt").read_text()
    html = (listed / "listing" / "description.html").read_text()
    said = "Help the pirate find the treasure!\n\nMazes & More: 24 pirate mazes for ages 7–8."
    assert text.startswith(said)
    assert text.endswith(" pages, 6 × 9 inches.\n")
    assert html.count("<li>") == html.count("</li>") == text.count("•") >= 2
    assert html.count("&") == html.count("Mazes &amp; More") == 1


def test_nothing_is_replaced_unless_it_is_asked_for(sheet):
    before = snapshot(sheet)
    done = run("listing", sheet.name, cwd=sheet.parent)
    assert (done.code, done.out) == (2, "")
    (line,) = check_errors(done.err)
    assert line.endswith("there is a listing already; add --force to replace it")
    assert snapshot(sheet) == before
    assert puzzlebook.make_listing(sheet, force=True).remarks == ()
    assert snapshot(sheet).keys() == before.keys()


@draw_coarsely()
def test_a_book_without_a_cover_gets_one_and_is_checked(sheet, tmp_path):
    folder = tmp_path / "sheets"
    copytree(sheet, folder)
    cover, interior = folder / "sheets-cover.pdf", folder / "sheets.pdf"
    cover.unlink()
    refused = run("listing", folder, cwd=tmp_path)
    assert (refused.code, cover.exists()) == (2, False)
    done = run("listing", folder, "--force", cwd=tmp_path)
    assert done.code == 0, done.err
    first, *_, last = done.out.splitlines()
    assert first == f"Wrote:      {cover}"
    assert done.out.splitlines()[1] == f"Wrote:      {folder / 'listing'}"
    assert last.startswith("Upload:     sheets.pdf and sheets-cover.pdf")
    assert cover.read_bytes() == (sheet / cover.name).read_bytes()
    assert "sheets-cover.pdf: 2 pages" in done.out
    with pikepdf.open(interior, allow_overwriting_input=True) as pdf:
        pdf.pages[0].mediabox = [0, 0, 200, 200]
        pdf.save(interior)
    done = run("listing", folder, "--force", cwd=tmp_path)
    assert (done.code, "Upload:" in done.out) == (1, False)
    assert "would be refused" in done.out
    first, fault, *_ = (folder / "listing/form.txt").read_text(encoding="utf-8").splitlines()
    assert first.startswith("NOT READY: home would refuse this book")
    assert fault.startswith("sheets.pdf: page 2, ")


def test_nothing_is_made_of_a_book_that_has_no_pages_to_print(tmp_path):
    overrides = {"pdf": "screen"}
    folder = make_book("sheets", seed="owl", mazes=1, output=tmp_path, overrides=overrides).folder
    before = snapshot(folder)
    with pytest.raises(puzzlebook.Refused, match=r"sheets\.pdf: is not there"):
        puzzlebook.make_listing(folder)
    assert snapshot(folder) == before


def settle_book(name, folder, **values):
    return make_setting(settle(decide_seed(load(name, values)), folder))


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_in_each_language(language, tmp_path):
    """Description and keywords are in the book's language, name age and theme, and are short enough
    for the shop."""
    setting = settle_book("ages-7-8", tmp_path, language=language, printer="kdp-paperback")
    words = find_words(setting)
    assert words.language == language
    plain, html = write_description(setting, words)
    first, second, benefits = plain.rstrip("\n").split("\n\n")
    assert first == words.call
    assert first[-1] == "!"
    assert words.opening in second
    for part in (40, 7, 8):
        assert setting.words.number(part) in second
    assert benefits.count("•") == len(words.benefits) == html.count("<li>")
    assert list(list_overlong(setting, html)) == []
    form = write_form(setting, {"Title": "A"}, words, 60, Stock())
    assert all(word in form for word in words.keywords)
    assert ("translated from English" in form) is (language != "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_keywords_of_every_theme_are_short_enough(language, tmp_path):
    """With and without a theme, for children and for adults: seven different ones."""
    rows = tomllib.loads(templates.read("listings", language).decode())
    rows.pop("stages", None)  # of some languages, see below
    assert rows.keys() == EN.keys()
    assert all(rows[table].keys() == EN[table].keys() for table in rows if table not in PLAIN)
    assert rows["subjects"].keys() == read_stories(language).keys() - {
        "own",
        "child",
        "shape",
        "any",
        "drawings",
    }
    ages = rows["span"].format(first=10, last=12)
    children, blanks = rows["children"], {"ages": ages, "first": 10}
    for subject in rows["subjects"].values():
        lines = [*children["themed_keywords"], *children["keywords"]][:7]
        chosen = [line.format(subject=subject, **blanks) for line in lines]
        assert len({*chosen}) == 7
        assert max(map(len, chosen)) <= LIMITS["keyword"]
    for kind in ("children", "adults"):
        assert len({*rows[kind]["keywords"]}) == 7
        assert max(map(len, rows[kind]["keywords"])) <= LIMITS["keyword"]


def test_quotations_are_a_benefit_where_pages_have_them(tmp_path):
    lines = templates.table("listings.toml")["quotations"]
    for name, values, said in (
        ("large-print", {}, {"every"}), ("large-print", {"language": "es"}, set()),
        ("hidden-pictures-adult", {}, {"some"}),
        ("ages-5-6", {}, set()),
    ):  # fmt: skip
        benefits = find_words(settle_book(name, tmp_path, **values)).benefits
        assert {key for key, line in lines.items() if line in benefits} == said


def test_a_description_says_only_what_is_true_of_the_book(tmp_path):
    def describe(name, **values):
        setting = settle_book(name, tmp_path, **values)
        words = find_words(setting)
        return write_description(setting, words)[0], words

    said, words = describe("ages-5-6", theme="pirate", **{"book.certificate": True})
    assert said.startswith("Help the pirate find the treasure!\n\n")
    assert "pirate mazes for ages 5–6" in said
    assert EN["benefits"]["page"] in said
    assert EN["benefits"]["certificate"] in said
    assert words.keywords[0] == "pirate puzzle gifts for 5 year olds"
    # Pages with white areas can be coloured in, and those with greys or colours cannot.
    colored = {
        name: EN["benefits"]["color"] in describe(name, theme="pirate", **values)[0]
        for name, values in (
            ("ages-3-4", {}), ("ages-5-6", {"ink": "premium-color"}), ("ages-7-8", {}),
        )
    }  # fmt: skip
    assert colored == {"ages-3-4": True, "ages-5-6": False, "ages-7-8": False}
    said, words = describe("expert", mazes_a_page=2)
    assert "mazes for adults. For a quiet evening" in said
    assert "A mix of round, classic, " in said
    assert "!" not in said
    assert not {EN["benefits"]["page"], EN["benefits"]["color"]} & {*words.benefits}
    said, _ = describe("one-maze")
    assert "24 rooms" in said
    assert EN["benefits"]["path"] not in said
    said, _ = describe("ages-3-4")
    assert "Wide paths: at least 5/8 inch across" in said
    own, _ = describe("ages-7-8", **{"cover.blurb": "My own & best."})
    assert own == "My own & best.\n"


def test_a_form_of_a_book_for_ingram(tmp_path):
    """What the other form asks: prices, discount, returns, dates, imprint, grades, real paper."""
    setting = settle_book("ages-7-8", tmp_path, printer="ingram", ink="premium-color",
                          **{"cover.price": "12.99 USD", "book.author": "Ada Example",
                             "book.isbn": "978-0-306-40615-7"})  # fmt: skip
    words = find_words(setting)
    form = write_form(setting, {"Author": "Ada Example"}, words, 60, Stock("premium-color"))
    rows = dict(line.split("  ", 1) for line in form.splitlines() if "  " in line.strip())
    rows = {name: value.strip() for name, value in rows.items()}
    assert rows["List price, US"] == "12.99 USD"
    assert rows["Contributor 1"] == "Ada Example, role: Author"
    assert (rows["Audience"], rows["Audience: grades"]) == ("Juvenile", "2-3")
    assert rows["Paper"].startswith("White, 70 lb")
    assert rows["Short description"] == f"{words.opening} {words.lead}"
    asked = ("Wholesale discount", "Returns", "Publication date", "Imprint", "Laminate")
    assert all(rows[name].startswith("FILL IN: ") for name in asked)
    assert "ask first" in rows["Automated content"]
    assert rows["ISBN"] == "FILL IN: your own ISBN: 978-0-306-40615-7 is a well-known example"


@pytest.mark.parametrize(
    ("book", "grades"), [("ages-3-4", "Preschool"), ("ages-5-6", "K-1"), ("ages-9-11", "4-6")]
)
def test_ages_have_their_american_grades(book, grades, tmp_path):
    """Kindergarten is at five, and the first grade at six."""
    setting = settle_book(book, tmp_path, printer="ingram")
    form = write_form(setting, {}, find_words(setting), 60, Stock("black"))
    assert re.search(f"^Audience: grades +{grades}$", form, re.MULTILINE)


@pytest.mark.parametrize("printer", templates.list_names("printers"))
def test_each_printer_has_its_form(printer, tmp_path):
    """No blank is left, and nothing is asked twice."""
    setting = settle_book("adult", tmp_path, printer=printer)
    form = write_form(setting, {}, find_words(setting), 100, Stock())
    assert not set("{}") & {*form}
    names = [line.split("  ")[0] for line in form.splitlines() if "  " in line.strip()]
    assert len(names) == len({*names})


@pytest.mark.parametrize("language", LANGUAGES)
def test_level_and_hidden_pictures_are_named(language, tmp_path):
    """In description and back, if the level is another than the usual one and has an effect, and if
    the stars of at least half of the mazes say the same."""
    rows = tomllib.loads(templates.read("listings", language).decode())
    for level in ("easy", "normal", "hard"):
        setting = settle_book("ages-9-11", tmp_path, language=language, level=level)
        many = sum(part.mazes for part in setting.parts if part.pictures)
        hidden = load_words(language).fill_blanks(rows["benefits"]["hidden"], count=many)
        for stars, true in (((1, 2, 2, 0, 3), "easy"), ((2, 3, 4), "hard"), ((0, 0), "")):
            facts = MazeFacts(stars=stars)
            for lines in find_words(setting, stars).benefits, list_benefits(setting, facts):
                assert [line for line in lines if line in rows["levels"].values()] == [
                    line for name, line in rows["levels"].items() if name == level == true
                ]
                assert hidden in lines
    fixed = settle_book("sheets", tmp_path, language=language, level="hard",
                        **{"section.*.size": "9x9"})  # fmt: skip
    assert not {*rows["levels"].values()} & {*list_benefits(fixed, MazeFacts(stars=(4, 4)))}


@pytest.mark.parametrize(
    ("language", "page", "said"),
    [
        ("en", "8.5x11", "60 pages, 8.5 × 11 inches."),
        ("en", "a4", "60 pages, 21 × 29.7 cm."),
        ("de", "6x9", "60 Seiten, 15,2 × 22,9 cm."),
        ("fa", "6x9", "۶۰ صفحه، ۱۵٫۲ در ۲۲٫۹ سانتی‌متر."),
        ("fa", "a4", "۶۰ "),
    ],
)
def test_a_description_ends_with_pages_and_size(language, page, said, tmp_path):
    setting = settle_book("ages-7-8", tmp_path, language=language, page=page)
    last = strip_isolates(find_words(setting, pages=60).benefits[-1])
    assert last == said or (language == "fa" and last.startswith(said))


def test_a_ramp_is_told_only_of_stars_that_rise(tmp_path):
    setting = settle_book("ages-5-6", tmp_path, theme="pirate")
    for stars, is_true in (
        ([1, 1, 2, 3], True),
        ([1, 2, 1, 3], False),
        ([1, 2, 2], False),
        ([2, 2], False),
        ((), False),
    ):
        words = find_words(setting, stars)
        assert ("trickier as you go" in words.opening) is is_true
        assert (words.captions[1] == EN["children"]["ramp"]) is is_true
    setting = settle_book("adult", tmp_path)
    assert EN["adults"]["ramped"] in find_words(setting, [1, 3]).opening
    assert EN["adults"]["ramped"] not in find_words(setting, [3, 1]).opening


def test_a_hard_book_does_not_begin_easy(tmp_path):
    for level, is_said in (("normal", True), ("hard", False)):
        opening = find_words(settle_book("ages-9-11", tmp_path, level=level), [1, 3]).opening
        assert ("They start easy" in opening) is is_said


def test_large_print_is_named(tmp_path):
    """In the description, two keywords, a caption, on the front and the back; nowhere else."""
    for language in LANGUAGES:
        large, usual = (
            settle_book(book, tmp_path, language=language) for book in ("large-print", "adult")
        )
        rows = tomllib.loads(templates.read("listings", language).decode())["large"]
        words = find_words(large)
        said = load_words(language).fill_blanks(rows["plain"], count=40)
        assert (words.opening, words.keywords[:2]) == (said, tuple(rows["keywords"]))
        assert max(map(len, rows["keywords"])) <= LIMITS["keyword"]
        assert words.captions[0] == load_words(language).fill_blanks(rows["caption"], count=40)
        assert said in list_benefits(large)
        assert (name_large_print(large), name_large_print(usual)) == (rows["label"], "")
        assert rows["keywords"][0] not in find_words(usual).keywords


def test_a_later_volume_says_so(tmp_path):
    """In description, subtitle and back."""
    book = {"theme": "dinosaur", "book.series": "Dino Days"}
    first, second = (settle_book("ages-5-6", tmp_path, volume=number, **book) for number in (1, 2))
    said = "24 dinosaur mazes for ages 5–6."
    assert find_words(first).opening == said
    assert find_words(second).opening == f"Dino Days, Volume 2: {said}"
    assert find_words(second).opening in list_benefits(second)
    form = write_form(second, {}, find_words(second), 60, Stock())
    assert re.search(
        r"^Subtitle +More Dinosaur Mazes with Wide Paths and Wiggly Turns$", form, re.MULTILINE
    )  # as printed
    alone = settle_book("ages-5-6", tmp_path, volume=2, printer="kdp-paperback")
    form = write_form(alone, {"Volume": 2}, find_words(alone), 60, Stock())
    assert re.search(r"^Series +FILL IN: a name", form, re.MULTILINE)
    named = settle_book("ages-5-6", tmp_path, volume=2, **{**book, "book.title": "Dino Days"})
    assert named.series_line == "Volume 2"
    other = settle_book("ages-5-6", tmp_path, volume=2, **{**book, "book.title": "Big Bones"})
    for setting, title in (
        (named, "Dino Days, Volume 2"),
        (other, "Big Bones (Dino Days, Volume 2)"),
    ):
        assert f"\n{title}: {said} " in write_description(setting, find_words(setting))[0]


def test_a_form_for_a_book_without_words(tmp_path):
    """It has a language to choose, no AI texts inside, and proposes a subtitle that says what it
    is. Cells in drawings are not promised as mazes."""
    setting = settle_book("ages-5-6", tmp_path, language="none", theme="farm",
                          printer="kdp-paperback", **{"book.title": "Barnyard"})  # fmt: skip
    words = find_words(setting)
    rows = write_form(setting, {}, words, 60, Stock()).splitlines()
    form = {name: said.strip() for row in rows for name, _, said in [row.partition("  ")]}
    assert form["Language"].startswith("English (")
    assert form["AI: texts"].startswith("None")
    assert "such as 24 farm mazes for ages 5–6 (" in form["Subtitle"]
    assert EN["kinds"]["triangular"] not in " ".join(words.benefits)
    assert "wordless activity book for kids" in words.keywords
    assert "No words inside: readers of any language can start right away." in words.benefits


def test_a_side_that_a_printer_may_not_bind_is_in_its_form(tmp_path):
    setting = settle_book("ages-7-8", tmp_path, language="fa", printer="lulu")
    form = write_form(setting, {"Bound at": "right"}, find_words(setting), 60, Stock())
    assert re.search(r"^Bound at +right: lulu does not say .*; ingram does$", form, re.MULTILINE)
    assert re.search(r"^Binding +Paperback", form, re.MULTILINE)
    setting = settle_book("ages-7-8", tmp_path, language="fa", printer="lulu", page="a4")
    form = write_form(setting, {"Trim": "x"}, find_words(setting), 60, Stock())
    assert re.search(r"^Trim +A4, 8.268 x 11.693 in$", form, re.MULTILINE)


@draw_coarsely()
def test_a_printer_that_binds_at_the_right_gets_the_last_page_first(tmp_path):
    """In a file of its own, which the form names, and which the check takes as it is."""
    overrides = {
        "page": "6x9", "printer": "ingram", "section.*.size": "6x8", "section.*.stage": "",
        "svg": False, "language": "fa",
    }  # fmt: skip
    book = make_book("sheets", seed="owl", mazes=15, output=tmp_path, name="p", overrides=overrides)
    assert any("from the last to the first" in note for note in book.remarks)
    made = puzzlebook.make_listing(book.folder)
    assert made.interior == "listing/p-reversed.pdf"
    own, turned = book.folder / "p.pdf", book.folder / made.interior
    with pikepdf.open(own) as pages, pikepdf.open(turned) as reversed_pages:
        contents = [page.Contents.read_bytes() for page in pages.pages]
        assert [page.Contents.read_bytes() for page in reversed_pages.pages] == contents[::-1]
    (report,) = puzzlebook.check(turned, printer="ingram").reports
    assert report.passed
    form = (book.folder / "listing/form.txt").read_text("utf-8")
    assert re.search(
        r"^Interior file +upload listing/p-reversed.pdf, and not p.pdf$", form, re.MULTILINE
    )
    assert puzzlebook.verify(book.folder).faults == ()
    with pytest.raises(puzzlebook.Refused, match="there is a listing already"):
        puzzlebook.make_listing(book.folder)


def test_ingramspark_wants_an_english_title_first(tmp_path):
    """Of a book in another language; and its keywords in one field."""
    for language, is_asked in (("fa", True), ("es", True), ("en", False)):
        setting = settle_book("ages-7-8", tmp_path, language=language, printer="ingram")
        words = find_words(setting)
        form = write_form(setting, {"Title": "Título"}, words, 60, Stock())
        assert bool(re.search(r"^Title +FILL IN: an English title first", form, re.M)) is is_asked
        (row,) = re.findall(r"^Keywords +(.+)$", form, re.MULTILINE)
        assert strip_isolates(row).split(";") == [*map(strip_isolates, words.keywords)]


def test_an_odd_number_of_pages_is_made_even_before_it_is_reversed():
    """Or each page would be on the other side of its sheet."""
    with pikepdf.new() as pdf:
        for width in (100, 200, 300):
            pdf.add_blank_page(page_size=(width, 400))
        for page in pdf.pages:
            page.Contents = pdf.make_stream(b"0 g")
        file = BytesIO()
        pdf.save(file)
    with pikepdf.open(BytesIO(reverse_pages(file.getvalue()))) as pdf:
        assert [float(page.mediabox[2]) for page in pdf.pages] == [300, 300, 200, 100]
        assert [page.Contents.read_bytes() for page in pdf.pages] == [b"", *[b"0 g"] * 3]


def test_each_file_of_the_folder_is_in_the_form(listed):
    """With what it is for; and alt texts say what pictures show, not what is written below them."""
    form = (listed / "listing/form.txt").read_text("utf-8")
    for path in (listed / "listing").iterdir():
        name = re.sub(r"-\d\.jpg$", "-1.jpg", path.name)
        assert name in form or name == "form.txt"
    assert "Alt text, wide-1  " in re.sub(r" {2,}", "  ", form)
    # What the book is goes before it only where the shop has room for both.
    assert re.search(r"[Tt]he front cover and a page with a maze \(", form)


def test_alt_texts_name_book_and_mazes(tmp_path):
    """In the book's language: by name or, without one, what they are like. What a hidden picture
    shows is a riddle of the book, and is not given away."""
    rows = [
        {"number": 1, "stage": "knighthelmet", "silhouette": "knighthelmet"},
        {"number": 2, "stage": None, "way": "owl", "silhouette": None},
        {"number": 3, "stage": None, "way": None, "silhouette": "cat"},
        {"number": 4, "shape": "square", "bridges": 2},
        {"number": 5, "silhouette": "one-of-my-own"},
    ]
    for language, names in (
        (
            "en",
            [
                "the knight’s helmet",
                "the path forms a picture",
                "a sitting cat",
                "rectangular, with bridges",
            ],
        ),
        (
            "de",
            [
                "ein Ritterhelm",
                "der Lösungsweg ergibt ein Bild",
                "eine sitzende Katze",
                "rechteckig, mit Brücken",
            ],
        ),
        (
            "es",
            [
                "un yelmo de caballero",
                "el camino forma un dibujo",
                "un gato sentado",
                "rectangular, con puentes",
            ],
        ),
        (
            "fr",
            [
                "dans un dessin",
                "le chemin forme une image",
                "un chat assis",
                "rectangulaire, avec des ponts",
            ],
        ),
        (
            "pt",
            [
                "dentro de um desenho",
                "o caminho forma um desenho",
                "um gato sentado",
                "retangular, com pontes",
            ],
        ),
        (
            "none",
            [
                "the knight’s helmet",
                "the path forms a picture",
                "a sitting cat",
                "rectangular, with bridges",
            ],
        ),
    ):
        setting = settle_book(
            "ages-9-11", tmp_path, language=language, theme="knight", printer="kdp-paperback",
            **{"book.title": "Salt"},
        )  # fmt: skip
        assert [name_maze(setting, row) for row in rows] == [*names, ""]
    words = find_words(setting).with_names([names[:1], names[1:3], []])
    form = write_form(setting, {}, words, 60, Stock())
    alt_texts = dict(re.findall(r"(?m)^Alt text, (wide-\d) +(.+)$", form))
    assert alt_texts == {
        "wide-1": "Salt: 54 knight mazes for ages 9–11. "
        "The front cover and a page with a maze (the knight’s helmet)",
        "wide-2": "Salt: two pages, each with a maze (the path forms a picture; a sitting cat)",
        "wide-3": "Salt: a page with a maze, shown beside its answer",
    }
    assert max(map(len, alt_texts.values())) <= LIMITS["alt"]


COLORS = re.compile(r"\b(red|green|blue|yellow|orange|pink|purple|brown|golden|white|black|gray)\b")


def test_no_name_of_a_drawing_is_a_color():
    """Pictures inside are black, and so are those in the shop: a green dragon would be none."""
    texts = [path.read_text("utf-8") for path in (ROOT / "templates/stages").glob("*.svg")]
    titles = [re.search("<title>(.+?)</title>", text)[1] for text in texts]
    named = [title for title in titles if COLORS.search(title.lower())]
    assert named == ["The blue whale"]  # which is its name


def test_stories_name_no_color_of_what_the_page_shows():
    """Only of what it does not show, or of ghosts, clouds and lambs, which paper shows white."""
    stories = {
        name: [line for line in lines if COLORS.search(line.lower())]
        for name, lines in read_stories("en").items()
        if not isinstance(lines, dict)
    }
    assert {name: len(lines) for name, lines in stories.items() if lines} == {
        "diver": 1, "football": 1, "halloween": 1, "mouse": 1, "ocean": 1, "rabbit": 2,
        "unicorn": 1,
    }  # fmt: skip


def test_a_hidden_picture_is_said_to_be_one(tmp_path):
    """Below the picture for the description, and to those who do not see it."""
    hiding, other = (settle_book(name, tmp_path) for name in ("hidden-pictures", "ages-7-8"))
    assert find_words(hiding).captions[2] == EN["captions"]["hidden"]
    hidden = {"number": 1, "way": "owl", "silhouette": None}
    assert name_maze(hiding, hidden) == EN["shown"]["hidden"]
    assert find_words(other).captions[2] == EN["captions"]["answers"]


def test_a_book_in_color_says_so(tmp_path):
    """In the description, in a keyword and on the back of its cover."""
    for language, line in (("en", "In full color."), ("de", "Durchgehend farbig.")):
        black, colored = (
            settle_book("ages-7-8", tmp_path, language=language, ink=ink)
            for ink in ("black", "premium-color")
        )
        assert line in find_words(colored).benefits
        assert line in list_benefits(colored)
        assert line not in (*find_words(black).benefits, *list_benefits(black))
        assert len({*find_words(colored).keywords} - {*find_words(black).keywords}) == 1


def test_widths_are_in_inches_on_english_paper_in_inches(tmp_path):
    """3/4 in is 19.05 mm: never more than what is promised."""
    said = {}
    for language, page in (("en", "8.5x11"), ("en", "a4"), ("de", "8.5x11")):
        whole = {"section.*.outlines": "", "section.*.stage": ""}  # no width is promised of others
        setting = settle_book("ages-3-4", tmp_path, language=language, page=page, **whole)
        said[language, page] = " ".join([*find_words(setting).benefits, *list_benefits(setting)])
    assert said["en", "8.5x11"].count("3/4 inch ") == 2
    assert "mm" not in said["en", "8.5x11"]
    assert said["en", "a4"].count("20 mm") == said["de", "8.5x11"].count("20 mm") == 2


@draw_coarsely()
def test_a_listing_for_another_cover_is_told(listed, tmp_path):
    """A new cover leaves the listing, and cover, check and verify say so; a new listing ends it."""
    folder = tmp_path / "mia"
    copytree(listed, folder)
    assert make_cover(folder, "cream", force=True).remarks[-1].startswith("the listing is that of")
    rules = {finding.rule for finding in puzzlebook.check(folder).reports[1].findings}
    assert "listing" in rules
    (remark,) = puzzlebook.verify(folder).remarks
    assert remark.startswith("the listing was made for another cover")
    puzzlebook.make_listing(folder, force=True)
    assert puzzlebook.verify(folder).remarks == ()


def test_a_text_edited_by_hand_is_not_replaced(sheet, tmp_path):
    folder = tmp_path / "sheets"
    copytree(sheet, folder)
    (folder / "listing" / "form.txt").write_text("mine")
    before = snapshot(folder)
    with pytest.raises(puzzlebook.Refused, match=r"listing/form\.txt was edited"):
        puzzlebook.make_listing(folder, force=True)
    with pytest.raises(puzzlebook.Refused, match=r"listing/form\.txt was edited"):
        make_book("sheets", seed="owl", mazes=1, output=tmp_path, force=True)
    assert snapshot(folder) == before
    (folder / "listing" / "form.txt").unlink()
    notes = make_book("sheets", seed="owl", mazes=1, output=tmp_path, force=True,
                      overrides={"svg": False}).remarks  # fmt: skip
    assert any(note.startswith("the old listing is gone") for note in notes)


def test_what_is_too_long_for_the_form_is_told(tmp_path):
    blurb = "Mazes & more. " + "&" * 986
    setting = settle_book("sheets", tmp_path, **{"cover.blurb": blurb, "book.title": "Ma ze" * 30,
                                                 "book.subtitle": "s" * 60})  # fmt: skip
    html = write_description(setting, find_words(setting))[1]
    title, description = list_overlong(setting, html)
    assert title == "title and subtitle have 211 characters: the form on Amazon takes 200"
    assert description.startswith("the description has")


def test_a_language_of_ones_own_has_english_words(tmp_path):
    assert find_words(settle_book("ages-7-8", tmp_path, language="none")).language == "en"


@pytest.mark.parametrize(
    ("trim", "pages", "ink", "cost"),
    [
        ((432, 648), 100, "black", "2.30"),
        ((432, 648), 108, "black", "2.30"),
        ((432, 648), 300, "black", "4.60"),
        ((612, 792), 100, "black", "2.84"),
        ((612, 792), 136, "black", "3.31"),
        ((612, 792), 100, "standard-color", "5.02"),
        ((612, 792), 40, "premium-color", "4.20"),
        ((432, 648), 900, "black", None),
    ],
)
def test_what_a_copy_costs(trim, pages, ink, cost):
    """Worked out by hand from the table: 1.00 + 300 x 0.012, 1.00 + 136 x 0.017, …"""
    found = compute_cost(COSTS, trim, pages, ink)
    assert found == (cost and Decimal(cost))


@pytest.mark.parametrize(
    ("cost", "least"), [("2.30", "4.60"), ("4.99", "9.98"), ("5.02", "9.99"), ("7.20", "12.00")]
)
def test_the_least_price_pays_for_the_printing(cost, least):
    price = compute_least_price(Decimal(cost), RATES)
    assert price == Decimal(least)
    assert compute_royalty(price, Decimal(cost), RATES) >= 0
    below = price - Decimal("0.01")
    assert compute_royalty(below, Decimal(cost), RATES) < 0


@pytest.mark.parametrize(
    ("printer", "pages", "cost", "line"),
    [
        ("kdp-hardcover", 104, "7.49", "at 14.99 USD: 1.50 USD"),
        ("kdp-paperback", 40, "2.84", "at 9.99 USD: 3.15 USD; 1.16 USD in other shops"),
        ("ingram", 58, "about 1.60", "at 9.99 USD: about 2.71 USD; about 4.21 USD at 40%"),
    ],
)
def test_what_a_copy_earns(printer, pages, cost, line, tmp_path):
    """0.6 x 14.99 - 7.49; 0.6 and 0.4 x 9.99 - 2.84; 0.43125 and 0.58125 x 9.99 - 1.60."""
    page = "8.25x11" if printer == "kdp-hardcover" else "8.5x11"
    setting = settle_book("ages-7-8", tmp_path, printer=printer, page=page)
    lines = list(list_costs(setting, pages, Stock()))
    assert f": {cost} USD (" in lines[0]
    assert any(line in said for said in lines)
    assert lines[-1].partition(": ")[2].startswith("https://")


def test_where_costs_are_unknown_their_source_is_named(tmp_path):
    setting = settle_book("ages-7-8", tmp_path, printer="lulu", page="a4")
    first, second = list_costs(setting, 58, Stock())
    assert (first, second.partition(": ")[2]) == (
        "Print cost: no figures are public for lulu",
        "https://www.lulu.com/pricing",
    )
    assert find_equal_cost(setting, 58) == 0


def test_a_royalty():
    rates = RATES
    assert compute_royalty(Decimal("12.99"), Decimal("3.31"), rates) == Decimal("4.48")
    assert compute_royalty(Decimal("6.99"), Decimal("2.30"), rates) == Decimal("1.20")


def make_rows(*kinds):
    """The rows of mazes, one on each page from the fifth on."""
    return [
        {"puzzle": {"page": page}, "shape": "square", "size": "9x9", **kind}
        for page, kind in enumerate(kinds, 5)
    ]


def choose(rows, answers, count):
    return choose_pages(rows, [row["puzzle"]["page"] for row in rows], answers, count)


def test_the_pages_to_look_at_are_of_all_kinds():
    """A drawing comes first, and no two pages are alike."""
    kinds = [
        *({"shape": "polar"} for _ in range(8)),
        *({"stage": name} for name in ("ship", "chest", "ship", "parrot")),
        *({"size": f"{width}x9"} for width in (10, 11, 11)),
        *({"way": name} for name in ("key", "tree")),
    ]
    rows = make_rows(*kinds)
    shown = choose(rows, [40], 42)
    kinds_shown = [
        next(row for row in rows if row["puzzle"]["page"] == page) for page in shown.looks[:-1]
    ]
    assert "stage" in kinds_shown[0]
    assert shown.best == shown.looks[0]
    assert shown.looks[1:] == tuple(sorted(shown.looks[1:]))
    assert shown.looks[-1] == 40
    descriptions = [
        (row.get("stage"), row.get("way"), row["shape"], row["size"]) for row in kinds_shown
    ]
    assert len({*descriptions}) == 5
    assert sum(row["shape"] == "polar" for row in kinds_shown) == 1
    assert any("way" in row for row in kinds_shown)
    assert "way" in rows[shown.solved - 5]


@pytest.mark.parametrize(
    ("mazes", "answers", "count", "shown"),
    [
        (40, [50], 60, [5, 18, 25, 31, 44, 50]),
        (2, [7], 10, [1, 2, 3, 5, 6, 7]),
        (0, [], 9, [1, 2, 3, 4, 5, 6]),
    ],
)
def test_the_pages_to_look_at_of_a_book_of_one_kind(mazes, answers, count, shown):
    """From the first to the last; those of a short book with pages beside its mazes."""
    pages = choose(make_rows(*({} for _ in range(mazes))), answers, count).looks
    assert list(pages) == shown
    assert len({*pages}) == 6


def test_pictures_for_shops_are_of_three_hundred_dots_an_inch():
    with Image.open(BytesIO(encode_jpeg(Image.new("RGB", (9, 9))))) as picture:
        assert picture.info["dpi"] == (300, 300)


def test_a_form_numbers_alt_texts_as_pictures_are_numbered(tmp_path):
    setting = settle_book("ages-7-8", tmp_path, printer="kdp-paperback")
    form = write_form(setting, {}, find_words(setting), 60, Stock("black"))
    numbers = [*map(int, re.findall(r"(?m)^Alt text, wide-(\d+)", form))]
    assert numbers == [*range(1, 1 + len(numbers))]
    assert numbers


def test_wide_pictures_and_the_back_follow_the_direction_of_reading(tmp_path):
    red, blue = (Image.new("RGB", (300, 400), colour) for colour in ("red", "blue"))
    samples = [Page(100, 140, (Text(5, 20, str(number), None, 9),)) for number in (1, 2, 3)]  # type: ignore[arg-type]
    for language, first, order in (("en", red, [1, 2, 3]), ("fa", blue, [3, 2, 1])):
        setting = settle_book("ages-7-8", tmp_path, language=language)
        wide = compose_wide((red, blue), (255, 255, 255), "Aa", setting)
        middle = [wide.getpixel((x, 200)) for x in range(wide.width)]
        assert next(at for at in middle if at in {(255, 0, 0), (0, 0, 255)}) == first.getpixel(
            (0, 0)
        )
        assert [*_order_samples(setting, samples)] == [samples[number - 1] for number in order]


def test_a_book_in_premium_color_is_told_what_standard_color_costs(tmp_path):
    """If its printer has that ink for so many pages, and we know what a copy costs."""
    for printer, ink, pages, known in (
        ("ingram", "premium-color", 64, ("3.41", "7.91", "5.33", "12.36")),
        ("kdp-paperback", "premium-color", 80, ("4.22", "8.44", "7.40", "12.34")),
        ("kdp-paperback", "premium-color", 64, None),  # too thin for standard colour
        ("ingram", "standard-color", 64, None),
        ("lulu", "premium-color", 64, None),
    ):
        setting = settle_book("ages-7-8", tmp_path, printer=printer, ink=ink, page="8.5x11")
        cheaper = find_cheaper_ink(setting, pages)
        assert (cheaper and tuple(map(str, cheaper[1:]))) == known
        lines = [*list_costs(setting, pages, Stock(ink))]
        assert any("--set ink=standard-color" in line for line in lines) == bool(known)


def test_what_ai_made_is_said_of_what_is_in_the_book(tmp_path):
    for theme, texts, images in (
        ("pirate", "titles, stories and instructions", "Many"),
        ("ink", "titles, instructions and facts", "One or a few"),
    ):
        setting = settle_book("sheets", tmp_path, theme=theme, printer="kdp-paperback", page="6x9")
        form = write_form(setting, {}, find_words(setting), 60, Stock())
        assert f"({texts} that are not your own)" in form
        assert re.search(rf"(?m)^AI: images +{images} ", form)


def test_the_form_of_lulu_names_its_papers_and_who_publishes_under_its_isbn(tmp_path):
    setting = settle_book("ages-7-8", tmp_path, printer="lulu", page="a4")
    form = write_form(setting, {}, find_words(setting), 60, Stock())
    assert re.search(r"(?m)^Paper +60# uncoated white", form)
    assert re.search(r"(?m)^Ink +Black & white, standard", form)
    assert re.search(r'(?m)^ISBN +none, .*--publisher "Lulu\.com"', form)
    assert re.search(r"(?m)^Where to sell +Lulu's own shop alone", form)
    with_isbn = write_form(setting, {"ISBN": "978-1-56619-909-4"}, find_words(setting), 60, Stock())
    assert re.search(r"(?m)^Where to sell +FILL IN: .*ISBN 978-1-56619-909-4$", with_isbn)


def test_a_book_in_another_language_has_its_texts_in_english_for_ingramspark(tmp_path):
    for language, printer, is_asked in (
        ("fa", "ingram", True), ("en", "ingram", False), ("fa", "kdp-paperback", False),
    ):  # fmt: skip
        setting = settle_book(
            "ages-7-8", tmp_path, language=language, printer=printer, theme="pirate"
        )
        form = write_form(setting, {}, find_words(setting), 64, Stock())
        subtitle, *lines = re.findall(r"(?m)^English, before (?:it|them) +(.+)$", form) or [""]
        assert len(lines) == 3 * is_asked
        if is_asked:
            what = "40 pirate mazes for ages 7–8, in Persian (Farsi)"
            assert subtitle.endswith(f"in English, such as {what}")
            assert lines[0].startswith(f"{what}. Ideal for")
            assert lines[1].startswith(f"Help the pirate find the treasure! {what}. ")
            assert "64 pages, " in lines[1]
            keywords = lines[2].split(";")
            assert keywords[0] == "pirate maze book for kids ages 7-8"
            assert keywords[2:4] == ["Persian maze book for kids", "Farsi activity book for kids"]
            assert len({*keywords}) == 7


def test_alt_texts_of_a_book_without_a_title_say_what_it_is(tmp_path):
    """Each of them; and after a title with a mark of its own a sentence begins."""
    told = {
        title: re.findall(
            r"(?m)^Alt text, wide-\d +(.+)$",
            write_form(setting, {}, find_words(setting), 60, Stock()),
        )
        for title, values in (("", {}), ("Hop!", {"book.title": "Hop!"}))
        for setting in [
            settle_book("ages-5-6", tmp_path, language="none", theme="dinosaur",
                        printer="kdp-paperback", **values)
        ]
    }  # fmt: skip
    what = "24 dinosaur mazes for ages 5–6"
    assert told[""][:2] == [
        f"{what}: the front cover and a page with a maze",
        f"{what}: two pages, each with a maze",
    ]
    assert told["Hop!"][:2] == [
        f"Hop! {what}. The front cover and a page with a maze",
        "Hop! Two pages, each with a maze",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_later_volume_is_no_first_book(language, tmp_path):
    """Two books of one name would be told apart by their number alone."""
    for name in ("ages-3-4", "ages-5-6"):
        first, second, own = (
            settle_book(name, tmp_path, language=language, **values).recipe.book
            for values in ({}, {"volume": 2}, {"volume": 2, "book.title": "Mine"})
        )
        later = find_later_texts(load_words(language).book(name))
        assert second == first.model_copy(update={**later, "subtitle": second.subtitle})
        assert {second.title, second.subtitle}.isdisjoint({first.title, first.subtitle})
        assert (own.title, own.subtitle) == ("Mine", second.subtitle)


def test_a_hardcover_says_that_it_is_one(tmp_path):
    for printer, page, said in (
        ("kdp-hardcover", "8.25x11", "112 pages, hardcover, 8.25 × 11 inches."),
        ("kdp-paperback", "8.5x11", "112 pages, 8.5 × 11 inches."),
    ):
        setting = settle_book("ages-7-8", tmp_path, printer=printer, page=page)
        assert find_words(setting, pages=112).benefits[-1] == said


def test_without_a_call_the_first_sentence_is_bold(tmp_path):
    setting = settle_book("adult", tmp_path)
    html = write_description(setting, find_words(setting, [1, 3]))[1]
    assert html.startswith("<p><b>The Long Way Around: 52 mazes for adults.</b> They start off")
    setting = settle_book("ages-5-6", tmp_path, theme="farm")
    html = write_description(setting, find_words(setting))[1]
    assert html.startswith("<p><b>Help the lamb get to the barn!</b></p><p>My First")


def test_how_many_mazes_are_inside_pictures_is_told_from_the_drawings_that_fit():
    """Not from what the recipe names."""
    rows = tomllib.loads(templates.read("listings", "en").decode())["kinds"]
    for drawn, said in ((10, "some"), (21, "most"), (40, "all")):
        parts = [
            SimpleNamespace(mazes=drawn, stages=(1,)),
            SimpleNamespace(mazes=40 - drawn, stages=()),
        ]
        setting = SimpleNamespace(parts=parts, recipe=SimpleNamespace(mazes=40))
        assert rows[claims._say_how_many(setting, "pictures")].startswith(said)
        assert claims._say_how_many(setting, "bridges") == "bridges"


@pytest.mark.parametrize("language", LANGUAGES)
def test_some_pictures_are_spoken_of_without_others(language):
    """Each of the three can stand alone, and they differ."""
    kinds = tomllib.loads(templates.read("listings", language).decode())["kinds"]
    said = [kinds[key] for key in ("pictures", "most_pictures", "all_pictures")]
    assert len({*said}) == 3
    for word in ("andere", "otros", "d’autres", "outros"):
        assert word not in said[0]


def test_no_lowest_price_follows_from_an_estimate(tmp_path):
    for printer, page, is_told in (("ingram", "8.5x11", False), ("kdp-paperback", "8.5x11", True)):
        setting = settle_book("ages-7-8", tmp_path, printer=printer, page=page)
        said = "\n".join(list_costs(setting, 64, Stock()))
        assert ("Lowest price" in said) == is_told
        assert ("may be too low" in said) != is_told
        assert "What a copy earns" in said


def test_why_a_spine_is_blank_is_in_the_form(tmp_path):
    setting = settle_book("ages-7-8", tmp_path, printer="kdp-paperback", page="8.5x11")
    note = "the spine is blank: its words fit from 90 pages on, and the book has 40"
    form = write_form(setting, {}, find_words(setting), 40, Stock(), (), note)
    assert re.search(f"(?m)^Spine +{note}$", form)
    assert "the spine is blank" not in write_form(setting, {}, find_words(setting), 40, Stock())


@pytest.mark.parametrize("language", ["de", "es"])
def test_drawings_have_names_in_alt_texts(language, tmp_path):
    """Within a sentence, so with an article and a small letter; those without one are drawings."""
    rows = tomllib.loads(templates.read("listings", language).decode())
    names, drawings = rows["stages"], templates.list_names("stages", ".svg")
    assert names.keys() <= {*drawings}
    assert len(names) > 0.9 * len(drawings)
    articles = {
        "de": ("ein ", "eine ", "der ", "die ", "das "),
        "es": ("un ", "una ", "el ", "la "),
    }
    begun = [name for name in names.values() if name.startswith(articles[language])]
    assert len(begun) > 0.9 * len(names)
    setting = settle_book("sheets", tmp_path, language=language)
    row = {"stage": "hardhat.0123", "shape": "square"}
    assert name_maze(setting, row) == names["hardhat"]
    assert name_maze(setting, {**row, "stage": "none-such.0"}) == rows["shown"]["drawing"]
