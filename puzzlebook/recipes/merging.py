"""A recipe's tables laid over those of its base."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from puzzlebook.faults import Fault, Refused, nearest, refuse


def merged(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Two recipes' tables as one: what stands in `over` wins."""
    tables = dict(under)
    for key, value in over.items():
        old = tables.get(key)
        if key == "section" and isinstance(old, list) and isinstance(value, list):
            tables[key] = _merged_sections(old, value)
        elif isinstance(value, dict):
            # One length for all sides is four, of which some may be amended.
            sides = dict.fromkeys(("top", "bottom", "inside", "outside"), old) if key == "margins" else {}
            tables[key] = merged(old if isinstance(old, dict) else sides if isinstance(old, str) else {}, value)
        else:
            tables[key] = value
    return tables


def _merged_sections(under: list[Any], over: list[Any]) -> list[Any]:
    sections = list(under)
    places = {_key_of(section): place for place, section in enumerate(under)}
    for section in over:
        # A key that comes a second time in one file finds nothing left to amend, and is refused as what it is.
        place = places.pop(_key_of(section), None) if isinstance(section, dict) else None
        if place is None:
            sections.append(section)
        else:
            sections[place] = merged(under[place], section)
    return sections


def _key_of(section: Any) -> str | None:
    key = section.get("key") if isinstance(section, dict) else None
    return key if isinstance(key, str) else None


def left_out(tables: dict[str, Any], without: Any) -> dict[str, Any]:
    """The tables without the sections of these keys, all of which must be there."""
    if not isinstance(without, list) or not all(isinstance(key, str) for key in without):
        raise refuse("without", "is not a list of section keys", 'such as without = ["warm-up"]')
    sections = tables.get("section", [])
    keys = [key for key in map(_key_of, sections) if key] if isinstance(sections, list) else []
    unknown = [key for key in without if key not in keys]
    if unknown:
        raise Refused(Fault("without", f'the base has no section "{key}"', nearest(key, keys)) for key in unknown)
    kept = [section for section in sections if _key_of(section) not in without]
    return {**tables, "section": kept} if keys else tables
