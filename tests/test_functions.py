"""The quick tests: those that run what was changed, and what functions answer to them."""

from __future__ import annotations

import io
import math
import subprocess
from contextlib import suppress
from itertools import combinations
from types import SimpleNamespace

import functions
import pytest
from comparing import Comparing, find_committed, find_function
from functions import CHECKOUT, PACKAGE, Record, choose_tests, find_changes, read_record
from variations import Copier, Unclear, Variations, is_same

from puzzlebook.geometry import curves
from puzzlebook.ground import seeds
from puzzlebook.typesetting.page import Box

CODE = '''SIZE = 1


def first(x):
    """One."""
    return x


class Thing:
    colour = 2

    @property
    def second(self):
        def inner():
            return 3

        return inner()


def third():
    return 4
'''


@pytest.fixture
def committed(tmp_path, monkeypatch):
    """A checkout whose package has one file, all committed; its file."""
    file = tmp_path / "puzzlebook" / "books" / "one.py"
    file.parent.mkdir(parents=True)
    file.write_text(CODE, "utf-8")
    monkeypatch.setattr(functions, "CHECKOUT", tmp_path)
    monkeypatch.setattr(functions, "PACKAGE", tmp_path / "puzzlebook")
    git = ["git", "-c", "user.name=one", "-c", "user.email=one"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "one"]):
        subprocess.run([*git, *words], cwd=tmp_path, check=True)
    return file


@pytest.mark.parametrize(
    ("old", "new", "changed"),
    [
        ("return x", "return x + 1", ["books/one.py:first"]),
        ("    return x\n", "", ["books/one.py:first"]),
        ("return 3", "return 4", ["books/one.py:Thing.second"]),
        ("@property", "@cached_property", ["books/one.py:Thing.second"]),
        ("colour = 2", "colour = 3", ["books/one.py"]),
        ("SIZE = 1", "SIZE = 2", ["books/one.py"]),
        ("return 4", "return", ["books/one.py:third"]),
        ("return 4", "return (", ["books/one.py"]),
        ("", "", []),
    ],
)
def test_what_was_changed_is_named(committed, old, new, changed):
    committed.write_text(CODE.replace(old, new), "utf-8")
    assert find_changes() == changed


def test_without_git_nothing_was_changed(tmp_path, monkeypatch):
    monkeypatch.setattr(functions, "CHECKOUT", tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert find_changes() == []
    monkeypatch.setenv("PATH", "")
    assert find_changes() == []


def test_of_each_change_its_best_test_comes_first(monkeypatch):
    record = Record(
        {"a.py:one": ["A", "B"], "a.py:two": ["C", "B"], "b.py:one": ["D", "E"]},
        {"A": 1.0, "B": 2.0, "C": 1.0, "D": 50.0, "E": 5.0},
    )
    assert choose_tests(["a.py:one", "a.py:two"], record) == ["A", "C", "B"]
    assert choose_tests(["a.py:new"], record) == choose_tests(["a.py"], record) == ["A", "C", "B"]
    assert choose_tests(["c.py:one"], record) == []
    monkeypatch.setattr(functions, "BUDGET", 6.0)
    assert choose_tests(["b.py:one", "a.py:one"], record) == ["A", "E"]


def test_the_record_is_of_todays_tests_and_functions():
    """One that is far behind would let the quick tests miss what was changed."""
    record = read_record()
    named = {test.partition("[")[0] for test in record.seconds}
    gone = [
        name
        for name in named
        if not (file := CHECKOUT / name.partition("::")[0]).is_file()
        or f"\ndef {name.partition('::')[2]}(" not in file.read_text("utf-8")
    ]
    assert len(gone) < 0.05 * len(named), "python tests/functions.py --renew writes it anew"
    there = {
        f"{path.relative_to(PACKAGE).as_posix()}:{name}"
        for path in PACKAGE.rglob("*.py")
        for name, _, _ in functions.list_functions(
            functions.ast.parse(path.read_text("utf-8")).body
        )
    }
    known = there & record.functions.keys()
    assert len(known) > 0.85 * len(there), "python tests/functions.py --renew writes it anew"


def test_a_record_is_written_as_it_is_read(tmp_path, monkeypatch):
    monkeypatch.setattr(functions, "RECORD", tmp_path / "functions.txt")
    cases, scene, far, whole = (
        "tests/books/test_a.py::test_a",
        "tests/test_recorded.py::test_it[x]",
        "tests/verbs/test_a.py::test_a",
        "tests/test_sessions.py::test_it[a]",
    )
    runs = [
        (f"{cases}[b c]", 0.25, ["books/a.py:A.b", "books/a.py:c"]),
        (f"{cases}[d]", 0.5, ["books/a.py:A.b"]),
        (scene, 2.0, ["books/a.py:c"]),
        (whole, 0.1, ["books/a.py:c"]),
        (far, 0.01, ["books/a.py:c"]),
        ("tests/verbs/test_a.py::test_slow", 99.0, ["books/a.py:c"]),
    ]
    functions.write_record(runs)
    record = read_record()
    assert record.functions["books/a.py:c"] == [far, cases, whole, scene]
    assert record.functions["books/a.py:A.b"] == [cases]
    assert record.seconds[cases] == 0.75


def test_a_copy_changes_alone_and_frozen_parts_are_shared():
    box, rows = Box(0, 0, 1, 2), [[1], {"a": [2]}, bytearray(b"3")]
    copied = Copier().copy((box, rows))
    assert copied[0] is box
    assert is_same(copied, (box, rows))
    copied[1][1]["a"].append(4)
    assert not is_same(copied, (box, rows))
    assert rows[1] == {"a": [2]}
    with pytest.raises(Unclear):
        Copier().copy([iter(())])


def test_values_are_told_apart():
    values = (None, 0, 1, True, "1", 1.5, b"1", (1,), [1], {1}, {1: 2}, {2: 1}, Box(0, 0, 1, 2),
              Box(0, 0, 2, 1), Box, len, (1, (2,)), ((1, 2),), CHECKOUT, io.BytesIO(b"2"), ValueError("a"),
              ValueError("b"))  # fmt: skip
    for one, other in combinations(values, 2):
        assert not is_same(one, other)
    assert is_same(math.nan, math.nan)
    assert is_same([{"a": ValueError("a")}], [{"a": ValueError("a")}])


def test_what_is_like_a_value_differs_in_what_a_function_reads():
    variations = Variations(lambda box: box.x + box.width)
    boxes = [variations.vary({"box": Box(1, 2, 3, 4)})["box"] for _ in range(100)]
    assert {(box.y, box.height) for box in boxes} == {(2, 4)}
    assert len({repr(box.x) for box in boxes}) > 3
    assert len({repr(box.width) for box in boxes}) > 3
    variations.note({"box": Box(99, 2, 3, 4)})
    assert 99 in [variations.vary({"box": Box(1, 2, 3, 4)})["box"].x for _ in range(100)]


RIGHT, TIDY, FLAT = (
    "typesetting/page.py:Box.right",
    "ground/seeds.py:tidy_seed",
    "geometry/curves.py:flatten_curve",
)
BOW = ((0, 0), (0, 9), (9, 9), (9, 0))


def compare(monkeypatch, name, committed, call, patch=None):
    """What is said of a call, if the function was another at the last commit."""
    monkeypatch.setattr("comparing.find_committed", lambda name, today: committed)
    comparing = Comparing([name, "ground/seeds.py:gone", "ground/seeds.py"])
    comparing.pytest_runtest_setup()
    known = comparing.pytest_fixture_setup(SimpleNamespace(argname="monkeypatch"))
    next(known)
    with pytest.raises(StopIteration):
        known.send(SimpleNamespace(get_result=lambda: patch))
    called, said = comparing.pytest_runtest_call(), []
    next(called)
    call()
    with pytest.raises(StopIteration):
        called.send(SimpleNamespace(excinfo=None, force_exception=said.append))
    assert find_function(name).__code__.co_name == find_function(name).__name__
    return str(said[0]) if said else ""


@pytest.mark.parametrize(
    ("name", "committed", "call", "said"),
    [
        (
            TIDY,
            lambda text, where: "OWL",
            lambda: seeds.tidy_seed(" owl"),
            "(' owl', 'seed') -> 'owl'",
        ),
        (RIGHT, lambda box: box.x + box.width, lambda: Box(1, 0, 2, 1).right, ""),
        (TIDY, lambda text, where: gone, lambda: seeds.tidy_seed(" owl"), ""),  # noqa: F821
        (RIGHT, lambda box: box.x, lambda: Box(1, 0, 2, 1).right, "-> 3"),
        (
            FLAT,
            lambda curve, tolerance: (each for each in ()),
            lambda: [*curves.flatten_curve(BOW, 0.1)],
            "->",
        ),
        (FLAT, lambda curve, tolerance: 1, lambda: next(curves.flatten_curve(BOW, 0.1)), "->"),
        (
            TIDY,
            lambda text, where: text.strip() or "a",
            lambda: seeds.tidy_seed("owl"),
            "-> Refused",
        ),
        ("ground/seeds.py:make_seed", lambda: "a", seeds.make_seed, ""),
    ],
)
def test_another_answer_than_at_the_last_commit_fails(monkeypatch, name, committed, call, said):
    told = compare(monkeypatch, name, committed, call)
    assert bool(told) == bool(said)
    assert said in told
    if told:
        assert told.startswith(f"{name} answers otherwise than at the last commit: ")


def list_answers(function, given):
    with suppress(ValueError, TypeError):
        list(function(given))


@pytest.mark.parametrize(
    ("does", "said"),
    [
        ("return len(given)", "-> 1"),
        ("open(given[0], 'w').close()", "-> Touching('open')"),
        ("import os; os.close(os.dup(0))", "-> Touching('os.dup')"),
        ("import sys; sys.audit('fcntl.flock')", "-> Touching('fcntl.flock')"),
        ("given.append('')", "->"),
        ("print(given)", "->"),
        ("raise ValueError(len(given))\n    yield", "-> ValueError(1)"),
        ("return time.perf_counter_ns()", ""),
    ],
)
def test_a_function_is_asked_again_and_nothing_is_touched(monkeypatch, tmp_path, does, said):
    monkeypatch.setattr(seeds, "another", None, raising=False)
    exec(f"def another(given):\n    import time\n    {does}", vars(seeds))
    file, name, given = tmp_path / "file", "ground/seeds.py:another", [str(tmp_path / "file")]
    asked = []

    def committed(given):
        asked.append(file.exists() or len(given))

    told = compare(monkeypatch, name, committed, lambda: list_answers(seeds.another, given))
    assert asked[0] == 1
    assert file.exists() == ("open" in does)
    assert len(given) == 1 + ("append" in does)
    assert bool(told) == bool(said)
    assert said in told


def test_an_iterator_is_given_to_both_and_to_the_caller(monkeypatch):
    monkeypatch.setattr(seeds, "another", None, raising=False)
    exec("def another(given, *, more=0):\n    return sum(given) + more", vars(seeds))
    sums = []
    for committed, said in (
        (lambda given, *, more=0: sum(given) + more, ""),
        (lambda given, *, more=0: max(given) + more, "-> 6"),
    ):
        told = compare(
            monkeypatch,
            "ground/seeds.py:another",
            committed,
            lambda: sums.append(seeds.another(each for each in (1, 2, 3))),
        )
        assert said in told
        assert bool(told) == bool(said)
    assert sums == [6, 6]


def test_beside_functions_of_a_tests_own_nothing_is_asked_again(monkeypatch):
    """They may count their calls."""

    def call():
        return seeds.tidy_seed("owl")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(seeds, "MAX_SEED_LENGTH", 100)
        assert compare(monkeypatch, TIDY, lambda text, where: "OWL", call, patch)
        patch.setattr(seeds, "make_seed", lambda: "owl")
        assert not compare(monkeypatch, TIDY, lambda text, where: "OWL", call, patch)


def test_functions_that_are_called_answer_something_else_too(monkeypatch):
    """But the same to both, whatever they are asked first."""
    made = vars(seeds)
    for name in ("count", "another", "same", "other"):
        monkeypatch.setitem(made, name, None)
    exec("def count(what):\n    return len(what)", made)
    exec("def another(given):\n    return count(given) + 1 > 2 or count(what=given)", made)
    exec("def same(given):\n    n = count(given)\n    return n > 1 or n", made)
    exec("def other(given):\n    n = count(given)\n    return n > 2 or n", made)
    name, given = "ground/seeds.py:another", (("a",),)
    monkeypatch.setattr(Variations, "vary", lambda self, values: {
        key: 2 if key == "count()" else value for key, value in values.items()})  # fmt: skip
    for committed, said in (("same", ""), ("other", "-> True where a function that it calls")):
        told = compare(monkeypatch, name, made[committed], lambda: seeds.another(*given))
        assert said in told
        assert bool(told) == bool(said)


def test_a_function_is_found_as_it_was_committed():
    today = find_function("typesetting/page.py:Box.is_within")
    committed = find_committed("typesetting/page.py:Box.is_within", today)
    assert committed is None or committed(Box(1, 1, 2, 2), Box(0, 0, 9, 9))
    assert find_committed("typesetting/page.py:Box.gone", today) is None
    assert find_function("typesetting/page.py:Box.__eq__") is None
