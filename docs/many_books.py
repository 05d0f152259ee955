"""A book for each name of a list, made by many processes or machines: `many_books.py NAMES SHELF
[ADDRESS]`.

NAMES is a text file with a name on each line. ADDRESS is that of a scheduler of dask's, which may
have any number of machines; without one, the cores of this machine share the work. It needs `pip
install "dask[distributed]"`. Each book is said on a line when it is there, with the SHA-256 of its
PDF. docs/scale.md says what that takes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

from dask.distributed import Client

from puzzlebook import make_book

_AT_A_TIME = 1000  # books that the scheduler is told of; it takes about a millisecond for each
_RETRIES = 3


def personal_book(number: int, name: str, shelf: str) -> str:
    """Make a book for one name; the SHA-256 of its PDF. The same arguments make the same bytes, on
    any machine.

    A job may run a second time although its book is there, where a machine was lost before it could
    say so: hence `force`, which replaces a book of ours, all or nothing.
    """
    book = make_book(
        "ages-5-6",
        seed=f"spring {number}",
        output=Path(shelf) / f"{number // 1000:04}",
        name=f"{number:07}",
        overrides={"book.title": f"Mazes for {name}", "svg": False},
        force=True,
    )
    return str(book.manifest["files"][book.pdf.name])


def many_books(
    client: Client,
    names: Iterable[str],
    shelf: str,
    book: Callable[[int, str, str], str] = personal_book,
) -> Iterator[tuple[int, str]]:
    """Make a book for each name: its number, from 1, and the sum of its PDF, in their order.

    A job that fails, or whose process ends, is run again, up to three times.
    """
    numbered = enumerate(names, 1)
    while some := list(islice(numbered, _AT_A_TIME)):
        numbers: Sequence[int] = [number for number, _ in some]
        jobs = client.map(
            book, numbers, [name for _, name in some], shelf=shelf, retries=_RETRIES, pure=False
        )
        yield from zip(numbers, client.gather(jobs), strict=True)


def main(names: str, shelf: str, address: str | None = None) -> None:
    """Make all books, and say so."""
    # One thread in each process: a book is made by one, and processes need nothing of each other.
    here = {} if address else {"threads_per_worker": 1, "dashboard_address": None}
    with Client(address, **here) as client:
        lines = (line.strip() for line in Path(names).read_text(encoding="utf-8").splitlines())
        for number, total in many_books(client, filter(None, lines), str(Path(shelf).resolve())):
            print(f"{number:07} {total}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
