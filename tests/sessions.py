"""What functions return, on record: sessions at Python's prompt, each in `sessions/`.

Each session is of one folder of the package. Only what is asked is written by hand:

    python tests/sessions.py --renew [SESSION ...]    write the answers anew, and say which changed

Numbers are shown to six digits, so that every machine shows the same; a long value as its digest.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import chdir, redirect_stdout
from dataclasses import fields, is_dataclass
from doctest import DocTestParser
from enum import Enum
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from traceback import format_exception_only
from unittest.mock import patch

FOLDER = Path(__file__).parent / "sessions"
LONG = 400


def play(session: str) -> str:
    """A session with the answers of today."""
    names: dict[str, object] = {"__name__": "session", "ask": ask}
    played = []
    no_fonts = patch("puzzlebook.typesetting.text.script_fonts._list_font_files", tuple)
    with no_fonts, patch.object(sys, "displayhook", _show):
        for part in DocTestParser().parse(session):
            if isinstance(part, str):
                played.append(part)
            else:
                first, *rest = part.source.rstrip("\n").split("\n")
                played += [f">>> {first}\n", *(f"... {line}".rstrip() + "\n" for line in rest)]
                played.append(_answer(part.source, names))
    return "".join(played)


def _answer(source: str, names: dict[str, object]) -> str:
    """What the prompt writes after a statement."""
    with redirect_stdout(io.StringIO()) as said:
        try:
            exec(compile(source, "session", "single"), names)
        except Exception as error:
            print("Traceback (most recent call last):\n    ...")
            print("".join(format_exception_only(error)), end="")
    return said.getvalue().replace(f"{Path.cwd()}{os.sep}", "").replace("\n\n", "\n<BLANKLINE>\n")


def ask(function: Callable[..., object], *inputs: object) -> None:
    """Write what a function answers to each input; a tuple is several arguments."""
    for given in inputs:
        arguments = given if type(given) is tuple else (given,)
        asked = ", ".join(map(describe, arguments))
        try:
            print(f"{_shorten(asked)} -> {_shorten(describe(function(*arguments)))}")
        except Exception as error:
            print(f"{_shorten(asked)} ! {'; '.join(str(error).splitlines()) or repr(error)}")


def _shorten(shown: str) -> str:
    return shown if len(shown) <= LONG else f"<{len(shown)} characters, {digest(shown)}>"


def digest(text: str) -> str:
    """What tells a long text from any other."""
    return sha256(text.encode()).hexdigest()[:16]


def _show(value: object) -> None:
    if value is not None:
        print(_shorten(describe(value)))


def describe(value: object) -> str:
    """A value as its constructor would be called, the same on every machine."""
    if isinstance(value, float):
        return f"{value:.6g}".replace("-0", "0") if abs(value) < 1e-9 else f"{value:.6g}"
    if isinstance(value, Enum):
        return str(value)
    if isinstance(value, Path):
        return value.as_posix()
    if is_dataclass(value) and not isinstance(value, type):
        rows = (f"{f.name}={describe(getattr(value, f.name))}" for f in fields(value) if f.repr)
        return f"{type(value).__name__}({', '.join(rows)})"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{describe(k)}: {describe(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (set, frozenset)):
        return "{" + ", ".join(sorted(map(describe, value))) + "}"
    if isinstance(value, Iterator):
        return describe(list(value))
    if isinstance(value, (tuple, list)):
        inner = ", ".join(map(describe, value))
        return f"[{inner}]" if isinstance(value, list) else f"({inner})"
    return repr(value)


def renew(names: list[str]) -> None:
    """Write the answers of some sessions anew; of all if no names are given."""
    for file in sorted(FOLDER.iterdir()):
        if not names or file.stem in names:
            session = file.read_text("utf-8")
            with TemporaryDirectory() as folder, chdir(folder):
                played = play(session)
            if played != session:
                file.write_text(played, "utf-8", newline="\n")
                print("changed", file.stem)


if __name__ == "__main__":
    if sys.argv[1:2] != ["--renew"]:
        sys.exit("usage: python tests/sessions.py --renew [SESSION ...]")
    renew(sys.argv[2:])
