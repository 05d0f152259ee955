"""Rules about effects seen on a press but not on a screen, and about pages as readers see them.

Each rule is a function from a job to its findings, as in `rules`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from puzzlebook.checks.content import IDLE_TRANSFER, OPI
from puzzlebook.checks.findings import Finding, Violation, report_alike, report_worst
from puzzlebook.checks.page_numbers import check_page_numbers, check_repeated_pages
from puzzlebook.checks.rules import Job
from puzzlebook.ground.lengths import format_inches
from puzzlebook.printers.trims import SAME, Trim, list_trims

_MAX_SLIP = 3.0  # points: sides that differ by no more than this were meant to be equal
_BLEED_SLIPS = (0.5, 1, 2)  # shares of a bleed that people add by mistake
_PLACEHOLDER = re.compile(
    r"\blorem ipsum|placeholder text|your (?:text|title|subtitle|author name) here"
    r"|(?:title|author(?:'s)? name|publisher(?:'s)? name|text) (?:goes |comes )?here\b"
    r"|(?:\bby|©(?: \d{4})?) (?:your|author(?:'s)?) name\b"
    r"|(?:insert|enter|type) (?:your )?(?:text|title|subtitle|author|name|isbn) here"
    r"|insert (?:your |the )?(?:author|book|publisher|chapter) (?:name|title)"
    r"|[\[<{](?:insert |your |the )?(?:book )?(?:title|subtitle|author|author name|name|isbn|year"
    r"|publisher|dedication|chapter title)[\]>}]"
    r"|[\[<{](?:add|enter|insert|type|your) [^\[\]<>{}]{1,40}[\]>}]",
    re.IGNORECASE,
)


def check_near_trim(job: Job) -> Iterator[Finding]:
    """Check that the trim is not a known size with a small error, or with part of a bleed added."""
    bleed, trims = job.printer.bleed, job.printer.trims
    if job.is_trim_known or job.bleed or bleed is None or not trims.accepts(job.width, job.height):
        return
    known = trims.sizes or [size for size in list_trims() if size.clear is None]
    if any(size.measures(job.width, job.height) for size in (*known, *list_trims())):
        return
    parts = bleed.inside + bleed.outside, bleed.top + bleed.bottom
    near = [
        size
        for size in known
        if _is_slip(job.width - size.width, parts[0])
        and _is_slip(job.height - size.height, parts[1])
    ]
    if near:
        nearest = min(near, key=lambda size: _measure_difference(size, job))
        found = f"{format_inches(job.width, job.height)}, near {nearest.name}"
        allowed = f"{nearest.name}, or --trim with the size that is meant"
        yield Finding("page size", found, allowed, job.pages_of_trim, "page")


def _is_slip(difference: float, bleed: float) -> bool:
    """Whether a side is off by a little, or by half, all or twice its bleed, in points."""
    return abs(difference) <= _MAX_SLIP or any(
        abs(difference - share * bleed) <= SAME for share in _BLEED_SLIPS
    )


def _measure_difference(size: Trim, job: Job) -> float:
    return abs(job.width - size.width) + abs(job.height - size.height)


def check_overprint(job: Job) -> Iterator[Finding]:
    """Check that white does not overprint, and that overprinted inks do not exceed the limit."""
    violations = [
        Violation(page.number, 0, "white that overprints, and so is never printed")
        for page in job.pages
        if page.painted.has_white_overprint
    ]
    yield from report_alike("overprint", violations, "white that is knocked out", "theme")
    maximum = job.printer.max_ink
    if maximum is None or job.path is None:
        return
    from puzzlebook.checks.separations import measure_overprinted_inks  # few files overprint

    numbers = [
        page.number
        for page in job.pages
        if page.painted.ink <= maximum < page.painted.overprint_bound - 0.001
    ]
    inks = measure_overprinted_inks(job.path, numbers)
    heavy = [
        Violation(number, -ink, f"{ink:.0%} of ink, where inks overprint")
        for number, ink in zip(numbers, inks, strict=True)
        if ink > maximum + 0.01
    ]
    yield from report_worst("ink coverage", heavy, f"at most {maximum:.0%}", "theme")


def check_four_ink_type(job: Job) -> Iterator[Finding]:
    """Check that small type is not built of four inks, which never align exactly."""
    minimum = job.printer.min_type_four_inks
    if minimum is not None:
        violations = [
            Violation(page.number, size, f"type of {size:.2f} pt in four inks")
            for page in job.pages
            if (size := page.painted.four_ink_type) is not None and size < minimum - 0.01
        ]
        yield from report_worst(
            "small type", violations, f"black alone below {minimum:g} pt", "audience"
        )


def check_resources(job: Job) -> Iterator[Finding]:
    """Check that every resource that a page names is in the file."""
    violations = [
        Violation(page.number, 0, f"{name} is named but is not in the file")
        for page in job.pages
        for name in sorted(page.painted.missing)
    ]
    yield from report_alike("resources", violations, "everything that a page names")


def check_exchange_keys(job: Job) -> Iterator[Finding]:
    """Check that a file that claims PDF/X-1a has no transfer functions, even without effect, and no
    picture in another file."""
    if "X-1" not in job.document.standard:
        return
    for rule, construct, key in (("transfer functions", IDLE_TRANSFER, "/TR"), (OPI, OPI, "/OPI")):
        violations = [
            Violation(page.number, 0, f"{key}, which PDF/X-1a forbids")
            for page in job.pages
            if construct in page.painted.constructs
        ]
        yield from report_alike(rule, violations, "none")


def check_placeholders(job: Job) -> Iterator[Finding]:
    """Check that no text is a forgotten placeholder."""
    violations = [
        Violation(page, 0, f'"{match[0]}"')
        for page, text in job.texts.items()
        if (match := _PLACEHOLDER.search(" ".join(text.split())))
    ]
    yield from report_alike("placeholder", violations, "the words that belong there", "book")


PRESS_RULES: tuple[Callable[[Job], Iterator[Finding]], ...] = (
    check_near_trim, check_overprint, check_four_ink_type, check_resources, check_exchange_keys,
    check_placeholders, check_repeated_pages, check_page_numbers,
)  # fmt: skip
