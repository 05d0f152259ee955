"""A book before it is written: its mazes in their order, the scale of each, and what stands on every page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from puzzlebook.books.boards import boards, columns_and_rows, size_faults
from puzzlebook.books.pages import answers, back, contents, front, openers, puzzles
from puzzlebook.books.pagination import Leaf, page_faults, paginated
from puzzlebook.books.ramp import section_mazes
from puzzlebook.books.setting import Entry, Setting
from puzzlebook.books.stars import stars_of
from puzzlebook.faults import Fault, Refused
from puzzlebook.mazes.likeness import likenesses_of
from puzzlebook.paper import text
from puzzlebook.paper.layout import Slot
from puzzlebook.paper.page import Page, Picture
from puzzlebook.paper.pdf.document import Bookmark
from puzzlebook.pictures.drawing import Drawing
from puzzlebook.pictures.plate import answer, plate_of, puzzle
from puzzlebook.recipes.book_codes import BookCode
from puzzlebook.recipes.ingredients import Cuts, Ingredients
from puzzlebook.recipes.printable import binding_faults, paper_faults
from puzzlebook.recipes.readers import audience_of_section
from puzzlebook.recipes.recipe import Recipe

if TYPE_CHECKING:
    from puzzlebook.paper.logos import Logo


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
    logo: Logo | None

    @property
    def pages(self) -> int:
        """How many pages the book has."""
        return len(self.leaves)

    @cached_property
    def by_number(self) -> Mapping[int, Entry]:
        """The entries by their printed numbers."""
        return {entry.number: entry for entry in self.entries}

    def entries_of(self, numbers: Sequence[int]) -> list[Entry]:
        """The entries with these printed numbers."""
        return [self.by_number[number] for number in numbers]

    def puzzle_picture(self, entry: Entry) -> Picture:
        """The maze of an entry, where it stands."""
        picture = puzzles.puzzle_picture(self.setting, entry, self.puzzle_slots[entry.number])
        return self.setting.sheet.placed(picture)

    def answer_picture(self, entry: Entry) -> Picture:
        """The answer of an entry that has one, where it stands."""
        return self.setting.sheet.placed(answers.answer_picture(self.setting, entry, self.answer_slots[entry.number]))

    def drawings(self, entry: Entry) -> list[Drawing]:
        """The pictures of an entry: the puzzle and, where it has one, the solution."""
        drawn = [puzzle(entry.plate, entry.scale, entry.ink)]
        return [*drawn, answer(entry.plate, entry.scale, entry.ink)] if entry.maze.solution else drawn


def plan(recipe: Recipe, ingredients: Ingredients, code: BookCode, drawn: Callable[[], None]) -> Plan:
    """The plan of a recipe's book. code: the book's. drawn: called after each maze.

    Refused, before any maze is drawn, where a maze does not fit the page, a character has no glyph, or the printer does
    not take such a book.
    """
    cuts, supplies = ingredients.cuts, ingredients.supplies
    _refuse([*paper_faults(recipe, theme=supplies.theme), *binding_faults(recipe, supplies.words)])
    setting, leaves, a_page = paginated(recipe, ingredients)
    _refuse([*paper_faults(recipe, len(leaves), supplies.theme), *_glyph_faults(setting),
             *size_faults(setting, cuts), *page_faults(recipe, ingredients, len(leaves))])  # fmt: skip
    return Plan(
        setting=replace(setting, code=code),
        entries=list(_entries(setting, cuts, drawn)),
        leaves=leaves,
        puzzle_slots=dict(_puzzle_slots(setting, leaves, cuts)),
        answer_slots=dict(_answer_slots(setting, leaves, a_page)),
        logo=ingredients.logo,
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
        if leaf.kind in _OUTLINED and not leaf.part and words(_OUTLINED[leaf.kind])
    ]
    for section, (page, numbers) in zip(plan.setting.recipe.sections, _starts(plan), strict=True):
        mazes = (Bookmark(words("maze", number=maze), plan.puzzle_slots[maze].page) for maze in numbers)
        title = plan.setting.heading(section) or openers.mazes_line(plan.setting, numbers)
        parts.append(Bookmark(title, page, tuple(mazes)))
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
    """The mazes in their printed order."""
    recipe = setting.recipe
    taken = {name for listed in recipe.avoid for name in likenesses_of(listed)}
    number = 0
    for section in recipe.sections:
        readers = audience_of_section(recipe, section)
        scale_of = readers.name if readers else recipe.look
        for found in section_mazes(recipe, setting.seed, section, list(boards(setting, section, cuts)), taken, drawn):
            number += 1
            board, maze = found.board, found.maze
            yield Entry(
                number=number,
                section=section,
                draw=found.draw,
                maze=maze,
                measures=found.measures,
                stars=stars_of(maze, found.measures, scale_of),
                likeness=found.likeness,
                plate=plate_of(maze, recipe.marks, setting.theme),
                silhouette=board.silhouette,
                scale=board.scale,
                wall=board.wall,
            )


def _glyph_faults(setting: Setting) -> list[Fault]:
    return text.glyph_faults(texts_of(setting), setting.type.face, setting.words.texts())


def texts_of(setting: Setting) -> Iterator[tuple[str, str]]:
    """Every text of the user's that is printed, with its place in the recipe."""
    recipe = setting.recipe
    for key in ("title", "subtitle", "author", "series", "publisher", "copyright", "dedication", "website"):
        if value := getattr(recipe.book, key):
            yield f"book.{key}", value
    for section in recipe.sections:
        yield f"section.{section.key}.title", setting.heading(section)
        if section.story:
            yield f"section.{section.key}.story", section.story
    for line in setting.stories:
        yield f"theme: {recipe.theme}", line
    for name in (setting.theme.start_name, setting.theme.finish_name):
        yield f"theme: {recipe.theme}", name


def _contents(plan: Plan, leaf: Leaf, number: int) -> Page:
    rows = [*_section_rows(plan)]
    if key := next((number for number, leaf in enumerate(plan.leaves, 1) if leaf.kind == "key"), None):
        rows.append(contents.Row(plan.setting.words("contents_answers"), "", key))
    return contents.contents_page(plan.setting, number, rows, leaf.part)


def _section_rows(plan: Plan) -> Iterator[contents.Row]:
    """The sections in the contents."""
    for section, (page, numbers) in zip(plan.setting.recipe.sections, _starts(plan), strict=True):
        stars = openers.section_stars(plan.entries_of(numbers)) if plan.setting.has_stars else 0
        heading, mazes = plan.setting.heading(section), openers.mazes_line(plan.setting, numbers)
        yield contents.Row(heading or mazes, mazes if heading else "", page, stars)


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
    "opener": lambda plan, leaf, number: openers.opener_page(plan.setting, number, plan.entries_of(leaf.mazes)),
    "puzzles": _puzzles,
    "key": _key,
    "certificate": lambda plan, leaf, number: back.certificate_page(plan.setting, number),
    "notes": lambda plan, leaf, number: back.notes_page(plan.setting, number, leaf.part == 0),
    "colophon": lambda plan, leaf, number: back.colophon_page(plan.setting, number),
}
"""What makes the page of each kind of leaf."""
