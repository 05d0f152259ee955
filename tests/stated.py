"""Recipes with as many mazes in each section as our books state. What a test asks of grids, keys and
words needs no more; to share a book's mazes, `load` fits its drawings first, which is slow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from puzzlebook.recipes.files import DEFAULT_LEVEL, Loaded, load_unshared


def load_stated(
    book: str,
    overrides: Mapping[str, object] | None = None,
    sets: Sequence[str] = (),
    level: str | None = DEFAULT_LEVEL,
) -> Loaded:
    """What `load` loads, before it shares the mazes of a book among its sections."""
    loaded, total = load_unshared(book, overrides, sets, level)
    assert total is None, "these mazes are shared"
    return loaded
