"""The facts of a PDF document: its pages, its other contents, and its unreadable parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import pikepdf

from puzzlebook.checks.content import find_painted
from puzzlebook.checks.font_programs import FONT_FILES, is_whole_font
from puzzlebook.checks.painted import Painted
from puzzlebook.ground.faults import refuse
from puzzlebook.pdf_reading.objects import open_pdf
from puzzlebook.pdf_reading.streams import Fails, as_table
from puzzlebook.pdf_reading.weights import find_excessive_pages

_RGB = 3  # the number of channels
_MAX_ACTIONS = 100  # in a chain
_MAX_PARENTS = 50  # of a page
_FONT_PARENTS = frozenset(("/ExtGState", "/Font", "/Pattern", "/XObject"))
"""The resources that may lead to a font."""


class Rectangle(NamedTuple):
    """A page's box, in points, y up as in PDF."""

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

    def is_within(self, other: Rectangle, slack: float = 0.0) -> bool:
        """Whether no edge lies outside the other rectangle by more than the slack."""
        return (
            self.left >= other.left - slack
            and self.bottom >= other.bottom - slack
            and self.right <= other.right + slack
            and self.top <= other.top + slack
        )


@dataclass(frozen=True)
class PageFacts:
    """The facts of one page.

    width, height: as shown, in points. trim, bleed: the page's boxes, if stated. rotation: in
    degrees clockwise. font_faults: which fonts are not embedded, or are damaged. broken: why the
    page could not be read; other facts may then be missing.
    """

    number: int
    width: float
    height: float
    media: Rectangle | None = None
    crop: Rectangle | None = None
    trim: Rectangle | None = None
    bleed: Rectangle | None = None
    rotation: int = 0
    annotations: tuple[str, ...] = ()
    font_faults: frozenset[str] = frozenset()
    painted: Painted = field(default_factory=Painted)
    broken: str = ""


@dataclass(frozen=True)
class DocumentFacts:
    """The facts of a file.

    standard: the stated PDF/X version. intended: whether it has a PDF/X output intent. intends_rgb:
    whether that is the profile of a device with RGB. trapped: whether it says if it is trapped.
    packed: whether its table of objects is compressed. language: that of its text, if stated.
    damaged: what had to be repaired.
    """

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
    intends_rgb: bool = False
    trapped: bool = False
    packed: bool = False
    language: str = ""
    damaged: str = ""


class OpenPdf(NamedTuple):
    """An open PDF file. size: in bytes. damaged: what had to be repaired to open it."""

    pdf: pikepdf.Pdf
    name: str
    size: int
    damaged: str

    @property
    def page_count(self) -> int:
        return len(self.pdf.pages)

    def pages(self) -> Iterator[PageFacts]:
        """Yield the facts of each page, read on demand."""
        cache: dict[Any, Any] = {}
        excess = find_excessive_pages(self.pdf, self.size)
        for number, page in enumerate(self.pdf.pages, 1):
            yield _read_page(page, number, cache, excess.get(number, ""))

    def document(self, pages: Iterable[PageFacts]) -> DocumentFacts:
        """Return the facts of the file, given the facts of its pages."""
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
    """Open a PDF file for reading; refused if it is not a PDF or is entirely unreadable."""
    size = len(content) if isinstance(content, bytes) else content.stat().st_size
    with open_pdf(content, name) as pdf:
        if not len(pdf.pages):
            raise refuse(name, "has no pages", "give a PDF file with pages")
        warnings = [str(warning) for warning in pdf.get_warnings()]
        yield OpenPdf(pdf, name, size, warnings[0].rpartition(": ")[2] if warnings else "")


def read_document(content: bytes | Path, name: str) -> DocumentFacts:
    """Return the facts of a PDF file; refused if it is not a PDF or is entirely unreadable."""
    with open_reading(content, name) as file:
        return file.document(file.pages())


def _find_extras(pdf: pikepdf.Pdf) -> dict[str, Any]:
    """Return the document-level facts: bookmarks, attachments, scripts and so on."""
    root, information = pdf.Root, as_table(pdf.trailer.get("/Info"))
    standard = information.get("/GTS_PDFXConformance", information.get("/GTS_PDFXVersion", ""))
    names, form = as_table(root.get("/Names")), as_table(root.get("/AcroForm"))
    rows = map(as_table, _to_list(root.get("/OutputIntents")))
    intents = [row for row in rows if row.get("/S") == "/GTS_PDFX"]
    return {
        "outlines": "/First" in as_table(root.get("/Outlines")),
        "attachments": tuple(_list_attachments(pdf, names)),
        "scripts": "/JavaScript" in names
        or _is_active(root.get("/OpenAction"))
        or any("/AA" in page.obj for page in pdf.pages)
        or "/AA" in root,
        "forms": "/XFA" in form or bool(_to_list(form.get("/Fields"))),
        "layers": "/OCProperties" in root,
        "metadata": tuple(_list_metadata(pdf, information)),
        "standard": str(standard),
        "intended": bool(intents),
        "intends_rgb": any(
            isinstance(profile := intent.get("/DestOutputProfile"), pikepdf.Stream)
            and profile.get("/N") == _RGB
            for intent in intents
        ),
        "trapped": information.get("/Trapped") in ("/True", "/False"),
        "packed": pdf.trailer.get("/Type") == "/XRef",
        "language": str(root.get("/Lang", "")).lower(),
    }


def _is_active(action: Any) -> bool:
    """Whether an action, or a later one in its chain, does more than go to a page of this file."""
    for _ in range(_MAX_ACTIONS):
        table = as_table(action)
        if "/S" not in table:
            return False
        if table["/S"] != "/GoTo":
            return True
        action = table.get("/Next")
    return True


def _list_attachments(pdf: pikepdf.Pdf, names: Any) -> Iterator[str]:
    try:
        yield from pdf.attachments
    except Fails:
        yield "?"
    if "/AF" in pdf.Root and "/EmbeddedFiles" not in names:
        yield "?"


def _list_metadata(pdf: pikepdf.Pdf, information: Any) -> Iterator[str]:
    for key in ("/Title", "/Author", "/Subject", "/Keywords"):
        if str(information.get(key, "")).strip():
            yield key[1:].lower()
    if "/Metadata" in pdf.Root:
        yield "XMP"


def _to_list(value: Any) -> list[Any]:
    return list(value) if isinstance(value, pikepdf.Array) else []


def _read_page(page: pikepdf.Page, number: int, cache: dict[Any, Any], excess: str) -> PageFacts:
    """Return the facts of a page. excess: why the page must not be read further, or ""."""
    try:
        facts = _read_boxes(page, number)
    except Fails as error:
        return PageFacts(number, 0, 0, broken=_describe_error(error))
    if facts.width < 1 or facts.height < 1:
        return replace(facts, broken="it has no size")
    if excess:
        return replace(facts, broken=excess)
    try:
        return replace(
            facts,
            annotations=tuple(
                str(as_table(row).get("/Subtype", "/Unknown"))[1:]
                for row in page.obj.get("/Annots", ())
            ),
            font_faults=_find_font_faults(page, cache),
            painted=_read_painted(page, facts.rotation, cache),
        )
    except Fails as error:
        return replace(facts, broken=_describe_error(error))


def _read_painted(page: pikepdf.Page, rotation: int, cache: dict[Any, Any]) -> Painted:
    """Return what a page paints, including constructs named in its own dictionary."""
    unit = _unit(page)
    painted = find_painted(page, unit, rotation, cache)
    if unit != 1:
        painted.constructs.add("user units")
    if as_table(page.obj.get("/Group")).get("/S") == "/Transparency":
        painted.constructs.add("transparency groups")
    return painted


def _describe_error(error: Exception) -> str:
    return " ".join(str(error).split())[:80] or type(error).__name__


def _unit(page: pikepdf.Page) -> float:
    return float(page.obj.get("/UserUnit", 1))


def _read_boxes(page: pikepdf.Page, number: int) -> PageFacts:
    unit = _unit(page)
    media = _rectangle(page.mediabox, unit)
    crop = _rectangle(page.cropbox, unit)
    shown = Rectangle(max(media.left, crop.left), max(media.bottom, crop.bottom),
                      min(media.right, crop.right), min(media.top, crop.top))  # fmt: skip
    rotation = int(_find_inherited(page.obj, "/Rotate") or 0) % 360
    width, height = (shown.height, shown.width) if rotation % 180 else (shown.width, shown.height)
    trim, bleed = (
        _rectangle(page.obj[name], unit) if name in page.obj else None
        for name in ("/TrimBox", "/BleedBox")
    )
    return PageFacts(number, max(width, 0.0), max(height, 0.0), media, crop, trim, bleed, rotation)


def _rectangle(box: Any, unit: float) -> Rectangle:
    x0, y0, x1, y1 = (float(number) * unit for number in box)
    return Rectangle(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))


def _find_inherited(node: Any, key: str) -> Any:
    """Return an entry of a page, possibly inherited from a parent node, or None."""
    for _ in range(_MAX_PARENTS):
        if key in node:
            return node[key]
        if "/Parent" not in node:
            break
        node = node["/Parent"]
    return None


def _find_font_faults(page: pikepdf.Page, cache: dict[Any, Any]) -> frozenset[str]:
    """Return which fonts in a page's resources are not embedded, or damaged, used or not.

    Printers report unused fonts too. cache: holds resources known to have only embedded fonts,
    which are skipped.
    """
    clean: set[Any] = cache.setdefault(_find_font_faults, set())
    seen: set[Any] = set()
    fonts = chain.from_iterable(map(_fonts, _all_resources(page.resources, seen, clean)))
    faults = frozenset(
        f"{str(font.get('/BaseFont', '/a font'))[1:]} {fault}"
        for font in fonts
        if (fault := _find_font_fault(font, cache))
    )
    if not faults:
        clean |= seen
    return faults


def _fonts(resources: Any) -> Iterator[Any]:
    """Yield the fonts in a resource dictionary, including those set by graphics states."""
    named = dict(as_table(resources.get("/Font"))).values()
    of_states = (
        _to_list(as_table(row).get("/Font"))[:1]
        for row in dict(as_table(resources.get("/ExtGState"))).values()
    )
    fonts = [*named, *chain(*of_states)]
    yield from (font for font in fonts if isinstance(font, pikepdf.Dictionary))


def _all_resources(resources: Any, seen: set[Any], clean: set[Any]) -> Iterator[Any]:
    """Yield the resources of a page and of its forms, patterns and glyphs, except clean ones.

    seen: collects the forms, patterns and fonts visited.
    """
    waiting = [resources]
    while waiting:
        table = waiting.pop()
        if not isinstance(table, pikepdf.Dictionary) or _FONT_PARENTS.isdisjoint(table.keys()):
            continue
        yield table
        for kind in ("/XObject", "/Pattern"):
            for item in dict(as_table(table.get(kind))).values():
                if (
                    isinstance(item, pikepdf.Stream)
                    and item.objgen not in seen
                    and item.objgen not in clean
                ):
                    seen.add(item.objgen)
                    waiting.append(item.get("/Resources"))
        waiting += [font.get("/Resources") for font in _new_type3_fonts(table, seen)]


def _new_type3_fonts(resources: Any, seen: set[Any]) -> Iterator[Any]:
    """Yield the Type 3 fonts not seen before, whose glyphs have their own resources."""
    for font in _fonts(resources):
        if font.get("/Subtype") == "/Type3" and font.objgen not in seen:
            seen.add(font.objgen)
            yield font


def _find_font_fault(font: Any, cache: dict[Any, Any]) -> str:
    """Return why a font cannot be printed; "" if it can."""
    if font.get("/Subtype") == "/Type3":
        return ""
    if "/DescendantFonts" in font:
        font = font["/DescendantFonts"][0]
    descriptor = as_table(font.get("/FontDescriptor"))
    files = [descriptor[key] for key in FONT_FILES if key in descriptor]
    if not files:
        return "is not embedded"
    is_whole = any(_is_font(file, cache) for file in files)
    return "" if is_whole else "is embedded, but its file is damaged"


def _is_font(file: Any, cache: dict[Any, Any]) -> bool:
    """Whether a file is a font, and whole; it is read once per document."""
    if not isinstance(file, pikepdf.Stream):
        return False
    key = _is_font, file.objgen
    if key not in cache:
        try:
            cache[key] = is_whole_font(file.read_bytes())
        except Fails:
            cache[key] = False
    return bool(cache[key])
