"""Parts of the codes that books print: base 32, check characters and fingerprints.

Digits are Crockford's base 32, with 5 bits each, most significant first.

The check character is ISO/IEC 7064, MOD 37,36, computed over the ASCII letters and digits of a
text; all other characters are skipped. It detects every substitution of one letter or digit for
another. If a letter or digit is replaced by a separator, or vice versa, the fields of the code
change. If the fields still have a valid form, the check character detects 35 of 36 such errors.

Codes are case-insensitive. In digits o is read as 0, and i and l are read as 1, as Crockford
proposed. The check character is read literally: it can be any letter or digit, and accepting one
for another would leave errors undetected.
"""

from __future__ import annotations

import re
from hashlib import sha256
from itertools import zip_longest

DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"
FINGERPRINT_DIGITS = 10
LOOKALIKES = str.maketrans("oil", "011")
"""A translation table from letters that are not digits to the digits that they look like."""

_CHECK_CHARACTERS = "0123456789abcdefghijklmnopqrstuvwxyz"
_BITS = {
    digit: bytes(value >> shift & 1 for shift in (4, 3, 2, 1, 0))
    for value, digit in enumerate(DIGITS)
}


def encode_base32(number: int, digits: int) -> str:
    """Return a number in base 32, padded to this many digits."""
    return "".join(DIGITS[number >> 5 * index & 31] for index in reversed(range(digits)))


def fingerprint(content: bytes) -> str:
    """Return the first 50 bits of the content's SHA-256, as 10 digits."""
    return encode_base32(int.from_bytes(sha256(content).digest()[:8]) >> 14, FINGERPRINT_DIGITS)


def encode_letters(text: str) -> str:
    """Encode the UTF-8 of a text as digits, so that a code is ASCII in any language."""
    content = text.encode()
    digits = -(-len(content) * 8 // 5)
    return encode_base32(int.from_bytes(content) << digits * 5 - len(content) * 8, digits)


def decode_letters(digits: str) -> str:
    """Return the text that `encode_letters` encoded. Raise ValueError for any other digits."""
    number = 0
    for digit in digits:
        number = number << 5 | DIGITS.index(digit)
    length = len(digits) * 5 // 8
    return (number >> len(digits) * 5 - length * 8).to_bytes(length).decode()


def write_bits(bits: bytes) -> str:
    """Encode bits, one per byte, as digits. The last digit is padded with zeros."""
    fives = [iter(bits)] * 5
    return "".join(
        DIGITS[a << 4 | b << 3 | c << 2 | d << 1 | e]
        for a, b, c, d, e in zip_longest(*fives, fillvalue=0)
    )


def read_bits(digits: str, count: int) -> bytes | None:
    """Decode `count` bits, one per byte. Return None if the digits do not encode exactly that
    many."""
    bits = b"".join(map(_BITS.__getitem__, digits))
    if len(digits) != -(-count // 5) or any(bits[count:]):
        return None
    return bits[:count]


def check_character(text: str) -> str:
    """Return the check character of a text."""
    product = 36
    for character in text:
        value = _CHECK_CHARACTERS.find(character)
        if value >= 0:
            product = ((product + value) % 36 or 36) * 2 % 37
    return _CHECK_CHARACTERS[(37 - product) % 36]


def suggest_code_correction(body: str, check: str) -> str:
    """Return advice for a code with a wrong check character.

    A character that only looks like the right one is not accepted, because that would leave errors
    in other characters undetected.
    """
    right = check_character(body)
    looks_right = any({check, right} <= set(lookalikes) for lookalikes in ("1il", "0o"))
    return "compare it with the page" + (
        f"; if all else is right, its last character is {right}" if looks_right else ""
    )


def clean_typed_code(text: str) -> str:
    """Normalize a typed code: lower case, no white space, a hyphen for every dash."""
    return re.sub(
        "[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]", "-", re.sub("[\\s\u00ad\u200b\ufeff]", "", text)
    ).lower()
