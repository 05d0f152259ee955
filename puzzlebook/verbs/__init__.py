"""Everything a user can ask for, one function each. The command line and the Python API call these.

request        a run's settings as one value
make           making a book
able_sections  a request limited to the sections that support its options
room_for_questions  worksheets whose mazes grow or shrink for their questions
one_maze       drawing one maze
shown_maze     a maze in the Python API
rendering      a maze as SVG, PDF or PNG
poster         a maze over several sheets of paper
cover          making a book's cover
cover_pages    the pages of a cover: front, back and guides
listing        the files and facts that a shop requires with an upload
listing_texts  the answers to the questions of a shop's form
listing_words  the listing's description and keywords, in the book's language
listing_costs  what a copy costs to print, and what the book earns
listing_pages  which pages of a book a shop shows
listing_pictures  the listing's pictures and its proof
shop_notes     notes on what a shop will want of a book
series         making a list of titles, each with cover and listing
title_list     the list of a series: its columns and its rows
gifts          making a book for each line of a list
rebuilding     making a book again from its code, manifest or PDF
contact_sheet  all pages of a book in one picture
edition_notes  notes on a book in another edition
level_sets     turning one request into three at different levels
page_svgs      each page of a book as an SVG file
page_pictures  a picture of each page of a finished book
serving        the page for browsers, on this machine
api            the other functions of the Python API: check, verify, preview
releases       the release step that archives the templates
"""
