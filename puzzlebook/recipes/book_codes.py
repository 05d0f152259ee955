"""Book codes: printed codes from which whole books are rebuilt.

    book-1:ages-7-8:owl:page=a4:..size=9x12:7q4k2m9x0c-k
    │      │        │   │                   │          └ check character
    │      │        │   │                   └ fingerprint of the fully resolved recipe
    │      │        │   └ overrides of the template, each KEY=VALUE
    │      │        └ seed
    │      └ template
    └ edition

    book-1:7q4k2m9x0c-k

is the short form. It is used if a book depends on the user's files or on a class list, or if the
long form would exceed 120 characters. The short form identifies the recipe but does not contain it,
so that rebuilding the book requires the recipe as well.

Text (seeds and values)
    Lower-case letters, digits, full stops and hyphens are written as they are, a space as `_`, a
    capital X as `+x`. A text with any other character is written as `++` and its UTF-8 bytes in
    base 32 (see `printed_codes.encode_letters`).
Keys
    As for `--set`, but `section.KEY.size` is written `.KEY.size`, and `section.*.size` is `..size`.
Fingerprint
    `printed_codes.fingerprint` of the recipe as JSON (see `fingerprint_recipe`): 50 bits as 10
    digits of base 32.
Check character
    ISO/IEC 7064, MOD 37,36, as in a maze code, computed over all preceding letters and digits.

Case and white space are ignored, so a code may be broken across lines. In base 32, `o` is read as
0, and `i` and `l` as 1.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from puzzlebook.ground import templates
from puzzlebook.ground.faults import Refused, refuse
from puzzlebook.ground.printed_codes import (
    DIGITS,
    LOOKALIKES,
    check_character,
    clean_typed_code,
    decode_letters,
    encode_letters,
    fingerprint,
    suggest_code_correction,
)
from puzzlebook.ground.seeds import EDITION
from puzzlebook.mazes import format_size
from puzzlebook.recipes.files import (
    DEFAULT_LEVEL,
    Loaded,
    decide_seed,
    load_unshared,
    share_loaded,
)
from puzzlebook.recipes.overrides import format_overrides
from puzzlebook.recipes.path_rewriting import names_files
from puzzlebook.recipes.readers import choose_sizes
from puzzlebook.recipes.reading import TABLES, list_fields
from puzzlebook.recipes.recipe import Recipe
from puzzlebook.recipes.user_files import load_stage_sets
from puzzlebook.recipes.writing import recipe_tables

LONGEST = 120  # characters, of the long form

OVERRIDE_ORDER = (
    "seed", "name", "mazes", "book.title", "book.author", "book.subtitle", "book.publisher",
    "book.isbn", "book.dedication", "book.child", "language", "fonts", "volume", "page", "printer",
    "audience", "level", "texture", "theme", "start", "finish", "marks", "walls",
    "section.*.shape", "section.*.size", "section.*.silhouette", "section.*.edge", "section.*.way",
    "section.*.bridges", "section.*.stage", "section.*.questions", "booklet", "worksheet.order",
    "worksheet.key",
    "worksheet.split", "worksheet.only", "worksheet.time", "worksheet.wall", "book.certificate",
    "section.*.word", "worksheet.loads", "worksheet.why", "section.*.spread", "book.series",
    "book.year",
)  # fmt: skip
"""The recipe keys that have command-line options of their own, in the order in which codes list
them."""

_HEAD = "book-"
_TEMPLATE = "[a-z0-9]+(-[a-z0-9]+)*"
"""Pattern of a template's name. It excludes paths, because codes name no files."""

_READABLE = "[a-zA-Z0-9. -]*"
_TEXT = r"(?:[a-z0-9._-]|\+[a-z])*"
_LAST_FIELD = f"([{DIGITS}]{{10}})-([0-9a-z])"
_CODE_ON_PAGE = r"(?i)book-[0-9]+:(?:[^:]{1,120}:){0,60}?[0-9a-z]{10}-[0-9a-z]"
_EXAMPLE = "a book code looks like book-1:ages-7-8:owl:7q4k2m9x0c-k"


@dataclass(frozen=True)
class BookCode:
    """The contents of a book's code; a short code has no template, seed or overrides.

    overrides: changes to the template, each KEY=VALUE, as for `--set`.
    """

    fingerprint: str
    template: str | None = None
    seed: str = ""
    overrides: tuple[str, ...] = ()
    edition: int = EDITION

    def __str__(self) -> str:
        fields = [f"{_HEAD}{self.edition}"]
        if self.template:
            fields += [
                self.template,
                _encode_text(self.seed),
                *map(_encode_override, self.overrides),
            ]
        body = ":".join([*fields, self.fingerprint])
        return f"{body}-{check_character(body)}"


def make_book_code(
    recipe: Recipe,
    files: Mapping[str, bytes],
    loaded: Loaded,
    overrides: Mapping[str, object],
    sets: Sequence[str] = (),
) -> BookCode:
    """Return the code of a settled recipe's book, in the long form if possible.

    files: the contents of the user's files that the book is made from, by name. loaded, overrides,
    sets: the origin of the recipe.
    """
    short_code = BookCode(fingerprint_recipe(recipe, files))
    if loaded.template is None:
        stated = read_code_line(loaded.head)
        return stated if stated and stated.fingerprint == short_code.fingerprint else short_code
    if files or recipe.pupils or names_files(recipe_tables(recipe)):
        return short_code
    changes = format_overrides(overrides, sets)
    if recipe.walls and not any(text.startswith("walls=") for text in changes):
        changes.append(f"walls={recipe.walls}")  # a settled recipe states its theme's walls
    needed = tuple(_drop_needless_overrides(recipe, loaded.template, changes))
    long_code = BookCode(short_code.fingerprint, loaded.template, recipe.seed or "", needed)
    if not _is_same_recipe(recipe, loaded.template, needed) or len(str(long_code)) > LONGEST:
        return short_code
    return long_code


def write_code_line(code: BookCode) -> str:
    """Return the first line of a finished book's recipe.toml: a comment with the book's code, so
    that a book made from this recipe gets the same code."""
    return f"# {code}\n"


def read_code_line(head: str) -> BookCode | None:
    """Read the code in the first line of a recipe; None if there is none."""
    try:
        return read_book_code(head.removeprefix("# "))
    except Refused:
        return None


def resolve_code(
    code: BookCode, where: str = "book code", level: str | None = DEFAULT_LEVEL
) -> Recipe:
    """Return the settled recipe that a code's template, seed and overrides give with today's
    templates.

    level: the level if the overrides state none; None for books made before levels existed.
    """
    assert code.template is not None
    if code.template not in templates.list_names("books"):
        what = f"its template {code.template!r} is not a book of this puzzlebook"
        raise refuse(where, what, "add --recipe with the recipe.toml of the book")
    try:
        unshared = _load_template(code.template, code.seed, code.overrides, level)
        return decide_seed(share_loaded(*unshared))
    except Refused as refused:
        what = f"its template {code.template!r} does not accept its settings: {refused.faults[0]}"
        raise refuse(where, what, "add --recipe with the recipe.toml of the book") from None


def fingerprint_recipe(recipe: Recipe, files: Mapping[str, bytes]) -> str:
    """Return the fingerprint of a settled recipe's canonical JSON, which identifies the recipe.

    Keys with their default value are omitted, so that keys added in later versions change no
    fingerprint. Values that the audience decides (theme, marks, codes and grids) are included.
    Templates that have changed since the first release are included as well: see
    `_hash_changed_templates`.
    """
    rows = {
        key: value
        for key, value in recipe_tables(recipe).items()
        if key not in ("about", "edition")
    }
    sums = {name: sha256(content).hexdigest() for name, content in files.items()}
    content = {"edition": recipe.edition, "files": sums, "recipe": _drop_defaults("", rows)}
    sizes = zip(recipe.sections, choose_sizes(recipe), strict=True)
    if grids := {
        row.key: format_size(size) for row, size in sizes if row.audience or recipe.audience
    }:
        content["grids"] = grids
    if (changed := _hash_changed_templates(recipe)) is not None:
        content["texts"] = changed
    return fingerprint(json.dumps(content, sort_keys=True, separators=(",", ":")).encode())


def _hash_changed_templates(recipe: Recipe) -> str | None:
    """Return the SHA-256 of the templates whose contents a book depends on: its language, its
    stories, its theme, the shapes and sets of stages if it uses any and, for worksheets, the
    templates that decide which mazes are equally hard.

    None if these templates are as in the first release, or if there is no release yet.
    """
    if not (releases := templates.releases()):
        return None
    names = [f"languages/{recipe.language}", f"stories/{recipe.language}", f"themes/{recipe.theme}"]
    names += ["levels", "stars"] if recipe.worksheet else []
    if load_stage_sets().keys() & set(map(recipe.stage_of, recipe.sections)):
        names.append("stage_sets")
    if any(map(recipe.stage_of, recipe.sections)):
        names.append("stage_shapes")
    files = [f"{name}.toml" for name in names if not name.endswith(".toml")]
    contents = [templates.read_content(file) for file in files]
    with templates.use_release(releases[-1]):
        if contents == [templates.read_content(file) for file in files]:
            return None
    return sha256(b"".join(b"%d:%b," % (len(text), text) for text in contents)).hexdigest()


def _drop_defaults(table: str, rows: Mapping[str, Any]) -> dict[str, Any]:
    """Return a recipe's table without the keys that have their default value."""
    stated = {}
    for key, value in rows.items():
        if key in TABLES and isinstance(value, dict):
            value = _drop_defaults(key, value)
        elif key in TABLES and isinstance(value, list):
            value = [_drop_defaults(key, row) for row in value]
        default = list_fields(table)[key].default
        if value not in ({}, list(default) if isinstance(default, tuple) else default):
            stated[key] = value
    return stated


def read_book_code(text: str, where: str = "book code") -> BookCode:
    """Read the code in a text, ignoring case and line breaks; refuse a text without a valid
    code."""
    head, *between, last = clean_typed_code(text).split(":") if ":" in text else ("", "")
    if not re.fullmatch(rf"{_HEAD}[0-9]{{1,9}}", head) or len(between) == 1:
        raise refuse(where, f"{text!r} is not a book code", _EXAMPLE)
    digits, _, check = last.partition("-")
    digits = digits.translate(LOOKALIKES)
    between = [_replace_lookalikes(field) for field in between]
    body = ":".join([head, *between, digits])
    if check_character(body) != check:
        raise refuse(
            where,
            f"{text!r} has a typo: its check character does not match",
            suggest_code_correction(body, check),
        )
    if head != f"{_HEAD}{EDITION}":
        allowed = f"this puzzlebook knows edition {EDITION}; a newer one may do"
        raise refuse(where, f"edition {head.removeprefix(_HEAD)} is unknown", allowed)
    if not re.fullmatch(_LAST_FIELD, f"{digits}-{check}"):
        raise refuse(where, f"{text!r} is not a book code", _EXAMPLE)
    if not between:
        return BookCode(digits)
    template, seed, *overrides = between
    if not re.fullmatch(_TEMPLATE, template):
        raise refuse(where, f"{template!r} is not the name of a template", _EXAMPLE)
    try:
        return BookCode(digits, template, _decode_text(seed), tuple(map(_read_override, overrides)))
    except ValueError:
        raise refuse(where, f"{text!r} is not a book code", _EXAMPLE) from None


def is_book_code(text: str) -> bool:
    """Return whether a text looks like a book code, valid or not."""
    return clean_typed_code(text).startswith(_HEAD) and ":" in text


def find_book_code(page: str) -> BookCode | None:
    """Find the book code in the text of a page, across line breaks; None if there is none."""
    text = clean_typed_code(page)
    for start in re.finditer(_HEAD, text, re.IGNORECASE):
        if match := re.compile(_CODE_ON_PAGE).match(text, start.start()):
            try:
                return read_book_code(match[0])
            except Refused:
                continue
    return None


def break_code(code: str, fits: Callable[[str], bool]) -> list[str]:
    """Break a code into lines that fit, after colons where possible."""
    lines = [""]
    for field in re.findall("[^:]+:?", code):
        if lines[-1] and not fits(lines[-1] + field):
            lines.append("")
        for character in field:
            if lines[-1] and not fits(lines[-1] + character):
                lines.append("")
            lines[-1] += character
    return lines


def list_differences(was: Recipe, now: Recipe) -> list[str]:
    """List the differences between two recipes, one line for each key: `section.warm-up.size was
    6x8, is 7x9`."""
    old, new = _flatten(recipe_tables(was)), _flatten(recipe_tables(now))
    return [
        f"{key} was {old.get(key, 'left out')}, is {new.get(key, 'left out')}"
        for key in dict.fromkeys([*old, *new])
        if old.get(key) != new.get(key)
    ]


def _flatten(value: object, path: str = "") -> dict[str, object]:
    """Return a mapping from dotted keys to the values in nested tables."""
    if isinstance(value, dict):
        rows = {f"{path}.{key}".lstrip("."): item for key, item in value.items()}
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        rows = {f"{path}.{item.get('key', number)}": item for number, item in enumerate(value, 1)}
    else:
        return {path: value}
    return {
        key: leaf for inner, item in rows.items() for key, leaf in _flatten(item, inner).items()
    }


def _load_template(
    template: str, seed: str, sets: Sequence[str], level: str | None = DEFAULT_LEVEL
) -> tuple[Loaded, object]:
    """Load a template's recipe with this seed and these overrides, as `load_unshared` does. level:
    used unless the overrides state one."""
    overrides: dict[str, object] = {"seed": seed}
    for text in sets:
        if text.startswith("mazes="):
            total = text.removeprefix("mazes=")
            overrides["mazes"] = int(total) if total.isdecimal() else total
    other_sets = [text for text in sets if not text.startswith("mazes=")]
    return load_unshared(template, overrides, other_sets, level)


def _drop_needless_overrides(recipe: Recipe, template: str, sets: Sequence[str]) -> list[str]:
    """Return the overrides that make a difference, in lower case unless their case matters."""
    needed = list(sets)
    for text in sets:
        index = needed.index(text)
        before, after = needed[:index], needed[index + 1 :]
        lowered = [*before, text.lower(), *after]
        if _is_same_recipe(recipe, template, [*before, *after]):
            needed = [*before, *after]
        elif text != text.lower() and _is_same_recipe(recipe, template, lowered):
            needed = lowered
    return needed


def _is_same_recipe(recipe: Recipe, template: str, sets: Sequence[str]) -> bool:
    """Return whether a template with these overrides gives this settled recipe."""
    try:
        loaded, total = _load_template(template, recipe.seed or "", sets)
        if not _may_become(loaded, total, recipe):
            return False
        settled = decide_seed(share_loaded(loaded, total))
    except Refused:
        return False
    return recipe_tables(settled) == recipe_tables(recipe)


def _may_become(loaded: Loaded, total: object, recipe: Recipe) -> bool:
    """Return whether a loaded recipe may be this settled one once its mazes are shared, which takes
    long: that changes how many mazes a section has, and neither their sum nor anything else, except
    that sections without any are dropped."""
    found, wanted = (
        sum(section.mazes for section in of.sections) for of in (loaded.recipe, recipe)
    )
    if wanted not in ((found, loaded.recipe.mazes) if total is None else (total,)):
        return False
    unshared, expected = recipe_tables(decide_seed(loaded)), recipe_tables(recipe)
    sections = [_drop_mazes(row) for row in unshared.pop("section")]
    kept = [_drop_mazes(row) for row in expected.pop("section")]
    return unshared == expected and all(row in sections for row in kept)


def _drop_mazes(section: Mapping[str, object]) -> dict[str, object]:
    """Return the table of a section without the number of its mazes."""
    return {key: value for key, value in section.items() if key != "mazes"}


# Encoding text in the characters that a code may contain


def _encode_text(text: str) -> str:
    if not re.fullmatch(_READABLE, text):
        return f"++{encode_letters(text)}"
    return re.sub("[A-Z]", lambda capital: f"+{capital[0].lower()}", text).replace(" ", "_")


def _decode_text(text: str) -> str:
    if text.startswith("++"):
        digits = text.removeprefix("++")
        if encode_letters(decoded := decode_letters(digits)) != digits:
            raise ValueError(text)
        return decoded
    if not re.fullmatch(_TEXT, text):
        raise ValueError(text)
    return re.sub(r"\+([a-z])", lambda capital: capital[1].upper(), text.replace("_", " "))


def _replace_lookalikes(field: str) -> str:
    """Replace the look-alikes in a field's base 32, if it has any, by the digits they stand for."""
    before, encoded, digits = field.partition("++")
    return before + encoded + digits.translate(LOOKALIKES)


def _encode_override(text: str) -> str:
    key, _, value = text.partition("=")
    if key.startswith("section."):
        key = key.removeprefix("section").replace(".*.", "..")
    return f"{key}={_encode_text(value)}"


def _read_override(text: str) -> str:
    key, equals, value = text.partition("=")
    if not equals or not re.fullmatch("[a-z0-9._-]+", key):
        raise ValueError(text)
    if key.startswith("."):
        key = "section" + (f".*{key[1:]}" if key.startswith("..") else key)
    return f"{key}={_decode_text(value)}"
