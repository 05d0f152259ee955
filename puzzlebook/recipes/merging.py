"""A recipe's tables merged over those of its base."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from puzzlebook.ground.faults import Fault, Refused, refuse, suggest_nearest


def merge_recipes(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Merge two recipes' tables; values in `over` win."""
    tables = dict(under)
    for key, value in over.items():
        old = tables.get(key)
        if key == "section" and isinstance(old, list) and isinstance(value, list):
            tables[key] = _merge_sections(old, value)
        elif isinstance(value, dict):
            # One length for all sides is four, of which some may be amended.
            sides = (
                dict.fromkeys(("top", "bottom", "inside", "outside"), old)
                if key == "margins"
                else {}
            )
            tables[key] = merge_recipes(
                old if isinstance(old, dict) else sides if isinstance(old, str) else {}, value
            )
        else:
            tables[key] = value
    return tables


def _merge_sections(under: list[Any], over: list[Any]) -> list[Any]:
    sections = list(under)
    places = {_find_key(section): place for place, section in enumerate(under)}
    for section in over:
        # A repeated key in one file amends nothing: it is added, and reading refuses the duplicate.
        place = places.pop(_find_key(section), None) if isinstance(section, dict) else None
        if place is None:
            sections.append(section)
        else:
            sections[place] = merge_recipes(under[place], section)
    return sections


def _find_key(section: Any) -> str | None:
    key = section.get("key") if isinstance(section, dict) else None
    return key if isinstance(key, str) else None


def drop_sections(tables: dict[str, Any], without: Any) -> dict[str, Any]:
    """The tables without the sections of these keys; unknown keys are refused."""
    if not isinstance(without, list) or not all(isinstance(key, str) for key in without):
        raise refuse("without", "is not a list of section keys", 'such as without = ["warm-up"]')
    sections = tables.get("section", [])
    keys = [key for key in map(_find_key, sections) if key] if isinstance(sections, list) else []
    unknown = [key for key in without if key not in keys]
    if unknown:
        raise Refused(
            Fault("without", f'the base has no section "{key}"', suggest_nearest(key, keys))
            for key in unknown
        )
    kept = [section for section in sections if _find_key(section) not in without]
    return {**tables, "section": kept} if keys else tables
