"""Type: from a line of text in any script to glyphs, and how wide and high they are.

    face            a font, and a face: what a line is set in, as values
    own_fonts       a font of the user's is read, or refused
    system_fonts    a font for Gurmukhi is found on this system
    fonts           which font sets a character: the user's, ours, the system's
    bidi            in which order the characters of a line stand
    shaping         a line becomes runs of one direction, font and script, and HarfBuzz makes glyphs of each
    lines           how wide and high a line is, and how a paragraph breaks
    coverage        whether there is a glyph for each character, and which fonts a book is set in

`pdf.type` draws what comes of it.
"""

from puzzlebook.paper.text.coverage import content_for, glyph_faults, missing, used_fonts
from puzzlebook.paper.text.face import BOLD, REGULAR, Face, Font, face_of
from puzzlebook.paper.text.fonts import family_of, font_file, names_file
from puzzlebook.paper.text.lines import (
    balanced,
    ink_height,
    of_paragraph,
    paused,
    pauses,
    pieces,
    shortened,
    size_to_fit,
    width,
    wrap,
)
from puzzlebook.paper.text.own_fonts import read_font
from puzzlebook.paper.text.shaping import Line, Run, shape

__all__ = [
    "BOLD",
    "REGULAR",
    "Face",
    "Font",
    "Line",
    "Run",
    "balanced",
    "content_for",
    "face_of",
    "family_of",
    "font_file",
    "glyph_faults",
    "ink_height",
    "missing",
    "names_file",
    "of_paragraph",
    "paused",
    "pauses",
    "pieces",
    "read_font",
    "shape",
    "shortened",
    "size_to_fit",
    "used_fonts",
    "width",
    "wrap",
]
