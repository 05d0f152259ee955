"""Write the tables of docs/reference.md from the code: run `python docs/reference.py`.

Options come from the commands, recipe keys from the pydantic models. The text above the tables is
written by hand and kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from puzzlebook.cli import COMMANDS, make_app
from puzzlebook.recipes.json_schema import make_schema

PAGE = Path(__file__).with_name("reference.md")
MARK = "<!-- The rest of this page is generated: python docs/reference.py -->\n"
TABLES = {"": "Keys of a recipe", "book": "[book]", "worksheet": "[worksheet]", "cover": "[cover]",
          "section": "[[section]]", "pupil": "[[pupil]]", "margins": "[margins]"}  # fmt: skip


def write_page() -> str:
    """Return the whole page: the text that is written by hand, then the tables."""
    text = PAGE.read_text("utf-8").partition(MARK)[0]
    return text + MARK + "\n" + "\n".join([*_list_commands(), *_list_keys()])


def _list_commands() -> Iterator[str]:
    app: Any = typer.main.get_command(make_app([]))
    context = app.context_class(app, info_name="puzzlebook")
    yield "## Options\n\nOptions may be in any order. Each command also has `--help`.\n"
    for name in COMMANDS:
        command = app.commands[name]
        yield f"### puzzlebook {name}\n\n{' '.join(command.help.split())}\n"
        rows = [parameter.get_help_record(context) for parameter in command.params]
        yield from _write_table(
            ("Option", "Meaning"), ((f"`{usage}`", about) for usage, about in filter(None, rows))
        )


def _list_keys() -> Iterator[str]:
    schema = make_schema()
    yield "## Recipe keys\n\n`puzzlebook schema` prints the same as JSON Schema.\n"
    for table, title in TABLES.items():
        model = schema["$defs"][table.capitalize()] if table else schema
        heading = title if not table else f"`{title}`"
        yield f"### {heading}\n"
        rows = (
            (f"`{key}`", _name_type(field), _format_default(field), field.get("description", ""))
            for key, field in model["properties"].items()
            if "$ref" not in field and "$ref" not in field.get("items", {})
        )
        yield from _write_table(("Key", "Type", "Default", "Meaning"), rows)


def _name_type(field: dict[str, Any]) -> str:
    """Return the type of a key: its choices if they are few."""
    if "anyOf" in field:
        names = [_name_type(part) for part in field["anyOf"] if "$ref" not in part]
        return ", or ".join(dict.fromkeys(names))
    if choices := field.get("enum"):
        return ", ".join(f"`{choice}`" for choice in choices) if len(choices) < 7 else "name"
    if "pattern" in field and "type" not in field:
        return "file"
    kind = field.get("type", "text")
    names = {
        "string": "text",
        "boolean": "true or false",
        "number": "number",
        "integer": "integer",
        "object": "table",
    }
    if kind == "array":
        return "list"
    kinds = kind if isinstance(kind, list) else [kind]
    name = " or ".join(names.get(part, part) for part in kinds)
    bounds = [field.get(bound) for bound in ("minimum", "maximum")]
    return f"{name}, {bounds[0]} to {bounds[1]}" if None not in bounds else name


def _format_default(field: dict[str, Any]) -> str:
    default = field.get("default")
    if default in (None, "", [], {}):
        return ""
    return f"`{str(default).lower() if isinstance(default, bool) else default}`"


def _write_table(heads: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"
    for row in rows:
        cells = (re.sub(r"(?<!\\)\|", r"\|", " ".join(cell.split())) for cell in row)
        yield f"| {' | '.join(cells)} |"
    yield ""


if __name__ == "__main__":
    PAGE.write_text(write_page(), "utf-8")
