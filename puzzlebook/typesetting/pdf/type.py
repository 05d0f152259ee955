"""Lines of text as PDF operators, in fonts of the document's own. `writer` tells who else knows
reportlab.

So that what is copied is what was written, glyphs that are not those of their characters one by one
stand in a span that says which text they are (ActualText). Readers turn such a span where it runs
right to left: for those runs see `copying`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from io import BytesIO
from itertools import groupby, repeat
from operator import sub
from typing import Any, NamedTuple

from puzzlebook.ground.faults import refuse
from puzzlebook.typesetting.pdf.copying import NO_ISOLATES, make_copyable, outline_marks
from puzzlebook.typesetting.pdf.operators import format_number
from puzzlebook.typesetting.text import Face, Font, Run, shape
from puzzlebook.typesetting.text.bidi import may_turn
from puzzlebook.typesetting.text.fonts import load_packaged_font

# Codes for glyphs that are not any character's own: the last plane but one, which fonts leave
# empty.
_FIRST_PRIVATE = 0xF0000
# Moves below this (thousandths of an em) are not worth an operand.
_LEAST_MOVE = 0.05
# A glyph whose width in the document differs by less from its advance has the same: each was
# rounded in its own way.
_ROUNDING = _LEAST_MOVE / 2


class Fonts:
    """The fonts of one document: each is registered when a line first needs it.

    is_told: whether the document is for being read aloud: then codes that stand for no character
    are said to be none.
    """

    def __init__(self, is_told: bool = False) -> None:
        self._is_told = is_told
        self._by_sum: dict[str, _Embedded] = {}
        self._names: set[bytes] = set()
        self._document: Any = None
        self.first = self._embedded(load_packaged_font("Latn", is_bold=False)).ttf.fontName

    def open(self, document: Any) -> None:
        """Say which of reportlab's documents the fonts belong to."""
        self._document = document

    def operators(self, text: str, face: Face, size: float) -> Iterator[str]:
        """What sets a line from where the pen is: within a text object."""
        runs = shape(text, face).runs
        for right_to_left, group in groupby(runs, key=lambda run: run.right_to_left):
            members = list(group)
            shown = [self._embedded(run.font).shown(run, size, self._document) for run in members]
            operators = [operator for one in shown for operator in one.operators]
            is_said = right_to_left or all(one.is_plain for one in shown)
            yield from (
                operators
                if is_said
                else _wrap_in_actual_text("".join([run.text for run in members]), operators)
            )

    def marks(self, text: str, face: Face, size: float) -> str:
        """What paints the marks of a line that are drawn as outlines, from where the line
        begins."""
        if not may_turn(text):
            return ""
        path = " ".join(outline_marks(shape(text, face), size))
        return f"{path} f" if path else ""

    def _embedded(self, font: Font) -> _Embedded:
        found = self._by_sum.get(font.sha256)
        if found is None:
            found = self._by_sum[font.sha256] = _Embedded(font, self._names, self._is_told)
        return found


def check_embeddable(font: Font, where: str) -> None:
    """Refuse a font that reportlab cannot embed: it is stricter with some tables than those who
    read them first."""
    from reportlab.pdfbase import ttfonts

    try:
        face = ttfonts.TTFont(font.name, BytesIO(font.content)).face
        face.makeSubset(sorted(face.charToGlyph))
    except Exception:  # whatever a damaged table makes it stumble over
        raise refuse(
            where, "is damaged: it cannot be embedded in a PDF", "a static TrueType font (.ttf)"
        ) from None


class _ShownRun(NamedTuple):
    """What shows a run, and whether the glyphs are those of its characters, one by one and in their
    order."""

    operators: list[str]
    is_plain: bool


class _Embedded:
    """A font in a document: reportlab's object of it, and what that does not know of its glyphs.

    reportlab knows characters alone, and gives each a code in a subset of the font when it is first
    shown. We have glyphs, each with the text that it stands for. One that is not the glyph of just
    this character, such as a ligature, is known to reportlab under a private character of ours;
    what it says is written in its place at the end.

    A font object keeps the state of its document: every document has its own.
    """

    def __init__(self, font: Font, names: set[bytes], is_told: bool) -> None:
        from reportlab.pdfbase import pdfmetrics, ttfonts

        is_latin = font.sha256 == load_packaged_font("Latn", is_bold=False).sha256
        self._source = font
        self._is_told = is_told
        # Subsets that begin with all of ASCII are for the font that most texts are in.
        self.ttf = ttfonts.TTFont(
            f"{font.name} {font.sha256[:16]}", BytesIO(font.content), asciiReadable=is_latin
        )
        self._face = self.ttf.face
        self._name_apart(names)
        pdfmetrics.registerFont(self.ttf)
        self.ttf.addObjects = self._add_objects
        # The character under which each glyph that was shown is known, and those of them that are
        # private.
        self._characters: dict[tuple[int, str], str] = {}
        self._private: dict[tuple[int, str], str] = {}
        # The codes of the characters that are in the first subset.
        self._first_subset: dict[str, int] = {}

    def _name_apart(self, names: set[bytes]) -> None:
        """reportlab lets two fonts with one PostScript name overwrite each other."""
        name = self._face.name
        if name in names:
            self._face.name = name + b"-" + self._source.sha256[:8].encode()
        names.add(self._face.name)

    def shown(self, run: Run, size: float, document: Any) -> _ShownRun:
        """The operators that show a run from where the pen is, and bring the pen to its end."""
        if run.right_to_left:
            run = self._swap_brackets(make_copyable(run, self._face.charToGlyph.get(0x20)))
        glyphs = list(zip(run.ids, run.texts, strict=True))
        characters = "".join(
            [self._characters.get(glyph) or self._character(*glyph) for glyph in glyphs]
        )
        widths = [self._face.charWidths[ord(character)] for character in characters]
        pieces = [(self.ttf.getSubsetInternalName(subset, document), codes)
                  for subset, codes in self._encode_in_subsets(characters, document)]  # fmt: skip
        strings = _Strings(size)
        if (
            not run.offsets
            and max(map(abs, map(sub, run.advances, widths)), default=0.0) < _ROUNDING
        ):
            for (
                font,
                codes,
            ) in (
                pieces
            ):  # as most lines are: each glyph brings the pen to the next by its own width
                strings.font(font)
                strings.show_all(codes)
        else:
            _show_moved(strings, pieces, run, widths)
        return _ShownRun(strings.operators(), characters == run.text)

    def _swap_brackets(self, run: Run) -> Run:
        """A run from right to left whose brackets are called what is seen: readers turn them when
        they turn the run."""
        seen = self._face.glyphToChar
        if not any(map(unicodedata.mirrored, run.text)):
            return run
        texts = [chr(seen[glyph][0]) if text and unicodedata.mirrored(text) and glyph in seen else text
                 for glyph, text in zip(run.ids, run.texts, strict=True)]  # fmt: skip
        return run._replace(texts=texts)

    def _character(self, glyph: int, text: str) -> str:
        """The character under which reportlab knows a glyph that stands for a text."""
        known = text
        if len(text) != 1 or self._face.charToGlyph.get(ord(text)) != glyph:
            known = self._private[glyph, text] = chr(_FIRST_PRIVATE + len(self._private))
            self._face.charToGlyph[ord(known)] = glyph
            advance = self._source.shaper.get_glyph_h_advance(glyph)
            self._face.charWidths[ord(known)] = round(advance * 1000 / self._source.em)
        self._characters[glyph, text] = known
        return known

    def _encode_in_subsets(self, characters: str, document: Any) -> list[tuple[int, bytes]]:
        """The codes of characters, each piece with the number of the subset in which it is.
        reportlab is asked about characters until it has put them in the first, where most are, and
        where they stay."""
        try:
            return (
                [(0, bytes(map(self._first_subset.__getitem__, characters)))] if characters else []
            )
        except KeyError:
            found: list[tuple[int, bytes]] = self.ttf.splitString(characters, document)
        if len(found) == 1 and not found[0][0]:
            self._first_subset.update(zip(characters, found[0][1], strict=True))
        return found

    def _add_objects(self, document: Any) -> None:
        """What reportlab adds to a document for a font at its end, its tables of what codes mean
        put right."""
        type(self.ttf).addObjects(self.ttf, document)
        ending = "+" + (self._face.name + self._face.subfontNameX).decode()
        for key, item in document.idToObject.items():
            if key.startswith("toUnicodeCMap:") and key.endswith(ending):
                said = self._insert_texts(item.content)
                item.content = _drop_null_rows(said) if self._is_told else said

    def _insert_texts(self, table: str) -> str:
        """A table of what codes mean, with what glyphs say in place of the private characters that
        they are under."""
        said = {ord(private): text or "\u200b" for (_, text), private in self._private.items()}

        def correct_row(row: re.Match[str]) -> str:
            text = said.get(int(row[1], 16))
            return row[0] if text is None else f"<{text.encode('utf-16-be').hex().upper()}>"

        return re.sub("<([0-9A-F]{5})>", correct_row, table) if said else table


def _drop_null_rows(table: str) -> str:
    """A table of what codes mean without those that mean nothing: a reader takes U+0000 for a
    character."""
    rows = re.findall(r"^<..> <0000>\n", table, re.MULTILINE)
    count = re.search(r"^(\d+) beginbfchar", table, re.MULTILINE)
    if not (rows and count):
        return table
    table = table.replace(count[0], f"{int(count[1]) - len(rows)} beginbfchar")
    return re.sub(r"^<..> <0000>\n", "", table, flags=re.MULTILINE)


def _show_moved(
    strings: _Strings, pieces: list[tuple[str, bytes]], run: Run, widths: list[float]
) -> None:
    """Show a run's glyphs, with the pen moved to each. pieces: their codes, with the font they are
    in."""
    moves = zip(run.offsets or repeat((0.0, 0.0)), run.advances, widths, strict=False)
    # Where the pen is: in the shaped line, and in the document by the widths that it has for the
    # glyphs.
    pen = at = 0.0
    for font, codes in pieces:
        strings.font(font)
        for code, ((x, y), advance, width) in zip(codes, moves, strict=False):
            strings.move(pen + x - at)
            strings.show(code, y)
            at = pen + x + width
            pen += advance
    strings.move(pen - at)


class _Strings:
    """The strings and moves of a run, gathered into operators: `<666f6f> Tj` or, with moves,
    `[<66>-12.5<6f6f>] TJ`."""

    def __init__(self, size: float) -> None:
        self._size = size
        self._done: list[str] = []
        # Hexadecimal digits and, between brackets that close and open strings, moves.
        self._pieces: list[str] = []
        self._rise = 0.0

    def font(self, name: str) -> None:
        """Go on in this font."""
        self._flush()
        self._done.append(f"{name} {format_number(self._size)} Tf")

    def move(self, by: float) -> None:
        """Move the pen by so many thousandths of an em."""
        if by > _LEAST_MOVE or by < -_LEAST_MOVE:
            self._pieces.append(f">{format_number(-by)}<")

    def show(self, code: int, rise: float) -> None:
        """Show a glyph, raised by so many thousandths of an em."""
        if rise != self._rise:
            self._flush()
            self._done.append(f"{format_number(rise * self._size / 1000)} Ts")
            self._rise = rise
        self._pieces.append(f"{code:02x}")

    def show_all(self, codes: bytes) -> None:
        """Show glyphs where the pen comes to stand by itself."""
        self._pieces.append(codes.hex())

    def operators(self) -> list[str]:
        """All that was gathered."""
        self._flush()
        if self._rise:
            self._done.append("0 Ts")
        return self._done

    def _flush(self) -> None:
        # An empty string, where nothing is shown before a move or behind it, is left out.
        shown = f"<{''.join(self._pieces)}>".replace("<>", " ").strip()
        self._pieces.clear()
        if shown.count("<") == 1 and shown.endswith(">") and shown.startswith("<"):
            self._done.append(f"{shown} Tj")
        elif shown:
            self._done.append(f"[{shown}] TJ")


def _wrap_in_actual_text(text: str, shown: list[str]) -> list[str]:
    """Operators in a span that says which text they show."""
    said = text.translate(NO_ISOLATES).encode("utf-16-be").hex().upper()
    return [f"/Span <</ActualText <FEFF{said}>>> BDC", *shown, "EMC"]
