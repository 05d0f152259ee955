"""File names made from pupils' names."""

from __future__ import annotations

import unicodedata
from itertools import count

from puzzlebook.recipes.values import NOT_IN_NAMES, RESERVED

_MAX_BYTES = 100


def choose_file_stem(name: str, taken: set[str]) -> str:
    """Choose a file name for a pupil's name that works on every system and is not in `taken`, and
    add it to `taken`."""
    plain = "".join(
        "-" if character in NOT_IN_NAMES or not character.isprintable() else character
        for character in unicodedata.normalize("NFC", name)
    )
    plain = plain.strip(" .-") or "sheet"
    while len(plain.encode()) > _MAX_BYTES:
        plain = plain[:-1].rstrip()
    if plain.partition(".")[0].strip().lower() in RESERVED:
        plain = f"sheet {plain}"
    for number in count(1):
        stem = plain if number == 1 else f"{plain} ({number})"
        # Some file systems ignore case, or the difference between composed and decomposed accents.
        folded = unicodedata.normalize("NFKC", stem).casefold()
        if folded not in taken:
            break
    taken.add(folded)
    return stem
