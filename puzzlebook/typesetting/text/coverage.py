"""Whether there is a glyph for each character, and which fonts a book is set in."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Iterator
from itertools import chain

from puzzlebook.ground.faults import Fault
from puzzlebook.typesetting.text.face import REGULAR, Face, Font
from puzzlebook.typesetting.text.fonts import choose_font, face_for_text, load_display_font
from puzzlebook.typesetting.text.shaping import split_clusters
from puzzlebook.typesetting.text.system_fonts import WHAT_TO_INSTALL

_LONGEST_SHOWN = 60


def find_missing_character(text: str, face: Face = REGULAR) -> str | None:
    """The first character of a text that no font of a face has a glyph for."""
    for cluster in dict.fromkeys(split_clusters(text)):
        if choose_font(cluster, face) is None:
            lone = (character for character in cluster if choose_font(character, face) is None)
            return next(lone, None)
    return None


def find_glyph_faults(
    texts: Iterable[tuple[str, str]], face: Face = REGULAR, phrases: Iterable[str] = ()
) -> list[Fault]:
    """A fault for each text, given with its place in the recipe, that has a character without a
    glyph.

    phrases: those of the book's language. Where one of them cannot be set, that fault is the only
    one.
    """
    for phrase in phrases:
        if (character := find_missing_character(phrase, face)) is not None:
            return [_fault("language", phrase, character)]
    found = ((where, text, find_missing_character(text, face)) for where, text in texts)
    return [
        _fault(where, text, character) for where, text, character in found if character is not None
    ]


def font_content(letter: str, face: Face) -> bytes:
    """The file of the font in which a face sets a letter by itself; a font must have it."""
    font = choose_font(letter, face)
    assert font is not None, letter
    return font.content


def find_used_fonts(
    texts: Collection[str], face: Face, has_display: bool = False
) -> dict[str, Font]:
    """The fonts that texts are set in, regular or bold or, where there is one, as titles, by
    name."""
    letters = sorted(set(chain.from_iterable(map(split_clusters, texts))))
    fonts: dict[str, Font] = {}
    for weight in (face.regular, face.bold):
        # A letter with its marks is set in one font or, where none has them all, each by itself.
        parts = (
            part
            for letter in letters
            for part in ([letter] if choose_font(letter, weight) else letter)
        )
        fonts |= {
            font.sha256: font for part in parts if (font := choose_font(part, weight)) is not None
        }
    if has_display and any(face_for_text(line, face.display).is_display for line in texts):
        fonts[load_display_font().sha256] = load_display_font()
    return dict(_name_fonts(fonts.values()))


def _name_fonts(fonts: Iterable[Font]) -> Iterator[tuple[str, Font]]:
    """The fonts by name; of several with the same name all but the first with a number."""
    taken: dict[str, int] = {}
    for font in sorted(fonts, key=lambda font: (font.name, font.sha256)):
        taken[font.name] = taken.get(font.name, 0) + 1
        yield (font.name if taken[font.name] == 1 else f"{font.name} ({taken[font.name]})"), font


def _fault(where: str, text: str, character: str) -> Fault:
    shown = text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"
    said = unicodedata.name(character, "no name")
    what = f'no font has a glyph for {character!r} (U+{ord(character):04X} {said}) in "{shown}"'
    if 0x0A00 <= ord(character) < 0x0A80:
        return Fault(where, what, WHAT_TO_INSTALL)
    return Fault(
        where,
        what,
        "Latin, Bengali and Arabic letters, or name a font that has it with --font FILE",
    )
