"""Stands where zxing-cpp would, which no browser has: it reads EAN-13, the barcode of books."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

_ODD = ("3211", "2221", "2122", "1411", "1132", "1231", "1114", "1312", "1213", "3112")
"""The widths of each digit's bars and gaps, in modules. At the left, some digits are turned."""
_FIRST = ("OOOOOO", "OOEOEE", "OOEEOE", "OOEEEO", "OEOOEE",
          "OEEOOE", "OEEEOO", "OEOEOE", "OEOEEO", "OEEOEO")  # fmt: skip
"""The first digit, by which of the left ones are turned."""
_RUNS, _MODULES = 59, 95  # of a whole barcode
_DARK = 128
_LINES = 40  # lines of a picture that are read


class BarcodeFormat:
    """The kinds of barcodes that are read."""

    EAN13 = "EAN13"


class Barcode(NamedTuple):
    """A barcode that was read."""

    text: str
    format: str = BarcodeFormat.EAN13


def read_barcodes(image: Any) -> list[Barcode]:
    """Return the barcodes of a grey picture, which lie level."""
    width, height = image.size
    content = image.tobytes()
    rows = range(0, height, max(1, height // _LINES))
    texts = (text for row in rows for text in _read(content[row * width : (row + 1) * width]))
    return [Barcode(text) for text in dict.fromkeys(texts)]


def _read(line: bytes) -> Iterator[str]:
    runs = [(dark, len([*group])) for dark, group in groupby(value < _DARK for value in line)]
    for start in range(len(runs) - _RUNS + 1):
        if runs[start][0]:
            widths = [width for _, width in runs[start : start + _RUNS]]
            module = sum(widths) / _MODULES
            # The guards at both ends and in the middle are of single modules.
            guards = [*widths[:3], *widths[27:32], *widths[-3:]]
            if all(abs(width - module) < module / 2 for width in guards):
                for way in (widths, widths[::-1]):
                    if text := _read_digits(way):
                        yield text


def _read_digits(widths: Sequence[int]) -> str:
    """Return the digits of a barcode; "" if they are none, or their check digit is wrong."""
    groups = [widths[at : at + 4] for at in (*range(3, 27, 4), *range(32, 56, 4))]
    shapes = ["".join(str(round(each * 7 / sum(group))) for each in group) for group in groups]
    turned = "".join("O" if shape in _ODD else "E" for shape in shapes[:6])
    plain = [shape if shape in _ODD else shape[::-1] for shape in shapes]
    if turned not in _FIRST or not all(shape in _ODD for shape in (*plain, *shapes[6:])):
        return ""
    digits = [_FIRST.index(turned), *map(_ODD.index, plain)]
    is_right = (sum(digits[::2]) + 3 * sum(digits[1::2])) % 10 == 0
    return "".join(map(str, digits)) if is_right else ""
