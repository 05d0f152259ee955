"""Visitors: the hero and the goal of a theme, who stand in a drawing that several themes share.

Such a drawing has none of its own. They stand in front of the first doors that it offers, like a
drawing's own, and move with the doors that a maze has.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import hypot

from puzzlebook.drawing.svg_shapes import PaintedShape, read_svg_parts
from puzzlebook.geometry.curves import Contour
from puzzlebook.ground import templates
from puzzlebook.maze_art.scenes import GOALS, Scenes
from puzzlebook.maze_art.stage import load_look
from puzzlebook.outlines import StageOutline


def choose_visitors(scenes: Scenes, number: int) -> tuple[str, str]:
    """Return the hero and the goal in the place with this number. They cycle through the poses that
    are beside plain mazes, apart from those on a ship: doors are on land and in the air, too."""
    afloat = templates.table("worlds.toml")["afloat"].get(scenes.theme, ())
    poses = (pose for pose in _load_poses() if pose not in afloat)
    heroes = [name for pose in poses if scenes.has(name := f"hero-{pose}")]
    hero = heroes[(number + scenes.turn) % len(heroes)]
    return f"{scenes.theme}/{hero}", f"{scenes.theme}/goal-{(number + scenes.turn) % GOALS + 1}"


@templates.cache_by_release
def _load_poses() -> Sequence[int]:
    poses: Sequence[int] = templates.table("scenes.toml")["beside_mazes"]["rows"][0]["numbers"]
    return poses


def add_visitors(place: StageOutline, visitors: Sequence[str]) -> StageOutline:
    """Return a built-in place for a maze with a hero and a goal at its doors. visitors: each of
    them as `pirate/hero-1`, a theme and a piece of its scenes."""
    front, choices = [*place.front], []
    ends = zip(place.doors, place.choices, visitors, strict=True)
    for (centre, _), choice, visitor in ends:
        shapes, width, height = _read_piece(visitor)
        scale = load_look()["visitor"] * max(place.parts.page[2:]) / max(width, height)
        x, y = choice.doors[0]
        along, down = centre[0] - x, centre[1] - y
        reach = load_look()["before_rim"] * scale * max(width, height) / hypot(along, down)
        left, top = x + reach * along - scale * width / 2, y + reach * down - scale * height / 2
        front += (_place_shape(shape, left, top, scale) for shape in shapes)
        air = scale * max(shape.width for shape in shapes)
        right, bottom = left + scale * width, top + scale * height
        choices.append(choice._replace(figure=(left - air, top - air, right + air, bottom + air)))
    painted = {**place.parts.painted, "front": front}
    return place._replace(parts=place.parts._replace(painted=painted), choices=tuple(choices))


@lru_cache(maxsize=64)
def _read_piece(name: str) -> tuple[Sequence[PaintedShape], float, float]:
    """Return the shapes of a piece of scenes, and its width and height."""
    drawing = templates.read("scenes", name, ".svg")
    parts = read_svg_parts(drawing, name, ("back", "front"), "maze", ())
    return parts.painted["back"], *parts.page[2:]


def _place_shape(shape: PaintedShape, left: float, top: float, scale: float) -> PaintedShape:
    def place(contours: Sequence[Contour]) -> Iterator[Contour]:
        for contour in contours:
            yield [tuple((left + scale * x, top + scale * y) for x, y in row) for row in contour]

    lines, closed = [line for line, _ in shape.line], [is_closed for _, is_closed in shape.line]
    return shape._replace(
        contours=[*place(shape.contours)],
        line=[*zip(place(lines), closed, strict=True)],
        width=scale * shape.width,
    )
