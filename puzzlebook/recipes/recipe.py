"""Recipes: frozen models of the keys from which a book is made. Each key has a description.

`reading.read_tables` turns the tables of a TOML file into a recipe; `files.load` finds the file.
Lengths, page sizes and grid sizes are parsed here, once. Texts are kept as written.
"""

# No `from __future__ import annotations`: pydantic would have to evaluate each annotation's text.

from collections.abc import Callable, Mapping
from math import fsum
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    WithJsonSchema,
    WrapValidator,
    model_validator,
)
from pydantic.functional_validators import ModelWrapValidatorHandler

from puzzlebook.ground.faults import Fault, Refused, refuse, suggest_nearest
from puzzlebook.ground.lengths import format_inches
from puzzlebook.ground.seeds import EDITION
from puzzlebook.language.words import ENGLISH, WORDLESS
from puzzlebook.maze_art.marks import Marks
from puzzlebook.mazes import EDGES
from puzzlebook.printers.profiles import load_printer
from puzzlebook.recipes.audiences import load_audiences
from puzzlebook.recipes.printed_texts import (
    EVERYWHERE,
    IN_BOOK,
    IN_BOOK_AND_COVER,
    ON_COVER,
    ON_SHEETS,
)
from puzzlebook.recipes.user_files import (
    A_FILE,
    FINISHED_BOOK,
    LANGUAGE_OR_FILE,
    NAME_OR_FILE,
    QUESTIONS,
    SILHOUETTES,
    STAGES,
    WAYS,
)
from puzzlebook.recipes.values import (
    LOADS,
    MAX_COPIES,
    Edition,
    Ends,
    Line,
    OptionalAges,
    OptionalAudience,
    OptionalBridges,
    OptionalCollect,
    OptionalColour,
    OptionalIsbn,
    OptionalLength,
    OptionalLine,
    OptionalName,
    OptionalPrice,
    OptionalSeed,
    OptionalSize,
    OptionalWall,
    Page,
    PupilName,
    ShapeName,
    Slug,
    Title,
    check_among,
    check_avoided,
    check_language,
    check_length,
    check_template,
    check_theme,
    shorten_value,
)

MAX_MAZES = 10_000
ANSWERS = (1, 2, 4, 6, 9, 12, 20, 30)
MAZES_A_PAGE = (1, 2, 4, 6)
MATTER = ("title", "copyright", "dedication", "how-to", "contents", "openers", "key", "colophon")
EXTRA_MATTER = ("plan", "certificate", "notes")
MIN_LIVE = 72.0
"""The smallest width and height, in points, of the live area that margins leave."""

MATTER_IN_ORDER = (*MATTER[:-1], *EXTRA_MATTER, MATTER[-1])


def _check_matter(kind: str) -> str:
    """Check the name of a kind of page other than maze pages (see `books.planning.page_kinds`)."""
    if kind not in MATTER_IN_ORDER:
        raise refuse(
            "", f"{shorten_value(kind)} is not known", suggest_nearest(kind, MATTER_IN_ORDER)
        )
    return kind


Matter = Annotated[
    str,
    AfterValidator(_check_matter),
    WithJsonSchema({"enum": list(MATTER_IN_ORDER), "type": "string"}),
]
Texts = Annotated[tuple[Line, ...], Field(strict=False)]
Avoided = Annotated[tuple[Annotated[str, AfterValidator(check_avoided)], ...], Field(strict=False)]
Count = Annotated[int, Field(ge=1, le=MAX_MAZES)]


def _key(default: Any, description: str, *examples: Any) -> Any:
    return Field(default, description=description, examples=list(examples) or None)


class Table(BaseModel):
    """A table of a recipe: frozen, strict ("40" is not a number), without unknown keys."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", validate_default=True)


class Margins(Table):
    """The clear space at the four sides of a page. A side that is left out gets the printer's
    minimum."""

    top: OptionalLength = _key(None, "At the top.", "0.5in")
    bottom: OptionalLength = _key(None, "At the bottom.", "0.5in")
    inside: OptionalLength = _key(None, "On the binding side.", "0.75in")
    outside: OptionalLength = _key(None, "Away from the binding.", "0.5in")


def _parse_margins(value: Any, handler: ModelWrapValidatorHandler[Margins]) -> Margins:
    if isinstance(value, str):
        return Margins(**dict.fromkeys(Margins.model_fields, check_length(value)))
    if not isinstance(value, Mapping | Margins):
        raise refuse(
            "",
            f"{shorten_value(value)} is not a length",
            'write text such as "0.5in", or a table of the four sides',
        )
    return handler(value)


class BookTable(Table):
    """[book]: what the book says of itself. Empty text says nothing."""

    title: Annotated[Title, EVERYWHERE] = _key(
        ..., "The title of the book, wherever it appears.", "Mazes for Mia"
    )
    subtitle: Annotated[OptionalLine, IN_BOOK_AND_COVER] = _key(
        None, "A line below the title.", "Forty mazes for a rainy day"
    )
    author: Annotated[OptionalLine, IN_BOOK_AND_COVER] = _key(
        None, "The author's name, as it should be printed.", "Ada Example"
    )
    series: Annotated[OptionalLine, IN_BOOK] = _key(
        None, "The series that the book belongs to.", "Rainy Days"
    )
    publisher: Annotated[OptionalLine, IN_BOOK_AND_COVER] = _key(
        None, "The publisher.", "Example Press"
    )
    isbn: OptionalIsbn = _key(
        None, "The ISBN, with its hyphens; its check digit is checked.", "978-3-16-148410-0"
    )
    copyright: Annotated[OptionalLine, IN_BOOK] = _key(
        None, "The holder of the copyright.", "Ada Example"
    )
    year: Annotated[int, Field(ge=1000, le=9999)] | None = _key(
        None, "The year of the copyright.", 2026
    )
    edition: Annotated[int, Field(ge=1, le=999)] | None = _key(
        None, "Which edition of the book it is, for the copyright page.", 1
    )
    country: Annotated[OptionalLine, IN_BOOK] = _key(
        None, "The country of publication, for the copyright page.", "Ireland"
    )
    rights: Annotated[OptionalLine, IN_BOOK] = _key(
        None,
        "The line below the copyright. Left out, it says that all rights are reserved if the "
        "book is for sale; none leaves it out.",
        "CC BY 4.0",
    )
    dedication: Annotated[OptionalLine, IN_BOOK] = _key(
        None, "One line on a page of its own.", "For Mia, who never gives up"
    )
    child: Annotated[OptionalLine, IN_BOOK] = _key(
        None,
        "The child's name: on the title page and the certificate, in some lines above the mazes, "
        "and where the book says well done.",
        "Mia",
    )
    stories: Annotated[Texts, IN_BOOK] = _key(
        (),
        "Lines above the mazes, used in turn instead of the theme's.",
        ["Help the cat to its basket."],
    )
    website: Annotated[OptionalLine, IN_BOOK] = _key(None, "A website for readers.", "example.org")
    logo: Annotated[OptionalLine, A_FILE] = _key(
        None,
        "Your logo on the title page: PNG or JPEG of 300 dpi or more, or SVG. "
        "Black ink prints it in black.",
        "logo.svg",
    )
    secret: Annotated[OptionalLine, IN_BOOK] = _key(
        None,
        "A sentence to collect: its letters are on the solution paths, boxes for them at the end.",
        "WELL DONE",
    )
    certificate: bool = _key(False, "A certificate, whether or not `matter` names it.")
    matter: Annotated[tuple[Matter, ...], Field(strict=False)] = _key(
        MATTER, f"Pages beside mazes: {', '.join((*MATTER, *EXTRA_MATTER))}.", ["key"]
    )

    @property
    def pages(self) -> tuple[str, ...]:
        """The kinds of pages other than maze pages: the matter and, if requested, a certificate."""
        wanted = ("certificate",) if self.certificate and "certificate" not in self.matter else ()
        return (*self.matter, *wanted)


class CoverTable(Table):
    """[cover]: what the cover shows."""

    picture: Annotated[OptionalLine, A_FILE] = _key(
        None, "A picture that fills the front: PNG, JPEG or SVG.", "cover.png"
    )
    text: Literal["all", "none"] = _key(
        "all", "Words on the front: all, or none if your picture has its own.", "none"
    )
    blurb: Annotated[OptionalLine, ON_COVER] = _key(
        None, "The text on the back.", "Forty mazes, each with its answer."
    )
    color: OptionalColour = _key(None, "The colour of the cover; left out, the theme's.", "#2b6cb0")
    barcode: Literal["none"] | None = _key(
        None, "none leaves the area of the ISBN's barcode blank.", "none"
    )
    price: OptionalPrice = _key(
        None, "The price in the barcode, or none to say that it has none.", "9.99 USD"
    )
    ages: OptionalAges = _key(
        None, "The ages on the cover's badge, instead of the audience's.", "7-10"
    )


class Section(Table):
    """[[section]]: a part of the book, with mazes of one kind."""

    key: Slug = _key(
        ..., "A short name in small letters. Another key makes other mazes.", "warm-up"
    )
    title: OptionalLine = _key(None, "The heading; without one, the key is the heading.", "Warm-up")
    mazes: Count = _key(..., "How many mazes.", 8)
    shape: ShapeName = _key("square", "The shape of the cells; see `puzzlebook list shapes`.")
    size: OptionalSize = _key(
        None,
        "Columns x rows of cells (for polar mazes: rings); or a table of one for each level.",
        "12x16",
    )
    silhouette: Annotated[OptionalLine, SILHOUETTES] = _key(
        None,
        "The outline: a name, a picture file, text:MIA, or letters:MIA for one a page. With a way, "
        "outlines take turns with its pictures, and none is a whole maze.",
        "heart",
    )
    outlines: Annotated[OptionalLine, SILHOUETTES] = _key(
        None,
        "Outlines that children's mazes with hero and goal at their doors have in turn, if nothing "
        "else shapes them: those for which the page has room.",
        "courtyard,ring",
    )
    stage: Annotated[OptionalLine, STAGES] = _key(
        None,
        "The scene around each maze, with a blank area for it: a name, an SVG file, several with "
        "commas, or a word for a set of them, such as gallery or theme.",
        "theme",
    )
    pieces: Literal["joined", "largest"] = _key(
        "joined", "Separate pieces of an outline: joined, or only the largest."
    )
    edge: Literal["drawn", "steps"] = _key(
        EDGES[0], "The rim of a maze that an outline cuts: drawn (as it is) or steps."
    )
    ends: Ends = _key(
        "",
        "Start and finish: apart (the longest path between distant cells), far (the longest path), "
        "opposite (top and bottom), corners, centre, random or none; for a way, apart or short "
        "(the shortest lines to the picture).",
        "apart",
    )
    way: Annotated[OptionalLine, WAYS] = _key(
        None,
        "What the path traces: a picture, a file, text:MIA or line:FILE.svg; initial in a class.",
        "heart",
    )
    method: Literal["walls", "passages"] = _key(
        "walls", "How Wilson's algorithm runs: walls or passages."
    )
    bridges: OptionalBridges = _key(
        None,
        "Cells in which one passage crosses over another: a number, or a share of all cells. "
        "For squares and hexagons.",
        12,
        "5%",
    )
    doors: Annotated[int, Field(ge=3, le=5)] | None = _key(
        None,
        "The mazes are the rooms of one maze, a page each, with this many doors to other rooms, "
        "3 to 5. For squares.",
        4,
    )
    spread: bool = _key(
        False,
        "Each maze lies over two facing pages, joined by lettered passages across the gutter; its "
        "size is that of both. For squares.",
        True,
    )
    audience: OptionalAudience = _key(
        None, "The readers of this section, instead of a size.", "7-8"
    )
    share: Annotated[float, Field(ge=0.1, le=1)] = _key(
        1.0,
        "With an audience: the share of its cells that the mazes have, 0.1 to 1. "
        "Fewer cells, wider passages.",
        0.5,
    )
    collect: OptionalCollect = _key(
        None, "Things to count on each path: a number, or the least and the most.", "3-6"
    )
    word: OptionalLine | Texts = _key(
        None, "Letters along the path: a word, or a list of words to choose from.", "PLANET"
    )
    questions: Annotated[OptionalLine, QUESTIONS] = _key(
        None,
        "Questions at forks of the path, their answers at its branches: a CSV file (question, "
        "right answer, wrong ones), or times 7, times 2-9, add 20, subtract 20, halves 20, "
        "doubles 20.",
        "times 7",
    )
    mazes_a_page: Annotated[int, AfterValidator(check_among(*MAZES_A_PAGE))] | None = _key(
        None, "Mazes on a page of this section, where it differs from the book's.", 4
    )
    story: Annotated[OptionalLine, IN_BOOK] = _key(
        None, "One short line above each maze.", "Help the bee to its flower."
    )
    mixed: bool = _key(
        False,
        "In a rising book: the mazes of all mixed sections are sorted together, and dealt out to "
        "these sections in the order in which they are written.",
        True,
    )

    @property
    def heading(self) -> str:
        """The title of the section or, without one, its key in words."""
        return self.title or self.key.replace("-", " ").capitalize()


def _default_from_readers(key: str, otherwise: str) -> Callable[[dict[str, Any]], Any]:
    """Return a default factory: the value of a key for the book's audience.

    otherwise: the value for a book without an audience.
    """

    def choose_default(earlier_keys: dict[str, Any]) -> Any:
        name = earlier_keys.get("look") or earlier_keys.get("audience")
        return getattr(load_audiences()[name], key) if name else otherwise

    return choose_default


def _choose_codes(earlier_keys: dict[str, Any]) -> Any:
    """Return the default for the printed codes: the usual ones for the printer or, failing that,
    for the readers."""
    printed = load_printer(earlier_keys["printer"]).codes if "printer" in earlier_keys else ""
    return printed or _default_from_readers("codes", "book")(earlier_keys)


class WorksheetTable(Table):
    """[worksheet]: sheets for a class in place of a book; each section's mazes are equally hard."""

    level: Annotated[int, Field(ge=1, le=5)] = _key(
        3, "How hard the mazes are, 1 to 5; 3 has the section's own size."
    )
    same_size: bool = _key(
        False,
        "Levels that nobody sees: all mazes have the same number of cells, easier ones shorter "
        "paths, and no sheet has dots.",
    )
    instruction: Annotated[OptionalLine, ON_SHEETS] = _key(
        None, "The line above each maze, instead of the usual one.", "Find the way."
    )
    score: Annotated[OptionalLine, ON_SHEETS] = _key(
        None, "A line for a score, and the text that ends it.", "/ 10"
    )
    time: bool = _key(False, "A line for the minutes and seconds that the maze took.")
    key: Literal["inside", "separate"] = _key(
        "inside", "The key: inside, behind the sheets, or separate, in a file."
    )
    split: bool = _key(False, "Also a PDF file for each pupil, in the folder sheets.")
    order: Literal["file", "name", "surname", "level", "group"] = _key(
        "file",
        "The sheets, and their answers, in the order of: file, name, surname, level or group.",
    )
    wall: OptionalWall = _key(
        None,
        "Columns x rows of sheets that hang together as one maze; those that nobody has are "
        "printed, too.",
        "6x5",
    )
    second_language: OptionalLine = _key(
        None,
        "A second language for the instructions, printed below the first.",
        "fa",
    )
    loads: Literal[3] | None = _key(
        None,
        "Three versions of one maze: support (less to do), core, extension (more to do). The list "
        "says who gets which; without names, one of each.",
        3,
    )
    print: Literal["normal", "large", "dyslexic", "tactile"] | None = _key(
        None,
        "The print of the sheets, unless the list says otherwise; see print of a pupil.",
        "dyslexic",
    )
    hand: Literal["right", "left"] | None = _key(
        None, "The hand that pupils write with, unless the list says otherwise.", "left"
    )
    only: OptionalLine = _key(
        None,
        "Only the sheets of these pupils, by name, place in the list or group; with commas.",
        "Mia, Ben",
    )
    why: Literal["younger", "older", "both"] | None = _key(
        None,
        "A page for pupils on why there is exactly one path: for age 8 or so (younger), about 14 "
        "(older), or both.",
        "both",
    )
    made: bool = _key(
        False,
        "Two pages for older pupils: how the mazes are made, and what can be counted in them.",
    )


class Pupil(Table):
    """[[pupil]]: a line of the class list."""

    name: Annotated[PupilName, ON_SHEETS] = _key(
        ..., "The name as it is printed; another spelling gives a different maze.", "Mia Berg"
    )
    surname: Annotated[OptionalLine, ON_SHEETS] = _key(
        None, 'What order = "surname" sorts by; left out, the last word of the name.', "Berg"
    )
    level: Literal["easier", "same", "harder", "1", "2", "3", "4", "5"] = _key(
        "same", "How hard: easier, same or harder than the class's mazes, or 1 to 5."
    )
    load: Literal["support", "core", "extension"] | None = _key(
        None, "With loads: support, core or extension; left out, what the level says.", "support"
    )
    group: Annotated[OptionalLine, ON_SHEETS] = _key(
        None, "A group within the class.", "blue table"
    )
    copies: Annotated[int, Field(ge=1, le=MAX_COPIES)] = _key(
        1, "How often the sheet is printed.", 2
    )
    print: Literal["normal", "large", "dyslexic", "tactile"] = _key(
        "normal",
        "normal; large: wider passages, 20 pt type; dyslexic: 14 pt, spaced letters; or tactile: "
        "to be felt.",
    )
    hand: Literal["right", "left"] | None = _key(
        None, "left: the maze begins at the left, and nothing to read is under the hand.", "left"
    )
    language: OptionalLine = _key(
        None, "A built-in language for this sheet, or two: en,fa; left out, the class's own.", "fr"
    )


class Recipe(Table):
    """A recipe: the same recipe and seed make the same book."""

    base: OptionalLine = _key(
        None, "Another recipe, by name or file, that this one is based on.", "ages-7-8"
    )
    without: Texts = _key((), "Keys of the base's sections that are left out.", ["warm-up"])
    headings: OptionalLine = _key(
        None,
        "A built-in book: title, subtitle and headings that are left out come from it, in any "
        "language.",
        "ages-7-8",
    )
    about: OptionalLine = _key(None, "One line for `puzzlebook list books`; it is not printed.")
    name: OptionalName = _key(None, "The name of the folder and of its files.", "my-mazes")
    edition: Edition = _key(
        EDITION, "The edition of the generator. It keeps old seeds as they were."
    )
    seed: OptionalSeed = _key(None, "The random seed. Another seed makes another book.", "owl")
    volume: Count = _key(1, "The volume of a series. Another volume has other mazes.")
    audience: OptionalAudience = _key(
        None, "The readers: grid, passages, type, marks and lines follow.", "7-8"
    )
    level: Literal["easy", "normal", "hard"] | None = _key(
        None,
        "How hard the mazes are for their readers: easy, normal or hard. Left out, it is normal.",
        "hard",
    )
    look: OptionalAudience = _key(
        None, "The readers whose type size and line weight the book has.", "large-print"
    )
    page: Page = _key(
        "letter",
        "The paper: letter, a4, 6x9 …, or a size such as 210x297mm.",
        "letter",
        "210x297mm",
    )
    printer: Annotated[str, AfterValidator(check_template("printers"))] = _key(
        "home", "The printer profile; see `puzzlebook list printers`."
    )
    margins: Annotated[Margins, WrapValidator(_parse_margins)] = Field(
        default_factory=Margins,
        description="The margins: one length for all sides, or top, bottom, inside and outside.",
        examples=["0.5in"],
    )
    theme: Annotated[str, AfterValidator(check_theme), NAME_OR_FILE] = Field(
        default_factory=_default_from_readers("theme", "ink"),
        description="The pictures and stories; see `puzzlebook list themes`, or use a theme file.",
        examples=["bee", "my-theme.toml"],
    )
    start: Annotated[OptionalLine, A_FILE] = _key(
        None, "A drawing of your own for the start.", "cat.svg"
    )
    finish: Annotated[OptionalLine, A_FILE] = _key(
        None, "A drawing of your own for the finish.", "fish.svg"
    )
    marks: Literal["icons", "doors", "both", "outside", "none"] = Field(
        default_factory=_default_from_readers("marks", "both"),
        description=(
            "icons (pictures in the end cells), doors, both (icons and a door at the start), "
            "outside (doors, icons outside), none."
        ),
    )
    walls: (
        Literal[
            "plain",
            "round",
            "brush",
            "hedge",
            "stones",
            "bars",
            "bricks",
            "candy",
            "rope",
            "logs",
            "pipes",
            "coral",
            "wax",
        ]
        | None
    ) = _key(
        None,
        "The style of the walls; see `puzzlebook list walls`. Left out, the theme's.",
        "round",
    )
    floor: Literal["theme", "none"] = _key(
        "theme", "What lies between the walls in books for children: what the theme says, or none."
    )
    stage: Annotated[OptionalLine, STAGES] = _key(
        None,
        "The stage of every section that has none, and no outline and no picture of its own.",
        "theme",
    )
    language: Annotated[str, AfterValidator(check_language), LANGUAGE_OR_FILE] = _key(
        ENGLISH,
        "The language of the book (see `puzzlebook list languages`), or a "
        "catalogue's file. none: without words.",
        "fr",
        "my-language.toml",
    )
    fonts: Annotated[Texts, A_FILE] = _key(
        (), "Font files, tried before the built-in fonts.", ["my-font.ttf"]
    )
    digits: Literal["language", "latin"] = _key("language", "Digits: the language's own, or latin.")
    pdf: Literal["print", "screen", "both"] = _key(
        "print", "Which PDF is made: print, screen or both."
    )
    svg: bool = _key(True, "Whether each maze is also written as an SVG file.")
    svg_pages: bool | None = _key(None, "Whether each page is also written as an SVG file.", True)
    grade: Literal["sorted", "even", "none"] = _key(
        "sorted",
        "The order in a section: sorted (from easy to hard), even (chosen for "
        "even steps) or none (as drawn).",
    )
    draws: Annotated[int, Field(ge=2, le=50)] | None = _key(
        None,
        "For even steps: how many mazes are drawn for each that is kept; without it, 20.",
        20,
    )
    texture: Literal["uniform", "deep"] = _key(
        "uniform",
        "uniform (each maze as generated) or deep (of several, the one whose wrong turns cost the "
        "most time).",
        "deep",
    )
    rising: bool | None = _key(
        None,
        "Whether the sections also go from easy to hard; if an audience sets the sizes, these "
        "increase.",
        True,
    )
    avoid: Annotated[
        tuple[Annotated[str, AfterValidator(check_avoided)], ...],
        Field(strict=False),
        FINISHED_BOOK,
    ] = _key((), "Folders of earlier books whose mazes must not be repeated.", ["volume-1/"])
    answers: Annotated[int, AfterValidator(check_among(*ANSWERS))] | None = _key(
        None,
        f"Answers on a page: {', '.join(map(str, ANSWERS))}. Left out, it suits the readers.",
        6,
    )
    booklet: bool | None = _key(
        None,
        "Also a file to print at home on both sides and fold: two pages a sheet, "
        "each half of letter or a4.",
        True,
    )
    mazes_a_page: Annotated[int, AfterValidator(check_among(*MAZES_A_PAGE))] = _key(
        1, f"Mazes on a page: {', '.join(map(str, MAZES_A_PAGE))}.", 2
    )
    sides: Literal["two", "one"] = _key(
        "two", "Mazes on both sides of the paper: two, or one (blank backs)."
    )
    codes: Literal["all", "book", "none"] = Field(
        default_factory=_choose_codes,
        description=(
            "Printed codes: all (below each maze and at the end), book (only at the end) or none."
        ),
    )
    paper: Literal["white", "cream"] = _key("white", "The paper of a printed book: white or cream.")
    ink: Literal["black", "standard-color", "premium-color"] = _key(
        "black", "The ink: black, standard-color or premium-color. It limits the pages."
    )
    book: BookTable = _key(..., "Texts about the book.")
    cover: CoverTable = Field(default_factory=CoverTable, description="The cover.")
    names: Mapping[str, Line] = _key(
        {},
        "A table from the file names of your drawings to their names in the book. Left out, an "
        "outline has the title in its SVG.",
        {"IMG_2041.jpg": "a dragon"},
    )
    sections: Annotated[tuple[Section, ...], Field(strict=False)] = Field(
        alias="section", description="The sections of the book, in order."
    )

    worksheet: WorksheetTable | None = Field(
        None, description="Sheets for a class, instead of a book."
    )
    pupils: Annotated[tuple[Pupil, ...], Field(strict=False)] = Field(
        (),
        alias="pupil",
        description="The class: a sheet for each pupil, with the pupil's name on it.",
    )

    def marks_of(self, section: Section) -> Marks:
        """Return the marks at the start and the finish of a section's mazes, and at doors to other
        rooms."""
        return self.end_marks._replace(signs=bool(section.doors))

    def stage_of(self, section: Section) -> str:
        """Return the stages that a section names or, failing that, the recipe names; "" for
        none."""
        own_picture = section.silhouette or section.way or section.spread
        return section.stage or ("" if own_picture else self.stage or "")

    @property
    def is_bound(self) -> bool:
        """Whether the pages are bound, and therefore even in number, rather than loose sheets."""
        return self.book.matter != ("key",) and bool(self.book.matter)

    @property
    def end_marks(self) -> Marks:
        """The marks at the start and the finish of each maze."""
        return Marks.from_word(self.marks)

    @property
    def mazes(self) -> int:
        """The number of mazes in the book."""
        return self.sheets or sum(section.mazes for section in self.sections)

    @property
    def sheets(self) -> int:
        """The number of sheets of a class: one for each piece of the wall, or for each pupil or,
        without pupils, for each load of each maze. 0 for a book without such sheets."""
        if self.wall:
            return self.wall[0] * self.wall[1]
        if self.has_loads and not self.pupils:
            return len(LOADS) * sum(section.mazes for section in self.sections)
        return len(self.pupils)

    @property
    def has_loads(self) -> bool:
        """Whether the sheets have different loads."""
        return self.worksheet is not None and self.worksheet.loads is not None

    @property
    def wall(self) -> tuple[int, int] | None:
        """The columns and rows of the wall that the sheets form together; None without a wall."""
        return self.worksheet.wall if self.worksheet else None

    @model_validator(mode="after")
    def _fits(self) -> Self:
        faults = [
            *_find_title_faults(self),
            *_find_margin_faults(self),
            *_find_count_faults(self),
            *_find_class_faults(self),
            *_find_texture_faults(self),
            *_find_draws_faults(self),
        ]
        if faults:
            raise Refused(faults)
        return self


def _find_title_faults(recipe: Recipe) -> list[Fault]:
    """Return a fault for an empty title, which only a book without words may have."""
    if recipe.book.title or recipe.language == WORDLESS:
        return []
    return [Fault("book.title", "is empty", "write some text, or leave the key out")]


def _find_margin_faults(recipe: Recipe) -> list[Fault]:
    """Return a fault for each dimension in which the margins leave too little live area."""
    margins = recipe.margins
    sides = {
        "width": (recipe.page.width, margins.inside, margins.outside),
        "height": (recipe.page.height, margins.top, margins.bottom),
    }
    faults = []
    for side, (length, *margins_there) in sides.items():
        live = length - fsum(margin.points for margin in margins_there if margin)
        if live < MIN_LIVE:
            what = f"they leave {format_inches(max(live, 0))} of the page's {side}"
            what += f" of {format_inches(length)}"
            allowed = f"at least {format_inches(MIN_LIVE)} must be left"
            faults.append(Fault("margins", what, allowed))
    return faults


def _find_count_faults(recipe: Recipe) -> list[Fault]:
    if not recipe.sections:
        return [Fault("section", "there is none", "write at least one [[section]]")]
    if recipe.mazes > MAX_MAZES:
        what = f"they ask for {recipe.mazes:,} mazes"
        return [Fault("section", what, f"at most {MAX_MAZES:,} in one book")]
    return []


def _find_class_faults(recipe: Recipe) -> list[Fault]:
    """Return a fault for a class list without worksheets, with several sections, or with too many
    pupils."""
    if not recipe.pupils:
        return []
    if recipe.worksheet is None:
        what = "this book has no worksheets for a class"
        return [
            Fault(
                "pupil", what, 'use a book with a table [worksheet], such as the book "worksheet"'
            )
        ]
    if len(recipe.sections) > 1:
        what = "the mazes of a class come from one section"
        return [Fault("pupil", f"{what}, and there are {len(recipe.sections)}", "keep only one")]
    if len(recipe.pupils) > MAX_MAZES:
        return [
            Fault("pupil", f"there are {len(recipe.pupils):,} pupils", f"at most {MAX_MAZES:,}")
        ]
    return []


def _find_draws_faults(recipe: Recipe) -> list[Fault]:
    """Return a fault for the key `draws` in a book without even steps: only these need several
    draws."""
    if recipe.draws is None or recipe.grade == "even":
        return []
    return [Fault("draws", f'a book with grade = "{recipe.grade}" draws one', 'set grade = "even"')]


def _find_texture_faults(recipe: Recipe) -> list[Fault]:
    """Return a fault for deep mazes in worksheets, which must be equally hard, or in a book with
    even steps, whose mazes are already chosen by their difficulty."""
    if recipe.texture == "uniform":
        return []
    if recipe.worksheet is not None:
        return [
            Fault(
                "texture",
                "worksheets are all equally hard",
                "make a book, or set [worksheet] level",
            )
        ]
    if recipe.grade == "even":
        what = "deep mazes are chosen already, and cannot be chosen for even steps"
        return [Fault("texture", what, 'set grade = "sorted" or "none"')]
    return []
