"""Access to the folder `templates/`: the books, themes, printers, languages and silhouettes that we
ship.

In a checkout the folder is at the top of the repository; in an installed package it is inside it.

Releases: `templates/releases/` has a copy of `KEPT` for each release, which covers everything that
decides the mazes, their order and the texts of a book. `VERSION.toml` lists the files of a release,
each with the release that holds its copy, so an unchanged file is stored once. Under `use_release`
these files replace today's, so that a book code is read with the templates of its own release.
`puzzlebook.verbs.releases` writes the copies.
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

KEPT = (
    "books",
    "languages",
    "second_languages",
    "stories",
    "themes",
    "printers",
    "audiences.toml",
    "levels.toml",
    "other_names.toml",
    "pages.toml",
    "silhouettes.toml",
    "stage_sets.toml",
    "stages.toml",
    "stars.toml",
)
"""The folders and files that are copied for a release. Drawings are not: those that decide a maze
are frozen with the edition, and the others only change its look."""

_HERE = Path(__file__).resolve().parents[1]
_VERSION = re.compile(r"[0-9]+(\.[0-9]+)*")
_in_use: ContextVar[str | None] = ContextVar("release", default=None)


@cache
def find_folder() -> Path:
    """Return the folder of the templates."""
    installed = _HERE / "templates"
    return installed if installed.is_dir() else _HERE.parent / "templates"


def path_of(name: str) -> Path:
    """The file of a template, named by its path in the folder: today's, or the one of the release
    in use."""
    release = _in_use.get()
    if release is None or not is_kept(name):
        return find_folder() / name
    return find_folder() / RELEASES / list_files(release).get(name, release) / name


def list_names(kind: str, ending: str = ".toml") -> list[str]:
    """List the names of the templates of a kind (`books`, `themes`, …), sorted."""
    release, prefix = _in_use.get(), f"{kind}/"
    if release is None or not is_kept(kind):
        files = os.listdir(find_folder() / kind)
    else:
        paths = list_files(release)
        files = [path.removeprefix(prefix) for path in paths if path.startswith(prefix)]
    return sorted(file.removesuffix(ending) for file in files if file.endswith(ending))


def read(kind: str, name: str, ending: str = ".toml") -> bytes:
    """Read the bytes of one template, which must exist."""
    return path_of(f"{kind}/{name}{ending}").read_bytes()


def read_content(name: str) -> bytes:
    """Read the bytes of a template, named by its path in the folder; empty if it does not exist."""
    with suppress(FileNotFoundError, NotADirectoryError):
        return path_of(name).read_bytes()
    return b""


def table(name: str) -> dict[str, Any]:
    """The rows of a TOML file directly in the folder, such as `pages.toml`."""
    return tomllib.loads(path_of(name).read_text(encoding="utf-8"))


def is_kept(name: str) -> bool:
    """Whether each release has a copy of this file or kind."""
    return name.partition("/")[0] in KEPT


def releases() -> list[str]:
    """The releases whose templates are stored, newest first."""
    versions = [path.stem for path in (find_folder() / RELEASES).glob("*.toml")]

    def numbers(version: str) -> list[int]:
        return list(map(int, version.split(".")))

    return sorted(filter(_VERSION.fullmatch, versions), key=numbers, reverse=True)


def list_files(release: str) -> Mapping[str, str]:
    """List the files of a release, each with the release that holds its copy."""
    files: Mapping[str, str] = read_listing(release)["files"]
    return files


def read_listing(release: str) -> Mapping[str, Any]:
    """Read the listing of a release: its files, and the books that test it."""
    return tomllib.loads((find_folder() / RELEASES / f"{release}.toml").read_text(encoding="utf-8"))


@contextmanager
def use_release(release: str | None) -> Iterator[None]:
    """Use the templates of a release within a `with` block; None for the current ones."""
    token = _in_use.set(release)
    try:
        yield
    finally:
        _in_use.reset(token)


def cache_by_release(function: Callable[P, R]) -> Callable[P, R]:
    """Cache the results of a function that reads templates, separately for each release."""
    results: dict[tuple[object, ...], R] = {}

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        key = find_folder(), _in_use.get(), args, *kwargs.items()
        if key not in results:
            results[key] = function(*args, **kwargs)
        return results[key]

    return call


def is_release_in_use() -> bool:
    """Whether the templates of a release are used in place of the current ones."""
    return _in_use.get() is not None
