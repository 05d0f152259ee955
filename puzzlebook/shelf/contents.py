"""Content digests of files, which do not depend on the deflate library that compressed them.

zlib and zlib-ng compress the same content to different bytes. A PDF's digest is therefore taken
over its objects with decompressed streams, and a PNG's over its chunks with decompressed pixels. No
other files of a book are compressed.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from hashlib import sha256
from itertools import pairwise
from math import inf

# The unpacked size that a file may have: a number of bytes, plus so many per byte of the file.
_MAX_UNPACKED, _UNPACKED_A_BYTE = 64_000_000, 40

_HAS_STREAM = b"endstream\nendobj\n"
_STREAM = re.compile(rb"(.*?/Filter \[ /FlateDecode \].*?/Length )(\d+)(.*?\nstream\n)", re.DOTALL)
_MAX_HEAD = 2000  # bytes of an object before its stream
_TABLE = re.compile(rb"xref\n0 (\d{1,8})\n")
_TABLE_AT = re.compile(rb"startxref\n(\d{1,12})\n%%EOF\n*\Z")
_ENTRY = 20  # bytes per line of the table
_PNG = b"\x89PNG\r\n\x1a\n"
_PIXELS = b"IDAT"


class PdfDigest:
    """The content digest of one of our PDFs, computed object by object during writing.

    Each object contributes its bytes, with its stream decompressed and the decompressed length. The
    file's header and its table of objects do not contribute. maximum: the total decompressed
    size allowed, in bytes; ValueError or zlib.error if streams exceed it or are damaged.
    """

    def __init__(self, maximum: float = inf) -> None:
        self._sum = sha256()
        self._remaining = maximum

    def add(self, piece: bytes) -> None:
        """Add an object; ignore other pieces of the file."""
        if not piece.endswith(b"endobj\n"):
            return
        match = _STREAM.match(piece, 0, _MAX_HEAD) if piece.endswith(_HAS_STREAM) else None
        if match is None:
            self._sum.update(piece)
            return
        end = match.end() + int(match[2])
        content = _unpack(piece[match.end() : end], self._remaining)
        self._remaining -= len(content)
        self._sum.update(b"%b%d%b%b%b" % (match[1], len(content), match[3], content, piece[end:]))

    @property
    def hexdigest(self) -> str:
        """The digest of all objects so far."""
        return self._sum.hexdigest()


def content_digest(content: bytes) -> str | None:
    """Return the content digest of one of our finished PDF or PNG files; None for other files."""
    try:
        return _digest_png(content) if content.startswith(_PNG) else _digest_pdf(content)
    except (ValueError, zlib.error):
        return None


def _digest_pdf(content: bytes) -> str:
    digest = PdfDigest(_limit_unpacked(content))
    for piece in _list_objects(content):
        digest.add(piece)
    return digest.hexdigest


def _list_objects(content: bytes) -> Iterator[bytes]:
    """Yield the objects of a PDF in numerical order; ValueError unless they are contiguous."""
    end = _TABLE_AT.search(content, max(0, len(content) - 100))
    start = _TABLE.match(content, int(end[1])) if end else None
    if end is None or start is None:
        raise ValueError("no table of objects")
    lines = range(start.end() + _ENTRY, start.end() + _ENTRY * int(start[1]), _ENTRY)
    offsets = [int(content[at : at + 10]) for at in lines] + [int(end[1])]
    for here, following in pairwise(offsets):
        piece = content[here:following]
        if not piece.endswith(b"endobj\n"):
            raise ValueError("objects that lie elsewhere")
        yield piece


def _digest_png(content: bytes) -> str:
    digest, pixels, start = sha256(), list[bytes](), len(_PNG)
    while start < len(content):
        length, kind = (
            int.from_bytes(content[start : start + 4], "big"),
            content[start + 4 : start + 8],
        )
        chunk = content[start + 8 : start + 8 + length]
        if kind == _PIXELS:
            pixels.append(chunk)
        else:
            digest.update(b"%d %b %b" % (length, kind, chunk))
        start += length + 12
    digest.update(_unpack(b"".join(pixels), _limit_unpacked(content)))
    return digest.hexdigest()


def _limit_unpacked(content: bytes) -> int:
    return _MAX_UNPACKED + _UNPACKED_A_BYTE * len(content)


def _unpack(packed: bytes, maximum: float) -> bytes:
    """Decompress; ValueError unless `packed` is exactly one stream of at most `maximum` bytes."""
    if maximum == inf:
        return zlib.decompress(packed)
    decompressor = zlib.decompressobj()
    content = decompressor.decompress(packed, max(int(maximum), 1))
    if not decompressor.eof or decompressor.unused_data:
        raise ValueError("more than is looked at")
    return content
