"""Drawing a pupil's sheet: a maze as hard as everyone's, and the letters of its word."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from puzzlebook.books.classes.kinds import SheetKind
from puzzlebook.books.classes.requested_sheets import SheetRequest, find_surname
from puzzlebook.books.pages.worksheet_keys import key_ink
from puzzlebook.books.pages.worksheets import Worksheet
from puzzlebook.books.planning.alt_text import has_alt_text
from puzzlebook.books.planning.boards import Board
from puzzlebook.books.planning.entries import make_entry
from puzzlebook.books.planning.finishing import (
    MazeRequest,
    RenderJob,
    RenderStyle,
    add_key_letters,
    add_word,
    compress_maze,
    finish_plates,
)
from puzzlebook.books.planning.ramp import SectionMaze
from puzzlebook.books.planning.setting import BLACK_INK, Setting
from puzzlebook.books.planning.stars import find_hand
from puzzlebook.ground.faults import Fault, refuse
from puzzlebook.ground.seeds import choose_by_key
from puzzlebook.language.words import Words
from puzzlebook.maze_art.plate import make_plate
from puzzlebook.mazes import Design, Maze, draw_equally_hard, format_size
from puzzlebook.recipes.recipe import Section
from puzzlebook.typesetting import text

MOST_LETTERS = 30


def draw_sheet(
    sheet: SheetRequest, kind: SheetKind, sheets: int, svg: bool
) -> tuple[Worksheet, list[bytes]]:
    """Draw one of so many sheets and finish its maze; with `svg`, write the maze's SVG files."""
    section, setting, board = sheet.part.section, kind.setting, kind.board
    cut = sheet.silhouette.code if sheet.silhouette else None
    ends = sheet.picture.encode_ends(section.ends) if sheet.picture else section.ends
    ends = sheet.silhouette.choose_ends(ends) if sheet.silhouette else ends
    stage = board.view.stage if board.view else None
    design = Design(section.shape, board.size, "", ends, section.method, cut)
    asked = sheet.part.questions
    if asked:
        design = design._replace(questions=asked.encode(board.grid.cells))
    if section.bridges:
        where = f"section.{section.key}.bridges"
        design = design.with_bridges(section.bridges, board.grid, where)
    word = choose_by_key(_list_words(section), sheet.key(1), "word") if section.word else None
    measured = draw_equally_hard(
        design,
        board.grid,
        sheet.key,
        lambda maze: (
            (word is None or len(word) <= maze.letter_capacity)
            and (asked is None or maze.ask(asked) is not None)
        ),
        sheet.picture,
    )
    _refuse_long_word(word, measured.maze, section, board)
    maze = measured.maze.with_fitted(board.shown)
    marks = setting.recipe.end_marks
    plate = make_plate(
        maze,
        stage.marks(marks) if stage else marks,
        setting.theme,
        setting.order.walls,
        board.wall / board.scale,
        tinted=stage is not None,
        cell_width=board.scale,
    )
    plate = plate._replace(end_cells=())  # sheets are black
    if word:
        plate = add_word(
            plate,
            maze,
            word,
            kind.alphabet,
            lambda letter: text.font_content(letter, setting.sizes.bold),
        )
    request = MazeRequest(maze.design, sheet.silhouette, section.edge, sheet.picture)
    drawn = compress_maze(maze, measured.measures)
    name = _distinguish_name(sheet, setting.words)
    title = name or setting.words("svg_title", number=sheet.number)
    job = RenderJob(
        sheet.number, request, drawn, title, board.scale, board.wall, key_ink(board.scale)
    )
    job = job._replace(stage=board.source, view=board.view and board.view[1:])
    questions = None
    if asked:
        from puzzlebook.maze_art.questions import ask_in_maze

        questions = ask_in_maze(maze, asked, setting.words)
    job = job._replace(question_type=board.questions)
    style = RenderStyle(
        setting.recipe.end_marks,
        setting.theme,
        setting.words,
        svg,
        has_alt_text=has_alt_text(setting),
        signs=setting.signs,
    )
    finished, files = finish_plates(
        style, job, maze, plate, add_key_letters(plate, maze), questions
    )
    finished = finished._replace(asked=questions)
    section_maze = SectionMaze(sheet.part, sheet.occurrence, board, request, drawn)
    hand = find_hand(sheet.part.rated, board.scale)
    minutes = hand.estimate_minutes(drawn.measures, board.scale)
    entry = make_entry(setting, section_maze, sheet.number, finished, minutes, sheets, name)
    entry = entry._replace(tint=BLACK_INK)  # sheets are black, whatever the ink
    pupil = sheet.pupil
    group = (pupil.group or "") if pupil else setting.words("worksheet_number", number=sheet.number)
    copies, surname = (pupil.copies, find_surname(pupil)) if pupil else (1, "")
    return Worksheet(entry, setting, group, word, kind.a_page, copies, surname), files


def _distinguish_name(sheet: SheetRequest, words: Words) -> str | None:
    """The name as it is printed, which distinguishes pupils of the same name."""
    if sheet.pupil is None or sheet.occurrence == 1:
        return sheet.pupil.name if sheet.pupil else None
    return words("worksheet_again", name=sheet.pupil.name, occurrence=sheet.occurrence)


def _refuse_long_word(word: str | None, maze: Maze, section: Section, board: Board) -> None:
    fits = maze.letter_capacity
    if word is not None and len(word) > fits:
        what = (
            f'"{word}" has {len(word)} letters, more than the way through a maze of '
            f"{format_size(board.size)} holds"
        )
        allowed = f"at most {fits} letters, or a larger size"
        raise refuse(f"section.{section.key}.word", what, allowed)


def _list_words(section: Section) -> tuple[str, ...]:
    """The words of a section, each in small letters only or in capitals only, so that no letter is
    conspicuous."""
    words = (section.word,) if isinstance(section.word, str) else section.word or ()
    tidy = (unicodedata.normalize("NFC", word).strip() for word in words)
    return tuple(word if word.islower() else word.upper() for word in tidy)


def find_word_faults(setting: Setting) -> Iterator[Fault]:
    """Yield a fault for each word that cannot be printed letter by letter along a solution path."""
    for section in setting.recipe.sections:
        where = f"section.{section.key}.word"
        for word in _list_words(section):
            if section.ends == "none":
                what = "without start and finish there is no way for letters"
                yield Fault(where, what, 'other ends, such as "far"')
            if len(word) < 2 or not word.isalpha():
                what = f'"{word}" is not a word of letters'
                yield Fault(where, what, "two letters or more, and nothing else")
            elif len(word) > MOST_LETTERS:
                yield Fault(where, f'"{word}" has {len(word)} letters', f"at most {MOST_LETTERS}")
            elif (character := text.find_missing_character(word, setting.sizes.bold)) is not None:
                what = f"no font has a glyph for {character!r} (U+{ord(character):04X})"
                yield Fault(where, what, "other letters")
