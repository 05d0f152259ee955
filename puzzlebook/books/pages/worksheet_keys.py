"""The teacher's key: small mazes, with their paths in bold, below the pupils' names.

An alphabetical index of names follows. For mazes without start and finish, a page explains why
there is exactly one path between any two cells.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence

from puzzlebook.books.pages.back import add_code
from puzzlebook.books.pages.wall import WholeWall, draw_whole_wall
from puzzlebook.books.pages.worksheets import Worksheet
from puzzlebook.books.planning.alt_text import describe_figure, describe_solution_path
from puzzlebook.books.planning.setting import (
    Placement,
    Placements,
    Setting,
    center_drawing,
    thin_way,
)
from puzzlebook.maze_art.extent import scale_to_fit
from puzzlebook.maze_art.inked import Ink, draw_answer
from puzzlebook.maze_art.plate import PackedPlate
from puzzlebook.recipes.loads import EXTENSION
from puzzlebook.recipes.values import LOADS
from puzzlebook.typesetting import text
from puzzlebook.typesetting.flow import Flow
from puzzlebook.typesetting.layout import (
    ARRANGEMENTS,
    MIN_PASSAGE,
    THINNEST,
    TypeScale,
    arrange,
    set_left,
    set_right,
)
from puzzlebook.typesetting.page import ARTIFACT, Box, Item, Page, Picture, Tag, tag_items

TYPE = TypeScale(10)
DOTS = {load: "•" * count for count, load in enumerate(LOADS, 1)}
"""The dots that show the load of a sheet to the teacher, but mean little to pupils."""
_GAP = 14.0  # points between answers, and between columns of the index
_ROW = 15.0  # points: height of a row of the index
_COLUMN = 170.0  # points: smallest width of a column of the index
_ANSWER_ROW = 1.35 * TYPE.small


def place_key_answers(
    setting: Setting, sheets: Sequence[Worksheet], first_page: int, file: str
) -> Placements:
    """Place the answers, keyed by sheet number, on pages from `first_page` on. file: the suffix of
    the key's file name."""
    per_page = _count_fitting_answers(setting, sheets)
    boxes = arrange(per_page, _room(setting))
    shared = _group_sheets(sheets)
    groups = {sheet.entry.number: group for group in shared for sheet in group}
    slots = (
        (sheet.entry.number, first_page + index // per_page, boxes[index % per_page])
        for index, group in enumerate(shared)
        for sheet in group
    )
    return Placements(slots, lambda number, box: _place_answer(setting, groups[number], box), file)


def _group_sheets(sheets: Sequence[Worksheet]) -> list[list[Worksheet]]:
    """Group the sheets that share an answer: if sheets have loads, those with the same maze, from
    support to extension."""
    groups: dict[object, list[Worksheet]] = {}
    for sheet in sheets:
        entry = sheet.entry
        groups.setdefault(entry.maze.code if entry.load else entry.number, []).append(sheet)
    loads = [*DOTS]
    for group in groups.values():
        if len(group) > 1:
            group.sort(key=lambda sheet: loads.index(sheet.entry.load))
    return [*groups.values()]


def key_ink(scale: float) -> Ink:
    """Return the ink of an answer at this scale, in points per cell."""
    return Ink(wall=THINNEST, path=max(2.0, min(5.0, 0.28 * scale)))


def lay_out_key(
    setting: Setting, sheets: Sequence[Worksheet], placements: Placements, last: int
) -> Iterator[Page]:
    """Yield the pages of the key in order. last: the number of pages, including the index."""
    by_page: dict[int, list[Worksheet]] = {}
    for sheet in sheets:
        by_page.setdefault(placements.pages[sheet.entry.number], []).append(sheet)
    for number, on_page in by_page.items():
        title = setting.words("key_title", title=setting.recipe.book.title)
        items = _set_page_frame(setting, title, number, last, is_first=number == min(by_page))
        for group in _group_sheets(on_page):
            sheet = group[0]
            placement = placements[sheet.entry.number]
            picture = placement.picture._replace(tag=describe_solution_path(setting, sheet.entry))
            items += [*_set_caption(setting, group, placement.box), picture]
            items += _set_rows(setting, group, placement)
        yield setting.sheet.page(number, *items)


def lay_out_finder(
    setting: Setting, sheets: Sequence[Worksheet], placements: Placements, first: int, last: int
) -> Iterator[Page]:
    """Yield the pages of the index, which lists names alphabetically with their pages of the key.

    If the sheets are sorted by surname, the surname comes first.
    """
    options = setting.recipe.worksheet
    by_surname = options is not None and options.order == "surname"
    sort_key = surname_key if by_surname else alphabetical_key
    with_names = sorted((sheet for sheet in sheets if sheet.entry.name), key=sort_key)
    columns, rows = _finder_shape(setting)
    live = _room(setting)
    for part in range(count_finder_pages(setting, sheets)):
        items = _set_page_frame(
            setting, setting.words("finder_title"), first + part, last, is_first=part == 0
        )
        listed = Tag("L")
        for index, sheet in enumerate(with_names[part * columns * rows :][: columns * rows]):
            column, row = divmod(index, rows)
            box = Box(
                live.x + column * live.width / columns,
                live.y,
                live.width / columns - _GAP,
                live.height,
            )
            page = setting.words("finder_page", page=placements.pages[sheet.entry.number])
            width = text.measure_width(page, setting.sizes.regular, TYPE.body) + _GAP / 2
            name = _put_surname_first(sheet) if by_surname else sheet.entry.name or ""
            size = text.fit_size(name, setting.sizes.regular, TYPE.body, box.width - width)
            name = text.shorten(name, setting.sizes.regular, size, box.width - width)
            baseline = live.y + (row + 0.8) * _ROW
            line: list[Item] = [set_left(name, box, baseline, setting.sizes.regular, size)]
            line.append(set_right(page, box, baseline, setting.sizes.regular, TYPE.body))
            items += tag_items(line, Tag("LBody", within=Tag("LI", within=listed)))
        yield setting.sheet.page(first + part, *items)


def count_finder_pages(setting: Setting, sheets: Sequence[Worksheet]) -> int:
    """Return the number of pages of the index. A one-page key has no index."""
    with_names = sum(sheet.entry.name is not None for sheet in sheets)
    columns, rows = _finder_shape(setting)
    answers, one_page = len(_group_sheets(sheets)), _count_fitting_answers(setting, sheets)
    return -(-with_names // (columns * rows)) if with_names and answers > one_page else 0


def lay_out_unique_page(setting: Setting, number: int, last: int) -> Page:
    """Lay out the page that explains why there is exactly one path between any two cells."""
    words = setting.words
    live = _room(setting)
    flow = Flow(live.inset(right=live.width * 0.08))
    for line in words.lines("unique_text"):
        flow.set(line, setting.sizes.regular, TYPE.body * 1.2)
        flow.gap(TYPE.body)
    return setting.sheet.page(
        number, *_set_page_frame(setting, words("unique_title"), number, last), *flow.items
    )


def lay_out_wall(setting: Setting, whole: WholeWall, number: int, last: int) -> Page:
    """Lay out the page that shows the whole wall with its path, and says how to hang it."""
    words, theme, live = setting.words, setting.theme, _room(setting)
    start = words.end("start", theme.start_name)
    finish = words.end("finish", theme.finish_name)
    flow = Flow(live)
    for line in (words("wall_hang"), words("worksheet_icons", start=start, finish=finish)):
        flow.set(line, setting.sizes.regular, TYPE.body)
    flow.gap(TYPE.body)
    picture = draw_whole_wall(whole, live.inset(top=flow.y - live.y))
    picture = picture._replace(tag=describe_figure(words("wall_title")))
    frame = _set_page_frame(setting, words("wall_title"), number, last)
    return setting.sheet.page(number, *frame, *flow.items, picture)


_PLAIN_LETTERS = str.maketrans(
    {
        **dict(zip("øłđðħıŧŋɓɗƙƴ", "olddhitnbdky", strict=True)),
        **{"æ": "ae", "œ": "oe", "þ": "th"},
    }
)
"""Replacements for lower-case letters that Unicode does not decompose into letter and accent."""


def alphabetical_key(sheet: Worksheet) -> tuple[object, ...]:
    """Return a sort key: the name without accents and case, then as written, then the number."""
    name = sheet.entry.name or ""
    return _drop_accents(name), name, sheet.entry.number


def surname_key(sheet: Worksheet) -> tuple[object, ...]:
    """Return a sort key: the surname in plain letters, then as in `alphabetical_key`."""
    return _drop_accents(sheet.surname).translate(_PLAIN_LETTERS), *alphabetical_key(sheet)


def _drop_accents(name: str) -> str:
    """Return a name in lower case without accents."""
    decomposed = unicodedata.normalize("NFKD", name.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c))


def _put_surname_first(sheet: Worksheet) -> str:
    """Return "Berg, Mia" for "Mia Berg", or the name if it does not end with the surname."""
    name, surname = sheet.entry.name or "", sheet.surname
    if not surname or not name.endswith(f" {surname}"):
        return name
    return f"{surname}, {name.removesuffix(surname).strip()}"


def _place_answer(setting: Setting, group: Sequence[Worksheet], box: Box) -> Picture:
    """Draw the answer that a group of sheets shares, in its box."""
    sheet, rows = group[0], _list_rows(setting, group, box.width - _GAP)
    room = _picture_box(box).inset(bottom=len(rows) * _ANSWER_ROW)
    scale = _scale(sheet.entry.maze.solved, room)
    ink = thin_way(key_ink(scale)) if sheet.entry.picture else key_ink(scale)
    return center_drawing(draw_answer(sheet.entry.maze.solved, scale, ink), room, 0)


def _count_fitting_answers(setting: Setting, sheets: Sequence[Worksheet]) -> int:
    """Return how many answers, up to the book's limit, fit a page with passages wide enough."""
    groups = _group_sheets(sheets)
    # Do not arrange a short key for more answers than it has.
    wanted = min((count for count in ARRANGEMENTS if count >= len(groups)), default=setting.answers)
    maximum = min(wanted, setting.answers)
    for count in sorted((count for count in ARRANGEMENTS if count <= maximum), reverse=True):
        box = _picture_box(arrange(count, _room(setting))[0])
        rows = (len(_list_rows(setting, group, box.width)) for group in groups)
        box = box.inset(bottom=max(rows, default=0) * _ANSWER_ROW)
        plates = (sheet.entry.maze.plate for sheet in sheets)
        if all(_scale(plate, box) - THINNEST >= MIN_PASSAGE for plate in plates):
            return count
    return 1


def _scale(plate: PackedPlate, box: Box) -> float:
    return scale_to_fit(plate.extent, THINNEST, box.width, box.height)


def _room(setting: Setting) -> Box:
    return setting.sheet.live(1).inset(top=TYPE.heading * 2, bottom=TYPE.body * 2)


def _picture_box(box: Box) -> Box:
    return box.inset(_GAP / 2, TYPE.body * 1.9, _GAP / 2, _GAP)


def _finder_shape(setting: Setting) -> tuple[int, int]:
    """Return the columns and rows of a page of the index."""
    room = _room(setting)
    return max(1, int(room.width / _COLUMN)), max(1, int(room.height / _ROW))


def _set_caption(setting: Setting, group: Sequence[Worksheet], box: Box) -> list[Item]:
    """Set the pupil's name, or the numbers of sheets that share a maze; and the hidden word or
    picture, or the position on a wall."""
    sheet, box = group[0], box.inset(_GAP / 2, 0, _GAP / 2)
    baseline = box.y + TYPE.body * 1.3
    numbers = [each.entry.number for each in group]
    number = f"{min(numbers)}–{max(numbers)}" if len(group) > 1 else str(numbers[0])
    name = setting.words("worksheet_number", number=setting.words.number(number))
    if sheet.entry.name and len(group) == 1:
        name = sheet.entry.name
    picture = sheet.entry.picture
    hidden = str(sheet.word or (setting.picture_title(picture) if picture else ""))
    word = setting.words("key_word", word=hidden) if hidden else ""
    if sheet.wall_position:
        word = setting.words(
            "wall_at", row=sheet.wall_position.row, column=sheet.wall_position.column
        )
    word_size = text.fit_size(word, setting.sizes.regular, TYPE.body, box.width / 2) if word else 0
    taken = text.measure_width(word, setting.sizes.regular, word_size) + TYPE.body if word else 0
    size = text.fit_size(name, setting.sizes.bold, TYPE.body, box.width - taken)
    name = text.shorten(name, setting.sizes.bold, size, box.width - taken)
    heading = set_left(name, box, baseline, setting.sizes.bold, size)
    items: list[Item] = [heading._replace(tag=Tag("H2"))]
    return (
        [*items, set_right(word, box, baseline, setting.sizes.regular, word_size)]
        if word
        else items
    )


def _list_rows(setting: Setting, group: Sequence[Worksheet], width: float) -> list[str]:
    """Return the lines below an answer: the questions along the path with their answers, and the
    pupils with each load."""
    asked, lines = group[0].entry.maze.asked, []
    if asked is not None:
        from puzzlebook.maze_art.questions import list_answers

        lines.append(list_answers(asked))
    lines += _list_loads(setting, group)
    return [
        row for line in lines for row in text.wrap(line, setting.sizes.regular, TYPE.small, width)
    ]


def _list_loads(setting: Setting, group: Sequence[Worksheet]) -> Iterator[str]:
    """Yield a line with the pupils of each load, and one with the extension's question."""
    words = setting.words
    for load, dots in DOTS.items():
        sheets = [sheet for sheet in group if sheet.entry.load == load]
        if not sheets:
            continue
        names = [
            sheet.entry.name or words("worksheet_number", number=sheet.entry.number)
            for sheet in sheets
        ]
        label = words(f"load_{load}")
        yield f"{dots} {label}: {', '.join(names)}" if label else f"{dots} {', '.join(names)}"
    if any(sheet.question for sheet in group):
        count = words.number(str(group[0].entry.measures.decisions))
        yield f"{DOTS[EXTENSION]} {words('load_question')} {count}"


def _set_rows(setting: Setting, group: Sequence[Worksheet], placement: Placement) -> list[Item]:
    """Set the lines below an answer."""
    box, picture = placement.box.inset(_GAP / 2, 0, _GAP / 2), placement.picture
    top = picture.y + picture.drawing.height * picture.drawing.scale
    rows = _list_rows(setting, group, box.width)
    return tag_items(
        [
            set_left(row, box, top + (index + 1) * _ANSWER_ROW, setting.sizes.regular, TYPE.small)
            for index, row in enumerate(rows)
        ],
        Tag("P"),
    )


def _set_page_frame(
    setting: Setting, title: str, number: int, last: int, is_first: bool = True
) -> list[Item]:
    """Set title, seed and page number. is_first: whether screen readers read the title here."""
    live = setting.sheet.live(1)
    foot = live.bottom - TYPE.body * 0.3
    size = text.fit_size(title, setting.sizes.bold, TYPE.heading, live.width)
    page = setting.words.number(f"{number}/{last}")
    # "key_seed" mentions the list of pupils, so it requires a list.
    kind = "key_seed" if setting.recipe.pupils else "colophon_seed"
    seed, seed_size = add_code(
        setting, setting.words(kind, seed=setting.seed), TYPE.small, live.width - 60
    )
    seed_size = text.fit_size(seed, setting.sizes.regular, seed_size, live.width - 60)
    return [
        set_left(title, live, live.y + TYPE.heading, setting.sizes.bold, size)._replace(
            tag=Tag("H1") if is_first else ARTIFACT
        ),
        set_left(seed, live, foot, setting.sizes.regular, seed_size)._replace(
            tag=Tag("P", place=1) if is_first else ARTIFACT
        ),
        set_right(page, live, foot, setting.sizes.regular, TYPE.small)._replace(tag=ARTIFACT),
    ]
