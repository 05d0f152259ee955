"""The small values of a recipe: lines of text, names, seeds, sizes. Each is checked once, when the
recipe is read.

A check returns the value as it is kept, or raises `Refused`. The fault's place is empty: a value
does not know its key.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable
from typing import Annotated, Any, NamedTuple, TypeVar

from pydantic import AfterValidator, ValidationInfo
from pydantic_core import core_schema

from puzzlebook.drawing.drawing import parse_colour
from puzzlebook.ground import templates
from puzzlebook.ground.faults import refuse, suggest_nearest
from puzzlebook.ground.lengths import Length, parse_length
from puzzlebook.ground.seeds import EDITION, tidy_seed
from puzzlebook.mazes import ENDS, SHAPES, Size, find_shape, format_size
from puzzlebook.printers.trims import Trim, trim
from puzzlebook.recipes.audiences import find_audience
from puzzlebook.recipes.avoided_mazes import LIKENESSES, read_likenesses

T = TypeVar("T")

LONGEST_LINE = 1000
LONGEST_KEY = 40
LONGEST_NAME_BYTES = 200
"""A folder and its files are called after a book; most file systems end at 255 bytes, and
`-solution.svg` is ours."""

LEVELS = ("easier", "same", "harder", "1", "2", "3", "4", "5")
"""How hard a pupil's maze is: beside the class's, or by itself."""

PRINTS = ("normal", "large")
MOST_COPIES = 20
LONGEST_PUPIL = 80

_SLUG = re.compile(rf"[a-z0-9-]{{1,{LONGEST_KEY}}}", re.ASCII)
RESERVED = {"con", "prn", "aux", "nul"} | {
    f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10)
}
NOT_IN_NAMES = frozenset('<>:"/\\|?*')
_OVERRIDES = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def check_line(text: str) -> str:
    """One line of printable text in any language, as it was written."""
    if not text.strip():
        raise refuse("", "is empty", "write some text, or leave the key out")
    if len(text) > LONGEST_LINE:
        raise refuse("", f"has {len(text):,} characters", f"at most {LONGEST_LINE:,}")
    for character in text:
        _check_character(character)
    return text


def _check_character(character: str) -> None:
    if character in "\n\r\u2028\u2029\x0b\x0c\x85":
        raise refuse("", "holds a line break", "one line of text")
    if character in _OVERRIDES or unicodedata.category(character) in ("Cc", "Cs"):
        raise refuse(
            "", f"holds the control character U+{ord(character):04X}", "text that can be printed"
        )


def check_optional_line(text: str | None) -> str | None:
    """One line of text, or None. Empty text says that there is none: so a recipe can drop what its
    base gave."""
    return check_line(text) if text else None


def check_name(name: str) -> str:
    """A name for the book's folder and its files, on any system."""
    check_line(name)
    if any(character in NOT_IN_NAMES for character in name) or name.startswith("."):
        raise refuse(
            "",
            f'"{name}" is a path, or holds what no file name may',
            "a plain name such as my-mazes",
        )
    if name.partition(".")[0].strip().lower() in RESERVED:
        raise refuse(
            "", f'"{name}" is a name that Windows keeps for itself', "a plain name such as my-mazes"
        )
    if name != name.strip() or name.endswith(".") or name.startswith("-"):
        raise refuse(
            "",
            f'"{name}" begins or ends with what a file name should not',
            "a plain name such as my-mazes",
        )
    if len(name.encode()) > LONGEST_NAME_BYTES:
        raise refuse("", "is too long for a file name", f"at most {LONGEST_NAME_BYTES} bytes")
    return name


def check_pupil_name(name: str) -> str:
    """A pupil's name as it can be printed: no formula that a spreadsheet left behind, and no
    path."""
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
        raise refuse("", f"{shorten_value(name)} is a path", "a name as it should be printed")
    return name


def check_slug(key: str) -> str:
    """A section's short name. It is part of the maze keys, so it is plain."""
    if not _SLUG.fullmatch(key):
        raise refuse(
            "", f'"{key}" is not a key', f"1 to {LONGEST_KEY} small letters, digits and hyphens"
        )
    return key


def check_seed(seed: str) -> str:
    """The seed in its normal form (see `seeds`)."""
    return tidy_seed(seed, "")


def check_edition(edition: int) -> int:
    """An edition of the generator that this puzzlebook knows."""
    if edition != EDITION:
        raise refuse(
            "",
            f"edition {edition} is unknown",
            f"this puzzlebook knows edition {EDITION}; a newer one may do",
        )
    return edition


def check_isbn(text: str) -> str:
    """An ISBN of 13 or 10 digits whose check digit is right, with the hyphens it was typed with."""
    digits = text.upper().replace("-", "").replace(" ", "")
    if re.fullmatch("[0-9]{13}", digits):
        right = sum(int(d) * (1, 3)[i % 2] for i, d in enumerate(digits)) % 10 == 0
    elif re.fullmatch("[0-9]{9}[0-9X]", digits):
        right = sum((10 if d == "X" else int(d)) * (10 - i) for i, d in enumerate(digits)) % 11 == 0
    else:
        raise refuse("", f'"{text}" is not an ISBN', "13 or 10 digits, with or without hyphens")
    if not right:
        raise refuse(
            "",
            f'"{text}" has a slip: its check digit does not fit',
            "compare it with what you were given",
        )
    return text


def check_colour(text: str) -> str:
    """A colour as the web writes it."""
    try:
        parse_colour(text)
    except ValueError:
        raise refuse(
            "", f'"{text}" is not a colour', "# and six hexadecimal digits, such as #2b6cb0"
        ) from None
    return text.lower()


def check_among(*allowed: T) -> Callable[[T], T]:
    """The check that a value is one of these."""

    def check(value: T) -> T:
        if value not in allowed:
            raise refuse("", f"{value} is not offered", "allowed: " + ", ".join(map(str, allowed)))
        return value

    return check


def check_template(kind: str, own_files: bool = False) -> Callable[[str], str]:
    """The check that a name is that of a template of this kind (`themes`). own_files: or of a
    user's file."""

    def check(name: str) -> str:
        if name not in (known := templates.list_names(kind)):
            own = (
                " (or a .toml file of yours)" if own_files and ("/" in name or "." in name) else ""
            )
            raise refuse(
                "",
                f'no {kind.removesuffix("s")} is called "{name}"',
                suggest_nearest(name, known) + own,
            )
        return name

    return check


def check_language(name: str) -> str:
    """The name of one of our languages, or the path of a user's own catalogue."""
    return (
        check_line(name)
        if name.endswith(".toml")
        else check_template("languages", own_files=True)(name)
    )


def check_title(text: str) -> str:
    """A title. Only a book without words has none (see `Recipe`)."""
    return check_line(text) if text.strip() else ""


def check_theme(name: str) -> str:
    """The name of one of our themes, or the path of a user's own."""
    return (
        check_line(name)
        if name.endswith(".toml")
        else check_template("themes", own_files=True)(name)
    )


def check_avoided(text: str) -> str:
    """A folder, or the likenesses that were read from one (see `likeness`)."""
    return text if text.startswith(LIKENESSES) and read_likenesses(text) else check_line(text)


def _check_trim(text: Any) -> Trim:
    return trim(_text(text, '"letter" or "6x9"'), "")


def check_length(text: Any) -> Length:
    """A length in one of our units."""
    return text if isinstance(text, Length) else parse_length(_text(text, '"12mm" or "0.5in"'), "")


def _text(value: Any, example: str) -> str:
    if not isinstance(value, str):
        raise refuse(
            "", f"{shorten_value(value)} is not text", f"text in quotes, such as {example}"
        )
    return value


def _check_shape(name: str) -> str:
    return find_shape(name, "").name


def _check_size(value: Any, info: ValidationInfo) -> Size:
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)  # rings are one number, and nobody quotes a number
    shape = info.data.get("shape")
    text = _text(value, '"12x16"')
    return SHAPES[shape].read_size(text, "") if shape else ()


def _check_ends(name: str, info: ValidationInfo) -> str:
    if not name:
        return default_ends(info.data["shape"]) if "shape" in info.data else ""
    if name not in ENDS:
        raise refuse("", f'no ends are called "{name}"', suggest_nearest(name, ENDS))
    return name


def default_ends(shape: str) -> str:
    """Where the mazes of a book start and end unless told otherwise: apart, so that a picture at
    one end never stands beside that at the other, but where the middle is the goal."""
    ends = SHAPES[shape].ends
    return "apart" if ends == "far" else ends


def _check_optional_size(value: Any, info: ValidationInfo) -> Size | None:
    return None if value is None or value == "" else _check_size(value, info)


def _check_audience(name: str | None) -> str | None:
    return find_audience(name, "").name if name else None


def shorten_value(value: object) -> str:
    """A value as the recipe writes it, short enough for one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:  # as JSON says it: TOML has none
        return "null"
    if isinstance(value, str):
        return f'"{value}"' if len(value) <= 60 else f'"{value[:57]}…"'
    if isinstance(value, dict):
        return "a table"
    return "a list" if isinstance(value, list | tuple) else str(value)[:60]


def format_toml(value: object) -> str:
    """A text, number, truth value or list of them as TOML. JSON writes those as TOML does, but for
    one character."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


class AsText(NamedTuple):
    """The mark of a key whose value is a text in a recipe, and something else once that is read.

    read: the value of a text, or of what else may stand there. write: its text. knows_others:
    whether it is read by the keys before it. pydantic's own marks for this would have it look into
    the value's type.
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
    """How many things lie on a way: a number, or `3-6`."""
    if value is None or value == "":
        return None
    found = (
        re.fullmatch(r"([0-9]{1,3})(?:\s*-\s*([0-9]{1,3}))?", str(value))
        if not isinstance(value, bool)
        else None
    )
    least, most = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not 1 <= least <= most:
        raise refuse(
            "", f"{shorten_value(value)} is no number of things", 'a number such as 5, or "3-6"'
        )
    return least, most


def _collect_text(value: tuple[int, int] | None) -> str | None:
    return None if value is None else "-".join(map(str, dict.fromkeys(value)))


def _check_ages(value: Any) -> tuple[int, int] | None:
    """The ages of readers, from and to: `7-10`."""
    if value is None or value == "":
        return None
    found = re.fullmatch(r"([0-9]{1,2})\s*[-–]\s*([0-9]{1,2})", str(value))
    first, last = (int(found[1]), int(found[2])) if found else (0, 0)
    if not 1 <= first < last:
        raise refuse(
            "", f"{shorten_value(value)} are no ages", 'the first and the last, such as "7-10"'
        )
    return first, last


def _ages_text(value: tuple[int, int] | None) -> str | None:
    return None if value is None else "-".join(map(str, value))


OptionalAges = Annotated[tuple[int, int] | None, AsText(read=_check_ages, write=_ages_text)]
OptionalCollect = Annotated[
    tuple[int, int] | None, AsText(read=_check_collect, write=_collect_text)
]
OptionalSize = Annotated[
    Size | None,
    AsText(
        read=_check_optional_size,
        write=lambda size: None if size is None else format_size(size),
        knows_others=True,
    ),
]
