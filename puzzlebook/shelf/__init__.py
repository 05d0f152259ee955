"""The shelf: where finished books stand, and what each says of itself. In reading order:

manifest    manifest.json: how it is written, and a finished book as it tells of it
folder      putting a book, or files beside one, into its place: all of it or nothing, and never over what is not ours
"""
