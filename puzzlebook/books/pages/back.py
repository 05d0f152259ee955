"""The last pages: a certificate, room for notes, and how the book was made, with the code that
makes it again."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import floor

from puzzlebook import __version__
from puzzlebook.books.pages.front import GAP, NARROWED, set_small_print
from puzzlebook.books.pages.ornaments import make_maze_frame, mark
from puzzlebook.books.planning.alt_text import make_part_tag
from puzzlebook.books.planning.setting import HEAVY, Setting, center_drawing
from puzzlebook.books.scenes import tableaux
from puzzlebook.drawing.drawing import WHITE
from puzzlebook.drawing.qr import QUIET_ZONE, draw_qr_code
from puzzlebook.ground.lengths import MM
from puzzlebook.maze_art.extent import scale_to_fit
from puzzlebook.maze_art.inked import Ink, draw_puzzle
from puzzlebook.recipes.book_codes import break_code
from puzzlebook.recipes.secret import printed_sentence
from puzzlebook.typesetting import text
from puzzlebook.typesetting.flow import Flow
from puzzlebook.typesetting.layout import THINNEST, center, set_left
from puzzlebook.typesetting.page import (
    Box,
    Item,
    Page,
    Picture,
    Rule,
    Tag,
    Text,
    move_items,
    tag_items,
)

_MODULE = 0.6 * MM
"""A side of the QR code's smallest squares: 0.6 mm, in points. A telephone reads it at arm's
length."""
_LEAST_TYPE = 7.0
_BORDER = 3
_HIGH = 20.0  # the words of a certificate, in sizes of its sentences
_LITTLE = 0.85  # the words below the lines of a certificate, in sizes of its sentences
# Of boxes for letters: the side in sizes of the type; from one to the next in sides, and behind
# what is no letter.
_BOX, _STEP, _MARK = 2.6, 1.15, 0.5
_BORDER_WALL = 1.5
_ABOVE = 0.08  # of a page's height: what is free above a word of praise
_PRAISE = 1.35  # sizes of titles
_ARRIVED, _LEAST_ARRIVED = (
    0.16,
    16.0,
)  # of the room for it, and points: who has arrived, in a theme without scenes
_LOW = 320.0  # a live area less high (points) has a thin frame


def lay_out_colophon(setting: Setting, number: int) -> Page:
    """The colophon, below who has arrived. With `codes = "none"` it keeps the seed and the code to
    itself.

    Where the page is too small for all of it, its type is smaller.
    """
    live, size = (
        setting.sheet.live(number),
        _LEAST_TYPE if setting.is_for_children else setting.sizes.small,
    )
    items = _items(setting, number, size)
    while _top(items) < live.y and size > _LEAST_TYPE:
        size = max(_LEAST_TYPE, size - 0.5)
        items = _items(setting, number, size)
    above = live._replace(height=_top(items) - live.y - 2 * size).inset(top=live.height * _ABOVE)
    return setting.sheet.page(number, *_draw_arrival(setting, above), *items)


def _draw_arrival(setting: Setting, box: Box) -> list[Item]:
    """Who has arrived, in a book for children: in a scene below a word of praise or, of a theme
    that has none, beside what was looked for."""
    if setting.scenes:
        praise = Flow(box)
        size = setting.sizes.title * _PRAISE
        praise.set(
            setting.words("well_done"),
            setting.sizes.titles,
            size,
            setting.display,
            middle=True,
            leading=1.2,
        )
        scene = tableaux.draw_farewell(
            setting.scenes,
            box._replace(y=praise.y, height=box.bottom - praise.y),
            setting.sheet.right,
        )
        return [*praise.items, *scene] if scene else []
    side = _ARRIVED * min(box.width, box.height)
    if (
        not setting.is_for_children
        or not setting.recipe.end_marks.are_in_cells
        or side < _LEAST_ARRIVED
    ):
        return []
    middle, y = box.x + box.width / 2, box.y + (box.height - side) / 2
    return [
        mark(setting.theme.start, middle - side, y, side),
        mark(setting.theme.finish, middle, y, side),
    ]


def add_code(setting: Setting, line: str, size: float, width: float) -> str:
    """A line at the foot of the answers, with the book's code behind it or instead, where no
    colophon holds that."""
    if setting.recipe.codes == "none" or "colophon" in setting.recipe.book.matter:
        return line
    coded = (f"{line}  {setting.code}", str(setting.code))
    return next(
        (found for found in coded if text.measure_width(found, text.REGULAR, size) <= width), line
    )


def lay_out_certificate(setting: Setting, number: int) -> Page:
    """A certificate in a frame of maze or of a theme's scenes, with lines for a name and a date.

    Its type is as large as its words fit in.
    """
    around, inner = _frame_certificate(setting, setting.sheet.live(number))
    size = max(_LEAST_TYPE, min(setting.sizes.body * 2, inner.height / _HIGH, inner.width / 16))
    items, high = _set_certificate(setting, inner, size)
    while high > inner.height and size > _LEAST_TYPE:
        size = max(_LEAST_TYPE, size - 0.5)
        items, high = _set_certificate(setting, inner, size)
    return setting.sheet.page(
        number, *around, *move_items(items, 0.0, max(0.0, (inner.height - high) / 2))
    )


def _set_certificate(setting: Setting, inner: Box, size: float) -> tuple[list[Item], float]:
    """What a certificate says, from the top of a box down, its sentences of this size; and how high
    it is."""
    sizes, words = setting.sizes, setting.words
    measure = inner.inset(left=inner.width * 0.06, right=inner.width * 0.06)
    little = max(_LEAST_TYPE, min(size * _LITTLE, (sizes.small + sizes.body) / 2))
    flow = Flow(measure)
    flow.set(
        words("certificate_title"),
        sizes.titles,
        size * 2,
        middle=True,
        leading=1.4,
        tag=make_part_tag(setting),
    )
    flow.gap(size)
    flow.set(words("certificate_says"), sizes.face, size, middle=True)
    flow.gap(size * 3)
    if child := setting.recipe.book.child:
        of_child = text.fit_size(child, setting.sizes.bold, size * 1.5, measure.width * 0.9)
        flow.items.append(center(child, measure, flow.y - size * 0.4, setting.sizes.bold, of_child))
    items = tag_items(
        _draw_blank_line(setting, measure, flow.y, 0.9, words("certificate_name"), little),
        Tag("P", place=1),
    )
    flow.gap(size * 2.6)
    done, after = words("certificate_done", count=setting.order.mazes), Tag("P", place=2)
    flow.set(done, sizes.face, size, middle=True, tag=after)
    flow.gap(size * 0.3)
    flow.set(
        setting.recipe.book.title, sizes.titles, size * 1.25, middle=True, leading=1.35, tag=after
    )
    flow.gap(size * 3.2)
    date = _draw_blank_line(setting, measure, flow.y, 0.55, words("certificate_date"), little)
    items += tag_items(date, Tag("P", place=3))
    return [*flow.items, *items], flow.y + little * 1.5 - inner.y


def _frame_certificate(setting: Setting, live: Box) -> tuple[list[Picture], Box]:
    """The frame of a certificate, and the box within it."""
    if setting.scenes:
        accent = setting.theme.colours.accent if setting.scenes.in_colour else WHITE
        return tableaux.draw_certificate(setting.scenes, live, accent)
    thick = _BORDER if live.height >= _LOW else 1
    cell = max(9.0, min(15.0, min(live.width, live.height) / 30))
    return [_draw_border(setting, live, cell, thick)], live.inset(*[(thick + 1) * cell] * 4)


def lay_out_secret_page(setting: Setting, number: int) -> Page:
    """The sentence through the book: a box for each letter, with the number of its maze; its words
    stay together."""
    sizes, words = setting.sizes, setting.words
    flow = Flow(setting.sheet.live(number))
    flow.set(
        words("secret_title"), sizes.titles, sizes.heading, leading=1.3, tag=make_part_tag(setting)
    )
    flow.gap(sizes.body * 0.4)
    flow.set(words("secret_how"), sizes.face, sizes.body, leading=1.3)
    flow.gap(sizes.body * 1.5)
    mazes, left = iter(setting.order.secret), flow.box.x + THINNEST
    found = printed_sentence(setting.recipe).split()
    side = min(sizes.body * _BOX, (flow.box.width - 2 * THINNEST) / (max(map(len, found)) * _STEP))
    items: list[Item] = []
    listed = Tag("L")
    x, y = left, flow.y
    for word in found:
        if x > left and x + side * _STEP * len(word) > flow.box.right:
            x, y = left, y + side * 2
        for character in word:
            tag = Tag("LBody", within=Tag("LI", within=listed))
            items += tag_items(_letter_box(setting, Box(x, y, side, side), character, mazes), tag)
            x += side * (_STEP if character.isalnum() else _MARK)
        x += side * _STEP / 2
    return setting.sheet.page(number, *flow.items, *items)


def _letter_box(setting: Setting, box: Box, character: str, mazes: Iterator[int]) -> list[Item]:
    """An empty box above the number of its maze; or what stands between letters, as it is."""
    face, size = setting.sizes.face, min(setting.sizes.small, box.height * 0.5)
    if not character.isalnum():
        return [
            set_left(character, box, box.bottom - size * 0.3, setting.sizes.bold, box.height * 0.7)
        ]
    corners = [(box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)]
    rules = [Rule(*one, *other, THINNEST) for one, other in pairwise([*corners, corners[0]])]
    number = setting.words.number(next(mazes))
    return [*rules, center(number, box, box.bottom + size * 1.3, face, size, setting.aside)]


def lay_out_notes(setting: Setting, number: int, first: bool) -> Page:
    """Ruled lines; the first page says what they are for."""
    sizes = setting.sizes
    flow = Flow(setting.sheet.live(number))
    if first:
        flow.set(
            setting.words("notes_title"),
            sizes.titles,
            sizes.heading,
            leading=1.3,
            tag=make_part_tag(setting),
        )
    apart = max(20.0, sizes.body * 1.9)
    count = floor((flow.box.bottom - flow.y) / apart)
    weight = HEAVY if setting.is_heavy else THINNEST
    for line in range(1, count + 1):
        y = flow.y + line * apart
        flow.items.append(
            Rule(flow.box.x + 0.5, y - 1, flow.box.right - 0.5, y - 1, weight, setting.aside)
        )
    return setting.sheet.page(number, *flow.items)


def _draw_blank_line(
    setting: Setting, box: Box, y: float, share: float, word: str, size: float
) -> list[Item]:
    """A line to write on, with a word of this size below it."""
    line = box.inset(left=box.width * (1 - share) / 2, right=box.width * (1 - share) / 2)
    return [
        Rule(line.x, y, line.right, y, THINNEST),
        center(word, line, y + size * 1.2, setting.sizes.face, size),
    ]


def _draw_border(setting: Setting, live: Box, cell: float, thick: int) -> Picture:
    """A frame of maze around the live area, so many cells thick."""
    across, down = floor(live.width / cell), floor(live.height / cell)
    plate = make_maze_frame(setting, "certificate frame", across, down, thick)
    scale = scale_to_fit(plate.extent, _BORDER_WALL, live.width, live.height)
    return center_drawing(draw_puzzle(plate, scale, Ink(_BORDER_WALL)), live)


def _items(setting: Setting, number: int, size: float) -> list[Item]:
    recipe, words, code = setting.recipe, setting.words, setting.code
    making = _describe_making(setting)
    lines = [recipe.book.title, *([GAP] if making else []), *making]
    if recipe.codes == "none":
        return set_small_print(setting, number, lines, size)
    live = setting.sheet.live(number)
    lines += [
        GAP,
        words("colophon_code" if code.template else "colophon_fingerprint"),
        *_break_code(str(code), live, size),
    ]
    items = set_small_print(setting, number, lines, size)
    # The code is one paragraph, in however many lines it stands.
    coded = len(_break_code(str(code), live, size))
    items = [*items[:-coded], *tag_items(items[-coded:], Tag("P"))]
    if setting.is_felt:  # a picture of the code would be a field of bumps
        return items
    picture = _draw_qr_code(str(code), live.x, live.bottom)
    aside = (picture.drawing.width - QUIET_ZONE) * _MODULE
    if setting.is_for_children and aside <= live.width * NARROWED:
        return [*move_items(items, aside, 0.0), picture]
    return [*items, _draw_qr_code(str(code), live.x, _top(items) - 2 * size)]


def _describe_making(setting: Setting) -> list[str]:
    """How the book was made. Children and their parents are told no more than what makes it again:
    a code that does not carry the seed has this beside it."""
    words, recipe = setting.words, setting.recipe
    # A code from a template carries a seed of any script.
    says_seed = (
        recipe.codes != "none"
        and text.find_missing_character(setting.seed, setting.sizes.face) is None
    )
    seed = [words("colophon_seed", seed=setting.seed)] if says_seed else []
    if setting.is_for_children:
        return [] if setting.code.template else seed
    # A folder may be called what no font of the book can write.
    name = (
        recipe.name
        if text.find_missing_character(recipe.name or "", setting.sizes.face) is None
        else recipe.book.title
    )
    made = words(
        "colophon_made", version=__version__, edition=recipe.edition, recipe=words.quote(name or "")
    )
    # A way that draws a picture is laid, not drawn by lot.
    how = [] if any(part.pictures for part in setting.parts) else [words("colophon_how")]
    lines = [*how, made, words("typeface", family=text.family_name(setting.sizes.face))]
    return [*lines, GAP, *seed] if seed else lines


def _break_code(code: str, live: Box, size: float) -> list[str]:
    """The code in lines that fit the small print's measure."""
    return break_code(
        code, lambda line: text.measure_width(line, text.REGULAR, size) <= 0.8 * live.width
    )


def _draw_qr_code(code: str, left: float, bottom: float) -> Picture:
    """The code for a telephone: its dark part has this left edge and this lower one."""
    drawing = draw_qr_code(code, _MODULE)
    aside = QUIET_ZONE * _MODULE
    return Picture(left - aside, bottom + aside - drawing.height * _MODULE, drawing)


def _top(items: list[Item]) -> float:
    """Where the ink of some lines and pictures begins."""
    tops = [item.y - item.size for item in items if isinstance(item, Text)]
    tops += [item.y + QUIET_ZONE * _MODULE for item in items if isinstance(item, Picture)]
    return min(tops)
