"""From a recipe to a book: what is asked for, and how it lies on paper."""
