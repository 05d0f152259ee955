"""Deciding where black lines and type overprint the colours below them, in files printed in cmyk.

Overprinting leaves no white gaps where plates are slightly out of register, but the black adds to
the inks below. So black overprints where the sum, judged by the boxes of the items below, stays
within the printer's limit. Elsewhere black knocks out the colours, as black areas always do: over
several colours they would not be uniformly black.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import fsum, hypot, inf
from typing import TYPE_CHECKING, NamedTuple

from puzzlebook.drawing.drawing import Colour, Drawing, Layer, Style, Subpath
from puzzlebook.typesetting import text
from puzzlebook.typesetting.page import Box, Rule, Text
from puzzlebook.typesetting.pdf.inks import convert_to_space
from puzzlebook.typesetting.pdf.objects import Objects, format_dictionary
from puzzlebook.typesetting.pdf.operators import Colours, Origin, write_colour

if TYPE_CHECKING:
    from puzzlebook.typesetting.pdf.document import Document

KNOCKOUT, LINES, TYPE = "Knockout", "Lines", "Type"
"""The names of graphics states on a page, in which nothing, lines or type overprint."""
SETTINGS = {
    KNOCKOUT: {"OP": "false", "OPM": "0", "Type": "/ExtGState", "op": "false"},
    LINES: {"OP": "true", "OPM": "1", "Type": "/ExtGState", "op": "false"},
    TYPE: {"OP": "false", "OPM": "1", "Type": "/ExtGState", "op": "true"},
}
SMALL_TYPE, THIN_LINE = 24.0, 6.0
"""The largest type and the widest line, in points, that are limited to two inks."""

_MAX_CORNER_BULGE = 0.42  # slightly more than the bulge of a rounded corner


class _Painted(NamedTuple):
    """A painted box on a page. ink: its sum of cyan, magenta and yellow. filled: the inner box that
    is certainly opaque, so that nothing below it counts."""

    box: Box
    ink: float
    filled: Box | None


class Overprinting(Colours):
    """The colours and graphics states of a content stream, which depend on the ground painted so
    far.

    numbers: the object numbers of graphics states already in the file. is_free: whether black may
    overprint everything below the stream.
    """

    def __init__(
        self,
        objects: Objects,
        about: Document,
        numbers: dict[str, int] | None = None,
        is_free: bool = True,
    ) -> None:
        super().__init__(about)
        self._objects = objects
        self._numbers = {} if numbers is None else numbers
        self._is_free = is_free
        self._ground = Ground(about.spaces, about.max_ink)
        self.state = KNOCKOUT
        # A mapping from form indices to the largest sum of cyan, magenta and yellow in the drawing.
        self._inks: dict[int, float] = {}

    def close_page(self) -> dict[str, str]:
        used, self.used, self.state = self.used, {}, KNOCKOUT
        self._ground.clear()
        return used

    def switch(self, state: str) -> list[str]:
        """Return the operator that sets a state, unless it is already set."""
        if state == self.state:
            return []
        self.state = state
        if state not in self._numbers:
            self._numbers[state] = self._objects.add(format_dictionary(SETTINGS[state]).encode())
        self.used[state] = f"{self._numbers[state]} 0 R"
        return [f"/{state} gs"]

    def begin_type(self, item: Text) -> str:
        overprints = self._ground.set_type(item) and self._is_free
        colour = self._write(item.colour, "rg", item.size <= SMALL_TYPE, overprints)
        return " ".join([*self.switch(TYPE if overprints else KNOCKOUT), colour])

    def begin_rule(self, item: Rule) -> str:
        overprints = self._ground.draw_rule(item) and self._is_free
        colour = self._write(item.colour, "RG", item.width <= THIN_LINE, overprints)
        return " ".join([*self.switch(LINES if overprints else KNOCKOUT), colour])

    def begin_layer(
        self, layer: Layer, drawing: Drawing, origin: Origin, is_cut: bool
    ) -> tuple[list[str], str]:
        overprints = self._ground.draw(layer, drawing, origin, is_cut) and self._is_free
        operators, style = self.switch(LINES if overprints else KNOCKOUT), layer.style
        if style.fill is not None:
            operators.append(self._write(style.fill, "rg", style.has_pale_type))
        return operators, self._write(style.line, "RG", is_fine(style), overprints)

    def begin_drawing(self, drawing: Drawing, origin: Origin) -> tuple[list[str], bool]:
        return self.switch(KNOCKOUT), self._ground.has_room(origin.find(_frame(drawing)))

    def open_form(self, is_free: bool) -> Overprinting:
        return Overprinting(self._objects, self._about, self._numbers, is_free)

    def close_form(self, form: int, inner: Colours) -> None:
        assert isinstance(inner, Overprinting)
        self._inks[form] = inner._ground.most

    def end_drawing(self, drawing: Drawing, origin: Origin, form: int) -> None:
        self._ground.paint(origin.find(_frame(drawing)), self._inks[form])

    def begin_photo(self, box: Box, is_in_colour: bool) -> list[str]:
        self._ground.paint(box, 3.0 if is_in_colour else 0.0)
        return self.switch(KNOCKOUT)

    def _write(self, colour: Colour, operator: str, is_fine: bool, overprints: bool = False) -> str:
        if overprints:
            return f"0 0 0 1 {'k' if operator == 'rg' else 'K'}"
        return write_colour(colour, self._about.spaces, self._about.max_ink, operator, is_fine)


class Ground:
    """The boxes painted on a page so far. spaces, max_ink: the document's colour spaces and its
    greatest sum of inks."""

    def __init__(self, spaces: Collection[str], max_ink: float | None) -> None:
        self._spaces = spaces
        self._limit, self._max_ink = max_ink, inf if max_ink is None else max_ink
        self._painted: list[_Painted] = []
        # By the id of paths: the paths, kept alive so that the id stays unique, and their box.
        self._boxes: dict[int, tuple[Sequence[Subpath], Box]] = {}

    def clear(self) -> None:
        """Begin another page."""
        self._painted.clear()

    @property
    def most(self) -> float:
        """The largest sum of cyan, magenta and yellow at any point."""
        return max((painted.ink for painted in self._painted), default=0.0)

    def has_room(self, box: Box) -> bool:
        """Return whether black may overprint everything in a box."""
        ink = 0.0
        for painted in reversed(self._painted):
            if _meet(painted.box, box):
                ink = max(ink, painted.ink)
            if painted.filled is not None and _contains(painted.filled, box):
                break
        return ink + 1.0 <= self._max_ink

    def paint(self, box: Box, ink: float, filled: Box | None = None) -> None:
        """Record a painted box. ink, filled: see `_Painted`."""
        if ink or filled is not None:
            self._painted.append(_Painted(box, ink, filled))

    def set_type(self, item: Text) -> bool:
        """Record a line of type, and return whether it overprints."""
        size = item.size
        length = text.measure_width(item.text, item.face, size)
        box = Box(item.x, item.y - size, length, 1.5 * size)
        if item.turned:
            box = Box(item.x - 0.5 * size, item.y, 1.5 * size, length)
        if self.is_black(item.colour, size <= SMALL_TYPE):
            return self.has_room(box)
        self.paint(box, self._sum_up(item.colour, size <= SMALL_TYPE))
        return False

    def draw_rule(self, item: Rule) -> bool:
        """Record a rule, and return whether it overprints."""
        left, top = min(item.x1, item.x2), min(item.y1, item.y2)
        box = Box(left, top, abs(item.x2 - item.x1), abs(item.y2 - item.y1)).widen(item.width / 2)
        is_thin = item.width <= THIN_LINE
        if is_thin and self.is_black(item.colour, is_thin):
            return self.has_room(box)
        self.paint(box, self._sum_up(item.colour, is_thin))
        return False

    def draw(self, layer: Layer, drawing: Drawing, origin: Origin, is_cut: bool) -> bool:
        """Record a layer of a drawing, and return whether its lines overprint.

        is_cut: whether a window may hide parts of the drawing.
        """
        style, paths = layer.style, layer.subpaths
        box = origin.find(self._measure(paths) if paths else _frame(drawing))
        box = box.widen(style.width / drawing.scale * origin.scale / 2)
        may_overprint, fill = self.has_room(box), 0.0
        if style.fill is not None:
            fill = self._sum_up(style.fill, style.has_pale_type)
            filled = None if is_cut else find_filled_box(paths)
            self.paint(box, fill, filled and origin.find(filled))
        if not style.width:
            return False
        if is_fine(style) and self.is_black(style.line, is_fine=True):
            return may_overprint and fill + 1.0 <= self._max_ink
        self.paint(box, self._sum_up(style.line, is_fine(style)))
        return False

    def _measure(self, paths: Sequence[Subpath]) -> Box:
        """Return the box of paths, measured only once, since many pages of a book share paths."""
        if id(paths) not in self._boxes:
            self._boxes[id(paths)] = paths, measure_paths(paths)
        return self._boxes[id(paths)][1]

    def is_black(self, colour: Colour, is_fine: bool) -> bool:
        """Return whether a colour is printed with black only."""
        return convert_to_space(colour, self._spaces, self._limit, is_fine) == (0.0,)

    def _sum_up(self, colour: Colour, is_fine: bool) -> float:
        numbers = convert_to_space(colour, self._spaces, self._limit, is_fine)
        return fsum(numbers[:3]) if len(numbers) == 4 else 0.0


def _frame(drawing: Drawing) -> Box:
    return Box(drawing.left, drawing.top, drawing.width, drawing.height)


def _meet(one: Box, other: Box) -> bool:
    return (
        one.x < other.right and other.x < one.right
        and one.y < other.bottom and other.y < one.bottom
    )  # fmt: skip


def _contains(outer: Box, inner: Box) -> bool:
    return (
        outer.x <= inner.x and inner.right <= outer.right
        and outer.y <= inner.y and inner.bottom <= outer.bottom
    )  # fmt: skip


def is_fine(style: Style) -> bool:
    """Return whether a style's lines are thin, and not the edge of an area of their colour."""
    return style.fill != style.line and style.width <= THIN_LINE


def measure_paths(subpaths: Sequence[Subpath]) -> Box:
    """Return a box that certainly contains all points and curves of some paths."""
    left = top = inf
    right = bottom = -inf
    for points, bends, _ in subpaths:
        controls = [point for bend in bends if isinstance(bend, tuple) for point in bend]
        reach = 0.0
        if any(bends) and len(controls) < 2 * len(bends):
            # An arc deviates from its chord by half the chord times its bulge. `chord` is the
            # longest chord.
            widest = max(abs(bend) for bend in bends if not isinstance(bend, tuple))
            ahead = [*points[1:], points[0]]
            chord = max(hypot(x - u, y - v) for (x, y), (u, v) in zip(points, ahead, strict=True))
            reach = chord / 2 * max(widest, 1.0)
        for x, y in (*points, *controls):
            left, right = min(left, x - reach), max(right, x + reach)
            top, bottom = min(top, y - reach), max(bottom, y + reach)
    return Box(left, top, right - left, bottom - top)


def find_filled_box(subpaths: Sequence[Subpath]) -> Box | None:
    """Return the box that a rectangle fills, without the rounded corners; None for other paths."""
    if len(subpaths) != 1:
        return None
    points, bends, is_closed = subpaths[0]
    straight = all(
        isinstance(bend, float | int) and 0 <= bend < _MAX_CORNER_BULGE for bend in bends
    )
    if not is_closed or len(points) not in (4, 8) or not straight:
        return None
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    if any(x not in (left, right) and y not in (top, bottom) for x, y in points):
        return None
    corner = max(
        min(max(abs(x - u), abs(y - v)) for u, v in points)
        for x in (left, right)
        for y in (top, bottom)
    )
    width, height = right - left - 2 * corner, bottom - top - 2 * corner
    if width <= 0 or height <= 0:
        return None
    return Box(left + corner, top + corner, width, height)
