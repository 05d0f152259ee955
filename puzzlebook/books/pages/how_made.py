"""How mazes are made: two pages of class sets for older pupils.

The first page shows four stages of an actual run of the generator, with the method that made the
set. On the second page, pupils count cells and corridors in their mazes and compare the counts with
the expected shares.

The shares of cells by degree are those of a uniform spanning tree of the infinite square lattice
(R. Burton and R. Pemantle, *Local characteristics, entropy and limit theorems for spanning trees*,
Ann. Probab. 21, 1993). The shares of straight corridors by length were counted in twelve mazes of
150 × 150 cells, six by each method.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from puzzlebook.books.planning.setting import Setting
from puzzlebook.drawing.drawing import BLACK, Drawing, Layer, Style, Subpath, make_circle
from puzzlebook.geometry.arcs import Point
from puzzlebook.ground.seeds import derive_maze_key
from puzzlebook.maze_art.strokes import join_strokes
from puzzlebook.mazes import TracedRun, make_grid
from puzzlebook.typesetting import text
from puzzlebook.typesetting.flow import Flow, first_fitting, measure_height
from puzzlebook.typesetting.layout import THINNEST, TypeScale, center, set_left
from puzzlebook.typesetting.page import Box, Item, Page, Picture, Rule, Tag
from puzzlebook.typesetting.text import Face

PURPOSE = "how it is made"
SIZE = 6, 6
TYPE = TypeScale(11)
_SIZES = (TYPE.body, 10, 9, 8, 7)  # points: type sizes to try
_WALL = 1.75  # points
_WALK_WIDTH = 3.0  # points
_DOT, _POST = 0.16, 0.07  # half the side of a square for a cell or a post, in cells
_MIN_PICTURE = 80.0  # points: smallest side of a picture; smaller type enlarges the pictures
_CAPTION_LEADING = 1.3  # leading above a picture
_THOUSAND = 1000
DEGREES = 295, 447, 222, 36
"""How many of a thousand cells have one, two, three and four exits."""
CORRIDORS = 524, 259, 121, 55, 23, 18
"""How many of a thousand straight corridors have 1, 2, 3, 4, 5 and more steps."""
_COLUMNS = 0.43, 0.17, 0.2, 0.2  # widths of the table's columns, as shares of its width
_ROW = 1.75  # height of a row, in ems
# For a clear picture: bounds on the steps of the first walk, and on how many of them are erased.
_STEPS, _ERASED = (9, 16), (4, 8)


def trace_run(seed: str, volume: int, method: str = "passages") -> TracedRun:
    """Return the first run from a seed whose first walk makes a clear picture.

    method: of making mazes, `walls` or `passages`.
    """
    grid = make_grid("square", SIZE)
    for attempt in count(1):
        key = derive_maze_key(seed, volume, PURPOSE, 1, attempt)
        run = TracedRun.trace(grid, method, key)
        walk, kept, _ = run.steps[0]
        if _is_within(len(walk) - 1, _STEPS) and _is_within(len(walk) - len(kept), _ERASED):
            return run
    raise AssertionError("seeds never end")


def lay_out_how_made_page(setting: Setting, number: int) -> Page:
    """Lay out the page with the pictures, in smaller type if the pictures would be too small."""
    live = setting.sheet.live(1)
    tries = (_describe_method(setting, live, TypeScale(size)) for size in _SIZES)
    items, _ = first_fitting(tries, lambda attempt: attempt[1] >= _MIN_PICTURE)
    return setting.sheet.page(number, *items)


def _describe_method(setting: Setting, live: Box, sizes: TypeScale) -> tuple[list[Item], float]:
    """Set the page in type of these sizes; return its items and the width of its smallest
    picture."""
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
    height = measure_height(words("made_why"), regular, sizes.body, live.width)
    room = Box(live.x, flow.y, live.width, live.bottom - flow.y - height - sizes.body)
    items, side = _draw_steps(setting, room, sizes.body)
    end = Flow(live, live.bottom - height)
    end.set(words("made_why"), regular, sizes.body)
    return [*flow.items, *items, *end.items], side


def lay_out_count_page(setting: Setting, number: int) -> Page:
    """Lay out the page with the table of counts, in smaller type on a small page."""
    live = setting.sheet.live(1)
    flows = (_set_counts(setting, live, TypeScale(size)) for size in (*_SIZES, 6))
    flow = first_fitting(flows, lambda flow: flow.y <= live.bottom)
    return setting.sheet.page(number, *flow.items)


def _set_counts(setting: Setting, live: Box, sizes: TypeScale) -> Flow:
    words, size = setting.words, sizes.body
    regular, bold = setting.sizes.regular, setting.sizes.bold
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
    """Add a row of the table with a line below it. Cells without text are blanks to write in.

    tag: screen readers get the table as a list, since nobody can write in it there.
    """
    box, x = flow.box, flow.box.x
    for index, share in enumerate(_COLUMNS):
        column = Box(x, flow.y, share * box.width, size * _ROW)
        if index < len(cells):
            fitted = text.fit_size(cells[index], face, size, column.width - size * 0.5)
            put = center if index else set_left
            flow.items.append(
                put(cells[index], column, flow.y + size * 1.2, face, fitted)._replace(tag=tag)
            )
        x = column.right
    flow.y += size * _ROW
    flow.items.append(Rule(box.x, flow.y, box.right, flow.y, THINNEST))


def _draw_steps(setting: Setting, room: Box, size: float) -> tuple[list[Item], float]:
    """Draw the four steps in two rows or, on a wide page, in one row, each below its caption.

    Returns the items and the width of the smallest picture. Pictures in a row are aligned.
    """
    gap = size * 2
    columns = 4 if room.width > 1.5 * room.height else 2
    width, height = (room.width - gap * (columns - 1)) / columns, room.height * columns / 4
    run = trace_run(setting.seed, setting.recipe.volume, setting.parts[0].section.method)
    words, listed = setting.words, Tag("L")
    steps = words.lines("made_wall_steps" if run.method == "walls" else "made_steps")
    captions = [words("made_step", number=index, step=step) for index, step in enumerate(steps, 1)]
    items: list[Item] = []
    minimum = width
    for index, caption in enumerate(captions):
        row, column = divmod(index, columns)
        box = Box(room.x + column * (width + gap), room.y + row * height, width, height)
        flow = Flow(box)
        tag = Tag("LBody", within=Tag("LI", within=listed))
        flow.set(caption, setting.sizes.regular, size, leading=_CAPTION_LEADING, tag=tag)
        in_row = captions[row * columns : (row + 1) * columns]
        tallest = max(
            measure_height(line, setting.sizes.regular, size, width, _CAPTION_LEADING)
            for line in in_row
        )
        top = (
            box.y + max((3 if columns == 2 else 5) * size * _CAPTION_LEADING, tallest) + size * 0.6
        )
        side = min(box.width - 2, box.bottom - top - size * 1.2)
        minimum = min(minimum, side)
        scale = max(side, 1.0) / SIZE[0]
        items += [*flow.items, Picture(box.x, top, _draw_step(run, index, scale))]
    return items, minimum


def _draw_step(run: TracedRun, step: int, scale: float) -> Drawing:
    """Draw the picture of a step, counted from 0, at this scale (points per cell)."""
    grid = run.grid
    layers = (_wall_layers if run.method == "walls" else _passage_layers)(run, step)
    around = _WALL / scale
    return Drawing(
        -around / 2, -around / 2, grid.width + around, grid.height + around, scale, tuple(layers)
    )


def _passage_layers(run: TracedRun, step: int) -> Iterator[Layer]:
    """Yield the layers of a step that opens passages. Walls are thin until the maze is complete."""
    grid, first = run.grid, run.steps[0]
    opened = (
        {edge for walk in run.steps for edge in walk.edges}
        if step == 3
        else set(first.edges if step == 2 else ())
    )
    walls = [side for side in range(len(grid.sides)) if side not in opened]
    yield Layer("walls", Style(_WALL if step == 3 else THINNEST), join_strokes(grid, walls))
    if step < 3:
        cells = {run.root, *(first.kept if step == 2 else ())}
        yield Layer(
            "maze", Style(fill=BLACK), [_square(grid.centres[cell], _DOT) for cell in sorted(cells)]
        )
    if step in (1, 2):
        yield from _draw_walk(
            [grid.centres[cell] for cell in (first.walk if step == 1 else first.kept)]
        )


def _wall_layers(run: TracedRun, step: int) -> Iterator[Layer]:
    """Yield the layers of a step that builds walls, with walks from post to post to frame."""
    grid, first = run.grid, run.steps[0]
    frame = range(len(grid.pairs), len(grid.sides))
    posts = sorted(set(range(len(grid.corners))) - set(grid.rim_components[0]))
    walls = {edge for walk in run.steps for edge in walk.edges} if step == 3 else set()
    yield Layer("walls", Style(_WALL), join_strokes(grid, [*sorted(walls), *frame]))
    if step < 3:
        yield Layer(
            "posts", Style(fill=BLACK), [_square(grid.corners[post], _POST) for post in posts]
        )
    if step in (1, 2):
        nodes = (first.walk if step == 1 else first.kept)[:-1]
        end = next(corner for corner in grid.sides[first.edges[-1]] if corner not in posts)
        yield from _draw_walk(
            [grid.corners[corner] for corner in (*map(posts.__getitem__, nodes), end)]
        )


def _draw_walk(points: Sequence[Point]) -> Iterator[Layer]:
    yield Layer("walk", Style(_WALK_WIDTH), [Subpath(points)])
    yield Layer("start", Style(_WALK_WIDTH / 2), [make_circle(points[0], 1.8 * _DOT)])


def _square(centre: Point, reach: float) -> Subpath:
    x, y = centre
    left, top, right, bottom = x - reach, y - reach, x + reach, y + reach
    return Subpath([(left, top), (right, top), (right, bottom), (left, bottom)], closed=True)


def _is_within(number: int, bounds: tuple[int, int]) -> bool:
    return bounds[0] <= number <= bounds[1]
