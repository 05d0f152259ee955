"""What puzzlebook needs, and what the page for the browser passes on, has a licence that lets it."""

from __future__ import annotations

import re
import sys
import tomllib
from importlib import import_module
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.skipif(
    not (ROOT / ".ci" / "release.py").exists(), reason="the documents are not installed"
)
sys.path += [str(ROOT / ".ci"), str(ROOT / "web")]
release, build = (
    map(import_module, ("release", "build")) if (ROOT / "web").exists() else (None, None)
)
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

PERMISSIVE = (
    "MIT", "MIT-0", "MIT-CMU", "BSD", "BSD License", "BSD-2-Clause", "BSD-3-Clause", "0BSD", "Apache-2.0", "Apache 2.0",
    "Apache License 2.0", "Apache Software License", "ISC License", "ISC", "PSF-2.0", "PSFL", "Zlib", "CC0-1.0",
    "OFL-1.1", "MIT License", "Python Software Foundation License", "Unlicense",
)  # fmt: skip
WEAK = ("MPL-2.0", "Mozilla Public License 2.0 (MPL 2.0)", "LGPL-3.0-or-later", "LGPL-3.0-only", "LGPL", "LGPL 2.1",
        "GNU Lesser General Public License v3 (LGPLv3)", "GNU Library or Lesser General Public License (LGPL)")  # fmt: skip
"""These ask for something only of whoever changes the library, or passes it on inside of his own
work. We do neither: an installer fetches them."""

WEAK_NEEDS = {"pikepdf", "python-stdnum"}
"""What we need under such a licence. The page for the browser passes on what its build names."""

IN_OTHER_WORDS = {
    "pypdfium2": "BSD-3-Clause, Apache-2.0, dependency licenses",
    "reportlab": "BSD license (see license.txt for details)",
    "rl-accel": "BSD license (see LICENSE.txt for details)",
}
"""What a library says of its licence in no word that others use."""


def licence(name, library):
    said = release.find_licence(library)
    other = IN_OTHER_WORDS.get(name)
    return "BSD-3-Clause" if other and said.startswith(other) else said


def parts(said):
    return re.split(r" (?:AND|OR) ", said)


LIBRARIES = release.list_dependencies(PROJECT["dependencies"]) if release else {}


@pytest.mark.parametrize("name", LIBRARIES)
def test_each_library_lets_us(name):
    said = licence(name, LIBRARIES[name])
    assert said, f"{name} names no licence"
    weak = {part for part in parts(said) if part in WEAK}
    assert weak or set(parts(said)) <= set(PERMISSIVE), said
    assert bool(weak) == (name in WEAK_NEEDS), said


def test_a_licence_that_forbids_is_noticed():
    for said in ("GPL-3.0-only", "MIT AND AGPL-3.0-only", "Proprietary", ""):
        assert not set(parts(said)) <= {*PERMISSIVE, *WEAK}


def test_every_direct_need_was_looked_at():
    asked = {re.match(r"[\w.-]+", each)[0] for each in PROJECT["dependencies"]}
    assert asked <= set(LIBRARIES)
    assert "rl-accel" in LIBRARIES  # of an extra


def test_the_page_passes_on_nothing_without_its_licence():
    text = build.write_notices(dict.fromkeys(build.TOOLS, "Apache License"))
    heads = re.findall(r"^#{78}\n(.*)\n#{78}$", text, re.MULTILINE)
    named = [head.partition(" ")[0] for head in heads]
    fonts = {f"{path.name}," for paths in build.system_fonts().values() for path in paths}
    others = {"puzzlebook", "pyodide", "Python", *build.TOOLS, *build.PARTS, *fonts}
    assert {*build._libraries(), *others} == {*named}
    assert {*build._libraries()} & WEAK_NEEDS == {*build.TO_BE_REPLACED}
    assert len(re.findall(r"SIL OPEN FONT LICENSE", text, re.IGNORECASE)) >= 5
    sections = dict(
        zip(heads, re.split(r"^#{78}\n.*\n#{78}$", text, flags=re.MULTILINE)[1:], strict=True)
    )
    bare = {head.partition(" ")[0] for head, section in sections.items() if len(section) < 200}
    assert bare == {"fontpkg", "pyodide", "Python", *build.TOOLS}


def test_a_library_without_a_text_is_refused(monkeypatch):
    monkeypatch.setattr(build, "WITHOUT_TEXT", ())
    with pytest.raises(SystemExit, match="fontpkg: has no text of its licence"):
        build.write_notices({})


@pytest.mark.parametrize("font", [name for name in LIBRARIES if name.startswith("fontpkg-")])
def test_the_text_of_a_fonts_licence_lies_beside_it(font):
    try:
        package = distribution(font)
    except PackageNotFoundError:  # pragma: no cover
        pytest.skip(f"{font} is not installed")
    folder = font.replace("-", "_")
    files = {str(file) for file in package.files or ()}
    assert f"{folder}/LICENSE" in files
    assert any(file.startswith(f"{folder}/files/") for file in files)


def test_a_page_that_was_built_has_its_notices():
    dist = ROOT / "web" / "dist"
    if not dist.exists():
        pytest.skip("the page for the browser was not built (web/build.py)")
    assert (dist / "licences.txt").is_file()
    with ZipFile(dist / "later.zip") as archive:
        assert "fontpkg_nunito/LICENSE" in archive.namelist()
