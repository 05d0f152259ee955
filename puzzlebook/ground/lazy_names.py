"""Names that a package exports, each imported from its module on first use (PEP 562)."""

TYPE_CHECKING = False  # type checkers treat it as True; importing `typing` is slow

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def export_lazily(package: str, modules: "Mapping[str, str]") -> "Callable[[str], object]":
    """Return the `__getattr__` of a package. modules: a mapping from each exported name to the
    module that defines it, as a full name or relative to the package (".codes")."""

    def get_attribute(name: str) -> object:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        from importlib import import_module

        return getattr(import_module(modules[name], package), name)

    return get_attribute
