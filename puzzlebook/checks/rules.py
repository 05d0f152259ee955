"""Printers' rules. A rule is a function from a job to its findings, listed in `RULES`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from pathlib import Path

from puzzlebook.checks.facts import DocumentFacts, PageFacts, Rectangle
from puzzlebook.checks.findings import Finding, Violation, report_alike, report_worst
from puzzlebook.checks.ink import TOLERANCE, Rendered
from puzzlebook.ground.lengths import format_inches
from puzzlebook.language.words import RIGHT
from puzzlebook.printers.printer import Printer, Stock, list_offered_sizes
from puzzlebook.printers.trims import SAME
from puzzlebook.typesetting.layout import NO_BLEED, Edges

MEGABYTE = 1_000_000  # bytes
_FRONT_PAGES, _BACK_PAGES = 8, 4  # number of pages that may say where the book was made
_MAX_TINY = 2  # pixels: pictures no larger than this count as one colour


@dataclass(frozen=True)
class Job:
    """A file to print, and its printer.

    width, height: the trim, in points. name: the trim's name. bleed: how far the pages extend
    beyond the trim, or None. binding: the side on which the book is bound. language: that of
    the book; empty if unknown. is_trim_known: whether
    the trim was stated rather than guessed from the pages. path: the file, for rules that must
    reopen it.
    """

    printer: Printer
    document: DocumentFacts
    rendered: Sequence[Rendered]
    width: float
    height: float
    name: str
    bleed: Edges | None = None
    stock: Stock = field(default_factory=Stock)
    binding: str = "left"
    language: str = ""
    is_trim_known: bool = False
    path: Path | None = None

    @property
    def ink(self) -> str:
        return self.stock.ink

    @property
    def pages(self) -> Sequence[PageFacts]:
        return self.document.pages

    @cached_property
    def texts(self) -> Mapping[int, str]:
        """Mapping from page numbers to the text of each page that could be read."""
        rows = zip(self.pages, self.rendered, strict=True)
        return {page.number: rendered.text for page, rendered in rows if not page.broken}

    @property
    def page_size(self) -> tuple[float, float]:
        """The width and height of a page, in points: the trim with its bleed."""
        bleed = self.bleed or NO_BLEED
        across, along = bleed.inside + bleed.outside, bleed.top + bleed.bottom
        return self.width + across, self.height + along

    @cached_property
    def pages_of_trim(self) -> tuple[int, ...]:
        """The numbers of the pages that have this size."""
        width, height = self.page_size
        return tuple(
            page.number
            for page in self.pages
            if abs(page.width - width) <= SAME and abs(page.height - height) <= SAME
        )

    def sides(self, number: int) -> tuple[str, str, str, str]:
        """Return the roles of a page's left, top, right and bottom edges.

        In a book bound at the left, the inside of odd pages is the left edge.
        """
        inside_left = (number % 2 == 1) == (self.binding == "left")
        return (
            ("inside", "top", "outside", "bottom")
            if inside_left
            else ("outside", "top", "inside", "bottom")
        )


def check_readable(job: Job) -> Iterator[Finding]:
    """Check that every page can be read, and that the file needs no repair."""
    if job.document.damaged:
        what = f"the file had to be repaired: {job.document.damaged}"[:100]
        yield Finding("damage", what, "a file without damage")
    violations = [
        Violation(page.number, 0, f"cannot be read: {page.broken or shown.broken}")
        for page, shown in zip(job.pages, job.rendered, strict=True)
        if page.broken or shown.broken
    ]
    yield from report_alike("page", violations, "a page that can be read")


def check_page_sizes(job: Job) -> Iterator[Finding]:
    """Check that all pages have the same size, which the printer accepts."""
    alike = {*job.pages_of_trim}
    violations = [
        Violation(page.number, 0, format_inches(page.width, page.height))
        for page in job.pages
        if page.width >= 1 and page.number not in alike
    ]
    why = "as asked for" if len(violations) == len(job.pages) else "as the other pages"
    allowed = f"{format_inches(*job.page_size)}, {why}"
    yield from report_alike("same size", violations, allowed)
    trims, pages = job.printer.trims, job.pages_of_trim
    if not trims.accepts(job.width, job.height):
        near = trims.find_nearest(job.width, job.height)
        is_spread = trims.accepts(job.width / 2, job.height) and bool(trims.names)
        size = f"{format_inches(job.width, job.height)}{': two pages on one?' if is_spread else ''}"
        allowed = f"{f'nearest: {near}; ' if near else ''}{list_offered_sizes(job.printer)}"
        yield Finding("page size", size, allowed, pages, "page")
    elif trims.likely and not trims.is_likely(job.width, job.height):
        widths, heights = trims.likely
        allowed = f"known sizes are {widths} wide and {heights} high: ask the printer"
        size = format_inches(job.width, job.height)
        yield Finding("page size", size, allowed, pages, "page", False)


def check_page_boxes(job: Job) -> Iterator[Finding]:
    """Check that each page's boxes agree with the trim, the bleed and each other."""
    violations = [
        Violation(page.number, 0, what)
        for page in job.pages
        if page.media
        for what in _find_box_faults(job, page)
    ]
    allowed = "the trim box where the page size and the bleed put it"
    yield from report_alike("page boxes", violations, allowed)


def _find_box_faults(job: Job, page: PageFacts) -> Iterator[str]:
    assert page.media is not None
    assert page.crop is not None
    if not _is_same(page.media, page.crop):
        yield "the crop box is not the media box"
    for name, box in (("trim", page.trim), ("bleed", page.bleed)):
        if box and not box.is_within(page.media, SAME):
            yield f"the {name} box lies outside the media box"
    left, top, right, bottom = (
        getattr(job.bleed or NO_BLEED, side) for side in job.sides(page.number)
    )
    media = page.media
    trim = Rectangle(media.left + left, media.bottom + bottom, media.right - right, media.top - top)
    if page.trim and not page.rotation and not _is_same(page.trim, trim):
        size = format_inches(page.trim.width, page.trim.height)
        yield f"the trim box is {size}, in the wrong place or of the wrong size"
    if page.trim and page.bleed and not page.trim.is_within(page.bleed, SAME):
        yield "the trim box is not inside the bleed box"


def _is_same(one: Rectangle, other: Rectangle) -> bool:
    return one.is_within(other, SAME) and other.is_within(one, SAME)


def check_page_count(job: Job) -> Iterator[Finding]:
    """Check that the printer binds this many pages, and that they fill whole leaves."""
    count = len(job.pages)
    limit = job.printer.limit(job.width, job.height, *job.stock)
    if not limit.binds(count):
        for_what = f" for {job.stock.description}" if limit.ink and limit.paper else ""
        yield Finding("page count", f"{count} pages", f"{limit}{for_what}", (), "mazes")
    if count % job.printer.multiple:
        allowed = (
            "an even number"
            if job.printer.multiple == 2
            else f"a multiple of {job.printer.multiple}"
        )
        yield Finding("even pages", f"{count} pages", allowed, (), "book.matter")


def check_paper(job: Job) -> Iterator[Finding]:
    """Check that the printer offers this ink on this paper."""
    if not job.printer.prints(job.stock):
        offered = " or ".join(job.printer.papers[job.ink])
        yield Finding(
            "paper", job.stock.description, f"{job.ink} ink on {offered} paper", (), "paper"
        )


def check_margins(job: Job) -> Iterator[Finding]:
    """Check that each page's ink keeps its distance from the trim, or bleeds to the edge."""
    minimum = job.printer.min_margins(len(job.pages), job.bleed is not None)
    near: dict[str, list[Violation]] = {side: [] for side in Edges._fields}
    short: list[Violation] = []
    for page, rendered in zip(job.pages, job.rendered, strict=True):
        for ink, side in zip(rendered.ink or (), job.sides(page.number), strict=False):
            distance = ink - getattr(job.bleed or NO_BLEED, side)
            if job.bleed and distance < TOLERANCE and side != "inside":
                if ink > TOLERANCE:
                    what = f"the bleed stops {format_inches(ink)} short of the edge"
                    short.append(Violation(page.number, -ink, what))
            elif distance < getattr(minimum, side) - TOLERANCE and not (
                job.bleed and ink < TOLERANCE
            ):
                what = f"ink {format_inches(max(distance, 0))} from the trim"
                near[side].append(Violation(page.number, distance, what))
    for side, violations in near.items():
        allowed = f"at least {format_inches(getattr(minimum, side))}"
        if side == "inside" and job.printer.gutters:
            allowed += f" in a book of {len(job.pages)} pages"
        rule = "gutter" if side == "inside" else f"{side} margin"
        yield from report_worst(rule, violations, allowed, f"margins.{side}")
    yield from report_worst("bleed", short, "to the edge of the page", "theme")


def check_binding(job: Job) -> Iterator[Finding]:
    """Check that the printer binds on this side. If that depends on the language, and we do not
    know it, this is advice."""
    printer, side = job.printer, job.binding
    if not printer.binds_at(side, job.language):
        allowed = f"at the {' or '.join(printer.sides or ())}"
        if printer.right_for:
            allowed += f"; at the right only in {', '.join(printer.right_for)}"
        is_known = bool(job.language) or not printer.right_for
        yield Finding("binding", f"at the {side}", allowed, (), "language", grave=is_known)


def check_fonts(job: Job) -> Iterator[Finding]:
    """Check that every font is embedded."""
    violations = [
        Violation(page.number, 0, fault) for page in job.pages for fault in page.font_faults
    ]
    yield from report_alike("fonts", violations, "every font embedded, used or only named", "fonts")
    violations = [
        Violation(page.number, 0, "boxes in place of letters that a font lacks")
        for page in job.pages
        if page.painted.has_boxes
    ]
    yield from report_alike("fonts", violations, "a font that has every letter", "fonts")


def check_type_sizes(job: Job) -> Iterator[Finding]:
    """Check that type is large enough to print."""
    minimum = job.printer.min_type
    if minimum is not None:
        violations = _find_below(job, "type_size", minimum - 0.01, "type of {:.2f} pt")
        yield from report_worst("type size", violations, f"at least {minimum:g} pt", "audience")


def check_lines(job: Job) -> Iterator[Finding]:
    """Check that lines are thick enough to print, after all scaling."""
    minimum = job.printer.min_line
    if minimum is not None:
        violations = [
            *_find_below(job, "line", minimum - 0.005, "a line of {:.3f} pt"),
            *_find_slivers(job, minimum - 0.005),
        ]
        allowed = f"at least {minimum:g} pt, after scaling"
        yield from report_worst("line weight", violations, allowed, "audience")


def _find_slivers(job: Job, minimum: float) -> Iterator[Violation]:
    """Yield a violation for each page with a thin line drawn as an area."""
    for page, rendered in zip(job.pages, job.rendered, strict=True):
        if rendered.sliver is not None and rendered.sliver < minimum:
            what = f"a line of {rendered.sliver:.3f} pt, drawn as an area"
            yield Violation(page.number, rendered.sliver, what)


def check_pale_lines(job: Job) -> Iterator[Finding]:
    """Check that thin lines are dark enough for their halftone dots to join."""
    rule = job.printer.pale
    if rule is not None:
        violations = [
            Violation(page.number, share, f"a line of {weight:g} pt in {share:.0%} of an ink")
            for page in job.pages
            for weight, share in page.painted.pale_lines
            if weight < rule.below and round(share, 2) < rule.min_coverage
        ]
        allowed = f"ideally {rule.min_coverage:.0%} or more below {rule.below:g} pt"
        yield from report_worst("pale line", violations, allowed, "theme", grave=False)


def check_black_ink(job: Job) -> Iterator[Finding]:
    """Check that a book in black ink has no colours, whose greys would be unpredictable."""
    if job.ink == "black":
        violations = [
            Violation(page.number, 0, "colours, in black ink")
            for page in job.pages
            if page.painted.coloured
        ]
        allowed = "ideally black and grey, or --ink"
        yield from report_alike("colours", violations, allowed, "ink", grave=False)


def check_greys(job: Job) -> Iterator[Finding]:
    """Check that greys are dark enough to be visible."""
    minimum = job.printer.min_grey
    if minimum is not None:
        violations = _find_below(job, "tint", minimum - 0.004, "a grey of {:.0%}")
        allowed = f"ideally {minimum:.0%} or more"
        yield from report_worst("light grey", violations, allowed, "theme", grave=False)


def _find_below(job: Job, measure: str, minimum: float, text: str) -> Iterator[Violation]:
    """Yield a violation for each page on which this attribute of `Painted` is below `minimum`."""
    for page in job.pages:
        value = getattr(page.painted, measure)
        if value is not None and value < minimum:
            yield Violation(page.number, value, text.format(value))


def check_colours(job: Job) -> Iterator[Finding]:
    """Check that the printer accepts the colour spaces, and the paper the amount of ink."""
    spaces, maximum = job.printer.spaces, job.printer.max_ink
    if spaces is not None:
        violations = [
            Violation(page.number, 0, _SPACE_NAMES.get(space, space))
            for page in job.pages
            for space in sorted(page.painted.spaces - {*spaces})
        ]
        allowed = " or ".join(_SPACE_NAMES[space] for space in spaces)
        yield from report_alike("colours", violations, allowed, "theme")
    if maximum is not None:
        violations = [
            Violation(page.number, -page.painted.ink, f"{page.painted.ink:.0%} of ink")
            for page in job.pages
            if page.painted.ink > maximum + 0.001
        ]
        yield from report_worst("ink coverage", violations, f"at most {maximum:.0%}", "theme")
        what = "a shading whose ink cannot be measured"
        violations = [
            Violation(page.number, 0, what) for page in job.pages if page.painted.has_unknown_ink
        ]
        allowed = f"at most {maximum:.0%}: look for yourself"
        yield from report_alike("ink coverage", violations, allowed, "theme", grave=False)


def check_pictures(job: Job) -> Iterator[Finding]:
    """Check that pictures have enough pixels per inch."""
    minimum = job.printer.min_dpi
    if minimum is not None:
        violations = [
            Violation(
                page.number,
                picture.dpi,
                f"a picture at {picture.dpi:.0f} dpi ({picture.width} x {picture.height})",
            )
            for page in job.pages
            for picture in page.painted.pictures
            if picture.dpi < minimum - 1 and max(picture.width, picture.height) > _MAX_TINY
        ]
        yield from report_worst("pictures", violations, f"at least {minimum:g} dpi", "book.logo")


def check_blanks(job: Job) -> Iterator[Finding]:
    """Check that there are not too many blank pages in a row."""
    rule = job.printer.blank_pages
    blank = [page.ink is None and not page.broken for page in job.rendered]
    end, count = 0, len(blank)
    for is_blank, run in groupby(blank):
        length = len(list(run))
        first, end = end, end + length
        at_end = end == count
        maximum = rule.at_end if at_end else rule.running
        if is_blank and maximum is not None and length > maximum:
            where = "at the end" if at_end else "one after the other"
            pages, allowed = tuple(range(first + 1, end + 1)), f"at most {maximum} {where}"
            yield Finding("blank pages", f"{length} {where}", allowed, pages, "book.matter")
    if rule.last and blank:
        # In the file that such a printer takes, the first page comes last.
        is_reversed = job.printer.reverses and job.binding == RIGHT
        name, number = ("first page", 1) if is_reversed else ("last page", count)
        if not blank[number - 1]:
            allowed = "ideally blank, for the printer's barcode"
            yield Finding(name, "is not blank", allowed, (number,), grave=False)


def check_hidden_text(job: Job) -> Iterator[Finding]:
    """Check that no text is invisible, which some printers take for a mistake."""
    violations = [
        Violation(page.number, 0, "invisible text")
        for page in job.pages
        if page.painted.hidden_text
    ]
    yield from report_alike("invisible objects", violations, "ideally none", grave=False)


def check_upright(job: Job) -> Iterator[Finding]:
    """Check that no page is upside down, judged by its text or, without text, by its rotation
    relative to the other pages."""
    upside_down_count = sum(page.rotation == 180 for page in job.pages)
    violations = [
        Violation(page.number, 0, "upside down")
        for page in job.pages
        if page.painted.upside_down > page.painted.upright
        or (
            page.rotation == 180
            and not page.painted.upright
            and 2 * upside_down_count < len(job.pages)
        )
    ]
    yield from report_alike("upright", violations, "the right way up")


def check_claims(job: Job) -> Iterator[Finding]:
    """Check that no text says where the book was made: on-demand books are printed anywhere."""
    if "manufacture" in job.printer.refused:
        violations = [
            Violation(page, 0, f'"{" ".join(match[0].split())[:60]}"')
            for page, text in job.texts.items()
            if (page <= _FRONT_PAGES or page > len(job.pages) - _BACK_PAGES)
            and (match := _MADE_IN.search(text))
        ]
        allowed = "no statement of where it was printed"
        yield from report_alike("manufacture", violations, allowed, "book.copyright")


def check_extras(job: Job) -> Iterator[Finding]:
    """Check that the file has no extras that the printer refuses or does not want."""
    document = job.document
    file_extras = (
        ("encryption", document.encrypted, "the file is encrypted"),
        ("outlines", document.outlines, "bookmarks"),
        ("attachments", document.attachments, f"attached: {', '.join(document.attachments)}"),
        ("scripts", document.scripts, "a script, or an action on opening"),
        ("forms", document.forms, "a form to fill in"),
        ("layers", document.layers, "layers"),
        ("metadata", document.metadata, f"metadata: {', '.join(document.metadata)}"),
    )
    extras = {
        name: [Violation(0, 0, text)] if is_there else [] for name, is_there, text in file_extras
    }
    extras["annotations"] = [
        Violation(page.number, 0, kind) for page in job.pages for kind in page.annotations
    ]
    extras["transparency"] = [
        Violation(page.number, 0, why) for page in job.pages for why in page.painted.transparent
    ]
    for page in job.pages:
        for name in page.painted.constructs:
            found = _CONSTRUCTS.get(name, name)
            extras.setdefault(name, []).append(Violation(page.number, 0, found))
    for name, violations in extras.items():
        grave = name in job.printer.refused
        if grave or name in job.printer.unwanted:
            rule, key = _NAMES.get(name, name), "pdf" if name in _SET_BY_PDF else ""
            allowed = "none" if grave else "ideally none"
            for finding in report_alike(rule, violations, allowed, key, grave):
                yield finding._replace(pages=tuple(filter(None, finding.pages)))


def check_standard(job: Job) -> Iterator[Finding]:
    """Check that the file follows the standard that the printer advises, as far as can be seen."""
    document, advised = job.document, job.printer.standard
    if advised and not document.standard:
        what = "the file does not say that it is PDF/X"
        yield Finding("standard", what, f"ideally {advised}", grave=False)
    if advised and document.standard:
        # A file without a claim may be taken. A preflight for PDF/X refuses an untrue claim.
        allowed = "what the standard asks for, or no such claim"
        for reason in _find_untrue_claims(document):
            what = f"{document.standard[:20]}, but {reason}"
            yield Finding("standard", what, allowed)


def _find_untrue_claims(document: DocumentFacts) -> Iterator[str]:
    """Yield the requirements that a file that claims PDF/X does not meet.

    Colours, fonts and transparency have their own rules.
    """
    if not document.intended:
        yield "no printing condition is named"
    if not document.trapped:
        yield "it does not say whether it is trapped"
    if "X-1a:2001" in document.standard and document.packed:
        yield "its list of objects is compressed, as PDF 1.3 does not allow"
    if "X-1" in document.standard and document.intends_rgb:
        yield "its printing condition is one of RGB"
    if any(page.trim is None for page in document.pages if not page.broken):
        yield "a page has no trim box"
    if "X-1" in document.standard and any(
        page.painted.spaces & {"rgb", "lab", "icc"} for page in document.pages
    ):
        yield "there are colours other than grey and CMYK"


def check_file_size(job: Job) -> Iterator[Finding]:
    """Check that the file is small enough to upload."""
    maximum = job.printer.max_megabytes
    if maximum is not None and job.document.size > maximum * MEGABYTE:
        yield Finding(
            "file size", f"{job.document.size / MEGABYTE:.0f} MB", f"at most {maximum:g} MB"
        )


RULES: tuple[Callable[[Job], Iterator[Finding]], ...] = (
    check_readable, check_page_sizes, check_page_boxes, check_page_count, check_paper,
    check_margins, check_binding, check_fonts, check_type_sizes, check_lines, check_pale_lines,
    check_greys, check_colours, check_black_ink, check_pictures, check_blanks, check_hidden_text,
    check_upright, check_claims, check_extras, check_standard, check_file_size,
)  # fmt: skip

NOT_SEEN = (
    "whether page numbers are in order, unless they are alone at the foot of the page",
    "texts that were meant to be replaced, apart from common ones like Lorem ipsum",
    "words or pictures too near the edge, on pages where a background runs over that edge",
    "words inside pictures, and thin curved lines that are drawn as areas",
    "where the book says that it was made, unless it says so in English",
    "crop marks (their ink in the margins is found)",
    "on a cover: where words stand that are drawn or part of a picture",
)
"""Faults that no rule can find."""

_SPACE_NAMES = {
    "gray": "grey",
    "rgb": "RGB",
    "cmyk": "CMYK",
    "lab": "Lab",
    "spot": "spot colours",
    "icc": "ICC profile",
}
_NAMES = {"outlines": "bookmarks"}
_CONSTRUCTS = {
    "transparency groups": "a transparency group (/Group)",
    "transfer functions": "a curve that changes greys (/TR)",
    "halftones": "a halftone screen of its own (/HT)",
    "PostScript": "a piece of PostScript",
    "JPEG 2000": "a picture in JPEG 2000",
    "user units": "a page in units of its own (/UserUnit)",
}
_SET_BY_PDF = frozenset(
    ("encryption", "outlines", "attachments", "scripts", "forms", "layers", "metadata",
     "annotations")
)  # fmt: skip
"""The extras that depend on the recipe key `pdf`."""
_MADE_IN = re.compile(
    r"^\W*(?:Printed|Bound|Manufactured|Made|Produced)(?: and bound)? in (?:the )?[A-Z].*$",
    re.MULTILINE,
)
