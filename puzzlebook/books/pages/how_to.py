"""The page that explains how to solve a maze, with a small worked example.

Two explanations have a figure: a door as drawn in the first room, and a bridge with a path that
leads over and beneath it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import NamedTuple

from puzzlebook.books.pages.front import (
    SHARES,
    lay_out_framed,
    set_page_title,
    shrink_type,
)
from puzzlebook.books.pages.ornaments import (
    make_bridge_example,
    make_heart_maze,
    make_hidden_picture_maze,
    make_ornament,
    mark,
)
from puzzlebook.books.planning.alt_text import describe_figure, end_name
from puzzlebook.books.planning.setting import Setting, answer_ink, thin_way
from puzzlebook.books.scenes import tableaux
from puzzlebook.drawing.drawing import Style
from puzzlebook.language.words import Words
from puzzlebook.maze_art.extent import scale_to_fit
from puzzlebook.maze_art.inked import draw_answer, draw_puzzle
from puzzlebook.maze_art.marks import NO_MARKS
from puzzlebook.maze_art.room_signs import PrintedRoom, draw_example_door
from puzzlebook.typesetting.flow import Flow
from puzzlebook.typesetting.layout import THINNEST, set_left
from puzzlebook.typesetting.page import ARTIFACT, Box, Item, Page, Picture, move_items

# Type sizes to try first, as shares of the book's type size: before SHARES, and in large print.
_LARGER_TYPE = (1.3, 1.15)
_FRAMED_TYPE = (1.55, 1.45)  # before these, on a page with a frame
_LARGE_PRINT_TYPE = (1, 0.9)
# Smallest width of the example maze, in points: usually, and where type is larger than the book's.
_MIN_EXAMPLE, _MIN_LARGE_EXAMPLE = 90.0, 120.0
_LEGEND = 3.6  # height of the legend's pictures, in ems
_COLUMN_GAP = 2.0  # space between two columns, in ems
_FOOT = 0.19  # height of the scene at the foot, as a share of the page height
_WALL = 0.13  # thickness of walls between small cells, as a share of a cell's width
# In ems: a cell of a drawn door, a cell of a drawn bridge, the space beside these figures, and the
# narrowest column of text there.
_DOOR, _BRIDGE, _FIGURE_GAP, _MIN_COLUMN = 2.0, 2.4, 1.2, 11.0
_MAX_MINUTES = 90  # longer times are given in hours


class RoomsShown(NamedTuple):
    """Facts about a maze over many rooms. first: the first room. minutes: how long the maze takes
    by our estimate, and for a reader who goes through every room."""

    first: PrintedRoom
    minutes: tuple[float, float]


class Advice(NamedTuple):
    """A paragraph with an optional figure beside it, which is at (0, 0)."""

    text: str
    figure: Picture | None = None


def lay_out_how_to_page(setting: Setting, number: int, shown: RoomsShown | None = None) -> Page:
    """Lay out the page that explains how to solve a maze, with a small worked example.

    The type grows or shrinks to leave space for the example. Large print first drops the legend,
    which the example repeats, and then the example. With scenes, the hero is at the foot.
    """
    tries = [[(share, True) for share in _list_shares(setting)]]
    if setting.is_large_print:
        tries.insert(
            0, [(share, legend) for legend in (True, False) for share in _LARGE_PRINT_TYPE]
        )
    fitting = (_fit_how_to(setting, number, group, shown) for group in tries)
    items = next(filter(None, fitting), None)
    items = items or _set_how_to(shrink_type(setting, SHARES[-1]), number, shown)[0]
    return setting.sheet.page(number, *items)


def _list_shares(setting: Setting) -> Sequence[float]:
    """List the type sizes to try, as shares of the book's type size."""
    if setting.is_large_print:
        return SHARES
    return (*(_FRAMED_TYPE if setting.frames_pages else ()), *_LARGER_TYPE, *SHARES)


def _fit_how_to(
    setting: Setting,
    number: int,
    tries: Sequence[tuple[float, bool]],
    shown: RoomsShown | None,
) -> list[Item]:
    """Set the page for each try (share of the type size, whether it has a legend); return the best.

    The best is the first page with an example maze that is large enough, then the first with a
    smaller maze, then the first whose words fit. If no words fit, the list is empty. If all mazes
    are rooms, type does not shrink to make space for a maze.
    """
    with_small_maze: list[Item] = []
    without_maze: list[Item] = []
    for share, legend in tries:
        items, fits, side = _set_how_to(shrink_type(setting, share), number, shown, legend)
        if not fits:
            continue
        if share < 1 and setting.is_of_rooms:
            side = 0.0
        if side >= (_MIN_LARGE_EXAMPLE if share > 1 or setting.is_large_print else _MIN_EXAMPLE):
            return items
        with_small_maze = with_small_maze or (items if side else [])
        without_maze = without_maze or items
    return with_small_maze or without_maze


def _set_how_to(
    setting: Setting, number: int, shown: RoomsShown | None, legend: bool = True
) -> tuple[list[Item], bool, float]:
    """Set the page; return its items, whether they fit, and the example maze's width or 0."""
    sizes, words = setting.sizes, setting.words
    # Large print needs the room of a frame for its example.
    framed, live = (
        ([], setting.sheet.live(number))
        if setting.is_large_print
        else lay_out_framed(setting, number)
    )
    # On a wide page the example maze is beside the words.
    is_wide = live.width > live.height
    head = Flow(live)
    set_page_title(setting, head, words("how_to_title"))
    column = live.inset(right=live.width * 0.52) if is_wide else live
    flow = Flow(column, head.y)
    flow.gap(sizes.body * 0.8)
    for advice in _list_advice(setting, shown):
        _set_advice(setting, flow, advice)
        flow.gap(sizes.body * 0.5)
    # In a later volume of a series, a neighbouring theme has another hero.
    has_legend = legend and not setting.has_figures  # the example shows hero and goal
    if has_legend and setting.recipe.end_marks.icons and not setting.shown_neighbours:
        flow.gap(sizes.body)
        flow.items += _draw_legend(setting, column, flow.y)
        flow.y += sizes.body * _LEGEND * 1.15
    fits = flow.y <= live.bottom
    flow.gap(sizes.body * 1.2)
    beside = live.inset(left=live.width * 0.54, top=head.y + sizes.body * 0.8 - live.y)
    foot = live.height * _FOOT if setting.scenes and not is_wide else 0.0
    worked, side = _draw_example(
        setting, beside if is_wide else live.inset(top=flow.y - live.y, bottom=foot)
    )
    has_room = bool(worked) or (shown and flow.y <= live.bottom - foot)
    scene = (
        tableaux.draw_title(setting.scenes, live.inset(top=live.height - foot))
        if setting.scenes and has_room
        else []
    )
    return [*framed, *head.items, *flow.items, *worked, *scene], fits, side


def _list_advice(setting: Setting, shown: RoomsShown | None) -> Iterator[Advice]:
    """Yield the paragraphs of the page in order."""
    words, theme = setting.words, setting.theme
    start, finish = words.end("start", theme.start_name), words.end("finish", theme.finish_name)
    yield Advice(words(f"how_to_{setting.marks_phrase}", start=start, finish=finish))
    task = words("picture_question").rstrip(" _")
    if setting.is_hiding:
        yield Advice(task)
    yield from map(Advice, words.lines("how_to_rules"))
    if not setting.is_hiding:  # a small page may have no room for it beside a riddle
        # Where sections are mixed, riddles are in any of them, and their pages say what to do.
        parts = (part for part in setting.parts if part.pictures and not part.is_mixed)
        titles = dict.fromkeys(part.section.title for part in parts)
        yield from (Advice(f"{words.quote(title)}: {task}") for title in titles if title and task)
    if any(part.section.bridges for part in setting.parts):
        yield Advice(words("how_to_bridges"), _draw_example_bridge(setting))
    if any(part.section.spread for part in setting.parts):
        yield Advice(words("how_to_spread"))
    if shown:
        yield from _explain_rooms(setting, shown)
    yield from map(Advice, _hints(setting))


def _explain_rooms(setting: Setting, shown: RoomsShown) -> Iterator[Advice]:
    """Yield the paragraphs on rooms, one of them with a door as drawn in the first room."""
    words, matter = setting.words, setting.recipe.book.matter
    whole, *more = words.lines("how_to_rooms") or [""]
    yield Advice(whole)
    if shown.first.signs:
        sign = shown.first.signs[0]
        blanks = {"letter": sign.letter, "sign": sign.beyond, "room": sign.room}
        door = words("how_to_door", **blanks, there=sign.there)
        scale = _DOOR * setting.sizes.body
        line = Style(setting.ink.wall, setting.ink.wall_colour)
        drawing, labels = draw_example_door(sign, scale, line, setting.sizes.face)
        yield Advice(door, Picture(0, 0, drawing, labels=labels))
    yield from map(Advice, more)
    minimum, maximum = (_say_duration(words, minutes) for minutes in shown.minutes)
    yield Advice(words("how_to_time", least=minimum, most=maximum))
    if "key" in matter:
        yield Advice(words("how_to_hint"))
    if "colophon" in matter and setting.recipe.codes != "none":
        yield Advice(words("how_to_lost", title=words.quote(words("colophon_title"))))


def _say_duration(words: Words, minutes: float) -> str:
    """Return the phrase for a time, rounded up to tens of minutes or to hours."""
    tens = 10 * max(1, ceil(minutes / 10))
    if tens <= _MAX_MINUTES:
        return words("about_minutes", count=tens)
    return words("about_hours", count=ceil(minutes / 60))


def _draw_example_bridge(setting: Setting) -> Picture:
    """Draw a path that crosses a bridge, turns, and leads on beneath the bridge."""
    plate, scale = make_bridge_example(setting), _BRIDGE * setting.sizes.body
    ink = answer_ink(scale, setting.order.tint, is_large_print=setting.is_large_print)
    return Picture(0, 0, draw_answer(plate, scale, ink))


def _set_advice(setting: Setting, flow: Flow, advice: Advice) -> None:
    """Set a paragraph beside its figure, if any, or below the figure in a narrow column."""
    size, figure = setting.sizes.body, advice.figure
    if figure is None:
        flow.set(advice.text, setting.sizes.face, size)
        return
    across, down = (
        figure.drawing.scale * length for length in (figure.drawing.width, figure.drawing.height)
    )
    left, top = across + _FIGURE_GAP * size, flow.y
    flow.items.append(figure._replace(x=flow.box.x, y=top))
    if flow.box.width - left < _MIN_COLUMN * size:
        flow.gap(down + size / 2)
        flow.set(advice.text, setting.sizes.face, size)
        return
    beside = Flow(flow.box.inset(left=left), top)
    beside.set(advice.text, setting.sizes.face, size)
    spare = max(0.0, down - (beside.y - top)) / 2  # a short text is centred vertically
    flow.items += move_items(beside.items, 0, spare)
    flow.y = max(beside.y, top + down)


def _hints(setting: Setting) -> list[str]:
    """List the sentences that explain stars and answer pages."""
    words, matter = setting.words, setting.recipe.book.matter
    hints = [words("how_to_stars")] if setting.has_stars else []
    # In children's books the foot of each puzzle page says where the answer is.
    return [*hints, words("how_to_answers")] if "key" in matter and not setting.scenes else hints


def _draw_legend(setting: Setting, live: Box, y: float) -> list[Item]:
    """Draw start and finish, large and labelled, aligned with the halves of the example maze."""
    sizes, words, theme = setting.sizes, setting.words, setting.theme
    items: list[Item] = []
    size = sizes.body * _LEGEND
    figures = _draw_figures(setting, live, y, size) if setting.has_figures else []
    for half, (word, picture) in enumerate(
        (("how_to_start", theme.start), ("how_to_finish", theme.finish))
    ):
        box = _half(live, half, sizes.body)._replace(y=y, height=size)
        baseline = y + size / 2 + sizes.body * 0.34
        name = set_left(
            words(word), box.inset(left=size * 1.35), baseline, setting.sizes.bold, sizes.body
        )
        tag = describe_figure(end_name(setting, is_start=half == 0))
        shown = figures[half] if figures else mark(picture, box.x, y, size)
        items += [shown._replace(tag=tag), name._replace(tag=ARTIFACT)]
    return items


def _draw_figures(setting: Setting, live: Box, y: float, size: float) -> list[Picture]:
    """Draw hero and goal instead of the theme's marks, one in each half."""
    from puzzlebook.books.scenes.placing import choose_poses, fit_drawing

    assert setting.scenes
    boxes = (_half(live, half, setting.sizes.body) for half in range(2))
    return [
        fit_drawing(setting.scenes.piece(name), Box(box.x, y, size, size), at=0.0)
        for box, name in zip(boxes, choose_poses(setting.scenes, 1)[1:], strict=True)
    ]


def _draw_example(setting: Setting, box: Box) -> tuple[list[Item], float]:
    """Draw a small maze beside its answer; return the items and the width of each drawing.

    If there is not enough space, return no items and 0.
    """
    sizes, words = setting.sizes, setting.words
    marks, has_figures = setting.recipe.end_marks, setting.has_figures
    is_of_pictures = all(
        part.silhouettes and part.section.edge == "drawn" for part in setting.parts
    )
    purpose = "how to solve"
    if setting.is_hiding:
        plate = make_hidden_picture_maze(setting, purpose, marks)
    else:
        plate = (
            make_heart_maze(setting, purpose, marks)
            if is_of_pictures
            else make_ornament(
                setting,
                purpose,
                setting.sample,
                setting.sample,
                marks.at_doors if has_figures else marks,
            )
        )
    side = min(_half(box, 0, sizes.body).width, box.height - sizes.leading * 1.7)
    if side < _MIN_EXAMPLE:
        return [], 0.0
    scale = scale_to_fit(plate.extent, setting.wall, side, side)
    items: list[Item] = []
    thin, ink = (
        answer_ink(scale, setting.order.tint, is_large_print=setting.is_large_print),
        setting.ink,
    )
    if setting.is_hiding:  # its cells are small, and its shading shows the picture
        thin, ink = thin_way(thin), ink._replace(wall=max(THINNEST, min(ink.wall, scale * _WALL)))
    solved = plate
    if has_figures:
        from puzzlebook.maze_art.figures import clear_doors

        solved = clear_doors(plate)
    drawings = (
        (words("how_to_puzzle"), draw_puzzle(plate, scale, ink), "example"),
        (words("how_to_answer"), draw_answer(solved, scale, thin), "example_answer"),
    )
    for half, (caption, drawing, spoken) in enumerate(drawings[: 1 if marks == NO_MARKS else 2]):
        cell = _half(box, half, sizes.body)._replace(height=side)
        items.append(set_left(caption, cell, box.y + sizes.body, setting.sizes.bold, sizes.body))
        items.append(
            Picture(
                cell.x,
                box.y + sizes.leading * 1.4,
                drawing,
                describe_figure(words.say_spoken(spoken)),
            )
        )
    return items, side


def _half(box: Box, half: int, size: float) -> Box:
    """Return the left (0) or right (1) half of a box, without the space between the halves."""
    gap = _COLUMN_GAP * size
    return box._replace(x=box.x + half * (box.width + gap) / 2, width=(box.width - gap) / 2)
