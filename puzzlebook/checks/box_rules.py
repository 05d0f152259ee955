"""The rules for the boxes of pages: their sizes, and where the trim and the bleed lie in them."""

from __future__ import annotations

from collections.abc import Iterator

from puzzlebook.checks.document import PageFacts, Rectangle
from puzzlebook.checks.findings import Finding, Spot, alike
from puzzlebook.checks.job import Job
from puzzlebook.lengths import inches
from puzzlebook.paper.layout import NO_BLEED
from puzzlebook.printers.printer import offered
from puzzlebook.printers.trims import SAME


def page_sizes(job: Job) -> Iterator[Finding]:
    """All pages of one size, and of one that the printer takes."""
    bleed = job.bleed or NO_BLEED
    width, height = job.width + bleed.inside + bleed.outside, job.height + bleed.top + bleed.bottom
    spots = [
        Spot(page.number, 0, inches(page.width, page.height))
        for page in job.pages
        if page.width >= 1 and not (abs(page.width - width) <= SAME and abs(page.height - height) <= SAME)
    ]
    yield from alike("same size", spots, f"{inches(width, height)}, as the other pages")
    trims = job.printer.trims
    if not trims.take(job.width, job.height):
        near = trims.nearest(job.width, job.height)
        spread = trims.take(job.width / 2, job.height) and bool(trims.names)
        found = f"{inches(job.width, job.height)}{': two pages on one?' if spread else ''}"
        yield Finding("page size", found, f"{f'nearest: {near}; ' if near else ''}{offered(job.printer)}", (), "page")


def page_boxes(job: Job) -> Iterator[Finding]:
    """The boxes that pages say they have agree with the trim, with the bleed, and with each other."""
    spots = [Spot(page.number, 0, what) for page in job.pages if page.media for what in _box_faults(job, page)]
    yield from alike("page boxes", spots, "the trim where the page size and the bleed put it")


def _box_faults(job: Job, page: PageFacts) -> Iterator[str]:
    assert page.media is not None
    assert page.crop is not None
    if not _same(page.media, page.crop):
        yield "the crop box is not the media box"
    for name, box in (("trim", page.trim), ("bleed", page.bleed)):
        if box and not box.within(page.media, SAME):
            yield f"the {name} box lies outside the media box"
    if page.trim and not page.turned and not _same(page.trim, _trim_box(job, page, page.media)):
        yield f"the trim box is {inches(page.trim.width, page.trim.height)} at another place or of another size"
    if page.trim and page.bleed and not page.trim.within(page.bleed, SAME):
        yield "the trim box is not inside the bleed box"


def _trim_box(job: Job, page: PageFacts, media: Rectangle) -> Rectangle:
    left, top, right, bottom = (getattr(job.bleed or NO_BLEED, side) for side in job.sides(page.number))
    return Rectangle(media.left + left, media.bottom + bottom, media.right - right, media.top - top)


def _same(one: Rectangle, other: Rectangle) -> bool:
    return one.within(other, SAME) and other.within(one, SAME)
