"""Build these pages as a site for any static host: `python docs/site.py [-o DIR]`.

It is the README, the pages of docs/ and those at the top of the source, with search, and a page of
all functions and classes from their docstrings. Needs the extra `docs` (mkdocs-material). A link
that leads nowhere stops it.
"""

from __future__ import annotations

import argparse
import inspect
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import puzzlebook

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
TOP = {"README.md": "index.md", **{f"{name}.md": f"{name.lower()}.md" for name in
       ("ARCHITECTURE", "CHANGELOG", "CONTRIBUTING", "SECURITY", "CODE_OF_CONDUCT")}}  # fmt: skip
"""The pages at the top of the source, by their name in the site."""

CONFIG = """\
site_name: puzzlebook
site_description: {description}
docs_dir: pages
site_dir: site
use_directory_urls: false
strict: true
theme:
  name: material
  font: false
  features: [navigation.indexes, search.highlight, content.code.copy]
plugins: [search]
markdown_extensions: [tables, attr_list, admonition, toc, pymdownx.superfences]
validation: {{links: {{not_found: warn, anchors: warn, unrecognized_links: warn}}}}
nav:
{nav}
"""


def write_pages(place: Path) -> None:
    """Write the pages of the site, with links that hold there, and the settings beside them."""
    pages = place / "pages"
    pages.mkdir()
    for folder in ("images", "gallery"):
        shutil.copytree(DOCS / folder, pages / folder)
    for path in [*(ROOT / name for name in TOP), *DOCS.glob("*.md"), DOCS / "llms.txt"]:
        name = TOP.get(path.name, path.name) if path.parent == ROOT else path.name
        text = _link_within(path, path.read_text("utf-8"))
        (pages / name).write_text(text, "utf-8")
    (pages / "api.md").write_text("\n".join(list_functions()), "utf-8")
    description = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    nav = "\n".join(f"  - {line}" for line in _list_nav())
    config = CONFIG.format(description=description["description"], nav=nav)
    (place / "mkdocs.yml").write_text(config, "utf-8")


def list_functions() -> Iterator[str]:
    """The page of all that the package exports, from the docstrings."""
    yield "# All functions and classes\n"
    yield "[Python](python.md) has examples. This page is made from the docstrings.\n"
    for name in puzzlebook.__all__:
        thing = getattr(puzzlebook, name)
        if isinstance(thing, str):
            continue
        yield f"## {name}\n"
        yield from _describe(name, thing)
        if inspect.isclass(thing):
            for key, member in inspect.getmembers(thing):
                is_own = not key.startswith("_") and inspect.getdoc(member)
                if is_own and (inspect.isfunction(member) or isinstance(member, property)):
                    yield f"### {name}.{key}\n"
                    yield from _describe(key, member)


def _describe(name: str, thing: object) -> Iterator[str]:
    if callable(thing) and not inspect.isclass(thing):
        yield f"```python\n{name}{inspect.signature(thing)}\n```\n"
    yield f"{inspect.getdoc(thing) or ''}\n"


def _list_nav() -> Iterator[str]:
    """The pages in the order of the README's table."""
    yield "Start: index.md"
    table = (ROOT / "README.md").read_text("utf-8").partition("\n## Documentation\n")[2]
    named = re.findall(r"\[([^]]+)\]\(((?:docs/)?[\w-]+\.md)\)", table)
    for title, target in dict.fromkeys(named):
        name = TOP.get(target, target.removeprefix("docs/"))
        yield f"{title[0].upper()}{title[1:]}: {name}"
        if name == "python.md":
            yield "All functions: api.md"
    yield "Changelog: changelog.md"


def _link_within(page: Path, text: str) -> str:
    """A page whose links lead to pages of the site; what is no page of it is named and not
    linked."""

    def replace(match: re.Match[str]) -> str:
        label, target, anchor = match[1], match[2], match[3] or ""
        path = (page.parent / target).resolve()
        if path.parent == ROOT and path.name in TOP:
            return f"[{label}]({TOP[path.name]}{anchor})"
        if path.parent == DOCS or path.parent in (DOCS / "images", DOCS / "gallery"):
            return f"[{label}]({path.relative_to(DOCS).as_posix()}{anchor})"
        return label

    return re.sub(r"\[([^\]]*)\]\((?!\w+:)([^)#]+)(#[^)]*)?\)", replace, text)


def main() -> int:
    """Build the site."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "dist" / "site", metavar="DIR")
    output = parser.parse_args().output.resolve()
    with TemporaryDirectory() as text:
        place = Path(text)
        write_pages(place)
        mkdocs = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict"]
        # The theme would tell of its successor on each run.
        environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
        done = subprocess.run([*mkdocs, "-d", str(output)], cwd=place, env=environment)
    if done.returncode == 0:
        print(f"{output}; python -m http.server -d {output}")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
