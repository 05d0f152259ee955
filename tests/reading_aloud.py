"""A file for screens as a screen reader has it: its structure tree, read by pikepdf, with the text
of its marks.

Nothing here knows how the tree was made. The text of a mark is decoded by the fonts' own tables
(ToUnicode), or is what a span or an element says of itself (ActualText).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pikepdf


class Element(NamedTuple):
    """An element of the tree: the page it is on (from 1), what it is, its texts in their order, and
    what is in it."""

    page: int
    role: str
    texts: list[str]
    alt: str
    language: str
    links: list[Any]
    inner: list[Element]

    def whole(self) -> Iterator[Element]:
        """The element and all below it, in the order of reading."""
        yield self
        for each in self.inner:
            yield from each.whole()


class Heard(NamedTuple):
    """A document as it is heard. marks: for each page, what each of its marks says; in_tree: the
    marks of each page that the tree has, in the order in which it has them; parents: for each mark
    and link, whether the parent tree leads to the very element that has it."""

    whole: Element
    marks: list[dict[int, str]]
    in_tree: list[list[int]]
    parents: list[bool]
    annotations: list[Any]

    @property
    def elements(self) -> list[Element]:
        """Every element but the document, in the order of reading."""
        return [*self.whole.whole()][1:]

    @property
    def lines(self) -> list[str]:
        """All that is said, an element a line: what it is, and its text or what is said in place of
        it."""
        return [f"{each.role}: {' '.join(filter(None, [*each.texts, each.alt]))}" for each in self.elements
                if each.texts or each.alt]  # fmt: skip


def heard(path: Path | str) -> Heard:
    """A document, as it is heard."""
    with pikepdf.open(path) as pdf:
        tables: dict[Any, dict[int, str]] = {}
        pages = {page.obj.objgen: number for number, page in enumerate(pdf.pages)}
        marks = [_marks(page, tables) for page in pdf.pages]
        in_tree: list[list[int]] = [[] for _ in marks]
        numbers = dict(_pairs(pdf.Root.StructTreeRoot.ParentTree))
        parents: list[bool] = []

        def element(found: Any) -> Element:
            page = pages[found.Pg.objgen] if "/Pg" in found else 0
            texts, links, inner = [], [], []
            for kid in found.get("/K", []):
                if isinstance(kid, int):
                    texts.append(marks[page][kid])
                    in_tree[page].append(kid)
                    row = numbers[int(pdf.pages[page].obj.StructParents)]
                    parents.append(row[kid].objgen == found.objgen)
                elif kid.get("/Type") == "/OBJR":
                    links.append(kid.Obj.objgen)
                    parents.append(numbers[int(kid.Obj.StructParent)].objgen == found.objgen)
                else:
                    assert kid.P.objgen == found.objgen
                    below = element(kid)
                    texts += below.texts if below.role == "Span" else []
                    inner += [] if below.role == "Span" else [below]
            texts = [str(found.ActualText)] if "/ActualText" in found else texts
            alt, language = str(found.get("/Alt", "")), str(found.get("/Lang", ""))
            return Element(page + 1, str(found.S)[1:], texts, alt, language, links, inner)

        annotations = [each.objgen for page in pdf.pages for each in page.obj.get("/Annots", [])]
        return Heard(element(pdf.Root.StructTreeRoot.K), marks, in_tree, parents, annotations)


def _pairs(tree: Any) -> Iterator[tuple[int, Any]]:
    rows = list(tree.Nums)
    yield from zip(map(int, rows[::2]), rows[1::2], strict=True)


def _table(font: Any) -> dict[int, str]:
    """What each code of a font says."""
    rows = re.findall(rb"<([0-9A-Fa-f]{2})> <([0-9A-Fa-f]{4,})>", font.ToUnicode.read_bytes())
    return {int(code, 16): bytes.fromhex(text.decode()).decode("utf-16-be") for code, text in rows}


def _marks(page: Any, tables: dict[Any, dict[int, str]]) -> dict[int, str]:
    """What each mark of a page says. Nothing is painted outside of a mark or an artifact."""
    said: dict[int, str] = {}
    open_: list[int | str | None] = []  # a mark, an artifact, or a span within one
    codes: dict[int, str] = {}
    for instruction in pikepdf.parse_content_stream(page):
        operator, operands = str(instruction.operator), instruction.operands
        if operator in ("BDC", "BMC"):
            row: Any = operands[1] if len(operands) > 1 else {}
            if "/MCID" in row:
                open_.append(int(row["/MCID"]))
                assert open_[-1] not in said
                said[open_[-1]] = ""
            elif "/ActualText" in row:
                _say(said, open_, str(row["/ActualText"]))
                open_.append("said")
            else:
                assert operands[0] == "/Artifact"
                assert not open_, "an artifact within a mark"
                open_.append(None)
        elif operator == "EMC":
            open_.pop()
        elif operator == "Tf":
            font = page.obj.Resources.Font[str(operands[0])]
            codes = tables.setdefault(font.objgen, {}) or tables[font.objgen]
            codes.update(codes or _table(font))
        elif operator in ("Tj", "TJ"):
            assert open_, "text without a mark"
            strings = operands[0] if operator == "TJ" else operands
            shown = "".join(
                codes[code]
                for each in strings
                if isinstance(each, pikepdf.String)
                for code in bytes(each)
            )
            if open_[-1] != "said":
                _say(said, open_, shown)
        elif operator in ("Do", "S", "f", "f*", "B", "B*"):
            assert open_, "a picture without a mark"
    assert not open_
    return said


def _say(said: dict[int, str], open_: list[int | str | None], text: str) -> None:
    if isinstance(open_[-1], int):
        said[open_[-1]] += text
