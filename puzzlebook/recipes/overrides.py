"""What a caller changes in a recipe, key by key.

A key is written with points: `seed`, `book.title`, `section.warm-up.size`; `section.2.size` is the
second section's, `section.*.size` that of every section. A key that stands in [book], [cover] or
[worksheet] may be written without it: `title`. A value on the command line is TOML (`12`, `true`,
`["a"]`), or else bare text.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from puzzlebook.ground.faults import Fault, refuse, suggest_nearest
from puzzlebook.ground.toml_text import parse_toml
from puzzlebook.recipes.audiences import load_audiences
from puzzlebook.recipes.other_names import resolve_name
from puzzlebook.recipes.reading import TABLES, list_fields, name_sections
from puzzlebook.recipes.recipe import MOST_MAZES, Recipe
from puzzlebook.recipes.values import format_toml, shorten_value

_UNNAMED = ("book", "cover", "worksheet")
_OF_A_FILE = ("base", "without")
_SHAPED = ("size", "silhouette", "way")
"""What takes the place of a shape that was chosen for readers."""
_FOR_EYES = ("theme", "marks", "answers", "mazes_a_page")
"""What a recipe for readers who see says of its pages, and what those who feel have their own
of."""
_NO_WORKSHEETS = {
    "worksheet.only": "one maze of a book that is made: puzzlebook rebuild FOLDER --only N; one book of a list: --names"
}
"""What to do about keys that only worksheets have."""
_EXAMPLE = 'such as title="My mazes" or section.warm-up.size=9x12'


def apply(
    tables: dict[str, Any], overrides: Mapping[str, object], sets: Sequence[str]
) -> Iterator[Fault]:
    """Change the tables by overrides, then by texts of the form KEY=VALUE.

    A fault for each that has another form or no place in them. (Unknown keys are found on reading.)
    Shapes come last: a size that is asked for takes the place of the shape that the book had, not
    of one that is asked for as well.
    """
    asked: list[tuple[str, object]] = list(overrides.items())
    for text in sets:
        key, equals, value = text.partition("=")
        if equals:
            asked.append((key.strip(), _parse_value(_split_key(key.strip()), value.strip())))
        else:
            yield Fault("--set", f"{shorten_value(text)} has no =", _EXAMPLE)
    asked.sort(key=lambda pair: pair[0].endswith(".shape"))
    named = {key for key, given in asked if given is not None}
    for key, given in asked:
        yield from _apply(tables, key, given, named)


def _apply(
    tables: dict[str, Any], key: str, given: object, named: Collection[str]
) -> Iterator[Fault]:
    """Change one key. named: all that are changed, which no new readers undo."""
    parts = _split_key(key)
    value = resolve_name(parts[-1], given)
    if value and parts == ["audience"]:
        tables.update(drop_conflicts(tables, {"audience": value}))
        for gone in ("look", *(key for key in _unfelt(value) if key not in named)):
            tables.pop(gone, None)
    if not all(parts) or parts[0] in _OF_A_FILE:
        yield Fault(key or "--set", "this key cannot be set", _EXAMPLE)
    elif parts[0] == "worksheet" and "worksheet" not in tables:
        yield Fault(
            key,
            "this book has no worksheets",
            _NO_WORKSHEETS.get(key, "that is for the book worksheet"),
        )
    elif parts[0] != "section":
        _put(tables, parts, value)
    elif len(parts) != 3:
        yield Fault(key, "names no key of a section", _EXAMPLE)
    else:
        yield from _put_in_sections(tables, parts, value)


def drop_conflicts(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """The tables that are amended, without what cannot stand beside what amends them.

    A section's grid follows its size or its readers. New readers of the book take the place of all
    sizes; a section's new size takes the place of its readers, which stay with the other sections
    and give the book its look. Where the grid follows readers the shape was chosen for them: a new
    size, silhouette or way takes its place too. Readers who feel the page have marks and a theme of
    their own.
    """
    tables = dict(under)
    old = tables.get("section", [])
    new = over.get("section", [])
    if (
        not isinstance(old, list)
        or not isinstance(new, list)
        or not all(isinstance(row, dict) for row in [*old, *new])
    ):
        return tables
    if over.get("audience"):
        for gone in ("look", *_unfelt(over["audience"])):
            tables.pop(gone, None)
        kept = [
            {key: value for key, value in row.items() if key not in ("size", "audience")}
            for row in old
        ]
        return {**tables, "section": kept}
    reshaped = [
        row.get("key") for row in new if any(map(row.get, _SHAPED)) and not row.get("shape")
    ]
    tables["section"] = old = [
        {key: value for key, value in row.items() if key != "shape"}
        if row.get("key") in reshaped and not row.get("size")
        else row
        for row in old
    ]
    sized = [row.get("key") for row in new if row.get("size")]
    if not sized:
        return tables
    audience = tables.pop("audience", None)
    tables.update({"look": tables.get("look") or audience} if audience else {})
    tables["section"] = [
        {key: value for key, value in row.items() if key not in ("audience", "share")}
        if row.get("key") in sized
        else ({"audience": audience} if audience and not row.get("size") else {}) | row
        for row in old
    ]
    return tables


def _unfelt(audience: object) -> tuple[str, ...]:
    """The keys of a recipe for the eye that do not suit these readers: none, unless they feel the
    page."""
    readers = load_audiences().get(audience) if isinstance(audience, str) else None
    return _FOR_EYES if readers is not None and readers.touch else ()


def format_overrides(overrides: Mapping[str, object], sets: Sequence[str] = ()) -> list[str]:
    """What a caller asks for, but for the seed, as texts of the form KEY=VALUE, each said in one
    way."""
    asked = [
        (".".join(parts), resolve_name(parts[-1], value))
        for key, value in overrides.items()
        if value is not None and (parts := _split_key(key)) != ["seed"]
    ]
    for text in sets:
        key, _, value = (part.strip() for part in text.partition("="))
        asked.append((key, _parse_value(_split_key(key), value)))
    return [f"{_short(key)}={_format_value(_split_key(key), value)}" for key, value in asked]


def _short(key: str) -> str:
    """A key as codes say it: without its table where it needs none, but for [worksheet], which old
    codes name."""
    bare, parts = key.rpartition(".")[2], _split_key(key)
    if parts[0] == "worksheet":
        return ".".join(parts)
    return bare if _split_key(bare) == parts else key


def _format_value(parts: list[str], value: object) -> str:
    """The text that `_parse_value` reads as this value. (A size of 6 is the same as a number and as
    text.)"""
    bare = value if isinstance(value, str) else format_toml(value)
    read = _parse_value(parts, bare)
    return bare if bare == bare.strip() and value in (read, str(read)) else format_toml(value)


def share(total: int, parts: Sequence[int]) -> list[int]:
    """The total in proportion to the parts, by largest remainder (Hamilton's method); ties go to
    the earlier part."""
    whole = sum(parts)
    shares = [total * part // whole for part in parts]
    by_remainder = sorted(
        range(len(parts)), key=lambda place: (-(total * parts[place] % whole), place)
    )
    for place in by_remainder[: total - sum(shares)]:
        shares[place] += 1
    return shares


def share_mazes(recipe: Recipe, total: object) -> Recipe:
    """The recipe with this many mazes in all, shared among its sections. A section that gets none
    vanishes."""
    if not isinstance(total, int) or isinstance(total, bool):
        raise refuse("mazes", f"{shorten_value(total)} does not do", "a whole number")
    if not 1 <= total <= MOST_MAZES:
        raise refuse("mazes", f"a book of {total:,} mazes cannot be made", f"1 to {MOST_MAZES:,}")
    shares = share(total, [section.mazes for section in recipe.sections])
    pairs = zip(recipe.sections, shares, strict=True)
    return recipe.model_copy(
        update={
            "sections": tuple(section.model_copy(update={"mazes": n}) for section, n in pairs if n)
        }
    )


def _split_key(key: str) -> list[str]:
    """The steps of a key, with the table that a bare one stands in."""
    parts = key.split(".")
    if len(parts) == 1 and key not in list_fields(""):
        parts = next(([table, key] for table in _UNNAMED if key in list_fields(table)), parts)
    return parts


def _put(tables: dict[str, Any], parts: list[str], value: object) -> None:
    *outer, last = parts
    for step in outer:
        inner = tables.get(step)
        if step == "margins" and isinstance(inner, str):
            inner = dict.fromkeys(list_fields("margins"), inner)
        tables[step] = tables = dict(inner) if isinstance(inner, dict) else {}
    tables[last] = value


def _put_in_sections(tables: dict[str, Any], parts: list[str], value: object) -> Iterator[Fault]:
    _, wanted, key = parts
    places = name_sections(tables)
    chosen = [index for index, place in places.items() if wanted in ("*", place)]
    if not chosen and wanted.isdecimal() and int(wanted) - 1 in places:
        chosen = [int(wanted) - 1]
    if not chosen:
        yield Fault(
            ".".join(parts),
            f'there is no section "{wanted}"',
            suggest_nearest(wanted, places.values()),
        )
        return
    # The tables may be shared with a caller's: new ones take their place.
    sections = list(tables["section"])
    if key in _SHAPED and value:
        sized = drop_conflicts(
            tables,
            {"section": [{"key": sections[index].get("key"), key: value} for index in chosen]},
        )
        sections = sized.pop("section")
        tables.pop("audience", None)
        tables.update(sized)
    for index in chosen:
        sections[index] = {**sections[index], key: value}
    tables["section"] = sections


def _parse_value(parts: list[str], text: str) -> object:
    """The value that a text is: TOML, or the text itself where it is none or where only text will
    do; names as ours."""
    return resolve_name(parts[-1], _read(parts, text))


def _read(parts: list[str], text: str) -> object:
    try:
        parsed = parse_toml(f"value = {text}")
    except (ValueError, RecursionError):
        return text
    value = parsed.get("value")
    if len(parsed) != 1 or (not isinstance(value, str) and _takes_only_text(parts)):
        return text
    return value


def _takes_only_text(parts: list[str]) -> bool:
    table = parts[0] if len(parts) > 1 and parts[0] in TABLES else ""
    field = list_fields(table).get(parts[-1])
    return field is not None and _only_text(field.annotation)


def _only_text(kind: Any) -> bool:
    """Whether a type is text, or text or nothing."""
    if get_origin(kind) is Annotated:
        return _only_text(get_args(kind)[0])
    if get_origin(kind) in (Union, UnionType):
        return all(_only_text(member) for member in get_args(kind) if member is not NoneType)
    return kind is str
