"""Files and their pages."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import pypdf
from pypdf import generic
from pypdf.errors import DependencyError, PyPdfError

from .objects import (
    Array,
    Dictionary,
    Name,
    NewStream,
    Object,
    PasswordError,
    PdfError,
    Stream,
    as_list,
    wrap,
)
from .writing import Writer

_LETTER = [0, 0, 612, 792]
_TAIL = 1054  # bytes at the end of a file, in which it says where its tables are
_HARMLESS = "invalid pdf header"  # what is before a file's head harms nothing
_MAX_NODES = 100_000  # of a tree of pages or names


class Page:
    """A page. obj: its dictionary."""

    def __init__(self, obj: Dictionary) -> None:
        self.obj = obj

    @property
    def resources(self) -> Any:
        return self._find("/Resources") or Dictionary()

    @property
    def mediabox(self) -> Any:
        return self._find("/MediaBox")

    @property
    def cropbox(self) -> Any:
        return self._find("/CropBox") or self.mediabox

    def _find(self, key: str) -> Any:
        """Return an entry of the page, or of a node that it is below; None if there is none."""
        node: Any = self.obj
        for _ in range(_MAX_NODES):
            if key in node or "/Parent" not in node:
                return node.get(key)
            node = node["/Parent"]
        return None


class Pdf:
    """A file that is read, or one that is made. pages: its pages in their order."""

    def __init__(self, reader: pypdf.PdfReader | None = None, is_damaged: bool = False) -> None:
        self._reader = reader
        self._mended = ["file is damaged"] if is_damaged else []
        self._known: dict[tuple[int, int], Any] = {}
        self.pages: list[Any] = []
        self.is_encrypted = reader is not None and reader.is_encrypted
        if reader is not None:
            self.trailer = Dictionary(reader.trailer, self)
            if reader.xref_objStm:  # pypdf does not keep the entries of a compressed table
                self.trailer["/Type"] = Name("/XRef")
            self.Root = self.trailer["/Root"]
            leaves = _walk(self.Root.get("/Pages"), lambda node: node.get("/Kids"))
            self.pages = [Page(leaf) for leaf in leaves]
            for number, page in enumerate(self.pages):
                if not isinstance(page.mediabox, Array):
                    page.obj["/MediaBox"] = Array(_LETTER)
                    what = "MediaBox is undefined; setting to letter / ANSI A"
                    self._mended.append(f"kid {number} (from 0) {what}")

    def __enter__(self) -> Pdf:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Forget the file."""
        self._known.clear()

    def get_warnings(self) -> list[str]:
        """Return what had to be repaired as the file was opened."""
        return self._mended

    @property
    def objects(self) -> Iterator[Any]:
        """Yield each object that has a number."""
        reader = self._reader
        assert reader is not None
        for generation, places in [*reader.xref.items()]:
            for number in [*places]:
                yield self.find((number, generation))
        for number in [*reader.xref_objStm]:
            yield self.find((number, 0))

    @property
    def attachments(self) -> Iterator[str]:
        """Yield the names of the files that are attached."""
        names = self.Root.get("/Names")
        tree = names.get("/EmbeddedFiles") if isinstance(names, Dictionary) else None
        for leaf in _walk(tree, lambda node: node.get("/Kids")):
            yield from map(str, as_list(leaf.get("/Names"))[::2])

    def find(self, objgen: tuple[int, int]) -> Any:
        """Return the object with this number, always the same one."""
        if objgen not in self._known:
            reader = self._reader
            assert reader is not None
            try:
                found = generic.IndirectObject(*objgen, reader).get_object()
            except (PyPdfError, ValueError, TypeError, KeyError, IndexError, AttributeError):
                found = None  # what is damaged is null
            self._known[objgen] = wrapped = wrap(found, self)
            if isinstance(wrapped, Object) and not isinstance(wrapped, Name):
                wrapped.objgen = objgen
        return self._known[objgen]

    def make_stream(self, content: bytes) -> Stream:
        """Return a new stream."""
        rows = NewStream()
        rows._data = content
        return Stream(rows, self)

    def make_indirect(self, item: Any) -> Any:
        """Return the object, which is to have a number of its own."""
        return item

    def save(self, file: BytesIO) -> None:
        """Write the file that was made."""
        Writer(file).write([page.obj for page in self.pages])


def open(file: Path | BytesIO, suppress_warnings: bool = True) -> Pdf:
    """Open a file; PdfError if it is none, PasswordError if it needs a password."""
    try:
        with _hear() as told:
            reader = pypdf.PdfReader(file, strict=False)
        if reader.is_encrypted and not reader.decrypt(""):
            raise PasswordError
        reader.stream.seek(-min(_TAIL, reader.stream.seek(0, 2)), 2)
        is_late = b"startxref" not in reader.stream.read()
        is_mended = any(not record.msg.startswith(_HARMLESS) for record in told)
        return Pdf(reader, is_late or is_mended)
    except DependencyError as error:
        raise PasswordError(str(error)) from None
    except (PyPdfError, ValueError, TypeError, KeyError, IndexError, AttributeError) as error:
        raise PdfError(str(error)) from None


@contextmanager
def _hear() -> Iterator[list[logging.LogRecord]]:
    """Collect what pypdf says of a file that it has to mend, instead of printing it."""
    told: list[logging.LogRecord] = []
    logger, listener = logging.getLogger("pypdf"), logging.Handler()
    listener.emit = told.append  # type: ignore[method-assign,assignment]
    logger.addHandler(listener)
    logger.propagate = False
    try:
        yield told
    finally:
        logger.removeHandler(listener)


def new() -> Pdf:
    """Return a file without pages."""
    return Pdf()


def _walk(root: Any, kids_of: Any) -> Iterator[Any]:
    """Yield the leaves of a tree in their order; PdfError if it has too many nodes."""
    waiting, count = [root], 0
    while waiting:
        node, count = waiting.pop(), count + 1
        if count > _MAX_NODES:
            raise PdfError("a tree without end")
        if isinstance(node, Dictionary):
            kids = kids_of(node)
            if isinstance(kids, Array):
                waiting += reversed(kids)
            else:
                yield node
