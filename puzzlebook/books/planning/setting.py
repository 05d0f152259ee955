"""What all pages of a book share, and a book's entries, their placements and their inks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from puzzlebook.books.planning.finishing import FinishedMaze
from puzzlebook.drawing.drawing import BLACK, Colour, Drawing
from puzzlebook.ground import templates
from puzzlebook.ground.lengths import MM
from puzzlebook.language.words import ENGLISH, Words
from puzzlebook.maze_art.inked import PATH_GREY, Ink
from puzzlebook.maze_art.marks import NO_MARKS
from puzzlebook.maze_art.scenes import Scenes
from puzzlebook.maze_art.theme import Theme, load_theme
from puzzlebook.mazes import Measures
from puzzlebook.recipes.book_codes import BookCode
from puzzlebook.recipes.order import BookSection, Order
from puzzlebook.recipes.readers import has_figures
from puzzlebook.recipes.recipe import Recipe
from puzzlebook.recipes.user_files import STAGES_OF_THEME
from puzzlebook.typesetting import text
from puzzlebook.typesetting.layout import QUIET, THINNEST, Sheet, TypeScale
from puzzlebook.typesetting.page import Box, Picture
from puzzlebook.typesetting.text.face import NO_SPACING

if TYPE_CHECKING:
    from puzzlebook.books.planning.spelt_words import SpeltWord
    from puzzlebook.maze_art.questions import QuestionType
    from puzzlebook.maze_art.stage import Stage
    from puzzlebook.maze_art.stage_signs import Sign
    from puzzlebook.maze_art.stage_view import StageView
    from puzzlebook.mazes import HiddenPicture, Silhouette

HEAVY = 1.5  # points: the heaviest walls of answers; the lines of ornaments in large print
_ANSWER_WALLS = (0.3, 0.3, 0.3)  # lighter than the solution path
_ANSWER_WAY = 0.3  # of answers: the width of the solution path, in cell widths
_LEAST_WAY = 3.3  # points: the least width of that path, if its passage has room for it:
_WIDEST_WAY = 0.45  # as much of a cell
# The number of pictures that are cached: stories need those of several pages in advance.
_CACHED_PICTURES = 32


class Setting(NamedTuple):
    """An order on its paper.

    sizes: the type sizes. wall: the weight of the walls, in points. answers: the number of answers
    wanted on a page. scenes: the drawings around mazes and on pages between them, if any. second:
    the words of the second language, on sheets in two languages. is_left_handed: whether pages are
    for left-handed readers. finds: how many small things lie in the dead ends of a maze in a
    theme's world, at least and at most. listed: the size of their pictures below the maze, in
    points. sample: the width of the worked example, in cells.
    """

    order: Order
    sheet: Sheet
    sizes: TypeScale
    wall: float
    answers: int = 1
    scenes: Scenes | None = None
    second: Words | None = None
    is_left_handed: bool = False
    finds: tuple[int, int] = (0, 0)
    listed: float = 0.0
    sample: int = 5

    @property
    def recipe(self) -> Recipe:
        """The recipe, with its texts as printed."""
        return self.order.typeset

    @property
    def parts(self) -> tuple[BookSection, ...]:
        """The sections, ready to be drawn."""
        return self.order.parts

    @property
    def seed(self) -> str:
        """The seed of all mazes."""
        return self.order.seed

    @property
    def code(self) -> BookCode:
        """The book code."""
        return self.order.code

    @property
    def words(self) -> Words:
        """The words of the book's language."""
        return self.order.words

    @property
    def languages(self) -> tuple[Words, ...]:
        """The words of each language of a sheet, one or two."""
        return (self.words, self.second) if self.second else (self.words,)

    @property
    def theme(self) -> Theme:
        """The theme: the pictures at the ends of mazes, and their stories."""
        return self.order.theme

    @property
    def theme_drawings(self) -> frozenset[str]:
        """The names of the theme's drawings with a maze inside, its neighbours' among them, that
        the book shows."""
        return frozenset(
            sized.source.name
            for part in self.parts
            if part.section.stage in STAGES_OF_THEME
            for sized in part.stages[: part.mazes]
        )

    @property
    def lesser_drawings(self) -> frozenset[str]:
        """The names of those of the theme's drawings that earlier volumes have shown, or that do
        not show at a glance what the theme is, if the book has others."""
        lesser = self.theme_drawings & self.theme.shown_before.union(self.theme.minor)
        return frozenset() if lesser == self.theme_drawings else lesser

    @property
    def shown_neighbours(self) -> tuple[str, ...]:
        """The names of the neighbouring themes whose drawings the book shows."""
        drawings = self.theme_drawings & self.theme.borrowed
        if not drawings:
            return ()
        return tuple(
            name
            for name in self.theme.neighbours
            if not drawings.isdisjoint((*load_theme(name).stages, *load_theme(name).outlines))
        )

    @property
    def ink(self) -> Ink:
        """The ink of a puzzle's lines."""
        return self.order.tint._replace(wall=self.wall)

    @property
    def is_tactile(self) -> bool:
        """Whether the book is tactile."""
        return self.order.readers is not None and self.order.readers.touch

    @property
    def has_stars(self) -> bool:
        """Whether pages show how hard their mazes are. Loose sheets, tactile books, books of rooms
        and books for the youngest do not."""
        return self._is_usual_book and (self.order.readers is None or self.order.readers.stars)

    @property
    def _is_usual_book(self) -> bool:
        """Whether this is a book, to be seen, whose mazes are not rooms."""
        is_book = any(kind != "key" for kind in self.recipe.book.matter)
        return is_book and not self.is_tactile and not self.is_of_rooms

    @property
    def frames_pages(self) -> bool:
        """Whether the pages before the mazes have frames, as in books for adults."""
        readers = self.order.readers
        return readers is not None and readers.framed and not (self.scenes or self.is_tactile)

    @property
    def has_quest(self) -> bool:
        """Whether the contents show a thing to look for in the whole book."""
        readers = self.order.readers
        return self.scenes is not None and readers is not None and readers.quest

    @property
    def is_spaced(self) -> bool:
        """Whether type has extra space between letters and lines, as for readers with dyslexia."""
        return self.sizes.face.spacing != NO_SPACING

    @property
    def is_large_print(self) -> bool:
        """Whether all type is large and bold, and no line is thin or grey."""
        return self.sizes.face.is_bold

    @property
    def secondary_colour(self) -> Colour:
        """The colour of secondary text: grey, but black in large print and on pages with scenes."""
        return BLACK if self.is_large_print or self.scenes else QUIET

    @property
    def heading_colour(self) -> Colour:
        """The colour of the largest headings: that of the walls on pages with scenes, otherwise
        black."""
        return self.ink.wall_colour if self.scenes else BLACK

    @property
    def is_for_children(self) -> bool:
        """Whether the readers are children, whose pages have scenes if the theme has any."""
        return self.scenes is not None or (
            self.order.readers is not None and self.order.readers.scenes
        )

    @property
    def has_openers(self) -> bool:
        """Whether each section has an opener page."""
        return "openers" in self.recipe.book.matter and not self.is_tactile

    @property
    def is_hiding(self) -> bool:
        """Whether the solution paths of all mazes in the book draw pictures."""
        return all(part.pictures for part in self.parts)

    @property
    def is_of_rooms(self) -> bool:
        """Whether all mazes of the book are rooms. Those of each section form one large maze."""
        return all(part.section.doors for part in self.parts)

    @property
    def count_mazes(self) -> str:
        """The number of mazes, or of rooms, in the words of the cover."""
        phrase = "cover_burst_rooms" if self.is_of_rooms else "cover_burst"
        return self.words(phrase, count=self.recipe.mazes)

    @property
    def marks_phrase(self) -> str:
        """The suffix of the phrase keys that explain a maze with these marks. Pictures outside gaps
        are explained like pictures in the cells behind the gaps."""
        return "both" if self.recipe.end_marks.outside else self.recipe.marks

    def scenes_of(self, part: BookSection) -> Scenes | None:
        """Return the drawings around the mazes of a section: None around rooms, whose doors have
        signs there, and around mazes over two pages."""
        return None if part.section.doors or part.section.spread else self.scenes

    def is_framed(self, part: BookSection) -> bool:
        """Return whether the pages of a section have a frame around a plain maze and its words."""
        section, readers = part.section, self.order.readers
        tasks = section.doors, section.spread, section.word, part.questions, part.stages
        is_plain = part.per_page == 1 and not any(tasks)
        return readers is not None and readers.framed and is_plain and self._is_usual_book

    @property
    def quotations(self) -> tuple[str, ...]:
        """The quotations and facts above framed mazes, used in turn. They are in English, so books
        in other languages have none."""
        if self.words.language != ENGLISH:
            return ()
        return tuple(map(self.words.set_typographically, templates.table("quotations.toml")["en"]))

    def find_riddle(self, part: BookSection, picture: HiddenPicture | None) -> tuple[str, ...]:
        """Return the riddle above a maze in a frame or in a world whose way draws one of our
        pictures, and the question below it with a space for the answer, in a world with what is to
        be done; nothing if there is none.
        Riddles are in English, as quotations are."""
        has_place = self.is_framed(part) or (self.scenes_of(part) and part.per_page == 1)
        if picture is None or not has_place or self.words.language != ENGLISH:
            return ()
        name = picture.code.partition(".")[0]
        rows = templates.table("riddles.toml")
        riddle = rows[ENGLISH].get(name) if picture.is_named else None
        question = rows["question" if self.is_framed(part) else "task"]
        lines = (riddle, question) if riddle else ()
        return tuple(map(self.words.set_typographically, lines))

    def list_telling_pieces(self, picture: HiddenPicture | None) -> Sequence[str | int]:
        """Return what in the theme's world would give a hidden picture away: names of props, and
        indices of things of its backdrop."""
        shown: Mapping[str, Mapping[str, Sequence[str | int]]]
        shown = templates.table("riddles.toml")["shown"]
        if picture is None or self.scenes is None:
            return ()
        return shown.get(self.scenes.theme, {}).get(picture.code.partition(".")[0], ())

    def name_maze(self, part: BookSection, number: int) -> str:
        """Return the printed name of a section's maze: a maze or a room, with its number."""
        if part.section.doors:
            return self.words("room", number=number) or self.words.number(number)
        return self.words("maze", number=number)

    def find_required_line(
        self, part: BookSection, number: int, sign: tuple[int, str] | None = None
    ) -> str | None:
        """Return the line above a maze that its section or its task requires; None if a story is
        told instead.

        sign: the room and the letter on one of the page's signs, if known.
        """
        if part.section.doors and not part.section.story:
            from puzzlebook.maze_art.room_signs import letter_doors

            room, letter = sign or (part.mazes, letter_doors(self.words)[0])
            return self.words("room_task", room=room, door=letter)
        if part.section.spread and not part.section.story and self.words("spread_task"):
            return self.words("spread_task")
        if number in self.order.secret and self.words("secret_line"):
            return self.words("secret_line")
        question = (
            "collect_question"
            if part.section.collect
            else "questions_task"
            if part.questions
            else "picture_question"
            if part.pictures
            else "worksheet_letters"
            if part.section.word
            else ""
        )
        return part.section.story or self.words(question) or None

    def has_stories(self, part: BookSection) -> bool:
        """Return whether stories are told above a section's mazes. Theme stories require a start
        and a finish."""
        section = part.section
        tasks = section.collect, section.word, part.pictures, part.questions, section.doors
        has_task = any(tasks)
        return not has_task and (part.section.ends != "none" or bool(self.recipe.book.stories))

    @property
    def series_line(self) -> str:
        """The series and the volume; without a series, only the volume, from the second volume
        on. A series with the book's own title is not named again."""
        recipe, words = self.recipe, self.words
        if recipe.book.series and recipe.book.series != recipe.book.title:
            return words("series_volume", series=recipe.book.series, volume=recipe.volume)
        has_volume = recipe.volume > 1 or recipe.book.series
        return words("volume", volume=recipe.volume) if has_volume else ""

    def heading(self, part: BookSection) -> str:
        """Return the heading of a section; "" if it has no title and the book has no words."""
        return part.section.title or ("" if self.words.wordless else part.section.heading)

    def subject(self, entry: Entry) -> str:
        """Return the caption beside a maze's number: what its outline shows, or its section's
        heading."""
        if not self.names_outline(entry):
            return "" if self.is_tactile else self.heading(entry.printed_in)
        assert entry.silhouette
        return self.outline_title(entry.silhouette)

    def names_outline(self, entry: Entry) -> bool:
        """Return whether the page of a maze says what its outline shows. In a theme's world, the
        page tells the theme's story instead; beside a hidden picture, an outline is no answer."""
        outline = entry.silhouette
        has_own_words = bool(entry.view) or entry.in_world or entry.picture is not None
        return outline is not None and not has_own_words and self.can_name(outline)

    def can_name(self, silhouette: Silhouette) -> bool:
        """Return whether pages may print what an outline shows, and have the glyphs to print it."""
        title = self.outline_title(silhouette)
        return silhouette.is_named and text.find_missing_character(title, self.sizes.face) is None

    def outline_title(self, silhouette: Silhouette) -> str:
        """Return what an outline shows. For a user's file without a title, this is the file's name,
        which no page prints."""
        return self.words.named("silhouettes", silhouette.code.partition(".")[0], silhouette.title)

    def stage_title(self, entry: Entry) -> str:
        """Return what the stage around a maze shows; "" if the language has no name for it."""
        if entry.view is None or entry.silhouette is None:
            return ""
        title, name = entry.view.stage.title, entry.silhouette.code.partition(".")[0]
        # Titles in a user's files are in the user's language; titles in our files are in English.
        is_known = entry.silhouette.is_users_stage or self.words.language == ENGLISH
        return self.words.named("stages", name, title if is_known else "")

    def name_borrowed_drawing(self, entry: Entry) -> str:
        """Return what the drawing around a maze shows, for a sentence, if it is one of the theme's
        neighbours'; "" otherwise."""
        silhouette = entry.silhouette
        if silhouette is None or not self.theme.is_borrowed(silhouette.code):
            return ""
        title = self.stage_title(entry)
        return lower_title(title) if self.words.language == ENGLISH else title

    def stage_lines(self, stage: Stage) -> tuple[str, ...]:
        """Return the lines spoken in the drawing around a maze, used in turn: the line that the
        language has for it, unless an earlier volume has told it, or those in the drawing's file,
        which are in English. A user's own file has none."""
        silhouette = stage.silhouette
        if silhouette.is_users_stage:
            return ()
        name = silhouette.code.partition(".")[0]
        if story := self.words.find_drawing_story(name):
            return () if name in self.theme.shown_before else (story,)
        if self.words.language != ENGLISH:
            return ()
        return tuple(map(self.words.set_typographically, stage.place.parts.says))

    @property
    def has_figures(self) -> bool:
        """Whether the hero and the goal stand outside the doors of mazes, where pages have room for
        them."""
        return self.scenes is not None and any(
            part.per_page == 1 and has_figures(self.recipe, part.section) for part in self.parts
        )

    @property
    def signs(self) -> tuple[Sign, ...]:
        """The signs with words at the doors of stages; none if nothing marks start and finish."""
        has_signs = self.has_figures or any(
            part.stages or self.is_framed(part) or (self.scenes and part.pictures)
            for part in self.parts
        )
        if not has_signs or self.recipe.end_marks == NO_MARKS or self.words.wordless:
            return ()
        from puzzlebook.maze_art.figures import load_figure_look
        from puzzlebook.maze_art.stage import load_look
        from puzzlebook.maze_art.stage_signs import name_doors

        letters = "".join(self.words(name) for name in ("how_to_start", "how_to_finish"))
        # Signs are prominent on children's pages, and of one size on all; on others they are
        # captions.
        is_quiet = not self.is_for_children and not self.is_large_print
        face = self.sizes.face if is_quiet else self.sizes.bold
        font = text.font_content(letters.strip()[:1], face)
        largest, arrow = self.sizes.small if is_quiet else inf, 0.0
        if self.is_for_children:
            look = load_figure_look()
            largest = max(look["min_sign"] * MM, look["sign"] * self.sizes.body)
        elif self.is_large_print:
            look = load_look()
            largest, arrow = look["large_sign"] * self.sizes.body, look["large_arrow"] * MM
        return name_doors(self.words, font, largest, arrow)

    def picture_title(self, picture: HiddenPicture) -> str:
        """Return what the picture drawn by a solution path shows; "" for a file without a title."""
        if not picture.is_named:
            return ""
        name = picture.code.partition(".")[0]
        return self.words.named("pictures", name, "") or self.words.named(
            "silhouettes", name, picture.title
        )


BLACK_INK = Ink(0.0)


class Entry(NamedTuple):
    """One finished maze of the book, made by `entries.make_entry`.

    number: as printed, from 1. part: the section for which it is drawn. printed_in: the section
    that prints it, another one if sections are mixed. draw: its index in its section before
    sorting. stars: how hard it
    is, 1 to 5; 0 for a maze without ends. likeness: a key that it shares with its mirror images and
    rotations. scale: points per cell on its page. wall: the weight of its walls there, in points.
    svg: the names of its SVG files. name: its pupil's name, in a class set. picture: the picture
    that its solution path draws. tint: the colours of its lines, without weights. free_corners,
    view: as in `boards.Board`. minutes: how long it takes. has_words_inside: whether its page's
    words go inside its stage. questions: the style of its questions. word: the word that its path
    spells, in a book. in_world, at_doors: as in `boards.Board`. load: the load of its sheet, in a
    class set with loads.
    """

    number: int
    part: BookSection
    printed_in: BookSection
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
    free_corners: tuple[float, ...] = (0, 0, 0, 0)
    minutes: float = 0.0
    view: StageView | None = None
    has_words_inside: bool = False
    questions: QuestionType | None = None
    word: SpeltWord | None = None
    in_world: bool = False
    at_doors: bool = False
    load: str = ""

    @property
    def ink(self) -> Ink:
        """The ink of the puzzle's lines."""
        ink = self.tint._replace(wall=self.wall)
        return self.view.stage.tint(ink) if self.view else ink


class Placement(NamedTuple):
    """The position of a maze or its answer: its page, the box for caption and picture, and the
    picture.

    file: the ending of the name of its file (`-key`), if this is not the book's own file.
    """

    page: int
    box: Box
    picture: Picture
    file: str = ""


class PicturePlace(NamedTuple):
    """Where a maze or its answer is: its page, the origin of its drawing, and the drawing's scale,
    in points. file: as in `Placement`."""

    page: int
    x: float
    y: float
    scale: float
    file: str = ""


class Placements(Mapping[int, Placement]):
    """Mapping from number to placement, for mazes or for answers.

    Placements are computed on demand, because all their pictures together would take as much memory
    as the mazes; their places are kept. boxes: the number, page and box of each placement; if a
    number has several, the first one counts. place: the function that makes the picture of a number
    in a box. file: the ending of the name of their file. pages: mapping from number to page.
    """

    def __init__(
        self,
        boxes: Iterable[tuple[int, int, Box]],
        place: Callable[[int, Box], Picture],
        file: str = "",
    ) -> None:
        self.pages: dict[int, int] = {}
        self._boxes: dict[int, Box] = {}
        self._places: dict[int, PicturePlace] = {}
        for number, page, box in boxes:
            self.pages.setdefault(number, page)
            self._boxes.setdefault(number, box)
        self._place, self._file = lru_cache(maxsize=_CACHED_PICTURES)(place), file

    def __getitem__(self, number: int) -> Placement:
        box = self._boxes[number]
        page, picture = self.pages[number], self._place(number, box)
        drawing, scale = picture.drawing, picture.drawing.scale
        x, y = picture.x - drawing.left * scale, picture.y - drawing.top * scale
        self._places[number] = PicturePlace(page, x, y, scale, self._file)
        return Placement(page, box, picture, self._file)

    def find_place(self, number: int) -> PicturePlace:
        """Return where a maze or its answer is, without drawing again what was drawn before."""
        if number not in self._places:
            self[number]  # keeps the place
        return self._places[number]

    def __iter__(self) -> Iterator[int]:
        return iter(self.pages)

    def __len__(self) -> int:
        return len(self.pages)

    def move(self, move: Callable[[Picture], Picture]) -> Placements:
        """Return these placements with `move` applied to each picture."""
        boxes = ((number, page, self._boxes[number]) for number, page in self.pages.items())
        return Placements(boxes, lambda number, box: move(self._place(number, box)), self._file)


def _place_nothing(number: int, box: Box) -> Picture:
    raise KeyError(number)


NO_PLACEMENTS = Placements((), _place_nothing)


SaveFiles = Callable[[Entry, Sequence[bytes]], None]
"""Saves an entry's SVG files."""


def lower_title(title: str) -> str:
    """Return the English title of a drawing of ours as it is written within a sentence."""
    names = templates.table("stages.toml")["capitals"]
    return " ".join(word if word in names else word.lower() for word in title.split(" "))


def way_ink(wall: float, scale: float, tint: Ink = BLACK_INK) -> Ink:
    """Return the ink of a solution file: the puzzle's walls, and a path with space on both
    sides."""
    colour = PATH_GREY if tint == BLACK_INK else tint.path_colour
    return tint._replace(wall=wall, path=0.3 * scale, path_colour=colour)


def answer_ink(
    scale: float, tint: Ink = BLACK_INK, is_tactile: bool = False, is_large_print: bool = False
) -> Ink:
    """Return the ink of an answer at a scale: thin grey walls, and a bold path, black or in colour.

    is_tactile: for tactile books, with black walls. is_large_print: with black and heavier
    walls.
    """
    return Ink(
        wall=THINNEST
        if is_tactile
        else max(THINNEST, min(HEAVY, (0.1 if is_large_print else 0.07) * scale)),
        path=max(
            min(_LEAST_WAY, _WIDEST_WAY * scale),
            min(7.0 if is_large_print else 5.0, _ANSWER_WAY * scale),
        ),
        wall_colour=BLACK if is_tactile or is_large_print else _ANSWER_WALLS,
        path_colour=tint.path_colour,
        shade=tint.shade,
        plank=tint.plank,
        is_plain=True,
    )


def thin_way(ink: Ink) -> Ink:
    """Return the ink of an answer whose path is also shaded: the line of the path is half as bold,
    so that the shading can be seen as a picture."""
    return ink._replace(path=ink.path / 2)


def center_puzzle(drawing: Drawing, entry: Entry, box: Box, height: float = 0.5) -> Picture:
    """Return the drawing of a puzzle in the middle of a box, with the labels of its questions."""
    if entry.questions is None or entry.maze.asked is None:
        return center_drawing(drawing, box, height)
    from puzzlebook.maze_art.questions import set_labels

    larger, labels = set_labels(drawing, entry.maze.asked, entry.questions)
    return center_drawing(larger, box, height)._replace(labels=labels)


def center_drawing(drawing: Drawing, box: Box, height: float = 0.5) -> Picture:
    """Return a drawing in the middle of a box. height: the share of the spare height above the
    drawing."""
    across, down = drawing.width * drawing.scale, drawing.height * drawing.scale
    return Picture(box.x + (box.width - across) / 2, box.y + (box.height - down) * height, drawing)
