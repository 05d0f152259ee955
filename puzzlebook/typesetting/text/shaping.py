"""Glyphs: a line cut into runs of one direction, font and script, each shaped by HarfBuzz, from
left to right."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import fsum
from typing import NamedTuple

from puzzlebook.typesetting.text.bidi import find_levels, reorder_visually, runs_right_to_left
from puzzlebook.typesetting.text.face import Face, Font, is_ignorable
from puzzlebook.typesetting.text.fonts import (
    choose_font,
    face_for_text,
    find_script,
    load_display_font,
    load_packaged_font,
)

# Every character of a simple script has a glyph of its own: words can be copied from any reader.
_SIMPLE = {"kern": True, "liga": False, "clig": False, "calt": False}
_SIMPLE_SCRIPTS = frozenset(("Latn", "Grek", "Cyrl", "Zyyy"))
_OTHERS = {"kern": True}
_NO_SCRIPT = ("Zyyy", "Zinh", "Zzzz")

# Texts of these alone are one run in our Latin font, if it has them all.
_PLAIN = re.compile("[ -~\u00a0-\u00ac\u00ae-\u024f‐-―‘-„…×]*")


class Run(NamedTuple):
    """Characters of one direction, font and script, as they are read, and their glyphs from left to
    right.

    ids: of the glyphs in the font. advances: how far the pen goes on with each, and offsets: how
    far from the pen each is drawn, y up, in thousandths of an em; empty where all are drawn at the
    pen. texts: the characters that each stands for, "" for those that another glyph stands for too.
    """

    text: str
    font: Font
    right_to_left: bool
    ids: Sequence[int]
    advances: Sequence[float]
    offsets: Sequence[tuple[float, float]]
    texts: Sequence[str]


class ShapedLine(NamedTuple):
    """A shaped line: its runs from left to right, and its width in thousandths of an em."""

    runs: tuple[Run, ...]
    width: float


class _Piece(NamedTuple):
    start: int
    end: int
    level: int
    font: Font
    script: str


@lru_cache(
    maxsize=1 << 10
)  # lines are asked for again soon or never: a long book has tens of thousands
def shape(text: str, face: Face) -> ShapedLine:
    """The glyphs of one line in a face. A character that no font has is set as its first font sets
    what it lacks."""
    if not text:
        return ShapedLine((), 0.0)
    face = face_for_text(text, face)
    if _is_plain(text, face):
        run = _shape_piece(text, _Piece(0, len(text), 0, _plain_font(face), "Latn"), face)
        return ShapedLine((run,), fsum(run.advances))
    pieces = _split_runs(text, face)
    ordered = reorder_visually(pieces, [piece.level for piece in pieces])
    runs = tuple(run for piece in ordered if (run := _shape_piece(text, piece, face)).ids)
    return ShapedLine(runs, fsum(fsum(run.advances) for run in runs))


def _is_plain(text: str, face: Face) -> bool:
    if face.fonts or face.right_to_left or find_script(face.language) != "Latn":
        return False
    return _PLAIN.fullmatch(text) is not None and _plain_font(face).characters.issuperset(
        map(ord, text)
    )


def _plain_font(face: Face) -> Font:
    """The font of texts that are Latin letters and digits alone."""
    return load_display_font() if face.is_display else load_packaged_font("Latn", face.is_bold)


def _split_runs(text: str, face: Face) -> list[_Piece]:
    """The line cut wherever direction, font or script change, as it is read."""
    pieces: list[_Piece] = []
    of_text = find_levels(text, runs_right_to_left(text, face))
    for at, font, script in zip(
        range(len(text)), _fonts(text, face), _find_scripts(text, face), strict=True
    ):
        last = pieces[-1] if pieces else None
        if last and (last.level, last.font, last.script) == (of_text[at], font, script):
            pieces[-1] = last._replace(end=at + 1)
        else:
            pieces.append(_Piece(at, at + 1, of_text[at], font, script))
    return pieces


def _fonts(text: str, face: Face) -> Iterator[Font]:
    """The font of each character."""
    font: Font | None = None
    for cluster in split_clusters(text):
        whole = choose_font(cluster, face)
        for character in cluster:
            # What leaves no ink breaks no run, and what no font has is set as what stands before
            # it.
            if not (font and is_ignorable(character)):
                font = (
                    whole
                    or choose_font(character, face)
                    or font
                    or load_packaged_font("Latn", face.is_bold)
                )
            yield font


def split_clusters(text: str) -> Iterable[str]:
    """The letters of a text, each with the marks on it."""
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
    """The script of each character, as four letters; what belongs to none goes with what stands
    before it."""
    from fontTools.unicodedata import script

    scripts = [script(character) for character in text]
    before = next((name for name in scripts if name not in _NO_SCRIPT), find_script(face.language))
    for at, name in enumerate(scripts):
        before = scripts[at] = before if name in _NO_SCRIPT else name
    return scripts


def _shape_piece(text: str, piece: _Piece, face: Face) -> Run:
    import uharfbuzz

    start, end, level, font, script = piece
    buffer = uharfbuzz.Buffer()
    # HarfBuzz sees what stands before and behind: letters join across a change of font.
    buffer.add_str(text, start, end - start)
    buffer.cluster_level = uharfbuzz.BufferClusterLevel.MONOTONE_CHARACTERS
    buffer.flags = uharfbuzz.BufferFlags.REMOVE_DEFAULT_IGNORABLES
    buffer.direction = "rtl" if level % 2 else "ltr"
    buffer.script, buffer.language = script, face.language
    uharfbuzz.shape(font.shaper, buffer, _SIMPLE if script in _SIMPLE_SCRIPTS else _OTHERS)
    em = font.em / 1000
    positions = buffer.glyph_positions
    infos = buffer.glyph_infos
    is_off = any(position.x_offset or position.y_offset for position in positions)
    return Run(
        text[start:end],
        font,
        bool(level % 2),
        [info.codepoint for info in infos],
        [position.x_advance / em for position in positions],
        [(position.x_offset / em, position.y_offset / em) for position in positions]
        if is_off
        else (),
        _texts([info.cluster - start for info in infos], text[start:end]),
    )


def _texts(starts: Sequence[int], text: str) -> Sequence[str]:
    """What each glyph stands for. starts: where in the text its characters begin."""
    if starts == list(range(len(text))):
        return text
    if not starts:  # nothing but characters that leave no ink
        return ()
    ordered = sorted(set(starts))
    ends = dict(zip(ordered, [*ordered[1:], len(text)], strict=True))
    return [
        text[start : ends[start]] if start not in starts[:place] else ""
        for place, start in enumerate(starts)
    ]
