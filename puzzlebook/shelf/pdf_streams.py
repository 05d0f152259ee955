"""The streams of a PDF file: what they unpack to, told before they are unpacked; and careful ways
to look at objects.

A few bytes may stand for a gigabyte, and neither of the two libraries that read PDF for us asks how
much there is.
"""

from __future__ import annotations

import base64
import mmap
import re
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pikepdf

# What a file may unpack to: so much, and for each of its bytes so much more.
_MOST_UNPACKED, UNPACKED_A_BYTE = 64_000_000, 20
MOST_CONTENT = 32_000_000  # a page's or a form's content, of that
_MOST_PIXEL_BYTES = 256_000_000
_WIDEST_ROW = 1_000_000  # bytes
_LONGEST_HEAD = 2000  # of what is said of a table, in bytes
_PIECE = 65_536

_TIMES = {
    "/FlateDecode": 1032,
    "/Fl": 1032,
    "/LZWDecode": 1400,
    "/LZW": 1400,
    "/RunLengthDecode": 64,
    "/RL": 64,
}
"""How many times as large each filter can make a stream."""
_FLATE = ("/FlateDecode", "/Fl")
_OF_PICTURES = frozenset(
    ("/JBIG2Decode", "/DCTDecode", "/DCT", "/JPXDecode", "/CCITTFaxDecode", "/CCF")
)
_WRITTEN: Mapping[str, Callable[[bytes], bytes]] = {
    **dict.fromkeys(
        ("/ASCII85Decode", "/A85"), lambda text: base64.a85decode(text.partition(b"~")[0])
    ),
    **dict.fromkeys(
        ("/ASCIIHexDecode", "/AHx"),
        lambda text: bytes.fromhex(text.partition(b">")[0].decode("ascii")),
    ),
}
_STREAM = re.compile(rb"stream\r?\n")
_ESCAPED = re.compile(rb"#([0-9A-Fa-f]{2})")
_OF_OBJECTS = re.compile(rb"/(?:XRef|ObjStm)\b")
_COLUMNS = re.compile(rb"/Columns\s+0*(\d+)")
_SIZE_OF_JPX = b"\xff\x4f\xff\x51"

Fails = (
    pikepdf.PdfError,
    ValueError,
    TypeError,
    KeyError,
    AttributeError,
    IndexError,
    RuntimeError,
    RecursionError,
)
"""What a broken page or object makes the reading of it raise."""


class Excess(ValueError):
    """A file, or a page of it, asks for more than is given."""


def check_tables(content: bytes | Path, size: int) -> None:
    """Excess if the tables of objects, which are unpacked as a file is opened, are more than they
    can be."""
    if isinstance(content, bytes):
        _check_raw_tables(content, size)
        return
    with content.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        _check_raw_tables(mapped, size)


def _check_raw_tables(raw: bytes | mmap.mmap, size: int) -> None:
    left, looked, last = _MOST_UNPACKED + UNPACKED_A_BYTE * size, 0, 0
    for found in _STREAM.finditer(raw):
        before = max(last, found.start() - _LONGEST_HEAD)
        last = found.end()
        begun = max(raw.rfind(b"obj", before, found.start()), before)
        said = normalize_name(raw[begun : found.start()])
        if not _OF_OBJECTS.search(said):
            continue
        if any(int(columns[:9]) > _WIDEST_ROW for columns in _COLUMNS.findall(said)):
            raise Excess("has rows of an impossible width")
        end = raw.find(b"endstream", found.end())
        packed = raw[found.end() : end if end >= 0 else size]
        looked += len(packed)
        if looked > size:
            raise Excess("has tables that lie over each other")
        left -= _count_unpacked_bytes(packed, left)
        if left < 0 or _first_byte(packed) == b"x":
            raise Excess("unpacks to more than can be looked at")


def check_streams(pdf: pikepdf.Pdf, size: int) -> None:
    """Excess if a stream would unpack to more than it can have in it."""
    most = _MOST_UNPACKED + UNPACKED_A_BYTE * size
    for thing in pdf.objects:
        if not isinstance(thing, pikepdf.Stream):
            continue
        if any(
            _count_row_bytes(settings) > _WIDEST_ROW
            for settings in as_list(thing.get("/DecodeParms"))
        ):
            raise Excess("has rows of an impossible width")
        if thing.get("/Subtype") == "/Image" and _count_pixel_bytes(thing) > _MOST_PIXEL_BYTES:
            raise Excess("holds a picture of more pixels than can be looked at")
        _check_size(thing, most)


def _check_size(stream: Any, most: int) -> None:
    """Excess if a stream has more bytes than these when it is decoded, or is packed more than
    once."""
    filters = [str(name) for name in as_list(stream.get("/Filter"))]
    packed = [name for name in filters if name in _TIMES]
    if len(packed) > 1:
        raise Excess("holds what is packed more than once")
    raw = stream.read_raw_bytes()
    if not packed or len(raw) * _TIMES[packed[0]] <= most:
        return
    for name in filters[: filters.index(packed[0])]:
        raw = _WRITTEN[name](raw) if name in _WRITTEN else raw
    if packed[0] not in _FLATE or _count_unpacked_bytes(raw, most) > most:
        raise Excess("unpacks to more than can be looked at")


def read_stream(stream: Any, most: int) -> bytes:
    """The operators of a page or a form; Excess if there are more than so many bytes, or if they
    are no operators."""
    if not _OF_PICTURES.isdisjoint(map(str, as_list(stream.get("/Filter")))):
        raise Excess("its content is packed as only pictures are")
    _check_size(stream, most)
    return bytes(stream.read_bytes())


def _count_unpacked_bytes(raw: bytes, most: int) -> int:
    """How many bytes there are, unpacked: at most about a million more than these."""
    unpacking, total = zlib.decompressobj(), 0
    with suppress(zlib.error):
        for start in range(0, len(raw), _PIECE):
            rest = raw[start : start + _PIECE]
            while rest and total <= most and not unpacking.eof:
                total += len(unpacking.decompress(rest, 1_000_000))
                rest = unpacking.unconsumed_tail
    return total


def _first_byte(raw: bytes) -> bytes:
    """The first byte of what is packed."""
    with suppress(zlib.error):
        return zlib.decompressobj().decompress(raw[:_PIECE], 1)
    return b""


def _count_row_bytes(settings: Any) -> float:
    """How many bytes a row has, of which each is told by its difference from the one above."""
    if not isinstance(settings, pikepdf.Dictionary):
        return 0
    columns, colours = float(settings.get("/Columns", 1)), float(settings.get("/Colors", 1))
    return columns * max(colours, 1) * max(float(settings.get("/BitsPerComponent", 8)), 1) / 8


def _count_pixel_bytes(image: Any) -> float:
    """What a picture takes when it is unpacked."""
    width, height = float(image.get("/Width", 0)), float(image.get("/Height", 0))
    if "/JPXDecode" in map(str, as_list(image.get("/Filter"))):  # its own head has the last word
        head = image.read_raw_bytes().partition(_SIZE_OF_JPX)[2]
        width, height = (int.from_bytes(head[place : place + 4], "big") for place in (4, 8))
    colours = (
        1 if image.get("/ImageMask") else 4 if "CMYK" in str(image.get("/ColorSpace", "")) else 3
    )
    return width * height * colours * float(image.get("/BitsPerComponent", 8)) / 8


def normalize_name(names: bytes) -> bytes:
    """Names as they are meant: each of their characters may be written as a number."""
    return (
        _ESCAPED.sub(lambda found: bytes.fromhex(found[1].decode()), names)
        if b"#" in names
        else names
    )


def as_list(value: Any) -> list[Any]:
    """What is one thing or a list of them, as a list."""
    return list(value) if isinstance(value, pikepdf.Array) else [] if value is None else [value]


def table(value: Any) -> Any:
    return value if isinstance(value, pikepdf.Dictionary) else pikepdf.Dictionary()


def get_entry(thing: Any, key: str) -> Any:
    """What stands in a table or a stream under a key; None where there is none."""
    return thing.get(key) if isinstance(thing, pikepdf.Dictionary | pikepdf.Stream) else None
