"""From an order to a plan: every maze drawn, every page set.

planning  which maze is on which page, and what the manifest says of it
pages     the pages of a book, each kind in a module
scenes    drawings around a maze and on full pages
covers    front, spine and back
classes   a worksheet for each pupil, and the teacher's key
"""
