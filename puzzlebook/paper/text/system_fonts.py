"""A font for Gurmukhi, for which there is no package: the first of the system's that has its letters."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from puzzlebook.paper.text.fonts import Font
from puzzlebook.paper.text.own_fonts import read_font

LETTERS = "ੳਅੲਸਹਕਖਗਘਙਚਛਜਝਞਟਠਡਢਣਤਥਦਧਨਪਫਬਭਮਯਰਲਵੜਾਿੀੁੂੇੈੋੌੰੱ੍੦੧੯"
"""What a font must have to be one for Gurmukhi."""

WHAT_TO_INSTALL = (
    "for Gurmukhi install fonts-noto-core or fonts-lohit-guru (Debian), Noto Sans Gurmukhi from its maker (macOS), "
    "the Punjabi supplemental fonts (Windows), or name a font with --font FILE"
)

# A font whose name says what it is for is tried before the others; of these, the first in this list.
_NAMES = ("notosansgurmukhi", "lohit-gurmukhi", "raavi", "nirmala", "mukta", "gurmukhi", "punjabi", "guru")


@cache
def gurmukhi(is_bold: bool) -> Font | None:
    """The system's font for Gurmukhi in a weight or, where it has but one, in that."""
    found = sorted(_files(), key=_order)
    in_weight = [path for path in found if _looks_bold(path) == is_bold]
    others = [path for path in found if _looks_bold(path) != is_bold]
    return next((font for path in sorted([*in_weight, *others], key=_is_unnamed) if (font := _font(path))), None)


def folders() -> list[Path]:
    """Where this system keeps fonts."""
    home = Path.home()
    if sys.platform == "win32":
        system, local = os.environ.get("WINDIR", r"C:\Windows"), os.environ.get("LOCALAPPDATA", str(home))
        return [Path(system) / "Fonts", Path(local) / "Microsoft" / "Windows" / "Fonts"]
    if sys.platform == "darwin":
        return [Path("/System/Library/Fonts"), Path("/Library/Fonts"), home / "Library" / "Fonts"]
    shared = os.environ.get("XDG_DATA_HOME", str(home / ".local" / "share"))
    return [Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path(shared) / "fonts", home / ".fonts"]


def _files() -> Iterator[Path]:
    for folder in folders():
        yield from (path for path in folder.rglob("*") if path.suffix.lower() == ".ttf")


def _rank(path: Path) -> int:
    """The place of the first of `_NAMES` that a file's name holds."""
    name = path.stem.lower().replace(" ", "")
    return next((place for place, part in enumerate(_NAMES) if part in name), len(_NAMES))


def _is_unnamed(path: Path) -> bool:
    return _rank(path) == len(_NAMES)


def _order(path: Path) -> tuple[int, bool, str, str]:
    """Plain faces of a family before its others, and then by name: the same on each run."""
    name = path.stem.lower()
    is_plain = name.endswith(("-regular", "-bold")) or "-" not in name or name.startswith("lohit")
    return _rank(path), not is_plain, name, str(path)


def _looks_bold(path: Path) -> bool:
    return path.stem.lower().endswith(("bold", "-bd", "raavib", "nirmalab"))


def _font(path: Path) -> Font | None:
    """The font in a file, if it is one for Gurmukhi that can be embedded."""
    try:
        content = path.read_bytes()
        font = Font(path.stem, path.stem, content)
        if not font.has(LETTERS):
            return None
        read = read_font(content, str(path))
        font.family, font.name = read.family, read.name
    except (OSError, ValueError):
        return None
    return font
