"""Reading an outline from a user's file; only its content decides the file type."""

from __future__ import annotations

from puzzlebook.ground.faults import refuse
from puzzlebook.outlines.from_pixels import is_picture, outline_picture
from puzzlebook.outlines.outline import Outline

MOST_BYTES = 20_000_000


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
        # Few books have drawings of the user's.
        from puzzlebook.outlines.from_svg import outline_svg

        return outline_svg(data, where)
    raise refuse(
        where, "the file is not a drawing or a picture that is read", "SVG, PNG and JPEG files"
    )
