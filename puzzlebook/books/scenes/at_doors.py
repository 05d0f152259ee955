"""Hero and goal on a page, outside the doors above and below its maze, each with a sign that says
START or FINISH. Where a hidden picture has the goal inside the maze, only the hero has a door.

A figure stands just outside its door, as large as space allows. Above the maze it may stand beside
the heading, which then has the rest of the line. Below, it stands on the ground.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import fsum, hypot
from typing import NamedTuple

from puzzlebook.books.planning.setting import Entry, Placement, Setting
from puzzlebook.books.scenes.foot_row import PropSizes
from puzzlebook.books.scenes.holders import choose_holder, draw_ledge
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
from puzzlebook.geometry.arcs import Point
from puzzlebook.ground.lengths import MM
from puzzlebook.maze_art.door_signs import draw_door_sign
from puzzlebook.maze_art.doors import measure_arrow_outside
from puzzlebook.maze_art.figures import find_least_figure, load_figure_look
from puzzlebook.maze_art.panorama import load_world_look
from puzzlebook.maze_art.scenes import Scenes
from puzzlebook.typesetting.page import Box, Picture

_UPRIGHT = 0.5  # smallest vertical part of the direction out of a door that leads up or down
_FIGURE_AWAY = 8 * MM  # distance from a door at which the line of its arrow is followed
_BESIDE_SIGN = 4.0
"""Points between a sign and the figure or type beside it."""
_AT_RIM = 0.75  # cell widths from the rim to the middle of a cell that is at it, at most
_BESIDE_FRAME = 1.0  # points between the frame and a sign on the wall around a maze
_ROUNDING = 0.01  # points: sums of lengths differ less
_HEADING_STEP = 24.0
"""Points: heading widths are multiples of this, so stories are wrapped to only a few widths."""


class AtDoors(NamedTuple):
    """The figures and signs of a page, the names of the pieces, and the box that is left for the
    heading. lower_size: the longer side of the figure below the maze, in points. ledges: what
    figures at the sides of a holder stand on."""

    head: Box
    pictures: Sequence[Picture]
    names: Sequence[str]
    lower_size: float
    ledges: Sequence[Picture] = ()


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
    """Place hero and goal of a maze, or the hero only if the finish is inside, and their signs.
    Beside a hidden picture, the goal or both are left out if there is no room for them. board: the
    box of the board behind the words; None if the page has no words yet."""
    around = move_inside(find_surroundings(setting, entry, placement, setting.sheet.live(number)))
    head, pictures, names, lower_size = around.live, list[Picture](), list[str](), 0.0
    poses, holder = choose_poses(scenes, entry.number), choose_holder(setting, entry)
    figures, ledges = [], list[Picture]()
    doors = _locate_doors(setting, entry, around)
    for piece, door in zip(poses[1:], doors, strict=False):
        figure, side_box = load_figure(scenes, piece), None
        if door.is_at_side:
            side_box = _find_box_beside(around, figure, door, is_beside_holder=holder is not None)
        if side_box:
            box = side_box
        elif door.is_below and holder:
            box = _find_box_in_front(around, figure, door)
        elif door.is_below:
            box = _find_box_below(around, figure, door)
            aside = None if entry.at_doors else _find_corner_door(around, door)
            if aside and max(box.width, box.height) < load_figure_look()["min_young"] * MM:
                box, door = _find_box_beside(around, figure, aside) or box, aside
        else:
            heading = _find_heading_width(setting, around, is_riddle=not entry.at_doors)
            box, head = _find_box_above(around, figure, door, heading)
        size = max(box.width, box.height)
        if size < load_figure_look()["least"] * MM and not entry.at_doors:
            break  # lines of a figure so small would not print, and its arrow says enough
        if door.is_below or not entry.at_doors:
            lower_size = size
        if side_box and holder and holder.has_ledges:
            ledges.append(draw_ledge(scenes, box))
        contour = load_figure_look()["contour"] * size
        pictures.append(figure.bold_picture(around, box, contour))
        names.append(piece)
        figures.append((box, door))
    fill = choose_board_colour(scenes)
    posts = (False,) if holder else (True, False)
    pictures += _find_signs(setting, around, figures, fill, board, entry.at_doors, posts)
    if not entry.at_doors:
        taken = [*around.arrows, *(box for box, _ in figures), *([board] if board else [])]
        pictures += _find_goal_sign(setting, entry, around, fill, taken)
        pictures += _find_lone_signs(setting, around, doors[len(figures) :], fill, taken)
    return AtDoors(move_words_inside(head), pictures, names, lower_size, ledges)


def make_props_quiet(scenes: Scenes, lower_size: float) -> tuple[Scenes, PropSizes]:
    """Return a theme's pieces, and the sizes of props, for a page on which nothing may look like
    hero or goal. lower_size: the longer side of the figure below the maze."""
    look = load_figure_look()
    maximum = look["prop"] * lower_size
    sizes = PropSizes(min_length=look["min_prop"] * MM, max_height=maximum, max_width=maximum)
    pale = look["pale"] if scenes.in_colour else 0.0
    return scenes._replace(pale=pale, heaviest=look["prop_line"]), sizes


class _Door(NamedTuple):
    """A door on the page, before mirroring: its middle, the direction out of the maze, whether it
    is below the maze, how far a figure is from it, in points, and whether there is a strip beside
    the maze for the figure, as high as the maze, and not only a free corner. half_width: half the
    width of its opening."""

    x: float
    y: float
    out: Point
    is_below: bool
    gap: float
    has_strip: bool
    half_width: float

    @property
    def is_at_side(self) -> bool:
        """Whether the door leads to the left or to the right."""
        return abs(self.out[1]) < _UPRIGHT

    @property
    def x_of_figure(self) -> float:
        """The x at which the line of the arrow is where a figure is, above or below the maze."""
        if self.is_at_side:
            return self.x
        return self.x + _FIGURE_AWAY * self.out[0] / abs(self.out[1])


def _locate_doors(setting: Setting, entry: Entry, around: Surroundings) -> list[_Door]:
    """Return the doors of start and finish."""
    plate, walls, look = entry.maze.plate, around.walls, load_figure_look()
    scale, is_mirrored = entry.scale, setting.sheet.right
    outside = measure_arrow_outside(entry.maze.narrowest * scale)
    gap = max(look["air"], look["arrow_air"] + outside / MM) * MM
    openings, doors = _list_openings(entry), []
    half = entry.maze.narrowest * scale / 2
    if not entry.at_doors:  # the hero stands beyond the arrow, and beyond the edge of the holder
        beyond = [max(arrow.width, arrow.height) for arrow in around.arrows]
        holder = choose_holder(setting, entry)
        beyond += [holder.measure_rim(walls)] if holder else []
        gap = look["air"] * MM + max(beyond, default=0.0)
    for (x, y), out in openings:
        is_below = y > (fsum(middle[1] for middle, _ in openings) - y or plate.height / 2)
        if is_mirrored:
            x, out = plate.width - x, (-out[0], out[1])
        left, top = walls.x + entry.wall + x * scale, walls.y + entry.wall + y * scale
        doors.append(_Door(left, top, out, is_below, gap, not entry.at_doors, half))
    return doors


def _list_openings(entry: Entry) -> list[tuple[Point, Point]]:
    """List the middle of each door, and the direction out of it; of a maze without doors, those of
    the side of its start."""
    plate = entry.maze.plate
    if plate.doorways or not entry.maze.ends or not entry.maze.ends[0]:
        return [
            (((ax + bx) / 2, (ay + by) / 2), ((by - ay) / length, (ax - bx) / length))
            for (ax, ay), (bx, by) in plate.doorways
            for length in [hypot(bx - ax, by - ay)]
        ]
    x, y = entry.maze.ends[0]
    ways = (x, (-1.0, 0.0)), (plate.width - x, (1.0, 0.0)), (y, (0.0, -1.0))
    away, out = min([*ways, (plate.height - y, (0.0, 1.0))])
    return [((x + away * out[0], y + away * out[1]), out)]


def find_side_of_figures(entry: Entry) -> int:
    """Return -1 or 1 if the doors of a hidden picture lead to the left or to the right of its maze,
    0 if to neither or to both, or if one leads down, before which a figure may stand at either
    side."""
    ways = [out for _, out in _list_openings(entry)]
    sides = {1 if x > 0 else -1 for x, _ in ways if abs(x) > _UPRIGHT}
    return sides.pop() if len(sides) == 1 and all(y < _UPRIGHT for _, y in ways) else 0


def _find_heading_width(setting: Setting, around: Surroundings, is_riddle: bool) -> float:
    """Return the width that a heading keeps beside a figure. is_riddle: whether a riddle is below
    it, which would be small in a narrow place."""
    look, width = load_figure_look(), around.live.width
    minimum, maximum = (share * width for share in look["heading"])
    wanted = maximum if is_riddle else look["measure"] * setting.sizes.body
    return float(max(minimum, min(maximum, wanted)))


def _find_box_above(
    around: Surroundings, figure: Figure, door: _Door, heading: float
) -> tuple[Box, Box]:
    """Return the box of a figure above the maze, as near to its door as the width of the heading
    allows, and the box that is left for the heading on its wider side."""
    live = around.live
    top = min([around.walls.y, *(arrow.y for arrow in around.arrows)])
    floor = top - _fit_gap(door, top - live.y)
    box = _fit_figure(around, figure, door.x_of_figure, floor, floor - live.y)
    is_left = door.x < live.x + live.width / 2
    maximum = live.width - heading - CLEARANCE
    box = box._replace(
        x=min(box.x, live.x + maximum - box.width) if is_left else max(box.x, live.right - maximum)
    )
    used = box.right - live.x if is_left else live.right - box.x
    used = _HEADING_STEP * -(-(used + CLEARANCE) // _HEADING_STEP)
    return box, live.inset(left=used) if is_left else live.inset(right=used)


def _find_box_below(around: Surroundings, figure: Figure, door: _Door) -> Box:
    """Return the box of a figure below the maze: on the ground, or near the door if it does not
    fill the room."""
    floor = around.body.bottom
    top = max([around.walls.bottom, *(arrow.bottom for arrow in around.arrows)])
    top += _fit_gap(door, floor - top)
    box = _fit_figure(around, figure, door.x_of_figure, floor, floor - top)
    return box if box.y - top < box.height / 2 else box._replace(y=top)


def _find_box_in_front(around: Surroundings, figure: Figure, door: _Door) -> Box:
    """Return the box of a figure before the lower edge of a holder, beside a door there, on the
    side where more of the maze is."""
    look, walls = load_figure_look(), around.walls
    air, floor = look["air"] * MM, around.live.bottom
    box = _fit_figure(around, figure, door.x, floor, floor - walls.bottom - air)
    away = door.half_width + air
    is_left = door.x < walls.x + walls.width / 2
    return box._replace(x=door.x + away if is_left else door.x - away - box.width)


def _fit_gap(door: _Door, room: float) -> float:
    """Return the distance of a figure from its door, less where the figure would be small."""
    look = load_figure_look()
    return float(max(look["air"] * MM, min(door.gap, room - look["min_young"] * MM)))


def _find_box_beside(
    around: Surroundings, figure: Figure, door: _Door, *, is_beside_holder: bool = False
) -> Box | None:
    """Return the box of a figure before a door at the side of a maze, in the free corner or strip
    beside it; None if it would be small there. is_beside_holder: whether there is an opening to the
    door, which no other place of the figure would be near."""
    look, live, walls = load_figure_look(), around.live, around.walls
    is_right = door.out[0] > 0
    width = (live.right - door.x if is_right else door.x - live.x) - door.gap
    top, bottom = _find_corner(around, door)
    aspect, maximum = _find_bold_aspect(figure), look["most"] * MM
    height = min(bottom - top, maximum, min(width, maximum) / aspect)
    minimum = look["min_young" if door.has_strip else "min_beside"]
    minimum = look["least"] if is_beside_holder else minimum
    if max(height, height * aspect) < minimum * MM:
        return None
    y = max(top, min(bottom - height, door.y - height / 2))
    width = height * aspect
    corner = around.corners[2 * door.is_below + is_right]
    away = walls.right - door.x if is_right else door.x - walls.x
    is_in_way = away - door.gap - width / 2 > corner  # the maze, at the place before the door
    if is_in_way and not door.has_strip:
        return None
    return Box(door.x + door.gap if is_right else door.x - door.gap - width, y, width, height)


def _find_corner_door(around: Surroundings, door: _Door) -> _Door:
    """Return a door in the place of one below a maze, before which a figure stands in the strip
    beside the maze, in the nearer lower corner."""
    walls, is_right = around.walls, door.x > around.walls.x + around.walls.width / 2
    x, gap = walls.right if is_right else walls.x, load_world_look()["kerb"]["out"] + CLEARANCE / 2
    out = (1.0, 0.0) if is_right else (-1.0, 0.0)
    return door._replace(x=x, y=walls.bottom - CLEARANCE, out=out, is_below=False, gap=gap)


def _fit_figure(around: Surroundings, figure: Figure, x: float, floor: float, room: float) -> Box:
    """Return the box of a figure that stands on a floor, as large as the room above it allows."""
    look, live = load_figure_look(), around.live
    maximum, widest = look["most"] * MM, look["widest"] * live.width
    aspect = _find_bold_aspect(figure)
    height = max(1.0, min(room, maximum, min(maximum, widest) / aspect))
    width = height * aspect
    left = max(live.x, min(live.right - width, x - width / 2))
    return Box(left, floor - height, width, height)


def _find_bold_aspect(figure: Figure) -> float:
    """Return the width of a figure divided by its height, both with its contour, which is a share
    of the longer of them."""
    line = 2 * load_figure_look()["contour"]
    if figure.aspect < 1:
        return float(figure.aspect * (1 - line) + line)
    return float(1 / ((1 - line) / figure.aspect + line))


def _find_signs(
    setting: Setting,
    around: Surroundings,
    figures: Sequence[tuple[Box, _Door]],
    fill: Colour,
    board: Box | None,
    needs_all: bool,
    posts: Sequence[bool],
) -> list[Picture]:
    """Return the largest signs that fit beside the figures, on their floors: all of the same size,
    and on posts or not, in this order of preference; letters that children cannot read are not set.
    figures: each with its door. board: the box of the board behind the words. needs_all: whether a
    page has all signs or none."""
    look = load_figure_look()
    minimum = look["min_sign"] * MM
    heights = [look["sign"] * share * setting.sizes.body for share in look["signs"]]
    most = list[Picture]()
    for height, has_post in product(dict.fromkeys(max(minimum, each) for each in heights), posts):
        taken = [*around.arrows, *(box for box, _ in figures), *([board] if board else [])]
        signs = [
            picture
            for (figure, door), sign in zip(figures, setting.signs, strict=False)
            for picture in _place_sign(
                around, figure, door, draw_door_sign(sign, height, has_post, fill), taken
            )
        ]
        if len(signs) == min(len(figures), len(setting.signs)):
            return signs
        most = max(most, signs, key=len)
    return [] if needs_all else most


def _find_goal_sign(
    setting: Setting,
    entry: Entry,
    around: Surroundings,
    fill: Colour,
    taken: Sequence[Box],
) -> list[Picture]:
    """Return the sign beside a goal that is inside the maze at its rim: on the wall around it, as
    large as fits; nothing if there is no room, or if the goal is not at the rim."""
    plate, ends = entry.maze.plate, entry.maze.ends
    if len(setting.signs) < 2 or len(plate.doorways) > 1 or not ends or not ends[1]:
        return []
    walls, scale, look = around.walls, entry.scale, load_figure_look()
    x, y = ends[1]
    x = plate.width - x if setting.sheet.right else x
    away, out = min(
        (x, (-1, 0)), (plate.width - x, (1, 0)), (y, (0, -1)), (plate.height - y, (0, 1))
    )
    if away > _AT_RIM:
        return []
    left, top = walls.x + entry.wall + x * scale, walls.y + entry.wall + y * scale
    rim = away * scale + entry.wall + _ROUNDING
    frame = around.live.widen(load_world_look()["inside"] - _BESIDE_FRAME)
    for share in look["signs"]:
        height = max(look["min_sign"] * MM, look["sign"] * share * setting.sizes.body)
        sign = draw_door_sign(setting.signs[1], height, False, fill)
        across, down = (rim + side / 2 for side in (sign.width, sign.height))
        middle_x, middle_y = left + out[0] * across, top + out[1] * down
        box = Box(middle_x - sign.width / 2, middle_y - sign.height / 2, sign.width, sign.height)
        if box.is_within(frame) and not any(map(box.overlaps, taken)):
            return [Picture(box.x, box.y, sign)]
    return []


def _find_lone_signs(
    setting: Setting,
    around: Surroundings,
    doors: Sequence[_Door],
    fill: Colour,
    taken: Sequence[Box],
) -> list[Picture]:
    """Return the signs beside the arrows of the last doors, which have no figures, as large as fits
    between the maze and the frame; none where there is no room."""
    look = load_figure_look()
    frame = around.live.widen(load_world_look()["inside"] - _BESIDE_FRAME)
    pictures = list[Picture]()
    for door, sign in zip(doors, setting.signs[-len(doors) :], strict=False):
        largest = look["sign"] * setting.sizes.body
        heights = (max(look["min_sign"] * MM, share * largest) for share in look["signs"])
        boards = [draw_door_sign(sign, height, False, fill) for height in dict.fromkeys(heights)]
        free = (
            Picture(box.x, box.y, board)
            for board in boards
            for box in _list_beside_arrow(around, door, board)
            if box.is_within(frame) and not any(map(box.overlaps, taken))
        )
        pictures += [picture for picture, _ in zip(free, "1", strict=False)]
    return pictures


def _list_beside_arrow(around: Surroundings, door: _Door, board: Drawing) -> list[Box]:
    """Return the places of a sign beside the arrow at a door, on the wall around the maze."""
    wide, high, walls = board.width, board.height, around.walls
    away = _BESIDE_SIGN
    arrow = min(
        around.arrows,
        key=lambda box: hypot(box.x + box.width / 2 - door.x, box.y + box.height / 2 - door.y),
        default=Box(door.x, door.y, 0.0, 0.0),
    )
    if door.is_at_side:
        x = walls.right + away if door.out[0] > 0 else walls.x - away - wide
        ys = arrow.bottom + _BESIDE_FRAME, arrow.y - _BESIDE_FRAME - high
        return [Box(x, y, wide, high) for y in ys]
    y = walls.bottom + away if door.is_below else walls.y - away - high
    xs = arrow.right + _BESIDE_FRAME, arrow.x - _BESIDE_FRAME - wide
    return [Box(x, y, wide, high) for x in xs]


def _place_sign(
    around: Surroundings, figure: Box, door: _Door, sign: Drawing, taken: Sequence[Box]
) -> list[Picture]:
    """Return a sign beside a figure, on the side nearer to the door, or above or below a figure at
    the side of a maze; nothing if there is no room."""
    places = [
        Box(x, figure.bottom - sign.height, sign.width, sign.height)
        for x in (figure.right + _BESIDE_SIGN, figure.x - _BESIDE_SIGN - sign.width)
    ]
    lowest = max(around.body.bottom, figure.bottom)
    room = around.live._replace(height=lowest - around.live.y)
    if door.is_at_side and figure.y < door.y < figure.bottom:
        places, room = _list_places_around(around, figure, door, sign)
    free = [
        place
        for place in places
        if place.widen(-_ROUNDING).is_within(room)
        and not any(map(place.widen(1.0).overlaps, taken))
    ]
    free.sort(key=lambda place: abs(place.x + place.width / 2 - door.x))
    return [Picture(place.x, place.y, sign) for place in free[:1]]


def _list_places_around(
    around: Surroundings, figure: Box, door: _Door, sign: Drawing
) -> tuple[list[Box], Box]:
    """Return the places of a sign above and below a figure at the side of a maze, and the box of
    the free corner there."""
    # Beside a strip's figure, there is no arrow in the way.
    gap = _BESIDE_SIGN + load_world_look()["kerb"]["out"] if door.has_strip else door.gap
    left, right = around.live.x, door.x - gap
    if door.out[0] > 0:
        left, right = door.x + gap, around.live.right
    top, bottom = _find_corner(around, door)
    x = max(left, min(right - sign.width, figure.x + (figure.width - sign.width) / 2))
    ys = figure.bottom + _BESIDE_SIGN, figure.y - _BESIDE_SIGN - sign.height
    places = [Box(x, y, sign.width, sign.height) for y in ys]
    return places, Box(left, top, right - left, bottom - top)


def _find_corner(around: Surroundings, door: _Door) -> tuple[float, float]:
    """Return the top and the bottom of the free corner or strip before a door at the side of a
    maze."""
    walls = around.walls
    if door.has_strip:
        return walls.y, walls.bottom
    corner = around.corners[2 * door.is_below + (door.out[0] > 0)]
    if door.is_below:
        return walls.bottom - corner, around.body.bottom
    return walls.y, walls.y + corner
