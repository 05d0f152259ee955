"""The front of a cover: title and subtitle, the picture, and a foot with author and contents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puzzlebook.books.covers.claims import name_large_print, say_answers
from puzzlebook.books.covers.landscape import crop_piece, list_picture_boxes
from puzzlebook.books.covers.letters import LOOSE, Letters, Rim, fit_letters, set_letters
from puzzlebook.books.covers.look import (
    READABLE,
    CoverLook,
    Front,
    choose_readable,
    choose_title_face,
    contrast,
    share_of,
)
from puzzlebook.books.covers.panel import Panel, draw_panel, find_panel, find_volume_board
from puzzlebook.books.covers.picture import draw_picture
from puzzlebook.books.covers.stages import StagedMaze, fill_box, find_sky
from puzzlebook.books.planning.setting import Setting
from puzzlebook.books.scenes.empty_places import fill_empty_places
from puzzlebook.books.scenes.frames import draw_area
from puzzlebook.books.scenes.placing import choose_hero, fit_drawing
from puzzlebook.drawing.drawing import BLACK, WHITE, Colour, Drawing
from puzzlebook.maze_art.plate import Plate
from puzzlebook.printers.wrap import Wrap
from puzzlebook.typesetting import text
from puzzlebook.typesetting.page import Box, Item, Picture
from puzzlebook.typesetting.photos import fill_with_photo

Shown = Plate | StagedMaze | Drawing | bytes
"""What a front shows: a maze, the user's drawing, or the bytes of the user's photo."""

_WORDS_WIDTH = 0.5  # width of the words on a wide front, as a share of the available width
# The greatest height of the title, as a share of the available height: above a picture; beside the
# picture on a wide front; and above a maze with a hidden picture, which should be as large as
# possible.
_TITLE, _TITLE_BESIDE, _TITLE_OVER_PICTURE = 0.25, 0.52, 0.22
_MIN_SKY = 0.13  # least height for a title above a stage, as a share of the words' smaller side
# Heights of a second hero that are tried, as shares of a front's height.
_HERO_HEIGHTS = (0.17, 0.14, 0.11, 0.085)
_RIM = Rim(0.075, BLACK, 0.05)
# Minimum contrast ratios: of a rim and the ground, and of a rim and the letters.
_MIN_GROUND_CONTRAST, _MIN_LETTER_CONTRAST = 1.5, 2.5
_MIN_TIP = 0.4  # the least share of a thing's height that must rise above the panel
_CAPITALS = 0.8  # height of a line of the foot above its baseline, in ems


def make_front(setting: Setting, wrap: Wrap, look: CoverLook, has_own_picture: bool) -> Front:
    """Return the front of a wrap. has_own_picture: whether the picture is the user's."""
    face, board = wrap.front_face, wrap.front
    outer_box = Box(0 if wrap.right else board.x, 0, board.width + wrap.edge, wrap.sheet[1])
    live = face.inset(*(max(wrap.safe + 4, share_of(face, 0.05)),) * 4)
    return Front(setting, look, face, outer_box, live, has_own_picture, wrap.safe)


def draw_front(setting: Setting, wrap: Wrap, look: CoverLook, shown: Shown) -> Iterator[Item]:
    """Draw the front over the sheet's ground."""
    front = make_front(setting, wrap, look, not isinstance(shown, Plate | StagedMaze))
    if isinstance(shown, bytes):
        yield fill_with_photo(shown, front.outer_box, look.colours.ground, "cover.picture")
    elif isinstance(shown, Drawing):
        yield _fill_box(shown, front.outer_box)
    if setting.recipe.cover.text == "none":
        return
    if isinstance(shown, StagedMaze):
        # Like a landscape, a stage ends in the middle of the spine, which is drawn over it.
        seam, outer_box = wrap.spine / 2, front.outer_box
        outer_box = outer_box.inset(right=-seam) if wrap.right else outer_box.inset(left=-seam)
        front = front._replace(outer_box=outer_box, seam=seam)
        draw = _draw_plate_front if look.calm else _draw_staged_front
        yield from draw(front, shown)
        return
    panel = find_panel(*front.boxes) if front.has_panel else None
    foot = panel.box if panel else _find_foot(front)
    words, picture = _divide_front(front, foot.y if foot.height else front.live.bottom)
    head, y = _set_head(front, words)
    if not front.is_wide:
        picture = picture._replace(y=y, height=picture.bottom - y)
    yield from head
    if isinstance(shown, Plate):
        yield from draw_picture(front, picture, shown)
    yield from draw_panel(front, panel) if panel else _draw_foot(front, foot)


def _draw_staged_front(front: Front, shown: StagedMaze) -> Iterator[Item]:
    """Draw a stage above the panel, with the title above its maze or, on a wide front, beside
    it."""
    panel = find_panel(*front.boxes)
    words, room = _divide_front(front, panel.box.y)
    box = _find_picture_box(front, room)
    box = box._replace(height=panel.lowest_edge - box.y)
    sky = max(
        find_sky(shown.stage, box, room.bottom) - words.y, _MIN_SKY * min(words.width, words.height)
    )
    head, y = _set_head(front, words, None if front.is_wide else sky)
    if not front.is_wide:
        room = room._replace(y=y, height=room.bottom - y)
    covered = [_find_seam(front), *([] if front.is_wide else list_picture_boxes(head))]
    if (board := find_volume_board(front, panel)) is not None:
        covered.append(board.box)
    staged = fill_box(shown, box, room, front.look)
    heroes = []
    if front.setting.theme.is_borrowed(shown.maze.design.silhouette):
        taken = [*staged.list_core_boxes(), *list_picture_boxes(head), *covered]
        heroes = list(_draw_own_hero(front, panel, taken))
    covered += list_picture_boxes(heroes)
    cleared = staged.clear(covered, lambda box: _is_cut(front, panel, box))
    *beneath, puzzle = cleared.draw()
    yield from [*beneath, puzzle]
    scenes = front.look.scenes
    if scenes is not None and shown.stage.is_ours:
        volume = front.setting.recipe.volume
        covered += [*list_picture_boxes(head), panel.box, *_list_edges(front)]
        yield from fill_empty_places(scenes, cleared.view, puzzle, volume, covered)
    yield from heroes
    if front.is_wide:  # the seam between the landscape and the stage
        seam = box.right if front.is_bound_right else box.x
        line = share_of(front.face, 0.008)
        yield draw_area(box._replace(x=seam - line / 2, width=line), front.look.colours.paper)
    yield from head
    yield from draw_panel(front, panel)


def _list_edges(front: Front) -> list[Box]:
    """List the strips along the edges of a front that may be cut off, and the spine's."""
    outer, safe = front.outer_box, front.face.inset(*[front.safe] * 4)
    return [
        outer._replace(width=safe.x - outer.x),
        outer._replace(x=safe.right, width=outer.right - safe.right),
        outer._replace(height=safe.y - outer.y),
        outer._replace(y=safe.bottom, height=outer.bottom - safe.bottom),
    ]


def _is_cut(front: Front, panel: Panel, box: Box) -> bool:
    """Whether a thing in a drawing would show a tip above the panel, or end in the strip along the
    trim that may be cut off: it should keep clear of that strip, or go through the trim."""
    edge = panel.find_edge(box.x + box.width / 2)
    if box.y < edge < box.bottom and edge - box.y < _MIN_TIP * box.height:
        return True
    outer, safe = front.face, front.face.inset(*[front.safe] * 4)
    is_at_spine_right, is_at_spine_left = front.is_bound_right, not front.is_bound_right
    return (
        (not is_at_spine_right and safe.right < box.right < outer.right)
        or (not is_at_spine_left and outer.x < box.x < safe.x)
        or outer.y < box.y < safe.y
    )


def _draw_own_hero(front: Front, panel: Panel, taken: Sequence[Box]) -> Iterator[Picture]:
    """Draw the theme's hero at the panel's upper edge, at a side that is not taken, if any."""
    scenes = front.look.scenes
    if scenes is None:
        return
    hero = scenes.piece(choose_hero(scenes, 1, "on_front"))
    for height in (share * front.face.height for share in _HERO_HEIGHTS):
        width, y = height * hero.width / hero.height, panel.lowest_edge - height
        for x in (front.live.x, front.live.right - width):
            box = Box(x, y, width, height)
            if not any(box.overlaps(other) for other in taken):
                yield fit_drawing(hero, box)
                return


def _draw_plate_front(front: Front, shown: StagedMaze) -> Iterator[Item]:
    """Draw a stage from edge to edge between title and foot or, on a wide front, beside the
    title."""
    foot, face, accent = _find_foot(front), front.face, front.look.colours.accent
    bottom = foot.y if foot.height else front.outer_box.bottom
    words, room = _divide_front(front, bottom)
    head, y = _set_head(front, words)
    box = _find_picture_box(front, room)
    top = box.y if front.is_wide else y
    box = box._replace(y=top, height=bottom - top)
    gap = share_of(face, 0.02)
    room = room._replace(y=max(room.y, top + gap))
    room = room._replace(height=min(bottom - gap, front.live.bottom) - room.y)
    yield from fill_box(shown, box, room, front.look).draw()
    line = share_of(face, 0.004) / 2
    if head and not front.is_wide:
        yield draw_area(box._replace(height=line), accent)
    if foot.height:
        yield draw_area(foot, front.look.colours.ground, has_pale_type=True)
        yield draw_area(foot._replace(height=line), accent)
    yield from head
    yield from _draw_foot(front, foot)


def _find_picture_box(front: Front, room: Box) -> Box:
    """Return the box of the front that a picture fills: all of it, or the picture's side."""
    outer_box = front.outer_box
    if not front.is_wide:
        return outer_box
    if front.is_bound_right:
        return outer_box._replace(width=room.right - outer_box.x)
    return outer_box.inset(left=room.x - outer_box.x)


def _find_seam(front: Front) -> Box:
    """Return the part of a front's drawing that is beneath the spine, where a thing would be cut in
    two."""
    outer_box, rest = front.outer_box, front.outer_box.width - front.seam
    return outer_box.inset(left=rest) if front.is_bound_right else outer_box.inset(right=rest)


def _divide_front(front: Front, bottom: float) -> tuple[Box, Box]:
    """Return the boxes for words and picture above `bottom`; on an upright front these are the
    same."""
    bottom = min(bottom - share_of(front.face, 0.02), front.live.bottom)
    room = front.live._replace(height=bottom - front.live.y)
    if not front.is_wide:
        return room, room
    words, gap = room.width * _WORDS_WIDTH, share_of(front.face, 0.03)
    if front.is_bound_right:
        return room.inset(left=room.width - words), room.inset(right=words + gap)
    return room.inset(right=room.width - words), room.inset(left=words + gap)


def _fill_box(drawing: Drawing, box: Box) -> Item:
    """Fill a box with a drawing, cropped at its edges."""
    scale = max(box.width / drawing.width, box.height / drawing.height)
    width, height = drawing.width * scale, drawing.height * scale
    return crop_piece(
        drawing,
        Box(box.x + (box.width - width) / 2, box.y + (box.height - height) / 2, width, height),
        box,
    )


# The words


def _set_head(front: Front, box: Box, sky: float | None = None) -> tuple[list[Item], float]:
    """Set series, title and subtitle from the top of a box down; return them and the y of their
    end. The subtitle is in the panel if there is one.

    sky: the height available for series and title, if limited.
    """
    setting, face = front.setting, front.face
    book = setting.recipe.book
    items, y = _set_above_title(front, box)
    share = _TITLE_OVER_PICTURE if setting.is_hiding else _TITLE
    room = box.height * (_TITLE_BESIDE if front.is_wide else share)
    if sky is not None:
        room = box.y + sky - y - share_of(face, 0.02)
    if book.title:
        letters, pad = _set_title(front, box._replace(height=room))
        items += set_letters(
            letters, box._replace(y=y + pad), _title_colour(front), _choose_title_rim(front)
        )
        y += letters.height + 2 * pad + share_of(face, 0.02)
        if front.look.calm:
            y += share_of(face, 0.012)
            items.append(_draw_rule(front, box, y))
            y += share_of(face, 0.03)
    if not book.subtitle or front.has_panel:
        return items, y
    if front.has_own_picture:
        pill, y = _draw_pill(front, book.subtitle, share_of(face, 0.03), box, y)
        return [*items, *pill], y + share_of(face, 0.012)
    size = share_of(face, 0.034)
    subtitle = fit_letters(
        book.subtitle, setting.sizes.bold, box._replace(height=size * 3), size, LOOSE
    )
    items += set_letters(subtitle, box._replace(y=y), _choose_ink(front), _choose_small_rim(front))
    return items, y + subtitle.height + size * 0.9


def _set_above_title(front: Front, box: Box) -> tuple[list[Item], float]:
    """Set what is above the title: large print and, if there is no panel for them, the series and
    which volume it is."""
    setting, face = front.setting, front.face
    items: list[Item] = []
    y = box.y
    if label := name_large_print(setting):
        pill, y = _draw_pill(front, label, share_of(face, 0.036), box, y)
        y += share_of(face, 0.034)
        items += pill
    line = "" if front.has_panel else setting.series_line
    # Volumes must be told apart at a glance.
    size = share_of(face, 0.048 if setting.recipe.volume > 1 else 0.027)
    if line and front.look.calm:
        row = box._replace(height=size * 1.4)
        letters = fit_letters(line, setting.sizes.bold, row, size)
        items += set_letters(
            letters, box._replace(y=y), _choose_ink(front), _choose_small_rim(front)
        )
        y += size * 1.9
    elif line:
        pill, y = _draw_pill(front, line, size, box, y)
        y += size * 0.7
        items += pill
    return items, y


def _set_title(front: Front, box: Box) -> tuple[Letters, float]:
    """Fit the title to a box; return it with the width of its rim."""
    title, face = front.setting.recipe.book.title, choose_title_face(front.setting)
    letters = fit_letters(title, face, box, box.height)
    if _choose_title_rim(front) is None:
        return letters, 0.0
    pad = (_RIM.width + _RIM.drop) * max(size for _, size in letters.lines)
    return fit_letters(title, face, box.inset(pad, pad, pad, pad), box.height), pad


def _draw_pill(
    front: Front, content: str, size: float, box: Box, y: float
) -> tuple[list[Item], float]:
    """Draw one or two lines on a band with round ends, readable on any landscape; return the items
    and the y of their end."""
    ground, ink = front.look.spine
    if front.has_own_picture:
        ground, ink = front.look.colours.wall, front.look.colours.paper
    elif front.look.calm:
        ground, ink = ink, ground
    side_padding, top_padding = size * 0.9, size * 0.5
    letters = fit_letters(
        content,
        front.setting.sizes.bold,
        box.inset(left=side_padding, right=side_padding)._replace(height=size * 2.8),
        size,
        LOOSE,
    )
    width = letters.width + 2 * side_padding
    pill = Box(box.x + (box.width - width) / 2, y, width, letters.height + 2 * top_padding)
    inside = pill._replace(y=pill.y + top_padding)
    return [
        draw_area(pill, ground, min(pill.height / 2, size), has_pale_type=True),
        *set_letters(letters, inside, ink),
    ], pill.bottom


def _draw_rule(front: Front, box: Box, y: float) -> Item:
    width = min(box.width * 0.16, share_of(front.face, 0.12))
    return draw_area(
        Box(box.x + (box.width - width) / 2, y, width, share_of(front.face, 0.004) / 2),
        front.look.colours.accent,
    )


def _title_colour(front: Front) -> Colour:
    """Return white over the user's picture, otherwise the cover's own title colour."""
    return WHITE if front.has_own_picture else front.look.colours.title


def _choose_ink(front: Front) -> Colour:
    return (
        WHITE
        if front.has_own_picture
        else choose_readable(front.look.colours.ground, front.look.colours.title)
    )


def _choose_title_rim(front: Front) -> Rim | None:
    """Return the title's rim, in the colour with the best contrast, or None."""
    if front.look.calm and not front.has_own_picture:
        return None
    title, colours = _title_colour(front), front.look.colours
    rim = choose_readable(title, colours.wall, colours.paper)
    # A dark rim around light letters would not show on a dark ground.
    if (
        contrast(colours.paper, colours.ground) > READABLE
        and contrast(rim, colours.ground) < _MIN_GROUND_CONTRAST
        and not front.has_own_picture
    ):
        rim = colours.accent if contrast(colours.accent, title) >= _MIN_LETTER_CONTRAST else rim
    return _RIM._replace(colour=rim)


def _choose_small_rim(front: Front) -> Rim | None:
    """Return the rim of smaller type, which sets it off from a landscape or a picture, or None."""
    if front.has_own_picture:
        return Rim(0.16, choose_readable(WHITE, front.look.colours.wall))
    return None


# The foot of a front without a panel


def _find_foot(front: Front) -> Box:
    """Return the box of the foot, from edge to edge; its height is 0 if the foot has no lines."""
    size = share_of(front.face, 0.034)
    if not _list_foot_lines(front):
        return front.outer_box._replace(y=front.live.bottom, height=0)
    height = max(front.safe + 4, size * 0.8) + size * 1.7
    if front.look.calm:
        height += size * 0.4
    return front.outer_box._replace(
        y=front.face.bottom - height, height=front.outer_box.bottom - front.face.bottom + height
    )


def _list_foot_lines(front: Front) -> list[str]:
    """List the author and, in a book whose front is ours, what is in it."""
    setting, contents = front.setting, ""
    if not front.has_own_picture:
        words = setting.words
        # A wordless book has no word for what the number counts.
        count = "" if words.wordless else setting.count_mazes
        contents = ", ".join(filter(None, (front.look.age(words), count, say_answers(setting))))
    return [line for line in (setting.recipe.book.author, contents) if line]


def _draw_foot(front: Front, foot: Box) -> Iterator[Item]:
    """Draw the foot's lines at both ends of a row, or a single line in its middle."""
    lines, size, face = (
        _list_foot_lines(front),
        share_of(front.face, 0.034),
        front.setting.sizes.bold,
    )
    if not lines:
        return
    live, rim = front.live, _choose_small_rim(front)
    row = Box(live.x, foot.y + size * 0.55, live.width, size * 1.2)
    room = row.width if len(lines) == 1 else (row.width - size) / 2
    fitted = min(text.fit_size(line, face, size, room) for line in lines)
    if front.is_bound_right:
        lines = lines[::-1]
    for line, at in zip(lines, (0.5,) if len(lines) == 1 else (0.0, 1.0), strict=True):
        _, height = text.measure_ink(line, text.face_for_paragraph(line, face))
        letters = Letters(((line, fitted),), text.face_for_paragraph(line, face))
        box = row._replace(y=row.y + fitted * (_CAPITALS - height))
        yield from set_letters(letters, box, _choose_ink(front), rim, at)
