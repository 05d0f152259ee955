"""What a book is made from beside its recipe: all that the recipe names, read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from puzzlebook.mazes.grids import Silhouette
from puzzlebook.paper.text import Face, Font, face_of
from puzzlebook.pictures.theme import Theme
from puzzlebook.words import Words

if TYPE_CHECKING:
    from puzzlebook.paper.logos import Logo

Cuts = Mapping[str, Sequence[Silhouette]]
"""The silhouettes of a book's sections, by the section's key."""


class Supplies(NamedTuple):
    """What every page may need: the words of the language, a theme's pictures, and the fonts that come before ours."""

    words: Words
    theme: Theme
    fonts: tuple[Font, ...] = ()

    @property
    def face(self) -> Face:
        """The regular face of the book."""
        return face_of(self.words.language, self.words.direction, self.fonts)


@dataclass(frozen=True)
class Ingredients:
    """What a recipe names. assets: the contents of the user's files, by the names under which the book keeps them."""

    cuts: Cuts
    supplies: Supplies
    logo: Logo | None
    assets: Mapping[str, bytes]
