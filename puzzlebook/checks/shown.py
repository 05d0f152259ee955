"""Whether the files of a book show the maze that its manifest says: its SVG files, and its two
places in each PDF."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from puzzlebook.checks.drawn import Footprint, PageDrawing, PathGroup, Stroke, read_svg_layers
from puzzlebook.checks.marks import Marking, mark_faults, may_be_shut
from puzzlebook.checks.wall_decoration import find_decoration_faults, strip_decoration, strip_rim
from puzzlebook.checks.walls import (
    find_outline_faults,
    find_shading_faults,
    find_wall_faults,
    find_way_faults,
)
from puzzlebook.mazes.free_corners import measure_free_corners
from puzzlebook.mazes.maze import Maze

_NEAR = 0.1
"""How far a picture may be from where the manifest says it stands, in points."""
# So near to a maze's box, in points, nothing else is looked for: what touches it is not drawn over
# it.
_RIM = 1.0
_MARKS = ("start", "finish", "letters", "things")
_LAYERS = {"walls", *_MARKS}


def find_svg_faults(
    content: bytes, maze: Maze, marking: Marking, solved: bool, known: dict[str, list[Stroke]]
) -> list[str]:
    """What is wrong with an SVG file of a maze. solved: with its solution. known: see
    `read_svg_layers`."""
    try:
        layers = read_svg_layers(content, known)
    except ValueError as error:
        return [str(error)]
    shaded = solved and maze.design.picture is not None
    areas = list(chain.from_iterable(layers.get(name, []) for name in _MARKS))
    found = find_wall_faults(
        maze, layers.get("walls", []), marking.doors, may_be_shut(maze, areas, marking)
    )
    found += find_way_faults(maze, layers.get("solution", []), marking.letters) if solved else []
    found += find_shading_faults(maze, layers.get("shading", [])) if shaded else []
    found += mark_faults(maze, areas, marking)
    has_rim = maze.shown.has_drawn_rim
    over = [
        *(["character"] if marking.dressed else []),
        *(["paper"] if marking.tinted or has_rim else []),
    ]
    found += (
        find_outline_faults(maze, layers.pop("outline", []), layers.get("walls", []))
        if has_rim
        else []
    )
    found += find_decoration_faults(
        maze, [stroke for name in over for stroke in layers.pop(name, [])]
    )
    wanted = _LAYERS | ({"solution"} if solved else set()) | ({"shading"} if shaded else set())
    strange = [name for name, strokes in layers.items() if strokes and name not in wanted]
    return [*found, *(["holds something that is no part of its maze"] if strange else [])]


def find_pdf_faults(
    kind: str, place: Mapping[str, Any], drawn: PageDrawing, maze: Maze, marking: Marking
) -> list[str]:
    """What is wrong with the puzzle or the answer, given its place in the manifest and all that is
    on its page."""
    picture = next(
        (picture for picture in drawn.pictures if _is_at_place(picture, place, maze)), None
    )
    if picture is None:
        return [f"its {kind} is not where the manifest says"]
    empty: list[Stroke] = []
    bare, outline, over = (
        strip_rim(picture, maze) if maze.shown.has_drawn_rim else (picture, empty, empty)
    )
    if (marking.dressed or marking.tinted) and kind == "puzzle":
        bare, dress = strip_decoration(bare, maze, marking.dressed)
        over = [*over, *dress]
    walls, way, *_ = [*bare.lines, empty, empty]
    areas = list(bare.areas)
    shut = may_be_shut(maze, list(chain.from_iterable(areas)), marking)
    found = [
        *find_decoration_faults(maze, over),
        *find_wall_faults(maze, walls, marking.doors, shut),
    ]
    found += find_outline_faults(maze, outline, walls)
    if kind == "answer":
        found += find_way_faults(maze, way, marking.letters)
    if len(bare.lines) > 1 + (kind == "answer"):
        found.append(
            "a line is drawn in it that is neither wall nor way"
            if kind == "answer"
            else "its way is shown"
        )
    if kind == "answer" and maze.design.picture:
        found += find_shading_faults(maze, areas.pop(0) if areas else [])
    found += mark_faults(maze, list(chain.from_iterable(areas)), marking)
    x, y, width, height = place["box"]
    inside = x + _RIM, y + _RIM, x + width - _RIM, y + height - _RIM
    reaching = (box for box in _list_boxes(drawn, picture, inside) if _do_overlap(inside, box))
    if any(not _is_beside(box, inside, place, maze) for box in reaching):
        found.append("something is drawn over it")
    return found


def place_faults(kind: str, place: Mapping[str, Any], maze: Maze) -> Iterator[str]:
    """What the manifest says of a picture's place that does not fit its maze."""
    (x, y, *sides), grid = place["box"], maze.shown
    scale = place["cell"] / grid.narrowest
    made = {"box": [grid.width * scale, grid.height * scale]}
    said = {"box": sides}
    for key, end in (("start", maze.start), ("end", maze.end)):
        made[key] = (
            []
            if end is None
            else [at + scale * way for at, way in zip((x, y), grid.circle(end).centre, strict=True)]
        )
        said[key] = place[key] or []
    for key, values in made.items():
        if len(values) != len(said[key]) or any(
            abs(a - b) > _NEAR for a, b in zip(values, said[key], strict=True)
        ):
            yield f"the {key} of its {kind} in the manifest is not that of its maze"


def _is_beside(box: Footprint, inside: Footprint, place: Mapping[str, Any], maze: Maze) -> bool:
    """Whether what reaches into a maze's box does so in a corner that the maze leaves free."""
    x, y, width, height = place["box"]
    scale = place["cell"] / maze.shown.narrowest
    left, top, right, bottom = (
        pick(one, other) for pick, one, other in zip((max, max, min, min), box, inside, strict=True)
    )
    corners = ((x, y), (x + width, y), (x, y + height), (x + width, y + height))
    return any(
        max(abs(across - corner[0]) for across in (left, right)) < scale * nook
        and max(abs(down - corner[1]) for down in (top, bottom)) < scale * nook
        for corner, nook in zip(corners, measure_free_corners(maze.shown), strict=True)
    )


def _is_at_place(picture: PathGroup, place: Mapping[str, Any], maze: Maze) -> bool:
    """Whether a picture is drawn where the manifest says, and as large."""
    x, y, *_ = place["box"]
    scale = place["cell"] / maze.shown.narrowest
    return bool(
        max(abs(picture.x - x), abs(picture.y - y), 10 * abs(picture.scale - scale)) <= _NEAR
    )


def _list_boxes(drawn: PageDrawing, but: PathGroup, inside: Footprint) -> Iterator[Footprint]:
    """The boxes around all that may be inside a part of a page, but for one picture: of lines,
    around each of their pieces."""
    yield from drawn.others
    for picture in drawn.pictures:
        if picture is not but and _do_overlap(inside, picture.around):
            strokes = chain.from_iterable(picture.lines)
            yield from (_box_around(picture, [piece]) for stroke in strokes for piece in stroke)
            yield from (
                _box_around(picture, outline)
                for outline in chain.from_iterable(picture.areas)
                if outline
            )


def _box_around(picture: PathGroup, stroke: Stroke) -> Footprint:
    points = [picture.map_to_page(point) for piece in stroke for point in piece]
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _do_overlap(one: Footprint, other: Footprint) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
