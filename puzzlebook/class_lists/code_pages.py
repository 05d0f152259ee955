"""The text of a file in whichever encoding it was saved: Unicode, or one of the code pages from
before it.

A code page cannot be told from the bytes. It is the one in which the titles of the columns are
words that are known; where they tell nothing it is that of western Europe, and the reader says so.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from puzzlebook.class_lists.header_words import exact_titles, header_score, read_title

_SAID: Mapping[str, str] = MappingProxyType(
    {
        "cp1252": "Windows-1252 (western Europe)",
        "cp1250": "Windows-1250 (central Europe)",
        "cp1251": "Windows-1251 (Cyrillic)",
        "cp1253": "Windows-1253 (Greek)",
        "cp1254": "Windows-1254 (Turkish)",
        "cp1255": "Windows-1255 (Hebrew)",
        "cp1256": "Windows-1256 (Arabic)",
        "gb18030": "GB18030 (Chinese)",
        "cp932": "Shift-JIS (Japanese)",
        "cp950": "Big5 (Chinese)",
        "cp949": "EUC-KR (Korean)",
        "mac-roman": "Macintosh Roman",
    }
)
"""The code pages that are tried, in the order in which they win where nothing tells, and what they
are called."""

_OF_LANGUAGES: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("pl", "cs", "hu", "ro", "hr"), "cp1250"),
        **{
            "ru": "cp1251",
            "el": "cp1253",
            "tr": "cp1254",
            "he": "cp1255",
            "ar": "cp1256",
            "fa": "cp1256",
        },
    }
)
"""The code page in which a language is written."""

_DELIMITERS = re.compile("[,;\t|]")
_MOST_LINES = 10


class Decoded(NamedTuple):
    """A text, and what its code page is called where that was found by looking at it."""

    text: str
    code_page: str = ""


def decode(content: bytes) -> Decoded | None:
    """The text of a file; None where it is in no code page that is known."""
    for encoding in _unicode_encodings(content):
        try:
            return Decoded(content.decode(encoding))
        except UnicodeDecodeError:
            continue
    texts = dict(_decode(content))
    if not texts:
        return None
    best = max(texts, key=lambda encoding: _likeliness(texts[encoding], encoding))
    if best != "cp1252" and not any(_likeliness(texts[best], best)[:2]):
        return None  # bytes that mean something everywhere, and words that are known nowhere
    return Decoded(texts[best], _SAID[best])


def is_binary(text: str) -> bool:
    """Whether a text holds what no list holds. (Other control characters are a name's own
    fault.)"""
    strange = sum(
        unicodedata.category(character) == "Cc" and character not in "\t\n\r\x0b\x0c"
        for character in text
    )
    return "\0" in text or strange * 50 > len(text) + 100


def _unicode_encodings(content: bytes) -> tuple[str, ...]:
    """Those that a file may be in, the likeliest first."""
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return ("utf-16",)
    odd, even = content[1:400:2].count(0), content[:400:2].count(0)
    if abs(odd - even) * 8 > min(len(content), 400):  # every other byte of Latin letters is null
        return ("utf-16-le" if odd > even else "utf-16-be",)
    return ("utf-8-sig",)


def _decode(content: bytes) -> Iterator[tuple[str, str]]:
    for encoding in _SAID:
        try:
            yield encoding, content.decode(encoding)
        except UnicodeDecodeError:
            continue


def _likeliness(text: str, encoding: str) -> tuple[int, ...]:
    """How much speaks for a code page: titles with letters of its own, their language, all
    titles."""
    lines = [line for line in text[:20_000].splitlines() if line.strip()][:_MOST_LINES]
    return max((_decode_header(_cells(line), encoding) for line in lines), default=(0, 0, 0))


def _decode_header(cells: Sequence[str], encoding: str) -> tuple[int, ...]:
    score = header_score(cells)
    if not score:
        return (0, 0, 0)
    strange = [cell for cell in cells if not cell.isascii()]
    exact = exact_titles(strange)
    language = next((title.language for cell in cells if (title := read_title(cell))), "")
    return len(exact), _OF_LANGUAGES.get(language, "cp1252") == encoding, score


def _cells(line: str) -> list[str]:
    """The cells of a line, whatever parts them."""
    return [cell.strip('" \u00a0') for cell in _DELIMITERS.split(line)]
