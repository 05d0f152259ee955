"""The content digest of a file: what is in it, whichever deflate library compressed it.

zlib and zlib-ng make other bytes of the same content. So the digest of a PDF is taken over its
objects with their streams unpacked, and that of a PNG over its chunks with its pixels unpacked. No
other file of a book is compressed.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from hashlib import sha256
from itertools import pairwise
from math import inf

_MOST_UNPACKED, _UNPACKED_A_BYTE = 64_000_000, 40
"""What a file may unpack to: so many bytes, and so many more for each of its own."""

_HAS_STREAM = b"endstream\nendobj\n"
_STREAM = re.compile(rb"(.*?/Filter \[ /FlateDecode \].*?/Length )(\d+)(.*?\nstream\n)", re.DOTALL)
_LONGEST_HEAD = 2000
_TABLE = re.compile(rb"xref\n0 (\d{1,8})\n")
_TABLE_AT = re.compile(rb"startxref\n(\d{1,12})\n%%EOF\n*\Z")
_ENTRY = 20  # bytes of a line of the table
_PNG = b"\x89PNG\r\n\x1a\n"
_PIXELS = b"IDAT"


class PdfDigest:
    """The content digest of a PDF of ours, which takes its objects one by one, as they are written.

    An object counts as it is written, but with its stream unpacked, and the length of that. The
    head of the file and the table of the objects' places at its end do not count. most: what the
    streams may unpack to, in bytes; ValueError, or what zlib raises, where they are damaged or more
    than that.
    """

    def __init__(self, most: float = inf) -> None:
        self._sum = sha256()
        self._left = most

    def add(self, piece: bytes) -> None:
        """Take an object; a piece of the file that is none is passed over."""
        if not piece.endswith(b"endobj\n"):
            return
        found = _STREAM.match(piece, 0, _LONGEST_HEAD) if piece.endswith(_HAS_STREAM) else None
        if found is None:
            self._sum.update(piece)
            return
        end = found.end() + int(found[2])
        content = _unpack(piece[found.end() : end], self._left)
        self._left -= len(content)
        self._sum.update(b"%b%d%b%b%b" % (found[1], len(content), found[3], content, piece[end:]))

    @property
    def hexdigest(self) -> str:
        """The digest of all objects so far."""
        return self._sum.hexdigest()


def content_digest(content: bytes) -> str | None:
    """The content digest of a finished PDF or PNG file; None where it is none, or not as we write
    one."""
    try:
        return _digest_png(content) if content.startswith(_PNG) else _digest_pdf(content)
    except (ValueError, zlib.error):
        return None


def _digest_pdf(content: bytes) -> str:
    digest = PdfDigest(_most(content))
    for piece in _list_objects(content):
        digest.add(piece)
    return digest.hexdigest


def _list_objects(content: bytes) -> Iterator[bytes]:
    """The objects of a PDF in the order of their numbers; ValueError where they do not lie one
    behind the other."""
    end = _TABLE_AT.search(content, max(0, len(content) - 100))
    start = _TABLE.match(content, int(end[1])) if end else None
    if end is None or start is None:
        raise ValueError("no table of objects")
    lines = range(start.end() + _ENTRY, start.end() + _ENTRY * int(start[1]), _ENTRY)
    places = [int(content[at : at + 10]) for at in lines] + [int(end[1])]
    for here, there in pairwise(places):
        piece = content[here:there]
        if not piece.endswith(b"endobj\n"):
            raise ValueError("objects that lie elsewhere")
        yield piece


def _digest_png(content: bytes) -> str:
    digest, pixels, at = sha256(), list[bytes](), len(_PNG)
    while at < len(content):
        length, kind = int.from_bytes(content[at : at + 4], "big"), content[at + 4 : at + 8]
        chunk = content[at + 8 : at + 8 + length]
        if kind == _PIXELS:
            pixels.append(chunk)
        else:
            digest.update(b"%d %b %b" % (length, kind, chunk))
        at += length + 12
    digest.update(_unpack(b"".join(pixels), _most(content)))
    return digest.hexdigest()


def _most(content: bytes) -> int:
    """What a file may unpack to."""
    return _MOST_UNPACKED + _UNPACKED_A_BYTE * len(content)


def _unpack(packed: bytes, most: float) -> bytes:
    """What was compressed; ValueError where that is more than `most` bytes, or not all of `packed`
    belongs to it."""
    if most == inf:
        return zlib.decompress(packed)
    unpacking = zlib.decompressobj()
    content = unpacking.decompress(packed, max(int(most), 1))
    if not unpacking.eof or unpacking.unused_data:
        raise ValueError("more than is looked at")
    return content
