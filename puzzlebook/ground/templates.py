"""Access to the folder `templates/`: the books, themes, printers, languages, silhouettes and other
data that ship with the program.

In a checkout the folder is at the top of the repository; in an installed package it is inside the
package.

Releases: for each release, `templates/releases/` keeps the files named in `KEPT`, which determine
the mazes of a book, their order and its texts. The listing of a release, `VERSION.toml`, names each
file together with the release that holds its copy, so that an unchanged file is stored only once.
Under `use_release` these copies replace the current files, so that a book code is read with the
templates of its own release. `puzzlebook.verbs.releases` writes the copies.
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
"""The folders and files that are copied for a release. Drawings are not copied: those that
determine a maze are frozen with the edition, and all others affect only its appearance."""

_HERE = Path(__file__).resolve().parents[1]
_VERSION = re.compile(r"[0-9]+(\.[0-9]+)*")
_in_use: ContextVar[str | None] = ContextVar("release", default=None)


@cache
def find_folder() -> Path:
    """Return the path of the folder `templates/`."""
    installed = _HERE / "templates"
    return installed if installed.is_dir() else _HERE.parent / "templates"


def cache_by_release(function: Callable[P, R]) -> Callable[P, R]:
    """Cache the results of a function that reads templates, separately for each release."""
    results: dict[tuple[object, ...], R] = {}

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        key = find_folder(), _in_use.get(), args, *kwargs.items()
        try:
            return results[key]
        except KeyError:
            return results.setdefault(key, function(*args, **kwargs))

    return call


def path_of(name: str) -> Path:
    """Return the path of a template's file: the current one, or the copy in the release in use.
    name: the path of the template within the folder."""
    release = _in_use.get()
    if release is None or not is_kept(name):
        return find_folder() / name
    return find_folder() / RELEASES / list_files(release).get(name, release) / name


def list_names(kind: str, ending: str = ".toml") -> list[str]:
    """Return the names of all templates of a kind (`books`, `themes`, …), sorted."""
    return [*_list_names(kind, ending)]


@cache_by_release
def _list_names(kind: str, ending: str) -> tuple[str, ...]:
    release, prefix = _in_use.get(), f"{kind}/"
    if release is None or not is_kept(kind):
        files = os.listdir(find_folder() / kind)
    else:
        paths = list_files(release)
        files = [path.removeprefix(prefix) for path in paths if path.startswith(prefix)]
    return tuple(sorted(file.removesuffix(ending) for file in files if file.endswith(ending)))


def read(kind: str, name: str, ending: str = ".toml") -> bytes:
    """Read a template as bytes. The template must exist."""
    return path_of(f"{kind}/{name}{ending}").read_bytes()


def read_content(name: str) -> bytes:
    """Read a template as bytes; empty if it does not exist. name: its path within the folder."""
    with suppress(FileNotFoundError, NotADirectoryError):
        return path_of(name).read_bytes()
    return b""


@cache_by_release
def table(name: str) -> dict[str, Any]:
    """Read a TOML file directly in the folder, such as `pages.toml`. All callers share the result,
    and must not change it."""
    return tomllib.loads(path_of(name).read_text(encoding="utf-8"))


def is_kept(name: str) -> bool:
    """Return whether each release has a copy of this file or kind."""
    return name.partition("/")[0] in KEPT


def releases() -> list[str]:
    """Return the releases whose templates are stored, newest first."""
    versions = [path.stem for path in (find_folder() / RELEASES).glob("*.toml")]

    def numbers(version: str) -> list[int]:
        return list(map(int, version.split(".")))

    return sorted(filter(_VERSION.fullmatch, versions), key=numbers, reverse=True)


def list_files(release: str) -> Mapping[str, str]:
    """Return a mapping from the files of a release to the releases that hold their copies."""
    files: Mapping[str, str] = read_listing(release)["files"]
    return files


def read_listing(release: str) -> Mapping[str, Any]:
    """Read the listing of a release: its files, and the books that test the release."""
    return tomllib.loads((find_folder() / RELEASES / f"{release}.toml").read_text(encoding="utf-8"))


@contextmanager
def use_release(release: str | None) -> Iterator[None]:
    """Within the block, use the templates of a release, or the current ones for None."""
    token = _in_use.set(release)
    try:
        yield
    finally:
        _in_use.reset(token)


def is_release_in_use() -> bool:
    """Return whether the templates of a release are used instead of the current templates."""
    return _in_use.get() is not None
