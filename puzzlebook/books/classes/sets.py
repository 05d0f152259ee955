"""A class set before it is written: a worksheet for each pupil of a list, all equally hard, and the teacher's key.

A pupil's maze comes from the seed, the pupil's name and, where several have one name, which of them it is. Nothing else
of the class has a part in it, so a list may grow, shrink and be sorted anew, and every other sheet stays as it is.
Without a list the sheets have no names, and come from the recipe's sections as a book's mazes do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from puzzlebook.books.boards import setting_of
from puzzlebook.books.classes.kinds import Kinds, a_page_faults, instruction_of, passage_fault
from puzzlebook.books.classes.places import only, places
from puzzlebook.books.classes.sheets import drawn_sheet, word_faults
from puzzlebook.books.pages import back, how_made, worksheet_keys, worksheets
from puzzlebook.books.pages.worksheets import Worksheet
from puzzlebook.books.setting import Entry, Setting
from puzzlebook.faults import Refused
from puzzlebook.paper import text
from puzzlebook.paper.layout import Slot
from puzzlebook.paper.page import Box, Page, Picture
from puzzlebook.pictures.drawing import Drawing
from puzzlebook.pictures.letters import interrupted
from puzzlebook.pictures.plate import Plate, answer, puzzle
from puzzlebook.recipes.book_codes import BookCode
from puzzlebook.recipes.ingredients import Ingredients
from puzzlebook.recipes.printable import binding_faults, paper_faults, sheet_of
from puzzlebook.recipes.readers import for_readers
from puzzlebook.recipes.recipe import Recipe
from puzzlebook.recipes.recipe import Worksheet as Wanted


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
    def tells_how(self) -> bool:
        """Whether the page on how mazes are made follows the sheets."""
        return _tells_how(self.setting)

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
        return (len(self.sheet_pages) + self.tells_how) * sides(self.setting.recipe)

    def puzzle_picture(self, entry: Entry) -> Picture:
        """The maze of a sheet, where it stands."""
        sheet = self.by_number[entry.number]
        picture = worksheets.puzzle_picture(sheet, self.puzzle_slots[entry.number].box, instruction(sheet))
        return self.setting.sheet.placed(picture)

    def answer_picture(self, entry: Entry) -> Picture:
        """The answer of a sheet, where it stands in the key."""
        sheet = as_keyed(self.by_number[entry.number])
        picture = worksheet_keys.answer_picture(sheet, self.answer_slots[entry.number])
        return self.setting.sheet.placed(picture)

    def drawings(self, entry: Entry) -> list[Drawing]:
        """The puzzle as it is printed and, where it has one, its solution in the key's lines."""
        sheet = self.by_number[entry.number]
        drawn = [puzzle(entry.plate, entry.scale, sheet.ink)]
        plate = keyed_plate(sheet)
        return [*drawn, answer(plate, entry.scale, worksheet_keys.key_ink(entry.scale))] if plate.solution else drawn


def class_set(recipe: Recipe, ingredients: Ingredients, code: BookCode, drawn: Callable[[], None]) -> ClassSet:
    """The class set of a recipe. code: the set's own. drawn: called after each maze.

    Refused, before any maze is drawn, where a maze does not fit the page or a character has no glyph.
    """
    supplies = ingredients.supplies
    faults = [*paper_faults(recipe, theme=supplies.theme), *binding_faults(recipe, supplies.words)]
    faults += a_page_faults(recipe)
    if faults:
        raise Refused(faults)
    recipe = for_readers(recipe)
    setting = replace(setting_of(recipe, sheet_of(recipe), ingredients), code=code)
    unset = text.glyph_faults(texts_of(setting), setting.type.face, setting.words.texts())
    faults = [*unset, *word_faults(setting)]
    if faults:
        raise Refused(faults)
    asked = only(recipe, list(places(recipe, setting.seed, ingredients.cuts)))
    kinds = Kinds(setting)
    if faults := [fault for place in asked if (fault := passage_fault(place, kinds.of(place)))]:
        raise Refused(list(dict.fromkeys(faults)))
    sheets = []
    for place in asked:
        sheets.append(drawn_sheet(place, kinds.of(place)))
        drawn()
    return arranged(setting, sheets)


def arranged(setting: Setting, sheets: Sequence[Worksheet]) -> ClassSet:
    """The sheets on their pages, and their answers in the key."""
    wanted = setting.recipe.worksheet
    assert wanted is not None
    ordered = sorted(sheets, key=_ORDERS[wanted.order](setting.recipe))
    pages = list(_sheet_pages(ordered))
    keyed = [sheet for sheet in sheets if sheet.entry.maze.solution] if "key" in setting.recipe.book.matter else []
    begins = 1 if wanted.key == "separate" else (len(pages) + _tells_how(setting)) * sides(setting.recipe) + 1
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
    if planned.tells_how:
        yield how_made.how_made_page(setting, 1)


def _tells_how(setting: Setting) -> bool:
    """Whether the page on how mazes are made is asked for and, in the book's language, has something to say."""
    return bool(setting.recipe.worksheet and setting.recipe.worksheet.made and setting.words("made_title"))


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
    return instruction_of(sheet.setting, sheet.entry.section)


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
