"""Overrides: values that a caller sets in place of a recipe's own, key by key.

A key is a dotted path: `seed`, `book.title`, `section.warm-up.size`. `section.2.size` belongs to
the second section, `section.*.size` to every section. Keys of [book], [cover] and [worksheet] may
omit the table: `title`. A value on the command line is read as TOML (`12`, `true`, `["a"]`) or, if
it is not valid TOML, as bare text.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin

from puzzlebook.ground.faults import Fault, refuse, suggest_nearest
from puzzlebook.ground.toml_text import parse_toml
from puzzlebook.recipes.audiences import load_audiences
from puzzlebook.recipes.other_names import resolve_name
from puzzlebook.recipes.reading import TABLES, list_fields, name_sections
from puzzlebook.recipes.recipe import MAX_MAZES, Recipe
from puzzlebook.recipes.user_files import is_stage_set
from puzzlebook.recipes.values import format_toml, shorten_value

_OPTIONAL_TABLES = ("book", "cover", "worksheet")  # tables that a key may omit
_FILE_KEYS = ("base", "without")
_VISUAL_KEYS = ("theme", "marks", "answers", "mazes_a_page")
"""Keys of the book that are dropped for a tactile audience, which has its own values for them."""
_DROPPED_BY_AUDIENCE = ("size", "audience")
"""Keys of every section that are dropped when the book gets a new audience."""


class _Conflict(NamedTuple):
    """Keys of a section that are dropped if an amending section sets one of `set_keys`.

    drops: the keys that are dropped. They are kept if the amending section also sets one of
    `unless_set`, or if the section of the base has one of `unless_in_base`.
    """

    set_keys: tuple[str, ...]
    drops: tuple[str, ...]
    unless_set: tuple[str, ...] = ()
    unless_in_base: tuple[str, ...] = ()


_SHAPING_KEYS = ("size", "silhouette", "way")
_ONE_PAGE_KEYS = (
    "shape",
    "silhouette",
    "stage",
    "way",
    "word",
    "collect",
    "bridges",
    "doors",
    "ends",
)
_SECTION_CONFLICTS = (
    # A shape that is stated without a size was chosen for the audience.
    _Conflict(_SHAPING_KEYS, ("shape",), unless_set=("shape",), unless_in_base=("size",)),
    _Conflict(("size",), ("audience", "share")),
    _Conflict(("stage",), ("silhouette", "way"), unless_set=("silhouette", "way")),
    _Conflict(("silhouette", "way"), ("stage",), unless_set=("stage",)),
    _Conflict(("shape", "way", "word", "collect"), ("bridges",), unless_set=("bridges",)),
    _Conflict(("bridges",), ("way", "word", "collect"), unless_set=("way", "word", "collect")),
    _Conflict(("word",), ("way", "collect")),
    _Conflict(("spread",), _ONE_PAGE_KEYS),
)
_NO_WORKSHEETS = {
    "worksheet.only": "to remake one maze of a finished book: puzzlebook rebuild FOLDER --only N; "
    "to make one book of a list: --names"
}
"""Advice on keys that only worksheets have."""
_EXAMPLE = 'give a key and a value, such as title="My mazes" or section.warm-up.size=9x12'


def apply(
    tables: dict[str, Any], overrides: Mapping[str, object], sets: Sequence[str]
) -> Iterator[Fault]:
    """Apply the overrides to the tables, then `sets` (KEY=VALUE each).

    Yield a fault for each entry in `sets` that is not KEY=VALUE, and for each key that cannot be
    set. Unknown keys are reported later, when the recipe is read. `spread`, which drops many other
    keys, is applied first. Shapes are applied last, because a new size drops the book's shape, but
    must not drop a new shape.
    """
    assignments: list[tuple[str, object]] = list(overrides.items())
    for text in sets:
        key, equals, value = text.partition("=")
        if equals:
            assignments.append((key.strip(), _parse_value(_split_key(key.strip()), value.strip())))
        else:
            yield Fault("--set", f"{shorten_value(text)} has no =", _EXAMPLE)
    assignments.sort(key=lambda pair: (pair[0].endswith(".shape"), not pair[0].endswith(".spread")))
    override_keys = {key for key, given in assignments if given is not None}
    for key, given in assignments:
        yield from _apply(tables, key, given, override_keys)


def _apply(
    tables: dict[str, Any], key: str, given: object, override_keys: Collection[str]
) -> Iterator[Fault]:
    """Apply one override. override_keys: the keys of all overrides, which a new audience does not
    drop."""
    parts = _split_key(key)
    if parts == ["level"] and isinstance(given, int):
        parts = ["worksheet", "level"]  # a worksheet's level is a number; a book's is a word
    value = resolve_name(parts[-1], given)
    if value and parts == ["audience"]:
        tables.update(drop_conflicts(tables, {"audience": value}))
        for dropped_key in (
            "look",
            *(key for key in _list_visual_keys(value) if key not in override_keys),
        ):
            tables.pop(dropped_key, None)
    if not all(parts) or parts[0] in _FILE_KEYS:
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


def drop_conflicts(base: Mapping[str, Any], amending: Mapping[str, Any]) -> dict[str, Any]:
    """Return the tables of a base without the keys that conflict with those of an amending recipe.

    A new audience drops every size. A section with a new size drops the book's audience; the other
    sections keep this audience, which also becomes the book's `look`. `_SECTION_CONFLICTS` lists
    the keys that are dropped within a section.
    """
    tables = dict(base)
    old, new = tables.get("section", []), amending.get("section", [])
    if not all(isinstance(rows, list) for rows in (old, new)) or not all(
        isinstance(row, dict) for row in [*old, *new]
    ):
        return tables
    if amending.get("audience"):
        book = _drop_keys(tables, ("look", *_list_visual_keys(amending["audience"])))
        dropped: tuple[str, ...] = _DROPPED_BY_AUDIENCE
        if _list_visual_keys(amending["audience"]):
            dropped = (*dropped, "bridges")  # the lower passage cannot be felt
        return {**book, "section": [_drop_keys(row, dropped) for row in old]}
    tables["section"] = [_drop_keys(row, _list_dropped_keys(row, new)) for row in old]
    sized = [row.get("key") for row in new if row.get("size")]
    if sized and (audience := tables.pop("audience", None)):
        tables["look"] = tables.get("look") or audience
        tables["section"] = [
            row if row.get("size") or row.get("key") in sized else {"audience": audience} | row
            for row in tables["section"]
        ]
    return tables


def _list_dropped_keys(row: Mapping[str, Any], amending: Sequence[Mapping[str, Any]]) -> list[str]:
    """List the keys of a section that conflict with those of amending sections with the same
    key."""
    return [
        key
        for new in amending
        if new.get("key") == row.get("key")
        for conflict in _SECTION_CONFLICTS
        if any(map(new.get, conflict.set_keys))
        and not any(map(new.get, conflict.unless_set))
        and not any(map(row.get, conflict.unless_in_base))
        for key in conflict.drops
    ]


def _drop_keys(row: Mapping[str, Any], keys: Collection[str]) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key not in keys}


def _list_visual_keys(audience: object) -> tuple[str, ...]:
    """List the book's keys that are dropped for this audience: none, unless it is tactile."""
    readers = load_audiences().get(audience) if isinstance(audience, str) else None
    return _VISUAL_KEYS if readers is not None and readers.touch else ()


def format_overrides(overrides: Mapping[str, object], sets: Sequence[str] = ()) -> list[str]:
    """Return the overrides, except the seed, in canonical KEY=VALUE form."""
    assignments = [
        (".".join(parts), resolve_name(parts[-1], value))
        for key, value in overrides.items()
        if value is not None and (parts := _split_key(key)) != ["seed"]
    ]
    for text in sets:
        key, _, value = (part.strip() for part in text.partition("="))
        assignments.append((key, _parse_value(_split_key(key), value)))
    return [
        f"{_shorten_key(key)}={_format_value(_split_key(key), value)}" for key, value in assignments
    ]


def _shorten_key(key: str) -> str:
    """Return a key in the form used in codes: without its table if the table is optional. Keys of
    [worksheet] keep theirs, because old codes include it."""
    bare, parts = key.rpartition(".")[2], _split_key(key)
    if parts[0] == "worksheet":
        return ".".join(parts)
    return bare if _split_key(bare) == parts else key


def _format_value(parts: list[str], value: object) -> str:
    """Return the text that `_parse_value` reads as this value. A size may be the number 6 or the
    text "6"; these count as equal."""
    bare = value if isinstance(value, str) else format_toml(value)
    read = _parse_value(parts, bare)
    return bare if bare == bare.strip() and value in (read, str(read)) else format_toml(value)


def share(total: int, parts: Sequence[int], maximum: Sequence[int] = ()) -> list[int]:
    """Split the total in proportion to the parts, by the largest-remainder method (Hamilton's
    method); ties go to the earlier part.

    maximum: the maximum for each part; 0 for a part without one. If the maxima add up to less than
    the total, they are ignored.
    """
    maximum = maximum or [0] * len(parts)
    if all(maximum) and total > sum(maximum):
        maximum = [0] * len(parts)
    full: dict[int, int] = {}
    while True:
        remaining = [index for index in range(len(parts)) if index not in full]
        shares = _share_freely(total - sum(full.values()), [parts[index] for index in remaining])
        exceeding = {
            index: maximum[index]
            for index, number in zip(remaining, shares, strict=True)
            if 0 < maximum[index] < number
        }
        if not exceeding:
            shared = {**full, **dict(zip(remaining, shares, strict=True))}
            return [shared[index] for index in range(len(parts))]
        full |= exceeding


def _share_freely(total: int, parts: Sequence[int]) -> list[int]:
    """Split the total in proportion to the parts, without limits."""
    parts_total = sum(parts)
    shares = [total * part // parts_total for part in parts]
    by_remainder = sorted(
        range(len(parts)), key=lambda index: (-(total * parts[index] % parts_total), index)
    )
    for index in by_remainder[: total - sum(shares)]:
        shares[index] += 1
    return shares


def split_total(recipe: Recipe, total: object, maximum: Sequence[int] = ()) -> list[int]:
    """Return how many of this many mazes each section gets. maximum: the most mazes of each
    section, as in `share`."""
    if not isinstance(total, int) or isinstance(total, bool):
        raise refuse("mazes", f"{shorten_value(total)} is not a number of mazes", "a whole number")
    if not 1 <= total <= MAX_MAZES:
        raise refuse("mazes", f"a book of {total:,} mazes cannot be made", f"1 to {MAX_MAZES:,}")
    return share(total, [section.mazes for section in recipe.sections], maximum)


def share_mazes(recipe: Recipe, total: object, maximum: Sequence[int] = ()) -> Recipe:
    """Return the recipe with this many mazes in total, shared among its sections. Sections that get
    none are dropped. maximum: the most mazes of each section, as in `share`."""
    pairs = zip(recipe.sections, split_total(recipe, total, maximum), strict=True)
    return recipe.model_copy(
        update={
            "sections": tuple(section.model_copy(update={"mazes": n}) for section, n in pairs if n)
        }
    )


def _split_key(key: str) -> list[str]:
    """Split a key into its parts, adding the table that a bare key omits."""
    parts = key.split(".")
    if len(parts) == 1 and key not in list_fields(""):
        parts = next(
            ([table, key] for table in _OPTIONAL_TABLES if key in list_fields(table)), parts
        )
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
    names = name_sections(tables)
    chosen = [index for index, name in names.items() if wanted in ("*", name)]
    if not chosen and wanted.isdecimal() and int(wanted) - 1 in names:
        chosen = [int(wanted) - 1]
    if not chosen:
        yield Fault(
            ".".join(parts),
            f'there is no section "{wanted}"',
            suggest_nearest(wanted, names.values()),
        )
        return
    # The caller may still hold these lists, so replace them instead of changing them.
    sections = list(tables["section"])
    is_shaping = key in (*_SHAPING_KEYS, "word", "spread")
    if (is_shaping or (key == "stage" and not is_stage_set(str(value)))) and value:
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
    """Return the value of a text, with aliases replaced by the built-in names.

    The text is read as TOML, or taken literally if it is not valid TOML or if the key accepts only
    text.
    """
    return resolve_name(parts[-1], _parse_text(parts, text))


def _parse_text(parts: list[str], text: str) -> object:
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
    return field is not None and _is_only_text(field.annotation)


def _is_only_text(kind: Any) -> bool:
    """Return whether a type is `str` or an optional `str`."""
    if get_origin(kind) is Annotated:
        return _is_only_text(get_args(kind)[0])
    if get_origin(kind) in (Union, UnionType):
        return all(_is_only_text(member) for member in get_args(kind) if member is not NoneType)
    return kind is str
