"""What a line is set in, as values: a font is one file; a face is all that decides how a text
becomes glyphs."""

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
"""Spaces that HarfBuzz makes of the plain one where a font lacks them."""


@dataclass(frozen=True)
class Font:
    """A font file. family: as its own name table has it; name: the same with its style, as the
    manifest calls it."""

    family: str
    name: str
    is_bold: bool
    content: bytes = field(repr=False)

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
        own = frozenset(self.shaper.face.unicodes)
        return own | _SPACES if 0x20 in own else own

    def has(self, characters: str) -> bool:
        """Whether it can set a letter with its marks: as it is written, or composed."""
        if self.characters.issuperset(ord(c) for c in characters if not is_ignorable(c)):
            return True
        composed = unicodedata.normalize("NFC", characters)
        return composed != characters and self.has(composed)


class Face(NamedTuple):
    """A weight, and all else that decides how a text becomes glyphs.

    language: of the book, as its catalogue is called: its script's font comes first, and glyphs may
    differ by language. right_to_left: how paragraphs run. fixed: whether this one does in any case;
    else a text without a letter of the language's direction runs as its own letters do. fonts: the
    user's, which come before ours. is_display: whether it is that of titles with a voice; what the
    display font cannot set whole is set in bold.
    """

    is_bold: bool = False
    language: str = "en"
    right_to_left: bool = False
    fixed: bool = False
    fonts: tuple[Font, ...] = ()
    is_display: bool = False

    @property
    def regular(self) -> Face:
        """The same without weight."""
        return self._replace(is_bold=False, is_display=False)

    @property
    def bold(self) -> Face:
        """The same in bold."""
        return self._replace(is_bold=True, is_display=False)

    @property
    def display(self) -> Face:
        """That of titles with a voice."""
        return self._replace(is_bold=True, is_display=True)


REGULAR, BOLD = Face(), Face(is_bold=True)
"""The faces of an English book without fonts of the user's."""


def make_face(language: str, direction: str, fonts: Sequence[Font] = ()) -> Face:
    """The regular face of a book. direction: `ltr` or `rtl`, as a catalogue says it."""
    return Face(language=language, right_to_left=direction == "rtl", fonts=tuple(fonts))


def is_ignorable(character: str) -> bool:
    """Whether a character leaves no ink and no room where a font lacks it (Unicode's
    Default_Ignorable_Code_Point)."""
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
