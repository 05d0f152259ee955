"""How mazes are made: two pages of class sets for older pupils. One has four pictures of a real run
of the generator, by the method that drew the set; on the other pupils count in their mazes what can
be foretold.

The shares of cells by their ways out are those of a uniform spanning tree of the infinite square
lattice (R. Burton and R. Pemantle, *Local characteristics, entropy and limit theorems for spanning
trees*, Ann. Probab. 21, 1993). Those of straight corridors by their length were counted in twelve
mazes of 150 × 150 cells, six by either method.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import NamedTuple

from puzzlebook.books.planning.setting import Setting
from puzzlebook.drawing.drawing import BLACK, Drawing, Layer, Style, Subpath
from puzzlebook.geometry.arcs import Point
from puzzlebook.maze_art.strokes import join_strokes
from puzzlebook.mazes import seeds
from puzzlebook.mazes.grid import Grid
from puzzlebook.mazes.grids import make_grid
from puzzlebook.mazes.tracing import Step, trace_walks
from puzzlebook.mazes.wilson import draw_below
from puzzlebook.typesetting import text
from puzzlebook.typesetting.flow import Flow, measure_height
from puzzlebook.typesetting.layout import THINNEST, TypeScale, center, set_left
from puzzlebook.typesetting.page import Box, Item, Page, Picture, Rule, Tag
from puzzlebook.typesetting.text import Face

PURPOSE = "how it is made"
SIZE = 6, 6
TYPE = TypeScale(11)
_WALL = 1.75
_WAY = 3.0
_DOT, _POST = 0.16, 0.07
_LEAST_PICTURE = 80.0  # points: a side of a picture, in type of the page's own size
_TIGHT = 1.3  # from line to line above a picture, in sizes of the type
# Of a thousand cells, those with one way out, two, three, four; of a thousand straight corridors,
# those of one step, two … five, and longer ones.
_THOUSAND = 1000
DEGREES = 295, 447, 222, 36
CORRIDORS = 524, 259, 121, 55, 23, 18
# The columns of the table, as shares of its width; and how high its rows are, in sizes of the type.
_COLUMNS = 0.43, 0.17, 0.2, 0.2
_ROW = 1.75
# A first walk with so many steps, and so many of them erased, shows what is to be seen and no more.
_STEPS, _ERASED = (9, 16), (4, 8)


class TracedRun(NamedTuple):
    """A run of the generator on a small grid: the node it began with, and its walks."""

    grid: Grid
    root: int
    steps: Sequence[Step]
    method: str


def trace_run(seed: str, volume: int, method: str = "passages") -> TracedRun:
    """The first run from a seed whose first walk is worth looking at. method: that of the mazes,
    `walls` or `passages`."""
    grid = make_grid("square", SIZE)
    graph = grid.wall_graph if method == "walls" else grid.cell_graph
    for attempt in count(1):
        draws = seeds.stream_draws(
            seeds.derive_maze_key(seed, volume, PURPOSE, 1, attempt), "tree", graph.bits
        )
        root = graph.nodes - 1 if method == "walls" else draw_below(graph.nodes, draws, graph.bits)
        steps = list(trace_walks(graph, root, draws))
        walk, kept, _ = steps[0]
        if _is_within(len(walk) - 1, _STEPS) and _is_within(len(walk) - len(kept), _ERASED):
            return TracedRun(grid, root, steps, method)
    raise AssertionError("seeds never end")


def lay_out_how_made_page(setting: Setting, number: int) -> Page:
    """The page of this number; in smaller type where its pictures would be too small beside their
    words."""
    live = setting.sheet.live(1)
    tries = [_describe_method(setting, live, TypeScale(size)) for size in (TYPE.body, 10, 9, 8, 7)]
    found = next((items for items, side in tries if side >= _LEAST_PICTURE), tries[-1][0])
    return setting.sheet.page(number, *found)


def _describe_method(setting: Setting, live: Box, sizes: TypeScale) -> tuple[list[Item], float]:
    """What stands on the page, its type of these sizes, and how wide the smallest of its pictures
    is."""
    words, regular = setting.words, setting.sizes.regular
    flow = Flow(live)
    flow.set(
        words("made_title"),
        setting.sizes.bold,
        sizes.heading,
        leading=1.4,
        heading=True,
        tag=Tag("H1"),
    )
    flow.gap(sizes.body * 0.4)
    flow.set(words("made_what"), regular, sizes.body)
    flow.gap(sizes.body)
    high = measure_height(words("made_why"), regular, sizes.body, live.width)
    room = Box(live.x, flow.y, live.width, live.bottom - flow.y - high - sizes.body)
    items, side = _draw_steps(setting, room, sizes.body)
    end = Flow(live, live.bottom - high)
    end.set(words("made_why"), regular, sizes.body)
    return [*flow.items, *items, *end.items], side


def count_page(setting: Setting, number: int) -> Page:
    """The page of this number: a table for what is counted, and what else is known; in smaller type
    on a small page."""
    live = setting.sheet.live(1)
    flows = (_set_counts(setting, live, TypeScale(size)) for size in (TYPE.body, 10, 9, 8, 7))
    found = next((flow for flow in flows if flow.y <= live.bottom), None) or _set_counts(
        setting, live, TypeScale(6)
    )
    return setting.sheet.page(number, *found.items)


def _set_counts(setting: Setting, live: Box, sizes: TypeScale) -> Flow:
    words, regular, bold, size = (
        setting.words,
        setting.sizes.regular,
        setting.sizes.bold,
        sizes.body,
    )
    flow = Flow(live)
    flow.set(words("count_title"), bold, sizes.heading, leading=1.4, heading=True, tag=Tag("H1"))
    flow.gap(size * 0.4)
    for line in words.lines("count_what"):
        flow.set(line, regular, size)
        flow.gap(size * 0.4)
    heads = words("count_of", total=_THOUSAND), words("count_mine"), words("count_ours")
    _add_row(flow, (words("count_cells"), *heads), bold, size, Tag("P"))
    listed = Tag("L")
    for label, share in zip(words.lines("count_degrees"), DEGREES, strict=True):
        _add_row(
            flow,
            (label, words.number(share)),
            regular,
            size,
            Tag("LBody", within=Tag("LI", within=listed)),
        )
    flow.gap(size)
    _add_row(flow, (words("count_corridors"), *heads), bold, size, Tag("P"))
    listed = Tag("L")
    lengths = [
        *(words("count_steps", count=steps) for steps in range(1, len(CORRIDORS))),
        words("count_longer"),
    ]
    for label, share in zip(lengths, CORRIDORS, strict=True):
        _add_row(
            flow,
            (label, words.number(share)),
            regular,
            size,
            Tag("LBody", within=Tag("LI", within=listed)),
        )
    flow.gap(size)
    flow.set(words("made_more_title"), bold, size * 1.25, leading=1.4, tag=Tag("H2"))
    for line in words.lines("made_more"):
        flow.set(line, regular, size)
        flow.gap(size * 0.4)
    return flow


def _add_row(flow: Flow, cells: Sequence[str], face: Face, size: float, tag: Tag) -> None:
    """A row of the table with a line below it; what has no text is a blank to write in.

    tag: what it is to those who hear it. They cannot write in it, so to them the table is a list.
    """
    box, x = flow.box, flow.box.x
    for place, share in enumerate(_COLUMNS):
        column = Box(x, flow.y, share * box.width, size * _ROW)
        if place < len(cells):
            fitted = text.fit_size(cells[place], face, size, column.width - size * 0.5)
            put = center if place else set_left
            flow.items.append(
                put(cells[place], column, flow.y + size * 1.2, face, fitted)._replace(tag=tag)
            )
        x = column.right
    flow.y += size * _ROW
    flow.items.append(Rule(box.x, flow.y, box.right, flow.y, THINNEST))


def _draw_steps(setting: Setting, room: Box, size: float) -> tuple[list[Item], float]:
    """The four steps, two by two or, on a wide page, in a row, each with its words above in type of
    this size; and how wide the smallest picture is. Pictures of a row stand at one height."""
    gap = size * 2
    columns = 4 if room.width > 1.5 * room.height else 2
    width, high = (room.width - gap * (columns - 1)) / columns, room.height * columns / 4
    run = trace_run(setting.seed, setting.recipe.volume, setting.parts[0].section.method)
    words, listed = setting.words, Tag("L")
    steps = words.lines("made_wall_steps" if run.method == "walls" else "made_steps")
    told = [words("made_step", number=place, step=step) for place, step in enumerate(steps, 1)]
    items: list[Item] = []
    least = width
    for place, line in enumerate(told):
        row, column = divmod(place, columns)
        box = Box(room.x + column * (width + gap), room.y + row * high, width, high)
        flow = Flow(box)
        tag = Tag("LBody", within=Tag("LI", within=listed))
        flow.set(line, setting.sizes.regular, size, leading=_TIGHT, tag=tag)
        beside = told[row * columns : (row + 1) * columns]
        tallest = max(
            measure_height(each, setting.sizes.regular, size, width, _TIGHT) for each in beside
        )
        top = box.y + max((3 if columns == 2 else 5) * size * _TIGHT, tallest) + size * 0.6
        side = min(box.width - 2, box.bottom - top - size * 1.2)
        least = min(least, side)
        scale = max(side, 1.0) / SIZE[0]
        items += [*flow.items, Picture(box.x, top, _draw_step(run, place, scale))]
    return items, least


def _draw_step(run: TracedRun, place: int, scale: float) -> Drawing:
    """What step 1, 2, 3 or 4 shows, by its place from 0."""
    grid = run.grid
    layers = (_wall_layers if run.method == "walls" else _passage_layers)(run, place)
    around = _WALL / scale
    return Drawing(
        -around / 2, -around / 2, grid.width + around, grid.height + around, scale, tuple(layers)
    )


def _passage_layers(run: TracedRun, place: int) -> Iterator[Layer]:
    grid, first = run.grid, run.steps[0]
    opened = (
        {edge for step in run.steps for edge in step.edges}
        if place == 3
        else set(first.edges if place == 2 else ())
    )
    walls = [side for side in range(len(grid.sides)) if side not in opened]
    # Until all is done the walls are only where walls may be.
    yield Layer("walls", Style(_WALL if place == 3 else THINNEST), join_strokes(grid, walls))
    if place < 3:
        cells = {run.root, *(first.kept if place == 2 else ())}
        yield Layer(
            "maze", Style(fill=BLACK), [_square(grid.centres[cell], _DOT) for cell in sorted(cells)]
        )
    if place in (1, 2):
        yield from _walk(
            [grid.centres[cell] for cell in (first.walk if place == 1 else first.kept)]
        )


def _wall_layers(run: TracedRun, place: int) -> Iterator[Layer]:
    """The frame and the posts; a walk from post to post, which ends where its last side meets the
    frame."""
    grid, first = run.grid, run.steps[0]
    frame = range(len(grid.pairs), len(grid.sides))
    posts = sorted(set(range(len(grid.corners))) - set(grid.rim_components[0]))
    walls = {edge for step in run.steps for edge in step.edges} if place == 3 else set()
    yield Layer("walls", Style(_WALL), join_strokes(grid, [*sorted(walls), *frame]))
    if place < 3:
        yield Layer(
            "posts", Style(fill=BLACK), [_square(grid.corners[post], _POST) for post in posts]
        )
    if place in (1, 2):
        nodes = (first.walk if place == 1 else first.kept)[:-1]
        end = next(corner for corner in grid.sides[first.edges[-1]] if corner not in posts)
        yield from _walk([grid.corners[corner] for corner in (*map(posts.__getitem__, nodes), end)])


def _walk(points: Sequence[Point]) -> Iterator[Layer]:
    yield Layer("walk", Style(_WAY), [Subpath(points)])
    yield Layer("start", Style(_WAY / 2), [_ring(points[0])])


def _square(centre: Point, reach: float) -> Subpath:
    x, y = centre
    return Subpath([(x - reach, y - reach), (x + reach, y - reach), (x + reach, y + reach), (x - reach, y + reach)],
                   closed=True)  # fmt: skip


def _ring(centre: Point) -> Subpath:
    x, y = centre
    reach = 1.8 * _DOT
    return Subpath([(x - reach, y), (x + reach, y)], [1.0, 1.0], closed=True)


def _is_within(number: int, bounds: tuple[int, int]) -> bool:
    return bounds[0] <= number <= bounds[1]
