"""A typesetter that knows no maze: pages as values, type in any script, and the writer of PDF. In reading order:

page       a page as a value: lines of text, rules, pictures and photos, and where each stands
text/      a line of text in any script: its glyphs, its width, where it breaks
layout     the sheet with its margins, the sizes of type, lines in a box
flow       paragraphs from the top of a box down
artwork    a drawing of the user's in its own colours
photos     a picture of pixels of the user's
logos      the user's logo, which may be either
pdf/       pages become a PDF file
"""
