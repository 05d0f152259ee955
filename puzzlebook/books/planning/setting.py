"""What all pages of a book have in common: the order, on its paper."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from puzzlebook.books.planning.finishing import FinishedMaze
from puzzlebook.drawing.drawing import BLACK, Colour, Drawing
from puzzlebook.language.words import Words
from puzzlebook.maze_art.inked import PATH_GREY, Ink
from puzzlebook.maze_art.scenes import Scenes
from puzzlebook.maze_art.theme import Theme
from puzzlebook.mazes.difficulty import Measures
from puzzlebook.mazes.grids import Silhouette
from puzzlebook.mazes.hidden import HiddenPicture
from puzzlebook.recipes.book_codes import BookCode
from puzzlebook.recipes.order import BookSection, Order
from puzzlebook.recipes.recipe import Recipe
from puzzlebook.typesetting.layout import QUIET, THINNEST, Sheet, TypeScale
from puzzlebook.typesetting.page import Box, Picture

HEAVY = 1.5  # points: the lines of keys and stars in large print
# The walls of an answer stand back behind its solution.
_ANSWER_WALLS = (0.4, 0.4, 0.4)
# So many pictures are kept for a while: a maze's is asked for by its story, together with the next
# ones, and then by its page.
_PICTURES = 32


class Setting(NamedTuple):
    """An order with its paper, the sizes of its type, the weight of its walls (points), and how
    many answers are wanted on a page. scenes: what is drawn around mazes and on the pages between
    them, if anything is."""

    order: Order
    sheet: Sheet
    sizes: TypeScale
    wall: float
    answers: int = 1
    scenes: Scenes | None = None

    @property
    def recipe(self) -> Recipe:
        """What the book says of itself, as it is set, and what was asked for."""
        return self.order.typeset

    @property
    def parts(self) -> tuple[BookSection, ...]:
        """The book's sections, ready to be drawn."""
        return self.order.parts

    @property
    def seed(self) -> str:
        """What all mazes grow from."""
        return self.order.seed

    @property
    def code(self) -> BookCode:
        """The book's own code."""
        return self.order.code

    @property
    def words(self) -> Words:
        """The words of the book's language."""
        return self.order.words

    @property
    def theme(self) -> Theme:
        """The pictures at the ends of mazes, and what is told of them."""
        return self.order.theme

    @property
    def ink(self) -> Ink:
        """The lines of a puzzle."""
        return self.order.tint._replace(wall=self.wall)

    @property
    def is_felt(self) -> bool:
        """Whether its readers feel what is printed."""
        return self.order.readers is not None and self.order.readers.touch

    @property
    def has_stars(self) -> bool:
        """Whether pages say how hard their mazes are: not so on loose sheets, nor where they would
        only be felt."""
        return any(kind != "key" for kind in self.recipe.book.matter) and not self.is_felt

    @property
    def is_heavy(self) -> bool:
        """Whether all is in large bold type, and no line is thin or grey."""
        return self.sizes.face.is_bold

    @property
    def aside(self) -> Colour:
        """The colour of what is said by the way: grey, but not in large print, nor to children
        beside drawings."""
        return BLACK if self.is_heavy or self.scenes else QUIET

    @property
    def display(self) -> Colour:
        """The colour of the largest headings: beside drawings in colour, that of the walls."""
        return self.ink.wall_colour if self.scenes else BLACK

    @property
    def is_for_children(self) -> bool:
        """Whether its readers are children, whose pages have scenes where the theme has some."""
        return self.scenes is not None or (
            self.order.readers is not None and self.order.readers.scenes
        )

    @property
    def has_openers(self) -> bool:
        """Whether sections have pages of their own."""
        return "openers" in self.recipe.book.matter and not self.is_felt

    @property
    def is_hiding(self) -> bool:
        """Whether all mazes of the book have ways that draw pictures."""
        return all(part.pictures for part in self.parts)

    @property
    def marks_said(self) -> str:
        """The end of the phrases that tell how to go through a maze with these marks: pictures
        before gaps are told as pictures in the cells behind them."""
        return "both" if self.recipe.end_marks.outside else self.recipe.marks

    def line(self, part: BookSection, number: int) -> str | None:
        """The line above a maze that is its section's own, or says what is to be done; else
        `stories` are told."""
        if number in self.order.secret and self.words("secret_line"):
            return self.words("secret_line")
        question = (
            "collect_question"
            if part.section.collect
            else "picture_question"
            if part.pictures
            else ""
        )
        return part.section.story or self.words(question) or None

    def tells(self, part: BookSection) -> bool:
        """Whether stories are told above a section's mazes: those of a theme need a start and a
        finish."""
        asks = part.section.collect or part.pictures
        return not asks and (part.section.ends != "none" or bool(self.recipe.book.stories))

    @property
    def series_line(self) -> str:
        """Series and volume, or the volume alone of a book without a series after the first."""
        recipe, words = self.recipe, self.words
        if recipe.book.series:
            return words("series_volume", series=recipe.book.series, volume=recipe.volume)
        return words("volume", volume=recipe.volume) if recipe.volume > 1 else ""

    def heading(self, part: BookSection) -> str:
        """What stands above a section; nothing, where it has no title and the book no words."""
        return part.section.title or ("" if self.words.wordless else part.section.heading)

    def subject(self, entry: Entry) -> str:
        """What a maze's page says of it beside its number: what its outline shows, or its
        section."""
        if entry.silhouette is None:
            return "" if self.is_felt else self.heading(entry.part)
        return self.words.named(
            "silhouettes", entry.silhouette.code.partition(".")[0], entry.silhouette.title
        )

    def picture_title(self, picture: HiddenPicture) -> str:
        """What a picture shows that a way draws."""
        name = picture.code.partition(".")[0]
        return self.words.named("pictures", name, "") or self.words.named(
            "silhouettes", name, picture.title
        )


BLACK_INK = Ink(0.0)


class Entry(NamedTuple):
    """One maze of the book.

    number: its printed place, from 1. draw: its index within its section, as drawn. stars: how hard
    it is, 1 to 5; 0 where it has no ends. likeness: what it shares with its mirror images and
    rotations. scale: points a cell on its page. wall: the weight of its walls there, in points.
    svg: the names of its SVG files. name: of the pupil whose it is, in a class set. picture: what
    its way draws. tint: the colours of its lines, without their weights. nooks: the squares in the
    corners of its box that its board leaves free, as `boards.Board` has them.
    """

    number: int
    part: BookSection
    draw: int
    maze: FinishedMaze
    measures: Measures
    stars: int
    likeness: str
    silhouette: Silhouette | None
    scale: float
    wall: float
    svg: Sequence[str]
    name: str | None = None
    picture: HiddenPicture | None = None
    tint: Ink = BLACK_INK
    nooks: tuple[float, ...] = (0, 0, 0, 0)

    @property
    def ink(self) -> Ink:
        """The lines of the puzzle."""
        return self.tint._replace(wall=self.wall)


class Placement(NamedTuple):
    """Where a maze or its answer stands: its page, the box for caption and picture, and the picture
    in it.

    file: the ending of the file that it is in (`-key`), where that is not the book's own.
    """

    page: int
    box: Box
    picture: Picture
    file: str = ""


class Placements(Mapping[int, Placement]):
    """Where mazes or their answers stand, by their numbers: worked out whenever it is asked for, as
    all of them together, with their pictures, would take as much room as the mazes.

    places: the number, the page and the box of each; of several copies the first counts. shown: the
    picture of a number in its box. file: the ending of their file. pages: the page of each.
    """

    def __init__(
        self,
        places: Iterable[tuple[int, int, Box]],
        shown: Callable[[int, Box], Picture],
        file: str = "",
    ) -> None:
        self.pages: dict[int, int] = {}
        self._boxes: dict[int, Box] = {}
        for number, page, box in places:
            self.pages.setdefault(number, page)
            self._boxes.setdefault(number, box)
        self._shown, self._file = lru_cache(maxsize=_PICTURES)(shown), file

    def __getitem__(self, number: int) -> Placement:
        box = self._boxes[number]
        return Placement(self.pages[number], box, self._shown(number, box), self._file)

    def __iter__(self) -> Iterator[int]:
        return iter(self.pages)

    def __len__(self) -> int:
        return len(self.pages)

    def moved(self, move: Callable[[Picture], Picture]) -> Placements:
        """The same, each picture moved."""
        places = ((number, page, self._boxes[number]) for number, page in self.pages.items())
        return Placements(places, lambda number, box: move(self._shown(number, box)), self._file)


Keep = Callable[[Entry, Sequence[bytes]], None]
"""Keeps an entry's SVG files."""


def list_svg_names(number: int, mazes: int, is_solved: bool) -> tuple[str, ...]:
    """What the SVG files of a maze, of so many, are called: that of the puzzle and, if it has one,
    of the solution."""
    stem = f"svg/{number:0{max(3, len(str(mazes)))}}"
    return (f"{stem}.svg", f"{stem}-solution.svg") if is_solved else (f"{stem}.svg",)


def way_ink(wall: float, scale: float, tint: Ink = BLACK_INK) -> Ink:
    """The lines of a book's solution files: the puzzle's walls, and a way that leaves air at both
    of its sides."""
    colour = PATH_GREY if tint == BLACK_INK else tint.path_colour
    return tint._replace(wall=wall, path=0.3 * scale, path_colour=colour)


def answer_ink(scale: float, tint: Ink = BLACK_INK, felt: bool = False, heavy: bool = False) -> Ink:
    """The lines of an answer at this scale: thin walls, grey or to be felt black, a bold path,
    black or in colour.

    heavy: in large print, where no line is grey or as thin as may be.
    """
    return Ink(
        wall=THINNEST if felt else max(THINNEST, min(HEAVY, (0.1 if heavy else 0.07) * scale)),
        path=max(1.5, min(7.0 if heavy else 5.0, (0.3 if heavy else 0.24) * scale)),
        wall_colour=BLACK if felt or heavy else _ANSWER_WALLS,
        path_colour=tint.path_colour,
        shade=tint.shade,
        is_plain=True,
    )


def thin_way(ink: Ink) -> Ink:
    """The lines of an answer whose way is shaded too: the way half as bold, so that the cells are
    seen as what they show."""
    return ink._replace(path=ink.path / 2)


def center_drawing(drawing: Drawing, box: Box, height: float = 0.5) -> Picture:
    """The drawing in the middle of the box; `height` is the share of the room to spare that is
    above it."""
    width, high = drawing.width * drawing.scale, drawing.height * drawing.scale
    return Picture(box.x + (box.width - width) / 2, box.y + (box.height - high) * height, drawing)
