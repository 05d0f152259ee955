"""A font for Gurmukhi, which no font package has: the first system font with its letters."""

from __future__ import annotations

import os
import sys
from functools import cache, lru_cache
from pathlib import Path

from puzzlebook.typesetting.text.face import Font
from puzzlebook.typesetting.text.user_fonts import read_font

LETTERS = "ੳਅੲਸਹਕਖਗਘਙਚਛਜਝਞਟਠਡਢਣਤਥਦਧਨਪਫਬਭਮਯਰਲਵੜਾਿੀੁੂੇੈੋੌੰੱ੍੦੧੯"
"""The characters that a font for Gurmukhi must have."""

WHAT_TO_INSTALL = (
    "for Gurmukhi install fonts-noto-core or fonts-lohit-guru (Debian), "
    "Noto Sans Gurmukhi from its maker (macOS), "
    "the Punjabi supplemental fonts (Windows)"
)

# Parts of the names of Gurmukhi fonts, best first; other fonts are tried last.
_NAMES = (
    "notosansgurmukhi",
    "lohit-gurmukhi",
    "raavi",
    "nirmala",
    "mukta",
    "gurmukhi",
    "punjabi",
    "guru",
)


def find_gurmukhi_font(is_bold: bool) -> Font | None:
    """Return the system's font for Gurmukhi, in this weight if available."""
    path = find_gurmukhi_file(is_bold)
    return _read_font(path) if path is not None else None


@cache
def find_gurmukhi_file(is_bold: bool) -> Path | None:
    """Return the file of the system's font for Gurmukhi, in this weight if available."""
    paths = (
        path
        for folder in list_font_folders()
        for path in folder.rglob("*")
        if path.suffix.lower() == ".ttf"
    )
    ordered = sorted(paths, key=lambda path: _order(path, is_bold))
    return next((path for path in ordered if _read_font(path) is not None), None)


def list_font_folders() -> list[Path]:
    """Return the font folders of this system."""
    home = Path.home()
    if sys.platform == "win32":
        system = os.environ.get("WINDIR", r"C:\Windows")
        local = os.environ.get("LOCALAPPDATA", str(home))
        return [Path(system) / "Fonts", Path(local) / "Microsoft" / "Windows" / "Fonts"]
    if sys.platform == "darwin":
        return [Path("/System/Library/Fonts"), Path("/Library/Fonts"), home / "Library" / "Fonts"]
    shared = os.environ.get("XDG_DATA_HOME", str(home / ".local" / "share"))
    return [
        Path("/usr/share/fonts"),
        Path("/usr/local/share/fonts"),
        Path(shared) / "fonts",
        home / ".fonts",
    ]


def _order(path: Path, is_bold: bool) -> tuple[bool, bool, int, bool, str, str]:
    """Return a sort key: fonts named for Gurmukhi first, then by weight, plain styles before
    others, and by name, so that each run finds the same font."""
    name = path.stem.lower()
    rank = next(
        (rank for rank, part in enumerate(_NAMES) if part in name.replace(" ", "")), len(_NAMES)
    )
    looks_bold = name.endswith(("bold", "-bd", "raavib", "nirmalab"))
    is_plain = name.endswith(("-regular", "-bold")) or "-" not in name or name.startswith("lohit")
    return rank == len(_NAMES), looks_bold != is_bold, rank, not is_plain, name, str(path)


@lru_cache(maxsize=4)
def _read_font(path: Path) -> Font | None:
    """Return the font in a file, if it supports Gurmukhi and can be embedded."""
    try:
        content = path.read_bytes()
        # A quick test first, since most files lack the letters.
        has_letters = Font(path.stem, path.stem, is_bold=False, content=content).has(LETTERS)
        return read_font(content, str(path)) if has_letters else None
    except (OSError, ValueError):
        return None
