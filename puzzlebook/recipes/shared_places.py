"""How the sections of a book share the places of its theme: drawings with a maze but no hero.

A section shows places for its kind of mazes, in its own share of them, so that no place comes twice
while others are left. A feast is kept for the end of the book: each volume has the next of those
that suit its theme.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from puzzlebook.ground import templates
from puzzlebook.recipes.audiences import load_audiences
from puzzlebook.recipes.recipe import Recipe, Section
from puzzlebook.recipes.user_files import PLACES_OF_THEME, load_feasts, load_stage_shapes

_SHARED = 0.95
"""The share of the places of a kind that sections with bridges leave to all sections together."""
_FEW, _COMMON = "few", "square"  # kinds of mazes: of very few squares, and of common ones


def list_places_in_turn(
    places: Sequence[str], theme: str, recipe: Recipe, section: Section
) -> Sequence[str]:
    """Return those of a theme's places that a section shows, in the order in which its volume shows
    them. Each section begins in another part of them."""
    row = _list_suiting(places, recipe, section)
    if recipe.worksheet is not None:
        return row
    feasts = [name for name in load_feasts() if name in row]
    row = [name for name in row if name not in feasts]
    if not row or section not in _list_sharing(recipe, section, len(row)):
        return ()
    # Books of other themes and for other readers begin with other places.
    first = find_share(recipe, section, len(row))[0] + recipe.volume - 1
    first += templates.list_names("themes").index(theme)
    readers = [*load_audiences()]
    if recipe.audience in readers:
        first += readers.index(recipe.audience) * len(row) // len(readers)
    first %= len(row)
    feast = feasts[(recipe.volume - 1) % len(feasts) :][:1] if feasts else []
    return *(feast if _is_last(recipe, section) else []), *row[first:], *row[:first]


def find_share(recipe: Recipe, section: Section, places: int) -> tuple[int, int]:
    """Return where a section's share of so many places begins, and how many it has."""
    sharing = _list_sharing(recipe, section, places)
    total = sum(part.mazes for part in sharing)
    before = sum(part.mazes for part in sharing[: sharing.index(section)])
    return places * before // total, max(1, places * section.mazes // total)


def _list_sharing(recipe: Recipe, section: Section, places: int) -> list[Section]:
    """Return the sections that share so many places with a section, whose mazes are of the same
    kind. Those with bridges take part only if there are more places than mazes, as not all places
    have room for bridges."""
    kinds = _list_kinds(recipe)
    sharing = [part for part in recipe.sections if kinds.get(part.key) == kinds[section.key]]
    if sum(part.mazes for part in sharing) <= _SHARED * places:
        return sharing
    return [part for part in sharing if not part.bridges]


def _list_suiting(places: Sequence[str], recipe: Recipe, section: Section) -> list[str]:
    """Return the places that suit a section's kind of mazes, or for common squares all that no
    other section of the book has."""
    kinds = _list_kinds(recipe)
    kind, others = kinds[section.key], {*kinds.values()} - {_COMMON}
    shapes, few = load_stage_shapes(), {*templates.table("stages.toml")["of_few_squares"]}
    suiting = {place: _FEW if place in few else shapes.get(place) for place in places}
    return [
        place
        for place, own in suiting.items()
        if own == kind or (kind == _COMMON and own not in others)
    ]


def _list_kinds(recipe: Recipe) -> Mapping[str, str]:
    """Return a mapping from the key of each section with places to the kind of its mazes: the shape
    of their cells, or very few squares."""
    most = templates.table("stages.toml")["few_squares"]
    return {
        part.key: _FEW if (part.share or 1) <= most and part.shape == "square" else part.shape
        for part in recipe.sections
        if recipe.stage_of(part) == PLACES_OF_THEME
    }


def _is_last(recipe: Recipe, section: Section) -> bool:
    """Return whether a section is the last one with places and common squares: its first place is
    that of a feast."""
    keys = [key for key, kind in _list_kinds(recipe).items() if kind == _COMMON]
    return keys[-1:] == [section.key]
