"""Audiences: age groups and other readers, and what each needs in print (`audiences.toml`)."""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter
from typing import Any, NamedTuple

from puzzlebook.ground import templates
from puzzlebook.ground.faults import refuse, suggest_nearest
from puzzlebook.ground.lengths import parse_points

LEVELS = ("easy", "normal", "hard")
"""Levels of difficulty: the harder the level, the closer grids come to the narrowest passages that
the readers can trace."""


class Audience(NamedTuple):
    """The needs of one kind of reader. Lengths are in points.

    passage: the minimum clear width between two walls, at this level. wall: line width of walls.
    type_size, bold: of running text. display: the family of titles and headings, if it is not the
    bold face of the text.
    marks, codes, theme, book: defaults for recipes (see `recipe`). ladder: whether this audience is
    on the scale that is ordered by passage, see `audience_for_passage`. scenes: whether pages have
    drawings from the theme. touch: whether the book is tactile: all black, without purely visual
    features. stars: whether pages show how hard their mazes are. is_cut: whether mazes have a rim
    drawn along an outline. has_signs: whether mazes have doors to other mazes. outlined: the fewest
    cells of a maze cut to an outline of its section. shade, fine, finds, listed, quest, sample: how
    pages look, see `audiences.toml`. level: one of LEVELS; None for books made before levels
    existed, which count as "easy".
    """

    name: str
    about: str
    passage: float
    wall: float
    mazes_a_page: int
    answers_a_page: int
    type_size: float
    bold: bool
    display: str
    ladder: bool
    marks: str
    codes: str
    theme: str
    book: str
    scenes: bool = False
    touch: bool = False
    framed: bool = False
    is_cut: bool = False
    has_signs: bool = False
    outlined: int = 0
    shade: float = 0.0
    fine: float = 1.0
    finds: tuple[int, int] = (0, 0)
    listed: float = 0.0
    stars: bool = True
    quest: bool = False
    sample: int = 5
    level: str | None = None

    @property
    def cell(self) -> float:
        """The minimum width of a cell in points, from wall centre to wall centre."""
        return self.passage + self.wall


def find_audience(name: str, where: str = "audience", level: str | None = None) -> Audience:
    """Return the audience of this name at this level; refuse an unknown name, suggesting the
    nearest."""
    audiences = load_audiences(level)
    if name not in audiences:
        raise refuse(
            where, f'there is no audience called "{name}"', suggest_nearest(name, audiences)
        )
    return audiences[name]


def audience_for_passage(passage: float) -> Audience:
    """Return the audience with the widest minimum passage that is no wider than `passage` (points).

    If even the narrowest minimum is wider, return the audience with that minimum.
    """
    ladder = [audience for audience in load_audiences().values() if audience.ladder]
    # Allow a thousandth of a point for rounding, because widths are results of divisions.
    suited = [audience for audience in ladder if audience.passage <= passage + 0.001]
    by_passage = attrgetter("passage")
    return max(suited, key=by_passage) if suited else min(ladder, key=by_passage)


@templates.cache_by_release
def load_audiences(level: str | None = None) -> Mapping[str, Audience]:
    """Return a mapping from name to audience, youngest first. level: sets their passage widths."""
    rows = templates.table("audiences.toml")
    return {name: _parse_audience(name, row, level) for name, row in rows.items()}


def _parse_audience(name: str, row: Mapping[str, Any], level: str | None) -> Audience:
    return Audience(
        name=name,
        about=row["about"],
        # An audience without a passage for a level has the same passage at every level.
        passage=parse_points(row.get(level or "passage", row["passage"])),
        wall=parse_points(row["wall"]),
        mazes_a_page=row["mazes_a_page"],
        answers_a_page=row["answers_a_page"],
        type_size=parse_points(row["type"]),
        bold=row.get("bold", False),
        display=row.get("display", ""),
        marks=row["marks"],
        codes=row["codes"],
        theme=row["theme"],
        book=row["book"],
        ladder=row.get("ladder", True),
        scenes=row.get("scenes", False),
        touch=row.get("touch", False),
        framed=row.get("framed", False),
        outlined=row.get("outlined", [0, 0, 0])[LEVELS.index(level or LEVELS[0])],
        shade=row.get("shade", 0.0),
        fine=row.get("fine", 1.0),
        finds=tuple(row.get("finds", (2, 4))),
        listed=parse_points(row.get("listed", "8mm")),
        stars=row.get("stars", True),
        quest=row.get("quest", False),
        sample=row.get("sample", 5),
        level=level,
    )
