"""Shaping: HarfBuzz turns runs of one direction, font and script into glyphs."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import chain
from typing import NamedTuple

from puzzlebook.typesetting.text.bidi import find_levels, reorder_visually, runs_right_to_left
from puzzlebook.typesetting.text.face import NO_SPACING, Face, Font, Spacing, is_ignorable
from puzzlebook.typesetting.text.fonts import (
    choose_font,
    choose_word_font,
    face_for_text,
    find_script,
    load_latin_font,
    load_packaged_font,
)

# In simple scripts every character has its own glyph, so that words can be copied from any PDF
# reader.
_SIMPLE_FEATURES = {"kern": True, "liga": False, "clig": False, "calt": False}
_SIMPLE_SCRIPTS = frozenset(("Latn", "Grek", "Cyrl", "Zyyy"))
_OTHER_FEATURES = {"kern": True}
_NO_SCRIPT = ("Zyyy", "Zinh", "Zzzz")

# A text of only these characters is a single run in our Latin font, if the font has them all.
_PLAIN = re.compile("[ -~\u00a0-\u00ac\u00ae-\u024f‐-―‘-„…×]*")

_WORD_OR_SPACE = re.compile(r"\S+|\s+")


class Run(NamedTuple):
    """Characters of one direction, font and script in reading order, and their glyphs from left to
    right.

    ids: of the glyphs in the font. advances, offsets: in thousandths of an em, with y upwards;
    offsets are empty if all are zero. texts: the characters that each glyph represents; "" if an
    earlier glyph already represents them.
    """

    text: str
    font: Font
    right_to_left: bool
    ids: Sequence[int]
    advances: Sequence[float]
    offsets: Sequence[tuple[float, float]]
    texts: Sequence[str]


class _Piece(NamedTuple):
    start: int
    end: int
    level: int
    font: Font
    script: str


# A long book has tens of thousands of lines, but a line is needed again either soon or never.
@lru_cache(maxsize=1 << 10)
def shape(text: str, face: Face) -> tuple[Run, ...]:
    """Shape a line into runs, from left to right. Characters without a font get the missing
    glyph."""
    if not text:
        return ()
    face = face_for_text(text, face)
    if _is_plain(text, face):
        return (_shape_piece(text, _Piece(0, len(text), 0, load_latin_font(face), "Latn"), face),)
    pieces = _split_runs(text, face)
    ordered = reorder_visually(pieces, [piece.level for piece in pieces])
    return tuple(run for piece in ordered if (run := _shape_piece(text, piece, face)).ids)


def _is_plain(text: str, face: Face) -> bool:
    if face.fonts or face.right_to_left or find_script(face.language) != "Latn":
        return False
    if _PLAIN.fullmatch(text) is None:
        return False
    return load_latin_font(face).characters.issuperset(map(ord, text))


def _split_runs(text: str, face: Face) -> list[_Piece]:
    """Split the line where level, font or script changes. The pieces are in reading order."""
    pieces: list[_Piece] = []
    levels = find_levels(text, runs_right_to_left(text, face))
    properties = zip(levels, _find_fonts(text, face), _find_scripts(text, face), strict=True)
    for i, (level, font, script) in enumerate(properties):
        last = pieces[-1] if pieces else None
        if last and (last.level, last.font, last.script) == (level, font, script):
            pieces[-1] = last._replace(end=i + 1)
        else:
            pieces.append(_Piece(i, i + 1, level, font, script))
    return pieces


def _find_fonts(text: str, face: Face) -> Iterator[Font]:
    """Yield the font of each character."""
    font: Font | None = None
    of_words = chain.from_iterable(
        [choose_word_font(word, face)] * len(word) for word in _WORD_OR_SPACE.findall(text)
    )
    word_fonts = [*of_words]
    start = 0
    for cluster in split_clusters(text):
        cluster_font = word_fonts[start] or choose_font(cluster, face)
        start += len(cluster)
        for character in cluster:
            # An invisible character does not break a run, and a character without a font gets the
            # font of the character before it.
            if not (font and is_ignorable(character)):
                font = cluster_font or choose_font(character, face) or font
                font = font or load_packaged_font("Latn", face.is_bold)
            yield font


def split_clusters(text: str) -> Iterable[str]:
    """Split a text into letters, each with its marks."""
    return text if text.isascii() else _join_marks(text)


def _join_marks(text: str) -> Iterator[str]:
    start = 0
    for end in range(1, len(text) + 1):
        if end == len(text) or not (
            unicodedata.category(text[end]).startswith("M") or is_ignorable(text[end])
        ):
            yield text[start:end]
            start = end


def _find_scripts(text: str, face: Face) -> list[str]:
    """Return the script of each character, as four letters. A character without a script gets that
    of the character before it."""
    from fontTools.unicodedata import script

    scripts = [script(character) for character in text]
    last = next((name for name in scripts if name not in _NO_SCRIPT), find_script(face.language))
    for i, name in enumerate(scripts):
        last = scripts[i] = last if name in _NO_SCRIPT else name
    return scripts


def _shape_piece(text: str, piece: _Piece, face: Face) -> Run:
    import uharfbuzz

    start, end, level, font, script = piece
    buffer = uharfbuzz.Buffer()
    # HarfBuzz gets the context on both sides, since letters join across a change of font.
    buffer.add_str(text, start, end - start)
    buffer.cluster_level = uharfbuzz.BufferClusterLevel.MONOTONE_CHARACTERS
    buffer.flags = uharfbuzz.BufferFlags.REMOVE_DEFAULT_IGNORABLES
    buffer.direction = "rtl" if level % 2 else "ltr"
    buffer.script, buffer.language = script, face.language
    uharfbuzz.shape(
        font.shaper, buffer, _SIMPLE_FEATURES if script in _SIMPLE_SCRIPTS else _OTHER_FEATURES
    )
    em = font.em / 1000
    positions = buffer.glyph_positions
    infos = buffer.glyph_infos
    has_offsets = any(position.x_offset or position.y_offset for position in positions)
    texts = _split_texts([info.cluster - start for info in infos], text[start:end])
    advances = [position.x_advance / em for position in positions]
    if face.spacing != NO_SPACING and script in _SIMPLE_SCRIPTS:
        advances = [*map(partial(_space_out, face.spacing), advances, texts)]
    return Run(
        text[start:end],
        font,
        bool(level % 2),
        [info.codepoint for info in infos],
        advances,
        [(position.x_offset / em, position.y_offset / em) for position in positions]
        if has_offsets
        else (),
        texts,
    )


def _space_out(spacing: Spacing, advance: float, text: str) -> float:
    """Return the advance of a glyph in spaced type. Marks stay on their letters."""
    if not advance:
        return advance
    return advance + (spacing.words if text.isspace() else spacing.letters)


def _split_texts(starts: Sequence[int], text: str) -> Sequence[str]:
    """Return the text of each glyph. starts: the index of each glyph's first character."""
    if starts == list(range(len(text))):
        return text
    if not starts:  # only invisible characters
        return ()
    ordered = sorted(set(starts))
    ends = dict(zip(ordered, [*ordered[1:], len(text)], strict=True))
    return [
        text[start : ends[start]] if start not in starts[:i] else ""
        for i, start in enumerate(starts)
    ]
