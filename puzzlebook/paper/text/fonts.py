"""The fonts of a book: ours, which come as packages, the user's, and for Gurmukhi one of the system's.

Which font a character is set in depends on the character and the face alone: the user's fonts come first, then for
Latin letters the Latin font, then the font of the language's script, then the others. What belongs together, a letter
and the marks on it, is set in one font where one has it all.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache, cached_property, lru_cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from puzzlebook.paper.text.face import Face
from puzzlebook.paper.text.own_fonts import UserFont

if TYPE_CHECKING:
    import uharfbuzz

FAMILY = "Atkinson Hyperlegible"

_PACKAGES = {
    "Latn": ("fontpkg_atkinson_hyperlegible", "AtkinsonHyperlegible", FAMILY),
    "Beng": ("fontpkg_hind_siliguri", "HindSiliguri", "Hind Siliguri"),
    "Arab": ("fontpkg_ibm_plex_sans_arabic", "IBMPlexSansArabic", "IBM Plex Sans Arabic"),
}
"""For each script the package of its font, how the package's files begin, and the font's family."""

_SCRIPTS = {"bn": "Beng", "as": "Beng", "pa": "Guru", **dict.fromkeys(("fa", "ar", "ur", "ps", "ckb", "sd"), "Arab")}
"""Languages whose script is not Latin."""

_SPACES = frozenset(map(ord, "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f"))
"""Spaces that HarfBuzz makes of the plain one where a font lacks them."""


class Font:
    """A font file, opened."""

    def __init__(self, family: str, name: str, content: bytes) -> None:
        """name: with its style, as the manifest calls it."""
        self.family = family
        self.name = name
        self.content = content

    @cached_property
    def sha256(self) -> str:
        """The sum of the whole file."""
        return sha256(self.content).hexdigest()

    @cached_property
    def shaper(self) -> uharfbuzz.Font:
        """HarfBuzz's view of it, in the font's own units."""
        import uharfbuzz

        return uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob(self.content)))

    @cached_property
    def em(self) -> int:
        """Its units in an em."""
        return int(self.shaper.face.upem)

    @cached_property
    def characters(self) -> frozenset[int]:
        """The code points that it can set."""
        found = frozenset(self.shaper.face.unicodes)
        return found | _SPACES if 0x20 in found else found

    def has(self, characters: str) -> bool:
        """Whether it can set a letter with its marks: as it is written, or composed."""
        wanted = [ord(c) for c in characters if not is_ignorable(c)]
        if self.characters.issuperset(wanted):
            return True
        composed = unicodedata.normalize("NFC", characters)
        return composed != characters and self.has(composed)


def is_ignorable(character: str) -> bool:
    """Whether a character leaves no ink and no room where a font lacks it (Unicode's Default_Ignorable_Code_Point)."""
    code = ord(character)
    if code < 0xAD:
        return False
    return (
        code in (0xAD, 0x34F, 0x61C, 0x2060, 0xFEFF)
        or 0x200B <= code <= 0x200F
        or 0x2061 <= code <= 0x206F
        or 0x180B <= code <= 0x180F
        or 0xFE00 <= code <= 0xFE0F
        or 0xE0000 <= code <= 0xE0FFF
    )


def font_file(face: Face) -> Path:
    """The TrueType file of our Latin font in a face's weight."""
    return _file("Latn", face.is_bold)


@cache
def packaged(script: str, is_bold: bool) -> Font:
    """Our font for a script."""
    family = _PACKAGES[script][2]
    return Font(family, f"{family} {'bold' if is_bold else 'regular'}", _file(script, is_bold).read_bytes())


@cache
def candidates(face: Face, is_latin: bool, is_gurmukhi: bool) -> tuple[Font, ...]:
    """The fonts in which a face sets a letter with its marks, the first that has it."""
    return tuple(_candidates(face, is_latin, is_gurmukhi))


def family_of(face: Face) -> str:
    """What a book says that it is set in: the family that comes first for the language's own letters."""
    letter = {"Beng": "ক", "Arab": "ب", "Guru": "ਕ"}.get(script_of_language(face.language), "n")
    font = font_of(letter, face)
    return font.family if font is not None else FAMILY


@lru_cache(maxsize=1 << 14)
def font_of(cluster: str, face: Face) -> Font | None:
    """The font of a letter with its marks; None where no font has them all."""
    first = cluster[0]
    found = candidates(face, is_latin_letter(first), 0x0A00 <= ord(first) < 0x0A80)
    return next((font for font in found if font.has(cluster)), None)


def is_latin_letter(character: str) -> bool:
    """Whether it is a letter of the Latin script."""
    if character < "\x80":
        return character.isalpha()
    return character.isalpha() and unicodedata.name(character, "").startswith("LATIN ")


def script_of_language(language: str) -> str:
    """The script that a language is written in, as four letters; `pa-IN` is written as `pa`."""
    return _SCRIPTS.get(language.partition("-")[0], "Latn")


def _candidates(face: Face, is_latin: bool, is_gurmukhi: bool) -> Iterator[Font]:
    yield from map(_own, sorted(face.fonts, key=lambda font: font.is_bold != face.is_bold))
    own = script_of_language(face.language)
    if is_latin:
        yield packaged("Latn", face.is_bold)
    for script in dict.fromkeys((own, *(["Guru"] if is_gurmukhi else []), *_PACKAGES)):
        if script in _PACKAGES:
            yield packaged(script, face.is_bold)
        else:
            from puzzlebook.paper.text.system_fonts import gurmukhi

            if (found := gurmukhi(face.is_bold)) is not None:
                yield found


def _file(script: str, is_bold: bool) -> Path:
    package, stem, _ = _PACKAGES[script]
    folder = Path(import_module(package).ROOT) / "files"
    return folder / f"{stem}-{'Bold' if is_bold else 'Regular'}.ttf"


@cache
def _own(font: UserFont) -> Font:
    return Font(font.family, font.name, font.content)
