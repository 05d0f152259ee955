"""Type: from a line of text in any script to glyphs, and how wide and high they are.

A line goes through four steps, each a module: the bidirectional algorithm orders it (`bidi`), each character finds a
font that has it (`fonts`, with the user's own from `own_fonts`), HarfBuzz shapes what has one direction, font and
script (`shaping`), and `lines` measures and breaks paragraphs. `pdf.type` draws what comes of it.
"""

from puzzlebook.paper.text.coverage import content_for, glyph_faults, missing, used_fonts
from puzzlebook.paper.text.face import BOLD, REGULAR, Face, face_of
from puzzlebook.paper.text.fonts import Font, family_of, font_file
from puzzlebook.paper.text.lines import (
    balanced,
    ink_height,
    of_paragraph,
    pieces,
    shortened,
    size_to_fit,
    width,
    wrap,
)
from puzzlebook.paper.text.own_fonts import UserFont, read_font
from puzzlebook.paper.text.shaping import Line, Run, shape

__all__ = [
    "BOLD",
    "REGULAR",
    "Face",
    "Font",
    "Line",
    "Run",
    "UserFont",
    "balanced",
    "content_for",
    "face_of",
    "family_of",
    "font_file",
    "glyph_faults",
    "ink_height",
    "missing",
    "of_paragraph",
    "pieces",
    "read_font",
    "shape",
    "shortened",
    "size_to_fit",
    "used_fonts",
    "width",
    "wrap",
]
