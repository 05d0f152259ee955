"""Files given as a list of names that are something else, recognised by name or content."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from puzzlebook.ground.faults import refuse
from puzzlebook.recipes.suggested_commands import make_command, rebuild_command
from puzzlebook.shelf.manifest import MANIFEST

_A_LIST = "give a list of names, as CSV or .xlsx"

_KINDS: Mapping[str, str] = {
    ".toml": "is a recipe",
    ".pdf": "is a PDF",
    ".svg": "is a drawing",
    ".png": "is a picture",
    ".jpg": "is a picture",
    ".jpeg": "is a picture",
    ".json": "is JSON",
    ".ttf": "is a font",
    ".otf": "is a font",
}
"""Mapping from file name endings that no list has to what the file is."""

_COMMANDS: Mapping[str, Callable[[Path], str]] = {".toml": make_command}

_TEXTS = (
    (
        re.compile(
            rb"\s*(<\?xml[^>]*>\s*)?(<!--.*?-->\s*)*(<!DOCTYPE svg[^>]*>\s*)?<svg\b", re.DOTALL
        ),
        "is a drawing",
    ),
    (re.compile(rb"\s*\{\s*\""), "is JSON"),
    (
        re.compile(rb"(\s*#[^\n]*\n|\s*\w+ = [^\n]*\n|\s)*\[\[?[\w.]+\]\]?\s*(#[^\n]*)?\n"),
        "is TOML",
    ),
)
"""Patterns for the beginnings of texts that are not lists, whatever the name of the file."""


def check_is_list(path: Path, content: bytes, where: str) -> None:
    """Refuse a file that is certainly not a list of names, suggesting the intended command."""
    ending = path.suffix.lower()
    if path.name == MANIFEST:
        raise refuse(where, "is the manifest of a book", _A_LIST, rebuild_command(path))
    if ending in _KINDS:
        command = _COMMANDS[ending](path) if ending in _COMMANDS else ""
        raise refuse(where, _KINDS[ending], _A_LIST, command)
    beginning = content.removeprefix(b"\xef\xbb\xbf")[:4000]
    for pattern, what in _TEXTS:
        if pattern.match(beginning):
            raise refuse(where, what, _A_LIST)
