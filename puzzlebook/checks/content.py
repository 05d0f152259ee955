"""What a page paints, read from its operators: sizes of type, weights of lines, colours, pictures, transparency.

A walk through the content of a page and of the forms and patterns that it uses keeps the part of the graphics state
that decides these. Where things stand is not read here: that is measured on the rendered page (`ink`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from math import hypot, sqrt
from typing import Any, NamedTuple

import pikepdf

from puzzlebook.checks.colours import colour_space, entry, inline_space, picture_ink

_FONT_SCALE = 0.001
_DEEPEST = 24
_MOST_FORMS = 20_000
_OPERATORS = "q Q cm w gs Do S s B B* b b* f F f* sh BT Tf Tm Tr Tj TJ ' \" g G rg RG k K cs CS sc SC scn SCN BI ID EI"
_PLAIN_BLENDS = ("/Normal", "/Compatible")
_FILLS = frozenset(("f", "F", "f*", "B", "B*", "b", "b*"))
_STROKES = frozenset(("S", "s", "B", "B*", "b", "b*"))
_SHOWS = frozenset(("Tj", "TJ", "'", '"'))
_DEVICE = {"g": "gray", "G": "gray", "rg": "rgb", "RG": "rgb", "k": "cmyk", "K": "cmyk"}

Matrix = tuple[float, float, float, float, float, float]
"""Six numbers a b c d e f that take (x, y) to (a x + c y + e, b x + d y + f), as PDF writes them."""

_UNIT: Matrix = (1, 0, 0, 1, 0, 0)


class PlacedImage(NamedTuple):
    """A picture of pixels as it is placed: its pixels, and how many of them there are to an inch."""

    width: int
    height: int
    dpi: float


@dataclass
class Painted:
    """What was found on a page.

    type_size, line: the smallest type and the thinnest line, in points; None where there is none.
    spaces: colour spaces, of gray, rgb, cmyk, lab, spot and icc. ink: the largest sum of inks in cmyk.
    tint: the lightest grey that is not white, as a share of black. transparent: why something shines through.
    """

    type_size: float | None = None
    line: float | None = None
    spaces: set[str] = field(default_factory=set)
    ink: float = 0.0
    tint: float | None = None
    pictures: list[PlacedImage] = field(default_factory=list)
    transparent: set[str] = field(default_factory=set)
    hidden_text: bool = False


@dataclass(frozen=True)
class _State:
    """The part of the graphics state that matters. fill, stroke: the colour's space and its numbers."""

    matrix: Matrix = _UNIT
    width: float = 1.0
    font: Any = None
    size: float = 0.0
    mode: int = 0
    fill: tuple[str, tuple[float, ...]] = ("gray", (0.0,))
    stroke: tuple[str, tuple[float, ...]] = ("gray", (0.0,))


def painted_on(page: pikepdf.Page, unit: float, kept: dict[Any, Any]) -> Painted:
    """What a page paints. unit: its user unit. kept: content that other pages of the document use too."""
    found = Painted()
    walk = _Walk(found, kept)
    walk.content(page, page.obj.get("/Resources") or page.resources, _State(matrix=(unit, 0, 0, unit, 0, 0)), 0)
    return found


class _Walk:
    """One walk through a page's content."""

    def __init__(self, found: Painted, kept: dict[Any, Any]) -> None:
        self.found = found
        self.kept = kept
        self.forms = 0

    def content(self, stream: Any, resources: Any, state: _State, depth: int) -> None:
        """Follow the operators of a page, a form or a pattern."""
        self.forms += 1
        if depth > _DEEPEST or self.forms > _MOST_FORMS:
            raise ValueError("its forms hold each other without end")
        resources = resources if isinstance(resources, pikepdf.Dictionary) else pikepdf.Dictionary()
        base, text, stack = state.matrix, _UNIT, []
        for operands, operator in self._instructions(stream):
            name = str(operator)
            if name == "q":
                stack.append(state)
            elif name == "Q":
                state = stack.pop() if stack else state
            elif name == "BT":
                text = _UNIT
            elif name == "Tm":
                text = _matrix_of(operands)
            elif name in _SHOWS:
                self._show(operands, state, text)
            elif name in _FILLS or name in _STROKES:
                self._paint(name, state)
            elif name == "Do":
                self._do(entry(resources, "/XObject", operands), resources, state, depth)
            elif name == "sh":
                self._shading(entry(resources, "/Shading", operands), resources)
            elif name == "INLINE IMAGE":
                self._picture(operands[0].obj if hasattr(operands[0], "obj") else None, state, operands[0])
            else:
                state = self._set(name, operands, resources, state)
                if name in ("scn", "SCN") and operands and isinstance(operands[-1], pikepdf.Name):
                    self._pattern(entry(resources, "/Pattern", operands[-1:]), resources, base, depth)

    def _instructions(self, stream: Any) -> Iterable[Any]:
        """The operators that matter; those of a form are read once for the whole document."""
        if isinstance(stream, pikepdf.Page):
            return pikepdf.parse_content_stream(stream, _OPERATORS)
        key = stream.objgen
        if key not in self.kept or key == (0, 0):
            self.kept[key] = pikepdf.parse_content_stream(stream, _OPERATORS)
        found: Iterable[Any] = self.kept[key]
        return found

    def _set(self, name: str, operands: Any, resources: Any, state: _State) -> _State:
        """The state after an operator that paints nothing."""
        if name == "cm":
            return replace(state, matrix=_times(_matrix_of(operands), state.matrix))
        if name == "w":
            return replace(state, width=float(operands[0]))
        if name == "Tf":
            return replace(state, font=entry(resources, "/Font", operands), size=float(operands[1]))
        if name == "Tr":
            return replace(state, mode=int(operands[0]))
        if name == "gs":
            return self._extended(entry(resources, "/ExtGState", operands), state)
        if name in _DEVICE:
            return _coloured(state, name, (_DEVICE[name], tuple(map(float, operands))))
        if name in ("cs", "CS"):
            space = colour_space(operands[0], resources)
            return _coloured(state, name, (space, (0.0, 0.0, 0.0, 1.0) if space == "cmyk" else ()))
        if name in ("sc", "SC", "scn", "SCN"):
            space = (state.stroke if name[0] == "S" else state.fill)[0]
            return _coloured(state, name, (space, tuple(float(number) for number in operands if _is_number(number))))
        return state

    def _extended(self, settings: Any, state: _State) -> _State:
        if not isinstance(settings, pikepdf.Dictionary):
            return state
        if any(float(settings.get(key, 1)) < 1 for key in ("/ca", "/CA")):
            self.found.transparent.add("opacity below 1")
        if isinstance(settings.get("/SMask"), pikepdf.Dictionary):
            self.found.transparent.add("a soft mask")
        mode = settings.get("/BM")
        if str(mode[0] if isinstance(mode, pikepdf.Array) and len(mode) else mode or "/Normal") not in _PLAIN_BLENDS:
            self.found.transparent.add("a blend mode")
        if isinstance(font := settings.get("/Font"), pikepdf.Array):
            state = replace(state, font=font[0], size=float(font[1]))
        return replace(state, width=float(settings.get("/LW", state.width)))

    def _show(self, operands: Any, state: _State, text: Matrix) -> None:
        shown = operands[-1] if isinstance(operands[-1], pikepdf.Array) else operands[-1:]
        if not any(isinstance(part, pikepdf.String) and len(bytes(part)) for part in shown):
            return
        if state.mode in (3, 7):
            self.found.hidden_text |= state.mode == 3
            return
        _, _, c, d, _, _ = _times(text, state.matrix)
        size = state.size * _glyph_scale(state.font) * hypot(c, d)
        if size:
            self.found.type_size = _least(self.found.type_size, abs(size))
        self._colour(state.stroke if state.mode == 1 else state.fill)

    def _paint(self, name: str, state: _State) -> None:
        if name in _STROKES:
            self.found.line = _least(self.found.line, state.width * _narrowest(state.matrix))
            self._colour(state.stroke)
        if name in _FILLS:
            self._colour(state.fill)

    def _colour(self, colour: tuple[str, tuple[float, ...]]) -> None:
        space, numbers = colour
        if space == "pattern":
            return
        self.found.spaces.update(space.split("+"))
        if space == "cmyk":
            self.found.ink = max(self.found.ink, sum(numbers))
        if space == "gray" and numbers and 0 < 1 - numbers[0] < 1:
            self.found.tint = _least(self.found.tint, 1 - numbers[0])

    def _do(self, thing: Any, resources: Any, state: _State, depth: int) -> None:
        if not isinstance(thing, pikepdf.Stream):
            return
        if thing.get("/Subtype") == "/Image":
            self._picture(thing, state)
        elif thing.get("/Subtype") == "/Form":
            inner = _times(_matrix_of(thing.get("/Matrix", _UNIT)), state.matrix)
            self.content(thing, thing.get("/Resources", resources), replace(state, matrix=inner), depth + 1)

    def _picture(self, image: Any, state: _State, inline: Any = None) -> None:
        width, height = (inline.width, inline.height) if inline is not None else (image.get("/Width", 0),
                                                                                   image.get("/Height", 0))  # fmt: skip
        a, b, c, d, _, _ = state.matrix
        across, down = hypot(a, b) / 72, hypot(c, d) / 72
        if across and down and width and height:
            dpi = min(int(width) / across, int(height) / down)
            self.found.pictures.append(PlacedImage(int(width), int(height), dpi))
        if inline is not None:
            self._colour(("gray" if inline.image_mask else inline_space(inline), ()))
            return
        if image.get("/ImageMask"):
            self._colour(state.fill)
        else:
            space = colour_space(image.get("/ColorSpace"), None)
            self._colour((space, ()))
            if space == "cmyk":
                self.found.ink = max(self.found.ink, picture_ink(image))
        if "/SMask" in image:
            self.found.transparent.add("a soft mask")

    def _shading(self, shading: Any, resources: Any) -> None:
        if isinstance(shading, pikepdf.Dictionary | pikepdf.Stream):
            self._colour((colour_space(shading.get("/ColorSpace"), resources), ()))

    def _pattern(self, pattern: Any, resources: Any, base: Matrix, depth: int) -> None:
        if isinstance(pattern, pikepdf.Stream):
            inner = _times(_matrix_of(pattern.get("/Matrix", _UNIT)), base)
            self.content(pattern, pattern.get("/Resources", resources), _State(matrix=inner), depth + 1)
        elif isinstance(pattern, pikepdf.Dictionary):
            self._shading(pattern.get("/Shading"), resources)


def _coloured(state: _State, name: str, colour: tuple[str, tuple[float, ...]]) -> _State:
    """The state with this colour: operators in capitals set that of lines."""
    return replace(state, stroke=colour) if name[0].isupper() else replace(state, fill=colour)


def _glyph_scale(font: Any) -> float:
    """How a font's units relate to the thousandths of an em that most have; 0 where its glyphs have no known size."""
    if font is None or font.get("/Subtype") != "/Type3":
        return 1.0
    scale = abs(float(font.get("/FontMatrix", [_FONT_SCALE, 0, 0, _FONT_SCALE])[3])) / _FONT_SCALE
    return scale if 0.4 <= scale <= 1.1 else 0.0


def _is_number(operand: Any) -> bool:
    return not isinstance(operand, pikepdf.Object) or isinstance(operand, int | float)


def _least(known: float | None, value: float) -> float:
    return value if known is None else min(known, value)


def _matrix_of(numbers: Any) -> Matrix:
    """The matrix that a PDF's array holds; ValueError where it has other than six numbers."""
    a, b, c, d, e, f = map(float, numbers)
    return a, b, c, d, e, f


def _times(first: Matrix, then: Matrix) -> Matrix:
    """The matrix that does what `first` does and then what `then` does."""
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    return a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u


def _narrowest(matrix: Matrix) -> float:
    """The least factor by which a matrix scales a length: the smaller singular value."""
    a, b, c, d, _, _ = matrix
    total, area = a * a + b * b + c * c + d * d, abs(a * d - b * c)
    return sqrt(max(0.0, (total - sqrt(max(0.0, total * total - 4 * area * area))) / 2))
