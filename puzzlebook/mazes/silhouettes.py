"""Silhouettes: outlines along which tilings are cut.

The built-in drawings are in `templates/silhouettes/`, one SVG file each. The edition guarantees
that they never change (`seeds.EDITION`): a redrawn silhouette gets a new name. The same holds for
the outlines and doors of the stages in `templates/stages/`, which are drawings with a place for a
maze.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import pairwise

from puzzlebook.geometry.arcs import IntPoint, Point
from puzzlebook.ground import templates
from puzzlebook.ground.faults import refuse, suggest_nearest
from puzzlebook.ground.printed_codes import decode_letters, encode_letters, fingerprint
from puzzlebook.mazes.codes import STAGE, STAGE_FAR
from puzzlebook.mazes.cutting import (
    PIECES,
    OutlinePlacement,
    cut,
    find_covered_cells,
    measure_box,
    place_drawing,
    place_loops,
    place_outline,
    trace_finely,
)
from puzzlebook.mazes.tilings import SHAPES, Size, Tiling, format_size
from puzzlebook.outlines import (
    FilledShape,
    Outline,
    StageOutline,
    UserOutline,
    encircle,
    make_outline,
    read_outline,
)

_MAX_WORD_LENGTH = 24  # for longer unknown names, the message does not suggest `text:`
_MIN_CHECKED_CELLS, _MAX_MISFIT = 100_000, 100
"""A board with at least `_MIN_CHECKED_CELLS` cells is refused if its ratio of width to height
differs from that of the drawing by more than the factor `_MAX_MISFIT`. In a single column of four
million cells, for example, a letter covers only four cells, but cutting the board takes gigabytes
of memory."""
_MAX_NAME_RATIO = 30
"""The greatest ratio of the longer side to the shorter that a name can have if its line breaks are
chosen to suit its box."""
_DRAWN, _LARGEST = ".drawn", ".largest"  # suffixes of a silhouette in a code, see `codes`
_INSIDE = ".inside"  # likewise
_BREAK = "\n"  # a line break in a name
_TITLE = re.compile("<title>([^<&]*)</title>")
"""Matches the title of a built-in drawing, which contains no escaped characters."""


@dataclass(frozen=True)
class Silhouette:
    """An outline along which a tiling is cut.

    code: its form in a maze code, which identifies it. title: what it shows, in words. letters:
    the letters of a name, each with its own outline. is_drawn: whether it cuts the shape as a rim
    that follows the drawing requires (`Shape.drawn_cut`). doors: for a stage, the positions where
    the solution enters and leaves, in units of the outline. door_choices: those of all doors that
    the stage offers for the start and for the finish. is_named: whether the title says what the
    silhouette shows, rather than being a file name.
    """

    code: str
    title: str = field(compare=False)
    outline: Outline = field(compare=False, repr=False)
    pieces: str = field(default=PIECES[0], compare=False)
    letters: tuple[tuple[str, Outline], ...] = field(default=(), compare=False, repr=False)
    is_drawn: bool = field(default=False, compare=False)
    doors: tuple[IntPoint, ...] = field(default=(), compare=False, repr=False)
    door_choices: tuple[tuple[IntPoint, ...], ...] = field(default=(), compare=False, repr=False)
    is_named: bool = field(default=True, compare=False)

    @property
    def is_of_lines(self) -> bool:
        """Whether it is the area that a user's line drawing encloses."""
        return _INSIDE in self.code

    @staticmethod
    def stages() -> list[str]:
        """Return the names of the built-in stages, sorted."""
        return templates.list_names("stages", ".svg")

    @staticmethod
    def stage_titles() -> dict[str, str]:
        """Return the titles of the built-in stages, by name. Only the titles are parsed, because
        reading whole drawings is slow."""
        texts = {name: templates.read("stages", name, ".svg") for name in Silhouette.stages()}
        found = {name: _TITLE.search(text.decode()) for name, text in texts.items()}
        return {name: title[1] for name, title in found.items() if title}

    @staticmethod
    def titles() -> dict[str, str]:
        """Return the titles of the built-in silhouettes by name, sorted."""
        return {name: _read_title(name) for name in templates.list_names("silhouettes", ".svg")}

    @staticmethod
    def fewest_cells() -> Mapping[str, int]:
        """Return a mapping from each built-in silhouette to the fewest cells that show it
        recognizably with a drawn rim."""
        return _read_fewest_cells()

    @staticmethod
    def check_room_for_name(shape: str, size: Size, where: str) -> None:
        """Refuse a board whose proportions suit no name, however the name is broken into lines."""
        _check_proportions(shape, size, None, where)

    @classmethod
    def built_in(cls, name: str, pieces: str = PIECES[0], where: str = "silhouette") -> Silhouette:
        """Return a built-in silhouette. If there is none with this name, refuse it and suggest the
        nearest name."""
        names = templates.list_names("silhouettes", ".svg")
        if name.lower() in Silhouette.stages():
            raise refuse(where, f"{name!r} is a stage", f"stage = {name.lower()!r}, or --stage")
        if name.lower() not in names:
            near = suggest_nearest(name, names)
            may_be_text = len(name) <= _MAX_WORD_LENGTH and not near.startswith("did you mean")
            letters = f"; letters are text:{name}" if may_be_text else ""
            raise refuse(where, f"there is no silhouette called {name!r}", f"{near}{letters}")
        name = name.lower()
        return cls(_make_code(name, pieces), _read_title(name), _read_drawing(name), pieces)

    @classmethod
    def from_file(
        cls, content: bytes, title: str, pieces: str = PIECES[0], where: str = "silhouette"
    ) -> Silhouette:
        """Return the silhouette in an SVG, PNG or JPEG file, given the file's bytes.

        A drawing that consists of lines only is read as the outline of an area, and its code says
        so. title: used if the file contains no title.
        """
        user_outline = UserOutline.read(content, where)
        source = f"file.{fingerprint(content)}{_INSIDE if user_outline.inside else ''}"
        name = user_outline.title or title
        outline = user_outline.inside or user_outline.outline
        return cls(
            _make_code(source, pieces), name, outline, pieces, is_named=bool(user_outline.title)
        )

    @classmethod
    def stage(cls, name: str) -> Silhouette:
        """Return the place for a maze in a built-in stage, which must exist."""
        place = StageOutline.built_in(name)
        choices = tuple([door.points for door in place.choices])
        return cls(name, place.title, place.outline, doors=place.points, door_choices=choices)

    @classmethod
    def from_stage(cls, content: bytes, title: str, where: str = "stage") -> Silhouette:
        """Return the place for a maze in a user's own stage."""
        place = StageOutline.read(content, where)
        code = f"{STAGE}.{fingerprint(content)}"
        return cls(code, place.title or title, place.outline, doors=place.points)

    @classmethod
    def from_name(
        cls, lines: Sequence[str], font: bytes, pieces: str = PIECES[0], where: str = "silhouette"
    ) -> Silhouette:
        """Return a name, broken into these lines, as a silhouette."""
        from puzzlebook.outlines import set_lettering

        lettering = set_lettering(tuple(lines), font, where)
        code = _make_code(f"name.{encode_letters(_BREAK.join(lines))}.{fingerprint(font)}", pieces)
        return cls(code, "".join(lines), lettering.outline, pieces, lettering.letters)

    @classmethod
    def from_letters(
        cls, text: str, font: bytes, pieces: str = PIECES[0], where: str = "silhouette"
    ) -> Silhouette:
        """Return letters in one line as a silhouette, for hidden letters and for names in codes
        that are older than the names font."""
        from puzzlebook.outlines import outline_letters

        outline = outline_letters(text, font, where)
        code = _make_code(f"text.{encode_letters(text)}.{fingerprint(font)}", pieces)
        return cls(code, text, outline, pieces)

    @classmethod
    def frame(cls, columns: int, rows: int, thickness: int) -> Silhouette:
        """Return a frame around a grid of squares. thickness: in cells. No maze code names a
        frame."""
        boxes = [(edge, edge, columns - edge, rows - edge) for edge in (0.0, float(thickness))]
        rings = [[(a, b), (c, b), (c, d), (a, d), (a, b)] for a, b, c, d in boxes]
        frame = FilledShape([[*pairwise(ring)] for ring in rings], even_odd=True)
        code = f"frame {columns} {rows} {thickness}"
        return cls(code, "frame", make_outline([frame], "frame"))

    @classmethod
    def from_code(
        cls,
        code: str,
        font_of: Callable[[str], bytes],
        file: bytes | None = None,
        where: str = "maze code",
    ) -> Silhouette:
        """Return the silhouette that a maze code names.

        font_of: returns the font of a "name" or of a "text". file: the user's own drawing or stage,
        for a code with the fingerprint of a file.
        """
        pieces = PIECES[code.endswith(_LARGEST)]
        stem = code.removesuffix(_LARGEST)
        source = stem.removesuffix(_DRAWN)
        silhouette = cls._from_source(source, pieces, font_of, file, where)
        return silhouette if source == stem else replace(silhouette, code=code, is_drawn=True)

    @classmethod
    def _from_source(
        cls,
        source: str,
        pieces: str,
        font_of: Callable[[str], bytes],
        file: bytes | None,
        where: str,
    ) -> Silhouette:
        kind, *rest = source.split(".")
        if kind in ("file", STAGE):
            is_file = kind == "file"
            if file is None or fingerprint(file) != rest[0]:
                thing = "silhouette" if is_file else "stage"
                what = (
                    f"the maze's {thing} is a file"
                    if file is None
                    else f"this is not the file of the maze's {thing}"
                )
                raise refuse(where, what, f"add --{thing} with that file")
            if is_file:
                if f".{rest[-1]}" == _INSIDE:
                    return cls.from_file(file, "the file", pieces, where)
                return cls(
                    _make_code(source, pieces), "the file", read_outline(file, where), pieces
                )
            return cls.from_stage(file, "the file", where)
        if kind in Silhouette.stages():
            return cls.stage(kind)
        if kind not in ("name", "text"):
            return cls.built_in(source, pieces, where)
        font = font_of(kind)
        if fingerprint(font) != rest[1]:
            raise refuse(
                where,
                "the maze's letters are from another font",
                "use the puzzlebook that printed the code",
            )
        try:
            text = decode_letters(rest[0])
        except ValueError:
            what = "the letters of the maze's silhouette are not text"
            raise refuse(where, what, "compare it with the page") from None
        if kind == "name":
            return cls.from_name(text.split(_BREAK), font, pieces, where)
        return cls.from_letters(text, font, pieces, where)

    def as_rim(self, shape: str, edge: str = "drawn") -> Silhouette:
        """Return this silhouette in the form for cutting a shape so that the rim follows `edge`,
        one of `EDGES`."""
        if edge == "steps" or self.is_drawn or SHAPES[shape].drawn_cut is None:
            return self
        source = self.code.removesuffix(_LARGEST)
        return replace(self, code=source + _DRAWN + self.code[len(source) :], is_drawn=True)

    def fit_outlines(self, shape: str) -> tuple[Outline, ...]:
        """Return the outline as it is fitted to the box of a shape, followed by the outlines of the
        letters."""
        if self.is_drawn and SHAPES[shape].drawn_cut == "encircled":
            return _encircle(self)
        return self.outline, *(outline for _, outline in self.letters)

    @property
    def is_stage(self) -> bool:
        """Whether it is the place for a maze in a stage."""
        return self.is_users_stage or self.code.partition(".")[0] in _list_stages()

    @property
    def is_users_stage(self) -> bool:
        """Whether it is the place for a maze in a user's own stage."""
        return self.code.startswith(f"{STAGE}.")

    @property
    def stage_name(self) -> str:
        """The name of its stage; for a user's own stage, the form that codes use."""
        return self.code.removesuffix(_LARGEST).removesuffix(_DRAWN)

    def choose_ends(self, ends: str) -> str:
        """Return the ends of a maze that this silhouette cuts: at the doors of the stage, if there
        are doors and `ends` is not "none"; otherwise `ends`."""
        if not self.doors or ends == "none":
            return ends
        return STAGE_FAR if self.door_choices else STAGE

    def place(self, shape: str, size: Size, origin: Point) -> OutlinePlacement:
        """Return the position of the outline on a grid of this shape and size, whose box begins at
        `origin`."""
        outline = self.fit_outlines(shape)[0]
        placing = place_outline(measure_box(shape, size), outline, origin)
        (x, y), (fitted_x, fitted_y) = self.outline.first, outline.first
        left, top = placing.apply((fitted_x - x, fitted_y - y))
        return placing._replace(x=left, y=top)

    def trace_on(self, shape: str, size: Size, origin: Point) -> Sequence[Sequence[Point]]:
        """Return the loops of the drawing, placed on a grid of this shape and size, whose box
        begins at `origin`."""
        return _place_drawing(self, shape, size, origin)

    def place_doors(self, shape: str, size: Size, origin: Point) -> list[tuple[Point, ...]]:
        """Return the positions of the doors of a stage on a grid of this shape and size, whose box
        begins at `origin`; then those of all doors that it offers for the start, and for the
        finish, if there is a choice. The first is empty without doors."""
        if not self.doors:
            return [()]
        placing = self.place(shape, size, origin)
        return [tuple(map(placing.apply, doors)) for doors in (self.doors, *self.door_choices)]

    def cut(self, shape: str, size: Size) -> Tiling:
        """Return the cells of a tiling that this silhouette covers."""
        where = f"silhouette {self.title}"
        _check_proportions(shape, size, self.outline.width / self.outline.height, where)
        has_one_edge_cells = not self.is_drawn or SHAPES[shape].drawn_cut != "toothless"
        tiling, outline = SHAPES[shape].tile(*size), self.fit_outlines(shape)[0]
        return cut(tiling, outline, self.pieces, where, has_one_edge_cells)

    def count_letter_cells(self, shape: str, size: Size) -> Iterator[tuple[str, int]]:
        """Yield the letters of a name, each with the number of cells of a tiling that it covers."""
        if not self.letters:
            return
        tiling = SHAPES[shape].tile(*size)
        outlines = self.fit_outlines(shape)[1:]
        for (letter, _), outline in zip(self.letters, outlines, strict=True):
            yield letter, find_covered_cells(tiling, outline).count(1)


def _check_proportions(shape: str, size: Size, proportion: float | None, where: str) -> None:
    """Refuse a large board of which a drawing would cover next to nothing.

    proportion: the width of the drawing divided by its height; None for a name whose line breaks
    are chosen to suit the board.
    """
    board = size[0] / size[-1]
    misfit = (
        max(board, 1 / board) / _MAX_NAME_RATIO
        if proportion is None
        else max(board / proportion, proportion / board)
    )
    if SHAPES[shape].cells(*size) >= _MIN_CHECKED_CELLS and misfit > _MAX_MISFIT:
        raise refuse(
            where,
            f"would cover next to nothing of {format_size(size)}",
            "use a size with its own proportions",
        )


@lru_cache(maxsize=64)
def _encircle(silhouette: Silhouette) -> tuple[Outline, ...]:
    return encircle(silhouette.outline, [outline for _, outline in silhouette.letters])


@templates.cache_by_release
def _list_stages() -> frozenset[str]:
    return frozenset(Silhouette.stages())


@cache
def _read_title(name: str) -> str:
    drawing = templates.read("silhouettes", name, ".svg")
    return drawing.partition(b"<title>")[2].partition(b"</title>")[0].decode()


@templates.cache_by_release
def _read_fewest_cells() -> Mapping[str, int]:
    rows: Mapping[str, int] = templates.table("silhouettes.toml")
    return rows


@cache
def _read_drawing(name: str) -> Outline:
    from puzzlebook.outlines import outline_svg

    return outline_svg(templates.read("silhouettes", name, ".svg"), f"silhouette {name}")


def _make_code(source: str, pieces: str) -> str:
    return source if pieces == PIECES[0] else source + _LARGEST


@lru_cache(maxsize=64)  # needed when a size is chosen, and for the fit
def _place_drawing(
    silhouette: Silhouette, shape: str, size: Size, origin: Point
) -> Sequence[Sequence[Point]]:
    outline, box = silhouette.fit_outlines(shape)[0], measure_box(shape, size)
    where = f"silhouette {silhouette.title}"
    if silhouette.is_stage:
        return place_loops(box, outline, origin, _trace_stage(silhouette, shape), where)
    return place_drawing(box, outline, origin, where)


@lru_cache(maxsize=64)
def _trace_stage(silhouette: Silhouette, shape: str) -> tuple[tuple[IntPoint, ...], ...]:
    """Return the traced boundary of a stage's outline. It is cached because a book draws many grids
    for each stage."""
    return trace_finely(silhouette.fit_outlines(shape)[0], f"stage {silhouette.title}")
