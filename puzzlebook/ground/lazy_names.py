"""Names that a package exports, each imported from its module when it is first used (PEP 562)."""

TYPE_CHECKING = False  # type checkers treat it as true; importing `typing` would take time

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def export_lazily(package: str, modules: "Mapping[str, str]") -> "Callable[[str], object]":
    """Return the `__getattr__` of a package. modules: for each exported name, the module that has
    it, in full or within the package (".codes")."""

    def get_attribute(name: str) -> object:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        from importlib import import_module

        return getattr(import_module(modules[name], package), name)

    return get_attribute
