"""The texts of built-in books in another language, and remarks on texts that are not translated."""

from __future__ import annotations

import re
import tomllib
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
_LATER = "later_"
"""The prefix of keys of titles from the second volume on."""
_VOLUMES = ("first", "later")
"""The subtitles that name a theme: of a first volume, and from the second on."""


class RecipeFile(NamedTuple):
    """One file in a chain of bases.

    template: the name of the built-in book; None for a user's file. tables: as read, including
    `base` and `without`. head: the first line of a user's file.
    """

    where: str
    template: str | None
    folder: Path
    tables: Mapping[str, Any]
    head: str = ""


def is_catalogue(language: str) -> bool:
    """Return whether a language is the path of a user's catalogue."""
    return language.endswith(".toml")


def resolve_words(language: str, folder: Path, digits: str = "language") -> Words:
    """Read the words of a language, given its name or the path of a catalogue relative to
    `folder`."""
    return read_language(language, folder, digits)[0]


def read_language(
    language: str, folder: Path, digits: str = "language"
) -> tuple[Words, bytes | None]:
    """Read the words of a language and, if it is a user's catalogue, the content of its file."""
    if is_catalogue(language):
        where = f"language: {language}"
        content = read_asset(folder / language, where)
        return read_words(content, where, digits), content
    if language not in (names := templates.list_names("languages")):
        what = f'there is no language called "{language}"'
        raise refuse("language", what, suggest_nearest(language, names))
    return load_words(language, digits), None


def translate_book(tables: Mapping[str, Any], template: str, words: Words) -> dict[str, Any]:
    """Return the tables of a built-in book with its texts in another language, or without texts."""
    texts = words.book(template)
    if not texts and not words.wordless:
        return dict(tables)
    book, section_titles = tables["book"], texts.get("sections", {})

    def translate_text(texts: Mapping[str, str], key: str, english: str) -> str:
        return texts.get(key, "" if words.wordless else english)

    titles = {
        key: translate_text(texts, key, book[key]) for key in ("title", "subtitle") if key in book
    }
    sections = [
        {**row, "title": translate_text(section_titles, row["key"], row["title"])}
        for row in tables["section"]
    ]
    return {**tables, "book": {**book, **titles}, "section": sections}


def name_later_volume(tables: Mapping[str, Any], template: str, words: Words) -> dict[str, Any]:
    """Return the tables of a built-in book with the title and subtitle of its later volumes, if
    they are not those of the first."""
    return {**tables, "book": {**tables["book"], **find_later_texts(words.book(template))}}


def name_theme(
    tables: Mapping[str, Any], template: str, language: str, theme: str, is_later: bool
) -> dict[str, Any]:
    """Return the tables of a built-in book with a subtitle that names its theme, if there is one
    for it. is_later: whether it is a later volume."""
    subtitle = _list_themed_subtitles(language, template).get((theme, _VOLUMES[is_later]))
    if subtitle is None:
        return dict(tables)
    return {**tables, "book": {**tables["book"], "subtitle": subtitle}}


@templates.cache_by_release
def _list_themed_subtitles(language: str, template: str) -> dict[tuple[str, str], str]:
    """Return the subtitles of a built-in book that name its theme, by theme and volume: first or
    later."""
    if language not in templates.list_names("listings"):
        return {}
    rows = tomllib.loads(templates.read("listings", language).decode())
    return {
        (theme, volume): line.format(subject=subject, Subject=f"{subject[:1].upper()}{subject[1:]}")
        for volume, line in rows.get("subtitles", {}).get(template, {}).items()
        for theme, subject in rows["subjects"].items()
    }


def find_later_texts(texts: Mapping[str, Any]) -> dict[str, str]:
    """Return the title and subtitle of a built-in book's later volumes, if it has any."""
    keys = ("title", "subtitle")
    return {key: texts[f"{_LATER}{key}"] for key in keys if f"{_LATER}{key}" in texts}


def add_titles(tables: Mapping[str, Any], ours: Recipe) -> dict[str, Any]:
    """Return a recipe's tables with missing titles of the book and its sections taken from a
    built-in book."""
    texts = {"title": ours.book.title, "subtitle": ours.book.subtitle}
    section_titles = {section.key: section.title for section in ours.sections}
    book, sections = tables.get("book", {}), tables.get("section", [])
    if not isinstance(book, dict) or not isinstance(sections, list):
        return dict(tables)
    titled = [
        {"title": section_titles[row["key"]], **row}
        if isinstance(row, dict) and row.get("key") in section_titles
        else row
        for row in sections
    ]
    return {**tables, "book": {**texts, **book}, "section": titled}


def translate_titles(
    tables: Mapping[str, Any], old_language: str, words: Words
) -> tuple[dict[str, Any], list[str]]:
    """Translate the texts in a user's recipe that come from a built-in book.

    old_language: the recipe's language. words: of the new language. Also return a remark on each
    text that is left untranslated.
    """
    books = [
        (load_words(old_language).book(name), words.book(name))
        for name in templates.list_names("books")
    ]

    themed_subtitles = [
        (old, _list_themed_subtitles(words.own_language, name).get(key))
        for name in templates.list_names("books")
        for key, old in _list_themed_subtitles(old_language, name).items()
    ]

    def translate_title(text: str, *keys: str) -> str:
        *tables, last = keys
        pairs = [
            (get_nested(old, path), get_nested(new, path))
            for old, new in books
            for path in (keys, (*tables, f"{_LATER}{last}"))
        ]
        themed = themed_subtitles if last == "subtitle" else ()
        return next((new for old, new in (*pairs, *themed) if old == text and new), text)

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
    remarks = [
        f'{_describe_key(key)} "{text}" stays as it is, and the book is in {words.language}'
        for key, text in old.items()
        if new[key] == text and not _seems_translated(text, old_language, words)
    ]
    return changed, remarks


def _seems_translated(text: str, old_language: str, words: Words) -> bool:
    """Return whether a text shares more words with our texts in the new language than with those in
    the recipe's."""
    common_words = [
        _find_words(text) & read_vocabulary(name) for name in (old_language, words.own_language)
    ]
    return len(common_words[1]) > len(common_words[0])


@templates.cache_by_release
def read_vocabulary(language: str) -> frozenset[str]:
    """Return the words in our texts in a language, in lower case."""
    kinds = [kind for kind in ("languages", "stories") if language in templates.list_names(kind)]
    return _find_words("\n".join(templates.read(kind, language).decode() for kind in kinds))


def _find_words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[^\W\d_]+", text.lower()))


def report_english_titles(tables: Mapping[str, Any], words: Words) -> list[str]:
    """Return a remark on each text in a user's recipe that is the English text of a built-in book,
    while the book is in another language."""
    translated = dict(_list_texts(translate_titles(tables, ENGLISH, words)[0]))
    what = f"is English, and the book is in {words.language}, where ours is called"
    return [
        f'{_describe_key(key)} "{text}" {what} "{translated[key]}"'
        for key, text in _list_texts(tables)
        if translated[key] != text
    ]


def get_nested(rows: Mapping[str, Any], keys: Sequence[str]) -> str | None:
    """Return the text at this path of nested keys; None if there is none."""
    value: Any = rows
    for key in keys:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value if isinstance(value, str) else None


def report_inherited_texts(
    layers: Sequence[RecipeFile], tables: Mapping[str, Any]
) -> Iterator[str]:
    """Yield a remark on each text that a book inherits from a user's base in another language.

    layers: the book's own file, then its bases in turn. tables: the merged tables.
    """
    language = tables.get("language", ENGLISH)
    final = dict(_list_texts(tables))
    overridden: set[str] = set()
    for index, layer in enumerate(layers):
        own = dict(_list_texts(layer.tables))
        origin = next(
            (lower.tables["language"] for lower in layers[index:] if "language" in lower.tables),
            ENGLISH,
        )
        if index and layer.template is None and origin != language:
            for key, text in own.items():
                if key not in overridden and final.get(key) == text:
                    source = f"comes from {layer.where}, whose language is {origin}, not {language}"
                    yield f'{_describe_key(key)} "{text}" {source}'
        overridden |= own.keys()


def _describe_key(key: str) -> str:
    """Return the words with which remarks refer to the text at a key."""
    return f"the {key.rpartition('.')[2]}"


def _list_texts(tables: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the texts of a recipe's tables, each after its key."""
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
