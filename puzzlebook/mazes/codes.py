"""Maze codes: the printed name from which a maze is made again, with no recipe, seed or template.

    1-square-9x12-far-7q4k2m9x0c3t5v8w-p
    │ │      │    │   │                └ check character
    │ │      │    │   └ maze key: 16 digits of Crockford's base 32 (see `seeds`)
    │ │      │    └ ends: far, apart, opposite, corners, centre, random or none
    │ │      └ size: columns x rows, or rings
    │ └ shape, by its plain name
    └ edition

Two fields stand between size and ends where they are needed, in this order:

silhouette
    `heart`, a built-in one; `file.FINGERPRINT`, the user's own picture; `name.LETTERS.FINGERPRINT`, a name in the face
    of names, its line breaks as U+000A; `text.LETTERS.FINGERPRINT`, letters in one line of another font, as they were.
    LETTERS is the text's UTF-8 as a bit string, padded with zeros to whole digits of Crockford's base 32. A FINGERPRINT
    is the first 50 bits of the SHA-256 of the picture's or the font's bytes as 10 such digits. `.drawn` behind it says
    that rings or triangles were cut for a rim that is the drawing (`Shape.drawn_cut`), `.largest` at the end that only
    the largest piece was kept.
method
    `passages`; the wall adder is not named.

Where the way through the maze draws a picture, `way.PICTURE` stands in the place of the ends:
PICTURE is written as a silhouette is, or `line.FINGERPRINT`, the user's own line. `.apart` behind a
picture that is filled says that the way's ends were drawn far apart; without it they lie beside
each other.

A *descriptive* code is the walls themselves, so that a maze can be made with no generator:

    1-square-9x12-7.102-walls.DIGITS-c

START.END, two cells, stand in the place of the ends, or nothing where the maze has none; neither
method nor key is named. DIGITS has a bit for each inner side in its order, 1 for a wall and 0 for a
passage, padded with zeros to whole digits of base 32.

Check character
    ISO/IEC 7064, MOD 37,36, over the letters and digits of all that stands before it, hyphens, points and all else
    left out. It refuses every slip of one letter or digit for another. A slip that turns a letter or digit into a
    separator, or the other way round, changes the fields and is refused by their form or, failing that, by the check
    character in 35 of 36 cases.

Codes are read without regard to case. In the key o is read as 0, and i and l as 1, as Crockford
proposed, so that slip leaves the maze what it was. The check character is read as it stands: it may
be any letter or digit, and one that stood for two would let slips through.
"""

from __future__ import annotations

import re
from hashlib import sha256
from itertools import chain, zip_longest
from typing import NamedTuple, TypedDict

from puzzlebook.ground.faults import Refused, refuse
from puzzlebook.mazes.seeds import DIGITS, EDITION, KEY_DIGITS, encode_base32
from puzzlebook.mazes.tilings import Shape, Size, find_shape, format_size, read_size

METHODS = ("walls", "passages")
ENDS = ("far", "apart", "opposite", "corners", "centre", "random", "none")
WAY = "way."
"""How ends begin that are those of a way which draws a picture."""
WAY_APART = ".apart"
"""How they end where these lie far apart."""

_CHECK = "0123456789abcdefghijklmnopqrstuvwxyz"
WALLS = "walls."
"""How the walls begin in a descriptive code."""

_BOARD = r"(?i)(?<![-\w])[1-9][0-9]*-[a-z]+-[0-9]+(?:x[0-9]+)?"
_PRINTED = (
    rf"{_BOARD}(?:-[a-z0-9.]+){{1,3}}-[0-9a-z]{{16}}-[0-9a-z](?![-\w])",
    rf"{_BOARD}(?:-[a-z0-9.]+){{0,2}}-{re.escape(WALLS)}[0-9a-z]+-[0-9a-z](?![-\w])",
)
LOOKALIKES = str.maketrans("oil", "011")
"""How letters that are no digits of base 32 are read."""
_FEWEST = 5
"""So many fields a code has at least: a descriptive one, of a whole board without ends."""
_DIGITS = frozenset(DIGITS)
_EXAMPLE = "a maze code looks like 1-square-9x12-far-7q4k2m9x0c3t5v8w-p"
_FINGERPRINT = f"[{DIGITS}]{{10}}"
_SOURCE = rf"([a-z]+|file\.{_FINGERPRINT}|(name|text)\.[{DIGITS}]+\.{_FINGERPRINT})"
_SILHOUETTE = rf"{_SOURCE}(?P<drawn>\.drawn)?(\.largest)?"
_CELLS = r"(0|[1-9][0-9]{0,7})\.(0|[1-9][0-9]{0,7})"
_WAY = rf"{re.escape(WAY)}({_SOURCE}(\.largest)?({re.escape(WAY_APART)})?|line\.{_FINGERPRINT})"


class _Rest(TypedDict):
    """What a code says beside shape and size."""

    key: str
    ends: str
    method: str
    silhouette: str | None
    walls: str | None


class Design(NamedTuple):
    """All that a maze is made from, and all that its code says.

    silhouette: as the code writes it, see above; None for the whole tiling. key: as printed. ends:
    one of `ENDS`, or `way.` and the picture that the way draws. walls: the digits of a descriptive
    code, which has no key, and whose ends are two cells, `7.102`, or "none".
    """

    shape: str
    size: Size
    key: str
    ends: str = "far"
    method: str = "walls"
    silhouette: str | None = None
    edition: int = EDITION
    walls: str | None = None

    @property
    def picture(self) -> str | None:
        """The picture that the way draws, as the code writes it."""
        return (
            self.ends.removeprefix(WAY).removesuffix(WAY_APART)
            if self.ends.startswith(WAY)
            else None
        )

    @property
    def code(self) -> str:
        """The maze code."""
        fields = [str(self.edition), self.shape, format_size(self.size)]
        fields += [self.silhouette] if self.silhouette else []
        if self.walls is not None:
            fields += [self.ends] if self.ends != "none" else []
            fields.append(WALLS + self.walls)
        else:
            fields += [self.method] if self.method != METHODS[0] else []
            fields += [self.ends, self.key]
        body = "-".join(fields)
        return f"{body}-{check_character(body)}"


def check_character(text: str) -> str:
    """ISO/IEC 7064, MOD 37,36, over the text's ASCII letters and digits."""
    product = 36
    for character in text:
        value = _CHECK.find(character)
        if value >= 0:
            product = ((product + value) % 36 or 36) * 2 % 37
    return _CHECK[(37 - product) % 36]


def clean_typed_code(text: str) -> str:
    """A code as it was meant: without blanks and line breaks, with a plain hyphen for a dash of any
    kind."""
    return re.sub(
        "[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]", "-", re.sub("[\\s\u00ad\u200b\ufeff]", "", text)
    ).lower()


def suggest_code_correction(body: str, check: str) -> str:
    """What to do about a check character that is not its body's. One that only looks like it is
    never taken for it: it would let slips of other characters pass."""
    fits = check_character(body)
    alike = any({check, fits} <= set(alike) for alike in ("1il", "0o"))
    return "compare it with the page" + (
        f"; if all else is right, its last character is {fits}" if alike else ""
    )


def find_maze_code(text: str) -> str | None:
    """The first maze code in a text, such as that of a page, a picture or a QR code; None if there
    is none."""
    for form in (re.sub("[\u2010-\u2015\u2212]", "-", text), clean_typed_code(text)):
        for found in chain.from_iterable(re.finditer(printed, form) for printed in _PRINTED):
            try:
                return read_code(found[0]).code
            except Refused:
                continue
    return None


def read_code(text: str, where: str = "maze code") -> Design:
    """The design that a code names; refused, with the part that is wrong, if it names none."""
    fields = clean_typed_code(text).split("-")
    is_described = len(fields) >= _FEWEST and fields[-2].startswith(WALLS)
    if not (_FEWEST if is_described else _FEWEST + 1) <= len(fields) <= _FEWEST + 3:
        raise refuse(where, f"{text!r} is not a maze code", _EXAMPLE)
    *between, last, check = fields[3:]
    last = (
        WALLS + last[len(WALLS) :].translate(LOOKALIKES)
        if is_described
        else last.translate(LOOKALIKES)
    )
    body = "-".join([*fields[:3], *between, last])
    if check_character(body) != check:
        raise refuse(
            where,
            f"{text!r} has a slip: its check character does not fit",
            suggest_code_correction(body, check),
        )
    if fields[0] != str(EDITION):
        raise refuse(
            where, f"edition {fields[0]!r} is unknown", f"this puzzlebook knows edition {EDITION}"
        )
    shape = find_shape(fields[1], where)
    rest = _rest_of_described(between, last) if is_described else _rest(between, last)
    if rest is None or not _is_silhouette(rest["silhouette"], shape):
        raise refuse(where, f"{text!r} is not a maze code", _EXAMPLE)
    if (
        shape.name != fields[1]
        or format_size(size := parse_size_field(fields[2], fields[1], where)) != fields[2]
    ):
        raise refuse(where, f"{text!r} is not a maze code", _EXAMPLE)
    return Design(shape.name, size, **rest)


def _rest(between: list[str], key: str) -> _Rest | None:
    """What a code says after the size, up to its key; None where that is no form of a code."""
    *between, ends = between
    method = between.pop() if between and between[-1] in METHODS[1:] else METHODS[0]
    silhouette = between.pop() if between else None
    if between or not _is_ends(ends) or not _is_key(key):
        return None
    return {"key": key, "ends": ends, "method": method, "silhouette": silhouette, "walls": None}


def _rest_of_described(between: list[str], walls: str) -> _Rest | None:
    """The same of a descriptive code."""
    between = between.copy()
    ends = between.pop() if between and re.fullmatch(_CELLS, between[-1]) else "none"
    silhouette = between.pop() if between else None
    digits = walls.removeprefix(WALLS)
    if between or not digits or not _DIGITS.issuperset(digits):
        return None
    return {
        "key": "",
        "ends": ends,
        "method": METHODS[0],
        "silhouette": silhouette,
        "walls": digits,
    }


def parse_size_field(text: str, shape: str, where: str) -> Size:
    try:
        return read_size(text, find_shape(shape), where)
    except Refused as refused:
        raise refuse(where, f"{text!r} is no size of a {shape} maze", _EXAMPLE) from refused


def _is_ends(text: str) -> bool:
    return text in ENDS or re.fullmatch(_WAY, text) is not None


def _is_key(text: str) -> bool:
    return len(text) == KEY_DIGITS and _DIGITS.issuperset(text)


def _is_silhouette(text: str | None, shape: Shape) -> bool:
    """Whether a code may name a silhouette so; as drawn only on a shape that is cut in another way
    then."""
    if text is None or text in METHODS:
        return text is None
    found = re.fullmatch(_SILHOUETTE, text)
    return found is not None and not (found["drawn"] and shape.drawn_cut is None)


def fingerprint(content: bytes) -> str:
    """The first 50 bits of the content's SHA-256, as 10 digits of base 32."""
    return encode_base32(int.from_bytes(sha256(content).digest()[:8]) >> 14, 10)


def encode_letters(text: str) -> str:
    """The text's UTF-8 as digits of base 32, so that a code stays ASCII in any language."""
    content = text.encode()
    digits = -(-len(content) * 8 // 5)
    return encode_base32(int.from_bytes(content) << digits * 5 - len(content) * 8, digits)


_BITS = {
    digit: bytes(value >> place & 1 for place in (4, 3, 2, 1, 0))
    for value, digit in enumerate(DIGITS)
}


def write_bits(bits: bytes) -> str:
    """Bits, a byte for each, as digits of base 32, padded with zeros to whole digits."""
    fives = [iter(bits)] * 5
    return "".join(
        DIGITS[a << 4 | b << 3 | c << 2 | d << 1 | e]
        for a, b, c, d, e in zip_longest(*fives, fillvalue=0)
    )


def read_bits(digits: str, many: int) -> bytes | None:
    """So many bits that `write_bits` wrote, a byte for each; None where the digits are not those of
    so many."""
    bits = b"".join(map(_BITS.__getitem__, digits))
    if len(digits) != -(-many // 5) or any(bits[many:]):
        return None
    return bits[:many]


def decode_letters(digits: str) -> str:
    """The text that `encode_letters` wrote."""
    number = 0
    for digit in digits:
        number = number << 5 | DIGITS.index(digit)
    length = len(digits) * 5 // 8
    return (number >> len(digits) * 5 - length * 8).to_bytes(length).decode()
