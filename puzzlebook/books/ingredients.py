"""What a book is made with beside its recipe: the words of its language, a theme's pictures, and the user's fonts."""

from __future__ import annotations

from typing import NamedTuple

from puzzlebook.books.printing.printers import takes_colour
from puzzlebook.books.recipes.recipe import Recipe
from puzzlebook.books.text import Face, UserFont, face_of
from puzzlebook.pictures.theme import Theme, theme_named
from puzzlebook.words import Words, words_of


class Supplies(NamedTuple):
    """Words, pictures, and the fonts that come before ours."""

    words: Words
    theme: Theme
    fonts: tuple[UserFont, ...] = ()

    @property
    def face(self) -> Face:
        """The regular face of the book."""
        return face_of(self.words.language, self.words.direction, self.fonts)


def own_supplies(recipe: Recipe) -> Supplies:
    """What we have for a recipe that names no file of the user's."""
    theme = theme_named(recipe.theme, takes_colour(recipe))
    return Supplies(words_of(recipe.language, recipe.digits), theme)
