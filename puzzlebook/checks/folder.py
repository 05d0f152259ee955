"""Would the printer take this book? The folder of a book: its interior and its cover together, and what to type at the
printer's form."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from puzzlebook import templates
from puzzlebook.checks import ink
from puzzlebook.checks.cover import check_cover
from puzzlebook.checks.findings import Finding, Report, as_json
from puzzlebook.checks.preflight import Progress, check_file, quiet
from puzzlebook.faults import Fault, Refused, Unfinished, nearest, one_of, refuse
from puzzlebook.lengths import inches
from puzzlebook.printers.printer import Printer
from puzzlebook.printers.profiles import printer_named
from puzzlebook.printers.trims import Trim, trim
from puzzlebook.printers.wrap import PAPERS, Wrap, wrap_of
from puzzlebook.recipes.translation import is_catalogue, words_in
from puzzlebook.shelf.manifest import MANIFEST
from puzzlebook.words import LEFT, RIGHT

INKS = ("black", "standard-color", "premium-color")
_FIRST_PAGES = 8  # title page and copyright page are among these


@dataclass(frozen=True)
class Checked:
    """The reports on a file, or on all files of a book; form: what to type at the printer's form."""

    reports: tuple[Report, ...]
    form: dict[str, Any]

    @property
    def passed(self) -> bool:
        """Whether the printer would take all of it."""
        return all(report.passed for report in self.reports)

    def as_json(self) -> dict[str, Any]:
        """All of it as JSON writes it."""
        from puzzlebook.checks.rules import NOT_SEEN

        printer = self.reports[0].printer
        return {
            "passed": self.passed,
            "rules_read_on": printer.checked_on.isoformat(),
            "ink_tolerance": ink.TOLERANCE,
            "files": [as_json(report) for report in self.reports],
            "form": self.form,
            "not_seen": list(NOT_SEEN),
            "not_known": list(printer.unknown),
        }


@dataclass(frozen=True)
class Shelved:
    """A book in its folder, as its manifest tells of it."""

    folder: Path
    manifest: Mapping[str, Any]
    bound: str | None = None

    @property
    def recipe(self) -> Mapping[str, Any]:
        recipe: Mapping[str, Any] = self.manifest["recipe"]
        return recipe

    @property
    def told(self) -> Mapping[str, Any]:
        """What the book says of itself."""
        told: Mapping[str, Any] = self.recipe["book"]
        return told

    @cached_property
    def trim(self) -> Trim:
        """Its page."""
        return trim(self.recipe["page"])

    @property
    def paper(self) -> str:
        return str(self.recipe.get("paper", PAPERS[0]))

    @property
    def ink(self) -> str:
        return str(self.recipe.get("ink", INKS[0]))

    @property
    def made_cover(self) -> Mapping[str, Any]:
        """What its cover was made for: paper, spine and sheet; empty where there is none of ours."""
        made = self.manifest.get("cover")
        return made if isinstance(made, dict) else {}

    @property
    def binding(self) -> str:
        """The side on which it is bound: as its language asks, if nobody says otherwise."""
        return self.bound or binding_of(self.recipe["language"], self.folder)

    def file(self, ending: str = "") -> Path:
        """The PDF file with this ending of its name."""
        return self.folder / f"{self.folder.name}{ending}.pdf"


def binding_of(language: str, folder: Path) -> str:
    """The side on which a book in this language is bound. folder: of the book, where a catalogue of its own lies."""
    if language not in templates.names("languages") and not is_catalogue(language):
        return LEFT
    return words_in(language, folder).binding


def shelved(folder: Path) -> Shelved:
    """The book in a folder; refused if there is none."""
    try:
        manifest = json.loads((folder / MANIFEST).read_bytes())
        return Shelved(
            folder.resolve(), {**manifest, "recipe": {**manifest["recipe"]}, "pages": int(manifest["pages"])}
        )
    except FileNotFoundError:
        raise refuse(str(folder), "is not the folder of a book", f"a folder with a {MANIFEST} of ours") from None
    except (ValueError, KeyError, TypeError):
        raise refuse(str(folder), f"its {MANIFEST} is none of ours", "the folder of a book") from None
    except OSError as error:
        raise Unfinished(Fault(str(folder), f"cannot be read: {error.strerror}")) from None


def check_path(
    path: Path,
    printer: str | None,
    paper: str | None = None,
    ink_: str | None = None,
    progress: Progress = quiet,
    binding: str | None = None,
) -> Checked:
    """The check of a PDF file, or of the folder of a book, for a printer. binding: the side on which it is bound."""
    for option, value, allowed in (
        ("--paper", paper, PAPERS[:2]),
        ("--ink", ink_, INKS),
        ("--binding", binding, (LEFT, RIGHT)),
    ):
        if value is not None and value not in allowed:
            raise refuse(option, f"{value!r} is not offered", one_of(allowed))
    if not path.exists():
        raise refuse(str(path), "there is no such file", "a PDF file, or the folder of a book")
    if path.is_dir():
        return check_book(path, printer, paper, ink_, progress, binding)
    if printer is None:
        raise refuse("--printer", "is missing", one_of(templates.names("printers")))
    profile = _profile(printer)
    report = check_file(
        path, profile, ink_=ink_ or "black", paper=paper or "white", binding=binding or LEFT, progress=progress
    )
    return Checked((report,), {})


def check_book(
    folder: Path,
    printer: str | None = None,
    paper: str | None = None,
    ink_: str | None = None,
    progress: Progress = quiet,
    binding: str | None = None,
) -> Checked:
    """The check of a book: its interior, its cover where it has one, and whether they say the same."""
    book = replace(shelved(folder), bound=binding)
    profile = _profile(printer or book.recipe["printer"])
    stock = _stock(book, paper, ink_)
    paper, ink_ = paper or book.paper, ink_ or book.ink
    interior = check_interior(book, profile, paper, ink_, progress)
    reports, wrap = [interior], _wrap(book, profile, interior.pages, stock)
    if book.file("-cover").is_file():
        trim_ = book.trim.width, book.trim.height
        cover = check_cover(book.file("-cover"), profile, wrap, interior.pages, trim_)
        reports.append(replace(cover, findings=(*cover.findings, *_words_missing(book, book.file("-cover"), 1))))
    return Checked(tuple(reports), form(book, interior.pages, wrap, paper, ink_))


def check_interior(
    book: Shelved,
    printer: Printer | None = None,
    paper: str | None = None,
    ink_: str | None = None,
    progress: Progress = quiet,
) -> Report:
    """The check of a book's interior; what is not given is as its recipe says."""
    report = check_file(
        _there(book.file()),
        printer or _profile(book.recipe["printer"]),
        ink_=ink_ or book.ink,
        paper=paper or book.paper,
        binding=book.binding,
        trim=(book.trim.width, book.trim.height),
        ours=True,
        progress=progress,
    )
    return replace(report, findings=(*report.findings, *_words_missing(book, book.file(), _FIRST_PAGES)))


def form(book: Shelved, pages: int, wrap: Wrap | None, paper: str, ink_: str) -> dict[str, Any]:
    """What to type at the printer's form, as it stands in the book."""
    told, recipe = book.told, book.recipe
    rows: dict[str, Any] = {key.capitalize(): told.get(key) for key in ("title", "subtitle", "author", "series")}
    rows |= {
        "Volume": recipe["volume"] if told.get("series") or recipe["volume"] > 1 else None,
        "Publisher": told.get("publisher"),
        "ISBN": told.get("isbn"),
        "Language": recipe["language"],
        "Trim": inches(book.trim.width, book.trim.height),
        "Pages": pages,
        "Ink": ink_,
        "Paper": paper,
        "Bound at": book.binding,
    }
    if wrap is not None:
        rows["Spine"] = inches(wrap.spine)
        rows["Cover"] = inches(*wrap.sheet)
    return {key: value for key, value in rows.items() if value not in (None, "")}


def _stock(book: Shelved, paper: str | None, ink_: str | None) -> str:
    """The paper that decides how thick the book is: as asked for, as the cover was made for, or as the recipe says."""
    made: str | None = book.made_cover.get("paper")
    if paper is None and ink_ is None and made:
        return made
    return "color" if (ink_ or book.ink) == "premium-color" else paper or book.paper


def _wrap(book: Shelved, printer: Printer, pages: int, stock: str) -> Wrap | None:
    """The wrap that the book should have: by the printer's formula or, where that is not known, as the cover was made.
    None where neither is there."""
    trim_, right = (book.trim.width, book.trim.height), book.binding == "right"
    made = book.made_cover if book.recipe["printer"] == printer.name else {}
    spine = made.get("spine") if printer.spine is None else None
    sheet = tuple(made["sheet"]) if "sheet" in made and printer.cover.boards else None
    try:
        return wrap_of(printer, trim_, pages, stock, spine, right, sheet)
    except Refused:
        return None


def _profile(name: str) -> Printer:
    known = templates.names("printers")
    if name not in known:
        raise refuse("--printer", f'no printer is called "{name}"', nearest(name, known))
    return printer_named(name)


def _there(path: Path) -> Path:
    if not path.is_file():
        raise refuse(str(path), "the book's PDF file is not there", "make the book again")
    return path


def _words_missing(book: Shelved, path: Path, pages: int) -> Iterator[Finding]:
    """Title, author and ISBN that cannot be found where they should stand.

    Text is compared without spaces and case. What cannot be copied from a file cannot be found: then nothing is said.
    """
    whole = "".join(ink.texts(path, pages))
    text = _plain(whole)
    cover = pages == 1
    matter = book.told.get("matter", ())
    wanted = {"title": cover or "title" in matter, "author": cover or "title" in matter,
              "isbn": not cover and "copyright" in matter}  # fmt: skip
    for key, due in wanted.items():
        value = book.told.get(key)
        if value and due and text and _plain(str(value)) not in text and not _says_turned(whole, str(value)):
            shown = "ISBN" if key == "isbn" else key
            yield Finding(shown, f'"{value}" was not found', f"the {shown} as it is in the recipe", (), f"book.{key}")


def _says_turned(text: str, value: str) -> bool:
    """Whether a text holds a value of right-to-left letters word by word, as it is or turned round.

    What a file says of such lines comes back in an order of the reader's own; marks on letters come apart from them.
    """
    if not any(unicodedata.bidirectional(character) in ("R", "AL") for character in value):
        return False
    letters = _letters(text)
    words = [found for word in value.split() if (found := _letters(word))]
    return all(word in letters or word[::-1] in letters for word in words)


def _letters(text: str) -> str:
    """The letters of a text alone, without their marks."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(character for character in folded if unicodedata.category(character).startswith("L"))


def _plain(text: str) -> str:
    """A text without spaces, soft hyphens and case."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(c for c in folded if not c.isspace() and unicodedata.category(c) not in ("Cf", "Cc"))
