"""Questions in a maze: questions at forks, answers at the forks' branches, and a legend.

If questions do not fit in the cells at the readers' type size, forks have letters instead, and a
legend below the maze lists the question for each letter. If the user's own answers do not fit
either, the legend also numbers the answers, and branches have the numbers of their answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import ceil, floor, sqrt
from string import ascii_uppercase
from typing import NamedTuple

from puzzlebook.drawing.drawing import (
    BLACK,
    Drawing,
    Layer,
    NamedPath,
    Style,
    Subpath,
    make_subpath,
    place_subpath,
)
from puzzlebook.drawing.svg import join_start, split_start
from puzzlebook.geometry.arcs import Point
from puzzlebook.geometry.curves import read_glyph_contours
from puzzlebook.ground.questions import AskedFork, Question, QuestionList
from puzzlebook.language.words import Words
from puzzlebook.mazes import Maze
from puzzlebook.typesetting.page import Text
from puzzlebook.typesetting.text import BOLD, REGULAR, Face, Font, measure_width, shape

_CAPITAL = 0.7  # height of a capital letter or a digit, as a multiple of the type size
_PADDING = 1.0  # points: clearance between a label and the walls of its cell
_ROW_HEIGHT = 1.5  # height of a row of the legend, as a multiple of the type size
_LEGEND_GAP = 0.9  # gap between the maze and its legend, as a multiple of the type size
_ENTRY_GAP = 1.6  # gap between entries in a row, as a multiple of the type size
_LOOKALIKES = frozenset("IOlاঃ")
"""Letters that might be mistaken for digits."""
_MAX_TYPE, _MIN_TYPE = 24, 7  # points: largest and smallest type size in a single maze
_NO_BREAK_SPACE = "\u00a0"  # a no-break space
_ANSWER_GAP = 3 * _NO_BREAK_SPACE  # the gap between two answers in the legend
_CACHED_DECIMALS = 11  # decimals of the positions in a cache
# Unicode isolates: left to right, in the direction of the first letter, and their end.
_LTR, _ANY, _END = "\u2066", "\u2068", "\u2069"


class QuestionSigns(NamedTuple):
    """The questions of a list as printed in a language.

    questions: in the order of the list. answers: right and wrong answers. is_built_in: whether the
    questions are built in, and so printed in the language's digits. choices: for a user's list, the
    answers to each question in alphabetical order, so that none stands out.
    """

    questions: tuple[str, ...]
    answers: frozenset[str]
    words: Words
    is_built_in: bool
    choices: tuple[tuple[str, ...], ...] = ()

    @property
    def numbers(self) -> tuple[str, ...]:
        """The numbers, in the language's digits, of a question's answers in a legend."""
        maximum = max(map(len, self.choices), default=0)
        return tuple(self.words.number(str(number)) for number in range(1, maximum + 1))

    @classmethod
    def from_list(cls, question_list: QuestionList, words: Words) -> QuestionSigns:
        """Return the questions of a list as printed in a language."""
        signs = cls((), frozenset(), words, question_list.is_built_in)
        answers = {a for row in question_list.questions for a in (row.right, *row.wrong)}
        signs = signs._replace(
            questions=tuple(signs.print(row.text) for row in question_list.questions),
            answers=frozenset(map(signs.print, answers)),
        )
        return (
            signs
            if question_list.is_built_in
            else signs._replace(choices=tuple(signs._list_choices(question_list)))
        )

    def _list_choices(self, question_list: QuestionList) -> Iterator[tuple[str, ...]]:
        for row in question_list.questions:
            yield tuple(sorted(map(self.print, (row.right, *row.wrong))))

    def print(self, text: str) -> str:
        """Return a question or an answer as printed; sums always run from left to right."""
        if not self.is_built_in:
            return self.words.set_typographically(text)
        number = self.words.number(text)
        return f"{_LTR}{number}{_END}" if self.words.right_to_left and " " in text else number

    def print_with_answer(self, question: Question) -> tuple[str, str]:
        """Return a question and its right answer as printed in sequence in a key."""
        if not self.is_built_in:
            return f"{self.print(question.text)} –", self.print(question.right)
        text = self.words.number(f"{question.text} ="), self.words.number(question.right)
        return (f"{_LTR}{text[0]}", f"{text[1]}{_END}") if self.words.right_to_left else text


class Label(NamedTuple):
    """A label in a cell: a question, with its index in the list, or an answer, with its number
    among the answers to the question."""

    cell: int
    centre: Point
    text: str
    question: int | None = None
    number: str = ""


class _PlacedGlyph(NamedTuple):
    """A glyph of a line of text and its position, in ems."""

    font: Font
    glyph: int
    left: float
    base: float


class AskedMaze(NamedTuple):
    """The questions of a maze: its labels; the questions on its solution path with their right
    answers, as printed and as in the list; and the legend's line of answers for each question."""

    labels: tuple[Label, ...]
    way: tuple[tuple[str, str], ...]
    way_in_list: tuple[tuple[str, str], ...]
    choices: Mapping[int, str]


class QuestionType(NamedTuple):
    """The typesetting of labels: size (points), face, and, for a legend, the letters for its
    questions, the number of columns and their width.

    has_choices: whether the legend also lists the answers. two_line_entries: how many entries
    have their answers on a separate line because one line would be too wide.
    """

    size: float
    face: Face
    letters: str = ""
    columns: int = 1
    column_width: float = 0.0
    has_choices: bool = False
    two_line_entries: int = 0

    def measure_legend(self, questions: int) -> float:
        """Return the height of a legend with this many questions, in points."""
        if not self.letters:
            return 0.0
        rows = ceil(questions / self.columns) + min(self.two_line_entries, questions)
        return rows * _ROW_HEIGHT * self.size + _LEGEND_GAP * self.size

    def measure(self, line: str) -> float:
        """Return the width of a line of the legend, in points."""
        return measure_width(line, self.face, self.size)

    def set_entry(self, letter: str, question: str, choices: str) -> tuple[str, ...]:
        """Return the lines of an entry of the legend. choices: the line with the answers."""
        entry = f"{letter}:  {question}"
        if not self.has_choices:
            return (entry,)
        line = f"{entry}{_ANSWER_GAP}{choices}"
        has_room = self.measure(line) <= self.column_width - _ENTRY_GAP * self.size
        return (line,) if has_room else (entry, choices)


def ask_in_maze(
    maze: Maze, question_list: QuestionList, words: Words, forks: Sequence[AskedFork] | None = None
) -> AskedMaze:
    """Return the questions in a maze with enough forks. forks: the forks to use, if known."""
    signs = QuestionSigns.from_list(question_list, words)
    labels, way, centres = [], [], maze.shown.centres
    forks = (maze.place_questions(question_list) or ()) if forks is None else forks
    numbers, choices = signs.numbers, dict[int, str]()
    for fork in forks:
        text = signs.questions[fork.question]
        labels.append(Label(fork.cell, centres[fork.cell], text, fork.question))
        numbered: dict[str, str] = {}
        if signs.choices:
            numbered |= zip(signs.choices[fork.question], numbers, strict=False)
            choices[fork.question] = list_choices(signs, fork.question)
        for cell, answer in fork.answers:
            printed = signs.print(answer)
            label = Label(cell, centres[cell], printed, number=numbered.get(printed, ""))
            labels.append(label)
        if fork.on_way:
            way.append(signs.print_with_answer(question_list.questions[fork.question]))
    return AskedMaze(tuple(labels), tuple(way), list_way(question_list, forks), choices)


def list_choices(signs: QuestionSigns, question: int) -> str:
    """Return a legend's line of answers to a question, such as `1: Lyon   2: Paris`."""
    answers: Sequence[str] = signs.choices[question]
    if signs.words.right_to_left:  # each answer in its own direction
        answers = [f"{_ANY}{answer}{_END}" for answer in answers]
    numbered = zip(signs.numbers, answers, strict=False)
    return _ANSWER_GAP.join(f"{number}: {answer}" for number, answer in numbered)


def list_way(
    question_list: QuestionList, forks: Sequence[AskedFork]
) -> tuple[tuple[str, str], ...]:
    """Return the questions on the solution path of a maze, each with its right answer."""
    rows = (question_list.questions[fork.question] for fork in forks if fork.on_way)
    return tuple((row.text, row.right) for row in rows)


def fits_cell(text: str, size: float, face: Face, clear_width: float, is_square: bool) -> bool:
    """Return whether a label fits a cell. clear_width: the cell's width between its walls, in
    points."""
    room = clear_width - 2 * _PADDING
    height = _CAPITAL * size
    if height > room:
        return False
    max_width = room if is_square else sqrt(room * room - height * height)
    return measure_width(text, face, size) <= max_width


def choose_legend(
    signs: QuestionSigns, style: QuestionType, letters: str, width: float
) -> QuestionType | None:
    """Return the type of mazes with a legend of these questions and, if the style has choices, of
    their answers, on separate lines if needed; None if a line is too wide."""
    between, first = _ENTRY_GAP * style.size, letters[0]
    style = style._replace(letters=letters, column_width=width + between)
    choices = [""] * len(signs.questions)
    if style.has_choices:
        choices = [list_choices(signs, index) for index in range(len(choices))]
        first = max(letters, key=style.measure)
    entries = [style.set_entry(first, *row) for row in zip(signs.questions, choices, strict=True)]
    widest = max(style.measure(line) for lines in entries for line in lines)
    if widest > width:
        return None
    if two_line_entries := len([lines for lines in entries if len(lines) > 1]):
        return style._replace(two_line_entries=two_line_entries)
    column = widest + between
    return style._replace(columns=max(1, int((width + between) / column)), column_width=column)


def choose_type(
    signs: QuestionSigns, clear_width: float, is_square: bool, width: float, count: int
) -> QuestionType | None:
    """Return the largest type of a single maze's questions, in its cells or in a legend; None if
    legible type would not fit. clear_width: the width of a cell between its walls. width: the width
    of the maze. Both are in points. count: the number of questions."""
    sizes = [size / 2 for size in range(2 * _MAX_TYPE, 2 * _MIN_TYPE - 1, -1)]

    def fits(texts: Iterable[str], size: float) -> bool:
        return all(fits_cell(text, size, BOLD, clear_width, is_square) for text in texts)

    for size in sizes:
        if fits((*signs.questions, *signs.answers), size):
            return QuestionType(size, REGULAR)
    letters = choose_letters("")
    if count > len(letters):
        return None
    kinds = (False,) if signs.is_built_in else (False, True)
    for has_choices in kinds:
        labels = signs.numbers if has_choices else signs.answers
        for size in sizes:
            if fits((*letters, *labels), size):
                style = QuestionType(size, REGULAR, has_choices=has_choices)
                if legend := choose_legend(signs, style, letters, width):
                    return legend
    return None


_measure_label = lru_cache(maxsize=1 << 12)(measure_width)


def set_labels(
    drawing: Drawing, asked_maze: AskedMaze, style: QuestionType
) -> tuple[Drawing, tuple[Text, ...]]:
    """Return a maze's drawing with space for its legend, and its labels and legend as lines of
    text, positioned relative to the drawing."""
    legend = sorted(
        {
            label.question: label.text for label in asked_maze.labels if label.question is not None
        }.items()
    )
    letters = {
        question: letter for (question, _), letter in zip(legend, style.letters, strict=False)
    }
    scale, legend_height = drawing.scale, style.measure_legend(len(legend))
    columns = min(style.columns, len(legend))
    legend_width = columns * style.column_width - _ENTRY_GAP * style.size
    width = drawing.width * scale
    side_margin = max(0.0, (legend_width - width) / 2) if legend_height else 0.0
    larger = drawing._replace(
        left=drawing.left - side_margin / scale,
        width=drawing.width + 2 * side_margin / scale,
        height=drawing.height + legend_height / scale,
    )
    lines = []
    for label in asked_maze.labels:
        if label.question is not None:
            text = letters.get(label.question, label.text)
        else:
            text = label.number if style.has_choices else label.text
        face = style.face if label.question is None else style.face.bold
        label_width = _measure_label(text, face, style.size)
        x = (label.centre[0] - larger.left) * scale - label_width / 2
        y = (label.centre[1] - larger.top) * scale + _CAPITAL * style.size / 2
        lines.append(Text(x, y, text, face, style.size))
    if legend_height:
        entries = [
            style.set_entry(letters[question], text, asked_maze.choices.get(question, ""))
            for question, text in legend
        ]
        left, top = (larger.width * scale - legend_width) / 2, drawing.height * scale
        lines += _set_legend(entries, style, columns, left, top)
    return larger, tuple(lines)


def _set_legend(
    entries: Sequence[Sequence[str]], style: QuestionType, columns: int, left: float, top: float
) -> Iterator[Text]:
    """Yield the lines of a legend. left, top: the position of the legend, in points."""
    face, row = style.face, 0
    for place, entry in enumerate(entries):
        column = place % columns
        for line in entry:
            x = left + column * style.column_width
            if face.right_to_left:
                end = left + (columns - column) * style.column_width - _ENTRY_GAP * style.size
                x = end - style.measure(line)
            y = top + (_LEGEND_GAP + row * _ROW_HEIGHT + 1) * style.size
            yield Text(x, y, line, face, style.size)
            row += len(entry) > 1 or column == columns - 1


def draw_labels(drawing: Drawing, asked_maze: AskedMaze, style: QuestionType) -> Drawing:
    """Return a maze's drawing with its labels as outlines, for files without text."""
    return outline_lines(*set_labels(drawing, asked_maze, style), "questions")


def write_labels(drawing: Drawing, asked_maze: AskedMaze, style: QuestionType) -> Drawing:
    """Return the drawing of `draw_labels`, with outlines as SVG path data. This is much faster,
    since a text has the same path commands in each cell."""
    larger, lines = set_labels(drawing, asked_maze, style)
    parts = [
        NamedPath(f"label-{number}", _strip(line.text), (), _write_outline(line, larger))
        for number, line in enumerate(lines, 1)
    ]
    outlines = Layer("questions", Style(fill=BLACK, even_odd=False), (), parts)
    return larger._replace(layers=(*larger.layers, outlines))


def _write_outline(line: Text, drawing: Drawing) -> str:
    """Return the outlines of a line's glyphs as SVG path data."""
    (x, y), size = _find_origin(line, drawing), line.size / drawing.scale
    cell = floor(x), floor(y)
    # Noise in the last digits is invisible in a drawing, but would defeat the cache.
    spot = round(x - cell[0], _CACHED_DECIMALS), round(y - cell[1], _CACHED_DECIMALS)
    return _write_in_cell(line.text, line.face, size, spot, cell)


@lru_cache(maxsize=1 << 10)  # a puzzle and its answer have the same labels
def _write_in_cell(text: str, face: Face, size: float, origin: Point, cell: tuple[int, int]) -> str:
    column, row = cell[0] * 1000, cell[1] * 1000
    return "".join(
        [
            join_start(left + column, top + row, commands)
            for glyph in _place_glyphs(text, face)
            for left, top, commands in _split_glyph(glyph, size, origin)
        ]
    )


@lru_cache(maxsize=1 << 12)
def _split_glyph(glyph: _PlacedGlyph, size: float, origin: Point) -> Sequence[tuple[int, int, str]]:
    """Return a glyph's outlines, each split by `split_start`. origin: the start of the
    baseline, relative to its cell."""
    return [split_start(place_subpath(subpath, origin, size)) for subpath in _outline_glyph(glyph)]


def outline_lines(drawing: Drawing, lines: Iterable[Text], layer: str) -> Drawing:
    """Return a drawing with a layer that contains these lines of text as outlines."""
    parts = []
    for number, line in enumerate(lines, 1):
        subpaths = tuple(_outline_line(line, drawing))
        parts.append(NamedPath(f"label-{number}", _strip(line.text), subpaths))
    paths = [subpath for part in parts for subpath in part.subpaths]
    outlines = Layer(layer, Style(fill=BLACK, even_odd=False), paths, parts)
    return drawing._replace(layers=(*drawing.layers, outlines))


def _strip(text: str) -> str:
    return text.replace(_LTR, "").replace(_ANY, "").replace(_END, "")


def _outline_line(line: Text, drawing: Drawing) -> Iterator[Subpath]:
    """Yield the outlines of a line's glyphs, in the units of a drawing."""
    origin = _find_origin(line, drawing)
    for glyph in _place_glyphs(line.text, line.face):
        for subpath in _outline_glyph(glyph):
            yield place_subpath(subpath, origin, line.size / drawing.scale)


def _find_origin(line: Text, drawing: Drawing) -> Point:
    """Return the start of a line's baseline, in the units of a drawing."""
    return drawing.left + line.x / drawing.scale, drawing.top + line.y / drawing.scale


@lru_cache(maxsize=256)
def _place_glyphs(text: str, face: Face) -> Sequence[_PlacedGlyph]:
    """Return the glyphs of a line, positioned from the left end of its baseline."""
    glyphs, x = [], 0.0
    for run in shape(text, face):
        for index, glyph in enumerate(run.ids):
            aside, up = run.offsets[index] if run.offsets else (0.0, 0.0)
            glyphs.append(_PlacedGlyph(run.font, glyph, x + aside / 1000, -up / 1000))
            x += run.advances[index] / 1000
    return glyphs


@lru_cache(maxsize=1 << 10)
def _outline_glyph(placed: _PlacedGlyph) -> Sequence[Subpath]:
    """Return the outlines of a glyph in ems, with y downwards."""
    font, glyph, left, base = placed
    em, subpaths = 1 / font.em, []
    for contour in read_glyph_contours(font.shaper, glyph):
        curves = [tuple((left + a * em, base - b * em) for a, b in curve) for curve in contour]
        subpaths.append(make_subpath(curves))
    return subpaths


def list_answers(asked_maze: AskedMaze) -> str:
    """Return the questions on the solution path with their right answers, for the key. Lines may
    break only between questions."""
    rows = (
        f"{question} {answer}".replace(" ", _NO_BREAK_SPACE) for question, answer in asked_maze.way
    )
    return f"{2 * _NO_BREAK_SPACE} ".join(rows)


def choose_letters(alphabet: str) -> str:
    """Return the letters for the questions of a legend, without those that look like digits."""
    return "".join(letter for letter in alphabet or ascii_uppercase if letter not in _LOOKALIKES)
