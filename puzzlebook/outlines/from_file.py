"""Reading an outline from a file of the user's: its content alone says whether it is a drawing or a
picture."""

from __future__ import annotations

from puzzlebook.ground.faults import refuse
from puzzlebook.outlines.from_pixels import is_picture, outline_picture
from puzzlebook.outlines.outline import Outline

MOST_BYTES = 20_000_000


def read_outline(data: bytes, where: str) -> Outline:
    """The outline in a file of the user's, of which only the content says what it is."""
    if not data:
        raise refuse(where, "the file is empty", "an SVG, PNG or JPEG file")
    if len(data) > MOST_BYTES:
        raise refuse(
            where, f"the file has {len(data) / 1e6:.0f} MB", f"at most {MOST_BYTES / 1e6:.0f} MB"
        )
    if is_picture(data):
        return outline_picture(data, where)
    # An SVG file is XML: it begins with a <, in UTF-8 or in UTF-16 with its mark.
    if data.removeprefix(b"\xef\xbb\xbf").lstrip().startswith((b"<", b"\xff\xfe<", b"\xfe\xff\0<")):
        from puzzlebook.outlines.from_svg import (
            outline_svg,
        )  # few books have drawings of the user's

        return outline_svg(data, where)
    raise refuse(
        where, "the file is not a drawing or a picture that is read", "SVG, PNG and JPEG files"
    )
