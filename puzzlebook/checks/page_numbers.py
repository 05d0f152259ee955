"""Rules about the printed page numbers: in sequence, and odd on the right.

A number counts as printed if it is alone on its line, and before a fault is reported, its place is
looked up: it must be at the foot of the page. So the numbers of puzzles are not taken for those of
pages.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import closing
from typing import Any

from puzzlebook.checks.findings import Finding, Violation, report_alike
from puzzlebook.checks.rules import Job
from puzzlebook.language.words import LEFT
from puzzlebook.pdf_reading.files import make_openable

_ALONE = re.compile(r"^[ \t]*(?:[-–—][ \t]*)?(\d{1,4})(?:[ \t]*[-–—])?[ \t\r]*$", re.MULTILINE)
_MIN_NUMBERED = 0.75  # share of the pages that must bear the number expected from their position
_MIN_NUMBERED_WHEN_MOVED = 0.5  # the same, if pages were exchanged
_MIN_RUN = 3  # pages before and after a gap
_MAX_GAP = 16  # numbers missing in one place
_MAX_FOUND = 60  # characters of a message
_FOOT = 0.2  # share of the height of a page

_Numbers = Mapping[int, frozenset[int]]


def check_repeated_pages(job: Job) -> Iterator[Finding]:
    """Check that no page appears in another's position, as when a page is inserted twice.

    A page is reported only if it repeats another page, number included, and most pages bear the
    number expected from their position.
    """
    numbers = {
        page: frozenset(map(int, re.findall(r"(?<![\d.,])\d{1,4}(?![\d.,])", text)))
        for page, text in job.texts.items()
    }
    shift, count = _find_shift(numbers)
    if count < _MIN_NUMBERED * len(job.pages) or count < 2:
        return
    first: dict[str, int] = {}
    for page, text in sorted(job.texts.items()):
        if page + shift in numbers[page]:
            first.setdefault(text, page)
    violations = [
        Violation(page, 0, f"page {page} is page {first[text]} again")
        for page, text in job.texts.items()
        if page + shift not in numbers[page] and first.get(text, page) != page
    ]
    yield from report_alike("page numbers", violations, "in sequence")


def check_page_numbers(job: Job) -> Iterator[Finding]:
    """Check that no pages are exchanged or missing, and that odd numbers are on the right."""
    numbers = {page: frozenset(map(int, _ALONE.findall(text))) for page, text in job.texts.items()}
    shift, count = _find_shift(numbers)
    if (gap := _find_gap(numbers)) and _are_at_foot(job, gap):
        (_, last), (page, number) = gap.items()
        found = f"{number} follows {last}"
        yield Finding("page numbers", found, "in sequence: is a page missing?", (page,))
        return
    if count < _MIN_NUMBERED_WHEN_MOVED * len(job.pages) or count < _MIN_RUN:
        return
    if (moved := _find_exchanged_pages(numbers, shift)) and _are_at_foot(job, moved):
        found = f"their order is {', '.join(map(str, moved.values()))}"
        yield Finding("page numbers", found[:_MAX_FOUND], "in sequence", tuple(moved))
        return
    bearing = [page for page, row in sorted(numbers.items()) if page + shift in row]
    samples = {page: page + shift for page in bearing[:: max(1, count // _MIN_RUN)]}
    if shift % 2 and _are_at_foot(job, samples):
        hands = ("left", "right") if job.binding == LEFT else ("right", "left")
        found, allowed = (f"on {hand}-hand pages" for hand in hands)
        yield Finding("page numbers", f"odd numbers {found}", f"ideally {allowed}", grave=False)


def _find_shift(numbers: _Numbers) -> tuple[int, int]:
    """Return the commonest difference between a page's number and its position, and the number of
    pages that have it."""
    return next(iter(_count_shifts(numbers).most_common(1)), (0, 0))


def _count_shifts(numbers: _Numbers) -> Counter[int]:
    """Count the differences between the numbers on a page and its position."""
    return Counter(number - page for page, row in numbers.items() for number in row)


def _find_exchanged_pages(numbers: _Numbers, shift: int) -> dict[int, int]:
    """Return the pages that bear each other's numbers in place of their own, with these numbers."""
    astray = {page for page, row in numbers.items() if page + shift not in row}
    moved = {}
    for page in astray:
        others = [number for number in numbers[page] if number - shift in astray]
        if len(others) == 1:
            moved[page] = others[0]
    is_exchange = {number - shift for number in moved.values()} == moved.keys()
    return dict(sorted(moved.items())) if is_exchange else {}


def _find_gap(numbers: _Numbers) -> dict[int, int]:
    """Return the last page before missing ones and the first after them, with their numbers; empty
    if none are missing."""
    shifts = _count_shifts(numbers)
    if len(shifts) < 2:
        return {}
    before, after = sorted(shift for shift, _ in shifts.most_common(2))
    early, late = (
        [page for page, row in sorted(numbers.items()) if page + shift in row]
        for shift in (before, after)
    )
    is_gap = (
        after - before <= _MAX_GAP
        and min(len(early), len(late)) >= _MIN_RUN
        and early[-1] < late[0]
        and all(len(run) >= _MIN_NUMBERED * (run[-1] - run[0] + 1) for run in (early, late))
    )
    return {early[-1]: early[-1] + before, late[0]: late[0] + after} if is_gap else {}


def _are_at_foot(job: Job, numbers: Mapping[int, int]) -> bool:
    """Whether these pages bear these numbers at their feet."""
    if job.path is None:
        return False
    import pypdfium2

    with closing(pypdfium2.PdfDocument(make_openable(job.path))) as document:
        return all(_is_at_foot(document[page - 1], number) for page, number in numbers.items())


def _is_at_foot(page: Any, number: int) -> bool:
    _, bottom, _, top = page.get_bbox()
    text = page.get_textpage()
    search = text.search(str(number), match_whole_word=True)
    while found := search.get_next():
        if text.get_charbox(found[0])[1] < bottom + _FOOT * (top - bottom):
            return True
    return False
