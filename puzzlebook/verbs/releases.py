"""A release step: keep this version's templates, so that its book codes stay readable.

    python -m puzzlebook.verbs.releases

The step copies what determines a book's mazes, their order and the texts (`templates.KEPT`) to
`templates/releases/`, and records a book of each template for testing later versions. Kept files
never change. Raise the version right afterwards: a kept version counts as released.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from puzzlebook.ground import __version__, templates
from puzzlebook.ground.arguments import ignore_progress
from puzzlebook.ground.faults import Refused, refuse
from puzzlebook.recipes.book_codes import make_book_code
from puzzlebook.recipes.files import DEFAULT_BOOK, decide_seed, load
from puzzlebook.recipes.order import Order, settle
from puzzlebook.typesetting.text.fonts import find_script
from puzzlebook.verbs.make import draw_order
from puzzlebook.verbs.rebuilding import find_order

_SEED = "release"
_MAZES = 24  # in each recorded book


class Record(NamedTuple):
    """The record of a book: its code, and digests of its mazes and its texts, both in order."""

    code: str
    mazes: str
    texts: str


def keep_release(version: str = __version__, samples: Iterable[Order] | None = None) -> Path:
    """Keep the current templates for a version, and return the path of the new listing.

    Refused if the version has a listing. samples: the books to record; by default, one of each
    kind.
    """
    listing = templates.find_folder() / templates.RELEASES / f"{version}.toml"
    if listing.exists():
        raise refuse(
            str(listing), "is kept already, and what was released stays", "raise the version"
        )
    records = [make_record(order) for order in (_sample_orders() if samples is None else samples)]
    text = _listing_text(version, _keep_files(version), records)
    listing.write_text(text, encoding="utf-8")
    return listing


def kept_records(release: str) -> list[Record]:
    """Return the records of a release's books."""
    return [Record(**row) for row in templates.read_listing(release).get("book", ())]


def remake(code: str) -> tuple[Record, str | None]:
    """Return the record of the book that this program makes from a code, and the release whose
    templates are used."""
    found = find_order(code)
    with templates.use_release(found.release):
        return make_record(found.order), found.release


def make_record(order: Order) -> Record:
    """Return the record of an order's book, which is drawn but not written."""
    plan = draw_order(order, ignore_progress)(None)
    mazes = [entry.maze.digest.hex() for entry in plan.entries.values()]
    stories = (" ".join(rows) for _, rows in sorted(plan.stories.items()))
    texts = [*(text for _, text in plan.texts), *stories]
    return Record(str(order.code), _digest(mazes), _digest(texts))


def _digest(lines: list[str]) -> str:
    return sha256("\n".join(lines).encode()).hexdigest()


def _sample_orders() -> Iterator[Order]:
    """Yield a book of each template, on its usual page and on A4, and a book in each language whose
    font we ship."""
    samples: list[tuple[str, dict[str, object]]] = [
        (name, {}) for name in templates.list_names("books")
    ]
    languages = [name for name in templates.list_names("languages") if find_script(name) != "Guru"]
    samples += [(name, {"page": "a4"}) for name in templates.list_names("books")]
    samples += [(DEFAULT_BOOK, {"language": name}) for name in languages]
    for template, more in samples:
        yield sample_order(template, **more)


def sample_order(template: str, **more: object) -> Order:
    """Return the order of a book that is recorded for testing a release."""
    given = {"seed": _SEED, "mazes": _MAZES, **more}
    loaded = load(template, given)
    order = settle(decide_seed(loaded), loaded.folder)
    return replace(order, code=make_book_code(order.recipe, order.assets, loaded, given))


def _keep_files(version: str) -> Iterator[tuple[str, str]]:
    """Copy files that have changed since the last release; yield each file's name and the release
    that holds its copy."""
    place = templates.find_folder() / templates.RELEASES
    earlier = next(iter(templates.releases()), None)
    known = templates.list_files(earlier) if earlier else {}
    for name in _names_to_keep():
        content = templates.read_content(name)
        holder = known.get(name, version)
        copy = place / holder / name
        if holder != version and copy.read_bytes() == content:
            yield name, holder
            continue
        copy = place / version / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(content)
        yield name, version


def _names_to_keep() -> list[str]:
    """Return the files that each release keeps, as paths relative to the templates' folder."""
    place = templates.find_folder()
    found = [
        path for kind in templates.KEPT for path in (place / kind, *(place / kind).glob("*.toml"))
    ]
    return sorted(path.relative_to(place).as_posix() for path in found if path.is_file())


def _listing_text(version: str, files: Iterable[tuple[str, str]], records: Iterable[Record]) -> str:
    """Return the listing of a release as TOML."""
    rows = [f'"{name}" = "{holder}"' for name, holder in files]
    books = [
        f'\n[[book]]\ncode = "{book.code}"\nmazes = "{book.mazes}"\ntexts = "{book.texts}"'
        for book in records
    ]
    about = (
        "# What decides the mazes, their order and the texts of the books of release "
        f"{version}: each file,\n# and the release whose copy it is. Then a book of each kind, "
        "by which later versions are tested."
    )
    return "\n".join([about, "\n[files]", *rows, *books, ""])


def main() -> int:
    """Keep the templates of this version, and print where."""
    try:
        print(f"Kept: {keep_release()}")
    except Refused as refused:
        print("\n".join(f"error: {fault}" for fault in refused.faults), file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
