"""From a seed to random bits: seeds, maze keys and streams, to the byte, so that they can be
written again elsewhere.

Everything random in a maze comes from SHAKE-256 (NIST FIPS 202), a standard, and never from a
library's generator.

Fields
    Every hash is taken over a list of fields. A field is text, encoded as UTF-8, and written as a *netstring*
    (D. J. Bernstein, 1997): its length in bytes in decimal, a colon, its bytes, a comma. The field "owl" is `3:owl,`.
    Numbers are fields in decimal without leading zeros. A list is its netstrings, one after another, so no two lists
    are written alike.

Seed
    The user's text without white space at its ends, in Unicode's normal form C, 1–200 characters; case is kept.

Maze key, 80 bits
    The first 10 bytes of SHAKE-256 over the fields
    "puzzlebook", "maze", edition, seed, volume, section key, draw, attempt
    where volume is 1 for a book that is not in a series, draw counts a section's mazes from 1 as they are drawn (0 is
    free for a caller's own use), and attempt is 1 unless a place is drawn again. For a class set the fields are
    "puzzlebook", "pupil", edition, seed, name, occurrence, attempt.
    The seed of a gift, the book of a name on a list, is the first 8 characters of the key of
    "puzzlebook", "gift", edition, seed, name: it stands in the book, and does not tell the name.
    A key is printed as 16 characters of Crockford's base 32 (`DIGITS`), 5 bits each, most significant first.

Stream
    A maze key and a purpose give an endless stream of bytes: block 0, block 1, … of 1,024 bytes each. A block is
    SHAKE-256 over the fields "puzzlebook", "stream", edition, key (as printed), purpose, block number.
    The purposes are separate streams, so that a new random decision never moves an old one.

Draws of k bits
    Each byte gives ⌊8/k⌋ draws from its most significant bits down; bits that are left over are dropped.

Numbers below a bound
    `wilson.below`: whole draws, most significant first, until they hold as many bits as bound − 1 has; surplus low bits
    are dropped; a number that is not below the bound is thrown away and all is drawn again. Never a remainder.
"""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Iterator
from hashlib import shake_256
from itertools import chain, count

from puzzlebook.ground.faults import refuse

EDITION = 1
DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"
KEY_BYTES = 10
KEY_DIGITS = 16
LONGEST_SEED = 200

_BLOCK = 1024
_GIFT_DIGITS = 8
_FRESH = "abcdefghjkmnpqrstuvwxyz23456789"
_PIECES = {
    bits: [
        tuple(byte >> shift & (1 << bits) - 1 for shift in range(8 - bits, -1, -bits))
        for byte in range(256)
    ]
    for bits in (1, 2, 3)
}  # fmt: skip


def tidy_seed(text: str, where: str = "seed") -> str:
    """The seed that a text names; refused if it is empty, over 200 characters or not text."""
    seed = unicodedata.normalize("NFC", text).strip()
    allowed = f"1 to {LONGEST_SEED} characters of any language"
    if not seed:
        raise refuse(where, "the seed is empty", allowed)
    if len(seed) > LONGEST_SEED:
        raise refuse(where, f"the seed has {len(seed)} characters", allowed)
    if any(unicodedata.category(character) in ("Cs", "Cc") for character in seed):
        raise refuse(where, "the seed holds a character that is not text", allowed)
    return seed


def make_seed() -> str:
    """A new seed of 8 characters, none of which is mistaken for another on paper."""
    return "".join(secrets.choice(_FRESH) for _ in range(8))


def derive_maze_key(
    seed: str, volume: int, section: str, draw: int, attempt: int = 1, edition: int = EDITION
) -> str:
    """The key of one maze of a book, as printed: the same for the same arguments, for ever."""
    return _derive_key("maze", edition, seed, volume, section, draw, attempt)


def derive_pupil_key(
    seed: str, name: str, occurrence: int, attempt: int = 1, edition: int = EDITION
) -> str:
    """The key of one pupil's maze in a class set: it depends on nobody else in the class."""
    return _derive_key("pupil", edition, seed, name, occurrence, attempt)


def derive_gift_seed(seed: str, name: str, edition: int = EDITION) -> str:
    """The seed of the book that a list makes for a name: it depends on nobody else on the list, and
    tells no name."""
    return _derive_key("gift", edition, seed, name)[:_GIFT_DIGITS]


def stream_draws(key: str, purpose: str, bits: int, edition: int = EDITION) -> Iterator[int]:
    """The stream of a maze key for one purpose, as independent uniform draws of 1, 2 or 3 bits."""
    blocks = (
        shake_256(_encode_fields("puzzlebook", "stream", edition, key, purpose, block)).digest(
            _BLOCK
        )
        for block in count()
    )
    return chain.from_iterable(map(_PIECES[bits].__getitem__, chain.from_iterable(blocks)))


def _derive_key(kind: str, *fields: str | int) -> str:
    number = int.from_bytes(
        shake_256(_encode_fields("puzzlebook", kind, *fields)).digest(KEY_BYTES)
    )
    return encode_base32(number, KEY_DIGITS)


def _encode_fields(*fields: str | int) -> bytes:
    encoded = (str(field).encode() for field in fields)
    return b"".join(b"%d:%b," % (len(field), field) for field in encoded)


def encode_base32(number: int, digits: int) -> str:
    """The number in Crockford's base 32, most significant digit first."""
    return "".join(DIGITS[number >> 5 * place & 31] for place in reversed(range(digits)))
