"""What makes a catalogue of words complete: every key of the English one, with the same blanks, and
none besides.

The tables of names may be shorter in a catalogue of the user's: a silhouette, a shape or a book of
ours that is not named there is called what it is called in English.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from string import Formatter
from typing import Any, TypeGuard

from puzzlebook.ground.faults import Fault, Refused, refuse
from puzzlebook.ground.toml_text import parse_toml

NAMES = ("shapes", "silhouettes", "pictures", "starts", "finishes", "stories", "books", "spoken")
"""The tables that may be shorter in a catalogue of the user's: in most of them a key is a name of
ours."""
SPOKEN = "spoken"
"""What is said in place of pictures, and never printed."""
OWN, CHILD, SHAPE = "own", "child", "shape"
"""Among the stories of our themes: those of any start and finish, those that say a child's name,
those of what an outline shows."""

DIRECTIONS = ("ltr", "rtl")
HEAD = ("about", "tag", "direction", "digits", "quotes", "fonts", "plural", "alphabet")
"""The keys that say something of the language, and are not printed."""
_ROWS = ("made_steps", "made_wall_steps", "count_degrees")  # each has a picture, or a row
_OVERRIDES = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_STORY_BLANKS = {
    OWN: ({"start", "finish"}, {"start", "finish"}),
    CHILD: ({"child", "start", "finish"}, {"start", "finish"}),
    SHAPE: ({"shape"}, set()),
}
"""The blanks of stories, and those of them that a line may do without; the lines of a theme have
none."""
_MOST_SHOWN = 12


def parse_catalogue(content: bytes, where: str) -> dict[str, Any]:
    """The rows of a catalogue's file."""
    try:
        return parse_toml(content.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise refuse(
            where, "is not a catalogue in TOML", "copy templates/languages/en.toml and translate it"
        ) from None


def check_catalogue(
    rows: Mapping[str, Any], english: Mapping[str, Any], where: str
) -> Mapping[str, Any]:
    """The rows, if they are a complete catalogue; else refused with every fault."""
    if faults := list(find_faults(rows, english, where)):
        raise Refused(faults)
    return rows


def find_faults(
    rows: Mapping[str, Any], english: Mapping[str, Any], where: str, whole: bool = False
) -> Iterator[Fault]:
    """What is wrong with a catalogue. whole: whether its tables of names must be complete too."""
    wanted = {key for key in english if key not in NAMES or whole}
    yield from _find_key_faults(rows.keys(), wanted, {*english}, where)
    yield from _find_head_faults(rows, where)
    for key, value in rows.items():
        if key in english and key not in (*HEAD, *NAMES):
            yield from _find_phrase_faults(
                value, english[key], rows.get("plural"), f"{where}: {key}"
            )
        elif key in NAMES:
            yield from _name_faults(key, value, english[key], f"{where}: {key}", whole)
    spoken = rows.get(SPOKEN)
    for key, value in spoken.items() if isinstance(spoken, dict) else ():
        if key in english[SPOKEN]:
            yield from _find_phrase_faults(
                value, english[SPOKEN][key], rows.get("plural"), f"{where}: {SPOKEN}.{key}"
            )


def _find_key_faults(
    keys: Iterable[str], wanted: set[str], known: set[str], where: str
) -> Iterator[Fault]:
    """Keys that are missing, all in one line, and such as nobody knows."""
    if missing := [key for key in sorted(wanted) if key not in set(keys)]:
        shown = ", ".join(missing[:_MOST_SHOWN]) + (
            f" and {len(missing) - _MOST_SHOWN} more" if missing[12:] else ""
        )
        yield Fault(where, f"lacks {shown}", "every key of templates/languages/en.toml")
    if unknown := [key for key in sorted(keys) if key not in known]:
        yield Fault(
            where, f'there is no key "{unknown[0]}"', "the keys of templates/languages/en.toml"
        )


def _find_head_faults(rows: Mapping[str, Any], where: str) -> Iterator[Fault]:
    """What is said of the language itself."""
    for key in ("about", "tag", "alphabet"):
        if key in rows and (not isinstance(rows[key], str) or not rows[key].strip()):
            yield Fault(f"{where}: {key}", "is not text", 'such as tag = "nl"')
    if "direction" in rows and rows["direction"] not in DIRECTIONS:
        yield Fault(f"{where}: direction", f"{rows['direction']!r} is not known", "ltr or rtl")
    digits = rows.get("digits", "0123456789")
    if not isinstance(digits, str) or len(digits) != 10 or len(set(digits)) != 10:
        yield Fault(f"{where}: digits", "are not ten characters", 'such as digits = "0123456789"')
    for key, count in (("quotes", 2), ("fonts", None)):
        value = rows.get(key, ["", ""])
        if not _is_texts(value) or (count and len(value) != count):
            yield Fault(f"{where}: {key}", "is not a list of texts", 'such as quotes = ["“", "”"]')
    yield from _find_plural_faults(rows.get("plural", {}), f"{where}: plural")


def _find_plural_faults(plural: object, where: str) -> Iterator[Fault]:
    numbers = plural.values() if isinstance(plural, dict) else [None]
    if not all(
        isinstance(each, list) and all(isinstance(number, int) for number in each)
        for each in numbers
    ):
        yield Fault(where, "is not a table of lists of numbers", "such as plural = { one = [1] }")


def _find_phrase_faults(
    value: object, english: object, plural: object, where: str
) -> Iterator[Fault]:
    if isinstance(english, list):
        if not _is_texts(value):
            yield Fault(
                where, "is not a list of texts", f"such as {english[0]!r}, in square brackets"
            )
        elif where.endswith(_ROWS) and len(value) != len(english):
            yield Fault(
                where, f"has {len(value)} lines", f"{len(english)}, one for each picture or row"
            )
        else:
            yield from (fault for line in value for fault in _find_text_faults(line, set(), where))
        return
    forms = value if isinstance(value, dict) else {"other": value}
    named = plural if isinstance(plural, dict) else {}
    if "other" not in forms or not {*forms} <= {*named, "other"}:
        yield Fault(
            where, "has other forms than plural and other", f"of {', '.join([*named, 'other'])}"
        )
        return
    blanks = _find_blanks(english["other"] if isinstance(english, dict) else str(english)) or set()
    for form, text in forms.items():
        yield from _find_text_faults(text, blanks, where, {"count"} if form != "other" else set())


def _find_text_faults(
    text: object, blanks: set[str], where: str, optional: Iterable[str] = ()
) -> Iterator[Fault]:
    """blanks: those that the text must have, but for the optional ones."""
    if not isinstance(text, str):
        yield Fault(where, "is not text", "write it in quotes")
        return
    found = _find_blanks(text)
    if found is None or not blanks - set(optional) <= found <= blanks:
        said = ", ".join(f"{{{blank}}}" for blank in sorted(blanks)) or "no blanks"
        shown = (
            "braces that do not pair"
            if found is None
            else ", ".join(f"{{{each}}}" for each in sorted(found))
        )
        yield Fault(where, f"has {shown or 'no blanks'}", f"has to have {said}")
    if control := next(
        (c for c in text if c in _OVERRIDES or unicodedata.category(c) in ("Cc", "Cs")), None
    ):
        yield Fault(
            where, f"holds the control character U+{ord(control):04X}", "text that can be printed"
        )


def _find_blanks(text: str) -> set[str] | None:
    """The names of the blanks of a text; None where its braces do not pair, or hold more than a
    name."""
    try:
        fields = [
            (name, spec, conversion)
            for _, name, spec, conversion in Formatter().parse(text)
            if name is not None
        ]
    except ValueError:
        return None
    plain = all(
        name.isidentifier() and not spec and not conversion for name, spec, conversion in fields
    )
    return {name for name, *_ in fields} if plain else None


def _name_faults(
    kind: str, rows: object, english: Mapping[str, Any], where: str, whole: bool
) -> Iterator[Fault]:
    """A table of names: no other keys than ours, and whole where that is asked for."""
    if not isinstance(rows, dict):
        yield Fault(where, "is not a table", f"write [{kind}] above its lines")
        return
    yield from _find_key_faults(rows.keys(), {*english} if whole else set(), {*english}, where)
    for key, value in rows.items():
        if key not in english or kind == SPOKEN:
            continue
        if kind == "books":
            yield from _find_book_faults(value, english[key], f"{where}.{key}", whole)
        elif kind == "stories":
            lines = value if _is_texts(value) else [None]
            blanks, optional = _STORY_BLANKS.get(key, (set(), set()))
            yield from (
                fault
                for line in lines
                for fault in _find_text_faults(line, blanks, f"{where}.{key}", optional)
            )
        else:
            yield from _find_text_faults(value, set(), f"{where}.{key}")


def _find_book_faults(
    rows: object, english: Mapping[str, Any], where: str, whole: bool
) -> Iterator[Fault]:
    if not isinstance(rows, dict) or not isinstance(rows.get("sections", {}), dict):
        yield Fault(where, "is not a table", "title, subtitle and sections")
        return
    sections, ours = rows.get("sections", {}), english["sections"]
    yield from _find_key_faults(rows.keys(), {*english} if whole else set(), {*english}, where)
    yield from _find_key_faults(
        sections.keys(), {*ours} if whole else set(), {*ours}, f"{where}.sections"
    )
    for key, text in {**{key: rows[key] for key in rows if key != "sections"}, **sections}.items():
        if not isinstance(text, str) or not text.strip():
            yield Fault(f"{where}.{key}", "is not text", "write it in quotes")


def _is_texts(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)
