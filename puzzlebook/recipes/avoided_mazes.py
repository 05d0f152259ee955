"""Lists of mazes that a book avoids, written as one text in its recipe."""

from __future__ import annotations

from collections.abc import Iterable

from puzzlebook.ground.faults import refuse
from puzzlebook.ground.printed_codes import DIGITS, FINGERPRINT_DIGITS

LIKENESSES = "mazes:"
"""Prefix of a list of likenesses (`Maze.likeness`), written one after another."""


def write_likenesses(likenesses: Iterable[str]) -> str:
    """Likenesses as one text, sorted."""
    return LIKENESSES + "".join(sorted(set(likenesses)))


def read_likenesses(text: str) -> set[str]:
    """The likenesses in a text of `write_likenesses`; refused if it is anything else."""
    digits = text.removeprefix(LIKENESSES)
    length = FINGERPRINT_DIGITS
    if not text.startswith(LIKENESSES) or len(digits) % length or set(digits) - set(DIGITS):
        raise refuse(
            "",
            "this list of mazes is damaged",
            "the folder of the book, or the list as it was written",
        )
    return {digits[first : first + length] for first in range(0, len(digits), length)}
