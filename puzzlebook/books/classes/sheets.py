"""Drawing a pupil's sheet: a maze as hard as those of the class, and the letters of its word."""

from __future__ import annotations

from collections.abc import Sequence

from puzzlebook.books.classes.kinds import SheetKind, choose_question
from puzzlebook.books.classes.requested_sheets import SheetRequest, choose_band, find_surname
from puzzlebook.books.classes.wall_sheets import locate_on_wall
from puzzlebook.books.pages.worksheet_keys import DOTS, key_ink
from puzzlebook.books.pages.worksheets import Worksheet
from puzzlebook.books.planning.alt_text import has_alt_text
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
from puzzlebook.books.planning.setting import BLACK_INK
from puzzlebook.books.planning.spelt_words import refuse_long
from puzzlebook.books.planning.stars import find_speed
from puzzlebook.ground.questions import AskedFork
from puzzlebook.language.words import Words
from puzzlebook.maze_art.doors import ArrowRoom
from puzzlebook.maze_art.plate import Plate, make_plate
from puzzlebook.mazes import Design, Maze, draw_equally_hard
from puzzlebook.recipes.loads import SUPPORT
from puzzlebook.typesetting import text

# The least distance from the start to the finish on its right, on a sheet for a left-handed pupil:
# a share of the maze's width.
_MIN_DISTANCE = 0.3


def draw_sheet(
    sheet: SheetRequest, kind: SheetKind, sheets: int, svg: bool
) -> tuple[Worksheet, list[bytes]]:
    """Draw a sheet and finish its maze; return the sheet, and the contents of the maze's SVG files.

    sheets: the number of sheets in the set. svg: whether to draw the SVG files.
    """
    section, setting, board = sheet.part.section, kind.setting, kind.board
    cut = sheet.silhouette.code if sheet.silhouette else None
    ends = sheet.picture.encode_ends(section.ends) if sheet.picture else section.ends
    ends = sheet.silhouette.choose_ends(ends) if sheet.silhouette else ends
    stage = board.view.stage if board.view else None
    design = Design(board.shape, board.size, "", ends, section.method, cut)
    question_list = sheet.part.questions
    if question_list:
        design = design.with_questions(question_list, board.grid, board.max_asked, board.different)
    if section.bridges:
        where = f"section.{section.key}.bridges"
        is_cut = sheet.silhouette is not None or stage is not None
        design = design.with_bridges(section.bridges, board.grid, where, is_cut)
    if sheet.wall:
        design = Design.of_wall(section.shape, board.size, "", section.method, sheet.wall)
    word = sheet.word
    # A maze that all pupils share, or a piece of a wall, is the same for both hands.
    is_left_handed = sheet.hand == "left" and not (sheet.load or sheet.wall or sheet.picture)
    forks: dict[str, Sequence[AskedFork] | None] = {}

    def suits(maze: Maze) -> bool:
        if question_list is not None:
            forks[maze.design.key] = maze.place_questions(question_list)
        if is_left_handed and not _leads_from_left(maze):
            return False
        has_room = word is None or len(word.pieces) <= maze.letter_capacity
        return has_room and (question_list is None or forks[maze.design.key] is not None)

    band = 0 if sheet.load or sheet.wall else choose_band(setting.recipe, sheet.pupil)
    measured = draw_equally_hard(design, board.grid, sheet.key, suits, sheet.picture, band)
    if word and len(word.pieces) > (room := measured.maze.letter_capacity):
        raise refuse_long(word, room, section, board.size)
    maze = measured.maze.with_fitted(board.shown)
    marks = setting.recipe.end_marks

    def make_black_plate(maze: Maze) -> Plate:
        plate = make_plate(
            maze,
            stage.marks(marks) if stage else marks,
            setting.theme,
            setting.order.walls,
            board.wall / board.scale,
            tinted=stage is not None,
            room=ArrowRoom(board.scale),
        )
        return plate._replace(end_cells=())  # sheets are printed in black only

    # Pupils who need support get the maze with some of its wrong turns closed.
    shown = maze.close_wrong_turns(question_list) if sheet.load == SUPPORT else maze
    plate = make_black_plate(shown)
    solved = make_black_plate(maze) if shown.closed else plate  # answers show the whole maze
    if shown.closed and not setting.is_tactile:
        from puzzlebook.maze_art.closed_turns import fill_closed_turns

        plate = fill_closed_turns(plate, shown)
    if word:
        plate = add_word(
            plate,
            maze,
            word.pieces,
            word.mix_decoys(kind.alphabet),
            lambda letter: text.font_content(letter, setting.sizes.bold),
        )
        solved = add_key_letters(plate, maze)
    request = MazeRequest(maze.design, sheet.silhouette, section.edge, sheet.picture)
    drawn = compress_maze(maze, measured.measures)
    name = _distinguish_name(sheet, setting.words)
    title = name or setting.words("svg_title", number=sheet.number)
    job = RenderJob(
        sheet.number, request, drawn, title, board.scale, board.wall, key_ink(board.scale)
    )
    job = job._replace(stage=board.source, view=board.view and board.view[1:])
    questions = None
    if question_list:
        from puzzlebook.maze_art.questions import ask_in_maze

        known = None if shown.closed else forks[maze.design.key]
        questions = ask_in_maze(shown, question_list, setting.words, known)
    job = job._replace(question_type=board.questions)
    style = RenderStyle(
        setting.recipe.end_marks,
        setting.theme,
        setting.words,
        svg,
        has_alt_text=has_alt_text(setting),
        signs=setting.signs,
    )
    finished, files = finish_plates(style, job, maze, plate, solved, questions)
    finished = finished._replace(asked=questions)
    section_maze = SectionMaze(sheet.part, sheet.occurrence, board, request, drawn)
    speed = find_speed(sheet.part.rated, board.scale)
    minutes = speed.estimate_minutes(drawn.measures, board.scale)
    entry = make_entry(setting, section_maze, sheet.number, finished, minutes, sheets, name)
    # Sheets are printed in black, even if the recipe's ink has colour.
    entry = entry._replace(tint=BLACK_INK, load=sheet.load)
    pupil = sheet.pupil
    group = (pupil.group or "") if pupil else setting.words("worksheet_number", number=sheet.number)
    dots = DOTS[sheet.load] if sheet.load else sheet.dots
    if sheet.load and setting.is_large_print:  # large print has no small type
        group = f"{group} {dots}".strip()
    copies, surname = (pupil.copies, find_surname(pupil)) if pupil else (1, "")
    wall_position = locate_on_wall(setting, maze, kind.head) if sheet.wall else None
    question = choose_question(setting, sheet.load)
    worksheet = Worksheet(
        entry, setting, group, word, kind.per_page, copies, surname, wall_position, question, dots
    )
    return worksheet, files


def _leads_from_left(maze: Maze) -> bool:
    """Return whether the finish of a maze is well to the right of its start. The path ahead is then
    mostly right of the pencil, where a left hand does not cover it."""
    if maze.start is None or maze.end is None:
        return True
    centres = maze.shown.centres
    return centres[maze.end][0] - centres[maze.start][0] >= _MIN_DISTANCE * maze.shown.width


def _distinguish_name(sheet: SheetRequest, words: Words) -> str | None:
    """Return the name as printed, with a number if an earlier pupil has the same name."""
    if sheet.pupil is None or sheet.occurrence == 1:
        return sheet.pupil.name if sheet.pupil else None
    return words("worksheet_again", name=sheet.pupil.name, occurrence=sheet.occurrence)
