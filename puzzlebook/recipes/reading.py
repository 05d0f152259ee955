"""From the tables of a TOML file to a `Recipe`, or to every fault in them: each with its place in
the recipe's words.

pydantic finds what is wrong; what is said about it is written here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pydantic import ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from puzzlebook.ground.faults import Fault, Refused, format_choices, suggest_nearest
from puzzlebook.recipes.recipe import (
    BookTable,
    CoverTable,
    Margins,
    Pupil,
    Recipe,
    Section,
    Table,
    WorksheetTable,
)
from puzzlebook.recipes.values import format_toml, shorten_value

TABLES: Mapping[str, type[Table]] = {
    "": Recipe,
    "book": BookTable,
    "cover": CoverTable,
    "margins": Margins,
    "section": Section,
    "worksheet": WorksheetTable,
    "pupil": Pupil,
}
"""The tables of a recipe by name; "" is what stands before the first table."""

_WANTED = {
    "string_type": ("is not text", "write it in quotes"),
    "int_type": ("is not a whole number", "write it in digits, without quotes"),
    "bool_type": ("is not true or false", "write true or false, without quotes"),
    "tuple_type": ("is not a list", "write it in square brackets"),
    "model_type": ("is not a table", "write its keys below it"),
}
"""For what pydantic found: what is wrong with the value, and what to do."""

_MOST = 100
"""So many of a recipe's faults are explained; it takes time to find the key that was meant."""

_BOUNDS = {
    "greater_than_equal": ("small", "at least", "ge"),
    "less_than_equal": ("large", "at most", "le"),
}


def read_tables(tables: Mapping[str, Any]) -> Recipe:
    """The recipe that these tables spell; refused with every fault."""
    places = name_sections(tables)
    faults = [*_find_repeated_keys(tables, places), *_find_grid_faults(tables, places)]
    try:
        recipe = Recipe.model_validate(dict(tables))
    except ValidationError as error:
        details = error.errors(include_url=False)
        rest = [
            Fault(_place(places, detail["loc"])[1], "cannot be used here")
            for detail in details[_MOST:]
        ]
        faults[:0] = [
            *(fault for detail in details[:_MOST] for fault in _explain(places, detail)),
            *rest,
        ]
    if faults:
        raise Refused(_keep_first_by_place(faults))
    return recipe


def list_fields(table: str) -> dict[str, FieldInfo]:
    """The keys of a table as a recipe writes them, and what is known of each."""
    return {field.alias or name: field for name, field in TABLES[table].model_fields.items()}


def name_sections(tables: Mapping[str, Any]) -> dict[int, str]:
    """What each section is called in a fault, by its index: its key or, while that is wrong, its
    number from 1."""
    sections = tables.get("section", ())
    if not isinstance(sections, list | tuple):
        return {}
    keys = {
        i: section.get("key") for i, section in enumerate(sections) if isinstance(section, Mapping)
    }
    counts = Counter(key for key in keys.values() if isinstance(key, str))
    return {
        i: key if isinstance(key, str) and counts[key] == 1 and key else str(i + 1)
        for i, key in keys.items()
    }


def _keep_first_by_place(faults: Iterable[Fault]) -> list[Fault]:
    """The first fault of each place: a value that is no text is also no name, and once is
    enough."""
    first: dict[str, Fault] = {}
    for fault in faults:
        first.setdefault(fault.where, fault)
    return list(first.values())


def _find_repeated_keys(tables: Mapping[str, Any], places: Mapping[int, str]) -> Iterator[Fault]:
    seen = set()
    for index, place in places.items():
        key = tables["section"][index].get("key")
        if isinstance(key, str) and key in seen:
            yield Fault(
                f"section.{place}.key",
                f'another section is called "{key}" too',
                "each key stands once",
            )
        seen.add(str(key))


def _find_grid_faults(tables: Mapping[str, Any], places: Mapping[int, str]) -> Iterator[Fault]:
    """A section's grid has one source: its size, or its readers."""
    for index, place in places.items():
        row = tables["section"][index]
        where, readers = f"section.{place}.", row.get("audience") or tables.get("audience")
        if row.get("size", "") == "" and not readers:
            yield Fault(
                f"{where}size",
                "is missing",
                'such as size = "12x16", or audience = "7-8" in its place',
            )
        elif row.get("size") and readers:
            what = f"the grid follows audience = {shorten_value(readers)} already"
            yield Fault(
                f"{where}size",
                what,
                "leave one of them out (look keeps the readers' type and lines)",
            )
        elif "share" in row and not readers:
            yield Fault(
                f"{where}share", "goes with an audience", "a section with a size has no share"
            )


def _explain(places: Mapping[int, str], detail: ErrorDetails) -> Iterator[Fault]:
    """What we say about one of pydantic's errors."""
    table, where, key = _place(places, detail["loc"])
    value, kind = detail["input"], detail["type"]
    if kind == "value_error":
        inner = detail["ctx"]["error"]
        for fault in inner.faults:
            yield fault._replace(where=".".join(filter(None, (where, fault.where))))
    elif kind == "default_factory_not_called":
        return  # a default that follows from the readers, while another key is wrong
    elif kind == "extra_forbidden":
        yield Fault(where, "there is no such key", _suggest_key(table, key))
    elif kind == "missing":
        yield Fault(where, "is missing", _example(table, key))
    elif kind == "literal_error":
        options = re.findall(r"'([^']*)'", detail["ctx"]["expected"])
        allowed = (
            suggest_nearest(value, options) if isinstance(value, str) else format_choices(options)
        )
        yield Fault(where, f"{shorten_value(value)} is not known", allowed)
    elif kind in _BOUNDS:
        what, allowed, bound = _BOUNDS[kind]
        yield Fault(
            where, f"{_number(value)} is too {what}", f"{allowed} {_number(detail['ctx'][bound])}"
        )
    elif where == "section":
        yield Fault(
            where,
            f"{shorten_value(value)} is not a list of sections",
            "write [[section]], in two pairs of brackets",
        )
    else:
        what, todo = _WANTED.get(kind, ("cannot be used here", "write another value"))
        yield Fault(
            where,
            f"{shorten_value(value)} {what}",
            ", ".join(filter(None, (todo, _example(table, key)))),
        )


def _number(number: int) -> str:
    # A year is written without a comma.
    return f"{number:,}" if number > 9999 else str(number)


def _place(places: Mapping[int, str], loc: tuple[int | str, ...]) -> tuple[str, str, str]:
    """The table in which an error lies, its place in the recipe's words, and its key."""
    table = ""
    parts: list[str] = []
    for step in loc:
        if table == "section" and len(parts) == 1 and isinstance(step, int):
            parts.append(places.get(step, str(step + 1)))
            continue
        if table == "pupil" and len(parts) == 1 and isinstance(step, int):
            parts.append(str(step + 1))
            continue
        parts.append(str(step))
        if parts == [step] and step in TABLES and len(loc) > 1:
            table = str(step)
        else:
            break  # beyond a key pydantic names list items and the members of unions
    return table, ".".join(parts), parts[-1] if parts else ""


def _suggest_key(table: str, key: str) -> str:
    """The key that was meant: this very one of another table, a near one of this, or a near one of
    another."""
    others = {
        other: f"under [{other}]" if other else "at the top, above the first [table]"
        for other in ("", "book", "cover", "section")
        if other != table
    }
    for other, place in others.items():
        if key in list_fields(other):
            return f"{key} belongs {place}"
    if key in list_fields("pupil"):
        return f'it is a column of a class list: --names FILE.csv, with "{key}" in its first line'
    here = suggest_nearest(key, list_fields(table))
    near = {place: suggest_nearest(key, list_fields(other)) for other, place in others.items()}
    there = next(
        (
            f"{said} It belongs {place}"
            for place, said in near.items()
            if said.startswith("did you mean")
        ),
        here,
    )
    return here if here.startswith("did you mean") else there


def _example(table: str, key: str) -> str:
    field = list_fields(table).get(key)
    examples = field.examples if field else None
    return f"such as {key} = {format_toml(examples[0])}" if examples else ""
