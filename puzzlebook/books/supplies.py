"""What a book is written with: the words of its language, and the user's fonts."""

from __future__ import annotations

from typing import NamedTuple

from puzzlebook.books.recipe import Recipe
from puzzlebook.books.text import Face, UserFont, face_of
from puzzlebook.books.translation import is_catalogue
from puzzlebook.words import Words, words_of


class Supplies(NamedTuple):
    """The words of a book, and the fonts that come before ours."""

    words: Words
    fonts: tuple[UserFont, ...] = ()

    @property
    def face(self) -> Face:
        """The regular face of the book."""
        return face_of(self.words.language, self.words.direction, self.fonts)


def own_supplies(recipe: Recipe) -> Supplies:
    """What we have for a recipe that names no catalogue and no fonts of the user's."""
    assert not is_catalogue(recipe.language)
    return Supplies(words_of(recipe.language, recipe.digits))
