"""Worksheets whose mazes are enlarged until they have forks for all questions of a list, or reduced
until their cells have room for the answers of sums.

Only the default size of a built-in book changes, never a size set by the user. Passages stay as
wide as promised to the readers. The size becomes part of the request, as if typed, so that every
code still means the same maze.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from operator import ge
from typing import Generic, TypeVar

from puzzlebook.ground.faults import Note, Refused, refuse
from puzzlebook.ground.lengths import format_millimetres
from puzzlebook.ground.questions import QuestionList
from puzzlebook.ground.shell_commands import set_option, shell_line
from puzzlebook.mazes import SHAPES, Design, Size, format_size, make_grid
from puzzlebook.recipes.audiences import Audience
from puzzlebook.recipes.page_grids import FEWEST, list_sizes
from puzzlebook.recipes.readers import choose_sizes, section_readers
from puzzlebook.recipes.recipe import Recipe
from puzzlebook.verbs.request import MakeRequest

T = TypeVar("T")

_GROWTH, _MAX_GROWTH = (
    1.08,
    9,
)  # factor of the sides per step; maximum factor of the number of cells
_MAX_TRIES = 12  # number of smaller sizes to try
_ROW_HEIGHT = 1.5  # height of a legend's row, in ems
_SIZE = "section.*.size"


def make_with_other_mazes(
    request: MakeRequest, make: Callable[[MakeRequest], T], refused: Refused
) -> tuple[T, list[str]] | None:
    """Make refused worksheets with mazes of another size; return them with a remark on the size.

    The mazes are the smallest with forks for all questions of a list, or the largest with room for
    the answers of sums. None if the cause was another, or if the user set the size.
    """
    if not all(fault.where.endswith(".questions") for fault in refused.faults):
        return None
    loaded = request.load_recipe()
    recipe, section = loaded.recipe, loaded.recipe.sections[0]
    if recipe.worksheet is None or not loaded.template or _has_size_of_its_own(request):
        return None
    from puzzlebook.recipes.question_files import read_questions

    where = f"section.{section.key}.questions"
    question_list = read_questions(section.questions or "", loaded.folder, where).question_list
    usual, readers = choose_sizes(recipe)[0], section_readers(recipe, section)
    sheets = _Worksheets(request, make, recipe, usual, readers)
    return sheets.make_smaller() if question_list.is_built_in else sheets.make_larger(question_list)


def _has_size_of_its_own(request: MakeRequest) -> bool:
    """Whether the user set the size of the mazes."""
    given = [key for key, value in request.given.items() if value is not None]
    keys = [*given, *(text.partition("=")[0].strip() for text in request.sets)]
    return any(key.rpartition(".")[2] == "size" for key in keys)


@dataclass(frozen=True)
class _Worksheets(Generic[T]):
    """Worksheets that are refused with mazes of the usual size.

    make: the function that makes them. readers: the readers who are promised a passage width, if
    any.
    """

    request: MakeRequest
    make: Callable[[MakeRequest], T]
    recipe: Recipe
    usual: Size
    readers: Audience | None

    def make_smaller(self) -> tuple[T, list[str]] | None:
        """Make the worksheets with the largest mazes that have room for the answers of sums."""
        for size in islice(_shrink(self.recipe, self.usual, self.readers), _MAX_TRIES):
            for made in self._make_with(size):
                return made, [self._describe(size, "the answers need wider cells")]
        return None

    def make_larger(self, question_list: QuestionList) -> tuple[T, list[str]] | None:
        """Make the worksheets with the smallest mazes that have forks for all questions; None if
        forks are not the problem. Refuse if all mazes are too small."""
        from puzzlebook.books.planning.question_boards import count_most_asked

        section, count = self.recipe.sections[0], len(question_list.questions)

        def count_most(size: Size) -> int:
            design = Design(section.shape, size, "", section.ends, section.method)
            return count_most_asked(design, make_grid(section.shape, size), question_list)

        sizes: Sequence[Size] = list(_grow(section.shape, self.usual))
        larger = sizes
        if self.readers:
            sizes = _list_promised_sizes(self.recipe, count, self.readers)
        for size in sizes:
            if count_most(size) >= count:
                for made in self._make_with(size):
                    return made, [self._describe(size, f"they need forks for {count} questions")]
        largest = max((self.usual, *sizes), key=count_most)
        if (maximum := count_most(largest)) >= count:
            return None
        fitting = (size for size in larger if count_most(size) >= count)
        raise self._refuse(count, maximum, largest, fitting)

    def _make_with(self, size: Size, is_trial: bool = False) -> list[T]:
        """Return the worksheets with mazes of this size in a list; empty if they are refused."""
        given = {**self.request.given, _SIZE: format_size(size)}
        dry_run = is_trial or self.request.dry_run
        with suppress(Refused):
            return [self.make(replace(self.request, given=given, dry_run=dry_run))]
        return []

    def _describe(self, size: Size, reason: str) -> str:
        """Return the remark on mazes of an unusual size."""
        usual = format_size(self.usual)
        return Note(f"mazes are {format_size(size)}, not {usual}: {reason}", " (see --size)")

    def _refuse(self, count: int, maximum: int, largest: Size, fitting: Iterable[Size]) -> Refused:
        """Return the refusal of too many questions. fitting: larger sizes with enough forks; one is
        suggested as a command if readers are promised a passage width."""
        what = (
            f"{count} questions, but mazes of up to {format_size(largest)} have forks for {maximum}"
        )
        allowed, command = f"at most {maximum} in a list", ""
        if self.readers:
            width = format_millimetres(self.readers.passage)
            what += f" with passages of {width} on {self.recipe.page.name}"
            allowed += ", a larger page, or a size of your own"
            possible = (size for size in fitting if self._make_with(size, is_trial=True))
            for size in islice(possible, 1):
                setting = set_option(self.request.words, ("--size",), format_size(size))
                command = shell_line(*setting)
        where = f"section.{self.recipe.sections[0].key}.questions"
        return refuse(where, what, allowed, command)


def _list_promised_sizes(recipe: Recipe, questions: int, readers: Audience) -> Sequence[Size]:
    """Return the sizes with the promised passage width beside a legend, smallest first."""
    section, shape = recipe.sections[0], SHAPES[recipe.sections[0].shape]
    rows = questions * _ROW_HEIGHT * readers.type_size
    page = recipe.page._replace(height=recipe.page.height - rows)
    sizes = list_sizes(readers, page, shape, section.mazes_a_page or recipe.mazes_a_page)
    return sorted(sizes, key=lambda size: (shape.cells(*size), size))


def _shrink(recipe: Recipe, usual: Size, readers: Audience | None) -> Iterator[Size]:
    """Yield smaller sizes, largest first: sizes that fill the readers' page or, without readers,
    sizes with the usual proportions."""
    shape = SHAPES[recipe.sections[0].shape]
    if readers:
        cells = shape.cells(*usual)
        promised = _list_promised_sizes(recipe, 0, readers)
        yield from (size for size in reversed(promised) if shape.cells(*size) < cells)
        return
    sides = [float(side) for side in usual]
    while shape.cells(*map(round, sides)) > FEWEST and all(map(ge, sides, shape.least)):
        sides = [round(side / _GROWTH, 6) for side in sides]
        yield tuple(map(round, sides))


def _grow(name: str, usual: Size) -> Iterator[Size]:
    """Yield larger sizes of a shape, with the usual proportions."""
    shape, sides, last = SHAPES[name], [float(side) for side in usual], usual
    while True:
        sides = [round(side * _GROWTH, 6) for side in sides]
        size = tuple(map(round, sides))
        if shape.cells(*size) > _MAX_GROWTH * shape.cells(*usual):
            return
        if size != last:
            yield size
        last = size
