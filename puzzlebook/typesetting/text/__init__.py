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

from puzzlebook.typesetting.text.coverage import (
    find_glyph_faults,
    find_missing_character,
    find_used_fonts,
    font_content,
)
from puzzlebook.typesetting.text.face import BOLD, REGULAR, Face, Font, make_face
from puzzlebook.typesetting.text.fonts import family_name, font_file, names_file
from puzzlebook.typesetting.text.lines import (
    balance_lines,
    break_at_pauses,
    face_for_paragraph,
    fit_size,
    has_pause,
    measure_ink,
    measure_width,
    shorten,
    split_words,
    wrap,
)
from puzzlebook.typesetting.text.shaping import Run, ShapedLine, shape
from puzzlebook.typesetting.text.user_fonts import read_font

__all__ = [
    "BOLD",
    "REGULAR",
    "Face",
    "Font",
    "Run",
    "ShapedLine",
    "balance_lines",
    "break_at_pauses",
    "face_for_paragraph",
    "family_name",
    "find_glyph_faults",
    "find_missing_character",
    "find_used_fonts",
    "fit_size",
    "font_content",
    "font_file",
    "has_pause",
    "make_face",
    "measure_ink",
    "measure_width",
    "names_file",
    "read_font",
    "shape",
    "shorten",
    "split_words",
    "wrap",
]
