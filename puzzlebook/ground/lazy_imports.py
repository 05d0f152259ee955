"""Import a library without the slow modules that it imports but that most commands never use.

svgwrite, reportlab, segno, fontTools and pydantic load web clients, parsers and image libraries
when they are imported (`http`, `ssl`, `email`): a tenth of the time that a small book takes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import Any


class _LazyModule(ModuleType):
    """A placeholder for a module, whose names are placeholders too while a library is imported."""

    def __getattr__(self, name: str) -> Any:
        if sys.modules.get(self.__name__) is self:
            return _LazyName(self.__name__, name)
        return getattr(import_module(self.__name__), name)


class _LazyName:
    """A function or class whose module is loaded when it is called or used with `isinstance`.

    It is not a class: nothing can be derived from it, and `except` does not accept it.
    """

    def __init__(self, module: str, name: str) -> None:
        self._module, self._name = module, name

    def __call__(self, *positional: Any, **named: Any) -> Any:
        return self._load()(*positional, **named)

    def __instancecheck__(self, value: object) -> bool:
        return isinstance(value, self._load())

    def __or__(self, other: object) -> object:
        return Any  # annotations such as `X | None` are evaluated during the import

    __ror__ = __or__

    def _load(self) -> Any:
        if isinstance(sys.modules.get(self._module), _LazyModule):
            del sys.modules[self._module]
        return getattr(import_module(self._module), self._name)


@contextmanager
def import_lazily(*modules: str) -> Iterator[None]:
    """Make libraries that are imported in the block load these modules only when they use them.

    A library may take functions from such a module, classes that it neither derives from nor
    catches, or the module itself. Modules that are loaded already stay so.
    """
    placeholders = {name: _LazyModule(name) for name in modules if name not in sys.modules}
    sys.modules.update(placeholders)
    try:
        yield
    finally:
        for name, placeholder in placeholders.items():
            if sys.modules.get(name) is placeholder:
                del sys.modules[name]
