"""Reading an outline from letters: the glyphs of a font, set in one line."""

from __future__ import annotations

from functools import lru_cache
from unicodedata import bidirectional, category, name

from puzzlebook.geometry.curves import read_glyph_contours
from puzzlebook.ground.faults import escape_unprintable, refuse
from puzzlebook.outlines.outline import FilledShape, Outline, make_outline

MAX_LETTERS = 60


@lru_cache(maxsize=64)
def outline_letters(text: str, font: bytes, where: str) -> Outline:
    """Return the outline of a line of text in a TrueType or OpenType font. HarfBuzz shapes and
    kerns the text."""
    import uharfbuzz as hb

    refuse_unfit(text, where)
    face = hb.Face(font)
    if not face.glyph_count:
        raise refuse(where, "the font cannot be read", "give a TrueType or OpenType font")
    shaper = hb.Font(face)
    line = hb.Buffer()
    line.add_codepoints([ord(letter) for letter in text])
    line.guess_segment_properties()
    # Only letters make a line right-to-left; HarfBuzz's guess would reverse digits such as ۱۲.
    line.direction = (
        "rtl" if any(bidirectional(letter) in ("R", "AL") for letter in text) else "ltr"
    )
    hb.shape(shaper, line)
    shapes = []
    x = 0
    for glyph, position in zip(line.glyph_infos, line.glyph_positions, strict=True):
        if glyph.codepoint == 0:
            raise refuse(
                where,
                f"the font has no {name_character(text[glyph.cluster])}",
                "use other letters, or another font",
            )
        # In fonts y points up; in outlines it points down.
        dx, dy = x + position.x_offset, -position.y_offset
        contours = read_glyph_contours(shaper, glyph.codepoint)
        moved = [
            [tuple((dx + px, dy - py) for px, py in curve) for curve in contour]
            for contour in contours
        ]
        shapes.append(FilledShape(moved))
        x += position.x_advance
    # These shapes have the non-zero fill rule, because the strokes of a glyph may overlap.
    return make_outline(shapes, where)


def refuse_unfit(text: str, where: str) -> None:
    """Refuse a text that contains no letter or digit, is too long, or contains a control character
    or a line break."""
    if not any(letter.isalnum() for letter in text):
        raise refuse(
            where, f"{text[:MAX_LETTERS]!r} has no letter and no digit", "give text such as MIA"
        )
    if len(text) > MAX_LETTERS:
        raise refuse(where, f"the text has {len(text)} characters", f"at most {MAX_LETTERS}")
    for letter in text:
        if category(letter) in ("Cc", "Zl", "Zp"):
            raise refuse(
                where, f"the text holds {name_character(letter)}", "use letters in one line"
            )


def name_character(letter: str) -> str:
    """Return a character together with its code and its name, for messages. The result is readable
    even if the character cannot be displayed."""
    return f"{escape_unprintable(letter)!r} (U+{ord(letter):04X} {name(letter, '')}".rstrip() + ")"
