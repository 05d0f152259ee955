"""PDF files, opened with care: whoever wrote one, what it asks for is known before any of it is decoded or walked.

A few bytes may stand for a gigabyte, and a few forms that use each other for more than could ever be drawn. Neither of
the two libraries that read PDF for us asks how much there is. So this is done before they are let at a file: what its
own tables of objects unpack to; then each stream's size, by its filters and without keeping it; then the operators of
each page, those of a form as often as it is used.
"""

from __future__ import annotations

import base64
import mmap
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pikepdf

from puzzlebook.faults import refuse

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument

MOST_BYTES = 1_000_000_000
"""Of a file: no printer takes as many."""
_MOST_PAGES = 100_000

# What a file may unpack to, and what it may draw: so much, and for each of its bytes so much more.
_MOST_UNPACKED, _UNPACKED_A_BYTE = 64_000_000, 20
_MOST_CONTENT = 32_000_000  # a page's or a form's content, of that
_MOST_OPERATORS, _OPERATORS_A_BYTE = 150_000, 2
_MOST_PAGES_WORTH = 20  # of operators, in a file
_MOST_PIXEL_BYTES = 256_000_000
_WIDEST_ROW = 1_000_000  # bytes
_DEEPEST = 24

_DAMAGED = "is a PDF file that breaks off or is damaged"
_ALLOWED = "a whole PDF file"

_TIMES = {"/FlateDecode": 1032, "/Fl": 1032, "/LZWDecode": 1400, "/LZW": 1400, "/RunLengthDecode": 64, "/RL": 64}
"""How many times as large each filter can make a stream."""
_FLATE = ("/FlateDecode", "/Fl")
_WRITTEN: Mapping[str, Callable[[bytes], bytes]] = {
    **dict.fromkeys(("/ASCII85Decode", "/A85"), lambda text: base64.a85decode(text.partition(b"~")[0])),
    **dict.fromkeys(("/ASCIIHexDecode", "/AHx"), lambda text: bytes.fromhex(text.partition(b">")[0].decode("ascii"))),
}
_STREAM = re.compile(rb"stream\r?\n")
_ESCAPED = re.compile(rb"#([0-9A-Fa-f]{2})")
_OF_OBJECTS = re.compile(rb"/(?:XRef|ObjStm)\b")
_COLUMNS = re.compile(rb"/Columns\s+0*(\d+)")
_OPERATOR = re.compile(rb"[A-Za-z'\"*]+")
_USE = re.compile(rb"/([^\s/\[\]()<>{}%]+)\s+(?:[-+.\d]+\s+(Tf)|(Do|gs|scn|SCN))\b")
_SHOWN = re.compile(rb"\(([^()]*)\)|<([0-9A-Fa-f\s]*)>")
_SIZE_OF_JPX = b"\xff\x4f\xff\x51"

_NO_UTF8 = re.compile("[\ud800-\udfff]")  # as which Python shows the bytes of such a name

Fails = (pikepdf.PdfError, ValueError, TypeError, KeyError, AttributeError, IndexError, RuntimeError, RecursionError)
"""What a broken page or object makes the reading of it raise."""


def openable(content: bytes | Path) -> bytes | Path:
    """A file as the PDF libraries take it: by its path or, where its name is no UTF-8, by its content."""
    return content.read_bytes() if isinstance(content, Path) and _NO_UTF8.search(str(content)) else content


class Excess(ValueError):
    """A file, or a page of it, asks for more than is given."""


def pdf_opened(content: bytes | Path, name: str) -> pikepdf.Pdf:
    """A PDF file with all that is in it, of which any stream may be decoded; refused if it cannot be read.

    Its pages may still be too much to be walked: `pages_in_excess`.
    """
    size = len(content) if isinstance(content, bytes) else content.stat().st_size
    if not size:
        raise refuse(name, "is empty", "a PDF file")
    if size > MOST_BYTES:
        raise refuse(name, "is too large to be looked at", f"at most {MOST_BYTES:,} bytes")
    content = openable(content)
    try:
        _check_tables(content, size)
        pdf = pikepdf.open(BytesIO(content) if isinstance(content, bytes) else content, suppress_warnings=True)
    except pikepdf.PasswordError:
        what = "is encrypted with a password: nothing in it can be checked"
        raise refuse(name, what, "save it without one") from None
    except pikepdf.PdfError:
        what = _DAMAGED if _says_pdf(content) else "is not a PDF file"
        raise refuse(name, what, _ALLOWED) from None
    except Excess as excess:
        raise refuse(name, str(excess), _ALLOWED) from None
    try:
        _check_pages(pdf)
        _check_streams(pdf, size)
    except Fails as error:
        pdf.close()
        what = str(error) if isinstance(error, Excess) else _DAMAGED
        raise refuse(name, what, _ALLOWED) from None
    return pdf


def pdf_document(content: bytes | Path, name: str) -> PdfDocument:
    """A PDF file whose pages may all be rendered; refused if it cannot be read, or if that would be too much."""
    import pypdfium2

    size = len(content) if isinstance(content, bytes) else content.stat().st_size
    with pdf_opened(content, name) as pdf:
        for number, why in pages_in_excess(pdf, size).items():
            raise refuse(name, f"page {number}: {why}", _ALLOWED)
    try:
        document = pypdfium2.PdfDocument(openable(content))
    except pypdfium2.PdfiumError:
        raise refuse(name, _DAMAGED, _ALLOWED) from None
    if not len(document):
        raise refuse(name, "has no pages", _ALLOWED)
    return document


@contextmanager
def pdf_shown(content: bytes | Path, name: str) -> Iterator[PdfDocument]:
    """The same, for as long as it is needed; refused too if one of its pages cannot be read."""
    import pypdfium2

    try:
        with closing(pdf_document(content, name)) as document:
            yield document
    except pypdfium2.PdfiumError:
        raise refuse(name, _DAMAGED, _ALLOWED) from None


def pages_in_excess(pdf: pikepdf.Pdf, size: int) -> dict[int, str]:
    """The pages that ask for more than may be drawn, by number, and why. size: of the file, in bytes."""
    weights, most = _Weights(size), _MOST_OPERATORS + _OPERATORS_A_BYTE * size
    found: dict[int, str] = {}
    left = _MOST_PAGES_WORTH * most
    for number, page in enumerate(pdf.pages, 1):
        try:
            weight = weights.of_page(page)
            left -= weight
            if weight > most or left < 0:
                found[number] = "it draws more than can be looked at"
        except Excess as excess:
            found[number] = str(excess)
        except Fails:
            continue  # whoever reads the page will say what is wrong with it
    return found


class _Weights:
    """How many operators there are to follow in a page: those of a form count each time that it is used."""

    def __init__(self, size: int) -> None:
        self._most = _MOST_OPERATORS + _OPERATORS_A_BYTE * size
        self._most_content = _MOST_CONTENT + _UNPACKED_A_BYTE * size
        self._known: dict[Any, int] = {}
        self._above: list[Any] = []

    def of_page(self, page: pikepdf.Page) -> int:
        """Operators of a page and its annotations, as far as they matter."""
        contents = page.obj.get("/Contents")
        total = 0
        for part in contents if isinstance(contents, pikepdf.Array) else [contents]:
            total += self._of(part, page.resources)
            if total > self._most:
                return total
        for note in page.obj.get("/Annots", ()):
            shown = _entry(_entry(note, "/AP"), "/N")
            for form in [shown] if isinstance(shown, pikepdf.Stream) else dict(_table(shown)).values():
                total += self._of(form, page.resources)
        return total

    def _of(self, stream: Any, resources: Any) -> int:
        """Operators of a content stream; Excess if it holds itself, or another that does."""
        if not isinstance(stream, pikepdf.Stream):
            return 1
        resources = stream.get("/Resources", resources)
        key = stream.objgen, resources.objgen
        if key in self._above or len(self._above) > _DEEPEST:
            raise Excess("its forms hold each other without end")
        if key not in self._known or key[0] == (0, 0):
            self._above.append(key)
            try:
                self._known[key] = self._counted(_content(stream, self._most_content), resources)
            finally:
                self._above.pop()
        return self._known[key]

    def _counted(self, content: bytes, resources: Any) -> int:
        total, part = 1, 1_000_000
        for start in range(0, len(content), part):
            total += len(_OPERATOR.findall(content, start, start + part))
            if total > self._most:
                return total
        uses: dict[tuple[str, str], int] = {}
        for name, font, other in _USE.findall(content):
            use = (font or other).decode().upper(), "/" + _plain(name).decode("latin-1")
            uses[use] = uses.get(use, 0) + 1
        for (verb, name), count in uses.items():
            total += min(count, self._most) * self._used(verb, name, resources, content)
        return total

    def _used(self, verb: str, name: str, resources: Any, content: bytes) -> int:
        """Operators of what is used by its name."""
        kind = {"DO": "/XObject", "GS": "/ExtGState", "SCN": "/Pattern", "TF": "/Font"}[verb]
        thing = _entry(_entry(resources, kind), name)
        if verb == "GS":
            thing = _entry(_entry(thing, "/SMask"), "/G")
        if verb == "TF":
            return self._of_glyphs(thing, resources, content)
        is_content = isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") != "/Image"
        return self._of(thing, resources) if is_content else 0

    def _of_glyphs(self, font: Any, resources: Any, content: bytes) -> int:
        """Operators of text in a font whose glyphs are content themselves, if all of it were in the longest."""
        if _entry(font, "/Subtype") != "/Type3":
            return 0
        letters = len(b"".join(text + digits[::2] for text, digits in _SHOWN.findall(content)))
        own = _entry(font, "/Resources") or resources
        glyphs = dict(_table(_entry(font, "/CharProcs"))).values()
        return letters * max((self._of(glyph, own) for glyph in glyphs), default=0)


def _check_tables(content: bytes | Path, size: int) -> None:
    """Excess if the tables of objects, which are unpacked as a file is opened, are more than they can be."""
    if isinstance(content, bytes):
        _check_raw_tables(content, size)
        return
    with content.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        _check_raw_tables(mapped, size)


def _check_raw_tables(raw: bytes | mmap.mmap, size: int) -> None:
    left = _MOST_UNPACKED + _UNPACKED_A_BYTE * size
    for found in _STREAM.finditer(raw):
        begun = max(raw.rfind(b"obj", 0, found.start()), found.start() - 2000)
        said = _plain(raw[begun : found.start()])
        if not _OF_OBJECTS.search(said):
            continue
        if any(int(columns[:9]) > _WIDEST_ROW for columns in _COLUMNS.findall(said)):
            raise Excess("has rows of an impossible width")
        end = raw.find(b"endstream", found.end())
        packed = raw[found.end() : end if end >= 0 else size]
        left -= _unpacked(packed, left)
        if left < 0 or _unpacked(packed, 2, keep=True)[:1] == b"x":
            raise Excess("unpacks to more than can be looked at")


def _check_pages(pdf: pikepdf.Pdf) -> None:
    """Excess if there are too many pages, or if they hold each other."""
    seen: set[Any] = set()
    waiting: list[Any] = [pdf.Root.get("/Pages")]
    count = 0
    while waiting:
        node = waiting.pop()
        kids = _entry(node, "/Kids")
        if not isinstance(kids, pikepdf.Array):
            continue
        if node.objgen in seen and node.objgen != (0, 0):
            raise Excess("has pages that hold each other")
        seen.add(node.objgen)
        count += len(kids)
        if count > _MOST_PAGES:
            raise Excess(f"has more than {_MOST_PAGES:,} pages")
        waiting += [kid for kid in kids if isinstance(kid, pikepdf.Dictionary) and "/Kids" in kid]


def _check_streams(pdf: pikepdf.Pdf, size: int) -> None:
    """Excess if a stream would unpack to more than it can have in it."""
    most = _MOST_UNPACKED + _UNPACKED_A_BYTE * size
    for thing in pdf.objects:
        if not isinstance(thing, pikepdf.Stream):
            continue
        if any(_row_bytes(settings) > _WIDEST_ROW for settings in _listed(thing.get("/DecodeParms"))):
            raise Excess("has rows of an impossible width")
        if thing.get("/Subtype") == "/Image" and _pixel_bytes(thing) > _MOST_PIXEL_BYTES:
            raise Excess("holds a picture of more pixels than can be looked at")
        _check_size(thing, most)


def _check_size(stream: Any, most: int) -> None:
    """Excess if a stream has more bytes than these when it is decoded, or is packed more than once."""
    filters = [str(name) for name in _listed(stream.get("/Filter"))]
    packed = [name for name in filters if name in _TIMES]
    if len(packed) > 1:
        raise Excess("holds what is packed more than once")
    raw = stream.read_raw_bytes()
    if not packed or len(raw) * _TIMES[packed[0]] <= most:
        return
    for name in filters[: filters.index(packed[0])]:
        raw = _WRITTEN[name](raw) if name in _WRITTEN else raw
    if packed[0] not in _FLATE or _unpacked(raw, most) > most:
        raise Excess("unpacks to more than can be looked at")


def _content(stream: Any, most: int) -> bytes:
    _check_size(stream, most)
    return bytes(stream.read_bytes())


def _unpacked(raw: bytes, most: int, keep: bool = False) -> Any:
    """How many bytes there are, unpacked: at most about one more than these. keep: the bytes themselves."""
    unpacking, rest, total = zlib.decompressobj(), raw, 0
    try:
        while rest and total <= most and not unpacking.eof:
            piece = unpacking.decompress(rest, most if keep else 1_000_000)
            if keep:
                return piece
            total, rest = total + len(piece), unpacking.unconsumed_tail
    except zlib.error:
        pass
    return b"" if keep else total


def _row_bytes(settings: Any) -> float:
    """How many bytes a row has, of which each is told by its difference from the one above."""
    if not isinstance(settings, pikepdf.Dictionary):
        return 0
    columns, colours = float(settings.get("/Columns", 1)), float(settings.get("/Colors", 1))
    return columns * max(colours, 1) * max(float(settings.get("/BitsPerComponent", 8)), 1) / 8


def _pixel_bytes(image: Any) -> float:
    """What a picture takes when it is unpacked."""
    width, height = float(image.get("/Width", 0)), float(image.get("/Height", 0))
    if "/JPXDecode" in map(str, _listed(image.get("/Filter"))):  # its own head has the last word
        head = image.read_raw_bytes().partition(_SIZE_OF_JPX)[2]
        width, height = (int.from_bytes(head[place : place + 4], "big") for place in (4, 8))
    colours = 1 if image.get("/ImageMask") else 4 if "CMYK" in str(image.get("/ColorSpace", "")) else 3
    return width * height * colours * float(image.get("/BitsPerComponent", 8)) / 8


def _says_pdf(content: bytes | Path) -> bool:
    with BytesIO(content) if isinstance(content, bytes) else content.open("rb") as file:
        return b"%PDF" in file.read(1024)


def _plain(names: bytes) -> bytes:
    """Names as they are meant: each of their characters may be written as a number."""
    return _ESCAPED.sub(lambda found: bytes.fromhex(found[1].decode()), names) if b"#" in names else names


def _listed(value: Any) -> list[Any]:
    """What is one thing or a list of them, as a list."""
    return list(value) if isinstance(value, pikepdf.Array) else [] if value is None else [value]


def _table(value: Any) -> Any:
    return value if isinstance(value, pikepdf.Dictionary) else pikepdf.Dictionary()


def _entry(thing: Any, key: str) -> Any:
    """What stands in a table or a stream under a key; None where there is none."""
    return thing.get(key) if isinstance(thing, pikepdf.Dictionary | pikepdf.Stream) else None
