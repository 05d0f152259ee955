"""PDF files from anywhere, opened safely: nothing is decoded or drawn before its size is known.

files    what the PDF libraries take, and the errors on files that none can read
objects  opening a file: object tables, page tree and streams are bounded first
streams  upper bounds on what the streams of a file unpack to
weights  upper bounds on what each page draws
pages    opening the pages of a file for rendering
"""
