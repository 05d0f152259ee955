"""A maze as returned by the Python API, which describes and shows itself."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from io import TextIOBase
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, overload

from puzzlebook.geometry.arcs import Point
from puzzlebook.ground.arguments import (
    PATH,
    blame_parameters,
    check_offered,
    expect_types,
    read_path,
)
from puzzlebook.ground.faults import refuse
from puzzlebook.ground.questions import QuestionList
from puzzlebook.mazes import Maze
from puzzlebook.verbs.rendering import (
    FORMATS,
    ONLY,
    Appearance,
    Solution,
    choose_appearance,
    draw_svg,
    picture,
    write,
)

if TYPE_CHECKING:
    from puzzlebook.maze_art.stage_source import StageSource


@dataclass(frozen=True, eq=False, repr=False)
class ShownMaze(Maze):
    """A maze that shows itself: in a notebook, as SVG, and as a file.

    stage: the drawing around the maze, if any. asked: the questions at its forks, if any.

    Two mazes are equal if they have the same walls and ends on the same board, even if their codes
    differ.
    """

    stage: StageSource | None = None
    asked: QuestionList | None = None

    @property
    def centres(self) -> Sequence[Point]:
        """The middle of each cell, in cell widths from the top left, y down."""
        return self.shown.centres

    @property
    def difficulty(self) -> float:
        """The maze's difficulty: about 0.3 for small children, 0.8 for experts; 0 without ends."""
        return self.measures.difficulty

    def to_dict(self) -> dict[str, Any]:
        """Return the whole maze as JSON values, as printed by `puzzlebook maze --json`."""
        measures = self.measures
        return {
            "code": self.code,
            "descriptive_code": self.descriptive_code,
            **self.facts,
            "turns": measures.turns,
            "decisions": measures.decisions,
            "dead_ends": measures.dead_ends,
            "difficulty": measures.difficulty,
            **({"questions": self._list_questions()} if self.asked else {}),
            "digest": self.digest,
            "passages": [*map(list, self.passages)],
            "solution": list(self.solution),
            "centres": [[round(x, 6), round(y, 6)] for x, y in self.centres],
        }

    def _list_questions(self) -> list[list[str]]:
        """Return the questions along the solution path, each with its right answer."""
        from puzzlebook.maze_art.questions import list_way

        assert self.asked is not None
        return [list(pair) for pair in list_way(self.asked, self.place_questions(self.asked) or ())]

    @blame_parameters()
    def svg(
        self,
        *,
        solution: Solution = False,
        marks: str = "icons",
        cell: str | None = None,
        line: str | None = None,
        theme: str | os.PathLike[str] | None = None,
        walls: str | None = None,
        color: bool = False,
    ) -> str:
        """Return the maze as the text of an SVG document. The arguments are those of `save`."""
        _check_solution(solution)
        return draw_svg(
            self,
            choose_appearance(
                self,
                marks,
                cell,
                line,
                theme,
                walls=walls,
                color=color,
                stage=self.stage,
                questions=self.asked,
            ),
            solution,
        )

    @overload
    def save(
        self,
        path: str | os.PathLike[str],
        *,
        format: None = None,
        solution: Solution = False,
        marks: str = "icons",
        cell: str | None = None,
        line: str | None = None,
        theme: str | os.PathLike[str] | None = None,
        walls: str | None = None,
        color: bool = False,
    ) -> Path: ...

    @overload
    def save(
        self,
        path: IO[bytes] | IO[str],
        *,
        format: str | None = None,
        solution: Solution = False,
        marks: str = "icons",
        cell: str | None = None,
        line: str | None = None,
        theme: str | os.PathLike[str] | None = None,
        walls: str | None = None,
        color: bool = False,
    ) -> None: ...

    @blame_parameters()
    def save(
        self,
        path: str | os.PathLike[str] | IO[bytes] | IO[str],
        *,
        format: str | None = None,
        solution: Solution = False,
        marks: str = "icons",
        cell: str | None = None,
        line: str | None = None,
        theme: str | os.PathLike[str] | None = None,
        walls: str | None = None,
        color: bool = False,
    ) -> Path | None:
        """Write the maze to a .svg, .pdf or .png file, replacing an existing one, and return its
        path.

        path: may also be an open file; `format` is then "svg", "pdf" or "png" if the file's name
        does not say so, and None is returned. solution: whether to draw the solution; "only" draws
        it without the maze, as an overlay. marks: the marks at start and finish, "icons", "doors",
        "both", "outside" or "none". cell: the width of a cell, such as "12mm". line: the weight of
        a wall. theme: the source of icons, a name or a file. walls: the wall character (see
        `puzzlebook list walls`); by default the theme's. color: whether a stage is in colour.
        Raises `Refused` for invalid values, and `Unfinished` if the file cannot be written.
        """
        _check_solution(solution)
        expect_types(format=(format, str | None))
        appearance = choose_appearance(
            self,
            marks,
            cell,
            line,
            theme,
            walls=walls,
            color=color,
            stage=self.stage,
            questions=self.asked,
        )
        if not isinstance(path, str | os.PathLike):
            if not hasattr(path, "write"):
                expect_types(path=(path, PATH))
            _write_into(path, self, appearance, format, solution)
            return None
        if format is not None:
            raise refuse("format", "is for an open file", "leave it out: the path gives the format")
        (file,) = write(self, appearance, Path(read_path(path, "path")), solution=solution)
        return file

    @blame_parameters()
    def save_poster(
        self,
        path: str | os.PathLike[str],
        *,
        sheets: str | None = None,
        board: str | None = None,
        page: str | None = None,
        solution: bool = False,
        marks: str = "icons",
        line: str | None = None,
        theme: str | os.PathLike[str] | None = None,
        walls: str | None = None,
        color: bool = False,
        language: str = "en",
    ) -> Path:
        """Write the maze as a poster: a PDF with a page for each sheet, to be glued together.

        sheets: the columns and rows, such as "3x2". board: alternatively, the poster's longer side,
        such as "800mm". page: the paper of the sheets; by default "letter". solution: instead of
        the sheets, write the whole poster with its solution on one page. language: the language of
        the words on the sheets. The other arguments, and the exceptions, are those of `save`.
        """
        from puzzlebook.verbs.poster import plan_poster, write_poster

        expect_types(solution=(solution, bool), language=(language, str))
        (file,), _, _ = write_poster(
            self,
            plan_poster(sheets, board, page),
            Path(read_path(path, "path")),
            marks=marks,
            line=line,
            theme=theme,
            walls=walls,
            color=color,
            stage=self.stage,
            questions=self.asked,
            language=language,
            solution=solution,
        )
        return file

    def __eq__(self, other: object) -> bool:
        return self._identity == other._identity if isinstance(other, ShownMaze) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._identity)

    @property
    def _identity(self) -> tuple[object, ...]:
        design = self.design
        board = design.shape, design.size, design.silhouette, tuple(self.grid.bridges)
        return board, self.open_sides, self.start, self.end

    def _repr_svg_(self) -> str:
        return self.svg()


def _check_solution(solution: object) -> None:
    if isinstance(solution, str):
        check_offered("solution", solution, (ONLY,))
    else:
        expect_types(solution=(solution, bool))


def _write_into(
    file: IO[bytes] | IO[str],
    maze: Maze,
    appearance: Appearance,
    format: str | None,
    solution: Solution,
) -> None:
    """Write a maze to an open file, as bytes or, if it is an SVG, as text."""
    name = getattr(file, "name", None)
    ending = Path(name).suffix.removeprefix(".").lower() if isinstance(name, str) else ""
    kind = check_offered("format", ending if format is None and ending else format or "", FORMATS)
    content = picture(maze, appearance, kind, solution)
    if not isinstance(file, TextIOBase):
        file.write(content)  # type: ignore[arg-type]
        return
    if kind != "svg":
        raise refuse(
            "path",
            f"a text file cannot hold {kind.upper()}",
            'give a file that is open for bytes, mode="wb"',
        )
    file.write(content.decode())
