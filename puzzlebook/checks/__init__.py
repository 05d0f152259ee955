"""Checks of finished files. Nothing here makes a book.

Would a printer take it?

whole_book       a book's folder: interior, cover, and what to type into the printer's form
preflight        one PDF file, checked by the rules
lone_cover       a cover without the folder of its book
full_wrap        a cover, against the wrap that its book needs
wrap_areas       distances on a cover from trim, folds and hinges
rules            the rules, one function each
press_rules      rules about what a press shows and a screen does not
separations      the ink of a page on which inks overprint
findings         broken rules, and the report on a file
facts            pages, boxes and other contents of a PDF file
content          what a page paints, read from its operators
painted          what a page paints, as a value
glyphs           Type 3 glyphs, which are content streams too
matrices         transformation matrices
colours          colour spaces, and the ink of colours and pictures
shadings         the ink of shadings
slivers          thin filled quadrilaterals, which print like thin lines
ink              the margins of the ink, measured on the rendered page

Has anything changed?

verify           a book's folder against its manifest, and each maze made again
book_folder      what can be read of a folder in any state
entries          the manifest's entries against the mazes of its recipe and seed
shown            SVG files and pages against the maze that they should show
walls            lines against the walls and the solution of a maze
wall_decoration  decoration against the walls that it should follow
floors           what lies between walls, against cells and walls
marks            filled areas against marks and letters
signs            the letters at doors and gates against what should be there
figures          hero, goal and finds in an SVG file
drawn            strokes read back from SVG
drawn_pages      strokes read back from PDF
"""

from puzzlebook.pdf_reading.files import need_pikepdf

need_pikepdf()  # before any of these is imported
