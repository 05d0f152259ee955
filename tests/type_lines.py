"""Lines of type that tests set: for each language some of its own, mixed ones, and one of each kind
that a book prints.

All sentences are ours.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import NamedTuple

from puzzlebook.ground import templates
from puzzlebook.language.words import load_words


class Sample(NamedTuple):
    """A line: the language of its book, that language's direction, what is written, and how it
    should run."""

    language: str
    direction: str
    text: str
    runs: str


def _of(language: str, *texts: str, runs: str = "") -> list[Sample]:
    direction = "rtl" if language == "fa" else "ltr"
    return [Sample(language, direction, text, runs or direction) for text in texts]


LANGUAGES = ("en", "fr", "pt", "de", "es", "bn", "pa", "fa")
_PHRASES = {
    "maze": {"number": 12},
    "answer_on": {"page": 34},
    "puzzle_on": {"page": 56},
    "contents_mazes": {"first": 7, "last": 89},
    "how_to_title": {},
    "how_to_puzzle": {},
    "certificate_says": {},
    "certificate_done": {"count": 40},
    "cover_mazes": {"count": 60},
    "colophon_code": {},
    "worksheet_letters": {},
    "unique_title": {},
}
"""A phrase of every kind that a catalogue has, with what its blanks are filled with."""


def _printed(language: str) -> Iterator[str]:
    """A line of every kind from a catalogue: phrases, a book's title, a section's, a story, a
    shape, a silhouette."""
    words = load_words(language)
    for phrase, blanks in _PHRASES.items():
        yield words(phrase, **blanks)
    rows = tomllib.loads(templates.read("languages", language).decode())
    book = rows["books"]["ages-7-8"]
    yield from (
        book["title"],
        book["subtitle"],
        words.stories("bee")[0],
        rows["shapes"]["hexagonal"],
        rows["silhouettes"]["owl"],
    )


SAMPLES = [
    *_of(
        "en",
        "Find a way from the bee to its flower.",
        "AVATAR: To fly, “fine” flies (12–15) file 100 % – Yes!",
    ),
    *_of(
        "fr",
        "Où mène l’allée ? « Ici », dit Éloïse.",
        "Réponse à la page 12 : l’œil du cœur, ça y est !",
    ),
    *_of(
        "pt",
        "Não há saída à direita; há uma à esquerda.",
        "Resposta na página 12 (São João, órgão, avô)",
    ),
    *_of(
        "de",
        "Größe und Fußgängerübergänge: „Straße“ – Öl, Übel, Ägypten",
        "Lösung auf Seite 12 (Nr. 3)",
    ),
    *_of(
        "es", "¿Dónde está la señal? ¡Aquí, niño!", "La solución está en la página 12 (año 2026)."
    ),
    *_of(
        "bn",
        "মৌমাছি থেকে ফুল পর্যন্ত পথ খুঁজে বের করো।",
        "উত্তর ১২ পৃষ্ঠায় (৩৪৫৬৭৮৯০)",
        "ক্ষুদ্র স্ত্রী, দ্বন্দ্ব, র‍্যাব, কর্তৃপক্ষ, উদ্‌যাপন, বিজ্ঞান",
        "মিয়ার বই: Mazes for Mia (১২)",
    ),
    *_of(
        "pa",
        "ਮੱਖੀ ਤੋਂ ਫੁੱਲ ਤੱਕ ਰਾਹ ਲੱਭੋ।",
        "ਜਵਾਬ ਪੰਨਾ ੧੨ ਉੱਤੇ ਹੈ (੩੪੫੬੭੮੯੦)",
        "ਸ੍ਰੀ, ਪ੍ਰੀਤ, ਚਿੱਟਾ, ਸ਼ੇਰ, ਖ਼ਬਰ, ਵਿੱਚੋਂ",
        "ਮੀਆ ਦੀ ਕਿਤਾਬ: Mazes for Mia (੧੨)",
    ),
    *_of(
        "fa",
        "از زنبور تا گل راهی پیدا کن.",
        "پاسخ در صفحهٔ ۱۲ است (۳۴۵۶۷۸۹۰)",
        "می‌خواهم کتاب‌ها را بخوانم؛ لاله و گلابی، الله",
        "نام Mia Berg (الف) در کتاب [۱۲] است!",
        "«Mazes for Mia» از Ada Example، ۱۲–۱۵",
        "مُحَمَّد و آیینه",
    ),
    *_of("fa", "Mazes for Mia!", runs="ltr"),
    *_of("en", "The book هزارتو (۱۲) by مریم", "Zoe\u0308 and Łukasz, n\u0303 – বই by Mia"),
    *_of("en", "گربهٔ کوچک!", runs="rtl"),
    # What a catalogue's phrase is filled with stands by itself: U+2068 and U+2069.
    *_of("en", "by \u2068مریم (2)!\u2069"),
    *_of("fa", "از \u2068Mia (2)!\u2069 در اینجا"),
    *(
        sample
        for language in LANGUAGES
        for sample in _of(language, *dict.fromkeys(_printed(language)))
    ),
]


def name_of(sample: Sample) -> str:
    """What a test of a sample is called."""
    return f"{sample.language} {SAMPLES.index(sample)}"
