"""Print-ready books of exactly uniform mazes, from one recipe and one seed.

    from puzzlebook import make_maze, make_book

The rooms, and the one direction in which a book goes through them: `mazes` (tilings, Wilson's algorithm, codes),
`pictures` (drawings, SVG), `books` (recipes, layout, PDF), `cli`. Nothing is imported before it is needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from puzzlebook.make import Book as Book
    from puzzlebook.make import make_book as make_book
    from puzzlebook.single import ShownMaze as ShownMaze
    from puzzlebook.single import make_maze as make_maze

__version__ = "0.1.0"
__all__ = ["Book", "ShownMaze", "__version__", "make_book", "make_maze"]

_WHERE = {
    "Book": "puzzlebook.make",
    "ShownMaze": "puzzlebook.single",
    "make_book": "puzzlebook.make",
    "make_maze": "puzzlebook.single",
}


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_WHERE[name]), name)
