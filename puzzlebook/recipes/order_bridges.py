"""Bridges of a section: what does not go with them, and the passages that they need."""

from __future__ import annotations

from collections.abc import Iterator

from puzzlebook.ground.faults import Fault, Refused
from puzzlebook.maze_art.extent import WALL_SHARE
from puzzlebook.mazes import Grid, find_shape
from puzzlebook.recipes.audiences import Audience
from puzzlebook.recipes.recipe import Section


def find_bridge_faults(section: Section, readers: Audience | None) -> Iterator[Fault]:
    """A fault for each reason why the mazes of a section can have no bridges.

    readers: of the book, or of the section.
    """
    if not section.bridges:
        return
    where = f"section.{section.key}.bridges"
    try:
        find_shape(section.shape).refuse_bridges(where)
    except Refused as refused:
        yield from refused.faults
    if readers is not None and readers.touch:
        yield Fault(where, "bridges cannot be felt", "a section of a tactile book has none")
    others = {"way": "a way that draws a picture", "word": "a word", "collect": "things to count"}
    for key, what in others.items():
        if getattr(section, key):
            yield Fault(where, f"bridges do not go with {what}", "one of the two")


def adapt_to_bridges(audience: Audience) -> Audience:
    """Return the audience with the passage that its promise requires of whole cells where passages
    lead over bridges, whose decks are narrower."""
    cell = max(
        (audience.passage + audience.wall) / Grid.DECK, audience.passage / (Grid.DECK - WALL_SHARE)
    )
    return audience._replace(passage=cell - max(audience.wall, WALL_SHARE * cell))
