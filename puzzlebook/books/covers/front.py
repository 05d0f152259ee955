"""The front of a cover: title and subtitle, the picture, and a foot with author and contents."""

from __future__ import annotations

from collections.abc import Iterator

from puzzlebook.books.covers.claims import name_large_print
from puzzlebook.books.covers.landscape import crop_piece
from puzzlebook.books.covers.letters import Letters, Rim, fit_letters, set_letters
from puzzlebook.books.covers.look import (
    READABLE,
    CoverLook,
    Front,
    choose_readable,
    contrast,
    make_look,
    part,
)
from puzzlebook.books.covers.picture import badge_room, draw_picture, draw_stage_badges
from puzzlebook.books.covers.stages import StagedMaze, fill_front, find_title_room
from puzzlebook.books.planning.setting import Setting
from puzzlebook.books.scenes.frames import draw_area
from puzzlebook.drawing.drawing import BLACK, WHITE, Colour, Drawing
from puzzlebook.maze_art.plate import Plate
from puzzlebook.printers.wrap import Wrap
from puzzlebook.typesetting import text
from puzzlebook.typesetting.page import Box, Item
from puzzlebook.typesetting.photos import fill_with_photo

Shown = Plate | StagedMaze | Drawing | bytes
"""What a front shows: a maze, the user's drawing, or the bytes of the user's photo."""

_WORDS_WIDTH = 0.5  # width of the words on a wide front, as a share of the available width
# The title's greatest height, as a share of the available height: above a picture, beside one on a
# wide front, and above a maze with a hidden picture, which should be as large as possible.
_TITLE, _TITLE_BESIDE, _TITLE_OVER_PICTURE = 0.34, 0.52, 0.22
_RIM = Rim(0.075, BLACK, 0.05)
# Minimum contrast of a rim with the ground, and with the letters.
_MIN_GROUND_CONTRAST, _MIN_LETTER_CONTRAST = 1.5, 2.5
_LEADING = 1.3  # leading of the foot, in ems
_SECOND_LINE = 0.85  # size of the foot's second line, as a share of the first
_CAPITALS = 0.8  # height of a line of the foot above its baseline, in ems


def make_front(setting: Setting, wrap: Wrap, look: CoverLook, has_own_picture: bool) -> Front:
    """Return the front of a wrap. has_own_picture: whether the picture is the user's."""
    face, board = wrap.front_face, wrap.front
    across = Box(0 if wrap.right else board.x, 0, board.width + wrap.edge, wrap.sheet[1])
    live = face.inset(*(max(wrap.safe + 4, part(face, 0.05)),) * 4)
    return Front(setting, look, face, across, live, has_own_picture, wrap.safe)


def draw_front(setting: Setting, wrap: Wrap, look: CoverLook, shown: Shown) -> Iterator[Item]:
    """Draw the front over the sheet's ground."""
    front = make_front(setting, wrap, look, not isinstance(shown, Plate | StagedMaze))
    if isinstance(shown, bytes):
        yield fill_with_photo(shown, front.across, look.colours.ground, "cover.picture")
    elif isinstance(shown, Drawing):
        yield _fill_box(shown, front.across)
    if setting.recipe.cover.text == "none":
        return
    foot = _find_foot(front)
    words, picture = _divide_front(front, foot)
    if isinstance(shown, StagedMaze) and look.scenes:
        # Like a landscape, a stage ends in the middle of the spine, which is drawn over it.
        seam, across = wrap.spine / 2, front.across
        across = across.inset(right=-seam) if wrap.right else across.inset(left=-seam)
        front = front._replace(across=across)
        yield from _draw_staged_front(front, shown, words, picture, foot)
        return
    head, y = _set_head(front, words)
    if not front.is_wide:
        picture = picture._replace(y=y, height=picture.bottom - y)
    yield from head
    yield from _draw_foot(front, foot)
    if isinstance(shown, Plate | StagedMaze):
        yield from draw_picture(front, words, picture, y, shown)


def _draw_staged_front(
    front: Front, shown: StagedMaze, words: Box, room: Box, foot: Box
) -> Iterator[Item]:
    """Draw a stage with the title above its maze and the subtitle below or, on a wide front, with
    both beside it."""
    if front.is_wide:
        head, y = _set_head(front, words)
        pill: Box | None = None
    else:
        head, y = _set_head(front, words, find_title_room(front, shown.stage, foot))
        items, pill = _set_subtitle(front, foot)
        head += items
        room = room._replace(y=y, height=(pill.y if pill else room.bottom) - y)
    stage = fill_front(front, shown, room, foot)
    yield stage.draw()
    yield from head
    yield from _draw_foot(front, foot)
    words_of_foot = _find_foot_row(front, foot)._replace(height=foot.height)
    yield from draw_stage_badges(front, stage, y, [words_of_foot, *([pill] if pill else [])])


def _set_subtitle(front: Front, foot: Box) -> tuple[list[Item], Box | None]:
    """Set the subtitle on a band above the foot, between the badges, and above it which volume it
    is, from the second on; return them with their box."""
    setting, gap = front.setting, part(front.face, 0.012)
    lines = [(setting.recipe.book.subtitle, part(front.face, 0.027))]
    if setting.recipe.volume > 1:
        volume = setting.words("volume", volume=setting.recipe.volume)
        lines.append((volume.replace(" ", "\N{NO-BREAK SPACE}"), _volume_size(front)))
    box = _find_room_between_badges(front)
    bottom = y = min(foot.y, front.live.bottom) - gap
    items: list[Item] = []
    for line, size in lines:
        if line:
            _, height = _draw_pill(front, line, size, box, 0.0)
            y -= height + gap * bool(items)
            items += _draw_pill(front, line, size, box, y)[0]
    return items, box._replace(y=y, height=bottom - y) if items else None


def _find_room_between_badges(front: Front) -> Box:
    """Return the part of the live area between badges in its lower corners."""
    aside = max(badge_room(front))
    return front.live.inset(left=aside, right=aside)


def _volume_size(front: Front) -> float:
    """Return the size of a later volume's number: volumes must be told apart at a glance."""
    return part(front.face, 0.048)


def _divide_front(front: Front, foot: Box) -> tuple[Box, Box]:
    """Return the boxes for words and picture; on an upright front these are the same."""
    room = front.live._replace(
        height=min(foot.y - part(front.face, 0.02), front.live.bottom) - front.live.y
    )
    if not front.is_wide:
        return room, room
    words, gap = room.width * _WORDS_WIDTH, part(front.face, 0.03)
    if front.is_right:
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


def _set_head(front: Front, box: Box, max_height: float | None = None) -> tuple[list[Item], float]:
    """Set series, title and subtitle from the top of a box down; return them and the y of their
    end.

    max_height: the maximum height of series and title; the subtitle is then set elsewhere.
    """
    setting, face, look = front.setting, front.face, front.look
    book = setting.recipe.book
    items: list[Item] = []
    y = box.y
    if label := name_large_print(setting):
        pill, y = _draw_pill(front, label, part(face, 0.036), box, y)
        y += part(face, 0.024)
        items += pill
    line, is_later = setting.series_line, setting.recipe.volume > 1
    if is_later and max_height is not None:  # the volume is set with the subtitle
        line = "" if book.series == book.title else book.series or ""
    if line:
        size = part(face, 0.027)
        size = _volume_size(front) if is_later and max_height is None else size
        if front.look.calm:
            row = box._replace(height=size * 1.4)
            letters = fit_letters(line, setting.sizes.bold, row, size)
            items += set_letters(letters, box._replace(y=y), _ink(front), _halo(front))
            y += size * 1.9
        else:
            pill, y = _draw_pill(front, line, size, box, y)
            y += size * 0.7
            items += pill
    title_share = _TITLE_OVER_PICTURE if setting.is_hiding else _TITLE
    room = box.height * (_TITLE_BESIDE if front.is_wide else title_share)
    if max_height is not None:
        room = min(room, box.y + max_height - y - part(face, 0.028))
    if book.title:
        letters, pad = _set_title(front, box._replace(height=room))
        items += set_letters(letters, box._replace(y=y + pad), _title_colour(front), _rim(front))
        y += letters.height + 2 * pad + part(face, 0.018 if look.calm else 0.028)
        if look.calm:
            y += part(face, 0.012)
            items.append(_rule(front, box, y))
            y += part(face, 0.03)
    if max_height is not None:
        return items, y
    if book.subtitle and (look.scenes or front.has_own_picture):
        pill, y = _draw_pill(front, book.subtitle, part(face, 0.03), box, y)
        items += pill
        y += part(face, 0.012)
    elif book.subtitle:
        size = part(face, 0.034)
        subtitle_letters = fit_letters(
            book.subtitle, setting.sizes.bold, box._replace(height=size * 3), size
        )
        items += set_letters(subtitle_letters, box._replace(y=y), _ink(front), _halo(front))
        y += subtitle_letters.height + size * 0.9
    return items, y


def _set_title(front: Front, box: Box) -> tuple[Letters, float]:
    """Fit the title to a box; return it with the width of its rim."""
    title, face = front.setting.recipe.book.title, display(front.setting)
    letters = fit_letters(title, face, box, box.height)
    if _rim(front) is None:
        return letters, 0.0
    pad = (_RIM.width + _RIM.drop) * max(size for _, size in letters.lines)
    return fit_letters(title, face, box.inset(pad, pad, pad, pad), box.height), pad


def display(setting: Setting) -> text.Face:
    """Return the typeface of titles: the display face, but plain bold on a night cover."""
    return setting.sizes.bold if make_look(setting).is_night else setting.sizes.titles


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
    aside, above = size * 0.9, size * 0.5
    letters = fit_letters(
        content,
        front.setting.sizes.bold,
        box.inset(left=aside, right=aside)._replace(height=size * 2.6),
        size,
    )
    widths = (text.measure_width(line, letters.face, fitted) for line, fitted in letters.lines)
    width = max(widths) + 2 * aside
    pill = Box(box.x + (box.width - width) / 2, y, width, letters.height + 2 * above)
    inside = pill._replace(y=pill.y + above)
    return [
        draw_area(pill, ground, min(pill.height / 2, size), is_reversed=True),
        *set_letters(letters, inside, ink),
    ], pill.bottom


def _rule(front: Front, box: Box, y: float) -> Item:
    width = min(box.width * 0.16, part(front.face, 0.12))
    return draw_area(
        Box(box.x + (box.width - width) / 2, y, width, part(front.face, 0.004) / 2),
        front.look.colours.accent,
    )


def _title_colour(front: Front) -> Colour:
    """Return white over the user's picture, otherwise the cover's own title colour."""
    return WHITE if front.has_own_picture else front.look.colours.title


def _ink(front: Front) -> Colour:
    return (
        WHITE
        if front.has_own_picture
        else choose_readable(front.look.colours.ground, front.look.colours.title)
    )


def _rim(front: Front) -> Rim | None:
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


def _halo(front: Front) -> Rim | None:
    """Return the rim of smaller type, which sets it off from a landscape or a picture, or None."""
    if front.has_own_picture:
        return Rim(0.16, choose_readable(WHITE, front.look.colours.wall))
    return Rim(0.16, front.look.colours.ground) if front.look.scenes else None


# The foot


def _find_foot(front: Front) -> Box:
    """Return the box of the foot, from edge to edge; its height is 0 if the foot has no lines."""
    size = part(front.face, 0.034)
    if not _foot_lines(front):
        return front.across._replace(y=front.live.bottom, height=0)
    height = max(front.safe + 4, size * 0.8) + size * 1.7
    if front.look.calm:
        height += size * 0.4
    if _is_stacked(front):
        height += size * _LEADING
    return front.across._replace(
        y=front.face.bottom - height, height=front.across.bottom - front.face.bottom + height
    )


def _foot_lines(front: Front) -> list[str]:
    recipe, words = front.setting.recipe, front.setting.words
    answers = (
        words("cover_with_answers")
        if "key" in recipe.book.matter and not front.has_own_picture
        else ""
    )
    # A wordless book has no word for what the number counts.
    has_count = (front.look.calm or front.setting.is_hiding) and not (
        front.has_own_picture or words.wordless
    )
    count = front.setting.count_mazes if has_count else ""
    ages = "" if front.has_own_picture or front.has_badge else front.look.age(words)
    return [
        line
        for line in (recipe.book.author, ", ".join(filter(None, (ages, count, answers))))
        if line
    ]


def _is_stacked(front: Front) -> bool:
    """Whether the foot's lines are stacked because there is too little space between badges."""
    return (
        front.look.scenes is not None
        and not front.has_own_picture
        and not front.is_wide
        and len(_foot_lines(front)) > 1
    )


def _is_centred(front: Front) -> bool:
    """Whether the foot's lines are in its middle, not at both ends."""
    return len(_foot_lines(front)) == 1 or _is_stacked(front)


def _find_foot_row(front: Front, foot: Box) -> Box:
    """Return the box of the foot's first line, between the badges."""
    size, live = part(front.face, 0.034), front.live
    left, right = badge_room(front)
    if _is_centred(front):
        left = right = max(left, right)
    return Box(live.x, foot.y + size * 0.55, live.width, size * 1.2).inset(left=left, right=right)


def _draw_foot(front: Front, foot: Box) -> Iterator[Item]:
    """Draw the foot's lines at both ends of a strip, or in its middle."""
    lines, size = _foot_lines(front), part(front.face, 0.034)
    if not lines:
        return
    sizes = front.setting.sizes
    ground, ink = front.look.spine
    strip = not front.has_own_picture and not front.look.calm
    if strip:
        yield draw_area(foot, ground, is_reversed=True)
    box = _find_foot_row(front, foot)
    rim = None if strip else _halo(front)
    shade = ink if strip else _ink(front)
    if _is_centred(front):
        for row, line in enumerate(lines):
            # Contents and author differ in type, or they would read as one sentence.
            face, share = (sizes.regular, _SECOND_LINE) if row else (sizes.bold, 1.0)
            place = box._replace(y=box.y + row * size * _LEADING)
            yield from _set_line(line, place, face, share * size, shade, rim, 0.5)
        return
    if front.is_right:
        lines = lines[::-1]
    room = (box.width - size) / 2
    fitted = min(text.fit_size(line, sizes.bold, size, room) for line in lines)
    for line, at in zip(lines, (0.0, 1.0), strict=True):
        yield from _set_line(line, box, sizes.bold, fitted, shade, rim, at)


def _set_line(
    line: str, box: Box, face: text.Face, size: float, ink: Colour, rim: Rim | None, at: float
) -> Iterator[Item]:
    size = text.fit_size(line, face, size, box.width)
    _, height = text.measure_ink(line, text.face_for_paragraph(line, face))
    letters = Letters(((line, size),), text.face_for_paragraph(line, face))
    yield from set_letters(
        letters, box._replace(y=box.y + size * (_CAPITALS - height)), ink, rim, at
    )
