"""Planning a book: which maze is on which page.

plan           a plan: entries, pages and files of a book
book_plan      the plan of a book or of loose sheets
setting        what all pages of a book share; entries and placements
boards         the grids of a section, as large as fits the page
question_boards  boards of answer mazes, with space for questions and answers
fitted_grids   grids fitted to drawings, computed in advance and in parallel
ramp           drawing the mazes of a section and ordering them from easy to hard
matching       mazes in drawings that have as many stars as the plain ones
mixing         dealing the mazes of a rising book out to its mixed sections
minutes        how long the mazes of a section take to solve
stars          from a maze's measures to minutes, and from minutes to one to five stars
finishing      the tasks of worker processes: drawing mazes, and turning them into pictures
entries        finished mazes as entries of a book
spelt_words    words that solution paths spell, and which maze spells which
stories        the lines of story above the mazes
pagination     the order of pages, and the gutter that their number requires
page_kinds     the kinds of pages other than mazes and answers
book_pages     the pages of a book and the files that they go into
alt_text       headings and descriptions for screen readers
records        the manifest of a planned book
remarks        notes on a planned book
samples        a few pages of a finished book, made again for its cover
restoring      the command that installs the program that made a book
"""
