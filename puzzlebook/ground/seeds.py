"""From a seed to random bits, specified to the byte so that others can implement the same.

All randomness comes from a standard, SHAKE-256 (NIST FIPS 202), never from a library's generator.

Fields
    Every hash is computed over a list of fields. A field is UTF-8 text, encoded as a *netstring*
    (D. J. Bernstein, 1997): its length in bytes in decimal, a colon, its bytes, a comma. For
    example, the field "owl" becomes `3:owl,`. Numbers are written in decimal without leading zeros.
    The netstrings of a list are concatenated, so different lists never have the same encoding.

Seed
    The user's text, stripped of white space, in Unicode's normal form C, 1–200 characters. Case is
    significant.

Maze key, 80 bits
    The first 10 bytes of SHAKE-256 over the fields
    "puzzlebook", "maze", edition, seed, volume, section key, draw, attempt
    where volume is 1 for a book that is not in a series. Draw counts the mazes of a section from 1
    in drawing order; 0 is free for a caller's own use. Attempt is 1 unless a maze is drawn again.
    For a class set the fields are
    "puzzlebook", "pupil", edition, seed, name, occurrence, attempt.
    The seed of a gift, a book for one name on a list, is the first 8 characters of the key from the
    fields "puzzlebook", "gift", edition, seed, name. The book contains this seed, which does not
    reveal the name. A key is printed as 16 digits of Crockford's base 32, most significant first.

Stream
    A maze key and a purpose determine an endless stream of bytes: blocks 0, 1, … of 1,024 bytes
    each. A block is SHAKE-256 over the fields
    "puzzlebook", "stream", edition, key (as printed), purpose, block number.
    Each purpose has a separate stream, so a new random decision never changes an old one.

Draws of k bits
    Each byte yields ⌊8/k⌋ draws, from its most significant bits down; leftover bits are dropped.

Numbers below a bound
    `draw_below` takes whole draws, most significant first, until they have at least as many bits as
    bound − 1, and drops surplus low bits. A number that is not below the bound is rejected, and all
    its bits are drawn again. Numbers are never reduced modulo the bound.
"""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Iterator, Sequence
from hashlib import shake_256
from itertools import chain, count
from typing import TypeVar

from puzzlebook.ground.faults import refuse
from puzzlebook.ground.printed_codes import encode_base32

T = TypeVar("T")

EDITION = 1
KEY_BYTES = 10
KEY_DIGITS = 16
MAX_SEED_LENGTH = 200

_BLOCK_BYTES = 1024
_GIFT_DIGITS = 8
_SEED_CHARACTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_DRAWS_BY_BITS = {
    bits: [
        tuple(byte >> shift & (1 << bits) - 1 for shift in range(8 - bits, -1, -bits))
        for byte in range(256)
    ]
    for bits in (1, 2, 3)
}


def tidy_seed(text: str, where: str = "seed") -> str:
    """Normalize a seed. Refuse a seed that is empty, longer than 200 characters or not text."""
    seed = unicodedata.normalize("NFC", text).strip()
    allowed = f"give 1 to {MAX_SEED_LENGTH} characters of any language"
    if not seed:
        raise refuse(where, "the seed is empty", allowed)
    if len(seed) > MAX_SEED_LENGTH:
        raise refuse(where, f"the seed has {len(seed)} characters", allowed)
    if any(unicodedata.category(character) in ("Cs", "Cc") for character in seed):
        raise refuse(where, "the seed holds a character that is not text", allowed)
    return seed


def make_seed() -> str:
    """Make a random seed of 8 characters that cannot be confused on paper."""
    return "".join(secrets.choice(_SEED_CHARACTERS) for _ in range(8))


def derive_maze_key(
    seed: str, volume: int, section: str, draw: int, attempt: int = 1, edition: int = EDITION
) -> str:
    """Return the key of one maze of a book, as printed. The key for the same arguments never
    changes."""
    return _derive_key("maze", edition, seed, volume, section, draw, attempt)


def derive_pupil_key(
    seed: str, name: str, occurrence: int, attempt: int = 1, edition: int = EDITION
) -> str:
    """Return the key of one pupil's maze in a class set. It does not depend on the rest of the
    class."""
    return _derive_key("pupil", edition, seed, name, occurrence, attempt)


def derive_gift_seed(seed: str, name: str, edition: int = EDITION) -> str:
    """Return the seed of the book for one name on a list. It depends on no other name, and does not
    reveal this one."""
    return _derive_key("gift", edition, seed, name)[:_GIFT_DIGITS]


def stream_draws(key: str, purpose: str, bits: int, edition: int = EDITION) -> Iterator[int]:
    """Return the uniform, independent draws of 1, 2 or 3 bits from the stream of a key for one
    purpose."""
    blocks = (
        shake_256(_encode_fields("puzzlebook", "stream", edition, key, purpose, block)).digest(
            _BLOCK_BYTES
        )
        for block in count()
    )
    return chain.from_iterable(map(_DRAWS_BY_BITS[bits].__getitem__, chain.from_iterable(blocks)))


def draw_below(bound: int, draws: Iterator[int], bits: int) -> int:
    """Return a uniform number from 0 to bound − 1, made of draws of `bits` bits each (see above).

    At least half of all attempts succeed, because surplus low bits are dropped.
    """
    needed = (bound - 1).bit_length()
    count = -(-needed // bits)
    while True:
        value = 0
        for _ in range(count):
            value = value << bits | next(draws)
        value >>= count * bits - needed
        if value < bound:
            return value


def choose_by_key(choices: Sequence[T], key: str, purpose: str) -> T:
    """Return a uniformly chosen item. The choice depends only on a key and a purpose."""
    if len(choices) < 2:
        return choices[0]
    return choices[draw_below(len(choices), stream_draws(key, purpose, 1), 1)]


def _derive_key(kind: str, *fields: str | int) -> str:
    number = int.from_bytes(
        shake_256(_encode_fields("puzzlebook", kind, *fields)).digest(KEY_BYTES)
    )
    return encode_base32(number, KEY_DIGITS)


def _encode_fields(*fields: str | int) -> bytes:
    encoded = (str(field).encode() for field in fields)
    return b"".join(b"%d:%b," % (len(field), field) for field in encoded)
