"""Letters in a maze's picture: those of a word, or of a sentence through the book, and decoys in
the dead ends."""

from __future__ import annotations

from collections.abc import Callable

from puzzlebook.maze_art.letters import draw_letters, interrupt_path
from puzzlebook.maze_art.plate import Plate
from puzzlebook.mazes.maze import Maze
from puzzlebook.mazes.spelling import spell_word


def add_word(
    plate: Plate, maze: Maze, word: str, alphabet: str, font_of: Callable[[str], bytes]
) -> Plate:
    """A plate with the letters of a word on its way. alphabet: of the decoys. font_of: the font
    that has a letter."""
    spelt = spell_word(maze, word, alphabet.lower() if word.islower() else alphabet)
    return plate._replace(letters=draw_letters(spelt, maze.shown, font_of))


def add_key_letters(plate: Plate, maze: Maze) -> Plate:
    """A plate as the key shows it: of the letters only the word's, and the way stops short of
    them."""
    if not plate.letters:
        return plate
    on_way = {f"letter-{cell}": maze.shown.centres[cell] for cell in maze.solution}
    shown = [part for part in plate.letters if part.name in on_way]
    return plate._replace(
        letters=shown,
        solution=interrupt_path(plate.solution, [on_way[part.name] for part in shown]),
    )
