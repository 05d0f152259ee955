"""Reading an outline from a user's file; only its content decides the file type."""

from __future__ import annotations

import re

from puzzlebook.ground.faults import refuse
from puzzlebook.ground.images import MOST_BYTES, is_picture
from puzzlebook.outlines.from_pixels import outline_picture
from puzzlebook.outlines.outline import FilledShape, Outline, make_outline

_WHITE = re.compile(
    r"white|#fff|#f{6}|rgba?\(255[\s,]+255[\s,]+255\)|rgb\(100%[\s,]+100%[\s,]+100%\)",
    re.IGNORECASE,
)


def read_outline(data: bytes, where: str) -> Outline:
    """Return the outline in a user's file, an SVG drawing or a picture."""
    if not data:
        raise refuse(where, "the file is empty", "an SVG, PNG or JPEG file")
    if len(data) > MOST_BYTES:
        raise refuse(
            where, f"the file has {len(data) / 1e6:.0f} MB", f"at most {MOST_BYTES / 1e6:.0f} MB"
        )
    if is_picture(data):
        return outline_picture(data, where)
    # SVG is XML, which begins with "<", in UTF-8 or in UTF-16 with a byte order mark.
    if data.removeprefix(b"\xef\xbb\xbf").lstrip().startswith((b"<", b"\xff\xfe<", b"\xfe\xff\0<")):
        return outline_svg(data, where)
    raise refuse(
        where, "the file is not a drawing or a picture that is read", "SVG, PNG and JPEG files"
    )


def outline_svg(data: bytes, where: str) -> Outline:
    """Return the outline of an SVG drawing.

    White is paper: it covers what lies under it, so a white background is no shape and a white eye
    is a hole. Every other colour is ink.
    """
    # Few books have drawings of the user's.
    from puzzlebook.drawing.svg_shapes import read_svg_shapes

    drawn = [
        FilledShape(
            shape.contours, shape.even_odd, paper=_WHITE.fullmatch(shape.colour) is not None
        )
        for shape in read_svg_shapes(data, where, must_be_opaque=False)
    ]
    try:
        return make_outline(drawn, where)
    except OverflowError:
        raise refuse(
            where, "the drawing's coordinates are too large", "numbers below 1e12"
        ) from None
