"""The JSON Schema of recipes, for editors that complete and validate recipes."""

from __future__ import annotations

import json
from typing import Any

from puzzlebook.ground import templates
from puzzlebook.ground.seeds import EDITION
from puzzlebook.mazes import ENDS, SHAPES, SHORT
from puzzlebook.recipes.audiences import LEVELS, load_audiences
from puzzlebook.recipes.recipe import ANSWERS, MAX_MAZES, MAZES_A_PAGE, Recipe


def make_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a recipe, as a new dictionary."""
    # Name the definitions as recipes do (`Book`), and not like our classes (`BookTable`).
    schema = _simplify(json.loads(json.dumps(Recipe.model_json_schema()).replace('Table"', '"')))
    top, section = schema["properties"], schema["$defs"]["Section"]["properties"]
    shapes = [name for shape in SHAPES.values() for name in (shape.name, *shape.other_names)]
    top["printer"]["enum"] = templates.list_names("printers")
    top["theme"]["anyOf"] = [{"enum": templates.list_names("themes")}, {"pattern": r"\.toml$"}]
    top["mazes"] = {
        "type": "integer",
        "minimum": 1,
        "maximum": MAX_MAZES,
        "description": "How many mazes in all.",
    }
    top["language"]["anyOf"] = [
        {"enum": templates.list_names("languages")},
        {"pattern": r"\.toml$"},
    ]
    top["edition"]["enum"] = [EDITION]
    top["answers"]["enum"] = list(ANSWERS)
    for table in (top, section):
        table["audience"]["enum"] = list(load_audiences())
    top["mazes_a_page"]["enum"] = section["mazes_a_page"]["enum"] = list(MAZES_A_PAGE)
    top["look"]["enum"] = list(load_audiences())
    section["shape"]["enum"] = shapes
    section["ends"]["enum"] = [*ENDS, SHORT]
    del section["ends"]["default"]  # it depends on the shape
    size: dict[str, Any] = {"type": ["string", "integer"]}
    by_level = {
        "type": "object",
        "properties": dict.fromkeys(LEVELS, size),
        "required": ["normal"],
        "additionalProperties": False,
    }
    del section["size"]["type"]
    section["size"]["anyOf"] = [size, by_level]
    top["margins"]["anyOf"] = [{"type": "string"}, {"$ref": top["margins"].pop("$ref")}]
    # A recipe may inherit required keys from a base.
    schema["anyOf"] = [
        {"required": schema.pop("required")},
        {"required": ["base"]},
        {"required": ["audience"]},
    ]
    schema["$defs"]["Book"].pop("required")
    schema["$defs"]["Section"]["required"] = ["key"]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "puzzlebook recipe",
        **schema,
    }


def _simplify(node: Any) -> Any:
    """Return the schema without null types, which TOML does not have, and without titles that only
    repeat a key."""
    if isinstance(node, list):
        return [_simplify(item) for item in node if item != {"type": "null"}]
    if not isinstance(node, dict):
        return node
    tidied = {
        key: _simplify(value)
        for key, value in node.items()
        if not (key == "title" and isinstance(value, str))
        and not (key == "default" and value is None)
    }
    if len(tidied.get("anyOf", ())) == 1:
        return {**tidied.pop("anyOf")[0], **tidied}
    return tidied
