"""What a page paints, read from its operators: sizes of type, weights of lines, colours, pictures,
transparency.

A walk through the content of a page and of the forms and patterns that it uses keeps the part of
the graphics state that decides these. Where things stand is not read here: that is measured on the
rendered page (`ink`).
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from math import fsum, hypot
from typing import Any, NamedTuple

import pikepdf

from puzzlebook.checks.colours import (
    find_resource,
    is_coloured,
    measure_picture_ink,
    name_colour_space,
    name_inline_space,
    strength,
)
from puzzlebook.checks.glyphs import FONT_UNIT, glyph_scale, list_glyphs
from puzzlebook.checks.matrices import UNIT, Matrix, multiply, narrowest, parse_matrix
from puzzlebook.checks.painted import Painted, PlacedImage, minimum
from puzzlebook.checks.shadings import measure_shading_ink

_DEEPEST = 24
_MOST_FORMS = 20_000
_OPERATORS = "q Q cm w gs Do S s B B* b b* f F f* sh BT Tf Tm Tr Tj TJ ' \" g G rg RG k K cs CS sc SC scn SCN BI ID EI d1"
_PLAIN_BLENDS = ("/Normal", "/Compatible")
_FILLS = frozenset(("f", "F", "f*", "B", "B*", "b", "b*"))
_STROKES = frozenset(("S", "s", "B", "B*", "b", "b*"))
_SHOWS = frozenset(("Tj", "TJ", "'", '"'))
_INVISIBLE, _CLIPS = (
    3,
    7,
)  # ways to show text: not at all, and only as the edge of what else is painted
_FILLED, _DRAWN = (0, 2, 4, 6), (1, 2, 5, 6)  # ways to show text: as areas, as outlines
_TRANSFERS = ("/TR", "/TR2")
_DEVICE = {"g": "gray", "G": "gray", "rg": "rgb", "RG": "rgb", "k": "cmyk", "K": "cmyk"}

_Instruction = tuple[Any, str]
_Colour = tuple[str, tuple[float, ...]]
_TURNS: dict[int, Matrix] = {
    90: (0, -1, 1, 0, 0, 0),
    180: (-1, 0, 0, -1, 0, 0),
    270: (0, 1, -1, 0, 0, 0),
}


class _State(NamedTuple):
    """The part of the graphics state that matters. fill, stroke: the colour's space and its
    numbers. stencil: whether these stay what they are, as in a glyph that has no colour of its
    own."""

    matrix: Matrix = UNIT
    width: float = 1.0
    font: Any = None
    size: float = 0.0
    mode: int = 0
    fill: _Colour = ("gray", (0.0,))
    stroke: _Colour = ("gray", (0.0,))
    stencil: bool = False

    # What is set most often is set without `_replace`, which takes five times as long.
    def at(self, matrix: Matrix) -> _State:
        """The state with this matrix."""
        return _State(matrix, *self[1:])

    def with_line_width(self, width: float) -> _State:
        """The state with lines of this width."""
        return _State(self[0], width, *self[2:])

    def coloured(self, operator: str, colour: _Colour) -> _State:
        """The state with this colour: operators in capitals set that of lines."""
        if self.stencil:
            return self
        if operator[0].isupper():
            return _State(*self[:6], colour, self[7])
        return _State(*self[:5], colour, *self[6:])


def find_painted(page: pikepdf.Page, unit: float, turned: int, kept: dict[Any, Any]) -> Painted:
    """What a page paints. unit: its user unit. turned: by so many degrees when it is shown,
    clockwise. kept: content that other pages of the document use too."""
    found = Painted()
    walk = _Walk(found, kept)
    matrix = multiply((unit, 0, 0, unit, 0, 0), _TURNS.get(turned, UNIT))
    walk.content(page, page.obj.get("/Resources") or page.resources, _State(matrix=matrix), 0)
    return found


class _Walk:
    """One walk through a page's content."""

    def __init__(self, found: Painted, kept: dict[Any, Any]) -> None:
        self.found = found
        self.kept = kept
        self.forms = 0
        self.glyphs: set[Any] = set()
        self.colours: set[_Colour] = set()

    def content(self, stream: Any, resources: Any, state: _State, depth: int) -> None:
        """Follow the operators of a page, a form or a pattern."""
        self.forms += 1
        if depth > _DEEPEST or self.forms > _MOST_FORMS:
            raise ValueError("its forms hold each other without end")
        resources = resources if isinstance(resources, pikepdf.Dictionary) else pikepdf.Dictionary()
        base, text, stack = state.matrix, UNIT, []
        for operands, name in self._instructions(stream):
            if name in _DEVICE:
                state = state.coloured(name, (_DEVICE[name], tuple(map(float, operands))))
            elif name == "q":
                stack.append(state)
            elif name == "Q":
                state = stack.pop() if stack else state
            elif name == "cm":
                state = state.at(multiply(parse_matrix(operands), state.matrix))
            elif name == "BT":
                text = UNIT
            elif name == "Tm":
                text = parse_matrix(operands)
            elif name in _SHOWS:
                self._show(operands, resources, state, text, depth)
            elif name in _FILLS or name in _STROKES:
                self._paint(name, state)
            elif name == "Do":
                self._do(find_resource(resources, "/XObject", operands), resources, state, depth)
            elif name == "sh":
                self._shading(find_resource(resources, "/Shading", operands), resources)
            elif name == "INLINE IMAGE":
                self._picture(
                    operands[0].obj if hasattr(operands[0], "obj") else None, state, operands[0]
                )
            else:
                state = self._set(name, operands, resources, state)
                if name in ("scn", "SCN") and operands and isinstance(operands[-1], pikepdf.Name):
                    self._pattern(
                        find_resource(resources, "/Pattern", operands[-1:]), resources, base, depth
                    )

    def _instructions(self, stream: Any) -> Iterable[_Instruction]:
        """The operators that matter; those of a form are read once for the whole document."""
        if isinstance(stream, pikepdf.Page):
            return _parse(stream)
        key = stream.objgen
        if key not in self.kept or key == (0, 0):
            self.kept[key] = _parse(stream)
        found: list[_Instruction] = self.kept[key]
        return found

    def _set(self, name: str, operands: Any, resources: Any, state: _State) -> _State:
        """The state after an operator that paints nothing."""
        if name == "w":
            return state.with_line_width(float(operands[0]))
        if name == "Tf":
            return state._replace(
                font=find_resource(resources, "/Font", operands), size=float(operands[1])
            )
        if name == "Tr":
            return state._replace(mode=int(operands[0]))
        if name == "d1":
            return state._replace(stencil=True)
        if name == "gs":
            return self._apply_settings(find_resource(resources, "/ExtGState", operands), state)
        if name in ("cs", "CS"):
            space = name_colour_space(operands[0], resources)
            return state.coloured(name, (space, (0.0, 0.0, 0.0, 1.0) if space == "cmyk" else ()))
        if name in ("sc", "SC", "scn", "SCN"):
            space = (state.stroke if name[0] == "S" else state.fill)[0]
            return state.coloured(
                name, (space, tuple(float(number) for number in operands if _is_number(number)))
            )
        return state

    def _apply_settings(self, settings: Any, state: _State) -> _State:
        if not isinstance(settings, pikepdf.Dictionary):
            return state
        if any(float(settings.get(key, 1)) < 1 for key in ("/ca", "/CA")):
            self.found.transparent.add("opacity below 1")
        if isinstance(settings.get("/SMask"), pikepdf.Dictionary):
            self.found.transparent.add("a soft mask")
        mode = settings.get("/BM")
        if (
            str(mode[0] if isinstance(mode, pikepdf.Array) and len(mode) else mode or "/Normal")
            not in _PLAIN_BLENDS
        ):
            self.found.transparent.add("a blend mode")
        if any(
            str(settings.get(key, "/Identity")) not in ("/Identity", "/Default")
            for key in _TRANSFERS
        ):
            self.found.constructs.add("transfer functions")
        if isinstance(font := settings.get("/Font"), pikepdf.Array):
            state = state._replace(font=font[0], size=float(font[1]))
        return state._replace(width=float(settings.get("/LW", state.width)))

    def _show(self, operands: Any, resources: Any, state: _State, text: Matrix, depth: int) -> None:
        shown = operands[-1] if isinstance(operands[-1], pikepdf.Array) else operands[-1:]
        codes = b"".join(bytes(part) for part in shown if isinstance(part, pikepdf.String))
        if not codes or state.mode in (_INVISIBLE, _CLIPS):
            self.found.hidden_text |= bool(codes) and state.mode == _INVISIBLE
            return
        through = multiply(text, state.matrix)
        a, b, c, d, _, _ = through
        size = state.size * glyph_scale(state.font) * hypot(c, d)
        if size:
            self.found.type_size = minimum(self.found.type_size, abs(size))
        if abs(a) > abs(b):
            self.found.upside += len(codes) * (a * state.size < 0)
            self.found.upright += len(codes) * (a * state.size > 0)
        if state.font is not None and state.font.get("/Subtype") == "/Type3":
            self._glyphs(set(codes), resources, state, through, depth)
            return
        if state.mode in _FILLED:
            self._colour(state.fill)
        if state.mode in _DRAWN and not (state.mode in _FILLED and state.fill == state.stroke):
            self._line(state)

    def _glyphs(
        self, codes: set[int], resources: Any, state: _State, through: Matrix, depth: int
    ) -> None:
        """Follow the glyphs of a font of Type 3, which are content like a page's; each but once for
        its size."""
        font, procedures = state.font, state.font.get("/CharProcs")
        if not isinstance(procedures, pikepdf.Dictionary):
            return
        size = (state.size, 0.0, 0.0, state.size, 0.0, 0.0)
        matrix = multiply(multiply(parse_matrix(font.get("/FontMatrix", FONT_UNIT)), size), through)
        inner = state._replace(matrix=matrix, mode=0, font=None)
        for name in list_glyphs(font, procedures, codes):
            glyph = procedures.get(name)
            key = name, font.objgen, tuple(round(number, 6) for number in matrix[:4]), state.fill
            if isinstance(glyph, pikepdf.Stream) and key not in self.glyphs:
                self.glyphs.add(key)
                self.content(glyph, font.get("/Resources", resources), inner, depth + 1)

    def _paint(self, name: str, state: _State) -> None:
        if name in _STROKES:
            self._line(state)
        if name in _FILLS:
            self._colour(state.fill)

    def _line(self, state: _State) -> None:
        weight = state.width * narrowest(state.matrix)
        self.found.line = minimum(self.found.line, weight)
        self._colour(state.stroke)
        share = strength(*state.stroke)
        if 0 < share < 1:
            self.found.pale.add((round(weight, 3), round(share, 3)))

    def _colour(self, colour: _Colour) -> None:
        space, numbers = colour
        if space == "pattern" or colour in self.colours:
            return
        self.colours.add(colour)
        self.found.spaces.update(space.split("+"))
        self.found.coloured |= is_coloured(space, numbers)
        if space == "cmyk":
            self.found.ink = max(self.found.ink, fsum(numbers))
        if space == "gray" and numbers and 0 < 1 - numbers[0] < 1:
            self.found.tint = minimum(self.found.tint, 1 - numbers[0])

    def _do(self, thing: Any, resources: Any, state: _State, depth: int) -> None:
        if not isinstance(thing, pikepdf.Stream):
            return
        kind = thing.get("/Subtype")
        if kind == "/Image":
            self._picture(thing, state)
        elif kind == "/PS" or thing.get("/Subtype2") == "/PS":
            self.found.constructs.add("PostScript")
        elif kind == "/Form":
            if "/Group" in thing:
                self.found.constructs.add("transparency groups")
            inner = state
            if "/Matrix" in thing:
                inner = state.at(multiply(parse_matrix(thing.Matrix), state.matrix))
            if "/Resources" in thing and thing.is_indirect:
                self._form(thing, inner, depth)
            else:
                self.content(thing, resources, inner, depth + 1)

    def _form(self, form: Any, state: _State, depth: int) -> None:
        """What a form paints that needs nothing of its page: found once for the document wherever
        it is as large."""
        font = state.font.objgen if isinstance(state.font, pikepdf.Object) else None
        key = form.objgen, state.matrix[:4], font, state.width, *state[3:]
        if key not in self.kept:
            whole, glyphs, colours = self.found, self.glyphs, self.colours
            self.found, self.glyphs, self.colours = Painted(), set(), set()
            self.content(form, form.Resources, state, depth + 1)
            self.kept[key] = self.found
            self.found, self.glyphs, self.colours = whole, glyphs, colours
        self.found.add(self.kept[key])

    def _picture(self, image: Any, state: _State, inline: Any = None) -> None:
        width, height = (inline.width, inline.height) if inline is not None else (image.get("/Width", 0),
                                                                                   image.get("/Height", 0))  # fmt: skip
        a, b, c, d, _, _ = state.matrix
        across, down = hypot(a, b) / 72, hypot(c, d) / 72
        if across and down and width and height:
            dpi = min(int(width) / across, int(height) / down)
            self.found.pictures.append(PlacedImage(int(width), int(height), dpi))
        if inline is not None:
            self._pixels(name_inline_space(inline), inline, state, inline.image_mask)
            return
        self._pixels(
            name_colour_space(image.get("/ColorSpace"), None),
            image,
            state,
            bool(image.get("/ImageMask")),
        )
        if "/SMask" in image:
            self.found.transparent.add("a soft mask")
        if "/JPXDecode" in _name_filters(image):
            self.found.constructs.add("JPEG 2000")

    def _pixels(self, space: str, image: Any, state: _State, is_mask: bool) -> None:
        if is_mask:
            self._colour(state.fill)
            return
        self._colour((space, ()))
        self.found.coloured |= not space.startswith("gray")
        if space == "cmyk":
            self.found.ink = max(self.found.ink, measure_picture_ink(image))

    def _shading(self, shading: Any, resources: Any) -> None:
        if isinstance(shading, pikepdf.Dictionary | pikepdf.Stream):
            space = name_colour_space(shading.get("/ColorSpace"), resources)
            self._colour((space, ()))
            self.found.coloured |= not space.startswith("gray")
            if space == "cmyk":
                ink = measure_shading_ink(shading)
                self.found.ink, self.found.untold = (
                    max(self.found.ink, ink or 0.0),
                    self.found.untold or ink is None,
                )

    def _pattern(self, pattern: Any, resources: Any, base: Matrix, depth: int) -> None:
        if isinstance(pattern, pikepdf.Stream):
            inner = multiply(parse_matrix(pattern.get("/Matrix", UNIT)), base)
            self.content(
                pattern, pattern.get("/Resources", resources), _State(matrix=inner), depth + 1
            )
        elif isinstance(pattern, pikepdf.Dictionary):
            self._shading(pattern.get("/Shading"), resources)


def _name_filters(image: Any) -> list[str]:
    """The names of the filters that a stream is packed with."""
    named = image.get("/Filter")
    return [str(name) for name in named] if isinstance(named, pikepdf.Array) else [str(named)]


def _parse(stream: Any) -> list[_Instruction]:
    """The operators of a stream, each with what it is given; it may break off in the middle of one,
    of which pikepdf would tell the user."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = pikepdf.parse_content_stream(stream, _OPERATORS)
    return [(instruction.operands, str(instruction.operator)) for instruction in found]


def _is_number(operand: Any) -> bool:
    return not isinstance(operand, pikepdf.Object) or isinstance(operand, int | float)
