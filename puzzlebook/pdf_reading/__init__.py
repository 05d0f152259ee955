"""Safe opening of PDF files from anywhere: nothing is decoded or drawn before its size is known.

files    file arguments for the PDF libraries, and errors for unreadable files
objects  opening a file once its object tables, page tree and streams are bounded
streams  upper bounds on the decompressed sizes of a file's streams
weights  upper bounds on what each page draws
pages    opening a file's pages for rendering
"""
