"""One maze by itself: drawn from a seed or from its code, and shown as SVG, PDF or PNG."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from puzzlebook import templates
from puzzlebook.arguments import PATH, expect, is_text, path_text
from puzzlebook.faults import Refused, nearest, one_of, refuse
from puzzlebook.lengths import MM, in_unit, points
from puzzlebook.mazes.codes import ENDS, METHODS, Design, printed_maze_code, read_code
from puzzlebook.mazes.difficulty import measure
from puzzlebook.mazes.grids import EDGE, EDGES, Silhouette, grid_of, shown_grid, silhouette_of_code
from puzzlebook.mazes.hidden import LINE, Hidden, check_fits, ends_of, hidden_of_code, way_of
from puzzlebook.mazes.maze import Maze, draw_maze
from puzzlebook.mazes.seeds import fresh_seed, maze_key, tidy_seed
from puzzlebook.mazes.tilings import SHAPES, Shape, Size, read_size, shape_named
from puzzlebook.pictures.character import CHARACTERS, PLAIN
from puzzlebook.pictures.doors import DOOR_ROOM, MARKS, margin_of
from puzzlebook.pictures.drawing import Drawing
from puzzlebook.pictures.extent import Extent
from puzzlebook.pictures.labels import Label, labels
from puzzlebook.pictures.plate import PATH_GREY, Ink, answer, plate_of, puzzle
from puzzlebook.pictures.theme import Theme, theme_named
from puzzlebook.words import words_of

DEFAULT_SIZE = "20x28"
CELL = 6 * MM
"""The width of a cell unless told otherwise: 6 mm, in points."""

LARGEST_PAGE = 14_400.0
"""The longest side of a PDF page, in points: 200 inches (ISO 32000-1, annex C)."""

THINNEST_WALL = 0.25
_MARGIN = 36.0
_DPI = 300
_MOST_PIXELS = 16_000
_ENDINGS = (".svg", ".pdf", ".png")


def sizes_text(maze: Maze, shown: Appearance) -> str:
    """How large a maze is drawn: the picture, within it the board up to the outer edges of its walls, a cell."""
    grid, unit, wall = maze.shown, shown.cell / MM, shown.wall / MM
    board = [side * unit + wall for side in (grid.width, grid.height)]
    picture = [side + 2 * margin_of(shown.marks) * unit + wall for side in board]
    return "{:.4g} x {:.4g} mm, the board {:.4g} x {:.4g} mm, cells of {:.4g} mm".format(*picture, *board, unit)


class ShownMaze(Maze):
    """A maze that shows itself: in a notebook, as SVG, and as a file."""

    def svg(
        self,
        *,
        solution: bool = False,
        marks: str = "icons",
        cell: str | None = None,
        line: str | None = None,
        theme: str | os.PathLike[str] | None = None,
        walls: str | None = None,
    ) -> str:
        """The maze as the text of an SVG document. The arguments are those of `save`."""
        expect(solution=(solution, bool))
        _check_solution(self, solution)
        return _svg(self, appearance(self, marks, cell, line, theme, walls=walls), solution)

    def save(
        self,
        path: str | os.PathLike[str],
        *,
        solution: bool = False,
        marks: str = "icons",
        cell: str | None = None,
        line: str | None = None,
        theme: str | os.PathLike[str] | None = None,
        walls: str | None = None,
    ) -> Path:
        """Write the maze into a .svg, .pdf or .png file, in place of one that is there, and give back its path.

        solution: whether it is drawn. marks: at start and finish, "icons", "doors", "both", "outside" or "none". cell:
        the width of a cell, such as "12mm"; line: the weight of a wall. theme: whose icons, by name or in a file.
        walls: their character (`puzzlebook list walls`), else the theme's. Raises `Refused` for what is not offered,
        and `Unfinished` where the file cannot be written.
        """
        expect(path=(path, PATH), solution=(solution, bool))
        shown = appearance(self, marks, cell, line, theme, walls=walls)
        (file,) = write(self, shown, Path(path_text(path, "path")), solution=solution)
        return file

    def _repr_svg_(self) -> str:
        return self.svg()


_WALLS_A_CELL = 9
"""Where nothing is said of a wall, so many of them would fill a cell."""


@dataclass(frozen=True)
class Appearance:
    """How a maze is to be drawn: its marks, the width of a cell and the weight of a wall in points, its pictures, and
    the character of its walls."""

    marks: str
    cell: float
    wall: float
    theme: Theme
    walls: str = PLAIN

    @property
    def ink(self) -> Ink:
        return Ink(self.wall, path=0.3 * self.cell, path_colour=PATH_GREY)


def make_maze(
    shape: str = "square",
    size: str | int | Sequence[int] | None = None,
    *,
    seed: str | int,
    number: int = 1,
    section: str = "",
    silhouette: str | os.PathLike[str] | None = None,
    pieces: str = "joined",
    method: str = "walls",
    ends: str | None = None,
    edge: str = EDGE,
    way: str | os.PathLike[str] | None = None,
) -> ShownMaze:
    """The maze that a seed gives: the same for the same arguments, for ever.

    size: columns and rows, or what a shape's size counts (`puzzlebook list shapes`), as text or as ints; 20x28 or the
    like if it is left out. number: the draw within the section, 0 or more. section: the key of a book's section, to
    make its mazes. silhouette: a built-in one's name, a file, or `text:MIA`; pieces: what becomes of its separate
    pieces, "joined" or "largest". ends: None for the shape's own. edge: what the rim of a maze that a silhouette cuts
    follows where it is drawn, the outline ("drawn") or the cells ("steps"): the maze is the same. way: what the way
    through draws, a picture by its name, a file, `text:MIA` or `line:FILE.svg`; its ends are the maze's, beside each
    other, or "apart" where it fills a picture. Raises `Refused` for what is not offered.
    """
    expect(shape=(shape, str), size=(size, str | int | list | tuple | None), seed=(seed, str | int),
           number=(number, int), section=(section, str), silhouette=(silhouette, PATH | None), pieces=(pieces, str),
           method=(method, str), ends=(ends, str | None), edge=(edge, str), way=(way, PATH | None))  # fmt: skip
    tiled = shape_named(shape if shape in SHAPES else _meant("shape", shape))
    if number < 0:
        raise refuse("number", f"{number} is negative", "0 or more")
    if not is_text(section):
        raise refuse("section", "holds a character that is not text", "the key of a section")
    tiles = _size(size, tiled)
    rim = _offered("edge", edge, EDGES)
    cut = _silhouette(path_text(silhouette or "", "silhouette"), pieces, tiled, tiles, rim)
    picture = _picture(path_text(way or "", "way"), pieces)
    if picture and (cut or ends not in (None, "apart") or (ends and picture.line)):
        allowed = "no ends" if picture.line else 'no ends, or "apart",'
        raise refuse("way", "has its own ends, in a maze that is not cut", f"{allowed} and no silhouette, beside it")
    design = Design(
        shape=tiled.name,
        size=tiles,
        key=maze_key(tidy_seed(str(seed)), 1, section, number),
        ends=ends_of(_offered("ends", ends or tiled.ends, ENDS), picture),
        method=_offered("method", method, METHODS),
        silhouette=cut.code if cut else None,
    )
    maze = _maze_on(design, cut, rim, picture)
    if cut and cut.letters:
        _refuse_straight(maze, cut)
    return maze


def _refuse_straight(maze: Maze, name: Silhouette) -> None:
    """A way through a name without wrong turns is refused."""
    from puzzlebook.recipes.names import FEWEST_DECISIONS

    if maze.solution and measure(maze).decisions < FEWEST_DECISIONS:
        what = f"the way through {name.title!r} has fewer than {FEWEST_DECISIONS} wrong turns"
        raise refuse("silhouette", what, "another seed or number, or a larger size")


def _size(size: str | int | Sequence[int] | None, shape: Shape) -> Size:
    if size is None:
        size = DEFAULT_SIZE if len(shape.axes) == 2 else DEFAULT_SIZE.partition("x")[0]
    numbers = (size,) if isinstance(size, str | int) else size
    for number in numbers:
        expect(size=(number, str | int))
    return read_size("x".join(map(str, numbers)), shape)


def maze_from_options(seed: str | None, shape: str | None, **others: str | None) -> ShownMaze:
    """The maze that a command line asks for; what it leaves open takes its default, the seed a fresh one."""
    given: dict[str, Any] = {name: value for name, value in others.items() if value is not None}
    return make_maze(shape or "square", seed=fresh_seed() if seed is None else seed, **given)


def maze_from_code(
    code: str, silhouette: str | None = None, edge: str | None = None, way: str | None = None
) -> ShownMaze:
    """The maze of a printed code. silhouette, way: the user's file, where the maze was cut by one, or its way draws it.
    edge: see `make_maze`."""
    from puzzlebook.recipes.assets import letters_font
    from puzzlebook.recipes.own_files import read_asset

    design = read_code(printed_maze_code(code) or code)
    if silhouette is not None and not (design.silhouette or "").startswith("file."):
        raise refuse("--silhouette", "goes without this code, which says it already", "--cell scales a maze")
    drawn = design.picture or ""
    if way is not None and not drawn.startswith(("file.", "line.")):
        raise refuse("--way", "goes without this code, which says it already", "--cell scales a maze")
    if drawn:
        content = None if way is None else read_asset(Path(way.removeprefix(LINE)), way)
        picture = hidden_of_code(drawn, letters_font("text"), content)
        return _maze_on(design, None, picture=picture)
    if design.silhouette is None:
        return _maze_on(design, None)
    shown = EDGE if edge is None else _offered("edge", edge, EDGES)
    file = None if silhouette is None else read_asset(Path(silhouette), silhouette)
    return _maze_on(design, silhouette_of_code(design.silhouette, letters_font, file), shown)


def _silhouette(name: str | None, pieces: str, shape: Shape, size: Size, edge: str) -> Silhouette | None:
    from puzzlebook.recipes.assets import read_cuts
    from puzzlebook.recipes.names import scant_fault

    if not name:
        return None
    found = read_cuts(_meant("silhouette", name), pieces, Path(), "silhouette", (shape.name, size, edge))
    if len(found) != 1:
        raise refuse("silhouette", f"{name!r} names {len(found)} silhouettes", "one for a single maze")
    if fault := scant_fault("silhouette", shape.name, size, found[0]):
        raise Refused([fault])
    return found[0].silhouette


def _meant(key: str, value: str) -> str:
    """What people type for a name of ours, as we call it."""
    from puzzlebook.recipes.other_names import meant

    return str(meant(key, value))


def _picture(name: str, pieces: str) -> Hidden | None:
    from puzzlebook.recipes.assets import read_ways

    if not name:
        return None
    found = [way.hidden for way in read_ways(name, pieces, Path(), "way")]
    if len(found) != 1 or found[0] is None:
        raise refuse("way", f"{name!r} names {len(found) if all(found) else 'no'} pictures", "one for a single maze")
    return found[0]


def _maze_on(
    design: Design, silhouette: Silhouette | None, edge: str = EDGE, picture: Hidden | None = None
) -> ShownMaze:
    check_fits(picture, design.shape, design.size)
    asked = design.shape, design.size, silhouette
    maze = draw_maze(design, grid_of(*asked), shown_grid(*asked, edge), way_of(design, picture))
    return ShownMaze(**{field.name: getattr(maze, field.name) for field in fields(maze)})


def appearance(
    maze: Maze,
    marks: str = "icons",
    cell: str | None = None,
    line: str | None = None,
    theme: str | os.PathLike[str] | None = None,
    passage: str | None = None,
    width: str | None = None,
    height: str | None = None,
    walls: str | None = None,
) -> Appearance:
    """How to draw a maze, from lengths as people write them (`12mm`), and a theme's name or file.

    Its scale follows from one of these: the width of a cell, from the middle of one wall to that of the next; the clear
    width of a passage; the width or height of the whole picture, or both, in which it fits. Without any a cell is 6 mm,
    or what makes the picture fit the largest page that PDF has. line: the weight of a wall, whatever the scale. walls:
    their character, else the theme's.
    """
    lengths = {"cell": cell, "passage": passage, "width": width, "height": height}
    expect(marks=(marks, str), line=(line, str | None), theme=(theme, PATH | None), walls=(walls, str | None),
           **{name: (text, str | None) for name, text in lengths.items()})  # fmt: skip
    _offered("marks", marks, MARKS)
    given = {name: text for name, text in lengths.items() if text is not None}
    if len(given) > 1 and given.keys() != {"width", "height"}:
        raise refuse([*given][-1], f"goes without {next(iter(given))}", "one of cell, passage, and width with height")
    grid = maze.shown
    extent = Extent(grid.width, grid.height, margin_of(marks))
    longest = max(grid.width, grid.height) + 2 * max(DOOR_ROOM, extent.margin) + 1
    most = (LARGEST_PAGE - 2 * _MARGIN) / longest
    wall = None if line is None else points(line, "line")
    wide = _cell({name: points(text, name) for name, text in given.items()}, extent, wall, min(CELL, most))
    asked, text = next(iter(given.items()), ("cell", cell))
    if not 0 < wide <= most:
        what = f"cells of {text}" if asked == "cell" else f"{text} makes cells of {in_unit(wide, text)}, which"
        raise refuse(asked, f"{what} make no page", f"more than 0, and up to {in_unit(most, text)} for this maze")
    wall = max(THINNEST_WALL, wide / _WALLS_A_CELL) if wall is None else wall
    if not THINNEST_WALL <= wall <= wide / 2:
        if line is None:
            raise refuse(asked, f"{text} leaves no room between walls", "a larger one, or a thinner --line")
        what = f"a wall of {line} does not suit cells of {in_unit(wide, line)}"
        raise refuse("line", what, f"from {in_unit(THINNEST_WALL, line)} to half a cell")
    pictures = _theme(None if theme is None else path_text(theme, "theme"))
    return Appearance(marks, wide, wall, pictures, _offered("walls", walls or pictures.walls, tuple(CHARACTERS)))


def _cell(given: Mapping[str, float], extent: Extent, wall: float | None, otherwise: float) -> float:
    """The width of a cell that follows from what is given, all in points. wall: None for a share of the cell."""
    share = 1 / _WALLS_A_CELL if wall is None else 0.0
    fixed = wall or 0.0
    found = [given["cell"]] if "cell" in given else []
    found += [(given["passage"] + fixed) / (1 - share)] if "passage" in given else []
    for side, reach in (("width", extent.width), ("height", extent.height)):
        if side in given:
            found.append((given[side] - 2 * fixed) / (reach + 2 * extent.margin + 2 * share))
    return min(found, default=otherwise)


def _theme(name: str | None) -> Theme:
    if name is None:
        return theme_named("ink")
    from puzzlebook.recipes.assets import read_theme
    from puzzlebook.recipes.own_files import is_file_name

    name = _meant("theme", name)
    return read_theme(name if is_file_name(name) else _offered("theme", name, tuple(templates.names("themes"))))[0]


def ascii_svg(maze: Maze, shown: Appearance, solution: bool) -> str:
    """The SVG document in ASCII, so that no terminal or pipe can spoil it."""
    _check_solution(maze, solution)
    return _svg(maze, shown, solution).encode("ascii", "xmlcharrefreplace").decode()


def write(maze: Maze, shown: Appearance, path: Path, *, solution: bool = False, both: bool = False) -> list[Path]:
    """Write the picture into a .svg, .pdf or .png file; with `both` also the solution, into X-solution. The files."""
    from puzzlebook.shelf.placing import check_file, put_files

    if path.suffix.lower() not in _ENDINGS:
        raise refuse(str(path), "is no kind of picture that we write", one_of(_ENDINGS))
    _check_solution(maze, solution or both)
    wanted = [(path, solution)]
    if both:
        wanted = [(path, False), (path.with_stem(f"{path.stem}-solution"), True)]
    for file, _ in wanted:
        check_file(file)
    put_files([(file, _content(maze, shown, file.suffix.lower(), solved)) for file, solved in wanted])
    return [file for file, _ in wanted]


def _check_solution(maze: Maze, solution: bool) -> None:
    if solution and not maze.solution:
        raise refuse("solution", "a maze without ends has none", f"ends: {', '.join(ENDS[:-1])}")


def _content(maze: Maze, shown: Appearance, ending: str, solution: bool) -> bytes:
    if ending == ".svg":
        return _svg(maze, shown, solution).encode()
    document = _pdf(maze, shown, solution)
    return document if ending == ".pdf" else _png(document)


def _drawing(maze: Maze, shown: Appearance, solution: bool) -> tuple[Drawing, Label]:
    plate = plate_of(maze, shown.marks, shown.theme, shown.walls, shown.wall / shown.cell)
    draw = answer if solution else puzzle
    words = words_of("en")
    return draw(plate, shown.cell, shown.ink), labels(maze, words("svg_single_title"), words)[solution]


def _svg(maze: Maze, shown: Appearance, solution: bool) -> str:
    from puzzlebook.pictures.pen_order import for_a_pen
    from puzzlebook.pictures.svg import svg_text

    drawing, label = _drawing(maze, shown, solution)
    return svg_text(for_a_pen(drawing), *label)


def _pdf(maze: Maze, shown: Appearance, solution: bool) -> bytes:
    """A page just large enough, with margins that every printer can print."""
    from puzzlebook.paper.page import Page, Picture
    from puzzlebook.paper.pdf.document import Document
    from puzzlebook.paper.pdf.writer import pdf_bytes

    drawing, label = _drawing(maze, shown, solution)
    width, height = drawing.width * drawing.scale + 2 * _MARGIN, drawing.height * drawing.scale + 2 * _MARGIN
    return pdf_bytes([Page(width, height, (Picture(_MARGIN, _MARGIN, drawing),))], Document(label.title))


def _png(document: bytes) -> bytes:
    """The page at 300 dots an inch, or as fine as 16,000 pixels a side allow."""
    from io import BytesIO

    import pypdfium2

    page = pypdfium2.PdfDocument(document)[0]
    dpi = min(_DPI, _MOST_PIXELS * 72 / max(page.get_size()))
    file = BytesIO()
    page.render(scale=dpi / 72).to_pil().save(file, "PNG", dpi=(dpi, dpi))
    return file.getvalue()


def _offered(where: str, name: str, names: tuple[str, ...]) -> str:
    if name not in names:
        raise refuse(where, f"{name!r} is not offered", nearest(name, names))
    return name
