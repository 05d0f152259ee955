"""The command that rebuilds a book with the versions of the program and the libraries that made
it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import NamedTuple

from puzzlebook.ground import __version__, templates
from puzzlebook.ground.lazy_imports import import_lazily

PROGRAM = "puzzlebook"

_LIBRARIES = {
    "fonttools": ("fontTools", "__version__"),
    "reportlab": ("reportlab", "__version__"),
    "segno": ("segno", "__version__"),
    "svgwrite": ("svgwrite", "__version__"),
    "uharfbuzz": ("uharfbuzz", "__version__"),
}
"""Mapping from a library's name on the package index to the module and the attribute that hold its
version. Reading the metadata of installed packages would take longer."""

_VERSION = re.compile(r"[0-9][0-9A-Za-z.+!]*")


class Restore(NamedTuple):
    """The command that rebuilds a book.

    is_released: whether the version of the program that made the book is a release. Only releases
    can be installed.
    """

    is_released: bool
    command: str


def make_restore() -> Restore:
    """Return the command that rebuilds a book made now, to be run in the book's folder."""
    is_released = __version__ in templates.releases()
    versions = {PROGRAM: __version__, **libraries()}
    return Restore(is_released, restore_command(versions, ".", "../again"))


def restore_comment(restore: Restore) -> str:
    """Return the command as comment lines for a recipe file."""
    about = "The same bytes again, typed in this folder"
    if not restore.is_released:
        about = (
            f"Once {PROGRAM} {__version__} is released, typed in this folder (bytes may differ: "
            "this book is older)"
        )
    return f"# {about}:\n# {restore.command}\n"


def restore_command(versions: Mapping[str, str], source: str, output: str) -> str:
    """Return the command that rebuilds a book with the versions in its manifest; "" if the manifest
    lacks the program's version.

    source, output: arguments of `rebuild`, quoted where necessary.
    """
    pinned = {
        name: versions[name] for name in _LIBRARIES if _VERSION.fullmatch(versions.get(name, ""))
    }
    if not _VERSION.fullmatch(program := versions.get(PROGRAM, "")):
        return ""
    pins = "".join(f'--with "{name}=={version}" ' for name, version in pinned.items())
    return f'uvx --from "{PROGRAM}=={program}" {pins}{PROGRAM} rebuild {source} -o {output}'


@cache
def libraries() -> Mapping[str, str]:
    """Return the versions of the libraries that affect a book's bytes."""
    # Only versions are needed, so do not load the slow parts of these packages.
    with import_lazily("segno.encoder", "segno.utils", "segno.writers", "svgwrite.drawing"):
        return {
            name: str(getattr(import_module(module), attribute))
            for name, (module, attribute) in _LIBRARIES.items()
        }
