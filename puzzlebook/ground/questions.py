"""Questions for answer mazes: a list of the user's, or sums that can be worked out from a rule.

A wrong answer of ours is one that children really give: from the neighbours in the table, with the
digits turned, off by ten, or from the other operation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import count
from math import isqrt
from typing import NamedTuple

from puzzlebook.ground.faults import refuse
from puzzlebook.ground.printed_codes import DIGITS, FINGERPRINT_DIGITS

LIST = "list"
"""The source of questions that come from a file of the user's, in codes."""

_FACTORS = range(2, 11)
"""A times table goes from 2 to 10."""
_TABLES = 1, 20
_LEAST, _MOST = 6, 100  # of the greatest number in sums
_CELLS, _CUT_CELLS = 6, 8  # a square of n such lots of cells has n questions; of a cut maze
_MOST_WRONG = 2  # answers at a fork
_ENOUGH = 6  # wrong answers of ours to draw from
_MOST_ASKED = 12  # questions of ours on a sheet
_COUNTS = r"\A([1-9][0-9]{0,2})\.(?:([1-9][0-9]{0,2})\.)?"
"""In codes: how many questions stand on the way and, if more are dealt, how many those are."""


class Question(NamedTuple):
    """A question with its right answer and its wrong ones."""

    text: str
    right: str
    wrong: tuple[str, ...]

    def shorten_wrong(self, digits: int) -> Question:
        """Return the question without wrong answers of more digits."""
        return self._replace(wrong=tuple(text for text in self.wrong if len(text) <= digits))


class AskedFork(NamedTuple):
    """A fork with its question and an answer at each of its branches.

    question: its index in the list. right: the branch of the right answer. on_way: whether the fork
    is on the solution. answers: by branch.
    """

    cell: int
    question: int
    right: int
    on_way: bool
    answers: tuple[tuple[int, str], ...]


class QuestionList(NamedTuple):
    """Questions to be asked in mazes.

    source: as in codes, such as `times.7` or `list.FINGERPRINT`. is_ours: whether they follow from
    a rule. Then their digits become those of the book's language, and a maze asks as many as it
    usually has room for; of a file it asks all.
    """

    source: str
    questions: tuple[Question, ...]
    is_ours: bool

    @property
    def most_wrong(self) -> int:
        """The wrong answers that every question has, as far as a fork needs them."""
        return min(_MOST_WRONG, *(len(question.wrong) for question in self.questions))

    @property
    def different(self) -> int:
        """How many questions of ours a sheet may have, whatever it asks on its way: those with
        different right answers, if these leave each of them enough wrong ones; 0 of a file."""
        return _count_different(self.source) if self.is_ours else 0

    def count_asked(self, cells: int, at_rim: int = 0) -> int:
        """Return how many questions stand on the solution of a maze with so many cells. at_rim: of
        a cut maze, how many of them lie at its rim, where no fork asks."""
        if not self.is_ours:
            return len(self.questions)
        rights = {question.right for question in self.questions}
        # No right answer of a sheet is a wrong one there, and each fork needs two of these.
        spared = min(len(question.wrong) for question in self.questions) - _MOST_WRONG + 1
        lots = (cells - at_rim) // (_CUT_CELLS if at_rim else _CELLS)
        return max(1, min(len(rights), _MOST_ASKED, spared, isqrt(lots)))


def count_in_code(asked: str | None) -> int:
    """Return how many questions the solution has, from a field such as `6.times.7`: 0 without."""
    return int(asked.partition(".")[0]) if asked else 0


def count_dealt(asked: str) -> int:
    """Return how many different questions are dealt to all forks, from a field: 9 from
    `6.9.times.7`; from `6.times.7`, those of the solution."""
    counts = re.match(_COUNTS, asked)
    return int(counts[2] or counts[1]) if counts else 0


def source_in_code(asked: str) -> str:
    """Return where the questions come from, from a field such as `6.times.7` or `6.9.times.7`."""
    return re.sub(_COUNTS, "", asked)


def is_asked(asked: str) -> bool:
    """Whether a text is a field of a code such as `6.times.7`, as this module writes it."""
    if not re.fullmatch(_COUNTS + r"[a-z]+\.[0-9a-z.]+", asked):
        return False
    kind, _, rest = source_in_code(asked).partition(".")
    is_varied = count_dealt(asked) > count_in_code(asked)
    if is_varied != (asked.split(".")[1].isdecimal()) or (kind == LIST and is_varied):
        return False
    if kind == LIST:
        return len(rest) == FINGERPRINT_DIGITS and set(rest) <= set(DIGITS)
    numbers = rest.split(".")
    if kind not in _KINDS or not all(re.fullmatch("[1-9][0-9]{0,2}", text) for text in numbers):
        return False
    values = [int(text) for text in numbers]
    least, most = _TABLES if kind == "times" else (_LEAST, _MOST)
    is_one = kind == "times" or len(values) == 1
    is_sorted = values == sorted({*values})
    return is_one and is_sorted and least <= values[0] and values[-1] <= most


def read_rule(text: str, where: str) -> str:
    """Read a rule such as `times 2-9` or `add 20`; return its source, `times.2.3.4.5.6.7.8.9`."""
    kind, _, rest = text.strip().partition(" ")
    rest = rest.strip()
    if kind not in _KINDS:
        what = f'there are no questions called "{text}"'
        raise refuse(where, what, f"a CSV file, or {', '.join(_KINDS)} with a number")
    if kind == "times":
        numbers = _read_tables(rest, where)
        return ".".join(map(str, ("times", *numbers)))
    if not re.fullmatch("[0-9]{1,4}", rest) or not _LEAST <= int(rest) <= _MOST:
        what = f'"{rest}" is no greatest number'
        raise refuse(where, what, f"a number from {_LEAST} to {_MOST}, such as 20")
    return f"{kind}.{int(rest)}"


def _read_tables(text: str, where: str) -> list[int]:
    """The numbers of a text such as `7`, `2-9` or `3,4,6`, ascending."""
    numbers: set[int] = set()
    least, most = _TABLES
    for part in text.split(","):
        match = re.fullmatch(r"\s*([0-9]{1,3})(?:\s*[-–]\s*([0-9]{1,3}))?\s*", part)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        if not least <= first <= last <= most:
            what = f'"{text}" is no times table'
            raise refuse(where, what, f"numbers from {least} to {most}: 7, or 2-9, or 3,4,6")
        numbers |= {*range(first, last + 1)}
    return sorted(numbers)


@lru_cache(maxsize=64)
def make_rule_list(source: str) -> QuestionList:
    """Make the questions of a source such as `times.7`."""
    kind, *numbers = source.split(".")
    rows = tuple(_KINDS[kind](list(map(int, numbers))))
    digits = max(len(row.right) for row in rows)  # a longer answer would be seen to be wrong
    return QuestionList(source, tuple(row.shorten_wrong(digits) for row in rows), True)


@lru_cache(maxsize=64)
def _count_different(source: str) -> int:
    asked = make_rule_list(source)
    rights = {row.right for row in asked.questions}
    fewest = min(len(choose_wrong(row, asked, rights)) for row in asked.questions)
    return len(rights) if fewest >= _MOST_WRONG else 0


def turn_wrong(right: int, own: Sequence[int]) -> Iterator[int]:
    """Yield wrong answers, the likeliest first: a question's own, the last of them after the
    turned digits, then those of any number."""
    turned = int(str(right)[::-1])
    *near, last = own
    guesses = [*near, turned, last, right + 10, right - 10, right + 1, right - 1]
    seen = {right}
    for guess in guesses:
        if guess > 0 and guess not in seen:
            seen.add(guess)
            yield guess
    for step in count(2):
        for guess in (right + step, right - step):
            if guess > 0 and guess not in seen:
                seen.add(guess)
                yield guess


def _make(text: str, right: int, *own: int) -> Question:
    """A question with more wrong answers than a sheet could have right ones."""
    guesses = turn_wrong(right, own)
    return Question(text, str(right), tuple(str(next(guesses)) for _ in range(4 * _ENOUGH)))


def _multiply(tables: Sequence[int]) -> Iterator[Question]:
    for a in tables:
        for b in _FACTORS:
            near = a * (b + 1), a * (b - 1), (a + 1) * b, (a - 1) * b
            yield _make(f"{a} × {b}", a * b, *near, a + b)


def _add(numbers: Sequence[int]) -> Iterator[Question]:
    for total in range(4, numbers[0] + 1):
        for a in range(2, total - 1):
            b = total - a
            yield _make(f"{a} + {b}", total, total + 1, total - 1, abs(a - b))


def _subtract(numbers: Sequence[int]) -> Iterator[Question]:
    for a in range(4, numbers[0] + 1):
        for b in range(2, a):
            yield _make(f"{a} − {b}", a - b, a - b + 1, a - b - 1, a + b)


def _halve(numbers: Sequence[int]) -> Iterator[Question]:
    for n in range(4, numbers[0] + 1, 2):
        yield _make(f"{n} ÷ 2", n // 2, n // 2 + 1, n // 2 - 1, n - 2, n * 2)


def _double(numbers: Sequence[int]) -> Iterator[Question]:
    for n in range(2, numbers[0] // 2 + 1):
        yield _make(f"{n} + {n}", 2 * n, 2 * n + 1, 2 * n - 1, 2 * n + 2, n)


_KINDS: Mapping[str, Callable[[Sequence[int]], Iterator[Question]]] = {
    "times": _multiply,
    "add": _add,
    "subtract": _subtract,
    "halves": _halve,
    "doubles": _double,
}
RULES = tuple(_KINDS)
"""What a rule may begin with."""


def choose_wrong(question: Question, asked: QuestionList, rights: set[str]) -> tuple[str, ...]:
    """Return the wrong answers to draw from: the user's own, or the likeliest of ours that are no
    right answer on the sheet."""
    if not asked.is_ours:
        return question.wrong
    return tuple(text for text in question.wrong if text not in rights)[:_ENOUGH]
