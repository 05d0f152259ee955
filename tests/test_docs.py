"""Every command in the README and in docs/ runs, and what they say of files and images is true."""

from __future__ import annotations

import ast
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import puzzlebook
from puzzlebook import templates

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
# What a page's commands may run, as modules.
PROGRAMS = {"puzzlebook": "puzzlebook", "vpype": "vpype_cli"}
_BASH = re.compile(r"^```bash\n(.*?)^```", re.MULTILINE | re.DOTALL)
_TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)

pytestmark = pytest.mark.skipif(not (ROOT / "README.md").exists(), reason="the documents are not installed")


def blocks(page: Path, language: str) -> list[str]:
    return [text for found, text in _BLOCK.findall(page.read_text(encoding="utf-8")) if found == language]


def files(page: Path) -> dict[str, str]:
    """The files that a page shows, by the name in the line above each: `3b.csv`:"""
    found = re.findall(r"`([\w.-]+\.csv)`:\n\n```csv\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S)
    assert len(found) == len(blocks(page, "csv"))
    return dict(found)


def commands(page: Path) -> list[str]:
    """The lines that a reader would type, in their order."""
    lines = [line for block in blocks(page, "sh") for line in block.splitlines()]
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_runs(page: Path, tmp_path: Path) -> None:
    # One folder for the page: later commands use what earlier ones made. Nothing is opened: no program is found.
    environment = {**os.environ, "PYTHONPATH": str(Path(puzzlebook.__file__).parent.parent), "BROWSER": "true"}
    environment.pop("DISPLAY", None)
    for name, content in files(page).items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    for command in commands(page):
        program, *arguments = shlex.split(command)
        done = subprocess.run(
            [sys.executable, "-m", PROGRAMS[program], *arguments],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, f"{command}\n{done.stderr}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def test_python_of_the_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, content in files(ROOT / "README.md").items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    for text in blocks(ROOT / "README.md", "python"):
        exec(compile(text, "README.md", "exec"), {})
    assert (tmp_path / "maze.pdf").exists()
    assert {path.name for path in (tmp_path / "output").glob("*/*.pdf")} == {"ages-7-8.pdf", "sheets.pdf", "3b.pdf"}


def test_ci_runs_the_readmes_two_commands() -> None:
    """One makes a book, and then, in the same checkout, one passes the tests."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    first_screen = "\n".join(readme.splitlines()[:25])
    makes, passes = (block.strip() for block in _BASH.findall(first_screen))
    assert makes.endswith("puzzlebook make")
    assert passes.endswith("pytest")
    assert f"\n{makes}\n{passes}\n" in (ROOT / ".ci" / "run").read_text()


def lines_without_a_test(text: str) -> list[str]:
    """The promises on a page, which are the items of its lists, that name no test, or one that is not there."""
    promises = [" ".join(item.split()) for item in re.findall(r"^- (.*?)(?=^- |^$|\Z)", text, re.M | re.S)]
    assert promises
    return [promise for promise in promises if not all(map(is_there, _TEST.findall(promise) or [("", "")]))]


def is_there(test: tuple[str, str]) -> bool:
    path, name = test
    return (ROOT / path).is_file() and f"\ndef {name}(" in (ROOT / path).read_text(encoding="utf-8")


def test_each_promise_names_tests_that_are_there() -> None:
    text = (ROOT / "docs" / "promises.md").read_text(encoding="utf-8")
    assert lines_without_a_test(text) == []
    assert len(text.splitlines()) < 112  # one page
    spoilt = "- held: `tests/test_docs.py::is_there`\n- bare\n- gone: `tests/test_docs.py::test_gone`\n\nno promise"
    assert lines_without_a_test(spoilt) == ["bare", "gone: `tests/test_docs.py::test_gone`"]


def silent_skips(text: str) -> list[str]:
    """The tests behind promises that not every run of the suite runs, where the line does not say so."""
    items = [" ".join(item.split()) for item in re.findall(r"^- (.*?)(?=^- |^$|\Z)", text, re.M | re.S)]
    quiet = [item for item in items if "in full runs" not in item and "in runs that " not in item]
    return [name for item in quiet for path, name in _TEST.findall(item) if may_be_skipped(ROOT / path, name)]


def may_be_skipped(path: Path, name: str) -> bool:
    """Whether a test waits for a full run, or for what a machine may lack. (That it needs POSIX is no lack.)"""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    (test,) = (node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == name)
    return any(isinstance(node, ast.Attribute) and node.attr in ("exhaustive", "skip") for node in ast.walk(test))


def test_a_promise_whose_test_is_not_in_every_run_says_so() -> None:
    text = (ROOT / "docs" / "promises.md").read_text(encoding="utf-8")
    assert silent_skips(text) == []
    named = "`tests/test_same_bytes.py::test_the_same_bytes_from_other_pythons`"
    assert silent_skips(f"- held: {named}\n") == ["test_the_same_bytes_from_other_pythons"]
    assert silent_skips(f"- in runs that find some: {named}\n") == []


def test_gallery_command_makes_its_pictures(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(puzzlebook.__file__).parent.parent)}
    done = subprocess.run(
        [sys.executable, ROOT / "docs" / "gallery.py", tmp_path], env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert {path.name for path in tmp_path.iterdir()} == {path.name for path in (ROOT / "docs" / "images").iterdir()}


def test_the_readme_names_the_printers_that_there_are():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (said,) = re.findall(r"The printers are (.*?)\.", text, flags=re.DOTALL)
    assert sorted(re.findall(r"`([\w-]+)`", said)) == sorted(templates.names("printers"))
