"""A book before it is written: its mazes in their order, the scale of each, and the number of every page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import cycle
from math import floor
from typing import NamedTuple

from puzzlebook.books import text
from puzzlebook.books.audiences import Audience, audience_named, audience_of
from puzzlebook.books.layout import LEAST_PASSAGE, Sheet, TypeScale, pages_for
from puzzlebook.books.page import Page
from puzzlebook.books.pages import answers, back, front, puzzles
from puzzlebook.books.printers import sheet_of
from puzzlebook.books.recipe import Recipe, Section
from puzzlebook.books.setting import Entry, Setting
from puzzlebook.faults import Fault, Refused
from puzzlebook.mazes.codes import Design
from puzzlebook.mazes.difficulty import measure
from puzzlebook.mazes.grid import Grid
from puzzlebook.mazes.grids import Silhouette, grid_of
from puzzlebook.mazes.maze import draw_maze
from puzzlebook.mazes.seeds import maze_key
from puzzlebook.mazes.tilings import SHAPES, size_text
from puzzlebook.pictures.plate import DOOR_ROOM, plate_of, scale_to_fit
from puzzlebook.pictures.theme import theme_named
from puzzlebook.words import words_of

# Used where a recipe says nothing of its readers and the page is not yet set.
_NOMINAL = TypeScale(12)
_WALL_SHARE = 1 / 18


Cuts = Mapping[str, Sequence[Silhouette]]
"""The silhouettes of a book's sections, by the section's key."""


class Board(NamedTuple):
    """What mazes are drawn on, the scale at which it fits its page (points a cell), and its walls' weight (points)."""

    silhouette: Silhouette | None
    grid: Grid
    scale: float
    wall: float


@dataclass(frozen=True, eq=False)
class Plan:
    """What goes where.

    answered: the entries that have an answer; slots: the places of those answers, in the same order.
    front: how many pages stand before the first puzzle. pages: how many the book has.
    """

    setting: Setting
    entries: Sequence[Entry]
    answered: Sequence[Entry]
    slots: Sequence[answers.Slot]
    front: int
    pages: int
    recipe_name: str

    def puzzle_page(self, entry: Entry) -> int:
        """The page on which an entry's puzzle stands."""
        return self.front + entry.number

    @cached_property
    def answer_slots(self) -> dict[int, answers.Slot]:
        """The place of each answer, by the entry's number."""
        return {entry.number: slot for entry, slot in zip(self.answered, self.slots, strict=True)}


def plan(
    recipe: Recipe, seed: str, recipe_name: str, cuts: Cuts | None = None, drawn: Callable[[], None] = lambda: None
) -> Plan:
    """The plan of a recipe's book from this seed.

    cuts: the silhouettes of each section that has some. drawn: called after each maze.

    Refused, before any maze is drawn, where a maze does not fit the page or a character has no glyph.
    """
    cuts = cuts or {}
    sheet = sheet_of(recipe)
    audience = _audience(recipe, sheet, cuts)
    face = text.BOLD if audience.bold else text.REGULAR
    setting = Setting(
        recipe=recipe,
        seed=seed,
        sheet=sheet,
        type=TypeScale(audience.type_size, face),
        words=words_of(recipe.language),
        theme=theme_named(recipe.theme),
        wall=audience.wall,
    )
    faults = [*text.glyph_faults(_texts(setting)), *_size_faults(setting, cuts)]
    if faults:
        raise Refused(faults)

    entries = list(_entries(setting, cuts, drawn))
    front_pages = _front_count(setting)
    answered = [entry for entry in entries if entry.maze.solution] if "key" in recipe.book.matter else []
    a_page = answers.answers_that_fit(
        setting, [entry.plate for entry in answered], recipe.answers or audience.answers_a_page
    )
    slots = answers.slots(setting, len(answered), a_page, front_pages + len(entries) + 1)
    pages = front_pages + len(entries) + pages_for(len(answered), a_page) + ("colophon" in recipe.book.matter)
    return Plan(
        setting=setting,
        entries=entries,
        answered=answered,
        slots=slots,
        front=front_pages,
        pages=pages + (pages % 2 if _is_bound(recipe) else 0),
        recipe_name=recipe_name,
    )


def pages_of(plan: Plan) -> Iterator[Page]:
    """Every page of the book, in order."""
    setting, matter = plan.setting, plan.setting.recipe.book.matter
    yield from _front_pages(plan)
    slots = plan.answer_slots
    for entry in plan.entries:
        slot = slots.get(entry.number)
        yield puzzles.puzzle_page(setting, entry, plan.puzzle_page(entry), slot.page if slot else None)
    key = answers.answer_pages(setting, plan.answered, plan.slots, [plan.puzzle_page(entry) for entry in plan.answered])
    yield from key
    last = plan.front + len(plan.entries) + len(key) + ("colophon" in matter)
    for _ in range(plan.pages - last):
        yield setting.sheet.page()
    if "colophon" in matter:
        yield back.colophon_page(setting, plan.pages, plan.recipe_name)


def _entries(setting: Setting, cuts: Cuts, drawn: Callable[[], None]) -> Iterator[Entry]:
    """The mazes in their printed order: section by section, and from easy to hard where the recipe sorts them."""
    recipe = setting.recipe
    number = 0
    for section in recipe.sections:
        boards = list(_boards(setting, section, cuts))
        found = []
        for draw, board in zip(range(1, section.mazes + 1), cycle(boards), strict=False):
            key = maze_key(setting.seed, recipe.volume, section.key, draw)
            maze = draw_maze(_design(section, board, key), board.grid)
            found.append((draw, maze, measure(maze), board))
            drawn()
        if recipe.grade == "sorted":
            found.sort(key=lambda row: (row[2].difficulty, row[0]))
        for draw, maze, measures, board in found:
            number += 1
            plate = plate_of(maze, recipe.marks, setting.theme)
            yield Entry(number, section, draw, maze, measures, plate, board.silhouette, board.scale, board.wall)


def _design(section: Section, board: Board, key: str) -> Design:
    silhouette = board.silhouette.code if board.silhouette else None
    return Design(section.shape, section.size, key, section.ends, section.method, silhouette)


def _boards(setting: Setting, section: Section, cuts: Cuts) -> Iterator[Board]:
    """What a section's mazes are drawn on: the whole tiling, or one silhouette after the other in turn."""
    for silhouette, grid in _grids(section, cuts):
        yield Board(silhouette, grid, *_fit(setting, section, grid))


def _grids(section: Section, cuts: Cuts) -> Iterator[tuple[Silhouette | None, Grid]]:
    silhouettes: Sequence[Silhouette | None] = cuts.get(section.key) or [None]
    for silhouette in silhouettes:
        yield silhouette, grid_of(section.shape, section.size, silhouette)


def _audience(recipe: Recipe, sheet: Sheet, cuts: Cuts) -> Audience:
    """Whose type and line weights the book has: the recipe's choice, or that of the narrowest passage."""
    if recipe.look:
        return audience_named(recipe.look)
    live = sheet.live(1)
    box = puzzles.room(live, _NOMINAL, story=False)
    margin = _mark_margin(recipe)
    widths = []
    for section in recipe.sections:
        for _, grid in _grids(section, cuts):
            widths.append(scale_to_fit(grid.width, grid.height, margin, 2, (box.width, box.height)))
    return audience_of(min(widths) - 2)


def _mark_margin(recipe: Recipe) -> float:
    return DOOR_ROOM if recipe.marks in ("doors", "both") else 0


def _fit(setting: Setting, section: Section, grid: Grid) -> tuple[float, float]:
    """The scale of mazes on a grid, the largest at which they fit, and the weight of their walls.

    Where cells are wide, the readers' wall would look thin: it is never below a share of the cell.
    """
    live = puzzles.room(setting.sheet.live(1), setting.type, bool(section.story))
    margin, box = _mark_margin(setting.recipe), (live.width, live.height)
    wall = max(setting.wall, _WALL_SHARE * scale_to_fit(grid.width, grid.height, margin, 2 * setting.wall, box))
    return scale_to_fit(grid.width, grid.height, margin, 2 * wall, box), wall


def _size_faults(setting: Setting, cuts: Cuts) -> list[Fault]:
    """A fault for each section whose passages would be too narrow to follow."""
    faults = []
    for section in setting.recipe.sections:
        board = min(_boards(setting, section, cuts), key=lambda board: board.scale - board.wall)
        passage = board.scale - board.wall
        if passage < LEAST_PASSAGE:
            wide = max(passage, 0) * 25.4 / 72
            what = f"{size_text(section.size)} leaves passages of {wide:.1f} mm on this page"
            faults.append(Fault(f"section.{section.key}.size", what, _largest(setting, section, board.grid)))
    return faults


def _largest(setting: Setting, section: Section, grid: Grid) -> str:
    """The largest size that fits, found from how a grid's extent grows with its size."""
    box = puzzles.room(setting.sheet.live(1), setting.type, bool(section.story))
    need = LEAST_PASSAGE + setting.wall
    margin = 2 * _mark_margin(setting.recipe)
    across = ((box.width - 2 * setting.wall) / need - margin) / grid.width
    down = ((box.height - 2 * setting.wall) / need - margin) / grid.height
    shares = (across, down) if len(section.size) == 2 else (min(across, down),)
    least = SHAPES[section.shape].least
    size = tuple(
        max(lowest, floor(round(number * min(share, 1), 6)))
        for number, share, lowest in zip(section.size, shares, least, strict=True)
    )
    return f"passages are at least 1.2 mm, so at most {size_text(size)}"


def _texts(setting: Setting) -> Iterator[tuple[str, str]]:
    """Every text of the user's that is printed, with its place in the recipe."""
    recipe = setting.recipe
    for key in ("title", "subtitle", "author", "series", "publisher", "copyright", "dedication", "website"):
        if value := getattr(recipe.book, key):
            yield f"book.{key}", value
    for section in recipe.sections:
        yield f"section.{section.key}.title", section.heading
        if section.story:
            yield f"section.{section.key}.story", section.story
    if recipe.codes != "none" or "colophon" not in recipe.book.matter:
        yield "seed", setting.seed


def _is_bound(recipe: Recipe) -> bool:
    """Whether the pages are to be bound: loose sheets need no even number."""
    return recipe.book.matter != ("key",) and bool(recipe.book.matter)


def _front_count(setting: Setting) -> int:
    """How many pages stand before the first puzzle."""
    book = setting.recipe.book
    single = sum(kind in book.matter for kind in ("title", "copyright", "how-to"))
    dedication = "dedication" in book.matter and bool(book.dedication)
    rows = len(setting.recipe.sections) + 1
    contents = pages_for(rows, front.rows_a_page(setting)) if "contents" in book.matter else 0
    return single + dedication + contents


def _front_pages(plan: Plan) -> list[Page]:
    setting, book = plan.setting, plan.setting.recipe.book
    pages: list[Page] = []
    makers = {
        "title": front.title_page,
        "copyright": front.copyright_page,
        "dedication": front.dedication_page,
        "how-to": front.how_to_page,
    }
    for kind, make in makers.items():
        if kind in book.matter and (kind != "dedication" or book.dedication):
            pages.append(make(setting, len(pages) + 1))
    if "contents" in book.matter:
        pages += front.contents_pages(setting, len(pages) + 1, list(_rows(plan)))
    return pages


def _rows(plan: Plan) -> Iterator[front.Row]:
    """The contents: each section, then the answers."""
    words = plan.setting.words
    for section in plan.setting.recipe.sections:
        numbers = [entry.number for entry in plan.entries if entry.section is section]
        phrase = "contents_mazes" if len(numbers) > 1 else "contents_maze"
        mazes = words(phrase, first=numbers[0], last=numbers[-1])
        yield front.Row(section.heading, mazes, plan.front + numbers[0])
    if plan.slots:
        yield front.Row(words("answers_title"), "", plan.slots[0].page)
