"""Merging a recipe's tables over those of its base."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from puzzlebook.ground.faults import Fault, Refused, refuse, suggest_nearest


def merge_recipes(base: Mapping[str, Any], amending: Mapping[str, Any]) -> dict[str, Any]:
    """Merge the tables of two recipes; the values in `amending` take precedence."""
    tables = dict(base)
    for key, value in amending.items():
        old = tables.get(key)
        if key == "section" and isinstance(old, list) and isinstance(value, list):
            tables[key] = _merge_sections(old, value)
        elif isinstance(value, dict):
            if key == "margins" and isinstance(old, str):
                # Split one length for all sides into four, so that single sides can be amended.
                old = dict.fromkeys(("top", "bottom", "inside", "outside"), old)
            tables[key] = merge_recipes(old if isinstance(old, dict) else {}, value)
        else:
            tables[key] = value
    return tables


def _merge_sections(base: list[Any], amending: list[Any]) -> list[Any]:
    sections = list(base)
    indices = {_find_key(section): i for i, section in enumerate(base)}
    for section in amending:
        # If one file repeats a key, its second section is added, and refused later.
        index = indices.pop(_find_key(section), None) if isinstance(section, dict) else None
        if index is None:
            sections.append(section)
        else:
            sections[index] = merge_recipes(base[index], section)
    return sections


def _find_key(section: Any) -> str | None:
    key = section.get("key") if isinstance(section, dict) else None
    return key if isinstance(key, str) else None


def drop_sections(tables: dict[str, Any], without: Any) -> dict[str, Any]:
    """Return the tables without the sections that have these keys; refuse keys that do not
    exist."""
    if not isinstance(without, list) or not all(isinstance(key, str) for key in without):
        raise refuse(
            "without", "is not a list of section keys", 'write a list such as without = ["warm-up"]'
        )
    sections = tables.get("section", [])
    keys = [key for key in map(_find_key, sections) if key] if isinstance(sections, list) else []
    unknown = [key for key in without if key not in keys]
    if unknown:
        raise Refused(
            Fault("without", f'the base has no section "{key}"', suggest_nearest(key, keys))
            for key in unknown
        )
    if not keys:
        return tables
    remaining = [section for section in sections if _find_key(section) not in without]
    return {**tables, "section": remaining}
