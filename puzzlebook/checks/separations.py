"""The ink of pages on which inks overprint. Each ink is rendered separately, as a press prints it.

A page is rewritten once per ink, with each colour as a grey according to its share of that ink;
overprinting objects without the ink paint nothing. Pictures and shadings are left out: their own
ink is measured separately.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import pikepdf
import pypdfium2
from PIL import Image

from puzzlebook.checks.colours import find_resource, name_colour_space
from puzzlebook.pdf_reading.objects import open_pdf

_DPI = 100  # of the rendered plates
_INKS = "cmyk"
_MIN_OVERLAP = 9  # pixels: smaller overlaps occur where two shapes merely touch
_MAX_DEPTH = 12  # levels of nested forms
_FILL_ONLY = {"B": "f", "B*": "f*", "b": "f", "b*": "f*"}
_STROKE_ONLY = {"B": "S", "B*": "S", "b": "s", "b*": "s"}
_FILLS = frozenset(("f", "F", "f*"))
_STROKES = frozenset(("S", "s"))
_TEXTS = frozenset(("Tj", "TJ", "'", '"'))
_LEFT_OUT = frozenset(("sh", "INLINE IMAGE", "ri", "i", "MP", "DP"))
_COLOURS = frozenset(("g", "G", "rg", "RG", "k", "K", "cs", "CS", "sc", "SC", "scn", "SCN"))


class _Paint(NamedTuple):
    """A fill or stroke. inks: None for a pattern. overprints: whether it overprints."""

    inks: tuple[float, ...] | None = (0.0, 0.0, 0.0, 1.0)
    overprints: bool = False
    space: str = "gray"


class _State(NamedTuple):
    """The part of the graphics state that determines how much of an ink is printed."""

    fill: _Paint = _Paint()
    stroke: _Paint = _Paint()
    keeps_below: bool = False
    mode: int = 0


def measure_overprinted_inks(path: Path, numbers: Iterable[int]) -> Iterator[float]:
    """Yield the largest sum of inks, each from 0 to 1, on each of these pages of a file."""
    with open_pdf(path, path.name) as pdf, pikepdf.new() as plates:
        inks = [_Rewriting(plates, ink) for ink in range(len(_INKS))]
        for number in numbers:
            yield _find_max_ink(_render_plates(plates, pdf.pages[number - 1], inks))


def _render_plates(plates: pikepdf.Pdf, page: Any, inks: Iterable[_Rewriting]) -> list[Any]:
    """Return each ink's plate as a greyscale image. plates: a scratch file, which keeps the forms
    of earlier pages, as drawings recur."""
    plates.pages.append(page)
    copied = plates.pages[0]
    content = list(pikepdf.parse_content_stream(copied))
    resources = copied.obj.get("/Resources") or copied.resources
    shared = dict(copied.obj)
    parsed: dict[Any, list[Any]] = {}
    for rewriting in inks:
        rewriting.parsed = parsed
        table = pikepdf.Dictionary(dict(resources))
        written = rewriting.rewrite(content, table, _State(), 0)
        plate = pikepdf.Dictionary(
            {**shared, "/Resources": table, "/Contents": plates.make_stream(written)}
        )
        plates.pages.append(pikepdf.Page(plates.make_indirect(plate)))
    del plates.pages[0]
    file = BytesIO()
    plates.save(file)
    del plates.pages[:]
    with closing(pypdfium2.PdfDocument(file.getvalue())) as document:
        options = {"no_smoothtext": True, "no_smoothimage": True, "no_smoothpath": True}
        return [
            sheet.render(scale=_DPI / 72, grayscale=True, **options).to_pil() for sheet in document
        ]


def _find_max_ink(plates: list[Any]) -> float:
    """Return the largest sum of inks on `_MIN_OVERLAP` or more pixels, each ink from 0 to 1."""
    whole: Any = Image.merge("CMYK", plates)
    counts: dict[int, int] = {}
    for count, (cyan, magenta, yellow, black) in whole.getcolors(whole.width * whole.height):
        value = 4 * 255 - cyan - magenta - yellow - black
        counts[value] = counts.get(value, 0) + count
    seen = 0
    for value in sorted(counts, reverse=True):
        seen += counts[value]
        if seen >= _MIN_OVERLAP:
            return value / 255
    return 0.0


class _Rewriting:
    """A rewriter of page content for one ink.

    pdf: the file that receives new forms. parsed: the content of a page's forms, by object number.
    copies: the rewritten forms, by object number and initial state.
    """

    def __init__(self, pdf: pikepdf.Pdf, ink: int) -> None:
        self.pdf = pdf
        self.parsed: dict[Any, list[Any]] = {}
        self.copies: dict[Any, Any] = {}
        self.ink = ink
        self.forms = 0

    def rewrite(self, content: Iterable[Any], resources: Any, state: _State, depth: int) -> bytes:
        """Return the content of a page or form for this ink; add its new forms to `resources`."""
        written: list[Any] = []
        stack: list[_State] = []
        for instruction in content:
            operands, name = instruction.operands, str(instruction.operator)
            if name == "q":
                stack.append(state)
            elif name == "Q" and stack:
                state = stack.pop()
            elif name == "gs":
                state = _apply(find_resource(resources, "/ExtGState", operands), state)
            elif name == "Tr":
                state = state._replace(mode=int(operands[0]))
            if name in _COLOURS:
                state = _set_colour(state, name, operands, resources)
            elif name == "Do":
                form = find_resource(resources, "/XObject", operands)
                written += self._write_form(form, resources, state, depth)
            elif name not in _LEFT_OUT:
                written += self._paint(operands, name, state)
        return pikepdf.unparse_content_stream(written)

    def _paint(self, operands: Any, name: str, state: _State) -> Iterable[Any]:
        """Return an operator, preceded by operators that set its colours if it paints."""
        if name in _TEXTS:
            fill = self._shade(state.fill, state)
            hidden = [((3,), "Tr")] if fill is None else [((fill,), "g")]
            return [*hidden, (operands, name), ((state.mode,), "Tr")]
        is_both = name in _FILL_ONLY
        fills, strokes = is_both or name in _FILLS, is_both or name in _STROKES
        if not fills and not strokes:
            return [(operands, name)]
        fill = self._shade(state.fill, state) if fills else None
        stroke = self._shade(state.stroke, state) if strokes else None
        colours = [((fill,), "g")] if fill is not None else []
        colours += [((stroke,), "G")] if stroke is not None else []
        if fill is None and stroke is None:
            name = "n"
        elif is_both:
            name = (
                name
                if None not in (fill, stroke)
                else (_STROKE_ONLY if fill is None else _FILL_ONLY)[name]
            )
        return [*colours, (operands, name)]

    def _shade(self, paint: _Paint, state: _State) -> float | None:
        """Return the grey of a colour on this plate; None if it leaves the plate unchanged."""
        if paint.inks is None:
            return None
        share = paint.inks[self.ink]
        if not share and paint.overprints and state.keeps_below and paint.space == "cmyk":
            return None
        return round(1 - share, 4)

    def _write_form(self, form: Any, resources: Any, state: _State, depth: int) -> Iterable[Any]:
        if (
            not isinstance(form, pikepdf.Stream)
            or form.get("/Subtype") != "/Form"
            or depth > _MAX_DEPTH
        ):
            return []
        own = form.get("/Resources")
        key = (form.objgen, state)
        copy = self.copies.get(key)
        if copy is None:
            copy = self._copy_form(form, own, resources, state, depth)
            if isinstance(own, pikepdf.Dictionary):  # otherwise it depends on the page's own
                self.copies[key] = copy
        self.forms += 1
        name = pikepdf.Name(f"/Plate{self.forms}")
        forms = pikepdf.Dictionary(resources.get("/XObject", pikepdf.Dictionary()))
        forms[name] = copy
        resources["/XObject"] = forms
        return [((name,), "Do")]

    def _copy_form(
        self, form: Any, own_resources: Any, resources: Any, state: _State, depth: int
    ) -> Any:
        """Return a form rewritten for this ink. own_resources: the form's resources, if any."""
        table = pikepdf.Dictionary(
            dict(own_resources if isinstance(own_resources, pikepdf.Dictionary) else resources)
        )
        if form.objgen not in self.parsed:
            self.parsed[form.objgen] = list(pikepdf.parse_content_stream(form))
        content = self.parsed[form.objgen]
        copy = self.pdf.make_stream(self.rewrite(content, table, state, depth + 1))
        copy.Type, copy.Subtype, copy.BBox = pikepdf.Name.XObject, pikepdf.Name.Form, form.BBox
        copy.Resources = table
        if "/Matrix" in form:
            copy.Matrix = form.Matrix
        return copy


def _apply(settings: Any, state: _State) -> _State:
    """Return the state after applying a graphics state dictionary."""
    if not isinstance(settings, pikepdf.Dictionary):
        return state
    both = settings.get("/OP")
    stroke = bool(state.stroke.overprints if both is None else both)
    fill = bool(settings.get("/op", state.fill.overprints if both is None else both))
    return state._replace(
        fill=state.fill._replace(overprints=fill),
        stroke=state.stroke._replace(overprints=stroke),
        keeps_below=bool(settings.get("/OPM", state.keeps_below)),
    )


def _set_colour(state: _State, name: str, operands: Any, resources: Any) -> _State:
    """Return the state after a colour operator; uppercase operators set the stroke colour."""
    key = "stroke" if name[0].isupper() else "fill"
    paint: _Paint = getattr(state, key)
    if name in ("cs", "CS"):
        space = name_colour_space(operands[0], resources)
        paint = paint._replace(space=space, inks=_to_inks(space, ()))
    else:
        space = {"g": "gray", "rg": "rgb", "k": "cmyk"}.get(name.lower(), paint.space)
        numbers = tuple(float(value) for value in operands if not isinstance(value, pikepdf.Name))
        paint = paint._replace(space=space, inks=_to_inks(space, numbers))
    return state._replace(stroke=paint) if key == "stroke" else state._replace(fill=paint)


def _to_inks(space: str, numbers: tuple[float, ...]) -> tuple[float, ...] | None:
    """Return a colour as shares of cyan, magenta, yellow and black; None if these are unknown."""
    if space == "cmyk":
        return numbers if len(numbers) == 4 else (0.0, 0.0, 0.0, 1.0)
    if space == "gray":
        return 0.0, 0.0, 0.0, 1 - (numbers[0] if numbers else 0.0)
    if space == "rgb" and len(numbers) == 3:
        return *(1 - number for number in numbers), 0.0
    return None
