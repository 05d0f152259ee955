"""A PDF document as facts: its pages, what is in the file besides them, and what could not be
read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import pikepdf

from puzzlebook.checks.content import find_painted
from puzzlebook.checks.painted import Painted
from puzzlebook.ground.faults import refuse
from puzzlebook.shelf.pdf_objects import open_pdf
from puzzlebook.shelf.pdf_streams import Fails
from puzzlebook.shelf.pdf_weights import find_excessive_pages

_MOST_ACTIONS = 100  # one after the other
_NAMING = frozenset(
    ("/ExtGState", "/Font", "/Pattern", "/XObject")
)  # the resources that may lead to a font


class Rectangle(NamedTuple):
    """A box of a page, in points; y up, as PDF has it."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.top - self.bottom

    def within(self, other: Rectangle, slack: float = 0.0) -> bool:
        """Whether no edge lies beyond the other's, but for some slack."""
        return (self.left >= other.left - slack and self.bottom >= other.bottom - slack
                and self.right <= other.right + slack and self.top <= other.top + slack)  # fmt: skip


@dataclass(frozen=True)
class PageFacts:
    """What is known of one page.

    width, height: as it is shown, in points. media, crop: its boxes. trim, bleed: those that it
    says it has. broken: why it could not be read; the other facts may then be missing.
    """

    number: int
    width: float
    height: float
    media: Rectangle | None = None
    crop: Rectangle | None = None
    trim: Rectangle | None = None
    bleed: Rectangle | None = None
    turned: int = 0
    annotations: tuple[str, ...] = ()
    fonts: frozenset[str] = frozenset()
    painted: Painted = field(default_factory=Painted)
    broken: str = ""


@dataclass(frozen=True)
class DocumentFacts:
    """What is known of a file. fonts: of each page those that are not embedded. standard: the PDF/X
    that it says it is; intended: whether it names a printing condition. damaged: what had to be
    mended."""

    name: str
    size: int
    pages: tuple[PageFacts, ...]
    encrypted: bool = False
    outlines: bool = False
    attachments: tuple[str, ...] = ()
    scripts: bool = False
    forms: bool = False
    layers: bool = False
    metadata: tuple[str, ...] = ()
    standard: str = ""
    intended: bool = False
    damaged: str = ""


class OpenPdf(NamedTuple):
    """A PDF file that is open to be read. size: in bytes. damaged: what had to be mended to open
    it."""

    pdf: pikepdf.Pdf
    name: str
    size: int
    damaged: str

    @property
    def page_count(self) -> int:
        return len(self.pdf.pages)

    def pages(self) -> Iterator[PageFacts]:
        """The facts of each page, read as they are asked for."""
        kept: dict[Any, Any] = {}
        excess = find_excessive_pages(self.pdf, self.size)
        for number, page in enumerate(self.pdf.pages, 1):
            yield _read_page(page, number, kept, excess.get(number, ""))

    def document(self, pages: Iterable[PageFacts]) -> DocumentFacts:
        """The facts of the file, given those of its pages."""
        return DocumentFacts(
            name=self.name,
            size=self.size,
            pages=tuple(pages),
            encrypted=self.pdf.is_encrypted,
            damaged=self.damaged,
            **_find_extras(self.pdf),
        )


@contextmanager
def open_reading(content: bytes | Path, name: str) -> Iterator[OpenPdf]:
    """A PDF file, open to be read; refused if it is none, or if nothing in it can be read."""
    size = len(content) if isinstance(content, bytes) else content.stat().st_size
    with open_pdf(content, name) as pdf:
        if not len(pdf.pages):
            raise refuse(name, "has no pages", "a PDF file with pages")
        warnings = [str(warning) for warning in pdf.get_warnings()]
        yield OpenPdf(pdf, name, size, warnings[0].rpartition(": ")[2] if warnings else "")


def read_document(content: bytes | Path, name: str) -> DocumentFacts:
    """The facts of a PDF file; refused if it is none, or if nothing in it can be read."""
    with open_reading(content, name) as file:
        return file.document(file.pages())


def _find_extras(pdf: pikepdf.Pdf) -> dict[str, Any]:
    """What is in the file besides its pages."""
    root = pdf.Root
    names = _table(root.get("/Names"))
    return {
        "outlines": "/First" in _table(root.get("/Outlines")),
        "attachments": tuple(_list_attachments(pdf, names)),
        "scripts": "/JavaScript" in names
        or _is_active(root.get("/OpenAction"))
        or any("/AA" in page.obj for page in pdf.pages)
        or "/AA" in root,
        "forms": _has_form(_table(root.get("/AcroForm"))),
        "layers": "/OCProperties" in root,
        "metadata": tuple(_metadata(pdf)),
        "standard": _read_standard(pdf),
        "intended": any(
            _table(intent).get("/S") == "/GTS_PDFX" for intent in _row(root.get("/OutputIntents"))
        ),
    }


def _is_active(action: Any) -> bool:
    """Whether an action, or one after it, does anything but show a place in this file."""
    for _ in range(_MOST_ACTIONS):
        table = _table(action)
        if "/S" not in table:
            return False
        if table["/S"] != "/GoTo":
            return True
        action = table.get("/Next")
    return True


def _has_form(form: Any) -> bool:
    """Whether there is anything to fill in, as fields or as XFA."""
    return "/XFA" in form or bool(_row(form.get("/Fields")))


def _list_attachments(pdf: pikepdf.Pdf, names: Any) -> Iterator[str]:
    try:
        yield from pdf.attachments
    except Fails:
        yield "?"
    if "/AF" in pdf.Root and "/EmbeddedFiles" not in names:
        yield "?"


def _metadata(pdf: pikepdf.Pdf) -> Iterator[str]:
    information = _table(pdf.trailer.get("/Info"))
    for key in ("/Title", "/Author", "/Subject", "/Keywords"):
        if str(information.get(key, "")).strip():
            yield key[1:].lower()
    if "/Metadata" in pdf.Root:
        yield "XMP"


def _read_standard(pdf: pikepdf.Pdf) -> str:
    """The PDF/X standard that a file says it follows, such as `PDF/X-1a:2001`."""
    information = _table(pdf.trailer.get("/Info"))
    said = information.get("/GTS_PDFXConformance", information.get("/GTS_PDFXVersion", ""))
    return str(said)


def _row(value: Any) -> list[Any]:
    return list(value) if isinstance(value, pikepdf.Array) else []


def _table(value: Any) -> Any:
    return value if isinstance(value, pikepdf.Dictionary) else pikepdf.Dictionary()


def _read_page(page: pikepdf.Page, number: int, kept: dict[Any, Any], excess: str) -> PageFacts:
    """The facts of a page. excess: why it is not to be walked."""
    try:
        facts = _read_boxes(page, number)
    except Fails as error:
        return PageFacts(number, 0, 0, broken=_reason(error))
    if facts.width < 1 or facts.height < 1:
        return replace(facts, broken="it has no size")
    if excess:
        return replace(facts, broken=excess)
    try:
        return replace(
            facts,
            annotations=tuple(
                str(_table(row).get("/Subtype", "/Unknown"))[1:]
                for row in page.obj.get("/Annots", ())
            ),
            fonts=_find_loose_fonts(page, kept),
            painted=_read_painted(page, facts.turned, kept),
        )
    except Fails as error:
        return replace(facts, broken=_reason(error))


def _read_painted(page: pikepdf.Page, turned: int, kept: dict[Any, Any]) -> Painted:
    """What a page paints, and what is said of the page as a whole that a printer may not take."""
    unit = _unit(page)
    painted = find_painted(page, unit, turned, kept)
    if unit != 1:
        painted.constructs.add("user units")
    if _table(page.obj.get("/Group")).get("/S") == "/Transparency":
        painted.constructs.add("transparency groups")
    return painted


def _reason(error: Exception) -> str:
    return " ".join(str(error).split())[:80] or type(error).__name__


def _unit(page: pikepdf.Page) -> float:
    return float(page.obj.get("/UserUnit", 1))


def _read_boxes(page: pikepdf.Page, number: int) -> PageFacts:
    unit = _unit(page)
    media = _rectangle(page.mediabox, unit)
    crop = _rectangle(page.cropbox, unit)
    shown = Rectangle(max(media.left, crop.left), max(media.bottom, crop.bottom),
                      min(media.right, crop.right), min(media.top, crop.top))  # fmt: skip
    turned = int(_find_inherited(page.obj, "/Rotate") or 0) % 360
    width, height = (shown.height, shown.width) if turned % 180 else (shown.width, shown.height)
    trim, bleed = (
        _rectangle(page.obj[name], unit) if name in page.obj else None
        for name in ("/TrimBox", "/BleedBox")
    )
    return PageFacts(number, max(width, 0.0), max(height, 0.0), media, crop, trim, bleed, turned)


def _rectangle(box: Any, unit: float) -> Rectangle:
    x0, y0, x1, y1 = (float(number) * unit for number in box)
    return Rectangle(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))


def _find_inherited(node: Any, key: str) -> Any:
    """A key of a page or of the nodes above it."""
    for _ in range(50):
        if key in node:
            return node[key]
        if "/Parent" not in node:
            break
        node = node["/Parent"]
    return None


def _find_loose_fonts(page: pikepdf.Page, kept: dict[Any, Any]) -> frozenset[str]:
    """The fonts among a page's resources that are not embedded: a printer finds them there, used or
    not.

    kept: of the document, what has none and need not be looked through again.
    """
    clean: set[Any] = kept.setdefault(_find_loose_fonts, set())
    seen: set[Any] = set()
    fonts = chain.from_iterable(map(_fonts, _all_resources(page.resources, seen, clean)))
    found = frozenset(
        str(font.get("/BaseFont", "/?"))[1:] for font in fonts if not _is_embedded(font)
    )
    if not found:
        clean |= seen
    return found


def _fonts(resources: Any) -> Iterator[Any]:
    """The fonts that are named, and those that are set with other settings."""
    named = dict(_table(resources.get("/Font"))).values()
    set_ = (
        _row(_table(row).get("/Font"))[:1]
        for row in dict(_table(resources.get("/ExtGState"))).values()
    )
    yield from (font for font in [*named, *chain(*set_)] if isinstance(font, pikepdf.Dictionary))


def _all_resources(resources: Any, seen: set[Any], clean: set[Any]) -> Iterator[Any]:
    """The resources of a page, and of all forms, patterns and glyphs in them but for those that are
    clean.

    seen: gathers those of which it was looked for more.
    """
    waiting = [resources]
    while waiting:
        table = waiting.pop()
        if not isinstance(table, pikepdf.Dictionary) or _NAMING.isdisjoint(table.keys()):
            continue
        yield table
        for kind in ("/XObject", "/Pattern"):
            for thing in dict(_table(table.get(kind))).values():
                if (
                    isinstance(thing, pikepdf.Stream)
                    and thing.objgen not in seen
                    and thing.objgen not in clean
                ):
                    seen.add(thing.objgen)
                    waiting.append(thing.get("/Resources"))
        waiting += [font.get("/Resources") for font in _new_glyphs(table, seen)]


def _new_glyphs(resources: Any, seen: set[Any]) -> Iterator[Any]:
    """The fonts whose glyphs are content of their own, each but once."""
    for font in _fonts(resources):
        if font.get("/Subtype") == "/Type3" and font.objgen not in seen:
            seen.add(font.objgen)
            yield font


def _is_embedded(font: Any) -> bool:
    if font.get("/Subtype") == "/Type3":
        return True
    if "/DescendantFonts" in font:
        font = font["/DescendantFonts"][0]
    descriptor = _table(font.get("/FontDescriptor"))
    return any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3"))
