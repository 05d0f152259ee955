"""Silhouettes: a tiling cut along an outline.

A cell is in when its centre is. Pieces that do not share a side are joined by the shortest bridges
of cells, so that nothing of the drawing is lost. The built-in drawings lie in
`templates/silhouettes/`, one SVG file each; they are part of the edition's promise
(`seeds.EDITION`): a redrawn one gets a new name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from math import fsum

from puzzlebook.geometry.arcs import IntPoint, Point, find_extremes
from puzzlebook.geometry.loop import Effort, area, length, simplify_loop
from puzzlebook.ground import templates
from puzzlebook.ground.faults import format_choices, refuse, suggest_nearest
from puzzlebook.mazes.one_edge_cells import prune_one_edge_cells
from puzzlebook.mazes.pieces import Numbered, find_bridges, find_neighbours, find_parts
from puzzlebook.mazes.tilings import Corner, Ring, Tiling
from puzzlebook.outlines import Outline, trace_boundary

Bounds = tuple[int, int, int, int]
"""Left, top, right and bottom, in millionths of a cell."""

PIECES = ("joined", "largest")
_SIMPLER = 0.004  # how far the drawing of a rim may be simplified, in cell widths
_LEAST_AREA = 0.02
_WINDING = 10  # how often as long as its box is wide and high a drawing may be
_STEPS = 200  # what each cell width more takes
_LONGEST_NAME = 24  # letters: what is longer was not meant as a name to be drawn
_MICRO = 1_000_000  # positions are rounded to millionths of a cell before they decide anything


def list_silhouettes() -> dict[str, str]:
    """The built-in silhouettes: name and title, sorted by name."""
    return {name: silhouette_title(name) for name in templates.list_names("silhouettes", ".svg")}


@cache
def silhouette_title(name: str) -> str:
    """The title of a built-in silhouette, which must exist."""
    drawing = templates.read("silhouettes", name, ".svg")
    return drawing.partition(b"<title>")[2].partition(b"</title>")[0].decode()


@templates.cache_by_release
def fewest_cells() -> Mapping[str, int]:
    """The fewest cells of which each built-in silhouette, its rim drawn, can be known."""
    rows: Mapping[str, int] = templates.table("silhouettes.toml")
    return rows


def find_silhouette(name: str, where: str = "silhouette") -> Outline:
    """The outline of a built-in silhouette; refused, with the nearest, if there is none."""
    names = templates.list_names("silhouettes", ".svg")
    if name.lower() not in names:
        near = suggest_nearest(name, names)
        may_be = len(name) <= _LONGEST_NAME and not near.startswith("did you mean")
        letters = f"; letters are text:{name}" if may_be else ""
        raise refuse(where, f"no silhouette is called {name!r}", f"{near}{letters}")
    return _read_drawing(name.lower())


@cache
def _read_drawing(name: str) -> Outline:
    from puzzlebook.outlines import outline_svg

    return outline_svg(templates.read("silhouettes", name, ".svg"), f"silhouette {name}")


def cut(
    tiling: Tiling,
    outline: Outline,
    pieces: str = "joined",
    where: str = "silhouette",
    has_teeth: bool = True,
) -> Tiling:
    """The cells of a tiling that an outline covers, in the tiling's order.

    The outline is fitted into the tiling's bounding box, its proportions kept, centred. `pieces`
    says what becomes of cells that hang together in more than one piece: "joined" joins them all,
    nearest first; "largest" keeps one, of equals the one with the lowest cell. has_teeth: whether
    cells may hang on by one side, see `teeth`.
    """
    if pieces not in PIECES:
        raise refuse(where, f"pieces = {pieces!r}", format_choices(PIECES))
    corners, rings = _number_corners(tiling)
    neighbours = find_neighbours(rings)
    if has_teeth:
        within = outline.find_inside(_fit_centres(tiling, outline, corners, rings))
    else:
        within = prune_one_edge_cells(
            neighbours, _find_covered_points(tiling, outline, corners, rings)
        )
    if not any(within):
        raise refuse(where, "no cell of the maze lies inside it", "more cells, or a bolder shape")
    parts = find_parts(neighbours, within)
    kept = (
        max(parts, key=len)
        if pieces == "largest"
        else sorted(chain(*parts, find_bridges(neighbours, parts)))
    )
    if len(kept) < 2:
        raise refuse(
            where, "only one cell of the maze lies inside it", "more cells, or a bolder shape"
        )
    return tiling._replace(rings=[tiling.rings[cell] for cell in kept])


def find_covered_cells(tiling: Tiling, outline: Outline) -> bytearray:
    """For each cell of a tiling 1 if an outline, fitted into the tiling's box, covers its
    centre."""
    return outline.find_inside(_fit_centres(tiling, outline, *_number_corners(tiling)))


def _number_corners(tiling: Tiling) -> tuple[list[Corner], list[Numbered]]:
    """The corners of a tiling, and its rings by the numbers of these."""
    corners = list(dict.fromkeys(chain.from_iterable(tiling.rings)))
    number = dict(zip(corners, range(len(corners)), strict=True)).__getitem__
    return corners, [tuple(map(number, ring)) for ring in tiling.rings]


def place_drawing(
    whole: Tiling, outline: Outline, origin: Point, where: str = "silhouette"
) -> list[list[Point]]:
    """The outline's boundary where it lies when it cuts a whole tiling: closed loops in cell widths
    from a point of the tiling. Parts and holes that are small beside a cell are left out. Refused
    where it is too intricate or too long."""
    corners = list(dict.fromkeys(chain.from_iterable(whole.rings)))
    xs, ys = zip(*(_round_point(whole.place(corner)) for corner in corners), strict=True)
    left, top, right, bottom = _box(whole, (min(xs), min(ys), max(xs), max(ys)))
    scale = min((right - left) / outline.width, (bottom - top) / outline.height) / _MICRO
    x, y = _round_point(origin)
    dx = (left + right - 2 * x) / (2 * _MICRO) - outline.width * scale / 2
    dy = (top + bottom - 2 * y) / (2 * _MICRO) - outline.height * scale / 2
    effort = Effort(where)
    # Simplified before as after: a sweep of few corners is soon done, and leaves more of them than
    # there need be.
    simpler = _simplify(outline, _SIMPLER / 2 / scale, effort)
    lines = (
        [(x * scale + dx, y * scale + dy) for x, y in loop]
        for loop in trace_boundary(simpler, effort)
    )
    simple = (simplify_loop(line, _SIMPLER / 2, effort) for line in lines)
    large = [line for line in simple if len(line) > 2 and abs(area(line)) > _LEAST_AREA]
    usual = _WINDING * (right - left + bottom - top) / _MICRO
    effort.spend(int(_STEPS * max(0.0, fsum(map(length, large)) - usual)))
    return large


def _simplify(outline: Outline, tolerance: float, effort: Effort) -> Outline:
    """An outline of fewer corners, in its own units."""
    areas = []
    for part in outline.areas:
        polygons = (tuple(simplify_loop(polygon, tolerance, effort)) for polygon in part.polygons)
        areas.append(
            part._replace(polygons=tuple(polygon for polygon in polygons if len(polygon) > 2))
        )
    return outline._replace(areas=tuple(areas))


# Fitting: all in ints from the rounded corners on, so that every machine decides alike.


def _fit_centres(
    tiling: Tiling, outline: Outline, corners: Sequence[Corner], rings: Sequence[Numbered]
) -> list[IntPoint]:
    """The centre of each cell in the outline's units."""
    xs, ys = zip(*(_round_point(tiling.place(corner)) for corner in corners), strict=True)
    if tiling.centre:
        centres = [_round_point(tiling.centre(ring)) for ring in tiling.rings]
    else:
        centres = list(zip(_means(rings, xs), _means(rings, ys), strict=True))
    return _convert_to_units(outline, centres, _box(tiling, (min(xs), min(ys), max(xs), max(ys))))


def _find_covered_points(
    tiling: Tiling, outline: Outline, corners: Sequence[Corner], rings: Sequence[Numbered]
) -> list[int]:
    """What of each cell an outline covers, by its centre and a point halfway to each corner: as
    bits, in this order."""
    xs, ys = zip(*(_round_point(tiling.place(corner)) for corner in corners), strict=True)
    points = []
    for ring, x, y in zip(rings, _means(rings, xs), _means(rings, ys), strict=True):
        points += [(x, y), *(((x + xs[corner]) // 2, (y + ys[corner]) // 2) for corner in ring)]
    box = min(xs), min(ys), max(xs), max(ys)
    bits = iter(outline.find_inside(_convert_to_units(outline, points, box)))
    return [sum(next(bits) << number for number in range(len(ring) + 1)) for ring in rings]


def _convert_to_units(outline: Outline, points: Iterable[IntPoint], box: Bounds) -> list[IntPoint]:
    """Points of a tiling in the outline's units, where it is fitted into a box."""
    left, top, right, bottom = box
    across, down = right - left, bottom - top
    # The side that limits is full; the other keeps the proportions.
    limit, whole = (
        (outline.width, across)
        if across * outline.height <= outline.width * down
        else (outline.height, down)
    )
    more_x = whole * outline.width - (left + right) * limit
    more_y = whole * outline.height - (top + bottom) * limit
    doubled, divisor = 2 * limit, 2 * whole
    return [
        ((doubled * x + more_x) // divisor, (doubled * y + more_y) // divisor) for x, y in points
    ]


def _round_point(point: tuple[float, float]) -> IntPoint:
    return round(point[0] * _MICRO), round(point[1] * _MICRO)


def _means(rings: Sequence[Numbered], along: Sequence[int]) -> Iterator[int]:
    """The mean of each cell's corners along one axis."""
    at = along.__getitem__
    return (sum(map(at, ring)) // len(ring) for ring in rings)


def _box(tiling: Tiling, corners: Bounds) -> Bounds:
    """The bounding box of the tiling, given that of its corners: arcs reach beyond them."""
    if not tiling.bulge:
        return corners
    reach = [spot for ring in tiling.rings for spot in _reach(tiling, ring, tiling.bulge, corners)]
    xs, ys = zip(*reach, corners[:2], corners[2:], strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _reach(
    tiling: Tiling, ring: Ring, bulge: Callable[[Corner, Corner], float], box: Bounds
) -> Iterator[IntPoint]:
    """The extremes of a cell's arcs, where the cell is near enough to the edge of the box for one
    to leave it.

    An arc up to a half circle strays from its ends by no more than its chord.
    """
    xs, ys = zip(*(_round_point(tiling.place(corner)) for corner in ring), strict=True)
    chord = max(xs) - min(xs) + max(ys) - min(ys)
    if (
        min(xs) - chord < box[0]
        or min(ys) - chord < box[1]
        or max(xs) + chord > box[2]
        or max(ys) + chord > box[3]
    ):
        for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
            bent = bulge(a, b)
            if bent:
                yield from map(_round_point, find_extremes(tiling.place(a), tiling.place(b), bent))
