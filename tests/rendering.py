"""Looking at a finished book from outside: what its PDF's pages show and what its content streams
do.

Nothing here knows how a book is made; of mazes it knows where the cells of a tiling lie. Lengths
are points, positions are from the top left corner of a page, y down, as in manifest.json; pixels
are numbered [row, column], 0 is black and 255 is white.
"""

from __future__ import annotations

import ctypes
import json
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from hashlib import sha256
from math import cos, pi, sin
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pikepdf
import pypdfium2
from PIL import Image, ImageDraw
from pypdfium2 import raw
from rims import user_file
from scipy import ndimage

from puzzlebook.geometry.arcs import Point, midpoint
from puzzlebook.ground import templates
from puzzlebook.mazes.fitted_grid import FittedGrid
from puzzlebook.mazes.grids import make_grid
from puzzlebook.mazes.silhouettes import Silhouette
from puzzlebook.mazes.tilings import SHAPES
from puzzlebook.recipes.assets import read_letters_font

TEMPLATES = [
    name
    for name in templates.list_names("books")
    if name != "worksheet" and not name.startswith("one-maze")
]
"""The books of mazes. Sheets are in test_class_set, and a book of rooms in test_one_maze."""


class Line(NamedTuple):
    """A piece of text that was set at once, with the bounds of its ink."""

    text: str
    left: float
    top: float
    right: float
    bottom: float
    size: float
    embedded: bool


class Printed:
    """A finished book: its folder, its manifest, and its PDF as two libraries read it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.manifest: dict[str, Any] = json.loads((folder / "manifest.json").read_bytes())
        self.mazes: list[dict[str, Any]] = self.manifest["mazes"]
        self.pdf = folder / f"{folder.name}.pdf"

    @cached_property
    def pdfium(self) -> pypdfium2.PdfDocument:
        return pypdfium2.PdfDocument(self.pdf)

    @cached_property
    def pike(self) -> pikepdf.Pdf:
        return pikepdf.open(self.pdf)

    @lru_cache(maxsize=4)  # noqa: B019 - books live as long as the tests
    def pixels(self, page: int, scale: int = 2) -> np.ndarray:
        """A page in shades of grey, at so many pixels a point."""
        bitmap = self.pdfium[page - 1].render(scale=scale, grayscale=True, draw_annots=True)
        pixels = bitmap.to_numpy()
        assert pixels.dtype == np.uint8
        return np.array(pixels.reshape(pixels.shape[0], -1))

    def strokes(self, page: int) -> list[float]:
        """How wide the stroked paths of a page come out on paper, as pdfium sees them."""
        widths = []
        for item in self.pdfium[page - 1].get_objects():
            stroked, filled, width = ctypes.c_int(), ctypes.c_int(), ctypes.c_float()
            if item.type == raw.FPDF_PAGEOBJ_PATH:
                raw.FPDFPath_GetDrawMode(item, filled, stroked)
                raw.FPDFPageObj_GetStrokeWidth(item, width)
            if stroked.value:
                scale = item.get_matrix().a
                while item := item.container:
                    scale *= item.get_matrix().a
                widths.append(width.value * scale)
        return widths

    def lines(self, page: int) -> list[Line]:
        """The texts of a page, in the order in which they were set."""
        leaf = self.pdfium[page - 1]
        words = leaf.get_textpage()
        found = []
        for item in leaf.get_objects(textpage=words):
            if isinstance(item, pypdfium2.PdfTextObj):
                left, bottom, right, top = item.get_bounds()
                high = leaf.get_height()
                found.append(
                    Line(item.extract().strip(), left, high - top, right, high - bottom,
                         item.get_font_size(), item.get_font().is_embedded)
                )  # fmt: skip
        return found


def crop(pixels: np.ndarray, box: Sequence[float], scale: int) -> np.ndarray:
    """A copy of what lies within a box (x, y, width, height)."""
    x, y, width, height = (value * scale for value in box)
    return pixels[round(y) : round(y + height) + 1, round(x) : round(x + width) + 1].copy()


class Geometry(NamedTuple):
    """Where the parts of a maze lie, in cell widths from the top left corner of its box.

    width: of all. centres: of each cell, where a way leads through. circles: the largest in each
    cell, as centre and radius. sides: the two ends and the middle of the side between two cells
    (lower, higher). rings: the outline of each cell.
    """

    width: float
    centres: list[Point]
    circles: list[tuple[Point, float]]
    sides: dict[tuple[int, int], tuple[Point, Point, Point]]
    rings: list[list[Point]]


@lru_cache(maxsize=128)
def geometry(shape: str, size: str, silhouette: str | None, edge: str = "drawn") -> Geometry:
    """Of a whole square grid by our own reckoning, of all others by the grid's."""
    if shape == "square" and not silhouette:
        return _squares(*map(int, size.split("x")))
    cut = (
        Silhouette.from_code(silhouette, read_letters_font, user_file(silhouette))
        if silhouette
        else None
    )
    grid = make_grid(shape, SHAPES[shape].read_size(size), cut, edge)
    sides = {}
    for place, (pair, (a, b)) in enumerate(zip(grid.pairs, grid.sides, strict=False)):
        p, q = grid.corners[a], grid.corners[b]
        sides[pair] = p, q, midpoint(p, q, grid.bulges[place] if grid.bulges else 0)
    cells = range(grid.cells)
    rings = [
        grid.walls(cell) if isinstance(grid, FittedGrid) else grid.ring(cell) for cell in cells
    ]
    return Geometry(grid.width, list(grid.centres), list(map(grid.circle, cells)), sides, rings)


def _squares(columns: int, rows: int) -> Geometry:
    places = [(cell % columns, cell // columns) for cell in range(columns * rows)]
    sides = {}
    for cell, (x, y) in enumerate(places):
        if x + 1 < columns:
            sides[cell, cell + 1] = (x + 1, y), (x + 1, y + 1), (x + 1, y + 0.5)
        if y + 1 < rows:
            sides[cell, cell + columns] = (x, y + 1), (x + 1, y + 1), (x + 0.5, y + 1)
    rings = [[(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)] for x, y in places]
    centres = [(x + 0.5, y + 0.5) for x, y in places]
    return Geometry(columns, centres, [(centre, 0.5) for centre in centres], sides, rings)


_READ: dict[str, list[tuple[int, int]]] = {}
_BESIDE = (0.0, 0.04, 0.07, 0.1, 0.13, 0.16)


class Picture:
    """A maze as it is printed: its pixels within the box, and where its cells are.

    scale: pixels a point.
    """

    def __init__(self, book: Printed, maze: dict[str, Any], kind: str, scale: int = 2) -> None:
        self.maze, self.place = maze, maze[kind]
        self.geometry = geometry(maze["shape"], maze["size"], maze["silhouette"], maze["edge"])
        self.scale = scale
        self.walls = book.manifest["recipe"].get("walls") or "plain"
        self.pixels = crop(book.pixels(self.place["page"], scale), self.place["box"], scale)

    @property
    def cell(self) -> float:
        """The width of a cell, in pixels."""
        return self.place["box"][2] / self.geometry.width * self.scale

    def pixel(self, point: Point) -> tuple[int, int]:
        """The pixel of a point that is given in cell widths from the corner of the box."""
        # Pixels are whole on the page, so the box begins within one.
        x, y = (at * self.cell + edge * self.scale - round(edge * self.scale) for at, edge in
                zip(point, self.place["box"], strict=False))  # fmt: skip
        high, wide = self.pixels.shape
        return min(max(int(y), 0), high - 1), min(max(int(x), 0), wide - 1)

    def centre(self, cell: int) -> tuple[int, int]:
        """The pixel in the middle of a cell."""
        return self.pixel(self.geometry.centres[cell])

    def circle(self, cell: int) -> tuple[tuple[int, int], float]:
        """The pixel in the middle of a cell's largest circle, and its radius in pixels."""
        centre, radius = self.geometry.circles[cell]
        return self.pixel(centre), radius * self.cell

    def side(self, a: int, b: int) -> tuple[int, int]:
        """The pixel in the middle of the side between two cells."""
        return self.pixel(self.geometry.sides[min(a, b), max(a, b)][2])

    def near_end(self, a: int, b: int) -> tuple[int, int]:
        """The pixel a fifth of the way along the side between two cells."""
        (x, y), (to_x, to_y), _ = self.geometry.sides[min(a, b), max(a, b)]
        return self.pixel((x + (to_x - x) / 5, y + (to_y - y) / 5))

    def said(self, end: str) -> Point:
        """Where the manifest says that the "start" or the "end" is, in cell widths from the corner
        of the box."""
        (x, y), (left, top, width, _) = self.place[end], self.place["box"]
        cell = width / self.geometry.width
        return (x - left) / cell, (y - top) / cell

    def passages(self, shares: tuple[float, ...] = _BESIDE) -> list[tuple[int, int]]:
        """The pairs of neighbouring cells with no wall between them, read from the pixels: a hollow
        wall has its ink beside its middle. Equal pixels of equal mazes are read once.

        shares: how far from a side towards the middle of its cell; at none of them is a mark.
        """
        kind = [self.maze[key] for key in ("shape", "size", "silhouette", "edge")]
        place = repr((kind, self.place["box"], self.scale, self.pixels.shape, shares))
        seen = sha256(self.pixels.tobytes() + place.encode()).hexdigest()
        if seen not in _READ:
            pairs = list(self.geometry.sides)
            _READ[seen] = sorted(
                pair
                for pair, lightness in zip(pairs, self._darkest_across(pairs, shares), strict=True)
                if lightness > 128
            )
        return list(_READ[seen])

    def _darkest_across(
        self, pairs: Sequence[tuple[int, int]], shares: tuple[float, ...]
    ) -> np.ndarray:
        """Of each pair the darkest pixel on the way from one cell to the other."""
        cells = np.array(pairs).reshape(-1, 2)
        sides = self._pixels([self.geometry.sides[pair][2] for pair in pairs])
        centres = self._pixels(self.geometry.centres)
        darkest = np.full(len(pairs), 255)
        for ends in cells.T:
            onward = centres[ends] - sides
            for share in shares:
                y, x = np.round(sides + share * onward).astype(int).T
                darkest = np.minimum(darkest, self.pixels[y, x])
        return darkest

    def _pixels(self, points: Sequence[Point]) -> np.ndarray:
        """The pixel of each point, as `pixel` finds it."""
        high, wide = self.pixels.shape
        corner = [edge * self.scale for edge in self.place["box"][:2]]
        at = np.array(points, float).reshape(-1, 2) * self.cell + corner - [*map(round, corner)]
        return np.clip(at.astype(int)[:, ::-1], 0, [high - 1, wide - 1])

    def flows(self) -> bool:
        """Whether a flood that rises beside the mark at the start reaches the one at the end,
        inside the maze."""
        pools, _ = ndimage.label((self.pixels > 128) & self._inside)
        start, end = (pools[self._beside(end)] for end in ("start", "end"))
        return bool(start and start == end)

    @cached_property
    def _inside(self) -> np.ndarray:
        """Which pixels belong to cells: through a door the flood might go round outside."""
        high, wide = self.pixels.shape
        image = Image.new("1", (wide, high))
        drawing = ImageDraw.Draw(image)
        for ring in self.geometry.rings:
            drawing.polygon([self.pixel(point)[::-1] for point in ring], fill=1, outline=1)
        return np.asarray(image)

    def _beside(self, end: str) -> tuple[int, int]:
        """A pixel of the cell that neither mark nor wall covers: a mark takes 0.8 of the room that
        the cell has."""
        (x, y), away = self.said(end), 0.84 * self.geometry.circles[self.maze[end]][1]
        turns = [step * pi / 8 for step in range(16)]
        around = [self.pixel((x + away * cos(turn), y + away * sin(turn))) for turn in turns]
        return max(around, key=lambda pixel: self.pixels[pixel])

    def ring(self, end: str) -> None:
        """Paint a closed black ring round the mark at the "start" or the "end", short of the
        walls."""
        y, x = self.pixel(self.said(end))
        room = self.geometry.circles[self.maze[end]][1] * self.cell
        top, left = (max(0, round(at - room)) for at in (y, x))
        window = self.pixels[top : round(y + room), left : round(x + room)]
        rows, columns = np.indices(window.shape)
        far = np.hypot(rows + top - y, columns + left - x) / room
        window[(far > 0.86) & (far < 0.96)] = 0

    def bar(self, a: int, b: int, paint: int = 0) -> None:
        """Paint a wall between two cells, or paint one out."""
        image = Image.fromarray(self.pixels)
        ends = [self.pixel(point)[::-1] for point in self.geometry.sides[min(a, b), max(a, b)][:2]]
        ImageDraw.Draw(image).line(ends, fill=paint, width=max(3, round(self.cell * 0.25)))
        self.pixels = np.array(image)


def flood(passages: Sequence[tuple[int, int]], source: int) -> dict[int, int]:
    """The cells that a flood from one of them reaches by these passages, each with the cell that it
    came from."""
    joined: dict[int, list[int]] = {}
    for a, b in passages:
        joined.setdefault(a, []).append(b)
        joined.setdefault(b, []).append(a)
    came_from = {source: source}
    waiting = [source]
    for cell in waiting:
        for onward in joined.get(cell, ()):
            if onward not in came_from:
                came_from[onward] = cell
                waiting.append(onward)
    return came_from


def way(passages: Sequence[tuple[int, int]], start: int, end: int) -> list[int]:
    """The shortest way through these passages; empty if there is none."""
    came_from = flood(passages, end)
    if start not in came_from:
        return []
    cells = [start]
    while cells[-1] != end:
        cells.append(came_from[cells[-1]])
    return cells


class Act(NamedTuple):
    """Something that a page's content does.

    kind: "stroke" (value: the line's width on paper), "text" (the size on paper), "form" (which),
    or "operator" (its name, for all that is neither).
    """

    kind: str
    value: Any


# What a page for the press may consist of, besides strokes, text and forms: graphics state, paths,
# fills, greys.
_STATE, _PATH, _TEXT = (
    "q Q cm w J j g G",
    "m l c v y h re n f F f* W W*",
    "BT ET Tf Td TD Tm T* Tc Tw Tz TL Ts",
)
HARMLESS = frozenset(f"{_STATE} {_PATH} {_TEXT}".split(" "))
_STROKES = frozenset(["S", "s", "B", "B*", "b", "b*"])
_SHOWS = frozenset(["Tj", "TJ", "'", '"'])


def acts(owner: Any, matrix: Any = None, width: float = 1.0) -> Iterator[Act]:
    """All that a page or a form does, with line widths and type sizes as they come out on paper."""
    matrix = np.eye(2) if matrix is None else matrix
    kept = []
    size, text = 0.0, np.eye(2)
    for operands, operator in pikepdf.parse_content_stream(owner):
        name = str(operator)
        if name == "q":
            kept.append((matrix, width))
        elif name == "Q":
            matrix, width = kept.pop()
        elif name == "cm":
            matrix = _turned(operands) @ matrix
        elif name == "w":
            width = float(operands[0])
        elif name == "BT":
            text = np.eye(2)
        elif name == "Tm":
            text = _turned(operands)
        elif name == "Tf":
            size = float(operands[1])
        elif name in _STROKES:
            yield Act("stroke", width * _least(matrix))
        elif name in _SHOWS:
            yield Act("text", size * _least(text @ matrix))
        elif name == "Do":
            yield from _painted(owner.Resources.XObject[operands[0]], matrix, width)
        if name not in HARMLESS | _STROKES | _SHOWS | {"Do"}:
            yield Act("operator", name)


def _painted(thing: Any, matrix: Any, width: float) -> Iterator[Act]:
    if thing.Subtype != "/Form":
        yield Act("operator", f"Do {thing.Subtype}")
        return
    yield Act("form", thing.objgen)
    yield from acts(thing, _turned(thing.get("/Matrix", (1, 0, 0, 1, 0, 0))) @ matrix, width)


def _turned(operands: Sequence[Any]) -> np.ndarray:
    """The part of a matrix that scales and turns."""
    a, b, c, d = map(float, list(operands)[:4])
    return np.array([[a, b], [c, d]])


def _least(matrix: np.ndarray) -> float:
    """By how much a matrix scales in the direction in which it scales least."""
    return float(np.linalg.svd(matrix, compute_uv=False)[-1])
