"""The texts of our own books in another language, and those of the user's that stay in the language
they are in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from puzzlebook.ground import templates
from puzzlebook.ground.faults import refuse, suggest_nearest
from puzzlebook.language.words import ENGLISH, Words, load_words, read_words
from puzzlebook.recipes.recipe import Recipe
from puzzlebook.recipes.user_files import read_asset

_TEXTS = (("book", "title"), ("book", "subtitle"), ("book", "dedication"), ("cover", "blurb"),
          ("worksheet", "instruction"))  # fmt: skip
_SECTION_TEXTS = ("title", "story")


class RecipeFile(NamedTuple):
    """One file in a chain of bases.

    template: the built-in book that it is; None for a file of the user's. tables: as read, `base`
    and `without` included.
    """

    where: str
    template: str | None
    folder: Path
    tables: Mapping[str, Any]


def is_catalogue(language: str) -> bool:
    """Whether a language is given as a catalogue of the user's: by the path of its file."""
    return language.endswith(".toml")


def resolve_words(language: str, folder: Path, digits: str = "language") -> Words:
    """The words of a language, by its name or by the path of a catalogue, which is relative to a
    folder."""
    return read_language(language, folder, digits)[0]


def read_language(
    language: str, folder: Path, digits: str = "language"
) -> tuple[Words, bytes | None]:
    """The words of a language and, where it is a catalogue of the user's, the content of its
    file."""
    if is_catalogue(language):
        where = f"language: {language}"
        content = read_asset(folder / language, where)
        return read_words(content, where, digits), content
    if language not in (known := templates.list_names("languages")):
        raise refuse(
            "language",
            f'there is no language called "{language}"',
            suggest_nearest(language, known),
        )
    return load_words(language, digits), None


def translate_book(tables: Mapping[str, Any], template: str, words: Words) -> dict[str, Any]:
    """The tables of a book of ours with its texts in another language; without words it has
    none."""
    said = words.book(template)
    if not said and not words.wordless:
        return dict(tables)
    book, names = tables["book"], said.get("sections", {})

    def translate_text(names: Mapping[str, str], key: str, english: str) -> str:
        return names.get(key, "" if words.wordless else english)

    titles = {
        key: translate_text(said, key, book[key]) for key in ("title", "subtitle") if key in book
    }
    sections = [
        {**row, "title": translate_text(names, row["key"], row["title"])}
        for row in tables["section"]
    ]
    return {**tables, "book": {**book, **titles}, "section": sections}


def add_titles(tables: Mapping[str, Any], ours: Recipe) -> dict[str, Any]:
    """A recipe's tables; title, subtitle and sections' titles that they leave out are those of a
    book of ours."""
    texts = {"title": ours.book.title, "subtitle": ours.book.subtitle}
    named = {section.key: section.title for section in ours.sections}
    book, sections = tables.get("book", {}), tables.get("section", [])
    if not isinstance(book, dict) or not isinstance(sections, list):
        return dict(tables)
    titled = [
        {"title": named[row["key"]], **row}
        if isinstance(row, dict) and row.get("key") in named
        else row
        for row in sections
    ]
    return {**tables, "book": {**texts, **book}, "section": titled}


def translate_titles(
    tables: Mapping[str, Any], was: str, words: Words
) -> tuple[dict[str, Any], list[str]]:
    """The tables of a recipe of the user's that was in one language, for a book in another: texts
    that are those of a book of ours are its texts in the other language, and a remark names each
    that stays."""
    books = [
        (load_words(was).book(name), words.book(name)) for name in templates.list_names("books")
    ]

    def translate_title(text: str, *keys: str) -> str:
        pairs = [(get_nested(old, keys), get_nested(new, keys)) for old, new in books]
        return next((new for old, new in pairs if old == text and new), text)

    book = tables.get("book", {})
    titles = {
        key: translate_title(book[key], key) for key in ("title", "subtitle") if book.get(key)
    }
    sections = [
        {**row, "title": translate_title(row["title"], "sections", str(row.get("key")))}
        if row.get("title")
        else row
        for row in tables.get("section", ())
    ]
    changed = {**tables, "book": {**book, **titles}, "section": sections}
    old, new = dict(_list_texts(tables)), dict(_list_texts(changed))
    stays = [
        f'{_describe_key(key)} "{text}" stays as it is, and the book is in {words.language}'
        for key, text in old.items()
        if new[key] == text
    ]
    return changed, stays


def report_english_titles(tables: Mapping[str, Any], words: Words) -> list[str]:
    """A remark for each text of a recipe of the user's that is one of our books' English, in a book
    of other words."""
    said, ours = (
        dict(_list_texts(tables)),
        dict(_list_texts(translate_titles(tables, ENGLISH, words)[0])),
    )
    language = words.language
    there = f"is English, and the book is in {language}, where ours is called"
    return [
        f'{_describe_key(key)} "{text}" {there} "{ours[key]}"'
        for key, text in said.items()
        if ours[key] != text
    ]


def get_nested(rows: Mapping[str, Any], keys: Sequence[str]) -> str | None:
    found: Any = rows
    for key in keys:
        found = found.get(key) if isinstance(found, Mapping) else None
    return found if isinstance(found, str) else None


def report_inherited_texts(
    layers: Sequence[RecipeFile], tables: Mapping[str, Any]
) -> Iterator[str]:
    """A remark for each text of the user's that a book took over from a base in another language.

    layers: from the book's own file to its last base. tables: what came of them.
    """
    language = tables.get("language", ENGLISH)
    final = dict(_list_texts(tables))
    above: set[str] = set()
    for place, layer in enumerate(layers):
        own = dict(_list_texts(layer.tables))
        was = next(
            (lower.tables["language"] for lower in layers[place:] if "language" in lower.tables),
            ENGLISH,
        )
        if place and layer.template is None and was != language:
            for key, text in own.items():
                if key not in above and final.get(key) == text:
                    source = f"comes from {layer.where}, whose language is {was}, not {language}"
                    yield f'{_describe_key(key)} "{text}" {source}'
        above |= own.keys()


def _describe_key(key: str) -> str:
    """What a text at a key is called where it is spoken of."""
    return f"the {key.rpartition('.')[2]}"


def _list_texts(tables: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The texts of a recipe's tables, each with its place."""
    for table, key in _TEXTS:
        row = tables.get(table)
        if isinstance(row, Mapping) and row.get(key):
            yield f"{table}.{key}", str(row[key])
    sections = tables.get("section")
    for row in sections if isinstance(sections, list) else ():
        if isinstance(row, Mapping):
            yield from (
                (f"section.{row.get('key')}.{key}", str(row[key]))
                for key in _SECTION_TEXTS
                if row.get(key)
            )
