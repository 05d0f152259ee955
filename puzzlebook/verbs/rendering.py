"""The appearance of a maze (size, lines, pictures), and its output as SVG, PDF or PNG."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from puzzlebook.drawing.drawing import WHITE, Drawing
from puzzlebook.drawing.svg import Label
from puzzlebook.ground import templates
from puzzlebook.ground.arguments import PATH, check_offered, expect_types, read_path
from puzzlebook.ground.faults import format_choices, refuse
from puzzlebook.ground.lengths import MM, format_in_unit, parse_points
from puzzlebook.language.words import Words, load_words
from puzzlebook.maze_art.character import CHARACTERS, PLAIN
from puzzlebook.maze_art.doors import DOOR_ROOM, ArrowRoom
from puzzlebook.maze_art.extent import Extent
from puzzlebook.maze_art.gates import maze_margin
from puzzlebook.maze_art.inked import PATH_GREY, Ink, draw_answer, draw_puzzle
from puzzlebook.maze_art.labels import make_labels
from puzzlebook.maze_art.marks import MARKS, Marks
from puzzlebook.maze_art.plate import Plate, make_plate
from puzzlebook.maze_art.theme import Theme, load_theme
from puzzlebook.mazes import ENDS, Maze

if TYPE_CHECKING:
    from puzzlebook.ground.questions import QuestionList
    from puzzlebook.maze_art.questions import AskedMaze, QuestionType
    from puzzlebook.maze_art.stage_source import StageSource
    from puzzlebook.maze_art.stage_view import StageView
    from puzzlebook.shelf.placing import Place
    from puzzlebook.typesetting.page import Text
    from puzzlebook.typesetting.text import Face

_CELL = 6 * MM
"""The default width of a cell: 6 mm, in points."""

_MAX_PAGE_SIDE = 14_400.0
"""The longest side of a PDF page, in points: 200 inches (ISO 32000-1, annex C)."""

_MIN_WALL = 0.25  # points
_MARGIN = 36.0  # points
_DPI = 300
_MAX_PIXELS = 16_000  # on the longer side of a PNG file
FORMATS = ("svg", "pdf", "png")
_ENDINGS = tuple(f".{kind}" for kind in FORMATS)
ONLY = "only"
Solution = bool | Literal["only"]
"""Whether the solution is drawn; "only" draws the solution without the maze."""
SOLUTION = "-solution"
"""The suffix that a solution's file name adds to the stem of its maze's."""
_WALLS_PER_CELL = 9
"""The default width of a cell, in wall thicknesses."""


@dataclass(frozen=True)
class Appearance:
    """How to draw a maze: marks, cell width and wall weight in points, pictures, wall character.

    view: the stage around the maze. page: the paper size of a PDF, in points; None for a page just
    large enough. questions: the questions in the maze.
    """

    marks: Marks
    cell: float
    wall: float
    theme: Theme
    walls: str = PLAIN
    view: StageView | None = None
    page: tuple[float, float] | None = None
    questions: QuestionList | None = None

    @property
    def ink(self) -> Ink:
        ink = Ink(self.wall, path=0.3 * self.cell, path_colour=PATH_GREY)
        return self.view.stage.tint(ink) if self.view else ink

    def note_hidden_cells(self, maze: Maze, stage: StageSource | None) -> str:
        """Return a note on the cells that the front of a user's stage hides; "" if none."""
        if self.view is None or stage is None:
            return ""
        from puzzlebook.maze_art.stage_view import note_hidden_cells

        return note_hidden_cells(self.view, maze.shown, stage)


def choose_appearance(
    maze: Maze,
    marks: str = "icons",
    cell: str | None = None,
    line: str | None = None,
    theme: str | os.PathLike[str] | None = None,
    passage: str | None = None,
    width: str | None = None,
    height: str | None = None,
    walls: str | None = None,
    color: bool = False,
    page: str | None = None,
    stage: StageSource | None = None,
    questions: QuestionList | None = None,
) -> Appearance:
    """Return how to draw a maze, given lengths as people write them (`12mm`), and a theme's name or
    file.

    The scale follows from one of these: the width of a cell between the middles of its walls; the
    clear width of a passage; the width or height of the whole picture, or both, into which it is
    fitted. By default a cell is 6 mm, or smaller to fit the largest possible PDF page. line: the
    weight of a wall at any scale. walls: the wall character; by default the theme's. stage: the
    drawing around the maze. color: whether the stage is in colour. page: the paper that the picture
    is to fill. questions: the questions in the maze.
    """
    lengths = {"cell": cell, "passage": passage, "width": width, "height": height}
    expect_types(
        marks=(marks, str),
        line=(line, str | None),
        theme=(theme, PATH | None),
        walls=(walls, str | None),
        color=(color, bool),
        page=(page, str | None),
        **{name: (text, str | None) for name, text in lengths.items()},
    )
    end_marks = Marks.from_word(check_offered("marks", marks, tuple(MARKS)))
    end_marks = end_marks._replace(signs=maze.room is not None)
    if color and stage is None:
        raise refuse("color", "is for the drawing around a maze", "add a stage")
    paper = None if page is None else _read_page(page)
    given = {name: text for name, text in lengths.items() if text is not None}
    if len(given) > 1 and given.keys() != {"width", "height"}:
        raise refuse(
            [*given][-1],
            f"cannot be combined with {next(iter(given))}",
            "give only one of cell, passage, and width with height",
        )
    lengths_in_points = {name: parse_points(text, name) for name, text in given.items()}
    room = None
    if paper is not None:
        if given:
            raise refuse(
                "page", f"cannot be combined with {next(iter(given))}", "give only one of them"
            )
        room = paper[0] - 2 * _MARGIN, paper[1] - 2 * _MARGIN
        lengths_in_points = {"width": room[0], "height": room[1]}
        given = {"page": str(page)}
    pictures = _load_theme(None if theme is None else read_path(theme, "theme"))
    grid = maze.shown
    view = None
    extent = Extent(grid.width, grid.height, maze_margin(maze, end_marks))
    if stage is not None:
        from puzzlebook.maze_art.stage_view import refuse_hidden_maze, view_stage
        from puzzlebook.recipes.order_stages import invite_visitors

        stage = invite_visitors(stage, pictures)
        drawn = stage.load(color)
        view = view_stage(
            drawn, maze.design.shape, maze.design.size, grid, room or drawn.heart_size, end_marks
        )
        refuse_hidden_maze(view, grid, stage)
        end_marks = drawn.marks(end_marks)
        extent = Extent(view.crop.width * view.scale, view.crop.height * view.scale, 0)
    longest = max(grid.width, grid.height) + 2 * max(DOOR_ROOM, extent.margin) + 1
    maximum = (_MAX_PAGE_SIDE - 2 * _MARGIN) / longest
    wall = None if line is None else parse_points(line, "line")
    cell_width = _choose_cell(
        lengths_in_points,
        extent,
        wall,
        min(_CELL, maximum),
        has_walls_around=view is None,
    )
    key, text = next(iter(given.items()), ("cell", cell))
    if not 0 < cell_width <= maximum:
        what = (
            f"cells of {text}"
            if key == "cell"
            else f"{text} makes cells of {format_in_unit(cell_width, text)}, which"
        )
        raise refuse(
            key,
            f"{what} make no page",
            f"more than 0, and up to {format_in_unit(maximum, text)} for this maze",
        )
    wall = max(_MIN_WALL, cell_width / _WALLS_PER_CELL) if wall is None else wall
    if not _MIN_WALL <= wall <= cell_width / 2:
        if line is None:
            raise refuse(
                key,
                f"{text} leaves no room between walls",
                "give a larger one, or a thinner --line",
            )
        what = f"a wall of {line} does not suit cells of {format_in_unit(cell_width, line)}"
        raise refuse("line", what, f"from {format_in_unit(_MIN_WALL, line)} to half a cell")
    return Appearance(
        end_marks,
        cell_width,
        wall,
        pictures,
        check_offered("walls", walls or pictures.walls, tuple(CHARACTERS)),
        view and view._replace(unit=cell_width * view.scale),
        paper,
        questions,
    )


def _read_page(text: str) -> tuple[float, float]:
    from puzzlebook.printers.trims import trim

    found = trim(text)
    return found.width, found.height


def _choose_cell(
    given: Mapping[str, float],
    extent: Extent,
    wall: float | None,
    default: float,
    has_walls_around: bool,
) -> float:
    """Return the width of a cell that follows from the given lengths, all in points. wall: None for
    a share of the cell. has_walls_around: whether the outer walls extend beyond the extent."""
    share = 1 / _WALLS_PER_CELL if wall is None else 0.0
    fixed = wall or 0.0
    found = [given["cell"]] if "cell" in given else []
    found += [(given["passage"] + fixed) / (1 - share)] if "passage" in given else []
    beyond = 2 if has_walls_around else 0
    for side, reach in (("width", extent.width), ("height", extent.height)):
        if side in given:
            found.append(
                (given[side] - beyond * fixed) / (reach + 2 * extent.margin + beyond * share)
            )
    return min(found, default=default)


def _load_theme(name: str | None) -> Theme:
    if name is None:
        return load_theme("ink")
    from puzzlebook.recipes.assets import read_theme
    from puzzlebook.recipes.other_names import resolve_name
    from puzzlebook.recipes.user_files import is_file_name

    name = str(resolve_name("theme", name))
    return read_theme(
        name
        if is_file_name(name)
        else check_offered("theme", name, tuple(templates.list_names("themes")))
    )[0]


def describe_sizes(maze: Maze, appearance: Appearance) -> str:
    """Return a description of the sizes of the picture, of the board to the outer edges of its
    walls, and of a cell."""
    grid, unit, wall = maze.shown, appearance.cell / MM, appearance.wall / MM
    board = [side * unit + wall for side in (grid.width, grid.height)]
    picture = [side + 2 * maze_margin(maze, appearance.marks) * unit + wall for side in board]
    if appearance.view:
        crop = appearance.view.crop
        picture = [side * appearance.view.unit / MM for side in (crop.width, crop.height)]
    return "{:.4g} x {:.4g} mm, the board {:.4g} x {:.4g} mm, cells of {:.4g} mm".format(
        *picture, *board, unit
    )


def draw_svg(maze: Maze, appearance: Appearance, solution: Solution) -> str:
    """Return the maze, or its solution, as the text of an SVG document."""
    from puzzlebook.drawing.pen_order import order_for_pen
    from puzzlebook.drawing.svg import write_svg

    check_solution(maze, solution)
    drawing, label, _ = draw(maze, appearance, solution)
    return write_svg(order_for_pen(drawing), *label)


def picture(maze: Maze, appearance: Appearance, kind: str, solution: Solution) -> bytes:
    """Return the maze, or its solution, as the bytes of an "svg", "pdf" or "png" file."""
    check_solution(maze, solution)
    return _write_content(maze, appearance, f".{kind}", solution)


def draw_ascii_svg(maze: Maze, appearance: Appearance, solution: bool) -> str:
    """Return the SVG document in ASCII, which no terminal or pipe can corrupt."""
    return draw_svg(maze, appearance, solution).encode("ascii", "xmlcharrefreplace").decode()


def picture_files(path: Path, both: bool) -> list[Path]:
    """Return the path of a .svg, .pdf or .png file and, with `both`, of X-solution beside it.
    Refused if no such file can be written."""
    from puzzlebook.shelf.placing import check_file

    if path.suffix.lower() not in _ENDINGS:
        raise refuse(
            str(path),
            f"cannot write {path.suffix or 'a file without an ending'}",
            format_choices(_ENDINGS),
        )
    files = [path, path.with_stem(path.stem + SOLUTION)] if both else [path]
    for file in files:
        check_file(file)
    return files


def write(
    maze: Maze,
    appearance: Appearance,
    path: Path,
    *,
    solution: Solution = False,
    both: bool = False,
    place: Place | None = None,
) -> list[Path]:
    """Write the picture to a .svg, .pdf or .png file, and return the files.

    both: also write the solution, to X-solution. place: the files that may be replaced; by default
    all.
    """
    from puzzlebook.shelf.placing import Place, put_new_files

    files = picture_files(path, both)
    check_solution(maze, solution or both)
    solved: tuple[Solution, ...] = (False, True) if both else (solution,)
    contents = [_write_content(maze, appearance, path.suffix.lower(), each) for each in solved]
    put_new_files([*zip(files, contents, strict=True)], place or Place(force=True))
    return files


def check_solution(maze: Maze, solution: Solution) -> None:
    if solution and not maze.solution and maze.room:
        raise refuse(
            "solution", "the path does not lead through this room", "choose a different room"
        )
    if solution and not maze.solution:
        raise refuse("solution", "a maze without ends has none", f"ends: {', '.join(ENDS[:-1])}")


def _write_content(maze: Maze, appearance: Appearance, ending: str, solution: Solution) -> bytes:
    if ending == ".svg":
        return draw_svg(maze, appearance, solution).encode()
    document = _write_pdf(maze, appearance, solution)
    return document if ending == ".pdf" else _render_png(document)


def _set_questions(maze: Maze, appearance: Appearance) -> tuple[AskedMaze, QuestionType] | None:
    """Return a maze's questions and their type, as large as its cells allow, or with a legend."""
    question_list = appearance.questions
    if question_list is None:
        return None
    from puzzlebook.maze_art.questions import QuestionSigns, ask_in_maze, choose_type

    words = load_words("en")
    asked_maze = ask_in_maze(maze, question_list, words)
    style = choose_type(
        QuestionSigns.from_list(question_list, words),
        maze.grid.narrowest * appearance.cell - appearance.wall,
        maze.design.shape == "square",
        maze.shown.width * appearance.cell,
        len({label.question for label in asked_maze.labels if label.question is not None}),
    )
    if style is None:
        what = "questions and answers do not fit cells of this width"
        raise refuse("questions", what, "use wider cells (--cell), or shorter texts")
    return asked_maze, style


def draw(
    maze: Maze,
    appearance: Appearance,
    solution: Solution,
    words: Words | None = None,
    as_text: bool = False,
) -> tuple[Drawing, Label, tuple[Text, ...]]:
    """Return the picture of a maze or its solution, its label, and the questions to set as text.
    words: used for a stage's signs, if they are not English."""
    weight, view = appearance.wall / appearance.cell, appearance.view
    tinted = view is not None
    plate = make_plate(
        maze,
        appearance.marks,
        appearance.theme,
        appearance.walls,
        weight,
        tinted,
        ArrowRoom(appearance.cell),
        True,
    )
    if view:
        plate = plate._replace(end_cells=())
        if not (solution or appearance.questions):
            plate = _cover_floor(plate, maze, appearance)
    paint = draw_answer if solution else draw_puzzle
    sign_words, words = words, load_words("en")
    drawing = paint(plate, appearance.cell, appearance.ink)
    if view:
        from puzzlebook.maze_art.stage_signs import name_doors
        from puzzlebook.maze_art.stage_view import set_in_stage
        from puzzlebook.recipes.assets import read_letters_font

        font = read_letters_font("text") if sign_words is None else _find_sign_font(sign_words)
        signs = name_doors(sign_words or words, font)
        # Our stages have English names.
        title_font = font if sign_words is None else None
        drawing = set_in_stage(drawing, view, plate.doorways, signs, title_font)
    lines: tuple[Text, ...] = ()
    if (asked := _set_questions(maze, appearance)) and solution != ONLY:
        from puzzlebook.maze_art.questions import draw_labels, set_labels

        if as_text:
            drawing, lines = set_labels(drawing, *asked)
        else:
            drawing = draw_labels(drawing, *asked)
    if maze.room and solution != ONLY:
        drawing, lines = _sign_doors(drawing, maze, sign_words or words, as_text)
    if solution == ONLY:
        drawing = drawing._replace(
            layers=tuple(layer for layer in drawing.layers if layer.name == "solution")
        )
    return drawing, make_labels(maze, words("svg_single_title"), words)[bool(solution)], lines


def _cover_floor(plate: Plate, maze: Maze, appearance: Appearance) -> Plate:
    """Return the plate with the floor of its stage or, failing that, of its theme."""
    from puzzlebook.maze_art.floor import choose_floor, strew_floor

    stage = appearance.view.stage.silhouette.stage_name if appearance.view else ""
    name = choose_floor(appearance.theme.floor, stage)
    if not name:
        return plate
    shaded = appearance.ink.ground not in (None, WHITE)
    return strew_floor(plate, maze, name, appearance.cell, appearance.wall, 0, shaded)


def _sign_doors(
    drawing: Drawing, maze: Maze, words: Words, as_text: bool
) -> tuple[Drawing, tuple[Text, ...]]:
    """Return a room's picture with the signs at its doors, and the signs to set as text."""
    from puzzlebook.maze_art.room_signs import (
        draw_door_signs,
        print_room,
        set_door_letters,
        set_door_signs,
    )

    room, face = print_room(maze, words), _find_face(words)
    signs = room.signs if room else ()
    if as_text:
        return drawing, (
            *set_door_letters(drawing, signs, face.bold),
            *set_door_signs(drawing, signs, face),
        )
    return draw_door_signs(drawing, signs, face), ()


def _find_sign_font(words: Words) -> bytes:
    """Return a font with the letters of the words at a stage's doors."""
    from puzzlebook.typesetting.text import font_content

    letters = "".join(words(name) for name in ("how_to_start", "how_to_finish")).strip()
    return font_content(letters[:1] or "A", _find_face(words).bold)


def _find_face(words: Words) -> Face:
    from puzzlebook.typesetting.text import make_face

    return make_face(words.language, words.direction)


def _write_pdf(maze: Maze, appearance: Appearance, solution: Solution) -> bytes:
    """Return a PDF of one page, by default just large enough, with printable margins."""
    from puzzlebook.typesetting.page import Page, Picture
    from puzzlebook.typesetting.pdf.document import Document
    from puzzlebook.typesetting.pdf.writer import write_pdf

    drawing, label, lines = draw(maze, appearance, solution, as_text=True)
    width, height = (
        drawing.width * drawing.scale + 2 * _MARGIN,
        drawing.height * drawing.scale + 2 * _MARGIN,
    )
    x = y = _MARGIN
    if appearance.page:
        x, y = (
            (appearance.page[0] - width) / 2 + _MARGIN,
            (appearance.page[1] - height) / 2 + _MARGIN,
        )
        width, height = appearance.page
    return write_pdf(
        [Page(width, height, (Picture(x, y, drawing, labels=lines),))], Document(label.title)
    )


def _render_png(document: bytes) -> bytes:
    """Return the page as PNG at 300 dpi, or at the highest resolution that 16,000 pixels allow."""
    from io import BytesIO

    import pypdfium2

    page = pypdfium2.PdfDocument(document)[0]
    dpi = min(_DPI, _MAX_PIXELS * 72 / max(page.get_size()))
    file = BytesIO()
    page.render(scale=dpi / 72).to_pil().save(file, "PNG", dpi=(dpi, dpi))
    return file.getvalue()
