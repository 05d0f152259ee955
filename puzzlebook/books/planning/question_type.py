"""The type of questions in mazes: in the cells or, where these are too small, in a legend."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from puzzlebook.ground.faults import refuse
from puzzlebook.ground.lengths import format_millimetres
from puzzlebook.ground.seeds import derive_maze_key
from puzzlebook.maze_art.questions import (
    QuestionSigns,
    QuestionType,
    choose_columns,
    choose_letters,
    fits_cell,
)
from puzzlebook.mazes import Design, QuestionList, draw_maze, format_size
from puzzlebook.typesetting.page import Box
from puzzlebook.typesetting.text import Face

if TYPE_CHECKING:
    from puzzlebook.books.planning.boards import Board
    from puzzlebook.books.planning.setting import Setting
    from puzzlebook.recipes.order import BookSection

_SAMPLE, _FEW = 20, 4  # mazes that are tried, and those of them that may have enough forks


def fit_questions(
    setting: Setting, part: BookSection, box: Box, make_board: Callable[[Box], Board]
) -> Board:
    """Return a board with the type of its questions, as large as fits a box with their legend.

    Refused where an answer does not fit its cell, or mazes have too few forks.
    """
    board, asked = make_board(box), part.questions
    if asked is None:
        return board
    where = f"section.{part.section.key}.questions"
    size, face = setting.sizes.body, setting.sizes.regular
    signs = QuestionSigns.of_list(asked, setting.words)
    is_square = part.section.shape == "square"

    def fits(text: str, board: Board, face: Face) -> bool:
        clear = board.grid.narrowest * board.scale - board.wall
        return fits_cell(text, size, face, clear, is_square)

    style = QuestionType(size, face)
    if not all(fits(text, board, face.bold) for text in signs.questions):
        letters = choose_letters(setting.words("alphabet"))
        legend = choose_columns(signs.questions, size, face, letters, box.width)
        count = asked.count_asked(board.grid.cells)
        if legend is None:
            longest = max(signs.questions, key=len)
            raise refuse(where, f'"{longest}" is wider than the page', "shorter questions")
        if count > len(letters):
            what = f"{count} questions, for whose legend there are {len(letters)} letters"
            raise refuse(where, what, f"at most {len(letters)}, or larger cells")
        style = legend
        board = make_board(box.inset(bottom=legend.measure_legend(count)))
    for text in sorted(signs.answers, key=lambda text: (-len(text), text)):
        if not fits(text, board, face):
            wide = format_millimetres(max(board.passage, 0), ".1f")
            kind = f"{part.section.shape} cells with passages of {wide}"
            what = f'the answer "{text}" does not fit {kind}'
            raise refuse(where, what, "shorter answers, or fewer cells (--size)")
    _check_forks(part, board, asked, where)
    return board._replace(questions=style)


def _check_forks(part: BookSection, board: Board, asked: QuestionList, where: str) -> None:
    """Refuse more questions than forks. A sample of mazes shows how many forks there are."""
    if asked.is_ours:
        return
    from puzzlebook.mazes.asking import count_forks

    section, cut = part.section, board.silhouette
    ends = cut.choose_ends(section.ends) if cut else section.ends
    design = Design(section.shape, board.size, "", ends, section.method, cut.code if cut else None)
    keys = (derive_maze_key("puzzlebook forks", 1, "", draw) for draw in range(_SAMPLE))
    mazes = (draw_maze(design._replace(key=key), board.grid) for key in keys)
    most = sorted(count_forks(maze, asked.most_wrong) for maze in mazes)[-_FEW]
    if len(asked.questions) > most:
        what = f"{len(asked.questions)} questions, and mazes of {format_size(board.size)} have "
        what += "no fork for one" if not most else f"forks for {most}"
        allowed = f"at most {most}, or a larger size" if most else "a larger size"
        raise refuse(where, what, allowed)


def list_question_texts(setting: Setting) -> Iterator[tuple[str, str]]:
    """Yield each question and answer as it is printed, after its place in the recipe."""
    for part in setting.parts:
        if part.questions:
            signs = QuestionSigns.of_list(part.questions, setting.words)
            for text in (*signs.questions, *sorted(signs.answers)):
                yield f"section.{part.section.key}.questions", text
            yield f"section.{part.section.key}.questions", "= –"
