"""The kinds of pages: each module makes pages as values from words, numbers and plates."""
