"""The positions of text and pictures on a cover: their distances from trim, folds and hinges."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from puzzlebook.checks.drawn_pages import find_close_bounds
from puzzlebook.checks.findings import Finding, Violation, report_worst
from puzzlebook.checks.ink import TOLERANCE
from puzzlebook.ground.lengths import format_inches
from puzzlebook.pdf_reading.files import make_openable
from puzzlebook.printers.printer import Printer
from puzzlebook.printers.wrap import Wrap, may_print_spine
from puzzlebook.typesetting.page import Box

_LINE_REACH = 200.0  # points: letters on one line within this distance are quoted together
_MAX_QUOTE = 40  # characters


class PageFrame(NamedTuple):
    """A PDF page: its left, bottom, right and top, and its rotation in degrees clockwise."""

    sides: tuple[float, float, float, float]
    rotation: int = 0

    def place(self, sides: tuple[float, float, float, float]) -> Box:
        """Return a box of the page as shown, measured from its top left corner."""
        left, bottom, right, top = self.sides
        x0, y0, x1, y1 = sides
        width, height = x1 - x0, y1 - y0
        return {
            90: Box(y0 - bottom, x0 - left, height, width),
            180: Box(right - x1, y0 - bottom, width, height),
            270: Box(top - y1, right - x1, height, width),
        }.get(self.rotation, Box(x0 - left, top - y1, width, height))


class PlacedLetter(NamedTuple):
    """A letter and its bounding box on the page. begins_word: whether it follows a space."""

    text: str
    box: Box
    begins_word: bool = False


def check_areas(path: Path, printer: Printer, wrap: Wrap, pages: int) -> Iterator[Finding]:
    """Check the clearance of text and pictures, and that only wide spines have text."""
    letters, pictures = _read_page_items(path)
    spine = [letter for letter in letters if _contains(wrap.middle, *_centre(letter.box))]
    yield from _check_spine_text(spine, printer, wrap, pages)
    boards = [letter for letter in letters if letter not in spine]
    near = [
        Violation(1, -far, _describe_stray(_find_line(letter, letters), letter.box, wrap))
        for letter in boards
        if (far := _measure_stray(letter.box, wrap))
    ]
    allowed = f"text at least {format_inches(wrap.safe)} from trim and folds"
    allowed += " and from the hinge" if wrap.hinge else ""
    yield from report_worst("safe area", near, allowed, "cover")
    stray_pictures = [Violation(1, -far, _describe_stray(_describe_picture(box), box, wrap))
              for box in pictures
              if _is_within(box, wrap.trim) and (far := _measure_stray(box, wrap))]  # fmt: skip
    allowed = f"ideally {format_inches(wrap.safe)} from trim and folds, or beyond the trim"
    yield from report_worst("safe area", stray_pictures, allowed, grave=False)


def _find_line(letter: PlacedLetter, letters: list[PlacedLetter]) -> str:
    """Return the words on a letter's line, in quotation marks."""
    x, y = _centre(letter.box)
    line = [
        " " * other.begins_word + other.text
        for other in letters
        if abs(_centre(other.box)[1] - y) < max(other.box.height, letter.box.height)
        and abs(_centre(other.box)[0] - x) < _LINE_REACH
    ]
    return f'"{"".join(line).strip()[:_MAX_QUOTE]}"'


def _describe_picture(box: Box) -> str:
    return f"a picture of {format_inches(box.width, box.height)}"


def _check_spine_text(
    letters: list[PlacedLetter], printer: Printer, wrap: Wrap, pages: int
) -> Iterator[Finding]:
    rule = printer.spine
    if letters and not may_print_spine(printer, pages):
        assert rule is not None
        allowed = f"none below {rule.text_from} pages"
        what = f"text on the spine of a book of {pages} pages"
        yield Finding("spine text", what, allowed, (1,), "cover")
        return
    distances = (
        min(letter.box.x - wrap.middle.x, wrap.middle.right - letter.box.right)
        for letter in letters
    )
    near = [
        Violation(1, distance, f"text {format_inches(max(0.0, distance))} from a fold")
        for distance in distances
        if distance < wrap.clear - TOLERANCE
    ]
    allowed = f"at least {format_inches(wrap.clear)} from both folds"
    yield from report_worst("spine text", near, allowed, "cover")


def _describe_stray(what: str, box: Box, wrap: Wrap) -> str:
    """Return a description of the position of a misplaced item."""
    x, y = _centre(box)
    boards = (("front", wrap.front, wrap.front_face), ("back", wrap.back, wrap.back_face))
    for name, board, face in boards:
        if not _contains(board, x, y):
            continue
        if not _contains(face, x, y):
            return f"{what} in the hinge of the {name}"
        distances = {
            "left": box.x - face.x,
            "right": face.right - box.right,
            "top": box.y - face.y,
            "bottom": face.bottom - box.bottom,
        }
        side = min(distances, key=lambda side: distances[side])
        if (distance := distances[side]) < 0:
            return f"{what} over the {side} edge of the {name}"
        return f"{what} on the {name}, {format_inches(distance)} from its {side} edge"
    if not _contains(wrap.trim, x, y):
        return f"{what} in the area that is cut off or folded in"
    return f"{what} on the spine"


def _measure_stray(box: Box, wrap: Wrap) -> float:
    """Return how far a box extends beyond the nearest safe area, in points; 0 if inside one."""
    far = min(
        max(safe.x - box.x, box.right - safe.right, safe.y - box.y, box.bottom - safe.bottom)
        for safe in (wrap.front_safe, wrap.back_safe, wrap.spine_safe)
    )
    return far if far > TOLERANCE else 0.0


def _is_within(box: Box, other: Box) -> bool:
    return (
        box.x > other.x
        and box.y > other.y
        and box.right < other.right
        and box.bottom < other.bottom
    )


def _contains(box: Box, x: float, y: float) -> bool:
    return box.x <= x <= box.right and box.y <= y <= box.bottom


def _centre(box: Box) -> tuple[float, float]:
    return box.x + box.width / 2, box.y + box.height / 2


def _read_page_items(path: Path) -> tuple[list[PlacedLetter], list[Box]]:
    """Return the letters on the first page, and the boxes of all items other than text."""
    import pypdfium2
    from pypdfium2 import raw

    with closing(pypdfium2.PdfDocument(make_openable(path))) as document:
        page = document[0]
        paper = PageFrame(page.get_bbox(), page.get_rotation())
        letters = list(_list_letters(page.get_textpage(), paper))
        count = raw.FPDFPage_CountObjects(page)
        items = [raw.FPDFPage_GetObject(page, index) for index in range(count)]
        pictures = [
            paper.place(bounds)
            for item in items
            if raw.FPDFPageObj_GetType(item) != raw.FPDF_PAGEOBJ_TEXT
            and (bounds := find_close_bounds(item))
        ]
    return letters, pictures


def _list_letters(text: Any, paper: PageFrame) -> Iterator[PlacedLetter]:
    """Yield the letters of a page's text. Spaces that pdfium adds between words have no place."""
    from pypdfium2 import raw

    begins_word = True
    for index in range(text.count_chars()):
        letter = chr(raw.FPDFText_GetUnicode(text, index))
        if letter.isspace() or raw.FPDFText_IsGenerated(text, index) == 1:
            begins_word = True
            continue
        yield PlacedLetter(letter, paper.place(text.get_charbox(index)), begins_word)
        begins_word = False
