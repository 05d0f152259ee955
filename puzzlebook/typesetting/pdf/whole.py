"""What a PDF file says as a whole, beside its pages: how it opens, its outline, files within it,
the standard it keeps.

reportlab writes these objects. What it does not know of them is put past it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from puzzlebook.typesetting.pdf.document import Attachment, Bookmark, Document, Screen
from puzzlebook.typesetting.pdf.objects import Objects


def tell_screen(canvas: Any, objects: Objects, about: Document, screen: Screen) -> None:
    """Say how a reader opens the file, its outline and its attachments. objects: those of its
    pages, all written."""
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
        place = canvas._bookmarkReference(name)
        place.fit()
        place.setPage(f"{objects.number_of(bookmark.page)} 0 R")
        canvas.addOutlineEntry(bookmark.title, name, level, closed=level > 0 or None)
        _write_outline(canvas, objects, bookmark.inner, level + 1)


def _attach(document: Any, attachments: Iterable[Attachment]) -> None:
    """Files within the file, listed by name and as associated files; reportlab knows neither."""
    from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFStream, PDFString

    names, references = [], []
    for attachment in attachments:
        stream = PDFStream(content=attachment.content)
        stream.dictionary.dict |= {
            "Type": PDFName("EmbeddedFile"),
            "Subtype": "/"
            + attachment.media.replace("/", "#2F"),  # PDFName knows no slash in a name
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
    _enter(document.Catalog, "AF", PDFArray(references))


def declare_exchange(document: Any, condition: str) -> None:
    """Say that the file is PDF/X-1a:2001 (ISO 15930-1), for this printing condition.

    A condition of the registry at color.org needs no profile in the file. All else that the
    standard asks for (trim boxes, embedded fonts, grey and CMYK alone, nothing transparent) is so
    in every file of ours for such printers.
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
        """The information dictionary with the standard's own keys, which reportlab does not
        know."""

        def format(self, document: Any) -> Any:
            made = PDFDate(ts=document._timeStamp)
            texts = {
                "Title": self.title,
                "Author": self.author,
                "Creator": self.creator,
                "Producer": self.producer,
            }
            own = {"GTS_PDFXVersion": "PDF/X-1:2001", "GTS_PDFXConformance": "PDF/X-1a:2001"}
            said = {key: PDFString(text) for key, text in (texts | own).items()}
            dates = {"CreationDate": made, "ModDate": made}
            return PDFDictionary({**said, **dates, "Trapped": PDFName("False")}).format(document)

    document.info.__class__ = Information
    intent = PDFDictionary({
        "Type": PDFName("OutputIntent"),
        "S": PDFName("GTS_PDFX"),
        "OutputCondition": PDFString(condition),
        "OutputConditionIdentifier": PDFString(condition),
        "RegistryName": PDFString("http://www.color.org"),
    })  # fmt: skip
    _enter(document.Catalog, "OutputIntents", PDFArray([intent]))


def _enter(catalog: Any, key: str, value: Any) -> None:
    """Enter what reportlab's catalog does not know: it writes no other keys than those it lists."""
    setattr(catalog, key, value)
    catalog.__NoDefault__ = [*catalog.__NoDefault__, key]
