"""A recipe's tables with the files that they name, wherever these stand in them."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from puzzlebook.recipes.reading import TABLES, list_fields
from puzzlebook.recipes.user_files import file_mark


def names_files(tables: Mapping[str, Any]) -> bool:
    """Whether a recipe's tables name files of the user's."""
    found: list[str] = []

    def noted(name: str) -> str:
        found.append(name)
        return name

    _change_paths(tables, noted)
    return bool(found)


def move_paths(tables: Mapping[str, Any], old: Path, new: Path) -> dict[str, Any]:
    """The tables with the files that they name relative to one folder named relative to another."""
    # `Path.resolve` fails on links that lead to themselves; whoever reads the file says so.
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
    """A recipe's tables with every file's name changed. (They may be wrong in any way: reading will
    say so.)"""
    known = list_fields(table)

    def change_value(key: str, value: Any) -> Any:
        if isinstance(value, list):
            return [change_value(key, item) for item in value]
        if isinstance(value, dict):
            return _change_paths(value, change, key) if key in TABLES else value
        mark = file_mark(known[key]) if key in known else None
        return (
            mark.rename_files(value, change) if mark and isinstance(value, str) and value else value
        )

    return {key: change_value(key, value) for key, value in tables.items()}
