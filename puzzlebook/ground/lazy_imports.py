"""Importing a library without those slow modules that it imports but that most commands never use.

svgwrite, reportlab, segno, fontTools and pydantic import web clients, parsers and image libraries
(`http`, `ssl`, `email`). Loading these takes a tenth of the time that a small book takes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import Any


class _LazyModule(ModuleType):
    """A placeholder for a module. While a library is being imported, the names in the placeholder
    are placeholders too."""

    def __getattr__(self, name: str) -> Any:
        if sys.modules.get(self.__name__) is self:
            return _LazyName(self.__name__, name)
        return getattr(import_module(self.__name__), name)


class _LazyName:
    """A placeholder for a function or class. Its module is loaded when it is called or used with
    `isinstance`.

    The placeholder is not a class, so nothing can be derived from it, and `except` does not accept
    it.
    """

    def __init__(self, module: str, name: str) -> None:
        self._module, self._name = module, name

    def __call__(self, *positional: Any, **named: Any) -> Any:
        return self._load()(*positional, **named)

    def __instancecheck__(self, value: object) -> bool:
        return isinstance(value, self._load())

    def __or__(self, other: object) -> object:
        return Any  # for annotations such as `X | None`, which are evaluated during the import

    __ror__ = __or__

    def _load(self) -> Any:
        if isinstance(sys.modules.get(self._module), _LazyModule):
            del sys.modules[self._module]
        return getattr(import_module(self._module), self._name)


@contextmanager
def import_lazily(*modules: str) -> Iterator[None]:
    """Within the block, make imported libraries load these modules only on first use.

    A library may take from such a module: functions, classes that it neither derives from nor
    catches, or the module itself. Modules that are already loaded are not affected.
    """
    placeholders = {name: _LazyModule(name) for name in modules if name not in sys.modules}
    sys.modules.update(placeholders)
    try:
        yield
    finally:
        for name, placeholder in placeholders.items():
            if sys.modules.get(name) is placeholder:
                del sys.modules[name]
