"""Command lines for messages, quoted so that they can be pasted into a shell."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Sequence
from pathlib import Path

PROGRAM = "puzzlebook"
NAME = ("--name",)
OUTPUT = ("-o", "--output")


def shell_line(*words: str | os.PathLike[str]) -> str:
    """Return a puzzlebook command line with these words, quoted for a shell.

    Return an empty string if a word contains a character that a message cannot show, such as a line
    break. A path that begins with a hyphen is written so that it is not mistaken for an option.
    """
    line = shlex.join([PROGRAM, *map(_protect_hyphen, words)])
    return line if line.isprintable() else ""


def _protect_hyphen(word: str | os.PathLike[str]) -> str:
    text = os.fspath(word)
    return f"./{text}" if text.startswith("-") and isinstance(word, Path) else str(text)


def set_option(words: Sequence[str], names: Sequence[str], *value: str) -> list[str]:
    """Return the words of a command with an option added, or replaced if it is already there.

    names: all spellings of the option; the first is used. value: the value of the option; empty for
    a flag.
    """
    end = words.index("--") if "--" in words else len(words)
    if value:
        remaining = _drop_option(words[:end], names)
    else:
        remaining = [word for word in words[:end] if word not in names]
    return [*remaining, names[0], *value, *words[end:]]


def _drop_option(words: Sequence[str], names: Sequence[str]) -> list[str]:
    """Return the words of a command without an option and its value."""
    remaining: list[str] = []
    rest = iter(words)
    letters = "".join(name[1:] for name in names if not name.startswith("--"))
    for word in rest:
        name, equals, _ = word.partition("=")
        if name in names:
            if not equals:
                next(rest, None)
        elif letters and (match := re.fullmatch(rf"-([a-zA-Z]*?)[{letters}](.*)", word)):
            # One word may contain several short options, such as -qo DIR.
            remaining += [f"-{match[1]}"] if match[1] else []
            if not match[2]:
                next(rest, None)
        else:
            remaining.append(word)
    return remaining


def drop_set_option(words: Sequence[str], key: str) -> list[str]:
    """Return the words without `--set KEY=…`, which would override the option for this key."""
    remaining: list[str] = []
    for word in words:
        if remaining[-1:] == ["--set"] and word.partition("=")[0].strip() == key:
            remaining.pop()
        elif not re.fullmatch(rf"--set=\s*{re.escape(key)}\s*=.*", word, re.DOTALL):
            remaining.append(word)
    return remaining
