"""What all pages of a book have in common."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from puzzlebook.mazes.codes import Design
from puzzlebook.mazes.difficulty import Measures
from puzzlebook.mazes.grids import Silhouette, frame_silhouette, grid_of
from puzzlebook.mazes.maze import Maze, draw_maze
from puzzlebook.mazes.seeds import maze_key
from puzzlebook.paper import text
from puzzlebook.paper.layout import THINNEST, Sheet, TypeScale
from puzzlebook.paper.page import Box, Picture
from puzzlebook.pictures.drawing import Drawing
from puzzlebook.pictures.plate import PATH_GREY, Ink, Plate, plate_of
from puzzlebook.pictures.theme import Theme
from puzzlebook.recipes.book_codes import BookCode
from puzzlebook.recipes.recipe import Recipe, Section
from puzzlebook.words import Words

# The walls of an answer stand back behind its solution.
_ANSWER_WALLS = (0.55, 0.55, 0.55)


@dataclass(frozen=True, eq=False)
class Setting:
    """The recipe and what follows from it: paper, type, words, pictures, the weight of a wall (points), and how many
    answers are wanted on a page. code: the book's own, once it is known."""

    recipe: Recipe
    seed: str
    sheet: Sheet
    type: TypeScale
    words: Words
    theme: Theme
    wall: float
    answers: int = 1
    code: BookCode | None = None

    @property
    def ink(self) -> Ink:
        """The lines of a puzzle."""
        return Ink(self.wall)

    @property
    def has_stars(self) -> bool:
        """Whether pages say how hard their mazes are: not so on loose sheets."""
        return any(kind != "key" for kind in self.recipe.book.matter)

    @property
    def stories(self) -> tuple[str, ...]:
        """The theme's lines in the book's language; none where its pictures are not shown."""
        if self.recipe.marks not in ("icons", "both"):
            return ()
        tag = self.words.language
        own = self.theme.stories.get(tag) or self.theme.stories.get(tag.partition("-")[0])
        return own or self.words.stories(self.theme.told)

    def story(self, section: Section, number: int, measure: float = inf) -> str | None:
        """The line above a maze: its section's or, one after the other, those of the theme that fit the measure."""
        told = self.stories if section.ends != "none" else ()
        fitting = [line for line in told if text.width(line, self.type.face, self.type.body) <= measure]
        return section.story or (fitting[(number - 1) % len(fitting)] if fitting else None)

    def heading(self, section: Section) -> str:
        """What stands above a section; nothing, where it has no title and the book no words."""
        return section.title or ("" if self.words.wordless else section.heading)

    def subject(self, entry: Entry) -> str:
        """What a maze's page says of it beside its number: what its outline shows, or its section."""
        if entry.silhouette is None:
            return self.heading(entry.section)
        return self.words.named("silhouettes", entry.silhouette.code.partition(".")[0], entry.silhouette.title)

    def mazes_a_page(self, section: Section) -> int:
        """How many mazes of a section share a page."""
        return section.mazes_a_page or self.recipe.mazes_a_page

    def has_line(self, section: Section) -> bool:
        """Whether a line stands below the heading of a section's pages: a story, or the stars of a page's one maze."""
        return (self.has_stars and self.mazes_a_page(section) == 1) or self.story(section, 1) is not None

    def ornament(self, purpose: str, columns: int, rows: int, marks: str) -> Plate:
        """The plate of a maze that is none of the book's: no section's key holds a space, as a purpose does."""
        key = maze_key(self.seed, self.recipe.volume, purpose, 1)
        ends = "none" if marks == "none" else "corners"
        maze = draw_maze(Design("square", (columns, rows), key, ends), grid_of("square", (columns, rows)))
        return plate_of(maze, marks, self.theme)

    def frame(self, purpose: str, columns: int, rows: int, thick: int) -> Plate:
        """The plate of a maze that runs round in a frame of so many cells."""
        key = maze_key(self.seed, self.recipe.volume, purpose, 1)
        opening = frame_silhouette(columns, rows, thick)
        design = Design("square", (columns, rows), key, "none", silhouette=opening.code)
        return plate_of(draw_maze(design, grid_of("square", (columns, rows), opening)), "none", self.theme)


@dataclass(frozen=True, eq=False)
class Entry:
    """One maze of the book.

    number: its printed place, from 1. draw: its index within its section, as drawn.
    stars: how hard it is, 1 to 5; 0 where it has no ends.
    likeness: what it shares with its mirror images and rotations.
    scale: points a cell on its page. wall: the weight of its walls there, in points.
    name: of the pupil whose it is, in a class set.
    """

    number: int
    section: Section
    draw: int
    maze: Maze
    measures: Measures
    stars: int
    likeness: str
    plate: Plate
    silhouette: Silhouette | None
    scale: float
    wall: float
    name: str | None = None

    @property
    def ink(self) -> Ink:
        """The lines of the puzzle; the way, where it is drawn at this scale, leaves air at both of its sides."""
        return Ink(self.wall, path=0.3 * self.scale, path_colour=PATH_GREY)


def answer_ink(scale: float) -> Ink:
    """The lines of an answer at this scale: thin grey walls, a bold black path."""
    return Ink(wall=THINNEST, path=max(1.5, min(5.0, 0.3 * scale)), wall_colour=_ANSWER_WALLS)


def in_middle(drawing: Drawing, box: Box, height: float = 0.5) -> Picture:
    """The drawing in the middle of the box; `height` is the share of the room to spare that is above it."""
    width, high = drawing.width * drawing.scale, drawing.height * drawing.scale
    return Picture(box.x + (box.width - width) / 2, box.y + (box.height - high) * height, drawing)
