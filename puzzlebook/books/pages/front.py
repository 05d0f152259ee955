"""The pages before the mazes: title, copyright, dedication, how to solve."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum

from puzzlebook.books.pages.ornaments import (
    draw_trail,
    make_heart_maze,
    make_hidden_picture_maze,
    make_ornament,
    mark,
)
from puzzlebook.books.planning.alt_text import describe_figure, end_name, make_part_tag
from puzzlebook.books.planning.setting import Setting, answer_ink, center_drawing, thin_way
from puzzlebook.books.scenes import tableaux
from puzzlebook.ground.isbn import hyphenate_isbn
from puzzlebook.maze_art.extent import scale_to_fit
from puzzlebook.maze_art.inked import draw_answer, draw_puzzle
from puzzlebook.maze_art.marks import ARROWS, NO_MARKS
from puzzlebook.typesetting import text
from puzzlebook.typesetting.flow import Flow, measure_height
from puzzlebook.typesetting.layout import LEAST_TYPE, THINNEST, set_left
from puzzlebook.typesetting.logos import HEIGHT, place_logo
from puzzlebook.typesetting.page import ARTIFACT, Box, Item, Page, Picture, Tag

GAP = ""
NO_RIGHTS = "none"
"""What leaves out the line on rights."""
NARROWED = 0.2
"""The share of a page's width that small print leaves free beside it."""
# Type sizes to try, as shares of the book's.
_SHARES = (1, 0.9, 0.8, 0.7, 0.6, 0.5)
_LARGER = (1.3, 1.15)
_STRONG = (1, 0.9)  # in large print
# Least width of a worked maze in points, and beside type that is larger than the book's.
_LEAST_WORKED, _WORKED = 90.0, 120.0
_LEGEND = 3.6  # height of the legend's pictures, in sizes of the type
_BETWEEN = 2.0  # air between two columns, in sizes of the type
# Height of a title page's picture: wanted, as a share of the page's, and least, in points.
_PICTURE, _LEAST_PICTURE = 0.36, 60.0
_FOOT = 0.19  # height of the scene below "how to solve", as a share of the page's
_CELL = 1.3  # a cell of the title page's maze, in sizes of the type: wide in large print
_WALL = 0.13  # walls between small cells, as a share of a cell


def lay_out_title_page(setting: Setting, number: int) -> Page:
    """Lay out title, subtitle and author around the theme's hero and goal, or around a small maze.

    A logo stands above the publisher. Type shrinks on a small page. Tactile books have no picture.
    """
    tries = [_set_title_page(_smaller(setting, share), number) for share in _SHARES]
    height = setting.sheet.live(number).height
    # Better smaller type than a tiny hero.
    wanted = (_PICTURE * height, _LEAST_PICTURE) if setting.scenes else (0.0,)
    fitting = (items for least in wanted for items, room in tries if room >= least)
    return setting.sheet.page(number, *next(fitting, tries[-1][0]))


def _set_title_page(setting: Setting, number: int) -> tuple[list[Item], float]:
    """Set the title page; return its items and the height of the room for its picture."""
    book, sizes, words = setting.recipe.book, setting.sizes, setting.words
    live = setting.sheet.live(number)
    measure = live.inset(left=live.width * 0.04, right=live.width * 0.04)
    above, most = (0.13, 1.7) if setting.scenes else (0.07, 1.15)
    head = Flow(measure, live.y + live.height * above)
    if setting.series_line:
        head.set(
            setting.series_line,
            setting.sizes.regular,
            sizes.body,
            setting.aside,
            middle=True,
            tag=Tag("P", place=1),
        )
        head.gap(sizes.body)
    words_sizes = (
        text.fit_size(word, sizes.titles, sizes.title * most, measure.width)
        for word in book.title.split()
    )
    size = max(min(words_sizes, default=0.0), sizes.title * 1.15)
    head.set(
        book.title, sizes.titles, size, setting.display, middle=True, leading=1.2, tag=Tag("H1")
    )
    if book.subtitle:
        head.gap(sizes.body * 0.7)
        head.set(book.subtitle, sizes.face, sizes.body * most, middle=True, tag=Tag("P", place=1))
    if line := _write_for_whom(setting):
        head.gap(sizes.body * 0.7)
        head.set(line, sizes.face, sizes.body * most, middle=True, tag=Tag("P", place=1))
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
    items: list[Item] = [*head.items, *foot.items]
    if setting.order.logo is not None:
        logo = place_logo(setting.order.logo, between)
        items.append(logo._replace(tag=describe_figure(words.say_spoken("logo"), place=1)))
        between = between.inset(bottom=HEIGHT + sizes.body)
    if setting.is_felt:
        return items, between.height >= 0
    if setting.scenes:
        return [
            *items,
            *tableaux.draw_title(setting.scenes, between),
        ], between.height
    if setting.recipe.end_marks.are_in_cells:
        band = min(live.width * 0.13, between.height * 0.2)
        across = live.inset(left=live.width * 0.16, right=live.width * 0.16)
        items += draw_trail(setting, Box(across.x, between.bottom - band * 1.2, across.width, band))
        between = between.inset(bottom=band * 1.5)
    return [*items, *_ornament(setting, between)], between.height


def _write_for_whom(setting: Setting) -> str:
    """Return the title page's line for a child, unless other lines there name the child already."""
    book = setting.recipe.book
    said = " ".join(filter(None, (book.title, book.subtitle, book.dedication)))
    if not book.child or book.child.casefold() in said.casefold():
        return ""
    return setting.words("title_child", child=book.child)


def lay_out_copyright_page(setting: Setting, number: int) -> Page:
    """Lay out the copyright lines at the foot of a page; nothing is invented.

    A book for sale also says that all rights are reserved, and in which language it is.
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
    elif holder:  # the clock's year would change from copy to copy
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
    return setting.sheet.page(number, *set_small_print(setting, number, lines))


def _choose_rights(setting: Setting) -> str | None:
    """Return the line on rights: the recipe's or, if the book is for sale, that all are
    reserved."""
    rights = setting.recipe.book.rights
    if rights is None and setting.order.printer.is_for_sale:
        return setting.words("rights") or None
    return None if rights == NO_RIGHTS else rights


def lay_out_dedication(setting: Setting, number: int) -> Page:
    """Lay out the dedication, alone on its page."""
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


def lay_out_how_to_page(setting: Setting, number: int) -> Page:
    """Lay out how to solve a maze, with a small worked one.

    The type grows or shrinks to leave room for that maze. Large print first drops the legend,
    which the maze repeats, and then the maze. With scenes, the hero stands at the foot.
    """
    tries = [[(share, True) for share in (_SHARES if setting.is_heavy else (*_LARGER, *_SHARES))]]
    if setting.is_heavy:
        tries.insert(0, [(share, legend) for legend in (True, False) for share in _STRONG])
    fitting = (_fit_how_to(setting, number, group) for group in tries)
    last = _set_how_to(_smaller(setting, _SHARES[-1]), number)[0]
    return setting.sheet.page(number, *next(filter(None, fitting), last))


def _fit_how_to(setting: Setting, number: int, tries: Sequence[tuple[float, bool]]) -> list[Item]:
    """Set the page for each try (share of the type, whether with a legend) and return the best.

    That is the first with room for a worked maze, larger beside large type; then the first with a
    smaller maze; then the first with room for the words. Without any, return nothing.
    """
    results = [
        (share, *_set_how_to(_smaller(setting, share), number, legend)) for share, legend in tries
    ]
    fitting = [
        (items, side, share > 1 or setting.is_heavy) for share, items, fits, side in results if fits
    ]
    large = [
        items
        for items, side, is_large in fitting
        if side >= (_WORKED if is_large else _LEAST_WORKED)
    ]
    small = [items for items, side, _ in fitting if side]
    return next(iter(large or small or [items for items, _, _ in fitting]), [])


def _smaller(setting: Setting, share: float) -> Setting:
    return setting._replace(
        sizes=setting.sizes._replace(body=max(LEAST_TYPE, setting.sizes.body * share))
    )


def _set_how_to(
    setting: Setting, number: int, legend: bool = True
) -> tuple[list[Item], bool, float]:
    """Set the page; return its items, whether they fit, and the width of the worked maze or 0."""
    sizes, words, marks, theme = setting.sizes, setting.words, setting.marks_phrase, setting.theme
    live = setting.sheet.live(number)
    # On a wide page the worked maze stands beside the words.
    wide = live.width > live.height
    head = Flow(live)
    title = words("how_to_title")
    head.set(
        title,
        sizes.titles,
        sizes.heading * 1.25,
        leading=1.3,
        heading=True,
        tag=make_part_tag(setting),
    )
    column = live.inset(right=live.width * 0.52) if wide else live
    flow = Flow(column, head.y)
    flow.gap(sizes.body * 0.8)
    start, finish = words.end("start", theme.start_name), words.end("finish", theme.finish_name)
    first = words(f"how_to_{marks}", start=start, finish=finish)
    shaded = [words("picture_question").rstrip(" _")] if setting.is_hiding else []
    has_bridges = any(part.section.bridges for part in setting.parts)
    bridges = [words("how_to_bridges")] if has_bridges and words("how_to_bridges") else []
    has_rooms = any(part.section.doors for part in setting.parts)
    rooms = words.lines("how_to_rooms") if has_rooms else []
    has_spread = any(part.section.spread for part in setting.parts)
    spread = [words("how_to_spread")] if has_spread and words("how_to_spread") else []
    rules = [*words.lines("how_to_rules"), *bridges, *spread, *rooms]
    for line in (first, *shaded, *rules, *_hints(setting)):
        flow.set(line, sizes.face, sizes.body)
        flow.gap(sizes.body * 0.5)
    if legend and setting.recipe.end_marks.icons:
        flow.gap(sizes.body)
        flow.items += _draw_legend(setting, column, flow.y)
        flow.y += sizes.body * _LEGEND * 1.15
    fits = flow.y <= live.bottom
    flow.gap(sizes.body * 1.2)
    beside = live.inset(left=live.width * 0.54, top=head.y + sizes.body * 0.8 - live.y)
    foot = live.height * _FOOT if setting.scenes and not wide else 0.0
    worked, side = _draw_example(
        setting, beside if wide else live.inset(top=flow.y - live.y, bottom=foot)
    )
    scene = (
        tableaux.draw_title(setting.scenes, live.inset(top=live.height - foot))
        if setting.scenes and worked
        else []
    )
    return [*head.items, *flow.items, *worked, *scene], fits, side


def _hints(setting: Setting) -> list[str]:
    """List the sentences that explain stars and answer pages."""
    words, matter = setting.words, setting.recipe.book.matter
    hints = [words("how_to_stars")] if setting.has_stars else []
    # In children's books the foot of each puzzle page says where the answer is.
    return [*hints, words("how_to_answers")] if "key" in matter and not setting.scenes else hints


def set_small_print(
    setting: Setting, number: int, lines: Sequence[str | None], size: float | None = None
) -> list[Item]:
    """Set small lines at the foot of a page. GAP leaves a line empty; None is skipped."""
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


def _ornament(setting: Setting, box: Box) -> list[Picture]:
    side = min(box.width * 0.68, box.height * 0.94)
    if side < 50:
        return []
    cells = max(5, min(14, round(side / max(12, setting.sizes.body * _CELL))))
    plate = make_ornament(setting, "title page", cells, cells, ARROWS)
    scale = scale_to_fit(plate.extent, 2, side, side)
    return [center_drawing(draw_puzzle(plate, scale, setting.ink), box, 0.45)]


def _draw_legend(setting: Setting, live: Box, y: float) -> list[Item]:
    """Draw start and finish, large, with their words, above the two halves of the worked maze."""
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
    """Draw hero and goal in place of the theme's marks, above the two halves."""
    from puzzlebook.books.scenes.placing import choose_poses, fit_drawing

    assert setting.scenes
    boxes = (_half(live, half, setting.sizes.body) for half in range(2))
    return [
        fit_drawing(setting.scenes.piece(name), Box(box.x, y, size, size), at=0.0)
        for box, name in zip(boxes, choose_poses(setting.scenes, 1)[1:], strict=True)
    ]


def _draw_example(setting: Setting, box: Box) -> tuple[list[Item], float]:
    """Draw a small maze beside its answer; return them and the width of each.

    Without enough room there are none.
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
            else make_ornament(setting, purpose, 5, 5, marks.at_doors if has_figures else marks)
        )
    side = min(_half(box, 0, sizes.body).width, box.height - sizes.leading * 1.7)
    if side < _LEAST_WORKED:
        return [], 0.0
    scale = scale_to_fit(plate.extent, setting.wall, side, side)
    items: list[Item] = []
    thin, ink = answer_ink(scale, setting.order.tint, heavy=setting.is_heavy), setting.ink
    if setting.is_hiding:  # small cells, whose shading shows the picture
        thin, ink = thin_way(thin), ink._replace(wall=max(THINNEST, min(ink.wall, scale * _WALL)))
    drawings = (
        (words("how_to_puzzle"), draw_puzzle(plate, scale, ink), "example"),
        (words("how_to_answer"), draw_answer(plate, scale, thin), "example_answer"),
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
    """Return the left (0) or the right (1) half of a box, less the air between them."""
    gap = _BETWEEN * size
    return box._replace(x=box.x + half * (box.width + gap) / 2, width=(box.width - gap) / 2)
