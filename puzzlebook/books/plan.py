"""A book before it is written: its mazes in their order, the scale of each, and the number of every page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from puzzlebook.books import text
from puzzlebook.books.boards import Cuts, audience_of_book, boards, size_faults
from puzzlebook.books.layout import TypeScale, pages_for
from puzzlebook.books.page import Page
from puzzlebook.books.pages import answers, back, front, openers, puzzles
from puzzlebook.books.printers import sheet_of
from puzzlebook.books.ramp import section_mazes
from puzzlebook.books.readers import audience_of_section, for_readers
from puzzlebook.books.recipe import Recipe, Section
from puzzlebook.books.setting import Entry, Setting
from puzzlebook.books.stars import stars
from puzzlebook.faults import Refused
from puzzlebook.mazes.likeness import likenesses_of
from puzzlebook.pictures.plate import plate_of
from puzzlebook.pictures.theme import Theme, theme_named
from puzzlebook.words import words_of


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
        sections = self.setting.recipe.sections
        return self.front + entry.number + (sections.index(entry.section) + 1) * has_openers(self.setting.recipe)

    def entries_of(self, section: Section) -> list[Entry]:
        """The entries of a section, in order."""
        return [entry for entry in self.entries if entry.section is section]

    @cached_property
    def answer_slots(self) -> dict[int, answers.Slot]:
        """The place of each answer, by the entry's number."""
        return {entry.number: slot for entry, slot in zip(self.answered, self.slots, strict=True)}


def plan(
    recipe: Recipe,
    seed: str,
    recipe_name: str,
    cuts: Cuts | None = None,
    drawn: Callable[[], None] = lambda: None,
    theme: Theme | None = None,
) -> Plan:
    """The plan of a recipe's book from this seed.

    cuts: the silhouettes of each section that has some. drawn: called after each maze. theme: the user's own, where the
    recipe names one.

    Refused, before any maze is drawn, where a maze does not fit the page or a character has no glyph.
    """
    cuts = cuts or {}
    recipe = for_readers(recipe)
    sheet = sheet_of(recipe)
    audience = audience_of_book(recipe, sheet, cuts)
    face = text.BOLD if audience.bold else text.REGULAR
    setting = Setting(
        recipe=recipe,
        seed=seed,
        sheet=sheet,
        type=TypeScale(audience.type_size, face),
        words=words_of(recipe.language),
        theme=theme or theme_named(recipe.theme),
        wall=audience.wall,
    )
    faults = [*text.glyph_faults(_texts(setting)), *size_faults(setting, cuts)]
    if faults:
        raise Refused(faults)

    entries = list(_entries(setting, cuts, drawn))
    front_pages = _front_count(setting)
    answered = [entry for entry in entries if entry.maze.solution] if "key" in recipe.book.matter else []
    a_page = answers.answers_that_fit(
        setting, [entry.plate for entry in answered], recipe.answers or audience.answers_a_page
    )
    puzzle_pages = len(entries) + len(recipe.sections) * has_openers(recipe)
    slots = answers.slots(setting, len(answered), a_page, front_pages + puzzle_pages + 1)
    pages = front_pages + puzzle_pages + pages_for(len(answered), a_page) + ("colophon" in recipe.book.matter)
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
        if has_openers(setting.recipe) and entry is (own := plan.entries_of(entry.section))[0]:
            yield openers.opener_page(setting, own, plan.puzzle_page(entry) - 1)
        yield puzzles.puzzle_page(setting, entry, plan.puzzle_page(entry), slot.page if slot else None)
    key = answers.answer_pages(setting, plan.answered, plan.slots, [plan.puzzle_page(entry) for entry in plan.answered])
    yield from key
    last = plan.puzzle_page(plan.entries[-1]) + len(key) + ("colophon" in matter)
    for _ in range(plan.pages - last):
        yield setting.sheet.page()
    if "colophon" in matter:
        yield back.colophon_page(setting, plan.pages, plan.recipe_name)


def _entries(setting: Setting, cuts: Cuts, drawn: Callable[[], None]) -> Iterator[Entry]:
    """The mazes in their printed order."""
    recipe = setting.recipe
    taken = {name for text_ in recipe.avoid for name in likenesses_of(text_)}
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
                stars=stars(found.difficulty, scale_of, maze.grid.cells),
                likeness=found.likeness,
                plate=plate_of(maze, recipe.marks, setting.theme),
                silhouette=board.silhouette,
                scale=board.scale,
                wall=board.wall,
            )


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


def has_openers(recipe: Recipe) -> bool:
    """Whether a page opens each section."""
    return "openers" in recipe.book.matter


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
    setting = plan.setting
    for section in setting.recipe.sections:
        own = plan.entries_of(section)
        page = plan.puzzle_page(own[0]) - has_openers(setting.recipe)
        stars_ = openers.section_stars(own) if setting.has_stars else 0
        yield front.Row(section.heading, openers.mazes_line(setting, own), page, stars_)
    if plan.slots:
        yield front.Row(setting.words("answers_title"), "", plan.slots[0].page)
