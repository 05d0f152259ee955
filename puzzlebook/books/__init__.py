"""From pictures to a book: recipes, layout, pages, and the writers of PDF and manifest."""
