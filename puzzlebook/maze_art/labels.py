"""The title and description in a maze's SVG file, for people who cannot see the picture."""

from __future__ import annotations

from puzzlebook.drawing.svg import Label
from puzzlebook.language.words import Words
from puzzlebook.mazes import Maze, format_size


def make_labels(maze: Maze, title: str, words: Words) -> tuple[Label, Label]:
    """Return the labels of a maze's puzzle and of its solution."""
    design = maze.design
    shape = words.named("shapes", design.shape, f"{design.shape.capitalize()} maze")
    size = words.number(format_size(design.size))
    description = words("svg_description", shape=shape, size=size, code=maze.code)
    solution_description = words("svg_solution_description", count=len(maze.solution))
    solution = Label(
        words("svg_solution_title", title=title), f"{description} {solution_description}".rstrip()
    )
    if design.picture:  # the code would give away what the path draws
        description = words("svg_picture_description", shape=shape, size=size)
    return Label(title, description), solution
