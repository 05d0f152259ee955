"""What the functions that a function calls answer while two versions of it are asked: now and then
something else than they would, but the same thing to both versions."""

from __future__ import annotations

import inspect
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import _lru_cache_wrapper
from random import Random
from types import FunctionType, GeneratorType, ModuleType
from typing import Any

from variations import Copier, Variations, is_same, list_codes

MOST = 50
"""Calls of one function whose answers are remembered."""
NEVER_REPLACED = ("puzzlebook.ground.faults", "puzzlebook.ground.lazy_imports")
Function = Callable[..., Any]
Places = list[tuple[dict[str, Any], str, Function]]


def find_callees(function: FunctionType, other: FunctionType) -> Places:
    """The functions of the package that both versions of a function name: where they are found, and
    by what name."""
    names, others = (
        {name for code in list_codes(version.__code__) for name in code.co_names}
        for version in (function, other)
    )
    names &= others
    own = function.__globals__
    modules = [own, *(vars(own[name]) for name in sorted(names) if _is_module(own.get(name)))]
    return [
        (module, name, module[name])
        for module in modules
        for name in sorted(names & module.keys())
        if isinstance(module[name], (FunctionType, _lru_cache_wrapper))
        and module[name].__module__.startswith("puzzlebook.")
        and module[name].__module__ not in NEVER_REPLACED
        and module[name].__qualname__ != function.__qualname__
    ]


def _is_module(value: object) -> bool:
    return isinstance(value, ModuleType) and value.__name__.startswith("puzzlebook.")


class Answers:
    """What was asked of functions, and what they answered."""

    def __init__(self) -> None:
        self._rows: dict[str, list[tuple[Any, Any]]] = defaultdict(list)

    def find(self, name: str, question: Any) -> list[Any]:
        """The answer to a question in a list; empty if it was not asked."""
        return [answer for asked, answer in self._rows[name] if is_same(asked, question)][:1]

    def keep(self, name: str, question: Any, answer: Any) -> None:
        """Remember an answer."""
        if len(self._rows[name]) < MOST:
            self._rows[name].append((question, answer))


class StandIns:
    """Functions in the place of those that a function calls, for one question."""

    def __init__(self, places: Places, variations: Variations, real: Answers, seed: int) -> None:
        """real: what the functions themselves answer."""
        self._places = places
        self._variations = variations
        self._real = real
        self._said = Answers()
        self._random = Random(seed)
        self._copier = Copier()
        self._is_inside = False

    @contextmanager
    def stand_in(self) -> Iterator[None]:
        """Replace the functions, and put them back."""
        for module, name, function in self._places:
            module[name] = self._replace(name, function)
        try:
            yield
        finally:
            for module, name, function in self._places:
                module[name] = function

    def _replace(self, name: str, function: Function) -> Function:
        def stand_in(*given: Any, **named: Any) -> Any:
            if self._is_inside:
                return function(*given, **named)
            self._is_inside = True
            try:
                return self._answer(name, function, given, named)
            finally:
                self._is_inside = False

        return stand_in

    def _answer(
        self, name: str, function: Function, given: tuple[Any, ...], named: dict[str, Any]
    ) -> Any:
        asked = inspect.signature(function).bind(*given, **named)
        asked.apply_defaults()
        question = self._copier.copy(asked.arguments)
        for said in self._said.find(name, question):
            return self._give(said)
        known = self._real.find(name, question)
        real = known[0] if known else function(*given, **named)
        if not known:
            real = self._copier.copy(_Given(real) if isinstance(real, GeneratorType) else real)
            self._real.keep(name, question, real)
        said = real
        if self._random.random() < 0.5:
            said = self._variations.vary({f"{name}()": real})[f"{name}()"]
        self._said.keep(name, question, said)
        return self._give(said)

    def _give(self, answer: Any) -> Any:
        answer = self._copier.copy(answer)
        return iter(answer) if isinstance(answer, _Given) else answer


class _Given(list[Any]):
    """What a generator gives."""
