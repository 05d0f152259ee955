"""The boards of answer mazes, whose questions and answers are printed in cells or in a legend."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import floor
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from puzzlebook.ground.faults import refuse
from puzzlebook.ground.lengths import format_millimetres
from puzzlebook.ground.questions import QuestionList, count_in_code
from puzzlebook.ground.seeds import derive_maze_key
from puzzlebook.maze_art.questions import (
    QuestionSigns,
    QuestionType,
    choose_legend,
    choose_letters,
    fits_cell,
)
from puzzlebook.mazes import Design, Grid, Size, draw_maze, format_size
from puzzlebook.typesetting.text.face import NO_SPACING

if TYPE_CHECKING:
    from puzzlebook.books.planning.setting import Setting
    from puzzlebook.mazes import Silhouette
    from puzzlebook.recipes.order import BookSection
    from puzzlebook.typesetting.page import Box

# The number of mazes sampled, and how many of them must have enough forks.
_SAMPLE, _MIN_SUITABLE = 20, 4
_LETTER, _ROUND = 0.55, 5  # width of a letter, in type sizes; messages round to multiples of _ROUND


class SizedBoard(Protocol):
    """The attributes of a board on which the fitting of questions depends."""

    @property
    def grid(self) -> Grid: ...
    @property
    def size(self) -> Size: ...
    @property
    def silhouette(self) -> Silhouette | None: ...
    @property
    def scale(self) -> float: ...
    @property
    def wall(self) -> float: ...
    @property
    def passage(self) -> float: ...


B = TypeVar("B", bound=SizedBoard)


class FittedQuestions(NamedTuple):
    """How a board asks its questions.

    style: the style of its questions. max_asked: how many questions of a list it asks; None for
    all. different: how many different questions of our own fit on it, including those off the
    solution path.
    """

    style: QuestionType
    max_asked: int | None
    different: int


class _Labels(NamedTuple):
    """The texts to print in the cells of a board and in a legend below it."""

    signs: QuestionSigns
    style: QuestionType
    letters: str
    is_square: bool

    def fit(self, board: SizedBoard, style: QuestionType) -> bool:
        """Return whether the cells of a board have room for the texts in them."""
        questions: Sequence[str] = self.letters if style.letters else self.signs.questions
        answers = self.signs.numbers if style.has_choices else self.signs.answers
        clear = board.grid.narrowest * board.scale - board.wall
        # Letters are narrower than answers, but not than numbers.
        bold = () if style.letters and not style.has_choices else questions
        return all(
            fits_cell(text, style.size, face, clear, self.is_square)
            for texts, face in ((bold, style.face.bold), (answers, style.face))
            for text in texts
        )

    def list_legends(self, width: float) -> Iterator[QuestionType]:
        """Yield the styles whose legend is no wider than `width` points: one with a legend of the
        questions and, if the list is the user's, one with a legend of the answers too."""
        for has_choices in (False,) if self.signs.is_built_in else (False, True):
            style = self.style._replace(has_choices=has_choices)
            if legend := choose_legend(self.signs, style, self.letters, width):
                yield legend


def fit_questions(
    setting: Setting,
    part: BookSection,
    question_list: QuestionList,
    box: Box,
    make_board: Callable[[Box], B],
    may_ask_fewer: bool = False,
) -> tuple[B, FittedQuestions]:
    """Return a board as large as fits a box together with the legend of its questions, and how it
    asks them.

    Questions are refused if a text has no room, or if mazes have too few forks. If `may_ask_fewer`,
    the board instead asks as many of the user's questions as it has forks for.
    """
    board, where = make_board(box), f"section.{part.section.key}.questions"
    design = _design_one(part, board)
    count = count_in_code(design.with_questions(question_list, board.grid).questions)
    maximum = (
        count if question_list.is_built_in else count_most_asked(design, board.grid, question_list)
    )
    is_part = may_ask_fewer and 0 < maximum < count
    count = maximum if is_part else count
    letters = choose_letters(setting.words("alphabet"))
    # Entries of a legend: forks off the solution path have questions, too, up to twice as many as
    # on it.
    entries = max(count, min(question_list.different, 3 * count, len(letters)))
    # Set sums without letter spacing, which would only force them into a legend.
    style = QuestionType(setting.sizes.body, setting.sizes.regular._replace(spacing=NO_SPACING))
    labels = _Labels(
        QuestionSigns.from_list(question_list, setting.words),
        style,
        letters[:entries],
        part.section.shape == "square",
    )
    faults, legends, different = [], [], question_list.different
    if count > maximum:
        forks = "no fork that could ask one" if not maximum else f"forks for {maximum}"
        faults.append(f"{count} questions, but mazes of {format_size(board.size)} have {forks}")
    if not labels.fit(board, style):
        if count > len(letters):
            what = f"there are only {len(letters)} letters for {count} questions"
            raise refuse(where, what, f"at most {len(letters)}, or larger cells")
        legends = list(labels.list_legends(box.width))
        for style, rows in product(legends, dict.fromkeys((entries, count))):
            board = make_board(box.inset(bottom=style.measure_legend(rows)))
            if labels.fit(board, style):
                different = min(different, rows)
                break
        else:
            faults.append(_say_what_is_wide(part, board, labels.signs, bool(legends)))
    if faults:
        raise refuse(
            where,
            ", and ".join(faults),
            _say_limits(question_list, board, maximum, box, style.size),
        )
    return board, FittedQuestions(style, maximum if is_part else None, different)


def _say_what_is_wide(
    part: BookSection, board: SizedBoard, signs: QuestionSigns, has_legend: bool
) -> str:
    """Return a message about the text that has no room. has_legend: whether a legend has room, but
    cells do not."""
    width = format_millimetres(max(board.passage, 0), ".1f")
    kind = f"{part.section.shape} cells with passages of {width}"
    if signs.is_built_in:
        longest = min(signs.answers, key=lambda text: (-len(text), text))
        return f'the answer "{longest}" does not fit {kind}'
    if has_legend:
        return f"{kind} have no room for letters and numbers"
    longest = max((*signs.questions, *map(" ".join, signs.choices)), key=len)
    return f'"{longest}" is wider than the page'


def _say_limits(
    question_list: QuestionList, board: SizedBoard, maximum: int, box: Box, size: float
) -> str:
    """Return a message about what is allowed: for a list, how many questions it may have, and how
    long they may be."""
    if question_list.is_built_in:
        return "fewer cells (--size)"
    longest = floor(box.width / (_LETTER * size) / _ROUND) * _ROUND
    return (
        f"{format_size(board.size)} mazes ask up to {maximum}, and a question, or all its answers "
        f"together, may have about {longest} letters; larger mazes have room for more (--size)"
    )


def count_most_asked(design: Design, grid: Grid, question_list: QuestionList) -> int:
    """Count the questions for which mazes have enough forks, judging by a sample of mazes."""
    keys = (derive_maze_key("puzzlebook forks", 1, "", draw) for draw in range(_SAMPLE))
    mazes = (draw_maze(design._replace(key=key), grid) for key in keys)
    return sorted(maze.count_forks(question_list.max_wrong) for maze in mazes)[-_MIN_SUITABLE]


def _design_one(part: BookSection, board: SizedBoard) -> Design:
    """Return the design of a maze of a board, without its key."""
    section, cut = part.section, board.silhouette
    ends = cut.choose_ends(section.ends) if cut else section.ends
    return Design(section.shape, board.size, "", ends, section.method, cut.code if cut else None)
