"""Recipes: what one may hold, how it is read, settled and written, and what follows from its readers."""
