"""The pages of a cover: front and back, or a single wrap, and its guides."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from puzzlebook.books.covers.back import PREVIEWS
from puzzlebook.books.covers.claims import MazeFacts
from puzzlebook.books.covers.front import Shown
from puzzlebook.books.covers.guides import draw_guides, draw_separate_guides
from puzzlebook.books.covers.look import CoverLook, choose_turn, make_look
from puzzlebook.books.covers.sheet import cover_page, lay_out_separate_pages
from puzzlebook.books.covers.stages import StagedMaze
from puzzlebook.books.pages.ornaments import make_hidden_picture_maze
from puzzlebook.books.planning.samples import SamplePage, sample_pages
from puzzlebook.books.planning.setting import Setting
from puzzlebook.drawing.drawing import Drawing
from puzzlebook.ground.faults import Refused
from puzzlebook.ground.seeds import derive_maze_key
from puzzlebook.maze_art.character import PLAIN
from puzzlebook.maze_art.extent import scale_to_fit
from puzzlebook.maze_art.inked import draw_answer, draw_puzzle
from puzzlebook.maze_art.marks import ARROWS, NO_MARKS
from puzzlebook.maze_art.plate import make_plate
from puzzlebook.maze_art.strokes import join_strokes
from puzzlebook.maze_art.tints import tint_ink
from puzzlebook.mazes import EDGES, Design, draw_maze, make_grid
from puzzlebook.printers.printer import Printer
from puzzlebook.printers.wrap import Wrap
from puzzlebook.recipes.assets import read_stages
from puzzlebook.recipes.audiences import find_audience
from puzzlebook.recipes.order import Order
from puzzlebook.recipes.order_paper import choose_sheet
from puzzlebook.recipes.order_stages import (
    SizedStage,
    list_stage_set,
    load_stages_of_pages,
    size_stage,
)
from puzzlebook.recipes.recipe import Section
from puzzlebook.recipes.user_files import STAGES_OF_THEME, is_stage_set
from puzzlebook.shelf.manifest import Damaged, FinishedBook, refuse_incomplete
from puzzlebook.typesetting.layout import THINNEST, TypeScale
from puzzlebook.typesetting.logos import read_colour_logo
from puzzlebook.typesetting.page import Box, Page, Picture

if TYPE_CHECKING:
    from puzzlebook.typesetting.logos import Logo

_HIDDEN = "cat", "butterfly", "snail", "castle"  # for the front of a book of hidden pictures
_HIDDEN_CELLS = 52  # the columns of that maze
_DEFAULT_TYPE_SIZE = 12.0  # points
_EXAMPLE_SIZE = 140.0  # points: the side of a puzzle shown before and after solving
# The audiences whose passages are tried on the front of a book for all ages, or if those of the
# book's readers are too wide for the front.
_READERS_OF_SMALL_FRONTS = "7-8", "9-11", "adult"
_CUT_SIZE = (22, 26)  # columns and rows of the front's maze if an outline cuts it


def make_setting(order: Order) -> Setting:
    """Return the setting of a cover, which is that of the book's pages."""
    readers = order.readers
    sizes = (
        TypeScale(readers.type_size, order.face, readers.display)
        if readers
        else TypeScale(_DEFAULT_TYPE_SIZE, order.face)
    )
    return Setting(order, choose_sheet(order), sizes, wall=1.0)


def lay_out_pages(
    setting: Setting,
    wrap: Wrap,
    book: FinishedBook,
    has_spine_text: bool,
    separate_size: tuple[float, float] | None,
) -> list[Page]:
    """Lay out the cover: the wrap, or front and back as separate pages.

    has_spine_text: whether the spine has text. separate_size: the size of the separate pages, in
    points; None for a wrap.
    """
    look, order = make_look(setting), setting.order
    shown, barcode = _make_front(setting, look), find_barcode_area(order, wrap)
    is_class_set = order.recipe.worksheet is not None
    facts = MazeFacts(*book.hardest_way, book.stars_by_maze, book.minutes)
    facts = MazeFacts() if is_class_set else facts
    back = _draw_samples(setting, book), barcode, _read_logo(order), facts
    if separate_size:
        return lay_out_separate_pages(
            setting, look, separate_size, order.printer.cover.safe, shown, back
        )
    return [cover_page(setting, wrap, look, shown, back, has_spine_text)]


def find_barcode_area(order: Order, wrap: Wrap) -> Box | None:
    """Return the area of the back that is kept for a barcode, if any: some printers need none for a
    book without an ISBN."""
    if order.printer.cover.is_barcode_optional and not order.recipe.book.isbn:
        return None
    return wrap.barcode(order.printer)


def draw_guide_pages(
    wrap: Wrap, printer: Printer, separate_size: tuple[float, float] | None
) -> list[Page]:
    """Draw the guides of a wrap, or of separate front and back pages."""
    if separate_size:
        return draw_separate_guides(separate_size, printer.cover.safe)
    return [draw_guides(wrap, wrap.barcode(printer))]


def _make_front(setting: Setting, look: CoverLook) -> Shown:
    """Return the picture of the front: the user's own, or a maze from the book's seed."""
    if setting.order.picture is not None:
        return setting.order.picture
    if setting.is_hiding:
        return make_hidden_picture_maze(setting, "front cover", ARROWS, _HIDDEN, _HIDDEN_CELLS)
    cut = next((part for part in setting.parts if part.silhouettes), None)
    if staged := _choose_stage(setting, look):
        return _fill_stage(setting, *staged)
    key = derive_maze_key(setting.seed, setting.recipe.volume, "front cover", 1)
    if cut is None or look.field:
        grid = make_grid(look.shape, look.size)
        marks, ends = (NO_MARKS, "none") if look.field else (ARROWS, "centre")
        maze = draw_maze(Design(look.shape, look.size, key, ends), grid)
        return make_plate(maze, marks, setting.theme)
    silhouette = cut.silhouettes[0]
    grid_arguments = "square", _CUT_SIZE, silhouette
    shown = make_grid(*grid_arguments, cut.section.edge)
    maze = draw_maze(
        Design(*grid_arguments[:2], key, "apart", silhouette=silhouette.code),
        make_grid(*grid_arguments),
        shown,
    )
    # The outline is stroked to show the shape as a whole.
    outline = join_strokes(shown, range(len(shown.pairs), len(shown.sides)))
    return make_plate(maze, ARROWS, setting.theme)._replace(shading=outline, solution=())


def _choose_stage(setting: Setting, look: CoverLook) -> tuple[Section, SizedStage] | None:
    """Return the front's stage and its section, or None if it has none, as in a book without any:
    the user's own, or one of those for the readers' covers; for adults one in the book, and for
    children preferably one in the book that earlier volumes of the series did not show. The seed
    and the volume decide which.
    """
    recipe = setting.recipe
    all_cut = all(part.silhouettes for part in setting.parts)
    in_book = [(part.section, sized) for part in setting.parts for sized in part.stages]
    if look.field or all_cut or not in_book or not (look.calm or look.scenes):
        return None
    own = [pair for pair in in_book if not is_stage_set(recipe.stage_of(pair[0]))]
    listed = [
        name
        for word in filter(None, look.stages.split(","))
        for name in (_list_new_stages(setting, word) if is_stage_set(word) else [word])
    ]
    names = [name for name in listed if name not in load_stages_of_pages()] or listed
    if own or not names:
        return own[(recipe.volume - 1) % len(own)] if own else None
    shown = {sized.source.name: (section, sized) for section, sized in in_book}
    if look.calm:
        in_turn = _put_in_turn(names, setting, shown)
        return next(shown[name] for name in (*in_turn, *shown) if name in shown)
    section = setting.parts[0].section.model_copy(
        update={"shape": "square", "ends": "apart", "edge": EDGES[0], "stage": look.stages}
    )
    # A maze that looks too easy does not sell; on a small front there is room for a finer one only.
    minor = [name for name in names if name in setting.theme.minor]
    names = [name for name in names if name not in minor] or names
    names = _put_in_turn(names, setting, shown)
    own_readers = setting.order.readers
    finer = (
        own_readers._replace(passage=look.passage or own_readers.passage) if own_readers else None
    )
    audiences = [finer, own_readers, *map(find_audience, _READERS_OF_SMALL_FRONTS)]
    for name, readers in product((*names, *minor), filter(None, audiences)):
        try:
            (source,) = read_stages(name, Path(), "cover")
            return section, size_stage(recipe, section, look.size, readers, source, True, 1.0)
        except Refused:
            continue
    return None


def _put_in_turn(names: Sequence[str], setting: Setting, shown: Collection[str]) -> list[str]:
    """Return the names of stages in the order in which a volume's front prefers them. Every second
    one is for even volumes, and the others are for odd ones, so that two volumes in a row show
    different ones whatever their seeds. shown: those in the book, which come first."""
    is_even = setting.recipe.volume % 2 == 0
    own, others = names[is_even::2], names[not is_even :: 2]
    first = choose_turn(setting) // 2 % max(1, len(own))
    own = sorted([*own[first:], *own[:first]], key=lambda name: name not in shown)
    return [*own, *others]


def _list_new_stages(setting: Setting, word: str) -> Sequence[str]:
    """Return the names of the stages that a word stands for. In a later volume with new drawings of
    a theme, these are the new ones that the book shows."""
    theme = setting.theme
    in_volume = theme.in_volume.get(STAGES_OF_THEME.get(word, ""), ())
    new = setting.theme_drawings - theme.shown_before
    return [name for name in in_volume if name in new] or list_stage_set(word, theme)


def _fill_stage(setting: Setting, section: Section, sized: SizedStage) -> StagedMaze:
    """Draw a maze in a stage, in colour regardless of the book's ink."""
    silhouette, stage = sized.silhouette, sized.source.load(in_colour=True)
    key = derive_maze_key(setting.seed, setting.recipe.volume, "front cover", 1)
    ends = silhouette.choose_ends(section.ends)
    design = Design(sized.shape, sized.size, key, ends, silhouette=silhouette.code)
    grid_arguments = sized.shape, sized.size, silhouette
    maze = draw_maze(design, make_grid(*grid_arguments), make_grid(*grid_arguments, section.edge))
    marks = stage.marks(setting.recipe.end_marks)
    return StagedMaze(
        stage, maze, make_plate(maze, marks, setting.theme, tinted=True)._replace(end_cells=())
    )


def _draw_samples(setting: Setting, book: FinishedBook) -> list[SamplePage]:
    """Return the book's pages to show on the back.

    A class set shows none, as each page is one pupil's. A book of hidden pictures shows a different
    picture, before and after, to avoid revealing its own.
    """
    order = setting.order
    if setting.is_hiding:
        plate = make_hidden_picture_maze(setting, "how to solve", ARROWS)
        scale = scale_to_fit(plate.extent, THINNEST, _EXAMPLE_SIZE, _EXAMPLE_SIZE)
        ink = tint_ink(make_look(setting).colours, PLAIN)._replace(wall=THINNEST)
        return [
            SamplePage(_make_page(drawing))
            for drawing in (
                draw_puzzle(plate, scale, ink),
                draw_answer(plate._replace(solution=()), scale, ink),
            )
        ]
    if order.recipe.worksheet is not None:
        return []
    try:
        return sample_pages(order, book, PREVIEWS)
    except Damaged:
        raise refuse_incomplete(book.folder) from None


def _make_page(drawing: Drawing) -> Page:
    """Return a page with a drawing in the centre."""
    width, height = drawing.width * drawing.scale, drawing.height * drawing.scale
    margin = 0.08 * max(width, height)
    return Page(width + 2 * margin, height + 2 * margin, (Picture(margin, margin, drawing),))


def _read_logo(order: Order) -> Logo | None:
    """Read the logo in its own colours, regardless of the book's ink."""
    name = order.recipe.book.logo
    return read_colour_logo(order.assets[name], name, f"book.logo: {name}") if name else None
