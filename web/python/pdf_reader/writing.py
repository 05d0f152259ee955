"""Values and files as a PDF file has them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import BytesIO
from typing import Any

from .objects import Array, Dictionary, Name, Stream, String, Table


def write_value(value: Any, refer: Callable[[Any], bytes] | None = None) -> bytes:
    """Return a value as a file has it. refer: returns a reference to what has a number."""
    if refer and (isinstance(value, Stream) or (isinstance(value, Table) and value.is_indirect)):
        return refer(value)
    if value is None or isinstance(value, bool):
        return {None: b"null", True: b"true", False: b"false"}[value]
    if isinstance(value, Name):
        content = value.encode("utf-8", "surrogateescape")[1:]
        safe = (
            b"%c" % char if 33 <= char < 127 and char not in b"#()<>[]{}/%" else b"#%02X" % char
            for char in content
        )
        return b"/" + b"".join(safe)
    if isinstance(value, String):
        return b"<" + bytes(value).hex().encode() + b">"
    if isinstance(value, Array):
        return b"[" + b" ".join(write_value(row, refer) for row in value) + b"]"
    if isinstance(value, Table):
        return _write_table(value, refer)
    return f"{value:.6f}".encode() if isinstance(value, float) else str(value).encode()


def _write_table(table: Table, refer: Callable[[Any], bytes] | None) -> bytes:
    # What a page is below is not written with it.
    rows = ((Name(key), table[key]) for key in sorted(table.keys() - {"/Parent"}))
    return b"<<" + b" ".join(write_value(each, refer) for row in rows for each in row) + b">>"


class Writer:
    """Writes pages, and all that they refer to, to a file."""

    def __init__(self, file: BytesIO) -> None:
        self._file = file
        self._numbers: dict[Any, int] = {}
        self._waiting: list[Any] = []

    def write(self, pages: Sequence[Dictionary]) -> None:
        """Write the file."""
        refs = b" ".join(map(self._refer, pages))
        bodies = {1: b"<</Type/Catalog/Pages 2 0 R>>"}
        bodies[2] = b"<</Type/Pages/Count %d/Kids[%s]>>" % (len(pages), refs)
        while self._waiting:
            item = self._waiting.pop()
            bodies[self._numbers[self._identify(item)]] = self._write_body(item)
        self._file.write(b"%PDF-1.7\n")
        places = []
        for number, body in sorted(bodies.items()):
            places.append(self._file.tell())
            self._file.write(b"%d 0 obj\n%s\nendobj\n" % (number, body))
        start = self._file.tell()
        self._file.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(places) + 1))
        self._file.write(b"".join(b"%010d 00000 n \n" % place for place in places))
        size = len(places) + 1
        self._file.write(b"trailer<</Size %d/Root 1 0 R>>startxref\n%d\n%%%%EOF" % (size, start))

    def _identify(self, item: Any) -> Any:
        return (id(item._pdf), item.objgen) if item.is_indirect else id(item._rows)

    def _refer(self, item: Any) -> bytes:
        key = self._identify(item)
        if key not in self._numbers:
            self._numbers[key] = len(self._numbers) + 3
            self._waiting.append(item)
        return b"%d 0 R" % self._numbers[key]

    def _write_body(self, item: Any) -> bytes:
        if not isinstance(item, Stream):
            return _write_table(item, self._refer)
        content = item.read_raw_bytes()
        table = Dictionary({**dict(item), "/Length": len(content)})
        return _write_table(table, self._refer) + b"stream\n" + content + b"\nendstream"
