"""The structure tree of a file for screens: what its pages are to those who have them read to them.

The document is one element; those of each page stand below it in the order of reading (ISO 32000-1,
14.7 and 14.8; what readers can count on is PDF/UA-1, ISO 14289-1). What has no part in it is marked
as an artifact.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from puzzlebook.typesetting.page import ARTIFACT, Box, Item, Link, Photo, Picture, Rule, Tag, Text
from puzzlebook.typesetting.pdf.copying import NO_ISOLATES
from puzzlebook.typesetting.pdf.document import Document
from puzzlebook.typesetting.pdf.objects import (
    Objects,
    format_array,
    format_box,
    format_dictionary,
    format_string,
    page_reference,
)
from puzzlebook.typesetting.pdf.operators import box_corners
from puzzlebook.typesetting.text.bidi import may_turn

_METADATA = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>{author}
<pdf:Producer>puzzlebook</pdf:Producer><pdfuaid:part>1</pdfuaid:part>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>
"""
_TO_WRITE_ON = re.compile("__+")
_AUTHOR = "<dc:creator><rdf:Seq><rdf:li>{}</rdf:li></rdf:Seq></dc:creator>"


class StructureTree:
    """The structure tree of a document, which grows page by page: what it has of a page leaves
    memory with that.

    document: reportlab's. objects: what keeps its objects.
    """

    def __init__(self, document: Any, objects: Objects) -> None:
        from reportlab.pdfbase.pdfdoc import PDFDictionary

        self._document, self._objects = document, objects
        self._root, self._whole = PDFDictionary(), PDFDictionary()
        self._root_reference = document.Reference(self._root)
        self._whole_reference = document.Reference(self._whole)
        # The objects of the elements right below the document; and what the keys of the parent tree
        # lead to: the elements of a page's marks, or that of a link.
        self._tops, self._parents = array("L"), array("L")
        # Of the page at hand: the tags of its marks, and where its figures stand.
        self._marked: list[Tag] = []
        self._boxes: dict[Tag, Box] = {}

    @property
    def key(self) -> int:
        """The key of the page at hand in the parent tree; its links have those that follow."""
        return len(self._parents)

    def marked(self, items: Iterable[Item]) -> Iterator[tuple[str, list[Item]]]:
        """The items of the page at hand, with the operator that begins the marked content of each,
        or of several artifacts; EMC ends it."""
        for is_artifact, found in groupby(
            ((item, _tag(item)) for item in items), lambda each: each[1] is ARTIFACT
        ):
            if is_artifact:
                yield "/Artifact BMC", [item for item, _ in found]
                continue
            for item, tag in found:
                if isinstance(item, Picture | Photo):
                    self._boxes[tag] = _picture_box(item)
                self._marked.append(tag)
                yield f"/{tag.role} <</MCID {len(self._marked) - 1}>> BDC", [item]

    def close_page(self, height: float, links: Sequence[tuple[Link, int]]) -> None:
        """End the page at hand, whose items were all marked. height: of its paper. links: its own,
        each with the number of its annotation."""
        page, first = page_reference(self._objects.page), self._objects.next
        numbers: dict[Tag, int] = {}
        kids: dict[Tag, list[str]] = {}

        def element(tag: Tag) -> list[str]:
            """What is in the element of a tag, which is numbered when it is first asked for."""
            if tag not in kids:
                above = element(tag.within) if tag.within else None
                numbers[tag], kids[tag] = first + len(numbers), []
                if above is None:
                    self._tops.append(numbers[tag])
                else:
                    above.append(f"{numbers[tag]} 0 R")
            return kids[tag]

        said = [(tag, str(mark)) for mark, tag in enumerate(self._marked)]
        said += [
            (link.tag, format_dictionary({"Type": "/OBJR", "Obj": f"{annotation} 0 R"}))
            for link, annotation in links
        ]
        # Those of one place stay in the order in which they were painted.
        for tag, kid in sorted(said, key=lambda each: each[0].place):
            element(tag).append(kid)
        for tag, held in kids.items():
            above = (
                f"{numbers[tag.within]} 0 R"
                if tag.within
                else _reference(self._document, self._whole_reference)
            )
            about = {
                "P": above,
                "Pg": page,
                "K": format_array(held),
                **_describe_element(tag, self._boxes.get(tag), height),
            }
            self._objects.add(format_dictionary(about).encode(), has_blanks=True)
        marks = format_array([f"{numbers[tag]} 0 R" for tag in self._marked])
        self._parents.append(self._objects.add(marks.encode()))
        self._parents.extend(numbers[link.tag] for link, _ in links)
        self._marked, self._boxes = [], {}

    def finish(self, about: Document) -> None:
        """Put the tree into the document's catalog, and what says that the file is PDF/UA-1."""
        from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFStream

        self._whole.dict |= {"Type": PDFName("StructElem"), "S": PDFName("Document"), "P": self._root_reference,
                             "K": PDFArray([f"{number} 0 R" for number in self._tops])}  # fmt: skip
        rows = [row for key, number in enumerate(self._parents) for row in (key, f"{number} 0 R")]
        tree = self._document.Reference(PDFDictionary({"Nums": PDFArray(rows)}))
        self._root.dict |= {"Type": PDFName("StructTreeRoot"), "K": self._whole_reference, "ParentTree": tree,
                            "ParentTreeNextKey": len(self._parents)}  # fmt: skip
        catalog = self._document.Catalog
        catalog.StructTreeRoot = self._root_reference
        catalog.MarkInfo = PDFDictionary({"Marked": "true"})
        author = _AUTHOR.format(_escape(about.author)) if about.author else ""
        metadata = _METADATA.format(title=_escape(about.title), author=author).encode()
        described = {"Type": PDFName("Metadata"), "Subtype": PDFName("XML")}
        catalog.Metadata = self._document.Reference(PDFStream(PDFDictionary(described), metadata))


def _tag(item: Item) -> Tag:
    """The tag of an item; a line of text without one is a paragraph.

    The letters of a line from right to left stand in the order in which they are seen, so such a
    line says itself what it reads. One to write on is not read stroke by stroke.
    """
    if isinstance(item, Rule):
        return ARTIFACT
    tag = item.tag or Tag("P")
    if (
        isinstance(item, Text)
        and tag is not ARTIFACT
        and (may_turn(item.text) or _TO_WRITE_ON.search(item.text))
    ):
        said = _TO_WRITE_ON.sub("…", item.text.translate(NO_ISOLATES))
        return Tag("Span", within=tag, place=tag.place, text=said)
    return tag


def _escape(text: str) -> str:
    """A text as XML has it."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _picture_box(picture: Picture | Photo) -> Box:
    """Where a picture stands."""
    if isinstance(picture, Photo):
        return picture.box
    drawing = picture.drawing
    return Box(picture.x, picture.y, drawing.width * drawing.scale, drawing.height * drawing.scale)


def _describe_element(tag: Tag, stood: Box | None, height: float) -> dict[str, str]:
    """What an element says of itself. stood: where a figure stands, on paper of this height."""
    about = {"Type": "/StructElem", "S": f"/{tag.role}"}
    said = {"Alt": tag.alt, "ActualText": tag.text, "Lang": tag.language}
    about |= {key: _string(text) for key, text in said.items() if text}
    if stood:
        corners = format_box(*box_corners(stood, height))
        about["A"] = format_dictionary({"O": "/Layout", "Placement": "/Block", "BBox": corners})
    return about


def _string(text: str) -> str:
    """A text; in hexadecimal digits where it would else be twice as long."""
    return (
        format_string(text) if text.isascii() else f"<FEFF{text.encode('utf-16-be').hex().upper()}>"
    )


def _reference(document: Any, name: Any) -> str:
    """What names one of reportlab's own objects."""
    written: bytes = name.format(document)
    return written.decode()
