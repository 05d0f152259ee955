"""Fonts and faces as values: a font is one file; a face determines how text becomes glyphs."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import uharfbuzz

_SPACES = frozenset(
    map(ord, "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f")
)
"""Spaces that HarfBuzz derives from the ordinary space if a font lacks them."""


@dataclass(frozen=True)
class Font:
    """A font file. family: from its name table. name: family and style, as in the manifest."""

    family: str
    name: str
    is_bold: bool
    content: bytes = field(repr=False)

    @cached_property
    def sha256(self) -> str:
        return sha256(self.content).hexdigest()

    @cached_property
    def shaper(self) -> uharfbuzz.Font:
        """The HarfBuzz font, in font units."""
        import uharfbuzz

        return uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob(self.content)))

    @cached_property
    def em(self) -> int:
        """Font units per em."""
        return int(self.shaper.face.upem)

    @cached_property
    def characters(self) -> frozenset[int]:
        """The code points that the font can set."""
        own = frozenset(self.shaper.face.unicodes)
        return own | _SPACES if 0x20 in own else own

    def has(self, characters: str) -> bool:
        """Return whether the font can set a letter with its marks, as is or composed (NFC)."""
        if self.characters.issuperset(ord(c) for c in characters if not is_ignorable(c)):
            return True
        composed = unicodedata.normalize("NFC", characters)
        return composed != characters and self.has(composed)


class Spacing(NamedTuple):
    """The space added after each letter, and after each space, in thousandths of an em."""

    letters: float = 0.0
    words: float = 0.0


NO_SPACING = Spacing()


class Face(NamedTuple):
    """Weight, language, direction and fonts: everything that determines how text becomes glyphs.

    language: the name of the book's language catalogue; it affects the order of fonts and some
    glyphs.
    right_to_left: the direction of paragraphs. fixed: whether all texts have that direction;
    otherwise a text whose letters all have the other direction runs in their direction. fonts: the
    user's fonts, which are tried before ours. display_font: the family of the display font, if any,
    in which texts are set; a text that the font cannot set completely is set in bold. spacing: the
    space added between letters that do not join, and between words.
    """

    is_bold: bool = False
    language: str = "en"
    right_to_left: bool = False
    fixed: bool = False
    fonts: tuple[Font, ...] = ()
    display_font: str = ""
    spacing: Spacing = NO_SPACING

    @property
    def regular(self) -> Face:
        return self._replace(is_bold=False, display_font="")

    @property
    def bold(self) -> Face:
        return self._replace(is_bold=True, display_font="")

    def display(self, family: str) -> Face:
        """Return the face of titles in a display font of ours."""
        return self._replace(is_bold=True, display_font=family)


REGULAR, BOLD = Face(), Face(is_bold=True)
"""The faces of an English book without user fonts."""


def make_face(language: str, direction: str, fonts: Sequence[Font] = ()) -> Face:
    """Return the regular face of a book. direction: `ltr` or `rtl`."""
    return Face(language=language, right_to_left=direction == "rtl", fonts=tuple(fonts))


def is_ignorable(character: str) -> bool:
    """Return whether a character is invisible if a font lacks it (Default_Ignorable_Code_Point)."""
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
