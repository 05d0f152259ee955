"""The shelf: where finished books stand, and what each says of itself. In reading order:

manifest    manifest.json: how it is written, and a finished book as it tells of it
renames     onto a free name only, and two folders that change places, each in one step
partials    the hidden folder in which a run makes what it puts on a shelf, and what killed runs have left in theirs
placing     putting files into their places, all of them or none
pdf_pages   the pages of a PDF file, opened with care: `pdf_objects`, what is in one; `pdf_streams`, how much it unpacks
            to; `pdf_weights`, how much its pages draw; `pdf_files`, how the libraries take it
folder      putting a book into its place, and files beside it: all or nothing, and never over what is not ours
"""
