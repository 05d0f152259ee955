"""Print-ready books of mazes drawn by Wilson's algorithm, from one recipe and one seed.

    from puzzlebook import make_maze, make_book

`make_maze` and `maze_from_code` give a `ShownMaze`: its `passages`, `solution`, `code` and `difficulty`, its `grid` of
cells, `to_dict` for JSON, and `svg` and `save` to show it. `make_book` gives a `Book`: its `folder`, `pdf` and
`manifest`. `make_cover`, `check`, `verify`, `rebuild` and `preview` take the folder of a book. A request that is wrong
raises `Refused`, whose `faults` say what and where, and one that could not be carried out `Unfinished`.

The rooms, from the ground up, each of which knows only those before it: `outlines`, `mazes` (tilings, Wilson's
algorithm, codes), `pictures` (drawings, SVG), `paper` (pages, type, PDF), `printers`, `shelf` (finished books),
`recipes`, `books` (what stands on which page), the verbs `single` (one maze, and `showing` it), `make`, `cover`,
`rebuilding` and `contact_sheet`, then `checks`, `api` (what Python does with a finished book) and `cli`. Nothing is
imported before it is needed.
"""

TYPE_CHECKING = False  # a type checker knows better; `typing` takes its time

if TYPE_CHECKING:
    from puzzlebook.api import check as check
    from puzzlebook.api import make_cover as make_cover
    from puzzlebook.api import preview as preview
    from puzzlebook.api import rebuild as rebuild
    from puzzlebook.api import verify as verify
    from puzzlebook.checks.verify import Verification as Verification
    from puzzlebook.checks.whole_book import BookCheck as BookCheck
    from puzzlebook.cover import Cover as Cover
    from puzzlebook.faults import Fault as Fault
    from puzzlebook.faults import Refused as Refused
    from puzzlebook.faults import Unfinished as Unfinished
    from puzzlebook.make import Book as Book
    from puzzlebook.make import make_book as make_book
    from puzzlebook.mazes.grid import Grid as Grid
    from puzzlebook.rebuilding import Rebuilt as Rebuilt
    from puzzlebook.shown_maze import ShownMaze as ShownMaze
    from puzzlebook.single import make_maze as make_maze
    from puzzlebook.single import maze_from_code as maze_from_code

__version__ = "0.1.0"
__all__ = [
    "Book",
    "BookCheck",
    "Cover",
    "Fault",
    "Grid",
    "Rebuilt",
    "Refused",
    "ShownMaze",
    "Unfinished",
    "Verification",
    "__version__",
    "check",
    "make_book",
    "make_cover",
    "make_maze",
    "maze_from_code",
    "preview",
    "rebuild",
    "verify",
]

_WHERE = {
    "Book": "puzzlebook.make",
    "BookCheck": "puzzlebook.checks.whole_book",
    "Cover": "puzzlebook.cover",
    "Fault": "puzzlebook.faults",
    "Grid": "puzzlebook.mazes.grid",
    "Rebuilt": "puzzlebook.rebuilding",
    "Refused": "puzzlebook.faults",
    "ShownMaze": "puzzlebook.shown_maze",
    "Unfinished": "puzzlebook.faults",
    "Verification": "puzzlebook.checks.verify",
    "check": "puzzlebook.api",
    "make_book": "puzzlebook.make",
    "make_cover": "puzzlebook.api",
    "make_maze": "puzzlebook.single",
    "maze_from_code": "puzzlebook.single",
    "preview": "puzzlebook.api",
    "rebuild": "puzzlebook.api",
    "verify": "puzzlebook.api",
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
