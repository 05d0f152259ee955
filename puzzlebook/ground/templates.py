"""Where `templates/` lies, and what is in it: the books, themes, printers, languages and
silhouettes we ship.

In a checkout the folder stands at the top of the repository; in an installed package it stands
inside it.

Releases
    `templates/releases/` keeps what each release had of `KEPT`, all that decides the mazes, their order and the texts
    of a book. `VERSION.toml` lists the files of a release, each with the release whose copy it is: a file that did not
    change is kept once. Under `use_release` these files stand in the place of today's, so that a book code of any
    release is read with the templates under which it was printed. `puzzlebook.verbs.releases` writes them.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cache, wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

RELEASES = "releases"

KEPT = ("books", "languages", "stories", "themes", "printers", "audiences.toml", "levels.toml", "other_names.toml",
        "pages.toml", "silhouettes.toml", "stars.toml")  # fmt: skip
"""The folders and files that a release keeps. Drawings are none of them: what decides a maze is
frozen with the edition, and all others are looks."""

_HERE = Path(__file__).resolve().parents[1]
_VERSION = re.compile(r"[0-9]+(\.[0-9]+)*")
_in_use: ContextVar[str | None] = ContextVar("release", default=None)


@cache
def find_folder() -> Path:
    """The folder of the templates."""
    packed = _HERE / "templates"
    return packed if packed.is_dir() else _HERE.parent / "templates"


def path_of(name: str) -> Path:
    """The file of a template, named as it lies in the folder: today's, or the one of the release in
    use."""
    release = _in_use.get()
    if release is None or not is_kept(name):
        return find_folder() / name
    return find_folder() / RELEASES / list_files(release).get(name, release) / name


def list_names(kind: str, ending: str = ".toml") -> list[str]:
    """The names of the templates of a kind (`books`, `themes`, …), sorted."""
    release = _in_use.get()
    if release is None or not is_kept(kind):
        files = os.listdir(find_folder() / kind)
    else:
        files = [
            name.removeprefix(f"{kind}/")
            for name in list_files(release)
            if name.startswith(f"{kind}/")
        ]
    return sorted(file.removesuffix(ending) for file in files if file.endswith(ending))


def read(kind: str, name: str, ending: str = ".toml") -> bytes:
    """The bytes of one template, which must exist."""
    return path_of(f"{kind}/{name}{ending}").read_bytes()


def read_content(name: str) -> bytes:
    """The bytes of a template, named as it lies in the folder; none where there is no such file."""
    with suppress(FileNotFoundError, NotADirectoryError):
        return path_of(name).read_bytes()
    return b""


def table(name: str) -> dict[str, Any]:
    """The rows of a template that stands alone in the folder, such as `pages.toml`."""
    return tomllib.loads(path_of(name).read_text(encoding="utf-8"))


def is_kept(name: str) -> bool:
    """Whether each release keeps this file, or this kind."""
    return name.partition("/")[0] in KEPT


def releases() -> list[str]:
    """The releases whose templates are kept, the newest first."""
    place = find_folder() / RELEASES
    found = [path.stem for path in place.glob("*.toml")] if place.is_dir() else []
    return sorted(filter(_VERSION.fullmatch, found), key=_numbers, reverse=True)


def list_files(release: str) -> Mapping[str, str]:
    """The files of a release, each with the release whose copy it is."""
    files: Mapping[str, str] = read_listing(release)["files"]
    return files


def read_listing(release: str) -> Mapping[str, Any]:
    """All that the listing of a release says: its files, and the books by which it is tested."""
    return tomllib.loads((find_folder() / RELEASES / f"{release}.toml").read_text(encoding="utf-8"))


@contextmanager
def use_release(release: str | None) -> Iterator[None]:
    """Read the templates of a release in place of today's; None for today's."""
    token = _in_use.set(release)
    try:
        yield
    finally:
        _in_use.reset(token)


def cache_by_release(function: Callable[P, R]) -> Callable[P, R]:
    """The function with its results kept, apart for each release: for what is made of templates."""
    kept: dict[tuple[object, ...], R] = {}

    @wraps(function)
    def find(*args: P.args, **kwargs: P.kwargs) -> R:
        key = find_folder(), _in_use.get(), args, *kwargs.items()
        if key not in kept:
            kept[key] = function(*args, **kwargs)
        return kept[key]

    return find


def is_release_in_use() -> bool:
    """Whether the templates of a release stand in the place of today's."""
    return _in_use.get() is not None


def _numbers(version: str) -> list[int]:
    return list(map(int, version.split(".")))
