"""Hero and goal on a page, outside the doors above and below its maze, each with a sign that says
START or FINISH.

A figure stands just outside its door, as large as space allows. Above the maze it may stand beside
the heading, which then has the rest of the line. Below, it stands on the ground.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from puzzlebook.books.planning.setting import Entry, Placement, Setting
from puzzlebook.books.scenes.foot_row import PropSizes
from puzzlebook.books.scenes.placing import choose_poses
from puzzlebook.books.scenes.surroundings import (
    CLEARANCE,
    INTO_FOOT,
    Figure,
    Surroundings,
    find_surroundings,
    load_figure,
)
from puzzlebook.books.scenes.word_boards import choose_board_colour
from puzzlebook.books.scenes.worlds import (
    find_room_for_board,
    find_room_for_figure,
    move_inside,
    move_words_inside,
)
from puzzlebook.drawing.drawing import Colour, Drawing
from puzzlebook.ground.lengths import MM
from puzzlebook.maze_art.door_signs import draw_door_sign
from puzzlebook.maze_art.figures import find_least_figure, load_figure_look
from puzzlebook.maze_art.scenes import Scenes
from puzzlebook.typesetting.page import Box, Picture

_BESIDE_SIGN = 4.0
"""Points between a sign and the figure or type beside it."""
_HEADING_STEP = 24.0
"""Points: heading widths are multiples of this, so stories are wrapped to only a few widths."""


class AtDoors(NamedTuple):
    """The figures and signs of a page, the names of the pieces, and the box that is left for the
    heading. lower_size: the longer side of the figure below the maze, in points."""

    head: Box
    pictures: Sequence[Picture]
    names: Sequence[str]
    lower_size: float


def find_room_at_doors(setting: Setting) -> tuple[float, float]:
    """Return the heights that hero and goal need at doors above and below a maze, beyond the
    free space at the foot."""
    look, height = load_figure_look(), setting.sheet.live(1).height
    return look["wanted_above"] * height + find_room_for_board(), look["wanted"] * height


def find_min_room(setting: Setting, passage: float) -> tuple[float, float]:
    """Return the smallest heights for hero and goal, for mazes with passages this wide (points)."""
    look = load_figure_look()
    minimum = find_least_figure(passage) + look["air"] * MM
    below = find_room_for_figure(minimum) - INTO_FOOT * setting.sizes.small
    return max(minimum, find_room_of_words(setting)), below


def find_room_of_words(setting: Setting) -> float:
    """Return the height above a maze that the words' board and a sign need besides the words."""
    return find_room_for_board() + float(load_figure_look()["sign_room"] * setting.sizes.body)


def share_room_at_doors(setting: Setting, spare: float) -> float:
    """Return how much of a box's spare height goes above the maze: enough for the words and a sign
    and, beyond that, so much that the figures above and below the maze are equally large."""
    above, below = find_room_at_doors(setting)
    return max(find_room_of_words(setting), (spare + above - below) / 2)


def place_at_doors(
    setting: Setting,
    scenes: Scenes,
    entry: Entry,
    placement: Placement,
    number: int,
    board: Box | None = None,
) -> AtDoors:
    """Place hero and goal of a maze, and their signs. board: the box of the board behind the words;
    None if the page has no words yet."""
    around = move_inside(find_surroundings(setting, entry, placement, setting.sheet.live(number)))
    head, pictures, names, lower_size = around.live, list[Picture](), list[str](), 0.0
    poses = choose_poses(scenes, entry.number)
    xs, is_below = _locate_doors(setting, entry, around)
    figures = []
    for piece, x, below in zip(poses[1:], xs, is_below, strict=True):
        figure = load_figure(scenes, piece)
        if below:
            box = _find_box_below(around, figure, x)
            lower_size = max(box.width, box.height)
        else:
            box, head = _find_box_above(around, figure, x, _find_heading_width(setting, around))
        contour = load_figure_look()["contour"] * max(box.width, box.height)
        pictures.append(figure.bold_picture(around, box, contour))
        names.append(piece)
        figures.append((box, x))
    pictures += _find_signs(setting, around, figures, choose_board_colour(scenes), board)
    return AtDoors(move_words_inside(head), pictures, names, lower_size)


def make_props_quiet(scenes: Scenes, lower_size: float) -> tuple[Scenes, PropSizes]:
    """Return a theme's pieces, and the sizes of props, for a page on which nothing may look like
    hero or goal. lower_size: the longer side of the figure below the maze."""
    look = load_figure_look()
    maximum = look["prop"] * lower_size
    sizes = PropSizes(min_length=look["min_prop"] * MM, max_height=maximum, max_width=maximum)
    pale = look["pale"] if scenes.in_colour else 0.0
    return scenes._replace(pale=pale, heaviest=look["prop_line"]), sizes


def _locate_doors(
    setting: Setting, entry: Entry, around: Surroundings
) -> tuple[tuple[float, float], tuple[bool, bool]]:
    """Return the x of both doors on the page, before mirroring, and which are below the
    maze."""
    start, end = (spot or (0.0, 0.0) for spot in entry.maze.ends or (None, None))
    plate, walls = entry.maze.plate, around.walls
    share = (walls.width - 2 * entry.wall) / plate.width
    xs = [
        walls.x + entry.wall + share * (plate.width - x if setting.sheet.right else x)
        for x, _ in (start, end)
    ]
    starts_below = start[1] > end[1]
    return (xs[0], xs[1]), (starts_below, not starts_below)


def _find_heading_width(setting: Setting, around: Surroundings) -> float:
    """Return the width that a heading keeps beside a figure."""
    look, width = load_figure_look(), around.live.width
    minimum, maximum = (share * width for share in look["heading"])
    return float(max(minimum, min(maximum, look["measure"] * setting.sizes.body)))


def _find_box_above(
    around: Surroundings, figure: Figure, x: float, heading: float
) -> tuple[Box, Box]:
    """Return the box of a figure above the maze, as near to its door as the width of the heading
    allows, and the box that is left for the heading on its wider side."""
    look, live = load_figure_look(), around.live
    floor = min([around.walls.y, *(arrow.y for arrow in around.arrows)]) - look["air"] * MM
    box = _fit_figure(around, figure, x, floor, floor - live.y)
    is_left = x < live.x + live.width / 2
    maximum = live.width - heading - CLEARANCE
    box = box._replace(
        x=min(box.x, live.x + maximum - box.width) if is_left else max(box.x, live.right - maximum)
    )
    used = box.right - live.x if is_left else live.right - box.x
    used = _HEADING_STEP * -(-(used + CLEARANCE) // _HEADING_STEP)
    return box, live.inset(left=used) if is_left else live.inset(right=used)


def _find_box_below(around: Surroundings, figure: Figure, x: float) -> Box:
    """Return the box of a figure below the maze: on the ground, or near the door if it does not
    fill the room."""
    top = max([around.walls.bottom, *(arrow.bottom for arrow in around.arrows)])
    top += load_figure_look()["air"] * MM
    floor = around.body.bottom
    box = _fit_figure(around, figure, x, floor, floor - top)
    return box if box.y - top < box.height / 2 else box._replace(y=top)


def _fit_figure(around: Surroundings, figure: Figure, x: float, floor: float, room: float) -> Box:
    """Return the box of a figure that stands on a floor, as large as the room above it allows."""
    look, live = load_figure_look(), around.live
    maximum, widest = look["most"] * MM, look["widest"] * live.width
    height = max(1.0, min(room, maximum, min(maximum, widest) / figure.aspect))
    width = height * figure.aspect
    left = max(live.x, min(live.right - width, x - width / 2))
    return Box(left, floor - height, width, height)


def _find_signs(
    setting: Setting,
    around: Surroundings,
    figures: Sequence[tuple[Box, float]],
    fill: Colour,
    board: Box | None,
) -> list[Picture]:
    """Return the largest signs that fit beside the figures, on their floors: all of the same size,
    and on posts if possible; no signs unless all fit with letters that children can read. figures:
    each with the x of its door. board: the box of the board behind the words."""
    look = load_figure_look()
    minimum = look["min_sign"] * MM
    heights = [look["sign"] * share * setting.sizes.body for share in look["signs"]]
    for height, has_post in product(
        dict.fromkeys(max(minimum, each) for each in heights), (True, False)
    ):
        taken = [*around.arrows, *(box for box, _ in figures), *([board] if board else [])]
        signs = [
            picture
            for (figure, door), sign in zip(figures, setting.signs, strict=False)
            for picture in _place_sign(
                around, figure, door, draw_door_sign(sign, height, has_post, fill), taken
            )
        ]
        if len(signs) == len(setting.signs):
            return signs
    return []


def _place_sign(
    around: Surroundings, figure: Box, door: float, sign: Drawing, taken: Sequence[Box]
) -> list[Picture]:
    """Return a sign beside a figure, on the side nearer to the door; nothing if there is no
    room."""
    places = [
        Box(x, figure.bottom - sign.height, sign.width, sign.height)
        for x in (figure.right + _BESIDE_SIGN, figure.x - _BESIDE_SIGN - sign.width)
    ]
    free = [
        place
        for place in places
        if _is_on_page(around.live, place) and not any(map(place.widen(1.0).overlaps, taken))
    ]
    free.sort(key=lambda place: abs(place.x + place.width / 2 - door))
    return [Picture(place.x, place.y, sign) for place in free[:1]]


def _is_on_page(live: Box, place: Box) -> bool:
    return live.x <= place.x and place.right <= live.right and live.y <= place.y
