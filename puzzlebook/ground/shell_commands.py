"""Command lines to copy: what a message suggests runs as it stands when it is pasted into a
shell."""

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
    """The command line of puzzlebook with these words, quoted for a shell.

    It is empty where a word holds characters that a message cannot show, such as a line break: then
    there is no line to copy. A path that begins with a hyphen is not taken for an option.
    """
    line = shlex.join([PROGRAM, *map(_word, words)])
    return line if line.isprintable() else ""


def _word(word: str | os.PathLike[str]) -> str:
    text = os.fspath(word)
    return f"./{text}" if text.startswith("-") and isinstance(word, Path) else str(text)


def set_option(words: Sequence[str], names: Sequence[str], *value: str) -> list[str]:
    """The words of a command with this option, in place of the same option where they have it
    already.

    names: what may be typed for it, the first of which is used. value: none for a flag.
    """
    end = words.index("--") if "--" in words else len(words)
    kept = (
        _drop_option(words[:end], names)
        if value
        else [word for word in words[:end] if word not in names]
    )
    return [*kept, names[0], *value, *words[end:]]


def _drop_option(words: Sequence[str], names: Sequence[str]) -> list[str]:
    """The words without an option that takes a value, and without its value."""
    kept: list[str] = []
    rest = iter(words)
    letters = "".join(name[1:] for name in names if not name.startswith("--"))
    for word in rest:
        name, equals, _ = word.partition("=")
        if name in names:
            if not equals:
                next(rest, None)
        elif letters and (found := re.fullmatch(rf"-([a-zA-Z]*?)[{letters}](.*)", word)):
            kept += (
                [f"-{found[1]}"] if found[1] else []
            )  # short options in one word, such as -qo DIR
            if not found[2]:
                next(rest, None)
        else:
            kept.append(word)
    return kept


def drop_set_option(words: Sequence[str], key: str) -> list[str]:
    """The words without `--set KEY=…`, which would win over an option for that key."""
    kept: list[str] = []
    for word in words:
        if kept[-1:] == ["--set"] and word.partition("=")[0].strip() == key:
            kept.pop()
        elif not re.fullmatch(rf"--set=\s*{re.escape(key)}\s*=.*", word, re.DOTALL):
            kept.append(word)
    return kept
