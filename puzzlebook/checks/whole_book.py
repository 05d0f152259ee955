"""Checks of a whole book for a printer: interior and cover together, and the printer's form."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from puzzlebook.checks import ink
from puzzlebook.checks.findings import Finding, Report, make_json
from puzzlebook.checks.full_wrap import check_cover
from puzzlebook.checks.preflight import check_pdf_file
from puzzlebook.ground import templates
from puzzlebook.ground.arguments import Progress, ignore_progress
from puzzlebook.ground.faults import Refused, format_choices, refuse, suggest_nearest
from puzzlebook.ground.isbn import hyphenate_isbn, list_isbn_digits
from puzzlebook.ground.lengths import format_inches
from puzzlebook.language.words import LEFT, RIGHT
from puzzlebook.printers.printer import Printer, Stock
from puzzlebook.printers.profiles import load_printer
from puzzlebook.printers.trims import Trim
from puzzlebook.printers.wrap import PAPERS, Wrap, make_wrap
from puzzlebook.recipes.other_names import resolve_name
from puzzlebook.recipes.recipe import BookTable, Recipe
from puzzlebook.recipes.sources import read_finished_recipe
from puzzlebook.recipes.translation import is_catalogue, resolve_words
from puzzlebook.shelf.listings import is_stale
from puzzlebook.shelf.manifest import FinishedBook, find_book, open_book
from puzzlebook.typesetting.page import Box

_INKS = ("black", "standard-color", "premium-color")
_ISBN = re.compile(r"ISBN(?:-1[03])?:?\s*([0-9][0-9\s\u2010-\u2013-]{8,15}[0-9X])", re.IGNORECASE)
_COVER_WORD = re.compile(r"(?<![^\W_])cover(?![^\W_])", re.IGNORECASE)
_FIRST_PAGES = 8  # include the title page and the copyright page
_PLAIN_QUOTES = str.maketrans(dict.fromkeys("“”„«»", '"') | {"’": "'"})


class CheckOptions(NamedTuple):
    """How a book is to be printed; None means that the book's own recipe decides.

    printer: the name of a profile. binding: the side on which the book is bound. trim: the trim of
    a file from elsewhere. cover_pages: if the file is a cover, its book's page count. spine: the
    spine width stated by the printer, in points. Both are None for an interior. jobs: the number of
    processes; None for as many as are worthwhile.
    """

    printer: str | None = None
    paper: str | None = None
    ink: str | None = None
    binding: str | None = None
    trim: Trim | None = None
    cover_pages: int | None = None
    spine: float | None = None
    progress: Progress = ignore_progress
    jobs: int | None = None


_NO_OPTIONS = CheckOptions()
_COVER = "`puzzlebook cover` with this folder makes it"
_LISTING = "`puzzlebook listing --force` makes it again"


@dataclass(frozen=True)
class BookCheck:
    """The reports on one or more files of a book. form: entries for the printer's form."""

    reports: tuple[Report, ...]
    form: dict[str, Any]

    @property
    def passed(self) -> bool:
        """Whether the printer would accept all files."""
        return all(report.passed for report in self.reports)

    def make_json(self) -> dict[str, Any]:
        """Return the check as JSON values."""
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


def check_path(path: Path, options: CheckOptions) -> BookCheck:
    """Check a PDF file, or the folder of a book, for a printer."""
    for option, value, offered in (
        ("--paper", options.paper, PAPERS[:2]),
        ("--ink", options.ink, _INKS),
        ("--binding", options.binding, (LEFT, RIGHT)),
    ):
        if value is not None and value not in offered:
            raise refuse(option, f"{value!r} is not available", format_choices(offered))
    if not path.exists():
        raise refuse(str(path), "there is no such file", "give a PDF file, or the folder of a book")
    if options.cover_pages is not None:
        return _check_lone_cover(path, options.cover_pages, options)
    if path.is_dir():
        return _check_folder(path, options)
    book = find_book(path.parent)
    if book is not None and path.name == f"{book.name}-cover.pdf":
        check = _check_folder(path.parent, options)
        reports = tuple(report for report in check.reports if report.name == path.name)
        return replace(check, reports=reports)
    if _COVER_WORD.search(path.stem):
        what = "is a cover, judging by its name; whether it fits depends on its book"
        allowed = "give the folder of its book, or --cover with --pages"
        raise refuse(str(path), what, allowed, need="cover_pages")
    if book is not None and path.name == f"{book.name}.pdf" and options.printer is None:
        return BookCheck((check_interior(open_book(path.parent), options),), {})
    if options.printer is None:
        raise refuse("--printer", "is missing", format_choices(templates.list_names("printers")))
    report = check_pdf_file(
        path,
        _load_printer(options.printer),
        stock=Stock(options.ink or "black", options.paper or "white"),
        binding=options.binding or LEFT,
        trim=options.trim and (options.trim.width, options.trim.height),
        progress=options.progress,
        jobs=options.jobs,
    )
    return BookCheck((report,), {})


def _check_folder(folder: Path, options: CheckOptions) -> BookCheck:
    """Check a book and, if it has a listing, whether that was made for its cover."""
    check = check_book(folder, options)
    if not is_stale(open_book(folder)):
        return check
    *others, last = check.reports
    stale = Finding("listing", "that of another cover", _LISTING, grave=False)
    return replace(check, reports=(*others, replace(last, findings=(*last.findings, stale))))


def _check_lone_cover(path: Path, pages: int, options: CheckOptions) -> BookCheck:
    """Check a cover that is not in the folder of a book."""
    from puzzlebook.checks.lone_cover import CoverRequest, check_lone_cover

    if path.is_dir():
        raise refuse("--cover", f"{path} is a folder", "give the PDF file of a cover")
    if options.printer is None:
        raise refuse("--printer", "is missing", format_choices(templates.list_names("printers")))
    request = CoverRequest(path, pages, options.trim, options.spine)
    printer = _load_printer(options.printer)
    stock = Stock(options.ink or "black", options.paper or "white")
    return BookCheck((check_lone_cover(request, printer, stock, options.binding == RIGHT),), {})


def check_book(folder: Path, options: CheckOptions = _NO_OPTIONS) -> BookCheck:
    """Check a book's interior, its cover if it has one, and whether the two agree."""
    book = open_book(folder)
    recipe = read_finished_recipe(book)
    printer = _load_printer(options.printer or recipe.printer)
    stock = _choose_stock(recipe, book.cover, options)
    binding = options.binding or _find_binding(recipe.language, book.folder)
    interior = check_interior(book, options._replace(paper=stock.paper, ink=stock.ink))
    cover_facts = book.cover if recipe.printer == printer.name else {}
    wrap = _find_wrap(recipe, cover_facts, printer, interior.pages, stock, binding)
    form = fill_in_form(recipe, interior.pages, wrap, stock, binding)
    cover_file = book.folder / f"{book.name}-cover.pdf"
    if not cover_file.is_file():
        missing = _find_missing_cover(printer)
        return BookCheck((replace(interior, findings=(*interior.findings, *missing)),), form)
    if printer.spine and printer.spine.is_estimated:
        wrap = wrap if _is_stated(cover_facts, interior.pages, stock) else None
    cover = check_cover(cover_file, printer, wrap, interior.pages, _trim(recipe), stock.sheet)
    findings = list(cover.findings)
    # If we print no text on the front, any words there are part of the picture.
    if recipe.cover.text == "all":
        findings += _find_missing_words(recipe.book, cover_file, cover, 1)
    if _is_readable(interior) and _is_readable(cover):
        findings += _find_isbn_faults(recipe.book.isbn, book, cover_file)
        field = wrap.barcode(printer) if wrap else None
        if field and recipe.book.isbn:
            findings += _find_barcode_faults(recipe.book.isbn, cover_file, field)
    return BookCheck((interior, replace(cover, findings=tuple(findings))), form)


def _find_missing_cover(printer: Printer) -> Iterator[Finding]:
    """Yield advice if a book for sale has no cover."""
    if printer.is_for_sale:
        yield Finding("cover", "there is none yet", _COVER, grave=False)


def check_interior(book: FinishedBook, options: CheckOptions = _NO_OPTIONS) -> Report:
    """Check the interior of a book."""
    recipe, path = read_finished_recipe(book), book.folder / f"{book.name}.pdf"
    if path.name not in book.files and f"{book.name}-screen.pdf" in book.files:
        what = "this book is for screens only, so there is nothing to print"
        raise refuse(str(book.folder), what, 'set pdf = "both"')
    if not path.is_file():
        raise refuse(str(path), "the book's PDF file is not there", "make the book again")
    report = check_pdf_file(
        path,
        _load_printer(options.printer or recipe.printer),
        stock=Stock(options.ink or recipe.ink, options.paper or recipe.paper),
        binding=options.binding or _find_binding(recipe.language, book.folder),
        language=recipe.language,
        trim=_trim(recipe),
        ours=True,
        progress=options.progress,
        jobs=options.jobs,
    )
    missing = _find_missing_words(recipe.book, path, report, _FIRST_PAGES)
    return replace(report, findings=(*report.findings, *missing))


def fill_in_form(
    recipe: Recipe, pages: int, wrap: Wrap | None, stock: Stock, binding: str
) -> dict[str, Any]:
    """Return the entries for the printer's form, exactly as printed in the book."""
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


def _choose_stock(recipe: Recipe, cover: Mapping[str, Any], options: CheckOptions) -> Stock:
    """Return the stock to check for, from the options, the cover's paper or the recipe."""
    paper = options.paper
    if paper is None and cover.get("paper") in PAPERS[:2]:
        paper = str(cover["paper"])
    return Stock(options.ink or recipe.ink, paper or recipe.paper)


def _find_binding(language: str, folder: Path) -> str:
    """Return the side on which a book in this language is bound. folder: the book's folder, which
    may contain its own language file."""
    if language not in templates.list_names("languages") and not is_catalogue(language):
        return LEFT
    return resolve_words(language, folder).binding


def _find_wrap(
    recipe: Recipe,
    cover: Mapping[str, Any],
    printer: Printer,
    pages: int,
    stock: Stock,
    binding: str,
) -> Wrap | None:
    """Return the wrap that the book should have; None if its spine width is unknown.

    Spine and sheet are the cover's own if it was made for this many pages on this stock; otherwise
    the printer's formula gives them. cover: the cover's facts in the manifest.
    """
    fits = _is_stated(cover, pages, stock)
    spine = cover.get("spine") if fits else None
    sheet = tuple(cover["sheet"]) if fits and "sheet" in cover and printer.cover.boards else None
    try:
        return make_wrap(printer, _trim(recipe), pages, stock.sheet, spine, binding == RIGHT, sheet)
    except Refused:
        return None


def _is_stated(cover: Mapping[str, Any], pages: int, stock: Stock) -> bool:
    """Whether the manifest describes the cover of this many pages on this stock."""
    return cover.get("pages") == pages and cover.get("paper") == stock.sheet


def _trim(recipe: Recipe) -> tuple[float, float]:
    return recipe.page.width, recipe.page.height


def _load_printer(name: str) -> Printer:
    """Return the printer with this name or alias; refused if there is none."""
    name, names = resolve_name("printer", name), templates.list_names("printers")
    if name not in names:
        raise refuse(
            "--printer", f'there is no printer called "{name}"', suggest_nearest(name, names)
        )
    return load_printer(name)


def _is_readable(report: Report) -> bool:
    """Whether all pages of a file could be read."""
    return not any(finding.rule == "page" for finding in report.findings)


def _find_missing_words(
    book: BookTable, path: Path, report: Report, pages: int
) -> Iterator[Finding]:
    """Yield a finding for each of title, author and ISBN that is missing from the first pages.

    The comparison ignores spaces and case. A file with an unreadable page, or without any text that
    can be copied, gives no findings. pages: the number of pages to search; 1 for a cover.
    """
    if not _is_readable(report):
        return
    raw = "".join(ink.read_texts(path, pages))
    text = _normalize(raw)
    is_cover = pages == 1
    expects_title = is_cover or "title" in book.matter
    isbn = book.isbn and hyphenate_isbn(book.isbn)
    wanted = (("title", book.title, expects_title), ("author", book.author, expects_title),
              ("isbn", isbn, not is_cover and "copyright" in book.matter))  # fmt: skip
    for key, value, is_expected in wanted:
        if not (value and is_expected and text) or _normalize(value) in text:
            continue
        if not _has_reversed_words(raw, value):
            name = "ISBN" if key == "isbn" else key
            allowed = f"the {name} as it is in the recipe"
            yield Finding(name, f'"{value}" was not found', allowed, (), f"book.{key}")


def _find_isbn_faults(isbn: str | None, book: FinishedBook, cover: Path) -> Iterator[Finding]:
    """Yield a finding for each ISBN on the cover that is not the recipe's or, if the recipe has
    none, is not in the interior."""
    interior = book.folder / f"{book.name}.pdf"
    inside = {_strip_isbn(isbn)} if isbn else _read_isbns(interior, _FIRST_PAGES)
    for other in sorted(_read_isbns(cover, 1) - inside):
        allowed = f"ISBN {' or '.join(sorted(inside))}, as inside" if inside else "none, as inside"
        yield Finding("ISBN", f"ISBN {other} on the cover", allowed, (1,), "book.isbn")


def _find_barcode_faults(isbn: str, cover: Path, field: Box) -> Iterator[Finding]:
    """Yield a finding for each barcode in the barcode field that is not the recipe's ISBN."""
    right = list_isbn_digits(isbn)
    for digits in ink.read_book_barcodes(cover, field):
        if digits != right:
            allowed = f"{right}, as in the recipe"
            yield Finding("barcode", f"it says {digits}", allowed, (1,), "book.isbn")


def _read_isbns(path: Path, pages: int) -> set[str]:
    """Return the ISBNs on the first pages, without hyphens."""
    text = " ".join(ink.read_texts(path, pages))
    return {_strip_isbn(number) for number in _ISBN.findall(text)}


def _strip_isbn(isbn: str) -> str:
    return "".join(char for char in isbn.upper() if char.isdigit() or char == "X")


def _has_reversed_words(text: str, value: str) -> bool:
    """Whether a right-to-left text contains each word of a value, forwards or backwards.

    PDF readers extract such lines, and Latin names in them, in their own order. Combining marks are
    extracted separately from their letters.
    """
    if not any(unicodedata.bidirectional(character) in ("R", "AL") for character in text):
        return False
    letters = _keep_letters(text)
    words = [word_letters for word in value.split() if (word_letters := _keep_letters(word))]
    return bool(words) and all(word in letters or word[::-1] in letters for word in words)


def _keep_letters(text: str) -> str:
    """Return the letters of a text without their marks, case-folded."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(char for char in folded if unicodedata.category(char).startswith("L"))


def _normalize(text: str) -> str:
    """Return a text case-folded, without spaces and soft hyphens, with straight quotation marks."""
    folded = unicodedata.normalize("NFKC", text).casefold().translate(_PLAIN_QUOTES)
    return "".join(
        char
        for char in folded
        if not char.isspace() and unicodedata.category(char) not in ("Cf", "Cc")
    )
