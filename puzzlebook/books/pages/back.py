"""The last pages: certificate, secret sentence, notes, and a colophon with the book's code."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import floor

from puzzlebook.books.planning.alt_text import make_part_tag
from puzzlebook.books.planning.setting import HEAVY, Setting
from puzzlebook.drawing.drawing import WHITE
from puzzlebook.ground import __version__
from puzzlebook.ground.lengths import MM
from puzzlebook.maze_art.scenes import Scenes
from puzzlebook.recipes.book_codes import break_code
from puzzlebook.recipes.secret import printed_sentence
from puzzlebook.typesetting import text
from puzzlebook.typesetting.flow import Flow, first_fitting
from puzzlebook.typesetting.layout import MIN_TYPE, THINNEST, center, set_left
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
"""The side of a QR code's module, in points: 0.6 mm, which phones can read at arm's length."""
_TEXT_HEIGHT = 20.0  # height of a certificate's text, as a multiple of its type size
_LABEL_TYPE = 0.85  # type size below a certificate's blank lines, as a share of its other type
_BOX = 2.6  # side of a letter's box, in ems
# The distance from a letter's box, and from a punctuation mark, to the next one: multiples of the
# side of a box.
_LETTER_STEP, _MARK_STEP = 1.15, 0.5
_BORDER = 3  # cells: thickness of a certificate's maze frame
_BORDER_WALL = 1.5  # points
_MIN_THICK_HEIGHT = 320.0  # points: on lower live areas the frame is one cell thick
_SPACE_ABOVE = 0.08  # space above the word of praise, as a share of the page height
# Size of the word of praise, in title sizes; the share of it to which it shrinks to be one line.
_PRAISE, _ONE_LINE = 1.35, 0.7
# Pictures of a colophon without scenes: their side, as a share of the smaller side of their box,
# and the smallest side, in points.
_ARRIVAL, _MIN_ARRIVAL = 0.16, 16.0


def lay_out_colophon(setting: Setting, number: int) -> Page:
    """Lay out the colophon below a drawing of the hero's arrival. Type shrinks on a small page.

    With `codes = "none"` neither seed nor code is printed.
    """
    live, size = (
        setting.sheet.live(number),
        MIN_TYPE if setting.is_for_children else setting.sizes.small,
    )
    items, size = first_fitting(
        ((_set_colophon(setting, number, size), size) for size in _shrink(size)),
        lambda attempt: not attempt[0] or _top(attempt[0]) >= live.y,
    )
    top = _top(items) - 2 * size if items else live.bottom
    above = live._replace(height=top - live.y)
    return setting.sheet.page(number, *_draw_arrival(setting, above), *items)


def _shrink(size: float) -> Iterator[float]:
    """Yield decreasing type sizes, from this size to the smallest legible one."""
    yield size
    while size > MIN_TYPE:
        size = max(MIN_TYPE, size - 0.5)
        yield size


def _draw_arrival(setting: Setting, box: Box) -> list[Item]:
    """Draw the hero of a children's book arriving: a scene below a word of praise or, in a theme
    without scenes, the start picture beside the finish picture."""
    from puzzlebook.books.pages.ornaments import mark

    if setting.scenes:
        return _draw_party(setting, setting.scenes, box)
    box = box.inset(top=setting.sheet.live(1).height * _SPACE_ABOVE)
    side = _ARRIVAL * min(box.width, box.height)
    if (
        not setting.is_for_children
        or not setting.recipe.end_marks.are_in_cells
        or side < _MIN_ARRIVAL
    ):
        return []
    middle, y = box.x + box.width / 2, box.y + (box.height - side) / 2
    return [
        mark(setting.theme.start, middle - side, y, side),
        mark(setting.theme.finish, middle, y, side),
    ]


def _draw_party(setting: Setting, scenes: Scenes, box: Box) -> list[Item]:
    """Draw the hero's party, with a word of praise on a board or, on a page of another form, above
    the picture."""
    from puzzlebook.books.scenes import tableaux
    from puzzlebook.books.scenes.landscapes import OpenerPage

    child, face, words = setting.recipe.book.child, setting.sizes.titles, setting.words
    largest = _PRAISE * setting.sizes.title
    praise = words("well_done_child", child=child) if child else words("well_done")

    def fit(room: Box) -> float:
        return max(_ONE_LINE * largest, text.fit_size(praise, face, largest, room.width))

    def set_praise(room: Box) -> Flow:
        flow = Flow(room)
        flow.set(praise, face, fit(room), setting.heading_colour, middle=True, leading=1.2)
        return flow

    def measure(room: Box) -> tuple[float, float]:
        size = fit(room)
        lines = text.balance_lines(praise, face, size, room.width)
        width = max(text.measure_width(line, face, size) for line in lines)
        return width, 1.2 * size * len(lines)

    page = OpenerPage(measure=measure if praise.strip() else None, has_words=bool(praise.strip()))
    if tableau := tableaux.draw_party(scenes, box, page):
        return [*tableau.pictures, *set_praise(tableau.words).items]
    above = box.inset(top=setting.sheet.live(1).height * _SPACE_ABOVE)
    flow = set_praise(above)
    room = above._replace(y=flow.y, height=above.bottom - flow.y)
    scene = tableaux.draw_farewell(scenes, room)
    return [*flow.items, *scene] if scene else []


def add_code(setting: Setting, line: str, size: float, width: float) -> tuple[str, float]:
    """Return a foot line and its type size, with the book's code after the line if both fit, or the
    code alone. The smallest type is used if the usual size is too large.

    If nothing fits, or if the colophon prints the code, the line is returned unchanged.
    """
    if setting.recipe.codes == "none" or "colophon" in setting.recipe.book.matter:
        return line, size
    coded = (f"{line}  {setting.code}", str(setting.code))
    tried = ((longer, tried_size) for tried_size in (size, min(size, MIN_TYPE)) for longer in coded)
    return next(
        (
            (longer, tried_size)
            for longer, tried_size in tried
            if text.measure_width(longer, text.REGULAR, tried_size) <= width
        ),
        (line, size),
    )


def lay_out_certificate(setting: Setting, number: int) -> Page:
    """Lay out a certificate with blank lines for a name and a date, in type as large as fits.

    The frame is a maze, or a drawing from the theme's scenes.
    """
    around, inner = _frame_certificate(setting, setting.sheet.live(number))
    size = max(MIN_TYPE, min(setting.sizes.body * 2, inner.height / _TEXT_HEIGHT, inner.width / 16))
    items, height = first_fitting(
        (_set_certificate(setting, inner, size) for size in _shrink(size)),
        lambda attempt: attempt[1] <= inner.height,
    )
    return setting.sheet.page(
        number, *around, *move_items(items, 0.0, max(0.0, (inner.height - height) / 2))
    )


def _set_certificate(setting: Setting, inner: Box, size: float) -> tuple[list[Item], float]:
    """Set a certificate's text from the top of a box down, and return the items and their height.

    size: type size of its sentences.
    """
    sizes, words = setting.sizes, setting.words
    measure = inner.inset(left=inner.width * 0.06, right=inner.width * 0.06)
    label_size = max(MIN_TYPE, min(size * _LABEL_TYPE, (sizes.small + sizes.body) / 2))
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
        _draw_blank_line(setting, measure, flow.y, 0.9, words("certificate_name"), label_size),
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
    date = _draw_blank_line(setting, measure, flow.y, 0.55, words("certificate_date"), label_size)
    items += tag_items(date, Tag("P", place=3))
    return [*flow.items, *items], flow.y + label_size * 1.5 - inner.y


def _frame_certificate(setting: Setting, live: Box) -> tuple[list[Picture], Box]:
    """Draw the frame of a certificate, and return it with the box inside it."""
    if setting.scenes:
        from puzzlebook.books.scenes import tableaux

        accent = setting.theme.colours.accent if setting.scenes.in_colour else WHITE
        tableau = tableaux.draw_certificate(setting.scenes, live, accent)
        return tableau.pictures, tableau.words
    from puzzlebook.books.pages.ornaments import draw_maze_border

    cells_thick = _BORDER if live.height >= _MIN_THICK_HEIGHT else 1
    cell = max(9.0, min(15.0, min(live.width, live.height) / 30))
    border = draw_maze_border(setting, "certificate frame", live, cell, cells_thick, _BORDER_WALL)
    return [border], live.inset(*[(cells_thick + 1) * cell] * 4)


def lay_out_secret_page(setting: Setting, number: int) -> Page:
    """Lay out the secret sentence: an empty box for each letter, above the number of its maze.

    Words are not broken across rows.
    """
    sizes, words = setting.sizes, setting.words
    flow = Flow(setting.sheet.live(number))
    flow.set(
        words("secret_title"), sizes.titles, sizes.heading, leading=1.3, tag=make_part_tag(setting)
    )
    flow.gap(sizes.body * 0.4)
    flow.set(words("secret_how"), sizes.face, sizes.body, leading=1.3)
    flow.gap(sizes.body * 1.5)
    mazes, left = iter(setting.order.secret), flow.box.x + THINNEST
    sentence = printed_sentence(setting.recipe).split()
    longest = max(map(len, sentence))
    side = min(sizes.body * _BOX, (flow.box.width - 2 * THINNEST) / (longest * _LETTER_STEP))
    items: list[Item] = []
    listed = Tag("L")
    x, y = left, flow.y
    for word in sentence:
        if x > left and x + side * _LETTER_STEP * len(word) > flow.box.right:
            x, y = left, y + side * 2
        for character in word:
            tag = Tag("LBody", within=Tag("LI", within=listed))
            items += tag_items(_letter_box(setting, Box(x, y, side, side), character, mazes), tag)
            x += side * (_LETTER_STEP if character.isalnum() else _MARK_STEP)
        x += side * _LETTER_STEP / 2
    return setting.sheet.page(number, *flow.items, *items)


def _letter_box(setting: Setting, box: Box, character: str, mazes: Iterator[int]) -> list[Item]:
    """Draw an empty box above the number of a letter's maze, or set a punctuation mark."""
    face, size = setting.sizes.face, min(setting.sizes.small, box.height * 0.5)
    if not character.isalnum():
        return [
            set_left(character, box, box.bottom - size * 0.3, setting.sizes.bold, box.height * 0.7)
        ]
    corners = [(box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)]
    rules = [Rule(*one, *other, THINNEST) for one, other in pairwise([*corners, corners[0]])]
    number = setting.words.number(next(mazes))
    return [
        *rules,
        center(number, box, box.bottom + size * 1.3, face, size, setting.secondary_colour),
    ]


def lay_out_notes(setting: Setting, number: int, first: bool) -> Page:
    """Lay out a page of ruled lines. The first such page has a heading."""
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
    line_gap = max(20.0, sizes.body * 1.9)
    count = floor((flow.box.bottom - flow.y) / line_gap)
    weight = HEAVY if setting.is_large_print else THINNEST
    for line in range(1, count + 1):
        y = flow.y + line * line_gap
        flow.items.append(
            Rule(
                flow.box.x + 0.5,
                y - 1,
                flow.box.right - 0.5,
                y - 1,
                weight,
                setting.secondary_colour,
            )
        )
    return setting.sheet.page(number, *flow.items)


def _draw_blank_line(
    setting: Setting, box: Box, y: float, share: float, word: str, size: float
) -> list[Item]:
    """Draw a line to write on and a label below it. share: the length of the line, as a share of
    the box's width. size: the type size of the label."""
    line = box.inset(left=box.width * (1 - share) / 2, right=box.width * (1 - share) / 2)
    return [
        Rule(line.x, y, line.right, y, THINNEST),
        center(word, line, y + size * 1.2, setting.sizes.face, size),
    ]


def _set_colophon(setting: Setting, number: int, size: float) -> list[Item]:
    """Set the colophon's lines and QR code at the foot of the page."""
    from puzzlebook.books.pages.front import GAP, NARROWED, set_small_print
    from puzzlebook.drawing.qr import QUIET_ZONE

    recipe, words, code = setting.recipe, setting.words, setting.code
    making = _describe_making(setting)
    if recipe.codes == "none" and setting.scenes:  # the hero's arrival says that this is the end
        return []
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
    # The lines of the code are one paragraph.
    code_lines = len(_break_code(str(code), live, size))
    items = [*items[:-code_lines], *tag_items(items[-code_lines:], Tag("P"))]
    if setting.is_tactile:  # a QR code would be a field of bumps
        return items
    picture = _draw_qr_code(str(code), live.x, live.bottom)
    text_shift = (picture.drawing.width - QUIET_ZONE) * _MODULE
    if setting.is_for_children and text_shift <= live.width * NARROWED:
        return [*move_items(items, text_shift, 0.0), picture]
    return [*items, _draw_qr_code(str(code), live.x, _top(items) - 2 * size)]


def _describe_making(setting: Setting) -> list[str]:
    """List the lines about how the book was made.

    A children's book prints only what is needed to rebuild it: the seed, unless the code contains
    it. A book without codes says nothing about how it was made.
    """
    from puzzlebook.books.pages.front import GAP

    words, recipe = setting.words, setting.recipe
    if recipe.codes == "none":
        return []
    # A code made from a template can carry a seed in any script.
    says_seed = text.find_missing_character(setting.seed, setting.sizes.face) is None
    seed = [words("colophon_seed", seed=setting.seed)] if says_seed else []
    if setting.is_for_children:
        return [] if setting.code.template else seed
    # The folder's name may contain characters that no font of the book has.
    name = (
        recipe.name
        if text.find_missing_character(recipe.name or "", setting.sizes.face) is None
        else recipe.book.title
    )
    made = words(
        "colophon_made", version=__version__, edition=recipe.edition, recipe=words.quote(name or "")
    )
    # A path that draws a picture is planned, not random.
    how = [] if any(part.pictures for part in setting.parts) else [words("colophon_how")]
    lines = [*how, made, words("typeface", family=text.family_name(setting.sizes.face))]
    return [*lines, GAP, *seed] if seed else lines


def _break_code(code: str, live: Box, size: float) -> list[str]:
    """Break a code into lines that fit the width of small print."""
    return break_code(
        code, lambda line: text.measure_width(line, text.REGULAR, size) <= 0.8 * live.width
    )


def _draw_qr_code(code: str, left: float, bottom: float) -> Picture:
    """Draw a QR code whose dark modules begin at `left` and end at `bottom`."""
    from puzzlebook.drawing.qr import QUIET_ZONE, draw_qr_code

    drawing = draw_qr_code(code, _MODULE)
    margin = QUIET_ZONE * _MODULE
    return Picture(left - margin, bottom + margin - drawing.height * _MODULE, drawing)


def _top(items: list[Item]) -> float:
    """Return the y of the topmost ink among lines of text and QR codes."""
    from puzzlebook.drawing.qr import QUIET_ZONE

    tops = [item.y - item.size for item in items if isinstance(item, Text)]
    tops += [item.y + QUIET_ZONE * _MODULE for item in items if isinstance(item, Picture)]
    return min(tops)
