"""The rules: each a function from a job to what breaks it. A new rule is one function and its row
in `RULES`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from puzzlebook.checks.facts import DocumentFacts, PageFacts, Rectangle
from puzzlebook.checks.findings import Finding, Violation, report_alike, report_worst
from puzzlebook.checks.ink import TOLERANCE, Rendered
from puzzlebook.ground.lengths import format_inches
from puzzlebook.printers.printer import Printer, Stock, list_offered_sizes
from puzzlebook.printers.trims import SAME
from puzzlebook.typesetting.layout import NO_BLEED, Edges

MEGABYTE = 1_000_000
_TINIEST = 2  # a picture of so few pixels is a colour, not a picture


@dataclass(frozen=True)
class Job:
    """What is to be printed, and by whom.

    width, height: the trim, in points. name: what the trim is called. bleed: what the pages have
    beyond it; None where they have nothing. binding: the side on which the book is bound. texts: of
    pages by their number, as far as a rule asks for words.
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
    texts: Mapping[int, str] = field(default_factory=dict)

    @property
    def ink(self) -> str:
        return self.stock.ink

    @property
    def pages(self) -> Sequence[PageFacts]:
        return self.document.pages

    def sides(self, number: int) -> tuple[str, str, str, str]:
        """What the left, top, right and bottom edges of a page are: the binding is at the left of
        odd pages, or at their right."""
        inside_left = (number % 2 == 1) == (self.binding == "left")
        return (
            ("inside", "top", "outside", "bottom")
            if inside_left
            else ("outside", "top", "inside", "bottom")
        )


def check_readable(job: Job) -> Iterator[Finding]:
    """Pages that cannot be read, and a file that had to be mended."""
    if job.document.damaged:
        yield Finding(
            "damage",
            f"the file had to be mended: {job.document.damaged}"[:100],
            "a file without damage",
        )
    spots = [
        Violation(page.number, 0, f"cannot be read: {page.broken or shown.broken}")
        for page, shown in zip(job.pages, job.rendered, strict=True)
        if page.broken or shown.broken
    ]
    yield from report_alike("page", spots, "a page that can be read")


def check_page_sizes(job: Job) -> Iterator[Finding]:
    """All pages of one size, and of one that the printer takes."""
    bleed = job.bleed or NO_BLEED
    width, height = job.width + bleed.inside + bleed.outside, job.height + bleed.top + bleed.bottom
    spots = [
        Violation(page.number, 0, format_inches(page.width, page.height))
        for page in job.pages
        if page.width >= 1
        and not (abs(page.width - width) <= SAME and abs(page.height - height) <= SAME)
    ]
    yield from report_alike(
        "same size", spots, f"{format_inches(width, height)}, as the other pages"
    )
    trims = job.printer.trims
    if not trims.take(job.width, job.height):
        near = trims.find_nearest(job.width, job.height)
        spread = trims.take(job.width / 2, job.height) and bool(trims.names)
        found = f"{format_inches(job.width, job.height)}{': two pages on one?' if spread else ''}"
        yield Finding(
            "page size",
            found,
            f"{f'nearest: {near}; ' if near else ''}{list_offered_sizes(job.printer)}",
            (),
            "page",
        )
    elif trims.likely and not trims.is_likely(job.width, job.height):
        wide, high = trims.likely
        allowed = f"known are {wide} wide and {high} high: ask the printer"
        yield Finding("page size", format_inches(job.width, job.height), allowed, (), "page", False)


def check_page_boxes(job: Job) -> Iterator[Finding]:
    """The boxes that pages say they have agree with the trim, with the bleed, and with each
    other."""
    spots = [
        Violation(page.number, 0, what)
        for page in job.pages
        if page.media
        for what in _find_box_faults(job, page)
    ]
    yield from report_alike(
        "page boxes", spots, "the trim where the page size and the bleed put it"
    )


def _find_box_faults(job: Job, page: PageFacts) -> Iterator[str]:
    assert page.media is not None
    assert page.crop is not None
    if not _is_same(page.media, page.crop):
        yield "the crop box is not the media box"
    for name, box in (("trim", page.trim), ("bleed", page.bleed)):
        if box and not box.within(page.media, SAME):
            yield f"the {name} box lies outside the media box"
    left, top, right, bottom = (
        getattr(job.bleed or NO_BLEED, side) for side in job.sides(page.number)
    )
    media = page.media
    trim = Rectangle(media.left + left, media.bottom + bottom, media.right - right, media.top - top)
    if page.trim and not page.turned and not _is_same(page.trim, trim):
        yield f"the trim box is {format_inches(page.trim.width, page.trim.height)} at another place or of another size"
    if page.trim and page.bleed and not page.trim.within(page.bleed, SAME):
        yield "the trim box is not inside the bleed box"


def _is_same(one: Rectangle, other: Rectangle) -> bool:
    return one.within(other, SAME) and other.within(one, SAME)


def check_page_count(job: Job) -> Iterator[Finding]:
    """As many pages as the printer binds, and as many as there are on whole leaves."""
    count = len(job.pages)
    limit = job.printer.limit(job.width, job.height, *job.stock)
    if not limit.binds(count):
        for_what = f" for {job.stock.named}" if limit.ink and limit.paper else ""
        yield Finding("page count", f"{count} pages", f"{limit}{for_what}", (), "mazes")
    if count % job.printer.multiple:
        allowed = (
            "an even number"
            if job.printer.multiple == 2
            else f"a multiple of {job.printer.multiple}"
        )
        yield Finding("even pages", f"{count} pages", allowed, (), "book.matter")


def check_paper(job: Job) -> Iterator[Finding]:
    """The ink is one that the printer prints on that paper."""
    if not job.printer.prints(job.stock):
        offered = " or ".join(job.printer.papers[job.ink])
        yield Finding("paper", job.stock.named, f"{job.ink} ink on {offered} paper", (), "paper")


def check_margins(job: Job) -> Iterator[Finding]:
    """The ink of each page keeps from the edges of the trim; what bleeds goes all the way."""
    least = job.printer.least_margins(len(job.pages), job.bleed is not None)
    near: dict[str, list[Violation]] = {side: [] for side in Edges._fields}
    short: list[Violation] = []
    for page, shown in zip(job.pages, job.rendered, strict=True):
        for ink, side in zip(shown.ink or (), job.sides(page.number), strict=False):
            kept = ink - getattr(job.bleed or NO_BLEED, side)
            if job.bleed and kept < TOLERANCE and side != "inside":
                if ink > TOLERANCE:
                    short.append(
                        Violation(
                            page.number,
                            -ink,
                            f"what bleeds ends {format_inches(ink)} before the edge",
                        )
                    )
            elif kept < getattr(least, side) - TOLERANCE and not (job.bleed and ink < TOLERANCE):
                near[side].append(
                    Violation(page.number, kept, f"ink {format_inches(max(kept, 0))} from the trim")
                )
    for side, spots in near.items():
        allowed = f"at least {format_inches(getattr(least, side))}"
        if side == "inside" and job.printer.gutters:
            allowed += f" in a book of {len(job.pages)} pages"
        yield from report_worst(
            "gutter" if side == "inside" else f"{side} margin", spots, allowed, f"margins.{side}"
        )
    yield from report_worst("bleed", short, "to the edge of the page", "theme")


def check_binding(job: Job) -> Iterator[Finding]:
    """The printer binds on the side on which the book is to be bound."""
    sides = job.printer.sides
    if sides is not None and job.binding not in sides:
        yield Finding(
            "binding", f"at the {job.binding}", f"at the {' or '.join(sides)}", (), "language"
        )


def check_fonts(job: Job) -> Iterator[Finding]:
    """Every font is in the file."""
    spots = [
        Violation(page.number, 0, f"{font or 'a font'} is not embedded")
        for page in job.pages
        for font in page.fonts
    ]
    yield from report_alike("fonts", spots, "every font embedded, used or only named", "fonts")


def check_type_sizes(job: Job) -> Iterator[Finding]:
    """No type is too small to be printed."""
    least = job.printer.least_type
    if least is not None:
        spots = _find_below(job, "type_size", least - 0.01, "type of {:.2f} pt")
        yield from report_worst("type size", spots, f"at least {least:g} pt", "look")


def check_lines(job: Job) -> Iterator[Finding]:
    """No line is too thin to be printed, after all scaling."""
    least = job.printer.least_line
    if least is not None:
        spots = [
            *_find_below(job, "line", least - 0.005, "a line of {:.3f} pt"),
            *_find_slivers(job, least - 0.005),
        ]
        yield from report_worst(
            "line weight", spots, f"at least {least:g} pt, after scaling", "look"
        )


def _find_slivers(job: Job, least: float) -> Iterator[Violation]:
    """The pages with a thin line that is drawn as an area."""
    for page, shown in zip(job.pages, job.rendered, strict=True):
        if shown.sliver is not None and shown.sliver < least:
            yield Violation(
                page.number, shown.sliver, f"a line of {shown.sliver:.3f} pt, drawn as an area"
            )


def check_pale_lines(job: Job) -> Iterator[Finding]:
    """No thin line is so pale that its dots no longer join."""
    rule = job.printer.pale
    if rule is not None:
        spots = [
            Violation(page.number, share, f"a line of {weight:g} pt in {share:.0%} of an ink")
            for page in job.pages
            for weight, share in page.painted.pale
            if weight < rule.below and share < rule.least
        ]
        allowed = f"better {rule.least:.0%} or more below {rule.below:g} pt"
        yield from report_worst("pale line", spots, allowed, "theme", grave=False)


def check_black_ink(job: Job) -> Iterator[Finding]:
    """Nothing is in colour where one ink prints: what colours become in grey is left to chance."""
    if job.ink == "black":
        spots = [
            Violation(page.number, 0, "colours, in black ink")
            for page in job.pages
            if page.painted.coloured
        ]
        yield from report_alike(
            "colours", spots, "better black and grey, or --ink", "ink", grave=False
        )


def check_greys(job: Job) -> Iterator[Finding]:
    """No grey is so light that it vanishes."""
    least = job.printer.least_grey
    if least is not None:
        spots = _find_below(job, "tint", least - 0.004, "a grey of {:.0%}")
        yield from report_worst(
            "light grey", spots, f"better {least:.0%} or more", "theme", grave=False
        )


def _find_below(job: Job, measure: str, least: float, said: str) -> Iterator[Violation]:
    """The pages that paint something of which this measure is below the least."""
    for page in job.pages:
        value = getattr(page.painted, measure)
        if value is not None and value < least:
            yield Violation(page.number, value, said.format(value))


def check_colours(job: Job) -> Iterator[Finding]:
    """The colour spaces that the printer takes, and no more ink than the paper bears."""
    spaces, most = job.printer.spaces, job.printer.most_ink
    if spaces is not None:
        spots = [
            Violation(page.number, 0, _SPACE_NAMES.get(space, space))
            for page in job.pages
            for space in sorted(page.painted.spaces - {*spaces})
        ]
        yield from report_alike(
            "colours", spots, " or ".join(_SPACE_NAMES[space] for space in spaces), "theme"
        )
    if most is not None:
        spots = [
            Violation(page.number, -page.painted.ink, f"{page.painted.ink:.0%} of ink")
            for page in job.pages
            if page.painted.ink > most + 0.001
        ]
        yield from report_worst("ink coverage", spots, f"at most {most:.0%}", "theme")
        untold = [Violation(page.number, 0, "a shading whose ink cannot be told") for page in job.pages
                  if page.painted.untold]  # fmt: skip
        yield from report_alike(
            "ink coverage", untold, f"at most {most:.0%}: look for yourself", "theme", grave=False
        )


def check_pictures(job: Job) -> Iterator[Finding]:
    """Enough pixels to an inch."""
    least = job.printer.least_dpi
    if least is not None:
        spots = [
            Violation(
                page.number,
                picture.dpi,
                f"a picture at {picture.dpi:.0f} dpi ({picture.width} x {picture.height})",
            )
            for page in job.pages
            for picture in page.painted.pictures
            if picture.dpi < least - 1 and max(picture.width, picture.height) > _TINIEST
        ]
        yield from report_worst("pictures", spots, f"at least {least:g} dpi", "book.logo")


def check_blanks(job: Job) -> Iterator[Finding]:
    """Not too many blank pages one after the other."""
    rule = job.printer.blanks
    blank = [shown.ink is None and not shown.broken for shown in job.rendered]
    place, count = 0, len(blank)
    for is_blank, run in groupby(blank):
        length = len(list(run))
        first, place = place, place + length
        at_end = place == count
        most = rule.at_end if at_end else rule.running
        if is_blank and most is not None and length > most:
            where = "at the end" if at_end else "one after the other"
            pages = tuple(range(first + 1, place + 1))
            yield Finding(
                "blank pages", f"{length} {where}", f"at most {most} {where}", pages, "book.matter"
            )
    if rule.last and blank and not blank[-1]:
        yield Finding(
            "last page",
            "is not blank",
            "better blank, for the printer's barcode",
            (count,),
            grave=False,
        )


def check_hidden_text(job: Job) -> Iterator[Finding]:
    """No text that nobody sees: some printers take it for a mistake."""
    spots = [
        Violation(page.number, 0, "invisible text")
        for page in job.pages
        if page.painted.hidden_text
    ]
    yield from report_alike("invisible objects", spots, "better none", grave=False)


def check_upright(job: Job) -> Iterator[Finding]:
    """No page stands on its head: most of its text or, where it has none, its turn against the
    other pages' says so."""
    turned = sum(page.turned == 180 for page in job.pages)
    spots = [
        Violation(page.number, 0, "upside down")
        for page in job.pages
        if page.painted.upside > page.painted.upright
        or (page.turned == 180 and not page.painted.upright and 2 * turned < len(job.pages))
    ]
    yield from report_alike("upright", spots, "the right way up")


def check_claims(job: Job) -> Iterator[Finding]:
    """No word of where the book was made: books on demand are made in many places."""
    if "manufacture" in job.printer.refused:
        spots = [
            Violation(page, 0, f'"{" ".join(found[0].split())[:60]}"')
            for page, text in job.texts.items()
            if (found := _MADE_IN.search(text))
        ]
        yield from report_alike(
            "manufacture", spots, "no word of where it was printed", "book.copyright"
        )


def check_extras(job: Job) -> Iterator[Finding]:
    """What a file must not have in it, or had better not."""
    document = job.document
    there: dict[str, list[Violation]] = {
        "encryption": [Violation(0, 0, "the file is encrypted")] if document.encrypted else [],
        "outlines": [Violation(0, 0, "bookmarks")] if document.outlines else [],
        "attachments": [Violation(0, 0, f"attached: {', '.join(document.attachments)}")]
        if document.attachments
        else [],
        "scripts": [Violation(0, 0, "a script, or an action on opening")]
        if document.scripts
        else [],
        "forms": [Violation(0, 0, "a form to fill in")] if document.forms else [],
        "layers": [Violation(0, 0, "layers")] if document.layers else [],
        "metadata": [Violation(0, 0, f"metadata: {', '.join(document.metadata)}")]
        if document.metadata
        else [],
        "annotations": [
            Violation(page.number, 0, kind) for page in job.pages for kind in page.annotations
        ],
        "transparency": [
            Violation(page.number, 0, why) for page in job.pages for why in page.painted.transparent
        ],
    }
    for page in job.pages:
        for what in page.painted.constructs:
            there.setdefault(what, []).append(Violation(page.number, 0, what))
    for what, spots in there.items():
        grave = what in job.printer.refused
        if grave or what in job.printer.unwanted:
            key = "pdf" if what in _OF_THE_EDITION else ""
            for finding in report_alike(
                _NAMES.get(what, what), spots, "none" if grave else "better none", key, grave
            ):
                yield finding._replace(pages=tuple(filter(None, finding.pages)))


def check_standard(job: Job) -> Iterator[Finding]:
    """The standard that the printer advises; and what a file says of itself is true, as far as that
    can be seen."""
    document, advised = job.document, job.printer.standard
    if advised and not document.standard:
        yield Finding(
            "standard", "the file does not say that it is PDF/X", f"better {advised}", grave=False
        )
    if advised and document.standard:
        for what in _find_untrue_claims(document):
            yield Finding(
                "standard",
                f"{document.standard[:20]}, but {what}",
                "what the standard asks for",
                grave=False,
            )


def _find_untrue_claims(document: DocumentFacts) -> Iterator[str]:
    """What a file is not that says it is PDF/X; colours, fonts and transparency have rules of their
    own."""
    if not document.intended:
        yield "no printing condition is named"
    if any(page.trim is None for page in document.pages if not page.broken):
        yield "a page has no trim box"
    if "X-1" in document.standard and any(
        page.painted.spaces & {"rgb", "lab", "icc"} for page in document.pages
    ):
        yield "there are other colours than grey and CMYK"


def check_file_size(job: Job) -> Iterator[Finding]:
    """A file that can be sent."""
    most = job.printer.most_megabytes
    if most is not None and job.document.size > most * MEGABYTE:
        yield Finding("file size", f"{job.document.size / MEGABYTE:.0f} MB", f"at most {most:g} MB")


RULES: tuple[Callable[[Job], Iterator[Finding]], ...] = (
    check_readable, check_page_sizes, check_page_boxes, check_page_count, check_paper, check_margins, check_binding,
    check_fonts, check_type_sizes, check_lines, check_pale_lines, check_greys, check_colours, check_black_ink,
    check_pictures, check_blanks, check_hidden_text, check_upright, check_claims, check_extras, check_standard,
    check_file_size,
)  # fmt: skip

NOT_SEEN = (
    "whether page numbers run in sequence, and whether text is a placeholder",
    "whether a live element stands in the margin of a page whose ink bleeds at that side",
    "type inside pictures, and lines drawn as thin areas that bend",
    "where the book is said to be made, but in English",
    "crop marks, but for the ink that they leave in the margins",
    "on a cover: words that are drawn or part of a picture, where they stand",
)
"""What no rule can find."""

_SPACE_NAMES = {
    "gray": "grey",
    "rgb": "RGB",
    "cmyk": "CMYK",
    "lab": "Lab",
    "spot": "spot colours",
    "icc": "ICC profile",
}
_NAMES = {"outlines": "bookmarks"}
_OF_THE_EDITION = (
    "encryption",
    "outlines",
    "attachments",
    "scripts",
    "forms",
    "layers",
    "metadata",
    "annotations",
)
_MADE_IN = re.compile(
    r"^\W*(?:Printed|Bound|Manufactured|Made|Produced)(?: and bound)? in (?:the )?[A-Z].*$",
    re.MULTILINE,
)
