"""The fonts of a book: ours, which come as packages, the user's, and for Gurmukhi one of the
system's.

Which font a character is set in depends on the character and the face alone: the user's fonts come
first, then for Latin letters the Latin font, then the font of the language's script, then the
others. What belongs together, a letter and the marks on it, is set in one font where one has it
all. The display font sets whole texts or none of a text.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path

from puzzlebook.ground import templates
from puzzlebook.typesetting.text.face import Face, Font
from puzzlebook.typesetting.text.system_fonts import find_gurmukhi_font

FAMILY = "Atkinson Hyperlegible"
DISPLAY = "Titan One"

_PACKAGES = {
    "Latn": ("fontpkg_atkinson_hyperlegible", "AtkinsonHyperlegible", FAMILY),
    "Beng": ("fontpkg_hind_siliguri", "HindSiliguri", "Hind Siliguri"),
    "Arab": ("fontpkg_ibm_plex_sans_arabic", "IBMPlexSansArabic", "IBM Plex Sans Arabic"),
}
"""For each script the package of its font, how the package's files begin, and the font's family."""

_SCRIPTS = {
    "bn": "Beng",
    "as": "Beng",
    "pa": "Guru",
    **dict.fromkeys(("fa", "ar", "ur", "ps", "ckb", "sd"), "Arab"),
}
"""Languages whose script is not Latin."""


def font_file(face: Face) -> Path:
    """The TrueType file of our Latin font in a face's weight."""
    return _file("Latn", face.is_bold)


def names_file() -> Path:
    """The TrueType file of the face that names are set in as silhouettes; its weight can be
    chosen."""
    return Path(import_module("fontpkg_nunito").ROOT) / "files" / "Nunito[wght].ttf"


@cache
def load_packaged_font(script: str, is_bold: bool) -> Font:
    """Our font for a script."""
    family = _PACKAGES[script][2]
    name = f"{family} {'bold' if is_bold else 'regular'}"
    content = _file(script, is_bold).read_bytes()
    return Font(family, name, is_bold, _remove_slash(content) if script == "Latn" else content)


def _remove_slash(content: bytes) -> bytes:
    """Return our Latin font with a plain zero, as beginners write it; its width tells it from an O.

    The bytes to replace are those of one release of the font. Another release keeps its slash.
    """
    pieces = templates.table("plain_zero.toml").get(sha256(content).hexdigest(), {})
    changed = bytearray(content)
    for offset, digits in pieces.items():
        piece = bytes.fromhex(digits)
        changed[int(offset) : int(offset) + len(piece)] = piece
    return bytes(changed)


@cache
def load_display_font() -> Font:
    """Our font for titles and headings with a voice. It has one weight, which is called its regular
    one."""
    file = Path(import_module("fontpkg_titan_one").ROOT) / "files" / "TitanOne-Regular.ttf"
    return Font(DISPLAY, f"{DISPLAY} regular", False, file.read_bytes())


def face_for_text(text: str, face: Face) -> Face:
    """The face in which a text is set: one of the display font only where that has the whole of it,
    and the user's fonts nothing."""
    if not face.is_display:
        return face
    is_latin = find_script(face.language) == "Latn" or any(map(is_latin_letter, text))
    return face if is_latin and not face.fonts and load_display_font().has(text) else face.bold


def list_candidates(face: Face, is_latin: bool, is_gurmukhi: bool) -> Iterator[Font]:
    """The fonts in which a face sets a letter with its marks, the first that has it; each is read
    when it is tried."""
    if face.is_display:
        yield load_display_font()
        return
    yield from sorted(face.fonts, key=lambda font: font.is_bold != face.is_bold)
    first = [
        *(["Latn"] if is_latin else []),
        find_script(face.language),
        *(["Guru"] if is_gurmukhi else []),
    ]
    for script in dict.fromkeys([*first, *_PACKAGES]):
        font = (
            load_packaged_font(script, face.is_bold)
            if script in _PACKAGES
            else find_gurmukhi_font(face.is_bold)
        )
        if font is not None:
            yield font


def family_name(face: Face) -> str:
    """What a book says that it is set in: the family that comes first for the language's own
    letters."""
    letter = {"Beng": "ক", "Arab": "ب", "Guru": "ਕ"}.get(find_script(face.language), "n")
    font = choose_font(letter, face)
    return font.family if font is not None else FAMILY


@lru_cache(maxsize=1 << 14)
def choose_font(cluster: str, face: Face) -> Font | None:
    """The font of a letter with its marks; None where no font has them all."""
    first = cluster[0]
    fonts = list_candidates(face, is_latin_letter(first), 0x0A00 <= ord(first) < 0x0A80)
    return next((font for font in fonts if font.has(cluster)), None)


def is_latin_letter(character: str) -> bool:
    """Whether it is a letter of the Latin script."""
    if character < "\x80":
        return character.isalpha()
    return character.isalpha() and unicodedata.name(character, "").startswith("LATIN ")


def find_script(language: str) -> str:
    """The script that a language is written in, as four letters; `pa-IN` is written as `pa`."""
    return _SCRIPTS.get(language.partition("-")[0], "Latn")


def _file(script: str, is_bold: bool) -> Path:
    package, stem, _ = _PACKAGES[script]
    folder = Path(import_module(package).ROOT) / "files"
    return folder / f"{stem}-{'Bold' if is_bold else 'Regular'}.ttf"
