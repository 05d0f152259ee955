"""Word mazes: the letters of a word along the solution, and decoys in the dead ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from puzzlebook.ground.seeds import draw_below, stream_draws
from puzzlebook.mazes.codes import Design


def spell_word(
    design: Design,
    path: Sequence[int],
    neighbours: Sequence[Sequence[int]],
    word: Sequence[str],
    alphabet: Sequence[str],
) -> Mapping[int, str]:
    """Return the letters of a word maze by cell: the word along the path, evenly spaced, and
    decoys.

    A "letter" may consist of several characters that share a cell. A decoy is a uniform draw from
    the alphabet (stream "decoys", dead ends ascending), but never the letter that comes next in the
    word at the point where the dead end branches off. So the letters on the path to a dead end
    never spell the word, nor more of its beginning than the solution spells up to the branching
    point. Dead ends of a single cell beside the path stay empty, unless they come after the last
    letter, where the word would already be complete.
    """
    inner_count = len(path) - 2
    letters = {
        path[1 + (2 * index + 1) * inner_count // (2 * len(word))]: letter
        for index, letter in enumerate(word)
    }
    draws = stream_draws(design.key, "decoys", 1, design.edition)
    for cell, (passed, depth) in sorted(_find_dead_ends(path, neighbours, letters).items()):
        if depth == 1 and passed < len(word):
            continue
        choices = [letter for letter in alphabet if letter not in word[passed : passed + 1]]
        letters[cell] = choices[draw_below(len(choices), draws, 1)]
    return letters


def _find_dead_ends(
    path: Sequence[int], neighbours: Sequence[Sequence[int]], letters: Mapping[int, str]
) -> dict[int, tuple[int, int]]:
    """Return a mapping from each dead end off the path to the number of letters passed on the path
    to it, and its distance from the path."""
    on_path = set(path)
    dead_ends: dict[int, tuple[int, int]] = {}
    passed = 0
    for cell in path:
        passed += cell in letters
        reached = [(branch, cell, 1) for branch in neighbours[cell] if branch not in on_path]
        for here, back, depth in reached:  # grows as we go
            onward = [(other, here, depth + 1) for other in neighbours[here] if other != back]
            reached += onward
            if not onward:
                dead_ends[here] = passed, depth
    return dead_ends
