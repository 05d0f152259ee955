"""Drawings around a maze in a book with scenes: hero, goal, and props of their world.

The maze's number and the room on its page decide where each drawing goes. No drawing covers walls,
type or another drawing, and none is where it was on the page before. Drawings that would be too
small are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, fsum, hypot
from typing import NamedTuple

from puzzlebook.books.planning.setting import Entry, Placement, Setting
from puzzlebook.books.scenes.at_doors import (
    find_side_of_figures,
    make_props_quiet,
    place_at_doors,
    share_room_at_doors,
)
from puzzlebook.books.scenes.courts import furnish_courts, list_landmarks
from puzzlebook.books.scenes.foot_row import draw_foot_strip, draw_prop_row
from puzzlebook.books.scenes.holders import choose_holder, draw_holder, draw_thresholds
from puzzlebook.books.scenes.placing import choose_hero
from puzzlebook.books.scenes.surroundings import (
    CLEARANCE,
    INTO_FOOT,
    Figure,
    Side,
    Surroundings,
    do_touch,
    find_surroundings,
    load_figure,
    picture_box,
)
from puzzlebook.books.scenes.wayside import (
    cast_figure_shadows,
    list_large_props,
    list_props,
    stand_behind,
    stand_beside,
    strew_land,
)
from puzzlebook.books.scenes.word_boards import draw_ropes, draw_words_board
from puzzlebook.books.scenes.worlds import (
    draw_world,
    draw_world_frame,
    find_frame,
    find_land,
    find_min_strip_width,
    make_world_quiet,
    move_before_kerb,
    move_inside,
    surround_maze,
    surround_words,
)
from puzzlebook.geometry.arcs import Point
from puzzlebook.maze_art.scenes import Scenes
from puzzlebook.typesetting.page import Box, Item, Picture

_GOAL_SIGN = 8.0  # points beside a maze for the sign of a goal at its rim
# Room that hero and goal need, as shares of the live area's height.
_HERO_ROOM, _GOAL_ROOM = 0.125, 0.115
# A figure stands at its end of the path if its size there is at least this share of its largest
# size anywhere; the goal below an arrow may be smaller.
_MIN_SHARE, _MIN_SHARE_BELOW_DOOR = 0.8, 0.6
_MIN_ABOVE, _MIN_BELOW = 44.0, 34.0  # points: smallest height of a figure above and below the maze
_WIDTH_DIVISOR = 1.3  # at the foot, a figure's width divided by this may count as its height
_MIN_LARGE = 60.0  # points: a figure that cannot be this high near its end goes where it is largest
_MAX_WIDTH = 0.3  # widest figure, as a share of the live area's width
_MAX_ALONE = 0.6  # largest figure in an empty box, as a share of the box's sides
_HEADING_STEP = 24.0  # points: heading widths are multiples of this, so that few are used
_MIN_ROOM_BELOW = 0.5  # with a smaller share of the wanted room below a maze, no figure goes there
_MAX_ARROW_DISTANCE = 1.5  # cell widths: an arrow this near the end of a path is at its door
_FLYING_LIFT = 0.75  # how far a flying goal is above the ground, as a share of the strip's height


class Scenery(NamedTuple):
    """The drawings around a page's maze, and the part of the live area left for the heading."""

    head: Box
    pictures: Sequence[Picture]


_AtEnd = tuple[Figure, Point]  # a figure, and the end of the path that it stands at


class _Spot(NamedTuple):
    """A possible place of a figure: its height there, the x of its middle, and its floor."""

    height: float
    x: float
    floor: float


def scenery_room(setting: Setting) -> float:
    """Return the height (points) that a maze's box should have beyond the maze, for drawings."""
    return fsum(_wanted_room(setting))


def share_room(setting: Setting, entry: Entry, spare: float) -> float:
    """Return how much of a box's spare height is above the maze.

    It is negative if there is little room below and no arrow above: the maze may then extend beyond
    the top of its box.
    """
    if entry.in_world:
        return share_room_at_doors(setting, spare)
    top, bottom = _wanted_room(setting)
    free_top, free_bottom = _free_margins(entry)
    if spare + free_bottom < bottom:
        raised = max(0.0, min(free_top - CLEARANCE, bottom - spare - free_bottom))
        return (spare / 2 if spare < bottom * _MIN_ROOM_BELOW else 0.0) - raised
    below = min(spare, bottom)
    over = min(spare - below, top)
    return over + (spare - below - over) / 2


def share_width(entry: Entry, spare: float) -> float:
    """Return how much of a box's spare width is at the left of the maze: more where the hero stands
    before a door there, if it stands beside the maze. The goal's sign needs some at the other
    side."""
    if not entry.in_world or entry.at_doors:
        return spare / 2
    side = find_side_of_figures(entry)
    strip = find_min_strip_width() + _GOAL_SIGN
    return spare / 2 if not side else max(strip, spare - strip) if side < 0 else min(strip, spare)


def _free_margins(entry: Entry) -> tuple[float, float]:
    """Return the heights (points) of the maze's margin that arrows leave free, above and below."""
    plate = entry.maze.plate
    over = max((-top for _, top, _, _ in plate.arrows), default=0.0)
    under = max((bottom - plate.height for _, _, _, bottom in plate.arrows), default=0.0)
    return entry.scale * (plate.margin - max(0.0, over)), entry.scale * (
        plate.margin - max(0.0, under)
    )


def _wanted_room(setting: Setting) -> tuple[float, float]:
    """Return the heights wanted above and below a maze, beyond what heading and foot leave."""
    height, sizes = setting.sheet.live(1).height, setting.sizes
    head = sizes.heading * 1.9 + sizes.leading
    return max(0.0, _HERO_ROOM * height - head), max(
        0.0, _GOAL_ROOM * height - INTO_FOOT * sizes.small
    )


def find_head_box(
    setting: Setting, scenes: Scenes, entry: Entry, placement: Placement, number: int
) -> Box:
    """Return the part of a page's live area that is left for its heading."""
    if entry.part.per_page > 1:
        return _draw_beside_heading(setting, scenes, entry, placement, number).head
    if entry.in_world:
        return place_at_doors(setting, scenes, entry, placement, number).head
    around = find_surroundings(setting, entry, placement, setting.sheet.live(number))
    upper, _ = _list_figures(setting, scenes, entry, placement, around.arrows)
    return _draw_at_head(around, *upper)[0] if upper else around.live


def draw_scenery(
    setting: Setting,
    scenes: Scenes,
    entry: Entry,
    placement: Placement,
    number: int,
    words: Sequence[Item] = (),
) -> Scenery:
    """Draw the scenery around a page's single maze, or beside the heading of several mazes. words:
    the text items that are already on the page."""
    if entry.part.per_page > 1:
        return _draw_beside_heading(setting, scenes, entry, placement, number)
    around = find_surroundings(setting, entry, placement, setting.sheet.live(number))
    figures: Sequence[Picture] = ()
    names: Sequence[str] = ()
    head, sizes = around.live, None
    if entry.in_world:
        board = surround_words(words) if words else None
        at_doors = place_at_doors(setting, scenes, entry, placement, number, board)
        head, figures, names, lower, ledges = at_doors
        telling = map(str, setting.list_telling_pieces(entry.picture))
        names = [*names, *list_large_props(scenes.theme), *telling]
        if choose_holder(setting, entry):
            return Scenery(head, [*ledges, *figures])
        around = move_before_kerb(move_inside(around))
        scenes, sizes = make_props_quiet(scenes, lower)
    else:
        above, below = _list_figures(setting, scenes, entry, placement, around.arrows)
        if above:
            head, figures = _draw_at_head(around, *above)
        if below:
            figures = [*figures, *_draw_at_foot(around, *below)]
        names = [at_end[0].name for at_end in (above, below) if at_end]
    if around.strip_height:
        figures = [*figures, *draw_prop_row(scenes, around, entry.number, figures, names, sizes)]
    if entry.in_world:
        return Scenery(head, figures)
    return Scenery(head, [*draw_foot_strip(scenes, around, figures), *figures])


def draw_land(
    setting: Setting,
    scenes: Scenes,
    entry: Entry,
    placement: Placement,
    number: int,
    words: Iterable[Item],
    figures: Iterable[Picture],
) -> list[Picture]:
    """Draw the world behind a page's single maze, if hero and goal are outside its doors; otherwise
    only the frame around it."""
    around = find_surroundings(setting, entry, placement, setting.sheet.live(number))
    if not entry.in_world:
        is_alone = entry.part.per_page == 1
        return draw_world_frame(find_frame(around), around.walls) if is_alone else []
    taken = [*map(picture_box, figures), *around.arrows]
    board, walls = surround_words(words), around.walls
    frame = find_frame(around)
    holder = choose_holder(setting, entry)
    if holder:
        rim, is_mirrored = holder.measure_rim(walls), setting.sheet.right
        quiet = make_world_quiet(scenes)
        return [
            *draw_holder(quiet, holder, frame, walls, [*taken, board]),
            *(
                surround_maze(scenes, entry, placement, frame)
                if entry.silhouette
                else draw_thresholds(entry, walls, rim, entry.ink.ground, is_mirrored)
            ),
            *draw_world_frame(frame, walls),
            draw_ropes(frame.y, board),
            draw_words_board(scenes, board),
        ]
    quiet = make_world_quiet(scenes)
    place = quiet.move_to_place(entry.number)
    land = find_land(place, frame, walls)
    courts = len(entry.maze.plate.kerb.courts) if entry.maze.plate.kerb else 0
    landmarks = list_landmarks(scenes, entry)[:courts]
    telling = setting.list_telling_pieces(entry.picture)
    unused = (name for name in list_props(scenes.theme, entry.number) if name not in landmarks)
    props = iter([name for name in (*unused, *landmarks) if name not in telling])
    beside = stand_beside(quiet, land, around, [*taken, board], props, entry.number, telling)
    occupied = [*taken, *map(picture_box, beside)]
    world = draw_world(place, land, walls, board, occupied)
    occupied += [board, *map(picture_box, world[1:])]
    behind = stand_behind(quiet, land, around, occupied, props)
    floors, within = furnish_courts(quiet, land, entry, placement, landmarks, setting.sheet.right)
    floor = move_inside(around).body.bottom
    shadows = cast_figure_shadows(scenes, figures, floor, frame)
    return [
        *world,
        strew_land(quiet, land, around, setting.theme.floor, entry.number),
        *behind,
        *floors,
        *surround_maze(scenes, entry, placement, frame),
        *within,
        *beside,
        *shadows,
        *draw_world_frame(frame, walls),
        draw_ropes(frame.y, board),
        draw_words_board(scenes, board),
    ]


def draw_props(
    setting: Setting, scenes: Scenes, entry: Entry, placement: Placement
) -> Sequence[Picture]:
    """Draw a strip with props below a maze in its box, on a page that otherwise has only words."""
    around = find_surroundings(setting, entry, placement, placement.box)._replace(
        body=placement.box
    )
    props = draw_prop_row(scenes, around, entry.number, (), ())
    return [*draw_foot_strip(scenes, around, props), *props]


def draw_hero_on_floor(
    setting: Setting, scenes: Scenes, number: int, box: Box, maze: Box
) -> Sequence[Picture]:
    """Draw the hero on the floor of an empty box beside a maze's box, if there is room."""
    figure = load_figure(scenes, f"hero-{number % 3 + 1}")
    height = figure.height(box.width * _MAX_ALONE, box.height * _MAX_ALONE)
    if height < _MIN_ABOVE:
        return ()
    width = height * figure.aspect
    spot = Box(box.x + (box.width - width) / 2, box.bottom - height, width, height)
    return [figure.picture(Surroundings(box, box, maze), spot)]


def _draw_beside_heading(
    setting: Setting, scenes: Scenes, entry: Entry, placement: Placement, number: int
) -> Scenery:
    """Draw hero or goal beside the heading of several mazes, alternately, on alternate sides."""
    live, floor = setting.sheet.live(number), placement.box.y - CLEARANCE
    around = Surroundings(live, live, placement.box)
    names = (f"hero-{number // 2 % 2 + 1}", f"goal-{number // 2 % 3 + 1}")
    figure = load_figure(scenes, names[number % 2])
    side = around.left if number // 2 % 2 else around.right
    height = figure.height(_MAX_WIDTH * live.width, floor - live.y)
    box = figure.box(around, height, side.edge, floor)
    if box.height < _MIN_ABOVE:
        return Scenery(live, [])
    return Scenery(_cut_figure(live, side, box), [figure.picture(around, box)])


def _cut_figure(live: Box, side: Side, box: Box) -> Box:
    """Return the live area beside a figure at this side."""
    return side.cut_from(live, _HEADING_STEP * ceil((box.width + 2 * CLEARANCE) / _HEADING_STEP))


def _list_figures(
    setting: Setting,
    scenes: Scenes,
    entry: Entry,
    placement: Placement,
    arrows: Sequence[Box],
) -> tuple[_AtEnd | None, _AtEnd | None]:
    """Return the figures at the upper and the lower end of the path, each with that end.

    The hero is always one of them. The goal is the other if an arrow leads out to it: beside a
    maze with its goal inside, a second goal would mislead.
    """
    ends = _locate_ends(setting, entry, placement)
    if not ends:
        return None, None
    start, finish = ends[0], ends[-1]
    hero = load_figure(scenes, choose_hero(scenes, entry.number)), start
    goal: _AtEnd | None = None
    if any(_distance(finish, arrow) < _MAX_ARROW_DISTANCE * entry.scale for arrow in arrows):
        goal = load_figure(scenes, f"goal-{entry.number % 3 + 1}"), finish
    return (hero, goal) if start[1] <= finish[1] else (goal, hero)


def _distance(point: Point, box: Box) -> float:
    """Return how far a point is from a box."""
    across = max(box.x - point[0], 0.0, point[0] - box.right)
    down = max(box.y - point[1], 0.0, point[1] - box.bottom)
    return hypot(across, down)


def _locate_ends(setting: Setting, entry: Entry, placement: Placement) -> list[Point]:
    """Return start and finish as points of the page, before the page is mirrored."""
    drawing, x, y = placement.picture.drawing, placement.picture.x, placement.picture.y
    width = drawing.width * drawing.scale
    ends = []
    for across, down in filter(None, entry.maze.ends or ()):
        right = (across - drawing.left) * drawing.scale
        below = (down - drawing.top) * drawing.scale
        ends.append((x + (width - right if setting.sheet.right else right), y + below))
    return ends


def _draw_at_head(around: Surroundings, figure: Figure, end: Point) -> tuple[Box, list[Picture]]:
    """Draw a figure near the upper end of the path, or beside the heading if it is larger there.

    Return it with the heading's box.
    """
    live, top = around.live, around.body.y
    side = around.side_of(end[0])
    floors = _list_floors(around, side)
    below = [
        *(_Spot(figure.height(width, floor - top), side.edge, floor) for width, floor in floors),
        *(_Spot(figure.height(width, floor - top), end[0], floor) for width, floor in floors[:2]),
        *_find_column_spots(around, figure, end, is_low=False),
    ]
    heights = ((figure.height(width, floor - live.y), floor) for width, floor in floors)
    best = _find_largest_box(around, figure, below)
    beside = _find_largest_box(
        around, figure, [_Spot(height, side.edge, floor) for height, floor in heights]
    )
    share = _MIN_SHARE if _find_height(best) >= _MIN_LARGE else 1.0
    is_below = _find_height(best) >= max(_MIN_ABOVE, share * _find_height(beside))
    box = best if is_below else beside
    if box is None or box.height < _MIN_ABOVE:
        return live, []
    return live if is_below else _cut_figure(live, side, box), [figure.picture(around, box)]


def _find_largest_box(around: Surroundings, figure: Figure, spots: Sequence[_Spot]) -> Box | None:
    """Return the box of a figure at the largest of these spots whose box touches no arrow."""
    for spot in sorted(
        spots, key=lambda spot: min(spot.height, around.max_figure_height), reverse=True
    ):
        if spot.height <= 0:
            break
        box = figure.box(around, *spot)
        if not any(do_touch(box, arrow) for arrow in around.arrows):
            return box
    return None


def _find_height(box: Box | None) -> float:
    return box.height if box else 0.0


def _list_floors(around: Surroundings, side: Side) -> list[tuple[float, float]]:
    """Return widths and floors for a figure above a maze: on all of the maze, above its arrows, in
    a corner of its box."""
    walls, width = around.walls, _MAX_WIDTH * around.live.width
    arrows = min([walls.y, *(arrow.y for arrow in around.arrows)])
    return [
        (width, walls.y - CLEARANCE),
        (width, arrows - CLEARANCE),
        (side.strip_width + CLEARANCE + side.upper, walls.y + side.upper),
    ]


def _find_column_spots(
    around: Surroundings, figure: Figure, end: Point, is_low: bool
) -> list[_Spot]:
    """Return the spot beside the upper or lower half of a maze, as near as possible to an end of
    the path; none where the strip is narrow."""
    side, body, walls = around.side_of(end[0]), around.body, around.walls
    if side.strip_width < _MIN_ABOVE:
        return []
    middle = walls.y + walls.height / 2
    top, floor = (middle + CLEARANCE, body.bottom) if is_low else (body.y, middle - CLEARANCE)
    height = min(around.max_figure_height, figure.height(side.strip_width, floor - top))
    # In the lower half there is ground to stand on.
    floor = floor if is_low else max(top + height, min(floor, end[1] + height / 2))
    return [_Spot(height, side.middle, floor)]


def _draw_at_foot(around: Surroundings, figure: Figure, end: Point) -> list[Picture]:
    """Draw a figure below the maze near the lower end of the path, or beside the maze if it is
    larger there; a flying figure preferably above the strip."""
    aloft = _FLYING_LIFT * around.strip_height * figure.scenes.is_aloft(figure.name)
    boxes = (
        _find_foot_box(around, figure, end, around.body.bottom - lift)
        for lift in sorted({0.0, aloft}, reverse=True)
    )
    large = (
        box for box in boxes if box and max(box.height, box.width / _WIDTH_DIVISOR) >= _MIN_BELOW
    )
    return [figure.picture(around, box) for box in large][:1]


def _find_foot_box(around: Surroundings, figure: Figure, end: Point, floor: float) -> Box | None:
    """Return the best box of a figure above this floor at the foot."""
    walls, max_width = around.walls, _MAX_WIDTH * around.live.width
    side = around.side_of(end[0])
    arrows = max([walls.bottom, *(arrow.bottom for arrow in around.arrows)])
    corner_width = max(1.0, side.strip_width + CLEARANCE + side.lower)
    corner = figure.height(corner_width, floor - walls.bottom + side.lower)
    low, lower = (
        figure.height(max_width, floor - top - CLEARANCE) for top in (walls.bottom, arrows)
    )
    column = [
        _Spot(min(high, floor - around.body.y), x, floor)
        for high, x, _ in _find_column_spots(around, figure, end, is_low=True)
    ]
    spots = [_Spot(corner, side.edge, floor), _Spot(low, side.edge, floor), *column]
    best = _find_largest_box(around, figure, spots)
    spots = [_Spot(low, end[0], floor), _Spot(lower, end[0], floor)]
    below = _find_largest_box(around, figure, spots)
    share = _MIN_SHARE_BELOW_DOOR if around.has_arrow_below(end[0]) else _MIN_SHARE
    return below if _find_height(below) >= share * _find_height(best) else best
