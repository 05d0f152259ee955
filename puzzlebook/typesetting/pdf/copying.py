"""Right-to-left runs, changed so that text copied out of a PDF equals the original.

PDF readers sort the glyphs of such a run by position and take one character for each glyph. So each
glyph represents one character, and blank glyphs beside a ligature represent its other characters. A
raised mark, which readers would take for another line, is drawn as an outline and represented by a
blank glyph on the baseline.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puzzlebook.geometry.curves import raise_to_cubic, read_glyph_contours
from puzzlebook.typesetting.text import Run

NO_ISOLATES = dict.fromkeys(map(ord, "\u2066\u2067\u2068\u2069"))
"""A translation table that removes Unicode's directional isolates, which are not copied."""


def make_copyable(run: Run, blank: int | None) -> Run:
    """Return a right-to-left run in which each glyph represents one character. blank: a glyph of
    its font without ink."""
    if blank is None:
        return run
    ids, advances, offsets, texts = [], [], [], []
    for i, (glyph, advance, text) in enumerate(zip(run.ids, run.advances, run.texts, strict=True)):
        text = text.translate(NO_ISOLATES)
        later = text[:0:-1]
        is_raised = _is_raised(run, i)
        offset = (0.0, 0.0) if is_raised or not run.offsets else run.offsets[i]
        ids += [blank] * len(later) + [blank if is_raised else glyph]
        advances += [0.0] * len(later) + [advance]
        offsets += [(0.0, 0.0)] * len(later) + [offset]
        texts += [*later, text[:1]]
    return run._replace(ids=ids, advances=advances, offsets=offsets, texts=texts)


def outline_marks(line: Sequence[Run], size: float) -> Iterator[str]:
    """Yield the outlines of marks that `make_copyable` leaves out, as path operators. The origin is
    the line's start, y goes up, and lengths are in points."""
    pen = 0.0
    for run in line:
        has_blank = run.right_to_left and run.font.shaper.get_nominal_glyph(0x20) is not None
        for i, (glyph, advance) in enumerate(zip(run.ids, run.advances, strict=True)):
            if has_blank and _is_raised(run, i):
                x, y = run.offsets[i]
                yield from _outline(run, glyph, (pen + x) * size / 1000, y * size / 1000, size)
            pen += advance


def _is_raised(run: Run, index: int) -> bool:
    """Return whether a glyph is a mark off the baseline. (Letters of slanting scripts are also off
    the baseline, but they advance the pen.)"""
    return bool(run.offsets) and run.offsets[index][1] != 0 and run.advances[index] == 0


def _outline(run: Run, glyph: int, x: float, y: float, size: float) -> Iterator[str]:
    scale = size / run.font.em

    def format_point(point: tuple[float, float]) -> str:
        return f"{x + point[0] * scale:.3f} {y + point[1] * scale:.3f}"

    for contour in read_glyph_contours(run.font.shaper, glyph):
        yield f"{format_point(contour[0][0])} m" if contour else ""
        for curve in contour:
            points = map(format_point, raise_to_cubic(curve)[1:])
            yield " ".join([*points, "l" if len(curve) == 2 else "c"])
        yield "h"
