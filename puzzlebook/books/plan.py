"""A book before it is written: its mazes in their order, the scale of each, and what stands on every page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import cycle
from typing import TYPE_CHECKING

from puzzlebook.books import text
from puzzlebook.books.boards import Board, Cuts, boards, columns_and_rows, size_faults
from puzzlebook.books.book_codes import BookCode
from puzzlebook.books.document import Bookmark
from puzzlebook.books.layout import Slot
from puzzlebook.books.page import Page, Picture
from puzzlebook.books.pages import answers, back, contents, front, puzzles
from puzzlebook.books.pagination import Leaf, page_faults, paginated
from puzzlebook.books.paper import paper_faults
from puzzlebook.books.recipe import Recipe, Section
from puzzlebook.books.setting import Entry, Setting
from puzzlebook.faults import Fault, Refused
from puzzlebook.mazes.codes import Design
from puzzlebook.mazes.difficulty import measure
from puzzlebook.mazes.maze import draw_maze
from puzzlebook.mazes.seeds import maze_key
from puzzlebook.pictures.drawing import Drawing
from puzzlebook.pictures.plate import answer, plate_of, puzzle

if TYPE_CHECKING:
    from puzzlebook.books.logos import Logo


@dataclass(frozen=True, eq=False)
class Plan:
    """What goes where.

    leaves: every page. puzzle_slots, answer_slots: the places of the mazes and of their answers, by their numbers.
    """

    setting: Setting
    entries: Sequence[Entry]
    leaves: Sequence[Leaf]
    puzzle_slots: Mapping[int, Slot]
    answer_slots: Mapping[int, Slot]
    logo: Logo | None = None

    @property
    def pages(self) -> int:
        """How many pages the book has."""
        return len(self.leaves)

    @cached_property
    def by_number(self) -> Mapping[int, Entry]:
        """The entries by their printed numbers."""
        return {entry.number: entry for entry in self.entries}

    def puzzle_picture(self, entry: Entry) -> Picture:
        """The maze of an entry, where it stands."""
        return puzzles.puzzle_picture(self.setting, entry, self.puzzle_slots[entry.number])

    def answer_picture(self, entry: Entry) -> Picture:
        """The answer of an entry that has one, where it stands."""
        return answers.answer_picture(self.setting, entry, self.answer_slots[entry.number])

    def drawings(self, entry: Entry) -> list[Drawing]:
        """The pictures of an entry: the puzzle and, where it has one, the solution."""
        drawn = [puzzle(entry.plate, entry.scale, entry.ink)]
        return [*drawn, answer(entry.plate, entry.scale, entry.ink)] if entry.maze.solution else drawn


def plan(
    recipe: Recipe,
    seed: str,
    code: BookCode,
    cuts: Cuts | None = None,
    drawn: Callable[[], None] = lambda: None,
    logo: Logo | None = None,
) -> Plan:
    """The plan of a recipe's book from this seed.

    code: the book's. cuts: the silhouettes of each section that has some. drawn: called after each maze. logo: for the
    title page.

    Refused, before any maze is drawn, where a maze does not fit the page, a character has no glyph, or the printer does
    not take such a book.
    """
    cuts = cuts or {}
    _refuse(paper_faults(recipe))
    setting, leaves, a_page = paginated(recipe, seed, cuts)
    _refuse([*paper_faults(recipe, len(leaves)), *text.glyph_faults(_texts(setting)), *size_faults(setting, cuts),
             *page_faults(recipe, seed, cuts, len(leaves))])  # fmt: skip
    return Plan(
        setting=replace(setting, code=code),
        entries=list(_entries(setting, cuts, drawn)),
        leaves=leaves,
        puzzle_slots=dict(_puzzle_slots(setting, leaves, cuts)),
        answer_slots=dict(_answer_slots(setting, leaves, a_page)),
        logo=logo,
    )


def pages_of(plan: Plan) -> Iterator[Page]:
    """Every page of the book, in order."""
    for number, leaf in enumerate(plan.leaves, 1):
        yield _MAKERS[leaf.kind](plan, leaf, number)


def pages_of_one(plan: Plan, number: int) -> Iterator[Page]:
    """The page of one maze, and that of its answer where it has one, as they are in the book but for other mazes."""
    for kind, slot in (("puzzles", plan.puzzle_slots[number]), ("key", plan.answer_slots.get(number))):
        if slot is not None:
            yield _MAKERS[kind](plan, plan.leaves[slot.page - 1]._replace(mazes=(number,)), slot.page)


def outline_of(plan: Plan) -> tuple[Bookmark, ...]:
    """The outline of the book: its parts and, below each section, its mazes."""
    words = plan.setting.words
    parts = [
        Bookmark(words(_OUTLINED[leaf.kind]), number)
        for number, leaf in enumerate(plan.leaves, 1)
        if leaf.kind in _OUTLINED and not leaf.part
    ]
    for section, (page, numbers) in zip(plan.setting.recipe.sections, _starts(plan), strict=True):
        mazes = (Bookmark(words("maze", number=maze), plan.puzzle_slots[maze].page) for maze in numbers)
        parts.append(Bookmark(section.heading, page, tuple(mazes)))
    return tuple(sorted(parts, key=lambda part: part.page))


_OUTLINED = {
    "how-to": "how_to_title",
    "contents": "contents_title",
    "key": "answers_title",
    "certificate": "certificate_title",
    "notes": "notes_title",
    "colophon": "colophon_title",
}
"""The kinds of page that the outline names, and the phrase for each."""


def _refuse(faults: Sequence[Fault]) -> None:
    if faults:
        raise Refused(faults)


def _puzzle_slots(setting: Setting, leaves: Sequence[Leaf], cuts: Cuts) -> Iterator[tuple[int, Slot]]:
    sections = setting.recipe.sections
    arranged = [columns_and_rows(setting, section, cuts) for section in sections]
    for number, leaf in enumerate(leaves, 1):
        if leaf.kind == "puzzles":
            boxes = puzzles.boxes(setting, sections[leaf.part], arranged[leaf.part], number)
            yield from ((maze, Slot(number, box)) for maze, box in zip(leaf.mazes, boxes, strict=False))


def _answer_slots(setting: Setting, leaves: Sequence[Leaf], a_page: int) -> Iterator[tuple[int, Slot]]:
    for number, leaf in enumerate(leaves, 1):
        if leaf.kind == "key":
            boxes = answers.boxes(setting, a_page, number, leaf.part == 0)
            yield from ((maze, Slot(number, box)) for maze, box in zip(leaf.mazes, boxes, strict=False))


def _entries(setting: Setting, cuts: Cuts, drawn: Callable[[], None]) -> Iterator[Entry]:
    """The mazes in their printed order: section by section, and from easy to hard where the recipe sorts them."""
    recipe = setting.recipe
    number = 0
    for section in recipe.sections:
        found = []
        for draw, board in zip(range(1, section.mazes + 1), cycle(list(boards(setting, section, cuts))), strict=False):
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


def _contents(plan: Plan, leaf: Leaf, number: int) -> Page:
    rows = [*_section_rows(plan)]
    if key := next((number for number, leaf in enumerate(plan.leaves, 1) if leaf.kind == "key"), None):
        rows.append(contents.Row(plan.setting.words("answers_title"), "", key))
    return contents.contents_page(plan.setting, number, rows, leaf.part)


def _section_rows(plan: Plan) -> Iterator[contents.Row]:
    """The sections in the contents."""
    for section, (page, numbers) in zip(plan.setting.recipe.sections, _starts(plan), strict=True):
        yield contents.Row(section.heading, front.mazes_line(plan.setting, numbers), page)


def _starts(plan: Plan) -> Iterator[tuple[int, range]]:
    """For each section the page on which it begins, and the numbers of its mazes."""
    begins: dict[int, int] = {}
    for number, leaf in enumerate(plan.leaves, 1):
        if leaf.kind in ("opener", "puzzles"):
            begins.setdefault(leaf.part, number)
    first = 1
    for place, section in enumerate(plan.setting.recipe.sections):
        yield begins[place], range(first, first + section.mazes)
        first += section.mazes


def _puzzles(plan: Plan, leaf: Leaf, number: int) -> Page:
    placed = [(plan.by_number[maze], plan.puzzle_slots[maze]) for maze in leaf.mazes]
    slots = map(plan.answer_slots.get, leaf.mazes)
    return puzzles.puzzle_page(plan.setting, placed, number, [slot and slot.page for slot in slots])


def _key(plan: Plan, leaf: Leaf, number: int) -> Page:
    placed = [(plan.by_number[maze], plan.answer_slots[maze]) for maze in leaf.mazes]
    pages = [plan.puzzle_slots[maze].page for maze in leaf.mazes]
    return answers.answer_page(plan.setting, placed, number, pages, leaf.part == 0)


_MAKERS: Mapping[str, Callable[[Plan, Leaf, int], Page]] = {
    "blank": lambda plan, leaf, number: plan.setting.sheet.page(number),
    "title": lambda plan, leaf, number: front.title_page(plan.setting, number, plan.logo),
    "copyright": lambda plan, leaf, number: front.copyright_page(plan.setting, number),
    "dedication": lambda plan, leaf, number: front.dedication_page(plan.setting, number),
    "how-to": lambda plan, leaf, number: front.how_to_page(plan.setting, number),
    "contents": _contents,
    "opener": lambda plan, leaf, number: front.opener_page(plan.setting, number, leaf.part, leaf.mazes),
    "puzzles": _puzzles,
    "key": _key,
    "certificate": lambda plan, leaf, number: back.certificate_page(plan.setting, number),
    "notes": lambda plan, leaf, number: back.notes_page(plan.setting, number, leaf.part == 0),
    "colophon": lambda plan, leaf, number: back.colophon_page(plan.setting, number),
}
"""What makes the page of each kind of leaf."""
