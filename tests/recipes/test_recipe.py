"""Recipes: what is refused, with its place; bases and overrides; text that reads back; the books we
ship."""

import json
import string
import tomllib
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from stated import load_stated

from puzzlebook import make_book
from puzzlebook.ground import templates
from puzzlebook.ground.faults import Refused, Unfinished
from puzzlebook.mazes.silhouettes import Silhouette
from puzzlebook.printers.trims import trim
from puzzlebook.recipes import reading as recipe_reading
from puzzlebook.recipes.audiences import LEVELS, find_audience
from puzzlebook.recipes.files import DEFAULT_BOOK, _find_stem_faults, describe_books, load
from puzzlebook.recipes.json_schema import make_schema
from puzzlebook.recipes.overrides import share
from puzzlebook.recipes.readers import choose_sizes
from puzzlebook.recipes.reading import list_fields, read_tables
from puzzlebook.recipes.recipe import MATTER, BookTable, Margins, Recipe, Section
from puzzlebook.recipes.rising import Rung
from puzzlebook.recipes.user_files import load_places, load_stage_sets
from puzzlebook.recipes.writing import recipe_tables, write_new_recipe, write_recipe

BOOKS = [
    "adult",
    "adult-easy",
    "ages-3-4",
    "ages-5-6",
    "ages-7-8",
    "ages-9-11",
    "expert",
    "large-print",
    "sheets",
]
SMALL = """
seed = "owl"
[book]
title = "Small"
[[section]]
key = "warm-up"
mazes = 3
size = "4x5"
[[section]]
key = "deep-end"
mazes = 5
size = "8x10"
"""


def small(**changes):
    """The tables of a small recipe, with changes by key; `section__size` is the first section's."""
    made = tomllib.loads(SMALL)
    for key, value in changes.items():
        table, _, last = key.rpartition("__")
        row = (
            made["section"][0]
            if table == "section"
            else made.setdefault(table, {})
            if table
            else made
        )
        row[last] = value
    return made


def refused(call, *args, **kwargs):
    """The lines of the refusal, of which there must be one; none may hold another library's
    words."""
    with pytest.raises(Refused) as caught:
        call(*args, **kwargs)
    lines = [str(fault) for fault in caught.value.faults]
    for line in lines:
        assert "\n" not in line
        assert not any(
            word in line.lower()
            for word in ("pydantic", "input should", "validation", "http", "traceback")
        )
    return lines


@pytest.fixture
def file(tmp_path):
    def write(content, name="mine.toml"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    return write


# -- What is refused ---------------------------------------------------------------------------------------

BAD = [
    ({"sed": "x"}, "sed: there is no such key; did you mean seed?"),
    ({"title": "x"}, "title: there is no such key; title belongs under [book]"),
    ({"blurb": "x"}, "blurb: there is no such key; blurb belongs under [cover]"),
    (
        {"book__seed": "x"},
        "book.seed: there is no such key; seed belongs at the top, above the first [table]",
    ),
    ({"section__sise": "x"}, "section.warm-up.sise: there is no such key; did you mean size?"),
    ({"section__seed": "x"}, "section.warm-up.seed: there is no such key; seed belongs at the top"),
    ({"seed": 40}, 'seed: 40 is not text; write it in quotes, such as seed = "owl"'),
    ({"seed": "  "}, "seed: the seed is empty"),
    ({"seed": "x" * 201}, "seed: the seed has 201 characters"),
    ({"svg": "true"}, 'svg: "true" is not true or false'),
    ({"svg": 1}, "svg: 1 is not true or false"),
    ({"volume": "2"}, 'volume: "2" is not a whole number'),
    ({"volume": True}, "volume: true is not a whole number"),
    ({"volume": 0}, "volume: 0 is too small; at least 1"),
    ({"edition": 2}, "edition: edition 2 is unknown; this puzzlebook knows edition 1"),
    ({"page": "leter"}, 'page: there is no page called "leter"; did you mean letter?'),
    ({"page": 6}, "page: 6 is not text"),
    ({"printer": "hom"}, 'printer: there is no printer called "hom"; did you mean home?'),
    ({"theme": "inkk"}, 'theme: there is no theme called "inkk"; did you mean ink?'),
    ({"language": "xx"}, 'language: there is no language called "xx"'),
    ({"look": "7-9"}, 'look: there is no audience called "7-9"'),
    ({"marks": "icon"}, 'marks: "icon" is not known; did you mean icons?'),
    ({"codes": "al"}, 'codes: "al" is not known; did you mean all?'),
    ({"answers": 5}, "answers: 5 is not possible; allowed: 1, 2, 4, 6, 9, 12"),
    ({"answers": "6"}, 'answers: "6" is not a whole number'),
    ({"margins": "5"}, 'margins: "5" has no unit; give a number and its unit'),
    ({"margins": 5}, "margins: 5 is not a length"),
    ({"margins": {"inside": "1ft"}}, 'margins.inside: "1ft" has an unknown unit'),
    ({"margins": {"insid": "1in"}}, "margins.insid: there is no such key; did you mean inside?"),
    ({"margins": "4in"}, "margins: they leave 0.5 in of the page's width of 8.5 in; at least 1 in"),
    ({"margins": {"top": "20in"}}, "margins: they leave 0 in of the page's height of 11 in"),
    ({"book__title": "a\nb"}, "book.title: holds a line break"),
    ({"book__title": "a\x1b[1m"}, "book.title: holds the control character U+001B"),
    ({"book__title": "a\u202eb"}, "book.title: holds the control character U+202E"),
    ({"book__title": "a\ud800b"}, "book.title: holds the control character U+D800"),
    ({"book__title": " "}, "book.title: is empty"),
    ({"book__title": "x" * 1001}, "book.title: has 1,001 characters"),
    ({"book__author": 7}, "book.author: 7 is not text"),
    ({"book__isbn": "978-3-16-148410-1"}, 'book.isbn: "978-3-16-148410-1" has a typo'),
    ({"book__isbn": "97"}, 'book.isbn: "97" is not an ISBN'),
    ({"book__year": 12}, "book.year: 12 is too small; at least 1000"),
    ({"book__matter": ["titel"]}, 'book.matter: "titel" is not known; did you mean title?'),
    ({"book__matter": "key"}, 'book.matter: "key" is not a list'),
    ({"book": 3}, "book: 3 is not a table"),
    ({"section": []}, "section: there is none; write at least one [[section]]"),
    (
        {"section": {"key": "a"}},
        "section: a table is not a list of sections; write [[section]], in two pairs",
    ),
    ({"section": [3]}, "section.1: 3 is not a table"),
    ({"section__key": "Warm Up"}, 'section.Warm Up.key: "Warm Up" is not a key'),
    ({"section__key": ""}, 'section.1.key: "" is not a key'),
    ({"section__key": "deep-end"}, 'section.2.key: another section is called "deep-end" too'),
    ({"section__mazes": 0}, "section.warm-up.mazes: 0 is too small; at least 1"),
    ({"section__mazes": -3}, "section.warm-up.mazes: -3 is too small"),
    ({"section__mazes": 100_000}, "section.warm-up.mazes: 100,000 is too large; at most 10,000"),
    ({"section__mazes": 9_999}, "section: they ask for 10,004 mazes; at most 10,000"),
    ({"section__mazes": 2.5}, "section.warm-up.mazes: 2.5 is not a whole number"),
    ({"section__size": "1x1"}, "section.warm-up.size: "),
    ({"section__size": "0x5"}, "section.warm-up.size: "),
    ({"section__size": 0}, "section.warm-up.size: "),
    ({"section__size": "-4x5"}, "section.warm-up.size: "),
    ({"section__size": "3000x3000"}, "section.warm-up.size: 3000x3000 makes 9,000,000 cells"),
    ({"section__size": True}, "section.warm-up.size: true is not text"),
    ({"section__size": [4, 5]}, "section.warm-up.size: a list is not text"),
    ({"section__shape": "sqare"}, "section.warm-up.shape: "),
    (
        {"section__ends": "center"},
        'section.warm-up.ends: "center" is not a choice for ends; did you mean centre?',
    ),
    (
        {"section__method": "wall"},
        'section.warm-up.method: "wall" is not known; did you mean walls?',
    ),
    ({"section__pieces": "all"}, 'section.warm-up.pieces: "all" is not known'),
]


@pytest.mark.parametrize(("changes", "line"), BAD, ids=[line[:50] for _, line in BAD])
def test_one_fault_is_one_line_with_its_place(changes, line):
    lines = refused(read_tables, small(**changes))
    assert len(lines) == 1
    assert lines[0].startswith(line)


def test_all_faults_at_once():
    wrong = small(
        seed=1, sed="x", book__title="a\nb", section__size="1x1", section__mazes="3", digits="roman"
    )
    del wrong["section"][1]["size"]
    places = [line.split(": ")[0] for line in refused(read_tables, wrong)]
    assert sorted(places) == [
        "book.title",
        "digits",
        "section.deep-end.size",
        "section.warm-up.mazes",
        "section.warm-up.size",
        "sed",
        "seed",
    ]


def test_what_is_missing():
    assert refused(read_tables, {}) == ["book: is missing", "section: is missing"]
    assert refused(read_tables, small(section=[{}]))[0].startswith(
        'section.1.key: is missing; such as key = "warm-up"'
    )


@pytest.mark.parametrize(
    "name",
    [
        "../x",
        "a/b",
        "a\\b",
        "c:x",
        "con",
        "COM1.txt",
        "nul",
        ".x",
        "..",
        "-x",
        "x.",
        " x",
        "x ",
        "x" * 201,
        "a*b",
        "ш" * 101,
    ],
)
def test_a_name_that_is_a_path_or_no_file_name(name):
    assert refused(read_tables, small(name=name))[0].startswith("name: ")


@pytest.mark.parametrize(
    "name", ["my-mazes", "Mia's mazes", "für Ömer", "3b", "v1.2", "迷路", "console"]
)
def test_a_name_for_a_folder(name):
    assert read_tables(small(name=name)).name == name


@pytest.mark.parametrize(
    "title",
    ["<b>Fish & Chips</b>", 'The "Big" One', "C:\\mazes", "🐝", "مازها\u200cی", "é́", "x" * 1000],
)
def test_a_title_may_hold_anything_that_is_one_line(title):
    assert read_tables(small(book__title=title)).book.title == title


@pytest.mark.parametrize(
    "isbn", ["978-3-16-148410-0", "9783161484100", "0-306-40615-2", "043942089X"]
)
def test_an_isbn_is_kept_as_typed(isbn):
    assert read_tables(small(book__isbn=isbn)).book.isbn == isbn


# -- Values ------------------------------------------------------------------------------------------------


def test_units_are_settled_at_the_door():
    recipe = read_tables(small(page="A4", margins={"inside": "25.4mm"}, section__size="4 x 5"))
    assert recipe.page == trim("a4")
    assert recipe.margins.inside is not None
    assert recipe.margins.inside.points == pytest.approx(72)
    assert recipe.margins.top is None
    assert recipe.sections[0].size == (4, 5)


def test_one_length_is_all_four_margins():
    margins = read_tables(small(margins="1in")).margins
    assert {side.points for _, side in margins if side} == {72}


def test_what_is_left_out():
    recipe = read_tables(small())
    section = recipe.sections[0]
    assert (recipe.printer, recipe.page.name, recipe.theme, recipe.language) == (
        "home",
        "letter",
        "ink",
        "en",
    )
    assert (section.shape, section.ends, section.method, section.heading) == (
        "square",
        "apart",
        "walls",
        "Warm up",
    )
    assert (recipe.margins, recipe.answers, recipe.name, recipe.mazes) == (Margins(), None, None, 8)
    assert recipe.book.matter == MATTER


def test_empty_text_is_no_text():
    recipe = read_tables(small(name="", book__author="", section__title="", section__story=""))
    assert (recipe.name, recipe.book.author, recipe.sections[0].title) == (None, None, None)


def test_a_seed_in_its_normal_form():
    assert read_tables(small(seed=" e\u0301 ")).seed == "é"


def test_a_recipe_is_frozen():
    with pytest.raises(ValueError, match="frozen"):
        read_tables(small()).seed = "x"


def test_all_keys_of_the_contract():
    """The lists of keys that users script against."""
    top = "base name edition seed volume audience page printer margins theme marks language fonts digits pdf svg grade "
    top += "avoid answers codes paper ink book section cover walls"
    assert set(top.split()) <= set(list_fields(""))
    book = "title subtitle author series publisher isbn copyright year dedication website logo"
    assert set(book.split()) <= set(list_fields("book"))
    section = "key title mazes shape size silhouette pieces ends method audience word story"
    assert set(section.split()) <= set(list_fields("section"))
    assert set(list_fields("cover")) == {
        "picture",
        "text",
        "blurb",
        "color",
        "ages",
        "barcode",
        "price",
    }


# -- Files -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is empty"),
        (b" \n ", "is empty"),
        (b"title = \xff", "is not UTF-8 text (line 1)"),
        (b'\xef\xbb\xbf[book]\ntitle = "x', "is not valid TOML at its end"),
        (b"[book]\ntitle = Mazes\n", "is not valid TOML at line 2, column 9: title = Mazes"),
        (b'seed = "a"\nseed = "b"', "stands twice"),
        (b"[" * 5000, "is not valid TOML"),
        (b"a=" + b"[" * 5000, "is not valid TOML"),
        (b"a = " + b"9" * 5000, "holds a number of thousands of digits"),
        (b"#" * 2_000_001, "is too large"),
        (b"\x00\x01", "is not valid TOML"),
    ],
)
def test_files_that_are_no_recipe(file, content, said):
    path = file(content)
    (line,) = refused(load, path)
    assert line.startswith(f"{path}: ")
    assert said in line


def test_a_byte_order_mark_does_no_harm(file):
    assert load(file(b"\xef\xbb\xbf" + SMALL.encode())).recipe.seed == "owl"


def test_what_is_not_there(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert refused(load, "ages-7-9") == [
        'ages-7-9: there is no book called "ages-7-9", and no file; did you mean ages-7-8?'
    ]
    assert "there is no such file" in refused(load, "my.toml")[0]
    assert "there is no such file" in refused(load, "no/such.toml")[0]
    assert "is a folder" in refused(load, str(tmp_path))[0]
    assert "is empty" in refused(load, "")[0]
    (tmp_path / "recipe.toml").write_text(SMALL)
    assert "puzzlebook make" in refused(load, str(tmp_path))[0]
    assert "is not a path" in refused(load, "a\0b.toml")[0]
    with pytest.raises(Unfinished, match="cannot be read"):
        load("x" * 300 + ".toml")


def test_our_books_come_first(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sheets").write_text(SMALL)
    assert load("sheets").template == "sheets"
    assert load("./sheets").recipe.book.title == "Small"


def test_the_name_of_a_book(file):
    assert load(file(SMALL, "birthday.toml")).name == "birthday"
    assert load(file('name = "mia"\n' + SMALL)).name == "mia"
    assert load(file(SMALL), {"name": "ada"}).name == "ada"
    assert load("sheets").name == "sheets"
    assert refused(load, file(SMALL, "con.toml"))[0].startswith(
        "name: the file's name cannot be the book's"
    )
    assert load(file('name = "ok"\n' + SMALL, "con.toml")).name == "ok"


# -- Bases -------------------------------------------------------------------------------------------------


def test_a_base_is_amended_key_by_key(file):
    file('name = "not-inherited"\nabout = "x"\nmargins = "1in"\n' + SMALL, "base.toml")
    path = file("""
        base = "base.toml"
        volume = 2
        margins.inside = "2in"
        [book]
        author = "Ada"
        [[section]]
        key = "deep-end"
        size = "9x9"
        [[section]]
        key = "more"
        mazes = 1
        size = "2x3"
    """)
    loaded = load(path)
    recipe = loaded.recipe
    assert (recipe.seed, recipe.volume, recipe.book.title, recipe.book.author) == (
        "owl",
        2,
        "Small",
        "Ada",
    )
    assert [(s.key, s.mazes, s.size) for s in recipe.sections] == [
        ("warm-up", 3, (4, 5)),
        ("deep-end", 5, (9, 9)),
        ("more", 1, (2, 3)),
    ]
    assert recipe_tables(recipe)["margins"] == {
        "top": "1in",
        "bottom": "1in",
        "inside": "2in",
        "outside": "1in",
    }
    assert (loaded.name, loaded.template) == ("mine", None)


def test_sections_of_a_base_are_left_out(file):
    file(SMALL, "base.toml")
    assert [
        s.key for s in load(file('base = "base.toml"\nwithout = ["warm-up"]')).recipe.sections
    ] == ["deep-end"]
    assert refused(load, file('base = "base.toml"\nwithout = ["warmup"]')) == [
        'without: the base has no section "warmup"; did you mean warm-up?'
    ]
    assert refused(load, file('without = ["warm-up"]' + SMALL))[0].startswith(
        "without: there is no base"
    )
    assert refused(load, file('base = "base.toml"\nwithout = "warm-up"'))[0].startswith(
        "without: is not a list"
    )


def test_chains_of_bases(file):
    file('base = "ages-7-8"\nseed = "a"', "one.toml")
    file('base = "../one.toml"\nvolume = 3', "folder/two.toml")
    recipe = load(file('base = "folder/two.toml"')).recipe
    assert (recipe.seed, recipe.volume, recipe.mazes) == ("a", 3, 40)
    assert recipe.base is None


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('base = "mine.toml"', "each other's base"),
        ('base = "none.toml"', "there is no such file"),
        ('base = "ages-7-9"', "did you mean ages-7-8?"),
        ("base = 3", "base: is not text"),
    ],
)
def test_bases_that_cannot_be(file, line, said):
    assert said in refused(load, file(line))[0]


def test_a_key_that_stands_twice_in_an_amending_recipe(file):
    file(SMALL, "base.toml")
    twice = '[[section]]\nkey = "warm-up"\nmazes = 1\nsize = "2x2"\n' * 2
    assert "another section" in refused(load, file('base = "base.toml"\n' + twice))[0]


def test_files_that_a_base_names_are_still_found(file):
    file(
        SMALL.replace('"4x5"', '"4x5"\nsilhouette = "cat.svg"').replace(
            '"8x10"', '"8x10"\nsilhouette = "heart"'
        ),
        "sub/base.toml",
    )
    recipe = load(file('base = "sub/base.toml"')).recipe
    assert [section.silhouette for section in recipe.sections] == ["sub/cat.svg", "heart"]


# -- Overrides ---------------------------------------------------------------------------------------------


def test_overrides_by_key(file):
    changes = {
        "book.title": "New",
        "author": "Ada",
        "seed": "x",
        "section.warm-up.size": "6x6",
        "section.2.mazes": 7,
        "section.*.ends": "corners",
        "page": "a4",
        "printer": None,
    }
    recipe = load(file(SMALL), changes).recipe
    assert (recipe.book.title, recipe.book.author, recipe.seed, recipe.page.name) == (
        "New",
        "Ada",
        "x",
        "a4",
    )
    assert [(s.size, s.mazes, s.ends) for s in recipe.sections] == [
        ((6, 6), 3, "corners"),
        ((8, 10), 7, "corners"),
    ]


def test_sets_are_toml_or_bare_text(file):
    sets = [
        "title=2026",
        "svg=false",
        "seed=007",
        "author='A = B'",
        "section.warm-up.mazes=4",
        "dedication=For Mia",
    ]
    sets += ["matter=['key']", "margins.top=2in", "section.deep-end.size=9x9"]
    recipe = load(file(SMALL), {"seed": "x"}, sets).recipe
    assert (recipe.book.title, recipe.svg, recipe.seed, recipe.book.author) == (
        "2026",
        False,
        "007",
        "A = B",
    )
    assert (recipe.sections[0].mazes, recipe.sections[1].size) == (4, (9, 9))
    assert (recipe.book.dedication, recipe.book.matter) == ("For Mia", ("key",))
    assert recipe_tables(recipe)["margins"] == {"top": "2in"}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("title", '--set: "title" has no =; give a key and a value, such as title="My mazes"'),
        ("titel=x", "titel: there is no such key"),
        ("volume=two", 'volume: "two" is not a whole number'),
        (
            "section.warmup.size=3x3",
            'section.warmup.size: there is no section "warmup"; did you mean warm-up?',
        ),
        ("section.warm-up=3", "section.warm-up: names no key of a section"),
        ("section=3", "section: names no key of a section"),
        ("section.9.size=3x3", 'section.9.size: there is no section "9"'),
        ("=3", "--set: this key cannot be set"),
        ("a..b=3", "a..b: this key cannot be set"),
        ("base=sheets", "base: this key cannot be set"),
        ("title=a\nb", "book.title: holds a line break"),
        ("seed.x=3", "seed: a table is not text"),
        ("book=3", "book: 3 is not a table"),
        ("section.warm-up.mazes=0", "section.warm-up.mazes: 0 is too small"),
    ],
)
def test_sets_that_are_refused(file, text, line):
    lines = refused(load, file(SMALL), {}, [text])
    assert len(lines) == 1
    assert lines[0].startswith(line)


def test_a_total_is_shared(file):
    path = file(SMALL)
    assert [s.mazes for s in load(path, {"mazes": 16}).recipe.sections] == [6, 10]
    assert [(s.key, s.mazes) for s in load(path, {"mazes": 1}).recipe.sections] == [("deep-end", 1)]
    assert load("sheets", {"mazes": 10}).recipe == load("sheets").recipe
    for total in (0, -1, 100_000, "10", True):
        assert refused(load, path, {"mazes": total})[0].startswith("mazes: ")


def test_largest_remainder_by_hand():
    assert share(10, [8, 10, 12, 10]) == [
        2,
        3,
        3,
        2,
    ]  # quotas 2, 2.5, 3, 2.5: the earlier of the two halves
    assert share(1, [1, 1, 1]) == [1, 0, 0]
    assert share(100, [1, 1, 1]) == [34, 33, 33]


def test_a_part_takes_no_more_than_its_most():
    assert share(80, [7, 5, 9, 10, 9], [0, 5, 0, 0, 0]) == [15, 5, 19, 22, 19]
    assert share(9, [9, 1], [5, 4]) == [5, 4]
    assert share(20, [9, 1], [5, 4]) == [18, 2]  # too few together: no limit


def test_no_drawing_of_a_set_comes_twice_in_a_section():
    most = {name: len(drawings) for name, drawings in load_stage_sets().items()}
    pirate = tomllib.loads(templates.read("themes", "pirate", ".toml").decode("utf-8"))
    most |= {"theme": len(pirate["stages"]), "theme-outlines": len(pirate["outlines"])}
    most["theme-places"] = sum("pirate" in themes for themes in load_places().values())
    # The book for adults has nothing but drawings: in a longer one they come again.
    for book, mazes in (("ages-7-8", 50), ("ages-5-6", 36), ("adult", 53)):
        for section in load(book, {"mazes": mazes, "theme": "pirate"}).recipe.sections:
            if section.stage and most[section.stage]:
                assert section.mazes <= most[section.stage]


@given(st.integers(0, 10_000), st.lists(st.integers(1, 10_000), min_size=1, max_size=20))
def test_shares_keep_quota(total, parts):
    shares = share(total, parts)
    assert sum(shares) == total
    for got, part in zip(shares, parts, strict=True):
        assert got in (total * part // sum(parts), total * part // sum(parts) + 1)


# -- Text --------------------------------------------------------------------------------------------------

_texts = st.text(
    st.characters(
        exclude_categories=["Cs", "Cc", "Zl", "Zp"],
        exclude_characters="\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069",
    ),
    min_size=1,
    max_size=30,
).filter(str.strip)
_lengths = st.builds("{}{}".format, st.integers(0, 20), st.sampled_from(["mm", "pt"]))
_sections = st.lists(
    st.fixed_dictionaries(
        {
            "key": st.text(string.ascii_lowercase + string.digits + "-", min_size=1, max_size=12),
            "mazes": st.integers(1, 50),
            "size": st.builds("{}x{}".format, st.integers(2, 99), st.integers(1, 99)),
        },
        optional={
            "title": _texts,
            "story": _texts,
            "silhouette": _texts,
            "ends": st.sampled_from(["far", "none", "centre"]),
            "method": st.sampled_from(["walls", "passages"]),
            "pieces": st.sampled_from(["joined", "largest"]),
        },
    ),
    min_size=1,
    max_size=5,
    unique_by=lambda section: section["key"],
)
_recipes = st.fixed_dictionaries(
    {
        "book": st.fixed_dictionaries(
            {"title": _texts},
            optional={
                "author": _texts,
                "year": st.integers(1000, 9999),
                "matter": st.lists(st.sampled_from(MATTER), unique=True),
            },
        ),
        "section": _sections,
    },
    optional={
        "seed": _texts,
        "volume": st.integers(1, 10_000),
        "page": st.sampled_from(["letter", "6x9", "210x297mm"]),
        "margins": _lengths
        | st.fixed_dictionaries({}, optional=dict.fromkeys(["top", "inside"], _lengths)),
        "svg": st.booleans(),
        "answers": st.sampled_from([1, 12]),
        "look": st.sampled_from(["7-8", "large-print"]),
    },
)


@given(_recipes)
def test_a_resolved_recipe_reads_back_equal(made):
    recipe = read_tables(made)
    text = write_recipe(recipe)
    assert read_tables(tomllib.loads(text)) == recipe
    assert write_recipe(read_tables(tomllib.loads(text))) == text
    assert read_tables(json.loads(json.dumps(recipe_tables(recipe)))) == recipe


@pytest.mark.parametrize("book", BOOKS)
def test_a_new_recipe_is_the_book_with_the_seed(book, file):
    text = write_new_recipe(book, "owl", {"author": 'Ada "A" Example', "mazes": 7})
    expected = load(book, {"seed": "owl", "author": 'Ada "A" Example', "mazes": 7}).recipe
    assert load(file(text)).recipe == expected
    assert max(map(len, text.splitlines())) <= 125


def test_what_a_new_recipe_offers_works(file):
    """Each remark that offers a key can be taken at its word."""
    lines = write_new_recipe("sheets", "owl").splitlines()
    offers = [place for place, line in enumerate(lines) if line.startswith("# ") and " = " in line]
    assert len(offers) > 8
    for place in offers:
        changed = [*lines[:place], lines[place].removeprefix("# "), *lines[place + 1 :]]
        text = "\n".join(changed)
        if "draws = " in lines[place]:  # as it says, for even steps
            text = text.replace('grade = "sorted"', 'grade = "even"')
        assert load(file(text)).recipe.seed == "owl"


def test_a_new_recipe_keeps_the_files_of_its_book(tmp_path, file):
    path = file(SMALL.replace('"4x5"', '"4x5"\nsilhouette = "cat.svg"'), "sub/base.toml")
    assert 'silhouette = "sub/cat.svg"' in write_new_recipe(path, "owl", folder=tmp_path)


def test_the_schema_is_one_and_says_what_each_key_is():
    made = make_schema()
    jsonschema.Draft202012Validator.check_schema(made)
    for table in (made, *made["$defs"].values()):
        for key, row in table["properties"].items():
            assert row.get("description"), key
    assert "null" not in json.dumps(made)


@pytest.mark.parametrize("book", BOOKS)
def test_the_schema_takes_our_books(book):
    validator = jsonschema.Draft202012Validator(make_schema())
    validator.validate(tomllib.loads(templates.read("books", book).decode()))
    validator.validate(recipe_tables(load_stated(book, {"seed": "owl", "margins": "1in"}).recipe))
    validator.validate({"base": book, "section": [{"key": "warm-up", "mazes": 3}]})
    assert not validator.is_valid({"base": book, "sed": "x"})
    assert not validator.is_valid({"seed": "x"})


# -- The books we ship -------------------------------------------------------------------------------------


def test_our_books():
    assert set(BOOKS) < set(templates.list_names("books"))
    assert all(0 < len(line) <= 90 for line in describe_books().values())
    assert load().template == DEFAULT_BOOK
    assert load().recipe.mazes <= 40
    assert (load("sheets").recipe.mazes, load("sheets").recipe.book.matter) == (10, ("key",))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("book", BOOKS)
def test_a_book_grows_harder_and_keeps_its_promise(book, level):
    """On Letter and A4 with margins of half an inch, a head and a foot, and a cell for arrows at
    each side."""
    reader = find_audience(load_stated(book).recipe.audience, level=level)
    for page in (trim("letter"), trim("a4")):
        recipe = load_stated(book, {"page": page.name, "level": level}).recipe
        assert recipe.about is None
        sized = list(zip(recipe.sections, choose_sizes(recipe), strict=True))
        uncut = [
            (section, size)
            for section, size in sized
            if not (section.way or section.silhouette or section.stage)
        ]
        # Of rings some three cells in four count: so a section of few bridges may come after them.
        cells = [Rung(section.shape, size).cells for section, size in uncut]
        assert cells == sorted(set(cells))
        around = 2 if reader.marks != "icons" else 0.12
        for columns, rows in (
            size for section, size in sized if section.shape == "square" and not section.audience
        ):
            cell = min(
                (page.width - 72) / (columns + around),
                (page.height - 72 - 6.7 * reader.type_size) / (rows + around),
            )
            assert cell - reader.wall >= reader.passage


def test_the_mazes_of_a_book_are_fixed_by_its_name():
    """A section's key is in its mazes' keys: changing one here makes another book."""
    keys = {book: [section.key for section in load_stated(book).recipe.sections] for book in BOOKS}
    assert keys == {
        "adult": [
            "settling-in",
            "in-the-gallery",
            "a-thing-of-beauty",
            "over-and-under",
            "second-cup-of-tea",
            "scenic-route",
            "just-one-more",
        ],
        "adult-easy": [
            "good-morning",
            "roses-by-the-gate",
            "pictures-on-the-wall",
            "evening-by-the-fire",
        ],
        "ages-3-4": ["hello", "animals", "a-little-further", "out-and-about", "look-at-me"],
        "expert": ["no-warm-up", "deep-breath", "against-the-odds", "the-wall"],
        "ages-5-6": [
            "first-steps",
            "animals",
            "round-the-garden",
            "into-the-woods",
            "all-the-way-home",
        ],
        "ages-7-8": [
            *("warm-up", "animals", "off-we-go", "round-the-corner", "out-and-about"),
            *("twists-and-turns", "the-big-ones"),
        ],
        "ages-9-11": [
            *(
                "warm-up",
                "lost-things",
                "over-and-under",
                "out-and-about",
                "picking-up-speed",
                "no-turning-back",
                "maze-masters",
                "hidden-pictures",
            )
        ],
        "large-print": ["gentle-start", "morning-stroll", "along-the-river", "over-the-hills"],
        "sheets": ["ready", "steady", "go"],
    }


def test_a_picture_that_a_page_leaves_one_cell_of_is_lost_not_refused(monkeypatch):
    """Which of a section's pictures was tried first was a matter of hash order, and one of them was
    refused."""
    monkeypatch.setattr(Silhouette, "fewest_cells", lambda: {"penguin": 12})
    given = {
        "audience": "large-print",
        "mazes": 5,
        "mazes_a_page": 2,
    }
    assert next(section.key for section in load("ages-7-8", given).recipe.sections) == "warm-up"


def test_the_models_and_their_tables():
    assert (recipe_reading.TABLES["book"], recipe_reading.TABLES["section"]) == (BookTable, Section)
    assert recipe_reading.TABLES[""] is Recipe
    assert Path(templates.find_folder() / "books").is_dir()


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("shpae", "shape"), ("shap", "shape"), ("mzaes", "mazes"), ("shrae", "share")],
)
def test_of_keys_as_near_as_each_other_the_one_of_the_same_letters_is_meant(typed, meant):
    (line,) = refused(read_tables, small(**{f"section__{typed}": 3}))
    assert line.endswith(f"there is no such key; did you mean {meant}?")


KITE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 10"><path d="M4 0 8 4 4 10 0 4Z"/></svg>'
FROM_FILES = """
base = "sheets"
without = ["steady", "go"]
[[section]]
key = "ready"
silhouette = "heart, cat.svg, text:Jo.e"
"""


def test_silhouettes_that_are_files_are_found_from_another_folder(tmp_path):
    """Names and files in one list: the files, and they alone, are said from where the recipe is."""
    for name in ("base", "mine"):
        (tmp_path / name).mkdir()
    (tmp_path / "base" / "cat.svg").write_text(KITE)
    base = tmp_path / "base" / "base.toml"
    base.write_text(FROM_FILES)
    mine = tmp_path / "mine" / "mine.toml"
    mine.write_text('base = "../base/base.toml"\nmazes = 3\n')
    assert load(str(mine)).recipe.sections[0].silhouette == "heart,../base/cat.svg,text:Jo.e"
    copy = tmp_path / "mine" / "copy.toml"
    copy.write_text(write_new_recipe(str(base), "owl", {"mazes": 3}, folder=copy.parent))
    assert load(str(copy)).recipe.sections[0].silhouette == "heart,../base/cat.svg,text:Jo.e"
    for file in (mine, copy):
        made = make_book(str(file), output=tmp_path / "shelf", name=file.stem)
        found = {maze["silhouette"].partition(".")[0] for maze in made.manifest["mazes"]}
        assert found == {"heart", "file", "name"}


def test_a_file_whose_name_without_its_ending_is_no_folders_is_refused():
    assert _find_stem_faults(Path("my-mazes.toml")) == []
    for name in ("mazes..toml", "mazes .toml"):
        (fault,) = _find_stem_faults(Path(name))
        assert fault.where == "name"
