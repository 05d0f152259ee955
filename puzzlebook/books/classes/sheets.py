"""A pupil's sheet, drawn: its maze, as hard as everyone's, and the letters of its word."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import replace

from puzzlebook.books.classes.kinds import SheetKind
from puzzlebook.books.classes.requested_sheets import SheetRequest
from puzzlebook.books.pages.worksheet_keys import key_ink
from puzzlebook.books.pages.worksheets import Worksheet
from puzzlebook.books.planning.alt_text import is_told
from puzzlebook.books.planning.boards import Board
from puzzlebook.books.planning.finishing import (
    MazeRequest,
    RenderJob,
    RenderStyle,
    drop_grid,
    finish_plates,
)
from puzzlebook.books.planning.lettering import add_key_letters, add_word
from puzzlebook.books.planning.setting import Entry, Setting, list_svg_names
from puzzlebook.books.planning.stars import rate_measures
from puzzlebook.ground.faults import Fault, refuse
from puzzlebook.language.words import Words
from puzzlebook.maze_art.plate import make_plate
from puzzlebook.mazes.codes import Design
from puzzlebook.mazes.hidden import choose_ends
from puzzlebook.mazes.levels import MeasuredMaze, draw_equally_hard
from puzzlebook.mazes.spelling import letter_capacity, pick
from puzzlebook.mazes.tilings import format_size
from puzzlebook.recipes.recipe import Section
from puzzlebook.typesetting import text

MOST_LETTERS = 30


def draw_sheet(
    sheet: SheetRequest, kind: SheetKind, sheets: int, svg: bool
) -> tuple[Worksheet, list[bytes]]:
    """A sheet of so many, its maze finished; and that maze's SVG files, if there are to be any."""
    section, setting, board = sheet.part.section, kind.setting, kind.board
    silhouette = sheet.silhouette.code if sheet.silhouette else None
    design = Design(
        section.shape,
        board.size,
        "",
        choose_ends(section.ends, sheet.picture),
        section.method,
        silhouette,
    )
    word = pick(_words(section), sheet.key(1), "word") if section.word else None
    found = draw_equally_hard(
        design,
        board.grid,
        sheet.key,
        lambda maze: word is None or len(word) <= letter_capacity(maze),
        sheet.picture,
    )
    _refuse_long(word, found, section, board)
    maze = replace(found.maze, fitted=board.shown)
    weight = board.wall / board.scale
    plate = make_plate(
        maze,
        setting.recipe.end_marks,
        setting.theme,
        setting.order.walls,
        weight,
        cell_width=board.scale,
    )
    if word:
        plate = add_word(
            plate,
            maze,
            word,
            kind.alphabet,
            lambda letter: text.font_content(letter, setting.sizes.bold),
        )
    name = _distinguish_name(sheet, setting.words)
    commission = RenderJob(
        drop_grid(
            maze,
            MazeRequest(maze.design, sheet.silhouette, section.edge, sheet.picture),
            found.measures,
        ),
        name or setting.words("svg_title", number=sheet.number),
        board.scale,
        board.wall,
        key_ink(board.scale),
    )
    manner = RenderStyle(
        setting.recipe.end_marks, setting.theme, setting.words, svg, is_told=is_told(setting)
    )
    made, files = finish_plates(manner, commission, maze, plate, add_key_letters(plate, maze))
    entry = Entry(
        number=sheet.number,
        part=sheet.part,
        draw=sheet.occurrence,
        maze=made,
        measures=found.measures,
        stars=rate_measures(found.measures, made.cells, sheet.part.rated),
        likeness=commission.drawn.likeness,
        silhouette=sheet.silhouette,
        scale=board.scale,
        wall=board.wall,
        svg=list_svg_names(sheet.number, sheets, made.ends is not None)
        if setting.recipe.svg
        else (),
        name=name,
        picture=sheet.picture,
    )
    pupil = sheet.pupil
    title = (pupil.group or "") if pupil else setting.words("worksheet_number", number=sheet.number)
    return Worksheet(entry, setting, title, word, kind.a_page, pupil.copies if pupil else 1), files


def _distinguish_name(sheet: SheetRequest, words: Words) -> str | None:
    """The name as it is printed: the second pupil of one name is told from the first."""
    if sheet.pupil is None or sheet.occurrence == 1:
        return sheet.pupil.name if sheet.pupil else None
    return words("worksheet_again", name=sheet.pupil.name, occurrence=sheet.occurrence)


def _refuse_long(word: str | None, found: MeasuredMaze, section: Section, board: Board) -> None:
    fits = letter_capacity(found.maze)
    if word is not None and len(word) > fits:
        what = f'"{word}" has {len(word)} letters, more than the way through a maze of {format_size(board.size)} holds'
        raise refuse(
            f"section.{section.key}.word", what, f"at most {fits} letters, or a larger size"
        )


def _words(section: Section) -> tuple[str, ...]:
    """The words of a section, all in small letters or all in capitals, so that no letter stands
    out."""
    words = (section.word,) if isinstance(section.word, str) else section.word or ()
    tidy = (unicodedata.normalize("NFC", word).strip() for word in words)
    return tuple(word if word.islower() else word.upper() for word in tidy)


def find_word_faults(setting: Setting) -> Iterator[Fault]:
    """Words that cannot stand along a way, letter by letter."""
    for section in setting.recipe.sections:
        where = f"section.{section.key}.word"
        for word in _words(section):
            if section.ends == "none":
                yield Fault(
                    where,
                    "without start and finish there is no way for letters",
                    'other ends, such as "far"',
                )
            if len(word) < 2 or not word.isalpha():
                yield Fault(
                    where,
                    f'"{word}" is not a word of letters',
                    "two letters or more, and nothing else",
                )
            elif len(word) > MOST_LETTERS:
                yield Fault(where, f'"{word}" has {len(word)} letters', f"at most {MOST_LETTERS}")
            elif (character := text.find_missing_character(word, setting.sizes.bold)) is not None:
                yield Fault(
                    where,
                    f"no font has a glyph for {character!r} (U+{ord(character):04X})",
                    "other letters",
                )
