"""manifest.json, the record of a finished book's contents: writing and reading it.

`books.planning.records` makes the entries.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from math import fsum
from pathlib import Path
from stat import S_ISREG
from typing import Any, NamedTuple, NoReturn, TypeVar

from puzzlebook.ground.faults import Fault, Refused, Unfinished, refuse

MANIFEST = "manifest.json"
"""The file that marks a folder as a finished book's."""

LISTING = "listing"
"""The name of a listing's folder in the book's folder, and of its entry in the manifest."""

FORMAT = 1  # version of the manifest's format

OUTSIDE = "outside"
"""The value of `figures` for a maze whose hero and goal are outside its doors."""

BEYOND_ARROWS = "beyond arrows"
"""The value of `figures` for a maze whose hero and goal are beyond the arrows at its doors."""

HEAVY_RIM = "heavy"
"""The value of `rim` for a maze whose outer wall is heavier, as in a page's frame."""

LARGEST_MANIFEST = 50_000_000
"""Files with more bytes are not manifests: the manifest of 10,000 mazes, the most a book may have,
is a quarter of this size."""

MAX_PAGES = 50_000
"""The most pages in a file: 10,000 mazes with blank backs, each with its answer on a separate leaf,
make 40,000 pages."""

LARGEST_FILE = 250_000_000
"""The largest allowed file of a book, in bytes; the PDF of 10,000 mazes is less than half of it."""

_MAX_STARS = 5
_MAX_NUMBER = 1_000_000

# Other programs also use the name manifest.json: these keys identify ours.
_OUR_KEYS = {"format", "edition", "seed", "files", "mazes"}

_Type = TypeVar("_Type")


def write_manifest(manifest: Mapping[str, Any]) -> str:
    """Return the manifest as JSON. Its last entry, `self`, is the SHA-256 of all other lines."""
    return b"".join(write_manifest_pieces(manifest)).decode()


def write_manifest_pieces(manifest: Mapping[str, Any]) -> Iterator[bytes]:
    """Yield the lines of `write_manifest`; iterators are written as lists."""
    own = sha256()
    for line in _lines(manifest):
        piece = line.encode()
        own.update(piece)
        yield piece
    own.update(b"}\n")
    yield f'  "self": "{own.hexdigest()}"\n}}\n'.encode()


def _lines(manifest: Mapping[str, Any]) -> Iterator[str]:
    yield "{\n"
    for key, value in manifest.items():
        yield f"  {_write_line(key)}: "
        yield from _write_json(value)
        yield ",\n"


def is_intact(content: bytes) -> bool:
    """Whether a manifest's own checksum is correct."""
    lines = content.decode("utf-8", "replace").splitlines(keepends=True)
    own = [line for line in lines if line.startswith('  "self": "')]
    rest = "".join(line for line in lines if line not in own)
    return len(own) == 1 and own[0] == f'  "self": "{sha256(rest.encode()).hexdigest()}"\n'


def _write_json(value: object) -> Iterator[str]:
    """Yield JSON with one line per maze and file, and any other value on a single line."""
    rows: Iterable[str]
    if isinstance(value, Iterator) or (
        isinstance(value, list) and value and isinstance(value[0], dict)
    ):
        brackets, rows = "[]", map(_write_line, value)
    elif (
        isinstance(value, dict) and value and all(isinstance(item, str) for item in value.values())
    ):
        brackets, rows = (
            "{}",
            (f"{_write_line(key)}: {_write_line(item)}" for key, item in value.items()),
        )
    else:
        yield _write_line(value)
        return
    yield brackets[0]
    for index, row in enumerate(rows):
        yield f"{',' if index else ''}\n    {row}"
    yield f"\n  {brackets[1]}"


def _write_line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


class Damaged(ValueError):
    """A manifest that lacks a fact, or has a value of the wrong type."""


class FinishedBook(NamedTuple):
    """A finished book, as described by its manifest.

    folder: the book's folder. manifest: all entries, as read. is_intact: whether the manifest's own
    checksum is correct. Each fact is checked when it is accessed, and raises `Damaged` if it is
    missing or of the wrong type, so that one wrong fact does not affect others. `verify` checks
    whether the facts are true.
    """

    folder: Path
    manifest: Mapping[str, Any]
    is_intact: bool

    @property
    def is_ours(self) -> bool:
        """Whether this manifest is ours rather than another program's."""
        return self.manifest.keys() >= _OUR_KEYS and isinstance(self.manifest["files"], dict)

    @property
    def code(self) -> str:
        """The book's code; empty if there is none."""
        return (
            _fact(self.manifest, "code", str) if self.manifest.get("code", "") is not None else ""
        )

    @property
    def seed(self) -> str:
        """The seed of the mazes."""
        return _fact(self.manifest, "seed", str)

    @property
    def pages(self) -> int:
        """The number of pages of the PDF."""
        return _number(self.manifest, "pages", MAX_PAGES)

    @property
    def recipe(self) -> Mapping[str, Any]:
        """The tables of the recipe; `recipes.sources.read_finished_recipe` reads them."""
        return _fact(self.manifest, "recipe", dict)

    @property
    def name(self) -> str:
        """The book's name, with which its file names begin, even if its folder was renamed."""
        name = _fact(self.recipe, "name", str)
        return name if name == Path(name).name and name.isprintable() else _refuse_damaged("recipe")

    @property
    def versions(self) -> Mapping[str, str]:
        """The version of each library, and the checksum of each font, used to make the book."""
        versions: dict[str, str] = _fact(self.manifest, "versions", dict)
        return (
            versions
            if all(isinstance(version, str) for version in versions.values())
            else _refuse_damaged("versions")
        )

    @property
    def files(self) -> Mapping[str, object]:
        """The SHA-256 of each file, by name; values are not checked."""
        return _fact(self.manifest, "files", dict)

    @property
    def contents(self) -> Mapping[str, object]:
        """The content digests of the PDF files and the preview, by name; empty in old books."""
        return _fact(self.manifest, "content", dict) if "content" in self.manifest else {}

    @property
    def mazes(self) -> Sequence[Mapping[str, Any]]:
        """The entry of each maze, in order; their values are not checked."""
        rows = _fact(self.manifest, "mazes", list)
        return (
            rows
            if rows and all(isinstance(row, dict) for row in rows)
            else _refuse_damaged("mazes")
        )

    @property
    def cover(self) -> Mapping[str, Any]:
        """What the cover was made for: pages, paper, spine and sheet; empty if we made none."""
        return _fact(self.manifest, "cover", dict) if "cover" in self.manifest else {}

    def values_by_maze(self, key: str) -> tuple[str, ...]:
        """Return each maze's text under a key, such as its code."""
        return tuple(_fact(row, key, str) for row in self.mazes)

    def numbers_by_maze(self, key: str) -> tuple[int, ...]:
        """Return each maze's number (at least 1) under a key, such as `draw`."""
        return tuple(_number(row, key, _MAX_NUMBER) for row in self.mazes)

    @property
    def chapters_by_maze(self) -> tuple[str, ...]:
        """The key of the section that prints each maze."""
        return tuple(
            _fact(row, "chapter" if "chapter" in row else "section", str) for row in self.mazes
        )

    @property
    def stars_by_maze(self) -> tuple[int, ...]:
        """The stars of each maze; 0 if it has none."""
        return tuple(
            0 if row.get("stars") is None else _number(row, "stars", _MAX_STARS)
            for row in self.mazes
        )

    @property
    def stories_by_maze(self) -> tuple[tuple[str, ...], ...]:
        """The lines of the story on each maze's page; empty if there is none, or it is not
        recorded.

        The lines are checked, as a manifest may have been edited.
        """
        stories = (row.get("story", []) for row in self.mazes)
        return tuple(
            tuple(story)
            if isinstance(story, list) and all(isinstance(line, str) for line in story)
            else _refuse_damaged("story")
            for story in stories
        )

    @property
    def hardest_way(self) -> tuple[int, str]:
        """The length (in cells) of the solution path of the slowest maze, and the maze's shape; 0
        if the book is too old to record minutes."""
        rows = [row for row in self.mazes if isinstance(row.get("minutes"), int | float)]
        if not rows:
            return 0, ""
        hardest = max(rows, key=lambda row: row["minutes"])
        return _number(hardest, "solution_length", _MAX_NUMBER), _fact(hardest, "shape", str)

    @property
    def minutes(self) -> float:
        """How long all mazes take to solve, in minutes; 0 if the book is too old to record it."""
        minutes = (row.get("minutes") for row in self.mazes)
        return fsum(each for each in minutes if isinstance(each, int | float))

    def pages_by_maze(self, kind: str) -> tuple[int | None, ...]:
        """Return the page of each maze's `puzzle` or `answer`, or None."""
        entries = (row.get(kind) for row in self.mazes)
        return tuple(
            None
            if entry is None
            else _number(entry, "page", self.pages)
            if isinstance(entry, dict)
            else _refuse_damaged(kind)
            for entry in entries
        )

    def check(self) -> None:
        """Raise `Damaged` if any fact is missing or wrong."""
        for fact in ("code", "seed", "pages", "name", "versions", "files", "contents", "cover"):
            getattr(self, fact)
        self.values_by_maze("code")


def _fact(entries: Mapping[str, Any], key: str, kind: type[_Type]) -> _Type:
    """Return the value under a key, which must have this type."""
    value = entries.get(key)
    return (
        value if isinstance(value, kind) and not isinstance(value, bool) else _refuse_damaged(key)
    )


def _number(entries: Mapping[str, Any], key: str, maximum: int) -> int:
    """Return the number under a key, which must be from 1 to `maximum`."""
    value = _fact(entries, key, int)
    return value if 1 <= value <= maximum else _refuse_damaged(key)


def _refuse_damaged(key: str) -> NoReturn:
    raise Damaged(key)


def parse_manifest(content: bytes, folder: Path) -> FinishedBook | None:
    """Return the book of a manifest with this content, or None if it is not a manifest.

    NaN is refused: Python's JSON allows it, ours does not.
    """
    try:
        manifest = (
            json.loads(content, parse_constant=_refuse_damaged)
            if len(content) <= LARGEST_MANIFEST
            else None
        )
    except (ValueError, RecursionError):
        return None
    return (
        FinishedBook(folder, manifest, is_intact(content)) if isinstance(manifest, dict) else None
    )


def check_readable(folder: Path) -> None:
    """Raise Unfinished if the manifest of a folder, or of one of its books, is unreadable.

    Without it, no one can tell whose folder this is.
    """
    for path in (folder, *(folder / name for name in list_books(folder))):
        try:
            if S_ISREG((path / MANIFEST).stat().st_mode):
                (path / MANIFEST).open("rb").close()
        except FileNotFoundError:
            continue
        except PermissionError:
            what, allowed = (
                "cannot be opened: permission denied",
                "nothing was changed; choose another name",
            )
            raise Unfinished(Fault(str(path), what, allowed)) from None


def find_book(folder: Path) -> FinishedBook | None:
    """Return our book in a folder, whatever the state of its manifest, or None."""
    try:
        book = _read(folder)
    except OSError:
        return None
    return book if book and book.is_ours else None


def list_books(folder: Path) -> list[str]:
    """Return the folders of a list's books, from the manifest above them; empty without one."""
    try:
        above = _read(folder)
    except OSError:
        return []
    rows = above.manifest.get("books") if above else None
    names = (
        [row.get("folder") if isinstance(row, dict) else None for row in rows]
        if isinstance(rows, list)
        else []
    )
    return [name for name in names if isinstance(name, str) and name == Path(name).name]


def manifest_above(folder: Path) -> FinishedBook:
    """Return the manifest above the books of a list; raise Refused if there is none, and Unfinished
    if it is unreadable."""
    try:
        above = _read(folder)
    except OSError as error:
        raise Unfinished(Fault(str(folder), f"cannot be read: {error.strerror}")) from None
    if above is None:
        raise refuse(str(folder), "holds no books of a list", "make them again")
    return above


def open_book(folder: Path) -> FinishedBook:
    """Return the book in a folder, with its manifest's facts checked; refused if there is none."""
    try:
        book = _read(folder)
        if os.path.lexists(folder / MANIFEST) and not os.path.exists(folder / MANIFEST):
            raise refuse(
                str(folder), f"its {MANIFEST} is a link that leads nowhere", "make the book again"
            )
        if book is None or not book.is_ours:
            if inner := list_books(folder):
                raise refuse(
                    str(folder),
                    "holds the books of a list",
                    f"give one of them, such as {folder / inner[0]}",
                )
            if folder.is_file() and (folder.parent / MANIFEST).is_file():
                raise refuse(
                    str(folder), "is a file of a book", f"give its folder, {folder.parent}"
                )
            raise refuse(
                str(folder),
                "is not the folder of a book",
                f"give a folder with a {MANIFEST} that puzzlebook wrote",
            )
        book.check()
    except OSError as error:
        raise Unfinished(Fault(str(folder), f"cannot be read: {error.strerror}")) from None
    except Damaged:
        raise refuse_incomplete(folder) from None
    return book


def refuse_incomplete(folder: Path) -> Refused:
    """Return the error for a book whose manifest lacks a fact."""
    return refuse(str(folder), f"its {MANIFEST} is incomplete", "make the book again")


def _read(folder: Path) -> FinishedBook | None:
    if not (folder / MANIFEST).is_file():  # reading a pipe might never end
        return None
    with (folder / MANIFEST).open("rb") as file:
        return parse_manifest(file.read(LARGEST_MANIFEST + 1), Path(os.path.realpath(folder)))
