"""The back of a cover: benefits, sample pages, imprint, and the barcode or space for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from puzzlebook.books.covers.barcode import draw_barcode
from puzzlebook.books.covers.claims import (
    MazeFacts,
    is_for_children,
    is_in_large_print,
    is_in_subtitle,
    list_color,
    list_hidden,
    list_hours,
    list_level,
    list_variety,
    say_benefit,
    say_inches,
    say_what_it_is,
)
from puzzlebook.books.covers.crayon import draw_half_way
from puzzlebook.books.covers.letters import fit_letters, set_letters
from puzzlebook.books.covers.look import CoverLook, choose_readable, make_look, share_of
from puzzlebook.books.covers.mazes import draw_maze_at_foot
from puzzlebook.books.covers.panel import Panel, draw_panel_ground, find_panel
from puzzlebook.books.covers.thumbnails import draw_thumbnail
from puzzlebook.books.planning.boards import make_boards
from puzzlebook.books.planning.samples import SamplePage
from puzzlebook.books.planning.setting import Setting
from puzzlebook.books.scenes.frames import draw_area
from puzzlebook.books.scenes.placing import choose_hero, fit_drawing
from puzzlebook.drawing.drawing import WHITE, Colour, Drawing, Layer, Style, make_circle
from puzzlebook.ground import templates
from puzzlebook.ground.isbn import encode_price
from puzzlebook.ground.lengths import MM
from puzzlebook.maze_art.plate import Plate
from puzzlebook.maze_art.scenes import Scenes
from puzzlebook.printers.wrap import Wrap
from puzzlebook.typesetting import text
from puzzlebook.typesetting.flow import Flow, first_fitting
from puzzlebook.typesetting.layout import set_left
from puzzlebook.typesetting.logos import place_logo
from puzzlebook.typesetting.page import Box, Item, Page, Picture

if TYPE_CHECKING:
    from puzzlebook.recipes.order import BookSection
    from puzzlebook.typesetting.logos import Logo

PREVIEWS = 3
_LEADING = 1.36  # distance between two lines of the blurb, in ems
_MIN_TYPE = 7.5  # points
_MIN_PROMISED_WIDTH = 10 * MM  # narrowest corridor worth mentioning, for small hands or weak eyes
_TYPE_SHARES = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5)  # type sizes to try, as shares of the largest
_MIN_TYPE_SHARE = 0.8  # smallest type, as a share of the largest, to make room for sample pages
# Widths of recognizable sample pages to try, as shares of the box's, before all are left out.
_SAMPLE_WIDTHS = (0.3, 0.21, 0.15)
# The least width of a sample page, as a share of the box; and of one below another, in which lines
# would run together if it were smaller.
_LEAST_PAGE, _CLEAR_PAGE = 0.12, 0.26
# The greatest width of a large sample page, as a share of the box; and the least, as a multiple of
# that which it would have in a row.
_LARGE_PAGE, _MUCH_LARGER = 0.66, 1.25
# The width of a row of sample pages whose height a page in use needs, and the least width of those
# beside it, as shares of the box's; and the colour of the crayon on that page.
_SHARE_IN_USE, _BESIDE_PAGE_IN_USE, _CRAYON = 0.4, 0.22, (0.85, 0.15, 0.2)
# The height of the hero, as a share of the back's height, and below a page in use.
_HERO, _HERO_BELOW_PAGE = 0.19, 0.13
_UNKNOWN = MazeFacts()
_LONG = 400  # squares of the hardest maze's path; shorter paths are not worth mentioning
_BARCODE_MARGIN = 4.0  # points: margin around the barcode area
# The least height of a maze at the foot above the trim, as a share of the back's: a sliver at the
# trim looks like a printing fault.
_LEAST_FOOT = 0.06


class Back(NamedTuple):
    """What the parts of a back share.

    board: the box of the back. live: the box inside the margins. barcode: the area left free for
    the barcode. ground, ink: the background and text colours of the words. has_ornament: whether
    there is a maze behind the foot. facts: what is known of the book's mazes. has_page_in_use:
    whether one of the sample pages is half solved, as in books for children with scenes.
    """

    setting: Setting
    look: CoverLook
    board: Box
    live: Box
    barcode: Box | None
    ground: Colour
    ink: Colour
    has_ornament: bool
    facts: MazeFacts
    has_page_in_use: bool = False


def draw_back(
    setting: Setting,
    wrap: Wrap,
    look: CoverLook,
    maze: Plate | None,
    samples: Sequence[SamplePage],
    barcode: Box | None,
    logo: Logo | None,
    facts: MazeFacts,
) -> Iterator[Item]:
    """Draw the back over the sheet's ground. The barcode area holds only the book's own barcode, if
    any.

    maze: the front's maze, if any. facts: what is known of the book's mazes.
    """
    face, colours = wrap.back_face, look.colours
    live = face.inset(*(max(wrap.safe + 4, share_of(face, 0.06)),) * 4)
    ground, ink = (colours.paper, colours.wall) if look.scenes else (colours.ground, colours.title)
    # The samples of hidden pictures are mazes enough.
    has_ornament = maze is not None and look.scenes is None and not setting.is_hiding
    has_page_in_use = look.scenes is not None and len(samples) == PREVIEWS
    back = Back(
        setting, look, face, live, barcode, ground, ink, has_ornament, facts, has_page_in_use
    )
    band = find_panel(face, live, _extend_to_spine(wrap), wrap.safe) if look.has_panel else None
    if band is not None:
        yield draw_panel_ground(band, look)
    foot = list(_draw_imprint(back, logo, band))
    gap, foot_top = share_of(face, 0.03), _find_top(foot, live)
    top_of_foot = min(barcode.y if barcode else live.bottom, foot_top)
    panel = live._replace(height=top_of_foot - gap - live.y)
    pad = share_of(face, 0.035)
    beside = live._replace(
        width=(barcode.x - gap if barcode else live.right) - live.x,
        height=foot_top - (gap if foot_top < live.bottom else 0.0) - live.y,
    )
    inner = panel.inset(*(pad,) * 4) if look.scenes else panel
    blurb, end = _set_blurb(back, inner, samples, None if look.scenes else beside)
    if look.scenes and blurb:
        panel = panel._replace(height=min(panel.height, end + pad - panel.y))
        yield draw_area(panel, ground, share_of(face, 0.02), share_of(face, 0.04) / 8, colours.wall)
    elif has_ornament and maze is not None:
        board = _extended_foot(wrap)
        if barcode is not None and not look.field:
            # A disc keeps clear of the barcode; a field extends behind it.
            board = board._replace(width=barcode.x - gap - board.x)
        if band is not None:
            board = board._replace(height=band.box.y - gap - board.y)
        if face.bottom - end - 2 * gap >= _LEAST_FOOT * face.height:
            yield draw_maze_at_foot(maze, board, end + 2 * gap, look)
    recipe = setting.recipe
    isbn = recipe.book.isbn if recipe.cover.barcode is None else None
    if barcode is not None:
        # A clean field for the printer's barcode.
        safe = wrap.back_safe
        right = min(_BARCODE_MARGIN, safe.right - barcode.right)
        bottom = min(_BARCODE_MARGIN, safe.bottom - barcode.bottom)
        yield draw_area(
            barcode.inset(-_BARCODE_MARGIN, -_BARCODE_MARGIN, -right, -bottom),
            WHITE,
        )
    if barcode is not None and isbn:
        price = encode_price(recipe.cover.price or "")
        yield from draw_barcode(isbn, price, barcode, setting.sizes.regular)
    yield from blurb
    yield from foot


def _extend_to_spine(wrap: Wrap) -> Box:
    """Return the back from the sheet's edge to the middle of the spine, over the whole height."""
    x = wrap.sheet[0] / 2 if wrap.right else 0.0
    return Box(x, 0.0, wrap.sheet[0] / 2, wrap.sheet[1])


def _extended_foot(wrap: Wrap) -> Box:
    """Return the back including the bleed at its outer side and foot, but without a hinge and the
    clear strip beside it."""
    face, clear = wrap.back_face, wrap.safe + _BARCODE_MARGIN if wrap.hinge else 0.0
    left, right = (clear, -wrap.edge) if wrap.right else (-wrap.edge, clear)
    return face.inset(left=left, right=right)._replace(height=wrap.sheet[1] - face.y)


def _set_blurb(
    back: Back, box: Box, samples: Sequence[SamplePage], beside: Box | None
) -> tuple[list[Item], float]:
    """Set the words from the top of a box down, with sample pages below; return these items and the
    y of their end. beside: the room beside the barcode, into which a large page may reach; None for
    pages of one size."""
    largest = share_of(back.board, 0.03 if back.look.scenes else 0.034)
    sizes = [max(_MIN_TYPE, share * largest) for share in _TYPE_SHARES]
    # A long text is set smaller, and never reaches the barcode area. Words are also set a little
    # smaller if this makes sample pages large enough to recognize.
    aspect = _find_aspect(samples)
    small = [size for size in sizes if size >= _MIN_TYPE_SHARE * largest]
    shares = [*([_SHARE_IN_USE] if back.has_page_in_use else []), *_SAMPLE_WIDTHS]
    tries = [(size, share * box.width * aspect) for share in shares for size in small]
    tries += [(size, 0.0) for size in (*sizes, _MIN_TYPE)]
    flows = ((_set_words(back, box, size), room) for size, room in tries)
    flow, _ = first_fitting(flows, lambda pair: pair[0].y + pair[1] <= box.bottom)
    below = box._replace(y=flow.y, height=box.bottom - flow.y)
    previews, end = (beside and flow.items and _place_large_page(back, below, samples, beside)) or (
        _place_previews(back, below, samples, is_below=bool(flow.items))
    )
    return [*flow.items, *previews], max(flow.y, end)


def _set_words(back: Back, box: Box, size: float) -> Flow:
    """Set title, readers and benefits in type of this size (points)."""
    flow = Flow(box, at_right=back.setting.words.right_to_left)
    at, sizes, title = float(flow.at_right), back.setting.sizes, back.setting.recipe.book.title
    lettering = back.look.lettering
    for line, face, maximum, colour in (
        (title, sizes.bold.display(lettering) if lettering else sizes.titles, 1.6, _emphasis(back)),
        (_describe_readers(back), sizes.bold, 1.1, back.ink),
    ):
        if line:
            letters = fit_letters(
                line, face, box._replace(y=flow.y, height=size * maximum * 2.7), size * maximum
            )
            flow.items += set_letters(letters, box._replace(y=flow.y), colour, at=at)
            flow.y += letters.height + size * 0.6
    if flow.items:
        flow.gap(size * 0.4)
    for line in list_benefits(back.setting, back.facts):
        _add_bullet(back, flow, line, size)
        flow.gap(size * 0.35)
    return flow


def _describe_readers(back: Back) -> str:
    """Return the subtitle, after the readers' age if the book is for an age group and neither the
    subtitle nor a sentence below states it."""
    subtitle = back.setting.recipe.book.subtitle or ""
    is_stated = {*re.findall(r"\d+", subtitle)}.issuperset(map(str, back.look.ages or ()))
    age = "" if is_stated or _says_for_whom(back.setting) else back.look.age(back.setting.words)
    return " · ".join(filter(None, (age, subtitle)))


def _says_for_whom(setting: Setting) -> bool:
    """Whether the first sentence says for whom the mazes are: in books for children and in large
    print, if their language has listing texts."""
    return (
        setting.recipe.language in templates.list_names("listings")
        and (is_for_children(setting) or is_in_large_print(setting))
        and not setting.recipe.cover.blurb
        and bool(say_what_it_is(setting))
    )


def list_benefits(setting: Setting, facts: MazeFacts = _UNKNOWN) -> list[str]:
    """List the reader's benefits: the recipe's own blurb, or sentences about the book's contents.

    facts: what is known of the book's mazes.
    """
    recipe, words = setting.recipe, setting.words
    if recipe.cover.blurb:
        return [recipe.cover.blurb]
    phrase = "cover_rooms" if setting.is_of_rooms else "cover_mazes"
    if _says_for_whom(setting):
        opening = say_what_it_is(setting)
        lines = [] if is_in_subtitle(setting, opening) else [opening]
        lines.append(say_benefit(setting, "path"))
    else:
        lines = [words(phrase, count=recipe.mazes)]
    if recipe.language in templates.list_names("listings"):
        lines += [*list_color(setting), *list_level(setting, facts.stars)]
        lines += [*list_variety(setting), *list_hidden(setting)]
    if width := find_promised_width(setting):
        lines.append(say_inches(setting, "back", width) or words("cover_passage", width=width))
    # Long paths are a selling point for adults, if they are long, and not for parents of small
    # children.
    is_long = make_look(setting).calm and not is_in_large_print(setting)
    if is_long and recipe.language in templates.list_names("listings"):
        lines += list_hours(setting, facts.minutes)
    if is_long and facts.longest >= _LONG:
        phrase = "cover_hardest" if facts.shape == "square" else "cover_hardest_cells"
        lines.append(words(phrase, count=facts.longest))
    if "key" in recipe.book.matter:
        lines.append(words("cover_answers"))
    return [line for line in lines if line]


def find_promised_width(setting: Setting) -> int:
    """Return the width of the narrowest corridor in whole millimetres; 0 if none is promised.

    Outlines narrow some corridors, sections with their own size promise no width, and older readers
    need none.
    """
    if not all(
        part_.readers and not part_.silhouettes and part_.readers.passage >= _MIN_PROMISED_WIDTH
        for part_ in setting.parts
    ):
        return 0
    clear = min(_corridor_width(setting, part_) for part_ in setting.parts)
    return int(clear / MM + 1e-6) if clear >= _MIN_PROMISED_WIDTH else 0


def _corridor_width(setting: Setting, part_: BookSection) -> float:
    """Return a section's narrowest corridor width in points: the width promised to its readers or,
    if smaller, that of the openings between cells."""
    promised = [part_.readers.passage] if part_.readers else []
    return min([*promised, *(board.opening for board in make_boards(setting, part_))])


def _add_bullet(back: Back, flow: Flow, line: str, size: float) -> None:
    """Set a paragraph after a bullet."""
    box, indent = flow.box, size * 1.15
    dot_x = box.right - size * 0.32 if flow.at_right else box.x + size * 0.32
    dot = Layer("dot", Style(fill=_emphasis(back)), (make_circle((0.0, 0.0), size * 0.26),))
    middle = flow.y + size * (_LEADING / 2 + 0.02)
    reach = size * 0.26
    flow.items.append(
        Picture(
            dot_x - reach, middle - reach, Drawing(-reach, -reach, 2 * reach, 2 * reach, 1, (dot,))
        )
    )
    flow.box = box.inset(right=indent) if flow.at_right else box.inset(left=indent)
    flow.set(line, back.setting.sizes.regular, size, back.ink, leading=_LEADING, paused=True)
    flow.box = box


def _emphasis(back: Back) -> Colour:
    """Return the accent colour if readable on the words' ground, otherwise the words' ink."""
    return choose_readable(back.ground, back.look.colours.accent, back.ink)


def _place_previews(
    back: Back, box: Box, samples: Sequence[SamplePage], is_below: bool
) -> tuple[list[Item], float]:
    """Draw sample pages side by side at the top of a box, as large as fits; return them and the y
    of their end.

    is_below: whether there are words above.
    """
    if not samples:
        return [], box.y
    gap = share_of(back.board, 0.028)
    if placed := _place_page_in_use(back, box, samples):
        return placed
    aspect, columns = _find_aspect(samples), max(2, len(samples))
    width = (box.width - gap * (columns - 1)) / columns
    width = min(width, (box.height - gap) / aspect)
    if width < _LEAST_PAGE * box.width:
        return [], box.y
    across = width * len(samples) + gap * (len(samples) - 1)
    spare = max(0.0, box.height - gap - width * aspect)
    # Without words above, the edge of the box leaves enough space.
    above = gap + min(spare, gap) if is_below else 0.0
    x, y = box.x + (box.width - across) / 2, box.y + above
    items: list[Item] = []
    pages = [sample.page for sample in samples]
    for index, page in enumerate(_order_samples(back.setting, pages)):
        sheet = Box(x + index * (width + gap), y, width, width * page.height / page.width)
        items += draw_thumbnail(page, sheet, _edge(back))
    return items, y + width * aspect


def _find_aspect(samples: Sequence[SamplePage]) -> float:
    """Return the greatest height of sample pages, as a multiple of their width."""
    return max((sample.page.height / sample.page.width for sample in samples), default=0.0)


def _place_page_in_use(
    back: Back, box: Box, samples: Sequence[SamplePage]
) -> tuple[list[Item], float] | None:
    """Draw the first sample page whose way is known, large and half solved, and the others beside
    it, smaller; return them and the y of their end. None if these would be too small."""
    if not back.has_page_in_use:
        return None
    in_use = next((sample for sample in samples if sample.way), samples[0])
    others = [sample.page for sample in samples if sample is not in_use]
    gap, aspect = share_of(back.board, 0.028), _find_aspect(samples)
    top = box.y + gap
    widest = box.width - len(others) * (_BESIDE_PAGE_IN_USE * box.width + gap)
    width = min((box.bottom - top) / aspect, widest)
    height = width * aspect
    small = min((box.width - width) / len(others) - gap, width / _MUCH_LARGER)
    if small < _LEAST_PAGE * box.width:
        return None
    pages = [(draw_half_way(in_use, _CRAYON), width), *((page, small) for page in others)]
    if back.setting.words.right_to_left:
        pages.reverse()
    x = box.x + (box.width - width - len(others) * (small + gap)) / 2
    items: list[Item] = []
    for page, across in pages:
        down = across * aspect
        items += draw_thumbnail(page, Box(x, top + height - down, across, down), _edge(back))
        x += across + gap
    return items, top + height


def _place_large_page(
    back: Back, box: Box, samples: Sequence[SamplePage], beside: Box
) -> tuple[list[Item], float] | None:
    """Draw the last sample page large, down to the foot of the back, and beside it the others, one
    below another, or the first alone if they would be small; return them and the y of their end.
    None if the page would not be much larger than in a row. beside: the room beside the barcode."""
    if len(samples) < 2 or back.setting.words.right_to_left:
        return None
    gap = share_of(back.board, 0.028)
    aspect = _find_aspect(samples)
    top = box.y + gap
    height = min(beside.bottom - top, beside.width * aspect, _LARGE_PAGE * box.width * aspect)
    width = height / aspect
    column = box.width - width - gap
    many, small = next(
        (many, small)
        for many in range(len(samples) - 1, 0, -1)
        for small in [min(column, ((box.bottom - top + gap) / many - gap) / aspect)]
        if many == 1 or small >= _CLEAR_PAGE * box.width
    )
    in_row = (box.width - gap * (len(samples) - 1)) / len(samples)
    if width < _MUCH_LARGER * in_row or small < _LEAST_PAGE * box.width:
        return None
    others = [sample.page for sample in samples[:-1]]
    used = draw_half_way(samples[-1], back.look.colours.accent)
    items = [*draw_thumbnail(used, Box(box.x, top, width, height), _edge(back))]
    x = box.x + width + gap + (column - small) / 2
    for index, page in enumerate(others[:many]):
        y = top + index * (small * aspect + gap)
        sheet = Box(x, y, small, small * page.height / page.width)
        items += draw_thumbnail(page, sheet, _edge(back))
    return items, top + height


def _edge(back: Back) -> Colour:
    return back.look.colours.wall


def _order_samples(setting: Setting, pages: Sequence[Page]) -> Sequence[Page]:
    """Return sample pages from left to right; the last comes first where lines run leftwards."""
    return pages[::-1] if setting.words.right_to_left else pages


def _draw_imprint(back: Back, logo: Logo | None, band: Panel | None) -> Iterator[Item]:
    """Draw the hero arriving behind the panel, and logo, publisher and website beside the
    barcode."""
    if band is not None and back.look.scenes:
        yield _draw_hero(back, back.look.scenes, band)
    book, live, size = back.setting.recipe.book, back.live, share_of(back.board, 0.024)
    gap = share_of(back.board, 0.03)
    room = live._replace(width=(back.barcode.x - gap if back.barcode else live.right) - live.x)
    lines = [line for line in (book.publisher, book.website) if line]
    on_card = back.look.scenes is not None or back.has_ornament or logo is not None
    pad = size * 0.7 if on_card else 0.0
    face = back.setting.sizes.regular
    sized = [(line, text.fit_size(line, face, size, room.width - 2 * pad)) for line in lines]
    mark, width, mark_height = _place_logo_mark(
        logo, room.inset(pad, 0, pad, pad + (len(lines) * size * 1.5))
    )
    widths = [
        *(text.measure_width(line, face, fitted) for line, fitted in sized),
        *([width] if mark else []),
    ]
    if widths:
        height = len(lines) * size * 1.5 + (mark_height + size * 0.4 if mark else 0.0) + 2 * pad
        if on_card:
            card = Box(live.x, live.bottom - height, max(widths) + 2 * pad, height)
            yield draw_area(card, back.look.colours.paper, size * 0.5)
        ink = back.look.colours.wall if on_card else back.ink
        if mark is not None:
            yield mark
        for row, (line, fitted) in enumerate(reversed(sized)):
            y = live.bottom - pad - size * (0.35 + row * 1.5)
            yield set_left(line, live.inset(left=pad), y, face, fitted, ink)


def _draw_hero(back: Back, scenes: Scenes, band: Panel) -> Picture:
    """Draw the hero arriving on the upper edge of the panel."""
    share = _HERO_BELOW_PAGE if back.has_page_in_use else _HERO
    hero, height = scenes.piece(choose_hero(scenes, 1, "on_back")), share * back.board.height
    room = back.live.inset(right=back.live.right - back.barcode.x if back.barcode else 0.0)
    box = room._replace(y=band.lowest_edge - height, height=height)
    return fit_drawing(hero, box, at=0.5)


def _place_logo_mark(logo: Logo | None, box: Box) -> tuple[Item | None, float, float]:
    """Place the logo at the foot of a box; return it with its width and height."""
    if logo is None:
        return None, 0.0, 0.0
    placed = place_logo(logo, box, 0.0)
    if isinstance(placed, Picture):
        drawing = placed.drawing
        return placed, drawing.width * drawing.scale, drawing.height * drawing.scale
    return placed, placed.box.width, placed.box.height


def _find_top(items: Sequence[Item], live: Box) -> float:
    """Return the y of the topmost picture, or the bottom of `live` if there are no pictures."""
    tops = [item.y for item in items if isinstance(item, Picture)]
    return min(tops, default=live.bottom)
