"""Covers: front, spine and back on one sheet.

sheet       the whole cover
front       the front
panel       the panel at the foot of a front for children
picture     the picture on a front without a stage
stages      a front that is a stage
mazes       the maze on a cover
landscape   the landscape behind a front
letters     large letters with a rim
badges      bursts and badges
back        the back
claims      true statements about the contents
barcode     the barcode of a book with an ISBN
thumbnails  small pages of the book
crayon      a page in use, half of its way drawn
look        colours and lengths shared by all parts
guides      an empty sheet with guides, for designers
"""
