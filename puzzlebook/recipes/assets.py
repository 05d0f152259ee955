"""Reading the assets that a recipe names: silhouettes, stages, ways, themes, cover pictures, and
finished books whose mazes are to be avoided."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache, partial
from itertools import count
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import normalize

from puzzlebook.drawing.drawing import Drawing
from puzzlebook.ground.faults import Refused, refuse, suggest_nearest
from puzzlebook.maze_art.theme import Theme, load_theme, parse_theme
from puzzlebook.mazes import Size, make_grid
from puzzlebook.recipes.user_files import (
    LETTERS,
    LINE,
    SILHOUETTES,
    STAGES,
    TEXT,
    WAYS,
    is_file_name,
    is_stage_set,
    list_name_letters,
    load_stage_sets,
    read_asset,
)
from puzzlebook.shelf.manifest import LARGEST_MANIFEST, MANIFEST, Damaged, parse_manifest
from puzzlebook.typesetting.text import BOLD, font_file, names_file

if TYPE_CHECKING:
    from puzzlebook.maze_art.stage_source import StageSource
    from puzzlebook.mazes import HiddenPicture, Silhouette

INITIAL = "initial"
"""The name of the way that draws the first letter of each pupil's name."""


class SilhouetteSource(NamedTuple):
    """A silhouette that a recipe names.

    text: its name in the recipe. content: the content of its file; None unless it is a user's file.
    """

    text: str
    silhouette: Silhouette
    content: bytes | None


class NamedWay(NamedTuple):
    """A picture that solution paths trace and that a recipe names.

    text: its name in the recipe. hidden: the picture; None for the initial of each pupil. content:
    the content of its file; None unless it is a user's file.
    """

    text: str
    hidden: HiddenPicture | None
    content: bytes | None


def name_assets(files: Mapping[str, bytes]) -> dict[str, str]:
    """Return a mapping from the name of each file in the recipe to its name in the book's folder.

    Files keep their base names, because the name of a silhouette's file is printed. If different
    files have the same base name, all but the first go into numbered folders.
    """
    contents: dict[str, bytes] = {}
    names = {}
    for name, content in files.items():
        file_name = PurePath(name.replace("\\", "/")).name
        for number in count(1):
            asset = f"assets/{'' if number == 1 else f'{number}/'}{file_name}"
            # Some file systems ignore case.
            if contents.get(asset) == content or asset.casefold() not in map(
                str.casefold, contents
            ):
                break
        contents[asset] = content
        names[name] = asset
    return names


def read_cuts(
    names: str, pieces: str, folder: Path, where: str, grid: tuple[str, Size, str]
) -> list[SilhouetteSource]:
    """Read the silhouettes in a comma-separated text: `heart`, `my.svg`, `text:MIA` or
    `letters:MIA`.

    grid: the grid that they cut: the shape of its cells, its size, and what its rim follows. Names
    are set in lines that fill the box of this grid.
    """
    shape, size, edge = grid
    box = cache(partial(_measure_name_box, shape, size, where))
    cuts = []
    for name in SILHOUETTES.names(names):
        if name.startswith(LETTERS):
            letters = list_name_letters(name)
            if not letters:
                what = f"{name!r} has no letter and no digit"
                raise refuse(where, what, f"give text such as {LETTERS}MIA")
            cuts += [_read_cut(TEXT + letter, pieces, folder, where, box) for letter in letters]
        else:
            cuts.append(_read_cut(name, pieces, folder, where, box))
    return [cut._replace(silhouette=cut.silhouette.as_rim(shape, edge)) for cut in cuts]


def read_stages(names: str, folder: Path, where: str) -> list[StageSource]:
    """Read the stages in a comma-separated text: `volcano` or `mine.svg`."""
    return [_read_stage(name, folder, where) for name in STAGES.names(names)]


def _read_stage(name: str, folder: Path, where: str) -> StageSource:
    from puzzlebook.maze_art.stage_source import StageSource
    from puzzlebook.mazes import Silhouette

    if is_file_name(name):
        source = StageSource(
            name, read_asset(folder / name, f"{where}: {name}", wanted="an SVG drawing")
        )
        try:
            source.load(in_colour=False)
        except Refused as refused:
            raise Refused(
                fault._replace(where=f"{where}: {name}") for fault in refused.faults
            ) from None
        return source
    known = Silhouette.stages()
    if is_stage_set(name):
        what = f"{name!r} stands for several stages"
        raise refuse(where, what, "give names of stages, or the word alone in a book or in sheets")
    if name.lower() not in known:
        words = (*known, *load_stage_sets())
        near = suggest_nearest(name, words, "puzzlebook list stages")
        raise refuse(where, f"there is no stage called {name!r}", near)
    return StageSource(name.lower())


def read_ways(names: str, pieces: str, folder: Path, where: str) -> list[NamedWay]:
    """Read the pictures in a comma-separated text: `heart`, `my.svg`, `text:MIA`, `line:my.svg` or
    `initial`."""
    return [_read_way(name, pieces, folder, where) for name in WAYS.names(names)]


def make_initial(name: str, pieces: str, where: str) -> HiddenPicture:
    """Return the first letter of a pupil's name as a picture."""
    from puzzlebook.mazes import HiddenPicture, Silhouette

    letter = next((letter for letter in normalize("NFC", name) if letter.isalnum()), "")
    return HiddenPicture.from_silhouette(
        Silhouette.from_letters(letter.upper(), read_letters_font("text"), pieces, where)
    )


def read_letters_font(kind: str = "name") -> bytes:
    """Return the font whose letters become silhouettes. kind: "name" for names; "text" for letters
    that ways draw and for letters in early maze codes."""
    return (names_file() if kind == "name" else font_file(BOLD)).read_bytes()


def read_theme(
    name: str, folder: Path = Path(), in_colour: bool = False
) -> tuple[Theme, bytes | None]:
    """Return the theme of this name or in this file, and the content of the file; None for a
    built-in theme."""
    if not is_file_name(name):
        return load_theme(name, in_colour), None
    where = f"theme: {name}"
    content = read_asset(folder / name, where)
    return parse_theme(content, Path(name).stem, where, in_colour), content


def cover_picture(content: bytes, where: str) -> bytes | Drawing:
    """Return the picture for a front cover: a drawing, or the bytes of a raster image that can be
    printed."""
    from puzzlebook.typesetting.artwork import read_artwork
    from puzzlebook.typesetting.photos import check_photo

    if content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"<", b"\xff\xfe<", b"\xfe\xff\0<")):
        return read_artwork(content, where)
    check_photo(content, where)
    return content


def read_book_likenesses(folder: Path, where: str) -> str:
    """Return the likenesses of the mazes of a finished book, in the form that a recipe stores."""
    from puzzlebook.recipes.values import write_likenesses

    book = parse_manifest(read_asset(folder / MANIFEST, where, LARGEST_MANIFEST), folder)
    with suppress(Damaged):
        if book:
            return write_likenesses(book.values_by_maze("likeness"))
    raise refuse(where, "does not contain a puzzlebook book", "give the folder of a finished book")


def _read_way(name: str, pieces: str, folder: Path, where: str) -> NamedWay:
    from puzzlebook.mazes import HiddenPicture, Silhouette

    if name == INITIAL:
        return NamedWay(name, None, None)
    if name.startswith(LINE):
        path = name.removeprefix(LINE).strip()
        content = read_asset(folder / path, f"{where}: {name}")
        return NamedWay(
            name, HiddenPicture.from_line(content, Path(path).stem, f"{where}: {name}"), content
        )
    if name.startswith(TEXT):
        text = name.removeprefix(TEXT).strip()
        return NamedWay(
            name,
            HiddenPicture.from_silhouette(
                Silhouette.from_letters(text, read_letters_font("text"), pieces, where)
            ),
            None,
        )
    if not is_file_name(name):
        HiddenPicture.check_name(name, where)
        if name.lower() in HiddenPicture.drawings():
            return NamedWay(name, HiddenPicture.built_in(name.lower()), None)
    cut = _read_cut(name, pieces, folder, where, lambda: (1.0, 1.0))
    return NamedWay(cut.text, HiddenPicture.from_silhouette(cut.silhouette), cut.content)


def _measure_name_box(shape: str, size: Size, where: str) -> tuple[float, float]:
    """Return the width and height of a tiling in which names are set; refuse a tiling that is too
    small for names."""
    from puzzlebook.mazes import Silhouette

    Silhouette.check_room_for_name(shape, size, where)
    grid = make_grid(shape, size)
    return grid.width, grid.height


def _read_cut(
    name: str, pieces: str, folder: Path, where: str, box: Callable[[], tuple[float, float]]
) -> SilhouetteSource:
    from puzzlebook.mazes import Silhouette
    from puzzlebook.outlines import break_into_lines, refuse_unfit

    if name.startswith(TEXT):
        text = " ".join(normalize("NFC", name.removeprefix(TEXT)).split())
        refuse_unfit(text, where)
        return SilhouetteSource(
            name,
            Silhouette.from_name(
                break_into_lines(text, *box()), read_letters_font(), pieces, where
            ),
            None,
        )
    if is_file_name(name):
        content = read_asset(folder / name, f"{where}: {name}" if where != name else where)
        return SilhouetteSource(
            name,
            Silhouette.from_file(content, Path(name).stem, pieces, f"{where}: {name}"),
            content,
        )
    return SilhouetteSource(name, Silhouette.built_in(name, pieces, where), None)
