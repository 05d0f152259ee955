"""Posters: mazes over many sheets of paper. Chooses sheets and position, and writes them as PDF."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterator
from math import ceil, isqrt
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from puzzlebook.drawing.drawing import Drawing, Layer
from puzzlebook.ground import templates
from puzzlebook.ground.arguments import check_offered, expect_types
from puzzlebook.ground.faults import Refused, refuse
from puzzlebook.ground.lengths import MM, format_in_unit, parse_points
from puzzlebook.language.words import Words, load_words
from puzzlebook.mazes import Maze, find_shape, format_size
from puzzlebook.typesetting.poster import (
    MAX_SHEETS,
    MIN_PIECE,
    OVERLAP,
    STRIP,
    Sheets,
    SheetWords,
    lay_out_sheets,
    lay_out_whole,
)
from puzzlebook.verbs.rendering import Appearance, choose_appearance, draw

if TYPE_CHECKING:
    from puzzlebook.ground.questions import QuestionList
    from puzzlebook.maze_art.stage_source import StageSource
    from puzzlebook.shelf.placing import Place

PAPER = "letter"
AGE = "7-8"
"""The readers whose passages a poster gets by default."""
_MAX_PAPER = 330 * MM, 490 * MM
"""The largest paper size of home printers, in points: A3 with margins, and 13 x 19 in."""
_SCALES = (1.0, 0.995, 0.99, 0.985, 0.98, 0.97, 0.96, 0.95, 0.93, 0.91)
"""The scales to try, as shares of the largest: smaller pictures can be moved off the joints."""
_SCALES_FOR_MARKS = (0.9, 0.89, 0.88, 0.87, 0.86, 0.84, 0.82, 0.8)
"""The scales to try only if at all larger ones a joint cuts a mark."""
_STEPS = 16  # positions to try on each side of the centre
_WALL_CLEARANCE = 0.15
"""A wall parallel to a joint and nearer than this, in cells, would be cut along its length."""
_MARK_CLEARANCE = 1.5 * MM
"""The minimum distance between a mark and a joint."""


class Poster(NamedTuple):
    """A requested poster: its sheets, and the space for its maze, in points.

    is_board: whether the maze's size was requested, which determines the sheets.
    """

    sheets: Sheets
    room: tuple[float, float]
    is_board: bool


def plan_poster(
    sheets: str | None, board: str | None, page: str | None, shape: tuple[float, float] = (20, 28)
) -> Poster:
    """Return the poster that options specify. shape: the proportions of the board if its longer
    side is given."""
    expect_types(sheets=(sheets, str | None), board=(board, str | None), page=(page, str | None))
    if sheets is not None and board is not None:
        raise refuse("board", "cannot be combined with --sheets", "give only one of them")
    paper = _read_paper(page or PAPER)
    if board is None:
        counted = paper._replace(
            **dict(zip(("columns", "rows"), _read_sheets(sheets), strict=True))
        )
        return Poster(counted, counted.field, False)
    longer = parse_points(board, "board")
    maximum = longer / max(shape)
    room = maximum * shape[0], maximum * shape[1]
    return Poster(_count_sheets(paper, room, board), room, True)


def _read_paper(page: str) -> Sheets:
    from puzzlebook.printers.trims import trim

    found = trim(page)
    short, long = sorted((found.width, found.height))
    if found.clear or short > _MAX_PAPER[0] or long > _MAX_PAPER[1]:
        raise refuse(
            "page",
            f"{page} is not a paper size for a printer at home",
            "use a size such as letter, a4, a3 or tabloid, up to 330 x 490 mm",
        )
    sheets = Sheets(1, 1, found.width, found.height)
    if min(sheets.piece) < MIN_PIECE:
        minimum = [found.width - sheets.piece[0], found.height - sheets.piece[1]]
        smallest = " x ".join(f"{(side + MIN_PIECE) / MM:.0f}" for side in minimum)
        raise refuse(
            "page",
            f"{page} has no room for a sheet beside its margins, marks and the strip for glue",
            f"at least {smallest} mm",
        )
    return sheets


def _read_sheets(text: str | None) -> tuple[int, int]:
    match = re.fullmatch(r"(?a)(\d{1,3})x(\d{1,3})", (text or "").lower().replace("×", "x"))
    numbers = (int(match[1]), int(match[2])) if match else (0, 0)
    if not all(numbers) or not 2 <= numbers[0] * numbers[1] <= MAX_SHEETS:
        allowed = f"give columns x rows of 2 to {MAX_SHEETS} sheets, such as 3x2"
        raise refuse("sheets", f"{text!r} does not make a poster", allowed)
    return numbers


def _count_sheets(paper: Sheets, room: tuple[float, float], board: str) -> Sheets:
    """Return the fewest sheets that hold a picture of this size."""
    counts = [
        max(1, ceil(round((length - OVERLAP) / piece, 6)))
        for length, piece in zip(room, paper.piece, strict=True)
    ]
    count = counts[0] * counts[1]
    if not 2 <= count <= MAX_SHEETS:
        longest = max(paper.piece) * isqrt(MAX_SHEETS)
        raise refuse(
            "board",
            f"{board} takes {count} sheet{'' if count == 1 else 's'}",
            f"2 to {MAX_SHEETS}: more than {format_in_unit(max(paper.field), board)}, "
            f"up to about {format_in_unit(longest, board)}",
        )
    return paper._replace(columns=counts[0], rows=counts[1])


def choose_poster_size(poster: Poster, shape: str, age: str | None) -> str:
    """Return the size of a maze that fills a poster, with passages for readers of this age."""
    from puzzlebook.recipes.audiences import load_audiences
    from puzzlebook.recipes.other_names import guess_audience
    from puzzlebook.recipes.page_grids import FEWEST, Room, finest_size

    name = guess_audience(age or AGE)
    if name is None:
        allowed = f"such as {', '.join(load_audiences())}"
        raise refuse("age", f'there is no age group for "{age}"', allowed)
    tiled = find_shape(shape)
    size = finest_size(load_audiences("normal")[name], Room(*poster.room), tiled)
    if size is None or tiled.cells(*size) < FEWEST:
        what = f"the poster has no room for passages for {name}"
        raise refuse("age", what, "use more sheets, a larger board, or older readers")
    return format_size(size)


def choose_poster_ends(shape: str) -> str:
    """Return a poster's ends: far apart on paper too, unless the shape has its own ends."""
    ends = find_shape(shape).ends
    return "apart" if ends == "far" else ends


def write_poster(
    maze: Maze,
    poster: Poster,
    path: Path,
    *,
    marks: str = "icons",
    line: str | None = None,
    theme: str | os.PathLike[str] | None = None,
    walls: str | None = None,
    color: bool = False,
    stage: StageSource | None = None,
    questions: QuestionList | None = None,
    language: str = "en",
    solution: bool = False,
    both: bool = False,
    place: Place | None = None,
) -> tuple[list[Path], Sheets, Appearance]:
    """Write a poster's sheets to a PDF file; return the files, the sheets and the appearance.

    both: also write X-solution, the maze with its solution on one page. solution: write only that
    page.
    """
    from puzzlebook.shelf.placing import Place, put_new_files
    from puzzlebook.verbs.rendering import check_solution, picture_files

    check_ending(path)
    files = picture_files(path, both)
    check_solution(maze, solution or both)
    words = load_poster_words(language)

    def look(share: float) -> Appearance:
        sides = [max(poster.room)] * 2 if poster.is_board else poster.room
        width, height = (f"{side * share:.4f}pt" for side in sides)
        return choose_appearance(
            maze,
            marks,
            None,
            line,
            theme,
            None,
            width,
            height,
            walls,
            color,
            stage=stage,
            questions=questions,
        )

    texts = _make_texts(words, maze)
    placed = _place_picture(maze, poster, look, words)
    contents = []
    if not solution:
        contents.append(_write_sheets(placed, texts, words, maze))
    if solution or both:
        contents.append(_write_whole(placed, texts, words, maze))
    put_new_files([*zip(files, contents, strict=True)], place or Place(force=True))
    return files, placed.sheets, placed.look


def check_ending(path: Path) -> None:
    """Refuse an output file that is not a PDF."""
    if path.suffix.lower() != ".pdf":
        what = f"sheets are pages of a PDF, not of {path.suffix.lower() or path.name}"
        raise refuse(
            "path",
            what,
            "give a name such as poster.pdf, or leave out sheets for a single large drawing",
        )


def load_poster_words(language: str) -> Words:
    """Return the words of a built-in language, given its code or whatever a user types for it."""
    from puzzlebook.recipes.other_names import resolve_name

    name = str(resolve_name("language", language))
    return load_words(check_offered("language", name, tuple(templates.list_names("languages"))))


class _Placed(NamedTuple):
    """A maze on a poster's field: its picture, and the position of its top left corner."""

    sheets: Sheets
    look: Appearance
    drawing: Drawing
    place: tuple[float, float]


def _place_picture(
    maze: Maze, poster: Poster, look: Callable[[float], Appearance], words: Words
) -> _Placed:
    """Return the maze at the largest scale, and a position, at which no joint cuts a mark and few
    run along walls. A board of a requested length shrinks only to keep marks whole."""
    walls = [_find_walls(maze, axis) for axis in (0, 1)]

    def place(
        appearance: Appearance, drawing: Drawing, share: float
    ) -> tuple[tuple[int, int], _Placed]:
        smaller = drawing._replace(scale=drawing.scale * share)
        size = smaller.width * smaller.scale, smaller.height * smaller.scale
        sheets = poster.sheets
        if poster.is_board:
            sheets = _count_sheets(sheets, size, format_in_unit(max(size), "mm"))
        across, down = (
            _choose_offset(smaller, sheets, axis, size[axis], walls[axis]) for axis in (0, 1)
        )
        cost = across[0] + down[0], across[1] + down[1]
        return cost, _Placed(sheets, appearance, drawing, (across[2], down[2]))

    def redraw(share: float) -> tuple[Appearance, Drawing]:
        appearance = look(share)
        return appearance, draw(maze, appearance, False, words)[0]

    full = redraw(1.0)
    found = list[tuple[tuple[int, int], float]]()
    for share in (*_SCALES, *_SCALES_FOR_MARKS):
        if share < _SCALES[-1] and not min(found)[0][0]:
            break
        cost, _ = place(*full, share)
        found.append((cost, -share))
        if cost == (0, 0) or (poster.is_board and not cost[0]):
            break
    best = -min(found)[1]
    return place(*(full if best == 1 else redraw(best)), 1.0)[1]


def _choose_offset(
    drawing: Drawing, sheets: Sheets, axis: int, size: float, walls: Counter[int]
) -> tuple[int, int, float]:
    """Choose the picture's position along an axis. Return the number of cut marks, the amount of
    wall cut lengthwise, and the position; ties go to the most central one."""
    slack = max(0.0, sheets.field[axis] - size)
    joints = sheets.joints[axis]
    origin = (drawing.left, drawing.top)[axis]
    marks = list(_find_marks(drawing, axis))
    tries = []
    for step in range(-_STEPS, _STEPS + 1):
        place = slack / 2 + slack * step / (2 * _STEPS)
        cuts = [(joint - place) / drawing.scale + origin for joint in joints]
        clearance = _MARK_CLEARANCE / drawing.scale
        cut_marks = sum(
            low - clearance < cut < high + clearance for cut in cuts for low, high in marks
        )
        wall_length = sum(
            walls[hundredth]
            for cut in cuts
            for hundredth in range(
                round(100 * (cut - _WALL_CLEARANCE)), round(100 * (cut + _WALL_CLEARANCE)) + 1
            )
        )
        tries.append((cut_marks, wall_length, abs(step), place))
    cut_marks, wall_length, _, place = min(tries)
    return cut_marks, wall_length, place


def _find_marks(drawing: Drawing, axis: int) -> Iterator[tuple[float, float]]:
    """Yield the extents of start, finish and a stage's signs along an axis."""
    for name in ("start", "finish"):
        points = [
            point
            for layer in drawing.layers
            if layer.name == name
            for subpath in layer.subpaths
            for point in subpath.points
        ]
        if points:
            sides = [(min(p[k] for p in points), max(p[k] for p in points)) for k in (0, 1)]
            # A circle has two points, its leftmost and rightmost.
            reach = max(high - low for low, high in sides) / 2
            low, high = sides[axis]
            middle = (low + high) / 2
            yield middle - reach, middle + reach
    for layer in drawing.layers:
        if layer.name == "signs" and layer.inset:
            scale = layer.inset.scale
            origin = (layer.inset.x, layer.inset.y)[axis]
            for sign in layer.inset.drawing.layers:
                for subpath in sign.subpaths:
                    along = [origin + scale * point[axis] for point in subpath.points]
                    yield min(along), max(along)


def _find_walls(maze: Maze, axis: int) -> Counter[int]:
    """Count the walls that run across an axis, by position along it in hundredths of a cell."""
    grid = maze.shown
    found: Counter[int] = Counter()
    for side in maze.walls:
        a, b = (grid.corners[corner][axis] for corner in grid.sides[side])
        if abs(a - b) < _WALL_CLEARANCE:
            found[round(50 * (a + b))] += 1
    return found


def _make_texts(words: Words, maze: Maze) -> SheetWords:
    from puzzlebook.typesetting.text import find_glyph_faults, make_face
    from puzzlebook.typesetting.text.system_fonts import WHAT_TO_INSTALL

    face = make_face(words.language, words.direction)
    glue, join = words("poster_glue"), words("poster_join")
    faults = find_glyph_faults((), face, (words("poster_sheet", sheet="A1"), glue, join))
    if faults:  # only in Gurmukhi: we have fonts for all other languages
        raise Refused(fault._replace(allowed=WHAT_TO_INSTALL) for fault in faults)
    return SheetWords(lambda name: words("poster_sheet", sheet=name), glue, join, maze.code, face)


def _write_sheets(placed: _Placed, texts: SheetWords, words: Words, maze: Maze) -> bytes:
    from puzzlebook.typesetting.pdf.document import Document
    from puzzlebook.typesetting.pdf.writer import write_pdf

    drawing = placed.drawing
    strip = drawing._replace(layers=tuple(_list_grey_walls(drawing)))
    pages = lay_out_sheets(drawing, strip, placed.place, placed.sheets, texts)
    return write_pdf(pages, Document(words("svg_single_title"), language=words.language))


def _list_grey_walls(drawing: Drawing) -> Iterator[Layer]:
    """Yield only the walls, in grey."""
    for layer in drawing.layers:
        if layer.name == "walls":
            yield layer._replace(style=layer.style._replace(line=STRIP))


def _write_whole(placed: _Placed, texts: SheetWords, words: Words, maze: Maze) -> bytes:
    from puzzlebook.typesetting.pdf.document import Document
    from puzzlebook.typesetting.pdf.writer import write_pdf

    drawing, _, _ = draw(maze, placed.look, True, words)
    title = words("svg_solution_title", title=words("svg_single_title"))
    page = lay_out_whole(drawing, placed.place, placed.sheets, title, texts)
    return write_pdf([page], Document(title, language=words.language))


def describe_sheets(sheets: Sheets) -> str:
    """Return a description of the number of sheets and their paper."""
    paper = f"{sheets.width / MM:.4g} x {sheets.height / MM:.4g} mm"
    return (
        f"{sheets.columns} x {sheets.rows} of {paper}, glued {sheets.field[0] / MM:.0f} x "
        f"{sheets.field[1] / MM:.0f} mm; print at 100%"
    )
