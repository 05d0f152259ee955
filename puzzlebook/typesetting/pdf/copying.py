"""Runs from right to left, changed so that what is copied out of a PDF is what was written.

Readers put the glyphs of such a run in order by where they stand, one character each. So each glyph
says one character, and a ligature's others are said by blank glyphs beside it; and a mark that is
raised, which would be taken for another line, is drawn as an outline, while a blank glyph on the
line says it.
"""

from __future__ import annotations

from collections.abc import Iterator

from puzzlebook.geometry.curves import raise_to_cubic, read_glyph_contours
from puzzlebook.typesetting.text import Run, ShapedLine

NO_ISOLATES = dict.fromkeys(map(ord, "\u2066\u2067\u2068\u2069"))
"""What sets a part of a line apart is not copied."""


def make_copyable(run: Run, blank: int | None) -> Run:
    """A run from right to left in which each glyph says one character. blank: a glyph of its font
    without ink."""
    if blank is None:
        return run
    ids, advances, offsets, texts = [], [], [], []
    for place, (glyph, advance, text) in enumerate(
        zip(run.ids, run.advances, run.texts, strict=True)
    ):
        text = text.translate(NO_ISOLATES)
        others = text[:0:-1]
        raised = _is_raised(run, place)
        ids += [blank] * len(others) + [blank if raised else glyph]
        advances += [0.0] * len(others) + [advance]
        offsets += [(0.0, 0.0)] * len(others) + [
            (0.0, 0.0) if raised or not run.offsets else run.offsets[place]
        ]
        texts += [*others, text[:1]]
    return run._replace(ids=ids, advances=advances, offsets=offsets, texts=texts)


def outline_marks(line: ShapedLine, size: float) -> Iterator[str]:
    """The outlines that `make_copyable` leaves out, as a path from where the line begins, y up;
    lengths are points."""
    pen = 0.0
    for run in line.runs:
        has_blank = run.right_to_left and run.font.shaper.get_nominal_glyph(0x20) is not None
        for place, (glyph, advance) in enumerate(zip(run.ids, run.advances, strict=True)):
            if has_blank and _is_raised(run, place):
                x, y = run.offsets[place]
                yield from _outline(run, glyph, (pen + x) * size / 1000, y * size / 1000, size)
            pen += advance


def _is_raised(run: Run, place: int) -> bool:
    """Whether a glyph is a mark that stands off the line. (Letters may, too: those of a slanting
    hand go on.)"""
    return bool(run.offsets) and run.offsets[place][1] != 0 and run.advances[place] == 0


def _outline(run: Run, glyph: int, x: float, y: float, size: float) -> Iterator[str]:
    scale = size / run.font.em

    def place_point(point: tuple[float, float]) -> str:
        return f"{x + point[0] * scale:.3f} {y + point[1] * scale:.3f}"

    for contour in read_glyph_contours(run.font.shaper, glyph):
        yield f"{place_point(contour[0][0])} m" if contour else ""
        for curve in contour:
            yield " ".join(
                [*map(place_point, raise_to_cubic(curve)[1:]), "l" if len(curve) == 2 else "c"]
            )
        yield "h"
