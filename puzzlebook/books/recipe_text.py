"""Recipes as text: fully resolved, as a commented file to edit, and what keys there are as a JSON Schema."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from puzzlebook.books.recipe import Recipe
from puzzlebook.books.recipe_values import toml


def tables(recipe: Recipe) -> dict[str, Any]:
    """The recipe's tables, everything resolved, as TOML or JSON writes them. Keys without a value are left out."""
    return recipe.model_dump(mode="json", by_alias=True, exclude_none=True, exclude={"base", "without"})


def recipe_toml(recipe: Recipe) -> str:
    """The recipe as TOML, everything resolved: read again, it is an equal recipe."""
    rows = tables(recipe)
    lines = list(_lines({key: value for key, value in rows.items() if key not in ("book", "cover", "section")}))
    for name in ("book", "cover"):
        lines += ["", f"[{name}]", *_lines(rows[name])] if rows[name] else []
    for section in rows["section"]:
        lines += ["", "[[section]]", *_lines(section)]
    return "\n".join(lines) + "\n"


def _lines(table: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _lines(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key} = {toml(value)}"
