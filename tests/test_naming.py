"""Names read like English: a ratchet on the names of all functions and classes, which only
tightens.

What does something begins with a verb, and no function is named by a past participle alone or by a
preposition at an end. A public name stands for one thing: it is defined in one module. The limits
are what model code bases keep (HTTPX, OCRmyPDF, segno, structlog, rich, measured with the same
rules); a limit may be lowered when the code is better, never raised.
"""

import ast
import tomllib
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

import puzzlebook

HOUSE = Path(puzzlebook.__file__).parent
MIN_VERBS = 0.65
MAX_PARTICIPLES = 0.03
MAX_PREPOSITIONS = 0.03
MAX_HOMONYMS = 15

WORDS = tomllib.loads(Path(__file__).with_name("naming.toml").read_text("utf-8"))
PREPOSITIONS = frozenset(WORDS["prepositions"].split())
PARTICIPLES = frozenset(WORDS["participles"].split())
VERBS = frozenset(WORDS["verbs"].split())


def words(name):
    return name.strip("_").split("_")


def functions(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith(
            "__"
        ):
            yield node.name


def begins_with_a_verb(name):
    return words(name)[0] in VERBS


def is_a_question(name):
    return words(name)[0] in ("is", "has")


def is_a_participle(name):
    *before, last = words(name)
    if is_a_question(name):
        return False
    return len(before) <= 1 and (last in PARTICIPLES or (last.endswith("ed") and len(last) > 4))


def has_a_preposition_at_an_end(name):
    first, *_, last = *words(name), words(name)[-1]
    if is_a_question(name):
        return False
    return last in PREPOSITIONS or first in PREPOSITIONS - {"to", "from"}


def definitions(trees):
    """The modules in which each public name is defined: a function or a class."""
    found = defaultdict(set)
    for path, tree in trees.items():
        for node in tree.body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].add(path)
    return found


def homonyms(trees):
    return {name: paths for name, paths in definitions(trees).items() if len(paths) > 1}


@cache
def trees():
    return {
        path.relative_to(HOUSE).as_posix(): ast.parse(path.read_text("utf-8"))
        for path in HOUSE.rglob("*.py")
    }


@cache
def names():
    return [name for tree in trees().values() for name in functions(tree)]


def share(question):
    return sum(map(question, names())) / len(names())


def test_what_does_something_begins_with_a_verb():
    assert share(begins_with_a_verb) >= MIN_VERBS


def test_few_functions_are_named_by_a_participle():
    assert share(is_a_participle) <= MAX_PARTICIPLES


def test_few_functions_begin_or_end_with_a_preposition():
    assert share(has_a_preposition_at_an_end) <= MAX_PREPOSITIONS


def test_a_public_name_means_one_thing():
    assert len(homonyms(trees())) <= MAX_HOMONYMS, homonyms(trees())


@pytest.mark.parametrize(
    ("name", "questions"),
    [("draw_cover", {begins_with_a_verb}), ("_found", {is_a_participle}), ("lines_of", {has_a_preposition_at_an_end}),
     ("from_text", set()), ("as_set", {has_a_preposition_at_an_end, is_a_participle}), ("rim", set())],
)  # fmt: skip
def test_each_question_knows_what_it_asks(name, questions):
    asked = {begins_with_a_verb, is_a_participle, has_a_preposition_at_an_end}
    assert {question for question in asked if question(name)} == questions


def test_a_name_with_two_meanings_is_noticed():
    two = {
        "a.py": ast.parse("def rim(): ...\ndef _own(): ..."),
        "b.py": ast.parse("class rim: ...\ndef _own(): ..."),
    }
    assert homonyms(two) == {"rim": {"a.py", "b.py"}}
