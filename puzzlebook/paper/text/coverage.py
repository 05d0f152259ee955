"""Whether there is a glyph for each character, and which fonts a book is set in."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Iterator
from itertools import chain

from puzzlebook.faults import Fault
from puzzlebook.paper.text.face import REGULAR, Face, Font
from puzzlebook.paper.text.fonts import as_set, display, font_of
from puzzlebook.paper.text.shaping import clusters
from puzzlebook.paper.text.system_fonts import WHAT_TO_INSTALL

_LONGEST_SHOWN = 60


def missing(text: str, face: Face = REGULAR) -> str | None:
    """The first character of a text that no font of a face has a glyph for."""
    for cluster in dict.fromkeys(clusters(text)):
        if font_of(cluster, face) is None:
            lone = (character for character in cluster if font_of(character, face) is None)
            return next(lone, None)
    return None


def glyph_faults(texts: Iterable[tuple[str, str]], face: Face = REGULAR, phrases: Iterable[str] = ()) -> list[Fault]:
    """A fault for each text, given with its place in the recipe, that has a character without a glyph.

    phrases: those of the book's language. Where one of them cannot be set, that fault is the only one.
    """
    for phrase in phrases:
        if (character := missing(phrase, face)) is not None:
            return [_fault("language", phrase, character)]
    found = ((where, text, missing(text, face)) for where, text in texts)
    return [_fault(where, text, character) for where, text, character in found if character is not None]


def content_for(letter: str, face: Face) -> bytes:
    """The file of the font in which a face sets a letter by itself; a font must have it."""
    font = font_of(letter, face)
    assert font is not None, letter
    return font.content


def used_fonts(texts: Collection[str], face: Face, has_display: bool = False) -> dict[str, Font]:
    """The fonts that texts are set in, regular or bold or, where there is one, as titles, by name."""
    letters = sorted(set(chain.from_iterable(map(clusters, texts))))
    fonts: dict[str, Font] = {}
    for weight in (face.regular, face.bold):
        # A letter with its marks is set in one font or, where none has them all, each by itself.
        parts = (part for letter in letters for part in ([letter] if font_of(letter, weight) else letter))
        fonts |= {font.sha256: font for part in parts if (font := font_of(part, weight)) is not None}
    if has_display and any(as_set(line, face.display).is_display for line in texts):
        fonts[display().sha256] = display()
    return dict(_named(fonts.values()))


def _named(fonts: Iterable[Font]) -> Iterator[tuple[str, Font]]:
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
    return Fault(where, what, "Latin, Bengali and Arabic letters, or name a font that has it with --font FILE")
