"""Checks of what is finished, from its files alone. Nothing here makes a book. In reading order:

Would a printer take it?
whole_book   the folder of a book: interior and cover together, and what to type at the printer's form
preflight    one PDF file, ours or not: read, rendered, and put before the rules
full_wrap    a cover, against the wrap that the book must have
wrap_areas   where things stand on a cover
rules        the rules, each a function from a job to what breaks it
findings     what breaks a rule, and the report on a file, as values
facts        a PDF file as values: its pages, their boxes, what else is in it
content      what a page paints (`painted`), read from its operators
colours      colour spaces, and the ink that a picture asks for
ink          where the ink of each page is, measured on the rendered page

Has anything changed?
verify       a book's folder, compared with its manifest, and each maze made again from its code
book_folder  what can be read of the folder, whatever has happened to it
entries      what the manifest says of a maze
shown        what an SVG file or a page shows of a maze
walls        whether the lines are its walls, and the way its solution
marks        whether what is filled is its marks and letters
drawn        strokes, read back from SVG; `drawn_pages`: from PDF
"""

from puzzlebook.shelf.pdf_files import need_pikepdf

need_pikepdf()  # before any of these is imported
