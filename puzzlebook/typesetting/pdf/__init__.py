"""Pages written to a PDF file. In reading order:

document    a PDF file without its pages, as values: title, colour spaces, bookmarks
writer      pages and their items, written through reportlab
whole       the parts that belong to no page: viewing options, outline, attachments, PDF/X
objects     finished objects are spooled, and the file is assembled from them
operators   paths, colours and numbers in PDF syntax
overprint   black that overprints, lines and small type of at most two inks, in cmyk
inks        colours converted to the colour spaces of a printer
type        lines of text, in embedded fonts
tags        the structure tree, for screen readers
copying     right-to-left text made so that copying it gives the original text
"""
