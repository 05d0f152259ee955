"""Names of files after names of pupils."""

from __future__ import annotations

import unicodedata
from itertools import count

from puzzlebook.recipes.values import NOT_IN_NAMES, RESERVED

_LONGEST = 100


def choose_file_stem(name: str, taken: set[str]) -> str:
    """A file's name for a pupil's, on any system, and unlike all that are taken, to which it is
    added."""
    plain = "".join(
        "-" if c in NOT_IN_NAMES or not c.isprintable() else c
        for c in unicodedata.normalize("NFC", name)
    )
    plain = plain.strip(" .-") or "sheet"
    while len(plain.encode()) > _LONGEST:
        plain = plain[:-1].rstrip()
    if plain.partition(".")[0].strip().lower() in RESERVED:
        plain = f"sheet {plain}"
    for number in count(1):
        stem = plain if number == 1 else f"{plain} ({number})"
        # Some systems see no difference between capitals, or between an accent and one that is
        # composed.
        alike = unicodedata.normalize("NFKC", stem).casefold()
        if alike not in taken:
            break
    taken.add(alike)
    return stem
