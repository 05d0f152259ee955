"""Modules that a library imports at once, and that most commands have no use for: loaded when they
are first used."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import Any


class _StandIn(ModuleType):
    """Stands for a module until something of it is used or taken; then the module is loaded and
    takes its place."""

    def __getattr__(self, name: str) -> Any:
        return getattr(_load(self.__name__), name)


def _load(module: str) -> ModuleType:
    """The module itself, in the place of what stands for it."""
    if isinstance(sys.modules.get(module), _StandIn):
        del sys.modules[module]
    return import_module(module)


class _LateName:
    """What a library takes from a module while it is itself imported: a function, or a class that
    it calls or compares with. The module is loaded when it is called, or asked whether something is
    of the class. It is no class itself: nothing can be derived from it, and `except` does not take
    it."""

    def __init__(self, module: str, name: str) -> None:
        self._module, self._name = module, name

    def __call__(self, *positional: Any, **named: Any) -> Any:
        return self._itself()(*positional, **named)

    def __instancecheck__(self, value: object) -> bool:
        return isinstance(value, self._itself())

    def __or__(self, other: object) -> object:
        # Annotations such as `X | None` are worked out while a library is imported; any type will
        # do for them.
        return Any

    __ror__ = __or__

    def _itself(self) -> Any:
        return getattr(_load(self._module), self._name)


class _StandInOfNames(_StandIn):
    """What a library takes from it while it is itself imported is not yet there either."""

    def __getattr__(self, name: str) -> Any:
        if sys.modules.get(self.__name__) is self:
            return _LateName(self.__name__, name)
        return super().__getattr__(name)


def load_late(*modules: str) -> None:
    """From now on, to import these modules does not load them; to use them does, or to take
    something by `from`."""
    for module in modules:
        sys.modules.setdefault(module, _StandIn(module))


@contextmanager
def import_lazily(*modules: str) -> Iterator[None]:
    """What is imported here, a library or our own command line, imports these modules without
    loading them.

    They must be such of which it takes only functions, classes that it neither derives from nor
    names in an `except`, or the module as a whole. Those that are loaded stay so.
    """
    stand_ins = {module: _StandInOfNames(module) for module in modules if module not in sys.modules}
    sys.modules.update(stand_ins)
    try:
        yield
    finally:
        for module, stand_in in stand_ins.items():
            if sys.modules.get(module) is stand_in:
                del sys.modules[module]
