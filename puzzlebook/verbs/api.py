"""The Python API's functions for finished books. Faults name parameters, not options."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from puzzlebook.ground.arguments import (
    PATH,
    Progress,
    blame_parameters,
    expect_types,
    ignore_progress,
    read_path,
)
from puzzlebook.ground.faults import refuse

if TYPE_CHECKING:
    from puzzlebook.checks.verify import Verification
    from puzzlebook.checks.whole_book import BookCheck
    from puzzlebook.verbs.cover import Cover
    from puzzlebook.verbs.listing import Listing
    from puzzlebook.verbs.rebuilding import Rebuilt
    from puzzlebook.verbs.series import Series

PathLike = str | os.PathLike[str]


@blame_parameters()
def make_cover(
    folder: PathLike,
    *,
    paper: str | None = None,
    spine: str | None = None,
    sheet: str | None = None,
    guides: bool = False,
    force: bool = False,
) -> Cover:
    """Make the cover of the book in a folder: back, spine and front in one PDF, `NAME-cover.pdf`.

    paper: white, cream or color; by default the recipe's. spine: the spine width, such as "11.4mm",
    if the printer specifies it. sheet: the size of the whole cover, such as "14.025x10.417in", if
    the printer specifies it. guides: also write a file with trim, folds and safe areas. force:
    replace an existing cover.
    """
    from puzzlebook.ground.lengths import parse_points
    from puzzlebook.printers.trims import trim
    from puzzlebook.verbs import cover

    expect_types(
        folder=(folder, PATH),
        paper=(paper, str | None),
        spine=(spine, str | None),
        sheet=(sheet, str | None),
        guides=(guides, bool),
        force=(force, bool),
    )
    spine_width = None if spine is None else parse_points(spine, "spine")
    cover_size = None if sheet is None else trim(sheet, "sheet")
    sheet_size = (cover_size.width, cover_size.height) if cover_size else None
    return cover.make_cover(_path(folder, "folder"), paper, spine_width, guides, force, sheet_size)


@blame_parameters()
def make_series(
    titles: PathLike,
    *,
    output: PathLike = "output",
    seed: str | int | None = None,
    progress: Progress = ignore_progress,
    jobs: int | None = 1,
) -> Series:
    """Make the titles of a list in `output/LIST`, each with interior, cover and listing, and check
    them; `is_ready` tells whether all can be uploaded.

    titles: a CSV file with a title in each row and a recipe key in each column. Existing titles are
    kept, and their missing files are added. seed: the seed of all titles; by default that of
    existing titles, or a new one. progress, jobs: see `make_book`.
    """
    from puzzlebook.verbs import series

    expect_types(
        titles=(titles, PATH),
        output=(output, PATH),
        seed=(seed, str | int | None),
        progress=(progress, Callable),
        jobs=(jobs, int | None),
    )
    _check_jobs(jobs)
    seed_text = None if seed is None else str(seed)
    return series.write_series(
        _path(titles, "titles"), _path(output, "output"), seed_text, progress, jobs
    )


@blame_parameters()
def check(
    path: PathLike,
    *,
    printer: str | None = None,
    paper: str | None = None,
    ink: str | None = None,
    binding: str | None = None,
    trim: str | None = None,
    pages: int | None = None,
    spine: str | None = None,
    progress: Progress = ignore_progress,
    jobs: int | None = 1,
) -> BookCheck:
    """Check a PDF file, or the folder of a book, against a printer's rules; `passed` tells whether
    the printer would accept it.

    printer, paper, ink, binding: by default the book's own. trim: the page size of a file from
    elsewhere, such as "6x9". pages: for a cover without its book's folder, the book's page count.
    spine: its spine width, such as "11.4mm", if the printer specifies it. progress, jobs: see
    `make_book`.
    """
    from puzzlebook.checks.whole_book import CheckOptions, check_path
    from puzzlebook.ground.lengths import parse_points
    from puzzlebook.printers.trims import trim as read_trim

    expect_types(
        path=(path, PATH),
        printer=(printer, str | None),
        paper=(paper, str | None),
        ink=(ink, str | None),
        binding=(binding, str | None),
        trim=(trim, str | None),
        pages=(pages, int | None),
        spine=(spine, str | None),
        progress=(progress, Callable),
        jobs=(jobs, int | None),
    )
    _check_jobs(jobs)
    if spine is not None and pages is None:
        raise refuse("spine", "applies only to a cover", "add pages, the number in its book")
    options = CheckOptions(
        printer,
        paper,
        ink,
        binding,
        trim=None if trim is None else read_trim(trim, "trim"),
        cover_pages=pages,
        spine=None if spine is None else parse_points(spine, "spine"),
        progress=progress,
        jobs=jobs,
    )
    return check_path(_path(path, "path"), options)


@blame_parameters()
def verify(
    folder: PathLike, *, progress: Progress = ignore_progress, jobs: int | None = 1
) -> Verification:
    """Verify that a book's folder has not changed since it was made; `faults` lists the changes.

    Every file is compared with the manifest. Every maze is drawn again from its code and compared
    with its pictures. progress, jobs: see `make_book`.
    """
    from puzzlebook.checks import verify as verifying

    expect_types(folder=(folder, PATH), progress=(progress, Callable), jobs=(jobs, int | None))
    _check_jobs(jobs)
    return verifying.verify(_path(folder, "folder"), progress, jobs)


@blame_parameters()
def rebuild(
    source: PathLike,
    *,
    recipe: PathLike | None = None,
    names: PathLike | None = None,
    output: PathLike = "output",
    force: bool = False,
    progress: Progress = ignore_progress,
    jobs: int | None = 1,
) -> Rebuilt:
    """Make a book again, in `output/NAME`; `comparison` compares it with the old one.

    source: a book code, or the path of a book's folder, manifest or PDF. recipe: the path of the
    book's recipe.toml, if the code requires it. names: the path of the class list, if the recipe
    has none. force: replace an existing book. progress, jobs: see `make_book`.
    """
    from puzzlebook.verbs import rebuilding

    expect_types(
        source=(source, PATH),
        recipe=(recipe, PATH | None),
        names=(names, PATH | None),
        output=(output, PATH),
        force=(force, bool),
        progress=(progress, Callable),
        jobs=(jobs, int | None),
    )
    _check_jobs(jobs)
    return rebuilding.rebuild(
        read_path(source, "source"),
        recipe=None if recipe is None else read_path(recipe, "recipe"),
        names=None if names is None else _path(names, "names"),
        output=read_path(output, "output"),
        force=force,
        progress=progress,
        jobs=jobs,
    )


@blame_parameters()
def make_listing(folder: PathLike, *, force: bool = False) -> Listing:
    """Write what a shop requires for an upload to `listing` in the book's folder: form,
    description, keywords, pictures and a watermarked proof. Makes the cover too if the book has
    none.

    force: replace an earlier listing.
    """
    from puzzlebook.verbs import listing

    expect_types(folder=(folder, PATH), force=(force, bool))
    return listing.write_listing(_path(folder, "folder"), force)


@blame_parameters()
def preview(folder: PathLike, *, output: PathLike | None = None, pages: bool = False) -> Path:
    """Draw a contact sheet of a book, all spreads of its PDF in one picture, and return its path.

    output: a .png file; by default `NAME-preview.png` in the book's folder. pages: instead, write
    each page as a PNG file at 200 dpi to the book's folder `png`, and return that folder.
    """
    from puzzlebook.verbs.contact_sheet import make_preview

    expect_types(folder=(folder, PATH), output=(output, PATH | None), pages=(pages, bool))
    if pages:
        from puzzlebook.verbs.page_pictures import make_page_pictures

        if output is not None:
            raise refuse("output", "is for a contact sheet", "leave out output or pages")
        return make_page_pictures(_path(folder, "folder"))
    return make_preview(
        _path(folder, "folder"), None if output is None else _path(output, "output")
    )


def _path(path: PathLike, where: str) -> Path:
    return Path(read_path(path, where))


def _check_jobs(jobs: int | None) -> None:
    if jobs is not None and jobs < 1:
        raise refuse(
            "jobs", f"{jobs} cannot be the number of processes", "1 or more, or None to choose it"
        )
