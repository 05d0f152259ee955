"""Print-ready books of exactly uniform mazes, from one recipe and one seed.

    from puzzlebook import make_maze, make_book

`make_maze` gives a `ShownMaze`: its `passages`, `solution` and `code`, and `svg` and `save` to show it. `make_book`
gives a `Book`: its `folder`, `pdf` and `manifest`. A request that is wrong raises `Refused`, and one that could not be
carried out `Unfinished`.

The rooms, from the ground up, each of which knows only those before it: `outlines`, `mazes` (tilings, Wilson's
algorithm, codes), `pictures` (drawings, SVG), `paper` (pages, type, PDF), `printers`, `shelf` (finished books),
`recipes`, `books` (what stands on which page), the verbs `single` (one maze, and `showing` it), `make`, `cover`,
`rebuilding` and `contact_sheet`, then `checks` and `cli`. Nothing is imported before it is needed.
"""

TYPE_CHECKING = False  # a type checker knows better; `typing` takes its time

if TYPE_CHECKING:
    from puzzlebook.faults import Refused as Refused
    from puzzlebook.faults import Unfinished as Unfinished
    from puzzlebook.make import Book as Book
    from puzzlebook.make import make_book as make_book
    from puzzlebook.single import ShownMaze as ShownMaze
    from puzzlebook.single import make_maze as make_maze

__version__ = "0.1.0"
__all__ = ["Book", "Refused", "ShownMaze", "Unfinished", "__version__", "make_book", "make_maze"]

_WHERE = {
    "Book": "puzzlebook.make",
    "Refused": "puzzlebook.faults",
    "ShownMaze": "puzzlebook.single",
    "Unfinished": "puzzlebook.faults",
    "make_book": "puzzlebook.make",
    "make_maze": "puzzlebook.single",
}

if not TYPE_CHECKING:  # to a type checker, what is not imported above is not there

    def __getattr__(name: str) -> object:
        if name not in _WHERE:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        return getattr(import_module(_WHERE[name]), name)


def __dir__() -> list[str]:
    """What `help` shows, though nothing of it is imported yet."""
    return __all__
