"""How mazes are made: a page of class sets for older pupils, with four pictures of a real run of the generator."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import NamedTuple

from puzzlebook.books.setting import Setting
from puzzlebook.mazes import seeds
from puzzlebook.mazes.grid import Grid
from puzzlebook.mazes.grids import grid_of
from puzzlebook.mazes.tracing import Step, traced
from puzzlebook.mazes.wilson import below
from puzzlebook.outlines.arcs import Point
from puzzlebook.paper.flow import Flow
from puzzlebook.paper.layout import THINNEST, TypeScale
from puzzlebook.paper.page import Box, Item, Page, Picture
from puzzlebook.pictures.drawing import BLACK, Drawing, Layer, Style, Subpath
from puzzlebook.pictures.strokes import strokes

PURPOSE = "how it is made"
SIZE = 6, 6
TYPE = TypeScale(11)
_WALL = 1.75
_WAY = 3.0
_DOT = 0.16
# A first walk with so many steps, and so many of them erased, shows what is to be seen and no more.
_STEPS, _ERASED = (9, 16), (4, 8)


class TracedRun(NamedTuple):
    """A run of the generator on a small grid: the cell it began with, and its walks."""

    grid: Grid
    root: int
    steps: Sequence[Step]


def run_of(seed: str, volume: int) -> TracedRun:
    """The first run from a seed whose first walk is worth looking at."""
    grid = grid_of("square", SIZE)
    graph = grid.cell_graph
    for attempt in count(1):
        draws = seeds.draws(seeds.maze_key(seed, volume, PURPOSE, 1, attempt), "tree", graph.bits)
        root = below(graph.nodes, draws, graph.bits)
        steps = list(traced(graph, root, draws))
        walk, kept, _ = steps[0]
        if _within(len(walk) - 1, _STEPS) and _within(len(walk) - len(kept), _ERASED):
            return TracedRun(grid, root, steps)
    raise AssertionError("seeds never end")


def how_made_page(setting: Setting, number: int) -> Page:
    """The page of this number."""
    words, live = setting.words, setting.sheet.live(1)
    flow = Flow(live)
    flow.set(words("made_title"), setting.sizes.bold, TYPE.heading, leading=1.4, heading=True)
    flow.gap(TYPE.body * 0.4)
    flow.set(words("made_what"), setting.sizes.regular, TYPE.body)
    flow.gap(TYPE.body)
    foot = Flow(live)
    foot.set(words("made_why"), setting.sizes.regular, TYPE.body)
    room = Box(live.x, flow.y, live.width, live.bottom - flow.y - (foot.y - live.y) - TYPE.body)
    items = _steps(setting, room)
    end = Flow(live, live.bottom - (foot.y - live.y))
    end.set(words("made_why"), setting.sizes.regular, TYPE.body)
    return setting.sheet.page(number, *flow.items, *items, *end.items)


def _steps(setting: Setting, room: Box) -> list[Item]:
    """The four steps, two by two or, on a wide page, in a row, each with its words above."""
    gap = TYPE.body * 2
    columns = 4 if room.width > 1.5 * room.height else 2
    width, height = (room.width - gap * (columns - 1)) / columns, room.height * columns / 4
    run = run_of(setting.seed, setting.recipe.volume)
    items: list[Item] = []
    words = setting.words
    for place, step in enumerate(words.lines("made_steps")):
        row, column = divmod(place, columns)
        box = Box(room.x + column * (width + gap), room.y + row * height, width, height)
        flow = Flow(box)
        flow.set(words("made_step", number=place + 1, step=step), setting.sizes.regular, TYPE.body, leading=1.3)
        top = box.y + (3 if columns == 2 else 5) * TYPE.body * 1.3 + TYPE.body * 0.6
        scale = min((box.width - 2) / SIZE[0], (box.bottom - top - TYPE.body * 1.2) / SIZE[1])
        items += [*flow.items, Picture(box.x, top, _drawing(run, place, scale))]
    return items


def _drawing(run: TracedRun, place: int, scale: float) -> Drawing:
    """What step 1, 2, 3 or 4 shows, by its place from 0."""
    grid, first = run.grid, run.steps[0]
    opened = (
        {edge for step in run.steps for edge in step.edges} if place == 3 else set(first.edges if place == 2 else ())
    )
    walls = [side for side in range(len(grid.sides)) if side not in opened]
    # Until all is done the walls are only where walls may be.
    layers = [Layer("walls", Style(_WALL if place == 3 else THINNEST), strokes(grid, walls))]
    if place < 3:
        cells = {run.root, *(first.kept if place == 2 else ())}
        layers.append(Layer("maze", Style(fill=BLACK), [_square(grid.centres[cell]) for cell in sorted(cells)]))
    if place in (1, 2):
        way = first.walk if place == 1 else first.kept
        layers.append(Layer("walk", Style(_WAY), [Subpath([grid.centres[cell] for cell in way])]))
        layers.append(Layer("start", Style(_WAY / 2), [_ring(grid.centres[way[0]])]))
    around = _WALL / scale
    return Drawing(-around / 2, -around / 2, grid.width + around, grid.height + around, scale, tuple(layers))


def _square(centre: Point) -> Subpath:
    x, y = centre
    return Subpath(
        [(x - _DOT, y - _DOT), (x + _DOT, y - _DOT), (x + _DOT, y + _DOT), (x - _DOT, y + _DOT)], closed=True
    )


def _ring(centre: Point) -> Subpath:
    x, y = centre
    reach = 1.8 * _DOT
    return Subpath([(x - reach, y), (x + reach, y)], [1.0, 1.0], closed=True)


def _within(number: int, bounds: tuple[int, int]) -> bool:
    return bounds[0] <= number <= bounds[1]
