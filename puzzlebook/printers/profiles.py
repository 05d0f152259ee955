"""Who prints a book, and what they ask for: a profile for each, in `templates/printers/`.

A figure that nobody knows is left out of a profile, and its `unknown` says so: what is None or empty here asks for
nothing. Each group of figures carries the mark of its source (`sources` says what the marks mean).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from typing import Any, NamedTuple

from puzzlebook import templates
from puzzlebook.faults import one_of
from puzzlebook.lengths import inches, points
from puzzlebook.paper.layout import Edges
from puzzlebook.printers.cover_rules import CoverRules, Spine, cover_of, spine_of
from puzzlebook.printers.trims import Trim, trim

_SAME = 0.72  # a hundredth of an inch, by which sizes that are meant to be the same may differ


class Gutter(NamedTuple):
    """The least inside margin (points) of books of up to so many pages."""

    pages: int
    inside: float


class PageLimit(NamedTuple):
    """How many pages a book may have; None for an ink, a paper or trims means any, None for a number no limit."""

    least: int | None = None
    most: int | None = None
    ink: str | None = None
    paper: str | None = None
    trims: tuple[str, ...] | None = None


class Span(NamedTuple):
    """From the least to the most that a side may measure, in points."""

    least: float
    most: float


@dataclass(frozen=True)
class Trims:
    """The sizes of page that a printer takes: by name and, between width and height, any. None of both: all sizes."""

    names: tuple[str, ...] = ()
    width: Span | None = None
    height: Span | None = None
    landscape: bool = True

    @property
    def sizes(self) -> list[Trim]:
        """The sizes by name."""
        return [trim(name) for name in self.names]

    def take(self, width: float, height: float) -> bool:
        """Whether a page of this size (points) is taken."""
        if width > height + _SAME and not self.landscape:
            return False
        if not self.names or self.named(width, height):
            return True
        return bool(self.width and self.height) and _within(self.width, width) and _within(self.height, height)

    def named(self, width: float, height: float) -> str | None:
        """The name of the size that a page of these measures has."""
        return next((size.name for size in self.sizes if _same(size, width, height)), None)

    def nearest(self, width: float, height: float) -> str | None:
        """The name of the size that differs least from these measures; None where no size has a name."""
        apart = {size.name: abs(size.width - width) + abs(size.height - height) for size in self.sizes}
        return min(apart, key=lambda name: apart[name], default=None)


@dataclass(frozen=True)
class Blanks:
    """How many blank pages may follow each other, how many at the end, and whether the last page must be blank."""

    running: int | None = None
    at_end: int | None = None
    last: bool = False


@dataclass(frozen=True)
class Printer:
    """A printer's profile. Lengths are in points.

    margins, bleed_margins: the least, without bleed and with it. gutters: the least inside margin by page count.
    bleed: how far a page that bleeds goes beyond the trim; None where nothing may bleed.
    spaces: the colour spaces that are taken (gray, rgb, cmyk); None for all. most_ink: the sum of all inks, 1 for each.
    refused: what a file may not have in it. unwanted: what it had better not have.
    standard: what a file had better say that it is, such as PDF/X-1a; condition: the printing condition that it names.
    sides: on which a book may be bound; None where that is not known.
    marks: the source of each group of figures.
    """

    name: str
    about: str
    checked_on: date
    sources: tuple[str, ...]
    unknown: tuple[str, ...]
    marks: Mapping[str, str]
    margins: Edges
    bleed_margins: Edges
    gutters: tuple[Gutter, ...] = ()
    bleed: Edges | None = None
    trims: Trims = Trims()
    multiple: int = 1
    limits: tuple[PageLimit, ...] = ()
    blanks: Blanks = Blanks()
    least_type: float | None = None
    least_line: float | None = None
    least_grey: float | None = None
    least_dpi: float | None = None
    spaces: tuple[str, ...] | None = None
    most_ink: float | None = None
    most_megabytes: float | None = None
    refused: frozenset[str] = frozenset()
    unwanted: frozenset[str] = frozenset()
    standard: str = ""
    condition: str = ""
    sides: tuple[str, ...] | None = None
    spine: Spine | None = None
    cover: CoverRules = field(default_factory=CoverRules)

    def least_margins(self, pages: int, bleeds: bool = False) -> Edges:
        """The least margins of a book of so many pages."""
        margins = self.bleed_margins if bleeds else self.margins
        gutter = next((row.inside for row in self.gutters if pages <= row.pages), None)
        widest = gutter if gutter is not None else max((row.inside for row in self.gutters), default=0.0)
        return margins._replace(inside=max(margins.inside, widest))

    def limit(self, width: float, height: float, ink: str, paper: str) -> PageLimit:
        """How many pages a book of this trim (points), ink and paper may have."""
        size = self.trims.named(width, height)
        return next((row for row in self.limits if _holds(row, size, ink, paper)), PageLimit())


@cache
def printer_named(name: str) -> Printer:
    """A profile of `templates/printers/`, which must exist."""
    rows = _rows(name)
    get = rows.get
    margins = get("margins", {})
    least = _edges(margins)
    bleed, blanks, lines, file, colours = (get(key, {}) for key in ("bleed", "blanks", "lines", "file", "colours"))
    return Printer(
        name=name,
        about=rows["about"],
        checked_on=rows["checked_on"],
        sources=tuple(rows["sources"]),
        unknown=tuple(get("unknown", ())),
        marks={key: row["source"] for key, row in rows.items() if isinstance(row, dict)},
        margins=least,
        bleed_margins=least._replace(**{side: points(text) for side, text in margins.get("with_bleed", {}).items()}),
        gutters=tuple(Gutter(row["pages"], points(row["inside"])) for row in margins.get("gutter", ())),
        bleed=_edges(bleed) if bleed else None,
        trims=_trims(get("trims", {})),
        multiple=get("pages", {}).get("multiple", 1),
        limits=tuple(_limit(row) for row in get("pages", {}).get("limits", ())),
        blanks=Blanks(**{key: value for key, value in blanks.items() if key != "source"}),
        least_type=_length(get("type", {}), "least"),
        least_line=_length(lines, "least"),
        least_grey=lines.get("least_grey"),
        least_dpi=get("images", {}).get("least_dpi"),
        spaces=tuple(colours["spaces"]) if "spaces" in colours else None,
        most_ink=colours.get("most_ink"),
        most_megabytes=file.get("most_megabytes"),
        refused=frozenset(file.get("refused", ())),
        unwanted=frozenset(file.get("unwanted", ())),
        standard=file.get("standard", ""),
        condition=file.get("condition", ""),
        sides=tuple(rows["binding"]["sides"]) if "binding" in rows else None,
        spine=spine_of(rows["spine"]) if "spine" in rows else None,
        cover=cover_of(get("cover", {})),
    )


def in_full(name: str) -> dict[str, str]:
    """All that a profile says, one line for each figure, with the mark of its source."""
    rows = _rows(name)
    lines = {name: rows["about"], "checked on": f"{rows['checked_on']}; the printer's live page has the last word"}
    for group, row in rows.items():
        if isinstance(row, dict):
            for key, value in row.items():
                if key != "source":
                    lines |= dict(_full_rows(f"{group} {key.replace('_', ' ')}", value, row["source"]))
    lines |= {f"not known {place}": line for place, line in enumerate(rows.get("unknown", ()), 1)}
    return lines | {f"source {place}": line for place, line in enumerate(rows["sources"], 1)}


def offered(printer: Printer) -> str:
    """The sizes that a printer takes, as a phrase for `allowed`."""
    trims = printer.trims
    if not trims.names:
        return "allowed: every size" if trims.landscape else "allowed: every size that is not wider than high"
    own = ""
    if trims.width and trims.height:
        own = f", or {_span_text(trims.width)} wide and {_span_text(trims.height)} high"
    return one_of(trims.names) + own


def _full_rows(key: str, value: Any, mark: str) -> Iterator[tuple[str, str]]:
    """One line for a figure; a list of rows has one for each."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        for place, row in enumerate(value, 1):
            yield f"{key} {place}", f"{_row_text(row)} [{mark}]"
    else:
        yield key, f"{_row_text(value)} [{mark}]"


def _row_text(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key.replace('_', ' ')} {_row_text(item)}" for key, item in value.items())
    if isinstance(value, list):
        return " ".join(map(str, value))
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _rows(name: str) -> dict[str, Any]:
    return tomllib.loads(templates.read("printers", name).decode())


def _edges(row: Mapping[str, str]) -> Edges:
    return Edges(*(points(row[side]) for side in Edges._fields))


def _length(row: Mapping[str, str], key: str) -> float | None:
    return points(row[key]) if key in row else None


def _trims(row: Mapping[str, Any]) -> Trims:
    spans = {key: Span(*map(points, row[key])) for key in ("width", "height") if key in row}
    return Trims(names=tuple(row.get("names", ())), landscape=row.get("landscape", True), **spans)


def _limit(row: Mapping[str, Any]) -> PageLimit:
    trims = row.get("trims")
    return PageLimit(row.get("least"), row.get("most"), row.get("ink"), row.get("paper"), trims and tuple(trims))


def _holds(row: PageLimit, size: str | None, ink: str, paper: str) -> bool:
    return row.ink in (None, ink) and row.paper in (None, paper) and (row.trims is None or size in row.trims)


def _within(span: Span | None, length: float) -> bool:
    return span is not None and span.least - _SAME <= length <= span.most + _SAME


def _span_text(span: Span) -> str:
    return f"{inches(span.least)} to {inches(span.most)}"


def _same(size: Trim, width: float, height: float) -> bool:
    return abs(size.width - width) <= _SAME and abs(size.height - height) <= _SAME
