"""A secret sentence: some mazes of a book have a letter on their solution path, and these letters
spell the sentence in order."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping

from puzzlebook.ground.faults import Fault
from puzzlebook.recipes.recipe import Recipe


def printed_sentence(recipe: Recipe) -> str:
    """Return the sentence as printed, in capitals unless it is all in lower case; "" if the book
    has none."""
    text = " ".join(unicodedata.normalize("NFC", recipe.book.secret or "").split())
    return text if text.islower() else text.upper()


def sentence_letters(recipe: Recipe) -> tuple[str, ...]:
    """Return the letters and digits of the sentence, in order."""
    return tuple(character for character in printed_sentence(recipe) if character.isalnum())


def assign_letters(recipe: Recipe) -> Mapping[int, str]:
    """Return a mapping from maze number to letter, evenly spaced among the mazes that have room.

    Empty if there are too few such mazes.
    """
    letters, mazes = sentence_letters(recipe), _list_mazes_with_room(recipe)
    if len(letters) > len(mazes):
        return {}
    return {
        mazes[(2 * index + 1) * len(mazes) // (2 * len(letters))]: letter
        for index, letter in enumerate(letters)
    }


def find_secret_faults(recipe: Recipe) -> Iterator[Fault]:
    """Yield a fault for a sentence that the mazes of a book cannot hold."""
    where, letters = "book.secret", sentence_letters(recipe)
    if not recipe.book.secret:
        return
    if recipe.worksheet is not None:
        yield Fault(
            where,
            "a class set has no sentence through it",
            "make a book, or word mazes (section.KEY.word)",
        )
    elif not letters:
        yield Fault(
            where, f'"{recipe.book.secret}" has no letter', "write a sentence such as WELL DONE"
        )
    else:
        room = len(_list_mazes_with_room(recipe))
        if len(letters) > room:
            what = f"has {len(letters)} letters, and there are {room} mazes that can have one"
            yield Fault(where, what, f"use at most {room} letters, or more mazes")


def _list_mazes_with_room(recipe: Recipe) -> list[int]:
    """List the numbers of the mazes that can have a letter: single-page mazes whose solution path
    draws no picture and has no props to count, without bridges, which letters would cover."""
    mazes: list[int] = []
    first = 1
    for section in recipe.sections:
        takes_letter = not any((section.way, section.collect, section.bridges, section.spread))
        if section.ends != "none" and takes_letter:
            mazes += range(first, first + section.mazes)
        first += section.mazes
    return mazes
