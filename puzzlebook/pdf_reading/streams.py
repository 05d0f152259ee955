"""Upper bounds on the decompressed sizes of a PDF file's streams, checked before decompression.

A few bytes may expand to a gigabyte, and neither of the two PDF libraries limits the output. This
module also has safe ways to access a file's objects.
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

# The greatest unpacked size of a file, in bytes: a constant, plus a number for each byte of the
# file.
_MAX_UNPACKED, UNPACKED_PER_BYTE = 64_000_000, 20
MAX_CONTENT = 32_000_000  # the constant, in bytes, for the content of one page or form
_MAX_PIXEL_BYTES = 256_000_000  # the greatest decompressed size of a picture
_MAX_ROW_BYTES = 1_000_000  # the greatest length of a row (see `_count_row_bytes`)
_MAX_HEAD = 2000  # the longest dictionary, in bytes, before the stream of an object table
_PIECE = 65_536  # the number of compressed bytes that are decompressed at a time

_MAX_FACTORS = {
    "/FlateDecode": 1032,
    "/Fl": 1032,
    "/LZWDecode": 1400,
    "/LZW": 1400,
    "/RunLengthDecode": 64,
    "/RL": 64,
}
"""Mapping from filters to the largest factor by which they can expand a stream."""
_FLATE = ("/FlateDecode", "/Fl")
_PICTURE_FILTERS = frozenset(
    ("/JBIG2Decode", "/DCTDecode", "/DCT", "/JPXDecode", "/CCITTFaxDecode", "/CCF")
)
_TEXT_DECODERS: Mapping[str, Callable[[bytes], bytes]] = {
    **dict.fromkeys(
        ("/ASCII85Decode", "/A85"), lambda text: base64.a85decode(text.partition(b"~")[0])
    ),
    **dict.fromkeys(
        ("/ASCIIHexDecode", "/AHx"),
        lambda text: bytes.fromhex(text.partition(b">")[0].decode("ascii")),
    ),
}
_STREAM = re.compile(rb"stream\r?\n")
_ESCAPED_CHARACTER = re.compile(rb"#([0-9A-Fa-f]{2})")
_OBJECT_TABLE = re.compile(rb"/(?:XRef|ObjStm)\b")
_COLUMNS = re.compile(rb"/Columns\s+0*(\d+)")
_JPX_SIZE_MARKER = b"\xff\x4f\xff\x51"

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
"""The exceptions that reading a broken page or object may raise."""


class Excess(ValueError):
    """A file, or one of its pages, exceeds a bound."""


def check_tables(content: bytes | Path, size: int) -> None:
    """Raise Excess if the object tables, decompressed when a file is opened, are too large."""
    if isinstance(content, bytes):
        _check_raw_tables(content, size)
        return
    with content.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        _check_raw_tables(mapped, size)


def _check_raw_tables(raw: bytes | mmap.mmap, size: int) -> None:
    remaining, packed_bytes, searched = _MAX_UNPACKED + UNPACKED_PER_BYTE * size, 0, 0
    for match in _STREAM.finditer(raw):
        before = max(searched, match.start() - _MAX_HEAD)
        searched = match.end()
        start = max(raw.rfind(b"obj", before, match.start()), before)
        head = normalize_name(raw[start : match.start()])
        if not _OBJECT_TABLE.search(head):
            continue
        if any(int(columns[:9]) > _MAX_ROW_BYTES for columns in _COLUMNS.findall(head)):
            raise Excess("has rows of an impossible width")
        end = raw.find(b"endstream", match.end())
        packed = raw[match.end() : end if end >= 0 else size]
        packed_bytes += len(packed)
        if packed_bytes > size:
            raise Excess("has tables that lie over each other")
        remaining -= _count_unpacked_bytes(packed, remaining)
        if remaining < 0 or _first_byte(packed) == b"x":
            raise Excess("unpacks to more than can be looked at")


def check_streams(pdf: pikepdf.Pdf, size: int) -> None:
    """Raise Excess if a stream would decompress to more than a file of this size may contain."""
    maximum = _MAX_UNPACKED + UNPACKED_PER_BYTE * size
    for item in pdf.objects:
        if not isinstance(item, pikepdf.Stream):
            continue
        if any(
            _count_row_bytes(settings) > _MAX_ROW_BYTES
            for settings in as_list(item.get("/DecodeParms"))
        ):
            raise Excess("has rows of an impossible width")
        if item.get("/Subtype") == "/Image" and _count_pixel_bytes(item) > _MAX_PIXEL_BYTES:
            raise Excess("holds a picture of more pixels than can be looked at")
        _check_size(item, maximum)


def _check_size(stream: Any, maximum: int) -> None:
    """Raise Excess if a stream decodes to over `maximum` bytes, or is compressed more than once."""
    filters = [str(name) for name in as_list(stream.get("/Filter"))]
    packed = [name for name in filters if name in _MAX_FACTORS]
    if len(packed) > 1:
        raise Excess("contains data that is compressed more than once")
    raw = stream.read_raw_bytes()
    if not packed or len(raw) * _MAX_FACTORS[packed[0]] <= maximum:
        return
    for name in filters[: filters.index(packed[0])]:
        raw = _TEXT_DECODERS[name](raw) if name in _TEXT_DECODERS else raw
    if packed[0] not in _FLATE or _count_unpacked_bytes(raw, maximum) > maximum:
        raise Excess("unpacks to more than can be looked at")


def read_stream(stream: Any, maximum: int) -> bytes:
    """Return the operators of a page or form; raise Excess if there are too many bytes, or if they
    are encoded like a picture."""
    if not _PICTURE_FILTERS.isdisjoint(map(str, as_list(stream.get("/Filter")))):
        raise Excess("its content is compressed in a way that only suits pictures")
    _check_size(stream, maximum)
    return bytes(stream.read_bytes())


def _count_unpacked_bytes(raw: bytes, maximum: int) -> int:
    """Return the decompressed size; counting stops about a million bytes above `maximum`."""
    decompressor, total = zlib.decompressobj(), 0
    with suppress(zlib.error):
        for start in range(0, len(raw), _PIECE):
            rest = raw[start : start + _PIECE]
            while rest and total <= maximum and not decompressor.eof:
                total += len(decompressor.decompress(rest, 1_000_000))
                rest = decompressor.unconsumed_tail
    return total


def _first_byte(raw: bytes) -> bytes:
    """Return the first byte of the decompressed content."""
    with suppress(zlib.error):
        return zlib.decompressobj().decompress(raw[:_PIECE], 1)
    return b""


def _count_row_bytes(settings: Any) -> float:
    """Return the length in bytes of a row, as used by predictors, which compare adjacent rows."""
    if not isinstance(settings, pikepdf.Dictionary):
        return 0
    columns, colours = float(settings.get("/Columns", 1)), float(settings.get("/Colors", 1))
    return columns * max(colours, 1) * max(float(settings.get("/BitsPerComponent", 8)), 1) / 8


def _count_pixel_bytes(image: Any) -> float:
    """Return the decompressed size of a picture, in bytes."""
    width, height = float(image.get("/Width", 0)), float(image.get("/Height", 0))
    # A JPEG 2000 header overrides the dictionary.
    if "/JPXDecode" in map(str, as_list(image.get("/Filter"))):
        head = image.read_raw_bytes().partition(_JPX_SIZE_MARKER)[2]
        width, height = (int.from_bytes(head[at : at + 4], "big") for at in (4, 8))
    colours = (
        1 if image.get("/ImageMask") else 4 if "CMYK" in str(image.get("/ColorSpace", "")) else 3
    )
    return width * height * colours * float(image.get("/BitsPerComponent", 8)) / 8


def normalize_name(names: bytes) -> bytes:
    """Decode the `#xx` escapes in names."""
    if b"#" not in names:
        return names
    return _ESCAPED_CHARACTER.sub(lambda match: bytes.fromhex(match[1].decode()), names)


def as_list(value: Any) -> list[Any]:
    """Return a list from a value that may be a list, a single item or None."""
    return list(value) if isinstance(value, pikepdf.Array) else [] if value is None else [value]


def as_table(value: Any) -> Any:
    """Return a dictionary unchanged; an empty one for anything else."""
    return value if isinstance(value, pikepdf.Dictionary) else pikepdf.Dictionary()


def get_entry(item: Any, key: str) -> Any:
    """Return the entry under a key of a dictionary or stream, or None."""
    return item.get(key) if isinstance(item, pikepdf.Dictionary | pikepdf.Stream) else None
