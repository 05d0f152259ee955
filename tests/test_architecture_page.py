"""`ARCHITECTURE.md` and the lists in each folder's `__init__.py`, compared with the tree."""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

import puzzlebook

HOUSE = Path(puzzlebook.__file__).parent
ROOT = HOUSE.parent
PAGE = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
PACKAGES = sorted(path.parent for path in HOUSE.rglob("__init__.py") if path.parent != HOUSE)
LISTED = re.compile(r"^(\w+) {2,}\S", re.MULTILINE)


def rows(heading):
    """The rows of the table under a heading of the page, each as its cells without backticks."""
    section = PAGE.split(f"\n## {heading}")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")][2:]
    return [tuple(cell.strip().strip("`") for cell in line.strip("|").split("|")) for line in lines]


def test_every_folder_stands_once_in_the_table():
    folders = [path.name for path in HOUSE.iterdir() if (path / "__init__.py").is_file()]
    assert sorted(row[0] for row in rows("The folders")) == sorted(folders)


def test_the_folders_are_in_the_order_in_which_they_import_each_other():
    from test_architecture import ROOMS

    assert [row[0] for row in rows("The folders")] == [room for room in ROOMS if room != "__main__"]


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.relative_to(HOUSE).as_posix())
def test_a_folder_lists_each_of_its_modules_once(package):
    described = ast.get_docstring(ast.parse((package / "__init__.py").read_text("utf-8")))
    modules = {path.stem for path in package.glob("*.py")} - {"__init__"}
    inner = {path.parent.name for path in package.glob("*/__init__.py")}
    assert Counter(LISTED.findall(described)) == Counter(modules | inner)


def test_every_path_on_the_page_exists():
    named = re.findall(r"`((?:[a-z_]+/)+[a-z_.]*|[A-Za-z]+\.md)`", PAGE)
    assert len(named) > 30
    missing = [path for path in named if not any((top / path).exists() for top in (ROOT, HOUSE))]
    assert missing == []


def test_the_page_is_read_in_five_minutes():
    assert len(PAGE.split()) <= 1450
    assert len(rows("Glossary")) <= 25
