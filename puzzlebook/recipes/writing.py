"""Writing recipes, fully resolved, or commented and ready to edit."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any

from puzzlebook.recipes.files import Loaded, load
from puzzlebook.recipes.path_rewriting import move_paths
from puzzlebook.recipes.reading import list_fields
from puzzlebook.recipes.recipe import Margins, Recipe
from puzzlebook.recipes.values import format_toml

_TABLES = ("book", "worksheet", "cover", "names", "section", "pupil")
_TITLES = ("title", "subtitle")
_LOOK = (
    "look",
    "theme",
    "start",
    "finish",
    "marks",
    "language",
    "headings",
    "digits",
    "fonts",
    "mazes_a_page",
    "answers",
    "codes",
)
_GROUPS = (
    ("The mazes", ("audience", "level", "seed", "volume", "grade", "draws", "texture", "rising")),
    ("The paper", ("page", "margins", "printer", "paper", "ink", "sides")),
    ("The look", _LOOK),
    ("The files", ("name", "pdf", "booklet", "svg", "avoid", "edition")),
)
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
"""The keys that TOML accepts without quotes."""
_IN_EVERY_SECTION = ("key", "title", "mazes", "shape", "size", "share", "ends")

_HEAD = """\
# A recipe for a book of mazes. Lines that begin with # are remarks; take the # away to use what
# they offer. The mazes come from the seed, the volume and the sections: change anything else, and
# they stay as they are.
"""
_SECTION_HEAD = f"""\
# -- The sections, in their order {"-" * 72}
# Add one, take one out: the others keep their mazes. The keys of a section:
"""


def recipe_tables(recipe: Recipe) -> dict[str, Any]:
    """Return the tables of a resolved recipe, for TOML or JSON, without keys that have no value."""
    rows = recipe.model_dump(
        mode="json", by_alias=True, exclude_none=True, exclude={"base", "without", "headings"}
    )
    for section in rows["section"]:
        if not (section.get("silhouette") or section.get("stage") or recipe.stage):
            del section["edge"]  # there is no outline
        if section.get("audience") or recipe.audience:
            section.pop("size", None)  # it follows from the audience and the page
        else:
            del section["share"]
    sides = list(rows["margins"].values())
    if len(sides) == len(Margins.model_fields) and len(set(sides)) == 1:
        rows["margins"] = sides[0]
    if not recipe.pupils:
        del rows["pupil"]
    return {key: value for key, value in rows.items() if value != {}}


def write_recipe(recipe: Recipe) -> str:
    """Write a resolved recipe as TOML; reading it gives an equal recipe."""
    rows = recipe_tables(recipe)
    lines = list(_write_lines({key: value for key, value in rows.items() if key not in _TABLES}))
    for name in filter(rows.__contains__, ("book", "worksheet", "cover", "names")):
        lines += ["", f"[{name}]", *_write_lines(rows[name])]
    for section in rows["section"]:
        lines += ["", "[[section]]", *_write_lines(section)]
    for pupil in rows.get("pupil", ()):
        lines += ["", "[[pupil]]", *_write_lines(pupil)]
    return "\n".join(lines) + "\n"


def write_new_recipe(
    book: str,
    seed: str,
    overrides: Mapping[str, object] | None = None,
    sets: Sequence[str] = (),
    folder: Path = Path(),
) -> str:
    """Write a commented recipe to edit: a book's recipe, with these overrides and this seed.

    folder: the folder to which its paths are relative.
    """
    loaded = load(book, {**(overrides or {}), "seed": seed}, sets)
    rows = move_paths(recipe_tables(loaded.recipe), loaded.folder, folder)
    rows["headings"] = loaded.template
    if "codes" not in loaded.recipe.model_fields_set:
        rows.pop("codes", None)  # they follow the printer, which may change
    ours = _list_book_titles(loaded, rows["language"])
    parts = [_HEAD]
    for title, keys in _GROUPS:
        parts += [_write_rule(title), *_write_commented("", keys, rows)]
    parts += [
        _write_rule("The book"),
        "[book]\n",
        *_write_commented("book", list_fields("book"), rows["book"], ours),
    ]
    if "worksheet" in rows:
        sheets = _write_commented("worksheet", list_fields("worksheet"), rows["worksheet"])
        parts += [_write_rule("The worksheets"), "[worksheet]\n", *sheets]
    cover = list(_write_commented("cover", list_fields("cover"), rows.get("cover", {})))
    parts += [_write_rule("The cover"), "[cover]\n", *cover] if cover else []
    if names := rows.get("names"):
        comment = f"# {list_fields('')['names'].description}\n"
        parts.append("[names]\n" + comment + "\n".join(_write_lines(names)) + "\n")
    parts += [
        _SECTION_HEAD + "".join(_describe_section_keys()),
        *(_write_section(row, ours) for row in rows["section"]),
    ]
    return "\n".join(parts)


def _list_book_titles(loaded: Loaded, language: str) -> set[str]:
    """Return the titles of a built-in book in a language. They are commented out, so that they
    change with the language."""
    if loaded.template is None:
        return set()
    ours = load(loaded.template, {"language": language}).recipe
    return {
        text
        for text in (ours.book.title, ours.book.subtitle, *(row.title for row in ours.sections))
        if text
    }


def _write_lines(table: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _write_lines(value, f"{prefix}{key}.")
        else:
            bare = key if _BARE_KEY.fullmatch(key) else format_toml(key)
            yield f"{prefix}{bare} = {format_toml(value)}"


def _write_rule(title: str) -> str:
    return f"# -- {title} ".ljust(105, "-") + "\n"


def _write_commented(
    table: str, keys: Iterable[str], rows: Mapping[str, Any], ours: Collection[str] = ()
) -> Iterator[str]:
    """Yield each key below its description.

    Keys without a value are commented out, with an example. The titles in `ours` are commented out
    too.
    """
    fields = list_fields(table)
    for key in keys:
        comment = f"# {fields[key].description}\n"
        if key in _TITLES and rows.get(key) in ours:
            yield f"{comment}# {key} = {format_toml(rows[key])}\n"
        elif rows.get(key) is not None:
            yield comment + "\n".join(_write_lines({key: rows[key]})) + "\n"
        else:
            yield f"{comment}# {key} = {format_toml((fields[key].examples or [''])[0])}\n"


def _describe_section_keys() -> Iterator[str]:
    """Yield the description of each key of a section, once for all sections."""
    fields = list_fields("section")
    width = max(map(len, fields)) + 1
    for key, field in fields.items():
        lines = wrap(f"{key:<{width}}{field.description}", 100, subsequent_indent=" " * width)
        yield "".join(f"#   {line}\n" for line in lines)


def _write_section(row: Mapping[str, Any], ours: Collection[str]) -> str:
    fields = list_fields("section")
    lines = ["[[section]]"]
    for key, value in row.items():
        if key in _IN_EVERY_SECTION or value != fields[key].default:
            comment = "# " if key == "title" and value in ours else ""
            lines += [f"{comment}{line}" for line in _write_lines({key: value})]
    return "\n".join(lines) + "\n"
