"""The fonts of a book: our own, which are Python packages; the user's; and system fonts for other
scripts.

The font of a character depends only on its word and the face. The user's fonts come first, then the
Latin font for Latin letters, the font of the language's script, our other fonts, and a system font.
A letter and its marks are set in the same font if a font has them all. A word with a letter that
the Latin font lacks, such as Nguyễn, is set whole in our font with more letters. The display
font sets a whole text or none of it.
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

FAMILY = "Atkinson Hyperlegible"
TITAN = "Titan One"
"""The display font of titles and headings for children."""

_DISPLAY_FILES = {
    TITAN: ("fontpkg_titan_one", "TitanOne-Regular.ttf"),
    "DM Serif Display": ("fontpkg_dm_serif_display", "DMSerifDisplay-Regular.ttf"),
    "Bungee": ("fontpkg_bungee", "Bungee-Regular.ttf"),
}
"""A mapping from the family of each display font to its package and its file."""

_PACKAGES = {
    "Latn": ("fontpkg_atkinson_hyperlegible", "AtkinsonHyperlegible", FAMILY),
    "Arab": ("fontpkg_ibm_plex_sans_arabic", "IBMPlexSansArabic", "IBM Plex Sans Arabic"),
    "Beng": ("fontpkg_hind_siliguri", "HindSiliguri", "Hind Siliguri"),
    "Cyrl": ("fontpkg_fira_sans", "FiraSans", "Fira Sans"),
    "Deva": ("fontpkg_hind", "Hind", "Hind"),
}
"""A mapping from scripts to the package of the font, the stem of its file names, and its family, in
the order in which they are tried. The second has the arrow of answers."""

_MORE_LETTERS = "Cyrl"
"""The font of this script also has Greek and all Latin letters, including Vietnamese."""

_SCRIPTS = {
    "bn": "Beng",
    "as": "Beng",
    "pa": "Guru",
    **dict.fromkeys(("fa", "ar", "ur", "ps", "ckb", "sd"), "Arab"),
}
"""A mapping from languages to scripts other than Latin."""


def font_file(face: Face) -> Path:
    """Return the TrueType file of our Latin font in a face's weight."""
    return _packaged_file("Latn", face.is_bold)


def names_file() -> Path:
    """Return the file of the variable TrueType font for silhouettes that are text."""
    return Path(import_module("fontpkg_nunito").ROOT) / "files" / "Nunito[wght].ttf"


@cache
def load_packaged_font(script: str, is_bold: bool) -> Font:
    """Return our font for a script. The Latin font has a zero without a slash."""
    family = _PACKAGES[script][2]
    name = f"{family} {'bold' if is_bold else 'regular'}"
    content = _packaged_file(script, is_bold).read_bytes()
    return Font(family, name, is_bold, _remove_slash(content) if script == "Latn" else content)


def _remove_slash(content: bytes) -> bytes:
    """Return our Latin font with a plain zero, as beginners write it. Its width distinguishes it
    from an O.

    The replaced bytes are those of one release of the font. Other releases keep their slash.
    """
    pieces = templates.table("plain_zero.toml").get(sha256(content).hexdigest(), {})
    changed = bytearray(content)
    for offset, digits in pieces.items():
        piece = bytes.fromhex(digits)
        changed[int(offset) : int(offset) + len(piece)] = piece
    return bytes(changed)


@cache
def load_display_font(family: str) -> Font:
    """Return our display font of this family. Its only weight is called regular."""
    package, file = _DISPLAY_FILES[family]
    path = Path(import_module(package).ROOT) / "files" / file
    return Font(family, f"{family} regular", False, path.read_bytes())


def load_latin_font(face: Face) -> Font:
    """Return our font in which a face sets Latin letters."""
    family = face.display_font
    return load_display_font(family) if family else load_packaged_font("Latn", face.is_bold)


def face_for_text(text: str, face: Face) -> Face:
    """Return the face that sets a text. A display face is kept only if the display font has the
    whole text and the user gave no fonts."""
    if not face.display_font:
        return face
    is_latin = find_script(face.language) == "Latn" or any(map(is_latin_letter, text))
    has_all = is_latin and not face.fonts and load_display_font(face.display_font).has(text)
    return face if has_all else face.bold


def list_candidates(face: Face, is_latin: bool, is_gurmukhi: bool) -> Iterator[Font]:
    """Yield the fonts that a face tries for a letter with its marks, in order."""
    if face.display_font:
        yield load_display_font(face.display_font)
        return
    yield from sorted(face.fonts, key=lambda font: font.is_bold != face.is_bold)
    first = [
        *(["Latn", _MORE_LETTERS] if is_latin else []),
        find_script(face.language),
        *(["Guru"] if is_gurmukhi else []),
    ]
    for script in dict.fromkeys([*first, *_PACKAGES]):
        font: Font | None
        if script in _PACKAGES:
            font = load_packaged_font(script, face.is_bold)
        else:
            from puzzlebook.typesetting.text.system_fonts import find_gurmukhi_font

            font = find_gurmukhi_font(face.is_bold)
        if font is not None:
            yield font


def family_name(face: Face) -> str:
    """Return the font family that a book names: the family for the language's own letters."""
    letter = {"Beng": "ক", "Arab": "ب", "Guru": "ਕ"}.get(find_script(face.language), "n")
    font = choose_font(letter, face)
    return font.family if font is not None else FAMILY


@lru_cache(maxsize=1 << 14)
def choose_font(cluster: str, face: Face) -> Font | None:
    """Return the font for a letter with its marks; None if no font has them all."""
    first = cluster[0]
    fonts = list_candidates(face, is_latin_letter(first), 0x0A00 <= ord(first) < 0x0A80)
    found = next((font for font in fonts if font.has(cluster)), None)
    if found is not None or face.display_font or not first.isalnum():
        return found
    from puzzlebook.typesetting.text.script_fonts import find_system_font  # rarely needed

    return find_system_font(cluster, face.is_bold)


@lru_cache(maxsize=1 << 12)
def choose_word_font(word: str, face: Face) -> Font | None:
    """Return the font of a whole word, if our Latin font lacks one of its Latin letters; None if
    each letter has a font of its own."""
    if word.isascii() or face.fonts or face.display_font:
        return None
    if load_packaged_font("Latn", face.is_bold).has("".join(filter(is_latin_letter, word))):
        return None
    font = load_packaged_font(_MORE_LETTERS, face.is_bold)
    return font if font.has(word) else None


def is_latin_letter(character: str) -> bool:
    """Return whether a character is a letter of the Latin script."""
    if character < "\x80":
        return character.isalpha()
    return character.isalpha() and unicodedata.name(character, "").startswith("LATIN ")


def find_script(language: str) -> str:
    """Return the script of a language (ISO 15924); `pa-IN` has the script of `pa`."""
    return _SCRIPTS.get(language.partition("-")[0], "Latn")


def _packaged_file(script: str, is_bold: bool) -> Path:
    package, stem, _ = _PACKAGES[script]
    folder = Path(import_module(package).ROOT) / "files"
    return folder / f"{stem}-{'Bold' if is_bold else 'Regular'}.ttf"
