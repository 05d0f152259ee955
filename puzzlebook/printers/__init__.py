"""Printers, and what they require of a book's pages and cover.

trims     page sizes, by name or by measurements
printer   the requirements of a printer, as values
profiles  the printers in `templates/printers/`
wrap      a cover measured for its printer: back, spine and front
"""
