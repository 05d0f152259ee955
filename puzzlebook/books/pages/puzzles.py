"""A puzzle page: heading, story line, mazes as large as fit, and the pages of their answers.

The heading of a single maze contains its number. On a shared page, each maze has a caption with its
number and its answer's page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from puzzlebook.books.pages.ornaments import draw_stars, stars_width
from puzzlebook.books.planning.alt_text import describe_maze_figure, make_maze_tag, opens_section
from puzzlebook.books.planning.setting import (
    Entry,
    Placement,
    Setting,
    center_drawing,
    center_puzzle,
)
from puzzlebook.books.planning.stories import StorySlot, has_line
from puzzlebook.maze_art.extent import Extent
from puzzlebook.maze_art.inked import draw_puzzle
from puzzlebook.recipes.order import BookSection
from puzzlebook.typesetting import text
from puzzlebook.typesetting.layout import (
    ABOVE_MAZE,
    ABOVE_MAZES,
    BETWEEN_MAZES,
    MAZES_ARRANGED,
    TypeScale,
    cut_into_cells,
    line_box,
    set_left,
    set_right,
)
from puzzlebook.typesetting.page import (
    ARTIFACT,
    Box,
    Item,
    Link,
    Page,
    Picture,
    Tag,
    Text,
    mirror_items,
    move_items,
    tag_items,
)

if TYPE_CHECKING:
    from puzzlebook.maze_art.stage_things import Bounds
    from puzzlebook.maze_art.stage_view import StageView

_FOOT = 2.2  # height of a page's foot, as a multiple of small type
_OPTICAL_MIDDLE = 0.45  # a picture looks centred when it is a little above the centre
# Spacing of a two-row story, in ems: from the heading to the first row, from row to row, and below
# the last baseline.
_FIRST_ROW, _ROW, _BELOW_ROWS = 1.25, 1.2, 0.42
_BESIDE_FIGURE = 0.8  # baseline of a heading beside a figure, in heading sizes
_MIN_STORY = 0.82  # smallest type of a story beside a figure, as a share of body type
_NARROW = 15.0  # ems: in narrower boxes, stories may have that smallest type
_NOTE = 1.15  # the children's "answer on page" note, as a multiple of small type
_MIN_SECTION = 0.8  # smallest section name beside a figure, as a share of body type
_LINES = 2.6  # height of the row of lines on which a word's letters are written, in ems
_TACTILE_FOOT = 8.0  # points: extra space above a tactile page's foot, for 1/4 inch in total
_WITHIN_FRAME = 9.0  # points between the frame of a page with scenes and its words
_ROUNDING = 0.01  # points
# The gap between a maze's arrows and words, in points; the depth of descenders, and the height of
# the line at the foot of the page, in ems.
_WORD_GAP, _DESCENT, _FOOT_LINE = 2.0, 0.25, 1.1
# Places in the reading order: of the number, the picture and the notes of a maze, after the page's
# heading; and how many places each maze has.
_NUMBER, _PICTURE, _AFTER, _PLACES = 1, 2, 3, 3


def list_arrangements(part: BookSection) -> tuple[tuple[int, int], ...]:
    """List the columns and rows in which mazes of a section can share a page, the best first."""
    return MAZES_ARRANGED[part.per_page]


def maze_room(live: Box, sizes: TypeScale, line: bool) -> Box:
    """Return the part of a live area that mazes may fill. line: whether the page has a story line
    below the heading."""
    head = sizes.heading * 1.9 + (sizes.leading if line else 0)
    return live.inset(top=head, bottom=sizes.small * _FOOT)


def puzzle_boxes(
    setting: Setting, part: BookSection, arranged: tuple[int, int], number: int
) -> list[Box]:
    """Return the boxes of the mazes on a page."""
    columns, rows = arranged
    if part.stages and part.per_page == 1:
        return [_find_frame(setting, part, number)]
    box = maze_room(setting.sheet.live(number), setting.sizes, has_line(setting, part))
    box = box.inset(bottom=_TACTILE_FOOT) if setting.is_tactile else box
    box = box.inset(bottom=_LINES * setting.sizes.body) if has_letter_lines(part) else box
    if setting.is_framed(part):
        from puzzlebook.books.pages.framed import clear_border

        box = clear_border(setting, part, box)
    if columns * rows == 1:
        return [box]
    # Gaps are only between boxes, so the outer half gaps are added back.
    half = BETWEEN_MAZES / 2
    outer = box.inset(-half, setting.sizes.body * ABOVE_MAZES, -half, -half)
    return [cell.inset(half, 0, half, half) for cell in cut_into_cells(columns, rows, outer)]


def find_free_room(
    setting: Setting, part: BookSection, extent: Extent, scale: float, wall: float, box: Box
) -> tuple[float, float]:
    """Return the free space beside a maze in its box, up to the page margins, and above and below
    it, up to the words, in points. The margin that belongs to the maze is not counted."""
    section = part.section
    if part.per_page > 1 or setting.scenes_of(part) or not setting.recipe.marks_of(section).arrows:
        return 0.0, 0.0
    beside = (box.width - (extent.width + 2 * extent.margin) * scale) / 2 - wall
    if setting.is_framed(part):
        from puzzlebook.books.pages.framed import find_space_around

        aside, below = find_space_around(setting, part, box)
        return max(0.0, beside + aside), below
    if section.spread:  # no space is needed at the gutter
        beside *= 2
    return max(0.0, beside), _find_free_ends(setting, part)


def _find_free_ends(setting: Setting, part: BookSection) -> float:
    """Return the smaller of the spaces that the words above and below a single maze leave free in
    their reserved heights."""
    sizes, live = setting.sizes, setting.sheet.live(1)
    if (
        has_letter_lines(part)
        or part.questions
        or setting.is_tactile
        or setting.recipe.codes == "all"
    ):
        return 0.0
    has_story = has_line(setting, part)
    words = sizes.heading * (1 + _DESCENT)
    if has_story:
        words = _story_baseline(setting, True, 1) + _DESCENT * sizes.body
    head = maze_room(live, sizes, has_story).y - live.y - words
    foot = (_FOOT - _FOOT_LINE) * sizes.small
    return max(0.0, min(head, foot) - _WORD_GAP)


def has_letter_lines(part: BookSection) -> bool:
    """Return whether each maze of a section has lines below it for the letters of a word."""
    return bool(part.section.word) and part.per_page == 1 and not part.stages


def are_words_inside(setting: Setting, part: BookSection) -> bool:
    """Return whether the words of a section's pages are inside the drawings around its mazes."""
    from puzzlebook.books.pages import staged

    return staged.has_words_inside(setting, part, _largest_frame(setting, 1))


def _largest_frame(setting: Setting, number: int) -> Box:
    return setting.sheet.live(number).inset(bottom=setting.sizes.small * _FOOT)


def _find_frame(setting: Setting, part: BookSection, number: int) -> Box:
    """Return the box of a drawing with a maze in it: the live area without the foot and, if the
    words do not fit in the drawing, without the heading."""
    from puzzlebook.recipes.stage_grids import heading_height

    above = 0.0 if are_words_inside(setting, part) else heading_height(setting.sizes)
    return _largest_frame(setting, number).inset(top=above)


def maze_picture_box(setting: Setting, part: BookSection, box: Box) -> Box:
    """Return the part of a maze's box below its caption, which only shared pages have."""
    return box if part.per_page == 1 else box.inset(top=setting.sizes.body * ABOVE_MAZE)


def find_story_place(
    setting: Setting, first: Entry, number: int, placement: Placement
) -> StorySlot:
    """Return the slot for a page's story. first, placement: the entry and the placement of the
    page's first maze."""
    says = setting.stage_lines(first.view.stage) if first.view else ()
    words = _find_words_room(setting, first, placement)
    if words and first.view and first.view.stage.hung_in:
        from puzzlebook.books.scenes.worlds import move_words_inside

        measure, shape = move_words_inside(words).width, setting.name_borrowed_drawing(first)
        return StorySlot(number, first.part, first.number, measure, 2, shape, says)
    if words:
        from puzzlebook.books.pages import staged

        rows = staged.count_rows(setting, words, maximum=2)
        return StorySlot(
            number,
            first.part,
            first.number,
            staged.find_measure(setting, words, rows),
            rows,
            shape=setting.name_borrowed_drawing(first),
            says=says,
        )
    live, sizes, part = setting.sheet.live(number), setting.sizes, first.part
    if setting.is_framed(part):
        from puzzlebook.books.pages import framed

        rows, width = framed.count_framed_rows(setting, part, number)
        riddle = () if part.section.story else setting.find_riddle(part, first.picture)
        return StorySlot(number, part, first.number, width, rows, riddle=riddle)
    is_single = part.per_page == 1
    width, shape = live.width, ""
    if setting.scenes_of(part):
        from puzzlebook.books.scenes import scenery

        assert setting.scenes
        width = scenery.find_head_box(setting, setting.scenes, first, placement, number).width
        shape = setting.subject(first) if is_single and setting.names_outline(first) else ""
    elif is_single and setting.has_stars:
        width -= stars_width(sizes.small) + sizes.body
    top = placement.picture.y if is_single else placement.box.y
    max_rows = 2
    if first.in_world:
        from puzzlebook.books.scenes.at_doors import find_room_of_words

        top, max_rows = top - find_room_of_words(setting), 3
        width /= _MIN_STORY if width < _NARROW * sizes.body else 1.0
    first_row = live.y + _story_baseline(setting, is_single, 2)
    rows = next(
        (
            rows
            for rows in range(max_rows, 1, -1)
            if top >= first_row + ((rows - 1) * _ROW + _BELOW_ROWS) * sizes.body
        ),
        1,
    )
    room = first.maze.room
    sign = (room.signs[0].room, room.signs[0].there) if room and room.signs else None
    riddle = () if part.section.story else setting.find_riddle(part, first.picture)
    return StorySlot(number, part, first.number, width, rows, shape, says, sign, riddle)


def _find_words_room(setting: Setting, first: Entry, placement: Placement) -> Box | None:
    """Return the box for a page's words in the drawing around its maze, if they are inside it."""
    if first.view is None or first.part.per_page > 1 or not first.has_words_inside:
        return None
    from puzzlebook.books.pages import staged

    room = staged.find_words_box(first.view, placement.picture)
    if room and first.view.stage.hung_in and setting.sheet.right:
        # Mirroring the page does not mirror its drawings.
        return room._replace(x=placement.box.x + placement.box.right - room.right)
    return room


def hang_words(setting: Setting, part: BookSection, view: StageView) -> StageView:
    """Return a stage of ours, in books with scenes, with its words on a board like that of plain
    pages: at the same height, in the same type. Where the drawing has them below its maze, the
    board is there. What a user has drawn keeps its own board."""
    stage, crop, unit = view.stage, view.crop, view.unit
    if not (setting.scenes_of(part) and stage.is_ours and stage.place.words and stage.board):
        return view
    from puzzlebook.books.scenes.worlds import find_frame_inset, find_words_board_size

    sizes, inset = setting.sizes, find_frame_inset() / unit
    height = _story_baseline(setting, True, 2) + (_ROW + _BELOW_ROWS) * sizes.body
    size = find_words_board_size(height, sizes.body)
    left, top, right, bottom = stage.board
    width, height = (extent / unit for extent in size)
    x = (left + right - width) / 2
    x = max(crop.left + inset, min(crop.left + crop.width - inset - width, x))
    y = crop.top + inset
    if top > stage.outline_box[1]:
        y = max(y, min(crop.top + crop.height - inset - height, (top + bottom - height) / 2))
    return view._replace(stage=stage.hang_words((x, y, x + width, y + height)))


def _set_hung_words(
    setting: Setting, entry: Entry, story: Sequence[str], room: Box, frame: Box
) -> tuple[list[Item], list[Picture]]:
    """Set the words of a page on the board that hangs above its drawing, in the middle of their
    room. Return them, and the board."""
    from puzzlebook.books.scenes.word_boards import draw_ropes, draw_words_board
    from puzzlebook.books.scenes.worlds import move_words_inside, surround_words

    assert setting.scenes
    inner = move_words_inside(room)
    items = [
        *_set_single_head(setting, entry, inner, story),
        *_set_story(setting, entry, inner, True, story),
    ]
    board = surround_words(items)
    right = room.x + (room.width - board.width) / 2 - board.x
    board = board._replace(x=board.x + right)
    ropes = [draw_ropes(frame.y, board)] if board.y < frame.y + board.height else []
    return [*move_items(items, right, 0)], [*ropes, draw_words_board(setting.scenes, board)]


def lay_out_puzzle_page(
    setting: Setting,
    mazes: Sequence[tuple[Entry, Placement]],
    number: int,
    answer_pages: Sequence[int | None],
    story: Sequence[str] = (),
    room_pages: Mapping[int, int] = MappingProxyType({}),
) -> Page:
    """Lay out a page with these mazes. story: the rows of its story. room_pages: mapping from the
    numbers of rooms behind doors to their pages."""
    first = mazes[0][0]
    setting = setting._replace(scenes=setting.scenes_of(first.part))
    is_single = first.part.per_page == 1
    live = setting.sheet.live(number)
    head = live
    around: Sequence[Item] = ()
    if setting.scenes and not (is_single and first.view):
        from puzzlebook.books.scenes import scenery

        head = scenery.find_head_box(setting, setting.scenes, *mazes[0], number)
        if is_single and not first.in_world:
            head = head.inset(_WITHIN_FRAME, 0.8 * _WITHIN_FRAME, _WITHIN_FRAME)
    room = _find_words_room(setting, *mazes[0])
    if room and first.view and first.view.stage.hung_in:
        items, around = _set_hung_words(setting, first, story, room, mazes[0][1].box)
    elif room:
        from puzzlebook.books.pages import staged

        items = staged.set_words(setting, first, story, room, mazes[0][1].box)
    elif setting.is_framed(first.part):
        from puzzlebook.books.pages import framed

        around = framed.draw_frame_and_words(setting, *mazes[0], number)
        items = framed.set_framed_words(setting, first, story, number)
    else:
        items = (
            _set_single_head(setting, first, head, story)
            if is_single
            else _set_shared_head(setting, first, head)
        )
        items += _set_story(setting, first, head, is_single, story)
    beneath: Sequence[Picture] = ()
    if setting.scenes and not (is_single and first.view):
        around = scenery.draw_scenery(setting, setting.scenes, *mazes[0], number, items).pictures
        beneath = scenery.draw_land(setting, setting.scenes, *mazes[0], number, items, around)
    # A room's page shows the number of the room instead of the page number.
    folio = _set_folio(setting, live, number, first.number if first.part.section.doors else None)
    items += folio
    if has_letter_lines(first.part) and first.word:
        from puzzlebook.books.pages.worksheets import draw_letter_lines

        room = live.inset(bottom=setting.sizes.small * _FOOT)
        items += tag_items(
            draw_letter_lines(setting, first.word, room, room.bottom), Tag("P", place=_AFTER)
        )
    if not is_single:
        from puzzlebook.books.pages import captions
    links: list[Link] = []
    pictures: list[Item] = []
    for index, ((entry, placement), page) in enumerate(zip(mazes, answer_pages, strict=True)):
        box, turn = placement.box, _PLACES * index
        lines = (
            _set_foot_note(setting, live, number, page)
            if is_single
            else captions.set_caption(setting, entry, box, page)
        )
        lines = _tag_lines(setting, lines, turn, is_single, page is not None)
        if is_single and setting.scenes:
            from puzzlebook.books.pages.at_foot import draw_foot_row

            above = _list_boxes_above_foot(setting, entry, placement, around)
            things = _list_boxes_of_things(setting, entry, placement)
            foot = draw_foot_row(setting, entry, live, [*folio, *lines], above, things)
            items += foot
            if entry.view and entry.view.stage.is_ours:
                from puzzlebook.books.scenes.empty_places import stand_far_land

                picture = placement.picture
                picture = stand_far_land(setting.scenes, entry.view, picture, entry.number)
                placement = placement._replace(picture=picture)
                around = [*_fill_empty_places(setting, entry, placement, foot), *around]
        items += (
            lines
            if is_single
            else [*lines, *captions.draw_caption_stars(setting, entry, box, lines)]
        )
        if page is not None:
            line = lines[-1]
            links.append(
                Link(
                    line_box(line),
                    page,
                    setting.words("answer_on", page=page),
                    line.tag or ARTIFACT,
                )
            )
        # The code of a hidden picture would give it away.
        if setting.recipe.codes == "all" and not entry.picture:
            from puzzlebook.books.pages.foot_codes import set_code_below, set_foot_code

            code = entry.maze.code
            below = (
                set_foot_code(setting, code, live, number, lines)
                if is_single
                else set_code_below(setting, code, box)
            )
            items += tag_items(below, Tag("P", place=turn + _AFTER))
        if entry.maze.room:
            from puzzlebook.books.pages.rooms import link_doors, sign_doors

            signs = sign_doors(setting, entry.maze.room, placement.picture, turn + _AFTER)
            items += signs
            links += link_doors(entry.maze.room, signs, room_pages)
        pictures.append(
            placement.picture._replace(
                tag=describe_maze_figure(setting, entry, page, turn + _PICTURE)
            )
        )
    return setting.sheet.page(number, *beneath, *pictures, *around, *items, links=links)


def _list_boxes_above_foot(
    setting: Setting, entry: Entry, placement: Placement, around: Sequence[Item]
) -> list[Box]:
    """Return the boxes of what nothing in the foot may cover: the figures around a maze, or hero,
    goal, signs and arrows in the drawing around it."""
    from puzzlebook.books.scenes.surroundings import picture_box

    if not entry.view:
        return [picture_box(item) for item in around if isinstance(item, Picture)]
    from puzzlebook.maze_art.stage_view import list_boxes_at_doors

    doors, signs = entry.maze.plate.doorways, setting.signs
    boxes = list_boxes_at_doors(placement.picture.drawing, entry.view, doors, signs)
    return _set_on_page(setting, placement, boxes)


def _list_boxes_of_things(setting: Setting, entry: Entry, placement: Placement) -> list[Box]:
    """Return the boxes of the things in the drawing around a maze."""
    if not entry.view:
        return []
    from puzzlebook.maze_art.stage_view import list_boxes_of_things

    return _set_on_page(setting, placement, list_boxes_of_things(entry.view))


def _set_on_page(setting: Setting, placement: Placement, boxes: Iterable[Bounds]) -> list[Box]:
    """Return boxes in a drawing on its page."""
    x, y = placement.picture.x, placement.picture.y
    on_page = [
        Box(x + left, y + top, right - left, bottom - top) for left, top, right, bottom in boxes
    ]
    return [_mirror_box(setting, box, placement.box) for box in on_page]


def _mirror_box(setting: Setting, box: Box, page: Box) -> Box:
    """Return a box in a drawing where it is before its page is mirrored: mirroring a page does not
    mirror its drawings."""
    return box._replace(x=page.x + page.right - box.right) if setting.sheet.right else box


def _fill_empty_places(
    setting: Setting, entry: Entry, placement: Placement, foot: Sequence[Item]
) -> Sequence[Item]:
    """Draw what stands and flies in the empty places of a drawing, clear of the board at the foot
    of its page."""
    from puzzlebook.books.scenes.empty_places import fill_empty_places
    from puzzlebook.books.scenes.surroundings import picture_box

    assert setting.scenes
    assert entry.view
    covered = [picture_box(item) for item in foot if isinstance(item, Picture)]
    covered = [_mirror_box(setting, box, placement.box) for box in covered]
    pieces = fill_empty_places(setting.scenes, entry.view, placement.picture, entry.number, covered)
    return mirror_items(pieces, placement.box) if setting.sheet.right else pieces


def place_puzzle(setting: Setting, entry: Entry, box: Box) -> Picture:
    """Draw a maze in its box."""
    if entry.part.section.spread:
        from puzzlebook.books.pages.spread import place_left_half

        return place_left_half(setting, entry, box)
    drawing = draw_puzzle(entry.maze.plate, entry.scale, entry.ink)
    if entry.view:
        from puzzlebook.maze_art.stage_view import set_in_stage

        drawing = set_in_stage(drawing, entry.view, entry.maze.plate.doorways, setting.signs)
        return center_drawing(drawing, maze_picture_box(setting, entry.part, box))
    room = maze_picture_box(setting, entry.part, box)
    room = room.widen(entry.maze.plate.overhang * entry.scale)
    picture = center_puzzle(drawing, entry, room, _OPTICAL_MIDDLE)
    if entry.maze.room:
        from puzzlebook.maze_art.room_signs import set_door_letters

        letters = set_door_letters(drawing, entry.maze.room.signs, setting.sizes.bold)
        return picture._replace(labels=letters)
    drawing = picture.drawing
    if setting.scenes and entry.part.per_page == 1:
        from puzzlebook.books.scenes import scenery

        spare = box.height - drawing.height * drawing.scale
        x = box.x + scenery.share_width(entry, box.width - drawing.width * drawing.scale)
        return picture._replace(x=x, y=box.y + scenery.share_room(setting, entry, spare))
    return picture


def _tag_lines(
    setting: Setting, lines: Sequence[Text], turn: int, is_single: bool, has_link: bool
) -> list[Text]:
    """Tag a maze's lines. On a shared page its number is a heading. has_link: whether the last line
    is a link to the answer. turn: the maze's position in reading order."""
    heading, note = make_maze_tag(setting, turn + _NUMBER), Tag("P", place=turn + _AFTER)
    if not lines:
        return []
    tags = [note if is_single else heading, *[note] * (len(lines) - 1)]
    if has_link:
        tags[-1] = Tag("Link", within=tags[-1], place=tags[-1].place)
    return [line._replace(tag=tag) for line, tag in zip(lines, tags, strict=True)]


def _set_single_head(setting: Setting, entry: Entry, live: Box, story: Sequence[str]) -> list[Item]:
    """Set a single maze's number and the name of its section or silhouette.

    With scenes, stars follow the number, so that the story has the full line below. The section's
    name is only on its opener, if the book has openers: not every page would have room for it.
    """
    sizes = setting.sizes
    title = setting.name_maze(
        entry.part, entry.maze.room.number if entry.maze.room else entry.number
    )
    head = live.y + _title_baseline(setting, True)
    size, star = sizes.heading, sizes.small
    has_stars = setting.scenes and setting.has_stars and entry.stars
    if has_stars:  # in a narrow box, both are smaller
        used = text.measure_width(title, sizes.titles, size) + sizes.body + stars_width(star)
        share = min(1.0, live.width / used)
        size, star = share * size, share * star
    beside = stars_width(star) if has_stars else 0.0
    used = text.measure_width(title, sizes.titles, size) + sizes.body * size / sizes.heading
    items: list[Item] = [
        set_left(title, live, head, sizes.titles, size)._replace(tag=make_maze_tag(setting))
    ]
    if beside:
        items.append(draw_stars(setting, entry.stars, live.x + used + beside, head, star))
        used += beside + sizes.body
    if entry.maze.room:
        return items
    section, measure = setting.subject(entry), live.width - used
    names_silhouette = setting.names_outline(entry)
    if names_silhouette and section in " ".join(story):  # the story already names the silhouette
        section, names_silhouette = setting.heading(entry.printed_in), False
    if setting.scenes and (
        (setting.has_openers and not names_silhouette)
        or text.measure_width(section, sizes.face, sizes.body) * _MIN_SECTION > measure
    ):
        return items
    section_size = text.fit_size(section, sizes.face, sizes.body, measure)
    section = text.shorten(section, sizes.face, section_size, measure + _ROUNDING)
    # Screen readers read a section's name once; the alt text names what a maze shows.
    tag = Tag("P", place=-1) if opens_section(setting, entry) and not names_silhouette else ARTIFACT
    align, box = (set_left, live.inset(left=used)) if setting.scenes else (set_right, live)
    side_text = align(section, box, head, sizes.face, section_size, setting.secondary_colour)
    return [*items, side_text._replace(tag=tag)]


def _set_shared_head(setting: Setting, first: Entry, live: Box) -> list[Item]:
    sizes = setting.sizes
    heading = setting.heading(first.printed_in)
    size = text.fit_size(heading, sizes.titles, sizes.heading, live.width)
    heading = text.shorten(heading, sizes.titles, size, live.width + _ROUNDING)
    tag = Tag("P") if opens_section(setting, first) else ARTIFACT
    return tag_items([set_left(heading, live, live.y + sizes.heading, sizes.titles, size)], tag)


def _set_story(
    setting: Setting, first: Entry, live: Box, is_single: bool, story: Sequence[str]
) -> list[Item]:
    """Set the rows of a story below the heading, and the stars of a single maze without scenes."""
    sizes = setting.sizes
    baseline = live.y + _story_baseline(setting, is_single, 1)
    items: list[Item] = []
    if is_single and setting.has_stars and not setting.scenes:
        line = live.inset(right=stars_width(sizes.small) + sizes.body)
        items += [draw_stars(setting, first.stars, live.right, baseline, sizes.small)] * (
            first.stars > 0
        )
    else:
        line = live
    baseline = live.y + _story_baseline(setting, is_single, len(story))
    tag = Tag("P")
    size = min(
        (text.fit_size(row, sizes.face, sizes.body, line.width) for row in story),
        default=sizes.body,
    )
    for index, row in enumerate(story):
        row_line = set_left(row, line, baseline + index * _ROW * sizes.body, sizes.face, size)
        items.append(row_line._replace(tag=tag))
    return items


def _title_baseline(setting: Setting, is_single: bool) -> float:
    """Return the distance from the top of the live area to the heading's baseline.

    Beside a figure the heading is higher up, to leave space for two-row stories.
    """
    return setting.sizes.heading * (_BESIDE_FIGURE if is_single and setting.scenes else 1)


def _story_baseline(setting: Setting, is_single: bool, rows: int) -> float:
    """Return the first baseline of a story. A single row is centred in the space for two."""
    below = setting.sizes.leading * 1.1 if rows < 2 else setting.sizes.body * _FIRST_ROW
    return _title_baseline(setting, is_single) + below


def _set_folio(setting: Setting, live: Box, number: int, room: int | None = None) -> list[Text]:
    """Set a page's number in the outer corner. room: the room number to print there instead, in
    large type, since readers leaf through the book for it."""
    sizes = setting.sizes
    outer = set_right if number % 2 else set_left
    face, size = (sizes.face, sizes.foot) if room is None else (sizes.bold, sizes.heading)
    shown = setting.words.number(number if room is None else room)
    folio = outer(shown, live, live.bottom - sizes.small * 0.3, face, size)
    return [folio._replace(tag=ARTIFACT)]


def _set_foot_note(setting: Setting, live: Box, number: int, answer_page: int | None) -> list[Text]:
    """Set the "answer on page" note of a single maze."""
    if answer_page is None:
        return []
    sizes = setting.sizes
    inner = set_left if number % 2 else set_right
    line = setting.words("answer_on", page=answer_page)
    size = max(sizes.foot, sizes.small * (_NOTE if setting.scenes else 1))
    return [inner(line, live, live.bottom - sizes.small * 0.3, sizes.face, size)]
