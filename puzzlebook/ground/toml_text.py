"""Reading TOML of the user's with care: a key of many steps is refused before `tomllib` sees it, as
that takes memory by the square of their number, and so is what is nested deeper than any file of
ours."""

from __future__ import annotations

import re
import tomllib
from typing import Any

MOST_STEPS = 8
"""So many steps may lead to a value, in one key and in all tables around it; ours have four."""

_TEXTS = (
    r'"""(?:\\.|[^\\])*?(?:"{3,5}|\Z)',
    r"'''.*?(?:'{3,5}|\Z)",
    r'"(?:\\.|[^"\\\n])*"?',
    r"'[^'\n]*'?",
)
_UNREAD = re.compile("|".join((*_TEXTS, r"#[^\n]*")), re.DOTALL)
"""Texts and comments, in which points mean nothing."""
_STEP = r'(?:[A-Za-z0-9_-]+|"")'
_LONG_KEY = re.compile(rf"{_STEP}(?:[ \t]*\.[ \t]*{_STEP}){{{MOST_STEPS},}}")


class TooDeepError(ValueError):
    """A key has too many steps, or tables too many levels."""

    def __init__(self) -> None:
        super().__init__(f"has a key of more than {MOST_STEPS} steps")


def parse_toml(text: str) -> dict[str, Any]:
    """Parse TOML; ValueError or RecursionError where it is none."""
    # A quoted step of a key, or a text, is as good as any other; a comment ends its line.
    bare = _UNREAD.sub(lambda found: "" if found[0].startswith("#") else '""', text)
    if _LONG_KEY.search(bare):
        raise TooDeepError
    tables = tomllib.loads(text)
    _check_depth(tables)
    return tables


def _check_depth(tables: dict[str, Any]) -> None:
    """TooDeepError if a value lies deeper than is allowed; without recursion, which has its own
    limit."""
    level: list[Any] = [tables]
    for _ in range(MOST_STEPS + 1):
        inner = [
            value for each in level for value in (each.values() if isinstance(each, dict) else each)
        ]
        level = [value for value in inner if isinstance(value, dict | list)]
        if not level:
            return
    raise TooDeepError
