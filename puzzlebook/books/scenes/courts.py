"""Courts: the holes in a maze on a child's page. Each has the ground of the land around the maze,
and a landmark of the theme's world stands in it."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist, hypot

from puzzlebook.books.planning.setting import Entry, Placement
from puzzlebook.books.scenes.placing import choose_poses
from puzzlebook.books.scenes.wayside import cast_shadow, list_large_props, list_props
from puzzlebook.books.scenes.worlds import Land, find_ground_colour
from puzzlebook.drawing.drawing import THINNEST, Drawing, Layer, Style, Subpath
from puzzlebook.geometry.arcs import Point
from puzzlebook.maze_art.character import point_along, split_stroke
from puzzlebook.maze_art.kerb import load_kerb
from puzzlebook.maze_art.panorama import load_world_look
from puzzlebook.maze_art.scenes import Scenes
from puzzlebook.typesetting.page import Box, Picture

_VOLUME_STEP = 3  # how many landmarks later each volume of a series begins


def furnish_courts(
    scenes: Scenes,
    land: Land,
    entry: Entry,
    placement: Placement,
    landmarks: Sequence[str],
    is_mirrored: bool,
) -> tuple[list[Picture], list[Picture]]:
    """Draw the courts of a maze: their ground, which is behind the kerb, and the landmarks in them,
    which are in front of it. landmarks: the names of props, in the order in which they are used.
    is_mirrored: whether the page will be mirrored."""
    plate, picture, scale = entry.maze.plate, placement.picture, entry.scale
    kerb, look = load_kerb(scenes.theme), load_world_look()["court"]
    if not plate.kerb or not plate.kerb.courts:
        return [], []
    ground = Style(fill=find_ground_colour(scenes))
    layer = Layer("court", ground, tuple(plate.kerb.courts))
    floor = Drawing(0, 0, plate.width, plate.height, scale, (layer,))
    corner = (
        picture.x - picture.drawing.left * scale,
        picture.y - picture.drawing.top * scale,
    )
    # Lower than the maze, as land is; programs that read the file can distinguish the two by this.
    floors = [Picture(corner[0], corner[1] + kerb["high"] / 2, floor)]
    pictures = list[Picture]()
    for court, name in zip(plate.kerb.courts, landmarks, strict=False):
        (x, y), radius = _find_circle(court)
        x = corner[0] + scale * (plate.width - x if is_mirrored else x)
        y = corner[1] + scale * y + kerb["high"] / 2
        room = look["filled"] * (scale * radius - kerb["out"] - kerb["high"] / 2)
        piece = scenes.piece(name)
        size = 2 * room / hypot(piece.width, piece.height)
        width, height = piece.width * size, piece.height * size
        if max(width, height) < look["least"]:
            continue
        box = Box(x - width / 2, y - height / 2, width, height)
        if not scenes.is_aloft(name):
            pictures += cast_shadow(scenes, box, land.frame)
        pictures.append(Picture(box.x, box.y, scenes.enlarged(name, size, THINNEST)))
    return floors, pictures


def list_landmarks(scenes: Scenes, entry: Entry) -> list[str]:
    """List the landmarks of a maze: props that are not in the row at the foot of its page, and that
    look like neither its hero nor its goal. The first differs from page to page, and from volume to
    volume."""
    number, poses = entry.number, choose_poses(scenes, entry.number)
    props = [*list_large_props(scenes.theme), *sorted(list_props(scenes.theme, number))]
    props = [name for name in props if not scenes.is_like(name, poses[1:])]
    first = (number + _VOLUME_STEP * scenes.turn) % max(1, len(props))
    return [*props[first:], *props[:first]]


def _find_circle(rim: Subpath) -> tuple[Point, float]:
    """Return the middle of a hole, and the radius of the circle around it that fits in."""
    points = [point_along(*piece, share) for piece in split_stroke(rim) for share in (0.0, 0.5)]
    xs, ys = zip(*points, strict=True)
    middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return middle, min(dist(middle, point) for point in points)
