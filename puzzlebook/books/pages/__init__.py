"""The pages of a book, as values. Each module makes one kind.

front           title, copyright, dedication
how_to          how to solve a maze, with figures where needed
contents        the table of contents
framed          pages in a frame, for adults: openers, and plain mazes with their words above
borders         frames of pages: a pattern along each side, and a rosette in each corner
spandrels       ornaments in the corners around a maze that is cut to an outline
openers         the first page of a section
puzzles         a page of mazes
captions        captions of mazes that share a page: number, stars and answer page
at_foot         the row that asks for the things in a maze, and explains bridges
foot_codes      the code of each maze, printed on its page
rooms           door signs, solution path and plan of a maze over many rooms
spread          the two halves of a maze over facing pages
staged          a page whose words are inside the drawing around its maze
answers         a page of the answer key
back            certificate, notes and the page with the book's code
worksheets      a worksheet
worksheet_keys  the teacher's key
wall            a wall of worksheets: the position of each sheet, and the whole wall
how_made        the page that explains Wilson's algorithm
why_one_way     pages for pupils on why there is exactly one way
touch           instructions of a tactile book
ornaments       small decorations
"""
