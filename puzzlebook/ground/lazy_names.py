"""Names that a package exports, each imported from its module when it is first used (PEP 562)."""

TYPE_CHECKING = False  # a type checker takes it for true; importing `typing` takes time

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def export_lazily(package: str, modules: "Mapping[str, str]") -> "Callable[[str], object]":
    """Return the `__getattr__` of a package. modules: of each exported name, the module that has
    it, in full or within the package (".codes")."""

    def get_attribute(name: str) -> object:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        from importlib import import_module

        return getattr(import_module(modules[name], package), name)

    return get_attribute
