"""Parts of the codes that books print: base 32, check characters and fingerprints.

Digits are Crockford's base 32, 5 bits each, most significant first.

The check character is ISO/IEC 7064, MOD 37,36, over the ASCII letters and digits of a text;
everything else is skipped. It detects every substitution of one letter or digit for another. An
error that turns a letter or digit into a separator, or the reverse, changes the fields. Their form
detects it or, failing that, the check character does in 35 of 36 cases.

Codes are case-insensitive. In digits o is read as 0, and i and l as 1, as Crockford proposed. The
check character is read literally: it may be any letter or digit, and accepting one for another
would let errors through.
"""

from __future__ import annotations

import re
from hashlib import sha256
from itertools import zip_longest

DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"
FINGERPRINT_DIGITS = 10
LOOKALIKES = str.maketrans("oil", "011")
"""The digit that is read in place of each letter that is not a digit."""

_CHECK = "0123456789abcdefghijklmnopqrstuvwxyz"
_BITS = {
    digit: bytes(value >> shift & 1 for shift in (4, 3, 2, 1, 0))
    for value, digit in enumerate(DIGITS)
}


def encode_base32(number: int, digits: int) -> str:
    """The number in base 32, padded to this many digits."""
    return "".join(DIGITS[number >> 5 * index & 31] for index in reversed(range(digits)))


def fingerprint(content: bytes) -> str:
    """The first 50 bits of the content's SHA-256, as 10 digits."""
    return encode_base32(int.from_bytes(sha256(content).digest()[:8]) >> 14, FINGERPRINT_DIGITS)


def encode_letters(text: str) -> str:
    """Encode a text's UTF-8 as digits, so that a code is ASCII in any language."""
    content = text.encode()
    digits = -(-len(content) * 8 // 5)
    return encode_base32(int.from_bytes(content) << digits * 5 - len(content) * 8, digits)


def decode_letters(digits: str) -> str:
    """The text that `encode_letters` encoded; raises ValueError for any other digits."""
    number = 0
    for digit in digits:
        number = number << 5 | DIGITS.index(digit)
    length = len(digits) * 5 // 8
    return (number >> len(digits) * 5 - length * 8).to_bytes(length).decode()


def write_bits(bits: bytes) -> str:
    """Encode bits, one per byte, as digits; the last digit is padded with zeros."""
    fives = [iter(bits)] * 5
    return "".join(
        DIGITS[a << 4 | b << 3 | c << 2 | d << 1 | e]
        for a, b, c, d, e in zip_longest(*fives, fillvalue=0)
    )


def read_bits(digits: str, count: int) -> bytes | None:
    """Decode `count` bits, one per byte; None if the digits do not encode exactly that many."""
    bits = b"".join(map(_BITS.__getitem__, digits))
    if len(digits) != -(-count // 5) or any(bits[count:]):
        return None
    return bits[:count]


def check_character(text: str) -> str:
    """The check character of a text."""
    product = 36
    for character in text:
        value = _CHECK.find(character)
        if value >= 0:
            product = ((product + value) % 36 or 36) * 2 % 37
    return _CHECK[(37 - product) % 36]


def suggest_code_correction(body: str, check: str) -> str:
    """Say what to do about a wrong check character. One that merely looks like the right one is
    not accepted: that would let errors in other characters through."""
    right = check_character(body)
    looks_right = any({check, right} <= set(lookalikes) for lookalikes in ("1il", "0o"))
    return "compare it with the page" + (
        f"; if all else is right, its last character is {right}" if looks_right else ""
    )


def clean_typed_code(text: str) -> str:
    """Normalize a typed code: lower case, no blanks or line breaks, a hyphen for every dash."""
    return re.sub(
        "[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]", "-", re.sub("[\\s\u00ad\u200b\ufeff]", "", text)
    ).lower()
