"""The files of the user's that a book is made from: found, read once, and kept so that the book's folder can travel."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, NamedTuple

from puzzlebook.faults import refuse
from puzzlebook.mazes.grids import Silhouette, drawn_silhouette, file_silhouette, letters_silhouette
from puzzlebook.mazes.likeness import LIKENESSES, written
from puzzlebook.outlines.from_svg import svg_outline
from puzzlebook.paper.artwork import artwork_of
from puzzlebook.paper.logos import read_logo
from puzzlebook.paper.photos import check_photo
from puzzlebook.paper.text import BOLD, Font, font_file, read_font
from puzzlebook.paper.text.own_fonts import MOST_BYTES as LARGEST_FONT
from puzzlebook.pictures.theme import Theme, theme_named, theme_of, with_pictures
from puzzlebook.recipes.ingredients import Ingredients, Supplies
from puzzlebook.recipes.own_files import is_file_name, read_asset
from puzzlebook.recipes.printable import takes_colour
from puzzlebook.recipes.recipe import Recipe
from puzzlebook.recipes.translation import is_catalogue, words_in
from puzzlebook.shelf.manifest import MANIFEST, MOST_BYTES, Damaged, manifest_in
from puzzlebook.words import Words

if TYPE_CHECKING:
    from puzzlebook.paper.logos import Logo

LETTERS = "text:"


class Cut(NamedTuple):
    """A silhouette as a recipe names it, and the content of its file where it is one of the user's."""

    text: str
    silhouette: Silhouette
    content: bytes | None


def read_cuts(names: str, pieces: str, folder: Path, where: str) -> list[Cut]:
    """The silhouettes that a text names, with commas between them: `heart`, `my.svg` or `text:MIA`."""
    return [_read(name.strip(), pieces, folder, where) for name in names.split(",") if name.strip()]


def letters_font() -> bytes:
    """The font in which letters become silhouettes."""
    return font_file(BOLD).read_bytes()


def with_files(recipe: Recipe, folder: Path) -> tuple[Recipe, Ingredients]:
    """A recipe as it is kept in the book's folder, and what it names in its own."""
    supplied: dict[str, bytes] = {}
    recipe, supplies = with_supplies(recipe, folder, supplied)
    recipe, cuts, assets = with_assets(recipe, folder, supplied)
    recipe, logo = with_logo(recipe, folder, assets)
    return recipe, Ingredients(cuts, supplies, logo, assets)


def with_assets(
    recipe: Recipe, folder: Path, kept_already: Mapping[str, bytes] | None = None
) -> tuple[Recipe, dict[str, list[Silhouette]], dict[str, bytes]]:
    """The recipe as it is kept in the book's folder, the silhouettes of its sections by their keys, and the user's
    files by the names that the kept recipe gives them. kept_already: those that stand among them."""
    cuts: dict[str, list[Silhouette]] = {}
    assets = dict(kept_already or {})
    sections = []
    for section in recipe.sections:
        found = read_cuts(section.silhouette or "", section.pieces, folder, f"section.{section.key}.silhouette")
        cuts[section.key] = [cut.silhouette for cut in found]
        names = [cut.text if cut.content is None else _kept(cut.text, cut.content, assets) for cut in found]
        sections.append(section.model_copy(update={"silhouette": ",".join(names) or None}))
    kept: dict[str, object] = {"sections": tuple(sections), "avoid": tuple(_likenesses(recipe, folder))}
    if picture := recipe.cover.picture:
        content = read_asset(folder / picture, "cover.picture")
        _check_picture(content, "cover.picture")
        kept["cover"] = recipe.cover.model_copy(update={"picture": _kept(picture, content, assets)})
    return recipe.model_copy(update=kept), cuts, assets


def _check_picture(content: bytes, where: str) -> None:
    """Refused if a file's content is neither a picture of pixels nor a drawing that can be printed as it is."""
    if content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"<", b"\xff\xfe<", b"\xfe\xff\0<")):
        artwork_of(content, where)
    else:
        check_photo(content, where)


def with_logo(recipe: Recipe, folder: Path, assets: dict[str, bytes]) -> tuple[Recipe, Logo | None]:
    """The recipe as it is kept, and its logo, whose file joins the assets."""
    name = recipe.book.logo
    if not name:
        return recipe, None
    where = f"book.logo: {name}"
    content = read_asset(folder / name, where)
    logo = read_logo(content, name, where, takes_colour(recipe))
    book = recipe.book.model_copy(update={"logo": _kept(name, content, assets)})
    return recipe.model_copy(update={"book": book}), logo


def with_theme(recipe: Recipe, folder: Path, assets: dict[str, bytes]) -> tuple[Recipe, Theme]:
    """The recipe as it is kept, and its theme with the user's own drawings; the files of both join the assets."""
    kept, ends = {}, {}
    theme, content = read_theme(recipe.theme, folder, takes_colour(recipe))
    if content is not None:
        kept["theme"] = _kept(recipe.theme, content, assets)
    for key in ("start", "finish"):
        if name := getattr(recipe, key):
            content = read_asset(folder / name, f"{key}: {name}")
            ends[key] = svg_outline(content, f"{key}: {name}")
            kept[key] = _kept(name, content, assets)
    return recipe.model_copy(update=kept), with_pictures(theme, ends.get("start"), ends.get("finish"))


def read_theme(name: str, folder: Path = Path(), in_colour: bool = False) -> tuple[Theme, bytes | None]:
    """The theme of this name, or the one in this file, and the file's content."""
    if not is_file_name(name):
        return theme_named(name, in_colour), None
    where = f"theme: {name}"
    content = read_asset(folder / name, where)
    return theme_of(content, Path(name).stem, where, in_colour), content


def _likenesses(recipe: Recipe, folder: Path) -> Iterator[str]:
    """What is to be avoided, as lists of likenesses: so the folders are not needed again."""
    for name in recipe.avoid:
        yield name if name.startswith(LIKENESSES) else written(_mazes_in(folder / name, f"avoid: {name}"))


def _mazes_in(folder: Path, where: str) -> Sequence[str]:
    """The likenesses of the mazes of a finished book."""
    book = manifest_in(read_asset(folder / MANIFEST, where, MOST_BYTES), folder)
    with suppress(Damaged):
        if book:
            return book.of_each("likeness")
    raise refuse(where, "holds no book of ours", "the folder of a finished book")


def with_words(recipe: Recipe, folder: Path, assets: dict[str, bytes]) -> tuple[Recipe, Words]:
    """The recipe as it is kept, and the words of its language; a catalogue of the user's joins the assets."""
    name = recipe.language
    words = words_in(name, folder, recipe.digits)
    if not is_catalogue(name):
        return recipe, words
    kept = _kept(name, read_asset(folder / name, f"language: {name}"), assets)
    return recipe.model_copy(update={"language": kept}), words


def with_supplies(recipe: Recipe, folder: Path, assets: dict[str, bytes]) -> tuple[Recipe, Supplies]:
    """The recipe as it is kept, and what its book is made with: words, theme and fonts."""
    recipe, theme = with_theme(recipe, folder, assets)
    recipe, words = with_words(recipe, folder, assets)
    recipe, fonts = with_fonts(recipe, folder, assets)
    return recipe, Supplies(words, theme, fonts)


def with_fonts(recipe: Recipe, folder: Path, assets: dict[str, bytes]) -> tuple[Recipe, tuple[Font, ...]]:
    """The recipe as it is kept, and the user's fonts, whose files join the assets."""
    names, fonts = [], []
    for name in recipe.fonts:
        where = f"fonts: {name}"
        content = read_asset(folder / name, where, LARGEST_FONT, "a static TrueType font (.ttf)")
        fonts.append(read_font(content, where))
        names.append(_kept(name, content, assets))
    return recipe.model_copy(update={"fonts": tuple(names)}), tuple(fonts)


def _kept(name: str, content: bytes, assets: dict[str, bytes]) -> str:
    """Keep a file among the assets, in a numbered folder where another file has its name: a silhouette's is printed,
    and so must stay as it is when the book is made again."""
    path = PurePath(name.replace("\\", "/"))
    for number in count(1):
        kept = f"assets/{'' if number == 1 else f'{number}/'}{path.name}"
        # Some systems see no difference between capitals and small letters.
        if kept in assets and assets[kept] == content:
            break
        if kept.casefold() not in map(str.casefold, assets):
            assets[kept] = content
            break
    return kept


def _read(name: str, pieces: str, folder: Path, where: str) -> Cut:
    if name.startswith(LETTERS):
        return Cut(name, letters_silhouette(name.removeprefix(LETTERS).strip(), letters_font(), pieces, where), None)
    if is_file_name(name):
        content = read_asset(folder / name, f"{where}: {name}" if where != name else where)
        return Cut(name, file_silhouette(content, Path(name).stem, pieces, f"{where}: {name}"), content)
    return Cut(name, drawn_silhouette(name, pieces, where), None)
