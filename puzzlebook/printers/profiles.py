"""Printers' profiles, read from `templates/printers/`.

Unknown values are left out of a profile and listed in its `unknown`. Each table of values is
labelled with a letter for the kind of its source: O, T or P, see `describe_printer`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from puzzlebook.ground import templates
from puzzlebook.ground.lengths import parse_points
from puzzlebook.printers.printer import (
    Barcode,
    BlankPages,
    CoverRules,
    Gutter,
    Overhang,
    PageLimit,
    PaleLines,
    Printer,
    SideRange,
    Spine,
    SpineStep,
    ThinSpine,
    Trims,
)
from puzzlebook.typesetting.layout import Edges


@templates.cache_by_release
def load_printer(name: str) -> Printer:
    """Read a profile of `templates/printers/`, which must exist."""
    rows = _read_rows(name)
    get = rows.get
    margins = get("margins", {})
    minimum = _parse_edges(margins)
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
        margins=minimum,
        bleed_margins=minimum._replace(
            **{side: parse_points(text) for side, text in margins.get("with_bleed", {}).items()}
        ),
        gutters=tuple(
            Gutter(row["pages"], parse_points(row["inside"])) for row in margins.get("gutter", ())
        ),
        bleed=_parse_edges(bleed) if bleed else None,
        trims=_parse_trims(get("trims", {})),
        multiple=get("pages", {}).get("multiple", 1),
        limits=tuple(map(_parse_limit, get("pages", {}).get("limits", ()))),
        papers={ink: tuple(row) for ink, row in get("papers", {}).items() if ink != "source"},
        blank_pages=BlankPages(**{key: value for key, value in blanks.items() if key != "source"}),
        min_type=_parse_length(get("type", {}), "least"),
        min_type_four_inks=_parse_length(get("type", {}), "min_built"),
        min_line=_parse_length(lines, "least"),
        min_grey=lines.get("min_grey"),
        pale=PaleLines(parse_points(lines["pale"]["below"]), lines["pale"]["least"])
        if "pale" in lines
        else None,
        min_dpi=get("images", {}).get("min_dpi"),
        spaces=tuple(colours["spaces"]) if "spaces" in colours else None,
        max_ink=colours.get("max_ink"),
        max_megabytes=file.get("max_megabytes"),
        refused=frozenset(file.get("refused", ())),
        unwanted=frozenset(file.get("unwanted", ())),
        standard=file.get("standard", ""),
        condition=file.get("condition", ""),
        sides=tuple(sides) if (sides := get("binding", {}).get("sides")) else None,
        right_for=tuple(get("binding", {}).get("right_for", ())),
        bound_right=get("binding", {}).get("right", ""),
        reverses=get("binding", {}).get("reversed", False),
        spine=_parse_spine(rows["spine"]) if "spine" in rows else None,
        cover=_parse_cover(get("cover", {})),
        codes=get("codes", ""),
        is_for_sale=get("for_sale", False),
        advice=get("advice", ""),
    )


def describe_printer(name: str) -> dict[str, str]:
    """Return a profile's contents, one line per value, each labelled with the letter of its
    source."""
    rows = _read_rows(name)
    lines = {
        name: rows["about"],
        "checked on": f"{rows['checked_on']}; the printer's live page has the last word",
        "marks": "[O] the printer's own page, [T] a third party's, [P] our proposal",
    }
    for group, table in rows.items():
        if isinstance(table, dict):
            for key, value in table.items():
                if key != "source":
                    label = f"{group} {key.replace('_', ' ')}"
                    lines |= dict(_describe_figure(label, value, table["source"]))
    if advice := rows.get("advice"):
        lines["advice"] = advice
    lines |= {f"not known {number}": line for number, line in enumerate(rows.get("unknown", ()), 1)}
    return lines | {f"source {number}": line for number, line in enumerate(rows["sources"], 1)}


def _describe_figure(label: str, value: Any, mark: str) -> Iterator[tuple[str, str]]:
    """Yield one line for a value, or one per row if it is a list of tables."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        for number, row in enumerate(value, 1):
            yield f"{label} {number}", f"{_format_value(row)} [{mark}]"
    else:
        yield label, f"{_format_value(value)} [{mark}]"


def _format_value(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key.replace('_', ' ')} {_format_value(value[key])}" for key in value)
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
    ranges: dict[str, Any] = _parse_ranges(row)
    if "likely" in row:
        ranges["likely"] = tuple(_parse_ranges(row["likely"]).values())
    return Trims(names=tuple(row.get("names", ())), landscape=row.get("landscape", True), **ranges)


def _parse_ranges(row: Mapping[str, Any]) -> dict[str, SideRange]:
    sides = [side for side in ("width", "height") if side in row]
    return {side: SideRange(*map(parse_points, row[side])) for side in sides}


def _parse_limit(row: Mapping[str, Any]) -> PageLimit:
    trims = row.get("trims")
    return PageLimit(
        row.get("least"), row.get("most"), row.get("ink"), row.get("paper"), trims and tuple(trims)
    )


def _parse_spine(row: Mapping[str, Any]) -> Spine:
    papers, bases = (
        {paper: parse_points(text) for paper, text in row.get(key, {}).items()}
        for key in ("papers", "bases")
    )
    steps = tuple(
        SpineStep(step["pages"], parse_points(step["width"])) for step in row.get("steps", ())
    )
    figures = {
        paper: tuple(SpineStep(int(pages), parse_points(text)) for pages, text in table.items())
        for paper, table in row.get("figures", {}).items()
    }
    thin = row.get("thin")
    return Spine(
        papers,
        bases,
        steps,
        figures,
        _parse_length(row, "unit") or 0.0,
        row.get("absent", False),
        row.get("text_from"),
        _parse_length(row, "clear") or 0.0,
        ThinSpine(*(parse_points(thin[key]) for key in ThinSpine._fields)) if thin else None,
        row.get("calculator", ""),
        row.get("estimated", False),
    )


def _parse_cover(row: Mapping[str, Any]) -> CoverRules:
    rules: dict[str, Any] = {
        key: row[key]
        for key in ("boards", "separate_pages", "max_ink", "max_megabytes")
        if key in row
    }
    rules["is_estimated"] = row.get("estimated", False)
    rules["is_barcode_optional"] = row.get("barcode_optional", False)
    for key in ("bleed", "safe", "wrap", "hinge"):
        if key in row:
            rules[key] = parse_points(row[key])
    if "barcode" in row:
        rules["barcode"] = Barcode(
            **{key: parse_points(text) for key, text in row["barcode"].items()}
        )
    if "overhang" in row:
        rules["overhang"] = Overhang(
            *(parse_points(row["overhang"][side]) for side in Overhang._fields)
        )
    if "spaces" in row:
        rules["spaces"] = tuple(row["spaces"])
    return CoverRules(**rules)
