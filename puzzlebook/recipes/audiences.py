"""The readers a book can be for, and what each needs on paper (`templates/audiences.toml`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from puzzlebook.ground import templates
from puzzlebook.ground.faults import refuse, suggest_nearest
from puzzlebook.ground.lengths import parse_points


class Audience(NamedTuple):
    """What one kind of reader needs. Lengths are in points.

    passage: the least clear width between two walls. wall: the weight of a wall's line. type_size:
    of running text. bold: whether running text is bold. display: whether titles and headings are
    set in the display face. marks, codes, theme, book: what a recipe for them has unless it says
    otherwise (see `recipe`). ladder: whether the passage alone tells this reader from the others.
    scenes: whether pages have a theme's drawings. touch: whether these readers feel what is
    printed: all of it is black, and nothing is there for the eye alone. is_cut: whether their mazes
    have the rim of a drawing.
    """

    name: str
    about: str
    passage: float
    wall: float
    mazes_a_page: int
    answers_a_page: int
    type_size: float
    bold: bool
    display: bool
    ladder: bool
    marks: str
    codes: str
    theme: str
    book: str
    scenes: bool = False
    touch: bool = False
    is_cut: bool = False

    @property
    def cell(self) -> float:
        """The least width of a cell, from the middle of one wall to the middle of the next, in
        points."""
        return self.passage + self.wall


def find_audience(name: str, where: str = "audience") -> Audience:
    """The audience of this name; refused, with the nearest, if there is none."""
    if name not in load_audiences():
        raise refuse(
            where, f'no audience is called "{name}"', suggest_nearest(name, load_audiences())
        )
    return load_audiences()[name]


def audience_for_passage(passage: float) -> Audience:
    """The audience whom a passage of this clear width (points) suits: the widest promise that it
    keeps.

    A passage narrower than every promise is for the last of the ladder.
    """
    ladder = [audience for audience in load_audiences().values() if audience.ladder]
    # A thousandth of a point: widths come out of divisions.
    kept = [audience for audience in ladder if audience.passage <= passage + 0.001]
    return max(kept, key=_passage) if kept else min(ladder, key=_passage)


def _passage(audience: Audience) -> float:
    return audience.passage


@templates.cache_by_release
def load_audiences() -> Mapping[str, Audience]:
    """All audiences by name, from the youngest up."""
    rows = templates.table("audiences.toml")
    return {name: _parse_audience(name, row) for name, row in rows.items()}


def _parse_audience(name: str, row: Mapping[str, Any]) -> Audience:
    return Audience(
        name=name,
        about=row["about"],
        passage=parse_points(row["passage"]),
        wall=parse_points(row["wall"]),
        mazes_a_page=row["mazes_a_page"],
        answers_a_page=row["answers_a_page"],
        type_size=parse_points(row["type"]),
        bold=row.get("bold", False),
        display=row.get("display", False),
        marks=row["marks"],
        codes=row["codes"],
        theme=row["theme"],
        book=row["book"],
        ladder=row.get("ladder", True),
        scenes=row.get("scenes", False),
        touch=row.get("touch", False),
    )
