"""Printers, and their requirements for a book's pages and cover.

trims     page sizes, by name or by measurements
printer   a printer's requirements, as values
profiles  the printers in `templates/printers/`
wrap      the layout of a cover for its printer: back, spine and front
"""
