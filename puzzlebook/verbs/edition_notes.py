"""Notes about a book whose edition differs: other paper, a later volume, an outdated cover."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from puzzlebook.ground.faults import Note
from puzzlebook.ground.shell_commands import shell_line
from puzzlebook.printers.profiles import load_printer
from puzzlebook.recipes.recipe import Recipe
from puzzlebook.shelf.folder import Additions
from puzzlebook.shelf.manifest import MANIFEST, Damaged, FinishedBook, find_book
from puzzlebook.verbs.request import MakeRequest

_ISBN_KEYS = ("volume", "language", "printer", "page")
"""The keys that an ISBN is specific to: one volume, language, binding and format."""


def compare_editions(request: MakeRequest, recipe: Recipe) -> Iterator[str]:
    """Note whether another page, volume, language or printer changes mazes or needs an ISBN."""
    if not any(request.given.get(key) for key in _ISBN_KEYS):
        return
    own = request.load_unshared(dict.fromkeys((*_ISBN_KEYS, "booklet"))).recipe
    is_other_page = not recipe.page.measures(own.page.width, own.page.height)
    changed = [key for key in _ISBN_KEYS[:3] if getattr(own, key) != getattr(recipe, key)]
    changed += ["page"] if is_other_page else []
    if not load_printer(own.printer).is_for_sale:
        # The recipe's own printer sells no books, so the ISBN is the requested edition's.
        changed = [key for key in changed if key not in ("printer", "page")]
    if (
        changed
        and recipe.book.isbn
        and recipe.book.isbn == own.book.isbn
        and not request.given.get("book.isbn")
    ):
        needs = f"another {' and '.join(changed)} needs its own (--isbn)"
        yield f"ISBN {recipe.book.isbn} is that of the recipe's own edition; {needs}"
    is_fitted = any(section.audience or recipe.audience for section in recipe.sections)
    # Without a seed of its own, the recipe has no mazes to compare with.
    if is_other_page and is_fitted and own.seed and not request.given.get("seed"):
        yield (
            f"on {recipe.page.name} mazes have more or fewer cells than on {own.page.name}, "
            "so the mazes differ"
        )


def compare_volumes(
    recipe: Recipe, output: Path, mazes: Iterable[Mapping[str, Any]]
) -> Iterator[str]:
    """Yield a note on each earlier volume in the same folder: how many mazes a book shares with it.
    Neighbouring files never change a book.

    mazes: the rows of the book's manifest.
    """
    likenesses = {row["likeness"] for row in mazes}
    for volume, _, folder, earlier in _list_earlier_volumes(recipe, output):
        try:
            shared = len(likenesses.intersection(earlier.values_by_maze("likeness")))
        except Damaged:
            continue
        note = f"{shared or 'none'} of the mazes of volume {volume} ({folder}) "
        avoid = shlex.quote(f'avoid=["{folder.resolve().as_posix()}/"]')
        yield note + (f"come again (other ones: --set {avoid})" if shared else "comes again")


def list_title_notes(recipe: Recipe, output: Path) -> Iterator[str]:
    """Yield a note if an earlier volume in the same folder has the same title."""
    title = recipe.book.title
    volumes = [
        volume
        for volume, their_title, *_ in _list_earlier_volumes(recipe, output)
        if their_title == title
    ]
    if title and volumes:
        other = shlex.quote(f"{title} {recipe.volume}")
        what = f"the title is that of volume {volumes[0]}, and a shop lists both alike"
        yield Note(what, f": --title {other}, for example")


def _list_earlier_volumes(
    recipe: Recipe, output: Path
) -> Iterator[tuple[int, object, Path, FinishedBook]]:
    """Yield the earlier volumes of a book's series, or of its title, that are in a folder: the
    number, title, folder and book of each."""
    if recipe.volume < 2 or not output.is_dir():
        return
    for folder in sorted(output.iterdir()):
        earlier = find_book(folder) if (folder / MANIFEST).is_file() else None
        rows = earlier.manifest.get("recipe") if earlier else None
        book = rows.get("book") if isinstance(rows, dict) else None
        if (
            not isinstance(rows, dict)
            or not isinstance(book, dict)
            or not isinstance(rows.get("volume"), int)
        ):
            continue
        is_same = book.get("title") == recipe.book.title or (
            recipe.book.series and book.get("series") == recipe.book.series
        )
        if earlier and is_same and rows["volume"] < recipe.volume:
            yield rows["volume"], book.get("title"), folder, earlier


def report_losses(folder: Path, old: Additions, pages: int) -> Iterator[str]:
    """Yield notes if the replaced book had a cover or listing. pages: the new book's page count."""
    if old.cover_pages is not None:
        purpose = (
            f"for {old.cover_pages} pages, and the book has {pages}"
            if pages != old.cover_pages
            else "for the book as it was"
        )
        yield f"the old cover is gone: it was made {purpose} (try: {shell_line('cover', folder)})"
    if old.has_listing:
        yield "the old listing is gone with it: make it again after the cover"
