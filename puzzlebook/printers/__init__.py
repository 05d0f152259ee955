"""Printers: what each takes, its paper, and the sheet of a cover."""
