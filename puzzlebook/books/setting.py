"""What all pages of a book have in common."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from puzzlebook.books import text
from puzzlebook.books.layout import THINNEST, Sheet, TypeScale
from puzzlebook.books.page import Box, Picture
from puzzlebook.books.recipe import Recipe, Section
from puzzlebook.mazes.codes import Design
from puzzlebook.mazes.difficulty import Measures
from puzzlebook.mazes.grids import Silhouette, grid_of
from puzzlebook.mazes.maze import Maze, draw_maze
from puzzlebook.mazes.seeds import maze_key
from puzzlebook.pictures.drawing import Drawing
from puzzlebook.pictures.plate import PATH_GREY, Ink, Plate, plate_of
from puzzlebook.pictures.theme import Theme
from puzzlebook.words import Words

# The walls of an answer stand back behind its solution.
_ANSWER_WALLS = (0.55, 0.55, 0.55)


@dataclass(frozen=True, eq=False)
class Setting:
    """The recipe and what follows from it: paper, type, words, pictures, and the weight of a wall (points)."""

    recipe: Recipe
    seed: str
    sheet: Sheet
    type: TypeScale
    words: Words
    theme: Theme
    wall: float

    @property
    def ink(self) -> Ink:
        """The lines of a puzzle."""
        return Ink(self.wall)

    @property
    def has_stars(self) -> bool:
        """Whether pages say how hard their mazes are: not so on loose sheets."""
        return any(kind != "key" for kind in self.recipe.book.matter)

    def story(self, section: Section, number: int, measure: float = inf) -> str | None:
        """The line above a maze: its section's or, one after the other, those of the theme that fit the measure."""
        stories = [
            line
            for line in self.theme.stories.get(self.words.language, ())
            if text.width(line, self.type.face, self.type.body) <= measure
        ]
        return section.story or (stories[(number - 1) % len(stories)] if stories else None)

    def has_line(self, section: Section) -> bool:
        """Whether a line stands below the heading of a section's pages: a story, or the stars."""
        return self.has_stars or self.story(section, 1) is not None

    def ornament(self, purpose: str, columns: int, rows: int, marks: str) -> Plate:
        """The plate of a maze that is none of the book's: no section's key holds a space, as a purpose does."""
        key = maze_key(self.seed, self.recipe.volume, purpose, 1)
        ends = "none" if marks == "none" else "corners"
        maze = draw_maze(Design("square", (columns, rows), key, ends), grid_of("square", (columns, rows)))
        return plate_of(maze, marks, self.theme)


@dataclass(frozen=True, eq=False)
class Entry:
    """One maze of the book.

    number: its printed place, from 1. draw: its index within its section, as drawn.
    stars: how hard it is, 1 to 5. likeness: what it shares with its mirror images and rotations.
    scale: points a cell on its page. wall: the weight of its walls there, in points.
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
