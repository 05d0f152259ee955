"""Whether a function that the working tree has changed still answers as it did at the last commit.

While the quick tests run, each call of such a function is asked of both versions, with copies of
what the test gave it; and so are some questions like it, in which one thing is changed. An answer is
what is returned, raised, printed, and done to what was given. Nothing is touched meanwhile: where a
function reaches out of the process, its answer ends. What does not answer itself the same again
is not compared.
"""

from __future__ import annotations
import __future__

import ast
import inspect
import io
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, redirect_stderr, redirect_stdout
from functools import cached_property, partial
from importlib import import_module
from itertools import chain, islice
from pathlib import Path
from types import FunctionType, GeneratorType
from typing import Any, NamedTuple

import pytest
from stand_ins import Answers, Places, StandIns, find_callees
from variations import Copier, Variations, is_same

CHECKOUT = Path(__file__).parents[1]
CALLS = 40
"""Calls in one test that are compared, and after these one in so many."""
LIKE_IT = 400
"""Questions like that of a call."""
SECONDS = 12.0
"""Seconds of one process of the tests for all that is asked."""
MOST_SECONDS = 2.0
"""Seconds of one answer."""
MOST_PARTS = 20_000
"""Parts of what an iterator gives: of more, nothing is compared."""
LEFT_ALONE = (
    *("__del__", "__eq__", "__hash__", "__getattr__", "__getattribute__"),
    *("__enter__", "__exit__"),
)
BARRED = (
    *(
        "os.",
        "shutil.",
        "subprocess.",
        "socket.",
        "tempfile.",
        "fcntl.",
        "msvcrt.",
        "ctypes.dlopen",
    ),
    *("time.sleep", "_thread.start_new_thread"),
)
"""What reaches out of the process, by the names that audit hooks are told."""
ITERATORS = (GeneratorType, map, zip, filter)
Function = Callable[..., Any]


# The two functions


def find_function(name: str) -> FunctionType | None:
    """A function of the package by the name of its file and its own; nothing, where it is none that
    can be compared: such as what `with` drives."""
    file, _, own = name.partition(":")
    if not own or own.rpartition(".")[2] in LEFT_ALONE:
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


class Stopped(BaseException):
    """An answer took too long."""


class Touching(BaseException):
    """Asked again, a function would have reached out of the process."""


_is_barred = [False]


def _bar(event: str, arguments: tuple[object, ...]) -> None:
    """While a function is asked again: no file is written, no command run, nobody waited for."""
    if not _is_barred[0]:
        return
    if event == "open":
        mode = arguments[1]
        if mode is None or (isinstance(mode, str) and {*mode} & {*"wax+"}):
            raise Touching(event)
    elif event.startswith(BARRED) and event not in ("os.listdir", "os.scandir", "os.walk"):
        raise Touching(event)


UNTOLD = ("close", "closerange", "dup", "dup2", "write", "fsync")
"""What of `os` reaches out of the process and tells no audit hook."""


@contextmanager
def _bar_untold() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for name in UNTOLD:
            patch.setattr(os, name, partial(_touch, f"os.{name}"))
        yield


def _touch(event: str, *_: object, **__: object) -> None:
    raise Touching(event)


class Answer(NamedTuple):
    """What a function did."""

    returned: object
    raised: BaseException | None
    printed: str
    given: object
    """What it was given, as it left it."""


class Held(list[Any]):
    """What an iterator gives, as far as it is asked about, and the iterator."""

    __slots__ = ("rest",)


class Versions(NamedTuple):
    """A function of today and as it was at the last commit."""

    name: str
    today: Function
    committed: Function
    signature: inspect.Signature
    variations: Variations
    callees: Places
    real: Answers


class Comparing:
    """A test fails in which a changed function answers otherwise than at the last commit."""

    def __init__(self, changes: Iterable[str]) -> None:
        """changes: the functions that were changed."""
        self._changes = list(changes)
        self._known: dict[str, Versions | None] = {}
        self._codes: dict[FunctionType, Any] = {}
        self._copier = Copier()
        self._differing: dict[str, str] = {}
        self._patch: pytest.MonkeyPatch | None = None
        self._asked: str = ""  # the version that is being asked
        self._seconds = SECONDS
        sys.addaudithook(_bar)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self) -> None:
        """Compare, from what is made for the test on."""
        self._differing.clear()
        self._patch = None
        for name in self._changes:
            function = find_function(name)
            if function is None or function in self._codes:
                continue
            if name not in self._known:
                self._known[name] = self._find_versions(name, function)
            versions = self._known[name]
            if versions is not None:
                self._put(versions, function)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Iterator[None]:
        """Know what the test puts in the place of something else."""
        outcome = yield
        if fixturedef.argname == "monkeypatch":
            self._patch = outcome.get_result()

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

    def _find_versions(self, name: str, function: FunctionType) -> Versions | None:
        committed = find_committed(name, function)
        if committed is None:
            return None
        code = function.__code__
        today = FunctionType(code, function.__globals__, function.__name__, function.__defaults__)
        today.__kwdefaults__ = function.__kwdefaults__
        return Versions(
            name,
            today,
            committed,
            inspect.signature(today),
            Variations(committed),
            find_callees(today, committed),
            Answers(),
        )

    def _put(self, versions: Versions, function: FunctionType) -> None:
        """Let a function compare itself: whoever has got hold of it has the same one."""
        label = f"_compared_{id(function)}"
        function.__globals__[label] = self._make_compared(versions)
        names = (function.__code__.co_name, function.__code__.co_qualname)
        self._codes[function] = function.__code__
        function.__code__ = _make_relay(versions.signature, label).replace(
            co_name=names[0], co_qualname=names[1]
        )

    def _leave_all(self) -> None:
        for function, code in self._codes.items():
            function.__code__ = code
        self._codes.clear()

    def _make_compared(self, versions: Versions) -> Function:
        calls = 0

        def compared(*given: Any, **named: Any) -> Any:
            nonlocal calls
            if self._asked:
                return getattr(versions, self._asked)(*given, **named)
            calls += 1
            if (
                self._seconds > 0
                and (calls <= CALLS or calls % CALLS == 0)
                and versions.name not in self._differing
                and threading.current_thread() is threading.main_thread()
                and not _has_doubles(self._patch)
            ):
                given = tuple(map(_hold, given))
                named = {key: _hold(value) for key, value in named.items()}
                begun = time.process_time()
                self._compare(versions, versions.signature.bind(*given, **named))
                self._seconds -= time.process_time() - begun
                given = tuple(map(_go_on, given))
                named = {key: _go_on(value) for key, value in named.items()}
            return versions.today(*given, **named)

        return compared

    def _compare(self, versions: Versions, call: inspect.BoundArguments) -> None:
        """Ask what a call asks, and then questions like it."""
        try:
            parameters = self._copier.copy(call.arguments)
            versions.variations.note(parameters)
        except Exception:
            return  # something in it cannot be given twice, or not be looked into
        if self._is_other(versions, parameters):
            return
        until = time.process_time() + self._seconds / 30
        for _ in range(LIKE_IT if parameters else 0):
            if time.process_time() > until:
                break
            try:
                varied = versions.variations.vary(parameters)
            except Exception:
                continue  # there is no such value
            if self._is_other(versions, varied, is_like_it=True):
                return
        until = time.process_time() + self._seconds / 30
        for number in range(LIKE_IT if versions.callees else 0):
            if time.process_time() > until:
                return
            stand_ins = StandIns(versions.callees, versions.variations, versions.real, number)
            if self._is_other(versions, parameters, True, stand_ins):
                return

    def _is_other(
        self,
        versions: Versions,
        parameters: dict[str, Any],
        is_like_it: bool = False,
        stand_ins: StandIns | None = None,
    ) -> bool:
        """Whether the versions answer differently, each time the same; what nobody has asked may be
        answered by any error."""
        try:
            today = self._ask("today", versions, parameters, stand_ins)
            committed = self._ask("committed", versions, parameters, stand_ins)
            if is_same(today, committed):
                return False
            if isinstance(committed.raised, (NameError, AttributeError, ImportError, TypeError)):
                return False  # it is in a module that has become another
            if is_like_it and not _is_meant(committed.raised):
                return False
            if not is_same(today, self._ask("today", versions, parameters, stand_ins)):
                return False
            if not is_same(committed, self._ask("committed", versions, parameters, stand_ins)):
                return False
        except (Stopped, Exception):
            return False  # an answer that does not end, or cannot be looked into
        answer = today.returned if today.raised is None else today.raised
        told = f"{_show(tuple(parameters.values()))} -> {_show(answer)}"
        told += " where a function that it calls answers otherwise" if stand_ins else ""
        self._differing[versions.name] = told
        return True

    def _ask(
        self,
        version: str,
        versions: Versions,
        parameters: dict[str, Any],
        stand_ins: StandIns | None,
    ) -> Answer:
        """What a version does."""
        parameters = self._copier.copy(parameters)
        call = inspect.BoundArguments(
            versions.signature, {key: _let_go(value) for key, value in parameters.items()}
        )
        returned, raised, printed = None, None, io.StringIO()
        handler = signal.signal(signal.SIGVTALRM, _stop)
        keeps_bytecode = sys.dont_write_bytecode
        self._asked, _is_barred[0], sys.dont_write_bytecode = version, True, True
        try:
            standing_in = stand_ins.stand_in() if stand_ins else nullcontext()
            with redirect_stdout(printed), redirect_stderr(printed), _bar_untold(), standing_in:
                signal.setitimer(signal.ITIMER_VIRTUAL, MOST_SECONDS)
                returned = getattr(versions, version)(*call.args, **call.kwargs)
                if isinstance(returned, ITERATORS):
                    returned = list(islice(returned, MOST_PARTS))
        except (Stopped, KeyboardInterrupt):
            raise
        except BaseException as error:
            returned, raised = None, error.with_traceback(None)
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            self._asked, _is_barred[0], sys.dont_write_bytecode = "", False, keeps_bytecode
            signal.signal(signal.SIGVTALRM, handler)
        return Answer(returned, raised, printed.getvalue(), parameters)


def _has_doubles(patch: pytest.MonkeyPatch | None) -> bool:
    """Whether a test has put functions of its own in the place of others: they may count calls, or
    act once."""
    replaced = getattr(patch, "_setattr", ())
    now = (getattr(place, name, None) for place, name, _ in replaced)
    return any(
        isinstance(each, FunctionType) and not each.__module__.startswith("puzzlebook.")
        for each in now
    )


def _is_meant(error: BaseException | None) -> bool:
    """Whether an answer is one, or an error of the package's own."""
    return error is None or type(error).__module__.startswith("puzzlebook.")


def _stop(*_: object) -> None:
    raise Stopped


def _make_relay(signature: inspect.Signature, label: str) -> Any:
    """The code of a function with these parameters that hands them on."""
    heads = [
        str(each.replace(annotation=each.empty, default=each.empty))
        for each in signature.parameters.values()
    ]
    kinds = [each.kind for each in signature.parameters.values()]
    if (first := kinds.count(inspect.Parameter.POSITIONAL_ONLY)) != 0:
        heads.insert(first, "/")
    if inspect.Parameter.KEYWORD_ONLY in kinds and inspect.Parameter.VAR_POSITIONAL not in kinds:
        heads.insert(kinds.index(inspect.Parameter.KEYWORD_ONLY) + (first > 0), "*")
    handed = [
        f"{each.name}={each.name}" if each.kind is each.KEYWORD_ONLY else str(head)
        for each, head in (
            (each, each.replace(annotation=each.empty, default=each.empty))
            for each in signature.parameters.values()
        )
    ]
    made: dict[str, Any] = {}
    exec(f"def relay({', '.join(heads)}): return {label}({', '.join(handed)})", made)
    return made["relay"].__code__


def _hold(value: Any) -> Any:
    """What was given, in place of an iterator that nobody has begun."""
    if not isinstance(value, ITERATORS) or (
        isinstance(value, GeneratorType) and inspect.getgeneratorstate(value) != "GEN_CREATED"
    ):
        return value
    held = Held(islice(value, MOST_PARTS))
    held.rest = value
    return held


def _let_go(value: Any) -> Any:
    return iter(value) if isinstance(value, Held) else value


def _go_on(value: Any) -> Any:
    return chain(value, value.rest) if isinstance(value, Held) else value


def _show(value: object) -> str:
    try:
        shown = repr(value)
    except Exception:
        shown = type(value).__name__  # what is not whole yet cannot be shown
    return shown if len(shown) <= 300 else f"{shown[:300]} …"
