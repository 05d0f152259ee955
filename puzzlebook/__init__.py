"""Print-ready maze books, each from one recipe and one seed, with mazes by Wilson's algorithm.

    from puzzlebook import make_maze, make_book

`make_maze` and `maze_from_code` give a `ShownMaze`: its `passages`, `solution`, `code` and
`difficulty`, its `grid` of cells, `to_dict` for JSON, and `svg` and `save` to show it. `make_book`
gives a `Book`: its `folder`, `pdf` and `manifest`. `make_cover`, `make_listing`, `check`, `verify`,
`rebuild` and `preview` take the folder of a book, and `make_series` a list of titles. A request
that is wrong raises `Refused`, whose `faults` say what and where, and one that could not be carried
out `Unfinished`.

`ARCHITECTURE.md` names the folders and what each holds. Nothing is imported before it is used.
"""

from puzzlebook.ground import __version__
from puzzlebook.ground.lazy_names import export_lazily

TYPE_CHECKING = False  # type checkers treat it as True; `typing` is slow to load

if TYPE_CHECKING:
    from puzzlebook.checks.verify import Verification as Verification
    from puzzlebook.checks.whole_book import BookCheck as BookCheck
    from puzzlebook.ground.faults import Fault as Fault
    from puzzlebook.ground.faults import Refused as Refused
    from puzzlebook.ground.faults import Unfinished as Unfinished
    from puzzlebook.mazes import Grid as Grid
    from puzzlebook.verbs.api import check as check
    from puzzlebook.verbs.api import make_cover as make_cover
    from puzzlebook.verbs.api import make_listing as make_listing
    from puzzlebook.verbs.api import make_series as make_series
    from puzzlebook.verbs.api import preview as preview
    from puzzlebook.verbs.api import rebuild as rebuild
    from puzzlebook.verbs.api import verify as verify
    from puzzlebook.verbs.cover import Cover as Cover
    from puzzlebook.verbs.listing import Listing as Listing
    from puzzlebook.verbs.make import Book as Book
    from puzzlebook.verbs.make import make_book as make_book
    from puzzlebook.verbs.one_maze import make_maze as make_maze
    from puzzlebook.verbs.one_maze import maze_from_code as maze_from_code
    from puzzlebook.verbs.rebuilding import Rebuilt as Rebuilt
    from puzzlebook.verbs.series import Series as Series
    from puzzlebook.verbs.shown_maze import ShownMaze as ShownMaze

__all__ = [
    "Book",
    "BookCheck",
    "Cover",
    "Fault",
    "Grid",
    "Listing",
    "Rebuilt",
    "Refused",
    "Series",
    "ShownMaze",
    "Unfinished",
    "Verification",
    "__version__",
    "check",
    "make_book",
    "make_cover",
    "make_listing",
    "make_maze",
    "make_series",
    "maze_from_code",
    "preview",
    "rebuild",
    "verify",
]

_MODULES = {
    "Book": "puzzlebook.verbs.make",
    "BookCheck": "puzzlebook.checks.whole_book",
    "Cover": "puzzlebook.verbs.cover",
    "Fault": "puzzlebook.ground.faults",
    "Grid": "puzzlebook.mazes",
    "Listing": "puzzlebook.verbs.listing",
    "Rebuilt": "puzzlebook.verbs.rebuilding",
    "Refused": "puzzlebook.ground.faults",
    "Series": "puzzlebook.verbs.series",
    "ShownMaze": "puzzlebook.verbs.shown_maze",
    "Unfinished": "puzzlebook.ground.faults",
    "Verification": "puzzlebook.checks.verify",
    "check": "puzzlebook.verbs.api",
    "make_book": "puzzlebook.verbs.make",
    "make_cover": "puzzlebook.verbs.api",
    "make_listing": "puzzlebook.verbs.api",
    "make_maze": "puzzlebook.verbs.one_maze",
    "make_series": "puzzlebook.verbs.api",
    "maze_from_code": "puzzlebook.verbs.one_maze",
    "preview": "puzzlebook.verbs.api",
    "rebuild": "puzzlebook.verbs.api",
    "verify": "puzzlebook.verbs.api",
}

if not TYPE_CHECKING:  # type checkers see only what is imported above
    __getattr__ = export_lazily(__name__, _MODULES)


def __dir__() -> list[str]:
    """The names that `help` shows, though none of them is imported yet."""
    return __all__
