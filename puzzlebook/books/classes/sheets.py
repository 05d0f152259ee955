"""A pupil's sheet, drawn: its maze, as hard as everyone's, and the letters of its word."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace

from puzzlebook.books.classes.kinds import Kind
from puzzlebook.books.classes.places import Place
from puzzlebook.books.pages.worksheets import Worksheet
from puzzlebook.books.setting import Entry, Setting
from puzzlebook.books.stars import stars_of
from puzzlebook.faults import Fault, refuse
from puzzlebook.mazes.codes import Design
from puzzlebook.mazes.levels import MeasuredMaze, equally_hard
from puzzlebook.mazes.likeness import likeness
from puzzlebook.mazes.maze import Maze
from puzzlebook.mazes.spelling import longest_word, picked, spelled
from puzzlebook.mazes.tilings import size_text
from puzzlebook.paper import text
from puzzlebook.pictures.drawing import NamedPath
from puzzlebook.pictures.letters import letter_parts
from puzzlebook.pictures.plate import plate_of
from puzzlebook.recipes.readers import audience_of_section
from puzzlebook.recipes.recipe import Section
from puzzlebook.words import Words

MOST_LETTERS = 30


def drawn_sheet(place: Place, kind: Kind) -> Worksheet:
    """A sheet, drawn."""
    section, setting = place.section, kind.setting
    silhouette = place.silhouette.code if place.silhouette else None
    design = Design(section.shape, kind.size, "", section.ends, section.method, silhouette)
    word = picked(_words(section), place.key(1), "word") if section.word else None
    found = equally_hard(design, kind.grid, place.key, lambda maze: word is None or len(word) <= longest_word(maze))
    _refuse_long(word, found, section, kind)
    plate = plate_of(found.maze, setting.recipe.marks, setting.theme)
    if word:
        plate = replace(plate, letters=_letters(found.maze, word, setting))
    name = _printed_name(place, setting.words)
    readers = audience_of_section(setting.recipe, section)
    entry = Entry(
        number=place.number,
        section=section,
        draw=place.occurrence,
        maze=found.maze,
        measures=found.measures,
        stars=stars_of(found.maze, found.measures, readers.name if readers else setting.recipe.look),
        likeness=likeness(found.maze),
        plate=plate,
        silhouette=place.silhouette,
        scale=kind.scale,
        wall=kind.wall,
        name=name,
    )
    pupil = place.pupil
    title = (pupil.group or "") if pupil else setting.words("worksheet_number", number=place.number)
    return Worksheet(entry, setting, title, word, kind.a_page, pupil.copies if pupil else 1)


def _printed_name(place: Place, words: Words) -> str | None:
    """The name as it is printed: the second pupil of one name is told from the first."""
    if place.pupil is None or place.occurrence == 1:
        return place.pupil.name if place.pupil else None
    return words("worksheet_again", name=place.pupil.name, occurrence=place.occurrence)


def _letters(maze: Maze, word: str, setting: Setting) -> Sequence[NamedPath]:
    alphabet = setting.words("alphabet")
    spelt = spelled(maze, word, alphabet.lower() if word.islower() else alphabet)
    return letter_parts(spelt, maze.grid, lambda letter: text.content_for(letter, setting.type.bold))


def _refuse_long(word: str | None, found: MeasuredMaze, section: Section, kind: Kind) -> None:
    fits = longest_word(found.maze)
    if word is not None and len(word) > fits:
        what = f'"{word}" has {len(word)} letters, more than the way through a maze of {size_text(kind.size)} holds'
        raise refuse(f"section.{section.key}.word", what, f"at most {fits} letters, or a larger size")


def _words(section: Section) -> tuple[str, ...]:
    """The words of a section, all in small letters or all in capitals, so that no letter stands out."""
    words = (section.word,) if isinstance(section.word, str) else section.word or ()
    tidy = (unicodedata.normalize("NFC", word).strip() for word in words)
    return tuple(word if word.islower() else word.upper() for word in tidy)


def word_faults(setting: Setting) -> Iterator[Fault]:
    """Words that cannot stand along a way, letter by letter."""
    for section in setting.recipe.sections:
        where = f"section.{section.key}.word"
        for word in _words(section):
            if section.ends == "none":
                yield Fault(where, "without start and finish there is no way for letters", 'other ends, such as "far"')
            if len(word) < 2 or not word.isalpha():
                yield Fault(where, f'"{word}" is not a word of letters', "two letters or more, and nothing else")
            elif len(word) > MOST_LETTERS:
                yield Fault(where, f'"{word}" has {len(word)} letters', f"at most {MOST_LETTERS}")
            elif (character := text.missing(word, setting.type.bold)) is not None:
                yield Fault(where, f"no font has a glyph for {character!r} (U+{ord(character):04X})", "other letters")
