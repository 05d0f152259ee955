"""The boards of a section: the grids of its mazes, as large as their page allows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from math import floor, fsum, inf
from typing import TYPE_CHECKING, NamedTuple

from puzzlebook.books.pages import puzzles
from puzzlebook.books.planning.setting import Setting
from puzzlebook.ground.faults import Fault, Refused
from puzzlebook.ground.lengths import format_millimetres
from puzzlebook.maze_art.doors import marks_margin
from puzzlebook.maze_art.extent import (
    WALL_SHARE,
    Extent,
    scale_and_wall,
    scale_to_fit,
    wall_at_scale,
)
from puzzlebook.maze_art.marks import ARROWS, Marks
from puzzlebook.mazes import SHAPES, Grid, Size, format_size, make_grid
from puzzlebook.recipes.audiences import Audience, audience_for_passage, find_audience
from puzzlebook.recipes.order import BookSection, Order
from puzzlebook.recipes.order_stages import SizedStage
from puzzlebook.recipes.readers import (
    adapt_to_cuts,
    adapt_to_pictures,
    find_picture_passage,
    find_promise_fault,
    has_figures,
)
from puzzlebook.recipes.recipe import Section
from puzzlebook.typesetting.layout import MIN_PASSAGE, Sheet, TypeScale
from puzzlebook.typesetting.page import Box

if TYPE_CHECKING:
    from puzzlebook.maze_art.questions import QuestionType
    from puzzlebook.maze_art.stage_source import StageSource
    from puzzlebook.maze_art.stage_view import StageView
    from puzzlebook.mazes import HiddenPicture, Silhouette

_MIN_SHARE = 0.9  # the least share of its size to which a board shrinks to make room for scenes
_ROUNDING = 1e-6  # points: on the smallest allowed board, passages are exactly as wide as required
# For estimating the space for mazes if the recipe names no readers, so the type size is unknown.
_NOMINAL_TYPE = TypeScale(12)


class Board(NamedTuple):
    """A grid for mazes, at the scale at which it fits its page.

    shape: of its cells. shown: the grid as drawn. scale: points per cell. wall: the weight of its
    walls, in points. picture: the picture that its solution paths trace. free_corners: on pages
    with scenes, the sides of the squares left free in the corners of its box, in cells: upper left,
    upper right, lower left, lower right. view: the stage around its mazes. source: where this stage
    is read from. has_words_inside: whether the page's words go inside the stage. questions: the
    style of its questions. max_asked: how many questions of a list fit; None for all. different:
    how many different questions of our own fit, including those off the solution path. deck: the
    width of the narrowest passage, as a share of a cell: that of a bridge, or 1. in_world: whether
    its pages show the world of the theme around it. at_doors: whether there is space in it for the
    hero and the goal outside its doors. around: the space that the page leaves for arrows, in
    points: at each side, and above and below.
    """

    shape: str
    silhouette: Silhouette | None
    size: Size
    grid: Grid
    shown: Grid
    scale: float
    wall: float
    picture: HiddenPicture | None = None
    free_corners: tuple[float, ...] = (0, 0, 0, 0)
    view: StageView | None = None
    source: StageSource | None = None
    has_words_inside: bool = False
    questions: QuestionType | None = None
    max_asked: int | None = None
    different: int = 0
    deck: float = 1.0
    in_world: bool = False
    at_doors: bool = False
    around: tuple[float, float] = (0.0, 0.0)

    @property
    def passage(self) -> float:
        """The clear width between two walls, in points."""
        return self.deck * self.scale - self.wall

    @property
    def opening(self) -> float:
        """The clear width of the narrowest opening between two cells, in points."""
        return self.shown.narrowest_opening * self.scale - self.wall


class _MinPassages(NamedTuple):
    """The smallest clear widths that a board may have, in points: in whole cells, and in the
    narrowest cell."""

    whole: float
    narrowest: float

    def are_met_by(self, board: Board) -> bool:
        """Return whether a board's passages are at least this wide."""
        narrowest = board.deck * board.scale * board.shown.narrowest - board.wall
        return board.passage >= self.whole - _ROUNDING and narrowest >= self.narrowest - _ROUNDING


_SPARES = (1.0, 0.85, 0.7, 0.55, 0.4, 0.25, 0.1, 0.0)
"""Shares of the space wanted before the doors of a stage and around its body, of which the largest
is taken that leaves the passages as wide as promised."""
_NO_PROMISE = _MinPassages(MIN_PASSAGE, MIN_PASSAGE)


def make_setting(order: Order, sheet: Sheet) -> Setting:
    """Return what all pages of an order's book share, on this paper."""
    readers = order.readers or _guess_readers(order, sheet)
    return Setting(
        order=order,
        sheet=sheet,
        sizes=TypeScale(
            readers.type_size, order.face.bold if readers.bold else order.face, readers.display
        ),
        wall=readers.wall,
        answers=order.recipe.answers or readers.answers_a_page,
        scenes=order.theme.scenes
        if readers.scenes and order.recipe.end_marks.are_in_cells
        else None,
        finds=readers.finds,
        listed=readers.listed,
        sample=readers.sample,
    )


def make_boards(setting: Setting, part: BookSection) -> Iterator[Board]:
    """Yield the boards of a section, which its mazes use in turn: one for each stage, or for each
    pair of silhouette and hidden picture."""
    box = section_maze_box(setting, part)
    wall = part.readers.wall if part.readers and part.section.audience else setting.wall
    has_words_inside = bool(part.stages) and puzzles.are_words_inside(setting, part)
    sizes = setting.sizes if has_words_inside else None
    for sized in part.stages:
        board = make_staged_board(setting.order, part, sized, wall, (box.width, box.height), sizes)
        if has_words_inside:
            assert board.view
            view = puzzles.hang_words(setting, part, board.view)
            yield board._replace(view=view, has_words_inside=True)
        else:
            assert board.view
            yield board._replace(view=board.view._replace(stage=sized.stage.without_board))
    for silhouette, size, pictures in _list_cuts(part):
        limits = _find_passages(setting.order, part, silhouette)

        def fit_board(
            room: Box,
            silhouette: Silhouette | None = silhouette,
            size: Size = size,
            limits: _MinPassages = limits,
        ) -> Board:
            make = partial(make_board, setting.order, part.section, size, silhouette, wall)
            board = make(room, limits.narrowest, 0 if part.readers else limits.whole)
            if not part.readers and not limits.are_met_by(board):
                limits = _NO_PROMISE  # the user set a size that is too fine for the readers
                board = make(room, limits.narrowest)
            if setting.scenes_of(part) and part.per_page == 1:
                marks = setting.recipe.marks_of(part.section)
                if part.readers:  # no space for heavier walls at a drawn rim
                    limits = limits._replace(narrowest=limits.whole)
                smaller = _shrink_for_doors(setting, part, board, room, wall, limits)
                smaller = smaller or _shrink_for_picture(setting, part, board, room, wall, limits)
                board = smaller or _shrink_for_scenes(setting, board, marks, room, wall, limits)
            return board

        board = fit_with_questions(setting, part, box, fit_board)
        extent = _extent_on_page(part.section, board.shown, setting.recipe.marks_of(part.section))
        free = puzzles.find_free_room(setting, part, extent, board.scale, board.wall, box)
        board = board._replace(around=free)
        yield from (board._replace(picture=picture) for picture in pictures)


def _list_cuts(
    part: BookSection,
) -> list[tuple[Silhouette | None, Size, Sequence[HiddenPicture | None]]]:
    """List the outlines of a section without stages, with the sizes of their grids and the pictures
    hidden in them: None for no outline, and for no picture."""
    if part.outlined:
        return [(row.silhouette, row.size, (row.picture,)) for row in part.outlined]
    cuts = part.silhouettes or (() if part.stages else (None,))
    return [(cut, part.size, part.pictures or (None,)) for cut in cuts]


def _find_passages(order: Order, part: BookSection, silhouette: Silhouette | None) -> _MinPassages:
    """Return the passages promised to a section's readers or, if the section sets its own size, to
    the book's readers."""
    section, readers = part.section, part.readers
    if readers:
        whole = find_audience(readers.name, level=readers.level)
        # A maze cut to a name may have narrower passages, with no space for heavier walls.
        if part.outlined and silhouette:  # hidden pictures need many cells
            return _MinPassages(readers.passage, find_picture_passage(whole))
        minimum = adapt_to_cuts(whole, section.edge).passage if silhouette else readers.passage
        return _MinPassages(minimum, readers.passage)
    level = order.recipe.level
    if order.readers is None or level is None:
        return _NO_PROMISE
    readers = find_audience(order.readers.name, level=level)
    adapted = adapt_to_pictures(readers, order.recipe, section)
    return _MinPassages(
        adapted.passage, find_picture_passage(readers) if adapted.is_cut else adapted.passage
    )


def make_board(
    order: Order,
    section: Section,
    size: Size,
    silhouette: Silhouette | None,
    wall: float,
    box: Box,
    passage: float,
    whole: float = 0,
) -> Board:
    """Return a board with the grid of a section's shape, as large as fits a box.

    wall: the weight of the readers' walls. passage, whole: the clear widths that decorative walls
    must leave in the narrowest cell and in whole cells. All are in points.
    """
    grid = make_grid(section.shape, size, silhouette)
    shown = make_grid(section.shape, size, silhouette, section.edge)
    extent = _extent_on_page(section, shown, order.recipe.marks_of(section))
    fitted = scale_and_wall(
        extent,
        wall,
        box.width,
        box.height,
        order.walls,
        (passage, shown.narrowest * measure_deck(section)),
        (whole, 1),
    )
    return Board(section.shape, silhouette, size, grid, shown, *fitted, deck=measure_deck(section))


def measure_deck(section: Section) -> float:
    """Return the width of a section's narrowest passage, as a share of a whole cell."""
    return Grid.DECK if section.bridges else 1.0


def make_staged_board(
    order: Order,
    part: BookSection,
    sized: SizedStage,
    wall: float,
    frame: tuple[float, float],
    sizes: TypeScale | None = None,
) -> Board:
    """Return the board of a stage, at the scale at which its drawing fills a frame of this width
    and height (in points). sizes: of the words in the drawing, if they are there."""
    from puzzlebook.maze_art.stage import load_look
    from puzzlebook.maze_art.stage_view import refuse_hidden_maze, view_stage
    from puzzlebook.recipes.stage_grids import find_heaviest_wall, fits_heading

    section, shape, size, silhouette = part.section, sized.shape, sized.size, sized.silhouette
    grid = make_grid(shape, size, silhouette)
    shown = make_grid(shape, size, silhouette, section.edge)
    marks = order.recipe.end_marks
    passage = part.readers.passage if part.readers else MIN_PASSAGE
    deck, look = measure_deck(section), load_look()
    for spare in _SPARES:
        view = view_stage(sized.stage, shape, size, shown, frame, marks, spare=spare)
        cell, lightest = deck * view.cell, max(wall, WALL_SHARE * view.cell)
        if (
            part.readers
            and (look["spare_wall"] if spare else 1) * lightest
            <= find_heaviest_wall(part.readers, cell, shown.narrowest * cell)
            and (sizes is None or fits_heading(sized.stage, view.unit, sizes, look["spare_type"]))
        ):
            break
    refuse_hidden_maze(view, shown, sized.source)
    wall = wall_at_scale(view.cell, wall, order.walls, (passage, shown.narrowest * deck))
    if part.readers:  # as heavy as the drawing's lines, if the passages allow
        heaviest = look["framed_wall"] * wall if part.readers.framed else inf
        wall = max(
            wall,
            min(
                heaviest,
                sized.stage.wall * view.unit,
                find_heaviest_wall(
                    part.readers, deck * view.cell, shown.narrowest * deck * view.cell
                ),
            ),
        )
    board = Board(shape, silhouette, size, grid, shown, view.cell, wall)
    return board._replace(view=view, source=sized.source, deck=deck)


def _shrink_for_scenes(
    setting: Setting, board: Board, marks: Marks, box: Box, wall: float, limits: _MinPassages
) -> Board:
    """Return the board, shrunk a little to make room for scenes, as far as its passages stay wide
    enough."""
    from puzzlebook.books.scenes import scenery

    room = scenery.scenery_room(setting)
    return _make_room(setting, board, marks, box, wall, limits, _MIN_SHARE, room)


def _shrink_for_doors(
    setting: Setting, part: BookSection, board: Board, box: Box, wall: float, limits: _MinPassages
) -> Board | None:
    """Return the board with space for the hero and the goal outside its doors, above and below it;
    None if it would have to shrink too much."""
    if not has_figures(setting.recipe, part.section):
        return None
    from puzzlebook.books.scenes.at_doors import find_min_room, find_room_at_doors
    from puzzlebook.books.scenes.worlds import find_min_strip_width
    from puzzlebook.maze_art.figures import load_figure_look

    room = fsum(find_room_at_doors(setting))
    marks = setting.recipe.marks_of(part.section)
    share = load_figure_look()["board"]
    narrow = box.inset(left=find_min_strip_width(), right=find_min_strip_width())
    smaller = _make_room(setting, board, marks, narrow, wall, limits, share, room)
    if smaller.passage < limits.whole - _ROUNDING:
        smaller = _make_room(setting, board, marks, box, wall, limits, share, room)
    extent = _measure_extent(board.shown, marks)
    spare = box.height - (extent.height + 2 * extent.margin) * smaller.scale - 2 * smaller.wall
    minimum = fsum(find_min_room(setting, smaller.passage))
    return smaller._replace(in_world=True, at_doors=True) if spare >= minimum else None


def _shrink_for_picture(
    setting: Setting, part: BookSection, board: Board, box: Box, wall: float, limits: _MinPassages
) -> Board | None:
    """Return the board of hidden pictures with space for the world around it; None if it would have
    to shrink too much. The hero is beside its door, wherever that is, and the finish is inside."""
    if not part.pictures:
        return None
    from puzzlebook.books.scenes.at_doors import find_room_at_doors, find_room_of_words
    from puzzlebook.books.scenes.holders import load_holders
    from puzzlebook.books.scenes.worlds import find_min_strip_width

    marks, strip = setting.recipe.marks_of(part.section), find_min_strip_width()
    narrow, room = box.inset(left=strip, right=strip), fsum(find_room_at_doors(setting))
    share = load_holders()["kept"]
    smaller = _make_room(setting, board, marks, narrow, wall, limits, share, room)
    extent = _measure_extent(board.shown, marks)
    line = 2 * smaller.wall
    across, down = (
        whole - (side + 2 * extent.margin) * smaller.scale - line
        for whole, side in ((box.width, extent.width), (box.height, extent.height))
    )
    has_room = across >= 2 * strip and down >= find_room_of_words(setting)
    return smaller._replace(in_world=True) if has_room else None


def _make_room(
    setting: Setting,
    board: Board,
    marks: Marks,
    box: Box,
    wall: float,
    limits: _MinPassages,
    share: float,
    room: float,
) -> Board:
    """Return the board, shrunk to leave `room` points of its box's height free. It keeps at least
    `share` of its size, and its passages keep the widths in `limits`."""
    extent = _measure_extent(board.shown, marks)
    largest, line = scale_and_wall(extent, wall, box.width, box.height)
    needed = (max(limits.whole, MIN_PASSAGE) + line) / board.deck
    minimum = max(share * (largest - line) + line, needed)
    wanted = scale_to_fit(extent, line, box.width, box.height - room)
    height = (extent.height + 2 * extent.margin) * min(largest, max(minimum, wanted)) + 2 * line
    narrow, whole = (
        (limits.narrowest, board.shown.narrowest * board.deck),
        (limits.whole, board.deck),
    )
    scale, wall = scale_and_wall(
        extent, wall, box.width, min(height, box.height), setting.order.walls, narrow, whole
    )
    return board._replace(scale=scale, wall=wall, free_corners=board.shown.free_corners)


def choose_arrangement(setting: Setting, part: BookSection) -> tuple[int, int]:
    """Choose how a section's mazes are arranged on their pages, so that the smallest maze is as
    large as possible."""
    extents = [] if part.stages else list_extents(setting.order, part)

    def smallest_scale(arrangement: tuple[int, int]) -> float:
        box = _picture_box(setting, part, arrangement)
        if part.stages:
            return min(sized.stage.unit_in(box.width, box.height) for sized in part.stages)
        return min(scale_to_fit(extent, 0, box.width, box.height) for extent in extents)

    return max(puzzles.list_arrangements(part), key=smallest_scale)


def section_maze_box(setting: Setting, part: BookSection) -> Box:
    """Return the box for the picture of one maze of a section."""
    return _picture_box(setting, part, choose_arrangement(setting, part))


def list_extents(order: Order, part: BookSection) -> list[Extent]:
    """List the extents of a section's boards, as pages show them."""
    section, marks = part.section, order.recipe.marks_of(part.section)
    return [
        _extent_on_page(
            section,
            make_grid(shape, size, cut, section.edge),
            stage.marks(marks) if stage else marks,
        )
        for shape, cut, size, stage in part.boards
    ]


def list_answer_extents(order: Order, part: BookSection) -> list[Extent]:
    """List the extents of the answers of a section's mazes, which are never split over two
    pages."""
    extents = list_extents(order, part)
    if part.stages and order.theme.scenes is None:  # arrows replace those of the stages
        margin = marks_margin(ARROWS, has_drawn_rim=True)
        extents = [row._replace(margin=max(row.margin, margin)) for row in extents]
    if not part.section.spread:
        return extents
    return [row._replace(width=2 * (row.width + row.margin) - 2 * row.margin) for row in extents]


def find_size_faults(setting: Setting) -> list[Fault]:
    """List a fault for each section whose passages are too narrow to follow, or narrower than
    promised."""
    faults = []
    for part in setting.parts:
        key = part.section.key
        board = min(make_boards(setting, part), key=lambda board: board.passage)
        if board.passage < MIN_PASSAGE - _ROUNDING:
            largest = _find_largest_size(setting, part, board.grid)
            faults.append(make_narrow_fault(key, board, "on this page", f"at most {largest}"))
        elif part.readers and (
            fault := find_promise_fault(f"section.{key}.audience", part.readers, board.passage)
        ):
            faults.append(fault)
    return faults


def find_hopeless_sizes(order: Order, sheet: Sheet) -> list[Fault]:
    """List a fault for each section of cut boards whose passages would be too narrow even if the
    cut lost a row of cells at each rim.

    This is checked before any board is fitted to its drawing, which takes long with so many cells.
    """
    uncut = tuple(replace(part, stages=(), silhouettes=()) for part in order.parts)
    setting = make_setting(replace(order, parts=uncut), sheet)
    return [
        fault
        for part, plain in zip(order.parts, uncut, strict=True)
        if not part.readers  # readers limit the number of cells
        and not part.questions
        and all(SHAPES[shape].drawn_cut != "encircled" for shape, *_ in part.boards)
        and (fault := _find_hopeless_size(setting, part, plain))
    ]


def _find_hopeless_size(setting: Setting, part: BookSection, plain: BookSection) -> Fault | None:
    """Return the fault of a section, if any. plain: the section without its cuts."""
    section, box = part.section, section_maze_box(setting, plain)
    for shape, cut, size, _ in part.boards:
        try:
            grid = make_grid(shape, size, cut)
        except Refused:  # refused later, too
            continue
        across, down = box.width / max(grid.width - 2, 1), box.height / max(grid.height - 2, 1)
        if cut and min(across, down) * measure_deck(section) - setting.wall < MIN_PASSAGE:
            board = next(make_boards(setting, plain))
            largest = _find_largest_size(setting, plain, grid)
            return make_narrow_fault(section.key, board, "on this page", f"at most {largest}")
    return None


def make_narrow_fault(section: str, board: Board, where: str, allowed: str) -> Fault:
    """Return the fault of passages that are too narrow to follow.

    where: such as "on this page". allowed: a size that would fit.
    """
    passage = format_millimetres(max(board.passage, 0), ".1f")
    what = f"{format_size(board.size)} leaves passages of {passage} {where}"
    return Fault(f"section.{section}.size", what, f"passages are at least 1.2 mm, so {allowed}")


def _measure_extent(grid: Grid, marks: Marks) -> Extent:
    return Extent(grid.width, grid.height, marks_margin(marks, grid.has_drawn_rim))


def _extent_on_page(section: Section, grid: Grid, marks: Marks) -> Extent:
    """Return the extent of a maze as a page shows it. A page of a spread shows half the board and
    half the gutter, with no marks at the gutter."""
    extent = _measure_extent(grid, marks)
    if not section.spread:
        return extent
    half = (grid.width + Grid.GUTTER) / 2
    return extent._replace(width=half - extent.margin)


def _guess_readers(order: Order, sheet: Sheet) -> Audience:
    """Return the readers whose type and line weights suit the book's narrowest passage, if the
    recipe names no readers."""
    box = puzzles.maze_room(sheet.live(1), _NOMINAL_TYPE, line=False)
    extents = [extent for part in order.parts for extent in list_extents(order, part)]
    scale = min(scale_to_fit(extent, 1, box.width, box.height) for extent in extents)
    return audience_for_passage(scale - 2)


def _picture_box(setting: Setting, part: BookSection, arrangement: tuple[int, int]) -> Box:
    box = puzzles.puzzle_boxes(setting, part, arrangement, 1)[0]
    return puzzles.maze_picture_box(setting, part, box)


def _find_largest_size(setting: Setting, part: BookSection, grid: Grid) -> str:
    """Estimate the largest size that fits, assuming that a grid's extent is proportional to its
    size."""
    box, need = section_maze_box(setting, part), MIN_PASSAGE + setting.wall
    margin = 2 * marks_margin(
        setting.recipe.marks_of(part.section), any(part.cuts) and part.section.edge != "steps"
    )
    across = ((box.width - 2 * setting.wall) / need - margin) / grid.width
    if part.section.spread:
        page = (box.width - 2 * setting.wall) / need - (margin + Grid.GUTTER) / 2
        across = 2 * floor(page) / grid.width
    down = ((box.height - 2 * setting.wall) / need - margin) / grid.height
    shares = (across, down) if len(part.size) == 2 else (min(across, down),)
    minimum = SHAPES[part.section.shape].least
    return format_size(
        tuple(
            max(lowest, floor(round(number * min(share, 1), 6)))
            for number, share, lowest in zip(part.size, shares, minimum, strict=True)
        )
    )


def fit_with_questions(
    setting: Setting,
    part: BookSection,
    box: Box,
    make_board: Callable[[Box], Board],
    may_ask_fewer: bool = False,
) -> Board:
    """Return a board as large as fits a box together with the legend of its questions.

    may_ask_fewer: whether the board may ask only part of a list.
    """
    if part.questions is None:
        return make_board(box)
    from puzzlebook.books.planning.question_boards import fit_questions

    board, fitted = fit_questions(setting, part, part.questions, box, make_board, may_ask_fewer)
    return board._replace(
        questions=fitted.style, max_asked=fitted.max_asked, different=fitted.different
    )


def list_question_texts(setting: Setting) -> Iterator[tuple[str, str]]:
    """Yield the recipe key and the printed text of each question and answer."""
    if not any(part.questions for part in setting.parts):
        return
    from puzzlebook.maze_art.questions import QuestionSigns

    for part in setting.parts:
        if part.questions:
            signs = QuestionSigns.from_list(part.questions, setting.words)
            for text in (*signs.questions, *sorted(signs.answers)):
                yield f"section.{part.section.key}.questions", text
            yield f"section.{part.section.key}.questions", "= –"
