"""Reading the tables of a TOML file as a `Recipe`, or listing every fault in them.

pydantic finds the faults; the messages are written here.
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
"""The tables of a recipe by name; "" stands for the keys above the first table."""

_TYPE_ERRORS = {
    "string_type": ("is not text", "write it in quotes"),
    "int_type": ("is not a whole number", "write it in digits, without quotes"),
    "bool_type": ("is not true or false", "write true or false, without quotes"),
    "tuple_type": ("is not a list", "write it in square brackets"),
    "model_type": ("is not a table", "write its keys below it"),
}
"""Mapping from pydantic's type of error to what is wrong with the value, and what to do."""

_MAX_EXPLAINED = 100
"""The number of faults that are explained in full, because finding the intended key takes time."""

_BOUNDS = {
    "greater_than_equal": ("small", "at least", "ge"),
    "less_than_equal": ("large", "at most", "le"),
}


def read_tables(tables: Mapping[str, Any]) -> Recipe:
    """Read the recipe in these tables; refuse it with every fault."""
    places = name_sections(tables)
    faults = [*_find_repeated_keys(tables, places), *_find_grid_faults(tables, places)]
    try:
        recipe = Recipe.model_validate(dict(tables))
    except ValidationError as error:
        details = error.errors(include_url=False)
        faults[:0] = [
            *(fault for detail in details[:_MAX_EXPLAINED] for fault in _explain(places, detail)),
            *(
                Fault(_locate(places, detail["loc"])[1], "cannot be used here")
                for detail in details[_MAX_EXPLAINED:]
            ),
        ]
    if faults:
        raise Refused(_keep_first_by_place(faults))
    return recipe


def list_fields(table: str) -> dict[str, FieldInfo]:
    """Return the fields of a table by the keys that a recipe uses."""
    return {field.alias or name: field for name, field in TABLES[table].model_fields.items()}


def name_sections(tables: Mapping[str, Any]) -> dict[int, str]:
    """Return a mapping from the index of each section to its name in faults.

    The name is the section's key or, if the key is wrong or not unique, the section's number from
    1.
    """
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
    """Return the first fault of each value: a value that is not text is not reported as a bad name
    too."""
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
                "give each section a key of its own",
            )
        seen.add(str(key))


def _find_grid_faults(tables: Mapping[str, Any], places: Mapping[int, str]) -> Iterator[Fault]:
    """Yield faults of sections with no source for their grid, or with two (a size and an audience),
    and of sections with a share but no audience."""
    for index, place in places.items():
        row = tables["section"][index]
        where, readers = f"section.{place}.", row.get("audience") or tables.get("audience")
        if row.get("size", "") == "" and not readers:
            allowed = 'write one such as size = "12x16", or audience = "7-8" instead'
            yield Fault(f"{where}size", "is missing", allowed)
        elif row.get("size") and readers:
            what = f"the grid follows audience = {shorten_value(readers)} already"
            allowed = "leave one of them out (look keeps the readers' type and lines)"
            yield Fault(f"{where}size", what, allowed)
        elif "share" in row and not readers:
            allowed = "a section with a size has no share"
            yield Fault(f"{where}share", "only with an audience", allowed)


def _explain(places: Mapping[int, str], detail: ErrorDetails) -> Iterator[Fault]:
    """Put one of pydantic's errors into our words."""
    table, where, key = _locate(places, detail["loc"])
    value, kind = detail["input"], detail["type"]
    if kind == "value_error":
        inner = detail["ctx"]["error"]
        for fault in inner.faults:
            yield fault._replace(where=".".join(filter(None, (where, fault.where))))
    elif kind == "default_factory_not_called":
        return  # a default that depends on another key, which is wrong itself
    elif kind == "extra_forbidden":
        yield Fault(where, "there is no such key", _suggest_key(table, key))
    elif kind == "missing":
        yield Fault(where, "is missing", _format_example(table, key))
    elif kind == "literal_error":
        expected = detail["ctx"]["expected"]
        options = re.findall(r"'([^']*)'", expected) or [expected]  # numbers have no quotes
        is_text = isinstance(value, str)
        allowed = suggest_nearest(value, options) if is_text else format_choices(options)
        yield Fault(where, f"{shorten_value(value)} is not known", allowed)
    elif kind in _BOUNDS:
        size, relation, bound = _BOUNDS[kind]
        allowed = f"{relation} {_format_number(detail['ctx'][bound])}"
        yield Fault(where, f"{_format_number(value)} is too {size}", allowed)
    elif where == "section":
        what = f"{shorten_value(value)} is not a list of sections"
        yield Fault(where, what, "write [[section]], in two pairs of brackets")
    else:
        what, remedy = _TYPE_ERRORS.get(kind, ("cannot be used here", "write another value"))
        allowed = ", ".join(filter(None, (remedy, _format_example(table, key))))
        yield Fault(where, f"{shorten_value(value)} {what}", allowed)


def _format_number(number: int) -> str:
    # Years are written without a comma.
    return f"{number:,}" if number > 9999 else str(number)


def _locate(places: Mapping[int, str], loc: tuple[int | str, ...]) -> tuple[str, str, str]:
    """Return the table that an error is in, its dotted path as recipes write it, and its key."""
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
            break  # below a key, pydantic names list items and members of unions
    return table, ".".join(parts), parts[-1] if parts else ""


def _suggest_key(table: str, key: str) -> str:
    """Suggest the intended key: the same key of another table, a similar one of this table, or a
    similar one of another table."""
    tables = {
        other: f"under [{other}]" if other else "at the top, above the first [table]"
        for other in ("", "book", "cover", "section")
        if other != table
    }
    for other, position in tables.items():
        if key in list_fields(other):
            return f"{key} belongs {position}"
    if key in list_fields("pupil"):
        return f'it is a column of a class list: --names FILE.csv, with "{key}" in its first line'
    here = suggest_nearest(key, list_fields(table))
    if here.startswith("did you mean"):
        return here
    for other, position in tables.items():
        if (there := suggest_nearest(key, list_fields(other))).startswith("did you mean"):
            return f"{there} It belongs {position}"
    return here


def _format_example(table: str, key: str) -> str:
    field = list_fields(table).get(key)
    examples = field.examples if field else None
    return f"such as {key} = {format_toml(examples[0])}" if examples else ""
