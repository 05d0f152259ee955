"""The bars of a book's barcode: EAN-13 (ISO/IEC 15420) and the five-digit add-on for the price."""

from __future__ import annotations

from itertools import accumulate, groupby

from puzzlebook.drawing.drawing import BLACK, Drawing, Layer, Style, Subpath

MODULE = 0.33
"""The width of the narrowest bar at full size, in millimetres."""
BAR_HEIGHT = 22.85 / MODULE
"""The height of the bars above the digits, in modules."""
GUARD_DEPTH = 5
"""The additional length of the guard bars (at both ends and in the middle), in modules."""
QUIET_LEFT, QUIET_RIGHT = 11, 7
"""The clear space to the left and to the right of the bars, in modules."""
WIDTH = 95
"""The width of the bars of an EAN-13, in modules."""
ADD_ON_GAP, ADD_ON_WIDTH, ADD_ON_QUIET = 9, 47, 5
"""For the add-on: the space between the main bars and its bars, the width of its bars, and the
clear space to their right, in modules."""
ADD_ON_TOP = 9
"""The distance by which the bars of the add-on begin lower, to leave space for its digits, in
modules."""

# Set A: for each digit, the widths of space, bar, space, bar. Set C is set A with bars and spaces
# exchanged; set B is set C read backwards.
_SET_A = ("3211", "2221", "2122", "1411", "1132", "1231", "1114", "1312", "1213", "3112")
# The sets of the six digits on the left half. They encode the first digit, which has no bars.
_LEFT_SETS = (
    "AAAAAA", "AABABB", "AABBAB", "AABBBA", "ABAABB",
    "ABBAAB", "ABBBAA", "ABABAB", "ABABBA", "ABBABA",
)  # fmt: skip
# The sets of the five digits of the add-on, by its check value.
_ADD_ON_SETS = (
    "BBAAA", "BABAA", "BAABA", "BAAAB", "ABBAA", "AABBA", "AAABB", "ABABA", "ABAAB", "AABAB",
)  # fmt: skip


def encode_ean13(digits: str) -> str:
    """Return 13 digits, the last of which is the check digit, as 95 modules: 1 is dark."""
    left = "".join(map(_encode, digits[1:7], _LEFT_SETS[int(digits[0])]))
    right = "".join(_encode(digit, "C") for digit in digits[7:])
    return f"101{left}01010{right}101"


def encode_add_on(digits: str) -> str:
    """Return the five digits of an add-on as 47 modules: 1 is dark."""
    check = sum(int(digit) * (3, 9)[place % 2] for place, digit in enumerate(digits)) % 10
    return "1011" + "01".join(map(_encode, digits, _ADD_ON_SETS[check]))


def draw_ean(digits: str, add_on: str, module: float) -> Drawing:
    """Draw the bars of an ISBN and its add-on, without digits.

    The unit is a module; the first bar is at x = 0, and the bars extend downwards from y = 0.
    add_on: five digits, or an empty string. module: the width of a module, in points.
    """
    guards = (range(0, 3), range(45, 50), range(92, 95))
    deep = BAR_HEIGHT + GUARD_DEPTH
    bars = [
        _draw_bar(start, end, 0, deep if any(start in guard for guard in guards) else BAR_HEIGHT)
        for start, end in _find_bars(encode_ean13(digits))
    ]
    width: float = WIDTH
    if add_on:
        shift = WIDTH + ADD_ON_GAP
        bars += [
            _draw_bar(shift + start, shift + end, ADD_ON_TOP, deep)
            for start, end in _find_bars(encode_add_on(add_on))
        ]
        width = shift + ADD_ON_WIDTH
    layer = Layer("barcode", Style(fill=BLACK), tuple(bars))
    return Drawing(0, 0, width, deep, module, (layer,))


def _encode(digit: str, code_set: str) -> str:
    widths = _SET_A[int(digit)]
    first = "1" if code_set == "C" else "0"
    if code_set == "B":
        widths = widths[::-1]
    second = "0" if first == "1" else "1"
    return "".join((first, second)[place % 2] * int(width) for place, width in enumerate(widths))


def _find_bars(modules: str) -> list[tuple[int, int]]:
    """Return the start and the end of each bar."""
    runs = [(shade, len(list(run))) for shade, run in groupby(modules)]
    ends = accumulate(length for _, length in runs)
    return [
        (end - length, end) for (shade, length), end in zip(runs, ends, strict=True) if shade == "1"
    ]


def _draw_bar(left: int, right: int, top: float, bottom: float) -> Subpath:
    return Subpath(((left, top), (right, top), (right, bottom), (left, bottom)), closed=True)
