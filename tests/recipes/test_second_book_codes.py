"""Book codes, written and read a second time from `docs/codes.md` alone: the same text, and the
same fingerprint.

Nothing of ours is imported. What stands in a book's folder, and what `puzzlebook schema` says of
defaults, is all that is asked for.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from hashlib import sha256
from pathlib import Path

import pytest

HOME = Path(__file__).parents[2]
DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"
VALUES = "0123456789abcdefghijklmnopqrstuvwxyz"


# -- The page, in code ------------------------------------------------------------------------------------------


def check_character(text):
    """ISO/IEC 7064, MOD 37,36."""
    p = 36
    for character in text:
        if character in VALUES:
            p = ((p + VALUES.index(character)) % 36 or 36) * 2 % 37
    return VALUES[(37 - p) % 36]


def in_base_32(content, bits=None):
    """The first bits of some bytes, all of them unless told, padded with zeros to whole digits."""
    binary = "".join(f"{byte:08b}" for byte in content)[:bits]
    binary += "0" * (-len(binary) % 5)
    return "".join(DIGITS[int(binary[at : at + 5], 2)] for at in range(0, len(binary), 5))


def from_base_32(digits):
    binary = "".join(f"{DIGITS.index(digit):05b}" for digit in digits)
    return bytes(int(binary[at : at + 8], 2) for at in range(0, len(binary) // 8 * 8, 8))


def written(text):
    if not re.fullmatch("[a-zA-Z0-9. -]*", text):
        return "++" + in_base_32(text.encode())
    return "".join("_" if c == " " else f"+{c.lower()}" if c.isupper() else c for c in text)


def read(text):
    if text.startswith("++"):
        return from_base_32(text[2:].translate(str.maketrans("oil", "011"))).decode()
    return re.sub(r"\+(.)", lambda found: found[1].upper(), text.replace("_", " "))


def long_code(template, seed, overrides, mark):
    fields = ["book-1", template, written(seed)]
    for key, value in overrides:
        if key.startswith("section."):
            key = key.removeprefix("section").replace(".*.", "..")
        fields.append(f"{key}={written(value)}")
    body = ":".join([*fields, mark])
    return f"{body}-{check_character(body)}"


def without_defaults(table, schema, definitions):
    """A table of a recipe without what has its default value."""
    kept = {}
    for key, value in table.items():
        known = schema["properties"][key]
        inner = [definitions[name] for name in re.findall(r"#/\$defs/(\w+)", json.dumps(known))]
        inner = [one for one in inner if "properties" in one]
        if inner and isinstance(value, dict):
            value = without_defaults(value, inner[0], definitions)
        elif inner and isinstance(value, list):
            value = [without_defaults(row, inner[0], definitions) for row in value]
        if value != {} and not ("default" in known and known["default"] == value):
            kept[key] = value
    return kept


def fingerprint(folder, schema):
    recipe = tomllib.loads((folder / "recipe.toml").read_text(encoding="utf-8"))
    edition = recipe.pop("edition")
    recipe.pop("about", None)
    sums = {
        path.relative_to(folder).as_posix(): sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.glob("assets/**/*"))
        if path.is_file()
    }
    content = {
        "edition": edition,
        "files": sums,
        "recipe": without_defaults(recipe, schema, schema["$defs"]),
    }
    # Where readers decide the grids, a book's manifest says which they are.
    by_readers = {
        section["key"]
        for section in recipe["section"]
        if "audience" in recipe or "audience" in section
    }
    mazes = json.loads((folder / "manifest.json").read_bytes())["mazes"]
    if grids := {maze["section"]: maze["size"] for maze in mazes if maze["section"] in by_readers}:
        content["grids"] = grids
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return in_base_32(sha256(text.encode("ascii")).digest(), 50)


# -- What puzzlebook says ------------------------------------------------------------------------------------


def puzzlebook(*arguments, cwd=None):
    environment = {**os.environ, "PYTHONPATH": str(HOME), "PYTHONUTF8": "1"}
    command = [sys.executable, "-m", "puzzlebook", *map(str, arguments)]
    return subprocess.run(
        command, cwd=cwd, env=environment, check=True, capture_output=True, encoding="utf-8"
    ).stdout


@pytest.fixture(scope="module")
def schema():
    return json.loads(puzzlebook("schema"))


LONG = [
    ("ages-7-8", "owl", [("theme", "football")]),  # which has no outlines with sizes of their own
    ("adult", "Owl 7", [("page", "a4"), ("mazes", "9")]),
    ("ages-9-11", "Eule & Maus, 梟", [("title", "Mazes for Mia"), ("section.*.size", "9x12")]),
    ("shapes", "🦉", [("volume", "3"), ("codes", "all")]),
    ("sheets", "a_b+c", [("section.ready.size", "7x7"), ("margins.top", "1in")]),
    ("worksheet", "week 12", [("worksheet.level", "2"), ("codes", "book")]),
    ("large-print", "Łódź", [("title", "Żółw"), ("svg", "false")]),
]


@pytest.mark.parametrize(("template", "seed", "overrides"), LONG)
def test_the_code_of_a_book(template, seed, overrides, schema, tmp_path):
    sets = [
        word for key, value in overrides for word in ("--set", f"{key}={value}") if key != "mazes"
    ]
    mazes = [word for key, value in overrides if key == "mazes" for word in ("--mazes", value)]
    puzzlebook("make", template, "--seed", seed, *mazes, *sets, "--no-check", "-o", tmp_path)
    folder = tmp_path / template
    code = json.loads((folder / "manifest.json").read_bytes())["code"]
    mark = fingerprint(folder, schema)
    assert code.rpartition(":")[2].partition("-")[0] == mark
    ordered = [pair for pair in overrides if pair[0] == "mazes"] + [
        pair for pair in overrides if pair[0] != "mazes"
    ]
    assert code == long_code(template, seed, ordered, mark)
    assert (folder / "recipe.toml").read_text(encoding="utf-8").startswith(f"# {code}\n")
    assert read(code.split(":")[2]) == seed


def test_the_code_of_a_book_of_the_users(schema, tmp_path):
    (tmp_path / "my.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9h-9z"/></svg>'
    )
    (tmp_path / "3b.csv").write_text("name;print\nMia Berg;large\nŁukasz;\n", encoding="utf-8")
    for name, arguments in {
        "own": (
            "sheets",
            "--seed",
            "owl",
            "--silhouette",
            "my.svg",
            "--size",
            "16x16",
            "--name",
            "own",
        ),
        "3b": ("worksheet", "--seed", "week 12", "--names", "3b.csv"),
    }.items():
        puzzlebook("make", *arguments, "--no-check", cwd=tmp_path)
        folder = tmp_path / "output" / name
        body = f"book-1:{fingerprint(folder, schema)}"
        assert (
            json.loads((folder / "manifest.json").read_bytes())["code"]
            == f"{body}-{check_character(body)}"
        )


def test_the_examples_of_the_page():
    page = (HOME / "docs" / "codes.md").read_text(encoding="utf-8")
    assert (
        f"so the seed `Owl 7` is\n  `{written('Owl 7')}`, and `Eule & Maus` is `{written('Eule & Maus')}`"
        in page.replace("So", "so")
    )
    for code in re.findall(r"book-1:[\w:.=-]+", page):
        body, _, check = code.rpartition("-")
        assert check_character(body) == check, code
