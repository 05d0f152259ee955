"""What is kept of a finished maze: a book has thousands of them."""

import pickle
from sys import getsizeof

from puzzlebook.books.planning.finishing import (
    MazeRequest,
    RenderJob,
    RenderStyle,
    draw_and_measure,
    finish_maze,
)
from puzzlebook.ground.seeds import derive_maze_key
from puzzlebook.language.words import load_words
from puzzlebook.maze_art.inked import Ink
from puzzlebook.maze_art.marks import ICONS_AND_ARROWS
from puzzlebook.maze_art.theme import load_theme
from puzzlebook.mazes.codes import Design


def size(value, seen):
    """How many bytes a value takes with all that it holds, each thing counted once."""
    if value is None or id(value) in seen:
        return 0
    seen[id(value)] = value
    inner = [*value, *value.values()] if isinstance(value, dict) else value
    held = inner if isinstance(value, tuple | list | dict) else ()
    return getsizeof(value) + sum(size(part, seen) for part in held)


def test_little_is_kept_of_a_finished_maze():
    style = RenderStyle(ICONS_AND_ARROWS, load_theme("ink"), load_words("en"), svg=False)
    requests = (
        MazeRequest(Design("square", (20, 28), derive_maze_key("owl", 1, "", draw)), None, "drawn")
        for draw in range(16)
    )
    jobs = (
        RenderJob(number, request, draw_and_measure(request), "", 18.0, 1.2, Ink(1.2))
        for number, request in enumerate(requests, 1)
    )
    mazes = [finish_maze(style, job)[0] for job in jobs]
    # As another process hands them over, a piece at a time.
    seen = {}
    assert size(pickle.loads(pickle.dumps(mazes)), seen) / len(mazes) < 3640
