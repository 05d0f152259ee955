"""From a built-in drawing or a user's file to a stage."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from math import fsum, isfinite
from pathlib import PurePath
from typing import NamedTuple

from puzzlebook.drawing.drawing import BLACK, WHITE, Layer, Style, Subpath, make_subpath
from puzzlebook.drawing.svg_shapes import PaintedShape
from puzzlebook.geometry.curves import Contour
from puzzlebook.ground.faults import refuse
from puzzlebook.maze_art.scenes import find_grey
from puzzlebook.maze_art.stage import Stage
from puzzlebook.maze_art.visitors import add_visitors
from puzzlebook.mazes import Silhouette
from puzzlebook.outlines import StageOutline
from puzzlebook.typesetting.artwork import read_colour

_MAX_COORDINATE = 1e9  # in the stage's units, in each direction from the origin


class StageSource(NamedTuple):
    """The source of a stage, small enough to be passed to another process.

    name: the name of a built-in stage or of the user's file. content: the bytes of that file; None
    for a built-in stage. title: the user's title, if any. shade: how dark the greys are that
    replace colours in black books; 0 for white areas. weight: the factor by which the file's line
    widths are multiplied. visitors: hero and goal, if the drawing has none, see `visitors`.
    """

    name: str
    content: bytes | None = None
    title: str = ""
    shade: float = 0.0
    weight: float = 1.0
    visitors: tuple[str, ...] = ()

    @property
    def where(self) -> str:
        """The name of the stage in messages."""
        return f"stage {self.name}"

    def load(self, in_colour: bool) -> Stage:
        """Return the stage. Refuse a file that is not a stage, with the reason."""
        return _load_stage(self, in_colour)


@lru_cache(maxsize=64)
def _load_stage(source: StageSource, in_colour: bool) -> Stage:
    if source.content is None:
        silhouette = Silhouette.stage(source.name)
        place = StageOutline.built_in(source.name)
        if source.visitors:
            place = add_visitors(place, source.visitors)
    else:
        content = source.content
        silhouette = Silhouette.from_stage(content, PurePath(source.name).stem, source.where)
        place = StageOutline.read(content, source.where)
        if source.title:
            silhouette = replace(silhouette, title=source.title)
    return _make_stage(silhouette, place, source, in_colour)


def _make_stage(
    silhouette: Silhouette, place: StageOutline, source: StageSource, in_colour: bool
) -> Stage:
    back, front = (
        tuple(_make_layers(shapes, source, in_colour)) for shapes in (place.back, place.front)
    )
    fill, where = place.fill, source.where
    ground = WHITE if fill in ("none", "transparent") else read_colour(fill, where, "its fill")
    paper = ground if in_colour else WHITE
    return Stage(silhouette, place, back, front, paper, is_ours=source.content is None)


def _make_layers(
    shapes: Sequence[PaintedShape], source: StageSource, in_colour: bool
) -> Iterator[Layer]:
    """Yield the layers of painted shapes. A shape's fill and its outline become one layer."""
    waiting: _Unpainted | None = None
    where = source.where
    for shape in shapes:
        shape = shape._replace(width=source.weight * shape.width)
        paint = f"its {shape.kind} {shape.colour[:40]!r}"
        colour = read_colour(shape.colour, where, paint, shape.opacity)
        is_line = shape.kind == "stroke"
        if not in_colour:
            colour = BLACK if is_line else find_grey(colour, source.shade)
        contours = [contour for contour, _ in shape.line] or shape.contours
        closed = [is_closed for _, is_closed in shape.line] or [True] * len(contours)
        if not any(contours):
            continue
        _refuse_large([shape.width], where)
        if waiting and shape.line and waiting.shape.contours == contours:
            style = waiting.style._replace(width=shape.width, line=colour)
            yield _Unpainted(shape, style, contours, closed).paint()
            waiting = None
            continue
        _refuse_large([*chain.from_iterable(chain.from_iterable(chain(*contours)))], where)
        if waiting:
            yield waiting.paint()
        style = (
            Style(shape.width, colour)
            if shape.line
            else Style(fill=colour, even_odd=shape.even_odd)
        )
        waiting = _Unpainted(shape, style, contours, closed)
    if waiting:
        yield waiting.paint()


class _Unpainted(NamedTuple):
    """A painted shape that is not a layer yet, so that its outline can still be added."""

    shape: PaintedShape
    style: Style
    contours: Sequence[Contour]
    closed: Sequence[bool]

    def paint(self) -> Layer:
        """Return the shape as a layer."""
        return Layer("stage", self.style, _subpaths(self.contours, self.closed))


def _refuse_large(numbers: Sequence[float], where: str) -> None:
    """Refuse numbers that are too large or not finite."""
    if not (
        max(numbers) < _MAX_COORDINATE
        and min(numbers) > -_MAX_COORDINATE
        and isfinite(fsum(numbers))
    ):
        what = "the drawing's coordinates are too large"
        raise refuse(where, what, "use numbers up to a billion")


def _subpaths(contours: Sequence[Contour], closed: Sequence[bool]) -> tuple[Subpath, ...]:
    """Return contours as subpaths. A closed subpath does not repeat its first point."""
    return tuple(
        make_subpath(contour, is_closed)
        for contour, is_closed in zip(contours, closed, strict=True)
        if contour
    )
