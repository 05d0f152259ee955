"""The zero of our Latin font without its slash: beginners learn to write a plain one.

The slash tells a zero from an O, which here the width does too. It parts the counter in two; drawn
plain, the glyph has one counter, as high and as wide. No advance, and no other glyph, changes. The
font's licence (OFL) lets it be changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from struct import pack, pack_into, unpack, unpack_from

_Points = Sequence[tuple[int, int, int]]
"""The points of a contour, in the font's units, y up: x, y, and whether the point is on the
line."""

_OUTER: dict[bool, _Points] = {
    False: [(324, -12, 1), (195, -12, 0), (60, 167, 0), (60, 335, 1), (60, 502, 0), (195, 680, 0),
            (324, 680, 1), (453, 680, 0), (588, 502, 0), (588, 335, 1), (588, 167, 0), (453, -12, 0)],
    True: [(331, -12, 1), (238, -12, 0), (110, 73, 0), (45, 229, 0), (45, 335, 1), (45, 496, 0), (191, 680, 0),
           (331, 680, 1), (472, 680, 0), (618, 496, 0), (618, 335, 1), (618, 229, 0), (553, 73, 0), (425, -12, 0)],
}  # fmt: skip
_COUNTER: dict[bool, _Points] = {
    False: [(324, 62, 1), (412, 62, 0), (497, 204, 0), (497, 335, 1), (497, 466, 0), (412, 606, 0),
            (324, 606, 1), (236, 606, 0), (151, 466, 0), (151, 335, 1), (151, 204, 0), (236, 62, 0)],
    True: [(331, 101, 1), (390, 101, 0), (461, 214, 0), (461, 335, 1), (461, 456, 0), (390, 567, 0),
           (331, 567, 1), (273, 567, 0), (201, 456, 0), (201, 335, 1), (201, 214, 0), (273, 101, 0)],
}  # fmt: skip
"""By whether the face is bold. The outer contours are the font's own; the counters are its two half
ones, joined."""


def replace_zero(content: bytes, is_bold: bool, glyph: int) -> bytes:
    """The font's file with this glyph, its zero, drawn plain: in the glyph's own place, so that no
    table moves."""
    start, end = _place(content, glyph)
    drawn = _encode_glyph([_OUTER[is_bold], _COUNTER[is_bold]])
    assert len(drawn) <= end - start, "another release of the font"
    changed = bytearray(content)
    changed[start:end] = drawn.ljust(end - start, b"\0")
    _sign(changed)
    return bytes(changed)


def _read_tables(content: bytes | bytearray) -> dict[bytes, tuple[int, int, int]]:
    """The tables of a font: of each, where its row in the directory is, where it begins and how
    long it is."""
    (count,) = unpack_from(">H", content, 4)
    rows = range(12, 12 + 16 * count, 16)
    return {
        bytes(content[row : row + 4]): (row, *unpack_from(">2L", content, row + 8)) for row in rows
    }


def _place(content: bytes, glyph: int) -> tuple[int, int]:
    """Where a glyph's outline begins and ends in the file (OpenType, loca)."""
    tables = _read_tables(content)
    (is_long,) = unpack_from(">h", content, tables[b"head"][1] + 50)
    loca, glyf = tables[b"loca"][1], tables[b"glyf"][1]
    start, end = unpack_from(
        ">2L" if is_long else ">2H", content, loca + glyph * (4 if is_long else 2)
    )
    return (glyf + start, glyf + end) if is_long else (glyf + 2 * start, glyf + 2 * end)


def _encode_glyph(contours: Sequence[_Points]) -> bytes:
    """A simple glyph of these contours, without instructions (OpenType, glyf)."""
    points = [point for contour in contours for point in contour]
    xs, ys = [x for x, _, _ in points], [y for _, y, _ in points]
    ends = [sum(map(len, contours[: place + 1])) - 1 for place in range(len(contours))]
    head = pack(f">5h{len(ends)}HH", len(contours), min(xs), min(ys), max(xs), max(ys), *ends, 0)
    flags = bytes(on for _, _, on in points)
    return head + flags + b"".join(pack(f">{len(points)}h", *_steps(along)) for along in (xs, ys))


def _steps(numbers: Sequence[int]) -> list[int]:
    return [after - before for before, after in pairwise([0, *numbers])]


def _sign(content: bytearray) -> None:
    """Make the file's sums true again: those of the outlines, of the head, and of the whole."""
    tables = _read_tables(content)
    adjustment = tables[b"head"][1] + 8
    pack_into(">L", content, adjustment, 0)
    for tag in (b"glyf", b"head"):
        row, start, length = tables[tag]
        pack_into(">L", content, row + 4, _sum(content[start : start + length]))
    pack_into(">L", content, adjustment, (0xB1B0AFBA - _sum(content)) % (1 << 32))


def _sum(content: bytes | bytearray) -> int:
    """The sum of a table's 32-bit words (OpenType, table directory)."""
    padded = bytes(content).ljust(-(-len(content) // 4) * 4, b"\0")
    words: tuple[int, ...] = unpack(f">{len(padded) // 4}L", padded)
    return sum(words) % (1 << 32)
