"""A typesetter that knows no maze: pages as values, type in any script, and the writer of PDF."""
