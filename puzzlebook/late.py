"""Modules that a library imports at once, and that most commands have no use for: loaded when they are first used."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import Any


class _StandIn(ModuleType):
    """Stands for a module until something of it is used or taken; then the module is loaded and takes its place."""

    def __getattr__(self, name: str) -> Any:
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        return getattr(import_module(self.__name__), name)


class _StandInOfFunctions(_StandIn):
    """What a library takes from it while it is itself imported is a function, which loads the module when called."""

    def __getattr__(self, name: str) -> Any:
        if sys.modules.get(self.__name__) is self:
            return _late_function(self.__name__, name)
        return super().__getattr__(name)


def _late_function(module: str, name: str) -> Callable[..., Any]:
    return lambda *positional, **named: getattr(import_module(module), name)(*positional, **named)


def load_late(*modules: str) -> None:
    """From now on, to import these modules does not load them; to use them does, or to take something by `from`."""
    for module in modules:
        sys.modules.setdefault(module, _StandIn(module))


@contextmanager
def unloaded(*modules: str) -> Iterator[None]:
    """A library that is imported here imports these modules without loading them.

    They must be such of which it takes only functions, or the module as a whole. Those that are loaded stay so.
    """
    stand_ins = {module: _StandInOfFunctions(module) for module in modules if module not in sys.modules}
    sys.modules.update(stand_ins)
    try:
        yield
    finally:
        for module in stand_ins:
            del sys.modules[module]
