"""Where `templates/` lies, and what is in it: the books, themes, printers, languages and silhouettes we ship.

In a checkout the folder stands at the top of the repository; in an installed package it stands inside it.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

_HERE = Path(__file__).resolve().parent


@cache
def folder() -> Path:
    """The folder of the templates."""
    packed = _HERE / "templates"
    return packed if packed.is_dir() else _HERE.parent / "templates"


def names(kind: str, ending: str = ".toml") -> list[str]:
    """The names of the templates of a kind (`books`, `themes`, …), sorted."""
    return sorted(file.removesuffix(ending) for file in os.listdir(folder() / kind) if file.endswith(ending))


def read(kind: str, name: str, ending: str = ".toml") -> bytes:
    """The bytes of one template, which must exist."""
    return (folder() / kind / f"{name}{ending}").read_bytes()
