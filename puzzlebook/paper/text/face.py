"""A face: what a line is set in, as a value that pages hand on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from puzzlebook.paper.text.own_fonts import UserFont


class Face(NamedTuple):
    """A weight, and all else that decides how a text becomes glyphs.

    language: of the book, as its catalogue is called: its script's font comes first, and glyphs may differ by language.
    right_to_left: how paragraphs run. fixed: whether this one does in any case; else a text without a letter of the
    language's direction runs as its own letters do. fonts: the user's, which come before ours.
    """

    is_bold: bool = False
    language: str = "en"
    right_to_left: bool = False
    fixed: bool = False
    fonts: tuple[UserFont, ...] = ()

    @property
    def regular(self) -> Face:
        """The same without weight."""
        return self._replace(is_bold=False)

    @property
    def bold(self) -> Face:
        """The same in bold."""
        return self._replace(is_bold=True)


REGULAR, BOLD = Face(), Face(is_bold=True)
"""The faces of an English book without fonts of the user's."""


def face_of(language: str, direction: str, fonts: Sequence[UserFont] = ()) -> Face:
    """The regular face of a book. direction: `ltr` or `rtl`, as a catalogue says it."""
    return Face(language=language, right_to_left=direction == "rtl", fonts=tuple(fonts))
