"""Pages become a PDF file. In reading order:

document    what a file is beside its pages: title, colours, bookmarks
writer      pages and what stands on them, through reportlab
whole       what the file says beside its pages: its outline, files within it, the standard it keeps
objects     what is finished is put aside, and the file is put together from it
operators   paths and numbers as PDF writes them
inks        colours in the inks of a printer
type        lines of text, in fonts of the file's own
tags        what the pages are to those who have them read to them
copying     what is copied from right-to-left text is what was written
"""
