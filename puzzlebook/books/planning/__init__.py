"""Planning a book: which maze is on which page.

plan           a plan: entries, pages and files of a book
book_plan      the plan of a book or of loose sheets
setting        what all pages of a book share: paper, margins, type
boards         the grids of a section, and how large they are on the page
fitted_grids   grids fitted to drawings, computed first and in parallel
ramp           the mazes of a section, from easy to hard
stars          one to five stars for a maze
finishing      everything that pages and files need of a maze, made at once
lettering      the letters in a maze's cells
stories        the lines of story above the mazes
pagination     the order of pages, and the gutter that their number asks for
page_kinds     the kinds of pages beside mazes and answers
book_pages     the pages of a book and the files that they go to
alt_text       headings and descriptions for screen readers
records        what the manifest says of a book
remarks        notes on a planned book
samples        a few pages of a finished book, for its cover
restoring      the command that installs the program that made a book
"""
