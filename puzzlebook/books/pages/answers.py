"""The answer key: small mazes with their solution paths, each below its puzzle's number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from puzzlebook.books.pages.back import add_code
from puzzlebook.books.planning.alt_text import (
    describe_solution_path,
    make_answer_tag,
    make_part_tag,
)
from puzzlebook.books.planning.setting import (
    HEAVY,
    Entry,
    Placement,
    Setting,
    answer_ink,
    center_drawing,
    thin_way,
)
from puzzlebook.drawing.drawing import Drawing, Layer, Style
from puzzlebook.maze_art.extent import Extent, scale_to_fit
from puzzlebook.maze_art.inked import draw_answer, find_inked_box
from puzzlebook.recipes.order import BookSection
from puzzlebook.typesetting import text
from puzzlebook.typesetting.flow import Flow, first_fitting
from puzzlebook.typesetting.layout import (
    ARRANGEMENTS,
    MIN_PASSAGE,
    MIN_TYPE,
    THINNEST,
    arrange,
    center,
    round_box_path,
    set_left,
    set_right,
)
from puzzlebook.typesetting.page import ARTIFACT, Box, Item, Link, Page, Picture, Tag, tag_items

if TYPE_CHECKING:
    from puzzlebook.maze_art.recalled import Recalled

_GAP = 14.0  # points between answers
_AROUND_CARD, _ROUNDNESS = 2.0, 7.0  # points: around the line of an answer; of its corners
_CARD = (0.6, 0.6, 0.6)
# Of a caption: its number in sizes of its type, the height of its capitals, the room above it in
# its card, in points, and that below its baseline, in sizes of small type.
_NUMBER, _CAPITALS, _ABOVE_CAPTION, _BELOW_CAPTION = 1.25, 0.72, 5.0, 0.6
_TACTILE_GAP = 15.0
"""Extra space between caption and picture on tactile pages, in points, for 1/4 inch in total."""
_NAME = 1.2  # height of the name below a picture, as a multiple of small type
_QUESTION, _QUESTION_ROW = 0.8, 1.35  # type of questions, as a share of small type; row, in ems
_SEPARATOR = ", "  # between the letters where a path crosses the fold
_SHARES = (1, 0.9, 0.8, 0.7, 0.6, 0.5)  # type sizes to try for a long solution path, as shares
_MAX_HEAD = 0.35  # largest height of a head with paths through rooms, as a share of the page
_WIDE_PAGE = _WIDE_NUMBER = 88  # a number with two wide digits

_Bounds = tuple[float, float, float, float]  # left, top, right, bottom


def answer_boxes(setting: Setting, per_page: int, number: int, first: bool) -> list[Box]:
    """Return the boxes of the answers on a page of the key. The first page also has the heading."""
    return arrange(per_page, _room(setting, number, first))


def count_fitting_answers(setting: Setting, extents: Iterable[Extent], wanted: int) -> int:
    """Return how many answers fit on a page, at most `wanted`, with every passage wide enough."""
    extents = list(extents)
    for count in sorted((count for count in ARRANGEMENTS if count <= wanted), reverse=True):
        box = _picture_box(setting, answer_boxes(setting, count, 1, True)[0])
        widths = (answer_scale(setting, extent, box) - THINNEST for extent in extents)
        if all(width >= MIN_PASSAGE for width in widths):
            return count
    return 1


def answer_scale(setting: Setting, extent: Extent, box: Box) -> float:
    """Return the scale, in points per cell, at which a maze fits a box."""
    return scale_to_fit(extent, HEAVY, box.width, box.height)


def lay_out_answer_page(
    setting: Setting,
    answers: Sequence[tuple[Entry, Placement]],
    number: int,
    puzzle_pages: Sequence[int],
    first: bool,
    path_lines: Sequence[str] = (),
) -> Page:
    """Lay out a page of the key with these answers. path_lines: lines with the solution paths
    through many rooms, for the head of the first page."""
    items: list[Item] = _set_furniture(setting, number, first, path_lines)
    links = []
    for (entry, placement), puzzle_page in zip(answers, puzzle_pages, strict=True):
        if not setting.is_tactile:
            items.append(_draw_card(placement.box))
        number_line, *note = _set_caption(setting, entry, placement, puzzle_page)
        heading = make_answer_tag(setting)
        leads = Tag("Link", within=Tag("P") if note else heading)
        items += [*tag_items([number_line], heading if note else leads), *tag_items(note, leads)]
        items += _set_name(setting, entry, placement)
        items.append(placement.picture._replace(tag=describe_solution_path(setting, entry)))
        where = _say_puzzle_page(setting, entry, puzzle_page)
        links.append(Link(placement.box, puzzle_page, where, leads))
    return setting.sheet.page(number, *items, links=links)


def place_answer(setting: Setting, entry: Entry, box: Box) -> Picture:
    """Draw an answer in the middle of its box, as large as it fits."""
    room = _find_picture_room(setting, entry, box)
    bounds, scale = _measure_answer(setting, entry, room)
    left, top, right, bottom = bounds
    ink = answer_ink(scale, setting.order.tint, setting.is_tactile, setting.is_large_print)
    drawing = draw_answer(entry.maze.solved, scale, thin_way(ink) if entry.picture else ink)
    rim = HEAVY / scale
    drawing = drawing._replace(
        left=left - rim,
        top=top - rim,
        width=right - left + 2 * rim,
        height=bottom - top + 2 * rim,
    )
    if entry.view:
        from puzzlebook.maze_art.recalled import add_recalled, show_own_figures

        recalled = _choose_recalled(setting, entry, room)
        drawing = show_own_figures(drawing, entry.view.stage)
        drawing = add_recalled(drawing, entry.view, recalled, THINNEST)
    picture = center_drawing(drawing, room)
    if entry.maze.room:
        from puzzlebook.maze_art.room_signs import set_door_signs

        signs, bold = entry.maze.room.signs, setting.sizes.bold
        labels = set_door_signs(drawing, signs, bold, MIN_TYPE, short=True)
        return picture._replace(labels=labels)
    return picture


def _measure_answer(setting: Setting, entry: Entry, room: Box) -> tuple[_Bounds, float]:
    """Return the box around an answer in cell widths, and the scale at which it fits its room."""
    bounds = find_inked_box(entry.maze.solved, has_signs=bool(entry.maze.room))
    if entry.view:
        bounds = _join_recalled(entry, bounds, _choose_recalled(setting, entry, room))
    return bounds, answer_scale(setting, _measure_extent(bounds), room)


def _choose_recalled(setting: Setting, entry: Entry, room: Box) -> Recalled:
    """Return what the answer to a maze in a stage shows of it: its character or, in books without
    scenes, its object in pale lines, if passages are wide enough beside it; otherwise only the
    pictures on the maze."""
    from puzzlebook.maze_art.recalled import recall_character, recall_pictures, recall_plate

    assert entry.view
    recall = recall_character if setting.scenes else recall_plate
    recalled = recall(entry.view.stage, entry.view.crop)
    bounds = _join_recalled(entry, find_inked_box(entry.maze.solved), recalled)
    if answer_scale(setting, _measure_extent(bounds), room) - THINNEST >= MIN_PASSAGE:
        return recalled
    return recall_pictures(entry.view.stage)


def _join_recalled(entry: Entry, bounds: _Bounds, recalled: Recalled) -> _Bounds:
    from puzzlebook.maze_art.recalled import measure_recalled
    from puzzlebook.maze_art.stage_things import join_boxes

    assert entry.view
    return join_boxes([bounds, measure_recalled(entry.view, recalled)])


def _measure_extent(bounds: _Bounds) -> Extent:
    left, top, right, bottom = bounds
    return Extent(right - left, bottom - top, 0.0)


def _find_picture_room(setting: Setting, entry: Entry, box: Box) -> Box:
    """Return the part of an answer's box for its picture."""
    rows = len(_list_rows(setting, entry, box.width - _GAP))
    below = rows * _QUESTION_ROW * _choose_row_type(setting, entry)
    return _picture_box(setting, box).inset(bottom=below)


def _room(setting: Setting, number: int, first: bool) -> Box:
    live = setting.sheet.live(number)
    head = _set_longest_head(setting, live).y - live.y if first else 0
    return live.inset(
        top=head + (setting.sizes.small if first else 0), bottom=setting.sizes.small * 2.2
    )


def _set_longest_head(setting: Setting, live: Box) -> Flow:
    """Set the head of the key with the longest likely paths through many rooms, in smaller type if
    the answers would have too little space."""
    rooms = [part.mazes for part in setting.parts if part.section.doors]
    if not rooms:
        return _set_head(setting, live)
    from puzzlebook.books.pages.rooms import find_longest_path_line

    path_lines, maximum = (
        [find_longest_path_line(setting, count) for count in rooms],
        _MAX_HEAD * live.height,
    )
    tries = (_set_head(setting, live, path_lines, share) for share in _SHARES)
    return first_fitting(tries, lambda flow: flow.y - live.y <= maximum)


def _set_head(
    setting: Setting, live: Box, path_lines: Sequence[str] = (), share: float = 1
) -> Flow:
    """Set the head of the key: heading, explanatory note, and the solution paths through many
    rooms. share: the type size of note and paths, as a share of small type.

    Tactile books have no head, since it would be in the way of the reader's fingers.
    """
    sizes, words = setting.sizes, setting.words
    flow = Flow(live)
    if setting.is_tactile:
        return flow
    flow.set(
        words("answers_title"),
        sizes.titles,
        sizes.heading,
        leading=1.3,
        heading=True,
        tag=make_part_tag(setting),
    )
    phrase = "answers_note_rooms" if setting.is_of_rooms else "answers_note"
    note = words("answers_note_shaded" if setting.is_hiding else phrase)
    flow.set(note, sizes.face, share * sizes.foot)
    for path_line in path_lines:
        flow.set(path_line, sizes.face, share * sizes.small)
    return flow


def _set_paths(setting: Setting, live: Box, path_lines: Sequence[str]) -> Flow:
    """Set the head of the key with these paths, in type small enough for the reserved height."""
    head_bottom = _set_longest_head(setting, live).y
    tries = (_set_head(setting, live, path_lines, share) for share in _SHARES)
    return first_fitting(tries, lambda flow: flow.y <= head_bottom)


def _picture_box(setting: Setting, box: Box) -> Box:
    gap = _TACTILE_GAP if setting.is_tactile else 0.0
    has_names = any(
        part.pictures or part.section.collect or _names_plates(setting, part)
        for part in setting.parts
    )
    name = setting.sizes.small * _NAME if has_names else 0.0
    above = _find_baseline(setting) + setting.sizes.small * _BELOW_CAPTION + gap
    return box.inset(_GAP / 2, above, _GAP / 2, _GAP + name)


def _names_plates(setting: Setting, part: BookSection) -> bool:
    """Return whether answers say what the drawings of a section show: in books without scenes."""
    return bool(part.stages) and setting.scenes is None


def _find_baseline(setting: Setting) -> float:
    """Return the distance of the baseline of a caption from the top of its box."""
    return _AROUND_CARD + _ABOVE_CAPTION + _CAPITALS * _NUMBER * setting.sizes.body


def _draw_card(box: Box) -> Picture:
    """Draw the line around an answer and its caption."""
    card = box.inset(_AROUND_CARD, _AROUND_CARD, _AROUND_CARD, _AROUND_CARD)
    return Picture(card.x, card.y, _outline_card(card.width, card.height))


@lru_cache(maxsize=8)
def _outline_card(width: float, height: float) -> Drawing:
    path = round_box_path(Box(0, 0, width, height), _ROUNDNESS)
    layer = Layer("card", Style(THINNEST, _CARD), (path,))
    return Drawing(0, 0, width, height, 1, (layer,), is_reused=True)


def _set_caption(
    setting: Setting, entry: Entry, placement: Placement, puzzle_page: int
) -> list[Item]:
    """Set a maze's number and its puzzle's page, centred together above the picture."""
    face, size, box = setting.sizes.face, setting.sizes.small, placement.box
    baseline = box.y + _find_baseline(setting)
    words, bold = setting.words, setting.sizes.bold
    if entry.maze.room:
        name = setting.name_maze(entry.part, entry.maze.room.number)
        return [center(name, box, baseline, bold, size * 1.1)]
    number, note = words.number(entry.number), _say_puzzle_page(setting, entry, puzzle_page)
    # Measured with the longest note, so that all captions in a key look alike.
    longest = _say_puzzle_page(setting, entry, _WIDE_PAGE)

    def measure_number(number: str, size: float) -> float:
        return text.measure_width(number, bold, size * _NUMBER) + size * 0.6

    for size in (setting.sizes.body, setting.sizes.small):
        widest_number = measure_number(words.number(_WIDE_NUMBER), size)
        note_size = text.fit_size(longest, face, size, box.width - widest_number - _GAP)
        if note_size == size:
            break
    number_width = measure_number(number, size)
    if widest_number + text.measure_width(longest, face, note_size) > box.width - _GAP / 2:
        # In the narrowest boxes the number alone identifies the puzzle.
        return [center(number, box, baseline, bold, size * _NUMBER)]
    left = (box.width - number_width - text.measure_width(note, face, note_size)) / 2
    return [
        set_left(number, box.inset(left=left), baseline, setting.sizes.bold, size * _NUMBER),
        set_left(
            note,
            box.inset(left=left + number_width),
            baseline,
            face,
            note_size,
        ),
    ]


def _say_puzzle_page(setting: Setting, entry: Entry, page: int) -> str:
    """Return the phrase that says on which page, or two pages, the puzzle is."""
    if entry.part.section.spread:
        return setting.words("puzzle_on_both", first=page, last=page + 1)
    return setting.words("puzzle_on", page=page)


def _set_name(setting: Setting, entry: Entry, placement: Placement) -> list[Item]:
    """Set the text below an answer's picture: its title or that of its plate, its number of things,
    or its rows."""
    if entry.maze.asked is not None or entry.maze.room or entry.maze.crossings:
        return _set_rows(setting, entry, placement)
    title = setting.picture_title(entry.picture) if entry.picture else ""
    if _names_plates(setting, entry.part):
        title = setting.stage_title(entry)
    if entry.maze.things is not None:
        title = setting.words.number(entry.maze.things)
    if not title:
        return []
    face, picture = setting.sizes.bold, placement.picture
    size = text.fit_size(title, face, setting.sizes.small, placement.box.width)
    title = text.shorten(title, face, size, placement.box.width)
    baseline = picture.y + picture.drawing.height * picture.drawing.scale + size * 1.2
    return [center(title, placement.box, baseline, face, size)]


def _set_rows(setting: Setting, entry: Entry, placement: Placement) -> list[Item]:
    """Below the picture, set the questions along the path with their answers, the path through a
    room, or the letters where the path crosses the fold."""
    picture = placement.picture
    top = picture.y + picture.drawing.height * picture.drawing.scale
    size = _choose_row_type(setting, entry)
    rows = _list_rows(setting, entry, placement.box.width - _GAP)
    return [
        center(
            row, placement.box, top + (index + 1) * _QUESTION_ROW * size, setting.sizes.face, size
        )
        for index, row in enumerate(rows)
    ]


def _choose_row_type(setting: Setting, entry: Entry) -> float:
    """Return the type size of the rows below an answer."""
    size = setting.sizes.small * _QUESTION
    return max(size, MIN_TYPE) if entry.maze.room or entry.maze.crossings else size


def _list_rows(setting: Setting, entry: Entry, width: float) -> list[str]:
    if entry.maze.room:
        from puzzlebook.books.pages.rooms import list_visits

        face, size = setting.sizes.face, _choose_row_type(setting, entry)
        lines = list_visits(setting, entry.maze.room)
        return [row for line in lines for row in text.wrap(line, face, size, width)]
    if entry.maze.crossings:
        letters = _SEPARATOR.join(entry.maze.crossings)
        line = setting.words("spread_way", letters=letters) or letters
        return text.wrap(line, setting.sizes.face, _choose_row_type(setting, entry), width)
    if entry.maze.asked is None:
        return []
    from puzzlebook.maze_art.questions import list_answers

    line = list_answers(entry.maze.asked)
    return text.wrap(line, setting.sizes.face, setting.sizes.small * _QUESTION, width)


def _set_furniture(
    setting: Setting, number: int, first: bool, path_lines: Sequence[str]
) -> list[Item]:
    sizes, words = setting.sizes, setting.words
    live = setting.sheet.live(number)
    items: list[Item] = _set_paths(setting, live, path_lines).items if first else []
    foot = live.bottom - sizes.small * 0.3
    outer = set_right if number % 2 else set_left
    items += tag_items([outer(words.number(number), live, foot, sizes.face, sizes.foot)], ARTIFACT)
    matter = setting.recipe.book.matter
    inner = set_left if number % 2 else set_right
    if not first and not setting.is_tactile:
        title = inner(words("answers_title"), live, foot, sizes.face, sizes.foot)
        items.append(title._replace(tag=ARTIFACT))
    if (
        first
        and "colophon" not in matter
        and (setting.recipe.codes != "none" or not setting.order.printer.codes)
        and text.find_missing_character(setting.seed, sizes.face) is None
    ):
        # Loose sheets have no colophon for the seed.
        line, size = add_code(
            setting,
            words("colophon_seed", seed=setting.seed),
            sizes.small,
            live.width - 3 * sizes.small,
        )
        items.append(inner(line, live, foot, sizes.regular, size, setting.secondary_colour))
    return items
