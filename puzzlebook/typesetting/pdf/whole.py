"""The parts of a PDF file outside its pages: viewing options, outline, attachments and the output
intent.

reportlab writes these objects. Keys that it does not support are added to reportlab's own objects.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from puzzlebook.typesetting.pdf.document import Attachment, Bookmark, Document, Screen
from puzzlebook.typesetting.pdf.objects import Objects


def write_screen_features(canvas: Any, objects: Objects, about: Document, screen: Screen) -> None:
    """Write viewing options, outline and attachments, after all pages are in `objects`."""
    canvas._doc.Catalog.setPageLayout("SinglePage" if screen.single else "TwoPageRight")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    if about.right_to_left:
        canvas.setViewerPreference("Direction", "R2L")
    canvas.addPageLabel(0, style="ARABIC", start=1)
    if screen.outline and not screen.single:
        canvas.showOutline()
    if screen.outline:
        _write_outline(canvas, objects, screen.outline, 0)
    if screen.attachments:
        _attach(canvas._doc, screen.attachments)


def _write_outline(
    canvas: Any, objects: Objects, bookmarks: Iterable[Bookmark], level: int
) -> None:
    for bookmark in bookmarks:
        name = f"p{bookmark.page}"
        destination = canvas._bookmarkReference(name)
        destination.fit()
        destination.setPage(f"{objects.number_of(bookmark.page)} 0 R")
        canvas.addOutlineEntry(bookmark.title, name, level, closed=level > 0 or None)
        _write_outline(canvas, objects, bookmark.inner, level + 1)


def _attach(document: Any, attachments: Iterable[Attachment]) -> None:
    """Attach files: add them to the EmbeddedFiles name tree and to the AF array, neither of which
    reportlab supports."""
    from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFStream, PDFString

    names, references = [], []
    for attachment in attachments:
        stream = PDFStream(content=attachment.content)
        stream.dictionary.dict |= {
            "Type": PDFName("EmbeddedFile"),
            # PDFName does not escape a slash in a name.
            "Subtype": "/" + attachment.media.replace("/", "#2F"),
            "Params": PDFDictionary({"Size": len(attachment.content)}),
        }
        name = PDFString(attachment.name)
        specification = PDFDictionary({
            "Type": PDFName("Filespec"),
            "F": name,
            "UF": name,
            "Desc": PDFString(attachment.about),
            "AFRelationship": PDFName("Source"),
            "EF": PDFDictionary({"F": document.Reference(stream)}),
        })  # fmt: skip
        references.append(document.Reference(specification))
        names += [name, references[-1]]
    document.Catalog.Names = PDFDictionary(
        {"EmbeddedFiles": PDFDictionary({"Names": PDFArray(names)})}
    )
    _add_to_catalog(document.Catalog, "AF", PDFArray(references))


def declare_exchange(document: Any, condition: str) -> None:
    """Declare the file as PDF/X-1a:2001 (ISO 15930-1) for this printing condition.

    A condition in the registry at color.org requires no profile in the file. Files for
    printers that require PDF/X already meet its other requirements: trim boxes, embedded fonts,
    only grey and CMYK, no transparency.
    """
    from reportlab.pdfbase.pdfdoc import (
        PDFArray,
        PDFDate,
        PDFDictionary,
        PDFInfo,
        PDFName,
        PDFString,
    )

    class Information(PDFInfo):  # type: ignore[misc]
        """The information dictionary with the keys of PDF/X, which reportlab does not support."""

        def format(self, document: Any) -> Any:
            date = PDFDate(ts=document._timeStamp)
            texts = {
                "Title": self.title,
                "Author": self.author,
                "Creator": self.creator,
                "Producer": self.producer,
                "GTS_PDFXVersion": "PDF/X-1:2001",
                "GTS_PDFXConformance": "PDF/X-1a:2001",
            }
            entries = {key: PDFString(text) for key, text in texts.items()}
            entries |= {"CreationDate": date, "ModDate": date, "Trapped": PDFName("False")}
            return PDFDictionary(entries).format(document)

    document.info.__class__ = Information
    intent = PDFDictionary({
        "Type": PDFName("OutputIntent"),
        "S": PDFName("GTS_PDFX"),
        "OutputCondition": PDFString(condition),
        "OutputConditionIdentifier": PDFString(condition),
        "RegistryName": PDFString("http://www.color.org"),
    })  # fmt: skip
    _add_to_catalog(document.Catalog, "OutputIntents", PDFArray([intent]))


def _add_to_catalog(catalog: Any, key: str, value: Any) -> None:
    """Add a key that reportlab's catalog does not list. Only listed keys are written."""
    setattr(catalog, key, value)
    catalog.__NoDefault__ = [*catalog.__NoDefault__, key]
