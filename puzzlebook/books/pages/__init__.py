"""The pages of a book: each module makes one kind as values.

front           title, copyright, dedication
how_to          how to solve a maze, with figures where needed
contents        the table of contents
openers         the first page of a section
puzzles         a page of mazes
captions        numbers, stars and answer pages above mazes that share a page
foot_codes      the codes of mazes on their pages
rooms           the doors, the way and the plan of a maze over many rooms
spread          the two halves of a maze over facing pages
staged          the words of a page in the drawing around its maze
answers         a page of the answer key
back            certificate, notes and the page with the book's code
worksheets      a worksheet
worksheet_keys  the teacher's key
wall            where a worksheet hangs on a wall, and the whole wall
how_made        the page that explains Wilson's algorithm
why_one_way     pages for pupils on why there is exactly one way
touch           instructions of a tactile book
ornaments       small decorations
"""
