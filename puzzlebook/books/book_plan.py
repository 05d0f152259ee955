"""Planning a book, or loose sheets: its mazes in their order, the place of each, and what makes every page."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial

from puzzlebook.books import stories
from puzzlebook.books.boards import boards, columns_and_rows, size_faults
from puzzlebook.books.finishing import Commission, Manner, finished
from puzzlebook.books.fits import fit_ahead
from puzzlebook.books.page_kinds import KINDS
from puzzlebook.books.pages import answers, back, contents, openers, puzzles
from puzzlebook.books.pagination import Leaf, page_faults, paginated
from puzzlebook.books.plan import Coming, Plan, Printout, Texts, as_printed, plain_document
from puzzlebook.books.ramp import Candidate, section_mazes
from puzzlebook.books.setting import Entry, Keep, Setting, Standings, answer_ink, svg_names, way_ink
from puzzlebook.books.spoken import is_told, untold_faults
from puzzlebook.books.stars import stars_among
from puzzlebook.faults import Fault, refuse, refuse_any
from puzzlebook.mazes.collecting import most_things
from puzzlebook.mazes.likeness import likenesses_of
from puzzlebook.paper import text
from puzzlebook.paper.imposition import imposed
from puzzlebook.paper.page import Box, Page
from puzzlebook.paper.pdf.document import ALL_SPACES, Attachment, Bookmark, Document, Screen
from puzzlebook.printers.trims import unfolded
from puzzlebook.recipes.order import Order, Part, kept_recipe
from puzzlebook.recipes.order_paper import binding_faults, paper_faults
from puzzlebook.recipes.printed import IN_BOOK, printed_texts
from puzzlebook.recipes.secret import secret_faults
from puzzlebook.sharing import Crew

_SHORTEST_WITH_LETTER = 3  # cells: the start, the letter's, the end


@dataclass(frozen=True, eq=False)
class BookPages:
    """What a book's pages are made of: its leaves, its sections, its mazes, where these and their answers stand, and
    what is told. stories: the rows above the mazes, by the numbers of the pages.
    """

    setting: Setting
    leaves: Sequence[Leaf]
    chapters: Sequence[openers.Chapter]
    entries: Mapping[int, Entry]
    puzzles: Standings
    answers: Standings
    stories: Mapping[int, Sequence[str]]

    def of(self, leaf: Leaf, number: int) -> Page:
        """The page of a leaf."""
        kind = KINDS.get(leaf.kind)
        return kind.page(self.setting, number) if kind and kind.page else PAGE_MAKERS[leaf.kind](self, leaf, number)

    def __iter__(self) -> Iterator[Page]:
        """Every page, in order."""
        for number, leaf in enumerate(self.leaves, 1):
            yield self.of(leaf, number)

    def alone(self, number: int) -> Iterator[Page]:
        """The page of one maze, and that of its answer where it has one, as in the book but for other mazes."""
        for page in (self.puzzles.pages[number], self.answers.pages.get(number)):
            if page is not None:
                yield self.of(self.leaves[page - 1]._replace(mazes=(number,)), page)


def book_plan(order: Order, drawn: Callable[[], None], crew: Crew) -> Callable[[Keep | None], Plan]:
    """What becomes the plan of an order's book when it is told who keeps the SVG files. drawn: called after each maze.

    Refused, before any maze is drawn, where a maze does not fit the page, a character has no glyph, or the printer does
    not take such a book.
    """
    bleeds = order.theme.bleeds
    refuse_any([*paper_faults(order, bleeds=bleeds), *binding_faults(order), *secret_faults(order.recipe),
                *untold_faults(order)])  # fmt: skip
    fit_ahead([order], crew)
    setting, leaves, a_page = paginated(order)
    texts = list(_texts(setting))
    unset = text.glyph_faults(texts, setting.sizes.face, setting.words.texts())
    refuse_any(
        [*paper_faults(order, len(leaves), bleeds), *unset, *size_faults(setting), *page_faults(order, len(leaves))]
    )
    mazes = deque(_mazes(setting, drawn, crew))
    return lambda keep: _plan(setting, leaves, a_page, texts, mazes, keep, crew)


def _plan(
    setting: Setting,
    leaves: Sequence[Leaf],
    a_page: int,
    texts: Texts,
    mazes: deque[tuple[Part, Candidate]],
    keep: Keep | None,
    crew: Crew,
) -> Plan:
    """The plan of a book whose mazes are drawn. They are finished as its pages ask for them, and then their SVG files
    go to `keep`."""
    rated = list(_rated(mazes))
    chapters = list(_chapters(setting.parts, mazes, rated))
    entries = Coming(_entries(setting, mazes, rated, keep, crew))
    standings = Standings(
        _puzzle_places(setting, leaves), lambda number, box: puzzles.puzzle_picture(setting, entries[number], box)
    )
    pages = BookPages(
        setting,
        leaves,
        chapters,
        entries,
        standings,
        Standings(
            _answer_places(setting, leaves, a_page),
            lambda number, box: answers.answer_picture(setting, entries[number], box),
        ),
        Coming(stories.told(setting, _story_places(setting, leaves, entries, standings))),
    )
    return Plan(
        setting=setting,
        entries=entries,
        puzzles=as_printed(setting, pages.puzzles),
        answers=as_printed(setting, pages.answers),
        pages=len(leaves),
        texts=texts,
        stories=pages.stories,
        printouts=list(_printouts(pages)),
        alone=pages.alone,
    )


def _texts(setting: Setting) -> Iterator[tuple[str, str]]:
    """Every text of the user's that is printed, with its place in the recipe."""
    recipe = setting.recipe
    yield from printed_texts(recipe.book, "book", IN_BOOK)
    for part in setting.parts:
        place = f"section.{part.section.key}"
        yield f"{place}.title", setting.heading(part)
        yield from printed_texts(part.section, place, IN_BOOK)
    theme = setting.theme
    for line in (*theme.lines(setting.words.language), theme.start_name, theme.finish_name):
        yield f"theme: {recipe.theme}", line


def _mazes(setting: Setting, drawn: Callable[[], None], crew: Crew) -> Iterator[tuple[Part, Candidate]]:
    """The mazes in their printed order, each with its section."""
    taken = {name for listed in setting.recipe.avoid for name in likenesses_of(listed)}
    for part in setting.parts:
        for found in section_mazes(setting.order, part, list(boards(setting, part)), taken, drawn, crew):
            yield part, found


def _rated(mazes: Sequence[tuple[Part, Candidate]]) -> Iterator[int]:
    """The stars of each maze."""
    difficulties = sorted(found.difficulty for _, found in mazes if found.drawn.measures.solution_length)
    return (stars_among(found.drawn.measures, difficulties) for _, found in mazes)


def _chapters(
    parts: Sequence[Part], mazes: Iterable[tuple[Part, Candidate]], rated: Sequence[int]
) -> Iterator[openers.Chapter]:
    """The sections, as what stands before their mazes tells of them. rated: the stars of each maze."""
    places = enumerate(mazes)
    for part in parts:
        first, found = next((place, found) for place, (whose, found) in places if whose is part)
        numbers = range(first + 1, first + part.mazes + 1)
        stars = openers.section_stars(rated[first : first + part.mazes])
        yield openers.Chapter(part, numbers, found.board.silhouette, stars)


def _entries(
    setting: Setting,
    mazes: deque[tuple[Part, Candidate]],
    rated: Sequence[int],
    keep: Keep | None,
    crew: Crew,
) -> Iterator[tuple[int, Entry]]:
    """The mazes, finished, by their numbers. rated: the stars of each."""
    many, words = len(mazes), setting.words
    refuse_any(_collect_faults(setting.parts, mazes))
    secret = setting.order.secret
    alphabet = words("alphabet") + words("alphabet").lower() if secret else ""
    fonts = {letter: text.content_for(letter, setting.sizes.bold) for letter in {*alphabet, *secret.values()}}
    manner = Manner(
        setting.recipe.marks,
        setting.theme,
        words,
        keep is not None,
        fonts,
        setting.order.walls,
        setting.order.tint,
        is_told=is_told(setting),
    )
    titles = (words("svg_title", number=number) for number in range(1, many + 1))
    handed_over = deque[tuple[Part, Candidate]]()

    def asked() -> Iterator[Commission]:
        for number, title in enumerate(titles, 1):
            part, found = mazes.popleft()  # a maze that is finished needs no room any more
            handed_over.append((part, found))
            yield _commission(setting, found, title)._replace(
                letter=_letter(found, secret.get(number, "")), collect=part.section.collect
            )

    made = crew.each(partial(finished, manner), asked())

    def entries() -> Iterator[tuple[int, Entry]]:
        for number, (maze, files) in enumerate(made, 1):
            part, found = handed_over.popleft()
            entry = Entry(
                number=number,
                part=part,
                draw=found.draw,
                maze=maze,
                measures=found.drawn.measures,
                stars=rated[number - 1],
                likeness=found.likeness,
                silhouette=found.board.silhouette,
                scale=found.board.scale,
                wall=found.board.wall,
                svg=svg_names(number, many, maze.ends is not None) if setting.recipe.svg else (),
                picture=found.board.picture,
                tint=setting.order.tint,
                nooks=found.board.nooks,
            )
            if keep:
                keep(entry, files)
            yield number, entry

    return entries()


def _letter(found: Candidate, letter: str) -> str:
    """The letter of a sentence on a maze's way; refused where that is too short to hold it."""
    if letter and len(found.drawn.solution) < _SHORTEST_WITH_LETTER:
        raise refuse("book.secret", "the way through a maze is too short for a letter", "larger mazes")
    return letter


def _collect_faults(parts: Sequence[Part], mazes: Sequence[tuple[Part, Candidate]]) -> Iterator[Fault]:
    """A fault for a section whose shortest way has no room for the least things that are to lie on each."""
    for part in parts:
        shortest = min((len(found.drawn.solution) for whose, found in mazes if whose is part), default=0)
        if (collect := part.section.collect) and (room := most_things(shortest)) < collect[0]:
            what = f"{collect[0]} things find no room on a way of {shortest} cells"
            allowed = f"at most {room}, or larger mazes" if room else "larger mazes"
            yield Fault(f"section.{part.section.key}.collect", what, allowed)


def _commission(setting: Setting, found: Candidate, title: str) -> Commission:
    board = found.board
    tint, felt = setting.order.tint, setting.is_felt
    lines = answer_ink(board.scale, tint, felt) if felt else way_ink(board.wall, board.scale, tint)
    return Commission(found.drawn, title, board.scale, board.wall, lines)


# Where mazes and answers stand


def _puzzle_places(setting: Setting, leaves: Sequence[Leaf]) -> Iterator[tuple[int, int, Box]]:
    """Where each maze stands; the boxes of a section are the same on all left pages, and on all right ones."""
    arranged = [columns_and_rows(setting, part) for part in setting.parts]

    @cache
    def boxes(part: int, side: int) -> Sequence[Box]:
        return puzzles.boxes(setting, setting.parts[part], arranged[part], side)

    for page, leaf in enumerate(leaves, 1):
        if leaf.kind == "puzzles":
            for number, box in zip(leaf.mazes, boxes(leaf.part, page % 2), strict=False):
                yield number, page, box


def _story_places(
    setting: Setting, leaves: Sequence[Leaf], entries: Mapping[int, Entry], standings: Standings
) -> Iterator[stories.Place]:
    for page, leaf in enumerate(leaves, 1):
        if leaf.kind == "puzzles":
            first = leaf.mazes[0]
            yield puzzles.story_place(setting, entries[first], page, standings[first])


def _answer_places(setting: Setting, leaves: Sequence[Leaf], a_page: int) -> Iterator[tuple[int, int, Box]]:
    """Where each answer stands."""
    boxes = cache(partial(answers.boxes, setting, a_page))
    for page, leaf in enumerate(leaves, 1):
        if leaf.kind == "key":
            for number, box in zip(leaf.mazes, boxes(page % 2, leaf.part == 0), strict=False):
                yield number, page, box


# The pages that take more than the setting


def _contents(pages: BookPages, leaf: Leaf, number: int) -> Page:
    rows = [*_section_rows(pages)]
    if key := next((number for number, leaf in enumerate(pages.leaves, 1) if leaf.kind == "key"), None):
        rows.append(contents.ContentsRow(pages.setting.words("contents_answers"), "", key))
    return contents.contents_page(pages.setting, number, rows, leaf.part)


def _section_rows(pages: BookPages) -> Iterator[contents.ContentsRow]:
    """The sections in the contents."""
    setting = pages.setting
    for chapter, page in _starts(pages):
        heading, mazes = setting.heading(chapter.part), openers.mazes_line(setting, chapter.numbers)
        stars = chapter.stars if setting.has_stars else 0
        yield contents.ContentsRow(heading or mazes, mazes if heading else "", page, stars)


def _starts(pages: BookPages) -> Iterator[tuple[openers.Chapter, int]]:
    """Each section with the page on which it begins."""
    begins: dict[int, int] = {}
    for number, leaf in enumerate(pages.leaves, 1):
        if leaf.kind in ("opener", "puzzles"):
            begins.setdefault(leaf.part, number)
    for place, chapter in enumerate(pages.chapters):
        yield chapter, begins[place]


def _puzzles(pages: BookPages, leaf: Leaf, number: int) -> Page:
    placed = [(pages.entries[maze], pages.puzzles[maze]) for maze in leaf.mazes]
    answer_pages = [pages.answers.pages.get(maze) for maze in leaf.mazes]
    return puzzles.puzzle_page(pages.setting, placed, number, answer_pages, pages.stories[number])


def _key(pages: BookPages, leaf: Leaf, number: int) -> Page:
    placed = [(pages.entries[maze], pages.answers[maze]) for maze in leaf.mazes]
    puzzle_pages = [pages.puzzles.pages[maze] for maze in leaf.mazes]
    return answers.answer_page(pages.setting, placed, number, puzzle_pages, leaf.part == 0)


PAGE_MAKERS: Mapping[str, Callable[[BookPages, Leaf, int], Page]] = {
    "blank": lambda pages, leaf, number: pages.setting.sheet.page(number),
    "contents": _contents,
    "opener": lambda pages, leaf, number: openers.opener_page(pages.setting, number, pages.chapters[leaf.part]),
    "puzzles": _puzzles,
    "key": _key,
    "notes": lambda pages, leaf, number: back.notes_page(pages.setting, number, leaf.part == 0),
}
"""What makes the pages that show more than the setting."""


# The files


def _printouts(pages: BookPages) -> Iterator[Printout]:
    """The PDF files of a book."""
    order = pages.setting.order
    if order.recipe.pdf != "screen":
        yield Printout(f"{order.name}.pdf", partial(iter, pages), print_document(order))
    if order.recipe.pdf != "print":
        yield Printout(f"{order.name}-screen.pdf", partial(iter, pages), screen_document(order, _outline(pages)))
    if order.recipe.booklet:
        yield Printout(f"{order.name}-booklet.pdf", partial(_booklet, pages), plain_document(order))


def _booklet(pages: BookPages) -> Iterator[Page]:
    """The sides of the sheets of a booklet, on the paper that two of its pages make."""
    recipe = pages.setting.recipe
    paper = unfolded(recipe.page)
    return imposed(list(pages), paper.height, paper.width, pages.setting.words.right_to_left)


def print_document(order: Order) -> Document:
    """The book as the printer takes it: nothing but pages, and no more said of them than is allowed."""
    printer = order.printer
    spaces = printer.spaces or ALL_SPACES
    if "metadata" in printer.refused | printer.unwanted:
        return Document(spaces=spaces)
    about = plain_document(order)
    return about._replace(spaces=spaces, condition=printer.condition, most_ink=printer.most_ink)


def screen_document(order: Order, outline: tuple[Bookmark, ...]) -> Document:
    """The book for reading on a screen, with the recipe that makes it again."""
    attached = Attachment(
        "recipe.toml", kept_recipe(order), "The recipe that makes this book again", "application/toml"
    )
    return plain_document(order)._replace(screen=Screen(outline, (attached,), order.recipe.page.clear is not None))


def _outline(pages: BookPages) -> tuple[Bookmark, ...]:
    """The bookmarks of the book: its parts and, below each section, its mazes."""
    setting = pages.setting
    words = setting.words
    parts = [
        Bookmark(words(KINDS[leaf.kind].phrase), number)
        for number, leaf in enumerate(pages.leaves, 1)
        if leaf.kind in KINDS and not leaf.part and words(KINDS[leaf.kind].phrase)
    ]
    for chapter, page in _starts(pages):
        mazes = (Bookmark(words("maze", number=maze), pages.puzzles.pages[maze]) for maze in chapter.numbers)
        title = setting.heading(chapter.part) or openers.mazes_line(setting, chapter.numbers)
        parts.append(Bookmark(title, page, tuple(mazes)))
    return tuple(sorted(parts, key=lambda part: part.page))
