"""Whether a function that the working tree has changed still answers as it did at the last commit.

While the quick tests run, each call of such a function is asked of the committed one as well. What
cannot be asked twice is not compared: where a function touches files, changes what it is given, is
given what cannot be looked into, or does not answer itself the same again.
"""

from __future__ import annotations
import __future__

import ast
import inspect
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from datetime import date
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import cached_property, partial
from hashlib import sha256
from importlib import import_module
from pathlib import Path, PurePath
from types import BuiltinFunctionType, FunctionType, GeneratorType, MethodType, ModuleType
from typing import Any

import pytest

CHECKOUT = Path(__file__).parents[1]
CALLS = 60
"""Calls in one test that are compared; later ones pass unseen."""
SECONDS = 10.0
"""Seconds of one process of the tests for all that is asked again."""
PARTS = 20_000
"""Parts of what a function is given: more are not looked at."""
Function = Callable[..., Any]


# Digests


class Unclear(Exception):
    """A value of which no digest says what it is, such as a stream."""


class Digests:
    """Digests of values; those of large frozen values are remembered."""

    def __init__(self) -> None:
        self._kept: dict[int, tuple[object, str]] = {}
        self._left = 0

    def digest(self, value: object) -> str:
        """A digest of a value; refused, where it cannot be looked into."""
        self._left = PARTS
        try:
            return self._tell(value)
        except (RecursionError, AttributeError) as error:
            raise Unclear from error

    def _tell(self, value: object) -> str:
        self._left -= 1
        if self._left < 0:
            raise Unclear
        if value is None or type(value) in (int, bool, bytes, complex, range, str):
            return repr(value)
        if isinstance(value, float):
            return f"{value:.9g}"
        if isinstance(value, (Enum, str, PurePath, Decimal, Fraction, date, re.Pattern)):
            return f"{type(value).__qualname__} {value!r}"
        if isinstance(value, (FunctionType, BuiltinFunctionType, type)):
            held = getattr(value, "__closure__", None) or getattr(value, "__self__", None)
            if held is None or isinstance(held, (ModuleType, type)):
                return f"{value.__module__}.{value.__qualname__}"
            raise Unclear
        if isinstance(value, ModuleType):
            return value.__name__
        if isinstance(value, MethodType):
            return self._join("method", (value.__func__, value.__self__))
        if isinstance(value, partial):
            return self._join("partial", (value.func, value.args, value.keywords))
        if id(value) in self._kept:
            return self._kept[id(value)][1]
        name = type(value).__qualname__
        if isinstance(value, (tuple, list)):
            return self._join(name, value)
        if isinstance(value, Set):
            return f"{name}{sorted(map(self._tell, value))}"
        if isinstance(value, Mapping):
            return self._join(name, (part for row in value.items() for part in row))
        if is_dataclass(value):
            told = self._join(name, (getattr(value, each.name) for each in fields(value)))
            if type(value).__dataclass_params__.frozen:
                self._keep(value, told)
            return told
        if type(value).__module__.startswith("puzzlebook.") and not isinstance(value, Iterator):
            attributes = {
                key: each
                for key, each in getattr(value, "__dict__", {}).items()
                if not isinstance(inspect.getattr_static(type(value), key, None), cached_property)
            }
            return self._join(name, (attributes,))
        raise Unclear

    def _join(self, name: str, parts: Iterable[object]) -> str:
        told = f"{name}({', '.join(map(self._tell, parts))})"
        if len(told) < 200:
            return told
        return f"{name}:{sha256(told.encode('utf-8', 'replace')).hexdigest()}"

    def _keep(self, value: object, told: str) -> None:
        if len(self._kept) > 50_000:
            self._kept.clear()
        self._kept[id(value)] = value, told


# The two functions


def find_function(name: str) -> FunctionType | None:
    """A function of the package by the name of its file and its own; nothing, where it is none that
    can be compared: commands, whose arguments a library reads, and what `with` drives."""
    file, _, own = name.partition(":")
    if not own or file.startswith("cli/") or own.rpartition(".")[2].startswith("__"):
        return None
    module = f"puzzlebook.{file.removesuffix('.py').removesuffix('/__init__').replace('/', '.')}"
    try:
        found: Any = import_module(module)
        for part in own.split("."):
            found = vars(found)[part]
    except (ImportError, KeyError, TypeError):
        return None
    for kind, inner in ((property, "fget"), (cached_property, "func")):
        if isinstance(found, kind):
            found = getattr(found, inner)
    if isinstance(found, (staticmethod, classmethod)):
        found = found.__func__
    while hasattr(found, "__wrapped__"):
        if getattr(getattr(found, "__code__", None), "co_name", "") == "helper":
            return None
        found = found.__wrapped__
    return found if isinstance(found, FunctionType) and not found.__closure__ else None


def find_committed(name: str, today: FunctionType) -> FunctionType | None:
    """A function as it was at the last commit, in its module of today; nothing, where it was not
    there or had other arguments."""
    file, _, own = name.partition(":")
    show = ["git", "show", f"HEAD:./puzzlebook/{file}"]
    try:
        told = subprocess.run(show, cwd=CHECKOUT, capture_output=True, text=True, check=True)
        body: Sequence[ast.stmt] = ast.parse(told.stdout).body
        for part in own.split("."):
            (found,) = (each for each in body if getattr(each, "name", "") == part)
            body = found.body
    except (OSError, subprocess.CalledProcessError, ValueError, SyntaxError):
        return None
    if not isinstance(found, ast.FunctionDef):
        return None
    found.decorator_list.clear()
    names = {**today.__globals__}
    flags = today.__code__.co_flags & __future__.annotations.compiler_flag
    try:
        exec(compile(ast.Module([found], []), file, "exec", flags, dont_inherit=True), names)
    except NameError:
        return None
    made = names[found.name]
    if [*inspect.signature(made).parameters] != [*inspect.signature(today).parameters]:
        return None
    committed = FunctionType(made.__code__, today.__globals__, found.name, made.__defaults__)
    committed.__kwdefaults__ = made.__kwdefaults__
    return committed


# Comparing


_touched = [0]


def _note_touch(event: str, arguments: tuple[object, ...]) -> None:
    """Count what reaches out of the process: files that are written, folders, commands."""
    if event == "open":
        mode = arguments[1]
        if mode is None or (isinstance(mode, str) and {*mode} & {*"wax+"}):
            _touched[0] += 1
    elif event.startswith(("os.", "shutil.", "subprocess.", "socket.", "tempfile.")):
        _touched[0] += event not in ("os.listdir", "os.scandir", "os.walk")


class Comparing:
    """A test fails in which a changed function answers otherwise than at the last commit."""

    def __init__(self, changes: Iterable[str]) -> None:
        """changes: the functions that were changed."""
        self._changes = list(changes)
        self._committed: dict[str, FunctionType | None] = {}
        self._codes: dict[FunctionType, Any] = {}
        self._digests = Digests()
        self._differing: dict[str, str] = {}
        self._is_asking = False
        self._seconds = SECONDS
        sys.addaudithook(_note_touch)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self) -> None:
        """Compare, from what is made for the test on."""
        self._differing.clear()
        for name in self._changes:
            today = find_function(name)
            if today is None or today in self._codes:
                continue
            if name not in self._committed:
                self._committed[name] = find_committed(name, today)
            committed = self._committed[name]
            if committed is not None:
                self._put(name, today, committed)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_call(self) -> Iterator[None]:
        """Fail after a test that has passed."""
        outcome = yield
        self._leave_all()
        if self._differing and outcome.excinfo is None:
            said = "\n".join(
                f"{name} answers otherwise than at the last commit: {told}"
                for name, told in self._differing.items()
            )
            said += "\nIf that is meant, it passes once it is committed."
            outcome.force_exception(pytest.fail.Exception(said, pytrace=False))

    def pytest_runtest_teardown(self) -> None:
        """Compare no more, if the test was not called."""
        self._leave_all()

    def _put(self, name: str, function: FunctionType, committed: FunctionType) -> None:
        """Let a function compare itself: whoever has got hold of it has the same one."""
        code = function.__code__
        kept = FunctionType(code, function.__globals__, function.__name__, function.__defaults__)
        kept.__kwdefaults__ = function.__kwdefaults__
        label = f"_compared_{id(function)}"
        function.__globals__[label] = self._make_compared(name, kept, committed)
        made: dict[str, Any] = {}
        exec(f"def relay(*given, **named): return {label}(*given, **named)", made)
        self._codes[function] = code
        function.__code__ = made["relay"].__code__.replace(
            co_name=code.co_name, co_qualname=code.co_qualname
        )

    def _leave_all(self) -> None:
        for function, code in self._codes.items():
            function.__code__ = code
        self._codes.clear()

    def _make_compared(self, name: str, today: Function, committed: Function) -> Function:
        left = [CALLS]

        def compared(*given: Any, **named: Any) -> Any:
            if self._is_asking or left[0] <= 0 or self._seconds <= 0:
                return today(*given, **named)
            left[0] -= 1
            try:
                question = self._digests.digest((given, named))
            except Unclear:
                return today(*given, **named)
            touched = _touched[0]

            def compare(answer: str | None) -> None:
                if answer is None or touched != _touched[0] or name in self._differing:
                    return
                begun = time.process_time()
                self._is_asking = True
                try:
                    self._compare(name, question, answer, today, committed, given, named)
                finally:
                    self._is_asking = False
                    self._seconds -= time.process_time() - begun

            try:
                answer = today(*given, **named)
            except Exception as error:
                compare(self._tell((type(error), str(error))))
                raise
            if isinstance(answer, GeneratorType):
                return self._relay(answer, compare)
            if answer is not None:
                compare(self._tell(answer))
            return answer

        return compared

    def _relay(
        self, answers: Iterator[Any], compare: Callable[[str | None], None]
    ) -> Iterator[Any]:
        told: list[str | None] = []
        while True:
            try:
                answer = next(answers)
            except StopIteration as ended:
                if None not in told:
                    compare(self._tell(told))
                return ended.value
            told.append(self._tell(answer))
            yield answer

    def _compare(
        self,
        name: str,
        question: str,
        answer: str,
        today: Function,
        committed: Function,
        given: tuple[Any, ...],
        named: dict[str, Any],
    ) -> None:
        again = self._ask(today, given, named)
        before = self._ask(committed, given, named)
        try:
            is_same_question = self._digests.digest((given, named)) == question
        except Unclear:
            return
        if is_same_question and again == answer and before not in (answer, None):
            self._differing[name] = f"{_show((*given, *named.items()))} -> {answer[:300]}"

    def _ask(self, function: Function, given: tuple[Any, ...], named: dict[str, Any]) -> str | None:
        """What a function answers; nothing, if that cannot be told."""
        try:
            answer = function(*given, **named)
            if isinstance(answer, GeneratorType):
                return self._tell([self._tell(each) for each in answer])
        except (NameError, AttributeError, ImportError, TypeError):
            return None  # it is in a module that has become another
        except Exception as error:
            return self._tell((type(error), str(error)))
        return self._tell(answer)

    def _tell(self, answer: object) -> str | None:
        try:
            return self._digests.digest(answer)
        except Unclear:
            return None


def _show(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 300 else f"{shown[:300]} …"
