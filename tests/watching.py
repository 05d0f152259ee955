"""A plugin that watches tests: which functions of the package each runs. See `functions.py`.

What a fixture does for several tests counts for each of them. What the package remembers from one
test to the next is forgotten before each file, scene and session: what another test has looked up
would be missed otherwise. A function that only a process of its own runs is not seen.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections import defaultdict
from functools import _lru_cache_wrapper
from pathlib import Path

import pytest
from functions import PACKAGE, WHOLE_RESULTS

WATCHED = Path(os.environ["WATCHED"])
_codes = set()  # what has begun since it was last asked
_names = {}
_by_fixture = defaultdict(set)
_now = set()  # what the present test has run, or has been given


def _note(frame, event, argument):
    _codes.add(frame.f_code)


def _watch(is_watched):
    threading.settrace(_note if is_watched else None)
    sys.settrace(_note if is_watched else None)


def _take():
    """The functions of the package that have run since this was last asked."""
    for code in _codes - _names.keys():
        file = Path(code.co_filename)
        if file.is_relative_to(PACKAGE) and code.co_name != "<module>":
            name = code.co_qualname.partition(".<locals>")[0]
            _names[code] = f"{file.relative_to(PACKAGE).as_posix()}:{name}"
        else:
            _names[code] = ""
    taken = {_names[code] for code in _codes} - {""}
    _codes.clear()
    return taken


def _forget():
    """Empty every cache of the package."""
    for module in [each for name, each in sys.modules.items() if name.startswith("puzzlebook")]:
        for value in list(vars(module).values()):
            for each in (value, *(vars(value).values() if isinstance(value, type) else ())):
                cached = getattr(each, "__func__", each)
                if isinstance(cached, _lru_cache_wrapper):
                    cached.cache_clear()


@pytest.hookimpl(hookwrapper=True)
def pytest_fixture_setup(fixturedef):
    """What is done for several tests is put down to the fixture."""
    if fixturedef.scope == "function":
        yield
        return
    _watch(False)
    _now.update(_take())
    _watch(True)
    yield
    _watch(False)
    _by_fixture[fixturedef] |= _take()
    if fixturedef.argname == "printed":
        book, *rest = fixturedef.cached_result
        fixturedef.cached_result = (_note_books(book), *rest)
    _watch(True)


def _note_books(book):
    """Books are made when a test asks for the first time, and then belong to all that ask."""
    by_book = {}

    def noted(name):
        if name not in by_book:
            _now.update(_take())
            book(name)
            by_book[name] = _take()
        _now.update(by_book[name])
        return book(name)

    return noted


_last_file = [None]


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item):
    """Watch one test, and write down what it ran."""
    if item.path != _last_file[0] or item.nodeid.startswith(WHOLE_RESULTS):
        _forget()
        _last_file[0] = item.path
    _codes.clear()
    _now.clear()
    before = sum(os.times()[:4])
    _watch(True)
    yield
    _watch(False)
    names = _now | _take()
    for fixtures in item._fixtureinfo.name2fixturedefs.values():
        for fixture in fixtures:
            names |= _by_fixture.get(fixture, set())
    run = {
        "test": item.nodeid,
        "seconds": sum(os.times()[:4]) - before,
        "functions": sorted(names),
    }
    with (WATCHED / f"{os.getpid()}.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(run) + "\n")
