"""Finishing the mazes of a book: each becomes an `Entry`. Only this module makes entries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from puzzlebook.books.planning.alt_text import has_alt_text
from puzzlebook.books.planning.finishing import FinishedMaze, RenderJob, RenderStyle, finish_maze
from puzzlebook.books.planning.ramp import SectionMaze
from puzzlebook.books.planning.setting import Entry, SaveFiles, Setting, answer_ink, way_ink
from puzzlebook.books.planning.stars import name_scale, rate_minutes
from puzzlebook.ground.faults import Fault, refuse, refuse_any
from puzzlebook.recipes.order import BookSection, takes_colour
from puzzlebook.recipes.recipe import Section
from puzzlebook.running.process_pool import WorkerPool
from puzzlebook.typesetting import text

if TYPE_CHECKING:
    from puzzlebook.books.planning.spelt_words import SpeltWord

_SHORTEST_WITH_LETTER = 3  # cells: the start, one with the letter, the end


def finish_entries(
    setting: Setting,
    mazes: list[SectionMaze],
    minutes: Sequence[float],
    save: SaveFiles | None,
    pool: WorkerPool,
) -> Iterator[tuple[int, Entry]]:
    """Yield the number and the entry of each maze of a book, finished on demand.

    mazes: the function empties this list. Each maze is dropped when it is finished, because memory
    should not contain thousands of mazes in both forms. minutes: the minutes that each maze takes.
    save: the function that saves the SVG files of an entry. Mazes are refused if there is no room
    for the things to count.
    """
    refuse_any(_find_collect_faults(setting.parts, mazes))
    words, waiting = _deal_words(mazes), dict(enumerate(mazes, 1))
    mazes.clear()
    count = len(waiting)
    jobs = (
        make_job(setting, waiting[number], number, words.get(number))
        for number in range(1, count + 1)
    )
    finish = partial(finish_maze, make_style(setting, save is not None))
    results = pool.run_each(finish, jobs)  # not lazily: workers start before the first page

    def make_entries() -> Iterator[tuple[int, Entry]]:
        for job, (finished, files) in results:
            number = job.number
            entry = make_entry(
                setting, waiting.pop(number), number, finished, minutes[number - 1], count
            )
            if number in words:
                entry = entry._replace(word=words[number])
            if save:
                save(entry, files)
            yield number, entry

    return make_entries()


def _deal_words(mazes: Sequence[SectionMaze]) -> Mapping[int, SpeltWord]:
    """Return a mapping from maze number to its word, dealt from the words of its section. A
    solution path that is too short for every word is refused."""
    mazes_with_words = [
        (number, maze) for number, maze in enumerate(mazes, 1) if maze.part.section.word
    ]
    if not mazes_with_words:
        return {}
    from puzzlebook.books.planning.spelt_words import WordDealer

    dealer, words = WordDealer(), {}
    for number, maze in mazes_with_words:
        design, room = maze.request.design, len(maze.drawn.solution) - 2
        if word := dealer.deal(maze.part.section, design.key, room, design.size):
            words[number] = word
    return words


def make_style(setting: Setting, svg: bool) -> RenderStyle:
    """Return the style of all mazes of a book. svg: whether their SVG files are saved."""
    order, words = setting.order, setting.words
    sections = setting.recipe.sections
    has_letters = order.secret or any(section.word for section in sections)
    alphabet = words("alphabet") + words("alphabet").lower() if has_letters else ""
    spelt = (character for section in sections for character in _list_characters(section))
    return RenderStyle(
        marks=setting.recipe.end_marks,
        theme=setting.theme,
        words=words,
        svg=svg,
        fonts={
            letter: text.font_content(letter, setting.sizes.bold)
            for letter in {*alphabet, *order.secret.values(), *spelt}
        },
        walls=order.walls,
        tint=order.tint,
        has_alt_text=has_alt_text(setting),
        in_colour=takes_colour(setting.recipe, order.printer),
        signs=setting.signs,
        door_face=setting.sizes.face if any(part.section.doors for part in setting.parts) else None,
        scenes=setting.scenes,
        finds=setting.finds,
        has_floor=setting.recipe.floor == "theme"
        and setting.is_for_children
        and not (setting.is_tactile or setting.is_large_print),
    )


def _list_characters(section: Section) -> str:
    """Return the letters of a section's words."""
    if not section.word:
        return ""
    from puzzlebook.books.planning.spelt_words import list_words

    return "".join(map(str, list_words(section)))


def make_job(
    setting: Setting, maze: SectionMaze, number: int, word: SpeltWord | None = None
) -> RenderJob:
    """Return the job of finishing a maze with this number and word. A solution path that is too
    short for a letter of the secret sentence is refused."""
    board, order = maze.board, setting.order
    letters: Sequence[str] = order.secret.get(number, "")
    alphabet = setting.words("alphabet")
    decoys: Sequence[str] = alphabet.lower() if letters and letters[0].islower() else alphabet
    if letters and len(maze.drawn.solution) < _SHORTEST_WITH_LETTER:
        raise refuse(
            "book.secret", "the way through a maze is too short for a letter", "use larger mazes"
        )
    return RenderJob(
        number,
        maze.request,
        maze.drawn,
        title=setting.words("svg_title", number=number)
        if not maze.part.section.doors
        else setting.name_maze(maze.part, number),
        scale=board.scale,
        wall=board.wall,
        solution_ink=answer_ink(board.scale, order.tint, is_tactile=True)
        if setting.is_tactile
        else way_ink(board.wall, board.scale, order.tint),
        letters=word.pieces if word else letters,
        decoys=word.mix_decoys(alphabet) if word else decoys,
        collect=maze.part.section.collect,
        stage=board.source,
        view=board.view and board.view[1:],
        questions=maze.part.questions,
        question_type=board.questions,
        in_world=board.in_world,
        at_doors=board.at_doors,
        around=board.around,
        has_words_inside=board.has_words_inside,
        has_arrow_words=setting.is_framed(maze.part),
    )


def make_entry(
    setting: Setting,
    maze: SectionMaze,
    number: int,
    finished: FinishedMaze,
    minutes: float,
    mazes: int,
    name: str | None = None,
) -> Entry:
    """Return the entry of a finished maze, in a book of `mazes` mazes.

    minutes: how long it takes. name: its pupil's name, in a class set.
    """
    board = maze.board
    return Entry(
        number=number,
        part=maze.part,
        printed_in=maze.printed_in or maze.part,
        draw=maze.draw,
        maze=finished,
        measures=maze.drawn.measures,
        stars=rate_minutes(minutes, name_scale(setting.recipe, maze.part.section)),
        minutes=minutes,
        likeness=maze.likeness,
        silhouette=board.silhouette,
        scale=board.scale,
        wall=board.wall,
        svg=_list_svg_names(setting, number, mazes, finished.ends is not None),
        name=name,
        picture=board.picture,
        tint=setting.order.tint,
        free_corners=board.free_corners,
        view=board.view,
        has_words_inside=board.has_words_inside,
        questions=board.questions,
        in_world=board.in_world,
        at_doors=board.at_doors,
    )


def _list_svg_names(setting: Setting, number: int, mazes: int, is_solved: bool) -> tuple[str, ...]:
    """Return the names of a maze's SVG files: the puzzle and, if it has a solution path, the
    solution."""
    if not setting.recipe.svg:
        return ()
    stem = f"svg/{number:0{max(3, len(str(mazes)))}}"
    return (f"{stem}.svg", f"{stem}-solution.svg") if is_solved else (f"{stem}.svg",)


def _find_collect_faults(
    parts: Sequence[BookSection], mazes: Sequence[SectionMaze]
) -> Iterator[Fault]:
    """Yield a fault for each section in which a solution path has no room for the smallest number
    of things to count."""
    for part in parts:
        measures = [maze.drawn.measures for maze in mazes if maze.part is part]
        shortest = min((row.solution_length for row in measures), default=0)
        room = min((row.thing_capacity for row in measures), default=0)
        if (collect := part.section.collect) and room < collect[0]:
            what = f"{collect[0]} things do not fit on a path of {shortest} cells"
            allowed = f"use at most {room}, or larger mazes" if room else "use larger mazes"
            yield Fault(f"section.{part.section.key}.collect", what, allowed)
