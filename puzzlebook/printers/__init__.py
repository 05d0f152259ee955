"""Printers: who prints a book, and what they ask of its pages and its cover. In reading order:

trims       the pages that a book may have, by name or by measure
printer     what a printer asks for, as values
profiles    the printers that there are, read from `templates/printers/`
wrap        a cover, measured for its printer: back, spine and front in one piece
"""
