"""A class set before it is written: a worksheet for each pupil of a list, all equally hard, and the teacher's key.

A pupil's maze comes from the seed, the pupil's name and, where several have one name, which of them it is. Nothing else
of the class has a part in it, so a list may grow, shrink and be sorted anew, and every other sheet stays as it is.
Without a list the sheets have no names, and come from the recipe's sections as a book's mazes do.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import cycle

from puzzlebook.books import text
from puzzlebook.books.audiences import audience_named
from puzzlebook.books.boards import Cuts, setting_of
from puzzlebook.books.book_codes import BookCode
from puzzlebook.books.layout import LEAST_PASSAGE, Slot
from puzzlebook.books.page import Box, Page, Picture
from puzzlebook.books.pages import back, how_made, worksheet_keys, worksheets
from puzzlebook.books.pages.worksheets import Worksheet
from puzzlebook.books.paper import binding_faults, paper_faults
from puzzlebook.books.printers import sheet_of
from puzzlebook.books.readers import WALL_SHARE, audience_of_section, for_readers, margin_of
from puzzlebook.books.recipe import Pupil, Recipe, Section
from puzzlebook.books.recipe import Worksheet as Wanted
from puzzlebook.books.setting import Entry, Setting
from puzzlebook.books.stars import stars_of
from puzzlebook.books.supplies import Supplies, own_supplies
from puzzlebook.faults import Fault, Refused, nearest, refuse
from puzzlebook.mazes.codes import Design
from puzzlebook.mazes.grid import Grid
from puzzlebook.mazes.grids import Silhouette, grid_of
from puzzlebook.mazes.levels import Drawn, equally_hard, size_at
from puzzlebook.mazes.likeness import likeness
from puzzlebook.mazes.maze import Maze
from puzzlebook.mazes.seeds import maze_key, pupil_key
from puzzlebook.mazes.tilings import SHAPES, Size, size_text
from puzzlebook.mazes.words import longest_word, picked, spelled
from puzzlebook.pictures.drawing import Drawing, Part
from puzzlebook.pictures.letters import interrupted, letter_parts
from puzzlebook.pictures.plate import Plate, answer, plate_of, puzzle, scale_to_fit
from puzzlebook.words import Words

MOST_LETTERS = 30
_STEPS = {"easier": -1, "same": 0, "harder": 1}
_LEVELS = 1, 5
_LARGE = "large-print"
# Passages of a sheet in large print are at least so much wider than those of the others.
_WIDER = 1.25
_SMALLER = 0.8


@dataclass(frozen=True)
class Place:
    """One sheet that is asked for, before its maze is drawn.

    number: its place in the list, or among the section's mazes, from 1. key: of its maze at each attempt.
    occurrence: which of the pupils of one name it is for, from 1; without names the draw within its section.
    """

    number: int
    section: Section
    silhouette: Silhouette | None
    pupil: Pupil | None
    occurrence: int
    key: Callable[[int], str]


@dataclass(frozen=True)
class Kind:
    """What sheets have in common that differ only in their mazes: what is drawn on, how large, and how it is set."""

    setting: Setting
    size: Size
    grid: Grid
    scale: float
    wall: float
    a_page: int


@dataclass(frozen=True, eq=False)
class ClassSet:
    """The sheets in their printed order, and where each stands. sheet_pages: the sheets of each page, with their boxes.

    keyed: the same sheets in the order of the list, as the key has them; empty where they have no answer.
    """

    setting: Setting
    sheets: Sequence[Worksheet]
    keyed: Sequence[Worksheet]
    sheet_pages: Sequence[Sequence[tuple[Worksheet, Box]]]
    puzzle_slots: Mapping[int, Slot]
    answer_slots: Mapping[int, Slot]

    @property
    def wanted(self) -> Wanted:
        """What the recipe says of its worksheets."""
        assert self.setting.recipe.worksheet is not None
        return self.setting.recipe.worksheet

    @property
    def entries(self) -> Sequence[Entry]:
        """The mazes in the order of the list."""
        return sorted((sheet.entry for sheet in self.sheets), key=lambda entry: entry.number)

    @cached_property
    def by_number(self) -> Mapping[int, Worksheet]:
        """The sheets by their place in the list."""
        return {sheet.entry.number: sheet for sheet in self.sheets}

    @property
    def pages(self) -> int:
        """How many pages the book's own file has."""
        return self.key_begins - 1 + self.key_count if self.wanted.key == "inside" else self._class_pages

    @property
    def key_count(self) -> int:
        """How many pages the teacher's part has: the key, its finder, and the colophon where one is asked for."""
        return self._answer_pages + ("colophon" in self.setting.recipe.book.matter)

    @property
    def _answer_pages(self) -> int:
        """How many pages the key has, finder included."""
        if "key" not in self.setting.recipe.book.matter:
            return 0
        if not self.keyed:
            return 1
        first = min(slot.page for slot in self.answer_slots.values())
        last = max(slot.page for slot in self.answer_slots.values())
        return last - first + 1 + worksheet_keys.finder_count(self.setting, self.keyed)

    @property
    def key_begins(self) -> int:
        """The page of its file on which the key begins."""
        return 1 if self.wanted.key == "separate" else self._class_pages + 1

    @property
    def _class_pages(self) -> int:
        """How many pages stand before the key; with one side printed, each has a blank back."""
        return (len(self.sheet_pages) + self.wanted.made) * sides(self.setting.recipe)

    def puzzle_picture(self, entry: Entry) -> Picture:
        """The maze of a sheet, where it stands."""
        sheet = self.by_number[entry.number]
        picture = worksheets.puzzle_picture(sheet, self.puzzle_slots[entry.number].box, instruction(sheet))
        return self.setting.sheet.placed(picture)

    def answer_picture(self, entry: Entry) -> Picture:
        """The answer of a sheet, where it stands in the key."""
        sheet = as_keyed(self.by_number[entry.number])
        picture = worksheet_keys.answer_picture(self.setting, sheet, self.answer_slots[entry.number])
        return self.setting.sheet.placed(picture)

    def drawings(self, entry: Entry) -> list[Drawing]:
        """The puzzle as it is printed and, where it has one, its solution in the key's lines."""
        sheet = self.by_number[entry.number]
        drawn = [puzzle(entry.plate, entry.scale, sheet.ink)]
        plate = keyed_plate(sheet)
        return [*drawn, answer(plate, entry.scale, worksheet_keys.key_ink(entry.scale))] if plate.solution else drawn


def class_set(
    recipe: Recipe,
    seed: str,
    code: BookCode,
    cuts: Cuts,
    drawn: Callable[[], None] = lambda: None,
    supplies: Supplies | None = None,
) -> ClassSet:
    """The class set of a recipe from this seed.

    code: the set's own. drawn: called after each maze. supplies: where some are the user's own.

    Refused, before any maze is drawn, where a maze does not fit the page or a character has no glyph.
    """
    supplies = supplies or own_supplies(recipe)
    faults = [*paper_faults(recipe, theme=supplies.theme), *binding_faults(recipe, supplies.words)]
    faults += _a_page_faults(recipe)
    if faults:
        raise Refused(faults)
    recipe = for_readers(recipe)
    setting = replace(setting_of(recipe, seed, sheet_of(recipe), cuts, supplies), code=code)
    unset = text.glyph_faults(texts_of(setting), setting.type.face, setting.words.texts())
    faults = [*unset, *_word_faults(setting)]
    if faults:
        raise Refused(faults)
    asked = _only(recipe, list(_places(recipe, seed, cuts)))
    kinds = _Kinds(setting)
    if faults := [fault for place in asked if (fault := _passage_fault(place, kinds.of(place)))]:
        raise Refused(list(dict.fromkeys(faults)))
    sheets = []
    for place in asked:
        sheets.append(_worksheet(place, kinds.of(place)))
        drawn()
    return arranged(setting, sheets)


def arranged(setting: Setting, sheets: Sequence[Worksheet]) -> ClassSet:
    """The sheets on their pages, and their answers in the key."""
    wanted = setting.recipe.worksheet
    assert wanted is not None
    ordered = sorted(sheets, key=_ORDERS[wanted.order](setting.recipe))
    pages = list(_sheet_pages(ordered))
    keyed = [sheet for sheet in sheets if sheet.entry.maze.solution] if "key" in setting.recipe.book.matter else []
    begins = 1 if wanted.key == "separate" else (len(pages) + wanted.made) * sides(setting.recipe) + 1
    slots: dict[int, Slot] = {}
    for place, page in enumerate(pages):
        for sheet, box in page:
            slots.setdefault(sheet.entry.number, Slot(1 + place * sides(setting.recipe), box))
    return ClassSet(setting, ordered, keyed, pages, slots, worksheet_keys.key_slots(setting, keyed, begins))


def sheet_pages_of(planned: ClassSet) -> Iterator[Page]:
    """The pages for the class."""
    for number, page in enumerate(_fronts(planned), 1):
        yield page
        if sides(planned.setting.recipe) == 2:
            yield planned.setting.sheet.page(2 * number)


def _fronts(planned: ClassSet) -> Iterator[Page]:
    """The pages for the class without blank backs."""
    setting = planned.setting
    live = setting.sheet.live(1)
    for page in planned.sheet_pages:
        items = worksheets.cut_lines(live, page[0][0].a_page)
        for sheet, box in page:
            items += worksheets.worksheet(sheet, box, instruction(sheet))
        yield setting.sheet.page(1, *items)
    if planned.wanted.made:
        yield how_made.how_made_page(setting, 1)


def sides(recipe: Recipe) -> int:
    """How many pages a sheet takes: two where its back stays blank, so that no pupil's maze is behind another's."""
    return 2 if recipe.sides == "one" else 1


def key_pages_of(planned: ClassSet) -> Iterator[Page]:
    """The pages for the teacher."""
    setting, first = planned.setting, planned.key_begins
    matter = setting.recipe.book.matter
    last = first + planned.key_count - 1
    if not planned.keyed and "key" in matter:
        yield worksheet_keys.unique_page(setting, first, last)
    keyed = [as_keyed(sheet) for sheet in planned.keyed]
    yield from worksheet_keys.key_pages(setting, keyed, planned.answer_slots, last)
    has_colophon = "colophon" in matter
    finder = last + 1 - worksheet_keys.finder_count(setting, keyed) - has_colophon
    yield from worksheet_keys.finder_pages(setting, keyed, planned.answer_slots, finder, last)
    if has_colophon:
        yield back.colophon_page(setting, last)


def instruction(sheet: Worksheet) -> str:
    """What a pupil is asked to do."""
    return _instruction(sheet.setting, sheet.entry.section)


def keyed_plate(sheet: Worksheet) -> Plate:
    """The plate of a sheet as the key shows it: of the letters only the word's, and the way stops short of them."""
    plate, maze = sheet.entry.plate, sheet.entry.maze
    if not plate.letters:
        return plate
    on_way = {f"letter-{cell}": maze.grid.centres[cell] for cell in maze.solution}
    shown = [part for part in plate.letters if part.name in on_way]
    way = interrupted(plate.solution, [on_way[part.name] for part in shown])
    return replace(plate, letters=shown, solution=way)


def as_keyed(sheet: Worksheet) -> Worksheet:
    """The sheet with the plate that the key shows."""
    return replace(sheet, entry=replace(sheet.entry, plate=keyed_plate(sheet)))


class _Kinds:
    """The kinds of a set's sheets, each worked out once."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._known: dict[object, Kind] = {}

    def of(self, place: Place) -> Kind:
        """The kind of a place's sheet."""
        is_large = place.pupil is not None and place.pupil.print == "large"
        asked = (place.section.key, place.silhouette, _level(self._setting.recipe, place.pupil), is_large)
        if asked not in self._known:
            find = _large_kind if is_large else _normal_kind
            self._known[asked] = find(self._setting, place, asked[2])
        return self._known[asked]


def _normal_kind(setting: Setting, place: Place, level: int) -> Kind:
    a_page = setting.recipe.mazes_a_page
    sized = replace(setting, type=worksheets.sized(setting.type, a_page))
    return _kind(sized, place, size_at(place.section.shape, place.section.settled_size, level), a_page)


def _large_kind(setting: Setting, place: Place, level: int) -> Kind:
    """A page of its own, large type, and as many cells as let the passages be wider than on the other sheets."""
    reader = audience_named(_LARGE)
    normal = _normal_kind(setting, place, level)
    type_ = replace(setting.type, body=reader.type_size, face=setting.type.bold)
    large = replace(setting, type=type_, wall=reader.wall)
    least = SHAPES[place.section.shape].least
    size = normal.size
    while True:
        kind = _kind(large, place, size, 1)
        is_wide = kind.scale - kind.wall >= max(reader.passage, _WIDER * (normal.scale - normal.wall))
        smaller = tuple(max(low, round(n * _SMALLER)) for n, low in zip(size, least, strict=True))
        if is_wide or smaller == size:
            return kind
        size = smaller


def _kind(setting: Setting, place: Place, size: Size, a_page: int) -> Kind:
    grid = grid_of(place.section.shape, size, place.silhouette)
    live = setting.sheet.live(1)
    box = worksheets.maze_box(
        setting, worksheets.places(live, a_page)[0], _instruction(setting, place.section), bool(place.section.word)
    )
    fits = partial(scale_to_fit, grid.width, grid.height, margin_of(setting.recipe.marks), box=(box.width, box.height))
    wall = max(setting.wall, WALL_SHARE * fits(wall=2 * setting.wall))
    return Kind(setting, size, grid, fits(wall=2 * wall), wall, a_page)


def _instruction(setting: Setting, section: Section) -> str:
    """The one line above each maze of a section."""
    words, theme, recipe = setting.words, setting.theme, setting.recipe
    if recipe.worksheet and recipe.worksheet.instruction:
        return recipe.worksheet.instruction
    phrase = "none" if section.ends == "none" else recipe.marks
    start, finish = words.end("start", theme.start_name), words.end("finish", theme.finish_name)
    said = words(f"worksheet_{phrase}", start=start, finish=finish)
    return f"{said} {words('worksheet_letters')}".strip() if section.word else said


def _places(recipe: Recipe, seed: str, cuts: Cuts) -> Iterator[Place]:
    """Every sheet that a recipe asks for, in the order of the list."""
    if not recipe.pupils:
        number = 0
        for section in recipe.sections:
            shapes = cycle(cuts.get(section.key) or [None])
            for draw in range(1, section.mazes + 1):
                number += 1
                key = partial(maze_key, seed, recipe.volume, section.key, draw)
                yield Place(number, section, next(shapes), None, draw, key)
        return
    (section,) = recipe.sections
    silhouettes: Sequence[Silhouette | None] = cuts.get(section.key) or [None]
    met: dict[str, int] = {}
    for number, pupil in enumerate(recipe.pupils, 1):
        met[pupil.name] = occurrence = met.get(pupil.name, 0) + 1
        key = partial(pupil_key, seed, pupil.name, occurrence)
        yield Place(number, section, picked(silhouettes, key(1), "silhouette"), pupil, occurrence, key)


def _only(recipe: Recipe, places: list[Place]) -> list[Place]:
    """The places that are asked for by the name of a pupil or, where nobody is called so, by the place in the list."""
    only = recipe.worksheet.only if recipe.worksheet else None
    if only is None:
        return places
    name = _plain(only)
    found = [place for place in places if place.pupil and _plain(place.pupil.name) == name]
    found = found or [place for place in places if str(place.number) == name]
    if not found:
        names = {_plain(place.pupil.name): place.pupil.name for place in places if place.pupil}
        if not names:
            raise refuse("--only", f'there is no sheet "{only}"', f"1 to {len(places)}")
        near = nearest(name, names)
        allowed = near if near.startswith("did you mean") else "a name as the list has it, or a place in it"
        raise refuse("--only", f'nobody on the list is called "{only}"', allowed)
    return found


def _plain(name: str) -> str:
    return unicodedata.normalize("NFC", name).strip().casefold()


def _level(recipe: Recipe, pupil: Pupil | None) -> int:
    """The level of a pupil's maze, 1 to 5."""
    class_level = recipe.worksheet.level if recipe.worksheet else 3
    if pupil is None:
        return class_level
    if pupil.level.isdecimal():
        return int(pupil.level)
    return min(max(class_level + _STEPS[pupil.level], _LEVELS[0]), _LEVELS[1])


def _worksheet(place: Place, kind: Kind) -> Worksheet:
    """A sheet, drawn."""
    section, setting = place.section, kind.setting
    silhouette = place.silhouette.code if place.silhouette else None
    design = Design(section.shape, kind.size, "", section.ends, section.method, silhouette)
    word = picked(_words(section), place.key(1), "word") if section.word else None
    found = equally_hard(design, kind.grid, place.key, lambda maze: word is None or len(word) <= longest_word(maze))
    _refuse_long(word, found, section, kind)
    plate = plate_of(found.maze, setting.recipe.marks, setting.theme)
    if word:
        plate = replace(plate, letters=_letters(found.maze, word, setting))
    name = _printed_name(place, setting.words)
    readers = audience_of_section(setting.recipe, section)
    entry = Entry(
        number=place.number,
        section=section,
        draw=place.occurrence,
        maze=found.maze,
        measures=found.measures,
        stars=stars_of(found.maze, found.measures, readers.name if readers else setting.recipe.look),
        likeness=likeness(found.maze),
        plate=plate,
        silhouette=place.silhouette,
        scale=kind.scale,
        wall=kind.wall,
        name=name,
    )
    pupil = place.pupil
    title = (pupil.group or "") if pupil else setting.words("worksheet_number", number=place.number)
    return Worksheet(entry, setting, title, word, kind.a_page, pupil.copies if pupil else 1)


def _printed_name(place: Place, words: Words) -> str | None:
    """The name as it is printed: the second pupil of one name is told from the first."""
    if place.pupil is None or place.occurrence == 1:
        return place.pupil.name if place.pupil else None
    return words("worksheet_again", name=place.pupil.name, occurrence=place.occurrence)


def _letters(maze: Maze, word: str, setting: Setting) -> Sequence[Part]:
    alphabet = setting.words("alphabet")
    spelt = spelled(maze, word, alphabet.lower() if word.islower() else alphabet)
    return letter_parts(spelt, maze.grid, lambda letter: text.content_for(letter, setting.type.bold))


def _refuse_long(word: str | None, found: Drawn, section: Section, kind: Kind) -> None:
    fits = longest_word(found.maze)
    if word is not None and len(word) > fits:
        what = f'"{word}" has {len(word)} letters, more than the way through a maze of {size_text(kind.size)} holds'
        raise refuse(f"section.{section.key}.word", what, f"at most {fits} letters, or a larger size")


def _words(section: Section) -> tuple[str, ...]:
    """The words of a section, all in small letters or all in capitals, so that no letter stands out."""
    words = (section.word,) if isinstance(section.word, str) else section.word or ()
    tidy = (unicodedata.normalize("NFC", word).strip() for word in words)
    return tuple(word if word.islower() else word.upper() for word in tidy)


def _word_faults(setting: Setting) -> Iterator[Fault]:
    """Words that cannot stand along a way, letter by letter."""
    for section in setting.recipe.sections:
        where = f"section.{section.key}.word"
        for word in _words(section):
            if section.ends == "none":
                yield Fault(where, "without start and finish there is no way for letters", 'other ends, such as "far"')
            if len(word) < 2 or not word.isalpha():
                yield Fault(where, f'"{word}" is not a word of letters', "two letters or more, and nothing else")
            elif len(word) > MOST_LETTERS:
                yield Fault(where, f'"{word}" has {len(word)} letters', f"at most {MOST_LETTERS}")
            elif (character := text.missing(word, setting.type.bold)) is not None:
                yield Fault(where, f"no font has a glyph for {character!r} (U+{ord(character):04X})", "other letters")


def _a_page_faults(recipe: Recipe) -> Iterator[Fault]:
    if recipe.mazes_a_page not in worksheets.ARRANGEMENTS:
        allowed = "allowed: " + ", ".join(map(str, worksheets.ARRANGEMENTS))
        yield Fault("mazes_a_page", f"{recipe.mazes_a_page} worksheets do not share a page", allowed)


def _passage_fault(place: Place, kind: Kind) -> Fault | None:
    """A fault where the passages would be too narrow to follow."""
    passage = kind.scale - kind.wall
    if passage >= LEAST_PASSAGE:
        return None
    wide = max(passage, 0) * 25.4 / 72
    what = f"{size_text(kind.size)} leaves passages of {wide:.1f} mm on a worksheet, {kind.a_page} a page"
    share = max(passage, 1) / LEAST_PASSAGE
    largest = size_text(tuple(max(1, int(number * share * 0.95)) for number in kind.size))
    return Fault(f"section.{place.section.key}.size", what, f"passages are at least 1.2 mm, so about {largest}")


def texts_of(setting: Setting) -> Iterator[tuple[str, str]]:
    """Every text of the user's that is printed, with its place in the recipe."""
    recipe = setting.recipe
    yield "book.title", recipe.book.title
    for key in ("instruction", "score"):
        if value := getattr(recipe.worksheet, key):
            yield f"worksheet.{key}", value
    for number, pupil in enumerate(recipe.pupils, 1):
        yield f"pupil.{number}.name", pupil.name
        if pupil.group:
            yield f"pupil.{number}.group", pupil.group


def _sheet_pages(sheets: Sequence[Worksheet]) -> Iterator[list[tuple[Worksheet, Box]]]:
    """The sheets of each page. One that has a page for itself goes before the page that is being filled."""
    open_: list[Worksheet] = []
    for sheet in sheets:
        for _ in range(sheet.copies):
            if sheet.a_page == 1:
                yield _placed([sheet])
                continue
            open_.append(sheet)
            if len(open_) == sheet.a_page:
                yield _placed(open_)
                open_ = []
    if open_:
        yield _placed(open_)


def _placed(sheets: Sequence[Worksheet]) -> list[tuple[Worksheet, Box]]:
    boxes = worksheets.places(sheets[0].setting.sheet.live(1), sheets[0].a_page)
    return list(zip(sheets, boxes, strict=False))


def _by_group(recipe: Recipe) -> Callable[[Worksheet], tuple[object, ...]]:
    """Groups in the order in which the list first names them, and each in the order of the list."""
    groups = list(dict.fromkeys(pupil.group or "" for pupil in recipe.pupils))
    places = {number: groups.index(pupil.group or "") for number, pupil in enumerate(recipe.pupils, 1)}
    return lambda sheet: (places.get(sheet.entry.number, 0), sheet.entry.number)


_ORDERS: Mapping[str, Callable[[Recipe], Callable[[Worksheet], tuple[object, ...]]]] = {
    "file": lambda recipe: lambda sheet: (sheet.entry.number,),
    "name": lambda recipe: worksheet_keys.alphabetically,
    "group": _by_group,
}
"""What the printed order goes by."""
