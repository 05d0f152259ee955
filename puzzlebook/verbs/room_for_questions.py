"""Worksheets whose mazes grow until they have forks for all questions of a list.

Only the size that a book of ours has by itself grows, never one that the user sets. Readers keep
the passages that they are promised. The size becomes a part of the request, as if it were typed, so
that no code means another maze than before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import TypeVar

from puzzlebook.ground.faults import Refused, refuse
from puzzlebook.ground.lengths import format_millimetres
from puzzlebook.ground.questions import QuestionList
from puzzlebook.ground.shell_commands import set_option, shell_line
from puzzlebook.mazes import SHAPES, Design, Size, format_size, make_grid
from puzzlebook.recipes.audiences import Audience
from puzzlebook.recipes.page_grids import list_sizes
from puzzlebook.recipes.readers import choose_sizes, section_readers
from puzzlebook.recipes.recipe import Recipe
from puzzlebook.recipes.user_files import QUESTIONS
from puzzlebook.verbs.request import MakeRequest

T = TypeVar("T")

_STEP, _MOST = 1.08, 9  # by which sides grow each time; cells, in those of the usual mazes
_ROW = 1.5  # height of a row of a legend, in sizes of the type
_SIZE = "section.*.size"


def make_with_larger_mazes(
    request: MakeRequest, make: Callable[[MakeRequest], T], refused: Refused
) -> tuple[T, list[str]] | None:
    """Make worksheets that were refused, with the smallest mazes that have room for their list of
    questions; None if they were refused for another reason, or the size is the user's. Returns a
    remark that names the size."""
    if not all(fault.where.endswith(".questions") for fault in refused.faults):
        return None
    loaded = request.load_recipe()
    recipe, section = loaded.recipe, loaded.recipe.sections[0]
    given = [key for key, value in request.given.items() if value is not None]
    keys = [*given, *(text.partition("=")[0].strip() for text in request.sets)]
    has_size = any(key.rpartition(".")[2] == "size" for key in keys)
    text = section.questions or ""
    if recipe.worksheet is None or not loaded.template or has_size or not QUESTIONS.is_file(text):
        return None
    from puzzlebook.books.planning.question_boards import count_most_asked
    from puzzlebook.recipes.question_files import read_questions

    asked = read_questions(text, loaded.folder, f"section.{section.key}.questions").asked
    usual, count = choose_sizes(recipe)[0], len(asked.questions)
    readers = section_readers(recipe, section)

    def count_most(size: Size) -> int:
        design = Design(section.shape, size, "", section.ends, section.method)
        return count_most_asked(design, make_grid(section.shape, size), asked)

    def make_with(size: Size, is_tried: bool = False) -> list[T]:
        """What is made with mazes of a size: nothing if it is refused."""
        given = {**request.given, _SIZE: format_size(size)}
        with suppress(Refused):
            return [make(replace(request, given=given, dry_run=is_tried or request.dry_run))]
        return []

    promised = list(_list_promised_sizes(recipe, asked, readers)) if readers else []
    larger = list(_grow(section.shape, usual))
    for size in promised if readers else larger:
        if count_most(size) >= count and (made := make_with(size)):
            sizes = f"{format_size(size)}, not {format_size(usual)}"
            remark = f"mazes are {sizes}: they need forks for {count} questions (see --size)"
            return made[0], [remark]
    largest = max((usual, *(promised if readers else larger)), key=count_most)
    if (most := count_most(largest)) >= count:
        return None
    what = f"{count} questions, and mazes of up to {format_size(largest)} have forks for {most}"
    allowed, command = f"at most {most} in a list", ""
    if readers:
        wide = format_millimetres(readers.passage)
        what += f" with passages of {wide} on {recipe.page.name}"
        allowed += ", a larger page, or a size of your own"
        fitting = (size for size in larger if count_most(size) >= count and make_with(size, True))
        for size in islice(fitting, 1):
            command = shell_line(*set_option(request.words, ("--size",), format_size(size)))
    raise refuse(f"section.{section.key}.questions", what, allowed, command)


def _list_promised_sizes(recipe: Recipe, asked: QuestionList, readers: Audience) -> Sequence[Size]:
    """The sizes that keep the promise to the readers beside a legend, the smallest first."""
    section, shape = recipe.sections[0], SHAPES[recipe.sections[0].shape]
    rows = len(asked.questions) * _ROW * readers.type_size
    page = recipe.page._replace(height=recipe.page.height - rows)
    sizes = list_sizes(readers, page, shape, section.mazes_a_page or recipe.mazes_a_page)
    return sorted(sizes, key=lambda size: (shape.cells(*size), size))


def _grow(name: str, usual: Size) -> Iterator[Size]:
    """Yield larger sizes of a shape, in the proportions of the usual one."""
    shape, sides, last = SHAPES[name], [float(side) for side in usual], usual
    while True:
        sides = [round(side * _STEP, 6) for side in sides]
        size = tuple(map(round, sides))
        if shape.cells(*size) > _MOST * shape.cells(*usual):
            return
        if size != last:
            yield size
        last = size
