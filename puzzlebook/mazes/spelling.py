"""Word mazes: letters along the solution, and others in the dead ends that lead a reader astray."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from puzzlebook.mazes import seeds
from puzzlebook.mazes.maze import Maze
from puzzlebook.mazes.wilson import draw_below

T = TypeVar("T")


def letter_capacity(maze: Maze) -> int:
    """How many letters fit on the solution: one a cell, none at the start and the end."""
    return max(0, len(maze.solution) - 2)


def spell_word(maze: Maze, word: str, alphabet: str) -> Mapping[int, str]:
    """The letters of a word maze by their cells: the word along the solution, evenly spaced, and
    decoys in dead ends.

    A decoy is a uniform draw from the alphabet (stream purpose "decoys", dead ends in ascending
    order), but for the letter that the word has next where the way to the dead end leaves the
    solution. So what is read on the way to a dead end is never the word, and never more of its
    beginning than the solution's own letters. Dead ends of a single cell beside the solution stay
    empty, but for those behind the last letter: there the word would be complete.
    """
    inner = len(maze.solution) - 2
    letters = {
        maze.solution[1 + (2 * place + 1) * inner // (2 * len(word))]: letter
        for place, letter in enumerate(word)
    }
    draws = seeds.stream_draws(maze.design.key, "decoys", 1, maze.design.edition)
    for cell, (known, depth) in sorted(_find_dead_ends(maze, letters).items()):
        if depth == 1 and known < len(word):
            continue
        choices = [letter for letter in alphabet if letter not in word[known : known + 1]]
        letters[cell] = choices[draw_below(len(choices), draws, 1)]
    return letters


def pick(choices: Sequence[T], key: str, purpose: str) -> T:
    """A maze's word or outline, a uniform draw by its key alone: it depends on nobody else in the
    class."""
    return (
        choices[draw_below(len(choices), seeds.stream_draws(key, purpose, 1), 1)]
        if len(choices) > 1
        else choices[0]
    )


def _find_dead_ends(maze: Maze, letters: Mapping[int, str]) -> dict[int, tuple[int, int]]:
    """The dead ends off the solution, each with how many letters stand on the way there, and how
    far off it lies."""
    neighbours = maze.neighbours
    on_path = set(maze.solution)
    found: dict[int, tuple[int, int]] = {}
    known = 0
    for cell in maze.solution:
        known += cell in letters
        waiting = [(branch, cell, 1) for branch in neighbours[cell] if branch not in on_path]
        for here, back, depth in waiting:
            onward = [(other, here, depth + 1) for other in neighbours[here] if other != back]
            waiting += onward
            if not onward:
                found[here] = known, depth
    return found
