"""What sheets of a class set have in common: size, grid and scale, for all pupils of one level and one print."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from puzzlebook.books.classes.places import Place, level
from puzzlebook.books.pages import worksheets
from puzzlebook.books.setting import Setting
from puzzlebook.faults import Fault
from puzzlebook.lengths import millimetres
from puzzlebook.mazes.grid import Grid
from puzzlebook.mazes.grids import grid_of
from puzzlebook.mazes.levels import size_at
from puzzlebook.mazes.tilings import SHAPES, Size, size_text
from puzzlebook.paper.layout import LEAST_PASSAGE
from puzzlebook.pictures.plate import scale_to_fit
from puzzlebook.recipes.audiences import audience_named
from puzzlebook.recipes.readers import WALL_SHARE, margin_of
from puzzlebook.recipes.recipe import Recipe, Section

_LARGE = "large-print"
# Passages of a sheet in large print are at least so much wider than those of the others.
_WIDER = 1.25
_SMALLER = 0.8


@dataclass(frozen=True)
class Kind:
    """What sheets have in common that differ only in their mazes: what is drawn on, how large, and how it is set."""

    setting: Setting
    size: Size
    grid: Grid
    scale: float
    wall: float
    a_page: int


class Kinds:
    """The kinds of a set's sheets, each worked out once."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._known: dict[object, Kind] = {}

    def of(self, place: Place) -> Kind:
        """The kind of a place's sheet."""
        is_large = place.pupil is not None and place.pupil.print == "large"
        asked = (place.section.key, place.silhouette, level(self._setting.recipe, place.pupil), is_large)
        if asked not in self._known:
            find = _large_kind if is_large else _normal_kind
            self._known[asked] = find(self._setting, place, asked[2])
        return self._known[asked]


def _normal_kind(setting: Setting, place: Place, level: int) -> Kind:
    a_page = setting.recipe.mazes_a_page
    sized = replace(setting, type=worksheets.sized(setting.type, a_page))
    return _kind(sized, place, size_at(place.section.shape, place.section.settled_size, level), a_page)


def _large_kind(setting: Setting, place: Place, level: int) -> Kind:
    """A page of its own, large type, and as many cells as let the passages be wider than on the other sheets."""
    reader = audience_named(_LARGE)
    normal = _normal_kind(setting, place, level)
    type_ = replace(setting.type, body=reader.type_size, face=setting.type.bold)
    large = replace(setting, type=type_, wall=reader.wall)
    least = SHAPES[place.section.shape].least
    size = normal.size
    while True:
        kind = _kind(large, place, size, 1)
        is_wide = kind.scale - kind.wall >= max(reader.passage, _WIDER * (normal.scale - normal.wall))
        smaller = tuple(max(low, round(n * _SMALLER)) for n, low in zip(size, least, strict=True))
        if is_wide or smaller == size:
            return kind
        size = smaller


def _kind(setting: Setting, place: Place, size: Size, a_page: int) -> Kind:
    grid = grid_of(place.section.shape, size, place.silhouette)
    live = setting.sheet.live(1)
    box = worksheets.maze_box(
        setting, worksheets.places(live, a_page)[0], instruction_of(setting, place.section), bool(place.section.word)
    )
    fits = partial(scale_to_fit, grid.width, grid.height, margin_of(setting.recipe.marks), box=(box.width, box.height))
    wall = max(setting.wall, WALL_SHARE * fits(wall=2 * setting.wall))
    return Kind(setting, size, grid, fits(wall=2 * wall), wall, a_page)


def instruction_of(setting: Setting, section: Section) -> str:
    """The one line above each maze of a section."""
    words, theme, recipe = setting.words, setting.theme, setting.recipe
    if recipe.worksheet and recipe.worksheet.instruction:
        return recipe.worksheet.instruction
    phrase = "none" if section.ends == "none" else recipe.marks
    start, finish = words.end("start", theme.start_name), words.end("finish", theme.finish_name)
    said = words(f"worksheet_{phrase}", start=start, finish=finish)
    return f"{said} {words('worksheet_letters')}".strip() if section.word else said


def a_page_faults(recipe: Recipe) -> Iterator[Fault]:
    """A fault where so many worksheets cannot share a page."""
    if recipe.mazes_a_page not in worksheets.ARRANGEMENTS:
        allowed = "allowed: " + ", ".join(map(str, worksheets.ARRANGEMENTS))
        yield Fault("mazes_a_page", f"{recipe.mazes_a_page} worksheets do not share a page", allowed)


def passage_fault(place: Place, kind: Kind) -> Fault | None:
    """A fault where the passages would be too narrow to follow."""
    passage = kind.scale - kind.wall
    if passage >= LEAST_PASSAGE:
        return None
    wide = millimetres(max(passage, 0), ".1f")
    what = f"{size_text(kind.size)} leaves passages of {wide} on a worksheet, {kind.a_page} a page"
    share = max(passage, 1) / LEAST_PASSAGE
    largest = size_text(tuple(max(1, int(number * share * 0.95)) for number in kind.size))
    return Fault(f"section.{place.section.key}.size", what, f"passages are at least 1.2 mm, so about {largest}")
