"""The words that a book prints, in each language.

words       the catalogue of one language, with plurals, lists and digits
catalogues  the rules that every catalogue has to meet
"""
