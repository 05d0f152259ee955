"""Builds the page: `python web/build.py` gathers in `web/dist/` all that a browser needs to make
books by itself.

Our own package is the checkout's, and the libraries below it are those that are installed, so that
the page makes the bytes that the command makes here; those that are compiled come in the same
versions for WebAssembly, from the package index. Pyodide, Python for browsers, comes from its npm
package, or is left where it is (`--cdn`). To build needs pip, npm and node; what is built needs
none of them.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from fnmatch import fnmatch
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import gallery
import packing

HERE = Path(__file__).resolve().parent
CHECKOUT = HERE.parent
DIST = HERE / "dist"

PYODIDE = "314.0.7"
PYTHON, PLATFORM = "3.14", "pyemscripten_2026_0_wasm32"
NPM = {
    f"pyodide@{PYODIDE}": (
        "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
    ),
    "jsqr@1.4.0": (
        "dxLob7q65Xg2DvstYkRpkYtmKm2sPJ9oFhrhmudT1dZvNFFTlroai3AWSpLey/w5vMcLBXRgOJsbXpdN9HzU/A=="
    ),
    "fzstd@0.1.1": (
        "dkuVSOKKwh3eas5VkJy1AW1vFpet8TA/fGmVA5krThl8YcOVE/8ZIoEA1+U1vEn5ckxxhLirSdY837azmbaNHA=="
    ),
}
"""Packages from npm, with the SHA-512 of each, in base 64."""
TOOLS = ("jsqr", "fzstd")
"""Those of them that the page passes on beside Pyodide: what reads QR codes, and packs."""
CDN = f"https://cdn.jsdelivr.net/pyodide/v{PYODIDE}/full/"
SCRIPTS = ("pyodide.mjs", "pyodide.asm.mjs")
RUNTIME = (*SCRIPTS, *packing.STARTS)
"""The files of Pyodide: those that the browser runs, and those that are packed."""

PACKED, OPENED = f"pyodide/{packing.STARTS[0]}.pack", f"pyodide/{PYODIDE}.wasm"
"""Python itself, and where a browser keeps it unpacked; no host has that."""

LEFT_OUT = {
    "pikepdf": "there is none for browsers; only `check` needs it, and something stands in for it",
    "pillow": "only pictures of pixels need it, which the page does not take, but for its colours",
    "zxing-cpp": "only `check` reads barcodes, and something stands in for it",
    "typer": "the command line",
    "rich": "the command line",
    "rl-accel": "speed; the bytes are the same",
    "importlib-metadata": "Python has its own",
    "charset-normalizer": "reportlab asks for it, and does without",
}
"""Libraries that are not in the page, and why."""

PARTS = {"pillow": ("PIL/ImageColor.py",)}
"""Files that the page has of libraries that are left out: what reads the colours of drawings."""

STAND_INS = {
    "pixels.py": "PIL/Image.py",
    "pixel_channels.py": "PIL/ImageChops.py",
    **{
        f"pdf_reader/{name}.py": f"pikepdf/{name}.py"
        for name in ("__init__", "objects", "files", "operators", "writing")
    },
    "barcodes.py": "zxingcpp.py",
}
"""What stands in for parts of those libraries, and where Python finds it."""

EXTRAS = ("page",)
"""What our package has only for those who ask, and the page has for all."""

PRUNED = (
    *("*.dist-info", "*.data", "__pycache__", "*/__pycache__", "*.pyi", "*.pyx", "*.h"),
    *(
        "puzzlebook/cli",
        "puzzlebook/__main__.py",
        "puzzlebook/verbs/contact_sheet.py",
        "puzzlebook/verbs/api.py",
    ),
    *(
        f"puzzlebook/checks/{name}.py"  # whether a book has changed
        for name in ("verify", "entries", "shown", "walls", "wall_decoration", "floors", "marks")
    ),
    *(f"puzzlebook/checks/{name}.py" for name in ("signs", "figures")),
    *("stdnum/??", "stdnum/[a-dfghj-mo-tv-z]*"),  # numbers that are no ISBN
    *(f"fontpkg_*/files/*{style}.ttf" for style in ("Italic", "Light", "Thin", "Medium")),
    *(f"fontpkg_*/files/*-{style}.ttf" for style in ("Black", "Ex*Bold", "SemiBold")),
    *("reportlab/fonts", "reportlab/graphics", "reportlab/platypus"),
    *(f"fontTools/{name}" for name in ("varLib", "cffLib", "ufoLib", "otlLib", "t1Lib", "mtiLib")),
    *(
        f"fontTools/{name}"
        for name in ("voltLib", "colorLib", "designspaceLib", "merge", "cu2qu", "qu2cu", "diff")
    ),
    *(
        f"fontTools/{name}"
        for name in ("subset", "ttx.py", "feaLib/[!l_]*", "*Lib.py", "fontBuilder.py")
    ),
    *("fontTools/misc/filesystem", "segno/cli.py", "pypdfium2_cli"),
    *("pydantic/v1", "pydantic/experimental", "pydantic/mypy.py"),
)
"""Parts of libraries that no sheet needs. What is missing after all says so by its name as the
tests make books."""

ELSEWHERE = {
    f"pyodide {PYODIDE}": (
        "Mozilla Public License 2.0, https://www.mozilla.org/MPL/2.0/. Unchanged; its source is "
        "that of this version, at https://pyodide.org/."
    ),
    f"Python {PYTHON} and its standard library, within Pyodide": (
        "Python Software Foundation License 2, https://docs.python.org/3/license.html. Parts that "
        "nothing here imports are left out."
    ),
}
"""What is passed on without a text of its licence beside it, and where that is."""

TO_BE_REPLACED = ("python-stdnum",)
"""Libraries under a licence that lets whoever gets the page put another version in their place."""

WITHOUT_TEXT = ("fontpkg",)
"""Libraries whose packages name their licence and carry no text of it."""

FREE = {"SIL Open Font License": "fontpkg-hind", "Apache License, Version 2.0": "uharfbuzz"}
"""Licences that let the page pass on a font of this system, as the font itself or its Debian
package names them, and the library under which the text of each stands."""


QUESTIONS = (
    *("add 10", "add 20", "add 100", "subtract 10", "subtract 20", "subtract 100"),
    *("times 2-5", "times 2-9", "times 2-12", *(f"times {number}" for number in range(2, 13))),
    *("doubles 20", "halves 20"),
)
"""The questions at forks that the page offers: rules, as the command has them."""
POSTERS = ("2x1", "2x2", "3x2", "3x3")
"""The columns and rows of sheets of the posters that the page offers."""

ICON = (
    ((14, 22), (14, 14), (50, 14), (50, 50), (14, 50), (14, 30)),
    ((14, 30), (26, 30), (26, 22), (42, 22)),
    ((34, 22), (34, 38), (22, 38)),
    ((42, 30), (42, 42), (30, 42)),
    ((22, 38), (22, 50)),
)
"""The walls of `page/icon.svg`, where only an icon of pixels will do."""


def build(dist: Path = DIST, cdn: str | None = None) -> None:
    """Gather the page in a folder. cdn: where the page is to load Pyodide from; None for a copy of
    its own."""
    if dist.exists():
        shutil.rmtree(dist)
    dist.mkdir(parents=True)
    with TemporaryDirectory() as text:
        work = Path(text)
        packages = unpack_npm(work)
        pyodide = packages["pyodide"]
        _site(work)
        asked = packing.list_first_requests(choices(), gallery.read_cards().values())
        packing.pack(work, pyodide, dist, asked, system_fonts())
        for name in SCRIPTS:
            shutil.copyfile(pyodide / name, dist / "pyodide" / name)
        if cdn is not None:
            shutil.rmtree(dist / "pyodide")
        shutil.copyfile(packages["jsqr"] / "dist" / "jsQR.js", dist / "jsqr.js")
        shutil.copyfile(packages["fzstd"] / "umd" / "index.js", dist / "fzstd.js")
        others = {each: (packages[each] / "LICENSE").read_text("utf-8") for each in TOOLS}
        (dist / "licences.txt").write_text(write_notices(others), "utf-8")
    gallery.make_ready(dist, gallery.read_cards())
    lay_out(dist, cdn)


def write_notices(others: Mapping[str, str]) -> str:
    """The licences of all that the page passes on; refused if a library's is missing. others: texts
    of what is no Python library, by name."""
    notices = {"puzzlebook": (CHECKOUT / "LICENSE").read_text("utf-8"), **others, **ELSEWHERE}
    for name, library in (_libraries() | {name: distribution(name) for name in PARTS}).items():
        files = [
            Path(str(file.locate()))
            for file in library.files or ()
            if re.search(r"dist-info/licenses/.|licen[cs]e|copying|notice", str(file).lower())
            and file.suffix.lower() in ("", ".txt", ".md", ".rst", ".external")
        ]
        texts = list(dict.fromkeys(file.read_text("utf-8", "replace") for file in sorted(files)))
        if not texts and name not in WITHOUT_TEXT:
            raise SystemExit(f"error: {name}: has no text of its licence; each library has one")
        said = [
            text.partition("\n")[0]
            for key in ("License-Expression", "License")
            for text in library.metadata.get_all(key) or ()
        ]
        if name in TO_BE_REPLACED:
            texts.insert(0, "Unchanged, in modules of its own, which may be replaced. Its source is"
                         " that of this version on the Python package index.")  # fmt: skip
        notices[", ".join([f"{name} {library.version}", *said[:1]])] = "\n\n".join(texts)
    for path in sorted({path for paths in system_fonts().values() for path in paths}):
        notices[f"{path.name}, a font"] = _read_rights(path)
    line = "#" * 78
    return "".join(
        f"{line}\n{name}\n{line}\n\n{text.strip()}\n\n" for name, text in notices.items()
    )


def lay_out(dist: Path, cdn: str | None = None) -> None:
    """Put the page itself beside what it loads."""
    for path in (HERE / "page").iterdir():
        shutil.copyfile(path, dist / path.name)
    page = (dist / "index.html").read_text("utf-8")
    if cdn is not None:
        for source in ("script-src 'self'", "connect-src 'self'"):
            page = page.replace(source, f"{source} {cdn}")
    said = words()
    for place, text in {
        "cards": gallery.write_cards(gallery.read_cards(), said, dist),
        "unable": gallery.write_reasons(said),
        "no script": gallery.write_no_script(said),
    }.items():
        page = page.replace(f"<!-- {place} -->", text)
    # Until the page speaks, and where no script runs, it is in English.
    page = re.sub(
        r'(data-word="(\w+)"[^>]*>)(?=</)', lambda found: found[1] + said["en"][found[2]], page
    )
    (dist / "index.html").write_text(page, "utf-8")
    _draw_icons(dist)
    (dist / "words.json").write_text(json.dumps(words(), ensure_ascii=False), "utf-8")
    (dist / "choices.json").write_text(json.dumps(choices(), ensure_ascii=False), "utf-8")
    shutil.copyfile(HERE / "python" / "arrivals.py", dist / "arrivals.py")
    worker = (dist / "worker.js").read_text("utf-8")
    place = f"const PYODIDE = {json.dumps(cdn or './pyodide/')};\n"
    place += f"const IS_PACKED = {json.dumps(cdn is None)};\n"
    place += f"const OPENED = {json.dumps(OPENED)};\n"
    (dist / "worker.js").write_text(place + worker, "utf-8")
    _list_files(dist, cdn)


def _draw_icons(dist: Path) -> None:
    """The icon in the sizes that a system shows of what is installed."""
    from PIL import Image, ImageDraw

    for side in (192, 512):
        fine = 4 * side
        icon = Image.new("RGB", (fine, fine), "#0b5f5b")
        pen = ImageDraw.Draw(icon)
        unit = fine / 64
        for line in ICON:
            points = [(x * unit, y * unit) for x, y in line]
            pen.line(points, fill="white", width=round(4 * unit), joint="curve")
            for x, y in (points[0], points[-1]):
                pen.ellipse([x - 2 * unit, y - 2 * unit, x + 2 * unit, y + 2 * unit], "white")
        x, y, r = (each * unit for each in (20, 22, 3.5))
        pen.ellipse([x - r, y - r, x + r, y + r], "#ffc857")
        icon.resize((side, side), Image.Resampling.LANCZOS).save(dist / f"icon-{side}.png")


def unpack_npm(work: Path, sums: Mapping[str, str] = NPM) -> dict[str, Path]:
    """The packages from npm by name, unpacked. sums: the SHA-512 that each must have."""
    said = packing.run_tool("npm", "npm", "pack", "--loglevel=error", *sums, folder=work)
    folders = {}
    for package, archive in zip(sums, said.split(), strict=True):
        found = base64.b64encode(hashlib.sha512((work / archive).read_bytes()).digest()).decode()
        if found != sums[package]:
            raise SystemExit(f"error: {package}: its sum is {found}; {sums[package]}")
        name = package.partition("@")[0]
        shutil.unpack_archive(work / archive, work / name, "gztar", filter="data")
        folders[name] = work / name / "package"
    return folders


def _site(work: Path) -> Path:
    """Our package, what it needs, and what stands in for libraries, as Python finds them."""
    site = work / "site"
    spare = shutil.ignore_patterns("__pycache__")
    shutil.copytree(CHECKOUT / "puzzlebook", site / "puzzlebook", ignore=spare)
    shutil.copytree(CHECKOUT / "templates", site / "puzzlebook" / "templates")
    shutil.copyfile(HERE / "python" / "doors.py", site / "doors.py")
    stand_in(site)
    compiled = []
    for library in _libraries().values():
        if "Root-Is-Purelib: true" in (library.read_text("WHEEL") or ""):
            _copy(library, site)
        else:
            compiled.append(f"{library.name}=={library.version}")
    for wheel in _wheels(compiled, work / "wheels"):
        shutil.unpack_archive(wheel, site, "zip")
    for path in sorted(site.rglob("*"), reverse=True):
        if any(fnmatch(path.relative_to(site).as_posix(), pattern) for pattern in PRUNED):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    return site


def stand_in(site: Path) -> None:
    """Put there what stands in for libraries that browsers do not have."""
    for name in ("PIL", "pikepdf"):
        (site / name).mkdir()
    (site / "PIL" / "__init__.py").write_text('__version__ = "0"\n', "utf-8")  # pypdf asks
    for name, place in STAND_INS.items():
        shutil.copyfile(HERE / "python" / name, site / place)
    for name, files in PARTS.items():
        for file in files:
            shutil.copyfile(str(distribution(name).locate_file(file)), site / file)


def _libraries() -> dict[str, Distribution]:
    """All that we need, by name, as it is installed here; what is not installed is for machines of
    another kind."""
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]
    found: dict[str, Distribution] = {}
    extras = project["optional-dependencies"]
    waiting: list[str] = [
        *project["dependencies"],
        *(each for key in EXTRAS for each in extras[key]),
    ]
    while waiting:
        said = re.match(r"([\w.-]+)(?:\[([\w,]*)\])?", waiting.pop())
        assert said is not None
        name = re.sub(r"[-_.]+", "-", said[1]).lower()
        if name in found or name in LEFT_OUT:
            continue
        with suppress(PackageNotFoundError):
            found[name] = distribution(name)
            asked = [f'extra == "{extra}"' for extra in (said[2] or "").split(",")]
            waiting += [
                each
                for each in found[name].requires or ()
                if "extra ==" not in each or any(extra in each for extra in asked)
            ]
    return found


def _copy(library: Distribution, site: Path) -> None:
    """The files of an installed library, but for programs, which lie outside."""
    for file in library.files or ():
        if ".." not in file.parts:
            target = site.joinpath(*file.parts)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(str(file.locate()), target)


def _wheels(wanted: Sequence[str], folder: Path) -> Iterator[Path]:
    """Libraries in the same versions, for any machine or for WebAssembly."""
    kinds = [
        f"--platform={PLATFORM}",
        "--implementation=cp",
        f"--python-version={PYTHON}",
        "--only-binary=:all:",
    ]
    abis = [f"--abi={abi}" for abi in ("cp314", "abi3", "none")]
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--quiet")
    packing.run_tool("pip", *pip, "--no-deps", "--dest", str(folder), *kinds, *abis, *wanted)
    return folder.glob("*.whl")


@cache
def system_fonts() -> dict[str, tuple[Path, ...]]:
    """This system's fonts for scripts that no font package has, by script: those that the command
    takes here, and that the page may pass on."""
    sys.path.insert(0, str(CHECKOUT))
    from puzzlebook.typesetting.text.script_fonts import list_system_fonts

    return {script: paths for script, paths in list_system_fonts().items() if _may_pass_on(paths)}


def _may_pass_on(paths: Iterable[Path]) -> bool:
    texts = [_read_rights(path) for path in paths]
    return bool(texts) and all(any(name in text for name in FREE) for text in texts)


@cache
def _read_rights(path: Path) -> str:
    """What a font says of whose it is and under which licence, and where the text of that is."""
    from fontTools.ttLib import TTFont

    with TTFont(path, lazy=True) as font:
        names = font["name"]
    said = [text for number in (0, 13, 14) if (text := names.getDebugName(number))]
    said += [_read_package_rights(path)]
    said += [
        f"The text of the licence is that of {library}."
        for name, library in FREE.items()
        if any(name in text for text in said)
    ]
    return "\n".join(filter(None, said))


def _read_package_rights(path: Path) -> str:
    """What the Debian package of a file says of whose it is; nothing if it is of no package."""
    if not shutil.which("dpkg-query"):
        return ""
    asked = ["dpkg-query", "--search", str(path)]
    said = subprocess.run(asked, check=False, capture_output=True, text=True).stdout
    rights = Path("/usr/share/doc") / said.partition(":")[0] / "copyright"
    return rights.read_text("utf-8") if said and rights.is_file() else ""


def words() -> dict[str, Any]:
    """The page's own words in each language; refused unless each says all that the English ones
    say."""
    return _read_words(HERE / "words")


@cache
def _read_words(folder: Path) -> dict[str, Any]:
    found = {
        path.stem: tomllib.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.toml"))
    }
    for language, rows in found.items():
        if wrong := {*_blanked(found["en"])} ^ {*_blanked(rows)}:
            raise SystemExit(
                f"error: words/{language}.toml: {sorted(wrong)}; the keys and blanks of en.toml"
            )
    return found


def _blanked(rows: Mapping[str, Any]) -> Iterator[str]:
    """Each key of a catalogue with the blanks of its text."""
    for key, text in rows.items():
        yield f"{key} {sorted(re.findall(r'{[a-z]+}', text))}"


@cache
def choices() -> dict[str, Any]:
    """What the page offers, as the package has it."""
    sys.path.insert(0, str(CHECKOUT))
    from puzzlebook.class_lists.header_words import COLUMNS, choose_title
    from puzzlebook.ground import templates
    from puzzlebook.language.words import WORDLESS, load_words
    from puzzlebook.recipes.files import load_unshared
    from puzzlebook.typesetting.text.fonts import find_script
    from puzzlebook.typesetting.text.system_fonts import find_gurmukhi_file

    has_gurmukhi = _may_pass_on(
        path for is_bold in (False, True) if (path := find_gurmukhi_file(is_bold)) is not None
    )
    read = {name: tomllib.loads((templates.find_folder() / f"{name}.toml").read_text("utf-8"))
            for name in ("audiences", "pages")}  # fmt: skip
    readers = {name: row.get("book") for name, row in read["audiences"].items()}
    books = [name for name in templates.list_names("books") if name not in ("sheets", "worksheet")]
    able = [name for name in templates.list_names("languages") if name != WORDLESS]
    able = [name for name in able if find_script(name) != "Guru" or has_gurmukhi]
    return {
        "readers": [*readers],
        "suits": {
            **{name: row["theme"] for name, row in read["audiences"].items()},
            **{name: load_unshared(name)[0].recipe.theme for name in books},
        },
        "books": sorted(books, key=lambda name: [*readers.values(), name].index(name)),
        "questions": [*QUESTIONS],
        "posters": [*POSTERS],
        "themes": templates.list_names("themes"),
        "pages": {name: row["size"] for name, row in read["pages"].items()},
        "papers": list_papers(read["pages"]),
        "namesakes": find_namesakes(_list_printed(read["pages"])),
        "printers": _list_printers([*read["pages"]]),
        "languages": [*able, WORDLESS],
        "columns": {
            name: {column: _capitalize(choose_title(column, name)) for column in COLUMNS}
            for name in able
        },
        "latin": [name for name in able if find_script(name) == "Latn"],
        **{f"{what}s": {name: {book: load_words(name).book(book).get(what, "")
                               for book in [*books, "sheets", "worksheet"]} for name in able}
           for what in ("title", "subtitle")},
    }  # fmt: skip


def _capitalize(title: str) -> str:
    return title[:1].upper() + title[1:]


def list_papers(names: Iterable[str]) -> list[str]:
    """Papers, without those that have the size of one before them."""
    from puzzlebook.printers.trims import Trim, trim

    papers: list[Trim] = []
    for paper in map(trim, names):
        if not any(other.measures(paper.width, paper.height) for other in papers):
            papers.append(paper)
    return [paper.name for paper in papers]


def _list_printed(pages: Iterable[str]) -> list[str]:
    """The papers of printers, as printers name them, and those that people know by another name."""
    return [name for name in pages if name[0].isdigit() or name in ("a4", "a5")]


def find_namesakes(names: Iterable[str]) -> dict[str, str]:
    """Papers that have the size of one before them, and its name."""
    from puzzlebook.printers.trims import trim

    papers = [trim(name) for name in list_papers(names)]
    return {
        name: paper.name
        for name in names
        for paper in papers
        if name != paper.name and paper.measures(trim(name).width, trim(name).height)
    }


def _list_printers(pages: Sequence[str]) -> dict[str, dict[str, Any]]:
    """The printers: the name, the binding, and the page sizes that each takes."""
    from puzzlebook.ground import templates
    from puzzlebook.printers.profiles import load_printer
    from puzzlebook.printers.trims import trim

    sizes = [trim(name) for name in list_papers(_list_printed(pages))]
    found = dict[str, dict[str, Any]]()
    for name in templates.list_names("printers"):
        printer, rest = load_printer(name), name.partition("-")[2]
        takes = printer.trims.find_name if printer.trims.names else printer.trims.accepts
        if printer.is_for_sale:
            found[name] = {
                "name": printer.about.partition(",")[0],
                "binding": rest if rest in ("hardcover", "coil") else "paperback",
                "pages": [size.name for size in sizes if takes(size.width, size.height)],
            }
    bindings = ("paperback", "hardcover", "coil")  # what most people want comes first
    return dict(
        sorted(found.items(), key=lambda row: (row[1]["name"], bindings.index(row[1]["binding"])))
    )


def _list_files(dist: Path, cdn: str | None) -> None:
    """Tell the service worker what there is: it keeps all of it, but ready sheets and this system's
    fonts only once they were asked for, and knows by the sums when there is something new. The look
    of the page has its sum in its address: Firefox would show the one that it knows."""
    page, look = dist / "index.html", hashlib.sha256((dist / "page.css").read_bytes()).hexdigest()
    said = re.sub(r'href="page\.css[^"]*"', f'href="page.css?{look[:8]}"', page.read_text("utf-8"))
    page.write_text(said, "utf-8")
    sums = {path.relative_to(dist).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted(dist.rglob("*")) if path.is_file()}  # fmt: skip
    others = [f"{cdn}{name}" for name in RUNTIME] if cdn else []
    named = hashlib.sha256(json.dumps([sums, others]).encode()).hexdigest()[:16]
    ready = [name for name in sums if fnmatch(name, "ready/*.pdf") or fnmatch(name, "font_*.pack")]
    passed = {"service.js", "index.html", *ready}
    files = ["./", *(name for name in sums if name not in passed), *others]
    service = (dist / "service.js").read_text("utf-8")
    head = f"const VERSION = {json.dumps(named)};\nconst FILES = {json.dumps(files)};\n"
    head += f"const READY = {json.dumps(ready)};\n"
    head += f"const PACKED = {json.dumps(PACKED)};\nconst OPENED = {json.dumps(OPENED)};\n"
    (dist / "service.js").write_text(head + service, "utf-8")


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line, build, and say where it is and how large."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument(
        "--cdn", nargs="?", const=CDN, metavar="URL", help=f"load Pyodide from there [{CDN}]"
    )
    parser.add_argument("-o", "--output", type=Path, default=DIST, metavar="DIR")
    asked = parser.parse_args(arguments)
    build(asked.output, asked.cdn)
    size = sum(path.stat().st_size for path in asked.output.rglob("*") if path.is_file())
    where = os.path.relpath(asked.output)
    print(f"{where}: {size / 1e6:.1f} MB; python -m http.server -d {where}")


if __name__ == "__main__":
    main()
