"""Checks of a catalogue of words: it must have exactly the keys of the English catalogue, each with
the same blanks.

In a user's catalogue, tables of names may lack keys. A built-in silhouette, shape or book that such
a table omits keeps its English name.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from string import Formatter
from typing import Any, TypeGuard

from puzzlebook.ground.faults import Fault, Refused, list_some, refuse
from puzzlebook.ground.toml_text import parse_toml

NAMES = ("shapes", "silhouettes", "pictures", "starts", "finishes", "stories", "books", "spoken")
"""The tables that may lack keys in a user's catalogue. The keys of most of them are built-in
names."""
OPTIONAL = (
    "rights",
    "book_edition",
    "language_edition",
    "owner",
    "find",
    "quest",
    "bridges_hint",
    "contents_up_to",
)
"""The phrases that a user's catalogue may lack; books then go without them."""
SPOKEN = "spoken"
"""The table of alt text for pictures, which is never printed."""
OWN, ANY, CHILD, SHAPE = "own", "any", "child", "shape"
"""Kinds of stories that are not tied to a theme: with the names of start and finish, without any
name, with a child's name, and about what a silhouette shows."""
DRAWINGS = "drawings"
"""The table of stories with one line for each drawing around a maze, by the drawing's name."""

DIRECTIONS = ("ltr", "rtl")
HEAD = ("about", "tag", "direction", "digits", "quotes", "fonts", "plural", "alphabet")
"""The keys that describe the language, and that are not printed."""
_FIXED_LISTS = ("made_steps", "made_wall_steps", "count_degrees")  # one line per picture or row
# The control characters that change the direction of text.
_DIRECTION_CONTROLS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_STORY_BLANKS = {
    OWN: ({"start", "finish"}, {"start", "finish"}),
    CHILD: ({"child", "start", "finish"}, {"start", "finish"}),
    SHAPE: ({"shape"}, set()),
}
"""Mapping from a kind of story to its allowed blanks, and those of them that are optional. The
lines of a theme have no blanks."""
_MAX_SHOWN = 12  # missing keys that a fault lists


def parse_catalogue(content: bytes, where: str) -> dict[str, Any]:
    """Parse the content of a catalogue's file."""
    try:
        return parse_toml(content.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        allowed = "copy templates/languages/en.toml and translate it"
        raise refuse(where, "is not a language file in TOML", allowed) from None


def check_catalogue(
    rows: Mapping[str, Any], english: Mapping[str, Any], where: str
) -> Mapping[str, Any]:
    """Return the rows if they are a valid catalogue; otherwise refuse them with every fault."""
    if faults := list(find_faults(rows, english, where)):
        raise Refused(faults)
    return rows


def find_faults(
    rows: Mapping[str, Any], english: Mapping[str, Any], where: str, all_names: bool = False
) -> Iterator[Fault]:
    """Yield the faults of a catalogue. all_names: whether tables of names must be complete as
    well."""
    required = {key for key in english if key not in (*NAMES, *OPTIONAL) or all_names}
    yield from _find_key_faults(rows.keys(), required, {*english}, where)
    yield from _find_head_faults(rows, where)
    for key, value in rows.items():
        if key in english and key not in (*HEAD, *NAMES):
            yield from _find_phrase_faults(
                value, english[key], rows.get("plural"), f"{where}: {key}"
            )
        elif key in NAMES:
            yield from _find_name_faults(key, value, english[key], f"{where}: {key}", all_names)
    spoken = rows.get(SPOKEN)
    for key, value in spoken.items() if isinstance(spoken, dict) else ():
        if key in english[SPOKEN]:
            yield from _find_phrase_faults(
                value, english[SPOKEN][key], rows.get("plural"), f"{where}: {SPOKEN}.{key}"
            )


def _find_key_faults(
    keys: Iterable[str], required: set[str], allowed: set[str], where: str
) -> Iterator[Fault]:
    """Yield one fault for all missing keys, and one for the first unknown key."""
    if missing := sorted(required - set(keys)):
        names = list_some(missing, _MAX_SHOWN)
        yield Fault(where, f"lacks {names}", "give every key of templates/languages/en.toml")
    if unknown := sorted(set(keys) - allowed):
        what = f'there is no key "{unknown[0]}"'
        yield Fault(where, what, "use only the keys of templates/languages/en.toml")


def _find_head_faults(rows: Mapping[str, Any], where: str) -> Iterator[Fault]:
    for key in ("about", "tag", "alphabet"):
        if key in rows and (not isinstance(rows[key], str) or not rows[key].strip()):
            yield Fault(f"{where}: {key}", "is not text", 'write text, such as tag = "nl"')
    if "direction" in rows and rows["direction"] not in DIRECTIONS:
        yield Fault(
            f"{where}: direction", f"{rows['direction']!r} is not known", "write ltr or rtl"
        )
    digits = rows.get("digits", "0123456789")
    if not isinstance(digits, str) or len(digits) != 10 or len(set(digits)) != 10:
        yield Fault(
            f"{where}: digits", "are not ten characters", 'write ten, such as digits = "0123456789"'
        )
    for key, count in (("quotes", 2), ("fonts", None)):
        value = rows.get(key, ["", ""])
        if not _is_texts(value) or (count and len(value) != count):
            yield Fault(
                f"{where}: {key}",
                "is not a list of texts",
                'write a list, such as quotes = ["“", "”"]',
            )
    yield from _find_plural_faults(rows.get("plural", {}), f"{where}: plural")


def _find_plural_faults(plural: object, where: str) -> Iterator[Fault]:
    rows = plural.values() if isinstance(plural, dict) else [None]
    if not all(
        isinstance(row, list) and all(isinstance(number, int) for number in row) for row in rows
    ):
        yield Fault(
            where,
            "is not a table of lists of numbers",
            "write a table, such as plural = { one = [1] }",
        )


def _find_phrase_faults(
    value: object, english: object, plural: object, where: str
) -> Iterator[Fault]:
    if isinstance(english, list):
        if not _is_texts(value):
            example = f"such as {english[0]!r}, in square brackets"
            yield Fault(where, "is not a list of texts", example)
        elif where.endswith(_FIXED_LISTS) and len(value) != len(english):
            expected = f"{len(english)}, one for each picture or row"
            yield Fault(where, f"has {len(value)} lines", expected)
        else:
            yield from (fault for line in value for fault in _find_text_faults(line, set(), where))
        return
    forms = value if isinstance(value, dict) else {"other": value}
    allowed = [*(plural if isinstance(plural, dict) else {}), "other"]
    if "other" not in forms or not {*forms} <= {*allowed}:
        what = "has other forms than plural and other"
        yield Fault(where, what, f"of {', '.join(allowed)}")
        return
    blanks = _find_blanks(english["other"] if isinstance(english, dict) else str(english)) or set()
    for form, text in forms.items():
        yield from _find_text_faults(text, blanks, where, {"count"} if form != "other" else set())


def _find_text_faults(
    text: object, blanks: set[str], where: str, optional: Iterable[str] = ()
) -> Iterator[Fault]:
    """Yield the faults of a text. blanks: the allowed blanks, all of which are required except
    those in `optional`."""
    if not isinstance(text, str):
        yield Fault(where, "is not text", "write it in quotes")
        return
    own = _find_blanks(text)
    if own is None:
        yield Fault(where, "has braces that do not pair", f"has to have {_list_blanks(blanks)}")
    elif not blanks - set(optional) <= own <= blanks:
        yield Fault(where, f"has {_list_blanks(own)}", f"has to have {_list_blanks(blanks)}")
    if control := next(
        (c for c in text if c in _DIRECTION_CONTROLS or unicodedata.category(c) in ("Cc", "Cs")),
        None,
    ):
        what = f"holds the control character U+{ord(control):04X}"
        yield Fault(where, what, "use text that can be printed")


def _list_blanks(blanks: Iterable[str]) -> str:
    return ", ".join(f"{{{blank}}}" for blank in sorted(blanks)) or "no blanks"


def _find_blanks(text: str) -> set[str] | None:
    """Return the names of a text's blanks; None if braces do not match or contain more than a
    name."""
    try:
        fields = [
            (name, spec, conversion)
            for _, name, spec, conversion in Formatter().parse(text)
            if name is not None
        ]
    except ValueError:
        return None
    if any(not name.isidentifier() or spec or conversion for name, spec, conversion in fields):
        return None
    return {name for name, *_ in fields}


def _find_name_faults(
    kind: str, rows: object, english: Mapping[str, Any], where: str, all_names: bool
) -> Iterator[Fault]:
    """Yield the faults of a table of names. all_names: whether it must have all keys of the English
    table."""
    if not isinstance(rows, dict):
        yield Fault(where, "is not a table", f"write [{kind}] above its lines")
        return
    yield from _find_key_faults(rows.keys(), {*english} if all_names else set(), {*english}, where)
    for key, value in rows.items():
        if key not in english or kind == SPOKEN:
            continue
        if kind == "books":
            yield from _find_book_faults(value, english[key], f"{where}.{key}", all_names)
        elif key == DRAWINGS:
            yield from _find_name_faults(DRAWINGS, value, english[key], f"{where}.{key}", all_names)
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
    rows: object, english: Mapping[str, Any], where: str, all_names: bool
) -> Iterator[Fault]:
    if not isinstance(rows, dict) or not isinstance(rows.get("sections", {}), dict):
        yield Fault(where, "is not a table", "write a table with title, subtitle and sections")
        return
    sections, english_sections = rows.get("sections", {}), {*english["sections"]}
    yield from _find_key_faults(rows.keys(), {*english} if all_names else set(), {*english}, where)
    yield from _find_key_faults(
        sections, english_sections if all_names else set(), english_sections, f"{where}.sections"
    )
    for key, text in {**{key: rows[key] for key in rows if key != "sections"}, **sections}.items():
        if not isinstance(text, str) or not text.strip():
            yield Fault(f"{where}.{key}", "is not text", "write it in quotes")


def _is_texts(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(text, str) for text in value)
