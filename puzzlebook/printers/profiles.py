"""The printers' profiles, read from `templates/printers/`.

A figure that nobody knows is left out of a profile, and its `unknown` says so. Each table of
figures carries the mark of its source (`sources` says what the marks mean).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from puzzlebook.ground import templates
from puzzlebook.ground.lengths import parse_points
from puzzlebook.printers.printer import (
    Barcode,
    Blanks,
    CoverRules,
    Gutter,
    Overhang,
    PageLimit,
    PaleLines,
    Printer,
    SideRange,
    Spine,
    SpineStep,
    Trims,
)
from puzzlebook.typesetting.layout import Edges


@templates.cache_by_release
def load_printer(name: str) -> Printer:
    """A profile of `templates/printers/`, which must exist."""
    rows = _read_rows(name)
    get = rows.get
    margins = get("margins", {})
    least = _parse_edges(margins)
    bleed, blanks, lines, file, colours = (
        get(key, {}) for key in ("bleed", "blanks", "lines", "file", "colours")
    )
    return Printer(
        name=name,
        about=rows["about"],
        checked_on=rows["checked_on"],
        sources=tuple(rows["sources"]),
        unknown=tuple(get("unknown", ())),
        marks={key: row["source"] for key, row in rows.items() if isinstance(row, dict)},
        margins=least,
        bleed_margins=least._replace(
            **{side: parse_points(text) for side, text in margins.get("with_bleed", {}).items()}
        ),
        gutters=tuple(
            Gutter(row["pages"], parse_points(row["inside"])) for row in margins.get("gutter", ())
        ),
        bleed=_parse_edges(bleed) if bleed else None,
        trims=_parse_trims(get("trims", {})),
        multiple=get("pages", {}).get("multiple", 1),
        limits=tuple(_limit(row) for row in get("pages", {}).get("limits", ())),
        papers={ink: tuple(row) for ink, row in get("papers", {}).items() if ink != "source"},
        blanks=Blanks(**{key: value for key, value in blanks.items() if key != "source"}),
        least_type=_parse_length(get("type", {}), "least"),
        least_line=_parse_length(lines, "least"),
        least_grey=lines.get("least_grey"),
        pale=PaleLines(parse_points(lines["pale"]["below"]), lines["pale"]["least"])
        if "pale" in lines
        else None,
        least_dpi=get("images", {}).get("least_dpi"),
        spaces=tuple(colours["spaces"]) if "spaces" in colours else None,
        most_ink=colours.get("most_ink"),
        most_megabytes=file.get("most_megabytes"),
        refused=frozenset(file.get("refused", ())),
        unwanted=frozenset(file.get("unwanted", ())),
        standard=file.get("standard", ""),
        condition=file.get("condition", ""),
        sides=tuple(rows["binding"]["sides"]) if "binding" in rows else None,
        spine=_parse_spine(rows["spine"]) if "spine" in rows else None,
        cover=_cover(get("cover", {})),
    )


def describe_printer(name: str) -> dict[str, str]:
    """All that a profile says, one line for each figure, with the mark of its source."""
    rows = _read_rows(name)
    lines = {
        name: rows["about"],
        "checked on": f"{rows['checked_on']}; the printer's live page has the last word",
    }
    for group, row in rows.items():
        if isinstance(row, dict):
            for key, value in row.items():
                if key != "source":
                    lines |= dict(
                        _describe_figure(f"{group} {key.replace('_', ' ')}", value, row["source"])
                    )
    lines |= {f"not known {place}": line for place, line in enumerate(rows.get("unknown", ()), 1)}
    return lines | {f"source {place}": line for place, line in enumerate(rows["sources"], 1)}


def _describe_figure(key: str, value: Any, mark: str) -> Iterator[tuple[str, str]]:
    """One line for a figure; a list of rows has one for each."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        for place, row in enumerate(value, 1):
            yield f"{key} {place}", f"{_row_text(row)} [{mark}]"
    else:
        yield key, f"{_row_text(value)} [{mark}]"


def _row_text(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(
            f"{key.replace('_', ' ')} {_row_text(item)}" for key, item in value.items()
        )
    if isinstance(value, list):
        return " ".join(map(str, value))
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _read_rows(name: str) -> dict[str, Any]:
    return tomllib.loads(templates.read("printers", name).decode())


def _parse_edges(row: Mapping[str, str]) -> Edges:
    return Edges(*(parse_points(row[side]) for side in Edges._fields))


def _parse_length(row: Mapping[str, str], key: str) -> float | None:
    return parse_points(row[key]) if key in row else None


def _parse_trims(row: Mapping[str, Any]) -> Trims:
    spans: dict[str, Any] = {
        key: SideRange(*map(parse_points, row[key])) for key in ("width", "height") if key in row
    }
    if "likely" in row:
        spans["likely"] = tuple(
            SideRange(*map(parse_points, row["likely"][side])) for side in ("width", "height")
        )
    return Trims(names=tuple(row.get("names", ())), landscape=row.get("landscape", True), **spans)


def _limit(row: Mapping[str, Any]) -> PageLimit:
    trims = row.get("trims")
    return PageLimit(
        row.get("least"), row.get("most"), row.get("ink"), row.get("paper"), trims and tuple(trims)
    )


def _parse_spine(row: Mapping[str, Any]) -> Spine:
    """A profile's table `spine`."""
    papers = {paper: parse_points(each) for paper, each in row.get("papers", {}).items()}
    steps = tuple(
        SpineStep(step["pages"], parse_points(step["width"])) for step in row.get("steps", ())
    )
    base, clear = (parse_points(row.get(key, "0in")) for key in ("base", "clear"))
    return Spine(papers, base, steps, row.get("absent", False), row.get("text_from"), clear)


def _cover(row: Mapping[str, Any]) -> CoverRules:
    """A profile's table `cover`."""
    lengths: dict[str, Any] = {
        key: parse_points(row[key]) for key in ("bleed", "safe", "wrap", "hinge") if key in row
    }
    figures: dict[str, Any] = {
        key: row[key] for key in ("boards", "apart", "most_ink", "most_megabytes") if key in row
    }
    barcode = (
        Barcode(**{key: parse_points(text) for key, text in row["barcode"].items()})
        if "barcode" in row
        else None
    )
    spaces = tuple(row["spaces"]) if "spaces" in row else None
    overhang = (
        Overhang(*(parse_points(row["overhang"][side]) for side in Overhang._fields))
        if "overhang" in row
        else None
    )
    return CoverRules(barcode=barcode, overhang=overhang, spaces=spaces, **lengths, **figures)
