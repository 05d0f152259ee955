"""Lists of questions in the user's files: each row has a question, its right answer and wrong
answers.

Commas, semicolons or tabs separate the columns; the encoding is UTF-8 or Windows-1252. If the right
answer is a whole number, the wrong answers may be omitted, and we add some.
"""

from __future__ import annotations

import csv
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from puzzlebook.ground.faults import Fault, Refused, refuse
from puzzlebook.ground.printed_codes import fingerprint
from puzzlebook.ground.questions import (
    LIST,
    Question,
    QuestionList,
    make_rule_list,
    make_wrong_answers,
    read_rule,
)
from puzzlebook.recipes.user_files import QUESTIONS, read_asset
from puzzlebook.recipes.values import check_line

_MAX_QUESTIONS = 200  # in a file
_MAX_CHARACTERS = 60  # of a question or an answer
_MAX_BYTES = 100_000  # of a file
_WRONG_ANSWERS = 3  # wrong answers that we add if the right one is a number


class QuestionSource(NamedTuple):
    """A list of questions. text: its name in a recipe. content: the bytes of its file, or None."""

    text: str
    content: bytes | None
    question_list: QuestionList


def read_questions(text: str, folder: Path, where: str) -> QuestionSource:
    """Read the questions that a recipe asks for, by a rule or by the path of a file relative to
    `folder`."""
    if not QUESTIONS.is_file(text):
        return QuestionSource(text, None, make_rule_list(read_rule(text, where)))
    content = read_asset(folder / text, where, _MAX_BYTES, "give a CSV file")
    return QuestionSource(text, content, parse_question_list(content, where))


def find_questions(source: str, content: bytes | None, where: str) -> QuestionList:
    """Return the questions for the source that a maze code names. content: the user's file; None if
    there is none."""
    if source.partition(".")[0] != LIST:
        return make_rule_list(source)
    if content is None:
        what = "the questions of this maze come from a file of its author's"
        raise refuse(where, what, "add --questions with that file")
    found = parse_question_list(content, where)
    if found.source != source:
        what = "the maze asks the questions of another list"
        raise refuse(where, what, f"give the file with the fingerprint {source.partition('.')[2]}")
    return found


def parse_question_list(content: bytes, where: str) -> QuestionList:
    """Return the questions in a file; if any rows are invalid, refuse the file and report a fault
    for each."""
    faults: list[Fault] = []
    questions: list[Question] = []
    seen: dict[str, int] = {}
    for number, cells in _list_rows(content, where):
        place = f"{where}: row {number}"
        try:
            question = _read_row(cells, place)
            if (earlier := seen.setdefault(question.text, number)) != number:
                what = f'asks "{question.text}" again, after row {earlier}'
                raise refuse(place, what, "ask each question once")
            questions.append(question)
        except Refused as refused:
            faults += refused.faults
    if not faults and not questions:
        allowed = "write rows that each have a question, its right answer and wrong answers"
        faults = [Fault(where, "has no questions", allowed)]
    if not faults and len(questions) > _MAX_QUESTIONS:
        faults = [Fault(where, f"has {len(questions)} questions", f"at most {_MAX_QUESTIONS}")]
    if faults:
        raise Refused(faults)
    return QuestionList(f"{LIST}.{fingerprint(content)}", tuple(questions), False)


def _list_rows(content: bytes, where: str) -> Iterator[tuple[int, list[str]]]:
    """Yield each row that is not empty, with its number; skip a header row."""
    if len(content) > _MAX_BYTES or b"\0" in content:
        raise refuse(where, "is not a list of questions", "give a CSV file in UTF-8, up to 100 kB")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("cp1252", "replace")
    lines = text.splitlines()
    separator = max(";\t,", key=lambda mark: len([line for line in lines if mark in line]))
    try:
        rows = list(csv.reader(lines, delimiter=separator))
    except csv.Error:
        raise refuse(where, "is not a list of questions", "give a CSV file") from None
    for number, row in enumerate(rows, 1):
        cells = [unicodedata.normalize("NFC", cell).strip() for cell in row]
        while cells and not cells[-1]:
            cells.pop()
        is_title = number == 1 and cells and cells[0].casefold() in ("question", "questions")
        if cells and not is_title:
            yield number, cells


def _read_row(cells: Sequence[str], where: str) -> Question:
    """Return the question of a row."""
    text, right, *wrong = [*cells, ""] if len(cells) == 1 else cells
    if not text:
        raise refuse(
            where, "has no question", "write a question, its right answer and wrong answers"
        )
    if not right:
        what = f'"{text}" has no right answer'
        raise refuse(where, what, "write a question, its right answer and wrong answers")
    wrong = [answer for answer in wrong if answer]
    for answer in (text, right, *wrong):
        check_line(answer)
        if len(answer) > _MAX_CHARACTERS:
            raise refuse(
                where, f"a text has {len(answer)} characters", f"at most {_MAX_CHARACTERS}"
            )
    folded = [answer.casefold() for answer in (right, *wrong)]
    if folded[0] in folded[1:]:
        raise refuse(where, f'"{right}" is both right and wrong', "give other wrong answers")
    if len({*folded}) < len(folded):
        raise refuse(where, "has the same wrong answer twice", "give each answer once")
    if not wrong:
        if not (right.isascii() and right.isdecimal() and len(right) < 9):
            raise refuse(
                where, f'"{text}" has no wrong answer', "give one or more after the right one"
            )
        answers = make_wrong_answers(int(right), (int(right) + 2,))
        wrong = list(map(str, islice(answers, _WRONG_ANSWERS)))
    return Question(text, right, tuple(wrong))
