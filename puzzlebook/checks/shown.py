"""The SVG files and PDF pages of a book, compared with the mazes recorded in its manifest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from puzzlebook.checks.drawn import (
    FIGURES,
    Footprint,
    PageDrawing,
    PathGroup,
    Stroke,
    read_svg_layers,
)
from puzzlebook.checks.figures import find_figure_faults, find_thing_faults
from puzzlebook.checks.floors import find_floor_faults, strip_floor
from puzzlebook.checks.marks import Marking, PlacedStage, find_mark_faults, may_be_shut
from puzzlebook.checks.signs import find_drawn_sign_faults
from puzzlebook.checks.wall_decoration import (
    find_decoration_faults,
    find_plank_faults,
    is_near,
    strip_decoration,
    strip_planks,
    strip_rim,
)
from puzzlebook.checks.walls import (
    find_outline_faults,
    find_shading_faults,
    find_wall_faults,
    find_way_faults,
)
from puzzlebook.maze_art.figures import FINDS, find_least_ring
from puzzlebook.maze_art.stage_view import StageView
from puzzlebook.mazes import Maze

_TOLERANCE = 0.1  # points: allowed error of a picture's position on the page
_MAX_INTRUSION = 1.0  # points: how far other drawings may extend into a maze's box
_MARKS = ("start", "finish", "letters", "things")
_LAYERS = {"walls", *_MARKS}


def find_svg_faults(
    content: bytes, maze: Maze, marking: Marking, solved: bool, cache: dict[str, list[Stroke]]
) -> list[str]:
    """List what is wrong with an SVG file of a maze.

    solved: whether the file shows the solution. cache: see `read_svg_layers`.
    """
    try:
        layers = read_svg_layers(content, cache)
    except ValueError as error:
        return [str(error)]
    marking = marking._replace(is_answer=solved)
    shaded = solved and maze.design.picture is not None
    areas = list(chain.from_iterable(layers.get(name, []) for name in _MARKS))
    has_rim = maze.shown.has_drawn_rim or marking.framed
    walls, allowed = layers.get("walls", []), set(_LAYERS)
    faults = find_wall_faults(maze, walls, marking.doors, may_be_shut(maze, areas, marking))
    if maze.design.questions:
        allowed.add("questions")
    if maze.room:
        allowed.add("doors")
        if marking.room and marking.face:
            faults += find_drawn_sign_faults(marking.room, marking.face, layers.get("doors", []))
    if solved:
        allowed.add("solution")
        faults += find_way_faults(maze, layers.get("solution", []), marking.letters)
    if shaded:
        allowed.add("shading")
        faults += find_shading_faults(maze, layers.get("shading", []))
    faults += find_mark_faults(maze, areas, marking)
    if marking.marks.figures:
        allowed.update(FIGURES)
        faults += find_figure_faults(maze, layers)
    if marking.has_finds:
        allowed.add(FINDS)
        faults += find_thing_faults(maze, layers.get(FINDS, []), solved)
    if maze.shown.bridges:
        faults += find_plank_faults(maze, layers.pop("planks", []))
    if has_rim:
        faults += find_outline_faults(maze, layers.pop("outline", []), walls)
    if marking.floored:
        faults += find_floor_faults(maze, layers.pop("floor", []))
    overlays = layers.pop("character", []) if marking.decorated else []
    overlays = [*overlays, *(layers.pop("paper", []) if marking.tinted or has_rim else [])]
    faults += find_decoration_faults(maze, overlays)
    if any(strokes and name not in allowed for name, strokes in layers.items()):
        faults.append("contains something that is not part of its maze")
    return faults


def find_pdf_faults(
    kind: str, place: Mapping[str, Any], drawing: PageDrawing, maze: Maze, marking: Marking
) -> list[str]:
    """List what is wrong with a puzzle or an answer on its page. place: its place in the
    manifest."""
    picture = next((group for group in drawing.groups if _is_at(group, place, maze)), None)
    if picture is None:
        return [f"its {kind} is not where the manifest says"]
    view = marking.view
    marking = marking._replace(is_answer=kind == "answer")
    if view and kind == "answer":  # it recalls the character of its stage
        placed = PlacedStage.around(maze, place, view)
        groups = [group for group in drawing.groups if not _is_stage(group, placed, view)]
        drawing = drawing._replace(groups=groups)
    elif view:
        drawing = _strip_stage(drawing, place, maze, view, marking)
    empty: list[Stroke] = []
    bare, outline, overlays = (
        strip_rim(picture, maze)
        if maze.shown.has_drawn_rim or marking.framed
        else (picture, empty, empty)
    )
    floor_lines: list[Stroke] = []
    if marking.floored and kind != "answer":
        bare, floor_lines = strip_floor(bare, maze)
    planks: list[Stroke] = []
    if maze.shown.bridges:
        bare, planks = strip_planks(bare, maze)
    if (marking.decorated or marking.tinted) and kind != "answer":
        bare, decoration = strip_decoration(bare, maze, marking.decorated)
        overlays = [*overlays, *decoration]
    walls, path, *_ = [*bare.lines, empty, empty]
    areas = list(bare.areas)
    shut = may_be_shut(maze, list(chain.from_iterable(areas)), marking)
    faults = find_decoration_faults(maze, overlays)
    faults += find_wall_faults(maze, walls, marking.doors, shut)
    faults += find_outline_faults(maze, outline, walls)
    faults += find_plank_faults(maze, planks)
    faults += find_floor_faults(maze, floor_lines)
    if kind == "answer":
        faults += find_way_faults(maze, path, marking.letters)
        if len(bare.lines) > 2:
            faults.append("it has a line that is neither a wall nor the solution path")
        if maze.design.picture:
            faults += find_shading_faults(maze, areas.pop(0) if areas else [])
    elif len(bare.lines) > 1:
        faults.append("its solution path is shown")
    faults += find_mark_faults(maze, list(chain.from_iterable(areas)), marking)
    x, y, width, height = place["box"]
    inside = (
        x + _MAX_INTRUSION,
        y + _MAX_INTRUSION,
        x + width - _MAX_INTRUSION,
        y + height - _MAX_INTRUSION,
    )
    if _has_paper(picture, maze, inside):
        drawing = _remove_hidden(drawing, picture)
    boxes = (box for box in _list_boxes(drawing, picture, inside) if _overlap(inside, box))
    cells = [_find_cell_box(cell, place, maze) for cell in marking.labelled]
    if marking.has_finds and kind == "answer":
        cells += [_find_ring_box(cell, place, maze) for cell in marking.labelled]
    boxes = (box for box in boxes if not any(_lies_in(box, cell) for cell in cells))
    if any(
        not _is_in_corner(box, inside, place, maze) and _is_on_cell(box, place, maze)
        for box in boxes
    ):
        faults.append("something is drawn over it")
    return faults


def _strip_stage(
    drawing: PageDrawing, place: Mapping[str, Any], maze: Maze, view: StageView, marking: Marking
) -> PageDrawing:
    """Return a page without the stages around its mazes, and without the words in this stage."""
    groups = [
        group
        for group in drawing.groups
        if not any(_is_stage(group, stage, view) for stage in marking.stages)
    ]
    if view.stage.place.words is None:
        return drawing._replace(groups=groups)
    left, top, unit = PlacedStage.around(maze, place, view)
    a, b, c, d = view.stage.place.words
    words_box = left + a * unit, top + b * unit, left + c * unit, top + d * unit
    return PageDrawing(
        [group for group in groups if not _lies_in(group.bounds, words_box)],
        [box for box in drawing.boxes if not _lies_in(box, words_box)],
    )


def _has_paper(picture: PathGroup, maze: Maze, inside: Footprint) -> bool:
    """Whether a picture paints the paper of all its cells: areas with all corners on the rim."""
    on_rim = [
        stroke
        for stroke in chain.from_iterable(picture.areas)
        if stroke and all(is_near(piece.start, maze, len(maze.open_sides)) for piece in stroke)
    ]
    if not on_rim:
        return False
    left, top, right, bottom = _box_around(picture, list(chain.from_iterable(on_rim)))
    covers_across = left <= inside[0] and right >= inside[2]
    return covers_across and top <= inside[1] and bottom >= inside[3]


def _remove_hidden(drawing: PageDrawing, picture: PathGroup) -> PageDrawing:
    """Return a page without the groups painted before a picture, which its paper hides."""
    groups = [group for group in drawing.groups if group.paint_order[1] >= picture.paint_order[0]]
    return drawing._replace(groups=groups)


def _find_cell_box(cell: int, place: Mapping[str, Any], maze: Maze) -> Footprint:
    """Return a cell's bounding box on the page."""
    left, top = place["box"][:2]
    scale = place["cell"] / maze.shown.narrowest
    xs, ys = zip(*maze.shown.ring(cell), strict=True)
    return (
        left + min(xs) * scale,
        top + min(ys) * scale,
        left + max(xs) * scale,
        top + max(ys) * scale,
    )


def _find_ring_box(cell: int, place: Mapping[str, Any], maze: Maze) -> Footprint:
    """Return the box on the page around the smallest ring that an answer has around a cell."""
    (left, top), (x, y) = place["box"][:2], maze.shown.circle(cell).centre
    scale, radius = place["cell"] / maze.shown.narrowest, find_least_ring()
    x, y = left + x * scale, top + y * scale
    return x - radius, y - radius, x + radius, y + radius


def _is_stage(group: PathGroup, stage: PlacedStage, view: StageView) -> bool:
    offset = max(abs(group.x - stage.x), abs(group.y - stage.y))
    return offset <= _TOLERANCE and abs(group.scale - stage.unit) * view.stage.size <= _TOLERANCE


def _lies_in(box: Footprint, outer: Footprint) -> bool:
    slack = (outer[3] - outer[1]) / 10  # a glyph may extend beyond its line
    return (
        box[0] >= outer[0] - slack
        and box[1] >= outer[1] - slack
        and box[2] <= outer[2] + slack
        and box[3] <= outer[3] + slack
    )


def find_place_faults(kind: str, place: Mapping[str, Any], maze: Maze) -> Iterator[str]:
    """Yield the mismatches between a picture's place in the manifest and its maze."""
    (x, y, *sides), grid = place["box"], maze.shown
    scale = place["cell"] / grid.narrowest
    pairs = {"box": (sides, [grid.width * scale, grid.height * scale])}
    for key, end in (("start", maze.start), ("end", maze.end)):
        point: list[float] = []
        if end is not None:
            across, down = grid.circle(end).centre
            point = [x + scale * across, y + scale * down]
        pairs[key] = place[key] or [], point
    for key, (stated, expected) in pairs.items():
        if len(expected) != len(stated) or any(
            abs(a - b) > _TOLERANCE for a, b in zip(expected, stated, strict=True)
        ):
            yield f"the {key} of its {kind} in the manifest is not that of its maze"


def _is_in_corner(box: Footprint, inside: Footprint, place: Mapping[str, Any], maze: Maze) -> bool:
    """Whether a box overlaps a maze's box only in a corner that the maze leaves free."""
    x, y, width, height = place["box"]
    scale = place["cell"] / maze.shown.narrowest
    left, top, right, bottom = (
        pick(one, other) for pick, one, other in zip((max, max, min, min), box, inside, strict=True)
    )
    corners = ((x, y), (x + width, y), (x, y + height), (x + width, y + height))
    return any(
        max(abs(across - corner[0]) for across in (left, right)) < scale * free
        and max(abs(down - corner[1]) for down in (top, bottom)) < scale * free
        for corner, free in zip(corners, maze.shown.free_corners, strict=True)
    )


def _is_on_cell(box: Footprint, place: Mapping[str, Any], maze: Maze) -> bool:
    """Whether a box is on the middle of any cell: the middle half of its largest circle."""
    left, top = place["box"][:2]
    scale = place["cell"] / maze.shown.narrowest
    circles = (maze.shown.circle(cell) for cell in range(maze.shown.cells))
    return any(
        box[0] < left + (x + radius / 2) * scale
        and left + (x - radius / 2) * scale < box[2]
        and box[1] < top + (y + radius / 2) * scale
        and top + (y - radius / 2) * scale < box[3]
        for (x, y), radius in circles
    )


def _is_at(group: PathGroup, place: Mapping[str, Any], maze: Maze) -> bool:
    """Whether a group has the position and scale that the manifest states."""
    x, y, *_ = place["box"]
    scale = place["cell"] / maze.shown.narrowest
    error = max(abs(group.x - x), abs(group.y - y), 10 * abs(group.scale - scale))
    return bool(error <= _TOLERANCE)


def _list_boxes(drawing: PageDrawing, maze: PathGroup, inside: Footprint) -> Iterator[Footprint]:
    """Yield a box around each item, other than the maze, that may lie in this part of the page.

    Each piece of a line has its own box.
    """
    yield from drawing.boxes
    for index, group in enumerate(drawing.groups):
        # An area painted first and larger than the maze is the page's background.
        is_background = not (index or any(group.lines)) and _lies_in(inside, group.bounds)
        if group is not maze and not is_background and _overlap(inside, group.bounds):
            for stroke in chain.from_iterable(group.lines):
                yield from (_box_around(group, [piece]) for piece in stroke)
            outlines = filter(None, chain.from_iterable(group.areas))
            yield from (_box_around(group, outline) for outline in outlines)


def _box_around(group: PathGroup, stroke: Stroke) -> Footprint:
    points = [group.map_to_page(point) for piece in stroke for point in piece]
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _overlap(one: Footprint, other: Footprint) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
