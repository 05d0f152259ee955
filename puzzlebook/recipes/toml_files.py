"""Reading the tables of a recipe's file, and reporting where and why it is not valid TOML."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from puzzlebook.ground.faults import refuse
from puzzlebook.ground.regular_files import read_regular_file
from puzzlebook.ground.shell_commands import shell_line
from puzzlebook.ground.toml_text import TooDeepError, parse_toml

MAX_BYTES = 2_000_000

_POSITION = r"\(at line (\d+), column (\d+)\)"


def read_toml(path: Path, where: str) -> dict[str, Any]:
    """Read the tables of one file, unchecked."""
    try:
        text = read_toml_bytes(path, where).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise refuse(where, f"is not UTF-8 text (line {line})", "save it as UTF-8") from None
    return parse_recipe_text(text, where)


def parse_recipe_text(text: str, where: str) -> dict[str, Any]:
    if not text.strip():
        is_file = where.endswith(".toml") and os.path.isfile(where)
        raise refuse(where, "is empty", "a recipe", shell_line("new", where) if is_file else "")
    try:
        return parse_toml(text)
    except TooDeepError as error:
        raise refuse(where, str(error), "write keys such as section.warm-up.size") from None
    except (ValueError, RecursionError) as error:
        if "integer string conversion" in str(error):
            what = "holds a number of thousands of digits"
            raise refuse(where, what, "write shorter numbers") from None
        what = f"is not valid TOML{_locate_error(text, str(error))}"
        raise refuse(where, what, 'write lines such as title = "My mazes"') from None


def read_toml_bytes(path: Path, where: str) -> bytes:
    if os.path.isdir(path):
        from puzzlebook.recipes.suggested_commands import make_command

        command = make_command(path / "recipe.toml") if (path / "recipe.toml").is_file() else ""
        raise refuse(where, "is a folder", "give the recipe's file", command)
    missing = "give the path of a recipe, or the name of a book"
    return read_regular_file(
        path, where, MAX_BYTES, "a recipe, as TOML", missing, "is too large for a recipe"
    )


def _locate_error(text: str, message: str) -> str:
    """Describe where the text stops being TOML: the line, the column and the start of the line."""
    twice = ", a key or table stands twice" if re.search("overwrite|twice|mutate", message) else ""
    at = re.search(_POSITION, message)
    if at is None:
        return f" at its end{twice}"
    line, column = map(int, at.groups())
    excerpt = text.split("\n")[line - 1].strip()[:60]
    return f" at line {line}, column {column}{twice}" + (f": {excerpt}" if excerpt else "")
