"""The quick tests: those that run what was changed, and what functions answer to them."""

from __future__ import annotations

import io
import subprocess
from types import SimpleNamespace

import functions
import pytest
from comparing import Comparing, Digests, Unclear, find_committed, find_function
from functions import CHECKOUT, PACKAGE, Record, choose_tests, find_changes, read_record

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
    for test in record.seconds:
        file, _, name = test.partition("[")[0].partition("::")
        assert f"\ndef {name}(" in (CHECKOUT / file).read_text("utf-8"), test
    there = {
        f"{path.relative_to(PACKAGE).as_posix()}:{name}"
        for path in PACKAGE.rglob("*.py")
        for name, _, _ in functions.list_functions(
            functions.ast.parse(path.read_text("utf-8")).body
        )
    }
    known = there & record.functions.keys()
    assert len(known) > 0.9 * len(there), "python tests/functions.py --renew writes it anew"


def test_a_record_is_written_as_it_is_read(tmp_path, monkeypatch):
    monkeypatch.setattr(functions, "RECORD", tmp_path / "functions.txt")
    runs = [
        ("tests/books/test_a.py::test_a[b c]", 0.25, ["books/a.py:A.b", "books/a.py:c"]),
        ("tests/test_recorded.py::test_it[x]", 2.0, ["books/a.py:c"]),
        ("tests/verbs/test_a.py::test_a", 0.01, ["books/a.py:c"]),
        ("tests/verbs/test_a.py::test_slow", 99.0, ["books/a.py:c"]),
    ]
    functions.write_record(runs)
    record = read_record()
    assert record.functions["books/a.py:c"] == [runs[1][0], runs[2][0], runs[0][0]]
    assert record.functions["books/a.py:A.b"] == [runs[0][0]]
    assert record.seconds[runs[0][0]] == 0.25


def test_a_digest_tells_values_apart():
    digest = Digests().digest
    values = (None, 0, 1, True, "1", 1.5, b"1", (1,), [1], {1}, {1: 2}, {2: 1}, Box(0, 0, 1, 2),
              Box(0, 0, 2, 1), Box, len, (1, (2,)), ((1, 2),), CHECKOUT, 1 + 1e-6)  # fmt: skip
    assert len({digest(value) for value in values}) == len(values)
    assert digest(Box(0, 0, 1, 2)) == digest(Box(0.0, 0, 1 + 1e-12, 2))
    for unclear in (iter(()), io.StringIO(), [].append, lambda: values):
        with pytest.raises(Unclear):
            digest(unclear)


RIGHT, TIDY, FLAT = (
    "typesetting/page.py:Box.right",
    "ground/seeds.py:tidy_seed",
    "geometry/curves.py:flatten_curve",
)
BOW = ((0, 0), (0, 9), (9, 9), (9, 0))


def compare(monkeypatch, name, committed, call):
    """What is said of a call, if the function was another at the last commit."""
    monkeypatch.setattr("comparing.find_committed", lambda name, today: committed)
    comparing = Comparing([name, "ground/seeds.py:gone", "ground/seeds.py"])
    comparing.pytest_runtest_setup()
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
        (TIDY, lambda text: "OWL", lambda: seeds.tidy_seed(" owl"), "(' owl',) -> 'owl'"),
        (TIDY, lambda text: "owl", lambda: seeds.tidy_seed(" owl"), ""),
        (TIDY, lambda text: gone, lambda: seeds.tidy_seed(" owl"), ""),  # noqa: F821
        (RIGHT, lambda box: box.x, lambda: Box(1, 0, 2, 1).right, "-> 3"),
        (
            FLAT,
            lambda curve, tolerance: (each for each in ()),
            lambda: [*curves.flatten_curve(BOW, 0.1)],
            "->",
        ),
        (FLAT, lambda curve, tolerance: 1, lambda: next(curves.flatten_curve(BOW, 0.1)), ""),
        ("ground/seeds.py:make_seed", lambda: "a", seeds.make_seed, ""),
    ],
)
def test_another_answer_than_at_the_last_commit_fails(monkeypatch, name, committed, call, said):
    told = compare(monkeypatch, name, committed, call)
    assert bool(told) == bool(said)
    assert said in told
    if told:
        assert told.startswith(f"{name} answers otherwise than at the last commit: ")


@pytest.mark.parametrize(
    ("does", "said"),
    [("pass", "-> 1"), ("open(given[0], 'w').close()", ""), ("given.append('')", "")],
)
def test_what_touches_files_or_what_it_is_given_is_not_compared(monkeypatch, tmp_path, does, said):
    monkeypatch.setattr(seeds, "another", None, raising=False)
    exec(f"def another(given):\n    {does}\n    return len(given)", vars(seeds))
    file, name = str(tmp_path / "file"), "ground/seeds.py:another"
    told = compare(monkeypatch, name, lambda given: 0, lambda: seeds.another([file]))
    assert bool(told) == bool(said)
    assert said in told


def test_a_function_is_found_as_it_was_committed():
    today = find_function("typesetting/page.py:Box.is_within")
    committed = find_committed("typesetting/page.py:Box.is_within", today)
    assert committed is None or committed(Box(1, 1, 2, 2), Box(0, 0, 9, 9))
    assert find_committed("typesetting/page.py:Box.gone", today) is None
    assert find_function("cli/make.py:make") is None
