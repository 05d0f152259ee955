"""What a page paints, read from its operators: type, lines, colours, pictures, transparency.

The operators of a page, its forms and its patterns are read in order, keeping track of the relevant
part of the graphics state. Positions are not read: `ink` measures them on the rendered page.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable
from math import fsum, hypot
from typing import Any, NamedTuple

import pikepdf

from puzzlebook.checks.colours import (
    find_resource,
    is_coloured,
    is_known_space,
    measure_picture_ink,
    measure_strength,
    measure_tint,
    name_colour_space,
    name_inline_space,
)
from puzzlebook.checks.font_programs import shows_boxes
from puzzlebook.checks.glyphs import FONT_UNIT, glyph_scale, list_glyphs
from puzzlebook.checks.matrices import UNIT, Matrix, min_scale, multiply, parse_matrix
from puzzlebook.checks.painted import Painted, PlacedImage, minimum
from puzzlebook.checks.shadings import measure_shading_ink

_MAX_DEPTH = 24  # levels of nested forms
_MAX_FORMS = 20_000  # on a page
_OPERATORS = (
    "q Q cm w gs Do S s B B* b b* f F f* sh BT Tf Tm Tr Tj TJ ' \" "
    "g G rg RG k K cs CS sc SC scn SCN BI ID EI d1"
)
_ONE_PATH = re.compile(rb"[-+.0-9mlcvyhre \t\r\n\f]*[ \t\r\n\f]([SsFf]|[Bbf]\*?)[ \t\r\n\f]*")
"""The content of a form that is one painted path, as those of mazes are. Only its painting operator
is relevant, and parsing all others would take most of the time of a check."""
_PLAIN_BLENDS = ("/Normal", "/Compatible")
_FILLS = frozenset(("f", "F", "f*", "B", "B*", "b", "b*"))
_STROKES = frozenset(("S", "s", "B", "B*", "b", "b*"))
_TEXT_OPERATORS = frozenset(("Tj", "TJ", "'", '"'))
_INVISIBLE, _CLIPPING = 3, 7  # text rendering modes: not shown, only a clipping path
_FILL_MODES, _STROKE_MODES = (0, 2, 4, 6), (1, 2, 5, 6)  # text rendering modes that fill and stroke
_TRANSFERS = ("/TR", "/TR2")
_OVERPRINTS = frozenset(("/OP", "/op", "/OPM"))
_OPACITIES = frozenset(("/ca", "/CA"))
IDLE_TRANSFER = "idle transfer functions"
"""A /TR key that names the identity function: it has no effect, but PDF/X-1a forbids it."""
OPI = "OPI"
"""A picture that stands for another, in a file of its own."""

_DEVICE = {"g": "gray", "G": "gray", "rg": "rgb", "RG": "rgb", "k": "cmyk", "K": "cmyk"}

_Instruction = tuple[Any, str]
_Colour = tuple[str, tuple[float, ...]]
_ROTATIONS: dict[int, Matrix] = {
    90: (0, -1, 1, 0, 0, 0),
    180: (-1, 0, 0, -1, 0, 0),
    270: (0, 1, -1, 0, 0, 0),
}


class _State(NamedTuple):
    """The relevant part of the graphics state.

    fill, stroke: a colour space and its numbers. stencil: whether colours cannot change, as in an
    uncoloured glyph. fill_overprints, stroke_overprints: whether the fill or stroke overprints.
    keeps_below: whether overprinting keeps the inks that the new colour lacks (overprint mode 1).
    fill_is_clear, stroke_is_clear: whether what is below shows through the fill or stroke.
    """

    matrix: Matrix = UNIT
    width: float = 1.0
    font: Any = None
    size: float = 0.0
    mode: int = 0
    fill: _Colour = ("gray", (0.0,))
    stroke: _Colour = ("gray", (0.0,))
    stencil: bool = False
    fill_overprints: bool = False
    stroke_overprints: bool = False
    keeps_below: bool = False
    fill_is_clear: bool = False
    stroke_is_clear: bool = False

    # `_replace` takes five times as long, so the commonest changes avoid it.
    def set_matrix(self, matrix: Matrix) -> _State:
        """Return the state with this matrix."""
        return _State(matrix, *self[1:])

    def set_line_width(self, width: float) -> _State:
        """Return the state with this line width."""
        return _State(self[0], width, *self[2:])

    def set_colour(self, operator: str, colour: _Colour) -> _State:
        """Return the state with this colour; uppercase operators set the stroke colour."""
        if self.stencil:
            return self
        if operator[0].isupper():
            return _State(*self[:6], colour, *self[7:])
        return _State(*self[:5], colour, self.stroke, *self[7:])


def find_painted(page: pikepdf.Page, unit: float, rotation: int, cache: dict[Any, Any]) -> Painted:
    """Return what a page paints.

    unit: the page's user unit. rotation: its rotation when shown, in degrees clockwise. cache: the
    content of forms, shared by all pages of the document.
    """
    walk = _Walk(cache)
    matrix = multiply((unit, 0, 0, unit, 0, 0), _ROTATIONS.get(rotation, UNIT))
    walk.follow(page, page.obj.get("/Resources") or page.resources, _State(matrix=matrix), 0)
    return walk.result


class _Walk:
    """A walk through the content of a page.

    result: what has been painted so far. forms: the number of streams followed. glyphs, colours:
    those already recorded in `result`.
    """

    def __init__(self, cache: dict[Any, Any]) -> None:
        self.result = Painted()
        self.cache = cache
        self.forms = 0
        self.glyphs: set[Any] = set()
        self.colours: set[_Colour] = set()

    def follow(self, stream: Any, resources: Any, state: _State, depth: int) -> None:
        """Follow the operators of a page, a form, a pattern or a glyph."""
        self.forms += 1
        if depth > _MAX_DEPTH or self.forms > _MAX_FORMS:
            raise ValueError("its forms contain each other in an endless loop")
        resources = resources if isinstance(resources, pikepdf.Dictionary) else pikepdf.Dictionary()
        base, text_matrix, stack = state.matrix, UNIT, []
        for operands, name in self._read_instructions(stream):
            if name in _DEVICE:
                state = state.set_colour(name, (_DEVICE[name], tuple(map(float, operands))))
            elif name == "q":
                stack.append(state)
            elif name == "Q":
                state = stack.pop() if stack else state
            elif name == "cm":
                state = state.set_matrix(multiply(parse_matrix(operands), state.matrix))
            elif name == "BT":
                text_matrix = UNIT
            elif name == "Tm":
                text_matrix = parse_matrix(operands)
            elif name in _TEXT_OPERATORS:
                self._show(operands, resources, state, text_matrix, depth)
            elif name in _FILLS or name in _STROKES:
                if name in _STROKES:
                    self._line(state)
                if name in _FILLS:
                    self._fill(state)
            elif name == "Do":
                self._do(self._find(resources, "/XObject", operands), resources, state, depth)
            elif name == "sh":
                self._shading(self._find(resources, "/Shading", operands), resources)
                self._note_opacity(state.fill_is_clear)
            elif name == "INLINE IMAGE":
                image = operands[0].obj if hasattr(operands[0], "obj") else None
                self._picture(image, state, operands[0])
            else:
                state = self._set(name, operands, resources, state)
                if name in ("scn", "SCN") and operands and isinstance(operands[-1], pikepdf.Name):
                    pattern = self._find(resources, "/Pattern", operands[-1:])
                    self._pattern(pattern, resources, base, depth)

    def _read_instructions(self, stream: Any) -> Iterable[_Instruction]:
        """Return the relevant operators; a form is parsed once per document."""
        if isinstance(stream, pikepdf.Page):
            return _parse(stream)
        key = stream.objgen
        if key not in self.cache or key == (0, 0):
            self.cache[key] = _parse(stream)
        instructions: list[_Instruction] = self.cache[key]
        return instructions

    def _set(self, name: str, operands: Any, resources: Any, state: _State) -> _State:
        """Return the state after an operator that paints nothing."""
        if name == "w":
            return state.set_line_width(float(operands[0]))
        if name == "Tf":
            return state._replace(
                font=self._find(resources, "/Font", operands), size=float(operands[1])
            )
        if name == "Tr":
            return state._replace(mode=int(operands[0]))
        if name == "d1":
            return state._replace(stencil=True)
        if name == "gs":
            return self._apply_settings(self._find(resources, "/ExtGState", operands), state)
        if name in ("cs", "CS"):
            if not is_known_space(operands[0]):
                self._find(resources, "/ColorSpace", operands)
            space = name_colour_space(operands[0], resources)
            return state.set_colour(name, (space, (0.0, 0.0, 0.0, 1.0) if space == "cmyk" else ()))
        if name in ("sc", "SC", "scn", "SCN"):
            space = (state.stroke if name[0] == "S" else state.fill)[0]
            return state.set_colour(
                name, (space, tuple(float(number) for number in operands if _is_number(number)))
            )
        return state

    def _apply_settings(self, settings: Any, state: _State) -> _State:
        if not isinstance(settings, pikepdf.Dictionary):
            return state
        if not _OPACITIES.isdisjoint(settings.keys()):
            state = state._replace(
                fill_is_clear=float(settings.get("/ca", 1 - state.fill_is_clear)) < 1,
                stroke_is_clear=float(settings.get("/CA", 1 - state.stroke_is_clear)) < 1,
            )
        if isinstance(settings.get("/SMask"), pikepdf.Dictionary):
            self.result.transparent.add("a soft mask")
        mode = settings.get("/BM") or "/Normal"
        if str(mode[0] if isinstance(mode, pikepdf.Array) else mode) not in _PLAIN_BLENDS:
            self.result.transparent.add("a blend mode")
        transfers = (str(settings.get(key, "/Identity")) for key in _TRANSFERS)
        if any(transfer not in ("/Identity", "/Default") for transfer in transfers):
            self.result.constructs.add("transfer functions")
        elif "/TR" in settings:
            self.result.constructs.add(IDLE_TRANSFER)
        if "/HTP" in settings or _is_forbidden_halftone(settings.get("/HT")):
            self.result.constructs.add("halftones")
        if isinstance(font := settings.get("/Font"), pikepdf.Array):
            state = state._replace(font=font[0], size=float(font[1]))
        if not _OVERPRINTS.isdisjoint(settings.keys()):
            both = settings.get("/OP")
            state = state._replace(
                stroke_overprints=bool(state.stroke_overprints if both is None else both),
                fill_overprints=bool(
                    settings.get("/op", state.fill_overprints if both is None else both)
                ),
                keeps_below=bool(settings.get("/OPM", state.keeps_below)),
            )
        return state._replace(width=float(settings.get("/LW", state.width)))

    def _show(
        self, operands: Any, resources: Any, state: _State, text_matrix: Matrix, depth: int
    ) -> None:
        parts = operands[-1] if isinstance(operands[-1], pikepdf.Array) else operands[-1:]
        codes = b"".join(bytes(part) for part in parts if isinstance(part, pikepdf.String))
        if not codes or state.mode in (_INVISIBLE, _CLIPPING):
            self.result.hidden_text |= bool(codes) and state.mode == _INVISIBLE
            return
        if 0 in codes and state.font is not None and not self.result.has_boxes:
            self.result.has_boxes = shows_boxes(state.font, codes)
        matrix = multiply(text_matrix, state.matrix)
        a, b, c, d, _, _ = matrix
        size = state.size * glyph_scale(state.font) * hypot(c, d)
        if size:
            self.result.type_size = minimum(self.result.type_size, abs(size))
        if abs(a) > abs(b):
            self.result.upside_down += len(codes) * (a * state.size < 0)
            self.result.upright += len(codes) * (a * state.size > 0)
        if state.font is not None and state.font.get("/Subtype") == "/Type3":
            self._note_opacity(state.fill_is_clear)
            self._glyphs(set(codes), resources, state, matrix, depth)
            return
        if state.mode in _FILL_MODES:
            self._fill(state)
            space, inks = state.fill
            if size and space == "cmyk" and len(inks) == 4 and all(inks):
                self.result.four_ink_type = minimum(self.result.four_ink_type, abs(size))
        if state.mode in _STROKE_MODES and not (
            state.mode in _FILL_MODES and state.fill == state.stroke
        ):
            self._line(state)

    def _glyphs(
        self, codes: set[int], resources: Any, state: _State, text_matrix: Matrix, depth: int
    ) -> None:
        """Follow each glyph of a Type 3 font, a content stream, once per size."""
        font, procedures = state.font, state.font.get("/CharProcs")
        if not isinstance(procedures, pikepdf.Dictionary):
            return
        size = (state.size, 0.0, 0.0, state.size, 0.0, 0.0)
        matrix = multiply(
            multiply(parse_matrix(font.get("/FontMatrix", FONT_UNIT)), size), text_matrix
        )
        inner = state._replace(matrix=matrix, mode=0, font=None)
        for name in list_glyphs(font, procedures, codes):
            glyph = procedures.get(name)
            key = name, font.objgen, tuple(round(number, 6) for number in matrix[:4]), state.fill
            if isinstance(glyph, pikepdf.Stream) and key not in self.glyphs:
                self.glyphs.add(key)
                self.follow(glyph, font.get("/Resources", resources), inner, depth + 1)

    def _find(self, resources: Any, kind: str, operands: Any) -> Any:
        """Return the resource that an operator names; record a missing one."""
        found = find_resource(resources, kind, operands)
        if found is None and len(operands):
            self.result.missing.add(str(operands[0]))
        return found

    def _note_opacity(self, is_clear: bool) -> None:
        if is_clear:
            self.result.transparent.add("opacity below 1")

    def _fill(self, state: _State) -> None:
        self._note_opacity(state.fill_is_clear)
        self._colour(state.fill)
        if state.fill_overprints and state.keeps_below:
            self._overprint(state.fill)

    def _overprint(self, colour: _Colour) -> None:
        """Record a colour that keeps the inks below it; white then prints nothing."""
        space, numbers = colour
        if space == "cmyk" and len(numbers) == 4:
            self.result.has_white_overprint |= not any(numbers)
            self.result.overprinted.add(numbers)

    def _line(self, state: _State) -> None:
        if state.stroke_overprints and state.keeps_below:
            self._overprint(state.stroke)
        self._note_opacity(state.stroke_is_clear)
        weight = state.width * min_scale(state.matrix)
        self.result.line = minimum(self.result.line, weight)
        self._colour(state.stroke)
        share = measure_strength(*state.stroke)
        if 0 < share < 1:
            self.result.pale_lines.add((round(weight, 3), round(share, 3)))

    def _colour(self, colour: _Colour) -> None:
        space, numbers = colour
        if space == "pattern" or colour in self.colours:
            return
        self.colours.add(colour)
        self.result.spaces.update(space.split("+"))
        self.result.coloured |= is_coloured(space, numbers)
        if space == "cmyk":
            self.result.ink = max(self.result.ink, fsum(numbers))
            if len(numbers) == 4:
                self.result.max_inks = tuple(map(max, self.result.max_inks, numbers))
        if 0 < (tint := measure_tint(space, numbers)) < 1:
            self.result.tint = minimum(self.result.tint, tint)

    def _do(self, item: Any, resources: Any, state: _State, depth: int) -> None:
        if not isinstance(item, pikepdf.Stream):
            return
        kind = item.get("/Subtype")
        if kind == "/Image":
            self._note_keys(item)
            self._picture(item, state)
        elif kind == "/PS" or item.get("/Subtype2") == "/PS":
            self.result.constructs.add("PostScript")
        elif kind == "/Form":
            inner = state
            self._note_keys(item)
            if "/Group" in item:  # painted as a whole with this opacity, and within with its own
                self.result.constructs.add("transparency groups")
                self._note_opacity(state.fill_is_clear)
                inner = state._replace(fill_is_clear=False, stroke_is_clear=False)
            if "/Matrix" in item:
                inner = inner.set_matrix(multiply(parse_matrix(item.Matrix), state.matrix))
            if "/Resources" in item and item.is_indirect:
                self._form(item, inner, depth)
            else:
                self.follow(item, resources, inner, depth + 1)

    def _note_keys(self, item: Any) -> None:
        """Record keys that have no effect on a screen."""
        if "/OPI" in item:
            self.result.constructs.add(OPI)
        if "/PS" in item:
            self.result.constructs.add("PostScript")

    def _form(self, form: Any, state: _State, depth: int) -> None:
        """Add what a form with its own resources paints; the form is followed once per state."""
        font = state.font.objgen if isinstance(state.font, pikepdf.Object) else None
        key = form.objgen, state.matrix[:4], font, state.width, *state[3:]
        if key not in self.cache:
            outer = self.result, self.glyphs, self.colours
            self.result, self.glyphs, self.colours = Painted(), set(), set()
            self.follow(form, form.Resources, state, depth + 1)
            self.cache[key] = self.result
            self.result, self.glyphs, self.colours = outer
        self.result.add(self.cache[key])

    def _picture(self, image: Any, state: _State, inline: Any = None) -> None:
        self._note_opacity(state.fill_is_clear)
        if inline is not None:
            width, height = inline.width, inline.height
        else:
            width, height = image.get("/Width", 0), image.get("/Height", 0)
        a, b, c, d, _, _ = state.matrix
        inches_across, inches_down = hypot(a, b) / 72, hypot(c, d) / 72
        if inches_across and inches_down and width and height:
            dpi = min(int(width) / inches_across, int(height) / inches_down)
            self.result.pictures.append(PlacedImage(int(width), int(height), dpi))
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
            self.result.transparent.add("a soft mask")
        filters = image.get("/Filter")
        filters = filters if isinstance(filters, pikepdf.Array) else [filters]
        if "/JPXDecode" in map(str, filters):
            self.result.constructs.add("JPEG 2000")

    def _pixels(self, space: str, image: Any, state: _State, is_mask: bool) -> None:
        if is_mask:
            self._colour(state.fill)
            return
        self._colour((space, ()))
        self.result.coloured |= not space.startswith("gray")
        if space == "cmyk":
            self.result.ink = max(self.result.ink, measure_picture_ink(image))

    def _shading(self, shading: Any, resources: Any) -> None:
        if isinstance(shading, pikepdf.Dictionary | pikepdf.Stream):
            space = name_colour_space(shading.get("/ColorSpace"), resources)
            self._colour((space, ()))
            self.result.coloured |= not space.startswith("gray")
            if space == "cmyk":
                ink = measure_shading_ink(shading)
                self.result.ink = max(self.result.ink, ink or 0.0)
                self.result.has_unknown_ink |= ink is None

    def _pattern(self, pattern: Any, resources: Any, base: Matrix, depth: int) -> None:
        if isinstance(pattern, pikepdf.Stream):
            inner = multiply(parse_matrix(pattern.get("/Matrix", UNIT)), base)
            self.follow(
                pattern, pattern.get("/Resources", resources), _State(matrix=inner), depth + 1
            )
        elif isinstance(pattern, pikepdf.Dictionary):
            self._shading(pattern.get("/Shading"), resources)


def _parse(stream: Any) -> list[_Instruction]:
    """Return a stream's operators, each with its operands. Suppresses pikepdf's warning about
    truncated streams."""
    if isinstance(stream, pikepdf.Stream) and (path := _ONE_PATH.fullmatch(stream.read_bytes())):
        return [((), path[1].decode())]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        instructions = pikepdf.parse_content_stream(stream, _OPERATORS)
    return [(instruction.operands, str(instruction.operator)) for instruction in instructions]


def _is_forbidden_halftone(halftone: Any) -> bool:
    """Whether PDF/X-1a forbids a halftone: it has a name, or a type other than 1 and 5."""
    if not isinstance(halftone, pikepdf.Dictionary | pikepdf.Stream):
        return False
    parts = [halftone, *(part for part in dict(halftone).values() if _is_table(part))]
    return halftone.get("/HalftoneType") not in (1, 5) or any(
        "/HalftoneName" in part for part in parts
    )


def _is_table(value: Any) -> bool:
    return isinstance(value, pikepdf.Dictionary | pikepdf.Stream)


def _is_number(operand: Any) -> bool:
    return not isinstance(operand, pikepdf.Object) or isinstance(operand, int | float)
