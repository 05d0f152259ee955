"""The picture on a front without a stage: a maze, with the theme's hero beside a silhouette."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puzzlebook.books.covers.landscape import is_within, sample_outline
from puzzlebook.books.covers.look import Front
from puzzlebook.books.covers.mazes import draw_maze_on_disc, draw_maze_on_field, draw_maze_on_sheet
from puzzlebook.books.scenes.placing import cut_margins, fit_drawing
from puzzlebook.drawing.drawing import Layer, Style
from puzzlebook.geometry.arcs import Point
from puzzlebook.maze_art.plate import Plate
from puzzlebook.maze_art.scenes import Scenes
from puzzlebook.typesetting.page import Box, Item

_SHRINK_FACTOR = 0.97  # by which a hero shrinks from try to try, until it hides nothing
# Margins (left, top, right, bottom): of a silhouette maze, as shares of the box's width; of its
# goal and hero, as shares of the box.
_MAZE: Sequence[float] = (0.1, 0, 0.1, 0.02)
_GOAL: Sequence[float] = (0.76, 0.51, 0, 0)
_HERO: Sequence[float] = (0, 0.35, 0.5, 0)
_DISTANCE = 10.0  # points between a figure and a maze
_SAMPLE_GAP = 3.0  # points: largest distance between sampled points of an outline


def draw_picture(front: Front, box: Box, maze: Plate) -> Iterator[Item]:
    """Draw the picture in its box."""
    look = front.look
    if maze.solution and maze.shading:
        yield draw_maze_on_sheet(maze, box, look)
    elif look.field:
        yield draw_maze_on_field(maze, front.outer_box._replace(y=box.y, height=box.height), look)
    elif look.scenes is not None and maze.shading:
        yield from _draw_silhouette(front, box, look.scenes, maze)
    else:
        yield from draw_maze_on_disc(maze, box, look)


def _draw_silhouette(front: Front, box: Box, scenes: Scenes, maze: Plate) -> Iterator[Item]:
    """Draw a maze cut to a silhouette, its goal, and the hero at its side, as large as
    possible without hiding any of the maze."""
    room = box.inset(*(share * box.width for share in _MAZE))
    (shape,) = draw_maze_on_disc(maze, room, front.look)
    yield shape
    yield fit_drawing(scenes.piece("goal-1"), cut_margins(box, _GOAL), at=1.0)
    hero, share = scenes.piece("hero-1"), 1.0
    corner = cut_margins(box, _HERO)
    standing = fit_drawing(hero, corner, at=0.0)
    arrows = shape._replace(
        drawing=shape.drawing._replace(layers=(Layer("arrows", Style(), maze.arrows),))
    )
    while any(
        is_within(near, picture)
        for point in sample_outline(standing, _SAMPLE_GAP)
        for near in _points_around(point)
        for picture in (shape, arrows)
    ):
        share *= _SHRINK_FACTOR
        width, height = corner.width * share, corner.height * share
        standing = fit_drawing(hero, Box(corner.x, corner.bottom - height, width, height), at=0.0)
    yield standing


def _points_around(point: Point) -> Iterator[Point]:
    """Yield points around this one, at a figure's minimum distance from a maze."""
    x, y = point
    yield from ((x - _DISTANCE, y), (x + _DISTANCE, y), (x, y - _DISTANCE), (x, y + _DISTANCE))
