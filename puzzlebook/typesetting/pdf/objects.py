"""The objects of a PDF file: each is put aside as soon as it is finished, on the disk where there
are many.

So memory holds of a page no more than its number and where it lies, however long the book.
reportlab keeps what it makes itself till the end: fonts, photos, the outline. It gives all numbers,
and the file is as it would write it.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from tempfile import SpooledTemporaryFile
from typing import IO, Any

_IN_MEMORY = 1 << 20  # bytes that are put aside there before they go to the disk
_ENTRIES, _ITEMS = 6, 10  # to a line, as reportlab has them

# Numbers that are not known yet, between bytes that stand in no dictionary.
_BLANK = re.compile(rb"\0(\w+)\0")
PARENT, STREAM = "\0parent\0 0 R", "\0stream\0 0 R"
"""What a page names the tree of pages by, and its own stream."""


def page_reference(page: int) -> str:
    """What an object names a page by, whether it is there already or not."""
    return f"\0{page}\0 0 R"


def format_dictionary(entries: Mapping[str, str]) -> str:
    """A dictionary, its keys in order."""
    return f"<<\n{_break_lines([f'/{key} {value}' for key, value in sorted(entries.items())], _ENTRIES)}\n>>"


def format_array(items: Sequence[str]) -> str:
    """An array."""
    return f"[ {_break_lines(items, _ITEMS)} ]"


@lru_cache(maxsize=64)
def format_box(*sides: float) -> str:
    """A rectangle: its left, bottom, right and top, in points."""
    from reportlab.lib.rl_accel import fp_str

    return f"[ {fp_str(*sides)} ]"


def format_string(text: str) -> str:
    """A text that people read."""
    from reportlab.pdfbase.pdfdoc import DummyDoc, PDFString

    written: bytes = PDFString(text).format(DummyDoc())
    return written.decode()


def _break_lines(items: Sequence[str], most: int) -> str:
    return " \n  ".join(" ".join(items[at : at + most]) for at in range(0, len(items), most))


def format_stream_head(entries: Mapping[str, str]) -> bytes:
    """What streams with deflated content say of themselves, with a blank for their length."""
    return format_dictionary({**entries, "Filter": "[ /FlateDecode ]", "Length": "%d"}).encode()


def format_stream(content: bytes, about: bytes = format_stream_head({})) -> bytes:
    """A stream whose content is deflated already. about: its head."""
    return b"%b\nstream\n%bendstream\n" % (about % len(content), content)


def open_spool() -> IO[bytes]:
    """Where objects are put aside: memory, and the disk as soon as they are many."""
    return SpooledTemporaryFile(_IN_MEMORY)


class Objects:
    """The objects of one of reportlab's documents: those that were put aside, in a file, and its
    own."""

    def __init__(self, document: Any, file: IO[bytes]) -> None:
        self._document = document
        self._file = file
        self._ends = array("Q", [0])  # of the texts in it
        # Of the objects that were put aside, as they are numbered: the number, which text it is,
        # whether it has blanks.
        self._numbers, self._texts, self._blanks = array("L"), array("L"), bytearray()
        # The numbers of the pages, and which texts their streams are: these are numbered last.
        self._pages, self._streams = array("L"), array("L")
        self._unnumbered = iter(self._streams)

    @property
    def next(self) -> int:
        """The number of the object that is added next."""
        return int(self._document.objectcounter) + 1

    @property
    def page(self) -> int:
        """The page at hand, from 1."""
        return len(self._pages) + 1

    def add(self, text: bytes, has_blanks: bool = False) -> int:
        """Put an object aside; its number."""
        self._document.objectcounter += 1
        return self._enter(self._document.objectcounter, self._put(text), has_blanks)

    def add_page(self, about: Mapping[str, str], content: bytes) -> int:
        """Put a page aside, with its stream, which is deflated already; its number."""
        self._streams.append(self._put(format_stream(content)))
        self._pages.append(self.add(format_dictionary(about).encode(), has_blanks=True))
        return self._pages[-1]

    def number_of(self, page: int) -> int:
        """The number of a page's object."""
        return self._pages[page - 1]

    def _put(self, text: bytes) -> int:
        self._file.write(text)
        self._ends.append(self._ends[-1] + len(text))
        return len(self._ends) - 1

    def _enter(self, number: int, text: int, has_blanks: bool) -> int:
        self._numbers.append(number)
        self._texts.append(text)
        self._blanks.append(has_blanks)
        return number

    def pieces(self, canvas: Any) -> Iterator[bytes]:
        """The file, from its first byte to its last. canvas: the document's."""
        from reportlab.pdfbase.pdfdoc import PDFFile, PDFTrailer

        document = self._document
        # reportlab's last step would hold all of the file in memory: here it is in pieces
        document.format = bytes
        document.GetPDFData(canvas)
        document.Pages.pages = [f"{number} 0 R" for number in self._pages]
        document.Reference(document.Pages)
        begin: bytes = PDFFile(document._pdfVersion).format(document)
        yield begin
        places, at = array("Q"), len(begin)
        while (
            len(places) < document.objectcounter
        ):  # which grows while objects are written that name others
            written = self._object(len(places) + 1)
            places.append(at)
            at += len(written)
            yield written
        yield b"xref\n0 %d\n0000000000 65535 f \n" % (len(places) + 1)
        yield from (
            b"%010d 00000 n \n" % place for place in places
        )  # together they are larger than any page
        root, info = document.Reference(document.Catalog), document.Reference(document.info)
        yield PDFTrailer(at, Size=len(places) + 1, Root=root, Info=info, ID=document.ID()).format(
            document
        )

    def _object(self, number: int) -> bytes:
        """An object as it stands in the file."""
        index = bisect_left(self._numbers, number)
        if index < len(self._numbers) and self._numbers[index] == number:
            text = self._text(self._texts[index])
            if self._blanks[index]:
                text = _BLANK.sub(self._filled, text)
            return b"%d 0 obj\n%b%bendobj\n" % (
                number,
                text,
                b"" if text.endswith(b"\n") else b"\n",
            )
        from reportlab.pdfbase.pdfdoc import PDFIndirectObject

        name = self._document.numberToId[number]
        own: bytes = PDFIndirectObject(name, self._document.idToObject[name]).format(self._document)
        return own

    def _text(self, place: int) -> bytes:
        begin, end = self._ends[place - 1 : place + 1]
        self._file.seek(begin)
        return self._file.read(end - begin)

    def _filled(self, blank: re.Match[bytes]) -> bytes:
        """The number that belongs into a blank."""
        if blank[1] == b"parent":
            name = self._document.Reference(self._document.Pages).name
            number = self._document.idToObjectNumberAndVersion[name][0]
        elif blank[1] == b"stream":
            number = self._document.objectcounter = self._document.objectcounter + 1
            self._enter(number, next(self._unnumbered), has_blanks=False)
        else:
            number = self.number_of(int(blank[1]))
        return b"%d" % number
