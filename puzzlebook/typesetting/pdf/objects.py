"""The objects of a PDF file. Each object is spooled as soon as it is finished, to disk if there are
many.

So memory contains only the number and position of each page, even in a long book. reportlab keeps
the objects that it makes itself (fonts, photos, the outline) until the end. It assigns all object
numbers, and the file has the same layout as if reportlab wrote it.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from tempfile import SpooledTemporaryFile
from typing import IO, Any

_SPOOL_MEMORY = 1 << 20  # bytes of spooled objects before they go to disk
_ENTRIES, _ITEMS = 6, 10  # of a dictionary and of an array per line, as in reportlab

# Placeholders for numbers that are not known yet. Dictionaries contain no other zero bytes.
_BLANK = re.compile(rb"\0(\w+)\0")
PARENT, STREAM = "\0parent\0 0 R", "\0stream\0 0 R"
"""References of a page to the page tree and to its own stream."""


def page_reference(page: int) -> str:
    """Return a reference to a page (from 1), which may be written later."""
    return f"\0{page}\0 0 R"


def format_dictionary(entries: Mapping[str, str]) -> str:
    """Format a dictionary, sorted by key."""
    items = [f"/{key} {value}" for key, value in sorted(entries.items())]
    return f"<<\n{_break_lines(items, _ENTRIES)}\n>>"


def format_array(items: Sequence[str]) -> str:
    """Format an array."""
    return f"[ {_break_lines(items, _ITEMS)} ]"


@lru_cache(maxsize=64)
def format_box(*sides: float) -> str:
    """Format a rectangle. sides: left, bottom, right and top, in points."""
    from reportlab.lib.rl_accel import fp_str

    return f"[ {fp_str(*sides)} ]"


def format_string(text: str) -> str:
    """Format a text string, in PDFDocEncoding or UTF-16."""
    from reportlab.pdfbase.pdfdoc import DummyDoc, PDFString

    string: bytes = PDFString(text).format(DummyDoc())
    return string.decode()


def _break_lines(items: Sequence[str], maximum: int) -> str:
    return " \n  ".join(" ".join(items[i : i + maximum]) for i in range(0, len(items), maximum))


def format_stream_head(entries: Mapping[str, str]) -> bytes:
    """Format the dictionary of streams with deflated content, with %d in place of the length."""
    return format_dictionary({**entries, "Filter": "[ /FlateDecode ]", "Length": "%d"}).encode()


def format_stream(content: bytes, head: bytes = format_stream_head({})) -> bytes:
    """Format a stream whose content is already deflated."""
    return b"%b\nstream\n%bendstream\n" % (head % len(content), content)


def open_spool() -> IO[bytes]:
    """Open a temporary file that stays in memory until it is large."""
    return SpooledTemporaryFile(_SPOOL_MEMORY)


class Objects:
    """The objects of a reportlab document: spooled ones in a file, and reportlab's own."""

    def __init__(self, document: Any, file: IO[bytes]) -> None:
        self._document = document
        self._file = file
        self._ends = array("Q", [0])  # file offsets at which each text ends
        # For each spooled object, in ascending order of numbers: its number, the index of its text,
        # and whether the text has placeholders.
        self._numbers, self._texts, self._blanks = array("L"), array("L"), bytearray()
        # The numbers of the pages, and the indices of their streams, which are numbered last.
        self._pages, self._streams = array("L"), array("L")
        self._unnumbered = iter(self._streams)

    @property
    def next(self) -> int:
        """The number of the next object that will be added."""
        return int(self._document.objectcounter) + 1

    @property
    def page(self) -> int:
        """The current page, from 1."""
        return len(self._pages) + 1

    def add(self, text: bytes, has_blanks: bool = False) -> int:
        """Spool an object and return its number."""
        self._document.objectcounter += 1
        return self._register(self._document.objectcounter, self._spool(text), has_blanks)

    def add_page(self, entries: Mapping[str, str], content: bytes) -> int:
        """Spool a page and its deflated stream; return the number of its object."""
        self._streams.append(self._spool(format_stream(content)))
        self._pages.append(self.add(format_dictionary(entries).encode(), has_blanks=True))
        return self._pages[-1]

    def number_of(self, page: int) -> int:
        """Return the number of a page's object. page: from 1."""
        return self._pages[page - 1]

    def _spool(self, text: bytes) -> int:
        """Write a text to the spool and return its index, from 1."""
        self._file.write(text)
        self._ends.append(self._ends[-1] + len(text))
        return len(self._ends) - 1

    def _register(self, number: int, text: int, has_blanks: bool) -> int:
        self._numbers.append(number)
        self._texts.append(text)
        self._blanks.append(has_blanks)
        return number

    def write_file(self, canvas: Any) -> Iterator[bytes]:
        """Yield the file in pieces, in order. canvas: reportlab's canvas of the document."""
        from reportlab.pdfbase.pdfdoc import PDFFile, PDFTrailer

        document = self._document
        # reportlab's last step would hold the whole file in memory; disable it.
        document.format = bytes
        document.GetPDFData(canvas)
        document.Pages.pages = [f"{number} 0 R" for number in self._pages]
        document.Reference(document.Pages)
        header: bytes = PDFFile(document._pdfVersion).format(document)
        yield header
        offsets, offset = array("Q"), len(header)
        # The counter grows while objects are written that refer to new objects.
        while len(offsets) < document.objectcounter:
            text = self._object(len(offsets) + 1)
            offsets.append(offset)
            offset += len(text)
            yield text
        size = len(offsets) + 1
        yield b"xref\n0 %d\n0000000000 65535 f \n" % size
        # Yield row by row, since the whole table would be larger than any page.
        yield from (b"%010d 00000 n \n" % row for row in offsets)
        root, info = document.Reference(document.Catalog), document.Reference(document.info)
        trailer = PDFTrailer(offset, Size=size, Root=root, Info=info, ID=document.ID())
        yield trailer.format(document)

    def _object(self, number: int) -> bytes:
        """Return an object as written in the file."""
        index = bisect_left(self._numbers, number)
        if index < len(self._numbers) and self._numbers[index] == number:
            text = self._read_text(self._texts[index])
            if self._blanks[index]:
                text = _BLANK.sub(self._fill_blank, text)
            line_end = b"" if text.endswith(b"\n") else b"\n"
            return b"%d 0 obj\n%b%bendobj\n" % (number, text, line_end)
        from reportlab.pdfbase.pdfdoc import PDFIndirectObject

        name = self._document.numberToId[number]
        own: bytes = PDFIndirectObject(name, self._document.idToObject[name]).format(self._document)
        return own

    def _read_text(self, index: int) -> bytes:
        begin, end = self._ends[index - 1 : index + 1]
        self._file.seek(begin)
        return self._file.read(end - begin)

    def _fill_blank(self, blank: re.Match[bytes]) -> bytes:
        """Return the number for a placeholder, and number a page's stream on first use."""
        if blank[1] == b"parent":
            name = self._document.Reference(self._document.Pages).name
            number = self._document.idToObjectNumberAndVersion[name][0]
        elif blank[1] == b"stream":
            number = self._document.objectcounter = self._document.objectcounter + 1
            self._register(number, next(self._unnumbered), has_blanks=False)
        else:
            number = self.number_of(int(blank[1]))
        return b"%d" % number
