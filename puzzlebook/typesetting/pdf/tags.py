"""The structure tree of a file for screens, which guides screen readers.

The document is one element, and the elements of each page are its children, in reading order (ISO
32000-1, 14.7 and 14.8; PDF/UA-1, ISO 14289-1). Content outside the tree is marked as an artifact.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from puzzlebook.typesetting.page import ARTIFACT, Box, Item, Link, Photo, Picture, Rule, Tag, Text
from puzzlebook.typesetting.pdf.copying import NO_ISOLATES
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

if TYPE_CHECKING:
    from puzzlebook.typesetting.pdf.document import Document

_METADATA = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>{author}
<pdf:Producer>puzzlebook</pdf:Producer><pdfuaid:part>1</pdfuaid:part>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>
"""
_LINE_TO_WRITE_ON = re.compile("__+")
_AUTHOR = "<dc:creator><rdf:Seq><rdf:li>{}</rdf:li></rdf:Seq></dc:creator>"


class StructureTree:
    """The structure tree of a reportlab document, built page by page. A page's elements are spooled
    when the page is closed."""

    def __init__(self, document: Any, objects: Objects) -> None:
        from reportlab.pdfbase.pdfdoc import PDFDictionary

        self._document, self._objects = document, objects
        self._root, self._top = PDFDictionary(), PDFDictionary()
        self._root_reference = document.Reference(self._root)
        self._top_reference = document.Reference(self._top)
        # The object numbers of the document element's children. Then, by key, those in the parent
        # tree: the array of a page's elements, or the element of a link.
        self._children, self._parents = array("L"), array("L")
        # For the current page: the tags of its marked content, indexed by MCID, and the boxes of
        # its figures.
        self._marked: list[Tag] = []
        self._boxes: dict[Tag, Box] = {}

    @property
    def key(self) -> int:
        """The key of the current page in the parent tree; the keys of its links follow."""
        return len(self._parents)

    def mark(self, items: Iterable[Item]) -> Iterator[tuple[str, list[Item]]]:
        """Yield the items of the current page as marked content, with the operator that begins each
        mark. Consecutive artifacts share a mark."""
        tagged = ((item, _tag(item)) for item in items)
        for is_artifact, group in groupby(tagged, lambda pair: pair[1] is ARTIFACT):
            if is_artifact:
                yield "/Artifact BMC", [item for item, _ in group]
                continue
            for item, tag in group:
                if isinstance(item, Picture | Photo):
                    self._boxes[tag] = _picture_box(item)
                self._marked.append(tag)
                yield f"/{tag.role} <</MCID {len(self._marked) - 1}>> BDC", [item]

    def close_page(self, height: float, links: Sequence[tuple[Link, int]]) -> None:
        """Write the elements of the current page, whose items have all been marked.

        height: the paper's height. links: the page's links, each with the number of its annotation.
        """
        page, first = page_reference(self._objects.page), self._objects.next
        numbers: dict[Tag, int] = {}
        kids: dict[Tag, list[str]] = {}

        def kids_of(tag: Tag) -> list[str]:
            """Return the children of a tag's element, which is numbered on the first call."""
            if tag not in kids:
                siblings = kids_of(tag.within) if tag.within else None
                numbers[tag], kids[tag] = first + len(numbers), []
                if siblings is None:
                    self._children.append(numbers[tag])
                else:
                    siblings.append(f"{numbers[tag]} 0 R")
            return kids[tag]

        leaves = [(tag, str(mcid)) for mcid, tag in enumerate(self._marked)]
        leaves += [
            (link.tag, format_dictionary({"Type": "/OBJR", "Obj": f"{annotation} 0 R"}))
            for link, annotation in links
        ]
        # The sort is stable: tags with equal `place` stay in painting order.
        for tag, leaf in sorted(leaves, key=lambda pair: pair[0].place):
            kids_of(tag).append(leaf)
        top = self._top_reference.format(self._document).decode()
        for tag, own_kids in kids.items():
            entries = {
                "P": f"{numbers[tag.within]} 0 R" if tag.within else top,
                "Pg": page,
                "K": format_array(own_kids),
                **_describe_element(tag, self._boxes.get(tag), height),
            }
            self._objects.add(format_dictionary(entries).encode(), has_blanks=True)
        marks = format_array([f"{numbers[tag]} 0 R" for tag in self._marked])
        self._parents.append(self._objects.add(marks.encode()))
        self._parents.extend(numbers[link.tag] for link, _ in links)
        self._marked, self._boxes = [], {}

    def finish(self, about: Document) -> None:
        """Add the tree to the document's catalog, and declare the file as PDF/UA-1."""
        from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFStream

        self._top.dict |= {
            "Type": PDFName("StructElem"),
            "S": PDFName("Document"),
            "P": self._root_reference,
            "K": PDFArray([f"{number} 0 R" for number in self._children]),
        }
        rows = [row for key, number in enumerate(self._parents) for row in (key, f"{number} 0 R")]
        self._root.dict |= {
            "Type": PDFName("StructTreeRoot"),
            "K": self._top_reference,
            "ParentTree": self._document.Reference(PDFDictionary({"Nums": PDFArray(rows)})),
            "ParentTreeNextKey": len(self._parents),
        }
        catalog = self._document.Catalog
        catalog.StructTreeRoot = self._root_reference
        catalog.MarkInfo = PDFDictionary({"Marked": "true"})
        author = _AUTHOR.format(_escape_xml(about.author)) if about.author else ""
        metadata = _METADATA.format(title=_escape_xml(about.title), author=author).encode()
        head = PDFDictionary({"Type": PDFName("Metadata"), "Subtype": PDFName("XML")})
        catalog.Metadata = self._document.Reference(PDFStream(head, metadata))


def _tag(item: Item) -> Tag:
    """Return the tag of an item. An untagged line of text is a paragraph.

    The glyphs of a right-to-left line are in visual order, so a span gives its text. A line to
    write on is read as an ellipsis, not as underscores.
    """
    if isinstance(item, Rule):
        return ARTIFACT
    tag = item.tag or Tag("P")
    if tag is ARTIFACT or not isinstance(item, Text):
        return tag
    if may_turn(item.text) or _LINE_TO_WRITE_ON.search(item.text):
        text = _LINE_TO_WRITE_ON.sub("…", item.text.translate(NO_ISOLATES))
        return Tag("Span", within=tag, place=tag.place, text=text)
    return tag


def _escape_xml(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _picture_box(picture: Picture | Photo) -> Box:
    if isinstance(picture, Photo):
        return picture.box
    drawing = picture.drawing
    return Box(picture.x, picture.y, drawing.width * drawing.scale, drawing.height * drawing.scale)


def _describe_element(tag: Tag, box: Box | None, height: float) -> dict[str, str]:
    """Return the entries of an element for its tag. box: of a figure. height: of the paper."""
    entries = {"Type": "/StructElem", "S": f"/{tag.role}"}
    texts = {"Alt": tag.alt, "ActualText": tag.text, "Lang": tag.language}
    entries |= {key: _format_text(text) for key, text in texts.items() if text}
    if box:
        corners = format_box(*box_corners(box, height))
        entries["A"] = format_dictionary({"O": "/Layout", "Placement": "/Block", "BBox": corners})
    return entries


def _format_text(text: str) -> str:
    """Format a text string, in hexadecimal if not ASCII: reportlab's escapes are longer."""
    if text.isascii():
        return format_string(text)
    return f"<FEFF{text.encode('utf-16-be').hex().upper()}>"
