"""Turn an order into a plan: draw every maze and lay out every page.

planning  assigns mazes to pages and writes their manifest entries
pages     the pages of a book, one module for each kind
scenes    drawings around a maze and on full pages
covers    front, spine and back
classes   a worksheet for each pupil, and the teacher's key
"""
