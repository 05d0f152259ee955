"""The words that a book prints, in each language.

words       the catalogue of one language, with plurals, lists and digits
catalogues  checks that every catalogue has to pass
"""
