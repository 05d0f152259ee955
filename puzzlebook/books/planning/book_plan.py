"""The plan of a book or of loose sheets: its mazes, drawn and ordered, and where each is placed.

`book_pages` makes the pages and decides which files they go into.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import islice
from typing import TypeVar

from puzzlebook.books.pages import answers, openers, puzzles
from puzzlebook.books.planning import stories
from puzzlebook.books.planning.alt_text import find_missing_phrases
from puzzlebook.books.planning.boards import (
    choose_arrangement,
    find_hopeless_sizes,
    find_size_faults,
    list_question_texts,
    make_boards,
)
from puzzlebook.books.planning.book_pages import BookPages, list_printouts
from puzzlebook.books.planning.entries import finish_entries
from puzzlebook.books.planning.fitted_grids import fit_ahead
from puzzlebook.books.planning.minutes import estimate_minutes, estimate_whole, rate_mazes
from puzzlebook.books.planning.pagination import (
    FACING,
    Pagination,
    PlannedPage,
    find_page_faults,
    list_planned_pages,
    paginate,
)
from puzzlebook.books.planning.plan import Plan, Texts, mirror_placements
from puzzlebook.books.planning.ramp import (
    UNNOTICED,
    Rows,
    SectionMaze,
    draw_section,
    list_difficulties,
    put_in_rising_order,
    separate_drawings,
)
from puzzlebook.books.planning.setting import Entry, Placements, SaveFiles, Setting
from puzzlebook.ground.faults import refuse_any
from puzzlebook.recipes.order import BookSection, Order
from puzzlebook.recipes.order_paper import choose_sheet, find_binding_faults, find_paper_faults
from puzzlebook.recipes.printed_texts import IN_BOOK, list_printed_texts
from puzzlebook.recipes.recipe import Recipe
from puzzlebook.recipes.secret import find_secret_faults
from puzzlebook.running.process_pool import WorkerPool
from puzzlebook.typesetting import text
from puzzlebook.typesetting.layout import ARRANGEMENTS
from puzzlebook.typesetting.page import Box, Picture

Value = TypeVar("Value")


def plan_book(
    order: Order,
    report_maze: Callable[[], None],
    pool: WorkerPool,
    before_drawing: Callable[[], None] = lambda: None,
) -> Callable[[SaveFiles | None], Plan]:
    """Draw the mazes of an order's book. Return a function that takes the SVG saver and returns the
    plan; it can be called only once, because it uses up the mazes.

    report_maze: called after each maze. before_drawing: called before the first maze. An order is
    refused, for the reasons given in `lay_out`, before any maze is drawn.
    """
    setting, planned_pages, answers_per_page = lay_out(order, pool)
    texts = list(_list_texts(setting))
    before_drawing()
    taken = _read_avoided_likenesses(setting.recipe)
    rows: Rows = list(_draw_mazes(setting, taken, report_maze, pool))
    if order.recipe.rising and order.recipe.grade != "none":
        # Reordering mazes and sections changes neither the number of pages nor the paper.
        if any(part.is_mixed for part, _ in rows):
            from puzzlebook.books.planning.matching import match_drawings
            from puzzlebook.books.planning.mixing import mix_sections

            rows = match_drawings(order, rows, taken, pool)
            rows = mix_sections(rows, partial(rate_mazes, order), order.recipe.volume)
        if order.recipe.level:
            rows = put_in_rising_order(rows, partial(estimate_minutes, order), UNNOTICED)
        else:
            rows = put_in_rising_order(rows, list_difficulties)
        setting = setting._replace(order=replace(order, parts=tuple(part for part, _ in rows)))
        planned_pages = tuple(list_planned_pages(setting, answers_per_page))
    pagination = Pagination(setting, planned_pages, answers_per_page)
    mazes = [maze for _, section in rows for maze in section]
    return lambda save: _plan(pagination, texts, mazes, save, pool)


def lay_out(order: Order, pool: WorkerPool) -> Pagination:
    """Return the pages of an order's book, before any maze is drawn.

    An order is refused if a maze does not fit its page, a character has no glyph, or the printer
    does not accept such a book.
    """
    bleeds = order.theme.bleeds
    refuse_any(
        [
            *find_paper_faults(order, bleeds=bleeds),
            *find_binding_faults(order),
            *find_secret_faults(order.recipe),
            *find_missing_phrases(order),
        ]
    )
    refuse_any(find_hopeless_sizes(order, choose_sheet(order, 0, bleeds)))
    fit_ahead([order], pool)
    pagination = paginate(order)
    setting, pages = pagination.setting, len(pagination.planned_pages)
    if any(part.section.word for part in order.parts):
        from puzzlebook.books.planning.spelt_words import find_word_faults

        refuse_any(find_word_faults(order.recipe, pagination.setting.sizes.bold))
    glyph_faults = text.find_glyph_faults(
        _list_texts(setting), setting.sizes.face, setting.words.texts()
    )
    refuse_any(
        [
            *find_paper_faults(order, pages, bleeds),
            *glyph_faults,
            *find_size_faults(setting),
            *find_page_faults(order, pages),
        ]
    )
    return pagination


def _plan(
    pagination: Pagination,
    texts: Texts,
    mazes: list[SectionMaze],
    save: SaveFiles | None,
    pool: WorkerPool,
) -> Plan:
    """Plan a book whose mazes are drawn. The mazes are finished, and then saved, as its pages need
    them.

    mazes: the function empties this list, see `finish_entries`.
    """
    setting, planned_pages, answers_per_page = pagination
    minutes = estimate_minutes(setting.order, mazes)
    chapters = list(_make_chapters(setting.order, mazes, minutes))
    parts = [maze.part for maze in mazes]
    entries = LazyValues(finish_entries(setting, mazes, minutes, save, pool))
    puzzle_placements = Placements(
        _place_puzzles(setting, parts, planned_pages),
        lambda number, box: puzzles.place_puzzle(setting, entries[number], box),
    )
    answer_placements = Placements(
        _place_answers(setting, planned_pages, answers_per_page),
        lambda number, box: answers.place_answer(setting, entries[number], box),
    )
    facing_placements = Placements(
        _place_puzzles(setting, parts, planned_pages, FACING),
        lambda number, box: _place_facing(setting, entries[number], box),
    )
    slots = _list_story_slots(setting, planned_pages, entries, puzzle_placements)
    pages = BookPages(
        setting,
        planned_pages,
        chapters,
        entries,
        puzzle_placements,
        answer_placements,
        LazyValues(stories.tell_stories(setting, slots)),
        facing_placements,
    )
    return Plan(
        setting=setting,
        entries=entries,
        puzzles=mirror_placements(setting, pages.puzzles),
        answers=mirror_placements(setting, pages.answers),
        facing=mirror_placements(setting, pages.facing),
        pages=len(planned_pages),
        texts=texts,
        stories=pages.stories,
        printouts=list(list_printouts(pages)),
        alone=pages.alone,
    )


def _list_texts(setting: Setting) -> Iterator[tuple[str, str]]:
    """Yield the recipe key and the text of everything printed that comes from the user."""
    recipe = setting.recipe
    yield from list_printed_texts(recipe.book, "book", IN_BOOK)
    for part in setting.parts:
        place = f"section.{part.section.key}"
        yield f"{place}.title", setting.heading(part)
        yield from list_printed_texts(part.section, place, IN_BOOK)
    yield from ((f"names.{file}", name) for file, name in recipe.names.items())
    yield from list_question_texts(setting)
    theme = setting.theme
    for line in (*theme.lines(setting.words.language), theme.start_name, theme.finish_name):
        yield f"theme: {recipe.theme}", line


def _read_avoided_likenesses(recipe: Recipe) -> set[str]:
    """Return the likenesses of the mazes in the books that a recipe avoids."""
    from puzzlebook.recipes.values import read_likenesses

    return {name for path in recipe.avoid for name in read_likenesses(path)}


def _draw_mazes(
    setting: Setting, taken: set[str], report_maze: Callable[[], None], pool: WorkerPool
) -> Iterator[tuple[BookSection, Sequence[SectionMaze]]]:
    """Yield each section with its mazes in their printed order. taken: the likenesses that must not
    occur again; those of the mazes are added."""
    for part in setting.parts:
        boards = list(make_boards(setting, part))
        mazes = draw_section(setting.order, part, boards, taken, report_maze, pool)
        if part.stages and setting.recipe.volume > 1 and setting.recipe.grade != "none":
            mazes = _sort_by_drawing(setting.order, mazes)
        yield part, mazes


def _sort_by_drawing(order: Order, mazes: Sequence[SectionMaze]) -> list[SectionMaze]:
    """Return a later volume's mazes, sorted by stars and, with equal stars, in the order of the
    volume's stages, which differs from the order in the volume before. Mazes of mixed sections get
    their stars, and their places among the others, later."""
    stars = [
        0 if maze.part.is_mixed else number
        for maze, number in zip(mazes, rate_mazes(order, mazes), strict=True)
    ]
    rows = sorted(zip(stars, mazes, strict=True), key=lambda row: (row[0], row[1].draw))
    sorted_mazes = [maze for _, maze in rows]
    separate_drawings(sorted_mazes)
    return sorted_mazes


def _make_chapters(
    order: Order, mazes: Sequence[SectionMaze], minutes: Sequence[float]
) -> Iterator[openers.Chapter]:
    """Yield the sections as their openers describe them. minutes: those of each maze of the
    book."""
    stars, first = rate_mazes(order, mazes), 0
    for part in order.parts:
        section = slice(first, first + part.mazes)
        yield openers.Chapter(
            part,
            range(first + 1, section.stop + 1),
            mazes[first].board.silhouette,
            openers.find_range(stars[section]),
            openers.find_range(minutes[section]),
            estimate_whole(order, part, mazes[section]),
        )
        first = section.stop


# Placements


def _place_puzzles(
    setting: Setting,
    parts: Sequence[BookSection],
    planned_pages: Sequence[PlannedPage],
    kind: str = "puzzles",
) -> Iterator[tuple[int, int, Box]]:
    """Yield the number, the page and the box of each maze on pages of this kind. All left pages of
    a section have the same boxes, as have all its right pages. parts: the section of each maze."""
    choose = cache(partial(choose_arrangement, setting))

    @cache
    def list_boxes(part: BookSection, side: int) -> Sequence[Box]:
        return puzzles.puzzle_boxes(setting, part, choose(part), side)

    for page, planned in enumerate(planned_pages, 1):
        if planned.kind == kind:
            boxes = list_boxes(parts[planned.mazes[0] - 1], page % 2)
            for number, box in zip(planned.mazes, boxes, strict=False):
                yield number, page, box


def _place_facing(setting: Setting, entry: Entry, box: Box) -> Picture:
    from puzzlebook.books.pages.spread import place_right_half

    return place_right_half(setting, entry, box)


def _list_story_slots(
    setting: Setting,
    planned_pages: Sequence[PlannedPage],
    entries: Mapping[int, Entry],
    placements: Placements,
) -> Iterator[stories.StorySlot]:
    for page, planned in enumerate(planned_pages, 1):
        if planned.kind == "puzzles":
            first = planned.mazes[0]
            yield puzzles.find_story_place(setting, entries[first], page, placements[first])


def _place_answers(
    setting: Setting, planned_pages: Sequence[PlannedPage], per_page: int
) -> Iterator[tuple[int, int, Box]]:
    """Yield the number, the page and the box of each answer. On a page with fewer answers, they are
    larger."""
    list_boxes = cache(partial(answers.answer_boxes, setting))
    for page, planned in enumerate(planned_pages, 1):
        if planned.kind == "key":
            arrangement = min(
                count for count in ARRANGEMENTS if len(planned.mazes) <= count <= per_page
            )
            boxes = list_boxes(arrangement, page % 2, planned.part == 0)
            for number, box in zip(planned.mazes, boxes, strict=False):
                yield number, page, box


# Values computed on demand


_BATCH = 16
"""How many values are computed together. Alternating between finishing one maze and writing its
page takes a tenth longer, because neither task then profits from the processor's caches."""


class LazyValues(Mapping[int, Value]):
    """A mapping from ascending numbers to values that are computed on demand, so that pages can be
    written while workers are still finishing mazes.

    Looking up a value computes it, all values before it, and a few after it. `len` and iteration
    compute all values.
    """

    def __init__(self, items: Iterable[tuple[int, Value]]) -> None:
        self._items, self._values = iter(items), dict[int, Value]()

    def __getitem__(self, number: int) -> Value:
        while number not in self._values:
            batch = dict(islice(self._items, _BATCH))
            if not batch:
                raise KeyError(number)
            self._values |= batch
        return self._values[number]

    def __iter__(self) -> Iterator[int]:
        self._values.update(self._items)
        return iter(self._values)

    def __len__(self) -> int:
        self._values.update(self._items)
        return len(self._values)
