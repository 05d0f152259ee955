"""Planning a book, or loose sheets: its mazes drawn and in their order, and the place of each.

What makes the pages on which they stand, and which files these fill: `book_pages`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import islice
from typing import TypeVar

from puzzlebook.books.pages import answers, openers, puzzles
from puzzlebook.books.planning import stories
from puzzlebook.books.planning.alt_text import find_missing_phrases, is_told
from puzzlebook.books.planning.boards import choose_arrangement, find_size_faults, make_boards
from puzzlebook.books.planning.book_pages import BookPages, list_printouts
from puzzlebook.books.planning.finishing import RenderJob, RenderStyle, finish_maze
from puzzlebook.books.planning.fitted_grids import fit_ahead
from puzzlebook.books.planning.pagination import Leaf, Pagination, find_page_faults, paginate
from puzzlebook.books.planning.pagination import list_leaves as leaves_of
from puzzlebook.books.planning.plan import Plan, Texts, mirror_standings
from puzzlebook.books.planning.ramp import Candidate, draw_section, put_in_rising_order
from puzzlebook.books.planning.setting import (
    Entry,
    Keep,
    Placements,
    Setting,
    answer_ink,
    list_svg_names,
    way_ink,
)
from puzzlebook.books.planning.stars import rank_in_book
from puzzlebook.ground.faults import Fault, refuse, refuse_any
from puzzlebook.mazes.collecting import capacity
from puzzlebook.mazes.likeness import read_likenesses
from puzzlebook.recipes.order import BookSection, Order
from puzzlebook.recipes.order_paper import find_binding_faults, find_paper_faults
from puzzlebook.recipes.printed_texts import IN_BOOK, list_printed_texts
from puzzlebook.recipes.secret import find_secret_faults
from puzzlebook.running.process_pool import WorkerPool
from puzzlebook.typesetting import text
from puzzlebook.typesetting.layout import ARRANGEMENTS
from puzzlebook.typesetting.page import Box

Value = TypeVar("Value")

_SHORTEST_WITH_LETTER = 3  # cells: the start, the letter's, the end


def plan_book(
    order: Order,
    drawn: Callable[[], None],
    crew: WorkerPool,
    before_drawing: Callable[[], None] = lambda: None,
) -> Callable[[Keep | None], Plan]:
    """What becomes the plan of an order's book when it is told who keeps the SVG files. drawn:
    called after each maze; before_drawing: before the first.

    Refused, before any maze is drawn, as `lay_out` refuses.
    """
    setting, leaves, a_page = lay_out(order, crew)
    texts = list(_list_texts(setting))
    before_drawing()
    rows = list(_draw_mazes(setting, drawn, crew))
    if order.recipe.rising and order.recipe.grade != "none":
        setting, leaves, rows = _rising(setting, a_page, rows)
    mazes = deque((part, found) for part, section in rows for found in section)
    return lambda keep: _plan(setting, leaves, a_page, texts, mazes, keep, crew)


def lay_out(order: Order, crew: WorkerPool) -> Pagination:
    """The pages of an order's book, before any maze is drawn.

    Refused where a maze does not fit the page, a character has no glyph, or the printer does not
    take such a book.
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
    fit_ahead([order], crew)
    found = paginate(order)
    setting, pages = found.setting, len(found.leaves)
    unset = text.find_glyph_faults(_list_texts(setting), setting.sizes.face, setting.words.texts())
    refuse_any(
        [
            *find_paper_faults(order, pages, bleeds),
            *unset,
            *find_size_faults(setting),
            *find_page_faults(order, pages),
        ]
    )
    return found


def _plan(
    setting: Setting,
    leaves: Sequence[Leaf],
    a_page: int,
    texts: Texts,
    mazes: deque[tuple[BookSection, Candidate]],
    keep: Keep | None,
    crew: WorkerPool,
) -> Plan:
    """The plan of a book whose mazes are drawn. They are finished as its pages ask for them, and
    then their SVG files go to `keep`."""
    rated = list(_rate_mazes(mazes))
    chapters = list(_make_chapters(setting.parts, mazes, rated))
    entries = LazyValues(_finish_entries(setting, mazes, rated, keep, crew))
    puzzle_standings = Placements(
        _place_puzzles(setting, leaves),
        lambda number, box: puzzles.place_puzzle(setting, entries[number], box),
    )
    answer_standings = Placements(
        _place_answers(setting, leaves, a_page),
        lambda number, box: answers.place_answer(setting, entries[number], box),
    )
    rows = LazyValues(
        stories.tell_stories(setting, _place_stories(setting, leaves, entries, puzzle_standings))
    )
    pages = BookPages(setting, leaves, chapters, entries, puzzle_standings, answer_standings, rows)
    return Plan(
        setting=setting,
        entries=entries,
        puzzles=mirror_standings(setting, pages.puzzles),
        answers=mirror_standings(setting, pages.answers),
        pages=len(leaves),
        texts=texts,
        stories=pages.stories,
        printouts=list(list_printouts(pages)),
        alone=pages.alone,
    )


def _list_texts(setting: Setting) -> Iterator[tuple[str, str]]:
    """Every text of the user's that is printed, with its place in the recipe."""
    recipe = setting.recipe
    yield from list_printed_texts(recipe.book, "book", IN_BOOK)
    for part in setting.parts:
        place = f"section.{part.section.key}"
        yield f"{place}.title", setting.heading(part)
        yield from list_printed_texts(part.section, place, IN_BOOK)
    theme = setting.theme
    for line in (*theme.lines(setting.words.language), theme.start_name, theme.finish_name):
        yield f"theme: {recipe.theme}", line


def _draw_mazes(
    setting: Setting, drawn: Callable[[], None], crew: WorkerPool
) -> Iterator[tuple[BookSection, Sequence[Candidate]]]:
    """The sections, each with its mazes in their printed order."""
    taken = {name for listed in setting.recipe.avoid for name in read_likenesses(listed)}
    for part in setting.parts:
        yield (
            part,
            draw_section(setting.order, part, list(make_boards(setting, part)), taken, drawn, crew),
        )


def _rising(
    setting: Setting, a_page: int, rows: Sequence[tuple[BookSection, Sequence[Candidate]]]
) -> tuple[Setting, tuple[Leaf, ...], list[tuple[BookSection, Sequence[Candidate]]]]:
    """The book with its sections from the easiest to the hardest. There are as many pages in any
    order, on the same paper."""
    risen = put_in_rising_order(rows)
    order = replace(setting.order, parts=tuple(part for part, _ in risen))
    setting = setting._replace(order=order)
    return setting, tuple(leaves_of(setting, a_page)), risen


def _rate_mazes(mazes: Sequence[tuple[BookSection, Candidate]]) -> Iterator[int]:
    """The stars of each maze."""
    difficulties = sorted(
        found.difficulty for _, found in mazes if found.drawn.measures.solution_length
    )
    return (rank_in_book(found.drawn.measures, difficulties) for _, found in mazes)


def _make_chapters(
    parts: Sequence[BookSection],
    mazes: Iterable[tuple[BookSection, Candidate]],
    rated: Sequence[int],
) -> Iterator[openers.Chapter]:
    """The sections, as what stands before their mazes tells of them. rated: the stars of each
    maze."""
    places = enumerate(mazes)
    for part in parts:
        first, found = next((place, found) for place, (whose, found) in places if whose is part)
        numbers = range(first + 1, first + part.mazes + 1)
        stars = openers.range_of_stars(rated[first : first + part.mazes])
        yield openers.Chapter(part, numbers, found.board.silhouette, stars)


def _finish_entries(
    setting: Setting,
    mazes: deque[tuple[BookSection, Candidate]],
    rated: Sequence[int],
    keep: Keep | None,
    crew: WorkerPool,
) -> Iterator[tuple[int, Entry]]:
    """The mazes, finished as they are asked for, by their numbers. rated: the stars of each.

    They leave `mazes`, and one that is finished leaves nothing of its draw: it needs no room any
    more.
    """
    many = len(mazes)
    refuse_any(_collect_faults(setting.parts, mazes))
    handed_over = deque[tuple[BookSection, Candidate]]()

    def list_commissions() -> Iterator[RenderJob]:
        for number in range(1, many + 1):
            part, found = mazes.popleft()
            handed_over.append((part, found))
            yield _make_commission(setting, part, found, number)

    made = crew.run_each(
        partial(finish_maze, _make_manner(setting, keep is not None)), list_commissions()
    )

    def list_entries() -> Iterator[tuple[int, Entry]]:
        for number, (maze, files) in enumerate(made, 1):
            part, found = handed_over.popleft()
            entry = Entry(
                number=number,
                part=part,
                draw=found.draw,
                maze=maze,
                measures=found.drawn.measures,
                stars=rated[number - 1],
                likeness=found.likeness,
                silhouette=found.board.silhouette,
                scale=found.board.scale,
                wall=found.board.wall,
                svg=list_svg_names(number, many, maze.ends is not None)
                if setting.recipe.svg
                else (),
                picture=found.board.picture,
                tint=setting.order.tint,
                nooks=found.board.nooks,
            )
            if keep:
                keep(entry, files)
            yield number, entry

    return list_entries()


def _make_manner(setting: Setting, has_files: bool) -> RenderStyle:
    """How all of the book's mazes are finished. has_files: whether SVG files of them are kept."""
    order, words = setting.order, setting.words
    alphabet = words("alphabet") + words("alphabet").lower() if order.secret else ""
    return RenderStyle(
        marks=setting.recipe.end_marks,
        theme=setting.theme,
        words=words,
        svg=has_files,
        fonts={
            letter: text.font_content(letter, setting.sizes.bold)
            for letter in {*alphabet, *order.secret.values()}
        },
        walls=order.walls,
        tint=order.tint,
        is_told=is_told(setting),
    )


def _make_commission(
    setting: Setting, part: BookSection, found: Candidate, number: int
) -> RenderJob:
    """What is to be finished of the maze that has this number."""
    board, tint, felt = found.board, setting.order.tint, setting.is_felt
    return RenderJob(
        drawn=found.drawn,
        title=setting.words("svg_title", number=number),
        scale=board.scale,
        wall=board.wall,
        solution_ink=answer_ink(board.scale, tint, felt)
        if felt
        else way_ink(board.wall, board.scale, tint),
        letter=_check_letter(found, setting.order.secret.get(number, "")),
        collect=part.section.collect,
    )


def _check_letter(found: Candidate, letter: str) -> str:
    """The letter of a sentence on a maze's way; refused where that is too short to hold it."""
    if letter and len(found.drawn.solution) < _SHORTEST_WITH_LETTER:
        raise refuse(
            "book.secret", "the way through a maze is too short for a letter", "larger mazes"
        )
    return letter


def _collect_faults(
    parts: Sequence[BookSection], mazes: Sequence[tuple[BookSection, Candidate]]
) -> Iterator[Fault]:
    """A fault for a section whose shortest way has no room for the least things that are to lie on
    each."""
    for part in parts:
        shortest = min(
            (len(found.drawn.solution) for whose, found in mazes if whose is part), default=0
        )
        if (collect := part.section.collect) and (room := capacity(shortest)) < collect[0]:
            what = f"{collect[0]} things find no room on a way of {shortest} cells"
            allowed = f"at most {room}, or larger mazes" if room else "larger mazes"
            yield Fault(f"section.{part.section.key}.collect", what, allowed)


# Where mazes and answers stand


def _place_puzzles(setting: Setting, leaves: Sequence[Leaf]) -> Iterator[tuple[int, int, Box]]:
    """Where each maze stands; the boxes of a section are the same on all left pages, and on all
    right ones."""
    arranged = [choose_arrangement(setting, part) for part in setting.parts]

    @cache
    def section_boxes(part: int, side: int) -> Sequence[Box]:
        return puzzles.puzzle_boxes(setting, setting.parts[part], arranged[part], side)

    for page, leaf in enumerate(leaves, 1):
        if leaf.kind == "puzzles":
            for number, box in zip(leaf.mazes, section_boxes(leaf.part, page % 2), strict=False):
                yield number, page, box


def _place_stories(
    setting: Setting, leaves: Sequence[Leaf], entries: Mapping[int, Entry], standings: Placements
) -> Iterator[stories.StorySlot]:
    for page, leaf in enumerate(leaves, 1):
        if leaf.kind == "puzzles":
            first = leaf.mazes[0]
            yield puzzles.find_story_place(setting, entries[first], page, standings[first])


def _place_answers(
    setting: Setting, leaves: Sequence[Leaf], a_page: int
) -> Iterator[tuple[int, int, Box]]:
    """Where each answer stands; those of a page that has fewer than the others are larger."""
    boxes = cache(partial(answers.answer_boxes, setting))
    for page, leaf in enumerate(leaves, 1):
        if leaf.kind == "key":
            share = min(count for count in ARRANGEMENTS if len(leaf.mazes) <= count <= a_page)
            for number, box in zip(
                leaf.mazes, boxes(share, page % 2, leaf.part == 0), strict=False
            ):
                yield number, page, box


# What is made when it is asked for


_AT_A_TIME = 16
"""Values that are made together. To finish a maze and to write its page by turns takes a tenth
longer: a processor has at hand what it has just done."""


class LazyValues(Mapping[int, Value]):
    """Values by their numbers, in ascending order, none made before it is needed: who asks for one
    waits until it and all before it are made, with some that follow. Who counts them, or goes
    through them, waits for all.

    So pages are written while mazes are still at work.
    """

    def __init__(self, coming: Iterable[tuple[int, Value]]) -> None:
        self._coming, self._here = iter(coming), dict[int, Value]()

    def __getitem__(self, number: int) -> Value:
        while number not in self._here:
            came = dict(islice(self._coming, _AT_A_TIME))
            if not came:
                raise KeyError(number)
            self._here |= came
        return self._here[number]

    def __iter__(self) -> Iterator[int]:
        self._here.update(self._coming)
        return iter(self._here)

    def __len__(self) -> int:
        self._here.update(self._coming)
        return len(self._here)
