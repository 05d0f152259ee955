"""What stands on which page: an order becomes a plan, with every maze drawn and every page ready to be set.

setting      an order on its paper, an entry for each maze, and where things stand
boards       what mazes are drawn on, and how large; `ramp` draws them and puts them in order, `stars` rates them
fits         those of their grids that follow drawings, fitted before all else
pagination   which page is which, and the gutter that their number asks for
page_kinds   the kinds of pages beside mazes and answers, one row each; `pages/` sets them
book_plan    the plan of a book or of loose sheets, `book_pages` what makes its pages; `classes/` that of a class set
plan         what both are: entries, where each stands, and the PDF files
records      what the manifest says of a plan; `remarks`, what is good to know of it
"""
