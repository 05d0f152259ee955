"""The words of a book: one catalogue per language, in `templates/languages/` or a user's file.

A phrase is a text with blanks, `"Maze {number}"`; a table of such texts, one of which is chosen by
the number in the blank `count`; or a list of paragraphs. Numbers in a phrase or in its blanks are
written in the language's digits. Text in a blank (a name, code, seed or address) is not changed.
Apostrophes and quotation marks become those of the language in phrases, and in the user's texts
except those that somebody may have to retype.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from puzzlebook.ground import templates
from puzzlebook.language.catalogues import (
    DRAWINGS,
    HEAD,
    SPOKEN,
    check_catalogue,
    parse_catalogue,
)

ENGLISH = "en"
WORDLESS = "none"
LATIN = "0123456789"
LEFT, RIGHT = "left", "right"
_ISOLATE, _END = "\u2068", "\u2069"  # FSI and PDI of Unicode's bidirectional algorithm
_OTHER = "other"
_QUOTED = re.compile(r'(?<!\w)"([^"]*[^"\s])"(?!\w)')
# After a digit, a straight apostrophe means feet or minutes unless a letter follows.
_APOSTROPHE = re.compile(r"(?<!\d)'|(?<=\d)'(?=[^\W\d_])")

Form = str
Phrase = Form | Mapping[str, Form]


class Words:
    """A catalogue: `words("maze", number=7)` is the phrase `maze` with its blanks filled in.

    language: its tag, as in PDF and SVG. direction: `ltr` or `rtl`. digits: its digits from 0 to 9.
    fonts: families that suit its script, best first. wordless: whether books have only numbers.
    own_language: the name of the built-in language whose stories and alt text are in separate
    files; "" for a user's catalogue.
    """

    def __init__(
        self, rows: Mapping[str, Any], digits: str = "language", own_language: str = ""
    ) -> None:
        self.language: str = rows["tag"]
        self.direction: str = rows["direction"]
        self.digits: str = LATIN if digits == "latin" else rows["digits"]
        self.fonts: tuple[str, ...] = tuple(rows["fonts"])
        self.wordless: bool = rows.get("wordless", False)
        self.own_language = own_language
        self._rows = rows
        self._digits = str.maketrans(LATIN, self.digits)
        self._localized: dict[Form, str] = {}  # a cache of `_localize`

    @property
    def right_to_left(self) -> bool:
        """Whether lines and pages run from right to left."""
        return self.direction == "rtl"

    @property
    def binding(self) -> str:
        """The side on which books are bound: `left` or `right`."""
        return RIGHT if self.right_to_left else LEFT

    def __call__(self, phrase: str, **blanks: object) -> str:
        """Return a phrase with its blanks filled in."""
        return self._format_phrase(self._rows.get(phrase, ""), blanks)

    def say_spoken(self, phrase: str, **blanks: object) -> str:
        """Return a phrase of alt text, which is never printed, with its blanks filled in."""
        return self._format_phrase(self._spoken.get(phrase, ""), blanks)

    def list_missing_phrases(self) -> list[str]:
        """List the phrases of alt text that a user's catalogue lacks."""
        return [] if self.wordless else sorted({*read_spoken_phrases(ENGLISH)} - {*self._spoken})

    def _format_phrase(self, phrase: Phrase, blanks: Mapping[str, object]) -> str:
        form = self._choose_form(phrase, blanks.get("count"))
        if form not in self._localized:
            self._localized[form] = self._localize(form)
        return self.fill_blanks(self._localized[form], **blanks)

    def fill_blanks(self, line: str, /, **blanks: object) -> str:
        """Fill in the blanks of a line, such as a story."""
        return line.format(**{key: self._format_value(value) for key, value in blanks.items()})

    def lines(self, phrase: str) -> list[str]:
        """Return the paragraphs of a phrase."""
        return list(map(self._localize, self._rows.get(phrase, ())))

    def texts(self) -> Iterator[str]:
        """Yield the digits, then every phrase as printed, with its blanks unfilled."""
        yield self.digits
        for key, phrase in self._rows.items():
            if key not in (*HEAD, SPOKEN):
                yield from map(self._localize, _list_texts(phrase))

    def _localize(self, text: str) -> str:
        """Return a text with the language's quotation marks and digits."""
        return self.set_typographically(text).translate(self._digits)

    def number(self, value: int | str) -> str:
        """Return a number, or a text with numbers such as a size, in the language's digits."""
        return str(value).translate(self._digits)

    def quote(self, text: str) -> str:
        """Return a text in quotation marks."""
        opening, closing = self._rows["quotes"]
        return f"{opening}{text}{closing}"

    def set_typographically(self, text: str) -> str:
        """Replace straight apostrophes, and pairs of straight quotation marks, by typographic
        ones."""
        if '"' in text:
            opening, closing = self._rows["quotes"] if any(self._rows["quotes"]) else ("“", "”")
            text = _QUOTED.sub(lambda match: f"{opening}{match[1]}{closing}", text)
        return _APOSTROPHE.sub("’", text) if "'" in text else text

    def named(self, kind: str, key: str, otherwise: str) -> str:
        """Return the name under a key in a table of names, such as `silhouettes`; if there is none,
        return `otherwise`, or "" in a wordless catalogue."""
        default = "" if self.wordless else otherwise
        return self.set_typographically(self._rows.get(kind, {}).get(key, default))

    def end(self, kind: str, name: str) -> str:
        """Return the name of a start or a finish, in the form that phrases require.

        kind: `start` or `finish`. name: the theme's word for it.
        """
        names = self._rows.get(f"{kind}es" if kind == "finish" else f"{kind}s", {})
        phrase = names.get(name.replace(" ", "-")) or self(f"own_{kind}", name=name)
        return self.set_typographically(phrase)

    def stories(self, theme: str) -> tuple[str, ...]:
        """Return the lines above the mazes for one of our themes, or for a kind such as OWN."""
        if self.own_language:
            stories = read_theme_stories(theme, self.own_language)
        else:
            stories = self._rows.get("stories", {}).get(theme, ())
        return tuple(map(self.set_typographically, stories))

    def find_drawing_story(self, drawing: str) -> str:
        """Return the line above one of our drawings around a maze; "" if there is none."""
        if self.own_language:
            lines = read_drawing_stories(self.own_language)
        else:
            lines = self._rows.get("stories", {}).get(DRAWINGS, {})
        return self.set_typographically(lines.get(drawing, ""))

    @property
    def _spoken(self) -> Mapping[str, Any]:
        if self.own_language:
            return read_spoken_phrases(self.own_language)
        phrases: Mapping[str, Any] = self._rows.get(SPOKEN, {})
        return phrases

    def book(self, template: str) -> Mapping[str, Any]:
        """Return the `title`, `subtitle` and `sections` of one of our books; empty if the catalogue
        has none."""
        names: Mapping[str, Any] = self._rows.get("books", {}).get(template, {})
        return names

    def _choose_form(self, phrase: Phrase, count: object) -> str:
        if isinstance(phrase, str):
            return phrase
        forms = (
            form
            for form, numbers in self._rows["plural"].items()
            if count in numbers and form in phrase
        )
        return phrase[next(forms, _OTHER)]

    def _format_value(self, value: object) -> object:
        if isinstance(value, int):
            return self.number(value)
        # Isolate text that runs in the other direction, such as an ISBN, from the rest of its line.
        if _has_other_direction(str(value), self.right_to_left):
            return f"{_ISOLATE}{value}{_END}"
        return value


def strip_isolates(text: str) -> str:
    """Return a text without isolates, as texts are stored and compared."""
    return text.replace(_ISOLATE, "").replace(_END, "")


@templates.cache_by_release
def load_words(language: str, digits: str = "language") -> Words:
    """Load the catalogue of one of our languages, which must exist. digits: `language` or
    `latin`."""
    rows = _read_catalogue(language)
    if templates.is_release_in_use():
        # Take phrases that the release lacks from today's catalogue, if we still have the language.
        with templates.use_release(None):
            if language in templates.list_names("languages"):
                rows = _read_catalogue(language) | rows
    return Words(rows, digits, language)


def _read_catalogue(language: str) -> dict[str, Any]:
    kind = (
        "second_languages" if language in templates.list_names("second_languages") else "languages"
    )
    return parse_catalogue(templates.read(kind, language), f"language {language}")


@templates.cache_by_release
def read_stories(language: str) -> Mapping[str, Any]:
    """Read the lines above the mazes in one of our languages, as a mapping from theme to lines, and
    the table of the drawings' lines."""
    return parse_catalogue(_read_stories_file(language), f"stories {language}")


@templates.cache_by_release
def read_theme_stories(theme: str, language: str) -> Sequence[str]:
    """Read the stories of one theme, without parsing those of all other themes.

    In our files a theme extends from `theme = [` to `]`, both at the beginning of a line; a test
    checks this.
    """
    content = _read_stories_file(language)
    begin = content.find(f"\n{theme} = [".encode())
    row = content[begin : content.index(b"\n]", begin) + 2] if begin >= 0 else b""
    stories: Sequence[str] = parse_catalogue(row, f"stories {language}").get(theme, ())
    return stories


@templates.cache_by_release
def read_drawing_stories(language: str) -> Mapping[str, str]:
    """Read the lines above our drawings, which follow the stories of the themes in their file."""
    _, _, table = _read_stories_file(language).partition(f"\n[{DRAWINGS}]\n".encode())
    lines: Mapping[str, str] = parse_catalogue(table, f"stories {language}")
    return lines


@templates.cache_by_release
def _read_stories_file(language: str) -> bytes:
    """Return the content of a language's file of stories; empty if there is none."""
    has_file = language in templates.list_names("stories")
    return templates.read("stories", language) if has_file else b""


@templates.cache_by_release
def read_spoken_phrases(language: str) -> Mapping[str, Any]:
    """Read the phrases of alt text in one of our languages, which only books for screens need."""
    return parse_catalogue(templates.read("spoken", language), f"spoken {language}")


def read_words(content: bytes, where: str, digits: str = "language") -> Words:
    """Read the catalogue in a user's file; refuse it unless it has everything that a book
    prints."""
    english = parse_catalogue(templates.read("languages", ENGLISH), ENGLISH)
    english |= {"stories": read_stories(ENGLISH), SPOKEN: read_spoken_phrases(ENGLISH)}
    return Words(check_catalogue(parse_catalogue(content, where), english, where), digits)


def _has_other_direction(text: str, right_to_left: bool) -> bool:
    """Return whether a text has letters that run in the other direction or, in a right-to-left
    line, Latin digits."""
    opposite = ("L", "EN") if right_to_left else ("R", "AL")
    return any(unicodedata.bidirectional(character) in opposite for character in text)


def _list_texts(phrase: Any) -> Iterator[str]:
    if isinstance(phrase, str):
        yield phrase
    elif isinstance(phrase, Mapping | list):
        for part in phrase.values() if isinstance(phrase, Mapping) else phrase:
            yield from _list_texts(part)
