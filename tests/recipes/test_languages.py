"""The words of a book in every language: catalogues that say all, grammar, digits, and files of the
user's own."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pypdfium2
import pytest

import puzzlebook
from puzzlebook.books.pages.ornaments import stars_width
from puzzlebook.ground import templates
from puzzlebook.ground.faults import Refused
from puzzlebook.language.catalogues import CHILD, DRAWINGS, NAMES, OWN, SHAPE, find_faults
from puzzlebook.language.words import (
    LATIN,
    load_words,
    read_drawing_stories,
    read_stories,
    read_theme_stories,
    read_words,
)
from puzzlebook.recipes.audiences import load_audiences
from puzzlebook.recipes.files import load_unshared
from puzzlebook.typesetting.layout import TypeScale
from puzzlebook.typesetting.text import (
    balance_lines,
    find_missing_character,
    make_face,
    measure_width,
)

LANGUAGES = ("bn", "de", "en", "es", "fa", "fr", "pa", "pt", "pt-PT")


SAME_IN_ENGLISH = (
    "ISBN {isbn}", "Volume {volume}", "{series}, volume {volume}", "Name", "Date", "Notes", "page {page}", "Triangles",
    "Cubes", "Start", "{name} ({occurrence})", "{word}", "{number}. {step}", "Maze", "{title}, solution",
    "{end}: {area}.", ", ", "Logo", "ABCDE", "min", "s", " → ",
)  # fmt: skip


def rows(language):
    """A catalogue of ours, with its stories and what it says of pictures, which stand in files of
    their own."""
    catalogue = tomllib.loads(templates.read("languages", language).decode())
    apart = [kind for kind in ("stories", "spoken") if language in templates.list_names(kind)]
    return catalogue | {
        kind: tomllib.loads(templates.read(kind, language).decode()) for kind in apart
    }


ENGLISH = rows("en")


def test_our_languages_are_there():
    assert templates.list_names("languages") == sorted([*LANGUAGES, "none"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_says_all(language):
    assert [
        str(fault) for fault in find_faults(rows(language), ENGLISH, language, all_names=True)
    ] == []
    assert rows(language)["tag"].startswith(language)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda r: r.pop("maze"), "lacks maze"),
        (lambda r: r.update(mazes="x"), 'there is no key "mazes"'),
        (
            lambda r: r.update(maze="Labyrinthe {nombre}"),
            "fr: maze: has {nombre}; has to have {number}",
        ),
        (lambda r: r.update(maze="Labyrinthe"), "fr: maze: has no blanks; has to have {number}"),
        (lambda r: r.update(maze="Labyrinthe {number!r}"), "braces that do not pair"),
        (lambda r: r.update(maze="Labyrinthe {number"), "braces that do not pair"),
        (lambda r: r.update(maze="Lab\u202e {number}"), "control character U+202E"),
        (lambda r: r.update(direction="up"), "fr: direction: 'up' is not known; write ltr or rtl"),
        (lambda r: r.update(digits="012"), "fr: digits: are not ten characters"),
        (lambda r: r.update(quotes="«»"), "fr: quotes: is not a list of texts"),
        (lambda r: r.update(plural=[1]), "fr: plural: is not a table"),
        (
            lambda r: r.update(made_steps=["1"]),
            "fr: made_steps: has 1 lines; 4, one for each picture or row",
        ),
        (lambda r: r["certificate_done"].pop("other"), "fr: certificate_done: has other forms"),
        (
            lambda r: r["certificate_done"].update(few="{count}"),
            "fr: certificate_done: has other forms",
        ),
        (lambda r: r["silhouettes"].pop("cat"), "fr: silhouettes: lacks cat"),
        (
            lambda r: r["books"]["adult"]["sections"].pop("just-one-more"),
            "books.adult.sections: lacks just-one-more",
        ),
        (lambda r: r["stories"].pop("bee"), "fr: stories: lacks bee"),
        (lambda r: r["stories"][DRAWINGS].pop("trex"), "fr: stories.drawings: lacks trex"),
        (
            lambda r: r["stories"][DRAWINGS].update(trex="{start}"),
            "fr: stories.drawings.trex: has {start}",
        ),
    ],
)
def test_a_slip_in_a_catalogue_is_noticed(change, said):
    slipped = rows("fr")
    change(slipped)
    faults = [str(fault) for fault in find_faults(slipped, ENGLISH, "fr", all_names=True)]
    assert any(said in fault for fault in faults), faults


@pytest.mark.parametrize("language", [name for name in LANGUAGES if name != "en"])
def test_nothing_is_left_in_english(language):
    """Words that a translation took over as they were: only those that really are the same."""
    same = set(SAME_IN_ENGLISH)
    own = rows(language)
    found = {
        value
        for key, value in own.items()
        if isinstance(value, str) and value == ENGLISH.get(key) and value[0] != "©"
    }
    found -= {own["direction"], own["digits"], own["alphabet"]}
    assert found <= same
    for kind in NAMES:
        if kind not in ("books", "stories"):
            assert {v for k, v in own[kind].items() if v == ENGLISH[kind][k]} <= same
    drawn = own["stories"].pop(DRAWINGS)
    assert not {*drawn.values()} & {*ENGLISH["stories"][DRAWINGS].values()}
    for theme, lines in own["stories"].items():
        assert not set(lines) & set(ENGLISH["stories"][theme])
        assert len(lines) >= (6 if theme in (OWN, CHILD, SHAPE) else 48), theme


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_books_for_children_have_a_chapter_of_the_same_name(language):
    """A child who has all four books of a theme meets no chapter twice."""
    books = rows(language)["books"]
    ages = ("ages-3-4", "ages-5-6", "ages-7-8", "ages-9-11")
    names = [name for age in ages for name in books[age]["sections"].values()]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("language", LANGUAGES)
def test_books_of_one_age_are_told_apart_by_their_theme(language):
    """Their subtitles name it, in words that say nothing to a program; one's own stays."""
    subjects = tomllib.loads(templates.read("listings", language).decode())["subjects"]
    for name in ("ages-3-4", "ages-5-6", "ages-7-8", "ages-9-11"):
        lines = {
            load_unshared(name, {"language": language, "theme": theme, "volume": volume})[
                0
            ].recipe.book.subtitle: (theme, volume)
            for theme in ("pirate", "robot", "farm")
            for volume in (1, 2)
        }
        assert len(lines) == 6
        for line, (theme, _) in lines.items():
            assert subjects[theme].casefold() in line.casefold()
            assert "{" not in line
    mine = {"language": language, "theme": "robot", "book.subtitle": "Mine"}
    assert load_unshared("ages-7-8", mine)[0].recipe.book.subtitle == "Mine"


def test_a_book_without_a_theme_has_its_plain_subtitle():
    plain = ENGLISH["books"]["ages-7-8"]["subtitle"]
    for theme in ("ink", "touch"):
        assert load_unshared("ages-7-8", {"theme": theme})[0].recipe.book.subtitle == plain
    wordless = load_unshared("ages-7-8", {"theme": "robot", "language": "none"})[0].recipe
    assert not wordless.book.subtitle


def test_english_names_are_those_of_the_templates():
    """The English of our books stands in their own files too: the two agree."""
    for name in templates.list_names("books"):
        book = tomllib.loads(templates.read("books", name).decode())
        said = ENGLISH["books"][name]
        assert (said["title"], said.get("subtitle")) == (
            book["book"]["title"],
            book["book"].get("subtitle"),
        )
        assert said["sections"] == {row["key"]: row["title"] for row in book["section"]}
    for name in templates.list_names("silhouettes", ".svg"):
        svg = templates.read("silhouettes", name, ".svg").decode()
        title = re.search("<title>(.*)</title>", svg)[1]
        assert ENGLISH["silhouettes"].get(name) == title, (
            f'templates/languages/en.toml: [silhouettes] lacks {name} = "{title}"'
        )


@pytest.mark.parametrize(
    ("language", "number", "said"),
    [
        ("fa", 1990, "۱۹۹۰"),
        ("bn", 1990, "১৯৯০"),
        ("pa", 1990, "੧੯੯੦"),
        ("de", 1990, "1990"),
    ],
)
def test_numbers_are_in_the_digits_of_the_language(language, number, said):
    words = load_words(language)
    assert words.number(number) == said
    assert int(words.number(number)) == number, "Unicode knows them for digits"
    assert said in words("maze", number=number)
    assert load_words(language, "latin").number(number) == "1990"


def test_what_is_filled_in_as_text_keeps_its_digits():
    made = load_words("fa")("colophon_made", version="0.4.1", edition=1, recipe="mia-2")
    assert "0.4.1" in made
    assert "mia-2" in made
    assert "۱" in made
    assert "۱۹۹۶" in load_words("fa")("made_what")
    assert "1996" in load_words("fa", "latin")("made_what")


@pytest.mark.parametrize(
    ("language", "count", "said"),
    [
        ("en", 1, "1 maze in"),
        ("en", 2, "2 mazes in"),
        ("fr", 0, "0 labyrinthe "),
        ("fr", 1, "1 labyrinthe "),
        ("fr", 2, "2 labyrinthes "),
        ("de", 1, "1 Labyrinth "),
        ("de", 40, "40 Labyrinthe "),
        ("es", 1, "1 laberinto "),
        ("pt", 2, "2 labirintos "),
        ("fa", 40, "۴۰ هزارتو "),
        ("bn", 40, "৪০টি গোলকধাঁধার "),
        ("pa", 1, "੧ ਬੁਝਾਰਤ "),
        ("pa", 40, "੪੦ ਬੁਝਾਰਤਾਂ "),
    ],
)
def test_plural_forms(language, count, said):
    assert said in load_words(language)("certificate_done", count=count).replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Set out from the knight and find a way to the treasure."),
        ("de", "Geh beim Ritter los und such einen Weg zum Schatz."),
        ("fr", "Pars de là où se trouve le chevalier et cherche un chemin vers le trésor."),
        ("es", "Empieza donde está el caballero y busca un camino hasta el tesoro."),
        ("pt", "Comece onde está o cavaleiro e procure um caminho até o tesouro."),
        ("pt-PT", "Começa onde está o cavaleiro e procura um caminho até ao tesouro."),
        ("fa", "از کنار شوالیه راه بیفت و راهی تا گنج پیدا کن."),
        ("bn", "বীর যোদ্ধা যেখানে আছে, সেখান থেকে রওনা হও আর গুপ্তধন পর্যন্ত যাওয়ার পথ খোঁজো।"),
        ("pa", "ਸੂਰਮੇ ਤੋਂ ਤੁਰੋ ਅਤੇ ਖ਼ਜ਼ਾਨੇ ਤੱਕ ਦਾ ਰਾਹ ਲੱਭੋ।"),
    ],
)
def test_marks_stand_in_whole_sentences(language, said):
    words = load_words(language)
    assert (
        words(
            "how_to_icons",
            start=words.end("start", "knight"),
            finish=words.end("finish", "treasure"),
        )
        == said
    )


def test_a_mark_of_the_users_own_has_a_sentence_too():
    words = load_words("de")
    start, finish = words.end("start", "Hexe"), words.end("finish", "Turm")
    said = words("how_to_icons", start=start, finish=finish)
    assert said == "Geh beim Start (Hexe) los und such einen Weg zum Ziel (Turm)."


def test_a_catalogue_of_ones_own():
    """Names may be left out of it, phrases may not."""
    own = {key: value for key, value in ENGLISH.items() if key not in NAMES} | {
        "tag": "nl",
        "maze": "Doolhof {number}",
    }
    words = read_words(toml(own).encode(), "my.toml")
    assert words("maze", number=3) == "Doolhof 3"
    assert words.named("silhouettes", "cat", "A sitting cat") == "A sitting cat"
    del own["maze"], own["answer_on"]
    with pytest.raises(Refused) as refused:
        read_words(toml(own).encode(), "my.toml")
    assert str(refused.value.faults[0]) == (
        "my.toml: lacks answer_on, maze; give every key of templates/languages/en.toml"
    )


def toml(rows):
    """Rows as TOML: texts, lists and flat tables."""
    from puzzlebook.recipes.values import format_toml as value

    def line(content):
        if isinstance(content, dict):
            return "{" + ", ".join(f"{key} = {value(item)}" for key, item in content.items()) + "}"
        return value(content)

    return "".join(f"{key} = {line(content)}\n" for key, content in rows.items())


@pytest.mark.parametrize("content", [b"\xff\xfe", b"maze = ", b"[" * 5000])
def test_what_is_no_catalogue_is_refused(content):
    with pytest.raises(Refused, match="is not a language file in TOML"):
        read_words(content, "my.toml")


def test_the_wordless_catalogue_has_no_words():
    own = rows("none")
    texts = [
        value
        for key, value in own.items()
        if isinstance(value, str) and key not in ("about", "tag", "direction")
    ]
    letters = {
        c for text in texts for c in re.sub(r"\{\w+\}|ISBN|^A-?[A-Z]+$", "", text) if c.isalpha()
    }
    assert letters == set()
    assert set(own) <= {*ENGLISH, "wordless"}
    words = load_words("none")
    assert words("how_to_title") == ""
    assert words.lines("how_to_rules") == []
    assert words.named("silhouettes", "cat", "A sitting cat") == ""
    assert words.digits == LATIN


@pytest.mark.parametrize("language", LANGUAGES)
def test_stories_fit_the_page_of_their_readers(language):
    """On letter paper, beside the stars: half of each theme in one row, and all in two. They are
    set in our fonts, and no line stands twice in a language."""
    words = load_words(language)
    face = make_face(words.language, words.direction)
    if find_missing_character(words("how_to_title"), face):
        pytest.skip(f"no font for {language} on this system: {', '.join(words.fonts)}")
    size = {readers.theme: readers.type_size for readers in load_audiences().values()}
    stories = {**read_stories(language), DRAWINGS: [*read_drawing_stories(language).values()]}
    for theme, lines in stories.items():
        assert not any(
            find_missing_character(line, face) or "'" in line or '"' in line for line in lines
        )
        type_size = size.get(theme, 16)
        measure = 612 - 72 - stars_width(TypeScale(type_size).small) - type_size
        wide = [measure_width(line, face, type_size) > measure for line in lines]
        assert theme in (OWN, CHILD, SHAPE) or 2 * wide.count(False) >= len(wide), theme
        assert max(len(balance_lines(line, face, type_size, measure)) for line in lines) <= 2
    every = [line for lines in stories.values() for line in lines]
    assert len(every) == len(set(every))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_stories_of_a_theme_are_found_alone(language):
    every = {**read_stories(language)}
    assert every.pop(DRAWINGS) == read_drawing_stories(language)
    assert {theme: read_theme_stories(theme, language) for theme in every} == every
    assert read_theme_stories("nobody", language) == ()


def test_every_phrase_is_printed_somewhere():
    """Each key of a catalogue stands in the code, or is put together there."""
    code = "".join(
        path.read_text("utf-8") for path in Path(puzzlebook.__file__).parent.rglob("*.py")
    )
    made_up = re.compile(
        "(how_to|worksheet)_(icons|doors|both|none)|own_(start|finish)|why_(younger|older)"
        "|load_(support|core|extension)"
    )
    said = set(re.findall("[\"'](\\w+)[\"']", code))
    assert [key for key in ENGLISH if key not in said and not made_up.fullmatch(key)] == []


@pytest.mark.parametrize(
    ("language", "typed", "said"),
    [
        ("en", "Lena's \"Dino\" Mazes of the '80s", "Lena’s “Dino” Mazes of the ’80s"),
        ("en", "A 6' wall, 12\" high", "A 6' wall, 12\" high"),
        ("de", '"Los geht\'s", sagt "Mia"', "„Los geht’s“, sagt „Mia“"),
        ("fr", '"D\'abord"', "«\u00a0D’abord\u00a0»"),
        ("none", '"A" 5x8"', '“A” 5x8"'),
    ],
)
def test_apostrophes_and_quotation_marks_are_the_languages(language, typed, said):
    assert load_words(language).set_typographically(typed) == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_phrase_has_a_typewriters_marks(language):
    assert not [text for text in load_words(language).texts() if "'" in text or '"' in text]


def test_texts_are_set_and_the_recipe_keeps_what_was_typed(tmp_path):
    """Codes, seeds and file names too: what is typed again is printed as it is."""
    from puzzlebook import make_book

    typed = {
        "book.title": "Lena's Mazes",
        "book.author": 'Mia "Mo" Berg',
        "book.matter": ["title", "colophon"],
    }
    book = make_book(
        "ages-5-6", seed="it's", output=tmp_path, name="n'1", overrides={**typed, "mazes": 4}
    )
    with pypdfium2.PdfDocument(book.folder / "n'1.pdf") as pdf:
        said = "".join(page.get_textpage().get_text_range() for page in pdf)
        assert pdf.get_metadata_value("Title") == "Lena's Mazes"
    assert "Lena’s Mazes" in said
    assert "Mia “Mo” Berg" in said
    assert "it's" in said
    assert 'title = "Lena\'s Mazes"' in (book.folder / "recipe.toml").read_text("utf-8")
    assert book.manifest["recipe"]["book"]["title"] == "Lena's Mazes"
