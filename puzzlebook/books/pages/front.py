"""The pages before the mazes: title, copyright, dedication."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import fsum

from puzzlebook.books.covers.look import choose_title_face
from puzzlebook.books.pages.ornaments import (
    draw_trail,
    make_ornament,
)
from puzzlebook.books.planning.alt_text import describe_figure, make_part_tag
from puzzlebook.books.planning.setting import HEAVY, Setting, center_drawing
from puzzlebook.books.scenes import tableaux
from puzzlebook.drawing.drawing import THINNEST, Drawing
from puzzlebook.ground.isbn import hyphenate_isbn
from puzzlebook.maze_art.extent import scale_to_fit
from puzzlebook.maze_art.inked import draw_puzzle
from puzzlebook.maze_art.marks import ARROWS
from puzzlebook.maze_art.scenes import enlarge, find_title_motif
from puzzlebook.typesetting import text
from puzzlebook.typesetting.flow import LEADING, Flow, measure_height
from puzzlebook.typesetting.layout import MIN_TYPE, center
from puzzlebook.typesetting.logos import HEIGHT, place_logo
from puzzlebook.typesetting.page import Box, Item, Page, Picture, Rule, Tag

GAP = ""
NO_RIGHTS = "none"
"""The value of `rights` in a recipe that omits the line on rights."""
NARROWED = 0.2
"""The width that small print leaves free at its right, as a share of the page width."""
SHARES = (1, 0.9, 0.8, 0.7, 0.6, 0.5)
"""Type sizes to try, as shares of the book's type size."""
# Height of a title page's picture: preferred, as a share of the page height; least, in points.
_PICTURE, _MIN_PICTURE = 0.36, 60.0
_BELOW_PICTURE_ALONE = 0.3  # the space below a picture without words above, as a share of its room
_WITHIN_FRAME = 0.06  # the space inside the frame of a title page, as a share of the page's width
_OWNER = 0.98  # the greatest width of the words for a book's owner, as a share of their box
_CELL = 1.3  # a cell of the title page's maze, in ems, so that it is wide in large print


def set_page_title(setting: Setting, flow: Flow, title: str) -> None:
    """Set the title of a page that has its own entry in the PDF's outline."""
    flow.set(
        title,
        setting.sizes.titles,
        setting.sizes.heading * 1.25,
        leading=1.3,
        heading=True,
        middle=setting.frames_pages,
        tag=make_part_tag(setting),
    )


def lay_out_framed(setting: Setting, number: int) -> tuple[list[Item], Box]:
    """Return the frame of a page before the mazes, in books that have one, and the room in it."""
    live = setting.sheet.live(number)
    if not setting.frames_pages:
        return [], live
    from puzzlebook.books.pages.framed import draw_page_frame, find_page_frame

    room = find_page_frame(setting, number).inset(*[_WITHIN_FRAME * live.width] * 4)
    return [draw_page_frame(setting, number)], room


def lay_out_title_page(setting: Setting, number: int) -> Page:
    """Lay out title, subtitle and author around the theme's hero and goal or around a small maze.

    A logo is above the publisher. Type shrinks on a small page. Tactile books have no picture.
    """
    set_at = cache(lambda share: _set_title_page(shrink_type(setting, share), number))
    height = setting.sheet.live(number).height
    # Smaller type is preferable to a tiny hero.
    wanted = (_PICTURE * height, _MIN_PICTURE) if setting.scenes else (0.0,)
    fitting = (share for minimum in wanted for share in SHARES if set_at(share)[1] >= minimum)
    return setting.sheet.page(number, *set_at(next(fitting, SHARES[-1]))[0])


def _set_title_page(setting: Setting, number: int) -> tuple[list[Item], float]:
    """Set the title page, and return its items and the height left for its picture."""
    book, sizes, words = setting.recipe.book, setting.sizes, setting.words
    framed, live = lay_out_framed(setting, number)
    measure = live.inset(left=live.width * 0.04, right=live.width * 0.04)
    motif = find_title_motif(part.section.key for part in setting.parts)
    above, maximum = (0.13, 1.7) if setting.scenes else (0.02, 1.5) if motif else (0.07, 1.15)
    head = Flow(measure, live.y + live.height * above)
    if setting.series_line:
        head.set(
            setting.series_line,
            setting.sizes.regular,
            sizes.body,
            setting.secondary_colour,
            middle=True,
            tag=Tag("P", place=1),
        )
        head.gap(sizes.body)
    title_face = choose_title_face(setting)  # that of the cover
    words_sizes = (
        text.fit_size(word, title_face, sizes.title * maximum, measure.width)
        for word in book.title.split()
    )
    size = max(min(words_sizes, default=0.0), sizes.title * 1.15)
    head.set(
        book.title,
        title_face,
        size,
        setting.heading_colour,
        middle=True,
        leading=1.2,
        tag=Tag("H1"),
    )
    if book.subtitle:
        head.gap(sizes.body * 0.7)
        head.set(
            book.subtitle,
            sizes.face,
            sizes.body * maximum,
            middle=True,
            tag=Tag("P", place=1),
            paused=True,  # as on the cover
        )
    if line := _write_for_whom(setting):
        head.gap(sizes.body * 0.7)
        head.set(line, sizes.face, sizes.body * maximum, middle=True, tag=Tag("P", place=1))
    foot_lines = [
        line for line in (book.author and words("by", author=book.author), book.publisher) if line
    ]
    measures = [
        measure_height(line, setting.sizes.regular, sizes.body * 1.15, measure.width)
        for line in foot_lines
    ]
    foot_top = live.bottom - fsum(measures) - sizes.body
    foot = Flow(measure, foot_top)
    for line in foot_lines:
        foot.set(line, setting.sizes.regular, sizes.body * 1.15, middle=True, tag=Tag("P", place=1))
    between = Box(live.x, head.y + sizes.body, live.width, foot_top - head.y - sizes.body * 2)
    items: list[Item] = [*framed, *head.items, *foot.items]
    if setting.order.logo is not None:
        logo = place_logo(setting.order.logo, between)
        items.append(logo._replace(tag=describe_figure(words.say_spoken("logo"), place=1)))
        between = between.inset(bottom=HEIGHT + sizes.body)
    if setting.is_tactile:
        return items, between.height >= 0
    if setting.scenes:
        if not head.items:
            between = between.inset(bottom=_BELOW_PICTURE_ALONE * between.height)
        return [
            *items,
            *tableaux.draw_title(setting.scenes, between),
        ], between.height
    if motif and setting.frames_pages:
        return [*items, *_draw_plate(setting, motif, between)], between.height
    if setting.recipe.end_marks.are_in_cells:
        band = min(live.width * 0.13, between.height * 0.2)
        across = live.inset(left=live.width * 0.16, right=live.width * 0.16)
        items += draw_trail(setting, Box(across.x, between.bottom - band * 1.2, across.width, band))
        between = between.inset(bottom=band * 1.5)
    return [*items, *_ornament(setting, between)], between.height


def _write_for_whom(setting: Setting) -> str:
    """Return the title page's line for a child; empty if another line there names the child."""
    book = setting.recipe.book
    said = " ".join(filter(None, (book.title, book.subtitle, book.dedication)))
    if not book.child or book.child.casefold() in said.casefold():
        return ""
    return setting.words("title_child", child=book.child)


def lay_out_copyright_page(setting: Setting, number: int) -> Page:
    """Lay out the copyright lines at the foot of a page. They state only facts from the recipe.

    A book for sale also states its language and, by default, that all rights are reserved. Above
    them, a book for children asks whose it is.
    """
    book, words = setting.recipe.book, setting.words
    holder = book.copyright or book.author
    lines = [
        book.title,
        book.subtitle,
        book.author and words("by", author=book.author),
        setting.series_line or None,
        GAP,
    ]
    if holder and book.year:
        lines.append(words("copyright", year=book.year, holder=holder))
    elif holder:  # the current year would differ from copy to copy
        lines.append(words("copyright_without_year", holder=holder))
    lines += [
        _choose_rights(setting) if holder else None,
        (book.edition and words("book_edition", count=book.edition)) or None,
        (setting.order.printer.is_for_sale and words("language_edition")) or None,
        ", ".join(filter(None, (book.publisher, book.country))) or None,
        book.website,
        book.isbn and words("isbn", isbn=hyphenate_isbn(book.isbn)),
    ]
    lines.append(words("typeface", family=text.family_name(setting.sizes.face)))
    small_print = set_small_print(setting, number, lines)
    return setting.sheet.page(
        number, *_draw_bookplate(setting, number, len(small_print)), *small_print
    )


def _draw_bookplate(setting: Setting, number: int, rows: int) -> list[Item]:
    """Draw a plate with a blank line for the owner's name, or with the name of the child whose book
    it is, above so many rows of small print; nothing in books without scenes, or in a language
    without the words for it."""
    sizes, words, child = setting.sizes, setting.words, setting.recipe.book.child
    if not setting.scenes or not (words("owner") or words.wordless):
        return []
    live = setting.sheet.live(number)
    tableau = tableaux.draw_bookplate(
        setting.scenes, live.inset(bottom=(rows + 2) * LEADING * sizes.small)
    )
    if tableau is None:
        return []
    box = tableau.words
    size = text.fit_size(words("owner"), sizes.titles, sizes.title, _OWNER * box.width)
    flow = Flow(box)
    flow.set(words("owner"), sizes.titles, size, setting.heading_colour, middle=True)
    line = box.inset(left=0.06 * box.width, right=0.06 * box.width)
    y = box.bottom - 0.12 * box.height
    name = (
        [
            center(child, line, y - 0.25 * fitted, sizes.bold, fitted)
            for fitted in [text.fit_size(child, sizes.bold, size, line.width)]
        ]
        if child
        else []
    )
    return [*tableau.pictures, *flow.items, Rule(line.x, y, line.right, y, THINNEST), *name]


def _choose_rights(setting: Setting) -> str | None:
    """Return the recipe's line on rights. A book for sale reserves all rights by default."""
    rights = setting.recipe.book.rights
    if rights is None and setting.order.printer.is_for_sale:
        return setting.words("rights") or None
    return None if rights == NO_RIGHTS else rights


def lay_out_dedication(setting: Setting, number: int) -> Page:
    """Lay out the dedication on a page of its own."""
    live = setting.sheet.live(number)
    flow = Flow(
        live.inset(left=live.width * 0.15, right=live.width * 0.15), live.y + live.height * 0.3
    )
    flow.set(
        setting.recipe.book.dedication or "",
        setting.sizes.face,
        setting.sizes.body * 1.15,
        middle=True,
    )
    return setting.sheet.page(number, *flow.items)


def shrink_type(setting: Setting, share: float) -> Setting:
    """Return a setting with smaller text, though never below the smallest legible size."""
    return setting._replace(
        sizes=setting.sizes._replace(body=max(MIN_TYPE, setting.sizes.body * share))
    )


def set_small_print(
    setting: Setting, number: int, lines: Sequence[str | None], size: float | None = None
) -> list[Item]:
    """Set small lines at the foot of a page. GAP adds an empty line; None is skipped."""
    live, size = setting.sheet.live(number), size or setting.sizes.small
    printed = [line for line in lines if line is not None]
    measure = live.inset(right=live.width * NARROWED)
    total = fsum(
        size if line == GAP else measure_height(line, setting.sizes.regular, size, measure.width)
        for line in printed
    )
    flow = Flow(measure, live.bottom - total)
    for line in printed:
        if line == GAP:
            flow.gap(size)
        else:
            flow.set(line, setting.sizes.regular, size)
    return flow.items


def _draw_plate(setting: Setting, motif: Drawing, box: Box) -> list[Picture]:
    """Draw the plate of a title page, as large as its box allows."""
    scale = min(box.width / motif.width, box.height / motif.height)
    if scale * motif.height < _MIN_PICTURE:
        return []
    thinnest = HEAVY if setting.is_large_print else THINNEST
    return [center_drawing(enlarge(motif, scale, thinnest), box)]


def _ornament(setting: Setting, box: Box) -> list[Picture]:
    side = min(box.width * 0.68, box.height * 0.94)
    if side < 50:
        return []
    cells = max(5, min(14, round(side / max(12, setting.sizes.body * _CELL))))
    plate = make_ornament(setting, "title page", cells, cells, ARROWS)
    scale = scale_to_fit(plate.extent, 2, side, side)
    return [center_drawing(draw_puzzle(plate, scale, setting.ink), box, 0.45)]
