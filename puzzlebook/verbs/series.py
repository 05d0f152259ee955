"""Making the titles of a list, each with interior, cover and listing in its own folder, with a
manifest above them. All titles are checked.

Existing titles are kept, and their missing files are added. No maze appears twice.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from puzzlebook.books.classes.file_names import choose_file_stem
from puzzlebook.class_lists.row_faults import join_rows
from puzzlebook.ground import __version__
from puzzlebook.ground.arguments import Progress, ignore_progress
from puzzlebook.ground.faults import Fault, Refused, Unfinished, refuse, refuse_any
from puzzlebook.ground.lengths import parse_points
from puzzlebook.ground.seeds import derive_gift_seed, make_seed, tidy_seed
from puzzlebook.recipes.files import decide_seed
from puzzlebook.recipes.order import Order, settle
from puzzlebook.recipes.writing import recipe_tables
from puzzlebook.shelf.list_folder import read_manifest_above, replace_manifest_above
from puzzlebook.shelf.manifest import LISTING, FinishedBook, find_book, open_book
from puzzlebook.verbs.cover import make_cover
from puzzlebook.verbs.listing import write_listing
from puzzlebook.verbs.listing_texts import REVERSED
from puzzlebook.verbs.make import fulfil_request
from puzzlebook.verbs.request import DEFAULT_SHELF, MakeRequest
from puzzlebook.verbs.title_list import TitleLine, read_title_list


class SeriesTitle(NamedTuple):
    """The current state of a title of a list.

    row: its row in the list. has_been_there: whether its interior was made earlier. problems: why
    it is not ready for its printer; empty if it is. pages: 0 if the title could not be made.
    upload: the files to upload, from its folder. remarks: what `make` and `listing` note.
    """

    row: int
    title: str
    folder: Path
    printer: str
    pages: int = 0
    mazes: int = 0
    has_been_there: bool = False
    problems: tuple[str, ...] = ()
    upload: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Series:
    """The titles of a list: the folder above theirs, their common seed, and notes."""

    folder: Path
    seed: str
    titles: tuple[SeriesTitle, ...]
    remarks: tuple[str, ...] = ()

    @property
    def is_ready(self) -> bool:
        """Whether every title can be uploaded."""
        return not any(title.problems for title in self.titles)


class _PlannedTitle(NamedTuple):
    """A title before it is made, with its existing book, if any."""

    line: TitleLine
    request: MakeRequest
    order: Order
    existing_book: FinishedBook | None

    @property
    def folder(self) -> Path:
        return self.request.output / self.order.name


def write_series(
    path: Path,
    output: Path = Path(DEFAULT_SHELF),
    seed: str | None = None,
    progress: Progress = ignore_progress,
    jobs: int | None = 1,
) -> Series:
    """Make the titles of a list that do not exist yet, in `output/LIST/TITLE`.

    Nothing is made if a row is invalid, or if a title's folder holds anything else. seed: the seed
    of all titles; by default that of existing titles, or a new one.
    """
    lines, remarks = read_title_list(path)
    folder = output / path.stem
    old_manifest = read_manifest_above(folder)
    if old_manifest is None and os.path.lexists(folder):
        allowed = "choose another -o, or rename the list"
        raise refuse(str(folder), "exists, but does not contain the titles of a list", allowed)
    seed = _choose_seed(old_manifest, seed, folder)
    planned = _plan(lines, folder, seed, jobs, path.name)
    made: list[SeriesTitle] = []
    if old_manifest is None:
        # Records the seed in case this is interrupted.
        old_manifest = _make_manifest(seed, made, None)
        folder.mkdir(parents=True)
        replace_manifest_above(folder, old_manifest, None)
    for number, title in enumerate(planned):
        progress("making titles", number, len(planned))
        made.append(_make_title(title, planned, made))
        manifest = _make_manifest(seed, made, old_manifest)
        replace_manifest_above(folder, manifest, old_manifest)
        old_manifest = manifest
    progress("making titles", len(planned), len(planned))
    _check_mazes([title.folder for title in made if title.pages])
    return Series(folder, seed, tuple(made), tuple(remarks))


def _choose_seed(
    old_manifest: Mapping[str, Any] | None, requested_seed: str | None, folder: Path
) -> str:
    """Return the common seed of all titles."""
    if old_manifest is None:
        return make_seed() if requested_seed is None else tidy_seed(requested_seed, "--seed")
    seed = str(old_manifest["seed"])
    if requested_seed is not None and tidy_seed(requested_seed, "--seed") != seed:
        what = f"the titles in {folder} have the seed {seed}"
        raise refuse("--seed", what, "leave it out, or choose another -o")
    return seed


def _plan(
    lines: Sequence[TitleLine], folder: Path, seed: str, jobs: int | None, where: str
) -> list[_PlannedTitle]:
    """Return all titles, settled. Refused with the faults of all rows before anything is made."""
    planned: list[_PlannedTitle] = []
    faults: list[tuple[int, Fault]] = []
    taken: set[str] = set()
    for line in lines:
        stem = choose_file_stem(line.name, taken)
        given = {**line.given, "name": stem, "seed": derive_gift_seed(seed, stem)}
        request = MakeRequest(line.book, {"svg": False, **given}, output=folder, jobs=jobs)
        try:
            order = settle(decide_seed(request.load_recipe()), Path())
            _check_worksheet(order)
            if line.spine:
                parse_points(line.spine, "spine")
            existing_book = _find_title(folder / stem, order)
        except Refused as refused:
            faults += [(line.row, fault) for fault in refused.faults]
        else:
            planned.append(_PlannedTitle(line, request, order, existing_book))
    refuse_any(join_rows(faults, where))
    return planned


def _check_worksheet(order: Order) -> None:
    if order.recipe.worksheet is not None:
        raise refuse("book", "worksheets are not for sale", "name a book, such as ages-7-8")


def _find_title(folder: Path, order: Order) -> FinishedBook | None:
    """Return the existing book of a title, or None; refused if the book differs or is not ours."""
    if not os.path.lexists(folder):
        return None
    book = find_book(folder)
    if book is None or not book.is_intact:
        raise refuse(str(folder), "exists, but not as puzzlebook wrote it", "move it away")
    was, now = dict(book.recipe), dict(recipe_tables(order.recipe))
    # Each title avoids the mazes of the titles that existed when it was made.
    changed = sorted(
        key for key in {*was, *now} - {"avoid"} if _flatten(was.get(key)) != _flatten(now.get(key))
    )
    if changed:
        what = f"was made with another {changed[0]}"
        raise refuse(str(folder), what, "restore the row, rename it, or move the folder away")
    return book


def _flatten(value: Any) -> Any:
    """Return a recipe's value in the form that a manifest stores."""
    if isinstance(value, Mapping):
        return {key: _flatten(item) for key, item in value.items()}
    return [*map(_flatten, value)] if isinstance(value, list | tuple) else value


def _make_title(
    title: _PlannedTitle, planned: Sequence[_PlannedTitle], made: Sequence[SeriesTitle]
) -> SeriesTitle:
    """Make a title's missing parts: interior, cover, listing."""
    folder, recipe = title.folder, title.order.recipe
    remarks: list[str] = []
    if title.existing_book is None:
        others = [other.folder for other in planned if other.existing_book]
        others += [one.folder for one in made if one.pages]
        avoid = [os.path.realpath(other) for other in dict.fromkeys(others)]
        request = title.request
        try:
            made_book = fulfil_request(replace(request, given={**request.given, "avoid": avoid}))
            remarks += made_book.remarks
        except Refused as refused:
            problem = f"not made: {refused.faults[0]}"
            return SeriesTitle(
                title.line.row, recipe.book.title, folder, recipe.printer, problems=(problem,)
            )
    problems = tuple(_complete(folder, title.line.spine, remarks))
    return SeriesTitle(
        title.line.row,
        recipe.book.title,
        folder,
        recipe.printer,
        open_book(folder).pages,
        title.order.mazes,
        title.existing_book is not None,
        problems,
        () if problems else _list_uploads(folder),
        tuple(dict.fromkeys(remarks)),
    )


def _list_uploads(folder: Path) -> tuple[str, ...]:
    """Return the files of a title to upload, from its folder: pages and cover."""
    reversed_pages = REVERSED.format(name=folder.name)
    pages = reversed_pages if (folder / reversed_pages).exists() else f"{folder.name}.pdf"
    return pages, f"{folder.name}-cover.pdf"


def _complete(folder: Path, spine: str | None, remarks: list[str]) -> Iterator[str]:
    """Add a missing cover and listing to a title, and the notes on the listing to `remarks`; yield
    the problems that its printer would see. What a cover notes is in the form."""
    from puzzlebook.checks.whole_book import check_book

    if not (folder / f"{folder.name}-cover.pdf").exists():
        try:
            make_cover(folder, spine=parse_points(spine, "spine") if spine else None)
        except Refused as refused:
            # The option --spine is a column here.
            yield f"no cover: {refused.faults[0]}".replace("--spine", "the column spine")
            return
    if not (folder / LISTING / "form.txt").exists():
        try:
            remarks += write_listing(folder).remarks
        except Refused as refused:
            yield f"no listing: {refused.faults[0]}"
    for report in check_book(folder).reports:
        rules = dict.fromkeys(finding.rule for finding in report.findings if finding.grave)
        yield from (f"{report.name}: {rule}" for rule in rules)


def _make_manifest(
    seed: str, made: Sequence[SeriesTitle], old_manifest: Mapping[str, Any] | None
) -> dict[str, Any]:
    """Return the manifest above the titles: the titles made now, and those listed before."""
    rows = [
        {
            "row": title.row,
            "folder": title.folder.name,
            "title": title.title,
            "printer": title.printer,
            "pages": title.pages,
            "mazes": title.mazes,
            "ready": not title.problems,
        }
        for title in made
        if title.pages
    ]
    names = {row["folder"] for row in rows}
    before = [
        row for row in (old_manifest or {}).get("books", ()) if row.get("folder") not in names
    ]
    return {
        "format": 1,
        "seed": seed,
        "versions": {"puzzlebook": __version__},
        "books": [*rows, *before],
    }


def _check_mazes(folders: Sequence[Path]) -> None:
    """Raise `Unfinished` if two titles share a maze, even mirrored or turned."""
    books = {folder: set(open_book(folder).values_by_maze("likeness")) for folder in folders}
    counts = Counter(likeness for book in books.values() for likeness in book)
    for folder, book in books.items():
        if any(counts[likeness] > 1 for likeness in book):
            what = "contains a maze that another title also has"
            raise Unfinished(Fault(str(folder), what, "move the folder away, and make it again"))
