"""Silhouettes: a tiling cut along an outline.

A cell is in when its centre is. Pieces that do not share a side are joined by the shortest bridges of cells, so that
nothing of the drawing is lost. The built-in drawings lie in `templates/silhouettes/`, one SVG file each; they are part
of the edition's promise (`seeds.EDITION`): a redrawn one gets a new name.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain
from math import fsum

from puzzlebook import templates
from puzzlebook.faults import nearest, one_of, refuse
from puzzlebook.mazes.tilings import Corner, Ring, Tiling
from puzzlebook.outlines.arcs import Point, extremes
from puzzlebook.outlines.boundary import boundary
from puzzlebook.outlines.effort import Effort
from puzzlebook.outlines.loop import area, length, simplified
from puzzlebook.outlines.outline import IntPoint, Outline, inside

Numbered = tuple[int, ...]
"""A ring by the numbers of its corners."""
Bounds = tuple[int, int, int, int]
"""Left, top, right and bottom, in millionths of a cell."""

PIECES = ("joined", "largest")
_SIMPLER = 0.004  # how far the drawing of a rim may be simplified, in cell widths
_LEAST_AREA = 0.02
_WINDING = 10  # how often as long as its box is wide and high a drawing may be
_STEPS = 200  # what each cell width more takes
_MICRO = 1_000_000  # positions are rounded to millionths of a cell before they decide anything


def built_in() -> dict[str, str]:
    """The built-in silhouettes: name and title, sorted by name."""
    titles = {}
    for name in templates.names("silhouettes", ".svg"):
        drawing = templates.read("silhouettes", name, ".svg")
        titles[name] = drawing.partition(b"<title>")[2].partition(b"</title>")[0].decode()
    return titles


@cache
def fewest_cells() -> Mapping[str, int]:
    """The fewest cells of which each built-in silhouette, its rim drawn, can be known."""
    rows: Mapping[str, int] = tomllib.loads((templates.folder() / "silhouettes.toml").read_text(encoding="utf-8"))
    return rows


def silhouette_named(name: str, where: str = "silhouette") -> Outline:
    """The outline of a built-in silhouette; refused, with the nearest, if there is none."""
    names = templates.names("silhouettes", ".svg")
    if name.lower() not in names:
        raise refuse(where, f"no silhouette is called {name!r}", nearest(name, names))
    return _drawing(name.lower())


@cache
def _drawing(name: str) -> Outline:
    from puzzlebook.outlines.from_svg import svg_outline

    return svg_outline(templates.read("silhouettes", name, ".svg"), f"silhouette {name}")


def cut(tiling: Tiling, outline: Outline, pieces: str = "joined", where: str = "silhouette") -> Tiling:
    """The cells of a tiling that an outline covers, in the tiling's order.

    The outline is fitted into the tiling's bounding box, its proportions kept, centred. `pieces` says what becomes of
    cells that hang together in more than one piece: "joined" joins them all, nearest first; "largest" keeps one, of
    equals the one with the lowest cell.
    """
    if pieces not in PIECES:
        raise refuse(where, f"pieces = {pieces!r}", one_of(PIECES))
    rings, within = _covered(tiling, outline)
    if not any(within):
        raise refuse(where, "no cell of the maze lies inside it", "more cells, or a bolder shape")
    neighbours = _neighbours(rings)
    parts = _parts(neighbours, within)
    kept = max(parts, key=len) if pieces == "largest" else sorted(chain(*parts, _bridges(neighbours, parts)))
    if len(kept) < 2:
        raise refuse(where, "only one cell of the maze lies inside it", "more cells, or a bolder shape")
    return replace(tiling, rings=[tiling.rings[cell] for cell in kept])


def covered(tiling: Tiling, outline: Outline) -> bytearray:
    """For each cell of a tiling 1 if an outline, fitted into the tiling's box, covers its centre."""
    return _covered(tiling, outline)[1]


def _covered(tiling: Tiling, outline: Outline) -> tuple[list[Numbered], bytearray]:
    """The rings of a tiling by their corners' numbers, and for each cell 1 if the outline covers its centre."""
    corners = list(dict.fromkeys(chain.from_iterable(tiling.rings)))
    number = dict(zip(corners, range(len(corners)), strict=True)).__getitem__
    rings = [tuple(map(number, ring)) for ring in tiling.rings]
    return rings, inside(outline, _fitted(tiling, outline, corners, rings))


def drawing_on(whole: Tiling, outline: Outline, origin: Point, where: str = "silhouette") -> list[list[Point]]:
    """The outline's boundary where it lies when it cuts a whole tiling: closed loops in cell widths from a point of the
    tiling. Parts and holes that are small beside a cell are left out. Refused where it is too intricate or too long."""
    corners = list(dict.fromkeys(chain.from_iterable(whole.rings)))
    xs, ys = zip(*(_rounded(whole.place(corner)) for corner in corners), strict=True)
    left, top, right, bottom = _box(whole, (min(xs), min(ys), max(xs), max(ys)))
    scale = min((right - left) / outline.width, (bottom - top) / outline.height) / _MICRO
    x, y = _rounded(origin)
    dx = (left + right - 2 * x) / (2 * _MICRO) - outline.width * scale / 2
    dy = (top + bottom - 2 * y) / (2 * _MICRO) - outline.height * scale / 2
    effort = Effort(where)
    # Simplified before as after: a sweep of few corners is soon done, and leaves more of them than there need be.
    simpler = _simpler(outline, _SIMPLER / 2 / scale, effort)
    lines = ([(x * scale + dx, y * scale + dy) for x, y in loop] for loop in boundary(simpler, effort))
    simple = (simplified(line, _SIMPLER / 2, effort) for line in lines)
    large = [line for line in simple if len(line) > 2 and abs(area(line)) > _LEAST_AREA]
    usual = _WINDING * (right - left + bottom - top) / _MICRO
    effort.spend(int(_STEPS * max(0.0, fsum(map(length, large)) - usual)))
    return large


def _simpler(outline: Outline, tolerance: float, effort: Effort) -> Outline:
    """An outline of fewer corners, in its own units."""
    areas = []
    for part in outline.areas:
        polygons = (tuple(simplified(polygon, tolerance, effort)) for polygon in part.polygons)
        areas.append(part._replace(polygons=tuple(polygon for polygon in polygons if len(polygon) > 2)))
    return replace(outline, areas=tuple(areas))


# Fitting: all in ints from the rounded corners on, so that every machine decides alike.


def _fitted(tiling: Tiling, outline: Outline, corners: Sequence[Corner], rings: Sequence[Numbered]) -> list[IntPoint]:
    """The centre of each cell in the outline's units."""
    xs, ys = zip(*(_rounded(tiling.place(corner)) for corner in corners), strict=True)
    left, top, right, bottom = _box(tiling, (min(xs), min(ys), max(xs), max(ys)))
    across, down = right - left, bottom - top
    if tiling.centre:
        centres = [_rounded(tiling.centre(ring)) for ring in tiling.rings]
    else:
        centres = list(zip(_means(rings, xs), _means(rings, ys), strict=True))
    # The side that limits is full; the other keeps the proportions.
    limit, whole = (
        (outline.width, across) if across * outline.height <= outline.width * down else (outline.height, down)
    )
    more_x = whole * outline.width - (left + right) * limit
    more_y = whole * outline.height - (top + bottom) * limit
    doubled, divisor = 2 * limit, 2 * whole
    return [((doubled * x + more_x) // divisor, (doubled * y + more_y) // divisor) for x, y in centres]


def _rounded(point: tuple[float, float]) -> IntPoint:
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


def _reach(tiling: Tiling, ring: Ring, bulge: Callable[[Corner, Corner], float], box: Bounds) -> Iterator[IntPoint]:
    """The extremes of a cell's arcs, where the cell is near enough to the edge of the box for one to leave it.

    An arc up to a half circle strays from its ends by no more than its chord.
    """
    xs, ys = zip(*(_rounded(tiling.place(corner)) for corner in ring), strict=True)
    chord = max(xs) - min(xs) + max(ys) - min(ys)
    if min(xs) - chord < box[0] or min(ys) - chord < box[1] or max(xs) + chord > box[2] or max(ys) + chord > box[3]:
        for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
            bent = bulge(a, b)
            if bent:
                yield from map(_rounded, extremes(tiling.place(a), tiling.place(b), bent))


# Pieces: cells hang together by shared sides; those that only touch at a corner do not.


def _neighbours(rings: Sequence[Numbered]) -> list[list[int]]:
    """For each cell those that share a side with it, in ascending order."""
    many = 1 + max(map(max, rings))
    alone: dict[int, int] = {}
    neighbours: list[list[int]] = [[] for _ in rings]
    for cell, ring in enumerate(rings):
        last = ring[-1]
        for corner in ring:
            # Both cells name their side alike, in one int. It waits in `alone` for the second.
            side = last * many + corner if last < corner else corner * many + last
            other = alone.pop(side, None)
            if other is None:
                alone[side] = cell
            else:
                neighbours[cell].append(other)
                neighbours[other].append(cell)
            last = corner
    for row in neighbours:
        row.sort()
    return neighbours


def _parts(neighbours: Sequence[Sequence[int]], within: bytearray) -> list[list[int]]:
    """The pieces in which the cells within hang together, by their lowest cell; each sorted."""
    waiting = bytearray(within)
    parts = []
    for first in range(len(waiting)):
        if not waiting[first]:
            continue
        waiting[first] = 0
        part = [first]
        for cell in part:  # grows as we go
            for other in neighbours[cell]:
                if waiting[other]:
                    waiting[other] = 0
                    part.append(other)
        parts.append(sorted(part))
    return parts


def _bridges(neighbours: Sequence[Sequence[int]], parts: Sequence[Sequence[int]]) -> set[int]:
    """The cells that join all parts: the shortest bridges, the shortest first, as in Kruskal's algorithm.

    Every part grows, ring by ring and all at the same pace, until it meets the others: a shortest bridge lies where
    two meet. Ties: the bridge that meets at the lowest cells, over the lowest cells.
    """
    if len(parts) == 1:
        return set()
    home = {cell: number for number, part in enumerate(parts) for cell in part}
    back = {cell: cell for cell in home}
    far = dict.fromkeys(home, 0)
    growing = sorted(home)
    while growing:
        reached = []
        for cell in growing:
            for other in neighbours[cell]:
                if other not in home:
                    home[other], back[other], far[other] = home[cell], cell, far[cell] + 1
                    reached.append(other)
        growing = sorted(reached)
    meetings = sorted((far[a] + far[b], a, b) for a in home for b in neighbours[a] if a < b and home[a] != home[b])
    leader = list(range(len(parts)))
    bridges: set[int] = set()
    for _, *meeting in meetings:
        a, b = (_leader(leader, home[cell]) for cell in meeting)
        if a != b:
            leader[max(a, b)] = min(a, b)
            for cell in meeting:
                while far[cell]:
                    bridges.add(cell)
                    cell = back[cell]
    return bridges


def _leader(leader: list[int], part: int) -> int:
    """The lowest of the parts that this one is joined to."""
    while leader[part] != part:
        part = leader[part]
    return part
