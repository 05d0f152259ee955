"""What a browser's Python gets, and when: a first pack of what the first sheets need, found by
making some; a second of all the rest. Both hold Python's own library too, but for what it starts
with."""

from __future__ import annotations

import json
import shutil
import subprocess
import tomllib
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent

UNUSED = (
    *(
        "multiprocessing/*",
        "_pyrepl/*",
        "unittest/*",
        "xmlrpc/*",
        "wsgiref/*",
        "pydoc_data/*",
        "turtle.py",
    ),
    *("pdb.py", "doctest.py", "imaplib.py", "smtplib.py", "ftplib.py", "poplib.py", "mailbox.py"),
    *("idlelib/*", "lib2to3/*", "test/*", "turtledemo/*", "tkinter/*", "ensurepip/*", "venv/*"),
)
"""Parts of Python's own library that nothing here imports."""

LATER = {
    "fonts": ("fontpkg_nunito", "fontpkg_hind_siliguri", "fontpkg_ibm_plex_sans_arabic"),
    "letters": ("fontpkg_fira_sans", "fontpkg_hind"),
    "workbooks": ("openpyxl", "et_xmlfile"),
    "checks": (
        *("pypdf/", "pikepdf/", "zxingcpp", "PIL/ImageChops", "puzzlebook/checks/"),
        *(f"puzzlebook/pdf_reading/{name}" for name in ("objects", "streams", "weights")),
    ),
    "font_reader": tuple(f"fontTools/{name}" for name in ("ttLib", "agl", "encodings", "feaLib")),
}
"""Packages and parts of them that have a pack of their own, but for what the first sheets need of
them, as their arrow is in another script's face: faces of names and of other scripts, faces that
few names need (Vietnamese, Greek, Cyrillic, Devanagari), what reads workbooks, what checks files,
and what reads the fonts of a system."""

SHARED = ("puzzlebook/templates/skies/", "puzzlebook/templates/skylines/")
"""Small drawings that the themes share: sheets of any theme may need some, so all of them come
first."""

NEEDED = "the page needs pip, npm and node to be built, and the network"
"""What a build needs beside this Python, said where something of it is missing."""

PACKS = {
    **{"first": 22, "fonts": 17, "later": 12, "letters": 17, "workbooks": 12, "font_reader": 12},
    "checks": 12,
}
"""How hard each pack is packed; the first is the one that is waited for."""
STARTS = ("pyodide.asm.wasm", "python_stdlib.zip")
"""What Python starts with: each is packed by itself, and the page unpacks it before there is any
Python. So no host has to compress it."""
LIBRARY = "library"
SITE = "site"
FONTS = "fonts"
"""Folders of the work: Python's own library, the packages, and fonts of this system."""
FONT_FOLDER = "/usr/share/fonts"
"""Where Python finds the fonts of its system. In the page, those of each script have a pack."""


SUGGESTED_READERS, TOUCHING_READERS = "7-8", "tactile"
PLAIN = "ink"
"""The page's first suggestion, those who feel mazes and have a theme of their own, and the theme
without drawings."""


def list_first_requests(
    choices: Mapping[str, Any], cards: Iterable[Mapping[str, str]]
) -> Iterator[dict[str, str]]:
    """Requests of which one is likely to be the first on a page: what they need comes first. Only
    the theme of the page's own first suggestion has its drawings there: they are many.
    choices: what the page offers; cards: the pictures of its entrance."""
    # As many mazes as the page asks for by itself, since each may need another drawing.
    ten, usual = ({"seed": "owl", "page": "a4", "mazes": number} for number in ("10", "2"))
    for readers in choices["readers"]:
        suits = choices["suits"][readers]
        theme = suits if readers in (SUGGESTED_READERS, TOUCHING_READERS) else PLAIN
        yield {**ten, "door": "tonight", "readers": readers, "theme": theme, "language": "en"}
    for card in cards:
        if card["door"] == "tonight" and not {"word", "poster"} & {*card}:
            yield {**ten, **card, "theme": PLAIN, "page": "letter", "language": "en"}
    for language in choices["languages"]:
        if language in choices["latin"]:
            yield {**usual, "door": "tonight", "readers": "5-6", "language": language}
    for level in ("easy", "hard"):
        yield {**usual, "door": "tonight", "readers": "7-8", "difficulty": level, "language": "en"}
    kinds = dict.fromkeys(rule.partition(" ")[0] for rule in choices["questions"])
    for kind in kinds:
        rule = next(rule for rule in choices["questions"] if rule.startswith(kind))
        yield {**usual, "door": "tonight", "readers": "7-8", "questions": rule, "language": "en"}
    for names in ("", "Mia\nBen"):
        yield {**usual, "door": "class", "names": names, "level": "3", "key": "separate"}


def pack(
    work: Path,
    pyodide: Path,
    dist: Path,
    requests: Iterable[Mapping[str, str]],
    fonts: Mapping[str, Sequence[Path]],
) -> dict[str, dict[str, str]]:
    """Compile the packages in `work/site` and Python's own library, put into a folder what Python
    starts with and the packs, and tell which file is in which. The same files make the same
    bytes. fonts: of this system, by script."""
    with zipfile.ZipFile(pyodide / "python_stdlib.zip") as archive:
        archive.extractall(work / LIBRARY)
    for path in sorted((work / LIBRARY).rglob("*"), reverse=True):
        if any(fnmatch(path.relative_to(work / LIBRARY).as_posix(), each) for each in UNUSED):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    shutil.copyfile(HERE / "python" / "arrivals.py", work / "arrivals.py")
    (work / "requests.json").write_text(json.dumps([*requests]), "utf-8")
    _run(pyodide, work, "compile")
    for path in (work / SITE).rglob("*.py"):
        if path.with_suffix(".pyc").is_file():
            path.unlink()
    _run(pyodide, work, "trace")
    needed = json.loads((work / "needed.json").read_text("utf-8"))
    shutil.copyfile(pyodide / STARTS[0], work / STARTS[0])
    _start([_compiled(name) for name in needed["boot"]], work / LIBRARY, work / STARTS[1])
    lists = _sort(work, needed, LATER | list_drawings()) | _sort_fonts(work, fonts)
    coming = {name: [*files] for name, files in lists.items() if name != "first"}
    packs = {
        name: {
            "files": files,
            "coming": {} if name in coming else coming,
            "level": PACKS.get(name, PACKS["letters"]),
        }
        for name, files in lists.items()
    }
    (work / "packs.json").write_text(json.dumps({"packs": packs, "whole": STARTS}), "utf-8")
    _run(pyodide, work, "pack")
    (dist / "pyodide").mkdir(exist_ok=True)
    for name in packs:
        shutil.copyfile(work / f"{name}.pack", dist / f"{name}.pack")
    for name in STARTS:
        shutil.copyfile(work / f"{name}.pack", dist / "pyodide" / f"{name}.pack")
    return lists


def _run(pyodide: Path, work: Path, script: str) -> None:
    scripts = [str(HERE / "inside" / "run.mjs"), str(pyodide), str(work)]
    run_tool("node", "node", *scripts, str(HERE / "inside" / f"{script}.py"))


def run_tool(tool: str, *words: str, folder: Path | None = None) -> str:
    """What a program says that the build needs. Where it is missing or fails, one line says so, and
    the build ends. tool: its name for people; folder: where it works."""
    try:
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    except FileNotFoundError:
        raise SystemExit(f"error: {tool}: is not installed; {NEEDED}") from None
    if done.returncode:
        (*_, said) = ["", *filter(None, map(str.strip, done.stderr.splitlines()))]
        raise SystemExit(f"error: {tool}: {said or 'failed and says nothing'}; {NEEDED}")
    return done.stdout


def _compiled(name: str) -> str:
    return f"{name}c" if name.endswith(".py") else name


def _start(boot: Iterable[str], library: Path, target: Path) -> None:
    """The part of Python's own library that it starts with, as it wants to have it; it is packed
    as one piece later."""
    with zipfile.ZipFile(target, "w") as archive:
        for name in sorted(boot):
            archive.writestr(zipfile.ZipInfo(name), (library / name).read_bytes())


def _sort_fonts(work: Path, fonts: Mapping[str, Sequence[Path]]) -> dict[str, dict[str, str]]:
    """The files of a pack for each script, but for those that another script has too."""
    (work / FONTS).mkdir()
    lists: dict[str, dict[str, str]] = {}
    for script, paths in fonts.items():
        new = [path for path in paths if not (work / FONTS / path.name).exists()]
        for path in new:
            shutil.copyfile(path, work / FONTS / path.name)
        if new:
            files = {f"{FONT_FOLDER}/{path.name}": f"{FONTS}/{path.name}" for path in new}
            lists[f"font_{script.lower()}"] = files
    return lists


def list_drawings() -> dict[str, tuple[str, ...]]:
    """The drawings of each theme that has some, by the name of their pack: sheets of a theme need
    no others. Those that themes share have a pack, too: only books show them."""
    drawings = {}
    templates = HERE.parent / "templates"
    for path in sorted((templates / "themes").glob("*.toml")):
        theme = tomllib.loads(path.read_text("utf-8"))
        if stages := [
            f"stages/{each}.svg" for each in [*theme.get("stages", ()), *theme.get("outlines", ())]
        ]:
            places = (*stages, f"scenes/{path.stem}/", f"themes/{path.name}")
            drawings[f"drawings_{path.stem}"] = tuple(
                f"puzzlebook/templates/{each}" for each in places
            )
    shared = tomllib.loads((templates / "places.toml").read_text("utf-8"))
    drawings["drawings_places"] = tuple(
        f"puzzlebook/templates/stages/{each}.svg" for each in shared
    )
    return drawings


def _sort(
    work: Path, needed: Mapping[str, list[str]], later: Mapping[str, tuple[str, ...]] = LATER
) -> dict[str, dict[str, str]]:
    """The files of each pack: where each is wanted, and where it is now. What is alike stands
    together, so that it packs well. later: what has a pack of its own."""
    boot = {_compiled(name) for name in needed["boot"]}
    first = {f"{LIBRARY}/{_compiled(name)}" for name in needed["library"]}
    first |= {f"{SITE}/{name}" for name in needed["site"]}
    lists: dict[str, dict[str, str]] = {name: {} for name in (*PACKS, *later)}
    files = [
        path
        for folder in (LIBRARY, SITE)
        for path in (work / folder).rglob("*")
        if path.is_file() and path.suffix != ".py"
    ]
    for path in sorted(files, key=lambda path: (path.suffix, path.as_posix())):
        here = path.relative_to(work).as_posix()
        kind, _, name = here.partition("/")
        if kind == LIBRARY and name in boot:
            continue
        wanted = name if kind == LIBRARY else f"site-packages/{name}"
        own = (each for each, parts in later.items() if name.startswith(parts))
        is_first = here in first or name.startswith(SHARED)
        lists["first" if is_first else next(own, "later")][wanted] = here
    return lists
