"""Modules that a library imports at once, and that most commands have no use for: loaded when they are first used."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import Any


class _StandIn(ModuleType):
    """Stands for a module until something of it is used.

    What a library takes from it while it is itself imported is a function, which loads the module when it is called.
    """

    def __getattr__(self, name: str) -> Any:
        if sys.modules.get(self.__name__) is self:
            return _late_function(self.__name__, name)
        return getattr(import_module(self.__name__), name)


def _late_function(module: str, name: str) -> Callable[..., Any]:
    return lambda *positional, **named: getattr(import_module(module), name)(*positional, **named)


@contextmanager
def unloaded(*modules: str) -> Iterator[None]:
    """A library that is imported here imports these modules without loading them.

    They must be such of which it takes only functions, or the module as a whole. Those that are loaded stay so.
    """
    stand_ins = {module: _StandIn(module) for module in modules if module not in sys.modules}
    sys.modules.update(stand_ins)
    try:
        yield
    finally:
        for module in stand_ins:
            del sys.modules[module]
