"""The words of a book: one catalogue for each language, in `templates/languages/` or a file of the
user's.

A phrase is text with blanks, `"Maze {number}"`; a table of such texts, of which the number in the
blank `count` picks one; or a list of paragraphs. Numbers that fill a blank, and those in a phrase
itself, are written in the language's digits; what is filled in as text stays as it is: names,
codes, seeds, addresses. Phrases, and texts of the user's that are not to be typed again, are set
with the apostrophes and quotation marks of the language.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from puzzlebook.ground import templates
from puzzlebook.language.catalogues import HEAD, SPOKEN, check_catalogue, parse_catalogue

ENGLISH = "en"
WORDLESS = "none"
LATIN = "0123456789"
LEFT, RIGHT = "left", "right"
_ISOLATE, _END = "\u2068", "\u2069"  # FSI and PDI of Unicode's bidirectional algorithm
_OTHER = "other"
_QUOTED = re.compile(r'(?<!\w)"([^"]*[^"\s])"(?!\w)')
# Behind a digit a typewriter's apostrophe is a foot or a minute, unless a letter follows.
_APOSTROPHE = re.compile(r"(?<!\d)'|(?<=\d)'(?=[^\W\d_])")

Form = str
Phrase = Form | Mapping[str, Form]


class Words:
    """A catalogue: `words("maze", number=7)` is the phrase with its blanks filled in.

    language: its tag, as a PDF and an SVG name it. direction: `ltr` or `rtl`. digits: from 0 to 9.
    fonts: the families that suit its script, the best first. wordless: whether it says nothing but
    numbers. teller: which of our languages it is, whose stories stand in a file of their own;
    nothing for a catalogue of the user's.
    """

    def __init__(self, rows: Mapping[str, Any], digits: str = "language", teller: str = "") -> None:
        self.language: str = rows["tag"]
        self.direction: str = rows["direction"]
        self.digits: str = LATIN if digits == "latin" else rows["digits"]
        self.fonts: tuple[str, ...] = tuple(rows["fonts"])
        self.wordless: bool = rows.get("wordless", False)
        self._teller = teller
        self._rows = rows
        self._digits = str.maketrans(LATIN, self.digits)
        self._printed: dict[
            Form, str
        ] = {}  # phrases as they are set, for whenever they are said again

    @property
    def right_to_left(self) -> bool:
        """Whether lines begin at the right, and with them the book."""
        return self.direction == "rtl"

    @property
    def binding(self) -> str:
        """The side on which a book is bound: `left` or `right`."""
        return RIGHT if self.right_to_left else LEFT

    def __call__(self, phrase: str, **blanks: object) -> str:
        """One phrase."""
        return self._format_phrase(self._rows.get(phrase, ""), blanks)

    def say_spoken(self, phrase: str, **blanks: object) -> str:
        """A phrase that is said in place of a picture: one of those that are never printed."""
        return self._format_phrase(self._unprinted.get(phrase, ""), blanks)

    def list_missing_phrases(self) -> list[str]:
        """Such phrases that a catalogue of the user's lacks."""
        return [] if self.wordless else sorted({*read_spoken_phrases(ENGLISH)} - {*self._unprinted})

    def _format_phrase(self, phrase: Phrase, blanks: Mapping[str, object]) -> str:
        form = self._form(phrase, blanks.get("count"))
        if form not in self._printed:
            self._printed[form] = self.set_typographically(form).translate(self._digits)
        return self._printed[form].format(
            **{key: self._filled(value) for key, value in blanks.items()}
        )

    def filled(self, line: str, **blanks: object) -> str:
        """A line that is no phrase of the catalogue, with its blanks filled in."""
        return line.format(**{key: self._filled(value) for key, value in blanks.items()})

    def lines(self, phrase: str) -> list[str]:
        """A phrase that is several paragraphs."""
        return [
            self.set_typographically(line).translate(self._digits)
            for line in self._rows.get(phrase, ())
        ]

    def texts(self) -> Iterator[str]:
        """Every phrase, as it is printed but for its blanks, and the digits."""
        yield self.digits
        for key, phrase in self._rows.items():
            if key not in (*HEAD, SPOKEN):
                yield from (
                    self.set_typographically(text).translate(self._digits)
                    for text in _list_texts(phrase)
                )

    def number(self, value: int | str) -> str:
        """A number, or a text of numbers such as a size, in the digits of the language."""
        return str(value).translate(self._digits)

    def quote(self, text: str) -> str:
        """A text in quotation marks."""
        opening, closing = self._rows["quotes"]
        return f"{opening}{text}{closing}"

    def set_typographically(self, text: str) -> str:
        """A text with an apostrophe for a typewriter's, and what stands between two of its
        quotation marks in ours."""
        if '"' in text:
            opening, closing = self._rows["quotes"] if any(self._rows["quotes"]) else ("“", "”")
            text = _QUOTED.sub(lambda found: f"{opening}{found[1]}{closing}", text)
        return _APOSTROPHE.sub("’", text) if "'" in text else text

    def named(self, kind: str, key: str, otherwise: str) -> str:
        """What a row of a table of names says, such as that of a silhouette; one that is not in it
        has another name."""
        return self.set_typographically(
            self._rows.get(kind, {}).get(key, "" if self.wordless else otherwise)
        )

    def end(self, kind: str, name: str) -> str:
        """A start or a finish as the phrases need it. kind: `start` or `finish`. name: the theme's
        word for it."""
        known = self._rows.get(f"{kind}es" if kind == "finish" else f"{kind}s", {})
        return self.set_typographically(
            known.get(name.replace(" ", "-")) or self(f"own_{kind}", name=name)
        )

    def stories(self, theme: str) -> tuple[str, ...]:
        """The lines above the mazes of one of our themes; OWN has those of any start and finish,
        CHILD of a name."""
        told = (
            theme_stories(theme, self._teller)
            if self._teller
            else self._rows.get("stories", {}).get(theme, ())
        )
        return tuple(map(self.set_typographically, told))

    @property
    def _unprinted(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = (
            read_spoken_phrases(self._teller) if self._teller else self._rows.get(SPOKEN, {})
        )
        return found

    def book(self, template: str) -> Mapping[str, Any]:
        """`title`, `subtitle` and `sections` of one of our books; nothing where the catalogue does
        not name it."""
        found: Mapping[str, Any] = self._rows.get("books", {}).get(template, {})
        return found

    def _form(self, phrase: Phrase, count: object) -> str:
        if isinstance(phrase, str):
            return phrase
        forms = (
            form
            for form, numbers in self._rows["plural"].items()
            if count in numbers and form in phrase
        )
        return phrase[next(forms, _OTHER)]

    def _filled(self, value: object) -> object:
        if isinstance(value, int):
            return self.number(value)
        # What runs the other way, such as an ISBN or a Latin name, is one piece in its line.
        return (
            f"{_ISOLATE}{value}{_END}"
            if _has_other_direction(str(value), self.right_to_left)
            else value
        )


def strip_isolates(text: str) -> str:
    """A text as it is kept and compared: what runs the other way is not set apart."""
    return text.replace(_ISOLATE, "").replace(_END, "")


@templates.cache_by_release
def load_words(language: str, digits: str = "language") -> Words:
    """The catalogue of one of our languages, which must exist. digits: `language` or `latin`."""
    rows = parse_catalogue(templates.read("languages", language), f"language {language}")
    if templates.is_release_in_use():  # what has come since is said in today's words
        with templates.use_release(None):
            rows = _rows_today(language) | rows
    return Words(rows, digits, language)


def _rows_today(language: str) -> dict[str, Any]:
    """The catalogue of a language as it is today; empty where there is none any more."""
    known = language in templates.list_names("languages")
    return (
        parse_catalogue(templates.read("languages", language), f"language {language}")
        if known
        else {}
    )


@templates.cache_by_release
def read_stories(language: str) -> Mapping[str, Any]:
    """The lines above the mazes in one of our languages, by theme."""
    return parse_catalogue(_read_stories_file(language), f"stories {language}")


@templates.cache_by_release
def theme_stories(theme: str, language: str) -> Sequence[str]:
    """Those of one theme: only these are parsed when a book tells them, as there are many others.
    Our files write a theme from `theme = [` to `]`, each where a line begins; a test holds them to
    it."""
    stories = _read_stories_file(language)
    begin = stories.find(f"\n{theme} = [".encode())
    row = stories[begin : stories.index(b"\n]", begin) + 2] if begin >= 0 else b""
    told: Sequence[str] = parse_catalogue(row, f"stories {language}").get(theme, ())
    return told


@templates.cache_by_release
def _read_stories_file(language: str) -> bytes:
    """The file of a language's stories, as it is written; nothing for a language that has none."""
    return (
        templates.read("stories", language) if language in templates.list_names("stories") else b""
    )


@templates.cache_by_release
def read_spoken_phrases(language: str) -> Mapping[str, Any]:
    """What is said in place of pictures in one of our languages: read when a book for screens is
    made."""
    return parse_catalogue(templates.read("spoken", language), f"spoken {language}")


def read_words(content: bytes, where: str, digits: str = "language") -> Words:
    """The catalogue in a file of the user's; refused unless it says all that a book prints."""
    english = parse_catalogue(templates.read("languages", ENGLISH), ENGLISH)
    english |= {"stories": read_stories(ENGLISH), SPOKEN: read_spoken_phrases(ENGLISH)}
    return Words(check_catalogue(parse_catalogue(content, where), english, where), digits)


def _has_other_direction(text: str, right_to_left: bool) -> bool:
    """Whether a text has letters of the other direction or, for a line from right to left, Latin
    digits."""
    against = ("L", "EN") if right_to_left else ("R", "AL")
    return any(unicodedata.bidirectional(character) in against for character in text)


def _list_texts(phrase: Any) -> Iterator[str]:
    if isinstance(phrase, str):
        yield phrase
    elif isinstance(phrase, Mapping | list):
        for part in phrase.values() if isinstance(phrase, Mapping) else phrase:
            yield from _list_texts(part)
