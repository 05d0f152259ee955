"""Stands where Pillow's `Image` would: the pictures that the checks draw of pages, as they measure
them. Files of pixels are not read here."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

BANDS = {"L": 1, "RGB": 3, "CMYK": 4}


class Resampling(IntEnum):
    """How pictures are made smaller: each pixel is the mean of those that it stands for."""

    BOX = 4


class Image:
    """A picture: the bytes of its pixels, row by row."""

    def __init__(self, mode: str, size: tuple[int, int], content: bytes) -> None:
        self.mode, self.size, self._content = mode, size, content
        self.width, self.height = size
        self._step = self.width * BANDS[mode]

    def getbands(self) -> tuple[str, ...]:
        """Return the name of each band."""
        return tuple(self.mode)

    def tobytes(self) -> bytes:
        """Return the bytes of all pixels."""
        return self._content

    def crop(self, box: Sequence[int]) -> Image:
        """Return a part of the picture."""
        left, top, right, bottom = box
        bands = BANDS[self.mode]
        starts = range(top * self._step, bottom * self._step, self._step)
        rows = (self._content[at + left * bands : at + right * bands] for at in starts)
        return Image(self.mode, (right - left, bottom - top), b"".join(rows))

    def point(self, table: Sequence[int]) -> Image:
        """Return the picture with each value replaced by that of a table, alike for each band."""
        return Image(self.mode, self.size, self._content.translate(bytes(table[:256])))

    def getchannel(self, name: str) -> Image:
        """Return a band of the picture, as a grey one."""
        bands = self._content[self.mode.index(name) :: BANDS[self.mode]]
        return Image("L", self.size, bands)

    def getbbox(self) -> tuple[int, int, int, int] | None:
        """Return the box of all that is not 0, or None."""
        content, step, bands = self._content, self._step, BANDS[self.mode]
        rest = len(content.lstrip(b"\0"))
        if not rest:
            return None
        top, bottom = (len(content) - rest) // step, -(-len(content.rstrip(b"\0")) // step)
        rows = [content[at : at + step] for at in range(top * step, bottom * step, step)]
        left = min(step - len(row.lstrip(b"\0")) for row in rows) // bands
        right = -(-max(len(row.rstrip(b"\0")) for row in rows) // bands)
        return left, top, right, bottom

    def getextrema(self) -> tuple[int, int]:
        """Return the least and the greatest value of a grey picture."""
        return min(self._content), max(self._content)

    def convert(self, mode: str) -> Image:
        """Return the picture, which is grey already."""
        assert mode == self.mode
        return self

    def resize(self, size: tuple[int, int], how: Resampling) -> Image:
        """Return a grey picture that is one pixel wide or high."""
        if size[0] == 1:
            lines = [self._content[at : at + self.width]
                     for at in range(0, len(self._content), self.width)]  # fmt: skip
        else:
            lines = [self._content[at :: self.width] for at in range(self.width)]
        means = bytes(int(sum(line) / len(line) + 0.5) for line in lines)
        return Image(self.mode, size, means)

    def getcolors(self, most: int) -> list[tuple[int, tuple[int, ...]]]:
        """Return how many pixels have each colour."""
        from collections import Counter

        bands = (self._content[at :: BANDS[self.mode]] for at in range(BANDS[self.mode]))
        return [(count, colour) for colour, count in Counter(zip(*bands, strict=True)).items()]


def frombuffer(
    mode: str, size: tuple[int, int], content: Any, coder: str, kind: str, step: int, way: int
) -> Image:
    """Return the picture that a page was drawn into."""
    width, height = size
    wide = width * BANDS[mode]
    whole = bytes(memoryview(content)[: step * height])
    if step != wide:
        whole = b"".join(whole[at : at + wide] for at in range(0, step * height, step))
    if kind == "BGR":
        turned = bytearray(whole)
        turned[::3], turned[2::3] = whole[2::3], whole[::3]
        whole = bytes(turned)
    return Image(mode, size, whole)


def merge(mode: str, bands: Sequence[Image]) -> Image:
    """Return a picture of grey ones, each a band of it."""
    content = bytearray(len(bands) * len(bands[0].tobytes()))
    for place, band in enumerate(bands):
        content[place :: len(bands)] = band.tobytes()
    return Image(mode, bands[0].size, bytes(content))


def open(file: object) -> None:
    """Not here."""
    from puzzlebook.ground.faults import refuse

    raise refuse(
        "picture",
        "is made of pixels, which the page does not read",
        "an SVG file, or the puzzlebook command",
    )
