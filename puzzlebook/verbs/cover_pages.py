"""The pages of a cover: front and back, or a single wrap, and its guides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzlebook.books.covers.back import PREVIEWS
from puzzlebook.books.covers.front import Shown
from puzzlebook.books.covers.guides import draw_guides, draw_separate_guides
from puzzlebook.books.covers.look import CoverLook, make_look
from puzzlebook.books.covers.sheet import cover_page, lay_out_separate_pages
from puzzlebook.books.covers.stages import StagedMaze, has_words_above
from puzzlebook.books.pages.ornaments import make_hidden_picture_maze
from puzzlebook.books.planning.samples import sample_pages
from puzzlebook.books.planning.setting import Setting
from puzzlebook.drawing.drawing import Drawing
from puzzlebook.ground.seeds import derive_maze_key
from puzzlebook.maze_art.character import PLAIN
from puzzlebook.maze_art.extent import scale_to_fit
from puzzlebook.maze_art.inked import draw_answer, draw_puzzle
from puzzlebook.maze_art.marks import ARROWS, ICONS_AND_ARROWS, NO_MARKS
from puzzlebook.maze_art.plate import make_plate
from puzzlebook.maze_art.strokes import join_strokes
from puzzlebook.maze_art.theme import load_theme
from puzzlebook.maze_art.tints import tint_ink
from puzzlebook.mazes import Design, draw_maze, make_grid
from puzzlebook.printers.printer import Printer
from puzzlebook.printers.wrap import Wrap
from puzzlebook.recipes.order import BookSection, Order
from puzzlebook.recipes.order_paper import choose_sheet
from puzzlebook.recipes.order_stages import SizedStage
from puzzlebook.recipes.user_files import OUTLINES_OF_THEME
from puzzlebook.shelf.manifest import Damaged, FinishedBook, refuse_incomplete
from puzzlebook.typesetting.layout import THINNEST, TypeScale
from puzzlebook.typesetting.logos import read_colour_logo
from puzzlebook.typesetting.page import Page, Picture

if TYPE_CHECKING:
    from puzzlebook.typesetting.logos import Logo

_DEFAULT_TYPE_SIZE = 12.0  # points
_EXAMPLE_SIZE = 140.0  # points: the side of a puzzle shown before and after solving
_CUT_SIZE = (22, 26)  # columns and rows of a maze cut by an outline


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
    apart: tuple[float, float] | None,
) -> list[Page]:
    """Lay out the cover: the wrap, or front and back as pages of the size `apart` (points).

    has_spine_text: whether the spine has text.
    """
    look, order = make_look(setting), setting.order
    shown, barcode = _make_front(setting, look), wrap.barcode(order.printer)
    hardest = (0, "") if order.recipe.worksheet else book.hardest_way
    back = _draw_samples(setting, book), barcode, _read_logo(order), hardest
    if apart:
        return lay_out_separate_pages(setting, look, apart, order.printer.cover.safe, shown, back)
    return [cover_page(setting, wrap, look, shown, back, has_spine_text)]


def lay_out_lone_front(setting: Setting, size: tuple[float, float]) -> tuple[Page, Wrap]:
    """Lay out the front in a shop's proportions instead of the book's. The back is empty.

    size: of the front, in points.
    """
    safe, right = setting.order.printer.cover.safe, setting.words.right_to_left
    wrap, look = Wrap(*size, 0.0, 0.0, safe, 0.0, right), make_look(setting)
    shown = _make_front(setting, look)
    return cover_page(setting, wrap, look, shown, ([], None, None, (0, "")), False), wrap


def draw_guide_pages(wrap: Wrap, printer: Printer, apart: tuple[float, float] | None) -> list[Page]:
    """Draw the guides of a wrap, or of separate front and back pages."""
    if apart:
        return draw_separate_guides(apart, printer.cover.safe)
    return [draw_guides(wrap, wrap.barcode(printer))]


def _make_front(setting: Setting, look: CoverLook) -> Shown:
    """Return the picture of the front: the user's own, or a maze from the book's seed."""
    if setting.order.picture is not None:
        return setting.order.picture
    if staged := _choose_stage(setting, look):
        return _fill_stage(setting, *staged)
    if setting.is_hiding:
        return make_hidden_picture_maze(setting, "front cover", ARROWS)
    cut = next((part for part in setting.parts if part.silhouettes), None)
    key = derive_maze_key(setting.seed, setting.recipe.volume, "front cover", 1)
    only_cut = all(part.silhouettes for part in setting.parts)
    if cut is None or look.field or (look.scenes is not None and not only_cut):
        grid = make_grid(look.shape, look.size)
        if look.field:
            return make_plate(
                draw_maze(Design(look.shape, look.size, key, "none"), grid), NO_MARKS, setting.theme
            )
        maze = draw_maze(Design(look.shape, look.size, key, "centre"), grid)
        if look.scenes is None:
            return make_plate(maze, ARROWS, setting.theme)
        return make_plate(
            maze, ICONS_AND_ARROWS, load_theme(look.scenes.theme, in_colour=True), tinted=True
        )
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


def _choose_stage(setting: Setting, look: CoverLook) -> tuple[BookSection, SizedStage] | None:
    """Return the front's stage and its section, or None if the book has no stages. On a front with
    a scene, only stages with words above the maze qualify, and volumes use them in turn; on a front
    for older readers, no outlines of a theme, which have childlike faces."""
    choices = [
        (part, sized)
        for part in setting.parts
        if not (look.is_night and setting.recipe.stage_of(part.section) == OUTLINES_OF_THEME)
        for sized in part.stages
    ]
    if not look.calm:
        theme = setting.theme
        order = {name: place for place, name in enumerate((*theme.outlines, *theme.stages))}
        choices = [one for one in choices if look.scenes and has_words_above(one[1].stage)]
        choices.sort(key=lambda one: order.get(one[1].source.name, -1))
    # In a calm look, the first choice is the volume's own.
    turn = 0 if look.calm else setting.recipe.volume - 1
    return choices[turn % len(choices)] if choices else None


def _fill_stage(setting: Setting, part: BookSection, sized: SizedStage) -> StagedMaze:
    """Draw a maze in a stage, in colour regardless of the book's ink."""
    section, silhouette, stage = part.section, sized.silhouette, sized.source.load(in_colour=True)
    key = derive_maze_key(setting.seed, setting.recipe.volume, "front cover", 1)
    ends = silhouette.choose_ends(section.ends)
    design = Design(sized.shape, sized.size, key, ends, silhouette=silhouette.code)
    grid_arguments = sized.shape, sized.size, silhouette
    maze = draw_maze(design, make_grid(*grid_arguments), make_grid(*grid_arguments, section.edge))
    marks = stage.marks(setting.recipe.end_marks)
    return StagedMaze(
        stage, maze, make_plate(maze, marks, setting.theme, tinted=True)._replace(end_cells=())
    )


def _draw_samples(setting: Setting, book: FinishedBook) -> list[Page]:
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
            _make_page(draw_puzzle(plate, scale, ink)),
            _make_page(draw_answer(plate._replace(solution=()), scale, ink)),
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
