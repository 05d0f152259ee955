"""How the sections of a book share the places of its theme: drawings with a maze but no hero.

A section shows places for its kind of mazes, in its own share of them, so that no place comes twice
while others are left. Those that few themes share come first, and of these the ones with which
books for readers of that age begin: few drawings are in two books. A feast is kept for the end of
the book: each volume has the next of those that suit its theme.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from puzzlebook.ground import templates
from puzzlebook.recipes.audiences import load_audiences
from puzzlebook.recipes.recipe import Recipe, Section
from puzzlebook.recipes.user_files import (
    PLACES_OF_THEME,
    load_feasts,
    load_places,
    load_stage_shapes,
)

_SHARED = 0.95
"""The share of the places of a kind that sections with bridges leave to all sections together."""
_AGES = 4
"""Of how many ages readers of children's books are."""
_LIMITS = (1, 3, 7)
"""The most themes that share places which come before those that more themes share."""
_FEW, _COMMON = "few", "square"  # kinds of mazes: of very few squares, and of common ones


def list_places_in_turn(places: Sequence[str], recipe: Recipe, section: Section) -> Sequence[str]:
    """Return those of a theme's places that a section shows, in the order in which its volume shows
    them: its own share first, and then what other sections need, from what they need least."""
    row = _list_suiting(places, recipe, section)
    if recipe.worksheet is not None:
        return row
    feasts = [name for name in load_feasts() if name in row]
    row = [name for name in row if name not in feasts]
    if not row or section not in _list_sharing(recipe, section, len(row)):
        return ()
    hand = _deal(_rank(row, recipe), recipe, section)
    others = [name for name in row if name not in hand]
    first = (recipe.volume - 1) * section.mazes % max(1, len(hand))
    feast = feasts[(recipe.volume - 1) % len(feasts) :][:1] if feasts else []
    last = feast if _is_last(recipe, section) else []
    return *last, *hand[first:], *hand[:first], *reversed(others)


def count_share(recipe: Recipe, section: Section, places: int) -> int:
    """Return how many of so many places are a section's share."""
    return len(_deal([str(number) for number in range(places)], recipe, section))


def _rank(places: Sequence[str], recipe: Recipe) -> list[str]:
    """Return the places of a theme in the order in which a book for these readers takes them: those
    of its world alone, then those that few themes share. Of those that as many share, each age
    begins with others."""
    readers, row = [*load_audiences()], load_places()
    first = readers.index(recipe.audience) if recipe.audience in readers else 0
    turns = {name: (number - first) % _AGES for number, name in enumerate(row)}

    def rate(name: str) -> tuple[int, int]:
        return sum(len(row[name]) > limit for limit in _LIMITS), turns[name]

    return sorted(places, key=rate)


def _deal(places: Sequence[str], recipe: Recipe, section: Section) -> list[str]:
    """Return a section's share of places, which are dealt like cards to the sections that share
    them: each has as many as suit its mazes, and the first ones are among those of all."""
    sharing = _list_sharing(recipe, section, len(places))
    total = sum(part.mazes for part in sharing)
    hands: list[list[str]] = [[] for _ in sharing]
    for number, place in enumerate(places, 1):
        lacking = [
            part.mazes * number / total - len(hand)
            for part, hand in zip(sharing, hands, strict=True)
        ]
        hands[lacking.index(max(lacking))].append(place)
    return hands[sharing.index(section)]


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
