"""The command that brings back the very program that made a book: the same version, with the same
libraries."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import NamedTuple

from puzzlebook import __version__
from puzzlebook.ground import templates
from puzzlebook.ground.lazy_imports import import_lazily
from puzzlebook.recipes.order import Order
from puzzlebook.recipes.writing import write_recipe
from puzzlebook.typesetting.text.bidi import may_turn

PROGRAM, BIDI = "puzzlebook", "python-bidi"

_LIBRARIES = {
    "fonttools": ("fontTools", "__version__"),
    BIDI: ("bidi", "VERSION"),
    "reportlab": ("reportlab", "__version__"),
    "segno": ("segno", "__version__"),
    "svgwrite": ("svgwrite", "__version__"),
    "uharfbuzz": ("uharfbuzz", "__version__"),
}
"""Where each library says its version, by its name on the package index: to read what is known of
all that is installed takes longer."""

_NOT_EVERYWHERE = ("bidi",)
"""What may be missing, as in a browser: a book that would need it is refused."""

_VERSION = re.compile(r"[0-9][0-9A-Za-z.+!]*")


class Restore(NamedTuple):
    """The command that makes a book again with the program that made it.

    is_released: whether that program was a release when it made the book. Only a release can be
    fetched.
    """

    is_released: bool
    command: str


def make_restore(order: Order) -> Restore:
    """The command for the book of an order, to be typed in the book's folder.

    The library for lines from right to left is left out where the book has none: it may be missing.
    """
    turns = order.words.right_to_left or may_turn(write_recipe(order.recipe))
    needed = {name: version for name, version in libraries().items() if turns or name != BIDI}
    is_released = __version__ in templates.releases()
    return Restore(is_released, restore_command({PROGRAM: __version__, **needed}, ".", "../again"))


def restore_comment(restore: Restore) -> str:
    """The same as lines of a recipe's file."""
    about = "The same bytes again, typed in this folder"
    if not restore.is_released:
        about = f"Once {PROGRAM} {__version__} is released, typed in this folder (bytes may differ: this book is older)"
    return f"# {about}:\n# {restore.command}\n"


def restore_command(versions: Mapping[str, str], source: str, output: str) -> str:
    """The command that makes a book again with these versions, as a manifest says them; empty where
    it does not.

    source, output: what `rebuild` is to take, each quoted already where it has to be.
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
    """The version of each library that has a part in a book's bytes."""
    with import_lazily(
        "segno.encoder", "segno.utils", "segno.writers", "svgwrite.drawing"
    ):  # nothing but their versions
        found = {name: _version(module, key) for name, (module, key) in _LIBRARIES.items()}
    return {name: version for name, version in found.items() if version is not None}


def _version(module: str, name: str) -> str | None:
    try:
        return str(getattr(import_module(module), name))
    except ModuleNotFoundError:
        if module not in _NOT_EVERYWHERE:
            raise
        return None
