"""A recipe's tables with the files that they name, wherever these stand in them."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from puzzlebook.recipes.own_files import file_mark
from puzzlebook.recipes.reading import TABLES, fields


def names_files(tables: Mapping[str, Any]) -> bool:
    """Whether a recipe's tables name files of the user's."""
    found: list[str] = []

    def noted(name: str) -> str:
        found.append(name)
        return name

    _changed(tables, noted)
    return bool(found)


def moved(tables: Mapping[str, Any], old: Path, new: Path) -> dict[str, Any]:
    """The tables with the files that they name relative to one folder named relative to another."""
    # `Path.resolve` fails on links that lead to themselves; whoever reads the file says so.
    if os.path.realpath(old) == os.path.realpath(new):
        return dict(tables)

    def from_new(name: str) -> str:
        target = Path(os.path.realpath(old / name))
        try:
            return Path(os.path.relpath(target, os.path.realpath(new))).as_posix()
        except ValueError:  # another drive
            return target.as_posix()

    return _changed(tables, from_new)


def _changed(tables: Mapping[str, Any], change: Callable[[str], str], table: str = "") -> dict[str, Any]:
    """A recipe's tables with every file's name changed. (They may be wrong in any way: reading will say so.)"""
    known = fields(table)

    def of(key: str, value: Any) -> Any:
        if isinstance(value, list):
            return [of(key, item) for item in value]
        if isinstance(value, dict):
            return _changed(value, change, key) if key in TABLES else value
        mark = file_mark(known[key]) if key in known else None
        return mark.changed(value, change) if mark and isinstance(value, str) and value else value

    return {key: of(key, value) for key, value in tables.items()}
