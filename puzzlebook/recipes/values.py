"""The simple values of a recipe: lines of text, names, seeds, sizes. They are checked when the
recipe is read.

A check returns the normalized value, or raises `Refused`. The `where` of its fault is empty,
because a check does not know the key of the value.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterable
from typing import Annotated, Any, NamedTuple, TypeVar

from pydantic import AfterValidator, ValidationInfo
from pydantic_core import core_schema

from puzzlebook.drawing.drawing import parse_colour
from puzzlebook.ground import templates
from puzzlebook.ground.faults import refuse, suggest_nearest
from puzzlebook.ground.isbn import encode_price
from puzzlebook.ground.lengths import Length, parse_length
from puzzlebook.ground.printed_codes import DIGITS, FINGERPRINT_DIGITS
from puzzlebook.ground.seeds import EDITION, tidy_seed
from puzzlebook.mazes import ENDS, SHAPES, SHORT, Design, Size, find_shape, format_size
from puzzlebook.printers.trims import Trim, trim
from puzzlebook.recipes.audiences import find_audience

T = TypeVar("T")

LONGEST_LINE = 1000  # characters
LONGEST_KEY = 40  # characters
LONGEST_NAME_BYTES = 200
"""The longest name of a book, which also names its folder and its files. Most file systems allow
255 bytes, and we add endings such as `-solution.svg`."""

LIKENESSES = "mazes:"
"""Prefix of a list of the mazes that a book avoids: their likenesses (`Maze.likeness`),
concatenated."""

LEVELS = ("easier", "same", "harder", "1", "2", "3", "4", "5")
"""How hard a pupil's maze is: relative to the class, or on a scale of 1 to 5."""

PRINTS = ("normal", "large", "dyslexic", "tactile")
"""How a sheet is set for pupils with different reading needs."""

HANDS = ("right", "left")
"""The hand with which a pupil writes."""

SEPARATOR = ","
"""The separator between the two languages of a bilingual sheet."""

LOADS = ("support", "core", "extension")
"""How much a pupil has to do in the maze that all pupils share."""

MAX_COPIES = 20
LONGEST_PUPIL = 80  # characters

_SLUG = re.compile(rf"[a-z0-9-]{{1,{LONGEST_KEY}}}", re.ASCII)
RESERVED = {"con", "prn", "aux", "nul"} | {
    f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10)
}
NOT_IN_NAMES = frozenset('<>:"/\\|?*')
_DIRECTION_CONTROLS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def check_line(text: str) -> str:
    """Check one line of printable text in any language; it is kept as written."""
    if not text.strip():
        raise refuse("", "is empty", "write some text, or leave the key out")
    if len(text) > LONGEST_LINE:
        raise refuse("", f"has {len(text):,} characters", f"at most {LONGEST_LINE:,}")
    for character in text:
        _check_character(character)
    return text


def _check_character(character: str) -> None:
    if character in "\n\r\u2028\u2029\x0b\x0c\x85":
        raise refuse("", "holds a line break", "write one line of text")
    if character in _DIRECTION_CONTROLS or unicodedata.category(character) in ("Cc", "Cs"):
        raise refuse(
            "",
            f"holds the control character U+{ord(character):04X}",
            "use text that can be printed",
        )


def check_optional_line(text: str | None) -> str | None:
    """Check one line of text; return None for empty text, with which a recipe drops a text of its
    base."""
    return check_line(text) if text else None


def check_name(name: str) -> str:
    """Check a name for the book's folder and its files, on any operating system."""
    check_line(name)
    if any(character in NOT_IN_NAMES for character in name) or name.startswith("."):
        raise refuse(
            "",
            f'"{name}" is a path, or has a character that no file name may have',
            "use a plain name such as my-mazes",
        )
    if name.partition(".")[0].strip().lower() in RESERVED:
        raise refuse(
            "",
            f'"{name}" is a name that Windows keeps for itself',
            "use a plain name such as my-mazes",
        )
    if name != name.strip() or name.endswith(".") or name.startswith("-"):
        raise refuse(
            "",
            f'"{name}" begins or ends with a character that a file name should not',
            "use a plain name such as my-mazes",
        )
    if len(name.encode()) > LONGEST_NAME_BYTES:
        raise refuse("", "is too long for a file name", f"at most {LONGEST_NAME_BYTES} bytes")
    return name


def check_pupil_name(name: str) -> str:
    """Check a pupil's name, refusing paths, and formulas left behind by a spreadsheet."""
    check_line(name)
    if len(name) > LONGEST_PUPIL:
        raise refuse("", f"the name has {len(name)} characters", f"at most {LONGEST_PUPIL}")
    if name[0] in "=+@":
        raise refuse(
            "",
            f"{shorten_value(name)} begins with {name[0]}, as a formula does",
            "export values, not formulas",
        )
    if name.startswith(("../", "..\\", "/", "\\")):
        raise refuse("", f"{shorten_value(name)} is a path", "write a name as it should be printed")
    return name


def check_slug(key: str) -> str:
    """Check a section's short name, from which the random streams of its mazes are derived."""
    if not _SLUG.fullmatch(key):
        raise refuse(
            "", f'"{key}" is not a key', f"use 1 to {LONGEST_KEY} small letters, digits and hyphens"
        )
    return key


def check_seed(seed: str) -> str:
    """Return the seed in its normal form (see `ground.seeds`)."""
    return tidy_seed(seed, "")


def check_edition(edition: int) -> int:
    if edition != EDITION:
        allowed = f"this puzzlebook knows edition {EDITION}; a newer one may do"
        raise refuse("", f"edition {edition} is unknown", allowed)
    return edition


def check_isbn(text: str) -> str:
    """Check an ISBN of 13 or 10 digits; it keeps its hyphens."""
    digits = text.upper().replace("-", "").replace(" ", "")
    if re.fullmatch("[0-9]{13}", digits):
        is_valid = sum(int(d) * (1, 3)[i % 2] for i, d in enumerate(digits)) % 10 == 0
    elif re.fullmatch("[0-9]{9}[0-9X]", digits):
        is_valid = (
            sum((10 if d == "X" else int(d)) * (10 - i) for i, d in enumerate(digits)) % 11 == 0
        )
    else:
        raise refuse(
            "", f'"{text}" is not an ISBN', "give 13 or 10 digits, with or without hyphens"
        )
    if not is_valid:
        what = f'"{text}" has a typo: its check digit does not match'
        raise refuse("", what, "compare it with what you were given")
    return text


def _check_price(text: str | None) -> str | None:
    encode_price(text or "")
    return text or None


def check_colour(text: str) -> str:
    """Check a colour such as `#2b6cb0`; return it in lower case."""
    try:
        parse_colour(text)
    except ValueError:
        raise refuse(
            "", f'"{text}" is not a colour', "write # and six hexadecimal digits, such as #2b6cb0"
        ) from None
    return text.lower()


def check_among(*allowed: T) -> Callable[[T], T]:
    """Return a check that a value is one of the allowed values."""

    def check(value: T) -> T:
        if value not in allowed:
            raise refuse("", f"{value} is not possible", "allowed: " + ", ".join(map(str, allowed)))
        return value

    return check


def check_template(kind: str, own_files: bool = False) -> Callable[[str], str]:
    """Return a check that a name is a template of this kind, such as `themes`.

    own_files: whether its message mentions the user's own files.
    """

    def check(name: str) -> str:
        if name not in (names := templates.list_names(kind)):
            looks_like_a_file = own_files and ("/" in name or "." in name)
            allowed = suggest_nearest(name, names)
            allowed += " (or a .toml file of yours)" if looks_like_a_file else ""
            raise refuse("", f'there is no {kind.removesuffix("s")} called "{name}"', allowed)
        return name

    return check


def check_language(name: str) -> str:
    """Check the name of a built-in language, or the path of a user's catalogue."""
    return _check_template_or_file("languages", name)


def check_title(text: str) -> str:
    """Check a title; it may be empty, which `Recipe` allows for books without words."""
    return check_line(text) if text.strip() else ""


def check_theme(name: str) -> str:
    """Check the name of a built-in theme, or the path of a user's theme."""
    return _check_template_or_file("themes", name)


def _check_template_or_file(kind: str, name: str) -> str:
    return (
        check_line(name) if name.endswith(".toml") else check_template(kind, own_files=True)(name)
    )


def write_likenesses(likenesses: Iterable[str]) -> str:
    """Return the likenesses as one text, sorted."""
    return LIKENESSES + "".join(sorted(set(likenesses)))


def read_likenesses(text: str) -> set[str]:
    """Return the likenesses in a text written by `write_likenesses`; refuse any other text."""
    digits = text.removeprefix(LIKENESSES)
    length = FINGERPRINT_DIGITS
    if not text.startswith(LIKENESSES) or len(digits) % length or set(digits) - set(DIGITS):
        raise refuse(
            "",
            "this list of mazes is damaged",
            "give the folder of the book, or the list as it was written",
        )
    return {digits[first : first + length] for first in range(0, len(digits), length)}


def check_avoided(text: str) -> str:
    """Check the path of a finished book's folder, or the likenesses that were read from such a
    folder."""
    return text if text.startswith(LIKENESSES) and read_likenesses(text) else check_line(text)


def _check_trim(text: Any) -> Trim:
    return trim(_check_text(text, '"letter" or "6x9"'), "")


def check_length(text: Any) -> Length:
    """Parse a length, such as `12mm`."""
    if isinstance(text, Length):
        return text
    return parse_length(_check_text(text, '"12mm" or "0.5in"'), "")


def _check_text(value: Any, example: str) -> str:
    if not isinstance(value, str):
        what = f"{shorten_value(value)} is not text"
        raise refuse("", what, f"write text in quotes, such as {example}")
    return value


def _check_shape(name: str) -> str:
    return find_shape(name, "").name


def _check_size(value: Any, info: ValidationInfo) -> Size:
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)  # a number of rings, which nobody puts in quotes
    shape = info.data.get("shape")
    text = _check_text(value, '"12x16"')
    return SHAPES[shape].read_size(text, "") if shape else ()


def _check_ends(name: str, info: ValidationInfo) -> str:
    if not name:
        return default_ends(info.data["shape"]) if "shape" in info.data else ""
    choices = (*ENDS, SHORT)
    if name not in choices:
        raise refuse("", f'"{name}" is not a choice for ends', suggest_nearest(name, choices))
    return name


def default_ends(shape: str) -> str:
    """Return the default start and finish of a book's mazes on a tiling.

    They are `apart`, so that their two pictures never touch, unless the finish is in the middle.
    """
    ends = SHAPES[shape].ends
    return "apart" if ends == "far" else ends


def _check_optional_size(value: Any, info: ValidationInfo) -> Size | None:
    return None if value is None or value == "" else _check_size(value, info)


def _check_audience(name: str | None) -> str | None:
    return find_audience(name, "").name if name else None


def shorten_value(value: object) -> str:
    """Return a value as a recipe writes it, shortened to about 60 characters."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:  # as in JSON; TOML has no such value
        return "null"
    if isinstance(value, str):
        return f'"{value}"' if len(value) <= 60 else f'"{value[:57]}…"'
    if isinstance(value, dict):
        return "a table"
    return "a list" if isinstance(value, list | tuple) else str(value)[:60]


def format_toml(value: object) -> str:
    """Return a text, number, truth value or list of these as TOML, which differs from JSON here
    only in how it writes DEL."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


class AsText(NamedTuple):
    """The mark of a key that a recipe writes as text and that is parsed into another type.

    read: parses the recipe's value. write: returns the text of a parsed value. knows_others:
    whether `read` also receives the values of earlier keys. pydantic's own marks would inspect the
    value's type.
    """

    read: Callable[..., Any]
    write: Callable[[Any], str | None]
    knows_others: bool = False

    def __get_pydantic_core_schema__(self, _: object, __: object) -> core_schema.CoreSchema:
        written = core_schema.plain_serializer_function_ser_schema(self.write)
        if self.knows_others:
            return core_schema.with_info_plain_validator_function(self.read, serialization=written)
        return core_schema.no_info_plain_validator_function(self.read, serialization=written)

    def __get_pydantic_json_schema__(self, _: object, __: object) -> dict[str, str]:
        return {"type": "string"}


def _string(value: tuple[Any, ...]) -> str:
    return str(value[0])


Line = Annotated[str, AfterValidator(check_line)]
Title = Annotated[str, AfterValidator(check_title)]
OptionalLine = Annotated[str | None, AfterValidator(check_optional_line)]
OptionalName = Annotated[
    str | None, AfterValidator(lambda name: check_name(name) if name else None)
]
PupilName = Annotated[str, AfterValidator(check_pupil_name)]
OptionalSeed = Annotated[
    str | None, AfterValidator(lambda seed: None if seed is None else check_seed(seed))
]
OptionalIsbn = Annotated[
    str | None, AfterValidator(lambda text: check_isbn(text) if text else None)
]
OptionalPrice = Annotated[str | None, AfterValidator(_check_price)]
OptionalAudience = Annotated[str | None, AfterValidator(_check_audience)]
OptionalColour = Annotated[
    str | None, AfterValidator(lambda text: check_colour(text) if text else None)
]
Slug = Annotated[str, AfterValidator(check_slug)]
Edition = Annotated[int, AfterValidator(check_edition)]
ShapeName = Annotated[str, AfterValidator(_check_shape)]
Ends = Annotated[str, AfterValidator(_check_ends)]

Page = Annotated[Trim, AsText(read=_check_trim, write=_string)]
OptionalLength = Annotated[
    Length | None,
    AsText(
        read=lambda text: None if text is None else check_length(text),
        write=lambda value: None if value is None else value.text,
    ),
]


def _check_collect(value: Any) -> tuple[int, int] | None:
    """Parse the number of props on a path: a number, or `3-6`."""
    if value is None or value == "":
        return None
    text = "" if isinstance(value, bool) else str(value)
    match = re.fullmatch(r"([0-9]{1,3})(?:\s*-\s*([0-9]{1,3}))?", text)
    minimum, maximum = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not 1 <= minimum <= maximum:
        what = f"{shorten_value(value)} is not a number of things"
        raise refuse("", what, 'write a number such as 5, or "3-6"')
    return minimum, maximum


def _collect_text(value: tuple[int, int] | None) -> str | None:
    return None if value is None else "-".join(map(str, dict.fromkeys(value)))


def _check_bridges(value: Any) -> str | None:
    """Parse the number of bridges in a maze: a number, or `5%` of its cells."""
    if value is None or value == "":
        return None
    return Design.read_bridge_count("" if isinstance(value, bool) else value, "")


def _bridges_value(value: str | None) -> int | str | None:
    return int(value) if value and value.isdecimal() else value


def _check_wall(value: Any) -> tuple[int, int] | None:
    """Parse the columns and rows of a wall: `6x5`."""
    if value is None or value == "":
        return None
    return Design.read_wall(str(value), "")


OptionalWall = Annotated[
    tuple[int, int] | None,
    AsText(read=_check_wall, write=lambda wall: None if wall is None else format_size(wall)),
]


def _check_ages(value: Any) -> tuple[int, int] | None:
    """Parse the first and the last age of readers: `7-10`."""
    if value is None or value == "":
        return None
    match = re.fullmatch(r"([0-9]{1,2})\s*[-–]\s*([0-9]{1,2})", str(value))
    first, last = (int(match[1]), int(match[2])) if match else (0, 0)
    if not 1 <= first < last:
        what = f"{shorten_value(value)} is not a range of ages"
        raise refuse("", what, 'write the first and the last, such as "7-10"')
    return first, last


def _ages_text(value: tuple[int, int] | None) -> str | None:
    return None if value is None else "-".join(map(str, value))


OptionalAges = Annotated[tuple[int, int] | None, AsText(read=_check_ages, write=_ages_text)]
OptionalCollect = Annotated[
    tuple[int, int] | None, AsText(read=_check_collect, write=_collect_text)
]
OptionalBridges = Annotated[str | None, AsText(read=_check_bridges, write=_bridges_value)]
OptionalSize = Annotated[
    Size | None,
    AsText(
        read=_check_optional_size,
        write=lambda size: None if size is None else format_size(size),
        knows_others=True,
    ),
]
