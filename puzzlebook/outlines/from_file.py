"""Reading an outline from a user's file. The file type is determined from the content alone."""

from __future__ import annotations

import re
from typing import NamedTuple

from puzzlebook.ground.faults import refuse
from puzzlebook.ground.images import MAX_BYTES, is_picture
from puzzlebook.outlines.from_pixels import outline_picture, refuse_dark_ground
from puzzlebook.outlines.outline import FilledShape, Outline, make_outline

_MAX_TITLE_LENGTH = 40
_FILE_NAME = re.compile(r"[^\w\s,.!?'’-]|[\d_]|[.]\w")  # matches the names of files and layers
_WHITE = re.compile(
    r"white|#fff|#f{6}|rgba?\(255[\s,]+255[\s,]+255\)|rgb\(100%[\s,]+100%[\s,]+100%\)",
    re.IGNORECASE,
)


class UserOutline(NamedTuple):
    """The outline in a user's file.

    inside: for a drawing that consists of lines only, the area that the lines enclose; otherwise
    None. title: the title that the author gave the drawing, or empty.
    """

    outline: Outline
    inside: Outline | None = None
    title: str = ""

    @classmethod
    def read(cls, data: bytes, where: str) -> UserOutline:
        """Read the outline in a file."""
        outline = read_outline(data, where)
        if is_picture(data):
            refuse_dark_ground(data, where)
            return cls(outline)
        return cls(outline, _outline_lines(data, where), _read_title(data, where))


def read_outline(data: bytes, where: str) -> Outline:
    """Read the outline in a user's file, which is an SVG drawing or a picture."""
    if not data:
        raise refuse(where, "the file is empty", "give an SVG, PNG or JPEG file")
    if len(data) > MAX_BYTES:
        raise refuse(
            where, f"the file is {len(data) / 1e6:.0f} MB", f"at most {MAX_BYTES / 1e6:.0f} MB"
        )
    if is_picture(data):
        return outline_picture(data, where)
    # SVG is XML, so it begins with "<", in UTF-8 or in UTF-16 with a byte order mark.
    if data.removeprefix(b"\xef\xbb\xbf").lstrip().startswith((b"<", b"\xff\xfe<", b"\xfe\xff\0<")):
        return outline_svg(data, where)
    raise refuse(
        where,
        "the file is not a drawing or picture of a known kind",
        "give an SVG, PNG or JPEG file",
    )


def outline_svg(data: bytes, where: str) -> Outline:
    """Return the outline of an SVG drawing.

    White is paper: it covers everything beneath it, so a white background is not part of the
    outline and a white eye is a hole. Every other colour is ink.
    """
    # Imported only here, because few books contain a user's own drawings.
    from puzzlebook.drawing.svg_shapes import read_svg_shapes

    shapes = [
        FilledShape(
            shape.contours, shape.even_odd, paper=_WHITE.fullmatch(shape.colour) is not None
        )
        for shape in read_svg_shapes(data, where, must_be_opaque=False)
    ]
    return _outline(shapes, where)


def _outline_lines(data: bytes, where: str) -> Outline | None:
    """Return the area that the closed lines of an SVG drawing enclose; None if the drawing does not
    consist of lines only.

    Clip art to be coloured in is drawn in this way: nothing is filled, except with white.
    """
    from puzzlebook.drawing.svg_shapes import read_svg_shapes

    shapes = read_svg_shapes(data, where, must_be_opaque=False, with_enclosed_areas=True)
    ink = [shape for shape in shapes if not _WHITE.fullmatch(shape.colour)]
    rings = [contour for shape in ink for contour in shape.inside]
    if not rings or any(shape.kind == "fill" for shape in ink):
        return None
    return _outline([FilledShape([ring]) for ring in rings], where)


def _outline(shapes: list[FilledShape], where: str) -> Outline:
    try:
        return make_outline(shapes, where)
    except OverflowError:
        raise refuse(
            where, "the drawing's coordinates are too large", "use numbers below 1e12"
        ) from None


def _read_title(data: bytes, where: str) -> str:
    """Return the title that the author gave an SVG drawing; empty if there is none, or if the title
    looks like the name of a file or a layer."""
    from puzzlebook.drawing.svg_tree import parse_svg

    title = parse_svg(data, where).find("title")
    words = " ".join((title.text or "").split()) if title is not None else ""
    is_plain = any(map(str.isalpha, words)) and not _FILE_NAME.search(words)
    return words if is_plain and len(words) <= _MAX_TITLE_LENGTH else ""
