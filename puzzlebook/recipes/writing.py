"""Recipes as text: fully resolved, or as a commented file to edit."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any

from puzzlebook.recipes.files import Loaded, load
from puzzlebook.recipes.path_rewriting import move_paths
from puzzlebook.recipes.reading import list_fields
from puzzlebook.recipes.recipe import Margins, Recipe
from puzzlebook.recipes.values import format_toml

_TABLES = ("book", "worksheet", "cover", "section", "pupil")
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
    ("The mazes", ("audience", "seed", "volume", "grade", "rising")),
    ("The paper", ("page", "margins", "printer", "paper", "ink", "sides")),
    ("The look", _LOOK),
    ("The files", ("name", "pdf", "booklet", "svg", "avoid", "edition")),
)
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
    """The recipe's tables, everything resolved, as TOML or JSON writes them. Keys without a value
    are left out."""
    rows = recipe.model_dump(
        mode="json", by_alias=True, exclude_none=True, exclude={"base", "without", "headings"}
    )
    for section in rows["section"]:
        if not section.get("silhouette"):
            del section["edge"]  # nothing is cut
        if section.get("audience") or recipe.audience:
            section.pop("size", None)  # it follows from the readers and the page
        else:
            del section["share"]
    sides = list(rows["margins"].values())
    if len(sides) == len(Margins.model_fields) and len(set(sides)) == 1:
        rows["margins"] = sides[0]
    if not recipe.pupils:
        del rows["pupil"]
    return {key: value for key, value in rows.items() if value != {}}


def write_recipe(recipe: Recipe) -> str:
    """The recipe as TOML, everything resolved: read again, it is an equal recipe."""
    rows = recipe_tables(recipe)
    lines = list(_write_lines({key: value for key, value in rows.items() if key not in _TABLES}))
    for name in filter(rows.__contains__, ("book", "worksheet", "cover")):
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
    """A commented recipe to edit, to be kept in this folder: the recipe of a book, amended, with
    this seed."""
    loaded = load(book, {**(overrides or {}), "seed": seed}, sets)
    rows = move_paths(recipe_tables(loaded.recipe), loaded.folder, folder)
    rows["headings"] = loaded.template
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
    parts += [
        _SECTION_HEAD + "".join(_legend()),
        *(_write_section(row, ours) for row in rows["section"]),
    ]
    return "\n".join(parts)


def _list_book_titles(loaded: Loaded, language: str) -> set[str]:
    """The titles that a book of ours has in its language: they stand as remarks, and change with
    the language."""
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
            yield f"{prefix}{key} = {format_toml(value)}"


def _write_rule(title: str) -> str:
    return f"# -- {title} ".ljust(105, "-") + "\n"


def _write_commented(
    table: str, keys: Iterable[str], rows: Mapping[str, Any], ours: Collection[str] = ()
) -> Iterator[str]:
    """Each key, below its remark; one without a value is a remark itself, with an example; ours are
    remarks."""
    known = list_fields(table)
    for key in keys:
        remark = f"# {known[key].description}\n"
        if key in _TITLES and rows.get(key) in ours:
            yield f"{remark}# {key} = {format_toml(rows[key])}\n"
        elif rows.get(key) is not None:
            yield remark + "\n".join(_write_lines({key: rows[key]})) + "\n"
        else:
            yield f"{remark}# {key} = {format_toml((known[key].examples or [''])[0])}\n"


def _legend() -> Iterator[str]:
    """What the keys of a section mean, said once."""
    known = list_fields("section")
    wide = max(map(len, known)) + 1
    for key, field in known.items():
        lines = wrap(f"{key:<{wide}}{field.description}", 100, subsequent_indent=" " * wide)
        yield "".join(f"#   {line}\n" for line in lines)


def _write_section(row: Mapping[str, Any], ours: Collection[str]) -> str:
    known = list_fields("section")
    kept = {
        key: value
        for key, value in row.items()
        if key in _IN_EVERY_SECTION or value != known[key].default
    }
    lines = (f"{'# ' * (key == 'title' and value in ours)}{line}" for key, value in kept.items()
             for line in _write_lines({key: value}))  # fmt: skip
    return "\n".join(["[[section]]", *lines]) + "\n"
