"""Finding a recipe (a built-in book or a TOML file) and applying its bases and overrides.

Bases
    `base` names another recipe: a built-in book or a file. Relative paths in a recipe are relative
    to its own file. Tables are merged key by key, and the amending recipe's values take precedence.
    `size` and `audience` exclude each other: the key that the amending recipe sets replaces the
    other. A [[section]] whose key occurs in the base amends the base's section; any other section
    is added at the end.
    `without` drops sections of the base. `name` and `about` are not inherited. A recipe with an
    `audience` but with neither a base nor a section amends the built-in book for that audience.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from puzzlebook.ground import templates
from puzzlebook.ground.faults import Fault, Refused, format_choices, refuse, suggest_nearest
from puzzlebook.ground.seeds import make_seed
from puzzlebook.language.words import ENGLISH, Words, load_words
from puzzlebook.printers.trims import fold_paper, trim
from puzzlebook.recipes.audiences import load_audiences
from puzzlebook.recipes.level_sizes import follows_level, report_idle_level, resolve_sizes
from puzzlebook.recipes.missing_pictures import drop_lost_pictures
from puzzlebook.recipes.other_names import guess_book, resolve_names
from puzzlebook.recipes.overrides import apply, drop_conflicts, share_mazes, split_total
from puzzlebook.recipes.path_rewriting import move_paths
from puzzlebook.recipes.readers import merge_crowded
from puzzlebook.recipes.reading import read_tables
from puzzlebook.recipes.recipe import Recipe
from puzzlebook.recipes.toml_files import parse_recipe_text, read_toml, read_toml_bytes
from puzzlebook.recipes.translation import (
    RecipeFile,
    add_titles,
    is_catalogue,
    name_later_volume,
    name_theme,
    report_english_titles,
    report_inherited_texts,
    resolve_words,
    translate_book,
    translate_titles,
)
from puzzlebook.recipes.user_files import FILE, is_stage_set
from puzzlebook.recipes.values import check_name, shorten_value

HOME = "home"
LOOSE_SHEETS = "sheets"
DEFAULT_BOOK = "ages-7-8"
DEFAULT_LEVEL = "normal"
DRAWS_WHEN_EVEN = 20
"""The default number of draws for each maze that is kept in a section with even steps."""
_MAX_BASES = 50

LISTS = (".csv", ".tsv", ".xlsx", ".xls", ".ods", ".numbers")
_NOT_INHERITED = ("name", "about")

_GRID_KEYS = frozenset(
    {"shape", "size", "share", "audience", "silhouette", "way", "ends", "word", "collect"}
)
"""The keys that decide how hard a section's mazes are, or which mazes have room for a letter of the
secret sentence."""

Tables = dict[str, Any]


class Loaded(NamedTuple):
    """A recipe and its origin.

    folder: the folder that its paths are relative to: the file's own or, for a built-in book, the
    current folder. stem: the file's name without its extension. template: the name of the built-in
    book; None for a user's file. head: the first line of a user's file. remarks: notes for the
    user.
    """

    recipe: Recipe
    folder: Path
    stem: str
    template: str | None
    head: str = ""
    remarks: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name of the book's folder: the recipe's `name` or, without one, the file's stem."""
        return self.recipe.name or self.stem


def load(
    book: str = DEFAULT_BOOK,
    overrides: Mapping[str, object] | None = None,
    sets: Sequence[str] = (),
    level: str | None = DEFAULT_LEVEL,
) -> Loaded:
    """Load a recipe and apply `overrides` by key, then `sets` (KEY=VALUE each).

    book: the name of a built-in book, or a path. Overrides that are None are ignored; `mazes` is
    the book's total, shared among its sections. level: the level if the recipe states none; None
    for the behaviour before levels existed. If the recipe of a finished book states no level, it
    gets none, because the book is older than levels.
    """
    return share_loaded(*load_unshared(book, overrides, sets, level))


def load_unshared(
    book: str = DEFAULT_BOOK,
    overrides: Mapping[str, object] | None = None,
    sets: Sequence[str] = (),
    level: str | None = DEFAULT_LEVEL,
) -> tuple[Loaded, object]:
    """Load a recipe with as many mazes as each section states, and the book's total if one is
    given. The arguments are those of `load`, which also shares the total among the sections. That
    takes longer, because it counts the drawings that fit."""
    path, template = _find_recipe(book, Path(), book)
    where = str(path) if template is None else book
    # The paths in a built-in book come from the caller, relative to the current folder.
    folder = Path() if template else path.parent
    given = {key: value for key, value in (overrides or {}).items() if value is not None}
    layers = _read_chain(path, where, template)
    tables = _merge_chain(layers)
    total = given.pop("mazes", tables.pop("mazes", None))
    faults = [*apply(tables, given, sets)]
    words = _find_translation_words(tables, folder)
    is_later = tables.get("volume", 1) != 1
    theme = _find_theme(tables)
    if words or is_later or theme:
        # The overrides may set language, volume and theme, so the texts of our books are chosen
        # only now.
        layers = [_choose_texts(layer, words, is_later, theme) for layer in layers]
        tables = _merge_chain(layers)
        tables.pop("mazes", None)
        faults = [*apply(tables, given, sets)]
    title_remarks: list[str] = []
    titles = tables.pop("headings", None)
    if template is None and "base" not in layers[0].tables:
        file_language = layers[0].tables.get("language", ENGLISH)
        tables, title_remarks = _translate_recipe(
            tables, file_language, "language" in given, folder
        )
    if titles is not None:
        tables = _fill_titles(tables, titles, folder)
    if isinstance(tables.get("about"), str):
        del tables["about"]  # it describes the recipe as written, without overrides
    if not tables.get("name"):
        faults += _find_stem_faults(path)
    if "pdf" not in tables and _is_screen(tables.get("page")):
        tables["pdf"] = "screen"
    if tables.get("rising") and _has_other_boards(layers, given, sets):
        del tables["rising"]
    if level and not any(map(_is_of_finished_book, layers)):
        tables.setdefault("level", level)
        if tables.get("grade") == "even":
            tables.setdefault("draws", DRAWS_WHEN_EVEN)
    has_sizes_of_level = follows_level(tables)
    size_levels, size_faults = resolve_sizes(tables)
    recipe = _fold_recipe(_read_or_refuse(tables, faults + size_faults))
    if size_levels:
        from puzzlebook.recipes.size_limits import limit_sizes

        recipe = limit_sizes(recipe, size_levels)
    remarks = (
        *report_inherited_texts(layers, tables),
        *title_remarks,
    )
    if recipe.level and not any(map(_is_of_finished_book, layers)):
        remarks += tuple(report_idle_level(recipe, has_sizes_of_level))
    keys = [*given, *(text.partition("=")[0].strip() for text in sets)]
    user_keys = _find_requested_sections(layers, keys)
    if any(section.outlines for section in recipe.sections):
        from puzzlebook.recipes.child_outlines import settle_outlines

        recipe = settle_outlines(recipe, user_keys)
    if any(layer.template for layer in layers):
        recipe, dropped = drop_lost_pictures(recipe, user_keys)
        recipe, merged = merge_crowded(recipe)
        remarks += (*dropped, *merged)
    return Loaded(recipe, folder, path.stem, template, layers[0].head, remarks), total


def share_loaded(loaded: Loaded, total: object) -> Loaded:
    """Return a loaded recipe with the book's total shared among its sections. Without a total, only
    the mazes of one of our books are shared, if a section has more than drawings that fit."""
    recipe, folder = loaded.recipe, loaded.folder
    if total is None:
        own = [section.mazes for section in recipe.sections]
        if not loaded.template or not _has_too_many(recipe, folder, own):
            return loaded
        total = recipe.mazes
    if recipe.wall:
        raise refuse("mazes", "a wall has as many sheets as its size says", "leave it out")
    # To fit all drawings is slow, and none sets a maximum if each section has enough of them.
    is_bounded = _has_too_many(recipe, folder, split_total(recipe, total))
    max_mazes = _find_max_mazes(recipe, folder) if is_bounded else []
    return loaded._replace(recipe=share_mazes(recipe, total, max_mazes))


def _find_max_mazes(recipe: Recipe, folder: Path, needed: Sequence[int] | None = None) -> list[int]:
    """Return the maximum number of mazes for each section, as in `order_stages`; an empty list if
    no section shows a set of stages."""
    if not any(is_stage_set(recipe.stage_of(section)) for section in recipe.sections):
        return []
    from puzzlebook.recipes.assets import read_theme
    from puzzlebook.recipes.order_stages import find_max_mazes

    return find_max_mazes(recipe, read_theme(recipe.theme, folder)[0], needed)


def _has_too_many(recipe: Recipe, folder: Path, mazes: Sequence[int]) -> bool:
    """Return whether a section would have more mazes than drawings that fit. mazes: of each
    section."""
    max_mazes = _find_max_mazes(recipe, folder, mazes)
    return any(0 < maximum < number for number, maximum in zip(mazes, max_mazes, strict=False))


def _read_head(path: Path, where: str) -> str:
    """Return the first line of a recipe's file."""
    return read_toml_bytes(path, where).partition(b"\n")[0].decode("utf-8", "replace")


def _is_of_finished_book(layer: RecipeFile) -> bool:
    """Return whether a file is the recipe of a finished book, which states everything that decides
    the book's mazes."""
    return layer.head.startswith("# book-")


def _is_screen(page: object) -> bool:
    """Return whether a page size is meant for screens; such books get a screen PDF by default."""
    with suppress(Refused):
        return isinstance(page, str) and trim(page).clear is not None
    return False


def _translate_recipe(
    tables: Tables, file_language: object, is_overridden: bool, folder: Path
) -> tuple[Tables, list[str]]:
    """Return the tables of a user's recipe, and remarks on texts that are not in its language.

    file_language: the language that the file names. is_overridden: whether an override sets the
    language; if so, texts taken from our built-in books are translated.
    """
    names, language = templates.list_names("languages"), tables.get("language", ENGLISH)
    if (
        file_language not in names
        or language not in names
        or not isinstance(tables.get("book"), dict)
    ):
        return tables, []
    if is_overridden and file_language != language:
        return translate_titles(tables, str(file_language), resolve_words(str(language), folder))
    return tables, [] if language == ENGLISH else report_english_titles(
        tables, resolve_words(str(language), folder)
    )


def _fill_titles(tables: Tables, titles: object, folder: Path) -> Tables:
    """Return the tables of a user's recipe with missing titles taken from a built-in book, in the
    recipe's language."""
    books = templates.list_names("books")
    if titles not in books:
        what = f"{shorten_value(titles)} is not a built-in book"
        raise refuse("headings", what, suggest_nearest(str(titles), books))
    language = tables.get("language", ENGLISH)
    if isinstance(language, str) and is_catalogue(language):
        language = str(folder / language)
    theme = _find_theme(tables)
    is_built_in = theme in templates.list_names("themes")
    values = {
        "language": language,
        "volume": tables.get("volume"),
        "theme": theme if is_built_in else None,
    }
    return add_titles(tables, load(str(titles), values).recipe)


def _find_requested_sections(layers: Sequence[RecipeFile], keys: Sequence[str]) -> set[str]:
    """Return the section keys, such as `way`, that the user sets in a file or by overrides."""
    rows = [row for layer in layers if layer.template is None for row in _list_sections(layer)]
    return {key for row in rows for key in row} | {key.rpartition(".")[2] for key in keys}


def _has_other_boards(
    layers: Sequence[RecipeFile], given: Mapping[str, object], sets: Sequence[str]
) -> bool:
    """Return whether the grids or the number of the sections differ from those in the recipe that
    sets `rising`. If so, the sections keep the order in which they are written.

    layers: the recipe's files, each before its base.
    """
    keys = [*given, *(text.partition("=")[0].strip() for text in sets)]
    if "rising" in keys:
        return False
    if any(key.startswith("section.") and key.rpartition(".")[2] in _GRID_KEYS for key in keys):
        return True
    first = next((i for i, layer in enumerate(layers) if "rising" in layer.tables), 0)
    base_keys = {row.get("key") for layer in layers[first:] for row in _list_sections(layer)}
    amending_rows = [row for layer in layers[:first] for row in _list_sections(layer)]
    return any(
        row.get("key") not in base_keys or not _GRID_KEYS.isdisjoint(row) for row in amending_rows
    )


def _list_sections(layer: RecipeFile) -> list[Mapping[str, Any]]:
    """Return the sections of a recipe's file, as written."""
    sections = layer.tables.get("section", [])
    return [row for row in sections if isinstance(row, dict)] if isinstance(sections, list) else []


def _find_translation_words(tables: Tables, folder: Path) -> Words | None:
    """Return the words of a recipe's language; None for English, and for an unknown language, which
    is refused later, when the recipe is read."""
    language = tables.get("language")
    if not isinstance(language, str) or language == ENGLISH:
        return None
    if is_catalogue(language) or language in templates.list_names("languages"):
        return resolve_words(language, folder)
    return None


def _fold_recipe(recipe: Recipe) -> Recipe:
    """Return the recipe; if it makes a booklet, its page becomes half of the sheet that is
    folded."""
    if not recipe.booklet:
        return recipe
    if recipe.worksheet is not None or recipe.printer != HOME:
        what = (
            "worksheets are not folded"
            if recipe.worksheet
            else f"{recipe.printer} binds a book itself"
        )
        raise refuse("booklet", what, "make a book for the printer home")
    return recipe.model_copy(update={"page": fold_paper(recipe.page)})


def decide_seed(loaded: Loaded) -> Recipe:
    """Return the recipe with its name filled in, and with a new seed if it has none."""
    return loaded.recipe.model_copy(
        update={"seed": loaded.recipe.seed or make_seed(), "name": loaded.name}
    )


def describe_books() -> dict[str, str]:
    """Return a mapping from the names of built-in books to their one-line descriptions."""
    paths = {
        name: templates.path_of(f"books/{name}.toml") for name in templates.list_names("books")
    }
    return {name: read_toml(path, name).get("about", "") for name, path in paths.items()}


def _read_or_refuse(tables: Tables, faults: list[Fault]) -> Recipe:
    """Read the recipe, or refuse it with every fault, those of the overrides first."""
    try:
        recipe = read_tables(tables)
    except Refused as refused:
        raise Refused([*faults, *refused.faults]) from None
    if faults:
        raise Refused(faults)
    return recipe


def _find_recipe(book: str, folder: Path, where: str) -> tuple[Path, str | None]:
    """Return the path of the recipe `book`, and its name if it is a built-in book.

    A path is relative to `folder`. Built-in names take precedence over files, so that a name means
    the same book in every folder.
    """
    built_in = templates.list_names("books")
    if not book.strip():
        raise refuse(where or "book", "is empty", format_choices(built_in))
    if book in built_in:
        return templates.path_of(f"books/{book}.toml"), book
    path = folder / book
    if path.suffix.lower() in LISTS:
        from puzzlebook.recipes.suggested_commands import worksheets_command

        what = "is a list of names, not a recipe"
        raise refuse(where, what, "give a list with --names", worksheets_command(path))
    if FILE.fullmatch(book) or os.path.lexists(path):
        return path, None
    if (name := guess_book(book)) is not None:
        return templates.path_of(f"books/{name}.toml"), name
    raise refuse(
        where, f'there is no book called "{book}", and no file', suggest_nearest(book, built_in)
    )


def load_text(text: str, path: Path) -> Loaded:
    """Load a recipe from a text, such as a PDF's attachment, as if it were the file at `path`."""
    return Loaded(
        _read_or_refuse(parse_recipe_text(text, str(path)), []),
        path.parent,
        path.stem,
        None,
        text.partition("\n")[0],
    )


def _read_chain(path: Path, where: str, template: str | None) -> list[RecipeFile]:
    """Read a recipe's file and the chain of its bases; each file comes before its base."""
    chain: list[RecipeFile] = []
    seen: set[str] = set()
    while True:
        tables = resolve_names(read_toml(path, where))
        base = tables.get("base", _choose_book_for_readers(tables))
        if os.path.realpath(path) in seen:
            raise refuse(
                f"{where}: base",
                "the recipes are each other's base",
                "use a chain of bases that ends",
            )
        if len(chain) >= _MAX_BASES:
            what = f"is more than {_MAX_BASES} bases away"
            raise refuse(f"{where}: base", what, "use a shorter chain of bases")
        head = "" if template else _read_head(path, where)
        chain.append(RecipeFile(where, template, path.parent, tables, head))
        seen.add(os.path.realpath(path))
        if not base:
            if tables.get("without"):
                what = "there is no base to leave sections out of"
                raise refuse("without", what, "use it together with the key base")
            return chain
        if not isinstance(base, str):
            raise refuse("base", "is not text", 'name a book or a file, such as "ages-7-8"')
        path, template = _find_recipe(base, path.parent, "base")
        where = str(path) if template is None else base


def _choose_texts(layer: RecipeFile, words: Words | None, is_later: bool, theme: str) -> RecipeFile:
    """Return the file; a built-in book in the language of `words`, if they are given, with the
    title of a later volume, and with a subtitle that names its theme, if it has one."""
    if layer.template is None:
        return layer
    tables = translate_book(layer.tables, layer.template, words) if words else layer.tables
    if is_later:
        tables = name_later_volume(tables, layer.template, words or load_words(ENGLISH))
    language = words.own_language if words else ENGLISH
    tables = name_theme(tables, layer.template, language, theme, is_later)
    return layer._replace(tables=tables)


def _find_theme(tables: Tables) -> str:
    """Return the name of the theme in a recipe's tables or, failing that, of its readers; empty if
    there is none."""
    readers = load_audiences().get(str(tables.get("look") or tables.get("audience")))
    usual = readers.theme if readers else ""
    return str(tables.get("theme") or usual)


def _merge_chain(layers: Sequence[RecipeFile]) -> Tables:
    """Merge the tables of a recipe with those of its bases. Paths become relative to the recipe's
    own folder."""
    base = layers[-1]
    tables = _own_tables(base)
    if len(layers) == 1:
        return tables
    from puzzlebook.recipes.merging import drop_sections, merge_recipes

    for layer in reversed(layers[:-1]):
        own = _own_tables(layer)
        inherited = {key: value for key, value in tables.items() if key not in _NOT_INHERITED}
        inherited = move_paths(inherited, base.folder, layer.folder)
        inherited = drop_sections(inherited, layer.tables.get("without", []))
        tables = merge_recipes(drop_conflicts(inherited, own), own)
        base = layer
    return tables


def _own_tables(layer: RecipeFile) -> Tables:
    return {key: value for key, value in layer.tables.items() if key not in ("base", "without")}


def _choose_book_for_readers(tables: Tables) -> str | None:
    """Return the built-in book for a recipe's audience, which serves as the base of a recipe
    without sections; None for any other recipe."""
    audience = tables.get("audience")
    if not isinstance(audience, str) or "section" in tables or audience not in load_audiences():
        return None
    return load_audiences()[audience].book


def _find_stem_faults(path: Path) -> list[Fault]:
    """Return a fault if the file's stem cannot name a folder; the recipe then requires a `name`."""
    try:
        check_name(path.stem)
    except Refused as refused:
        what = f"the file's name cannot be the book's: {refused.faults[0].what}"
        return [Fault("name", what, 'add a line such as name = "my-mazes"')]
    return []
