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
from puzzlebook.maze_art.extent import scale_to_fit
from puzzlebook.maze_art.inked import draw_answer, draw_puzzle
from puzzlebook.maze_art.marks import ARROWS, NO_MARKS
from puzzlebook.typesetting import text
from puzzlebook.typesetting.flow import Flow, measure_height
from puzzlebook.typesetting.layout import THINNEST, set_left
from puzzlebook.typesetting.logos import HEIGHT, place_logo
from puzzlebook.typesetting.page import ARTIFACT, Box, Item, Page, Picture, Tag

GAP = ""
NARROWED = 0.2
"""The share of a page's width that small print leaves free beside it."""
# The sizes that the type of a page may take to fit, as shares of the book's.
_SHARES = (1, 0.9, 0.8, 0.7, 0.6, 0.5)
_LARGER = (1.3, 1.15)
_STRONG = (1, 0.9)  # those that large print may take
# How wide a worked maze is (points) at least, and beside type that is larger than the book's.
_LEAST_WORKED, _WORKED = 90.0, 120.0
# In sizes of the type: how large start and finish are shown, and the air between what stands side
# by side.
_LEGEND, _BETWEEN = 3.6, 2.0
# The height of a title page's picture: wanted, as a share of its page's, and in points at least.
_PICTURE, _LEAST_PICTURE = 0.36, 60.0
_FOOT = 0.19  # of the height of a page that says how to solve, for the scene at its foot
_LEAST_TYPE = 7.0
_CELL = 1.3  # of a title page's maze, in sizes of the type: wide for those who want that large
_WALL = 0.13  # of a cell: those of small cells


def lay_out_title_page(setting: Setting, number: int) -> Page:
    """Title, subtitle and author around the theme's hero and what it looks for, or around a little
    maze; the logo stands above the publisher.

    On a small page the type is as large as leaves them apart. To be felt there is no picture.
    """
    tries = [_set_title_page(_smaller(setting, share), number) for share in _SHARES]
    high = setting.sheet.live(number).height
    # Rather smaller type than a hero that is lost at the foot of its page.
    wanted = (_PICTURE * high, _LEAST_PICTURE) if setting.scenes else (0.0,)
    found = (items for least in wanted for items, room in tries if room >= least)
    return setting.sheet.page(number, *next(found, tries[-1][0]))


def _set_title_page(setting: Setting, number: int) -> tuple[list[Item], float]:
    """What stands on the title page at this size of type, and how high the room for its picture
    is."""
    book, sizes, words = setting.recipe.book, setting.sizes, setting.words
    live = setting.sheet.live(number)
    measure = live.inset(left=live.width * 0.04, right=live.width * 0.04)
    above, most = (0.13, 1.7) if setting.scenes else (0.07, 1.15)
    head = Flow(measure, live.y + live.height * above)
    series = _series(setting)
    if series:
        head.set(
            series,
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
            *tableaux.draw_title(setting.scenes, between, setting.sheet.right),
        ], between.height
    if setting.recipe.end_marks.are_in_cells:
        band = min(live.width * 0.13, between.height * 0.2)
        across = live.inset(left=live.width * 0.16, right=live.width * 0.16)
        items += draw_trail(setting, Box(across.x, between.bottom - band * 1.2, across.width, band))
        between = between.inset(bottom=band * 1.5)
    return [*items, *_ornament(setting, between)], between.height


def lay_out_copyright_page(setting: Setting, number: int) -> Page:
    """What is known of the book's making, and nothing that is not; at the foot of the page."""
    book, words = setting.recipe.book, setting.words
    holder = book.copyright or book.author
    lines = [
        book.title,
        book.subtitle,
        book.author and words("by", author=book.author),
        _series(setting),
        GAP,
    ]
    if holder and book.year:
        lines.append(words("copyright", year=book.year, holder=holder))
    elif holder:  # no year is made up: a clock's would be another one in every new copy
        lines.append(words("copyright_without_year", holder=holder))
    lines += [book.publisher, book.website, book.isbn and words("isbn", isbn=book.isbn)]
    lines.append(words("typeface", family=text.family_name(setting.sizes.face)))
    return setting.sheet.page(number, *set_small_print(setting, number, lines))


def lay_out_dedication(setting: Setting, number: int) -> Page:
    """The dedication, alone on its page."""
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
    """How to solve a maze, with a worked little one.

    The type is as large as leaves room for the maze: larger than the book's, where there is much,
    and smaller on a small page. Large print rather gives up the legend, which the maze shows too,
    and then the maze. With scenes, who sets out stands at the foot.
    """
    tries = [[(share, True) for share in (_SHARES if setting.is_heavy else (*_LARGER, *_SHARES))]]
    if setting.is_heavy:
        tries.insert(0, [(share, legend) for legend in (True, False) for share in _STRONG])
    found = (_fit_items(setting, number, each) for each in tries)
    last = _set_how_to(_smaller(setting, _SHARES[-1]), number)[0]
    return setting.sheet.page(number, *next(filter(None, found), last))


def _fit_items(setting: Setting, number: int, tries: Sequence[tuple[float, bool]]) -> list[Item]:
    """What stands on the page: the first try (share of the type, whether with a legend) that has
    room for the worked maze, or else for the words; nothing where none has. Large type leaves a
    large maze."""
    tried = [
        (share, *_set_how_to(_smaller(setting, share), number, legend)) for share, legend in tries
    ]
    said = [
        (items, side, share > 1 or setting.is_heavy) for share, items, fits, side in tried if fits
    ]
    whole = [items for items, side, large in said if side >= (_WORKED if large else _LEAST_WORKED)]
    small = [items for items, side, _ in said if side]
    return next(iter(whole or small or [items for items, _, _ in said]), [])


def _smaller(setting: Setting, share: float) -> Setting:
    return setting._replace(
        sizes=setting.sizes._replace(body=max(_LEAST_TYPE, setting.sizes.body * share))
    )


def _set_how_to(
    setting: Setting, number: int, legend: bool = True
) -> tuple[list[Item], bool, float]:
    """What stands on the page at this size of type, whether it fits, and how wide the worked maze
    is; 0 without."""
    sizes, words, marks, theme = setting.sizes, setting.words, setting.marks_said, setting.theme
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
    for line in (first, *shaded, *words.lines("how_to_rules"), *_hints(setting)):
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
        tableaux.draw_title(setting.scenes, live.inset(top=live.height - foot), setting.sheet.right)
        if setting.scenes and worked
        else []
    )
    return [*head.items, *flow.items, *worked, *scene], fits, side


def _hints(setting: Setting) -> list[str]:
    """What the small print of a puzzle page says."""
    words, matter = setting.words, setting.recipe.book.matter
    hints = [words("how_to_stars")] if setting.has_stars else []
    # To children the foot of each page says it itself.
    return [*hints, words("how_to_answers")] if "key" in matter and not setting.scenes else hints


def set_small_print(
    setting: Setting, number: int, lines: Sequence[str | None], size: float | None = None
) -> list[Item]:
    """Small lines at the foot of a page. GAP leaves one empty; None is nothing at all."""
    live, size = setting.sheet.live(number), size or setting.sizes.small
    given = [line for line in lines if line is not None]
    measure = live.inset(right=live.width * NARROWED)
    total = fsum(
        size if line == GAP else measure_height(line, setting.sizes.regular, size, measure.width)
        for line in given
    )
    flow = Flow(measure, live.bottom - total)
    for line in given:
        if line == GAP:
            flow.gap(size)
        else:
            flow.set(line, setting.sizes.regular, size)
    return flow.items


def _series(setting: Setting) -> str | None:
    recipe = setting.recipe
    if recipe.book.series:
        return setting.words("series_volume", series=recipe.book.series, volume=recipe.volume)
    return setting.words("volume", volume=recipe.volume) if recipe.volume > 1 else None


def _ornament(setting: Setting, box: Box) -> list[Picture]:
    side = min(box.width * 0.68, box.height * 0.94)
    if side < 50:
        return []
    cells = max(5, min(14, round(side / max(12, setting.sizes.body * _CELL))))
    plate = make_ornament(setting, "title page", cells, cells, ARROWS)
    scale = scale_to_fit(plate.extent, 2, side, side)
    return [center_drawing(draw_puzzle(plate, scale, setting.ink), box, 0.45)]


def _draw_legend(setting: Setting, live: Box, y: float) -> list[Item]:
    """Both pictures, large, with their words: each above its half of the worked maze."""
    sizes, words, theme = setting.sizes, setting.words, setting.theme
    items: list[Item] = []
    size = sizes.body * _LEGEND
    for place, (word, picture) in enumerate(
        (("how_to_start", theme.start), ("how_to_finish", theme.finish))
    ):
        box = _half(live, place, sizes.body)._replace(y=y, height=size)
        baseline = y + size / 2 + sizes.body * 0.34
        name = set_left(
            words(word), box.inset(left=size * 1.35), baseline, setting.sizes.bold, sizes.body
        )
        said = describe_figure(end_name(setting, is_start=place == 0))
        items += [mark(picture, box.x, y, size)._replace(tag=said), name._replace(tag=ARTIFACT)]
    return items


def _draw_example(setting: Setting, box: Box) -> tuple[list[Item], float]:
    """A little maze and its answer, side by side, and how wide each is; nothing where there is too
    little room."""
    sizes, words = setting.sizes, setting.words
    marks = setting.recipe.end_marks
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
            else make_ornament(setting, purpose, 5, 5, marks)
        )
    side = min(_half(box, 0, sizes.body).width, box.height - sizes.leading * 1.7)
    if side < _LEAST_WORKED:
        return [], 0.0
    scale = scale_to_fit(plate.extent, setting.wall, side, side)
    items: list[Item] = []
    thin, ink = answer_ink(scale, setting.order.tint, heavy=setting.is_heavy), setting.ink
    if (
        setting.is_hiding
    ):  # its cells are small; the way is shaded, so that it is seen as what it shows
        thin, ink = thin_way(thin), ink._replace(wall=max(THINNEST, min(ink.wall, scale * _WALL)))
    drawings = (
        (words("how_to_puzzle"), draw_puzzle(plate, scale, ink), "example"),
        (words("how_to_answer"), draw_answer(plate, scale, thin), "example_answer"),
    )
    for place, (caption, drawing, said) in enumerate(drawings[: 1 if marks == NO_MARKS else 2]):
        cell = _half(box, place, sizes.body)._replace(height=side)
        items.append(set_left(caption, cell, box.y + sizes.body, setting.sizes.bold, sizes.body))
        items.append(
            Picture(
                cell.x,
                box.y + sizes.leading * 1.4,
                drawing,
                describe_figure(words.say_spoken(said)),
            )
        )
    return items, side


def _half(box: Box, place: int, size: float) -> Box:
    """The left (0) or the right (1) half of a box, so that there is air between what stands in
    both."""
    gap = _BETWEEN * size
    return box._replace(x=box.x + place * (box.width + gap) / 2, width=(box.width - gap) / 2)
