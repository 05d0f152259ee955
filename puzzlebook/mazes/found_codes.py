"""Finding maze codes in a text, such as the text of a page, a picture or a QR code."""

from __future__ import annotations

import re
from itertools import chain

from puzzlebook.ground.faults import Refused
from puzzlebook.ground.printed_codes import clean_typed_code
from puzzlebook.mazes.codes import WALLS, read_code

_FIRST_FIELDS = r"(?i)(?<![-\w])[1-9][0-9]*-[a-z]+-[0-9]+(?:x[0-9]+)?"
_CODE_PATTERNS = (
    rf"{_FIRST_FIELDS}(?:-[a-z0-9.]+){{1,4}}-[0-9a-z]{{16}}-[0-9a-z](?![-\w])",
    rf"{_FIRST_FIELDS}(?:-[a-z0-9.]+){{0,3}}-{re.escape(WALLS)}[0-9a-z]+-[0-9a-z](?![-\w])",
)


def find_maze_code(text: str) -> str | None:
    """Return the first maze code in a text; None if there is none."""
    for form in (re.sub("[\u2010-\u2015\u2212]", "-", text), clean_typed_code(text)):
        for match in chain.from_iterable(re.finditer(printed, form) for printed in _CODE_PATTERNS):
            try:
                return read_code(match[0]).code
            except Refused:
                continue
    return None
