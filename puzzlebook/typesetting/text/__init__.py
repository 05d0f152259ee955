"""Type: a line of text in any script shaped into glyphs, with its width and height.

face          a font is a file; a face is everything that decides how text becomes glyphs
user_fonts    a user's fonts, checked
system_fonts  a font for Gurmukhi, found on this system
script_fonts  fonts for other scripts, found on this system
fonts         the font that sets a character: the user's, ours, or the system's
bidi          the order of characters on a line of mixed directions
shaping       a line cut into runs of one direction, font and script, and shaped by HarfBuzz
lines         the size of a line, and where a paragraph breaks
coverage      characters without a glyph, and the fonts that a book uses

`pdf.type` writes the glyphs to a PDF.
"""

from puzzlebook.typesetting.text.coverage import (
    find_glyph_faults,
    find_missing_character,
    find_used_fonts,
    font_content,
)
from puzzlebook.typesetting.text.face import BOLD, REGULAR, Face, Font, Spacing, make_face
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
from puzzlebook.typesetting.text.shaping import Run, shape

__all__ = [
    "BOLD",
    "REGULAR",
    "Face",
    "Font",
    "Run",
    "Spacing",
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
    "shape",
    "shorten",
    "split_words",
    "wrap",
]
