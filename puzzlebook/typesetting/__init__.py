"""Pages as values, type in any script, and the PDF writer. Nothing here knows about mazes.

page        a page: lines of text, pictures and photos with their positions
text        a line of text in any script: glyphs, widths, line breaks
layout      margins, type sizes, and the division of a page
flow        paragraphs set from the top of a box downwards
artwork     a user's SVG drawing in its own colours
photos      a user's photo, cropped and converted for print
logos       a user's logo, a drawing or a photo
poster      one picture over several sheets of paper, which are glued together
imposition  the pages of a stapled booklet, two on each side of a sheet
pdf         pages written to a PDF file
"""
