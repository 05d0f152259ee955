"""Decoding the text of a file: Unicode, or one of the older code pages.

The bytes alone do not identify a code page. We choose the code page that turns column titles into
known words; if none does, we fall back on the western European one. A remark names our choice.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from puzzlebook.class_lists.header_words import exact_titles, header_score, read_title

_LABELS: Mapping[str, str] = MappingProxyType(
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
"""The code pages that are tried, with their names for remarks. If several are equally likely, the
first is chosen."""

_BY_LANGUAGE: Mapping[str, str] = MappingProxyType(
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
"""The code page of each language that does not use the western European one."""

_DELIMITERS = re.compile("[,;\t|]")
_MAX_LINES = 10


class Decoded(NamedTuple):
    """A text, and the name of its code page if that was guessed."""

    text: str
    code_page: str = ""


def decode(content: bytes) -> Decoded | None:
    """Decode the text of a file; return None if no code page fits."""
    for encoding in _unicode_encodings(content):
        try:
            return Decoded(content.decode(encoding))
        except UnicodeDecodeError:
            continue
    texts = dict(_decode_as_code_pages(content))
    if not texts:
        return None
    best = max(texts, key=lambda encoding: _rate_encoding(texts[encoding], encoding))
    if best != "cp1252" and not any(_rate_encoding(texts[best], best)[:2]):
        return None  # a guess among many code pages, with no known word to support it
    return Decoded(texts[best], _LABELS[best])


def is_binary(text: str) -> bool:
    """Return whether a text has null characters, or too many control characters for a list. (A few
    control characters do not count: each is reported as a fault of the name that contains it.)"""
    controls = sum(
        unicodedata.category(character) == "Cc" and character not in "\t\n\r\x0b\x0c"
        for character in text
    )
    return "\0" in text or controls * 50 > len(text) + 100


def _unicode_encodings(content: bytes) -> tuple[str, ...]:
    """Return the Unicode encodings that a file may have."""
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return ("utf-16",)
    odd_nulls, even_nulls = content[1:400:2].count(0), content[:400:2].count(0)
    # In UTF-16, every other byte of Latin text is null.
    if abs(odd_nulls - even_nulls) * 8 > min(len(content), 400):
        return ("utf-16-le" if odd_nulls > even_nulls else "utf-16-be",)
    return ("utf-8-sig",)


def _decode_as_code_pages(content: bytes) -> Iterator[tuple[str, str]]:
    for encoding in _LABELS:
        try:
            yield encoding, content.decode(encoding)
        except UnicodeDecodeError:
            continue


def _rate_encoding(text: str, encoding: str) -> tuple[int, ...]:
    """Rate how well the likeliest header of a text suits a code page; see `_rate_header`."""
    lines = [line for line in text[:20_000].splitlines() if line.strip()][:_MAX_LINES]
    return max((_rate_header(_split_cells(line), encoding) for line in lines), default=(0, 0, 0))


def _rate_header(cells: Sequence[str], encoding: str) -> tuple[int, ...]:
    """Return the number of known titles with letters beyond ASCII, whether the language of the
    titles uses this code page, and the number of all known titles."""
    score = header_score(cells)
    if not score:
        return (0, 0, 0)
    exact = exact_titles([cell for cell in cells if not cell.isascii()])
    language = next((title.language for cell in cells if (title := read_title(cell))), "")
    return len(exact), _BY_LANGUAGE.get(language, "cp1252") == encoding, score


def _split_cells(line: str) -> list[str]:
    """Split a line into cells at any delimiter."""
    return [cell.strip('" \u00a0') for cell in _DELIMITERS.split(line)]
