"""Checks of finished files. Nothing here makes a book.

Would a printer take it?

whole_book       a book's folder: interior, cover, and what to type into the printer's form
preflight        one PDF file, checked by the rules
lone_cover       a cover without the folder of its book
full_wrap        a cover, compared with the wrap that its book needs
wrap_areas       distances on a cover from trim, folds and hinges
rules            the rules, one function each
press_rules      rules about what a press shows and a screen does not
page_numbers     rules about the order of the printed page numbers
separations      total ink on pages where inks overprint
findings         broken rules, and the report on a file
facts            pages, boxes and other contents of a PDF file
content          what a page paints, read from its operators
painted          the record of what a page paints
font_programs    the files of embedded fonts
glyphs           Type 3 glyphs, which are content streams too
matrices         transformation matrices
colours          colour spaces, and the ink of colours and pictures
shadings         the ink of shadings
slivers          thin filled quadrilaterals, which print like thin lines
ink              the margins of the ink, measured on the rendered page

Has anything changed?

verify           a book's folder compared with its manifest; each maze is made again
book_folder      reading a book's folder in any state
entries          manifest entries, compared with the mazes of the recipe and seed
shown            SVG files and pages, compared with the mazes that they should show
walls            lines, compared with the walls and the solution of a maze
wall_decoration  decoration, compared with the walls that it should follow
floors           drawings between walls, compared with cells and walls
marks            filled areas, compared with marks and letters
signs            the letters at doors and gates, compared with those expected
figures          hero, goal and finds in an SVG file
drawn            strokes read back from SVG
drawn_pages      strokes read back from PDF
"""

from puzzlebook.pdf_reading.files import need_pikepdf

need_pikepdf()  # before any module of this package is imported
