"""Type: shaping a line of text in any script into glyphs, and measuring it.

face          fonts, which are files, and faces, which determine how text becomes glyphs
user_fonts    reading and checking a user's fonts
system_fonts  a font for Gurmukhi from this system
script_fonts  fonts for other scripts from this system
fonts         choosing the font for a character: the user's, ours, or the system's
levels        which characters of a line run right to left: the bidirectional algorithm
bidi          the order of characters on a line of mixed directions
shaping       splitting a line into runs of one direction, font and script, shaped by HarfBuzz
lines         the size of a line, and the line breaks of a paragraph
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
from puzzlebook.typesetting.text.fonts import TITAN, family_name, font_file, names_file
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
    "TITAN",
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
