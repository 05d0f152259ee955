"""The two tasks that worker processes do for each maze: drawing it, and finishing it.

A drawn maze waits, without its grid, until its number in the book is known. Finishing produces
everything that pages, files and manifest need from the maze, which is then dropped.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from puzzlebook.drawing.svg import write_svgs
from puzzlebook.geometry.arcs import Point
from puzzlebook.ground.questions import QuestionList
from puzzlebook.language.words import Words
from puzzlebook.maze_art.character import PLAIN
from puzzlebook.maze_art.doors import ArrowRoom
from puzzlebook.maze_art.inked import Ink, draw_answer, draw_puzzle, has_line_walls
from puzzlebook.maze_art.labels import make_labels
from puzzlebook.maze_art.marks import Marks
from puzzlebook.maze_art.plate import (
    PackedPlate,
    Plate,
    add_arrows,
    add_things,
    make_plate,
    pack_plate,
)
from puzzlebook.maze_art.theme import Theme, load_theme
from puzzlebook.mazes import Design, Maze, Measures, draw_measured, make_grid
from puzzlebook.typesetting.pdf.operators import pack_path

if TYPE_CHECKING:
    from puzzlebook.maze_art.questions import AskedMaze, QuestionType
    from puzzlebook.maze_art.room_signs import PrintedRoom
    from puzzlebook.maze_art.scenes import Scenes
    from puzzlebook.maze_art.stage import Crop
    from puzzlebook.maze_art.stage_signs import Sign
    from puzzlebook.maze_art.stage_source import StageSource
    from puzzlebook.mazes import HiddenPicture, MazeDescription, Silhouette
    from puzzlebook.typesetting.text import Face

_SHARED_PARTS = ("walls", "solution", "decoration", "rim", "ground")
"""The parts of a plate that puzzle and answer may have in common."""

SentView: TypeAlias = "tuple[Crop, float, float, float, float]"
"""A `StageView` without its stage, which is read again in each process."""


class MazeRequest(NamedTuple):
    """A maze to be drawn.

    silhouette: the outline to which it is cut. edge: whether its rim follows the outline (`drawn`)
    or the cells (`steps`). picture: the picture that its solution path draws.
    """

    design: Design
    silhouette: Silhouette | None
    edge: str
    picture: HiddenPicture | None = None


class DrawnMaze(NamedTuple):
    """A maze that has been drawn and measured, without its design and its grid."""

    open_sides: bytes
    start: int | None
    end: int | None
    solution: array[int]
    measures: Measures
    likeness: str


def draw_and_measure(request: MazeRequest) -> DrawnMaze:
    """Draw a maze and measure it."""
    design = request.design
    grid = make_grid(design.shape, design.size, request.silhouette)
    return compress_maze(*draw_measured(design, grid, request.picture))


def compress_maze(maze: Maze, measures: Measures) -> DrawnMaze:
    """Return what is needed to restore a maze from its request, and to choose among mazes."""
    return DrawnMaze(
        maze.open_sides,
        maze.start,
        maze.end,
        array("I", maze.solution),
        measures.sum_wrong_turns(),
        maze.likeness,
    )


def restore_maze(request: MazeRequest, drawn: DrawnMaze) -> Maze:
    """Return the maze that was drawn for a request, on its grid."""
    design, silhouette, edge, _ = request
    cut = design.shape, design.size, silhouette
    grid, fitted = make_grid(*cut), make_grid(*cut, edge)
    grid, fitted = design.adapt_grids(grid, fitted)
    solution = tuple(drawn.solution)
    return Maze(design, grid, drawn.open_sides, drawn.start, drawn.end, solution, fitted)


class RenderStyle(NamedTuple):
    """What all mazes of a book share when they are finished.

    marks: the marks of start and finish. words: the language of the SVG files. svg: whether SVG
    files are written. fonts: the font of each letter that may occur in a maze. walls: the style of
    the walls. tint: the colours of puzzles, without line weights. in_colour: whether stages have
    colours. signs: the signs at the doors of stages. has_alt_text: whether a PDF for screens
    describes each maze. door_face: the typeface of the signs at the doors of rooms. scenes: the
    scenes of books for children, whose hero and goal serve as marks. finds: how many small things
    lie in dead ends, at least and at most. has_floor: whether mazes may have a floor.
    """

    marks: Marks
    theme: Theme
    words: Words
    svg: bool
    fonts: Mapping[str, bytes] = {}
    walls: str = PLAIN
    tint: Ink = Ink(0.0)
    has_alt_text: bool = False
    in_colour: bool = False
    signs: tuple[Sign, ...] = ()
    door_face: Face | None = None
    scenes: Scenes | None = None
    finds: tuple[int, int] = (0, 0)
    has_floor: bool = False


class RenderJob(NamedTuple):
    """A drawn maze to be finished.

    number: its number in the book, from 1. title: the title of its SVG files. scale: points per
    cell. wall: the weight of its walls, in points. letters: the letters on its solution path, of a
    word or of the secret sentence. decoys: the letters to choose from in dead ends. collect: the
    smallest and the largest number of things to count on the solution path. stage: the source of
    the stage around it. view: how its page shows the stage. questions, question_type: the questions
    it asks, and their style. in_world, at_doors: see `boards.Board`.
    around: the space that the page leaves for arrows, see `ArrowRoom`. has_words_inside:
    whether the words of its page are in the stage. has_arrow_words: whether words stand beside its
    arrows.
    """

    number: int
    request: MazeRequest
    drawn: DrawnMaze
    title: str
    scale: float
    wall: float
    solution_ink: Ink
    letters: Sequence[str] = ""
    decoys: Sequence[str] = ""
    collect: tuple[int, int] | None = None
    stage: StageSource | None = None
    view: SentView | None = None
    questions: QuestionList | None = None
    question_type: QuestionType | None = None
    in_world: bool = False
    at_doors: bool = False
    around: tuple[float, float] = (0.0, 0.0)
    has_words_inside: bool = False
    has_arrow_words: bool = False


class FinishedMaze(NamedTuple):
    """What pages and manifest show of a maze.

    digest: the digest of its passages. start, end: the cells at the ends of its solution path, if
    it has one. narrowest: the width of its narrowest cell. ends: the centres of start and end, if
    it has a path; a room may have only one of them, or neither. plate, solved: its pictures as
    puzzle and as answer. description: its description for alt text. things: the number of things to
    count on its path, if any. asked: its questions. room: its doors and the pieces of the solution
    path in it, if it is a room. crossings: the letters at which the path crosses the fold, in
    order. floor: the name of its floor; "" for none. has_frame: whether its outer wall is
    heavier, as in a page's frame.
    """

    design: Design
    digest: bytes
    cells: int
    start: int | None
    end: int | None
    narrowest: float
    ends: tuple[Point | None, Point | None] | None
    plate: PackedPlate
    solved: PackedPlate
    description: MazeDescription | None = None
    things: int | None = None
    asked: AskedMaze | None = None
    room: PrintedRoom | None = None
    crossings: tuple[str, ...] = ()
    floor: str = ""
    has_frame: bool = False

    @property
    def code(self) -> str:
        """The maze code."""
        return self.design.code


def finish_maze(style: RenderStyle, job: RenderJob) -> tuple[FinishedMaze, list[bytes]]:
    """Finish a maze, and write its SVG files: the puzzle and, if it has a solution path, the
    solution."""
    maze = restore_maze(job.request, job.drawn)
    stage = job.stage.load(style.in_colour) if job.stage else None
    marks = stage.marks(style.marks) if stage else style.marks
    floor = _find_floor(style, job, maze)
    plate = make_plate(
        maze,
        marks.at_doors if job.at_doors else marks.beyond_arrows if job.in_world else marks,
        style.theme,
        style.walls,
        job.wall / job.scale,
        style.tint.ground is not None or stage is not None or job.in_world,
        ArrowRoom(job.scale, *job.around),
        framed=(bool(floor) or job.has_arrow_words) and has_line_walls(Ink(job.wall), style.walls),
    )
    if stage or style.tint.ground is None:
        plate = plate._replace(end_cells=())  # end cells are tinted only on tinted ground
    if job.has_arrow_words and not style.marks.icons:
        from puzzlebook.maze_art.arrow_words import place_arrow_words

        arrow_words = place_arrow_words(
            plate, maze.shown, style.signs, job.scale, job.around[0] / job.scale
        )
        plate = plate._replace(arrow_words=arrow_words)
    if job.in_world and style.scenes:
        from puzzlebook.maze_art.kerb import trace_kerb

        is_frame = maze.design.picture is not None and maze.design.silhouette is not None
        kerb = trace_kerb(maze.shown, plate.doorways, style.scenes.theme, job.scale, is_frame)
        plate = plate._replace(kerb=kerb)
    if job.collect:
        things = maze.place_things(*job.collect)
        thing = style.theme.thing or load_theme("ink").thing
        plate = add_things(plate, maze, [*things.on_way, *things.astray], thing)
        finished, files = finish_plates(style, job, maze, plate, plate)
        return finished._replace(things=len(things.on_way)), files
    if job.questions:
        from puzzlebook.maze_art.questions import ask_in_maze

        asked = ask_in_maze(maze, job.questions, style.words)
        finished, files = finish_plates(style, job, maze, plate, plate, asked)
        return finished._replace(asked=asked), files
    if maze.joints:  # answers show the path across joints; letters would be specks
        return finish_plates(style, job, maze, plate, plate._replace(letters=()))
    if not job.letters:
        is_in_drawing = job.stage is not None and job.stage.content is None
        if style.scenes and (job.in_world or is_in_drawing):
            from puzzlebook.maze_art.figures import scatter_finds

            plate = scatter_finds(plate, maze, style.scenes, style.finds, job.number, job.scale)
        decorated = plate
        if floor:
            from puzzlebook.maze_art.floor import strew_floor

            decorated = strew_floor(
                decorated, maze, floor, job.scale, job.wall, job.number, style.in_colour
            )
        finished, files = finish_plates(style, job, maze, decorated, plate)
        return (finished._replace(floor=floor) if floor else finished), files
    plate = add_word(plate, maze, job.letters, job.decoys, style.fonts.__getitem__)
    return finish_plates(style, job, maze, plate, add_key_letters(plate, maze))


def _find_floor(style: RenderStyle, job: RenderJob, maze: Maze) -> str:
    """Return the name of a maze's floor; "" for no floor. A maze has no floor if it has things to
    count or to read, or if its passages cross."""
    has_content = job.collect or job.questions or job.letters or maze.joints or maze.room
    if (
        not style.has_floor
        or has_content
        or maze.shown.bridges
        or not (style.theme.floor or job.stage)
    ):
        return ""
    from puzzlebook.maze_art.floor import choose_floor

    stage = job.stage.name if job.stage and job.stage.content is None else ""
    return choose_floor(style.theme.floor, stage)


def finish_plates(
    style: RenderStyle,
    job: RenderJob,
    maze: Maze,
    plate: Plate,
    solved: Plate,
    asked: AskedMaze | None = None,
) -> tuple[FinishedMaze, list[bytes]]:
    """Finish a maze whose plates are made.

    solved: the plate of its answer. asked: its questions, which pages set as text and SVG files
    draw.

    If the hero and the goal stand outside the doors, SVG files and answers show them small. A stage
    shows them in its own drawing, but answers do not show that drawing: they show the theme's own
    hero and goal, or arrows if the stage is a neighbouring theme's.
    """
    packed, shown = pack_plate(plate, pack_path), maze.shown
    in_file = plate
    if job.at_doors and style.scenes:
        from puzzlebook.books.scenes.placing import choose_poses
        from puzzlebook.maze_art.figures import clear_doors, stand_outside

        poses = choose_poses(style.scenes, job.number)
        solved = clear_doors(solved)
        in_file, solved = (stand_outside(each, maze, poses) for each in (plate, solved))
    answer = solved
    is_borrowed = style.theme.is_borrowed(maze.design.silhouette)
    if job.stage and (is_borrowed or (not style.scenes and style.marks.arrows)):
        answer = add_arrows(solved, maze)
    elif job.stage and style.scenes:
        from puzzlebook.books.scenes.placing import choose_poses
        from puzzlebook.maze_art.figures import stand_around

        answer = stand_around(solved, maze, choose_poses(style.scenes, job.number))
    ends = None
    if maze.solution:
        start, end = (
            None if cell is None else shown.circle(cell).centre for cell in (maze.start, maze.end)
        )
        ends = start, end
    room: PrintedRoom | None = None
    if maze.design.rooms:
        from puzzlebook.maze_art.room_signs import print_room

        room = print_room(maze, style.words)
    crossings: tuple[str, ...] = ()
    if maze.joints:
        from puzzlebook.maze_art.gates import list_crossings

        crossings = list_crossings(maze)
    finished = FinishedMaze(
        design=maze.design,
        digest=bytes.fromhex(maze.digest),
        cells=maze.grid.cells,
        start=maze.start,
        end=maze.end,
        narrowest=shown.narrowest,
        ends=ends,
        plate=packed,
        solved=packed if answer is plate else _pack_solved(plate, answer, packed),
        description=maze.describe() if style.has_alt_text else None,
        room=room,
        crossings=crossings,
        has_frame=job.has_arrow_words and bool(plate.rim),
    )
    if not style.svg:
        return finished, []
    return finished, list(_write_svg_files(style, job, maze, in_file, solved, asked, room))


def _pack_solved(plate: Plate, solved: Plate, packed: PackedPlate) -> PackedPlate:
    """Return the packed plate of an answer. Parts that it shares with the puzzle are packed only
    once, and so are written to a file only once. An answer has no kerb."""
    same = [name for name in _SHARED_PARTS if getattr(solved, name) is getattr(plate, name)]
    if "walls" not in same:
        same = ["rim", "ground"]
    shared: dict[str, Any] = {name: getattr(packed, name) for name in same}
    if "walls" in same and solved.start is plate.start and solved.finish is plate.finish:
        shared["marks"] = packed.marks
        same += ["start", "finish"]
    empty: dict[str, Any] = dict.fromkeys(same, ())
    own_parts = pack_plate(solved._replace(**empty, kerb=None), pack_path)
    return own_parts._replace(**shared)


def add_word(
    plate: Plate,
    maze: Maze,
    pieces: Sequence[str],
    decoys: Sequence[str],
    find_font: Callable[[str], bytes],
) -> Plate:
    """Return the plate with the pieces of a word along the solution path.

    decoys: the letters to choose from in dead ends. find_font: returns a font that has a letter.
    """
    from puzzlebook.maze_art.letters import draw_letters

    spelt = maze.spell_word(pieces, decoys)
    return plate._replace(letters=draw_letters(spelt, maze.shown, find_font))


def add_key_letters(plate: Plate, maze: Maze) -> Plate:
    """Return the plate for the answer key: without decoys, and with gaps in the path at letters."""
    from puzzlebook.maze_art.letters import interrupt_path

    if not plate.letters:
        return plate
    centres = {f"letter-{cell}": maze.shown.centres[cell] for cell in maze.solution}
    letters = [letter for letter in plate.letters if letter.name in centres]
    gaps = [centres[letter.name] for letter in letters]
    return plate._replace(letters=letters, solution=interrupt_path(plate.solution, gaps))


def _write_svg_files(
    style: RenderStyle,
    job: RenderJob,
    maze: Maze,
    plate: Plate,
    solved: Plate,
    asked: AskedMaze | None,
    room: PrintedRoom | None,
) -> Iterable[bytes]:
    scale, words = job.scale, style.words
    inks = style.tint._replace(wall=job.wall), job.solution_ink
    stage = job.stage.load(style.in_colour) if job.stage else None
    if stage:
        inks = stage.tint(inks[0]), stage.tint(inks[1])
    drawings = [draw_puzzle(plate, scale, inks[0])]
    drawings += [draw_answer(solved, scale, inks[1])] if maze.solution else []
    if asked and job.question_type:
        from puzzlebook.maze_art.questions import write_labels

        drawings = [write_labels(drawing, asked, job.question_type) for drawing in drawings]
    if style.door_face and room:
        from puzzlebook.maze_art.room_signs import draw_door_signs

        drawings = [draw_door_signs(drawing, room.signs, style.door_face) for drawing in drawings]
    if stage and job.view:
        from puzzlebook.maze_art.stage_view import StageView, set_in_stage

        shown = stage if job.has_words_inside else stage.without_board
        view = StageView(shown, *job.view)
        drawings = [
            set_in_stage(drawing, view, plate.doorways, style.signs) for drawing in drawings
        ]
    labelled = list(zip(drawings, make_labels(maze, job.title, words), strict=False))
    return (text.encode() for text in write_svgs(labelled, words.language))
