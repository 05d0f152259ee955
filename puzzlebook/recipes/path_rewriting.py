"""Rewriting the paths of the user's files in a recipe's tables."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from puzzlebook.recipes.reading import TABLES, list_fields
from puzzlebook.recipes.user_files import file_mark


def names_files(tables: Mapping[str, Any]) -> bool:
    """Return whether a recipe's tables name any of the user's files."""
    names: list[str] = []

    def collect(name: str) -> str:
        names.append(name)
        return name

    _change_paths(tables, collect)
    return bool(names)


def move_paths(tables: Mapping[str, Any], old: Path, new: Path) -> dict[str, Any]:
    """Return the tables with paths relative to `old` rewritten as paths relative to `new`."""
    # `Path.resolve` fails on circular links, which are refused when the file is read.
    if os.path.realpath(old) == os.path.realpath(new):
        return dict(tables)

    def rename_path(name: str) -> str:
        target = Path(os.path.realpath(old / name))
        try:
            return Path(os.path.relpath(target, os.path.realpath(new))).as_posix()
        except ValueError:  # another drive
            return target.as_posix()

    return _change_paths(tables, rename_path)


def _change_paths(
    tables: Mapping[str, Any], change: Callable[[str], str], table: str = ""
) -> dict[str, Any]:
    """Return a recipe's tables with `change` applied to the name of every file. The tables are
    unchecked."""
    fields = list_fields(table)

    def change_value(key: str, value: Any) -> Any:
        if isinstance(value, list):
            return [change_value(key, item) for item in value]
        if isinstance(value, dict):
            return _change_paths(value, change, key) if key in TABLES else value
        mark = file_mark(fields[key]) if key in fields else None
        if mark and value and isinstance(value, str):
            return mark.rename_files(value, change)
        return value

    return {key: change_value(key, value) for key, value in tables.items()}
