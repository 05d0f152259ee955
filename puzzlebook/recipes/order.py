"""An order: a recipe settled once and for all. Every file that it names is read here, every name
looked up, or refused.

What takes a number of pages or a drawing to be known is refused by the plan (`books`).

Whoever makes something of a recipe, a book, a class set, a cover, a single sheet, begins with an
`Order`; nobody behind it looks anything up again.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from puzzlebook.ground.faults import Fault, Refused, refuse_any
from puzzlebook.language.words import Words
from puzzlebook.maze_art.character import PLAIN
from puzzlebook.maze_art.inked import Ink
from puzzlebook.maze_art.theme import Theme, replace_pictures
from puzzlebook.maze_art.tints import tint_ink
from puzzlebook.mazes import HiddenPicture, Silhouette, Size
from puzzlebook.printers.printer import Printer
from puzzlebook.printers.profiles import load_printer
from puzzlebook.recipes.assets import (
    Assets,
    cover_picture,
    read_book_likenesses,
    read_cuts,
    read_theme,
    read_ways,
)
from puzzlebook.recipes.audiences import Audience, find_audience
from puzzlebook.recipes.avoided_mazes import LIKENESSES
from puzzlebook.recipes.book_codes import BookCode, fingerprint_recipe, write_code_line
from puzzlebook.recipes.readers import SizedSection, name_fault, size_sections
from puzzlebook.recipes.recipe import Recipe, Section
from puzzlebook.recipes.secret import assign_letters
from puzzlebook.recipes.translation import read_language
from puzzlebook.recipes.user_files import LINE, WAYS, read_asset
from puzzlebook.recipes.writing import write_recipe
from puzzlebook.typesetting.logos import read_black_logo, read_colour_logo
from puzzlebook.typesetting.pdf.type import check_embeddable
from puzzlebook.typesetting.text import Face, Font, make_face, read_font
from puzzlebook.typesetting.text.user_fonts import MOST_BYTES as LARGEST_FONT

if TYPE_CHECKING:
    from puzzlebook.drawing.drawing import Drawing
    from puzzlebook.typesetting.logos import Logo


_SET = {
    "book": (
        "title",
        "subtitle",
        "author",
        "series",
        "publisher",
        "copyright",
        "dedication",
        "child",
    ),
    "cover": ("blurb",),
    "worksheet": ("instruction",),
}
"""The texts of a recipe that are read and never typed again."""


@dataclass(frozen=True, eq=False)
class BookSection:
    """A section, ready to be drawn.

    silhouettes: those that its mazes are cut by, in turn; none for the whole tiling. pictures:
    those that its ways draw, in turn; None for the initial of each pupil, none at all for ways that
    draw nothing. readers: whose promise its grid keeps; None where it has a size of its own. rated:
    the audience by whose own book its stars are measured; None for the one whose mazes have about
    as many cells. mazes: how many. a_page: how many of them share a page.
    """

    section: Section
    size: Size
    silhouettes: tuple[Silhouette, ...]
    pictures: tuple[HiddenPicture | None, ...]
    readers: Audience | None
    rated: str | None
    mazes: int
    a_page: int

    @property
    def cuts(self) -> tuple[Silhouette | None, ...]:
        """What its mazes are cut by, in turn; None for nothing."""
        return self.silhouettes or (None,)


@dataclass(frozen=True, eq=False)
class Order:
    """All that a book is made from.

    recipe: as the book's folder keeps it. code: the book's own. readers: those whose type and lines
    the book has, where the recipe names any. face: what its running text is set in. picture: the
    user's own for the front of the cover. assets: the contents of the user's files, by the names
    under which the folder keeps them.
    """

    recipe: Recipe
    seed: str
    name: str
    code: BookCode
    printer: Printer
    readers: Audience | None
    parts: tuple[BookSection, ...]
    words: Words
    theme: Theme
    face: Face
    logo: Logo | None
    picture: bytes | Drawing | None
    assets: Mapping[str, bytes]

    @cached_property
    def typeset(self) -> Recipe:
        """The recipe with its texts as pages show them: apostrophes and quotation marks are those
        of the language."""
        recipe, update = self.recipe, {}
        for table, keys in _SET.items():
            if texts := getattr(recipe, table):
                said = {
                    key: self.words.set_typographically(text)
                    for key in keys
                    if (text := getattr(texts, key))
                }
                update[table] = texts.model_copy(update=said)
        return recipe.model_copy(update=update)

    @property
    def walls(self) -> str:
        """The character of the walls of its mazes."""
        return self.recipe.walls or PLAIN

    @cached_property
    def tint(self) -> Ink:
        """The colours of its puzzles, without weights: black where it has none."""
        in_colour = takes_colour(self.recipe, self.printer)
        return tint_ink(self.theme.colours, self.walls) if in_colour else Ink(0.0)

    @cached_property
    def secret(self) -> Mapping[int, str]:
        """The letters of a sentence through the book, by the numbers of the mazes on whose ways
        they lie."""
        return assign_letters(self.recipe)

    @property
    def mazes(self) -> int:
        """How many mazes the book has."""
        return len(self.recipe.pupils) or sum(part.mazes for part in self.parts)


def settle(recipe: Recipe, folder: Path) -> Order:
    """The order of a recipe that has its seed and name, and whose files lie in this folder. Its
    code is the short one.

    Refused where a file is missing or holds something else, where a name is unknown, or a page too
    small for the readers.
    """
    printer = load_printer(recipe.printer)
    in_colour = takes_colour(recipe, printer)
    kept: dict[str, Any] = {}
    assets = Assets()
    theme = _read_theme(recipe, folder, in_colour, assets, kept)
    words = _read_catalogue(recipe, folder, assets, kept)
    fonts = _read_fonts(recipe, folder, assets, kept)
    sized = size_sections(recipe)
    silhouettes = _read_silhouettes(recipe, sized, folder, assets, kept)
    pictures = _read_pictures(kept["sections"], folder, assets, kept)
    kept["avoid"] = tuple(
        name
        if name.startswith(LIKENESSES)
        else read_book_likenesses(folder / name, f"avoid: {name}")
        for name in recipe.avoid
    )
    picture = _read_cover_picture(recipe, folder, assets, kept)
    logo = _read_logo(recipe, folder, in_colour, assets, kept)
    recipe = recipe.model_copy(update=kept)
    return Order(
        recipe=recipe,
        seed=recipe.seed or "",
        name=recipe.name or "",
        code=BookCode(fingerprint_recipe(recipe, assets)),
        printer=printer,
        readers=find_audience(readers) if (readers := recipe.look or recipe.audience) else None,
        parts=_make_parts(recipe, sized, silhouettes, pictures, words),
        words=words,
        theme=theme,
        face=make_face(words.language, words.direction, fonts),
        logo=logo,
        picture=picture,
        assets=assets,
    )


def set_totals(order: Order, mazes: tuple[int, ...]) -> Order:
    """The order with other numbers of mazes in its parts; a part of none vanishes."""
    parts = zip(order.parts, mazes, strict=True)
    return replace(
        order, parts=tuple(replace(part, mazes=number) for part, number in parts if number)
    )


def write_book_recipe(order: Order, comment: str = "") -> bytes:
    """The recipe's file as it goes with the book: everything resolved, below the book's code, and a
    comment."""
    return (write_code_line(order.code) + comment + write_recipe(order.recipe)).encode()


def takes_colour(recipe: Recipe, printer: Printer) -> bool:
    """Whether a book is printed in colour: its ink is, and its printer takes such a space."""
    return recipe.ink != "black" and (
        printer.spaces is None or "rgb" in printer.spaces or "cmyk" in printer.spaces
    )


def _make_parts(
    recipe: Recipe,
    sized: tuple[SizedSection, ...],
    silhouettes: Mapping[str, tuple[Silhouette, ...]],
    pictures: Mapping[str, tuple[HiddenPicture | None, ...]],
    words: Words,
) -> tuple[BookSection, ...]:
    """The sections as they are drawn, with their texts as they are set."""

    def make_part(asked: Section, sized: SizedSection) -> BookSection:
        fitted, size, readers = sized
        texts = {
            key: words.set_typographically(text)
            for key in ("title", "story")
            if (text := getattr(asked, key))
        }
        tiled = {"shape": fitted.shape, "share": fitted.share, "ends": fitted.ends}
        section = asked.model_copy(update={**tiled, **texts})
        return BookSection(
            section=section,
            size=size,
            silhouettes=silhouettes[section.key],
            pictures=pictures[section.key],
            readers=readers,
            rated=readers.name if readers else recipe.look,
            mazes=section.mazes,
            a_page=section.mazes_a_page or recipe.mazes_a_page,
        )

    parts = tuple(map(make_part, recipe.sections, sized))
    refuse_any(fault for part in parts for fault in _find_way_faults(part, bool(recipe.pupils)))
    return parts


def _find_way_faults(part: BookSection, for_pupils: bool) -> Iterator[Fault]:
    """Pictures that the ways of a section cannot draw. for_pupils: whether there is a class
    list."""
    section, where = part.section, f"section.{part.section.key}.way"
    if section.collect and (section.way or section.word or section.ends == "none"):
        what = "a picture" if section.way else "a word" if section.word else 'ends = "none"'
        yield Fault(
            f"section.{section.key}.collect",
            f"things to be counted do not go with {what}",
            "one of the two",
        )
    if part.pictures and (part.silhouettes or section.ends == "none"):
        what = "a silhouette" if part.silhouettes else 'ends = "none"'
        yield Fault(where, f"a way that draws a picture does not go with {what}", "one of the two")
        return
    if None in part.pictures and not for_pupils:
        allowed = "worksheets with a class list (--names), or letters such as text:M"
        yield Fault(where, "nobody has an initial", allowed)
    for picture in part.pictures:
        try:
            if picture:
                picture.check_fits(section.shape, part.size, where)
        except Refused as refused:
            yield from refused.faults


# What each key names, read from the recipe's folder. A file joins the assets, and `kept` has the
# name that the kept recipe gives it.


def _read_theme(
    recipe: Recipe, folder: Path, in_colour: bool, assets: Assets, kept: dict[str, Any]
) -> Theme:
    """The theme, with the user's own drawings at the ends of mazes."""
    theme, content = read_theme(recipe.theme, folder, in_colour)
    if content is not None:
        kept["theme"] = assets.keep(recipe.theme, content)
    ends = {}
    for key, name in (("start", recipe.start), ("finish", recipe.finish)):
        if name:
            from puzzlebook.outlines import outline_svg

            content = read_asset(folder / name, f"{key}: {name}")
            ends[key] = outline_svg(content, f"{key}: {name}")
            kept[key] = assets.keep(name, content)
    if theme.walls != PLAIN and recipe.walls is None:
        kept["walls"] = theme.walls
    called = _describe_file(recipe.start or ""), _describe_file(recipe.finish or "")
    return replace_pictures(theme, ends.get("start"), ends.get("finish"), called)


def _describe_file(name: str) -> str:
    """What the file of a drawing is called, in words; nothing where that is no name."""
    words = re.split(
        r"[\s_-]+", unicodedata.normalize("NFC", PurePath(name.replace("\\", "/")).stem)
    )
    return " ".join(words) if all(word.isalpha() for word in words) else ""


def _read_catalogue(recipe: Recipe, folder: Path, assets: Assets, kept: dict[str, Any]) -> Words:
    words, content = read_language(recipe.language, folder, recipe.digits)
    if content is not None:
        kept["language"] = assets.keep(recipe.language, content)
    return words


def _read_fonts(
    recipe: Recipe, folder: Path, assets: Assets, kept: dict[str, Any]
) -> tuple[Font, ...]:
    names, fonts = [], []
    for name in recipe.fonts:
        where = f"fonts: {name}"
        content = read_asset(folder / name, where, LARGEST_FONT, "a static TrueType font (.ttf)")
        fonts.append(read_font(content, where))
        check_embeddable(fonts[-1], where)
        names.append(assets.keep(name, content))
    kept["fonts"] = tuple(names)
    return tuple(fonts)


def _read_silhouettes(
    recipe: Recipe,
    sized: tuple[SizedSection, ...],
    folder: Path,
    assets: Assets,
    kept: dict[str, Any],
) -> Mapping[str, tuple[Silhouette, ...]]:
    """The silhouettes of each section, by its key."""
    found, sections = {}, []
    for section, (fitted, size, _) in zip(recipe.sections, sized, strict=True):
        names, where = section.silhouette or "", f"section.{section.key}.silhouette"
        cuts = (
            read_cuts(names, section.pieces, folder, where, (fitted.shape, size, section.edge))
            if names
            else []
        )
        faults = [name_fault(where, recipe, fitted, size, cut) for cut in cuts]
        if any(faults):
            raise Refused([fault for fault in faults if fault])
        found[section.key] = tuple(cut.silhouette for cut in cuts)
        kept_names = [
            cut.text if cut.content is None else assets.keep(cut.text, cut.content) for cut in cuts
        ]
        sections.append(section.model_copy(update={"silhouette": ",".join(kept_names) or None}))
    kept["sections"] = tuple(sections)
    return found


def _read_pictures(
    sections: Sequence[Section], folder: Path, assets: Assets, kept: dict[str, Any]
) -> Mapping[str, tuple[HiddenPicture | None, ...]]:
    """The pictures that the ways of each section draw, by its key."""
    found, named = {}, []
    for section in sections:
        ways = read_ways(section.way or "", section.pieces, folder, f"section.{section.key}.way")
        found[section.key] = tuple(way.hidden for way in ways)
        files = {
            way.text.removeprefix(LINE).strip(): way.content
            for way in ways
            if way.content is not None
        }

        def keep(name: str, files: Mapping[str, bytes] = files) -> str:
            return assets.keep(name, files[name])

        named.append(
            section.model_copy(update={"way": WAYS.rename_files(section.way or "", keep) or None})
        )
    kept["sections"] = tuple(named)
    return found


def _read_cover_picture(
    recipe: Recipe, folder: Path, assets: Assets, kept: dict[str, Any]
) -> bytes | Drawing | None:
    name = recipe.cover.picture
    if not name:
        return None
    content = read_asset(folder / name, "cover.picture")
    picture = cover_picture(content, "cover.picture")
    kept["cover"] = recipe.cover.model_copy(update={"picture": assets.keep(name, content)})
    return picture


def _read_logo(
    recipe: Recipe, folder: Path, in_colour: bool, assets: Assets, kept: dict[str, Any]
) -> Logo | None:
    name = recipe.book.logo
    if not name:
        return None
    where = f"book.logo: {name}"
    content = read_asset(folder / name, where)
    logo = (read_colour_logo if in_colour else read_black_logo)(content, name, where)
    kept["book"] = recipe.book.model_copy(update={"logo": assets.keep(name, content)})
    return logo
