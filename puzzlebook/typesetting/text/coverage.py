"""Characters without a glyph, and the fonts that a book uses."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Iterator
from itertools import chain

from puzzlebook.ground.faults import Fault
from puzzlebook.typesetting.text.face import REGULAR, Face, Font
from puzzlebook.typesetting.text.fonts import (
    choose_font,
    choose_word_font,
    face_for_text,
    load_display_font,
    load_latin_font,
)
from puzzlebook.typesetting.text.shaping import split_clusters

_MAX_QUOTE = 60  # a fault quotes at most this many characters of a text


def find_missing_character(text: str, face: Face = REGULAR) -> str | None:
    """Return the first character of a text for which no font of a face has a glyph."""
    if load_latin_font(face).characters.issuperset(map(ord, text)):
        return None
    for cluster in dict.fromkeys(split_clusters(text)):
        if choose_font(cluster, face) is None:
            return next((char for char in cluster if choose_font(char, face) is None), None)
    return None


def find_glyph_faults(
    texts: Iterable[tuple[str, str]], face: Face = REGULAR, phrases: Iterable[str] = ()
) -> list[Fault]:
    """Return a fault for each text with a character that has no glyph. texts: (where, text) pairs.

    phrases: the phrases of the book's language. If a phrase cannot be set, its fault is the only
    fault.
    """
    for phrase in phrases:
        if (character := find_missing_character(phrase, face)) is not None:
            return [_fault("language", phrase, character)]
    return [
        _fault(where, text, character)
        for where, text in texts
        if (character := find_missing_character(text, face)) is not None
    ]


def font_content(letter: str, face: Face) -> bytes:
    """Return the file of the font in which a face sets a letter, which some font must have."""
    font = choose_font(letter, face)
    assert font is not None, letter
    return font.content


def find_used_fonts(texts: Collection[str], face: Face, display_font: str = "") -> dict[str, Font]:
    """Return the fonts, by name, in which a face sets these texts, regular and bold. display_font:
    the family of the display font of some titles, if any."""
    words = {word for text in texts for word in text.split()}
    letters = sorted(set(chain.from_iterable(map(split_clusters, texts))))
    fonts: dict[str, Font] = {}
    for weight in (face.regular, face.bold):
        # If no font has a letter with all its marks, letter and marks are set separately.
        parts = (
            part
            for letter in letters
            for part in ([letter] if choose_font(letter, weight) else letter)
        )
        fonts |= {
            font.sha256: font for part in parts if (font := choose_font(part, weight)) is not None
        }
        fonts |= {
            font.sha256: font
            for word in words
            if (font := choose_word_font(word, weight)) is not None
        }
    display = face.display(display_font)
    if display_font and any(face_for_text(line, display).display_font for line in texts):
        fonts[load_display_font(display_font).sha256] = load_display_font(display_font)
    return dict(_name_fonts(fonts.values()))


def _name_fonts(fonts: Iterable[Font]) -> Iterator[tuple[str, Font]]:
    """Yield the fonts with their names, which are numbered if several fonts have the same name."""
    counts: dict[str, int] = {}
    for font in sorted(fonts, key=lambda font: (font.name, font.sha256)):
        count = counts[font.name] = counts.get(font.name, 0) + 1
        yield (font.name if count == 1 else f"{font.name} ({count})"), font


def _fault(where: str, text: str, character: str) -> Fault:
    from puzzlebook.typesetting.text.script_fonts import identify_script
    from puzzlebook.typesetting.text.system_fonts import WHAT_TO_INSTALL

    shown = text if len(text) <= _MAX_QUOTE else f"{text[:_MAX_QUOTE]}…"
    name = unicodedata.name(character, "no name")
    what = f'no font has a glyph for {character!r} (U+{ord(character):04X} {name}) in "{shown}"'
    scripts = "Latin, Greek, Cyrillic, Bengali, Devanagari and Arabic letters"
    allowed = f"{scripts}, or name a font that has it with --font FILE"
    if script := identify_script(character):
        allowed = f"{script.advice}, or name a font that has it with --font FILE"
    if 0x0A00 <= ord(character) < 0x0A80:
        allowed = f"{WHAT_TO_INSTALL}, or name a font with --font FILE"
    return Fault(where, what, allowed, need="font", characters=character)
