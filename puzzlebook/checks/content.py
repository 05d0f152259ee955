"""What a page paints, read from its operators: sizes of type, weights of lines, colours, pictures, transparency.

A walk through the content of a page and of the forms and patterns that it uses keeps the part of the graphics state
that decides these. Where things stand is not read here: that is measured on the rendered page (`ink`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from math import hypot
from typing import Any, NamedTuple

import pikepdf

from puzzlebook.checks.colour_spaces import colour_space, entry, inline_space
from puzzlebook.checks.matrices import UNIT, Matrix, matrix_of, narrowest, times
from puzzlebook.checks.picture_ink import picture_ink

_FONT_SCALE = 0.001
_DEEPEST = 24
_MOST_FORMS = 20_000
_OPERATORS = "q Q cm w gs Do S s B B* b b* f F f* sh BT Tf Tm Tr Tj TJ ' \" g G rg RG k K cs CS sc SC scn SCN BI ID EI"
_FILLS = frozenset(("f", "F", "f*", "B", "B*", "b", "b*"))
_STROKES = frozenset(("S", "s", "B", "B*", "b", "b*"))
_SHOWS = frozenset(("Tj", "TJ", "'", '"'))
_DEVICE = {"g": "gray", "G": "gray", "rg": "rgb", "RG": "rgb", "k": "cmyk", "K": "cmyk"}


class Shown(NamedTuple):
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
    pictures: list[Shown] = field(default_factory=list)
    transparent: set[str] = field(default_factory=set)
    hidden_text: bool = False


@dataclass(frozen=True)
class _State:
    """The part of the graphics state that matters. fill, stroke: the colour's space and its numbers."""

    matrix: Matrix = UNIT
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
        base, text, stack = state.matrix, UNIT, []
        for operands, operator in self._instructions(stream):
            name = str(operator)
            if name == "q":
                stack.append(state)
            elif name == "Q":
                state = stack.pop() if stack else state
            elif name == "BT":
                text = UNIT
            elif name == "Tm":
                text = matrix_of(operands)
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
            return replace(state, matrix=times(matrix_of(operands), state.matrix))
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
        if _blend(settings.get("/BM")) not in ("/Normal", "/Compatible"):
            self.found.transparent.add("a blend mode")
        if isinstance(font := settings.get("/Font"), pikepdf.Array):
            state = replace(state, font=font[0], size=float(font[1]))
        return replace(state, width=float(settings.get("/LW", state.width)))

    def _show(self, operands: Any, state: _State, text: Matrix) -> None:
        if not _has_glyphs(operands[-1]):
            return
        if state.mode in (3, 7):
            self.found.hidden_text |= state.mode == 3
            return
        _, _, c, d, _, _ = times(text, state.matrix)
        size = state.size * _glyph_scale(state.font) * hypot(c, d)
        if size:
            self.found.type_size = _least(self.found.type_size, abs(size))
        self._colour(state.stroke if state.mode == 1 else state.fill)

    def _paint(self, name: str, state: _State) -> None:
        if name in _STROKES:
            self.found.line = _least(self.found.line, state.width * narrowest(state.matrix))
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
            inner = times(matrix_of(thing.get("/Matrix", UNIT)), state.matrix)
            self.content(thing, thing.get("/Resources", resources), replace(state, matrix=inner), depth + 1)

    def _picture(self, image: Any, state: _State, inline: Any = None) -> None:
        width, height = (inline.width, inline.height) if inline is not None else (image.get("/Width", 0),
                                                                                   image.get("/Height", 0))  # fmt: skip
        a, b, c, d, _, _ = state.matrix
        across, down = hypot(a, b) / 72, hypot(c, d) / 72
        if across and down and width and height:
            dpi = min(int(width) / across, int(height) / down)
            self.found.pictures.append(Shown(int(width), int(height), dpi))
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
            inner = times(matrix_of(pattern.get("/Matrix", UNIT)), base)
            self.content(pattern, pattern.get("/Resources", resources), _State(matrix=inner), depth + 1)
        elif isinstance(pattern, pikepdf.Dictionary):
            self._shading(pattern.get("/Shading"), resources)


def _coloured(state: _State, name: str, colour: tuple[str, tuple[float, ...]]) -> _State:
    """The state with this colour: operators in capitals set that of lines."""
    return replace(state, stroke=colour) if name[0].isupper() else replace(state, fill=colour)


def _blend(mode: Any) -> str:
    return str(mode[0] if isinstance(mode, pikepdf.Array) and len(mode) else mode or "/Normal")


def _has_glyphs(shown: Any) -> bool:
    parts = shown if isinstance(shown, pikepdf.Array) else [shown]
    return any(isinstance(part, pikepdf.String) and len(bytes(part)) for part in parts)


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
