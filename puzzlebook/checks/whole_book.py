"""Would the printer take this book? The folder of a book: its interior and its cover together, and
what to type at the printer's form."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from puzzlebook.checks import ink
from puzzlebook.checks.findings import Finding, Report, make_json
from puzzlebook.checks.full_wrap import check_cover
from puzzlebook.checks.preflight import check_file
from puzzlebook.ground import templates
from puzzlebook.ground.arguments import Progress, ignore_progress
from puzzlebook.ground.faults import Refused, format_choices, refuse, suggest_nearest
from puzzlebook.ground.lengths import format_inches
from puzzlebook.language.words import LEFT, RIGHT
from puzzlebook.printers.printer import Printer, Stock
from puzzlebook.printers.profiles import load_printer
from puzzlebook.printers.wrap import PAPERS, Wrap, make_wrap
from puzzlebook.recipes.other_names import resolve_name
from puzzlebook.recipes.recipe import BookTable, Recipe
from puzzlebook.recipes.sources import read_finished_recipe
from puzzlebook.recipes.translation import is_catalogue, resolve_words
from puzzlebook.shelf.manifest import FinishedBook, find_book, open_book

INKS = ("black", "standard-color", "premium-color")
_ISBN = re.compile(r"ISBN(?:-1[03])?:?\s*([0-9][0-9\s\u2010-\u2013-]{8,15}[0-9X])", re.IGNORECASE)
_A_COVER = re.compile(r"(?<![^\W_])cover(?![^\W_])", re.IGNORECASE)
_FIRST_PAGES = 8  # title page and copyright page are among these
_TYPEWRITTEN = str.maketrans(dict.fromkeys("“”„«»", '"') | {"’": "'"})


@dataclass(frozen=True)
class BookCheck:
    """The reports on a file, or on all files of a book; form: what to type at the printer's
    form."""

    reports: tuple[Report, ...]
    form: dict[str, Any]

    @property
    def passed(self) -> bool:
        """Whether the printer would take all of it."""
        return all(report.passed for report in self.reports)

    def make_json(self) -> dict[str, Any]:
        """All of it as JSON writes it."""
        from puzzlebook.checks.rules import NOT_SEEN

        printer = self.reports[0].printer
        return {
            "passed": self.passed,
            "rules_read_on": printer.checked_on.isoformat(),
            "ink_tolerance": ink.TOLERANCE,
            "files": [make_json(report) for report in self.reports],
            "form": self.form,
            "not_seen": list(NOT_SEEN),
            "not_known": list(printer.unknown),
        }


def find_binding(language: str, folder: Path) -> str:
    """The side on which a book in this language is bound. folder: of the book, where a catalogue of
    its own lies."""
    if language not in templates.list_names("languages") and not is_catalogue(language):
        return LEFT
    return resolve_words(language, folder).binding


def check_path(
    path: Path,
    printer: str | None,
    paper: str | None = None,
    ink_: str | None = None,
    progress: Progress = ignore_progress,
    binding: str | None = None,
    jobs: int | None = None,
) -> BookCheck:
    """The check of a PDF file, or of the folder of a book, for a printer. binding: the side on
    which it is bound.

    jobs: how many processes share the work; None for as many as pays.
    """
    for option, value, allowed in (
        ("--paper", paper, PAPERS[:2]),
        ("--ink", ink_, INKS),
        ("--binding", binding, (LEFT, RIGHT)),
    ):
        if value is not None and value not in allowed:
            raise refuse(option, f"{value!r} is not offered", format_choices(allowed))
    if not path.exists():
        raise refuse(str(path), "there is no such file", "a PDF file, or the folder of a book")
    if path.is_dir():
        return check_book(path, printer, paper, ink_, progress, binding, jobs)
    book = find_book(path.parent)
    if book is not None and path.name == f"{book.name}-cover.pdf":
        whole = check_book(path.parent, printer, paper, ink_, progress, binding, jobs)
        return replace(
            whole, reports=tuple(report for report in whole.reports if report.name == path.name)
        )
    if _A_COVER.search(path.stem):
        what = "is a cover by its name, and whether it fits hangs on its book"
        raise refuse(
            str(path), what, "the folder of a book, in which it is called as the book with -cover"
        )
    if book is not None and path.name == f"{book.name}.pdf" and printer is None:
        return BookCheck(
            (check_interior(open_book(path.parent), None, paper, ink_, progress, binding, jobs),),
            {},
        )
    if printer is None:
        raise refuse("--printer", "is missing", format_choices(templates.list_names("printers")))
    profile = _profile(resolve_name("printer", printer))
    stock = Stock(ink_ or "black", paper or "white")
    report = check_file(
        path,
        profile,
        ink_=stock.ink,
        paper=stock.paper,
        binding=binding or LEFT,
        progress=progress,
        jobs=jobs,
    )
    return BookCheck((report,), {})


def check_book(
    folder: Path,
    printer: str | None = None,
    paper: str | None = None,
    ink_: str | None = None,
    progress: Progress = ignore_progress,
    binding: str | None = None,
    jobs: int | None = None,
) -> BookCheck:
    """The check of a book: its interior, its cover where it has one, and whether they say the
    same."""
    book = open_book(folder)
    recipe = read_finished_recipe(book)
    profile = _profile(resolve_name("printer", printer) or recipe.printer)
    binding = binding or find_binding(recipe.language, book.folder)
    stock = _choose_stock(recipe, book.cover, paper, ink_)
    interior = check_interior(book, profile, stock.paper, stock.ink, progress, binding, jobs)
    made = book.cover if recipe.printer == profile.name else {}
    reports, wrap = [interior], _wrap(recipe, made, profile, interior.pages, stock, binding)
    cover_file = book.folder / f"{book.name}-cover.pdf"
    if cover_file.is_file():
        cover = check_cover(cover_file, profile, wrap, interior.pages, _trim(recipe))
        # Where the front has no words of ours they stand in its picture.
        found = (
            [*_find_missing_words(recipe.book, cover_file, cover, 1)]
            if recipe.cover.text == "all"
            else []
        )
        if _is_readable(interior) and _is_readable(cover):
            found += _find_isbn_faults(recipe.book.isbn, book, cover_file)
        reports.append(replace(cover, findings=(*cover.findings, *found)))
    return BookCheck(tuple(reports), fill_in_form(recipe, interior.pages, wrap, stock, binding))


def check_interior(
    book: FinishedBook,
    printer: Printer | None = None,
    paper: str | None = None,
    ink_: str | None = None,
    progress: Progress = ignore_progress,
    binding: str | None = None,
    jobs: int | None = None,
) -> Report:
    """The check of a book's interior; what is not given is as its recipe says."""
    recipe, file = read_finished_recipe(book), book.folder / f"{book.name}.pdf"
    if f"{book.name}.pdf" not in book.files and f"{book.name}-screen.pdf" in book.files:
        raise refuse(
            str(book.folder),
            "this book is for screens, and nothing of it is printed",
            'pdf = "both"',
        )
    if not file.is_file():
        raise refuse(str(file), "the book's PDF file is not there", "make the book again")
    report = check_file(
        file,
        printer or _profile(recipe.printer),
        ink_=ink_ or recipe.ink,
        paper=paper or recipe.paper,
        binding=binding or find_binding(recipe.language, book.folder),
        trim=_trim(recipe),
        ours=True,
        progress=progress,
        jobs=jobs,
    )
    return replace(
        report,
        findings=(*report.findings, *_find_missing_words(recipe.book, file, report, _FIRST_PAGES)),
    )


def fill_in_form(
    recipe: Recipe, pages: int, wrap: Wrap | None, stock: Stock, binding: str
) -> dict[str, Any]:
    """What to type at the printer's form, as it stands in the book."""
    book = recipe.book
    rows: dict[str, Any] = {
        "Title": book.title,
        "Subtitle": book.subtitle,
        "Author": book.author,
        "Series": book.series,
        "Volume": recipe.volume if book.series or recipe.volume > 1 else None,
        "Publisher": book.publisher,
        "ISBN": book.isbn,
        "Language": recipe.language,
        "Trim": format_inches(recipe.page.width, recipe.page.height),
        "Pages": pages,
        "Ink": stock.ink,
        "Paper": stock.paper,
        "Bound at": binding,
    }
    if wrap is not None:
        rows["Spine"] = format_inches(wrap.spine)
        rows["Cover"] = format_inches(*wrap.sheet)
    return {key: value for key, value in rows.items() if value not in (None, "")}


def _choose_stock(
    recipe: Recipe, made: Mapping[str, Any], paper: str | None, ink_: str | None
) -> Stock:
    """What the whole book is printed with: as asked for, as its cover was made for, or as the
    recipe says."""
    if paper is None and made.get("paper") in PAPERS[:2]:
        paper = str(made["paper"])
    return Stock(ink_ or recipe.ink, paper or recipe.paper)


def _wrap(
    recipe: Recipe,
    made: Mapping[str, Any],
    printer: Printer,
    pages: int,
    stock: Stock,
    binding: str,
) -> Wrap | None:
    """The wrap that the book should have: as its cover was made for this printer, with so many
    pages of this stock, or by the printer's formula. None where neither is there."""
    is_its = made.get("pages") == pages and made.get("paper") == stock.sheet
    spine = made.get("spine") if is_its else None
    sheet = tuple(made["sheet"]) if is_its and "sheet" in made and printer.cover.boards else None
    try:
        return make_wrap(printer, _trim(recipe), pages, stock.sheet, spine, binding == RIGHT, sheet)
    except Refused:
        return None


def _trim(recipe: Recipe) -> tuple[float, float]:
    return recipe.page.width, recipe.page.height


def _profile(name: str) -> Printer:
    known = templates.list_names("printers")
    if name not in known:
        raise refuse("--printer", f'no printer is called "{name}"', suggest_nearest(name, known))
    return load_printer(name)


def _is_readable(report: Report) -> bool:
    """Whether all pages of a file could be read."""
    return not any(finding.rule == "page" for finding in report.findings)


def _find_missing_words(
    book: BookTable, path: Path, report: Report, pages: int
) -> Iterator[Finding]:
    """Title, author and ISBN that cannot be found where they should stand.

    Text is compared without spaces and case. What cannot be copied from a file cannot be found:
    then nothing is said, nor where a page cannot be read at all.
    """
    if not _is_readable(report):
        return
    whole = "".join(ink.read_texts(path, (), pages).values())
    text = _normalize(whole)
    cover = pages == 1
    on_title = cover or "title" in book.matter
    wanted = (("title", book.title, on_title), ("author", book.author, on_title),
              ("isbn", book.isbn, not cover and "copyright" in book.matter))  # fmt: skip
    for key, value, due in wanted:
        if (
            value
            and due
            and text
            and _normalize(value) not in text
            and not _has_reversed_words(whole, value)
        ):
            shown = "ISBN" if key == "isbn" else key
            yield Finding(
                shown,
                f'"{value}" was not found',
                f"the {shown} as it is in the recipe",
                (),
                f"book.{key}",
            )


def _find_isbn_faults(isbn: str | None, book: FinishedBook, cover: Path) -> Iterator[Finding]:
    """An ISBN on the cover that is not the book's own: the recipe's or, where it has none, what
    stands inside."""
    inside = (
        {_strip_isbn(isbn)} if isbn else _read_isbns(book.folder / f"{book.name}.pdf", _FIRST_PAGES)
    )
    for other in sorted(_read_isbns(cover, 1) - inside):
        allowed = f"ISBN {' or '.join(sorted(inside))}, as inside" if inside else "none, as inside"
        yield Finding("ISBN", f"ISBN {other} on the cover", allowed, (1,), "book.isbn")


def _read_isbns(path: Path, pages: int) -> set[str]:
    """The ISBNs that the first pages say, without hyphens."""
    text = " ".join(ink.read_texts(path, (), pages).values())
    return {_strip_isbn(found) for found in _ISBN.findall(text)}


def _strip_isbn(isbn: str) -> str:
    return "".join(
        character for character in isbn.upper() if character.isdigit() or character == "X"
    )


def _has_reversed_words(text: str, value: str) -> bool:
    """Whether a text with right-to-left letters holds a value word by word, as it is or turned
    round.

    What a file says of such lines comes back in an order of the reader's own, a name in Latin
    letters beside them as well; marks on letters come apart from them.
    """
    if not any(unicodedata.bidirectional(character) in ("R", "AL") for character in text):
        return False
    letters = _keep_letters(text)
    words = [found for word in value.split() if (found := _keep_letters(word))]
    return bool(words) and all(word in letters or word[::-1] in letters for word in words)


def _keep_letters(text: str) -> str:
    """The letters of a text alone, without their marks."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(
        character for character in folded if unicodedata.category(character).startswith("L")
    )


def _normalize(text: str) -> str:
    """A text without spaces, soft hyphens and case; quotation marks and apostrophes are a
    typewriter's."""
    folded = unicodedata.normalize("NFKC", text).casefold().translate(_TYPEWRITTEN)
    return "".join(
        c for c in folded if not c.isspace() and unicodedata.category(c) not in ("Cf", "Cc")
    )
