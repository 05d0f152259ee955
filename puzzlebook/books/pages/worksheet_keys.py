"""The teacher's key to worksheets: each maze small, thin black walls and a bold black way, under
the pupil's name.

Behind it an alphabetical finder; and where the sheets have no start and no finish, why there is
exactly one way.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence

from puzzlebook.books.pages.back import add_code
from puzzlebook.books.pages.worksheets import Worksheet
from puzzlebook.books.planning.alt_text import describe_way
from puzzlebook.books.planning.setting import Placements, Setting, center_drawing, thin_way
from puzzlebook.maze_art.extent import scale_to_fit
from puzzlebook.maze_art.inked import Ink, draw_answer
from puzzlebook.maze_art.plate import PackedPlate
from puzzlebook.typesetting import text
from puzzlebook.typesetting.flow import Flow
from puzzlebook.typesetting.layout import (
    ARRANGEMENTS,
    LEAST_PASSAGE,
    THINNEST,
    TypeScale,
    arrange,
    set_left,
    set_right,
)
from puzzlebook.typesetting.page import ARTIFACT, Box, Item, Page, Picture, Tag, tag_items

TYPE = TypeScale(10)
_GAP = 14.0
_ROW = 15.0
_COLUMN = 170.0


def place_key_answers(
    setting: Setting, sheets: Sequence[Worksheet], first_page: int, file: str
) -> Placements:
    """Where each sheet's answer stands, by its number, from this page on. file: the ending of the
    key's file."""
    a_page = _count_fitting_answers(setting, [sheet.entry.maze.plate for sheet in sheets])
    boxes = arrange(a_page, _room(setting))
    by_number = {sheet.entry.number: sheet for sheet in sheets}
    places = (
        (number, first_page + index // a_page, boxes[index % a_page])
        for index, number in enumerate(by_number)
    )
    return Placements(places, lambda number, box: _place_answer(by_number[number], box), file)


def key_ink(scale: float) -> Ink:
    """The lines of an answer at this scale."""
    return Ink(wall=THINNEST, path=max(2.0, min(5.0, 0.28 * scale)))


def lay_out_key(
    setting: Setting, sheets: Sequence[Worksheet], standings: Placements, last: int
) -> Iterator[Page]:
    """The pages of the key, in order. last: how many pages there are in all, finder included."""
    by_page: dict[int, list[Worksheet]] = {}
    for sheet in sheets:
        by_page.setdefault(standings.pages[sheet.entry.number], []).append(sheet)
    for number, shown in by_page.items():
        title = setting.words("key_title", title=setting.recipe.book.title)
        items = _set_page_frame(setting, title, number, last, is_first=number == min(by_page))
        for sheet in shown:
            standing = standings[sheet.entry.number]
            said = standing.picture._replace(tag=describe_way(setting, sheet.entry))
            items += [*_set_caption(setting, sheet, standing.box), said]
        yield setting.sheet.page(number, *items)


def lay_out_finder(
    setting: Setting, sheets: Sequence[Worksheet], standings: Placements, first: int, last: int
) -> Iterator[Page]:
    """Every name in alphabetical order, with the page of the key."""
    named = sorted((sheet for sheet in sheets if sheet.entry.name), key=alphabetical_key)
    columns, rows = _finder_shape(setting)
    live = _room(setting)
    for part in range(count_finder_pages(setting, sheets)):
        items = _set_page_frame(
            setting, setting.words("finder_title"), first + part, last, is_first=part == 0
        )
        listed = Tag("L")
        for place, sheet in enumerate(named[part * columns * rows :][: columns * rows]):
            column, row = divmod(place, rows)
            box = Box(
                live.x + column * live.width / columns,
                live.y,
                live.width / columns - _GAP,
                live.height,
            )
            page = setting.words("finder_page", page=standings.pages[sheet.entry.number])
            wide = text.measure_width(page, setting.sizes.regular, TYPE.body) + _GAP / 2
            name = sheet.entry.name or ""
            size = text.fit_size(name, setting.sizes.regular, TYPE.body, box.width - wide)
            name = text.shorten(name, setting.sizes.regular, size, box.width - wide)
            baseline = live.y + (row + 0.8) * _ROW
            found: list[Item] = [set_left(name, box, baseline, setting.sizes.regular, size)]
            found.append(set_right(page, box, baseline, setting.sizes.regular, TYPE.body))
            items += tag_items(found, Tag("LBody", within=Tag("LI", within=listed)))
        yield setting.sheet.page(first + part, *items)


def count_finder_pages(setting: Setting, sheets: Sequence[Worksheet]) -> int:
    """How many pages the finder has: none for a key of one page, where everything is found at a
    glance."""
    named = sum(sheet.entry.name is not None for sheet in sheets)
    columns, rows = _finder_shape(setting)
    one_page = _count_fitting_answers(setting, [sheet.entry.maze.plate for sheet in sheets])
    return -(-named // (columns * rows)) if named > one_page else 0


def lay_out_unique_page(setting: Setting, number: int, last: int) -> Page:
    """Why there is exactly one way between any two places."""
    words = setting.words
    live = _room(setting)
    flow = Flow(live.inset(right=live.width * 0.08))
    for line in words.lines("unique_text"):
        flow.set(line, setting.sizes.regular, TYPE.body * 1.2)
        flow.gap(TYPE.body)
    return setting.sheet.page(
        number, *_set_page_frame(setting, words("unique_title"), number, last), *flow.items
    )


def alphabetical_key(sheet: Worksheet) -> tuple[str, str, int]:
    """What names are sorted by: their letters without regard to accents and capitals, then as they
    are written."""
    name = sheet.entry.name or ""
    plain = "".join(
        c for c in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(c)
    )
    return plain, name, sheet.entry.number


def _place_answer(sheet: Worksheet, box: Box) -> Picture:
    """An answer in its place."""
    room = _picture_box(box)
    scale = _scale(sheet.entry.maze.solved, room)
    ink = thin_way(key_ink(scale)) if sheet.entry.picture else key_ink(scale)
    return center_drawing(draw_answer(sheet.entry.maze.solved, scale, ink), room, 0)


def _count_fitting_answers(setting: Setting, plates: Sequence[PackedPlate]) -> int:
    """The most answers a page, up to what is wanted, at which every passage can still be
    followed."""
    # A short key is no smaller than it need be.
    wanted = min((count for count in ARRANGEMENTS if count >= len(plates)), default=setting.answers)
    most = min(wanted, setting.answers)
    for count in sorted((count for count in ARRANGEMENTS if count <= most), reverse=True):
        box = _picture_box(arrange(count, _room(setting))[0])
        if all(_scale(plate, box) - THINNEST >= LEAST_PASSAGE for plate in plates):
            return count
    return 1


def _scale(plate: PackedPlate, box: Box) -> float:
    return scale_to_fit(plate.extent, THINNEST, box.width, box.height)


def _room(setting: Setting) -> Box:
    return setting.sheet.live(1).inset(top=TYPE.heading * 2, bottom=TYPE.body * 2)


def _picture_box(box: Box) -> Box:
    return box.inset(_GAP / 2, TYPE.body * 1.9, _GAP / 2, _GAP)


def _finder_shape(setting: Setting) -> tuple[int, int]:
    """The columns of a page of the finder, and the rows of each."""
    room = _room(setting)
    return max(1, int(room.width / _COLUMN)), max(1, int(room.height / _ROW))


def _set_caption(setting: Setting, sheet: Worksheet, box: Box) -> list[Item]:
    """Whose maze it is, and the word or the picture that is to be found."""
    box = box.inset(_GAP / 2, 0, _GAP / 2)
    baseline = box.y + TYPE.body * 1.3
    name = sheet.entry.name or setting.words("worksheet_number", number=sheet.entry.number)
    hidden = sheet.word or (
        setting.picture_title(sheet.entry.picture) if sheet.entry.picture else ""
    )
    word = setting.words("key_word", word=hidden) if hidden else ""
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


def _set_page_frame(
    setting: Setting, title: str, number: int, last: int, is_first: bool = True
) -> list[Item]:
    """What every page of the key has: its title, the seed, and its number of how many. is_first:
    whether the title is new, so that it is read."""
    live = setting.sheet.live(1)
    foot = live.bottom - TYPE.body * 0.3
    size = text.fit_size(title, setting.sizes.bold, TYPE.heading, live.width)
    page = setting.words.number(f"{number}/{last}")
    # Where there was no list, none is spoken of.
    kind = "key_seed" if setting.recipe.pupils else "colophon_seed"
    seed = add_code(setting, setting.words(kind, seed=setting.seed), TYPE.small, live.width - 60)
    seed_size = text.fit_size(seed, setting.sizes.regular, TYPE.small, live.width - 60)
    return [
        set_left(title, live, live.y + TYPE.heading, setting.sizes.bold, size)._replace(
            tag=Tag("H1") if is_first else ARTIFACT
        ),
        set_left(seed, live, foot, setting.sizes.regular, seed_size)._replace(
            tag=Tag("P", place=1) if is_first else ARTIFACT
        ),
        set_right(page, live, foot, setting.sizes.regular, TYPE.small)._replace(tag=ARTIFACT),
    ]
