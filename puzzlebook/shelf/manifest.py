"""manifest.json, in which a finished book says what it holds: written, and read again. What a plan
says there: `books.records`."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from stat import S_ISREG
from typing import Any, NamedTuple, NoReturn, TypeVar

from puzzlebook.ground.faults import Fault, Refused, Unfinished, refuse

MANIFEST = "manifest.json"
"""What says of a folder that it is a finished book's."""

FORMAT = 1

MOST_BYTES = 50_000_000
"""What is larger is no manifest: that of 10,000 mazes, the most that a book may have, is a quarter
of it."""

MOST_PAGES = 50_000
"""No file that we look at has more: 10,000 mazes with blank backs, each with an answer on a leaf of
its own, are 40,000 pages and what stands around them."""

LARGEST_FILE = 250_000_000
"""What is larger is no file of a book: the PDF of 10,000 mazes has not half as many bytes."""

_MOST_STARS = 5
_MOST_NUMBER = 1_000_000

# Other programs have a manifest.json too: these keys tell ours.
_OUR_KEYS = {"format", "edition", "seed", "files", "mazes"}

_Type = TypeVar("_Type")


def write_manifest(manifest: Mapping[str, Any]) -> str:
    """The manifest as JSON; its last line but one, `self`, is the SHA-256 of all the others."""
    return b"".join(write_manifest_pieces(manifest)).decode()


def write_manifest_pieces(manifest: Mapping[str, Any]) -> Iterator[bytes]:
    """The same, line by line; what is an iterator is written as a list of what comes."""
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
    """Whether a manifest's own sum is right."""
    lines = content.decode("utf-8", "replace").splitlines(keepends=True)
    own = [line for line in lines if line.startswith('  "self": "')]
    rest = "".join(line for line in lines if line not in own)
    return len(own) == 1 and own[0] == f'  "self": "{sha256(rest.encode()).hexdigest()}"\n'


def _write_json(value: object) -> Iterator[str]:
    """JSON with one line for each maze and each file, and short ones for all else."""
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
    for place, row in enumerate(rows):
        yield f"{',' if place else ''}\n    {row}"
    yield f"\n  {brackets[1]}"


def _write_line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


class Damaged(ValueError):
    """A manifest does not say what it must, or says it as a value of another type."""


class FinishedBook(NamedTuple):
    """A finished book, as its manifest tells of it.

    folder: where it stands. manifest: all that is said there, as it was read. is_intact: whether
    its own sum is right. Each of the facts is checked to be there and of its type when it is asked
    for, and is `Damaged` if it is not: so a manifest with one wrong fact still tells the others.
    Whether they are true, `verify` finds out.
    """

    folder: Path
    manifest: Mapping[str, Any]
    is_intact: bool

    @property
    def is_ours(self) -> bool:
        """Whether this can be no other program's manifest."""
        return self.manifest.keys() >= _OUR_KEYS and isinstance(self.manifest["files"], dict)

    @property
    def code(self) -> str:
        """The book's code; empty where it is said to have none."""
        return (
            _fact(self.manifest, "code", str) if self.manifest.get("code", "") is not None else ""
        )

    @property
    def seed(self) -> str:
        """What its mazes grew from."""
        return _fact(self.manifest, "seed", str)

    @property
    def pages(self) -> int:
        """How many pages its PDF has."""
        return _number(self.manifest, "pages", MOST_PAGES)

    @property
    def recipe(self) -> Mapping[str, Any]:
        """The tables of its recipe, which `recipes.sources.finished_recipe` reads."""
        return _fact(self.manifest, "recipe", dict)

    @property
    def name(self) -> str:
        """What the book is called: so its files begin, whatever its folder is called by now."""
        name = _fact(self.recipe, "name", str)
        return name if name == Path(name).name and name.isprintable() else _refuse_damaged("recipe")

    @property
    def versions(self) -> Mapping[str, str]:
        """What it was made with: the version of each library, the sum of each font."""
        versions: dict[str, str] = _fact(self.manifest, "versions", dict)
        return (
            versions
            if all(isinstance(version, str) for version in versions.values())
            else _refuse_damaged("versions")
        )

    @property
    def files(self) -> Mapping[str, object]:
        """The SHA-256 of each of its files by its name, whatever stands there as one."""
        return _fact(self.manifest, "files", dict)

    @property
    def contents(self) -> Mapping[str, object]:
        """The content digest of each of its PDF files, and of its preview; none in books from
        before there were any."""
        return _fact(self.manifest, "content", dict) if "content" in self.manifest else {}

    @property
    def mazes(self) -> Sequence[Mapping[str, Any]]:
        """What is said of each maze, in order; what is in a row is not looked at."""
        rows = _fact(self.manifest, "mazes", list)
        return (
            rows
            if rows and all(isinstance(row, dict) for row in rows)
            else _refuse_damaged("mazes")
        )

    @property
    def cover(self) -> Mapping[str, Any]:
        """What its cover was made for: pages, paper, spine and sheet; empty where there is none of
        ours."""
        return _fact(self.manifest, "cover", dict) if "cover" in self.manifest else {}

    def values_by_maze(self, key: str) -> tuple[str, ...]:
        """What is said of each maze under a key, such as its code."""
        return tuple(_fact(row, key, str) for row in self.mazes)

    def numbers_by_maze(self, key: str) -> tuple[int, ...]:
        """The number, from 1, that is said of each maze under a key, such as `draw`."""
        return tuple(_number(row, key, _MOST_NUMBER) for row in self.mazes)

    @property
    def stars_by_maze(self) -> tuple[int, ...]:
        """The stars of each maze; 0 where it has none."""
        return tuple(
            0 if row.get("stars") is None else _number(row, "stars", _MOST_STARS)
            for row in self.mazes
        )

    def pages_by_maze(self, place: str) -> tuple[int | None, ...]:
        """The page on which each maze stands as a `puzzle` or as an `answer`; None where it does
        not."""
        places = (row.get(place) for row in self.mazes)
        return tuple(
            None
            if said is None
            else _number(said, "page", self.pages)
            if isinstance(said, dict)
            else _refuse_damaged(place)
            for said in places
        )

    def check(self) -> None:
        """`Damaged` if any of the facts is."""
        for fact in ("code", "seed", "pages", "name", "versions", "files", "contents", "cover"):
            getattr(self, fact)
        self.values_by_maze("code")


def _fact(said: Mapping[str, Any], key: str, kind: type[_Type]) -> _Type:
    """What is said under a key, as a value of this type."""
    value = said.get(key)
    return (
        value if isinstance(value, kind) and not isinstance(value, bool) else _refuse_damaged(key)
    )


def _number(said: Mapping[str, Any], key: str, most: int) -> int:
    """The number from 1 to `most` that is said under a key."""
    value = _fact(said, key, int)
    return value if 1 <= value <= most else _refuse_damaged(key)


def _refuse_damaged(key: str) -> NoReturn:
    raise Damaged(key)


def parse_manifest(content: bytes, folder: Path) -> FinishedBook | None:
    """The book of which a manifest with this content tells; None if it is none. JSON has no NaN, as
    Python's has."""
    try:
        manifest = (
            json.loads(content, parse_constant=_refuse_damaged)
            if len(content) <= MOST_BYTES
            else None
        )
    except (ValueError, RecursionError):
        return None
    return (
        FinishedBook(folder, manifest, is_intact(content)) if isinstance(manifest, dict) else None
    )


def check_readable(folder: Path) -> None:
    """Unfinished if the manifest of a folder, or of one of its books, may not be read: whose it is
    cannot be known."""
    for place in (folder, *(folder / name for name in list_books(folder))):
        try:
            if S_ISREG((place / MANIFEST).stat().st_mode):
                (place / MANIFEST).open("rb").close()
        except FileNotFoundError:
            continue
        except PermissionError:
            what, allowed = (
                "may not be looked into: permission denied",
                "nothing was changed; take another name",
            )
            raise Unfinished(Fault(str(place), what, allowed)) from None


def find_book(folder: Path) -> FinishedBook | None:
    """The book in a folder, in whatever state its manifest is; None if it has none of ours."""
    try:
        book = _read(folder)
    except OSError:
        return None
    return book if book and book.is_ours else None


def list_books(folder: Path) -> list[str]:
    """The folders of the books of a list, as the manifest above them names them; none if there is
    no such manifest."""
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
    """What is said above the books of a list; refused if nothing is, or Unfinished if it cannot be
    read."""
    try:
        above = _read(folder)
    except OSError as error:
        raise Unfinished(Fault(str(folder), f"cannot be read: {error.strerror}")) from None
    if above is None:
        raise refuse(str(folder), "holds no books of a list", "make them again")
    return above


def open_book(folder: Path) -> FinishedBook:
    """The book in a folder, all that its manifest says in order; refused if there is none."""
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
                    f"one of them, such as {folder / inner[0]}",
                )
            if folder.is_file() and (folder.parent / MANIFEST).is_file():
                raise refuse(str(folder), "is a file of a book", f"its folder, {folder.parent}")
            raise refuse(
                str(folder), "is not the folder of a book", f"a folder with a {MANIFEST} of ours"
            )
        book.check()
    except OSError as error:
        raise Unfinished(Fault(str(folder), f"cannot be read: {error.strerror}")) from None
    except Damaged:
        raise refuse_incomplete(folder) from None
    return book


def refuse_incomplete(folder: Path) -> Refused:
    """A manifest that does not say what it must is no ground to stand on."""
    return refuse(str(folder), f"its {MANIFEST} is incomplete", "make the book again")


def _read(folder: Path) -> FinishedBook | None:
    if not (folder / MANIFEST).is_file():  # to read a pipe might never end
        return None
    with (folder / MANIFEST).open("rb") as file:
        return parse_manifest(file.read(MOST_BYTES + 1), Path(os.path.realpath(folder)))
