"""Lines of text as PDF operators, in the document's embedded fonts.

Copied text must equal the original. If glyphs do not match characters one to one, a span gives
their text (ActualText). PDF readers reverse such spans in right-to-left runs, for which see
`copying`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import groupby, repeat
from operator import sub
from typing import Any

from puzzlebook.ground.faults import refuse
from puzzlebook.typesetting.pdf.operators import format_number
from puzzlebook.typesetting.text import Face, Font, Run, shape
from puzzlebook.typesetting.text.bidi import may_turn
from puzzlebook.typesetting.text.fonts import load_packaged_font

_MAX_CACHED_LENGTH = 16
"""The greatest length, in characters, of lines whose operators are cached."""
# Code points for glyphs that are not the glyph of a single character: private use plane 15.
_FIRST_PRIVATE = 0xF0000
# Moves below this length (thousandths of an em) are not worth an operand.
_MIN_MOVE = 0.05
# Widths and advances are rounded separately; smaller differences between them are ignored.
_ROUNDING = _MIN_MOVE / 2


class Fonts:
    """The fonts of one document, each registered when a line first needs it.

    is_for_screen: whether screen readers read the document. If so, codes without a character are
    left out of the ToUnicode tables.
    """

    def __init__(self, is_for_screen: bool = False) -> None:
        self._is_for_screen = is_for_screen
        self._by_sum: dict[str, _EmbeddedFont] = {}
        self._names: set[bytes] = set()
        self._document: Any = None
        self._shown: dict[tuple[str, Face, float], Sequence[str]] = {}
        self.first = self._embed(load_packaged_font("Latn", is_bold=False)).ttf.fontName

    def open(self, document: Any) -> None:
        """Set the reportlab document to which the fonts belong."""
        self._document = document

    def show_line(self, text: str, face: Face, size: float) -> Sequence[str]:
        """Return the operators that show a line at the pen, within a text object. The operators of
        short lines, which recur on many pages, are cached."""
        if len(text) > _MAX_CACHED_LENGTH:
            return list(self._show_line(text, face, size))
        if (text, face, size) not in self._shown:
            self._shown[text, face, size] = list(self._show_line(text, face, size))
        return self._shown[text, face, size]

    def _show_line(self, text: str, face: Face, size: float) -> Iterator[str]:
        runs = shape(text, face)
        for right_to_left, group in groupby(runs, key=lambda run: run.right_to_left):
            members = list(group)
            shown = [self._embed(run.font).show_run(run, size, self._document) for run in members]
            operators = [operator for operators, _ in shown for operator in operators]
            if right_to_left or all(is_plain for _, is_plain in shown):
                yield from operators
            else:
                yield from _wrap_in_actual_text("".join([run.text for run in members]), operators)

    def paint_marks(self, text: str, face: Face, size: float) -> str:
        """Return operators that paint a line's raised marks, relative to the line's start."""
        if not may_turn(text):
            return ""
        from puzzlebook.typesetting.pdf.copying import outline_marks

        path = " ".join(outline_marks(shape(text, face), size))
        return f"{path} f" if path else ""

    def _embed(self, font: Font) -> _EmbeddedFont:
        if font.sha256 not in self._by_sum:
            self._by_sum[font.sha256] = _EmbeddedFont(font, self._names, self._is_for_screen)
        return self._by_sum[font.sha256]


def check_embeddable(font: Font, where: str) -> None:
    """Refuse a font that reportlab cannot embed. For some tables reportlab is stricter than
    fontTools and HarfBuzz."""
    from reportlab.pdfbase import ttfonts

    try:
        face = ttfonts.TTFont(font.name, BytesIO(font.content)).face
        face.makeSubset(sorted(face.charToGlyph))
    except Exception:  # a damaged table can make reportlab raise anything
        raise refuse(
            where, "is damaged: it cannot be embedded in a PDF", "use a static TrueType font (.ttf)"
        ) from None


class _EmbeddedFont:
    """A font in a document: reportlab's font object, and the texts of its glyphs.

    reportlab takes characters, and assigns each a code in a subset of the font on first use. We
    have glyphs, each with the text that it represents. A glyph that is not the glyph of a single
    character, such as a ligature, gets a private-use character for reportlab. At the end its text
    replaces this character in the ToUnicode tables.

    reportlab's font object contains state of its document, so each document has its own font
    objects.
    """

    def __init__(self, font: Font, names: set[bytes], is_for_screen: bool) -> None:
        from reportlab.pdfbase import pdfmetrics, ttfonts

        is_latin = font.sha256 == load_packaged_font("Latn", is_bold=False).sha256
        self._source = font
        self._is_for_screen = is_for_screen
        # Most text is in the Latin font, so its subsets begin with all of ASCII.
        self.ttf = ttfonts.TTFont(
            f"{font.name} {font.sha256[:16]}", BytesIO(font.content), asciiReadable=is_latin
        )
        self._face = self.ttf.face
        # In reportlab, fonts with the same PostScript name overwrite each other.
        if self._face.name in names:
            self._face.name += b"-" + font.sha256[:8].encode()
        names.add(self._face.name)
        pdfmetrics.registerFont(self.ttf)
        self.ttf.addObjects = self._add_objects
        # Mappings from (glyph, text) to reportlab's character: for all glyphs, and for private-use
        # characters only.
        self._characters: dict[tuple[int, str], str] = {}
        self._private: dict[tuple[int, str], str] = {}
        # The codes of the characters in the first subset.
        self._first_subset: dict[str, int] = {}

    def show_run(self, run: Run, size: float, document: Any) -> tuple[list[str], bool]:
        """Return the operators that show a run at the pen and move the pen to its end, and whether
        each of its characters has its own glyph, in order."""
        if run.right_to_left:
            from puzzlebook.typesetting.pdf.copying import make_copyable

            run = self._swap_brackets(make_copyable(run, self._face.charToGlyph.get(0x20)))
        glyphs = list(zip(run.ids, run.texts, strict=True))
        characters = "".join(
            [self._characters.get(glyph) or self._character(*glyph) for glyph in glyphs]
        )
        widths = [self._face.charWidths[ord(character)] for character in characters]
        pieces = [
            (self.ttf.getSubsetInternalName(subset, document), codes)
            for subset, codes in self._encode_in_subsets(characters, document)
        ]
        strings = _OperatorBuilder(size)
        max_difference = max(map(abs, map(sub, run.advances, widths)), default=0.0)
        if not run.offsets and max_difference < _ROUNDING:
            # The usual case: only the widths of glyphs move the pen.
            for font, codes in pieces:
                strings.set_font(font)
                strings.show_all(codes)
        else:
            _show_moved(strings, pieces, run, widths)
        return strings.finish(), characters == run.text

    def _swap_brackets(self, run: Run) -> Run:
        """Return a right-to-left run whose brackets have the text of their glyphs, since PDF
        readers mirror brackets when they reverse the run."""
        glyph_characters = self._face.glyphToChar
        if not any(map(unicodedata.mirrored, run.text)):
            return run
        texts = [
            chr(glyph_characters[glyph][0])
            if text and unicodedata.mirrored(text) and glyph in glyph_characters
            else text
            for glyph, text in zip(run.ids, run.texts, strict=True)
        ]
        return run._replace(texts=texts)

    def _character(self, glyph: int, text: str) -> str:
        """Return the character that represents a glyph with a text in reportlab."""
        character = text
        if len(text) != 1 or self._face.charToGlyph.get(ord(text)) != glyph:
            character = self._private[glyph, text] = chr(_FIRST_PRIVATE + len(self._private))
            self._face.charToGlyph[ord(character)] = glyph
            advance = self._source.shaper.get_glyph_h_advance(glyph)
            self._face.charWidths[ord(character)] = round(advance * 1000 / self._source.em)
        self._characters[glyph, text] = character
        return character

    def _encode_in_subsets(self, characters: str, document: Any) -> list[tuple[int, bytes]]:
        """Return the codes of characters, in pieces of one subset each, with the subset's number.

        Most characters are in the first subset and stay there, so its codes are cached.
        """
        try:
            codes = bytes(map(self._first_subset.__getitem__, characters))
            return [(0, codes)] if characters else []
        except KeyError:
            pieces: list[tuple[int, bytes]] = self.ttf.splitString(characters, document)
        if len(pieces) == 1 and not pieces[0][0]:
            self._first_subset.update(zip(characters, pieces[0][1], strict=True))
        return pieces

    def _add_objects(self, document: Any) -> None:
        """Finish the font as reportlab does, and correct its ToUnicode tables."""
        type(self.ttf).addObjects(self.ttf, document)
        ending = "+" + (self._face.name + self._face.subfontNameX).decode()
        for key, item in document.idToObject.items():
            if key.startswith("toUnicodeCMap:") and key.endswith(ending):
                table = self._insert_texts(item.content)
                item.content = _drop_null_rows(table) if self._is_for_screen else table

    def _insert_texts(self, table: str) -> str:
        """Return a ToUnicode table with texts of glyphs in place of private-use characters."""
        texts = {ord(private): text or "\u200b" for (_, text), private in self._private.items()}

        def correct_row(row: re.Match[str]) -> str:
            text = texts.get(int(row[1], 16))
            return row[0] if text is None else f"<{text.encode('utf-16-be').hex().upper()}>"

        return re.sub("<([0-9A-F]{5})>", correct_row, table) if texts else table


def _drop_null_rows(table: str) -> str:
    """Return a ToUnicode table without codes that represent nothing, since screen readers read
    U+0000 as a character."""
    rows = re.findall(r"^<..> <0000>\n", table, re.MULTILINE)
    count = re.search(r"^(\d+) beginbfchar", table, re.MULTILINE)
    if not (rows and count):
        return table
    table = table.replace(count[0], f"{int(count[1]) - len(rows)} beginbfchar")
    return re.sub(r"^<..> <0000>\n", "", table, flags=re.MULTILINE)


def _show_moved(
    strings: _OperatorBuilder, pieces: list[tuple[str, bytes]], run: Run, widths: list[float]
) -> None:
    """Show a run's glyphs, moving the pen to each. pieces: codes with their fonts."""
    moves = zip(run.offsets or repeat((0.0, 0.0)), run.advances, widths, strict=False)
    # The pen's position according to HarfBuzz, and according to the widths in the document.
    shaped_pen = pdf_pen = 0.0
    for font, codes in pieces:
        strings.set_font(font)
        for code, ((x, y), advance, width) in zip(codes, moves, strict=False):
            strings.move(shaped_pen + x - pdf_pen)
            strings.show(code, y)
            pdf_pen = shaped_pen + x + width
            shaped_pen += advance
    strings.move(shaped_pen - pdf_pen)


class _OperatorBuilder:
    """The strings and moves of a run, collected into operators: `<666f6f> Tj` or, with moves,
    `[<66>-12.5<6f6f>] TJ`."""

    def __init__(self, size: float) -> None:
        self._size = size
        self._done: list[str] = []
        # Hexadecimal digits of codes, and moves enclosed in brackets that close and reopen a
        # string.
        self._pieces: list[str] = []
        self._rise = 0.0

    def set_font(self, name: str) -> None:
        self._flush()
        self._done.append(f"{name} {format_number(self._size)} Tf")

    def move(self, distance: float) -> None:
        """Move the pen by this distance, in thousandths of an em."""
        if distance > _MIN_MOVE or distance < -_MIN_MOVE:
            self._pieces.append(f">{format_number(-distance)}<")

    def show(self, code: int, rise: float) -> None:
        """Show a glyph. rise: above the baseline, in thousandths of an em."""
        if rise != self._rise:
            self._flush()
            self._done.append(f"{format_number(rise * self._size / 1000)} Ts")
            self._rise = rise
        self._pieces.append(f"{code:02x}")

    def show_all(self, codes: bytes) -> None:
        """Show glyphs without moves between them."""
        self._pieces.append(codes.hex())

    def finish(self) -> list[str]:
        """Return all operators, which end with the rise reset to 0."""
        self._flush()
        if self._rise:
            self._done.append("0 Ts")
        return self._done

    def _flush(self) -> None:
        # Empty strings before or after a move are left out.
        strings = f"<{''.join(self._pieces)}>".replace("<>", " ").strip()
        self._pieces.clear()
        if strings.count("<") == 1 and strings.endswith(">") and strings.startswith("<"):
            self._done.append(f"{strings} Tj")
        elif strings:
            self._done.append(f"[{strings}] TJ")


def _wrap_in_actual_text(text: str, operators: list[str]) -> list[str]:
    """Return the operators in a span that gives their text."""
    from puzzlebook.typesetting.pdf.copying import NO_ISOLATES

    digits = text.translate(NO_ISOLATES).encode("utf-16-be").hex().upper()
    return [f"/Span <</ActualText <FEFF{digits}>>> BDC", *operators, "EMC"]
