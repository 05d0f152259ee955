"""What an SVG file says of itself to those who cannot see it: a title and a description."""

from __future__ import annotations

from typing import NamedTuple

from puzzlebook.mazes.maze import Maze
from puzzlebook.mazes.tilings import size_text
from puzzlebook.words import Words


class Label(NamedTuple):
    """The `<title>` and the `<desc>` of a picture."""

    title: str
    description: str


def labels(maze: Maze, title: str, words: Words) -> tuple[Label, Label]:
    """The labels of a maze's puzzle and of its solution."""
    design = maze.design
    shape = words.named("shapes", design.shape, f"{design.shape.capitalize()} maze")
    said = words("svg_description", shape=shape, size=words.number(size_text(design.size)), code=maze.code)
    solved = words("svg_solution_description", count=len(maze.solution))
    return Label(title, said), Label(words("svg_solution_title", title=title), f"{said} {solved}".rstrip())
