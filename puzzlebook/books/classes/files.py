"""The PDF files of a class set: the sheets, the key behind them or in a file of its own, and a file for each pupil."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, count

from puzzlebook.books.classes.sets import ClassSet, arranged, key_pages_of, sheet_pages_of
from puzzlebook.paper.pdf.document import Attachment, Bookmark, Document, Screen
from puzzlebook.paper.pdf.writer import pdf_bytes
from puzzlebook.recipes.book_codes import head_of
from puzzlebook.recipes.values import NOT_IN_NAMES, RESERVED
from puzzlebook.recipes.writing import recipe_toml
from puzzlebook.words import without_isolates

_LONGEST = 100


def class_pdfs(planned: ClassSet, name: str) -> Iterator[tuple[str, bytes]]:
    """Each PDF file of a class set with its name."""
    recipe, wanted = planned.setting.recipe, planned.wanted
    is_separate = wanted.key == "separate" and planned.key_count > 0
    for ending, document in (("", _document(planned)), ("-screen", _screen_document(planned))):
        if recipe.pdf in ("both", "screen" if ending else "print"):
            key = [] if is_separate else key_pages_of(planned)
            yield f"{name}{ending}.pdf", pdf_bytes(chain(sheet_pages_of(planned), key), document)
    if is_separate:
        yield f"{name}-key.pdf", pdf_bytes(key_pages_of(planned), _document(planned))
    if wanted.split:
        yield from _split(planned)


def _split(planned: ClassSet) -> Iterator[tuple[str, bytes]]:
    """A file for each sheet, with as many copies as its pupil has, and nothing of anybody else."""
    setting = replace(planned.setting, recipe=planned.setting.recipe.model_copy(update={"worksheet": _alone(planned)}))
    digits = len(str(max(planned.by_number)))
    taken: set[str] = set()
    for number in sorted(planned.by_number):
        sheet = planned.by_number[number]
        stem = file_stem(without_isolates(sheet.entry.name or f"{number:0{digits}}"), taken)
        one = arranged(setting, [sheet])
        yield f"sheets/{stem}.pdf", pdf_bytes(sheet_pages_of(one), _document(planned))


def file_stem(name: str, taken: set[str]) -> str:
    """A file's name for a pupil's, on any system, and unlike all that are taken, to which it is added."""
    plain = "".join("-" if c in NOT_IN_NAMES or not c.isprintable() else c for c in unicodedata.normalize("NFC", name))
    plain = plain.strip(" .-") or "sheet"
    while len(plain.encode()) > _LONGEST:
        plain = plain[:-1].rstrip()
    if plain.partition(".")[0].strip().lower() in RESERVED:
        plain = f"sheet {plain}"
    for number in count(1):
        stem = plain if number == 1 else f"{plain} ({number})"
        # Some systems see no difference between capitals, or between an accent and one that is composed.
        alike = unicodedata.normalize("NFKC", stem).casefold()
        if alike not in taken:
            break
    taken.add(alike)
    return stem


def _alone(planned: ClassSet) -> object:
    return planned.wanted.model_copy(update={"made": False, "order": "file"})


def _document(planned: ClassSet) -> Document:
    book = planned.setting.recipe.book
    words = planned.setting.words
    return Document(book.title, book.author or "", words.language, right_to_left=words.right_to_left)


def _screen_document(planned: ClassSet) -> Document:
    """For reading on a screen. The attached recipe goes without the list: no name leaves the folder in it."""
    words, recipe = planned.setting.words, planned.setting.recipe
    without = recipe.model_copy(update={"pupils": ()})
    content = (head_of(planned.setting.code) + recipe_toml(without)).encode()
    attached = Attachment("recipe.toml", content, "The recipe, without names", "application/toml")
    marks = tuple(
        Bookmark(sheet.entry.name or words("worksheet_number", number=sheet.entry.number),
                 planned.puzzle_slots[sheet.entry.number].page)
        for sheet in planned.sheets
    )  # fmt: skip
    return replace(_document(planned), screen=Screen(marks, (attached,)))
