"""Parsing a user's TOML with an upper bound on its depth.

The memory that `tomllib` needs grows with the square of the number of steps in a key, so long keys
are refused before parsing. Deeply nested values are refused afterwards.
"""

from __future__ import annotations

import re
import tomllib
from itertools import chain
from typing import Any

MAX_STEPS = 8
"""The greatest number of steps (table names and keys) that lead to a value. Built-in files have
four."""

_STRING_PATTERNS = (
    r'"""(?:\\.|[^\\])*?(?:"{3,5}|\Z)',
    r"'''.*?(?:'{3,5}|\Z)",
    r'"(?:\\.|[^"\\\n])*"?',
    r"'[^'\n]*'?",
)
_IGNORED = re.compile("|".join((*_STRING_PATTERNS, r"#[^\n]*")), re.DOTALL)
"""Matches strings and comments, in which dots do not separate steps."""
_STEP = r'(?:[A-Za-z0-9_-]+|"")'
_LONG_KEY = re.compile(rf"{_STEP}(?:[ \t]*\.[ \t]*{_STEP}){{{MAX_STEPS},}}")


class TooDeepError(ValueError):
    """A key has too many steps, or tables have too many levels."""

    def __init__(self) -> None:
        super().__init__(f"has a key of more than {MAX_STEPS} parts")


def parse_toml(text: str) -> dict[str, Any]:
    """Parse TOML. Raise ValueError or RecursionError if it is invalid or too deep."""
    # A string may be a quoted step of a key, so it is replaced by an empty string, not removed.
    text_without_strings = _IGNORED.sub(
        lambda match: "" if match[0].startswith("#") else '""', text
    )
    if _LONG_KEY.search(text_without_strings):
        raise TooDeepError
    tables = tomllib.loads(text)
    _check_depth(tables)
    return tables


def _check_depth(tables: dict[str, Any]) -> None:
    """Raise TooDeepError if a value is too deep. This is a loop, because recursion has a limit of
    its own."""
    level: list[Any] = [tables]
    for _ in range(MAX_STEPS + 1):
        values = chain.from_iterable(
            node.values() if isinstance(node, dict) else node for node in level
        )
        level = [value for value in values if isinstance(value, dict | list)]
        if not level:
            return
    raise TooDeepError
