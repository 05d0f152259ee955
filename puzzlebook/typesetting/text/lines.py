"""Lines: how wide and high a text is, and how a paragraph breaks at its spaces."""

from __future__ import annotations

import re

from puzzlebook.typesetting.text.bidi import may_turn, runs_right_to_left
from puzzlebook.typesetting.text.face import Face
from puzzlebook.typesetting.text.shaping import shape, split_clusters

_BREAKS = re.compile(r"[^\S\u00a0\u202f]+")


def measure_width(text: str, face: Face, size: float) -> float:
    """How wide a line is, in points."""
    return shape(text, face).width * size / 1000


def face_for_paragraph(text: str, face: Face) -> Face:
    """The face in which every line of a paragraph runs as the paragraph does."""
    if not (face.right_to_left or may_turn(text)):
        return face
    return face._replace(right_to_left=runs_right_to_left(text, face), fixed=True)


def split_words(text: str) -> list[str]:
    """What a paragraph may be broken between: its words, but not where a space is to hold two of
    them together."""
    return [piece for piece in _BREAKS.split(text) if piece]


def wrap(text: str, face: Face, size: float, measure: float) -> list[str]:
    """The text in lines no wider than the measure (points); a word that is wider stands alone on
    its line."""
    lines: list[str] = []
    for word in split_words(text):
        if lines and measure_width(f"{lines[-1]} {word}", face, size) <= measure:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


_PAUSES = ".!?…,;:–—،؛؟।"
_LEAST_HALF = 0.35  # of the longer of two lines: less before a pause is no line


def balance_lines(text: str, face: Face, size: float, measure: float) -> list[str]:
    """The text in as few lines as the measure allows, none of them much shorter than the others."""
    lines = wrap(text, face, size, measure)
    words = split_words(text)
    if len(lines) == 1 or len(words) >= 40:
        return lines
    # The narrowest measure that needs no further line is among the widths of runs of words.
    runs = {
        measure_width(" ".join(words[a:b]), face, size)
        for a in range(len(words))
        for b in range(a + 1, len(words) + 1)
    }
    for narrower in sorted(runs):
        if len(found := wrap(text, face, size, narrower + 0.01)) == len(lines):
            return found
    return lines


def break_at_pauses(text: str, face: Face, size: float, measure: float) -> list[str]:
    """The text in as few lines as the measure allows: of two the first ends where the text pauses,
    if it does."""
    words = split_words(text)
    halves = (
        [" ".join(words[:cut]), " ".join(words[cut:])]
        for cut in range(1, len(words))
        if has_pause(words[cut - 1])
    )
    widths = (([measure_width(line, face, size) for line in half], half) for half in halves)
    found = [
        (round(min(wide) / max(wide), 3), half) for wide, half in widths if max(wide) <= measure
    ]
    lines = balance_lines(text, face, size, measure)
    return max(found)[1] if len(lines) == 2 and found and max(found)[0] >= _LEAST_HALF else lines


def has_pause(word: str) -> bool:
    """Whether there is a pause behind a word."""
    return word[-1] in _PAUSES


def shorten(text: str, face: Face, size: float, measure: float) -> str:
    """The text, or as much of its beginning as fits the measure with an ellipsis behind it."""
    if measure_width(text, face, size) <= measure:
        return text
    letters = list(split_clusters(text))
    while letters and measure_width(f"{text}…", face, size) > measure:
        letters.pop()
        text = "".join(letters).rstrip()
    return f"{text}…"


def fit_size(text: str, face: Face, size: float, measure: float) -> float:
    """The size (points), at most `size`, at which the text fits the measure in one line; never
    under 7."""
    return max(7.0, min(size, size * measure / max(measure_width(text, face, size), 1e-9)))


def measure_ink(text: str, face: Face) -> tuple[float, float]:
    """How far a line's ink reaches below its baseline and above it, in ems."""
    reaches = []
    for run in shape(text, face).runs:
        for place, glyph in enumerate(run.ids):
            box = run.font.shaper.get_glyph_extents(glyph)
            if box is not None and box.height:
                top = box.y_bearing / run.font.em + (
                    run.offsets[place][1] / 1000 if run.offsets else 0
                )
                reaches.append((top + box.height / run.font.em, top))
    low = min((bottom for bottom, _ in reaches), default=0.0)
    high = max((top for _, top in reaches), default=0.0)
    return -low, high
