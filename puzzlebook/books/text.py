"""Type: the faces of a book, which characters they have, and how wide and where each glyph stands.

Glyphs are placed by HarfBuzz, with kerning and without ligatures, so that every character has a glyph of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from puzzlebook.faults import Fault

if TYPE_CHECKING:
    import uharfbuzz

REGULAR, BOLD = "regular", "bold"
FACES = (REGULAR, BOLD)
FAMILY = "Atkinson Hyperlegible"

_FEATURES = {"kern": True, "liga": False, "clig": False, "calt": False}


class Glyphs(NamedTuple):
    """A shaped line: for each glyph its advance with kerning and its own advance, both in thousandths of an em."""

    advances: tuple[float, ...]
    own_advances: tuple[float, ...]


def font_file(face: str) -> Path:
    """The TrueType file of a face."""
    import fontpkg_atkinson_hyperlegible as package

    return Path(package.ROOT) / "files" / f"AtkinsonHyperlegible-{face.capitalize()}.ttf"


@cache
def _font(face: str) -> uharfbuzz.Font:
    import uharfbuzz

    return uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(font_file(face)))))


@cache
def shape(text: str, face: str) -> Glyphs:
    """The glyphs of one line in a face."""
    import uharfbuzz

    if not text:
        return Glyphs((), ())

    font = _font(face)
    em = font.face.upem / 1000
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    uharfbuzz.shape(font, buffer, _FEATURES)
    own = tuple(font.get_glyph_h_advance(glyph.codepoint) / em for glyph in buffer.glyph_infos)
    return Glyphs(tuple(position.x_advance / em for position in buffer.glyph_positions), own)


def width(text: str, face: str, size: float) -> float:
    """How wide a line is, in points."""
    return sum(shape(text, face).advances) * size / 1000


def missing(text: str, face: str = REGULAR) -> str | None:
    """The first character of a text that a face has no glyph for."""
    font = _font(face)
    return next((character for character in text if font.get_nominal_glyph(ord(character)) is None), None)


def glyph_faults(texts: Iterable[tuple[str, str]]) -> list[Fault]:
    """A fault for each text, given with its place in the recipe, that has a character without a glyph."""
    faults = []
    for where, text in texts:
        character = missing(text)
        if character is not None:
            what = f"the font has no glyph for {character!r} (U+{ord(character):04X})"
            faults.append(Fault(where, what, f"allowed: what {FAMILY} has, Latin letters and their accents"))
    return faults


def wrap(text: str, face: str, size: float, measure: float) -> list[str]:
    """The text in lines no wider than the measure (points); a word that is wider stands alone on its line."""
    lines: list[str] = []
    for word in text.split():
        if lines and width(f"{lines[-1]} {word}", face, size) <= measure:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def balanced(text: str, face: str, size: float, measure: float) -> list[str]:
    """The text in as few lines as the measure allows, none of them much shorter than the others."""
    lines = wrap(text, face, size, measure)
    words = text.split()
    # The narrowest measure that needs no further line is among the widths of runs of words.
    runs = {width(" ".join(words[a:b]), face, size) for a in range(len(words)) for b in range(a + 1, len(words) + 1)}
    for narrower in sorted(runs) if len(lines) > 1 and len(words) < 40 else ():
        if len(found := wrap(text, face, size, narrower + 0.01)) == len(lines):
            return found
    return lines


def shortened(text: str, face: str, size: float, measure: float) -> str:
    """The text, or as much of its beginning as fits the measure with an ellipsis behind it."""
    if width(text, face, size) <= measure:
        return text
    while text and width(f"{text}…", face, size) > measure:
        text = text[:-1].rstrip()
    return f"{text}…"


def size_to_fit(text: str, face: str, size: float, measure: float) -> float:
    """The size (points), at most `size`, at which the text fits the measure in one line; never under 7."""
    return max(7.0, min(size, size * measure / max(width(text, face, size), 1e-9)))


def ink_height(text: str, face: str) -> tuple[float, float]:
    """How far a line's ink reaches below its baseline and above it, in ems."""
    import uharfbuzz

    font = _font(face)
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    uharfbuzz.shape(font, buffer, _FEATURES)
    found = [font.get_glyph_extents(glyph.codepoint) for glyph in buffer.glyph_infos]
    boxes = [box for box in found if box is not None and box.height]
    low = min((box.y_bearing + box.height for box in boxes), default=0)
    high = max((box.y_bearing for box in boxes), default=0)
    return -low / font.face.upem, high / font.face.upem
