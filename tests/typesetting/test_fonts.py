"""Fonts of the user's: they come first, they travel with the book, and those that cannot be
embedded are refused."""

import json
from functools import cache
from hashlib import sha256
from io import BytesIO
from itertools import groupby, pairwise
from pathlib import Path
from types import SimpleNamespace

import pikepdf
import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection, TTFont

from puzzlebook.ground.faults import Refused
from puzzlebook.typesetting import text
from puzzlebook.typesetting.text import fonts, make_face, script_fonts
from puzzlebook.typesetting.text.coverage import (
    _name_fonts,
    find_missing_character,
    find_used_fonts,
)
from puzzlebook.typesetting.text.shaping import shape
from puzzlebook.typesetting.text.system_fonts import _order
from puzzlebook.typesetting.text.user_fonts import read_font

WIDE = 900
"""The advance of every letter of our own fonts, of an em of 1000: unlike that of any other."""


def square(pen):
    for place, point in enumerate([(100, 0), (100, 700), (800, 700), (800, 0)]):
        (pen.lineTo if place else pen.moveTo)(point)
    pen.closePath()
    return pen


@cache
def font(
    characters="abc ", family="Squares", weight=400, rights=0, outlines="glyf", variable=False
):
    """A font whose letters are squares."""
    builder = FontBuilder(1000, isTTF=outlines == "glyf")
    names = [".notdef", *(f"g{ord(character):04X}" for character in characters)]
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap(
        {ord(character): f"g{ord(character):04X}" for character in characters}
    )
    if outlines == "glyf":
        builder.setupGlyf({name: square(TTGlyphPen(None)).glyph() for name in names})
    else:
        drawn = {name: square(T2CharStringPen(WIDE, None)).getCharString() for name in names}
        builder.setupCFF(family, {}, drawn, {})
    builder.setupHorizontalMetrics(dict.fromkeys(names, (WIDE, 100)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupOS2(usWeightClass=weight, fsType=rights)
    style = "Bold" if weight >= 600 else "Regular"
    builder.setupNameTable({"familyName": family, "styleName": style, "psName": "Squares"})
    builder.setupPost()
    if variable:
        builder.setupFvar([("wght", 400, 400, 700, "Weight")], [])
    builder.font["head"].created = builder.font["head"].modified = 0
    builder.font.recalcTimestamp = False
    written = BytesIO()
    builder.save(written)
    return written.getvalue()


def collection():
    found = TTCollection()
    found.fonts = [TTFont(BytesIO(font())), TTFont(BytesIO(font(family="Others")))]
    written = BytesIO()
    found.save(written)
    return written.getvalue()


def broken(start):
    """A font with a hole where its glyphs are."""
    content = bytearray(font())
    content[start:] = b"\xff" * (len(content) - start)
    return bytes(content)


BAD = {
    "empty": (b"", "is not a font file"),
    "text": (b"not a font", "is not a font file"),
    "a picture": (b"\x89PNG\r\n\x1a\n" + b"\0" * 90, "is not a font file"),
    "cut short": (font()[:300], "is damaged"),
    "a head without a body": (font()[:12], "is damaged"),
    "its tables are lost": (broken(400), "is damaged"),
    "PostScript outlines": (
        font(outlines="CFF "),
        "has PostScript (CFF) outlines; give its TrueType version (.ttf), or",
    ),
    "variable": (
        font(variable=True),
        "is a variable font; give one of its static instances, such as Regular",
    ),
    "a collection": (
        collection(),
        "is a collection of fonts; use a static TrueType font (.ttf), taken out of",
    ),
    "a web font": (b"wOF2" + b"\0" * 90, "is a web font"),
    "not to be embedded": (font(rights=2), "its licence forbids embedding (OS/2 fsType)"),
    "only as a whole": (
        font(rights=0x104),
        "its licence forbids embedding a part of it (OS/2 fsType)",
    ),
    "bitmaps only": (font(rights=0x200), "its licence allows only bitmaps to be embedded"),
}


@pytest.mark.parametrize("name", BAD)
def test_fonts_that_cannot_be_embedded(name):
    content, line = BAD[name]
    with pytest.raises(Refused) as refused:
        read_font(content, "fonts: my.ttf")
    assert str(refused.value).startswith(f"fonts: my.ttf: {line}")
    assert len(refused.value.faults) == 1


@pytest.mark.parametrize("rights", [0, 4, 8, 6])
def test_licences_that_let_a_font_be_embedded(rights):
    """Installable, print and preview, editable; and two at once, of which the least restrictive
    holds."""
    assert read_font(font(rights=rights), "f").family == "Squares"


def families(line, *contents, is_bold=False):
    face = make_face("en", "ltr", [read_font(content, "f") for content in contents])
    return [(run.text, run.font.name) for run in text.shape(line, face.bold if is_bold else face)]


def test_a_users_font_comes_first_where_it_has_the_character():
    assert families("abcd", font()) == [
        ("abc", "Squares Regular"),
        ("d", "Atkinson Hyperlegible regular"),
    ]
    assert families("ab", font("b", "Second"), font("ab", "First")) == [
        ("a", "First Regular"),
        ("b", "Second Regular"),
    ]


def test_a_users_bold_font_is_for_bold_type():
    both = font(), font(weight=700)
    assert families("ab", *both) == [("ab", "Squares Regular")]
    assert families("ab", *both, is_bold=True) == [("ab", "Squares Bold")]
    assert families("ab", font(), is_bold=True) == [("ab", "Squares Regular")]


def test_two_fonts_of_one_postscript_name_stay_apart(tmp_path, puzzlebook_here):
    (tmp_path / "a.ttf").write_bytes(font("a"))
    (tmp_path / "b.ttf").write_bytes(font("b", "Others"))
    done = puzzlebook_here(
        "make", "sheets", "--mazes", "1", "--seed", "owl", "--font", "a.ttf", "--font", "b.ttf"
    )
    assert done.code == 0, done.err
    with pikepdf.open(tmp_path / "output/sheets/sheets.pdf") as pdf:
        fonts = {
            str(item.BaseFont): item
            for page in pdf.pages
            for _, item in page.Resources.Font.items()
        }
        squares = [item for name, item in fonts.items() if "Squares" in name]
        said = [item.ToUnicode.read_bytes() for item in squares]
    assert len(squares) == 2
    assert sorted(b"<0061>" in content for content in said) == [False, True]
    assert sorted(b"<0062>" in content for content in said) == [False, True]


def test_a_font_travels_with_its_book(tmp_path, puzzlebook_here):
    (tmp_path / "type").mkdir()
    (tmp_path / "type" / "squares.ttf").write_bytes(font())
    recipe = 'base = "sheets"\nseed = "owl"\nname = "squares"\nfonts = ["type/squares.ttf"]\n[book]\ntitle = "abc"\n'
    (tmp_path / "mine.toml").write_text(recipe)
    assert puzzlebook_here("make", "mine.toml", "--mazes", "1").code == 0
    folder = tmp_path / "output" / "squares"
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    assert (folder / "assets" / "squares.ttf").read_bytes() == font()
    assert manifest["recipe"]["fonts"] == ["assets/squares.ttf"]
    assert manifest["versions"]["Squares Regular"] == sha256(font()).hexdigest()
    assert manifest["code"].count(":") == 1  # a fingerprint alone: no code spells a file
    # The folder is enough to make the book again, and to find that nothing has changed.
    (tmp_path / "type" / "squares.ttf").unlink()
    assert puzzlebook_here("verify", str(folder)).code == 0
    again = puzzlebook_here("rebuild", str(folder / "manifest.json"), "-o", "again")
    assert again.code == 0, again.err
    assert (tmp_path / "again/squares/squares.pdf").read_bytes() == (
        folder / "squares.pdf"
    ).read_bytes()
    assert puzzlebook_here("cover", str(folder), "--paper", "white", "--spine", "1mm").code == 0


def test_a_font_on_the_command_line_is_relative_to_where_we_are(tmp_path, puzzlebook_here):
    (tmp_path / "books").mkdir()
    (tmp_path / "books" / "mine.toml").write_text('base = "sheets"\n[book]\ntitle = "ماز ab"\n')
    (tmp_path / "squares.ttf").write_bytes(font())
    done = puzzlebook_here("make", "books/mine.toml", "--mazes", "1", "--font", "squares.ttf")
    assert done.code == 0, done.err
    assert (tmp_path / "output/mine/assets/squares.ttf").is_file()


@pytest.mark.parametrize(
    ("name", "content", "line"),
    [
        ("there.ttf", None, "there is no such file"),
        ("cff.otf", font(outlines="CFF "), "has PostScript (CFF) outlines"),
        ("cut.ttf", font()[:300], "is damaged"),
    ],
)
def test_a_bad_font_is_one_line_and_changes_nothing(tmp_path, puzzlebook_here, name, content, line):
    if content is not None:
        (tmp_path / name).write_bytes(content)
    before = sorted(tmp_path.rglob("*"))
    done = puzzlebook_here("make", "sheets", "--font", name)
    assert done.code == 2
    assert done.err.startswith("error: --font: ")
    assert line in done.err
    assert len(done.err.splitlines()) == 1
    assert sorted(tmp_path.rglob("*")) == before


def test_what_no_font_has_is_named_with_its_text(tmp_path, puzzlebook_here):
    done = puzzlebook_here("make", "sheets", "--title", "Emet אמת")
    assert done.code == 2
    assert done.err.startswith(
        "error: --title: no font has a glyph for 'א' (U+05D0 HEBREW LETTER ALEF) in \"Emet אמת\""
    )
    (tmp_path / "hebrew.ttf").write_bytes(font("אמת", "Hebrew"))
    done = puzzlebook_here(
        "make", "sheets", "--mazes", "1", "--title", "Emet אמת", "--font", "hebrew.ttf"
    )
    assert done.code == 0, done.err


@pytest.fixture
def system_fonts(tmp_path, monkeypatch):
    """Two files of fonts for Hebrew, one of them bold, and one of another name that has the
    letters."""
    files = []
    for name, weight in (("NotoSansHebrew-Regular", 400), ("NotoSansHebrew-Bold", 700), ("X", 400)):
        files.append(tmp_path / f"{name}.ttf")
        files[-1].write_bytes(font("אמתדנה", name, weight))
    monkeypatch.setattr(script_fonts, "_list_font_files", lambda: files)
    caches = (script_fonts._list_files, fonts.choose_font)
    for cached in caches:
        cached.cache_clear()
    yield
    for cached in caches:
        cached.cache_clear()


def test_a_book_names_the_family_of_its_languages_letters():
    families = {
        language: fonts.family_name(make_face(language, "ltr")) for language in ("en", "fa", "bn")
    }
    assert families == {
        "en": "Atkinson Hyperlegible",
        "fa": "IBM Plex Sans Arabic",
        "bn": "Hind Siliguri",
    }


@pytest.mark.usefixtures("system_fonts")
def test_a_font_of_the_system_sets_what_ours_lack():
    for is_bold, name in ((False, "NotoSansHebrew-Regular"), (True, "NotoSansHebrew-Bold")):
        face = make_face("en", "ltr")._replace(is_bold=is_bold)
        assert fonts.choose_font("א", face).family == name
        assert fonts.choose_font("a", face).family == fonts.FAMILY
    assert fonts.choose_font("ב", make_face("en", "ltr")) is None
    assert fonts.choose_font("א", make_face("en", "ltr").display(fonts.TITAN)) is None


@pytest.mark.parametrize(
    ("text", "families"),
    [
        ("Nguyễn Mia", ["Fira Sans", fonts.FAMILY]),
        ("Ng\u1ec5 “Thị”", ["Fira Sans", fonts.FAMILY, "Fira Sans"]),
        ("Иван Ελένη", ["Fira Sans", fonts.FAMILY, "Fira Sans"]),
        ("Zoë आरव", [fonts.FAMILY, "Hind"]),
        ("Zoë Šimková", [fonts.FAMILY]),
    ],
)
def test_a_word_is_set_in_one_of_our_fonts_on_any_system(text, families):
    """A word that our Latin font cannot set whole is not set in two."""
    for is_bold in (False, True):
        face = make_face("en", "ltr")._replace(is_bold=is_bold)
        found = [name for name, _ in groupby(run.font.family for run in shape(text, face))]
        assert found == families
        used = {font.family for font in find_used_fonts([text], face).values()}
        assert {*families} <= used
    assert find_missing_character(text) is None


@pytest.mark.usefixtures("system_fonts")
def test_one_line_says_what_the_whole_list_lacks_and_what_brings_it(tmp_path, puzzlebook_here):
    (tmp_path / "3b.csv").write_text("name\nדנה\nMia\nઆરવ\n김민준\nஅ\n", encoding="utf-8")
    done = puzzlebook_here("make", "worksheet", "--names", "3b.csv")
    (line,) = done.err.splitlines()
    assert line.startswith(
        "error: --names: 3b.csv: rows 4, 5, 6: name: no font has a glyph for 'આ'"
    )
    assert "U+AE40 HANGUL SYLLABLE GIM" in line
    assert line.endswith(
        "for Gujarati install fonts-noto-core or fonts-lohit-gujr (Debian), for Korean install "
        "fonts-nanum (Debian), for Tamil install fonts-noto-core or fonts-lohit-taml (Debian), or "
        "name a font that has it with --font FILE"
    )


def test_the_ranges_of_scripts_are_apart():
    ranges = sorted(
        (*span, script.name) for spans, script in script_fonts._read_scripts() for span in spans
    )
    assert len({script.name for _, script in script_fonts._read_scripts()}) > 20
    for (_, last, _), (first, *_) in pairwise(ranges):
        assert last < first


@pytest.mark.parametrize(
    "character", ["\u202a", "\u202e", "\u202c", "\u2066", "\u2069", "\x07", "\x1b"]
)
def test_control_characters_and_overrides_are_refused(puzzlebook_here, character):
    done = puzzlebook_here("make", "sheets", "--title", f"Mazes{character}!")
    assert done.code == 2
    assert done.err.startswith(
        f"error: --title: holds the control character U+{ord(character):04X}"
    )
    assert len(done.err.splitlines()) == 1


def patched(tag, offset, content):
    """A font with other bytes in a table; without the table, where there are none."""
    found = bytearray(font())
    for row in range(12, 12 + 16 * int.from_bytes(found[4:6]), 16):
        if found[row : row + 4] == tag.encode():
            if content is None:
                found[row : row + 4] = b"none"
            else:
                begin = int.from_bytes(found[row + 8 : row + 12]) + offset
                found[begin : begin + len(content)] = content
            return bytes(found)
    raise LookupError(tag)


def named(**entries):
    """A font with these entries in its name table and no others."""
    whole = TTFont(BytesIO(font()))
    whole["name"].names = []
    for place, text_ in entries.items():
        whole["name"].setName(text_, int(place[1:]), 3, 1, 0x409)
    written = BytesIO()
    whole.save(written)
    return written.getvalue()


SPOILED = {
    "no names": (named(), "it has no name"),
    "a slash in its name": (named(n6="Squares/Bold"), "'Squares/Bold' cannot stand in a PDF"),
    "letters in its name": (named(n6="Größe"), "cannot stand in a PDF"),
    "no hmtx": (patched("hmtx", 0, None), "has no table hmtx"),
    "no post": (patched("post", 0, None), "has no table post"),
    "no units": (patched("head", 18, b"\0\0"), "0 units"),
    "head of nothing": (patched("head", 0, bytes(54)), "is damaged"),
    "strange offsets": (patched("head", 50, b"\0\7"), "is damaged"),
    "hhea of nothing": (patched("hhea", 0, bytes(36)), "is damaged"),
    "too many widths": (patched("hhea", 34, b"\xff\xff"), "is damaged"),
    "maxp of nothing": (patched("maxp", 0, bytes(32)), "is damaged"),
    "too many glyphs": (patched("maxp", 4, b"\xff\xff"), "is damaged"),
    "post of nothing": (patched("post", 0, bytes(32)), "is damaged"),
}


@pytest.mark.parametrize("name", SPOILED)
def test_a_spoiled_font_is_refused_in_one_line(puzzlebook_here, tmp_path, name):
    content, said = SPOILED[name]
    (tmp_path / "my.ttf").write_bytes(content)
    done = puzzlebook_here("make", "sheets", "--mazes", "1", "--font", "my.ttf", "--title", "abc")
    assert (done.code, done.out) == (2, "")
    (line,) = done.err.splitlines()
    assert line.startswith(f"error: --font: {tmp_path / 'my.ttf'}: ")
    assert said in line


def test_of_a_systems_fonts_plain_ones_come_first():
    names = ["NotoSansGurmukhi-Black", "NotoSansGurmukhi-Condensed", "NotoSansGurmukhi-Regular"]
    paths = [Path(f"/fonts/{name}.ttf") for name in names]
    assert min(paths, key=lambda path: _order(path, False)).stem == "NotoSansGurmukhi-Regular"


def test_fonts_of_one_name_are_numbered():
    rows = [("Kind", "b"), ("Kind", "a"), ("Alt", "c"), ("Kind", "c"), ("Kind (2)", "d")]
    fonts = [SimpleNamespace(name=name, sha256=digest) for name, digest in rows]
    named = [(name, font.sha256) for name, font in _name_fonts(fonts[:4])]
    assert named == [("Alt", "c"), ("Kind", "a"), ("Kind (2)", "b"), ("Kind (3)", "c")]
