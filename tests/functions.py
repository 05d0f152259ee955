"""Which tests run each function of the package, on record in `functions.txt`; and which of them
the working tree asks for: those that run what it has changed since its last commit.

    python tests/functions.py --renew    run the default tests, and write the record anew

A record names some tests of each function. Those that run little else come first, with all their
cases; then those that compare whole results (scenes and sessions), and those that run what the
others do not.
"""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

TESTS = Path(__file__).parent
CHECKOUT = TESTS.parent
PACKAGE = CHECKOUT / "puzzlebook"
RECORD = TESTS / "functions.txt"
WHOLE_RESULTS = ("tests/test_sessions.py", "tests/test_recorded.py")
MOST = {"direct": 10, "sessions": 1, "scenes": 2, "unlike": 3}
"""How many tests of each kind are on record for a function."""
ALL_CASES = 1.0
"""Seconds that the cases of a test take together if they are on record as one."""
MOST_SECONDS = 8.0
"""A test that takes longer is left to the default run."""
BUDGET = 60.0
"""Seconds of a processor for the tests of what was changed: half of the minute of two cores."""


class Record(NamedTuple):
    """The tests of each function, the best first, and the seconds that each test takes."""

    functions: dict[str, list[str]]
    seconds: dict[str, float]


def read_record() -> Record:
    """What is on record: a function is named by its file and its own name."""
    numbers: dict[str, list[str]] = {}
    tests: dict[str, str] = {}
    seconds: dict[str, float] = {}
    file = ""
    for line in RECORD.read_text("utf-8").splitlines():
        if line.startswith("#") or not line:
            continue
        if line.startswith("  "):
            names, _, listed = line.strip().partition(": ")
            numbers |= {f"{file}:{name}": listed.split() for name in names.split()}
        elif line[0].isdigit():
            number, took, test = line.split(" ", 2)
            tests[number] = test
            seconds[test] = float(took)
        else:
            file = line
    return Record(
        {name: [tests[number] for number in listed] for name, listed in numbers.items()}, seconds
    )


# What was changed


def find_changes() -> list[str]:
    """The functions that the working tree has changed since its last commit; a file, where the
    change is in none of its functions. Nothing where git has nothing to say."""
    diff = ["git", "diff", "HEAD", "--unified=0", "--no-color", "--no-ext-diff", "--relative"]
    try:
        told = subprocess.run(
            [*diff, "--", PACKAGE.name], cwd=CHECKOUT, capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return []
    changes: dict[str, None] = {}
    for part in re.split(r"^diff --git .*$", told.stdout, flags=re.M):
        file = re.search(rf"^\+\+\+ b/{PACKAGE.name}/(.*\.py)$", part, re.M)
        if file:
            hunks = re.findall(r"^@@ -\S+ \+(\d+)(?:,(\d+))? @@", part, re.M)
            lines = [
                line
                for first, count in hunks
                for line in range(int(first), int(first) + max(1, int(count or 1)))
            ]
            changes |= dict.fromkeys(name_lines(file[1], lines))
    return list(changes)


def name_lines(file: str, lines: Iterable[int]) -> Iterator[str]:
    """The functions in which these lines are; a line in none of them names its file."""
    try:
        spans = list(list_functions(ast.parse((PACKAGE / file).read_text("utf-8")).body))
    except SyntaxError:
        spans = []
    for line in lines:
        names = [name for name, first, last in spans if first <= line <= last]
        yield f"{file}:{names[0]}" if names else file


def list_functions(body: Iterable[ast.stmt], within: str = "") -> Iterator[tuple[str, int, int]]:
    """Each function and method with its first line and its last."""
    for each in body:
        if isinstance(each, ast.ClassDef):
            yield from list_functions(each.body, f"{within}{each.name}.")
        elif isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef)):
            first = min(line.lineno for line in (each, *each.decorator_list))
            yield within + each.name, first, each.end_lineno or first


def choose_tests(changes: Sequence[str], record: Record) -> list[str]:
    """The tests of what was changed, as many as the budget allows: of each change its best test,
    then of each its second, and those of its file at last."""
    rows = [list(_list_tests(change, record)) for change in changes]
    chosen: dict[str, None] = {}
    left = BUDGET
    for test in (test for best in zip_longest(*rows) for test in best if test):
        if test not in chosen and record.seconds[test] <= left:
            chosen[test] = None
            left -= record.seconds[test]
    return list(chosen)


def _list_tests(change: str, record: Record) -> Iterator[str]:
    """The tests of a function, and then those of its file and of its folder, of which many run it
    too."""
    yield from record.functions.get(change, ())
    file = f"{change.partition(':')[0]}:"
    for place in (file, f"{_find_folder(change)}/"):
        rows = (tests for name, tests in record.functions.items() if name.startswith(place))
        yield from (test for best in zip_longest(*rows) for test in best if test)


# The record


def write_record(runs: Iterable[tuple[str, float, Iterable[str]]]) -> None:
    """Write the record anew from runs: a test, the seconds that it took, what it ran."""
    seconds: dict[str, float] = {}
    ran: dict[str, dict[str, int]] = {}
    functions: dict[str, list[str]] = defaultdict(list)
    for test, took, names in sorted(_join_cases(runs), key=lambda run: (run[1], run[0])):
        if took <= MOST_SECONDS:
            seconds[test] = took
            ran[test] = names
            for name in names:
                functions[name].append(test)
    best = _choose_best(functions, seconds, ran)
    named = sorted({test for tests in best.values() for test in tests})
    numbers = {test: number for number, test in enumerate(named)}
    lines = [
        "# Which tests run each function of the package. Written by: python tests/functions.py --renew"
    ]
    alike: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for name in sorted(best):
        file, _, own = name.partition(":")
        alike[file][" ".join(str(numbers[test]) for test in best[name])].append(own)
    for file, rows in alike.items():
        lines += ["", file, *(f"  {' '.join(names)}: {listed}" for listed, names in rows.items())]
    lines += ["", "# The tests, with the seconds that each takes."]
    lines += [f"{numbers[test]} {seconds[test]:.2g} {test}" for test in named]
    RECORD.write_text("\n".join(lines) + "\n", "utf-8", newline="\n")


def _join_cases(
    runs: Iterable[tuple[str, float, Iterable[str]]],
) -> Iterator[tuple[str, float, dict[str, int]]]:
    """The runs, where the cases of a test are one if they take little time: a test, its seconds, and
    the functions that it runs, with how many there are, in the smallest case that runs each."""
    cases: dict[str, list[tuple[str, float, frozenset[str]]]] = defaultdict(list)
    for test, took, names in runs:
        cases[test.partition("[")[0]].append((test, took, frozenset(names)))
    for test, rows in cases.items():
        took = sum(row[1] for row in rows)
        if took > ALL_CASES or test.startswith(WHOLE_RESULTS):
            yield from ((name, own, dict.fromkeys(ran, len(ran))) for name, own, ran in rows)
            continue
        counts: dict[str, int] = {}
        for _, _, ran in sorted(rows, key=lambda row: -len(row[2])):
            counts |= dict.fromkeys(ran, len(ran))
        yield test, took, counts


def _choose_best(
    functions: Mapping[str, Sequence[str]],
    seconds: Mapping[str, float],
    ran: Mapping[str, Mapping[str, int]],
) -> dict[str, list[str]]:
    """The tests of each function that are put on record, the best first.

    functions: all tests that run it, the cheapest first. ran: how many functions a test runs with
    each of them: the fewer, the more direct the test is.
    """
    bits = {name: 1 << number for number, name in enumerate(sorted(functions))}
    by_folder: dict[str, int] = defaultdict(int)
    for name, bit in bits.items():
        by_folder[_find_folder(name)] |= bit
    masks = {test: sum(bits[name] for name in names) for test, names in ran.items()}
    chosen = {}
    for name, tests in functions.items():
        folder = by_folder[_find_folder(name)]
        beside = {test: masks[test] & folder for test in _leave_out_cases(tests)}
        kinds: dict[str, list[str]] = {"direct": [], "sessions": [], "scenes": []}
        for test in sorted(beside, key=lambda test: (ran[test][name], seconds[test], test)):
            if seconds[test] <= ALL_CASES and not test.startswith(WHOLE_RESULTS):
                kinds["direct"].append(test)
        for test in beside:
            if test.startswith(WHOLE_RESULTS):
                kinds["sessions" if test.startswith(WHOLE_RESULTS[0]) else "scenes"].append(test)
        best = [test for kind, listed in kinds.items() for test in listed[: MOST[kind]]]
        chosen[name] = list(dict.fromkeys([*best, *_choose_unlike(beside, seconds)]))
    return chosen


def _find_folder(name: str) -> str:
    return name.partition(":")[0].rpartition("/")[0]


def _leave_out_cases(tests: Iterable[str]) -> Iterator[str]:
    """Of each test, its six cheapest cases; all scenes and sessions."""
    cases: dict[str, int] = defaultdict(int)
    for test in tests:
        name = test.partition("[")[0]
        cases[name] += 1
        if cases[name] <= 6 or test.startswith(WHOLE_RESULTS):
            yield test


def _choose_unlike(beside: Mapping[str, int], seconds: Mapping[str, float]) -> Iterator[str]:
    """The tests that for their time run the most functions of the folder that those before do not:
    they take the other branches."""
    seen = 0
    for _ in range(MOST["unlike"]):
        worth = {
            test: (mask & ~seen).bit_count() / (seconds[test] + 0.1)
            for test, mask in beside.items()
        }
        best = max(worth, key=lambda test: (worth[test], test))
        if not worth[best]:
            return
        seen |= beside[best]
        yield best


def renew() -> None:
    """Run the default tests, watched, and write the record anew."""
    with TemporaryDirectory() as folder:
        environment = {**os.environ, "PYTHONPATH": str(TESTS), "WATCHED": folder}
        command = [sys.executable, "-m", "pytest", "-q", "-p", "watching"]
        subprocess.run(command, cwd=CHECKOUT, env=environment, check=False)
        write_record(read_runs(Path(folder)))


def read_runs(folder: Path) -> Iterator[tuple[str, float, list[str]]]:
    """What each process of the tests has written of its own."""
    for file in sorted(folder.iterdir()):
        for line in file.read_text("utf-8").splitlines():
            run = json.loads(line)
            yield run["test"], run["seconds"], run["functions"]


if __name__ == "__main__":
    if sys.argv[1:] != ["--renew"]:
        sys.exit("usage: python tests/functions.py --renew")
    renew()
