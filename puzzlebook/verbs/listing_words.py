"""The words of a shop's listing in the book's language: description, keywords and captions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

from puzzlebook.books.covers.back import find_promised_width
from puzzlebook.books.covers.claims import (
    has_pages_to_color,
    is_for_children,
    is_in_color,
    list_blanks,
    list_color,
    list_hidden,
    list_level,
    list_variety,
    read_listing_words,
    read_words_for_readers,
    rises,
    say_inches,
    say_pages,
    say_what_it_is,
)
from puzzlebook.books.planning.setting import Setting, lower_title
from puzzlebook.ground import templates
from puzzlebook.language.words import ENGLISH, Words, load_words

_KEYWORDS = 7  # most keywords that a listing has
STOPS = ".।"  # full stops, in Latin and in Indian scripts
CLOSING = ("!", "?", "…", "؟")  # the ends of titles after which no colon follows


_SEPARATOR = "; "  # between the names of mazes
_NAMES = (
    ("stage", ("stages",)),
    ("silhouette", ("silhouettes",)),
)
"""What a maze of the manifest may show, each with the tables of words that name it."""


class ListingWords(NamedTuple):
    """The words of a book's listing.

    language: the language of the words. call: the first line of the theme's story, as a call to the
    reader; one that names no hero if the book has several; empty if it has no built-in story.
    opening: a sentence saying what the book is, which volume it is, and for whom. mazes: the same
    sentence without the volume. lead: the book's main benefit, in a sentence. captions: the texts
    below the pictures. alt_texts: what these pictures show. proof: the word that is printed
    across the pages of a proof.
    """

    language: str
    call: str
    opening: str
    mazes: str
    lead: str
    benefits: tuple[str, ...]
    keywords: tuple[str, ...]
    captions: tuple[str, str, str]
    alt_texts: tuple[str, ...]
    proof: str

    def with_names(self, names: Sequence[Sequence[str]]) -> ListingWords:
        """Return the words with alt texts that name the mazes in each picture. names: what these
        mazes show."""
        pairs = zip(self.alt_texts, map(_SEPARATOR.join, names), strict=True)
        return self._replace(
            alt_texts=tuple(f"{line} ({named})" if named else line for line, named in pairs)
        )


def find_words(setting: Setting, stars: Sequence[int] = (), pages: int = 0) -> ListingWords:
    """Return the listing's words in the book's language, or in English if we have none.

    stars: the stars of the book's mazes, in order. pages: the page count; 0 if unknown.
    """
    name, rows = read_listing_words(setting.recipe.language)
    words, children = load_words(name), is_for_children(setting)
    kind = read_words_for_readers(setting)
    blanks = list_blanks(setting)
    subject = blanks["subject"]
    stories = words.stories(setting.theme.stories_name) if subject else ()
    call = _make_call(stories[0], rows["call"]) if stories else ""
    if call and setting.shown_neighbours:
        call = rows["neutral_call"]
    is_ramped = rises(stars) and setting.recipe.level != "hard"  # such mazes do not begin easy
    opening, mazes = (
        f"{line} {kind['ramped']}" if line and is_ramped else line
        for line in (say_what_it_is(setting), say_what_it_is(setting, is_volume_named=False))
    )
    benefits = (
        *_list_benefits(setting, rows, words, stars),
        *([say_pages(setting, pages)] if pages else []),
    )
    # The captions under the front, and under the first and the last maze.
    caption = kind["caption"] if opening and not children else ""
    about = opening.rstrip(STOPS) if opening and children else _choose_benefit(setting, rows)
    caption_of_answer = "hidden" if any(part.pictures for part in setting.parts) else "answers"
    special = [rows["color"]["keyword"]] if is_in_color(setting) else []
    if setting.words.wordless:
        special.append(templates.table("listings.toml")["wordless"]["keyword"])
    keywords = (*_list_themed_keywords(setting, rows, blanks), *special, *kind["keywords"])
    return ListingWords(
        name,
        call,
        opening,
        mazes,
        kind["lead"],
        benefits,
        _choose_keywords(line.format(**blanks).replace("–", "-") for line in keywords),
        (
            words.fill_blanks(caption, **blanks) or call or benefits[0].rstrip(STOPS),
            kind["ramp"] if is_ramped else about,
            rows["captions"][caption_of_answer],
        ),
        tuple(rows["alt"][key] for key in ("cover", "mazes", "answer")),
        rows["proof"],
    )


def name_maze(setting: Setting, row: Mapping[str, Any]) -> str:
    """Return what the maze in a row of the manifest shows, in the listing's language, as it is
    written within a sentence: its drawing or its outline; failing that, what it is like. A hidden
    picture is not given away. Empty for an outline of the user's own."""
    language, rows = read_listing_words(setting.recipe.language)
    shown: Mapping[str, str] = rows["shown"]
    if row.get("way"):
        return shown["hidden"]
    words = load_words(language)
    is_english = words.language == ENGLISH
    stages = {
        sized.silhouette.code.partition(".")[0]: sized
        for part in setting.parts
        for sized in part.stages
    }
    for key, tables in _NAMES:
        name = str(row.get(key) or "").partition(".")[0]
        sized = stages.get(name) if key == "stage" and is_english else None
        own = sized.stage.title if sized else ""
        if key == "stage" and name in (named := rows.get("stages", {})):
            return str(named[name])
        titles = (words.named(table, name, own) for table in tables)
        if title := next(filter(None, titles), "") if name else "":
            is_users = bool(sized and sized.silhouette.is_users_stage)
            if is_users:
                return title
            return lower_title(title) if is_english else _lower_first(title, rows)
    if row.get("stage"):
        return shown["drawing"]
    if row.get("silhouette"):
        return ""
    like = (shown.get(row.get("shape", "")), shown["bridges"] if row.get("bridges") else "")
    return str(rows["comma"]).join(filter(None, like))


def _lower_first(name: str, rows: Mapping[str, Any]) -> str:
    """Return a name of ours with a small first letter, if its first word is one that has it within
    a sentence."""
    first, space, others = name.partition(" ")
    return f"{first.lower()}{space}{others}" if first in rows["lowered"] else name


def _choose_keywords(lines: Iterable[str]) -> tuple[str, ...]:
    """Return as many keywords as a listing has, without those whose words are all in another."""
    chosen = list(dict.fromkeys(lines))
    words = {line: set(line.split()) for line in chosen}
    kept = [line for line in chosen if not any(words[line] < other for other in words.values())]
    return tuple(kept[:_KEYWORDS])


def _list_themed_keywords(
    setting: Setting, rows: Mapping[str, Any], blanks: Mapping[str, object]
) -> list[str]:
    """List the keywords of a children's book about its theme, and one about each neighbouring theme
    whose drawings it shows."""
    if not blanks["subject"]:
        return []
    first, *others = rows["children"]["themed_keywords"]
    subjects = [rows["subjects"][name] for name in setting.shown_neighbours]
    themed = [first.format(**{**blanks, "subject": subject}) for subject in subjects]
    return [first, *themed, *others]


def _choose_benefit(setting: Setting, rows: Mapping[str, Any]) -> str:
    """Return a caption that is true of any maze of the book."""
    if setting.is_of_rooms:
        return setting.words("cover_rooms", count=setting.recipe.mazes).rstrip(STOPS)
    line: str = rows["benefits"]["path"]
    return line.rstrip(STOPS)


def _make_call(line: str, form: str) -> str:
    """Turn the first line of a story into a call to the reader, unless it already is one."""
    return line if "!" in line else form.format(line=line.rstrip(STOPS))


def _list_benefits(
    setting: Setting, rows: Mapping[str, Any], words: Words, stars: Sequence[int]
) -> Iterator[str]:
    """Yield the book's selling points."""
    recipe, lines = setting.recipe, rows["benefits"]
    sections = [part.section for part in setting.parts]
    if setting.is_of_rooms:
        yield words("cover_rooms", count=recipe.mazes)
    yield from list_color(setting)
    if setting.words.wordless:
        yield templates.table("listings.toml")["wordless"]["benefit"]
    is_alone = recipe.mazes_a_page == 1 and not any(section.spread for section in sections)
    if is_alone and not setting.is_of_rooms:
        yield lines["page"]
    if width := find_promised_width(setting):
        yield say_inches(setting, "listing", width) or words.fill_blanks(
            lines["width"], width=width
        )
    yield from list_level(setting, stars)
    yield from list_variety(setting)
    yield from list_hidden(setting)
    if share := _say_share_of_quotations(setting):
        yield templates.table("listings.toml")["quotations"][share]
    if has_pages_to_color(setting):
        yield lines["color"]
    if "certificate" in recipe.book.pages:
        yield lines["certificate"]
    if not setting.is_of_rooms:
        yield lines["path"]
    if "key" in recipe.book.matter:
        yield lines["answers"]


def _say_share_of_quotations(setting: Setting) -> str:
    """Return whether some or all of a book's mazes have a quotation above them; empty for none."""
    if not (setting.quotations and any(map(setting.is_framed, setting.parts))):
        return ""
    is_always = all(setting.is_framed(part) and setting.has_stories(part) for part in setting.parts)
    return "every" if is_always and setting.recipe.mazes <= len(setting.quotations) else "some"


def _name_book(setting: Setting, opening: str) -> str:
    """Return a book's opening after the title and, from the second volume on, the volume."""
    title, volume = setting.recipe.book.title, setting.recipe.volume
    if not (title and opening):
        return opening
    name, rows = read_listing_words(setting.recipe.language)
    if volume > 1:
        is_in_series = setting.recipe.book.series not in (None, title)
        series = load_words(name)("series_volume", series=title, volume=volume)
        title = f"{title} ({setting.series_line})" if is_in_series else series
    return put_after_title(title, opening, rows)


def put_after_title(title: str, line: str, rows: Mapping[str, Any]) -> str:
    """Return a line after a title and a colon, or as a sentence after a title that needs none."""
    if title.endswith(CLOSING):
        return f"{title} {raise_first(line)}"
    named: str = rows["volume"]
    return named.format(volume=title, line=line)


def raise_first(line: str) -> str:
    """Return a line with a large first letter."""
    return f"{line[:1].upper()}{line[1:]}"


def write_description(setting: Setting, words: ListingWords) -> tuple[str, str]:
    """Return the description as plain text and as HTML accepted by shops: opening and benefits, or
    the recipe's own blurb."""
    if blurb := setting.recipe.cover.blurb:
        return f"{blurb}\n", f"<p>{escape(blurb, quote=False)}</p>\n"
    about = " ".join(filter(None, (_name_book(setting, words.mazes), words.lead)))
    heads = [line for line in (words.call, about) if line]
    plain = "\n\n".join([*heads, "\n".join(f"• {line}" for line in words.benefits)])
    # Without a call, the first sentence is bold, and not all of the paragraph.
    bold = words.call or _name_book(setting, say_what_it_is(setting, is_volume_named=False))
    first, *others = (escape(line, quote=False) for line in heads or [""])
    bold = escape(bold, quote=False)
    rows = "".join(f"<li>{escape(line, quote=False)}</li>" for line in words.benefits)
    paragraphs = "".join(f"<p>{line}</p>" for line in others)
    first = f"<b>{bold}</b>{first.removeprefix(bold)}" if bold else first
    return f"{plain}\n", f"<p>{first}</p>{paragraphs}<ul>{rows}</ul>\n"
