"""System fonts for scripts that none of our own fonts cover (`templates/system_fonts.toml`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from puzzlebook.ground import templates
from puzzlebook.ground.faults import Refused
from puzzlebook.typesetting.text.face import Font
from puzzlebook.typesetting.text.system_fonts import find_gurmukhi_file, list_font_folders
from puzzlebook.typesetting.text.user_fonts import read_font

_ANY = "any"
_PLAIN_STYLES = ("regular", "bold", "")


class Script(NamedTuple):
    """A script: its name, parts of the names of its font files, best first, and the packages that
    provide such fonts."""

    name: str
    files: tuple[str, ...]
    install: tuple[str, ...]

    @property
    def advice(self) -> str:
        """The advice on what to install, for messages."""
        return f"for {self.name} install {' or '.join(self.install)} (Debian)"


def identify_script(character: str) -> Script | None:
    """Return the script of a character, if it is one of those that use system fonts."""
    code = ord(character)
    return next(
        (
            script
            for ranges, script in _read_scripts()
            if any(first <= code <= last for first, last in ranges)
        ),
        None,
    )


def find_system_font(cluster: str, is_bold: bool) -> Font | None:
    """Return the system's font for a letter with its marks, in this weight if available."""
    script = identify_script(cluster[0])
    if script is None:
        return None
    fonts = (_read_file(path) for path in _list_files(script, is_bold))
    return next((font for font in fonts if font is not None and font.has(cluster)), None)


def list_system_fonts() -> dict[str, tuple[Path, ...]]:
    """Return the files of the system's first font for each script, regular and bold."""
    found = {"Gurmukhi": [find_gurmukhi_file(is_bold) for is_bold in (False, True)]}
    for _, script in _read_scripts():
        found[script.name] = [
            next((path for path in _list_files(script, is_bold) if _read_file(path)), None)
            for is_bold in (False, True)
        ]
    return {
        name: tuple(path for path in dict.fromkeys(paths) if path is not None)
        for name, paths in found.items()
    }


@cache
def _read_scripts() -> Sequence[tuple[Sequence[tuple[int, int]], Script]]:
    rows = templates.table("system_fonts.toml")
    last = rows.pop(_ANY)
    scripts: Mapping[str, dict[str, list[str]]] = rows
    return [
        (
            [_read_range(text) for text in row["ranges"]],
            Script(name, (*row["files"], *last), tuple(row["install"])),
        )
        for name, row in scripts.items()
    ]


def _read_range(text: str) -> tuple[int, int]:
    first, last = (int(code, 16) for code in text.split("-"))
    return first, last


@lru_cache(maxsize=64)
def _list_files(script: Script, is_bold: bool) -> Sequence[Path]:
    """Return a script's font files, best first: by name, then by weight, then plain styles before
    others. The order is the same in every run."""

    def rank(path: Path) -> int:
        name = path.stem.lower().replace(" ", "")
        ranks = (rank for rank, part in enumerate(script.files) if part in f"{name}-")
        return next(ranks, len(script.files))

    def order(path: Path) -> tuple[object, ...]:
        style = path.stem.lower().rpartition("-")[2] if "-" in path.stem else ""
        looks_bold = path.stem.lower().endswith(("bold", "-bd"))
        return (
            rank(path),
            looks_bold != is_bold,
            style not in _PLAIN_STYLES,
            path.stem.lower(),
            str(path),
        )

    return sorted(
        (path for path in _list_font_files() if rank(path) < len(script.files)), key=order
    )


@cache
def _list_font_files() -> Sequence[Path]:
    return [
        path
        for folder in list_font_folders()
        for path in folder.rglob("*")
        if path.suffix.lower() == ".ttf"
    ]


@lru_cache(maxsize=32)
def _read_file(path: Path) -> Font | None:
    """Return the font in a file, if it can be embedded."""
    try:
        return read_font(path.read_bytes(), str(path))
    except (OSError, Refused):
        return None
