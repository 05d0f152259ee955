"""The last page: how the book was made, and from which seed."""

from __future__ import annotations

from puzzlebook import __version__
from puzzlebook.books import text
from puzzlebook.books.page import Page
from puzzlebook.books.pages.front import GAP, small_print
from puzzlebook.books.setting import Setting


def colophon_page(setting: Setting, number: int, recipe_name: str) -> Page:
    """The colophon. With `codes = "none"` it keeps the seed to itself."""
    words, recipe = setting.words, setting.recipe
    lines = [
        recipe.book.title,
        GAP,
        words("colophon_how"),
        words("colophon_made", version=__version__, edition=recipe.edition, recipe=recipe_name),
    ]
    if recipe.codes != "none":
        lines += [GAP, words("colophon_seed", seed=setting.seed), words("colophon_again")]
    return setting.sheet.page(*small_print(setting, number, [*lines, words("typeface", family=text.FAMILY)]))
