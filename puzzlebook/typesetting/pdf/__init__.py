"""Pages written to a PDF file. The modules in a sensible order for reading:

document    a PDF file without its pages, as values: title, colour spaces, bookmarks
writer      pages and their items, written through reportlab
whole       parts outside the pages: viewing options, outline, attachments, PDF/X
objects     spooling finished objects, and assembling the file from them
operators   paths, colours and numbers in PDF syntax
overprint   overprinting black, and lines and small type of at most two inks, in cmyk
inks        colours converted to the colour spaces of a printer
type        lines of text, in embedded fonts
tags        the structure tree, for screen readers
copying     right-to-left text, changed so that it is copied correctly
"""
