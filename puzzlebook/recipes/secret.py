"""A sentence through a book: on the way through some of its mazes lies a letter each; in order they
spell it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping

from puzzlebook.ground.faults import Fault
from puzzlebook.recipes.recipe import Recipe, Section


def printed_sentence(recipe: Recipe) -> str:
    """The sentence as it is printed: in capitals, unless it is all in small letters; empty where
    there is none."""
    text = " ".join(unicodedata.normalize("NFC", recipe.book.secret or "").split())
    return text if text.islower() else text.upper()


def sentence_letters(recipe: Recipe) -> tuple[str, ...]:
    """The letters of the sentence, in order, without what stands between them."""
    return tuple(character for character in printed_sentence(recipe) if character.isalnum())


def assign_letters(recipe: Recipe) -> Mapping[int, str]:
    """The letters by the numbers of the mazes on whose ways they lie: evenly spaced among all that
    can have one."""
    letters, able = sentence_letters(recipe), _mazes_with_room(recipe)
    spots = [(2 * place + 1) * len(able) // (2 * len(letters)) for place in range(len(letters))]
    return (
        {able[spot]: letter for spot, letter in zip(spots, letters, strict=True)}
        if len(letters) <= len(able)
        else {}
    )


def find_secret_faults(recipe: Recipe) -> Iterator[Fault]:
    """A sentence that the mazes of a book cannot hold."""
    where, letters = "book.secret", sentence_letters(recipe)
    if not recipe.book.secret:
        return
    if recipe.worksheet is not None:
        yield Fault(
            where,
            "a class set has no sentence through it",
            "a book, or word mazes: section.KEY.word",
        )
    elif not letters:
        yield Fault(where, f'"{recipe.book.secret}" has no letter', "a sentence such as WELL DONE")
    else:
        able = len(_mazes_with_room(recipe))
        if len(letters) > able:
            what = f"has {len(letters)} letters, and there are {able} mazes that can have one"
            yield Fault(where, what, f"at most {able} letters, or more mazes")


def _mazes_with_room(recipe: Recipe) -> list[int]:
    """The numbers of the mazes on whose ways a letter can lie: not where there is none, where it
    draws a picture, or where things are to be counted."""
    able: list[int] = []
    done = 0
    for section in recipe.sections:
        able += range(done + 1, done + section.mazes + 1) if _has_room(section) else ()
        done += section.mazes
    return able


def _has_room(section: Section) -> bool:
    return section.ends != "none" and not section.way and not section.collect
