"""What an SVG file says of itself to those who cannot see it: a title and a description."""

from __future__ import annotations

from puzzlebook.drawing.svg import Label
from puzzlebook.language.words import Words
from puzzlebook.mazes.maze import Maze
from puzzlebook.mazes.tilings import format_size


def make_labels(maze: Maze, title: str, words: Words) -> tuple[Label, Label]:
    """The labels of a maze's puzzle and of its solution."""
    design = maze.design
    shape = words.named("shapes", design.shape, f"{design.shape.capitalize()} maze")
    size = words.number(format_size(design.size))
    said = words("svg_description", shape=shape, size=size, code=maze.code)
    solved = words("svg_solution_description", count=len(maze.solution))
    solution = Label(words("svg_solution_title", title=title), f"{said} {solved}".rstrip())
    if design.picture:  # its code would tell what the way draws
        said = words("svg_picture_description", shape=shape, size=size)
    return Label(title, said), solution
