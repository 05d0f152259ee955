"""Book codes: what they say, how they are typed, and that a slip is refused."""

import random
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlebook import make_book
from puzzlebook.ground.faults import Refused
from puzzlebook.ground.printed_codes import DIGITS, check_character
from puzzlebook.ground.seeds import tidy_seed
from puzzlebook.recipes import order_stages, page_grids
from puzzlebook.recipes.book_codes import (
    LONGEST,
    BookCode,
    break_code,
    find_book_code,
    fingerprint_recipe,
    make_book_code,
    read_book_code,
    resolve_code,
)
from puzzlebook.recipes.files import decide_seed, load
from puzzlebook.recipes.order import settle
from puzzlebook.verbs.rebuilding import rebuild

MARKS = st.text(DIGITS, min_size=10, max_size=10)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
KEYS = st.sampled_from(
    [
        "title",
        "page",
        "section.*.size",
        "section.warm-up.title",
        "mazes",
        "margins.top",
        "mazes_a_page",
    ]
)
LONG = st.builds(
    BookCode,
    MARKS,
    st.sampled_from(["ages-7-8", "sheets"]),
    TEXTS.filter(len),
    st.lists(st.tuples(KEYS, TEXTS).map("=".join), max_size=4).map(tuple),
)
CODES = st.one_of(st.builds(BookCode, MARKS), LONG)


def asked(template="ages-7-8", sets=(), **overrides):
    """The code of a book that is asked for on the command line."""
    overrides = {
        key.replace("__", "."): value for key, value in {"seed": "owl", **overrides}.items()
    }
    loaded = load(template, overrides, sets)
    order = settle(decide_seed(loaded), loaded.folder)
    return make_book_code(order.recipe, order.assets, loaded, overrides, sets)


@given(CODES)
def test_a_code_says_all_that_it_was_made_of(code):
    assert read_book_code(str(code)) == code
    assert str(code).isascii()
    assert not set(str(code)) & set(
        " \t\n\"'\\$&|;<>*?[]{}()!`~#^,@%"
    )  # can be typed into any shell


@given(CODES, st.randoms())
def test_case_line_breaks_and_lookalikes_do_not_matter(code, source):
    text = str(code)
    assert read_book_code(text.upper()) == code
    assert read_book_code("\n  ".join(break_code(text, lambda line: len(line) < 20))) == code
    head, colon, last = text.rpartition(":")
    digits, hyphen, check = last.partition("-")
    digits = "".join(
        source.choice({"0": "0oO", "1": "1iIlL"}.get(digit, digit)) for digit in digits
    )
    assert read_book_code(head + colon + digits + hyphen + check) == code


@given(
    CODES,
    st.text(string.ascii_letters + " \n", max_size=40),
    st.text(string.ascii_letters + " \n.", max_size=40),
)
def test_a_code_is_found_in_a_page(code, before, after):
    page = (
        before + "\n" + "\n".join(break_code(str(code), lambda line: len(line) < 30)) + "\n" + after
    )
    if "book-" not in before.replace("\n", "").replace(" ", "").lower() + "x":
        assert find_book_code(page) == code


@pytest.mark.parametrize("width", [5, 12, 40, 200])
def test_lines_break_behind_colons(width):
    code = str(asked(title="Mazes for Mia", page="6x9"))
    lines = break_code(code, lambda line: len(line) <= width)
    assert "".join(lines) == code
    assert all(0 < len(line) <= width for line in lines)
    if width == 40:
        assert all(line.endswith(":") for line in lines[:-1])


def test_seeds_and_values_stay_readable():
    fields = str(asked(seed="Owl 7", title="Mazes for Mia", page="A4")).split(":")
    assert fields[:5] == ["book-1", "ages-7-8", "+owl_7", "title=+mazes_for_+mia", "page=a4"]


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ({"page": "letter"}, []),
        ({"volume": 1}, []),
        ({"section.*.size": "9x12"}, ["..size=9x12"]),
        ({"section.warm-up.size": "9x12"}, [".warm-up.size=9x12"]),
        ({"section.1.size": "9x12"}, [".1.size=9x12"]),
        ({"book.subtitle": ""}, ["subtitle="]),
        ({"svg": False}, ["svg=false"]),
        ({"mazes": 10}, ["mazes=10"]),
        ({"mazes": 40}, []),
        ({"name": "owls"}, ["name=owls"]),
        ({"book.title": "12"}, ["title=12"]),
    ],
)
def test_overrides_are_those_that_make_a_difference(given, kept):
    loaded = load("ages-7-8", {"seed": "owl", **given})
    code = make_book_code(decide_seed(loaded), {}, loaded, {"seed": "owl", **given})
    assert str(code).split(":")[3:-1] == kept
    assert resolve_code(code) == decide_seed(loaded)


def test_a_theme_with_walls_of_its_own_makes_a_code_that_needs_no_recipe():
    code = asked(theme="farm")
    assert str(code).split(":")[3:-1] == ["theme=farm", "walls=hedge"]
    assert fingerprint_recipe(resolve_code(code), {}) == code.fingerprint
    assert str(asked(theme="farm", walls="brush")).split(":")[3:-1] == ["theme=farm", "walls=brush"]


def test_no_drawing_of_another_theme_is_sized_for_a_code(monkeypatch):
    sized = set()
    size_stage = order_stages.size_stage

    def note(recipe, *arguments):
        sized.add(recipe.theme)
        return size_stage(recipe, *arguments)

    monkeypatch.setattr(order_stages, "size_stage", note)
    assert "theme=dinosaur" in str(asked(theme="dinosaur"))
    assert sized == {"dinosaur"}


@pytest.mark.parametrize("fewer", [{"section.*.mazes": 1}, {"mazes": 9}])
def test_no_drawing_is_sized_for_a_code_that_its_book_does_not_need(monkeypatch, fewer):
    """That a book of fewer mazes is not the whole one, their number says."""
    sized = set()
    size_stage = order_stages.size_stage

    def note(recipe, section, size, readers, source, *more):
        sized.add(source.name)
        return size_stage(recipe, section, size, readers, source, *more)

    monkeypatch.setattr(order_stages, "size_stage", note)
    overrides = {"seed": "owl", **fewer}
    loaded = load("ages-5-6", overrides)
    needed = {*sized}
    code = make_book_code(decide_seed(loaded), {}, loaded, overrides)
    assert str(code).split(":")[3:-1] == [
        f"{key.replace('section.*', '.')}={value}" for key, value in fewer.items()
    ]
    assert sized == needed


@given(TEXTS.filter(str.strip))
@settings(max_examples=25, deadline=None)
def test_any_seed_survives(text):
    try:
        seed = tidy_seed(text)
    except Refused:
        return
    code = asked(seed=seed)
    assert len(str(code)) <= LONGEST
    if code.template:
        assert read_book_code(str(code)).seed == seed
        assert resolve_code(read_book_code(str(code))).seed == seed


@pytest.mark.parametrize(
    "title", ['"Mia"', " two  spaces ", "Łukasz & مريم", "a_b+c", "true", "[1]", "x = 1", "#"]
)
def test_any_title_survives(title):
    code = asked(book__title=title)
    assert resolve_code(read_book_code(str(code))).book.title == title


def test_long_and_own_books_have_the_short_form(tmp_path):
    long = asked(book__title="x" * 100)
    assert long == BookCode(long.fingerprint)
    (tmp_path / "my.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9h-9z"/></svg>'
    )
    assert not asked(**{"section.*.silhouette": str(tmp_path / "my.svg")}).template
    (tmp_path / "mine.toml").write_text('base = "sheets"\nseed = "owl"\n')
    assert not asked(str(tmp_path / "mine.toml")).template


def test_a_fingerprint_knows_the_users_files_and_no_default():
    recipe = decide_seed(load("sheets", {"seed": "owl"}))
    plain = fingerprint_recipe(recipe, {})
    assert fingerprint_recipe(recipe, {"assets/a.svg": b"x"}) != plain
    assert (
        fingerprint_recipe(decide_seed(load("sheets", {"seed": "owl", "paper": "white"})), {})
        == plain
    )
    assert (
        fingerprint_recipe(decide_seed(load("sheets", {"seed": "owl", "paper": "cream"})), {})
        != plain
    )


# -- Slips --------------------------------------------------------------------------------------------------

TYPED = string.ascii_lowercase + string.digits + ":-+_.="


def random_codes(many):
    source = random.Random(6)
    for _ in range(many):
        mark = "".join(source.choices(DIGITS, k=10))
        seed = "".join(source.choices(string.ascii_lowercase + string.digits, k=8))
        sets = source.sample(
            ["page=a4", "mazes=12", "volume=3", "section.*.size=9x12"], source.randint(0, 2)
        )
        yield (
            BookCode(mark, "ages-7-8", seed, tuple(sets))
            if source.random() < 0.8
            else BookCode(mark)
        )


def passes(text):
    try:
        return read_book_code(text)
    except Refused:
        return None


def slips(text):
    """Every single character that may be mistyped, and every other that it may be mistyped for."""
    for place, right in enumerate(text):
        for wrong in TYPED.replace(right, ""):
            yield right, wrong, text[:place] + wrong + text[place + 1 :]


@pytest.mark.parametrize("many", [25, pytest.param(1000, marks=pytest.mark.exhaustive)])
def test_every_single_slip_in_a_thousand_codes(many):
    """A letter or digit for another never passes, but what is read as was meant. One that makes or
    unmakes a separator passes the check character at most once in 36; then the fingerprint, of 50
    bits, does not fit."""
    separators = passed = others = 0
    for code in random_codes(many):
        for right, wrong, slip in slips(str(code)):
            found = passes(slip)
            if right.isalnum() and wrong.isalnum():
                others += 1
                assert found in (None, code), (str(code), slip)
            elif right.isalnum() or wrong.isalnum():
                separators += 1
                passed += found not in (None, code)
    assert others > 700 * many
    assert separators > 150 * many
    assert passed <= separators / 36


BAD = [
    ("", "is not a book code"),
    ("book", "is not a book code"),
    ("book-1", "is not a book code"),
    ("book-1:", "is not a book code|typo"),
    ("book-1:owl", "typo"),
    ("book-1:ages-7-8:7q4k2m9x0c-0", "is not a book code"),
    ("book-1:ages-7-8:owl:7q4k2m9x0c-0", "has a typo"),
    ("1-square-9x12-far-7q4k2m9x0c3t5v8w-p", "is not a book code"),
]


@pytest.mark.parametrize(("text", "said"), BAD)
def test_what_is_no_book_code(text, said):
    with pytest.raises(Refused, match=said) as caught:
        read_book_code(text)
    assert len(caught.value.faults) == 1


def test_a_later_edition_says_so():
    body = "book-2:ages-7-8:owl:7q4k2m9x0c"
    with pytest.raises(Refused, match="edition 2 is unknown; this puzzlebook knows edition 1"):
        read_book_code(f"{body}-{check_character(body)}")


@pytest.mark.parametrize("field", ["owl:page", "owl:=x", "++u", "++zz", "owl:page=++z", "a*b"])
def test_fields_of_another_form(field):
    body = f"book-1:ages-7-8:{field}:7q4k2m9x0c"
    with pytest.raises(Refused, match="is not a book code"):
        read_book_code(f"{body}-{check_character(body)}")


@pytest.mark.parametrize(
    "overrides",
    [
        {"audience": "5-6"},
        {"audience": "5-6", "marks": "both", "page": "a4"},
        {"audience": "adult", "theme": "bee", "codes": "none"},
        {"marks": "none", "theme": "ink", "codes": "all"},
        {"section.warm-up.share": 0.5},
        {"section.warm-up.size": "4x5"},
        {"section.*.size": "6x6", "audience": "9-11"},
        {"section.*.audience": "9-11"},
        {"ink": "premium-color", "grade": "even"},
    ],
)
def test_what_readers_decide_survives_the_code(tmp_path, overrides):
    """What differs from the readers' own marks, codes, theme and grid comes back from the code."""
    made = make_book(
        "ages-7-8", seed="owl", output=tmp_path, overrides={**overrides, "mazes": 4, "svg": False}
    )
    code = read_book_code(made.manifest["code"])
    assert code.template == "ages-7-8"
    again = rebuild(str(code), output=tmp_path / "again").book
    assert again.manifest == made.manifest


def test_grids_that_readers_have_are_in_the_fingerprint(monkeypatch):
    """So another version that gives them other grids makes nothing silently different."""
    before = asked(audience="5-6")
    monkeypatch.setattr(page_grids, "SIDES", page_grids.SIDES + 40)
    page_grids.list_sizes.cache_clear()
    try:
        assert asked(audience="5-6").fingerprint != before.fingerprint
    finally:
        page_grids.list_sizes.cache_clear()
