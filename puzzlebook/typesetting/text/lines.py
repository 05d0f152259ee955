"""Lines: the width and height of a text, and the line breaks of a paragraph."""

from __future__ import annotations

import re
from math import fsum

from puzzlebook.typesetting.text.bidi import may_turn, runs_right_to_left
from puzzlebook.typesetting.text.face import Face
from puzzlebook.typesetting.text.shaping import shape, split_clusters

_BREAKS = re.compile(r"[^\S\u00a0\u202f]+")


def measure_width(text: str, face: Face, size: float) -> float:
    """Return the width of a line, in points."""
    return fsum(fsum(run.advances) for run in shape(text, face)) * size / 1000


def face_for_paragraph(text: str, face: Face) -> Face:
    """Return the face that gives all lines of a paragraph the paragraph's direction."""
    if not (face.right_to_left or may_turn(text)):
        return face
    return face._replace(right_to_left=runs_right_to_left(text, face), fixed=True)


def split_words(text: str) -> list[str]:
    """Split a paragraph at its spaces, but not at no-break spaces."""
    return [piece for piece in _BREAKS.split(text) if piece]


def wrap(text: str, face: Face, size: float, measure: float) -> list[str]:
    """Break a text into lines no wider than the measure (points), except for wider words."""
    lines: list[str] = []
    for word in split_words(text):
        if lines and measure_width(f"{lines[-1]} {word}", face, size) <= measure:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


_PAUSES = ".!?…,;:–—،؛؟।"
_MIN_HALF = 0.35  # minimum length of the shorter of two lines, as a share of the longer


def balance_lines(text: str, face: Face, size: float, measure: float) -> list[str]:
    """Break a text into as few lines as the measure allows, of similar width."""
    lines = wrap(text, face, size, measure)
    words = split_words(text)
    if len(lines) == 1 or len(words) >= 40:
        return lines
    # The narrowest measure that needs no extra line is the width of some sequence of words.
    widths = {
        measure_width(" ".join(words[a:b]), face, size)
        for a in range(len(words))
        for b in range(a + 1, len(words) + 1)
    }
    for width in sorted(widths):
        if len(balanced := wrap(text, face, size, width + 0.01)) == len(lines):
            return balanced
    return lines


def break_at_pauses(text: str, face: Face, size: float, measure: float) -> list[str]:
    """Break a text into as few lines as possible; the first of two ends at a pause if possible."""
    lines = balance_lines(text, face, size, measure)
    if len(lines) != 2:
        return lines
    words = split_words(text)
    pairs = []
    for cut in range(1, len(words)):
        if has_pause(words[cut - 1]):
            pair = [" ".join(words[:cut]), " ".join(words[cut:])]
            narrow, width = sorted(measure_width(line, face, size) for line in pair)
            if width <= measure:
                pairs.append((round(narrow / width, 3), pair))
    share, pair = max(pairs, default=(0.0, lines))
    return pair if share >= _MIN_HALF else lines


def has_pause(word: str) -> bool:
    """Return whether a word ends with a mark at which readers pause."""
    return word[-1] in _PAUSES


def shorten(text: str, face: Face, size: float, measure: float) -> str:
    """Return the text, or its longest beginning that fits the measure with an ellipsis."""
    if measure_width(text, face, size) <= measure:
        return text
    letters = list(split_clusters(text))
    while letters and measure_width(f"{text}…", face, size) > measure:
        letters.pop()
        text = "".join(letters).rstrip()
    return f"{text}…"


def fit_size(text: str, face: Face, size: float, measure: float) -> float:
    """Return the type size (7 to `size` points) at which the text fits the measure."""
    return max(7.0, min(size, size * measure / max(measure_width(text, face, size), 1e-9)))


def measure_ink(text: str, face: Face) -> tuple[float, float]:
    """Return the extent of a line's ink below and above its baseline, in ems."""
    extents = []
    for run in shape(text, face):
        for i, glyph in enumerate(run.ids):
            box = run.font.shaper.get_glyph_extents(glyph)
            if box is not None and box.height:
                rise = run.offsets[i][1] / 1000 if run.offsets else 0
                top = box.y_bearing / run.font.em + rise
                extents.append((top + box.height / run.font.em, top))
    low = min((bottom for bottom, _ in extents), default=0.0)
    high = max((top for _, top in extents), default=0.0)
    return -low, high
